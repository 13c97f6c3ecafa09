/* All choice sequences of a sampler, one after the other, through the stream's `draw` and `weigh`:
 *
 *     walk w = {0};
 *     do {
 *         hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
 *         walk_in(&rng, &w);
 *         .. draw; w.mass is the probability of what came ..
 *     } while (next_path(&w)); */
#ifndef HBS_TESTS_GENERATORS_WALK_H
#define HBS_TESTS_GENERATORS_WALK_H

#include "core/rng.h"
#include "tests/unit/test.h"

/* One path: the choices taken so far, and the product of their probabilities. The next path increments the last choice that has one left. */
typedef struct walk {
    struct {
        uint64_t value, bound;
        double mass[2];   /* of a weighed choice; mass[0] < 0: a uniform one */
    } choice[64];
    size_t depth, length;
    double mass;
} walk;

static inline uint64_t walk_take(walk *w, uint64_t bound, double no, double yes) {
    CU_ASSERT_FATAL(w->depth < 64);
    const size_t d = w->depth++;
    if (d == w->length) {
        w->choice[w->length++].value = 0;
        w->choice[d].bound = bound;
        w->choice[d].mass[0] = no;
        w->choice[d].mass[1] = yes;
    }
    CU_ASSERT_EQUAL_FATAL(w->choice[d].bound, bound);   /* the same choices lead to the same question */
    w->mass *= no < 0 ? 1 / (double)bound : w->choice[d].mass[w->choice[d].value];
    return w->choice[d].value;
}

static inline uint64_t walk_draw(hbs_rng *rng, uint64_t bound) { return bound == 1 ? 0 : walk_take(rng->enumerator, bound, -1, -1); }

static inline bool walk_weigh(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    const double yes = (double)numerator / (double)denominator;
    return walk_take(rng->enumerator, 2, 1 - yes, yes) != 0;
}

static inline bool next_path(walk *w) {
    while (w->length && w->choice[w->length - 1].value + 1 == w->choice[w->length - 1].bound) w->length--;
    if (!w->length) return false;
    w->choice[w->length - 1].value++;
    return true;
}

/* The stream follows the path from its beginning. */
static inline void walk_in(hbs_rng *rng, walk *w) {
    rng->draw = walk_draw;
    rng->weigh = walk_weigh;
    rng->enumerator = w;
    w->depth = 0;
    w->mass = 1;
}

#endif
