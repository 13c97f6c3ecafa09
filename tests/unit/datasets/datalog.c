/* The pairs of tests/data/cqc with their published shape, a table of forms and refusals, and random pairs written and read back. */
#include "core/utf8.h"
#include "datasets/formats/datalog.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

static void encode(const hbs_query_pair *pair, hbs_bytes *bytes)
{
    hbs_error error;
    hbs_bytes_clear(bytes);
    CHECK_OK(hbs_query_pair_encode(pair, bytes, &error));
}

static bool read_one(hbs_query_pair *pair, const char *text, hbs_variables convention, hbs_error *error)
{
    size_t at = 0;
    bool found = false;
    const hbs_status status = hbs_datalog_read(pair, &found, text, strlen(text), &at, "f", convention, NULL, error);
    return status == HBS_OK && found;
}

/* Written with names and plain, and read under both conventions, a pair stays the same bytes. */
static void check_written(const hbs_query_pair *pair)
{
    hbs_error error = {0};
    hbs_bytes bytes = {0}, again = {0}, text = {0};
    hbs_query_pair read = {0};
    encode(pair, &bytes);
    for (int variant = 0; variant < 4; variant++) {
        hbs_bytes_clear(&text);
        CHECK_OK(hbs_datalog_write(pair, variant % 2, &text, &error));
        CU_ASSERT(hbs_is_utf8((const char *)text.data));
        CU_ASSERT_FATAL(read_one(&read, (const char *)text.data, variant / 2 ? HBS_VARIABLES_ANY : HBS_VARIABLES_UPPER, &error));
        encode(&read, &again);
        CU_ASSERT(bytes.size == again.size && memcmp(bytes.data, again.data, bytes.size) == 0);
    }
    hbs_query_pair_free(&read);
    hbs_bytes_free(&bytes);
    hbs_bytes_free(&again);
    hbs_bytes_free(&text);
}

/* --- published pairs --- */

static size_t number_at(const json_t *features, const char *key, size_t index)
{
    return (size_t)json_integer_value(json_array_get(json_object_get(features, key), index));
}

static void check_case(const json_t *entry)
{
    hbs_error error = {0};
    hbs_bytes text = {0};
    hbs_query_pair pair = {0};
    const json_t *const features = json_object_get(entry, "features");
    CHECK_OK(hbs_bytes_print(&text, &error, "%s\n%s\n", json_string_value(json_object_get(entry, "q1")), json_string_value(json_object_get(entry, "q2"))));
    const bool read = read_one(&pair, (const char *)text.data, HBS_VARIABLES_ANY, &error);
    if (!read) fprintf(stderr, "\n    %s: %s\n", json_string_value(json_object_get(entry, "id")), error.message);
    CU_ASSERT_FATAL(read);
    CU_ASSERT_EQUAL(pair.q1.head_arity, (size_t)json_integer_value(json_object_get(entry, "head_arity")));
    CU_ASSERT_EQUAL(pair.q1.atoms, number_at(features, "atoms", 0));
    CU_ASSERT_EQUAL(pair.q2.atoms, number_at(features, "atoms", 1));
    CU_ASSERT_EQUAL(pair.q1.variables, number_at(features, "variables", 0));
    CU_ASSERT_EQUAL(pair.q2.variables, number_at(features, "variables", 1));
    CU_ASSERT_EQUAL(pair.constants.count > 0, json_is_true(json_object_get(features, "constants")) || json_is_true(json_object_get(features, "head_constants")));
    check_written(&pair);
    hbs_query_pair_free(&pair);
    hbs_bytes_free(&text);
}

static size_t check_file(const char *name)
{
    json_error_t trouble;
    json_t *const root = json_load_file(hbs_test_data(name), 0, &trouble);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    const json_t *const cases = json_object_get(root, "cases");
    const size_t count = json_array_size(cases);
    for (size_t i = 0; i < count; i++) check_case(json_array_get(cases, i));
    json_decref(root);
    return count;
}

static void test_published(void)
{
    CU_ASSERT_EQUAL(check_file("cqc/courses.json"), 87);
    CU_ASSERT_EQUAL(check_file("cqc/edge_cases.json"), 45);
    CU_ASSERT_EQUAL(check_file("cqc/random_truth_a.json"), 150);
}

/* --- forms --- */

typedef struct form {
    hbs_variables convention;
    const char *text;
    const char *written;   /* of the first pair, or the beginning of the error */
} form;

#define U HBS_VARIABLES_UPPER
#define A HBS_VARIABLES_ANY
#define REST "\nq().\n"
#define WRITTEN "\nq2() :- .\n"

static const form forms[] = {
    {U, "q1(X,Y) :- r(X,Z), s(Z,Y,\"c\",3)." REST, "q1(X,Y) :- r(X,Z), s(Z,Y,\"c\",3)." WRITTEN},
    {U, "q ( X , Y )\n:-\nr(X,\nY)\n,\ns ( ) .q().", "q1(X,Y) :- r(X,Y), s()." WRITTEN},
    {U, "q(X) <- r(X) & s(X)" REST, "q1(X) :- r(X), s(X)." WRITTEN},
    {U, "q(X) \xe2\x86\x90 r(X) \xe2\x88\xa7 s(X) % why\n# a\n// b\n\nq()", "q1(X) :- r(X), s(X)." WRITTEN},
    {U, "q(X) :- r(X,joe,'joe',\"joe\",3,'3')." REST, "q1(X) :- r(X,\"joe\",\"joe\",\"joe\",3,\"3\")." WRITTEN},
    {U, "q(X) :- r(X,-1,3.50,1e9,1.5E-3)." REST, "q1(X) :- r(X,-1,3.50,1e9,1.5E-3)." WRITTEN},
    {U, "q() :- r(_,_,_1,_x)." REST, "q1() :- r(_2,_3,_1,_x)." WRITTEN},
    {U, "q(X,X,3,a) :- r(X)." REST, "q1(X,X,3,\"a\") :- r(X)." WRITTEN},
    {U, "q(3,a) :- ." REST, "q1(3,\"a\") :- ." WRITTEN},
    {U, "q(3,a)." REST, "q1(3,\"a\") :- ." WRITTEN},
    {U, "q\nq().", "q1() :- ." WRITTEN},
    {U, "q :- p, r(X), p." REST, "q1() :- p(), r(X)." WRITTEN},
    {U, "q() :- r(X), r(X), r(X,Y), r(X)." REST, "q1() :- r(X), r(X,Y)." WRITTEN},
    {U, "?(X) :- p(X,Y), q(Y)." REST, "q1(X) :- p(X,Y), q(Y)." WRITTEN},
    {U, "q() :- 'my rel'(X), \"not\"(X), <http://a.b/c#d>(<http://e>)." REST, "q1() :- \"my rel\"(X), \"not\"(X), <http://a.b/c#d>(<http://e>)." WRITTEN},
    {U, "q() :- r('it\\'s \\\"\\\\\\n\\t\\x01', \"a % b # c // d\")." REST, "q1() :- r(\"it's \\\"\\\\\\n\\t\\x01\",\"a % b # c // d\")." WRITTEN},
    {U, "q() :- r(\xc3\xa9t\xc3\xa9, X\xc3\xa9)." REST, "q1() :- r(\"\xc3\xa9t\xc3\xa9\",X0)." WRITTEN},
    {U, "q(X)\xc2\xa0:-\xc2\xa0r(X,\xc2\xa0Y)." REST, "q1(X) :- r(X,Y)." WRITTEN},
    {U, "\xef\xbb\xbfq(X) :- r(X)." REST, "q1(X) :- r(X)." WRITTEN},
    {U, "q(X) :- r(X).\r\nq().\r\n", "q1(X) :- r(X)." WRITTEN},
    {U, "q(x) :- r(x,y)." REST, "q1(\"x\") :- r(\"x\",\"y\")." WRITTEN},
    {A, "q(x,y) :- R(x,z), S(z,'joe'), T(y,3)." REST, "q1(X,Y) :- R(X,Z), S(Z,\"joe\"), T(Y,3)." WRITTEN},
    {A, "q(x,X) :- r(x,X)." REST, "q1(X0,X1) :- r(X0,X1)." WRITTEN},
    {A, "q(x') :- r(x',x,'x')." REST, "q1(X') :- r(X',X,\"x\")." WRITTEN},
    {A, "q(_) :- r(_)." REST, "f:1:3: head variable _ does not occur in the body"},
    {U, "q(X,Y) :- r(X)." REST, "f:1:5: head variable Y does not occur in the body"},
    {U, "q(X) :- r(Z).\nq(Y).", "f:1:3: head variable X does not occur in the body"},
    {U, "q().\n\nq(Lonely)." , "f:3:3: head variable Lonely does not occur in the body"},
    {U, "% alone\nq(X) :- r(X).\n", "f:2:1: an odd number of rules"},
    {U, "q(X) :- r(X), not s(X)." REST, "f:1:15: negation"},
    {U, "q(X) :- r(X), !s(X)." REST, "f:1:15: negation"},
    {U, "q(X) :- r(X), \xc2\xacs(X)." REST, "f:1:15: negation"},
    {U, "q(X) :- r(X), X < 3." REST, "f:1:17: a comparison"},
    {U, "q(X) :- r(X), X != Y." REST, "f:1:17: a comparison"},
    {U, "q(X) :- r(X,Y), X = Y." REST, "f:1:19: a comparison"},
    {U, "q(X) :- r(X); s(X)." REST, "f:1:13: a disjunction"},
    {U, "q(X) :- r(f(X))." REST, "f:1:11: a function term"},
    {U, "q(X) :- r(3a)." REST, "f:1:12: 'a' where the end of a number"},
    {U, "q(X) :- r(-)." REST, "f:1:12: ')' where a digit"},
    {U, "q(X) :- r(+3)." REST, "f:1:11: '+' where a variable or a constant"},
    {U, "q(X) :- r(1e)." REST, "f:1:13: ')' where a digit of the exponent"},
    {U, "q(X) :- r(\"a)." REST, "f:1:11: a string without closing quote"},
    {U, "q(X) :- r(\"a\\q\")." REST, "f:1:14: an unknown escape"},
    {U, "q(X) :- r(\"\\x00\")." REST, "f:1:15: a zero byte"},
    {U, "q(X) :- r(<a b>)." REST, "f:1:11: '<' begins neither"},
    {U, "q(X) :- r(\xe2\x80\x98joe\xe2\x80\x99)." REST, "f:1:11: byte 0xe2 where a variable or a constant"},
    {U, "q(X) :- r(X" REST, "f:2:1: 'q' where ',' or ')'"},
    {U, "q(X) :- r(X,)." REST, "f:1:13: ')' where a variable or a constant"},
    {U, "q(X) :- r(X),." REST, "f:1:14: '.' where an atom"},
    {U, "q(X) :- r(X) s(X)." REST, "f:1:14: 's' where ',' or '.'"},
    {U, "q() :-\nq() :- r(X).", "f:2:5: a second ':-'"},
    {U, ":- r(X).", "f:1:1: ':' where the head of a rule"},
    {U, "q().\nq(X :- r(X).", "f:2:5: ':' where ',' or ')'"},
    {U, "q() :- r(X", "f:1:11: the text ends where ',' or ')'"},
};

static void check_form(const form *f)
{
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    hbs_bytes text = {0};
    size_t at = 0;
    bool found = false;
    const bool good = strncmp(f->written, "q1", 2) == 0;
    const hbs_status status = hbs_datalog_read(&pair, &found, f->text, strlen(f->text), &at, "f", f->convention, NULL, &error);
    bool holds = status == HBS_ERROR_INPUT && !good && at == 0 && !found && strncmp(error.message, f->written, strlen(f->written)) == 0;
    if (status == HBS_OK && good) {
        CHECK_OK(hbs_datalog_write(&pair, false, &text, &error));
        holds = found && strcmp((char *)text.data, f->written) == 0;
        check_written(&pair);
    }
    if (!holds) fprintf(stderr, "\n    [%s]: %s%s\n", f->text, error.message, text.data ? (char *)text.data : "");
    CU_ASSERT(holds);
    CU_ASSERT(status == HBS_OK || pair.relations.count == 0);
    hbs_bytes_free(&text);
    hbs_query_pair_free(&pair);
}

static void test_forms(void)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) check_form(&forms[i]);
}

static void test_many_pairs(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    hbs_bytes text = {0};
    size_t at = 0, pairs = 0;
    bool found;
    for (int i = 0; i < 1000; i++) CHECK_OK(hbs_bytes_print(&text, &error, "%% pair %d\nq(X) :- r(X,%d).\n\nq(X) :- r(X,Y)\n", i, i));
    for (;; pairs++) {
        CHECK_OK(hbs_datalog_read(&pair, &found, (char *)text.data, text.size, &at, "f", U, NULL, &error));
        if (!found) break;
        CU_ASSERT_EQUAL((size_t)atoi(pair.constants.item[0].text), pairs);
    }
    CU_ASSERT_EQUAL(pairs, 1000);
    CU_ASSERT_EQUAL(at, text.size);
    at = 0;
    CHECK_OK(hbs_datalog_read(&pair, &found, NULL, 0, &at, "f", U, NULL, &error));
    CU_ASSERT(!found);
    hbs_bytes_free(&text);
    hbs_query_pair_free(&pair);
}

static void count(void *context, const char *message)
{
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "--variables any"));
    ++*(unsigned *)context;
}

static unsigned warnings_of(const char *text, hbs_variables convention)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    unsigned warnings = 0;
    size_t at = 0;
    bool found = true;
    const hbs_listener listener = {.context = &warnings, .warn = count};
    while (found) CHECK_OK(hbs_datalog_read(&pair, &found, text, strlen(text), &at, "f", convention, &listener, &error));
    hbs_query_pair_free(&pair);
    return warnings;
}

static void test_wrong_convention(void)
{
    CU_ASSERT_EQUAL(warnings_of("q(x) :- r(x).\nq(X) :- r(X).\n", U), 1);
    CU_ASSERT_EQUAL(warnings_of("q(x) :- r(x).\nq(x) :- s(x).\nq(x) :- r(x).\nq(x) :- s(x).\n", U), 1);   /* once a text */
    CU_ASSERT_EQUAL(warnings_of("q(x,Y) :- r(x,Y).\nq(x,Y) :- r(x,Y).\n", U), 1);
    CU_ASSERT_EQUAL(warnings_of("q(\"x\",Y) :- r(x,Y).\nq(3,Y) :- r(x,Y).\n", U), 0);
    CU_ASSERT_EQUAL(warnings_of("q(x) :- r(x).\nq(x) :- s(x).\n", A), 0);
    CU_ASSERT_EQUAL(warnings_of("q(X) :- r(X,x).\nq() :- s(\"x\", 3).\n", U), 0);
}

/* --- writing --- */

static const char *const texts[] = {"joe", "Joe", "", " ", "3", "it's", "\"", "\\", "a\nb", "\x01\x7f\x80\xff", "caf\xe9", "caf\xc3\xa9", "<http://x>", "<http://x\xe9>", "<a b>", "<", "%", "not", "_", "r'"};
#define TEXTS (sizeof texts / sizeof *texts)

static void random_query(hbs_query_pair *pair, hbs_query *query, hbs_rng *rng)
{
    hbs_error error;
    uint32_t relation, constant;
    query->variables = 4;
    for (uint64_t left = hbs_rng_below(rng, 6); left; left--) {
        hbs_term term[3];
        const uint32_t arity = (uint32_t)hbs_rng_below(rng, 4);
        const char *const name = texts[hbs_rng_below(rng, TEXTS)], *const value = texts[hbs_rng_below(rng, TEXTS)];
        CHECK_OK(hbs_symbol_intern(&pair->relations, name, strlen(name), arity, &relation, &error));
        CHECK_OK(hbs_symbol_intern(&pair->constants, value, strlen(value), HBS_CONSTANT_STRING, &constant, &error));
        for (uint32_t i = 0; i < arity; i++) term[i] = hbs_rng_below(rng, 2) ? (hbs_term)hbs_rng_below(rng, 4) : HBS_CONSTANT | constant;
        CHECK_OK(hbs_query_atom(query, pair, relation, term, NULL, &error));
        if (arity && hbs_rng_below(rng, 3) == 0) CHECK_OK(hbs_query_head(query, term[0], &error));
    }
}

static void test_random(void)
{
    hbs_query_pair pair = {0};
    hbs_rng rng;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        hbs_query_pair_clear(&pair);
        hbs_rng_seed(&rng, 44, seed, HBS_LANE_INSTANCE);
        random_query(&pair, &pair.q1, &rng);
        random_query(&pair, &pair.q2, &rng);
        check_written(&pair);
    }
    hbs_query_pair_free(&pair);
}

static void test_write_refuses(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    hbs_bytes text = {0};
    uint32_t relation, constant;
    CHECK_OK(hbs_bytes_append(&text, "kept", 4, &error));
    pair.q2.variables = 1;
    CHECK_OK(hbs_query_head(&pair.q2, 0, &error));
    CU_ASSERT_EQUAL(hbs_datalog_write(&pair, false, &text, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "X0"));
    hbs_query_pair_clear(&pair);
    CHECK_OK(hbs_symbol_intern(&pair.relations, "r", 1, 1, &relation, &error));
    CHECK_OK(hbs_symbol_intern(&pair.constants, "1). evil(2", 10, HBS_CONSTANT_NUMBER, &constant, &error));
    const hbs_term term = HBS_CONSTANT | constant;
    CHECK_OK(hbs_query_atom(&pair.q1, &pair, relation, &term, NULL, &error));
    CU_ASSERT_EQUAL(hbs_datalog_write(&pair, false, &text, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(text.size, 4);
    hbs_bytes_free(&text);
    hbs_query_pair_free(&pair);
}

const hbs_test hbs_tests[] = {
    {"published pairs", test_published},
    {"forms", test_forms},
    {"many pairs", test_many_pairs},
    {"wrong convention", test_wrong_convention},
    {"random", test_random},
    {"write refuses", test_write_refuses},
    {NULL, NULL},
};
