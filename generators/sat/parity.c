/* Can n people be put in pairs? A perfect matching of the complete graph, impossible for odd n.
 *
 * Variable e: the e-th pair u < v in lexicographic order is put together. Clauses: person by person, one of the pairs is (1), and no two (C(n-1,2)). */
#include "generators/sat/encodings.h"

enum { N };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 3000, "7", "people"},
    HBS_SUBSTITUTION_PARAMETER,
};

static int check(hbs_unit *unit) {
    const double n = (double)hbs_unit_integer(unit, N);
    return (int)hbs_craft_check(unit, n * (n - 1) * (n - 1));
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t n = hbs_unit_number(unit, N);
    hbs_craft_begin(craft, (uint64_t)n * (n - 1) / 2);
    int32_t *const pair = hbs_craft_literals(craft, n);
    for (uint32_t v = 0; pair && v < n && craft->status == HBS_OK; v++) {
        uint32_t count = 0;
        for (uint32_t u = 0; u < n; u++)
            if (u != v) pair[count++] = hbs_pair_variable(n, u, v);
        hbs_craft_exactly(craft, pair, count, 1);
    }
    uint8_t *const model = n % 2 ? NULL : hbs_craft_model(craft);
    for (uint32_t v = 0; model && v < n; v += 2) model[hbs_pair_variable(n, v, v + 1)] = 1;
    if (n % 2) hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_parity = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/parity",
    .summary = "can n people be put in pairs?",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(n^3)",
    .source = HBS_CNFGEN("parity") "; Ajtai, Parity and the pigeonhole principle, 1990",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "n=2..6",
};
