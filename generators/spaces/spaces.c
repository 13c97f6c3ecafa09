/* The spaces of signatures by number: what SAT and CQC have in common. A draw is a uniform number and its instance, so nothing is rejected but numbers beyond
 * the size. */
#include "generators/spaces/spaces.h"

#include <stdlib.h>

#include "core/combinatorics.h"
#include "generators/spaces/spaces_state.h"

void hbs_space_free(hbs_space *space) {
    if (!space) return;
    for (size_t i = 0; i < space->digits; i++) mpz_clears(space->digit[i].clauses, space->digit[i].size, NULL);
    free(space->digit);
    mpz_clears(space->size, space->arrangements, space->query_size[0], space->query_size[1], NULL);
    hbs_signature_free(&space->signature);
    free(space);
}

hbs_status hbs_space_check_bits(double bits, hbs_error *error) {
    if (bits <= HBS_SPACE_BITS_MAX) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "to count this space takes numbers of about %.2g bits, and up to %u are computed: choose fewer variables, clauses or atoms", bits, HBS_SPACE_BITS_MAX);
}

static hbs_status make(hbs_space **out, const hbs_signature *signature, hbs_collection of, bool loose, hbs_error *error) {
    hbs_space *space = NULL;
    hbs_status status = hbs_allocate(&space, 1, sizeof *space, error);
    if (status != HBS_OK) return status;
    space->problem = signature->problem;
    space->of = of;
    space->loose = loose;
    mpz_inits(space->size, space->arrangements, space->query_size[0], space->query_size[1], NULL);
    HBS_TRY(signature->problem == HBS_SAT ? hbs_clause_space_start(space, signature, error) : hbs_query_space_start(space, signature, error));
    *out = space;
    space = NULL;
done:
    hbs_space_free(space);
    return status;
}

hbs_status hbs_space_new(hbs_space **out, const hbs_signature *signature, hbs_collection of, hbs_error *error) {
    return make(out, signature, of, false, error);
}

hbs_status hbs_space_new_loose(hbs_space **out, const hbs_signature *signature, hbs_collection of, hbs_error *error) {
    return make(out, signature, of, true, error);
}

void hbs_space_size(const hbs_space *space, mpz_t out) { mpz_set(out, space->size); }

void hbs_space_multisets(const hbs_space *space, mpz_t out) {
    mpz_t one;
    mpz_init(one);
    mpz_set_ui(out, 1);
    for (size_t i = 0; i < space->digits; i++) {
        if (!space->digit[i].count) continue;
        mpz_add_ui(one, space->digit[i].clauses, space->digit[i].count - 1);
        hbs_choose(one, one, space->digit[i].count);
        mpz_mul(out, out, one);
    }
    mpz_clear(one);
}

hbs_status hbs_space_rank(const hbs_space *space, const hbs_instance *instance, mpz_t out, hbs_error *error) {
    if (instance->problem != space->problem) return hbs_raise(error, HBS_ERROR_INPUT, "an instance of another problem is not in this space");
    return space->problem == HBS_SAT ? hbs_clause_space_rank(space, &instance->cnf, out, error) : hbs_query_space_rank(space, &instance->pair, out, error);
}

hbs_status hbs_space_unrank(const hbs_space *space, const mpz_t number, hbs_instance *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_instance made = {0};
    if (mpz_sgn(number) < 0 || mpz_cmp(number, space->size) >= 0) HBS_FAIL(error, HBS_ERROR_USAGE, "the number is not below the size of the space");
    hbs_instance_clear(&made, space->problem);
    HBS_TRY(space->problem == HBS_SAT ? hbs_clause_space_unrank(space, number, &made.cnf, error) : hbs_query_space_unrank(space, number, &made.pair, error));
    hbs_instance_free(out);
    *out = made;
    made = (hbs_instance){0};
done:
    hbs_instance_free(&made);
    return status;
}

hbs_status hbs_space_draw(const hbs_space *space, hbs_rng *rng, hbs_instance *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_t number;
    mpz_init(number);
    if (!mpz_sgn(space->size)) HBS_FAIL(error, HBS_ERROR_USAGE, "the space is empty: nothing has this signature");
    if (!hbs_rng_below_big(rng, space->size, number)) HBS_FAIL(error, HBS_ERROR_BUDGET, "no number below the size of the space came within the retry limit");
    HBS_TRY(hbs_space_unrank(space, number, out, error));
done:
    mpz_clear(number);
    return status;
}
