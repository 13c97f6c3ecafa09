/* Open addressing with linear probing, at most half full; FNV-1a (Fowler, Noll, Vo). Names come from files of one user, so that nobody gains by collisions. */
#include "datasets/formats/name_index.h"

#include <stdlib.h>
#include <string.h>

void hbs_name_index_free(hbs_name_index *index) {
    for (size_t i = 0; i < index->count; i++) free(index->name[i]);
    free(index->name);
    free(index->slot);
    *index = (hbs_name_index){0};
}

static uint64_t hash(const char *name) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *name; name++) h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return h;
}

/* The slot where the name is, or where it would go. */
static size_t slot_of(const hbs_name_index *index, const char *name) {
    size_t at = (size_t)hash(name) & (index->slots - 1);
    while (index->slot[at] && strcmp(index->name[index->slot[at] - 1], name) != 0) at = (at + 1) & (index->slots - 1);
    return at;
}

bool hbs_name_find(const hbs_name_index *index, const char *name, size_t *number) {
    if (!index->slots) return false;
    const size_t found = index->slot[slot_of(index, name)];
    if (found) *number = found - 1;
    return found != 0;
}

static hbs_status rehash(hbs_name_index *index, hbs_error *error) {
    size_t *slot = NULL;
    const size_t slots = index->slots ? 2 * index->slots : 64;
    const hbs_status status = hbs_allocate(&slot, slots, sizeof *slot, error);
    if (status != HBS_OK) return status;
    free(index->slot);
    index->slot = slot;
    index->slots = slots;
    for (size_t i = 0; i < index->count; i++) slot[slot_of(index, index->name[i])] = i + 1;
    return HBS_OK;
}

hbs_status hbs_name_add(hbs_name_index *index, const char *name, size_t *number, bool *fresh, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool there = hbs_name_find(index, name, number);
    if (fresh) *fresh = !there;
    if (there) goto done;
    if (2 * (index->count + 1) > index->slots) HBS_TRY(rehash(index, error));
    HBS_TRY(hbs_grow(&index->name, &index->capacity, index->count + 1, sizeof *index->name, error));
    HBS_TRY(hbs_copy_text(&index->name[index->count], name, error));
    *number = index->count++;
    index->slot[slot_of(index, name)] = index->count;
done:
    return status;
}
