/* A plugin in its own process gives what it gives in this one: instances, claims, certificates and stream, also under an enumerating stream. */
#include "generators/plugins/plugins.h"

#include <pthread.h>

#include "generators/registry.h"
#include "tests/unit/generators/draw.h"

static hbs_plugins *plugins_with(const char *file, bool in_process) {
    const hbs_plugin_options options = {.in_process = in_process, .timeout = 20};
    hbs_plugins *made = NULL;
    hbs_error error = {0};
    CHECK_OK(hbs_plugins_open(&made, &options, &error));
    CHECK_OK(hbs_plugins_load(made, file, &error));
    return made;
}

static workbench *bench_of(const hbs_plugins *plugins, const char *text) {
    hbs_error error = {0};
    workbench *const made = rooms(1, sizeof *made);
    CHECK_OK(hbs_spec_parse_among(&made->spec, hbs_plugins_generators(plugins), &text, 1, &error));
    return made;
}

static void check_equal(const hbs_drawing *a, const hbs_drawing *b) {
    hbs_bytes one = {0}, other = {0};
    hbs_error error = {0};
    CU_ASSERT_EQUAL_FATAL(a->count, b->count);
    CU_ASSERT_EQUAL(hbs_rng_choice_bits(&a->rng), hbs_rng_choice_bits(&b->rng));
    CU_ASSERT_EQUAL(a->rng.retries, b->rng.retries);
    CU_ASSERT_EQUAL(a->rng.used, b->rng.used);
    CU_ASSERT(a->rng.used == 4 || !memcmp(a->rng.block, b->rng.block, sizeof a->rng.block));
    CU_ASSERT(!memcmp(a->rng.counter, b->rng.counter, sizeof a->rng.counter));
    for (size_t i = 0; i < a->count; i++) {
        const hbs_drawn *const x = &a->drawn[i], *const y = &b->drawn[i];
        CHECK_OK(hbs_instance_encode(&x->instance, &one, &error));
        CHECK_OK(hbs_instance_encode(&y->instance, &other, &error));
        CU_ASSERT(one.size == other.size && !memcmp(one.data, other.data, one.size));
        CU_ASSERT_EQUAL(x->claim, y->claim);
        CU_ASSERT_EQUAL(x->certificate.kind, y->certificate.kind);
        CU_ASSERT_NOT_EQUAL(x->certificate.kind, HBS_CERTIFICATE_NONE);
        CU_ASSERT_EQUAL(x->certificate.size, y->certificate.size);
        CU_ASSERT(x->certificate.bytes.size == y->certificate.bytes.size && !memcmp(x->certificate.bytes.data, y->certificate.bytes.data, x->certificate.bytes.size));
        CHECK_OK(hbs_certificate_check(NULL, &x->instance, x->claim, &x->certificate, &error));
    }
    hbs_bytes_free(&one);
    hbs_bytes_free(&other);
}

static void same_as_in_process(void) {
    static const char *const text[] = {"sat/good", "sat/good n=2..9 p=0.9 more=yes tag=abc", "cqc/good n=2..20"};
    hbs_plugins *const there = plugins_with(HBS_TEST_PLUGINS "/good.so", false), *const here = plugins_with(HBS_TEST_PLUGINS "/good.so", true);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        workbench *const a = bench_of(there, text[i]), *const b = bench_of(here, text[i]);
        for (uint64_t unit = 0; unit < 200; unit++) {
            bench_draw(a, 5, unit);
            bench_draw(b, 5, unit);
            check_equal(&a->drawing, &b->drawing);
        }
        bench_close(a);
        bench_close(b);
    }
    hbs_plugins_close(there);
    hbs_plugins_close(here);
}

/* A unit of one attempt: the same ones are rejected there, and the next draw of the stream goes on behind them. */
static void one_attempt(void) {
    hbs_plugins *const there = plugins_with(HBS_TEST_PLUGINS "/good.so", false), *const here = plugins_with(HBS_TEST_PLUGINS "/good.so", true);
    workbench *const a = bench_of(there, "sat/good n=4"), *const b = bench_of(here, "sat/good n=4");
    unsigned count[2] = {0, 0};
    a->drawing.one_attempt = b->drawing.one_attempt = true;
    for (uint64_t unit = 0; unit < 100; unit++) {
        const hbs_part *const x = &a->spec.part[0], *const y = &b->spec.part[0];
        hbs_status one, other;
        hbs_drawing_seed(&a->drawing, 5, unit);
        hbs_drawing_seed(&b->drawing, 5, unit);
        do {
            hbs_values_draw(&a->values, &x->settings, x->generator, &a->drawing.rng);
            hbs_values_draw(&b->values, &y->settings, y->generator, &b->drawing.rng);
            one = hbs_draw(&a->drawing, x->generator, &a->values, unit, NULL);
            other = hbs_draw(&b->drawing, y->generator, &b->values, unit, NULL);
            CU_ASSERT_EQUAL_FATAL(one, other);
            CU_ASSERT(!memcmp(a->drawing.rng.counter, b->drawing.rng.counter, sizeof a->drawing.rng.counter) && a->drawing.rng.used == b->drawing.rng.used);
            CU_ASSERT_FATAL(one == HBS_OK || one == HBS_ERROR_BUDGET);
            count[one == HBS_OK]++;
        } while (one != HBS_OK);
        check_equal(&a->drawing, &b->drawing);
    }
    CU_ASSERT(count[0] > 0 && count[1] == 100);
    bench_close(a);
    bench_close(b);
    hbs_plugins_close(there);
    hbs_plugins_close(here);
}

/* ---- streams with hooks ---- */

/* Choices from a fixed list, and what was asked. */
typedef struct script {
    uint64_t asked[64];
    size_t count;
} script;

static uint64_t draw(hbs_rng *rng, uint64_t bound) {
    script *const s = rng->enumerator;
    CU_ASSERT_FATAL(s->count < 64);
    s->asked[s->count] = bound;
    return (s->count++ * 3 + 2) % bound;
}

static bool weigh(hbs_rng *rng, uint64_t numerator, uint64_t denominator) { return draw(rng, 1000 * denominator + numerator) % 2; }

static void draw_by_script(workbench *bench, script *s) {
    const hbs_part *const part = &bench->spec.part[0];
    hbs_error error = {0};
    hbs_drawing_seed(&bench->drawing, 1, 0);
    bench->drawing.rng.draw = draw;
    bench->drawing.rng.weigh = weigh;
    bench->drawing.rng.enumerator = s;
    hbs_values_draw(&bench->values, &part->settings, part->generator, &bench->drawing.rng);
    CHECK_OK(hbs_draw(&bench->drawing, part->generator, &bench->values, 0, &error));
}

static void hooks_are_asked(void) {
    hbs_plugins *const there = plugins_with(HBS_TEST_PLUGINS "/good.so", false), *const here = plugins_with(HBS_TEST_PLUGINS "/good.so", true);
    workbench *const a = bench_of(there, "sat/good n=7 more=yes"), *const b = bench_of(here, "sat/good n=7 more=yes");
    script one = {.count = 0}, other = {.count = 0};
    draw_by_script(a, &one);
    draw_by_script(b, &other);
    CU_ASSERT(one.count >= 4 && one.count == other.count && !memcmp(one.asked, other.asked, sizeof one.asked));
    check_equal(&a->drawing, &b->drawing);
    bench_close(a);
    bench_close(b);
    hbs_plugins_close(there);
    hbs_plugins_close(here);
}

/* ---- many threads, failures, the collection ---- */

/* CUnit counts in one thread, so the others only keep what came. */
typedef struct drawer {
    workbench *bench;
    hbs_status status;
    uint8_t digest[HBS_HASH_SIZE];
} drawer;

static void *draw_many(void *context) {
    drawer *const self = context;
    hbs_bytes one = {0};
    hbs_hash hash;
    hbs_hash_start(&hash);
    for (uint64_t unit = 0; unit < 300 && self->status == HBS_OK; unit++) {
        hbs_error error = {0};
        self->status = bench_try(self->bench, 5, unit, &error);
        if (self->status == HBS_OK) self->status = hbs_instance_encode(&self->bench->drawing.drawn[1].instance, &one, &error);
        if (self->status == HBS_OK) hbs_hash_add(&hash, one.data, one.size);
    }
    hbs_hash_finish(&hash, self->digest);
    hbs_bytes_free(&one);
    return NULL;
}

static void threads_do_not_disturb_each_other(void) {
    hbs_plugins *const plugins = plugins_with(HBS_TEST_PLUGINS "/good.so", false);
    drawer work[4];
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) {
        work[i] = (drawer){.bench = bench_of(plugins, "sat/good n=2..9 more=yes")};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, draw_many, &work[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        CU_ASSERT_EQUAL(work[i].status, HBS_OK);
        CU_ASSERT(!memcmp(work[i].digest, work[0].digest, HBS_HASH_SIZE));
        bench_close(work[i].bench);
    }
    hbs_plugins_close(plugins);
}

/* A crash is an error of that unit; the next unit has a new process and is what it always is. */
static void draws_on_after_a_crash(void) {
    hbs_plugins *const plugins = plugins_with(HBS_TEST_PLUGINS "/units.so", false);
    workbench *const bench = bench_of(plugins, "sat/hostile how=segv odds=5"), *const fine = bench_of(plugins, "sat/hostile how=fine odds=5");
    unsigned crashed = 0;
    for (uint64_t unit = 0; unit < 40; unit++) {
        hbs_error error = {0};
        char name[24];
        snprintf(name, sizeof name, "unit %llu:", (unsigned long long)unit);
        const hbs_status status = bench_try(bench, 1, unit, &error);
        CU_ASSERT(status == HBS_OK || (status == HBS_ERROR_FAULT && strstr(error.message, name) && strstr(error.message, "sat/hostile") && strstr(error.message, "units.so") &&
                                       strstr(error.message, "SIGSEGV")));
        crashed += status != HBS_OK;
        bench_draw(fine, 1, unit);
        if (status == HBS_OK) check_equal(&bench->drawing, &fine->drawing);
    }
    CU_ASSERT(crashed >= 2 && crashed <= 20);
    bench_close(bench);
    bench_close(fine);
    hbs_plugins_close(plugins);
}

static void collection(void) {
    hbs_error error = {0};
    const hbs_generator *found = NULL;
    CU_ASSERT_PTR_EQUAL(hbs_plugins_generators(NULL), hbs_generators());
    hbs_plugins_close(NULL);
    hbs_plugins *const plugins = plugins_with(HBS_TEST_PLUGINS "/good.so", false);
    CHECK_OK(hbs_plugins_load(plugins, HBS_TEST_PLUGINS "/../plugins/good.so", &error));   /* the same file */
    CHECK_OK(hbs_plugins_load(plugins, HBS_TEST_PLUGINS "/units.so", &error));
    CU_ASSERT_EQUAL(hbs_plugins_load(plugins, HBS_TEST_PLUGINS "/no_entry.so", &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(hbs_plugins_load(plugins, HBS_TEST_PLUGINS "/none.so", &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_EQUAL(hbs_plugins_load_folders(plugins, "/nowhere/at/all", &error), HBS_ERROR_NOT_FOUND);
    size_t count = 0, built_in = 0;
    for (const hbs_generator *const *g = hbs_plugins_generators(plugins); *g; g++, count++) CU_ASSERT(!count || strcmp(g[-1]->name, g[0]->name) < 0);
    for (const hbs_generator *const *g = hbs_generators(); *g; g++, built_in++) CU_ASSERT_PTR_NULL(hbs_plugin_of(*g));
    CU_ASSERT_EQUAL(count, built_in + 4);
    CHECK_OK(hbs_generator_find_among(hbs_plugins_generators(plugins), "cqc/good", &found, &error));
    CU_ASSERT_STRING_EQUAL(hbs_generator_group(found), "other");
    CU_ASSERT_STRING_EQUAL(hbs_plugin_file(hbs_plugin_of(found)), HBS_TEST_PLUGINS "/good.so");
    CU_ASSERT_EQUAL(strlen(hbs_plugin_digest(hbs_plugin_of(found))), 64);
    CU_ASSERT_EQUAL(hbs_generator_find("cqc/good", &found, &error), HBS_ERROR_USAGE);
    hbs_plugins_close(plugins);
}

static void parameters_are_checked(void) {
    static const char *const text[] = {"sat/good n=51", "sat/good p=2", "sat/good more=perhaps", "sat/good tag=a-text-that-is-longer-than-it-may-be", "sat/good x=1"};
    for (int in_process = 0; in_process < 2; in_process++) {
        hbs_plugins *const plugins = plugins_with(HBS_TEST_PLUGINS "/good.so", in_process);
        for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
            hbs_spec spec = {0};
            hbs_error error = {0};
            CU_ASSERT_EQUAL(hbs_spec_parse_among(&spec, hbs_plugins_generators(plugins), &text[i], 1, &error), HBS_ERROR_USAGE);
            CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "sat/good"));
        }
        hbs_plugins_close(plugins);
    }
}

const hbs_test hbs_tests[] = {{"same_as_in_process", same_as_in_process},
                              {"one_attempt", one_attempt},
                              {"hooks_are_asked", hooks_are_asked},
                              {"threads_do_not_disturb_each_other", threads_do_not_disturb_each_other},
                              {"draws_on_after_a_crash", draws_on_after_a_crash},
                              {"collection", collection},
                              {"parameters_are_checked", parameters_are_checked},
                              {NULL, NULL}};
