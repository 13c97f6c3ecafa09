/* Turns a pair of queries into a constraint network.
 *
 * Head variables are frozen first: like constants they have one possible image, so an atom is left with its distinct *free* variables. None: it is
 * looked up once. One: it restricts a domain once. R(x,y) over a relation of arity 2 shares a table of neighbour sets with all other atoms over R,
 * so that one revision is a few unions of bitsets. Everything else (arity 3 and more, R(x,x,y), R(x,3,y)) keeps a bit for each tuple of its
 * relation that is still alive, beside masks, shared by all atoms over R, that say which tuples have a value at a position ("compact table",
 * Demeulenaere et al., CP 2016). Tables take terms^2 bits and masks terms * tuples: both are built only while that is a bounded number of words a
 * tuple. Else an atom gets a list of its matching tuples ("simple tabular reduction", Ullmann 2007; Lecoutre, Constraints 2011), so memory stays
 * bounded by what the pair itself says. */
#include "solvers/containment/containment_network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NO_RELATION UINT32_MAX
#define TABLE_WORDS_FREE 1024u    /* a table of up to this many words is always built */
#define TABLE_WORDS_A_TUPLE 8u
#define MASK_WORDS_FREE 4096u
#define MASK_WORDS_A_TUPLE 128u

typedef struct binary_atom {
    uint32_t first, second, table;
} binary_atom;

typedef struct builder {
    hbs_network *network;
    const hbs_query *q1, *q2;
    size_t relations;
    uint32_t *tuple_start;    /* relations + 1: q1's atoms, grouped by relation */
    size_t *row_start;        /* relations: first cell of a relation's tuples */
    uint32_t *atom_start;     /* relations + 1 */
    uint32_t *atom;           /* q2's atoms, grouped by relation */
    uint8_t *occurs;          /* variable of q2 -> some atom has it */
    binary_atom *binary;
    size_t binaries, scope_size, cell_count, mask_count, live_count, seen_count;
    uint32_t *fixed;          /* of the current atom, by position: the value it must have, or HBS_NO_VALUE; */
    uint32_t *place;          /* and which variable of the scope stands there */
    uint32_t table_relation, table;   /* the relation whose tables were built last, and the first of them */
    uint64_t *first, *second;         /* its values with a successor; with a predecessor */
    uint32_t mask_relation;           /* the relation whose masks were built last, */
    size_t masks;                     /* and where they are; */
    uint64_t *present;                /* by position, the values that stand there */
} builder;

typedef struct layout {
    uint8_t *base;
    size_t at;
} layout;

/* Room for count items; with base NULL only the size is added up. A size beyond SIZE_MAX / 4 saturates, and the allocation refuses it. */
static void *place(layout *l, size_t count, size_t size) {
    if (l->at > SIZE_MAX / 4 || count > SIZE_MAX / 8 / size) {
        l->at = SIZE_MAX / 2;
        return NULL;
    }
    void *at = l->base ? l->base + l->at : NULL;
    l->at += (count * size + 7) & ~(size_t)7;
    return at;
}

static size_t lay_out(builder *b, uint8_t *base, size_t width) {
    hbs_network *n = b->network;
    const size_t terms = (size_t)b->q1->variables + n->pair->constants.count, variables = b->q2->variables, atoms = b->q2->atoms;
    const size_t values = terms < hbs_query_arguments(b->q1) ? terms : hbs_query_arguments(b->q1), words = values / 64 + 1;
    layout l = {base, 0};
    n->term = place(&l, values, sizeof *n->term);
    n->value = place(&l, terms, sizeof *n->value);
    n->forced = place(&l, variables, sizeof *n->forced);
    n->free_variable = place(&l, variables, sizeof *n->free_variable);
    n->weight = place(&l, variables, sizeof *n->weight);
    n->domain = place(&l, variables, words * sizeof *n->domain);
    n->arc_start = place(&l, variables + 2, sizeof *n->arc_start);
    n->arc = place(&l, 2 * atoms, sizeof *n->arc);
    n->tuples = place(&l, atoms, sizeof *n->tuples);
    n->scope = place(&l, hbs_query_arguments(b->q2), sizeof *n->scope);
    n->position = place(&l, hbs_query_arguments(b->q2), sizeof *n->position);
    n->watch_start = place(&l, variables + 2, sizeof *n->watch_start);
    n->watch = place(&l, hbs_query_arguments(b->q2), sizeof *n->watch);
    n->variable_queue = place(&l, variables, sizeof *n->variable_queue);
    n->tuples_queue = place(&l, atoms, sizeof *n->tuples_queue);
    n->variable_queued = place(&l, variables, 1);
    n->support = place(&l, width, words * sizeof *n->support);
    n->saved = place(&l, variables, sizeof *n->saved);
    b->tuple_start = place(&l, b->relations + 1, sizeof *b->tuple_start);
    b->row_start = place(&l, b->relations + 1, sizeof *b->row_start);
    n->row = place(&l, hbs_query_arguments(b->q1), sizeof *n->row);
    b->atom_start = place(&l, b->relations + 1, sizeof *b->atom_start);
    b->atom = place(&l, atoms, sizeof *b->atom);
    b->occurs = place(&l, variables, 1);
    b->binary = place(&l, atoms, sizeof *b->binary);
    b->fixed = place(&l, width, sizeof *b->fixed);
    b->place = place(&l, width, sizeof *b->place);
    b->first = place(&l, words, sizeof *b->first);
    b->second = place(&l, words, sizeof *b->second);
    b->present = place(&l, width, words * sizeof *b->present);
    return l.at;
}

static hbs_status prepare(builder *b, hbs_error *error) {
    hbs_network *n = b->network;
    const size_t width = hbs_query_widest(b->q2);
    if (b->q1->atoms >= UINT32_MAX || b->q2->atoms >= UINT32_MAX)
        return hbs_raise(error, HBS_ERROR_MEMORY, "a query of %zu atoms is beyond what the containment search can hold",
                         b->q1->atoms > b->q2->atoms ? b->q1->atoms : b->q2->atoms);
    const hbs_status status = hbs_grow(&n->arena, &n->arena_capacity, lay_out(b, NULL, width), 1, error);
    if (status != HBS_OK) {
        lay_out(b, NULL, width);
        return status;
    }
    lay_out(b, n->arena, width);
    n->variables = b->q2->variables;
    n->tuple_sets = n->live_words = 0;
    n->level = 0;
    n->queue_head = n->queue_count = n->tuples_queue_head = n->tuples_queue_count = n->domain_trail = n->tuples_trail = n->live_trail = 0;
    b->table_relation = b->mask_relation = NO_RELATION;
    return HBS_OK;
}

static bool freeze_head(const builder *b) {
    const hbs_query *q1 = b->q1, *q2 = b->q2;
    hbs_term *forced = b->network->forced;
    if (q1->head_arity != q2->head_arity) return false;
    for (uint32_t v = 0; v < q2->variables; v++) forced[v] = HBS_NO_TERM;
    for (size_t i = 0; i < q2->head_arity; i++) {
        const hbs_term from = q2->head[i], to = q1->head[i];
        if (hbs_is_constant(from)) {
            if (from != to) return false;
        } else if (forced[from] == HBS_NO_TERM) {
            forced[from] = to;
        } else if (forced[from] != to) {
            return false;
        }
    }
    return true;
}

static size_t slot_of(const builder *b, hbs_term term) {
    return hbs_is_constant(term) ? (size_t)b->q1->variables + hbs_constant_index(term) : term;
}

static void number_values(const builder *b) {
    hbs_network *n = b->network;
    const size_t variables = b->q1->variables, terms = variables + n->pair->constants.count, used = hbs_query_arguments(b->q1);
    for (size_t i = 0; i < terms; i++) n->value[i] = HBS_NO_VALUE;
    for (size_t i = 0; i < used; i++) n->value[slot_of(b, b->q1->argument[i])] = 0;
    uint32_t values = 0;
    for (size_t i = 0; i < terms; i++) {
        if (n->value[i] == HBS_NO_VALUE) continue;
        n->term[values] = i < variables ? (hbs_term)i : HBS_CONSTANT | (hbs_term)(i - variables);
        n->value[i] = values++;
    }
    n->values = values;
    n->words = values ? (values + 63) / 64 : 1;
}

/* start[r] .. start[r+1]: where a relation's atoms stand when they are grouped by relation. */
static void count_by_relation(const hbs_query *query, size_t relations, uint32_t *start) {
    memset(start, 0, (relations + 1) * sizeof *start);
    for (size_t a = 0; a < query->atoms; a++) start[query->relation[a] + 1]++;
    for (size_t r = 0; r < relations; r++) start[r + 1] += start[r];
}

static void group_rows(const builder *b) {
    count_by_relation(b->q1, b->relations, b->tuple_start);
    size_t cells = 0;
    for (size_t r = 0; r < b->relations; r++) {
        b->row_start[r] = cells;
        cells += (size_t)(b->tuple_start[r + 1] - b->tuple_start[r]) * b->network->pair->relations.item[r].kind;
    }
    for (size_t a = 0; a < b->q1->atoms; a++) {
        const uint32_t r = b->q1->relation[a];
        const hbs_term *argument = hbs_atom(b->q1, a);
        const size_t arity = hbs_atom_arity(b->q1, a);
        for (size_t p = 0; p < arity; p++) b->network->row[b->row_start[r]++] = b->network->value[slot_of(b, argument[p])];
    }
    for (size_t r = 0; r < b->relations; r++)
        b->row_start[r] -= (size_t)(b->tuple_start[r + 1] - b->tuple_start[r]) * b->network->pair->relations.item[r].kind;
}

static void group_atoms(const builder *b) {
    count_by_relation(b->q2, b->relations, b->atom_start);
    for (size_t a = 0; a < b->q2->atoms; a++) b->atom[b->atom_start[b->q2->relation[a]]++] = (uint32_t)a;
}

static void open_domains(const builder *b) {
    hbs_network *n = b->network;
    const uint64_t last = n->values % 64 ? (UINT64_C(1) << (n->values % 64)) - 1 : n->values ? ~UINT64_C(0) : 0;
    const size_t used = hbs_query_arguments(b->q2);
    memset(b->occurs, 0, n->variables);
    for (size_t i = 0; i < used; i++)
        if (!hbs_is_constant(b->q2->argument[i])) b->occurs[b->q2->argument[i]] = 1;
    n->free_variables = 0;
    for (uint32_t v = 0; v < n->variables; v++) {
        n->weight[v] = 0;
        n->saved[v] = 0;
        n->variable_queued[v] = 0;
        if (!b->occurs[v] || n->forced[v] != HBS_NO_TERM) continue;
        n->free_variable[n->free_variables++] = v;
        uint64_t *domain = n->domain + v * n->words;
        for (size_t w = 0; w + 1 < n->words; w++) domain[w] = ~UINT64_C(0);
        domain[n->words - 1] = last;
    }
}

static inline void set_bit(uint64_t *words, size_t bit) { words[bit / 64] |= UINT64_C(1) << (bit % 64); }

static bool restrict_domain(const hbs_network *n, uint32_t variable, const uint64_t *allowed) {
    uint64_t any = 0, *domain = n->domain + variable * n->words;
    for (size_t w = 0; w < n->words; w++) any |= domain[w] &= allowed[w];
    return any != 0;
}

/* Builds the two tables of a relation of arity 2, unless they are there or too large. */
static hbs_status need_tables(builder *b, uint32_t relation, bool *there, hbs_error *error) {
    hbs_network *n = b->network;
    const size_t tuples = b->tuple_start[relation + 1] - b->tuple_start[relation], size = (size_t)n->values * n->words;
    *there = size <= TABLE_WORDS_FREE + TABLE_WORDS_A_TUPLE * tuples;
    if (!*there || b->table_relation == relation) return HBS_OK;
    const uint32_t table = b->table_relation == NO_RELATION ? 0 : b->table + 2;
    const hbs_status status = hbs_grow(&n->neighbours, &n->neighbour_capacity, (table + 2) * size, sizeof *n->neighbours, error);
    if (status != HBS_OK) return status;
    uint64_t *successors = n->neighbours + table * size, *predecessors = successors + size;
    memset(successors, 0, 2 * size * sizeof *successors);
    memset(b->first, 0, n->words * sizeof *b->first);
    memset(b->second, 0, n->words * sizeof *b->second);
    const uint32_t *row = n->row + b->row_start[relation], *end = row + 2 * tuples;
    for (; row < end; row += 2) {
        const size_t from = row[0], to = row[1];
        set_bit(successors + from * n->words, to);
        set_bit(predecessors + to * n->words, from);
        set_bit(b->first, from);
        set_bit(b->second, to);
    }
    b->table_relation = relation;
    b->table = table;
    return HBS_OK;
}

/* Fills fixed, place and the scope (at scope_size) of an atom; *distinct counts its free variables. False: a term has no value. */
static bool read_atom(const builder *b, const hbs_term *argument, size_t arity, uint32_t *distinct) {
    const hbs_network *n = b->network;
    uint32_t *scope = n->scope + b->scope_size, count = 0;
    for (size_t p = 0; p < arity; p++) {
        const hbs_term term = hbs_is_constant(argument[p]) ? argument[p] : n->forced[argument[p]];
        b->fixed[p] = HBS_NO_VALUE;
        if (term != HBS_NO_TERM) {
            b->fixed[p] = n->value[slot_of(b, term)];
            if (b->fixed[p] == HBS_NO_VALUE) return false;
            continue;
        }
        uint32_t s = 0;
        while (s < count && scope[s] != argument[p]) s++;
        if (s == count) {
            n->position[b->scope_size + count] = (uint32_t)p;
            scope[count++] = argument[p];
        }
        b->place[p] = s;
    }
    *distinct = count;
    return true;
}

/* Does the tuple match the atom last read? Then to[] gets the values of its free variables. */
static bool match(const builder *b, const uint32_t *row, size_t arity, uint32_t *to) {
    uint32_t seen = 0;
    for (size_t p = 0; p < arity; p++) {
        if (b->fixed[p] != HBS_NO_VALUE) {
            if (row[p] != b->fixed[p]) return false;
        } else if (b->place[p] == seen) {
            to[seen++] = row[p];
        } else if (to[b->place[p]] != row[p]) {
            return false;
        }
    }
    return true;
}

/* An atom on no or one free variable is used up at once. */
static bool use_once(const builder *b, uint32_t relation, size_t arity, uint32_t distinct) {
    const hbs_network *n = b->network;
    bool found = false;
    memset(n->support, 0, n->words * sizeof *n->support);
    const size_t tuples = b->tuple_start[relation + 1] - b->tuple_start[relation];
    for (size_t t = 0; t < tuples; t++) {
        uint32_t value = 0;
        if (!match(b, b->network->row + b->row_start[relation] + t * arity, arity, &value)) continue;
        found = true;
        n->support[value / 64] |= UINT64_C(1) << (value % 64);
    }
    return found && (!distinct || restrict_domain(n, n->scope[b->scope_size], n->support));
}

/* Builds the masks of a relation, unless they are there or too large. */
static hbs_status need_masks(builder *b, uint32_t relation, size_t arity, bool *there, hbs_error *error) {
    hbs_network *n = b->network;
    const size_t tuples = b->tuple_start[relation + 1] - b->tuple_start[relation], words = (tuples + 63) / 64, rows = arity * n->values;
    *there = rows <= (MASK_WORDS_FREE + MASK_WORDS_A_TUPLE * tuples) / words;
    if (!*there || b->mask_relation == relation) return HBS_OK;
    const hbs_status status = hbs_grow(&n->mask, &n->mask_capacity, b->mask_count + rows * words, sizeof *n->mask, error);
    if (status != HBS_OK) return status;
    uint64_t *mask = n->mask + b->mask_count;
    memset(mask, 0, rows * words * sizeof *mask);
    memset(b->present, 0, arity * n->words * sizeof *b->present);
    const uint32_t *row = n->row + b->row_start[relation];
    for (size_t t = 0; t < tuples; t++)
        for (size_t p = 0; p < arity; p++, row++) {
            set_bit(b->present + p * n->words, *row);
            set_bit(mask + (p * n->values + *row) * words, t);
        }
    b->mask_relation = relation;
    b->masks = b->mask_count;
    b->mask_count += rows * words;
    return HBS_OK;
}

/* The tuples that match an atom with fewer free variables than arguments, a bit each; and the values they put at its places. */
static void match_bits(const builder *b, uint32_t relation, size_t arity, hbs_tuples *set, uint64_t *live, uint64_t *seen) {
    const hbs_network *n = b->network;
    uint32_t *const values = (uint32_t *)n->support;   /* has a word a position of the widest atom */
    const uint32_t *row = n->row + b->row_start[relation];
    memset(live, 0, set->words * sizeof *live);
    memset(seen, 0, set->arity * n->words * sizeof *seen);
    for (size_t t = 0; t < b->tuple_start[relation + 1] - b->tuple_start[relation]; t++, row += arity) {
        if (!match(b, row, arity, values)) continue;
        set_bit(live, t);
        set->count++;
        for (uint32_t s = 0; s < set->arity; s++) set_bit(seen + s * n->words, values[s]);
    }
}

static hbs_status fill_bits(builder *b, uint32_t relation, size_t arity, hbs_tuples *set, bool *possible, hbs_error *error) {
    hbs_network *n = b->network;
    const size_t tuples = b->tuple_start[relation + 1] - b->tuple_start[relation], words = (tuples + 63) / 64, values = set->arity * n->words;
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&n->some, &n->some_capacity, words, sizeof *n->some, error));
    HBS_TRY(hbs_grow(&n->live, &n->live_capacity, b->live_count + words, sizeof *n->live, error));
    HBS_TRY(hbs_grow(&n->seen, &n->seen_capacity, b->seen_count + values, sizeof *n->seen, error));
    uint64_t *const live = n->live + b->live_count, *const seen = n->seen + b->seen_count;
    *set = (hbs_tuples){.scope = set->scope, .arity = set->arity, .words = (uint32_t)words, .first = b->live_count, .masks = b->masks, .seen = b->seen_count,
                        .rows = b->row_start[relation], .width = (uint32_t)arity};
    if (set->arity == arity) {
        memset(live, 0xff, words * sizeof *live);
        if (tuples % 64) live[words - 1] = (UINT64_C(1) << (tuples % 64)) - 1;
        memcpy(seen, b->present, values * sizeof *seen);
        set->count = (uint32_t)tuples;
    } else {
        match_bits(b, relation, arity, set, live, seen);
    }
    for (uint32_t s = 0; s < set->arity && *possible; s++) *possible = restrict_domain(n, n->scope[set->scope + s], seen + s * n->words);
    b->live_count += words;
    b->seen_count += values;
    n->live_words += words + values;
done:
    return status;
}

/* The values of the free variables in each tuple that matches the atom. */
static hbs_status fill_list(builder *b, uint32_t relation, size_t arity, hbs_tuples *set, hbs_error *error) {
    hbs_network *n = b->network;
    const size_t tuples = b->tuple_start[relation + 1] - b->tuple_start[relation];
    if (tuples > (SIZE_MAX / 8 - b->cell_count) / set->arity)
        return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory: the matching atoms do not fit");
    const hbs_status status = hbs_grow(&n->cell, &n->cell_capacity, b->cell_count + tuples * set->arity, sizeof *n->cell, error);
    if (status != HBS_OK) return status;
    uint32_t *cell = n->cell + b->cell_count;
    for (size_t t = 0; t < tuples; t++)
        if (match(b, b->network->row + b->row_start[relation] + t * arity, arity, cell)) set->count++, cell += set->arity;
    set->first = b->cell_count;
    b->cell_count += (size_t)set->count * set->arity;
    return HBS_OK;
}

static hbs_status add_tuples(builder *b, uint32_t relation, size_t arity, uint32_t distinct, bool *possible, hbs_error *error) {
    hbs_network *n = b->network;
    hbs_status status = HBS_OK;
    bool masks;
    hbs_tuples *set = &n->tuples[n->tuple_sets];
    *set = (hbs_tuples){.scope = b->scope_size, .arity = distinct};
    HBS_TRY(need_masks(b, relation, arity, &masks, error));
    if (masks) HBS_TRY(fill_bits(b, relation, arity, set, possible, error));
    if (!masks) HBS_TRY(fill_list(b, relation, arity, set, error));
    if (!set->count) *possible = false;
    b->scope_size += distinct;
    n->live_words++;
    n->tuple_sets++;
done:
    return status;
}

static hbs_status add_atom(builder *b, size_t a, bool *possible, hbs_error *error) {
    hbs_network *n = b->network;
    const uint32_t relation = b->q2->relation[a];
    const size_t arity = hbs_atom_arity(b->q2, a);
    const hbs_term *argument = hbs_atom(b->q2, a);
    uint32_t distinct;
    *possible = b->tuple_start[relation + 1] > b->tuple_start[relation] && read_atom(b, argument, arity, &distinct);
    if (!*possible) return HBS_OK;
    if (distinct < 2) {
        *possible = use_once(b, relation, arity, distinct);
        return HBS_OK;
    }
    for (uint32_t s = 0; s < distinct; s++) n->weight[n->scope[b->scope_size + s]]++;
    bool table = arity == 2;
    if (table) {
        const hbs_status status = need_tables(b, relation, &table, error);
        if (status != HBS_OK) return status;
    }
    if (!table) return add_tuples(b, relation, arity, distinct, possible, error);
    b->binary[b->binaries++] = (binary_atom){argument[0], argument[1], b->table};
    *possible = restrict_domain(n, argument[0], b->first) && restrict_domain(n, argument[1], b->second);
    return HBS_OK;
}

/* Arcs by variable; those of one table stand together, as binary[] is ordered by table. */
static void index_arcs(const builder *b) {
    const hbs_network *n = b->network;
    size_t *end = n->arc_start + 1;   /* end[v] runs from the start of v to its end, which is the start of v + 1 */
    memset(n->arc_start, 0, ((size_t)n->variables + 2) * sizeof *n->arc_start);
    for (size_t i = 0; i < b->binaries; i++) {
        end[b->binary[i].first + 1]++;
        end[b->binary[i].second + 1]++;
    }
    for (size_t v = 0; v < n->variables; v++) end[v + 1] += end[v];
    for (size_t i = 0; i < b->binaries; i++) n->arc[end[b->binary[i].first]++] = (hbs_arc){b->binary[i].second, b->binary[i].table};
    for (size_t i = 0; i < b->binaries; i++) n->arc[end[b->binary[i].second]++] = (hbs_arc){b->binary[i].first, b->binary[i].table + 1};
}

static void index_tuples(const builder *b) {
    const hbs_network *n = b->network;
    size_t *end = n->watch_start + 1;
    memset(n->watch_start, 0, ((size_t)n->variables + 2) * sizeof *n->watch_start);
    for (size_t i = 0; i < b->scope_size; i++) end[n->scope[i] + 1]++;
    for (size_t v = 0; v < n->variables; v++) end[v + 1] += end[v];
    for (uint32_t t = 0; t < n->tuple_sets; t++)
        for (uint32_t s = 0; s < n->tuples[t].arity; s++) n->watch[end[n->scope[n->tuples[t].scope + s]]++] = (hbs_watch){t, s};
}

static void queue_all(hbs_network *n) {
    for (uint32_t i = 0; i < n->free_variables; i++) {
        const uint32_t v = n->free_variable[i];
        if (n->arc_start[v] == n->arc_start[v + 1]) continue;
        n->variable_queue[n->queue_count++] = v;
        n->variable_queued[v] = 1;
    }
    for (uint32_t t = 0; t < n->tuple_sets; t++) {
        n->tuples_queue[n->tuples_queue_count++] = t;
        n->tuples[t].queued = true;
    }
}

hbs_status hbs_network_build(hbs_network *network, const hbs_query_pair *pair, bool *possible, hbs_error *error) {
    network->pair = pair;
    builder b = {.network = network, .q1 = &pair->q1, .q2 = &pair->q2, .relations = pair->relations.count};
    hbs_status status = prepare(&b, error);
    if (status != HBS_OK) return status;
    bool still = freeze_head(&b);
    if (still) {
        number_values(&b);
        group_rows(&b);
        group_atoms(&b);
        open_domains(&b);
    }
    for (size_t a = 0; a < pair->q2.atoms && still && status == HBS_OK; a++) status = add_atom(&b, b.atom[a], &still, error);
    if (status != HBS_OK) return status;
    if (still) {
        index_arcs(&b);
        index_tuples(&b);
        queue_all(network);
    }
    *possible = still;
    return HBS_OK;
}

uint32_t hbs_network_next_value(const hbs_network *network, uint32_t variable, uint32_t from) {
    const uint64_t *domain = hbs_network_domain(network, variable);
    size_t w = from / 64;
    if (w >= network->words) return HBS_NO_VALUE;
    uint64_t word = domain[w] & (~UINT64_C(0) << (from % 64));
    while (!word)
        if (++w == network->words) return HBS_NO_VALUE;
        else word = domain[w];
    return (uint32_t)(w * 64 + (size_t)__builtin_ctzll(word));
}

void hbs_network_free(hbs_network *network) {
    free(network->arena);
    free(network->neighbours);
    free(network->mask);
    free(network->live);
    free(network->seen);
    free(network->some);
    free(network->cell);
    free(network->trail_variable);
    free(network->trail_words);
    free(network->trail_tuples);
    free(network->trail_live);
    *network = (hbs_network){0};
}
