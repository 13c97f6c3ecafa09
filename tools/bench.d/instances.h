/* Instances of a spec in memory, for rows that time what comes after drawing. */
#ifndef HBS_TOOLS_BENCH_INSTANCES_H
#define HBS_TOOLS_BENCH_INSTANCES_H

#include "core/instance.h"

typedef struct bench_instances {
    hbs_instance *item;
    size_t count;
} bench_instances;

/* The first `count` instances of the spec under seed 1 that are the `member`-th of their unit. */
hbs_status bench_instances_draw(bench_instances *out, const char *spec, size_t count, size_t member, hbs_error *error);
void bench_instances_free(bench_instances *instances);

#endif
