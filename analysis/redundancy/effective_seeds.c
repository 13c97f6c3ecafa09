/* The birthday estimate. With C of the N(N-1)/2 pairs the same, C / pairs is an unbiased estimate of sum p_i^2, the chance that two independent draws are; its limits are those of
 * collisions (core/collisions.h), which allow for unequal seeds and for one likely one that few instances show.
 * The least uneven law that they know of is that of equally likely seeds, those drawn and, of those that were not, f1^2 / (2 f2), f1 and f2 the classes of one and of two instances (Chao,
 * Scand. J. Stat. 11, 1984).
 * Instances that were not drawn independently (each seed in its turn) break it: they have too few pairs, and the estimate is too large, by about one part in the number
 * of copies of a seed. Edits blind it. */
#include "analysis/redundancy/effective_seeds.h"

#include "analysis/wording.h"
#include "core/collisions.h"

#include <inttypes.h>
#include <math.h>

hbs_estimate hbs_effective_seeds(const hbs_copy_counts *counts, double level) {
    const double n = (double)counts->instances, pairs = n * (n - 1) / 2, same = (double)counts->pairs;
    hbs_estimate e = {NAN, NAN, NAN, level, counts->instances, "birthday, mid-p limits"};
    if (counts->instances < 2) return e;
    const double once = (double)counts->once, cells = (double)counts->distinct + once * once / (2 * fmax(1, (double)counts->twice));
    const hbs_equal_draws equal = {counts->instances, counts->largest, counts->pairs, counts->triples, cells};
    const hbs_estimate limits = hbs_collision_limits(&equal, level);
    if (counts->pairs) e.estimate = pairs / same;
    e.ci_low = fmax(1, pairs / limits.ci_high);
    e.ci_high = limits.ci_low > 0 ? pairs / limits.ci_low : INFINITY;
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
                                "No two instances are isomorphic: if they were drawn independently, as many seeds stand behind them as %s equally likely ones, or more.", number[1]);
    return hbs_findings_say(out, &finding, "effective_seeds", "", error,
                            "%" PRIu64 " pair%s of instances %s isomorphic, as many as independent draws from %s [%s, %s] equally likely seeds would have. Seeds taken in turn, not drawn, "
                            "make the number too large, and edited copies are not seen: then only the number of classes is sure.",
                            counts->pairs, counts->pairs == 1 ? "" : "s", counts->pairs == 1 ? "is" : "are", number[0], number[1], number[2]);
}
