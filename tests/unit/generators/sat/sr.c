#include "generators/sat/connected.h"
#include "tests/unit/generators/draw.h"

/* P(length = k) for n variables: 1 + Bernoulli(.7) + Geometric(.4), cut at n. */
static double length_probability(uint32_t k, uint32_t n) {
    double tail = 1;
    for (uint32_t j = 2; j <= n; j++) {
        const double here = .12 * pow(.6, j - 2.) + (j >= 3 ? .28 * pow(.6, j - 3.) : 0);
        if (j == k && k < n) return here;
        if (j < n) tail -= here;
    }
    return k == n ? tail : 0;
}

/* The mean number of clauses a pair and the share of each length. (By Wald's identity the number of clauses of length k is P(k) times the number
 * of clauses in expectation, although the last clause is special.) */
static void published_law(void) {
    enum { PAIRS = 6000, LONGEST = 40 };
    workbench *const bench = bench_open("sat/sr n=10..40");
    double clauses = 0, of_length[LONGEST + 1] = {0}, expected[LONGEST + 1] = {0};
    for (uint64_t u = 0; u < PAIRS; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        clauses += (double)cnf->clauses;
        for (size_t c = 0; c < cnf->clauses; c++) of_length[hbs_cnf_length(cnf, c)]++;
        for (uint32_t k = 1; k <= LONGEST; k++) expected[k] += (double)cnf->clauses * length_probability(k, cnf->variables);
    }
    CU_ASSERT(fabs(clauses / PAIRS - 148.8) < 2);
    for (uint32_t k = 1; k <= LONGEST; k++) CU_ASSERT(fabs(of_length[k] - expected[k]) < 4.5 * sqrt(expected[k] + 1));
    CU_ASSERT_EQUAL(of_length[1], 0);
    bench_close(bench);
}

static void lengths_are_cut_at_n(void) {
    enum { PAIRS = 2000 };
    workbench *const bench = bench_open("sat/sr n=4");
    double clauses = 0, of_length[5] = {0};
    for (uint64_t u = 0; u < PAIRS; u++) {
        const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        clauses += (double)cnf->clauses;
        for (size_t c = 0; c < cnf->clauses; c++) of_length[hbs_cnf_length(cnf, c)]++;
    }
    for (uint32_t k = 1; k <= 4; k++) {
        const double p = length_probability(k, 4);
        CU_ASSERT(fabs(of_length[k] - p * clauses) < 5 * sqrt(clauses * p * (1 - p)) + .5);
    }
    bench_close(bench);
}

/* Twins differ in the sign of the first literal of the last clause, and nowhere else. */
static void check_twins(const hbs_drawn *drawn) {
    const hbs_cnf *const no = &drawn[0].instance.cnf, *const yes = &drawn[1].instance.cnf;
    CU_ASSERT(no->clauses == yes->clauses && no->variables == yes->variables);
    CU_ASSERT_FATAL(hbs_cnf_literals(no) == hbs_cnf_literals(yes));
    const size_t flipped = no->start[no->clauses - 1];
    for (size_t c = 0; c <= no->clauses; c++) CU_ASSERT_EQUAL(no->start[c], yes->start[c]);
    for (size_t i = 0; i < hbs_cnf_literals(no); i++) CU_ASSERT_EQUAL(no->literal[i], i == flipped ? -yes->literal[i] : yes->literal[i]);
    CU_ASSERT(drawn[0].claim == HBS_LABEL_NO && drawn[1].claim == HBS_LABEL_YES);
    CU_ASSERT(drawn[0].solver && drawn[1].solver);
}

static void certificates(void) {
    static const char *const specs[] = {"sat/sr n=10..40", "sat/sr n=60", "sat/sr n=30 k=3", "sat/sr n=5 k=1", "sat/sr n=1..3"};
    hbs_checker *checker = NULL;
    hbs_error error = {0};
    CHECK_OK(hbs_checker_new(&checker, &error));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 200; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            check_twins(drawn);
            CHECK_OK(hbs_certificate_check(checker, &drawn[0].instance, HBS_LABEL_NO, &drawn[0].certificate, &error));
            CHECK_OK(hbs_certificate_check(checker, &drawn[1].instance, HBS_LABEL_YES, &drawn[1].certificate, &error));
        }
        bench_close(bench);
    }
    hbs_checker_free(checker);
}

/* The same formula by the plain loop of the definition: draw, then try all assignments, until none is left. So no answer of a solver can move a
 * choice. */
static void plain_formula(uint64_t unit, uint32_t n, hbs_cnf *cnf) {
    hbs_rng rng;
    hbs_error error = {0};
    static uint8_t alive[1 << 10];
    uint32_t left = UINT32_C(1) << n;
    hbs_rng_seed(&rng, 1, unit, HBS_LANE_INSTANCE);
    memset(alive, 1, left);
    hbs_cnf_clear(cnf, n);
    while (left > 0) {
        uint32_t k = 2 + !hbs_rng_bernoulli(&rng, 3, 10);
        while (k < n && !hbs_rng_bernoulli(&rng, 2, 5)) k++;
        if (k > n) k = n;
        int32_t literal[10];
        uint64_t number = 0, bound = 1;
        uint32_t order[10];
        for (uint32_t v = 0; v < n; v++) order[v] = v;
        for (uint32_t i = 0; i < k; i++) {   /* literal i among the 2 (n - i) left, as many of these choices in one number as are at most 2^32 */
            if (bound == 1) {
                for (uint32_t j = i; j < k && bound * 2 * (n - j) <= UINT64_C(1) << 32; j++) bound *= 2 * (n - j);
                number = hbs_rng_below(&rng, bound);
            }
            const uint32_t radix = 2 * (n - i), digit = (uint32_t)(number % radix), at = i + digit / 2, v = order[at];
            number /= radix;
            bound /= radix;
            order[at] = order[i];
            order[i] = v;
            literal[i] = digit % 2 ? -(int32_t)v - 1 : (int32_t)v + 1;
        }
        CHECK_OK(hbs_cnf_add(cnf, literal, k, &error));
        for (uint32_t row = 0; row < UINT32_C(1) << n; row++) {
            bool satisfied = false;
            for (uint32_t i = 0; i < k; i++) satisfied |= (row >> (abs(literal[i]) - 1) & 1) == (literal[i] > 0);
            left -= alive[row] && !satisfied;
            alive[row] = alive[row] && satisfied;
        }
    }
}

static void equals_the_definition(void) {
    hbs_cnf plain = {0};
    for (uint32_t n = 1; n <= 10; n += 3) {
        char text[32];
        snprintf(text, sizeof text, "sat/sr n=%u", n);
        workbench *const bench = bench_open(text);
        for (uint64_t u = 0; u < 150; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            const hbs_cnf *const no = &drawn[0].instance.cnf;
            plain_formula(u, n, &plain);
            check_twins(drawn);
            CU_ASSERT_EQUAL_FATAL(no->clauses, plain.clauses);
            CU_ASSERT(!memcmp(no->start, plain.start, (no->clauses + 1) * sizeof *no->start));
            CU_ASSERT(!memcmp(no->literal, plain.literal, hbs_cnf_literals(no) * sizeof *no->literal));
            CU_ASSERT(hbs_brute_sat_count(&drawn[1].instance.cnf, NULL) > 0);
        }
        bench_close(bench);
    }
    hbs_cnf_free(&plain);
}

static void other_lengths(void) {
    workbench *const fixed = bench_open("sat/sr n=12 k=3"), *const sure = bench_open("sat/sr n=12 p_k_2=1 p_geo=1"),
            *const extra = bench_open("sat/sr n=12 p_k_2=0 p_geo=1");
    for (uint64_t u = 0; u < 20; u++) {
        const hbs_cnf *const three = &bench_draw(fixed, 1, u)->instance.cnf, *const two = &bench_draw(sure, 1, u)->instance.cnf,
                *const again = &bench_draw(extra, 1, u)->instance.cnf;
        for (size_t c = 0; c < three->clauses; c++) CU_ASSERT_EQUAL(hbs_cnf_length(three, c), 3);
        for (size_t c = 0; c < two->clauses; c++) CU_ASSERT_EQUAL(hbs_cnf_length(two, c), 2);
        for (size_t c = 0; c < again->clauses; c++) CU_ASSERT_EQUAL(hbs_cnf_length(again, c), 3);
    }
    bench_close(fixed);
    bench_close(sure);
    bench_close(extra);
}

/* flip=any: the twins differ in one literal of the last clause, each place equally often; the rest as ever. */
static void any_literal_flipped(void) {
    enum { PAIRS = 4000, PLACES = 3 };
    workbench *const bench = bench_open("sat/sr n=8 k=3 flip=any"), *const first = bench_open("sat/sr n=8 k=3");
    double count[PLACES] = {0}, expected[PLACES] = {PAIRS / 3., PAIRS / 3., PAIRS / 3.};
    for (uint64_t u = 0; u < PAIRS; u++) {
        const hbs_drawn *const drawn = bench_draw(bench, 1, u);
        const hbs_cnf *const no = &drawn[0].instance.cnf, *const yes = &drawn[1].instance.cnf;
        size_t differ = 0;
        for (size_t i = 0; i < hbs_cnf_literals(no); i++) {
            if (no->literal[i] == yes->literal[i]) continue;
            CU_ASSERT_FATAL(i >= no->start[no->clauses - 1] && no->literal[i] == -yes->literal[i]);
            count[i - no->start[no->clauses - 1]]++;
            differ++;
        }
        CU_ASSERT_EQUAL(differ, 1);
        const hbs_cnf *const other = &bench_draw(first, 1, u)->instance.cnf;
        CU_ASSERT(other->clauses == no->clauses && !memcmp(other->literal, no->literal, hbs_cnf_literals(no) * sizeof *no->literal));
    }
    CU_ASSERT(fit(count, expected, PLACES) > 1e-3);
    bench_close(bench);
    bench_close(first);
}

/* G4SATBench's variant: connected, and the unsatisfiable twin has no clause twice; its last clause stays the one that differs. */
static void connected_and_merged(void) {
    enum { PAIRS = 400 };
    workbench *const bench = bench_open("sat/sr n=4..12 k=2 connected=yes merge=yes"), *const plain = bench_open("sat/sr n=4..12 k=2");
    hbs_connected connected = {0};
    hbs_cnf cleaned = {0};
    hbs_error error = {0};
    unsigned dropped = 0, disconnected = 0;
    for (uint64_t u = 0; u < PAIRS; u++) {
        bool whole = false;
        const hbs_drawn *drawn = bench_draw(bench, 1, u);
        check_twins(drawn);
        CHECK_OK(hbs_connected_test(&connected, &drawn[0].instance.cnf, &whole, &error));
        CU_ASSERT(whole);
        CHECK_OK(hbs_cnf_clean(&cleaned, &drawn[0].instance.cnf, &error));
        CU_ASSERT_EQUAL(cleaned.clauses, drawn[0].instance.cnf.clauses);
        CU_ASSERT(hbs_brute_sat_count(&drawn[0].instance.cnf, NULL) == 0 && hbs_brute_sat_count(&drawn[1].instance.cnf, NULL) > 0);
        drawn = bench_draw(plain, 1, u);
        CHECK_OK(hbs_connected_test(&connected, &drawn[0].instance.cnf, &whole, &error));
        CHECK_OK(hbs_cnf_clean(&cleaned, &drawn[0].instance.cnf, &error));
        disconnected += !whole;
        dropped += cleaned.clauses < drawn[0].instance.cnf.clauses;
    }
    CU_ASSERT(disconnected > 20 && dropped > 20);   /* or the options would have nothing to do */
    hbs_connected_free(&connected);
    hbs_cnf_free(&cleaned);
    bench_close(bench);
    bench_close(plain);
}

/* "The first literal of the last clause has the majority polarity of its variable among the other clauses: satisfiable"; half a point for a tie. */
static double order_rule(const hbs_cnf *cnf) {
    const size_t last = cnf->start[cnf->clauses - 1];
    int balance = 0;
    for (size_t i = 0; i < last; i++) balance += cnf->literal[i] == cnf->literal[last] ? 1 : cnf->literal[i] == -cnf->literal[last] ? -1 : 0;
    return balance > 0 ? 1 : balance < 0 ? 0 : .5;
}

/* The published leak of SR(U(10,40)): the rule is right for .641 of the instances as they are drawn, and for half when clauses and literals are shuffled. */
static void order_leaks_the_label(void) {
    enum { PAIRS = 6000 };
    workbench *const bench = bench_open("sat/sr n=10..40");
    double kept = 0, shuffled = 0;
    hbs_error error = {0};
    for (uint64_t u = 0; u < PAIRS; u++) {
        hbs_drawn *const drawn = bench_draw(bench, 5, u);
        for (int label = 0; label < 2; label++) {
            hbs_cnf *const cnf = &drawn[label].instance.cnf;
            hbs_rng rng;
            kept += label ? order_rule(cnf) : 1 - order_rule(cnf);
            hbs_rng_seed(&rng, 5, u, HBS_LANE_ORDER);
            CHECK_OK(hbs_cnf_shuffle(cnf, &rng, &error));
            shuffled += label ? order_rule(cnf) : 1 - order_rule(cnf);
        }
    }
    CU_ASSERT_DOUBLE_EQUAL(kept / (2 * PAIRS), .641, .02);
    CU_ASSERT_DOUBLE_EQUAL(shuffled / (2 * PAIRS), .5, .02);
    printf("(%.3f, %.3f) ", kept / (2 * PAIRS), shuffled / (2 * PAIRS));
    bench_close(bench);
}

const hbs_test hbs_tests[] = {
    {"any_literal_flipped", any_literal_flipped},
    {"connected_and_merged", connected_and_merged},
    {"order_leaks_the_label", order_leaks_the_label},
    {"published_law", published_law},
    {"lengths_are_cut_at_n", lengths_are_cut_at_n},
    {"certificates", certificates},
    {"equals_the_definition", equals_the_definition},
    {"other_lengths", other_lengths},
    {NULL, NULL},
};
