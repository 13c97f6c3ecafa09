/* Two datasets side by side, or a dataset and a recipe: the same dataset, another draw of the same law, or another law? And which is harder?
 *
 * Findings have measure "compare" and are about the first dataset. The first of them is the verdict, whose subject is "other=NAME verdict=WORD":
 *
 *     same_dataset     equal digests: label for label and byte for byte
 *     same_instances   the same instances as sets of clauses or atoms, in another order
 *     part_of, holds   each instance of the one stands in the other too
 *     same_law         no difference seen, in so many tests
 *     same_law_but_order   only what depends on the order of clauses, literals or atoms differs
 *     another_law      something differs: which follows
 *     related          nothing differs, but some instances have relatives on the other side (hbs_lineage), so that the two are no independent draws
 *     cannot_tell      nothing differs, but a side has fewer than HBS_UNITS_ENOUGH units, or fewer whose label is known
 *     agrees, disagrees, no_figures   of a recipe's published figures
 *
 * The chance that two draws of one law are called two laws is at most 1 - level: see law.c for the tests. */
#ifndef HBS_ANALYSIS_COMPARE_COMPARE_H
#define HBS_ANALYSIS_COMPARE_COMPARE_H

#include "analysis/measure.h"
#include "datasets/recipes/recipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* HBS_ERROR_USAGE: another problem, one that is not complete, or the same dataset twice. */
hbs_status hbs_compare(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, const hbs_measure_options *options, hbs_findings *out, hbs_error *error);
/* The same with a fresh draw: laws are tested whatever is shared, since all of that is shared by chance. */
hbs_status hbs_compare_fresh(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *fresh, const hbs_measure_options *options, hbs_findings *out, hbs_error *error);
/* Which share of a's instances stands in b, or of b's in a, whichever is larger; by content, whatever the labels are. */
hbs_status hbs_compare_share(hbs_catalog *catalog, const hbs_dataset *a, const hbs_dataset *b, double *share, hbs_error *error);
/* Against what was published: digests of our own draws, figures with their tolerance. A figure agrees when its interval in the dataset meets the published one. */
hbs_status hbs_compare_recipe(hbs_catalog *catalog, const hbs_dataset *a, const hbs_recipe *recipe, const hbs_measure_options *options, hbs_findings *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
