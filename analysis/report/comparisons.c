/* How often chance alone marks something. Intervals that are not adjusted each do so at their own rate; those of a family by Holm's rule do so at that of the family, whose findings are those of one
 * measure and quantity with an adjusted p-value. */
#include <math.h>
#include <string.h>

#include "analysis/report/report.h"

/* A sampled interval with a null, of whatever width: counts that are exact, of level 1, are no tests. */
static bool is_comparison(const hbs_finding *f) {
    return (f->weight == HBS_FINDING_BIAS || f->weight == HBS_FINDING_NONE) && !isnan(f->null_value) && f->value.ci_low <= f->value.ci_high &&
           f->value.level < 1;
}

/* Is it of a family that Holm adjusted, and not its first comparison? */
static bool is_adjusted_along(const hbs_findings *findings, size_t i) {
    const hbs_finding *f = &findings->item[i];
    for (size_t j = 0; f->p_adjusted > 0 && j < i; j++) {
        const hbs_finding *g = &findings->item[j];
        if (g->p_adjusted > 0 && is_comparison(g) && strcmp(g->measure, f->measure) == 0 && strcmp(g->quantity, f->quantity) == 0) return true;
    }
    return false;
}

hbs_comparisons hbs_report_comparisons(const hbs_report_part *part) {
    hbs_comparisons c = {0};
    for (size_t i = 0; i < part->findings.count; i++) {
        const hbs_finding *f = &part->findings.item[i];
        if (!is_comparison(f)) continue;
        c.count++;
        c.marked += f->weight == HBS_FINDING_BIAS;
        if (!is_adjusted_along(&part->findings, i)) c.by_chance += 1 - f->value.level;
    }
    return c;
}
