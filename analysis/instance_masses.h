/* Probabilities by payload: what an enumeration adds up. Equal payloads of equal members of a unit are one cell. */
#ifndef HBS_ANALYSIS_INSTANCE_MASSES_H
#define HBS_ANALYSIS_INSTANCE_MASSES_H

#include <gmp.h>

#include "core/memory.h"

typedef struct hbs_mass_cell {
    size_t start, size;       /* of the payload in `bytes` */
    uint64_t hash;
    unsigned member;          /* which instance of its unit */
    mpq_t mass;               /* without what is pending */
    mpq_t unit;               /* the last probability added .. */
    uint64_t times;           /* .. and how often it is still to be added: most paths of a cell have the same */
} hbs_mass_cell;

typedef struct hbs_masses {
    hbs_mass_cell *cell;
    size_t cells, cell_capacity;
    size_t *slot;             /* 1 + cell; 0: free */
    size_t slots;
    hbs_bytes bytes;
} hbs_masses;                 /* {0} is empty */

void hbs_masses_free(hbs_masses *masses);
/* Expected O(size). */
hbs_status hbs_masses_add(hbs_masses *masses, unsigned member, const hbs_bytes *payload, const mpq_t mass, hbs_error *error);
/* Adds what is pending: from now on cell[i].mass is the whole probability. */
void hbs_masses_settle(hbs_masses *masses);
static inline const uint8_t *hbs_mass_payload(const hbs_masses *masses, const hbs_mass_cell *cell) { return masses->bytes.data + cell->start; }

#endif
