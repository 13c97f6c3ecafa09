/* The counter's formula under a partial assignment, and its components. Internal to solvers/count/count.h. */
#ifndef HBS_SOLVERS_COUNT_STATE_H
#define HBS_SOLVERS_COUNT_STATE_H

#include "core/cnf.h"
#include "core/memory.h"
#include "solvers/used_variables.h"

/* Variables are 0 .. variables - 1, literals 2 v + (negative). */
typedef struct hbs_count_formula {
    uint32_t variables, clauses;
    const size_t *start;         /* clause c has the literals start[c] .. start[c + 1] - 1 */
    uint32_t *literal;
    size_t *occurs;              /* literal l is in the clauses clause[occurs[l]] .. clause[occurs[l + 1] - 1] */
    uint32_t *clause;
    uint8_t *assigned;           /* by literal: whether it is true */
    uint32_t *satisfied, *left;  /* by clause: its true literals, and those not false */
    uint32_t *trail;             /* true literals in order */
    uint32_t trail_size;
    size_t literal_capacity, occurs_capacity, clause_capacity, assigned_capacity, satisfied_capacity, left_capacity, trail_capacity;
} hbs_count_formula;

void hbs_count_formula_free(hbs_count_formula *formula);
/* A cleaned formula under names, which were collected from it, less 1. `cnf` must outlive it. */
hbs_status hbs_count_formula_load(hbs_count_formula *formula, const hbs_cnf *cnf, const hbs_used_variables *names, hbs_error *error);
static inline bool hbs_count_is_free(const hbs_count_formula *f, uint32_t variable) { return !f->assigned[2 * variable] && !f->assigned[2 * variable + 1]; }

/* Makes a free literal true, and all that follows by unit propagation; false on a conflict. Either way hbs_count_undo takes it back. */
bool hbs_count_assign(hbs_count_formula *formula, uint32_t literal);
/* The same for all clauses of one literal, at the beginning; false on a conflict or an empty clause. */
bool hbs_count_assign_units(hbs_count_formula *formula);
void hbs_count_undo(hbs_count_formula *formula, uint32_t trail_size);

/* Components: sets of free variables and of clauses not satisfied that share no variable with each other. */
typedef struct hbs_count_component {
    size_t at;                   /* in the pool: its variables, then its clauses, both ascending */
    uint32_t variables, clauses;
} hbs_count_component;

typedef struct hbs_count_components {
    hbs_count_component *item;
    uint32_t *pool;
    size_t count, pool_size, item_capacity, pool_capacity;
    uint32_t *variable_label, *clause_label, *queue;   /* of hbs_count_split */
    size_t variable_label_capacity, clause_label_capacity, queue_capacity;
} hbs_count_components;

void hbs_count_components_free(hbs_count_components *components);
/* Empties the list, then makes all free variables and unsatisfied clauses one component. */
hbs_status hbs_count_components_reset(hbs_count_components *components, const hbs_count_formula *formula, hbs_error *error);
/* Appends the components that item `whole` falls into. Variables of it that are in no clause any more are counted in *loose instead. */
hbs_status hbs_count_split(hbs_count_components *components, const hbs_count_formula *formula, size_t whole, uint32_t *loose, hbs_error *error);

#endif
