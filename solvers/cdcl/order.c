/* Which variable to decide next: exponential VSIDS (Moskewicz, Madigan, Zhao, Zhang, Malik 2001; in the form of Een, Sorensson 2003) in a binary
 * heap. Assigned variables may stay in the heap and are skipped when they come up. Scores are sums and products of doubles in a fixed order,
 * so the order is the same on every IEEE machine. */
#include "solvers/cdcl/state.h"

#define DECAY 0.98
#define SCORE_LIMIT 1e100

static void place(hbs_cdcl *cdcl, uint32_t variable, uint32_t at)
{
    cdcl->heap[at] = variable;
    cdcl->position[variable] = at;
}

static void sift_up(hbs_cdcl *cdcl, uint32_t at)
{
    const uint32_t variable = cdcl->heap[at];
    const double score = cdcl->score[variable];
    while (at) {
        const uint32_t parent = (at - 1) / 2;
        if (cdcl->score[cdcl->heap[parent]] >= score) break;
        place(cdcl, cdcl->heap[parent], at);
        at = parent;
    }
    place(cdcl, variable, at);
}

static void sift_down(hbs_cdcl *cdcl, uint32_t at)
{
    const uint32_t variable = cdcl->heap[at], size = cdcl->heap_size;
    const double score = cdcl->score[variable];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && cdcl->score[cdcl->heap[child + 1]] > cdcl->score[cdcl->heap[child]]) child++;
        if (cdcl->score[cdcl->heap[child]] <= score) break;
        place(cdcl, cdcl->heap[child], at);
        at = child;
    }
    place(cdcl, variable, at);
}

void hbs_cdcl_order_insert(hbs_cdcl *cdcl, uint32_t variable)
{
    if (cdcl->position[variable] != CDCL_NONE) return;
    place(cdcl, variable, cdcl->heap_size++);
    sift_up(cdcl, cdcl->position[variable]);
}

uint32_t hbs_cdcl_order_next(hbs_cdcl *cdcl)
{
    while (cdcl->heap_size) {
        const uint32_t variable = cdcl->heap[0], last = cdcl->heap[--cdcl->heap_size];
        cdcl->position[variable] = CDCL_NONE;
        if (cdcl->heap_size) {
            place(cdcl, last, 0);
            sift_down(cdcl, 0);
        }
        if (!cdcl->value[2 * variable]) return variable;
    }
    return CDCL_NONE;
}

void hbs_cdcl_order_bump(hbs_cdcl *cdcl, uint32_t variable)
{
    cdcl->score[variable] += cdcl->bump;
    if (cdcl->position[variable] != CDCL_NONE) sift_up(cdcl, cdcl->position[variable]);
}

void hbs_cdcl_order_decay(hbs_cdcl *cdcl)
{
    cdcl->bump *= 1 / DECAY;
    if (cdcl->bump < SCORE_LIMIT) return;
    for (uint32_t v = 0; v < cdcl->variables; v++) cdcl->score[v] *= 1 / SCORE_LIMIT;
    cdcl->bump *= 1 / SCORE_LIMIT;
}
