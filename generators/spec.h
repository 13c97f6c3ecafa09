/* What a dataset is made of: "GENERATOR [p=v ..] [label=0|1] [redraw=instance|all] [share=S] + GENERATOR ..", and which unit belongs to which part. */
#ifndef HBS_GENERATORS_SPEC_H
#define HBS_GENERATORS_SPEC_H

#include "core/instance.h"
#include "generators/params.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_PARTS_MAX 16u

typedef struct hbs_part {
    const hbs_generator *generator;
    hbs_settings settings;
    int label;               /* keep only this label (by rejection), or HBS_LABEL_UNKNOWN: keep both */
    bool redraw_all;         /* what was drawn and not kept (the other label, or rejected by the generator) is drawn anew with its parameters; else the unit keeps
                              * those, so that sizes keep their law whatever the label */
    bool redraw_given;
    uint64_t share_numerator, share_denominator;   /* share of the *instances*; equal shares when none is given */
} hbs_part;

typedef struct hbs_spec {
    hbs_part part[HBS_PARTS_MAX];
    size_t parts;
    hbs_problem problem;     /* all parts have the same */
} hbs_spec;

void hbs_spec_free(hbs_spec *spec);
/* From words as they come from a command line; "+" separates parts. HBS_ERROR_USAGE says which word and what to do. */
hbs_status hbs_spec_parse(hbs_spec *spec, const char *const *words, size_t count, hbs_error *error);
/* Names are looked up in this list (hbs_plugins_generators), not among the built-in generators alone. */
hbs_status hbs_spec_parse_among(hbs_spec *spec, const hbs_generator *const *generators, const char *const *words, size_t count, hbs_error *error);
hbs_status hbs_spec_parse_text(hbs_spec *spec, const char *text, hbs_error *error);
/* Canonical text, parsed back to an equal spec. */
hbs_status hbs_spec_print(const hbs_spec *spec, hbs_bytes *out, hbs_error *error);

/* Which part each unit belongs to: always the part that lags most behind its share (ties: the first) among those that still fit. */
typedef struct hbs_schedule {
    const hbs_spec *spec;
    uint64_t count;                        /* instances in all */
    uint64_t unit, idx;                    /* of the next unit: its number, and the index of its first instance */
    uint64_t made[HBS_PARTS_MAX];          /* instances so far, by part */
} hbs_schedule;
/* HBS_ERROR_USAGE when `count` cannot be filled exactly (odd count of twins), naming the nearest counts that can. */
hbs_status hbs_schedule_start(hbs_schedule *schedule, const hbs_spec *spec, uint64_t count, hbs_error *error);
/* The part of the next unit, or -1 at the end; advances. *unit and *idx get the unit's number and first instance index. */
int hbs_schedule_next(hbs_schedule *schedule, uint64_t *unit, uint64_t *idx);
/* Number of units in all. O(units). */
uint64_t hbs_schedule_units(const hbs_spec *spec, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif
