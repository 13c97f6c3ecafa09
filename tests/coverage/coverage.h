/* Simulated coverage: how often the intervals of the library hold a truth that is known. A block is one kind of interval; its rows are settings, its columns sample
 * sizes, and each cell is a share of simulated datasets. Every simulated dataset draws from a stream of its own, so a table depends on the number of
 * replicates and on nothing else. */
#ifndef HBS_TESTS_COVERAGE_H
#define HBS_TESTS_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rng.h"
#include "core/statistics.h"

#define COVERAGE_SIZES 4u
#define COVERAGE_LEVEL .95

typedef enum outcome { MISSED, COVERED, UNDEFINED } outcome; /* of one dataset; tests: COVERED is "not rejected" */

typedef enum claim {
    NEAR,        /* .93 to .97 */
    AT_LEAST,    /* exact: never below the level */
    CONSERVATIVE /* .93 or more; where it lies above .97 and a lower level would not, the note says why */
} claim;

typedef struct row {
    const char *text;
    double a, b, c; /* what `simulate` makes of them */
} row;

typedef struct setting {
    double a, b, c; /* of the row */
    double level;   /* of the intervals; 1 - level: the rate at which a test may reject */
} setting;

typedef struct block {
    const char *name, *columns, *note;
    claim claim;
    unsigned replicates; /* of a full run */
    size_t size[COVERAGE_SIZES];
    const row *rows; /* the last one has no text */
    outcome (*simulate)(const setting *setting, size_t size, hbs_rng *rng);
} block;

/* The last one has no name. */
extern const block proportion_blocks[], unit_blocks[], comparison_blocks[], distance_blocks[], test_blocks[];

/* Marks that measures and studies leave on uniform datasets held against their uniform references, as Markdown on stdout. False: more than their rate. */
bool looks_print(unsigned datasets, uint64_t seed, unsigned threads);

/* Kinds of values, of mean 1, and of units: single instances; pairs of twins, one of each label; families, 1 to 30 renamed copies, 5 on average. Members of a unit go by one draw
 * with probability LIKENESS, else each by its own. */
enum { EVEN, EXPONENTIAL, LOGNORMAL };
enum { SINGLES, TWINS, FAMILIES };
#define LIKENESS .5
double draw_value(int kind, hbs_rng *rng);
unsigned draw_copies(hbs_rng *rng);

static inline outcome covers(const hbs_estimate *e, double truth) {
    if (!(e->ci_low <= e->ci_high)) return UNDEFINED;
    return e->ci_low <= truth + 1e-12 && truth <= e->ci_high + 1e-12 ? COVERED : MISSED;
}
static inline double uniform01(hbs_rng *rng) { return (double)hbs_rng_below(rng, UINT64_C(1) << 52) / 4503599627370496.; }
static inline uint64_t binomial(size_t n, double p, hbs_rng *rng) {
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) count += uniform01(rng) < p;
    return count;
}

#endif
