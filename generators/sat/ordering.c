/* Can a finite order be without a least element?
 *
 * Variable (u-1)(n-1) + v - [v > u], for u != v: u is below v; with smart=yes only for u < v, in lexicographic order, and "v is below u" is the negation. Clauses,
 * in this order: every element has one below it (with plant=yes the last needs none), transitivity for three different elements (u below v below w makes u
 * below w: n(n-1)(n-2); the variants of Knuth keep those with v above both, or w above both; smart: both cyclic orders of three are forbidden), no pair both
 * ways, and with total=yes every pair one way.
 * Short resolution refutations exist (Stalmarck 1996), but need wide clauses. */
#include "generators/sat/encodings.h"

enum { N, TOTAL, SMART, PLANT, KNUTH };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 2000, "5", "elements"},
    {"total", HBS_FLAG, 0, 1, "no", "yes: any two elements are comparable"},
    {"smart", HBS_FLAG, 0, 1, "no", "yes: one variable a pair, which makes the order total"},
    {"plant", HBS_FLAG, 0, 1, "no", "yes: the last element may be the least, which makes it satisfiable"},
    {"knuth", HBS_INTEGER, 0, 3, "0", "2, 3: only a third of transitivity, as in The Art of Computer Programming 4B; 0, 1: all"},
    HBS_SUBSTITUTION_PARAMETER,
};

typedef struct order {
    uint32_t n;
    bool smart;
} order;

/* The literal "u is below v". */
static int32_t below(const order *o, uint32_t u, uint32_t v) {
    if (!o->smart) return (int32_t)(u * (o->n - 1) + v + (v < u));
    return u < v ? hbs_pair_variable(o->n, u, v) : -hbs_pair_variable(o->n, u, v);
}

static int check(hbs_unit *unit) {
    if (hbs_unit_flag(unit, SMART) && hbs_unit_integer(unit, KNUTH) > 1)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "smart=yes has a transitivity of its own: leave knuth out");
    const double n = (double)hbs_unit_integer(unit, N), triples = n * (n - 1) * (n - 2) / (hbs_unit_flag(unit, SMART) || hbs_unit_integer(unit, KNUTH) > 1 ? 3 : 1);
    return (int)hbs_craft_check(unit, n * (n - 1) + 3 * triples + (hbs_unit_flag(unit, TOTAL) ? 2 : 1) * n * (n - 1));
}

static void no_least(hbs_craft *craft, const order *o, uint32_t elements) {
    int32_t *const clause = hbs_craft_literals(craft, o->n);
    for (uint32_t v = 0; clause && v < elements; v++) {
        size_t count = 0;
        for (uint32_t u = 0; u < o->n; u++)
            if (u != v) clause[count++] = below(o, u, v);
        hbs_craft_clause(craft, clause, count);
    }
}

static void transitive(hbs_craft *craft, const order *o, int64_t knuth) {
    for (uint32_t u = 0; u < o->n; u++)
        for (uint32_t v = 0; v < o->n && craft->status == HBS_OK; v++)
            for (uint32_t w = 0; w < o->n; w++) {
                if (u == v || v == w || u == w || (o->smart && !(u < v && u < w))) continue;   /* smart: one rotation of each cycle */
                if ((knuth == 2 && (v < u || v < w)) || (knuth == 3 && (w < u || w < v))) continue;
                hbs_craft_add(craft, -below(o, u, v), -below(o, v, w), below(o, u, w));
            }
}

static void pairs(hbs_craft *craft, uint32_t n, const order *o, int32_t sign) {
    for (uint32_t u = 0; u < n && craft->status == HBS_OK; u++)
        for (uint32_t v = u + 1; v < n; v++) hbs_craft_add(craft, sign * below(o, u, v), sign * below(o, v, u));
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const order o = {.n = hbs_unit_number(unit, N), .smart = hbs_unit_flag(unit, SMART)};
    const bool plant = hbs_unit_flag(unit, PLANT);
    hbs_craft_begin(craft, (uint64_t)o.n * (o.n - 1) / (o.smart ? 2 : 1));
    no_least(craft, &o, o.n - plant);
    transitive(craft, &o, hbs_unit_integer(unit, KNUTH));
    if (!o.smart) pairs(craft, o.n, &o, -1);
    if (!o.smart && hbs_unit_flag(unit, TOTAL)) pairs(craft, o.n, &o, 1);
    uint8_t *const model = plant ? hbs_craft_model(craft) : NULL;
    for (uint32_t u = 0; model && !o.smart && u < o.n; u++)
        for (uint32_t v = 0; v < u; v++) model[below(&o, u, v)] = 1;   /* the last is the least; smart: no variable is true */
    if (!plant) hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_ordering = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/ordering",
    .summary = "can a finite order be without a least element?",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(n^3)",
    .source = "Krishnamurthy 1985; Stalmarck, Short resolution proofs for a sequence of tricky formulas, 1996; " HBS_CNFGEN("op"),
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "n=2..4 plant=no",
};
