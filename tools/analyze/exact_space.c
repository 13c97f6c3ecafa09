/* analyze exact --space: sizes, labels, models and classes of a whole space. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/exact/space_labels.h"
#include "core/combinatorics.h"
#include "core/rationals.h"
#include "generators/numbers.h"
#include "generators/sat/clause_number.h"
#include "tools/analyze/exact_numbers.h"
#include "tools/cli/output.h"

#define MODELS ((1u << HBS_SMALL_VARIABLES_MAX) + 1)
#define ROWS_MAX 250u   /* numbers of clauses in one table */

/* One signature of formulas, counted. */
typedef struct counted {
    mpz_t size[2], multisets, by_models[2][MODELS];   /* sets, sequences */
    mpz_t classes, classes_no;
    bool labels, classes_known;
    char why[256];            /* labels or classes are missing: why */
    const hbs_orbit_table *orbits;
} counted;

static void counted_new(counted *own) {
    *own = (counted){0};
    mpz_inits(own->size[0], own->size[1], own->multisets, own->classes, own->classes_no, NULL);
    for (unsigned j = 0; j < MODELS; j++) mpz_inits(own->by_models[0][j], own->by_models[1][j], NULL);
}

static void counted_free(counted *own) {
    mpz_clears(own->size[0], own->size[1], own->multisets, own->classes, own->classes_no, NULL);
    for (unsigned j = 0; j < MODELS; j++) mpz_clears(own->by_models[0][j], own->by_models[1][j], NULL);
}

static hbs_status count_sizes(const hbs_signature *signature, counted *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (unsigned of = 0; of < 2 && status == HBS_OK; of++) {
        hbs_space *space = NULL;
        status = hbs_space_new(&space, signature, (hbs_collection)of, error);
        if (status == HBS_OK) hbs_space_size(space, out->size[of]);
        if (status == HBS_OK && of == HBS_SETS) hbs_space_multisets(space, out->multisets);
        hbs_space_free(space);
    }
    return status;
}

static hbs_status count_formulas(const hbs_signature *signature, hbs_space_labels *labels, counted *out, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_small_space *small = NULL;
    const size_t *count = NULL;
    hbs_error why = {0};
    HBS_TRY(count_sizes(signature, out, error));
    status = hbs_space_labels_small(labels, signature, &small, &count, &why);
    out->labels = status == HBS_OK;
    snprintf(out->why, sizeof out->why, "%.255s", why.message);
    if (status == HBS_ERROR_USAGE) return HBS_OK;
    if (status != HBS_OK) HBS_FAIL(error, status, "%s", why.message);
    for (unsigned of = 0; of < 2; of++) hbs_small_space_models(small, count, (hbs_collection)of, out->by_models[of]);
    HBS_TRY(hbs_small_space_classes(small, count, out->classes, out->classes_no, listener, error));
    out->classes_known = true;
done:
    return status;
}

static void satisfiable(const counted *of, unsigned collection, mpz_t out) { mpz_sub(out, of->size[collection], of->by_models[collection][0]); }

/* ---- text ---- */

static hbs_status print_line(const char *name, const mpz_t value, hbs_error *error) {
    mpq_t whole;
    hbs_bytes text = {0};
    mpq_init(whole);
    mpq_set_z(whole, value);
    hbs_status status = hbs_rational_print(&text, whole, error);
    if (status == HBS_OK) status = cli_print(error, "  %-28s %s\n", name, (const char *)text.data);
    hbs_bytes_free(&text);
    mpq_clear(whole);
    return status;
}

static hbs_status print_models(const counted *of, unsigned collection, uint32_t n, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 2, .align = "rr"};
    HBS_TRY(cli_cell(&columns, error, "MODELS"));
    HBS_TRY(cli_cell(&columns, error, "%s", collection == HBS_SETS ? "SETS" : "SEQUENCES"));
    for (uint32_t j = 0; j <= 1u << n; j++) {
        if (!mpz_sgn(of->by_models[collection][j])) continue;
        HBS_TRY(cli_cell(&columns, error, "%u", j));
        HBS_TRY(exact_cell_count(&columns, of->by_models[collection][j], error));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
done:
    cli_columns_free(&columns);
    return status;
}

static hbs_status print_orbits(const counted *of, size_t m, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_columns columns = {.columns = 3, .align = "rrr"};
    static const char *const head[] = {"MEMBERS OF A CLASS", "SATISFIABLE", "UNSATISFIABLE"};
    HBS_TRY(cli_print(error, "\n"));
    for (size_t i = 0; i < 3; i++) HBS_TRY(cli_cell(&columns, error, "%s", head[i]));
    for (uint32_t size = 1; size <= of->orbits->order; size++) {
        const uint64_t yes = hbs_orbits_of(of->orbits, m, true, size), no = hbs_orbits_of(of->orbits, m, false, size);
        if (!yes && !no) continue;
        HBS_TRY(cli_cell(&columns, error, "%u", size));
        HBS_TRY(cli_cell(&columns, error, "%" PRIu64, yes));
        HBS_TRY(cli_cell(&columns, error, "%" PRIu64, no));
    }
    HBS_TRY(cli_columns_print(&columns, "  ", error));
done:
    cli_columns_free(&columns);
    return status;
}

static hbs_status print_one(const hbs_signature *signature, const char *text, const counted *of, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t yes;
    mpz_init(yes);
    HBS_TRY(cli_print_line(error, "%s", text));
    for (unsigned collection = 0; collection < 2; collection++) {
        HBS_TRY(print_line(collection ? "sequences of clauses" : "sets of distinct clauses", of->size[collection], error));
        if (!of->labels) continue;
        satisfiable(of, collection, yes);
        HBS_TRY(print_line("  satisfiable", yes, error));
        HBS_TRY(print_line("  unsatisfiable", of->by_models[collection][0], error));
    }
    HBS_TRY(print_line("multisets of clauses", of->multisets, error));
    if (of->classes_known) {
        HBS_TRY(print_line("classes of sets", of->classes, error));
        mpz_sub(yes, of->classes, of->classes_no);
        HBS_TRY(print_line("  satisfiable", yes, error));
        HBS_TRY(print_line("  unsatisfiable", of->classes_no, error));
    }
    for (unsigned collection = 0; collection < 2 && of->labels; collection++) {
        HBS_TRY(cli_print(error, "\n"));
        HBS_TRY(print_models(of, collection, signature->variables, error));
    }
    if (of->orbits) HBS_TRY(print_orbits(of, signature->lengths ? signature->length[0].count : 0, error));
    if (*of->why) HBS_TRY(cli_print_line(error, "  %s", of->why));
done:
    mpz_clear(yes);
    return status;
}

/* ---- JSON ---- */

static json_t *models_json(const counted *of, unsigned collection) {
    json_t *object = json_object();
    for (unsigned j = 0; object && j < MODELS; j++) {
        char key[8];
        if (!mpz_sgn(of->by_models[collection][j])) continue;
        snprintf(key, sizeof key, "%u", j);
        if (json_object_set_new(object, key, exact_json_count(of->by_models[collection][j]))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *labels_json(const counted *of, unsigned collection) {
    mpz_t yes;
    mpz_init(yes);
    satisfiable(of, collection, yes);
    json_t *const out = of->labels ? json_pack("{s:o, s:o, s:o, s:o}", "size", exact_json_count(of->size[collection]), "label_1", exact_json_count(yes), "label_0",
                                               exact_json_count(of->by_models[collection][0]), "by_models", models_json(of, collection))
                                   : json_pack("{s:o, s:n, s:n, s:n, s:s}", "size", exact_json_count(of->size[collection]), "label_1", "label_0", "by_models", "reason", of->why);
    mpz_clear(yes);
    return out;
}

static json_t *orbits_json(const counted *of, size_t m, bool label) {
    json_t *object = json_object();
    for (uint32_t size = 1; object && size <= of->orbits->order; size++) {
        char key[16];
        const uint64_t classes = hbs_orbits_of(of->orbits, m, label, size);
        if (!classes) continue;
        snprintf(key, sizeof key, "%u", size);
        if (json_object_set_new(object, key, cli_json_unsigned(classes))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *classes_json(const counted *of, size_t m) {
    mpz_t yes;
    mpz_init(yes);
    mpz_sub(yes, of->classes, of->classes_no);
    json_t *const out = !of->classes_known ? json_null()
                                           : json_pack("{s:o, s:o, s:o, s:o, s:o}", "all", exact_json_count(of->classes), "label_1", exact_json_count(yes), "label_0",
                                                       exact_json_count(of->classes_no), "sizes_label_1", of->orbits ? orbits_json(of, m, true) : json_null(), "sizes_label_0",
                                                       of->orbits ? orbits_json(of, m, false) : json_null());
    mpz_clear(yes);
    return out;
}

static json_t *one_json(const hbs_signature *signature, const char *text, const counted *of) {
    size_t m = 0;
    for (size_t i = 0; i < signature->lengths; i++) m += signature->length[i].count;
    return json_pack("{s:s, s:I, s:I, s:o, s:o, s:o, s:o}", "signature", text, "n", (json_int_t)signature->variables, "m", (json_int_t)m, "sets", labels_json(of, HBS_SETS),
                     "sequences", labels_json(of, HBS_SEQUENCES), "multisets", exact_json_count(of->multisets), "classes", classes_json(of, m));
}

/* ---- one signature, or every number of clauses ---- */

/* Sizes of classes need all sets to be visited: one length, few clauses. */
static hbs_status find_orbits(const hbs_signature *signature, size_t most, hbs_orbit_table *table, counted *of, const hbs_listener *listener, hbs_error *error) {
    hbs_error why = {0};
    if (!of->classes_known || signature->lengths != 1) return HBS_OK;
    if (!table->classes) {
        const hbs_status status = hbs_orbit_table_make(table, signature->variables, signature->length[0].length, most, listener, &why);
        if (status == HBS_ERROR_USAGE) return snprintf(of->why, sizeof of->why, "%.255s", why.message), HBS_OK;
        if (status != HBS_OK) return hbs_raise(error, status, "%s", why.message);
    }
    if (signature->length[0].count <= table->clauses) of->orbits = table;
    return HBS_OK;
}

static hbs_status show_signature(const hbs_signature *signature, const char *text, bool json, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_space_labels *labels = NULL;
    hbs_orbit_table orbits = {0};
    counted of;
    counted_new(&of);
    HBS_TRY(hbs_space_labels_new(&labels, listener, error));
    HBS_TRY(count_formulas(signature, labels, &of, listener, error));
    HBS_TRY(find_orbits(signature, signature->lengths ? signature->length[0].count : 0, &orbits, &of, listener, error));
    HBS_TRY(json ? cli_json_print(one_json(signature, text, &of), error) : print_one(signature, text, &of, error));
done:
    counted_free(&of);
    hbs_orbit_table_free(&orbits);
    hbs_space_labels_free(labels);
    return status;
}

static hbs_status add_row(cli_columns *columns, size_t m, const counted *of, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t yes;
    mpz_init(yes);
    satisfiable(of, HBS_SETS, yes);
    HBS_TRY(cli_cell(columns, error, "%zu", m));
    HBS_TRY(exact_cell_count(columns, of->size[HBS_SETS], error));
    HBS_TRY(exact_cell_count(columns, yes, error));
    HBS_TRY(exact_cell_count(columns, of->by_models[HBS_SETS][0], error));
    mpz_sub(yes, of->classes, of->classes_no);
    HBS_TRY(exact_cell_count(columns, of->classes, error));
    HBS_TRY(exact_cell_count(columns, yes, error));
    HBS_TRY(exact_cell_count(columns, of->classes_no, error));
done:
    mpz_clear(yes);
    return status;
}

/* Every number of clauses of one length. */
static hbs_status show_all(uint32_t n, uint32_t length, const char *text, bool json, const hbs_listener *listener, hbs_error *error) {
    static const char *const head[] = {"M", "SETS", "SATISFIABLE", "UNSATISFIABLE", "CLASSES", "SATISFIABLE", "UNSATISFIABLE"};
    hbs_status status = HBS_OK;
    hbs_space_labels *labels = NULL;
    hbs_orbit_table orbits = {0};
    cli_columns columns = {.columns = 7, .align = "rrrrrrr"};
    json_t *list = json_array();
    mpz_t clauses;
    mpz_init(clauses);
    hbs_clauses_of_length(clauses, n, length);
    if (n > HBS_SMALL_VARIABLES_MAX || mpz_cmp_ui(clauses, ROWS_MAX) > 0)
        HBS_FAIL(error, HBS_ERROR_USAGE, "every number of clauses is tabulated up to %u variables; name one, such as \"n=%u %s:10\", for sizes alone", HBS_SMALL_VARIABLES_MAX, n,
                 length == HBS_ANY_LENGTH ? "any" : "3");
    HBS_TRY(hbs_space_labels_new(&labels, listener, error));
    for (size_t i = 0; i < 7; i++) HBS_TRY(cli_cell(&columns, error, "%s", head[i]));
    for (size_t m = 0; mpz_cmp_ui(clauses, m) >= 0; m++) {
        hbs_length_count room = {.length = length, .count = m};
        const hbs_signature signature = {.problem = HBS_SAT, .variables = n, .lengths = 1, .length = &room};
        counted of;
        counted_new(&of);
        status = count_formulas(&signature, labels, &of, listener, error);
        if (status == HBS_OK && json) status = find_orbits(&signature, SIZE_MAX, &orbits, &of, listener, error);
        if (status == HBS_OK) status = json ? cli_json_append(list, one_json(&signature, text, &of), error) : add_row(&columns, m, &of, error);
        counted_free(&of);
        if (status != HBS_OK) goto done;
    }
    HBS_TRY(json ? cli_json_print(json_pack("{s:s, s:O}", "space", text, "rows", list), error) : cli_columns_print(&columns, "", error));
done:
    mpz_clear(clauses);
    json_decref(list);
    cli_columns_free(&columns);
    hbs_orbit_table_free(&orbits);
    hbs_space_labels_free(labels);
    return status;
}

/* ---- pairs ---- */

/* *known false where there are too many terms or atoms. */
static hbs_status pair_classes(const hbs_space *space, mpz_t out, bool *known, hbs_error *error) {
    mpz_t second;
    hbs_error why = {0};
    mpz_init(second);
    hbs_status status = hbs_space_query_classes(space, 0, out, &why);
    if (status == HBS_OK) status = hbs_space_query_classes(space, 1, second, &why);
    mpz_mul(out, out, second);
    mpz_clear(second);
    *known = status == HBS_OK;
    return status == HBS_OK || status == HBS_ERROR_USAGE ? HBS_OK : hbs_raise(error, status, "%s", why.message);
}

static hbs_status show_pairs(const hbs_signature *signature, const char *text, bool loose, bool json, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_space_labels *labels = NULL;
    hbs_space *space = NULL;
    hbs_error why = {0};
    bool known = false, classes_known = false;
    mpz_t size, count[2], classes;
    mpz_inits(size, count[0], count[1], classes, NULL);
    HBS_TRY(loose ? hbs_space_new_loose(&space, signature, HBS_SETS, error) : hbs_space_new(&space, signature, HBS_SETS, error));
    hbs_space_size(space, size);
    HBS_TRY(hbs_space_labels_new(&labels, listener, error));
    status = loose ? hbs_space_labels_count_loose(labels, signature, count, &known, &why) : hbs_space_labels_count(labels, signature, HBS_SETS, count, &known, &why);
    if (status != HBS_OK) HBS_FAIL(error, status, "%s", why.message);
    HBS_TRY(pair_classes(space, classes, &classes_known, error));
    if (json) {
        HBS_TRY(cli_json_print(json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "signature", text, "pairs", exact_json_count(size), "classes", classes_known ? exact_json_count(classes) : json_null(), "label_1", known ? exact_json_count(count[1]) : json_null(),
                                         "label_0", known ? exact_json_count(count[0]) : json_null(), "reason", known ? json_null() : json_string(why.message)), error));
        goto done;
    }
    HBS_TRY(cli_print_line(error, "%s", text));
    HBS_TRY(print_line("pairs", size, error));
    if (known) {
        HBS_TRY(print_line("  contained", count[1], error));
        HBS_TRY(print_line("  not contained", count[0], error));
    }
    if (classes_known) HBS_TRY(print_line("classes up to variables", classes, error));
    if (!known) HBS_TRY(cli_print_line(error, "  labels: %s", why.message));
done:
    mpz_clears(size, count[0], count[1], classes, NULL);
    hbs_space_free(space);
    hbs_space_labels_free(labels);
    return status;
}

/* "n=3 k=2" or "n=3 k=any", and nothing else. */
static bool reads_all(const char *text, uint32_t *n, uint32_t *length) {
    const char *const k = strstr(text, " k=");
    int64_t variables, given;
    if (strncmp(text, "n=", 2) || !k || !hbs_read_integer(text + 2, (size_t)(k - text) - 2, &variables) || variables < 0 || variables > 1000) return false;
    *n = (uint32_t)variables;
    *length = HBS_ANY_LENGTH;
    if (!strcmp(k + 3, "any")) return true;
    if (!hbs_read_integer(k + 3, strlen(k + 3), &given) || given < 0 || given > 1000) return false;
    *length = (uint32_t)given;
    return true;
}

hbs_status exact_space(const char *text, bool loose, bool json, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    uint32_t n, length;
    if (reads_all(text, &n, &length)) return show_all(n, length, text, json, listener, error);
    HBS_TRY(hbs_signature_parse(text, &signature, error));
    if (signature.problem == HBS_SAT && !strchr(text, ':'))
        hbs_warn(listener, "\"%s\" names no clauses: its only formula is the empty one; \"n=%u k=3\" tabulates every number of clauses of length 3, \"n=%u 3:10\" is ten of them", text,
                 signature.variables, signature.variables);
    if (signature.problem == HBS_CQC) HBS_TRY(show_pairs(&signature, text, loose, json, listener, error));
    else HBS_TRY(show_signature(&signature, text, json, listener, error));
done:
    hbs_signature_free(&signature);
    return status;
}
