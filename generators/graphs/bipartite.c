/* Bipartite graphs as graphs on 2n vertices. Regular ones by pairing each left point with a uniform free right point, anew at the first double edge: uniform over the
 * simple ones, in about exp((d-1)^2/2) tries; dense ones as the bipartite complement of sparse ones. Edges are added with both sides complete, so that what is free lies
 * between them. */
#include "generators/graphs/bipartite.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generators/numbers.h"

#define REGULAR_MAX 5u

static hbs_status unknown(const hbs_graph_word *word, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_USAGE, "unknown bipartite graph `%.*s`: write shift:1,2,4, regular:4, complete or gnp:1/2, then +addedges:1 if you like",
            (int)(word->length < 64 ? word->length : 64), word->word);
}

static bool is(const hbs_graph_word *word, const char *name) { return word->length == strlen(name) && !memcmp(word->word, name, word->length); }

static hbs_status read_shifts(const hbs_graph_word *word, hbs_bipartite_model *out, hbs_error *error) {
    const char *at = word->argument, *const end = at ? at + word->argument_length : at;
    while (at && at < end) {
        const char *const comma = memchr(at, ',', (size_t)(end - at)), *const stop = comma ? comma : end;
        int64_t shift;
        if (out->shifts == HBS_SHIFTS_MAX || !hbs_read_integer(at, (size_t)(stop - at), &shift) || shift < 0 || shift > HBS_GRAPH_VERTICES_MAX) break;
        out->shift[out->shifts++] = (uint32_t)shift;
        at = comma ? comma + 1 : end;
    }
    if (!at || at < end || !out->shifts) return hbs_raise(error, HBS_ERROR_USAGE, "shift needs distances: write shift:1,2,4");
    return HBS_OK;
}

static hbs_status read_probability(const hbs_graph_word *word, hbs_fraction *out, hbs_error *error) {
    int64_t p, q;
    if (!word->argument || !hbs_read_rational(word->argument, word->argument_length, &p, &q) || p < 0 || p > q)
        return hbs_raise(error, HBS_ERROR_USAGE, "gnp needs a probability: write gnp:1/2 or gnp:.5");
    *out = (hbs_fraction){.numerator = (uint64_t)p, .denominator = (uint64_t)q};
    return HBS_OK;
}

static hbs_status read_model(const hbs_graph_word *word, hbs_bipartite_model *out, hbs_error *error) {
    if (is(word, "shift")) return out->kind = HBS_BIPARTITE_SHIFT, read_shifts(word, out, error);
    if (is(word, "regular")) return out->kind = HBS_BIPARTITE_REGULAR, hbs_graph_number(word, HBS_GRAPH_VERTICES_MAX / 2, &out->degree, error);
    if (is(word, "gnp")) return out->kind = HBS_BIPARTITE_GNP, read_probability(word, &out->p, error);
    if (is(word, "complete") && !word->argument) return out->kind = HBS_BIPARTITE_COMPLETE, HBS_OK;
    return unknown(word, error);
}

hbs_status hbs_bipartite_read(const char *text, hbs_bipartite_model *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bipartite_model made = {0};
    hbs_graph_word word = {0};
    if (!hbs_graph_next_word(&text, &word)) return unknown(&word, error);
    HBS_TRY(read_model(&word, &made, error));
    if (hbs_graph_next_word(&text, &word)) {
        if (!is(&word, "addedges")) return unknown(&word, error);
        HBS_TRY(hbs_graph_number(&word, 1000000, &made.added, error));
        if (hbs_graph_next_word(&text, &word)) return unknown(&word, error);
    }
    *out = made;
done:
    return status;
}

static uint32_t sparse_degree(uint32_t degree, uint32_t n) { return degree > n / 2 ? n - degree : degree; }

hbs_status hbs_bipartite_check(const hbs_bipartite_model *model, uint32_t n, hbs_error *error) {
    if (n > HBS_GRAPH_VERTICES_MAX / 2) return hbs_raise(error, HBS_ERROR_USAGE, "n=%u is too large: at most %u", n, HBS_GRAPH_VERTICES_MAX / 2);
    if (model->kind == HBS_BIPARTITE_REGULAR && (model->degree > n || sparse_degree(model->degree, n) > REGULAR_MAX))
        return hbs_raise(error, HBS_ERROR_USAGE, "regular:%u with n=%u: D must be at most n, and at most %u or at least n-%u", model->degree, n, REGULAR_MAX, REGULAR_MAX);
    for (uint32_t i = 0; model->kind == HBS_BIPARTITE_SHIFT && i < model->shifts; i++)
        if (model->shift[i] >= n) return hbs_raise(error, HBS_ERROR_USAGE, "shift: distance %u must be below n=%u", model->shift[i], n);
    return HBS_OK;
}

static bool pair_points(hbs_graph *graph, uint32_t *point, uint32_t n, uint32_t degree, hbs_rng *rng) {
    for (uint32_t left = n * degree; left > 0; left--) {
        const uint32_t u = (left - 1) / degree, at = (uint32_t)hbs_rng_below(rng, left), v = point[at];
        if (hbs_graph_has(graph, u, v)) return false;
        hbs_graph_join(graph, u, v);
        point[at] = point[left - 1];
    }
    return true;
}

static hbs_status draw_regular(hbs_graph *graph, uint32_t n, uint32_t degree, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *point = NULL;
    const hbs_rng_mark mark = hbs_rng_take_mark(rng);
    HBS_TRY(hbs_allocate(&point, (size_t)n * degree, sizeof *point, error));
    for (;;) {
        hbs_graph_erase(graph);
        for (uint32_t i = 0; i < n * degree; i++) point[i] = n + i / degree;
        if (pair_points(graph, point, n, degree, rng)) break;
        if (!hbs_rng_reject(rng, mark)) HBS_FAIL(error, HBS_ERROR_BUDGET, "no simple %u-regular bipartite graph came: choose a smaller degree", degree);
    }
done:
    free(point);
    return status;
}

static void flip_between(hbs_graph *graph, uint32_t n) {
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = n; v < 2 * n; v++) hbs_graph_flip(graph, u, v);
}

static hbs_status draw_model(hbs_graph *graph, const hbs_bipartite_model *model, uint32_t n, hbs_rng *rng, hbs_error *error) {
    const uint32_t sparse = sparse_degree(model->degree, n);
    hbs_status status = HBS_OK;
    switch (model->kind) {
    case HBS_BIPARTITE_SHIFT:
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t i = 0; i < model->shifts; i++) hbs_graph_join(graph, u, n + (u + model->shift[i]) % n);
        break;
    case HBS_BIPARTITE_REGULAR:
        status = draw_regular(graph, n, sparse, rng, error);
        if (status == HBS_OK && sparse != model->degree) flip_between(graph, n);
        break;
    case HBS_BIPARTITE_COMPLETE: flip_between(graph, n); break;
    case HBS_BIPARTITE_GNP:
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = n; v < 2 * n; v++)
                if (hbs_rng_bernoulli(rng, model->p.numerator, model->p.denominator)) hbs_graph_join(graph, u, v);
        break;
    }
    return status;
}

/* Joins, or parts, all pairs on one side. */
static void sides(hbs_graph *graph, uint32_t n, void (*turn)(hbs_graph *, uint32_t, uint32_t)) {
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = u + 1; v < n; v++) {
            turn(graph, u, v);
            turn(graph, n + u, n + v);
        }
}

hbs_status hbs_bipartite_draw(hbs_graph *graph, const hbs_bipartite_model *model, uint32_t n, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bipartite_check(model, n, error));
    HBS_TRY(hbs_graph_start(graph, 2 * n, 0, error));
    HBS_TRY(draw_model(graph, model, n, rng, error));
    if (model->added) {
        sides(graph, n, hbs_graph_join);
        HBS_TRY(hbs_graph_add_edges(graph, model->added, rng, error));
        sides(graph, n, hbs_graph_part);
    }
    HBS_TRY(hbs_graph_list(graph, error));
done:
    return status;
}

double hbs_bipartite_expect(const hbs_bipartite_model *model, uint32_t n) {
    const double all = (double)n * n, added = model->added;
    switch (model->kind) {
    case HBS_BIPARTITE_SHIFT: return added + (double)n * model->shifts;
    case HBS_BIPARTITE_REGULAR: return added + (double)n * model->degree;
    case HBS_BIPARTITE_COMPLETE: return added + all;
    case HBS_BIPARTITE_GNP: return added + all * (double)model->p.numerator / (double)model->p.denominator;
    }
    return all;
}
