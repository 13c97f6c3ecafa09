/* The workplace of families of structured formulas. Clauses go straight into the instance's formula; a substitution swaps that formula away and writes it anew.
 * One limit on the literals of a formula stands for the limits that every family would otherwise need on its sizes: families compare what they expect with it
 * before they begin, and it is checked again as the formula grows, because graphs are random and substitutions multiply. */
#include "generators/sat/craft.h"

#include <stdlib.h>
#include <string.h>

#include "generators/sat/size.h"
#include "generators/sat/substitution.h"

static void release(void *scratch) {
    hbs_craft *const craft = scratch;
    hbs_graph_free(&craft->graph);
    hbs_cnf_free(&craft->draft);
    for (int b = 0; b < 3; b++) hbs_cnf_free(&craft->gadget[b]);
    free(craft->literal);
    free(craft->model);
    free(craft->number);
    free(craft);
}

static const char *substitution_of(const hbs_unit *unit) { return hbs_unit_text(unit, ((const hbs_drawing *)unit)->generator->parameter_count - 1); }

hbs_status hbs_craft_check(hbs_unit *unit, double literals) {
    const hbs_status status = hbs_check_size(unit, literals);
    return status == HBS_OK ? hbs_unit_keep(unit, hbs_check_substitution(substitution_of(unit), hbs_unit_drawing(unit)->error)) : status;
}

hbs_craft *hbs_craft_of(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (hbs_unit_keep(unit, hbs_scratch_of(drawing, sizeof(hbs_craft), release)) != HBS_OK) return NULL;
    hbs_craft *const craft = drawing->scratch;
    craft->unit = unit;
    craft->cnf = NULL;
    craft->status = HBS_OK;
    craft->error = drawing->error;
    craft->has_model = false;
    return craft;
}

void hbs_craft_begin(hbs_craft *craft, uint64_t variables) {
    if (craft->status != HBS_OK) return;
    if (variables > HBS_CNF_VARIABLES_MAX)
        craft->status = hbs_raise(craft->error, HBS_ERROR_USAGE, "a formula of more than %u variables: choose smaller parameters", HBS_CNF_VARIABLES_MAX);
    else
        craft->status = (hbs_status)hbs_unit_begin_cnf(craft->unit, (uint32_t)variables);
    if (craft->status == HBS_OK) craft->cnf = &hbs_unit_current(craft->unit)->instance.cnf;
}

void hbs_craft_clause(hbs_craft *craft, const int32_t *literals, size_t count) {
    if (craft->status != HBS_OK) return;
    craft->status = hbs_cnf_literals(craft->cnf) + count > HBS_CNF_LITERALS_MAX
                            ? hbs_raise(craft->error, HBS_ERROR_USAGE, "a formula of more than %llu literals: choose smaller parameters", (unsigned long long)HBS_CNF_LITERALS_MAX)
                            : hbs_cnf_add(craft->cnf, literals, count, craft->error);
}

int32_t *hbs_craft_literals(hbs_craft *craft, size_t count) {
    if (craft->status == HBS_OK) craft->status = hbs_grow(&craft->literal, &craft->literal_capacity, count + 1, sizeof *craft->literal, craft->error);
    return craft->status == HBS_OK ? craft->literal : NULL;
}

uint32_t *hbs_craft_numbers(hbs_craft *craft, size_t count) {
    if (craft->status == HBS_OK) craft->status = hbs_grow(&craft->number, &craft->number_capacity, count + 1, sizeof *craft->number, craft->error);
    return craft->status == HBS_OK ? craft->number : NULL;
}

void hbs_craft_claim(hbs_craft *craft, int label) {
    if (craft->status == HBS_OK) craft->status = (hbs_status)hbs_unit_claim(craft->unit, label);
}

uint8_t *hbs_craft_model(hbs_craft *craft) {
    hbs_craft_claim(craft, HBS_LABEL_YES);
    if (craft->status != HBS_OK) return NULL;
    const size_t count = (size_t)craft->cnf->variables + 1;
    craft->status = hbs_grow(&craft->model, &craft->model_capacity, count, 1, craft->error);
    if (craft->status != HBS_OK) return NULL;
    memset(craft->model, 0, count);
    craft->has_model = true;
    return craft->model;
}

int hbs_craft_finish(hbs_craft *craft) {
    hbs_status status = craft->status;
    if (status != HBS_OK) goto done;
    HBS_TRY(hbs_craft_substitute(craft, substitution_of(craft->unit)));
    if (craft->has_model) {
        hbs_drawn *const drawn = hbs_unit_current(craft->unit);
        HBS_TRY(hbs_certificate_of_model(craft->model, drawn->instance.cnf.variables, &drawn->certificate, craft->error));
    }
done:
    return (int)hbs_unit_keep(craft->unit, status);
}
