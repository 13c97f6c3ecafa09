/* What a pair of queries looks like before its atoms are drawn. Heads are variables 0..head-1 of each query: which variables they are is a matter
 * of names. */
#include "generators/cqc/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/cqc/constrainedness.h"
#include "generators/numbers.h"

void hbs_shape_room_clear(hbs_shape_room *room) {
    hbs_distinct_free(&room->distinct);
    free(room->seen);
    free(room->image);
    free(room->cumulative);
    free(room->fibre);
    free(room->fibre_start);
}

static void release(void *scratch) {
    hbs_shape_room_clear(scratch);
    free(scratch);
}

static bool takes_kappa(hbs_unit *unit) { return hbs_unit_drawing(unit)->generator->parameters[HBS_SHAPE_MIDDLE].type == HBS_RATIONAL; }

static hbs_status set_by_kappa(hbs_unit *unit, hbs_shape *shape) {
    int64_t p, q;
    size_t atoms = 0;
    hbs_unit_rational(unit, HBS_SHAPE_MIDDLE, &p, &q);
    const hbs_status status = hbs_atoms_at_kappa(shape, p, q, &atoms, hbs_unit_drawing(unit)->error);
    for (size_t r = 0; r < shape->schema.relations; r++) shape->schema.relation[r].atoms[1] = atoms;
    return hbs_unit_keep(unit, status);
}

/* "1", "2", .. a head variable, "c1", "c2", .. a constant. */
static bool read_head_term(const char *text, size_t size, const hbs_shape *shape, hbs_term *out) {
    const bool constant = size && *text == 'c';
    int64_t number;
    if (!hbs_read_integer(text + constant, size - constant, &number) || number < 1 || number > (constant ? shape->constants : shape->head)) return false;
    *out = (constant ? HBS_CONSTANT : 0) | (hbs_term)(number - 1);
    return true;
}

static bool is_in_pattern(const hbs_shape *shape, hbs_term term) {
    for (size_t i = 0; i < shape->pattern_length; i++)
        if (shape->pattern[i] == term) return true;
    return false;
}

static hbs_status refuse_place(hbs_unit *unit, const char *at, size_t size, const hbs_shape *shape) {
    char heads[48] = "there are none, head=0", constants[48] = "there are none, constants=0";
    if (shape->head) snprintf(heads, sizeof heads, "1..%u", shape->head);
    if (shape->constants) snprintf(constants, sizeof constants, "c1..c%u", shape->constants);
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "pattern: `%.*s` is no head variable (%s) and no constant (%s); write head=2 constants=1 pattern=1,2,1,c1", (int)(size > 40 ? 40 : size), at, heads, constants);
}

static hbs_status read_pattern(hbs_unit *unit, const char *text, hbs_shape *shape) {
    shape->pattern_length = 0;
    for (const char *at = text; *text;) {
        const size_t size = strcspn(at, ",");
        if (shape->pattern_length == HBS_SHAPE_PATTERN_MAX) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "pattern: more than %d places", HBS_SHAPE_PATTERN_MAX);
        if (!read_head_term(at, size, shape, &shape->pattern[shape->pattern_length++]))
            return refuse_place(unit, at, size, shape);
        if (!at[size]) break;
        at += size + 1;
    }
    for (uint32_t v = 0; *text && v < shape->head; v++)
        if (!is_in_pattern(shape, v)) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "pattern: head variable %u is not in it: lower head or name it", v + 1);
    return HBS_OK;
}

static hbs_status read_shape(hbs_unit *unit, hbs_shape *out) {
    const hbs_status status = hbs_schema_read(hbs_unit_text(unit, HBS_SHAPE_SCHEMA), &out->schema, hbs_unit_drawing(unit)->error);
    if (status != HBS_OK) return hbs_unit_keep(unit, status);
    const size_t each[2] = {(size_t)hbs_unit_integer(unit, HBS_SHAPE_M1), takes_kappa(unit) ? 0 : (size_t)hbs_unit_integer(unit, HBS_SHAPE_MIDDLE)};
    if (takes_kappa(unit) && hbs_schema_counted(&out->schema))
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "kappa decides how many atoms q2 has: leave the numbers of atoms out of schema");
    for (size_t r = 0; r < out->schema.relations; r++)
        if (!out->schema.relation[r].counted) memcpy(out->schema.relation[r].atoms, each, sizeof each);
    out->variables[0] = hbs_unit_number(unit, HBS_SHAPE_V1);
    out->variables[1] = hbs_unit_number(unit, HBS_SHAPE_V2);
    out->head = hbs_unit_number(unit, HBS_SHAPE_HEAD);
    out->constants = hbs_unit_number(unit, HBS_SHAPE_CONSTANTS);
    out->repeats = hbs_unit_flag(unit, HBS_SHAPE_LOOPS);
    out->all = hbs_unit_flag(unit, HBS_SHAPE_ALL);
    if (read_pattern(unit, hbs_unit_text(unit, HBS_SHAPE_PATTERN), out) != HBS_OK) return hbs_unit_drawing(unit)->status;
    return takes_kappa(unit) ? set_by_kappa(unit, out) : HBS_OK;
}

hbs_status hbs_shape_room_any(hbs_unit *unit, hbs_shape_room **out) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const hbs_status status = hbs_scratch_of(drawing, sizeof(hbs_shape_room), release);
    if (status == HBS_OK) *out = drawing->scratch;
    return status;
}

hbs_status hbs_shape_room_fit(hbs_unit *unit, hbs_shape_room *room) {
    const uint32_t *const variables = room->shape.variables;
    return hbs_grow(&room->seen, &room->seen_capacity, (size_t)(variables[0] > variables[1] ? variables[0] : variables[1]) + 1, 1, hbs_unit_drawing(unit)->error);
}

hbs_status hbs_shape_room_of(hbs_unit *unit, hbs_shape_room **out) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_shape_room_any(unit, out));
    HBS_TRY(read_shape(unit, &(*out)->shape));
    HBS_TRY(hbs_shape_room_fit(unit, *out));
done:
    return status;
}

static hbs_body_terms terms_of(const hbs_shape *shape, unsigned which) {
    return (hbs_body_terms){.variables = shape->variables[which], .constants = shape->constants, .repeats = shape->repeats};
}

/* Safe queries must exist: the head fits into the variables and into the places of the atoms. */
static hbs_status check_query(hbs_unit *unit, const hbs_shape *shape, unsigned which) {
    hbs_error error;
    uint64_t places = 0;
    for (size_t r = 0; r < shape->schema.relations; r++) {
        const hbs_schema_relation *const relation = &shape->schema.relation[r];
        const hbs_status status = hbs_body_check(relation->name, relation->arity, relation->atoms[which], terms_of(shape, which), &error);
        if (status != HBS_OK) return hbs_unit_raise(unit, status, "q%u: %s", which + 1, error.message);
        places += (uint64_t)relation->arity * relation->atoms[which];
    }
    if (shape->head > shape->variables[which])
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "head=%u is more than v%u=%u variables: raise v%u", shape->head, which + 1,
                shape->variables[which], which + 1);
    const uint32_t wanted = hbs_shape_must_occur(shape, which);
    if (wanted > places)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "q%u: %u%s variables cannot all occur in %llu places of atoms: raise m%u", which + 1,
                wanted, shape->all ? "" : " head", (unsigned long long)places, which + 1);
    return HBS_OK;
}

int hbs_shape_check(hbs_unit *unit) {
    hbs_shape shape;
    hbs_status status = read_shape(unit, &shape);
    for (unsigned which = 0; which < 2 && status == HBS_OK; which++) status = check_query(unit, &shape, which);
    return (int)status;
}

hbs_status hbs_shape_fill(hbs_unit *unit, hbs_shape_room *room) {
    hbs_status status = HBS_OK;
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    hbs_query_pair *const pair = room->pair;
    for (size_t r = 0; r < room->shape.schema.relations; r++) {
        hbs_schema_relation *const relation = &room->shape.schema.relation[r];
        HBS_TRY(hbs_symbol_intern(&pair->relations, relation->name, strlen(relation->name), relation->arity, &relation->index, error));
    }
    HBS_TRY(hbs_query_pair_constants(pair, room->shape.constants, error));
    for (unsigned which = 0; which < 2; which++) {
        hbs_query *const query = which ? &pair->q2 : &pair->q1;
        query->variables = room->shape.variables[which];
        for (size_t i = 0; i < room->shape.pattern_length; i++) HBS_TRY(hbs_query_head(query, room->shape.pattern[i], error));
        for (uint32_t v = 0; !room->shape.pattern_length && v < room->shape.head; v++) HBS_TRY(hbs_query_head(query, v, error));
    }
done:
    return status;
}

hbs_status hbs_shape_begin(hbs_unit *unit, hbs_shape_room *room) {
    const hbs_status status = (hbs_status)hbs_unit_begin_pair(unit);
    if (status != HBS_OK) return status;
    room->pair = &hbs_unit_current(unit)->instance.pair;
    return hbs_shape_fill(unit, room);
}

static hbs_status draw_once(hbs_unit *unit, hbs_shape_room *room, hbs_query *query, unsigned which) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    query->atoms = 0;
    for (size_t r = 0; r < room->shape.schema.relations; r++)
        HBS_TRY(hbs_body_draw(&room->distinct, &drawing->rng, room->pair, query, room->shape.schema.relation[r].index, room->shape.schema.relation[r].atoms[which],
                terms_of(&room->shape, which), drawing->error));
done:
    return status;
}

hbs_status hbs_shape_draw_body(hbs_unit *unit, hbs_shape_room *room, unsigned which) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_query *const query = which ? &room->pair->q2 : &room->pair->q1;
    const uint32_t wanted = hbs_shape_must_occur(&room->shape, which);
    const hbs_rng_mark mark = hbs_rng_take_mark(&drawing->rng);
    for (;;) {
        HBS_TRY(draw_once(unit, room, query, which));
        if (hbs_all_occur(query, wanted, room->seen)) break;
        if (!hbs_rng_reject(&drawing->rng, mark))
            HBS_FAIL(drawing->error, HBS_ERROR_BUDGET, "no q%u in which all %u%s variables occur found in %llu tries: raise m%u or lower %s",
                    which + 1, wanted, room->shape.all ? "" : " head", (unsigned long long)drawing->rng.retries, which + 1,
                    room->shape.all ? which ? "v2" : "v1" : "head");
    }
done:
    return status;
}

hbs_status hbs_shape_draw_bodies(hbs_unit *unit, hbs_shape_room *room) {
    hbs_status status = HBS_OK;
    for (unsigned which = 0; which < 2; which++) HBS_TRY(hbs_shape_draw_body(unit, room, which));
done:
    return status;
}

int hbs_shape_generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_shape_room *room = NULL;
    HBS_TRY(hbs_shape_room_of(unit, &room));
    HBS_TRY(hbs_shape_begin(unit, room));
    HBS_TRY(hbs_shape_draw_bodies(unit, room));
done:
    return (int)hbs_unit_keep(unit, status);
}
