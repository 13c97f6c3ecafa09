/* Queries of a given shape over one binary relation, each of both chosen apart: chains, stars, cycles, cliques, grids, snowflakes, or a uniform body. Acyclic q2 (chain, star,
 * snowflake) are decided by arc consistency alone whatever q1 is; cycles, grids and cliques of growing width are not (Freuder, JACM 1982; Gottlob, Leone, Scarcello, JCSS 2002),
 * and with both directions of each edge a clique asks for a clique of q1. */
#include <stdlib.h>
#include <string.h>

#include "generators/cqc/bodies.h"
#include "generators/cqc/figures.h"
#include "generators/edges.h"
#include "generators/unit.h"

enum { SHAPE, SIZE, WIDTH, DIRECTIONS, OF_ONE };   /* of q1, then of q2 */

#define EDGES_MAX 1000000

#define OF_QUERY(q, shape, size, width, directions)                                                                                                            \
    {"q" q, HBS_TEXT, 0, 0, shape, "shape of q" q ": uniform, " HBS_FIGURE_NAMES},                                                                                                    \
        {"size" q, HBS_INTEGER, 1, EDGES_MAX, size, "atoms of a chain, rays of a star or snowflake, variables of a cycle, clique or uniform body, rows of a grid"},                   \
        {"width" q, HBS_INTEGER, 0, EDGES_MAX, width, "columns of a grid, further rays at each ray's end of a snowflake, atoms of a uniform body; 0: as many as size"},             \
    {                                                                                                                                                                               \
        "directions" q, HBS_TEXT, 0, 0, directions, "of the edges of a shape: forward (along, outwards, to the right and down, upwards), random (a fair coin each) or both"          \
    }

static const hbs_parameter parameters[] = {OF_QUERY("1", "uniform", "10", "25", "forward"), OF_QUERY("2", "clique", "4", "0", "random")};

typedef enum directions { FORWARD, RANDOM, BOTH } directions;

typedef struct plan {
    const hbs_figure *figure;   /* NULL: uniform */
    uint64_t size, width, vertices, edges;
    directions directions;
} plan;

static hbs_status read_directions(hbs_unit *unit, const char *text, directions *out) {
    static const char *const names[] = {"forward", "random", "both"};
    for (unsigned i = 0; i < 3; i++)
        if (!strcmp(text, names[i])) {
            *out = (directions)i;
            return HBS_OK;
        }
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "directions `%.40s`: choose forward, random or both", text);
}

static hbs_status read_plan(hbs_unit *unit, unsigned which, plan *out) {
    hbs_status status = HBS_OK;
    const uint32_t base = which * OF_ONE;
    const char *const shape = hbs_unit_text(unit, base + SHAPE);
    *out = (plan){.figure = hbs_figure_find(shape), .size = (uint64_t)hbs_unit_integer(unit, base + SIZE), .width = (uint64_t)hbs_unit_integer(unit, base + WIDTH)};
    if (!out->width) out->width = out->size;
    HBS_TRY(read_directions(unit, hbs_unit_text(unit, base + DIRECTIONS), &out->directions));
    if (!out->figure && strcmp(shape, "uniform") != 0) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "q%u: no shape `%.40s`: choose uniform, %s", which + 1, shape, HBS_FIGURE_NAMES);
    if (out->figure && out->size < out->figure->least)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "q%u: a %s has size %llu at least", which + 1, shape, (unsigned long long)out->figure->least);
    out->vertices = out->figure ? out->figure->vertices(out->size, out->width) : out->size;
    out->edges = out->figure ? out->figure->edges(out->size, out->width) : out->width;
    const uint64_t most = out->vertices ? out->vertices * (out->vertices - 1) : 0;
    if (!out->figure && out->edges > most)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "q%u: %llu distinct atoms over %llu variables: there are only %llu", which + 1, (unsigned long long)out->edges, (unsigned long long)out->vertices,
                              (unsigned long long)most);
    if (out->edges > EDGES_MAX || out->vertices > 2 * EDGES_MAX)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "q%u: %llu atoms: at most %d are possible; lower size or width", which + 1, (unsigned long long)out->edges, EDGES_MAX);
done:
    return status;
}

static int check(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    plan p;
    for (unsigned which = 0; which < 2 && status == HBS_OK; which++) status = read_plan(unit, which, &p);
    return (int)status;
}

static void release(void *scratch) {
    hbs_distinct_free(scratch);
    free(scratch);
}

static hbs_status add(hbs_unit *unit, hbs_query *query, uint32_t from, uint32_t to) {
    return hbs_query_append(query, &hbs_unit_current(unit)->instance.pair, 0, (const hbs_term[]){from, to}, hbs_unit_drawing(unit)->error);
}

static hbs_status draw_uniform(hbs_unit *unit, hbs_query *query, const plan *p) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const hbs_atom_space space = {.terms = (uint32_t)p->vertices, .arity = 2};
    uint32_t term[2];
    HBS_TRY(hbs_distinct_start_set(drawing->scratch, &drawing->rng, hbs_atom_count(space), p->edges, drawing->error));
    for (uint64_t i = 0; i < p->edges; i++) {
        hbs_atom_of(space, hbs_distinct_next(drawing->scratch, &drawing->rng), term);
        HBS_TRY(add(unit, query, term[0], term[1]));
    }
done:
    return status;
}

static hbs_status draw_figure(hbs_unit *unit, hbs_query *query, const plan *p) {
    hbs_status status = HBS_OK;
    hbs_rng *const rng = &hbs_unit_drawing(unit)->rng;
    for (uint64_t i = 0; i < p->edges; i++) {
        uint32_t from, to;
        p->figure->edge(p->size, p->width, i, &from, &to);
        const bool turn = p->directions == RANDOM && hbs_rng_below(rng, 2);
        HBS_TRY(add(unit, query, turn ? to : from, turn ? from : to));
        if (p->directions == BOTH) HBS_TRY(add(unit, query, to, from));
    }
done:
    return status;
}

static int generate(hbs_unit *unit) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    uint32_t relation;
    HBS_TRY(hbs_scratch_of(drawing, sizeof(hbs_distinct), release));
    HBS_TRY((hbs_status)hbs_unit_begin_pair(unit));
    hbs_query_pair *const pair = &hbs_unit_current(unit)->instance.pair;
    HBS_TRY(hbs_symbol_intern(&pair->relations, "e", 1, 2, &relation, drawing->error));
    for (unsigned which = 0; which < 2; which++) {
        plan p;
        hbs_query *const query = which ? &pair->q2 : &pair->q1;
        HBS_TRY(read_plan(unit, which, &p));
        query->variables = (uint32_t)p.vertices;
        HBS_TRY(p.figure ? draw_figure(unit, query, &p) : draw_uniform(unit, query, &p));
    }
done:
    return (int)hbs_unit_keep(unit, status);
}

const hbs_generator hbs_cqc_shapes = {
    HBS_BUILT_IN(CQC, parameters),
    .name = "cqc/shapes",
    .summary = "chains, stars, cycles, cliques, grids, snowflakes against each other or a uniform body",
    .distribution = "q1 and q2 independent, Boolean, over e/2. A shape has its edges once each, forward, or each turned by a fair coin (directions=random), or both ways (both); uniform: a "
            "uniform set of `width` distinct atoms without loops over `size` variables",
    .uniform_over = "directions of the edges of the shapes (directions=random), and sets of atoms of uniform bodies; nothing else is random",
    .rejects = "never",
    .cost = "O(size of the pair)",
    .source = "shapes of benchmark queries as in Steinbrunn, Moerkotte and Kemper, Heuristic and randomized optimization for the join ordering problem, VLDB Journal 1997; widths: Gottlob, "
            "Leone and Scarcello, Hypertree decompositions and tractable queries, JCSS 2002",
    .labels = HBS_LABELS_BY_SOLVER,
    .check = check,
    .generate = generate,
    .group = "structured",
    .example = "size1=4..5 width1=6..8 size2=3..4",
};
