/* Pairs of conjunctive queries as SPARQL basic graph patterns, q1 then q2 (SPARQL 1.1 Query Language, W3C Recommendation 2013, sections 2, 4 and 5).
 *
 * Read: PREFIX, BASE, SELECT [DISTINCT | REDUCED] with variables or *, ASK, and a WHERE of triple patterns with `;` `,` `a`, blank nodes and groups in groups. Answers are
 * sets: a warning, once a text, says so of a SELECT without DISTINCT or REDUCED. A pattern is an atom p(s,o) named by its predicate, in brackets: <http://xmlns.com/foaf/0.1/knows>(X,Y). When any predicate of the pair is a variable, all of both
 * queries are triple(s,p,o). IRIs and literals are constants, compared as written: 7 and 07 are different terms. A language tag or type belongs to the constant: "chat"@fr.
 * Blank nodes are variables. Solutions are compared by the names of their variables: when both queries select the same names, the order of q1 is taken for both; when not,
 * they are compared by position, with a warning. Refused by name, with line and column: OPTIONAL, FILTER, UNION, MINUS, GRAPH, SERVICE, BIND, VALUES, property paths,
 * collections, subqueries, expressions, FROM, GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, CONSTRUCT, DESCRIBE, updates; and a selected variable that the pattern never binds. */
#ifndef HBS_DATASETS_FORMATS_SPARQL_H
#define HBS_DATASETS_FORMATS_SPARQL_H

#include "core/listener.h"
#include "core/query.h"
#include "datasets/formats/name_index.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What PREFIX and BASE declared so far, and what was warned of: it holds for the rest of the text. */
typedef struct hbs_sparql_prefixes {
    char *base;
    char **iri;              /* by number of the name */
    size_t capacity;
    hbs_name_index names;
    bool warned;             /* that sets are compared, where the text asks for bags */
} hbs_sparql_prefixes;       /* {0} is valid */
void hbs_sparql_prefixes_free(hbs_sparql_prefixes *prefixes);

/* As hbs_datalog_read: the next two queries found at *at. `prefixes` is the caller's, {0} at the start of a text. */
hbs_status hbs_sparql_read(hbs_query_pair *out, bool *found, const char *text, size_t length, size_t *at, const char *name, hbs_sparql_prefixes *prefixes,
                           const hbs_listener *listener, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
