/* A growing list of findings, and their rows in the catalog's table `finding`: one transaction replaces what (measure, dataset) said before, so that
 * a reader sees either the old findings or the new ones. */
#include "analysis/finding.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/wording.h"
#include "core/memory.h"
#include "core/printable.h"

hbs_finding hbs_finding_about(const char *measure, const hbs_dataset *dataset) {
    hbs_finding head = {.measure = measure, .value = hbs_not_defined(), .null_value = NAN};
    snprintf(head.dataset, sizeof head.dataset, "%s", dataset->name);
    return head;
}

void hbs_findings_free(hbs_findings *findings) {
    if (!findings) return;
    free(findings->item);
    *findings = (hbs_findings){0};
}

hbs_status hbs_findings_add(hbs_findings *findings, hbs_finding **out, hbs_error *error) {
    const hbs_status status = hbs_grow(&findings->item, &findings->capacity, findings->count + 1, sizeof *findings->item, error);
    if (status != HBS_OK) return status;
    hbs_finding *finding = &findings->item[findings->count++];
    *finding = (hbs_finding){.value = hbs_not_defined(), .null_value = NAN};
    *out = finding;
    return HBS_OK;
}

hbs_status hbs_findings_say(hbs_findings *findings, const hbs_finding *head, const char *quantity, const char *subject, hbs_error *error,
                            const char *format, ...) {
    hbs_finding *finding;
    const hbs_status status = hbs_findings_add(findings, &finding, error);
    if (status != HBS_OK) return status;
    assert(isnan(head->value.estimate) || head->value.method); /* readers of a number may ask how it was made */
    *finding = *head;
    snprintf(finding->quantity, sizeof finding->quantity, "%s", quantity);
    snprintf(finding->subject, sizeof finding->subject, "%s", subject);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->sentence, sizeof finding->sentence, format, arguments);
    va_end(arguments);
    hbs_drop_signs_of_zero(finding->sentence);
    hbs_make_printable(finding->sentence); /* names of solvers and reasons come from the catalog */
    return HBS_OK;
}

hbs_status hbs_findings_adjust(hbs_findings *findings, size_t from, hbs_error *error) {
    hbs_status status = HBS_OK;
    double *p = NULL, *adjusted = NULL;
    size_t count = 0, next = 0;
    for (size_t i = from; i < findings->count; i++) count += findings->item[i].p_value > 0;
    HBS_TRY(hbs_allocate(&p, count, sizeof *p, error));
    HBS_TRY(hbs_allocate(&adjusted, count, sizeof *adjusted, error));
    for (size_t i = from; i < findings->count; i++)
        if (findings->item[i].p_value > 0) p[next++] = findings->item[i].p_value;
    HBS_TRY(hbs_holm(p, count, adjusted, error));
    next = 0;
    for (size_t i = from; i < findings->count; i++)
        if (findings->item[i].p_value > 0) findings->item[i].p_adjusted = adjusted[next++];
done:
    free(p);
    free(adjusted);
    return status;
}

bool hbs_is_of_sizes(const hbs_finding *finding) {
    if (strcmp(finding->measure, "bias") == 0) return strcmp(finding->quantity, "size_difference") == 0 && finding->weight != HBS_FINDING_PLAIN;
    return strcmp(finding->measure, "shortcuts") == 0 && strcmp(finding->quantity, "own_accuracy") == 0 && finding->weight != HBS_FINDING_PLAIN;
}

static bool is_one_of(const char *quantity, const char *const *names) {
    while (*names && strcmp(quantity, *names) != 0) names++;
    return *names != NULL;
}

bool hbs_is_of_wrong_labels(const hbs_finding *finding) {
    static const char *const names[] = {"claims_refuted", "labels_contradicted", "conflicting_pairs", "isomorphic_conflicting_pairs", NULL};
    return is_one_of(finding->quantity, names);
}

bool hbs_is_of_copies(const hbs_finding *finding) {
    static const char *const names[] = {"repeats", "isomorphic_repeats", "shared_across_splits", "isomorphic_across_splits", "families_across_splits", "related_to_training", NULL};
    return is_one_of(finding->quantity, names) || strcmp(finding->measure, "overlap") == 0;
}

static const char *const weight_names[] = {"plain", "none", "bias", "not_applicable"};

const char *hbs_weight_name(hbs_weight weight) { return weight_names[weight]; }

static void bind_number(sqlite3_stmt *statement, int column, double value) {
    if (isnan(value)) sqlite3_bind_null(statement, column);
    else sqlite3_bind_double(statement, column, value);
}

static hbs_status delete_old(sqlite3_stmt *statement, hbs_catalog *catalog, const hbs_finding *finding, hbs_error *error) {
    sqlite3_reset(statement);
    sqlite3_bind_text(statement, 1, finding->dataset, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, finding->measure, -1, SQLITE_STATIC);
    return sqlite3_step(statement) == SQLITE_DONE ? HBS_OK : hbs_catalog_fail(catalog, "replace findings", error);
}

static hbs_status insert(sqlite3_stmt *statement, hbs_catalog *catalog, const hbs_finding *finding, hbs_error *error) {
    const hbs_estimate *value = &finding->value;
    sqlite3_reset(statement);
    sqlite3_bind_text(statement, 1, finding->dataset, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, finding->measure, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, finding->quantity, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, finding->subject, -1, SQLITE_STATIC);
    bind_number(statement, 5, value->estimate);
    bind_number(statement, 6, value->ci_low);
    bind_number(statement, 7, value->ci_high);
    bind_number(statement, 8, value->level > 0 ? value->level : NAN);
    sqlite3_bind_int64(statement, 9, (sqlite3_int64)value->n);
    sqlite3_bind_text(statement, 10, value->method, -1, SQLITE_STATIC);
    bind_number(statement, 11, finding->null_value);
    sqlite3_bind_text(statement, 12, hbs_weight_name(finding->weight), -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 13, finding->sentence, -1, SQLITE_STATIC);
    bind_number(statement, 14, finding->p_value > 0 ? finding->p_value : NAN);
    bind_number(statement, 15, finding->p_adjusted > 0 ? finding->p_adjusted : NAN);
    return sqlite3_step(statement) == SQLITE_DONE ? HBS_OK : hbs_catalog_fail(catalog, "store findings", error);
}

/* Has (measure, dataset) of item[i] come before it in the list? */
static bool seen_before(const hbs_findings *findings, size_t i) {
    for (size_t j = i; j-- > 0;)
        if (strcmp(findings->item[j].measure, findings->item[i].measure) == 0 && strcmp(findings->item[j].dataset, findings->item[i].dataset) == 0)
            return true;
    return false;
}

hbs_status hbs_findings_store(const hbs_findings *findings, hbs_catalog *catalog, hbs_error *error) {
    static const char old[] = "DELETE FROM finding WHERE dataset = (SELECT id FROM dataset WHERE name = ?1) AND measure = ?2";
    static const char new[] =
        "INSERT INTO finding(dataset, measure, quantity, subject, estimate, ci_low, ci_high, level, n, method, null_value, weight, sentence, "
        "p_value, p_adjusted) "
        "VALUES((SELECT id FROM dataset WHERE name = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    hbs_status status = HBS_OK;
    sqlite3_stmt *delete = NULL, *add = NULL;
    bool mine = false;
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(hbs_catalog_prepare(catalog, &delete, old, error));
    HBS_TRY(hbs_catalog_prepare(catalog, &add, new, error));
    for (size_t i = 0; i < findings->count; i++)
        if (!seen_before(findings, i)) HBS_TRY(delete_old(delete, catalog, &findings->item[i], error));
    for (size_t i = 0; i < findings->count; i++) HBS_TRY(insert(add, catalog, &findings->item[i], error));
done:
    sqlite3_finalize(delete);
    sqlite3_finalize(add);
    return hbs_catalog_end(catalog, mine, status, error);
}
