/* How far a law is from uniform, from draws that are equal: all that a sample can tell of it without knowing the law. */
#ifndef HBS_CORE_COLLISIONS_H
#define HBS_CORE_COLLISIONS_H

#include "core/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_cell_draw {
    uint64_t unit;       /* draws of one unit are not independent: pairs within it are not looked at */
    size_t stratum;      /* only draws of one stratum can be equal .. */
    uint64_t cell;       /* .. and are when they are of one cell */
    double weight;       /* of the cell, at least 1 */
} hbs_cell_draw;

/* A cell of weight a has the probability rate / a under the stratum's uniform law. Cells that are single instances have weight 1, and the rate is 1 over how many there are; where
 * instances come up to renaming, the weight is the number of renamings that leave them as they are, and the rate that of a cell that none does. */
typedef struct hbs_stratum {
    double rate;
    double uncertainty;  /* variance of the rate, relative to its square; 0: exact */
} hbs_stratum;

typedef struct hbs_collided {
    double equal, weight; /* pairs of draws of different units that are equal, and C, the sum of their weights */
    double expected;      /* L, sum over strata of pairs times rate: the C that uniform draws have on average */
    hbs_estimate chi2;    /* of the law to the uniform one, n = units */
} hbs_collided;

/* Two draws fall together into a cell of weight a with probability p^2, and a p^2 / rate is the cell's part of 1 + chi^2. So C over L is 1 + chi^2 without bias, whatever the law; several strata pool as a mean, each weighed by its part of L.
 * Limits: mid-p ones of a sum (hbs_sum_limits). If all cells of a stratum are equally likely the variance of C is the sum, over pairs of units, of the square of what each adds to C, less C^2 / pairs. For unequal ones
 * comes to it what the jackknife over units has above twice that (it counts single pairs twice: Efron, Stein, Ann. Stat. 9, 1981), and two units that equal none, as Agresti and Coull add failures (American
 * Statistician 52, 1998), since few draws miss what is rare; of a limit between L and C as much of it as the root of its part of the way, which one likely cell would have, and a slight tilt of all
 * less: so chi^2 = 0 is left out as often as a test of uniformity by C rejects it. Four fifths of 1 - level are for the lower limit: uniform draws can only miss there. The lower limit allows for cells that
 * were never seen, the upper one for a cell of a stratum that is as likely as the exact upper limit of its share: that which adds the most then. Coverage in docs/measures.md. NAN where L is 0. Sorts the draws.
 * O(draws log draws). */
hbs_status hbs_collisions(hbs_cell_draw *draw, size_t draws, const hbs_stratum *stratum, double level, hbs_collided *out, hbs_error *error);

/* Draws that are units of their own, of one stratum, whose cells have weight 1. */
typedef struct hbs_equal_draws {
    uint64_t draws, largest; /* at least 2; of the cell that has the most */
    uint64_t pairs, triples; /* that are equal */
    double cells;            /* so many equally likely ones would be the least uneven law */
} hbs_equal_draws;

/* The mean of C from these counts: the limits that hbs_collisions has. estimate = pairs, n = draws; method is left to the caller. O(1). */
hbs_estimate hbs_collision_limits(const hbs_equal_draws *equal, double level);

#ifdef __cplusplus
}
#endif
#endif
