/* The parameters that the families of query pairs share, read once a unit. */
#ifndef HBS_GENERATORS_CQC_SHAPE_H
#define HBS_GENERATORS_CQC_SHAPE_H

#include "generators/cqc/bodies.h"
#include "generators/unit.h"

/* Positions in the parameter array of every family that uses the shape. MIDDLE is m2 or, where it is rational, the constrainedness from which m2 comes. */
enum { HBS_SHAPE_SCHEMA, HBS_SHAPE_V1, HBS_SHAPE_M1, HBS_SHAPE_V2, HBS_SHAPE_MIDDLE, HBS_SHAPE_HEAD, HBS_SHAPE_CONSTANTS, HBS_SHAPE_LOOPS, HBS_SHAPE_ALL, HBS_SHAPE_PATTERN,
       HBS_SHAPE_PARAMETERS };

#define HBS_SHAPE_VARIABLES_MAX 100000
#define HBS_SHAPE_ATOMS_MAX HBS_BODY_ATOMS_MAX
#define HBS_SHAPE_PATTERN_MAX 64
#define HBS_SHAPE_UP_TO_M2                                                                                                       \
    {"schema", HBS_TEXT, 0, 0, "e/2", "relations as name/arity,.. (r/2,s/3), with name/arity:atoms:atoms where one shall not have m1 and m2 (r/2,s/3:20:5; not with kappa)"}, \
        {"v1", HBS_INTEGER, 0, HBS_SHAPE_VARIABLES_MAX, "10", "variables that q1 may use, at least head"},                            \
        {"m1", HBS_INTEGER, 0, HBS_SHAPE_ATOMS_MAX, "20", "atoms of each relation in q1"},                                            \
        {"v2", HBS_INTEGER, 0, HBS_SHAPE_VARIABLES_MAX, "10", "variables that q2 may use, at least head"}
#define HBS_SHAPE_M2 {"m2", HBS_INTEGER, 0, HBS_SHAPE_ATOMS_MAX, "13", "atoms of each relation in q2; near v2 ln(v1) / (-ln(m1 / v1^arity)) independent queries have both labels often"}
#define HBS_SHAPE_FROM_HEAD                                                                                                      \
    {"head", HBS_INTEGER, 0, 1000, "0", "variables in both heads, each in an atom"},                             \
        {"constants", HBS_INTEGER, 0, 10000, "0", "constants c1, c2, .. that atoms of both queries may use"},                         \
        {"loops", HBS_FLAG, 0, 1, "no", "yes: arguments of an atom may repeat; no: all arguments of an atom differ"},                 \
        {"all", HBS_FLAG, 0, 1, "no", "yes: every one of the v1 and v2 variables occurs; no: those that no atom uses vanish"},        \
    {                                                                                                                            \
        "pattern", HBS_TEXT, 0, 0, "", "both heads, in place of each head variable once: numbers 1..head, each at least once, and constants (head=2 pattern=1,2,1,c1)" \
    }
#define HBS_SHAPE_TABLE HBS_SHAPE_UP_TO_M2, HBS_SHAPE_M2, HBS_SHAPE_FROM_HEAD

typedef struct hbs_shape {
    hbs_schema schema;             /* every relation counted */
    uint32_t variables[2], head;
    uint32_t constants;
    bool repeats, all;
    hbs_term pattern[HBS_SHAPE_PATTERN_MAX];   /* the heads, when pattern_length > 0 */
    size_t pattern_length;
} hbs_shape;

typedef struct hbs_shape_room {    /* kept in drawing->scratch */
    hbs_shape shape;
    hbs_query_pair *pair;          /* that is being drawn */
    hbs_distinct distinct;
    uint8_t *seen;
    size_t seen_capacity;
    uint32_t *image;               /* for a map of variables of q2 */
    size_t image_capacity;
    uint64_t *cumulative;          /* for a table by atom */
    size_t cumulative_capacity;
    uint32_t *fibre, *fibre_start; /* for the inverse of a map */
    size_t fibre_capacity, fibre_start_capacity;
} hbs_shape_room;

/* The unit's room with the shape that its parameters say. */
hbs_status hbs_shape_room_of(hbs_unit *unit, hbs_shape_room **out);
/* The same in two steps, for a shape that is not in the parameters: the room with any shape; its memory for the shape that was put there. */
hbs_status hbs_shape_room_any(hbs_unit *unit, hbs_shape_room **out);
hbs_status hbs_shape_room_fit(hbs_unit *unit, hbs_shape_room *room);
/* Frees what the room holds, not the room. */
void hbs_shape_room_clear(hbs_shape_room *room);
/* As hbs_generator.check. */
int hbs_shape_check(hbs_unit *unit);
/* Begins the unit's pair, which becomes room->pair: relations and constants in the tables, heads and numbers of variables in both queries. */
hbs_status hbs_shape_begin(hbs_unit *unit, hbs_shape_room *room);
/* The same in a pair of one's own, an empty room->pair. */
hbs_status hbs_shape_fill(hbs_unit *unit, hbs_shape_room *room);
/* How many of the variables of query 0 or 1 must occur: the head's or all. */
static inline uint32_t hbs_shape_must_occur(const hbs_shape *shape, unsigned which) { return shape->all ? shape->variables[which] : shape->head; }
/* Draws the body of query 0 or 1, uniform among those in which the variables occur that must; others are rejected. */
hbs_status hbs_shape_draw_body(hbs_unit *unit, hbs_shape_room *room, unsigned which);
/* Both, one after the other. */
hbs_status hbs_shape_draw_bodies(hbs_unit *unit, hbs_shape_room *room);
/* As hbs_generator.generate: a pair of independent bodies. */
int hbs_shape_generate(hbs_unit *unit);

#endif
