/* Repeats say something only where independent uniform draws would not repeat, which depends on the size of the space of one signature and one label
 * (label_space.h); up to isomorphism the space is smaller by the number of renamings at most. Where the number of repeats that chance allows is at most .01, they are held
 * against the sum of these numbers (a Poisson tail: draws of one space repeat, if at all, more evenly than that), so that a few tiny formulas hide no copies of large
 * ones; where it is more, or not known (CQC), against the repeats of the counterparts in the reference. The division is made without a look at the outcome. An instance of a large space
 * repeats whatever equals it: one of the other label, too, as one of the two labels is wrong. Copies that are known to be of one family count once, and so do their counterparts.
 *
 * How much the number of repeats varies: of N independent draws with D distinct ones, f1 of them seen once and f2 twice, Var D is about E D(2N) - E D(N) - f1^2 / N, as draws that are Poisson
 * would give 2N, and the growth is f1 - f2 + f3 - .. (Good, Toulmin, Biometrika 43, 1956), a series that does not settle where most are seen often. f1^2 / (f1 + f2) has its first two terms; it is exact
 * where frequencies are geometric, more than enough where all are equally likely (3 % of the standard error in a space of 2N, 11 % in one of N/2), and leaves f2, the Poisson variance, where repeats are few. f1 - f1^2 / N is
 * the jackknife, so with families, whose members come together, the jackknife over families less f1 f2 / (f1 + f2 + 1) stands for it, f1 and f2 the classes of one and of two families;
 * the one more allows for few classes being seen so rarely: without it .056 of small uniform datasets were marked in place of .05. */
#include "analysis/redundancy/chance_copies.h"

#include <math.h>

#include "analysis/redundancy/label_space.h"

#define EXPECTED_SMALL .01 /* of a signature and label: its space is large */

static bool is_same_group(const hbs_copy *a, const hbs_copy *b) { return a->signature == b->signature && a->label == b->label; }

static size_t end_of_group(const hbs_copies *l, size_t from) {
    size_t to = from + 1;
    while (to < l->count && is_same_group(&l->item[to], &l->item[from])) to++;
    return to;
}

/* Does chance repeat here, as far as is known? Of a single one, whether a second would. */
static bool is_small(const hbs_copy *group, size_t size, hbs_sameness by) { return !(hbs_label_space_repeats((double)(size > 1 ? size : 2), group->space[by]) <= EXPECTED_SMALL); }

/* Is it a known copy of the one before it, by key? */
static bool is_own_copy(const hbs_copies *l, size_t i, hbs_sameness by) { return l->families && i > 0 && l->item[i].family == l->item[i - 1].family && hbs_is_copy(&l->item[i], &l->item[i - 1], by); }

/* Of instances in large spaces. */
static uint64_t repeats_in_large(hbs_copies *l, hbs_sameness by) {
    uint64_t repeats = 0;
    hbs_copies_sort(l, by);
    for (size_t from = 0, to; from < l->count; from = to) {
        uint64_t here = 0, elsewhere = 0;
        for (to = from; to < l->count && hbs_is_copy(&l->item[from], &l->item[to], by); to++) {
            if (is_own_copy(l, to, by)) continue;
            if (l->item[to].large) here++;
            else elsewhere++;
        }
        repeats += here && !elsewhere ? here - 1 : here;
    }
    return repeats;
}

/* Of those compared, the copies of what their own family has before them are compared no more. */
static void leave_out_own_copies(hbs_copies *l, hbs_sameness by) {
    bool has_one = false;
    hbs_copies_sort(l, by);
    for (size_t i = 0; i < l->count; i++) {
        has_one = has_one && is_own_copy(l, i, by);
        l->item[i].compared = l->item[i].compared && !has_one;
        has_one = has_one || l->item[i].compared;
    }
}

/* The jackknife over families of repeats less their share of instances: what one takes away are its instances less the classes that are its own. */
static double jackknife(hbs_copies *l, const hbs_copy_stratum *s) {
    const double distinct = 1 - (double)s->repeats / (double)s->instances;
    double families = 0, sum = 0, squares = 0;
    hbs_copies_sort_by_family(l);
    for (size_t from = 0, to; from < l->count; from = to) {
        double instances = 0, own = 0;
        for (to = from; to < l->count && l->item[to].family == l->item[from].family; to++) instances += l->item[to].compared, own += l->item[to].sole;
        const double change = distinct * instances - own;
        families += instances > 0;
        sum += change;
        squares += change * change;
    }
    return squares - sum * sum / families;
}

/* Of those compared; equal ones may be of different groups, as clauses that a sequence repeats count once. */
static hbs_copy_stratum count_compared(hbs_copies *l, hbs_sameness by) {
    hbs_copy_stratum s = {.expected = NAN};
    double of_families[3] = {0}; /* classes of one family, of two, of more */
    leave_out_own_copies(l, by);
    for (size_t from = 0, to; from < l->count; from = to) {
        hbs_copy *first = NULL;
        unsigned families = 0;
        uint64_t family = 0;
        for (to = from; to < l->count && hbs_is_copy(&l->item[from], &l->item[to], by); to++) {
            hbs_copy *const item = &l->item[to];
            item->sole = false;
            if (!item->compared) continue;
            s.instances++;
            s.repeats += first != NULL;
            families += !first || item->family != family;
            family = item->family;
            if (!first) first = item;
        }
        if (!first) continue;
        first->sole = families == 1;
        of_families[families < 3 ? families - 1 : 2]++;
    }
    const double once = of_families[0], twice = of_families[1];
    if (s.instances) s.variance = fmax(1, jackknife(l, &s) - once * twice / (once + twice + 1));
    return s;
}

/* As of so many independent trials as would make the number of repeats vary as much. */
static hbs_estimate share_of_repeats(const hbs_copy_stratum *s, double level) {
    const double repeats = (double)s->repeats, n = (double)s->instances;
    return hbs_jeffreys(repeats / n, repeats > 0 ? repeats * (n - repeats) / s->variance : n, level);
}

hbs_estimate hbs_chance_excess(const hbs_copy_stratum *here, const hbs_copy_stratum *there, double level) {
    const hbs_estimate a = share_of_repeats(here, level), b = share_of_repeats(there, level);
    hbs_estimate e = hbs_recover_difference(&a, &b, 0, level);
    e.n = here->instances;
    e.method = "difference of jeffreys limits";
    return e;
}

void hbs_chance_divide(hbs_copies *l, hbs_sameness by, hbs_copy_stratum *large, hbs_copy_stratum *small) {
    *large = (hbs_copy_stratum){0};
    hbs_copies_sort_in_groups(l, by);
    for (size_t from = 0, to; from < l->count; from = to) {
        to = end_of_group(l, from);
        const bool is_large = !is_small(l->item + from, to - from, by);
        for (size_t i = from; i < to; i++) {
            l->item[i].large = is_large;
            l->item[i].compared = !is_large && l->item[i].label >= 0;
        }
        if (!is_large) continue;
        large->instances += to - from;
        large->expected += hbs_label_space_repeats((double)(to - from), l->item[from].space[by]);
    }
    large->repeats = repeats_in_large(l, by);
    *small = count_compared(l, by);
}

/* Compared are those that have a counterpart, and these; a counterpart is of the family that its instance is of. */
static void match_instances(hbs_copies *own, hbs_copies *reference) {
    size_t r = 0;
    hbs_copies_sort_by_idx(own);
    hbs_copies_sort_by_idx(reference);
    reference->families = own->families;
    for (size_t i = 0; i < own->count; i++) {
        while (r < reference->count && reference->item[r].idx < own->item[i].idx) r++;
        const bool paired = r < reference->count && reference->item[r].idx == own->item[i].idx;
        own->item[i].compared = own->item[i].compared && paired;
        if (!paired) continue;
        reference->item[r].compared = own->item[i].compared;
        reference->item[r].family = own->item[i].family;
    }
}

static size_t keep_compared(hbs_copy *group, size_t size, bool keep) {
    size_t compared = 0;
    for (size_t i = 0; i < size; i++) {
        group[i].compared = keep && group[i].compared;
        compared += group[i].compared;
    }
    return compared;
}

/* Where no instance stands for another, groups of as many do: more draws of one space repeat more often. */
static void match_groups(hbs_copies *own, hbs_copies *reference, hbs_sameness by) {
    size_t r = 0;
    for (size_t i = 0; i < reference->count; i++) reference->item[i].compared = true;
    leave_out_own_copies(reference, by);
    hbs_copies_sort_in_groups(own, by);
    hbs_copies_sort_in_groups(reference, by);
    for (size_t from = 0, to; from < own->count; from = to) {
        hbs_copy *const group = own->item + from;
        to = end_of_group(own, from);
        while (r < reference->count && (reference->item[r].signature < group->signature ||
                                        (reference->item[r].signature == group->signature && reference->item[r].label < group->label)))
            reference->item[r++].compared = false;
        const size_t end = r < reference->count && is_same_group(&reference->item[r], group) ? end_of_group(reference, r) : r;
        const bool paired = keep_compared(group, to - from, true) == keep_compared(reference->item + r, end - r, true);
        keep_compared(group, to - from, paired);
        keep_compared(reference->item + r, end - r, paired);
        r = end;
    }
    keep_compared(reference->item + r, reference->count - r, false);
}

void hbs_chance_match(hbs_copies *own, hbs_copies *reference, bool matched, hbs_sameness by, hbs_copy_stratum *here, hbs_copy_stratum *there) {
    if (matched) match_instances(own, reference);
    else match_groups(own, reference, by);
    *here = count_compared(own, by);
    *there = count_compared(reference, by);
}

double hbs_poisson_tail(uint64_t count, double mean) {
    if (count == 0) return 1;
    if (mean <= 0) return 0;
    if ((double)count <= mean) return 1; /* no surprise; the exact number is not needed */
    int sign;
    double term = exp(-mean + (double)count * log(mean) - lgamma_r((double)count + 1, &sign)), sum = 0;
    for (double k = (double)count; term > 1e-18 * sum && term > 0; k++) {
        sum += term;
        term *= mean / (k + 1);
    }
    return fmin(1, sum);
}
