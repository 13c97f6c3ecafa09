/* Pairs of queries by number. A query is a set of atoms for each relation; queries are ordered by the sets of the last relation first, sets in colex order. The rank
 * adds up, for each atom from the largest down, the queries that agree above it and have a smaller one in its place. How many complete what stands
 * above, with every term of U still to be covered, is inclusion-exclusion over the subsets J of U,
 *     sum over J of (-1)^|J| C(atoms below that avoid J, i) prod over earlier relations of C(atoms that avoid J, a_r),
 * and where an atom that repeats an argument is still wanted, the same without such atoms is taken off. Counting atoms below a number by the terms that they
 * use is a sum over subsets, so the work doubles with each term that must occur; sizes need no such thing, because which terms are in J does not matter there. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/combinatorics.h"
#include "core/ordering.h"
#include "generators/cqc/bodies.h"
#include "generators/spaces/spaces_state.h"

#define ATOMS_MAX (UINT64_C(1) << 22)
#define REPEATS HBS_ATOM_REPEATS

void hbs_one_query_free(hbs_one_query *own) {
    for (size_t r = 0; own->mask && r < own->signature->relations; r++) free(own->mask[r]);
    free(own->mask);
    free(own->constant);
}

hbs_status hbs_one_query_start(hbs_one_query *own, const hbs_space *space, unsigned q, hbs_error *error) {
    hbs_status status = HBS_OK;
    own->signature = &space->signature;
    own->wanted = &space->signature.query[q];
    HBS_TRY(hbs_allocate(&own->constant, space->signature.constants, sizeof *own->constant, error));
    own->terms = own->wanted->variables;
    for (uint32_t c = 0; c < space->signature.constants; c++)
        if (space->signature.constant_use[c] >> q & 1) own->constant[own->terms++ - own->wanted->variables] = c;
    own->required = space->loose ? hbs_head_variables(own->wanted) : own->terms;
    own->repeats = own->wanted->repeats;
    own->some_repeat = own->repeats && !space->loose;
done:
    return status;
}

/* ---- sizes ---- */

static void atoms_over(mpz_t out, uint64_t terms, uint32_t arity, bool repeats) {
    if (repeats) mpz_ui_pow_ui(out, terms, arity); else hbs_falling(out, terms, arity);
}

/* Inclusion-exclusion computes so many bits: the first of its terms is the largest, so all are checked by it. */
static hbs_status check_bits(const hbs_one_query *own, hbs_error *error) {
    hbs_status status = HBS_OK;
    double bits = own->required;
    mpz_t atoms;
    mpz_init(atoms);
    for (size_t r = 0; r < own->signature->relations; r++) {
        const uint32_t arity = own->signature->relation[r].kind;
        mpz_set_ui(atoms, own->terms);
        const double atom_bits = (double)arity * (double)mpz_sizeinbase(atoms, 2);
        HBS_TRY(hbs_space_check_bits(atom_bits, error));
        atoms_over(atoms, own->terms, arity, own->repeats);
        bits += atom_bits + hbs_choose_bits(atoms, own->wanted->atoms[r]);
    }
    HBS_TRY(hbs_space_check_bits(bits * ((double)own->required + 1), error));
done:
    mpz_clear(atoms);
    return status;
}

static void count_queries(const hbs_one_query *own, bool repeats, mpz_t out) {
    mpz_t product, atoms;
    mpz_inits(product, atoms, NULL);
    mpz_set_ui(out, 0);
    for (uint32_t j = 0; j <= own->required; j++) {
        hbs_choose_small(product, own->required, j);
        for (size_t r = 0; r < own->signature->relations && mpz_sgn(product); r++) {
            atoms_over(atoms, own->terms - j, own->signature->relation[r].kind, repeats);
            hbs_choose(atoms, atoms, own->wanted->atoms[r]);
            mpz_mul(product, product, atoms);
        }
        if (j & 1) mpz_sub(out, out, product); else mpz_add(out, out, product);
    }
    mpz_clears(product, atoms, NULL);
}

static hbs_status copy_signature(hbs_signature *to, const hbs_signature *from, hbs_error *error) {
    hbs_status status = HBS_OK;
    to->problem = from->problem;
    HBS_TRY(hbs_allocate(&to->relation, from->relations, sizeof *to->relation, error));
    for (; to->relations < from->relations; to->relations++) {
        to->relation[to->relations].kind = from->relation[to->relations].kind;
        HBS_TRY(hbs_copy_text(&to->relation[to->relations].text, from->relation[to->relations].text, error));
    }
    HBS_TRY(hbs_allocate(&to->constant_use, from->constants, 1, error));
    if (from->constants) memcpy(to->constant_use, from->constant_use, from->constants);
    to->constants = from->constants;
    for (unsigned q = 0; q < 2; q++) {
        const hbs_query_signature *const query = &from->query[q];
        to->query[q].variables = query->variables;
        to->query[q].repeats = query->repeats;
        HBS_TRY(hbs_allocate(&to->query[q].head, query->head_arity, sizeof *query->head, error));
        HBS_TRY(hbs_allocate(&to->query[q].atoms, from->relations, sizeof *query->atoms, error));
        to->query[q].head_arity = query->head_arity;
        if (query->head_arity) memcpy(to->query[q].head, query->head, query->head_arity * sizeof *query->head);
        if (from->relations) memcpy(to->query[q].atoms, query->atoms, from->relations * sizeof *query->atoms);
    }
done:
    return status;
}

hbs_status hbs_query_space_start(hbs_space *space, const hbs_signature *signature, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(copy_signature(&space->signature, signature, error));
    mpz_set_ui(space->arrangements, 1);
    for (unsigned q = 0; q < 2 && status == HBS_OK; q++) {
        hbs_one_query own = {0};
        status = hbs_one_query_start(&own, space, q, error);
        if (status == HBS_OK) status = check_bits(&own, error);
        if (status == HBS_OK) {
            count_queries(&own, own.repeats, space->query_size[q]);
            if (own.some_repeat) count_queries(&own, false, space->size);
            if (own.some_repeat) mpz_sub(space->query_size[q], space->query_size[q], space->size);
        }
        hbs_one_query_free(&own);
    }
    mpz_mul(space->size, space->query_size[0], space->query_size[1]);
done:
    return status;
}

/* ---- numbers of atoms ---- */

hbs_atom_space hbs_one_query_atoms(const hbs_one_query *own, size_t r) {
    return (hbs_atom_space){.terms = own->terms, .arity = own->signature->relation[r].kind, .repeats = own->repeats};
}

static uint32_t mask_of(const uint32_t *term, uint32_t arity, uint32_t required) {
    uint32_t mask = hbs_repeats_argument(term, arity) ? REPEATS : 0;
    for (uint32_t i = 0; i < arity; i++)
        if (term[i] < required) mask |= 1u << term[i];
    return mask;
}

hbs_status hbs_one_query_list(hbs_one_query *own, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t term[HBS_ARITY_MAX];
    if (own->required > HBS_RANKED_TERMS_MAX)
        HBS_FAIL(error, HBS_ERROR_USAGE, "%u terms must occur: queries are numbered up to %u of them", own->required, HBS_RANKED_TERMS_MAX);
    HBS_TRY(hbs_allocate(&own->mask, own->signature->relations, sizeof *own->mask, error));
    for (size_t r = 0; r < own->signature->relations; r++) {
        const hbs_atom_space space = hbs_one_query_atoms(own, r);
        if (space.arity > HBS_ARITY_MAX || hbs_atom_count(space) > ATOMS_MAX)
            HBS_FAIL(error, HBS_ERROR_USAGE, "relation %s: queries are numbered up to 2^22 atoms of a relation", own->signature->relation[r].text);
        const uint64_t atoms = hbs_atom_count(space);
        HBS_TRY(hbs_allocate(&own->mask[r], (size_t)atoms, sizeof **own->mask, error));
        for (uint64_t a = 0; a < atoms; a++) {
            hbs_atom_of(space, a, term);
            own->mask[r][a] = mask_of(term, space.arity, own->required);
        }
    }
done:
    return status;
}

/* ---- completions ---- */

/* What stands above: relation r has `left` atoms to come, all below `below`; earlier relations have all theirs. */
typedef struct standing {
    size_t relation, left;
    uint64_t below;
    uint32_t covered;
    bool repeated;
} standing;

/* count[J] = atoms of relation r below the bound that avoid the terms of J. */
static void count_avoiding(const hbs_one_query *own, size_t r, uint64_t below, bool repeats, uint64_t *count) {
    const uint32_t sets = 1u << own->required, all = sets - 1;
    memset(count, 0, sets * sizeof *count);
    for (uint64_t a = 0; a < below; a++)
        if (repeats || !(own->mask[r][a] & REPEATS)) count[~own->mask[r][a] & all]++;   /* the largest J that it avoids */
    for (uint32_t t = 0; t < own->required; t++)
        for (uint32_t j = 0; j < sets; j++)
            if (!(j >> t & 1)) count[j] += count[j | 1u << t];
}

static void completions_with(const hbs_one_query *own, const standing *at, bool repeats, mpz_t out) {
    uint64_t count[1u << HBS_RANKED_TERMS_MAX];
    mpz_t product[1u << HBS_RANKED_TERMS_MAX], term;
    const uint32_t sets = 1u << own->required;
    mpz_init(term);
    for (uint32_t j = 0; j < sets; j++) mpz_init_set_si(product[j], (j & at->covered) ? 0 : __builtin_popcount(j) % 2 ? -1 : 1);
    for (size_t r = 0; r <= at->relation && r < own->signature->relations; r++) {
        const bool here = r == at->relation;
        count_avoiding(own, r, here ? at->below : hbs_atom_count(hbs_one_query_atoms(own, r)), repeats, count);
        for (uint32_t j = 0; j < sets; j++) {
            if (!mpz_sgn(product[j])) continue;
            hbs_choose_small(term, count[j], here ? at->left : own->wanted->atoms[r]);
            mpz_mul(product[j], product[j], term);
        }
    }
    mpz_set_ui(out, 0);
    for (uint32_t j = 0; j < sets; j++) {
        mpz_add(out, out, product[j]);
        mpz_clear(product[j]);
    }
    mpz_clear(term);
}

static void completions(const hbs_one_query *own, const standing *at, mpz_t out) {
    completions_with(own, at, own->repeats, out);
    if (!own->some_repeat || at->repeated) return;
    mpz_t without;
    mpz_init(without);
    completions_with(own, at, false, without);
    mpz_sub(out, out, without);
    mpz_clear(without);
}

static void take_atom(const hbs_one_query *own, standing *at, uint64_t atom) {
    const uint32_t mask = own->mask[at->relation][atom];
    at->covered |= mask & ~REPEATS;
    at->repeated = at->repeated || (mask & REPEATS);
    at->below = atom;
    at->left--;
}

/* ---- one query ---- */

/* The numbers of the query's atoms of relation r, rising. HBS_ERROR_INPUT when there are others than the space has. */
static hbs_status read_atoms(const hbs_one_query *own, const hbs_query_pair *pair, const hbs_query *query, size_t r, uint64_t *out, hbs_error *error) {
    size_t count = 0;
    const hbs_atom_space space = hbs_one_query_atoms(own, r);
    const hbs_symbol *const wanted = &own->signature->relation[r];
    for (size_t a = 0; a < query->atoms; a++) {
        const hbs_symbol *const relation = &pair->relations.item[query->relation[a]];
        uint32_t term[HBS_ARITY_MAX];
        if (relation->kind != wanted->kind || strcmp(relation->text, wanted->text)) continue;
        for (uint32_t i = 0; i < space.arity; i++) {
            const hbs_term argument = hbs_atom(query, a)[i];
            term[i] = hbs_is_constant(argument) ? own->wanted->variables : argument;
            if (hbs_is_constant(argument))
                while (term[i] < own->terms && own->constant[term[i] - own->wanted->variables] != hbs_constant_index(argument)) term[i]++;
            if (term[i] >= own->terms || (!hbs_is_constant(argument) && argument >= own->wanted->variables))
                return hbs_raise(error, HBS_ERROR_INPUT, "an atom uses a variable or constant that the space does not have");
        }
        if (!own->repeats && hbs_repeats_argument(term, space.arity)) return hbs_raise(error, HBS_ERROR_INPUT, "an atom repeats an argument, and the space has none that does");
        if (count == own->wanted->atoms[r]) return hbs_raise(error, HBS_ERROR_INPUT, "more than %zu atoms of %s", count, wanted->text);
        out[count++] = hbs_atom_number(space, term);
    }
    if (count != own->wanted->atoms[r]) return hbs_raise(error, HBS_ERROR_INPUT, "%zu atoms of %s, not %zu", count, wanted->text, own->wanted->atoms[r]);
    qsort(out, count, sizeof *out, hbs_by_uint64);
    return HBS_OK;
}

static hbs_status query_rank(const hbs_one_query *own, const hbs_query_pair *pair, const hbs_query *query, mpz_t out, hbs_error *error) {
    hbs_status status = HBS_OK;
    standing at = {0};
    uint64_t *number = NULL;
    size_t matched = 0;
    mpz_t before;
    mpz_init(before);
    mpz_set_ui(out, 0);
    for (size_t r = own->signature->relations; r-- > 0;) {
        const size_t count = own->wanted->atoms[r];
        free(number);
        HBS_TRY(hbs_allocate(&number, count, sizeof *number, error));
        HBS_TRY(read_atoms(own, pair, query, r, number, error));
        matched += count;
        at.relation = r;
        at.left = count;
        for (size_t i = count; i-- > 0;) {
            at.below = number[i];
            completions(own, &at, before);
            mpz_add(out, out, before);
            take_atom(own, &at, number[i]);
        }
    }
    if (matched != query->atoms) HBS_FAIL(error, HBS_ERROR_INPUT, "the query has atoms of relations that the space does not have");
    if (at.covered != (1u << own->required) - 1 || (own->some_repeat && !at.repeated))
        HBS_FAIL(error, HBS_ERROR_INPUT, "not every term that must occur does, or no atom repeats an argument where one must");
done:
    free(number);
    mpz_clear(before);
    return status;
}

/* The largest atom below at->below with at most `left` completions that have a smaller one in its place; *before gets their number. */
static uint64_t find_atom(const hbs_one_query *own, standing at, const mpz_t left, mpz_t before) {
    uint64_t low = 0, high = at.below;
    while (high - low > 1) {
        at.below = low + (high - low) / 2;
        completions(own, &at, before);
        if (mpz_cmp(before, left) <= 0) low = at.below; else high = at.below;
    }
    at.below = low;
    completions(own, &at, before);
    return low;
}

static hbs_status append_atom(const hbs_one_query *own, const hbs_query_pair *pair, hbs_query *query, size_t r, uint64_t number, hbs_error *error) {
    uint32_t term[HBS_ARITY_MAX];
    const hbs_atom_space space = hbs_one_query_atoms(own, r);
    hbs_atom_of(space, number, term);
    for (uint32_t i = 0; i < space.arity; i++)
        if (term[i] >= own->wanted->variables) term[i] = HBS_CONSTANT | own->constant[term[i] - own->wanted->variables];
    return hbs_query_append(query, pair, (uint32_t)r, term, error);
}

static hbs_status query_unrank(const hbs_one_query *own, const mpz_t rank, const hbs_query_pair *pair, hbs_query *query, hbs_error *error) {
    hbs_status status = HBS_OK;
    standing at = {0};
    uint64_t **number = NULL;
    mpz_t left, before;
    mpz_init_set(left, rank);
    mpz_init(before);
    HBS_TRY(hbs_allocate(&number, own->signature->relations, sizeof *number, error));
    for (size_t r = own->signature->relations; r-- > 0;) {
        at.relation = r;
        at.left = own->wanted->atoms[r];
        at.below = hbs_atom_count(hbs_one_query_atoms(own, r));
        HBS_TRY(hbs_allocate(&number[r], at.left, sizeof **number, error));
        while (at.left) {
            const uint64_t atom = find_atom(own, at, left, before);
            mpz_sub(left, left, before);
            number[r][at.left - 1] = atom;
            take_atom(own, &at, atom);
        }
    }
    query->variables = own->wanted->variables;
    for (size_t i = 0; i < own->wanted->head_arity; i++) HBS_TRY(hbs_query_head(query, own->wanted->head[i], error));
    for (size_t r = 0; r < own->signature->relations; r++)
        for (size_t i = 0; i < own->wanted->atoms[r]; i++) HBS_TRY(append_atom(own, pair, query, r, number[r][i], error));
done:
    for (size_t r = 0; number && r < own->signature->relations; r++) free(number[r]);
    free(number);
    mpz_clears(left, before, NULL);
    return status;
}

/* ---- pairs ---- */

static bool same_head(const hbs_query *query, const hbs_query_signature *wanted) {
    return query->head_arity == wanted->head_arity && (!query->head_arity || !memcmp(query->head, wanted->head, query->head_arity * sizeof *query->head));
}

hbs_status hbs_query_space_rank(const hbs_space *space, const hbs_query_pair *pair, mpz_t out, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t rank[2];
    mpz_inits(rank[0], rank[1], NULL);
    for (unsigned q = 0; q < 2 && status == HBS_OK; q++) {
        const hbs_query *const query = q ? &pair->q2 : &pair->q1;
        hbs_one_query own = {0};
        if (!same_head(query, &space->signature.query[q])) HBS_FAIL(error, HBS_ERROR_INPUT, "the head of q%u is not that of the space", q + 1);
        status = hbs_one_query_start(&own, space, q, error);
        if (status == HBS_OK) status = hbs_one_query_list(&own, error);
        if (status == HBS_OK) status = query_rank(&own, pair, query, rank[q], error);
        hbs_one_query_free(&own);
    }
    if (status != HBS_OK) goto done;
    mpz_addmul(rank[0], rank[1], space->query_size[0]);
    mpz_set(out, rank[0]);
done:
    mpz_clears(rank[0], rank[1], NULL);
    return status;
}

hbs_status hbs_query_space_unrank(const hbs_space *space, const mpz_t number, hbs_query_pair *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t rank[2];
    mpz_inits(rank[0], rank[1], NULL);
    mpz_fdiv_qr(rank[1], rank[0], number, space->query_size[0]);
    HBS_TRY(hbs_signature_symbols(&space->signature, out, error));
    for (unsigned q = 0; q < 2 && status == HBS_OK; q++) {
        hbs_one_query own = {0};
        status = hbs_one_query_start(&own, space, q, error);
        if (status == HBS_OK) status = hbs_one_query_list(&own, error);
        if (status == HBS_OK) status = query_unrank(&own, rank[q], out, q ? &out->q2 : &out->q1, error);
        hbs_one_query_free(&own);
    }
done:
    mpz_clears(rank[0], rank[1], NULL);
    return status;
}
