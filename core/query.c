/* Pairs of conjunctive queries: symbol tables, builders, set semantics, shuffles. The binary form is in query_code.c.
 *
 * Symbols are few in most pairs and are then found by a linear scan over lengths and bytes; from SCAN_LIMIT on an open-addressing table of
 * indices is kept beside them. It is rebuilt whenever it lags behind the items, so that it can never answer from a stale state. */
#include "core/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCAN_LIMIT 16u

/* --- memory --- */

static void clear_symbols(hbs_symbols *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) free(symbols->item[i].text);
    symbols->count = symbols->hashed = 0;
}

static void free_symbols(hbs_symbols *symbols)
{
    clear_symbols(symbols);
    free(symbols->item);
    free(symbols->slot);
    *symbols = (hbs_symbols){0};
}

static void free_names(hbs_query *query)
{
    for (uint32_t v = 0; query->variable_name && v < query->variables; v++) free(query->variable_name[v]);
    free(query->variable_name);
    query->variable_name = NULL;
}

static void clear_query(hbs_query *query)
{
    free_names(query);
    query->variables = 0;
    query->head_arity = query->atoms = 0;
    if (query->start) query->start[0] = 0;
}

static void free_query(hbs_query *query)
{
    free_names(query);
    free(query->head);
    free(query->relation);
    free(query->start);
    free(query->argument);
    *query = (hbs_query){0};
}

void hbs_query_pair_free(hbs_query_pair *pair)
{
    if (!pair) return;
    free_symbols(&pair->relations);
    free_symbols(&pair->constants);
    free_query(&pair->q1);
    free_query(&pair->q2);
}

void hbs_query_pair_clear(hbs_query_pair *pair)
{
    clear_symbols(&pair->relations);
    clear_symbols(&pair->constants);
    clear_query(&pair->q1);
    clear_query(&pair->q2);
}

static hbs_status copy_symbols(hbs_symbols *to, const hbs_symbols *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&to->item, &to->capacity, from->count, sizeof *to->item, error));
    for (size_t i = 0; i < from->count; i++) {
        HBS_TRY(hbs_copy_text(&to->item[i].text, from->item[i].text, error));
        to->item[i].kind = from->item[i].kind;
        to->count = i + 1;
    }
done:
    return status;
}

static hbs_status copy_names(hbs_query *to, const hbs_query *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (!from->variable_name) goto done;
    HBS_TRY(hbs_allocate(&to->variable_name, from->variables, sizeof *to->variable_name, error));
    for (uint32_t v = 0; v < from->variables; v++) HBS_TRY(hbs_copy_text(&to->variable_name[v], from->variable_name[v], error));
done:
    return status;
}

static hbs_status reserve_atom(hbs_query *query, size_t atoms, size_t arguments, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const bool fresh = query->start == NULL;
    HBS_TRY(hbs_grow(&query->start, &query->start_capacity, atoms + 1, sizeof *query->start, error));
    if (fresh) query->start[0] = 0;
    HBS_TRY(hbs_grow(&query->relation, &query->relation_capacity, atoms, sizeof *query->relation, error));
    HBS_TRY(hbs_grow(&query->argument, &query->argument_capacity, arguments ? arguments : 1, sizeof *query->argument, error));
done:
    return status;
}

static hbs_status copy_query(hbs_query *to, const hbs_query *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t arguments = hbs_query_arguments(from);
    to->variables = from->variables;
    HBS_TRY(copy_names(to, from, error));
    HBS_TRY(hbs_grow(&to->head, &to->head_capacity, from->head_arity, sizeof *to->head, error));
    if (from->head_arity) memcpy(to->head, from->head, from->head_arity * sizeof *to->head);
    to->head_arity = from->head_arity;
    if (!from->atoms) goto done;
    HBS_TRY(reserve_atom(to, from->atoms, arguments, error));
    memcpy(to->start, from->start, (from->atoms + 1) * sizeof *to->start);
    memcpy(to->relation, from->relation, from->atoms * sizeof *to->relation);
    if (arguments) memcpy(to->argument, from->argument, arguments * sizeof *to->argument);
    to->atoms = from->atoms;
done:
    return status;
}

hbs_status hbs_query_pair_copy(hbs_query_pair *to, const hbs_query_pair *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_query_pair copy = {0};
    if (to == from) goto done;
    HBS_TRY(copy_symbols(&copy.relations, &from->relations, error));
    HBS_TRY(copy_symbols(&copy.constants, &from->constants, error));
    HBS_TRY(copy_query(&copy.q1, &from->q1, error));
    HBS_TRY(copy_query(&copy.q2, &from->q2, error));
    const hbs_query_pair old = *to;
    *to = copy;
    copy = old;
done:
    hbs_query_pair_free(&copy);
    return status;
}

/* --- symbols --- */

static bool same_symbol(const hbs_symbol *symbol, const char *text, size_t length, uint32_t kind)
{
    return symbol->kind == kind && strncmp(symbol->text, text, length) == 0 && symbol->text[length] == '\0';
}

/* FNV-1a, 64 bits, folded. */
static uint32_t hash_symbol(const char *text, size_t length, uint32_t kind)
{
    uint64_t hash = UINT64_C(14695981039346656037) ^ kind;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (uint8_t)text[i]) * UINT64_C(1099511628211);
    return (uint32_t)(hash ^ hash >> 32);
}

/* Where the symbol is, or the free slot where it would go. Slots hold index + 1. */
static size_t find_slot(const hbs_symbols *symbols, const char *text, size_t length, uint32_t kind)
{
    size_t slot = hash_symbol(text, length, kind) & (symbols->slots - 1);
    while (symbols->slot[slot] && !same_symbol(symbols->item + symbols->slot[slot] - 1, text, length, kind)) slot = (slot + 1) & (symbols->slots - 1);
    return slot;
}

/* Makes room in the table for one more than `count` symbols and enters those that it lacks. */
static hbs_status refresh_slots(hbs_symbols *symbols, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t wanted = symbols->slots ? symbols->slots : 4 * SCAN_LIMIT;
    while (wanted / 2 <= symbols->count) wanted *= 2;
    if (wanted != symbols->slots || symbols->hashed > symbols->count || !symbols->hashed) {
        uint32_t *slot = NULL;
        HBS_TRY(hbs_allocate(&slot, wanted, sizeof *slot, error));
        free(symbols->slot);
        symbols->slot = slot;
        symbols->slots = wanted;
        symbols->hashed = 0;
    }
    for (; symbols->hashed < symbols->count; symbols->hashed++) {
        const hbs_symbol *const symbol = symbols->item + symbols->hashed;
        symbols->slot[find_slot(symbols, symbol->text, strlen(symbol->text), symbol->kind)] = (uint32_t)symbols->hashed + 1;
    }
done:
    return status;
}

hbs_status hbs_symbol_find(hbs_symbols *symbols, const char *text, size_t length, uint32_t kind, size_t *found, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *found = 0;
    if (symbols->count <= SCAN_LIMIT) {
        while (*found < symbols->count && !same_symbol(symbols->item + *found, text, length, kind)) ++*found;
        goto done;
    }
    HBS_TRY(refresh_slots(symbols, error));
    const uint32_t entry = symbols->slot[find_slot(symbols, text, length, kind)];
    *found = entry ? entry - 1 : symbols->count;
done:
    return status;
}

hbs_status hbs_symbol_intern(hbs_symbols *symbols, const char *text, size_t length, uint32_t kind, uint32_t *index, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t found;
    if (length && memchr(text, '\0', length)) HBS_FAIL(error, HBS_ERROR_INPUT, "a name holds a zero byte: remove it");
    HBS_TRY(hbs_symbol_find(symbols, text, length, kind, &found, error));
    if (found == symbols->count) {
        char *copy;
        if (symbols->count >= HBS_CONSTANT - 1) HBS_FAIL(error, HBS_ERROR_MEMORY, "more than %u names in one pair of queries", HBS_CONSTANT - 1);
        if (length == SIZE_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "a name of %zu bytes does not fit in memory", length);
        HBS_TRY(hbs_grow(&symbols->item, &symbols->capacity, symbols->count + 1, sizeof *symbols->item, error));
        HBS_TRY(hbs_allocate(&copy, length + 1, 1, error));
        if (length) memcpy(copy, text, length);
        symbols->item[symbols->count++] = (hbs_symbol){copy, kind};
    }
    *index = (uint32_t)found;
done:
    return status;
}

hbs_status hbs_query_pair_constants(hbs_query_pair *pair, size_t count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t c = 1; c <= count; c++) {
        char name[24];
        uint32_t index;
        const int length = snprintf(name, sizeof name, "c%zu", c);
        HBS_TRY(hbs_symbol_intern(&pair->constants, name, (size_t)length, HBS_CONSTANT_STRING, &index, error));
    }
done:
    return status;
}

/* --- builders --- */

static hbs_status check_term(const hbs_query *query, size_t constants, hbs_term term, hbs_error *error)
{
    if (hbs_is_constant(term)) {
        if (hbs_constant_index(term) < constants) return HBS_OK;
        return hbs_raise(error, HBS_ERROR_INPUT, "constant %u of a query is outside its table of %zu: intern it first", hbs_constant_index(term), constants);
    }
    if (term < query->variables) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_INPUT, "variable %u of a query is not below its number of variables, %u: raise that first", term, query->variables);
}

hbs_status hbs_query_head(hbs_query *query, hbs_term term, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(check_term(query, SIZE_MAX, term, error));
    HBS_TRY(hbs_grow(&query->head, &query->head_capacity, query->head_arity + 1, sizeof *query->head, error));
    query->head[query->head_arity++] = term;
done:
    return status;
}

hbs_status hbs_query_append(hbs_query *query, const hbs_query_pair *pair, uint32_t relation, const hbs_term *arguments, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (relation >= pair->relations.count)
        HBS_FAIL(error, HBS_ERROR_INPUT, "relation %u of a query is outside its table of %zu: intern it first", relation, pair->relations.count);
    const size_t arity = pair->relations.item[relation].kind, before = hbs_query_arguments(query);
    for (size_t i = 0; i < arity; i++) HBS_TRY(check_term(query, pair->constants.count, arguments[i], error));
    HBS_TRY(reserve_atom(query, query->atoms + 1, before + arity, error));
    query->relation[query->atoms] = relation;
    if (arity) memcpy(query->argument + before, arguments, arity * sizeof *arguments);
    query->start[++query->atoms] = before + arity;
done:
    return status;
}

static bool has_atom(const hbs_query *query, uint32_t relation, const hbs_term *arguments, size_t arity)
{
    for (size_t a = 0; a < query->atoms; a++)
        if (query->relation[a] == relation && (!arity || memcmp(hbs_atom(query, a), arguments, arity * sizeof *arguments) == 0)) return true;
    return false;
}

hbs_status hbs_query_atom(hbs_query *query, const hbs_query_pair *pair, uint32_t relation, const hbs_term *arguments, bool *added, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const bool there = relation < pair->relations.count && has_atom(query, relation, arguments, pair->relations.item[relation].kind);
    if (!there) HBS_TRY(hbs_query_append(query, pair, relation, arguments, error));
    if (added) *added = !there;
done:
    return status;
}

static int compare_atoms(const hbs_query *query, size_t a, size_t b)
{
    if (query->relation[a] != query->relation[b]) return query->relation[a] < query->relation[b] ? -1 : 1;
    const size_t arity = hbs_atom_arity(query, a);
    const hbs_term *const x = hbs_atom(query, a), *const y = hbs_atom(query, b);
    for (size_t i = 0; i < arity; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int compare_places(const void *a, const void *b, void *context)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const int order = compare_atoms(context, x, y);
    return order ? order : (x > y) - (x < y);
}

/* Keeps the atoms whose flag is not set, in order. */
static void compact(hbs_query *query, const bool *repeated)
{
    size_t kept = 0, end = 0;
    for (size_t a = 0; a < query->atoms; a++) {
        if (repeated[a]) continue;
        const size_t from = query->start[a], arity = query->start[a + 1] - from;
        if (arity) memmove(query->argument + end, query->argument + from, arity * sizeof *query->argument);
        query->relation[kept] = query->relation[a];
        query->start[kept++] = end;
        end += arity;
        /* start[kept] is written only after start[a + 1] has been read, since kept <= a + 1 */
    }
    query->start[kept] = end;
    query->atoms = kept;
}

hbs_status hbs_query_merge_repeats(hbs_query *query, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t *place = NULL;
    bool *repeated = NULL;
    bool any = false;
    if (query->atoms < 2) goto done;
    HBS_TRY(hbs_allocate(&place, query->atoms, sizeof *place, error));
    HBS_TRY(hbs_allocate(&repeated, query->atoms, sizeof *repeated, error));
    for (size_t a = 0; a < query->atoms; a++) place[a] = a;
    qsort_r(place, query->atoms, sizeof *place, compare_places, query);
    for (size_t a = 1; a < query->atoms; a++)
        if (compare_atoms(query, place[a - 1], place[a]) == 0) any = repeated[place[a]] = true;
    if (any) compact(query, repeated);
done:
    free(place);
    free(repeated);
    return status;
}

bool hbs_repeats_argument(const hbs_term *argument, size_t arity)
{
    for (size_t i = 1; i < arity; i++)
        for (size_t j = 0; j < i; j++)
            if (argument[i] == argument[j]) return true;
    return false;
}

size_t hbs_query_widest(const hbs_query *query)
{
    size_t width = 1;
    for (size_t a = 0; a < query->atoms; a++)
        if (hbs_atom_arity(query, a) > width) width = hbs_atom_arity(query, a);
    return width;
}

hbs_status hbs_query_check_safe(const hbs_query *query, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool *used = NULL;
    const size_t arguments = hbs_query_arguments(query);
    HBS_TRY(hbs_allocate(&used, query->variables, sizeof *used, error));
    for (size_t i = 0; i < arguments; i++)
        if (!hbs_is_constant(query->argument[i])) used[query->argument[i]] = true;
    for (size_t i = 0; i < query->head_arity; i++) {
        const hbs_term term = query->head[i];
        if (hbs_is_constant(term) || used[term]) continue;
        if (query->variable_name) HBS_FAIL(error, HBS_ERROR_INPUT, "head variable %s does not occur in the body: use it in an atom", query->variable_name[term]);
        HBS_FAIL(error, HBS_ERROR_INPUT, "head variable X%u does not occur in the body: use it in an atom", term);
    }
done:
    free(used);
    return status;
}

/* --- order and names --- */

static hbs_status reorder(hbs_query *to, const hbs_query *from, const uint32_t *order, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t end = 0;
    HBS_TRY(reserve_atom(to, from->atoms, hbs_query_arguments(from), error));
    for (size_t a = 0; a < from->atoms; a++) {
        const size_t arity = hbs_atom_arity(from, order[a]);
        if (arity) memcpy(to->argument + end, hbs_atom(from, order[a]), arity * sizeof *to->argument);
        to->relation[a] = from->relation[order[a]];
        to->start[a + 1] = end += arity;
    }
done:
    return status;
}

static void swap_bodies(hbs_query *a, hbs_query *b)
{
    hbs_query body = *b;
    b->relation = a->relation, b->start = a->start, b->argument = a->argument;
    b->relation_capacity = a->relation_capacity, b->start_capacity = a->start_capacity, b->argument_capacity = a->argument_capacity;
    a->relation = body.relation, a->start = body.start, a->argument = body.argument;
    a->relation_capacity = body.relation_capacity, a->start_capacity = body.start_capacity, a->argument_capacity = body.argument_capacity;
}

hbs_status hbs_query_pair_shuffle(hbs_query_pair *pair, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t *order1 = NULL, *order2 = NULL;
    hbs_query body1 = {0}, body2 = {0};
    HBS_TRY(hbs_rng_order(rng, pair->q1.atoms, &order1, error));
    HBS_TRY(hbs_rng_order(rng, pair->q2.atoms, &order2, error));
    HBS_TRY(reorder(&body1, &pair->q1, order1, error));
    HBS_TRY(reorder(&body2, &pair->q2, order2, error));
    swap_bodies(&pair->q1, &body1);
    swap_bodies(&pair->q2, &body2);
done:
    free(order1);
    free(order2);
    free_query(&body1);
    free_query(&body2);
    return status;
}

static void apply(hbs_query *query, const uint32_t *image, char **name)
{
    const size_t arguments = hbs_query_arguments(query);
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i])) query->head[i] = image[query->head[i]];
    for (size_t i = 0; i < arguments; i++)
        if (!hbs_is_constant(query->argument[i])) query->argument[i] = image[query->argument[i]];
    if (!query->variable_name) return;
    for (uint32_t v = 0; v < query->variables; v++) name[image[v]] = query->variable_name[v];
    memcpy(query->variable_name, name, query->variables * sizeof *name);
}

hbs_status hbs_query_pair_rename(hbs_query_pair *pair, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t *image1 = NULL, *image2 = NULL;
    char **name = NULL;
    const size_t larger = pair->q1.variables > pair->q2.variables ? pair->q1.variables : pair->q2.variables;
    HBS_TRY(hbs_allocate(&name, larger, sizeof *name, error));
    HBS_TRY(hbs_rng_order(rng, pair->q1.variables, &image1, error));
    HBS_TRY(hbs_rng_order(rng, pair->q2.variables, &image2, error));
    apply(&pair->q1, image1, name);
    apply(&pair->q2, image2, name);
done:
    free(name);
    free(image1);
    free(image2);
    return status;
}
