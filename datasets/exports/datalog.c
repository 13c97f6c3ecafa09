/* Pairs of conjunctive queries as Datalog rules, q1 then q2. */
#include "datasets/formats/datalog.h"

#include "datasets/exports/export.h"
#include "datasets/exports/writing.h"

static hbs_status text(const hbs_instance *instance, hbs_bytes *out, hbs_error *error) { return hbs_datalog_write(&instance->pair, false, out, error); }

static hbs_status write(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output, const hbs_listener *listener,
                        hbs_error *error) {
    (void)options;
    static const hbs_export_folder kind = {.extension = "dlog", .word = {"not_contained", "contained", "unknown"}, .text = text};
    return hbs_export_write_folder(&kind, catalog, dataset, output, listener, error);
}

const hbs_export hbs_export_datalog = {
    .name = "datalog",
    .summary = "a folder of Datalog files, a pair of queries each",
    .layout = "IDX_contained.dlog, IDX_not_contained.dlog or IDX_unknown.dlog for each instance, and labels.csv with file, idx, unit, split, label, family, source",
    .cqc = true,
    .folder = true,
    .write = write,
};
