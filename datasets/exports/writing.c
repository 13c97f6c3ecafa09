/* A folder of text files: names are numbers of equal width, so that sorting by name is the order of the dataset, and carry the label, so that a path tells it.
 * labels.csv says the rest that an import can take back: unit, split and label of each file. */
#include "datasets/exports/writing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

hbs_status hbs_export_rows(hbs_catalog *catalog, const hbs_dataset *dataset, hbs_visit_function visit, void *context, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    hbs_instance instance = {0};
    bool more;
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset->id, error));
    for (uint64_t done = 0;; done++) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        HBS_TRY(hbs_row_instance(&row, dataset->problem, &instance, error));
        HBS_TRY(visit(context, &row, &instance, error));
        if (done % 64 == 0) hbs_report_progress(listener, "export", done, dataset->count, "instances");
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "export of %s: stopped; nothing was written", dataset->name);
    }
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    return status;
}

static hbs_status fail(const char *path, hbs_error *error) { return hbs_raise(error, HBS_ERROR_IO, "%s: %s", path, strerror(errno)); }

hbs_status hbs_export_open(FILE **out, const char *path, hbs_error *error) {
    FILE *file = fopen(path, "we");
    if (!file) return fail(path, error);
    *out = file;
    return HBS_OK;
}

hbs_status hbs_export_put(FILE *file, const hbs_bytes *bytes, const char *path, hbs_error *error) {
    return !bytes->size || fwrite(bytes->data, 1, bytes->size, file) == bytes->size ? HBS_OK : fail(path, error);
}

hbs_status hbs_export_close(FILE *file, const char *path, hbs_status status, hbs_error *error) {
    if (!file) return status;
    const bool bad = ferror(file) != 0;
    return (fclose(file) != 0 || bad) && status == HBS_OK ? fail(path, error) : status;
}

typedef struct writing {
    const hbs_export_folder *kind;
    const char *folder;
    int width;
    FILE *labels;
    char *labels_path;
    hbs_bytes text, path, line;
    const hbs_dataset *dataset;
    uint64_t certified, bare;   /* instances with and without a stored certificate */
} writing;

static hbs_status write_file(const char *path, const hbs_bytes *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    FILE *file = NULL;
    HBS_TRY(hbs_export_open(&file, path, error));
    HBS_TRY(hbs_export_put(file, text, path, error));
done:
    return hbs_export_close(file, path, status, error);
}

hbs_status hbs_export_field(hbs_bytes *out, const char *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t length = strlen(text);
    if (!strpbrk(text, ",;\t\"\r\n") && text[0] != ' ' && (!length || text[length - 1] != ' ')) return hbs_bytes_print(out, error, "%s", text);
    HBS_TRY(hbs_bytes_print(out, error, "\""));
    for (; *text; text++) HBS_TRY(hbs_bytes_print(out, error, "%s%c", *text == '"' ? "\"" : "", *text));
    HBS_TRY(hbs_bytes_print(out, error, "\""));
done:
    return status;
}

static hbs_status write_certificate(writing *w, const hbs_row *row, const hbs_instance *instance, int stem, const char *name, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_error why = {0};
    const char *extension = NULL;
    if (!row->certificate) {
        w->bare++;
        return HBS_OK;
    }
    hbs_bytes_clear(&w->text);
    hbs_bytes_clear(&w->path);
    status = w->kind->certificate(row, instance, &w->text, &extension, &why);
    if (status != HBS_OK)
        HBS_FAIL(error, status, "%s, instance %llu: %.600s; gen verify checks the whole catalog", w->dataset->name, (unsigned long long)row->idx, why.message);
    HBS_TRY(hbs_bytes_print(&w->path, error, "%s/%.*s.%s", w->folder, stem, name, extension));
    HBS_TRY(write_file((const char *)w->path.data, &w->text, error));
    w->certified++;
done:
    return status;
}

static hbs_status visit(void *context, const hbs_row *row, const hbs_instance *instance, hbs_error *error) {
    hbs_status status = HBS_OK;
    writing *w = context;
    const char *word = w->kind->word[row->label == HBS_LABEL_UNKNOWN ? 2 : row->label];
    char name[96];
    snprintf(name, sizeof name, "%0*llu_%s.%s", w->width, (unsigned long long)row->idx, word, w->kind->extension);
    hbs_bytes_clear(&w->text);
    hbs_bytes_clear(&w->path);
    hbs_bytes_clear(&w->line);
    HBS_TRY(w->kind->text(instance, &w->text, error));
    HBS_TRY(hbs_bytes_print(&w->path, error, "%s/%s", w->folder, name));
    HBS_TRY(write_file((const char *)w->path.data, &w->text, error));
    HBS_TRY(hbs_bytes_print(&w->line, error, "%s,%llu,%llu,", name, (unsigned long long)row->idx, (unsigned long long)row->unit));
    HBS_TRY(hbs_export_field(&w->line, row->split ? row->split : "", error));
    HBS_TRY(hbs_bytes_print(&w->line, error, ",%s,%llu,", row->label == HBS_LABEL_UNKNOWN ? "" : row->label ? "1" : "0", (unsigned long long)row->family));
    HBS_TRY(hbs_export_field(&w->line, row->name ? row->name : "", error));
    HBS_TRY(hbs_bytes_print(&w->line, error, "\n"));
    HBS_TRY(hbs_export_put(w->labels, &w->line, w->labels_path, error));
    const int stem = (int)(strlen(name) - strlen(w->kind->extension) - 1);
    if (w->kind->certificate) HBS_TRY(write_certificate(w, row, instance, stem, name, error));
done:
    return status;
}

static hbs_status tell_bare(const writing *w, const hbs_listener *listener, hbs_error *error) {
    if (!w->kind->certificate || !w->bare) return HBS_OK;
    if (!w->certified)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s has no stored certificates; make or import it with --certify store, or export without them", w->dataset->name);
    const unsigned long long bare = w->bare, all = w->bare + w->certified;
    hbs_warn(listener, "%s: %llu of %llu instances have no stored certificate: unknown, or not made with --certify store", w->dataset->name, bare, all);
    return HBS_OK;
}

/* Digits of the largest index, at least six. */
static hbs_status find_width(hbs_catalog *catalog, const hbs_dataset *dataset, int *out, hbs_error *error) {
    hbs_dataset_counts counts;
    const hbs_status status = hbs_dataset_count(catalog, dataset->id, &counts, error);
    const uint64_t largest = dataset->count > counts.instances + counts.infeasible ? dataset->count : counts.instances + counts.infeasible;
    *out = snprintf(NULL, 0, "%llu", (unsigned long long)largest);
    if (*out < 6) *out = 6;
    return status;
}

hbs_status hbs_export_write_folder(const hbs_export_folder *kind, hbs_catalog *catalog, const hbs_dataset *dataset, const char *folder, const hbs_listener *listener,
                                   hbs_error *error) {
    hbs_status status = HBS_OK;
    writing w = {.kind = kind, .folder = folder, .dataset = dataset};
    hbs_bytes head = {0};
    HBS_TRY(find_width(catalog, dataset, &w.width, error));
    HBS_TRY(hbs_bytes_print(&w.path, error, "%s/labels.csv", folder));
    HBS_TRY(hbs_copy_text(&w.labels_path, (const char *)w.path.data, error));
    HBS_TRY(hbs_export_open(&w.labels, w.labels_path, error));
    HBS_TRY(hbs_bytes_print(&head, error, "file,idx,unit,split,label,family,source\n"));
    HBS_TRY(hbs_export_put(w.labels, &head, w.labels_path, error));
    HBS_TRY(hbs_export_rows(catalog, dataset, visit, &w, listener, error));
    HBS_TRY(tell_bare(&w, listener, error));
done:
    status = hbs_export_close(w.labels, w.labels_path, status, error);
    free(w.labels_path);
    hbs_bytes_free(&head);
    hbs_bytes_free(&w.text);
    hbs_bytes_free(&w.path);
    hbs_bytes_free(&w.line);
    return status;
}
