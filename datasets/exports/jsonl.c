/* JSON Lines (jsonlines.org): one object an instance. Numbers are integers but choice_bits; what is not known is null, never left out. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "datasets/catalog/connection.h"
#include "datasets/formats/datalog.h"
#include "datasets/exports/export.h"
#include "datasets/exports/writing.h"
#include "solvers/checking/homomorphism_check.h"

typedef struct writing {
    FILE *file;
    const char *path;
    hbs_bytes line, text;
} writing;

/* A JSON string: a text that is there never becomes null. Bytes that are not UTF-8 (of a file's name) are escaped. */
static hbs_status put_text(hbs_bytes *out, const char *key, const char *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes escaped = {0};
    json_t *value = NULL;
    char *quoted = NULL;
    if (!text) return hbs_bytes_print(out, error, "\"%s\":null,", key);
    HBS_TRY(hbs_utf8_append(&escaped, text, error));
    value = json_stringn(escaped.size ? (const char *)escaped.data : "", escaped.size);
    quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    if (!quoted) HBS_FAIL(error, HBS_ERROR_MEMORY, "out of memory for %s", key);
    HBS_TRY(hbs_bytes_print(out, error, "\"%s\":%s,", key, quoted));
done:
    free(quoted);
    json_decref(value);
    hbs_bytes_free(&escaped);
    return status;
}

static hbs_status put_number(hbs_bytes *out, const char *key, uint64_t value, hbs_error *error) {
    return hbs_bytes_print(out, error, "\"%s\":%llu,", key, (unsigned long long)value);
}

static hbs_status put_label(hbs_bytes *out, const char *key, int label, hbs_error *error) {
    return hbs_bytes_print(out, error, "\"%s\":%s,", key, label == HBS_LABEL_UNKNOWN ? "null" : label ? "1" : "0");
}

static hbs_status put_where(hbs_bytes *out, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(put_number(out, "idx", row->idx, error));
    HBS_TRY(put_number(out, "unit", row->unit, error));
    HBS_TRY(put_number(out, "family", row->family, error));
    HBS_TRY(put_number(out, "part", row->part, error));
    HBS_TRY(put_text(out, "split", row->split, error));
    HBS_TRY(put_text(out, "name", row->name, error));
    HBS_TRY(put_label(out, "label", row->label, error));
    HBS_TRY(put_label(out, "claim", row->claim, error));
    HBS_TRY(put_text(out, "label_source", row->label_source, error));
    HBS_TRY(put_text(out, "reason", row->reason, error));
done:
    return status;
}

/* The stored bytes in hexadecimal: what they mean, the catalog's documentation says. */
static hbs_status put_certificate(hbs_bytes *out, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *hex = NULL;
    HBS_TRY(put_text(out, "certificate_kind", row->certificate ? hbs_catalog_kind_name(row->certificate_kind) : NULL, error));
    if (row->certificate) {
        HBS_TRY(hbs_allocate(&hex, 2 * row->certificate_bytes + 1, 1, error));
        hbs_hex(row->certificate, row->certificate_bytes, hex);
    }
    HBS_TRY(put_text(out, "certificate", hex, error));
done:
    free(hex);
    return status;
}

static hbs_status put_making(hbs_bytes *out, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    char hash[2 * HBS_HASH_SIZE + 1];
    hbs_hex(row->content_hash, HBS_HASH_SIZE, hash);
    HBS_TRY(put_text(out, "solver", row->solver, error));
    if (row->solver) HBS_TRY(put_number(out, "effort", row->effort, error));
    else HBS_TRY(hbs_bytes_print(out, error, "\"effort\":null,"));
    HBS_TRY(put_number(out, "tries", row->tries, error));
    HBS_TRY(put_number(out, "unknown_tries", row->unknown_tries, error));
    if (isnan(row->choice_bits)) HBS_TRY(hbs_bytes_print(out, error, "\"choice_bits\":null,"));
    else HBS_TRY(hbs_bytes_print(out, error, "\"choice_bits\":%.17g,", row->choice_bits));
    HBS_TRY(put_text(out, "content_hash", hash, error));
    HBS_TRY(put_text(out, "gbd_hash", row->gbd_hash, error));
    HBS_TRY(put_certificate(out, row, error));
done:
    return status;
}

static hbs_status put_formula(hbs_bytes *out, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(put_number(out, "n", cnf->variables, error));
    HBS_TRY(put_number(out, "m", cnf->clauses, error));
    HBS_TRY(hbs_bytes_print(out, error, "\"clauses\":["));
    for (size_t c = 0; c < cnf->clauses; c++) {
        HBS_TRY(hbs_bytes_print(out, error, c ? ",[" : "["));
        for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) HBS_TRY(hbs_bytes_print(out, error, i ? ",%d" : "%d", hbs_cnf_clause(cnf, c)[i]));
        HBS_TRY(hbs_bytes_print(out, error, "]"));
    }
    HBS_TRY(hbs_bytes_print(out, error, "]}\n"));
done:
    return status;
}

/* The images of the variables of q2, X0 first, in the names of the rules; null where there is no homomorphism, or where it does not hold. */
static hbs_status put_homomorphism(writing *w, const hbs_row *row, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_certificate certificate = {row->certificate_kind, row->certificate_size, {(uint8_t *)(uintptr_t)row->certificate, row->certificate_bytes, 0}};
    hbs_term *image = NULL;
    json_t *names = json_array();
    char *text = NULL;
    HBS_TRY(hbs_allocate(&image, pair->q2.variables, sizeof *image, error));
    const bool holds = row->certificate && hbs_certificate_read_homomorphism(&certificate, pair->q2.variables, image, NULL) == HBS_OK && hbs_homomorphism_check(pair, image, NULL) == HBS_OK;
    for (uint32_t v = 0; holds && v < pair->q2.variables; v++) {
        hbs_bytes_clear(&w->text);
        HBS_TRY(hbs_datalog_write_term(pair, image[v], &w->text, error));
        if (json_array_append_new(names, json_stringn((const char *)w->text.data, w->text.size))) HBS_FAIL(error, HBS_ERROR_MEMORY, "out of memory for a homomorphism");
    }
    text = holds ? json_dumps(names, JSON_COMPACT) : NULL;
    if (holds && !text) HBS_FAIL(error, HBS_ERROR_MEMORY, "out of memory for a homomorphism");
    HBS_TRY(hbs_bytes_print(&w->line, error, "\"homomorphism\":%s,", text ? text : "null"));
done:
    free(text);
    free(image);
    json_decref(names);
    return status;
}

/* The two rules, each without its line break. */
static hbs_status put_pair(writing *w, const hbs_row *row, const hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(put_homomorphism(w, row, pair, error));
    hbs_bytes_clear(&w->text);
    HBS_TRY(hbs_datalog_write(pair, false, &w->text, error));
    HBS_TRY(hbs_bytes_append(&w->text, "", 1, error));
    char *first = (char *)w->text.data, *second = strchr(first, '\n');
    if (!second) HBS_FAIL(error, HBS_ERROR_FAULT, "a pair of queries was written as one line");
    *second++ = 0;
    second[strcspn(second, "\n")] = 0;
    HBS_TRY(put_number(&w->line, "atoms1", pair->q1.atoms, error));
    HBS_TRY(put_number(&w->line, "atoms2", pair->q2.atoms, error));
    HBS_TRY(put_text(&w->line, "q1", first, error));
    HBS_TRY(put_text(&w->line, "q2", second, error));
    w->line.size--;   /* the last comma */
    HBS_TRY(hbs_bytes_print(&w->line, error, "}\n"));
done:
    return status;
}

static hbs_status visit(void *context, const hbs_row *row, const hbs_instance *instance, hbs_error *error) {
    hbs_status status = HBS_OK;
    writing *w = context;
    hbs_bytes_clear(&w->line);
    HBS_TRY(hbs_bytes_print(&w->line, error, "{"));
    HBS_TRY(put_where(&w->line, row, error));
    HBS_TRY(put_making(&w->line, row, error));
    HBS_TRY(instance->problem == HBS_SAT ? put_formula(&w->line, &instance->cnf, error) : put_pair(w, row, &instance->pair, error));
    HBS_TRY(hbs_export_put(w->file, &w->line, w->path, error));
done:
    return status;
}

static hbs_status write(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output, const hbs_listener *listener,
                        hbs_error *error) {
    (void)options;
    hbs_status status = HBS_OK;
    writing w = {.path = output};
    HBS_TRY(hbs_export_open(&w.file, output, error));
    HBS_TRY(hbs_export_rows(catalog, dataset, visit, &w, listener, error));
done:
    status = hbs_export_close(w.file, output, status, error);
    hbs_bytes_free(&w.line);
    hbs_bytes_free(&w.text);
    return status;
}

const hbs_export hbs_export_jsonl = {
    .name = "jsonl",
    .summary = "one file, a JSON object a line",
    .layout = "idx, unit, family, part, split, name, label, claim, label_source, reason, solver, effort, tries, unknown_tries, choice_bits, content_hash, gbd_hash, certificate_kind and certificate (stored bytes, hexadecimal); "
              "sat: n, m, clauses as lists of literals; cqc: homomorphism (the images of X0, X1, .. of q2, null where none is stored), atoms1, atoms2, q1 and q2 as Datalog rules",
    .sat = true,
    .cqc = true,
    .write = write,
};
