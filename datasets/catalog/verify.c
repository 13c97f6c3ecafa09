/* Checking a catalog again, from the file up.
 *
 * SQLite's own integrity and foreign keys first; then every instance: the payload decodes and is spelled as only one can be, sizes and hashes are those of the payload, and the label
 * is proved: by the stored certificate through the independent checker, or by solving again. Last the digest of the dataset, which covers labels and payloads that no
 * certificate covers. A fault is told and the work goes on, up to what cannot be read at all. */
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "datasets/catalog/connection.h"
#include "datasets/catalog/kinship.h"
#include "datasets/catalog/schema.h"
#include "datasets/make/make.h"
#include "solvers/solver.h"

typedef struct verifying {
    hbs_catalog *catalog;
    hbs_faults faults;
    const hbs_listener *listener;
    bool resolve;
    hbs_verify_counts counts;
    const hbs_dataset *dataset;
    hbs_checker *checker;
    hbs_labeller labeller[2];   /* by problem, opened when needed */
    hbs_verdict verdict;
    hbs_canonizer *canonizer;   /* opened when needed */
    hbs_instance instance;
    hbs_bytes payload;
    uint64_t total;
} verifying;

static void __attribute__((format(printf, 3, 4))) tell_row(verifying *v, const hbs_row *row, const char *format, ...) {
    char text[1100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hbs_tell_fault(&v->faults, "%s, instance %llu%s%.200s%s: %s", v->dataset->name, (unsigned long long)row->idx, row->name ? " (" : "", row->name ? row->name : "", row->name ? ")" : "", text);
}

/* Each row that the pragma gives but "ok" is a fault. */
static hbs_status check_pragma(verifying *v, const char *sql, const char *what, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    int code;
    HBS_TRY(hbs_catalog_prepare(v->catalog, &statement, sql, error));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        if (text && strcmp(text, "ok") != 0) hbs_tell_fault(&v->faults, "%s: %s: %s", v->catalog->path, what, text);
    }
    if (code != SQLITE_DONE) hbs_tell_fault(&v->faults, "%s: %s: %s", v->catalog->path, what, sqlite3_errmsg(v->catalog->db));
done:
    sqlite3_finalize(statement);
    return status;
}

static hbs_status check_spelling(verifying *v, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_instance_encode(&v->instance, &v->payload, error));
    if (v->payload.size != row->payload_size || memcmp(v->payload.data, row->payload, row->payload_size) != 0)
        tell_row(v, row, "the payload is not spelled in the one way that it should be");
done:
    return status;
}

/* A search that ends at its budget says nothing. */
static hbs_status check_canonical(verifying *v, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_canonical form;
    if (!row->canonical_hash) goto done;
    if (!v->canonizer) HBS_TRY(hbs_canonizer_open(&v->canonizer, error));
    HBS_TRY(hbs_canonical_of(v->canonizer, &v->instance, 0, &form, error));
    if (form.exact && memcmp(form.hash, row->canonical_hash, sizeof form.hash) != 0) tell_row(v, row, "the canonical hash is not that of the payload");
done:
    return status;
}

static hbs_status check_derived(verifying *v, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool sat = v->instance.problem == HBS_SAT;
    uint8_t hash[HBS_HASH_SIZE];
    char gbd[33];
    if (row->size_n != (sat ? v->instance.cnf.variables : v->instance.pair.q1.atoms) || row->size_m != (sat ? v->instance.cnf.clauses : v->instance.pair.q2.atoms))
        tell_row(v, row, "size_n and size_m are not those of the payload");
    HBS_TRY(hbs_instance_content_hash(&v->instance, hash, error));
    if (memcmp(hash, row->content_hash, sizeof hash) != 0) tell_row(v, row, "the content hash is not that of the payload");
    HBS_TRY(check_canonical(v, row, error));
    if (sat) {
        hbs_cnf_gbd_hash(&v->instance.cnf, gbd);
        if (!row->gbd_hash || strcmp(gbd, row->gbd_hash) != 0) tell_row(v, row, "the GBD hash is not that of the payload");
    }
done:
    return status;
}

static bool kind_fits(hbs_problem problem, int label, hbs_certificate_kind kind) {
    static const hbs_certificate_kind fitting[2][2] = {{HBS_CERTIFICATE_REFUTATION, HBS_CERTIFICATE_MODEL}, {HBS_CERTIFICATE_SEARCH_TREE, HBS_CERTIFICATE_HOMOMORPHISM}};
    if (kind == HBS_CERTIFICATE_ENCODING_REFUTATION) return problem == HBS_CQC && label == HBS_LABEL_NO;
    return kind == HBS_CERTIFICATE_NONE || kind == fitting[problem == HBS_CQC][label];
}

static hbs_status check_certificate_size(verifying *v, const hbs_row *row, const hbs_certificate *certificate, hbs_error *error) {
    uint64_t size = 0;
    const hbs_status status = hbs_certificate_measure(certificate, &size, error);
    if (status == HBS_OK && size != row->certificate_size)
        tell_row(v, row, "certificate_size is %llu, and the stored certificate's is %llu", (unsigned long long)row->certificate_size, (unsigned long long)size);
    return status;
}

/* Where the certificate was dropped, the sizes of these two are known all the same. */
static void check_size_alone(verifying *v, const hbs_row *row) {
    const bool model = row->certificate_kind == HBS_CERTIFICATE_MODEL;
    const uint64_t size = model ? v->instance.cnf.variables : v->instance.pair.q2.variables;
    if ((model || row->certificate_kind == HBS_CERTIFICATE_HOMOMORPHISM) && size != row->certificate_size)
        tell_row(v, row, "certificate_size is %llu, and a %s of this instance has %llu", (unsigned long long)row->certificate_size, hbs_certificate_name(row->certificate_kind),
                 (unsigned long long)size);
}

static hbs_status check_certificate(verifying *v, const hbs_row *row, hbs_error *error) {
    hbs_error why = {0};
    const hbs_certificate certificate = {row->certificate_kind, row->certificate_size, {(uint8_t *)(uintptr_t)row->certificate, row->certificate_bytes, 0}};
    const hbs_status status = hbs_certificate_check(v->checker, &v->instance, row->label, &certificate, &why);
    v->counts.certificates++;
    if (status == HBS_OK) return check_certificate_size(v, row, &certificate, error);
    if (status != HBS_ERROR_FAULT && status != HBS_ERROR_INPUT) return hbs_raise(error, status, "%s", why.message);
    tell_row(v, row, "the certificate does not prove label %d: %s", row->label, why.message);
    return HBS_OK;
}

static hbs_status resolve(verifying *v, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_problem problem = v->instance.problem;
    hbs_labeller *labeller = &v->labeller[problem == HBS_CQC];
    if (!labeller->solver) {
        HBS_TRY(hbs_labeller_open(labeller, "auto", problem, 0, true, error));
        if (v->listener) hbs_labeller_stop_when(labeller, v->listener->stop, v->listener->context);
    }
    HBS_TRY(hbs_label(labeller, &v->instance, &v->verdict, error));
    v->counts.resolved++;
    if (v->verdict.label != row->label) tell_row(v, row, "label %d is refuted by solver %s, with a certificate that holds", row->label, labeller->solver->name);
done:
    return status;
}

static hbs_status check_label(verifying *v, const hbs_row *row, hbs_error *error) {
    if (row->label == HBS_LABEL_UNKNOWN) {
        v->counts.unknown++;
        if (!row->reason) tell_row(v, row, "the label is unknown and no reason is given");
        if (row->certificate_kind != HBS_CERTIFICATE_NONE) tell_row(v, row, "the label is unknown and there is a certificate");
        return HBS_OK;
    }
    if (!row->label_source) tell_row(v, row, "nothing says where the label is from");
    if (!kind_fits(v->instance.problem, row->label, row->certificate_kind)) {
        tell_row(v, row, "a %s cannot certify label %d", hbs_certificate_name(row->certificate_kind), row->label);
        return HBS_OK;
    }
    if (row->certificate) return check_certificate(v, row, error);
    check_size_alone(v, row);
    if (v->resolve) return resolve(v, row, error);
    v->counts.unchecked++;
    return HBS_OK;
}

static hbs_status check_row(verifying *v, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_error why = {0};
    v->counts.instances++;
    status = hbs_row_instance(row, v->dataset->problem, &v->instance, &why);
    if (status == HBS_ERROR_FAULT) {
        hbs_tell_fault(&v->faults, "%s", why.message);
        return HBS_OK;
    }
    if (status != HBS_OK) return hbs_raise(error, status, "%s", why.message);
    HBS_TRY(check_spelling(v, row, error));
    HBS_TRY(check_derived(v, row, error));
    HBS_TRY(check_label(v, row, error));
done:
    return status;
}

/* A row that cannot be read ends the dataset: what comes after it is not reached. */
static hbs_status check_rows(verifying *v, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    hbs_error why = {0};
    bool more = true;
    HBS_TRY(hbs_rows_open(&rows, v->catalog, v->dataset->id, error));
    while (more) {
        status = hbs_rows_next(rows, &row, &more, &why);
        if (status == HBS_ERROR_FAULT) {
            hbs_tell_fault(&v->faults, "%s", why.message);
            status = HBS_OK;
            break;
        }
        if (status != HBS_OK) HBS_FAIL(error, status, "%s", why.message);
        if (!more) break;
        status = check_row(v, &row, error);
        if (v->counts.instances % 64 == 0) hbs_report_progress(v->listener, "verify", v->counts.instances, v->total, "instances");
        if (status == HBS_ERROR_INTERRUPTED || (status == HBS_OK && hbs_should_stop(v->listener))) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "%s: stopped after %llu instances", v->catalog->path, (unsigned long long)v->counts.instances);
        HBS_TRY(status);
    }
done:
    hbs_rows_close(rows);
    return status;
}

/* One row of `infeasible`; NULL, or what no such row can have. */
static const char *fault_of_lost(sqlite3_stmt *row, const hbs_dataset *dataset) {
    enum { IDX, UNIT, LABEL, TRIES, REASON, THERE };
    const sqlite3_int64 idx = sqlite3_column_int64(row, IDX);
    if (idx < 0 || (dataset->complete && dataset->count && (uint64_t)idx >= dataset->count)) return "idx is outside the dataset";
    if (sqlite3_column_int64(row, THERE)) return "there is an instance in its place";
    if (sqlite3_column_int64(row, UNIT) < 0) return "unit is negative";
    if (sqlite3_column_type(row, LABEL) != SQLITE_NULL && (uint64_t)sqlite3_column_int64(row, LABEL) > 1) return "the wanted label is neither 0 nor 1";
    if (sqlite3_column_int64(row, TRIES) < 1) return "it was never tried";
    return sqlite3_column_bytes(row, REASON) ? NULL : "no reason is given";
}

static hbs_status check_lost(verifying *v, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    int code;
    HBS_TRY(hbs_catalog_prepare(v->catalog, &statement,
                                "SELECT idx, unit, label, tries, reason, EXISTS(SELECT 1 FROM instance i WHERE i.dataset = l.dataset AND i.idx = l.idx) "
                                "FROM infeasible l WHERE dataset = ?1 ORDER BY idx", error));
    sqlite3_bind_int64(statement, 1, v->dataset->id);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *fault = fault_of_lost(statement, v->dataset);
        if (fault) hbs_tell_fault(&v->faults, "%s, infeasible instance %lld: %s", v->dataset->name, (long long)sqlite3_column_int64(statement, 0), fault);
    }
    if (code != SQLITE_DONE) hbs_tell_fault(&v->faults, "%s: infeasible: %s", v->dataset->name, sqlite3_errmsg(v->catalog->db));
done:
    sqlite3_finalize(statement);
    return status;
}

/* What `gen make` made has the units 0, 1, 2, .. in order of idx, instances and infeasible ones together. */
static hbs_status check_units(verifying *v, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    sqlite3_int64 unit = -1;
    int code;
    if (!v->dataset->complete || v->dataset->reference_of || !hbs_make_has_options(v->dataset->options)) return HBS_OK;
    HBS_TRY(hbs_catalog_prepare(v->catalog, &statement,
                                "SELECT idx, unit FROM (SELECT idx, unit FROM instance WHERE dataset = ?1 UNION ALL SELECT idx, unit FROM infeasible WHERE dataset = ?1) ORDER BY idx", error));
    sqlite3_bind_int64(statement, 1, v->dataset->id);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const sqlite3_int64 idx = sqlite3_column_int64(statement, 0), here = sqlite3_column_int64(statement, 1);
        if (here != unit && here != unit + 1) {
            hbs_tell_fault(&v->faults, "%s, instance %lld: its unit is %lld, behind unit %lld", v->dataset->name, (long long)idx, (long long)here, (long long)unit);
            break;
        }
        unit = here;
    }
    if (code != SQLITE_DONE && code != SQLITE_ROW) hbs_tell_fault(&v->faults, "%s: units: %s", v->dataset->name, sqlite3_errmsg(v->catalog->db));
done:
    sqlite3_finalize(statement);
    return status;
}

/* Whoever opens such a file for writing adds the columns of later versions, which are there. */
static hbs_status check_version(verifying *v, hbs_error *error) {
    uint64_t version = 0;
    const hbs_status status = hbs_catalog_number(v->catalog, 0, "SELECT user_version FROM pragma_user_version", &version, error);
    const char *const ahead = status == HBS_OK ? hbs_schema_ahead(v->catalog->db, (int)version) : NULL;
    if (ahead) hbs_tell_fault(&v->faults, "%s: it says that it is of version %d, and has column %s of a later one", v->catalog->path, (int)version, ahead);
    return status;
}

static void check_texts(verifying *v) {
    json_t *const options = json_loads(v->dataset->options, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(options)) hbs_tell_fault(&v->faults, "%s: its options are no JSON object", v->dataset->name);
    if (json_is_object(options) && hbs_make_has_options(v->dataset->options) && !v->dataset->spec[0]) hbs_tell_fault(&v->faults, "%s: it has no spec", v->dataset->name);
    json_decref(options);
}

static hbs_status check_whole(verifying *v, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset_counts counts;
    char digest[65];
    if (!v->dataset->complete) goto done;
    HBS_TRY(hbs_dataset_count(v->catalog, v->dataset->id, &counts, error));
    if (v->dataset->count && counts.instances + counts.infeasible != v->dataset->count)
        hbs_tell_fault(&v->faults, "%s: %llu instances and %llu infeasible ones, and there should be %llu", v->dataset->name, (unsigned long long)counts.instances,
                       (unsigned long long)counts.infeasible, (unsigned long long)v->dataset->count);
    hbs_error why = {0};
    status = hbs_dataset_digest(v->catalog, v->dataset->id, digest, &why);
    if (status == HBS_ERROR_FAULT) return HBS_OK;   /* told already, row by row */
    if (status != HBS_OK) HBS_FAIL(error, status, "%s", why.message);
    if (strcmp(digest, v->dataset->digest) != 0) hbs_tell_fault(&v->faults, "%s: the digest is %s, and %s was stored: labels or payloads have changed", v->dataset->name, digest, v->dataset->digest);
done:
    return status;
}

/* Features that no instance has, in one column. What SQLite stores for an undefined one is NULL. */
static hbs_status check_feature_column(verifying *v, const char *table, const char *column, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    char *const sql = sqlite3_mprintf("SELECT min(idx), count(*) FROM \"%w\" WHERE dataset = ?1 AND \"%w\" IS NOT NULL AND (typeof(\"%w\") <> 'real' OR abs(\"%w\") > %.17g) "
                                      "HAVING count(*) > 0", table, column, column, column, HBS_FEATURE_LARGEST);
    if (!sql) HBS_FAIL(error, HBS_ERROR_MEMORY, "%s: out of memory", v->catalog->path);
    HBS_TRY(hbs_catalog_prepare(v->catalog, &statement, sql, error));
    sqlite3_bind_int64(statement, 1, v->dataset->id);
    if (sqlite3_step(statement) == SQLITE_ROW)
        hbs_tell_fault(&v->faults, "%s: feature %.60s is no finite number up to %g in %lld instance%s, the first is %lld", v->dataset->name, column, HBS_FEATURE_LARGEST, (long long)sqlite3_column_int64(statement, 1),
                       sqlite3_column_int64(statement, 1) == 1 ? "" : "s", (long long)sqlite3_column_int64(statement, 0));
done:
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return status;
}

static hbs_status check_features(verifying *v, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *columns = NULL;
    const char *const table = v->dataset->problem == HBS_SAT ? "sat_features" : "cqc_features";
    HBS_TRY(hbs_catalog_prepare(v->catalog, &columns, "SELECT name FROM pragma_table_info(?1) WHERE upper(type) = 'REAL'", error));
    sqlite3_bind_text(columns, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(columns) == SQLITE_ROW) HBS_TRY(check_feature_column(v, table, (const char *)sqlite3_column_text(columns, 0), error));
done:
    sqlite3_finalize(columns);
    return status;
}

/* What is believed here, and computed from instances elsewhere. */
static hbs_status count_believed(verifying *v, hbs_error *error) {
    uint64_t features;
    const hbs_status status = hbs_catalog_number(v->catalog, v->dataset->id, "SELECT (SELECT count(*) FROM sat_features WHERE dataset = ?1) + (SELECT count(*) FROM cqc_features WHERE dataset = ?1)",
                                                 &features, error);
    if (status != HBS_OK) return status;
    v->counts.features += features;
    v->counts.references += v->dataset->reference_of != NULL;
    return HBS_OK;
}

static hbs_status check_dataset(verifying *v, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    v->dataset = dataset;
    v->counts.datasets++;
    HBS_TRY(count_believed(v, error));
    HBS_TRY(check_features(v, error));
    HBS_TRY(check_rows(v, error));
    HBS_TRY(check_lost(v, error));
    HBS_TRY(check_units(v, error));
    check_texts(v);
    HBS_TRY(hbs_verify_kinship(v->catalog, dataset, &v->faults, error));
    HBS_TRY(check_whole(v, error));
done:
    v->dataset = NULL;
    return status;
}

static hbs_status check_all(verifying *v, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset *all = NULL;
    size_t count = 0;
    HBS_TRY(hbs_dataset_list(v->catalog, &all, &count, error));
    for (size_t i = 0; i < count; i++) v->total += all[i].count;
    for (size_t i = 0; i < count; i++) HBS_TRY(check_dataset(v, &all[i], error));
done:
    for (size_t i = 0; i < count; i++) hbs_dataset_free(&all[i]);
    free(all);
    return status;
}

static hbs_status check_named(verifying *v, const char *const *names, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count; i++) {
        hbs_dataset dataset = {0};
        HBS_TRY(hbs_dataset_find(v->catalog, names[i], &dataset, error));
        v->total += dataset.count;
        status = check_dataset(v, &dataset, error);
        hbs_dataset_free(&dataset);
        if (status != HBS_OK) goto done;
    }
done:
    return status;
}

static void close_all(verifying *v) {
    hbs_checker_free(v->checker);
    hbs_canonizer_close(v->canonizer);
    for (int i = 0; i < 2; i++) hbs_labeller_close(&v->labeller[i]);
    hbs_verdict_free(&v->verdict);
    hbs_instance_free(&v->instance);
    hbs_bytes_free(&v->payload);
}

hbs_status hbs_catalog_verify(hbs_catalog *catalog, const char *const *names, size_t count, bool resolve_labels, void (*fault)(void *context, const char *message),
                              void *context, const hbs_listener *listener, hbs_verify_counts *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    verifying v = {.catalog = catalog, .faults = {fault, context, 0}, .listener = listener, .resolve = resolve_labels};
    HBS_TRY(hbs_checker_new(&v.checker, error));
    HBS_TRY(check_pragma(&v, "PRAGMA integrity_check", "integrity", error));
    HBS_TRY(check_pragma(&v, "SELECT 'row ' || ifnull(rowid, '?') || ' of ' || \"table\" || ' belongs to nothing in ' || parent FROM pragma_foreign_key_check", "foreign keys", error));
    HBS_TRY(check_version(&v, error));
    HBS_TRY(names ? check_named(&v, names, count, error) : check_all(&v, error));
    v.counts.faults = v.faults.count;
    if (out) *out = v.counts;
    if (v.faults.count) HBS_FAIL(error, HBS_ERROR_FAULT, "%s: %llu faults found", catalog->path, (unsigned long long)v.faults.count);
done:
    close_all(&v);
    return status;
}
