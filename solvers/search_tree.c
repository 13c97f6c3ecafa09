/* A plain replay. A domain is a row of bytes, one a term of q1 (variables, then constants of the pair's table); a constant of q2 has a row too, with
 * one byte set, and so has a head variable. An atom of q2 is revised by walking over all atoms of q1 with its relation and marking the terms that
 * those within the domains put at each position; what is not marked is removed, and the atoms on that variable are revised again. Removals are logged, so
 * that a branch can be taken back. Nothing is inferred that arc consistency does not say, no order is chosen: the bytes say where to branch.
 *
 * A branch needs at least two values, so no path is longer than the number of variables, whatever the bytes. */
#include "solvers/search_tree.h"

#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define INSTANTIATED static inline __attribute__((always_inline))
#else
#define INSTANTIATED static inline
#endif

typedef struct branch {
    uint32_t variable, next;   /* next: the smallest term not tried yet */
    size_t mark;               /* length of the log before the first child */
} branch;

typedef struct replay {
    const hbs_query_pair *pair;
    size_t terms, owners;          /* owners of a domain: variables of q2, then constants */
    uint8_t *domain;               /* owners * terms */
    uint8_t *mark;                 /* scratch: widest atom * terms */
    uint32_t *row;                 /* q1's arguments as terms, grouped by relation */
    size_t *row_start, *row_end;   /* relations: cells in row */
    uint32_t *owner;               /* q2's arguments as owners, in q2's order */
    uint8_t *repeats;              /* atom of q2: an owner stands at two positions */
    size_t *user_start;            /* owners + 2 */
    uint32_t *user;                /* atoms of q2 by owner */
    uint32_t *queue;
    uint8_t *queued;
    size_t queue_count;
    branch *branch;
    size_t depth;
    size_t *log;                   /* cells of domain that were set, in order of removal */
    size_t log_size, log_capacity;
    void *memory;
} replay;

static size_t cells(const hbs_query *query) { return query->atoms ? query->start[query->atoms] : 0; }

typedef struct layout {
    uint8_t *base;
    size_t size;
} layout;

static void *part(layout *l, size_t count, size_t size) {
    if (l->size > SIZE_MAX / 4 || count > SIZE_MAX / 8 / size) {
        l->size = SIZE_MAX / 2;
        return NULL;
    }
    void *at = l->base ? l->base + l->size : NULL;
    l->size += (count * size + 7) / 8 * 8;
    return at;
}

static size_t lay_out(replay *r, void *base) {
    const size_t atoms = r->pair->q2.atoms, relations = r->pair->relations.count;
    size_t widest = 1;
    for (size_t a = 0; a < atoms; a++)
        if (hbs_atom_arity(&r->pair->q2, a) > widest) widest = hbs_atom_arity(&r->pair->q2, a);
    layout l = {base, 0};
    r->domain = part(&l, r->owners, r->terms ? r->terms : 1);
    r->mark = part(&l, widest, r->terms ? r->terms : 1);
    r->row = part(&l, cells(&r->pair->q1), sizeof *r->row);
    r->row_start = part(&l, relations, sizeof *r->row_start);
    r->row_end = part(&l, relations, sizeof *r->row_end);
    r->owner = part(&l, cells(&r->pair->q2), sizeof *r->owner);
    r->repeats = part(&l, atoms, 1);
    r->user_start = part(&l, r->owners + 2, sizeof *r->user_start);
    r->user = part(&l, cells(&r->pair->q2), sizeof *r->user);
    r->queue = part(&l, atoms, sizeof *r->queue);
    r->queued = part(&l, atoms, 1);
    r->branch = part(&l, (size_t)r->pair->q2.variables + 1, sizeof *r->branch);
    return l.size;
}

static uint32_t place_of(hbs_term term, uint32_t variables) { return hbs_is_constant(term) ? variables + hbs_constant_index(term) : term; }

static void group_rows(const replay *r) {
    const hbs_query *q1 = &r->pair->q1;
    memset(r->row_end, 0, r->pair->relations.count * sizeof *r->row_end);
    for (size_t a = 0; a < q1->atoms; a++) r->row_end[q1->relation[a]] += hbs_atom_arity(q1, a);
    size_t at = 0;
    for (size_t i = 0; i < r->pair->relations.count; i++) {
        r->row_start[i] = at;
        at += r->row_end[i];
        r->row_end[i] = r->row_start[i];
    }
    for (size_t a = 0; a < q1->atoms; a++)
        for (size_t i = q1->start[a]; i < q1->start[a + 1]; i++) r->row[r->row_end[q1->relation[a]]++] = place_of(q1->argument[i], q1->variables);
}

static void index_atoms(const replay *r) {
    const hbs_query *q2 = &r->pair->q2;
    size_t *end = r->user_start + 1;
    memset(r->user_start, 0, (r->owners + 2) * sizeof *r->user_start);
    for (size_t i = 0; i < cells(q2); i++) {
        r->owner[i] = place_of(q2->argument[i], q2->variables);
        end[r->owner[i] + 1]++;
    }
    for (size_t o = 0; o < r->owners; o++) end[o + 1] += end[o];
    for (size_t a = 0; a < q2->atoms; a++) {
        r->repeats[a] = 0;
        for (size_t i = q2->start[a]; i < q2->start[a + 1]; i++) {
            r->user[end[r->owner[i]]++] = (uint32_t)a;
            for (size_t j = q2->start[a]; j < i; j++) r->repeats[a] |= r->owner[i] == r->owner[j];
        }
    }
}

static void keep_only(uint8_t *domain, size_t terms, size_t term) {
    const uint8_t had = domain[term];
    memset(domain, 0, terms);
    domain[term] = had;
}

/* Every domain full, then the head by position. False when the heads have different arities. */
static bool set_domains(const replay *r) {
    const hbs_query *q1 = &r->pair->q1, *q2 = &r->pair->q2;
    memset(r->domain, 1, r->owners * r->terms);
    for (size_t c = 0; c < r->pair->constants.count; c++) keep_only(r->domain + (q2->variables + c) * r->terms, r->terms, q1->variables + c);
    if (q1->head_arity != q2->head_arity) return false;
    for (size_t i = 0; i < q2->head_arity; i++) {
        uint8_t *domain = r->domain + place_of(q2->head[i], q2->variables) * r->terms;
        keep_only(domain, r->terms, place_of(q1->head[i], q1->variables));
        if (!memchr(domain, 1, r->terms)) return false;
    }
    return true;
}

static hbs_status start(replay *r, hbs_error *error) {
    r->terms = (size_t)r->pair->q1.variables + r->pair->constants.count;
    r->owners = (size_t)r->pair->q2.variables + r->pair->constants.count;
    if (r->terms >= UINT32_MAX || r->owners >= UINT32_MAX || r->pair->q2.atoms >= UINT32_MAX)
        return hbs_raise(error, HBS_ERROR_MEMORY, "a pair of %zu terms is beyond what the checker of search trees can hold", r->terms + r->owners);
    size_t capacity = 0;
    const hbs_status status = hbs_grow(&r->memory, &capacity, lay_out(r, NULL), 1, error);
    if (status != HBS_OK) return status;
    lay_out(r, r->memory);
    group_rows(r);
    index_atoms(r);
    memset(r->queued, 0, r->pair->q2.atoms);
    return HBS_OK;
}

/* Marks what the atoms of q1 within the domains put at each position. False when there is no such atom. */
INSTANTIATED bool walk(const replay *r, size_t a, const size_t arity) {
    const uint32_t *owner = r->owner + r->pair->q2.start[a], relation = r->pair->q2.relation[a];
    const uint32_t *row = r->row + r->row_start[relation], *end = r->row + r->row_end[relation];
    const bool repeats = r->repeats[a];
    uint8_t any = 0;
    for (; row < end; row += arity) {
        uint8_t within = 1;
        for (size_t p = 0; p < arity; p++) within &= r->domain[owner[p] * r->terms + row[p]];
        if (repeats)
            for (size_t p = 1; p < arity; p++)
                for (size_t q = 0; q < p; q++) within &= owner[p] != owner[q] || row[p] == row[q];
        for (size_t p = 0; p < arity; p++) r->mark[p * r->terms + row[p]] |= within;
        any |= within;
    }
    return any;
}

static bool mark_supported(const replay *r, size_t a) {
    const size_t arity = hbs_atom_arity(&r->pair->q2, a);
    memset(r->mark, 0, arity * r->terms);
    if (arity == 2) return walk(r, a, 2);
    if (arity == 3) return walk(r, a, 3);
    if (arity) return walk(r, a, arity);
    for (size_t i = 0; i < r->pair->q1.atoms; i++)
        if (r->pair->q1.relation[i] == r->pair->q2.relation[a]) return true;
    return false;
}

static void enqueue(replay *r, uint32_t atom) {
    if (r->queued[atom]) return;
    r->queued[atom] = 1;
    r->queue[r->queue_count++] = atom;
}

/* Removes from the owner's domain every term that is not marked. */
static hbs_status remove_unmarked(replay *r, uint32_t owner, const uint8_t *mark, hbs_error *error) {
    uint8_t *domain = r->domain + owner * r->terms;
    if (!memcmp(domain, mark, r->terms)) return HBS_OK;   /* what is marked is in the domain */
    const hbs_status status = hbs_grow(&r->log, &r->log_capacity, r->log_size + r->terms, sizeof *r->log, error);
    if (status != HBS_OK) return status;
    for (size_t t = 0; t < r->terms; t++) {
        if (domain[t] == mark[t]) continue;
        domain[t] = 0;
        r->log[r->log_size++] = owner * r->terms + t;
    }
    for (size_t u = r->user_start[owner]; u < r->user_start[owner + 1]; u++) enqueue(r, r->user[u]);
    return HBS_OK;
}

static hbs_status make_consistent(replay *r, bool *wiped, hbs_error *error) {
    hbs_status status = HBS_OK;
    *wiped = false;
    while (r->queue_count && !*wiped) {
        const uint32_t a = r->queue[--r->queue_count];
        r->queued[a] = 0;
        *wiped = !mark_supported(r, a);
        const size_t first = r->pair->q2.start[a];
        for (size_t i = first; i < r->pair->q2.start[a + 1] && !*wiped; i++)
            HBS_TRY(remove_unmarked(r, r->owner[i], r->mark + (i - first) * r->terms, error));
    }
done:
    while (r->queue_count) r->queued[r->queue[--r->queue_count]] = 0;
    return status;
}

static void take_back(replay *r, size_t mark) {
    while (r->log_size > mark) r->domain[r->log[--r->log_size]] = 1;
}

/* The term becomes the only one of the variable's domain. */
static hbs_status choose(replay *r, uint32_t variable, uint32_t term, hbs_error *error) {
    memset(r->mark, 0, r->terms);
    r->mark[term] = 1;
    return remove_unmarked(r, variable, r->mark, error);
}

static hbs_status open_branch(replay *r, uint64_t variable, uint64_t node, hbs_error *error) {
    if (variable >= r->pair->q2.variables || r->user_start[variable] == r->user_start[variable + 1])
        return hbs_raise(error, HBS_ERROR_FAULT, "search tree: node %llu branches on variable %llu, which no atom of q2 has", (unsigned long long)node,
                         (unsigned long long)variable);
    size_t size = 0;
    for (size_t t = 0; t < r->terms; t++) size += r->domain[variable * r->terms + t];
    if (size < 2)
        return hbs_raise(error, HBS_ERROR_FAULT, "search tree: node %llu branches on variable %llu, which has %zu value left", (unsigned long long)node,
                         (unsigned long long)variable, size);
    r->branch[r->depth++] = (branch){(uint32_t)variable, 0, r->log_size};
    return HBS_OK;
}

/* Goes to the next child that preorder has; *done when there is none. */
static hbs_status next_child(replay *r, bool *done, hbs_error *error) {
    for (; r->depth; r->depth--) {
        branch *b = &r->branch[r->depth - 1];
        take_back(r, b->mark);
        const uint8_t *domain = r->domain + b->variable * r->terms;
        while (b->next < r->terms && !domain[b->next]) b->next++;
        if (b->next == r->terms) continue;
        return choose(r, b->variable, b->next++, error);
    }
    *done = true;
    return HBS_OK;
}

static hbs_status replay_tree(replay *r, bool wiped, const uint8_t *bytes, size_t size, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t at = 0;
    bool done = false;
    for (uint64_t node = 1; !done; node++) {
        uint64_t code;
        if (hbs_read_varint(bytes, size, &at, &code, NULL) != HBS_OK)
            HBS_FAIL(error, HBS_ERROR_FAULT, "search tree: the bytes end, or hold no number, at node %llu", (unsigned long long)node);
        if (!code != wiped)
            HBS_FAIL(error, HBS_ERROR_FAULT, "search tree: node %llu is a %s", (unsigned long long)node,
                     wiped ? "branch where arc consistency wipes out" : "leaf where arc consistency does not wipe out");
        if (code) HBS_TRY(open_branch(r, code - 1, node, error));
        HBS_TRY(next_child(r, &done, error));
        if (!done) HBS_TRY(make_consistent(r, &wiped, error));
    }
    if (at < size) HBS_FAIL(error, HBS_ERROR_FAULT, "search tree: %zu bytes follow after the last node", size - at);
done:
    return status;
}

hbs_status hbs_search_tree_check(const hbs_query_pair *pair, const uint8_t *bytes, size_t size, hbs_error *error) {
    hbs_status status = HBS_OK;
    replay r = {.pair = pair};
    HBS_TRY(start(&r, error));
    bool wiped = !set_domains(&r);
    if (!wiped) {
        for (size_t a = 0; a < pair->q2.atoms; a++) enqueue(&r, (uint32_t)a);
        HBS_TRY(make_consistent(&r, &wiped, error));
    }
    if (size) {
        HBS_TRY(replay_tree(&r, wiped, bytes, size, error));
    } else if (!wiped) {
        HBS_FAIL(error, HBS_ERROR_FAULT, "search tree: it is empty, but arc consistency alone does not refute");
    }
done:
    free(r.memory);
    free(r.log);
    return status;
}
