/* Planted k-SAT: a hidden assignment is drawn first and only clauses that it satisfies are kept, which is the same as drawing uniformly among
 * those: of the 2^k sign patterns on k variables the assignment falsifies one. Satisfiable by construction, and biased towards formulas with many
 * models: P(F)/U(F) = Z(F)/E[Z], Z the number of models. */
#include "generators/sat/clauses.h"
#include "generators/sat/profile.h"
#include "generators/sat/size.h"

enum { N, K, M, RATIO, DISTINCT };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 1, 10000, "3", "literals of every clause, at most n"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4.26", "clauses a variable, when m is 0"},
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: sets of distinct clauses; no: sequences of independent clauses"},
};

static hbs_status read_length(hbs_unit *unit, hbs_length_count *out) {
    int64_t m = hbs_unit_integer(unit, M), p, q;
    hbs_unit_rational(unit, RATIO, &p, &q);
    if (m == 0 && !hbs_clauses_at_ratio(p, q, hbs_unit_integer(unit, N), &m))
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "ratio * n is more than %lld clauses", (long long)HBS_CLAUSES_MAX);
    *out = (hbs_length_count){.length = (uint32_t)hbs_unit_integer(unit, K), .count = (size_t)m};
    return HBS_OK;
}

static hbs_clause_law law_of(hbs_unit *unit, const uint8_t *assignment) {
    return (hbs_clause_law){.satisfied_by = assignment, .distinct = hbs_unit_integer(unit, DISTINCT) != 0};
}

static int check(hbs_unit *unit) {
    static const uint8_t some_assignment;
    hbs_length_count wanted;
    hbs_error error;
    hbs_status status = read_length(unit, &wanted);
    if (status == HBS_OK) status = hbs_check_size(unit, (double)wanted.length * (double)wanted.count);
    if (status != HBS_OK) return (int)status;
    status = hbs_clauses_check((uint32_t)hbs_unit_integer(unit, N), &wanted, 1, law_of(unit, &some_assignment), &error);
    return status == HBS_OK ? 0 : (int)hbs_unit_raise(unit, status, "%s", error.message);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = (uint32_t)hbs_unit_integer(unit, N);
    hbs_length_count wanted;
    uint8_t *hidden = NULL;
    HBS_TRY(read_length(unit, &wanted));
    HBS_TRY(hbs_clause_sampler_of(drawing));
    HBS_TRY(hbs_clause_sampler_assignment(drawing->scratch, n, &hidden, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    for (uint32_t v = 1; v <= n; v++) hidden[v] = (uint8_t)hbs_rng_below(&drawing->rng, 2);
    HBS_TRY(hbs_clauses_draw(drawing->scratch, &drawing->rng, &wanted, 1, law_of(unit, hidden), &hbs_unit_current(unit)->instance.cnf, drawing->error));
    hbs_unit_current(unit)->claim = HBS_LABEL_YES;
    HBS_TRY(hbs_certificate_of_model(hidden, n, &hbs_unit_current(unit)->certificate, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

extern const hbs_generator hbs_sat_planted;
const hbs_generator hbs_sat_planted = {
    .abi = HBS_PLUGIN_ABI,
    .struct_size = sizeof(hbs_generator),
    .name = "sat/planted",
    .summary = "k-SAT with a hidden satisfying assignment",
    .distribution = "an assignment A uniform on {0,1}^n; then a uniform set of m distinct clauses of length k that A satisfies, in uniform order "
            "(distinct=no: m independent such clauses). P(F)/U(F) = Z(F)/E[Z], where Z(F) is the number of models and U the uniform law",
    .uniform_over = "not uniform: because a formula comes with probability proportional to its number of models",
    .rejects = "no, but for repeated clauses where 2^k C(n,k) >= 2^63: then less than once in 2^63 a pair of clauses",
    .cost = "O(n + m k), and O(n k) once when n or k change",
    .source = "the hidden or planted model; Achlioptas, Jia and Moore, Hiding satisfying assignments: two are better than one, JAIR 2005, review it",
    .problem = HBS_GENERATES_SAT,
    .labels = HBS_LABELS_ALL_YES,
    .instances_per_unit = 1,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .parameters = parameters,
    .check = check,
    .generate = generate,
    .group = "planted",
    .example = "n=4..8",
    .density = HBS_DENSITY_MODELS,
};
