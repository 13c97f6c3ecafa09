/* Small spaces are counted (analysis/space_labels.h). Of others uniform instances are drawn and decided, each from a stream of its own, so that the share does not depend on
 * threads; its error is that of a binomial share and goes into the intervals of those who use it. */
#include "analysis/label_share.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/matched_draw.h"
#include "analysis/reference.h"
#include "analysis/sweep.h"
#include "core/memory.h"
#include "core/parallel.h"

#define STEPS UINT64_C(2000000)       /* of one decision */
#define UNDECIDED_SHARE 100u

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

hbs_status hbs_label_share_of(const hbs_bias_work *work, hbs_space_labels *labels, const hbs_signature *signature, hbs_collection of, uint64_t stream, uint64_t draws, hbs_label_share *out,
                              hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_label_share share = {.share = NAN};
    mpz_t count[2];
    mpz_inits(count[0], count[1], NULL);
    HBS_TRY(hbs_space_labels_count(labels, signature, of, count, &share.exact, error));
    if (share.exact) {
        const double no = mpz_get_d(count[0]), yes = mpz_get_d(count[1]);
        share.share = yes / (no + yes);
    } else HBS_TRY(sample(work, signature, of, stream, draws, &share, error));
    *out = share;
done:
    mpz_clears(count[0], count[1], NULL);
    return status;
}
