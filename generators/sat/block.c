/* The clauses beside the block are numbered without it, so nothing is rejected. The refutation resolves the block's clauses on their last variable, the resolvents on
 * the variable before, and so on: 2^(k-1) + .. + 2 + 1 lemmas, the last one empty, each of which unit propagation confirms from the two clauses that it comes from. */
#include "generators/sat/block.h"

#include "generators/sat/clauses.h"
#include "generators/sat/size.h"

void hbs_block_free(hbs_block *block) {
    hbs_subsets_free(&block->subsets);
    hbs_distinct_free(&block->distinct);
}

hbs_status hbs_block_check(hbs_unit *unit, int64_t n, int64_t k, int64_t m) {
    if (hbs_check_clauses(unit, n, k, m) != HBS_OK) return hbs_unit_drawing(unit)->status;
    const uint64_t all = hbs_clause_count((uint32_t)n, (uint32_t)k);
    if (m < INT64_C(1) << k)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld clauses do not hold the block of 2^%lld = %lld: raise m or lower k", (long long)m,
                (long long)k, 1LL << k);
    if ((uint64_t)m > all)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "%lld distinct clauses of length %lld over %lld variables: there are only %llu",
                (long long)m, (long long)k, (long long)n, (unsigned long long)all);
    if (all == UINT64_MAX) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "2^k C(n,k) is 2^63 or more clauses: lower n or k");
    return HBS_OK;
}

static void put_signs(const uint32_t *variable, uint32_t k, uint64_t signs, int32_t *literal) {
    for (uint32_t i = 0; i < k; i++) literal[i] = (signs >> i & 1) ? -(int32_t)variable[i] : (int32_t)variable[i];
}

static hbs_status add(hbs_unit *unit, const uint32_t *variable, uint32_t k, uint64_t signs) {
    int32_t literal[HBS_BLOCK_LENGTH_MAX];
    put_signs(variable, k, signs, literal);
    return hbs_cnf_add(&hbs_unit_current(unit)->instance.cnf, literal, k, hbs_unit_drawing(unit)->error);
}

static hbs_status refute(hbs_unit *unit, const uint32_t *variable, uint32_t k) {
    hbs_status status = HBS_OK;
    int32_t lemma[HBS_BLOCK_LENGTH_MAX + 1];
    HBS_TRY((hbs_status)hbs_unit_claim(unit, HBS_LABEL_NO));
    for (uint32_t length = k; length-- > 0;)
        for (uint64_t signs = 0; signs < UINT64_C(1) << length; signs++) {
            put_signs(variable, length, signs, lemma);
            lemma[length] = 0;
            HBS_TRY((hbs_status)hbs_unit_refutation(unit, lemma, length + 1));
        }
done:
    return status;
}

hbs_status hbs_block_draw(hbs_unit *unit, hbs_block *block, uint32_t n, uint32_t k, int64_t m) {
    hbs_status status = HBS_OK;
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const uint64_t patterns = UINT64_C(1) << k;
    uint32_t variable[HBS_BLOCK_LENGTH_MAX];
    HBS_TRY(hbs_subsets_set(&block->subsets, n, k, drawing->error));
    const uint64_t place = hbs_rng_below(&drawing->rng, block->subsets.count);
    hbs_subset_of(&block->subsets, place, variable);
    for (uint64_t signs = 0; signs < patterns; signs++) HBS_TRY(add(unit, variable, k, signs));
    HBS_TRY(refute(unit, variable, k));
    HBS_TRY(hbs_distinct_start_set(&block->distinct, &drawing->rng, (block->subsets.count - 1) << k, (size_t)m - (size_t)patterns, drawing->error));
    for (uint64_t left = (uint64_t)m - patterns; left > 0; left--) {
        const uint64_t number = hbs_distinct_next(&block->distinct, &drawing->rng), subset = number >> k;
        hbs_subset_of(&block->subsets, subset + (subset >= place), variable);
        HBS_TRY(add(unit, variable, k, number & (patterns - 1)));
    }
done:
    return status;
}
