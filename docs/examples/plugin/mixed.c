/* sat/mixed: random (2+p)-SAT, each clause of length 3 with probability p and of length 2 otherwise. Between p = 0, in polynomial time, and p = 1, NP-complete.
 * Monasson, Zecchina, Kirkpatrick, Selman and Troyansky, Determining computational complexity from characteristic phase transitions, Nature 400, 1999. */
#include <hardbias/plugin.h>

enum { N, M, P };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 3, 1000000, "20", "variables"},
    {"m", HBS_INTEGER, 0, 10000000, "40", "clauses"},
    {"p", HBS_RATIONAL, 0, 1, "0.4", "probability that a clause has three literals"},
};

/* Before anything is drawn: do the parameters go together? */
static int check(hbs_unit *unit) {
    if (hbs_unit_integer(unit, M) <= 1000 * hbs_unit_integer(unit, N)) return 0;
    return hbs_unit_fail(unit, "m is above 1000 n, where no formula is satisfiable; choose fewer clauses");
}

static int generate(hbs_unit *unit) {
    const uint32_t n = (uint32_t)hbs_unit_integer(unit, N);
    const int64_t m = hbs_unit_integer(unit, M);
    int64_t p, q;
    hbs_unit_rational(unit, P, &p, &q);
    hbs_unit_begin_cnf(unit, n);
    for (int64_t i = 0; i < m; i++) {
        int32_t clause[3];
        const uint32_t length = hbs_unit_bernoulli(unit, (uint64_t)p, (uint64_t)q) ? 3 : 2;
        hbs_unit_sample(unit, n, length, clause);   /* distinct numbers of 0 .. n-1 */
        for (uint32_t j = 0; j < length; j++) clause[j] = hbs_unit_below(unit, 2) ? -(clause[j] + 1) : clause[j] + 1;
        const int status = hbs_unit_clause(unit, clause, length);
        if (status) return status;   /* a mistake was made: no need to go on */
    }
    return 0;
}

static const hbs_generator mixed = {
    .abi = HBS_PLUGIN_ABI,
    .struct_size = sizeof(hbs_generator),
    .name = "sat/mixed",
    .summary = "random (2+p)-SAT",
    .distribution = "m independent clauses, each of length 3 with probability p and else 2, uniform over those of its length",
    .uniform_over = "not uniform: because the lengths are drawn, and clauses may repeat",
    .rejects = "never",
    .cost = "O(m)",
    .source = "Monasson et al., Determining computational complexity from characteristic phase transitions, Nature 1999",
    .problem = HBS_GENERATES_SAT,
    .labels = HBS_LABELS_BY_SOLVER,
    .instances_per_unit = 1,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .parameters = parameters,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=4..8 m=12",
};

const hbs_generator *const *hbs_plugin_generators(void) {
    static const hbs_generator *const all[] = {&mixed, 0};
    return all;
}
