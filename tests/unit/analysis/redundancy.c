/* Copies counted on datasets made by hand, and repeats in a space so small that uniform draws repeat too. */
#include <math.h>
#include <stdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/redundancy/chance_copies.h"
#include "analysis/redundancy/effective_seeds.h"
#include "tests/unit/audited.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/test.h"

/* Over 30 variables no two uniform formulas are equal by chance. `shape` picks one; the order of clauses and literals differs with `turned`. */
static void add(audited *a, const hbs_dataset *d, uint64_t idx, uint64_t unit, int label, const char *split, int32_t shape, bool turned) {
    int32_t literals[200], *at = literals;
    for (int32_t c = 0; c < 20; c++) {
        const int32_t k = turned ? 19 - c : c, x = 1 + (k * 7 + shape) % 30, y = 1 + (k * 7 + shape + 11) % 30, z = 1 + (k * 7 + shape + 5) % 30;
        *at++ = turned ? z : x;
        *at++ = -y;
        *at++ = turned ? x : z;
        *at++ = 0;
    }
    *at = 0;
    audited_add(a, d, idx, unit, label, split, 30, literals);
}

static double value(const hbs_findings *f, const char *quantity, const char *subject) {
    const hbs_finding *found = audited_find(f, "redundancy", quantity, subject);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found->value.estimate;
}

static hbs_weight weight(const hbs_findings *f, const char *quantity, const char *subject) {
    const hbs_finding *found = audited_find(f, "redundancy", quantity, subject);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found->weight;
}

/* One atom of few terms is likely to come again, with the same constant; counterparts have the constants of their instances, and repeat as often. */
static void constants_are_no_copies(void) {
    int marked = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        audited a;
        const hbs_measure_options options = {.seed = seed, .threads = 1};
        audited_one(&a, "redundancy", "cqc/uniform v1=1 m1=2 v2=1 m2=1 constants=3", 100, seed, false, &options);
        marked += weight(&a.findings, "excess_repeats", "") == HBS_FINDING_BIAS;
        audited_close(&a);
    }
    CU_ASSERT(marked <= 4); /* one is expected at most */
}

static void copies_are_counted(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    add(&a, &d, 0, 0, 1, "train", 1, false);
    add(&a, &d, 1, 0, 1, "train", 1, true); /* a copy within its unit, clauses and literals in another order */
    add(&a, &d, 2, 1, 1, "test", 1, false); /* and one of another unit, in another split */
    add(&a, &d, 3, 2, 0, "test", 2, false);
    add(&a, &d, 4, 3, 1, "train", 2, true); /* labels that contradict each other */
    add(&a, &d, 5, 4, 0, "test", 3, false);
    add(&a, &d, 6, 5, 0, "test", 3, false);
    add(&a, &d, 7, 6, -1, NULL, 4, false);
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_DOUBLE_EQUAL(value(&f, "repeats", NULL), 4. / 8, 1e-12);
    CU_ASSERT_EQUAL(weight(&f, "repeats", NULL), HBS_FINDING_BIAS);
    CU_ASSERT_EQUAL(value(&f, "distinct", NULL), 4);
    CU_ASSERT_EQUAL(value(&f, "largest_group", NULL), 3);
    CU_ASSERT_EQUAL(value(&f, "conflicting_pairs", NULL), 1);
    CU_ASSERT_EQUAL(weight(&f, "conflicting_pairs", NULL), HBS_FINDING_BIAS);
    CU_ASSERT_DOUBLE_EQUAL(value(&f, "shared_across_splits", "split=train"), 3. / 3, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(value(&f, "shared_across_splits", "split=test"), 2. / 4, 1e-12);
    const char *sentence = audited_find(&f, "redundancy", "repeats", NULL)->sentence;
    CU_ASSERT(strstr(sentence, "3 of another unit, 1 of their own") != NULL);
    CU_ASSERT_PTR_NULL(audited_find(&f, "redundancy", "excess_repeats", NULL));
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void no_copies_are_no_bias(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/sr n=10..20", 200, 1, false, "train=.5,test=.5");
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    for (size_t i = 0; i < f.count; i++) CU_ASSERT_NOT_EQUAL(f.item[i].weight, HBS_FINDING_BIAS);
    CU_ASSERT_EQUAL(value(&f, "repeats", NULL), 0);
    CU_ASSERT_EQUAL(value(&f, "shared_across_splits", "split=test"), 0);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* 66 sets of two 2-clauses over three variables: hundreds of draws repeat, as uniform draws must. Only the reference can weigh that. */
static void small_spaces_repeat_by_themselves(void) {
    audited a;
    audited_one(&a, "redundancy", "sat/uniform n=3 k=2 m=2", 100, 1, false, NULL);
    const hbs_finding *repeats = audited_find(&a.findings, "redundancy", "repeats", NULL);
    CU_ASSERT(isnan(repeats->null_value));
    CU_ASSERT_DOUBLE_EQUAL(repeats->value.estimate, (100 - 66 * (1 - pow(1 - 1. / 66, 100))) / 100, .1);
    CU_ASSERT_EQUAL(repeats->weight, HBS_FINDING_PLAIN);
    CU_ASSERT_EQUAL(weight(&a.findings, "excess_repeats", NULL), HBS_FINDING_NONE);
    audited_close(&a);
}

/* Five 2-clauses over six variables: 5.5 million sets, few of them unsatisfiable. 200 draws with that label repeat where 200 of the signature would not,
 * which is no bias. */
static void a_rare_label_repeats_by_itself(void) {
    uint64_t repeated = 0, marked = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        audited a;
        audited_one(&a, "redundancy", "sat/uniform n=6 k=2 m=5 label=0", 200, seed, false, NULL);
        repeated += value(&a.findings, "repeats", NULL) > 0;
        for (size_t i = 0; i < a.findings.count; i++) marked += a.findings.item[i].weight == HBS_FINDING_BIAS;
        audited_close(&a);
    }
    CU_ASSERT(repeated >= 8);
    CU_ASSERT(marked <= 2);
}

/* In the same small space, a dataset that copies is found out by its reference. */
static void copies_of_a_rare_label_are_found(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 100; i++) {
        const int32_t x = 1 + (int32_t)(i % 6), y = 1 + (int32_t)((i + 1) % 6), z = 1 + (int32_t)((i + 2 + i / 6 % 3) % 6);
        const int32_t literals[] = {x, y, 0, x, -y, 0, -x, y, 0, -x, -y, 0, x, z, 0, 0};
        audited_add(&a, &d, i, i, 0, NULL, 6, literals);
    }
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_EQUAL(weight(&f, "excess_repeats", NULL), HBS_FINDING_BIAS);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Sequences that repeat different clauses of one set are equal, though not of one signature; and a reference there is to say how often that happens. */
static void equal_formulas_of_different_signatures_are_weighed(void) {
    audited a;
    static const int32_t once[] = {1, 2, 0, 1, 2, 0, 3, 0, 0}, twice[] = {1, 2, 0, 3, 0, 3, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    audited_add(&a, &d, 0, 0, 1, NULL, 3, once);
    audited_add(&a, &d, 1, 1, 1, NULL, 3, twice);
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    const hbs_finding *excess = audited_find(&f, "redundancy", "excess_repeats", NULL);
    CU_ASSERT_DOUBLE_EQUAL(value(&f, "repeats", NULL), .5, 1e-12);
    CU_ASSERT(excess != NULL && strstr(excess->sentence, "1 of 2 instances is an exact copy of one before") != NULL && excess->value.n == 2);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Copies of large formulas stay a bias beside a few tiny ones, whose space is so small that their repeats mean nothing. */
static void tiny_formulas_hide_no_copies(void) {
    audited a;
    static const int32_t tiny[] = {1, 2, 0, -1, 3, 0, 0};
    for (int copied = 0; copied < 2; copied++) {
        audited_open(&a);
        hbs_dataset d = audited_create(&a, "d", HBS_SAT);
        for (uint64_t i = 0; i < 24; i++) add(&a, &d, i, i, 1, NULL, copied && i >= 20 ? 1 + (int32_t)i % 20 : 1 + (int32_t)i, false);
        for (uint64_t i = 24; i < 28; i++) audited_add(&a, &d, i, i, 1, NULL, 3, tiny);
        audited_finish(&a, &d);
        hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
        CU_ASSERT_EQUAL(weight(&f, "repeats", NULL), copied ? HBS_FINDING_BIAS : HBS_FINDING_NONE);
        CU_ASSERT_DOUBLE_EQUAL(value(&f, "repeats", NULL), copied ? 7. / 28 : 3. / 28, 1e-12);
        const hbs_finding *excess = audited_find(&f, "redundancy", "excess_repeats", NULL);
        CU_ASSERT(excess != NULL && strstr(excess->sentence, "3 of 4 instances are exact copies of one before") != NULL && excess->weight == HBS_FINDING_NONE);
        hbs_findings_free(&f);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

/* Fifty formulas and sixty renamed copies of each: the classes are found again, and so is their number by the birthday estimate. */
static void augmented_copies_are_found(void) {
    audited a;
    audited_open(&a);
    hbs_dataset seeds = audited_make(&a, "seeds", "sat/uniform n=20 m=85", 50, 1, true, NULL);
    hbs_dataset d = audited_make(&a, "d", "sat/augment from=seeds", 3000, 2, false, NULL);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_EQUAL(value(&f, "distinct", NULL), 3000);
    CU_ASSERT_EQUAL(value(&f, "classes", NULL), 50);
    CU_ASSERT_EQUAL(value(&f, "largest_class", NULL), 60);
    CU_ASSERT_DOUBLE_EQUAL(value(&f, "isomorphic_repeats", NULL), 2950. / 3000, 1e-12);
    CU_ASSERT_EQUAL(weight(&f, "isomorphic_repeats", NULL), HBS_FINDING_PLAIN); /* families that are known */
    const hbs_estimate e = audited_find(&f, "redundancy", "effective_seeds", NULL)->value;
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, 50.83, .01);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, 50.43, .05);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, 51.13, .05);
    hbs_findings_free(&f);
    hbs_dataset_free(&seeds);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Copies under other names that nobody owned up to, parted by the split; `shape` x and its image under v -> 31 - v, all signs turned. */
static void renamed_copies_leak(void) {
    audited a;
    int32_t literals[200], *at = literals;
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    add(&a, &d, 0, 0, 1, "train", 1, false);
    add(&a, &d, 1, 1, 0, "train", 9, false);
    for (int32_t k = 0; k < 20; k++) {
        const int32_t x = 1 + (k * 7 + 1) % 30, y = 1 + (k * 7 + 12) % 30, z = 1 + (k * 7 + 6) % 30;
        *at++ = x - 31, *at++ = 31 - y, *at++ = z - 31, *at++ = 0;
    }
    *at = 0;
    audited_add(&a, &d, 2, 2, 1, "test", 30, literals);
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_EQUAL(value(&f, "repeats", NULL), 0);
    CU_ASSERT_EQUAL(value(&f, "shared_across_splits", "split=test"), 0);
    CU_ASSERT_EQUAL(value(&f, "isomorphic_across_splits", "split=test"), 1);
    CU_ASSERT(value(&f, "isomorphic_across_splits", "split=train") >= .5);
    CU_ASSERT_EQUAL(weight(&f, "isomorphic_across_splits", "split=test"), HBS_FINDING_BIAS);
    CU_ASSERT(strstr(audited_find(&f, "redundancy", "isomorphic_across_splits", "split=test")->sentence, "all satisfiable") != NULL);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static hbs_copy_counts classes_of(const uint64_t *count, size_t classes) {
    hbs_copy_counts c = {0};
    for (size_t i = 0; i < classes; i++) {
        const uint64_t k = count[i];
        c.instances += k;
        c.distinct += k > 0;
        c.once += k == 1;
        c.twice += k == 2;
        c.pairs += k * (k - (k > 0)) / 2;
        c.triples += k > 2 ? k * (k - 1) * (k - 2) / 6 : 0;
        if (k > c.largest) c.largest = k;
    }
    return c;
}

/* What the birthday estimate says where the counts are known: each of 1000 seeds three times (normal limits, .04 and .01, of a variance of 3000 and two more instances); two pairs; none. */
static void seeds_behind_a_dataset(void) {
    uint64_t count[1000];
    for (size_t i = 0; i < 1000; i++) count[i] = 3;
    hbs_copy_counts c = classes_of(count, 1000);
    hbs_estimate e = hbs_effective_seeds(&c, .95);
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, 1499.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, 1499.5 / (1 + 2.326 / sqrt(2995)), 2);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, 1499.5 / (1 - 1.751 / sqrt(2995)), 2);
    for (size_t i = 0; i < 98; i++) count[i] = i < 2 ? 2 : 1;
    c = classes_of(count, 98);
    e = hbs_effective_seeds(&c, .95);
    double likely = hbs_clopper_pearson(2, 100, .95).ci_high;
    CU_ASSERT_DOUBLE_EQUAL(e.estimate, 2475, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, 4950 / (4950 * likely * likely + pow((1 - likely) / .98, 2)), 1e-6); /* the likelier one as likely as it can be */
    CU_ASSERT_DOUBLE_EQUAL(e.ci_high, 4950 / .4317, 30); /* Poisson, mid-p: .04 = 1 - e^-x (1 + x + x^2 / 4) */
    for (size_t i = 0; i < 100; i++) count[i] = 1;
    c = classes_of(count, 100);
    e = hbs_effective_seeds(&c, .95);
    likely = hbs_clopper_pearson(1, 100, .95).ci_high;
    CU_ASSERT(isnan(e.estimate) && isinf(e.ci_high));
    CU_ASSERT_DOUBLE_EQUAL(e.ci_low, 1 / (likely * likely), 1e-6);
}

/* Intervals of the estimate cover 1 / sum p^2, over seeds that are equally likely and over seeds that are not. */
static void seeds_are_covered(void) {
    enum { RUNS = 400, SEEDS = 300, DRAWS = 200 };
    for (unsigned skewed = 0; skewed < 2; skewed++) {
        uint64_t covered = 0;
        hbs_rng rng;
        hbs_rng_seed(&rng, 9, skewed, HBS_LANE_INSTANCE);
        for (int run = 0; run < RUNS; run++) {
            uint64_t count[SEEDS] = {0};
            for (int i = 0; i < DRAWS; i++) count[skewed && hbs_rng_below(&rng, 4) == 0 ? hbs_rng_below(&rng, 10) : hbs_rng_below(&rng, SEEDS)]++;
            const hbs_copy_counts c = classes_of(count, SEEDS);
            const hbs_estimate e = hbs_effective_seeds(&c, .95);
            const double p = .75 / SEEDS, truth = skewed ? 1 / (10 * (p + .025) * (p + .025) + (SEEDS - 10) * p * p) : SEEDS;
            covered += e.ci_low <= truth && truth <= e.ci_high;
        }
        CU_ASSERT((double)covered >= .92 * RUNS);
    }
}

/* Families of up to `most` instances, each of one of `kinds` equally likely ones: all of a family the same. */
static hbs_copies drawn(size_t count, uint64_t most, uint64_t kinds, hbs_rng *rng) {
    hbs_copies copies = {.item = calloc(count, sizeof *copies.item), .count = count};
    CU_ASSERT_FATAL(copies.item != NULL);
    for (size_t i = 0, family = 0; i < count; family++) {
        const uint64_t kind = hbs_rng_below(rng, kinds), members = 1 + hbs_rng_below(rng, most);
        for (uint64_t j = 0; j < members && i < count; j++, i++) {
            copies.item[i] = (hbs_copy){.idx = i, .family = family, .space = {NAN, NAN}, .label = 1};
            memcpy(copies.item[i].key[HBS_EQUAL], &kind, sizeof kind);
        }
    }
    return copies;
}

/* Datasets of the same law: the variance that is estimated is that of the number of repeats, or up to half more where families meet in a small space, and the excess covers 0, also where families bring repeats of their own. */
static void the_excess_of_repeats(void) {
    enum { RUNS = 500, DRAWS = 120 };
    static const struct { uint64_t most, kinds; } law[] = {{1, 60}, {1, 240}, {1, 1000}, {7, 1000}, {4, 60}};
    for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
        double sum = 0, squares = 0, variance = 0;
        unsigned covered = 0;
        hbs_rng rng;
        hbs_rng_seed(&rng, 21, k, HBS_LANE_INSTANCE);
        for (int run = 0; run < RUNS; run++) {
            hbs_copies own = drawn(DRAWS, law[k].most, law[k].kinds, &rng), reference = drawn(DRAWS, law[k].most, law[k].kinds, &rng);
            hbs_copy_stratum large, here, there;
            hbs_chance_divide(&own, HBS_EQUAL, &large, &here);
            hbs_chance_match(&own, &reference, true, HBS_EQUAL, &here, &there);
            const hbs_estimate e = hbs_chance_excess(&here, &there, .95);
            const double repeats = (double)here.repeats;
            CU_ASSERT(here.instances == DRAWS && e.n == DRAWS);
            CU_ASSERT_DOUBLE_EQUAL(e.estimate, (repeats - (double)there.repeats) / DRAWS, 1e-12);
            covered += e.ci_low <= 0 && 0 <= e.ci_high;
            sum += repeats, squares += repeats * repeats, variance += here.variance / RUNS;
            hbs_copies_free(&own);
            hbs_copies_free(&reference);
        }
        const double true_variance = (squares - sum * sum / RUNS) / (RUNS - 1);
        CU_ASSERT(covered >= .93 * RUNS);
        CU_ASSERT(variance > .85 * true_variance && variance < 1.5 * true_variance);
    }
}

/* Copies of known families beside independent draws of the same law, instance by instance or group by group: what families have of their own is no excess, and what they share with each other is seen. */
static void known_families_bring_no_excess(void) {
    enum { RUNS = 400, DRAWS = 120 };
    for (int matched = 0; matched < 2; matched++) {
        unsigned covered = 0, found = 0;
        hbs_rng rng;
        hbs_rng_seed(&rng, 22, (uint64_t)matched, HBS_LANE_INSTANCE);
        for (int run = 0; run < RUNS; run++) {
            hbs_copies own = drawn(DRAWS, 7, 200, &rng), reference = drawn(DRAWS, matched ? 1 : 7, 200, &rng);
            hbs_copy_stratum large, here, there;
            own.families = true;
            reference.families = !matched;
            if (!matched) /* as many families on both sides */
                for (size_t i = 0; i < DRAWS; i++) reference.item[i].family = own.item[i].family, memcpy(reference.item[i].key, own.item[i].key, sizeof own.item[i].key);
            for (size_t i = 0; run % 2 && i < DRAWS; i++) own.item[i].key[HBS_EQUAL][0] &= 15;
            hbs_chance_divide(&own, HBS_EQUAL, &large, &here);
            CU_ASSERT(here.instances < DRAWS / 2 && large.instances == 0);
            const uint64_t instances = here.instances;
            hbs_chance_match(&own, &reference, matched, HBS_EQUAL, &here, &there);
            if (matched || !(run % 2)) {
                CU_ASSERT_FATAL(here.instances == instances && there.instances == instances);
                const hbs_estimate e = hbs_chance_excess(&here, &there, .95);
                if (run % 2) found += e.ci_low > 0;
                else covered += e.ci_low <= 0 && 0 <= e.ci_high;
            }
            hbs_copies_free(&own);
            hbs_copies_free(&reference);
        }
        CU_ASSERT(covered >= .93 * RUNS / 2);
        CU_ASSERT(!matched || found >= .9 * RUNS / 2);
    }
}

/* Three in four repeat at least, of their own families: but for chance nothing is marked. */
static void families_alone_are_no_bias(void) {
    static const struct { const char *seeds, *copies; } of[] = {{"cqc/uniform v1=8 m1=12 v2=6 m2=6", "cqc/augment from=seeds edits=0 relations=yes"}, {"sat/uniform n=4 k=2 m=4", "sat/augment from=seeds rename=yes"}};
    unsigned marked = 0;
    for (uint64_t i = 0; i < 10; i++) {
        audited a;
        audited_open(&a);
        hbs_dataset seeds = audited_make(&a, "seeds", of[i % 2].seeds, 50, i, false, NULL), d = audited_make(&a, "d", of[i % 2].copies, 200, i, false, NULL);
        hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
        CU_ASSERT(value(&f, "isomorphic_repeats", NULL) >= .75);
        for (size_t j = 0; j < f.count; j++) marked += f.item[j].weight == HBS_FINDING_BIAS;
        hbs_findings_free(&f);
        hbs_dataset_free(&seeds);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
    CU_ASSERT(marked <= 2);
}

/* Two families from two seeds that are one formula: what they share counts once, whatever each has of its own. */
static void families_that_are_one_are_found(void) {
    audited a;
    audited_open(&a);
    hbs_dataset seeds = audited_create(&a, "seeds", HBS_SAT);
    for (uint64_t i = 0; i < 20; i++) add(&a, &seeds, i, i, 1, NULL, i ? (int32_t)i : 1, false);
    audited_finish(&a, &seeds);
    hbs_dataset d = audited_make(&a, "d", "sat/augment from=seeds", 200, 2, false, NULL);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    const hbs_finding *r = audited_find(&f, "redundancy", "isomorphic_repeats", NULL);
    const uint64_t classes = (uint64_t)value(&f, "classes", NULL);
    char across[60];
    snprintf(across, sizeof across, ": %d of another family, 180 of their own; independent", (int)(20 - classes));
    CU_ASSERT(classes < 20 && r->weight == HBS_FINDING_BIAS && strstr(r->sentence, across) != NULL);
    hbs_findings_free(&f);
    hbs_dataset_free(&seeds);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* In a large space a formula under both labels is one that comes again, however many there are of either label. */
static void copies_with_different_labels_are_copies(void) {
    for (uint64_t others = 0; others < 10; others += 9) {
        audited a;
        audited_open(&a);
        hbs_dataset d = audited_create(&a, "d", HBS_SAT);
        for (uint64_t i = 0; i < others; i++) add(&a, &d, i, i, 1, NULL, 2 + (int32_t)i, false);
        add(&a, &d, others, others, 1, NULL, 1, false);
        add(&a, &d, others + 1, others + 1, 0, NULL, 1, true);
        audited_finish(&a, &d);
        hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
        CU_ASSERT_EQUAL(weight(&f, "repeats", NULL), HBS_FINDING_BIAS);
        CU_ASSERT_EQUAL(weight(&f, "conflicting_pairs", NULL), HBS_FINDING_BIAS);
        CU_ASSERT_PTR_NULL(strstr(audited_find(&f, "redundancy", "repeats", NULL)->sentence, "where draws"));
        hbs_findings_free(&f);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

/* Where repeats were refused, that there are none says nothing of chance, nor of how many seeds there were. */
static void refused_repeats_are_not_looked_for(void) {
    for (int distinct = 0; distinct < 2; distinct++) {
        audited a;
        audited_open(&a);
        hbs_dataset d = make_ok(a.catalog, "d", "sat/uniform n=20 m=85", &(hbs_make_options){.count = 40, .seed = 1, .distinct = distinct});
        hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
        CU_ASSERT_EQUAL(weight(&f, "repeats", NULL), distinct ? HBS_FINDING_PLAIN : HBS_FINDING_NONE);
        CU_ASSERT_EQUAL(weight(&f, "isomorphic_repeats", NULL), distinct ? HBS_FINDING_PLAIN : HBS_FINDING_NONE);
        CU_ASSERT_EQUAL(weight(&f, "effective_seeds", NULL), distinct ? HBS_FINDING_NOT_APPLICABLE : HBS_FINDING_PLAIN);
        hbs_findings_free(&f);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

/* The catalog keeps what was found, for those who ask it in SQL. */
static void canonical_hashes_are_kept(void) {
    audited a;
    audited_one(&a, "redundancy", "sat/uniform n=4 k=2 m=3", 40, 1, false, NULL);
    sqlite3_stmt *statement = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(hbs_catalog_sqlite(a.catalog), "SELECT count(canonical_hash), count(DISTINCT canonical_hash) FROM instance WHERE dataset = ?1", -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_int64(statement, 1, a.dataset.id);
    CU_ASSERT_EQUAL(sqlite3_step(statement), SQLITE_ROW);
    CU_ASSERT_EQUAL(sqlite3_column_int64(statement, 0), 40);
    CU_ASSERT_EQUAL((double)sqlite3_column_int64(statement, 1), value(&a.findings, "classes", NULL));
    CU_ASSERT(value(&a.findings, "classes", NULL) <= 16); /* there are no more: tests/data/exact/sat_counts_n4_k2.json */
    sqlite3_finalize(statement);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"copies are counted", copies_are_counted},
    {"constants are no copies", constants_are_no_copies},
    {"no copies are no bias", no_copies_are_no_bias},
    {"tiny formulas hide no copies", tiny_formulas_hide_no_copies},
    {"a rare label repeats by itself", a_rare_label_repeats_by_itself},
    {"copies of a rare label are found", copies_of_a_rare_label_are_found},
    {"equal formulas of different signatures are weighed", equal_formulas_of_different_signatures_are_weighed},
    {"augmented copies are found", augmented_copies_are_found},
    {"renamed copies leak", renamed_copies_leak},
    {"seeds behind a dataset", seeds_behind_a_dataset},
    {"seeds are covered", seeds_are_covered},
    {"the excess of repeats", the_excess_of_repeats},
    {"known families bring no excess", known_families_bring_no_excess},
    {"families alone are no bias", families_alone_are_no_bias},
    {"families that are one are found", families_that_are_one_are_found},
    {"copies with different labels are copies", copies_with_different_labels_are_copies},
    {"refused repeats are not looked for", refused_repeats_are_not_looked_for},
    {"canonical hashes are kept", canonical_hashes_are_kept},
    {"small spaces repeat by themselves", small_spaces_repeat_by_themselves},
    {NULL, NULL},
};
