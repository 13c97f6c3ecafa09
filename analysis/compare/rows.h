/* Two datasets as one table: features, whether a decider settles it, and effort, with the side of every row and the units as clusters. */
#ifndef HBS_ANALYSIS_COMPARE_ROWS_H
#define HBS_ANALYSIS_COMPARE_ROWS_H

#include "analysis/features/feature_table.h"

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

static inline int hbs_side(const hbs_both *both, size_t row) { return row >= both->first; }

hbs_status hbs_both_load(hbs_both *out, hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_measure_options *options, hbs_error *error);
void hbs_both_free(hbs_both *both);
/* cluster[row] = *clusters + the rank of the row's unit among those of the table; *clusters grows by their number. */
hbs_status hbs_number_clusters(const hbs_feature_table *table, uint32_t *cluster, size_t *clusters, hbs_error *error);

/* The mean of a column over the rows of a side with this label (HBS_LABEL_UNKNOWN: all), and its standard error with units as clusters (linearised ratio). */
typedef struct hbs_side_mean {
    double mean, error, deviation;      /* deviation: of the values */
    uint64_t rows, units;
} hbs_side_mean;
/* scratch: one double and one count a cluster, zero; left zero. */
typedef struct hbs_cluster_sum {
    double sum;
    uint64_t count;
} hbs_cluster_sum;
/* value of row r: at[r * stride]. */
hbs_side_mean hbs_mean_of_side(const hbs_both *both, const double *at, size_t stride, int side, int label, hbs_cluster_sum *scratch);
/* first minus second, limits by Student's t over the units of both. */
hbs_estimate hbs_difference_of(const hbs_side_mean *a, const hbs_side_mean *b, double level);

/* Each adds its findings, headed by `head` (measure, dataset). law.c: *p gets the smallest p-value of the tests, adjusted for all of them; `what` a few words
 * that say what differs; *only_order whether all of that depends on order. */
typedef struct hbs_law_verdict {
    double p;
    unsigned tests;
    bool only_order;
    char what[240];
} hbs_law_verdict;
hbs_status hbs_compare_laws(const hbs_both *both, const hbs_measure_options *options, const hbs_finding *head, hbs_law_verdict *verdict, hbs_findings *out, hbs_error *error);
hbs_status hbs_compare_difficulty(const hbs_both *both, const hbs_measure_options *options, const hbs_finding *head, hbs_findings *out, hbs_error *error);
/* What two datasets share, as sets of clauses or atoms. */
typedef struct hbs_common {
    bool equal;                         /* the same instances with the same labels, as often */
    uint64_t count[2], shared[2];       /* instances of each side, and those that stand in the other too */
} hbs_common;
hbs_status hbs_compare_instances(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_finding *head, hbs_common *common, hbs_findings *out, hbs_error *error);

#endif
