/* Which instances do two datasets share? By content hash: as sets of clauses or atoms, with names as they stand. Both sides are read into memory, 48 bytes an
 * instance, and sorted. */
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/compare/rows.h"
#include "analysis/wording.h"
#include "core/memory.h"

typedef struct kept {
    uint8_t hash[HBS_HASH_SIZE];
    uint64_t unit;
    int label;
    bool shared;
} kept;

typedef struct side {
    kept *item;
    size_t count, capacity;
    uint64_t shared, units, units_shared; /* units_shared: all of whose instances are shared */
} side;

static int by_hash(const void *a, const void *b) {
    const kept *x = a, *y = b;
    const int order = memcmp(x->hash, y->hash, HBS_HASH_SIZE);
    return order ? order : (x->label > y->label) - (x->label < y->label);
}

static int by_unit(const void *a, const void *b) {
    const kept *x = a, *y = b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static hbs_status read_side(side *s, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    int code;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, "SELECT content_hash, unit, ifnull(label, -1) FROM instance WHERE dataset = ?1", error));
    sqlite3_bind_int64(statement, 1, dataset->id);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (sqlite3_column_bytes(statement, 0) != HBS_HASH_SIZE)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: a content hash of '%s' has not %d bytes", hbs_catalog_path(catalog), dataset->name, HBS_HASH_SIZE);
        HBS_TRY(hbs_grow(&s->item, &s->capacity, s->count + 1, sizeof *s->item, error));
        kept *const k = &s->item[s->count++];
        *k = (kept){.unit = (uint64_t)sqlite3_column_int64(statement, 1), .label = sqlite3_column_int(statement, 2)};
        memcpy(k->hash, sqlite3_column_blob(statement, 0), HBS_HASH_SIZE);
    }
    if (code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(catalog, "read content hashes", error));
    if (s->count) qsort(s->item, s->count, sizeof *s->item, by_hash);
done:
    sqlite3_finalize(statement);
    return status;
}

/* Marks what each side shares; *conflicts counts instances of the first that stand in the second with the other label only. */
static void mark_shared(side *a, const side *b, uint64_t *conflicts) {
    size_t j = 0;
    for (size_t i = 0; i < a->count; i++) {
        while (j < b->count && memcmp(b->item[j].hash, a->item[i].hash, HBS_HASH_SIZE) < 0) j++;
        bool same_label = false;
        for (size_t k = j; k < b->count && !same_label && !memcmp(b->item[k].hash, a->item[i].hash, HBS_HASH_SIZE); k++) {
            a->item[i].shared = true;
            same_label = same_label || b->item[k].label == a->item[i].label || b->item[k].label < 0 || a->item[i].label < 0;
        }
        a->shared += a->item[i].shared;
        *conflicts += a->item[i].shared && !same_label;
    }
}

static bool equal_lists(const side *a, const side *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (by_hash(&a->item[i], &b->item[i])) return false;
    return true;
}

static void count_units(side *s) {
    if (s->count) qsort(s->item, s->count, sizeof *s->item, by_unit);
    for (size_t i = 0; i < s->count;) {
        bool all = true;
        const uint64_t unit = s->item[i].unit;
        for (; i < s->count && s->item[i].unit == unit; i++) all = all && s->item[i].shared;
        s->units++;
        s->units_shared += all;
    }
}

static hbs_status say_shared(const side *mine, const hbs_finding *head, const char *name, const char *other, const char *quantity, hbs_findings *out, hbs_error *error) {
    hbs_finding f = *head;
    f.null_value = NAN;
    f.weight = HBS_FINDING_PLAIN;
    f.value = hbs_exactly(mine->count ? (double)mine->shared / (double)mine->count : 0, mine->count);
    char units[120] = "";
    if (mine->shared && mine->units < mine->count) snprintf(units, sizeof units, "; %" PRIu64 " of its %" PRIu64 " units are shared whole", mine->units_shared, mine->units);
    return hbs_findings_say(out, &f, quantity, "", error, "%" PRIu64 " of the %zu instance%s of %s stand%s in %s too%s.", mine->shared, mine->count, hbs_s(mine->count), name,
                            mine->shared == 1 ? "s" : "", other, units);
}

hbs_status hbs_compare_instances(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_finding *head, hbs_common *common, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    side mine = {0}, theirs = {0};
    uint64_t conflicts = 0, again = 0;
    HBS_TRY(read_side(&mine, catalog, a, error));
    HBS_TRY(read_side(&theirs, catalog, b, error));
    const bool equal = equal_lists(&mine, &theirs);
    mark_shared(&mine, &theirs, &conflicts);
    mark_shared(&theirs, &mine, &again);
    *common = (hbs_common){.equal = equal, .count = {mine.count, theirs.count}, .shared = {mine.shared, theirs.shared}};
    count_units(&mine);
    count_units(&theirs);
    HBS_TRY(say_shared(&mine, head, a->name, b->name, "shared_of_first", out, error));
    HBS_TRY(say_shared(&theirs, head, b->name, a->name, "shared_of_second", out, error));
    if (!conflicts) goto done;
    hbs_finding f = *head;
    f.weight = HBS_FINDING_BIAS;
    f.null_value = 0;
    f.value = hbs_exactly((double)conflicts, mine.count);
    HBS_TRY(hbs_findings_say(out, &f, "label_conflicts", "", error, "%" PRIu64 " shared instance%s ha%s the other label in %s: one of the two is wrong. gen verify re-solves.", conflicts,
                             hbs_s(conflicts), conflicts == 1 ? "s" : "ve", b->name));
done:
    free(mine.item);
    free(theirs.item);
    return status;
}

hbs_status hbs_compare_share(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, double *share, hbs_error *error) {
    hbs_status status = HBS_OK;
    side mine = {0}, theirs = {0};
    uint64_t conflicts = 0;
    HBS_TRY(read_side(&mine, catalog, a, error));
    HBS_TRY(read_side(&theirs, catalog, b, error));
    mark_shared(&mine, &theirs, &conflicts);
    mark_shared(&theirs, &mine, &conflicts);
    const double first = mine.count ? (double)mine.shared / (double)mine.count : 0, second = theirs.count ? (double)theirs.shared / (double)theirs.count : 0;
    *share = first > second ? first : second;
done:
    free(mine.item);
    free(theirs.item);
    return status;
}
