/* Making a dataset: spec to units to labels to rows. The bytes depend on (spec, seed, count, label options) alone, never on threads, shards or resumes. */
#ifndef HBS_DATASETS_MAKE_MAKE_H
#define HBS_DATASETS_MAKE_MAKE_H

#include "datasets/catalog/catalog.h"
#include "generators/plugins/plugins.h"
#include "generators/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_TRIES 10000   /* redraws of a unit for a wanted label, unless options say otherwise */

typedef enum hbs_certify { HBS_CERTIFY_NONE, HBS_CERTIFY_CHECK, HBS_CERTIFY_STORE } hbs_certify;

/* Which file a generator came from, when it is no built-in one. */
typedef struct hbs_plugin_seal {
    char generator[72];
    char digest[65];               /* SHA-256 of the file */
} hbs_plugin_seal;

typedef struct hbs_make_options {
    uint64_t count;                /* instances */
    uint64_t seed;
    unsigned threads;              /* 0, 1: one */
    bool balance;                  /* labels alternate from unit to unit within each part that has no label= */
    const char *solver;            /* NULL: auto */
    hbs_certify certify;           /* default check */
    uint64_t budget;               /* solver steps an instance; 0: none */
    uint64_t tries;                /* redraws a unit for a wanted label; 0: HBS_TRIES */
    const char *split;             /* "train=.8,valid=.1,test=.1" or NULL; units are assigned whole, each by a draw of its own stream, and what has parents with all that descends from the same unit. NULL: the parent's split, if it has one */
    uint64_t shard, shards;        /* shards 0: the whole */
    bool split_apart;              /* isomorphic instances may fall into different splits; else all that are joined by isomorphism or family share one (datasets/joined_splits.h). Those of one unit or family share one in either case */
    bool distinct;                 /* no two instances of the dataset are isomorphic: a unit that repeats is drawn again, within its tries. Not with shards */
    bool keep_order, rename, trust_construction, resume;
    bool cross_check;              /* a second solver labels each instance too; a disagreement is HBS_ERROR_FAULT (datasets/disagreement.h). Changes no row */
    hbs_plugin_seal plugin[HBS_PARTS_MAX];   /* of the spec, sorted by name; hbs_make fills it in */
    size_t plugins;
    char recipe[128];              /* the recipe that spec and options came from, and parameters changed, as in "g4satbench/easy/ca n_max=60"; "": none. Changes no instance */
    char parents[HBS_PARTS_MAX][65];         /* digests of the datasets that parts of the spec augment, "" where they do not; hbs_make fills it in */
    struct json_t *stored;         /* what hbs_make_options_parse has read, and texts point into; else NULL */
} hbs_make_options;

/* A resumed dataset goes on after its last committed unit; spec and options must be the stored ones (HBS_ERROR_USAGE says which differ). A claimed label that the solver
 * refutes is HBS_ERROR_FAULT naming generator and unit. Interrupted: HBS_ERROR_INTERRUPTED, committed rows are kept. *out gets the dataset's row. */
hbs_status hbs_make(hbs_catalog *catalog, const char *name, const hbs_spec *spec, const hbs_make_options *options, const hbs_listener *listener, hbs_dataset *out,
                    hbs_error *error);
/* The canonical JSON text stored in dataset.options, and back (unknown keys are HBS_ERROR_INPUT): what was parsed is freed by hbs_make_options_free, for which {0} is legal. */
hbs_status hbs_make_options_print(const hbs_make_options *options, hbs_bytes *out, hbs_error *error);
hbs_status hbs_make_options_parse(hbs_make_options *options, const char *text, hbs_error *error);
void hbs_make_options_free(hbs_make_options *options);
/* The first part of two stored options, of the same spec, whose parents are not the same; HBS_PARTS_MAX: there is none. */
size_t hbs_make_parents_differ(const char *stored, const char *asked);
/* Appends what differs between two stored options, as text: "certify is \"check\", not \"store\"". */
hbs_status hbs_make_options_differ(const char *stored, const char *asked, hbs_bytes *out, hbs_error *error);
/* Are these options of `make`, and not of an import or a reference? */
bool hbs_make_has_options(const char *text);
/* Do these stored options say --distinct: is no instance one of those before it, by design? */
bool hbs_make_refuses_repeats(const char *text);
/* Reads "train=.8,valid=.1" into names and exact shares that add up to 1. */
typedef struct hbs_split {
    char name[32];
    uint64_t numerator, denominator;
} hbs_split;
hbs_status hbs_split_parse(const char *text, hbs_split out[8], size_t *count, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
