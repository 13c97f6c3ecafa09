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
#include "datasets/formats/datalog.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/datalog_tokens.h"
#include "datasets/formats/number_spelling.h"

#define ARGUMENTS_MAX 10000u   /* of an atom: solvers compare them two by two */

typedef struct parser {
    hbs_datalog_tokens t;
    hbs_variables convention;
    const hbs_listener *listener;
    bool first;                   /* the text's first pair: the convention shows there, and one warning is enough */
    hbs_query_pair pair;
    hbs_query *query;             /* the one being read */
    hbs_symbols variables;        /* its variables; kind FRESH for `_` */
    size_t words, head_words;     /* lower-case words in its body, and in its head */
    bool warned;                  /* of the convention */
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

/* Errors of the builders get a place. */
static hbs_status place_error(const parser *p, const char *at, hbs_status status)
{
    if (status != HBS_ERROR_INPUT || !p->t.s.error) return status;
    hbs_error inner = *p->t.s.error;
    inner.message[sizeof inner.message - 1] = '\0';
    return hbs_scan_refuse(&p->t.s, at, "%s", inner.message);
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_arrow(const parser *p)
{
    return hbs_scan_sees(&p->t.s, ":-") || hbs_scan_sees(&p->t.s, "<-") || hbs_scan_sees(&p->t.s, LEFT_ARROW);
}

static bool is_separator(const parser *p)
{
    return hbs_scan_sees(&p->t.s, ",") || hbs_scan_sees(&p->t.s, "&") || hbs_scan_sees(&p->t.s, LOGICAL_AND);
}

/* --- terms and atoms --- */

static hbs_status variable(parser *p, hbs_token word, hbs_term *out)
{
    hbs_status status = HBS_OK;
    char fresh[24];
    uint32_t index;
    if (word.length == 1 && word.text[0] == '_') {
        const int length = snprintf(fresh, sizeof fresh, "%zu", p->variables.count);
        HBS_TRY(hbs_symbol_intern(&p->variables, fresh, (size_t)length, FRESH, &index, p->t.s.error));
    } else HBS_TRY(hbs_symbol_intern(&p->variables, word.text, word.length, NAMED, &index, p->t.s.error));
    p->query->variables = (uint32_t)p->variables.count;
    *out = index;
done:
    return status;
}

static hbs_status constant(parser *p, hbs_token text, uint32_t kind, hbs_term *out)
{
    hbs_status status = HBS_OK;
    uint32_t index;
    HBS_TRY(hbs_symbol_intern(&p->pair.constants, text.text, text.length, kind, &index, p->t.s.error));
    *out = HBS_CONSTANT | index;
done:
    return status;
}

static hbs_status word_term(parser *p, bool in_body, hbs_term *out)
{
    hbs_status status = HBS_OK;
    const hbs_token word = hbs_datalog_identifier(&p->t);
    const bool is_variable = p->convention == HBS_VARIABLES_ANY || is_upper(word.text[0]) || word.text[0] == '_';
    if (is_variable) HBS_TRY(variable(p, word, out));
    else HBS_TRY(constant(p, word, HBS_CONSTANT_STRING, out));
    if (!is_variable) ++*(in_body ? &p->words : &p->head_words);
    const char *const after = p->t.s.at;
    hbs_datalog_skip(&p->t);
    if (hbs_scan_sees(&p->t.s, "(")) HBS_TRY(hbs_scan_refuse(&p->t.s, word.text, "a function term; conjunctive queries have variables and constants only"));
    p->t.s.at = after;
done:
    return status;
}

static hbs_status term(parser *p, bool in_body, hbs_term *out)
{
    hbs_status status = HBS_OK;
    hbs_token text;
    if (hbs_datalog_at_identifier(&p->t)) {
        HBS_TRY(word_term(p, in_body, out));
    } else if (p->t.s.at < p->t.s.end && (hbs_scan_is_digit(*p->t.s.at) || *p->t.s.at == '-')) {
        HBS_TRY(hbs_datalog_number(&p->t, &text));
        HBS_TRY(constant(p, text, HBS_CONSTANT_NUMBER, out));
    } else if (hbs_scan_sees(&p->t.s, "'") || hbs_scan_sees(&p->t.s, "\"")) {
        HBS_TRY(hbs_datalog_string(&p->t, &text));
        HBS_TRY(constant(p, text, HBS_CONSTANT_STRING, out));
    } else if (hbs_scan_sees(&p->t.s, "<")) {
        HBS_TRY(hbs_datalog_iri(&p->t, &text));
        HBS_TRY(constant(p, text, HBS_CONSTANT_STRING, out));
    } else HBS_TRY(hbs_scan_unexpected(&p->t.s, "a variable or a constant"));
done:
    return status;
}

static hbs_status one_argument(parser *p, bool in_body)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&p->term, &p->term_capacity, p->terms + 1, sizeof *p->term, p->t.s.error));
    if (!in_body) {
        HBS_TRY(hbs_grow(&p->place, &p->place_capacity, p->terms + 1, sizeof *p->place, p->t.s.error));
        p->place[p->terms] = (size_t)(p->t.s.at - p->t.s.text);
    }
    HBS_TRY(term(p, in_body, p->term + p->terms));
    p->terms++;
    hbs_datalog_skip(&p->t);
done:
    return status;
}

/* "(" terms ")" or nothing, into p->term. */
static hbs_status arguments(parser *p, bool in_body)
{
    hbs_status status = HBS_OK;
    const char *const after = p->t.s.at;
    p->terms = 0;
    hbs_datalog_skip(&p->t);
    if (!hbs_scan_accept(&p->t.s, "(")) {
        p->t.s.at = after;
        goto done;
    }
    hbs_datalog_skip(&p->t);
    if (hbs_scan_accept(&p->t.s, ")")) goto done;
    for (;;) {
        HBS_TRY(one_argument(p, in_body));
        if (hbs_scan_accept(&p->t.s, ")")) break;
        if (!hbs_scan_accept(&p->t.s, ",")) HBS_TRY(hbs_scan_unexpected(&p->t.s, "',' or ')'"));
        hbs_datalog_skip(&p->t);
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
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        if (hbs_scan_sees(&p->t.s, beyond[i].sign))
            return hbs_scan_refuse(&p->t.s, p->t.s.at, "%s is outside conjunctive queries; leave it out or rewrite the rule", beyond[i].what);
    return hbs_scan_unexpected(&p->t.s, expected);
}

static hbs_status relation_name(parser *p, hbs_token *out)
{
    hbs_status status = HBS_OK;
    const char *const from = p->t.s.at;
    if (hbs_scan_sees(&p->t.s, "'") || hbs_scan_sees(&p->t.s, "\"")) HBS_TRY(hbs_datalog_string(&p->t, out));
    else if (hbs_scan_sees(&p->t.s, "<")) HBS_TRY(hbs_datalog_iri(&p->t, out));
    else if (!hbs_datalog_at_identifier(&p->t)) HBS_TRY(refuse_beyond(p, "an atom"));
    else {
        *out = hbs_datalog_identifier(&p->t);
        if (out->length == 3 && memcmp(out->text, "not", 3) == 0)
            HBS_TRY(hbs_scan_refuse(&p->t.s, from, "negation is outside conjunctive queries; write \"not\" in quotes if a relation is meant"));
    }
done:
    return status;
}

static hbs_status atom(parser *p)
{
    hbs_status status = HBS_OK;
    const char *const from = p->t.s.at;
    hbs_token name = {0};
    char *kept = NULL;
    uint32_t relation;
    HBS_TRY(relation_name(p, &name));
    if (name.text == (const char *)p->t.string.data && name.length) {   /* an argument may use the scratch again */
        HBS_TRY(hbs_allocate(&kept, name.length, 1, p->t.s.error));
        memcpy(kept, name.text, name.length);
        name.text = kept;
    }
    HBS_TRY(arguments(p, true));
    if (p->terms > ARGUMENTS_MAX) HBS_TRY(hbs_scan_refuse(&p->t.s, from, "an atom with more than %u arguments; split the relation", ARGUMENTS_MAX));
    HBS_TRY(place_error(p, from, hbs_symbol_intern(&p->pair.relations, name.text, name.length, (uint32_t)p->terms, &relation, p->t.s.error)));
    HBS_TRY(place_error(p, from, hbs_query_append(p->query, &p->pair, relation, p->term, p->t.s.error)));
done:
    free(kept);
    return status;
}

/* --- rules --- */

static hbs_status head(parser *p)
{
    hbs_status status = HBS_OK;
    hbs_token name;
    if (hbs_scan_sees(&p->t.s, "'") || hbs_scan_sees(&p->t.s, "\"")) HBS_TRY(hbs_datalog_string(&p->t, &name));
    else if (hbs_datalog_at_identifier(&p->t)) hbs_datalog_identifier(&p->t);
    else if (!hbs_scan_accept(&p->t.s, "?")) HBS_TRY(hbs_scan_unexpected(&p->t.s, "the head of a rule"));
    HBS_TRY(arguments(p, false));
    for (size_t i = 0; i < p->terms; i++) HBS_TRY(hbs_query_head(p->query, p->term[i], p->t.s.error));
done:
    return status;
}

static hbs_status body(parser *p)
{
    hbs_status status = HBS_OK;
    hbs_datalog_skip(&p->t);
    if (p->t.s.at == p->t.s.end || hbs_scan_sees(&p->t.s, ".")) goto done;
    for (;;) {
        HBS_TRY(atom(p));
        const char *const after = p->t.s.at;
        hbs_datalog_skip(&p->t);
        if (!is_separator(p)) {
            p->t.s.at = after;
            break;
        }
        if (!hbs_scan_accept(&p->t.s, ",") && !hbs_scan_accept(&p->t.s, "&")) hbs_scan_accept(&p->t.s, LOGICAL_AND);
        hbs_datalog_skip(&p->t);
    }
done:
    return status;
}

/* The dot, or a line end in its place. */
static hbs_status end_of_rule(parser *p)
{
    hbs_datalog_skip(&p->t);
    if (hbs_scan_accept(&p->t.s, ".") || p->t.s.at == p->t.s.end) return HBS_OK;
    if (is_arrow(p)) return hbs_scan_refuse(&p->t.s, p->t.s.at, "a second ':-' in a rule; end the rule before it with a dot");
    return p->t.newline ? HBS_OK : refuse_beyond(p, "',' or '.'");
}

static hbs_status check_safe(parser *p)
{
    hbs_status status = HBS_OK;
    bool *used = NULL;
    const hbs_query *const query = p->query;
    const size_t arguments_used = hbs_query_arguments(query);
    HBS_TRY(hbs_allocate(&used, query->variables, sizeof *used, p->t.s.error));
    for (size_t i = 0; i < arguments_used; i++)
        if (!hbs_is_constant(query->argument[i])) used[query->argument[i]] = true;
    for (size_t i = 0; i < query->head_arity; i++) {
        const hbs_term one = query->head[i];
        if (hbs_is_constant(one) || used[one]) continue;
        const hbs_symbol *const symbol = p->variables.item + one;
        HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.s.text + p->place[i], "head variable %s does not occur in the body; use it in an atom", symbol->kind == FRESH ? "_" : symbol->text));
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
        HBS_TRY(hbs_symbol_intern(&p->variables, name, (size_t)length, NAMED, &index, p->t.s.error));
    } while (index < before);
    HBS_TRY(hbs_copy_text(out, name, p->t.s.error));
done:
    return status;
}

static hbs_status name_variables(parser *p)
{
    hbs_status status = HBS_OK;
    hbs_query *const query = p->query;
    uint64_t next = 0;
    HBS_TRY(hbs_allocate(&query->variable_name, query->variables, sizeof *query->variable_name, p->t.s.error));
    for (uint32_t v = 0; v < query->variables; v++) {
        if (p->variables.item[v].kind == FRESH) HBS_TRY(name_fresh(p, &next, &query->variable_name[v]));
        else HBS_TRY(hbs_copy_text(&query->variable_name[v], p->variables.item[v].text, p->t.s.error));
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
    const char *const from = p->t.s.at;
    p->query = query;
    p->words = p->head_words = 0;
    HBS_TRY(head(p));
    const char *const after = p->t.s.at;
    hbs_datalog_skip(&p->t);
    if (hbs_scan_accept(&p->t.s, ":-") || hbs_scan_accept(&p->t.s, "<-") || hbs_scan_accept(&p->t.s, LEFT_ARROW)) HBS_TRY(body(p));
    else p->t.s.at = after;
    HBS_TRY(end_of_rule(p));
    HBS_TRY(check_safe(p));
    HBS_TRY(hbs_query_merge_repeats(query, p->t.s.error));
    if (p->first && !p->warned && p->convention == HBS_VARIABLES_UPPER && (p->head_words || (p->words && !query->variables))) {
        p->warned = true;
        hbs_scan_warn(&p->t.s, from, p->listener, "%s; " HBS_DATALOG_CONVENTION, p->head_words ? "a lower-case word in the head of a rule" : "a rule without variables");
    }
    HBS_TRY(name_variables(p));
done:
    clear_variables(p);
    return status;
}

static hbs_status second_rule(parser *p, const char *first)
{
    hbs_datalog_skip(&p->t);
    if (p->t.s.at < p->t.s.end) return rule(p, &p->pair.q2);
    return hbs_scan_refuse(&p->t.s, first, "an odd number of rules, this one has no partner; write two a pair, q1 then q2");
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
        HBS_TRY(hbs_symbol_intern(&seen, (const char *)spelling.data, spelling.size, 0, &number, p->t.s.error));
        if (number == before) continue;
        hbs_scan_warn(&p->t.s, from, p->listener, "%.60s is written in two ways in this pair, which are two constants: numbers are compared as written", seen.item[number].text);
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
    parser p = {.t.s = {.text = from, .at = from + *at, .end = from + length, .name = name, .error = error}, .convention = variables, .first = *at == 0, .listener = listener};
    if (*at == 0) hbs_scan_accept(&p.t.s, "\xef\xbb\xbf");
    hbs_datalog_skip(&p.t);
    if (p.t.s.at < p.t.s.end) {
        const char *const first = p.t.s.at;
        HBS_TRY(rule(&p, &p.pair.q1));
        HBS_TRY(second_rule(&p, first));
        if (p.first) HBS_TRY(warn_of_spellings(&p, first));
        const hbs_query_pair old = *out;
        *out = p.pair;
        p.pair = old;
        *found = true;
    } else *found = false;
    *at = (size_t)(p.t.s.at - from);
done:
    hbs_query_pair_free(&p.pair);
    clear_variables(&p);
    free(p.variables.item);
    free(p.variables.slot);
    hbs_bytes_free(&p.t.string);
    free(p.term);
    free(p.place);
    return status;
}
