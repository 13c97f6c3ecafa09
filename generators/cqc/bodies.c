/* The atoms of a relation of arity a over t terms are the numbers below t^a in base t, or, when no argument may repeat, the arrangements numbered
 * in mixed radix t, t-1, ..; distinct atoms are distinct numbers (generators/distinct.h), so nothing is rejected and a body's choice bits are log2
 * of the number of its orders of atoms. */
#include "generators/cqc/bodies.h"

#include <string.h>

#include "generators/numbers.h"
#include "generators/unit.h"

uint64_t hbs_atom_count(hbs_atom_space space) {
    uint64_t count = 1;
    if (!space.repeats && space.arity > space.terms) return 0;
    for (uint32_t i = 0; i < space.arity && count; i++)
        if (__builtin_mul_overflow(count, (uint64_t)space.terms - (space.repeats ? 0 : i), &count) || count > INT64_MAX) return UINT64_MAX;
    return count;
}

/* The j-th smallest number that is not among out[0..i-1]. */
static uint32_t skip_taken(const uint32_t *out, uint32_t i, uint32_t j) {
    for (uint32_t before = 0;;) {
        uint32_t taken = 0;
        for (uint32_t t = 0; t < i; t++) taken += out[t] <= j;
        if (taken == before) return j;
        j += taken - before;
        before = taken;
    }
}

void hbs_atom_of(hbs_atom_space space, uint64_t number, uint32_t *out) {
    for (uint32_t i = 0; i < space.arity; i++) {
        const uint64_t radix = (uint64_t)space.terms - (space.repeats ? 0 : i);
        const uint32_t digit = (uint32_t)(number % radix);
        out[i] = space.repeats ? digit : skip_taken(out, i, digit);
        number /= radix;
    }
}

uint64_t hbs_atom_number(hbs_atom_space space, const uint32_t *term) {
    uint64_t number = 0;
    for (uint32_t i = space.arity; i-- > 0;) {
        uint32_t digit = term[i];
        for (uint32_t j = 0; j < i && !space.repeats; j++) digit -= term[j] < term[i];
        number = number * (space.terms - (space.repeats ? 0 : i)) + digit;
    }
    return number;
}

static hbs_status bad_relation(const char *text, size_t size, const char *why, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_USAGE, "schema: `%.*s` %s; write schema=e/2, schema=r/2,s/3 or, with atoms of q1 and q2, schema=r/2,s/3:20:5", (int)(size > 80 ? 80 : size), text, why);
}

/* "20:5": atoms in q1 and q2. */
static bool read_counts(const char *text, size_t size, hbs_schema_relation *relation) {
    const char *const colon = memchr(text, ':', size);
    int64_t count[2];
    if (!colon || !hbs_read_integer(text, (size_t)(colon - text), &count[0])) return false;
    if (!hbs_read_integer(colon + 1, size - (size_t)(colon - text) - 1, &count[1])) return false;
    for (int q = 0; q < 2; q++) {
        if (count[q] < 0 || count[q] > HBS_BODY_ATOMS_MAX) return false;
        relation->atoms[q] = (size_t)count[q];
    }
    return relation->counted = true;
}

static hbs_status read_relation(const char *text, size_t size, hbs_schema *out, hbs_error *error) {
    const char *const colon = memchr(text, ':', size), *const slash = memchr(text, '/', colon ? (size_t)(colon - text) : size);
    const size_t length = slash ? (size_t)(slash - text) : 0, whole = colon ? (size_t)(colon - text) : size;
    int64_t arity;
    if (out->relations == HBS_RELATIONS_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "schema: more than %u relations", HBS_RELATIONS_MAX);
    hbs_schema_relation *const relation = &out->relation[out->relations];
    if (!slash || !hbs_read_integer(slash + 1, whole - length - 1, &arity)) return bad_relation(text, size, "is not name/arity", error);
    if (arity < 0 || arity > (int64_t)HBS_ARITY_MAX) return bad_relation(text, size, "has an arity outside 0..64", error);
    *relation = (hbs_schema_relation){.arity = (uint32_t)arity};
    if (length < sizeof relation->name) memcpy(relation->name, text, length);
    if (!hbs_is_relation_name(relation->name)) return bad_relation(text, size, "is not named by a lower-case word of at most 63 letters, digits and _", error);
    if (colon && !read_counts(colon + 1, size - whole - 1, relation)) return bad_relation(text, size, "has no two numbers of atoms up to 10000000 behind its arity", error);
    for (size_t i = 0; i < out->relations; i++)
        if (!strcmp(out->relation[i].name, relation->name)) return bad_relation(text, size, "names a relation twice", error);
    out->relations++;
    return HBS_OK;
}

hbs_status hbs_schema_read(const char *text, hbs_schema *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    out->relations = 0;
    for (const char *at = text;; at++) {
        const size_t size = strcspn(at, ",");
        HBS_TRY(read_relation(at, size, out, error));
        at += size;
        if (!*at) break;
    }
done:
    return status;
}

bool hbs_schema_counted(const hbs_schema *schema) {
    for (size_t r = 0; r < schema->relations; r++)
        if (schema->relation[r].counted) return true;
    return false;
}

hbs_status hbs_body_check(const char *name, uint32_t arity, uint64_t count, hbs_body_terms terms, hbs_error *error) {
    const uint64_t there = hbs_atom_count((hbs_atom_space){.terms = terms.variables + terms.constants, .arity = arity, .repeats = terms.repeats});
    if (there == UINT64_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "relation %s: 2^63 or more atoms of arity %u over %u terms; use fewer variables or a smaller arity",
                name, arity, terms.variables + terms.constants);
    if (count > there)
        return hbs_raise(error, HBS_ERROR_USAGE, "relation %s: %llu distinct atoms of arity %u over %u terms%s: there are only %llu", name,
                (unsigned long long)count, arity,
                         terms.variables + terms.constants, terms.repeats ? "" : " without repeated arguments", (unsigned long long)there);
    return HBS_OK;
}

hbs_status hbs_body_draw(hbs_distinct *distinct, hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, uint32_t relation, size_t count,
                         hbs_body_terms terms, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_atom_space space = {.terms = terms.variables + terms.constants, .arity = pair->relations.item[relation].kind, .repeats = terms.repeats};
    uint32_t term[HBS_ARITY_MAX];
    if (space.arity > HBS_ARITY_MAX)
        HBS_FAIL(error, HBS_ERROR_USAGE, "relation %s has arity %u: atoms are drawn up to arity %u", pair->relations.item[relation].text,
                space.arity, HBS_ARITY_MAX);
    HBS_TRY(hbs_body_check(pair->relations.item[relation].text, space.arity, count, terms, error));
    HBS_TRY(hbs_distinct_start_set(distinct, rng, hbs_atom_count(space), count, error));
    for (size_t left = count; left > 0; left--) {
        hbs_atom_of(space, hbs_distinct_next(distinct, rng), term);
        for (uint32_t i = 0; i < space.arity; i++)
            if (term[i] >= terms.variables) term[i] = HBS_CONSTANT | (terms.constant ? terms.constant[term[i] - terms.variables] : term[i] - terms.variables);
        HBS_TRY(hbs_query_append(query, pair, relation, term, error));
    }
done:
    return status;
}

bool hbs_all_occur(const hbs_query *query, uint32_t variables, uint8_t *seen) {
    uint32_t count = 0;
    const size_t arguments = hbs_query_arguments(query);
    memset(seen, 0, variables);
    for (size_t i = 0; i < arguments && count < variables; i++) {
        const hbs_term term = query->argument[i];
        if (term >= variables || seen[term]) continue;
        seen[term] = 1;
        count++;
    }
    return count == variables;
}
