/* Two independent uniform queries where containment is undecided before one looks: the number of atoms of q2 comes from a constrainedness kappa. kappa = 1 is where one
 * homomorphism is expected; for Boolean loop-free pairs over one dense relation half of the pairs are contained there, heads and sparse schemas of several relations
 * move the point to .6-.8, and `gen calibrate cqc/uniform .. --over m2=..` finds it on solved samples. */
#include "generators/cqc/shape.h"

static const hbs_parameter parameters[HBS_SHAPE_PARAMETERS] = {
    HBS_SHAPE_UP_TO_M2, {"kappa", HBS_RATIONAL, 0, 100, "1", "constrainedness; q2 gets round(kappa (v2 - head) ln(d) / sum over relations of -ln(m1 / d^arity)) atoms of each, d = v1 + constants"},
    HBS_SHAPE_FROM_HEAD};

const hbs_generator hbs_cqc_threshold = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/threshold",
    .summary = "uniform pairs at a given constrainedness kappa",
    .distribution = "cqc/uniform with m2 = round(kappa (v2 - head) ln(d) / sum over relations of -ln(m1 / d^arity)), d = v1 + constants, rounded to the nearest (ties up) in integer "
            "arithmetic; kappa = 1 - log2(expected homomorphisms) / log2(maps), up to that rounding",
    .uniform_over = "pairs of safe bodies over v1 and v2 named variables and the named constants, with these numbers of distinct atoms, all=yes: in which every variable occurs (and the orders of atoms within each relation)",
    .rejects = "bodies in which a head variable (all=yes: a variable) does not occur, at most 10^6 times a unit; never without either",
    .cost = "O((m1 + m2) arity^2) for each relation and attempt, and some microseconds for the logarithms",
    .source = "Gent, MacIntyre, Prosser and Walsh, The constrainedness of search, AAAI 1996, worked out for containment with maps as assignments and atoms of q2 as constraints",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = hbs_shape_check,
    .generate = hbs_shape_generate,
    .group = "random",
    .example = "v1=4..6 m1=5..6 v2=4..5",
    .density = HBS_DENSITY_UNIFORM,
};
