/* Containment as satisfiability: the support encoding of a uniform pair of queries (solvers/containment/query_cnf.h), on which unit propagation does what arc consistency does on the
 * pair. The pair is drawn as cqc/uniform draws it, so unit i here is unit i of cqc/uniform with the same parameters. */
#include <stdlib.h>

#include "generators/cqc/shape.h"
#include "solvers/containment/query_cnf.h"

static const hbs_parameter parameters[HBS_SHAPE_PARAMETERS] = {HBS_SHAPE_TABLE};

typedef struct room {
    hbs_shape_room shape;   /* first: the room is a hbs_shape_room */
    hbs_query_pair pair;
    hbs_query_cnf encoding;
} room;

static void release(void *scratch) {
    room *const own = scratch;
    hbs_shape_room_clear(&own->shape);
    hbs_query_pair_free(&own->pair);
    hbs_query_cnf_free(&own->encoding);
    free(own);
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_shape_room *shape = NULL;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(room), release));
    room *const own = drawing->scratch;
    HBS_TRY(hbs_shape_room_of(unit, &shape));
    HBS_TRY((hbs_status)hbs_unit_begin_cnf(unit, 0));
    hbs_query_pair_clear(&own->pair);
    shape->pair = &own->pair;
    HBS_TRY(hbs_shape_fill(unit, shape));
    drawing->rng.indifferent &= ~(unsigned)HBS_RNG_PART_ORDER;   /* variables are numbered by the order of atoms: only clauses have none */
    HBS_TRY(hbs_shape_draw_bodies(unit, shape));
    HBS_TRY(hbs_query_cnf_build(&own->encoding, &own->pair, drawing->error));
    HBS_TRY(hbs_cnf_copy(&hbs_unit_current(unit)->instance.cnf, &own->encoding.cnf, drawing->error));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_sat_containment = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/containment",
    .summary = "query containment as satisfiability: the support encoding of a uniform pair",
    .distribution = "a pair as cqc/uniform draws it; unit i is the encoding of unit i of cqc/uniform with the same parameters and seed, and has its label. Variables: x[v,t], the "
            "variable v of q2 goes to the term t of q1, and y[a,f], the atom a goes to the atom f; each v goes to one t, each a to some f, y agrees with x, and x is supported by y",
    .uniform_over = "not uniform: because it is uniform over pairs of queries, of which formulas are images",
    .rejects = "as cqc/uniform",
    .cost = "O(m1 m2 + v2 v1^2 + literals)",
    .source = "Gent, Arc consistency in SAT, ECAI 2002; Kolaitis and Vardi, Conjunctive-query containment and constraint satisfaction, JCSS 2000",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = hbs_shape_check,
    .generate = generate,
    .group = "reduction",
    .example = "v1=3 m1=3..4 v2=3 m2=2..3",
};
