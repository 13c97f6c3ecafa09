/* Pairs of conjunctive queries as SQL, q1 then q2: SELECT [DISTINCT] .. FROM .. [JOIN .. ON ..] [WHERE equalities joined by AND].
 *
 * An item of FROM is an atom of its table; equal columns are one variable, columns equal to a constant are that constant. Numbers are compared by value (7, 07 and 7.0 are
 * one), strings as written; names without quotes are taken in lower case. Selected columns are compared by position. Answers are sets: without DISTINCT, SQL means bags, for
 * which a warning says that sets are used. `CREATE TABLE r(a INT, b TEXT);` before the queries gives a table its columns, for the rest of the text; then every table must be
 * declared. Without any, a table has the columns that the pair mentions: one that neither query names is free in every row and does not matter. Then * cannot be read, and
 * columns need the name of their table when there are two. Refused by name, with line and column: OR, NOT, comparisons other than =, NULL, aggregates and functions,
 * arithmetic, GROUP BY, HAVING, ORDER BY, LIMIT, subqueries, UNION and the like, outer and natural joins, USING, keys and other constraints of CREATE TABLE (under them
 * other containments hold). Conditions that equate two constants make a query without answers: refused too, with what that means. */
#ifndef HBS_DATASETS_FORMATS_SQL_H
#define HBS_DATASETS_FORMATS_SQL_H

#include "core/listener.h"
#include "core/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_sql_schema {
    hbs_symbols tables;
    hbs_symbols *columns;    /* of each table */
    size_t capacity;
    bool warned;             /* of bags, in this text */
} hbs_sql_schema;            /* {0} is valid */
void hbs_sql_schema_free(hbs_sql_schema *schema);

/* As hbs_datalog_read: the next two queries found at *at. `schema` is the caller's, {0} at the start of a text; it holds what CREATE TABLE declared. */
hbs_status hbs_sql_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_sql_schema *schema,
                        const hbs_listener *listener, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
