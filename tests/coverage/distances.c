/* Distances of a law from uniform, on spaces whose truth is known: sets and sequences of clauses of length 2 over 3 variables (12 clauses), and pairs of directed graphs with 4 vertices and 4
 * edges up to the names of vertices. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "analysis/bias/likelihood_ratios.h"
#include "core/collisions.h"
#include "tests/coverage/coverage.h"

#define CLAUSES 12
#define SPACE 924 /* sets of 6 clauses */
#define CELLS_MAX 1500
#define LARGEST 1500

enum { UNIFORM, PLANTED, SATISFIABLE, TILTED, LIKELY };

/* A cell of weight a has probability rate / a under uniform. */
typedef struct law {
    size_t cells;
    double mass[CELLS_MAX], below[CELLS_MAX], weight[CELLS_MAX], rate, chi2;
} law;

/* The assignments, as bits, that satisfy clause c: clause c has variables {0,1}, {0,2} or {1,2} and two signs. */
static unsigned models_of(unsigned c) {
    static const unsigned first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
    unsigned models = 0;
    for (unsigned a = 0; a < 8; a++) {
        const unsigned x = a >> first[c / 4] & 1, y = a >> second[c / 4] & 1;
        models |= (unsigned)(x == (c & 1) || y == (c >> 1 & 1)) << a;
    }
    return models;
}

static unsigned models_of_set(unsigned set) {
    unsigned models = 255;
    for (unsigned c = 0; c < CLAUSES; c++)
        if (set >> c & 1) models &= models_of(c);
    return (unsigned)__builtin_popcount(models);
}

static void add(law *l, double mass, double weight) {
    if (l->cells == CELLS_MAX) exit(3);
    l->mass[l->cells] = mass;
    l->weight[l->cells++] = weight;
}

static void finish(law *l) {
    double sum = 0, part = 0;
    for (size_t i = 0; i < l->cells; i++) sum += l->mass[i];
    for (size_t i = 0; i < l->cells; i++) {
        l->mass[i] /= sum;
        l->below[i] = part += l->mass[i];
        l->chi2 += l->mass[i] * l->mass[i] * l->weight[i] / l->rate;
    }
    l->chi2 -= 1;
}

/* Sets of m clauses. Planted: in proportion to the number of models. */
static void fill_sets(law *l, int kind, int m) {
    for (unsigned set = 0; set < 1u << CLAUSES; set++) {
        if (__builtin_popcount(set) != m) continue;
        const unsigned models = models_of_set(set);
        if (kind == SATISFIABLE && !models) continue;
        add(l, kind == UNIFORM ? 1 : models, 1);
    }
    l->rate = 1 / (double)l->cells;
    finish(l);
}

/* Sets of 6 clauses, `share` of them one of a few. */
static void fill_few(law *l, size_t few, double share) {
    for (size_t i = 0; i < SPACE; i++) add(l, i < few ? share / (double)few : (1 - share) / (double)(SPACE - few), 1);
    l->rate = 1. / SPACE;
    finish(l);
}

/* Sequences of 4 clauses up to their order. */
static void fill_sequences(law *l, int kind) {
    for (unsigned code = 0; code < CLAUSES * CLAUSES * CLAUSES * CLAUSES; code++) {
        unsigned clause[4], set = 0, run = 1, orders = 1, rest = code;
        bool rising = true;
        for (int i = 0; i < 4; i++, rest /= CLAUSES) clause[i] = rest % CLAUSES, set |= 1u << clause[i];
        for (int i = 1; i < 4; i++) {
            rising = rising && clause[i - 1] <= clause[i];
            run = clause[i] == clause[i - 1] ? run + 1 : 1;
            orders *= run;
        }
        if (rising) add(l, (kind == PLANTED ? models_of_set(set) : 1) / (double)orders, orders);
    }
    l->rate = 24. / (CLAUSES * CLAUSES * CLAUSES * CLAUSES);
    finish(l);
}

/* The edges of a graph, as bits, under a renaming of the vertices. */
static unsigned renamed(unsigned edges, const unsigned *name) {
    unsigned out = 0;
    for (unsigned e = 0; e < 16; e++)
        if (edges >> e & 1) out |= 1u << (name[e / 4] * 4 + name[e % 4]);
    return out;
}

/* How many renamings leave it as it is; 0: it is not the least of its class. */
static unsigned symmetries(unsigned edges) {
    unsigned count = 0;
    for (unsigned code = 0; code < 256; code++) {
        const unsigned name[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1u << name[0] | 1u << name[1] | 1u << name[2] | 1u << name[3]) != 15) continue;
        const unsigned other = renamed(edges, name);
        if (other < edges) return 0;
        count += other == edges;
    }
    return count;
}

/* Pairs of graphs up to names. Tilted: as likely again for each symmetry. Likely: a tenth of all is the pair with the most symmetries. */
static void fill_pairs(law *l, int kind) {
    double graph[64], graphs = 0;
    size_t classes = 0;
    for (unsigned edges = 0; edges < 1u << 16; edges++) {
        if (__builtin_popcount(edges) != 4 || edges & 0x8421) continue; /* no loops */
        const unsigned s = symmetries(edges);
        graphs++;
        if (s) graph[classes++] = s;
    }
    for (size_t i = 0; i < classes; i++)
        for (size_t j = 0; j < classes; j++) add(l, kind == TILTED ? 1 : 1 / (graph[i] * graph[j]), graph[i] * graph[j]);
    size_t most = 0;
    double sum = 0;
    for (size_t i = 0; i < l->cells; i++) sum += l->mass[i], most = l->weight[i] > l->weight[most] ? i : most;
    if (kind == LIKELY) l->mass[most] = (sum - l->mass[most]) / 9;
    l->rate = 24. * 24 / (graphs * graphs);
    finish(l);
}

enum { HALF_ON_FIVE = SATISFIABLE + 1, MOST_ON_TWO, ONE_IN_THIRTY, ONE_IN_TEN, THREE_QUARTERS, NINE_TENTHS, NEARLY_ALL, SETS_4, SETS_5, SEQUENCES, SEQUENCES_PLANTED, PAIRS, PAIRS_TILTED, PAIRS_LIKELY, LAWS };
static law all_laws[LAWS];

static void fill_all(void) {
    for (int k = UNIFORM; k <= SATISFIABLE; k++) fill_sets(&all_laws[k], k, 6);
    fill_few(&all_laws[HALF_ON_FIVE], 5, .5);
    fill_few(&all_laws[MOST_ON_TWO], 2, .9);
    fill_few(&all_laws[ONE_IN_THIRTY], 1, 1. / 30);
    fill_few(&all_laws[ONE_IN_TEN], 1, .1);
    fill_few(&all_laws[THREE_QUARTERS], 1, .75);
    fill_few(&all_laws[NINE_TENTHS], 1, .9);
    fill_few(&all_laws[NEARLY_ALL], 1, .97);
    fill_sets(&all_laws[SETS_4], PLANTED, 4);
    fill_sets(&all_laws[SETS_5], PLANTED, 5);
    fill_sequences(&all_laws[SEQUENCES], UNIFORM);
    fill_sequences(&all_laws[SEQUENCES_PLANTED], PLANTED);
    fill_pairs(&all_laws[PAIRS], UNIFORM);
    fill_pairs(&all_laws[PAIRS_TILTED], TILTED);
    fill_pairs(&all_laws[PAIRS_LIKELY], LIKELY);
}

static const law *law_of(int which) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_all);
    return &all_laws[which];
}

static size_t draw(const law *l, hbs_rng *rng) {
    const double x = uniform01(rng);
    size_t low = 0, high = l->cells - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (l->below[middle] > x) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* Units of two: both the same, as copies are. */
static void draw_all(const law *l, size_t stratum, size_t n, size_t of_a_unit, hbs_cell_draw *out, hbs_rng *rng) {
    for (size_t i = 0; i < n; i++) {
        const size_t cell = i % of_a_unit ? (size_t)out[i - 1].cell : draw(l, rng);
        out[i] = (hbs_cell_draw){.unit = i / of_a_unit + stratum * LARGEST, .stratum = stratum, .cell = cell, .weight = l->weight[cell]};
    }
}

/* a: law; b: instances of a unit. */
static outcome collisions(const setting *s, size_t n, hbs_rng *rng) {
    const law *l = law_of((int)s->a);
    hbs_cell_draw drawn[LARGEST];
    hbs_stratum stratum = {.rate = l->rate};
    hbs_collided found;
    hbs_error error;
    draw_all(l, 0, n, s->b > 0 ? (size_t)s->b : 1, drawn, rng);
    if (hbs_collisions(drawn, n, &stratum, s->level, &found, &error) != HBS_OK) exit(3);
    return covers(&found.chi2, l->chi2);
}

/* Planted satisfiable sets of 6 clauses, of which how many there are is known from a few uniform draws. */
static outcome of_a_label(const setting *s, size_t n, hbs_rng *rng) {
    const law *l = law_of(SATISFIABLE);
    const double p = (double)l->cells / SPACE, draws = s->a, share = (double)binomial((size_t)draws, p, rng) / draws;
    hbs_cell_draw drawn[LARGEST];
    hbs_stratum stratum = {.rate = 1 / (SPACE * share), .uncertainty = (1 - share) / (share * draws)};
    hbs_collided found;
    hbs_error error;
    draw_all(l, 0, n, 1, drawn, rng);
    if (hbs_collisions(drawn, n, &stratum, s->level, &found, &error) != HBS_OK) exit(3);
    return covers(&found.chi2, l->chi2);
}

/* Several sizes, half of the draws of 4 clauses, a third of 5, a sixth of 6: the truth is the mean that they are pooled to. */
static outcome pooled(const setting *s, size_t n, hbs_rng *rng) {
    (void)s;
    static const int of[3] = {SETS_4, SETS_5, PLANTED};
    const size_t count[3] = {n / 2, n / 3, n - n / 2 - n / 3};
    hbs_cell_draw drawn[LARGEST];
    hbs_stratum stratum[3] = {{0}};
    hbs_collided found;
    hbs_error error;
    double truth = 0, all = 0;
    for (size_t i = 0, from = 0; i < 3; from += count[i++]) {
        const law *l = law_of(of[i]);
        const double expected = (double)count[i] * ((double)count[i] - 1) * l->rate;
        stratum[i].rate = l->rate;
        truth += expected * l->chi2;
        all += expected;
        draw_all(l, i, count[i], 1, drawn + from, rng);
    }
    if (hbs_collisions(drawn, n, stratum, s->level, &found, &error) != HBS_OK) exit(3);
    return covers(&found.chi2, truth / all);
}

/* By likelihood ratios r = P/U: the law of the setting against uniform, or, where it says so, satisfiable sets against uniform satisfiable ones, whose share is known from that
 * many uniform draws. */
static outcome by_ratio(const setting *s, size_t n, hbs_distance of, hbs_rng *rng) {
    const law *l = law_of((int)s->a);
    const double p = s->b > 0 ? (double)l->cells / SPACE : 1;
    const hbs_known_share share = {s->b > 0 ? (double)binomial((size_t)s->b, p, rng) / s->b : 1, (uint64_t)s->b};
    double truth = 0, bits[LARGEST];
    size_t signature[LARGEST] = {0};
    const hbs_ratios ratios = {bits, signature, n, s->b > 0 ? &share : NULL, 1};
    for (size_t i = 0; i < l->cells; i++) {
        const double r = l->mass[i] * (double)l->cells;
        truth += r > 0 ? l->mass[i] * (of == HBS_DISTANCE_KL ? log2(r) : fmax(0, 1 - 1 / r)) : 0;
    }
    for (size_t i = 0; i < n; i++) bits[i] = log2(l->mass[draw(l, rng)] * (double)l->cells / p);
    const hbs_estimate e = hbs_ratio_distance(&ratios, of, s->level);
    return covers(&e, truth);
}

static outcome kl(const setting *s, size_t n, hbs_rng *rng) { return by_ratio(s, n, HBS_DISTANCE_KL, rng); }
static outcome tv(const setting *s, size_t n, hbs_rng *rng) { return by_ratio(s, n, HBS_DISTANCE_TV, rng); }

static const row laws[] = {{"uniform, chi^2 = 0", UNIFORM, 0, 0},
                               {"planted, .7842", PLANTED, 0, 0},
                               {"half on five sets, 45.5", HALF_ON_FIVE, 0, 0},
                               {"nine tenths on two sets, 373", MOST_ON_TWO, 0, 0},
                               {"a thirtieth on one set, .96", ONE_IN_THIRTY, 0, 0},
                               {"a tenth on one set, 9.05", ONE_IN_TEN, 0, 0},
                               {"three quarters on one set, 519", THREE_QUARTERS, 0, 0},
                               {"nine tenths on one set, 747", NINE_TENTHS, 0, 0},
                               {".97 on one set, 868", NEARLY_ALL, 0, 0},
                               {"uniform, units of two copies", UNIFORM, 2, 0},
                               {"planted, units of two copies", PLANTED, 2, 0},
                               {"sequences, uniform", SEQUENCES, 0, 0},
                               {"sequences, planted, .1409", SEQUENCES_PLANTED, 0, 0},
                               {"pairs of graphs, uniform", PAIRS, 0, 0},
                               {"pairs of graphs, tilted to symmetries, .8442", PAIRS_TILTED, 0, 0},
                               {"pairs of graphs, a tenth on one with symmetries, 272", PAIRS_LIKELY, 0, 0},
                               {0}};
static const row labelled[] = {{"satisfiable of 200 uniform draws", 200, 0, 0}, {"of 8000", 8000, 0, 0}, {0}};
static const row sizes[] = {{"planted, sets of 4, 5 and 6 clauses", 0, 0, 0}, {0}};
static const row tilted[] = {{"planted, sets of 6 clauses", PLANTED, 0, 0}, {"half on 5 sets", HALF_ON_FIVE, 0, 0},
                                 {"given a label, of 200 uniform draws", SATISFIABLE, 200, 0}, {"of 8000", SATISFIABLE, 8000, 0}, {0}};

#define SIZES {30, 100, 400, 1500}

const block distance_blocks[] = {
    {"chi^2 by collisions", "N", "few collisions: conservative, as they are whole numbers and a likely set may have been missed", CONSERVATIVE, 10000, SIZES, laws, collisions},
    {"chi^2 by collisions, given a label", "N", "few collisions: conservative, as above", CONSERVATIVE, 10000, SIZES, labelled, of_a_label},
    {"chi^2 by collisions, several sizes", "N", "few collisions: conservative, as above", CONSERVATIVE, 10000, SIZES, sizes, pooled},
    {"KL by likelihood ratio", "N", NULL, NEAR, 10000, SIZES, tilted, kl},
    {"TV by likelihood ratio", "N", NULL, NEAR, 10000, SIZES, tilted, tv},
    {0}};
