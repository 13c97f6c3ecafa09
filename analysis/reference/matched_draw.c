/* Rejection: draw from the uniform law of the signature, decide exactly, keep the first draw with the wanted label. The result is exactly uniform on
 * the members of the space that have the label, as long as every decision ends; so a decision that does not end makes the instance infeasible instead
 * of being skipped.
 *
 * A label that no member of the space can have is seen at once where that is cheap: a formula whose clauses have total weight sum 2^-length below 1
 * is satisfiable (the union bound over falsified assignments), one with an empty clause is not. Else the cost is that of 1/P(label) draws and
 * decisions. */
#include "analysis/reference/matched_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"

void hbs_matchers_close(hbs_matcher *matcher, unsigned workers) {
    for (unsigned i = 0; matcher && i < workers; i++) {
        hbs_labeller_close(&matcher[i].labeller);
        hbs_sampler_free(matcher[i].sampler);
        hbs_signature_free(&matcher[i].signature);
        hbs_instance_free(&matcher[i].drawn);
        hbs_verdict_free(&matcher[i].verdict);
    }
    free(matcher);
}

hbs_status hbs_matchers_open(hbs_matcher **out, unsigned workers, hbs_problem problem, uint64_t steps, hbs_stopping *stopping, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_matcher *matcher = NULL;
    HBS_TRY(hbs_allocate(&matcher, workers, sizeof *matcher, error));
    for (unsigned i = 0; i < workers; i++) {
        HBS_TRY(hbs_labeller_open(&matcher[i].labeller, "auto", problem, steps ? steps : HBS_MATCH_STEPS, true, error));
        HBS_TRY(hbs_sampler_new(&matcher[i].sampler, error));
        hbs_labeller_stop_when(&matcher[i].labeller, hbs_stopping_in(workers), stopping);
    }
    *out = matcher;
    matcher = NULL;
done:
    hbs_matchers_close(matcher, workers);
    return status;
}

/* Why no member of the space has this label, or NULL when that is not plain to see. */
static const char *impossible(const hbs_signature *signature, int label) {
    if (signature->problem != HBS_SAT) return NULL;
    double weight = 0;
    bool empty = false;
    for (size_t i = 0; i < signature->lengths; i++) {
        const hbs_length_count *item = &signature->length[i];
        empty = empty || item->length == 0;
        weight += (double)item->count * exp2(-(double)item->length);
    }
    if (label == HBS_LABEL_YES && empty) return "every formula of this signature has an empty clause";
    if (label == HBS_LABEL_NO && weight < 1 - 1e-9) return "every formula of this signature is satisfiable: too few clauses";
    return NULL;
}

static uint64_t literals(const hbs_instance *instance) {
    if (instance->problem == HBS_SAT) return hbs_cnf_literals(&instance->cnf) + 1;
    return instance->pair.q1.atoms + instance->pair.q2.atoms + 1;
}

/* One draw and its decision, without a certificate: most draws are thrown away. A space that is empty, or hits its own retry limit, is a reason and no
 * failure. */
static hbs_status attempt(hbs_matcher *matcher, const hbs_signature *signature, bool distinct, hbs_rng *rng, hbs_match *match, hbs_error *error) {
    const hbs_labeller *labeller = &matcher->labeller;
    hbs_error local = {0};
    if (labeller->stop && labeller->stop(labeller->stop_context)) return hbs_raise(error, HBS_ERROR_INTERRUPTED, "stopped");
    hbs_status status = hbs_signature_draw(matcher->sampler, signature, distinct, rng, &matcher->drawn, &local);
    if (status == HBS_ERROR_BUDGET || status == HBS_ERROR_USAGE) {
        snprintf(match->reason, sizeof match->reason, "%.150s", local.message);
        return HBS_OK;
    }
    if (status != HBS_OK) return hbs_raise(error, status, "%s", local.message);
    match->steps += literals(&matcher->drawn);
    status = labeller->solver->solve(labeller->workspace, &matcher->drawn, labeller->budget, false, &matcher->verdict, error);
    if (status != HBS_OK) return status;
    match->steps += matcher->verdict.effort;
    match->undecided = matcher->verdict.label == HBS_LABEL_UNKNOWN;
    if (match->undecided) snprintf(match->reason, sizeof match->reason, "the solver's budget ran out on a uniform instance");
    return HBS_OK;
}

static hbs_status reject_until(hbs_matcher *matcher, const hbs_signature *signature, int label, bool distinct, hbs_match_limits limits, hbs_rng *rng,
                               hbs_match *match, hbs_error *error) {
    while (!match->found && !match->reason[0]) {
        const hbs_rng_mark mark = hbs_rng_take_mark(rng);
        const hbs_status status = attempt(matcher, signature, distinct, rng, match, error);
        if (status != HBS_OK) return status;
        match->tries++;
        if (match->reason[0]) break;
        match->found = matcher->verdict.label == label;
        if (match->found) match->choice_bits = hbs_rng_choice_bits(rng);
        else if (match->tries >= limits.tries || match->steps >= limits.steps || !hbs_rng_reject(rng, mark))
            snprintf(match->reason, sizeof match->reason, "none of %llu uniform draws had the label", (unsigned long long)match->tries);
    }
    return HBS_OK;
}

/* With its certificate, which is checked. */
static hbs_status certify(hbs_matcher *matcher, int label, hbs_match *match, hbs_error *error) {
    const hbs_status status = hbs_label(&matcher->labeller, &matcher->drawn, &matcher->verdict, error);
    if (status != HBS_OK) return status;
    match->undecided = matcher->verdict.label == HBS_LABEL_UNKNOWN;
    match->found = !match->undecided;
    if (match->undecided) snprintf(match->reason, sizeof match->reason, "the solver's budget ran out on the certificate of a uniform instance");
    else if (matcher->verdict.label != label) return hbs_raise(error, HBS_ERROR_FAULT, "%s decides one instance in two ways", matcher->labeller.solver->name);
    return HBS_OK;
}

hbs_status hbs_match_draw(hbs_matcher *matcher, const hbs_signature *signature, int label, bool distinct, hbs_match_limits limits, uint64_t seed, uint64_t idx, hbs_lane lane,
                          hbs_match *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_match match = {0};
    hbs_rng rng;
    const char *why = impossible(signature, label);
    if (why) {
        snprintf(match.reason, sizeof match.reason, "%s", why);
    } else {
        hbs_rng_seed(&rng, seed, idx, lane);
        HBS_TRY(reject_until(matcher, signature, label, distinct, limits, &rng, &match, error));
        if (match.found) {
            HBS_TRY(certify(matcher, label, &match, error));
            hbs_rng_seed(&rng, seed, idx, HBS_LANE_ORDER);
            HBS_TRY(hbs_instance_shuffle(&matcher->drawn, &rng, error));
        }
    }
    *out = match;
done:
    return status;
}
