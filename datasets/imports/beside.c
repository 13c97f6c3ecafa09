/* Proofs and models as solvers and `gen export --certificates drat` leave them, file by file, beside the formulas. They are claims: nothing is believed that the checkers of
 * solvers/checking/drat.h and solvers/checking/model_text.h do not find to hold. What is kept is the form of the catalog (solvers/checking/certificate.h), checked once more in that form. */
#include "datasets/imports/beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "datasets/imports/source.h"
#include "solvers/checking/drat.h"
#include "solvers/checking/model_text.h"

static const struct {
    const char *end;
    hbs_beside_kind kind;
} ends[] = {{".drat", HBS_BESIDE_PROOF}, {".rup", HBS_BESIDE_PROOF}, {".proof", HBS_BESIDE_PROOF}, {".model", HBS_BESIDE_MODEL}};
#define ENDS (sizeof ends / sizeof *ends)

static bool ends_in(const char *name, size_t length, const char *end) {
    const size_t size = strlen(end);
    return length > size && name[length - size - 1] != '/' && !strncasecmp(name + length - size, end, size);
}

/* The length of the name without its ending; ENDS: it has none of them. */
static size_t find_end(const char *name, size_t *length) {
    *length = hbs_source_bare_length(name);
    for (size_t i = 0; i < ENDS; i++)
        if (ends_in(name, *length, ends[i].end)) {
            *length -= strlen(ends[i].end);
            return i;
        }
    return ENDS;
}

hbs_beside_kind hbs_beside_kind_of(const char *name) {
    size_t length;
    const size_t end = find_end(name, &length);
    return end < ENDS ? ends[end].kind : HBS_BESIDE_NONE;
}

/* How much of the formula's name may stand before the ending of a certificate's, shortest first. */
static void stems_of(const char *formula, size_t out[3]) {
    const size_t whole = hbs_source_bare_length(formula);
    out[0] = out[1] = whole;
    out[2] = strlen(formula);
    if (ends_in(formula, whole, ".cnf")) out[0] -= strlen(".cnf");
    else if (ends_in(formula, whole, ".dimacs")) out[0] -= strlen(".dimacs");
}

bool hbs_beside_belongs(const char *name, const char *formula) {
    size_t length, stem[3];
    if (find_end(name, &length) == ENDS) return false;
    stems_of(formula, stem);
    return (length == stem[0] || length == stem[1] || length == stem[2]) && !strncmp(name, formula, length);
}

static hbs_status try_name(const char *formula, size_t stem, const char *end, const char *packed, hbs_beside_function visit, void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *path = NULL;
    struct stat info;
    const size_t room = stem + strlen(end) + strlen(packed) + 1;
    HBS_TRY(hbs_allocate(&path, room, 1, error));
    snprintf(path, room, "%.*s%s%s", (int)stem, formula, end, packed);
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode)) HBS_TRY(visit(context, path, error));
done:
    free(path);
    return status;
}

/* All the names that there can be are tried: the folder may hold a million others. */
hbs_status hbs_beside_search(const char *formula, hbs_beside_function visit, void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t stem[3];
    stems_of(formula, stem);
    for (size_t i = 0; i < 3; i++)
        for (size_t e = 0; e < ENDS && (!i || stem[i] != stem[i - 1]); e++) {
            HBS_TRY(try_name(formula, stem[i], ends[e].end, "", visit, context, error));
            for (const char *const *packed = hbs_source_packed; *packed; packed++) HBS_TRY(try_name(formula, stem[i], ends[e].end, *packed, visit, context, error));
        }
done:
    return status;
}

/* A line of literals that ends in its only 0, after a `d` where it deletes. */
static bool is_step(const char *at, const char *end) {
    unsigned zeros = 0;
    bool last = false;
    if (at < end && *at == 'd') at++;
    while (at < end) {
        const bool minus = *at == '-';
        const char *from = at += minus;
        if (*at == ' ' || *at == '\t' || *at == '\r') {
            if (minus) return false;
            at++;
            continue;
        }
        while (at < end && *at >= '0' && *at <= '9') at++;
        if (at == from) return false;
        last = at == from + 1 && *from == '0';
        zeros += last;
    }
    return last && zeros == 1;
}

/* A solver's verdict, its values, or literals alone. */
static bool is_model_line(const char *at, const char *end) {
    const size_t size = (size_t)(end - at);
    if (*at == 'v') return size == 1 || at[1] == ' ' || at[1] == '\t' || at[1] == '\r';
    if (*at == 's') return size > 1 && (at[1] == ' ' || at[1] == '\t');
    return *at == '-' || (*at >= '0' && *at <= '9') || (size >= 3 && !memcmp(at, "SAT", 3)) || (size >= 5 && !memcmp(at, "UNSAT", 5));
}

bool hbs_beside_is_strange(const char *name, const char *text, size_t length) {
    const size_t bare = hbs_source_bare_length(name);
    const bool model = ends_in(name, bare, ".model");
    if (!length || (!model && !ends_in(name, bare, ".proof"))) return false;
    if (memchr(text, 0, length)) return model || (*text != 'a' && *text != 'd');
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        const char *first = at;
        while (first < stop && (*first == ' ' || *first == '\t' || *first == '\r')) first++;
        if (first < stop && *first != 'c') return model ? !is_model_line(first, stop) : !is_step(first, stop);
        at = stop + 1;
    }
    return false;
}

void hbs_beside_free(hbs_beside *beside) {
    free(beside->name);
    hbs_bytes_free(&beside->text);
    *beside = (hbs_beside){0};
}

/* Holds as it is, and is then put into the catalog's form, in which it may not hold. */
static hbs_status check_proof(hbs_checker *checker, const hbs_instance *instance, const hbs_beside *beside, hbs_certificate *out, bool *kept, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_error ignored = {0};
    hbs_drat_counts counts;
    const char *text = beside->text.size ? (const char *)beside->text.data : "";
    HBS_TRY(hbs_drat_check(&instance->cnf, text, beside->text.size, beside->name, &counts, error));
    HBS_TRY(hbs_drat_refutation(text, beside->text.size, beside->name, instance->cnf.variables, out, kept, error));
    if (*kept) status = hbs_certificate_check(checker, instance, HBS_LABEL_NO, out, &ignored);
    if (status != HBS_OK && status != HBS_ERROR_FAULT) HBS_FAIL(error, status, "%s", ignored.message);
    *kept = *kept && status == HBS_OK;
    status = HBS_OK;
    if (*kept) goto done;
    hbs_certificate_clear(out);
    out->kind = HBS_CERTIFICATE_REFUTATION;
    out->size = counts.lemmas;
done:
    return status;
}

hbs_status hbs_beside_check(hbs_checker *checker, const hbs_instance *instance, const hbs_beside *beside, int *label, hbs_certificate *out, bool *kept,
                             hbs_error *error) {
    const bool model = hbs_beside_kind_of(beside->name) == HBS_BESIDE_MODEL;
    const char *text = beside->text.size ? (const char *)beside->text.data : "";
    hbs_certificate_clear(out);
    *kept = true;
    const hbs_status status = model ? hbs_model_text_read(&instance->cnf, text, beside->text.size, beside->name, out, error) : check_proof(checker, instance, beside, out, kept, error);
    if (status == HBS_OK) *label = model ? HBS_LABEL_YES : HBS_LABEL_NO;
    return status == HBS_ERROR_INPUT ? HBS_ERROR_FAULT : status;
}
