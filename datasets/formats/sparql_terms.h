/* Tokens of SPARQL as named terms: IRIs in brackets, literals, variables. */
#ifndef HBS_DATASETS_FORMATS_SPARQL_TERMS_H
#define HBS_DATASETS_FORMATS_SPARQL_TERMS_H

#include "datasets/formats/scanner.h"
#include "datasets/formats/sparql.h"

/* Kinds of a query's symbols: those of constants, and two more. An IRI is a string with its brackets. */
enum { HBS_SPARQL_VARIABLE = 2, HBS_SPARQL_BLANK = 3 };

typedef struct hbs_sparql_text {
    hbs_scanner s;
    hbs_sparql_prefixes *prefixes;
    hbs_symbols *symbols;    /* of the query being read */
    hbs_bytes scratch, iri;
} hbs_sparql_text;

/* Blanks and comments. */
void hbs_sparql_skip(hbs_sparql_text *t);
/* The word of letters at the place, 0 when there is none or it is the prefix of a name. */
size_t hbs_sparql_word(const hbs_sparql_text *t);
bool hbs_sparql_is(const hbs_sparql_text *t, size_t length, const char *word);   /* in any case */
/* An IRI or prefixed name, in brackets, 0-terminated in t->iri. */
hbs_status hbs_sparql_iri(hbs_sparql_text *t);
hbs_status hbs_sparql_variable(hbs_sparql_text *t, uint32_t *symbol);
hbs_status hbs_sparql_fresh(hbs_sparql_text *t, uint32_t *symbol);
/* A variable, IRI, literal or labelled blank node. */
hbs_status hbs_sparql_term(hbs_sparql_text *t, uint32_t *symbol);
/* PREFIX and BASE, behind the word. */
hbs_status hbs_sparql_prefix(hbs_sparql_text *t);
hbs_status hbs_sparql_base(hbs_sparql_text *t);

#endif
