/* Numbers for names, in the order in which they are used. */
#include "datasets/formats/named_terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

void hbs_named_terms_free(hbs_named_terms *terms) {
    free(terms->given);
    *terms = (hbs_named_terms){0};
}

static hbs_status add_variable(hbs_named_terms *terms, const char *name, hbs_query *query, hbs_term *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (query->variables >= HBS_CONSTANT - 1) HBS_FAIL(error, HBS_ERROR_INPUT, "more variables than a query can have");
    HBS_TRY(hbs_grow(&query->variable_name, &terms->names, (size_t)query->variables + 1, sizeof *query->variable_name, error));
    HBS_TRY(hbs_copy_text(&query->variable_name[query->variables], name, error));
    *out = query->variables++;
done:
    return status;
}

hbs_status hbs_named_variable(hbs_named_terms *terms, size_t number, const char *name, hbs_query *query, hbs_term *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&terms->given, &terms->capacity, number + 1, sizeof *terms->given, error));
    while (terms->count <= number) terms->given[terms->count++] = NONE;
    if (terms->given[number] == NONE) HBS_TRY(add_variable(terms, name, query, &terms->given[number], error));
    *out = terms->given[number];
done:
    return status;
}

hbs_status hbs_fresh_variable(hbs_named_terms *terms, hbs_query *query, hbs_term *out, hbs_error *error) {
    char name[24];
    snprintf(name, sizeof name, "_%u", query->variables);
    return add_variable(terms, name, query, out, error);
}

hbs_status hbs_named_constant(hbs_query_pair *pair, const char *text, uint32_t kind, hbs_term *out, hbs_error *error) {
    uint32_t index;
    const hbs_status status = hbs_symbol_intern(&pair->constants, text, strlen(text), kind, &index, error);
    if (status == HBS_OK) *out = HBS_CONSTANT | index;
    return status;
}

void hbs_symbols_clear(hbs_symbols *symbols) {
    for (size_t i = 0; i < symbols->count; i++) free(symbols->item[i].text);
    free(symbols->item);
    free(symbols->slot);
    *symbols = (hbs_symbols){0};
}
