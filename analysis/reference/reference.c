/* Makes, resumes or finds the reference of a dataset.
 *
 * Its seed comes from SHA-256 of the dataset's digest and the seed asked for, so two datasets made with one seed have independent references, and a
 * dataset of uniform instances does not meet its own draws again. Instance idx draws from streams of its own: the bytes do not depend on threads or
 * resumes. What it was made for (digest, laws, bounds) is kept as JSON in its options; a reference of an older dataset of the same name is removed
 * and made anew. Limits: rejection needs about 1/P(label) decisions an instance, so a label that is rare at some signature ends as infeasible there.
 */
#include "analysis/reference/reference.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "analysis/reference/reference_draw.h"
#include "core/memory.h"

typedef struct making {
    hbs_counterparts drawing;
    hbs_writer *writer;
} making;

static hbs_status write_drawn(void *context, const hbs_row *row, hbs_counterpart *d, hbs_error *error) {
    const making *m = context;
    if (row->label == HBS_LABEL_UNKNOWN) return HBS_OK;
    if (!d->match.found) {
        char reason[240];
        const bool is_cut = m->drawing.plan.is_cut && d->match.tries && !d->match.undecided;
        snprintf(reason, sizeof reason, "%s%s", d->match.reason, is_cut ? " (the budget of the whole reference gave no more to each)" : "");
        return hbs_writer_infeasible(m->writer, row->unit, row->idx, row->label, d->match.tries, reason, error);
    }
    d->row.split = row->split;
    return hbs_writer_add(m->writer, &d->row, error);
}

static hbs_status fill(making *m, hbs_catalog *catalog, hbs_dataset *reference, uint64_t from, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    m->drawing.context = m;
    m->drawing.take = write_drawn;
    HBS_TRY(hbs_writer_open(&m->writer, catalog, reference->id, error));
    status = hbs_counterparts_draw(&m->drawing, catalog, from, options, error);
    if (status == HBS_OK || status == HBS_ERROR_INTERRUPTED) {
        const hbs_status committed = hbs_writer_commit(m->writer, status == HBS_OK ? error : NULL);
        if (status == HBS_OK) status = committed;
    }
done:
    if (m->writer) hbs_writer_close(m->writer);
    m->writer = NULL;
    return status;
}

/* Its row. */

uint64_t hbs_reference_seed(const hbs_dataset *dataset, uint64_t seed) {
    hbs_hash hash;
    uint8_t bytes[HBS_HASH_SIZE];
    char number[32];
    const int length = snprintf(number, sizeof number, " %llu", (unsigned long long)seed);
    hbs_hash_start(&hash);
    hbs_hash_add(&hash, "hardbias reference ", 19);
    hbs_hash_add(&hash, dataset->digest, strlen(dataset->digest));
    hbs_hash_add(&hash, number, (size_t)length);
    hbs_hash_finish(&hash, bytes);
    uint64_t derived = 0;
    for (int i = 0; i < 8; i++) derived = derived << 8 | bytes[i];
    return derived >> 1; /* fits SQLite's signed integers as it stands */
}

static const char *const as_names[] = {"drawn", "sets", "sequences"};

static hbs_status print_options(const making *m, const hbs_measure_options *options, char **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_match_limits asked = hbs_match_limits_asked(options);
    json_t *laws = json_array();
    for (size_t p = 0; p < HBS_PARTS_MAX; p++)
        if (m->drawing.plan.sequences[p]) json_array_append_new(laws, json_integer((json_int_t)p));
    json_t *root = json_pack("{s:s, s:s, s:o, s:I, s:I, s:I, s:I}", "as", as_names[options->as], "of_digest", m->drawing.dataset->digest, "parts_as_sequences", laws,
                             "tries", (json_int_t)asked.tries, "steps", (json_int_t)asked.steps, "tries_each",
                             (json_int_t)m->drawing.plan.limits.tries, "steps_each", (json_int_t)m->drawing.plan.limits.steps);
    if (root && m->drawing.dataset->problem == HBS_CQC) json_object_set_new(root, "constants", json_string("as in the dataset"));
    *out = root ? json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    if (!*out) status = hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    json_decref(root);
    return status;
}

static hbs_status create(making *m, hbs_catalog *catalog, const char *name, const hbs_measure_options *options, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char spec[200];
    hbs_dataset row = {.problem = m->drawing.dataset->problem, .seed = m->drawing.seed, .shuffled = true};
    snprintf(spec, sizeof spec, "reference of %s", m->drawing.dataset->name);
    HBS_TRY(hbs_copy_text(&row.name, name, error));
    HBS_TRY(hbs_copy_text(&row.spec, spec, error));
    HBS_TRY(hbs_copy_text(&row.reference_of, m->drawing.dataset->name, error));
    HBS_TRY(hbs_copy_text(&row.tool_version, HBS_VERSION, error));
    HBS_TRY(print_options(m, options, &row.options, error));
    HBS_TRY(hbs_dataset_create(catalog, &row, error));
    *out = row;
    row = (hbs_dataset){0};
done:
    hbs_dataset_free(&row);
    return status;
}

/* Does what is stored under `key` say what is asked for? Older references say nothing of it: the default. */
static bool agrees(const json_t *root, const char *key, uint64_t asked, uint64_t fallback) {
    const json_t *stored = json_object_get(root, key);
    return !asked || (stored ? (uint64_t)json_integer_value(stored) : fallback) == asked;
}

bool hbs_reference_fits(const hbs_dataset *reference, const hbs_dataset *dataset, const hbs_measure_options *options) {
    if (!hbs_is_reference_of(reference, dataset->name) || !reference->options) return false;
    json_t *root = json_loads(reference->options, 0, NULL);
    const char *digest = json_string_value(json_object_get(root, "of_digest"));
    const char *as = json_string_value(json_object_get(root, "as"));
    const bool same = digest && strcmp(digest, dataset->digest) == 0 && strcmp(as ? as : as_names[0], as_names[options->as]) == 0 &&
                      agrees(root, "tries", options->reference_tries, HBS_MATCH_TRIES) && agrees(root, "steps", options->reference_steps, HBS_MATCH_STEPS) &&
                      (dataset->problem != HBS_CQC || json_object_get(root, "constants")); /* older ones called them c1, c2, .. */
    json_decref(root);
    return same;
}

bool hbs_reference_uses_sequences(const hbs_dataset *reference) {
    if (!reference->reference_of || !reference->options) return false;
    json_t *root = json_loads(reference->options, 0, NULL);
    const bool some = json_array_size(json_object_get(root, "parts_as_sequences")) > 0;
    json_decref(root);
    return some;
}

/* First index that an interrupted run has not settled. */
static hbs_status settled(hbs_catalog *catalog, int64_t dataset, uint64_t *from, hbs_error *error) {
    static const char sql[] =
        "SELECT coalesce(max(idx) + 1, 0) FROM (SELECT idx FROM instance WHERE dataset = ?1 UNION ALL SELECT idx FROM infeasible WHERE dataset = ?1)";
    return hbs_catalog_number(catalog, dataset, sql, from, error);
}

static hbs_status reference_name(const hbs_dataset *dataset, char name[160], hbs_error *error) {
    if (snprintf(name, 160, "%s@uniform", dataset->name) > 128)
        return hbs_raise(error, HBS_ERROR_USAGE, "the name '%s' is too long for a reference: '%s@uniform' has more than 128 bytes", dataset->name,
                         dataset->name);
    return HBS_OK;
}

static hbs_status check_writable(hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    if (hbs_catalog_is_writable(catalog)) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE,
                     "%s holds no complete reference of '%s' and is open for reading only: open it for writing once, so that '%s@uniform' can be "
                     "made, or name a dataset as the reference",
                     hbs_catalog_path(catalog), dataset->name, dataset->name);
}

/* A reference that was begun goes on as it began. */
static void take_budget(const hbs_dataset *partial, hbs_measure_options *options) {
    json_t *root = json_loads(partial->options, 0, NULL);
    const json_t *tries = json_object_get(root, "tries"), *steps = json_object_get(root, "steps");
    if (json_integer_value(tries) > 0) options->reference_tries = (uint64_t)json_integer_value(tries);
    if (json_integer_value(steps) > 0) options->reference_steps = (uint64_t)json_integer_value(steps);
    json_decref(root);
}

static hbs_status make(hbs_catalog *catalog, const hbs_dataset *dataset, const char *name, hbs_dataset *partial, const hbs_measure_options *given,
                       hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_measure_options own = *given, *options = &own;
    making m = {.drawing = {.dataset = dataset, .seed = hbs_reference_seed(dataset, options->seed)}};
    hbs_dataset reference = {0};
    uint64_t from = 0;
    HBS_TRY(check_writable(catalog, dataset, error));
    if (partial) {
        take_budget(partial, options);
        reference = *partial;
        *partial = (hbs_dataset){0};
        m.drawing.seed = reference.seed;
        HBS_TRY(settled(catalog, reference.id, &from, error));
    }
    HBS_TRY(hbs_matching_plan_make(&m.drawing.plan, catalog, dataset, m.drawing.seed, options, error));
    if (!reference.name) HBS_TRY(create(&m, catalog, name, options, &reference, error));
    HBS_TRY(fill(&m, catalog, &reference, from, options, error));
    HBS_TRY(hbs_dataset_finish(catalog, &reference, error));
    *out = reference;
    reference = (hbs_dataset){0};
done:
    hbs_matching_plan_free(&m.drawing.plan);
    hbs_dataset_free(&reference);
    return status;
}

/* Whatever it was made with. */
static bool fits_any(const hbs_dataset *reference, const hbs_dataset *dataset) {
    for (unsigned as = HBS_AS_DRAWN; as <= HBS_AS_SEQUENCES; as++)
        if (hbs_reference_fits(reference, dataset, &(hbs_measure_options){.as = (hbs_as)as})) return true;
    return false;
}

static hbs_status named_reference(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_dataset *out, hbs_error *error) {
    const char *name = options->reference;
    hbs_status status = HBS_OK;
    hbs_dataset found = {0};
    HBS_TRY(hbs_dataset_find(catalog, name, &found, error));
    if (found.problem != dataset->problem)
        HBS_FAIL(error, HBS_ERROR_USAGE, "'%s' cannot be the reference of '%s': one holds %s, the other %s", name, dataset->name,
                 hbs_problem_name(found.problem), hbs_problem_name(dataset->problem));
    HBS_TRY(hbs_measurable(&found, error));
    if (!options->unmatched_reference && !fits_any(&found, dataset))
        HBS_FAIL(error, HBS_ERROR_USAGE,
                 "'%s' is not matched to '%s' in sizes and labels, so that numbers against it would measure the law of sizes too: leave --reference away for a matched one, or say "
                 "--unmatched-reference if that is what is wanted",
                 name, dataset->name);
    *out = found;
    found = (hbs_dataset){0};
done:
    hbs_dataset_free(&found);
    return status;
}

static hbs_status taken(const char *name, const hbs_dataset *dataset, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_EXISTS, "'%s' is taken by a dataset that is no reference of '%s': remove it with gen rm, or name a reference with --reference",
                     name, dataset->name);
}

/* Another process made the same at the same time and was faster: what it made is as good when it is whole. */
static hbs_status made_elsewhere(hbs_catalog *catalog, const hbs_dataset *dataset, const char *name, const hbs_measure_options *options, hbs_dataset *out,
                                 hbs_error *error) {
    hbs_dataset stored = {0};
    hbs_status status = hbs_dataset_find(catalog, name, &stored, error);
    if (status == HBS_OK && stored.complete && hbs_reference_fits(&stored, dataset, options)) {
        *out = stored;
        return HBS_OK;
    }
    if (status == HBS_OK && !hbs_is_reference_of(&stored, dataset->name)) status = taken(name, dataset, error);
    else if (status == HBS_OK || status == HBS_ERROR_NOT_FOUND)
        status = hbs_raise(error, HBS_ERROR_BUSY, "%s is being made by another process; try again when it is done", name);
    hbs_dataset_free(&stored);
    return status;
}

/* Looked at again under the write lock: another process may have made it anew meanwhile. */
static hbs_status remove_outdated(hbs_catalog *catalog, const hbs_dataset *dataset, const char *name, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset now = {0};
    bool mine = false;
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    const hbs_status found = hbs_dataset_find(catalog, name, &now, NULL);
    if (found == HBS_OK && hbs_is_reference_of(&now, dataset->name) && !hbs_reference_fits(&now, dataset, options)) HBS_TRY(hbs_dataset_remove(catalog, name, error));
done:
    hbs_dataset_free(&now);
    return hbs_catalog_end(catalog, mine, status, error);
}

/* There is a reference, and it is not the one that is asked for. */
static hbs_status check_remakable(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_dataset *stored, hbs_error *error) {
    if (hbs_catalog_is_writable(catalog)) return HBS_OK;
    if (fits_any(stored, dataset))
        return hbs_raise(error, HBS_ERROR_USAGE,
                         "%s is open for reading only, and its '%s' was made with another --as, --reference-tries or --reference-steps: leave these away to take it as it is, or open the catalog for "
                         "writing, so that it can be made anew",
                         hbs_catalog_path(catalog), stored->name);
    return hbs_raise(error, HBS_ERROR_USAGE, "%s is open for reading only, and its '%s' belongs to an earlier '%s': open it for writing once, so that it can be made anew", hbs_catalog_path(catalog),
                     stored->name, dataset->name);
}

/* *out: NULL name when there is none. One of an earlier dataset of the name is removed. */
static hbs_status find_stored(hbs_catalog *catalog, const hbs_dataset *dataset, const char *name, const hbs_measure_options *options, hbs_dataset *out,
                              hbs_error *error) {
    hbs_status status = hbs_dataset_find(catalog, name, out, NULL);
    if (status == HBS_ERROR_NOT_FOUND) return HBS_OK;
    if (status != HBS_OK) return hbs_raise(error, status, "cannot look up '%s' in %s", name, hbs_catalog_path(catalog));
    if (hbs_reference_fits(out, dataset, options)) return HBS_OK;
    if (!hbs_is_reference_of(out, dataset->name)) HBS_TRY(taken(name, dataset, error));
    HBS_TRY(check_remakable(catalog, dataset, out, error));
    hbs_warn(options->listener, "'%s' belongs to an earlier '%s', or was made with other options: it is made anew", name, dataset->name);
    HBS_TRY(remove_outdated(catalog, dataset, name, options, error));
done:
    hbs_dataset_free(out);
    return status;
}

hbs_status hbs_reference(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    hbs_dataset stored = {0};
    hbs_error local = {0};
    char name[160];
    if (hbs_reference_is_named(&options)) return named_reference(catalog, dataset, &options, out, error);
    HBS_TRY(hbs_measurable(dataset, error));
    HBS_TRY(reference_name(dataset, name, error));
    HBS_TRY(find_stored(catalog, dataset, name, &options, &stored, error));
    if (stored.name && stored.complete) {
        *out = stored;
        return HBS_OK;
    }
    status = make(catalog, dataset, name, stored.name ? &stored : NULL, &options, out, &local);
    if (status == HBS_ERROR_EXISTS) status = made_elsewhere(catalog, dataset, name, &options, out, error);
    else if (status != HBS_OK) hbs_raise(error, status, "%s", local.message);
done:
    hbs_dataset_free(&stored);
    return status;
}

hbs_status hbs_reference_if_any(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_dataset *out,
                                bool *available, bool *matched, char *why, size_t room, hbs_error *error) {
    hbs_error local = {0};
    const hbs_status status = hbs_reference(catalog, dataset, options, out, &local);
    *available = status == HBS_OK;
    *matched = *available && hbs_is_reference_of(out, dataset->name);
    snprintf(why, room, "%s", *available ? "" : local.message);
    if (status == HBS_OK || (!hbs_reference_is_named(options) && (status == HBS_ERROR_USAGE || status == HBS_ERROR_EXISTS))) return HBS_OK;
    return hbs_raise(error, status, "%s", local.message);
}

hbs_status hbs_reference_reason(hbs_catalog *catalog, const hbs_dataset *reference, int label, char *out, size_t room, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    static const char sql[] =
        "SELECT reason FROM infeasible WHERE dataset = ?1 AND label IS ?2 GROUP BY reason ORDER BY count(*) DESC, reason LIMIT 1";
    out[0] = 0;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, sql, error));
    sqlite3_bind_int64(statement, 1, reference->id);
    sqlite3_bind_int(statement, 2, label);
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) snprintf(out, room, "%s", (const char *)sqlite3_column_text(statement, 0));
    else if (code != SQLITE_DONE) status = hbs_catalog_fail(catalog, "read why instances have no counterpart", error);
done:
    sqlite3_finalize(statement);
    return status;
}

/* Numbers that are taken from a reference, whichever measure says them. */
static bool is_compared(const hbs_finding *finding) {
    static const char *const quantity[] = {"gap", "kappa", "difference", "excess_repeats"};
    for (size_t i = 0; i < sizeof quantity / sizeof *quantity; i++)
        if (strcmp(finding->quantity, quantity[i]) == 0) return !isnan(finding->value.estimate);
    return strncmp(finding->quantity, "reference_", 10) == 0;
}

hbs_status hbs_reference_caveat(hbs_findings *findings, size_t from, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_error *error) {
    static const char caveat[] = " Its sizes are not matched: this measures the law of sizes too.";
    hbs_dataset found = {0};
    if (!hbs_reference_is_named(options)) return HBS_OK;
    const hbs_status status = hbs_dataset_find(catalog, options->reference, &found, error);
    if (status != HBS_OK) return status;
    const bool matched = fits_any(&found, dataset);
    hbs_dataset_free(&found);
    for (size_t i = from; i < findings->count && !matched; i++) {
        hbs_finding *f = &findings->item[i];
        const size_t length = strlen(f->sentence);
        if (is_compared(f) && length + sizeof caveat <= sizeof f->sentence) memcpy(f->sentence + length, caveat, sizeof caveat);
    }
    return HBS_OK;
}
