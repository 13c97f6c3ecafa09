/* Content hashes and lineages of the others are sorted, those of the dataset looked up in them. */
#include "analysis/overlap.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/wording.h"
#include "core/memory.h"

enum { IDX, CONTENT_HASH, UNIT, ROOT_DATASET, ROOT_UNIT };

typedef struct identities {
    uint8_t (*hash)[HBS_HASH_SIZE];
    uint64_t *lineage;
    size_t count, hash_capacity, lineage_capacity;
    bool descended;
} identities;

static void free_identities(identities *list) {
    free(list->hash);
    free(list->lineage);
}

static hbs_status add_row(identities *list, hbs_catalog *catalog, const hbs_dataset *dataset, sqlite3_stmt *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *root = (const char *)sqlite3_column_text(row, ROOT_DATASET);
    if (sqlite3_column_bytes(row, CONTENT_HASH) != HBS_HASH_SIZE)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: a content hash of '%s' has not %d bytes", hbs_catalog_path(catalog), dataset->name,
                 HBS_HASH_SIZE);
    HBS_TRY(hbs_grow(&list->hash, &list->hash_capacity, list->count + 1, sizeof *list->hash, error));
    HBS_TRY(hbs_grow(&list->lineage, &list->lineage_capacity, list->count + 1, sizeof *list->lineage, error));
    memcpy(list->hash[list->count], sqlite3_column_blob(row, CONTENT_HASH), HBS_HASH_SIZE);
    list->lineage[list->count++] =
        hbs_lineage(dataset->name, root, (uint64_t)sqlite3_column_int64(row, ROOT_UNIT), (uint64_t)sqlite3_column_int64(row, UNIT));
    list->descended = list->descended || root;
done:
    return status;
}

static hbs_status read_identities(identities *list, hbs_catalog *catalog, const hbs_some_rows *rows, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *row = NULL;
    int code;
    HBS_TRY(hbs_catalog_prepare(catalog, &row, "SELECT idx, content_hash, unit, root_dataset, root_unit FROM instance WHERE dataset = ?1", error));
    sqlite3_bind_int64(row, 1, rows->dataset->id);
    while ((code = sqlite3_step(row)) == SQLITE_ROW)
        if (!rows->want || rows->want(rows->context, (uint64_t)sqlite3_column_int64(row, IDX)))
            HBS_TRY(add_row(list, catalog, rows->dataset, row, error));
    if (code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "read content hashes", error));
done:
    sqlite3_finalize(row);
    return status;
}

static int compare_hashes(const void *a, const void *b) { return memcmp(a, b, HBS_HASH_SIZE); }

static int compare_lineages(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool holds(const void *list, size_t count, size_t size, const void *wanted, int (*compare)(const void *, const void *)) {
    return count && bsearch(wanted, list, count, size, compare) != NULL;
}

hbs_status hbs_shared_count(hbs_shared *out, hbs_catalog *catalog, const hbs_some_rows *rows, const hbs_some_rows *others, hbs_error *error) {
    hbs_status status = HBS_OK;
    identities mine = {0}, theirs = {0};
    HBS_TRY(read_identities(&mine, catalog, rows, error));
    HBS_TRY(read_identities(&theirs, catalog, others, error));
    if (theirs.count) qsort(theirs.hash, theirs.count, sizeof *theirs.hash, compare_hashes);
    if (theirs.count) qsort(theirs.lineage, theirs.count, sizeof *theirs.lineage, compare_lineages);
    hbs_shared shared = {.instances = mine.count, .descended = mine.descended || theirs.descended};
    for (size_t i = 0; i < mine.count; i++) {
        const bool copy = holds(theirs.hash, theirs.count, sizeof *theirs.hash, mine.hash[i], compare_hashes);
        shared.copies += copy;
        shared.relatives += !copy && holds(theirs.lineage, theirs.count, sizeof *theirs.lineage, &mine.lineage[i], compare_lineages);
    }
    *out = shared;
done:
    free_identities(&mine);
    free_identities(&theirs);
    return status;
}

hbs_status hbs_overlap(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_shared shared = {0};
    char subject[160];
    if (dataset->problem != other->problem || dataset->id == other->id) return HBS_OK;
    HBS_TRY(hbs_shared_count(&shared, catalog, &(hbs_some_rows){dataset, NULL, NULL}, &(hbs_some_rows){other, NULL, NULL}, error));
    if (!shared.instances) goto done;
    const uint64_t both = shared.copies + shared.relatives;
    hbs_finding head = {.measure = "overlap", .null_value = 0, .weight = shared.copies ? HBS_FINDING_BIAS : HBS_FINDING_NONE};
    head.value = hbs_exactly((double)shared.copies / (double)shared.instances, shared.instances);
    snprintf(head.dataset, sizeof head.dataset, "%s", dataset->name);
    snprintf(subject, sizeof subject, "other=%s", other->name);
    HBS_TRY(hbs_findings_say(out, &head, "shared_with_dataset", subject, error,
                             "%" PRIu64 " of the %" PRIu64 " instance%s (%.3g %%) occur%s in %s too%s.", shared.copies, shared.instances,
                             hbs_s(shared.instances), 100 * head.value.estimate, shared.copies == 1 ? "s" : "", other->name,
                             shared.copies ? ": a model trained on one can remember them in the other" : ""));
    if (!shared.descended) goto done;
    head.weight = both ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    head.value = hbs_exactly((double)both / (double)shared.instances, shared.instances);
    HBS_TRY(hbs_findings_say(out, &head, "related_to_dataset", subject, error,
                             "%" PRIu64 " of the %" PRIu64 " instance%s (%.3g %%) %s or relatives of instances of %s%s.", both, shared.instances,
                             hbs_s(shared.instances), 100 * head.value.estimate, both == 1 ? "is a copy" : "are copies", other->name,
                             both ? ": augmented from the same ones, or one from the other, so that a model trained on one has seen their like" : ""));
done:
    return status;
}
