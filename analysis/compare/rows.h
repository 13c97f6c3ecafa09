/* Two datasets as one table: features, whether a decider settles it, and effort, with the side of every row and the units as clusters. */
#ifndef HBS_ANALYSIS_COMPARE_ROWS_H
#define HBS_ANALYSIS_COMPARE_ROWS_H

#include "analysis/features/feature_table.h"
#include "analysis/means.h"

#define HBS_UNITS_COMPARED 20000u

typedef struct hbs_both {
    const hbs_dataset *dataset[2];      /* borrowed */
    const hbs_feature **feature;        /* those of the problem, then hbs_settled_feature */
    size_t columns, rows, first;        /* rows of the first dataset come first: `first` of them */
    double *value;                      /* row-major; NAN: not defined */
    int8_t *label;                      /* -1 unknown */
    double *effort;                     /* NAN: not known */
    uint32_t *cluster;                  /* of each row; those of the first side come first: `clusters_first` of them */
    size_t clusters, clusters_first;
    char solver[2][64];                 /* that labelled all rows of the side; "" several, or none */
    uint64_t units[2];                  /* that the datasets have; more than HBS_UNITS_COMPARED a side: so many of them were taken by chance */
    bool same_order;                    /* both shuffled, or both as they were drawn */
} hbs_both;

extern const hbs_feature hbs_settled_feature;

/* Features of order say nothing when one dataset was shuffled and the other was not. */
static inline bool hbs_is_compared(const hbs_both *both, size_t column) { return both->same_order || !both->feature[column]->order; }
static inline int hbs_side(const hbs_both *both, size_t row) { return row >= both->first; }

hbs_status hbs_both_load(hbs_both *out, hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_measure_options *options, hbs_error *error);
void hbs_both_free(hbs_both *both);
/* cluster[row] = *clusters + the rank of the row's unit among those of the table; *clusters grows by their number. */
hbs_status hbs_number_clusters(const hbs_feature_table *table, uint32_t *cluster, size_t *clusters, hbs_error *error);

/* Means of a column over the rows of each side with this label (HBS_LABEL_UNKNOWN: all); value of row r: at[r * stride]. */
hbs_status hbs_means_of_sides(const hbs_both *both, const double *at, size_t stride, int label, hbs_means *out, hbs_error *error);
typedef struct hbs_cluster_sum {
    double sum;
    uint64_t count;
} hbs_cluster_sum;

/* Each adds its findings, headed by `head` (measure, dataset). law.c: *p gets the smallest p-value of the tests, adjusted for all of them; `what` a few words
 * that say what differs; *only_order whether all of that depends on order. */
typedef struct hbs_law_verdict {
    double p;
    unsigned tests;   /* that could be made */
    size_t labelled[2]; /* units of each side with a known label, which label shares and features rest on; 0: they could not be compared */
    bool only_order;
    char what[240];
} hbs_law_verdict;
hbs_status hbs_compare_laws(const hbs_both *both, const hbs_measure_options *options, const hbs_finding *head, hbs_law_verdict *verdict, hbs_findings *out, hbs_error *error);
/* probe.c: balanced accuracy of a probe that tells the sides apart, on held-out units, and the p-value of that by `draws` permutations; NAN and 1 where it cannot be tested. */
hbs_status hbs_compare_probe(const hbs_both *both, const hbs_measure_options *options, unsigned draws, hbs_estimate *accuracy, double *p, hbs_error *error);
hbs_status hbs_compare_difficulty(const hbs_both *both, const hbs_measure_options *options, const hbs_finding *head, hbs_findings *out, hbs_error *error);
/* What two datasets share, as sets of clauses or atoms. */
typedef struct hbs_common {
    bool equal;                         /* the same instances with the same labels, as often */
    uint64_t count[2], shared[2];       /* instances of each side, and those that stand in the other too */
} hbs_common;
hbs_status hbs_compare_instances(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_finding *head, hbs_common *common, hbs_findings *out, hbs_error *error);

#endif
