/* Labels, splits and units of files that are imported: from a table, from the path, or from the line itself (JSON Lines). Names of splits and units are kept once each. */
#include "datasets/imports/known.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/decimal.h"
#include "core/utf8.h"
#include "datasets/imports/path_label.h"

#define NUMBER_END UINT64_C(1000000000000000000)   /* of units that a table names */

static bool is_any(const char *text, const char *const *words) {
    for (; *words; words++)
        if (!strcasecmp(text, *words)) return true;
    return false;
}

static bool parse_label(const char *text, int *out) {
    static const char *const yes[] = {"1", "10", NULL}, *const no[] = {"0", "20", NULL};
    static const char *const unknown[] = {"", "?", "unknown", "null", "none", "nan", NULL};
    *out = is_any(text, yes) ? HBS_LABEL_YES : is_any(text, no) ? HBS_LABEL_NO : hbs_label_of_word(text);
    return *out != HBS_LABEL_UNKNOWN || is_any(text, unknown);
}

static hbs_status find_claim(hbs_known *k, const hbs_named *of, int *claim, hbs_error *error) {
    const hbs_csv_entry *entry;
    *claim = HBS_LABEL_UNKNOWN;
    const bool inline_ = k->options->labels == HBS_LABELS_INLINE;
    if (of->told && (inline_ || k->options->labels == HBS_LABELS_SOLVE)) *claim = of->told->label != HBS_LABEL_UNKNOWN ? of->told->label : of->told->claim;
    if (k->options->labels == HBS_LABELS_SOLVE) {
        k->telling += *claim == HBS_LABEL_UNKNOWN && hbs_label_of_path(of->shown) != HBS_LABEL_UNKNOWN;
        return HBS_OK;
    }
    if (inline_) {
        if (!of->told) return hbs_raise(error, HBS_ERROR_INPUT, "%s: no label can stand in it; --labels inline is for .jsonl files", of->name);
    } else if (k->options->labels == HBS_LABELS_FROM_PATH) {
        *claim = hbs_label_of_path(of->shown);
    } else {
        const hbs_status status = hbs_csv_find(&k->labels, of->name, of->file, &entry, error);
        if (status != HBS_OK) return status;
        if (!parse_label(entry->value, claim)) return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: the label of %s is `%.40s`; write 0 or 1, sat or unsat, contained or not_contained, pos or neg, yes or no", k->options->labels_file, entry->line, of->name, entry->value);
    }
    k->silent += *claim == HBS_LABEL_UNKNOWN;
    return HBS_OK;
}

static hbs_status find_split(hbs_known *k, const hbs_named *of, const char **split, hbs_error *error) {
    size_t number;
    *split = k->options->split_from_path ? hbs_split_of_path(of->shown) : NULL;
    if (of->told && of->told->split && !k->options->split_from_path && !k->options->split_file) {
        const hbs_status kept = hbs_name_add(&k->told_splits, of->told->split, &number, NULL, error);
        if (kept == HBS_OK) *split = k->told_splits.name[number];
        return kept;
    }
    if (!k->options->split_file) return HBS_OK;
    const hbs_csv_entry *entry;
    const hbs_status status = hbs_csv_find(&k->splits, of->name, of->file, &entry, error);
    if (status != HBS_OK) return status;
    *split = entry->value;
    if (!hbs_is_utf8(*split)) return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: the split of %s is not in UTF-8; convert the file, for instance with iconv", k->options->split_file, entry->line, of->name);
    if (strlen(*split) > 31) return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: the split of %s is longer than 31 bytes; shorten it", k->options->split_file, entry->line, of->name);
    if (!**split) *split = NULL;
    return HBS_OK;
}

/* Every instance is to have a split where splits were asked for; the first without one is named. */
static hbs_status note_unsplit(hbs_known *k, const char *name, const char *split, hbs_error *error) {
    if (split || (!k->options->split_file && !k->options->split_from_path) || k->unsplit++) return HBS_OK;
    return hbs_copy_text(&k->first_unsplit, name, error);
}

static bool parse_number(const char *text, uint64_t *out) { return hbs_read_uint64(text, strlen(text), out) && *out < NUMBER_END; }

/* Units of JSON Lines are numbered as they come, behind those of the files before, so that no two files share one. */
static hbs_status told_unit(hbs_known *k, const hbs_named *of, uint64_t *unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t number;
    char name[24];
    if (!k->told_file || strcmp(k->told_file, of->file) != 0) {
        free(k->told_file);
        k->told_file = NULL;
        hbs_name_index_free(&k->unit_names);
        HBS_TRY(hbs_copy_text(&k->told_file, of->file, error));
        k->unit_base = k->units_end;
    }
    snprintf(name, sizeof name, "%" PRIu64, of->told->unit);
    HBS_TRY(hbs_name_add(&k->unit_names, name, &number, NULL, error));
    *unit = k->unit_base + number;
done:
    return status;
}

static hbs_status find_unit(hbs_known *k, const hbs_named *of, uint64_t *unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_csv_entry *entry;
    size_t number;
    *unit = k->count > k->units_end ? k->count : k->units_end;
    if (k->options->unit_from_path || k->options->unit_from_name) return hbs_twin_paths_add(&k->twins, of->shown, unit, error);
    if (!k->options->unit_file) return of->told && of->told->has_unit ? told_unit(k, of, unit, error) : HBS_OK;
    HBS_TRY(hbs_csv_find(&k->units, of->name, of->file, &entry, error));
    if (!*entry->value) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%zu: the unit of %s is empty; every instance needs one", k->options->unit_file, entry->line, of->name);
    if (k->numbered) {
        parse_number(entry->value, unit);
        return HBS_OK;
    }
    HBS_TRY(hbs_name_add(&k->unit_names, entry->value, &number, NULL, error));
    *unit = number;
done:
    return status;
}

hbs_status hbs_known_open(hbs_known *k, const hbs_import_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t number;
    *k = (hbs_known){.options = options, .numbered = true, .twins.names_alone = options->unit_from_name};
    if (options->labels == HBS_LABELS_FROM_FILE) HBS_TRY(hbs_csv_read(&k->labels, options->labels_file, "label", NULL, error));
    if (options->split_file) HBS_TRY(hbs_csv_read(&k->splits, options->split_file, "split", NULL, error));
    if (options->unit_file) HBS_TRY(hbs_csv_read(&k->units, options->unit_file, "unit", "family", error));
    for (size_t i = 0; i < k->units.entries; i++) k->numbered = k->numbered && parse_number(k->units.entry[i].value, &number);
done:
    return status;
}

hbs_status hbs_known_of(hbs_known *k, const hbs_named *of, hbs_known_item *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(find_claim(k, of, &out->claim, error));
    HBS_TRY(find_split(k, of, &out->split, error));
    HBS_TRY(note_unsplit(k, of->name, out->split, error));
    HBS_TRY(find_unit(k, of, &out->unit, error));
    if (out->unit >= k->units_end) k->units_end = out->unit + 1;
    k->count++;
done:
    return status;
}

hbs_status hbs_known_check_used(const hbs_known *k, hbs_error *error) {
    if (!k->options->strict) return HBS_OK;
    hbs_status status = hbs_csv_check_used(&k->labels, error);
    if (status == HBS_OK) status = hbs_csv_check_used(&k->splits, error);
    return status == HBS_OK ? hbs_csv_check_used(&k->units, error) : status;
}

/* A table may serve several folders; but a line that names nothing can be a file that is missing. */
static void tell_unused(const hbs_csv *csv, const hbs_listener *listener) {
    size_t first;
    const size_t unused = hbs_csv_unused(csv, &first);
    if (unused)
        hbs_warn(listener, "%s: %zu of %zu lines name no file that was read, first line %zu, %s: right if the table serves other folders, else files are missing", csv->path, unused,
                 csv->entries, csv->entry[first].line, csv->keys.name[first]);
}

static bool is_same_table(const hbs_csv *a, const hbs_csv *b) { return a->path && b->path && !strcmp(a->path, b->path); }

void hbs_known_tell(const hbs_known *k, const hbs_listener *listener) {
    const hbs_import_options *o = k->options;
    tell_unused(&k->labels, listener);
    if (!is_same_table(&k->splits, &k->labels)) tell_unused(&k->splits, listener);
    if (!is_same_table(&k->units, &k->labels) && !is_same_table(&k->units, &k->splits)) tell_unused(&k->units, listener);
    if (k->telling)
        hbs_warn(listener, "%" PRIu64 " of %" PRIu64 " paths look as if they told a label, which was not read: --labels from-path holds it against the solver", k->telling, k->count);
    if (o->unit_from_path || o->unit_from_name) hbs_twin_paths_tell(&k->twins, listener);
    const bool paths = o->labels == HBS_LABELS_FROM_PATH;
    if (k->silent)
        hbs_warn(listener, "%" PRIu64 " of %" PRIu64 " %s tell no label; these %s%s", k->silent, k->count, paths ? "paths" : "lines", o->trust_labels ? "are stored as unknown" : "were solved",
                 paths && k->silent == k->count ? "; words that do: " HBS_LABEL_WORDS : "");
    if (k->unsplit)
        hbs_warn(listener, "%" PRIu64 " of %" PRIu64 " %s tell no split, the first is %s; their split is left open", k->unsplit, k->count, o->split_file ? "lines" : "paths", k->first_unsplit);
}

void hbs_known_free(hbs_known *k) {
    hbs_csv_free(&k->labels);
    hbs_csv_free(&k->splits);
    hbs_csv_free(&k->units);
    hbs_name_index_free(&k->unit_names);
    hbs_name_index_free(&k->told_splits);
    hbs_twin_paths_free(&k->twins);
    free(k->told_file);
    free(k->first_unsplit);
    *k = (hbs_known){0};
}
