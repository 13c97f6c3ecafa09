/* Formulas as two flat arrays, clause starts and literals, so that a formula is copied, encoded and walked without chasing pointers.
 *
 * Growth is amortised and every public function reserves before it writes: a failure leaves the formula as it was. The compact
 * form is decoded in two passes, the first of which only checks and counts; so hostile bytes never make memory beyond a constant times their
 * own number, and the formula's old memory is reused. */
#include "core/cnf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 4096u

void hbs_cnf_free(hbs_cnf *cnf)
{
    if (!cnf) return;
    free(cnf->start);
    free(cnf->literal);
    *cnf = (hbs_cnf){0};
}

void hbs_cnf_clear(hbs_cnf *cnf, uint32_t variables)
{
    cnf->variables = variables;
    cnf->clauses = 0;
    if (cnf->start) cnf->start[0] = 0;
}

/* Both arrays exist afterwards, even for empty clauses alone: no arithmetic on null pointers anywhere. */
static hbs_status reserve(hbs_cnf *cnf, size_t clauses, size_t literals, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (clauses == SIZE_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "a formula of %zu clauses does not fit in memory", clauses);
    if (clauses + 1 > cnf->start_capacity) {
        const bool fresh = cnf->start == NULL;
        HBS_TRY(hbs_grow(&cnf->start, &cnf->start_capacity, clauses + 1, sizeof *cnf->start, error));
        if (fresh) cnf->start[0] = 0;
    }
    if (!literals) literals = 1;
    if (literals > cnf->literal_capacity) HBS_TRY(hbs_grow(&cnf->literal, &cnf->literal_capacity, literals, sizeof *cnf->literal, error));
done:
    return status;
}

hbs_status hbs_cnf_copy(hbs_cnf *to, const hbs_cnf *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t literals = hbs_cnf_literals(from);
    if (to == from) goto done;
    HBS_TRY(reserve(to, from->clauses, literals, error));
    hbs_cnf_clear(to, from->variables);
    if (from->clauses) memcpy(to->start, from->start, (from->clauses + 1) * sizeof *to->start);
    if (literals) memcpy(to->literal, from->literal, literals * sizeof *to->literal);
    to->clauses = from->clauses;
done:
    return status;
}

static uint32_t variable_of(int32_t literal)
{
    return literal < 0 ? 0u - (uint32_t)literal : (uint32_t)literal;
}

static int32_t literal_of(uint32_t code)
{
    const int32_t variable = (int32_t)(code / 2) + 1;
    return code & 1 ? -variable : variable;
}

static hbs_status fail_literal(const hbs_cnf *cnf, int32_t literal, hbs_error *error)
{
    char why[60] = "of a formula that has no variables";
    if (cnf->variables) snprintf(why, sizeof why, "is outside 1..%u", cnf->variables);
    return hbs_raise(error, HBS_ERROR_INPUT, "literal %d in clause %zu %s: give every literal a variable of the formula", literal, cnf->clauses + 1, why);
}

hbs_status hbs_cnf_add(hbs_cnf *cnf, const int32_t *literals, size_t count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t before = hbs_cnf_literals(cnf);
    for (size_t i = 0; i < count; i++)
        if (variable_of(literals[i]) - 1 >= cnf->variables) HBS_TRY(fail_literal(cnf, literals[i], error));
    if (count > SIZE_MAX - before) HBS_FAIL(error, HBS_ERROR_MEMORY, "a clause of %zu literals does not fit in memory", count);
    if (cnf->clauses + 2 > cnf->start_capacity || before + count > cnf->literal_capacity || !cnf->literal)
        HBS_TRY(reserve(cnf, cnf->clauses + 1, before + count, error));
    for (size_t i = 0; i < count; i++) cnf->literal[before + i] = literals[i];
    cnf->start[++cnf->clauses] = before + count;
done:
    return status;
}

static bool clause_satisfied(const int32_t *literal, size_t length, const uint8_t *model)
{
    for (size_t i = 0; i < length; i++)
        if ((model[variable_of(literal[i])] != 0) == (literal[i] > 0)) return true;
    return false;
}

bool hbs_cnf_satisfied(const hbs_cnf *cnf, const uint8_t *model)
{
    for (size_t c = 0; c < cnf->clauses; c++)
        if (!clause_satisfied(hbs_cnf_clause(cnf, c), hbs_cnf_length(cnf, c), model)) return false;
    return true;
}

/* --- the cleaned formula --- */

/* Codes order literals by variable, positive first. */
static int compare_literals(const void *a, const void *b)
{
    const uint32_t x = hbs_literal_code(*(const int32_t *)a), y = hbs_literal_code(*(const int32_t *)b);
    return (x > y) - (x < y);
}

static void sort_literals(int32_t *literal, size_t count)
{
    if (count > 16) {
        qsort(literal, count, sizeof *literal, compare_literals);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const int32_t moved = literal[i];
        size_t j = i;
        for (; j && hbs_literal_code(literal[j - 1]) > hbs_literal_code(moved); j--) literal[j] = literal[j - 1];
        literal[j] = moved;
    }
}

/* Sorts and merges in place; the new length, or SIZE_MAX for a tautology. */
static size_t clean_clause(int32_t *literal, size_t count)
{
    size_t kept = 0;
    sort_literals(literal, count);
    for (size_t i = 0; i < count; i++) {
        if (kept && literal[kept - 1] == literal[i]) continue;
        if (kept && literal[kept - 1] == -literal[i]) return SIZE_MAX;
        literal[kept++] = literal[i];
    }
    return kept;
}

/* The first two literal codes lead the order, so that most comparisons touch nothing else. */
typedef struct sort_key {
    uint64_t lead;
    size_t clause;
} sort_key;

static uint64_t lead_of(const int32_t *literal, size_t length)
{
    const uint64_t first = length > 0 ? hbs_literal_code(literal[0]) + UINT64_C(1) : 0;
    const uint64_t second = length > 1 ? hbs_literal_code(literal[1]) + UINT64_C(1) : 0;
    return first << 32 | second;
}

static int compare_tails(const hbs_cnf *cnf, const sort_key *x, const sort_key *y)
{
    const size_t m = hbs_cnf_length(cnf, x->clause), n = hbs_cnf_length(cnf, y->clause);
    const int32_t *const p = hbs_cnf_clause(cnf, x->clause), *const q = hbs_cnf_clause(cnf, y->clause);
    for (size_t i = 2; i < m && i < n; i++)
        if (p[i] != q[i]) return hbs_literal_code(p[i]) < hbs_literal_code(q[i]) ? -1 : 1;
    return (m > n) - (m < n);
}

static inline int compare_clauses(const hbs_cnf *cnf, const sort_key *x, const sort_key *y)
{
    if (x->lead != y->lead) return x->lead < y->lead ? -1 : 1;
    return compare_tails(cnf, x, y);
}

static void sort_run(const hbs_cnf *cnf, sort_key *key, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const sort_key moved = key[i];
        size_t j = i;
        for (; j && compare_clauses(cnf, key + j - 1, &moved) > 0; j--) key[j] = key[j - 1];
        key[j] = moved;
    }
}

static void merge(const hbs_cnf *cnf, const sort_key *a, size_t m, const sort_key *b, size_t n, sort_key *to)
{
    while (m && n) {
        const bool first = compare_clauses(cnf, a, b) <= 0;
        *to++ = first ? *a : *b;
        a += first, m -= first;
        b += !first, n -= !first;
    }
    memcpy(to, m ? a : b, (m + n) * sizeof *to);
}

/* Merge sort from runs of RUN up, with the comparison inline: hashing is done for every instance, and qsort_r takes most of it. The result is in
 * `key` or in `other`, whichever is returned. */
static sort_key *sort_clauses(const hbs_cnf *cnf, sort_key *key, sort_key *other, size_t count)
{
    enum { RUN = 8 };
    for (size_t at = 0; at < count; at += RUN) sort_run(cnf, key + at, count - at < RUN ? count - at : RUN);
    for (size_t run = RUN; run < count; run *= 2) {
        for (size_t at = 0; at < count; at += 2 * run) {
            const size_t m = count - at < run ? count - at : run, n = count - at - m < run ? count - at - m : run;
            merge(cnf, key + at, m, key + at + m, n, other + at);
        }
        sort_key *const sorted = other;
        other = key;
        key = sorted;
    }
    return key;
}

static void clean_clauses(const hbs_cnf *from, hbs_cnf *work, sort_key *key)
{
    size_t end = 0;
    hbs_cnf_clear(work, from->variables);
    for (size_t c = 0; c < from->clauses; c++) {
        const size_t length = hbs_cnf_length(from, c);
        if (length) memcpy(work->literal + end, hbs_cnf_clause(from, c), length * sizeof *work->literal);
        const size_t kept = clean_clause(work->literal + end, length);
        if (kept == SIZE_MAX) continue;
        if (key) key[work->clauses] = (sort_key){lead_of(work->literal + end, kept), work->clauses};
        work->start[++work->clauses] = end += kept;
    }
}

hbs_status hbs_cnf_clean_clauses(hbs_cnf *to, const hbs_cnf *from, hbs_error *error)
{
    const hbs_status status = reserve(to, from->clauses, hbs_cnf_literals(from), error);
    if (status == HBS_OK) clean_clauses(from, to, NULL);
    return status;
}

hbs_status hbs_cnf_clean(hbs_cnf *to, const hbs_cnf *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_cnf work = {0};
    sort_key *keys = NULL;
    HBS_TRY(reserve(&work, from->clauses, hbs_cnf_literals(from), error));
    HBS_TRY(hbs_allocate(&keys, from->clauses, 2 * sizeof *keys, error));
    HBS_TRY(reserve(to, from->clauses, hbs_cnf_literals(from), error));
    clean_clauses(from, &work, keys);
    const sort_key *const key = sort_clauses(&work, keys, keys + from->clauses, work.clauses);
    hbs_cnf_clear(to, work.variables);
    size_t end = 0;
    for (size_t k = 0; k < work.clauses; k++) {
        if (k && compare_clauses(&work, key + k - 1, key + k) == 0) continue;
        const size_t length = hbs_cnf_length(&work, key[k].clause);
        if (length) memcpy(to->literal + end, hbs_cnf_clause(&work, key[k].clause), length * sizeof *to->literal);
        to->start[++to->clauses] = end += length;
    }
done:
    free(keys);
    hbs_cnf_free(&work);
    return status;
}

/* --- compact binary form --- */

static size_t varint_size(uint64_t value)
{
    size_t size = 1;
    for (; value >= 128; value >>= 7) size++;
    return size;
}

/* An upper bound on the encoded size, SIZE_MAX when it does not fit. */
static size_t encoded_bound(const hbs_cnf *cnf)
{
    const size_t literals = hbs_cnf_literals(cnf), wide = varint_size(2 * (uint64_t)cnf->variables), head = varint_size(literals);
    size_t bound, lengths;
    if (__builtin_mul_overflow(literals, wide, &bound) || __builtin_mul_overflow(cnf->clauses, head, &lengths)) return SIZE_MAX;
    if (__builtin_add_overflow(bound, lengths, &bound) || __builtin_add_overflow(bound, (size_t)20, &bound)) return SIZE_MAX;
    return bound;
}

hbs_status hbs_cnf_encode(const hbs_cnf *cnf, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t bound = encoded_bound(cnf);
    if (bound > SIZE_MAX - out->size) HBS_FAIL(error, HBS_ERROR_MEMORY, "a formula of %zu clauses is too large to encode", cnf->clauses);
    HBS_TRY(hbs_grow(&out->data, &out->capacity, out->size + bound, 1, error));
    uint8_t *at = hbs_put_varint(hbs_put_varint(out->data + out->size, cnf->variables), cnf->clauses);
    for (size_t c = 0; c < cnf->clauses; c++) {
        at = hbs_put_varint(at, hbs_cnf_length(cnf, c));
        for (size_t i = cnf->start[c]; i < cnf->start[c + 1]; i++) at = hbs_put_varint(at, hbs_literal_code(cnf->literal[i]));
    }
    out->size = (size_t)(at - out->data);
done:
    return status;
}

typedef struct reader {
    const uint8_t *data;
    size_t size, at;
} reader;

/* One byte, the common case, without a call. */
static inline hbs_status take(reader *in, uint64_t *value, hbs_error *error)
{
    if (in->at < in->size && in->data[in->at] < 128) {
        *value = in->data[in->at++];
        return HBS_OK;
    }
    return hbs_read_varint(in->data, in->size, &in->at, value, error);
}

static hbs_status check_clause(reader *in, uint64_t codes, size_t *literals, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t length, code;
    HBS_TRY(take(in, &length, error));
    if (length > in->size - in->at) HBS_FAIL(error, HBS_ERROR_INPUT, "stored formula, byte %zu: a clause ends after the data: the bytes are damaged", in->at);
    for (uint64_t i = 0; i < length; i++) {
        HBS_TRY(take(in, &code, error));
        if (code >= codes) HBS_FAIL(error, HBS_ERROR_INPUT, "stored formula, byte %zu: literal out of range: the bytes are damaged", in->at);
    }
    *literals += (size_t)length;
done:
    return status;
}

/* Checks everything up to the last byte and counts. `body` is where the clauses begin. */
static hbs_status check(const uint8_t *data, size_t size, uint64_t *variables, uint64_t *clauses, size_t *literals, size_t *body, hbs_error *error)
{
    hbs_status status = HBS_OK;
    reader in = {data, size, 0};
    HBS_TRY(take(&in, variables, error));
    HBS_TRY(take(&in, clauses, error));
    if (*variables > HBS_CNF_VARIABLES_MAX) HBS_FAIL(error, HBS_ERROR_INPUT, "stored formula: %llu variables, at most %u are possible: the bytes are damaged",
                                                     (unsigned long long)*variables, HBS_CNF_VARIABLES_MAX);
    if (*clauses > size - in.at) HBS_FAIL(error, HBS_ERROR_INPUT, "stored formula: %llu clauses in %zu bytes: the bytes are damaged", (unsigned long long)*clauses, size);
    *body = in.at;
    *literals = 0;
    for (uint64_t c = 0; c < *clauses; c++) HBS_TRY(check_clause(&in, 2 * *variables, literals, error));
    if (in.at != size) HBS_FAIL(error, HBS_ERROR_INPUT, "stored formula: %zu bytes after its end: the bytes are damaged", size - in.at);
done:
    return status;
}

/* Only for bytes that `check` accepted. */
static uint64_t get(const uint8_t **at)
{
    uint64_t value = *(*at)++;
    if (value < 128) return value;
    value &= 127;
    for (unsigned shift = 7;; shift += 7) {
        const uint64_t byte = *(*at)++;
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
    }
}

hbs_status hbs_cnf_decode(hbs_cnf *cnf, const uint8_t *data, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint64_t variables = 0, clauses = 0;
    size_t literals = 0, body = 0, end = 0;
    HBS_TRY(check(data, size, &variables, &clauses, &literals, &body, error));
    HBS_TRY(reserve(cnf, (size_t)clauses, literals, error));
    hbs_cnf_clear(cnf, (uint32_t)variables);
    const uint8_t *at = data + body;
    while (cnf->clauses < clauses) {
        for (uint64_t length = get(&at); length; length--) cnf->literal[end++] = literal_of((uint32_t)get(&at));
        cnf->start[++cnf->clauses] = end;
    }
done:
    return status;
}

/* --- hashes --- */

hbs_status hbs_cnf_content_hash(const hbs_cnf *cnf, uint8_t out[HBS_HASH_SIZE], hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_cnf clean = {0};
    hbs_bytes bytes = {0};
    HBS_TRY(hbs_cnf_clean(&clean, cnf, error));
    HBS_TRY(hbs_cnf_encode(&clean, &bytes, error));
    hbs_hash_of(bytes.data, bytes.size, out);
done:
    hbs_bytes_free(&bytes);
    hbs_cnf_free(&clean);
    return status;
}

static char *print_literal(char *at, int32_t literal)
{
    char digit[12];
    size_t count = 0;
    if (literal < 0) *at++ = '-';
    for (uint32_t value = variable_of(literal); value; value /= 10) digit[count++] = (char)('0' + value % 10);
    while (count) *at++ = digit[--count];
    return at;
}

/* A clause "1 -2 0" with a blank before it unless it is the first of the formula. */
static size_t digest_clause(hbs_md5 *context, char *chunk, size_t used, const hbs_cnf *cnf, size_t clause)
{
    char *at = chunk + used;
    if (clause) *at++ = ' ';
    for (size_t i = cnf->start[clause]; i < cnf->start[clause + 1]; i++) {
        at = print_literal(at, cnf->literal[i]);
        *at++ = ' ';
        if (at - chunk > (ptrdiff_t)CHUNK - 32) {
            hbs_md5_add(context, chunk, (size_t)(at - chunk));
            at = chunk;
        }
    }
    *at++ = '0';
    return (size_t)(at - chunk);
}

void hbs_cnf_gbd_hash(const hbs_cnf *cnf, char out[33])
{
    char chunk[CHUNK];
    uint8_t digest[HBS_MD5_SIZE];
    size_t used = 0;
    hbs_md5 context;
    hbs_md5_start(&context);
    for (size_t c = 0; c < cnf->clauses; c++) {
        used = digest_clause(&context, chunk, used, cnf, c);
        if (used <= CHUNK - 32) continue;
        hbs_md5_add(&context, chunk, used);
        used = 0;
    }
    hbs_md5_add(&context, chunk, used);
    hbs_md5_finish(&context, digest);
    hbs_hex(digest, sizeof digest, out);
}

/* --- order and names --- */

/* The draws depend on the clause lengths alone: first the order of clauses, then each clause in its new place. */
hbs_status hbs_cnf_shuffle(hbs_cnf *cnf, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t *order = NULL;
    hbs_cnf to = {0};
    size_t end = 0;
    if (!cnf->clauses) goto done;
    HBS_TRY(reserve(&to, cnf->clauses, hbs_cnf_literals(cnf), error));
    HBS_TRY(hbs_rng_order(rng, cnf->clauses, &order, error));
    hbs_cnf_clear(&to, cnf->variables);
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, order[c]);
        if (length) {
            memcpy(to.literal + end, hbs_cnf_clause(cnf, order[c]), length * sizeof *to.literal);
            hbs_rng_shuffle(rng, (uint32_t *)(to.literal + end), length);
        }
        to.start[++to.clauses] = end += length;
    }
    const hbs_cnf old = *cnf;
    *cnf = to;
    to = old;
done:
    free(order);
    hbs_cnf_free(&to);
    return status;
}

hbs_status hbs_cnf_rename(hbs_cnf *cnf, hbs_rng *rng, int32_t *map, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t *order = NULL;
    int32_t *to = NULL;
    HBS_TRY(hbs_allocate(&to, (size_t)cnf->variables + 1, sizeof *to, error));
    HBS_TRY(hbs_rng_order(rng, cnf->variables, &order, error));
    for (uint32_t v = 0; v < cnf->variables; v++) {
        const int32_t variable = (int32_t)order[v] + 1;
        to[v + 1] = hbs_rng_below(rng, 2) ? -variable : variable;
    }
    const size_t literals = hbs_cnf_literals(cnf);
    for (size_t i = 0; i < literals; i++) {
        const int32_t image = to[variable_of(cnf->literal[i])];
        cnf->literal[i] = cnf->literal[i] < 0 ? -image : image;
    }
    if (map) memcpy(map, to, ((size_t)cnf->variables + 1) * sizeof *map);
done:
    free(order);
    free(to);
    return status;
}
