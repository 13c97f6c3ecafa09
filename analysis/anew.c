/* Measures read features and references that the catalog holds, which a stranger can have written: copying a dataset's features onto its reference, or its rows, makes a bias
 * vanish. Both follow from the instances and a seed, so both can be made again and held against what is there, row by row, in one pass each and in memory. Features may
 * differ by rounding, 1e-9 of their size, as mathematical libraries do; whatever is drawn is equal to the byte. */
#include "analysis/anew.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "analysis/features/feature_missing.h"
#include "analysis/reference/reference.h"
#include "analysis/reference/reference_draw.h"
#include "analysis/wording.h"

#define ROUNDING 1e-9

static void tell(hbs_anew *anew, const char *message) {
    anew->faults++;
    anew->fault(anew->context, message);
}

/* ---- features ---- */

typedef struct holding {
    sqlite3_stmt *stored; /* idx, then each feature, by idx */
    hbs_catalog *catalog;
    const hbs_feature *const *feature;
    uint64_t rows, wrong, first;
    char what[200]; /* the first difference */
    int code;
} holding;

static hbs_status prepare_stored(holding *h, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes sql = {0};
    HBS_TRY(hbs_bytes_print(&sql, error, "SELECT idx"));
    for (const hbs_feature *const *feature = h->feature; *feature; feature++) HBS_TRY(hbs_bytes_print(&sql, error, ", \"%s\"", (*feature)->name));
    HBS_TRY(hbs_bytes_print(&sql, error, " FROM %s WHERE dataset = ?1 ORDER BY idx", hbs_feature_table_name(dataset->problem)));
    HBS_TRY(hbs_catalog_prepare(h->catalog, &h->stored, (const char *)sql.data, error));
    sqlite3_bind_int64(h->stored, 1, dataset->id);
    h->code = sqlite3_step(h->stored);
done:
    hbs_bytes_free(&sql);
    return status;
}

static bool is_near(double stored, double computed) {
    if (isnan(stored) || isnan(computed)) return isnan(stored) && isnan(computed);
    return fabs(stored - computed) <= ROUNDING * fmax(1, fabs(computed));
}

static void print_value(double value, char out[32]) {
    if (isnan(value)) snprintf(out, 32, "not defined");
    else snprintf(out, 32, "%.6g", value);
}

static void note(holding *h, uint64_t idx, const char *name, double stored, double computed) {
    char was[32], is[32];
    if (h->wrong++) return;
    h->first = idx;
    print_value(stored, was);
    print_value(computed, is);
    snprintf(h->what, sizeof h->what, "%s: %s stored, %s computed", name, was, is);
}

/* Rows that are not stored claim nothing. */
static hbs_status hold_row(void *context, uint64_t idx, const double *value, hbs_error *error) {
    holding *const h = context;
    while (h->code == SQLITE_ROW && (uint64_t)sqlite3_column_int64(h->stored, 0) < idx) h->code = sqlite3_step(h->stored);
    if (h->code != SQLITE_ROW && h->code != SQLITE_DONE) return hbs_catalog_fail(h->catalog, "read features", error);
    if (h->code == SQLITE_DONE || (uint64_t)sqlite3_column_int64(h->stored, 0) != idx) return HBS_OK;
    h->rows++;
    for (int f = 0; h->feature[f]; f++) {
        const double stored = sqlite3_column_type(h->stored, f + 1) == SQLITE_NULL ? NAN : sqlite3_column_double(h->stored, f + 1);
        if (is_near(stored, value[f])) continue;
        note(h, idx, h->feature[f]->name, stored, value[f]);
        break;
    }
    return HBS_OK;
}

static hbs_status drop_features(hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    char sql[100];
    snprintf(sql, sizeof sql, "DELETE FROM %s WHERE dataset = %" PRId64, hbs_feature_table_name(dataset->problem), dataset->id);
    return hbs_catalog_is_writable(catalog) ? hbs_catalog_execute(catalog, sql, "drop features", error) : HBS_OK;
}

static hbs_status hold_features(hbs_anew *anew, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    holding h = {.catalog = catalog, .feature = hbs_features(dataset->problem)};
    bool present;
    char text[600];
    HBS_TRY(hbs_feature_columns_present(catalog, dataset->problem, &present, error));
    if (!present) goto done; /* of another version: no stored row is read */
    HBS_TRY(prepare_stored(&h, dataset, error));
    if (h.code == SQLITE_DONE) goto done;
    HBS_TRY(hbs_feature_compute_missing(catalog, dataset, false, options, hold_row, &h, error));
    sqlite3_finalize(h.stored);
    h.stored = NULL;
    if (!h.wrong) goto done;
    snprintf(text, sizeof text, "%s: stored features of %" PRIu64 " of %" PRIu64 " instance%s are not those of their payloads, the first is instance %" PRIu64 " (%s)", dataset->name, h.wrong,
             h.rows, hbs_s(h.rows), h.first, h.what);
    tell(anew, text);
    HBS_TRY(drop_features(catalog, dataset, error));
done:
    sqlite3_finalize(h.stored);
    return status;
}

/* ---- the reference ---- */

typedef struct comparing {
    hbs_rows *rows;
    hbs_row row; /* stored, not yet met; valid while more */
    bool more;
    uint64_t drawn, wrong, first;
} comparing;

static hbs_status advance(comparing *c, hbs_error *error) { return hbs_rows_next(c->rows, &c->row, &c->more, error); }

static void note_row(comparing *c, uint64_t idx) {
    if (!c->wrong++) c->first = idx;
}

static bool is_same_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

static bool is_drawn(const hbs_row *stored, const hbs_row *own, const hbs_counterpart *drawn) {
    return stored->payload_size == drawn->row.payload_size && memcmp(stored->payload, drawn->row.payload, stored->payload_size) == 0 && stored->label == drawn->row.label &&
           stored->unit == own->unit && stored->part == own->part && is_same_text(stored->split, own->split) && !stored->root_dataset;
}

static hbs_status compare_drawn(void *context, const hbs_row *row, hbs_counterpart *drawn, hbs_error *error) {
    hbs_status status = HBS_OK;
    comparing *const c = context;
    for (; c->more && c->row.idx < row->idx; note_row(c, c->row.idx)) HBS_TRY(advance(c, error));
    const bool stored = c->more && c->row.idx == row->idx;
    c->drawn += drawn->match.found;
    if (stored != drawn->match.found || (stored && !is_drawn(&c->row, row, drawn))) note_row(c, row->idx);
    if (stored) HBS_TRY(advance(c, error));
done:
    return status;
}

static hbs_status draw_again(comparing *c, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *reference, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_counterparts drawing = {.dataset = dataset, .seed = hbs_reference_seed(dataset, options->seed), .context = c, .take = compare_drawn};
    HBS_TRY(hbs_matching_plan_make(&drawing.plan, catalog, dataset, drawing.seed, options, error));
    HBS_TRY(hbs_rows_open(&c->rows, catalog, reference->id, error));
    HBS_TRY(advance(c, error));
    HBS_TRY(hbs_counterparts_draw(&drawing, catalog, 0, options, error));
    while (c->more) {
        note_row(c, c->row.idx);
        HBS_TRY(advance(c, error));
    }
done:
    hbs_rows_close(c->rows);
    hbs_matching_plan_free(&drawing.plan);
    return status;
}

/* Drawn within this very budget, the default where none is asked for. */
static bool is_within_budget(const hbs_dataset *reference, const hbs_dataset *dataset, hbs_measure_options options) {
    const hbs_match_limits asked = hbs_match_limits_asked(&options);
    options.reference_tries = asked.tries;
    options.reference_steps = asked.steps;
    return hbs_reference_fits(reference, dataset, &options);
}

/* *gone: it was not what is drawn, and is removed, or to be left alone. */
static hbs_status hold_reference(hbs_anew *anew, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *reference, const hbs_measure_options *options, bool *gone, hbs_error *error) {
    hbs_status status = HBS_OK;
    comparing c = {0};
    char text[600];
    if (reference->seed != hbs_reference_seed(dataset, options->seed) || !is_within_budget(reference, dataset, *options))
        snprintf(text, sizeof text, "%s was not drawn with --seed %" PRIu64 ", this --as and this budget (--reference-tries, --reference-steps): give those that it was made with", reference->name,
                 options->seed);
    else {
        HBS_TRY(draw_again(&c, catalog, dataset, reference, options, error));
        if (!c.wrong) goto done;
        snprintf(text, sizeof text, "%s: %" PRIu64 " stored instance%s %s not what is drawn for %s, %" PRIu64 " in all; the first is instance %" PRIu64, reference->name, c.wrong, hbs_s(c.wrong),
                 hbs_one_or(c.wrong, "is", "are"), dataset->name, c.drawn, c.first);
    }
    tell(anew, text);
    *gone = true;
    if (hbs_catalog_is_writable(catalog)) HBS_TRY(hbs_dataset_remove(catalog, reference->name, error));
done:
    return status;
}

/* One that was begun and left goes on from rows that nobody checked: it is begun again. */
static hbs_status hold_stored(hbs_anew *anew, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *reference, const hbs_measure_options *options, bool *gone, hbs_error *error) {
    hbs_status status = HBS_OK;
    *gone = !reference->complete;
    if (reference->complete) HBS_TRY(hold_reference(anew, catalog, dataset, reference, options, gone, error));
    else if (hbs_catalog_is_writable(catalog)) HBS_TRY(hbs_dataset_remove(catalog, reference->name, error));
    if (!*gone) HBS_TRY(hold_features(anew, catalog, reference, options, error));
done:
    return status;
}

/* The one that is made when it is asked for. */
static hbs_status hold_own(hbs_anew *anew, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *reference, const hbs_measure_options *options, hbs_error *error) {
    bool gone;
    if (!hbs_is_reference_of(reference, dataset->name)) return hold_features(anew, catalog, reference, options, error);
    if (!hbs_reference_fits(reference, dataset, options)) return HBS_OK; /* nobody reads it: it is made anew */
    return hold_stored(anew, catalog, dataset, reference, options, &gone, error);
}

static hbs_status find_owner(hbs_catalog *catalog, const hbs_dataset *reference, hbs_dataset *owner, hbs_error *error) {
    char name[160];
    const hbs_status status = hbs_dataset_find(catalog, reference->reference_of, owner, error);
    if (status != HBS_OK && status != HBS_ERROR_NOT_FOUND) return status;
    snprintf(name, sizeof name, "%s@uniform", reference->reference_of);
    if (status == HBS_OK && owner->complete && strcmp(name, reference->name) == 0) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "'%s' says that it was drawn for '%s', which %s: it cannot be drawn again, so it cannot be believed; name another reference", reference->name,
                     reference->reference_of, status != HBS_OK ? "is not there" : owner->complete ? "has none of that name" : "is not complete");
}

/* One that is named may be another dataset's, and nobody makes it on the way: it is drawn here. */
static hbs_status hold_named(hbs_anew *anew, hbs_catalog *catalog, const hbs_dataset *reference, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_measure_options own = *options;
    hbs_dataset owner = {0}, drawn = {0};
    bool gone;
    own.reference = NULL;
    if (!reference->reference_of) return hold_features(anew, catalog, reference, options, error);
    HBS_TRY(find_owner(catalog, reference, &owner, error));
    HBS_TRY(hold_stored(anew, catalog, &owner, reference, options, &gone, error));
    if (gone && hbs_catalog_is_writable(catalog)) HBS_TRY(hbs_reference(catalog, &owner, &own, &drawn, error));
done:
    hbs_dataset_free(&owner);
    hbs_dataset_free(&drawn);
    return status;
}

/* HBS_OK without one where there is none. */
static hbs_status find_reference(hbs_catalog *catalog, const char *name, hbs_dataset *out, hbs_error *error) {
    const hbs_status found = hbs_dataset_find(catalog, name, out, NULL);
    if (found == HBS_OK || found == HBS_ERROR_NOT_FOUND) return HBS_OK;
    return hbs_raise(error, found, "cannot look up the reference '%s' in %s", name, hbs_catalog_path(catalog));
}

static hbs_status hold_dataset(hbs_anew *anew, hbs_catalog *catalog, const char *name, bool with_own, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0}, own = {0};
    char uniform[160];
    HBS_TRY(hbs_dataset_find(catalog, name, &dataset, error));
    HBS_TRY(hold_features(anew, catalog, &dataset, options, error));
    snprintf(uniform, sizeof uniform, "%s@uniform", name);
    if (with_own) HBS_TRY(find_reference(catalog, uniform, &own, error));
    if (own.name) HBS_TRY(hold_own(anew, catalog, &dataset, &own, options, error));
done:
    hbs_dataset_free(&dataset);
    hbs_dataset_free(&own);
    return status;
}

hbs_status hbs_hold_anew(hbs_anew *anew, hbs_catalog *catalog, const char *const *names, size_t count, const hbs_measure_options *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    const bool named = hbs_reference_is_named(&options);
    hbs_dataset reference = {0};
    for (size_t i = 0; i < count; i++)
        if (!hbs_is_named_before(names, i)) HBS_TRY(hold_dataset(anew, catalog, names[i], !named, &options, error));
    if (named) HBS_TRY(find_reference(catalog, options.reference, &reference, error));
    if (reference.name) HBS_TRY(hold_named(anew, catalog, &reference, &options, error));
done:
    hbs_dataset_free(&reference);
    return status;
}
