/* Files of the problem are read whole, one at a time, but for JSON Lines that were named themselves, which are read by line; other files are passed over, the first few by
 * name. After a file that cannot be read the others are read all the same, so that one run names them all, but no instance is taken any more. */
#include "datasets/imports/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "datasets/archives/archives.h"
#include "datasets/imports/beside.h"
#include "datasets/formats/dimacs.h"

#define WARNINGS 5
#define UNREADABLE 20   /* files that are named */

static bool ends_in(const char *name, size_t length, const char *end) {
    const size_t size = strlen(end);
    return length > size && !strncasecmp(name + length - size, end, size);
}

const char *const hbs_source_packed[] = {".gz", ".bz2", ".xz", ".lzma", ".zst", ".lz4", ".lz", ".z", NULL};

size_t hbs_source_bare_length(const char *name) {
    const size_t length = strlen(name);
    for (const char *const *end = hbs_source_packed; *end; end++)
        if (ends_in(name, length, *end)) return length - strlen(*end);
    return length;
}

static bool problem_of_name(const char *name, hbs_problem *out) {
    const size_t length = hbs_source_bare_length(name);
    hbs_language language;
    const bool sat = ends_in(name, length, ".cnf") || ends_in(name, length, ".dimacs");
    *out = sat ? HBS_SAT : HBS_CQC;
    return sat || hbs_language_of_name(name, length, &language);
}

hbs_language hbs_source_language(const char *name, const char *text, size_t length) {
    hbs_language language = HBS_DATALOG;
    if (!hbs_language_of_name(name, hbs_source_bare_length(name), &language)) hbs_language_of_text(text, length, &language);
    return language;
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
            hbs_language language;
            *out = sat ? HBS_SAT : HBS_CQC;
            return sat || hbs_language_of_text(at, (size_t)(end - at), &language);
        }
        at = stop + 1;
    }
    return false;
}

bool hbs_source_is_labels(const char *text, size_t length) {
    static const char head[] = "file,idx,unit,split,label";
    return length >= sizeof head - 1 && !memcmp(text, head, sizeof head - 1);
}

bool hbs_source_problem(const char *name, const char *text, size_t length, hbs_problem *out) {
    if (problem_of_name(name, out)) return true;
    if (!hbs_jsonl_is_name(name, hbs_source_bare_length(name))) return problem_of_text(text, length, out);
    *out = hbs_jsonl_problem(text, length);
    return true;
}

typedef struct source {
    const hbs_import_options *options;
    hbs_problem *problem;
    bool known;                /* *problem is settled */
    const char *const *paths;  /* all that were given, */
    size_t count, now;         /* and the one in hand, */
    bool formula;              /* which is itself a formula */
    bool taking;               /* an instance is being handed over: a failure is the taker's */
    size_t shown;              /* bytes of a name before the part that is looked at */
    hbs_source_function take;
    hbs_source_beside beside;
    void *context;
    const hbs_listener *listener;
    uint64_t files, passed_over, unreadable;
    uint64_t conventions;      /* warnings of the naming of variables; the first few are told */
    hbs_listener counting;     /* the listener, with those counted */
    hbs_error first;           /* of the files that cannot be read: told when there is a second one, or as the result */
    hbs_instance instance;
} source;

static bool is_same_file(const char *a, const char *b) {
    struct stat x, y;
    return a && b && stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The tables that the import itself reads, and what an export writes, lie beside the instances and are no surprise there. */
static bool is_table(const source *s, const char *name, const char *text, size_t length) {
    return hbs_source_is_labels(text, length) || is_same_file(name, s->options->labels_file) || is_same_file(name, s->options->split_file) ||
           is_same_file(name, s->options->unit_file);
}

static void pass_over(source *s, const char *name, const char *why) {
    if (++s->passed_over <= WARNINGS) hbs_warn(s->listener, "%s: passed over: %s", name, why);
}

/* Formulas have certificates in files of their own; what a .proof holds is looked at, for many tools write one. */
static hbs_status read_beside(source *s, const char *name, const char *text, size_t length, hbs_error *error) {
    if (!s->beside || s->options->ignore_certificates || s->unreadable) return HBS_OK;
    if (!hbs_beside_is_strange(name, text, length)) return s->beside(s->context, name, text, length, error);
    pass_over(s, name, hbs_beside_kind_of(name) == HBS_BESIDE_MODEL ? "no model of a formula" : "no RUP or DRAT proof");
    return HBS_OK;
}

static const char *no_instance(const source *s) {
    return s->known && *s->problem == HBS_CQC ? "no queries" : s->known ? "no DIMACS formula" : "neither a DIMACS formula nor queries";
}

static const char *shown_part(const source *s, const char *name) { return strlen(name) > s->shown ? name + s->shown : name; }

static void count_warning(void *context, const char *message) {
    source *s = context;
    const size_t length = strlen(message), end = sizeof HBS_DATALOG_CONVENTION - 1;
    const bool convention = length > end && !strcmp(message + length - end, HBS_DATALOG_CONVENTION);
    if (!convention || ++s->conventions == 1) hbs_warn(s->listener, "%s", message);
}

/* Reading goes on, so that all bad files are told at once; nothing more is taken. */
static void note_unreadable(source *s, const hbs_error *why) {
    if (!s->unreadable++) {
        s->first = *why;
        return;
    }
    if (s->unreadable == 2) hbs_warn(s->listener, "%s", s->first.message);
    if (s->unreadable <= UNREADABLE) hbs_warn(s->listener, "%s", why->message);
}

static hbs_status unreadable(source *s, hbs_status status, const hbs_error *why, hbs_error *error) {
    if (status == HBS_ERROR_INPUT) {
        note_unreadable(s, why);
        return HBS_OK;
    }
    if (error) *error = *why;
    return status;
}

static hbs_status failed(void *context, const char *path, const hbs_error *why, hbs_error *error) {
    (void)path;
    (void)error;
    note_unreadable(context, why);
    return HBS_OK;
}

static hbs_status hand_over(source *s, const char *file, const char *name, hbs_told *told, hbs_error *error) {
    return s->unreadable ? HBS_OK : s->take(s->context, file, name, shown_part(s, name), told, &s->instance, error);
}

static hbs_status read_formula(source *s, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_error why = {0};
    hbs_instance_clear(&s->instance, HBS_SAT);
    const hbs_status status = hbs_dimacs_read(&s->instance.cnf, text, length, name, s->options->strict, s->listener, &why);
    if (status != HBS_OK) return unreadable(s, status, &why, error);
    s->files++;
    s->formula = s->formula || !strcmp(name, s->paths[s->now]);
    return hand_over(s, name, name, NULL, error);
}

static hbs_status read_pairs(source *s, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *own = NULL;
    bool found;
    hbs_error why = {0};
    hbs_pair_text pairs;
    hbs_pair_text_open(&pairs, hbs_source_language(name, text, length), text, length, name, s->options->variables, &s->counting);
    for (uint64_t number = 1;; number++) {
        hbs_instance_clear(&s->instance, HBS_CQC);
        status = hbs_pair_text_next(&pairs, &s->instance.pair, &found, &why);
        if (status != HBS_OK) {
            status = unreadable(s, status, &why, error);
            goto done;
        }
        if (!found) break;
        if (number == 2) HBS_TRY(hbs_allocate(&own, strlen(name) + 24, 1, error));
        if (own) snprintf(own, strlen(name) + 24, "%s#%llu", name, (unsigned long long)number);
        const char *whole = own ? own : name;
        HBS_TRY(hand_over(s, name, whole, NULL, error));
    }
    s->files++;
done:
    hbs_pair_text_close(&pairs);
    free(own);
    return status;
}

/* A file of JSON Lines, line by line. */
typedef struct lines {
    source *s;
    const char *name;
    char *own;               /* the name with the number of the line */
    hbs_told told;
    size_t line;
    uint64_t found;
    hbs_pair_told warned;
} lines;

/* One line, or several. Lines of another problem are an error, not passed over: one file is one dataset. */
static hbs_status take_lines(lines *l, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    source *s = l->s;
    bool found;
    for (size_t at = 0; at < length;) {
        HBS_TRY(hbs_jsonl_next(&s->instance, &l->told, &found, text, length, &at, &l->line, l->name, error));
        if (!found) break;
        if (!s->known) *s->problem = s->instance.problem;
        s->known = true;
        if (s->instance.problem != *s->problem) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%zu: an instance of another problem than those before, or than asked for", l->name, l->line);
        l->found++;
        if (s->instance.problem == HBS_CQC) HBS_TRY(hbs_warn_of_pair(&s->instance.pair, l->name, l->line, &l->warned, &s->counting, error));
        snprintf(l->own, strlen(l->name) + 24, "%s#%zu", l->name, l->line);
        if (!s->unreadable) s->taking = true;
        HBS_TRY(hand_over(s, l->name, l->own, &l->told, error));
        s->taking = false;
        hbs_report_progress(s->listener, "import", l->line, 0, "lines");
    }
done:
    return status;
}

/* From memory, or from a stream where `file` is not NULL. What the taker of an instance says ends the import; what a line says is told with that of other files. */
static hbs_status read_lines(source *s, const char *name, const char *text, size_t length, FILE *file, hbs_error *error) {
    hbs_status status = HBS_OK;
    lines l = {.s = s, .name = name};
    char *buffer = NULL;
    size_t capacity = 0;
    ssize_t got;
    hbs_error why = {0};
    HBS_TRY(hbs_allocate(&l.own, strlen(name) + 24, 1, error));
    if (!file) status = take_lines(&l, text, length, &why);
    while (file && status == HBS_OK && (got = getline(&buffer, &capacity, file)) >= 0) status = take_lines(&l, buffer, (size_t)got, &why);
    if (status == HBS_OK && file && ferror(file)) status = hbs_raise(&why, HBS_ERROR_IO, "%s: %s", name, strerror(errno));
    if (status == HBS_OK && !l.found) status = hbs_raise(&why, HBS_ERROR_INPUT, "%s: no instances in it; write a JSON object a line", name);
    if (status == HBS_OK) s->files++;
    else if (!s->taking) status = unreadable(s, status, &why, error);
    else if (error) *error = why;
done:
    s->taking = false;
    hbs_told_free(&l.told);
    free(l.own);
    free(buffer);
    return status;
}

/* A plain file of JSON Lines that was named itself may be of any size: it is not read whole. */
static hbs_status stream_lines(source *s, const char *path, bool *taken, hbs_error *error) {
    hbs_status status = HBS_OK;
    struct stat info;
    *taken = false;
    if (!hbs_jsonl_is_name(path, strlen(path)) || stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return HBS_OK;
    FILE *file = fopen(path, "re");
    const int first = file ? getc(file) : EOF;
    *taken = first == '{' || first == ' ' || first == '\n';   /* else compressed, or wrong */
    if (*taken) rewind(file);
    if (*taken) status = read_lines(s, path, NULL, 0, file, error);
    if (file) fclose(file);
    return status;
}

static hbs_status member(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    source *s = context;
    hbs_problem problem;
    if (!hbs_source_problem(name, text, length, &problem) || (s->known && problem != *s->problem)) {
        if (hbs_beside_kind_of(name) != HBS_BESIDE_NONE) return read_beside(s, name, text, length, error);
        if (!is_table(s, name, text, length)) pass_over(s, name, no_instance(s));
        return HBS_OK;
    }
    *s->problem = problem;
    s->known = true;
    if (hbs_jsonl_is_name(name, hbs_source_bare_length(name))) return read_lines(s, name, text, length, NULL, error);
    HBS_TRY(problem == HBS_SAT ? read_formula(s, name, text, length, error) : read_pairs(s, name, text, length, error));
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

/* A certificate that was given itself has its own turn. */
static hbs_status read_found(void *context, const char *path, hbs_error *error) {
    source *s = context;
    for (size_t i = 0; i < s->count; i++)
        if (!strcmp(s->paths[i], path)) return HBS_OK;
    return hbs_members_all(&path, 1, member, failed, s, s->listener, error);
}

/* What lies beside a formula counts for it too where the formula is named and not its folder. */
static hbs_status read_path(source *s, size_t number, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *const path = s->paths[number];
    bool taken;
    s->now = number;
    s->formula = false;
    s->shown = last_component(path);
    HBS_TRY(stream_lines(s, path, &taken, error));
    if (!taken) HBS_TRY(hbs_members_all(&path, 1, member, failed, s, s->listener, error));
    if (s->formula && s->beside && !s->options->ignore_certificates) HBS_TRY(hbs_beside_search(path, read_found, s, error));
done:
    return status;
}

static bool is_within(const char *folder, const char *path) {
    const size_t length = strlen(folder);
    return !strncmp(folder, path, length) && (!path[length] || path[length] == '/' || (length && folder[length - 1] == '/'));
}

/* One path that leads to what another one holds. Paths that cannot be resolved are told elsewhere. */
static void warn_of_repeats(const char *const *paths, size_t count, const hbs_listener *listener) {
    for (size_t i = 1; i < count; i++) {
        char *const later = realpath(paths[i], NULL);
        for (size_t j = 0; later && j < i; j++) {
            char *const earlier = realpath(paths[j], NULL);
            if (earlier && is_within(earlier, later)) hbs_warn(listener, "%s: its files are imported twice: they are also in %s", paths[i], paths[j]);
            else if (earlier && is_within(later, earlier)) hbs_warn(listener, "%s: its files are imported twice: they are also in %s", paths[j], paths[i]);
            free(earlier);
        }
        free(later);
    }
}

static hbs_status check_read(const source *s, const char *const *paths, size_t count, hbs_error *error) {
    if (s->unreadable == 1) return hbs_raise(error, s->first.code, "%s", s->first.message);
    if (s->unreadable > UNREADABLE)
        return hbs_raise(error, HBS_ERROR_INPUT, "%llu of %llu files cannot be read; the first %d are named above", (unsigned long long)s->unreadable,
                         (unsigned long long)(s->unreadable + s->files), UNREADABLE);
    if (s->unreadable)
        return hbs_raise(error, HBS_ERROR_INPUT, "%llu of %llu files cannot be read; they are named above", (unsigned long long)s->unreadable,
                         (unsigned long long)(s->unreadable + s->files));
    if (s->files) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_INPUT,
                     "%s%s: no file of the problem there; formulas are .cnf or .dimacs files, pairs of queries .dlog, .datalog, .cq, .rq, .sparql or .sql files, either .jsonl files", count ? paths[0] : "nothing given", count > 1 ? " .." : "");
}

hbs_status hbs_source_read(const char *const *paths, size_t count, const hbs_import_options *options, hbs_problem *problem, hbs_source_function take, hbs_source_beside beside,
                           void *context, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    source s = {.options = options, .problem = problem, .paths = paths, .count = count, .known = !options->any_problem, .take = take, .beside = beside, .context = context, .listener = listener};
    s.counting = (hbs_listener){.context = &s, .warn = count_warning};
    warn_of_repeats(paths, count, listener);
    for (size_t i = 0; i < count; i++) HBS_TRY(read_path(&s, i, error));
    if (s.passed_over > WARNINGS) hbs_warn(listener, "%llu files passed over in all", (unsigned long long)s.passed_over);
    if (s.conventions > 1) hbs_warn(listener, "the same in %llu files in all; " HBS_DATALOG_CONVENTION, (unsigned long long)s.conventions);
    HBS_TRY(check_read(&s, paths, count, error));
done:
    hbs_instance_free(&s.instance);
    return status;
}
