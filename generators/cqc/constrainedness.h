/* How many atoms q2 needs to stand at a given constrainedness. */
#ifndef HBS_GENERATORS_CQC_CONSTRAINEDNESS_H
#define HBS_GENERATORS_CQC_CONSTRAINEDNESS_H

#include "generators/cqc/shape.h"

/* Atoms of q2 for each relation, so that kappa = atoms * sum over relations of -ln(atoms of q1 / d^arity) / (n ln d) is numerator / denominator as nearly as whole
 * atoms can, d = v1 + constants, n = v2 - head. Ties, and what is within 2^-32 atoms of one, go up. The same on every machine. HBS_ERROR_USAGE when q1 has no atoms, or
 * all there are, of some relation, or when the result is beyond HBS_SHAPE_ATOMS_MAX. */
hbs_status hbs_atoms_at_kappa(const hbs_shape *shape, int64_t numerator, int64_t denominator, size_t *out, hbs_error *error);

#endif
