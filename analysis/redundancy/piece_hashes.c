/* Sums of mixed numbers stand for sets of literals, sequences of mixes for atoms. */
#include "analysis/redundancy/piece_hashes.h"

#include <stdlib.h>
#include <string.h>

#include "core/shell_sort.h"

void hbs_pieces_free(hbs_pieces *pieces) {
    free(pieces->hash);
    free(pieces->uses);
    hbs_used_variables_free(&pieces->names);
    hbs_cnf_free(&pieces->set);
    *pieces = (hbs_pieces){0};
}

static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t text_hash(const hbs_symbol *symbol) {
    uint64_t hash = symbol->kind;
    for (const char *at = symbol->text; *at; at++) hash = mix(hash ^ (uint8_t)*at);
    return hash;
}

static hbs_status add(hbs_pieces *p, uint64_t hash, hbs_error *error) {
    const hbs_status status = hbs_grow(&p->hash, &p->capacity, p->count + 1, sizeof *p->hash, error);
    if (status == HBS_OK) p->hash[p->count++] = hash;
    return status;
}

static hbs_status clear_uses(hbs_pieces *p, size_t count, hbs_error *error) {
    const hbs_status status = hbs_grow(&p->uses, &p->use_capacity, count + 1, sizeof *p->uses, error);
    if (status == HBS_OK) memset(p->uses, 0, (count + 1) * sizeof *p->uses);
    return status;
}

/* The code of a literal, or how often it and its negation occur. */
static uint64_t literal_hash(const hbs_pieces *p, int32_t literal, hbs_piece_kind kind) {
    if (kind != HBS_PIECES_RENAMED) return hbs_literal_code(literal);
    const uint32_t code = hbs_literal_code(hbs_used_variables_literal(&p->names, literal));
    return (uint64_t)p->uses[code] << 32 | p->uses[code ^ 1];
}

static hbs_status count_literals(hbs_pieces *p, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_used_variables_collect(&p->names, cnf, error));
    HBS_TRY(clear_uses(p, 2 * (size_t)p->names.variables, error));
    for (size_t i = 0; i < hbs_cnf_literals(cnf); i++) p->uses[hbs_literal_code(hbs_used_variables_literal(&p->names, cnf->literal[i]))]++;
done:
    return status;
}

static hbs_status add_clauses(hbs_pieces *p, const hbs_cnf *cnf, hbs_piece_kind kind, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (kind == HBS_PIECES_RENAMED) HBS_TRY(count_literals(p, cnf, error));
    for (size_t c = 0; c < cnf->clauses; c++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) sum += mix(literal_hash(p, hbs_cnf_clause(cnf, c)[i], kind));
        HBS_TRY(add(p, mix(sum), error));
    }
done:
    return status;
}

static hbs_status add_atoms(hbs_pieces *p, const hbs_query_pair *pair, const hbs_query *query, uint64_t which, hbs_piece_kind kind, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (kind == HBS_PIECES_RENAMED) HBS_TRY(clear_uses(p, query->variables, error));
    for (size_t i = 0; kind == HBS_PIECES_RENAMED && i < hbs_query_arguments(query); i++)
        if (!hbs_is_constant(query->argument[i])) p->uses[query->argument[i]]++;
    for (size_t a = 0; a < query->atoms; a++) {
        uint64_t hash = mix(which + text_hash(&pair->relations.item[query->relation[a]]));
        for (size_t k = 0; k < hbs_atom_arity(query, a); k++) {
            const hbs_term term = hbs_atom(query, a)[k];
            if (hbs_is_constant(term)) hash = mix(hash ^ mix(text_hash(&pair->constants.item[hbs_constant_index(term)])));
            else hash = mix(hash ^ (kind == HBS_PIECES_RENAMED ? p->uses[term] : term));
        }
        HBS_TRY(add(p, hash, error));
    }
done:
    return status;
}

hbs_status hbs_pieces_of(hbs_pieces *p, const hbs_instance *instance, hbs_piece_kind kind, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool repeated = false;
    p->count = 0;
    p->orders = 1;
    if (instance->problem == HBS_SAT) {
        if (kind != HBS_PIECES_REPEATED) HBS_TRY(hbs_cnf_clean(&p->set, &instance->cnf, error));
        HBS_TRY(add_clauses(p, kind == HBS_PIECES_REPEATED ? &instance->cnf : &p->set, kind, error));
    } else {
        HBS_TRY(add_atoms(p, &instance->pair, &instance->pair.q1, 1, kind, error));
        HBS_TRY(add_atoms(p, &instance->pair, &instance->pair.q2, 2, kind, error));
    }
    hbs_sort_u64(p->hash, p->count);
    for (size_t i = 0, from = 0; i < p->count; i++) {
        const uint64_t hash = p->hash[i];
        from = i && hash == p->hash[from] ? from : i;
        if (i > from) p->hash[i] = mix(hash + (i - from)), p->orders *= (double)(i - from + 1);
        repeated = repeated || i > from;
    }
    if (repeated) hbs_sort_u64(p->hash, p->count);
done:
    return status;
}

size_t hbs_pieces_common(const hbs_pieces *a, const hbs_pieces *b) {
    size_t common = 0;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->hash[i] == b->hash[k]) common++, i++, k++;
        else if (a->hash[i] < b->hash[k]) i++;
        else k++;
    }
    return common;
}
