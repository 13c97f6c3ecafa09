/* Two independent uniform conjunctive queries. With all atoms allowed nearly every q1 of moderate density has a loop R(t,..,t), which absorbs
 * every q2, so the default is the loop-free space; its threshold stands near kappa = m2 (-ln delta) / (v2 ln v1) = 1, delta the density of q1. */
#include "generators/cqc/shape.h"

static const hbs_parameter parameters[HBS_SHAPE_PARAMETERS] = {HBS_SHAPE_TABLE};

const hbs_generator hbs_cqc_uniform = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/uniform",
    .summary = "pairs of independent uniform conjunctive queries",
    .distribution = "q1 and q2 independent; each has, for every relation, a uniform set of m1 (m2) distinct atoms over its v1 (v2) variables and "
            "the constants, given that every head variable occurs (all=yes: every variable); "
                    "loops=no: only atoms whose arguments all differ. Variables that no atom uses vanish",
    .uniform_over = "pairs of safe bodies over v1 and v2 named variables and the named constants, with these numbers of distinct atoms, all=yes: in which every variable occurs "
            "(and the orders of atoms within each relation)",
    .rejects = "bodies in which a head variable (all=yes: a variable) does not occur, at most 10^6 times a unit; never without either",
    .cost = "O((m1 + m2) arity^2) for each relation and attempt",
    .source = "Kolaitis and Vardi, Conjunctive-query containment and constraint satisfaction, JCSS 2000, with random CSP models in mind (Gent et "
            "al., The constrainedness of search, AAAI 1996)",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = hbs_shape_check,
    .generate = hbs_shape_generate,
    .group = "random",
    .example = "v1=3..5 m1=4..6 v2=3..5 m2=2..5 head=0..1 constants=0..1",
    .density = HBS_DENSITY_UNIFORM,
};
