/* Uniform datasets against their uniform references, through the catalog and every measure: each mark is a false alarm. What is counted are the findings with a null,
 * by measure, quantity and kind of subject; sizes that predict the label are no difference from the reference and are left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/report/report.h"
#include "core/parallel.h"
#include "datasets/make/make.h"
#include "tests/coverage/coverage.h"

#define KINDS_MAX 64u

typedef struct kind {
    char name[96];
    unsigned looks, marks;
} kind;

typedef struct tally {
    kind kind[KINDS_MAX];
    size_t count;
} tally;

typedef struct family {
    const char *spec;
    uint64_t instances;
} family;

/* The last one: deciders settle about a third of either label, so that shares may differ. */
static const family families[] = {{"sat/uniform n=3 k=2 m=6", 60}, {"sat/uniform n=8 m=34", 60}, {"cqc/uniform", 60}, {"cqc/uniform v1=10 m1=14 v2=5 m2=5 loops=no", 120}};

static kind *kind_of(tally *t, const char *name) {
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->kind[i].name, name) == 0) return &t->kind[i];
    if (t->count == KINDS_MAX) return NULL;
    snprintf(t->kind[t->count].name, sizeof t->kind[t->count].name, "%s", name);
    return &t->kind[t->count++];
}

/* Subjects without the names in them: "feature", "probe=order", "label". */
static void name_kind(const hbs_finding *f, char *out, size_t room) {
    const bool probe = strcmp(f->measure, "shortcuts") == 0 && strncmp(f->subject, "probe=", 6) == 0;
    const size_t length = probe ? strlen(f->subject) : strcspn(f->subject, "= ");
    snprintf(out, room, "%s, %s%s%.*s", f->measure, f->quantity, length ? ", " : "", (int)length, f->subject);
}

static void count_findings(tally *t, const hbs_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        const hbs_finding *f = &findings->item[i];
        char name[96];
        if ((f->weight != HBS_FINDING_NONE && f->weight != HBS_FINDING_BIAS) || hbs_is_of_sizes(f) || f->value.level == 1) continue;
        name_kind(f, name, sizeof name);
        kind *k = kind_of(t, name);
        if (k) k->looks++, k->marks += f->weight == HBS_FINDING_BIAS;
    }
}

static hbs_status audit(const char *path, const family *f, uint64_t seed, tally *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    hbs_spec spec = {0};
    hbs_dataset dataset = {0};
    hbs_report report = {0};
    const hbs_make_options make = {.count = f->instances, .seed = seed, .threads = 1, .balance = true};
    const hbs_measure_options options = {.seed = seed, .threads = 1};
    const char *const names[] = {"d"};
    HBS_TRY(hbs_catalog_open(&catalog, path, HBS_CATALOG_CREATE, NULL, error));
    HBS_TRY(hbs_spec_parse_text(&spec, f->spec, error));
    HBS_TRY(hbs_make(catalog, "d", &spec, &make, NULL, &dataset, error));
    HBS_TRY(hbs_report_build(&report, catalog, names, 1, &options, error));
    count_findings(out, &report.part[0].findings);
done:
    hbs_report_free(&report);
    hbs_dataset_free(&dataset);
    hbs_spec_free(&spec);
    hbs_catalog_close(catalog);
    unlink(path);
    return status;
}

typedef struct looking {
    const family *family;
    uint64_t seed;
    char folder[64];
    tally all;
} looking;

static hbs_status look(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    const looking *l = context;
    char path[96];
    snprintf(path, sizeof path, "%s/%u.db", l->folder, worker);
    *(tally *)slot = (tally){.count = 0};
    return audit(path, l->family, l->seed + item, slot, error);
}

static hbs_status add_up(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)item, (void)error;
    looking *l = context;
    const tally *t = slot;
    for (size_t i = 0; i < t->count; i++) {
        kind *k = kind_of(&l->all, t->kind[i].name);
        if (k) k->looks += t->kind[i].looks, k->marks += t->kind[i].marks;
    }
    return HBS_OK;
}

static bool print(const looking *l) {
    bool held = true;
    for (size_t i = 0; i < l->all.count; i++) {
        const kind *k = &l->all.kind[i];
        const hbs_estimate e = hbs_clopper_pearson(k->marks, k->looks, .999);
        const bool too_many = e.ci_low > 1 - COVERAGE_LEVEL;
        printf("| `%s`, %llu instances | %s | %u | %.1f | %u | %s |\n", l->family->spec, (unsigned long long)l->family->instances, k->name, k->looks, k->looks * (1 - COVERAGE_LEVEL), k->marks, too_many ? "**too many**" : "holds");
        held = held && !too_many;
    }
    return held;
}

bool looks_print(unsigned datasets, uint64_t seed, unsigned threads) {
    bool held = true;
    printf("\n%u uniform datasets each, reported on against their references; marks at level .95:\n\n| datasets | looked at | looks | by chance | marked | |\n| --- | --- | --- | --- | --- | --- |\n", datasets);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        looking l = {.family = &families[i], .seed = seed, .folder = "/tmp/hardbias-looks-XXXXXX"};
        hbs_error error = {0};
        const hbs_parallel work = {.context = &l, .slot_size = sizeof(tally), .produce = look, .consume = add_up};
        if (!mkdtemp(l.folder)) exit(3);
        const hbs_status status = hbs_parallel_run(&work, threads, 2 * threads, datasets, &error);
        rmdir(l.folder);
        if (status != HBS_OK) {
            fprintf(stderr, "coverage: %s\n", error.message);
            exit(3);
        }
        held = print(&l) && held;
        fflush(stdout);
    }
    return held;
}
