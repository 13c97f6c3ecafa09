/* An interval over a dozen units marks chance more often than it says, and a headline should not rest on it. Where units are pairs that
 * could be exchanged, the exact test decides together with the interval: marks of uniform datasets are then as rare as the level says at any number
 * of units. Where they are not, few units are never marked. */
#include "analysis/marking.h"

#include <stdio.h>

static bool excludes(const hbs_estimate *value, double null_value) { return value->ci_low > null_value || value->ci_high < null_value; }

static bool is_enough(const hbs_estimate *value, double p) { return isnan(p) ? value->n >= HBS_UNITS_ENOUGH : p <= 1 - value->level + 1e-12; }

hbs_weight hbs_mark(const hbs_estimate *value, double null_value, double p) {
    if (isnan(value->estimate)) return HBS_FINDING_NOT_APPLICABLE;
    return excludes(value, null_value) && is_enough(value, p) ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
}

hbs_weight hbs_mark_above(const hbs_estimate *value, double null_value, double p) {
    const hbs_weight weight = hbs_mark(value, null_value, p);
    return weight == HBS_FINDING_BIAS && value->ci_high < null_value ? HBS_FINDING_NONE : weight;
}

void hbs_mark_note(const hbs_estimate *value, double null_value, double p, char *out, size_t room) {
    out[0] = 0;
    if (isnan(value->estimate)) return;
    const bool withheld = excludes(value, null_value) && !is_enough(value, p);
    if (!isnan(p)) snprintf(out, room, " (exact test: p %s %.3g%s)", p < .0001 ? "<" : "=", fmax(p, .0001), withheld ? ", too large for a mark" : "");
    else if (withheld) snprintf(out, room, " (fewer than %u units: too few for a mark)", HBS_UNITS_ENOUGH);
}
