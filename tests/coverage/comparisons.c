/* What `analyze compare` and `analyze bias` tell of two samples: ratios of efforts, shares settled, differences of features and sizes; and what `analyze redundancy` tells of repeats. Sides of
 * a comparison are the table that the program loads, filled with simulated rows, and its findings are read as it prints them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/rows.h"
#include "analysis/redundancy/chance_copies.h"
#include "analysis/redundancy/effective_seeds.h"
#include "analysis/means.h"
#include "tests/coverage/coverage.h"

/* One column of values besides whether it is settled; units of one label. */
typedef struct table {
    hbs_both both;
    hbs_dataset dataset[2];
    const hbs_feature *feature[2];
} table;

static void add_row(hbs_both *b, size_t unit, double value, bool settled) {
    const size_t r = b->rows++;
    b->cluster[r] = (uint32_t)unit;
    b->label[r] = 1;
    b->effort[r] = b->value[2 * r] = value;
    b->value[2 * r + 1] = settled;
}

/* a: kind of values, the first side's `factor` times the other's; b: kind of units; c: share settled of the first side, .1 less of the other. */
static void fill(table *t, const setting *s, size_t units, double factor, hbs_rng *rng) {
    hbs_both *const b = &t->both;
    const size_t most = 2 * units * 30;
    t->dataset[0].name = t->dataset[1].name = (char *)"d";
    t->feature[1] = &hbs_settled_feature;
    *b = (hbs_both){.dataset = {&t->dataset[0], &t->dataset[1]}, .feature = t->feature, .columns = 2, .clusters = 2 * units, .clusters_first = units, .solver = {"s", "s"}};
    b->value = calloc(2 * most, sizeof *b->value), b->label = calloc(most, 1);
    b->effort = calloc(most, sizeof *b->effort), b->cluster = calloc(most, sizeof *b->cluster);
    if (!b->value || !b->label || !b->effort || !b->cluster) exit(3);
    for (size_t u = 0; u < 2 * units; u++) {
        const bool second = u >= units;
        const unsigned members = s->b == FAMILIES ? draw_copies(rng) : 1;
        const double together = draw_value((int)s->a, rng), settled = uniform01(rng);
        if (u == units) b->first = b->rows;
        for (unsigned i = 0; i < members; i++) {
            const double value = uniform01(rng) < LIKENESS ? together : draw_value((int)s->a, rng);
            add_row(b, u, second ? value : factor * value, (uniform01(rng) < LIKENESS ? settled : uniform01(rng)) < (second ? s->c - .1 : s->c));
        }
    }
}

static void empty(table *t) {
    free(t->both.value);
    free(t->both.label);
    free(t->both.effort);
    free(t->both.cluster);
}

static outcome difficulty(const setting *s, size_t units, const char *quantity, double factor, double truth, hbs_rng *rng) {
    table t;
    hbs_findings out = {0};
    outcome o = UNDEFINED;
    const hbs_finding head = {.measure = "compare", .dataset = "d"};
    const hbs_measure_options options = {.seed = 1, .level = s->level, .threads = 1};
    fill(&t, s, units, factor, rng);
    if (hbs_compare_difficulty(&t.both, &options, &head, &out, NULL) != HBS_OK) exit(3);
    for (size_t i = 0; i < out.count; i++)
        if (!strcmp(out.item[i].quantity, quantity) && !strcmp(out.item[i].subject, "label=1")) o = covers(&out.item[i].value, truth);
    hbs_findings_free(&out);
    empty(&t);
    return o;
}

static outcome mean_effort(const setting *s, size_t units, hbs_rng *rng) { return difficulty(s, units, "mean_effort_ratio", 2, 2, rng); }
static outcome median_effort(const setting *s, size_t units, hbs_rng *rng) { return difficulty(s, units, "median_effort_ratio", 2, 2, rng); }
static outcome settled(const setting *s, size_t units, hbs_rng *rng) { return difficulty(s, units, "settled_difference", 1, .1, rng); }

static outcome feature_difference(const setting *s, size_t units, hbs_rng *rng) {
    table t;
    fill(&t, s, units, 2, rng);
    hbs_means m;
    if (hbs_means_of_sides(&t.both, t.both.value, 2, 1, &m, NULL) != HBS_OK) exit(3);
    const hbs_estimate e = hbs_means_difference(&m, 0, 1, s->level);
    empty(&t);
    return covers(&e, 1);
}

/* Sizes by label: a: kind of values, twice as large with label 1; b: kind of units; label 1 has a third of single ones and of families. */
typedef struct sizes {
    double *sum, *count; /* two a unit */
} sizes;

static void of_unit(const void *context, size_t unit, double *sum, double *count) {
    const sizes *v = context;
    for (size_t y = 0; y < 2; y++) sum[y] = v->sum[2 * unit + y], count[y] = v->count[2 * unit + y];
}

static outcome size_difference(const setting *s, size_t units, hbs_rng *rng) {
    sizes v = {calloc(2 * units, sizeof *v.sum), calloc(2 * units, sizeof *v.count)};
    hbs_means m;
    if (!v.sum || !v.count) exit(3);
    for (size_t u = 0; u < units; u++) {
        const unsigned members = s->b == FAMILIES ? draw_copies(rng) : s->b == TWINS ? 2 : 1;
        const double together = draw_value((int)s->a, rng);
        for (unsigned i = 0; i < members; i++) {
            const size_t y = s->b == TWINS ? i : u % 3 == 0;
            v.count[2 * u + y]++;
            v.sum[2 * u + y] += (double)(y + 1) * (uniform01(rng) < LIKENESS ? together : draw_value((int)s->a, rng));
        }
    }
    hbs_means_of(&m, 2, units, of_unit, &v);
    const hbs_estimate e = hbs_means_difference(&m, 1, 0, s->level);
    free(v.sum);
    free(v.count);
    return covers(&e, 1);
}

/* ---- repeats ---- */

/* How often each of `kinds` is drawn, and as how many equally likely ones they are: 1 over the chance that two draws are the same. */
static uint32_t *draw_kinds(size_t draws, size_t kinds, bool equal, double *effective, hbs_rng *rng) {
    uint32_t *count = calloc(kinds, sizeof *count);
    double *up_to = calloc(kinds, sizeof *up_to), sum = 0, squares = 0;
    if (!count || !up_to) exit(3);
    for (size_t i = 0; i < kinds; i++) {
        const double weight = equal ? 1 : draw_value(LOGNORMAL, rng);
        squares += weight * weight;
        up_to[i] = sum += weight;
    }
    for (size_t i = 0; i < draws; i++) {
        const double drawn = uniform01(rng) * sum;
        size_t low = 0, high = kinds - 1;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (up_to[middle] > drawn) high = middle;
            else low = middle + 1;
        }
        count[low]++;
    }
    free(up_to);
    *effective = sum * sum / squares;
    return count;
}

/* a: seeds for one instance; b: whether they are equally likely, else by lognormal weights. */
static outcome seeds(const setting *s, size_t n, hbs_rng *rng) {
    const size_t kinds = (size_t)(s->a * (double)n);
    double effective;
    uint32_t *count = draw_kinds(n, kinds, s->b > 0, &effective, rng);
    hbs_copy_counts copies = {.instances = n};
    for (size_t i = 0; i < kinds; i++) {
        const uint64_t c = count[i];
        copies.distinct += c > 0;
        copies.once += c == 1;
        copies.twice += c == 2;
        copies.largest = c > copies.largest ? c : copies.largest;
        copies.pairs += c * (c - (c > 0)) / 2;
        copies.triples += c > 2 ? c * (c - 1) * (c - 2) / 6 : 0;
    }
    free(count);
    const hbs_estimate e = hbs_effective_seeds(&copies, s->level);
    return covers(&e, effective);
}

/* Draws of `kinds` equally likely ones, all single units, of one size and label, a space of which nothing is known. */
static hbs_copies draw_copied(size_t draws, size_t kinds, hbs_rng *rng) {
    hbs_copies copies = {.item = calloc(draws, sizeof *copies.item), .count = draws};
    if (!copies.item) exit(3);
    for (size_t i = 0; i < draws; i++) {
        const uint64_t kind = hbs_rng_below(rng, kinds);
        copies.item[i] = (hbs_copy){.idx = i, .family = i, .space = {NAN, NAN}, .label = 1};
        memcpy(copies.item[i].key[HBS_EQUAL], &kind, sizeof kind);
    }
    return copies;
}

/* a: instances in the space for one drawn, on either side. */
static outcome excess(const setting *s, size_t n, hbs_rng *rng) {
    const size_t kinds = (size_t)(s->a * (double)n);
    hbs_copies own = draw_copied(n, kinds, rng), reference = draw_copied(n, kinds, rng);
    hbs_copy_stratum large, here, there;
    hbs_chance_divide(&own, HBS_EQUAL, &large, &here);
    hbs_chance_match(&own, &reference, true, HBS_EQUAL, &here, &there);
    const hbs_estimate e = hbs_chance_excess(&here, &there, s->level);
    hbs_copies_free(&own);
    hbs_copies_free(&reference);
    return covers(&e, 0);
}

static const row efforts[] = {{"exponential", EXPONENTIAL, SINGLES, .5}, {"lognormal", LOGNORMAL, SINGLES, .5}, {"families, exponential", EXPONENTIAL, FAMILIES, .5}, {"families, lognormal", LOGNORMAL, FAMILIES, .5}, {0}};
static const row shares_settled[] = {{".5 and .4", EVEN, SINGLES, .5}, {".95 and .85", EVEN, SINGLES, .95}, {".1 and 0", EVEN, SINGLES, .1}, {"families, .5 and .4", EVEN, FAMILIES, .5}, {"families, .95 and .85", EVEN, FAMILIES, .95}, {0}};
static const row features[] = {{"uniform values", EVEN, SINGLES, .5}, {"exponential values", EXPONENTIAL, SINGLES, .5}, {"families, uniform values", EVEN, FAMILIES, .5}, {"families, exponential values", EXPONENTIAL, FAMILIES, .5}, {0}};
static const row by_label[] = {{"uniform values", EVEN, SINGLES, 0}, {"exponential values", EXPONENTIAL, SINGLES, 0}, {"twins, uniform values", EVEN, TWINS, 0}, {"twins, exponential values", EXPONENTIAL, TWINS, 0}, {"families, uniform values", EVEN, FAMILIES, 0}, {0}};
static const row seeds_of[] = {{"5 instances a seed", .2, 1, 0}, {"as many seeds as instances", 1, 1, 0}, {"30 seeds an instance", 30, 1, 0},
                               {"unequal, 5 instances a seed", .2, 0, 0}, {"unequal, as many seeds as instances", 1, 0, 0}, {"unequal, 30 seeds an instance", 30, 0, 0}, {0}};
static const row spaces[] = {{"a space of half as many", .5, 0, 0}, {"a space of twice as many", 2, 0, 0}, {"a space of 20 times as many", 20, 0, 0}, {0}};

#define SIZES {30, 60, 100, 400}

#define NEAR_THE_ENDS "conservative where nearly all, or nearly none, are settled: chance has one tail there, and limits allow for two"
#define SEEDS "unequal: lognormal weights, sigma 1; few pairs that are alike are whole numbers"
#define EXCESS "few repeats are whole numbers; their variance is estimated for unequal chances too"

const block comparison_blocks[] = {
    {"Ratio of mean efforts (compare)", "units a side", NULL, NEAR, 4000, SIZES, efforts, mean_effort},
    {"Ratio of median efforts (compare)", "units a side", NULL, NEAR, 4000, SIZES, efforts, median_effort},
    {"Difference of settled shares (compare)", "units a side", NEAR_THE_ENDS, CONSERVATIVE, 4000, SIZES, shares_settled, settled},
    {"Difference of a feature's means (compare)", "units a side", "told only beside a permutation test", NEAR, 4000, SIZES, features, feature_difference},
    {"Difference of mean sizes by label (bias)", "units", NULL, NEAR, 4000, SIZES, by_label, size_difference},
    {"Effective seeds (redundancy)", "N", SEEDS, CONSERVATIVE, 4000, SIZES, seeds_of, seeds},
    {"Excess of repeats, none (redundancy)", "N a side", EXCESS, CONSERVATIVE, 4000, SIZES, spaces, excess},
    {0}};
