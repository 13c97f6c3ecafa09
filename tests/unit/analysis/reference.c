/* The reference: same signatures and labels, uniform, the same bytes however it is made, honest about what it cannot have. */
#include "analysis/reference/reference.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/spaces/signature.h"
#include "tests/unit/audited.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/test.h"

/* Every constant of one pair is in the other. */
static bool names_constants(const hbs_query_pair *a, const hbs_query_pair *b) {
    bool all = a->constants.count == b->constants.count;
    for (size_t i = 0; all && i < a->constants.count; i++) {
        const hbs_symbol *const x = &a->constants.item[i];
        size_t j = 0;
        while (j < b->constants.count && (strcmp(x->text, b->constants.item[j].text) != 0 || x->kind != b->constants.item[j].kind)) j++;
        all = j < b->constants.count;
    }
    return all;
}

static void every_instance_of(const char *spec) {
    audited a;
    hbs_error error = {0};
    hbs_rows *own = NULL, *matched = NULL;
    hbs_row x, y;
    bool more, more_matched;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", spec, 200, 3, false, "train=.5,test=.5");
    hbs_dataset r = audited_reference(&a, &d, NULL);
    CU_ASSERT_STRING_EQUAL(r.name, "d@uniform");
    CU_ASSERT_STRING_EQUAL(r.reference_of, "d");
    CU_ASSERT(r.complete && r.seed != d.seed);
    CHECK_OK(hbs_rows_open(&own, a.catalog, d.id, &error));
    CHECK_OK(hbs_rows_open(&matched, a.catalog, r.id, &error));
    for (int i = 0;; i++) {
        hbs_instance f = {0}, g = {0};
        hbs_signature s = {0}, t = {0};
        CHECK_OK(hbs_rows_next(own, &x, &more, &error));
        CHECK_OK(hbs_rows_next(matched, &y, &more_matched, &error));
        CU_ASSERT_EQUAL_FATAL(more, more_matched);
        if (!more) break;
        CU_ASSERT(x.idx == y.idx && x.unit == y.unit && x.label == y.label && strcmp(x.split, y.split) == 0);
        CHECK_OK(hbs_row_instance(&x, d.problem, &f, &error));
        CHECK_OK(hbs_row_instance(&y, d.problem, &g, &error));
        CHECK_OK(hbs_signature_of(&f, &s, &error));
        CHECK_OK(hbs_signature_of(&g, &t, &error));
        CU_ASSERT(hbs_signature_equal(&s, &t));
        if (d.problem == HBS_SAT) CU_ASSERT_EQUAL(hbs_brute_sat_label(&g.cnf), y.label);
        if (d.problem == HBS_CQC) CU_ASSERT(names_constants(&f.pair, &g.pair));
        hbs_signature_free(&s);
        hbs_signature_free(&t);
        hbs_instance_free(&f);
        hbs_instance_free(&g);
    }
    hbs_rows_close(own);
    hbs_rows_close(matched);
    hbs_dataset_free(&d);
    hbs_dataset_free(&r);
    audited_close(&a);
}

static void every_instance_is_matched(void) {
    every_instance_of("sat/sr n=5..9");
    every_instance_of("cqc/uniform v1=4 m1=5 v2=3 m2=3 constants=5 head=2");
}

/* Uniform over the members with the label: chi-squared over the cells of a space small enough to be counted. */
static int compare_hashes(const void *a, const void *b) { return memcmp(a, b, HBS_HASH_SIZE); }

static double chi_squared(audited *a, const hbs_dataset *reference, size_t *cells) {
    hbs_error error = {0};
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    size_t count = 0;
    static uint8_t hash[16384][HBS_HASH_SIZE];
    CHECK_OK(hbs_rows_open(&rows, a->catalog, reference->id, &error));
    for (;;) {
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        if (!more) break;
        memcpy(hash[count++], row.content_hash, HBS_HASH_SIZE);
    }
    hbs_rows_close(rows);
    qsort(hash, count, HBS_HASH_SIZE, compare_hashes);
    double squares = 0;
    *cells = 0;
    for (size_t from = 0, to; from < count; from = to, ++*cells) {
        for (to = from + 1; to < count && memcmp(hash[from], hash[to], HBS_HASH_SIZE) == 0;) to++;
        squares += (double)(to - from) * (double)(to - from);
    }
    return squares * (double)*cells / (double)count - (double)count;
}

/* Sets of five distinct 2-clauses over three variables, by label. */
static size_t count_sets(int label) {
    size_t found = 0;
    for (uint32_t mask = 0; mask < 1u << 12; mask++) {
        if (__builtin_popcount(mask) != 5) continue;
        hbs_cnf cnf = {0};
        hbs_error error = {0};
        hbs_cnf_clear(&cnf, 3);
        for (int c = 0; c < 12; c++) {
            static const int32_t pair[3][2] = {{1, 2}, {1, 3}, {2, 3}};
            const int32_t clause[2] = {c & 1 ? -pair[c / 4][0] : pair[c / 4][0], c & 2 ? -pair[c / 4][1] : pair[c / 4][1]};
            if (mask >> c & 1) CHECK_OK(hbs_cnf_add(&cnf, clause, 2, &error));
        }
        found += hbs_brute_sat_label(&cnf) == label;
        hbs_cnf_free(&cnf);
    }
    return found;
}

static void the_law_is_uniform_given_the_label(void) {
    audited a;
    for (int label = 0; label < 2; label++) {
        char spec[80];
        size_t cells;
        audited_open(&a);
        snprintf(spec, sizeof spec, "sat/planted n=3 k=2 m=5"); /* a law far from uniform */
        if (!label) snprintf(spec, sizeof spec, "sat/uniform n=3 k=2 m=5 label=0");
        const size_t space = count_sets(label);
        hbs_dataset d = audited_make(&a, "d", spec, label ? 14000 : 1000, 1, false, NULL), r = audited_reference(&a, &d, NULL);
        const double x = chi_squared(&a, &r, &cells), degrees = (double)space - 1;
        CU_ASSERT_EQUAL(cells, space);
        CU_ASSERT(fabs(x - degrees) < 4 * sqrt(2 * degrees));
        hbs_dataset_free(&d);
        hbs_dataset_free(&r);
        audited_close(&a);
    }
}

static bool stop_after(void *context) { return --*(int *)context < 0; }

static void threads_and_interruptions_change_nothing(void) {
    audited a;
    hbs_error error = {0};
    hbs_dataset r = {0};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/sr n=4..6", 3000, 9, false, NULL);
    r = audited_reference(&a, &d, NULL);
    char digest[65];
    memcpy(digest, r.digest, sizeof digest);
    const int64_t id = r.id;
    hbs_dataset_free(&r);
    r = audited_reference(&a, &d, NULL);
    CU_ASSERT_EQUAL(r.id, id);
    hbs_dataset_free(&r);
    for (int calls = 4; calls < 8; calls++) {
        int left = calls;
        const hbs_listener listener = {.context = &left, .stop = stop_after};
        const hbs_measure_options interrupted = {.threads = 3, .listener = &listener}, rest = {.threads = 2};
        CHECK_OK(hbs_dataset_remove(a.catalog, "d@uniform", &error));
        const hbs_status status = hbs_reference(a.catalog, &d, &interrupted, &r, &error);
        if (status == HBS_OK) hbs_dataset_free(&r);
        else CU_ASSERT_EQUAL(status, HBS_ERROR_INTERRUPTED);
        CU_ASSERT(status != HBS_OK || calls > 6);
        r = audited_reference(&a, &d, &rest);
        CU_ASSERT_STRING_EQUAL(r.digest, digest);
        hbs_dataset_free(&r);
    }
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void count_warning(void *context, const char *message) {
    ++*(int *)context;
    CU_ASSERT(strstr(message, "d@uniform") != NULL);
}

static void the_reference_of_an_older_dataset_is_made_anew(void) {
    audited a;
    hbs_error error = {0};
    int warnings = 0;
    const hbs_listener listener = {.context = &warnings, .warn = count_warning};
    const hbs_measure_options options = {.listener = &listener};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=5 m=20", 20, 1, false, NULL), r = audited_reference(&a, &d, NULL);
    char digest[65];
    memcpy(digest, r.digest, sizeof digest);
    hbs_dataset_free(&d);
    hbs_dataset_free(&r);
    CHECK_OK(hbs_dataset_remove(a.catalog, "d", &error));
    d = audited_make(&a, "d", "sat/uniform n=5 m=20", 20, 2, false, NULL);
    r = audited_reference(&a, &d, &options);
    CU_ASSERT_STRING_NOT_EQUAL(r.digest, digest);
    CU_ASSERT(warnings <= 1); /* none when removing a dataset removes its reference too */
    hbs_dataset_free(&d);
    hbs_dataset_free(&r);
    audited_close(&a);
}

static const int32_t twice[] = {1, 2, 0, 2, 1, 0, -1, 3, 0, 0}, once[] = {1, 2, 0, 3, 1, 0, 0}, tautology[] = {1, -1, 0, 1, 1, 2, 0, 3, 1, 0, 0};

static void repeated_clauses_ask_for_sequences(void) {
    audited a;
    audited_open(&a);
    hbs_dataset sets = audited_create(&a, "sets", HBS_SAT), repeats = audited_create(&a, "repeats", HBS_SAT);
    audited_add(&a, &sets, 0, 0, HBS_LABEL_YES, NULL, 3, once);
    audited_add(&a, &sets, 1, 1, HBS_LABEL_YES, NULL, 3, tautology);
    audited_add(&a, &repeats, 0, 0, HBS_LABEL_YES, NULL, 3, once);
    audited_add(&a, &repeats, 1, 1, HBS_LABEL_YES, NULL, 3, twice);
    audited_finish(&a, &sets);
    audited_finish(&a, &repeats);
    hbs_dataset spec = audited_make(&a, "spec", "sat/uniform n=9 m=9 distinct=no", 4, 1, false, NULL);
    hbs_dataset r = audited_reference(&a, &sets, NULL);
    CU_ASSERT_FALSE(hbs_reference_uses_sequences(&r));
    hbs_dataset_free(&r);
    r = audited_reference(&a, &repeats, NULL);
    CU_ASSERT_TRUE(hbs_reference_uses_sequences(&r));
    hbs_dataset_free(&r);
    r = audited_reference(&a, &spec, NULL);
    CU_ASSERT_TRUE(hbs_reference_uses_sequences(&r));
    hbs_dataset_free(&r);
    hbs_dataset_free(&spec);
    hbs_dataset_free(&sets);
    hbs_dataset_free(&repeats);
    audited_close(&a);
}

/* The work of another process, done while this one is at its first batch. */
typedef struct rival {
    const audited *a;
    const hbs_dataset *dataset;
    bool to_the_end, done, enough;
} rival;

static void note_rows(void *context, const hbs_progress *progress) {
    if (strncmp(progress->what, "reference of", 12) == 0 && progress->done > 0) ((rival *)context)->enough = true;
}

static bool stop_after_a_batch(void *context) { return ((rival *)context)->enough; }

static void work_elsewhere(void *context, const hbs_progress *progress) {
    rival *r = context;
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    hbs_dataset reference = {0};
    if (r->done || strncmp(progress->what, "reference of", 12) != 0) return;
    r->done = true;
    const hbs_listener listener = {.context = r, .progress = note_rows, .stop = r->to_the_end ? NULL : stop_after_a_batch};
    const hbs_measure_options options = {.threads = 1, .listener = &listener};
    CHECK_OK(hbs_catalog_open(&catalog, r->a->path, HBS_CATALOG_WRITE, NULL, &error));
    CU_ASSERT_EQUAL(hbs_reference(catalog, r->dataset, &options, &reference, &error), r->to_the_end ? HBS_OK : HBS_ERROR_INTERRUPTED);
    hbs_dataset_free(&reference);
    hbs_catalog_close(catalog);
}

static void two_at_once_make_one(void) {
    for (int whole = 0; whole < 2; whole++) {
        audited a;
        hbs_error error = {0};
        hbs_dataset r = {0};
        hbs_dataset_counts counts;
        bool available = true, matched;
        char why[400];
        audited_open(&a);
        hbs_dataset d = audited_make(&a, "d", "sat/uniform n=5 m=10", 2500, 3, false, NULL);
        rival other = {.a = &a, .dataset = &d, .to_the_end = whole};
        const hbs_listener listener = {.context = &other, .progress = work_elsewhere};
        const hbs_measure_options options = {.threads = 1, .listener = &listener};
        const hbs_status status = hbs_reference_if_any(a.catalog, &d, &options, &r, &available, &matched, why, sizeof why, &error);
        CU_ASSERT_EQUAL(status, whole ? HBS_OK : HBS_ERROR_BUSY);
        if (!whole) CU_ASSERT_STRING_EQUAL(error.message, "d@uniform is being made by another process; try again when it is done");
        if (status != HBS_OK) r = audited_reference(&a, &d, NULL);
        CHECK_OK(hbs_dataset_count(a.catalog, r.id, &counts, &error));
        CU_ASSERT(other.done && r.complete && counts.instances == 2500);
        hbs_dataset_free(&r);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
}

static void a_dataset_of_that_name_is_left_alone(void) {
    audited a;
    hbs_error error = {0};
    hbs_dataset r = {0};
    bool available, matched;
    char why[400];
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=5 m=10", 20, 3, false, NULL);
    hbs_dataset taken = audited_make(&a, "d@uniform", "sat/uniform n=5 m=10", 20, 4, false, NULL);
    CHECK_OK(hbs_reference_if_any(a.catalog, &d, &(hbs_measure_options){0}, &r, &available, &matched, why, sizeof why, &error));
    CU_ASSERT(!available && strstr(why, "taken") != NULL);
    execute(a.catalog, "UPDATE dataset SET reference_of = 'e' WHERE name = 'd@uniform'");
    CHECK_OK(hbs_reference_if_any(a.catalog, &d, &(hbs_measure_options){0}, &r, &available, &matched, why, sizeof why, &error));
    CU_ASSERT(!available && strstr(why, "taken") != NULL);
    hbs_dataset_free(&taken);
    CHECK_OK(hbs_dataset_find(a.catalog, "d@uniform", &taken, &error));
    hbs_dataset_free(&taken);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static const char *reason_of(audited *a, const hbs_dataset *reference, uint64_t *infeasible, uint64_t *tries) {
    static char reason[300];
    sqlite3_stmt *ask = NULL;
    hbs_error error = {0};
    CHECK_OK(hbs_catalog_prepare(a->catalog, &ask, "SELECT count(*), max(tries), max(reason) FROM infeasible WHERE dataset = ?1", &error));
    sqlite3_bind_int64(ask, 1, reference->id);
    CU_ASSERT_EQUAL_FATAL(sqlite3_step(ask), SQLITE_ROW);
    *infeasible = (uint64_t)sqlite3_column_int64(ask, 0);
    *tries = (uint64_t)sqlite3_column_int64(ask, 1);
    snprintf(reason, sizeof reason, "%s", sqlite3_column_bytes(ask, 2) ? (const char *)sqlite3_column_text(ask, 2) : "");
    sqlite3_finalize(ask);
    return reason;
}

static void an_unmatched_reference_is_refused(void) {
    audited a;
    hbs_error error = {0};
    hbs_dataset r = {0};
    hbs_measure_options named = {.reference = "other"};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/planted n=8 m=30 + sat/uniform n=8 m=30 label=0", 80, 1, false, NULL), other = audited_make(&a, "other", "sat/uniform n=7 m=31", 80, 1, true, NULL);
    CU_ASSERT_EQUAL(hbs_reference(a.catalog, &d, &named, &r, &error), HBS_ERROR_USAGE);
    CU_ASSERT(strstr(error.message, "law of sizes") && strstr(error.message, "--unmatched-reference"));
    hbs_dataset matched = audited_reference(&a, &d, NULL);
    named.reference = "d@uniform"; /* by its name, it is matched as ever */
    CHECK_OK(hbs_reference(a.catalog, &d, &named, &r, &error));
    CU_ASSERT_EQUAL(r.id, matched.id);
    hbs_dataset_free(&r);
    named = (hbs_measure_options){.reference = "other", .unmatched_reference = true};
    hbs_findings f = audited_measure(&a, "collapse", &d, &named);
    CHECK_OK(hbs_reference_caveat(&f, 0, a.catalog, &d, &named, &error));
    const char *const caveat = "this measures the law of sizes too";
    CU_ASSERT_PTR_NOT_NULL(strstr(audited_find(&f, "collapse", "difference", "label=0")->sentence, caveat));
    CU_ASSERT_PTR_NULL(strstr(audited_find(&f, "collapse", "share_decided", "label=0")->sentence, caveat));
    named.reference = "d@uniform";
    hbs_findings_free(&f);
    f = audited_measure(&a, "collapse", &d, &named);
    CHECK_OK(hbs_reference_caveat(&f, 0, a.catalog, &d, &named, &error));
    for (size_t i = 0; i < f.count; i++) CU_ASSERT_PTR_NULL(strstr(f.item[i].sentence, caveat));
    hbs_findings_free(&f);
    hbs_dataset_free(&matched);
    hbs_dataset_free(&other);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void the_user_says_sets_or_sequences(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=3 k=2 m=6", 40, 1, false, NULL);
    hbs_dataset r = audited_reference(&a, &d, NULL);
    const int64_t id = r.id;
    CU_ASSERT_FALSE(hbs_reference_uses_sequences(&r));
    hbs_dataset_free(&r);
    r = audited_reference(&a, &d, &(hbs_measure_options){.as = HBS_AS_SEQUENCES});
    CU_ASSERT(hbs_reference_uses_sequences(&r) && r.id != id);
    hbs_dataset_free(&r);
    r = audited_reference(&a, &d, &(hbs_measure_options){.as = HBS_AS_SETS});
    CU_ASSERT_FALSE(hbs_reference_uses_sequences(&r));
    hbs_dataset_free(&r);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Unsatisfiable 3-CNFs with a core where uniform ones are hardly ever so: every search is in vain. */
static void budgets_are_kept(void) {
    audited a;
    uint64_t infeasible, tries;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/core n=20..50 m=20..60", 400, 1, false, NULL);
    const hbs_measure_options few = {.reference_tries = 40}, more = {.reference_tries = 41}, small = {.reference_steps = 20000}, none = {0};
    hbs_dataset r = audited_reference(&a, &d, &few);
    reason_of(&a, &r, &infeasible, &tries);
    CU_ASSERT(infeasible > 350 && tries <= 40);
    const int64_t id = r.id;
    hbs_dataset_free(&r);
    r = audited_reference(&a, &d, &none); /* nothing else asked for: taken as it is */
    CU_ASSERT_EQUAL(r.id, id);
    hbs_dataset_free(&r);
    r = audited_reference(&a, &d, &more);
    CU_ASSERT_NOT_EQUAL(r.id, id);
    hbs_dataset_free(&r);
    r = audited_reference(&a, &d, &small); /* 400 searches in vain are more than what a whole reference may cost: each gets less */
    const char *const reason = reason_of(&a, &r, &infeasible, &tries);
    CU_ASSERT(infeasible > 350 && strstr(reason, "uniform draws had the label"));
    CU_ASSERT_PTR_NOT_NULL(strstr(r.options, "\"steps\":20000"));
    CU_ASSERT_PTR_NULL(strstr(r.options, "\"steps_each\":20000,"));
    hbs_dataset_free(&r);
    hbs_dataset_free(&d);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"every instance is matched", every_instance_is_matched},
    {"the law is uniform given the label", the_law_is_uniform_given_the_label},
    {"threads and interruptions change nothing", threads_and_interruptions_change_nothing},
    {"the reference of an older dataset is made anew", the_reference_of_an_older_dataset_is_made_anew},
    {"repeated clauses ask for sequences", repeated_clauses_ask_for_sequences},
    {"two at once make one", two_at_once_make_one},
    {"a dataset of that name is left alone", a_dataset_of_that_name_is_left_alone},
    {"a reference that is not matched is refused unless asked for, and then named as such", an_unmatched_reference_is_refused},
    {"sets or sequences as the user says", the_user_says_sets_or_sequences},
    {"budgets are kept, of one search and of all", budgets_are_kept},
    {NULL, NULL},
};
