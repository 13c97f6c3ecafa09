/* Is there a graph on n vertices without s independent and without k pairwise connected vertices? Yes iff n is below the Ramsey number R(s,k).
 *
 * Variable e: the e-th pair u < v in lexicographic order is an edge. Clauses: every s-subset has an edge (C(n,s) of length C(s,2)), every k-subset lacks one
 * (C(n,k) of length C(k,2)), subsets in lexicographic order. R(3,3) = 6, R(3,4) = 9, R(3,5) = 14, R(4,4) = 18. */
#include "generators/sat/encodings.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"

enum { S, K, N };

static const hbs_parameter parameters[] = {
    {"s", HBS_INTEGER, 1, 20, "3", "vertices of an independent set that must not be there"},
    {"k", HBS_INTEGER, 1, 20, "3", "vertices of a clique that must not be there"},
    {"n", HBS_INTEGER, 0, 1000, "6", "vertices"},
    HBS_SUBSTITUTION_PARAMETER,
};

static int check(hbs_unit *unit) {
    const double s = (double)hbs_unit_integer(unit, S), k = (double)hbs_unit_integer(unit, K), n = (double)hbs_unit_integer(unit, N);
    return (int)hbs_craft_check(unit, hbs_real_binomial(n, s) * s * (s - 1) / 2 + hbs_real_binomial(n, k) * k * (k - 1) / 2);
}

/* Every subset has a pair whose variable has that sign. */
static void every_subset(hbs_craft *craft, uint32_t n, uint32_t size, int32_t sign) {
    uint32_t member[20];
    int32_t clause[190] = {0};
    if (size > n) return;
    for (uint32_t i = 0; i < size; i++) member[i] = i;
    do {
        size_t count = 0;
        for (uint32_t i = 0; i < size; i++)
            for (uint32_t j = i + 1; j < size; j++) clause[count++] = sign * hbs_pair_variable(n, member[i], member[j]);
        hbs_craft_clause(craft, clause, count);
    } while (craft->status == HBS_OK && hbs_next_subset(member, n, size));
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t n = hbs_unit_number(unit, N);
    hbs_craft_begin(craft, n ? (uint64_t)n * (n - 1) / 2 : 0);
    every_subset(craft, n, hbs_unit_number(unit, S), 1);
    every_subset(craft, n, hbs_unit_number(unit, K), -1);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_ramsey = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/ramsey",
    .summary = "is there a graph without s independent and without k connected vertices?",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(C(n,s) s^2 + C(n,k) k^2)",
    .source = "Ramsey 1930; " HBS_CNFGEN("ram"),
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "n=3..6",
};
