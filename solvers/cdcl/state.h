/* What the parts of the clause learner share: its state, and the small moves on it. Not for users: solvers/cdcl/cdcl.h is.
 *
 * Inside, a literal is 2(v-1) + (sign < 0), a variable v-1, and a clause the offset of its two header words in one arena. Everything that is
 * indexed by variable lies in one block, so that a reset for n variables touches O(n) bytes. */
#ifndef HBS_SOLVERS_CDCL_STATE_H
#define HBS_SOLVERS_CDCL_STATE_H

#include <assert.h>
#include <string.h>

#include "core/memory.h"
#include "solvers/cdcl/cdcl.h"

#define CDCL_NONE UINT32_MAX        /* no reason, no conflict, not in the heap */
#define CDCL_FAILED (UINT32_MAX - 1) /* out of memory while propagating */
#define CDCL_HEADER 2u              /* words before a clause's literals: size, then marks */

/* Marks of a clause: learnt, used in a conflict since the last reduction, and from bit 2 on the number of levels when learnt. */
#define CDCL_LEARNT 1u
#define CDCL_USED 2u
#define CDCL_GLUE_SHIFT 2u

typedef struct cdcl_watch {
    uint32_t clause, blocker;       /* some other literal of the clause: when it is true the clause need not be looked at */
} cdcl_watch;

typedef struct cdcl_watches {       /* of one literal: a piece of the pool */
    size_t start;
    uint32_t size, capacity;
} cdcl_watches;

struct hbs_cdcl {
    uint32_t variables;
    bool lemmas, dirty, refuted;    /* dirty: the model does not satisfy all clauses */
    void *block;                    /* owns the arrays by variable, for up to `room` variables */
    size_t room;
    cdcl_watches *watches;          /* by literal */
    int8_t *value;                  /* by literal: 1 true, -1 false, 0 open */
    double *score, bump;            /* how much a variable took part in conflicts lately; what it gains the next time */
    uint32_t *level, *reason;       /* of an assigned variable */
    uint32_t *heap, *position, heap_size;
    uint32_t *trail, trail_size, propagated;
    uint32_t *limit, levels;        /* limit[l]: length of the trail when level l + 1 was opened */
    uint32_t *stamp, stamps;        /* by level, for counting levels */
    uint32_t *learnt, *pending;     /* the clause being learnt; variables whose marks must be taken back */
    uint8_t *phase, *mark, *known;  /* last sign; marks of analysis and of adding; occurs in a clause */
    uint8_t *model;                 /* 1..n */
    uint32_t *arena;
    size_t arena_size, arena_capacity;
    cdcl_watch *pool;
    size_t pool_size, pool_capacity;
    hbs_bytes proof;
    uint64_t lemma_count, learnt_count, learnt_limit;
    uint64_t propagations, conflicts, searches;
    bool (*stop)(void *context);
    void *stop_context;
};

static inline uint32_t cdcl_variable(uint32_t literal) { return literal >> 1; }
static inline uint32_t *cdcl_literals(hbs_cdcl *cdcl, uint32_t clause) { return cdcl->arena + clause + CDCL_HEADER; }
static inline uint32_t cdcl_size(const hbs_cdcl *cdcl, uint32_t clause) { return cdcl->arena[clause]; }

static inline void cdcl_assign(hbs_cdcl *cdcl, uint32_t literal, uint32_t reason) {
    assert(cdcl->value[literal] == 0);
    const uint32_t variable = cdcl_variable(literal);
    cdcl->value[literal] = 1;
    cdcl->value[literal ^ 1u] = -1;
    cdcl->level[variable] = cdcl->levels;
    cdcl->reason[variable] = reason;
    cdcl->trail[cdcl->trail_size++] = literal;
}

/* solvers/cdcl/order.c: open variables in a heap, the busiest first. */
void hbs_cdcl_order_insert(hbs_cdcl *cdcl, uint32_t variable);
uint32_t hbs_cdcl_order_next(hbs_cdcl *cdcl);                  /* the busiest open variable, taken out; CDCL_NONE when all are assigned */
void hbs_cdcl_order_bump(hbs_cdcl *cdcl, uint32_t variable);
void hbs_cdcl_order_decay(hbs_cdcl *cdcl);

/* solvers/cdcl/propagate.c: clauses, watches, unit propagation. */
hbs_status hbs_cdcl_store(hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size, uint32_t marks, uint32_t *clause, hbs_error *error);
hbs_status hbs_cdcl_attach(hbs_cdcl *cdcl, uint32_t clause, hbs_error *error);   /* watches its first two literals */
uint32_t hbs_cdcl_propagate(hbs_cdcl *cdcl);                   /* the clause that is falsified, CDCL_NONE or CDCL_FAILED */
void hbs_cdcl_backtrack(hbs_cdcl *cdcl, uint32_t level);
hbs_status hbs_cdcl_reduce(hbs_cdcl *cdcl, hbs_error *error);  /* at level 0: drops half of the clauses learnt */

/* solvers/cdcl/analyze.c: learns from a falsified clause, goes back and asserts what follows. */
hbs_status hbs_cdcl_learn(hbs_cdcl *cdcl, uint32_t conflict, hbs_error *error);
hbs_status hbs_cdcl_write_lemma(hbs_cdcl *cdcl, const uint32_t *literals, uint32_t size, hbs_error *error);

#endif
