/* Satisfiability as containment (Feder, Vardi, SIAM J. Comput. 1998; Kolaitis, Vardi, JCSS 2000). A relation n0, n1, .. nk for clauses of k literals with that many
 * negative ones, the negative ones first. q1 has two variables, false and true, and of each relation all tuples that satisfy such a clause, all but one; q2 has the
 * clauses. A homomorphism of q2 to q1 is a model. Clauses are drawn as sat/uniform draws them, so unit i here is unit i of sat/uniform with the same parameters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/sat/clauses.h"
#include "generators/sat/profile.h"

enum { N, K, M, RATIO, DISTINCT };

#define LENGTH_MAX 8

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 1000000, "20", "variables of the formula; those in no clause vanish"},
    {"k", HBS_INTEGER, 1, LENGTH_MAX, "3", "literals of every clause, at most n"},
    {"m", HBS_INTEGER, 0, 10000000, "0", "clauses; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4.26", "clauses a variable, when m is 0"},
    {"distinct", HBS_FLAG, 0, 1, "yes", "yes: sets of distinct clauses; no: sequences of independent clauses, of which equal ones become one atom"},
};

typedef struct room {
    hbs_clause_sampler *sampler;
    hbs_cnf cnf;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_clause_sampler_free(own->sampler);
    hbs_cnf_free(&own->cnf);
    free(own);
}

static hbs_status read_clauses(hbs_unit *unit, hbs_length_count *out) {
    int64_t m = 0;
    const hbs_status status = hbs_read_clauses(unit, M, RATIO, hbs_unit_integer(unit, N), &m);
    *out = (hbs_length_count){.length = hbs_unit_number(unit, K), .count = (size_t)m};
    return status;
}

static hbs_clause_law law_of(hbs_unit *unit) { return (hbs_clause_law){.distinct = hbs_unit_flag(unit, DISTINCT)}; }

static int check(hbs_unit *unit) {
    hbs_length_count wanted;
    const hbs_status status = read_clauses(unit, &wanted);
    return (int)(status == HBS_OK ? hbs_unit_check_clauses(unit, hbs_unit_number(unit, N), &wanted, 1, law_of(unit)) : status);
}

/* q1: for each number of negative literals all rows of values but the one that falsifies the clause. */
static hbs_status fill_values(hbs_query_pair *pair, uint32_t k, hbs_error *error) {
    hbs_status status = HBS_OK;
    char name[8];
    hbs_term value[LENGTH_MAX];
    pair->q1.variables = 2;
    for (uint32_t negative = 0; negative <= k; negative++) {
        uint32_t relation;
        const int length = snprintf(name, sizeof name, "n%u", negative);
        HBS_TRY(hbs_symbol_intern(&pair->relations, name, (size_t)length, k, &relation, error));
        for (uint32_t row = 0; row < UINT32_C(1) << k; row++) {
            if (row == (UINT32_C(1) << negative) - 1) continue;   /* negative ones true, the others false */
            for (uint32_t i = 0; i < k; i++) value[i] = row >> i & 1;
            HBS_TRY(hbs_query_append(&pair->q1, pair, relation, value, error));
        }
    }
done:
    return status;
}

static hbs_status add_clause(hbs_query_pair *pair, const int32_t *literal, size_t k, hbs_error *error) {
    hbs_term term[LENGTH_MAX];
    uint32_t negative = 0;
    size_t place = 0;
    for (size_t i = 0; i < k; i++)
        if (literal[i] < 0) term[place++] = (hbs_term)-literal[i] - 1, negative++;
    for (size_t i = 0; i < k; i++)
        if (literal[i] > 0) term[place++] = (hbs_term)literal[i] - 1;
    return hbs_query_append(&pair->q2, pair, negative, term, error);   /* relation n0 is number 0 */
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_length_count wanted;
    HBS_TRY(read_clauses(unit, &wanted));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    if (!own->sampler) HBS_TRY(hbs_clause_sampler_new(&own->sampler, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_pair(unit));
    hbs_query_pair *const pair = &hbs_unit_current(unit)->instance.pair;
    hbs_cnf_clear(&own->cnf, hbs_unit_number(unit, N));
    HBS_TRY(hbs_clauses_draw(own->sampler, &drawing->rng, &wanted, 1, law_of(unit), &own->cnf, drawing->error));
    HBS_TRY(fill_values(pair, wanted.length, drawing->error));
    pair->q2.variables = own->cnf.variables;
    for (size_t c = 0; c < own->cnf.clauses; c++) HBS_TRY(add_clause(pair, hbs_cnf_clause(&own->cnf, c), wanted.length, drawing->error));
    if (!law_of(unit).distinct) HBS_TRY(hbs_query_merge_repeats(&pair->q2, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_sat = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/sat",
    .summary = "random k-SAT as containment: q1 the satisfying rows of each kind of clause, q2 the clauses",
    .distribution = "a uniform set of m distinct k-clauses on n variables (distinct=no: m independent ones), as sat/uniform; unit i is unit i of sat/uniform n= k= m= with the same "
            "seed, and has its label. Relation n<j>: clauses with j negative literals, those first",
    .uniform_over = "sets of m distinct k-clauses over n named variables (distinct=no: sequences); q1 is always the same",
    .rejects = "as sat/uniform: no, but for repeated clauses where 2^k C(n,k) >= 2^63",
    .cost = "O(m k + 2^k k^2), and O(n k) once when n or k change",
    .source = "Feder and Vardi, The computational structure of monotone monadic SNP and constraint satisfaction, SIAM J. Comput. 1998; Kolaitis and Vardi, Conjunctive-query containment and "
            "constraint satisfaction, JCSS 2000",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "reduction",
    .example = "n=4..8",
};
