/* Sizes and numbers of whole spaces: published pairs of numbers and formulas, and every number of small spaces there and back. */
#include "generators/spaces/spaces.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/exact_cases.h"
#include "tests/unit/generators/draw.h"

static void sizes(void) {
    json_t *const document = case_file("space_sizes.json");
    size_t i;
    json_t *row;
    mpz_t found;
    hbs_error error = {0};
    mpz_init(found);
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        hbs_length_count room;
        const hbs_signature signature = signature_for((uint32_t)case_number(row, "n"), case_length(row), case_number(row, "m"), &room);
        hbs_space *sets = NULL, *sequences = NULL;
        CHECK_OK(hbs_space_new(&sets, &signature, HBS_SETS, &error));
        CHECK_OK(hbs_space_new(&sequences, &signature, HBS_SEQUENCES, &error));
        hbs_space_size(sets, found);
        CU_ASSERT(same_number(found, case_text(row, "sets")));
        hbs_space_multisets(sets, found);
        CU_ASSERT(same_number(found, case_text(row, "multisets")));
        hbs_space_size(sequences, found);
        CU_ASSERT(same_number(found, case_text(row, "sequences")));
        hbs_space_free(sets);
        hbs_space_free(sequences);
    }
    CU_ASSERT_EQUAL(i, 81);
    mpz_clear(found);
    json_decref(document);
}

static void cnf_of(const json_t *clauses, uint32_t n, hbs_cnf *out) {
    size_t c, l;
    json_t *clause, *literal;
    hbs_error error = {0};
    hbs_cnf_clear(out, n);
    json_array_foreach(clauses, c, clause) {
        int32_t room[64];
        json_array_foreach(clause, l, literal) room[l] = (int32_t)json_integer_value(literal);
        CHECK_OK(hbs_cnf_add(out, room, json_array_size(clause), &error));
    }
}

static bool same_cnf(const hbs_cnf *a, const hbs_cnf *b) {
    if (a->variables != b->variables || a->clauses != b->clauses) return false;
    for (size_t c = 0; c < a->clauses; c++)
        if (hbs_cnf_length(a, c) != hbs_cnf_length(b, c) || memcmp(hbs_cnf_clause(a, c), hbs_cnf_clause(b, c), hbs_cnf_length(a, c) * sizeof(int32_t))) return false;
    return true;
}

static void check_pair(const json_t *row, hbs_collection of) {
    hbs_error error = {0};
    hbs_length_count room;
    hbs_space *space = NULL;
    hbs_instance wanted = {0}, found = {0};
    mpz_t rank, number;
    mpz_init(rank);
    mpz_init_set_str(number, case_text(row, "rank"), 10);
    const uint32_t n = (uint32_t)case_number(row, "n");
    const hbs_signature signature = signature_for(n, case_length(row), case_number(row, "m"), &room);
    CHECK_OK(hbs_space_new(&space, &signature, of, &error));
    cnf_of(json_object_get(row, "clauses"), n, &wanted.cnf);
    CHECK_OK(hbs_space_unrank(space, number, &found, &error));
    CU_ASSERT(same_cnf(&wanted.cnf, &found.cnf));
    CHECK_OK(hbs_space_rank(space, &wanted, rank, &error));
    CU_ASSERT(same_number(rank, case_text(row, "rank")));
    if (json_object_get(row, "space_size")) {
        hbs_space_size(space, rank);
        CU_ASSERT(same_number(rank, case_text(row, "space_size")));
        CU_ASSERT_EQUAL(hbs_space_unrank(space, rank, &found, &error), HBS_ERROR_USAGE);
    }
    hbs_instance_free(&wanted);
    hbs_instance_free(&found);
    hbs_space_free(space);
    mpz_clears(rank, number, NULL);
}

static void rank_examples(void) {
    json_t *const document = case_file("rank_examples.json"), *row;
    size_t sets, sequences;
    json_array_foreach(json_object_get(document, "sets"), sets, row) check_pair(row, HBS_SETS);
    json_array_foreach(json_object_get(document, "sequences"), sequences, row) check_pair(row, HBS_SEQUENCES);
    CU_ASSERT_EQUAL(sets, 10);
    CU_ASSERT_EQUAL(sequences, 2);
    json_decref(document);
}

/* Every number is that of one instance of this signature; nothing is met twice, and whoever has the signature is there because the sizes agree. */
static void check_bijection(const char *text, hbs_collection of, bool loose, size_t wanted) {
    hbs_error error = {0};
    hbs_signature signature = {0}, seen = {0};
    hbs_space *space = NULL;
    hbs_instance instance = {0};
    mpz_t number, back, size;
    mpz_inits(number, back, size, NULL);
    CHECK_OK(hbs_signature_parse(text, &signature, &error));
    CHECK_OK(loose ? hbs_space_new_loose(&space, &signature, of, &error) : hbs_space_new(&space, &signature, of, &error));
    hbs_space_size(space, size);
    CU_ASSERT_EQUAL(mpz_get_ui(size), wanted);
    if (mpz_get_ui(size) != wanted) fprintf(stderr, "\n    %s: %lu\n", text, mpz_get_ui(size));
    for (; mpz_cmp(number, size) < 0; mpz_add_ui(number, number, 1)) {
        CHECK_OK(hbs_space_unrank(space, number, &instance, &error));
        CHECK_OK(hbs_space_rank(space, &instance, back, &error));
        CU_ASSERT(mpz_cmp(number, back) == 0);
        if (loose || strstr(text, "any")) continue;
        CHECK_OK(hbs_signature_of(&instance, &seen, &error));
        CU_ASSERT(hbs_signature_equal(&signature, &seen));
    }
    CU_ASSERT_EQUAL(hbs_space_unrank(space, number, &instance, &error), HBS_ERROR_USAGE);
    hbs_signature_free(&signature);
    hbs_signature_free(&seen);
    hbs_space_free(space);
    hbs_instance_free(&instance);
    mpz_clears(number, back, size, NULL);
}

static void formulas_there_and_back(void) {
    check_bijection("n=3 2:3", HBS_SETS, false, 220);
    check_bijection("n=3 2:3", HBS_SEQUENCES, false, 1728);
    check_bijection("n=3 1:2 2:1 3:2", HBS_SETS, false, 15 * 12 * 28);
    check_bijection("n=2 1:2 2:2", HBS_SEQUENCES, false, 6 * 16 * 16);
    check_bijection("n=3 any:3", HBS_SETS, false, 2600);
    check_bijection("n=2 0:1 1:1", HBS_SEQUENCES, false, 2 * 4);
    check_bijection("n=3", HBS_SETS, false, 1);
    check_bijection("n=2 3:1", HBS_SETS, false, 0);
    check_bijection("n=1 1:3", HBS_SETS, false, 0);
}

static void pairs_there_and_back(void) {
    check_bijection("q1() v=2 e/2:1 q2() v=3 e/2:2", HBS_SETS, false, 2 * 12);            /* paths, stars and their orders on three named variables */
    check_bijection("q1() v=2 e/2:2 repeats q2() v=1 e/2:1 repeats", HBS_SETS, false, 5);  /* 2 loops, or a loop and an edge: 1 + 4 */
    check_bijection("q1(X0) v=2 e/2:1 q2(X0) v=2 e/2:2", HBS_SETS, false, 2);
    check_bijection("q1() v=1 e/2:1 t/1:1 q2() v=2 e/2:1 constants=q1", HBS_SETS, false, 2 * 2 * 2);
    check_bijection("q1() v=3 e/2:2 repeats q2() v=2 e/2:1", HBS_SETS, true, 36 * 2);
    check_bijection("q1(X0) v=3 e/2:1 q2(X0) v=1 t/1:1", HBS_SETS, true, 4);
    check_bijection("q1() v=0 q2() v=0", HBS_SETS, false, 1);
    check_bijection("q1() v=2 e/2:3 q2() v=0", HBS_SETS, false, 0);
}

/* Each number of a space as often as the others, by the number of what was drawn. */
static void draws_are_uniform(void) {
    static const char *const text[] = {"n=3 2:2", "q1() v=2 e/2:1 q2() v=3 e/2:2", "q1(X0) v=3 e/2:3 repeats q2(X0) v=1 e/2:1 repeats"};
    for (size_t i = 0; i < 3; i++) {
        hbs_error error = {0};
        hbs_signature signature = {0};
        hbs_space *space = NULL;
        hbs_instance instance = {0};
        hbs_rng rng;
        mpz_t number;
        double count[2000] = {0}, expected[2000];
        mpz_init(number);
        CHECK_OK(hbs_signature_parse(text[i], &signature, &error));
        CHECK_OK(hbs_space_new(&space, &signature, HBS_SETS, &error));
        hbs_space_size(space, number);
        const size_t cells = mpz_get_ui(number);
        CU_ASSERT_FATAL(cells > 10 && cells <= 2000);
        for (uint64_t u = 0; u < 20 * cells; u++) {
            hbs_rng_seed(&rng, 7, u, HBS_LANE_INSTANCE);
            CHECK_OK(hbs_space_draw(space, &rng, &instance, &error));
            CHECK_OK(hbs_space_rank(space, &instance, number, &error));
            count[mpz_get_ui(number)]++;
        }
        for (size_t c = 0; c < cells; c++) expected[c] = 20;
        const double p = fit(count, expected, cells);
        CU_ASSERT(p > 1e-4 && p < 1 - 1e-4);
        mpz_clear(number);
        hbs_instance_free(&instance);
        hbs_space_free(space);
        hbs_signature_free(&signature);
    }
}

static void parsed_and_refused(void) {
    static const char *const good[] = {"n=0", "n=4 1:2 3:5", "q1() v=0 q2() v=0", "q1(X0,c0,X1) v=3 e/2:4 q2(X0,c1,X0) v=2 e/2:3 repeats constants=both,head,q1"};
    static const char *const bad[] = {"", "m=3", "n=", "n=3 2", "n=3 2:", "n=3 x:1", "n=3 2:1 2:1", "n=-1", "n=3 any:1 any:2", "q1() v=2", "q1() v=2 e/2:1 q2()", "q1(X1) v=2 e/2:1 q2() v=0",
                                      "q1(Y) v=1 q2() v=0", "q1() v=1 e:1 q2() v=0", "q1() v=1 q2() v=0 constants=q3", "q1() v=1 q2() v=0 constants=q1 more", "q1(c0) v=1 q2() v=0"};
    hbs_error error = {0};
    hbs_signature signature = {0};
    hbs_bytes text = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK_OK(hbs_signature_parse(good[i], &signature, &error));
        hbs_bytes_clear(&text);
        CHECK_OK(hbs_signature_print(&signature, &text, &error));
        CU_ASSERT_STRING_EQUAL((const char *)text.data, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CU_ASSERT_EQUAL(hbs_signature_parse(bad[i], &signature, &error), HBS_ERROR_USAGE);
        CU_ASSERT(signature.problem == HBS_CQC && signature.constants == 3);   /* as it was */
    }
    hbs_signature_free(&signature);
    hbs_bytes_free(&text);
}

/* GMP ends the program when it runs out of memory, so what is too large is refused before. */
static void too_large_to_count(void) {
    static const struct { const char *text; bool sets, sequences; } row[] = {   /* refused */
        {"n=3 any:99999999999", false, true}, {"n=536870911 2:4294967295", true, true}, {"n=1000000 3:4000000", true, true},
        {"n=5 3:4294967295", false, true}, {"n=1000 500:100000", true, true}, {"n=536870911 any:2", true, true}, {"n=536870911 3:40", false, false}, {"q1(X0) v=3 e/2:999999999 q2(X0) v=3 e/2:3", false, false},
        {"q1() v=10000 e/2:10000 q2() v=0", true, true}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (unsigned of = 0; of < 2; of++) {
            hbs_error error = {0};
            hbs_signature signature = {0};
            hbs_space *space = NULL;
            if (hbs_signature_parse(row[i].text, &signature, &error) != HBS_OK) {
                CU_FAIL("a signature that can be written");
                continue;
            }
            const hbs_status status = hbs_space_new(&space, &signature, (hbs_collection)of, &error);
            CU_ASSERT_EQUAL(status, (of == HBS_SETS ? row[i].sets : row[i].sequences) ? HBS_ERROR_USAGE : HBS_OK);
            if (status != HBS_OK) CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "choose fewer variables"));
            hbs_space_free(space);
            hbs_signature_free(&signature);
        }
}

/* No query has more atoms than there are, so none has a class; with too many terms and atoms classes are not counted. */
static void classes_of_extremes(void) {
    static const struct { const char *text; hbs_status status; } row[] = {{"q1(X0) v=3 e/2:999999999 q2() v=0", HBS_OK}, {"q1(X0) v=10 e/6:100 q2() v=0", HBS_ERROR_USAGE}};
    for (size_t i = 0; i < 2; i++) {
        hbs_error error = {0};
        hbs_signature signature = {0};
        hbs_space *space = NULL;
        mpz_t classes;
        mpz_init_set_ui(classes, 7);
        CHECK_OK(hbs_signature_parse(row[i].text, &signature, &error));
        CHECK_OK(hbs_space_new(&space, &signature, HBS_SETS, &error));
        CU_ASSERT_EQUAL(hbs_space_query_classes(space, 0, classes, &error), row[i].status);
        CU_ASSERT_EQUAL(mpz_get_ui(classes), row[i].status == HBS_OK ? 0 : 7);
        mpz_clear(classes);
        hbs_space_free(space);
        hbs_signature_free(&signature);
    }
}

const hbs_test hbs_tests[] = {{"draws_are_uniform", draws_are_uniform}, {"too_large_to_count", too_large_to_count}, {"classes_of_extremes", classes_of_extremes}, {"parsed_and_refused", parsed_and_refused}, {"pairs_there_and_back", pairs_there_and_back}, {"sizes", sizes}, {"rank_examples", rank_examples}, {"formulas_there_and_back", formulas_there_and_back}, {NULL, NULL}};
