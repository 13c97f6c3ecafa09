/* The same clauses as CNFgen, set by set: its output for small formulas is among the test data, with the call that made it. */
#include "tests/unit/generators/draw.h"

/* "1 -2 0 3 0" */
static void read_clauses(const char *text, hbs_cnf *cnf) {
    int32_t clause[256];
    size_t count = 0;
    hbs_error error = {0};
    for (char *end; *text && *text != '\n'; text = end) {
        const long literal = strtol(text, &end, 10);
        CU_ASSERT_FATAL(end > text && count < 256);
        if (literal) clause[count++] = (int32_t)literal;
        else {
            CHECK_OK(hbs_cnf_add(cnf, clause, count, &error));
            count = 0;
        }
    }
    CU_ASSERT_EQUAL(count, 0);
}

static void same_clauses(void) {
    FILE *const file = fopen(hbs_test_data("cnfgen_formulas.tsv"), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    static char line[1 << 16];
    hbs_cnf theirs = {0};
    hbs_error error = {0};
    unsigned rows = 0;
    while (fgets(line, sizeof line, file)) {
        if (*line == '#') continue;
        char *const call = strchr(line, '\t'), *const variables = call ? strchr(call + 1, '\t') : NULL, *const clauses = variables ? strchr(variables + 1, '\t') : NULL;
        CU_ASSERT_FATAL(clauses != NULL && strchr(clauses, '\n') != NULL);
        *call = 0;
        hbs_cnf_clear(&theirs, (uint32_t)strtoul(variables, NULL, 10));
        read_clauses(clauses + 1, &theirs);
        workbench *const bench = bench_open(line);
        const hbs_cnf *const ours = &bench_draw(bench, 1, 0)->instance.cnf;
        uint8_t hash[2][HBS_HASH_SIZE];
        CHECK_OK(hbs_cnf_content_hash(ours, hash[0], &error));
        CHECK_OK(hbs_cnf_content_hash(&theirs, hash[1], &error));
        const bool same = ours->clauses == theirs.clauses && !memcmp(hash[0], hash[1], HBS_HASH_SIZE);
        if (!same) fprintf(stderr, "\n    %s differs", line);
        CU_ASSERT(same);
        bench_close(bench);
        rows++;
    }
    CU_ASSERT(rows > 40);
    hbs_cnf_free(&theirs);
    fclose(file);
}

const hbs_test hbs_tests[] = {{"same_clauses", same_clauses}, {NULL, NULL}};
