/* DIMACS CNF: one pass over the text, no line buffer.
 *
 * Literals go straight into the arrays of a formula of our own, so that the caller's is untouched until all is read. Nothing in the pass counts lines:
 * a place is a byte offset, and becomes line and column only for a message. Memory is bounded by the text alone: the header's counts are
 * compared, never allocated.
 *
 * What solvers disagree on is an `oddity`: counted, with the place of the first, told to the listener once a file, and refused in strict reading if
 * its row of the table says so. The forms are those met in SATLIB, in the competitions' files, in the parser tests of Kissat and CaDiCaL
 * (Biere et al.) and in the issue threads of MiniSat, CryptoMiniSat, microsat, drat-trim and sharpSAT. */
#include "datasets/formats/dimacs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum oddity {
    BYTE_ORDER_MARK,
    LONE_RETURN,
    NO_HEADER,
    FEWER_VARIABLES,
    OTHER_CLAUSES,
    STRAY_ZERO,
    HUGE_CLAUSES,
    NEGATIVE_ZERO,
    PERCENT,
    AFTER_PERCENT,
    REPEATED_LITERAL,
    TAUTOLOGY,
    ODDITIES
} oddity;

/* Those without a text are worth no warning. */
static const struct {
    bool refused;
    const char *text, *advice;
} about[ODDITIES] = {
    [BYTE_ORDER_MARK] = {true, "a byte order mark", "save the file without it"},
    [LONE_RETURN] = {true, "a carriage return without line feed, read as a blank", "convert the line ends"},
    [NO_HEADER] = {true, "no header, so the variables and clauses found count", "begin the file with 'p cnf VARIABLES CLAUSES'"},
    [FEWER_VARIABLES] = {true, "the header counts fewer variables than are used, so the largest index counts", "correct the header"},
    [OTHER_CLAUSES] = {true, "the header counts other than the clauses found, so the clauses found count", "correct the header"},
    [STRAY_ZERO] = {true, "the last clause is empty, which makes the formula unsatisfiable", "cut this 0 if it followed a '%' line"},
    [HUGE_CLAUSES] = {true, "the header's number of clauses does not fit 64 bits, so the clauses found count", "correct the header"},
    [NEGATIVE_ZERO] = {true, "'-0' read as 0, the end of a clause", "write 0"},
    [PERCENT] = {true, NULL, "cut the file at the '%' line"},
    [AFTER_PERCENT] = {true, "text after the '%' line that ends the formula is not read", "keep one formula a file"},
    [REPEATED_LITERAL] = {false, "a clause holds a literal twice; kept as it is", "clean the formula if that is not meant"},
    [TAUTOLOGY] = {false, "a clause holds a literal and its negation; kept as it is", "clean the formula if that is not meant"},
};

typedef struct scan {
    const char *text, *at, *end;
    const char *name;
    bool strict;
    hbs_error *error;
    struct {
        size_t times, place;
    } met[ODDITIES];
    const char *header;               /* where its p stands, or NULL */
    uint64_t header_variables, header_clauses;
    uint32_t largest;
    size_t used;                      /* literals in cnf.literal, those of the open clause included */
    size_t clause_place, last_place;  /* where the open clause began, and its last number */
    int32_t *scratch;                 /* sorted copy of a long clause */
    size_t scratch_capacity;
    hbs_cnf cnf;
} scan;

/* --- messages --- */

typedef struct position {
    size_t line, column;
} position;

static position position_of(const scan *s, size_t place)
{
    position p = {1, 1};
    const char *line = s->text;
    for (const char *at; (at = memchr(line, '\n', (size_t)(s->text + place - line))); line = at + 1) p.line++;
    p.column += (size_t)(s->text + place - line);
    return p;
}

static size_t place_of(const scan *s, const char *at)
{
    return (size_t)(at - s->text);
}

static hbs_status refuse(const scan *s, const char *at, const char *what, const char *advice)
{
    const position p = position_of(s, place_of(s, at));
    return hbs_raise(s->error, HBS_ERROR_INPUT, "%s:%zu:%zu: %s; %s", s->name, p.line, p.column, what, advice);
}

static hbs_status refuse_character(const scan *s, const char *at, const char *expected)
{
    const position p = position_of(s, place_of(s, at));
    const unsigned char c = at < s->end ? (unsigned char)*at : 0;
    if (at == s->end) return hbs_raise(s->error, HBS_ERROR_INPUT, "%s:%zu:%zu: the file ends where %s is needed; complete it", s->name, p.line, p.column, expected);
    if (c == '\n' || c == '\r') return hbs_raise(s->error, HBS_ERROR_INPUT, "%s:%zu:%zu: the line ends where %s is needed; complete it", s->name, p.line, p.column, expected);
    if (c > 32 && c < 127)
        return hbs_raise(s->error, HBS_ERROR_INPUT, "%s:%zu:%zu: '%c' where %s is needed; correct the file", s->name, p.line, p.column, c, expected);
    return hbs_raise(s->error, HBS_ERROR_INPUT, "%s:%zu:%zu: byte 0x%02x where %s is needed; is this a DIMACS file?", s->name, p.line, p.column, c, expected);
}

static hbs_status note(scan *s, oddity kind, size_t place)
{
    if (s->strict && about[kind].refused) {
        const char *const what = about[kind].text ? about[kind].text : "'%' as the end of the formula";
        return refuse(s, s->text + place, what, about[kind].advice);
    }
    if (!s->met[kind].times++) s->met[kind].place = place;
    return HBS_OK;
}

static void tell_counts(const scan *s, oddity kind, const position p, const hbs_listener *listener)
{
    const bool clauses = kind == OTHER_CLAUSES;
    hbs_warn(listener, "%s:%zu:%zu: %s (header %" PRIu64 ", found %zu); %s", s->name, p.line, p.column, about[kind].text,
             clauses ? s->header_clauses : s->header_variables, clauses ? s->cnf.clauses : (size_t)s->largest, about[kind].advice);
}

static void tell(const scan *s, const hbs_listener *listener)
{
    if (!listener || !listener->warn) return;
    for (oddity kind = 0; kind < ODDITIES; kind++) {
        if (!s->met[kind].times || !about[kind].text) continue;
        const position p = position_of(s, s->met[kind].place);
        if (kind == OTHER_CLAUSES || kind == FEWER_VARIABLES) tell_counts(s, kind, p, listener);
        else if (s->met[kind].times == 1) hbs_warn(listener, "%s:%zu:%zu: %s; %s", s->name, p.line, p.column, about[kind].text, about[kind].advice);
        else hbs_warn(listener, "%s:%zu:%zu: %s (%zu times, here first); %s", s->name, p.line, p.column, about[kind].text, s->met[kind].times, about[kind].advice);
    }
}

/* --- blanks and comments --- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A return that no line feed follows. */
static bool is_lone_return(const scan *s, const char *at)
{
    return *at == '\r' && (at + 1 == s->end || at[1] != '\n');
}

static hbs_status skip_blanks(scan *s)
{
    hbs_status status = HBS_OK;
    for (; s->at < s->end; s->at++) {
        const char c = *s->at;
        if (c == ' ' || c == '\n' || c == '\t') continue;
        if (c != '\r') break;
        if (is_lone_return(s, s->at)) HBS_TRY(note(s, LONE_RETURN, place_of(s, s->at)));
    }
done:
    return status;
}

static hbs_status skip_comment(scan *s)
{
    hbs_status status = HBS_OK;
    const char *const feed = memchr(s->at, '\n', (size_t)(s->end - s->at));
    const char *const stop = feed ? feed : s->end;
    for (const char *at = s->at; (at = memchr(at, '\r', (size_t)(stop - at))); at++)
        if (is_lone_return(s, at)) HBS_TRY(note(s, LONE_RETURN, place_of(s, at)));
    s->at = stop;
done:
    return status;
}

/* --- header --- */

/* Blanks within the header line, at least one. */
static hbs_status header_blanks(scan *s, const char *expected)
{
    hbs_status status = HBS_OK;
    const char *const from = s->at;
    for (; s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r'); s->at++) {
        if (*s->at != '\r') continue;
        if (!is_lone_return(s, s->at)) break;
        HBS_TRY(note(s, LONE_RETURN, place_of(s, s->at)));
    }
    if (s->at == from) HBS_TRY(refuse_character(s, s->at, expected));
done:
    return status;
}

/* A number of the header; *fits is false when it does not fit 64 bits. */
static hbs_status header_number(scan *s, uint64_t *value, bool *fits, const char *expected)
{
    hbs_status status = HBS_OK;
    *value = 0;
    *fits = true;
    if (s->at == s->end || !is_digit(*s->at)) HBS_TRY(refuse_character(s, s->at, expected));
    for (; s->at < s->end && is_digit(*s->at); s->at++)
        if (__builtin_mul_overflow(*value, UINT64_C(10), value) || __builtin_add_overflow(*value, (uint64_t)(*s->at - '0'), value)) *fits = false;
done:
    return status;
}

static hbs_status header_word(scan *s)
{
    static const char expected[] = "the word cnf of the header 'p cnf VARIABLES CLAUSES'";
    static const char weighted[] = "wcnf";
    if ((size_t)(s->end - s->at) >= 4 && memcmp(s->at, weighted, 4) == 0)
        return refuse(s, s->at, "a weighted formula (p wcnf), which is no plain CNF", "convert it to p cnf first");
    for (const char *word = "cnf"; *word; word++, s->at++)
        if (s->at == s->end || *s->at != *word) return refuse_character(s, s->at, expected);
    return HBS_OK;
}

static hbs_status header_end(scan *s)
{
    hbs_status status = HBS_OK;
    for (; s->at < s->end && *s->at != '\n'; s->at++) {
        if (*s->at == ' ' || *s->at == '\t') continue;
        if (*s->at != '\r') HBS_TRY(refuse_character(s, s->at, "the end of the header line"));
        if (is_lone_return(s, s->at)) HBS_TRY(note(s, LONE_RETURN, place_of(s, s->at)));
    }
done:
    return status;
}

static hbs_status read_header(scan *s)
{
    hbs_status status = HBS_OK;
    bool fits;
    const char *number;
    if (s->header) HBS_TRY(refuse(s, s->at, "a second header", "keep one formula a file"));
    if (s->cnf.clauses || s->used) HBS_TRY(refuse(s, s->at, "a header after clauses", "move it before the first clause"));
    s->header = s->at++;
    HBS_TRY(header_blanks(s, "a blank after the p of the header"));
    HBS_TRY(header_word(s));
    HBS_TRY(header_blanks(s, "a blank after 'p cnf'"));
    number = s->at;
    HBS_TRY(header_number(s, &s->header_variables, &fits, "the number of variables"));
    if (!fits || s->header_variables > HBS_CNF_VARIABLES_MAX)
        HBS_TRY(refuse(s, number, "the header's number of variables is above 536870911, the most that is possible", "correct the header"));
    HBS_TRY(header_blanks(s, "a blank and the number of clauses"));
    number = s->at;
    HBS_TRY(header_number(s, &s->header_clauses, &fits, "the number of clauses"));
    if (!fits) HBS_TRY(note(s, HUGE_CLAUSES, place_of(s, number)));
    HBS_TRY(header_end(s));
done:
    return status;
}

/* --- clauses --- */

static int compare_by_variable(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    const int32_t v = x < 0 ? -x : x, w = y < 0 ? -y : y;
    return v != w ? (v > w) - (v < w) : (x > y) - (x < y);
}

static hbs_status note_pair(scan *s, int32_t x, int32_t y, bool *repeated, bool *tautology)
{
    hbs_status status = HBS_OK;
    if (x == y && !*repeated) HBS_TRY(note(s, REPEATED_LITERAL, s->clause_place));
    if (x == -y && !*tautology) HBS_TRY(note(s, TAUTOLOGY, s->clause_place));
    *repeated |= x == y;
    *tautology |= x == -y;
done:
    return status;
}

/* Each clause counts once a kind. */
static hbs_status inspect_clause(scan *s, const int32_t *literal, size_t length)
{
    hbs_status status = HBS_OK;
    bool repeated = false, tautology = false;
    if (length <= 8) {
        for (size_t i = 1; i < length; i++)
            for (size_t j = 0; j < i; j++)
                if (literal[i] == literal[j] || literal[i] == -literal[j]) HBS_TRY(note_pair(s, literal[i], literal[j], &repeated, &tautology));
        goto done;
    }
    HBS_TRY(hbs_grow(&s->scratch, &s->scratch_capacity, length, sizeof *s->scratch, s->error));
    memcpy(s->scratch, literal, length * sizeof *literal);
    qsort(s->scratch, length, sizeof *literal, compare_by_variable);
    for (size_t i = 1; i < length; i++) HBS_TRY(note_pair(s, s->scratch[i - 1], s->scratch[i], &repeated, &tautology));
done:
    return status;
}

/* Compressed, a few kilobytes of text hold more than any memory. */
static hbs_status refuse_size(const scan *s)
{
    return refuse(s, s->text + s->last_place, "a formula of more than 134217728 literals or clauses, the most that is possible", "take a smaller one");
}

static hbs_status end_clause(scan *s)
{
    hbs_status status = HBS_OK;
    hbs_cnf *const cnf = &s->cnf;
    if (cnf->clauses == HBS_CNF_LITERALS_MAX) HBS_TRY(refuse_size(s));
    if (cnf->clauses + 2 > cnf->start_capacity) {
        const bool fresh = cnf->start == NULL;
        HBS_TRY(hbs_grow(&cnf->start, &cnf->start_capacity, cnf->clauses + 2, sizeof *cnf->start, s->error));
        if (fresh) cnf->start[0] = 0;
    }
    if (!cnf->literal) HBS_TRY(hbs_grow(&cnf->literal, &cnf->literal_capacity, 1, sizeof *cnf->literal, s->error));
    const size_t from = cnf->start[cnf->clauses];
    HBS_TRY(inspect_clause(s, cnf->literal + from, s->used - from));
    cnf->start[++cnf->clauses] = s->used;
done:
    return status;
}

static hbs_status add_literal(scan *s, uint32_t variable, bool negative)
{
    hbs_status status = HBS_OK;
    hbs_cnf *const cnf = &s->cnf;
    if (s->used == HBS_CNF_LITERALS_MAX) HBS_TRY(refuse_size(s));
    if (s->used == cnf->literal_capacity) HBS_TRY(hbs_grow(&cnf->literal, &cnf->literal_capacity, s->used + 1, sizeof *cnf->literal, s->error));
    if (variable > s->largest) s->largest = variable;
    cnf->literal[s->used++] = negative ? -(int32_t)variable : (int32_t)variable;
done:
    return status;
}

/* A literal or the 0 that ends a clause; a blank, a comment or the end of the file must follow. */
static hbs_status read_number(scan *s)
{
    hbs_status status = HBS_OK;
    const char *const from = s->at;
    const char *at = from;
    const bool negative = *at == '-';
    uint64_t value = 0;
    at += negative;
    if (at == s->end || !is_digit(*at)) HBS_TRY(refuse_character(s, at, negative ? "a digit" : "a literal"));
    for (; at < s->end && is_digit(*at); at++) {
        value = 10 * value + (uint64_t)(*at - '0');
        if (value > HBS_CNF_VARIABLES_MAX) HBS_TRY(refuse(s, from, "a variable above 536870911, the most that is possible", "renumber the variables"));
    }
    if (at < s->end && *at != ' ' && *at != '\n' && *at != '\t' && *at != '\r' && *at != 'c') HBS_TRY(refuse_character(s, at, "a blank after a number"));
    s->at = at;
    s->last_place = place_of(s, from);
    if (s->used == (s->cnf.clauses ? s->cnf.start[s->cnf.clauses] : 0)) s->clause_place = place_of(s, from);
    if (value) HBS_TRY(add_literal(s, (uint32_t)value, negative));
    else {
        if (negative) HBS_TRY(note(s, NEGATIVE_ZERO, place_of(s, from)));
        HBS_TRY(end_clause(s));
    }
done:
    return status;
}

/* SATLIB ends its files with a line '%' and a line '0'. */
static hbs_status read_percent(scan *s)
{
    hbs_status status = HBS_OK;
    bool zero = false;
    HBS_TRY(note(s, PERCENT, place_of(s, s->at)));
    for (s->at++; s->at < s->end; s->at++) {
        const bool blank = *s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r' || *s->at == '%';
        if (blank || (*s->at == '0' && !zero)) zero |= *s->at == '0';
        else {
            HBS_TRY(note(s, AFTER_PERCENT, place_of(s, s->at)));
            s->at = s->end - 1;
        }
    }
done:
    return status;
}

static hbs_status read_text(scan *s)
{
    hbs_status status = HBS_OK;
    for (;;) {
        HBS_TRY(skip_blanks(s));
        if (s->at == s->end) break;
        switch (*s->at) {
        case 'c': HBS_TRY(skip_comment(s)); break;
        case 'p': HBS_TRY(read_header(s)); break;
        case '%': HBS_TRY(read_percent(s)); break;
        default: HBS_TRY(read_number(s)); break;
        }
    }
done:
    return status;
}

/* --- the whole --- */

/* What is read as something else than what it is. */
static hbs_status check_start(scan *s)
{
    static const char pointer[] = "version https://git-lfs.github.com/spec/";
    static const char mark[] = "\xef\xbb\xbf";
    const size_t length = (size_t)(s->end - s->at);
    if (length >= sizeof pointer - 1 && memcmp(s->at, pointer, sizeof pointer - 1) == 0)
        return refuse(s, s->at, "a Git LFS pointer, not the file itself", "fetch the file with 'git lfs pull'");
    if (length < sizeof mark - 1 || memcmp(s->at, mark, sizeof mark - 1) != 0) return HBS_OK;
    s->at += sizeof mark - 1;
    return note(s, BYTE_ORDER_MARK, 0);
}

static hbs_status check_counts(scan *s)
{
    hbs_status status = HBS_OK;
    hbs_cnf *const cnf = &s->cnf;
    const size_t place = s->header ? place_of(s, s->header) : 0, ended = cnf->clauses ? cnf->start[cnf->clauses] : 0;
    if (s->used > ended) HBS_TRY(refuse(s, s->text + s->last_place, "the last clause has no 0 at its end", "add it, or the rest of the file"));
    if (!s->header && !cnf->clauses) {
        const char *const advice = s->met[LONE_RETURN].times ? "its lines end in carriage returns alone: convert them" : "give it a header 'p cnf VARIABLES CLAUSES'";
        HBS_TRY(refuse(s, s->end, "no formula: neither a header nor a clause", advice));
    }
    if (!s->header) HBS_TRY(note(s, NO_HEADER, 0));
    if (s->header && s->largest > s->header_variables) HBS_TRY(note(s, FEWER_VARIABLES, place));
    if (s->header && !s->met[HUGE_CLAUSES].times && s->header_clauses != cnf->clauses) {
        const bool stray = s->text[s->last_place] != '-' && cnf->clauses && s->header_clauses == cnf->clauses - 1 && hbs_cnf_length(cnf, cnf->clauses - 1) == 0;
        HBS_TRY(stray ? note(s, STRAY_ZERO, s->clause_place) : note(s, OTHER_CLAUSES, place));
    }
    cnf->variables = s->largest > s->header_variables ? s->largest : (uint32_t)s->header_variables;
done:
    return status;
}

hbs_status hbs_dimacs_read(hbs_cnf *out, const char *text, size_t length, const char *name, bool strict, const hbs_listener *listener, hbs_error *error)
{
    hbs_status status = HBS_OK;
    static const char nothing[1] = "";
    const char *const from = length ? text : nothing;
    scan s = {.text = from, .at = from, .end = from + length, .name = name, .strict = strict, .error = error};
    HBS_TRY(check_start(&s));
    HBS_TRY(read_text(&s));
    HBS_TRY(check_counts(&s));
    tell(&s, listener);
    const hbs_cnf old = *out;
    *out = s.cnf;
    s.cnf = old;
done:
    free(s.scratch);
    hbs_cnf_free(&s.cnf);
    return status;
}

/* --- writing --- */

static char *print_number(char *at, uint64_t value)
{
    char digit[20];
    size_t count = 0;
    do digit[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count) *at++ = digit[--count];
    return at;
}

hbs_status hbs_dimacs_write(const hbs_cnf *cnf, hbs_bytes *out, hbs_error *error)
{
    enum { HEADER = 64, END = 2 };
    hbs_status status = HBS_OK;
    size_t literals, clauses, bound, width = 3;   /* sign, digits, blank */
    for (uint32_t rest = cnf->variables; rest >= 10; rest /= 10) width++;
    if (__builtin_mul_overflow(hbs_cnf_literals(cnf), width, &literals) || __builtin_mul_overflow(cnf->clauses, (size_t)END, &clauses)
        || __builtin_add_overflow(literals, clauses, &bound) || __builtin_add_overflow(bound, HEADER + out->size, &bound))
        HBS_FAIL(error, HBS_ERROR_MEMORY, "a formula of %zu clauses is too large to write as text", cnf->clauses);
    HBS_TRY(hbs_grow(&out->data, &out->capacity, bound, 1, error));
    char *at = (char *)out->data + out->size;
    memcpy(at, "p cnf ", 6);
    at = print_number(at + 6, cnf->variables);
    *at++ = ' ';
    at = print_number(at, cnf->clauses);
    *at++ = '\n';
    for (size_t c = 0; c < cnf->clauses; c++) {
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) {
            const int32_t literal = cnf->literal[i];
            if (literal < 0) *at++ = '-';
            at = print_number(at, (uint32_t)(literal < 0 ? -literal : literal));
            *at++ = ' ';
        }
        *at++ = '0';
        *at++ = '\n';
    }
    *at = '\0';
    out->size = (size_t)(at - (char *)out->data);
done:
    return status;
}
