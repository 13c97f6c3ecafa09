/* Making a dataset: the plan of units, workers that make them, one writer that stores them in order.
 *
 * Unit i depends on the spec, the seed and i alone (generators/unit.h), and rows are written in order of units in batches that end between units. So a dataset that was
 * interrupted, killed or cut into shards holds a run of whole units, and going on after the last of them gives the same rows as one go. Workers take chunks of units;
 * the first few units are made one by one and timed, so that a chunk is about CHUNK_SECONDS of work: long enough for the locks not to matter, short
 * enough to stop and to show progress. A unit that draws or searches on and on asks within it; then it is dropped, and going on makes it again. Chunks change no row. Memory is the window of chunks and the writer's batch. */
#include "datasets/make/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/parallel.h"
#include "core/stopping.h"
#include "datasets/catalog/connection.h"
#include "datasets/make/class_set.h"
#include "datasets/joined_splits.h"
#include "datasets/make/plan.h"
#include "datasets/make/plugins.h"
#include "datasets/make/unit.h"
#include "datasets/make/support.h"
#include "generators/registry.h"

#ifndef HBS_VERSION
#define HBS_VERSION "unversioned"
#endif
/* A catalog has at most 2^32 pages of 16 KiB, and no instance takes less than some hundred bytes. */
#define COUNT_MAX UINT64_C(1000000000000)
#define CHUNK_SECONDS .004
#define CHUNK_MAX 256
#define TRIAL_UNITS 16
#define WINDOW 8   /* chunks a thread */

typedef struct making {
    hbs_catalog *catalog;
    hbs_dataset *dataset;
    const hbs_make_options *options;
    const hbs_listener *listener;
    hbs_unit_job job;
    hbs_plan plan;
    hbs_unit_maker *maker;   /* one a thread, and the caller's, which draws again what repeats */
    hbs_class_set seen;      /* with --distinct: all that was written */
    unsigned threads;
    hbs_writer *writer;
    uint64_t done, total;    /* instances */
    hbs_stopping stopping;
    char what[160];
} making;

/* Results of one chunk; items are reused. */
typedef struct chunk {
    hbs_item *item;
    size_t count, capacity;
} chunk;

static void free_chunk(void *slot) {
    chunk *c = slot;
    for (size_t i = 0; i < c->capacity; i++) hbs_item_free(&c->item[i]);
    free(c->item);
    *c = (chunk){0};
}

/* hbs_grow does not clear what it adds. */
static hbs_status grow_chunk(chunk *c, size_t needed, hbs_error *error) {
    const size_t before = c->capacity;
    const hbs_status status = hbs_grow(&c->item, &c->capacity, needed, sizeof *c->item, error);
    if (c->capacity > before) memset(c->item + before, 0, (c->capacity - before) * sizeof *c->item);
    return status;
}

static hbs_status produce(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    making *m = context;
    chunk *c = slot;
    hbs_schedule at;
    c->count = 0;
    hbs_plan_chunk(&m->plan, item, &at);
    for (uint64_t i = 0; i < m->plan.chunk && at.unit < m->plan.end; i++) {
        const hbs_schedule before = at;
        uint64_t unit, idx;
        const int part = hbs_schedule_next(&at, &unit, &idx);
        if (part < 0) break;
        const uint32_t size = m->job.spec->part[part].generator->instances_per_unit;
        HBS_TRY(grow_chunk(c, c->count + size, error));
        HBS_TRY(hbs_unit_make(&m->maker[worker], &m->job, (uint32_t)part, unit, idx, before.made[part] / size, c->item + c->count, error));
        for (uint32_t k = 0; k < size; k++) c->item[c->count + k].nth = before.made[part] / size;
        c->count += size;
    }
done:
    return status;
}

static bool is_seen(void *context, const hbs_item *item, size_t count) {
    const hbs_class_set *const seen = context;
    for (size_t i = 0; i < count; i++) {
        const hbs_row row = hbs_item_row(&item[i]);
        if (!item[i].infeasible && hbs_class_set_has(seen, &row)) return true;
    }
    return false;
}

/* A unit that repeats what units before it hold is drawn again from its own stream, until it does not: here, where those are known, so that the result is that of
 * one thread. */
static hbs_status draw_distinct(making *m, hbs_item *item, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_unit_maker *const maker = &m->maker[m->threads];
    if (is_seen(&m->seen, item, count)) {
        maker->refuses = is_seen;
        maker->refuses_for = &m->seen;
        HBS_TRY(hbs_unit_make(maker, &m->job, item->row.part, item->row.unit, item->row.idx, item->nth, item, error));
    }
    for (size_t i = 0; i < count; i++) {
        const hbs_row row = hbs_item_row(&item[i]);
        if (!item[i].infeasible) HBS_TRY(hbs_class_set_add(&m->seen, &row, error));
    }
done:
    return status;
}

static hbs_status write_item(making *m, const hbs_item *item, hbs_error *error) {
    if (item->infeasible) return hbs_writer_infeasible(m->writer, item->row.unit, item->row.idx, item->row.claim, item->row.tries, item->reason, error);
    hbs_row row = hbs_item_row(item);
    row.split = hbs_unit_split(&m->job, &row);
    return hbs_writer_add(m->writer, &row, error);
}

static hbs_status consume(void *context, uint64_t item, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    making *m = context;
    const chunk *c = slot;
    (void)item;
    for (size_t i = 0, next; m->options->distinct && i < c->count; i = next) {
        for (next = i + 1; next < c->count && c->item[next].row.unit == c->item[i].row.unit;) next++;
        HBS_TRY(draw_distinct(m, c->item + i, next - i, error));
    }
    for (size_t i = 0; i < c->count; i++) HBS_TRY(write_item(m, &c->item[i], error));
    m->done += c->count;
    hbs_report_progress(m->listener, m->what, m->done, m->total, "instances");
done:
    return status;
}

/* Runs up to `units` units in chunks of `size`, and moves the plan past them. */
static hbs_status run(making *m, uint64_t units, uint64_t size, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t window = (size_t)m->threads * WINDOW;
    const hbs_parallel work = {.context = m, .slot_size = sizeof(chunk), .produce = produce, .consume = consume, .free_slot = free_chunk, .stopping = &m->stopping};
    HBS_TRY(hbs_plan_cut(&m->plan, size, window, error));
    HBS_TRY(hbs_parallel_run(&work, m->threads, window, hbs_plan_chunks(&m->plan, units), error));
    hbs_plan_skip_to(&m->plan, m->plan.start.unit + units < m->plan.end ? m->plan.start.unit + units : m->plan.end);
done:
    return status;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static hbs_status make_units(making *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    const double start = now();
    HBS_TRY(run(m, TRIAL_UNITS, 1, error));
    const double unit = (now() - start) * m->threads / TRIAL_UNITS, size = CHUNK_SECONDS / (unit > 1e-9 ? unit : 1e-9);
    HBS_TRY(run(m, m->plan.end, size < 1 ? 1 : size > CHUNK_MAX ? CHUNK_MAX : (uint64_t)size, error));
done:
    return status;
}

/* ---- the dataset's row ---- */

static hbs_status check_options(const hbs_spec *spec, const hbs_make_options *options, hbs_error *error) {
    const hbs_solver *solver;
    if (!options->count) return hbs_raise(error, HBS_ERROR_USAGE, "no instances asked for: give --count");
    if (options->count > COUNT_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "a dataset of %llu instances is too large for a catalog; ask for at most %llu", (unsigned long long)options->count,
                         (unsigned long long)COUNT_MAX);
    if (options->shards > 1 && options->shard >= options->shards)
        return hbs_raise(error, HBS_ERROR_USAGE, "shard %llu of %llu: shards count from 0", (unsigned long long)options->shard, (unsigned long long)options->shards);
    if (options->distinct && options->shards > 1) return hbs_raise(error, HBS_ERROR_USAGE, "--distinct: shards do not know each other's instances: make the dataset in one piece");
    for (size_t i = 0; options->balance && i < spec->parts; i++) {
        if (spec->part[i].label == HBS_LABEL_UNKNOWN && hbs_generator_only_label(spec->part[i].generator) != HBS_LABEL_UNKNOWN)
            return hbs_raise(error, HBS_ERROR_USAGE, "%s makes one label only, so its labels cannot alternate: leave --balance out, or add a part with the other label",
                             spec->part[i].generator->name);
        if (spec->part[i].generator->instances_per_unit > 1)
            return hbs_raise(error, HBS_ERROR_USAGE, "%s makes %u instances a unit, and their labels cannot be chosen: leave --balance out", spec->part[i].generator->name,
                             spec->part[i].generator->instances_per_unit);
    }
    return hbs_solver_find(options->solver ? options->solver : "auto", spec->problem, &solver, error);
}

static hbs_status describe(const char *name, const hbs_unit_job *job, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_spec *const spec = job->spec;
    const hbs_make_options *const options = job->options;
    hbs_bytes text = {0}, json = {0};
    HBS_TRY(hbs_spec_print(spec, &text, error));
    hbs_make_options sealed = *options;
    hbs_make_seal(spec, &sealed);
    for (size_t p = 0; p < HBS_PARTS_MAX; p++) snprintf(sealed.parents[p], sizeof sealed.parents[p], "%s", job->parents[p] ? job->parents[p]->digest : "");
    HBS_TRY(hbs_make_options_print(&sealed, &json, error));
    HBS_TRY(hbs_copy_text(&out->name, name, error));
    HBS_TRY(hbs_copy_text(&out->spec, (const char *)text.data, error));
    HBS_TRY(hbs_copy_text(&out->options, (const char *)json.data, error));
    HBS_TRY(hbs_copy_text(&out->tool_version, HBS_VERSION, error));
    out->problem = spec->problem;
    out->seed = options->seed;
    out->count = options->count;
    out->shuffled = !options->keep_order;
done:
    hbs_bytes_free(&text);
    hbs_bytes_free(&json);
    return status;
}

static hbs_status other_options(const hbs_dataset *stored, const hbs_dataset *asked, hbs_error *error) {
    hbs_bytes text = {0};
    hbs_status status = hbs_make_options_differ(stored->options, asked->options, &text, error);
    if (status == HBS_OK) status = hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be resumed: its options are others: %.700s", asked->name, text.size ? (const char *)text.data : "their texts differ");
    hbs_bytes_free(&text);
    return status;
}

static hbs_status compare(const hbs_dataset *stored, const hbs_dataset *asked, hbs_error *error) {
    const char *name = asked->name;
    hbs_error why;
    if (strcmp(stored->spec, asked->spec) != 0) return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be resumed: its spec is `%.300s`, not `%.300s`", name, stored->spec, asked->spec);
    if (stored->seed != asked->seed)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be resumed: its seed is %llu, not %llu", name, (unsigned long long)stored->seed, (unsigned long long)asked->seed);
    if (stored->count != asked->count)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be resumed: its count is %llu, not %llu", name, (unsigned long long)stored->count, (unsigned long long)asked->count);
    const size_t part = hbs_make_parents_differ(stored->options, asked->options);
    if (part < HBS_PARTS_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be resumed: the dataset that part %zu of its spec augments is not what it was: it has another digest", name, part + 1);
    if (hbs_make_plugins_differ(stored->options, asked->options, &why)) return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be resumed: %s", name, why.message);
    return strcmp(stored->options, asked->options) == 0 ? HBS_OK : other_options(stored, asked, error);
}

/* What is there: rows (with the infeasible), their lowest and one past their highest unit. */
typedef struct extent {
    uint64_t rows, first, next;
} extent;

static hbs_status measure(hbs_catalog *catalog, int64_t dataset, extent *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement,
                                "SELECT count(*), ifnull(min(unit), 0), ifnull(max(unit) + 1, 0) FROM (SELECT unit FROM instance WHERE dataset = ?1 "
                                "UNION ALL SELECT unit FROM infeasible WHERE dataset = ?1)", error));
    sqlite3_bind_int64(statement, 1, dataset);
    if (sqlite3_step(statement) != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(catalog, "count instances", error));
    *out = (extent){(uint64_t)sqlite3_column_int64(statement, 0), (uint64_t)sqlite3_column_int64(statement, 1), (uint64_t)sqlite3_column_int64(statement, 2)};
done:
    sqlite3_finalize(statement);
    return status;
}

/* Moves the plan behind what is there, which must be a run of units from its start. */
static hbs_status skip_done(making *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    extent there;
    HBS_TRY(measure(m->catalog, m->dataset->id, &there, error));
    if (!there.rows) goto done;
    const uint64_t start = m->plan.start.unit, idx = m->plan.start.idx;
    if (there.first == start && there.next <= m->plan.end) hbs_plan_skip_to(&m->plan, there.next);
    if (there.first != start || there.next > m->plan.end || m->plan.start.idx - idx != there.rows)
        HBS_FAIL(error, HBS_ERROR_USAGE, "%s cannot be resumed: instances are missing in between; merge the shards that are missing into it", m->dataset->name);
    m->done = there.rows;
done:
    return status;
}

static hbs_status find_or_create(making *m, hbs_dataset *asked, bool *complete, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset stored = {0};
    hbs_error missing = {0};
    *complete = false;
    status = hbs_dataset_find(m->catalog, asked->name, &stored, &missing);
    if (status == HBS_ERROR_NOT_FOUND) return hbs_dataset_create(m->catalog, asked, error);
    if (status != HBS_OK) return hbs_raise(error, status, "%s", missing.message);
    if (!m->options->resume)
        HBS_FAIL(error, HBS_ERROR_EXISTS, "%s: dataset %s exists; %s", hbs_catalog_path(m->catalog), asked->name,
                 stored.complete ? "choose another name or remove it with `gen rm`" : "go on with --resume, or remove it with `gen rm`");
    HBS_TRY(compare(&stored, asked, error));
    if (strcmp(stored.tool_version, asked->tool_version) != 0)
        hbs_warn(m->listener, "%s was begun by version %s, and this is %s: see the sampler entries of the change log", asked->name, stored.tool_version, asked->tool_version);
    *complete = stored.complete;
    asked->id = stored.id;
    asked->complete = stored.complete;
    memcpy(asked->digest, stored.digest, sizeof asked->digest);
done:
    hbs_dataset_free(&stored);
    return status;
}

/* Commits what came before a failure and says how much is kept. */
static hbs_status keep_what_is_there(making *m, hbs_status status, hbs_error *error) {
    extent there = {0};
    hbs_error other = {0};
    if (status == HBS_ERROR_NOT_FOUND) return status;   /* the dataset was removed */
    if (status != HBS_OK && status != HBS_ERROR_IO && status != HBS_ERROR_BUSY) hbs_writer_commit(m->writer, &other);
    if (status == HBS_OK || !error || measure(m->catalog, m->dataset->id, &there, &other) != HBS_OK) return status;
    const char *advice = status == HBS_ERROR_FAULT || status == HBS_ERROR_USAGE ? "" : "; go on with --resume";
    const size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, " (%llu of %llu instances of %s are kept%s)", (unsigned long long)there.rows, (unsigned long long)m->total,
             m->dataset->name, advice);
    return status;
}

static hbs_status make_all(making *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&m->maker, (size_t)m->threads + 1, sizeof *m->maker, error));
    for (unsigned i = 0; i <= m->threads; i++) {
        m->maker[i].drawing.stop = i < m->threads ? hbs_stopping_in(m->threads) : hbs_stopping_ask;
        m->maker[i].drawing.stop_context = &m->stopping;
    }
    HBS_TRY(hbs_writer_open(&m->writer, m->catalog, m->dataset->id, error));
    status = make_units(m, error);
    if (status == HBS_OK) status = hbs_writer_commit(m->writer, error);
    HBS_TRY(keep_what_is_there(m, status, error));
    if (m->options->shards <= 1) HBS_TRY(hbs_join_splits_as_asked(m->catalog, m->dataset, m->listener, error));
    if (m->options->shards <= 1) HBS_TRY(hbs_writer_finish(m->writer, m->dataset, error));
done:
    hbs_writer_close(m->writer);
    for (unsigned i = 0; m->maker && i <= m->threads; i++) hbs_unit_maker_close(&m->maker[i]);
    free(m->maker);
    return status;
}

static uint64_t instances_of(const hbs_plan *plan, bool all) {
    if (all) return plan->start.count - plan->start.idx;
    hbs_plan walk = *plan;
    const uint64_t idx = walk.start.idx;
    hbs_plan_skip_to(&walk, walk.end);
    return walk.start.idx - idx;
}

hbs_status hbs_make(hbs_catalog *catalog, const char *name, const hbs_spec *spec, const hbs_make_options *options, const hbs_listener *listener, hbs_dataset *out,
                    hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0};
    bool complete;
    making m = {.catalog = catalog, .dataset = &dataset, .options = options, .listener = listener, .stopping.listener = listener, .threads = options->threads ? options->threads : 1};
    snprintf(m.what, sizeof m.what, "make %.140s", name);
    m.stopping.what = m.what;
    HBS_TRY(hbs_catalog_needs_write(catalog, error));
    HBS_TRY(check_options(spec, options, error));
    if (options->distinct) HBS_TRY(hbs_check_support(spec, options, error));
    HBS_TRY(hbs_unit_job_start(&m.job, spec, options, catalog, listener, error));
    HBS_TRY(hbs_plan_start(&m.plan, spec, options->count, options->shard, options->shards > 1 ? options->shards : 0, error));
    HBS_TRY(describe(name, &m.job, &dataset, error));
    HBS_TRY(find_or_create(&m, &dataset, &complete, error));
    if (!complete) {
        m.total = instances_of(&m.plan, options->shards <= 1);
        HBS_TRY(skip_done(&m, error));
        if (options->distinct && m.done) HBS_TRY(hbs_class_set_read(&m.seen, catalog, dataset.id, error));
        HBS_TRY(make_all(&m, error));
    }
    *out = dataset;
    dataset = (hbs_dataset){0};
done:
    hbs_class_set_free(&m.seen);
    hbs_plan_free(&m.plan);
    hbs_unit_job_end(&m.job);
    hbs_dataset_free(&dataset);
    return status;
}
