/* Small spaces are counted (analysis/exact/space_labels.h), once for all measures, of which there are few, with at most some dozens of signatures each. Of others uniform instances are drawn and decided, each from a stream of its own, so that the share does not depend on
 * threads; its error is that of a binomial share and goes into the intervals of those who use it. */
#include "analysis/bias/label_share.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/reference/matched_draw.h"
#include "analysis/reference/reference.h"
#include "analysis/bias/space_bits.h"
#include "analysis/exact/space_labels.h"
#include "analysis/sweep.h"
#include "core/memory.h"
#include "core/parallel.h"

#define STEPS UINT64_C(2000000)       /* of one decision */
#define UNDECIDED_SHARE 100u
#define PAIRS_ALL 1e5                 /* of queries, decided for counts */

typedef struct counted {
    uint64_t signature;               /* its hash */
    hbs_collection of;
    bool known;
    double count[2];
} counted;

struct hbs_label_memo {
    hbs_space_labels *labels;
    counted *item;
    size_t count, capacity;
    double pairs;
};

hbs_status hbs_label_memo_new(hbs_label_memo **out, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_label_memo *made = NULL;
    HBS_TRY(hbs_allocate(&made, 1, sizeof *made, error));
    HBS_TRY(hbs_space_labels_new(&made->labels, listener, error));
    *out = made;
    made = NULL;
done:
    free(made);
    return status;
}

void hbs_label_memo_free(hbs_label_memo *counts) {
    if (!counts) return;
    hbs_space_labels_free(counts->labels);
    free(counts->item);
    free(counts);
}

/* May the pairs of this space be decided, after those before? */
static hbs_status is_within(hbs_label_memo *c, const hbs_signature *signature, bool *out, hbs_error *error) {
    double bits[2];
    *out = true;
    if (signature->problem == HBS_SAT) return HBS_OK;
    const hbs_status status = hbs_space_bits(signature, bits, error);
    if (status != HBS_OK) return status;
    const double pairs = exp2(bits[HBS_SETS]);
    *out = pairs <= HBS_SPACE_PAIRS_MAX && c->pairs + pairs <= PAIRS_ALL;
    if (*out) c->pairs += pairs;
    return HBS_OK;
}

static hbs_status count(hbs_label_memo *c, const hbs_signature *signature, counted *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t number[2];
    mpz_inits(number[0], number[1], NULL);
    HBS_TRY(is_within(c, signature, &out->known, error));
    if (out->known) HBS_TRY(hbs_space_labels_count(c->labels, signature, out->of, number, &out->known, error));
    for (int label = 0; label < 2; label++) out->count[label] = mpz_get_d(number[label]);
done:
    mpz_clears(number[0], number[1], NULL);
    return status;
}

hbs_status hbs_label_memo_of(hbs_label_memo *c, const hbs_signature *signature, hbs_collection of, double out[2], bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    counted one = {.signature = hbs_signature_hash(signature), .of = of};
    size_t i = 0;
    while (i < c->count && (c->item[i].signature != one.signature || c->item[i].of != of)) i++;
    if (i == c->count) {
        HBS_TRY(hbs_grow(&c->item, &c->capacity, i + 1, sizeof *c->item, error));
        HBS_TRY(count(c, signature, &one, error));
        c->item[c->count++] = one;
    }
    *known = c->item[i].known;
    out[0] = c->item[i].count[0];
    out[1] = c->item[i].count[1];
done:
    return status;
}

typedef struct drawing {
    const hbs_signature *signature;
    hbs_matcher *matcher; /* one a worker */
    bool distinct;
    uint64_t seed, stream;
    hbs_label_share *out;
} drawing;

static hbs_status draw(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    const drawing *d = context;
    hbs_matcher *m = &d->matcher[worker];
    hbs_rng rng;
    hbs_rng_seed(&rng, d->seed, d->stream + item, HBS_LANE_ANALYSIS);
    HBS_TRY(hbs_signature_draw(m->sampler, d->signature, d->distinct, &rng, &m->drawn, error));
    HBS_TRY(m->labeller.solver->solve(m->labeller.workspace, &m->drawn, STEPS, false, &m->verdict, error));
    *(int *)slot = m->verdict.label;
done:
    return status;
}

static hbs_status add_up(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)item, (void)error;
    const drawing *d = context;
    const int label = *(const int *)slot;
    d->out->yes += label == HBS_LABEL_YES;
    d->out->undecided += label == HBS_LABEL_UNKNOWN;
    return HBS_OK;
}

static hbs_status sample(const hbs_bias_work *work, const hbs_signature *signature, hbs_collection of, uint64_t stream, uint64_t draws, hbs_label_share *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(work->options);
    drawing d = {.signature = signature, .distinct = of == HBS_SETS, .stream = stream, .out = out};
    hbs_stopping stopping = {.listener = work->options->listener, .what = "label share"};
    const hbs_parallel parallel = {.context = &d, .slot_size = sizeof(int), .produce = draw, .consume = add_up, .stopping = &stopping};
    d.seed = hbs_reference_seed(work->dataset, work->options->seed);
    HBS_TRY(hbs_matchers_open(&d.matcher, workers, work->dataset->problem, STEPS, &stopping, error));
    HBS_TRY(hbs_parallel_run(&parallel, workers, (size_t)workers * 32, draws, error));
    out->draws = draws - out->undecided;
    out->share = out->undecided * UNDECIDED_SHARE > draws ? NAN : (double)out->yes / (double)out->draws;
done:
    hbs_matchers_close(d.matcher, workers);
    return status;
}

hbs_status hbs_label_share_of(const hbs_bias_work *work, const hbs_signature *signature, hbs_collection of, uint64_t stream, uint64_t draws, hbs_label_share *out, hbs_error *error) {
    hbs_label_share share = {.share = NAN};
    double count[2];
    hbs_status status = hbs_label_memo_of(work->counts, signature, of, count, &share.exact, error);
    if (share.exact) share.share = count[1] / (count[0] + count[1]);
    else if (status == HBS_OK) status = sample(work, signature, of, stream, draws, &share, error);
    if (status == HBS_OK) *out = share;
    return status;
}
