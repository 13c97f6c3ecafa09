/* The containment solver: a homomorphism from q2 to q1, or a search tree that refutes all of them. See solvers/solver.h. */
#ifndef HBS_SOLVERS_CONTAINMENT_HOMOMORPHISM_H
#define HBS_SOLVERS_CONTAINMENT_HOMOMORPHISM_H

#include "solvers/solver.h"

/* "homomorphism": step = nodes of the search tree, the root counts as one. */
extern const hbs_solver hbs_solver_homomorphism;

#endif
