/* Units are drawn into splits one by one while a dataset is made, in any order and on any number of machines; only when all are there is it known which are copies. Then
 * union-find over equal hashes and equal families, least index first, gives the components, whatever the order that the rows came in. */
#include "datasets/joined_splits.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/make/make.h"

#define SPLITS_MAX 16u

typedef struct entry {
    uint8_t key[16];
    uint64_t idx, family;
    uint32_t parent;
    uint8_t split;
    bool known;
} entry;

typedef struct joining {
    entry *item;
    size_t count, capacity, splits;
    char split[SPLITS_MAX][64];
    uint64_t moved, unknown;
} joining;

static hbs_status split_index(joining *j, const char *name, uint8_t *out, hbs_error *error) {
    for (size_t i = 0; i < j->splits; i++)
        if (!strcmp(j->split[i], name)) {
            *out = (uint8_t)i;
            return HBS_OK;
        }
    if (j->splits == SPLITS_MAX || strlen(name) >= sizeof j->split[0]) return hbs_raise(error, HBS_ERROR_FAULT, "more splits, or longer names of splits, than `gen make` gives");
    memcpy(j->split[j->splits], name, strlen(name) + 1);
    *out = (uint8_t)j->splits++;
    return HBS_OK;
}

static hbs_status keep(joining *j, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (j->count == UINT32_MAX) HBS_FAIL(error, HBS_ERROR_BUDGET, "too many instances to keep copies in one split; give --split-apart");
    HBS_TRY(hbs_grow(&j->item, &j->capacity, j->count + 1, sizeof *j->item, error));
    entry *const e = &j->item[j->count];
    *e = (entry){.idx = row->idx, .family = row->family, .parent = (uint32_t)j->count, .known = row->canonical_hash != NULL};
    if (e->known) memcpy(e->key, row->canonical_hash, sizeof e->key);
    HBS_TRY(split_index(j, row->split ? row->split : "", &e->split, error));
    j->unknown += !e->known;
    j->count++;
done:
    return status;
}

static hbs_status read_all(joining *j, hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset, error));
    for (;;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        HBS_TRY(keep(j, &row, error));
    }
done:
    hbs_rows_close(rows);
    return status;
}

static uint32_t root_of(entry *item, uint32_t i) {
    while (item[i].parent != i) i = item[i].parent = item[item[i].parent].parent;
    return i;
}

static void join(entry *item, uint32_t a, uint32_t b) {
    a = root_of(item, a);
    b = root_of(item, b);
    if (a < b) item[b].parent = a;
    else item[a].parent = b;
}

/* What is sorted: a number or key, and where it is from. */
typedef struct named {
    uint8_t key[16];
    uint32_t at;
} named;

static int by_key(const void *a, const void *b) { return memcmp(((const named *)a)->key, ((const named *)b)->key, 16); }

static void join_equal(joining *j, named *order, size_t count) {
    if (count) qsort(order, count, sizeof *order, by_key);
    for (size_t i = 1; i < count; i++)
        if (!by_key(&order[i], &order[i - 1])) join(j->item, order[i].at, order[i - 1].at);
}

static hbs_status join_all(joining *j, hbs_error *error) {
    named *order = NULL;
    size_t known = 0;
    const hbs_status status = hbs_allocate(&order, j->count, sizeof *order, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < j->count; i++) {
        order[i].at = (uint32_t)i;
        memcpy(order[i].key, &j->item[i].family, sizeof j->item[i].family);
    }
    join_equal(j, order, j->count);
    for (size_t i = 0; i < j->count; i++) {
        if (!j->item[i].known) continue;
        memcpy(order[known].key, j->item[i].key, sizeof order->key);
        order[known++].at = (uint32_t)i;
    }
    join_equal(j, order, known);
    free(order);
    return HBS_OK;
}

static hbs_status write_splits(joining *j, hbs_catalog *catalog, int64_t dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "UPDATE instance SET split = ?3 WHERE dataset = ?1 AND idx = ?2", error));
    for (size_t i = 0; i < j->count; i++) {
        const uint8_t split = j->item[root_of(j->item, (uint32_t)i)].split;
        if (split == j->item[i].split) continue;
        sqlite3_bind_int64(statement, 1, dataset);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)j->item[i].idx);
        sqlite3_bind_text(statement, 3, j->split[split], -1, SQLITE_STATIC);
        if (sqlite3_step(statement) != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "keep copies in one split", error));
        sqlite3_reset(statement);
        j->moved++;
    }
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_join_splits(hbs_catalog *catalog, int64_t dataset, uint64_t *moved, uint64_t *unknown, hbs_error *error) {
    hbs_status status = HBS_OK;
    joining j = {0};
    bool mine = false;
    HBS_TRY(read_all(&j, catalog, dataset, error));
    HBS_TRY(join_all(&j, error));
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    status = hbs_catalog_end(catalog, mine, write_splits(&j, catalog, dataset, error), error);
    *moved = j.moved;
    *unknown = j.unknown;
done:
    free(j.item);
    return status;
}

hbs_status hbs_join_splits_as_asked(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_make_options options = {0};
    uint64_t moved, unknown;
    if (hbs_make_options_parse(&options, dataset->options, NULL) != HBS_OK || !options.split || options.split_apart) goto done;
    HBS_TRY(hbs_join_splits(catalog, dataset->id, &moved, &unknown, error));
    if (moved) hbs_warn(listener, "%s: %llu instance%s went to the split of an isomorphic one; --split-apart leaves all where they were drawn", dataset->name, (unsigned long long)moved, moved == 1 ? "" : "s");
    if (unknown)
        hbs_warn(listener, "%s: of %llu instance%s no canonical form was found within the budget: copies of those may be in other splits", dataset->name, (unsigned long long)unknown,
                 unknown == 1 ? "" : "s");
done:
    hbs_make_options_free(&options);
    return status;
}
