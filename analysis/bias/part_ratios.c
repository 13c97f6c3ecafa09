/* Shares of the label are counted where the space is small, else taken from uniform draws, fewer for each signature where there are many. */
#include "analysis/bias/part_ratios.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

#define DRAWS 8000u            /* over all signatures */
#define DRAWS_LEAST 200u

void hbs_part_ratios_free(hbs_part_ratios *r) {
    free(r->bits);
    free(r->signature);
    free(r->idx);
    *r = (hbs_part_ratios){0};
}

bool hbs_part_goes_by_models(const hbs_spec *spec, uint32_t part) {
    return part < spec->parts && spec->problem == HBS_SAT && spec->part[part].generator->density == HBS_DENSITY_MODELS && spec->part[part].label != HBS_LABEL_NO;
}

static int by_signature(const void *a, const void *b) {
    const hbs_bias_instance *x = *(const hbs_bias_instance *const *)a, *y = *(const hbs_bias_instance *const *)b;
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

hbs_status hbs_part_ratios_of(const hbs_bias_sample *sample, uint32_t part, hbs_part_ratios *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_bias_instance **item = NULL;
    hbs_part_ratios r = {.part = part};
    uint64_t last = 0;
    HBS_TRY(hbs_bias_sorted(sample, by_signature, &item, error));
    HBS_TRY(hbs_allocate(&r.bits, sample->count, sizeof *r.bits, error));
    HBS_TRY(hbs_allocate(&r.signature, sample->count, sizeof *r.signature, error));
    HBS_TRY(hbs_allocate(&r.idx, sample->count, sizeof *r.idx, error));
    for (size_t i = 0; i < sample->count; i++) {
        if (item[i]->part != part || isnan(item[i]->ratio_bits)) continue;
        if (isinf(item[i]->ratio_bits)) {
            r.uncounted++;
            continue;
        }
        if (!r.count || item[i]->signature != last) {
            if (r.signatures < HBS_PART_SIGNATURES_MAX) r.first[r.signatures] = item[i]->idx;
            r.signatures++;
        }
        last = item[i]->signature;
        r.signature[r.count] = r.signatures - 1;
        r.idx[r.count] = item[i]->idx;
        r.bits[r.count++] = item[i]->ratio_bits;
    }
    *out = r;
    r = (hbs_part_ratios){0};
done:
    hbs_part_ratios_free(&r);
    free(item);
    return status;
}

hbs_status hbs_part_shares(const hbs_bias_work *work, hbs_part_ratios *r, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    hbs_label_share share;
    *known = r->signatures <= HBS_PART_SIGNATURES_MAX;
    if (!*known || !r->signatures) return HBS_OK;
    const uint64_t draws = DRAWS / r->signatures > DRAWS_LEAST ? DRAWS / r->signatures : DRAWS_LEAST;
    r->draws = draws;
    for (size_t s = 0; s < r->signatures && *known; s++) {
        HBS_TRY(hbs_bias_signature(work, r->first[s], &signature, error));
        HBS_TRY(hbs_label_share_of(work, &signature, work->sample->sequences[r->part] ? HBS_SEQUENCES : HBS_SETS, (uint64_t)(r->part + 1) << 40 | (uint64_t)s << 24, draws, &share, error));
        r->share[s] = (hbs_known_share){share.share, share.exact ? 0 : share.draws};
        if (s == 0) r->first_share = share;
        r->drawn = r->drawn || !share.exact;
        *known = share.share > 0;
    }
done:
    hbs_signature_free(&signature);
    return status;
}

hbs_ratios hbs_part_as_ratios(const hbs_part_ratios *r, bool given_label) { return (hbs_ratios){r->bits, r->signature, r->count, given_label ? r->share : NULL, r->signatures}; }

double hbs_part_weight(const hbs_part_ratios *r, size_t i, double *mean) {
    if (*mean == 0) {
        for (size_t k = 0; k < r->count; k++) *mean += exp2(-r->bits[k]) / r->share[r->signature[k]].share;
        *mean /= (double)r->count;
    }
    return exp2(-r->bits[i]) / r->share[r->signature[i]].share / *mean;
}
