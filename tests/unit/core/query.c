/* Pairs of queries: one spelling a pair, hostile bytes, sets of atoms against naive ones. */
#include "core/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

/* Relations a/0 b/1 c/2 d/3, constants 0..2; some of it unused. Atoms through hbs_query_append, so that they may repeat. */
static void make(hbs_query_pair *pair, uint64_t seed, bool repeats)
{
    hbs_error error;
    hbs_rng rng;
    uint32_t index;
    hbs_query_pair_clear(pair);
    hbs_rng_seed(&rng, 20250, seed, HBS_LANE_INSTANCE);
    for (uint32_t r = 0; r < 4; r++) CHECK_OK(hbs_symbol_intern(&pair->relations, &"abcd"[r], 1, r, &index, &error));
    for (uint32_t k = 0; k < 3; k++) CHECK_OK(hbs_symbol_intern(&pair->constants, &"79x"[k], 1, k == 2, &index, &error));
    CHECK_OK(hbs_symbol_intern(&pair->constants, "7", 1, HBS_CONSTANT_STRING, &index, &error));
    for (int which = 0; which < 2; which++) {
        hbs_query *const query = which ? &pair->q2 : &pair->q1;
        query->variables = 1 + (uint32_t)hbs_rng_below(&rng, 6);
        for (uint64_t left = hbs_rng_below(&rng, 9); left; left--) {
            const uint32_t relation = (uint32_t)hbs_rng_below(&rng, 4);
            hbs_term term[3];
            for (int i = 0; i < 3; i++)
                term[i] = hbs_rng_below(&rng, 4) ? (hbs_term)hbs_rng_below(&rng, query->variables) : HBS_CONSTANT | (hbs_term)hbs_rng_below(&rng, pair->constants.count);
            if (repeats) CHECK_OK(hbs_query_append(query, pair, relation, term, &error));
            else CHECK_OK(hbs_query_atom(query, pair, relation, term, NULL, &error));
        }
        for (uint64_t left = hbs_rng_below(&rng, 3); left; left--) CHECK_OK(hbs_query_head(query, (hbs_term)hbs_rng_below(&rng, query->variables), &error));
    }
}

static void encode(const hbs_query_pair *pair, hbs_bytes *bytes)
{
    hbs_error error;
    hbs_bytes_clear(bytes);
    CHECK_OK(hbs_query_pair_encode(pair, bytes, &error));
}

static int same_bytes(const hbs_bytes *a, const hbs_bytes *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void test_symbols(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    uint32_t index;
    char text[16];
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 5000; i++) {
            const int length = snprintf(text, sizeof text, "w%u", i / 2);
            CHECK_OK(hbs_symbol_intern(&pair.constants, text, (size_t)length, i % 2, &index, &error));
            CU_ASSERT_EQUAL(index, i);
        }
        for (uint32_t i = 5000; i-- > 0;) {
            const int length = snprintf(text, sizeof text, "w%u", i / 2);
            CHECK_OK(hbs_symbol_intern(&pair.constants, text, (size_t)length, i % 2, &index, &error));
            CU_ASSERT_EQUAL(index, i);
        }
        CU_ASSERT_EQUAL(pair.constants.count, 5000);
        hbs_query_pair_clear(&pair);
        CU_ASSERT_EQUAL(pair.constants.count, 0);
    }
    CHECK_OK(hbs_symbol_intern(&pair.relations, "", 0, 0, &index, &error));
    CHECK_OK(hbs_symbol_intern(&pair.relations, "rs", 1, 0, &index, &error));
    CHECK_OK(hbs_symbol_intern(&pair.relations, "rs", 2, 0, &index, &error));
    CU_ASSERT_EQUAL(index, 2);
    CU_ASSERT_EQUAL(hbs_symbol_intern(&pair.relations, "r\0s", 3, 0, &index, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(pair.relations.count, 3);
    hbs_query_pair_free(&pair);
    hbs_query_pair_free(NULL);
}

static void test_builders_refuse(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    uint32_t relation;
    bool added = true;
    const hbs_term good[] = {0, 1}, variable[] = {0, 2}, constant[] = {HBS_CONSTANT, 1};
    CHECK_OK(hbs_symbol_intern(&pair.relations, "r", 1, 2, &relation, &error));
    pair.q1.variables = 2;
    CU_ASSERT_EQUAL(hbs_query_atom(&pair.q1, &pair, relation + 1, good, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(hbs_query_atom(&pair.q1, &pair, relation, variable, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(hbs_query_atom(&pair.q1, &pair, relation, constant, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(hbs_query_head(&pair.q1, 2, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(pair.q1.atoms + pair.q1.head_arity, 0);
    CHECK_OK(hbs_query_atom(&pair.q1, &pair, relation, good, &added, &error));
    CU_ASSERT(added);
    CHECK_OK(hbs_query_atom(&pair.q1, &pair, relation, good, &added, &error));
    CU_ASSERT(!added);
    CU_ASSERT_EQUAL(pair.q1.atoms, 1);
    hbs_query_pair_free(&pair);
}

/* The bulk merge keeps what the builder that looks at every atom keeps. */
static void test_merge_repeats(void)
{
    hbs_error error;
    hbs_query_pair bulk = {0}, one = {0};
    hbs_bytes a = {0}, b = {0};
    unsigned merged = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        make(&bulk, seed, true);
        make(&one, seed, false);
        merged += bulk.q1.atoms > one.q1.atoms;
        CHECK_OK(hbs_query_merge_repeats(&bulk.q1, &error));
        CHECK_OK(hbs_query_merge_repeats(&bulk.q2, &error));
        encode(&bulk, &a);
        encode(&one, &b);
        CU_ASSERT(same_bytes(&a, &b));
    }
    CU_ASSERT(merged > 100);
    hbs_bytes_free(&a);
    hbs_bytes_free(&b);
    hbs_query_pair_free(&bulk);
    hbs_query_pair_free(&one);
}

/* Renaming variables, another order in the tables and symbols that nobody uses do not change the bytes; decoding gives them back. */
static void test_one_spelling(void)
{
    hbs_error error;
    hbs_query_pair pair = {0}, copy = {0}, decoded = {0};
    hbs_bytes a = {0}, b = {0};
    hbs_rng rng;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        make(&pair, seed, false);
        encode(&pair, &a);
        CHECK_OK(hbs_query_pair_copy(&copy, &pair, &error));
        hbs_rng_seed(&rng, 2, seed, HBS_LANE_RENAME);
        CHECK_OK(hbs_query_pair_rename(&copy, &rng, &error));
        copy.q1.variables += 3;
        encode(&copy, &b);
        CU_ASSERT(same_bytes(&a, &b));
        CHECK_OK(hbs_query_pair_decode(&decoded, a.data, a.size, &error));
        encode(&decoded, &b);
        CU_ASSERT(same_bytes(&a, &b));
        CU_ASSERT_EQUAL(decoded.q1.atoms, pair.q1.atoms);
        CU_ASSERT_EQUAL(decoded.q2.head_arity, pair.q2.head_arity);
        CU_ASSERT(decoded.q1.variables <= pair.q1.variables && !decoded.q1.variable_name);
    }
    hbs_query_pair_clear(&pair);
    encode(&pair, &a);
    CU_ASSERT(a.size == 6 && memcmp(a.data, "\0\0\0\0\0\0", 6) == 0);
    hbs_bytes_free(&a);
    hbs_bytes_free(&b);
    hbs_query_pair_free(&pair);
    hbs_query_pair_free(&copy);
    hbs_query_pair_free(&decoded);
}

/* e(x,y) and "k" in the tables; {relations}{constants}{q1}{q2}. */
#define RELATION "\x01\x02\x01" "e"
#define NO_QUERY "\0\0"
static void test_decode_refuses(void)
{
    static const struct {
        const char *data;
        size_t size;
        hbs_status status;
    } row[] = {
        {RELATION "\0" "\0\x01\0\0\x02" NO_QUERY, 12, HBS_OK},
        {RELATION "\0" "\0\x01\0\x02\0" NO_QUERY, 12, HBS_ERROR_INPUT},                                  /* variable 1 before 0 */
        {RELATION "\0" "\0\x02\0\0\x02\0\0\x02" NO_QUERY, 15, HBS_ERROR_INPUT},                          /* an atom twice */
        {RELATION "\0" NO_QUERY NO_QUERY, 9, HBS_ERROR_INPUT},                                           /* a relation that nobody uses */
        {RELATION "\0" "\0\x01\x01\0\x02" NO_QUERY, 12, HBS_ERROR_INPUT},                                /* relation 1 of 1 */
        {RELATION "\0" "\0\x01\0\0\x01" NO_QUERY, 12, HBS_ERROR_INPUT},                                  /* constant 0 of 0 */
        {RELATION "\x01\x01\x01" "k" "\0\x01\0\0\x01" NO_QUERY, 15, HBS_OK},
        {RELATION "\x01\x02\x01" "k" "\0\x01\0\0\x01" NO_QUERY, 15, HBS_ERROR_INPUT},                    /* a constant of kind 2 */
        {RELATION "\x01\x01\x01" "\0" "\0\x01\0\0\x01" NO_QUERY, 15, HBS_ERROR_INPUT},                   /* a zero byte in a name */
        {"\x02\x02\x01" "e" "\x02\x01" "e" "\0" "\0\x01\0\0\x02" NO_QUERY, 15, HBS_ERROR_INPUT},         /* a relation twice */
        {"\x01\xff\xff\xff\xff\x0f\x01" "e" "\0" "\0\x01\0\0\x02" NO_QUERY, 16, HBS_ERROR_INPUT},        /* arity 2^32 - 1 */
        {"\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9, HBS_ERROR_INPUT},                                    /* 2^63 - 1 relations */
        {"\0\0\xff\xff\xff\xff\x0f", 7, HBS_ERROR_INPUT},                                                /* a head of 2^32 - 1 terms */
        {"\0\0\0\xff\xff\xff\xff\x0f", 8, HBS_ERROR_INPUT},                                              /* 2^32 - 1 atoms */
    };
    hbs_error error;
    hbs_query_pair pair = {0};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const hbs_status status = hbs_query_pair_decode(&pair, (const uint8_t *)row[i].data, row[i].size, &error);
        if (status != row[i].status) fprintf(stderr, "\n    row %zu\n", i);
        CU_ASSERT_EQUAL(status, row[i].status);
    }
    hbs_query_pair_free(&pair);
}

/* Prefixes, a byte more, and every single changed byte: refused, or the bytes are again the pair's own. */
static void test_decode_damaged(void)
{
    hbs_error error;
    hbs_query_pair pair = {0}, other = {0};
    hbs_bytes bytes = {0}, again = {0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        make(&pair, seed, false);
        encode(&pair, &bytes);
        for (size_t size = 0; size < bytes.size; size++) CU_ASSERT_EQUAL(hbs_query_pair_decode(&other, bytes.data, size, &error), HBS_ERROR_INPUT);
        for (size_t at = 0; at < bytes.size; at++) {
            for (unsigned change = 1; change < 256; change *= 2) {
                bytes.data[at] ^= (uint8_t)change;
                if (hbs_query_pair_decode(&other, bytes.data, bytes.size, &error) == HBS_OK) {
                    encode(&other, &again);
                    CU_ASSERT(same_bytes(&bytes, &again));
                }
                bytes.data[at] ^= (uint8_t)change;
            }
        }
        CHECK_OK(hbs_bytes_append(&bytes, "", 1, &error));
        CU_ASSERT_EQUAL(hbs_query_pair_decode(&other, bytes.data, bytes.size, &error), HBS_ERROR_INPUT);
    }
    hbs_bytes_free(&bytes);
    hbs_bytes_free(&again);
    hbs_query_pair_free(&pair);
    hbs_query_pair_free(&other);
}

static void hash(const hbs_query_pair *pair, uint8_t out[HBS_HASH_SIZE])
{
    hbs_error error;
    CHECK_OK(hbs_query_pair_content_hash(pair, out, &error));
}

static void test_content_hash(void)
{
    hbs_error error;
    hbs_query_pair pair = {0}, other = {0};
    hbs_rng rng;
    uint8_t one[HBS_HASH_SIZE], two[HBS_HASH_SIZE];
    for (uint64_t seed = 0; seed < 500; seed++) {
        make(&pair, seed, false);
        hash(&pair, one);
        CHECK_OK(hbs_query_pair_copy(&other, &pair, &error));
        hbs_rng_seed(&rng, 6, seed, HBS_LANE_ORDER);
        CHECK_OK(hbs_query_pair_shuffle(&other, &rng, &error));
        hash(&other, two);
        CU_ASSERT_EQUAL(memcmp(one, two, sizeof one), 0);
        const hbs_term fresh[] = {HBS_CONSTANT | 3, HBS_CONSTANT | 3, HBS_CONSTANT | 3};
        bool added;
        CHECK_OK(hbs_query_atom(&other.q1, &other, 3, fresh, &added, &error));
        hash(&other, two);
        CU_ASSERT(!added || memcmp(one, two, sizeof one));
        CHECK_OK(hbs_query_pair_copy(&other, &pair, &error));
        CHECK_OK(hbs_query_head(&other.q2, HBS_CONSTANT | 1, &error));
        hash(&other, two);
        CU_ASSERT(memcmp(one, two, sizeof one));
    }
    hbs_query_pair_free(&pair);
    hbs_query_pair_free(&other);
}

static void test_hash_sees_direction(void)
{
    hbs_query_pair pair = {0};
    uint8_t one[HBS_HASH_SIZE], two[HBS_HASH_SIZE];
    for (uint64_t seed = 0; pair.q1.atoms == pair.q2.atoms; seed++) make(&pair, seed, false);
    hash(&pair, one);
    const hbs_query q1 = pair.q1;
    pair.q1 = pair.q2;
    pair.q2 = q1;
    hash(&pair, two);
    CU_ASSERT(memcmp(one, two, sizeof one));
    hbs_query_pair_free(&pair);
}

static void test_check_safe(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    uint32_t relation;
    char *names[] = {(char[]){"X"}, (char[]){"Lonely"}};
    const hbs_term x = 0;
    CHECK_OK(hbs_symbol_intern(&pair.relations, "r", 1, 1, &relation, &error));
    pair.q1.variables = 2;
    CHECK_OK(hbs_query_head(&pair.q1, HBS_CONSTANT, &error));
    CHECK_OK(hbs_query_head(&pair.q1, 0, &error));
    CHECK_OK(hbs_query_atom(&pair.q1, &pair, relation, &x, NULL, &error));
    CHECK_OK(hbs_query_check_safe(&pair.q1, &error));
    CHECK_OK(hbs_query_head(&pair.q1, 1, &error));
    CU_ASSERT_EQUAL(hbs_query_check_safe(&pair.q1, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "X1 "));
    pair.q1.variable_name = names;
    CU_ASSERT_EQUAL(hbs_query_check_safe(&pair.q1, &error), HBS_ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "Lonely"));
    pair.q1.variable_name = NULL;
    hbs_query_pair_free(&pair);
}

/* The 6 orders of three atoms in 6,000 draws; 6 standard deviations are 174. The order of q2 is drawn apart. */
static void test_shuffle_uniform(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    hbs_rng rng;
    uint32_t relation;
    unsigned seen[6] = {0};
    CHECK_OK(hbs_symbol_intern(&pair.relations, "r", 1, 1, &relation, &error));
    pair.q1.variables = pair.q2.variables = 3;
    for (hbs_term v = 0; v < 3; v++) CHECK_OK(hbs_query_atom(&pair.q1, &pair, relation, &v, NULL, &error));
    hbs_rng_seed(&rng, 9, 0, HBS_LANE_ORDER);
    for (unsigned draw = 0; draw < 6000; draw++) {
        CHECK_OK(hbs_query_pair_shuffle(&pair, &rng, &error));
        const hbs_term *const term = pair.q1.argument;
        CU_ASSERT_EQUAL_FATAL(1u << term[0] | 1u << term[1] | 1u << term[2], 7);
        seen[2 * term[0] + (term[1] > term[2])]++;
    }
    for (unsigned i = 0; i < 6; i++) CU_ASSERT(seen[i] > 1000 - 174 && seen[i] < 1000 + 174);
    hbs_query_pair_free(&pair);
}

/* Names go with their variables. */
static void test_rename_names(void)
{
    hbs_error error;
    hbs_query_pair pair = {0};
    hbs_rng rng;
    uint32_t relation;
    const hbs_term term[] = {0, 1, 2};
    CHECK_OK(hbs_symbol_intern(&pair.relations, "r", 1, 3, &relation, &error));
    pair.q1.variables = 3;
    CHECK_OK(hbs_query_atom(&pair.q1, &pair, relation, term, NULL, &error));
    CHECK_OK(hbs_allocate(&pair.q1.variable_name, 3, sizeof *pair.q1.variable_name, &error));
    for (int v = 0; v < 3; v++) CHECK_OK(hbs_copy_text(&pair.q1.variable_name[v], (const char *[]){"A", "B", "C"}[v], &error));
    bool moved = false;
    hbs_rng_seed(&rng, 10, 0, HBS_LANE_RENAME);
    for (int round = 0; round < 20; round++) {
        CHECK_OK(hbs_query_pair_rename(&pair, &rng, &error));
        moved |= pair.q1.argument[0] != 0;
        for (int i = 0; i < 3; i++) CU_ASSERT_STRING_EQUAL(pair.q1.variable_name[pair.q1.argument[i]], ((const char *[]){"A", "B", "C"})[i]);
    }
    CU_ASSERT(moved);
    hbs_query_pair copy = {0};
    CHECK_OK(hbs_query_pair_copy(&copy, &pair, &error));
    CU_ASSERT_STRING_EQUAL(copy.q1.variable_name[copy.q1.argument[1]], "B");
    hbs_query_pair_free(&copy);
    hbs_query_pair_free(&pair);
}

const hbs_test hbs_tests[] = {
    {"symbols", test_symbols},
    {"builders refuse", test_builders_refuse},
    {"merge repeats", test_merge_repeats},
    {"one spelling", test_one_spelling},
    {"decode refuses", test_decode_refuses},
    {"decode damaged", test_decode_damaged},
    {"content hash", test_content_hash},
    {"hash sees direction", test_hash_sees_direction},
    {"check safe", test_check_safe},
    {"shuffle uniform", test_shuffle_uniform},
    {"rename names", test_rename_names},
    {NULL, NULL},
};
