/* A plugin that is wrong before it draws anything, in the one way that FAULT in the environment names; without it, two generators that are fine. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "generators/plugin.h"

static int is(const char *fault) {
    const char *const given = getenv("FAULT");
    return given && !strcmp(given, fault);
}

static hbs_parameter parameters[] = {{"n", HBS_INTEGER, 1, 9, "3", "variables"}, {"m", HBS_INTEGER, 1, 9, "3", "clauses"}};

static int generate(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, (uint32_t)hbs_unit_integer(unit, 0));
    return 0;
}

/* Half of the clauses of one literal. */
static int generate_half(hbs_unit *unit) {
    const int32_t literal = (int32_t)hbs_unit_below(unit, (uint64_t)hbs_unit_integer(unit, 0)) + 1;
    hbs_unit_begin_cnf(unit, (uint32_t)hbs_unit_integer(unit, 0));
    hbs_unit_clause(unit, &literal, 1);
    return 0;
}

static hbs_generator one = {HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/one", "s", "d", "u", "r", "c", "s", HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, 2, parameters, NULL, generate,
                            "g", NULL, HBS_DENSITY_UNKNOWN};
static hbs_generator two;
static const hbs_generator *all[1000];

static void spoil_texts(void) {
    static char control[] = "a\tb", latin[] = "na\xefve", huge[5000];
    memset(huge, 'x', sizeof huge - 1);
    if (is("no_name")) one.name = NULL;
    if (is("bad_name")) one.name = "sat/No Name";
    if (is("other_problem")) one.name = "cqc/one";
    if (is("builtin_name")) one.name = "sat/uniform";
    if (is("no_summary")) one.summary = NULL;
    if (is("empty_source")) one.source = "";
    if (is("control")) one.rejects = control;
    if (is("latin")) one.distribution = latin;
    if (is("huge_text")) one.cost = huge;
    if (is("wild_text")) one.uniform_over = (const char *)16;
}

static void spoil_numbers(void) {
    if (is("abi")) one.abi = 2;
    if (is("size")) one.struct_size = sizeof one - 8;
    if (is("problem")) one.problem = (hbs_generated)7;
    if (is("labels")) one.labels = (hbs_label_source)4;
    if (is("density")) one.density = (hbs_density)9;
    if (is("lie")) one.density = HBS_DENSITY_UNIFORM, one.generate = generate_half;
    if (is("instances_0")) one.instances_per_unit = 0;
    if (is("instances_9")) one.instances_per_unit = 9;
    if (is("count")) one.parameter_count = 4000000000u;
    if (is("no_parameters")) one.parameters = NULL;
    if (is("no_generate")) one.generate = NULL;
}

static void spoil_parameters(void) {
    if (is("range")) parameters[1].low = 10;
    if (is("huge_range")) parameters[1].low = INT64_MIN, parameters[1].high = INT64_MAX;
    if (is("type")) parameters[1].type = (hbs_parameter_type)4;
    if (is("parameter_name")) parameters[1].name = "M";
    if (is("label")) parameters[1].name = "label";
    if (is("twice")) parameters[1].name = "n";
    if (is("default")) parameters[1].fallback = "10";
    if (is("no_meaning")) parameters[1].meaning = NULL;
}

__attribute__((constructor)) static void when_loaded(void) {
    static volatile int *const nowhere = NULL;
    if (is("crash")) *nowhere = 1;
    if (is("exit")) exit(5);
    for (unsigned i = 0; is("hang"); i++) sleep(i);
}

const hbs_generator *const *hbs_plugin_generators(void) {
    spoil_texts();
    spoil_numbers();
    spoil_parameters();
    two = one;
    if (!is("same_name")) two.name = "sat/two";
    all[0] = &one;
    all[1] = &two;
    if (is("none")) all[0] = NULL;
    if (is("null")) return NULL;
    for (int i = 0; is("endless") && i < 1000; i++) all[i] = &one;
    return all;
}
