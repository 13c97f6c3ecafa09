/* Reading SQL: recursive descent over tokens. Columns in SELECT and ON may name tables that come later, so a query is read into lists of references first; then names are resolved,
 * equalities join columns and constants into classes (union-find), and the pair is built: an atom for each item of FROM, whose arguments are the classes of its columns. */
#include "datasets/formats/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/named_terms.h"
#include "datasets/formats/sql_draft.h"
#include "datasets/formats/sql_tokens.h"

#define DEPTH_MAX 100
typedef struct parser {
    hbs_sql_tokens t;
    const hbs_listener *listener;
    hbs_sql_schema *schema, inferred;   /* the text's, and the pair's own where nothing is declared */
    hbs_sql_draft *query;
} parser;

void hbs_sql_schema_free(hbs_sql_schema *schema) {
    for (size_t i = 0; schema->columns && i < schema->tables.count; i++) hbs_symbols_clear(&schema->columns[i]);
    free(schema->columns);
    hbs_symbols_clear(&schema->tables);
    *schema = (hbs_sql_schema){0};
}

static hbs_sql_schema *schema_of(parser *p) { return p->schema->tables.count ? p->schema : &p->inferred; }

/* ---- what is refused by name ---- */

static hbs_status refuse(const parser *p, const char *what) {
    return hbs_scan_refuse(&p->t.s, p->t.at, "%s is outside conjunctive queries; leave the pair out or rewrite it", what);
}

static hbs_status unexpected(const parser *p, const char *expected) {
    if (p->t.kind == HBS_SQL_END) return hbs_scan_refuse(&p->t.s, p->t.at, "the text ends where %s is needed; complete it", expected);
    return hbs_scan_refuse(&p->t.s, p->t.at, "`%.80s` where %s is needed; correct the query", hbs_sql_text(&p->t), expected);
}

/* The token, if it is what other SQL has here. */
static hbs_status refuse_beyond(const parser *p, const char *expected) {
    static const char *const beyond[][2] = {
        {"or", "OR"}, {"not", "NOT"}, {"is", "IS, a test of NULL"}, {"null", "NULL"}, {"like", "LIKE"}, {"ilike", "ILIKE"}, {"in", "IN"}, {"between", "BETWEEN"}, {"exists", "EXISTS"},
        {"case", "CASE"}, {"group", "GROUP BY"}, {"having", "HAVING"}, {"order", "ORDER BY"}, {"limit", "LIMIT"}, {"offset", "OFFSET"}, {"fetch", "FETCH"}, {"top", "TOP"}, {"union", "UNION"},
        {"intersect", "INTERSECT"}, {"except", "EXCEPT"}, {"minus", "MINUS"}, {"left", "LEFT JOIN, an outer join,"}, {"right", "RIGHT JOIN, an outer join,"},
        {"full", "FULL JOIN, an outer join,"}, {"outer", "OUTER JOIN"}, {"natural", "NATURAL JOIN (write its equalities)"}, {"using", "USING (write its equalities)"}, {"with", "WITH"},
        {"window", "WINDOW"}, {"lateral", "LATERAL"}, {"values", "VALUES"}, {"insert", "INSERT"}, {"update", "UPDATE"}, {"delete", "DELETE"}, {"drop", "DROP"}, {"alter", "ALTER"},
        {"any", "ANY"}, {"all", "ALL"}, {"some", "SOME"}, {"true", "TRUE"}, {"false", "FALSE"}, {"cast", "CAST"}, {"select", "a subquery"},
        {"<", "a comparison"}, {">", "a comparison"}, {"<=", "a comparison"}, {">=", "a comparison"}, {"<>", "a comparison"}, {"!=", "a comparison"}, {"+", "arithmetic"}, {"-", "arithmetic"},
        {"*", "arithmetic"}, {"/", "arithmetic"}, {"%", "arithmetic"}, {"||", "an operation on strings"}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        if (hbs_sql_is(&p->t, beyond[i][0])) return refuse(p, beyond[i][1]);
    return unexpected(p, expected);
}

/* Words that no table or alias is called without quotes. */
static bool is_reserved(const parser *p) {
    static const char *const words[] = {"on",     "join", "inner", "cross", "left",  "right", "full",   "outer", "natural", "where", "group",  "order",  "having", "limit", "offset", "fetch", "union",
                                        "except", "intersect", "using", "as", "select", "from", "create", "and", "or", "not", "is", "null", "in", "like", "between", "exists",
                                        "case", "distinct", "all", "minus", "window", "values", "true", "false", "with", "lateral", "top", "set"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hbs_sql_is(&p->t, words[i])) return true;
    return false;
}

static bool is_name(const parser *p) { return p->t.kind == HBS_SQL_QUOTED || (p->t.kind == HBS_SQL_WORD && !is_reserved(p)); }

static hbs_status next(parser *p) { return hbs_sql_next(&p->t); }

static hbs_status expect(parser *p, const char *word, const char *shown) { return hbs_sql_is(&p->t, word) ? next(p) : refuse_beyond(p, shown); }

static hbs_status take_name(parser *p, uint32_t *name, const char *expected) {
    hbs_status status = HBS_OK;
    if (!is_name(p)) HBS_TRY(refuse_beyond(p, expected));
    HBS_TRY(hbs_symbol_intern(&p->query->names, hbs_sql_text(&p->t), strlen(hbs_sql_text(&p->t)), 0, name, p->t.s.error));
    HBS_TRY(next(p));
done:
    return status;
}

/* ---- CREATE TABLE ---- */

static hbs_status refuse_constraint(const parser *p) {
    static const char *const words[] = {"primary", "unique", "foreign", "references", "check", "constraint", "exclude", "generated"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hbs_sql_is(&p->t, words[i]))
            return hbs_scan_refuse(&p->t.s, p->t.at, "a constraint (%s): containment is asked over all databases, and under constraints other answers hold; leave it out", words[i]);
    return HBS_OK;
}

/* name type .. up to the comma or bracket */
static hbs_status column_definition(parser *p, hbs_symbols *columns) {
    hbs_status status = HBS_OK;
    const char *const text = hbs_sql_text(&p->t);
    uint32_t index;
    HBS_TRY(refuse_constraint(p));
    if (!is_name(p)) HBS_TRY(unexpected(p, "the name of a column"));
    const size_t before = columns->count;
    if (before == HBS_SQL_COLUMNS_MAX) HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.at, "more than %u columns", HBS_SQL_COLUMNS_MAX));
    HBS_TRY(hbs_symbol_intern(columns, text, strlen(text), 0, &index, p->t.s.error));
    if (index < before) HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.at, "the column %.80s comes twice", text));
    HBS_TRY(next(p));
    for (size_t depth = 0; depth || (!hbs_sql_is(&p->t, ",") && !hbs_sql_is(&p->t, ")"));) {
        HBS_TRY(refuse_constraint(p));
        if (p->t.kind == HBS_SQL_END || hbs_sql_is(&p->t, ";")) HBS_TRY(unexpected(p, "')'"));
        depth += hbs_sql_is(&p->t, "(");
        depth -= hbs_sql_is(&p->t, ")");
        HBS_TRY(next(p));
    }
done:
    return status;
}

static hbs_status qualified_name(parser *p, hbs_bytes *out) {
    hbs_status status = HBS_OK;
    for (bool more = true; more;) {
        if (!is_name(p)) HBS_TRY(refuse_beyond(p, "the name of a table"));
        HBS_TRY(hbs_bytes_print(out, p->t.s.error, "%s%s", out->size ? "." : "", hbs_sql_text(&p->t)));
        HBS_TRY(next(p));
        more = hbs_sql_is(&p->t, ".");
        if (more) HBS_TRY(next(p));
    }
done:
    return status;
}

static hbs_status create_table(parser *p) {
    hbs_status status = HBS_OK;
    hbs_bytes name = {0};
    hbs_sql_schema *schema = p->schema;
    const char *const at = p->t.at;
    uint32_t table = HBS_SQL_NONE;
    HBS_TRY(next(p));
    HBS_TRY(expect(p, "table", "TABLE"));
    HBS_TRY(qualified_name(p, &name));
    const size_t before = schema->tables.count;
    HBS_TRY(hbs_grow(&schema->columns, &schema->capacity, before + 1, sizeof *schema->columns, p->t.s.error));
    schema->columns[before] = (hbs_symbols){0};
    HBS_TRY(hbs_symbol_intern(&schema->tables, (const char *)name.data, name.size, 0, &table, p->t.s.error));
    if (table < before) HBS_TRY(hbs_scan_refuse(&p->t.s, at, "the table %.80s is declared twice", (const char *)name.data));
    HBS_TRY(expect(p, "(", "'('"));
    HBS_TRY(column_definition(p, &schema->columns[table]));
    while (hbs_sql_is(&p->t, ",")) {
        HBS_TRY(next(p));
        HBS_TRY(column_definition(p, &schema->columns[table]));
    }
    HBS_TRY(expect(p, ")", "',' or ')'"));
    if (p->t.kind != HBS_SQL_END) HBS_TRY(expect(p, ";", "';'"));
done:
    hbs_bytes_free(&name);
    return status;
}

/* ---- a query as written ---- */

static hbs_status constant(parser *p, uint32_t kind, bool negative, hbs_sql_reference *out) {
    hbs_status status = HBS_OK;
    char minus[2] = "-";
    hbs_bytes text = {0};
    if (negative && strcmp(hbs_sql_text(&p->t), "0") != 0) HBS_TRY(hbs_bytes_append(&text, minus, 1, p->t.s.error));
    HBS_TRY(hbs_bytes_print(&text, p->t.s.error, "%s", hbs_sql_text(&p->t)));
    out->constant = true;
    HBS_TRY(hbs_symbol_intern(&p->query->nodes, (const char *)text.data, text.size, kind, &out->column, p->t.s.error));
    HBS_TRY(next(p));
done:
    hbs_bytes_free(&text);
    return status;
}

/* A column or a constant; with `star` also * and t.* */
static hbs_status operand(parser *p, bool star, hbs_sql_reference *out) {
    hbs_status status = HBS_OK;
    *out = (hbs_sql_reference){HBS_SQL_NONE, HBS_SQL_NONE, false, p->t.at};
    if (p->t.kind == HBS_SQL_STRING) return constant(p, HBS_SQL_STRING_NODE, false, out);
    if (p->t.kind == HBS_SQL_NUMBER) return constant(p, HBS_SQL_NUMBER_NODE, false, out);
    if (hbs_sql_is(&p->t, "-")) {
        HBS_TRY(next(p));
        return p->t.kind == HBS_SQL_NUMBER ? constant(p, HBS_SQL_NUMBER_NODE, true, out) : refuse(p, "arithmetic");
    }
    if (star && hbs_sql_is(&p->t, "*")) return next(p);
    HBS_TRY(take_name(p, &out->column, star ? "a column, a constant or *" : "a column or a constant"));
    if (hbs_sql_is(&p->t, "(")) HBS_TRY(hbs_scan_refuse(&p->t.s, out->at, "%.80s(..), an aggregate or a function, is outside conjunctive queries; leave the pair out or rewrite it",
                                                        p->query->names.item[out->column].text));
    if (!hbs_sql_is(&p->t, ".")) return HBS_OK;
    HBS_TRY(next(p));
    out->table = out->column;
    out->column = HBS_SQL_NONE;
    if (star && hbs_sql_is(&p->t, "*")) return next(p);
    HBS_TRY(take_name(p, &out->column, "the name of a column"));
done:
    return status;
}

static hbs_status select_list(parser *p) {
    hbs_status status = HBS_OK;
    hbs_sql_draft *q = p->query;
    uint32_t ignored;
    for (bool more = true; more;) {
        HBS_TRY(hbs_grow(&q->select, &q->select_capacity, q->selects + 1, sizeof *q->select, p->t.s.error));
        HBS_TRY(operand(p, true, &q->select[q->selects]));
        q->selects++;
        const bool as = hbs_sql_is(&p->t, "as");
        if (as) HBS_TRY(next(p));
        if (as || is_name(p)) HBS_TRY(take_name(p, &ignored, "a name"));
        more = hbs_sql_is(&p->t, ",");
        if (more) HBS_TRY(next(p));
    }
done:
    return status;
}

static hbs_status conditions(parser *p, unsigned depth);

static hbs_status condition(parser *p, unsigned depth) {
    hbs_status status = HBS_OK;
    hbs_sql_draft *q = p->query;
    if (hbs_sql_is(&p->t, "(")) {
        if (depth == DEPTH_MAX) HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.at, "brackets more than %d deep; leave some out", DEPTH_MAX));
        HBS_TRY(next(p));
        HBS_TRY(conditions(p, depth + 1));
        HBS_TRY(expect(p, ")", "AND or ')'"));
        return HBS_OK;
    }
    HBS_TRY(hbs_grow(&q->equal, &q->equal_capacity, q->equals + 2, sizeof *q->equal, p->t.s.error));
    HBS_TRY(operand(p, false, &q->equal[q->equals]));
    if (hbs_sql_is(&p->t, "==")) HBS_TRY(next(p));
    else HBS_TRY(expect(p, "=", "'='"));
    HBS_TRY(operand(p, false, &q->equal[q->equals + 1]));
    q->equals += 2;
done:
    return status;
}

static hbs_status conditions(parser *p, unsigned depth) {
    hbs_status status = HBS_OK;
    HBS_TRY(condition(p, depth));
    while (hbs_sql_is(&p->t, "and")) {
        HBS_TRY(next(p));
        HBS_TRY(condition(p, depth));
    }
done:
    return status;
}

static hbs_status find_table(parser *p, const char *at, const char *name, uint32_t *table) {
    hbs_status status = HBS_OK;
    hbs_sql_schema *schema = schema_of(p);
    const size_t before = schema->tables.count;
    HBS_TRY(hbs_grow(&schema->columns, &schema->capacity, before + 1, sizeof *schema->columns, p->t.s.error));
    schema->columns[before] = (hbs_symbols){0};
    HBS_TRY(hbs_symbol_intern(&schema->tables, name, strlen(name), 0, table, p->t.s.error));
    if (*table == before && schema == p->schema) HBS_TRY(hbs_scan_refuse(&p->t.s, at, "no CREATE TABLE declares %.80s, and others are declared; declare it, or none", name));
done:
    return status;
}

static hbs_status from_item(parser *p) {
    hbs_status status = HBS_OK;
    hbs_sql_draft *q = p->query;
    hbs_bytes name = {0};
    const char *at = p->t.at;
    uint32_t alias, seen;
    if (hbs_sql_is(&p->t, "(")) HBS_TRY(refuse(p, "a subquery or a bracket in FROM"));
    if (q->sources == HBS_SQL_SOURCES_MAX) HBS_TRY(hbs_scan_refuse(&p->t.s, at, "more than %u tables in a query", HBS_SQL_SOURCES_MAX));
    HBS_TRY(qualified_name(p, &name));
    HBS_TRY(hbs_grow(&q->from, &q->source_capacity, q->sources + 1, sizeof *q->from, p->t.s.error));
    HBS_TRY(find_table(p, at, (const char *)name.data, &q->from[q->sources].table));
    const char *const last = strrchr((const char *)name.data, '.'), *const own = last ? last + 1 : (const char *)name.data;
    HBS_TRY(hbs_symbol_intern(&q->names, own, strlen(own), 0, &alias, p->t.s.error));
    const bool as = hbs_sql_is(&p->t, "as");
    if (as) HBS_TRY(next(p));
    if (as || is_name(p)) {
        at = p->t.at;
        HBS_TRY(take_name(p, &alias, "a name"));
    }
    if (hbs_sql_is(&p->t, "(")) HBS_TRY(refuse(p, "a table function or new names of columns"));
    const char *const called = q->names.item[alias].text;
    const size_t before = q->aliases.count;
    HBS_TRY(hbs_symbol_intern(&q->aliases, called, strlen(called), 0, &seen, p->t.s.error));
    if (seen < before) HBS_TRY(hbs_scan_refuse(&p->t.s, at, "%.80s comes twice in FROM; give it another name: %.80s AS other", called, called));
    q->from[q->sources++].alias = alias;
done:
    hbs_bytes_free(&name);
    return status;
}

static hbs_status from_list(parser *p) {
    hbs_status status = HBS_OK;
    HBS_TRY(from_item(p));
    for (;;) {
        const bool cross = hbs_sql_is(&p->t, "cross"), inner = hbs_sql_is(&p->t, "inner");
        if (hbs_sql_is(&p->t, ",")) {
            HBS_TRY(next(p));
            HBS_TRY(from_item(p));
            continue;
        }
        if (cross || inner) HBS_TRY(next(p));
        else if (!hbs_sql_is(&p->t, "join")) break;
        HBS_TRY(expect(p, "join", "JOIN"));
        HBS_TRY(from_item(p));
        if (cross) continue;
        HBS_TRY(expect(p, "on", "ON"));
        HBS_TRY(conditions(p, 0));
    }
done:
    return status;
}

static hbs_status read_query(parser *p) {
    hbs_status status = HBS_OK;
    const char *const at = p->t.at;
    HBS_TRY(expect(p, "select", "SELECT or CREATE TABLE"));
    if (hbs_sql_is(&p->t, "distinct")) HBS_TRY(next(p));
    else {
        if (hbs_sql_is(&p->t, "all")) HBS_TRY(next(p));
        if (!p->schema->warned) hbs_scan_warn(&p->t.s, at, p->listener, "SELECT without DISTINCT means bags in SQL; containment is decided for sets");
        p->schema->warned = true;
    }
    HBS_TRY(select_list(p));
    if (hbs_sql_is(&p->t, "from")) {
        HBS_TRY(next(p));
        HBS_TRY(from_list(p));
    }
    if (hbs_sql_is(&p->t, "where")) {
        HBS_TRY(next(p));
        HBS_TRY(conditions(p, 0));
    }
    if (hbs_sql_is(&p->t, ";")) return next(p);
    if (p->t.kind != HBS_SQL_END && !hbs_sql_is(&p->t, "select") && !hbs_sql_is(&p->t, "create")) HBS_TRY(refuse_beyond(p, "AND or ';'"));
done:
    return status;
}

/* ---- the pair ---- */

static hbs_status declarations(parser *p) {
    hbs_status status = HBS_OK;
    while (hbs_sql_is(&p->t, "create") || hbs_sql_is(&p->t, ";")) HBS_TRY(hbs_sql_is(&p->t, ";") ? next(p) : create_table(p));
done:
    return status;
}

static hbs_status take_query(parser *p, hbs_sql_draft *draft) {
    hbs_status status = HBS_OK;
    p->query = draft;
    HBS_TRY(declarations(p));
    HBS_TRY(read_query(p));
done:
    return status;
}

static hbs_status read_pair(parser *p, hbs_query_pair *pair) {
    hbs_status status = HBS_OK;
    hbs_sql_draft one = {0}, two = {0};
    const char *const first = p->t.at;
    HBS_TRY(take_query(p, &one));
    while (hbs_sql_is(&p->t, ";")) HBS_TRY(next(p));
    if (hbs_sql_is(&p->t, "create")) HBS_TRY(hbs_scan_refuse(&p->t.s, p->t.at, "CREATE TABLE between the two queries of a pair; put it before them"));
    if (p->t.kind == HBS_SQL_END) HBS_TRY(hbs_scan_refuse(&p->t.s, first, "an odd number of queries, this one has no partner; write two a pair, q1 then q2"));
    HBS_TRY(take_query(p, &two));
    const bool declared = p->schema->tables.count > 0;
    hbs_sql_schema *schema = schema_of(p);
    HBS_TRY(hbs_sql_resolve(&one, schema, declared, &p->t.s));
    HBS_TRY(hbs_sql_resolve(&two, schema, declared, &p->t.s));
    HBS_TRY(hbs_sql_build(&one, schema, pair, &pair->q1, p->t.s.error));
    HBS_TRY(hbs_sql_build(&two, schema, pair, &pair->q2, p->t.s.error));
done:
    p->query = NULL;
    hbs_sql_draft_free(&one);
    hbs_sql_draft_free(&two);
    return status;
}

hbs_status hbs_sql_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_sql_schema *schema,
                        const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    static const char nothing[1] = "";
    const char *const from = length ? text : nothing;
    hbs_query_pair pair = {0};
    parser p = {.t = {.s = {from, from + *at, from + length, name, error}}, .schema = schema, .listener = listener};
    if (!*at) hbs_scan_accept(&p.t.s, "\xef\xbb\xbf");
    HBS_TRY(next(&p));
    HBS_TRY(declarations(&p));
    const bool any = p.t.kind != HBS_SQL_END;
    if (any) HBS_TRY(read_pair(&p, &pair));
    if (any) {
        const hbs_query_pair old = *out;
        *out = pair;
        pair = old;
    }
    *found = any;
    *at = (size_t)(p.t.at - from);
done:
    hbs_query_pair_free(&pair);
    hbs_sql_schema_free(&p.inferred);
    hbs_bytes_free(&p.t.text);
    return status;
}
