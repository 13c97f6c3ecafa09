#include "generators/cqc/figures.h"
#include "solvers/solver.h"
#include "tests/unit/generators/draw.h"

/* Vertices, edges and degrees of each figure. */
static void figures(void) {
    static const struct {
        const char *name;
        uint64_t size, width, vertices, edges;
        unsigned degree[5];   /* how many vertices have 0, 1, 2, 3, more */
    } rows[] = {{"chain", 1, 1, 2, 1, {0, 2}},           {"chain", 5, 9, 6, 5, {0, 2, 4}},      {"star", 3, 1, 4, 3, {0, 3, 0, 1}},        {"cycle", 3, 1, 3, 3, {0, 0, 3}},
                {"cycle", 6, 2, 6, 6, {0, 0, 6}},        {"clique", 1, 1, 1, 0, {1}},           {"clique", 4, 7, 4, 6, {0, 0, 0, 4}},      {"clique", 7, 1, 7, 21, {0, 0, 0, 0, 7}},
                {"grid", 1, 1, 1, 0, {1}},               {"grid", 1, 4, 4, 3, {0, 2, 2}},       {"grid", 4, 1, 4, 3, {0, 2, 2}},           {"grid", 3, 2, 6, 7, {0, 0, 4, 2}},
                {"grid", 3, 4, 12, 17, {0, 0, 4, 6, 2}}, {"snowflake", 3, 2, 10, 9, {0, 6, 0, 4}}, {"snowflake", 2, 1, 5, 4, {0, 2, 3}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const hbs_figure *const figure = hbs_figure_find(rows[i].name);
        unsigned degree[16] = {0}, found[5] = {0};
        bool joined[16][16] = {{false}};
        CU_ASSERT_EQUAL_FATAL(figure->vertices(rows[i].size, rows[i].width), rows[i].vertices);
        CU_ASSERT_EQUAL_FATAL(figure->edges(rows[i].size, rows[i].width), rows[i].edges);
        for (uint64_t e = 0; e < rows[i].edges; e++) {
            uint32_t from, to;
            figure->edge(rows[i].size, rows[i].width, e, &from, &to);
            CU_ASSERT_FATAL(from < rows[i].vertices && to < rows[i].vertices && from != to);
            CU_ASSERT(!joined[from][to] && !joined[to][from]);
            joined[from][to] = true;
            degree[from]++, degree[to]++;
        }
        for (uint64_t v = 0; v < rows[i].vertices; v++) found[degree[v] < 4 ? degree[v] : 4]++;
        CU_ASSERT(!memcmp(found, rows[i].degree, sizeof found));
        if (memcmp(found, rows[i].degree, sizeof found)) fprintf(stderr, "\n    %s %llu", rows[i].name, (unsigned long long)rows[i].size);
    }
    CU_ASSERT_PTR_NULL(hbs_figure_find("circle"));
}

static bool is_contained(const char *q1, const char *q2) {
    char text[300];
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_error error = {0};
    snprintf(text, sizeof text, "cqc/shapes %s %s", q1, q2);
    workbench *const bench = bench_open(text);
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_CQC, 0, true, &error));
    CHECK_OK(hbs_label(&labeller, &bench_draw(bench, 1, 0)->instance, &verdict, &error));
    const bool yes = verdict.label == HBS_LABEL_YES;
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    bench_close(bench);
    return yes;
}

/* Homomorphisms between figures are known. */
static void known_labels(void) {
    char one[100], two[100];
    for (unsigned a = 3; a <= 7; a++)
        for (unsigned b = 3; b <= 7; b++) {
            snprintf(one, sizeof one, "q1=cycle size1=%u", b);
            snprintf(two, sizeof two, "q2=cycle size2=%u directions2=forward", a);
            CU_ASSERT_EQUAL(is_contained(one, two), a % b == 0);
            snprintf(one, sizeof one, "q1=clique size1=%u directions1=both", b);
            snprintf(two, sizeof two, "q2=clique size2=%u directions2=%s", a, a % 2 ? "both" : "random");
            CU_ASSERT_EQUAL(is_contained(one, two), a <= b);
            snprintf(one, sizeof one, "q1=chain size1=%u", b);
            snprintf(two, sizeof two, "q2=chain size2=%u directions2=forward", a);
            CU_ASSERT_EQUAL(is_contained(one, two), a <= b);
            snprintf(one, sizeof one, "q1=clique size1=2 directions1=both");
            snprintf(two, sizeof two, "q2=cycle size2=%u directions2=both", a);
            CU_ASSERT_EQUAL(is_contained(one, two), a % 2 == 0);
            snprintf(two, sizeof two, "q2=grid size2=%u width2=%u directions2=both", a, b);
            CU_ASSERT(is_contained(one, two));
            snprintf(one, sizeof one, "q1=grid size1=%u width1=%u", b, b);
            snprintf(two, sizeof two, "q2=snowflake size2=%u directions2=forward", a);
            CU_ASSERT(is_contained(one, two));   /* two edges in a row are all it needs */
            snprintf(one, sizeof one, "q1=star size1=%u", b);
            CU_ASSERT(!is_contained(one, two));
        }
}

/* Directions of a chain of three edges: eight, equally likely. Its numbering by the payload keeps the directions readable along the chain. */
static void directions(void) {
    enum { DRAWS = 4000 };
    double found[8] = {0}, expected[8];
    workbench *const bench = bench_open("cqc/shapes q1=star size1=1 q2=chain size2=3 directions2=random");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_query *const q2 = &bench_draw(bench, 1, u)->instance.pair.q2;
        unsigned turned = 0;
        uint32_t end = hbs_atom(q2, 1)[0] == hbs_atom(q2, 0)[0] || hbs_atom(q2, 1)[1] == hbs_atom(q2, 0)[0] ? 1 : 0;   /* the end of edge 0 that edge 1 has not */
        uint32_t at = hbs_atom(q2, 0)[end];
        for (size_t a = 0; a < 3; a++) {
            const bool forward = hbs_atom(q2, a)[0] == at;
            turned |= (unsigned)!forward << a;
            at = hbs_atom(q2, a)[forward ? 1 : 0];
        }
        found[turned]++;
    }
    for (unsigned i = 0; i < 8; i++) expected[i] = DRAWS / 8.;
    CU_ASSERT(fit(found, expected, 8) > 1e-3);
    bench_close(bench);
}

/* A uniform body here is one of cqc/uniform. */
static void uniform_body(void) {
    enum { DRAWS = 3000 };
    double found[4] = {0}, expected[4] = {0};
    workbench *const bench = bench_open("cqc/shapes q1=uniform size1=3 width1=2 q2=chain size2=1 directions2=forward");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_query *const q1 = &bench_draw(bench, 1, u)->instance.pair.q1;
        const hbs_term *const a = hbs_atom(q1, 0), *const b = hbs_atom(q1, 1);
        found[a[0] == b[1] && a[1] == b[0] ? 0 : a[0] == b[0] ? 1 : a[1] == b[1] ? 2 : 3]++;
    }
    const double sets[4] = {3, 3, 3, 6};   /* 2-cycles, out-stars, in-stars, paths: 15 sets of two of six atoms */
    for (unsigned i = 0; i < 4; i++) expected[i] = DRAWS * sets[i] / 15;
    CU_ASSERT(fit(found, expected, 4) > 1e-3);
    bench_close(bench);
}

/* Both labels are common where nothing is said. */
static void defaults(void) {
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_error error = {0};
    unsigned yes = 0;
    workbench *const bench = bench_open("cqc/shapes");
    CHECK_OK(hbs_labeller_open(&labeller, NULL, HBS_CQC, 0, true, &error));
    for (uint64_t u = 0; u < 400; u++) {
        CHECK_OK(hbs_label(&labeller, &bench_draw(bench, 1, u)->instance, &verdict, &error));
        yes += verdict.label == HBS_LABEL_YES;
    }
    CU_ASSERT(yes > 150 && yes < 250);
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    bench_close(bench);
}

static void refusals(void) {
    static const char *const rows[][2] = {{"q2=circle", "no shape `circle`"}, {"q2=cycle size2=2", "has size 3 at least"}, {"directions1=up", "choose forward"},
                                          {"size1=3 width1=7", "there are only 6"}, {"q1=clique size1=2000", "at most 1000000"}, {"q1=grid size1=1000000 width1=1000000", "at most 1000000"}};
    char text[100];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "cqc/shapes %s", rows[i][0]);
        check_refused(text, rows[i][1]);
    }
}

const hbs_test hbs_tests[] = {{"figures", figures}, {"known_labels", known_labels}, {"directions", directions}, {"uniform_body", uniform_body}, {"defaults", defaults}, {"refusals", refusals}, {NULL, NULL}};
