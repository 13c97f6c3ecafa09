/* The draws are sorted so that strata, cells and units come together. A jackknife over units needs of each unit only what would be missing without it: its part of C and of L. */
#include "core/collisions.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/ordering.h"
#include "core/resampling.h"

#define BELOW .8   /* of 1 - level, for the lower limit */
#define UNSEEN 2.  /* units that equal none, added to the variance */

/* Pairs of a draw, or of a unit, with draws of other units. */
typedef struct partners {
    uint64_t unit;
    double equal, expected;
} partners;

typedef struct counting {
    const hbs_stratum *stratum;
    partners *with;           /* of each draw; then, merged, of each unit */
    uint64_t *unit;           /* of a stratum's draws, rising */
    size_t count;
    double pairs, sum, expected, error; /* equal pairs, their weights; L, which may be as small as a double can be, and its standard error */
    double squares;           /* over pairs of units, of what each adds to `sum` */
    double heaviest, likeliest; /* what a pair of units may add at the most; how much more C might be for one likely cell */
    double level;
} counting;

static int compare_draws(const void *a, const void *b) {
    const hbs_cell_draw *x = a, *y = b;
    if (x->stratum != y->stratum) return x->stratum < y->stratum ? -1 : 1;
    if (x->cell != y->cell) return x->cell < y->cell ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static int by_unit(const void *a, const void *b) {
    const partners *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static double pairs_of(double n) { return n * (n - 1) / 2; }

/* How many of the rising list are less than x, or, with `equal`, no more than x. */
static size_t up_to(const uint64_t *list, size_t count, uint64_t x, bool equal) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (list[middle] < x || (equal && list[middle] == x)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* One cell's draws, by unit; returns how many units they are of. Two units that have k and l of them are k l equal pairs, which come together or not at all. */
static size_t count_cell(counting *c, const hbs_cell_draw *draw, size_t draws) {
    size_t units = 0;
    double equal = 0, squares = 0, fourths = 0, most = 0;
    for (size_t i = 0, end; i < draws; i = end, units++) {
        for (end = i + 1; end < draws && draw[end].unit == draw[i].unit;) end++;
        const double own = (double)(end - i), others = (double)draws - own;
        for (size_t j = i; j < end; j++) c->with[c->count + j].equal = others * draw->weight;
        equal += others * own / 2;
        squares += own * own;
        fourths += own * own * own * own;
        most = fmax(most, own);
    }
    c->pairs += equal;
    c->sum += equal * draw->weight;
    c->squares += (squares * squares - fourths) / 2 * draw->weight * draw->weight;
    c->heaviest = fmax(c->heaviest, draw->weight * most * most);
    return units;
}

static double count_pairs(counting *c, const hbs_cell_draw *draw, size_t draws, size_t *units) {
    double pairs = pairs_of((double)draws);
    for (size_t i = 0; i < draws; i++) c->unit[i] = draw[i].unit;
    qsort(c->unit, draws, sizeof *c->unit, hbs_by_uint64);
    *units = 0;
    for (size_t i = 0, end; i < draws; i = end, ++*units) {
        for (end = i + 1; end < draws && c->unit[end] == c->unit[i];) end++;
        pairs -= pairs_of((double)(end - i));
    }
    return pairs;
}

/* How much a stratum's part of C grows when a cell that has a `share` of the draws is as likely as `high` and the other cells share what is left in proportion. */
static double growth(double part, double of_cell, double share, double high, double at_most) {
    const double rest = share < 1 ? (1 - high) / (1 - share) : 0;
    return at_most * high * high + (part - of_cell) * rest * rest - part;
}

typedef struct cell {
    size_t units, draws;
    double weight, sum; /* of its pairs */
    double high;        /* how likely it may be */
} cell;

static bool is_no_more(const cell *a, const cell *b) { return a->units <= b->units && a->draws <= b->draws && a->weight <= b->weight; }

/* kept[0]: the cell that would add the most if it were as likely as it may be, which is as the exact limit of the share of units that have it; they have as much of it as those that were drawn.
 * kept[1]: the last that would not. */
static void keep_likely_cell(cell kept[2], cell other, size_t draws, size_t units, double level) {
    if (is_no_more(&other, &kept[0]) || is_no_more(&other, &kept[1])) return;
    const double share = (double)other.draws / (double)draws, of_units = (double)other.units / (double)units;
    other.high = fmin(1, share / of_units * hbs_clopper_pearson(other.units, units, level).ci_high);
    const bool adds_more = other.weight * other.high * other.high > kept[0].weight * kept[0].high * kept[0].high;
    kept[adds_more ? 0 : 1] = other;
}

/* The draws of one stratum, by cell. */
static void count_stratum(counting *c, const hbs_cell_draw *draw, size_t draws) {
    const hbs_stratum *s = &c->stratum[draw->stratum];
    size_t units;
    cell kept[2] = {{0}, {0}};
    const double before = c->sum, pairs = count_pairs(c, draw, draws, &units), expected = pairs * s->rate;
    for (size_t from = 0, to; from < draws; from = to) {
        for (to = from + 1; to < draws && draw[to].cell == draw[from].cell;) to++;
        const double others = c->sum;
        const size_t here = count_cell(c, draw + from, to - from);
        keep_likely_cell(kept, (cell){here, to - from, draw[from].weight, c->sum - others, 0}, draws, units, c->level);
        for (size_t i = from; i < to; i++) {
            const size_t own = up_to(c->unit, draws, draw[i].unit, true) - up_to(c->unit, draws, draw[i].unit, false);
            partners *p = &c->with[c->count++];
            p->unit = draw[i].unit;
            p->expected = (double)(draws - own) * s->rate;
        }
    }
    c->expected += expected;
    c->error = hypot(c->error, expected * sqrt(s->uncertainty));
    if (pairs > 0) c->likeliest = fmax(c->likeliest, growth(c->sum - before, kept[0].sum, (double)kept[0].draws / (double)draws, kept[0].high, pairs * kept[0].weight));
}

static void merge_units(counting *c) {
    size_t kept = 0;
    if (c->count) qsort(c->with, c->count, sizeof *c->with, by_unit);
    for (size_t i = 0; i < c->count; i++) {
        if (kept && c->with[kept - 1].unit == c->with[i].unit) {
            c->with[kept - 1].equal += c->with[i].equal;
            c->with[kept - 1].expected += c->with[i].expected;
        } else c->with[kept++] = c->with[i];
    }
    c->count = kept;
}

/* C / L without one unit, times L. */
static double without(void *context, size_t unit) {
    const counting *c = context;
    const double rest = c->expected - c->with[unit].expected;
    return rest > 0 ? (c->sum - c->with[unit].equal) / rest * c->expected : NAN;
}

/* C, and its variance for the same cells as if two units more had been drawn that equal none: of `squares`, the sum of those of what pairs of units add, if all cells are equally likely, whose
 * part in the jackknife is twice that; what this has more is for unequal ones. */
static hbs_sum sum_of(double x, double units, double expected, double squares, double jackknife, double heaviest) {
    const double pairs = pairs_of(units + UNSEEN), of_pairs = squares - x * x / pairs, unseen = UNSEEN * (2 * x / units) * (2 * x / units);
    return (hbs_sum){x, of_pairs + fmax(0, jackknife - 2 * of_pairs) + unseen, heaviest, heaviest * pairs, expected, of_pairs};
}

/* Uniform, chi^2 is 0, the least that it can be, and only the lower limit can miss it; few draws are where the upper one is careful anyway, for what was not seen. So the lower one has most of 1 - level.
 * It is no more than C would be if cells that were never drawn had 1 - tail^(1 / units) of all, the exact limit of what none of the units has. */
static hbs_estimate limits(const hbs_sum *s, double units, double likeliest, double level) {
    const double tail = BELOW * (1 - level);
    hbs_estimate e = hbs_sum_limits(s, tail, 1 - level - tail);
    e.ci_low = fmin(e.ci_low, s->sum * pow(tail, 2 / units));
    e.ci_high = fmax(e.ci_high, s->sum + likeliest);
    e.level = level;
    return e;
}

static hbs_estimate chi2_of(counting *c) {
    hbs_estimate e = {.estimate = NAN, .ci_low = NAN, .ci_high = NAN, .level = c->level, .n = c->count, .method = "collisions, mid-p limits"};
    if (!(c->expected > 0)) return e;
    const double x = c->sum, units = (double)c->count, open = x * (c->error / c->expected);
    hbs_sum s = sum_of(x, units, c->expected, c->squares, hbs_jackknife_variance(c->count, without, c), c->heaviest);
    s.least += open * open;
    s.variance += open * open;
    const hbs_estimate sum = limits(&s, units, c->likeliest, c->level);
    e.estimate = x / c->expected - 1;
    e.ci_low = sum.ci_low / c->expected - 1;
    e.ci_high = sum.ci_high / c->expected - 1;
    return e;
}

/* Without a draw of a cell of c, C is less by c - 1; these sum to 2 C, and their squares to 2 C and 6 times the triples. */
hbs_estimate hbs_collision_limits(const hbs_equal_draws *equal, double level) {
    const double n = (double)equal->draws, x = (double)equal->pairs, all = pairs_of(n), largest = (double)equal->largest;
    const double squares = 6 * (double)equal->triples + 2 * x - 4 * x * x / n, jackknife = n > 2 ? n * (n - 1) / ((n - 2) * (n - 2)) * squares : 0;
    assert(equal->draws > 1);
    const double high = hbs_clopper_pearson(equal->largest, equal->draws, level).ci_high;
    const hbs_sum s = sum_of(x, n, all / equal->cells, x, jackknife, 1);
    hbs_estimate e = limits(&s, n, growth(x, pairs_of(largest), largest / n, high, all), level);
    e.n = equal->draws;
    return e;
}

hbs_status hbs_collisions(hbs_cell_draw *draw, size_t draws, const hbs_stratum *stratum, double level, hbs_collided *out, hbs_error *error) {
    assert(level > 0 && level < 1);
    hbs_status status = HBS_OK;
    counting c = {.stratum = stratum, .heaviest = 1, .level = level};
    HBS_TRY(hbs_allocate(&c.with, draws, sizeof *c.with, error));
    HBS_TRY(hbs_allocate(&c.unit, draws, sizeof *c.unit, error));
    if (draws) qsort(draw, draws, sizeof *draw, compare_draws);
    for (size_t from = 0, to; from < draws; from = to) {
        for (to = from + 1; to < draws && draw[to].stratum == draw[from].stratum;) to++;
        count_stratum(&c, draw + from, to - from);
    }
    merge_units(&c);
    *out = (hbs_collided){c.pairs, c.sum, c.expected, chi2_of(&c)};
done:
    free(c.with);
    free(c.unit);
    return status;
}
