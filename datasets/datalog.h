/* Pairs of conjunctive queries as Datalog rules, q1 then q2: `q1(X,Y) :- r(X,Z), s(Z,Y,"c",3).` */
#ifndef HBS_DATASETS_DATALOG_H
#define HBS_DATASETS_DATALOG_H

#include "core/listener.h"
#include "core/query.h"

/* UPPER: variables start upper-case or `_` (the own form). ANY: every identifier argument is a variable (textbooks). `_` alone is a fresh variable each time. */
typedef enum hbs_variables { HBS_VARIABLES_UPPER, HBS_VARIABLES_ANY } hbs_variables;

/* Appends the next pair found at *at of the text (two rules), advancing *at; *found is false at the end of the text. A file may hold many
 * pairs. Accepts `:-` and `<-` and the left-arrow sign, `,` `&` and the logical-and sign, a missing final dot at a line's end, `%` and `#` and `//` comments, empty bodies,
 * repeated head variables, constants in heads, arity 0. Keeps variable names. HBS_ERROR_INPUT with "name:line:column: .." for the rest;
 * an unsafe head variable is named. Warns when a body has no variable at all but lower-case words (wrong convention). */
hbs_status hbs_datalog_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_variables variables,
                            const hbs_listener *listener, hbs_error *error);
/* Appends two lines. Uses variable names when the pair has them, else X0, X1, ..; with `plain` always the latter. What is written reads back to an equal pair. */
hbs_status hbs_datalog_write(const hbs_query_pair *pair, bool plain, hbs_bytes *out, hbs_error *error);

#endif
