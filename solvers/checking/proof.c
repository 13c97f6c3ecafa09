/* Forward checking of refutations by reverse unit propagation: a lemma is accepted when assuming all its literals false and propagating units over the
 * clauses and the lemmas before it runs into a falsified clause (Goldberg, Novikov 2003; Van Gelder 2008).
 *
 * Written apart from the solvers on purpose. Clauses lie in one array; each watches two literals that are not false, and a watch carries another literal of its
 * clause, as a true one spares looking at the clause. What propagation implies from the clauses alone (the root) is kept for good; what a lemma assumes is
 * undone. A clause that is true at the root is dropped, repeated literals are merged, tautologies are skipped. Variables are used as they are, unless the
 * formula names far more of them than it uses: then those in use are numbered through, so that a header with a huge count costs nothing. */
#include "solvers/checking/proof.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/ordering.h"

#define HEADER 1u        /* words before the literals: their number */
#define FIRST_ROOM 6u    /* of a watch list */

typedef struct watch {
    uint32_t clause, other;
} watch;

typedef struct watch_list {   /* a piece of the pool; one that is full moves to the pool's end, twice as large */
    size_t start;
    uint32_t size, room;
} watch_list;

typedef enum outcome { QUIET, CONFLICT, NO_MEMORY } outcome;

struct hbs_rup {
    uint32_t variables;      /* in use, numbered 0.. */
    uint32_t *used;          /* when numbered through: the variables in use, ascending */
    size_t used_count, used_capacity;
    uint32_t *clause;        /* all clauses, HEADER + literals each */
    size_t clause_size, clause_capacity;
    watch *pool;
    size_t pool_size, pool_capacity;
    watch_list *list;        /* by literal */
    int8_t *value;           /* by literal: 1 true, -1 false, 0 open */
    uint8_t *mark;           /* by literal */
    uint32_t *trail;
    size_t room;             /* variables the four arrays above have room for */
    uint32_t trail_size, propagated, root;
    bool refuted;
};

hbs_status hbs_rup_new(hbs_rup **out, hbs_error *error)
{
    hbs_rup *rup;
    const hbs_status status = hbs_allocate(&rup, 1, sizeof *rup, error);
    if (status == HBS_OK) *out = rup;
    return status;
}

void hbs_rup_free(hbs_rup *rup)
{
    if (!rup) return;
    free(rup->used);
    free(rup->clause);
    free(rup->pool);
    free(rup->list);
    free(rup->value);
    free(rup->mark);
    free(rup->trail);
    free(rup);
}

static hbs_status make_room(hbs_rup *rup, uint32_t variables, hbs_error *error)
{
    hbs_status status = HBS_OK;
    watch_list *list = NULL;
    uint32_t *trail = NULL;
    int8_t *value = NULL;
    uint8_t *mark = NULL;
    const size_t room = (size_t)variables + variables / 2 + 64;
    HBS_TRY(hbs_allocate(&list, 2 * room, sizeof *list, error));
    HBS_TRY(hbs_allocate(&trail, room, sizeof *trail, error));
    HBS_TRY(hbs_allocate(&value, 2 * room, sizeof *value, error));
    HBS_TRY(hbs_allocate(&mark, 2 * room, sizeof *mark, error));
    watch_list *const old_list = rup->list;
    uint32_t *const old_trail = rup->trail;
    int8_t *const old_value = rup->value;
    uint8_t *const old_mark = rup->mark;
    rup->list = list, rup->trail = trail, rup->value = value, rup->mark = mark, rup->room = room;
    list = old_list, trail = old_trail, value = old_value, mark = old_mark;
done:
    free(list);
    free(trail);
    free(value);
    free(mark);
    return status;
}

/* Next number of the proof; whatever is wrong with it is the certificate's fault. */
static hbs_status next_number(const uint8_t *bytes, size_t size, size_t *at, uint64_t *number, hbs_error *error)
{
    if (*at < size && bytes[*at] < 0x80) {
        *number = bytes[(*at)++];
        return HBS_OK;
    }
    if (hbs_read_varint(bytes, size, at, number, NULL) == HBS_OK) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_FAULT, "refutation: byte %zu is not a whole number; the certificate is damaged", *at);
}

/* Collects the variables of the formula, and of whatever numbers of the proof can be literals: lengths do no harm. */
static hbs_status collect_used(hbs_rup *rup, const hbs_cnf *cnf, const uint8_t *bytes, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t literals = hbs_cnf_literals(cnf);
    size_t count = 0, kept = 0;
    HBS_TRY(hbs_grow(&rup->used, &rup->used_capacity, literals + size, sizeof *rup->used, error));
    for (size_t i = 0; i < literals; i++) rup->used[count++] = (uint32_t)abs(cnf->literal[i]) - 1;
    for (size_t at = 0; at < size;) {
        uint64_t number;
        HBS_TRY(next_number(bytes, size, &at, &number, error));
        if (number < 2 * (uint64_t)cnf->variables) rup->used[count++] = (uint32_t)(number / 2);
    }
    qsort(rup->used, count, sizeof *rup->used, hbs_by_uint32);
    for (size_t i = 0; i < count; i++)
        if (!i || rup->used[i] != rup->used[i - 1]) rup->used[kept++] = rup->used[i];
    rup->used_count = kept;
done:
    return status;
}

static uint32_t own_literal(const hbs_rup *rup, uint32_t literal)
{
    if (!rup->used_count) return literal;
    const uint32_t variable = literal >> 1;
    const uint32_t *const found = bsearch(&variable, rup->used, rup->used_count, sizeof *rup->used, hbs_by_uint32);
    assert(found);
    return 2 * (uint32_t)(found - rup->used) + (literal & 1u);
}

static hbs_status start(hbs_rup *rup, const hbs_cnf *cnf, const uint8_t *bytes, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    rup->used_count = 0;
    rup->variables = cnf->variables;
    if (cnf->variables > 4096 && cnf->variables / 4 > hbs_cnf_literals(cnf)) {
        HBS_TRY(collect_used(rup, cnf, bytes, size, error));
        rup->variables = (uint32_t)rup->used_count;
    }
    if (!rup->list || rup->variables > rup->room) HBS_TRY(make_room(rup, rup->variables, error));
    memset(rup->list, 0, 2 * (size_t)rup->variables * sizeof *rup->list);
    memset(rup->value, 0, 2 * (size_t)rup->variables);
    memset(rup->mark, 0, 2 * (size_t)rup->variables);
    rup->clause_size = rup->pool_size = 0;
    rup->trail_size = rup->propagated = rup->root = 0;
    rup->refuted = false;
done:
    return status;
}

static void make_true(hbs_rup *rup, uint32_t literal)
{
    rup->value[literal] = 1;
    rup->value[literal ^ 1u] = -1;
    rup->trail[rup->trail_size++] = literal;
}

static hbs_status enlarge(hbs_rup *rup, watch_list *list, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t room = list->room ? 2 * list->room : FIRST_ROOM;
    if (room < list->room) HBS_FAIL(error, HBS_ERROR_MEMORY, "refutation: a literal is in more than 2^31 clauses; check a smaller one");
    HBS_TRY(hbs_grow(&rup->pool, &rup->pool_capacity, rup->pool_size + room, sizeof *rup->pool, error));
    if (list->size) memcpy(rup->pool + rup->pool_size, rup->pool + list->start, list->size * sizeof *rup->pool);
    list->start = rup->pool_size;
    list->room = room;
    rup->pool_size += room;
done:
    return status;
}

static inline hbs_status enlist(hbs_rup *rup, uint32_t literal, uint32_t clause, uint32_t other, hbs_error *error)
{
    watch_list *const list = &rup->list[literal];
    if (list->size == list->room) {
        const hbs_status status = enlarge(rup, list, error);
        if (status != HBS_OK) return status;
    }
    rup->pool[list->start + list->size++] = (watch){clause, other};
    return HBS_OK;
}

/* The place of a literal that can be watched instead of the first two, 0 when there is none. */
static inline uint32_t other_place(const int8_t *value, const uint32_t *literal, uint32_t size)
{
    uint32_t k = 2;
    while (k < size && value[literal[k]] < 0) k++;
    return k < size ? k : 0;
}

/* Visits the clauses that watch a literal which became false. */
static outcome visit(hbs_rup *rup, uint32_t falsified)
{
    watch_list *const list = &rup->list[falsified];
    const int8_t *const value = rup->value;
    const uint32_t size = list->size;
    uint32_t kept = 0, at = 0;
    outcome result = QUIET;
    if (!size) return QUIET;
    watch *watches = rup->pool + list->start;
    while (at < size) {
        const watch w = watches[kept] = watches[at++];
        if (value[w.other] > 0) {
            kept++;
            continue;
        }
        uint32_t *const literal = rup->clause + w.clause + HEADER;
        const uint32_t other = literal[0] ^ literal[1] ^ falsified, k = value[other] > 0 ? 0 : other_place(value, literal, literal[-1]);
        if (k) {
            const uint32_t next = literal[k];
            literal[k] = falsified;
            literal[literal[0] == other] = next;
            if (enlist(rup, next, w.clause, other, NULL) != HBS_OK) return NO_MEMORY;
            watches = rup->pool + list->start;
            continue;
        }
        watches[kept++].other = other;
        if (value[other] > 0) continue;
        if (value[other] < 0) {
            result = CONFLICT;
            break;
        }
        make_true(rup, other);
    }
    while (at < size) watches[kept++] = watches[at++];
    list->size = kept;
    return result;
}

static outcome propagate(hbs_rup *rup)
{
    outcome result = QUIET;
    while (result == QUIET && rup->propagated < rup->trail_size) result = visit(rup, rup->trail[rup->propagated++] ^ 1u);
    return result;
}

static hbs_status no_memory(hbs_error *error) { return hbs_raise(error, HBS_ERROR_MEMORY, "refutation: out of memory for watches; check a smaller one"); }

/* Merges repeated literals in place; false for a tautology. */
static bool merge(hbs_rup *rup, uint32_t *literal, uint32_t *size)
{
    uint32_t kept = 0;
    bool tautology = false;
    for (uint32_t i = 0; i < *size; i++) {
        if (rup->mark[literal[i]]) continue;
        tautology |= rup->mark[literal[i] ^ 1u] != 0;
        rup->mark[literal[i]] = 1;
        literal[kept++] = literal[i];
    }
    for (uint32_t i = 0; i < kept; i++) rup->mark[literal[i]] = 0;
    *size = kept;
    return !tautology;
}

/* Adds the clause at the free end of the store, merged already, to what the root knows. */
static hbs_status settle(hbs_rup *rup, uint32_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t c = (uint32_t)rup->clause_size;
    uint32_t *const head = rup->clause + c, *const literal = head + HEADER;
    uint32_t open = 0;
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t here = literal[i];
        if (rup->value[here] > 0) goto done;
        if (rup->value[here] < 0) continue;
        literal[i] = literal[open];
        literal[open++] = here;
    }
    if (!open) rup->refuted = true;
    else if (open == 1) make_true(rup, literal[0]);
    if (open < 2) goto done;
    head[0] = size;
    HBS_TRY(enlist(rup, literal[0], c, literal[1], error));
    HBS_TRY(enlist(rup, literal[1], c, literal[0], error));
    rup->clause_size += HEADER + size;
done:
    return status;
}

/* Draws the conclusions of what was added at the root. */
static hbs_status conclude(hbs_rup *rup, hbs_error *error)
{
    const outcome result = rup->refuted ? CONFLICT : propagate(rup);
    if (result == NO_MEMORY) return no_memory(error);
    rup->refuted = result == CONFLICT;
    rup->root = rup->trail_size;
    return HBS_OK;
}

static hbs_status store_room(hbs_rup *rup, size_t count, hbs_error *error)
{
    const size_t needed = rup->clause_size + HEADER + count;
    if (needed >= UINT32_MAX) return hbs_raise(error, HBS_ERROR_MEMORY, "refutation: clauses and lemmas need more than 2^32 words; check a smaller one");
    if (needed <= rup->clause_capacity) return HBS_OK;
    return hbs_grow(&rup->clause, &rup->clause_capacity, needed, sizeof *rup->clause, error);
}

static hbs_status add_formula(hbs_rup *rup, const hbs_cnf *cnf, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t c = 0; c < cnf->clauses && !rup->refuted; c++) {
        const int32_t *const from = hbs_cnf_clause(cnf, c);
        const size_t count = hbs_cnf_length(cnf, c);
        HBS_TRY(store_room(rup, count, error));
        uint32_t *const literal = rup->clause + rup->clause_size + HEADER, size = (uint32_t)count;
        for (size_t i = 0; i < count; i++) {
            assert(from[i] && (uint32_t)abs(from[i]) <= cnf->variables);
            literal[i] = own_literal(rup, hbs_literal_code(from[i]));
        }
        if (merge(rup, literal, &size)) HBS_TRY(settle(rup, size, error));
    }
    HBS_TRY(conclude(rup, error));
done:
    return status;
}

/* CONFLICT: assuming the lemma's literals false runs into a falsified clause, so the lemma follows. */
static outcome assume_false(hbs_rup *rup, const uint32_t *literal, uint32_t size)
{
    outcome result = QUIET;
    for (uint32_t i = 0; result == QUIET && i < size; i++) {
        if (rup->value[literal[i]] > 0) result = CONFLICT;
        else if (rup->value[literal[i]] == 0) make_true(rup, literal[i] ^ 1u);
    }
    if (result == QUIET) result = propagate(rup);
    while (rup->trail_size > rup->root) {
        const uint32_t undone = rup->trail[--rup->trail_size];
        rup->value[undone] = rup->value[undone ^ 1u] = 0;
    }
    rup->propagated = rup->root;
    return result;
}

/* Reads the literals of a lemma into the free end of the store. */
static hbs_status read_lemma(hbs_rup *rup, const hbs_cnf *cnf, const uint8_t *bytes, size_t size, size_t *at, uint64_t number, uint32_t *length, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t count, code;
    HBS_TRY(next_number(bytes, size, at, &count, error));
    if (count > size - *at) HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: lemma %llu claims more literals than there are bytes left; the certificate is damaged",
                                     (unsigned long long)number);
    HBS_TRY(store_room(rup, (size_t)count, error));
    uint32_t *const literal = rup->clause + rup->clause_size + HEADER;
    for (uint64_t i = 0; i < count; i++) {
        HBS_TRY(next_number(bytes, size, at, &code, error));
        if (code >= 2 * (uint64_t)cnf->variables) HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: lemma %llu names variable %llu of a formula over %u", (unsigned long long)number,
                                                           (unsigned long long)(code / 2 + 1), cnf->variables);
        literal[i] = own_literal(rup, (uint32_t)code);
    }
    *length = (uint32_t)count;
done:
    return status;
}

static hbs_status add_lemma(hbs_rup *rup, uint32_t size, uint64_t number, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t *const literal = rup->clause + rup->clause_size + HEADER;
    if (!merge(rup, literal, &size)) goto done;
    const outcome result = assume_false(rup, literal, size);
    if (result == NO_MEMORY) HBS_TRY(no_memory(error));
    if (result == QUIET)
        HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: lemma %llu does not follow by unit propagation; the certificate does not prove the label", (unsigned long long)number);
    HBS_TRY(settle(rup, size, error));
    HBS_TRY(conclude(rup, error));
done:
    return status;
}

hbs_status hbs_rup_check(hbs_rup *rup, const hbs_cnf *cnf, const uint8_t *bytes, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t number = 0;
    HBS_TRY(start(rup, cnf, bytes, size, error));
    HBS_TRY(add_formula(rup, cnf, error));
    for (size_t at = 0; at < size;) {   /* to the end, so that a damaged one shows behind the contradiction too */
        uint32_t length = 0;
        HBS_TRY(read_lemma(rup, cnf, bytes, size, &at, ++number, &length, error));
        if (!rup->refuted) HBS_TRY(add_lemma(rup, length, number, error));
    }
    if (!rup->refuted) HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: no contradiction after its %llu lemmas; the certificate does not prove the label", (unsigned long long)number);
done:
    return status;
}
