#include "tests/unit/paragraph.h"

#include <stdio.h>
#include <string.h>

#include "analysis/report/phrases.h"
#include "tests/unit/test.h"

static size_t count_of(const char *text, const char *what) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) count++;
    return count;
}

static const char *raw_name(const char *text) {
    size_t phrases;
    const hbs_phrase *phrase = hbs_phrases(&phrases);
    for (size_t i = 0; i < phrases; i++)
        if (strchr(phrase[i].quantity, '_') && strstr(text, phrase[i].quantity)) return phrase[i].quantity;
    static const char *const keys[] = {"label=", "split=", "size=", "other=", "train=", "probe=", "feature=", "generator=", " part="};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strstr(text, keys[i])) return keys[i];
    return NULL;
}

/* The items of each list, from one "; ", ": " or ". " to the next: none twice. */
static const char *told_twice(const char *text) {
    static char item[600], other[602];
    for (const char *at = text; at && *at;) {
        const size_t length = strcspn(at, ";:");
        snprintf(item, sizeof item, "%.*s", (int)(length && at[length - 1] == '.' ? length - 1 : length), at);
        snprintf(other, sizeof other, "%s;", item);
        if (length > 12 && length < 500 && count_of(text, other) > 1) return item;
        at = at[length] ? at + length + 1 : NULL;
    }
    return NULL;
}

const char *paragraph_flaw(const char *text) {
    static const char *const never[] = {"..", ".;", ";.", ";;", ",;", ";,", ",,", ".,", ",.", ":;", ":.", ": ;", ": .", ": ,", ". .", "; ;", " ,", " ;", " .", "  ", "()", "( ", " )", "%s", "(null)", "nan", ".)"};
    static const char *const once[] = {"Found: ", "Not known: ", "Saturated: ", "Infeasible: ", "Looked for and not seen: ", "exact test does not): ", "too few units for a mark): ",
                                       "Seen, but without a reference"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strstr(text, never[i])) return never[i];
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (count_of(text, once[i]) > 1) return once[i];
    if (!*text || text[strlen(text) - 1] != '.') return "no stop at the end";
    const char *name = raw_name(text);
    return name ? name : told_twice(text);
}

void paragraph_check(const hbs_report *report) {
    for (size_t i = 0; i < report->count; i++) {
        const char *flaw = paragraph_flaw(report->part[i].summary);
        if (flaw) fprintf(stderr, "\n    \"%s\" in: %s\n", flaw, report->part[i].summary);
        CU_ASSERT_PTR_NULL(flaw);
        for (size_t j = 0; j < report->part[i].findings.count; j++) {
            const hbs_finding *f = &report->part[i].findings.item[j];
            if (f->weight == HBS_FINDING_PLAIN || (strcmp(f->measure, "study") == 0 && f->weight == HBS_FINDING_NOT_APPLICABLE)) continue;
            if (!hbs_phrase_fits(f)) fprintf(stderr, "\n    no words for %s %s\n", f->measure, f->quantity);
            CU_ASSERT(hbs_phrase_fits(f));
        }
    }
}
