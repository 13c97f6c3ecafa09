/* Knuth's estimate of the size of a tree (Estimating the efficiency of backtrack programs, Mathematics of Computation 1975), with dives that go by the law itself: a
 * leaf of probability p is reached with probability p, so 1/p is, on average over dives, the number of leaves. A dive ends at its first rejection, as a path does.
 *
 * Half of the probability: where the share s of it lies in leaves below 2^-b, s > 1/2, more than (s - 1/2) 2^b of those are needed, because all others together hold 1 - s. A
 * share of the dives is within .15 of that of the probability but for once in 10^7 (Hoeffding 1963: 2 exp(-2 * 400 * .15^2)), and the best of all b is taken. Large units
 * take long, and most are hopeless: when 32 dives all end far beyond what anyone walks, s > .6 but for once in 10^7 (.6^32), and that is enough. Of others there are no more than
 * 32 dives once these have drawn so much that the rest would take long, and one where it had nothing to choose: too few to say anything of half of the probability. */
#include "generators/enumeration/enumeration_size.h"

#include <math.h>
#include <stdlib.h>

#include "core/ordering.h"

#define MARGIN .15             /* of HBS_ENUMERATION_DIVES dives */
#define FIRST_DIVES 32u
#define LITERALS_MOST 1e7      /* or atoms, drawn by the first dives: all dives would take a second or more */
#define FAR_BITS 70.   /* 2^70 paths */

typedef struct dive {
    const hbs_enumeration_bounds *bounds;
    hbs_rng spare;            /* answers */
    uint32_t choices;
    double bits;              /* -log2 of the probability so far */
} dive;

static void count(dive *own, double bits) {
    if (own->choices == own->bounds->choices || (own->bounds->least_bits && own->bits > own->bounds->least_bits)) return;
    own->choices++;
    own->bits += bits;
}

static uint64_t answer_draw(hbs_rng *rng, uint64_t bound) {
    dive *const own = rng->enumerator;
    if (bound > 1) count(own, log2((double)bound));
    return hbs_rng_below(&own->spare, bound);
}

static bool answer_weigh(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    dive *const own = rng->enumerator;
    const bool yes = hbs_rng_bernoulli(&own->spare, numerator, denominator);
    count(own, log2((double)denominator) - log2((double)(yes ? numerator : denominator - numerator)));
    return yes;
}

static void start(dive *own, hbs_drawing *drawing, uint64_t unit) {
    hbs_rng *const rng = &drawing->rng;
    hbs_drawing_seed(drawing, 0, unit);
    hbs_rng_seed(&own->spare, 0, unit, HBS_LANE_INSTANCE);
    own->choices = 0;
    own->bits = 0;
    rng->draw = answer_draw;
    rng->weigh = answer_weigh;
    rng->enumerator = own;
    rng->indifferent = own->bounds->indifferent;
    const uint64_t rejects = own->bounds->cut_rejects ? own->bounds->rejects : 0;
    if (rejects < rng->retry_limit) rng->retry_limit = rejects + 1;
}

/* bits: rising. */
static double all_bits(const double *bits, unsigned dives) {
    const double most = bits[dives - 1];
    double sum = 0;
    for (unsigned i = 0; i < dives; i++) sum += exp2(bits[i] - most);
    return most + log2(sum / dives);
}

static double half_bits(const double *bits, unsigned dives, bool hopeless) {
    double best = -1;
    if (dives < HBS_ENUMERATION_DIVES) return hopeless ? bits[0] + log2(.1) : best;
    for (unsigned i = 0; i < dives; i++) {
        const double share = 1 - (double)i / dives - MARGIN;   /* lies in leaves of bits[i] or more, at least */
        if (share > .5) best = fmax(best, bits[i] + log2(share - .5));
    }
    return best;
}

static bool is_hopeless(const double *bits, unsigned dives) {
    for (unsigned i = 0; i < dives; i++)
        if (bits[i] < FAR_BITS) return false;
    return dives == FIRST_DIVES;
}

static double size_of(const hbs_drawing *drawing) {
    double size = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        const hbs_instance *const instance = &drawing->drawn[i].instance;
        size += (double)hbs_cnf_literals(&instance->cnf) + (double)instance->pair.q1.atoms + (double)instance->pair.q2.atoms;
    }
    return size;
}

hbs_status hbs_enumeration_estimate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_listener *listener,
                                    hbs_enumeration_size *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_drawing drawing = {0};
    hbs_values values;
    dive own = {.bounds = bounds};
    double bits[HBS_ENUMERATION_DIVES] = {0};
    double drawn = 0;
    unsigned i = 0;
    bool enough = false;
    if (listener) drawing.stop = listener->stop, drawing.stop_context = listener->context;
    for (; i < HBS_ENUMERATION_DIVES && !enough && !is_hopeless(bits, i); i++) {
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while sequences of choices were estimated");
        start(&own, &drawing, i);
        hbs_values_draw(&values, settings, generator, &drawing.rng);
        status = hbs_draw(&drawing, generator, &values, i, error);
        if (status != HBS_OK && !(status == HBS_ERROR_BUDGET && drawing.rng.retries >= drawing.rng.retry_limit)) goto done;
        status = HBS_OK;
        bits[i] = own.bits;
        drawn += size_of(&drawing);
        enough = (i == 0 && own.choices == 0) || (i + 1 == FIRST_DIVES && drawn > LITERALS_MOST);
    }
    const bool hopeless = is_hopeless(bits, i);
    qsort(bits, i, sizeof *bits, hbs_by_double);
    *out = (hbs_enumeration_size){.all_bits = all_bits(bits, i), .half_bits = half_bits(bits, i, hopeless)};
done:
    hbs_drawing_free(&drawing);
    return status;
}
