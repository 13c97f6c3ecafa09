/* Reading conjunctive queries written as Datalog rules: recursive descent over the bytes, one rule at a time.
 *
 *   rule     = head [ arrow [ atom { separator atom } ] ] ( "." | end of line | end of text )
 *   head     = ( identifier | string | "?" ) [ "(" [ term { "," term } ] ")" ]         "?" is the head of DLGP
 *   atom     = relation [ "(" [ term { "," term } ] ")" ]        relation = identifier | string | IRI
 *   term     = variable | word | string | number | IRI
 *   arrow    = ":-" | "<-" | U+2190                              separator = "," | "&" | U+2227
 *   identifier: a letter or `_`, then those, digits and primes.    number: -?digits[.digits][e[+-]digits]
 *   string: in single or double quotes on one line, with \\ \" \' \n \r \t \xHH.            IRI: <...> without blanks, kept with its brackets
 * (Letters above ASCII are taken as lower-case.) Numbers are compared as written: 3 and 3.0 differ, as do 7 and 007, since numbers are often names. After an arrow or a separator a rule goes on over line ends; elsewhere a line end may stand for
 * the final dot. What is beyond conjunctive queries (negation, comparisons, disjunction, function terms) is refused by name.
 *
 * A place is a byte offset and becomes line and column only for a message. The pair is built apart and handed over when both rules are read. */
#include "datasets/datalog.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/number_spelling.h"

typedef struct parser {
    const char *text, *at, *end;
    const char *name;
    hbs_variables convention;
    const hbs_listener *listener;
    hbs_error *error;
    bool first;                   /* the text's first pair: the convention shows there, and one warning is enough */
    bool newline;                 /* a line end was passed before `at` */
    hbs_query_pair pair;
    hbs_query *query;             /* the one being read */
    hbs_symbols variables;        /* its variables; kind FRESH for `_` */
    size_t words, head_words;     /* lower-case words in its body, and in its head */
    bool warned;                  /* of the convention */
    hbs_bytes string;             /* scratch: a string without quotes and escapes */
    hbs_term *term;               /* scratch: arguments */
    size_t terms, term_capacity;
    size_t *place;                /* where the head's terms stand */
    size_t place_capacity;
} parser;

enum { NAMED = 0, FRESH = 1 };

#define LEFT_ARROW "\xe2\x86\x90"
#define LOGICAL_AND "\xe2\x88\xa7"
#define LOGICAL_OR "\xe2\x88\xa8"
#define NOT_SIGN "\xc2\xac"
#define NO_BREAK_SPACE "\xc2\xa0"

/* --- messages --- */

typedef struct position {
    size_t line, column;
} position;

static position position_of(const parser *p, const char *at)
{
    position where = {1, 1};
    const char *line = p->text;
    for (const char *feed; line < at && (feed = memchr(line, '\n', (size_t)(at - line))); line = feed + 1) where.line++;
    where.column += (size_t)(at - line);
    return where;
}

static hbs_status refuse(const parser *p, const char *at, const char *what)
{
    const position where = position_of(p, at);
    return hbs_raise(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: %s", p->name, where.line, where.column, what);
}

static hbs_status refuse_character(const parser *p, const char *at, const char *expected)
{
    const position where = position_of(p, at);
    const unsigned char c = at < p->end ? (unsigned char)*at : 0;
    if (at == p->end) return hbs_raise(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: the text ends where %s is needed; complete it", p->name, where.line, where.column, expected);
    if (c == '\n' || c == '\r')
        return hbs_raise(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: the line ends where %s is needed; complete it", p->name, where.line, where.column, expected);
    if (c > 32 && c < 127)
        return hbs_raise(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: '%c' where %s is needed; correct the rule", p->name, where.line, where.column, c, expected);
    return hbs_raise(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: byte 0x%02x where %s is needed; correct the rule", p->name, where.line, where.column, c, expected);
}

/* Errors of the builders get a place. */
static hbs_status place_error(const parser *p, const char *at, hbs_status status)
{
    if (status != HBS_ERROR_INPUT || !p->error) return status;
    hbs_error inner = *p->error;
    inner.message[sizeof inner.message - 1] = '\0';
    return refuse(p, at, inner.message);
}

/* --- bytes --- */

static bool looking_at(const parser *p, const char *text)
{
    const size_t length = strlen(text);
    return (size_t)(p->end - p->at) >= length && memcmp(p->at, text, length) == 0;
}

static bool accept(parser *p, const char *text)
{
    if (!looking_at(p, text)) return false;
    p->at += strlen(text);
    return true;
}

/* Blanks and comments; notes in p->newline whether a line end was among them. */
static void skip(parser *p)
{
    p->newline = false;
    while (p->at < p->end) {
        const char c = *p->at;
        if (c == '\n') p->newline = true;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') p->at++;
        else if (looking_at(p, NO_BREAK_SPACE)) p->at += strlen(NO_BREAK_SPACE);
        else if (c == '%' || c == '#' || looking_at(p, "//")) {
            const char *const feed = memchr(p->at, '\n', (size_t)(p->end - p->at));
            p->at = feed ? feed : p->end;
        } else return;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_arrow(const parser *p)
{
    return looking_at(p, ":-") || looking_at(p, "<-") || looking_at(p, LEFT_ARROW);
}

static bool is_separator(const parser *p)
{
    return looking_at(p, ",") || looking_at(p, "&") || looking_at(p, LOGICAL_AND);
}

/* Of the bytes above 127, those that lead U+0080..U+00BF and U+2000..U+2FFF are no letters: blanks, quotation marks, arrows, operators. */
static bool is_identifier_start(const parser *p)
{
    if (p->at == p->end) return false;
    const unsigned char c = (unsigned char)*p->at;
    return (c >= 'a' && c <= 'z') || is_upper((char)c) || c == '_' || (c >= 128 && c != 0xc2 && c != 0xe2);
}

static bool is_identifier_part(const parser *p)
{
    return is_identifier_start(p) || (p->at < p->end && (is_digit(*p->at) || *p->at == '\''));
}

/* --- tokens --- */

typedef struct token {
    const char *text;
    size_t length;
} token;

static token identifier(parser *p)
{
    const char *const from = p->at;
    while (is_identifier_part(p)) p->at++;
    return (token){from, (size_t)(p->at - from)};
}

static size_t digits(parser *p)
{
    const char *const from = p->at;
    while (p->at < p->end && is_digit(*p->at)) p->at++;
    return (size_t)(p->at - from);
}

static hbs_status number(parser *p, token *out)
{
    hbs_status status = HBS_OK;
    const char *const from = p->at;
    if (*p->at == '-') p->at++;
    if (!digits(p)) HBS_TRY(refuse_character(p, p->at, "a digit"));
    if (p->at + 1 < p->end && *p->at == '.' && is_digit(p->at[1])) p->at++, digits(p);
    if (p->at < p->end && (*p->at == 'e' || *p->at == 'E')) {
        p->at++;
        if (p->at < p->end && (*p->at == '+' || *p->at == '-')) p->at++;
        if (!digits(p)) HBS_TRY(refuse_character(p, p->at, "a digit of the exponent"));
    }
    if (is_identifier_part(p)) HBS_TRY(refuse_character(p, p->at, "the end of a number"));
    *out = (token){from, (size_t)(p->at - from)};
done:
    return status;
}

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that an escape stands for; p->at is behind the backslash. */
static hbs_status escape(parser *p, char *out)
{
    static const char code[] = "\\\"'nrt", meaning[] = "\\\"'\n\r\t";
    hbs_status status = HBS_OK;
    const char *const found = p->at < p->end && *p->at ? strchr(code, *p->at) : NULL;
    if (found) {
        *out = meaning[found - code];
        p->at++;
        goto done;
    }
    const int high = p->end - p->at >= 3 && *p->at == 'x' ? hex_digit(p->at[1]) : -1, low = high >= 0 ? hex_digit(p->at[2]) : -1;
    if (low < 0) HBS_TRY(refuse(p, p->at, "an unknown escape in a string; use \\\\ \\\" \\' \\n \\r \\t or \\xHH"));
    *out = (char)(high * 16 + low);
    p->at += 3;
done:
    return status;
}

static hbs_status string(parser *p, token *out)
{
    hbs_status status = HBS_OK;
    const char *const from = p->at;
    const char quote = *p->at++;
    hbs_bytes_clear(&p->string);
    for (;;) {
        if (p->at == p->end || *p->at == '\n') HBS_TRY(refuse(p, from, "a string without closing quote on its line; close it, or write \\n for a line end"));
        char c = *p->at++;
        if (c == quote) break;
        if (c == '\\') HBS_TRY(escape(p, &c));
        if (!c) HBS_TRY(refuse(p, p->at - 1, "a zero byte in a string; remove it"));
        HBS_TRY(hbs_bytes_append(&p->string, &c, 1, p->error));
    }
    *out = (token){p->string.size ? (const char *)p->string.data : "", p->string.size};
done:
    return status;
}

static hbs_status iri(parser *p, token *out)
{
    const char *const from = p->at++;
    for (; p->at < p->end && (unsigned char)*p->at > 32 && *p->at != '<' && *p->at != '"' && *p->at != '\\'; p->at++)
        if (*p->at == '>') {
            *out = (token){from, (size_t)(++p->at - from)};
            return HBS_OK;
        }
    return refuse(p, from, "'<' begins neither an arrow nor an IRI <...> here; comparisons are outside conjunctive queries");
}

/* --- terms and atoms --- */

static hbs_status variable(parser *p, token word, hbs_term *out)
{
    hbs_status status = HBS_OK;
    char fresh[24];
    uint32_t index;
    if (word.length == 1 && word.text[0] == '_') {
        const int length = snprintf(fresh, sizeof fresh, "%zu", p->variables.count);
        HBS_TRY(hbs_symbol_intern(&p->variables, fresh, (size_t)length, FRESH, &index, p->error));
    } else HBS_TRY(hbs_symbol_intern(&p->variables, word.text, word.length, NAMED, &index, p->error));
    p->query->variables = (uint32_t)p->variables.count;
    *out = index;
done:
    return status;
}

static hbs_status constant(parser *p, token text, uint32_t kind, hbs_term *out)
{
    hbs_status status = HBS_OK;
    uint32_t index;
    HBS_TRY(hbs_symbol_intern(&p->pair.constants, text.text, text.length, kind, &index, p->error));
    *out = HBS_CONSTANT | index;
done:
    return status;
}

static hbs_status word_term(parser *p, bool in_body, hbs_term *out)
{
    hbs_status status = HBS_OK;
    const token word = identifier(p);
    const bool is_variable = p->convention == HBS_VARIABLES_ANY || is_upper(word.text[0]) || word.text[0] == '_';
    if (is_variable) HBS_TRY(variable(p, word, out));
    else HBS_TRY(constant(p, word, HBS_CONSTANT_STRING, out));
    if (!is_variable) ++*(in_body ? &p->words : &p->head_words);
    const char *const after = p->at;
    skip(p);
    if (looking_at(p, "(")) HBS_TRY(refuse(p, word.text, "a function term; conjunctive queries have variables and constants only"));
    p->at = after;
done:
    return status;
}

static hbs_status term(parser *p, bool in_body, hbs_term *out)
{
    hbs_status status = HBS_OK;
    token text;
    if (is_identifier_start(p)) {
        HBS_TRY(word_term(p, in_body, out));
    } else if (p->at < p->end && (is_digit(*p->at) || *p->at == '-')) {
        HBS_TRY(number(p, &text));
        HBS_TRY(constant(p, text, HBS_CONSTANT_NUMBER, out));
    } else if (looking_at(p, "'") || looking_at(p, "\"")) {
        HBS_TRY(string(p, &text));
        HBS_TRY(constant(p, text, HBS_CONSTANT_STRING, out));
    } else if (looking_at(p, "<")) {
        HBS_TRY(iri(p, &text));
        HBS_TRY(constant(p, text, HBS_CONSTANT_STRING, out));
    } else HBS_TRY(refuse_character(p, p->at, "a variable or a constant"));
done:
    return status;
}

static hbs_status one_argument(parser *p, bool in_body)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&p->term, &p->term_capacity, p->terms + 1, sizeof *p->term, p->error));
    if (!in_body) {
        HBS_TRY(hbs_grow(&p->place, &p->place_capacity, p->terms + 1, sizeof *p->place, p->error));
        p->place[p->terms] = (size_t)(p->at - p->text);
    }
    HBS_TRY(term(p, in_body, p->term + p->terms));
    p->terms++;
    skip(p);
done:
    return status;
}

/* "(" terms ")" or nothing, into p->term. */
static hbs_status arguments(parser *p, bool in_body)
{
    hbs_status status = HBS_OK;
    const char *const after = p->at;
    p->terms = 0;
    skip(p);
    if (!accept(p, "(")) {
        p->at = after;
        goto done;
    }
    skip(p);
    if (accept(p, ")")) goto done;
    for (;;) {
        HBS_TRY(one_argument(p, in_body));
        if (accept(p, ")")) break;
        if (!accept(p, ",")) HBS_TRY(refuse_character(p, p->at, "',' or ')'"));
        skip(p);
    }
done:
    return status;
}

/* What stands where an atom should begin, or behind one, and has a name of its own. */
static hbs_status refuse_beyond(const parser *p, const char *expected)
{
    static const struct {
        const char *sign, *what;
    } beyond[] = {
        {"!=", "a comparison"}, {"!", "negation"},     {"~", "negation"},     {"\\+", "negation"},     {NOT_SIGN, "negation"}, {"=", "a comparison"},
        {"<", "a comparison"},  {">", "a comparison"}, {";", "a disjunction"}, {"|", "a disjunction"}, {LOGICAL_OR, "a disjunction"},
    };
    char text[96];
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        if (looking_at(p, beyond[i].sign)) {
            snprintf(text, sizeof text, "%s is outside conjunctive queries; leave it out or rewrite the rule", beyond[i].what);
            return refuse(p, p->at, text);
        }
    return refuse_character(p, p->at, expected);
}

static hbs_status relation_name(parser *p, token *out)
{
    hbs_status status = HBS_OK;
    const char *const from = p->at;
    if (looking_at(p, "'") || looking_at(p, "\"")) HBS_TRY(string(p, out));
    else if (looking_at(p, "<")) HBS_TRY(iri(p, out));
    else if (!is_identifier_start(p)) HBS_TRY(refuse_beyond(p, "an atom"));
    else {
        *out = identifier(p);
        if (out->length == 3 && memcmp(out->text, "not", 3) == 0)
            HBS_TRY(refuse(p, from, "negation is outside conjunctive queries; write \"not\" in quotes if a relation is meant"));
    }
done:
    return status;
}

static hbs_status atom(parser *p)
{
    hbs_status status = HBS_OK;
    const char *const from = p->at;
    token name = {0};
    char *kept = NULL;
    uint32_t relation;
    HBS_TRY(relation_name(p, &name));
    if (name.text == (const char *)p->string.data && name.length) {   /* an argument may use the scratch again */
        HBS_TRY(hbs_allocate(&kept, name.length, 1, p->error));
        memcpy(kept, name.text, name.length);
        name.text = kept;
    }
    HBS_TRY(arguments(p, true));
    if (p->terms > UINT32_MAX) HBS_TRY(refuse(p, from, "an atom with more than 4294967295 arguments; split the relation"));
    HBS_TRY(place_error(p, from, hbs_symbol_intern(&p->pair.relations, name.text, name.length, (uint32_t)p->terms, &relation, p->error)));
    HBS_TRY(place_error(p, from, hbs_query_append(p->query, &p->pair, relation, p->term, p->error)));
done:
    free(kept);
    return status;
}

/* --- rules --- */

static hbs_status head(parser *p)
{
    hbs_status status = HBS_OK;
    token name;
    if (looking_at(p, "'") || looking_at(p, "\"")) HBS_TRY(string(p, &name));
    else if (is_identifier_start(p)) identifier(p);
    else if (!accept(p, "?")) HBS_TRY(refuse_character(p, p->at, "the head of a rule"));
    HBS_TRY(arguments(p, false));
    for (size_t i = 0; i < p->terms; i++) HBS_TRY(hbs_query_head(p->query, p->term[i], p->error));
done:
    return status;
}

static hbs_status body(parser *p)
{
    hbs_status status = HBS_OK;
    skip(p);
    if (p->at == p->end || looking_at(p, ".")) goto done;
    for (;;) {
        HBS_TRY(atom(p));
        const char *const after = p->at;
        skip(p);
        if (!is_separator(p)) {
            p->at = after;
            break;
        }
        if (!accept(p, ",") && !accept(p, "&")) accept(p, LOGICAL_AND);
        skip(p);
    }
done:
    return status;
}

/* The dot, or a line end in its place. */
static hbs_status end_of_rule(parser *p)
{
    skip(p);
    if (accept(p, ".") || p->at == p->end) return HBS_OK;
    if (is_arrow(p)) return refuse(p, p->at, "a second ':-' in a rule; end the rule before it with a dot");
    return p->newline ? HBS_OK : refuse_beyond(p, "',' or '.'");
}

static hbs_status check_safe(parser *p)
{
    hbs_status status = HBS_OK;
    bool *used = NULL;
    const hbs_query *const query = p->query;
    const size_t arguments_used = hbs_query_arguments(query);
    HBS_TRY(hbs_allocate(&used, query->variables, sizeof *used, p->error));
    for (size_t i = 0; i < arguments_used; i++)
        if (!hbs_is_constant(query->argument[i])) used[query->argument[i]] = true;
    for (size_t i = 0; i < query->head_arity; i++) {
        const hbs_term one = query->head[i];
        if (hbs_is_constant(one) || used[one]) continue;
        const position where = position_of(p, p->text + p->place[i]);
        const hbs_symbol *const symbol = p->variables.item + one;
        HBS_FAIL(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: head variable %s does not occur in the body; use it in an atom", p->name, where.line, where.column,
                 symbol->kind == FRESH ? "_" : symbol->text);
    }
done:
    free(used);
    return status;
}

/* A name for a `_`: _1, _2, .. as far as no other variable has it. The table serves only to find that out. */
static hbs_status name_fresh(parser *p, uint64_t *next, char **out)
{
    hbs_status status = HBS_OK;
    char name[32];
    uint32_t index;
    size_t before;
    do {
        const int length = snprintf(name, sizeof name, "_%" PRIu64, ++*next);
        before = p->variables.count;
        HBS_TRY(hbs_symbol_intern(&p->variables, name, (size_t)length, NAMED, &index, p->error));
    } while (index < before);
    HBS_TRY(hbs_copy_text(out, name, p->error));
done:
    return status;
}

static hbs_status name_variables(parser *p)
{
    hbs_status status = HBS_OK;
    hbs_query *const query = p->query;
    uint64_t next = 0;
    HBS_TRY(hbs_allocate(&query->variable_name, query->variables, sizeof *query->variable_name, p->error));
    for (uint32_t v = 0; v < query->variables; v++) {
        if (p->variables.item[v].kind == FRESH) HBS_TRY(name_fresh(p, &next, &query->variable_name[v]));
        else HBS_TRY(hbs_copy_text(&query->variable_name[v], p->variables.item[v].text, p->error));
    }
done:
    return status;
}

static void clear_variables(parser *p)
{
    for (size_t v = 0; v < p->variables.count; v++) free(p->variables.item[v].text);
    p->variables.count = p->variables.hashed = 0;
}

static hbs_status rule(parser *p, hbs_query *query)
{
    hbs_status status = HBS_OK;
    const char *const from = p->at;
    p->query = query;
    p->words = p->head_words = 0;
    HBS_TRY(head(p));
    const char *const after = p->at;
    skip(p);
    if (accept(p, ":-") || accept(p, "<-") || accept(p, LEFT_ARROW)) HBS_TRY(body(p));
    else p->at = after;
    HBS_TRY(end_of_rule(p));
    HBS_TRY(check_safe(p));
    HBS_TRY(hbs_query_merge_repeats(query, p->error));
    if (p->first && !p->warned && p->convention == HBS_VARIABLES_UPPER && (p->head_words || (p->words && !query->variables))) {
        const position where = position_of(p, from);
        p->warned = true;
        hbs_warn(p->listener, "%s:%zu:%zu: %s; " HBS_DATALOG_CONVENTION, p->name, where.line, where.column,
                 p->head_words ? "a lower-case word in the head of a rule" : "a rule without variables");
    }
    HBS_TRY(name_variables(p));
done:
    clear_variables(p);
    return status;
}

static hbs_status second_rule(parser *p, const char *first)
{
    skip(p);
    if (p->at < p->end) return rule(p, &p->pair.q2);
    const position where = position_of(p, first);
    return hbs_raise(p->error, HBS_ERROR_INPUT, "%s:%zu:%zu: an odd number of rules, this one has no partner; write two a pair, q1 then q2", p->name, where.line,
                     where.column);
}

/* Numbers are compared as written; that is told where it matters, once a text. */
static hbs_status warn_of_spellings(const parser *p, const char *from)
{
    hbs_status status = HBS_OK;
    hbs_symbols seen = {0};
    hbs_bytes spelling = {0};
    const hbs_symbols *const constants = &p->pair.constants;
    for (size_t i = 0; i < constants->count && p->listener; i++) {
        uint32_t number;
        const hbs_symbol *const c = &constants->item[i];
        hbs_bytes_clear(&spelling);
        if (c->kind != HBS_CONSTANT_NUMBER || hbs_number_spelling(c->text, strlen(c->text), &spelling, NULL) != HBS_OK) continue;
        const size_t before = seen.count;
        HBS_TRY(hbs_symbol_intern(&seen, (const char *)spelling.data, spelling.size, 0, &number, p->error));
        if (number == before) continue;
        const position where = position_of(p, from);
        hbs_warn(p->listener, "%s:%zu:%zu: %.60s is written in two ways in this pair, which are two constants: numbers are compared as written", p->name, where.line, where.column,
                 seen.item[number].text);
        break;
    }
done:
    for (size_t i = 0; i < seen.count; i++) free(seen.item[i].text);
    free(seen.item);
    free(seen.slot);
    hbs_bytes_free(&spelling);
    return status;
}

hbs_status hbs_datalog_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_variables variables,
                            const hbs_listener *listener, hbs_error *error)
{
    hbs_status status = HBS_OK;
    static const char nothing[1] = "";
    const char *const from = length ? text : nothing;
    parser p = {.text = from, .at = from + *at, .end = from + length, .name = name, .convention = variables, .first = *at == 0, .listener = listener, .error = error};
    if (*at == 0) accept(&p, "\xef\xbb\xbf");
    skip(&p);
    if (p.at < p.end) {
        const char *const first = p.at;
        HBS_TRY(rule(&p, &p.pair.q1));
        HBS_TRY(second_rule(&p, first));
        if (p.first) HBS_TRY(warn_of_spellings(&p, first));
        const hbs_query_pair old = *out;
        *out = p.pair;
        p.pair = old;
        *found = true;
    } else *found = false;
    *at = (size_t)(p.at - from);
done:
    hbs_query_pair_free(&p.pair);
    clear_variables(&p);
    free(p.variables.item);
    free(p.variables.slot);
    hbs_bytes_free(&p.string);
    free(p.term);
    free(p.place);
    return status;
}
