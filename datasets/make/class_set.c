/* A hash table of hashes: their first bytes are the place to look at first. */
#include "datasets/make/class_set.h"

#include <stdlib.h>
#include <string.h>

void hbs_class_set_free(hbs_class_set *set) {
    free(set->key);
    *set = (hbs_class_set){0};
}

static const uint8_t *key_of(const hbs_row *row) { return row->canonical_hash ? row->canonical_hash : row->content_hash; }

/* Where the key is, or belongs. */
static size_t find(const hbs_class_set *set, const uint8_t *key) {
    static const uint8_t none[16] = {0};
    uint64_t start;
    memcpy(&start, key, sizeof start);
    size_t at = (size_t)start & (set->slots - 1);
    while (memcmp(set->key[at], none, 16) != 0 && memcmp(set->key[at], key, 16) != 0) at = (at + 1) & (set->slots - 1);
    return at;
}

bool hbs_class_set_has(const hbs_class_set *set, const hbs_row *row) {
    return set->slots && !memcmp(set->key[find(set, key_of(row))], key_of(row), 16);
}

static hbs_status grow(hbs_class_set *set, hbs_error *error) {
    hbs_class_set larger = {.slots = set->slots ? 2 * set->slots : 64};
    static const uint8_t none[16] = {0};
    const hbs_status status = hbs_allocate(&larger.key, larger.slots, sizeof *larger.key, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < set->slots; i++)
        if (memcmp(set->key[i], none, 16) != 0) memcpy(larger.key[find(&larger, set->key[i])], set->key[i], 16);
    larger.count = set->count;
    free(set->key);
    *set = larger;
    return HBS_OK;
}

hbs_status hbs_class_set_add(hbs_class_set *set, const hbs_row *row, hbs_error *error) {
    if (2 * (set->count + 1) > set->slots) {
        const hbs_status status = grow(set, error);
        if (status != HBS_OK) return status;
    }
    const size_t at = find(set, key_of(row));
    set->count += memcmp(set->key[at], key_of(row), 16) != 0;
    memcpy(set->key[at], key_of(row), 16);
    return HBS_OK;
}

hbs_status hbs_class_set_read(hbs_class_set *set, hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true;
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset, error));
    for (;;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        HBS_TRY(hbs_class_set_add(set, &row, error));
    }
done:
    hbs_rows_close(rows);
    return status;
}
