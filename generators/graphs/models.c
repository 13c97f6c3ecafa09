/* The texts of graph laws and how their graphs are drawn. Random steps draw without rejection (a Fisher-Yates walk over what is left), but for regular graphs;
 * the others draw nothing. Models follow CNFgen's graph arguments (Lauria, Elffers, Nordstroem, Vinyals, "CNFgen: a generator of crafted benchmarks",
 * SAT 2017). */
#include "generators/graphs/models.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generators/distinct.h"
#include "generators/numbers.h"

typedef struct kind_name {
    const char *name;
    hbs_graph_kind kind;
} kind_name;

static const kind_name kinds[] = {
    {"gnp", HBS_GRAPH_GNP},           {"gnm", HBS_GRAPH_GNM},
    {"regular", HBS_GRAPH_REGULAR},   {"grid", HBS_GRAPH_GRID},
    {"torus", HBS_GRAPH_TORUS},       {"cycle", HBS_GRAPH_CYCLE},
    {"path", HBS_GRAPH_PATH},         {"complete", HBS_GRAPH_COMPLETE},
    {"empty", HBS_GRAPH_EMPTY},       {"edges", HBS_GRAPH_EDGES},
    {"plantclique", HBS_GRAPH_PLANT_CLIQUE}, {"addedges", HBS_GRAPH_ADD_EDGES},
    {"splitedges", HBS_GRAPH_SPLIT_EDGES},   {"complement", HBS_GRAPH_COMPLEMENT},
};

/* ---- reading ---- */

bool hbs_graph_next_word(const char **at, hbs_graph_word *out) {
    if (!**at) return false;
    const char *const end = *at + strcspn(*at, "+"), *const colon = memchr(*at, ':', (size_t)(end - *at));
    out->word = *at;
    out->length = (size_t)((colon ? colon : end) - *at);
    out->argument = colon ? colon + 1 : NULL;
    out->argument_length = colon ? (size_t)(end - colon - 1) : 0;
    *at = *end && end[1] ? end + 1 : end + strlen(end);
    return true;
}

hbs_status hbs_graph_number(const hbs_graph_word *word, uint32_t high, uint32_t *out, hbs_error *error) {
    int64_t number;
    if (!word->argument || !hbs_read_integer(word->argument, word->argument_length, &number) || number < 0 || number > high)
        return hbs_raise(error, HBS_ERROR_USAGE, "%.*s needs a number from 0 to %u after a colon, as in %.*s:3", (int)word->length, word->word, high,
                (int)word->length, word->word);
    *out = (uint32_t)number;
    return HBS_OK;
}

/* "3x4": sides of at least 1. */
static hbs_status read_sides(const hbs_graph_word *word, uint32_t *sides, uint32_t *count, hbs_error *error) {
    uint32_t made = 0;
    const char *at = word->argument, *const end = at + word->argument_length;
    for (;;) {
        const char *const cross = memchr(at, 'x', (size_t)(end - at)), *const stop = cross ? cross : end;
        int64_t side;
        if (made == HBS_GRAPH_SIDES_MAX || !hbs_read_integer(at, (size_t)(stop - at), &side) || side < 1 || side > HBS_GRAPH_VERTICES_MAX)
            return hbs_raise(error, HBS_ERROR_USAGE, "%.*s:%.*s: write up to %u sides as 3x4", (int)word->length, word->word, (int)word->argument_length,
                    word->argument, HBS_GRAPH_SIDES_MAX);
        sides[made++] = (uint32_t)side;
        if (!cross) break;
        at = cross + 1;
    }
    *count = made;
    return HBS_OK;
}

static hbs_status read_probability(const hbs_graph_word *word, hbs_fraction *out, hbs_error *error) {
    int64_t p, q;
    if (!word->argument) return HBS_OK;
    if (!hbs_read_rational(word->argument, word->argument_length, &p, &q) || p < 0 || p > q)
        return hbs_raise(error, HBS_ERROR_USAGE, "gnp:%.*s is not a probability: write gnp:1/2 or gnp:.5", (int)word->argument_length, word->argument);
    *out = (hbs_fraction){.numerator = (uint64_t)p, .denominator = (uint64_t)q};
    return HBS_OK;
}

static hbs_status read_argument(const hbs_graph_word *word, hbs_graph_step *out, hbs_error *error) {
    switch (out->kind) {
    case HBS_GRAPH_GNP: return read_probability(word, &out->p, error);
    case HBS_GRAPH_GNM:
    case HBS_GRAPH_ADD_EDGES: return hbs_graph_number(word, 200000000, &out->number, error);
    case HBS_GRAPH_REGULAR:
    case HBS_GRAPH_PLANT_CLIQUE:
    case HBS_GRAPH_SPLIT_EDGES: return hbs_graph_number(word, HBS_GRAPH_VERTICES_MAX, &out->number, error);
    case HBS_GRAPH_GRID:
    case HBS_GRAPH_TORUS: return word->argument ? read_sides(word, out->side, &out->sides, error) : HBS_OK;
    case HBS_GRAPH_EDGES:
        out->list = word->argument ? word->argument : "";
        out->list_length = word->argument_length;
        return HBS_OK;
    case HBS_GRAPH_CYCLE:
    case HBS_GRAPH_PATH:
    case HBS_GRAPH_COMPLETE:
    case HBS_GRAPH_EMPTY:
    case HBS_GRAPH_COMPLEMENT: break;
    }
    if (word->argument) return hbs_raise(error, HBS_ERROR_USAGE, "%.*s takes nothing after a colon", (int)word->length, word->word);
    return HBS_OK;
}

static hbs_status read_step(const hbs_graph_word *word, bool first, hbs_graph_step *out, hbs_error *error) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].name) != word->length || memcmp(kinds[i].name, word->word, word->length) != 0) continue;
        if (first != (kinds[i].kind < HBS_GRAPH_PLANT_CLIQUE))
            return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot stand %s: write a model first, as in gnp:1/2+plantclique:4", kinds[i].name,
                    first ? "first" : "after +");
        *out = (hbs_graph_step){.kind = kinds[i].kind};
        return read_argument(word, out, error);
    }
    return hbs_raise(error, HBS_ERROR_USAGE, "unknown graph model `%.*s`: %s", (int)(word->length < 64 ? word->length : 64), word->word, HBS_GRAPH_MODELS_HELP);
}

hbs_status hbs_graph_model_read(const char *text, hbs_graph_model *out, hbs_error *error) {
    hbs_graph_model made = {.steps = 0};
    hbs_graph_word word;
    while (hbs_graph_next_word(&text, &word)) {
        if (made.steps == HBS_GRAPH_STEPS_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "a graph text of more than %u steps", HBS_GRAPH_STEPS_MAX);
        const hbs_status status = read_step(&word, made.steps == 0, &made.step[made.steps], error);
        if (status != HBS_OK) return status;
        made.steps++;
    }
    if (!made.steps) return hbs_raise(error, HBS_ERROR_USAGE, "the graph text is empty: %s", HBS_GRAPH_MODELS_HELP);
    *out = made;
    return HBS_OK;
}

/* ---- checking ---- */

static uint32_t integer_root(uint32_t n) {
    uint32_t root = 0;
    while ((uint64_t)(root + 1) * (root + 1) <= n) root++;
    return root;
}

/* Sides of a grid or torus on n vertices; those given, or two equal ones. */
static hbs_status sides_for(hbs_graph_step *step, uint32_t n, hbs_error *error) {
    const char *const name = step->kind == HBS_GRAPH_GRID ? "grid" : "torus";
    uint64_t product = 1;
    if (!step->sides) {
        step->sides = 2;
        step->side[0] = step->side[1] = integer_root(n);
        if ((uint64_t)step->side[0] * step->side[0] != n) return hbs_raise(error, HBS_ERROR_USAGE, "graph=%s is square and n=%u is not a square: give sides, as in %s:3x4", name, n, name);
    }
    for (uint32_t i = 0; i < step->sides && product <= HBS_GRAPH_VERTICES_MAX; i++) product *= step->side[i];
    if (product != n) return hbs_raise(error, HBS_ERROR_USAGE, "the sides of graph=%s make %llu vertices and n is %u: set n to their product", name, (unsigned long long)product, n);
    return HBS_OK;
}

static hbs_status check_step(const hbs_graph_step *given, uint32_t n, hbs_error *error) {
    hbs_graph_step step = *given;
    const uint64_t pairs = (uint64_t)n * (n ? n - 1 : 0) / 2;
    switch (step.kind) {
    case HBS_GRAPH_GRID:
    case HBS_GRAPH_TORUS: return sides_for(&step, n, error);
    case HBS_GRAPH_GNM:
        if (step.number > pairs) return hbs_raise(error, HBS_ERROR_USAGE, "gnm:%u: %u vertices have only %llu pairs", step.number, n, (unsigned long long)pairs);
        return HBS_OK;
    case HBS_GRAPH_REGULAR:
        if ((step.number >= n && step.number > 0) || (uint64_t)n * step.number % 2)
            return hbs_raise(error, HBS_ERROR_USAGE, "there is no %u-regular graph on %u vertices: D must be below n and n D even", step.number, n);
        return HBS_OK;
    case HBS_GRAPH_PLANT_CLIQUE:
        if (step.number > n) return hbs_raise(error, HBS_ERROR_USAGE, "plantclique:%u does not fit into %u vertices", step.number, n);
        return HBS_OK;
    default: return HBS_OK;
    }
}

hbs_status hbs_graph_model_check(const hbs_graph_model *model, uint32_t n, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < model->steps && status == HBS_OK; i++) {
        status = check_step(&model->step[i], n, error);
        if (model->step[i].kind == HBS_GRAPH_SPLIT_EDGES) n += model->step[i].number;
    }
    return status;
}

/* ---- expecting ---- */

static double expect_edges(const hbs_graph_step *step, double n, hbs_fraction p) {
    const double pairs = n * (n - 1) / 2;
    switch (step->kind) {
    case HBS_GRAPH_GNP: return p.denominator ? pairs * (double)p.numerator / (double)p.denominator : 0;
    case HBS_GRAPH_GNM: return step->number;
    case HBS_GRAPH_REGULAR: return n * step->number / 2;
    case HBS_GRAPH_GRID:
    case HBS_GRAPH_TORUS: return n * (step->sides ? step->sides : 2);
    case HBS_GRAPH_CYCLE:
    case HBS_GRAPH_PATH: return n;
    case HBS_GRAPH_COMPLETE: return pairs;
    default: return 0;
    }
}

void hbs_graph_expect(const hbs_graph_model *model, uint32_t n, hbs_fraction derived, double *vertices, double *edges) {
    double v = n, e = expect_edges(&model->step[0], n, model->step[0].p.denominator ? model->step[0].p : derived);
    for (size_t i = 1; i < model->steps; i++) {
        const double number = model->step[i].number, pairs = v * (v - 1) / 2;
        if (model->step[i].kind == HBS_GRAPH_ADD_EDGES) e += number;
        if (model->step[i].kind == HBS_GRAPH_SPLIT_EDGES) v += number, e += number;
        if (model->step[i].kind == HBS_GRAPH_PLANT_CLIQUE && pairs > 0) e += number * (number - 1) / 2 * (1 - e / pairs);
        if (model->step[i].kind == HBS_GRAPH_COMPLEMENT) e = pairs - e;
    }
    *vertices = v;
    *edges = e > 0 ? e : 0;
}

/* ---- drawing ---- */

static hbs_status draw_gnp(hbs_graph *graph, hbs_fraction p, hbs_rng *rng, hbs_error *error) {
    if (!p.denominator) return hbs_raise(error, HBS_ERROR_USAGE, "gnp needs its probability: write gnp:1/2");
    for (uint32_t u = 0; u < graph->vertices; u++)
        for (uint32_t v = u + 1; v < graph->vertices; v++)
            if (hbs_rng_bernoulli(rng, p.numerator, p.denominator)) hbs_graph_join(graph, u, v);
    return HBS_OK;
}

/* Pairs u < v that are no edges, of rows before each row. */
static void count_free(const hbs_graph *graph, uint64_t *before) {
    uint32_t later = graph->vertices;
    before[0] = 0;
    for (uint32_t u = 0; u < graph->vertices; u++) {
        uint32_t taken = 0;
        later--;
        for (size_t w = u / 64; w < graph->words; w++)
            taken += (uint32_t)__builtin_popcountll(graph->bits[u * graph->words + w] & (w == u / 64 ? ~UINT64_C(0) << (u % 64) : ~UINT64_C(0)));
        before[u + 1] = before[u] + later - taken;
    }
}

/* The pair of that number among the free ones. */
static void free_pair(const hbs_graph *graph, const uint64_t *before, uint64_t number, uint32_t pair[2]) {
    uint32_t low = 0, high = graph->vertices;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (before[middle] <= number) low = middle;
        else high = middle;
    }
    number -= before[low];
    size_t w = (low + 1) / 64;
    uint64_t vacant = ~graph->bits[low * graph->words + w] & ~UINT64_C(0) << ((low + 1) % 64);
    for (uint32_t count = (uint32_t)__builtin_popcountll(vacant); number >= count; count = (uint32_t)__builtin_popcountll(vacant)) {
        number -= count;
        vacant = ~graph->bits[low * graph->words + ++w];
    }
    for (; number; number--) vacant &= vacant - 1;
    pair[0] = low;
    pair[1] = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(vacant);
}

/* The pairs are found before the first one is joined. */
hbs_status hbs_graph_add_edges(hbs_graph *graph, uint64_t count, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_distinct distinct = {0};
    uint64_t *before = NULL;
    uint32_t(*pair)[2] = NULL;
    HBS_TRY(hbs_allocate(&before, (size_t)graph->vertices + 1, sizeof *before, error));
    count_free(graph, before);
    if (count > before[graph->vertices])
        HBS_FAIL(error, HBS_ERROR_USAGE, "addedges:%llu: only %llu pairs are no edges", (unsigned long long)count, (unsigned long long)before[graph->vertices]);
    HBS_TRY(hbs_allocate(&pair, (size_t)count, sizeof *pair, error));
    HBS_TRY(hbs_distinct_start_set(&distinct, rng, before[graph->vertices], (size_t)count, error));
    for (uint64_t i = 0; i < count; i++) free_pair(graph, before, hbs_distinct_next(&distinct, rng), pair[i]);
    for (uint64_t i = 0; i < count; i++) hbs_graph_join(graph, pair[i][0], pair[i][1]);
done:
    hbs_distinct_free(&distinct);
    free(before);
    free(pair);
    return status;
}

static hbs_status plant_clique(hbs_graph *graph, uint32_t size, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_distinct distinct = {0};
    uint32_t *member = NULL;
    HBS_TRY(hbs_allocate(&member, size, sizeof *member, error));
    HBS_TRY(hbs_distinct_start_set(&distinct, rng, graph->vertices, size, error));
    for (uint32_t i = 0; i < size; i++) {
        member[i] = (uint32_t)hbs_distinct_next(&distinct, rng);
        for (uint32_t j = 0; j < i; j++) hbs_graph_join(graph, member[j], member[i]);
    }
done:
    hbs_distinct_free(&distinct);
    free(member);
    return status;
}

/* `count` uniform distinct edges each get a new vertex in their middle. */
static hbs_status split_edges(hbs_graph *graph, uint32_t count, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_distinct distinct = {0};
    HBS_TRY(hbs_graph_list(graph, error));
    if (count > graph->edges) HBS_FAIL(error, HBS_ERROR_USAGE, "splitedges:%u: the graph has only %zu edges", count, graph->edges);
    HBS_TRY(hbs_distinct_start(&distinct, graph->edges, count, error));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *const edge = graph->edge[hbs_distinct_next(&distinct, rng)], middle = graph->vertices++;
        hbs_graph_part(graph, edge[0], edge[1]);
        hbs_graph_join(graph, edge[0], middle);
        hbs_graph_join(graph, middle, edge[1]);
    }
done:
    hbs_distinct_free(&distinct);
    return status;
}

/* Neighbours differ by one in one coordinate, the last one being the fastest. */
static hbs_status make_grid(hbs_graph *graph, const hbs_graph_step *given, hbs_error *error) {
    hbs_graph_step step = *given;
    const hbs_status status = sides_for(&step, graph->vertices, error);
    if (status != HBS_OK) return status;
    uint32_t stride = 1;
    for (uint32_t i = step.sides; i-- > 0; stride *= step.side[i])
        for (uint32_t u = 0; u < graph->vertices; u++) {
            const uint32_t place = u / stride % step.side[i];
            if (place + 1 < step.side[i]) hbs_graph_join(graph, u, u + stride);
            else if (step.kind == HBS_GRAPH_TORUS && place > 1) hbs_graph_join(graph, u, u - place * stride);
        }
    return HBS_OK;
}

static void make_path(hbs_graph *graph, bool closed) {
    for (uint32_t u = 0; u + 1 < graph->vertices; u++) hbs_graph_join(graph, u, u + 1);
    if (closed && graph->vertices > 2) hbs_graph_join(graph, 0, graph->vertices - 1);
}

/* "1-2,2-3" */
static hbs_status make_edges(hbs_graph *graph, const hbs_graph_step *step, hbs_error *error) {
    const char *at = step->list, *const end = at + step->list_length;
    while (at < end) {
        const char *const comma = memchr(at, ',', (size_t)(end - at)), *const stop = comma ? comma : end, *const dash = memchr(at, '-', (size_t)(stop - at));
        int64_t u, v;
        if (!dash || !hbs_read_integer(at, (size_t)(dash - at), &u) || !hbs_read_integer(dash + 1, (size_t)(stop - dash - 1), &v) || u < 1 || v < 1 || u == v ||
            u > graph->vertices || v > graph->vertices)
            return hbs_raise(error, HBS_ERROR_USAGE, "edges: `%.*s` is not an edge: write two different vertices of 1..%u as 1-2", (int)(stop - at < 64 ? stop - at : 64), at,
                    graph->vertices);
        hbs_graph_join(graph, (uint32_t)u - 1, (uint32_t)v - 1);
        at = comma ? comma + 1 : end;
    }
    return HBS_OK;
}

static hbs_status take_step(hbs_graph *graph, const hbs_graph_step *step, hbs_fraction derived, hbs_rng *rng, hbs_error *error) {
    switch (step->kind) {
    case HBS_GRAPH_GNP: return draw_gnp(graph, step->p.denominator ? step->p : derived, rng, error);
    case HBS_GRAPH_GNM:
    case HBS_GRAPH_ADD_EDGES: return hbs_graph_add_edges(graph, step->number, rng, error);
    case HBS_GRAPH_REGULAR: return hbs_graph_draw_regular(graph, step->number, rng, error);
    case HBS_GRAPH_GRID:
    case HBS_GRAPH_TORUS: return make_grid(graph, step, error);
    case HBS_GRAPH_CYCLE: make_path(graph, true); return HBS_OK;
    case HBS_GRAPH_PATH: make_path(graph, false); return HBS_OK;
    case HBS_GRAPH_COMPLETE: hbs_graph_complement(graph); return HBS_OK;
    case HBS_GRAPH_EMPTY: return HBS_OK;
    case HBS_GRAPH_EDGES: return make_edges(graph, step, error);
    case HBS_GRAPH_PLANT_CLIQUE: return plant_clique(graph, step->number, rng, error);
    case HBS_GRAPH_SPLIT_EDGES: return split_edges(graph, step->number, rng, error);
    case HBS_GRAPH_COMPLEMENT: hbs_graph_complement(graph); return HBS_OK;
    }
    return hbs_raise(error, HBS_ERROR_USAGE, "a graph step of no known kind");
}

hbs_status hbs_graph_draw(hbs_graph *graph, const hbs_graph_model *model, uint32_t n, hbs_fraction derived, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t more = 0;
    for (size_t i = 0; i < model->steps; i++)
        if (model->step[i].kind == HBS_GRAPH_SPLIT_EDGES) more += model->step[i].number;
    HBS_TRY(hbs_graph_model_check(model, n, error));
    HBS_TRY(hbs_graph_start(graph, n, more, error));
    for (size_t i = 0; i < model->steps; i++) HBS_TRY(take_step(graph, &model->step[i], derived, rng, error));
    HBS_TRY(hbs_graph_list(graph, error));
done:
    return status;
}
