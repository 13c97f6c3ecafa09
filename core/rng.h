/* Counter-based random choices: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
 *
 * Key = dataset seed; counter = (unit, lane, block). So what unit i draws depends on (seed, i, lane) alone, never on threads,
 * shards or order. Only bounded choices are offered: each is a uniform choice among k (or a rational Bernoulli draw), and the stream
 * adds up log2 k: the *choice bits* of what was drawn. A rejection loop takes a mark first and gives rejected draws back, so
 * that choice bits count the accepted attempt alone. The mapping from Philox words to choices is fixed for good: golden values in the tests.
 *
 * `draw` and `weigh`, where they are set, answer in Philox's place: so a caller can walk all choice sequences of a sampler. Such a caller may be indifferent to some of
 * what is drawn; a sampler that knows it then asks for less, so that there are fewer sequences to walk. Without `draw` nobody is indifferent. */
#ifndef HBS_CORE_RNG_H
#define HBS_CORE_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a stream of a unit is for; each lane is an independent stream. */
typedef enum hbs_lane {
    HBS_LANE_INSTANCE = 0,   /* parameters and instance */
    HBS_LANE_ORDER = 1,      /* shuffling clauses and literals */
    HBS_LANE_RENAME = 2,     /* renaming variables, flipping polarities */
    HBS_LANE_SPLIT = 3,      /* which split the unit falls into */
    HBS_LANE_ANALYSIS = 5,   /* halves, permutations */
    HBS_LANE_REORDER = 6     /* another order, to hold an instance's own against */
} hbs_lane;

/* What whoever answers in Philox's place does not look at. */
enum {
    HBS_RNG_LITERAL_ORDER = 1,   /* the order of the literals of a clause */
    HBS_RNG_PART_ORDER = 2,      /* the order of clauses, atoms or edges: a set of them may be drawn in one choice */
    HBS_RNG_ALL_BUT_SIZES = 4    /* everything but the signature of the instance: its variables, how many clauses of which lengths */
};

typedef struct hbs_rng hbs_rng;
struct hbs_rng {
    uint64_t (*draw)(hbs_rng *rng, uint64_t bound);                     /* NULL: Philox */
    bool (*weigh)(hbs_rng *rng, uint64_t numerator, uint64_t denominator); /* NULL: Philox */
    void *enumerator;
    unsigned indifferent;        /* with `draw`: HBS_RNG_.. bits */
    uint32_t key[2], counter[4], block[4];
    unsigned used;               /* words of block already used; 4 = make the next block */
    double bits, product;        /* choice bits = bits + log2(product) */
    uint64_t retries, retry_limit;
    bool (*stop)(void *context); /* asked at every rejection and in long draws, on the thread that draws; NULL: never */
    void *stop_context;
    bool stopped;                /* it said yes: what is being drawn must not be used */
};

typedef struct hbs_rng_mark {
    double bits, product;
} hbs_rng_mark;

/* One Philox4x32-10 block: out = philox(counter, key). */
void hbs_philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Starts the stream of (seed, unit, lane). retries = 0, retry_limit = 10^6; nobody is asked whether to stop. */
void hbs_rng_seed(hbs_rng *rng, uint64_t seed, uint64_t unit, hbs_lane lane);

/* Uniform on {0, .., bound-1}, bound >= 1, unbiased (multiply and reject, Lemire 2019). Adds log2(bound) choice bits. */
uint64_t hbs_rng_below(hbs_rng *rng, uint64_t bound);
/* out[i] uniform below bound - i, i < count <= bound: the same as `count` calls, faster. */
void hbs_rng_falling(hbs_rng *rng, uint64_t bound, size_t count, uint64_t *out);
/* Uniform on {low, .., high}, both ends included, low <= high, high - low < 2^63. */
int64_t hbs_rng_between(hbs_rng *rng, int64_t low, int64_t high);
/* True with probability numerator/denominator exactly; 0 < denominator, numerator <= denominator. Adds one choice bit unless certain. */
bool hbs_rng_bernoulli(hbs_rng *rng, uint64_t numerator, uint64_t denominator);
/* A uniform *ordered* k-tuple of distinct numbers from {0, .., n-1} into out[0..k-1], k <= n. O(k^2) moves up to k = 64; beyond, expected O(k log k), and
 * O(k^2) where no memory is left for it. A long one asks whether to stop: then rng->stopped, and what was not drawn is 0. */
void hbs_rng_sample(hbs_rng *rng, uint32_t n, uint32_t k, uint32_t *out);
/* Uniform permutation in place (Fisher-Yates from the end). */
void hbs_rng_shuffle(hbs_rng *rng, uint32_t *items, size_t count);
/* A uniform permutation of 0..count-1 in *order; release with free(). HBS_ERROR_MEMORY from 2^32 on. */
hbs_status hbs_rng_order(hbs_rng *rng, size_t count, uint32_t **order, hbs_error *error);

double hbs_rng_choice_bits(const hbs_rng *rng);
hbs_rng_mark hbs_rng_take_mark(const hbs_rng *rng);
/* Gives the choice bits since `mark` back and counts one retry; false when the retry limit is reached (the caller then returns
 * HBS_ERROR_BUDGET) and for good once `stop` says so (hbs_draw then returns HBS_ERROR_INTERRUPTED). Every rejection loop must call it. */
bool hbs_rng_reject(hbs_rng *rng, hbs_rng_mark mark);
/* Asks `stop` where a draw is long without any rejection: yes is for good, as there. */
bool hbs_rng_should_stop(hbs_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
