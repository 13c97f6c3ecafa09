/* The b that is found is the largest that suffices, by trying them all, and finding it costs a few times what the last enumeration does. */
#include "analysis/exact/deepening.h"

#include "generators/registry.h"
#include "tests/unit/generators/draw.h"

static hbs_status pass_by(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error) {
    (void)context, (void)drawing, (void)mass, (void)error;
    return HBS_OK;
}

static hbs_status walk(const workbench *bench, uint64_t paths, uint32_t choices, uint32_t bits, hbs_enumeration *out) {
    hbs_error error = {0};
    const hbs_enumeration_bounds bounds = {.paths = paths, .choices = choices, .least_bits = bits};
    const hbs_enumeration_visitor visitor = {.path = pass_by};
    return hbs_enumerate(bench->spec.part[0].generator, &bench->spec.part[0].settings, &bounds, &visitor, NULL, out, &error);
}

static uint64_t seen(const hbs_enumeration *walked) { return walked->paths + walked->cut + walked->closed; }

static uint64_t gains(const hbs_enumeration *walked) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < HBS_ENUMERATION_AHEAD; i++) sum += walked->gain[i];
    return sum;
}

/* By trying b = 1, 2, ..; false: not even 1 suffices. *bits 0: none is needed. */
static bool by_trying(const workbench *bench, uint64_t paths, uint32_t choices, uint32_t *bits, hbs_enumeration *out) {
    bool any = false, more = true;
    hbs_enumeration walked;
    hbs_enumeration_new(&walked);
    for (*bits = 1; more && walk(bench, paths, choices, *bits, &walked) == HBS_OK; ++*bits) {
        any = true;
        mpq_set(out->left_over, walked.left_over);
        more = gains(&walked) > 0;
    }
    *bits = more ? *bits - 1 : 0;
    hbs_enumeration_free(&walked);
    return any;
}

static void check(const workbench *bench, uint64_t paths, uint32_t choices) {
    hbs_enumeration walked, wanted;
    hbs_deepening d = hbs_deepening_start(paths);
    uint64_t all = 0;
    uint32_t bits;
    hbs_status status;
    hbs_enumeration_new(&walked);
    hbs_enumeration_new(&wanted);
    do {
        status = walk(bench, paths, choices, d.bits, &walked);
        all += status == HBS_OK ? seen(&walked) : paths;
    } while (hbs_deepening_more(&d, status, &walked));
    const bool any = by_trying(bench, paths, choices, &bits, &wanted);
    CU_ASSERT_EQUAL(status, any ? HBS_OK : HBS_ERROR_BUDGET);
    CU_ASSERT(!any || (d.said == bits && mpq_equal(walked.left_over, wanted.left_over)));
    CU_ASSERT(all <= 8 * paths);
    hbs_enumeration_free(&walked);
    hbs_enumeration_free(&wanted);
}

static void the_largest_that_suffices(void) {
    static const char *const specs[] = {"sat/sr n=2 k=1", "sat/sr n=2 k=2", "sat/sr n=1 k=1", "sat/sr n=3 p_geo=.9", "sat/uniform n=3 k=2 m=3", "sat/planted n=3 k=2 m=3", "cqc/uniform v1=3 m1=2 v2=2 m2=2"};
    static const uint64_t paths[] = {1, 3, 4, 20, 100, 1000, 5000};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        workbench *const bench = bench_open(specs[s]);
        for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
            check(bench, paths[p], 100);
            check(bench, paths[p], 5);
        }
        bench_close(bench);
    }
}

/* What cut paths would add with the next b is what they add at least. */
static void gains_are_bounds(void) {
    workbench *const bench = bench_open("sat/sr n=3 p_geo=.9");
    hbs_enumeration now, next;
    hbs_enumeration_new(&now);
    hbs_enumeration_new(&next);
    for (uint32_t bits = 1; bits < 10; bits++) {
        CU_ASSERT_EQUAL_FATAL(walk(bench, 100000, 50, bits, &now), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(walk(bench, 100000, 50, bits + 1, &next), HBS_OK);
        CU_ASSERT(seen(&next) >= seen(&now) + now.gain[0]);
        CU_ASSERT_EQUAL(seen(&next) > seen(&now), now.gain[0] > 0);
    }
    hbs_enumeration_free(&now);
    hbs_enumeration_free(&next);
    bench_close(bench);
}

const hbs_test hbs_tests[] = {
    {"the largest that suffices", the_largest_that_suffices},
    {"gains are bounds", gains_are_bounds},
    {NULL, NULL},
};
