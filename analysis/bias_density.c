/* Density: where a generator states its law relative to uniform, each instance tells its own likelihood ratio r = P/U, and the law's distance from uniform is a mean over instances: no
 * model, no reference, no space small enough to enumerate. KL = mean log2 r, TV = mean (1 - 1/r)+ (the mass that P has beyond U), chi^2 = mean r - 1, better in closed form. For planted
 * formulas r = Z/E[Z], Z counted exactly, E[Z] known. Against uniform given the label, r becomes r p, p the label's share of the space: counted where the space is small, else from uniform
 * draws that are resampled together with the instances. 1/r are the weights that turn the sample into a uniform one (importance sampling). All given the sizes. Instances whose models are
 * not counted within the budget are left out and said; beyond one in twenty nothing is said. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bias.h"
#include "analysis/label_share.h"
#include "analysis/marking.h"
#include "analysis/planted_moments.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/resampling.h"

#define SIGNATURES_MAX 64u
#define DRAWS 8000u            /* for label shares, over all signatures */
#define DRAWS_LEAST 200u
#define MOMENT_WORK 2e9        /* n m^2 up to which moments are worked out */
#define UNCOUNTED 20u

typedef enum figure { KL, TV, CHI2, KL_LABEL, TV_LABEL, CHI2_LABEL } figure;

typedef struct ratios {
    hbs_bias_work *work;
    uint32_t part;
    double *bits;              /* log2 r */
    size_t *signature;         /* of each */
    size_t count, uncounted;
    uint64_t first[SIGNATURES_MAX]; /* idx of an instance of each signature */
    size_t signatures;         /* more than SIGNATURES_MAX: too many */
    hbs_label_share share[SIGNATURES_MAX];
    uint64_t draws;            /* per signature; 0: all shares are exact */
    figure figure;
    char subject[96];
} ratios;

static int by_signature(const void *a, const void *b) {
    const hbs_bias_instance *x = *(const hbs_bias_instance *const *)a, *y = *(const hbs_bias_instance *const *)b;
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static hbs_status gather(ratios *r, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_bias_sample *s = r->work->sample;
    const hbs_bias_instance **item = NULL;
    uint64_t last = 0;
    HBS_TRY(hbs_bias_sorted(s, by_signature, &item, error));
    HBS_TRY(hbs_allocate(&r->bits, s->count, sizeof *r->bits, error));
    HBS_TRY(hbs_allocate(&r->signature, s->count, sizeof *r->signature, error));
    for (size_t i = 0; i < s->count; i++) {
        if (item[i]->part != r->part || isnan(item[i]->ratio_bits)) continue;
        if (isinf(item[i]->ratio_bits)) {
            r->uncounted++;
            continue;
        }
        if (!r->count || item[i]->signature != last) {
            if (r->signatures < SIGNATURES_MAX) r->first[r->signatures] = item[i]->idx;
            r->signatures++;
        }
        last = item[i]->signature;
        r->signature[r->count] = r->signatures - 1;
        r->bits[r->count++] = item[i]->ratio_bits;
    }
done:
    free(item);
    return status;
}

/* Clusters: the instances, then the draws of each signature, those of label 1 first. */
static double share_of(const ratios *r, size_t s, const uint32_t *weight) {
    const hbs_label_share *known = &r->share[s];
    double yes = 0, all = 0;
    if (!r->draws || known->exact) return known->share;
    weight += r->count + s * r->draws;
    for (size_t i = 0; i < known->draws; i++) {
        all += weight[i];
        if (i < known->yes) yes += weight[i];
    }
    return all > 0 ? yes / all : NAN;
}

static double one_of(figure of, double bits) {
    switch (of) {
    case KL:
    case KL_LABEL: return bits;
    case TV:
    case TV_LABEL: return bits > 0 ? -expm1(-bits * log(2)) : 0;
    default: return expm1(bits * log(2));
    }
}

static double mean(void *context, const uint32_t *weight) {
    const ratios *r = context;
    double share_bits[SIGNATURES_MAX] = {0}, sum = 0, all = 0;
    for (size_t s = 0; r->figure >= KL_LABEL && s < r->signatures; s++) share_bits[s] = log2(share_of(r, s, weight));
    for (size_t i = 0; i < r->count; i++) {
        if (!weight[i]) continue;
        sum += weight[i] * one_of(r->figure, r->bits[i] + (r->figure >= KL_LABEL ? share_bits[r->signature[i]] : 0));
        all += weight[i];
    }
    return all > 0 ? sum / all : NAN;
}

static hbs_status estimate(ratios *r, figure of, hbs_estimate *out, hbs_error *error) {
    const hbs_measure_options *o = r->work->options;
    const size_t clusters = r->count + (of >= KL_LABEL ? r->signatures * r->draws : 0);
    r->figure = of;
    const hbs_status status = hbs_bootstrap(clusters, mean, r, o->replicates, o->seed, o->level, out, error);
    out->n = r->count;
    return status;
}

static hbs_status say_sampled(ratios *r, figure of, const char *quantity, const char *sentence, const char *against, hbs_error *error) {
    hbs_finding head = r->work->head;
    char left_out[120] = "";
    const hbs_status status = estimate(r, of, &head.value, error);
    if (status != HBS_OK) return status;
    head.null_value = 0;
    head.weight = of == TV || of == TV_LABEL ? hbs_mark(&head.value, 0, NAN) : HBS_FINDING_PLAIN; /* one of them is weighed, the others go with it */
    if (r->uncounted) snprintf(left_out, sizeof left_out, " %zu instance%s whose models were not counted within the budget %s left out.", r->uncounted, hbs_s(r->uncounted), hbs_one_or(r->uncounted, "is", "are"));
    return hbs_findings_say(r->work->out, &head, quantity, r->subject, error, "%s %s: %.4g [%.4g, %.4g], from the exact model count%s of %zu instance%s.%s", sentence, against, head.value.estimate,
                            head.value.ci_low, head.value.ci_high, hbs_s(r->count), r->count, hbs_s(r->count), left_out);
}

/* Closed form. */
static hbs_status moments_of(const ratios *r, size_t s, hbs_planted_moments *moments, double *chi2, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    *chi2 = NAN;
    HBS_TRY(hbs_bias_signature(r->work, r->first[s], &signature, error));
    if (signature.lengths == 0) *chi2 = 0;
    if (signature.lengths != 1) goto done;
    const double m = (double)signature.length[0].count;
    if ((double)signature.variables * m * m > MOMENT_WORK) goto done;
    HBS_TRY(hbs_planted_moments_of(signature.variables, signature.length[0].length, signature.length[0].count, r->work->sample->sequences[r->part] ? HBS_SEQUENCES : HBS_SETS, moments, error));
    *chi2 = mpq_get_d(moments->chi2);
done:
    hbs_signature_free(&signature);
    return status;
}

static hbs_status say_chi2(ratios *r, bool labelled, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_planted_moments moments;
    double sum = 0, given_label = 0, weight[SIGNATURES_MAX] = {0};
    hbs_finding head = r->work->head;
    hbs_planted_moments_new(&moments);
    for (size_t i = 0; i < r->count; i++) weight[r->signature[i]]++;
    for (size_t s = 0; s < r->signatures; s++) {
        double chi2;
        HBS_TRY(moments_of(r, s, &moments, &chi2, error));
        sum += weight[s] * chi2 / (double)r->count;
        given_label += weight[s] * (r->share[s].share * (1 + chi2) - 1) / (double)r->count;
    }
    if (isnan(sum)) {
        HBS_TRY(hbs_bias_not_applicable(r->work, "chi2", r->subject, error, "chi^2 in closed form: the formulas are too large, or have clauses of several lengths."));
        goto done;
    }
    head.value = hbs_exactly(sum, r->count);
    head.null_value = 0;
    HBS_TRY(hbs_findings_say(r->work->out, &head, "chi2", r->subject, error, "chi^2 of the generator to uniform, in closed form: %.5g%s.", sum, r->signatures > 1 ? " on average over the sizes" : ""));
    if (!labelled) goto done;
    if (r->draws) head.value = (hbs_estimate){given_label, NAN, NAN, 0, r->count, "closed form; label share from uniform draws"};
    else head.value = hbs_exactly(given_label, r->count);
    HBS_TRY(hbs_findings_say(r->work->out, &head, "chi2_given_label", r->subject, error, "chi^2 to uniform given label 1, from the closed form and the label's share: %.4g.", given_label));
done:
    hbs_planted_moments_free(&moments);
    return status;
}

/* Importance weights 1/r, as shares of their sum. */
static hbs_status say_weights(ratios *r, hbs_error *error) {
    hbs_finding head = r->work->head;
    double sum = 0, squares = 0, largest = 0, lowest = INFINITY;
    for (size_t i = 0; i < r->count; i++) lowest = fmin(lowest, r->bits[i]);
    for (size_t i = 0; i < r->count; i++) {
        const double w = exp2(lowest - r->bits[i]);
        sum += w, squares += w * w, largest = fmax(largest, w);
    }
    const double effective = sum * sum / squares;
    head.value = hbs_exactly(effective, r->count);
    hbs_status status = hbs_findings_say(r->work->out, &head, "effective_sample_size", r->subject, error,
                                         "Weighed by U/P back to uniform given label 1, the %zu instance%s worth %.4g (%.3g %%); the heaviest carries %.3g %% of the weight.", r->count, r->count == 1 ? " is" : "s are", effective,
                                         100 * effective / (double)r->count, 100 * largest / sum);
    if (status != HBS_OK) return status;
    head.value = hbs_exactly(largest / sum, r->count);
    return hbs_findings_say(r->work->out, &head, "largest_weight", r->subject, error, "%s", r->work->out->item[r->work->out->count - 1].sentence);
}

static hbs_status find_shares(ratios *r, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_space_labels *labels = NULL;
    hbs_signature signature = {0};
    const uint64_t draws = DRAWS / r->signatures > DRAWS_LEAST ? DRAWS / r->signatures : DRAWS_LEAST;
    *known = true;
    HBS_TRY(hbs_space_labels_new(&labels, r->work->options->listener, error));
    for (size_t s = 0; s < r->signatures && *known; s++) {
        HBS_TRY(hbs_bias_signature(r->work, r->first[s], &signature, error));
        HBS_TRY(hbs_label_share_of(r->work, labels, &signature, r->work->sample->sequences[r->part] ? HBS_SEQUENCES : HBS_SETS, (uint64_t)(r->part + 1) << 40 | (uint64_t)s << 24, draws, &r->share[s], error));
        if (!r->share[s].exact) r->draws = draws;
        *known = r->share[s].share > 0;
    }
done:
    hbs_signature_free(&signature);
    hbs_space_labels_free(labels);
    return status;
}

static hbs_status say_share(ratios *r, hbs_error *error) {
    hbs_finding head = r->work->head;
    const hbs_label_share *s = &r->share[0];
    if (r->signatures > 1) return HBS_OK;
    head.value = s->exact ? hbs_exactly(s->share, 1) : hbs_wilson(s->yes, s->draws, r->work->options->level);
    if (s->exact) return hbs_findings_say(r->work->out, &head, "uniform_label_share", "label=1", error, "Of the whole space %.4g has label 1, counted exactly.", s->share);
    return hbs_findings_say(r->work->out, &head, "uniform_label_share", "label=1", error, "Of uniform instances of this size %.3f [%.3f, %.3f] have label 1 (%" PRIu64 " drawn).", s->share, head.value.ci_low,
                            head.value.ci_high, s->draws);
}

static hbs_status say_given_label(ratios *r, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(find_shares(r, known, error));
    if (!*known) {
        HBS_TRY(hbs_bias_not_applicable(r->work, "tv_given_label", r->subject, error, "Against uniform given label 1: which share of the space has it could not be found, as uniform draws were not decided within the budget, or none had it."));
        goto done;
    }
    HBS_TRY(say_share(r, error));
    HBS_TRY(say_sampled(r, TV_LABEL, "tv_given_label", "Total variation of the generator", "to uniform given label 1", error));
    HBS_TRY(say_sampled(r, KL_LABEL, "kl_bits_given_label", "KL divergence, in bits, of the generator", "to uniform given label 1", error));
done:
    return status;
}

static hbs_status by_models(ratios *r, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool labelled = false;
    HBS_TRY(gather(r, error));
    if (!r->count || r->uncounted * UNCOUNTED > r->count) {
        HBS_TRY(hbs_bias_not_applicable(r->work, "tv", r->subject, error, "No likelihood ratio: of %zu of %zu instances the models were not counted within the budget.", r->uncounted, r->count + r->uncounted));
        goto done;
    }
    HBS_TRY(say_sampled(r, TV, "tv", "Total variation of the generator", "to uniform", error));
    HBS_TRY(say_sampled(r, KL, "kl_bits", "KL divergence, in bits, of the generator", "to uniform", error));
    HBS_TRY(say_sampled(r, CHI2, "chi2_sampled", "chi^2 of the generator", "to uniform, as the sample has it", error));
    if (r->signatures <= SIGNATURES_MAX) {
        HBS_TRY(say_given_label(r, &labelled, error));
        HBS_TRY(say_chi2(r, labelled, error));
    } else HBS_TRY(hbs_bias_not_applicable(r->work, "tv_given_label", r->subject, error, "Against uniform given label 1, and chi^2 in closed form: %zu sizes, more than %u.", r->signatures, SIGNATURES_MAX));
    HBS_TRY(say_weights(r, error));
done:
    free(r->bits);
    free(r->signature);
    return status;
}

/* A law that is uniform by its own word, tested by enumerating it on small spaces. */
static hbs_status by_word(hbs_bias_work *work, const hbs_part *part, const char *subject, hbs_error *error) {
    hbs_finding head = work->head;
    const bool tilted = part->label != HBS_LABEL_UNKNOWN || work->sample->balanced;
    head.value = hbs_exactly(0, work->sample->count);
    head.null_value = 0;
    head.weight = HBS_FINDING_NONE;
    return hbs_findings_say(work->out, &head, tilted ? "tv_given_label" : "tv", subject, error, "The law of %.60s is uniform over the instances of its size%s, by its definition.", part->generator->name,
                            tilted ? " given the label" : "");
}

static hbs_status run_part(hbs_bias_work *work, uint32_t p, hbs_error *error) {
    const hbs_spec *spec = &work->sample->spec;
    const hbs_part *part = &spec->part[p];
    ratios r = {.work = work, .part = p};
    snprintf(r.subject, sizeof r.subject, spec->parts > 1 ? "generator=%.60s part=%u" : "generator=%.60s", part->generator->name, p);
    switch (part->generator->density) {
    case HBS_DENSITY_UNIFORM: return by_word(work, part, r.subject, error);
    case HBS_DENSITY_MODELS:
        if (spec->problem == HBS_SAT && part->label != HBS_LABEL_NO) return by_models(&r, error);
        break;
    default: break;
    }
    return hbs_bias_not_applicable(work, "tv", r.subject, error, "No likelihood ratio: %.60s does not state its density relative to uniform.", part->generator->name);
}

static hbs_status run(hbs_bias_work *work, hbs_error *error) {
    const hbs_spec *spec = &work->sample->spec;
    if (work->sample->selected) return hbs_bias_not_applicable(work, "tv", "", error, "No likelihood ratio: instances were refused after they were drawn (--distinct), which changes the law.");
    if (!spec->parts) return hbs_bias_not_applicable(work, "tv", "", error, "No likelihood ratio: the law of these instances is not stated here; a plugin drew them, or they were imported.");
    for (uint32_t p = 0; p < spec->parts; p++) {
        const hbs_status status = run_part(work, p, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

extern const hbs_bias hbs_bias_density;
const hbs_bias hbs_bias_density = {
    .name = "density",
    .summary = "KL, total variation and chi^2 to uniform by exact model counts, where the generator states its density; weights back to uniform",
    .source = "likelihood ratio of planted formulas: Achlioptas, Peres, JAMS 17, 2004 (second moment); importance sampling",
    .run = run,
};
