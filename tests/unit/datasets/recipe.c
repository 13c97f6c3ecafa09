/* Recipes as texts: the built-in ones are whole, and what is wrong in a text is named. */
#include "datasets/recipes/recipe.h"

#include <stdio.h>
#include <string.h>

#include "generators/spec.h"
#include "tests/unit/test.h"

#define WHOLE "[a]\nsummary: s\nsource: t\nspec: sat/sr n=5\ncount: 10\n"

static void built_in_ones_are_whole(void) {
    hbs_error error = {0};
    hbs_recipes all = {0};
    CHECK_OK(hbs_recipes_builtin(&all, &error));
    CU_ASSERT(all.count >= 50);
    for (size_t i = 0; i < all.count; i++) {
        const hbs_recipe *const recipe = &all.item[i], *found;
        hbs_spec spec = {0};
        hbs_bytes printed = {0};
        CHECK_OK(hbs_spec_parse_text(&spec, recipe->spec, &error));
        CHECK_OK(hbs_spec_print(&spec, &printed, &error));
        CHECK_OK(hbs_recipes_find(&all, recipe->name, &found, &error));
        CU_ASSERT_PTR_EQUAL(found, recipe);
        CU_ASSERT(recipe->notes > 0 && recipe->count > 0);
        hbs_split split[8];
        size_t splits;
        if (recipe->split) CHECK_OK(hbs_split_parse(recipe->split, split, &splits, &error));
        hbs_bytes_free(&printed);
        hbs_spec_free(&spec);
    }
    hbs_recipes_free(&all);
}

static void what_holds_for_all_is_inherited_and_can_be_changed(void) {
    hbs_error error = {0};
    hbs_recipes r = {0};
    CHECK_OK(hbs_recipes_read(&r, "# text\nsource: t\ncount: 10\nbalance: yes\ndiffers: one\nsplit: a=.5,b=.5\n\n[x/y]\nsummary: s\nspec: sat/sr\n  n=5\ndiffers: two\n  lines\n"
                                  "[z]\nsummary: s\nspec: sat/sr n=6\nbalance: no\nsplit: none\nfigure: mean clauses 1 = 3.5 +- .25\nfigure: rule variables 2 0 = .5 +- .1\nfigure: draws = 3 +- 1\n"
                                  "digest: 20 18446744073709551615 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n",
                              &error));
    CU_ASSERT_EQUAL_FATAL(r.count, 2);
    CU_ASSERT_STRING_EQUAL(r.item[0].spec, "sat/sr n=5");
    CU_ASSERT_STRING_EQUAL(r.item[0].differs[1], "two lines");
    CU_ASSERT(r.item[0].balance && !r.item[1].balance && r.item[0].split && !r.item[1].split);
    CU_ASSERT_EQUAL(r.item[1].notes, 1);
    CU_ASSERT_EQUAL(r.item[1].figures, 3);
    CU_ASSERT(r.item[1].figure[0].kind == HBS_FIGURE_MEAN && r.item[1].figure[0].value == 3.5 && r.item[1].figure[0].label == 1);
    CU_ASSERT(r.item[1].figure[1].kind == HBS_FIGURE_RULE && r.item[1].figure[1].cut == 2 && r.item[1].figure[1].label == 0);
    CU_ASSERT(r.item[1].digests == 1 && r.item[1].digest[0].seed == UINT64_MAX && r.item[1].digest[0].count == 20);
    hbs_recipes_free(&r);
}

static void what_is_wrong_is_named(void) {
    static const struct {
        const char *text, *says;
    } bad[] = {{"[a]\nsummary: s\n", "source is missing"},   {WHOLE "[a]\n", "comes twice"},           {WHOLE "colour: red\n", "unknown key `colour`"},
               {WHOLE "balance: maybe\n", "yes or no"},       {WHOLE "count: 1x\n", "count"},            {WHOLE "figure: mean clauses = 3\n", "figure"},
               {WHOLE "figure: mean clauses 2 = 3 +- 1\n", "figure"}, {WHOLE "figure: draws = 3 +- 1 x\n", "figure"}, {WHOLE "digest: 1 2 abc\n", "digest"},
               {"[a\n", "is not [name]"},                     {WHOLE "nothing\n", "is not `key: value`"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hbs_error error = {0};
        hbs_recipes r = {0};
        CU_ASSERT_EQUAL(hbs_recipes_read(&r, bad[i].text, &error), HBS_ERROR_INPUT);
        if (!strstr(error.message, bad[i].says)) fprintf(stderr, "\n    %s", error.message);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, bad[i].says));
        CU_ASSERT_EQUAL(r.count, 0);
        hbs_recipes_free(&r);
    }
}

static void parameters_are_changed(void) {
    hbs_error error = {0};
    hbs_recipes r = {0};
    hbs_bytes text = {0};
    CHECK_OK(hbs_recipes_read(&r, WHOLE "[b]\nsummary: s\nsource: t\nspec: sat/sr n=5 + sat/core n=6 m=30\ncount: 10\n", &error));
    CHECK_OK(hbs_recipe_spec(&r.item[0], (const char *[]){"n=7", "p_geo=.5"}, 2, &text, &error));
    CU_ASSERT_STRING_EQUAL((const char *)text.data, "sat/sr n=7 p_geo=.5");
    hbs_bytes_free(&text);
    text = (hbs_bytes){0};
    CU_ASSERT_EQUAL(hbs_recipe_spec(&r.item[1], (const char *[]){"n=7"}, 1, &text, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_recipe_spec(&r.item[0], (const char *[]){"+"}, 1, &text, &error), HBS_ERROR_USAGE);
    hbs_bytes_free(&text);
    hbs_recipes_free(&r);
}

const hbs_test hbs_tests[] = {{"built_in_ones_are_whole", built_in_ones_are_whole},
                              {"what_holds_for_all_is_inherited_and_can_be_changed", what_holds_for_all_is_inherited_and_can_be_changed},
                              {"what_is_wrong_is_named", what_is_wrong_is_named},
                              {"parameters_are_changed", parameters_are_changed},
                              {NULL, NULL}};
