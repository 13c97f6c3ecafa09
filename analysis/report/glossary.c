/* Nothing is written here that a descriptor says already: its summary or meaning is looked up by the name that a subject holds. The probes of the
 * sizes and of the order are told by the features they see. */
#include "analysis/report/glossary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/decider.h"
#include "analysis/features/feature.h"
#include "analysis/probes/probe.h"
#include "core/memory.h"

void hbs_glossary_free(hbs_glossary *glossary) {
    if (!glossary) return;
    free(glossary->item);
    *glossary = (hbs_glossary){0};
}

/* Does a subject say KEY=NAME, as a word? */
static bool is_used(const hbs_findings *findings, const char *key, const char *name) {
    char word[100];
    const int length = snprintf(word, sizeof word, "%s=%s", key, name);
    for (size_t i = 0; i < findings->count; i++) {
        const char *at = strstr(findings->item[i].subject, word);
        if (at && (at == findings->item[i].subject || at[-1] == ' ') && (at[length] == 0 || at[length] == ' ')) return true;
    }
    return false;
}

static bool is_listed(const hbs_glossary *glossary, const char *name) {
    for (size_t i = 0; i < glossary->count; i++)
        if (strcmp(glossary->item[i].name, name) == 0) return true;
    return false;
}

static hbs_status add(hbs_glossary *glossary, const char *name, const char *meaning, hbs_error *error) {
    if (is_listed(glossary, name)) return HBS_OK;
    const hbs_status status = hbs_grow(&glossary->item, &glossary->capacity, glossary->count + 1, sizeof *glossary->item, error);
    if (status != HBS_OK) return status;
    hbs_named *term = &glossary->item[glossary->count++];
    snprintf(term->name, sizeof term->name, "%s", name);
    snprintf(term->meaning, sizeof term->meaning, "%s", meaning);
    return HBS_OK;
}

static hbs_status add_deciders(hbs_glossary *glossary, const hbs_findings *findings, hbs_problem problem, hbs_error *error) {
    for (const hbs_decider *const *decider = hbs_deciders(problem); *decider; decider++) {
        if (!is_used(findings, "decider", (*decider)->name)) continue;
        const hbs_status status = add(glossary, (*decider)->name, (*decider)->summary, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static hbs_status add_features(hbs_glossary *glossary, const hbs_findings *findings, hbs_problem problem, hbs_error *error) {
    for (const hbs_feature *const *feature = hbs_features(problem); *feature; feature++) {
        if (!is_used(findings, "feature", (*feature)->name)) continue;
        const hbs_status status = add(glossary, (*feature)->name, (*feature)->meaning, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

/* Which features a probe of the sizes, or of the order, sees, for the problem that these findings are about. */
static hbs_status add_view(hbs_glossary *glossary, const char *name, hbs_problem problem, bool order, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    char title[64];
    size_t told = 0;
    HBS_TRY(hbs_bytes_print(&text, error, "logistic regression that sees "));
    for (const hbs_feature *const *feature = hbs_features(problem); *feature; feature++)
        if (order ? (*feature)->order : (*feature)->size) HBS_TRY(hbs_bytes_print(&text, error, "%s%s", told++ ? ", " : "", (*feature)->name));
    HBS_TRY(hbs_bytes_append(&text, "", 1, error));
    snprintf(title, sizeof title, "%s_%s_probe", hbs_problem_name(problem), name);
    if (told) HBS_TRY(add(glossary, title, (const char *)text.data, error));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status add_probes(hbs_glossary *glossary, const hbs_findings *findings, hbs_error *error) {
    for (const hbs_probe *const *probe = hbs_probes(); *probe; probe++) {
        if (!is_used(findings, "probe", (*probe)->name)) continue;
        const hbs_status status = add(glossary, (*probe)->name, (*probe)->summary, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

/* The problem of a dataset shows in the names of its features. */
static bool is_about(const hbs_findings *findings, hbs_problem problem) {
    for (const hbs_feature *const *feature = hbs_features(problem); *feature; feature++)
        if (is_used(findings, "feature", (*feature)->name)) return true;
    return false;
}

hbs_status hbs_glossary_add(hbs_glossary *glossary, const hbs_findings *findings, hbs_error *error) {
    static const hbs_problem problems[] = {HBS_SAT, HBS_CQC};
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < 2; i++) HBS_TRY(add_deciders(glossary, findings, problems[i], error));
    for (size_t i = 0; i < 2; i++) HBS_TRY(add_features(glossary, findings, problems[i], error));
    HBS_TRY(add_probes(glossary, findings, error));
    for (size_t i = 0; i < 2; i++) {
        if (!is_about(findings, problems[i])) continue;
        if (is_used(findings, "probe", "sizes")) HBS_TRY(add_view(glossary, "sizes", problems[i], false, error));
        if (is_used(findings, "probe", "order")) HBS_TRY(add_view(glossary, "order", problems[i], true, error));
    }
done:
    return status;
}
