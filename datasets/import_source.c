/* Files of the problem are read whole, one at a time; other files are passed over, the first few by name. */
#include "datasets/import_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "datasets/archives.h"
#include "datasets/dimacs.h"

#define WARNINGS 5

static bool ends_in(const char *name, size_t length, const char *end) {
    const size_t size = strlen(end);
    return length > size && !strncasecmp(name + length - size, end, size);
}

static bool problem_of_name(const char *name, hbs_problem *out) {
    static const char *const packed[] = {".gz", ".bz2", ".xz", ".lzma", ".zst", ".lz4", ".lz", ".z"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (ends_in(name, length, packed[i])) {
            length -= strlen(packed[i]);
            break;
        }
    const bool sat = ends_in(name, length, ".cnf") || ends_in(name, length, ".dimacs");
    *out = sat ? HBS_SAT : HBS_CQC;
    return sat || ends_in(name, length, ".dlog") || ends_in(name, length, ".datalog") || ends_in(name, length, ".cq");
}

static bool has(const char *line, size_t length, const char *word) { return memmem(line, length, word, strlen(word)) != NULL; }

/* A comment of one of the formats, or nothing. */
static bool is_comment(const char *line, size_t length) {
    return !length || line[0] == '%' || line[0] == '#' || (length > 1 && line[0] == '/' && line[1] == '/') || (line[0] == 'c' && (length == 1 || line[1] == ' ' || line[1] == '\t'));
}

static bool problem_of_text(const char *text, size_t length, hbs_problem *out) {
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        while (at < stop && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
        const size_t size = (size_t)(stop - at);
        if (!is_comment(at, size)) {
            const bool sat = size > 5 && at[0] == 'p' && (at[1] == ' ' || at[1] == '\t') && has(at, size, "cnf");
            *out = sat ? HBS_SAT : HBS_CQC;
            return sat || has(at, size, ":-") || has(at, size, "<-") || has(at, size, "\xe2\x86\x90");
        }
        at = stop + 1;
    }
    return false;
}

bool hbs_source_problem(const char *name, const char *text, size_t length, hbs_problem *out) {
    return problem_of_name(name, out) || problem_of_text(text, length, out);
}

typedef struct source {
    const hbs_import_options *options;
    hbs_problem *problem;
    bool known;                /* *problem is settled */
    size_t shown;              /* bytes of a name before the part that is looked at */
    hbs_source_function take;
    void *context;
    const hbs_listener *listener;
    uint64_t files, passed_over;
    hbs_instance instance;
} source;

static void pass_over(source *s, const char *name) {
    if (++s->passed_over <= WARNINGS) hbs_warn(s->listener, "%s: passed over: %s", name, s->known && *s->problem == HBS_CQC ? "no queries" : s->known ? "no DIMACS formula" : "neither a DIMACS formula nor queries");
}

static const char *shown_part(const source *s, const char *name) { return strlen(name) > s->shown ? name + s->shown : name; }

static hbs_status read_formula(source *s, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_instance_clear(&s->instance, HBS_SAT);
    HBS_TRY(hbs_dimacs_read(&s->instance.cnf, text, length, name, s->options->strict, s->listener, error));
    HBS_TRY(s->take(s->context, name, name, shown_part(s, name), &s->instance, error));
done:
    return status;
}

static hbs_status read_pairs(source *s, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *own = NULL;
    size_t at = 0;
    bool found;
    for (uint64_t number = 1;; number++) {
        hbs_instance_clear(&s->instance, HBS_CQC);
        HBS_TRY(hbs_datalog_read(&s->instance.pair, &found, text, length, &at, name, s->options->variables, s->listener, error));
        if (!found && number == 1) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: no queries in it; write two rules a pair, such as q1(X) :- r(X,Y).", name);
        if (!found) break;
        if (number == 2) HBS_TRY(hbs_allocate(&own, strlen(name) + 24, 1, error));
        if (own) snprintf(own, strlen(name) + 24, "%s#%llu", name, (unsigned long long)number);
        const char *whole = own ? own : name;
        HBS_TRY(s->take(s->context, name, whole, shown_part(s, whole), &s->instance, error));
    }
done:
    free(own);
    return status;
}

static hbs_status member(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    source *s = context;
    hbs_problem problem;
    if (!hbs_source_problem(name, text, length, &problem) || (s->known && problem != *s->problem)) {
        pass_over(s, name);
        return HBS_OK;
    }
    *s->problem = problem;
    s->known = true;
    HBS_TRY(problem == HBS_SAT ? read_formula(s, name, text, length, error) : read_pairs(s, name, text, length, error));
    s->files++;
    hbs_report_progress(s->listener, "import", s->files, 0, "files");
done:
    return status;
}

/* Where the last component of the path begins. */
static size_t last_component(const char *path) {
    size_t length = strlen(path);
    while (length && path[length - 1] == '/') length--;
    while (length && path[length - 1] != '/') length--;
    return length;
}

hbs_status hbs_source_read(const char *const *paths, size_t count, const hbs_import_options *options, hbs_problem *problem, hbs_source_function take, void *context,
                           const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    source s = {.options = options, .problem = problem, .known = !options->any_problem, .take = take, .context = context, .listener = listener};
    for (size_t i = 0; i < count; i++) {
        s.shown = last_component(paths[i]);
        HBS_TRY(hbs_members(&paths[i], 1, member, &s, listener, error));
    }
    if (s.passed_over > WARNINGS) hbs_warn(listener, "%llu files passed over in all", (unsigned long long)s.passed_over);
    if (!s.files)
        HBS_FAIL(error, HBS_ERROR_INPUT, "%s%s: no file of the problem there; formulas are .cnf or .dimacs files, pairs of queries .dlog, .datalog or .cq files", count ? paths[0] : "nothing given",
                 count > 1 ? " .." : "");
done:
    hbs_instance_free(&s.instance);
    return status;
}
