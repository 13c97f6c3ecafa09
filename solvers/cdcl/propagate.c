/* Unit propagation with two watched literals (Moskewicz et al. 2001) and a blocking literal beside each watch (Sorensson, Een 2008).
 *
 * The watch lists are pieces of one pool: a list that is full moves to the pool's end with twice the room, so that a reset is O(variables) and
 * no list is an allocation of its own.
 *
 * A clause that is added to a standing assignment may be unit at a level below the current one; its literal is then assigned at the current
 * level (see solvers/cdcl/cdcl.c). After going back such a clause can be unit without having been propagated. That weakens propagation and nothing
 * else: a clause is still visited whenever one of its two watches becomes false, so no falsified clause is ever missed. */
#include <stdlib.h>

#include "solvers/cdcl/state.h"

#define FIRST_WATCHES 6u

static hbs_status pool_room(hbs_cdcl *cdcl, cdcl_watches *list, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (list->size < list->capacity) return HBS_OK;
    const uint32_t capacity = list->capacity ? 2 * list->capacity : FIRST_WATCHES;
    if (capacity < list->capacity) HBS_FAIL(error, HBS_ERROR_MEMORY, "cdcl: a literal is in more than 2^31 clauses");
    HBS_TRY(hbs_grow(&cdcl->pool, &cdcl->pool_capacity, cdcl->pool_size + capacity, sizeof(cdcl_watch), error));
    if (list->size) memcpy(cdcl->pool + cdcl->pool_size, cdcl->pool + list->start, list->size * sizeof(cdcl_watch));
    list->start = cdcl->pool_size;
    list->capacity = capacity;
    cdcl->pool_size += capacity;
done:
    return status;
}

static inline hbs_status watch(hbs_cdcl *cdcl, uint32_t literal, uint32_t clause, uint32_t blocker, hbs_error *error)
{
    cdcl_watches *const list = &cdcl->watches[literal];
    if (list->size == list->capacity) {
        const hbs_status status = pool_room(cdcl, list, error);
        if (status != HBS_OK) return status;
    }
    cdcl->pool[list->start + list->size++] = (cdcl_watch){clause, blocker};
    return HBS_OK;
}

hbs_status hbs_cdcl_store(hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size, uint32_t marks, uint32_t *clause, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t needed = cdcl->arena_size + CDCL_HEADER + size;
    if (needed >= CDCL_FAILED) HBS_FAIL(error, HBS_ERROR_MEMORY, "cdcl: the clauses need more than 2^32 words; give it a smaller formula");
    if (needed > cdcl->arena_capacity) HBS_TRY(hbs_grow(&cdcl->arena, &cdcl->arena_capacity, needed, sizeof(uint32_t), error));
    *clause = (uint32_t)cdcl->arena_size;
    cdcl->arena[*clause] = size;
    cdcl->arena[*clause + 1] = marks;
    memcpy(cdcl->arena + *clause + CDCL_HEADER, literals, size * sizeof *literals);
    cdcl->arena_size = needed;
done:
    return status;
}

hbs_status hbs_cdcl_attach(hbs_cdcl *cdcl, uint32_t clause, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t *const literals = cdcl_literals(cdcl, clause);
    assert(cdcl_size(cdcl, clause) >= 2);
    HBS_TRY(watch(cdcl, literals[0], clause, literals[1], error));
    HBS_TRY(watch(cdcl, literals[1], clause, literals[0], error));
done:
    return status;
}

/* The place of an unwatched literal that is not false, 0 when there is none. */
static inline uint32_t replacement(const int8_t *value, const uint32_t *literals, uint32_t size)
{
    for (uint32_t k = 2; k < size; k++)
        if (value[literals[k]] >= 0) return k;
    return 0;
}

/* Visits the clauses that watch `falsified`. */
static uint32_t visit(hbs_cdcl *cdcl, uint32_t falsified)
{
    cdcl_watches *const list = &cdcl->watches[falsified];
    const int8_t *const value = cdcl->value;
    if (!list->size) return CDCL_NONE;
    cdcl_watch *from = cdcl->pool + list->start, *to = from;
    const cdcl_watch *end = from + list->size;
    uint32_t conflict = CDCL_NONE;
    while (from < end) {
        const cdcl_watch here = *from++;
        *to++ = here;
        if (value[here.blocker] > 0) continue;
        uint32_t *const literals = cdcl_literals(cdcl, here.clause);
        const uint32_t other = literals[0] ^ literals[1] ^ falsified;
        to[-1].blocker = other;
        if (value[other] > 0) continue;
        const uint32_t k = replacement(value, literals, cdcl_size(cdcl, here.clause));
        if (k) {
            const uint32_t next = literals[k];
            const size_t at = (size_t)(from - cdcl->pool), back = (size_t)(to - cdcl->pool);
            if (watch(cdcl, next, here.clause, other, NULL) != HBS_OK) {
                conflict = CDCL_FAILED;
                break;
            }
            literals[0] = other;
            literals[1] = next;
            literals[k] = falsified;
            from = cdcl->pool + at;
            to = cdcl->pool + back - 1;
            end = cdcl->pool + list->start + list->size;
        } else if (value[other] < 0) {
            conflict = here.clause;
            break;
        } else {
            literals[0] = other;
            literals[1] = falsified;
            cdcl_assign(cdcl, other, here.clause);
        }
    }
    while (from < end) *to++ = *from++;
    list->size = (uint32_t)(to - (cdcl->pool + list->start));
    return conflict;
}

uint32_t hbs_cdcl_propagate(hbs_cdcl *cdcl)
{
    while (cdcl->propagated < cdcl->trail_size) {
        const uint32_t literal = cdcl->trail[cdcl->propagated++];
        cdcl->propagations++;
        const uint32_t conflict = visit(cdcl, literal ^ 1u);
        if (conflict != CDCL_NONE) return conflict;
    }
    return CDCL_NONE;
}

void hbs_cdcl_backtrack(hbs_cdcl *cdcl, uint32_t level)
{
    if (cdcl->levels <= level) return;
    const uint32_t keep = cdcl->limit[level];
    for (uint32_t i = cdcl->trail_size; i-- > keep;) {
        const uint32_t literal = cdcl->trail[i], variable = cdcl_variable(literal);
        cdcl->value[literal] = cdcl->value[literal ^ 1u] = 0;
        cdcl->phase[variable] = (uint8_t)(literal & 1u);
        hbs_cdcl_order_insert(cdcl, variable);
    }
    cdcl->trail_size = keep;
    if (cdcl->propagated > keep) cdcl->propagated = keep;
    cdcl->levels = level;
}
