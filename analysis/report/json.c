/* The same as one JSON document. Numbers that are not defined are null, and the object that holds them says why; seeds are strings, since 64 bits do
 * not fit every reader's numbers. */
#include "analysis/redundancy/copy_pairs.h"
#include "analysis/report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "analysis/marking.h"
#include "analysis/report/glossary.h"
#include "core/memory.h"

#define FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

/* Text that may not be UTF-8 (an imported path): bytes that are not ASCII become '?' then. */
static json_t *text(const char *value) {
    if (!value) return json_null();
    json_t *plain = json_string(value);
    if (plain) return plain;
    char *copy = strdup(value);
    for (char *c = copy; c && *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?';
    plain = copy ? json_string(copy) : NULL;
    free(copy);
    return plain;
}

static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

static json_t *seed(uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    return json_string(digits);
}

static json_t *estimate(const hbs_estimate *e) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "estimate", number(e->estimate), "ci_low", number(e->ci_low), "ci_high", number(e->ci_high),
                     "level", e->level > 0 ? number(e->level) : json_null(), "n", count(e->n), "method", text(e->method));
}

static json_t *finding(const hbs_finding *f) {
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "measure", text(f->measure), "dataset", text(f->dataset), "quantity",
                               text(f->quantity), "subject", text(f->subject), "value", estimate(&f->value), "null_value", number(f->null_value),
                               "weight", text(hbs_weight_name(f->weight)), "sentence", text(f->sentence), "p_value",
                               f->p_value > 0 ? json_real(f->p_value) : json_null(), "p_adjusted",
                               f->p_adjusted > 0 ? json_real(f->p_adjusted) : json_null());
    if (object && !isfinite(f->value.estimate)) json_object_set_new(object, "reason", text(f->sentence));
    return object;
}

static json_t *findings_array(const hbs_findings *findings) {
    json_t *array = json_array();
    for (size_t i = 0; i < findings->count; i++) json_array_append_new(array, finding(&findings->item[i]));
    return array;
}

/* {NAME: MEANING}. */
static hbs_status names(const hbs_findings *findings, json_t *object, hbs_error *error) {
    hbs_glossary glossary = {0};
    const hbs_status status = hbs_glossary_add(&glossary, findings, error);
    for (size_t i = 0; i < glossary.count; i++) json_object_set_new(object, glossary.item[i].name, text(glossary.item[i].meaning));
    hbs_glossary_free(&glossary);
    return status;
}

static json_t *cell(const hbs_study_cell *c) {
    static const char *const part[] = {"whole", "split", "half"};
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:o}", "train", text(c->train), "test", text(c->test),
                               "probe", text(c->probe), "own_accuracy", estimate(&c->own), "reference_accuracy", estimate(&c->reference), "gap",
                               estimate(&c->gap), "train_rows", count(c->train_rows), "test_rows", count(c->test_rows), "reference_rows",
                               count(c->reference_rows), "unknown", count(c->unknown), "infeasible", count(c->infeasible), "test_copies", count(c->copies), "test_relatives", count(c->relatives), "test_renamed", count(c->renamed), "unknown_forms",
                               count(c->unknown_forms), "train_part", part[c->train_part], "test_part", part[c->test_part],
                               "by_splits", json_boolean(c->train_part == HBS_STUDY_SPLIT && c->test_part == HBS_STUDY_SPLIT), "gap_p_value",
                               number(c->gap_p), "gap_weight", text(hbs_weight_name(hbs_mark(&c->gap, 0, c->gap_p))));
    json_t *trainings = json_pack("{s:o, s:o, s:o, s:o}", "trainings", count(c->repeats), "own_spread", number(c->own_trainings.spread), "reference_spread",
                                  number(c->reference_trainings.spread), "gap_spread", number(c->gap_trainings.spread));
    if (object) json_object_update(object, trainings);
    json_decref(trainings);
    if (object && !isfinite(c->gap.estimate)) json_object_set_new(object, "reason", text(c->gap.method));
    return object;
}

static json_t *study_array(const hbs_study *study) {
    json_t *array = json_array();
    for (size_t i = 0; i < study->count; i++) json_array_append_new(array, cell(&study->cell[i]));
    return array;
}

static json_t *counts(const hbs_dataset_counts *c) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "instances", count(c->instances), "units", count(c->units), "label_0",
                     count(c->label[0]), "label_1", count(c->label[1]), "unknown", count(c->unknown), "infeasible", count(c->infeasible),
                     "claims_refuted", count(c->claims_refuted), "believed", count(c->believed), "unknown_tries", count(c->unknown_tries));
}

static json_t *part(const hbs_report_part *p) {
    const hbs_dataset *d = &p->dataset;
    const hbs_comparisons c = hbs_report_comparisons(p);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "dataset", text(d->name), "problem",
                     text(hbs_problem_name(d->problem)), "spec", text(d->spec), "seed", seed(d->seed), "digest", text(d->digest), "counts",
                     counts(&p->counts), "summary", text(p->summary), "reference_uniform_over", text(p->uniform_over), "comparisons",
                     count(c.count), "marked_by_chance", number(c.by_chance), "findings", findings_array(&p->findings), "study",
                     study_array(&p->study));
}

/* Takes the document over. */
static hbs_status print(json_t *document, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *dump = document ? json_dumps(document, FLAGS) : NULL;
    if (!dump) HBS_FAIL(error, HBS_ERROR_MEMORY, "out of memory while a JSON document is made");
    HBS_TRY(hbs_bytes_append(out, dump, strlen(dump), error));
    HBS_TRY(hbs_bytes_append(out, "\n", 1, error));
done:
    free(dump);
    json_decref(document);
    return status;
}

hbs_status hbs_findings_json(const hbs_findings *findings, hbs_bytes *out, hbs_error *error) {
    json_t *meanings = json_object();
    const hbs_status status = names(findings, meanings, error);
    if (status != HBS_OK) {
        json_decref(meanings);
        return status;
    }
    return print(json_pack("{s:o, s:o}", "findings", findings_array(findings), "names", meanings), out, error);
}

static json_t *copy_end(const hbs_copy_end *e) {
    json_t *label = e->label == HBS_LABEL_UNKNOWN ? json_null() : json_integer(e->label);
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "idx", count(e->idx), "unit", count(e->unit), "label", label, "split", text(e->split), "name", text(e->name));
}

hbs_status hbs_copy_pairs_json(const hbs_copy_pairs *pairs, const hbs_dataset *dataset, const hbs_dataset *other, hbs_bytes *out, hbs_error *error) {
    json_t *list = json_array();
    for (size_t i = 0; i < pairs->count; i++) {
        const hbs_copy_pair *p = &pairs->item[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o}", "how", p->how, "share", number(p->share), "copy", copy_end(&p->end[0]), "of", copy_end(&p->end[1])));
    }
    return print(json_pack("{s:o, s:o, s:o}", "dataset", text(dataset->name), "of_dataset", text(other->name), "pairs", list), out, error);
}

hbs_status hbs_study_json(const hbs_study *study, hbs_bytes *out, hbs_error *error) {
    return print(json_pack("{s:o}", "study", study_array(study)), out, error);
}

hbs_status hbs_report_json(const hbs_report *report, hbs_bytes *out, hbs_error *error) {
    json_t *parts = json_array(), *meanings = json_object();
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < report->count && status == HBS_OK; i++) {
        json_array_append_new(parts, part(&report->part[i]));
        status = names(&report->part[i].findings, meanings, error);
    }
    if (status != HBS_OK) {
        json_decref(parts);
        json_decref(meanings);
        return status;
    }
    const hbs_measure_options *o = &report->options;
    return print(json_pack("{s:s, s:{s:o, s:o}, s:o, s:o}", "hardbias", HBS_VERSION, "options", "seed", seed(o->seed), "level", number(o->level),
                           "datasets", parts, "names", meanings),
                 out, error);
}
