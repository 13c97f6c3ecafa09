/* Content hashes of both datasets, one sorted, the other looked up in it. */
#include "analysis/overlap.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/wording.h"
#include "core/memory.h"

typedef struct hashes {
    uint8_t (*item)[HBS_HASH_SIZE];
    size_t count, capacity;
} hashes;

static int compare_hashes(const void *a, const void *b) { return memcmp(a, b, HBS_HASH_SIZE); }

static hbs_status read_hashes(hashes *h, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    int code;
    if (sqlite3_prepare_v2(hbs_catalog_sqlite(catalog), "SELECT content_hash FROM instance WHERE dataset = ?1", -1, &statement, NULL) != SQLITE_OK)
        HBS_TRY(hbs_catalog_fail(catalog, "read content hashes", error));
    sqlite3_bind_int64(statement, 1, dataset->id);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (sqlite3_column_bytes(statement, 0) != HBS_HASH_SIZE)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: a content hash of '%s' has not %d bytes", hbs_catalog_path(catalog), dataset->name,
                     HBS_HASH_SIZE);
        HBS_TRY(hbs_grow(&h->item, &h->capacity, h->count + 1, sizeof *h->item, error));
        memcpy(h->item[h->count++], sqlite3_column_blob(statement, 0), HBS_HASH_SIZE);
    }
    if (code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "read content hashes", error));
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_overlap(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hashes mine = {0}, theirs = {0};
    uint64_t shared = 0;
    char subject[160];
    if (dataset->problem != other->problem || dataset->id == other->id) return HBS_OK;
    HBS_TRY(read_hashes(&mine, catalog, dataset, error));
    HBS_TRY(read_hashes(&theirs, catalog, other, error));
    if (!mine.count || !theirs.count) goto done;
    qsort(theirs.item, theirs.count, sizeof *theirs.item, compare_hashes);
    for (size_t i = 0; i < mine.count; i++) shared += bsearch(mine.item[i], theirs.item, theirs.count, sizeof *theirs.item, compare_hashes) != NULL;
    hbs_finding head = {.measure = "overlap", .null_value = 0, .weight = shared ? HBS_FINDING_BIAS : HBS_FINDING_NONE};
    head.value = hbs_exactly((double)shared / (double)mine.count, mine.count);
    snprintf(head.dataset, sizeof head.dataset, "%s", dataset->name);
    snprintf(subject, sizeof subject, "other=%s", other->name);
    HBS_TRY(hbs_findings_say(out, &head, "shared_with_dataset", subject, error, "%" PRIu64 " of the %zu instance%s (%.3g %%) occur%s in %s too%s.",
                             shared, mine.count, hbs_s(mine.count), 100 * head.value.estimate, shared == 1 ? "s" : "", other->name,
                             shared ? ": a model trained on one can remember them in the other" : ""));
done:
    free(mine.item);
    free(theirs.item);
    return status;
}
