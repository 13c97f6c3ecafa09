/* Reading SPARQL: recursive descent over the bytes. Whether atoms are p(s,o) or triple(s,p,o) is known only when both queries are, so each is read into a list of triples of
 * symbols, and the pair is built from the two lists. A place is a pointer into the text. */
#include "datasets/formats/sparql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/named_terms.h"
#include "datasets/formats/sparql_terms.h"

#define DEPTH_MAX 100
#define TYPE "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"

typedef struct triple {
    uint32_t term[3];        /* symbols: subject, predicate, object */
} triple;

typedef struct selected {
    uint32_t symbol;
    const char *at;
} selected;

typedef struct draft {
    hbs_symbols symbols;
    triple *item;
    size_t count, capacity;
    selected *head;
    size_t heads, head_capacity;
    bool all;                /* SELECT * */
    const char *at;
} draft;

typedef struct parser {
    hbs_sparql_text t;
    const hbs_listener *listener;
    draft *query;
    unsigned depth;
    bool generic;            /* some predicate is a variable */
} parser;

static void draft_free(draft *d) {
    hbs_symbols_clear(&d->symbols);
    free(d->item);
    free(d->head);
    *d = (draft){0};
}

/* ---- what is refused by name ---- */

static hbs_status refuse_word(const parser *p, size_t length) {
    static const char *const words[] = {"OPTIONAL", "FILTER",   "UNION",  "MINUS", "GRAPH",     "SERVICE",  "BIND",   "VALUES", "GROUP",  "HAVING", "ORDER",
                                        "LIMIT",    "OFFSET",   "FROM",   "LET",   "CONSTRUCT", "DESCRIBE", "INSERT", "DELETE", "LOAD",   "CLEAR",  "CREATE",
                                        "DROP",     "COPY",     "MOVE",   "ADD",   "WITH",      "NOT",      "EXISTS", "LATERAL"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hbs_sparql_is(&p->t, length, words[i]))
            return hbs_scan_refuse(&p->t.s, p->t.s.at, "%s is outside conjunctive queries; leave the query out or rewrite it", words[i]);
    return HBS_OK;
}

static hbs_status refuse_path(const parser *p) {
    return hbs_scan_refuse(&p->t.s, p->t.s.at, "a property path is outside conjunctive queries; write a triple for each step");
}

static char next_of(parser *p) {
    hbs_sparql_skip(&p->t);
    return hbs_scan_peek(&p->t.s, 0);
}

/* ---- patterns ---- */

static hbs_status add(parser *p, uint32_t s, uint32_t verb, uint32_t o) {
    draft *q = p->query;
    const hbs_status status = hbs_grow(&q->item, &q->capacity, q->count + 1, sizeof *q->item, p->t.s.error);
    if (status == HBS_OK) q->item[q->count++] = (triple){{s, verb, o}};
    return status;
}

static hbs_status properties(parser *p, uint32_t subject);

static hbs_status deeper(parser *p) {
    return ++p->depth <= DEPTH_MAX ? HBS_OK : hbs_scan_refuse(&p->t.s, p->t.s.at, "brackets more than %d deep; flatten the query", DEPTH_MAX);
}

/* "[" properties "]": a node of its own. */
static hbs_status bracket(parser *p, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    HBS_TRY(deeper(p));
    p->t.s.at++;
    HBS_TRY(hbs_sparql_fresh(&p->t, symbol));
    if (next_of(p) != ']') HBS_TRY(properties(p, *symbol));
    next_of(p);
    if (!hbs_scan_accept(&p->t.s, "]")) HBS_TRY(hbs_scan_unexpected(&p->t.s, "']'"));
    p->depth--;
done:
    return status;
}

static hbs_status node(parser *p, uint32_t *symbol) {
    const char c = next_of(p);
    if (c == '[') return bracket(p, symbol);
    if (c == '(') return hbs_scan_refuse(&p->t.s, p->t.s.at, "a collection (..) is outside what is read; write its triples");
    if (c == '<' && hbs_scan_peek(&p->t.s, 1) == '<') return hbs_scan_refuse(&p->t.s, p->t.s.at, "a quoted triple <<..>> is outside conjunctive queries");
    return hbs_sparql_term(&p->t, symbol);
}

static bool is_path_sign(const parser *p) {
    const char c = hbs_scan_peek(&p->t.s, 0), next = hbs_scan_peek(&p->t.s, 1);
    if (c == '+') return !hbs_scan_is_digit(next) && next != '.';
    if (c == '?') return !hbs_scan_is_letter(next) && !hbs_scan_is_digit(next);
    return c && strchr("/|^*{", c) != NULL;
}

static hbs_status verb(parser *p, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    const char c = next_of(p);
    if (c && strchr("^!(", c)) HBS_TRY(refuse_path(p));
    if (c == '?' || c == '$') {
        HBS_TRY(hbs_sparql_variable(&p->t, symbol));
        p->generic = true;
    } else {
        const size_t word = hbs_sparql_word(&p->t);
        if (word) HBS_TRY(refuse_word(p, word));
        if (word == 1 && *p->t.s.at == 'a') {
            p->t.s.at++;
            HBS_TRY(hbs_symbol_intern(p->t.symbols, TYPE, sizeof TYPE - 1, HBS_CONSTANT_STRING, symbol, p->t.s.error));
        } else if (word || c == '"' || c == '\'' || c == '[' || (c == '_' && hbs_scan_peek(&p->t.s, 1) == ':')) {
            HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.s.at, "a predicate must be an IRI or a variable"));
        } else {
            HBS_TRY(hbs_sparql_iri(&p->t));
            HBS_TRY(hbs_symbol_intern(p->t.symbols, (const char *)p->t.iri.data, p->t.iri.size, HBS_CONSTANT_STRING, symbol, p->t.s.error));
        }
    }
    next_of(p);
    if (is_path_sign(p)) HBS_TRY(refuse_path(p));
done:
    return status;
}

static hbs_status objects(parser *p, uint32_t subject, uint32_t predicate) {
    hbs_status status = HBS_OK;
    uint32_t object = 0;
    do {
        HBS_TRY(node(p, &object));
        HBS_TRY(add(p, subject, predicate, object));
        next_of(p);
    } while (hbs_scan_accept(&p->t.s, ","));
done:
    return status;
}

static hbs_status properties(parser *p, uint32_t subject) {
    hbs_status status = HBS_OK;
    uint32_t predicate = 0;
    for (bool more = true; more;) {
        HBS_TRY(verb(p, &predicate));
        HBS_TRY(objects(p, subject, predicate));
        for (more = false; next_of(p) == ';'; more = true) p->t.s.at++;
        const char c = next_of(p);
        more = more && c && !strchr(".]}", c);
    }
done:
    return status;
}

static hbs_status triples(parser *p) {
    hbs_status status = HBS_OK;
    uint32_t subject = 0;
    const bool own = next_of(p) == '[';
    const size_t before = p->query->count;
    HBS_TRY(node(p, &subject));
    const char c = next_of(p);
    if (own && p->query->count > before && (!c || strchr(".}", c))) return HBS_OK;   /* [ :p :o ] alone */
    HBS_TRY(properties(p, subject));
done:
    return status;
}

/* "{" .. "}" with groups in it, all of which must hold. */
static hbs_status group(parser *p) {
    hbs_status status = HBS_OK;
    bool dot = true;         /* may triples begin here? */
    if (next_of(p) != '{') HBS_TRY(hbs_scan_unexpected(&p->t.s, "'{'"));
    HBS_TRY(deeper(p));
    p->t.s.at++;
    for (char c; (c = next_of(p)) != '}';) {
        const size_t word = hbs_sparql_word(&p->t);
        if (hbs_sparql_is(&p->t, word, "SELECT")) HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.s.at, "a subquery is outside what is read; write its pattern in its place"));
        if (word) HBS_TRY(refuse_word(p, word));
        if (c == '{') {
            HBS_TRY(group(p));
            dot = true;
        } else {
            if (!dot) HBS_TRY(hbs_scan_unexpected(&p->t.s, "'.' or '}'"));
            HBS_TRY(triples(p));
            dot = false;
        }
        next_of(p);
        if (hbs_scan_accept(&p->t.s, ".")) dot = true;
    }
    p->t.s.at++;
    p->depth--;
done:
    return status;
}

/* ---- queries ---- */

static hbs_status select_variables(parser *p) {
    hbs_status status = HBS_OK;
    draft *q = p->query;
    uint32_t symbol = 0;
    for (char c; (c = next_of(p)) == '?' || c == '$';) {
        const char *const at = p->t.s.at;
        HBS_TRY(hbs_sparql_variable(&p->t, &symbol));
        if (symbol < q->heads) continue;   /* the same again: the symbols so far are the head */
        HBS_TRY(hbs_grow(&q->head, &q->head_capacity, q->heads + 1, sizeof *q->head, p->t.s.error));
        q->head[q->heads++] = (selected){symbol, at};
    }
    if (hbs_scan_peek(&p->t.s, 0) == '(') HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.s.at, "an expression or an aggregate in SELECT is outside conjunctive queries"));
    if (!q->heads) {
        q->all = hbs_scan_accept(&p->t.s, "*");
        if (!q->all) HBS_TRY(hbs_scan_unexpected(&p->t.s, "a variable or '*'"));
    }
done:
    return status;
}

static bool accept_word(parser *p, const char *word) {
    next_of(p);
    if (!hbs_sparql_is(&p->t, hbs_sparql_word(&p->t), word)) return false;
    p->t.s.at += strlen(word);
    return true;
}

static hbs_status prologue(parser *p) {
    hbs_status status = HBS_OK;
    for (;;) {
        if (accept_word(p, "PREFIX")) HBS_TRY(hbs_sparql_prefix(&p->t));
        else if (accept_word(p, "BASE")) HBS_TRY(hbs_sparql_base(&p->t));
        else break;
    }
done:
    return status;
}

/* All variables, in the order in which the pattern names them. */
static hbs_status select_all(parser *p) {
    draft *q = p->query;
    hbs_status status = hbs_grow(&q->head, &q->head_capacity, q->symbols.count, sizeof *q->head, p->t.s.error);
    for (uint32_t i = 0; i < q->symbols.count && status == HBS_OK; i++)
        if (q->symbols.item[i].kind == HBS_SPARQL_VARIABLE) q->head[q->heads++] = (selected){i, q->at};
    return status;
}

static hbs_status check_bound(const parser *p) {
    hbs_status status = HBS_OK;
    const draft *q = p->query;
    bool *used = NULL;
    HBS_TRY(hbs_allocate(&used, q->symbols.count, sizeof *used, p->t.s.error));
    for (size_t i = 0; i < q->count; i++)
        for (int k = 0; k < 3; k++) used[q->item[i].term[k]] = true;
    for (size_t i = 0; i < q->heads; i++)
        if (!used[q->head[i].symbol])
            HBS_TRY(hbs_scan_refuse(&p->t.s, q->head[i].at, "?%.200s is selected but is not in the pattern, which never binds it; select what the pattern names",
                                    q->symbols.item[q->head[i].symbol].text));
done:
    free(used);
    return status;
}

static void warn_of_bags(const parser *p, const char *at) {
    if (!p->t.prefixes->warned) hbs_scan_warn(&p->t.s, at, p->listener, "SELECT without DISTINCT means bags in SPARQL; containment is decided for sets");
    p->t.prefixes->warned = true;
}

static hbs_status query(parser *p, draft *d) {
    hbs_status status = HBS_OK;
    p->query = d;
    p->t.symbols = &d->symbols;
    p->depth = 0;
    HBS_TRY(prologue(p));
    d->at = p->t.s.at;
    if (accept_word(p, "SELECT")) {
        if (!accept_word(p, "DISTINCT") && !accept_word(p, "REDUCED")) warn_of_bags(p, d->at);
        HBS_TRY(select_variables(p));
    } else if (!accept_word(p, "ASK")) {
        HBS_TRY(refuse_word(p, hbs_sparql_word(&p->t)));
        HBS_TRY(hbs_scan_unexpected(&p->t.s, "SELECT or ASK"));
    }
    if (!accept_word(p, "WHERE")) HBS_TRY(refuse_word(p, hbs_sparql_word(&p->t)));
    HBS_TRY(group(p));
    next_of(p);
    HBS_TRY(refuse_word(p, hbs_sparql_word(&p->t)));
    if (d->all) HBS_TRY(select_all(p));
    HBS_TRY(check_bound(p));
done:
    return status;
}

/* ---- the pair ---- */

/* Is the symbol selected? Those that SELECT names come first. */
static bool is_selected(const draft *d, uint32_t symbol) { return d->all ? d->symbols.item[symbol].kind == HBS_SPARQL_VARIABLE : symbol < d->heads; }

/* The head of q2 in the order of q1, when both have the same names. */
static hbs_status match_heads(const parser *p, const draft *one, draft *two) {
    hbs_status status = HBS_OK;
    selected *order = NULL;
    size_t found;
    bool same = true;
    if (one->heads != two->heads) return HBS_OK;
    HBS_TRY(hbs_allocate(&order, two->heads, sizeof *order, p->t.s.error));
    for (size_t i = 0; i < one->heads && same; i++) {
        const char *const name = one->symbols.item[one->head[i].symbol].text;
        HBS_TRY(hbs_symbol_find(&two->symbols, name, strlen(name), HBS_SPARQL_VARIABLE, &found, p->t.s.error));
        order[i].symbol = (uint32_t)found;
        same = found < two->symbols.count && is_selected(two, order[i].symbol);
    }
    if (same && two->heads) memcpy(two->head, order, two->heads * sizeof *order);
    if (!same) hbs_scan_warn(&p->t.s, two->at, p->listener, "the queries select variables of different names: these are compared by position");
done:
    free(order);
    return status;
}

typedef struct building {
    const parser *p;
    const draft *from;
    hbs_query_pair *pair;
    hbs_query *to;
    hbs_named_terms terms;
} building;

static hbs_status use(building *b, uint32_t symbol, hbs_term *out) {
    const hbs_symbol *s = &b->from->symbols.item[symbol];
    if (s->kind < HBS_SPARQL_VARIABLE) return hbs_named_constant(b->pair, s->text, s->kind, out, b->p->t.s.error);
    char fresh[32];   /* of [..], whose name is a dot and a number */
    snprintf(fresh, sizeof fresh, "_%.28s", s->text + 1);
    return hbs_named_variable(&b->terms, symbol, s->text[0] == '.' ? fresh : s->text, b->to, out, b->p->t.s.error);
}

static hbs_status add_atom(building *b, const triple *from) {
    hbs_status status = HBS_OK;
    hbs_term term[3];
    uint32_t relation;
    size_t terms = 0;
    for (int k = 0; k < 3; k++)
        if (k != 1 || b->p->generic) HBS_TRY(use(b, from->term[k], &term[terms++]));
    const char *const name = b->p->generic ? "triple" : b->from->symbols.item[from->term[1]].text;
    HBS_TRY(hbs_symbol_intern(&b->pair->relations, name, strlen(name), (uint32_t)terms, &relation, b->p->t.s.error));
    HBS_TRY(hbs_query_append(b->to, b->pair, relation, term, b->p->t.s.error));
done:
    return status;
}

static hbs_status build(const parser *p, const draft *from, hbs_query_pair *pair, hbs_query *to) {
    hbs_status status = HBS_OK;
    building b = {.p = p, .from = from, .pair = pair, .to = to};
    hbs_term term;
    for (size_t i = 0; i < from->heads; i++) {
        HBS_TRY(use(&b, from->head[i].symbol, &term));
        HBS_TRY(hbs_query_head(to, term, p->t.s.error));
    }
    for (size_t i = 0; i < from->count; i++) HBS_TRY(add_atom(&b, &from->item[i]));
    HBS_TRY(hbs_query_merge_repeats(to, p->t.s.error));
done:
    hbs_named_terms_free(&b.terms);
    return status;
}

static hbs_status read_pair(parser *p, hbs_query_pair *pair) {
    hbs_status status = HBS_OK;
    draft one = {0}, two = {0};
    const char *const first = p->t.s.at;
    HBS_TRY(query(p, &one));
    if (!next_of(p) && p->t.s.at == p->t.s.end) HBS_TRY(hbs_scan_refuse(&p->t.s, first, "an odd number of queries, this one has no partner; write two a pair, q1 then q2"));
    HBS_TRY(query(p, &two));
    HBS_TRY(match_heads(p, &one, &two));
    HBS_TRY(build(p, &one, pair, &pair->q1));
    HBS_TRY(build(p, &two, pair, &pair->q2));
done:
    p->query = NULL;
    p->t.symbols = NULL;
    draft_free(&one);
    draft_free(&two);
    return status;
}

hbs_status hbs_sparql_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_sparql_prefixes *prefixes,
                           const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    static const char nothing[1] = "";
    const char *const from = length ? text : nothing;
    hbs_query_pair pair = {0};
    parser p = {.t = {.s = {from, from + *at, from + length, name, error}, .prefixes = prefixes}, .listener = listener};
    if (!*at) hbs_scan_accept(&p.t.s, "\xef\xbb\xbf");
    hbs_sparql_skip(&p.t);
    const bool any = p.t.s.at < p.t.s.end;
    if (any) HBS_TRY(read_pair(&p, &pair));
    if (any) {
        const hbs_query_pair old = *out;
        *out = pair;
        pair = old;
    }
    *found = any;
    *at = (size_t)(p.t.s.at - from);
done:
    hbs_query_pair_free(&pair);
    hbs_bytes_free(&p.t.scratch);
    hbs_bytes_free(&p.t.iri);
    return status;
}
