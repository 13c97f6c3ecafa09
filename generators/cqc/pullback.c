/* Contained by construction: q2 is made from atoms that a random map h sends into q1, so h is a homomorphism and the witness. The atoms that h
 * sends to an atom R(t_1, .., t_a) of q1 are the products of the fibres h^-1(t_i), so all of them are numbered through sums of products and drawn
 * without rejection. */
#include "generators/cqc/pullback.h"

#include <assert.h>

static const hbs_parameter parameters[HBS_SHAPE_PARAMETERS] = {HBS_SHAPE_TABLE};

/* Terms of q1: variables, then constants. */
static uint32_t term_number(const hbs_shape *shape, hbs_term term) { return hbs_is_constant(term) ? shape->variables[0] + hbs_constant_index(term) : term; }

static size_t atoms_of_q1(const hbs_shape *shape) {
    size_t sum = 0;
    for (size_t r = 0; r < shape->schema.relations; r++) sum += shape->schema.relation[r].atoms[0];
    return sum;
}

static hbs_status make_room(hbs_unit *unit, hbs_shape_room *room) {
    hbs_status status = HBS_OK;
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    const hbs_shape *const shape = &room->shape;
    const size_t terms = (size_t)shape->variables[0] + shape->constants;
    HBS_TRY(hbs_grow(&room->image, &room->image_capacity, (size_t)shape->variables[1] + 1, sizeof *room->image, error));
    HBS_TRY(hbs_grow(&room->fibre, &room->fibre_capacity, (size_t)shape->variables[1] + shape->constants + 1, sizeof *room->fibre, error));
    HBS_TRY(hbs_grow(&room->fibre_start, &room->fibre_start_capacity, terms + 2, sizeof *room->fibre_start, error));
    HBS_TRY(hbs_grow(&room->cumulative, &room->cumulative_capacity, atoms_of_q1(shape) + 1, sizeof *room->cumulative, error));
done:
    return status;
}

/* h: head to head, the others uniform over the terms of q1. False when there is no term to go to. */
static bool draw_map(hbs_rng *rng, hbs_shape_room *room) {
    const hbs_shape *const shape = &room->shape;
    const uint32_t terms = shape->variables[0] + shape->constants;
    if (!terms && shape->variables[1]) return false;
    for (uint32_t v = 0; v < shape->variables[1]; v++) {
        const uint32_t t = v < shape->head ? v : (uint32_t)hbs_rng_below(rng, terms);
        room->image[v] = t < shape->variables[0] ? t : HBS_CONSTANT | (t - shape->variables[0]);
    }
    return true;
}

/* Sorts the terms of q2 (variables and the constants themselves) by their image: a counting sort. */
static void invert_map(hbs_shape_room *room) {
    const hbs_shape *const shape = &room->shape;
    const uint32_t terms = shape->variables[0] + shape->constants;
    uint32_t *const start = room->fibre_start;
    for (uint32_t t = 0; t <= terms + 1; t++) start[t] = 0;
    for (uint32_t v = 0; v < shape->variables[1]; v++) start[term_number(shape, room->image[v]) + 2]++;
    for (uint32_t c = 0; c < shape->constants; c++) start[shape->variables[0] + c + 2]++;
    for (uint32_t t = 2; t <= terms + 1; t++) start[t] += start[t - 1];
    for (uint32_t v = 0; v < shape->variables[1]; v++) room->fibre[start[term_number(shape, room->image[v]) + 1]++] = v;
    for (uint32_t c = 0; c < shape->constants; c++) room->fibre[start[shape->variables[0] + c + 1]++] = HBS_CONSTANT | c;
}

static uint32_t fibre_size(const hbs_shape_room *room, hbs_term term) {
    const uint32_t t = term_number(&room->shape, term);
    return room->fibre_start[t + 1] - room->fibre_start[t];
}

/* cumulative[a] = atoms of q2 over the first a atoms of q1 that are over this relation (atoms of other relations add none). The sum is below 2^63:
 * these are distinct atoms. */
static uint64_t number_preimages(hbs_shape_room *room, const hbs_query *q1, uint32_t relation) {
    uint64_t sum = 0;
    for (size_t a = 0; a < q1->atoms; a++) {
        uint64_t product = q1->relation[a] == relation;
        for (size_t i = 0; i < hbs_atom_arity(q1, a) && product; i++) product *= fibre_size(room, hbs_atom(q1, a)[i]);
        room->cumulative[a] = sum;
        sum += product;
    }
    room->cumulative[q1->atoms] = sum;
    return sum;
}

static void preimage_of(const hbs_shape_room *room, const hbs_query *q1, uint64_t number, hbs_term *out) {
    size_t low = 0, high = q1->atoms;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (room->cumulative[middle] <= number) low = middle; else high = middle;
    }
    number -= room->cumulative[low];
    for (size_t i = 0; i < hbs_atom_arity(q1, low); i++) {
        const hbs_term term = hbs_atom(q1, low)[i];
        const uint32_t size = fibre_size(room, term);
        assert(size > 0);
        out[i] = room->fibre[room->fibre_start[term_number(&room->shape, term)] + number % size];
        number /= size;
    }
}

/* q2's atoms under h. *enough says whether there were enough of each relation and every head variable occurs. */
static hbs_status draw_preimages(hbs_unit *unit, hbs_shape_room *room, bool *enough) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_query_pair *const pair = room->pair;
    hbs_term term[HBS_ARITY_MAX];
    *enough = false;
    pair->q2.atoms = 0;
    for (size_t r = 0; r < room->shape.schema.relations; r++) {
        const uint32_t relation = room->shape.schema.relation[r].index;
        const size_t wanted = room->shape.schema.relation[r].atoms[1];
        const uint64_t there = number_preimages(room, &pair->q1, relation);
        if (there < wanted) goto done;
        HBS_TRY(hbs_distinct_start_set(&room->distinct, &drawing->rng, there, wanted, drawing->error));
        for (size_t i = 0; i < wanted; i++) {
            preimage_of(room, &pair->q1, hbs_distinct_next(&room->distinct, &drawing->rng), term);
            HBS_TRY(hbs_query_append(&pair->q2, pair, relation, term, drawing->error));
        }
    }
    *enough = hbs_all_occur(&pair->q2, hbs_shape_must_occur(&room->shape, 1), room->seen);
done:
    return status;
}

hbs_status hbs_pullback_draw(hbs_unit *unit, hbs_shape_room *room) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    bool enough = false;
    HBS_TRY(make_room(unit, room));
    for (;;) {
        HBS_TRY(hbs_shape_draw_body(unit, room, 0));
        if (draw_map(&drawing->rng, room)) {
            invert_map(room);
            HBS_TRY(draw_preimages(unit, room, &enough));
        }
        if (enough) break;
        if (!hbs_unit_retry(unit)) return drawing->status;
    }
    HBS_TRY((hbs_status)hbs_unit_claim(unit, HBS_LABEL_YES));
    HBS_TRY((hbs_status)hbs_unit_witness(unit, room->image, room->shape.variables[1]));
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_shape_room *room = NULL;
    HBS_TRY(hbs_shape_room_of(unit, &room));
    HBS_TRY(hbs_shape_begin(unit, room));
    HBS_TRY(hbs_pullback_draw(unit, room));
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_pullback = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/pullback",
    .summary = "pairs contained by construction: q2 is drawn from what a random map sends into q1",
    .distribution = "q1 as in cqc/uniform; h maps the head of q2 to that of q1 and every other variable of q2 to a uniform term of q1 (its v1 "
            "variables and the constants); then for every relation a "
                    "uniform set of m2 distinct atoms among those that h sends into q1. All is redrawn when there are fewer or a head variable of "
                            "q2 (all=yes: a variable) does not occur",
    .uniform_over = "not uniform: because a pair comes more often the more homomorphisms it has and the fewer atoms each of them pulls back",
    .rejects = "draws with too few atoms to pull back or an unused head variable (all=yes: variable), at most 10^6 times a unit; hardly ever while m2 is well below m1 "
            "(v2/v1)^arity",
    .cost = "O((m1 + m2) arity^2 + v2) for each relation and attempt",
    .source = "pulling back along a homomorphism; positives by construction as in Yehuda, Gabel and Schuster, It's Not What Machines Can Learn, "
            "It's What We Cannot Teach, ICML 2020",
    .labels = HBS_LABELS_ALL_YES,
    .check = hbs_shape_check,
    .generate = generate,
    .group = "planted",
    .example = "schema=e/2,t/3 v1=3..4 m1=4..6 v2=3..4 m2=1..4 head=0..1 constants=0..1",
};
