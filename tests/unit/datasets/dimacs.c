/* Real files with known answers, and a table of the forms in which DIMACS circulates, lenient and strict. */
#include "datasets/formats/dimacs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/archives/archives.h"
#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

/* --- the manifest of tests/data/sat --- */

typedef struct row {
    char *field[9];   /* file, status, strict, header_n/m, clauses, models, gbdhash, source, remark */
} row;

/* Models by assigning variables in order; a clause is looked at once its last variable has a value. */
typedef struct count {
    const hbs_cnf *cnf;
    uint32_t *last;
    uint8_t model[26];
} count;

static bool clause_holds(const count *c, size_t clause)
{
    for (size_t i = 0; i < hbs_cnf_length(c->cnf, clause); i++) {
        const int32_t literal = hbs_cnf_clause(c->cnf, clause)[i];
        if ((c->model[abs(literal)] != 0) == (literal > 0)) return true;
    }
    return false;
}

static uint64_t count_from(count *c, uint32_t variable)
{
    for (size_t clause = 0; clause < c->cnf->clauses; clause++)
        if (c->last[clause] == variable && !clause_holds(c, clause)) return 0;
    if (variable == c->cnf->variables) return 1;
    uint64_t models = 0;
    for (uint8_t value = 0; value < 2; value++) {
        c->model[variable + 1] = value;
        models += count_from(c, variable + 1);
    }
    return models;
}

static uint64_t count_models(const hbs_cnf *cnf)
{
    hbs_error error;
    count c = {.cnf = cnf};
    CHECK_OK(hbs_allocate(&c.last, cnf->clauses, sizeof *c.last, &error));
    for (size_t clause = 0; clause < cnf->clauses; clause++)
        for (size_t i = 0; i < hbs_cnf_length(cnf, clause); i++) {
            const uint32_t variable = (uint32_t)abs(hbs_cnf_clause(cnf, clause)[i]);
            if (variable > c.last[clause]) c.last[clause] = variable;
        }
    const uint64_t models = count_from(&c, 0);
    free(c.last);
    return models;
}

static void check_models(const row *r, const hbs_cnf *cnf, unsigned *counted)
{
    char *end;
    const uint64_t expected = strtoull(r->field[5], &end, 10);
    if (end == r->field[5] || *end || cnf->variables > 25) return;
    CU_ASSERT_EQUAL(count_models(cnf), expected);
    if (cnf->variables <= HBS_BRUTE_VARIABLES_MAX) CU_ASSERT_EQUAL(hbs_brute_sat_count(cnf, NULL), expected);
    ++*counted;
}

static void check_label(const row *r, const hbs_cnf *cnf)
{
    hbs_error error;
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    const hbs_instance instance = {.problem = HBS_SAT, .cnf = *cnf};
    CHECK_OK(hbs_labeller_open(&labeller, "auto", HBS_SAT, 0, false, &error));
    CHECK_OK(hbs_label(&labeller, &instance, &verdict, &error));
    CU_ASSERT_EQUAL(verdict.label, strcmp(r->field[1], "SAT") == 0 ? HBS_LABEL_YES : HBS_LABEL_NO);
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
}

typedef struct visit {
    const row *row;
    unsigned members, counted;
} visit;

static hbs_status check_member(void *context, const char *name, const char *text, size_t length, hbs_error *outer)
{
    (void)outer;
    visit *const v = context;
    hbs_error error = {0};
    hbs_cnf cnf = {0}, strict = {0};
    char hash[33], header[64];
    const char *const *const field = (const char *const *)v->row->field;
    const hbs_status status = hbs_dimacs_read(&cnf, text, length, name, false, NULL, &error);
    const bool readable = strcmp(field[1], "-") != 0, strictly = strcmp(field[2], "SAT") == 0 || strcmp(field[2], "UNSAT") == 0;
    v->members++;
    if (status != (readable ? HBS_OK : HBS_ERROR_INPUT)) fprintf(stderr, "\n    %s: %s\n", name, error.message);
    CU_ASSERT_EQUAL(status, readable ? HBS_OK : HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(hbs_dimacs_read(&strict, text, length, name, true, NULL, &error), strictly ? HBS_OK : HBS_ERROR_INPUT);
    if (status == HBS_OK && readable) {
        CU_ASSERT_EQUAL(cnf.clauses, strtoull(field[4], NULL, 10));
        snprintf(header, sizeof header, "%u/", cnf.variables);
        const bool grown = strstr(field[8], "max index") || strcmp(field[3], "-") == 0;
        CU_ASSERT(grown || strncmp(field[3], header, strlen(header)) == 0);
        hbs_cnf_gbd_hash(&cnf, hash);
        CU_ASSERT(strcmp(field[6], "-") == 0 || strcmp(field[6], hash) == 0);
        check_models(v->row, &cnf, &v->counted);
        check_label(v->row, &cnf);
    }
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&strict);
    return HBS_OK;
}

static void split_row(char *line, row *out)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; i < 9; i++) out->field[i] = strsep(&line, "\t");
}

static void test_manifest(void)
{
    hbs_error error;
    char line[8192];
    row r;
    unsigned rows = 0, counted = 0;
    FILE *const file = fopen(hbs_test_data("sat/manifest.tsv"), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char name[512];
        split_row(line, &r);
        CU_ASSERT_PTR_NOT_NULL_FATAL(r.field[8]);
        snprintf(name, sizeof name, "sat/%s", r.field[0]);
        const char *const path = hbs_test_data(name);
        visit v = {.row = &r};
        CHECK_OK(hbs_members(&path, 1, check_member, &v, NULL, &error));
        CU_ASSERT_EQUAL(v.members, 1);
        counted += v.counted;
        rows++;
    }
    fclose(file);
    CU_ASSERT(rows >= 110);
    CU_ASSERT(counted >= 50);
}

/* --- forms --- */

typedef struct form {
    const char *text;
    const char *lenient, *strict;   /* canonical text, or the beginning of the error; strict NULL: as lenient */
    const char *warning;            /* beginning of the only or first warning, NULL: none */
} form;

#define ONE "p cnf 2 1\n1 -2 0\n"
#define EMPTY_CLAUSE "p cnf 2 2\n1 -2 0\n0\n"

static const form forms[] = {
    /* headers */
    {"p cnf 2 1\n1 -2 0\n", ONE, NULL, NULL},
    {"p cnf 2 1\n1 -2 0", ONE, NULL, NULL},
    {"\n\n  \t\np \t cnf\t2   1  \t\n\n1\t-2\t0\n\n", ONE, NULL, NULL},
    {"p cnf 2 1\r\n1 -2 0\r\n", ONE, NULL, NULL},
    {"p cnf 0 0\n", "p cnf 0 0\n", NULL, NULL},
    {"p cnf 5 1\n1 -2 0\n", "p cnf 5 1\n1 -2 0\n", NULL, NULL},
    {"p cnf 2 0\n1 -2 0\n", ONE, "f:1:1: the header counts other", "f:1:1: the header counts other than the clauses found, so the clauses found count (header 0, found 1)"},
    {"c\n p cnf 2 3\n1 -2 0\n", ONE, "f:2:2: the header counts other", "f:2:2: the header counts other than the clauses found, so the clauses found count (header 3, found 1)"},
    {"p cnf 1 1\n1 -2 0\n", ONE, "f:1:1: the header counts fewer variables", "f:1:1: the header counts fewer variables than are used, so the largest index counts (header 1, found 2)"},
    {"1 -2 0\n", ONE, "f:1:1: no header", "f:1:1: no header"},
    {"0\n", "p cnf 0 1\n0\n", "f:1:1: no header", "f:1:1: no header"},
    {"", "f:1:1: no formula", NULL, NULL},
    {" \n\n", "f:3:1: no formula", NULL, NULL},
    {"c p cnf 1 1\nc\n", "f:3:1: no formula", NULL, NULL},
    {"c p cnf 9 9\np cnf 2 1\n1 -2 0\n", ONE, NULL, NULL},
    {"pcnf 2 1\n1 -2 0\n", "f:1:2: 'c' where a blank after the p", NULL, NULL},
    {"p cn 2 1\n", "f:1:5: byte 0x20 where the word cnf", NULL, NULL},
    {"p cnf x 1\n", "f:1:7: 'x' where the number of variables", NULL, NULL},
    {"p cnf 1\n", "f:1:8: the line ends where a blank and the number of clauses", NULL, NULL},
    {"p cnf 1 \n", "f:1:9: the line ends where the number of clauses", NULL, NULL},
    {"p cnf -1 1\n", "f:1:7: '-' where the number of variables", NULL, NULL},
    {"p cnf 2 1 x\n1 -2 0\n", "f:1:11: 'x' where the end of the header line", NULL, NULL},
    {"p cnf 2 1x\n1 -2 0\n", "f:1:10: 'x' where the end of the header line", NULL, NULL},
    {"p wcnf 2 1 9\n", "f:1:3: a weighted formula", NULL, NULL},
    {"p cnf 2 1\np cnf 2 1\n1 -2 0\n", "f:2:1: a second header", NULL, NULL},
    {"1 -2 0\np cnf 2 1\n", "f:2:1: a header after clauses", NULL, NULL},
    {"p cnf 2 18446744073709551616\n1 -2 0\n", ONE, "f:1:9: the header's number of clauses", "f:1:9: the header's number of clauses does not fit 64 bits"},
    {"p cnf 2 18446744073709551617\n1 -2 0\n", ONE, "f:1:9: the header's number of clauses", "f:1:9: the header's number of clauses does not fit 64 bits"},
    {"p cnf 2 18446744073709551615\n1 -2 0\n", ONE, "f:1:1: the header counts other", "f:1:1: the header counts other"},
    {"p cnf 536870911 0\n", "p cnf 536870911 0\n", NULL, NULL},
    {"p cnf 536870912 0\n", "f:1:7: the header's number of variables is above", NULL, NULL},
    {"p cnf 18446744073709551617 0\n", "f:1:7: the header's number of variables is above", NULL, NULL},
    {"\xef\xbb\xbfp cnf 2 1\n1 -2 0\n", ONE, "f:1:1: a byte order mark", "f:1:1: a byte order mark"},
    /* comments */
    {"c\nc a\np cnf 2 1\nc b\n1 c -2 0\n-2 c\n0c end\nc no newline", ONE, NULL, NULL},
    {"p cnf 2 1\n1 -2 0\nc", ONE, NULL, NULL},
    {"p cnf 2 1\n1 -2 c 0", "f:2:3: the last clause has no 0", NULL, NULL},
    {"p cnf 2 1\n1 -2c 0\n", "f:2:3: the last clause has no 0", NULL, NULL},
    /* clauses */
    {"p cnf 2 2\n1\n-2\n\n0 2 0", "p cnf 2 2\n1 -2 0\n2 0\n", NULL, NULL},
    {"p cnf 2 1\n1 -2\n", "f:2:3: the last clause has no 0", NULL, NULL},
    {"p cnf 2 1\n001 -02 00\n", ONE, NULL, NULL},
    {"p cnf 2 1\n1a 0\n", "f:2:2: 'a' where a blank after a number", NULL, NULL},
    {"p cnf 2 1\n1 - 2 0\n", "f:2:4: byte 0x20 where a digit", NULL, NULL},
    {"p cnf 2 1\n1 -", "f:2:4: the file ends where a digit", NULL, NULL},
    {"p cnf 2 1\n1 --2 0\n", "f:2:4: '-' where a digit", NULL, NULL},
    {"p cnf 2 1\n+1 -2 0\n", "f:2:1: '+' where a literal", NULL, NULL},
    {"p cnf 2 1\n1 x 0\n", "f:2:3: 'x' where a literal", NULL, NULL},
    {"p cnf 2 1\n1 \xff 0\n", "f:2:3: byte 0xff where a literal", NULL, NULL},
    {"p cnf 2 1\n1 -2 -0\n", ONE, "f:2:6: '-0' read as 0", "f:2:6: '-0' read as 0"},
    {"p cnf 2 2\n1 -2 0\n-0\n", EMPTY_CLAUSE, "f:3:1: '-0' read as 0", "f:3:1: '-0' read as 0"},
    {"p cnf 2 2\n1 -2 0\n0\n", EMPTY_CLAUSE, NULL, NULL},
    {"p cnf 2 1\n1 536870912 0\n", "f:2:3: a variable above 536870911", NULL, NULL},
    {"p cnf 2 1\n1 -99999999999999999999 0\n", "f:2:3: a variable above 536870911", NULL, NULL},
    {"p cnf 2 1\n1 4294967297 0\n", "f:2:3: a variable above 536870911", NULL, NULL},
    {"p cnf 536870911 1\n-536870911 0\n", "p cnf 536870911 1\n-536870911 0\n", NULL, NULL},
    {"p cnf 2 1\n1 1 -2 0\n", "p cnf 2 1\n1 1 -2 0\n", NULL, "f:2:1: a clause holds a literal twice"},
    {"p cnf 2 1\n1 -1 -2 0\n", "p cnf 2 1\n1 -1 -2 0\n", NULL, "f:2:1: a clause holds a literal and its negation"},
    {"p cnf 9 1\n1 2 3 4 5 6 7 8 9 -4 0\n", "p cnf 9 1\n1 2 3 4 5 6 7 8 9 -4 0\n", NULL, "f:2:1: a clause holds a literal and its negation"},
    {"p cnf 9 1\n1 2 3 4 5 6 7 8 9 4 0\n", "p cnf 9 1\n1 2 3 4 5 6 7 8 9 4 0\n", NULL, "f:2:1: a clause holds a literal twice"},
    {"p cnf 2 2\n1 -2 0\n1 -2 0\n", "p cnf 2 2\n1 -2 0\n1 -2 0\n", NULL, NULL},
    /* line ends */
    {"p cnf 2 1\n1\r-2 0\n", ONE, "f:2:2: a carriage return", "f:2:2: a carriage return without line feed"},
    {"p cnf 2 1\nc x\r1 -2 0\n1 -2 0\n", ONE, "f:2:4: a carriage return", "f:2:4: a carriage return without line feed"},
    {"c x\rp cnf 2 1\r1 -2 0\r", "f:1:22: no formula", "f:1:4: a carriage return", NULL},
    /* the trailer of SATLIB, and what is left of it */
    {"p cnf 2 1\n1 -2 0\n%\n0\n\n", ONE, "f:3:1: '%' as the end", NULL},
    {"p cnf 2 1\n1 -2 0\n%\n", ONE, "f:3:1: '%' as the end", NULL},
    {"p cnf 2 1\n1 -2 0\n%\n0\n1 2 0\n", ONE, "f:3:1: '%' as the end", "f:5:1: text after the '%' line"},
    {"p cnf 2 1\n1 -2\n%\n0\n", "f:2:3: the last clause has no 0", "f:3:1: '%' as the end", NULL},
    {"p cnf 2 1\n1 -2 0\n0\n", EMPTY_CLAUSE, "f:3:1: the last clause is empty", "f:3:1: the last clause is empty, which makes the formula unsatisfiable"},
    /* what is no formula */
    {"version https://git-lfs.github.com/spec/v1\noid sha256:66\nsize 1412\n", "f:1:1: a Git LFS pointer", NULL, NULL},
    {"<!DOCTYPE html>\n", "f:1:1: '<' where a literal", NULL, NULL},
    {"\x1f\x8b\x08", "f:1:1: byte 0x1f where a literal", NULL, NULL},
};

typedef struct heard {
    unsigned count;
    char first[512];
} heard;

static void hear(void *context, const char *message)
{
    heard *const h = context;
    if (!h->count++) snprintf(h->first, sizeof h->first, "%s", message);
}

/* A last clause that '-0' ends is not what is left of SATLIB's trailer. */
static void test_negative_zero_alone(void)
{
    static const char text[] = "p cnf 2 1\n1 -2 0\n-0\n";
    hbs_error error = {0};
    hbs_cnf cnf = {0};
    heard h = {0};
    const hbs_listener listener = {.context = &h, .warn = hear};
    CHECK_OK(hbs_dimacs_read(&cnf, text, sizeof text - 1, "f", false, &listener, &error));
    CU_ASSERT_EQUAL(h.count, 2);   /* the other one is about the '-0' */
    CU_ASSERT_PTR_NOT_NULL(strstr(h.first, "the header counts other than the clauses found"));
    hbs_cnf_free(&cnf);
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static void check_form(const form *f, bool strict)
{
    hbs_error error = {0}, other;
    hbs_cnf cnf = {0};
    hbs_bytes text = {0};
    heard h = {0};
    const hbs_listener listener = {.context = &h, .warn = hear};
    const char *const expected = strict && f->strict ? f->strict : f->lenient;
    const bool good = begins(expected, "p cnf");
    hbs_cnf_clear(&cnf, 77);
    const hbs_status status = hbs_dimacs_read(&cnf, f->text, strlen(f->text), "f", strict, &listener, &error);
    CHECK_OK(hbs_dimacs_write(&cnf, &text, &other));
    const bool holds = good ? status == HBS_OK && strcmp((char *)text.data, expected) == 0 : status == HBS_ERROR_INPUT && begins(error.message, expected);
    if (!holds) fprintf(stderr, "\n    [%s] %s: %s | %s\n", f->text, strict ? "strict" : "lenient", error.message, (char *)text.data);
    CU_ASSERT(holds);
    if (status != HBS_OK) {
        CU_ASSERT(cnf.variables == 77 && cnf.clauses == 0 && h.count == 0);
        CU_ASSERT_PTR_NOT_NULL(strchr(error.message, ';'));
    } else {
        const bool warned = f->warning ? h.count == 1 && begins(h.first, f->warning) : h.count == 0;
        if (!warned) fprintf(stderr, "\n    [%s]: %u warnings: %s\n", f->text, h.count, h.first);
        CU_ASSERT(warned);
    }
    hbs_bytes_free(&text);
    hbs_cnf_free(&cnf);
}

static void test_forms(void)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        check_form(&forms[i], false);
        check_form(&forms[i], true);
    }
}

/* A zero byte cannot stand in the table. */
static void test_zero_byte(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    CU_ASSERT_EQUAL(hbs_dimacs_read(&cnf, "p cnf 1 1\n1 \0 0", 15, "f", false, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT(begins(error.message, "f:2:3: byte 0x00"));
    CU_ASSERT_EQUAL(hbs_dimacs_read(&cnf, NULL, 0, "f", false, NULL, &error), HBS_ERROR_INPUT);
    hbs_cnf_free(&cnf);
}

/* One warning a kind, with the number and the place of the first. */
static void test_warnings_collected(void)
{
    hbs_error error;
    hbs_cnf cnf = {0};
    hbs_bytes text = {0};
    heard h = {0};
    const hbs_listener listener = {.context = &h, .warn = hear};
    CHECK_OK(hbs_bytes_print(&text, &error, "p cnf 3 1001\n1 2 0\n"));
    for (int i = 0; i < 1000; i++) CHECK_OK(hbs_bytes_print(&text, &error, "2 2 2 3 3 0\n"));
    CHECK_OK(hbs_dimacs_read(&cnf, (char *)text.data, text.size, "f", true, &listener, &error));
    CU_ASSERT_EQUAL(h.count, 1);
    CU_ASSERT(begins(h.first, "f:3:1: a clause holds a literal twice; kept as it is (1000 times, here first)"));
    hbs_bytes_free(&text);
    hbs_cnf_free(&cnf);
}

static void test_round_trip(void)
{
    hbs_error error;
    hbs_cnf cnf = {0}, again = {0};
    hbs_bytes text = {0}, a = {0}, b = {0};
    hbs_rng rng;
    for (uint64_t seed = 0; seed < 500; seed++) {
        hbs_rng_seed(&rng, 33, seed, HBS_LANE_INSTANCE);
        hbs_brute_sat_mixed(&cnf, &rng, 1 + (uint32_t)(seed * 991 % 100000), (uint32_t)(seed % 50), 3);
        hbs_bytes_clear(&text), hbs_bytes_clear(&a), hbs_bytes_clear(&b);
        CHECK_OK(hbs_bytes_append(&text, "c before\n", 9, &error));
        CHECK_OK(hbs_dimacs_write(&cnf, &text, &error));
        CHECK_OK(hbs_dimacs_read(&again, (char *)text.data, text.size, "f", true, NULL, &error));
        CHECK_OK(hbs_cnf_encode(&cnf, &a, &error));
        CHECK_OK(hbs_cnf_encode(&again, &b, &error));
        CU_ASSERT(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    }
    hbs_bytes_free(&text);
    hbs_bytes_free(&a);
    hbs_bytes_free(&b);
    hbs_cnf_free(&cnf);
    hbs_cnf_free(&again);
}

const hbs_test hbs_tests[] = {
    {"negative zero alone", test_negative_zero_alone},
    {"manifest", test_manifest},
    {"forms", test_forms},
    {"zero byte", test_zero_byte},
    {"warnings collected", test_warnings_collected},
    {"round trip", test_round_trip},
    {NULL, NULL},
};
