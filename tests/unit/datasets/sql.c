/* SQL against Datalog: a table of forms, a table of refusals with their places, random queries, and numbers. */
#include "datasets/formats/sql.h"

#include "core/rng.h"
#include "datasets/formats/number_spelling.h"
#include "tests/unit/datasets/same_pair.h"

static void forms(void)
{
    static const struct {
        const char *sql, *datalog;
        unsigned warnings;
    } cases[] = {
        {"SELECT DISTINCT a.x FROM r a, s b WHERE a.y = b.z AND b.w = 3; SELECT DISTINCT r.x FROM r;", "q1(X) :- r(Y,X), s(Y,3). q2(X) :- r(Z,X).", 0},
        {"select distinct x from R where X = y; SELECT DISTINCT x, y FROM r", "q1(X) :- r(X,X). q2(X,Y) :- r(X,Y).", 0},
        {"SELECT x FROM r; SELECT x FROM r", "q1(X) :- r(X). q2(X) :- r(X).", 1},
        {"SELECT ALL x FROM r; SELECT DISTINCT x FROM r", "q1(X) :- r(X). q2(X) :- r(X).", 1},
        {"SELECT DISTINCT 1 FROM r; SELECT DISTINCT 1", "q1(1) :- r. q2(1) :- .", 0},
        {"CREATE TABLE r(a int, b varchar(10) NOT NULL, c numeric(3,2)); SELECT DISTINCT * FROM r; SELECT DISTINCT r.*, a AS z FROM r WHERE b=c", "q1(A,B,C) :- r(A,B,C). q2(A,B,B,A) :- r(A,B,B).", 0},
        {"CREATE TABLE r(a, b); CREATE TABLE s(b, c); SELECT DISTINCT a, c FROM r, s WHERE r.b = s.b; SELECT DISTINCT t.a, u.c FROM r t CROSS JOIN s u",
         "q1(A,C) :- r(A,B), s(B,C). q2(A,C) :- r(A,B), s(D,C).", 0},
        {"CREATE TABLE r(a, b); SELECT DISTINCT x.a FROM r x JOIN r y ON x.b = y.a INNER JOIN r AS z ON (y.b = z.a AND (z.b = 'it''s')); SELECT DISTINCT a FROM r",
         "q1(A) :- r(A,B), r(B,C), r(C,\"it's\"). q2(A) :- r(A,B).", 0},
        /* numbers are values, strings are texts, a constant may stand on either side or in the head */
        {"CREATE TABLE r(a, b); SELECT DISTINCT 7 FROM r WHERE 07 = a AND b = 7.00; SELECT DISTINCT a FROM r WHERE a = 70e-1", "q1(7) :- r(7,7). q2(7) :- r(7,B).", 0},
        {"CREATE TABLE r(a, b); SELECT DISTINCT a FROM r WHERE a = '07' AND b = -.50; SELECT DISTINCT a FROM r WHERE a = b AND b = a AND 1 = 1 AND 1.0 = 1",
         "q1(\"07\") :- r(\"07\",-0.5). q2(A) :- r(A,A).", 0},
        {"CREATE TABLE r(a, b); SELECT DISTINCT x.a FROM r x, r y, r z WHERE x.a = y.a AND z.a = 3 AND y.a = z.a; SELECT DISTINCT a FROM r",
         "q1(3) :- r(3,B), r(3,C), r(3,D). q2(A) :- r(A,B).", 0},
        {"CREATE TABLE r(a); SELECT DISTINCT x.a FROM r x, r y WHERE x.a = y.a; SELECT DISTINCT a FROM r", "q1(A) :- r(A). q2(A) :- r(A).", 0},
        /* names: quoted as written, others in lower case; a table keeps its schema, its last part is its name */
        {"SELECT DISTINCT \"R\".\"X y\" FROM \"R\"; SELECT DISTINCT r.x FROM r", "q1(X) :- \"R\"(X). q2(X) :- r(X).", 0},
        {"SELECT DISTINCT r.x FROM Main.R; SELECT DISTINCT `r`.x FROM main.r", "q1(X) :- \"main.r\"(X). q2(X) :- \"main.r\"(X).", 0},
        {"-- one\nSELECT /* two\n */ DISTINCT x FROM r SELECT DISTINCT x y FROM r z", "q1(X) :- r(X). q2(X) :- r(X).", 0},
        {"; ;SELECT DISTINCT x FROM r;; ;SELECT DISTINCT x FROM r", "q1(X) :- r(X). q2(X) :- r(X).", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) same_pair(HBS_SQL, cases[i].sql, cases[i].datalog, cases[i].warnings);
}

static const struct {
    const char *sql, *says;
} unreadable[] = {
    {"SELECT x FROM r WHERE x = 1\n OR y = 2", "f:2:2: OR"},
    {"SELECT x FROM r WHERE NOT x = 1", "f:1:23: NOT"},
    {"SELECT x FROM r WHERE x < 1", "f:1:25: a comparison"},
    {"SELECT x FROM r WHERE x <> 1", "a comparison"},
    {"SELECT x FROM r WHERE x != 1", "a comparison"},
    {"SELECT x FROM r WHERE x >= 1", "a comparison"},
    {"SELECT x FROM r WHERE x IS NULL", "NULL"},
    {"SELECT x FROM r WHERE x = NULL", "f:1:27: NULL"},
    {"SELECT x FROM r WHERE x IN (1, 2)", "IN is"},
    {"SELECT x FROM r WHERE x LIKE 'a'", "LIKE"},
    {"SELECT x FROM r WHERE x BETWEEN 1 AND 2", "BETWEEN"},
    {"SELECT x FROM r WHERE EXISTS (SELECT 1)", "EXISTS"},
    {"SELECT x FROM r WHERE x = (SELECT 1)", "where a column or a constant is needed"},
    {"SELECT x FROM r WHERE (SELECT 1) = x", "a subquery"},
    {"SELECT x FROM (SELECT x FROM r) s", "a subquery"},
    {"SELECT x FROM r WHERE x = 1 + 2", "f:1:29: arithmetic"},
    {"SELECT x || 'a' FROM r", "an operation on strings"},
    {"SELECT COUNT(x) FROM r", "f:1:8: count(..), an aggregate"},
    {"SELECT x FROM r WHERE lower(x) = 'a'", "lower(..)"},
    {"SELECT x FROM r GROUP BY x", "f:1:17: GROUP BY"},
    {"SELECT x FROM r HAVING x", "HAVING"},
    {"SELECT x FROM r ORDER BY x", "ORDER BY"},
    {"SELECT x FROM r LIMIT 1", "LIMIT"},
    {"SELECT x FROM r UNION SELECT x FROM s", "UNION"},
    {"SELECT x FROM r EXCEPT SELECT x FROM s", "EXCEPT"},
    {"SELECT r.x FROM r LEFT JOIN s ON r.x = s.x", "f:1:19: LEFT JOIN, an outer join"},
    {"SELECT r.x FROM r FULL OUTER JOIN s ON r.x = s.x", "an outer join"},
    {"SELECT r.x FROM r NATURAL JOIN s", "NATURAL JOIN"},
    {"SELECT r.x FROM r JOIN s USING (x)", "USING"},
    {"WITH t AS (SELECT 1) SELECT x FROM t", "WITH"},
    {"INSERT INTO r VALUES (1)", "INSERT"},
    {"CREATE TABLE r(a int PRIMARY KEY)", "f:1:22: a constraint (primary)"},
    {"CREATE TABLE r(a int, UNIQUE(a))", "a constraint (unique)"},
    {"CREATE TABLE r(a int REFERENCES s(b))", "a constraint (references)"},
    {"CREATE TABLE r(a, A)", "f:1:19: the column a comes twice"},
    {"CREATE TABLE r(a); CREATE TABLE R(a)", "declared twice"},
    {"CREATE VIEW r AS SELECT 1", "`view` where TABLE is needed"},
    {"CREATE TABLE r(a); SELECT b FROM r; SELECT 1", "no table of FROM has a column b"},
    {"CREATE TABLE r(a); SELECT r.b FROM r; SELECT 1", "f:1:27: r has no column b"},
    {"CREATE TABLE r(a); SELECT a FROM s; SELECT 1", "no CREATE TABLE declares s"},
    {"CREATE TABLE r(a); SELECT a FROM r, r s; SELECT 1", "a is a column of 2 tables"},
    {"SELECT x FROM r, s; SELECT 1", "whose column is x?"},
    {"SELECT * FROM r; SELECT 1", "which columns are *?"},
    {"SELECT t.x FROM r; SELECT 1", "f:1:8: no table of FROM is called t"},
    {"SELECT r.x FROM r, r; SELECT 1", "f:1:20: r comes twice in FROM"},
    {"SELECT x FROM r WHERE x = 1 AND x = y AND y = 2; SELECT 1", "no answers on any database"},
    {"SELECT x FROM r WHERE 1 = 2; SELECT 1", "f:1:23: the conditions equate 1 and 2"},
    {"SELECT x FROM r WHERE x = 1 AND x = '1'; SELECT 1", "a number and a string"},
    {"SELECT x FROM r", "f:1:1: an odd number of queries"},
    {"SELECT x FROM r; CREATE TABLE r(x); SELECT x FROM r", "f:1:18: CREATE TABLE between"},
    {"SELECT FROM r", "a column, a constant or *"},
    {"SELECT x FROM r WHERE x = 'a", "a string that is not closed"},
    {"SELECT x /* FROM r", "a comment that is not closed"},
    {"SELECT x FROM \"\"; SELECT 1", "a quoted name that is empty"},
    {"SELECT x FROM r WHERE x = 1e9999999; SELECT 1", "too large an exponent"},
    {"SELECT x FROM r WHERE x = ?; SELECT 1", "'?' where"},
    {"", "no queries in it"},
    {"CREATE TABLE r(a);", "no queries in it"},
};

static void refusals(void)
{
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) refused(HBS_SQL, unreadable[i].sql, unreadable[i].says);
}

/* Random conjunctive queries as a user would write them: the first place of a variable is equated with each of its others, in random order of the conditions. */
static void random_query(hbs_rng *rng, char *sql, char *datalog)
{
    char where[2048] = "", from[512] = "", body[1024] = "";
    char first[5][32] = {{0}};
    const unsigned atoms = 1 + (unsigned)hbs_rng_below(rng, 4);
    for (unsigned i = 0; i < atoms; i++) {
        const unsigned relation = 2 + (unsigned)hbs_rng_below(rng, 2);
        sprintf(from + strlen(from), "%st%u a%u", i ? ", " : "", relation, i);
        sprintf(body + strlen(body), "%st%u(", i ? ", " : "", relation);
        for (unsigned c = 0; c < relation; c++) {
            const unsigned v = (unsigned)hbs_rng_below(rng, 7);
            char place[32], condition[96] = "";
            sprintf(place, "a%u.c%u", i, c);
            sprintf(body + strlen(body), v < 5 ? "%sV%u" : v == 5 ? "%s%u" : "%s\"s%u\"", c ? "," : "", v);
            if (v < 5 && first[v][0]) sprintf(condition, hbs_rng_below(rng, 2) ? "%s = %s" : "%2$s = %1$s", first[v], place);
            else if (v < 5) strcpy(first[v], place);
            else sprintf(condition, v == 5 ? "%s = %u.0" : "'s%2$u' = %1$s", place, v);
            if (condition[0]) sprintf(where + strlen(where), "%s%s", where[0] ? " AND " : " WHERE ", condition);
        }
        strcat(body, ")");
    }
    sprintf(sql + strlen(sql), "SELECT DISTINCT 1");
    sprintf(datalog + strlen(datalog), "q(1");
    for (unsigned v = 0; v < 5; v++)
        if (first[v][0] && hbs_rng_below(rng, 2)) {
            sprintf(sql + strlen(sql), ", %s", first[v]);
            sprintf(datalog + strlen(datalog), ",V%u", v);
        }
    sprintf(sql + strlen(sql), " FROM %s%s;\n", from, where);
    sprintf(datalog + strlen(datalog), ") :- %s.\n", body);
}

static void random_queries(void)
{
    hbs_rng rng;
    hbs_rng_seed(&rng, 6, 0, HBS_LANE_INSTANCE);
    for (unsigned round = 0; round < 1000; round++) {
        char sql[8192] = "CREATE TABLE t2(c0, c1); CREATE TABLE t3(c0 int, c1 text, c2 int);\n", datalog[4096] = "";
        random_query(&rng, sql, datalog);
        random_query(&rng, sql, datalog);
        same_pair(HBS_SQL, sql, datalog, 0);
    }
}

static void numbers_by_value(void)
{
    static const char *const cases[][2] = {{"7", "7"}, {"007", "7"}, {"7.", "7"}, {"7.00", "7"}, {"70e-1", "7"}, {"0.07E+2", "7"}, {".5", "0.5"}, {"00.50", "0.5"}, {"0", "0"}, {"-0", "0"},
                                           {"0e5", "0"}, {"-12.340", "-12.34"}, {"1200", "1200"}, {"12e2", "1200"}, {"1e50", "1e50"}, {"10e49", "1e50"}, {"0.001", "0.001"}, {"1e-3", "0.001"},
                                           {"1e-60", "1e-60"}, {"100.001", "100.001"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_error error = {0};
        hbs_bytes out = {0};
        CHECK_OK(hbs_number_spelling(cases[i][0], strlen(cases[i][0]), &out, &error));
        CHECK_OK(hbs_bytes_append(&out, "", 1, &error));
        CU_ASSERT_STRING_EQUAL((const char *)out.data, cases[i][1]);
        hbs_bytes_free(&out);
    }
}

/* Datalog compares them as written, and says so where that makes two constants of one value. */
static void datalog_tells_two_spellings(void)
{
    static const struct {
        const char *text;
        unsigned warnings;
    } cases[] = {{"q(X) :- r(X,7). q(X) :- r(X,007).", 1}, {"q(X) :- r(X,7,7.0,70e-1). q(X) :- r(X,7,8,9).", 1}, {"q(X) :- r(X,7). q(X) :- s(X,7,70,\"007\").", 0},
                 {"q(X) :- r(X,1e99999999,2). q(X) :- s(X,10e99999998).", 0}, {"q(X) :- r(X,7). q(X) :- r(X,7,8).", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_error error = {0};
        told t = {0};
        hbs_bytes bytes = {0};
        CHECK_OK(read_pair(HBS_DATALOG, cases[i].text, &t, &bytes, &error));
        CU_ASSERT_EQUAL(t.warnings, cases[i].warnings);
        hbs_bytes_free(&bytes);
    }
}

static void languages_are_told_apart(void)
{
    static const struct {
        const char *text;
        int language;
    } cases[] = {{"q(X) :- r(X).", HBS_DATALOG}, {"% c\nselect(X) :- r(X).", HBS_DATALOG}, {"SELECT ?x\nWHERE {?x <p> ?y}", HBS_SPARQL}, {"# c\nPREFIX : <a>\nASK {}", HBS_SPARQL},
                 {"ASK {}", HBS_SPARQL}, {"select x from r; select y from s", HBS_SQL}, {"-- c\nCREATE TABLE r(a);", HBS_SQL}, {"/* c */\nSELECT x FROM r", HBS_SQL},
                 {"selection", -1}, {"hello", -1}, {"", -1}, {"p cnf 1 1", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hbs_language language;
        const bool known = hbs_language_of_text(cases[i].text, strlen(cases[i].text), &language);
        CU_ASSERT_EQUAL(known ? (int)language : -1, cases[i].language);
    }
}

const hbs_test hbs_tests[] = {
    {"forms", forms},
    {"refusals", refusals},
    {"random queries", random_queries},
    {"numbers by value", numbers_by_value},
    {"Datalog tells two spellings", datalog_tells_two_spellings},
    {"languages are told apart", languages_are_told_apart},
    {NULL, NULL},
};
