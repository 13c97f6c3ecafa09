/* Content hashes, canonical hashes and lineages of the others are sorted, those of the dataset looked up in them. Near copies are near_copies.c's. */
#include "analysis/redundancy/overlap.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/redundancy/near_copies.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/ordering.h"

enum { IDX, CONTENT_HASH, CANONICAL_HASH, UNIT, ROOT_DATASET, ROOT_UNIT };

typedef struct identities {
    uint8_t (*hash)[HBS_HASH_SIZE], (*form)[HBS_HASH_SIZE]; /* form: all 0 where it is not known */
    uint64_t *lineage;
    size_t count, hash_capacity, form_capacity, lineage_capacity;
    uint64_t unknown;
    bool descended;
} identities;

static void free_identities(identities *list) {
    free(list->hash);
    free(list->form);
    free(list->lineage);
}

static hbs_status add_row(identities *list, hbs_catalog *catalog, const hbs_dataset *dataset, sqlite3_stmt *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *root = (const char *)sqlite3_column_text(row, ROOT_DATASET);
    if (sqlite3_column_bytes(row, CONTENT_HASH) != HBS_HASH_SIZE)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: a content hash of '%s' has not %d bytes", hbs_catalog_path(catalog), dataset->name,
                 HBS_HASH_SIZE);
    HBS_TRY(hbs_grow(&list->hash, &list->hash_capacity, list->count + 1, sizeof *list->hash, error));
    HBS_TRY(hbs_grow(&list->form, &list->form_capacity, list->count + 1, sizeof *list->form, error));
    HBS_TRY(hbs_grow(&list->lineage, &list->lineage_capacity, list->count + 1, sizeof *list->lineage, error));
    memcpy(list->hash[list->count], sqlite3_column_blob(row, CONTENT_HASH), HBS_HASH_SIZE);
    memset(list->form[list->count], 0, HBS_HASH_SIZE);
    if (sqlite3_column_bytes(row, CANONICAL_HASH) == HBS_HASH_SIZE) memcpy(list->form[list->count], sqlite3_column_blob(row, CANONICAL_HASH), HBS_HASH_SIZE);
    else list->unknown++;
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
    HBS_TRY(hbs_catalog_prepare(catalog, &row, "SELECT idx, content_hash, canonical_hash, unit, root_dataset, root_unit FROM instance WHERE dataset = ?1", error));
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

static bool holds(const void *list, size_t count, size_t size, const void *wanted, int (*compare)(const void *, const void *)) {
    return count && bsearch(wanted, list, count, size, compare) != NULL;
}

static bool is_known(const uint8_t form[HBS_HASH_SIZE]) {
    static const uint8_t nothing[HBS_HASH_SIZE] = {0};
    return memcmp(form, nothing, HBS_HASH_SIZE) != 0;
}

hbs_status hbs_shared_count(hbs_shared *out, hbs_catalog *catalog, const hbs_some_rows *rows, const hbs_some_rows *others, hbs_error *error) {
    hbs_status status = HBS_OK;
    identities mine = {0}, theirs = {0};
    HBS_TRY(read_identities(&mine, catalog, rows, error));
    HBS_TRY(read_identities(&theirs, catalog, others, error));
    if (theirs.count) qsort(theirs.hash, theirs.count, sizeof *theirs.hash, compare_hashes);
    if (theirs.count) qsort(theirs.form, theirs.count, sizeof *theirs.form, compare_hashes);
    if (theirs.count) qsort(theirs.lineage, theirs.count, sizeof *theirs.lineage, hbs_by_uint64);
    hbs_shared shared = {.instances = mine.count, .descended = mine.descended || theirs.descended, .unknown = mine.unknown + theirs.unknown,
                         .known = mine.unknown < mine.count && theirs.unknown < theirs.count};
    for (size_t i = 0; i < mine.count; i++) {
        const bool copy = holds(theirs.hash, theirs.count, sizeof *theirs.hash, mine.hash[i], compare_hashes);
        const bool isomorphic = copy || (is_known(mine.form[i]) && holds(theirs.form, theirs.count, sizeof *theirs.form, mine.form[i], compare_hashes));
        const bool relative = holds(theirs.lineage, theirs.count, sizeof *theirs.lineage, &mine.lineage[i], hbs_by_uint64);
        shared.copies += copy;
        shared.isomorphic += isomorphic;
        shared.kin += relative;
        shared.relatives += relative && !copy;
        shared.related += isomorphic || relative;
    }
    *out = shared;
done:
    free_identities(&mine);
    free_identities(&theirs);
    return status;
}

static hbs_finding head_of(const hbs_dataset *dataset, uint64_t found, uint64_t instances) {
    hbs_finding head = hbs_finding_about("overlap", dataset);
    head.null_value = 0;
    head.weight = found ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    head.value = hbs_exactly((double)found / (double)instances, instances);
    return head;
}

static hbs_status say_isomorphic(const hbs_shared *s, const hbs_dataset *dataset, const char *subject, const char *other, hbs_findings *out, hbs_error *error) {
    const hbs_finding head = head_of(dataset, s->isomorphic, s->instances);
    char unknown[120] = "";
    if (s->unknown) snprintf(unknown, sizeof unknown, " Of %" PRIu64 " in both no canonical form is known: renamed copies of these are not seen.", s->unknown);
    return hbs_findings_say(out, &head, "isomorphic_to_dataset", subject, error,
                            "%" PRIu64 " of the %" PRIu64 " instance%s (%.3g %%) %s, exact or renamed, in %s.%s", s->isomorphic, s->instances,
                            hbs_s(s->instances), 100 * head.value.estimate, hbs_one_or(s->isomorphic, "has a copy", "have copies"), other, unknown);
}

hbs_status hbs_overlap(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *other, const hbs_measure_options *options, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_shared s = {0};
    hbs_finding head;
    char subject[160];
    if (dataset->problem != other->problem || dataset->id == other->id) return HBS_OK;
    HBS_TRY(hbs_shared_count(&s, catalog, &(hbs_some_rows){dataset, NULL, NULL}, &(hbs_some_rows){other, NULL, NULL}, error));
    if (!s.instances) goto done;
    snprintf(subject, sizeof subject, "other=%s", other->name);
    head = head_of(dataset, s.copies, s.instances);
    HBS_TRY(hbs_findings_say(out, &head, "shared_with_dataset", subject, error,
                             "%" PRIu64 " of the %" PRIu64 " instance%s (%.3g %%) %s in %s%s.", s.copies, s.instances, hbs_s(s.instances),
                             100 * head.value.estimate, hbs_one_or(s.copies, "has an exact copy", "have exact copies"), other->name,
                             s.copies ? ": a model trained on one can remember them in the other" : ""));
    if (s.known) HBS_TRY(say_isomorphic(&s, dataset, subject, other->name, out, error));
    head = head_of(dataset, 0, s.instances);
    head.null_value = NAN;
    HBS_TRY(hbs_say_near_copies_of(out, &head, catalog, dataset, other, options, error));
    if (!s.descended) goto done;
    head = head_of(dataset, s.related, s.instances);
    HBS_TRY(hbs_findings_say(out, &head, "related_to_dataset", subject, error,
                             "%" PRIu64 " of the %" PRIu64 " instance%s (%.3g %%) %s of instances of %s%s.", s.related, s.instances,
                             hbs_s(s.instances), 100 * head.value.estimate, hbs_one_or(s.related, "is a copy or a relative", "are copies or relatives"), other->name,
                             s.related ? ": augmented from the same ones, or one from the other, so that a model trained on one has seen their like" : ""));
done:
    return status;
}
