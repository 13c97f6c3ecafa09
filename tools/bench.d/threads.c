/* gen make with two threads against one, wall clock, catalog written. Each round makes the dataset in a new catalog in a folder of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datasets/make/make.h"
#include "tools/bench.d/bench.h"

typedef struct setting {
    const char *spec;
    uint64_t count;
} setting;

typedef struct work {
    const setting *setting;
    hbs_spec spec;
    char folder[256], path[300];
} work;

static void remove_catalog(const work *w)
{
    static const char *const ending[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        char path[320];
        snprintf(path, sizeof path, "%s%s", w->path, ending[i]);
        (void)unlink(path);
    }
}

static hbs_status make(const work *w, unsigned threads, uint64_t *items, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {0};
    const hbs_make_options options = {.count = w->setting->count, .seed = 1, .threads = threads, .certify = HBS_CERTIFY_CHECK};
    remove_catalog(w);
    HBS_TRY(hbs_catalog_open(&catalog, w->path, HBS_CATALOG_CREATE, NULL, error));
    HBS_TRY(hbs_make(catalog, "bench", &w->spec, &options, NULL, &dataset, error));
    *items = w->setting->count;
done:
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    return status;
}

static hbs_status baseline(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    (void)round;
    return make(context, 1, items, error);
}

static hbs_status candidate(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    (void)round;
    return make(context, 2, items, error);
}

static hbs_status run(const bench_row *row, bench_run *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const char *const temporary = getenv("TMPDIR");
    work w;
    memset(&w, 0, sizeof w);
    w.setting = row->setting;
    snprintf(w.folder, sizeof w.folder, "%s/hardbias-bench-XXXXXX", temporary && strlen(temporary) < 200 ? temporary : "/tmp");
    if (!mkdtemp(w.folder)) return hbs_raise(error, HBS_ERROR_IO, "no folder can be made like %s; set TMPDIR", w.folder);
    snprintf(w.path, sizeof w.path, "%s/bench.db", w.folder);
    HBS_TRY(hbs_spec_parse_text(&w.spec, w.setting->spec, error));
    HBS_TRY(bench_alternate(out, row->clock, 7, baseline, candidate, &w, error));
done:
    hbs_spec_free(&w.spec);
    remove_catalog(&w);
    (void)rmdir(w.folder);
    return status;
}

#define ROW(row_name, text, ...)                                                                                                                                     \
    {.name = row_name, .what = text, .baseline = "1 thread", .candidate = "2 threads", .item = "instance", .clock = BENCH_WALL, .goal = 1.85, .run = run, \
     .setting = &(const setting){__VA_ARGS__}}

const bench_row bench_threads[] = {
    ROW("threads-sr", "making SR(10..40) into a catalog, certificates checked", "sat/sr n=10..40", 16000),
    ROW("threads-100", "making uniform 3-SAT, n = 100, m = 426 into a catalog, certificates checked", "sat/uniform n=100 m=426 k=3", 800),
    {.name = NULL},
};
