/* The question "is q1 contained in q2?" as a constraint network: a variable for each variable of q2's body that the head does not freeze, a value for
 * each term of q1's body, a constraint for each atom of q2 (its tuples: q1's atoms over that relation). A homomorphism is a solution
 * (Kolaitis, Vardi, "Conjunctive-query containment and constraint satisfaction", JCSS 2000).
 *
 * Built here, kept arc-consistent by solvers/containment/arc_consistency.h, searched by solvers/containment/homomorphism.h. One network is a workspace: its memory is
 * kept from pair to pair. */
#ifndef HBS_SOLVERS_CONTAINMENT_CONTAINMENT_NETWORK_H
#define HBS_SOLVERS_CONTAINMENT_CONTAINMENT_NETWORK_H

#include "core/query.h"

#define HBS_NO_TERM UINT32_MAX    /* the head forces no image */
#define HBS_NO_VALUE UINT32_MAX   /* no atom of q1 has this term */

/* A binary constraint seen from a variable x: D(other) stays within the union of the neighbours, in `table`, of the values in D(x). */
typedef struct hbs_arc {
    uint32_t other, table;
} hbs_arc;

/* A constraint that keeps which of its tuples have all their values in their domains. Small ones keep a bit a tuple; large ones a list. */
typedef struct hbs_tuples {
    size_t scope;       /* first of `arity` variables in hbs_network.scope and positions in .position */
    uint32_t arity;     /* number of its free variables, each once */
    uint32_t words;     /* of its bits; 0: a list */
    size_t first;       /* bits: first word in hbs_network.live; list: first cell in .cell */
    size_t masks;       /* bits: first word in hbs_network.mask, rows (position, value) of `words` words */
    size_t seen;        /* bits: first word in hbs_network.seen: by place, the values that tuples alive may have there */
    size_t rows;        /* bits: first cell of the relation's tuples in hbs_network.row */
    uint32_t width;     /* and how many cells a tuple has */
    uint32_t count;     /* tuples still alive; in a list they stand first */
    bool queued;        /* some variable of the scope changed */
    uint64_t saved;     /* level at which the tuples were last put on the trail */
} hbs_tuples;

/* Of a variable: it stands at this place of the scope of these tuples. */
typedef struct hbs_watch {
    uint32_t tuples, place;
} hbs_watch;

typedef struct hbs_network {
    const hbs_query_pair *pair;    /* borrowed while the network is used */
    uint32_t variables;            /* of q2 */
    uint32_t values;               /* terms of q1's body: variables ascending, then constants ascending by index */
    size_t words;                  /* 64-bit words a domain */
    hbs_term *term;                /* value -> term of q1 */
    uint32_t *value;               /* term of q1 (variables, then constants) -> value or HBS_NO_VALUE */
    hbs_term *forced;              /* variable of q2 -> the image its head forces, or HBS_NO_TERM */
    uint32_t free_variables;
    uint32_t *free_variable;       /* those to be given values, ascending */
    uint32_t *weight;              /* variable -> constraints on it, and one more each time one of them wipes a domain out */
    uint64_t *domain;              /* variables * words; holds for free variables */

    size_t *arc_start;             /* variables + 1 */
    hbs_arc *arc;
    uint64_t *neighbours;          /* tables * values * words: row (table, value) */
    size_t tuple_sets;             /* constraints on two variables and more that have no table */
    hbs_tuples *tuples;
    uint32_t *scope, *position;
    uint64_t *mask, *live, *seen;
    uint64_t *some;                /* scratch: tuples of the largest relation with masks */
    uint32_t *row;                 /* q1's arguments as values, grouped by relation */
    uint32_t *cell;
    size_t live_words;             /* what all tuples take on the trail */
    size_t *watch_start;           /* variables + 1 */
    hbs_watch *watch;

    /* State of solvers/containment/arc_consistency.c. */
    uint32_t *variable_queue, *tuples_queue;
    uint8_t *variable_queued;
    size_t queue_head, queue_count, tuples_queue_head, tuples_queue_count;
    uint64_t *support;             /* scratch: words a variable of the widest atom */
    uint64_t level;                /* number of the last assignment, 0 at the root; never repeats */
    uint64_t *saved;               /* variable -> level at which its domain was last put on the trail */
    size_t domain_trail, tuples_trail, live_trail;
    uint32_t *trail_variable;
    uint64_t *trail_words;
    uint32_t *trail_tuples;
    uint64_t *trail_live;

    /* Memory. All arrays above lie in one arena but for those that grow by themselves. */
    void *arena;
    size_t arena_capacity, neighbour_capacity, mask_capacity, live_capacity, seen_capacity, some_capacity, cell_capacity;
    size_t trail_variable_capacity, trail_words_capacity, trail_tuples_capacity, trail_live_capacity;
} hbs_network;

void hbs_network_free(hbs_network *network);   /* what it holds; leaves {0} */

/* Builds the network of the pair. *possible is false when the heads clash, a relation or constant of q2 is missing in q1 or an atom on at most one
 * variable has no match: then nothing else of the network may be used. Domains are those after all constraints on one variable and, of binary
 * constraints, after dropping values without any neighbour; all constraints are queued for propagation. O(atoms + terms), then for each relation of
 * q1 with t tuples O(t) and for each atom of q2 over it that has no table O(t). Memory: a bounded number of words a tuple of q1, and a tuple a
 * matching atom. */
hbs_status hbs_network_build(hbs_network *network, const hbs_query_pair *pair, bool *possible, hbs_error *error);

static inline const uint64_t *hbs_network_domain(const hbs_network *network, uint32_t variable) {
    return network->domain + variable * network->words;
}
/* Bits set: __builtin_popcountll is a call where the compiler may not use an instruction for it. */
static inline unsigned hbs_count_bits(uint64_t word) {
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((word * UINT64_C(0x0101010101010101)) >> 56);
}
static inline uint32_t hbs_network_domain_size(const hbs_network *network, uint32_t variable) {
    uint32_t size = 0;
    for (size_t w = 0; w < network->words; w++) size += hbs_count_bits(hbs_network_domain(network, variable)[w]);
    return size;
}
/* The smallest value of the domain that is >= from, or HBS_NO_VALUE. */
uint32_t hbs_network_next_value(const hbs_network *network, uint32_t variable, uint32_t from);

#endif
