/* Formulas by number: one digit of mixed radix a clause length, a colex rank of clause numbers (sets) or a number in base N (sequences), and for sequences of
 * several lengths the rank of the order in which the lengths come. */
#include <assert.h>
#include <stdlib.h>

#include "core/combinatorics.h"
#include "core/ordering.h"
#include "generators/sat/clause_number.h"
#include "generators/spaces/spaces_state.h"

/* Orders of a multiset: (sum of left)! / product of left!. */
static void multinomial(mpz_t out, const size_t *left, size_t kinds) {
    mpz_t one;
    uint64_t sum = 0;
    mpz_init(one);
    mpz_set_ui(out, 1);
    for (size_t i = 0; i < kinds; i++) {
        hbs_choose_small(one, sum += left[i], left[i]);
        mpz_mul(out, out, one);
    }
    mpz_clear(one);
}

static double clause_bits(uint32_t variables, uint32_t length) {
    mpz_t n;
    if (length == HBS_ANY_LENGTH) return 1.6 * variables;
    mpz_init_set_ui(n, variables);
    const double bits = hbs_choose_bits(n, length) + length;
    mpz_clear(n);
    return bits;
}

/* At least log2 of the number of multisets of `count` clauses, thus of sets, or of sequences. */
static double digit_bits(const hbs_clause_digit *digit, hbs_collection of) {
    mpz_t items;
    if (of == HBS_SEQUENCES) return (double)digit->count * (double)mpz_sizeinbase(digit->clauses, 2);
    mpz_init(items);
    mpz_add_ui(items, digit->clauses, digit->count);
    const double bits = hbs_choose_bits(items, digit->count);
    mpz_clear(items);
    return bits;
}

#define SMALL 5u   /* so few variables: whoever asks for the size goes on to count models, assignment by assignment */

/* *bits counts what is computed. */
static hbs_status fill_digit(hbs_space *space, hbs_clause_digit *digit, const hbs_length_count *from, double *bits, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_inits(digit->clauses, digit->size, NULL);
    space->digits++;
    digit->length = from->length;
    digit->count = from->count;
    HBS_TRY(hbs_space_check_bits(*bits += clause_bits(space->variables, from->length), error));
    hbs_clauses_of_length(digit->clauses, space->variables, from->length);
    HBS_TRY(hbs_space_check_bits(*bits += digit_bits(digit, space->of) * (space->variables <= SMALL ? 1u << space->variables : 1u), error));
    if (space->of == HBS_SETS) hbs_choose(digit->size, digit->clauses, from->count);
    else mpz_pow_ui(digit->size, digit->clauses, from->count);
    mpz_mul(space->size, space->size, digit->size);
    space->clauses += from->count;
done:
    return status;
}

hbs_status hbs_clause_space_start(hbs_space *space, const hbs_signature *signature, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t *left = NULL;
    double bits = 0;
    space->variables = signature->variables;
    HBS_TRY(hbs_allocate(&space->digit, signature->lengths, sizeof *space->digit, error));
    HBS_TRY(hbs_allocate(&left, signature->lengths, sizeof *left, error));
    mpz_set_ui(space->size, 1);
    for (size_t i = 0; i < signature->lengths; i++) {
        if (signature->length[i].length == HBS_ANY_LENGTH && signature->lengths > 1)
            HBS_FAIL(error, HBS_ERROR_USAGE, "clauses of any length cannot stand beside clauses of given lengths");
        HBS_TRY(fill_digit(space, &space->digit[i], &signature->length[i], &bits, error));
        left[i] = signature->length[i].count;
    }
    if (space->of == HBS_SEQUENCES) multinomial(space->arrangements, left, space->digits);
    else mpz_set_ui(space->arrangements, 1);
    mpz_mul(space->size, space->size, space->arrangements);
done:
    free(left);
    return status;
}

static hbs_status check_numbered(const hbs_space *space, hbs_error *error) {
    for (size_t i = 0; i < space->digits; i++)
        if (mpz_sizeinbase(space->digit[i].clauses, 2) > 63)
            return hbs_raise(error, HBS_ERROR_USAGE, "2^63 or more clauses of one length cannot be numbered: lower n or the length");
    return HBS_OK;
}

/* The digit that takes clauses of so many literals, or none. */
static size_t digit_of(const hbs_space *space, size_t length) {
    for (size_t i = 0; i < space->digits; i++)
        if (space->digit[i].length == length || space->digit[i].length == HBS_ANY_LENGTH) return i;
    return SIZE_MAX;
}

/* ---- the order of the lengths of a sequence: lexicographic, the shortest first ---- */

static void arrangement_rank(mpz_t out, const size_t *kind, size_t count, size_t *left, size_t kinds) {
    mpz_t there;
    mpz_init(there);
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < kind[i]; k++) {
            if (!left[k]) continue;
            left[k]--;
            multinomial(there, left, kinds);
            mpz_add(out, out, there);
            left[k]++;
        }
        left[kind[i]]--;
    }
    mpz_clear(there);
}

static void arrangement_unrank(size_t *kind, size_t count, const mpz_t rank, size_t *left, size_t kinds) {
    mpz_t number, there;
    mpz_init_set(number, rank);
    mpz_init(there);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < kinds; k++) {
            if (!left[k]) continue;
            left[k]--;
            multinomial(there, left, kinds);
            if (mpz_cmp(number, there) < 0) {
                kind[i] = k;
                break;
            }
            mpz_sub(number, number, there);
            left[k]++;
        }
    mpz_clears(number, there, NULL);
}

/* ---- numbers of clauses, grouped by digit ---- */

typedef struct numbering {
    uint64_t *number;   /* of digit 0 first */
    size_t *kind;       /* of each clause, in order */
    size_t *left;       /* by digit */
    size_t *start;      /* by digit */
} numbering;

static void numbering_free(numbering *own) {
    free(own->number);
    free(own->kind);
    free(own->left);
    free(own->start);
}

static hbs_status numbering_new(numbering *own, const hbs_space *space, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&own->number, space->clauses, sizeof *own->number, error));
    HBS_TRY(hbs_allocate(&own->kind, space->clauses, sizeof *own->kind, error));
    HBS_TRY(hbs_allocate(&own->left, space->digits, sizeof *own->left, error));
    HBS_TRY(hbs_allocate(&own->start, space->digits + 1, sizeof *own->start, error));
    for (size_t i = 0; i < space->digits; i++) own->start[i + 1] = own->start[i] + space->digit[i].count;
    for (size_t i = 0; i < space->digits; i++) own->left[i] = space->digit[i].count;
done:
    return status;
}

static hbs_status read_clauses(const hbs_space *space, const hbs_cnf *cnf, numbering *own, hbs_error *error) {
    if (cnf->variables != space->variables || cnf->clauses != space->clauses)
        return hbs_raise(error, HBS_ERROR_INPUT, "a formula of %u variables and %zu clauses is not in a space of %u and %zu", cnf->variables, cnf->clauses,
                         space->variables, space->clauses);
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, c), d = digit_of(space, length);
        if (d == SIZE_MAX || !own->left[d]) return hbs_raise(error, HBS_ERROR_INPUT, "clause %zu: more clauses of %zu literals than the space has", c + 1, length);
        const size_t at = own->start[d] + space->digit[d].count - own->left[d]--;
        const hbs_status status = hbs_clause_rank(space->variables, space->digit[d].length, hbs_cnf_clause(cnf, c), length, &own->number[at], error);
        if (status != HBS_OK) return status;
        own->kind[c] = d;
    }
    return HBS_OK;
}

static hbs_status digit_rank(const hbs_space *space, size_t d, uint64_t *number, mpz_t out, hbs_error *error) {
    const size_t count = space->digit[d].count;
    if (space->of == HBS_SEQUENCES) {
        hbs_sequence_rank(out, number, count, mpz_get_ui(space->digit[d].clauses));
        return HBS_OK;
    }
    qsort(number, count, sizeof *number, hbs_by_uint64);
    for (size_t i = 1; i < count; i++)
        if (number[i - 1] == number[i]) return hbs_raise(error, HBS_ERROR_INPUT, "a formula that repeats a clause is in no space of sets");
    hbs_subset_rank(out, number, count);
    return HBS_OK;
}

hbs_status hbs_clause_space_rank(const hbs_space *space, const hbs_cnf *cnf, mpz_t out, hbs_error *error) {
    hbs_status status = HBS_OK;
    numbering own = {0};
    mpz_t rank, digit;
    mpz_inits(rank, digit, NULL);
    HBS_TRY(check_numbered(space, error));
    HBS_TRY(numbering_new(&own, space, error));
    HBS_TRY(read_clauses(space, cnf, &own, error));
    if (space->of == HBS_SEQUENCES) {
        for (size_t i = 0; i < space->digits; i++) own.left[i] = space->digit[i].count;
        arrangement_rank(rank, own.kind, space->clauses, own.left, space->digits);
    }
    for (size_t d = space->digits; d-- > 0;) {
        HBS_TRY(digit_rank(space, d, own.number + own.start[d], digit, error));
        mpz_mul(rank, rank, space->digit[d].size);
        mpz_add(rank, rank, digit);
    }
    mpz_set(out, rank);
done:
    mpz_clears(rank, digit, NULL);
    numbering_free(&own);
    return status;
}

hbs_status hbs_clause_space_unrank(const hbs_space *space, const mpz_t number, hbs_cnf *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    numbering own = {0};
    mpz_t left, digit;
    mpz_init_set(left, number);
    mpz_init(digit);
    HBS_TRY(check_numbered(space, error));
    HBS_TRY(numbering_new(&own, space, error));
    for (size_t d = 0, c = 0; d < space->digits; d++) {
        mpz_fdiv_qr(left, digit, left, space->digit[d].size);
        uint64_t *const item = own.number + own.start[d];
        if (space->of == HBS_SETS) hbs_subset_unrank(item, space->digit[d].count, digit, mpz_get_ui(space->digit[d].clauses));
        else hbs_sequence_unrank(item, space->digit[d].count, digit, mpz_get_ui(space->digit[d].clauses));
        for (size_t i = 0; i < space->digit[d].count; i++) own.kind[c++] = d;
    }
    if (space->of == HBS_SEQUENCES) arrangement_unrank(own.kind, space->clauses, left, own.left, space->digits);
    hbs_cnf_clear(out, space->variables);
    for (size_t c = 0; c < space->clauses; c++)
        HBS_TRY(hbs_clause_append(out, space->digit[own.kind[c]].length, own.number[own.start[own.kind[c]]++], error));
done:
    mpz_clears(left, digit, NULL);
    numbering_free(&own);
    return status;
}
