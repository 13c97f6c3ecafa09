/* Making a formula clause by clause, as families of structured formulas do: the first failure is kept and later calls do nothing, so that a family reads as the
 * list of its clauses. At the end a substitution may replace every variable by a function of new ones. */
#ifndef HBS_GENERATORS_SAT_CRAFT_H
#define HBS_GENERATORS_SAT_CRAFT_H

#include "generators/graphs/graph.h"
#include "generators/unit.h"

typedef struct hbs_craft {
    hbs_unit *unit;
    hbs_cnf *cnf;            /* the instance's own formula */
    hbs_status status;
    hbs_error *error;
    hbs_graph graph;         /* when the family draws one */
    hbs_cnf draft;           /* the formula before substitution */
    hbs_cnf gadget[3];       /* what a false variable becomes, a true one, and what each brings along */
    bool has_model;
    int32_t *literal;        /* see hbs_craft_literals */
    uint8_t *model;          /* see hbs_craft_model */
    uint32_t *number;        /* see hbs_craft_numbers */
    size_t literal_capacity, model_capacity, number_capacity;
} hbs_craft;                 /* kept in drawing->scratch */

/* Every family of structured formulas ends its parameters with this one. */
#define HBS_SUBSTITUTION_PARAMETER                                                                                                         \
    {                                                                                                                                      \
        "substitution", HBS_TEXT, 0, 0, "none", "every variable becomes a function of new ones: xor:2, or:2, and:2, maj:3, eq:2, neq:3, ite, " \
                                                "one:3, exact:3:2, atleast:3:2, atmost:3:1, anybut:3:1, lift:2, flip"                      \
    }
/* The source of families that are CNFgen's. */
#define HBS_CNFGEN(name) "CNFgen " name " (Lauria, Elffers, Nordstroem and Vinyals, CNFgen: a generator of crafted benchmarks, SAT 2017)"
/* As hbs_generator.check: are about so many literals, before substitution, possible, and what the substitution says? Returns the unit's status. */
hbs_status hbs_craft_check(hbs_unit *unit, double literals);
/* The unit's workplace; NULL when memory runs out, which the unit's status then says. */
hbs_craft *hbs_craft_of(hbs_unit *unit);
/* Begins the instance. */
void hbs_craft_begin(hbs_craft *craft, uint64_t variables);
void hbs_craft_clause(hbs_craft *craft, const int32_t *literals, size_t count);
/* hbs_craft_add(craft, -x, y): the clause of these literals */
#define hbs_craft_add(craft, ...) \
    hbs_craft_clause((craft), (const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))
/* Room for `count` literals or numbers, valid until the next call of the same function; NULL on failure. */
int32_t *hbs_craft_literals(hbs_craft *craft, size_t count);
uint32_t *hbs_craft_numbers(hbs_craft *craft, size_t count);
/* Claims the label. */
void hbs_craft_claim(hbs_craft *craft, int label);
/* Claims yes; the caller fills in values [1..variables] (all 0 so far) of a model before it finishes. NULL on failure. */
uint8_t *hbs_craft_model(hbs_craft *craft);
/* Substitutes, and returns what generate() returns. */
int hbs_craft_finish(hbs_craft *craft);

#endif
