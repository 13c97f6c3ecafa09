/* Writes the support encoding (solvers/containment/query_cnf.h). "At most one term" is said pair by pair: domains have some tens of terms, and whoever checks a
 * refutation has the least to understand. Candidates are taken once and not again until nothing changes: the rest is unit propagation's work. */
#include "solvers/containment/query_cnf.h"

#include <stdlib.h>
#include <string.h>

#define NOT_FROZEN UINT32_MAX

void hbs_query_cnf_free(hbs_query_cnf *encoding)
{
    if (!encoding) return;
    hbs_cnf_free(&encoding->cnf);
    free(encoding->number);
    free(encoding->frozen);
    free(encoding->used);
    free(encoding->stamp);
    free(encoding->pair_of);
    free(encoding->clause);
    free(encoding->chain);
    *encoding = (hbs_query_cnf){.terms = 0};
}

static size_t term_number(const hbs_query_pair *pair, hbs_term term)
{
    return hbs_is_constant(term) ? (size_t)pair->q1.variables + hbs_constant_index(term) : term;
}

static hbs_status prepare(hbs_query_cnf *e, const hbs_query_pair *pair, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t variables = pair->q2.variables, terms = (size_t)pair->q1.variables + pair->constants.count;
    if (terms >= UINT32_MAX || pair->q1.atoms >= UINT32_MAX || (terms && variables > HBS_QUERY_CNF_LITERALS_MAX / terms))
        HBS_FAIL(error, HBS_ERROR_MEMORY, "query_cnf: %zu variables times %zu terms are more than the encoding may hold; use the solver homomorphism", variables, terms);
    HBS_TRY(hbs_grow(&e->number, &e->number_capacity, variables * terms + 1, sizeof *e->number, error));
    HBS_TRY(hbs_grow(&e->frozen, &e->frozen_capacity, variables + 1, sizeof *e->frozen, error));
    HBS_TRY(hbs_grow(&e->used, &e->used_capacity, variables + 1, sizeof *e->used, error));
    HBS_TRY(hbs_grow(&e->stamp, &e->stamp_capacity, terms + 1, sizeof *e->stamp, error));
    HBS_TRY(hbs_grow(&e->pair_of, &e->pair_capacity, pair->q1.atoms, sizeof *e->pair_of, error));
    HBS_TRY(hbs_grow(&e->chain, &e->chain_capacity, pair->q1.atoms, sizeof *e->chain, error));
    HBS_TRY(hbs_grow(&e->clause, &e->clause_capacity, (pair->q1.atoms > terms ? pair->q1.atoms : terms) + 1, sizeof *e->clause, error));
    e->terms = (uint32_t)terms;
    hbs_cnf_clear(&e->cnf, 0);
done:
    return status;
}

/* False: the heads clash. */
static bool freeze_head(const hbs_query_cnf *e, const hbs_query_pair *pair)
{
    const hbs_query *const q1 = &pair->q1, *const q2 = &pair->q2;
    for (uint32_t v = 0; v < q2->variables; v++) e->frozen[v] = NOT_FROZEN;
    if (q1->head_arity != q2->head_arity) return false;
    for (size_t i = 0; i < q2->head_arity; i++) {
        const hbs_term from = q2->head[i], to = q1->head[i];
        if (hbs_is_constant(from) ? from != to : e->frozen[from] != NOT_FROZEN && e->frozen[from] != to) return false;
        if (!hbs_is_constant(from)) e->frozen[from] = to;
    }
    return true;
}

static bool is_free(const hbs_query_cnf *e, hbs_term term) { return !hbs_is_constant(term) && e->frozen[term] == NOT_FROZEN; }

static bool matches(const hbs_query_cnf *e, const hbs_term *from, const hbs_term *to, size_t arity)
{
    for (size_t p = 0; p < arity; p++) {
        if (!is_free(e, from[p])) {
            if (to[p] != (hbs_is_constant(from[p]) ? from[p] : e->frozen[from[p]])) return false;
            continue;
        }
        for (size_t q = 0; q < p; q++)
            if (from[q] == from[p] && to[q] != to[p]) return false;
    }
    return true;
}

/* The atoms of q1 that match atom a, into pair_of. */
static size_t find_matches(const hbs_query_cnf *e, const hbs_query_pair *pair, size_t a)
{
    size_t count = 0;
    const hbs_term *const from = hbs_atom(&pair->q2, a);
    const size_t arity = hbs_atom_arity(&pair->q2, a);
    for (size_t f = 0; f < pair->q1.atoms; f++)
        if (pair->q1.relation[f] == pair->q2.relation[a] && matches(e, from, hbs_atom(&pair->q1, f), arity)) e->pair_of[count++] = (uint32_t)f;
    return count;
}

/* Is a free variable at the place, and at none before it? */
static bool is_first(const hbs_query_cnf *e, const hbs_term *from, size_t place)
{
    if (!is_free(e, from[place])) return false;
    for (size_t q = 0; q < place; q++)
        if (from[q] == from[place]) return false;
    return true;
}

/* Terms that no matching atom of q1 puts at the place are no candidates of its variable. */
static void keep_supported(const hbs_query_cnf *e, const hbs_query_pair *pair, uint32_t variable, size_t place, size_t matching)
{
    uint32_t *const row = e->number + (size_t)variable * e->terms;
    memset(e->stamp, 0, e->terms * sizeof *e->stamp);
    for (size_t i = 0; i < matching; i++) e->stamp[term_number(pair, hbs_atom(&pair->q1, e->pair_of[i])[place])] = 1;
    for (uint32_t t = 0; t < e->terms; t++) row[t] &= e->stamp[t];
}

static void find_candidates(const hbs_query_cnf *e, const hbs_query_pair *pair)
{
    const hbs_query *const q2 = &pair->q2;
    const size_t size = (size_t)q2->variables * e->terms;
    for (size_t i = 0; i < size; i++) e->number[i] = 1;
    memset(e->used, 0, q2->variables);
    for (size_t a = 0; a < q2->atoms; a++) {
        const hbs_term *const from = hbs_atom(q2, a);
        const size_t arity = hbs_atom_arity(q2, a), matching = find_matches(e, pair, a);
        for (size_t p = 0; p < arity; p++) {
            if (!is_first(e, from, p)) continue;
            e->used[from[p]] = 1;
            keep_supported(e, pair, from[p], p, matching);
        }
    }
}

/* Numbers the x and says how many literals the clauses about them have. */
static size_t number_candidates(hbs_query_cnf *e, const hbs_query_pair *pair)
{
    size_t literals = 0;
    for (uint32_t v = 0; v < pair->q2.variables; v++) {
        size_t count = 0;
        for (uint32_t t = 0; t < e->terms; t++) {
            uint32_t *const number = &e->number[(size_t)v * e->terms + t];
            *number = *number && e->used[v] ? ++e->cnf.variables : 0;
            count += *number != 0;
        }
        if (literals <= HBS_QUERY_CNF_LITERALS_MAX) literals += count * count;
    }
    return literals;
}

static hbs_status add_pair(hbs_query_cnf *e, int64_t one, int64_t other, hbs_error *error)
{
    const int32_t clause[] = {(int32_t)one, (int32_t)other};
    return hbs_cnf_add(&e->cnf, clause, 2, error);
}

static hbs_status one_term_each(hbs_query_cnf *e, const hbs_query_pair *pair, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (uint32_t v = 0; v < pair->q2.variables; v++) {
        size_t count = 0;
        if (!e->used[v]) continue;
        for (uint32_t t = 0; t < e->terms; t++)
            if (e->number[(size_t)v * e->terms + t]) e->clause[count++] = (int32_t)e->number[(size_t)v * e->terms + t];
        HBS_TRY(hbs_cnf_add(&e->cnf, e->clause, count, error));
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < i; j++) HBS_TRY(add_pair(e, -e->clause[j], -e->clause[i], error));
    }
done:
    return status;
}

static uint32_t x_of(const hbs_query_cnf *e, const hbs_query_pair *pair, size_t a, size_t f, size_t place)
{
    return e->number[(size_t)hbs_atom(&pair->q2, a)[place] * e->terms + term_number(pair, hbs_atom(&pair->q1, f)[place])];
}

/* Drops the matching atoms that put something else than candidates at free places. */
static size_t drop_hopeless(const hbs_query_cnf *e, const hbs_query_pair *pair, size_t a, size_t matching)
{
    const hbs_term *const from = hbs_atom(&pair->q2, a);
    const size_t arity = hbs_atom_arity(&pair->q2, a);
    size_t count = 0;
    for (size_t i = 0; i < matching; i++) {
        bool good = true;
        for (size_t p = 0; good && p < arity; p++) good = !is_free(e, from[p]) || x_of(e, pair, a, e->pair_of[i], p);
        if (good) e->pair_of[count++] = e->pair_of[i];
    }
    return count;
}

/* x[v,t] implies some y, for the variable at the place and all its candidates; the y of one term hang together in a chain. */
static hbs_status support(hbs_query_cnf *e, const hbs_query_pair *pair, size_t a, size_t place, uint32_t first_y, size_t count, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t *const row = e->number + (size_t)hbs_atom(&pair->q2, a)[place] * e->terms;
    memset(e->stamp, 0, e->terms * sizeof *e->stamp);
    for (size_t i = count; i-- > 0;) {
        uint32_t *const head = &e->stamp[term_number(pair, hbs_atom(&pair->q1, e->pair_of[i])[place])];
        e->chain[i] = *head;
        *head = (uint32_t)i + 1;
    }
    for (uint32_t t = 0; t < e->terms; t++) {
        size_t length = 0;
        if (!row[t]) continue;
        e->clause[length++] = -(int32_t)row[t];
        for (uint32_t i = e->stamp[t]; i; i = e->chain[i - 1]) e->clause[length++] = (int32_t)(first_y + i - 1);
        HBS_TRY(hbs_cnf_add(&e->cnf, e->clause, length, error));
    }
done:
    return status;
}

static hbs_status encode_atom(hbs_query_cnf *e, const hbs_query_pair *pair, size_t a, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_term *const from = hbs_atom(&pair->q2, a);
    const size_t arity = hbs_atom_arity(&pair->q2, a), count = drop_hopeless(e, pair, a, find_matches(e, pair, a));
    const uint32_t first_y = e->cnf.variables + 1;
    if (hbs_cnf_literals(&e->cnf) + count * (4 * arity + 1) > HBS_QUERY_CNF_LITERALS_MAX)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "query_cnf: the encoding takes more than %zu literals; use the solver homomorphism", HBS_QUERY_CNF_LITERALS_MAX);
    e->cnf.variables += (uint32_t)count;
    for (size_t i = 0; i < count; i++) e->clause[i] = (int32_t)(first_y + i);
    HBS_TRY(hbs_cnf_add(&e->cnf, e->clause, count, error));
    for (size_t p = 0; p < arity; p++) {
        if (!is_first(e, from, p)) continue;
        for (size_t i = 0; i < count; i++) HBS_TRY(add_pair(e, -(int64_t)(first_y + i), x_of(e, pair, a, e->pair_of[i], p), error));
        HBS_TRY(support(e, pair, a, p, first_y, count, error));
    }
done:
    return status;
}

hbs_status hbs_query_cnf_build(hbs_query_cnf *encoding, const hbs_query_pair *pair, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(prepare(encoding, pair, error));
    if (!freeze_head(encoding, pair)) return hbs_cnf_add(&encoding->cnf, NULL, 0, error);
    find_candidates(encoding, pair);
    if (number_candidates(encoding, pair) > HBS_QUERY_CNF_LITERALS_MAX)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "query_cnf: the encoding takes more than %zu literals; use the solver homomorphism", HBS_QUERY_CNF_LITERALS_MAX);
    HBS_TRY(one_term_each(encoding, pair, error));
    for (size_t a = 0; a < pair->q2.atoms; a++) HBS_TRY(encode_atom(encoding, pair, a, error));
done:
    return status;
}

void hbs_query_cnf_image(const hbs_query_cnf *encoding, const hbs_query_pair *pair, const uint8_t *model, hbs_term *image)
{
    for (uint32_t v = 0; v < pair->q2.variables; v++) {
        const uint32_t *const row = encoding->number + (size_t)v * encoding->terms;
        image[v] = encoding->frozen[v] == NOT_FROZEN ? 0 : encoding->frozen[v];
        for (uint32_t t = 0; t < encoding->terms; t++)
            if (row[t] && model[row[t]]) image[v] = t < pair->q1.variables ? t : HBS_CONSTANT | (t - pair->q1.variables);
    }
}
