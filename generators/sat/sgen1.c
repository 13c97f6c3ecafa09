/* Spence's small and hard unsatisfiable formulas: at most two true in every group of one partition, at least two (three in the group of five) in every group of another.
 *
 * Of n = 4 groups + 1 variables, groups-1 groups of four and one of five. The first partition is 1..4, 5..8, and so on, the last five together; of each group
 * every 3-subset gives a negative clause. The second is random; of each group every 3-subset gives a positive clause. At most 2 groups variables are true, and at
 * least 2 groups + 1: a contradiction that resolution has to count for. 4 (groups - 1) + 10 clauses a partition. */
#include "generators/sat/encodings.h"

enum { GROUPS, SPREAD };

static const hbs_parameter parameters[] = {
    {"groups", HBS_INTEGER, 1, 1000000, "4", "groups of each partition: 4 groups + 1 variables, 8 groups + 12 clauses"},
    {"spread", HBS_FLAG, 0, 1, "no", "yes: no two variables are together in both partitions; needs groups >= 6"},
    HBS_SUBSTITUTION_PARAMETER,
};

static int check(hbs_unit *unit) {
    if (hbs_unit_flag(unit, SPREAD) && hbs_unit_integer(unit, GROUPS) < 6) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "spread=yes needs groups >= 6");
    return (int)hbs_craft_check(unit, 0);   /* the most groups fit */
}

/* Groups of four from the front, the last one of five. */
static uint32_t group_of(uint32_t place, uint32_t groups) { return place / 4 < groups ? place / 4 : groups - 1; }

static void state(hbs_craft *craft, const uint32_t *order, uint32_t groups, int32_t sign) {
    int32_t literal[5];
    for (uint32_t g = 0; g < groups && craft->status == HBS_OK; g++) {
        const uint32_t size = g + 1 < groups ? 4 : 5;
        for (uint32_t i = 0; i < size; i++) literal[i] = sign * (int32_t)(order[4 * g + i] + 1);
        hbs_craft_at_least(craft, literal, size, size - 2);   /* every 3-subset */
    }
}

static bool is_spread(const uint32_t *order, uint32_t n, uint32_t groups) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n && group_of(j, groups) == group_of(i, groups); j++)
            if (group_of(order[i], groups) == group_of(order[j], groups)) return false;
    return true;
}

/* The order is that of the first partition; then it is shuffled. */
static void shuffle(hbs_craft *craft, uint32_t *order, uint32_t n, uint32_t groups, bool spread) {
    do hbs_rng_shuffle(&hbs_unit_drawing(craft->unit)->rng, order, n);
    while (spread && !is_spread(order, n, groups) && hbs_unit_retry(craft->unit));
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const uint32_t groups = hbs_unit_number(unit, GROUPS), n = 4 * groups + 1;
    hbs_craft_begin(craft, n);
    uint32_t *const order = hbs_craft_numbers(craft, n);
    for (uint32_t v = 0; order && v < n; v++) order[v] = v;
    if (order) {
        state(craft, order, groups, -1);
        shuffle(craft, order, n, groups, hbs_unit_flag(unit, SPREAD));
        state(craft, order, groups, 1);
    }
    hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_sgen1 = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/sgen1",
    .summary = "small hard unsatisfiable formulas from two partitions",
    .distribution = "the second partition is cut from a uniform permutation of the variables (spread=yes: given that no two variables are together "
            "twice)",
    .uniform_over = "pairs of partitions, the first one fixed: give --rename for any",
    .rejects = "with spread=yes, about exp(4.5) tries; else never",
    .cost = "O(groups)",
    .source = "Spence, sgen1: a generator of small but difficult satisfiability benchmarks, ACM JEA 2010, where annealing spreads the second "
            "partition",
    .labels = HBS_LABELS_ALL_NO,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "groups=1..4",
};
