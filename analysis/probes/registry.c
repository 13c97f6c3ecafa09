/* The probes there are. A new one is a descriptor hbs_probe_NAME in its own file and a line here. */
#include "analysis/probes/probe.h"

#include <stdio.h>
#include <string.h>

#define PROBES(X) \
    X(logistic)

#define DECLARE(name) extern const hbs_probe hbs_probe_##name;
#define LIST(name) &hbs_probe_##name,
PROBES(DECLARE)

static const hbs_probe *const probes[] = {PROBES(LIST) NULL};

const hbs_probe *const *hbs_probes(void) { return probes; }

hbs_status hbs_probe_find(const char *name, const hbs_probe **out, hbs_error *error) {
    char known[512] = "";
    for (size_t i = 0; probes[i]; i++) {
        if (strcmp(probes[i]->name, name) == 0) {
            *out = probes[i];
            return HBS_OK;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", probes[i]->name);
    }
    return hbs_raise(error, HBS_ERROR_USAGE, "unknown probe '%s': the probes are %s", name, known);
}
