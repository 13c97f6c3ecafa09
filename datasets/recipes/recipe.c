/* Reading recipes. A text is copied once and cut in place: what a recipe holds points into that copy. What stands before the first recipe is a recipe without a
 * name, and each one begins as a copy of it. */
#include "datasets/recipes/recipe.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/decimal.h"
#include "datasets/recipes/recipe_texts.h"
#include "generators/closest.h"

#define PREFIX "recipe:"

void hbs_recipes_free(hbs_recipes *recipes) {
    if (!recipes) return;
    for (size_t i = 0; i < recipes->texts; i++) free(recipes->text[i]);
    free(recipes->text);
    free(recipes->item);
    *recipes = (hbs_recipes){0};
}

/* ---- values ---- */

static hbs_status wrong(const hbs_recipe *recipe, const char *key, const char *value, const char *wanted, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: %.40s: `%.80s` is not %s", recipe->name, key, value, wanted);
}

static hbs_status read_flag(const hbs_recipe *recipe, const char *key, const char *value, bool *out, hbs_error *error) {
    if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) return wrong(recipe, key, value, "yes or no", error);
    *out = *value == 'y';
    return HBS_OK;
}

static hbs_status read_count(const hbs_recipe *recipe, const char *value, uint64_t *out, hbs_error *error) {
    return hbs_read_uint64(value, strlen(value), out) && *out ? HBS_OK : wrong(recipe, "count", value, "a number of instances", error);
}

static hbs_status add_note(hbs_recipe *recipe, const char *value, hbs_error *error) {
    if (recipe->notes == HBS_RECIPE_NOTES) return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: more than %u differences", recipe->name, HBS_RECIPE_NOTES);
    recipe->differs[recipe->notes++] = value;
    return HBS_OK;
}

static bool read_figure(const char *text, hbs_recipe_figure *out) {
    hbs_recipe_figure f = {.label = HBS_LABEL_UNKNOWN};
    int used = 0;
    if (sscanf(text, "mean %47s %d = %lf +- %lf%n", f.feature, &f.label, &f.value, &f.tolerance, &used) == 4) f.kind = HBS_FIGURE_MEAN;
    else if (sscanf(text, "rule %47s %lf %d = %lf +- %lf%n", f.feature, &f.cut, &f.label, &f.value, &f.tolerance, &used) == 5) f.kind = HBS_FIGURE_RULE;
    else if (sscanf(text, "draws = %lf +- %lf%n", &f.value, &f.tolerance, &used) == 2) f.kind = HBS_FIGURE_DRAWS, f.feature[0] = 0;
    else return false;
    *out = f;
    return !text[used] && isfinite(f.value) && isfinite(f.cut) && f.tolerance > 0 && isfinite(f.tolerance) && (f.kind == HBS_FIGURE_DRAWS || f.label == 0 || f.label == 1);
}

static hbs_status add_figure(hbs_recipe *recipe, const char *value, hbs_error *error) {
    if (recipe->figures == HBS_RECIPE_FIGURES) return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: more than %u figures", recipe->name, HBS_RECIPE_FIGURES);
    if (!read_figure(value, &recipe->figure[recipe->figures]))
        return wrong(recipe, "figure", value, "`mean FEATURE LABEL = V +- T`, `rule FEATURE CUT LABEL = V +- T` or `draws = V +- T`", error);
    recipe->figures++;
    return HBS_OK;
}

static hbs_status add_digest(hbs_recipe *recipe, const char *value, hbs_error *error) {
    unsigned long long count, seed;
    char hex[65];
    int used = 0;
    if (recipe->digests == HBS_RECIPE_DIGESTS) return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: more than %u digests", recipe->name, HBS_RECIPE_DIGESTS);
    if (sscanf(value, "%llu %llu %64s%n", &count, &seed, hex, &used) != 3 || value[used] || strlen(hex) != 64 || strspn(hex, "0123456789abcdef") != 64)
        return wrong(recipe, "digest", value, "COUNT SEED and 64 hexadecimal digits", error);
    hbs_recipe_digest *const digest = &recipe->digest[recipe->digests++];
    *digest = (hbs_recipe_digest){.count = count, .seed = seed};
    memcpy(digest->digest, hex, sizeof hex);
    return HBS_OK;
}

static hbs_status assign(hbs_recipe *recipe, const char *key, const char *value, hbs_error *error) {
    if (!strcmp(key, "summary")) recipe->summary = value;
    else if (!strcmp(key, "source")) recipe->source = value;
    else if (!strcmp(key, "spec")) recipe->spec = value;
    else if (!strcmp(key, "split")) recipe->split = strcmp(value, "none") ? value : NULL;
    else if (!strcmp(key, "count")) return read_count(recipe, value, &recipe->count, error);
    else if (!strcmp(key, "balance")) return read_flag(recipe, key, value, &recipe->balance, error);
    else if (!strcmp(key, "keep_order")) return read_flag(recipe, key, value, &recipe->keep_order, error);
    else if (!strcmp(key, "differs")) return add_note(recipe, value, error);
    else if (!strcmp(key, "figure")) return add_figure(recipe, value, error);
    else if (!strcmp(key, "digest")) return add_digest(recipe, value, error);
    else return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: unknown key `%.40s`", recipe->name, key);
    return HBS_OK;
}

/* ---- texts ---- */

/* Lines that begin with a blank are joined to those before, in place. */
static void join_lines(char *text) {
    char *out = text;
    for (const char *at = text; *at;) {
        if (*at == '\n' && (at[1] == ' ' || at[1] == '\t')) {
            at += 1 + strspn(at + 1, " \t");
            if (*at != '\n') *out++ = ' ';
        } else *out++ = *at++;
    }
    *out = 0;
}

static hbs_status check(const hbs_recipe *recipe, hbs_error *error) {
    const char *const missing = !recipe->summary ? "summary" : !recipe->source ? "source" : !recipe->spec ? "spec" : !recipe->count ? "count" : NULL;
    return missing ? hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: %s is missing", recipe->name, missing) : HBS_OK;
}

static hbs_status begin(hbs_recipes *recipes, const hbs_recipe *whole, char *line, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *const end = strchr(line, ']');
    if (!end || end == line + 1 || end[1] || strlen(line) > 100) return hbs_raise(error, HBS_ERROR_INPUT, "recipes: `%.60s` is not [name]", line);
    *end = 0;
    for (size_t i = 0; i < recipes->count; i++)
        if (!strcmp(recipes->item[i].name, line + 1)) return hbs_raise(error, HBS_ERROR_INPUT, "recipes: %s comes twice", line + 1);
    HBS_TRY(hbs_grow(&recipes->item, &recipes->capacity, recipes->count + 1, sizeof *recipes->item, error));
    recipes->item[recipes->count] = *whole;
    recipes->item[recipes->count++].name = line + 1;
done:
    return status;
}

static hbs_status read_line(hbs_recipes *recipes, size_t first, hbs_recipe *whole, char *line, hbs_error *error) {
    if (!*line || *line == '#') return HBS_OK;
    if (*line == '[') return begin(recipes, whole, line, error);
    hbs_recipe *const recipe = recipes->count > first ? &recipes->item[recipes->count - 1] : whole;
    char *const colon = strchr(line, ':');
    if (!colon) return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: `%.60s` is not `key: value`", recipe->name, line);
    *colon = 0;
    char *const value = colon + 1 + strspn(colon + 1, " \t");
    for (size_t length = strlen(value); length && (value[length - 1] == ' ' || value[length - 1] == '\r'); length--) value[length - 1] = 0;
    return assign(recipe, line, value, error);
}

hbs_status hbs_recipes_read(hbs_recipes *recipes, const char *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t first = recipes->count;
    char *text = NULL;
    hbs_recipe whole = {.name = "(all)"};
    HBS_TRY(hbs_copy_text(&text, given, error));
    join_lines(text);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        HBS_TRY(read_line(recipes, first, &whole, line, error));
    }
    for (size_t i = first; i < recipes->count; i++) HBS_TRY(check(&recipes->item[i], error));
    HBS_TRY(hbs_grow(&recipes->text, &recipes->text_capacity, recipes->texts + 1, sizeof *recipes->text, error));
    recipes->text[recipes->texts++] = text;
    text = NULL;
done:
    if (status != HBS_OK) recipes->count = first;
    free(text);
    return status;
}

hbs_status hbs_recipes_builtin(hbs_recipes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_recipes all = {0};
    for (const unsigned char *const *text = hbs_recipe_texts; *text; text++) HBS_TRY(hbs_recipes_read(&all, (const char *)*text, error));
    hbs_recipes_free(out);
    *out = all;
    all = (hbs_recipes){0};
done:
    hbs_recipes_free(&all);
    return status;
}

/* ---- names ---- */

bool hbs_names_recipe(const char *word) { return !strncmp(word, PREFIX, sizeof PREFIX - 1); }

hbs_status hbs_recipes_find(const hbs_recipes *recipes, const char *given, const hbs_recipe **out, hbs_error *error) {
    const char *const name = hbs_names_recipe(given) ? given + sizeof PREFIX - 1 : given, *closest = NULL;
    const size_t length = strlen(name);
    unsigned least = UINT_MAX;
    for (size_t i = 0; i < recipes->count; i++) {
        const char *const known = recipes->item[i].name;
        if (!strcmp(known, name)) {
            *out = &recipes->item[i];
            return HBS_OK;
        }
        const unsigned distance = hbs_path_distance(name, length, known);
        if (distance < least) least = distance, closest = known;
    }
    if (!closest || !hbs_path_is_close(name, length, closest)) return hbs_raise(error, HBS_ERROR_USAGE, "there is no recipe `%.60s`: `gen list` names those that there are", name);
    return hbs_raise(error, HBS_ERROR_USAGE, "there is no recipe `%.60s`: did you mean recipe:%s? `gen list` names them all", name, closest);
}

hbs_status hbs_recipes_hint(const char *word, hbs_status status, hbs_error *error) {
    hbs_recipes recipes = {0};
    const hbs_recipe *recipe;
    if (status != HBS_ERROR_USAGE) return status;
    if (hbs_recipes_builtin(&recipes, NULL) == HBS_OK && hbs_recipes_find(&recipes, word, &recipe, NULL) == HBS_OK)
        status = hbs_raise(error, HBS_ERROR_USAGE, "`%s` is a recipe, no generator: `gen make` takes recipe:%s, and `gen describe recipe:%s` shows its generator and parameters", word,
                           recipe->name, recipe->name);
    hbs_recipes_free(&recipes);
    return status;
}

/* ---- specs ---- */

/* Does one of the words say p= for the p of this one? */
static bool is_replaced(const char *word, size_t length, const char *const *words, size_t count) {
    const char *const equals = memchr(word, '=', length);
    for (size_t i = 0; equals && i < count; i++)
        if (!strncmp(words[i], word, (size_t)(equals - word) + 1)) return true;
    return false;
}

hbs_status hbs_recipe_spec(const hbs_recipe *recipe, const char *const *words, size_t count, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool parts = strstr(recipe->spec, " + ") != NULL;
    for (size_t i = 0; i < count; i++)
        if (parts || !strchr(words[i], '=') || hbs_names_recipe(words[i]))
            HBS_FAIL(error, HBS_ERROR_USAGE, "recipe:%s: `%.60s` cannot stand behind it: %s", recipe->name, words[i],
                     parts ? "its spec has several parts; write the spec out (gen describe shows it)" : "a recipe is a whole spec, of which p=v changes parameters; write its spec out to mix it (gen describe shows it)");
    for (const char *at = recipe->spec; *at;) {
        const size_t length = strcspn(at, " ");
        if (!is_replaced(at, length, words, count)) HBS_TRY(hbs_bytes_print(out, error, "%s%.*s", out->size ? " " : "", (int)length, at));
        at += length;
        at += strspn(at, " ");
    }
    for (size_t i = 0; i < count; i++) HBS_TRY(hbs_bytes_print(out, error, " %s", words[i]));
done:
    return status;
}
