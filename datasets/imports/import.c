/* Importing: files are parsed one after the other, solved in batches by several threads, and stored in order, all in one transaction, so that nothing is
 * left of an import that fails. The transaction is held while instances are solved: readers read on, another writer waits. Memory is one batch. */
#include "datasets/imports/import.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/parallel.h"
#include "core/stopping.h"
#include "datasets/imports/beside.h"
#include "datasets/catalog/connection.h"
#include "datasets/imports/known.h"
#include "datasets/imports/source.h"
#include "datasets/catalog/item.h"

#define BATCH 1024
#define BATCH_BYTES (64u << 20)
#define WARNINGS 5

/* One instance between parsing and writing. */
typedef struct entry {
    hbs_instance instance;
    hbs_item item;
    char *name;
    const char *split;       /* static, or in the table of splits */
    hbs_beside *beside;      /* certificates that lay there */
    size_t besides, beside_capacity;
    hbs_certificate told;    /* that its line of JSON holds */
    bool proved;             /* by one of them, */
    bool kept;               /* which is in a form to store */
    uint64_t wrong;          /* others of them, */
    hbs_error why;           /* and what is wrong with the first */
} entry;

typedef struct importing {
    hbs_catalog *catalog;
    const hbs_import_options *options;
    const hbs_listener *listener;
    hbs_dataset *dataset;
    hbs_writer *writer;
    hbs_known known;
    entry batch[BATCH];
    size_t used, bytes;
    hbs_labeller *labeller;   /* one a thread */
    hbs_verdict *verdict;
    hbs_checker **checker;
    unsigned threads;
    hbs_stopping stopping;
    uint64_t count, claimed, refuted, wrong, orphans, unkept;
} importing;

/* ---- solving and writing a batch ---- */

static size_t bytes_of(const hbs_instance *instance) {
    return instance->problem == HBS_SAT ? hbs_cnf_literals(&instance->cnf) * sizeof(int32_t) + instance->cnf.clauses * sizeof(size_t)
                                        : 64 * (instance->pair.q1.atoms + instance->pair.q2.atoms);
}

static hbs_status trust(entry *e, const hbs_import_options *options) {
    e->item.row.label = e->item.row.claim;
    if (e->item.row.claim != HBS_LABEL_UNKNOWN) e->item.source = "file";
    else snprintf(e->item.reason, sizeof e->item.reason, "%s, and labels were to be trusted", options->labels == HBS_LABELS_FROM_PATH ? "the path tells no label" : "the file gives no label");
    return HBS_OK;
}

/* What a check said of a certificate, which is taken over if it holds: the first that is right settles the label; one that is wrong is told when its instance is stored. */
static hbs_status take_checked(entry *e, hbs_status checked, const hbs_error *why, int label, hbs_certificate *found, bool kept, hbs_error *error) {
    if (checked == HBS_ERROR_FAULT && !e->wrong++) e->why = *why;
    if (checked != HBS_OK && checked != HBS_ERROR_FAULT) return hbs_raise(error, checked, "%s", why->message);
    if (checked != HBS_OK || e->proved) return HBS_OK;
    const hbs_certificate old = e->item.certificate;
    e->item.certificate = *found;
    *found = old;
    e->item.row.label = label;
    e->proved = true;
    e->kept = kept;
    return HBS_OK;
}

static hbs_status check_beside(hbs_checker *checker, entry *e, const hbs_beside *beside, hbs_error *error) {
    hbs_error why = {0};
    int label = HBS_LABEL_UNKNOWN;
    bool kept = false;
    hbs_certificate found = {0};
    const hbs_status checked = hbs_beside_check(checker, &e->instance, beside, &label, &found, &kept, &why);
    const hbs_status status = take_checked(e, checked, &why, label, &found, kept, error);
    hbs_certificate_free(&found);
    return status;
}

static hbs_status check_told(hbs_checker *checker, entry *e, hbs_error *error) {
    hbs_error why = {0};
    const int label = e->told.kind == HBS_CERTIFICATE_MODEL || e->told.kind == HBS_CERTIFICATE_HOMOMORPHISM ? HBS_LABEL_YES : HBS_LABEL_NO;
    hbs_status checked = hbs_certificate_check(checker, &e->instance, label, &e->told, &why);
    if (checked == HBS_OK) checked = hbs_certificate_measure(&e->told, &e->told.size, &why);
    if (checked == HBS_ERROR_FAULT) {
        const hbs_error inner = why;
        hbs_raise(&why, checked, "%.300s: its certificate does not hold: %.600s", e->name, inner.message);
    }
    return take_checked(e, checked, &why, label, &e->told, true, error);
}

static hbs_status check_all_beside(importing *m, unsigned worker, entry *e, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool told = e->told.kind != HBS_CERTIFICATE_NONE;
    if ((e->besides || told) && !m->checker[worker]) HBS_TRY(hbs_checker_new(&m->checker[worker], error));
    if (told) HBS_TRY(check_told(m->checker[worker], e, error));
    for (size_t i = 0; i < e->besides; i++) HBS_TRY(check_beside(m->checker[worker], e, &e->beside[i], error));
    if (!e->proved) goto done;
    e->item.source = "file";
    e->item.stored = e->kept && m->options->certify == HBS_CERTIFY_STORE;
done:
    return status;
}

static hbs_status solve(void *context, unsigned worker, uint64_t number, void *slot, hbs_error *error) {
    hbs_status status = HBS_OK;
    importing *m = context;
    entry *e = &m->batch[number];
    hbs_labeller *labeller = &m->labeller[worker];
    (void)slot;
    HBS_TRY(hbs_item_fill(&e->item, &e->instance, error));
    /* certificates speak of the numbers in the payload */
    if (e->instance.problem == HBS_CQC) HBS_TRY(hbs_instance_decode(&e->instance, HBS_CQC, e->item.payload.data, e->item.payload.size, error));
    HBS_TRY(check_all_beside(m, worker, e, error));
    if (e->proved) goto done;
    if (m->options->trust_labels) return trust(e, m->options);
    if (!labeller->solver) {
        HBS_TRY(hbs_labeller_open(labeller, m->options->solver, m->dataset->problem, m->options->budget, m->options->certify != HBS_CERTIFY_NONE, error));
        hbs_labeller_stop_when(labeller, hbs_stopping_in(m->threads), &m->stopping);
    }
    HBS_TRY(hbs_label(labeller, &e->instance, &m->verdict[worker], error));
    hbs_item_take(&e->item, labeller, &m->verdict[worker], m->options->certify);
done:
    return status;
}

static hbs_status store(void *context, uint64_t number, void *slot, hbs_error *error) {
    importing *m = context;
    entry *e = &m->batch[number];
    hbs_row row = hbs_item_row(&e->item);
    (void)slot;
    row.name = e->name;
    row.split = e->split;
    m->claimed += row.claim != HBS_LABEL_UNKNOWN;
    if (row.claim != HBS_LABEL_UNKNOWN && row.label != HBS_LABEL_UNKNOWN && row.claim != row.label && ++m->refuted <= WARNINGS)
        hbs_warn(m->listener, "%s: said to be %s, and %s shows that it is %s", e->name, hbs_label_name(m->dataset->problem, row.claim),
                 e->proved ? "the certificate beside it" : row.solver, hbs_label_name(m->dataset->problem, row.label));
    if (e->wrong && m->wrong < WARNINGS) hbs_warn(m->listener, "%s", e->why.message);
    m->wrong += e->wrong;
    m->unkept += e->proved && !e->kept && m->options->certify == HBS_CERTIFY_STORE;
    return hbs_writer_add(m->writer, &row, error);
}

/* Memory of large instances is given back: a batch has few of them, but each could come to lie in another place of the next. */
static void empty(entry *e) {
    free(e->name);
    e->name = NULL;
    for (size_t i = 0; i < e->besides; i++) hbs_beside_free(&e->beside[i]);
    e->besides = 0;
    hbs_certificate_clear(&e->told);
    e->proved = e->kept = false;
    e->wrong = 0;
    if (bytes_of(&e->instance) < BATCH_BYTES / BATCH) return;
    hbs_instance_free(&e->instance);
    e->instance = (hbs_instance){0};
    hbs_item_free(&e->item);
}

static hbs_status solve_batch(importing *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_parallel work = {.context = m, .slot_size = 1, .produce = solve, .consume = store, .stopping = &m->stopping};
    HBS_TRY(hbs_parallel_run(&work, m->threads, BATCH, m->used, error));
    for (size_t i = 0; i < m->used; i++) empty(&m->batch[i]);
    m->used = m->bytes = 0;
done:
    if (status == HBS_ERROR_INTERRUPTED) hbs_raise(error, status, "import %s: stopped; nothing was imported", m->dataset->name);
    return status;
}

/* ---- taking instances ---- */

static hbs_status begin(importing *m, hbs_problem problem, hbs_error *error) {
    hbs_status status = HBS_OK;
    m->dataset->problem = problem;
    if (!m->options->trust_labels) {
        const hbs_solver *solver;
        HBS_TRY(hbs_solver_find(m->options->solver ? m->options->solver : "auto", problem, &solver, error));
    }
    HBS_TRY(hbs_dataset_create(m->catalog, m->dataset, error));
    HBS_TRY(hbs_writer_open(&m->writer, m->catalog, m->dataset->id, error));
done:
    return status;
}

/* How the instance was made, as its line says. */
static void take_told(hbs_row *row, const hbs_told *told) {
    row->part = told->part;
    row->tries = told->tries;
    row->unknown_tries = told->unknown_tries;
    row->choice_bits = told->choice_bits;
}

static hbs_status take(void *context, const char *file, const char *name, const char *shown, hbs_told *told, hbs_instance *instance, hbs_error *error) {
    hbs_status status = HBS_OK;
    importing *m = context;
    hbs_known_item known;
    /* a full batch waits until here, since certificates of its last formula come behind it */
    if (m->used == BATCH || m->bytes >= BATCH_BYTES) HBS_TRY(solve_batch(m, error));
    entry *e = &m->batch[m->used];
    if (!m->writer) HBS_TRY(begin(m, instance->problem, error));
    hbs_item_clear(&e->item);
    e->item.row.idx = m->count;
    HBS_TRY(hbs_known_of(&m->known, &(hbs_named){file, name, shown, told}, &known, error));
    e->item.row.claim = known.claim;
    e->item.row.unit = known.unit;
    e->split = known.split;
    if (told) take_told(&e->item.row, told);
    if (told && !m->options->ignore_certificates) {
        const hbs_certificate old = e->told;
        e->told = told->certificate;
        told->certificate = old;
    }
    HBS_TRY(hbs_copy_text(&e->name, told && told->name ? told->name : name, error));
    const hbs_instance taken = *instance;
    *instance = e->instance;
    e->instance = taken;
    m->bytes += bytes_of(&e->instance);
    m->count++;
    m->used++;
done:
    return status;
}

/* The formula of a certificate is among the last ones: names that begin alike follow each other. */
static hbs_status take_beside(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    importing *m = context;
    entry *e = NULL;
    for (size_t i = m->used; i > 0 && m->used - i < 16 && !e; i--)
        if (hbs_beside_belongs(name, m->batch[i - 1].name)) e = &m->batch[i - 1];
    if (!e) {
        if (++m->orphans <= WARNINGS) hbs_warn(m->listener, "%s: passed over: no formula of that name beside it", name);
        return HBS_OK;
    }
    hbs_beside beside = {0};
    HBS_TRY(hbs_grow(&e->beside, &e->beside_capacity, e->besides + 1, sizeof *e->beside, error));
    HBS_TRY(hbs_copy_text(&beside.name, name, error));
    HBS_TRY(hbs_bytes_append(&beside.text, text, length, error));
    e->beside[e->besides++] = beside;
    beside = (hbs_beside){0};
    m->bytes += length;
done:
    hbs_beside_free(&beside);
    return status;
}

/* ---- the whole ---- */

static const char *const label_names[] = {"solve", "from-path", "from-file", "inline"}, *const certify_names[] = {"none", "check", "store"};

static hbs_status print_options(const hbs_import_options *o, char **out, hbs_error *error) {
    json_t *root = json_pack("{s:s, s:s, s:b, s:b, s:s, s:s, s:s, s:s, s:s, s:I}", "certificates",
                             o->ignore_certificates ? "ignore" : "beside", "labels", label_names[o->labels], "trust_labels", o->trust_labels, "strict", o->strict, "variables",
                             o->variables == HBS_VARIABLES_ANY ? "any" : "upper", "split", o->split_file ? "from-file" : o->split_from_path ? "from-path" : "none", "unit",
                             o->unit_file ? "from-file" : o->unit_from_path ? "from-path" : o->unit_from_name ? "from-name" : "none", "solver", o->trust_labels ? "none" : o->solver ? o->solver : "auto", "certify",
                             certify_names[o->certify], "budget", (json_int_t)o->budget);
    char *text = root ? json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(root);
    if (!text) return hbs_raise(error, HBS_ERROR_USAGE, "the name of the solver is not UTF-8, or memory is out");
    const hbs_status status = hbs_copy_text(out, text, error);
    free(text);
    return status;
}

static hbs_status describe(const char *name, const char *const *paths, size_t count, const hbs_import_options *options, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes spec = {0};
    HBS_TRY(hbs_bytes_print(&spec, error, "import:"));
    for (size_t i = 0; i < count; i++) HBS_TRY(hbs_bytes_print(&spec, error, " %s", paths[i]));
    HBS_TRY(hbs_copy_text(&out->name, name, error));
    HBS_TRY(hbs_copy_text(&out->spec, (const char *)spec.data, error));
    HBS_TRY(print_options(options, &out->options, error));
    HBS_TRY(hbs_copy_text(&out->tool_version, HBS_VERSION, error));
done:
    hbs_bytes_free(&spec);
    return status;
}

static hbs_status check_options(const hbs_import_options *o, hbs_error *error) {
    if (o->labels == HBS_LABELS_FROM_FILE && !o->labels_file) return hbs_raise(error, HBS_ERROR_USAGE, "labels from a file, and no file is given");
    if (o->trust_labels && o->labels == HBS_LABELS_SOLVE) return hbs_raise(error, HBS_ERROR_USAGE, "there are no labels to trust: take them from paths or from a file");
    if (o->budget > INT64_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "a budget of more than 63 bits");
    return HBS_OK;
}

static hbs_status store_count(importing *m, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(m->catalog, &statement, "UPDATE dataset SET count = ?2 WHERE id = ?1", error));
    sqlite3_bind_int64(statement, 1, m->dataset->id);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)m->count);
    if (sqlite3_step(statement) != SQLITE_DONE) HBS_TRY(hbs_catalog_fail(m->catalog, "import", error));
    m->dataset->count = m->count;
done:
    sqlite3_finalize(statement);
    return status;
}

static hbs_status look_up(void *context, const char *file, const char *name, const char *shown, hbs_told *told, hbs_instance *instance, hbs_error *error) {
    hbs_known_item item;
    (void)instance;
    return hbs_known_of(context, &(hbs_named){file, name, shown, told}, &item, error);
}

static hbs_status pass_by(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    (void)context, (void)name, (void)text, (void)length, (void)error;
    return HBS_OK;
}

/* A pipe can be read once only. */
static bool is_read_again(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
}

static bool must_rehearse(const hbs_import_options *o, const char *const *paths, size_t count) {
    const char *const table[] = {o->labels_file, o->split_file, o->unit_file};
    size_t tables = 0;
    if (!o->strict || o->trust_labels) return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i] && !is_read_again(table[i])) return false;
        tables += table[i] != NULL;
    }
    for (size_t i = 0; i < count; i++)
        if (!is_read_again(paths[i])) return false;
    return tables > 0;
}

/* All is read, and nothing solved: what is wrong with files and tables is told now, and not after hours of solving. */
static hbs_status rehearse(importing *m, const char *const *paths, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_problem problem = m->options->problem;
    hbs_known known = {0};
    HBS_TRY(hbs_known_open(&known, m->options, error));
    HBS_TRY(hbs_source_read(paths, count, m->options, &problem, look_up, pass_by, &known, m->listener, error));
    HBS_TRY(hbs_known_check_used(&known, error));
done:
    hbs_known_free(&known);
    return status;
}

static hbs_status read_all(importing *m, const char *const *paths, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_problem problem = m->options->problem;
    const hbs_listener *reading = m->listener;
    hbs_listener told;
    HBS_TRY(hbs_allocate(&m->labeller, m->threads, sizeof *m->labeller, error));
    HBS_TRY(hbs_allocate(&m->verdict, m->threads, sizeof *m->verdict, error));
    HBS_TRY(hbs_allocate(&m->checker, m->threads, sizeof *m->checker, error));
    HBS_TRY(hbs_known_open(&m->known, m->options, error));
    if (must_rehearse(m->options, paths, count)) {
        HBS_TRY(rehearse(m, paths, count, error));
        if (reading) told = *reading, told.warn = NULL, reading = &told;
    }
    HBS_TRY(hbs_source_read(paths, count, m->options, &problem, take, take_beside, m, reading, error));
    HBS_TRY(hbs_known_check_used(&m->known, error));
    HBS_TRY(solve_batch(m, error));
    HBS_TRY(hbs_writer_commit(m->writer, error));
    HBS_TRY(store_count(m, error));
    HBS_TRY(hbs_writer_finish(m->writer, m->dataset, error));
done:
    return status;
}

static void free_all(importing *m) {
    hbs_writer_close(m->writer);
    hbs_known_free(&m->known);
    for (size_t i = 0; i < BATCH; i++) {
        hbs_instance_free(&m->batch[i].instance);
        hbs_item_free(&m->batch[i].item);
        hbs_certificate_free(&m->batch[i].told);
        free(m->batch[i].name);
        for (size_t j = 0; j < m->batch[i].besides; j++) hbs_beside_free(&m->batch[i].beside[j]);
        free(m->batch[i].beside);
    }
    for (unsigned i = 0; m->labeller && m->verdict && m->checker && i < m->threads; i++) {
        hbs_labeller_close(&m->labeller[i]);
        hbs_verdict_free(&m->verdict[i]);
        hbs_checker_free(m->checker[i]);
    }
    free(m->labeller);
    free(m->verdict);
    free(m->checker);
    free(m);
}

/* Says that nothing was stored, where the message does not. */
static hbs_status nothing_stored(hbs_status status, hbs_error *error) {
    if (!error || status == HBS_ERROR_INTERRUPTED) return status;
    const size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, " (nothing was imported)");
    return status;
}

/* What was told one by one up to here. */
static void tell_all(const importing *m, uint64_t count, const char *what) {
    if (count > WARNINGS) hbs_warn(m->listener, "%llu %s in all; the first of them are named", (unsigned long long)count, what);
}

static void tell_counts(const importing *m) {
    hbs_known_tell(&m->known, m->listener);
    tell_all(m, m->orphans, "certificates without a formula passed over");
    tell_all(m, m->wrong, "certificates are wrong");
    tell_all(m, m->refuted, "labels are refuted");
    if (m->refuted > WARNINGS) hbs_warn(m->listener, "--json names all that are refuted, and so does SELECT idx, name, claim, label FROM instance WHERE claim <> label");
    if (m->unkept)
        hbs_warn(m->listener, "%llu proofs hold, and are not stored: they need more than unit propagation (RAT), or name new variables", (unsigned long long)m->unkept);
}

static hbs_status faults(const importing *m, const char *name, hbs_error *error) {
    char wrong[200] = "";
    if (m->wrong)
        snprintf(wrong, sizeof wrong, "%llu certificate%s %s wrong, and prove%s nothing", (unsigned long long)m->wrong, m->wrong == 1 ? "" : "s",
                 m->wrong == 1 ? "is" : "are", m->wrong == 1 ? "s" : "");
    if (m->refuted)
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: %llu of %llu label%s %s refuted; stored are `label`, as found, and `claim`, as given: gen export --format csv shows both%s%s", name,
                         (unsigned long long)m->refuted, (unsigned long long)m->claimed, m->claimed == 1 ? "" : "s", m->refuted == 1 ? "is" : "are", m->wrong ? "; " : "", wrong);
    return m->wrong ? hbs_raise(error, HBS_ERROR_FAULT, "%s: %s; %s is stored", name, wrong, m->options->trust_labels ? "the given label" : "what the solver found") : HBS_OK;
}

static hbs_status import_all(importing *m, const char *const *paths, size_t count, hbs_error *error) {
    bool mine = false;
    hbs_status status = hbs_catalog_begin(m->catalog, &mine, error);
    if (status != HBS_OK) return status;
    status = read_all(m, paths, count, error);
    if (status == HBS_OK) tell_counts(m);
    status = hbs_catalog_end(m->catalog, mine, status, error);
    return status == HBS_OK ? HBS_OK : nothing_stored(status, error);
}

hbs_status hbs_import(hbs_catalog *catalog, const char *name, const char *const *paths, size_t count, const hbs_import_options *options, const hbs_listener *listener,
                      hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset dataset = {0};
    importing *m = NULL;
    HBS_TRY(check_options(options, error));
    HBS_TRY(describe(name, paths, count, options, &dataset, error));
    HBS_TRY(hbs_allocate(&m, 1, sizeof *m, error));
    m->catalog = catalog;
    m->options = options;
    m->listener = listener;
    m->stopping = (hbs_stopping){.listener = listener, .what = "import"};
    m->dataset = &dataset;
    m->threads = options->threads ? options->threads : 1;
    HBS_TRY(import_all(m, paths, count, error));
    *out = dataset;
    dataset = (hbs_dataset){0};
    HBS_TRY(faults(m, name, error));
done:
    if (m) free_all(m);
    hbs_dataset_free(&dataset);
    return status;
}
