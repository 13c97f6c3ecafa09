/* Speed as ratios within one run. A row is a candidate beside a baseline: the two take turns for some rounds, each round gives one ratio of their times
 * an item, and the row reports the median ratio with its spread. Nothing here is a test: machines and their load differ. */
#ifndef HBS_TOOLS_BENCH_H
#define HBS_TOOLS_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#define BENCH_ROUNDS_MAX 31u

typedef enum bench_clock { BENCH_CPU, BENCH_WALL } bench_clock;

/* A row under way. */
typedef struct bench_run {
    double baseline[BENCH_ROUNDS_MAX], candidate[BENCH_ROUNDS_MAX];   /* seconds an item */
    size_t rounds;
} bench_run;

typedef struct bench_row {
    const char *name;
    const char *what;          /* "SR(10..40) pairs, certificates checked" */
    const char *baseline, *candidate, *item;
    bench_clock clock;
    bool inverse;              /* report candidate time : baseline time, else baseline : candidate */
    double goal;               /* inverse: at most; else at least; 0: none, for information */
    /* Rounds may stay 0 when the baseline is a program that is not installed: then it has said so, and the row is left out. */
    hbs_status (*run)(const struct bench_row *row, bench_run *run, hbs_error *error);
    const void *setting;       /* the row's own */
} bench_row;

/* Seconds of the clock since some moment. */
double bench_now(bench_clock clock);
/* Runs both sides in turns for `rounds` rounds, after one round that is not counted. A side does its work once and says in *items how much it was. */
typedef hbs_status (*bench_side)(void *context, uint64_t round, uint64_t *items, hbs_error *error);
hbs_status bench_alternate(bench_run *run, bench_clock clock, unsigned rounds, bench_side baseline, bench_side candidate, void *context, hbs_error *error);

extern const bench_row bench_sr[], bench_solvers[], bench_checks[], bench_exact[], bench_containment[], bench_threads[], bench_generate[];   /* each ends with a row without a name */

/* Prints which way of solving is fastest on uniform 3-SAT, by size and density. */
hbs_status bench_calibrate(hbs_error *error);

#endif
