/* Labels told by paths, word by word.
 *
 * A part of a path is cut into tokens at everything that is not a letter or a digit, between letters and digits, and where small letters are followed by a capital. Only whole
 * tokens count, so UNSAT never reads as SAT, and SATLIB as nothing. "not contained", "un-sat" and "NotSat" are two tokens that say no. Names of problems and events
 * say nothing: 3-SAT, 3_sat, kSAT, MaxSAT, SAT2009, "SAT competition". "sat5" may be a family, a label
 * or a number and says nothing either, while "sat_5", "sat005" and "unsat5" do; "sat=0" and "sat=1" say what they say. "pos" and "neg" count at the beginning or end of
 * a name, "yes" and "no" as the whole of it: elsewhere they are said of other things. */
#include "datasets/imports/path_label.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "datasets/imports/import.h"

typedef struct token {
    const char *text;
    size_t length;
    char before;    /* the character before it when exactly one separates it from the last token; 0: none; else a blank */
} token;

/* A part of a path; *end is a slash or the end of the text. */
typedef struct part {
    const char *start, *end;
} part;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_word(char c) { return is_digit(c) || is_upper(c) || is_lower(c); }

/* Does a new token begin between a and b? */
static bool breaks(char a, char b) { return is_digit(a) != is_digit(b) || (is_lower(a) && is_upper(b)); }

/* The next token of the part that ends at `end`; false when there is none. *at advances. */
static bool next_token(const char **at, const char *end, const char *start, token *out) {
    const char *begin = *at;
    while (begin < end && !is_word(*begin)) begin++;
    if (begin == end) return false;
    const char *stop = begin + 1;
    while (stop < end && is_word(*stop) && !breaks(stop[-1], *stop)) stop++;
    const size_t gap = (size_t)(begin - *at);
    *out = (token){begin, (size_t)(stop - begin), (char)(begin == start || gap > 1 ? ' ' : gap == 1 ? begin[-1] : 0)};
    *at = stop;
    return true;
}

static bool is(const token *t, const char *word) { return t->length == strlen(word) && !strncasecmp(t->text, word, t->length); }

static bool is_any(const token *t, const char *const *words) {
    for (; *words; words++)
        if (is(t, *words)) return true;
    return false;
}

static bool is_number(const token *t) { return t->length && is_digit(t->text[0]); }

/* Does the word before the digit say which k-SAT, as in random_3_sat.cnf? */
static bool is_of_kind(const part *in, const token *digit) {
    static const char *const kinds[] = {"random", "rand", "uniform", "unif", "planted", "threshold", "max", "nae", "weighted", "mixed", NULL};
    const char *end = digit->text;
    if (end > in->start && strchr("-_ .", end[-1])) end--;
    const char *begin = end;
    while (begin > in->start && (is_lower(begin[-1]) || is_upper(begin[-1]))) begin--;
    const token word = {begin, (size_t)(end - begin), 0};
    return is_any(&word, kinds);
}

/* Is `last` the k of k-SAT? A digit behind another word and an underscore in the name of a file may be a number, as in inst_3_sat.cnf. */
static bool is_k(const part *in, const token *last, const token *t, const token *next) {
    if (last->length != 1 || !is_digit(last->text[0])) return false;
    if (t->before == 0) return true;
    if (last->text[0] < '2') return false;
    return t->before == '-' || is_of_kind(in, last) || *in->end == '/' || last->text == in->start || (next->length && next->before != '.');
}

/* Where a word must stand to tell a label in a path. */
typedef enum place { ANYWHERE, APART, ALONE } place;

/* The label that a word tells, of those from one place to another. */
static int label_of(const char *text, size_t length, place from, place to) {
    static const struct {
        const char *word;
        int label;
        place place;
    } words[] = {
        {"sat", HBS_LABEL_YES, ANYWHERE},          {"satisfiable", HBS_LABEL_YES, ANYWHERE},  {"contained", HBS_LABEL_YES, ANYWHERE},    {"pos", HBS_LABEL_YES, APART},
        {"positive", HBS_LABEL_YES, APART},        {"yes", HBS_LABEL_YES, ALONE},             {"true", HBS_LABEL_YES, ALONE},            {"unsat", HBS_LABEL_NO, ANYWHERE},
        {"unsatisfiable", HBS_LABEL_NO, ANYWHERE}, {"notcontained", HBS_LABEL_NO, ANYWHERE},  {"noncontained", HBS_LABEL_NO, ANYWHERE},  {"uncontained", HBS_LABEL_NO, ANYWHERE},
        {"neg", HBS_LABEL_NO, APART},              {"negative", HBS_LABEL_NO, APART},         {"no", HBS_LABEL_NO, ALONE},               {"false", HBS_LABEL_NO, ALONE},
        {"not contained", HBS_LABEL_NO, ALONE},    {"not_contained", HBS_LABEL_NO, ALONE},    {"not-contained", HBS_LABEL_NO, ALONE}, /* of paths these are two tokens */
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].place >= from && words[i].place <= to && length == strlen(words[i].word) && !strncasecmp(text, words[i].word, length)) return words[i].label;
    return HBS_LABEL_UNKNOWN;
}

int hbs_label_of_word(const char *word) { return label_of(word, strlen(word), ANYWHERE, ALONE); }

/* Names of problems and events: a digit or letter before ("3-SAT", "k-SAT"), a word or year after. */
static bool names_problem(const part *in, const token *last, const token *t, const token *next) {
    static const char *const before[] = {"k", "max", "maxi", "sharp", "weighted", "random", "mixed", "nae", NULL};
    static const char *const after[] = {"lib", "competition", "competitions", "comp", "race", "challenge", "benchmark", "benchmarks", "solver", "solvers", "bench", "encoding", NULL};
    const bool close = t->before == 0 || strchr("-_ ", t->before);
    if (close && is_k(in, last, t, next)) return true;
    if (last->length && close && is_any(last, before)) return true;
    if (next->length && is_any(next, after)) return true;
    return is_number(next) && next->length == 4 && next->before != '=' && (!strncmp(next->text, "19", 2) || !strncmp(next->text, "20", 2));
}

/* "sat=1", "label=0", "contained=false" */
static int assigned(const token *next) {
    static const char *const yes[] = {"1", "true", "yes", NULL}, *const no[] = {"0", "false", "no", NULL};
    if (is_any(next, yes)) return HBS_LABEL_YES;
    return is_any(next, no) ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN;
}

static bool negates(const token *last, const token *t) {
    static const char *const words[] = {"not", "non", "un", NULL};
    return last->length && is_any(last, words) && t->before != '=';
}

/* "isnt_sat", "isn't sat", "sat-false": somebody says no, but to what? */
static bool is_taken_back(const token *last, const token *next) {
    static const char *const before[] = {"isnt", "arent", "never", "no", "maybe", NULL}, *const after[] = {"false", "no", NULL};
    if (last->length && (is_any(last, before) || (is(last, "t") && last->before == '\''))) return true;
    return next->length && is_any(next, after);
}

/* What token t says between its neighbours (length 0: none). *first gets the token where the words that say it begin. */
static int label_of_token(const part *in, const token *last, const token *t, const token *next, const token **first) {
    const bool value = next->length && next->before == '=';
    const int told = label_of(t->text, t->length, ANYWHERE, ANYWHERE);
    *first = t;
    if (is(t, "uf") && is_number(next) && next->before == 0) return HBS_LABEL_YES;
    if (is(t, "uuf") && is_number(next) && next->before == 0) return HBS_LABEL_NO;
    if (is(t, "label") && value) return assigned(next);
    if (told == HBS_LABEL_UNKNOWN || (!value && is_taken_back(last, next))) return HBS_LABEL_UNKNOWN;
    if (told == HBS_LABEL_NO) return value ? HBS_LABEL_UNKNOWN : HBS_LABEL_NO;
    if (value) return assigned(next);
    if (negates(last, t)) {
        *first = last;
        return HBS_LABEL_NO;
    }
    if (is(t, "sat") && names_problem(in, last, t, next)) return HBS_LABEL_UNKNOWN;
    if (is(t, "sat") && is_number(next) && next->length < 3 && next->before == 0) return HBS_LABEL_UNKNOWN;
    return HBS_LABEL_YES;
}

/* Words that say something only where they stand apart: "pairs_0001_pos.dlog", "neg_7.dlog" and folders "positive"; "yes" and "no" only as a whole name. */
static int label_of_plain(const part *in, const token *last, const token *t) {
    const char *const after = t->text + t->length;
    const bool first = t->text == in->start, ends = after == in->end || *after == '.';
    const bool apart = (first && (ends || strchr("-_", *after))) || (ends && t->before && strchr("-_ ", t->before) && !negates(last, t));
    return apart ? label_of(t->text, t->length, APART, first && ends ? ALONE : APART) : HBS_LABEL_UNKNOWN;
}

typedef void (*found_function)(void *context, const token *first, const token *end, int label);

/* Calls `found` for every label that the part [start, end) tells; the words are those from `first` up to and with `end`. */
static void scan(const char *start, const char *end, found_function found, void *context) {
    token last = {0}, t, next, *const after = &next;
    const part in = {start, end};
    const char *at = start;
    bool more = next_token(&at, end, start, &t);
    while (more) {
        const token *first;
        if (!next_token(&at, end, start, after)) next = (token){0};
        int label = label_of_token(&in, &last, &t, &next, &first);
        if (label == HBS_LABEL_UNKNOWN) label = label_of_plain(&in, &last, &t);
        if (label != HBS_LABEL_UNKNOWN) found(context, first, next.length && next.before == '=' ? &next : &t, label);
        last = t;
        t = next;
        more = t.length > 0;
    }
}

typedef struct opinion {
    int label;
    bool both;
} opinion;

static void hear(void *context, const token *first, const token *end, int label) {
    opinion *o = context;
    (void)first;
    (void)end;
    if (o->label != HBS_LABEL_UNKNOWN && o->label != label) o->both = true;
    o->label = label;
}

int hbs_label_of_path(const char *path) {
    const char *end = path + strlen(path);
    for (;;) {
        const char *start = end;
        while (start > path && start[-1] != '/') start--;
        opinion o = {HBS_LABEL_UNKNOWN, false};
        scan(start, end, hear, &o);
        if (o.label != HBS_LABEL_UNKNOWN) return o.both ? HBS_LABEL_UNKNOWN : o.label;
        if (start == path) return HBS_LABEL_UNKNOWN;
        end = start - 1;
    }
}

typedef struct rewriting {
    hbs_bytes *out;
    const char *copied;   /* up to here */
    hbs_error *error;
    hbs_status status;
} rewriting;

static void rewrite(void *context, const token *first, const token *end, int label) {
    rewriting *r = context;
    (void)label;
    if (r->status == HBS_OK && first->text > r->copied) r->status = hbs_bytes_append(r->out, r->copied, (size_t)(first->text - r->copied), r->error);
    if (r->status == HBS_OK) r->status = hbs_bytes_append(r->out, "*", 1, r->error);
    r->copied = end->text + end->length;
}

hbs_status hbs_path_without_label(const char *path, hbs_bytes *out, hbs_error *error) {
    rewriting r = {out, path, error, HBS_OK};
    for (const char *start = path;; start++) {
        const char *end = start + strcspn(start, "/");
        opinion o = {HBS_LABEL_UNKNOWN, false};
        scan(start, end, hear, &o);
        if (!o.both) scan(start, end, rewrite, &r);
        start = end;
        if (!*end) break;
    }
    return r.status == HBS_OK ? hbs_bytes_append(out, r.copied, strlen(r.copied), error) : r.status;
}

const char *hbs_split_of_path(const char *path) {
    static const char *const train[] = {"train", "training", NULL}, *const valid[] = {"valid", "validation", "val", "dev", NULL}, *const test[] = {"test", "testing", NULL};
    const char *found = NULL;
    for (const char *slash; (slash = strchr(path, '/')); path = slash + 1) {
        const token folder = {path, (size_t)(slash - path), 0};
        found = is_any(&folder, train) ? "train" : is_any(&folder, valid) ? "valid" : is_any(&folder, test) ? "test" : found;
    }
    return found;
}
