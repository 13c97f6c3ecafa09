/* One unit of a generator being drawn: its stream, the values of its parameters, and the instances made so far.
 * Built-in generators include this and write into hbs_unit_cnf / hbs_unit_pair directly; plugins see plugin.h alone. */
#ifndef HBS_GENERATORS_UNIT_H
#define HBS_GENERATORS_UNIT_H

#include "core/instance.h"
#include "core/rng.h"
#include "generators/params.h"
#include "generators/plugin.h"
#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One instance as drawn. */
typedef struct hbs_drawn {
    hbs_instance instance;
    int claim;                     /* label claimed by construction, or decided while drawing; HBS_LABEL_UNKNOWN: none */
    hbs_certificate certificate;   /* of the claim, kind NONE when there is none */
    const char *solver;            /* not NULL: the claim was *decided* by this solver while drawing (sat/sr), not known by construction */
    uint64_t effort;
} hbs_drawn;

/* A generator's own memory while another one draws. */
typedef struct hbs_shelved {
    const hbs_generator *generator;
    void *scratch;
    void (*scratch_free)(void *);
} hbs_shelved;
#define HBS_SHELF 16u

/* Room for units, reused from unit to unit; one a thread. */
typedef struct hbs_drawing {
    hbs_unit unit;                 /* first: a hbs_unit * is a hbs_drawing * */
    const hbs_generator *generator;
    const hbs_values *values;
    hbs_rng rng;
    hbs_rng_mark mark;             /* where a rejection goes back to */
    hbs_drawn drawn[HBS_UNIT_INSTANCES_MAX];
    size_t count;                  /* instances begun */
    const struct hbs_parents *parents;   /* what there is to augment (generators/parents.h); NULL: nothing */
    bool (*stop)(void *context);   /* asked where a draw is rejected or searched for, on the thread that draws: yes ends it with HBS_ERROR_INTERRUPTED; NULL: never */
    void *stop_context;
    uint64_t turn;                 /* number of the unit within its part */
    uint64_t parent;               /* the number of the unit's parent in its dataset, when has_parent */
    hbs_error *error;
    hbs_status status;             /* first mistake */
    int parent_label;              /* the label that the parent is to have, or HBS_LABEL_UNKNOWN */
    bool has_parent;
    bool settled;                  /* nobody asked for another attempt since the mark was set */
    bool claimed;                  /* the last instance has a claim, made since it began or since the last retry */
    bool one_attempt;              /* an attempt that generate() rejects ends the draw with HBS_ERROR_BUDGET; set by whoever draws the parameters anew */
    bool checking;                 /* the values alone are being checked, nothing is drawn */
    void *scratch;                 /* a generator's own memory, kept between its units */
    void (*scratch_free)(void *);
    hbs_shelved shelf[HBS_SHELF];  /* the same of the generators that drew before, when parts take turns */
} hbs_drawing;

void hbs_drawing_free(hbs_drawing *drawing);   /* {0} is valid */
/* Draws the instance(s) of `unit` with given values. `rng` continues where it stands (parameters were drawn from it first), so that a
 * redraw by label goes on in the same stream. Errors name the generator and the unit. */
hbs_status hbs_draw(hbs_drawing *drawing, const hbs_generator *generator, const hbs_values *values, uint64_t unit, hbs_error *error);
/* The same with messages that name neither. */
hbs_status hbs_draw_unnamed(hbs_drawing *drawing, const hbs_generator *generator, const hbs_values *values, hbs_error *error);
hbs_status hbs_values_check_unnamed(const hbs_values *values, const hbs_generator *generator, hbs_error *error);
void hbs_drawn_clear(hbs_drawn *drawn, hbs_problem problem);
/* A lower-case word, as the text form of queries can write it. */
bool hbs_is_relation_name(const char *text);
/* Starts the stream of the unit, which asks drawing->stop. */
void hbs_drawing_seed(hbs_drawing *drawing, uint64_t seed, uint64_t unit);

/* For built-in generators. */
/* What each descriptor begins with: the interface that it is written for, SAT or CQC, and its table of parameters. A unit is one instance, or two of twins. */
#define HBS_BUILT_IN(of, table) HBS_BUILT_IN_UNITS(of, 1, table)
#define HBS_BUILT_IN_TWINS(of, table) HBS_BUILT_IN_UNITS(of, 2, table)
#define HBS_BUILT_IN_UNITS(of, instances, table)                                                                                      \
    .abi = HBS_PLUGIN_ABI, .struct_size = sizeof(hbs_generator), .problem = HBS_GENERATES_##of, .instances_per_unit = (instances),    \
    .parameter_count = sizeof(table) / sizeof *(table), .parameters = (table)
/* Like hbs_unit_fail with a code and a formatted message; the first mistake stays. Returns the unit's status. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hbs_status hbs_unit_raise(hbs_unit *unit, hbs_status code, const char *format, ...);
static inline hbs_drawing *hbs_unit_drawing(hbs_unit *unit) { return (hbs_drawing *)unit; }
static inline hbs_drawn *hbs_unit_current(hbs_unit *unit) {
    hbs_drawing *drawing = hbs_unit_drawing(unit);
    return &drawing->drawn[drawing->count - 1];
}
/* Keeps the status of a library call that has written into drawing->error; returns the unit's status. */
hbs_status hbs_unit_keep(hbs_unit *unit, hbs_status status);
/* A parameter whose range fits 32 bits; a flag. */
static inline uint32_t hbs_unit_number(const hbs_unit *unit, uint32_t parameter) { return (uint32_t)hbs_unit_integer(unit, parameter); }
static inline bool hbs_unit_flag(const hbs_unit *unit, uint32_t parameter) { return hbs_unit_integer(unit, parameter) != 0; }
/* Makes drawing->scratch `size` zeroed bytes when the generator has none yet. `release` frees them and what they hold, later. */
hbs_status hbs_scratch_of(hbs_drawing *drawing, size_t size, void (*release)(void *scratch));
extern const hbs_host hbs_unit_host;

#ifdef __cplusplus
}
#endif
#endif
