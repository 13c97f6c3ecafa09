/* A dataset against what is known of a published one: was it made by the recipe, has it a digest that the recipe names, do its figures meet the published ones? A
 * published figure stands for a sample, so each has a tolerance, and ours has an interval over units: they agree when the two meet. That can refute, and it can
 * support; only a digest proves. Figures about the order of clauses and literals are told, and held against nothing, where the catalog says that order was shuffled. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/gap/accuracy.h"
#include "analysis/compare/compare.h"
#include "analysis/compare/rows.h"
#include "analysis/means.h"
#include "analysis/wording.h"
#include "core/memory.h"

typedef struct checking {
    hbs_catalog *catalog;
    const hbs_dataset *dataset;
    const hbs_recipe *recipe;
    const hbs_measure_options *options;
    hbs_feature_table table;
    uint64_t *tries;                /* of each row; NULL: it was not drawn here */
    uint32_t *cluster;
    size_t clusters;
    unsigned agree, differ, left_out;   /* left_out: about an order that was shuffled */
    hbs_findings *out;
    hbs_finding head;
} checking;

static hbs_status read_tries(checking *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    size_t row = 0;
    int code = SQLITE_DONE;
    HBS_TRY(hbs_allocate(&c->tries, c->table.rows, sizeof *c->tries, error));
    HBS_TRY(hbs_catalog_prepare(c->catalog, &statement, "SELECT tries FROM instance WHERE dataset = ?1 ORDER BY idx", error));
    sqlite3_bind_int64(statement, 1, c->dataset->id);
    while (row < c->table.rows && (code = sqlite3_step(statement)) == SQLITE_ROW) c->tries[row++] = (uint64_t)sqlite3_column_int64(statement, 0);
    if (code != SQLITE_ROW && code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(c->catalog, "read tries", error));
done:
    sqlite3_finalize(statement);
    return status;
}

/* ---- figures ---- */

static size_t column_of(const hbs_feature_table *table, const char *name) {
    for (size_t i = 0; i < table->columns; i++)
        if (!strcmp(table->feature[i]->name, name)) return i;
    return SIZE_MAX;
}

/* What a unit holds. */
typedef struct unit_sum {
    double sum, count;
} unit_sum;

static void of_unit(const void *context, size_t unit, double *sum, double *count) {
    const unit_sum *u = (const unit_sum *)context + unit;
    *sum = u->sum, *count = u->count;
}

/* Mean of value(row) over rows of a label. */
static hbs_status mean_over_units(const checking *c, int label, double (*value)(const checking *c, size_t row, size_t column), size_t column, hbs_estimate *out, hbs_error *error) {
    unit_sum *unit = NULL;
    hbs_means m;
    const hbs_status status = hbs_allocate(&unit, c->clusters, sizeof *unit, error);
    if (status != HBS_OK) return status;
    for (size_t r = 0; r < c->table.rows; r++) {
        const double x = value(c, r, column);
        if (c->table.label[r] == label && !isnan(x)) unit[c->cluster[r]].sum += x, unit[c->cluster[r]].count++;
    }
    hbs_means_of(&m, 1, c->clusters, of_unit, unit);
    *out = hbs_means_hall(&m, 0, c->options->level);
    free(unit);
    return HBS_OK;
}

static double feature_value(const checking *c, size_t row, size_t column) {
    hbs_feature_table_passed(&c->table, row);
    return c->table.value[row * c->table.columns + column];
}

static double tries_value(const checking *c, size_t row, size_t column) { return column == SIZE_MAX ? (double)c->tries[row] : NAN; }

static hbs_status rule_accuracy(const checking *c, const hbs_recipe_figure *figure, size_t column, hbs_estimate *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_tally *tally = NULL;
    HBS_TRY(hbs_allocate(&tally, c->clusters, sizeof *tally, error));
    for (size_t r = 0; r < c->table.rows; r++) {
        const int label = c->table.label[r];
        if (label < 0) continue;
        const int guess = feature_value(c, r, column) > figure->cut ? figure->label : !figure->label;
        tally[c->cluster[r]].total[label]++;
        tally[c->cluster[r]].right[label] += guess == label;
    }
    HBS_TRY(hbs_accuracy_estimate(tally, c->clusters, 1, c->options, out, NULL, error));
done:
    free(tally);
    return status;
}

static hbs_status draws_of_both(const checking *c, hbs_estimate *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_estimate of[2];
    for (int label = 0; label < 2; label++) HBS_TRY(mean_over_units(c, label, tries_value, SIZE_MAX, &of[label], error));
    const double sum = of[0].estimate + of[1].estimate;
    *out = (hbs_estimate){sum, sum - hypot(of[0].estimate - of[0].ci_low, of[1].estimate - of[1].ci_low), sum + hypot(of[0].ci_high - of[0].estimate, of[1].ci_high - of[1].estimate),
                          c->options->level, of[0].n + of[1].n, of[0].method};
done:
    return status;
}

/* What shuffling took away says nothing about the law. */
static bool is_shuffled_away(const checking *c, const hbs_recipe_figure *figure) {
    if (figure->kind == HBS_FIGURE_DRAWS || !c->dataset->shuffled) return false;
    return c->table.feature[column_of(&c->table, figure->feature)]->order;
}

static hbs_status say_figure(checking *c, const hbs_recipe_figure *figure, const hbs_estimate *value, hbs_error *error) {
    static const char *const quantity[] = {"published_mean", "published_rule", "published_draws"};
    char what[160], subject[160];
    const bool left_out = is_shuffled_away(c, figure);
    hbs_finding head = c->head;
    const double low = figure->value - figure->tolerance, high = figure->value + figure->tolerance;
    const bool known = !isnan(value->ci_low) && !isnan(value->ci_high), agrees = known && value->ci_low <= high && value->ci_high >= low;
    head.value = *value;
    head.null_value = figure->value;
    head.weight = !known || left_out ? HBS_FINDING_NOT_APPLICABLE : agrees ? HBS_FINDING_NONE : HBS_FINDING_BIAS;
    c->agree += agrees && !left_out;
    c->differ += known && !agrees && !left_out;
    c->left_out += left_out;
    snprintf(subject, sizeof subject, "%s%s", figure->kind == HBS_FIGURE_DRAWS ? "" : "feature=", figure->feature);
    if (figure->kind == HBS_FIGURE_MEAN) snprintf(what, sizeof what, "Mean %s where the label is %d", figure->feature, figure->label);
    else if (figure->kind == HBS_FIGURE_RULE) snprintf(what, sizeof what, "Balanced accuracy of \"%s > %.6g: label %d\"", figure->feature, figure->cut, figure->label);
    else snprintf(what, sizeof what, "Draws for an instance of each label");
    if (!known) return hbs_findings_say(c->out, &head, quantity[figure->kind], subject, error, "%s is not defined here: too few units of a label. Published: %.4g +- %.2g.", what,
                                        figure->value, figure->tolerance);
    if (left_out)
        return hbs_findings_say(c->out, &head, quantity[figure->kind], subject, error,
                                "%s: %.4g [%.4g, %.4g], not held against the published %.4g +- %.2g: it tells of the order of clauses and literals, which was shuffled here.", what, value->estimate,
                                value->ci_low, value->ci_high, figure->value, figure->tolerance);
    return hbs_findings_say(c->out, &head, quantity[figure->kind], subject, error, "%s: %.4g [%.4g, %.4g], published %.4g +- %.2g: %s.", what, value->estimate, value->ci_low, value->ci_high,
                            figure->value, figure->tolerance, agrees ? "agrees" : "differs");
}

static hbs_status check_figure(checking *c, const hbs_recipe_figure *figure, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_estimate value = hbs_not_defined();
    const size_t column = figure->kind == HBS_FIGURE_DRAWS ? 0 : column_of(&c->table, figure->feature);
    if (column == SIZE_MAX) return hbs_raise(error, HBS_ERROR_INPUT, "recipe %s: there is no feature '%s' of %s", c->recipe->name, figure->feature, hbs_problem_name(c->dataset->problem));
    switch (figure->kind) {
    case HBS_FIGURE_MEAN: HBS_TRY(mean_over_units(c, figure->label, feature_value, column, &value, error)); break;
    case HBS_FIGURE_RULE: HBS_TRY(rule_accuracy(c, figure, column, &value, error)); break;
    case HBS_FIGURE_DRAWS:
        if (!c->tries) return HBS_OK;
        HBS_TRY(draws_of_both(c, &value, error));
        break;
    }
    HBS_TRY(say_figure(c, figure, &value, error));
done:
    return status;
}

/* ---- where it comes from ---- */

/* As gen make would store it: parameters in one spelling, so that equal laws read alike. */
static hbs_status spell(const char *text, hbs_bytes *out, hbs_error *error) {
    hbs_spec spec = {0};
    hbs_status status = hbs_spec_parse_text(&spec, text, error);
    if (status == HBS_OK) status = hbs_spec_print(&spec, out, error);
    hbs_spec_free(&spec);
    return status;
}

static hbs_status say_specs(checking *c, const hbs_finding *head, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes own = {0}, recipe = {0};
    hbs_error ignored;
    HBS_TRY(spell(c->recipe->spec, &recipe, error));
    if (spell(c->dataset->spec, &own, &ignored) != HBS_OK) { /* an import, or a plugin that is not there */
        own.size = 0;
        HBS_TRY(hbs_bytes_print(&own, error, "%s", c->dataset->spec));
    }
    const char *mine = (const char *)own.data, *its = (const char *)recipe.data;
    if (strcmp(mine, its) == 0) HBS_TRY(hbs_findings_say(c->out, head, "origin", "", error, "Its spec is that of the recipe, `%.400s`.", mine));
    else if (hbs_is_imported(c->dataset)) HBS_TRY(hbs_findings_say(c->out, head, "origin", "", error, "It was imported, and what drew it is not known; the recipe's spec is `%.300s`.", its));
    else HBS_TRY(hbs_findings_say(c->out, head, "origin", "", error, "Its spec is `%.200s`; the recipe's is `%.200s`.", mine, its));
done:
    hbs_bytes_free(&own);
    hbs_bytes_free(&recipe);
    return status;
}

static hbs_status say_origin(checking *c, const char *recipe, hbs_error *error) {
    hbs_finding head = c->head;
    head.weight = HBS_FINDING_PLAIN;
    if (recipe[0]) return hbs_findings_say(c->out, &head, "origin", "", error, "It was made by recipe:%s, with seed %llu.", recipe, (unsigned long long)c->dataset->seed);
    return say_specs(c, &head, error);
}

/* The options tell whether it was drawn here, so that tries mean something, and by which recipe. */
static hbs_status look_at_origin(checking *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_make_options made = {0};
    if (hbs_make_options_parse(&made, c->dataset->options, NULL) == HBS_OK && made.balance) HBS_TRY(read_tries(c, error));
    HBS_TRY(say_origin(c, made.recipe, error));
done:
    hbs_make_options_free(&made);
    return status;
}

static const hbs_recipe_digest *equal_digest(const hbs_recipe *recipe, const hbs_dataset *dataset) {
    for (size_t i = 0; i < recipe->digests; i++)
        if (!strcmp(recipe->digest[i].digest, dataset->digest)) return &recipe->digest[i];
    return NULL;
}

static void judge(checking *c, hbs_finding *verdict) {
    const hbs_recipe_digest *const digest = equal_digest(c->recipe, c->dataset);
    const char *const order = c->left_out ? " Figures about order were left out: the dataset was shuffled." : "";
    const char *word = c->differ ? "disagrees" : c->agree ? "agrees" : "no_figures";
    verdict->weight = c->differ ? HBS_FINDING_BIAS : c->agree ? HBS_FINDING_NONE : HBS_FINDING_PLAIN;
    if (digest) {
        word = "same_dataset";
        verdict->weight = HBS_FINDING_NONE;
        snprintf(verdict->sentence, sizeof verdict->sentence, "The same dataset as recipe:%s --count %llu --seed %llu: its digest is the recipe's.", c->recipe->name,
                 (unsigned long long)digest->count, (unsigned long long)digest->seed);
    } else if (c->differ)
        snprintf(verdict->sentence, sizeof verdict->sentence, "Not what recipe:%s describes: %u of %u published figures differ%s.%s", c->recipe->name, c->differ, c->differ + c->agree,
                 c->differ == 1 ? "s" : "", order);
    else if (c->agree)
        snprintf(verdict->sentence, sizeof verdict->sentence, "Not refuted: %u published figure%s of recipe:%s appl%s and agree%s, as %s may with other laws. --draw N compares with a fresh sample of its law.%s",
                 c->agree, hbs_s(c->agree), c->recipe->name, hbs_one_or(c->agree, "ies", "y"), hbs_one_or(c->agree, "s", ""), hbs_one_or(c->agree, "it", "they"), order);
    else
        snprintf(verdict->sentence, sizeof verdict->sentence, "recipe:%s has no published figures that apply here. --draw N compares with a fresh sample of its law.%s", c->recipe->name, order);
    snprintf(verdict->quantity, sizeof verdict->quantity, "verdict");
    snprintf(verdict->subject, sizeof verdict->subject, "other=recipe:%.100s verdict=%s", c->recipe->name, word);
}

hbs_status hbs_compare_recipe(hbs_catalog *catalog, const hbs_dataset *a, const hbs_recipe *recipe, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    const size_t first = out->count;
    hbs_finding *verdict;
    checking c = {.catalog = catalog, .dataset = a, .recipe = recipe, .options = &options, .out = out, .head = hbs_finding_about("compare", a)};
    HBS_TRY(hbs_measurable(a, error));
    if (a->problem != HBS_SAT) return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is about %s, and recipe:%s about formulas", a->name, hbs_problem_name(a->problem), recipe->name);
    HBS_TRY(hbs_findings_add(out, &verdict, error));
    *verdict = c.head;
    HBS_TRY(hbs_feature_table_load(&c.table, catalog, a, &options, error));
    HBS_TRY(hbs_allocate(&c.cluster, c.table.rows, sizeof *c.cluster, error));
    HBS_TRY(hbs_number_clusters(&c.table, c.cluster, &c.clusters, error));
    HBS_TRY(look_at_origin(&c, error));
    for (size_t i = 0; i < recipe->figures; i++) HBS_TRY(check_figure(&c, &recipe->figure[i], error));
    judge(&c, &out->item[first]);
done:
    if (status != HBS_OK) out->count = first;
    hbs_feature_table_free(&c.table);
    free(c.tries);
    free(c.cluster);
    return status;
}
