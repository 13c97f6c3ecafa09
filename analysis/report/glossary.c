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

static const hbs_problem problems[] = {HBS_SAT, HBS_CQC};
enum { PROBLEMS = sizeof problems / sizeof *problems };

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

/* Which features a probe of the sizes, or of the order, sees of either problem: a report may be about both. */
static hbs_status add_view(hbs_glossary *glossary, const hbs_findings *findings, const char *name, bool order, hbs_error *error) {
    static const char *const of[] = {[HBS_SAT] = "of formulas", [HBS_CQC] = "; of pairs of queries"};
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    if (!is_used(findings, "probe", name)) return HBS_OK;
    HBS_TRY(hbs_bytes_print(&text, error, "logistic regression that sees "));
    for (size_t i = 0; i < PROBLEMS; i++) {
        const char *joint = " ";
        HBS_TRY(hbs_bytes_print(&text, error, "%s", of[problems[i]]));
        for (const hbs_feature *const *feature = hbs_features(problems[i]); *feature; feature++) {
            if (!(order ? (*feature)->order : (*feature)->size)) continue;
            HBS_TRY(hbs_bytes_print(&text, error, "%s%s", joint, (*feature)->name));
            joint = ", ";
        }
    }
    HBS_TRY(add(glossary, name, (const char *)text.data, error));
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

hbs_status hbs_glossary_add(hbs_glossary *glossary, const hbs_findings *findings, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < PROBLEMS; i++) HBS_TRY(add_deciders(glossary, findings, problems[i], error));
    for (size_t i = 0; i < PROBLEMS; i++) HBS_TRY(add_features(glossary, findings, problems[i], error));
    HBS_TRY(add_probes(glossary, findings, error));
    HBS_TRY(add_view(glossary, findings, "sizes", false, error));
    HBS_TRY(add_view(glossary, findings, "order", true, error));
done:
    return status;
}
