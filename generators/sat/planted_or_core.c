/* Both labels in polynomial time, each with its certificate: planted formulas with their model, full blocks with their refutation. So whoever knows the random string
 * knows the label and can prove it, and what is reached lies in NP and in coNP: the kind of dataset of which Yehuda, Gabel and Schuster show that it is easier than the
 * problem that it stands for. No solver runs here, and none has to run anywhere else: the checker accepts the certificates of all instances. */
#include <stdlib.h>

#include "generators/sat/block.h"
#include "generators/sat/planted.h"
#include "generators/sat/profile.h"

enum { N, K, M, RATIO, YES };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, INT64_C(1) << 24, NULL, "variables"},
    {"k", HBS_INTEGER, 1, HBS_BLOCK_LENGTH_MAX, "3", "literals of every clause, at most n"},
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses, at least 2^k; 0: round(ratio * n)"},
    {"ratio", HBS_RATIONAL, 0, 1000000, "4.26", "clauses a variable, when m is 0"},
    {"yes", HBS_RATIONAL, 0, 1, "1/2", "probability of a satisfiable formula"},
};

typedef struct room {
    hbs_block block;
    hbs_clause_sampler *sampler;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_block_free(&own->block);
    hbs_clause_sampler_free(own->sampler);
    free(own);
}

static int check(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    int64_t m = 0;
    const int64_t n = hbs_unit_integer(unit, N), k = hbs_unit_integer(unit, K);
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(hbs_block_check(unit, n, k, m));
    HBS_TRY(hbs_planted_check(unit, (uint32_t)n, (hbs_length_count){.length = (uint32_t)k, .count = (size_t)m}, true));
done:
    return (int)status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N), k = hbs_unit_number(unit, K);
    int64_t m = 0, p, q;
    HBS_TRY(hbs_read_clauses(unit, M, RATIO, n, &m));
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    hbs_unit_rational(unit, YES, &p, &q);
    room *const own = drawing->scratch;
    if (!own->sampler) HBS_TRY(hbs_clause_sampler_new(&own->sampler, drawing->error));
    if (hbs_rng_bernoulli(&drawing->rng, (uint64_t)p, (uint64_t)q)) HBS_TRY(hbs_planted_draw(unit, own->sampler, (hbs_length_count){.length = k, .count = (size_t)m}, true));
    else HBS_TRY(hbs_block_draw(unit, &own->block, n, k, m));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_planted_or_core = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/planted_or_core",
    .summary = "both labels by construction, with certificates: a hidden model, or a full block of 2^k clauses",
    .distribution = "with probability `yes` as sat/planted (distinct clauses), else as sat/core. The certificate of a yes is the hidden assignment; that of a no the 2^k - 1 "
            "resolvents of the block. A checker accepts all of them; no solver is needed",
    .uniform_over = "not uniform: because satisfiable formulas come by their number of models and unsatisfiable ones by their number of full blocks",
    .rejects = "no",
    .cost = "O(n + m k + 2^k k), and O(n k) once when n or k change",
    .source = "the extreme case of Yehuda, Gabel and Schuster, It's Not What Machines Can Learn, It's What We Cannot Teach, ICML 2020: labelled in polynomial time, hence in NP and coNP",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "certified",
    .example = "n=4..8",
};
