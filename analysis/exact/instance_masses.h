/* Probabilities by payload: what an enumeration adds up. Equal payloads of equal members of a unit are one cell. */
#ifndef HBS_ANALYSIS_EXACT_INSTANCE_MASSES_H
#define HBS_ANALYSIS_EXACT_INSTANCE_MASSES_H

#include <gmp.h>

#include "core/memory.h"

typedef struct hbs_mass_cell {
    size_t start;             /* of the payload in `bytes` */
    uint32_t size, hash;
    uint32_t member;          /* which instance of its unit */
    uint32_t unit;            /* the last probability added, unit[..] of all .. */
    uint64_t times;           /* .. and how often: most paths of a cell have the same */
    mpq_ptr before;           /* what was added before that; NULL: nothing */
} hbs_mass_cell;

typedef struct hbs_masses {
    hbs_mass_cell *cell;
    size_t cells, cell_capacity;
    uint32_t *slot;           /* 1 + cell; 0: free */
    size_t slots;
    mpq_t *unit;              /* probabilities of single paths, different ones as far as they come soon after each other */
    size_t units, unit_capacity;
    hbs_bytes bytes;
    uint64_t held;            /* memory that all this takes, about, in bytes */
} hbs_masses;                 /* {0} is empty */

void hbs_masses_free(hbs_masses *masses);
/* Expected O(size). */
hbs_status hbs_masses_add(hbs_masses *masses, unsigned member, const hbs_bytes *payload, const mpq_t mass, hbs_error *error);
/* The whole probability of a cell. */
void hbs_mass_of(const hbs_masses *masses, const hbs_mass_cell *cell, mpq_t out);
static inline const uint8_t *hbs_mass_payload(const hbs_masses *masses, const hbs_mass_cell *cell) { return masses->bytes.data + cell->start; }

#endif
