/* Numbers and sentences that several measures share. */
#include "analysis/wording.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "datasets/make/plugins.h"

void hbs_plain_number(double x, char *out, size_t room) {
    const bool whole = x == floor(x) || fabs(x) >= 1000;
    snprintf(out, room, whole && fabs(x) < 1e15 ? "%.0f" : "%.4g", x);
}

void hbs_large_number(double x, char *out, size_t room) {
    if (fabs(x) < 1e6) snprintf(out, room, "%.4g", x);
    else snprintf(out, room, "2^%.1f", log2(x));
}

/* Does `at` begin a signed number of zeros alone? */
static bool is_signed_zero(const char *at) {
    const size_t digits = strspn(at + 1, "0"), decimals = at[1 + digits] == '.' ? strspn(at + 2 + digits, "0") : 0;
    const char *const end = at + 1 + digits + (decimals ? 1 + decimals : 0);
    return digits && !isalnum((unsigned char)*end) && (*end != '.' || !isdigit((unsigned char)end[1]));
}

void hbs_drop_signs_of_zero(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        const bool begins = at == text || strchr(" [(", at[-1]);
        if (!begins || (*at != '+' && *at != '-') || !is_signed_zero(at)) *to++ = *at;
    }
    *to = 0;
}

void hbs_left_out(uint64_t count, const char *what, char *out, size_t room) {
    if (!count) out[0] = 0;
    else
        snprintf(out, room, " %" PRIu64 " %s%s without a counterpart %s left out.", count, what, hbs_s(count), hbs_one_or(count, "is", "are"));
}

const char *hbs_unknown_law(const hbs_dataset *dataset) {
    if (hbs_is_imported(dataset)) return "these instances were imported, and neither the choices behind them nor their law are known";
    if (dataset->reference_of) return "these instances are the reference of another dataset";
    if (!hbs_make_names_plugins(dataset->options)) return "the catalog names a generator or a parameter for these instances that is not known here: a plugin's, or another version's";
    return strstr(dataset->spec, " + ") ? "a plugin made some of these instances, or all, and what plugins say of their instances is not believed"
                                        : "a plugin made these instances, and what plugins say of their instances is not believed";
}

void hbs_label_counts(const uint64_t label[2], uint64_t unknown, hbs_problem problem, char *out, size_t room) {
    const char *const name[] = {hbs_label_name(problem, HBS_LABEL_YES), hbs_label_name(problem, HBS_LABEL_NO), "of unknown label"};
    const uint64_t count[] = {label[1], label[0], unknown};
    size_t kinds = 0, told = 0, used = 0;
    for (int i = 0; i < 3; i++) kinds += count[i] > 0;
    if (!kinds) snprintf(out, room, "none");
    for (int i = 0; i < 3 && used < room; i++) {
        if (!count[i]) continue;
        const char *joint = !told ? "" : told + 1 == kinds ? " and " : ", ";
        const int length = kinds == 1 ? snprintf(out, room, "all %s", name[i])
                                      : snprintf(out + used, room - used, "%s%" PRIu64 " %s", joint, count[i], name[i]);
        used += length > 0 ? (size_t)length : 0;
        told++;
    }
}
