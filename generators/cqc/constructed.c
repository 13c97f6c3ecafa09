/* Both labels in polynomial time, each with its certificate. Contained: a pull-back with its homomorphism. Not contained: q2 holds a directed cycle and q1 none, and arc
 * consistency alone finds that out, because every variable of the cycle needs an edge onwards and an acyclic q1 runs out of them: the search tree that the checker
 * replays is its root. So the label lies in NP and coNP for whoever knows the random string, and here even in P for everybody: the extreme of a dataset made without
 * a solver. */
#include "generators/cqc/pullback.h"
#include "generators/edges.h"

enum { V1, M1, V2, M2, CYCLE, YES };

#define VARIABLES_MAX 30000
#define CYCLE_MAX 1000

static const hbs_parameter parameters[] = {
    {"v1", HBS_INTEGER, 2, VARIABLES_MAX, "8", "variables that q1 may use"},
    {"m1", HBS_INTEGER, 1, HBS_SHAPE_ATOMS_MAX, "14", "atoms of q1, at most v1 (v1 - 1) / 2"},
    {"v2", HBS_INTEGER, 2, VARIABLES_MAX, "8", "variables that q2 may use, at least cycle"},
    {"m2", HBS_INTEGER, 2, HBS_SHAPE_ATOMS_MAX, "14", "atoms of q2, at least cycle, at most v2 (v2 - 1)"},
    {"cycle", HBS_INTEGER, 2, CYCLE_MAX, "3", "length of the directed cycle in a q2 that is not to contain q1"},
    {"yes", HBS_RATIONAL, 0, 1, "1/2", "probability of a contained pair"},
};

static int check(hbs_unit *unit) {
    const int64_t v1 = hbs_unit_integer(unit, V1), m1 = hbs_unit_integer(unit, M1), v2 = hbs_unit_integer(unit, V2), m2 = hbs_unit_integer(unit, M2),
                  cycle = hbs_unit_integer(unit, CYCLE), most1 = v1 * (v1 - 1) / 2, most2 = v2 * (v2 - 1);
    if (m1 > most1)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "no acyclic q1 has %lld atoms over %lld variables: at most %lld; raise v1 or lower m1", (long long)m1, (long long)v1, (long long)most1);
    if (cycle > v2 || cycle > m2)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "a cycle of length %lld does not fit into q2 with %lld variables and %lld atoms: lower cycle", (long long)cycle, (long long)v2, (long long)m2);
    if (m2 > most2)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct atoms over %lld variables of q2: there are only %lld; raise v2 or lower m2", (long long)m2, (long long)v2, (long long)most2);
    return HBS_OK;
}

static void set_shape(hbs_unit *unit, hbs_shape *shape) {
    shape->schema.relations = 1;
    shape->schema.relation[0] = (hbs_schema_relation){.name = "e", .arity = 2, .counted = true, .atoms = {(size_t)hbs_unit_integer(unit, M1), (size_t)hbs_unit_integer(unit, M2)}};
    shape->variables[0] = hbs_unit_number(unit, V1);
    shape->variables[1] = hbs_unit_number(unit, V2);
    shape->head = shape->constants = 0;
    shape->pattern_length = 0;
    shape->repeats = shape->all = false;
}

static hbs_status add(hbs_unit *unit, hbs_query_pair *pair, hbs_query *query, uint32_t from, uint32_t to) {
    const hbs_term term[2] = {from, to};
    return hbs_query_append(query, pair, 0, term, hbs_unit_drawing(unit)->error);
}

/* q1: a uniform order of the variables, then a uniform set of edges that go up in it. */
static hbs_status draw_acyclic(hbs_unit *unit, hbs_shape_room *room) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint64_t v = room->shape.variables[0];
    const size_t wanted = room->shape.schema.relation[0].atoms[0];
    HBS_TRY(hbs_grow(&room->image, &room->image_capacity, v, sizeof *room->image, drawing->error));
    for (uint32_t i = 0; i < v; i++) room->image[i] = i;
    hbs_rng_shuffle(&drawing->rng, room->image, v);
    HBS_TRY(hbs_distinct_start_set(&room->distinct, &drawing->rng, hbs_edge_count(v), wanted, drawing->error));
    for (size_t left = wanted; left > 0; left--) {
        uint32_t from, to;
        hbs_edge_of(v, hbs_distinct_next(&room->distinct, &drawing->rng), &from, &to);
        HBS_TRY(add(unit, room->pair, &room->pair->q1, room->image[from], room->image[to]));
    }
done:
    return status;
}

static void insert_sorted(uint64_t *list, size_t count, uint64_t number) {
    size_t at = count;
    for (; at > 0 && list[at - 1] > number; at--) list[at] = list[at - 1];
    list[at] = number;
}

/* q2: the cycle through a uniform tuple of variables, then a uniform set of the other atoms. */
static hbs_status draw_cyclic(hbs_unit *unit, hbs_shape_room *room) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint32_t v = room->shape.variables[1], cycle = hbs_unit_number(unit, CYCLE);
    const size_t others = room->shape.schema.relation[0].atoms[1] - cycle;
    const hbs_atom_space space = {.terms = v, .arity = 2};
    uint32_t at[CYCLE_MAX], term[2];
    uint64_t taken[CYCLE_MAX];
    hbs_rng_sample(&drawing->rng, v, cycle, at);
    for (uint32_t i = 0; i < cycle; i++) {
        const uint32_t edge[2] = {at[i], at[(i + 1) % cycle]};
        HBS_TRY(add(unit, room->pair, &room->pair->q2, edge[0], edge[1]));
        insert_sorted(taken, i, hbs_atom_number(space, edge));
    }
    HBS_TRY(hbs_distinct_start_set(&room->distinct, &drawing->rng, (uint64_t)v * (v - 1) - cycle, others, drawing->error));
    for (size_t left = others; left > 0; left--) {
        uint64_t number = hbs_distinct_next(&room->distinct, &drawing->rng);
        for (uint32_t i = 0; i < cycle && taken[i] <= number; i++) number++;
        hbs_atom_of(space, number, term);
        HBS_TRY(add(unit, room->pair, &room->pair->q2, term[0], term[1]));
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_shape_room *room = NULL;
    int64_t p, q;
    hbs_unit_rational(unit, YES, &p, &q);
    HBS_TRY(hbs_shape_room_any(unit, &room));
    set_shape(unit, &room->shape);
    HBS_TRY(hbs_shape_room_fit(unit, room));
    const bool yes = hbs_rng_bernoulli(&hbs_unit_drawing(unit)->rng, (uint64_t)p, (uint64_t)q);
    HBS_TRY(hbs_shape_begin(unit, room));
    if (yes) {
        HBS_TRY(hbs_pullback_draw(unit, room));
    } else {
        HBS_TRY(draw_acyclic(unit, room));
        HBS_TRY(draw_cyclic(unit, room));
        HBS_TRY((hbs_status)hbs_unit_claim(unit, HBS_LABEL_NO));
        HBS_TRY((hbs_status)hbs_unit_refutation(unit, NULL, 0));
    }
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_constructed = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/constructed",
    .summary = "both labels by construction, with certificates: a pull-back, or a directed cycle against an acyclic q1",
    .distribution = "with probability `yes` as cqc/pullback over e/2 without loops. Else q1: a uniform order of its v1 variables and a uniform set of m1 atoms that go up in it; q2: a "
            "directed cycle through a uniform tuple of `cycle` variables and a uniform set of m2 - cycle of the other atoms. The certificate of a yes is the map; that of a no is the "
            "empty search tree: arc consistency refutes. A checker accepts all of them; no solver is needed",
    .uniform_over = "not uniform: because contained pairs come by their homomorphisms, and of the others only those of an acyclic q1 and a cyclic q2, by orders of q1 and cycles of q2",
    .rejects = "a contained pair is redrawn when too few atoms can be pulled back, as in cqc/pullback, at most 10^6 times a unit; the others never",
    .cost = "O(v1 + v2 + m1 log(v1) + m2 cycle) an attempt",
    .source = "Yehuda, Gabel and Schuster, It's Not What Machines Can Learn, It's What We Cannot Teach, ICML 2020, whose case study is containment; graphs with a directed cycle map to "
            "no acyclic graph (Hell and Nesetril, Graphs and Homomorphisms, 2004)",
    .labels = HBS_LABELS_BY_CONSTRUCTION,
    .check = check,
    .generate = generate,
    .group = "certified",
    .example = "v1=4..5 m1=4..6 v2=4..5 m2=3..5",
};
