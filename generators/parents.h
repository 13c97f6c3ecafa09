/* Instances that a generator starts from: a dataset, for generators that augment one. Who draws supplies them; the generators see no catalog. */
#ifndef HBS_GENERATORS_PARENTS_H
#define HBS_GENERATORS_PARENTS_H

#include "generators/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_parent {
    hbs_instance instance;
    int label;                     /* known: 0 or 1 */
    hbs_certificate certificate;   /* of the label; kind NONE: none is stored */
    uint64_t idx;                  /* what the dataset calls it */
} hbs_parent;                      /* {0} is valid */
void hbs_parent_free(hbs_parent *parent);

typedef struct hbs_parents {
    void *context;
    uint64_t count[3];             /* with label 0, with label 1, in all */
    /* The i-th of those with that label (HBS_LABEL_UNKNOWN: of all), i below its count. Called from any thread. */
    hbs_status (*fetch)(void *context, int label, uint64_t i, hbs_parent *out, hbs_error *error);
} hbs_parents;

/* Does the generator need parents? Built-in ones that do have a text parameter called from. */
bool hbs_takes_parents(const hbs_generator *generator);

/* The first parameters of those generators, which take `what`. */
enum { HBS_PARENT_FROM, HBS_PARENT_LIMIT, HBS_PARENT_PICK, HBS_PARENT_SPLIT, HBS_PARENT_PARAMETERS };
#define HBS_PARENT_TABLE(what)                                                                                               \
    {"from", HBS_TEXT, 0, 0, NULL, "dataset that the " what " are from: NAME in the same catalog, or FILE:NAME"},            \
    {"parents", HBS_INTEGER, 0, 1000000000000, "0", "use its first so many instances with a known label; 0: all"},           \
    {"pick", HBS_TEXT, 0, 0, "turns", "turns: unit i takes parent i modulo their number; random: any, each time"},           \
    {"parent_split", HBS_TEXT, 0, 0, "any", "only parents of this split"}
/* HBS_ERROR_USAGE when a value of theirs is none. */
hbs_status hbs_check_parents(hbs_unit *unit);

/* Picks the unit's parent among the first HBS_PARENT_LIMIT (0: all) that have the label which is wanted of the unit, if one is, in turns by the number of the unit within
 * its part or at random, and remembers which it was in drawing->parent. Returns the unit's status. */
hbs_status hbs_pick_parent(hbs_unit *unit, hbs_parent *out);

#ifdef __cplusplus
}
#endif
#endif
