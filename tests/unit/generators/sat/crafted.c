/* Families without a graph of their own: numbers of variables and clauses by formula, numbers of models by theory, claims and witnesses by brute force. */
#include "tests/unit/generators/draw.h"

typedef struct expectation {
    const char *spec;
    uint32_t variables;
    size_t clauses;
    uint64_t models;
} expectation;

static void check_all(const expectation *row, size_t count) {
    for (size_t i = 0; i < count; i++) {
        workbench *const bench = bench_open(row[i].spec);
        const hbs_drawn *const drawn = bench_draw(bench, 1, 0);
        const hbs_cnf *const cnf = &drawn->instance.cnf;
        const uint64_t models = hbs_brute_sat_count(cnf, NULL);
        const bool good = cnf->variables == row[i].variables && cnf->clauses == row[i].clauses && models == row[i].models;
        if (!good) fprintf(stderr, "\n    %s: %u variables, %zu clauses, %llu models", row[i].spec, cnf->variables, cnf->clauses, (unsigned long long)models);
        CU_ASSERT(good);
        CU_ASSERT(drawn->claim == HBS_LABEL_UNKNOWN || drawn->claim == (models > 0));
        if (drawn->claim == HBS_LABEL_YES) check_proved(drawn);
        bench_close(bench);
    }
}

/* Injections, bijections, and relations that fill no hole twice. */
static void pigeonholes(void) {
    static const expectation row[] = {
        {"sat/pigeonhole pigeons=3 holes=3", 9, 3 + 9, 6},
        {"sat/pigeonhole pigeons=4 holes=3", 12, 4 + 18, 0},
        {"sat/pigeonhole pigeons=2 holes=4", 8, 2 + 4, 50},                                /* onto functions from holes to {1, 2, nobody} that hit 1 and 2: 81 - 2 * 16 + 1 */
        {"sat/pigeonhole pigeons=2 holes=4 functional=yes", 8, 2 + 4 + 12, 12},
        {"sat/pigeonhole pigeons=2 holes=4 onto=yes", 8, 2 + 4 + 4, 14},                   /* 16 - 2 */
        {"sat/pigeonhole pigeons=2 holes=4 onto=yes functional=yes", 8, 2 + 4 + 4 + 12, 0},
        {"sat/pigeonhole pigeons=4 holes=4 onto=yes functional=yes", 16, 4 + 4 + 24 + 24, 24},
        {"sat/pigeonhole pigeons=0 holes=3", 0, 0, 1},
        {"sat/pigeonhole pigeons=0 holes=3 onto=yes", 0, 3, 0},
        {"sat/pigeonhole pigeons=3 holes=0", 0, 3, 0},
    };
    check_all(row, sizeof row / sizeof *row);
}

/* (n-1)!! pairings, n! / (p!^(n/p) (n/p)!) partitions. */
static void partitions(void) {
    static const expectation row[] = {
        {"sat/parity n=1", 0, 1, 0},
        {"sat/parity n=2", 1, 2, 1},
        {"sat/parity n=4", 6, 4 + 12, 3},
        {"sat/parity n=5", 10, 5 + 30, 0},
        {"sat/parity n=6", 15, 6 + 60, 15},
        {"sat/counting n=6 p=2", 15, 6 + 60, 15},
        {"sat/counting n=6 p=3", 20, 6 + 270, 10},
        {"sat/counting n=5 p=3", 10, 5 + 75, 0},
        {"sat/counting n=4 p=1", 4, 4, 1},
        {"sat/counting n=4 p=4", 1, 4, 1},
        {"sat/counting n=2 p=3", 0, 2, 0},
    };
    check_all(row, sizeof row / sizeof *row);
}

/* With plant and total: the orders whose least element is the last one. */
static void orders(void) {
    static const expectation row[] = {
        {"sat/ordering n=1", 0, 1, 0},
        {"sat/ordering n=4", 12, 4 + 24 + 6, 0},
        {"sat/ordering n=4 total=yes", 12, 4 + 24 + 6 + 6, 0},
        {"sat/ordering n=4 total=yes plant=yes", 12, 3 + 24 + 6 + 6, 6},
        {"sat/ordering n=4 smart=yes", 6, 4 + 8, 0},
        {"sat/ordering n=4 smart=yes plant=yes", 6, 3 + 8, 6},
        {"sat/ordering n=6 smart=yes plant=yes", 15, 5 + 40, 120},
        {"sat/ordering n=4 knuth=2", 12, 4 + 8 + 6, 0},
        {"sat/ordering n=4 knuth=3 total=yes plant=yes", 12, 3 + 8 + 6 + 6, 6},
    };
    check_all(row, sizeof row / sizeof *row);
}

/* Ramsey: triangle-free graphs on 4 and 5 vertices without 3 independent ones; R(3,3) = 6. Van der Waerden: W(3,3) = 9; W(2,k). */
static void numbers(void) {
    static const expectation row[] = {
        {"sat/ramsey s=3 k=3 n=5", 10, 20, 12},
        {"sat/ramsey s=3 k=3 n=4", 6, 8, 18},
        {"sat/ramsey s=3 k=3 n=6", 15, 40, 0},
        {"sat/ramsey s=2 k=4 n=3", 3, 3, 1},
        {"sat/ramsey s=2 k=4 n=4", 6, 6 + 1, 0},
        {"sat/ramsey s=1 k=4 n=2", 1, 2, 0},
        {"sat/van_der_waerden n=8", 8, 24, 6},
        {"sat/van_der_waerden n=9", 9, 32, 0},
        {"sat/van_der_waerden n=18 k1=3 k2=4", 18, 72 + 45, 0},
        {"sat/van_der_waerden n=2 k1=2 k2=3", 2, 1, 3},
        {"sat/van_der_waerden n=0", 0, 0, 1},
    };
    check_all(row, sizeof row / sizeof *row);
}

/* Clique and colouring: edges that are forced and edges that are free. n = k = c = 2: one edge, 2 ways to seat the clique, 2 colourings. */
static void cliques_and_colours(void) {
    static const expectation row[] = {
        {"sat/clique_coloring n=2 k=2 c=2", 1 + 4 + 4, (2 + 2 + 2) + 2 + (2 + 2) + 2, 4},
        {"sat/clique_coloring n=3 k=3 c=2", 3 + 9 + 6, (3 + 9 + 9) + 18 + (3 + 3) + 6, 0},
        {"sat/clique_coloring n=3 k=1 c=1", 3 + 3 + 3, (1 + 3 + 0) + 0 + 3 + 3, 3},
        {"sat/clique_coloring n=2 k=3 c=3", 1 + 6 + 6, (3 + 3 + 6) + 6 + (2 + 6) + 3, 0},
    };
    check_all(row, sizeof row / sizeof *row);
}

static void pebbles(void) {
    static const expectation row[] = {
        {"sat/pebbling height=0", 1, 2, 0},
        {"sat/pebbling height=3", 10, 11, 0},
        {"sat/pebbling graph=tree height=3", 15, 16, 0},
        {"sat/pebbling graph=path height=5", 6, 7, 0},
        {"sat/pebbling graph=path height=3 substitution=xor:2", 8, 2 + 3 * 4 + 2, 0},
        {"sat/pebbling height=1 substitution=maj:3", 9, 2 * 3 + 27 + 3, 0},
    };
    check_all(row, sizeof row / sizeof *row);
}

/* A pebble is missing nowhere but at the sink: without the last clause all vertices are true in every model. */
static void pebbles_reach_the_sink(void) {
    static const char *const specs[] = {"sat/pebbling height=4", "sat/pebbling graph=tree height=3", "sat/pebbling graph=path height=9"};
    for (size_t i = 0; i < 3; i++) {
        workbench *const bench = bench_open(specs[i]);
        hbs_cnf *const cnf = &bench_draw(bench, 1, 0)->instance.cnf;
        cnf->clauses--;
        CU_ASSERT_EQUAL(hbs_brute_sat_count(cnf, NULL), 1);
        for (size_t c = 0; c < cnf->clauses; c++)   /* predecessors have smaller numbers */
            for (size_t j = 0; j + 1 < hbs_cnf_length(cnf, c); j++)
                CU_ASSERT(-hbs_cnf_clause(cnf, c)[j] > 0 && -hbs_cnf_clause(cnf, c)[j] < hbs_cnf_clause(cnf, c)[hbs_cnf_length(cnf, c) - 1]);
        bench_close(bench);
    }
}

/* Group of each variable in the clauses from `from` on: two are together when a clause holds both. */
static unsigned group_sizes(const hbs_cnf *cnf, size_t from, size_t to, uint32_t *group) {
    unsigned groups = 0;
    memset(group, 0, (cnf->variables + 1) * sizeof *group);
    for (size_t c = from; c < to; c++) {
        uint32_t known = 0;
        for (int j = 0; j < 3; j++) known = known ? known : group[abs(hbs_cnf_clause(cnf, c)[j])];
        for (int j = 0; j < 3; j++) {
            const uint32_t v = (uint32_t)abs(hbs_cnf_clause(cnf, c)[j]);
            CU_ASSERT(!group[v] || group[v] == known);
            group[v] = known ? known : groups + 1;
        }
        groups += !known;
    }
    return groups;
}

/* The structure of Spence's own file, which is among the test data: two partitions in fours and a five, signs by partition. */
static void two_partitions(const hbs_cnf *cnf, uint32_t groups, bool spread) {
    uint32_t n = 4 * groups + 1, first[2048], second[2048], size[2][512] = {{0}}, fives = 0;
    const size_t half = cnf->clauses / 2;
    CU_ASSERT_EQUAL_FATAL(cnf->variables, n);
    CU_ASSERT_EQUAL_FATAL(cnf->clauses, 8 * groups + 12);
    for (size_t c = 0; c < cnf->clauses; c++)
        for (int j = 0; j < 3; j++) CU_ASSERT_EQUAL(hbs_cnf_clause(cnf, c)[j] < 0, c < half);
    CU_ASSERT_EQUAL(group_sizes(cnf, 0, half, first), groups);
    CU_ASSERT_EQUAL(group_sizes(cnf, half, cnf->clauses, second), groups);
    for (uint32_t v = 1; v <= n; v++) {
        CU_ASSERT_EQUAL(first[v], (v - 1) / 4 < groups ? (v - 1) / 4 + 1 : groups);
        size[0][first[v]]++, size[1][second[v]]++;
        for (uint32_t u = 1; u < v && spread; u++) CU_ASSERT(first[u] != first[v] || second[u] != second[v]);
    }
    for (int s = 0; s < 2; s++)
        for (uint32_t g = 1; g <= groups; g++) {
            CU_ASSERT(size[s][g] == 4 || size[s][g] == 5);
            fives += size[s][g] == 5;
        }
    CU_ASSERT_EQUAL(fives, 2);
}

static void sgen1(void) {
    static const char *const specs[] = {"sat/sgen1 groups=2", "sat/sgen1 groups=14", "sat/sgen1 groups=14 spread=yes", "sat/sgen1 groups=6 spread=yes"};
    static const uint32_t groups[] = {2, 14, 14, 6};
    for (size_t i = 0; i < 4; i++) {
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 20; u++) two_partitions(&bench_draw(bench, 1, u)->instance.cnf, groups[i], i > 1);
        bench_close(bench);
    }
    FILE *const file = fopen(hbs_test_data("sat/misc/sgen1_unsat_57_0.cnf"), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[256];
    hbs_cnf cnf = {0};
    hbs_error error = {0};
    while (fgets(line, sizeof line, file)) {
        int32_t l[3];
        if (*line == 'p') hbs_cnf_clear(&cnf, 57);
        else if (sscanf(line, "%d %d %d 0", &l[0], &l[1], &l[2]) == 3) CHECK_OK(hbs_cnf_add(&cnf, l, 3, &error));
    }
    fclose(file);
    two_partitions(&cnf, 14, true);
    hbs_cnf_free(&cnf);
}

/* The second partition of groups=2, a four and a five of nine: all C(9,4) alike. */
static void sgen1_is_uniform(void) {
    enum { DRAWS = 20000 };
    double count[512] = {0}, flat[126], expected[126];
    size_t cells = 0;
    workbench *const bench = bench_open("sat/sgen1 groups=2");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 3, u)->instance.cnf;
        size_t four = 0;
        for (size_t c = 14; c < 18; c++)
            for (int j = 0; j < 3; j++) four |= (size_t)1 << (hbs_cnf_clause(cnf, c)[j] - 1);
        count[four]++;
    }
    for (size_t i = 0; i < 512; i++)
        if (count[i] > 0 && cells < 126) flat[cells] = count[i], expected[cells++] = DRAWS / 126.;
    CU_ASSERT_EQUAL(cells, 126);
    CU_ASSERT(fit(flat, expected, 126) > 1e-3);
    bench_close(bench);
}

/* Degrees d: C(d, floor(d/2) + 1) clauses a vertex; satisfiable iff all are even. Both ways of writing it agree on the label. */
static void subset_cardinality(void) {
    static const expectation row[] = {
        {"sat/subset_cardinality n=2 graph=complete", 4, 4, 2},
        {"sat/subset_cardinality n=3 graph=complete", 9, 18, 0},
        {"sat/subset_cardinality n=4 graph=complete", 16, 32, 90},
        {"sat/subset_cardinality n=4 graph=shift:0,1", 8, 8, 2},
        {"sat/subset_cardinality n=3 graph=shift:0,1+addedges:1", 7, 4 + 6, 0},
        {"sat/subset_cardinality n=4 graph=complete equal=yes", 16, 64, 90},
    };
    check_all(row, sizeof row / sizeof *row);
    workbench *const loose = bench_open("sat/subset_cardinality graph=gnp:2/3 n=3"), *const tight = bench_open("sat/subset_cardinality graph=gnp:2/3 n=3 equal=yes");
    unsigned yes = 0;
    for (uint64_t u = 0; u < 500; u++) {
        const hbs_drawn *const a = bench_draw(loose, 1, u), *const b = bench_draw(tight, 1, u);
        CU_ASSERT_EQUAL(a->claim, hbs_brute_sat_label(&a->instance.cnf));
        CU_ASSERT_EQUAL(b->claim, hbs_brute_sat_label(&b->instance.cnf));
        CU_ASSERT_EQUAL(a->claim, b->claim);
        yes += a->claim == HBS_LABEL_YES;
    }
    CU_ASSERT(yes > 5 && yes < 495);
    bench_close(loose);
    bench_close(tight);
}

/* What would not fit is refused with a word on what to do, before or while it grows. */
static void refused(void) {
    static const char *const specs[] = {"sat/pigeonhole pigeons=300 holes=300 substitution=xor:2", "sat/tseitin graph=empty+plantclique:40 n=400", "sat/even_coloring graph=empty+plantclique:201 n=20000"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        hbs_error error = {0};
        CU_ASSERT_EQUAL(bench_try(bench, 1, 0, &error), HBS_ERROR_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "choose"));
        bench_close(bench);
    }
    static const char *const unread[] = {"sat/ordering smart=yes knuth=2", "sat/sgen1 groups=5 spread=yes", "sat/pebbling graph=foo", "sat/pebbling graph=tree height=25", "sat/subset_cardinality graph=foo",
                                         "sat/subset_cardinality graph=regular:7 n=6"};
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) check_refused(unread[i], "");
}

const hbs_test hbs_tests[] = {{"pigeonholes", pigeonholes},
                              {"partitions", partitions},
                              {"orders", orders},
                              {"numbers", numbers},
                              {"cliques_and_colours", cliques_and_colours},
                              {"pebbles", pebbles},
                              {"pebbles_reach_the_sink", pebbles_reach_the_sink},
                              {"sgen1", sgen1},
                              {"sgen1_is_uniform", sgen1_is_uniform},
                              {"subset_cardinality", subset_cardinality},
                              {"refused", refused},
                              {NULL, NULL}};
