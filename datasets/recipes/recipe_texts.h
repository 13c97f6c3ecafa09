/* The texts of datasets/recipes/, as cmake/recipes.cmake writes them into a file of the build folder. */
#ifndef HBS_DATASETS_RECIPES_RECIPE_TEXTS_H
#define HBS_DATASETS_RECIPES_RECIPE_TEXTS_H

/* Each ends with a zero byte; NULL ends the list. */
extern const unsigned char *const hbs_recipe_texts[];

#endif
