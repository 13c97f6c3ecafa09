/* Density: where a generator states its law relative to uniform, each instance tells its own likelihood ratio r = P/U, and the law's distance from uniform is a mean over instances: no
 * model, no reference, no space small enough to enumerate. KL = mean log2 r, TV = mean (1 - 1/r)+ (the mass that P has beyond U), chi^2 = mean r - 1, better in closed form. For planted
 * formulas r = Z/E[Z], Z counted exactly, E[Z] known. Against uniform given the label, r becomes r p, p the label's share of the space: counted where the space is small, else from uniform
 * draws, whose error goes into the limits. 1/r are the weights that turn the sample into a uniform one (importance sampling). All given the sizes. Instances whose models are
 * not counted within the budget are left out and said; beyond one in twenty nothing is said. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "analysis/marking.h"
#include "analysis/bias/part_ratios.h"
#include "analysis/bias/planted_moments.h"
#include "analysis/wording.h"

#define MOMENT_WORK 2e9        /* n m^2 up to which moments are worked out */
#define UNCOUNTED 20u

typedef struct part_at_work {
    hbs_bias_work *work;
    hbs_part_ratios ratios;
    char subject[96];
    char name[96]; /* "sat/planted", "part 1 (sat/planted)" */
} part_at_work;

static hbs_status say_sampled(part_at_work *p, hbs_distance of, bool given_label, const char *quantity, const char *sentence, hbs_error *error) {
    const hbs_part_ratios *r = &p->ratios;
    hbs_finding head = p->work->head;
    char left_out[120] = "";
    const hbs_ratios all = hbs_part_as_ratios(r, given_label);
    head.value = hbs_ratio_distance(&all, of, p->work->options->level);
    head.null_value = 0;
    head.weight = of == HBS_DISTANCE_TV ? hbs_mark(&head.value, 0, NAN) : HBS_FINDING_PLAIN; /* one of them is weighed, the others go with it */
    if (r->uncounted) snprintf(left_out, sizeof left_out, " %zu instance%s whose models were not counted within the budget %s left out.", r->uncounted, hbs_s(r->uncounted), hbs_one_or(r->uncounted, "is", "are"));
    return hbs_findings_say(p->work->out, &head, quantity, p->subject, error, "%s %s to uniform%s: %.4g [%.4g, %.4g], from the exact model count%s of %zu instance%s.%s", sentence, p->name, given_label ? " satisfiable formulas" : "",
                            head.value.estimate, head.value.ci_low, head.value.ci_high, hbs_s(r->count), r->count, hbs_s(r->count), left_out);
}

/* Closed form. */
static hbs_status moments_of(const part_at_work *p, size_t s, hbs_planted_moments *moments, double *chi2, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    *chi2 = NAN;
    HBS_TRY(hbs_bias_signature(p->work, p->ratios.first[s], &signature, error));
    if (signature.lengths == 0) *chi2 = 0;
    if (signature.lengths != 1) goto done;
    const double m = (double)signature.length[0].count;
    if ((double)signature.variables * m * m > MOMENT_WORK) goto done;
    HBS_TRY(hbs_planted_moments_of(signature.variables, signature.length[0].length, signature.length[0].count, p->work->sample->sequences[p->ratios.part] ? HBS_SEQUENCES : HBS_SETS, moments, error));
    *chi2 = mpq_get_d(moments->chi2);
done:
    hbs_signature_free(&signature);
    return status;
}

static hbs_status say_chi2(part_at_work *p, bool labelled, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_part_ratios *r = &p->ratios;
    hbs_planted_moments moments;
    double sum = 0, given_label = 0, weight[HBS_PART_SIGNATURES_MAX] = {0};
    hbs_finding head = p->work->head;
    hbs_planted_moments_new(&moments);
    for (size_t i = 0; i < r->count; i++) weight[r->signature[i]]++;
    for (size_t s = 0; s < r->signatures; s++) {
        double chi2;
        HBS_TRY(moments_of(p, s, &moments, &chi2, error));
        sum += weight[s] * chi2 / (double)r->count;
        given_label += weight[s] * (r->share[s].share * (1 + chi2) - 1) / (double)r->count;
    }
    if (isnan(sum)) {
        HBS_TRY(hbs_bias_not_applicable(p->work, "chi2", p->subject, error, "chi^2 in closed form: the formulas are too large, or have clauses of several lengths."));
        goto done;
    }
    head.value = hbs_exactly(sum, r->count);
    head.null_value = 0;
    HBS_TRY(hbs_findings_say(p->work->out, &head, "chi2", p->subject, error, "chi^2 of %s to uniform, in closed form: %.5g%s.", p->name, sum, r->signatures > 1 ? " on average over the sizes" : ""));
    if (!labelled) goto done;
    if (r->drawn) head.value = (hbs_estimate){given_label, NAN, NAN, 0, r->count, "closed form; label share from uniform draws"};
    else head.value = hbs_exactly(given_label, r->count);
    HBS_TRY(hbs_findings_say(p->work->out, &head, "chi2_given_label", p->subject, error, "chi^2 of %s to uniform satisfiable formulas, from the closed form and their share: %.4g.", p->name, given_label));
done:
    hbs_planted_moments_free(&moments);
    return status;
}

/* The share of a single size cancels; those of several, where they were drawn, have an error. */
static hbs_estimate of_weights(const hbs_part_ratios *r, double value) {
    return r->drawn && r->signatures > 1 ? (hbs_estimate){value, NAN, NAN, 0, r->count, "weights with label shares from uniform draws"} : hbs_exactly(value, r->count);
}

/* Importance weights U/P. */
static hbs_status say_weights(part_at_work *p, hbs_error *error) {
    const hbs_part_ratios *r = &p->ratios;
    hbs_finding head = p->work->head;
    double sum = 0, squares = 0, largest = 0, mean = 0;
    for (size_t i = 0; i < r->count; i++) {
        const double w = hbs_part_weight(r, i, &mean);
        sum += w, squares += w * w, largest = fmax(largest, w);
    }
    const double effective = sum * sum / squares;
    head.value = of_weights(r, effective);
    hbs_status status = hbs_findings_say(p->work->out, &head, "effective_sample_size", p->subject, error,
                                         "Weighed back to uniform satisfiable formulas, by U/P, the %zu instance%s of %s %s worth %.4g (%.3g %%); the heaviest carries %.3g %% of the weight. (analyze weights lists them.)", r->count,
                                         hbs_s(r->count), p->name, hbs_one_or(r->count, "is", "are"), effective, 100 * effective / (double)r->count, 100 * largest / sum);
    if (status != HBS_OK) return status;
    head.value = of_weights(r, largest / sum);
    return hbs_findings_say(p->work->out, &head, "largest_weight", p->subject, error, "%s", p->work->out->item[p->work->out->count - 1].sentence);
}

/* On average over the instances, where these have several sizes. */
static hbs_status say_mean_share(const part_at_work *p, hbs_error *error) {
    hbs_finding head = p->work->head;
    const hbs_part_ratios *r = &p->ratios;
    double sum = 0;
    for (size_t i = 0; i < r->count; i++) sum += r->share[r->signature[i]].share;
    const double share = sum / (double)r->count;
    head.value = r->drawn ? (hbs_estimate){share, NAN, NAN, 0, r->count, "mean over sizes; label shares from uniform draws"} : hbs_exactly(share, r->count);
    if (!r->drawn) return hbs_findings_say(p->work->out, &head, "uniform_label_share", "label=1", error, "Of the spaces of the sizes of %s %.4g is satisfiable on average, counted exactly.", p->name, share);
    return hbs_findings_say(p->work->out, &head, "uniform_label_share", "label=1", error, "Of uniform instances of the sizes of %s %.3f are satisfiable on average (%" PRIu64 " drawn of each of %zu sizes, where it was not counted).", p->name, share,
                            r->draws, r->signatures);
}

static hbs_status say_share(const part_at_work *p, hbs_error *error) {
    hbs_finding head = p->work->head;
    const hbs_label_share *s = &p->ratios.first_share;
    if (p->ratios.signatures > 1) return say_mean_share(p, error);
    head.value = s->exact ? hbs_exactly(s->share, 1) : hbs_wilson(s->yes, s->draws, p->work->options->level);
    if (s->exact) return hbs_findings_say(p->work->out, &head, "uniform_label_share", "label=1", error, "Of the whole space %.4g is satisfiable, counted exactly.", s->share);
    return hbs_findings_say(p->work->out, &head, "uniform_label_share", "label=1", error, "Of uniform instances of this size %.3f [%.3f, %.3f] are satisfiable (%" PRIu64 " drawn).", s->share, head.value.ci_low,
                            head.value.ci_high, s->draws);
}

static hbs_status say_given_label(part_at_work *p, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_part_shares(p->work, &p->ratios, known, error));
    if (!*known) {
        HBS_TRY(hbs_bias_not_applicable(p->work, "tv_given_label", p->subject, error, "The total variation given the label: which share of the space is satisfiable could not be found, as uniform draws were not decided within the budget, or none was satisfiable."));
        goto done;
    }
    HBS_TRY(say_share(p, error));
    HBS_TRY(say_sampled(p, HBS_DISTANCE_TV, true, "tv_given_label", "Total variation of", error));
    HBS_TRY(say_sampled(p, HBS_DISTANCE_KL, true, "kl_bits_given_label", "KL divergence, in bits, of", error));
done:
    return status;
}

static hbs_status by_models(part_at_work *p, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool labelled = false;
    hbs_part_ratios *r = &p->ratios;
    HBS_TRY(hbs_part_ratios_of(p->work->sample, r->part, r, error));
    if (!r->count || r->uncounted * UNCOUNTED > r->count) {
        HBS_TRY(hbs_bias_not_applicable(p->work, "tv", p->subject, error, "The total variation from uniform: of %zu of %zu instances the models were not counted within the budget.", r->uncounted, r->count + r->uncounted));
        goto done;
    }
    HBS_TRY(say_sampled(p, HBS_DISTANCE_TV, false, "tv", "Total variation of", error));
    HBS_TRY(say_sampled(p, HBS_DISTANCE_KL, false, "kl_bits", "KL divergence, in bits, of", error));
    HBS_TRY(say_sampled(p, HBS_DISTANCE_CHI2, false, "chi2_sampled", "chi^2, as the sample has it, of", error));
    if (r->signatures > HBS_PART_SIGNATURES_MAX) {
        HBS_TRY(hbs_bias_not_applicable(p->work, "tv_given_label", p->subject, error,
                                        "The total variation given the label: the instances come in %zu sizes, more than the %u of which the share of satisfiable ones is found.", r->signatures,
                                        HBS_PART_SIGNATURES_MAX));
        goto done;
    }
    HBS_TRY(say_given_label(p, &labelled, error));
    HBS_TRY(say_chi2(p, labelled, error));
    if (labelled) HBS_TRY(say_weights(p, error));
done:
    hbs_part_ratios_free(r);
    return status;
}

/* A law that is uniform by its own word, tested by enumerating it on small spaces. */
static hbs_status by_word(const part_at_work *p, const hbs_part *part, hbs_error *error) {
    hbs_finding head = p->work->head;
    const bool given_label = part->label != HBS_LABEL_UNKNOWN || p->work->sample->balanced;
    head.value = hbs_exactly(0, p->work->sample->count);
    head.null_value = 0;
    head.weight = HBS_FINDING_NONE;
    return hbs_findings_say(p->work->out, &head, given_label ? "tv_given_label" : "tv", p->subject, error, "The law of %s is uniform over the instances of its size%s, by its definition.", p->name,
                            given_label ? " and label" : "");
}

static hbs_status run_part(hbs_bias_work *work, uint32_t p, hbs_error *error) {
    const hbs_spec *spec = &work->sample->spec;
    const hbs_part *part = &spec->part[p];
    part_at_work r = {.work = work, .ratios = {.part = p}};
    snprintf(r.subject, sizeof r.subject, spec->parts > 1 ? "generator=%.60s part=%u" : "generator=%.60s", part->generator->name, p);
    if (spec->parts > 1) snprintf(r.name, sizeof r.name, "part %u (%.60s)", p + 1, part->generator->name);
    else snprintf(r.name, sizeof r.name, "%.60s", part->generator->name);
    const char *changed = hbs_bias_changed_law(work->sample, p);
    if (changed) return hbs_bias_not_applicable(work, "tv", r.subject, error, "The total variation from uniform: %s.", changed);
    if (part->generator->density != HBS_DENSITY_UNKNOWN && hbs_bias_taken_otherwise(work->sample, p))
        return hbs_bias_not_applicable(work, "tv", r.subject, error, "The total variation from uniform: the density that %s states is that of %s of clauses, and its formulas are taken as %s here.", r.name,
                                       work->sample->sequences[p] ? "sequences" : "sets", work->sample->sequences[p] ? "sets" : "sequences");
    if (part->generator->density == HBS_DENSITY_UNIFORM) return by_word(&r, part, error);
    if (hbs_part_goes_by_models(spec, p)) return by_models(&r, error);
    return hbs_bias_not_applicable(work, "tv", r.subject, error, "The total variation from uniform: %s does not state how likely it makes an instance.", r.name);
}

static hbs_status run(hbs_bias_work *work, hbs_error *error) {
    const hbs_spec *spec = &work->sample->spec;
    if (!spec->parts) return hbs_bias_not_applicable(work, "tv", "", error, "The total variation from uniform: %s.", hbs_unknown_law(work->dataset));
    for (uint32_t p = 0; p < spec->parts; p++) {
        const hbs_status status = run_part(work, p, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

const hbs_bias hbs_bias_density = {
    .name = "density",
    .summary = "KL, total variation and chi^2 to uniform by exact model counts, where the generator states its density; weights back to uniform",
    .source = "likelihood ratio of planted formulas: Achlioptas, Peres, JAMS 17, 2004 (second moment); importance sampling",
    .run = run,
};
