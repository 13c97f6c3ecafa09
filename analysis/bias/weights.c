/* The ratios are those that `analyze bias` takes its distances from (part_ratios.h). */
#include "analysis/bias/weights.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/bias/part_ratios.h"
#include "analysis/wording.h"
#include "core/memory.h"

void hbs_weights_free(hbs_weights *weights) {
    free(weights->item);
    *weights = (hbs_weights){0};
}

static void set_all(hbs_weights *w, const hbs_bias_sample *sample, uint32_t part, double weight) {
    for (size_t i = 0; i < sample->count; i++)
        if (sample->item[i].part == part) w->item[i].weight = weight;
}

/* The place of an idx, which is there. */
static size_t place_of(const hbs_weights *w, uint64_t idx) {
    size_t low = 0, high = w->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (w->item[middle].idx <= idx) low = middle;
        else high = middle;
    }
    return low;
}

static hbs_status by_models(hbs_weights *w, const hbs_bias_work *work, uint32_t part, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_part_ratios r = {0};
    bool known = false;
    double mean = 0;
    HBS_TRY(hbs_part_ratios_of(work->sample, part, &r, error));
    HBS_TRY(hbs_part_shares(work, &r, &known, error));
    for (size_t i = 0; known && i < r.count; i++) w->item[place_of(w, r.idx[i])].weight = hbs_part_weight(&r, i, &mean);
    if (r.signatures > HBS_PART_SIGNATURES_MAX)
        snprintf(w->why[part], sizeof w->why[part], "its instances come in %zu sizes, more than the %u of which the share of label 1 is found", r.signatures, HBS_PART_SIGNATURES_MAX);
    else if (!known) snprintf(w->why[part], sizeof w->why[part], "too many uniform instances of its sizes were not decided within the budget, or none has label 1");
    else if (r.uncounted) snprintf(w->why[part], sizeof w->why[part], "of %zu the models were not counted within the budget", r.uncounted);
done:
    hbs_part_ratios_free(&r);
    return status;
}

static hbs_status weigh_part(hbs_weights *w, const hbs_bias_work *work, uint32_t p, hbs_error *error) {
    const hbs_spec *spec = &work->sample->spec;
    const char *changed = hbs_bias_changed_law(work->sample, p);
    if (changed) {
        snprintf(w->why[p], sizeof w->why[p], "%s", changed);
        return HBS_OK;
    }
    if (hbs_bias_taken_otherwise(work->sample, p)) {
        snprintf(w->why[p], sizeof w->why[p], "its formulas are not taken as they were drawn, so that the stated density does not speak of them");
        return HBS_OK;
    }
    if (hbs_part_goes_by_models(spec, p)) return by_models(w, work, p, error);
    if (spec->part[p].generator->density == HBS_DENSITY_UNIFORM) set_all(w, work->sample, p, 1);
    else snprintf(w->why[p], sizeof w->why[p], "the generator does not state its density relative to uniform");
    return HBS_OK;
}

hbs_status hbs_weights_of(hbs_weights *out, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    hbs_bias_sample sample = {0};
    hbs_bias_work work = {.catalog = catalog, .dataset = dataset, .options = &options, .sample = &sample};
    hbs_weights w = {0};
    HBS_TRY(hbs_bias_sample_read(&sample, catalog, dataset, &options, true, error));
    HBS_TRY(hbs_label_memo_new(&work.counts, options.listener, error));
    HBS_TRY(hbs_allocate(&w.item, sample.count, sizeof *w.item, error));
    for (; w.count < sample.count; w.count++) w.item[w.count] = (hbs_weight_of){sample.item[w.count].idx, NAN};
    w.parts = sample.spec.parts;
    if (!sample.spec.parts) snprintf(w.why[0], sizeof w.why[0], "%s", hbs_unknown_law(dataset));
    for (uint32_t p = 0; p < sample.spec.parts; p++) HBS_TRY(weigh_part(&w, &work, p, error));
    for (size_t i = 0; i < w.count; i++) w.unknown += isnan(w.item[i].weight) ? 1 : 0;
    *out = w;
    w = (hbs_weights){0};
done:
    hbs_weights_free(&w);
    hbs_label_memo_free(work.counts);
    hbs_bias_sample_free(&sample);
    return status;
}
