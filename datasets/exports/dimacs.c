/* DIMACS files. Written in the stored order of clauses and literals, so that importing the folder with its labels gives a dataset of the same digest, as long as no label is
 * unknown (an import solves those). */
#include "datasets/dimacs.h"

#include "datasets/export.h"
#include "datasets/exports/writing.h"

static hbs_status text(const hbs_instance *instance, hbs_bytes *out, hbs_error *error) { return hbs_dimacs_write(&instance->cnf, out, error); }

static hbs_status write(hbs_catalog *catalog, const hbs_dataset *dataset, const char *output, const hbs_listener *listener, hbs_error *error) {
    static const hbs_export_folder kind = {.extension = "cnf", .word = {"unsat", "sat", "unknown"}, .text = text};
    return hbs_export_write_folder(&kind, catalog, dataset, output, listener, error);
}

const hbs_export hbs_export_dimacs = {
    .name = "dimacs",
    .summary = "a folder of DIMACS CNF files",
    .layout = "IDX_sat.cnf, IDX_unsat.cnf or IDX_unknown.cnf for each instance, and labels.csv with file, idx, unit, split, label, source",
    .sat = true,
    .folder = true,
    .write = write,
};
