/* Knuth's estimate of the size of a tree (Estimating the efficiency of backtrack programs, Mathematics of Computation 1975), with dives that go by the law itself: a
 * leaf of probability p is reached with probability p, so 1/p is, on average over dives, the number of leaves. A dive ends at its first rejection, as a path does.
 *
 * Half of the probability: where the share s of it lies in leaves below 2^-b, s > 1/2, more than (s - 1/2) 2^b of those are needed, because all others together hold 1 - s. A
 * share of the dives is within .15 of that of the probability but for once in 10^7 (Hoeffding 1963: 2 exp(-2 * 400 * .15^2)), and the best of all b is taken. */
#include "generators/enumeration_size.h"

#include <math.h>
#include <stdlib.h>

#include "core/ordering.h"

#define MARGIN .15

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
static void evaluate(const double *bits, hbs_enumeration_size *out) {
    const double most = bits[HBS_ENUMERATION_DIVES - 1];
    double sum = 0;
    out->half_bits = -1;
    for (unsigned i = 0; i < HBS_ENUMERATION_DIVES; i++) {
        const double below = 1 - (double)i / HBS_ENUMERATION_DIVES - MARGIN;   /* at least this share lies in leaves of bits[i] or more */
        sum += exp2(bits[i] - most);
        if (below > .5) out->half_bits = fmax(out->half_bits, bits[i] + log2(below - .5));
    }
    out->all_bits = most + log2(sum / HBS_ENUMERATION_DIVES);
}

hbs_status hbs_enumeration_estimate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_listener *listener,
                                    hbs_enumeration_size *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_drawing drawing = {0};
    hbs_values values;
    dive own = {.bounds = bounds};
    double bits[HBS_ENUMERATION_DIVES];
    for (unsigned i = 0; i < HBS_ENUMERATION_DIVES; i++) {
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while sequences of choices were estimated");
        start(&own, &drawing, i);
        hbs_values_draw(&values, settings, generator, &drawing.rng);
        status = hbs_draw(&drawing, generator, &values, i, error);
        if (status != HBS_OK && !(status == HBS_ERROR_BUDGET && drawing.rng.retries >= drawing.rng.retry_limit)) goto done;
        status = HBS_OK;
        bits[i] = own.bits;
    }
    qsort(bits, HBS_ENUMERATION_DIVES, sizeof *bits, hbs_by_double);
    evaluate(bits, out);
done:
    hbs_drawing_free(&drawing);
    return status;
}
