/* 3-SAT where half of the formulas are satisfiable: sat/uniform with the number of clauses on the line that Crawford and Auton fitted. The line has an irrational
 * term; its floor is found in integers: floor(58260 n^(-2/3)) is the largest t with t^3 n^2 <= 58260^3, and a floor within a floor changes nothing. */
#include <stdlib.h>

#include "generators/sat/clauses.h"
#include "generators/sat/connected.h"
#include "generators/sat/profile.h"

enum { N, CONNECTED };

#define VARIABLES_MAX 100000000

__extension__ typedef unsigned __int128 wide;

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 5, VARIABLES_MAX, NULL, "variables; there are floor(4.258 n + 58.26 n^(-2/3)) clauses"},
    {"connected", HBS_FLAG, 0, 1, "no", "yes: drawn again until the variable incidence graph on all n variables is connected"},
};

typedef struct room {
    hbs_clause_sampler *sampler;
    hbs_connected connected;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_clause_sampler_free(own->sampler);
    hbs_connected_free(&own->connected);
    free(own);
}

static uint64_t clauses_on_line(uint64_t n) {
    const wide bound = (wide)58260 * 58260 * 58260;
    uint64_t low = 0, high = 58261;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if ((wide)middle * middle * middle * n * n <= bound) low = middle;
        else high = middle;
    }
    return (4258 * n + low) / 1000;
}

static int check(hbs_unit *unit) {
    const hbs_length_count wanted = {.length = 3, .count = clauses_on_line((uint64_t)hbs_unit_integer(unit, N))};
    return (int)hbs_unit_check_clauses(unit, hbs_unit_number(unit, N), &wanted, 1, (hbs_clause_law){.distinct = true});
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t n = hbs_unit_number(unit, N);
    const hbs_length_count wanted = {.length = 3, .count = clauses_on_line(n)};
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    if (!own->sampler) HBS_TRY(hbs_clause_sampler_new(&own->sampler, drawing->error));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, n));
    hbs_cnf *const cnf = &hbs_unit_current(unit)->instance.cnf;
    for (bool good = false; !good;) {
        hbs_cnf_clear(cnf, n);
        HBS_TRY(hbs_clauses_draw(own->sampler, &drawing->rng, &wanted, 1, (hbs_clause_law){.distinct = true}, cnf, drawing->error));
        good = !hbs_unit_integer(unit, CONNECTED);
        if (!good) HBS_TRY(hbs_connected_test(&own->connected, cnf, &good, drawing->error));
        if (!good && !hbs_unit_retry(unit)) return (int)drawing->status;
    }
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_threshold = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/threshold",
    .summary = "uniform random 3-SAT on the Crawford-Auton line, where half of the formulas are satisfiable",
    .distribution = "a uniform set of m = floor(4.258 n + 58.26 n^(-2/3)) distinct 3-clauses over n variables, in uniform order; connected=yes: of those whose variable "
            "incidence graph on all n variables is connected. n=10..40 connected=yes redraw=all, balanced, is the 3-SAT of G4SATBench",
    .uniform_over = "sets of m distinct 3-clauses over n named variables (and the orders of each), with connected=yes those with a connected variable incidence graph",
    .rejects = "no; with connected=yes each attempt that is not connected: fewer than 1 in 1000 up to n = 100",
    .cost = "O(n) an attempt",
    .source = "Crawford and Auton, Experimental results on the crossover point in random 3-SAT, AIJ 1996; Li, Guo and Si, G4SATBench, TMLR 2024",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "random",
    .example = "n=5..8",
};
