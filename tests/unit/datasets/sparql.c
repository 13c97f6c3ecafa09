/* SPARQL against Datalog: a table of forms, a table of refusals with their places, and random patterns. */
#include "datasets/formats/sparql.h"

#include "core/rng.h"
#include "tests/unit/datasets/same_pair.h"

#define RDF_TYPE "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
#define XSD "http://www.w3.org/2001/XMLSchema#"

static void forms(void)
{
    static const struct {
        const char *sparql, *datalog;
        unsigned warnings;
    } cases[] = {
        {"SELECT ?x WHERE { ?x <p> ?y } SELECT DISTINCT ?x { ?x <p> ?x . }", "q1(X) :- <p>(X,Y). q2(X) :- <p>(X,X).", 1},
        {"SELECT DISTINCT ?x { ?x <p> ?y } SELECT REDUCED ?x { ?x <p> ?x }", "q1(X) :- <p>(X,Y). q2(X) :- <p>(X,X).", 0},
        {"ASK {} ASK WHERE {}", "q1() :- . q2() :- .", 0},
        {"PREFIX a: <http://x/> ASK { ?s a:b a:c.d ; a:e ?t , ?u . } ask { ?s a ?t }", "q1() :- <http://x/b>(S,<http://x/c.d>), <http://x/e>(S,T), <http://x/e>(S,U). q2() :- " RDF_TYPE "(S,T).", 0},
        {"prefix : <http://x/> ASK { :a :b :c } PREFIX : <http://y/> ASK { :a :b :c }", "q1() :- <http://x/b>(<http://x/a>,<http://x/c>). q2() :- <http://y/b>(<http://y/a>,<http://y/c>).", 0},
        {"ASK { ?x ?p ?y } ASK { ?x <p> ?y }", "q1() :- triple(X,P,Y). q2() :- triple(X,<p>,Y).", 0},
        {"ASK { ?x <p> ?y } ASK { ?x ?p ?x }", "q1() :- triple(X,<p>,Y). q2() :- triple(X,P,X).", 0},
        /* bags are asked for: a warning, once; by name, whatever the order; by position with a warning when names differ; with another number of names contained in nothing */
        {"SELECT ?x ?y { ?x <p> ?y } SELECT ?y ?x { ?x <p> ?y }", "q1(X,Y) :- <p>(X,Y). q2(X,Y) :- <p>(X,Y).", 1},
        {"SELECT ?x ?y ?x { ?x <p> ?y } SELECT * { ?y <p> ?x }", "q1(X,Y) :- <p>(X,Y). q2(X,Y) :- <p>(Y,X).", 1},
        {"SELECT ?x { ?x <p> ?y } SELECT ?z { ?z <p> ?y }", "q1(X) :- <p>(X,Y). q2(Z) :- <p>(Z,Y).", 2},
        {"SELECT ?x { ?x <p> ?y } SELECT * { ?x <p> ?y }", "q1(X) :- <p>(X,Y). q2(X,Y) :- <p>(X,Y).", 1},
        /* blank nodes */
        {"ASK { _:a <p> _:a . [] <p> [ <q> ?x ] } ASK { [ <p> ?x ; <q> [] ; ] }", "q1() :- <p>(A,A), <q>(C,X), <p>(B,C). q2() :- <p>(A,X), <q>(A,B).", 0},
        {"ASK { ?a <p> _:a } ASK { { ?a <p> ?b } { ?b <p> ?c . } ?c <p> ?a }", "q1() :- <p>(X,Y). q2() :- <p>(A,B), <p>(B,C), <p>(C,A).", 0},
        /* literals: what is the same term is the same constant */
        {"ASK { ?x <p> 'a', \"a\", '''a''', \"\"\"a\"\"\", \"a\"^^<" XSD "string>, \"\\u0061\" } ASK {}", "q1() :- <p>(X,\"a\"). q2() :- .", 0},
        {"ASK { ?x <p> 7, \"7\"^^<" XSD "integer> } ASK { ?x <p> 07, 7.0, -7, 7e0 }", "q1() :- <p>(X,7). q2() :- <p>(X,07), <p>(X,7.0), <p>(X,-7), <p>(X,7e0).", 0},
        {"ASK { ?x <p> +7, \"+7\"^^<" XSD "integer>, .5 } ASK {}", "q1() :- <p>(X,\"\\\"+7\\\"^^<" XSD "integer>\"), <p>(X,\"\\\".5\\\"^^<" XSD "decimal>\"). q2() :- .", 0},
        {"ASK { ?x <p> \"7\"^^<" XSD "decimal>, \"7\" } ASK {}", "q1() :- <p>(X,\"\\\"7\\\"^^<" XSD "decimal>\"), <p>(X,\"7\"). q2() :- .", 0},
        {"ASK { ?x <p> \"a\"@en-GB, \"a\"@EN-gb, true } ASK {}", "q1() :- <p>(X,\"\\\"a\\\"@en-gb\"), <p>(X,\"\\\"true\\\"^^<" XSD "boolean>\"). q2() :- .", 0},
        {"ASK { ?x <p> \"<a>\", <a>, \"\\\"a\\\"\" } ASK {}", "q1() :- <p>(X,\"\\\"<a>\\\"\"), <p>(X,<a>), <p>(X,\"\\\"\\\"a\\\"\\\"\"). q2() :- .", 0},
        {"ASK { ?x <p> 3.?x <q> 4.5 .} ASK {}", "q1() :- <p>(X,3), <q>(X,4.5). q2() :- .", 0},
        {"BASE <http://h/a/b?q#f> ASK { <> <c> <#d> . </e> <?g> <//k> . <u:v> <x> ?y } ASK {}",
         "q1() :- <http://h/a/c>(<http://h/a/b?q>,<http://h/a/b?q#d>), <http://h/a/b?g>(<http://h/e>,<http://k>), <http://h/a/x>(<u:v>,Y). q2() :- .", 0},
        {"# a comment\nASK#\n{?x<p>?y}#\nASK{?x<p>$x}", "q1() :- <p>(X,Y). q2() :- <p>(X,X).", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) same_pair(HBS_SPARQL, cases[i].sparql, cases[i].datalog, cases[i].warnings);
}

static const struct {
    const char *sparql, *says;
} unreadable[] = {
    {"SELECT ?x WHERE { ?x <p> ?y\n OPTIONAL { ?y <q> ?z } }", "f:2:2: OPTIONAL"},
    {"ASK { ?x <p> ?y . FILTER(?y > 3) }", "f:1:19: FILTER"},
    {"ASK { ?x <p> ?y filter(?y > 3) }", "f:1:17: FILTER"},
    {"ASK { { ?x <p> ?y } UNION { ?y <p> ?x } }", "f:1:21: UNION"},
    {"ASK { ?x <p> ?y MINUS { ?y <p> ?x } }", "f:1:17: MINUS"},
    {"ASK { GRAPH <g> { ?y <p> ?x } }", "f:1:7: GRAPH"},
    {"ASK { SERVICE <g> { ?y <p> ?x } }", "SERVICE"},
    {"ASK { BIND (1 AS ?x) }", "BIND"},
    {"ASK { VALUES ?x { 1 } }", "VALUES"},
    {"ASK { ?x <p>/<q> ?y }", "f:1:13: a property path"},
    {"ASK { ?x <p>* ?y }", "a property path"},
    {"ASK { ?x <p>+ ?y }", "a property path"},
    {"ASK { ?x <p>? ?y }", "a property path"},
    {"ASK { ?x <p>|<q> ?y }", "a property path"},
    {"ASK { ?x ^<p> ?y }", "a property path"},
    {"ASK { ?x !<p> ?y }", "a property path"},
    {"ASK { ?x (<p>) ?y }", "a property path"},
    {"ASK { ?x <p> (1 2) }", "a collection"},
    {"ASK { { SELECT ?x { ?x <p> ?y } } }", "f:1:9: a subquery"},
    {"SELECT (COUNT(?x) AS ?n) { ?x <p> ?y }", "f:1:8: an expression or an aggregate"},
    {"SELECT ?x (1 AS ?n) { ?x <p> ?y }", "an expression or an aggregate"},
    {"SELECT ?x FROM <g> { ?x <p> ?y }", "f:1:11: FROM"},
    {"SELECT ?x { ?x <p> ?y } GROUP BY ?x", "GROUP"},
    {"SELECT ?x { ?x <p> ?y } HAVING (?x)", "HAVING"},
    {"SELECT ?x { ?x <p> ?y } ORDER BY ?x", "ORDER"},
    {"SELECT ?x { ?x <p> ?y } LIMIT 3", "f:1:25: LIMIT"},
    {"SELECT ?x { ?x <p> ?y } OFFSET 3", "OFFSET"},
    {"CONSTRUCT { ?x <p> ?y } WHERE { ?x <p> ?y }", "f:1:1: CONSTRUCT"},
    {"DESCRIBE <x>", "DESCRIBE"},
    {"INSERT DATA { <a> <b> <c> }", "INSERT"},
    {"SELECT ?x ?z { ?x <p> ?y }", "f:1:11: ?z is selected"},
    {"ASK { ?x q:p ?y }", "f:1:10: the prefix q: is not declared"},
    {"ASK {}", "f:1:1: an odd number of queries"},
    {"ASK { ?x <p> ?y", "the text ends"},
    {"ASK { ?x \"p\" ?y }", "a predicate must be"},
    {"ASK { ?x _:p ?y }", "a predicate must be"},
    {"ASK { ?x <p> \"a }", "a string that is not closed"},
    {"ASK { ?x <p> \"\\q\" }", "an unknown escape"},
    {"ASK { ?x <p> \"\\uD800\" }", "no character"},
    {"ASK { ?x <p y> 3 }", "begins no IRI"},
    {"ASK { ?x <p> 3x }", "the end of a number"},
    {"ASK { ?x <p> --3 }", "a term"},
    {"ASK { ?x <p> ?y ?z <p> ?y }", "f:1:17: '?' where '.'"},
    {"BASE <x> ASK {}", "no full IRI"},
    {"", "no queries in it"},
    {"# nothing\n", "no queries in it"},
};

static void refusals(void)
{
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) refused(HBS_SPARQL, unreadable[i].sparql, unreadable[i].says);
    char deep[4096] = "ASK ";
    for (int i = 0; i < 2000; i++) strcat(deep, "{");
    refused(HBS_SPARQL, deep, "deep");
}

static void random_term(hbs_rng *rng, char *sparql, char *datalog)
{
    const unsigned which = (unsigned)hbs_rng_below(rng, 8);
    snprintf(sparql, 32, which < 5 ? "?v%u" : which == 5 ? "%u" : which == 6 ? "'s%u'" : "<i%u>", which);
    snprintf(datalog, 32, which < 5 ? "V%u" : which == 5 ? "%u" : which == 6 ? "\"s%u\"" : "<i%u>", which);
}

static void random_patterns(void)
{
    hbs_rng rng;
    hbs_rng_seed(&rng, 5, 0, HBS_LANE_INSTANCE);
    for (unsigned round = 0; round < 500; round++) {
        char sparql[2048] = "", datalog[2048] = "";
        for (int q = 0; q < 2; q++) {
            strcat(sparql, " ASK {");
            strcat(datalog, " q() :- ");
            const unsigned atoms = 1 + (unsigned)hbs_rng_below(&rng, 6);
            for (unsigned i = 0; i < atoms; i++) {
                char s[2][32], o[2][32];
                const unsigned p = (unsigned)hbs_rng_below(&rng, 3);
                random_term(&rng, s[0], s[1]);
                random_term(&rng, o[0], o[1]);
                sprintf(sparql + strlen(sparql), " %s <p%u> %s .", s[0], p, o[0]);
                sprintf(datalog + strlen(datalog), "%s<p%u>(%s,%s)", i ? ", " : "", p, s[1], o[1]);
            }
            strcat(sparql, "}");
            strcat(datalog, ".");
        }
        same_pair(HBS_SPARQL, sparql, datalog, 0);
    }
}

static void prefixes_hold_for_the_rest(void)
{
    static const char text[] = "PREFIX a: <x> ASK { a:a a:b a:c } ASK {}\nASK { a:d a:e a:f } ASK {}\nASK {} ASK { b:c <p> 1 }";
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    hbs_pair_text pairs;
    bool found;
    hbs_pair_text_open(&pairs, HBS_SPARQL, text, sizeof text - 1, "f", HBS_VARIABLES_UPPER, NULL);
    CHECK_OK(hbs_pair_text_next(&pairs, &pair, &found, &error));
    CHECK_OK(hbs_pair_text_next(&pairs, &pair, &found, &error));
    CU_ASSERT(found);
    CU_ASSERT_STRING_EQUAL(pair.relations.item[0].text, "<xe>");
    const size_t at = pairs.at;
    CU_ASSERT_EQUAL(hbs_pair_text_next(&pairs, &pair, &found, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(pairs.at, at);
    CU_ASSERT_STRING_EQUAL(pair.relations.item[0].text, "<xe>");   /* outputs are untouched */
    hbs_pair_text_close(&pairs);
    hbs_query_pair_free(&pair);
}

const hbs_test hbs_tests[] = {
    {"forms", forms},
    {"refusals", refusals},
    {"random patterns", random_patterns},
    {"prefixes hold for the rest", prefixes_hold_for_the_rest},
    {NULL, NULL},
};
