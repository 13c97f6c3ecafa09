/* Merging catalogs: shards of one dataset are put together, whole datasets are copied.
 *
 * The other catalog is opened as any stranger's, and each row is read through the checks of rows.c and written anew, so that nothing but rows comes over: no
 * features, probes or findings, which `analyze` makes again. One transaction: a merge that fails leaves nothing behind. The sources stay as they are. */
#include <stdlib.h>
#include <string.h>

#include "datasets/catalog/connection.h"
#include "datasets/joined_splits.h"
#include "datasets/make/plugins.h"

/* The options without the shard, when they are those of `make`; else as they are. */
static hbs_status without_shard(const hbs_dataset *dataset, char **out, bool *shard, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_make_options options = {0};
    hbs_bytes text = {0};
    *shard = false;
    if (hbs_make_options_parse(&options, dataset->options, NULL) != HBS_OK) return hbs_copy_text(out, dataset->options, error);
    *shard = options.shards > 1;
    options.shard = options.shards = 0;
    HBS_TRY(hbs_make_options_print(&options, &text, error));
    HBS_TRY(hbs_copy_text(out, (const char *)text.data, error));
done:
    hbs_bytes_free(&text);
    hbs_make_options_free(&options);
    return status;
}

static bool same_making(const hbs_dataset *a, const char *a_options, const hbs_dataset *b, const char *b_options) {
    return a->problem == b->problem && a->seed == b->seed && a->count == b->count && a->shuffled == b->shuffled && !strcmp(a->spec, b->spec) && !strcmp(a_options, b_options);
}

/* Finds the dataset that the shard belongs to, or creates it. A whole dataset must be new. */
static hbs_status find_target(hbs_catalog *into, const hbs_dataset *from, hbs_dataset *target, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *options = NULL, *target_options = NULL;
    bool shard, target_shard;
    hbs_error missing = {0}, why;
    hbs_dataset create = *from;
    HBS_TRY(without_shard(from, &options, &shard, error));
    status = hbs_dataset_find(into, from->name, target, &missing);
    if (status == HBS_ERROR_NOT_FOUND) {
        create.options = options;
        HBS_TRY(hbs_dataset_create(into, &create, error));
        HBS_TRY(hbs_dataset_find(into, from->name, target, error));
        goto done;
    }
    if (status != HBS_OK) HBS_FAIL(error, status, "%s", missing.message);
    HBS_TRY(without_shard(target, &target_options, &target_shard, error));
    if (!target->complete && !from->complete && !strcmp(from->spec, target->spec) && hbs_make_plugins_differ(target_options, options, &why))
        HBS_FAIL(error, HBS_ERROR_EXISTS, "%s: dataset %s exists, and %s; shards of one dataset are made by the same plugin", into->path, from->name, why.message);
    if (target->complete || from->complete || !same_making(from, options, target, target_options))
        HBS_FAIL(error, HBS_ERROR_EXISTS, "%s: dataset %s exists%s; remove one of them with `gen rm`, or make it under another name", into->path, from->name,
                 target->complete || from->complete ? "" : ", and its spec, seed, count or options are others");
done:
    free(options);
    free(target_options);
    return status;
}

/* A target that was itself made as a shard becomes the whole. */
static hbs_status store_options(hbs_catalog *into, const hbs_dataset *target, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    char *options = NULL;
    bool shard;
    HBS_TRY(without_shard(target, &options, &shard, error));
    HBS_TRY(hbs_catalog_prepare(into, &statement, "UPDATE dataset SET options = ?2 WHERE id = ?1", error));
    sqlite3_bind_int64(statement, 1, target->id);
    sqlite3_bind_text(statement, 2, options, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(into, "merge", error));
done:
    sqlite3_finalize(statement);
    free(options);
    return status;
}

static hbs_status copy_rows(hbs_catalog *from, const hbs_dataset *source, hbs_writer *writer, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    HBS_TRY(hbs_rows_open(&rows, from, source->id, error));
    for (;;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        HBS_TRY(hbs_writer_add(writer, &row, error));
    }
done:
    hbs_rows_close(rows);
    return status;
}

static hbs_status copy_infeasible(hbs_catalog *from, const hbs_dataset *source, hbs_writer *writer, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    int code;
    HBS_TRY(hbs_catalog_prepare(from, &statement, "SELECT unit, idx, ifnull(label, -1), tries, reason FROM infeasible WHERE dataset = ?1 ORDER BY idx", error));
    sqlite3_bind_int64(statement, 1, source->id);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const sqlite3_int64 unit = sqlite3_column_int64(statement, 0), idx = sqlite3_column_int64(statement, 1), label = sqlite3_column_int64(statement, 2),
                            tries = sqlite3_column_int64(statement, 3);
        if (unit < 0 || idx < 0 || label < -1 || label > 1 || tries < 0)
            HBS_TRY(hbs_catalog_damaged(from, error, "dataset %s, infeasible unit %lld holds what none can", source->name, (long long)unit));
        HBS_TRY(hbs_writer_infeasible(writer, (uint64_t)unit, (uint64_t)idx, (int)label, (uint64_t)tries, (const char *)sqlite3_column_text(statement, 4), error));
    }
    if (code != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(from, "read infeasible units", error));
done:
    sqlite3_finalize(statement);
    return status;
}

static hbs_status fail_overlap(hbs_catalog *into, const char *path, const hbs_dataset *source, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_EXISTS, "%s: some instances of %s in %s are there already; merge each shard once", into->path, source->name, path);
}

/* Complete when all instances are there: what was complete before must come out with the digest that it had. */
static hbs_status finish(hbs_catalog *into, const char *path, const hbs_dataset *source, hbs_dataset *target, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset_counts counts;
    if (!source->complete) {
        HBS_TRY(hbs_dataset_count(into, target->id, &counts, error));
        if (!target->count || counts.instances + counts.infeasible != target->count) goto done;
    }
    if (!source->complete) HBS_TRY(hbs_join_splits_as_asked(into, target, into->listener, error));
    HBS_TRY(hbs_dataset_finish(into, target, error));
    if (source->complete && strcmp(source->digest, target->digest) != 0)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: dataset %s has another digest than it says; `gen verify` tells more", path, source->name);
done:
    return status;
}

static hbs_status merge_dataset(hbs_catalog *into, hbs_catalog *from, const hbs_dataset *source, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset target = {0};
    hbs_writer *writer = NULL;
    HBS_TRY(find_target(into, source, &target, error));
    HBS_TRY(store_options(into, &target, error));
    HBS_TRY(hbs_writer_open(&writer, into, target.id, error));
    HBS_TRY(copy_rows(from, source, writer, error));
    HBS_TRY(copy_infeasible(from, source, writer, error));
    HBS_TRY(hbs_writer_commit(writer, error));
    HBS_TRY(finish(into, from->path, source, &target, error));
done:
    if (status == HBS_ERROR_EXISTS && writer) status = fail_overlap(into, from->path, source, error);
    hbs_writer_close(writer);
    hbs_dataset_free(&target);
    return status;
}

static hbs_status merge_catalog(hbs_catalog *into, const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_catalog *from = NULL;
    hbs_dataset *all = NULL;
    size_t count = 0;
    HBS_TRY(hbs_catalog_open(&from, path, HBS_CATALOG_READ, into->listener, error));
    HBS_TRY(hbs_dataset_list(from, &all, &count, error));
    for (size_t i = 0; i < count; i++) {
        if (hbs_should_stop(into->listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "%s: stopped; nothing was merged", into->path);
        HBS_TRY(merge_dataset(into, from, &all[i], error));
        hbs_report_progress(into->listener, "merge", i + 1, count, "datasets");
    }
done:
    for (size_t i = 0; i < count; i++) hbs_dataset_free(&all[i]);
    free(all);
    hbs_catalog_close(from);
    return status;
}

hbs_status hbs_catalog_merge(hbs_catalog *into, const char *const *paths, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    HBS_TRY(hbs_catalog_begin(into, &mine, error));
    for (size_t i = 0; i < count; i++) HBS_TRY(merge_catalog(into, paths[i], error));
done:
    return hbs_catalog_end(into, mine, status, error);
}
