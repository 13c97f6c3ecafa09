/* Arrays for NumPy and what reads its files. Rows are instances in order of idx. A graph's nodes and edges stand one instance after the other: those of instance i are
 * node_ptr[i] to node_ptr[i + 1] and edge_ptr[i] to edge_ptr[i + 1], and its node numbers begin at 0.
 *
 * An array is written in one piece, so each is a pass over the dataset, and the first pass counts: memory is one instance and the names of relations, time is that of a pass times the
 * number of arrays. */
#include <inttypes.h>
#include <stdlib.h>

#include "datasets/exports/export.h"
#include "datasets/exports/graph.h"
#include "datasets/exports/npz_file.h"
#include "datasets/exports/stored_features.h"
#include "datasets/exports/writing.h"

typedef struct writing {
    hbs_catalog *catalog;
    const hbs_dataset *dataset;
    const hbs_listener *listener;
    hbs_npz *npz;
    const hbs_graph_form *graph;  /* NULL: none */
    hbs_graph_view view;
    hbs_stored_features features;
    double *value;
    uint64_t rows, nodes, edges;
    size_t split_width;
} writing;

/* ---- a pass ---- */

/* What an array has of one instance. The view is the instance's when the array is about the graph. */
typedef hbs_status (*put_function)(writing *w, const hbs_row *row, hbs_error *error);

typedef struct array {
    const char *name;
    hbs_npz_kind kind;
    enum { ROWS, SIZES, POINTERS, NODES, EDGES, EDGE_PAIRS, FEATURES } shape;
    put_function put, second;   /* second: the second row of a 2 x E array */
} array;

static hbs_status build(writing *w, const hbs_row *row, hbs_instance *instance, hbs_error *error) {
    hbs_error why = {0};
    hbs_status status = hbs_row_instance(row, w->dataset->problem, instance, error);
    if (status != HBS_OK) return status;
    status = w->graph->build(instance, &w->view, &why);
    return status == HBS_OK ? HBS_OK : hbs_raise(error, status, "%s, instance %" PRIu64 ": %.600s", w->dataset->name, row->idx, why.message);
}

static hbs_status check_stop(const writing *w, uint64_t done, const char *what, hbs_error *error) {
    if (done % 64 == 0) hbs_report_progress(w->listener, what, done, w->rows ? w->rows : w->dataset->count, "instances");
    if (!hbs_should_stop(w->listener)) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_INTERRUPTED, "export of %s: stopped; nothing was written", w->dataset->name);
}

static hbs_status pass(writing *w, const char *what, bool graph, put_function put, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    hbs_instance instance = {0};
    bool more;
    HBS_TRY(hbs_rows_open(&rows, w->catalog, w->dataset->id, error));
    for (uint64_t done = 0;; done++) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        if (graph) HBS_TRY(build(w, &row, &instance, error));
        HBS_TRY(put(w, &row, error));
        HBS_TRY(check_stop(w, done, what, error));
    }
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    return status;
}

/* ---- arrays of the table ---- */

static hbs_status count(writing *w, const hbs_row *row, hbs_error *error) {
    const size_t width = row->split ? hbs_npz_text_width(row->split) : 0;
    (void)error;
    w->rows++;
    w->nodes += w->view.nodes;
    w->edges += w->view.edges;
    if (width > w->split_width) w->split_width = width;
    return HBS_OK;
}

static hbs_status put_idx(writing *w, const hbs_row *row, hbs_error *error) { return hbs_npz_int(w->npz, (int64_t)row->idx, error); }
static hbs_status put_unit(writing *w, const hbs_row *row, hbs_error *error) { return hbs_npz_int(w->npz, (int64_t)row->unit, error); }
static hbs_status put_family(writing *w, const hbs_row *row, hbs_error *error) { return hbs_npz_int(w->npz, (int64_t)row->family, error); }
static hbs_status put_label(writing *w, const hbs_row *row, hbs_error *error) { return hbs_npz_int(w->npz, row->label, error); }
static hbs_status put_split(writing *w, const hbs_row *row, hbs_error *error) { return hbs_npz_text(w->npz, row->split ? row->split : "", error); }

static hbs_status put_size(writing *w, const hbs_row *row, hbs_error *error) {
    const hbs_status status = hbs_npz_int(w->npz, (int64_t)row->size_n, error);
    return status == HBS_OK ? hbs_npz_int(w->npz, (int64_t)row->size_m, error) : status;
}

static hbs_status put_features(writing *w, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_stored_features_next(&w->features, row->idx, w->value, error));
    for (size_t i = 0; i < w->features.columns; i++) HBS_TRY(hbs_npz_float(w->npz, w->value[i], error));
done:
    return status;
}

/* ---- arrays of the graph ---- */

/* The ends so far; the 0 before them is put by the caller, and `nodes` and `edges` count again from there. */
static hbs_status put_node_end(writing *w, const hbs_row *row, hbs_error *error) {
    (void)row;
    return hbs_npz_int(w->npz, (int64_t)(w->nodes += w->view.nodes), error);
}

static hbs_status put_edge_end(writing *w, const hbs_row *row, hbs_error *error) {
    (void)row;
    return hbs_npz_int(w->npz, (int64_t)(w->edges += w->view.edges), error);
}

#define EACH(name, of, what)                                                         \
    static hbs_status name(writing *w, const hbs_row *row, hbs_error *error) {       \
        hbs_status status = HBS_OK;                                                  \
        (void)row;                                                                   \
        for (size_t i = 0; i < w->view.of && status == HBS_OK; i++)                  \
            status = hbs_npz_int(w->npz, (int64_t)w->view.what, error);              \
        return status;                                                               \
    }
EACH(put_types, nodes, type[i])
EACH(put_queries, nodes, query[i])
EACH(put_relations, nodes, relation[i])
EACH(put_from, edges, edge[i].from)
EACH(put_to, edges, edge[i].to)
EACH(put_values, edges, edge[i].value)

/* ---- the whole ---- */

static hbs_status write_array(writing *w, const array *a, hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint64_t length = a->shape == NODES ? w->nodes : a->shape == EDGES ? w->edges : w->rows;
    hbs_npz_shape shape = {.kind = a->kind, .width = w->split_width, .dimensions = 1, .size = {length}};
    if (a->shape == POINTERS) shape.size[0] = w->rows + 1;
    if (a->shape == SIZES || a->shape == FEATURES) shape.dimensions = 2, shape.size[1] = a->shape == SIZES ? 2 : w->features.columns;
    if (a->shape == EDGE_PAIRS) shape.dimensions = 2, shape.size[0] = 2, shape.size[1] = w->edges;
    HBS_TRY(hbs_npz_begin(w->npz, a->name, &shape, error));
    if (a->shape == POINTERS) {
        HBS_TRY(hbs_npz_int(w->npz, 0, error));
        if (a->put == put_node_end) w->nodes = 0;
        else w->edges = 0;
    }
    HBS_TRY(pass(w, a->name, a->shape >= POINTERS && a->shape <= EDGE_PAIRS, a->put, error));
    if (a->second) HBS_TRY(pass(w, a->name, true, a->second, error));
done:
    return status;
}

static hbs_status write_arrays(writing *w, const array *list, size_t count_of_them, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count_of_them; i++) HBS_TRY(write_array(w, &list[i], error));
done:
    return status;
}

static hbs_status write_table(writing *w, hbs_error *error) {
    static const array table[] = {{"idx", HBS_NPZ_INT64, ROWS, put_idx, NULL},
                                  {"unit", HBS_NPZ_INT64, ROWS, put_unit, NULL},
                                  {"family", HBS_NPZ_INT64, ROWS, put_family, NULL},
                                  {"label", HBS_NPZ_INT8, ROWS, put_label, NULL},
                                  {"split", HBS_NPZ_TEXT, ROWS, put_split, NULL},
                                  {"size", HBS_NPZ_INT64, SIZES, put_size, NULL}};
    return write_arrays(w, table, sizeof table / sizeof *table, error);
}

static hbs_status write_names(writing *w, const char *name, const char *(*at)(const writing *, size_t), size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_npz_shape shape = {.kind = HBS_NPZ_TEXT, .width = 1, .dimensions = 1, .size = {length}};
    for (size_t i = 0; i < length; i++) {
        const size_t width = hbs_npz_text_width(at(w, i));
        if (width > shape.width) shape.width = width;
    }
    HBS_TRY(hbs_npz_begin(w->npz, name, &shape, error));
    for (size_t i = 0; i < length; i++) HBS_TRY(hbs_npz_text(w->npz, at(w, i), error));
done:
    return status;
}

static const char *feature_name(const writing *w, size_t i) { return hbs_stored_features_name(&w->features, i); }
static const char *relation_name(const writing *w, size_t i) { return w->view.vocabulary.item[i].text; }

static hbs_status write_features(writing *w, hbs_error *error) {
    static const array features = {"features", HBS_NPZ_FLOAT64, FEATURES, put_features, NULL};
    hbs_status status = HBS_OK;
    HBS_TRY(write_names(w, "feature_names", feature_name, w->features.columns, error));
    HBS_TRY(write_array(w, &features, error));
done:
    return status;
}

static hbs_status write_vocabulary(writing *w, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t length = w->view.vocabulary.count;
    const hbs_npz_shape shape = {.kind = HBS_NPZ_INT64, .dimensions = 1, .size = {length}};
    HBS_TRY(write_names(w, "relation_names", relation_name, length, error));
    HBS_TRY(hbs_npz_begin(w->npz, "relation_arity", &shape, error));
    for (size_t i = 0; i < length; i++) HBS_TRY(hbs_npz_int(w->npz, w->view.vocabulary.item[i].kind, error));
done:
    return status;
}

static hbs_status write_graph(writing *w, hbs_error *error) {
    static const array graph[] = {{"node_ptr", HBS_NPZ_INT64, POINTERS, put_node_end, NULL},
                                  {"edge_ptr", HBS_NPZ_INT64, POINTERS, put_edge_end, NULL},
                                  {"node_type", HBS_NPZ_INT8, NODES, put_types, NULL},
                                  {"edge_index", HBS_NPZ_INT64, EDGE_PAIRS, put_from, put_to}};
    static const array pair[] = {{"node_query", HBS_NPZ_INT8, NODES, put_queries, NULL}, {"node_relation", HBS_NPZ_INT64, NODES, put_relations, NULL}};
    const array value = {w->graph->edge_value, w->graph->small ? HBS_NPZ_INT8 : HBS_NPZ_INT64, EDGES, put_values, NULL};
    hbs_status status = HBS_OK;
    HBS_TRY(write_arrays(w, graph, sizeof graph / sizeof *graph, error));
    if (value.name) HBS_TRY(write_array(w, &value, error));
    if (w->dataset->problem != HBS_CQC) return HBS_OK;
    HBS_TRY(write_arrays(w, pair, sizeof pair / sizeof *pair, error));
    HBS_TRY(write_vocabulary(w, error));
done:
    return status;
}

static hbs_status write_all(writing *w, bool features, hbs_error *error) {
    hbs_status status = HBS_OK;
    w->split_width = 1;
    HBS_TRY(pass(w, "count", w->graph != NULL, count, error));
    HBS_TRY(write_table(w, error));
    if (features) HBS_TRY(write_features(w, error));
    if (w->graph) HBS_TRY(write_graph(w, error));
    HBS_TRY(hbs_npz_finish(w->npz, error));
done:
    return status;
}

static hbs_status write(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_export_options *options, const char *output, const hbs_listener *listener,
                        hbs_error *error) {
    hbs_status status = HBS_OK;
    writing w = {.catalog = catalog, .dataset = dataset, .listener = listener};
    FILE *file = NULL;
    if (options->graph) HBS_TRY(hbs_graph_form_find(options->graph, dataset->problem, &w.graph, error));
    if (options->features) HBS_TRY(hbs_stored_features_open(&w.features, catalog, dataset, error));
    HBS_TRY(hbs_allocate(&w.value, w.features.columns, sizeof *w.value, error));
    HBS_TRY(hbs_export_open(&file, output, error));
    HBS_TRY(hbs_npz_open(&w.npz, file, output, error));
    HBS_TRY(write_all(&w, options->features, error));
done:
    hbs_npz_free(w.npz);
    status = hbs_export_close(file, output, status, error);
    hbs_stored_features_close(&w.features);
    hbs_graph_view_free(&w.view);
    free(w.value);
    return status;
}

const hbs_export hbs_export_npz = {
    .name = "npz",
    .summary = "one file of NumPy arrays: labels, features, graphs",
    .layout = "idx, unit, family, label (-1: unknown), split, size; feature_names and features; with --graph node_ptr, node_type, edge_ptr, edge_index and more: docs/exports.md",
    .sat = true,
    .cqc = true,
    .graphs = true,
    .features = true,
    .write = write,
};
