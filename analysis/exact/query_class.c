/* The least form over all orders. A query is written as the sorted numbers of its atoms, relation first; for each order of the constants both queries are least on
 * their own, and the pair of both is compared. How many orders reach the least form is the order of its stabilizer, and orders / stabilizer the size of the class
 * (orbit and stabilizer). */
#include "analysis/exact/query_class.h"

#include <stdlib.h>
#include <string.h>

#include "core/shell_sort.h"

#define TERMS_MAX 64u

/* What is permuted: places first .. first + count - 1 of `term`; several groups for constants. */
typedef struct canon {
    const hbs_query_pair *pair;
    uint32_t relation_place[256];             /* relations by name */
    uint32_t constant[TERMS_MAX], constants;  /* constants that occur, in the order of a signature */
    uint32_t group[TERMS_MAX];                /* of each place: only places of a group change places */
    uint32_t place[TERMS_MAX];                /* by constant of the pair: its place under the order tried */
    uint64_t *code[2], *best[2], *trial;      /* of each query: least for this order of constants, least of all, being tried */
    uint32_t best_constant[TERMS_MAX], order[2][TERMS_MAX], best_order[2][TERMS_MAX];
    uint64_t stabilizer, orders;
    uint64_t reached[2];                      /* orders of each query's variables that reach code[q] */
    bool any;
} canon;

static const hbs_query *query_of(const canon *own, unsigned q) { return q ? &own->pair->q2 : &own->pair->q1; }

static uint32_t head_variables(const hbs_query *query) {
    uint32_t count = 0;
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i]) && query->head[i] >= count) count = query->head[i] + 1;
    return count;
}

/* ---- preparation ---- */

static void place_relations(canon *own) {
    const hbs_symbols *const relations = &own->pair->relations;
    for (size_t r = 0; r < relations->count; r++) {
        own->relation_place[r] = 0;
        for (size_t s = 0; s < relations->count; s++) {
            const int order = strcmp(relations->item[s].text, relations->item[r].text);
            own->relation_place[r] += order < 0 || (order == 0 && relations->item[s].kind < relations->item[r].kind);
        }
    }
}

/* Constants of the heads by first occurrence, each a group of its own; then those in both bodies, in q1, in q2. */
static void list_constants(canon *own) {
    uint8_t use[TERMS_MAX] = {0}, listed[TERMS_MAX] = {0};
    for (unsigned q = 0; q < 2; q++)
        for (size_t i = 0; i < hbs_query_arguments(query_of(own, q)); i++) {
            const hbs_term term = query_of(own, q)->argument[i];
            if (hbs_is_constant(term)) use[hbs_constant_index(term)] |= (uint8_t)(1u << q);
        }
    for (unsigned q = 0; q < 2; q++)
        for (size_t i = 0; i < query_of(own, q)->head_arity; i++) {
            const hbs_term term = query_of(own, q)->head[i];
            if (!hbs_is_constant(term) || listed[hbs_constant_index(term)]) continue;
            listed[hbs_constant_index(term)] = 1;
            own->group[own->constants] = 4 + own->constants;
            own->constant[own->constants++] = hbs_constant_index(term);
        }
    for (uint8_t wanted = 3; wanted > 0; wanted--)
        for (uint32_t c = 0; c < own->pair->constants.count; c++) {
            if (use[c] != wanted || listed[c]) continue;
            own->group[own->constants] = wanted;
            own->constant[own->constants++] = c;
        }
}

static uint64_t factorial_up_to(uint64_t n) {
    uint64_t product = 1;
    for (uint64_t i = 2; i <= n && product <= HBS_CLASS_ORDERS_MAX; i++) product *= i;
    return product;
}

static hbs_status check_sizes(const canon *own, hbs_error *error) {
    if (own->pair->relations.count > 256 || own->pair->constants.count > TERMS_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "pairs up to names: at most 256 relations and %u constants", TERMS_MAX);
    for (unsigned q = 0; q < 2; q++) {
        const hbs_query *const query = query_of(own, q);
        uint64_t largest = own->pair->relations.count + 1;
        for (size_t i = 0; i < hbs_query_widest(query); i++)
            if (__builtin_mul_overflow(largest, (uint64_t)query->variables + own->pair->constants.count + 1, &largest))
                return hbs_raise(error, HBS_ERROR_USAGE, "pairs up to names: atoms of arity %zu over so many terms are too many", hbs_query_widest(query));
        if (query->variables > TERMS_MAX || factorial_up_to(query->variables - head_variables(query)) > HBS_CLASS_ORDERS_MAX)
            return hbs_raise(error, HBS_ERROR_USAGE, "pairs up to names: the %u variables of q%u have more than %u orders", query->variables, q + 1, HBS_CLASS_ORDERS_MAX);
    }
    return HBS_OK;
}

static hbs_status check_constants(const canon *own, hbs_error *error) {
    uint64_t orders = 1;
    for (uint32_t c = 0, run = 1; c < own->constants; c++) {
        run = c && own->group[c] == own->group[c - 1] ? run + 1 : 1;
        orders *= run;
        if (orders > HBS_CLASS_ORDERS_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "pairs up to names: the constants have more than %u orders", HBS_CLASS_ORDERS_MAX);
    }
    return HBS_OK;
}

/* ---- orders ---- */

/* The next order of place[first .. end-1] in lexicographic order; false, and the first order again, after the last. */
static bool next_order(uint32_t *place, uint32_t first, uint32_t end) {
    if (end - first < 2) return false;
    uint32_t i = end - 1;
    while (i > first && place[i - 1] >= place[i]) i--;
    for (uint32_t a = i, b = end - 1; a < b; a++, b--) {
        const uint32_t kept = place[a];
        place[a] = place[b];
        place[b] = kept;
    }
    if (i == first) return false;
    uint32_t j = i;
    while (place[j] < place[i - 1]) j++;
    const uint32_t kept = place[j];
    place[j] = place[i - 1];
    place[i - 1] = kept;
    return true;
}

static int compare_lists(const uint64_t *a, const uint64_t *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* An atom of query q as a number, with variables renamed by `order` and constants by `place`. */
static uint64_t code_of(const canon *own, unsigned q, size_t atom, size_t widest, const uint32_t *order, const uint32_t *place) {
    const hbs_query *const query = query_of(own, q);
    const uint64_t base = (uint64_t)query->variables + own->pair->constants.count + 1;
    const size_t arity = hbs_atom_arity(query, atom);
    uint64_t code = own->relation_place[query->relation[atom]];
    for (size_t i = 0; i < widest; i++) {
        const hbs_term term = i < arity ? hbs_atom(query, atom)[i] : 0;
        code = code * base + (i >= arity ? 0 : 1 + (hbs_is_constant(term) ? query->variables + place[hbs_constant_index(term)] : order[term]));
    }
    return code;
}

/* The sorted atoms of query q under the orders being tried. */
static void write_codes(canon *own, unsigned q, uint64_t *out) {
    const hbs_query *const query = query_of(own, q);
    const size_t widest = hbs_query_widest(query);
    for (size_t a = 0; a < query->atoms; a++) out[a] = code_of(own, q, a, widest, own->order[q], own->place);
    hbs_sort_u64(out, query->atoms);
}

/* code[q] = least over the orders of variables; reached[q] = how many reach it. order[q] runs, best_order holds where the least was. */
static void least_query(canon *own, unsigned q, uint32_t *least_order) {
    const hbs_query *const query = query_of(own, q);
    const uint32_t fixed = head_variables(query);
    bool any = false;
    own->reached[q] = 0;
    for (uint32_t v = 0; v < query->variables; v++) own->order[q][v] = v;
    do {
        write_codes(own, q, own->trial);
        const int order = any ? compare_lists(own->trial, own->code[q], query->atoms) : -1;
        if (order > 0) continue;
        if (order == 0) {
            own->reached[q]++;
            continue;
        }
        any = true;
        own->reached[q] = 1;
        if (query->atoms) memcpy(own->code[q], own->trial, query->atoms * sizeof *own->trial);
        memcpy(least_order, own->order[q], sizeof own->order[q]);
    } while (next_order(own->order[q], fixed, query->variables));
}

/* Both queries under the order of constants in own->place. */
static void try_constants(canon *own) {
    uint32_t least[2][TERMS_MAX];
    for (unsigned q = 0; q < 2; q++) least_query(own, q, least[q]);
    int order = own->any ? compare_lists(own->code[0], own->best[0], own->pair->q1.atoms) : -1;
    if (order == 0) order = compare_lists(own->code[1], own->best[1], own->pair->q2.atoms);
    own->orders++;
    if (order > 0) return;
    if (order < 0) own->stabilizer = 0;
    own->stabilizer += own->reached[0] * own->reached[1];
    if (order == 0) return;
    own->any = true;
    for (unsigned q = 0; q < 2; q++) {
        if (query_of(own, q)->atoms) memcpy(own->best[q], own->code[q], query_of(own, q)->atoms * sizeof *own->trial);
        memcpy(own->best_order[q], least[q], sizeof least[q]);
    }
    memcpy(own->best_constant, own->place, sizeof own->place);
}

/* All orders of the constants within their groups. */
static void try_all(canon *own) {
    uint32_t place[TERMS_MAX];
    for (uint32_t c = 0; c < own->constants; c++) place[c] = c;
    for (bool more = true; more;) {
        for (uint32_t c = 0; c < own->constants; c++) own->place[own->constant[c]] = place[c];
        try_constants(own);
        more = false;
        for (uint32_t first = 0, end; first < own->constants && !more; first = end) {
            for (end = first + 1; end < own->constants && own->group[end] == own->group[first];) end++;
            more = next_order(place, first, end);
        }
    }
}

/* ---- the pair that stands for the class ---- */

static hbs_term renamed(const canon *own, unsigned q, hbs_term term) {
    return hbs_is_constant(term) ? HBS_CONSTANT | own->best_constant[hbs_constant_index(term)] : own->best_order[q][term];
}

/* The atom of query q with this code, as it was. */
static size_t find_atom(const canon *own, unsigned q, uint64_t code) {
    const size_t widest = hbs_query_widest(query_of(own, q));
    size_t a = 0;
    while (code_of(own, q, a, widest, own->best_order[q], own->best_constant) != code) a++;
    return a;
}

static hbs_status write_query(canon *own, unsigned q, hbs_query_pair *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *const from = query_of(own, q);
    hbs_query *const to = q ? &out->q2 : &out->q1;
    hbs_term *term = NULL;
    HBS_TRY(hbs_allocate(&term, hbs_query_widest(from), sizeof *term, error));
    to->variables = from->variables;
    for (size_t i = 0; i < from->head_arity; i++) HBS_TRY(hbs_query_head(to, renamed(own, q, from->head[i]), error));
    for (size_t a = 0; a < from->atoms; a++) {
        const size_t here = find_atom(own, q, own->best[q][a]);
        for (size_t i = 0; i < hbs_atom_arity(from, here); i++) term[i] = renamed(own, q, hbs_atom(from, here)[i]);
        HBS_TRY(hbs_query_append(to, out, own->relation_place[from->relation[here]], term, error));
    }
done:
    free(term);
    return status;
}

static hbs_status write_pair(canon *own, hbs_query_pair *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t index;
    for (uint32_t wanted = 0; wanted < own->pair->relations.count; wanted++)
        for (size_t r = 0; r < own->pair->relations.count; r++) {
            const hbs_symbol *const relation = &own->pair->relations.item[r];
            if (own->relation_place[r] == wanted) HBS_TRY(hbs_symbol_intern(&out->relations, relation->text, strlen(relation->text), relation->kind, &index, error));
        }
    HBS_TRY(hbs_query_pair_constants(out, own->constants, error));
    for (unsigned q = 0; q < 2; q++) HBS_TRY(write_query(own, q, out, error));
done:
    return status;
}

static void count_members(const canon *own, mpz_t members) {
    mpz_set_ui(members, own->orders);
    for (unsigned q = 0; q < 2; q++)
        for (uint32_t i = 2; i <= query_of(own, q)->variables - head_variables(query_of(own, q)); i++) mpz_mul_ui(members, members, i);
    mpz_divexact_ui(members, members, own->stabilizer);
}

hbs_status hbs_query_class(const hbs_query_pair *pair, hbs_query_pair *out, mpz_t members, hbs_error *error) {
    hbs_status status = HBS_OK;
    canon *own = NULL;
    hbs_query_pair made = {0};
    const size_t atoms = pair->q1.atoms > pair->q2.atoms ? pair->q1.atoms : pair->q2.atoms;
    HBS_TRY(hbs_allocate(&own, 1, sizeof *own, error));
    own->pair = pair;
    HBS_TRY(check_sizes(own, error));
    for (unsigned q = 0; q < 2; q++) {
        HBS_TRY(hbs_allocate(&own->code[q], atoms, sizeof *own->trial, error));
        HBS_TRY(hbs_allocate(&own->best[q], atoms, sizeof *own->trial, error));
    }
    HBS_TRY(hbs_allocate(&own->trial, atoms, sizeof *own->trial, error));
    place_relations(own);
    list_constants(own);
    HBS_TRY(check_constants(own, error));
    try_all(own);
    HBS_TRY(write_pair(own, &made, error));
    count_members(own, members);
    hbs_query_pair_free(out);
    *out = made;
    made = (hbs_query_pair){0};
done:
    hbs_query_pair_free(&made);
    for (unsigned q = 0; own && q < 2; q++) {
        free(own->code[q]);
        free(own->best[q]);
    }
    if (own) free(own->trial);
    free(own);
    return status;
}
