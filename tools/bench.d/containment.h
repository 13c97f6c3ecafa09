/* The pairs of queries that rows about containment draw: specs, each list ends with NULL. */
#ifndef HBS_TOOLS_BENCH_CONTAINMENT_H
#define HBS_TOOLS_BENCH_CONTAINMENT_H

extern const char *const bench_digraphs_20[], *const bench_digraphs_30[], *const bench_wide_pairs[];

#endif
