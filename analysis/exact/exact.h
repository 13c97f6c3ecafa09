/* The exact law of a generator on a small space: every instance that it can make with its probability, label and signature.
 *
 *     hbs_exact_of(generator, &settings, &options, &law, error);
 *     hbs_exact_compare(&law, group, HBS_REFERENCE_UNIFORM, &distances, ..)      // analysis/exact/exact_compare.h
 *
 * Instances are taken as sets of clauses or as sequences (SAT), or up to the names of variables and constants (CQC: a payload has no names). Literals of a clause have no
 * order. A group is one signature of one member of the unit: uniform is said within it. */
#ifndef HBS_ANALYSIS_EXACT_EXACT_H
#define HBS_ANALYSIS_EXACT_EXACT_H

#include "analysis/taken_as.h"
#include "core/memory.h"
#include "generators/enumeration/enumeration.h"
#include "generators/spaces/spaces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the law rests on. */
typedef enum hbs_exact_source {
    HBS_BY_ANY = 0,           /* enumeration; where it does not reach all and the generator states its density, that */
    HBS_BY_CHOICES,           /* enumeration alone */
    HBS_BY_DENSITY            /* the stated density alone */
} hbs_exact_source;

typedef struct hbs_exact_options {
    hbs_as as;
    hbs_exact_source source;
    hbs_enumeration_bounds bounds;   /* paths 0: HBS_EXACT_PATHS_STATED where a density is stated, _WHOLE where those seem to suffice for all, once they did not, and may have no end,
                                      * HBS_EXACT_PASSED times the estimate and _PASSED at least, else _LIKELIEST; least_bits 0: the largest b with
                                      * which the paths suffice, none where they all do; `indifferent` is set by what instances are taken for */
    uint64_t memory;          /* in bytes, about: an enumeration that would take more is cut as one of too many paths is; 0: HBS_EXACT_MEMORY */
    const hbs_listener *listener;
} hbs_exact_options;
#define HBS_EXACT_MEMORY (UINT64_C(4) << 30)
#define HBS_EXACT_PATHS_WHOLE UINT64_C(20000000)
#define HBS_EXACT_PATHS_LIKELIEST UINT64_C(5000000)
#define HBS_EXACT_PATHS_PASSED UINT64_C(1000000)
#define HBS_EXACT_PASSED 8u
#define HBS_EXACT_PATHS_STATED UINT64_C(1000000)
/* Paths of up to 1000 choices, as many as 0 says; loops are closed. */
hbs_exact_options hbs_exact_defaults(void);

/* Instances of one group that are equally likely and have the same label: few kinds stand for millions of cells. */
typedef struct hbs_exact_kind {
    size_t group;
    int label;
    uint64_t cells;
    mpq_t mass;               /* of each cell, of all its members together */
    mpz_t members;            /* of each cell. SAT: 1; CQC: pairs over named variables and constants that differ from it by names alone. As stated: formulas with so many models, one cell */
} hbs_exact_kind;

typedef struct hbs_exact_cell {
    size_t start;             /* payload within `bytes` */
    uint32_t size, kind;
} hbs_exact_cell;

typedef struct hbs_exact_group {
    unsigned member;          /* which instance of the unit */
    hbs_signature signature;
    size_t first, cells;      /* cell[first .. first + cells - 1]; none as stated */
    size_t first_kind, kinds; /* kind[first_kind .. first_kind + kinds - 1] */
    mpq_t mass, label_mass[2];
    mpz_t found, label_found[2];     /* instances that can come, by name */
} hbs_exact_group;

typedef struct hbs_exact_law {
    hbs_problem problem;
    unsigned members;         /* instances of a unit */
    hbs_collection of;
    hbs_density stated;       /* not UNKNOWN: the law rests on this density, which the generator states; `paths` are those to its signatures */
    hbs_density density;      /* what the generator states of instances taken as these are; analysis/exact/exact_stated.h holds an enumerated law against it */
    double all_bits;          /* log2 of the estimated number of paths; 0: not estimated, or only within the caller's bounds on choices, rejections or probability */
    hbs_exact_cell *cell;     /* by group */
    size_t cells, cell_capacity;
    hbs_exact_kind *kind;     /* by group */
    size_t kinds, kind_capacity;
    uint32_t *slot;           /* 1 + kind by hash, while the law is filled */
    size_t slots;
    hbs_bytes bytes;
    hbs_exact_group *group;   /* by member, likeliest first */
    size_t groups, group_capacity;
    uint64_t paths, cut, closed;   /* closed: rejected attempts whose loops were closed */
    uint32_t longest;         /* choices of the longest path */
    unsigned least_bits;      /* paths below 2^-least_bits were cut where another choice was due; 0: none */
    mpq_t left_over;          /* mass that was cut */
    mpq_t merged;             /* mass of instances in which repeated clauses were merged, over the members of a unit together */
} hbs_exact_law;
void hbs_exact_law_new(hbs_exact_law *law);
void hbs_exact_law_free(hbs_exact_law *law);

/* Fills a new law. HBS_ERROR_BUDGET when more than half of the mass would be left over: the space is too big. O(paths) units and O(cells) exact decisions; as stated, O(paths to
 * signatures) units and the counting of each signature's space (generators/spaces/small_space.h). */
hbs_status hbs_exact_of(const hbs_generator *generator, const hbs_settings *settings, const hbs_exact_options *options, hbs_exact_law *law, hbs_error *error);
/* Decodes cell i, of an enumerated law. */
hbs_status hbs_exact_instance(const hbs_exact_law *law, size_t cell, hbs_instance *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
