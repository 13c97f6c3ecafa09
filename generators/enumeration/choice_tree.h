/* The path through a tree of choices that an enumeration is on. Internal to generators/enumeration/enumeration.c.
 *
 * A node is a prefix of choices; node d of the path stands after d of them. Its probability is that of its choices; its mass is the same with the loops above it closed. */
#ifndef HBS_GENERATORS_ENUMERATION_CHOICE_TREE_H
#define HBS_GENERATORS_ENUMERATION_CHOICE_TREE_H

#include <gmp.h>

#include "core/rng.h"
#include "generators/sat/weighted_keys.h"

typedef struct hbs_choice {
    uint64_t value, bound;
    uint64_t numerator, denominator;   /* of answer 1 of a weighed choice; denominator 0: a uniform one */
} hbs_choice;

/* Probability that goes back from below a node to the node at depth `to`. */
typedef struct hbs_returning {
    size_t to;
    mpq_t mass;
} hbs_returning;

typedef struct hbs_choice_node {
    mpq_t probability, mass;
    mpq_t arriving;           /* the mass but for the loop of this node */
    uint64_t entered;         /* number of the first path through it */
    hbs_rng_mark state;       /* of the stream on arrival */
    hbs_returning *back;      /* from what was finished below it */
    size_t returning, ready;  /* in use, initialised */
    size_t back_capacity;
} hbs_choice_node;

typedef struct hbs_choice_tree {
    hbs_choice *choice;       /* choice d leads from node d to node d + 1 */
    hbs_choice_node *node;
    size_t choice_capacity, node_capacity, nodes;
    size_t length;            /* choices of the path */
    uint64_t path;            /* its number */
    hbs_weighted_keys loops;  /* node (depth and first path) -> place in `factor` */
    mpq_t *factor;            /* what the masses below the node are multiplied with */
    size_t factors, factor_capacity;
    bool closing;             /* this walk finds the factors */
    hbs_rng account;          /* keeps the account of choice bits of a path: the stream's own may stand in another process */
    mpq_t scratch, lost;      /* lost: mass of nodes that everything goes back to */
} hbs_choice_tree;

/* {0} is not ready: */
void hbs_choice_tree_new(hbs_choice_tree *tree);
void hbs_choice_tree_free(hbs_choice_tree *tree);
/* Back to the first path, at its beginning. `closing`: forget the factors, and find them on this walk. */
hbs_status hbs_choice_tree_start(hbs_choice_tree *tree, bool closing, hbs_error *error);
/* Adds a choice, answered by 0. */
hbs_status hbs_choice_tree_add(hbs_choice_tree *tree, hbs_choice asked, hbs_error *error);
/* The path went back to a mark: to the last node with that state, which *to tells and whose loop counts it when loops are being closed. False when there is none. */
bool hbs_choice_tree_reject(hbs_choice_tree *tree, hbs_rng_mark mark, size_t *to, hbs_status *status, hbs_error *error);
/* The next path: the last choice that has an answer left takes it. *more false after the last. When loops are being closed, those of the nodes that are finished are. */
hbs_status hbs_choice_tree_next(hbs_choice_tree *tree, bool *more, hbs_error *error);

#endif
