/* The atoms of q1 go into a hash table (open addressing, at most half full), then each mapped atom of q2 is looked up. */
#include "solvers/checking/homomorphism_check.h"

#include <stdlib.h>

typedef struct atom_table {
    const hbs_query *query;
    uint32_t *slot;    /* atom + 1, 0 is free */
    size_t mask;
} atom_table;

static hbs_term image_of(const hbs_term *image, hbs_term term) { return !image || hbs_is_constant(term) ? term : image[term]; }

/* Of the atom after its variables are mapped; image NULL: as it stands. */
static size_t hash_atom(const hbs_query *query, size_t a, const hbs_term *image) {
    uint64_t hash = query->relation[a];
    for (size_t i = query->start[a]; i < query->start[a + 1]; i++) {
        hash = (hash ^ image_of(image, query->argument[i])) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

static bool equals(const hbs_query *q2, size_t a, const hbs_term *image, const hbs_query *q1, size_t b) {
    if (q2->relation[a] != q1->relation[b]) return false;
    const hbs_term *from = hbs_atom(q2, a), *to = hbs_atom(q1, b);
    const size_t arity = hbs_atom_arity(q1, b);
    for (size_t p = 0; p < arity; p++)
        if (image_of(image, from[p]) != to[p]) return false;
    return true;
}

static hbs_status fill_table(atom_table *table, const hbs_query *q1, hbs_error *error) {
    size_t size = 2;
    while (size < SIZE_MAX / 4 && size < 2 * q1->atoms) size *= 2;
    const hbs_status status = hbs_allocate(&table->slot, size, sizeof *table->slot, error);
    if (status != HBS_OK) return status;
    table->query = q1;
    table->mask = size - 1;
    for (size_t a = 0; a < q1->atoms; a++) {
        size_t at = hash_atom(q1, a, NULL) & table->mask;
        while (table->slot[at]) at = (at + 1) & table->mask;
        table->slot[at] = (uint32_t)(a + 1);
    }
    return HBS_OK;
}

static bool lands(const atom_table *table, const hbs_query *q2, size_t a, const hbs_term *image) {
    for (size_t at = hash_atom(q2, a, image) & table->mask; table->slot[at]; at = (at + 1) & table->mask)
        if (equals(q2, a, image, table->query, table->slot[at] - 1)) return true;
    return false;
}

static hbs_status check_head(const hbs_query_pair *pair, const hbs_term *image, hbs_error *error) {
    const hbs_query *q1 = &pair->q1, *q2 = &pair->q2;
    if (q1->head_arity != q2->head_arity)
        return hbs_raise(error, HBS_ERROR_FAULT, "homomorphism: the heads have %zu and %zu arguments", q1->head_arity, q2->head_arity);
    for (size_t i = 0; i < q2->head_arity; i++)
        if (image_of(image, q2->head[i]) != q1->head[i])
            return hbs_raise(error, HBS_ERROR_FAULT, "homomorphism: argument %zu of the head does not go to that of q1", i + 1);
    return HBS_OK;
}

hbs_status hbs_homomorphism_check(const hbs_query_pair *pair, const hbs_term *image, hbs_error *error) {
    hbs_status status = HBS_OK;
    atom_table table = {0};
    HBS_TRY(check_head(pair, image, error));
    if (pair->q1.atoms >= UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "a query of %zu atoms is beyond what the checker can hold", pair->q1.atoms);
    HBS_TRY(fill_table(&table, &pair->q1, error));
    for (size_t a = 0; a < pair->q2.atoms; a++)
        if (!lands(&table, &pair->q2, a, image)) HBS_FAIL(error, HBS_ERROR_FAULT, "homomorphism: atom %zu of q2 goes to no atom of q1", a + 1);
done:
    free(table.slot);
    return status;
}
