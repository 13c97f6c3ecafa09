/* Descent is a graph over datasets: child and parent are joined where the child's options name the parent's digest and some instance of it names the parent. Parents can only be asked where both are in
 * this catalog, complete, and the parent is still the dataset of that digest. */
#include "datasets/catalog/kinship.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/catalog/connection.h"

void hbs_tell_fault(hbs_faults *faults, const char *format, ...) {
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    faults->count++;
    if (faults->tell) faults->tell(faults->context, text);
}

/* One dataset among all of its catalog. */
typedef struct kinship {
    hbs_catalog *catalog;
    const hbs_dataset *dataset;
    hbs_faults *faults;
    hbs_dataset *all;
    size_t count;
    bool *seen; /* by the search for a cycle */
} kinship;

/* Children whose row does not agree with that of the parent that it names. */
static hbs_status check_children(const kinship *k, const hbs_dataset *parents, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    int code;
    HBS_TRY(hbs_catalog_prepare(k->catalog, &statement,
                                "SELECT c.idx, c.parent, p.idx IS NULL, c.label IS NOT p.label FROM instance c LEFT JOIN instance p ON p.dataset = ?2 AND p.idx = c.parent "
                                "WHERE c.dataset = ?1 AND c.parent_dataset = ?3 AND (p.idx IS NULL OR (c.label IS NOT NULL AND c.label IS NOT p.label) "
                                "OR c.root_dataset IS NOT ifnull(p.root_dataset, ?3) OR c.root_unit IS NOT iif(p.root_dataset IS NULL, p.unit, p.root_unit)) ORDER BY c.idx", error));
    sqlite3_bind_int64(statement, 1, k->dataset->id);
    sqlite3_bind_int64(statement, 2, parents->id);
    sqlite3_bind_text(statement, 3, parents->name, -1, SQLITE_STATIC);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        hbs_tell_fault(k->faults, "%s, instance %lld: its parent, %s %lld, %s", k->dataset->name, (long long)sqlite3_column_int64(statement, 0), parents->name, (long long)sqlite3_column_int64(statement, 1),
                       sqlite3_column_int(statement, 2) ? "is not there" : sqlite3_column_int(statement, 3) ? "has another label" : "has another root");
    if (code != SQLITE_DONE) hbs_tell_fault(k->faults, "%s: parents: %s", k->dataset->name, sqlite3_errmsg(k->catalog->db));
done:
    sqlite3_finalize(statement);
    return status;
}

/* Can only be asked of parents that are still what the children were made from: in this catalog, with the digest that the options name. */
static bool may_descend(const hbs_dataset *child, const hbs_dataset *parent) {
    return child->complete && parent->complete && parent->digest[0] && strstr(child->options, "\"parents\"") && strstr(child->options, parent->digest);
}

static hbs_status descends(const kinship *k, const hbs_dataset *child, const char *parent, bool *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(k->catalog, &statement, "SELECT 1 FROM instance WHERE dataset = ?1 AND parent_dataset = ?2 LIMIT 1", error));
    sqlite3_bind_int64(statement, 1, child->id);
    sqlite3_bind_text(statement, 2, parent, -1, SQLITE_STATIC);
    *out = sqlite3_step(statement) == SQLITE_ROW;
done:
    sqlite3_finalize(statement);
    return status;
}

/* Does `number`, an ancestor of the dataset in hand, descend from it? */
static hbs_status find_cycle(kinship *k, size_t number, bool *found, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_dataset *const child = &k->all[number];
    k->seen[number] = true;
    for (size_t i = 0; i < k->count && !*found; i++) {
        bool edge = false;
        if (may_descend(child, &k->all[i])) HBS_TRY(descends(k, child, k->all[i].name, &edge, error));
        if (!edge) continue;
        if (k->all[i].id == k->dataset->id) *found = true;
        else if (!k->seen[i]) HBS_TRY(find_cycle(k, i, found, error));
    }
done:
    return status;
}

static hbs_status check_parents(kinship *k, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool cycle = false;
    HBS_TRY(descends(k, k->dataset, k->dataset->name, &cycle, error));   /* whatever its options say */
    for (size_t i = 0; i < k->count; i++) {
        if (k->all[i].id == k->dataset->id && !cycle) HBS_TRY(find_cycle(k, i, &cycle, error));
        if (may_descend(k->dataset, &k->all[i])) HBS_TRY(check_children(k, &k->all[i], error));
    }
    if (cycle) hbs_tell_fault(k->faults, "%s: its instances descend from it", k->dataset->name);
done:
    return status;
}

static const hbs_dataset *named(const kinship *k, const char *name) {
    for (size_t i = 0; name && i < k->count; i++)
        if (!strcmp(k->all[i].name, name)) return &k->all[i];
    return NULL;
}

static void check_reference(const kinship *k) {
    const hbs_dataset *at = named(k, k->dataset->reference_of);
    for (size_t steps = 1; at && steps <= k->count; steps++, at = named(k, at->reference_of)) {
        if (at->id != k->dataset->id) continue;
        hbs_tell_fault(k->faults, "%s: it is a reference of itself, in %zu steps", k->dataset->name, steps);
        return;
    }
    if (k->dataset->reference_of && !hbs_is_reference_of(k->dataset, k->dataset->reference_of))
        hbs_tell_fault(k->faults, "%s: it says that it is a reference of %s, and was not made as one", k->dataset->name, k->dataset->reference_of);
}

hbs_status hbs_verify_kinship(hbs_catalog *catalog, const hbs_dataset *dataset, hbs_faults *faults, hbs_error *error) {
    hbs_status status = HBS_OK;
    kinship k = {.catalog = catalog, .dataset = dataset, .faults = faults};
    HBS_TRY(hbs_dataset_list(catalog, &k.all, &k.count, error));
    HBS_TRY(hbs_allocate(&k.seen, k.count, sizeof *k.seen, error));
    check_reference(&k);
    HBS_TRY(check_parents(&k, error));
done:
    for (size_t i = 0; i < k.count; i++) hbs_dataset_free(&k.all[i]);
    free(k.all);
    free(k.seen);
    return status;
}
