/* Formulas against naive oracles: truth tables, sets of sets, a printed text for the MD5, counted orders for the shuffle. */
#include "core/cnf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

static void make(hbs_cnf *cnf, uint64_t seed, uint32_t variables, uint32_t clauses)
{
    hbs_rng rng;
    hbs_rng_seed(&rng, 20240, seed, HBS_LANE_INSTANCE);
    hbs_brute_sat_mixed(cnf, &rng, variables, clauses, 3);
}

static int same(const hbs_cnf *a, const hbs_cnf *b)
{
    if (a->variables != b->variables || a->clauses != b->clauses || hbs_cnf_literals(a) != hbs_cnf_literals(b)) return 0;
    for (size_t c = 0; c < a->clauses; c++)
        if (hbs_cnf_length(a, c) != hbs_cnf_length(b, c)) return 0;
    const size_t literals = hbs_cnf_literals(a);
    return !literals || memcmp(a->literal, b->literal, literals * sizeof *a->literal) == 0;
}

static void test_add(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, copy = {0};
    const int32_t good[] = {1, -3, 3}, bad[][2] = {{1, 4}, {-4, 1}, {0, 1}, {1, INT32_MIN}, {INT32_MAX, 1}};
    CU_ASSERT_EQUAL(hbs_cnf_literals(&cnf), 0);
    CU_ASSERT_EQUAL(hbs_cnf_add(&cnf, good, 1, &error), HBS_ERROR_INPUT);
    CU_ASSERT(strstr(error.message, "no variables") != NULL && strstr(error.message, "1..0") == NULL);
    hbs_cnf_clear(&cnf, 3);
    CHECK_OK(hbs_cnf_add(&cnf, good, 3, &error));
    CHECK_OK(hbs_cnf_add(&cnf, NULL, 0, &error));
    CHECK_OK(hbs_cnf_copy(&copy, &cnf, &error));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CU_ASSERT_EQUAL(hbs_cnf_add(&cnf, bad[i], 2, &error), HBS_ERROR_INPUT);
        CU_ASSERT(same(&cnf, &copy));
    }
    CU_ASSERT_EQUAL(cnf.clauses, 2);
    CU_ASSERT_EQUAL(hbs_cnf_length(&cnf, 0), 3);
    CU_ASSERT_EQUAL(hbs_cnf_length(&cnf, 1), 0);
    CU_ASSERT_EQUAL(hbs_cnf_clause(&cnf, 0)[1], -3);
    hbs_cnf_clear(&cnf, 1);
    CHECK_OK(hbs_cnf_add(&cnf, good, 1, &error));
    CU_ASSERT_EQUAL(hbs_cnf_literals(&cnf), 1);
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&copy);
    hbs_cnf_free(NULL);
}

static void test_round_trip(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, again = {0};
    hbs_bytes bytes = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        make(&cnf, seed, 1 + (uint32_t)(seed % 300), (uint32_t)(seed % 40));
        hbs_bytes_clear(&bytes);
        CHECK_OK(hbs_bytes_append(&bytes, "before", 6, &error));
        CHECK_OK(hbs_cnf_encode(&cnf, &bytes, &error));
        CHECK_OK(hbs_cnf_decode(&again, bytes.data + 6, bytes.size - 6, &error));
        CU_ASSERT(same(&cnf, &again));
    }
    hbs_cnf_clear(&cnf, HBS_CNF_VARIABLES_MAX);
    const int32_t largest[] = {(int32_t)HBS_CNF_VARIABLES_MAX, -(int32_t)HBS_CNF_VARIABLES_MAX};
    CHECK_OK(hbs_cnf_add(&cnf, largest, 2, &error));
    hbs_bytes_clear(&bytes);
    CHECK_OK(hbs_cnf_encode(&cnf, &bytes, &error));
    CHECK_OK(hbs_cnf_decode(&again, bytes.data, bytes.size, &error));
    CU_ASSERT(same(&cnf, &again));
    hbs_bytes_free(&bytes);
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&again);
}

/* Every proper prefix and every longer text is refused, and the formula stays what it was. */
static void test_decode_refuses(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, kept = {0}, before = {0};
    hbs_bytes bytes = {0};
    make(&cnf, 7, 200, 30);
    make(&kept, 8, 9, 9);
    CHECK_OK(hbs_cnf_copy(&before, &kept, &error));
    CHECK_OK(hbs_cnf_encode(&cnf, &bytes, &error));
    for (size_t size = 0; size < bytes.size; size++) CU_ASSERT_EQUAL(hbs_cnf_decode(&kept, bytes.data, size, &error), HBS_ERROR_INPUT);
    CHECK_OK(hbs_bytes_append(&bytes, "", 1, &error));
    CU_ASSERT_EQUAL(hbs_cnf_decode(&kept, bytes.data, bytes.size, &error), HBS_ERROR_INPUT);
    static const struct {
        const char *data;
        size_t size;
    } bad[] = {
        {"\x80\x00\x00", 3},                                         /* a number not in shortest form */
        {"\x80\x80\x80\x80\x02\x00", 6},                             /* 2^29 variables */
        {"\x01\x01\x01\x02", 4},                                     /* literal code 2 over one variable */
        {"\x00\x01\x01\x00", 4},                                     /* a literal over no variables */
        {"\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11},        /* 2^64 - 1 clauses */
        {"\x01\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12},    /* a clause of 2^64 - 1 literals */
        {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", 12},    /* a number above 64 bits */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT_EQUAL(hbs_cnf_decode(&kept, (const uint8_t *)bad[i].data, bad[i].size, &error), HBS_ERROR_INPUT);
    CU_ASSERT(same(&kept, &before));
    hbs_bytes_free(&bytes);
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&kept);
    hbs_cnf_free(&before);
}

static int naive_satisfied(const hbs_cnf *cnf, uint32_t assignment)
{
    for (size_t c = 0; c < cnf->clauses; c++) {
        int some = 0;
        for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) {
            const int32_t literal = hbs_cnf_clause(cnf, c)[i];
            some |= (int)(assignment >> (abs(literal) - 1) & 1) == (literal > 0);
        }
        if (!some) return 0;
    }
    return 1;
}

static void test_satisfied(void)
{
    hbs_cnf cnf = {0};
    unsigned yes = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        make(&cnf, seed, 6, (uint32_t)(seed % 12));
        for (uint32_t assignment = 0; assignment < 64; assignment++) {
            uint8_t model[7] = {0};
            for (unsigned v = 1; v <= 6; v++) model[v] = (uint8_t)(assignment >> (v - 1) & 1 ? 1 + 40 * v : 0);
            CU_ASSERT_EQUAL(hbs_cnf_satisfied(&cnf, model), naive_satisfied(&cnf, assignment));
            yes += (unsigned)naive_satisfied(&cnf, assignment);
        }
    }
    CU_ASSERT(yes > 100);
    hbs_cnf_free(&cnf);
}

/* Clauses over at most 8 variables as pairs of bit sets; UINT32_MAX for a tautology. */
static uint32_t clause_mask(const hbs_cnf *cnf, size_t clause)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < hbs_cnf_length(cnf, clause); i++) {
        const int32_t literal = hbs_cnf_clause(cnf, clause)[i];
        mask |= UINT32_C(1) << (abs(literal) - 1 + (literal < 0 ? 16 : 0));
    }
    return mask & mask >> 16 & 0xffff ? UINT32_MAX : mask;
}

static int has_clause(const hbs_cnf *cnf, uint32_t mask)
{
    for (size_t c = 0; c < cnf->clauses; c++)
        if (clause_mask(cnf, c) == mask) return 1;
    return 0;
}

static int is_sorted(const hbs_cnf *cnf)
{
    for (size_t c = 0; c < cnf->clauses; c++)
        for (size_t i = 1; i < hbs_cnf_length(cnf, c); i++)
            if (abs(hbs_cnf_clause(cnf, c)[i - 1]) >= abs(hbs_cnf_clause(cnf, c)[i])) return 0;
    return 1;
}

static void test_clean(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, clean = {0}, twice = {0};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        make(&cnf, seed, 8, (uint32_t)(seed % 30));
        CHECK_OK(hbs_cnf_clean(&clean, &cnf, &error));
        CU_ASSERT_EQUAL(clean.variables, cnf.variables);
        CU_ASSERT(is_sorted(&clean));
        for (size_t c = 0; c < cnf.clauses; c++)
            if (clause_mask(&cnf, c) != UINT32_MAX) CU_ASSERT(has_clause(&clean, clause_mask(&cnf, c)));
        for (size_t c = 0; c < clean.clauses; c++) {
            CU_ASSERT(has_clause(&cnf, clause_mask(&clean, c)) && clause_mask(&clean, c) != UINT32_MAX);
            for (size_t d = 0; d < c; d++) CU_ASSERT_NOT_EQUAL(clause_mask(&clean, c), clause_mask(&clean, d));
        }
        CHECK_OK(hbs_cnf_clean(&twice, &clean, &error));
        CU_ASSERT(same(&twice, &clean));
        CHECK_OK(hbs_cnf_clean(&cnf, &cnf, &error));
        CU_ASSERT(same(&cnf, &clean));
    }
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&clean);
    hbs_cnf_free(&twice);
}

static void hash(const hbs_cnf *cnf, uint8_t out[HBS_HASH_SIZE])
{
    hbs_error error;
    CHECK_OK(hbs_cnf_content_hash(cnf, out, &error));
}

static void test_content_hash(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, other = {0};
    hbs_rng rng;
    uint8_t one[HBS_HASH_SIZE], two[HBS_HASH_SIZE];
    for (uint64_t seed = 0; seed < 300; seed++) {
        make(&cnf, seed, 12, 20);
        hash(&cnf, one);
        CHECK_OK(hbs_cnf_copy(&other, &cnf, &error));
        const int32_t tautology[] = {2, 5, -2}, fresh[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        CHECK_OK(hbs_cnf_add(&other, tautology, 3, &error));
        CHECK_OK(hbs_cnf_add(&other, hbs_cnf_clause(&cnf, 3), hbs_cnf_length(&cnf, 3), &error));
        hbs_rng_seed(&rng, 1, seed, HBS_LANE_ORDER);
        CHECK_OK(hbs_cnf_shuffle(&other, &rng, &error));
        hash(&other, two);
        CU_ASSERT_EQUAL(memcmp(one, two, sizeof one), 0);
        CHECK_OK(hbs_cnf_add(&other, fresh, 12, &error));
        hash(&other, two);
        CU_ASSERT_NOT_EQUAL(memcmp(one, two, sizeof one), 0);
        cnf.variables++;
        hash(&cnf, two);
        CU_ASSERT_NOT_EQUAL(memcmp(one, two, sizeof one), 0);
    }
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&other);
}

/* The text that GBD hashes, printed plainly. */
static void naive_gbd(const hbs_cnf *cnf, char out[33])
{
    hbs_error error;
    hbs_bytes text = {0};
    uint8_t digest[HBS_MD5_SIZE];
    hbs_md5 context;
    for (size_t c = 0; c < cnf->clauses; c++) {
        for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) CHECK_OK(hbs_bytes_print(&text, &error, "%d ", hbs_cnf_clause(cnf, c)[i]));
        CHECK_OK(hbs_bytes_print(&text, &error, "0%s", c + 1 < cnf->clauses ? " " : ""));
    }
    hbs_md5_start(&context);
    hbs_md5_add(&context, text.data, text.size);
    hbs_md5_finish(&context, digest);
    for (int i = 0; i < HBS_MD5_SIZE; i++) snprintf(out + 2 * i, 3, "%02x", digest[i]);
    hbs_bytes_free(&text);
}

static void test_gbd_hash(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    char one[33], two[33];
    hbs_cnf_gbd_hash(&cnf, one);
    CU_ASSERT_STRING_EQUAL(one, "d41d8cd98f00b204e9800998ecf8427e");
    CHECK_OK(hbs_cnf_add(&cnf, NULL, 0, &error));
    hbs_cnf_gbd_hash(&cnf, one);
    CU_ASSERT_STRING_EQUAL(one, "cfcd208495d565ef66e7dff9f98764da");
    for (uint64_t seed = 0; seed < 60; seed++) {
        make(&cnf, seed, seed % 2 ? 20 : 2000000, (uint32_t)(seed * 37));
        hbs_cnf_gbd_hash(&cnf, one);
        naive_gbd(&cnf, two);
        CU_ASSERT_STRING_EQUAL(one, two);
    }
    hbs_cnf_clear(&cnf, 9);
    int32_t literal[5000];
    for (int32_t i = 0; i < 5000; i++) literal[i] = i % 2 ? -(i % 9 + 1) : i % 9 + 1;
    CHECK_OK(hbs_cnf_add(&cnf, literal, 5000, &error));
    hbs_cnf_gbd_hash(&cnf, one);
    naive_gbd(&cnf, two);
    CU_ASSERT_STRING_EQUAL(one, two);
    hbs_cnf_free(&cnf);
}

/* Twins that differ in one literal still do so, in one place, after equal shuffles. */
static void test_shuffle_twins(void)
{
    hbs_error error;
    hbs_cnf one = {0}, two = {0};
    hbs_rng rng;
    for (uint64_t seed = 0; seed < 200; seed++) {
        make(&one, seed, 15, 30);
        const size_t literals = hbs_cnf_literals(&one);
        CHECK_OK(hbs_cnf_copy(&two, &one, &error));
        two.literal[literals / 2] = -two.literal[literals / 2];
        hbs_rng_seed(&rng, 3, seed, HBS_LANE_ORDER);
        CHECK_OK(hbs_cnf_shuffle(&one, &rng, &error));
        hbs_rng_seed(&rng, 3, seed, HBS_LANE_ORDER);
        CHECK_OK(hbs_cnf_shuffle(&two, &rng, &error));
        size_t differ = 0;
        CU_ASSERT_EQUAL_FATAL(hbs_cnf_literals(&two), literals);
        for (size_t i = 0; i < literals; i++) differ += one.literal[i] != two.literal[i];
        for (size_t c = 0; c < one.clauses; c++) CU_ASSERT_EQUAL(hbs_cnf_length(&one, c), hbs_cnf_length(&two, c));
        CU_ASSERT_EQUAL(differ, 1);
    }
    hbs_cnf_free(&one);
    hbs_cnf_free(&two);
}

/* (1 2 3) (4) () has 3! * 3! orders; with 36,000 draws each count is within 6 standard deviations (31) of 1000. */
static void test_shuffle_uniform(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_rng rng;
    unsigned seen[36] = {0};
    const int32_t literal[] = {1, 2, 3, 4};
    hbs_rng_seed(&rng, 4, 0, HBS_LANE_ORDER);
    for (unsigned draw = 0; draw < 36000; draw++) {
        hbs_cnf_clear(&cnf, 4);
        CHECK_OK(hbs_cnf_add(&cnf, literal, 3, &error));
        CHECK_OK(hbs_cnf_add(&cnf, literal + 3, 1, &error));
        CHECK_OK(hbs_cnf_add(&cnf, literal, 0, &error));
        CHECK_OK(hbs_cnf_shuffle(&cnf, &rng, &error));
        unsigned place[4] = {3, 3, 3, 3};
        for (unsigned c = 0; c < 3; c++) place[hbs_cnf_length(&cnf, c)] = c;
        const int32_t *const triple = hbs_cnf_clause(&cnf, place[3]);
        const unsigned clauses = 2 * place[3] + (place[1] > place[0]), order = 2 * (unsigned)(triple[0] - 1) + (triple[1] > triple[2]);
        seen[6 * clauses + order]++;
    }
    for (unsigned i = 0; i < 36; i++) CU_ASSERT(seen[i] > 1000 - 190 && seen[i] < 1000 + 190);
    hbs_cnf_free(&cnf);
}

static void test_rename(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, before = {0};
    hbs_rng rng;
    int32_t map[11];
    for (uint64_t seed = 0; seed < 200; seed++) {
        make(&cnf, seed, 10, 25);
        CHECK_OK(hbs_cnf_copy(&before, &cnf, &error));
        hbs_rng_seed(&rng, 5, seed, HBS_LANE_RENAME);
        CHECK_OK(hbs_cnf_rename(&cnf, &rng, map, &error));
        uint32_t images = 0;
        for (unsigned v = 1; v <= 10; v++) images |= UINT32_C(1) << abs(map[v]);
        CU_ASSERT_EQUAL(images, 0x7fe);
        for (size_t i = 0; i < hbs_cnf_literals(&cnf); i++) {
            const int32_t old = before.literal[i];
            CU_ASSERT_EQUAL(cnf.literal[i], old < 0 ? -map[-old] : map[old]);
        }
        CU_ASSERT_EQUAL(hbs_brute_sat_count(&cnf, NULL), hbs_brute_sat_count(&before, NULL));
    }
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&before);
}

/* Two variables have 2! * 2^2 = 8 renamings; 8,000 draws, 6 standard deviations are 178. */
static void test_rename_uniform(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_rng rng;
    unsigned seen[8] = {0};
    int32_t map[3];
    hbs_cnf_clear(&cnf, 2);
    hbs_rng_seed(&rng, 6, 0, HBS_LANE_RENAME);
    for (unsigned draw = 0; draw < 8000; draw++) {
        CHECK_OK(hbs_cnf_rename(&cnf, &rng, map, &error));
        seen[4 * (abs(map[1]) - 1) + 2 * (map[1] < 0) + (map[2] < 0)]++;
    }
    for (unsigned i = 0; i < 8; i++) CU_ASSERT(seen[i] > 1000 - 178 && seen[i] < 1000 + 178);
    hbs_cnf_free(&cnf);
}

const hbs_test hbs_tests[] = {
    {"add", test_add},
    {"round trip", test_round_trip},
    {"decode refuses", test_decode_refuses},
    {"satisfied", test_satisfied},
    {"clean", test_clean},
    {"content hash", test_content_hash},
    {"gbd hash", test_gbd_hash},
    {"shuffle twins", test_shuffle_twins},
    {"shuffle uniform", test_shuffle_uniform},
    {"rename", test_rename},
    {"rename uniform", test_rename_uniform},
    {NULL, NULL},
};
