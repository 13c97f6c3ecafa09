/* DIMACS files. Written in the stored order of clauses and literals, so that importing the folder with its labels gives a dataset of the same digest, as long as no label is
 * unknown (an import solves those). Certificates are those that are stored: refutations as DRAT text, which need RUP alone, and models as solvers print them. */
#include "datasets/formats/dimacs.h"

#include <stdlib.h>

#include "datasets/exports/export.h"
#include "datasets/exports/writing.h"
#include "solvers/checking/drat.h"
#include "solvers/checking/model_text.h"

static hbs_status text(const hbs_instance *instance, hbs_bytes *out, hbs_error *error) { return hbs_dimacs_write(&instance->cnf, out, error); }

static hbs_status model_text(const hbs_certificate *certificate, uint32_t variables, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint8_t *model = NULL;
    HBS_TRY(hbs_allocate(&model, (size_t)variables + 1, 1, error));
    HBS_TRY(hbs_certificate_read_model(certificate, variables, model, error));
    HBS_TRY(hbs_model_text_write(model, variables, out, error));
done:
    free(model);
    return status;
}

/* A reader is to trust it no more than the catalog: it is checked when it is read. */
static hbs_status certificate_text(const hbs_row *row, const hbs_instance *instance, hbs_bytes *out, const char **extension, hbs_error *error) {
    const hbs_certificate certificate = {row->certificate_kind, row->certificate_size, {(uint8_t *)(uintptr_t)row->certificate, row->certificate_bytes, 0}};
    const uint32_t variables = instance->cnf.variables;
    if (certificate.kind == HBS_CERTIFICATE_MODEL) {
        *extension = "model";
        return model_text(&certificate, variables, out, error);
    }
    *extension = "drat";
    if (certificate.kind == HBS_CERTIFICATE_REFUTATION) return hbs_drat_write(certificate.bytes.data, certificate.bytes.size, variables, out, error);
    return hbs_raise(error, HBS_ERROR_FAULT, "a %s is no certificate of a formula", hbs_certificate_name(certificate.kind));
}

static hbs_status write(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output, const hbs_listener *listener,
                        hbs_error *error) {
    const hbs_export_folder kind = {.extension = "cnf", .word = {"unsat", "sat", "unknown"}, .text = text, .certificate = options->certificates ? certificate_text : NULL};
    return hbs_export_write_folder(&kind, catalog, dataset, output, listener, error);
}

const hbs_export hbs_export_dimacs = {
    .name = "dimacs",
    .summary = "a folder of DIMACS CNF files",
    .layout = "IDX_sat.cnf, IDX_unsat.cnf or IDX_unknown.cnf for each instance, and labels.csv with file, idx, unit, split, label, family, source",
    .sat = true,
    .folder = true,
    .certificates = true,
    .write = write,
};
