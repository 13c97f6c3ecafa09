/* Conflict-driven clause learning with a standing assignment between calls.
 *
 * A clause that is added while an assignment stands is watched at its two best literals: true ones first, then open ones, then the false ones
 * of the highest level. When all are false, only the level that falsified the last of them is undone; if one literal is then open it is assigned at
 * the current level although a lower one implies it ("chronological", after Nadel, Ryvchin 2018). So an assignment that is wrong in one place is
 * repaired in that place, which is what drawing a formula clause by clause needs. Search is otherwise as in MiniSat (Een, Sorensson 2003):
 * two watched literals, first unique implication point, VSIDS, saved phases, Luby restarts, and forgetting half of the clauses now and then.
 *
 * Limits: no inprocessing; made for formulas of up to some hundred variables. For long industrial formulas use solvers/picosat.c. */
#include "solvers/cdcl/cdcl.h"

#include <stdlib.h>

#include "solvers/cdcl/state.h"

#define RESTART_UNIT 50u
#define CONFLICTS_UNASKED 64u
#define LEARNT_FIRST 1000u
#define LEARNT_MORE 300u

hbs_status hbs_cdcl_new(hbs_cdcl **out, hbs_error *error)
{
    hbs_cdcl *cdcl;
    const hbs_status status = hbs_allocate(&cdcl, 1, sizeof *cdcl, error);
    if (status == HBS_OK) *out = cdcl;
    return status;
}

void hbs_cdcl_free(hbs_cdcl *cdcl)
{
    if (!cdcl) return;
    free(cdcl->block);
    free(cdcl->arena);
    free(cdcl->pool);
    hbs_bytes_free(&cdcl->proof);
    free(cdcl);
}

/* Cuts the next `count` items of `size` bytes from the block; widest types first, so all are aligned. */
static void *cut(uint8_t **at, size_t count, size_t size)
{
    void *const here = *at;
    *at += count * size;
    return here;
}

static void lay_out(hbs_cdcl *cdcl)
{
    uint8_t *at = cdcl->block;
    const size_t n = cdcl->room;
    cdcl->watches = cut(&at, 2 * n, sizeof *cdcl->watches);
    cdcl->score = cut(&at, n, sizeof *cdcl->score);
    uint32_t **const words[] = {&cdcl->level, &cdcl->reason, &cdcl->heap, &cdcl->position, &cdcl->trail, &cdcl->limit, &cdcl->stamp, &cdcl->learnt, &cdcl->pending};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) *words[i] = cut(&at, n + 1, sizeof(uint32_t));
    cdcl->value = cut(&at, 2 * n, 1);
    uint8_t **const bytes[] = {&cdcl->phase, &cdcl->mark, &cdcl->known, &cdcl->model};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) *bytes[i] = cut(&at, n + 1, 1);
}

static hbs_status make_room(hbs_cdcl *cdcl, uint32_t variables, hbs_error *error)
{
    hbs_status status = HBS_OK;
    void *block = NULL;
    const size_t room = (size_t)variables + variables / 2 + 64, each = 2 * sizeof *cdcl->watches + sizeof *cdcl->score + 9 * sizeof(uint32_t) + 2 + 4;
    HBS_TRY(hbs_allocate(&block, room + 2, each, error));
    free(cdcl->block);
    cdcl->block = block;
    cdcl->room = room;
    lay_out(cdcl);
done:
    return status;
}

static void clear_variables(hbs_cdcl *cdcl, size_t n)
{
    if (!n) return;
    memset(cdcl->watches, 0, 2 * n * sizeof *cdcl->watches);
    memset(cdcl->score, 0, n * sizeof *cdcl->score);
    memset(cdcl->position, 0xff, n * sizeof *cdcl->position);
    memset(cdcl->stamp, 0, (n + 1) * sizeof *cdcl->stamp);
    memset(cdcl->value, 0, 2 * n);
    memset(cdcl->phase, 1, n);
    memset(cdcl->mark, 0, n);
    memset(cdcl->known, 0, n);
}

hbs_status hbs_cdcl_reset(hbs_cdcl *cdcl, uint32_t variables, bool lemmas, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (variables > HBS_CNF_VARIABLES_MAX) HBS_FAIL(error, HBS_ERROR_INPUT, "cdcl: %u variables; at most %u are possible", variables, HBS_CNF_VARIABLES_MAX);
    if (!cdcl->block || variables > cdcl->room) HBS_TRY(make_room(cdcl, variables, error));
    clear_variables(cdcl, variables);
    memset(cdcl->model, 0, (size_t)variables + 1);
    cdcl->variables = variables;
    cdcl->lemmas = lemmas;
    cdcl->dirty = cdcl->refuted = false;
    cdcl->bump = 1;
    cdcl->heap_size = cdcl->trail_size = cdcl->propagated = cdcl->levels = cdcl->stamps = 0;
    cdcl->arena_size = cdcl->pool_size = 0;
    cdcl->lemma_count = cdcl->learnt_count = 0;
    cdcl->learnt_limit = LEARNT_FIRST;
    cdcl->propagations = cdcl->conflicts = cdcl->searches = 0;
    hbs_bytes_clear(&cdcl->proof);
done:
    return status;
}

static hbs_status refute(hbs_cdcl *cdcl, hbs_error *error)
{
    const hbs_status status = hbs_cdcl_write_lemma(cdcl, NULL, 0, error);
    if (status == HBS_OK) cdcl->refuted = true;
    return status;
}

/* Copies the clause into the arena's free end without repeated literals. *tautology tells whether it holds always. */
static hbs_status read_clause(hbs_cdcl *cdcl, const int32_t *literals, size_t count, uint32_t *size, bool *tautology, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t kept = 0;
    bool both = false;
    const size_t needed = cdcl->arena_size + CDCL_HEADER + count;
    if (needed >= CDCL_FAILED) HBS_FAIL(error, HBS_ERROR_MEMORY, "cdcl: the clauses need more than 2^32 words; give it a smaller formula");
    if (needed > cdcl->arena_capacity) HBS_TRY(hbs_grow(&cdcl->arena, &cdcl->arena_capacity, needed, sizeof(uint32_t), error));
    uint32_t *const to = cdcl_literals(cdcl, (uint32_t)cdcl->arena_size);
    for (size_t i = 0; status == HBS_OK && i < count; i++) {
        const int64_t literal = literals[i], variable = literal < 0 ? -literal : literal;
        if (variable == 0 || variable > cdcl->variables) {
            status = hbs_raise(error, HBS_ERROR_INPUT, "cdcl: literal %d; it must be between 1 and %u or its negation", literals[i], cdcl->variables);
            break;
        }
        const uint8_t sign = literal < 0 ? 2 : 1;
        uint8_t *const mark = &cdcl->mark[variable - 1];
        both |= *mark && *mark != sign;
        if (!(*mark & sign)) to[kept++] = 2 * (uint32_t)(variable - 1) + (literal < 0);
        *mark |= sign;
    }
    for (uint32_t i = 0; i < kept; i++) cdcl->mark[cdcl_variable(to[i])] = 0;
    *size = kept;
    *tautology = both;
done:
    return status;
}

/* How good a literal is to watch: true before open before false; true best at low levels, false best at high ones. */
static uint64_t worth(const hbs_cdcl *cdcl, uint32_t literal)
{
    const int8_t value = cdcl->value[literal];
    const uint64_t level = cdcl->level[cdcl_variable(literal)];
    return value > 0 ? (UINT64_C(3) << 32) - level : value < 0 ? level : UINT64_C(2) << 32;
}

/* Puts the two literals that are best to watch in front. */
static void order_watches(const hbs_cdcl *cdcl, uint32_t *literals, uint32_t size)
{
    uint64_t first = worth(cdcl, literals[0]), second = 0;
    for (uint32_t i = 1; i < size; i++) {
        const uint32_t literal = literals[i];
        const uint64_t here = worth(cdcl, literal);
        if (i > 1 && here <= second) continue;
        literals[i] = literals[1];
        literals[1] = literal;
        second = here;
        if (here <= first) continue;
        literals[1] = literals[0];
        literals[0] = literal;
        second = first;
        first = here;
    }
}

/* Sees to it that a clause just added is not false: goes back as little as possible. */
static hbs_status settle(hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size, uint32_t clause, hbs_error *error)
{
    const uint32_t first = literals[0];
    if (cdcl->value[first] < 0) {
        const uint32_t level = cdcl->level[cdcl_variable(first)];
        if (!level) return refute(cdcl, error);
        hbs_cdcl_backtrack(cdcl, level - 1);
    }
    if (cdcl->value[first] == 0 && (size == 1 || cdcl->value[literals[1]] < 0)) cdcl_assign(cdcl, first, clause);
    return HBS_OK;
}

static bool model_satisfies(const hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        if (cdcl->model[cdcl_variable(literals[i]) + 1] != (literals[i] & 1u)) return true;
    return false;
}

static void meet_variables(hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t variable = cdcl_variable(literals[i]);
        if (cdcl->known[variable]) continue;
        cdcl->known[variable] = 1;
        hbs_cdcl_order_insert(cdcl, variable);
    }
}

hbs_status hbs_cdcl_add(hbs_cdcl *cdcl, const int32_t *literals, size_t count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool tautology = false;
    uint32_t size = 0, clause = CDCL_NONE;
    HBS_TRY(read_clause(cdcl, literals, count, &size, &tautology, error));
    if (cdcl->refuted || tautology) goto done;
    uint32_t *const kept = cdcl_literals(cdcl, (uint32_t)cdcl->arena_size);
    meet_variables(cdcl, kept, size);
    if (!cdcl->dirty) cdcl->dirty = !model_satisfies(cdcl, kept, size);
    if (size == 0) HBS_TRY(refute(cdcl, error));
    if (size == 1) hbs_cdcl_backtrack(cdcl, 0);
    if (size > 1) {
        order_watches(cdcl, kept, size);
        clause = (uint32_t)cdcl->arena_size;
        cdcl->arena[clause] = size;
        cdcl->arena[clause + 1] = 0;
        cdcl->arena_size += CDCL_HEADER + size;
        HBS_TRY(hbs_cdcl_attach(cdcl, clause, error));
    }
    if (size) HBS_TRY(settle(cdcl, kept, size, clause, error));
done:
    return status;
}

/* The i-th term of 1 1 2 1 1 2 4 .. (Luby, Sinclair, Zuckerman 1993), i >= 1. */
static uint64_t luby(uint64_t i)
{
    uint64_t length = 1;
    while (length < i) length = 2 * length + 1;
    while (length != i) {
        length /= 2;
        if (i > length) i -= length;
    }
    return (length + 1) / 2;
}

static void keep_model(hbs_cdcl *cdcl)
{
    for (uint32_t i = 0; i < cdcl->trail_size; i++) cdcl->model[cdcl_variable(cdcl->trail[i]) + 1] = !(cdcl->trail[i] & 1u);
    cdcl->dirty = false;
}

/* Opens a level with the next decision; false when every variable is assigned. */
static bool decide(hbs_cdcl *cdcl)
{
    const uint32_t variable = hbs_cdcl_order_next(cdcl);
    if (variable == CDCL_NONE) return false;
    cdcl->limit[cdcl->levels++] = cdcl->trail_size;
    cdcl_assign(cdcl, 2 * variable + cdcl->phase[variable], CDCL_NONE);
    return true;
}

static hbs_status restart(hbs_cdcl *cdcl, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_cdcl_backtrack(cdcl, 0);
    if (cdcl->learnt_count < cdcl->learnt_limit || cdcl->propagated < cdcl->trail_size) goto done;
    HBS_TRY(hbs_cdcl_reduce(cdcl, error));
    cdcl->learnt_limit += LEARNT_MORE;
done:
    return status;
}

/* Until a conflict at level 0, a full assignment, or the end of the budget. */
static hbs_status search(hbs_cdcl *cdcl, uint64_t last_propagation, int *label, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t restarts = 1, next_restart = cdcl->conflicts + RESTART_UNIT;
    for (;;) {
        const uint32_t conflict = hbs_cdcl_propagate(cdcl);
        if (conflict == CDCL_FAILED) HBS_FAIL(error, HBS_ERROR_MEMORY, "cdcl: out of memory for watches; free memory or use smaller formulas");
        if (conflict != CDCL_NONE) {
            if (cdcl->levels) HBS_TRY(hbs_cdcl_learn(cdcl, conflict, error));
            else HBS_TRY(refute(cdcl, error));
            if (cdcl->refuted) break;
            if (cdcl->conflicts % CONFLICTS_UNASKED == 0 && cdcl->stop && cdcl->stop(cdcl->stop_context)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "cdcl: stopped");
        } else if (cdcl->propagations >= last_propagation) {
            *label = HBS_LABEL_UNKNOWN;
            goto done;
        } else if (cdcl->conflicts >= next_restart && cdcl->levels) {
            HBS_TRY(restart(cdcl, error));
            next_restart = cdcl->conflicts + RESTART_UNIT * luby(++restarts);
        } else if (!decide(cdcl)) {
            keep_model(cdcl);
            break;
        }
    }
    *label = cdcl->refuted ? HBS_LABEL_NO : HBS_LABEL_YES;
done:
    return status;
}

hbs_status hbs_cdcl_solve(hbs_cdcl *cdcl, uint64_t budget, int *label, hbs_error *error)
{
    if (cdcl->refuted || !cdcl->dirty) {
        *label = cdcl->refuted ? HBS_LABEL_NO : HBS_LABEL_YES;
        return HBS_OK;
    }
    cdcl->searches++;
    const uint64_t left = UINT64_MAX - cdcl->propagations;
    return search(cdcl, budget && budget < left ? cdcl->propagations + budget : UINT64_MAX, label, error);
}

void hbs_cdcl_stop_when(hbs_cdcl *cdcl, bool (*stop)(void *context), void *context)
{
    cdcl->stop = stop;
    cdcl->stop_context = context;
}

const uint8_t *hbs_cdcl_model(const hbs_cdcl *cdcl) { return cdcl->model; }

hbs_status hbs_cdcl_refutation(const hbs_cdcl *cdcl, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (!cdcl->refuted || !cdcl->lemmas) HBS_FAIL(error, HBS_ERROR_USAGE, "cdcl: no refutation was recorded; reset with lemmas, and ask after a no");
    HBS_TRY(hbs_bytes_copy(&out->bytes, &cdcl->proof, error));
    if (cdcl->lemma_count == 1) out->bytes.size = 0;   /* only the empty lemma: unit propagation refutes */
    out->kind = HBS_CERTIFICATE_REFUTATION;
    out->size = out->bytes.size ? cdcl->lemma_count : 0;
done:
    return status;
}

uint64_t hbs_cdcl_propagations(const hbs_cdcl *cdcl) { return cdcl->propagations; }
uint64_t hbs_cdcl_conflicts(const hbs_cdcl *cdcl) { return cdcl->conflicts; }
uint64_t hbs_cdcl_searches(const hbs_cdcl *cdcl) { return cdcl->searches; }
