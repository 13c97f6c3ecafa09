/* Recipes: published datasets by name. A recipe says what to make (a spec and the options of hbs_make), where it comes from, where our law must differ from the
 * published one, and a reference: figures of the published data with a tolerance, and digests of our own draws, which hold them for good.
 *
 * The texts under datasets/recipes/ are part of the library (cmake/recipes.cmake), so that an installed program needs no files. Lines are `key: value`; a line that
 * begins with a blank goes on with the one before; `#` begins a comment; `[name]` begins a recipe. What stands before the first recipe holds for all of the text. Keys:
 *
 *     summary, source, spec, count, balance (yes|no), keep_order (yes|no), split (none|SHARES)
 *     differs: a sentence; may come several times, and adds to those of the whole text
 *     figure:  mean FEATURE LABEL = V +- T            mean of a feature over the instances of that label
 *     figure:  rule FEATURE CUT LABEL = V +- T        balanced accuracy of "above CUT: LABEL"
 *     figure:  draws = V +- T                         draws for an instance of each label, mean over both added up
 *     digest:  COUNT SEED SHA-256                     of what is made with that count and seed and nothing else changed */
#ifndef HBS_DATASETS_RECIPES_RECIPE_H
#define HBS_DATASETS_RECIPES_RECIPE_H

#include "datasets/make/make.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_RECIPE_NOTES 12u
#define HBS_RECIPE_FIGURES 8u
#define HBS_RECIPE_DIGESTS 4u

typedef enum hbs_figure_kind { HBS_FIGURE_MEAN, HBS_FIGURE_RULE, HBS_FIGURE_DRAWS } hbs_figure_kind;

typedef struct hbs_recipe_figure {
    hbs_figure_kind kind;
    char feature[48];          /* "" for draws */
    int label;                 /* mean: of which label; rule: predicted above the cut */
    double cut, value, tolerance;
} hbs_recipe_figure;

typedef struct hbs_recipe_digest {
    uint64_t count, seed;
    char digest[65];
} hbs_recipe_digest;

typedef struct hbs_recipe {
    const char *name, *summary, *source, *spec;
    const char *split;         /* NULL: none */
    uint64_t count;
    bool balance, keep_order;
    const char *differs[HBS_RECIPE_NOTES];
    hbs_recipe_figure figure[HBS_RECIPE_FIGURES];
    hbs_recipe_digest digest[HBS_RECIPE_DIGESTS];
    size_t notes, figures, digests;
} hbs_recipe;

/* All of them, in the order of the texts; texts are owned. */
typedef struct hbs_recipes {
    hbs_recipe *item;
    size_t count, capacity;
    char **text;
    size_t texts, text_capacity;
} hbs_recipes;                 /* {0} is empty */

void hbs_recipes_free(hbs_recipes *recipes);
/* The recipes that are built in. */
hbs_status hbs_recipes_builtin(hbs_recipes *out, hbs_error *error);
/* Adds those of one text. HBS_ERROR_INPUT says which recipe and key is wrong; `recipes` is then as it was. */
hbs_status hbs_recipes_read(hbs_recipes *recipes, const char *text, hbs_error *error);
/* With or without "recipe:" before the name. HBS_ERROR_USAGE names one that is close, if any. The recipe stays with `recipes`. */
hbs_status hbs_recipes_find(const hbs_recipes *recipes, const char *name, const hbs_recipe **out, hbs_error *error);
/* Hands on the status of looking for a generator called `word`. When it failed and the word, with or without "recipe:", is a recipe's name, the error says so. */
hbs_status hbs_recipes_hint(const char *word, hbs_status status, hbs_error *error);
/* Does a word name a recipe ("recipe:...")? */
bool hbs_names_recipe(const char *word);
/* The spec of a recipe with parameters changed: each of `words` is p=v and stands in place of the recipe's own p=v, or is added. A spec of several parts takes
 * none: HBS_ERROR_USAGE. */
hbs_status hbs_recipe_spec(const hbs_recipe *recipe, const char *const *words, size_t count, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
