/* Can n things be split into parts of p? Impossible unless p divides n.
 *
 * Variable e: the e-th subset of p things, in lexicographic order, is a part. Clauses: thing by thing, one of its C(n-1,p-1) subsets is a part (1), and no two. */
#include "generators/sat/encodings.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"

enum { N, P };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 1000, "7", "things"},
    {"p", HBS_INTEGER, 1, 8, "3", "things of a part"},
    HBS_SUBSTITUTION_PARAMETER,
};

static int check(hbs_unit *unit) {
    const double n = (double)hbs_unit_integer(unit, N), p = (double)hbs_unit_integer(unit, P), star = hbs_real_binomial(n - 1, p - 1);
    return (int)hbs_craft_check(unit, n * star * star);
}

/* The subsets that hold `thing` become literals; returns how many. */
static uint32_t star(int32_t *literal, uint32_t n, uint32_t p, uint32_t thing) {
    uint32_t member[8] = {0}, count = 0;
    int32_t subset = 0;
    if (p > n) return 0;
    for (uint32_t i = 0; i < p; i++) member[i] = i;
    do {
        subset++;
        for (uint32_t i = 0; i < p; i++)
            if (member[i] == thing) literal[count++] = subset;
    } while (hbs_next_subset(member, n, p));
    return count;
}

/* Things 1..p, p+1..2p, and so on. */
static void show(hbs_craft *craft, uint32_t n, uint32_t p) {
    uint32_t member[8] = {0};
    size_t subset = 0;
    uint8_t *const model = hbs_craft_model(craft);
    if (!model) return;
    for (uint32_t i = 0; i < p; i++) member[i] = i;
    do {
        subset++;
        model[subset] = member[0] % p == 0 && member[p - 1] == member[0] + p - 1;
    } while (hbs_next_subset(member, n, p));
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t n = hbs_unit_number(unit, N), p = hbs_unit_number(unit, P);
    const uint64_t subsets = hbs_binomial(n, p);
    hbs_craft_begin(craft, subsets);
    int32_t *const literal = hbs_craft_literals(craft, (size_t)subsets);
    for (uint32_t thing = 0; literal && thing < n && craft->status == HBS_OK; thing++) hbs_craft_exactly(craft, literal, star(literal, n, p, thing), 1);
    if (n % p == 0) show(craft, n, p);
    else hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_counting = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/counting",
    .summary = "can n things be split into parts of p?",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(n C(n-1,p-1)^2)",
    .source = HBS_CNFGEN("count"),
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "n=3..6 p=2..3",
};
