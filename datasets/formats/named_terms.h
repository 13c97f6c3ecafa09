/* Terms by name, before a query's variables have numbers: readers collect names first and number them by first occurrence, head first, when the query is known whole. */
#ifndef HBS_DATASETS_FORMATS_NAMED_TERMS_H
#define HBS_DATASETS_FORMATS_NAMED_TERMS_H

#include "core/query.h"

typedef struct hbs_named_terms {
    hbs_term *given;         /* by the reader's own number; NONE until it is used */
    size_t capacity, count;
    size_t names;            /* capacity of the query's array of names */
} hbs_named_terms;           /* {0} is valid; one a query */

void hbs_named_terms_free(hbs_named_terms *terms);
/* The query's variable that stands for the reader's term `number`; new at first use, with a name for people. */
hbs_status hbs_named_variable(hbs_named_terms *terms, size_t number, const char *name, hbs_query *query, hbs_term *out, hbs_error *error);
hbs_status hbs_named_constant(hbs_query_pair *pair, const char *text, uint32_t kind, hbs_term *out, hbs_error *error);
/* A variable that stands nowhere else. */
hbs_status hbs_fresh_variable(hbs_named_terms *terms, hbs_query *query, hbs_term *out, hbs_error *error);
void hbs_symbols_clear(hbs_symbols *symbols);

#endif
