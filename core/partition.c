/* Partition refinement by a queue of splitters (Hopcroft 1971; Cardon and Crochemore 1982), in the form that canonical labelling needs (McKay, "Practical graph
 * isomorphism", Congressus Numerantium 30, 1981): a cell is a range of an array, a splitter counts neighbours, a cell falls apart by counts in ascending order, and all parts but
 * the first largest become splitters. Everything is decided by places and counts, never by numbers of vertices, so isomorphic graphs are refined alike.
 * A cut is undone by joining a part to the cell that it was cut from; the order within a cell means nothing and is not restored, so a path down a search tree takes
 * O(V) memory whatever its length. */
#include "core/partition.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/shell_sort.h"

#define FEW_COLOURS 64u

void hbs_partition_free(hbs_partition *partition) {
    if (!partition) return;
    free(partition->room);
    *partition = (hbs_partition){0};
}

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static void tell(hbs_partition *p, uint64_t what) { p->trace = mix(p->trace + what + UINT64_C(0x9e3779b97f4a7c15)); }

/* One piece of memory for all arrays. */
static hbs_status make_room(hbs_partition *p, size_t n, hbs_error *error) {
    enum { WIDE = 1, NARROW = 11 };
    if (p->capacity <= n) {
        void *room = NULL;
        const size_t capacity = n + n / 2 + 16;
        const hbs_status status = hbs_allocate(&room, capacity, WIDE * sizeof(uint64_t) + NARROW * sizeof(uint32_t) + 1, error);
        if (status != HBS_OK) return status;
        free(p->room);
        p->room = room;
        p->capacity = capacity;
    }
    const size_t c = p->capacity;
    uint32_t *const narrow = (uint32_t *)(void *)((uint64_t *)p->room + WIDE * c);
    p->key = p->room;
    p->vertex = narrow, p->place = narrow + c, p->cell = narrow + 2 * c, p->length = narrow + 3 * c, p->count = narrow + 4 * c;
    p->hits = narrow + 5 * c, p->touched = narrow + 6 * c, p->hit = narrow + 7 * c, p->queue = narrow + 8 * c, p->undo = narrow + 9 * c, p->parent = narrow + 10 * c;
    p->queued = (uint8_t *)(narrow + NARROW * c);
    return HBS_OK;
}

static void enqueue(hbs_partition *p, uint32_t cell) {
    const size_t n = p->graph->vertices;
    if (p->queued[cell]) return;
    p->queued[cell] = 1;
    p->queue[(p->queue_first + p->queue_size++) % n] = cell;
}

static uint32_t dequeue(hbs_partition *p) {
    const uint32_t cell = p->queue[p->queue_first];
    p->queue_first = (p->queue_first + 1) % p->graph->vertices;
    p->queue_size--;
    p->queued[cell] = 0;
    return cell;
}

static void put(hbs_partition *p, uint32_t vertex, uint32_t at) {
    p->vertex[at] = vertex;
    p->place[vertex] = at;
}

static void swap(hbs_partition *p, uint32_t a, uint32_t b) {
    const uint32_t first = p->vertex[a], second = p->vertex[b];
    put(p, second, a);
    put(p, first, b);
}

/* The part from `from` to `to` of a cell becomes one of its own; the rest's length is the caller's. */
static void cut(hbs_partition *p, uint32_t parent, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) p->cell[p->vertex[i]] = from;
    p->length[from] = to - from;
    p->parent[p->undos] = parent;
    p->undo[p->undos++] = from;
    p->cells++;
}

/* Counts the neighbours that each vertex has in the splitter, moves those that have any to the end of their cell, and lists the cells in order. */
static size_t count_neighbours(hbs_partition *p, uint32_t splitter, size_t *touched) {
    const hbs_coloured_graph *const graph = p->graph;
    size_t hits = 0;
    *touched = 0;
    for (uint32_t i = splitter; i < splitter + p->length[splitter]; i++) {
        const size_t end = graph->start[p->vertex[i] + 1];
        p->steps += 1 + end - graph->start[p->vertex[i]];
        for (size_t e = graph->start[p->vertex[i]]; e < end; e++)
            if (!p->count[graph->neighbour[e]]++) p->touched[(*touched)++] = graph->neighbour[e];
    }
    for (size_t i = 0; i < *touched; i++) {
        const uint32_t cell = p->cell[p->touched[i]];
        if (!p->hits[cell]++) p->hit[hits++] = cell;
        swap(p, p->place[p->touched[i]], cell + p->length[cell] - p->hits[cell]);
    }
    hbs_sort_u32(p->hit, hits);
    return hits;
}

/* Sorts the vertices at the end of the cell by their counts. */
static void sort_by_count(hbs_partition *p, uint32_t from, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) p->key[i] = (uint64_t)p->count[p->vertex[from + i]] << 32 | p->vertex[from + i];
    hbs_sort_u64(p->key, size);
    for (uint32_t i = 0; i < size; i++) put(p, (uint32_t)p->key[i], from + i);
}

/* Cuts where counts change; the largest part, unless the cell waits in the queue, need not split others. */
static void divide(hbs_partition *p, uint32_t cell) {
    const uint32_t end = cell + p->length[cell], hits = p->hits[cell], waits = p->queued[cell];
    uint32_t from = cell, largest = cell, to;
    size_t first = p->undos;
    p->hits[cell] = 0;
    sort_by_count(p, end - hits, hits);
    tell(p, (uint64_t)cell << 32 | hits);
    for (; from < end; from = to) {
        const uint32_t count = p->count[p->vertex[from]];
        to = count ? from + 1 : end - hits;   /* untouched ones come first, all together */
        while (to < end && p->count[p->vertex[to]] == count) to++;
        tell(p, (uint64_t)count << 32 | (to - from));
        if (from == cell) p->length[cell] = to - from;
        else cut(p, cell, from, to);
        if (p->length[from] > p->length[largest]) largest = from;
    }
    if (first == p->undos) return;
    if (!waits && largest != cell) enqueue(p, cell);
    for (; first < p->undos; first++)
        if (waits || p->undo[first] != largest) enqueue(p, p->undo[first]);
}

static void refine(hbs_partition *p) {
    size_t touched;
    p->trace = 0;
    while (p->queue_size) {
        const uint32_t splitter = dequeue(p);
        if (hbs_partition_is_discrete(p)) continue;
        const size_t hits = count_neighbours(p, splitter, &touched);
        tell(p, (uint64_t)splitter << 32 | p->length[splitter]);
        for (size_t i = 0; i < hits; i++) divide(p, p->hit[i]);
        for (size_t i = 0; i < touched; i++) p->count[p->touched[i]] = 0;
    }
    tell(p, p->cells);
}

typedef struct coloured {
    uint64_t colour;
    uint32_t vertex;
} coloured;

static int compare_colours(const void *a, const void *b) {
    const coloured *const x = a, *const y = b;
    return (x->colour > y->colour) - (x->colour < y->colour);
}

/* The colours there are, in order, and where their vertices begin, if they are few; 0: they are more. */
static size_t list_colours(const hbs_coloured_graph *graph, uint64_t colour[FEW_COLOURS], uint32_t from[FEW_COLOURS]) {
    size_t count = 0;
    for (uint32_t v = 0, last = 0; v < graph->vertices; v++) {
        size_t at = last;
        if (!count || colour[at] != graph->colour[v])
            for (at = 0; at < count && colour[at] != graph->colour[v];) at++;
        if (at == count) {
            if (count == FEW_COLOURS) return 0;
            colour[count] = graph->colour[v];
            count++;
        }
        last = (uint32_t)at;
    }
    hbs_sort_u64(colour, count);
    memset(from, 0, FEW_COLOURS * sizeof *from);
    return count;
}

static size_t index_of(const uint64_t *colour, size_t count, uint64_t wanted) {
    size_t low = 0;
    while (count > 1) {
        const size_t half = count / 2;
        if (colour[low + half] <= wanted) low += half, count -= half;
        else count = half;
    }
    return low;
}

/* Counting sort for few colours, as formulas have. */
static hbs_status sort_by_colour(hbs_partition *p, hbs_error *error) {
    const hbs_coloured_graph *const graph = p->graph;
    const uint32_t n = graph->vertices;
    uint64_t colour[FEW_COLOURS];
    uint32_t from[FEW_COLOURS], sum = 0;
    coloured *order = NULL;
    const size_t few = list_colours(graph, colour, from);
    if (few) {
        for (uint32_t v = 0; v < n; v++) from[index_of(colour, few, graph->colour[v])]++;
        for (size_t i = 0; i < few; i++) sum += from[i], from[i] = sum - from[i];
        for (uint32_t v = 0; v < n; v++) put(p, v, from[index_of(colour, few, graph->colour[v])]++);
        return HBS_OK;
    }
    const hbs_status status = hbs_allocate(&order, n, sizeof *order, error);
    if (status != HBS_OK) return status;
    for (uint32_t v = 0; v < n; v++) order[v] = (coloured){graph->colour[v], v};
    qsort(order, n, sizeof *order, compare_colours);
    for (uint32_t v = 0; v < n; v++) put(p, order[v].vertex, v);
    free(order);
    return HBS_OK;
}

hbs_status hbs_partition_start(hbs_partition *p, const hbs_coloured_graph *graph, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t n = graph->vertices;
    HBS_TRY(make_room(p, n, error));
    p->graph = graph;
    p->cells = 0;
    p->trace = p->steps = 0;
    p->undos = p->queue_first = p->queue_size = 0;
    if (!n) goto done;
    memset(p->count, 0, n * sizeof *p->count);
    memset(p->hits, 0, n * sizeof *p->hits);
    memset(p->queued, 0, n);
    HBS_TRY(sort_by_colour(p, error));
    for (uint32_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && graph->colour[p->vertex[to]] == graph->colour[p->vertex[from]];) to++;
        cut(p, from, from, to);
        enqueue(p, from);
    }
    p->undos = 0; /* these stay */
    refine(p);
done:
    return status;
}

void hbs_partition_single_out(hbs_partition *p, uint32_t vertex) {
    const uint32_t cell = p->cell[vertex], end = cell + p->length[cell];
    assert(end - cell > 1);
    swap(p, p->place[vertex], cell);
    p->length[cell] = 1;
    cut(p, cell, cell + 1, end);
    enqueue(p, cell);
    refine(p);
}

void hbs_partition_undo(hbs_partition *p, size_t mark) {
    while (p->undos > mark) {
        const uint32_t from = p->undo[--p->undos], parent = p->parent[p->undos];
        for (uint32_t i = from; i < from + p->length[from]; i++) p->cell[p->vertex[i]] = parent;
        p->length[parent] += p->length[from];
        p->cells--;
    }
}
