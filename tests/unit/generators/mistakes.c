/* What generators may not do: P3, P5 and P6 of plugin.h, each with generators that break them. */
#include "tests/unit/generators/promise.h"

static int nothing_emitted(hbs_unit *unit) { (void)unit; return 0; }
static int one_too_many(hbs_unit *unit) { for (int i = 0; i < 3; i++) hbs_unit_begin_cnf(unit, 3); return 0; }
static int literal_too_large(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); hbs_unit_clause(unit, (const int32_t[]){1, -4}, 2); return 0; }
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

/* P3, P5, P6: every mistake is an error that names generator and unit; nothing crashes. */
static void mistakes(void) {
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

const hbs_test hbs_tests[] = {{"mistakes", mistakes}, {"no_error_object", no_error_object}, {NULL, NULL}};
