/* What every generator of the registry must keep, whoever wrote it. Runs over the registry: a new family is tested before it has tests of its own. */
#include "generators/registry.h"
#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

#define EACH(g) (const hbs_generator *const *g = hbs_generators(); *g; g++)

/* Small enough for brute force. */
static const char *small_text(const hbs_generator *generator, char text[512]) {
    snprintf(text, 512, "%s %s", generator->name, generator->example ? generator->example : "");
    return text;
}

static void descriptors_are_filled(void) {
    const char *last = "";
    for EACH (g) {
        const char *const texts[] = {(*g)->name, (*g)->summary, (*g)->distribution, (*g)->uniform_over, (*g)->rejects, (*g)->cost, (*g)->source,
                                     (*g)->group};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) CU_ASSERT(texts[i] && *texts[i]);
        CU_ASSERT(strcmp(last, (*g)->name) < 0);
        last = (*g)->name;
        CU_ASSERT_EQUAL((*g)->abi, HBS_PLUGIN_ABI);
        CU_ASSERT_EQUAL((*g)->struct_size, sizeof(hbs_generator));
        CU_ASSERT_EQUAL(strncmp((*g)->name, (*g)->problem == HBS_GENERATES_CQC ? "cqc/" : "sat/", 4), 0);
        CU_ASSERT((*g)->instances_per_unit >= 1 && (*g)->instances_per_unit <= HBS_UNIT_INSTANCES_MAX);
        CU_ASSERT((*g)->parameter_count <= HBS_PARAMETERS_MAX);
        CU_ASSERT_PTR_NOT_NULL((*g)->generate);
        for (uint32_t i = 0; i < (*g)->parameter_count; i++) {
            const hbs_parameter *const parameter = &(*g)->parameters[i];
            CU_ASSERT(*parameter->name && *parameter->meaning);
            CU_ASSERT(parameter->low <= parameter->high);
            CU_ASSERT(strcmp(parameter->name, "label") && strcmp(parameter->name, "redraw") && strcmp(parameter->name, "share"));
            for (uint32_t j = 0; j < i; j++) CU_ASSERT(strcmp(parameter->name, (*g)->parameters[j].name));
        }
    }
}

static void found_by_name(void) {
    for EACH (g) {
        const hbs_generator *found = NULL;
        hbs_error error = {0};
        CHECK_OK(hbs_generator_find((*g)->name, &found, &error));
        CU_ASSERT_PTR_EQUAL(found, *g);
    }
}

/* low - 1 and high + 1 of each parameter are refused, low and high are read. */
static void bounds(void) {
    for EACH (g)
        for (uint32_t i = 0; i < (*g)->parameter_count; i++) {
            const hbs_parameter *const parameter = &(*g)->parameters[i];
            if (parameter->type != HBS_INTEGER && parameter->type != HBS_RATIONAL) continue;
            const int64_t value[] = {parameter->low - 1, parameter->high + 1, parameter->low, parameter->high};
            for (int j = 0; j < 4; j++) {
                hbs_settings settings = {0};
                hbs_error error = {0};
                char text[100];
                snprintf(text, sizeof text, "%s=%lld", parameter->name, (long long)value[j]);
                CHECK_OK(hbs_settings_defaults(&settings, *g, &error));
                CU_ASSERT_EQUAL(hbs_settings_assign(&settings, *g, text, &error), j < 2 ? HBS_ERROR_USAGE : HBS_OK);
                CU_ASSERT(j >= 2 || (strstr(error.message, (*g)->name) && strstr(error.message, parameter->name)));
                hbs_settings_free(&settings);
            }
        }
}

static hbs_bytes payloads(workbench *bench, uint64_t unit) {
    hbs_bytes all = {0}, one = {0};
    hbs_error error = {0};
    const hbs_drawn *const drawn = bench_draw(bench, 5, unit);
    for (size_t i = 0; i < bench->drawing.count; i++) {
        CHECK_OK(hbs_instance_encode(&drawn[i].instance, &one, &error));
        CHECK_OK(hbs_bytes_append(&all, one.data, one.size, &error));
    }
    hbs_bytes_free(&one);
    return all;
}

/* Unit i alone is unit i after all others. */
static void order_does_not_matter(void) {
    char text[512];
    for EACH (g) {
        workbench *const row = bench_open(small_text(*g, text));
        for (uint64_t u = 0; u < 20; u++) {
            hbs_bytes in_order = payloads(row, u);
            workbench *const alone = bench_open(small_text(*g, text));
            hbs_bytes lonely = payloads(alone, u);
            CU_ASSERT(in_order.size == lonely.size && lonely.data && in_order.data && !memcmp(in_order.data, lonely.data, lonely.size));
            hbs_bytes_free(&in_order);
            hbs_bytes_free(&lonely);
            bench_close(alone);
        }
        bench_close(row);
    }
}

/* Few repeats, but for what families with little to choose must repeat: the next unit takes the same choices with probability 2^-bits at least. */
static void units_differ(void) {
    char text[512];
    for EACH (g) {
        workbench *const bench = bench_open(small_text(*g, text));
        unsigned equal = 0;
        double expected = 0;
        hbs_bytes last = payloads(bench, 0);
        for (uint64_t u = 1; u < 50; u++) {
            hbs_bytes next = payloads(bench, u);
            expected += exp2(-hbs_rng_choice_bits(&bench->drawing.rng));
            equal += last.size == next.size && !memcmp(last.data, next.data, last.size);
            hbs_bytes_free(&last);
            last = next;
        }
        CU_ASSERT(equal < 5 + 2 * expected);
        hbs_bytes_free(&last);
        bench_close(bench);
    }
}

static void check_sound(const hbs_instance *instance) {
    hbs_error error = {0};
    if (instance->problem == HBS_CQC) {
        CHECK_OK(hbs_query_check_safe(&instance->pair.q1, &error));
        CHECK_OK(hbs_query_check_safe(&instance->pair.q2, &error));
        return;
    }
    for (size_t c = 0; c < instance->cnf.clauses; c++)
        for (size_t i = 0; i < hbs_cnf_length(&instance->cnf, c); i++) {
            const int32_t literal = hbs_cnf_clause(&instance->cnf, c)[i];
            CU_ASSERT(literal != 0 && (uint32_t)abs(literal) <= instance->cnf.variables);
            for (size_t j = 0; j < i; j++) CU_ASSERT(abs(literal) != abs(hbs_cnf_clause(&instance->cnf, c)[j]));
        }
}

/* Brute force where it reaches, else the second solver. */
static int judge(const hbs_instance *instance, hbs_labeller *second) {
    if (instance->problem == HBS_CQC || instance->cnf.variables <= HBS_BRUTE_VARIABLES_MAX) return true_label(instance);
    hbs_error error = {0};
    hbs_verdict verdict = {0};
    CHECK_OK(hbs_label(second, instance, &verdict, &error));
    const int label = verdict.label;
    hbs_verdict_free(&verdict);
    return label;
}

/* Instances are valid, claims are true by brute force, certificates are accepted, solvers agree. */
static void labels_are_true(void) {
    char text[512];
    hbs_error error = {0};
    hbs_checker *checker = NULL;
    CHECK_OK(hbs_checker_new(&checker, &error));
    for EACH (g) {
        workbench *const bench = bench_open(small_text(*g, text));
        hbs_labeller labeller = {0}, second = {0};
        hbs_verdict verdict = {0};
        CHECK_OK(hbs_labeller_open(&labeller, NULL, bench->spec.problem, 0, true, &error));
        if (bench->spec.problem == HBS_SAT) CHECK_OK(hbs_labeller_open(&second, "picosat", HBS_SAT, 0, true, &error));
        for (uint64_t u = 0; u < 300; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            for (size_t i = 0; i < bench->drawing.count; i++) {
                check_sound(&drawn[i].instance);
                const int truth = judge(&drawn[i].instance, &second);
                CHECK_OK(hbs_label(&labeller, &drawn[i].instance, &verdict, &error));
                CU_ASSERT_EQUAL(verdict.label, truth);
                CU_ASSERT(drawn[i].claim == truth || (drawn[i].claim == HBS_LABEL_UNKNOWN && (*g)->labels == HBS_LABELS_BY_SOLVER));
                CU_ASSERT(!drawn[i].solver || drawn[i].certificate.kind != HBS_CERTIFICATE_NONE);
                if (drawn[i].certificate.kind != HBS_CERTIFICATE_NONE)
                    CHECK_OK(hbs_certificate_check(checker, &drawn[i].instance, drawn[i].claim, &drawn[i].certificate, &error));
            }
        }
        hbs_verdict_free(&verdict);
        hbs_labeller_close(&labeller);
        if (bench->spec.problem == HBS_SAT) hbs_labeller_close(&second);
        bench_close(bench);
    }
    hbs_checker_free(checker);
}

/* Units drawn with their defaults, and golden digests for good: a change of a sampler's law or choices needs a new name or version. */
static void golden(void) {
    FILE *const file = fopen(hbs_test_data("golden_units.tsv"), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[4096], wanted[2 * HBS_HASH_SIZE + 1], found[2 * HBS_HASH_SIZE + 1], text[2048];
    unsigned rows = 0, families = 0;
    bool seen[256] = {false};
    while (fgets(line, sizeof line, file)) {
        unsigned long long seed, unit;
        if (*line == '#') continue;
        CU_ASSERT_EQUAL_FATAL(sscanf(line, "%2047[^\t]\t%llu\t%llu\t%64[0-9a-f]", text, &seed, &unit, wanted), 4);
        workbench *const bench = bench_open(text);
        const hbs_drawn *const drawn = bench_draw(bench, seed, unit);
        hbs_hash hash;
        uint8_t digest[HBS_HASH_SIZE];
        hbs_error error = {0};
        hbs_bytes one = {0};
        hbs_hash_start(&hash);
        for (size_t i = 0; i < bench->drawing.count; i++) {
            CHECK_OK(hbs_instance_encode(&drawn[i].instance, &one, &error));
            hbs_hash_add(&hash, one.data, one.size);
        }
        hbs_hash_finish(&hash, digest);
        hbs_hex(digest, HBS_HASH_SIZE, found);
        CU_ASSERT_STRING_EQUAL(found, wanted);
        if (strcmp(found, wanted)) fprintf(stderr, "\n    %s\t%llu\t%llu\t%s", text, seed, unit, found);
        unsigned place = 0;
        for EACH (g) {
            if (bench->spec.part[0].generator == *g) seen[place] = true;
            CU_ASSERT_FATAL(++place < sizeof seen / sizeof *seen);
        }
        families = place;
        rows++;
        hbs_bytes_free(&one);
        bench_close(bench);
    }
    fclose(file);
    CU_ASSERT(rows >= 3 * families);
    unsigned place = 0;
    for EACH (g) {
        CU_ASSERT(seen[place]);
        if (!seen[place++]) fprintf(stderr, "\n    %s has no unit in tests/data/golden_units.tsv: give it three lines with digests of 0, and this test says which they are", (*g)->name);
    }
}

const hbs_test hbs_tests[] = {
    {"descriptors_are_filled", descriptors_are_filled},
    {"found_by_name", found_by_name},
    {"bounds", bounds},
    {"order_does_not_matter", order_does_not_matter},
    {"units_differ", units_differ},
    {"labels_are_true", labels_are_true},
    {"golden", golden},
    {NULL, NULL},
};
