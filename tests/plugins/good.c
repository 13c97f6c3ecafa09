/* Two generators that do what they may: sat/good, twins of both labels with witness and refutation, all types of parameters, rejection; cqc/good, with heads, constants and witness. */
#include <string.h>

#include "generators/plugin.h"

enum { N, P, MORE, TAG };

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 2, 50, "4", "variables"},
    {"p", HBS_RATIONAL, 0, 1, "1/3", "probability of a negative literal"},
    {"more", HBS_FLAG, 0, 1, "no", "one more clause"},
    {"tag", HBS_TEXT, 0, 0, "plain", "nothing but text"},
};

static int check(hbs_unit *unit) { return strlen(hbs_unit_text(unit, TAG)) < 20 ? 0 : hbs_unit_fail(unit, "tag is too long; shorten it"); }

/* A literal on a variable that is neither 1 nor 2 .. if there is one. */
static int32_t literal(hbs_unit *unit) {
    int64_t p, q;
    int32_t variable = 0;
    hbs_unit_rational(unit, P, &p, &q);
    do variable = (int32_t)hbs_unit_below(unit, (uint64_t)hbs_unit_integer(unit, N)) + 1;
    while (variable <= 2 && hbs_unit_integer(unit, N) > 2 && hbs_unit_retry(unit));
    return hbs_unit_bernoulli(unit, (uint64_t)p, (uint64_t)q) ? -variable : variable;
}

static int twin(hbs_unit *unit, int label) {
    const int32_t flip = label ? 2 : 1, lemmas[] = {2, 0, 0}, four[4][2] = {{1, 2}, {-1, 2}, {1, -2}, {-flip, label ? 1 : -2}};
    const uint32_t n = (uint32_t)hbs_unit_integer(unit, N);
    uint32_t values[50] = {1, 1};
    hbs_unit_begin_cnf(unit, n);
    for (int i = 0; i < 4; i++) hbs_unit_clause(unit, four[i], 2);
    const int32_t last = literal(unit);
    if (hbs_unit_integer(unit, MORE) && n > 2) hbs_unit_clause(unit, &last, 1);
    if (last > 2) values[last - 1] = 1;
    hbs_unit_claim(unit, label);
    return label ? hbs_unit_witness(unit, values, n) : hbs_unit_refutation(unit, lemmas, 3);
}

static int twins(hbs_unit *unit) {
    const int status = twin(unit, 0);
    return status ? status : twin(unit, 1);
}

static int pair(hbs_unit *unit) {
    uint32_t red = 0;
    const uint32_t n = (uint32_t)hbs_unit_integer(unit, N), end = (uint32_t)hbs_unit_below(unit, n - 1) + 1;
    hbs_unit_begin_pair(unit);
    hbs_unit_constant(unit, "red", &red);
    for (int query = 1; query <= 2; query++) {
        hbs_unit_head(unit, query, 0);
        hbs_unit_atom(unit, query, "r", (const uint32_t[]){0, query == 1 ? end : 1}, 2);
    }
    hbs_unit_atom(unit, 1, "colored", (const uint32_t[]){end, red}, 2);
    hbs_unit_claim(unit, 1);
    return hbs_unit_witness(unit, (const uint32_t[]){0, end}, 2);
}

static const hbs_generator sat_good = {HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/good", "good twins", "d", "not uniform: because it is a test", "every other draw", "O(1)", "this test", HBS_GENERATES_SAT,
                                       HBS_LABELS_BY_CONSTRUCTION, 2, 4, parameters, check, twins, "test", "n=4", HBS_DENSITY_UNKNOWN};
static const hbs_generator cqc_good = {HBS_PLUGIN_ABI, sizeof(hbs_generator), "cqc/good", "a good pair", "d", "not uniform: because it is a test", "never", "O(1)", "this test", HBS_GENERATES_CQC,
                                       HBS_LABELS_ALL_YES, 1, 1, parameters, NULL, pair, NULL, NULL, HBS_DENSITY_UNKNOWN};

const hbs_generator *const *hbs_plugin_generators(void) {
    static const hbs_generator *const all[] = {&sat_good, &cqc_good, NULL};
    return all;
}
