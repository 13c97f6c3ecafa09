/* Learning from conflicts: the first unique implication point (Marques-Silva, Sakallah 1996; Zhang et al. 2001), recursive minimisation (Sorensson,
 * Biere 2009), going back to the level where the clause learnt is unit, and assigning what it implies there.
 *
 * Literals of level 0 are left out of what is learnt: unit propagation implies them, so each clause stays a lemma with the RUP property. */
#include "solvers/cdcl/state.h"

#define IN_CLAUSE 1u     /* part of the cut */
#define REMOVABLE 2u     /* implied by the cut */
#define NEEDED 4u        /* not so */
#define DEPTH_MAX 500u

static void set_mark(hbs_cdcl *cdcl, uint32_t variable, uint8_t mark, uint32_t *pending)
{
    if (!cdcl->mark[variable]) cdcl->pending[(*pending)++] = variable;
    cdcl->mark[variable] |= mark;
}

/* Joins the false literals of a clause to the cut; returns how many of them are of the current level. */
static uint32_t join(hbs_cdcl *cdcl, uint32_t clause, uint32_t except, uint32_t *size, uint32_t *pending)
{
    const uint32_t *const literals = cdcl_literals(cdcl, clause), count = cdcl_size(cdcl, clause);
    uint32_t current = 0;
    cdcl->arena[clause + 1] |= CDCL_USED;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t variable = cdcl_variable(literals[i]);
        if (literals[i] == except || cdcl->mark[variable] || !cdcl->level[variable]) continue;
        set_mark(cdcl, variable, IN_CLAUSE, pending);
        hbs_cdcl_order_bump(cdcl, variable);
        if (cdcl->level[variable] == cdcl->levels) current++;
        else cdcl->learnt[(*size)++] = literals[i];
    }
    return current;
}

/* Fills cdcl->learnt, the asserting literal first; returns its size. */
static uint32_t first_implication_point(hbs_cdcl *cdcl, uint32_t conflict, uint32_t *pending)
{
    uint32_t size = 1, at = cdcl->trail_size, literal = CDCL_NONE;
    uint32_t open = join(cdcl, conflict, CDCL_NONE, &size, pending);
    assert(open);
    for (;;) {
        do literal = cdcl->trail[--at];
        while (!cdcl->mark[cdcl_variable(literal)]);
        if (!--open) break;
        open += join(cdcl, cdcl->reason[cdcl_variable(literal)], literal, &size, pending);
    }
    cdcl->learnt[0] = literal ^ 1u;
    return size;
}

/* Is the variable's value implied by the other literals of the cut? */
static bool implied(hbs_cdcl *cdcl, uint32_t variable, uint32_t depth, uint32_t *pending)
{
    const uint8_t mark = cdcl->mark[variable];
    if (!cdcl->level[variable] || (mark & REMOVABLE) || (depth && (mark & IN_CLAUSE))) return true;
    const uint32_t reason = cdcl->reason[variable];
    if (reason == CDCL_NONE || (mark & NEEDED) || depth > DEPTH_MAX) return false;
    const uint32_t *const literals = cdcl_literals(cdcl, reason), size = cdcl_size(cdcl, reason);
    bool result = true;
    for (uint32_t i = 0; result && i < size; i++) {
        const uint32_t other = cdcl_variable(literals[i]);
        if (other != variable) result = implied(cdcl, other, depth + 1, pending);
    }
    set_mark(cdcl, variable, result ? REMOVABLE : NEEDED, pending);
    return result;
}

static uint32_t minimise(hbs_cdcl *cdcl, uint32_t size, uint32_t *pending)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < size; i++)
        if (!implied(cdcl, cdcl_variable(cdcl->learnt[i]), 0, pending)) cdcl->learnt[kept++] = cdcl->learnt[i];
    return kept;
}

/* Number of distinct levels in the clause learnt (Audemard, Simon 2009); moves a literal of the highest level but one to place 1. */
static uint32_t count_levels(hbs_cdcl *cdcl, uint32_t size)
{
    uint32_t levels = 1;
    cdcl->stamps++;
    for (uint32_t i = 1; i < size; i++) {
        const uint32_t literal = cdcl->learnt[i], level = cdcl->level[cdcl_variable(literal)];
        if (cdcl->stamp[level] != cdcl->stamps) levels++;
        cdcl->stamp[level] = cdcl->stamps;
        if (level <= cdcl->level[cdcl_variable(cdcl->learnt[1])]) continue;
        cdcl->learnt[i] = cdcl->learnt[1];
        cdcl->learnt[1] = literal;
    }
    return levels;
}

hbs_status hbs_cdcl_write_lemma(hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (!cdcl->lemmas) return HBS_OK;
    hbs_bytes *const proof = &cdcl->proof;
    const size_t room = 5 * ((size_t)size + 1);
    if (proof->size + room > proof->capacity) HBS_TRY(hbs_grow(&proof->data, &proof->capacity, proof->size + room, 1, error));
    uint8_t *to = proof->data + proof->size;
    for (uint32_t i = 0; i <= size; i++) to = hbs_put_varint(to, i ? literals[i - 1] : size);
    proof->size = (size_t)(to - proof->data);
    cdcl->lemma_count++;
done:
    return status;
}

static hbs_status assert_learnt(hbs_cdcl *cdcl, uint32_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t glue = count_levels(cdcl, size), back = size > 1 ? cdcl->level[cdcl_variable(cdcl->learnt[1])] : 0;
    uint32_t clause = CDCL_NONE;
    HBS_TRY(hbs_cdcl_write_lemma(cdcl, cdcl->learnt, size, error));
    if (size > 1) {
        HBS_TRY(hbs_cdcl_store(cdcl, cdcl->learnt, size, CDCL_LEARNT | CDCL_USED | glue << CDCL_GLUE_SHIFT, &clause, error));
        HBS_TRY(hbs_cdcl_attach(cdcl, clause, error));
        cdcl->learnt_count++;
    }
    hbs_cdcl_backtrack(cdcl, back);
    cdcl_assign(cdcl, cdcl->learnt[0], clause);
done:
    return status;
}

hbs_status hbs_cdcl_learn(hbs_cdcl *cdcl, uint32_t conflict, hbs_error *error)
{
    uint32_t pending = 0;
    assert(cdcl->levels);
    cdcl->conflicts++;
    const uint32_t size = minimise(cdcl, first_implication_point(cdcl, conflict, &pending), &pending);
    while (pending) cdcl->mark[cdcl->pending[--pending]] = 0;
    hbs_cdcl_order_decay(cdcl);
    return assert_learnt(cdcl, size, error);
}
