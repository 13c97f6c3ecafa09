/* Signatures from their text, as hbs_signature_print writes it: "n=3 2:6 3:1", "q1(X0) v=3 e/2:2 q2(X0) v=3 e/2:3 repeats constants=both,q1". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "generators/numbers.h"
#include "generators/spaces/spaces.h"

typedef struct reader {
    const char *at;
    hbs_signature made;
    size_t capacity[2];       /* of relation, of atoms of the query being read */
    hbs_error *error;
} reader;

static hbs_status refuse(const reader *own, const char *why) {
    const int length = (int)strcspn(own->at, " ");
    return hbs_raise(own->error, HBS_ERROR_USAGE, "signature: `%.*s` %s; write \"n=3 2:6\", or \"q1(X0) v=3 e/2:2 q2(X0) v=3 e/2:3\"", length > 80 ? 80 : length,
                     own->at, why);
}

static void skip_blanks(reader *own) { own->at += strspn(own->at, " "); }

static bool starts(reader *own, const char *text) {
    if (strncmp(own->at, text, strlen(text))) return false;
    own->at += strlen(text);
    return true;
}

/* Digits up to one of `ends`, which stays. */
static bool read_number(reader *own, const char *ends, int64_t high, int64_t *out) {
    const size_t length = strcspn(own->at, ends);
    int64_t number;
    if (!hbs_read_integer(own->at, length, &number) || number < 0 || number > high) return false;
    *out = number;
    own->at += length;
    return true;
}

/* ---- SAT ---- */

static hbs_status read_length(reader *own, size_t *capacity) {
    hbs_signature *const made = &own->made;
    const char *const word = own->at;
    int64_t length = HBS_ANY_LENGTH, count;
    if ((!starts(own, "any") && !read_number(own, ": ", 10000, &length)) || !starts(own, ":") || !read_number(own, " ", INT64_C(1) << 40, &count)) {
        own->at = word;
        return refuse(own, "is not length:count, a length up to 10000 and a count up to 2^40");
    }
    if (!count) return HBS_OK;
    const hbs_status status = hbs_grow(&made->length, capacity, made->lengths + 1, sizeof *made->length, own->error);
    if (status != HBS_OK) return status;
    size_t place = made->lengths;
    for (; place > 0 && made->length[place - 1].length >= (uint32_t)length; place--) {
        if (made->length[place - 1].length != (uint32_t)length) continue;
        own->at = word;
        return refuse(own, "names a length twice");
    }
    memmove(made->length + place + 1, made->length + place, (made->lengths - place) * sizeof *made->length);
    made->length[place] = (hbs_length_count){.length = (uint32_t)length, .count = (size_t)count};
    made->lengths++;
    return HBS_OK;
}

static hbs_status read_formula(reader *own) {
    int64_t n;
    size_t capacity = 0;
    own->made.problem = HBS_SAT;
    if (!read_number(own, " ", HBS_CNF_VARIABLES_MAX, &n)) return refuse(own, "is not a number of variables up to 2^29 - 1");
    own->made.variables = (uint32_t)n;
    for (skip_blanks(own); *own->at; skip_blanks(own)) {
        const hbs_status status = read_length(own, &capacity);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

/* ---- CQC ---- */

static hbs_status read_head(reader *own, hbs_query_signature *query) {
    size_t capacity = 0;
    while (!starts(own, ")")) {
        int64_t number;
        const bool constant = *own->at == 'c';
        if ((!constant && *own->at != 'X') || (own->at++, !read_number(own, ",)", 10000, &number))) return refuse(own, "is not a head term X0, X1, .. or c0, c1, .., up to 10000");
        const hbs_status status = hbs_grow(&query->head, &capacity, query->head_arity + 1, sizeof *query->head, own->error);
        if (status != HBS_OK) return status;
        query->head[query->head_arity++] = (hbs_term)number | (constant ? HBS_CONSTANT : 0);
        starts(own, ",");
    }
    return HBS_OK;
}

/* The place of name/arity among the relations, a new one where it is new: relations come sorted, and q1 names all that q2 does. */
static hbs_status place_relation(reader *own, const char *name, size_t length, uint32_t arity, size_t *out) {
    hbs_status status = HBS_OK;
    hbs_signature *const made = &own->made;
    for (*out = 0; *out < made->relations; ++*out)
        if (made->relation[*out].kind == arity && strlen(made->relation[*out].text) == length && !strncmp(made->relation[*out].text, name, length)) return HBS_OK;
    HBS_TRY(hbs_grow(&made->relation, &own->capacity[0], made->relations + 1, sizeof *made->relation, own->error));
    for (unsigned q = 0; q < 2; q++) {
        size_t *wider = NULL;
        HBS_TRY(hbs_allocate(&wider, made->relations + 1, sizeof *wider, own->error));
        if (made->relations) memcpy(wider, made->query[q].atoms, made->relations * sizeof *wider);
        free(made->query[q].atoms);
        made->query[q].atoms = wider;
    }
    char *text = NULL;
    HBS_TRY(hbs_allocate(&text, length + 1, 1, own->error));
    memcpy(text, name, length);
    made->relation[made->relations++] = (hbs_symbol){.text = text, .kind = arity};
done:
    return status;
}

static hbs_status read_relation(reader *own, hbs_query_signature *query) {
    const char *const word = own->at;
    const size_t length = strcspn(own->at, "/ ");
    int64_t arity, count;
    size_t place = 0;
    own->at += length;
    if (!length || !starts(own, "/") || !read_number(own, ": ", 64, &arity) || !starts(own, ":") || !read_number(own, " ", INT64_C(1) << 40, &count)) {
        own->at = word;
        return refuse(own, "is not name/arity:atoms, an arity up to 64 and a count up to 2^40");
    }
    const hbs_status status = place_relation(own, word, length, (uint32_t)arity, &place);
    if (status == HBS_OK) query->atoms[place] = (size_t)count;
    return status;
}

static hbs_status read_query(reader *own, unsigned q) {
    hbs_query_signature *const query = &own->made.query[q];
    int64_t variables;
    hbs_status status = read_head(own, query);
    if (status != HBS_OK) return status;
    skip_blanks(own);
    if (!starts(own, "v=") || !read_number(own, " ", 100000, &variables)) return refuse(own, "is not v=VARIABLES, up to 100000");
    query->variables = (uint32_t)variables;
    for (skip_blanks(own); *own->at && strncmp(own->at, "q2(", 3) && strncmp(own->at, "constants=", 10); skip_blanks(own)) {
        if (!strncmp(own->at, "repeats", 7) && strchr(" ", own->at[7])) {
            query->repeats = true;
            own->at += 7;
            continue;
        }
        status = read_relation(own, query);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static hbs_status read_constants(reader *own) {
    static const char *const use[] = {"head", "q1", "q2", "both"};
    size_t capacity = 0;
    if (!starts(own, "constants=")) return HBS_OK;
    do {
        unsigned u = 0;
        while (u < 4 && !starts(own, use[u])) u++;
        if (u == 4) return refuse(own, "is not one of head, q1, q2, both");
        const hbs_status status = hbs_grow(&own->made.constant_use, &capacity, own->made.constants + 1, 1, own->error);
        if (status != HBS_OK) return status;
        own->made.constant_use[own->made.constants++] = (uint8_t)u;
    } while (starts(own, ","));
    return HBS_OK;
}

/* Head variables are 0, 1, .. by first occurrence, and occur; constants of the head are there. */
static hbs_status check_heads(const reader *own) {
    for (unsigned q = 0; q < 2; q++) {
        const hbs_query_signature *const query = &own->made.query[q];
        uint32_t next = 0;
        for (size_t i = 0; i < query->head_arity; i++) {
            const hbs_term term = query->head[i];
            if (hbs_is_constant(term) ? hbs_constant_index(term) >= own->made.constants : term > next || term >= query->variables)
                return hbs_raise(own->error, HBS_ERROR_USAGE, "signature: the head of q%u names a variable or constant out of order, or one that is not there", q + 1);
            next += !hbs_is_constant(term) && term == next;
        }
    }
    return HBS_OK;
}

static hbs_status read_pair(reader *own) {
    hbs_status status = HBS_OK;
    own->made.problem = HBS_CQC;
    HBS_TRY(read_query(own, 0));
    if (!starts(own, "q2(")) HBS_FAIL(own->error, HBS_ERROR_USAGE, "signature: q2(..) is missing");
    HBS_TRY(read_query(own, 1));
    HBS_TRY(read_constants(own));
    skip_blanks(own);
    if (*own->at) HBS_TRY(refuse(own, "is one word too many"));
    HBS_TRY(check_heads(own));
done:
    return status;
}

hbs_status hbs_signature_parse(const char *text, hbs_signature *out, hbs_error *error) {
    reader own = {.at = text, .error = error};
    skip_blanks(&own);
    const hbs_status status = starts(&own, "n=") ? read_formula(&own) : starts(&own, "q1(") ? read_pair(&own) : refuse(&own, "begins no signature");
    if (status == HBS_OK) {
        hbs_signature_free(out);
        *out = own.made;
    } else {
        hbs_signature_free(&own.made);
    }
    return status;
}
