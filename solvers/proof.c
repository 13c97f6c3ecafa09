/* Forward checking of refutations by reverse unit propagation: a lemma is accepted when assuming all its literals false and propagating units over the
 * clauses and the lemmas before it runs into a falsified clause (Goldberg, Novikov 2003; Van Gelder 2008).
 *
 * Written apart from the solvers on purpose: clauses in one array, each with the links of the two watch lists that it is in, nothing else. What
 * propagation implies from the clauses alone (the root) is kept for good; what a lemma assumes is undone. A clause that is true at the root is
 * dropped, repeated literals are merged, tautologies are skipped. Variables are used as they are, unless the formula names far more of them
 * than it uses: then those in use are numbered through, so that a header with a huge count costs nothing. */
#include "solvers/proof.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NIL UINT32_MAX
#define HEADER 3u   /* words before the literals: size, next clause in the list of literal 0, of literal 1 */

struct hbs_rup {
    uint32_t variables;      /* in use, numbered 0.. */
    uint32_t *used;          /* when numbered through: the variables in use, ascending */
    size_t used_count, used_capacity;
    uint32_t *clause;        /* all clauses, HEADER + literals each */
    size_t clause_size, clause_capacity;
    uint32_t *first;         /* by literal: first clause of its list, NIL at the end */
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
    free(rup->first);
    free(rup->value);
    free(rup->mark);
    free(rup->trail);
    free(rup);
}

static hbs_status make_room(hbs_rup *rup, uint32_t variables, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t *first = NULL, *trail = NULL;
    int8_t *value = NULL;
    uint8_t *mark = NULL;
    const size_t room = (size_t)variables + variables / 2 + 64;
    HBS_TRY(hbs_allocate(&first, 2 * room, sizeof *first, error));
    HBS_TRY(hbs_allocate(&trail, room, sizeof *trail, error));
    HBS_TRY(hbs_allocate(&value, 2 * room, sizeof *value, error));
    HBS_TRY(hbs_allocate(&mark, 2 * room, sizeof *mark, error));
    uint32_t *const old_first = rup->first, *const old_trail = rup->trail;
    int8_t *const old_value = rup->value;
    uint8_t *const old_mark = rup->mark;
    rup->first = first, rup->trail = trail, rup->value = value, rup->mark = mark, rup->room = room;
    first = old_first, trail = old_trail, value = old_value, mark = old_mark;
done:
    free(first);
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

static int ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
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
    qsort(rup->used, count, sizeof *rup->used, ascending);
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
    const uint32_t *const found = bsearch(&variable, rup->used, rup->used_count, sizeof *rup->used, ascending);
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
    if (!rup->first || rup->variables > rup->room) HBS_TRY(make_room(rup, rup->variables, error));
    memset(rup->first, 0xff, 2 * (size_t)rup->variables * sizeof *rup->first);
    memset(rup->value, 0, 2 * (size_t)rup->variables);
    memset(rup->mark, 0, 2 * (size_t)rup->variables);
    rup->clause_size = 0;
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

/* Visits the clauses in the list of a literal that became false. False: one of them is falsified. */
static bool visit(hbs_rup *rup, uint32_t falsified)
{
    uint32_t *link = &rup->first[falsified];
    while (*link != NIL) {
        const uint32_t c = *link;
        uint32_t *const head = rup->clause + c, *const literal = head + HEADER;
        const uint32_t mine = literal[0] != falsified, other = literal[1 - mine];
        uint32_t *const next = head + 1 + mine;
        if (rup->value[other] > 0) {
            link = next;
            continue;
        }
        uint32_t k = 2;
        while (k < head[0] && rup->value[literal[k]] < 0) k++;
        if (k < head[0]) {
            const uint32_t free_literal = literal[k];
            literal[k] = falsified;
            literal[mine] = free_literal;
            *link = *next;
            *next = rup->first[free_literal];
            rup->first[free_literal] = c;
        } else if (rup->value[other] < 0) {
            return false;
        } else {
            make_true(rup, other);
            link = next;
        }
    }
    return true;
}

/* False: a clause is falsified. */
static bool propagate(hbs_rup *rup)
{
    while (rup->propagated < rup->trail_size)
        if (!visit(rup, rup->trail[rup->propagated++] ^ 1u)) return false;
    return true;
}

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
static void settle(hbs_rup *rup, uint32_t size)
{
    const uint32_t c = (uint32_t)rup->clause_size;
    uint32_t *const head = rup->clause + c, *const literal = head + HEADER;
    uint32_t open = 0;
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t here = literal[i];
        if (rup->value[here] > 0) return;
        if (rup->value[here] < 0) continue;
        literal[i] = literal[open];
        literal[open++] = here;
    }
    if (!open) rup->refuted = true;
    else if (open == 1) make_true(rup, literal[0]);
    if (open < 2) return;
    head[0] = size;
    for (uint32_t side = 0; side < 2; side++) {
        head[1 + side] = rup->first[literal[side]];
        rup->first[literal[side]] = c;
    }
    rup->clause_size += HEADER + size;
}

static hbs_status store_room(hbs_rup *rup, size_t count, hbs_error *error)
{
    const size_t needed = rup->clause_size + HEADER + count;
    if (needed >= NIL) return hbs_raise(error, HBS_ERROR_MEMORY, "refutation: clauses and lemmas need more than 2^32 words; check a smaller one");
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
            literal[i] = own_literal(rup, 2 * ((uint32_t)abs(from[i]) - 1) + (from[i] < 0));
        }
        if (merge(rup, literal, &size)) settle(rup, size);
    }
    if (!rup->refuted && !propagate(rup)) rup->refuted = true;
    rup->root = rup->trail_size;
done:
    return status;
}

/* Does assuming the lemma's literals false run into a falsified clause? */
static bool follows(hbs_rup *rup, const uint32_t *literal, uint32_t size)
{
    bool conflict = false;
    for (uint32_t i = 0; !conflict && i < size; i++) {
        if (rup->value[literal[i]] > 0) conflict = true;
        else if (rup->value[literal[i]] == 0) make_true(rup, literal[i] ^ 1u);
    }
    conflict = conflict || !propagate(rup);
    while (rup->trail_size > rup->root) {
        const uint32_t undone = rup->trail[--rup->trail_size];
        rup->value[undone] = rup->value[undone ^ 1u] = 0;
    }
    rup->propagated = rup->root;
    return conflict;
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
    if (!follows(rup, literal, size))
        HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: lemma %llu does not follow by unit propagation; the certificate does not prove the label", (unsigned long long)number);
    settle(rup, size);
    if (!rup->refuted && !propagate(rup)) rup->refuted = true;
    rup->root = rup->trail_size;
done:
    return status;
}

hbs_status hbs_rup_check(hbs_rup *rup, const hbs_cnf *cnf, const uint8_t *bytes, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t number = 0;
    HBS_TRY(start(rup, cnf, bytes, size, error));
    HBS_TRY(add_formula(rup, cnf, error));
    for (size_t at = 0; at < size && !rup->refuted;) {
        uint32_t length = 0;
        HBS_TRY(read_lemma(rup, cnf, bytes, size, &at, ++number, &length, error));
        HBS_TRY(add_lemma(rup, length, number, error));
    }
    if (!rup->refuted) HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: no contradiction after its %llu lemmas; the certificate does not prove the label", (unsigned long long)number);
done:
    return status;
}
