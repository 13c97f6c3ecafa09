/* The list of generators, sorted by name. A new family is its file and one line here. */
#include "generators/registry.h"

#include <limits.h>
#include <string.h>

#include "core/memory.h"
#include "generators/closest.h"

#define GENERATORS(X) \
    X(cqc_augment)         \
    X(cqc_coloring)        \
    X(cqc_constructed)     \
    X(cqc_edits)           \
    X(cqc_pullback)        \
    X(cqc_sat)             \
    X(cqc_shapes)          \
    X(cqc_threshold)       \
    X(cqc_uniform)         \
    X(sat_any)             \
    X(sat_augment)         \
    X(sat_clique)          \
    X(sat_clique_coloring) \
    X(sat_coloring)        \
    X(sat_community)       \
    X(sat_containment)     \
    X(sat_core)            \
    X(sat_counting)        \
    X(sat_dominating_set)  \
    X(sat_even_coloring)   \
    X(sat_hidden)          \
    X(sat_matching)        \
    X(sat_nae)             \
    X(sat_ordering)        \
    X(sat_parity)          \
    X(sat_pebbling)        \
    X(sat_pigeonhole)      \
    X(sat_planted)         \
    X(sat_planted_coloring) \
    X(sat_planted_or_core) \
    X(sat_popularity)      \
    X(sat_ramsey)          \
    X(sat_regular)         \
    X(sat_scale_free)      \
    X(sat_sgen1)           \
    X(sat_sr)              \
    X(sat_subset_cardinality) \
    X(sat_threshold)       \
    X(sat_tseitin)         \
    X(sat_uniform)         \
    X(sat_van_der_waerden) \
    X(sat_vertex_cover)    \
    X(sat_xor)

#define DECLARE(name) extern const hbs_generator hbs_##name;
#define LIST(name) &hbs_##name,
GENERATORS(DECLARE)

static const hbs_generator *const generators[] = {GENERATORS(LIST) NULL};

const hbs_generator *const *hbs_generators(void) { return generators; }

hbs_status hbs_generator_find(const char *name, const hbs_generator **out, hbs_error *error) { return hbs_generator_find_among(generators, name, out, error); }

hbs_status hbs_generator_find_among(const hbs_generator *const *list, const char *name, const hbs_generator **out, hbs_error *error) {
    const hbs_generator *closest = NULL;
    const size_t length = strlen(name);
    unsigned least = UINT_MAX;
    for (const hbs_generator *const *here = list; *here; here++) {
        if (!strcmp((*here)->name, name)) {
            *out = *here;
            return HBS_OK;
        }
        const unsigned distance = hbs_path_distance(name, length, (*here)->name);
        if (distance < least) least = distance, closest = *here;
    }
    if (!closest || !hbs_path_is_close(name, length, closest->name)) return hbs_raise(error, HBS_ERROR_USAGE, "unknown generator `%.200s`; `gen list` has all; those of a plugin come with --plugin FILE.so", name);
    return hbs_raise(error, HBS_ERROR_USAGE, "unknown generator `%.200s`: did you mean %s? `gen list` has all; those of a plugin come with --plugin FILE.so", name, closest->name);
}

int hbs_generator_only_label(const hbs_generator *generator) {
    return generator->labels == HBS_LABELS_ALL_NO ? HBS_LABEL_NO : generator->labels == HBS_LABELS_ALL_YES ? HBS_LABEL_YES : HBS_LABEL_UNKNOWN;
}

const char *hbs_generator_group(const hbs_generator *generator) { return generator->group ? generator->group : "other"; }
