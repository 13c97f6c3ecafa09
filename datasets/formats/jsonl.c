/* One line is parsed at a time (jansson), so memory is that of one instance. What a line says of sizes and hashes is held against its instance: a file that was edited by
 * hand or cut shows. */
#include "datasets/formats/jsonl.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "datasets/catalog/connection.h"
#include "datasets/formats/datalog.h"

#define LINE_MAX_BYTES ((size_t)1 << 28)   /* parsed, a line takes some twenty times its size */

typedef struct reading {
    const char *name;
    size_t line;
    json_t *root;
    hbs_error *error;
} reading;

void hbs_told_free(hbs_told *told) {
    free(told->split);
    free(told->name);
    hbs_certificate_free(&told->certificate);
    *told = (hbs_told){.label = HBS_LABEL_UNKNOWN, .claim = HBS_LABEL_UNKNOWN, .tries = 1, .choice_bits = NAN};
}

bool hbs_jsonl_is_name(const char *name, size_t length) {
    return (length > 6 && !strncasecmp(name + length - 6, ".jsonl", 6)) || (length > 7 && !strncasecmp(name + length - 7, ".ndjson", 7));
}

hbs_problem hbs_jsonl_problem(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    const size_t line = end ? (size_t)(end - text) : length;
    return memmem(text, line, "\"clauses\"", 9) ? HBS_SAT : HBS_CQC;
}

static hbs_status fail(const reading *r, const char *key, const char *what) {
    return hbs_raise(r->error, HBS_ERROR_INPUT, "%s:%zu: %s: %.600s", r->name, r->line, key, what);
}

static const json_t *value_of(const reading *r, const char *key) {
    const json_t *value = json_object_get(r->root, key);
    return json_is_null(value) ? NULL : value;
}

/* A count; left as it is when it is not there. */
static hbs_status read_count(const reading *r, const char *key, uint64_t most, uint64_t *out, bool *has) {
    const json_t *value = value_of(r, key);
    if (has) *has = value != NULL;
    if (!value) return HBS_OK;
    if (!json_is_integer(value) || json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > most) return fail(r, key, "not a number that it can be");
    *out = (uint64_t)json_integer_value(value);
    return HBS_OK;
}

static hbs_status check_count(const reading *r, const char *key, size_t found) {
    uint64_t said = found;
    const hbs_status status = read_count(r, key, INT64_MAX, &said, NULL);
    if (status != HBS_OK || said == found) return status;
    return hbs_raise(r->error, HBS_ERROR_INPUT, "%s:%zu: %s is %" PRIu64 ", and there are %zu", r->name, r->line, key, said, found);
}

static hbs_status read_label(const reading *r, const char *key, int *out) {
    const json_t *value = value_of(r, key);
    const bool number = json_is_integer(value), truth = json_is_boolean(value);
    if (!value) return HBS_OK;
    if ((!number && !truth) || (number && (json_integer_value(value) < 0 || json_integer_value(value) > 1))) return fail(r, key, "not 0, 1 or null");
    *out = number ? (int)json_integer_value(value) : json_is_true(value);
    return HBS_OK;
}

static hbs_status read_text(const reading *r, const char *key, size_t most, char **out) {
    const json_t *value = value_of(r, key);
    if (!value) return HBS_OK;
    if (!json_is_string(value) || json_string_length(value) > most) return fail(r, key, "not a text of the length that it may have");
    return json_string_length(value) ? hbs_copy_text(out, json_string_value(value), r->error) : HBS_OK;
}

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* Both of kind and bytes, or neither. */
static hbs_status read_certificate(const reading *r, hbs_certificate *out) {
    hbs_status status = HBS_OK;
    const char *const kind = json_string_value(value_of(r, "certificate_kind")), *const hex = json_string_value(value_of(r, "certificate"));
    if (!value_of(r, "certificate")) return HBS_OK;
    if (!kind || !hbs_catalog_kind_parse(kind, &out->kind)) return fail(r, "certificate_kind", "no kind of certificate");
    if (!hex || strlen(hex) % 2) return fail(r, "certificate", "not the bytes of one in hexadecimal");
    for (const char *at = hex; *at; at += 2) {
        const int high = digit(at[0]), low = digit(at[1]);
        if (high < 0 || low < 0) return fail(r, "certificate", "not the bytes of one in hexadecimal");
        const uint8_t byte = (uint8_t)(16 * high + low);
        HBS_TRY(hbs_bytes_append(&out->bytes, &byte, 1, r->error));
    }
done:
    return status;
}

static hbs_status read_told(const reading *r, hbs_told *told) {
    hbs_status status = HBS_OK;
    uint64_t part = 0;
    HBS_TRY(read_label(r, "label", &told->label));
    HBS_TRY(read_label(r, "claim", &told->claim));
    HBS_TRY(read_count(r, value_of(r, "family") ? "family" : "unit", INT64_MAX, &told->unit, &told->has_unit));
    HBS_TRY(read_count(r, "part", INT32_MAX, &part, NULL));
    HBS_TRY(read_count(r, "tries", INT64_MAX, &told->tries, NULL));
    HBS_TRY(read_count(r, "unknown_tries", INT64_MAX, &told->unknown_tries, NULL));
    HBS_TRY(read_text(r, "split", 31, &told->split));
    HBS_TRY(read_text(r, "name", 4096, &told->name));
    const json_t *bits = value_of(r, "choice_bits");
    if (bits && (!json_is_number(bits) || json_number_value(bits) < 0)) HBS_TRY(fail(r, "choice_bits", "not a number that it can be"));
    if (bits) told->choice_bits = json_number_value(bits);
    told->part = (uint32_t)part;
    HBS_TRY(read_certificate(r, &told->certificate));
done:
    return status;
}

static hbs_status read_clause(const reading *r, const json_t *clause, hbs_cnf *cnf, int32_t **room, size_t *capacity) {
    hbs_status status = HBS_OK;
    const size_t length = json_array_size(clause);
    if (!json_is_array(clause)) HBS_TRY(fail(r, "clauses", "a clause that is no list of literals"));
    if (length > HBS_CNF_LITERALS_MAX - hbs_cnf_literals(cnf)) HBS_TRY(fail(r, "clauses", "more literals than a formula may have"));
    HBS_TRY(hbs_grow(room, capacity, length + 1, sizeof **room, r->error));
    for (size_t i = 0; i < length; i++) {
        const json_t *literal = json_array_get(clause, i);
        const json_int_t value = json_integer_value(literal);
        if (!json_is_integer(literal) || !value || value > (json_int_t)cnf->variables || value < -(json_int_t)cnf->variables)
            HBS_TRY(fail(r, "clauses", "a literal that is 0, no integer or beyond n"));
        (*room)[i] = (int32_t)value;
    }
    HBS_TRY(hbs_cnf_add(cnf, *room, length, r->error));
done:
    return status;
}

static hbs_status read_formula(const reading *r, hbs_cnf *cnf) {
    hbs_status status = HBS_OK;
    const json_t *clauses = value_of(r, "clauses");
    uint64_t variables = 0;
    int32_t *room = NULL;
    size_t capacity = 0;
    bool has;
    HBS_TRY(read_count(r, "n", HBS_CNF_VARIABLES_MAX, &variables, &has));
    if (!has || !json_is_array(clauses)) HBS_TRY(fail(r, "clauses", "n and a list of clauses are needed"));
    hbs_cnf_clear(cnf, (uint32_t)variables);
    for (size_t c = 0; c < json_array_size(clauses); c++) HBS_TRY(read_clause(r, json_array_get(clauses, c), cnf, &room, &capacity));
    HBS_TRY(check_count(r, "m", cnf->clauses));
done:
    free(room);
    return status;
}

static hbs_status read_pair(const reading *r, hbs_query_pair *pair) {
    hbs_status status = HBS_OK;
    hbs_error why = {0};
    hbs_bytes text = {0};
    size_t at = 0;
    bool found = false;
    const char *one = json_string_value(value_of(r, "q1")), *two = json_string_value(value_of(r, "q2"));
    if (!one || !two) HBS_TRY(fail(r, "q1, q2", "two Datalog rules are needed, or n and clauses"));
    HBS_TRY(hbs_bytes_print(&text, r->error, "%s\n%s\n", one, two));
    status = hbs_datalog_read(pair, &found, (const char *)text.data, text.size, &at, "rules", HBS_VARIABLES_UPPER, NULL, &why);
    if (status != HBS_OK) HBS_TRY(status == HBS_ERROR_INPUT ? fail(r, "q1, q2", why.message) : hbs_raise(r->error, status, "%s", why.message));
    if (!found || strspn((const char *)text.data + at, "\n") != text.size - at) HBS_TRY(fail(r, "q1, q2", "one rule each is needed"));
    HBS_TRY(check_count(r, "atoms1", pair->q1.atoms));
    HBS_TRY(check_count(r, "atoms2", pair->q2.atoms));
done:
    hbs_bytes_free(&text);
    return status;
}

static hbs_status check_hash(const reading *r, const hbs_instance *instance) {
    hbs_status status = HBS_OK;
    uint8_t hash[HBS_HASH_SIZE];
    char hex[2 * HBS_HASH_SIZE + 1];
    const json_t *said = value_of(r, "content_hash");
    if (!said) return HBS_OK;
    HBS_TRY(hbs_instance_content_hash(instance, hash, r->error));
    hbs_hex(hash, sizeof hash, hex);
    if (!json_is_string(said) || strcasecmp(json_string_value(said), hex) != 0) HBS_TRY(fail(r, "content_hash", "not that of the instance: the line was changed"));
done:
    return status;
}

/* What the library for JSON says in words of its options. */
static const char *fault_of(const json_error_t *where) {
    switch (json_error_code(where)) {
    case json_error_null_character: return "a text holds the character of code 0, which no name has";
    case json_error_numeric_overflow: return "a number is too large";
    default: return where->text;
    }
}

static hbs_status read_line(reading *r, const char *text, size_t length, hbs_instance *out, hbs_told *told) {
    hbs_status status = HBS_OK;
    json_error_t where;
    r->root = NULL;
    if (length > LINE_MAX_BYTES) HBS_FAIL(r->error, HBS_ERROR_INPUT, "%s:%zu: a line of more than %zu bytes; write the instance to a file of its own", r->name, r->line, LINE_MAX_BYTES);
    r->root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    if (!r->root) HBS_FAIL(r->error, HBS_ERROR_INPUT, "%s:%zu:%d: %s", r->name, r->line, where.column, fault_of(&where));
    if (!json_is_object(r->root)) HBS_FAIL(r->error, HBS_ERROR_INPUT, "%s:%zu: no object; write one a line", r->name, r->line);
    const hbs_problem problem = value_of(r, "clauses") ? HBS_SAT : HBS_CQC;
    if (problem == HBS_SAT && (value_of(r, "q1") || value_of(r, "q2")))
        HBS_FAIL(r->error, HBS_ERROR_INPUT, "%s:%zu: both a formula and queries; write an instance a line", r->name, r->line);
    hbs_instance_clear(out, problem);
    HBS_TRY(read_told(r, told));
    HBS_TRY(problem == HBS_SAT ? read_formula(r, &out->cnf) : read_pair(r, &out->pair));
    HBS_TRY(check_hash(r, out));
done:
    json_decref(r->root);
    return status;
}

hbs_status hbs_jsonl_next(hbs_instance *out, hbs_told *told, bool *found, const char *text, size_t length, size_t *at, size_t *line, const char *name, hbs_error *error) {
    hbs_told_free(told);
    *found = false;
    while (*at < length && !*found) {
        const char *const from = text + *at, *const feed = memchr(from, '\n', length - *at);
        const size_t size = feed ? (size_t)(feed - from) : length - *at;
        ++*line;
        *at += size + (feed != NULL);
        for (size_t i = 0; i < size && !*found; i++) *found = !strchr(" \t\r", from[i]) || !from[i];
        if (!*found) continue;
        reading r = {.name = name, .line = *line, .error = error};
        const hbs_status status = read_line(&r, from, size, out, told);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}
