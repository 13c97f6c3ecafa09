/* Unsatisfiable by construction: all 2^k sign patterns on k variables, hidden among random clauses. The block alone is a refutation that any
 * decider looking for it finds in linear time, so that this family is the known extreme of a decided dataset. The clauses beside the block are a
 * uniform set of distinct clauses outside it. */
#include <stdlib.h>

#include "generators/sat/block.h"
#include "generators/sat/profile.h"

enum { N, K, M, RATIO };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 1, HBS_BLOCK_LENGTH_MAX, "3", "literals of every clause, at most n"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses, at least 2^k; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4.26", "clauses a variable, when m is 0"},
};

static void release(void *scratch) {
    hbs_block_free(scratch);
    free(scratch);
}

static int check(hbs_unit *unit) {
    int64_t m = 0;
    const hbs_status status = hbs_read_clauses(unit, M, RATIO, hbs_unit_integer(unit, N), &m);
    return (int)(status == HBS_OK ? hbs_block_check(unit, hbs_unit_integer(unit, N), hbs_unit_integer(unit, K), m) : status);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    int64_t m = 0;
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(hbs_block), release));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    HBS_TRY(hbs_block_draw(unit, drawing->scratch, n, k, m));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_core = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/core",
    .summary = "k-SAT with a planted unsatisfiable core: all 2^k clauses on k variables",
    .distribution = "a uniform k-subset of the variables with all 2^k sign patterns on it (these clauses first), then a uniform set of m - 2^k "
            "distinct clauses on other k-subsets, in uniform order",
    .uniform_over = "not uniform: because only formulas with a full block come, each with probability proportional to its number of blocks as far "
            "as they could be the planted one",
    .rejects = "no",
    .cost = "O(m k), and O(n k) once when n or k change",
    .source = "full-block construction: the 2^k clauses on k variables have no model",
    .labels = HBS_LABELS_ALL_NO,
    .check = check,
    .generate = generate,
    .group = "planted",
    .example = "n=4..8",
};
