/* A hash table with linear probing over cells in order of arrival; payloads stand one after the other. Sums of rationals are slow next to everything else here, and large:
 * so the probabilities of paths, of which there are few, stand apart, and a cell counts how often the last one came. */
#include "analysis/exact/instance_masses.h"

#include <stdlib.h>
#include <string.h>

#define LOOK_BACK 16u   /* units among which an equal one is looked for */

void hbs_masses_free(hbs_masses *masses) {
    for (size_t i = 0; i < masses->cells; i++) {
        if (!masses->cell[i].before) continue;
        mpq_clear(masses->cell[i].before);
        free(masses->cell[i].before);
    }
    for (size_t i = 0; i < masses->units; i++) mpq_clear(masses->unit[i]);
    free(masses->cell);
    free(masses->slot);
    free(masses->unit);
    hbs_bytes_free(&masses->bytes);
    *masses = (hbs_masses){0};
}

/* FNV-1a with a final mix. */
static uint32_t hash_of(unsigned member, const hbs_bytes *payload) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ member;
    for (size_t i = 0; i < payload->size; i++) hash = (hash ^ payload->data[i]) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ hash >> 29);
}

static uint32_t *place(hbs_masses *masses, uint32_t hash, unsigned member, const hbs_bytes *payload) {
    for (size_t at = hash & (masses->slots - 1);; at = (at + 1) & (masses->slots - 1)) {
        if (!masses->slot[at]) return &masses->slot[at];
        const hbs_mass_cell *const cell = &masses->cell[masses->slot[at] - 1];
        if (cell->hash == hash && cell->member == member && cell->size == payload->size && !memcmp(hbs_mass_payload(masses, cell), payload->data, payload->size))
            return &masses->slot[at];
    }
}

static hbs_status widen(hbs_masses *masses, hbs_error *error) {
    const size_t slots = masses->slots ? 2 * masses->slots : 256;
    uint32_t *slot = NULL;
    const hbs_status status = hbs_allocate(&slot, slots, sizeof *slot, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < masses->cells; i++) {
        size_t at = masses->cell[i].hash & (slots - 1);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    free(masses->slot);
    masses->slot = slot;
    masses->slots = slots;
    return HBS_OK;
}

/* With what an allocator adds. */
static uint64_t rational_bytes(mpq_srcptr value) { return sizeof(mpq_t) + 32 + (mpz_size(mpq_numref(value)) + mpz_size(mpq_denref(value))) * sizeof(mp_limb_t); }

static hbs_status unit_of(hbs_masses *masses, const mpq_t mass, uint32_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t back = 1; back <= LOOK_BACK && back <= masses->units; back++) {
        *out = (uint32_t)(masses->units - back);
        if (mpq_equal(masses->unit[*out], mass)) goto done;
    }
    if (masses->units == UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "more than 2^32 probabilities of sequences of choices");
    HBS_TRY(hbs_grow(&masses->unit, &masses->unit_capacity, masses->units + 1, sizeof *masses->unit, error));
    *out = (uint32_t)masses->units;
    mpq_init(masses->unit[masses->units]);
    mpq_set(masses->unit[masses->units++], mass);
    masses->held += rational_bytes(mass);
done:
    return status;
}

static void add_unit(const hbs_masses *masses, const hbs_mass_cell *cell, mpq_t sum) {
    mpq_t product;
    mpq_init(product);
    mpq_set_ui(product, cell->times, 1);
    mpq_mul(product, product, masses->unit[cell->unit]);
    mpq_add(sum, sum, product);
    mpq_clear(product);
}

/* Another probability than the last one. */
static hbs_status settle(hbs_masses *masses, hbs_mass_cell *cell, hbs_error *error) {
    if (!cell->before) {
        const hbs_status status = hbs_allocate(&cell->before, 1, sizeof *cell->before, error);
        if (status != HBS_OK) return status;
        mpq_init(cell->before);
    } else {
        masses->held -= rational_bytes(cell->before);
    }
    add_unit(masses, cell, cell->before);
    masses->held += rational_bytes(cell->before);
    cell->times = 0;
    return HBS_OK;
}

static hbs_status add_cell(hbs_masses *masses, unsigned member, uint32_t hash, const hbs_bytes *payload, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (masses->cells == UINT32_MAX - 1 || payload->size > UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "more than 2^32 different instances");
    HBS_TRY(hbs_grow(&masses->cell, &masses->cell_capacity, masses->cells + 1, sizeof *masses->cell, error));
    const size_t start = masses->bytes.size;
    HBS_TRY(hbs_bytes_append(&masses->bytes, payload->data, payload->size, error));
    masses->held += sizeof *masses->cell + 3 * sizeof *masses->slot + payload->size;
    masses->cell[masses->cells++] = (hbs_mass_cell){.start = start, .size = (uint32_t)payload->size, .hash = hash, .member = member};
done:
    return status;
}

hbs_status hbs_masses_add(hbs_masses *masses, unsigned member, const hbs_bytes *payload, const mpq_t mass, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t unit;
    HBS_TRY(unit_of(masses, mass, &unit, error));
    if (2 * masses->cells >= masses->slots) HBS_TRY(widen(masses, error));
    const uint32_t hash = hash_of(member, payload);
    uint32_t *const slot = place(masses, hash, member, payload);
    if (!*slot) {
        HBS_TRY(add_cell(masses, member, hash, payload, error));
        *slot = (uint32_t)masses->cells;
    }
    hbs_mass_cell *const cell = &masses->cell[*slot - 1];
    if (cell->times && cell->unit != unit) HBS_TRY(settle(masses, cell, error));
    cell->unit = unit;
    cell->times++;
done:
    return status;
}

void hbs_mass_of(const hbs_masses *masses, const hbs_mass_cell *cell, mpq_t out) {
    if (cell->before) mpq_set(out, cell->before);
    else mpq_set_ui(out, 0, 1);
    if (cell->times) add_unit(masses, cell, out);
}
