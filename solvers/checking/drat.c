/* Forward checking of DRAT (Heule, Hunt, Wetzler 2013; Wetzler, Heule, Hunt 2014): each lemma must follow by unit propagation from the clauses that are there, or
 * be a resolution asymmetric tautology on its first literal: every resolvent with a clause that holds the negation must follow by propagation.
 *
 * Deletions are honoured, as RAT depends on what is there, with one exception that all checkers of practice make: a clause by which a literal is a unit at the root stays.
 * More clauses than the proof believes never make a step unsound: each step is checked against what is there. All clauses are kept, also those that are true at the root, for
 * they are partners of RAT; tautologies are not. Only clauses with two literals open at the root are watched, since the root only grows. A clause to delete is
 * found, as a set of literals, by a hash that does not depend on order. Partners of RAT are found by looking at every clause: such steps are few or proofs small.
 * Variables are numbered through when far fewer are used than the largest index says, so that an index near 2^29 costs nothing. */
#include "solvers/checking/drat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ordering.h"
#include "solvers/checking/drat_steps.h"

#define HEADER 3u               /* words before the literals */
#define SIZE(d, c) ((d)->word[c])
#define ALIVE(d, c) ((d)->word[(c) + 1])
#define NEXT(d, c) ((d)->word[(c) + 2])   /* in its chain of the hash table, as place + 1; 0 ends it */
#define NO_CLAUSE UINT32_MAX

typedef struct watch {
    uint32_t clause, other;
} watch;

typedef struct watch_list {
    watch *item;
    size_t size, capacity;
} watch_list;

typedef struct drat {
    uint32_t *rename;           /* variables in use, ascending, when numbered through */
    size_t renamed;
    uint32_t variables;
    uint32_t *word;             /* the clauses, one after the other */
    size_t words, word_capacity;
    uint32_t *slot;             /* hash table: place + 1 of the last clause of a chain */
    size_t slots;               /* a power of two */
    watch_list *list;           /* by literal */
    int8_t *value;              /* by literal: 1 true, -1 false, 0 open */
    uint8_t *mark;              /* by literal */
    uint32_t *reason;           /* by variable: the clause that made it a unit at the root */
    uint32_t *trail;
    uint32_t trail_size, propagated, root;
    bool refuted;
} drat;

typedef enum outcome { QUIET, CONFLICT, NO_MEMORY } outcome;

/* --- variables --- */

static uint32_t largest_of(const int32_t *literal, size_t count, uint32_t largest)
{
    for (size_t i = 0; i < count; i++)
        if ((uint32_t)abs(literal[i]) > largest) largest = (uint32_t)abs(literal[i]);
    return largest;
}

static hbs_status number_through(drat *d, const hbs_cnf *cnf, const hbs_drat_steps *steps, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t literals = hbs_cnf_literals(cnf), total = literals + steps->literals;
    const uint32_t largest = largest_of(steps->literal, steps->literals, largest_of(cnf->literal, literals, 0));
    d->variables = largest;
    if (largest < 4096 || largest / 8 < total) return HBS_OK;
    HBS_TRY(hbs_allocate(&d->rename, total, sizeof *d->rename, error));
    for (size_t i = 0; i < total; i++) d->rename[i] = (uint32_t)abs(i < literals ? cnf->literal[i] : steps->literal[i - literals]);
    qsort(d->rename, total, sizeof *d->rename, hbs_by_uint32);
    for (size_t i = 0; i < total; i++)
        if (!i || d->rename[i] != d->rename[i - 1]) d->rename[d->renamed++] = d->rename[i];
    d->variables = (uint32_t)d->renamed;
done:
    return status;
}

static uint32_t own_literal(const drat *d, int32_t literal)
{
    if (!d->rename) return hbs_literal_code(literal);
    const uint32_t variable = (uint32_t)abs(literal);
    const uint32_t *const found = bsearch(&variable, d->rename, d->renamed, sizeof *d->rename, hbs_by_uint32);
    return 2 * (uint32_t)(found - d->rename) + (literal < 0);
}

/* --- the store --- */

static hbs_status start(drat *d, const hbs_cnf *cnf, const hbs_drat_steps *steps, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(number_through(d, cnf, steps, error));
    const size_t room = (size_t)d->variables + 1;
    d->slots = 64;
    while (d->slots < cnf->clauses + steps->steps) d->slots *= 2;
    HBS_TRY(hbs_allocate(&d->slot, d->slots, sizeof *d->slot, error));
    HBS_TRY(hbs_allocate(&d->list, 2 * room, sizeof *d->list, error));
    HBS_TRY(hbs_allocate(&d->value, 2 * room, sizeof *d->value, error));
    HBS_TRY(hbs_allocate(&d->mark, 2 * room, sizeof *d->mark, error));
    HBS_TRY(hbs_allocate(&d->reason, room, sizeof *d->reason, error));
    HBS_TRY(hbs_allocate(&d->trail, room, sizeof *d->trail, error));
done:
    return status;
}

static void finish(drat *d)
{
    for (size_t i = 0; d->list && i < 2 * ((size_t)d->variables + 1); i++) free(d->list[i].item);
    free(d->rename);
    free(d->word);
    free(d->slot);
    free(d->list);
    free(d->value);
    free(d->mark);
    free(d->reason);
    free(d->trail);
}

/* Writes the literals behind the last clause, repeated ones merged; *tautology when both signs of a variable are there. */
static hbs_status stage(drat *d, const int32_t *from, size_t count, uint32_t *size, bool *tautology, hbs_error *error)
{
    const size_t needed = d->words + HEADER + count;
    if (needed >= NO_CLAUSE) return hbs_raise(error, HBS_ERROR_MEMORY, "proof: clauses and lemmas need more than 2^32 words; check a smaller one");
    const hbs_status status = hbs_grow(&d->word, &d->word_capacity, needed, sizeof *d->word, error);
    if (status != HBS_OK) return status;
    uint32_t *const literal = d->word + d->words + HEADER;
    uint32_t kept = 0;
    *tautology = false;
    for (size_t i = 0; i < count; i++) {
        const uint32_t code = own_literal(d, from[i]);
        if (d->mark[code]) continue;
        *tautology |= d->mark[code ^ 1u] != 0;
        d->mark[code] = 1;
        literal[kept++] = code;
    }
    for (uint32_t i = 0; i < kept; i++) d->mark[literal[i]] = 0;
    *size = kept;
    return HBS_OK;
}

static uint32_t *slot_of(const drat *d, const uint32_t *literal, uint32_t size)
{
    uint64_t sum = size;
    for (uint32_t i = 0; i < size; i++) {
        uint64_t x = literal[i] + UINT64_C(0x9e3779b97f4a7c15);   /* SplitMix64's mixing (Steele, Lea, Flood 2014) */
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        sum += x ^ x >> 31;
    }
    return &d->slot[(sum ^ sum >> 32) & (d->slots - 1)];
}

static bool rests_on(const drat *d, uint32_t clause)
{
    const uint32_t *const literal = d->word + clause + HEADER;
    for (uint32_t i = 0; i < SIZE(d, clause); i++)
        if (d->value[literal[i]] > 0 && d->reason[literal[i] >> 1] == clause) return true;
    return false;
}

/* Deletes a clause of the staged literals on which no unit of the root rests; false when there is none. */
static bool delete_staged(drat *d, uint32_t size)
{
    const uint32_t *const wanted = d->word + d->words + HEADER;
    uint32_t found = NO_CLAUSE;
    for (uint32_t i = 0; i < size; i++) d->mark[wanted[i]] = 1;
    for (uint32_t at = *slot_of(d, wanted, size); at && found == NO_CLAUSE; at = NEXT(d, at - 1)) {
        const uint32_t c = at - 1;
        uint32_t same = 0;
        if (!ALIVE(d, c) || SIZE(d, c) != size) continue;
        while (same < size && d->mark[d->word[c + HEADER + same]]) same++;
        if (same == size && !rests_on(d, c)) found = c;
    }
    for (uint32_t i = 0; i < size; i++) d->mark[wanted[i]] = 0;
    if (found == NO_CLAUSE) return false;
    ALIVE(d, found) = 0;
    return true;
}

/* --- propagation --- */

static void make_true(drat *d, uint32_t literal, uint32_t reason)
{
    d->value[literal] = 1;
    d->value[literal ^ 1u] = -1;
    d->reason[literal >> 1] = reason;
    d->trail[d->trail_size++] = literal;
}

static hbs_status enlist(drat *d, uint32_t literal, uint32_t clause, uint32_t other, hbs_error *error)
{
    watch_list *const list = &d->list[literal];
    const hbs_status status = hbs_grow(&list->item, &list->capacity, list->size + 1, sizeof *list->item, error);
    if (status == HBS_OK) list->item[list->size++] = (watch){clause, other};
    return status;
}

/* Moves the clause's watch from the falsified literal to one that is not false; keeps it where there is none. */
static outcome visit_clause(drat *d, uint32_t falsified, uint32_t clause, bool *kept)
{
    uint32_t *const literal = d->word + clause + HEADER;
    const uint32_t mine = literal[1] == falsified, other = literal[1 - mine];
    *kept = true;
    if (d->value[other] > 0) return QUIET;
    for (uint32_t k = 2; k < SIZE(d, clause); k++) {
        if (d->value[literal[k]] < 0) continue;
        if (enlist(d, literal[k], clause, other, NULL) != HBS_OK) return NO_MEMORY;
        literal[mine] = literal[k];
        literal[k] = falsified;
        *kept = false;
        return QUIET;
    }
    if (d->value[other] < 0) return CONFLICT;
    make_true(d, other, clause);
    return QUIET;
}

static outcome visit(drat *d, uint32_t falsified)
{
    watch_list *const list = &d->list[falsified];
    outcome result = QUIET;
    size_t kept = 0, at = 0;
    while (at < list->size && result == QUIET) {
        const watch w = list->item[at++];
        bool keep = true;
        if (!ALIVE(d, w.clause)) continue;
        if (d->value[w.other] <= 0) result = visit_clause(d, falsified, w.clause, &keep);
        if (keep) list->item[kept++] = w;
    }
    while (at < list->size) list->item[kept++] = list->item[at++];
    list->size = kept;
    return result;
}

static outcome propagate(drat *d)
{
    outcome result = QUIET;
    while (result == QUIET && d->propagated < d->trail_size) result = visit(d, d->trail[d->propagated++] ^ 1u);
    return result;
}

static void undo(drat *d, uint32_t size)
{
    while (d->trail_size > size) {
        const uint32_t literal = d->trail[--d->trail_size];
        d->value[literal] = d->value[literal ^ 1u] = 0;
    }
    d->propagated = size;
}

/* Assumes the literals false, but for `except`, and propagates. */
static outcome assume_false(drat *d, const uint32_t *literal, uint32_t size, uint32_t except)
{
    for (uint32_t i = 0; i < size; i++) {
        if (literal[i] == except) continue;
        if (d->value[literal[i]] > 0) return CONFLICT;
        if (!d->value[literal[i]]) make_true(d, literal[i] ^ 1u, NO_CLAUSE);
    }
    return propagate(d);
}

/* --- steps --- */

/* Makes the staged clause one that is there, and draws its conclusions at the root. */
static hbs_status add_staged(drat *d, uint32_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t c = (uint32_t)d->words;
    uint32_t *const literal = d->word + c + HEADER, *const slot = slot_of(d, literal, size), open = 0;
    bool satisfied = false;
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t here = literal[i];
        satisfied |= d->value[here] > 0;
        if (d->value[here] < 0) continue;
        literal[i] = literal[open];
        literal[open++] = here;
    }
    SIZE(d, c) = size;
    ALIVE(d, c) = 1;
    NEXT(d, c) = *slot;
    *slot = c + 1;
    d->words += HEADER + size;
    if (satisfied) goto done;
    if (open > 1) {
        HBS_TRY(enlist(d, literal[0], c, literal[1], error));
        HBS_TRY(enlist(d, literal[1], c, literal[0], error));
        goto done;
    }
    d->refuted = !open;
    if (open) make_true(d, literal[0], c);
    const outcome result = open ? propagate(d) : QUIET;
    if (result == NO_MEMORY) HBS_FAIL(error, HBS_ERROR_MEMORY, "proof: out of memory for watches; check a smaller one");
    d->refuted |= result == CONFLICT;
    d->root = d->trail_size;
done:
    return status;
}

/* With the lemma's literals assumed false already: does every resolvent on the pivot follow? QUIET: the clause *partner does not. */
static outcome resolvents_follow(drat *d, uint32_t pivot, uint32_t *partner)
{
    const uint32_t base = d->trail_size, end = (uint32_t)d->words;
    outcome result = CONFLICT;
    for (uint32_t c = 0; c < end && result == CONFLICT; c += HEADER + SIZE(d, c)) {
        const uint32_t *const literal = d->word + c + HEADER;
        uint32_t i = 0;
        while (i < SIZE(d, c) && literal[i] != (pivot ^ 1u)) i++;
        if (i == SIZE(d, c) || !ALIVE(d, c)) continue;
        result = assume_false(d, literal, SIZE(d, c), pivot ^ 1u);
        undo(d, base);
        *partner = c;
    }
    return result;
}

static int32_t their_literal(const drat *d, uint32_t code)
{
    const int32_t variable = (int32_t)(d->rename ? d->rename[code >> 1] : (code >> 1) + 1);
    return code & 1 ? -variable : variable;
}

/* The first literals of a clause, for a message. */
static void print_clause(const drat *d, uint32_t clause, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (uint32_t i = 0; i < SIZE(d, clause) && at + 32 < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%d", i ? " " : "", their_literal(d, d->word[clause + HEADER + i]));
    if (at + 32 >= size) snprintf(out + at, size - at, " ..");
}

typedef struct place {
    const char *name;
    const hbs_drat_step *step;
    hbs_drat_counts *counts;
} place;

static hbs_status refuse(const drat *d, const place *here, bool nothing, uint32_t partner, hbs_error *error)
{
    char where[64], partner_text[256];
    snprintf(where, sizeof where, here->counts->binary ? " byte %" PRIu64 : "%" PRIu64, here->step->place);
    const uint64_t number = here->counts->lemmas + 1;
    if (nothing)
        return hbs_raise(error, HBS_ERROR_FAULT, "%.400s:%s: the empty clause, lemma %" PRIu64 ", does not follow by unit propagation; the proof is wrong", here->name,
                         where, number);
    print_clause(d, partner, partner_text, sizeof partner_text);
    return hbs_raise(error, HBS_ERROR_FAULT,
                     "%.400s:%s: lemma %" PRIu64 " does not follow by unit propagation, nor when resolved on its first literal with the clause (%s); the proof is wrong", here->name, where,
                     number, partner_text);
}

static hbs_status check_lemma(drat *d, const place *here, const int32_t *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t size = 0, partner = NO_CLAUSE;
    bool tautology = false;
    HBS_TRY(stage(d, from, here->step->size, &size, &tautology, error));
    if (!tautology) {
        const uint32_t pivot = size ? d->word[d->words + HEADER] : 0;
        outcome result = assume_false(d, d->word + d->words + HEADER, size, UINT32_MAX);
        if (result == QUIET && size) {
            result = resolvents_follow(d, pivot, &partner);
            here->counts->rat += result == CONFLICT;
        }
        undo(d, d->root);
        if (result == NO_MEMORY) HBS_FAIL(error, HBS_ERROR_MEMORY, "proof: out of memory for watches; check a smaller one");
        if (result == QUIET) HBS_TRY(refuse(d, here, !size, partner, error));
        HBS_TRY(add_staged(d, size, error));
    }
    here->counts->lemmas++;
done:
    return status;
}

static hbs_status check_deletion(drat *d, const place *here, const int32_t *from, hbs_error *error)
{
    uint32_t size = 0;
    bool tautology = false;
    const hbs_status status = stage(d, from, here->step->size, &size, &tautology, error);
    if (status != HBS_OK) return status;
    if (delete_staged(d, size)) here->counts->deletions++;
    else here->counts->ignored++;
    return HBS_OK;
}

static hbs_status add_formula(drat *d, const hbs_cnf *cnf, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t c = 0; c < cnf->clauses && !d->refuted; c++) {
        uint32_t size = 0;
        bool tautology = false;
        HBS_TRY(stage(d, hbs_cnf_clause(cnf, c), hbs_cnf_length(cnf, c), &size, &tautology, error));
        if (!tautology) HBS_TRY(add_staged(d, size, error));
    }
done:
    return status;
}

static hbs_status check_steps(drat *d, const hbs_drat_steps *steps, const char *name, hbs_drat_counts *counts, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < steps->steps && !d->refuted; i++) {
        const place here = {.name = name, .step = &steps->step[i], .counts = counts};
        const int32_t *const literal = steps->literal + here.step->start;
        counts->place = here.step->place;
        HBS_TRY(here.step->deletion ? check_deletion(d, &here, literal, error) : check_lemma(d, &here, literal, error));
    }
    if (d->refuted) goto done;
    counts->place = 0;
    HBS_FAIL(error, HBS_ERROR_FAULT, "%.400s: lemmas that hold: %" PRIu64 ", and no contradiction follows; the proof is not complete", name, counts->lemmas);
done:
    return status;
}

hbs_status hbs_drat_check(const hbs_cnf *cnf, const char *text, size_t length, const char *name, hbs_drat_counts *counts, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_drat_steps steps = {0};
    hbs_drat_counts found = {0};
    drat d = {0};
    HBS_TRY(hbs_drat_steps_read(&steps, text, length, name, error));
    found.binary = steps.binary;
    HBS_TRY(start(&d, cnf, &steps, error));
    HBS_TRY(add_formula(&d, cnf, error));
    status = check_steps(&d, &steps, name, &found, error);
    if (status == HBS_OK || status == HBS_ERROR_FAULT) *counts = found;
done:
    finish(&d);
    hbs_drat_steps_free(&steps);
    return status;
}

static hbs_status append_lemma(hbs_certificate *out, const int32_t *literal, uint32_t count, uint32_t variables, bool *fits, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_varint(&out->bytes, count, error));
    for (uint32_t i = 0; i < count && *fits; i++) {
        *fits = (uint32_t)abs(literal[i]) <= variables;
        if (*fits) HBS_TRY(hbs_bytes_varint(&out->bytes, 2 * ((uint64_t)abs(literal[i]) - 1) + (literal[i] < 0), error));
    }
    out->size++;
done:
    return status;
}

hbs_status hbs_drat_refutation(const char *text, size_t length, const char *name, uint32_t variables, hbs_certificate *out, bool *fits, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_drat_steps steps = {0};
    bool ended = false;
    HBS_TRY(hbs_drat_steps_read(&steps, text, length, name, error));
    hbs_certificate_clear(out);
    out->kind = HBS_CERTIFICATE_REFUTATION;
    *fits = true;
    for (size_t i = 0; i < steps.steps && *fits && !ended; i++) {
        const hbs_drat_step *const step = &steps.step[i];
        if (step->deletion) continue;
        HBS_TRY(append_lemma(out, steps.literal + step->start, step->size, variables, fits, error));
        ended = !step->size;
    }
    if (!*fits) hbs_certificate_clear(out);
    else if (!ended && out->size) HBS_TRY(append_lemma(out, steps.literal, 0, variables, fits, error));
    else if (out->size == 1) hbs_bytes_clear(&out->bytes), out->size = 0;   /* propagation alone refutes: no lemmas */
done:
    hbs_drat_steps_free(&steps);
    return status;
}

hbs_status hbs_drat_write(const uint8_t *bytes, size_t size, uint32_t variables, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t before = out->size;
    uint64_t count = 1, code;
    for (size_t at = 0; at < size;) {
        if (hbs_read_varint(bytes, size, &at, &count, NULL) != HBS_OK || count > size - at)
            HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: byte %zu begins no lemma; the certificate is damaged", at);
        for (uint64_t i = 0; i < count; i++) {
            if (hbs_read_varint(bytes, size, &at, &code, NULL) != HBS_OK || code / 2 >= variables)
                HBS_FAIL(error, HBS_ERROR_FAULT, "refutation: byte %zu ends no literal of the formula; the certificate is damaged", at);
            HBS_TRY(hbs_bytes_print(out, error, "%s%" PRIu64 " ", code & 1 ? "-" : "", code / 2 + 1));
        }
        HBS_TRY(hbs_bytes_print(out, error, "0\n"));
    }
    if (count) HBS_TRY(hbs_bytes_print(out, error, "0\n"));
done:
    if (status != HBS_OK) out->size = before;
    return status;
}
