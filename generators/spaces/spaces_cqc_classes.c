/* Queries up to names by Burnside. One renaming of each cycle type (a partition of the variables outside of the head) stands for n!/prod(i^a a!) of them; the bodies that it
 * fixes are unions of its cycles of atoms, z^length each; and that every term occurs is inclusion-exclusion over the sets of terms that it fixes, one sign a cycle,
 * because a fixed body uses all terms of a cycle or none. */
#include <stdlib.h>

#include "core/combinatorics.h"
#include "generators/spaces/spaces_state.h"

#define SUMS_MAX 1e9      /* seconds */

/* A renaming, and its cycles of atoms in one list for each relation. */
typedef struct renaming {
    const hbs_one_query *query;
    uint32_t image[64];       /* by term */
    struct atom_cycle {
        uint32_t length, mask;
    } **cycle;
    size_t *cycles;
    mpz_t *power;             /* coefficients of z^0 .. */
    size_t powers;
} renaming;

static void renaming_free(renaming *own) {
    for (size_t r = 0; own->cycle && r < own->query->signature->relations; r++) free(own->cycle[r]);
    free(own->cycle);
    free(own->cycles);
    for (size_t i = 0; i < own->powers; i++) mpz_clear(own->power[i]);
    free(own->power);
}

static hbs_status renaming_new(renaming *own, const hbs_one_query *query, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t most = 0;
    own->query = query;
    HBS_TRY(hbs_allocate(&own->cycle, query->signature->relations, sizeof *own->cycle, error));
    HBS_TRY(hbs_allocate(&own->cycles, query->signature->relations, sizeof *own->cycles, error));
    for (size_t r = 0; r < query->signature->relations; r++) {
        HBS_TRY(hbs_allocate(&own->cycle[r], (size_t)hbs_atom_count(hbs_one_query_atoms(query, r)), sizeof **own->cycle, error));
        most = query->wanted->atoms[r] > most ? query->wanted->atoms[r] : most;
    }
    HBS_TRY(hbs_allocate(&own->power, most + 1, sizeof *own->power, error));
    for (; own->powers <= most; own->powers++) mpz_init(own->power[own->powers]);
done:
    return status;
}

/* The renaming whose cycles on the variables outside of the head have the lengths of the partition; the order of its centralizer among them. */
static void choose_renaming(renaming *own, const hbs_integer_partition *type, uint32_t fixed, mpz_t centralizer) {
    uint32_t at = fixed, equal = 0;
    for (uint32_t t = 0; t < own->query->terms; t++) own->image[t] = t;
    mpz_set_ui(centralizer, 1);
    for (uint32_t i = 0; i < type->parts; i++) {
        const uint32_t length = type->part[i];
        for (uint32_t j = 0; j < length; j++) own->image[at + j] = at + (j + 1) % length;
        at += length;
        equal = i && type->part[i - 1] == length ? equal + 1 : 1;
        mpz_mul_ui(centralizer, centralizer, (unsigned long)length * equal);
    }
}

static uint64_t renamed_atom(const renaming *own, hbs_atom_space space, uint64_t atom) {
    uint32_t term[HBS_ARITY_MAX];
    hbs_atom_of(space, atom, term);
    for (uint32_t i = 0; i < space.arity; i++) term[i] = own->image[term[i]];
    return hbs_atom_number(space, term);
}

static hbs_status list_cycles(renaming *own, size_t r, hbs_error *error) {
    const hbs_atom_space space = hbs_one_query_atoms(own->query, r);
    const uint64_t atoms = hbs_atom_count(space);
    bool *seen = NULL;
    const hbs_status status = hbs_allocate(&seen, (size_t)atoms, sizeof *seen, error);
    if (status != HBS_OK) return status;
    own->cycles[r] = 0;
    for (uint64_t a = 0; a < atoms; a++) {
        if (seen[a]) continue;
        struct atom_cycle *const cycle = &own->cycle[r][own->cycles[r]++];
        *cycle = (struct atom_cycle){0};
        for (uint64_t b = a; !seen[b]; b = renamed_atom(own, space, b)) {
            seen[b] = true;
            cycle->length++;
            cycle->mask |= own->query->mask[r][b];
        }
    }
    free(seen);
    return HBS_OK;
}

/* power[m] = fixed sets of m atoms of the relation that avoid the terms of `without`. */
static void fixed_bodies(renaming *own, size_t r, uint32_t without, bool repeats, size_t m) {
    mpz_set_ui(own->power[0], 1);
    for (size_t i = 1; i <= m; i++) mpz_set_ui(own->power[i], 0);
    for (size_t c = 0; c < own->cycles[r]; c++) {
        const struct atom_cycle *const cycle = &own->cycle[r][c];
        if (cycle->mask & without || (!repeats && cycle->mask & HBS_ATOM_REPEATS)) continue;
        for (size_t to = m + 1; to-- > cycle->length;) mpz_add(own->power[to], own->power[to], own->power[to - cycle->length]);
    }
}

/* Cycles of the renaming in a set of terms, or -1 when it is not fixed. */
static int cycles_in(const renaming *own, uint32_t set) {
    uint32_t image = 0, seen = 0;
    int cycles = 0;
    for (uint32_t t = 0; t < own->query->required; t++) {
        if (!(set >> t & 1)) continue;
        image |= 1u << own->image[t];
        if (seen >> t & 1) continue;
        cycles++;
        for (uint32_t u = t; !(seen >> u & 1); u = own->image[u]) seen |= 1u << u;
    }
    return image == set ? cycles : -1;
}

static void add_fixed(renaming *own, bool repeats, int sign, mpz_t sum) {
    mpz_t product;
    mpz_init(product);
    for (uint32_t set = 0; set < 1u << own->query->required; set++) {
        const int cycles = cycles_in(own, set);
        if (cycles < 0) continue;
        mpz_set_si(product, cycles & 1 ? -sign : sign);
        for (size_t r = 0; r < own->query->signature->relations && mpz_sgn(product); r++) {
            const size_t m = own->query->wanted->atoms[r];
            fixed_bodies(own, r, set, repeats, m);
            mpz_mul(product, product, own->power[m]);
        }
        mpz_add(sum, sum, product);
    }
    mpz_clear(product);
}

/* Each renaming passes over all cycles, for every set of terms and each number of atoms. */
static double most_sums(const hbs_one_query *query) {
    double sums = 0, renamings = 0;
    for (hbs_integer_partition type = {.n = query->wanted->variables - hbs_head_variables(query->wanted)}; hbs_integer_partition_next(&type);) renamings++;
    for (size_t r = 0; r < query->signature->relations; r++)
        sums += (double)hbs_atom_count(hbs_one_query_atoms(query, r)) * (double)(query->wanted->atoms[r] + 1);
    return renamings * sums * (double)(1u << query->required);
}

static hbs_status count_classes(renaming *own, mpz_t out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_one_query *const query = own->query;
    const uint32_t fixed = hbs_head_variables(query->wanted);
    mpz_t order, centralizer, here, sum;
    mpz_inits(order, centralizer, here, sum, NULL);
    mpz_fac_ui(order, query->wanted->variables - fixed);
    for (hbs_integer_partition type = {.n = query->wanted->variables - fixed}; hbs_integer_partition_next(&type);) {
        choose_renaming(own, &type, fixed, centralizer);
        for (size_t r = 0; r < query->signature->relations; r++) HBS_TRY(list_cycles(own, r, error));
        mpz_set_ui(here, 0);
        add_fixed(own, query->repeats, 1, here);
        if (query->some_repeat) add_fixed(own, false, -1, here);
        mpz_divexact(centralizer, order, centralizer);
        mpz_addmul(sum, here, centralizer);
    }
    mpz_divexact(out, sum, order);
done:
    mpz_clears(order, centralizer, here, sum, NULL);
    return status;
}

hbs_status hbs_space_query_classes(const hbs_space *space, unsigned q, mpz_t out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_one_query query = {0};
    renaming own = {0};
    if (space->problem != HBS_CQC) return hbs_raise(error, HBS_ERROR_USAGE, "classes of queries are those of a space of pairs");
    status = hbs_one_query_start(&query, space, q, error);
    if (status == HBS_OK && query.terms > 32) status = hbs_raise(error, HBS_ERROR_USAGE, "%u terms: queries are counted up to names up to 32", query.terms);
    if (status != HBS_OK || !mpz_sgn(space->query_size[q])) {
        if (status == HBS_OK) mpz_set_ui(out, 0);
        goto done;
    }
    HBS_TRY(hbs_one_query_list(&query, error));
    if (most_sums(&query) > SUMS_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "queries up to names: too many atoms and terms to be counted; choose fewer");
    status = renaming_new(&own, &query, error);
    if (status == HBS_OK) status = count_classes(&own, out, error);
    renaming_free(&own);
done:
    hbs_one_query_free(&query);
    return status;
}
