/* Sorting takes out repetitions and puts the edges of a term side by side, so an adjacency matrix, which would be quadratic in the terms, is not
 * needed. */
#include "analysis/features/cqc_edges.h"

#include <stdlib.h>

#include "core/ordering.h"

void hbs_cqc_edges_free(hbs_cqc_edges *edges) {
    free(edges->item);
    free(edges->first);
    *edges = (hbs_cqc_edges){0};
}

hbs_status hbs_cqc_edges_start(hbs_cqc_edges *edges, size_t most, hbs_error *error) {
    edges->count = 0;
    return hbs_grow(&edges->item, &edges->capacity, most, sizeof *edges->item, error);
}

void hbs_cqc_edges_sort(hbs_cqc_edges *edges) {
    if (edges->count) qsort(edges->item, edges->count, sizeof *edges->item, hbs_by_uint64);
}

hbs_status hbs_cqc_edges_finish(hbs_cqc_edges *edges, size_t terms, hbs_error *error) {
    const hbs_status status = hbs_grow(&edges->first, &edges->first_capacity, terms + 1, sizeof *edges->first, error);
    if (status != HBS_OK) return status;
    size_t kept = 0;
    hbs_cqc_edges_sort(edges);
    for (size_t i = 0; i < edges->count; i++)
        if (!kept || edges->item[i] != edges->item[kept - 1]) edges->item[kept++] = edges->item[i];
    edges->count = kept;
    for (size_t t = 0, at = 0; t <= terms; t++) {
        while (at < kept && hbs_edge_from(edges->item[at]) < t) at++;
        edges->first[t] = at;
    }
    return HBS_OK;
}

bool hbs_cqc_edges_has(const hbs_cqc_edges *edges, size_t from, size_t to) {
    const uint64_t wanted = (uint64_t)from << 32 | (uint32_t)to;
    size_t low = edges->first[from], high = edges->first[from + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (edges->item[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low < edges->first[from + 1] && edges->item[low] == wanted;
}
