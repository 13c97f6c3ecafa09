#include "generators/sat/connected.h"
#include "tests/unit/generators/sat/cells.h"

/* Lengths: rigid at least, k on average, exactly; variables of a clause distinct. */
static void lengths(void) {
    static const char *const spec[] = {"sat/popularity n=30", "sat/popularity n=30 k=5 rigid=3 t=1", "sat/popularity n=20 k=4 rigid=1 t=.75 beta=.5", "sat/popularity n=25 k=5 rigid=2",
                                       "sat/popularity n=5 k=5 rigid=3 t=.5"};
    static const size_t k[] = {3, 5, 4, 5, 5}, rigid[] = {3, 3, 1, 2, 3};
    for (int s = 0; s < 5; s++) {
        workbench *const bench = bench_open(spec[s]);
        for (uint64_t u = 0; u < 30; u++) {
            const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
            CU_ASSERT_EQUAL(hbs_cnf_literals(cnf), k[s] * cnf->clauses);
            CU_ASSERT_EQUAL(cnf->clauses, 4 * cnf->variables);
            for (size_t c = 0; c < cnf->clauses; c++) {
                CU_ASSERT(hbs_cnf_length(cnf, c) >= rigid[s] && hbs_cnf_length(cnf, c) <= cnf->variables);
                for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++)
                    for (size_t j = 0; j < i; j++) CU_ASSERT(abs(hbs_cnf_clause(cnf, c)[i]) != abs(hbs_cnf_clause(cnf, c)[j]));
            }
        }
        bench_close(bench);
    }
}

/* The stream's choices, recorded in their order, so that the model can be worked out again by other means. */
typedef struct recorder {
    hbs_rng source;
    uint64_t value[4096];
    size_t count;
} recorder;

static uint64_t draw_and_record(hbs_rng *rng, uint64_t bound) {
    recorder *const r = rng->enumerator;
    const uint64_t value = hbs_rng_below(&r->source, bound);
    if (r->count < 4096) r->value[r->count++] = value;
    return value;
}

typedef struct place {
    double angle, radius;
    uint64_t rank;
} place;

static void read_places(const recorder *r, size_t from, place *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        out[i].angle = (double)r->value[from + 2 * i] / 0x1p32 * 2 * acos(-1);
        out[i].radius = ((double)r->value[from + 2 * i + 1] + .5) / 0x1p32;
        out[i].rank = 1;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) out[i].rank += out[j].radius < out[i].radius;
}

static double away(const place *v, const place *c, double beta, double beta_clause) {
    const double pi = acos(-1);
    return pow(v->radius, beta) * pow(c->radius, beta_clause) * (pi - fabs(pi - fabs(v->angle - c->angle)));
}

static void record(workbench *bench, recorder *r, uint64_t unit) {
    hbs_error error = {0};
    const hbs_part *const part = &bench->spec.part[0];
    hbs_drawing_seed(&bench->drawing, 1, unit);
    hbs_rng_seed(&r->source, 1, unit, HBS_LANE_INSTANCE);
    r->count = 0;
    bench->drawing.rng.draw = draw_and_record;
    bench->drawing.rng.enumerator = r;
    hbs_values_draw(&bench->values, &part->settings, part->generator, &bench->drawing.rng);
    CHECK_OK(hbs_draw(&bench->drawing, part->generator, &bench->values, unit, &error));
}

/* t=0: each clause has its nearest variables, by distances in floating point from the places that were drawn; clauses and variables are numbered by radius. */
static void nearest(void) {
    enum { N = 12, M = 30, K = 4 };
    workbench *const bench = bench_open("sat/popularity n=12 m=30 k=4 rigid=4 beta=.7 beta_clause=.4");
    recorder *const r = rooms(1, sizeof *r);
    for (uint64_t u = 0; u < 100; u++) {
        place variable[N], clause[M];
        record(bench, r, u);
        read_places(r, 0, variable, N);
        read_places(r, 2 * N, clause, M);
        const hbs_cnf *const cnf = &bench->drawing.drawn[0].instance.cnf;
        for (size_t c = 0; c < M; c++) {
            const int32_t *const literal = hbs_cnf_clause(cnf, clause[c].rank - 1);
            for (size_t v = 0; v < N; v++) {
                unsigned nearer = 0;
                bool there = false;
                for (size_t w = 0; w < N; w++) nearer += away(&variable[w], &clause[c], .7, .4) < away(&variable[v], &clause[c], .7, .4);
                for (size_t i = 0; i < K; i++) there = there || (uint64_t)abs(literal[i]) == variable[v].rank;
                CU_ASSERT_EQUAL(there, nearer < K);
            }
        }
    }
    free(r);
    bench_close(bench);
}

/* t=0: the flexible part takes the nearest of all pairs that are free. */
static void nearest_of_all(void) {
    enum { N = 9, M = 20 };
    workbench *const bench = bench_open("sat/popularity n=9 m=20 k=4 rigid=2 beta=.6");
    recorder *const r = rooms(1, sizeof *r);
    for (uint64_t u = 0; u < 100; u++) {
        place variable[N], clause[M];
        record(bench, r, u);
        read_places(r, 0, variable, N);
        read_places(r, 2 * N, clause, M);
        const hbs_cnf *const cnf = &bench->drawing.drawn[0].instance.cnf;
        double farthest_in = 0, nearest_out = INFINITY;
        for (size_t c = 0; c < M; c++)
            for (size_t v = 0; v < N; v++) {
                const double d = away(&variable[v], &clause[c], .6, 1);
                unsigned nearer = 0;
                bool there = false;
                for (size_t w = 0; w < N; w++) nearer += away(&variable[w], &clause[c], .6, 1) < d;
                for (size_t i = 0; i < hbs_cnf_length(cnf, clause[c].rank - 1); i++)
                    there = there || (uint64_t)abs(hbs_cnf_clause(cnf, clause[c].rank - 1)[i]) == variable[v].rank;
                if (nearer < 2) CU_ASSERT(there);
                if (nearer >= 2 && there) farthest_in = fmax(farthest_in, d);
                if (!there) nearest_out = fmin(nearest_out, d);
            }
        CU_ASSERT(farthest_in < nearest_out);
    }
    free(r);
    bench_close(bench);
}

/* t>0 with one literal a clause: over many clauses at the places that were drawn, variable v comes as often as its weight d^(-1/t) says (1 is never passed when
 * one is wanted). Sums over clauses of (observed - p), grouped by how near the variable is. */
static void weights(void) {
    enum { N = 5, M = 400 };
    workbench *const bench = bench_open("sat/popularity n=5 m=400 k=1 rigid=1 t=1.5 beta=.5");
    recorder *const r = rooms(1, sizeof *r);
    double excess[N] = {0}, variance[N] = {0}, hits[N] = {0};
    for (uint64_t u = 0; u < 100; u++) {
        place variable[N], *const clause = rooms(M, sizeof *clause);
        record(bench, r, u);
        read_places(r, 0, variable, N);
        read_places(r, 2 * N, clause, M);
        const hbs_cnf *const cnf = &bench->drawing.drawn[0].instance.cnf;
        for (size_t c = 0; c < M; c++) {
            double w[N], sum = 0;
            for (size_t v = 0; v < N; v++) sum += w[v] = pow(away(&variable[v], &clause[c], .5, 1), -1 / 1.5);
            for (size_t v = 0; v < N; v++) {
                unsigned nearer = 0;
                for (size_t other = 0; other < N; other++) nearer += w[other] > w[v];
                const bool there = (uint64_t)abs(hbs_cnf_clause(cnf, clause[c].rank - 1)[0]) == variable[v].rank;
                excess[nearer] += there - w[v] / sum;
                variance[nearer] += w[v] / sum * (1 - w[v] / sum);
                hits[nearer] += there;
            }
        }
        free(clause);
    }
    for (size_t i = 0; i < N; i++) CU_ASSERT(fabs(excess[i]) < 4.5 * sqrt(variance[i]));
    for (size_t i = 1; i < N; i++) CU_ASSERT(hits[i] < hits[i - 1]);
    free(r);
    bench_close(bench);
}

/* G4SATBench's easy row: sizes, and what the options promise. */
static void published_row(void) {
    enum { UNITS = 300 };
    workbench *const bench = bench_open("sat/popularity k=4..5 n=10..40 ratio=6..8 beta=0..1 t=.75..1.5 connected=yes merge=yes");
    hbs_connected connected = {0};
    hbs_cnf cleaned = {0};
    hbs_error error = {0};
    double of_length[3] = {0}, all = 0;
    for (uint64_t u = 0; u < UNITS; u++) {
        bool whole = false;
        const hbs_cnf *const cnf = &bench_draw(bench, 1, u)->instance.cnf;
        CHECK_OK(hbs_connected_test(&connected, cnf, &whole, &error));
        CHECK_OK(hbs_cnf_clean(&cleaned, cnf, &error));
        CU_ASSERT(whole && cleaned.clauses == cnf->clauses && cnf->clauses <= 8 * cnf->variables);
        for (size_t c = 0; c < cnf->clauses; c++) of_length[hbs_cnf_length(cnf, c) < 5 ? hbs_cnf_length(cnf, c) - 3 : 2]++, all++;
    }
    CU_ASSERT(of_length[0] > .2 * all && of_length[1] > .1 * all && of_length[2] > .1 * all);
    hbs_connected_free(&connected);
    hbs_cnf_free(&cleaned);
    bench_close(bench);
}

static void refused(void) {
    static const char *const text[][2] = {{"sat/popularity n=8 k=9 rigid=3", "lower k"}, {"sat/popularity n=8 k=3 rigid=4", "lower rigid"}, {"sat/popularity n=8 t=.05", "at least 1/10"},
                                          {"sat/popularity n=100000 ratio=4", "2^26 pairs"}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) check_refused(text[i][0], text[i][1]);
}

const hbs_test hbs_tests[] = {{"lengths", lengths}, {"nearest", nearest}, {"nearest_of_all", nearest_of_all}, {"weights", weights}, {"published_row", published_row}, {"refused", refused}, {NULL, NULL}};
