#include "tests/unit/generators/cqc/classes.h"

/* The class of a query without atom `out` (SIZE_MAX: whole), whatever its variables are numbered. */
static void class_without(const hbs_query_pair *pair, const hbs_query *query, size_t out, char class[TEXT_SIZE]) {
    hbs_query rest = {.variables = 5, .head = query->head, .head_arity = query->head_arity};
    hbs_error error = {0};
    for (size_t a = 0; a < query->atoms; a++)
        if (a != out) CHECK_OK(hbs_query_append(&rest, pair, query->relation[a], hbs_atom(query, a), &error));
    class_of(pair, &rest, class);
    free(rest.relation);
    free(rest.start);
    free(rest.argument);
}

/* Do they get equal when each loses at most one atom (minus: of a, of b)? */
static bool near(const hbs_query_pair *of_a, const hbs_query *a, bool minus_a, const hbs_query_pair *of_b, const hbs_query *b, bool minus_b) {
    char one[TEXT_SIZE], two[TEXT_SIZE];
    for (size_t i = minus_a ? 0 : SIZE_MAX; minus_a ? i < a->atoms : i == SIZE_MAX; i++) {
        class_without(of_a, a, i, one);
        for (size_t j = minus_b ? 0 : SIZE_MAX; minus_b ? j < b->atoms : j == SIZE_MAX; j++) {
            class_without(of_b, b, j, two);
            if (!strcmp(one, two)) return true;
        }
    }
    return false;
}

/* The twins differ in one atom of one query, by the edit that was asked for, and in their labels. */
static void one_edit(void) {
    static const struct {
        const char *spec;
        bool minus_first, minus_second, flip;
    } rows[] = {{"cqc/edits v1=5 m1=7 v2=4 m2=4", true, true, true},
                {"cqc/edits v1=5 m1=7 v2=4 m2=4 edit=drop", true, false, true},
                {"cqc/edits v1=5 m1=7 v2=4 m2=4 edit=add query=0", false, true, true},
                {"cqc/edits v1=4 m1=5 v2=4 m2=4 query=1 head=1 constants=1 loops=yes", true, true, true},
                {"cqc/edits schema=e/2,u/1 v1=4 m1=3 v2=4 m2=2 edit=add query=0 flip=no", false, true, false},
                {"cqc/edits schema=r/2:4:2,s/3:2:1,z/0:1:1 v1=4 v2=4 query=0 flip=no all=yes", true, true, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        workbench *const bench = bench_open(rows[i].spec);
        for (uint64_t u = 0; u < 60; u++) {
            const hbs_query_pair *const a = &bench_draw(bench, 1, u)[0].instance.pair, *const b = &bench->drawing.drawn[1].instance.pair;
            const bool same_1 = near(a, &a->q1, false, b, &b->q1, false), same_2 = near(a, &a->q2, false, b, &b->q2, false);
            CU_ASSERT(same_1 || same_2);
            CU_ASSERT(near(a, same_1 ? &a->q2 : &a->q1, rows[i].minus_first, b, same_1 ? &b->q2 : &b->q1, rows[i].minus_second));
            CU_ASSERT(!rows[i].flip || contained(a) != contained(b));
        }
        bench_close(bench);
    }
}

/* Redirecting is symmetric: first twin, second twin has the law of second twin, first twin. */
static void exchangeable(void) {
    enum { DRAWS = 6000 };
    static const char *const specs[] = {"cqc/edits v1=3 m1=2 v2=3 m2=2", "cqc/edits v1=3 m1=2 v2=3 m2=2 query=0 flip=no"};
    for (size_t i = 0; i < 2; i++) {
        tally *const t = rooms(1, sizeof *t);
        workbench *const bench = bench_open(specs[i]);
        unsigned first = 0;
        for (uint64_t u = 0; u < DRAWS; u++) {
            const hbs_drawn *const twin = bench_draw(bench, 1, u);
            char one[2][TEXT_SIZE], two[2][TEXT_SIZE], text[2 * TEXT_SIZE];
            const int turned = u % 2;
            for (int j = 0; j < 2; j++) {
                class_of(&twin[j].instance.pair, &twin[j].instance.pair.q1, one[j]);
                class_of(&twin[j].instance.pair, &twin[j].instance.pair.q2, two[j]);
            }
            CU_ASSERT_FATAL(strlen(one[0]) + strlen(one[1]) + strlen(two[0]) + strlen(two[1]) < TEXT_SIZE);
            snprintf(text, sizeof text, "%.200s|%.200s|%.200s|%.200s", one[turned], two[turned], one[!turned], two[!turned]);
            const size_t cell = tally_cell(t, text);
            if (turned) t->found[cell]++;
            else t->expected[cell]++;
            first += i == 0 && contained(&twin[0].instance.pair);
        }
        CU_ASSERT(same_law(t) > 1e-3);
        CU_ASSERT(i == 1 || fabs(first - DRAWS / 2.) < 4 * sqrt(DRAWS) / 2);
        bench_close(bench);
        free(t);
    }
}

/* Without flip the first twin is uniform, given that the edit fits: here it always can, so q1 keeps the law of cqc/uniform. */
static void first_twin(void) { check_same_law("cqc/edits v1=3 m1=2 v2=3 m2=2 edit=drop flip=no", "cqc/uniform v1=3 m1=2 v2=3 m2=2", 6000); }

static void refusals(void) {
    hbs_error error = {0};
    check_refused("cqc/edits edit=swap", "redirect, drop or add");
    workbench *const bench = bench_open("cqc/edits v1=30 m1=100 v2=10 m2=1");   /* one atom is always contained */
    hbs_drawing_seed(&bench->drawing, 1, 0);
    hbs_values_draw(&bench->values, &bench->spec.part[0].settings, bench->spec.part[0].generator, &bench->drawing.rng);
    bench->drawing.rng.retry_limit = 200;
    CU_ASSERT_EQUAL(hbs_draw(&bench->drawing, bench->spec.part[0].generator, &bench->values, 0, &error), HBS_ERROR_BUDGET);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "with different labels"));
    bench_close(bench);
}

const hbs_test hbs_tests[] = {{"one_edit", one_edit}, {"exchangeable", exchangeable}, {"first_twin", first_twin}, {"refusals", refusals}, {NULL, NULL}};
