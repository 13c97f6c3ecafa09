/* Names to nodes, nodes to classes, classes to terms. A node is a column of an item of FROM, or a constant; equalities join nodes in a union-find (path halving, no ranks:
 * queries are small). A class with a constant is that constant, one without is a variable; a column that is in no equality and not selected is a variable of its own. */
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/named_terms.h"
#include "datasets/formats/sql_draft.h"

void hbs_sql_draft_free(hbs_sql_draft *d) {
    hbs_symbols_clear(&d->names);
    hbs_symbols_clear(&d->nodes);
    hbs_symbols_clear(&d->aliases);
    free(d->from);
    free(d->select);
    free(d->equal);
    free(d->parent);
    free(d->constant);
    free(d->head);
    *d = (hbs_sql_draft){0};
}

typedef struct resolving {
    hbs_sql_draft *q;
    hbs_sql_schema *schema;
    bool declared;
    const hbs_scanner *s;
} resolving;

static const char *name_of(const resolving *r, uint32_t name) { return r->q->names.item[name].text; }

/* ---- names to nodes ---- */

/* The node of a column of a source; *known: whether the table has it, or takes it up. */
static hbs_status node_of(resolving *r, uint32_t source, const char *column, bool *known, uint32_t *node) {
    hbs_status status = HBS_OK;
    hbs_symbols *columns = &r->schema->columns[r->q->from[source].table];
    const size_t length = strlen(column);
    size_t index;
    uint32_t added;
    HBS_TRY(hbs_symbol_find(columns, column, length, 0, &index, r->s->error));
    *known = index < columns->count || (!r->declared && index < HBS_SQL_COLUMNS_MAX);
    if (*known) HBS_TRY(hbs_symbol_intern(columns, column, length, 0, &added, r->s->error));
    if (*known) HBS_TRY(hbs_symbol_intern(&r->q->nodes, column, length, source, node, r->s->error));
done:
    return status;
}

static hbs_status find_source(resolving *r, const hbs_sql_reference *ref, uint32_t *source) {
    hbs_status status = HBS_OK;
    hbs_sql_draft *q = r->q;
    const char *const name = name_of(r, ref->table);
    size_t found;
    HBS_TRY(hbs_symbol_find(&q->aliases, name, strlen(name), 0, &found, r->s->error));
    *source = (uint32_t)found;
    if (found == q->aliases.count) HBS_TRY(hbs_scan_refuse(r->s, ref->at, "no table of FROM is called %.80s there", name));
done:
    return status;
}

/* A column without its table: the one table that has it. */
static hbs_status search(resolving *r, const hbs_sql_reference *ref, uint32_t *node) {
    hbs_status status = HBS_OK;
    const char *const column = name_of(r, ref->column);
    size_t found = 0;
    uint32_t one;
    bool known;
    if (!r->declared && r->q->sources != 1)
        HBS_TRY(hbs_scan_refuse(r->s, ref->at, "whose column is %.80s? write table.%.80s, or declare the tables: CREATE TABLE ..(..);", column, column));
    for (uint32_t i = 0; i < r->q->sources; i++) {
        HBS_TRY(node_of(r, i, column, &known, &one));
        if (known) *node = one;
        found += known;
    }
    if (found > 1) HBS_TRY(hbs_scan_refuse(r->s, ref->at, "%.80s is a column of %zu tables of FROM; write table.%.80s", column, found, column));
    if (!found) HBS_TRY(hbs_scan_refuse(r->s, ref->at, "no table of FROM has a column %.80s", column));
done:
    return status;
}

static hbs_status resolve(resolving *r, const hbs_sql_reference *ref, uint32_t *node) {
    hbs_status status = HBS_OK;
    uint32_t source;
    bool known;
    if (ref->constant) {
        *node = ref->column;
        return HBS_OK;
    }
    if (ref->table == HBS_SQL_NONE) return search(r, ref, node);
    HBS_TRY(find_source(r, ref, &source));
    HBS_TRY(node_of(r, source, name_of(r, ref->column), &known, node));
    if (!known) HBS_TRY(hbs_scan_refuse(r->s, ref->at, "%.80s has no column %.80s", r->schema->tables.item[r->q->from[source].table].text, name_of(r, ref->column)));
done:
    return status;
}

static hbs_status add_head(resolving *r, uint32_t node) {
    hbs_sql_draft *q = r->q;
    const hbs_status status = hbs_grow(&q->head, &q->head_capacity, q->heads + 1, sizeof *q->head, r->s->error);
    if (status == HBS_OK) q->head[q->heads++] = node;
    return status;
}

static hbs_status add_all(resolving *r, uint32_t source) {
    hbs_status status = HBS_OK;
    const hbs_symbols *columns = &r->schema->columns[r->q->from[source].table];
    uint32_t node;
    for (size_t i = 0; i < columns->count; i++) {
        HBS_TRY(hbs_symbol_intern(&r->q->nodes, columns->item[i].text, strlen(columns->item[i].text), source, &node, r->s->error));
        HBS_TRY(add_head(r, node));
    }
done:
    return status;
}

static hbs_status select_one(resolving *r, const hbs_sql_reference *ref) {
    hbs_status status = HBS_OK;
    uint32_t node = 0, only = HBS_SQL_NONE;
    if (ref->column != HBS_SQL_NONE) {
        HBS_TRY(resolve(r, ref, &node));
        return add_head(r, node);
    }
    if (!r->declared) HBS_TRY(hbs_scan_refuse(r->s, ref->at, "which columns are *? declare the tables before the queries: CREATE TABLE ..(..);"));
    if (ref->table != HBS_SQL_NONE) HBS_TRY(find_source(r, ref, &only));
    for (uint32_t i = 0; i < r->q->sources; i++)
        if (only == HBS_SQL_NONE || only == i) HBS_TRY(add_all(r, i));
done:
    return status;
}

/* ---- nodes to classes ---- */

static uint32_t root_of(hbs_sql_draft *q, uint32_t node) {
    for (; q->parent[node] != node; node = q->parent[node]) q->parent[node] = q->parent[q->parent[node]];
    return node;
}

static hbs_status refuse_contradiction(const resolving *r, const char *at, uint32_t a, uint32_t b) {
    const hbs_symbol *x = &r->q->nodes.item[a], *y = &r->q->nodes.item[b];
    const char *const p = x->kind == HBS_SQL_STRING_NODE ? "'" : "", *const q = y->kind == HBS_SQL_STRING_NODE ? "'" : "";
    if (x->kind != y->kind)
        return hbs_scan_refuse(r->s, at, "the conditions equate %s%.80s%s and %s%.80s%s, a number and a string: whether that can hold is up to the types; write one form", p,
                               x->text, p, q, y->text, q);
    return hbs_scan_refuse(r->s, at,
                           "the conditions equate %s%.80s%s and %s%.80s%s, so this query has no answers on any database: it is contained in every query, and a "
                           "query is contained in it only if that one has none either; no conjunctive query says so, leave the pair out",
                           p, x->text, p, q, y->text, q);
}

static hbs_status join(resolving *r, const hbs_sql_reference *left, uint32_t a, uint32_t b) {
    hbs_sql_draft *q = r->q;
    a = root_of(q, a);
    b = root_of(q, b);
    if (a == b) return HBS_OK;
    if (q->constant[a] != HBS_SQL_NONE && q->constant[b] != HBS_SQL_NONE) return refuse_contradiction(r, left->at, q->constant[a], q->constant[b]);
    if (q->constant[a] == HBS_SQL_NONE) q->constant[a] = q->constant[b];
    q->parent[b] = a;
    return HBS_OK;
}

static hbs_status make_classes(resolving *r, const uint32_t *equal) {
    hbs_status status = HBS_OK;
    hbs_sql_draft *q = r->q;
    HBS_TRY(hbs_allocate(&q->parent, q->nodes.count, sizeof *q->parent, r->s->error));
    HBS_TRY(hbs_allocate(&q->constant, q->nodes.count, sizeof *q->constant, r->s->error));
    for (uint32_t i = 0; i < q->nodes.count; i++) {
        q->parent[i] = i;
        q->constant[i] = q->nodes.item[i].kind >= HBS_SQL_NUMBER_NODE ? i : HBS_SQL_NONE;
    }
    for (size_t i = 0; i < q->equals; i += 2) HBS_TRY(join(r, &q->equal[i], equal[i], equal[i + 1]));
done:
    return status;
}

hbs_status hbs_sql_resolve(hbs_sql_draft *draft, hbs_sql_schema *schema, bool declared, const hbs_scanner *scanner) {
    hbs_status status = HBS_OK;
    resolving r = {draft, schema, declared, scanner};
    uint32_t *equal = NULL;
    HBS_TRY(hbs_allocate(&equal, draft->equals, sizeof *equal, scanner->error));
    for (size_t i = 0; i < draft->equals; i++) HBS_TRY(resolve(&r, &draft->equal[i], &equal[i]));
    for (size_t i = 0; i < draft->selects; i++) HBS_TRY(select_one(&r, &draft->select[i]));
    HBS_TRY(make_classes(&r, equal));
done:
    free(equal);
    return status;
}

/* ---- classes to terms ---- */

typedef struct building {
    hbs_sql_draft *q;
    hbs_query_pair *pair;
    hbs_query *to;
    hbs_named_terms terms;
    hbs_bytes name;
    hbs_error *error;
} building;

static hbs_status term_of(building *b, uint32_t node, hbs_term *out) {
    hbs_status status = HBS_OK;
    hbs_sql_draft *q = b->q;
    const uint32_t root = root_of(q, node), constant = q->constant[root];
    if (constant != HBS_SQL_NONE) {
        const hbs_symbol *s = &q->nodes.item[constant];
        return hbs_named_constant(b->pair, s->text, s->kind == HBS_SQL_NUMBER_NODE ? HBS_CONSTANT_NUMBER : HBS_CONSTANT_STRING, out, b->error);
    }
    const hbs_symbol *s = &q->nodes.item[root];
    hbs_bytes_clear(&b->name);
    HBS_TRY(hbs_bytes_print(&b->name, b->error, "%s_%s", q->names.item[q->from[s->kind].alias].text, s->text));
    HBS_TRY(hbs_named_variable(&b->terms, root, (const char *)b->name.data, b->to, out, b->error));
done:
    return status;
}

static hbs_status add_atom(building *b, const hbs_sql_schema *schema, uint32_t source) {
    hbs_status status = HBS_OK;
    const uint32_t table = b->q->from[source].table;
    const hbs_symbols *columns = &schema->columns[table];
    const char *const name = schema->tables.item[table].text;
    hbs_term term[HBS_SQL_COLUMNS_MAX];
    uint32_t relation;
    size_t node;
    for (size_t i = 0; i < columns->count; i++) {
        HBS_TRY(hbs_symbol_find(&b->q->nodes, columns->item[i].text, strlen(columns->item[i].text), source, &node, b->error));
        HBS_TRY(node < b->q->nodes.count ? term_of(b, (uint32_t)node, &term[i]) : hbs_fresh_variable(&b->terms, b->to, &term[i], b->error));
    }
    HBS_TRY(hbs_symbol_intern(&b->pair->relations, name, strlen(name), (uint32_t)columns->count, &relation, b->error));
    HBS_TRY(hbs_query_append(b->to, b->pair, relation, term, b->error));
done:
    return status;
}

hbs_status hbs_sql_build(hbs_sql_draft *draft, const hbs_sql_schema *schema, hbs_query_pair *pair, hbs_query *to, hbs_error *error) {
    hbs_status status = HBS_OK;
    building b = {.q = draft, .pair = pair, .to = to, .error = error};
    hbs_term term;
    for (size_t i = 0; i < draft->heads; i++) {
        HBS_TRY(term_of(&b, draft->head[i], &term));
        HBS_TRY(hbs_query_head(to, term, error));
    }
    for (uint32_t i = 0; i < draft->sources; i++) HBS_TRY(add_atom(&b, schema, i));
    HBS_TRY(hbs_query_merge_repeats(to, error));
done:
    hbs_named_terms_free(&b.terms);
    hbs_bytes_free(&b.name);
    return status;
}
