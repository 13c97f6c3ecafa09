/* A hash table with linear probing over cells in order of arrival; payloads stand one after the other. Sums of rationals are slow next to everything else
 * here, so equal summands are counted and multiplied out later. */
#include "analysis/instance_masses.h"

#include <stdlib.h>
#include <string.h>

void hbs_masses_free(hbs_masses *masses) {
    for (size_t i = 0; i < masses->cells; i++) mpq_clears(masses->cell[i].mass, masses->cell[i].unit, NULL);
    free(masses->cell);
    free(masses->slot);
    hbs_bytes_free(&masses->bytes);
    *masses = (hbs_masses){0};
}

/* FNV-1a with a final mix. */
static uint64_t hash_of(unsigned member, const hbs_bytes *payload) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ member;
    for (size_t i = 0; i < payload->size; i++) hash = (hash ^ payload->data[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static size_t *place(hbs_masses *masses, uint64_t hash, unsigned member, const hbs_bytes *payload) {
    for (size_t at = (size_t)hash & (masses->slots - 1);; at = (at + 1) & (masses->slots - 1)) {
        if (!masses->slot[at]) return &masses->slot[at];
        const hbs_mass_cell *const cell = &masses->cell[masses->slot[at] - 1];
        if (cell->hash == hash && cell->member == member && cell->size == payload->size && !memcmp(hbs_mass_payload(masses, cell), payload->data, payload->size))
            return &masses->slot[at];
    }
}

static hbs_status widen(hbs_masses *masses, hbs_error *error) {
    const size_t slots = masses->slots ? 2 * masses->slots : 256;
    size_t *slot = NULL;
    const hbs_status status = hbs_allocate(&slot, slots, sizeof *slot, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < masses->cells; i++) {
        size_t at = (size_t)masses->cell[i].hash & (slots - 1);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = i + 1;
    }
    free(masses->slot);
    masses->slot = slot;
    masses->slots = slots;
    return HBS_OK;
}

static void settle(hbs_mass_cell *cell) {
    mpz_mul_ui(mpq_numref(cell->unit), mpq_numref(cell->unit), cell->times);
    mpq_canonicalize(cell->unit);
    mpq_add(cell->mass, cell->mass, cell->unit);
    cell->times = 0;
}

hbs_status hbs_masses_add(hbs_masses *masses, unsigned member, const hbs_bytes *payload, const mpq_t mass, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (2 * masses->cells >= masses->slots) HBS_TRY(widen(masses, error));
    const uint64_t hash = hash_of(member, payload);
    size_t *const slot = place(masses, hash, member, payload);
    if (!*slot) {
        HBS_TRY(hbs_grow(&masses->cell, &masses->cell_capacity, masses->cells + 1, sizeof *masses->cell, error));
        const size_t start = masses->bytes.size;
        HBS_TRY(hbs_bytes_append(&masses->bytes, payload->data, payload->size, error));
        hbs_mass_cell *const fresh = &masses->cell[masses->cells++];
        *fresh = (hbs_mass_cell){.start = start, .size = payload->size, .hash = hash, .member = member};
        mpq_inits(fresh->mass, fresh->unit, NULL);
        *slot = masses->cells;
    }
    hbs_mass_cell *const cell = &masses->cell[*slot - 1];
    if (cell->times && !mpq_equal(cell->unit, mass)) settle(cell);
    if (!cell->times) mpq_set(cell->unit, mass);
    cell->times++;
done:
    return status;
}

void hbs_masses_settle(hbs_masses *masses) {
    for (size_t i = 0; i < masses->cells; i++)
        if (masses->cell[i].times) settle(&masses->cell[i]);
}
