/* Can 1..n be coloured with two colours without k1 equally spaced numbers of the first and k2 of the second? Yes iff n is below the van der Waerden number W(k1,k2).
 *
 * Variable i: number i has the second colour. Clauses: every progression of length k1 has a number of the second colour, then every one of length k2 has one of
 * the first; by distance, then by first number. W(3,3) = 9, W(3,4) = 18, W(4,4) = 35. */
#include "generators/sat/encodings.h"

enum { N, K1, K2 };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 0, 20000, "9", "numbers"},
    {"k1", HBS_INTEGER, 2, 64, "3", "length of progressions of the first colour"},
    {"k2", HBS_INTEGER, 2, 64, "3", "length of progressions of the second colour"},
    HBS_SUBSTITUTION_PARAMETER,
};

/* About n^2 / (2 (length - 1)) progressions. */
static double literals(double n, double length) { return n * n / (2 * (length - 1)) * length; }

static int check(hbs_unit *unit) {
    const double n = (double)hbs_unit_integer(unit, N);
    return (int)hbs_craft_check(unit, literals(n, (double)hbs_unit_integer(unit, K1)) + literals(n, (double)hbs_unit_integer(unit, K2)));
}

static void forbid(hbs_craft *craft, int32_t n, int32_t length, int32_t sign) {
    int32_t clause[64];
    for (int32_t distance = 1; distance * (length - 1) < n && craft->status == HBS_OK; distance++)
        for (int32_t first = 1; first + distance * (length - 1) <= n; first++) {
            for (int32_t i = 0; i < length; i++) clause[i] = sign * (first + i * distance);
            hbs_craft_clause(craft, clause, (size_t)length);
        }
}

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const int32_t n = (int32_t)hbs_unit_integer(unit, N);
    hbs_craft_begin(craft, (uint64_t)n);
    forbid(craft, n, (int32_t)hbs_unit_integer(unit, K1), 1);
    forbid(craft, n, (int32_t)hbs_unit_integer(unit, K2), -1);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_van_der_waerden = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/van_der_waerden",
    .summary = "can 1..n be coloured without long progressions of one colour?",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(n^2)",
    .source = "van der Waerden 1927; " HBS_CNFGEN("vdw"),
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "n=5..10",
};
