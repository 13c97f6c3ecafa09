/* A surjection is a number below f(places, targets), where f(s, u) = u f(s-1, u-1) + (targets - u) f(s-1, u) counts the fillings of s places that
 * use u given targets: the next place takes one of the u unused or of the targets - u used ones. The number is drawn once and unranked exactly
 * (GMP); no floating point decides anything. */
#include "generators/cqc/surjections.h"

#include <assert.h>
#include <stdlib.h>

#define ENTRIES_MAX UINT64_C(100000)

static mpz_t *entry(const hbs_surjections *surjections, uint32_t s, uint32_t u) { return &surjections->count[(size_t)s * (surjections->targets + 1) + u]; }

static void clear_table(hbs_surjections *surjections) {
    for (size_t i = 0; i < surjections->entries; i++) mpz_clear(surjections->count[i]);
    free(surjections->count);
    surjections->count = NULL;
    surjections->entries = 0;
    surjections->places = surjections->targets = 0;
}

void hbs_surjections_free(hbs_surjections *surjections) {
    clear_table(surjections);
    if (surjections->ready) mpz_clears(surjections->number, surjections->product, NULL);
    free(surjections->target);
    *surjections = (hbs_surjections){0};
}

bool hbs_surjections_fit(uint64_t places, uint64_t targets) {
    return targets >= 1 && targets <= places && places < ENTRIES_MAX && (places + 1) * (targets + 1) <= ENTRIES_MAX;
}

static void fill_table(hbs_surjections *surjections) {
    const uint32_t targets = surjections->targets;
    mpz_set_ui(*entry(surjections, 0, 0), 1);
    for (uint32_t s = 1; s <= surjections->places; s++)
        for (uint32_t u = 0; u <= targets && u <= s; u++) {
            mpz_mul_ui(*entry(surjections, s, u), *entry(surjections, s - 1, u), targets - u);
            if (u) mpz_addmul_ui(*entry(surjections, s, u), *entry(surjections, s - 1, u - 1), u);
        }
}

hbs_status hbs_surjections_set(hbs_surjections *surjections, uint32_t places, uint32_t targets, hbs_error *error) {
    hbs_status status = HBS_OK;
    assert(hbs_surjections_fit(places, targets));
    if (!surjections->ready) {
        mpz_inits(surjections->number, surjections->product, NULL);
        surjections->ready = true;
    }
    if (surjections->places == places && surjections->targets == targets) goto done;
    clear_table(surjections);
    HBS_TRY(hbs_grow(&surjections->target, &surjections->target_capacity, targets, sizeof *surjections->target, error));
    const size_t entries = ((size_t)places + 1) * ((size_t)targets + 1);
    HBS_TRY(hbs_allocate(&surjections->count, entries, sizeof *surjections->count, error));
    for (; surjections->entries < entries; surjections->entries++) mpz_init(surjections->count[surjections->entries]);
    surjections->places = places;
    surjections->targets = targets;
    fill_table(surjections);
done:
    return status;
}

/* Uniform below `bound`: words of 32 bits, most significant first, drawn again while too large. */
static void draw_number(mpz_t out, const mpz_t bound, hbs_rng *rng) {
    const size_t bits = mpz_sizeinbase(bound, 2);
    do {
        mpz_set_ui(out, 0);
        for (size_t left = bits; left > 0;) {
            const unsigned take = left < 32 ? (unsigned)left : 32;
            mpz_mul_2exp(out, out, take);
            mpz_add_ui(out, out, (unsigned long)hbs_rng_below(rng, UINT64_C(1) << take));
            left -= take;
        }
    } while (mpz_cmp(out, bound) >= 0);
}

void hbs_surjection_draw(hbs_surjections *surjections, hbs_rng *rng, uint32_t *out) {
    uint32_t *const target = surjections->target, unused = surjections->targets;
    for (uint32_t t = 0; t < surjections->targets; t++) target[t] = t;
    draw_number(surjections->number, *entry(surjections, surjections->places, unused), rng);
    for (uint32_t s = surjections->places; s > 0; s--) {
        uint32_t pick;
        if (unused) mpz_mul_ui(surjections->product, *entry(surjections, s - 1, unused - 1), unused);
        if (unused && mpz_cmp(surjections->number, surjections->product) < 0) {
            mpz_fdiv_qr(surjections->product, surjections->number, surjections->number, *entry(surjections, s - 1, unused - 1));
            pick = (uint32_t)mpz_get_ui(surjections->product);
            const uint32_t picked = target[pick];
            target[pick] = target[--unused];
            target[unused] = picked;
            pick = unused;
        } else {
            if (unused) mpz_sub(surjections->number, surjections->number, surjections->product);
            mpz_fdiv_qr(surjections->product, surjections->number, surjections->number, *entry(surjections, s - 1, unused));
            pick = unused + (uint32_t)mpz_get_ui(surjections->product);
        }
        out[surjections->places - s] = target[pick];
    }
}
