/* What a size signature is: read from an instance, compared, written. Whatever only names things (variables, constants) is brought to one form
 * first, so that two instances drawn from one space have equal signatures. */
#include "generators/spaces/signature.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/used_variables.h"

#define NOWHERE UINT32_MAX

void hbs_signature_free(hbs_signature *signature) {
    free(signature->length);
    for (size_t r = 0; r < signature->relations; r++) free(signature->relation[r].text);
    free(signature->relation);
    free(signature->constant_use);
    for (unsigned q = 0; q < 2; q++) {
        free(signature->query[q].head);
        free(signature->query[q].atoms);
    }
    *signature = (hbs_signature){0};
}

/* ---- SAT ---- */

/* Distinct variables of a clause, or -1 for a tautology. mark[v] is 2 * clause number + sign + 2 once v was seen there. */
static int64_t clause_length(const hbs_used_variables *names, const hbs_cnf *cnf, size_t clause, uint64_t *mark) {
    int64_t length = 0;
    const int32_t *const literal = hbs_cnf_clause(cnf, clause);
    for (size_t i = 0; i < hbs_cnf_length(cnf, clause); i++) {
        const uint32_t v = (uint32_t)abs(hbs_used_variables_literal(names, literal[i]));
        const uint64_t here = 2 * (uint64_t)clause + 2 + (literal[i] < 0);
        if (mark[v] == (here ^ 1)) return -1;
        length += mark[v] != here;
        mark[v] = here;
    }
    return length;
}

static hbs_status sat_signature(const hbs_cnf *cnf, hbs_signature *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_used_variables names = {0};
    uint64_t *mark = NULL;
    size_t *count = NULL, longest = 0, lengths = 0;
    for (size_t c = 0; c < cnf->clauses; c++)
        if (hbs_cnf_length(cnf, c) > longest) longest = hbs_cnf_length(cnf, c);
    HBS_TRY(hbs_used_variables_collect(&names, cnf, error));
    HBS_TRY(hbs_allocate(&mark, (size_t)names.variables + 1, sizeof *mark, error));
    HBS_TRY(hbs_allocate(&count, longest + 1, sizeof *count, error));
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int64_t length = clause_length(&names, cnf, c, mark);
        if (length >= 0 && !count[length]++) lengths++;
    }
    HBS_TRY(hbs_allocate(&out->length, lengths, sizeof *out->length, error));
    out->variables = cnf->variables;
    for (size_t k = 0; k <= longest; k++)
        if (count[k]) out->length[out->lengths++] = (hbs_length_count){.length = (uint32_t)k, .count = count[k]};
done:
    hbs_used_variables_free(&names);
    free(mark);
    free(count);
    return status;
}

/* ---- CQC ---- */

static const hbs_query *query_of(const hbs_query_pair *pair, unsigned q) { return q ? &pair->q2 : &pair->q1; }

static int compare_symbols(const void *a, const void *b) {
    const hbs_symbol *const x = a, *const y = b;
    const int order = strcmp(x->text, y->text);
    return order ? order : (x->kind > y->kind) - (x->kind < y->kind);
}

/* The relations that have atoms, sorted; place[r] is where relation r of the pair went. */
static hbs_status read_relations(const hbs_query_pair *pair, hbs_signature *out, uint32_t *place, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&out->relation, pair->relations.count, sizeof *out->relation, error));
    for (size_t r = 0; r < pair->relations.count; r++) place[r] = NOWHERE;
    for (unsigned q = 0; q < 2; q++)
        for (size_t a = 0; a < query_of(pair, q)->atoms; a++) place[query_of(pair, q)->relation[a]] = 0;
    for (size_t r = 0; r < pair->relations.count; r++) {
        if (place[r] == NOWHERE) continue;
        hbs_symbol *const symbol = &out->relation[out->relations];
        HBS_TRY(hbs_copy_text(&symbol->text, pair->relations.item[r].text, error));
        symbol->kind = pair->relations.item[r].kind;
        out->relations++;
    }
    qsort(out->relation, out->relations, sizeof *out->relation, compare_symbols);
    for (size_t r = 0; r < pair->relations.count; r++) {
        if (place[r] == NOWHERE) continue;
        const hbs_symbol *const found = bsearch(&pair->relations.item[r], out->relation, out->relations, sizeof *out->relation, compare_symbols);
        place[r] = (uint32_t)(found - out->relation);
    }
done:
    return status;
}

/* Which bodies each constant of the pair occurs in. */
static void read_use(const hbs_query_pair *pair, uint8_t *use) {
    for (unsigned q = 0; q < 2; q++) {
        const hbs_query *const query = query_of(pair, q);
        const size_t arguments = hbs_query_arguments(query);
        for (size_t i = 0; i < arguments; i++)
            if (hbs_is_constant(query->argument[i])) use[hbs_constant_index(query->argument[i])] |= (uint8_t)(1u << q);
    }
}

/* The canonical order of the constants that occur: those of the heads first, then by falling use. place[c] is where constant c went. */
static hbs_status read_constants(const hbs_query_pair *pair, hbs_signature *out, uint32_t *place, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t count = pair->constants.count;
    uint8_t *use = NULL;
    HBS_TRY(hbs_allocate(&use, count, 1, error));
    HBS_TRY(hbs_allocate(&out->constant_use, count, 1, error));
    read_use(pair, use);
    for (size_t c = 0; c < count; c++) place[c] = NOWHERE;
    for (unsigned q = 0; q < 2; q++)
        for (size_t i = 0; i < query_of(pair, q)->head_arity; i++) {
            const hbs_term term = query_of(pair, q)->head[i];
            if (!hbs_is_constant(term) || place[hbs_constant_index(term)] != NOWHERE) continue;
            out->constant_use[out->constants] = use[hbs_constant_index(term)];
            place[hbs_constant_index(term)] = (uint32_t)out->constants++;
        }
    for (uint8_t wanted = 3; wanted > 0; wanted--)
        for (size_t c = 0; c < count; c++) {
            if (use[c] != wanted || place[c] != NOWHERE) continue;
            out->constant_use[out->constants] = wanted;
            place[c] = (uint32_t)out->constants++;
        }
done:
    free(use);
    return status;
}

hbs_status hbs_signature_name_constants(const hbs_query_pair *like, hbs_query_pair *drawn, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    hbs_query_pair named = {0};
    uint32_t *place = NULL, index;
    size_t *at = NULL; /* which constant of `like` goes where */
    HBS_TRY(hbs_allocate(&place, like->constants.count, sizeof *place, error));
    HBS_TRY(read_constants(like, &signature, place, error));
    assert(signature.constants == drawn->constants.count);
    HBS_TRY(hbs_allocate(&at, signature.constants, sizeof *at, error));
    for (size_t c = 0; c < like->constants.count; c++)
        if (place[c] != NOWHERE) at[place[c]] = c;
    for (size_t c = 0; c < signature.constants; c++) {
        const hbs_symbol *const constant = &like->constants.item[at[c]];
        HBS_TRY(hbs_symbol_intern(&named.constants, constant->text, strlen(constant->text), constant->kind, &index, error));
    }
    const hbs_symbols old = drawn->constants;
    drawn->constants = named.constants;
    named.constants = old;
done:
    free(place);
    free(at);
    hbs_signature_free(&signature);
    hbs_query_pair_free(&named);
    return status;
}

static hbs_status read_head(const hbs_query *query, const uint32_t *constant_place, hbs_query_signature *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *number = NULL, next = 0;
    HBS_TRY(hbs_allocate(&number, query->variables, sizeof *number, error));
    HBS_TRY(hbs_allocate(&out->head, query->head_arity, sizeof *out->head, error));
    for (uint32_t v = 0; v < query->variables; v++) number[v] = NOWHERE;
    for (size_t i = 0; i < query->head_arity; i++) {
        const hbs_term term = query->head[i];
        if (!hbs_is_constant(term) && number[term] == NOWHERE) number[term] = next++;
        out->head[i] = hbs_is_constant(term) ? HBS_CONSTANT | constant_place[hbs_constant_index(term)] : number[term];
    }
    out->head_arity = query->head_arity;
done:
    free(number);
    return status;
}

static hbs_status read_body(const hbs_query *query, const uint32_t *relation_place, size_t relations, hbs_query_signature *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint8_t *seen = NULL;
    HBS_TRY(hbs_allocate(&seen, query->variables, 1, error));
    HBS_TRY(hbs_allocate(&out->atoms, relations, sizeof *out->atoms, error));
    for (size_t a = 0; a < query->atoms; a++) {
        out->atoms[relation_place[query->relation[a]]]++;
        out->repeats = out->repeats || hbs_repeats_argument(hbs_atom(query, a), hbs_atom_arity(query, a));
        for (size_t i = 0; i < hbs_atom_arity(query, a); i++) {
            const hbs_term term = hbs_atom(query, a)[i];
            if (hbs_is_constant(term) || seen[term]) continue;
            seen[term] = 1;
            out->variables++;
        }
    }
done:
    free(seen);
    return status;
}

static hbs_status cqc_signature(const hbs_query_pair *pair, hbs_signature *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *relation_place = NULL, *constant_place = NULL;
    HBS_TRY(hbs_allocate(&relation_place, pair->relations.count, sizeof *relation_place, error));
    HBS_TRY(hbs_allocate(&constant_place, pair->constants.count, sizeof *constant_place, error));
    HBS_TRY(read_relations(pair, out, relation_place, error));
    HBS_TRY(read_constants(pair, out, constant_place, error));
    for (unsigned q = 0; q < 2; q++) {
        HBS_TRY(hbs_query_check_safe(query_of(pair, q), error));
        HBS_TRY(read_head(query_of(pair, q), constant_place, &out->query[q], error));
        HBS_TRY(read_body(query_of(pair, q), relation_place, out->relations, &out->query[q], error));
    }
done:
    free(relation_place);
    free(constant_place);
    return status;
}

hbs_status hbs_signature_of(const hbs_instance *instance, hbs_signature *out, hbs_error *error) {
    hbs_signature made = {.problem = instance->problem};
    const hbs_status status = instance->problem == HBS_SAT ? sat_signature(&instance->cnf, &made, error) : cqc_signature(&instance->pair, &made, error);
    if (status == HBS_OK) {
        hbs_signature_free(out);
        *out = made;
    } else {
        hbs_signature_free(&made);
    }
    return status;
}

/* ---- comparing ---- */

hbs_status hbs_signature_symbols(const hbs_signature *signature, hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t index;
    for (size_t r = 0; r < signature->relations; r++) {
        const hbs_symbol *const relation = &signature->relation[r];
        HBS_TRY(hbs_symbol_intern(&pair->relations, relation->text, strlen(relation->text), relation->kind, &index, error));
    }
    HBS_TRY(hbs_query_pair_constants(pair, signature->constants, error));
done:
    return status;
}

uint32_t hbs_head_variables(const hbs_query_signature *query) {
    uint32_t count = 0;
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i]) && query->head[i] >= count) count = query->head[i] + 1;
    return count;
}

static bool equal_queries(const hbs_query_signature *a, const hbs_query_signature *b, size_t relations) {
    return a->variables == b->variables && a->repeats == b->repeats && a->head_arity == b->head_arity &&
           (!a->head_arity || !memcmp(a->head, b->head, a->head_arity * sizeof *a->head)) && (!relations || !memcmp(a->atoms, b->atoms,
                   relations * sizeof *a->atoms));
}

bool hbs_signature_equal(const hbs_signature *a, const hbs_signature *b) {
    if (a->problem != b->problem || a->variables != b->variables || a->lengths != b->lengths || a->relations != b->relations ||
            a->constants != b->constants) return false;
    for (size_t i = 0; i < a->lengths; i++)
        if (a->length[i].length != b->length[i].length || a->length[i].count != b->length[i].count) return false;
    for (size_t r = 0; r < a->relations; r++)
        if (compare_symbols(&a->relation[r], &b->relation[r])) return false;
    if (a->constants && memcmp(a->constant_use, b->constant_use, a->constants)) return false;
    return a->problem == HBS_SAT || (equal_queries(&a->query[0], &b->query[0], a->relations) && equal_queries(&a->query[1], &b->query[1], a->relations));
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static uint64_t mix_query(uint64_t hash, const hbs_query_signature *query, size_t relations) {
    hash = mix(mix(mix(hash, query->variables), query->repeats), query->head_arity);
    for (size_t i = 0; i < query->head_arity; i++) hash = mix(hash, query->head[i]);
    for (size_t r = 0; r < relations; r++) hash = mix(hash, query->atoms[r]);
    return hash;
}

uint64_t hbs_signature_hash(const hbs_signature *signature) {
    uint64_t hash = mix(mix((uint64_t)signature->problem + 1, signature->variables), signature->constants);
    for (size_t i = 0; i < signature->lengths; i++) hash = mix(mix(hash, signature->length[i].length), signature->length[i].count);
    for (size_t r = 0; r < signature->relations; r++) {
        hash = mix(hash, signature->relation[r].kind);
        for (const char *c = signature->relation[r].text; *c; c++) hash = mix(hash, (unsigned char)*c);
    }
    for (size_t c = 0; c < signature->constants; c++) hash = mix(hash, signature->constant_use[c]);
    if (signature->problem == HBS_CQC)
        for (unsigned q = 0; q < 2; q++) hash = mix_query(hash, &signature->query[q], signature->relations);
    return hash;
}

/* ---- writing ---- */

static hbs_status print_query(const hbs_signature *signature, unsigned q, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query_signature *const query = &signature->query[q];
    HBS_TRY(hbs_bytes_print(out, error, "%sq%u(", q ? " " : "", q + 1));
    for (size_t i = 0; i < query->head_arity; i++)
        HBS_TRY(hbs_bytes_print(out, error, "%s%s%u", i ? "," : "", hbs_is_constant(query->head[i]) ? "c" : "X", hbs_constant_index(query->head[i])));
    HBS_TRY(hbs_bytes_print(out, error, ") v=%u", query->variables));
    for (size_t r = 0; r < signature->relations; r++)
        HBS_TRY(hbs_bytes_print(out, error, " %s/%u:%zu", signature->relation[r].text, signature->relation[r].kind, query->atoms[r]));
    if (query->repeats) HBS_TRY(hbs_bytes_print(out, error, " repeats"));
done:
    return status;
}

hbs_status hbs_signature_print(const hbs_signature *signature, hbs_bytes *out, hbs_error *error) {
    static const char *const use[] = {"head", "q1", "q2", "both"};
    hbs_status status = HBS_OK;
    if (signature->problem == HBS_SAT) {
        HBS_TRY(hbs_bytes_print(out, error, "n=%u", signature->variables));
        for (size_t i = 0; i < signature->lengths; i++) HBS_TRY(hbs_bytes_print(out, error, " %u:%zu", signature->length[i].length,
                signature->length[i].count));
        goto done;
    }
    for (unsigned q = 0; q < 2; q++) HBS_TRY(print_query(signature, q, out, error));
    for (size_t c = 0; c < signature->constants; c++) HBS_TRY(hbs_bytes_print(out, error, "%s%s", c ? "," : " constants=", use[signature->constant_use[c]]));
done:
    return status;
}
