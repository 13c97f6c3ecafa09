#include "tests/unit/audited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/reference/reference.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/test.h"

void audited_open(audited *a) {
    *a = (audited){.folder = "/tmp/hardbias-audit-XXXXXX"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(a->folder));
    snprintf(a->path, sizeof a->path, "%s/data.db", a->folder);
    audited_reopen(a, HBS_CATALOG_CREATE);
}

void audited_reopen(audited *a, hbs_catalog_mode mode) {
    hbs_catalog_close(a->catalog);
    a->catalog = open_ok(a->path, mode);
}

void audited_close(audited *a) {
    hbs_findings_free(&a->findings);
    hbs_dataset_free(&a->dataset);
    hbs_catalog_close(a->catalog);
    unlink(a->path);
    rmdir(a->folder);
}

hbs_dataset audited_make(audited *a, const char *name, const char *text, uint64_t count, uint64_t seed, bool balance, const char *split) {
    const hbs_make_options options = {.count = count, .seed = seed, .threads = 2, .balance = balance, .certify = HBS_CERTIFY_CHECK, .split = split};
    return make_ok(a->catalog, name, text, &options);
}

hbs_dataset audited_make_in_order(audited *a, const char *name, const char *text, uint64_t count, uint64_t seed) {
    const hbs_make_options options = {.count = count, .seed = seed, .threads = 2, .certify = HBS_CERTIFY_CHECK, .keep_order = true};
    return make_ok(a->catalog, name, text, &options);
}

hbs_dataset audited_create(audited *a, const char *name, hbs_problem problem) {
    hbs_error error = {0};
    hbs_dataset dataset = {.problem = problem};
    CHECK_OK(hbs_copy_text(&dataset.name, name, &error));
    CHECK_OK(hbs_copy_text(&dataset.spec, "import: test", &error));
    CHECK_OK(hbs_copy_text(&dataset.options, "{}", &error));
    CHECK_OK(hbs_copy_text(&dataset.tool_version, "test", &error));
    CHECK_OK(hbs_dataset_create(a->catalog, &dataset, &error));
    return dataset;
}

static void read_clauses(hbs_cnf *cnf, uint32_t variables, const int32_t *literals) {
    hbs_error error = {0};
    hbs_cnf_clear(cnf, variables);
    while (*literals) {
        size_t length = 0;
        while (literals[length]) length++;
        CHECK_OK(hbs_cnf_add(cnf, literals, length, &error));
        literals += length + 1;
    }
}

void audited_add(audited *a, const hbs_dataset *dataset, uint64_t idx, uint64_t unit, int label, const char *split, uint32_t variables,
                 const int32_t *literals) {
    hbs_error error = {0};
    hbs_writer *writer = NULL;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_bytes payload = {0};
    hbs_row row = {.idx = idx,
                   .unit = unit,
                   .split = split,
                   .label = label,
                   .claim = HBS_LABEL_UNKNOWN,
                   .label_source = label < 0 ? NULL : "solver",
                   .reason = label < 0 ? "test" : NULL,
                   .tries = 1,
                   .choice_bits = NAN};
    read_clauses(&instance.cnf, variables, literals);
    CHECK_OK(hbs_instance_encode(&instance, &payload, &error));
    CHECK_OK(hbs_instance_content_hash(&instance, row.content_hash, &error));
    row.size_n = instance.cnf.variables;
    row.size_m = instance.cnf.clauses;
    row.payload = payload.data;
    row.payload_size = payload.size;
    CHECK_OK(hbs_writer_open(&writer, a->catalog, dataset->id, &error));
    CHECK_OK(hbs_writer_add(writer, &row, &error));
    CHECK_OK(hbs_writer_commit(writer, &error));
    hbs_writer_close(writer);
    hbs_bytes_free(&payload);
    hbs_instance_free(&instance);
}

void audited_finish(audited *a, hbs_dataset *dataset) {
    hbs_error error = {0};
    CHECK_OK(hbs_dataset_finish(a->catalog, dataset, &error));
}

hbs_findings audited_measure(audited *a, const char *name, const hbs_dataset *dataset, const hbs_measure_options *options) {
    hbs_error error = {0};
    const hbs_measure *measure = NULL;
    hbs_findings findings = {0};
    CHECK_OK(hbs_measure_find(name, &measure, &error));
    CHECK_OK(measure->run(a->catalog, dataset, options, &findings, &error));
    return findings;
}

hbs_dataset audited_reference(audited *a, const hbs_dataset *dataset, const hbs_measure_options *options) {
    hbs_error error = {0};
    hbs_dataset reference = {0};
    CHECK_OK(hbs_reference(a->catalog, dataset, options, &reference, &error));
    return reference;
}

void audited_one(audited *a, const char *measure, const char *spec, uint64_t count, uint64_t seed, bool balance, const hbs_measure_options *options) {
    audited_open(a);
    a->dataset = audited_make(a, "d", spec, count, seed, balance, NULL);
    a->findings = audited_measure(a, measure, &a->dataset, options);
}

const hbs_finding *audited_find(const hbs_findings *findings, const char *measure, const char *quantity, const char *subject) {
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        if (strcmp(f->measure, measure) == 0 && strcmp(f->quantity, quantity) == 0 && (!subject || strcmp(f->subject, subject) == 0)) return f;
    }
    return NULL;
}
