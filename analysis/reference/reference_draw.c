/* One sweep over the dataset: workers draw, each instance from streams of its own, the caller's thread takes. */
#include "analysis/reference/reference_draw.h"

#include <stdio.h>

#include "analysis/sweep.h"

static hbs_status describe(hbs_counterpart *d, const hbs_matcher *matcher, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_instance *instance = &matcher->drawn;
    HBS_TRY(hbs_instance_encode(instance, &d->payload, error));
    HBS_TRY(hbs_instance_content_hash(instance, d->row.content_hash, error));
    d->row.payload = d->payload.data;
    d->row.payload_size = d->payload.size;
    d->row.size_n = instance->problem == HBS_SAT ? instance->cnf.variables : instance->pair.q1.atoms;
    d->row.size_m = instance->problem == HBS_SAT ? instance->cnf.clauses : instance->pair.q2.atoms;
    if (instance->problem == HBS_SAT) {
        hbs_cnf_gbd_hash(&instance->cnf, d->gbd_hash);
        d->row.gbd_hash = d->gbd_hash;
    }
    d->row.claim = HBS_LABEL_UNKNOWN;
    d->row.label_source = "solver";
    d->row.solver = matcher->labeller.solver->name;
    d->row.certificate_kind = matcher->verdict.certificate.kind;
    d->row.certificate_size = matcher->verdict.certificate.size;
    d->row.effort = matcher->verdict.effort;
    d->row.tries = d->match.tries;
    d->row.choice_bits = d->match.choice_bits;
done:
    return status;
}

static hbs_status draw(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    const hbs_counterparts *m = context;
    hbs_counterpart *d = slot;
    hbs_matcher *matcher = &m->matcher[worker];
    d->match = (hbs_match){0};
    d->row = (hbs_row){.idx = row->idx, .unit = row->unit, .part = row->part, .label = row->label};
    if (row->label == HBS_LABEL_UNKNOWN) return HBS_OK;
    const bool distinct = !m->plan.sequences[row->part < HBS_PARTS_MAX ? row->part : HBS_PARTS_MAX - 1];
    bool repeats = false;
    hbs_status status = m->plan.as_sets ? hbs_formula_repeats(&instance->cnf, &repeats, error) : HBS_OK;
    if (repeats) {
        snprintf(d->match.reason, sizeof d->match.reason, "a formula that repeats a clause is no set of clauses; take formulas as sequences");
        return HBS_OK;
    }
    if (status == HBS_OK) status = hbs_signature_of(instance, &matcher->signature, error);
    if (status != HBS_OK) return status;
    const hbs_match *gave_up = hbs_plan_gave_up(&m->plan, hbs_signature_hash(&matcher->signature), row->label, distinct);
    if (gave_up) {
        d->match = *gave_up;
        return HBS_OK;
    }
    status = hbs_match_draw(matcher, &matcher->signature, row->label, distinct, m->plan.limits, m->seed, row->idx, HBS_LANE_INSTANCE, &d->match, error);
    if (status != HBS_OK || !d->match.found) return status;
    if (instance->problem == HBS_CQC) status = hbs_signature_name_constants(&instance->pair, &matcher->drawn.pair, error);
    return status == HBS_OK ? describe(d, matcher, error) : status;
}

static hbs_status hand_over(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    const hbs_counterparts *m = context;
    return m->take(m->context, row, slot, error);
}

static void free_drawn(void *slot) { hbs_bytes_free(&((hbs_counterpart *)slot)->payload); }

hbs_status hbs_counterparts_draw(hbs_counterparts *drawing, hbs_catalog *catalog, uint64_t from, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    char doing[160];
    snprintf(doing, sizeof doing, "reference of %s", drawing->dataset->name);
    const hbs_sweep sweep = {doing, from, drawing, sizeof(hbs_counterpart), draw, hand_over, free_drawn};
    hbs_stopping stopping = {.listener = options->listener, .what = doing};
    HBS_TRY(hbs_matchers_open(&drawing->matcher, workers, drawing->dataset->problem, options->reference_steps, &stopping, error));
    HBS_TRY(hbs_sweep_run_stopping(&sweep, &stopping, catalog, drawing->dataset, options, error));
done:
    hbs_matchers_close(drawing->matcher, workers);
    drawing->matcher = NULL;
    return status;
}
