/* The draws are sorted so that strata, cells and units come together. A jackknife over units needs of each unit only what would be missing without it: its part of C and of L. */
#include "core/collisions.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/ordering.h"
#include "core/resampling.h"

#define LEAST_LEVEL 1e-3
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

/* How much a stratum's part of C grows when the cell with the most units is as likely as its exact one-sided limit lets it be and the other cells share what is left in proportion. All of 1 - level
 * is for this side: lower limits hold where one cell decides. */
static double growth(double part, double of_cell, double share, double high, double at_most) {
    const double rest = share < 1 ? (1 - high) / (1 - share) : 0;
    return at_most * high * high + (part - of_cell) * rest * rest - part;
}

/* The draws of one stratum, by cell. */
static void count_stratum(counting *c, const hbs_cell_draw *draw, size_t draws) {
    const hbs_stratum *s = &c->stratum[draw->stratum];
    size_t units, most = 0;
    double weight = 0, of_cell = 0;
    const double before = c->sum, pairs = count_pairs(c, draw, draws, &units), expected = pairs * s->rate;
    for (size_t from = 0, to; from < draws; from = to) {
        for (to = from + 1; to < draws && draw[to].cell == draw[from].cell;) to++;
        const double others = c->sum;
        const size_t here = count_cell(c, draw + from, to - from);
        if (here > most || (here == most && draw[from].weight > weight)) most = here, weight = draw[from].weight, of_cell = c->sum - others;
        for (size_t i = from; i < to; i++) {
            const size_t own = up_to(c->unit, draws, draw[i].unit, true) - up_to(c->unit, draws, draw[i].unit, false);
            partners *p = &c->with[c->count++];
            p->unit = draw[i].unit;
            p->expected = (double)(draws - own) * s->rate;
        }
    }
    c->expected += expected;
    c->error = hypot(c->error, expected * sqrt(s->uncertainty));
    const double high = hbs_clopper_pearson(most, units, fmax(2 * c->level - 1, LEAST_LEVEL)).ci_high;
    if (pairs > 0) c->likeliest = fmax(c->likeliest, growth(c->sum - before, of_cell, (double)most / (double)units, high, pairs * weight));
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

/* Var C by the jackknife, less the variance of single pairs, which it counts twice, and no less than that; as if two units more had been drawn that equal none; and that of L. */
static double variance_of(counting *c) {
    const double n = (double)c->count, units = n * (n - 1) / 2, x = c->sum;
    const double of_pairs = c->squares - x * x / units, jackknife = hbs_jackknife_variance(c->count, without, c) - of_pairs;
    const double unseen = UNSEEN * (2 * x / n) * (2 * x / n), open = x * (c->error / c->expected);
    return fmax(jackknife, of_pairs) + unseen + open * open;
}

static hbs_estimate limits(counting *c) {
    const double x = c->sum;
    hbs_estimate e = {.estimate = NAN, .ci_low = NAN, .ci_high = NAN, .level = c->level, .n = c->count, .method = "collisions, mid-p limits"};
    if (!(c->expected > 0)) return e;
    const hbs_estimate sum = hbs_sum_limits(x, x > 0 ? variance_of(c) : 0, c->heaviest, c->heaviest * pairs_of((double)c->count + UNSEEN), c->level);
    e.estimate = x / c->expected - 1;
    e.ci_low = sum.ci_low / c->expected - 1;
    e.ci_high = fmax(sum.ci_high, x + c->likeliest) / c->expected - 1;
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
    *out = (hbs_collided){c.pairs, c.sum, c.expected, limits(&c)};
done:
    free(c.with);
    free(c.unit);
    return status;
}
