/* Canonical labelling by individualisation and refinement (McKay 1981; McKay and Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60, 2014).
 *
 * A node is an equitable partition; its children single out, one by one, the vertices of its first smallest cell that is not a singleton. A leaf is a labelling. The canonical one is
 * greatest by the traces on its path, then by the graph that it makes. Two leaves that make one graph show an automorphism. What is cut:
 *  - nodes whose traces are less than the best leaf's and unlike the first leaf's: they lead to neither a better leaf nor an automorphism with the first;
 *  - children in one orbit with an earlier child, under automorphisms found that fix the node's path: all that are found below a node of the first path fix it, elsewhere
 *    stored ones are tested;
 *  - after an automorphism, all up to where its two leaves part: the subtrees there are images of each other.
 * Random formulas mostly end at the root. Formulas with many symmetries (pigeonholes, parity) take a number of leaves about that of generators of their group; the search is
 * exponential on strongly regular structures, so it counts the edges it visits and gives up at a limit.
 *
 * Why not nauty: Debian's shared nauty needs libcliquer, which is GPL, its static one cannot go into a shared library, and both exit() when memory is out. Canonical
 * labellings also differ from version to version of such programs, and catalogs are to stay comparable. */
#include "core/canonical_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/shell_sort.h"

#define AUTOMORPHISMS_MAX 64

static void free_leaf(hbs_leaf *leaf) {
    free(leaf->trace);
    free(leaf->choice);
    free(leaf->vertex);
    free(leaf->edge);
}

void hbs_canonical_search_free(hbs_canonical_search *s) {
    if (!s) return;
    hbs_partition_free(&s->partition);
    free_leaf(&s->here), free_leaf(&s->first), free_leaf(&s->best);
    free(s->like_first), free(s->order), free(s->target), free(s->mark), free(s->orbit), free(s->local), free(s->automorphism);
    *s = (hbs_canonical_search){0};
}

static hbs_status replace(void *array, size_t count, size_t size, hbs_error *error) {
    void *room = NULL;
    const hbs_status status = hbs_allocate(&room, count, size, error);
    if (status != HBS_OK) return status;
    free(*(void **)array);
    *(void **)array = room;
    return HBS_OK;
}

static hbs_status make_leaf(hbs_leaf *leaf, size_t vertices, size_t edges, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(replace(&leaf->trace, vertices, sizeof *leaf->trace, error));
    HBS_TRY(replace(&leaf->choice, vertices, sizeof *leaf->choice, error));
    HBS_TRY(replace(&leaf->vertex, vertices, sizeof *leaf->vertex, error));
    HBS_TRY(replace(&leaf->edge, edges, sizeof *leaf->edge, error));
done:
    return status;
}

static hbs_status make_room(hbs_canonical_search *s, size_t vertices, size_t edges, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (vertices < s->capacity && edges <= s->edge_capacity) goto done;
    const size_t n = vertices + vertices / 2 + 2, e = edges + edges / 2;
    s->capacity = s->edge_capacity = 0;
    HBS_TRY(make_leaf(&s->here, n, e, error));
    HBS_TRY(make_leaf(&s->first, n, e, error));
    HBS_TRY(make_leaf(&s->best, n, e, error));
    HBS_TRY(replace(&s->like_first, n, sizeof *s->like_first, error));
    HBS_TRY(replace(&s->order, n, sizeof *s->order, error));
    HBS_TRY(replace(&s->target, n, sizeof *s->target, error));
    HBS_TRY(replace(&s->mark, n, sizeof *s->mark, error));
    HBS_TRY(replace(&s->orbit, n, sizeof *s->orbit, error));
    HBS_TRY(replace(&s->local, n, sizeof *s->local, error));
    s->capacity = n;
    s->edge_capacity = e;
done:
    return status;
}

/* ---- automorphisms ---- */

static uint32_t root_of(uint32_t *orbit, uint32_t v) {
    while (orbit[v] != v) v = orbit[v] = orbit[orbit[v]];
    return v;
}

/* The least vertex of an orbit is its root. */
static void join(uint32_t *orbit, uint32_t a, uint32_t b) {
    a = root_of(orbit, a);
    b = root_of(orbit, b);
    if (a < b) orbit[b] = a;
    else orbit[a] = b;
}

/* What maps the leaf to the one in hand. */
static hbs_status add_automorphism(hbs_canonical_search *s, const hbs_leaf *leaf, hbs_error *error) {
    const size_t n = s->partition.graph->vertices;
    for (size_t i = 0; i < n; i++) join(s->orbit, leaf->vertex[i], s->here.vertex[i]);
    if (s->automorphisms == AUTOMORPHISMS_MAX) return HBS_OK;
    const hbs_status status = hbs_grow(&s->automorphism, &s->automorphism_capacity, (s->automorphisms + 1) * n, sizeof *s->automorphism, error);
    if (status != HBS_OK) return status;
    uint32_t *const image = s->automorphism + s->automorphisms++ * n;
    for (size_t i = 0; i < n; i++) image[leaf->vertex[i]] = s->here.vertex[i];
    return HBS_OK;
}

static bool fixes(const uint32_t *image, const uint32_t *path, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++)
        if (image[path[i]] != path[i]) return false;
    return true;
}

/* Orbits under what is known to fix the path down to this node. */
static uint32_t *orbits_at(hbs_canonical_search *s, uint32_t depth) {
    const uint32_t n = s->partition.graph->vertices;
    if (depth <= s->on_first) return s->orbit;
    for (uint32_t v = 0; v < n; v++) s->local[v] = v;
    for (size_t a = 0; a < s->automorphisms; a++) {
        const uint32_t *const image = s->automorphism + a * n;
        if (!fixes(image, s->here.choice, depth)) continue;
        for (uint32_t v = 0; v < n; v++) join(s->local, v, image[v]);
        s->partition.steps += n;
    }
    s->partition.steps += n;
    return s->local;
}

/* ---- leaves ---- */

/* In a discrete partition a vertex's cell is its place. */
static void read_leaf(hbs_canonical_search *s, uint32_t depth) {
    const hbs_partition *const p = &s->partition;
    const hbs_coloured_graph *const graph = p->graph;
    uint32_t *at = s->here.edge;
    s->here.depth = depth;
    for (uint32_t i = 0; i < graph->vertices; i++) {
        const uint32_t v = s->here.vertex[i] = p->vertex[i];
        uint32_t *const from = at;
        for (size_t e = graph->start[v]; e < graph->start[v + 1]; e++) *at++ = p->place[graph->neighbour[e]];
        hbs_sort_u32(from, (size_t)(at - from));
    }
    s->partition.steps += graph->vertices + 2 * graph->edges;
}

static int compare_graphs(const hbs_canonical_search *s, const hbs_leaf *a, const hbs_leaf *b) {
    const size_t edges = 2 * s->partition.graph->edges;
    for (size_t i = 0; i < edges; i++)
        if (a->edge[i] != b->edge[i]) return a->edge[i] > b->edge[i] ? 1 : -1;
    return 0;
}

static void keep_leaf(const hbs_canonical_search *s, hbs_leaf *to) {
    const size_t n = s->partition.graph->vertices;
    to->depth = s->here.depth;
    memcpy(to->trace, s->here.trace, (to->depth + 1) * sizeof *to->trace);
    memcpy(to->choice, s->here.choice, to->depth * sizeof *to->choice);
    memcpy(to->vertex, s->here.vertex, n * sizeof *to->vertex);
    memcpy(to->edge, s->here.edge, 2 * s->partition.graph->edges * sizeof *to->edge);
}

/* *up: the depth to go on from. */
static hbs_status visit_leaf(hbs_canonical_search *s, uint32_t depth, uint32_t *up, hbs_error *error) {
    const uint32_t on_first = s->on_first, on_best = s->on_best;
    read_leaf(s, depth);
    *up = depth ? depth - 1 : 0;
    if (!s->any) {
        s->any = true;
        keep_leaf(s, &s->first);
        keep_leaf(s, &s->best);
        s->on_first = s->on_best = depth;
        return HBS_OK;
    }
    if (s->like_first[depth] && !compare_graphs(s, &s->here, &s->first)) {
        *up = on_first;
        return add_automorphism(s, &s->first, error);
    }
    const int order = s->order[depth] ? s->order[depth] : compare_graphs(s, &s->here, &s->best);
    if (order > 0) {
        keep_leaf(s, &s->best);
        s->on_best = depth;
        memset(s->order, 0, (size_t)depth + 1);
    } else if (order == 0) {
        *up = on_best;
        return add_automorphism(s, &s->best, error);
    }
    return HBS_OK;
}

/* ---- nodes ---- */

/* Compares the node just refined; false: nothing below it is of use. */
static bool enter(hbs_canonical_search *s, uint32_t depth) {
    const uint64_t trace = s->here.trace[depth] = s->partition.trace;
    const bool equal_before = depth == 0 || s->order[depth - 1] == 0;
    if (!s->any) {
        s->like_first[depth] = true;
        s->order[depth] = 0;
        return true;
    }
    s->like_first[depth] = (depth == 0 || s->like_first[depth - 1]) && depth <= s->first.depth && trace == s->first.trace[depth];
    if (!equal_before) s->order[depth] = s->order[depth - 1];
    else if (depth > s->best.depth) s->order[depth] = 1;
    else s->order[depth] = (signed char)((trace > s->best.trace[depth]) - (trace < s->best.trace[depth]));
    return s->like_first[depth] || s->order[depth] >= 0;
}

static void choose_target(hbs_canonical_search *s, uint32_t depth) {
    const hbs_partition *const p = &s->partition;
    uint32_t best = UINT32_MAX, target = 0;
    for (uint32_t c = 0; c < p->graph->vertices; c += p->length[c]) {
        if (p->length[c] == 1 || p->length[c] >= best) continue;
        best = p->length[c];
        target = c;
        if (best == 2) break;
    }
    s->target[depth] = target;
    s->here.choice[depth] = UINT32_MAX;
    s->mark[depth] = hbs_partition_mark(p);
    s->partition.steps += p->graph->vertices / 8;
}

/* The next vertex of the target cell, in order of numbers, that is no image of an earlier one; false: none is left. */
static bool next_child(hbs_canonical_search *s, uint32_t depth) {
    const hbs_partition *const p = &s->partition;
    const uint32_t from = s->target[depth], last = s->here.choice[depth];
    uint32_t *const orbit = last == UINT32_MAX ? NULL : orbits_at(s, depth), next = UINT32_MAX;
    for (uint32_t i = from; i < from + p->length[from]; i++) {
        const uint32_t v = p->vertex[i];
        if ((last == UINT32_MAX || v > last) && v < next && (!orbit || root_of(orbit, v) == v)) next = v;
    }
    s->partition.steps += p->length[from];
    s->here.choice[depth] = next;
    return next != UINT32_MAX;
}

/* A node of the first path whose children are done: by now its choice has met all images that it has under automorphisms that fix the choices above. Over the path these numbers
 * multiply to the order of the group (orbit and stabilizer). */
static void count_images(hbs_canonical_search *s, uint32_t depth) {
    const hbs_partition *const p = &s->partition;
    const uint32_t from = s->target[depth], root = root_of(s->orbit, s->first.choice[depth]);
    uint32_t images = 0;
    for (uint32_t i = from; i < from + p->length[from]; i++) images += root_of(s->orbit, p->vertex[i]) == root;
    s->group *= images;
}

/* Back to the node at `depth`, whose next child is singled out; or further up. Returns the child's depth, 0: the search is over. */
static uint32_t go_on(hbs_canonical_search *s, uint32_t depth) {
    for (;; depth--) {
        hbs_partition_undo(&s->partition, s->mark[depth]);
        if (s->any && s->on_first > depth) s->on_first = depth;
        if (s->any && s->on_best > depth) s->on_best = depth;
        if (next_child(s, depth)) break;
        if (s->on_first == depth) count_images(s, depth);
        if (!depth) return 0;
    }
    hbs_partition_single_out(&s->partition, s->here.choice[depth]);
    return depth + 1;
}

static hbs_status walk(hbs_canonical_search *s, bool *found, hbs_error *error) {
    uint32_t depth = 0, up;
    *found = false;
    do {
        up = depth ? depth - 1 : 0;
        if (s->partition.steps > s->limit) return HBS_OK;
        const bool of_use = enter(s, depth), leaf = hbs_partition_is_discrete(&s->partition);
        if (of_use && leaf) {
            const hbs_status status = visit_leaf(s, depth, &up, error);
            if (status != HBS_OK) return status;
        } else if (of_use) {
            choose_target(s, depth);
            up = depth;
        }
        if (leaf && !depth) break;
        depth = go_on(s, up);
    } while (depth);
    *found = true;
    return HBS_OK;
}

hbs_status hbs_canonical_search_run(hbs_canonical_search *s, const hbs_coloured_graph *graph, uint64_t limit, bool *found, uint64_t *refined, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(make_room(s, graph->vertices, 2 * graph->edges, error));
    HBS_TRY(hbs_partition_start(&s->partition, graph, error));
    *refined = s->partition.trace;
    s->partition.steps = 0;
    s->limit = limit;
    s->any = false;
    s->on_first = s->on_best = 0;
    s->automorphisms = 0;
    s->group = 1;
    for (uint32_t v = 0; v < graph->vertices; v++) s->orbit[v] = v;
    HBS_TRY(walk(s, found, error));
done:
    return status;
}
