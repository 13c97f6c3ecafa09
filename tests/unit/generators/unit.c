/* What generators may and may not do: the promises P1 to P6 of plugin.h, each with generators that break them. */
#include "generators/renumber.h"
#include "generators/unit.h"

#include "tests/unit/generators/draw.h"

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 0, 100, "5", "number"}, {"ratio", HBS_RATIONAL, 0, 2, "1.5", "rational"}, {"flag", HBS_FLAG, 0, 1, "yes", "flag"}, {"text",
            HBS_TEXT, 0, 0, "abc", "text"}};
enum { N, RATIO, FLAG, TEXT };

/* A generator that promises the given things and calls the function. */
static hbs_generator promise(hbs_generated problem, hbs_label_source labels, uint32_t instances, int (*generate)(hbs_unit *)) {
    return (hbs_generator){HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/broken", "s", "d", "u", "r", "c", "s", problem, labels, instances, 4,
            parameters, NULL, generate, "test", NULL, HBS_DENSITY_UNKNOWN};
}

/* Draws unit 7; the status, and the message in *error. */
static hbs_status draw(hbs_drawing *drawing, const hbs_generator *generator, hbs_error *error) {
    hbs_settings settings = {0};
    hbs_values values;
    CU_ASSERT_EQUAL_FATAL(hbs_settings_defaults(&settings, generator, error), HBS_OK);
    hbs_drawing_seed(drawing, 1, 7);
    hbs_values_draw(&values, &settings, generator, &drawing->rng);
    const hbs_status status = hbs_draw(drawing, generator, &values, 7, error);
    hbs_settings_free(&settings);
    return status;
}

static int clause_3(hbs_unit *unit) { return hbs_unit_clause(unit, (const int32_t[]){1, -2, 3}, 3); }
static int good(hbs_unit *unit) { return hbs_unit_begin_cnf(unit, 3) || clause_3(unit); }

static int nothing_emitted(hbs_unit *unit) { (void)unit; return 0; }
static int one_too_many(hbs_unit *unit) { for (int i = 0; i < 3; i++) hbs_unit_begin_cnf(unit, 3); return 0; }
static int literal_too_large(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); hbs_unit_clause(unit, (const int32_t[]){1, -4}, 2); return 0; }
static int literal_zero(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); hbs_unit_clause(unit, (const int32_t[]){1, 0, 2}, 3); return 0; }
static int literal_least(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); hbs_unit_clause(unit, (const int32_t[]){INT32_MIN}, 1); return 0; }
static int clause_first(hbs_unit *unit) { clause_3(unit); return 0; }
static int other_problem(hbs_unit *unit) { hbs_unit_begin_pair(unit); return 0; }
static int too_many_variables(hbs_unit *unit) { hbs_unit_begin_cnf(unit, UINT32_MAX); return 0; }
static int endless(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); do hbs_unit_below(unit, 2); while (hbs_unit_retry(unit)); return 0; }
static int endless_to_the_end(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); for (int i = 0; i < 2000000; i++) hbs_unit_retry(unit); return 0; }
static int bound_zero(hbs_unit *unit) { good(unit); hbs_unit_below(unit, 0); return 0; }
static int bad_probability(hbs_unit *unit) { good(unit); hbs_unit_bernoulli(unit, 3, 2); return 0; }
static int zero_denominator(hbs_unit *unit) { good(unit); hbs_unit_bernoulli(unit, 0, 0); return 0; }
static int sample_too_large(hbs_unit *unit) { int32_t out[5]; good(unit); hbs_unit_sample(unit, 4, 5, out); return 0; }
static int parameter_missing(hbs_unit *unit) { good(unit); hbs_unit_integer(unit, 4); return 0; }
static int parameter_of_other_type(hbs_unit *unit) { good(unit); hbs_unit_text(unit, N); return 0; }
static int fails_silently(hbs_unit *unit) { good(unit); return 42; }
static int gives_reason(hbs_unit *unit) { good(unit); return hbs_unit_fail(unit, "because 100% of it is wrong"); }
static int first_mistake_counts(hbs_unit *unit) { good(unit); hbs_unit_fail(unit, "first"); hbs_unit_below(unit, 0); return hbs_unit_fail(unit, "second"); }
static int label_2(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 2); return 0; }
static int two_claims(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 1); hbs_unit_claim(unit, 1); hbs_unit_claim(unit, 0); return 0; }
static int gives_no_reason(hbs_unit *unit) { good(unit); return hbs_unit_fail(unit, NULL); }
static int no_constant(hbs_unit *unit) { uint32_t term; hbs_unit_begin_pair(unit); return hbs_unit_constant(unit, NULL, &term); }
static int no_relation(hbs_unit *unit) { hbs_unit_begin_pair(unit); return hbs_unit_atom(unit, 1, NULL, NULL, 0); }
static int huge_clause(hbs_unit *unit) { good(unit); return hbs_unit_clause(unit, (const int32_t[]){1}, SIZE_MAX / 8); }
static int huge_refutation(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 0); return hbs_unit_refutation(unit, (const int32_t[]){0}, SIZE_MAX / 8); }
static int claims_in_attempts(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 1);
    hbs_unit_claim(unit, 0);
    hbs_unit_retry(unit);
    return hbs_unit_claim(unit, 1);
}
static int witness_without_claim(hbs_unit *unit) { good(unit); hbs_unit_witness(unit, (const uint32_t[]){0, 0, 0}, 3); return 0; }
static int refutation_without_claim(hbs_unit *unit) { good(unit); hbs_unit_refutation(unit, (const int32_t[]){0}, 1); return 0; }
static int refutation_not_ended(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 0); hbs_unit_refutation(unit, (const int32_t[]){1, 0, 2}, 3); return 0; }
static int refutation_of_others(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 0); hbs_unit_refutation(unit, (const int32_t[]){-4, 0}, 2); return 0; }
static int refutation_of_a_pair(hbs_unit *unit) {
    hbs_unit_begin_pair(unit);
    hbs_unit_claim(unit, 0);
    hbs_unit_refutation(unit, (const int32_t[]){0, -1}, 2);
    return 0;
}
/* Trees that cannot be followed. */
static int tree_of(hbs_unit *unit, const int32_t *tree, size_t count) {
    hbs_unit_begin_pair(unit);
    for (int q = 1; q <= 2; q++)
        for (uint32_t from = 0; from < 3; from++)
            for (uint32_t to = 0; to < 3; to++)
                if (from != to) hbs_unit_atom(unit, q, "e", (const uint32_t[]){from, to}, 2);
    hbs_unit_claim(unit, 0);
    return hbs_unit_refutation(unit, tree, count);
}
static int tree_is_cut(hbs_unit *unit) { return tree_of(unit, (const int32_t[]){1, 0, 0}, 3); }
static int tree_is_long(hbs_unit *unit) { return tree_of(unit, (const int32_t[]){1, 0, 0, 0, 0}, 5); }
static int tree_of_others(hbs_unit *unit) { return tree_of(unit, (const int32_t[]){4, 0, 0, 0}, 4); }
static int tree_twice(hbs_unit *unit) { return tree_of(unit, (const int32_t[]){1, 1, 0, 0, 0}, 5); }
static int witness_too_short(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 1); hbs_unit_witness(unit, (const uint32_t[]){0, 0}, 2); return 0; }
static int witness_not_boolean(hbs_unit *unit) { good(unit); hbs_unit_claim(unit, 1); hbs_unit_witness(unit, (const uint32_t[]){0, 2, 0}, 3); return 0; }
static int bad_relation(hbs_unit *unit) { hbs_unit_begin_pair(unit); hbs_unit_atom(unit, 1, "R", (const uint32_t[]){0}, 1); return 0; }
static int query_3(hbs_unit *unit) { hbs_unit_begin_pair(unit); hbs_unit_atom(unit, 3, "r", (const uint32_t[]){0}, 1); return 0; }
static int unsafe_head(hbs_unit *unit) { hbs_unit_begin_pair(unit); hbs_unit_head(unit, 2, 5); hbs_unit_atom(unit, 2, "r", (const uint32_t[]){0},
                       1); return 0; }
static int stray_constant(hbs_unit *unit) { hbs_unit_begin_pair(unit); hbs_unit_atom(unit, 1, "r", (const uint32_t[]){HBS_CONSTANT | 3}, 1); return 0; }
static int huge_variable(hbs_unit *unit) { hbs_unit_begin_pair(unit); hbs_unit_atom(unit, 1, "r", (const uint32_t[]){1u << 30}, 1); return 0; }
static int claims_yes(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 1);
    hbs_unit_claim(unit, 1);
    return 0;
}
static int image_nowhere(hbs_unit *unit) {
    hbs_unit_begin_pair(unit);
    hbs_unit_atom(unit, 1, "r", (const uint32_t[]){0}, 1);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){0}, 1);
    hbs_unit_claim(unit, 1);
    hbs_unit_witness(unit, (const uint32_t[]){9}, 1);
    return 0;
}
static int image_in_unused_variable(hbs_unit *unit) {
    hbs_unit_begin_pair(unit);
    hbs_unit_atom(unit, 1, "r", (const uint32_t[]){3}, 1);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){0}, 1);
    hbs_unit_claim(unit, 1);
    hbs_unit_witness(unit, (const uint32_t[]){2}, 1);
    return 0;
}

/* P3, P5, P6: every mistake is an error that names generator and unit; nothing crashes. */
static void mistakes(void) {
    enum { SAT = HBS_GENERATES_SAT, CQC = HBS_GENERATES_CQC, SOLVER = HBS_LABELS_BY_SOLVER, CONSTRUCTION = HBS_LABELS_BY_CONSTRUCTION, ALL_NO = HBS_LABELS_ALL_NO };
    static const struct {
        int (*generate)(hbs_unit *);
        int problem, labels;
        uint32_t instances;
        hbs_status status;
        const char *message;
    } row[] = {
        {nothing_emitted, SAT, SOLVER, 1, HBS_ERROR_FAULT, "0 instances made, 1 declared"},
        {good, SAT, SOLVER, 2, HBS_ERROR_FAULT, "1 instances made, 2 declared"},
        {one_too_many, SAT, SOLVER, 2, HBS_ERROR_FAULT, "more than the declared 2"},
        {literal_too_large, SAT, SOLVER, 1, HBS_ERROR_FAULT, "-4"},
        {literal_zero, SAT, SOLVER, 1, HBS_ERROR_FAULT, "0"},
        {literal_least, SAT, SOLVER, 1, HBS_ERROR_FAULT, "2147483648"},
        {clause_first, SAT, SOLVER, 1, HBS_ERROR_FAULT, "a clause before an instance"},
        {other_problem, SAT, SOLVER, 1, HBS_ERROR_FAULT, "another problem"},
        {good, CQC, SOLVER, 1, HBS_ERROR_FAULT, "another problem"},
        {too_many_variables, SAT, SOLVER, 1, HBS_ERROR_FAULT, "4294967295 variables"},
        {endless, SAT, SOLVER, 1, HBS_ERROR_BUDGET, "nothing acceptable drawn in 1000000 tries"},
        {endless_to_the_end, SAT, SOLVER, 1, HBS_ERROR_BUDGET, "nothing acceptable drawn in 1000000 tries"},
        {bound_zero, SAT, SOLVER, 1, HBS_ERROR_FAULT, "bound 0"},
        {bad_probability, SAT, SOLVER, 1, HBS_ERROR_FAULT, "3/2 is not a probability"},
        {zero_denominator, SAT, SOLVER, 1, HBS_ERROR_FAULT, "0/0 is not a probability"},
        {sample_too_large, SAT, SOLVER, 1, HBS_ERROR_FAULT, "a sample of 5 distinct numbers from 4"},
        {parameter_missing, SAT, SOLVER, 1, HBS_ERROR_FAULT, "parameter 4"},
        {parameter_of_other_type, SAT, SOLVER, 1, HBS_ERROR_FAULT, "parameter 0"},
        {fails_silently, SAT, SOLVER, 1, HBS_ERROR_FAULT, "failed with 42 and gave no reason"},
        {gives_reason, SAT, SOLVER, 1, HBS_ERROR_USAGE, "because 100% of it is wrong"},
        {first_mistake_counts, SAT, SOLVER, 1, HBS_ERROR_USAGE, "first"},
        {good, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "instance 1 has no claimed label"},
        {two_claims, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "label 0 is claimed after label 1"},
        {gives_no_reason, SAT, SOLVER, 1, HBS_ERROR_USAGE, "gave no reason"},
        {no_constant, CQC, SOLVER, 1, HBS_ERROR_FAULT, "a constant without a text"},
        {no_relation, CQC, SOLVER, 1, HBS_ERROR_FAULT, "not the name of a relation"},
        {huge_clause, SAT, SOLVER, 1, HBS_ERROR_FAULT, "more than 134217728 literals"},
        {huge_refutation, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "a refutation of more than"},
        {label_2, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "2 is not a label"},
        {witness_without_claim, SAT, SOLVER, 1, HBS_ERROR_FAULT, "without a claimed label"},
        {refutation_without_claim, SAT, SOLVER, 1, HBS_ERROR_FAULT, "a refutation without a claimed label 0"},
        {refutation_not_ended, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "not ended by 0"},
        {refutation_of_others, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "a lemma with literal -4, and there are 3 variables"},
        {refutation_of_a_pair, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "node -1 in the search tree"},
        {tree_is_cut, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "a refutation that ends before its tree does"},
        {tree_is_long, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "behind the end of its tree"},
        {tree_of_others, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "branches on a variable which q2 has not"},
        {tree_twice, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "with one value left"},
        {witness_too_short, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "a witness of 2 values for 3 variables"},
        {witness_not_boolean, SAT, CONSTRUCTION, 1, HBS_ERROR_FAULT, "value 2 of variable 2"},
        {bad_relation, CQC, SOLVER, 1, HBS_ERROR_FAULT, "`R` is not the name of a relation"},
        {query_3, CQC, SOLVER, 1, HBS_ERROR_FAULT, "query 3"},
        {unsafe_head, CQC, SOLVER, 1, HBS_ERROR_FAULT, "head"},
        {stray_constant, CQC, SOLVER, 1, HBS_ERROR_FAULT, "a constant that hbs_unit_constant did not give"},
        {huge_variable, CQC, SOLVER, 1, HBS_ERROR_FAULT, "variable 1073741824"},
        {claims_yes, SAT, ALL_NO, 1, HBS_ERROR_FAULT, "instance 1 is claimed to be 1, and all are declared to be 0"},
        {image_nowhere, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "a term that q1 has not"},
        {image_in_unused_variable, CQC, CONSTRUCTION, 1, HBS_ERROR_FAULT, "does not occur in q1"},
    };
    hbs_drawing drawing = {0};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const hbs_generator generator = promise((hbs_generated)row[i].problem, (hbs_label_source)row[i].labels, row[i].instances, row[i].generate);
        hbs_error error = {0};
        const hbs_status status = draw(&drawing, &generator, &error);
        CU_ASSERT_EQUAL(status, row[i].status);
        CU_ASSERT_EQUAL(error.code, row[i].status);
        CU_ASSERT_EQUAL(strncmp(error.message, "sat/broken: unit 7: ", 20), 0);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, row[i].message));
        if (status != row[i].status || !strstr(error.message, row[i].message)) fprintf(stderr, "\n    row %zu: %d %s", i, (int)status, error.message);
    }
    hbs_drawing_free(&drawing);
}

/* What a rejected attempt claimed does not bind the next one. */
static void attempts_claim_anew(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_CONSTRUCTION, 1, claims_in_attempts);
    CHECK_OK(draw(&drawing, &generator, &error));
    CU_ASSERT_EQUAL(drawing.drawn[0].claim, 1);
    hbs_drawing_free(&drawing);
}

/* The same mistakes without anybody to tell, and a good unit from the same room afterwards. */
static void no_error_object(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator bad = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, literal_too_large), fine = promise(HBS_GENERATES_SAT,
            HBS_LABELS_BY_SOLVER, 1, good);
    hbs_values values = {0};
    hbs_drawing_seed(&drawing, 1, 7);
    CU_ASSERT_EQUAL(hbs_draw(&drawing, &bad, &values, 7, NULL), HBS_ERROR_FAULT);
    CHECK_OK(draw(&drawing, &fine, &error));
    CU_ASSERT_EQUAL(drawing.count, 1);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.cnf.clauses, 1);
    CU_ASSERT_EQUAL(drawing.drawn[0].claim, HBS_LABEL_UNKNOWN);
    hbs_drawing_free(&drawing);
}

static int sees_parameters(hbs_unit *unit) {
    int64_t p = 0, q = 0;
    hbs_unit_rational(unit, RATIO, &p, &q);
    const int seen = hbs_unit_integer(unit, N) == 5 && p == 3 && q == 2 && hbs_unit_integer(unit, FLAG) == 1 && !strcmp(hbs_unit_text(unit, TEXT), "abc");
    return seen ? good(unit) : hbs_unit_fail(unit, "other values");
}

/* P2: values as the settings say, and `check` has passed before `generate` runs. */
static int refuse(hbs_unit *unit) { return hbs_unit_fail(unit, "n is no good"); }
static void parameters_are_checked(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, sees_parameters);
    CHECK_OK(draw(&drawing, &generator, &error));
    generator.check = refuse;
    CU_ASSERT_EQUAL(draw(&drawing, &generator, &error), HBS_ERROR_USAGE);
    CU_ASSERT_STRING_EQUAL(error.message, "sat/broken: unit 7: n is no good");
    CU_ASSERT_EQUAL(drawing.count, 0);
    hbs_values values = {0};
    CU_ASSERT_EQUAL(hbs_values_check(&values, &generator, &error), HBS_ERROR_USAGE);
    CU_ASSERT_STRING_EQUAL(error.message, "sat/broken: n is no good");
    hbs_drawing_free(&drawing);
}

/* A retry gives the choice bits back and is counted. */
static int third_time(hbs_unit *unit) {
    hbs_unit_below(unit, 2);
    hbs_unit_begin_cnf(unit, 3);
    for (int i = 0; i < 2; i++) {
        hbs_unit_below(unit, 1024);
        if (!hbs_unit_retry(unit)) return 1;
    }
    hbs_unit_below(unit, 8);
    return 0;
}
static void retries_give_bits_back(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, third_time);
    CHECK_OK(draw(&drawing, &generator, &error));
    CU_ASSERT_EQUAL(drawing.rng.retries, 2);
    CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&drawing.rng), 1 + 3, 1e-12);
    hbs_drawing_free(&drawing);
}

/* Five clauses, each a number of 0..7 that must be below 4: the bits are those of the clauses that were given, however the loop asks, and for pairs of queries too. */
enum { GIVEN = 5 };
static int give(hbs_unit *unit, uint64_t drawn) {
    const int32_t literal = (int32_t)(drawn % 3) + 1;
    if (hbs_unit_drawing(unit)->generator->problem == HBS_GENERATES_SAT) return hbs_unit_clause(unit, &literal, 1);
    return hbs_unit_atom(unit, 1 + (int)(drawn % 2), "r", (const uint32_t[]){(uint32_t)drawn}, 1);
}
static int begin_any(hbs_unit *unit) {
    return hbs_unit_drawing(unit)->generator->problem == HBS_GENERATES_SAT ? hbs_unit_begin_cnf(unit, 3) : hbs_unit_begin_pair(unit);
}
static int asks_after(hbs_unit *unit) {
    begin_any(unit);
    for (int i = 0; i < GIVEN; i++) {
        uint64_t drawn;
        while ((drawn = hbs_unit_below(unit, 8)) >= 4)
            if (!hbs_unit_retry(unit)) return 0;
        give(unit, drawn);
    }
    return 0;
}
static int asks_before(hbs_unit *unit) {
    begin_any(unit);
    for (int i = 0; i < GIVEN; i++) {
        uint64_t drawn;
        do {
            if (!hbs_unit_retry(unit)) return 0;
            drawn = hbs_unit_below(unit, 8);
        } while (drawn >= 4);
        give(unit, drawn);
    }
    return 0;
}
static int accepts_first(hbs_unit *unit) {
    uint64_t drawn[GIVEN];
    begin_any(unit);
    for (int i = 0; i < GIVEN; i++) {
        while ((drawn[i] = hbs_unit_below(unit, 8)) >= 4)
            if (!hbs_unit_retry(unit)) return 0;
        hbs_unit_accept(unit);
    }
    for (int i = 0; i < GIVEN; i++) give(unit, drawn[i]);
    return 0;
}
static void what_was_given_stays(void) {
    int (*const how[])(hbs_unit *) = {asks_after, asks_before, accepts_first};
    for (int problem = HBS_GENERATES_SAT; problem <= HBS_GENERATES_CQC; problem++) {
        uint64_t retries[3] = {0};
        for (int h = 0; h < 3; h++) {
            hbs_drawing drawing = {0};
            hbs_error error = {0};
            const hbs_generator generator = promise((hbs_generated)problem, HBS_LABELS_BY_SOLVER, 1, how[h]);
            CHECK_OK(draw(&drawing, &generator, &error));
            CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&drawing.rng), 3 * GIVEN, 1e-12);
            retries[h] = drawing.rng.retries;
            hbs_drawing_free(&drawing);
        }
        CU_ASSERT(retries[0] > 0);
        CU_ASSERT_EQUAL(retries[1], retries[0]);
        CU_ASSERT_EQUAL(retries[2], retries[0]);
    }
}

/* One attempt a draw: asking before it is none. */
static int asks_and_takes(hbs_unit *unit) {
    begin_any(unit);
    if (!hbs_unit_retry(unit)) return 0;
    return give(unit, hbs_unit_below(unit, 8));
}
static void asking_first_is_no_attempt(void) {
    hbs_drawing drawing = {.one_attempt = true};
    hbs_error error = {0};
    hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, asks_and_takes);
    CHECK_OK(draw(&drawing, &generator, &error));
    generator.generate = asks_before;
    CU_ASSERT_EQUAL(draw(&drawing, &generator, &error), HBS_ERROR_BUDGET);
    hbs_drawing_free(&drawing);
}

/* Witnesses become certificates that the checker accepts; those of queries speak of the numbers of the payload. */
static int sat_witness(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 3);
    clause_3(unit);
    hbs_unit_claim(unit, 1);
    return hbs_unit_witness(unit, (const uint32_t[]){0, 0, 1}, 3);
}
/* Variables out of order, some unused, a constant that nothing uses before the one that is used. */
static int cqc_witness(hbs_unit *unit) {
    uint32_t unused, number;
    hbs_unit_begin_pair(unit);
    hbs_unit_constant(unit, "nobody", &unused);
    hbs_unit_constant(unit, "12", &number);
    hbs_unit_head(unit, 1, 9);
    hbs_unit_atom(unit, 1, "r", (const uint32_t[]){4, number}, 2);
    hbs_unit_atom(unit, 1, "s", (const uint32_t[]){9, 4, 2}, 3);
    hbs_unit_head(unit, 2, 3);
    hbs_unit_atom(unit, 2, "s", (const uint32_t[]){3, 7, 1}, 3);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){7, 5}, 2);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){7, 5}, 2);
    hbs_unit_claim(unit, 1);
    return hbs_unit_witness(unit, (const uint32_t[]){0, 2, 0, 9, 0, number, 0, 4}, 8);
}
static void witnesses(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    hbs_checker *checker = NULL;
    CHECK_OK(hbs_checker_new(&checker, &error));
    const hbs_generator sat = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_CONSTRUCTION, 1, sat_witness), cqc = promise(HBS_GENERATES_CQC,
            HBS_LABELS_BY_CONSTRUCTION, 1, cqc_witness);
    CHECK_OK(draw(&drawing, &sat, &error));
    CHECK_OK(hbs_certificate_check(checker, &drawing.drawn[0].instance, 1, &drawing.drawn[0].certificate, &error));
    CHECK_OK(draw(&drawing, &cqc, &error));
    CHECK_OK(hbs_certificate_check(checker, &drawing.drawn[0].instance, 1, &drawing.drawn[0].certificate, &error));
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.q1.variables, 3);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.q2.variables, 4);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.q2.atoms, 2);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.constants.count, 1);
    hbs_bytes before = {0}, after = {0};
    hbs_instance again = {0};
    CHECK_OK(hbs_instance_encode(&drawing.drawn[0].instance, &before, &error));
    CHECK_OK(hbs_instance_decode(&again, HBS_CQC, before.data, before.size, &error));
    CHECK_OK(hbs_certificate_check(checker, &again, 1, &drawing.drawn[0].certificate, &error));
    CHECK_OK(hbs_instance_encode(&again, &after, &error));
    CU_ASSERT(before.size == after.size && !memcmp(before.data, after.data, after.size));
    hbs_bytes_free(&before);
    hbs_bytes_free(&after);
    hbs_instance_free(&again);
    hbs_checker_free(checker);
    hbs_drawing_free(&drawing);
}

/* Refutations likewise; what does not follow is not accepted. */
static int sat_refutation(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 2);
    for (int i = 0; i < 4; i++) hbs_unit_clause(unit, (const int32_t[]){i & 1 ? 1 : -1, i & 2 ? 2 : -2}, 2);
    hbs_unit_claim(unit, 0);
    hbs_unit_refutation(unit, (const int32_t[]){1, 0}, 2);
    return hbs_unit_refutation(unit, (const int32_t[]){2, 0, 0}, 3);
}
static int sat_refutation_cut(hbs_unit *unit) {
    sat_refutation(unit);
    hbs_unit_current(unit)->certificate.bytes.size = 0;
    return hbs_unit_refutation(unit, (const int32_t[]){0}, 1);
}
/* r(x,y), s(y,x) has no image in r(x,y), s(x,y): y would have to be both ends. */
static int cqc_refutation(hbs_unit *unit) {
    hbs_unit_begin_pair(unit);
    hbs_unit_atom(unit, 1, "r", (const uint32_t[]){5, 3}, 2);
    hbs_unit_atom(unit, 1, "s", (const uint32_t[]){5, 3}, 2);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){0, 1}, 2);
    hbs_unit_atom(unit, 2, "s", (const uint32_t[]){1, 0}, 2);
    hbs_unit_claim(unit, 0);
    return hbs_unit_refutation(unit, NULL, 0);
}
static void refutations(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const struct {
        hbs_generated problem;
        int (*generate)(hbs_unit *);
        uint64_t size;
        hbs_status status;
    } cases[] = {{HBS_GENERATES_SAT, sat_refutation, 3, HBS_OK},
                 {HBS_GENERATES_SAT, sat_refutation_cut, 4, HBS_ERROR_FAULT},
                 {HBS_GENERATES_CQC, cqc_refutation, 0, HBS_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hbs_generator generator = promise(cases[i].problem, HBS_LABELS_BY_CONSTRUCTION, 1, cases[i].generate);
        CHECK_OK(draw(&drawing, &generator, &error));
        const hbs_drawn *const drawn = &drawing.drawn[0];
        CU_ASSERT(drawn->claim == 0 && drawn->certificate.size == cases[i].size);
        CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &drawn->instance, 0, &drawn->certificate, &error), cases[i].status);
    }
    hbs_drawing_free(&drawing);
}

/* q2 the complete graph on four vertices, q1 a triangle and a square. A vertex in the square leaves its neighbours nowhere to go; in the triangle arc consistency is content,
 * and one more branch is needed. The triangle is the constant, 1 and 3; the square 0, 2, 4, 6, which come first in q1 so that all numbers change. */
static int tree_refutation(hbs_unit *unit) {
    uint32_t unused, constant;
    static const uint32_t square[] = {6, 0, 4, 2, 6};
    hbs_unit_begin_pair(unit);
    hbs_unit_constant(unit, "nobody", &unused);
    hbs_unit_constant(unit, "someone", &constant);
    for (int i = 0; i < 4; i++) {
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){square[i], square[i + 1]}, 2);
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){square[i + 1], square[i]}, 2);
    }
    const uint32_t triangle[] = {3, constant, 1, 3};
    for (int i = 0; i < 3; i++) {
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){triangle[i], triangle[i + 1]}, 2);
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){triangle[i + 1], triangle[i]}, 2);
    }
    for (uint32_t from = 5; from < 9; from++)
        for (uint32_t to = 5; to < 9; to++)
            if (from != to) hbs_unit_atom(unit, 2, "e", (const uint32_t[]){from, to}, 2);
    hbs_unit_claim(unit, 0);
    /* on variable 8: 0 square, 1 triangle, 2 square, 3 triangle, 4 and 6 square, the constant triangle; below on 6, 5, 7 */
    hbs_unit_refutation(unit, (const int32_t[]){9, 0, 7, 0, 0, 0}, 6);
    return hbs_unit_refutation(unit, (const int32_t[]){6, 0, 0, 0, 0, 8, 0, 0}, 8);
}
static void search_trees(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator generator = promise(HBS_GENERATES_CQC, HBS_LABELS_BY_CONSTRUCTION, 1, tree_refutation);
    CHECK_OK(draw(&drawing, &generator, &error));
    hbs_drawn *const drawn = &drawing.drawn[0];
    CU_ASSERT_EQUAL(drawn->certificate.size, 10);
    for (uint64_t round = 0; round < 30; round++) {   /* numbered anew again and again */
        hbs_rng rng;
        CHECK_OK(hbs_certificate_check(NULL, &drawn->instance, 0, &drawn->certificate, &error));
        hbs_rng_seed(&rng, 1, round, HBS_LANE_ORDER);
        CHECK_OK(hbs_instance_shuffle(&drawn->instance, &rng, &error));
        CHECK_OK(hbs_drawn_renumber(drawn, &error));
    }
    hbs_drawing_free(&drawing);
}

/* P1: two draws from one seed are equal in everything, whatever was drawn in the room before. */
static int random_clauses(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 20);
    for (int i = 0; i < 30; i++) {
        int32_t literal[4];
        hbs_unit_sample(unit, 20, 4, literal);
        for (int j = 0; j < 4; j++) literal[j] = hbs_unit_bernoulli(unit, 1, 3) ? -(literal[j] + 1) : literal[j] + 1;
        hbs_unit_clause(unit, literal, 1 + (size_t)hbs_unit_below(unit, 4));
    }
    return 0;
}
static void same_bytes_always(void) {
    hbs_drawing fresh = {0}, used = {0};
    hbs_error error = {0};
    hbs_bytes a = {0}, b = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, random_clauses), bad = promise(HBS_GENERATES_SAT,
            HBS_LABELS_BY_SOLVER, 1, literal_zero);
    CU_ASSERT_EQUAL(draw(&used, &bad, &error), HBS_ERROR_FAULT);
    CHECK_OK(draw(&used, &generator, &error));
    CHECK_OK(draw(&used, &generator, &error));
    CHECK_OK(draw(&fresh, &generator, &error));
    CHECK_OK(hbs_instance_encode(&used.drawn[0].instance, &a, &error));
    CHECK_OK(hbs_instance_encode(&fresh.drawn[0].instance, &b, &error));
    CU_ASSERT(a.size == b.size && !memcmp(a.data, b.data, a.size));
    CU_ASSERT_EQUAL(hbs_rng_choice_bits(&used.rng), hbs_rng_choice_bits(&fresh.rng));
    hbs_bytes_free(&a);
    hbs_bytes_free(&b);
    hbs_drawing_free(&fresh);
    hbs_drawing_free(&used);
}

/* A redraw goes on in the unit's stream: it gives something else, and the same something again from the start. */
static void redraws_go_on(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    hbs_bytes first = {0}, second = {0}, again = {0};
    hbs_values values = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, random_clauses);
    hbs_bytes *const out[] = {&first, &second, &first, &again};
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0) hbs_drawing_seed(&drawing, 1, 7);
        CHECK_OK(hbs_draw(&drawing, &generator, &values, 7, &error));
        CHECK_OK(hbs_instance_encode(&drawing.drawn[0].instance, out[i], &error));
    }
    CU_ASSERT(first.size != second.size || memcmp(first.data, second.data, first.size));
    CU_ASSERT(again.size == second.size && !memcmp(again.data, second.data, again.size));
    hbs_bytes_free(&first);
    hbs_bytes_free(&second);
    hbs_bytes_free(&again);
    hbs_drawing_free(&drawing);
}

/* Generators that take turns keep their own memory, and it is given back once each. */
static int made, freed;
static void forget(void *scratch) { freed++; free(scratch); }
static int remembers(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (!drawing->scratch) {
        drawing->scratch = calloc(1, sizeof(void *));
        drawing->scratch_free = forget;
        made++;
        if (!drawing->scratch) return hbs_unit_fail(unit, "no memory");
        *(const void **)drawing->scratch = drawing->generator;
    }
    if (*(const void **)drawing->scratch != drawing->generator) return hbs_unit_fail(unit, "another one's memory");
    return good(unit);
}
static void scratch_is_kept_apart(void) {
    enum { GENERATORS = 20 };   /* more than the shelf holds */
    hbs_generator generators[GENERATORS];
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    made = freed = 0;
    for (int i = 0; i < GENERATORS; i++) generators[i] = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, remembers);
    for (int i = 0; i < 30; i++) CHECK_OK(draw(&drawing, &generators[i % 3], &error));
    CU_ASSERT_EQUAL(made, 3);
    CU_ASSERT_EQUAL(freed, 0);
    for (int i = 0; i < 60; i++) CHECK_OK(draw(&drawing, &generators[i % GENERATORS], &error));
    hbs_drawing_free(&drawing);
    CU_ASSERT_EQUAL(made, freed);
}

/* Yes from the fourth question on. */
static bool yes_at_last(void *asked) { return ++*(int *)asked > 3; }
static int keeps_rejecting(hbs_unit *unit) {
    int tries = 0;
    for (hbs_unit_begin_cnf(unit, 3); hbs_unit_below(unit, 2) || tries < 10; tries++)
        if (!hbs_unit_retry(unit)) return 0;   /* what was drawn last would do for a careless generator */
    return 0;
}
static void stopping_ends_a_draw(void) {
    const hbs_generator careless = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, keeps_rejecting);
    int asked = 0;
    hbs_error error = {0};
    hbs_drawing drawing = {.stop = yes_at_last, .stop_context = &asked};
    CU_ASSERT_EQUAL(draw(&drawing, &careless, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(asked, 4);
    CU_ASSERT_STRING_EQUAL(error.message, "sat/broken: unit 7: stopped while it was drawn");
    drawing.stop = NULL;
    CHECK_OK(draw(&drawing, &careless, &error));
    hbs_drawing_free(&drawing);
}
/* The search of sat/sr is one such loop; whoever is asked and says no changes nothing. */
static bool never(void *asked) {
    ++*(int *)asked;
    return false;
}
static void searches_ask_too(void) {
    int asked = 0;
    hbs_error error = {0};
    workbench *const bench = bench_open("sat/sr n=400");
    const hbs_part *const part = &bench->spec.part[0];
    hbs_cnf plain = {0};
    CHECK_OK(hbs_cnf_copy(&plain, &bench_draw(bench, 1, 0)->instance.cnf, &error));
    bench->drawing.stop = never;
    bench->drawing.stop_context = &asked;
    const hbs_cnf *const watched = &bench_draw(bench, 1, 0)->instance.cnf;
    CU_ASSERT(asked > 3);
    CU_ASSERT_EQUAL_FATAL(hbs_cnf_literals(watched), hbs_cnf_literals(&plain));
    CU_ASSERT_EQUAL(memcmp(watched->literal, plain.literal, hbs_cnf_literals(&plain) * sizeof *plain.literal), 0);
    bench->drawing.stop = yes_at_last;
    asked = 0;
    hbs_drawing_seed(&bench->drawing, 1, 0);
    hbs_values_draw(&bench->values, &part->settings, part->generator, &bench->drawing.rng);
    CU_ASSERT_EQUAL(hbs_draw(&bench->drawing, part->generator, &bench->values, 0, &error), HBS_ERROR_INTERRUPTED);
    hbs_cnf_free(&plain);
    bench_close(bench);
}

const hbs_test hbs_tests[] = {
    {"stopping_ends_a_draw", stopping_ends_a_draw},
    {"searches_ask_too", searches_ask_too},
    {"scratch_is_kept_apart", scratch_is_kept_apart},
    {"mistakes", mistakes},
    {"no_error_object", no_error_object},
    {"parameters_are_checked", parameters_are_checked},
    {"retries_give_bits_back", retries_give_bits_back},
    {"what_was_given_stays", what_was_given_stays},
    {"asking_first_is_no_attempt", asking_first_is_no_attempt},
    {"attempts claim anew", attempts_claim_anew},
    {"witnesses", witnesses},
    {"refutations", refutations},
    {"search_trees", search_trees},
    {"same_bytes_always", same_bytes_always},
    {"redraws_go_on", redraws_go_on},
    {NULL, NULL},
};
