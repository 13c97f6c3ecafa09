/* Planted k-SAT: a hidden assignment is drawn first and only clauses that it satisfies are kept, which is the same as drawing uniformly among
 * those: of the 2^k sign patterns on k variables the assignment falsifies one. Satisfiable by construction, and biased towards formulas with many
 * models: P(F)/U(F) = Z(F)/E[Z], Z the number of models. */
#include "generators/sat/planted.h"

#include "generators/sat/profile.h"

enum { N, K, M, RATIO, DISTINCT };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 1, 10000, "3", "literals of every clause, at most n"},
    HBS_CLAUSES_TABLE("4.26"),
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: sets of distinct clauses; no: sequences of independent clauses"},
};

static hbs_status read_length(hbs_unit *unit, hbs_length_count *out) {
    int64_t m = 0;
    const hbs_status status = hbs_read_clauses(unit, M, RATIO, hbs_unit_integer(unit, N), &m);
    *out = (hbs_length_count){.length = hbs_unit_number(unit, K), .count = (size_t)m};
    return status;
}

hbs_status hbs_planted_check(hbs_unit *unit, uint32_t n, hbs_length_count wanted, bool distinct) {
    static const uint8_t some_assignment;
    return hbs_unit_check_clauses(unit, n, &wanted, 1, (hbs_clause_law){.satisfied_by = &some_assignment, .distinct = distinct});
}

hbs_status hbs_planted_draw(hbs_unit *unit, hbs_clause_sampler *sampler, hbs_length_count wanted, bool distinct) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_drawn *const drawn = hbs_unit_current(unit);
    const uint32_t n = drawn->instance.cnf.variables;
    uint8_t *hidden = NULL;
    HBS_TRY(hbs_clause_sampler_assignment(sampler, n, &hidden, drawing->error));
    for (uint32_t v = 1; v <= n; v++) hidden[v] = (uint8_t)hbs_rng_below(&drawing->rng, 2);
    HBS_TRY(hbs_clauses_draw(sampler, &drawing->rng, &wanted, 1, (hbs_clause_law){.satisfied_by = hidden, .distinct = distinct}, &drawn->instance.cnf, drawing->error));
    drawn->claim = HBS_LABEL_YES;
    HBS_TRY(hbs_certificate_of_model(hidden, n, &drawn->certificate, drawing->error));
done:
    return status;
}

static int check(hbs_unit *unit) {
    hbs_length_count wanted;
    const hbs_status status = read_length(unit, &wanted);
    return (int)(status == HBS_OK ? hbs_planted_check(unit, hbs_unit_number(unit, N), wanted, hbs_unit_flag(unit, DISTINCT)) : status);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_length_count wanted;
    HBS_TRY(read_length(unit, &wanted));
    HBS_TRY(hbs_clause_sampler_of(drawing));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, hbs_unit_number(unit, N)));
    HBS_TRY(hbs_planted_draw(unit, drawing->scratch, wanted, hbs_unit_flag(unit, DISTINCT)));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_planted = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/planted",
    .summary = "k-SAT with a hidden satisfying assignment",
    .distribution = "an assignment A uniform on {0,1}^n; then a uniform set of m distinct clauses of length k that A satisfies, in uniform order "
            "(distinct=no: m independent such clauses). P(F)/U(F) = Z(F)/E[Z], where Z(F) is the number of models and U the uniform law",
    .uniform_over = "not uniform: because a formula comes with probability proportional to its number of models",
    .rejects = "no, but for repeated clauses where 2^k C(n,k) >= 2^63: then less than once in 2^63 a pair of clauses",
    .cost = "O(n + m k), and O(n k) once when n or k change",
    .source = "the hidden or planted model; Achlioptas, Jia and Moore, Hiding satisfying assignments: two are better than one, JAIR 2005, review it",
    .labels = HBS_LABELS_ALL_YES,
    .check = check,
    .generate = generate,
    .group = "planted",
    .example = "n=4..8",
    .density = HBS_DENSITY_MODELS,
};
