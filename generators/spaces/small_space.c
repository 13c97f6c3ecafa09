/* Formulas by their falsified assignments. The models of a formula are the assignments outside of the union of what its clauses falsify. For a set S of assignments
 * let f(S) be the number of clauses falsified only inside S; then W(f(S)) formulas have their union inside S (W(f) = C(f, m) for sets, f^m for sequences,
 * products over lengths), and by Moebius inversion over the subsets of assignments
 *     #{formulas with exactly j models} = sum over S of W(f(S)) (-1)^(t - |S|) C(2^n - |S|, t - |S|),  t = 2^n - j.
 * So all that counts of the 2^(2^n) sets S is how many have which |S| and f(S): one histogram for all m. At n = 5 it comes from pairs of subsets of the 4-cube, S =
 * S0 + S1, where f(S) = a(S0) + a(S1) + b(S0 and S1), S0 up to symmetry: 402 times 65536 pairs.
 *
 * Classes by Burnside: sets fixed by g are unions of cycles of clauses, z^length each, and Moebius inversion runs over the g-invariant sets of
 * assignments, unions of cycles too, at most 2^24 of them for g other than the identity; one g a conjugacy class (generators/sat/signed_group.c). */
#include "generators/spaces/small_space.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/combinatorics.h"
#include "generators/sat/signed_group.h"
#include "generators/sat/weighted_keys.h"

/* Cycles of clauses of one group (a length of the profile) and one cycle length; the sizes of sets, in the identity's histogram, are a slot too. */
typedef struct slot {
    uint32_t group, cycle;
    uint64_t total, radix;
} slot;
#define SLOTS_MAX (HBS_SMALL_LENGTHS_MAX * 12)
#define SIZE_GROUP UINT32_MAX

/* How many invariant sets of assignments (with sign) hold how many cycles of each slot. */
typedef struct histogram {
    uint64_t size;            /* of the conjugacy class */
    slot slot[SLOTS_MAX];
    size_t slots;
    hbs_weighted_keys keys;   /* number of cycles inside, by slot, in mixed radix */
} histogram;

struct hbs_small_space {
    uint32_t n;
    size_t groups;
    uint32_t length[HBS_SMALL_LENGTHS_MAX];
    histogram identity;
    histogram *type;          /* of the other conjugacy classes; NULL before they are asked for */
    size_t types;
};

void hbs_small_space_free(hbs_small_space *space) {
    if (!space) return;
    hbs_weighted_keys_free(&space->identity.keys);
    for (size_t t = 0; t < space->types; t++) hbs_weighted_keys_free(&space->type[t].keys);
    free(space->type);
    free(space);
}

static uint32_t group_of(const hbs_small_space *space, uint32_t length) {
    for (uint32_t i = 0; i < space->groups; i++)
        if (space->length[i] == length || (space->length[i] == HBS_ANY_LENGTH && length > 0)) return i;
    return UINT32_MAX;
}

static size_t slot_of(histogram *into, uint32_t group, uint32_t cycle) {
    size_t s = 0;
    while (s < into->slots && (into->slot[s].group != group || into->slot[s].cycle != cycle)) s++;
    if (s == into->slots) into->slot[into->slots++] = (slot){.group = group, .cycle = cycle};
    return s;
}

static bool set_radices(histogram *into) {
    uint64_t radix = 1;
    for (size_t s = 0; s < into->slots; s++) {
        into->slot[s].radix = radix;
        if (__builtin_mul_overflow(radix, into->slot[s].total + 1, &radix)) return false;
    }
    return true;
}

/* value[S] becomes the sum of value[S'] over S' inside S. */
static void sum_over_subsets(uint64_t *value, unsigned points) {
    for (unsigned p = 0; p < points; p++)
        for (size_t high = 0; high < (size_t)1 << points; high += (size_t)2 << p)
            for (size_t low = high; low < high + ((size_t)1 << p); low++) value[low + ((size_t)1 << p)] += value[low];
}

/* ---- the identity ---- */

static void count_clauses(hbs_small_space *space) {
    histogram *const into = &space->identity;
    into->size = 1;
    for (uint32_t code = 0; code < hbs_clause_codes(space->n); code++) {
        const uint32_t group = group_of(space, hbs_clause_code_length(code));
        if (group != UINT32_MAX) into->slot[slot_of(into, group, 1)].total++;
    }
    into->slot[slot_of(into, SIZE_GROUP, 1)].total = (uint64_t)1 << space->n;
}

/* Radix of clauses of this length, 0 when the profile has none. */
static uint64_t radix_of(hbs_small_space *space, uint32_t length) {
    const uint32_t group = group_of(space, length);
    return group == UINT32_MAX ? 0 : space->identity.slot[slot_of(&space->identity, group, 1)].radix;
}

/* key[S] over the subsets of the n-cube: clauses of length + `longer` inside S, and (once) the size of S. */
static void fill_keys(hbs_small_space *space, uint32_t n, uint32_t longer, bool sizes, uint64_t *key) {
    for (uint32_t code = 0; code < hbs_clause_codes(n); code++)
        key[hbs_clause_code_falsified(n, code)] += radix_of(space, hbs_clause_code_length(code) + longer);
    for (uint32_t a = 0; sizes && a < 1u << n; a++) key[(size_t)1 << a] += space->identity.slot[space->identity.slots - 1].radix;
    sum_over_subsets(key, 1u << n);
}

static hbs_status identity_direct(hbs_small_space *space, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t *key = NULL;
    const size_t sets = (size_t)1 << (1u << space->n);
    HBS_TRY(hbs_allocate(&key, sets, sizeof *key, error));
    fill_keys(space, space->n, 0, true, key);
    for (size_t s = 0; s < sets; s++) HBS_TRY(hbs_weighted_keys_add(&space->identity.keys, key[s], 1, error));
done:
    free(key);
    return status;
}

/* The size of the class of each subset of the 4-cube that is the least of its class; 0 for the others. */
static hbs_status class_sizes(uint32_t *size, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint8_t *seen = NULL;
    HBS_TRY(hbs_allocate(&seen, 65536, 1, error));
    for (uint32_t s = 0; s < 65536; s++) {
        if (seen[s]) continue;
        for (uint32_t i = 0; i < hbs_signed_order(4); i++) {
            const hbs_signed_permutation g = hbs_signed_element(4, i);
            uint32_t image = 0;
            for (uint32_t a = 0; a < 16; a++)
                if (s >> a & 1) image |= 1u << hbs_signed_assignment(&g, a);
            size[s] += !seen[image];
            seen[image] = 1;
        }
    }
done:
    free(seen);
    return status;
}

static hbs_status identity_by_halves(hbs_small_space *space, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t *half = NULL, *both = NULL;   /* clauses with the fifth variable, by the half they lie in; without */
    uint32_t *size = NULL;
    HBS_TRY(hbs_allocate(&half, 65536, sizeof *half, error));
    HBS_TRY(hbs_allocate(&both, 65536, sizeof *both, error));
    HBS_TRY(hbs_allocate(&size, 65536, sizeof *size, error));
    fill_keys(space, 4, 1, true, half);
    fill_keys(space, 4, 0, false, both);
    HBS_TRY(class_sizes(size, error));
    for (uint32_t s = 0; s < 65536; s++)
        for (uint32_t t = 0; size[s] && t < 65536; t++)
            HBS_TRY(hbs_weighted_keys_add(&space->identity.keys, half[s] + half[t] + both[s & t], size[s], error));
done:
    free(half);
    free(both);
    free(size);
    return status;
}

hbs_status hbs_small_space_new(hbs_small_space **out, uint32_t n, const uint32_t *lengths, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_small_space *space = NULL;
    if (n > HBS_SMALL_VARIABLES_MAX)
        HBS_FAIL(error, HBS_ERROR_USAGE, "labels of all formulas over %u variables cannot be counted: there are 2^(2^n) sets of assignments; at most %u variables", n,
                 HBS_SMALL_VARIABLES_MAX);
    if (count > HBS_SMALL_LENGTHS_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "%zu clause lengths: at most %u can be counted together", count, HBS_SMALL_LENGTHS_MAX);
    HBS_TRY(hbs_allocate(&space, 1, sizeof *space, error));
    space->n = n;
    space->groups = count;
    if (count) memcpy(space->length, lengths, count * sizeof *lengths);
    count_clauses(space);
    if (!set_radices(&space->identity)) HBS_FAIL(error, HBS_ERROR_USAGE, "too many clause lengths to be counted together");
    HBS_TRY(n < 5 ? identity_direct(space, error) : identity_by_halves(space, error));
    *out = space;
    space = NULL;
done:
    hbs_small_space_free(space);
    return status;
}

/* ---- formulas inside a set ---- */

/* Room for evaluating keys. */
typedef struct evaluation {
    mpz_t *power;             /* coefficients of z^0 .. z^m */
    size_t capacity;
    mpz_t product, term, binomial;
} evaluation;

static hbs_status evaluation_new(evaluation *own, const hbs_small_space *space, const size_t *count, hbs_error *error) {
    size_t largest = 0;
    for (size_t i = 0; i < space->groups; i++) largest = count[i] > largest ? count[i] : largest;
    const hbs_status status = hbs_allocate(&own->power, largest + 1, sizeof *own->power, error);
    if (status != HBS_OK) return status;
    for (; own->capacity <= largest; own->capacity++) mpz_init(own->power[own->capacity]);
    mpz_inits(own->product, own->term, own->binomial, NULL);
    return HBS_OK;
}

static void evaluation_free(evaluation *own) {
    if (!own->power) return;
    for (size_t i = 0; i < own->capacity; i++) mpz_clear(own->power[i]);
    free(own->power);
    mpz_clears(own->product, own->term, own->binomial, NULL);
}

static uint64_t inside(const histogram *from, size_t s, uint64_t key) { return key / from->slot[s].radix % (from->slot[s].total + 1); }

/* power[0..m] *= (1 + z^cycle)^count. */
static void multiply(evaluation *own, size_t m, uint64_t cycle, uint64_t count) {
    if (!count) return;
    for (size_t to = m + 1; to-- > 0;)
        for (uint64_t i = 1; i <= count && i * cycle <= to; i++) {
            hbs_choose_small(own->binomial, count, i);
            mpz_addmul(own->power[to], own->binomial, own->power[to - i * cycle]);
        }
}

/* own->product = number of sets with count[i] clauses of group i that are unions of the cycles inside. */
static void unions_inside(const histogram *from, uint64_t key, const size_t *count, size_t groups, evaluation *own) {
    mpz_set_ui(own->product, 1);
    for (uint32_t group = 0; group < groups && mpz_sgn(own->product); group++) {
        mpz_set_ui(own->power[0], 1);
        for (size_t i = 1; i <= count[group]; i++) mpz_set_ui(own->power[i], 0);
        for (size_t s = 0; s < from->slots; s++)
            if (from->slot[s].group == group) multiply(own, count[group], from->slot[s].cycle, inside(from, s, key));
        mpz_mul(own->product, own->product, own->power[count[group]]);
    }
}

/* Slots exist only for groups that have clauses; a group without any allows no clause of it. */
static bool impossible(const hbs_small_space *space, const size_t *count) {
    for (uint32_t group = 0; group < space->groups; group++) {
        bool there = false;
        for (size_t s = 0; s < space->identity.slots; s++) there = there || space->identity.slot[s].group == group;
        if (!there && count[group]) return true;
    }
    return false;
}

/* Sets, or sequences but for the order of the lengths, whose clauses are all falsified inside a set with this key. */
static void formulas_inside(const histogram *from, uint64_t key, const size_t *count, hbs_collection of, mpz_t out, mpz_t term) {
    mpz_set_ui(out, 1);
    for (size_t s = 0; s < from->slots; s++) {
        if (from->slot[s].group == SIZE_GROUP) continue;
        const uint64_t clauses = inside(from, s, key), wanted = count[from->slot[s].group];
        if (of == HBS_SETS) hbs_choose_small(term, clauses, wanted); else mpz_ui_pow_ui(term, clauses, wanted);
        mpz_mul(out, out, term);
    }
}

void hbs_small_space_models(const hbs_small_space *space, const size_t *count, hbs_collection of, mpz_t *by_models) {
    const uint32_t assignments = 1u << space->n;
    mpz_t formulas, term, orders;
    mpz_inits(formulas, term, orders, NULL);
    for (uint32_t j = 0; j <= assignments; j++) mpz_set_ui(by_models[j], 0);
    mpz_set_ui(orders, 1);
    uint64_t sum = 0;
    for (size_t i = 0; of == HBS_SEQUENCES && i < space->groups; i++) {
        hbs_choose_small(term, sum += count[i], count[i]);
        mpz_mul(orders, orders, term);
    }
    for (size_t i = 0; i < space->identity.keys.capacity && !impossible(space, count); i++) {
        const hbs_weighted_key *const entry = &space->identity.keys.slot[i];
        if (!entry->used) continue;
        const uint64_t size = inside(&space->identity, space->identity.slots - 1, entry->key);
        formulas_inside(&space->identity, entry->key, count, of, formulas, term);
        if (!mpz_sgn(formulas)) continue;
        mpz_mul_si(formulas, formulas, entry->weight);
        mpz_mul(formulas, formulas, orders);
        for (uint64_t t = size; t <= assignments; t++) {
            hbs_choose_small(term, assignments - size, t - size);
            if ((t - size) & 1) mpz_submul(by_models[assignments - t], formulas, term);
            else mpz_addmul(by_models[assignments - t], formulas, term);
        }
    }
    mpz_clears(formulas, term, orders, NULL);
}

/* ---- classes ---- */

typedef struct cycles {
    uint8_t of[32];           /* cycle of each assignment */
    unsigned count;
} cycles;

static cycles assignment_cycles(const hbs_signed_permutation *g) {
    cycles out = {.count = 0};
    uint32_t seen = 0;
    for (uint32_t a = 0; a < 1u << g->n; a++) {
        if (seen >> a & 1) continue;
        for (uint32_t b = a; !(seen >> b & 1); b = hbs_signed_assignment(g, b)) {
            seen |= 1u << b;
            out.of[b] = (uint8_t)out.count;
        }
        out.count++;
    }
    return out;
}

/* Calls for each cycle of clauses of the profile: its slot (pass 0 counts them), or its key added where it belongs (pass 1). */
static void clause_cycles(const hbs_small_space *space, const hbs_signed_permutation *g, const cycles *points, histogram *into, uint64_t *key) {
    bool seen[HBS_SIGNED_CODES] = {false};
    for (uint32_t code = 0; code < hbs_clause_codes(space->n); code++) {
        const uint32_t group = group_of(space, hbs_clause_code_length(code));
        if (seen[code] || group == UINT32_MAX) continue;
        uint32_t length = 0, falsified = 0, touched = 0;
        for (uint32_t c = code; !seen[c]; c = hbs_signed_clause(g, c)) {
            seen[c] = true;
            falsified |= hbs_clause_code_falsified(space->n, c);
            length++;
        }
        for (uint32_t a = 0; a < 1u << space->n; a++)
            if (falsified >> a & 1) touched |= 1u << points->of[a];
        const size_t s = slot_of(into, group, length);
        if (key) key[touched] += into->slot[s].radix; else into->slot[s].total++;
    }
}

static hbs_status fill_type(const hbs_small_space *space, const hbs_signed_type *type, histogram *into, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint64_t *key = NULL;
    const cycles points = assignment_cycles(&type->element);
    into->size = type->size;
    clause_cycles(space, &type->element, &points, into, NULL);
    if (!set_radices(into)) HBS_FAIL(error, HBS_ERROR_USAGE, "too many clause lengths to be counted together");
    HBS_TRY(hbs_allocate(&key, (size_t)1 << points.count, sizeof *key, error));
    clause_cycles(space, &type->element, &points, into, key);
    sum_over_subsets(key, points.count);
    for (size_t s = 0; s < (size_t)1 << points.count; s++)
        HBS_TRY(hbs_weighted_keys_add(&into->keys, key[s], (points.count - (unsigned)__builtin_popcountll(s)) & 1 ? -1 : 1, error));
done:
    free(key);
    return status;
}

static hbs_status prepare_types(hbs_small_space *space, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signed_type type[HBS_SIGNED_TYPES_MAX];
    if (space->type) return HBS_OK;
    const size_t types = hbs_signed_types(space->n, type);
    HBS_TRY(hbs_allocate(&space->type, types, sizeof *space->type, error));
    for (size_t t = 0; t < types; t++) {
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while classes were counted");
        hbs_report_progress(listener, "symmetries", t, types, "kinds");
        if (assignment_cycles(&type[t].element).count == 1u << space->n) continue;   /* the identity */
        HBS_TRY(fill_type(space, &type[t], &space->type[space->types++], error));
    }
done:
    if (status != HBS_OK) {
        for (size_t t = 0; t < space->types; t++) hbs_weighted_keys_free(&space->type[t].keys);
        free(space->type);
        space->type = NULL;
        space->types = 0;
    }
    return status;
}

/* Adds the sets fixed by one element of the type, times the number of elements: all, and those whose union is everything. */
static void add_fixed(const hbs_small_space *space, const histogram *from, const size_t *count, evaluation *own, mpz_t all, mpz_t unsatisfiable) {
    uint64_t everything = 0;
    for (size_t s = 0; s < from->slots; s++) everything += from->slot[s].total * from->slot[s].radix;
    unions_inside(from, everything, count, space->groups, own);
    mpz_addmul_ui(all, own->product, from->size);
    for (size_t i = 0; i < from->keys.capacity; i++) {
        const hbs_weighted_key *const entry = &from->keys.slot[i];
        if (!entry->used || !entry->weight) continue;
        unions_inside(from, entry->key, count, space->groups, own);
        mpz_mul_si(own->product, own->product, entry->weight);
        mpz_addmul_ui(unsatisfiable, own->product, from->size);
    }
}

hbs_status hbs_small_space_classes(hbs_small_space *space, const size_t *count, mpz_t all, mpz_t unsatisfiable, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    evaluation own = {0};
    mpz_t sum[2], *by_models = NULL;
    const size_t rows = ((size_t)1 << space->n) + 1;
    size_t ready = 0;
    mpz_inits(sum[0], sum[1], NULL);
    HBS_TRY(prepare_types(space, listener, error));
    HBS_TRY(evaluation_new(&own, space, count, error));
    HBS_TRY(hbs_allocate(&by_models, rows, sizeof *by_models, error));
    for (; ready < rows; ready++) mpz_init(by_models[ready]);
    hbs_small_space_models(space, count, HBS_SETS, by_models);
    for (size_t j = 0; j < rows; j++) mpz_add(sum[0], sum[0], by_models[j]);
    mpz_set(sum[1], by_models[0]);
    for (size_t t = 0; t < space->types && !impossible(space, count); t++) add_fixed(space, &space->type[t], count, &own, sum[0], sum[1]);
    mpz_divexact_ui(all, sum[0], hbs_signed_order(space->n));
    mpz_divexact_ui(unsatisfiable, sum[1], hbs_signed_order(space->n));
done:
    for (size_t j = 0; j < ready; j++) mpz_clear(by_models[j]);
    free(by_models);
    evaluation_free(&own);
    mpz_clears(sum[0], sum[1], NULL);
    return status;
}
