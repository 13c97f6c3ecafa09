/* Pairs of conjunctive queries in any of the languages that are read: Datalog, SPARQL, SQL; by the file's name, else by its first word. */
#ifndef HBS_DATASETS_FORMATS_PAIR_TEXT_H
#define HBS_DATASETS_FORMATS_PAIR_TEXT_H

#include "datasets/formats/datalog.h"
#include "datasets/formats/sparql.h"
#include "datasets/formats/sql.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_language { HBS_DATALOG, HBS_SPARQL, HBS_SQL } hbs_language;

/* By a name of `length` bytes: .dlog, .datalog, .cq; .rq, .sparql; .sql. False for other names. */
bool hbs_language_of_name(const char *name, size_t length, hbs_language *out);
/* By the first line that is no comment: an arrow of a rule, or the first word of a query. False for other texts. */
bool hbs_language_of_text(const char *text, size_t length, hbs_language *out);

/* What was warned of. */
typedef struct hbs_pair_told {
    bool widths, arities;
} hbs_pair_told;

/* A text that is read pair by pair. Text and name must outlive it. */
typedef struct hbs_pair_text {
    hbs_language language;
    const char *text, *name;
    size_t length, at;
    hbs_variables variables;
    const hbs_listener *listener;
    hbs_sparql_prefixes prefixes;
    hbs_sql_schema schema;
    hbs_pair_told told;
    size_t line, lined;     /* lines end before `lined` bytes */
} hbs_pair_text;

void hbs_pair_text_open(hbs_pair_text *out, hbs_language language, const char *text, size_t length, const char *name, hbs_variables variables, const hbs_listener *listener);
/* The next pair; *found is false at the end. Errors as hbs_datalog_read, hbs_sparql_read and hbs_sql_read have them; a text without any pair is HBS_ERROR_INPUT. */
hbs_status hbs_pair_text_next(hbs_pair_text *pairs, hbs_query_pair *out, bool *found, hbs_error *error);
/* Heads of different widths, and a name for relations of two arities, are legal and nearly always a mistake. Each once, as long as *told is kept. */
hbs_status hbs_warn_of_pair(const hbs_query_pair *pair, const char *name, size_t line, hbs_pair_told *told, const hbs_listener *listener, hbs_error *error);
void hbs_pair_text_close(hbs_pair_text *pairs);   /* {0} is legal */

#ifdef __cplusplus
}
#endif
#endif
