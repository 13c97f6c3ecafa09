/* A constant of q2 owns a domain with one term, a head variable keeps the term that stands at its place in q1's head, so atoms need no cases: an
 * atom allows the terms that some atom of q1 over its relation, within the domains at all positions, puts there. What is not allowed is removed,
 * and whoever shares an atom with that owner is looked at again.
 *
 * How it is looked at: for R(a,b) the terms allowed for b are the union of the successors of what a may be, kept as bit rows while they are not
 * larger than q1 itself warrants; every other atom is revised by walking over the atoms of q1 with its relation: over all, or, where some place of it is
 * left few terms, over those that have one of them there, which are listed by place and term. Removals are logged word by word. */
#include "solvers/checking/plain_consistency.h"

#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define INSTANTIATED static inline __attribute__((always_inline))
#else
#define INSTANTIATED static inline
#endif
#define WALKED SIZE_MAX
#define UNLISTED SIZE_MAX

typedef struct use {
    size_t rows;                /* first word of the bit rows to unite, or WALKED */
    uint32_t atom, other;
} use;

typedef struct removal {
    size_t word;
    uint64_t before;
} removal;

struct hbs_plain {
    const hbs_query_pair *pair;
    size_t terms, owners, words;
    uint64_t *domain;           /* owners * words */
    uint64_t *allowed;          /* scratch: widest atom * words */
    uint32_t *row;              /* q1's arguments as terms, grouped by relation */
    size_t *row_start;          /* relations + 1: cells in row */
    size_t *tuples;             /* relations */
    size_t *bit_rows;           /* relations: first word of its successors, then its predecessors, in bits; or WALKED */
    uint64_t *bits;
    size_t bits_used, bits_capacity;
    size_t *lists;              /* relations: where its lists start in list, or UNLISTED */
    uint32_t *list;             /* by place: terms + 1 bounds, then the tuples that have a term there, by term */
    size_t list_used, list_capacity;
    uint32_t *owner;            /* q2's arguments as owners, in q2's order */
    uint8_t *repeats;           /* atoms of q2: an owner stands at two positions */
    use *use;
    size_t *use_start;          /* owners + 2 */
    uint32_t *waiting, *walk;   /* owners that changed, first in first out; atoms to walk */
    uint8_t *is_waiting, *is_in_walk;
    size_t first, first_walk, waiting_count, walk_count;
    removal *log;
    size_t log_size, log_capacity;
    void *memory;
};

/* --- set-up --- */

typedef struct layout {
    uint8_t *base;
    size_t size;
} layout;

static void *part(layout *l, size_t count, size_t size) {
    if (l->size > SIZE_MAX / 4 || count > SIZE_MAX / 8 / size) {
        l->size = SIZE_MAX / 2;   /* no allocation will grant it */
        return NULL;
    }
    void *at = l->base ? l->base + l->size : NULL;
    l->size += (count * size + 7) / 8 * 8;
    return at;
}

static size_t lay_out(hbs_plain *p, void *base) {
    const hbs_query *q1 = &p->pair->q1, *q2 = &p->pair->q2;
    const size_t relations = p->pair->relations.count, row = p->words * sizeof(uint64_t);
    layout l = {base, 0};
    p->domain = part(&l, p->owners, row);
    p->allowed = part(&l, hbs_query_widest(q2), row);
    p->row = part(&l, hbs_query_arguments(q1), sizeof *p->row);
    p->row_start = part(&l, relations + 1, sizeof *p->row_start);
    p->tuples = part(&l, relations, sizeof *p->tuples);
    p->bit_rows = part(&l, relations, sizeof *p->bit_rows);
    p->lists = part(&l, relations, sizeof *p->lists);
    p->owner = part(&l, hbs_query_arguments(q2), sizeof *p->owner);
    p->repeats = part(&l, q2->atoms, 1);
    p->use = part(&l, hbs_query_arguments(q2), sizeof *p->use);
    p->use_start = part(&l, p->owners + 2, sizeof *p->use_start);
    p->waiting = part(&l, p->owners, sizeof *p->waiting);
    p->walk = part(&l, q2->atoms, sizeof *p->walk);
    p->is_waiting = part(&l, p->owners, 1);
    p->is_in_walk = part(&l, q2->atoms, 1);
    return l.size;
}

static uint32_t number_of(hbs_term term, uint32_t variables) { return hbs_is_constant(term) ? variables + hbs_constant_index(term) : term; }

static void group_rows(const hbs_plain *p) {
    const hbs_query *q1 = &p->pair->q1;
    const size_t relations = p->pair->relations.count;
    memset(p->tuples, 0, relations * sizeof *p->tuples);
    for (size_t a = 0; a < q1->atoms; a++) p->tuples[q1->relation[a]]++;
    p->row_start[0] = 0;
    for (size_t r = 0; r < relations; r++) p->row_start[r + 1] = p->row_start[r] + p->tuples[r] * p->pair->relations.item[r].kind;
    for (size_t r = 0; r < relations; r++) p->tuples[r] = 0;
    for (size_t a = 0; a < q1->atoms; a++) {
        const size_t r = q1->relation[a], arity = hbs_atom_arity(q1, a);
        for (size_t i = 0; i < arity; i++) p->row[p->row_start[r] + p->tuples[r] * arity + i] = number_of(hbs_atom(q1, a)[i], q1->variables);
        p->tuples[r]++;
    }
}

static void set_bit(uint64_t *words, size_t bit) { words[bit / 64] |= UINT64_C(1) << (bit % 64); }
static uint64_t has_bit(const uint64_t *words, size_t bit) { return words[bit / 64] >> (bit % 64) & 1; }

/* Bit rows of a binary relation that q2 uses, while they take no more than a few words a tuple. */
static hbs_status make_bit_rows(hbs_plain *p, size_t r, hbs_error *error) {
    const size_t size = p->terms * p->words;
    if (!size || p->bit_rows[r] != WALKED || size > 2048 + 16 * p->tuples[r]) return HBS_OK;
    const hbs_status status = hbs_grow(&p->bits, &p->bits_capacity, p->bits_used + 2 * size, sizeof *p->bits, error);
    if (status != HBS_OK) return status;
    uint64_t *successors = p->bits + p->bits_used, *predecessors = successors + size;
    memset(successors, 0, 2 * size * sizeof *successors);
    for (size_t i = p->row_start[r]; i < p->row_start[r + 1]; i += 2) {
        set_bit(successors + p->row[i] * p->words, p->row[i + 1]);
        set_bit(predecessors + p->row[i + 1] * p->words, p->row[i]);
    }
    p->bit_rows[r] = p->bits_used;
    p->bits_used += 2 * size;
    return HBS_OK;
}

/* Lists of a wider relation that q2 uses, while their bounds take no more than a few numbers a tuple. */
static hbs_status make_lists(hbs_plain *p, size_t r, hbs_error *error) {
    const size_t arity = p->pair->relations.item[r].kind, tuples = p->tuples[r], size = p->terms + 1 + tuples;
    if (p->lists[r] != UNLISTED || p->terms > 4096 + 16 * tuples || tuples >= UINT32_MAX || size > (SIZE_MAX / 8 - p->list_used) / arity) return HBS_OK;
    const hbs_status status = hbs_grow(&p->list, &p->list_capacity, p->list_used + arity * size, sizeof *p->list, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < arity; i++) {
        uint32_t *const end = p->list + p->list_used + i * size, *const tuple = end + p->terms + 1;
        const uint32_t *const row = p->row + p->row_start[r] + i;
        memset(end, 0, (p->terms + 1) * sizeof *end);
        for (size_t t = 0; t < tuples; t++) end[row[t * arity] + 1]++;
        for (size_t term = 0; term < p->terms; term++) end[term + 1] += end[term];
        for (size_t t = tuples; t-- > 0;) tuple[--end[row[t * arity] + 1]] = (uint32_t)t;   /* now end[x + 1] is where x starts */
        memmove(end, end + 1, p->terms * sizeof *end);
        end[p->terms] = (uint32_t)tuples;
    }
    p->lists[r] = p->list_used;
    p->list_used += arity * size;
    return HBS_OK;
}

static hbs_status choose_methods(hbs_plain *p, hbs_error *error) {
    const hbs_query *q2 = &p->pair->q2;
    hbs_status status = HBS_OK;
    for (size_t r = 0; r < p->pair->relations.count; r++) {
        p->bit_rows[r] = WALKED;
        p->lists[r] = UNLISTED;
    }
    for (size_t a = 0; a < q2->atoms; a++) {
        if (hbs_atom_arity(q2, a) == 2) HBS_TRY(make_bit_rows(p, q2->relation[a], error));
        if (hbs_atom_arity(q2, a) > 2) HBS_TRY(make_lists(p, q2->relation[a], error));
    }
done:
    return status;
}

static use use_at(const hbs_plain *p, size_t a, size_t position) {
    const hbs_query *q2 = &p->pair->q2;
    const uint32_t *owner = p->owner + q2->start[a];
    const size_t rows = p->bit_rows[q2->relation[a]];
    if (hbs_atom_arity(q2, a) != 2 || rows == WALKED || owner[0] == owner[1]) return (use){WALKED, (uint32_t)a, 0};
    return (use){rows + position * p->terms * p->words, (uint32_t)a, owner[1 - position]};
}

/* By owner; first the uses at position 0, then at 1 and so on, so that equal bit rows stand together. */
static void index_uses(const hbs_plain *p) {
    const hbs_query *q2 = &p->pair->q2;
    size_t *end = p->use_start + 1;
    memset(p->use_start, 0, (p->owners + 2) * sizeof *p->use_start);
    for (size_t i = 0; i < hbs_query_arguments(q2); i++) {
        p->owner[i] = number_of(q2->argument[i], q2->variables);
        end[p->owner[i] + 1]++;
    }
    for (size_t a = 0; a < q2->atoms; a++)
        for (size_t i = q2->start[a]; i < q2->start[a + 1]; i++)
            for (size_t j = q2->start[a]; j < i; j++) p->repeats[a] |= p->owner[i] == p->owner[j];
    for (size_t o = 0; o < p->owners; o++) end[o + 1] += end[o];
    const size_t widest = hbs_query_widest(q2);
    for (size_t position = 0; position < widest; position++)
        for (size_t a = 0; a < q2->atoms; a++)
            if (position < hbs_atom_arity(q2, a)) p->use[end[p->owner[q2->start[a] + position]]++] = use_at(p, a, position);
}

static bool keep_only(const hbs_plain *p, size_t owner, size_t term) {
    uint64_t *domain = p->domain + owner * p->words;
    const bool had = has_bit(domain, term);
    memset(domain, 0, p->words * sizeof *domain);
    if (had) set_bit(domain, term);
    return had;
}

/* All terms for the variables, itself for a constant, then the heads. False when they clash. */
static bool set_domains(const hbs_plain *p) {
    const hbs_query *q1 = &p->pair->q1, *q2 = &p->pair->q2;
    memset(p->domain, 0xff, p->owners * p->words * sizeof *p->domain);
    for (size_t o = 0; o < p->owners; o++) {
        if (p->terms % 64) p->domain[(o + 1) * p->words - 1] = (UINT64_C(1) << p->terms % 64) - 1;
        if (o >= q2->variables) keep_only(p, o, q1->variables + (o - q2->variables));
    }
    if (q1->head_arity != q2->head_arity) return false;
    for (size_t i = 0; i < q2->head_arity; i++)
        if (!keep_only(p, number_of(q2->head[i], q2->variables), number_of(q1->head[i], q1->variables))) return false;
    return true;
}

/* --- revision --- */

static void wait(hbs_plain *p, uint32_t owner) {
    if (p->is_waiting[owner]) return;
    size_t last = p->first + p->waiting_count++;
    if (last >= p->owners) last -= p->owners;
    p->waiting[last] = owner;
    p->is_waiting[owner] = 1;
}

static void wait_for_walk(hbs_plain *p, uint32_t atom) {
    if (p->is_in_walk[atom]) return;
    p->is_in_walk[atom] = 1;
    size_t last = p->first_walk + p->walk_count++;
    if (last >= p->pair->q2.atoms) last -= p->pair->q2.atoms;
    p->walk[last] = atom;
}

static hbs_status keep_allowed(hbs_plain *p, uint32_t owner, const uint64_t *allowed, bool *wiped, hbs_error *error) {
    uint64_t *domain = p->domain + owner * p->words, left = 0;
    bool removed = false;
    for (size_t w = 0; w < p->words; w++) {
        const uint64_t before = domain[w], after = before & allowed[w];
        left |= after;
        if (after == before) continue;
        if (p->log_size == p->log_capacity) {
            const hbs_status status = hbs_grow(&p->log, &p->log_capacity, p->log_size + 1, sizeof *p->log, error);
            if (status != HBS_OK) return status;
        }
        p->log[p->log_size++] = (removal){owner * p->words + w, before};
        domain[w] = after;
        removed = true;
    }
    if (removed) wait(p, owner);
    *wiped = !left;
    return HBS_OK;
}

static void unite_rows(const hbs_plain *p, uint32_t owner, size_t rows) {
    memset(p->allowed, 0, p->words * sizeof *p->allowed);
    for (size_t w = 0; w < p->words; w++)
        for (uint64_t rest = p->domain[owner * p->words + w]; rest; rest &= rest - 1) {
            const uint64_t *row = p->bits + rows + (w * 64 + (size_t)__builtin_ctzll(rest)) * p->words;
            for (size_t i = 0; i < p->words; i++) p->allowed[i] |= row[i];
        }
}

static hbs_status revise_around(hbs_plain *p, uint32_t owner, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t united = WALKED;
    for (size_t u = p->use_start[owner]; u < p->use_start[owner + 1] && !*wiped; u++) {
        if (p->use[u].rows == WALKED) {
            wait_for_walk(p, p->use[u].atom);
            continue;
        }
        if (p->use[u].rows != united) unite_rows(p, owner, p->use[u].rows);
        united = p->use[u].rows;
        HBS_TRY(keep_allowed(p, p->use[u].other, p->allowed, wiped, error));
    }
done:
    return status;
}

static bool repeats_agree(const uint32_t *owner, const uint32_t *row, size_t arity) {
    for (size_t i = 1; i < arity; i++)
        for (size_t j = 0; j < i; j++)
            if (owner[i] == owner[j] && row[i] != row[j]) return false;
    return true;
}

/* Notes in p->allowed what the tuple puts at each place, if it is within the domains. */
INSTANTIATED bool visit(const hbs_plain *p, uint32_t a, const uint32_t *owner, const uint32_t *row, const size_t arity) {
    uint64_t within = 1;
    for (size_t i = 0; i < arity; i++) within &= has_bit(p->domain + owner[i] * p->words, row[i]);
    if (!within || (p->repeats[a] && !repeats_agree(owner, row, arity))) return false;
    for (size_t i = 0; i < arity; i++) set_bit(p->allowed + i * p->words, row[i]);
    return true;
}

/* The tuples that have at `place` a term which is left there. */
INSTANTIATED bool walk_lists(const hbs_plain *p, uint32_t a, size_t place, const size_t arity) {
    const size_t r = p->pair->q2.relation[a];
    const uint32_t *const owner = p->owner + p->pair->q2.start[a], *const row = p->row + p->row_start[r];
    const uint32_t *const bound = p->list + p->lists[r] + place * (p->terms + 1 + p->tuples[r]), *const tuple = bound + p->terms + 1;
    bool any = false;
    for (size_t w = 0; w < p->words; w++)
        for (uint64_t rest = p->domain[owner[place] * p->words + w]; rest; rest &= rest - 1) {
            const size_t term = w * 64 + (size_t)__builtin_ctzll(rest);
            for (uint32_t i = bound[term]; i < bound[term + 1]; i++) any |= visit(p, a, owner, row + tuple[i] * arity, arity);
        }
    return any;
}

/* False: no tuple is within the domains. */
INSTANTIATED bool walk_rows(const hbs_plain *p, uint32_t a, const size_t arity) {
    const size_t r = p->pair->q2.relation[a];
    const uint32_t *const owner = p->owner + p->pair->q2.start[a], *const row = p->row + p->row_start[r];
    size_t fewest = SIZE_MAX, place = 0;
    bool any = false;
    for (size_t i = 0; i < arity && p->lists[r] != UNLISTED; i++) {
        const size_t left = hbs_plain_size(p, owner[i]);
        if (left < fewest) fewest = left, place = i;
    }
    if (fewest < p->terms / 2) return walk_lists(p, a, place, arity);
    for (size_t t = 0; t < p->tuples[r]; t++) any |= visit(p, a, owner, row + t * arity, arity);
    return any;
}

static hbs_status walk_atom(hbs_plain *p, uint32_t a, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t arity = hbs_atom_arity(&p->pair->q2, a);
    const uint32_t *owner = p->owner + p->pair->q2.start[a];
    memset(p->allowed, 0, arity * p->words * sizeof *p->allowed);
    *wiped = !(arity == 3 ? walk_rows(p, a, 3) : walk_rows(p, a, arity));
    for (size_t i = 0; i < arity && !*wiped; i++) HBS_TRY(keep_allowed(p, owner[i], p->allowed + i * p->words, wiped, error));
done:
    return status;
}

static void forget_waiting(hbs_plain *p) {
    for (; p->waiting_count; p->waiting_count--) {
        p->is_waiting[p->waiting[p->first]] = 0;
        if (++p->first == p->owners) p->first = 0;
    }
    for (; p->walk_count; p->walk_count--) {
        p->is_in_walk[p->walk[p->first_walk]] = 0;
        if (++p->first_walk == p->pair->q2.atoms) p->first_walk = 0;
    }
}

static hbs_status settle(hbs_plain *p, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    while (!*wiped && (p->waiting_count || p->walk_count)) {
        if (p->waiting_count) {
            const uint32_t owner = p->waiting[p->first];
            if (++p->first == p->owners) p->first = 0;
            p->waiting_count--;
            p->is_waiting[owner] = 0;
            HBS_TRY(revise_around(p, owner, wiped, error));
        } else {
            const uint32_t atom = p->walk[p->first_walk];
            if (++p->first_walk == p->pair->q2.atoms) p->first_walk = 0;
            p->walk_count--;
            p->is_in_walk[atom] = 0;
            HBS_TRY(walk_atom(p, atom, wiped, error));
        }
    }
done:
    forget_waiting(p);
    return status;
}

/* --- interface --- */

static hbs_status start(hbs_plain *p, const hbs_query_pair *pair, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    p->pair = pair;
    p->terms = (size_t)pair->q1.variables + pair->constants.count;
    p->owners = (size_t)pair->q2.variables + pair->constants.count;
    p->words = p->terms / 64 + (p->terms % 64 != 0);
    if (!p->words) p->words = 1;
    if (p->terms >= UINT32_MAX || p->owners >= UINT32_MAX || pair->q2.atoms >= UINT32_MAX)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "a pair of %zu terms and %zu atoms is beyond what the checker of search trees can hold", p->terms,
                 pair->q2.atoms);
    HBS_TRY(hbs_allocate(&p->memory, lay_out(p, NULL), 1, error));
    lay_out(p, p->memory);
    group_rows(p);
    HBS_TRY(choose_methods(p, error));
    index_uses(p);
    *wiped = !set_domains(p);
    for (uint32_t o = 0; o < p->owners; o++)
        if (p->use_start[o] < p->use_start[o + 1]) wait(p, o);
    for (size_t a = 0; a < pair->q2.atoms; a++)
        if (!p->tuples[pair->q2.relation[a]]) *wiped = true;
    HBS_TRY(settle(p, wiped, error));
    p->log_size = 0;
done:
    return status;
}

hbs_status hbs_plain_new(hbs_plain **out, const hbs_query_pair *pair, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_plain *p = NULL;
    bool empty = false;
    HBS_TRY(hbs_allocate(&p, 1, sizeof *p, error));
    HBS_TRY(start(p, pair, &empty, error));
    *out = p;
    *wiped = empty;
    p = NULL;
done:
    hbs_plain_free(p);
    return status;
}

void hbs_plain_free(hbs_plain *plain) {
    if (!plain) return;
    free(plain->memory);
    free(plain->bits);
    free(plain->list);
    free(plain->log);
    free(plain);
}

bool hbs_plain_in_body(const hbs_plain *plain, uint32_t variable) { return plain->use_start[variable] < plain->use_start[variable + 1]; }

size_t hbs_plain_size(const hbs_plain *plain, uint32_t variable) {
    size_t size = 0;
    for (size_t w = 0; w < plain->words; w++)
        for (uint64_t rest = plain->domain[variable * plain->words + w]; rest; rest &= rest - 1) size++;
    return size;
}

size_t hbs_plain_next(const hbs_plain *plain, uint32_t variable, size_t from) {
    const uint64_t *domain = plain->domain + variable * plain->words;
    for (size_t w = from / 64; w < plain->words; w++) {
        const uint64_t rest = w == from / 64 ? domain[w] & ~UINT64_C(0) << from % 64 : domain[w];
        if (rest) return w * 64 + (size_t)__builtin_ctzll(rest);
    }
    return SIZE_MAX;
}

size_t hbs_plain_mark(const hbs_plain *plain) { return plain->log_size; }

void hbs_plain_take_back(hbs_plain *plain, size_t mark) {
    while (plain->log_size > mark) {
        const removal last = plain->log[--plain->log_size];
        plain->domain[last.word] = last.before;
    }
}

hbs_status hbs_plain_fix(hbs_plain *plain, uint32_t variable, size_t term, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool empty = false;
    memset(plain->allowed, 0, plain->words * sizeof *plain->allowed);
    set_bit(plain->allowed, term);
    HBS_TRY(keep_allowed(plain, variable, plain->allowed, &empty, error));
    HBS_TRY(settle(plain, &empty, error));
    *wiped = empty;
done:
    return status;
}
