/* Nothing clever: every map is tried on every atom by a linear search. */
#include "tests/unit/brute_cqc.h"

#include <string.h>

#define MAX_VARIABLES 16

static hbs_term mapped(const hbs_term *image, hbs_term term) { return hbs_is_constant(term) ? term : image[term]; }

static bool has_atom(const hbs_query *q1, uint32_t relation, const hbs_term *from, size_t arity, const hbs_term *image) {
    for (size_t a = 0; a < q1->atoms; a++) {
        if (q1->relation[a] != relation) continue;
        size_t p = 0;
        while (p < arity && mapped(image, from[p]) == hbs_atom(q1, a)[p]) p++;
        if (p == arity) return true;
    }
    return false;
}

bool hbs_brute_is_homomorphism(const hbs_query_pair *pair, const hbs_term *image) {
    const hbs_query *q1 = &pair->q1, *q2 = &pair->q2;
    if (q1->head_arity != q2->head_arity) return false;
    for (size_t i = 0; i < q2->head_arity; i++)
        if (mapped(image, q2->head[i]) != q1->head[i]) return false;
    for (size_t a = 0; a < q2->atoms; a++)
        if (!has_atom(q1, q2->relation[a], hbs_atom(q2, a), hbs_atom_arity(q2, a), image)) return false;
    return true;
}

static uint32_t used_variables(const hbs_query *query, uint32_t used[MAX_VARIABLES]) {
    bool occurs[MAX_VARIABLES] = {false};
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i])) occurs[query->head[i]] = true;
    for (size_t i = 0; query->atoms && i < query->start[query->atoms]; i++)
        if (!hbs_is_constant(query->argument[i])) occurs[query->argument[i]] = true;
    uint32_t count = 0;
    for (uint32_t v = 0; v < query->variables; v++)
        if (occurs[v]) used[count++] = v;
    return count;
}

uint64_t hbs_brute_homomorphisms(const hbs_query_pair *pair) {
    uint32_t used[MAX_VARIABLES], term[MAX_VARIABLES] = {0};
    hbs_term image[MAX_VARIABLES] = {0};
    const uint32_t count = used_variables(&pair->q2, used), variables = pair->q1.variables, terms = variables + (uint32_t)pair->constants.count;
    if (count && !terms) return 0;
    uint64_t found = 0;
    for (;;) {
        for (uint32_t i = 0; i < count; i++) image[used[i]] = term[i] < variables ? term[i] : HBS_CONSTANT | (term[i] - variables);
        found += hbs_brute_is_homomorphism(pair, image);
        uint32_t i = 0;
        while (i < count && ++term[i] == terms) term[i++] = 0;
        if (i == count) return found;
    }
}

/* --- pairs --- */

static hbs_status intern_number(hbs_symbols *symbols, const char *stem, unsigned number, uint32_t kind, hbs_error *error) {
    const char text[3] = {stem[0], (char)('0' + number), 0};
    uint32_t index;
    return hbs_symbol_intern(symbols, text, 2, kind, &index, error);
}

static hbs_term random_term(hbs_rng *rng, const hbs_query_pair *pair, uint32_t variables) {
    const uint32_t constants = (uint32_t)pair->constants.count;
    if (!variables || (constants && hbs_rng_bernoulli(rng, 1, 5))) return HBS_CONSTANT | (uint32_t)hbs_rng_below(rng, constants ? constants : 1);
    return (hbs_term)hbs_rng_below(rng, variables);
}

static hbs_status random_body(hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, uint64_t atoms, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (uint64_t a = 0; a < atoms; a++) {
        const uint32_t relation = (uint32_t)hbs_rng_below(rng, pair->relations.count);
        const uint32_t arity = pair->relations.item[relation].kind;
        if (arity && !query->variables && !pair->constants.count) continue;
        hbs_term argument[3];
        for (uint32_t p = 0; p < arity; p++) argument[p] = random_term(rng, pair, query->variables);
        HBS_TRY(hbs_query_atom(query, pair, relation, argument, NULL, error));
    }
done:
    return status;
}

/* A variable of q2 that h sends to the term; the term itself when it is a constant and the coin says so, or when no variable goes there. */
static hbs_term pull_back_term(hbs_rng *rng, const hbs_query *q2, const hbs_term *h, hbs_term term, bool *found) {
    hbs_term choice[MAX_VARIABLES + 1];
    uint32_t count = 0;
    for (uint32_t v = 0; v < q2->variables; v++)
        if (h[v] == term) choice[count++] = v;
    if (hbs_is_constant(term)) choice[count++] = term;
    *found = count > 0;
    return count ? choice[hbs_rng_below(rng, count)] : 0;
}

static hbs_status pull_back(hbs_rng *rng, hbs_query_pair *pair, uint64_t atoms, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *q1 = &pair->q1;
    hbs_query *q2 = &pair->q2;
    hbs_term h[MAX_VARIABLES], argument[3];
    for (uint32_t v = 0; v < q2->variables; v++) h[v] = random_term(rng, pair, q1->variables);
    bool found = true;
    for (size_t i = 0; i < q1->head_arity && found; i++) {
        const hbs_term term = pull_back_term(rng, q2, h, q1->head[i], &found);
        if (found) HBS_TRY(hbs_query_head(q2, term, error));
    }
    for (uint64_t i = 0; i < atoms && q1->atoms; i++) {
        const size_t a = hbs_rng_below(rng, q1->atoms), arity = hbs_atom_arity(q1, a);
        found = true;
        for (size_t p = 0; p < arity && found; p++) argument[p] = pull_back_term(rng, q2, h, hbs_atom(q1, a)[p], &found);
        if (found) HBS_TRY(hbs_query_atom(q2, pair, q1->relation[a], argument, NULL, error));
    }
done:
    return status;
}

static hbs_status random_head(hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, uint64_t arity, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (uint64_t i = 0; i < arity && (query->variables || pair->constants.count); i++)
        HBS_TRY(hbs_query_head(query, random_term(rng, pair, query->variables), error));
done:
    return status;
}

hbs_status hbs_random_pair(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_query_pair_clear(pair);
    const unsigned relations = 1 + (unsigned)hbs_rng_below(rng, 4), constants = (unsigned)hbs_rng_below(rng, 4);
    for (unsigned r = 0; r < relations; r++) {
        const uint32_t arity = hbs_rng_bernoulli(rng, 1, 2) ? 2 : (uint32_t)hbs_rng_below(rng, 4);
        HBS_TRY(intern_number(&pair->relations, "r", r, arity, error));
    }
    for (unsigned c = 0; c < constants; c++) HBS_TRY(intern_number(&pair->constants, "c", c, HBS_CONSTANT_STRING, error));
    pair->q1.variables = (uint32_t)hbs_rng_below(rng, 5);
    pair->q2.variables = (uint32_t)hbs_rng_below(rng, 6);
    const uint64_t head = hbs_rng_bernoulli(rng, 1, 2) ? 0 : hbs_rng_below(rng, 4);
    HBS_TRY(random_head(rng, pair, &pair->q1, head, error));
    HBS_TRY(random_body(rng, pair, &pair->q1, hbs_rng_below(rng, 9), error));
    if (hbs_rng_bernoulli(rng, 1, 2)) {
        HBS_TRY(pull_back(rng, pair, 1 + hbs_rng_below(rng, 8), error));
        if (hbs_rng_bernoulli(rng, 1, 3)) HBS_TRY(random_body(rng, pair, &pair->q2, 1, error));
    } else {
        HBS_TRY(random_head(rng, pair, &pair->q2, hbs_rng_bernoulli(rng, 7, 8) ? pair->q1.head_arity : hbs_rng_below(rng, 3), error));
        HBS_TRY(random_body(rng, pair, &pair->q2, hbs_rng_below(rng, 6), error));
    }
done:
    return status;
}

static hbs_status edge_relation(hbs_query_pair *pair, hbs_error *error) {
    uint32_t relation;
    hbs_query_pair_clear(pair);
    return hbs_symbol_intern(&pair->relations, "e", 1, 2, &relation, error);
}

static hbs_status add_edge(const hbs_query_pair *pair, hbs_query *query, uint32_t from, uint32_t to, hbs_error *error) {
    return hbs_query_atom(query, pair, 0, (hbs_term[]){from, to}, NULL, error);
}

hbs_status hbs_digraph_pair(hbs_query_pair *pair, uint32_t v, uint32_t mask1, uint32_t mask2, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(edge_relation(pair, error));
    pair->q1.variables = pair->q2.variables = v;
    for (uint32_t e = 0; e < v * v; e++) {
        if (mask1 >> e & 1) HBS_TRY(add_edge(pair, &pair->q1, e / v, e % v, error));
        if (mask2 >> e & 1) HBS_TRY(add_edge(pair, &pair->q2, e / v, e % v, error));
    }
done:
    return status;
}

static hbs_status random_edges(hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, uint32_t n, uint32_t m, hbs_error *error) {
    hbs_status status = HBS_OK;
    query->variables = n;
    while (query->atoms < m) {
        uint32_t edge[2];
        hbs_rng_sample(rng, n, 2, edge);
        HBS_TRY(add_edge(pair, query, edge[0], edge[1], error));
    }
done:
    return status;
}

hbs_status hbs_random_digraph_pair(hbs_rng *rng, hbs_query_pair *pair, uint32_t n1, uint32_t m1, uint32_t n2, uint32_t m2, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(edge_relation(pair, error));
    HBS_TRY(random_edges(rng, pair, &pair->q1, n1, m1, error));
    HBS_TRY(random_edges(rng, pair, &pair->q2, n2, m2, error));
done:
    return status;
}

/* --- wide pairs --- */

#define WIDEST 4u

static hbs_status wide_atom(hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, uint32_t relation, bool repeats, hbs_error *error) {
    const uint32_t arity = pair->relations.item[relation].kind, constants = (uint32_t)pair->constants.count, terms = query->variables + constants;
    uint32_t choice[WIDEST];
    hbs_term argument[WIDEST];
    if (!repeats) hbs_rng_sample(rng, terms, arity, choice);
    for (uint32_t p = 0; p < arity; p++) {
        if (repeats) choice[p] = (uint32_t)hbs_rng_below(rng, terms);
        argument[p] = choice[p] < query->variables ? choice[p] : HBS_CONSTANT | (choice[p] - query->variables);
    }
    return hbs_query_append(query, pair, relation, argument, error);
}

static hbs_status wide_body(hbs_rng *rng, const hbs_query_pair *pair, hbs_query *query, int64_t low, int64_t high, bool repeats, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (uint32_t r = 0; r < pair->relations.count; r++)
        for (int64_t left = hbs_rng_between(rng, low, high); left; left--) HBS_TRY(wide_atom(rng, pair, query, r, repeats, error));
    HBS_TRY(hbs_query_merge_repeats(query, error));
done:
    return status;
}

hbs_status hbs_random_wide_pair(hbs_rng *rng, hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned relations = 1 + (unsigned)hbs_rng_below(rng, 3), constants = (unsigned)hbs_rng_below(rng, 3);
    const bool repeats = hbs_rng_bernoulli(rng, 1, 16);
    hbs_query_pair_clear(pair);
    for (unsigned r = 0; r < relations; r++) {
        const uint32_t arity = hbs_rng_bernoulli(rng, 3, 4) ? 3 : (uint32_t)hbs_rng_between(rng, 2, WIDEST);
        HBS_TRY(intern_number(&pair->relations, "r", r, arity, error));
    }
    for (unsigned c = 0; c < constants; c++) HBS_TRY(intern_number(&pair->constants, "c", c, HBS_CONSTANT_STRING, error));
    pair->q1.variables = (uint32_t)hbs_rng_between(rng, 8, hbs_rng_bernoulli(rng, 1, 4) ? 88 : 24);
    pair->q2.variables = (uint32_t)hbs_rng_between(rng, 6, 12);
    for (int64_t head = hbs_rng_bernoulli(rng, 1, 3) ? hbs_rng_between(rng, 1, 2) : 0; head; head--) {
        HBS_TRY(random_head(rng, pair, &pair->q1, 1, error));
        HBS_TRY(random_head(rng, pair, &pair->q2, 1, error));
    }
    HBS_TRY(wide_body(rng, pair, &pair->q1, 20, hbs_rng_bernoulli(rng, 1, 4) ? 1500 : 400, repeats, error));
    HBS_TRY(wide_body(rng, pair, &pair->q2, 0, 18 / relations, repeats, error));
done:
    return status;
}
