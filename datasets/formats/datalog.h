/* Pairs of conjunctive queries as Datalog rules, q1 then q2: `q1(X,Y) :- r(X,Z), s(Z,Y,"c",3).` */
#ifndef HBS_DATASETS_FORMATS_DATALOG_H
#define HBS_DATASETS_FORMATS_DATALOG_H

#include "core/listener.h"
#include "core/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* UPPER: variables start upper-case or `_` (the own form). ANY: every identifier argument is a variable (textbooks). `_` alone is a fresh variable each time. */
typedef enum hbs_variables { HBS_VARIABLES_UPPER, HBS_VARIABLES_ANY } hbs_variables;

/* How the warning of the convention ends: by it, who reads many files can tell it once. */
#define HBS_DATALOG_CONVENTION "lower-case words are constants here: use --variables any if they are variables"
/* Appends the next pair found at *at of the text (two rules), advancing *at; *found is false at the end of the text. A file may hold many
 * pairs. Accepts `:-` and `<-` and the left-arrow sign, `,` `&` and the logical-and sign, a missing final dot at a line's end, `%` and `#` and `//` comments, empty bodies,
 * repeated head variables, constants in heads, arity 0. Numbers are compared as written: 7, 007 and 7.0 are three constants, and a text whose first pair
 * writes one value in two ways is warned about. Keeps variable names. HBS_ERROR_INPUT with "name:line:column: .." for the rest;
 * an unsafe head variable is named. Warns, in the first pair of a text, of signs of the
 * wrong convention: a rule that has no variable but lower-case words, or a lower-case word in a head (once, for the first of them). Negation, comparisons, disjunction and function terms are refused by name. *out is untouched on failure. */
hbs_status hbs_datalog_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_variables variables,
                            const hbs_listener *listener, hbs_error *error);
/* Appends two lines. Uses variable names when the pair has them, capitalised where that is needed, else, or where that would make two equal, X0, X1, ..;
 * with `plain` always the latter. Strings are written in double quotes, so the text means the same under both conventions; relations that are neither
 * identifiers nor IRIs are quoted. What is written reads back to an equal pair; HBS_ERROR_INPUT for what could not: an unsafe query or a number that is none. */
hbs_status hbs_datalog_write(const hbs_query_pair *pair, bool plain, hbs_bytes *out, hbs_error *error);
/* Appends a term of either query as hbs_datalog_write does with `plain`: X2, "c", 3. */
hbs_status hbs_datalog_write_term(const hbs_query_pair *pair, hbs_term term, hbs_bytes *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
