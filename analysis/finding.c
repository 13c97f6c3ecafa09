/* A growing list of findings, and their rows in the catalog's table `finding`: one transaction replaces what (measure, dataset) said before, so that a reader sees
 * either the old findings or the new ones. */
#include "analysis/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

void hbs_findings_free(hbs_findings *findings) {
    if (!findings) return;
    free(findings->item);
    *findings = (hbs_findings){0};
}

hbs_status hbs_findings_add(hbs_findings *findings, hbs_finding **out, hbs_error *error) {
    const hbs_status status = hbs_grow(&findings->item, &findings->capacity, findings->count + 1, sizeof *findings->item, error);
    if (status != HBS_OK) return status;
    hbs_finding *finding = &findings->item[findings->count++];
    *finding = (hbs_finding){.value = {.estimate = NAN, .ci_low = NAN, .ci_high = NAN, .method = ""}, .null_value = NAN};
    *out = finding;
    return HBS_OK;
}
