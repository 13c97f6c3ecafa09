/* Do the pigeons fit into the holes?
 *
 * Variable (i-1) holes + j: pigeon i sits in hole j. Clauses, in this order: every pigeon sits somewhere (one a pigeon), with onto=yes every hole has a pigeon
 * (one a hole), no hole has two (holes C(pigeons,2)), with functional=yes no pigeon sits in two holes (pigeons C(holes,2)). One more pigeon than holes needs
 * refutations of exponential length in resolution (Haken 1985). */
#include "generators/sat/encodings.h"

enum { PIGEONS, HOLES, FUNCTIONAL, ONTO };

static const hbs_parameter parameters[] = {
    {"pigeons", HBS_INTEGER, 0, 10000, "5", "pigeons"},
    {"holes", HBS_INTEGER, 0, 10000, "4", "holes"},
    {"functional", HBS_FLAG, 0, 1, "no", "yes: no pigeon in two holes"},
    {"onto", HBS_FLAG, 0, 1, "no", "yes: no hole empty"},
    HBS_SUBSTITUTION_PARAMETER,
};

static int check(hbs_unit *unit) {
    const double p = (double)hbs_unit_integer(unit, PIGEONS), h = (double)hbs_unit_integer(unit, HOLES);
    return (int)hbs_craft_check(unit, p * h + h * p * (p - 1) + (hbs_unit_flag(unit, FUNCTIONAL) ? p * h * (h - 1) : 0) + (hbs_unit_flag(unit, ONTO) ? p * h : 0));
}

/* Without functional a pigeon may fill what is left, when there is one. */
static bool satisfiable(const hbs_mapping *seat, bool functional, bool onto) {
    if (seat->domain > seat->range) return false;
    return !onto || seat->domain == seat->range || (!functional && seat->domain > 0);
}

static void show(hbs_craft *craft, const hbs_mapping *seat, bool onto) {
    uint8_t *const model = hbs_craft_model(craft);
    for (uint32_t i = 0; model && i < seat->domain; i++) model[hbs_image(seat, i, i)] = 1;
    for (uint32_t j = seat->domain; model && onto && j < seat->range; j++) model[hbs_image(seat, 0, j)] = 1;
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const bool functional = hbs_unit_flag(unit, FUNCTIONAL), onto = hbs_unit_flag(unit, ONTO);
    const hbs_mapping seat = {.first = 1, .domain = hbs_unit_number(unit, PIGEONS), .range = hbs_unit_number(unit, HOLES)};
    hbs_craft_begin(craft, hbs_mapping_size(seat.domain, seat.range));
    hbs_craft_total(craft, &seat);
    if (onto) hbs_craft_onto(craft, &seat);
    hbs_craft_injective(craft, &seat);
    if (functional) hbs_craft_functional(craft, &seat);
    if (satisfiable(&seat, functional, onto)) show(craft, &seat, onto);
    else hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_pigeonhole = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/pigeonhole",
    .summary = "do the pigeons fit into the holes?",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(pigeons^2 holes + pigeons holes^2)",
    .source = "Haken, The intractability of resolution, 1985; " HBS_CNFGEN("php"),
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "pigeons=2..4 holes=2..4",
};
