/* What a unit gives a generator: parameters, choices that rejection gives back, its own memory, the same bytes always (P1 and P2 of plugin.h). */
#include "tests/unit/generators/promise.h"

static int sees_parameters(hbs_unit *unit) {
    int64_t p = 0, q = 0;
    hbs_unit_rational(unit, RATIO, &p, &q);
    const int seen = hbs_unit_integer(unit, N) == 5 && p == 3 && q == 2 && hbs_unit_integer(unit, FLAG) == 1 && !strcmp(hbs_unit_text(unit, TEXT), "abc");
    return seen ? good(unit) : hbs_unit_fail(unit, "other values");
}

/* P2: values as the settings say, and `check` has passed before `generate` runs. */
static int refuse(hbs_unit *unit) { return hbs_unit_fail(unit, "n is no good"); }
static void parameters_are_checked(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, sees_parameters);
    CHECK_OK(draw(&drawing, &generator, &error));
    generator.check = refuse;
    CU_ASSERT_EQUAL(draw(&drawing, &generator, &error), HBS_ERROR_USAGE);
    CU_ASSERT_STRING_EQUAL(error.message, "sat/broken: unit 7: n is no good");
    CU_ASSERT_EQUAL(drawing.count, 0);
    hbs_values values = {0};
    CU_ASSERT_EQUAL(hbs_values_check(&values, &generator, &error), HBS_ERROR_USAGE);
    CU_ASSERT_STRING_EQUAL(error.message, "sat/broken: n is no good");
    hbs_drawing_free(&drawing);
}

/* A retry gives the choice bits back and is counted. */
static int third_time(hbs_unit *unit) {
    hbs_unit_below(unit, 2);
    hbs_unit_begin_cnf(unit, 3);
    for (int i = 0; i < 2; i++) {
        hbs_unit_below(unit, 1024);
        if (!hbs_unit_retry(unit)) return 1;
    }
    hbs_unit_below(unit, 8);
    return 0;
}
static void retries_give_bits_back(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, third_time);
    CHECK_OK(draw(&drawing, &generator, &error));
    CU_ASSERT_EQUAL(drawing.rng.retries, 2);
    CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&drawing.rng), 1 + 3, 1e-12);
    hbs_drawing_free(&drawing);
}

/* Five clauses, each a number of 0..7 that must be below 4: the bits are those of the clauses that were given, however the loop asks, and for pairs of queries too. */
enum { GIVEN = 5 };
static int give(hbs_unit *unit, uint64_t drawn) {
    const int32_t literal = (int32_t)(drawn % 3) + 1;
    if (hbs_unit_drawing(unit)->generator->problem == HBS_GENERATES_SAT) return hbs_unit_clause(unit, &literal, 1);
    return hbs_unit_atom(unit, 1 + (int)(drawn % 2), "r", (const uint32_t[]){(uint32_t)drawn}, 1);
}
static int begin_any(hbs_unit *unit) {
    return hbs_unit_drawing(unit)->generator->problem == HBS_GENERATES_SAT ? hbs_unit_begin_cnf(unit, 3) : hbs_unit_begin_pair(unit);
}
static int asks_after(hbs_unit *unit) {
    begin_any(unit);
    for (int i = 0; i < GIVEN; i++) {
        uint64_t drawn;
        while ((drawn = hbs_unit_below(unit, 8)) >= 4)
            if (!hbs_unit_retry(unit)) return 0;
        give(unit, drawn);
    }
    return 0;
}
static int asks_before(hbs_unit *unit) {
    begin_any(unit);
    for (int i = 0; i < GIVEN; i++) {
        uint64_t drawn;
        do {
            if (!hbs_unit_retry(unit)) return 0;
            drawn = hbs_unit_below(unit, 8);
        } while (drawn >= 4);
        give(unit, drawn);
    }
    return 0;
}
static int accepts_first(hbs_unit *unit) {
    uint64_t drawn[GIVEN];
    begin_any(unit);
    for (int i = 0; i < GIVEN; i++) {
        while ((drawn[i] = hbs_unit_below(unit, 8)) >= 4)
            if (!hbs_unit_retry(unit)) return 0;
        hbs_unit_accept(unit);
    }
    for (int i = 0; i < GIVEN; i++) give(unit, drawn[i]);
    return 0;
}
static void what_was_given_stays(void) {
    int (*const how[])(hbs_unit *) = {asks_after, asks_before, accepts_first};
    for (int problem = HBS_GENERATES_SAT; problem <= HBS_GENERATES_CQC; problem++) {
        uint64_t retries[3] = {0};
        for (int h = 0; h < 3; h++) {
            hbs_drawing drawing = {0};
            hbs_error error = {0};
            const hbs_generator generator = promise((hbs_generated)problem, HBS_LABELS_BY_SOLVER, 1, how[h]);
            CHECK_OK(draw(&drawing, &generator, &error));
            CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&drawing.rng), 3 * GIVEN, 1e-12);
            retries[h] = drawing.rng.retries;
            hbs_drawing_free(&drawing);
        }
        CU_ASSERT(retries[0] > 0);
        CU_ASSERT_EQUAL(retries[1], retries[0]);
        CU_ASSERT_EQUAL(retries[2], retries[0]);
    }
}

/* One attempt a draw: asking before it is none. */
static int asks_and_takes(hbs_unit *unit) {
    begin_any(unit);
    if (!hbs_unit_retry(unit)) return 0;
    return give(unit, hbs_unit_below(unit, 8));
}
static void asking_first_is_no_attempt(void) {
    hbs_drawing drawing = {.one_attempt = true};
    hbs_error error = {0};
    hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, asks_and_takes);
    CHECK_OK(draw(&drawing, &generator, &error));
    generator.generate = asks_before;
    CU_ASSERT_EQUAL(draw(&drawing, &generator, &error), HBS_ERROR_BUDGET);
    hbs_drawing_free(&drawing);
}

/* P1: two draws from one seed are equal in everything, whatever was drawn in the room before. */
static int random_clauses(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 20);
    for (int i = 0; i < 30; i++) {
        int32_t literal[4];
        hbs_unit_sample(unit, 20, 4, literal);
        for (int j = 0; j < 4; j++) literal[j] = hbs_unit_bernoulli(unit, 1, 3) ? -(literal[j] + 1) : literal[j] + 1;
        hbs_unit_clause(unit, literal, 1 + (size_t)hbs_unit_below(unit, 4));
    }
    return 0;
}
static void same_bytes_always(void) {
    hbs_drawing fresh = {0}, used = {0};
    hbs_error error = {0};
    hbs_bytes a = {0}, b = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, random_clauses), bad = promise(HBS_GENERATES_SAT,
            HBS_LABELS_BY_SOLVER, 1, literal_zero);
    CU_ASSERT_EQUAL(draw(&used, &bad, &error), HBS_ERROR_FAULT);
    CHECK_OK(draw(&used, &generator, &error));
    CHECK_OK(draw(&used, &generator, &error));
    CHECK_OK(draw(&fresh, &generator, &error));
    CHECK_OK(hbs_instance_encode(&used.drawn[0].instance, &a, &error));
    CHECK_OK(hbs_instance_encode(&fresh.drawn[0].instance, &b, &error));
    CU_ASSERT(a.size == b.size && !memcmp(a.data, b.data, a.size));
    CU_ASSERT_EQUAL(hbs_rng_choice_bits(&used.rng), hbs_rng_choice_bits(&fresh.rng));
    hbs_bytes_free(&a);
    hbs_bytes_free(&b);
    hbs_drawing_free(&fresh);
    hbs_drawing_free(&used);
}

/* A redraw goes on in the unit's stream: it gives something else, and the same something again from the start. */
static void redraws_go_on(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    hbs_bytes first = {0}, second = {0}, again = {0};
    hbs_values values = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, random_clauses);
    hbs_bytes *const out[] = {&first, &second, &first, &again};
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0) hbs_drawing_seed(&drawing, 1, 7);
        CHECK_OK(hbs_draw(&drawing, &generator, &values, 7, &error));
        CHECK_OK(hbs_instance_encode(&drawing.drawn[0].instance, out[i], &error));
    }
    CU_ASSERT(first.size != second.size || memcmp(first.data, second.data, first.size));
    CU_ASSERT(again.size == second.size && !memcmp(again.data, second.data, again.size));
    hbs_bytes_free(&first);
    hbs_bytes_free(&second);
    hbs_bytes_free(&again);
    hbs_drawing_free(&drawing);
}

/* Generators that take turns keep their own memory, and it is given back once each. */
static int made, freed;
static void forget(void *scratch) { freed++; free(scratch); }
static int remembers(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (!drawing->scratch) {
        drawing->scratch = calloc(1, sizeof(void *));
        drawing->scratch_free = forget;
        made++;
        if (!drawing->scratch) return hbs_unit_fail(unit, "no memory");
        *(const void **)drawing->scratch = drawing->generator;
    }
    if (*(const void **)drawing->scratch != drawing->generator) return hbs_unit_fail(unit, "another one's memory");
    return good(unit);
}
static void scratch_is_kept_apart(void) {
    enum { GENERATORS = 20 };   /* more than the shelf holds */
    hbs_generator generators[GENERATORS];
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    made = freed = 0;
    for (int i = 0; i < GENERATORS; i++) generators[i] = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, remembers);
    for (int i = 0; i < 30; i++) CHECK_OK(draw(&drawing, &generators[i % 3], &error));
    CU_ASSERT_EQUAL(made, 3);
    CU_ASSERT_EQUAL(freed, 0);
    for (int i = 0; i < 60; i++) CHECK_OK(draw(&drawing, &generators[i % GENERATORS], &error));
    hbs_drawing_free(&drawing);
    CU_ASSERT_EQUAL(made, freed);
}

/* Yes from the fourth question on. */
static bool yes_at_last(void *asked) { return ++*(int *)asked > 3; }
static int keeps_rejecting(hbs_unit *unit) {
    int tries = 0;
    for (hbs_unit_begin_cnf(unit, 3); hbs_unit_below(unit, 2) || tries < 10; tries++)
        if (!hbs_unit_retry(unit)) return 0;   /* what was drawn last would do for a careless generator */
    return 0;
}
static void stopping_ends_a_draw(void) {
    const hbs_generator careless = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, keeps_rejecting);
    int asked = 0;
    hbs_error error = {0};
    hbs_drawing drawing = {.stop = yes_at_last, .stop_context = &asked};
    CU_ASSERT_EQUAL(draw(&drawing, &careless, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(asked, 4);
    CU_ASSERT_STRING_EQUAL(error.message, "sat/broken: unit 7: stopped while it was drawn");
    drawing.stop = NULL;
    CHECK_OK(draw(&drawing, &careless, &error));
    hbs_drawing_free(&drawing);
}
/* The search of sat/sr is one such loop; whoever is asked and says no changes nothing. */
static bool never(void *asked) {
    ++*(int *)asked;
    return false;
}
static void searches_ask_too(void) {
    int asked = 0;
    hbs_error error = {0};
    workbench *const bench = bench_open("sat/sr n=400");
    const hbs_part *const part = &bench->spec.part[0];
    hbs_cnf plain = {0};
    CHECK_OK(hbs_cnf_copy(&plain, &bench_draw(bench, 1, 0)->instance.cnf, &error));
    bench->drawing.stop = never;
    bench->drawing.stop_context = &asked;
    const hbs_cnf *const watched = &bench_draw(bench, 1, 0)->instance.cnf;
    CU_ASSERT(asked > 3);
    CU_ASSERT_EQUAL_FATAL(hbs_cnf_literals(watched), hbs_cnf_literals(&plain));
    CU_ASSERT_EQUAL(memcmp(watched->literal, plain.literal, hbs_cnf_literals(&plain) * sizeof *plain.literal), 0);
    bench->drawing.stop = yes_at_last;
    asked = 0;
    hbs_drawing_seed(&bench->drawing, 1, 0);
    hbs_values_draw(&bench->values, &part->settings, part->generator, &bench->drawing.rng);
    CU_ASSERT_EQUAL(hbs_draw(&bench->drawing, part->generator, &bench->values, 0, &error), HBS_ERROR_INTERRUPTED);
    hbs_cnf_free(&plain);
    bench_close(bench);
}

const hbs_test hbs_tests[] = {
    {"stopping_ends_a_draw", stopping_ends_a_draw},
    {"searches_ask_too", searches_ask_too},
    {"scratch_is_kept_apart", scratch_is_kept_apart},
    {"parameters_are_checked", parameters_are_checked},
    {"retries_give_bits_back", retries_give_bits_back},
    {"what_was_given_stays", what_was_given_stays},
    {"asking_first_is_no_attempt", asking_first_is_no_attempt},
    {"same_bytes_always", same_bytes_always},
    {"redraws_go_on", redraws_go_on},
    {NULL, NULL},
};
