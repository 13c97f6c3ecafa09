/* One table for spreadsheets, pandas and R: RFC 4180 with a header, a row an instance, an empty field for what is not known. Numbers with a fraction have the 17 digits that give
 * back the same double. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "datasets/exports/export.h"
#include "datasets/exports/stored_features.h"
#include "datasets/exports/writing.h"

typedef struct writing {
    FILE *file;
    const char *path;
    hbs_bytes line;
    hbs_stored_features features;
    double *value;           /* of the features of one instance */
} writing;

static const char head[] = "idx,unit,family,part,split,label,claim,label_source,size_n,size_m,solver,effort,tries,unknown_tries,choice_bits,name";

static hbs_status put_text(writing *w, const char *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_print(&w->line, error, ","));
    if (text) HBS_TRY(hbs_export_field(&w->line, text, error));
done:
    return status;
}

static hbs_status put_count(writing *w, uint64_t value, hbs_error *error) { return hbs_bytes_print(&w->line, error, ",%" PRIu64, value); }

/* In as few digits as read back as the same number. */
static hbs_status put_real(writing *w, double value, hbs_error *error) {
    char digits[40];
    int precision = 15;
    if (isnan(value)) return hbs_bytes_print(&w->line, error, ",");
    do snprintf(digits, sizeof digits, "%.*g", precision, value);
    while (strtod(digits, NULL) != value && ++precision <= 17);
    return hbs_bytes_print(&w->line, error, ",%s", digits);
}

static hbs_status put_label(writing *w, int label, hbs_error *error) { return hbs_bytes_print(&w->line, error, label == HBS_LABEL_UNKNOWN ? "," : label ? ",1" : ",0"); }

static hbs_status put_row(writing *w, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_print(&w->line, error, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32, row->idx, row->unit, row->family, row->part));
    HBS_TRY(put_text(w, row->split, error));
    HBS_TRY(put_label(w, row->label, error));
    HBS_TRY(put_label(w, row->claim, error));
    HBS_TRY(put_text(w, row->label_source, error));
    HBS_TRY(put_count(w, row->size_n, error));
    HBS_TRY(put_count(w, row->size_m, error));
    HBS_TRY(put_text(w, row->solver, error));
    HBS_TRY(row->solver ? put_count(w, row->effort, error) : put_real(w, NAN, error));
    HBS_TRY(put_count(w, row->tries, error));
    HBS_TRY(put_count(w, row->unknown_tries, error));
    HBS_TRY(put_real(w, row->choice_bits, error));
    HBS_TRY(put_text(w, row->name, error));
done:
    return status;
}

static hbs_status visit(void *context, const hbs_row *row, const hbs_instance *instance, hbs_error *error) {
    hbs_status status = HBS_OK;
    writing *w = context;
    (void)instance;
    hbs_bytes_clear(&w->line);
    HBS_TRY(put_row(w, row, error));
    if (w->features.statement) HBS_TRY(hbs_stored_features_next(&w->features, row->idx, w->value, error));
    for (size_t i = 0; i < w->features.columns; i++) HBS_TRY(put_real(w, w->value[i], error));
    HBS_TRY(hbs_bytes_print(&w->line, error, "\n"));
    HBS_TRY(hbs_export_put(w->file, &w->line, w->path, error));
done:
    return status;
}

static hbs_status put_head(writing *w, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_print(&w->line, error, "%s", head));
    for (size_t i = 0; i < w->features.columns; i++) HBS_TRY(put_text(w, hbs_stored_features_name(&w->features, i), error));
    HBS_TRY(hbs_bytes_print(&w->line, error, "\n"));
    HBS_TRY(hbs_export_put(w->file, &w->line, w->path, error));
done:
    return status;
}

static hbs_status write(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output, const hbs_listener *listener,
                        hbs_error *error) {
    hbs_status status = HBS_OK;
    writing w = {.path = output};
    if (options->features) HBS_TRY(hbs_stored_features_open(&w.features, catalog, dataset, error));
    HBS_TRY(hbs_allocate(&w.value, w.features.columns, sizeof *w.value, error));
    HBS_TRY(hbs_export_open(&w.file, output, error));
    HBS_TRY(put_head(&w, error));
    HBS_TRY(hbs_export_rows(catalog, dataset, visit, &w, listener, error));
done:
    status = hbs_export_close(w.file, output, status, error);
    hbs_stored_features_close(&w.features);
    hbs_bytes_free(&w.line);
    free(w.value);
    return status;
}

const hbs_export hbs_export_csv = {
    .name = "csv",
    .summary = "one table of labels and features, a row an instance",
    .layout = "idx, unit, family, part, split, label, claim, label_source, size_n, size_m, solver, effort, tries, unknown_tries, choice_bits, name, and a column a feature; "
              "an empty field is not known or not defined",
    .sat = true,
    .cqc = true,
    .features = true,
    .write = write,
};
