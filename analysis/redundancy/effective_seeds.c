/* The birthday estimate. With C of the N(N-1)/2 pairs the same, C / pairs is an unbiased estimate of sum p_i^2, the chance that two independent draws are. Its variance is that
 * of a U-statistic: pairs p (1 - p) + N(N-1)(N-2) (t - p^2), where t, the chance that three draws are the same, is estimated by the triples of the same; the second
 * term, 0 for equally likely seeds, is not let below 0. Few pairs: Garwood's exact limits for a Poisson mean, times the spread that the second term adds.
 * Instances that were not drawn independently (each seed in its turn) break it: they have too few pairs, and the estimate is too large, by about one part in the number
 * of copies of a seed. Edits blind it. */
#include "analysis/redundancy/effective_seeds.h"

#include "analysis/wording.h"

#include <inttypes.h>
#include <math.h>

#define FEW 100u   /* pairs: exact Poisson limits */

hbs_estimate hbs_effective_seeds(const hbs_copy_counts *counts, double level) {
    const double n = (double)counts->instances, pairs = n * (n - 1) / 2, same = (double)counts->pairs;
    hbs_estimate e = {NAN, NAN, NAN, level, counts->instances, "birthday, Poisson limits"};
    if (counts->instances < 2) return e;
    const double p = same / pairs, t = n > 2 ? 6 * (double)counts->triples / (n * (n - 1) * (n - 2)) : 0;
    const double poisson = same * (1 - p), extra = fmax(0, n * (n - 1) * (n - 2) * (t - p * p));
    if (counts->pairs) e.estimate = pairs / same;
    if (counts->pairs <= FEW) {
        const hbs_estimate limits = hbs_poisson_limits(counts->pairs, level);
        const double spread = same > 0 ? sqrt(1 + extra / same) : 1;
        e.ci_low = pairs / (same + (limits.ci_high - same) * spread);
        const double low = same - (same - limits.ci_low) * spread;
        e.ci_high = low > 0 ? pairs / low : INFINITY;
        return e;
    }
    const double margin = hbs_normal_quantile(.5 + level / 2) * sqrt(poisson + extra);
    e.ci_low = pairs / (same + margin);
    e.ci_high = same > margin ? pairs / (same - margin) : INFINITY;
    e.method = "birthday, U-statistic";
    return e;
}

hbs_status hbs_say_effective_seeds(hbs_findings *out, const hbs_finding *head, const hbs_copy_counts *counts, double level, hbs_error *error) {
    hbs_finding finding = *head;
    finding.value = hbs_effective_seeds(counts, level);
    finding.weight = counts->instances < 2 ? HBS_FINDING_NOT_APPLICABLE : HBS_FINDING_PLAIN;
    if (counts->instances < 2) return hbs_findings_say(out, &finding, "effective_seeds", "", error, "How many seeds stand behind fewer than two instances cannot be told.");
    const double value[] = {finding.value.estimate, finding.value.ci_low, finding.value.ci_high};
    char number[3][32];
    for (int i = 0; i < 3; i++) hbs_plain_number(value[i], number[i], sizeof number[i]);
    if (!counts->pairs)
        return hbs_findings_say(out, &finding, "effective_seeds", "", error,
                                "No two instances are isomorphic: independent draws from equally likely seeds would be that only with %s seeds or more.", number[1]);
    return hbs_findings_say(out, &finding, "effective_seeds", "", error,
                            "%" PRIu64 " pair%s of instances %s isomorphic, as many as independent draws from %s [%s, %s] equally likely seeds would have. Seeds taken in turn, not drawn, "
                            "make the number too large, and edited copies are not seen: then only the number of classes is sure.",
                            counts->pairs, counts->pairs == 1 ? "" : "s", counts->pairs == 1 ? "is" : "are", number[0], number[1], number[2]);
}
