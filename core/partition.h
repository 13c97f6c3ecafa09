/* Ordered partitions of the vertices of a graph, refined until every two vertices of a cell have equally many neighbours in each cell, and taken back step by step.
 * What a refinement does, and the trace that it leaves, does not depend on how the vertices are numbered. */
#ifndef HBS_CORE_PARTITION_H
#define HBS_CORE_PARTITION_H

#include "core/coloured_graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_partition {
    const hbs_coloured_graph *graph;
    uint32_t cells;
    uint32_t *vertex;        /* cell by cell */
    uint32_t *place;         /* of a vertex: where it stands in `vertex` */
    uint32_t *cell;          /* of a vertex: where its cell begins */
    uint32_t *length;        /* of the cell that begins here */
    uint64_t trace;          /* of the last refinement */
    uint64_t steps;          /* neighbours visited, since the partition was made */
    /* Scratch. */
    uint32_t *count, *hits, *touched, *hit, *queue, *undo, *parent;
    uint8_t *queued;
    uint64_t *key;
    size_t undos, queue_first, queue_size, capacity;
    void *room;
} hbs_partition;             /* {0} is valid */

void hbs_partition_free(hbs_partition *partition);
/* The coarsest such partition whose cells are of one colour, in order of colours. Memory is reused. O((V + E) log V). */
hbs_status hbs_partition_start(hbs_partition *partition, const hbs_coloured_graph *graph, hbs_error *error);
/* Puts a vertex before the others of its cell and refines. */
void hbs_partition_single_out(hbs_partition *partition, uint32_t vertex);
/* How many cuts there are; and back to when there were so many. */
static inline size_t hbs_partition_mark(const hbs_partition *partition) { return partition->undos; }
void hbs_partition_undo(hbs_partition *partition, size_t mark);
static inline bool hbs_partition_is_discrete(const hbs_partition *partition) { return partition->cells == partition->graph->vertices; }

#ifdef __cplusplus
}
#endif
#endif
