/* Uniform random CNF: k-SAT at a number or density of clauses, or any profile of clause lengths. Sets of distinct clauses or sequences with
 * repeats: the two laws differ and both are called uniform in the literature (CNFgen draws sets; many programs draw sequences), so the parameter
 * `distinct` has to say it. Everything is drawn by number, see generators/sat/clauses.c. */
#include "generators/sat/clauses.h"
#include "generators/sat/profile.h"
#include "generators/unit.h"

enum { N, K, M, RATIO, LENGTHS, DISTINCT };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, HBS_CNF_VARIABLES_MAX, NULL, "variables"},
    {"k", HBS_INTEGER, 0, 10000, "3", "literals of every clause, at most n"},
    HBS_CLAUSES_TABLE("4.26"),
    {"lengths", HBS_TEXT, 0, 0, "", "clause lengths as length:count,.. (2:10,3:80) in place of k and m"},
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: sets of distinct clauses; no: sequences of independent clauses"},
};

static hbs_status read_profile(hbs_unit *unit, hbs_profile *profile) {
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K);
    int64_t m = 0;
    const char *const lengths = hbs_unit_text(unit, LENGTHS);
    profile->lengths = 0;
    if (*lengths) {
        if (k != 3 || hbs_unit_integer(unit, M) != 0) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "lengths stands in place of k and m: leave those out");
        return hbs_unit_keep(unit, hbs_profile_read(lengths, profile, hbs_unit_drawing(unit)->error));
    }
    if (hbs_read_clauses(unit, M, RATIO, n, &m) != HBS_OK) return hbs_unit_drawing(unit)->status;
    profile->item[0] = (hbs_length_count){.length = (uint32_t)k, .count = (size_t)m};
    profile->lengths = 1;
    return HBS_OK;
}

static hbs_clause_law law_of(hbs_unit *unit) { return (hbs_clause_law){.distinct = hbs_unit_flag(unit, DISTINCT)}; }

static int check(hbs_unit *unit) {
    hbs_profile profile;
    const hbs_status status = read_profile(unit, &profile);
    return (int)(status == HBS_OK ? hbs_unit_check_clauses(unit, hbs_unit_number(unit, N), profile.item, profile.lengths, law_of(unit)) : status);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_profile profile;
    HBS_TRY(read_profile(unit, &profile));
    HBS_TRY(hbs_clause_sampler_of(drawing));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, hbs_unit_number(unit, N)));
    HBS_TRY(hbs_clauses_draw(drawing->scratch, &drawing->rng, profile.item, profile.lengths, law_of(unit), &hbs_unit_current(unit)->instance.cnf, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_uniform = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/uniform",
    .summary = "uniform random k-SAT, or uniform with any profile of clause lengths",
    .distribution = "distinct=yes: a uniform set of m distinct clauses, in uniform order; distinct=no: m independent uniform clauses. A clause of "
            "length k has k distinct variables and k fair signs, literals by variable; with lengths= each order of the lengths is equally likely",
    .uniform_over = "distinct=yes: sets of m distinct clauses of the given lengths over n named variables (and the orders of each); distinct=no: "
            "sequences of such clauses",
    .rejects = "no, but for repeated clauses where 2^k C(n,k) >= 2^63: then less than once in 2^63 a pair of clauses",
    .cost = "O(m k), and O(n k) once when n or k change",
    .source = "Chvatal and Szemeredi, Many hard examples for resolution, JACM 1988; Mitchell, Selman and Levesque, Hard and easy distributions of "
            "SAT problems, AAAI 1992",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=4..8",
    .density = HBS_DENSITY_UNIFORM,
};
