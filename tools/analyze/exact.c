/* analyze exact: the exact law of a generator on a small space, against uniform; or the whole space of a signature. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/exact/exact_stated.h"
#include "analysis/exact/exact_compare.h"
#include "analysis/wording.h"
#include "core/rationals.h"
#include "datasets/recipes/recipe.h"
#include "generators/registry.h"
#include "tools/analyze/exact_numbers.h"
#include "tools/analyze/verbs.h"
#include "tools/cli/output.h"
#include "tools/cli/plugins.h"
#include "tools/cli/wrap.h"

typedef struct options {
    const char *space, *as, *law;
    uint64_t paths, memory, rejects, choices, least_bits, signatures;
    bool classes, loose, json;
    cli_plugins plugins;
} options;

typedef struct exact_work {
    hbs_plugins *plugins;
    const hbs_generator *generator;
    hbs_settings settings;
    hbs_bytes spec;
    hbs_exact_law law;
    hbs_space_labels *labels;
    mpq_t apart;              /* from the density that is stated, where `held`: all was enumerated, so that the two could be compared */
    bool held;
    const options *given;
} exact_work;

static void work_new(exact_work *work, const options *given) {
    *work = (exact_work){.given = given};
    hbs_exact_law_new(&work->law);
    mpq_init(work->apart);
}

static void work_free(exact_work *work) {
    mpq_clear(work->apart);
    hbs_exact_law_free(&work->law);
    hbs_space_labels_free(work->labels);
    hbs_settings_free(&work->settings);
    hbs_bytes_free(&work->spec);
    hbs_plugins_close(work->plugins);
}

static hbs_status read_spec(exact_work *work, const cli_run *run, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(cli_plugins_open(&work->given->plugins, &run->listener, &work->plugins, error));
    HBS_TRY(hbs_recipes_hint(run->argument[0], hbs_generator_find_among(hbs_plugins_generators(work->plugins), run->argument[0], &work->generator, error), error));
    HBS_TRY(hbs_settings_defaults(&work->settings, work->generator, error));
    for (size_t i = 1; i < run->arguments; i++) {
        const char *const word = run->argument[i];
        if (!strcmp(word, "+") || !strncmp(word, "label=", 6) || !strncmp(word, "share=", 6))
            HBS_FAIL(error, HBS_ERROR_USAGE, "'%s': one generator is enumerated, and its labels are compared apart; leave that out", word);
        HBS_TRY(hbs_settings_assign(&work->settings, work->generator, word, error));
    }
    HBS_TRY(hbs_settings_complete(&work->settings, work->generator, error));
    HBS_TRY(hbs_settings_print(&work->settings, work->generator, &work->spec, error));
done:
    return status;
}

static hbs_exact_options read_options(const options *given, bool cut_rejects, const hbs_listener *listener) {
    hbs_exact_options out = hbs_exact_defaults();
    out.as = !strcmp(given->as, "sets") ? HBS_AS_SETS : !strcmp(given->as, "sequences") ? HBS_AS_SEQUENCES : HBS_AS_DRAWN;
    out.bounds = (hbs_enumeration_bounds){.paths = given->paths, .cut_rejects = cut_rejects, .rejects = given->rejects, .choices = (uint32_t)given->choices,
                                          .least_bits = (uint32_t)given->least_bits};
    out.source = !strcmp(given->law, "choices") ? HBS_BY_CHOICES : !strcmp(given->law, "density") ? HBS_BY_DENSITY : HBS_BY_ANY;
    out.memory = given->memory << 20;
    out.listener = listener;
    return out;
}

/* In which order references are shown, and under which names. */
static const hbs_exact_reference shown[] = {HBS_REFERENCE_UNIFORM, HBS_REFERENCE_YES, HBS_REFERENCE_NO, HBS_REFERENCE_CLASSES};

static size_t references(const exact_work *work) { return work->given->classes ? 4 : 3; }

static const char *reference_name(const exact_work *work, hbs_exact_reference reference, char *room, size_t size) {
    if (reference == HBS_REFERENCE_UNIFORM) return "uniform";
    if (reference == HBS_REFERENCE_CLASSES) return "uniform over classes";
    snprintf(room, size, "uniform, %s", hbs_label_name(work->law.problem, (int)reference));
    return room;
}

static const char *column_name(const exact_work *work, hbs_exact_reference reference) {
    const bool sat = work->law.problem == HBS_SAT;
    switch (reference) {
    case HBS_REFERENCE_UNIFORM: return "ALL";
    case HBS_REFERENCE_CLASSES: return "OVER CLASSES";
    case HBS_REFERENCE_YES: return sat ? "SATISFIABLE" : "CONTAINED";
    default: return sat ? "UNSATISFIABLE" : "NOT CONTAINED";
    }
}

static hbs_status signature_text(const exact_work *work, size_t group, hbs_bytes *out, hbs_error *error) {
    hbs_bytes_clear(out);
    return hbs_signature_print(&work->law.group[group].signature, out, error);
}

static hbs_status compare(const exact_work *work, size_t group, hbs_exact_reference reference, hbs_exact_comparison *out, hbs_error *error) {
    return hbs_exact_compare(&work->law, group, reference, work->labels, out, error);
}

/* ---- text ---- */

static hbs_status print_cut_range(cli_columns *columns, bool cut, const double range[2], const mpq_t value, hbs_error *error) {
    if (!cut || isnan(range[0]) || range[0] == range[1]) return exact_cell(columns, value, error);
    return cli_cell(columns, error, "%.4g..%.4g", range[0], range[1]);
}

static hbs_status print_infinite(cli_columns *columns, bool infinite, const mpq_t value, hbs_error *error) {
    return infinite ? cli_cell(columns, error, "infinite") : exact_cell(columns, value, error);
}

/* What stands in the line of a measure, in the order of `measure`. */
static hbs_status print_value(cli_columns *columns, size_t measure, const hbs_exact_comparison *found, hbs_error *error) {
    const hbs_distances *const d = &found->distances;
    switch (measure) {
    case 0: return exact_cell_count(columns, found->size, error);
    case 1: return exact_cell(columns, found->share, error);
    case 2: return print_cut_range(columns, found->cut, found->range.support_share, d->support_share, error);
    case 3: return print_cut_range(columns, found->cut, found->range.tv, d->tv, error);
    case 4: return d->outside ? cli_cell(columns, error, "infinite") : print_cut_range(columns, found->cut, found->range.kl, d->kl, error);
    case 5: return print_infinite(columns, d->not_reached, d->kl_back, error);
    case 6: return print_infinite(columns, d->outside, d->chi2, error);
    default: return print_infinite(columns, d->outside, d->largest_ratio, error);
    }
}

static const char *const measure[] = {"instances", "P(label)", "support share", "TV", "KL(P|U) bits", "KL(U|P) bits", "chi^2", "max P/U"};

/* Measures below each other, references side by side: what is cut takes two numbers a cell. */
static hbs_status print_table(const exact_work *work, const hbs_exact_comparison *found, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 1, .align = "lrrrr"};
    for (size_t r = 0; r < references(work); r++) columns.columns += found[r].known;
    if (columns.columns == 1) goto done;
    HBS_TRY(cli_cell(&columns, error, "AGAINST UNIFORM"));
    for (size_t r = 0; r < references(work); r++)
        if (found[r].known) HBS_TRY(cli_cell(&columns, error, "%s", column_name(work, shown[r])));
    for (size_t i = 0; i < sizeof measure / sizeof *measure; i++) {
        HBS_TRY(cli_cell(&columns, error, "%s", measure[i]));
        for (size_t r = 0; r < references(work); r++)
            if (found[r].known) HBS_TRY(print_value(&columns, i, &found[r], error));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
done:
    cli_columns_free(&columns);
    return status;
}

/* "uniform, satisfiable; uniform, unsatisfiable: not compared: .."; nothing where an earlier one had the same reason and named this one. */
static hbs_status why_not(const exact_work *work, size_t r, const hbs_exact_comparison *found, hbs_bytes *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    char room[64];
    for (size_t i = 0; i < references(work); i++) {
        if (found[i].known || strcmp(found[i].why, found[r].why) != 0) continue;
        if (i < r) goto done;
        HBS_TRY(hbs_bytes_print(text, error, "%s%s", i > r ? "; " : "", reference_name(work, shown[i], room, sizeof room)));
    }
    HBS_TRY(hbs_bytes_print(text, error, ": not compared: %s", found[r].why));
done:
    return status;
}

static hbs_status fractions(const exact_work *work, size_t r, const hbs_exact_comparison *found, hbs_bytes *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_distances *const d = &found->distances;
    char room[64];
    hbs_bytes line = {0};
    HBS_TRY(exact_append(&line, "support share", d->support_share, error));
    HBS_TRY(exact_append(&line, "TV", d->tv, error));
    if (!d->outside) HBS_TRY(exact_append(&line, "chi^2", d->chi2, error));
    HBS_TRY(exact_append(&line, "collision", d->collision, error));
    if (line.size) HBS_TRY(hbs_bytes_print(text, error, "%s, exactly: %s", reference_name(work, shown[r], room, sizeof room), (const char *)line.data));
done:
    hbs_bytes_free(&line);
    return status;
}

/* The fractions behind the table, or why references are not in it. */
static hbs_status print_below(const exact_work *work, size_t r, const hbs_exact_comparison *found, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    if (!found[r].known) HBS_TRY(why_not(work, r, found, &text, error));
    else if (!found[r].cut) HBS_TRY(fractions(work, r, &found[r], &text, error));
    if (!text.size) goto done;
    HBS_TRY(cli_print(error, "  "));
    HBS_TRY(cli_wrap((const char *)text.data, 2, 4, error));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status print_signature(const exact_work *work, size_t g, hbs_error *error) {
    const hbs_exact_group *const group = &work->law.group[g];
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    HBS_TRY(signature_text(work, g, &text, error));
    HBS_TRY(hbs_bytes_print(&text, error, ": probability "));
    HBS_TRY(hbs_rational_decimal(&text, group->mass, 6, error));
    HBS_TRY(cli_print(error, "\n%s", (const char *)text.data));
    hbs_bytes_clear(&text);
    HBS_TRY(exact_append(&text, "", group->mass, error));
    HBS_TRY(cli_print(error, mpz_cmp_ui(mpq_denref(group->mass), 1) && text.size ? " =%s\n" : "\n", (const char *)text.data));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status print_group(const exact_work *work, size_t g, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_exact_comparison found[HBS_REFERENCES];
    for (size_t r = 0; r < HBS_REFERENCES; r++) hbs_exact_comparison_new(&found[r]);
    HBS_TRY(print_signature(work, g, error));
    for (size_t r = 0; r < references(work); r++) HBS_TRY(compare(work, g, shown[r], &found[r], error));
    HBS_TRY(print_table(work, found, error));
    for (size_t r = 0; r < references(work); r++) HBS_TRY(print_below(work, r, found, error));
done:
    for (size_t r = 0; r < HBS_REFERENCES; r++) hbs_exact_comparison_free(&found[r]);
    return status;
}

static const char *taken_as(const hbs_exact_law *law) {
    return law->problem == HBS_CQC ? "pairs up to names" : law->of == HBS_SETS ? "sets of clauses" : "sequences of clauses";
}

/* " (all would be about 5e+07)"; nothing where it was not estimated. */
static const char *all_sequences(const hbs_exact_law *law, char *room, size_t size) {
    *room = 0;
    if (law->all_bits >= 1000) snprintf(room, size, " (all sequences would be about 2^%.0f)", law->all_bits);
    else if (law->all_bits > 0) snprintf(room, size, " (all sequences would be about %.2g)", exp2(law->all_bits));
    return room;
}

static const char *density_text(hbs_density density) { return density == HBS_DENSITY_MODELS ? "P/U = Z/E[Z] with Z the number of models" : "uniform over its space"; }

/* Where the law is enumerated and stated as well. */
static hbs_status print_held(const exact_work *work, hbs_bytes *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (!work->held) goto done;
    HBS_TRY(hbs_bytes_print(text, error, " The density that the generator states, %s, is %s", density_text(work->law.density), mpq_sgn(work->apart) ? "not what it draws: TV " : "what it draws."));
    if (!mpq_sgn(work->apart)) goto done;
    HBS_TRY(hbs_rational_decimal(text, work->apart, 6, error));
    HBS_TRY(hbs_bytes_print(text, error, " between the two."));
done:
    return status;
}

/* What the numbers rest on where nothing was enumerated. */
static hbs_status print_stated(const exact_work *work, hbs_bytes *text, hbs_error *error) {
    const hbs_exact_law *const law = &work->law;
    hbs_status status = HBS_OK;
    char many[64];
    HBS_TRY(hbs_bytes_print(text, error, "%s: choices were not enumerated%s. The numbers rest on the density that the generator states, %s, which was not tested here, and on the formulas of its space, counted by models; instances as %s. ",
                            (const char *)work->spec.data, all_sequences(law, many, sizeof many), density_text(law->stated), taken_as(law)));
done:
    return status;
}

/* On what it is that they are exact. */
static const char *condition(const exact_work *work) {
    if (work->law.stated) return "where that density holds, ";
    return work->law.closed && hbs_plugin_of(work->generator) ? "where attempts behind any number of rejections are like the first, as the plugin interface asks and those behind one were found to be, " : "";
}

static hbs_status print_head(const exact_work *work, hbs_error *error) {
    const hbs_exact_law *const law = &work->law;
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    char room[64];
    if (law->stated) HBS_TRY(print_stated(work, &text, error));
    else HBS_TRY(hbs_bytes_print(&text, error, "%s: %" PRIu64 " sequence%s of choices, the longest of %u; instances as %s. ", (const char *)work->spec.data, law->paths, hbs_s(law->paths), law->longest, taken_as(law)));
    if (law->closed && !law->stated) HBS_TRY(hbs_bytes_print(&text, error, "%" PRIu64 " rejected attempt%s anew. ", law->closed, hbs_one_or(law->closed, " begins", "s begin")));
    if (!mpq_sgn(law->left_over)) HBS_TRY(hbs_bytes_print(&text, error, "Nothing was left over: %sall numbers are exact.", condition(work)));
    else HBS_TRY(hbs_bytes_print(&text, error, "%" PRIu64 " sequence%s cut, %.4g of the probability%s: where a..b stands, the whole law lies between; the other numbers are of what was reached.",
                                 law->cut, hbs_one_or(law->cut, " was", "s were"), mpq_get_d(law->left_over), all_sequences(law, room, sizeof room)));
    if (mpq_sgn(law->merged)) HBS_TRY(hbs_bytes_print(&text, error, " Repeated clauses were merged in %.4g of the instances.", mpq_get_d(law->merged) / law->members));
    HBS_TRY(print_held(work, &text, error));
    HBS_TRY(cli_wrap((const char *)text.data, 0, 0, error));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status print_overall(const exact_work *work, unsigned member, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_exact_overall overall;
    hbs_bytes text = {0};
    hbs_exact_overall_new(&overall);
    HBS_TRY(hbs_exact_overall_of(&work->law, member, work->labels, &overall, error));
    HBS_TRY(hbs_bytes_print(&text, error, "All signatures together, each against its own space: "));
    if (overall.known) {
        HBS_TRY(hbs_bytes_print(&text, error, "TV "));
        HBS_TRY(hbs_rational_decimal(&text, overall.tv, 6, error));
        HBS_TRY(hbs_bytes_print(&text, error, ", KL %.6g bits", overall.kl_bits));
    } else {
        HBS_TRY(hbs_bytes_print(&text, error, "not compared, as a space is too large to be counted"));
    }
    HBS_TRY(hbs_bytes_print(&text, error, "; label 1 has probability "));
    HBS_TRY(hbs_rational_decimal(&text, overall.label_1, 6, error));
    if (overall.reference_known) {
        HBS_TRY(hbs_bytes_print(&text, error, ", and "));
        HBS_TRY(hbs_rational_decimal(&text, overall.reference_label_1, 6, error));
        HBS_TRY(hbs_bytes_print(&text, error, " among uniform instances of the same sizes"));
    }
    HBS_TRY(cli_print(error, "\n"));
    HBS_TRY(cli_wrap((const char *)text.data, 0, 0, error));
done:
    hbs_exact_overall_free(&overall);
    hbs_bytes_free(&text);
    return status;
}

static hbs_status print_text(const exact_work *work, hbs_error *error) {
    const hbs_exact_law *const law = &work->law;
    hbs_status status = HBS_OK;
    HBS_TRY(print_head(work, error));
    for (unsigned member = 0; member < law->members; member++) {
        uint64_t printed = 0, there = 0;
        if (law->members > 1) HBS_TRY(cli_print(error, "\nInstance %u of each unit:\n", member + 1));
        for (size_t g = 0; g < law->groups; g++) {
            if (law->group[g].member != member) continue;
            there++;
            if (printed == work->given->signatures) continue;
            printed++;
            HBS_TRY(print_group(work, g, error));
        }
        if (there > printed) HBS_TRY(cli_print(error, "\nand %" PRIu64 " less likely signatures; --signatures N shows more\n", there - printed));
        HBS_TRY(print_overall(work, member, error));
    }
done:
    return status;
}

/* ---- JSON ---- */

static json_t *range_json(bool cut, const double range[2]) {
    return cut && !isnan(range[0]) ? json_pack("[f, f]", range[0], range[1]) : json_null();
}

static json_t *distances_json(const hbs_exact_comparison *found) {
    const hbs_distances *const d = &found->distances;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "support_share", exact_json(d->support_share), "tv", exact_json(d->tv),
                     "kl_bits", d->outside ? json_null() : cli_json_number(mpq_get_d(d->kl)), "kl_back_bits", d->not_reached ? json_null() : cli_json_number(mpq_get_d(d->kl_back)),
                     "chi2", d->outside ? json_null() : exact_json(d->chi2), "collision", exact_json(d->collision), "largest_ratio", d->outside ? json_null() : exact_json(d->largest_ratio),
                     "tv_range", range_json(found->cut, found->range.tv), "support_share_range", range_json(found->cut, found->range.support_share), "kl_bits_range",
                     range_json(found->cut, found->range.kl), "collision_range", range_json(found->cut, found->range.collision), "share", exact_json(found->share));
}

static hbs_status add_comparison(const exact_work *work, size_t g, hbs_exact_reference reference, json_t *list, hbs_error *error) {
    static const char *const key[] = {"uniform_given_label_0", "uniform_given_label_1", "uniform", "uniform_over_classes"};
    hbs_exact_comparison found;
    hbs_exact_comparison_new(&found);
    hbs_status status = compare(work, g, reference, &found, error);
    if (status == HBS_OK)
        status = cli_json_append(list,
                                 found.known ? json_pack("{s:s, s:o, s:o}", "reference", key[reference], "instances", exact_json_count(found.size), "distances", distances_json(&found))
                                             : json_pack("{s:s, s:n, s:n, s:s}", "reference", key[reference], "instances", "distances", "reason", found.why),
                                 error);
    hbs_exact_comparison_free(&found);
    return status;
}

static hbs_status add_group(const exact_work *work, size_t g, json_t *list, hbs_error *error) {
    const hbs_exact_group *const group = &work->law.group[g];
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    json_t *comparisons = json_array();
    HBS_TRY(signature_text(work, g, &text, error));
    for (size_t r = 0; r < references(work); r++) HBS_TRY(add_comparison(work, g, shown[r], comparisons, error));
    HBS_TRY(cli_json_append(list, json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:O}", "signature", (const char *)text.data, "instance_of_unit", (int)group->member + 1, "probability",
                                            exact_json(group->mass), "probability_label_0", exact_json(group->label_mass[0]), "probability_label_1",
                                            exact_json(group->label_mass[1]), "instances_found", exact_json_count(group->found), "comparisons", comparisons), error));
done:
    json_decref(comparisons);
    hbs_bytes_free(&text);
    return status;
}

static hbs_status add_overall(const exact_work *work, unsigned member, json_t *list, hbs_error *error) {
    hbs_exact_overall overall;
    hbs_exact_overall_new(&overall);
    hbs_status status = hbs_exact_overall_of(&work->law, member, work->labels, &overall, error);
    if (status == HBS_OK)
        status = cli_json_append(list, json_pack("{s:i, s:o, s:o, s:o, s:o}", "instance_of_unit", (int)member + 1, "tv", overall.known ? exact_json(overall.tv) : json_null(), "kl_bits",
                                                 overall.known ? cli_json_number(overall.kl_bits) : json_null(),
                                                 "probability_label_1", exact_json(overall.label_1), "uniform_probability_label_1",
                                                 overall.reference_known ? exact_json(overall.reference_label_1) : json_null()), error);
    hbs_exact_overall_free(&overall);
    return status;
}

static json_t *density_json(hbs_density stated) { return stated ? json_string(stated == HBS_DENSITY_MODELS ? "models" : "uniform") : json_null(); }

static hbs_status print_json(const exact_work *work, hbs_error *error) {
    const hbs_exact_law *const law = &work->law;
    hbs_status status = HBS_OK;
    json_t *list = json_array(), *overall = json_array();
    uint64_t printed = 0;
    unsigned member = 0;
    for (size_t g = 0; g < law->groups; g++) {
        if (law->group[g].member != member) printed = 0;
        member = law->group[g].member;
        if (printed++ < work->given->signatures) HBS_TRY(add_group(work, g, list, error));
    }
    for (member = 0; member < law->members; member++) HBS_TRY(add_overall(work, member, overall, error));
    HBS_TRY(cli_json_print(json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:I, s:I, s:I, s:i, s:o, s:o, s:I, s:O, s:O}", "generator", (const char *)work->spec.data, "instances_as", taken_as(law), "law_from", law->stated ? "density" : "choices",
                                     "stated_density", density_json(law->stated), "stated_tv", work->held ? exact_json(work->apart) : json_null(), "paths_estimated", law->all_bits > 0 ? cli_json_number(exp2(law->all_bits)) : json_null(), "paths", (json_int_t)law->paths, "paths_cut", (json_int_t)law->cut, "rejections_closed", (json_int_t)law->closed, "longest_path", (int)law->longest, "left_over", exact_json(law->left_over),
                                     "repeats_merged", exact_json(law->merged), "signatures", (json_int_t)law->groups, "overall", overall, "groups", list), error));
done:
    json_decref(overall);
    json_decref(list);
    return status;
}

static hbs_status run_exact(cli_run *run, const void *target, hbs_error *error) {
    hbs_status status = HBS_OK;
    exact_work work;
    work_new(&work, target);
    if (work.given->space) {
        if (run->arguments) HBS_FAIL(error, HBS_ERROR_USAGE, "'%s': --space counts a whole space, without a generator; leave one of them out", run->argument[0]);
        HBS_TRY(exact_space(work.given->space, work.given->loose, work.given->json, &run->listener, error));
        goto done;
    }
    if (!run->arguments) HBS_FAIL(error, HBS_ERROR_USAGE, "which generator? give GENERATOR [p=v ...], or --space SIGNATURE; `gen list` names the generators");
    HBS_TRY(read_spec(&work, run, error));
    HBS_TRY(hbs_space_labels_new(&work.labels, &run->listener, error));
    const hbs_exact_options wanted = read_options(work.given, cli_given(&run->parsed, "rejects"), &run->listener);
    if (hbs_plugin_of(work.generator) && !work.given->plugins.in_process)
        run->terminal.hint = "each choice is asked of the plugin's process, some 100 microseconds; --in-process asks none, for plugins that you trust";
    HBS_TRY(hbs_exact_of(work.generator, &work.settings, &wanted, &work.law, error));
    HBS_TRY(hbs_exact_stated_distance(&work.law, work.labels, work.apart, &work.held, error));
    HBS_TRY(work.given->json ? print_json(&work, error) : print_text(&work, error));
    if (work.held && mpq_sgn(work.apart))
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: it does not draw what it states: TV %.4g between its law and the density of its descriptor; mend one of the two, or state HBS_DENSITY_UNKNOWN", work.generator->name,
                 mpq_get_d(work.apart));
done:
    work_free(&work);
    return status;
}

static const options defaults = {.as = "drawn", .law = "any", .choices = 1000, .signatures = 8};

static const cli_option table[] = {
    {"as", "HOW", "SAT instances as sets of clauses or as sequences; drawn (default): as the generator's parameter `distinct` says, without one as sets unless a clause repeats",
     CLI_CHOICE, offsetof(options, as), 0, 0, "drawn|sets|sequences"},
    {"classes", NULL, "also against a uniform class up to renaming and flips of polarity, then a uniform member of it", CLI_FLAG, offsetof(options, classes), 0, 0, NULL},
    {"law", "FROM", "from where the law is had: choices, the enumeration of all that can be drawn; density, that which the generator states (gen describe), with whole spaces counted by models, n <= 5; any "
     "(default): choices, and where those are too many, density if there is one",
     CLI_CHOICE, offsetof(options, law), 0, 0, "any|choices|density"},
    {"paths", "N", "sequences of choices at most, the cut ones included (default: a million where there is a density, 20 million where those seem to be all, once they are not 8 times what was estimated and a million at least, else 5 million); where there are more, the least likely are cut and their "
     "probability is said", CLI_NUMBER, offsetof(options, paths), 1, UINT64_C(1) << 40, NULL},
    {"memory", "MIB", "memory for instances and their probabilities, about (default 4096); where they would take more, the least likely sequences are cut as where there are too many", CLI_NUMBER, offsetof(options, memory), 1,
     UINT64_C(1) << 40, NULL},
    {"rejects", "N", "cut a unit at its rejected attempt N+1, and say what is left over (default: loops are closed: what is accepted is as after any number of attempts)", CLI_NUMBER, offsetof(options, rejects), 0, 1000000, NULL},
    {"choices", "N", "choices of a unit before it is cut (default 1000)", CLI_NUMBER, offsetof(options, choices), 1, HBS_ENUMERATION_CHOICES_MAX, NULL},
    {"least-bits", "B", "cut a unit at its next choice once it is less likely than 2^-B, so what its last choice made less likely stays (default: nothing is cut, or where the paths do not suffice, with the largest B for which they do)", CLI_NUMBER, offsetof(options, least_bits), 1, 10000, NULL},
    {"signatures", "N", "how many signatures of each instance of a unit to show, the likeliest first (default 8)", CLI_NUMBER, offsetof(options, signatures), 1, UINT64_MAX, NULL},
    {"space", "SIGNATURE", "no generator: the whole space of a signature (\"n=3 2:6\", \"n=3 any:4\", \"n=3 k=2\" for every number of clauses, or a pair as reports write it): its size, labels, "
     "models and classes", CLI_TEXT, offsetof(options, space), 0, 0, NULL},
    {"loose", NULL, "with --space and a pair: variables and constants may be unused, repeats are allowed and not asked for", CLI_FLAG, offsetof(options, loose), 0, 0, NULL},
    {"json", NULL, "one JSON document instead of text", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
    CLI_PLUGIN_OPTIONS(options),
    {"in-process", NULL, "run plugins within this process, for ones that are trusted: many times as fast, since no choice is asked for over a socket, and a crash or an endless loop is this program's",
     CLI_FLAG, offsetof(options, plugins.in_process), 0, 0, NULL},
};

const cli_verb analyze_exact = {
    .name = "exact",
    .arguments = "[GENERATOR [p=v ...]]",
    .summary = "the exact law of a generator on a small space, against uniform",
    .about = "Runs a generator through all its choices and compares what it can make, with exact probabilities, with the uniform law over its signature's space and with "
             "uniform given each label: share of the support, total variation, Kullback-Leibler divergence both ways in bits, chi^2, and the largest ratio. Labels of whole spaces "
             "are counted up to n=5 variables. Where choices are too many and the generator states its density, the law comes from that. With --space it counts a space and runs no generator.\n",
    .example = "  analyze exact sat/planted n=3 k=2 m=4\n  analyze exact sat/planted n=5 k=3 m=20\n  analyze exact sat/sr n=2 k=1 --paths 20000 --json\n  analyze exact --space \"n=4 3:12\"",
    .arguments_low = 0,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_exact,
};
