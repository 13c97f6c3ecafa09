/* Forgetting: of the clauses learnt that no conflict used since the last reduction, the half with the most levels, then the longest, then the oldest goes
 * (Audemard, Simon 2009). Done at level 0, where no reason is needed any more, so that clauses can move in the arena and the watch lists are
 * simply built again. */
#include <stdlib.h>

#include "solvers/cdcl/state.h"

#define GLUE_KEPT 2u

typedef struct candidate {
    uint32_t glue, size, clause;
} candidate;

static int worse_first(const void *a, const void *b)
{
    const candidate *const x = a, *const y = b;
    if (x->glue != y->glue) return x->glue > y->glue ? -1 : 1;
    if (x->size != y->size) return x->size > y->size ? -1 : 1;
    return x->clause < y->clause ? -1 : 1;
}

static size_t after(const hbs_cdcl *cdcl, size_t clause) { return clause + CDCL_HEADER + cdcl->arena[clause]; }

/* Collects the clauses that may go, and takes their USED marks back. */
static size_t collect(hbs_cdcl *cdcl, candidate *out)
{
    size_t count = 0;
    for (size_t c = 0; c < cdcl->arena_size; c = after(cdcl, c)) {
        uint32_t *const marks = &cdcl->arena[c + 1];
        if ((*marks & CDCL_LEARNT) && !(*marks & CDCL_USED) && *marks >> CDCL_GLUE_SHIFT > GLUE_KEPT)
            out[count++] = (candidate){*marks >> CDCL_GLUE_SHIFT, cdcl->arena[c], (uint32_t)c};
        *marks &= ~CDCL_USED;
    }
    return count;
}

/* Slides the clauses that stay together. `gone` is in ascending order of place. */
static void compact(hbs_cdcl *cdcl, const candidate *gone, size_t count)
{
    size_t to = 0, g = 0;
    for (size_t c = 0, next; c < cdcl->arena_size; c = next) {
        next = after(cdcl, c);
        if (g < count && gone[g].clause == c) {
            g++;
            continue;
        }
        memmove(cdcl->arena + to, cdcl->arena + c, (next - c) * sizeof(uint32_t));
        to += next - c;
    }
    cdcl->arena_size = to;
    cdcl->learnt_count -= count;
}

static int by_place(const void *a, const void *b)
{
    const candidate *const x = a, *const y = b;
    return x->clause < y->clause ? -1 : x->clause > y->clause;
}

static hbs_status watch_again(hbs_cdcl *cdcl, hbs_error *error)
{
    hbs_status status = HBS_OK;
    memset(cdcl->watches, 0, 2 * (size_t)cdcl->variables * sizeof *cdcl->watches);
    cdcl->pool_size = 0;
    for (size_t c = 0; c < cdcl->arena_size; c = after(cdcl, c)) HBS_TRY(hbs_cdcl_attach(cdcl, (uint32_t)c, error));
done:
    return status;
}

hbs_status hbs_cdcl_reduce(hbs_cdcl *cdcl, hbs_error *error)
{
    hbs_status status = HBS_OK;
    candidate *candidates = NULL;
    assert(!cdcl->levels && cdcl->propagated == cdcl->trail_size);
    HBS_TRY(hbs_allocate(&candidates, (size_t)cdcl->learnt_count, sizeof *candidates, error));
    const size_t count = collect(cdcl, candidates), gone = count / 2;
    qsort(candidates, count, sizeof *candidates, worse_first);
    qsort(candidates, gone, sizeof *candidates, by_place);
    compact(cdcl, candidates, gone);
    HBS_TRY(watch_again(cdcl, error));
done:
    free(candidates);
    return status;
}
