/* Pairs of queries as bytes: the compact form and the content hash.
 *
 * relations:  count, then arity, length and bytes of each name       constants: count, then kind, length and bytes
 * each query: head arity, head terms, atoms, per atom its relation and terms; term = 2 * variable, or 2 * constant + 1. All numbers are varints.
 * The number of variables is not written: numbering by first occurrence makes it the number of new variables seen. For the same reason the bytes
 * of a pair are unique, and decoding can check that: an index may be at most one above those before it, every table entry must be met, and no
 * atom may come twice. Each item takes at least a byte, so that a count larger than the bytes left is refused before memory is asked for. */
#include "core/query.h"

#include <stdlib.h>
#include <string.h>

#define UNSEEN UINT32_MAX

/* --- canonical spelling --- */

/* Old index -> new index, and the old indices in new order. */
typedef struct numbering {
    uint32_t *image, *order;
    uint32_t count;
} numbering;

static hbs_status start_numbering(numbering *names, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&names->image, size, sizeof *names->image, error));
    HBS_TRY(hbs_allocate(&names->order, size, sizeof *names->order, error));
    if (size) memset(names->image, 0xff, size * sizeof *names->image);
done:
    return status;
}

static void free_numbering(numbering *names)
{
    free(names->image);
    free(names->order);
}

static uint32_t number(numbering *names, uint32_t old)
{
    if (names->image[old] == UNSEEN) {
        names->order[names->count] = old;
        names->image[old] = names->count++;
    }
    return names->image[old];
}

typedef struct spelling {
    numbering relations, constants, variables[2];
} spelling;

static void number_terms(spelling *spell, unsigned which, const hbs_term *term, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (hbs_is_constant(term[i])) number(&spell->constants, hbs_constant_index(term[i]));
        else number(&spell->variables[which], term[i]);
    }
}

static void number_query(spelling *spell, unsigned which, const hbs_query *query)
{
    number_terms(spell, which, query->head, query->head_arity);
    number_terms(spell, which, query->argument, hbs_query_arguments(query));
    for (size_t a = 0; a < query->atoms; a++) number(&spell->relations, query->relation[a]);
}

static hbs_status spell_pair(spelling *spell, const hbs_query_pair *pair, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(start_numbering(&spell->relations, pair->relations.count, error));
    HBS_TRY(start_numbering(&spell->constants, pair->constants.count, error));
    HBS_TRY(start_numbering(&spell->variables[0], pair->q1.variables, error));
    HBS_TRY(start_numbering(&spell->variables[1], pair->q2.variables, error));
    number_query(spell, 0, &pair->q1);
    number_query(spell, 1, &pair->q2);
done:
    return status;
}

static void free_spelling(spelling *spell)
{
    free_numbering(&spell->relations);
    free_numbering(&spell->constants);
    free_numbering(&spell->variables[0]);
    free_numbering(&spell->variables[1]);
}

/* --- writing --- */

static size_t symbols_bound(const hbs_symbols *symbols)
{
    size_t bound = 10;
    for (size_t i = 0; i < symbols->count; i++) bound += 15 + strlen(symbols->item[i].text);
    return bound;
}

static size_t query_bound(const hbs_query *query)
{
    return 20 + 5 * (query->head_arity + query->atoms + hbs_query_arguments(query));
}

static uint8_t *put_symbols(uint8_t *at, const hbs_symbols *symbols, const numbering *names)
{
    at = hbs_put_varint(at, names->count);
    for (uint32_t i = 0; i < names->count; i++) {
        const hbs_symbol *const symbol = symbols->item + names->order[i];
        const size_t length = strlen(symbol->text);
        at = hbs_put_varint(hbs_put_varint(at, symbol->kind), length);
        memcpy(at, symbol->text, length);
        at += length;
    }
    return at;
}

static uint8_t *put_terms(uint8_t *at, const spelling *spell, unsigned which, const hbs_term *term, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (hbs_is_constant(term[i])) at = hbs_put_varint(at, 2 * (uint64_t)spell->constants.image[hbs_constant_index(term[i])] + 1);
        else at = hbs_put_varint(at, 2 * (uint64_t)spell->variables[which].image[term[i]]);
    }
    return at;
}

static uint8_t *put_query(uint8_t *at, const spelling *spell, unsigned which, const hbs_query *query)
{
    at = hbs_put_varint(at, query->head_arity);
    at = put_terms(at, spell, which, query->head, query->head_arity);
    at = hbs_put_varint(at, query->atoms);
    for (size_t a = 0; a < query->atoms; a++) {
        at = hbs_put_varint(at, spell->relations.image[query->relation[a]]);
        at = put_terms(at, spell, which, hbs_atom(query, a), hbs_atom_arity(query, a));
    }
    return at;
}

hbs_status hbs_query_pair_encode(const hbs_query_pair *pair, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    spelling spell = {0};
    const size_t bound = symbols_bound(&pair->relations) + symbols_bound(&pair->constants) + query_bound(&pair->q1) + query_bound(&pair->q2);
    if (bound > SIZE_MAX - out->size) HBS_FAIL(error, HBS_ERROR_MEMORY, "a pair of queries is too large to encode");
    HBS_TRY(spell_pair(&spell, pair, error));
    HBS_TRY(hbs_grow(&out->data, &out->capacity, out->size + bound, 1, error));
    uint8_t *at = out->data + out->size;
    at = put_symbols(at, &pair->relations, &spell.relations);
    at = put_symbols(at, &pair->constants, &spell.constants);
    at = put_query(at, &spell, 0, &pair->q1);
    at = put_query(at, &spell, 1, &pair->q2);
    out->size = (size_t)(at - out->data);
done:
    free_spelling(&spell);
    return status;
}

/* --- reading --- */

typedef struct reader {
    const uint8_t *data;
    size_t size, at;
    uint32_t relations, constants;   /* how many of each were met so far */
} reader;

static hbs_status damaged(const reader *in, const char *what, hbs_error *error)
{
    return hbs_raise(error, HBS_ERROR_INPUT, "stored pair of queries, byte %zu: %s: the bytes are damaged", in->at, what);
}

static hbs_status take(reader *in, uint64_t *value, hbs_error *error)
{
    return hbs_read_varint(in->data, in->size, &in->at, value, error);
}

/* A number of things that take at least `each` bytes. */
static hbs_status take_count(reader *in, size_t each, size_t *count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t value;
    HBS_TRY(take(in, &value, error));
    if (value > (in->size - in->at) / each) HBS_TRY(damaged(in, "a count is larger than the data", error));
    *count = (size_t)value;
done:
    return status;
}

/* An index that may be at most one above those met before. */
static hbs_status take_index(reader *in, uint64_t index, uint32_t *met, size_t limit, hbs_error *error)
{
    if (index > *met || index >= limit) return damaged(in, "an index is out of range or out of order", error);
    if (index == *met) ++*met;
    return HBS_OK;
}

static hbs_status read_symbols(reader *in, hbs_symbols *symbols, uint32_t kinds, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t count, length;
    HBS_TRY(take_count(in, 2, &count, error));
    for (size_t i = 0; i < count; i++) {
        uint64_t kind;
        uint32_t index;
        HBS_TRY(take(in, &kind, error));
        if (kind > kinds) HBS_TRY(damaged(in, "a symbol of no known kind", error));
        HBS_TRY(take_count(in, 1, &length, error));
        if (memchr(in->data + in->at, '\0', length)) HBS_TRY(damaged(in, "a name with a zero byte", error));
        HBS_TRY(hbs_symbol_intern(symbols, (const char *)in->data + in->at, length, (uint32_t)kind, &index, error));
        if (index != i) HBS_TRY(damaged(in, "a symbol comes twice", error));
        in->at += length;
    }
done:
    return status;
}

static hbs_status read_terms(reader *in, const hbs_query_pair *pair, hbs_query *query, hbs_term *term, size_t count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count; i++) {
        uint64_t code;
        HBS_TRY(take(in, &code, error));
        if (code & 1) HBS_TRY(take_index(in, code / 2, &in->constants, pair->constants.count, error));
        else HBS_TRY(take_index(in, code / 2, &query->variables, HBS_CONSTANT, error));
        term[i] = (uint32_t)(code / 2) | (code & 1 ? HBS_CONSTANT : 0);
    }
done:
    return status;
}

static hbs_status read_atom(reader *in, const hbs_query_pair *pair, hbs_query *query, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t relation;
    HBS_TRY(take(in, &relation, error));
    HBS_TRY(take_index(in, relation, &in->relations, pair->relations.count, error));
    const size_t arity = pair->relations.item[relation].kind, before = query->start[query->atoms];
    if (arity > in->size - in->at) HBS_TRY(damaged(in, "an atom ends after the data", error));
    HBS_TRY(hbs_grow(&query->argument, &query->argument_capacity, before + arity, sizeof *query->argument, error));
    HBS_TRY(read_terms(in, pair, query, query->argument + before, arity, error));
    query->relation[query->atoms] = (uint32_t)relation;
    query->start[++query->atoms] = before + arity;
done:
    return status;
}

static hbs_status read_query(reader *in, const hbs_query_pair *pair, hbs_query *query, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t atoms;
    HBS_TRY(take_count(in, 1, &query->head_arity, error));
    HBS_TRY(hbs_grow(&query->head, &query->head_capacity, query->head_arity, sizeof *query->head, error));
    HBS_TRY(read_terms(in, pair, query, query->head, query->head_arity, error));
    HBS_TRY(take_count(in, 1, &atoms, error));
    HBS_TRY(hbs_grow(&query->start, &query->start_capacity, atoms + 1, sizeof *query->start, error));
    HBS_TRY(hbs_grow(&query->relation, &query->relation_capacity, atoms, sizeof *query->relation, error));
    HBS_TRY(hbs_grow(&query->argument, &query->argument_capacity, 1, sizeof *query->argument, error));
    query->start[0] = 0;
    for (size_t a = 0; a < atoms; a++) HBS_TRY(read_atom(in, pair, query, error));
    HBS_TRY(hbs_query_merge_repeats(query, error));
    if (query->atoms != atoms) HBS_TRY(damaged(in, "an atom comes twice", error));
done:
    return status;
}

hbs_status hbs_query_pair_decode(hbs_query_pair *pair, const uint8_t *data, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    reader in = {.data = data, .size = size};
    hbs_query_pair read = {0};
    HBS_TRY(read_symbols(&in, &read.relations, UINT32_MAX, error));
    HBS_TRY(read_symbols(&in, &read.constants, HBS_CONSTANT_STRING, error));
    HBS_TRY(read_query(&in, &read, &read.q1, error));
    HBS_TRY(read_query(&in, &read, &read.q2, error));
    if (in.relations != read.relations.count || in.constants != read.constants.count) HBS_TRY(damaged(&in, "a symbol that no query uses", error));
    if (in.at != size) HBS_TRY(damaged(&in, "bytes after the end", error));
    const hbs_query_pair old = *pair;
    *pair = read;
    read = old;
done:
    hbs_query_pair_free(&read);
    return status;
}

/* --- content hash --- */

static int compare_symbols(const void *a, const void *b, void *context)
{
    const hbs_symbol *const item = context;
    const hbs_symbol *const x = item + *(const uint32_t *)a, *const y = item + *(const uint32_t *)b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* Renumbers the symbols that occur by kind and text, so that the order of their first use does not matter. */
static void sort_numbering(numbering *names, const hbs_symbols *symbols)
{
    if (!names->count) return;
    qsort_r(names->order, names->count, sizeof *names->order, compare_symbols, symbols->item);
    for (uint32_t i = 0; i < names->count; i++) names->image[names->order[i]] = i;
}

typedef struct atom_place {
    size_t at, size;
} atom_place;

static int compare_places(const void *a, const void *b, void *context)
{
    const uint8_t *const data = context;
    const atom_place *const x = a, *const y = b;
    const int order = memcmp(data + x->at, data + y->at, x->size < y->size ? x->size : y->size);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

/* Head, then the encoded atoms in the order of their bytes, each once. */
static hbs_status hash_query(hbs_hash *hash, const spelling *spell, unsigned which, const hbs_query *query, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint8_t *data = NULL;
    atom_place *place = NULL;
    HBS_TRY(hbs_allocate(&data, query_bound(query), 1, error));
    HBS_TRY(hbs_allocate(&place, query->atoms, sizeof *place, error));
    uint8_t *at = put_terms(hbs_put_varint(data, query->head_arity), spell, which, query->head, query->head_arity);
    hbs_hash_add(hash, data, (size_t)(at - data));
    for (size_t a = 0; a < query->atoms; a++) {
        const size_t from = (size_t)(at - data);
        at = hbs_put_varint(at, spell->relations.image[query->relation[a]]);
        at = put_terms(at, spell, which, hbs_atom(query, a), hbs_atom_arity(query, a));
        place[a] = (atom_place){from, (size_t)(at - data) - from};
    }
    qsort_r(place, query->atoms, sizeof *place, compare_places, data);
    size_t kept = 0;
    for (size_t a = 0; a < query->atoms; a++)
        if (!kept || compare_places(place + kept - 1, place + a, data)) place[kept++] = place[a];
    uint8_t count[HBS_VARINT_MAX];
    hbs_hash_add(hash, count, (size_t)(hbs_put_varint(count, kept) - count));
    for (size_t a = 0; a < kept; a++) hbs_hash_add(hash, data + place[a].at, place[a].size);
done:
    free(data);
    free(place);
    return status;
}

static void keep_numbers(numbering *names, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++) names->image[v] = v;
}

hbs_status hbs_query_pair_content_hash(const hbs_query_pair *pair, uint8_t out[HBS_HASH_SIZE], hbs_error *error)
{
    hbs_status status = HBS_OK;
    spelling spell = {0};
    hbs_bytes tables = {0};
    hbs_hash hash;
    HBS_TRY(spell_pair(&spell, pair, error));
    sort_numbering(&spell.relations, &pair->relations);
    sort_numbering(&spell.constants, &pair->constants);
    keep_numbers(&spell.variables[0], pair->q1.variables);
    keep_numbers(&spell.variables[1], pair->q2.variables);
    HBS_TRY(hbs_grow(&tables.data, &tables.capacity, symbols_bound(&pair->relations) + symbols_bound(&pair->constants), 1, error));
    uint8_t *const end = put_symbols(put_symbols(tables.data, &pair->relations, &spell.relations), &pair->constants, &spell.constants);
    hbs_hash_start(&hash);
    hbs_hash_add(&hash, tables.data, (size_t)(end - tables.data));
    HBS_TRY(hash_query(&hash, &spell, 0, &pair->q1, error));
    HBS_TRY(hash_query(&hash, &spell, 1, &pair->q2, error));
    hbs_hash_finish(&hash, out);
done:
    hbs_bytes_free(&tables);
    free_spelling(&spell);
    return status;
}
