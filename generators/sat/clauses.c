/* A clause of length k is a number below 2^k C(n,k): a k-subset and a pattern of signs. So an independent clause is one choice, distinct clauses
 * are distinct numbers (generators/distinct.h), and clauses satisfied by an assignment are the same with the one falsified pattern left out;
 * nothing is rejected and the choice bits of a draw are log2 of the number of sequences. Where the numbers pass 63 bits (10 literals over 200
 * variables) the variables and the signs are separate choices and repeats are rejected with the help of a table; there they are rarer than one in
 * 2^63 a pair of clauses. */
#include "generators/sat/clauses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/ordering.h"
#include "generators/distinct.h"
#include "generators/sat/clause_set.h"
#include "generators/sat/size.h"
#include "generators/sat/subsets.h"

#define SIGN_BITS_MAX 62u
#define BLOCK 128u

/* Clauses of one length. */
typedef struct length_class {
    uint32_t length;
    size_t left;               /* still to be drawn */
    uint64_t patterns, count;  /* sign patterns, clauses; count UINT64_MAX: not numbered */
    hbs_subsets subsets;
    hbs_distinct distinct;
} length_class;

struct hbs_clause_sampler {
    length_class *class;
    size_t class_capacity;
    uint32_t *variable;        /* of the clause being drawn */
    size_t variable_capacity;
    uint8_t *assignment;       /* the caller's */
    size_t assignment_capacity;
    hbs_clause_set seen;       /* clauses without numbers drawn so far */
};

uint64_t hbs_clause_count(uint32_t n, uint32_t k) {
    const uint64_t subsets = hbs_binomial(n, k);
    if (subsets == 0) return 0;
    return k > SIGN_BITS_MAX || subsets > (uint64_t)INT64_MAX >> k ? UINT64_MAX : subsets << k;
}

/* Clauses that the law allows: UINT64_MAX when they are not numbered. */
static uint64_t allowed(uint32_t n, uint32_t k, bool satisfied) {
    const uint64_t count = hbs_clause_count(n, k);
    return count == UINT64_MAX || !satisfied ? count : count - (count >> k);
}

hbs_status hbs_clause_sampler_new(hbs_clause_sampler **out, hbs_error *error) { return hbs_allocate(out, 1, sizeof **out, error); }

void hbs_clause_sampler_free(hbs_clause_sampler *sampler) {
    if (!sampler) return;
    for (size_t i = 0; i < sampler->class_capacity; i++) {
        hbs_subsets_free(&sampler->class[i].subsets);
        hbs_distinct_free(&sampler->class[i].distinct);
    }
    free(sampler->class);
    free(sampler->variable);
    free(sampler->assignment);
    hbs_clause_set_free(&sampler->seen);
    free(sampler);
}

static void release(void *sampler) { hbs_clause_sampler_free(sampler); }

hbs_status hbs_clause_sampler_of(hbs_drawing *drawing) { return hbs_scratch_of(drawing, sizeof(hbs_clause_sampler), release); }

hbs_status hbs_clause_sampler_assignment(hbs_clause_sampler *sampler, uint32_t n, uint8_t **out, hbs_error *error) {
    const hbs_status status = hbs_grow(&sampler->assignment, &sampler->assignment_capacity, (size_t)n + 1, 1, error);
    if (status == HBS_OK) *out = sampler->assignment;
    return status;
}

static hbs_status check_length(uint32_t n, const hbs_length_count *wanted, hbs_clause_law law, hbs_error *error) {
    const uint64_t there = allowed(n, wanted->length, law.satisfied_by != NULL);
    const char *const kind = law.satisfied_by ? " that an assignment satisfies" : "";
    if (there == 0 && wanted->count)
        return hbs_raise(error, HBS_ERROR_USAGE, "no clause of length %u over %u variables%s: give a shorter length or more variables",
                wanted->length, n, kind);
    if (law.distinct && wanted->count > there)
        return hbs_raise(error, HBS_ERROR_USAGE,
                "%zu distinct clauses of length %u over %u variables%s: there are only %llu; ask for fewer, or allow repeats", wanted->count,
                         wanted->length, n, kind, (unsigned long long)there);
    return HBS_OK;
}

static hbs_status check_profile(uint32_t variables, const hbs_length_count *profile, size_t lengths, hbs_clause_law law, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < lengths; i++) HBS_TRY(check_length(variables, &profile[i], law, error));
done:
    return status;
}

hbs_status hbs_unit_check_clauses(hbs_unit *unit, uint32_t variables, const hbs_length_count *profile, size_t lengths, hbs_clause_law law) {
    hbs_status status = HBS_OK;
    double literals = 0;
    for (size_t i = 0; i < lengths; i++) literals += (double)profile[i].length * (double)profile[i].count;
    HBS_TRY(hbs_check_size(unit, literals));
    HBS_TRY(check_profile(variables, profile, lengths, law, hbs_unit_drawing(unit)->error));
done:
    return hbs_unit_keep(unit, status);
}

static hbs_status grow_classes(hbs_clause_sampler *sampler, size_t lengths, hbs_error *error) {
    const size_t before = sampler->class_capacity;
    const hbs_status status = hbs_grow(&sampler->class, &sampler->class_capacity, lengths, sizeof *sampler->class, error);
    if (status == HBS_OK && sampler->class_capacity > before)
        memset(sampler->class + before, 0, (sampler->class_capacity - before) * sizeof *sampler->class);
    return status;
}

static hbs_status start_class(length_class *class, uint32_t n, const hbs_length_count *wanted, hbs_clause_law law, const hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    class->length = wanted->length;
    class->left = wanted->count;
    class->count = wanted->count ? allowed(n, wanted->length, law.satisfied_by != NULL) : 0;
    if (class->count == UINT64_MAX || class->count == 0) goto done;
    class->patterns = (UINT64_C(1) << wanted->length) - (law.satisfied_by != NULL);
    HBS_TRY(hbs_subsets_set(&class->subsets, n, wanted->length, error));
    if (law.distinct) HBS_TRY(hbs_distinct_start_set(&class->distinct, rng, class->count, wanted->count, error));
done:
    return status;
}

/* Makes room for all clauses at once, and for a table of those that have no numbers. */
static hbs_status reserve(hbs_clause_sampler *sampler, const hbs_length_count *profile, size_t lengths, hbs_clause_law law, hbs_cnf *cnf,
                          size_t *clauses, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t total = 0, literals = hbs_cnf_literals(cnf), unnumbered = 0, longest = 1;
    for (size_t i = 0; i < lengths; i++) {
        size_t more;
        if (__builtin_mul_overflow(profile[i].count, profile[i].length, &more) || __builtin_add_overflow(literals, more, &literals) ||
            __builtin_add_overflow(total, profile[i].count, &total))
            HBS_FAIL(error, HBS_ERROR_MEMORY, "%zu clauses of length %u: more than memory holds", profile[i].count, profile[i].length);
        if (sampler->class[i].count == UINT64_MAX) unnumbered += profile[i].count;
        if (profile[i].length > longest) longest = profile[i].length;
    }
    if (total > SIZE_MAX / 4 - cnf->clauses) HBS_FAIL(error, HBS_ERROR_MEMORY, "%zu clauses: more than memory holds", total);
    HBS_TRY(hbs_grow(&cnf->start, &cnf->start_capacity, cnf->clauses + total + 1, sizeof *cnf->start, error));
    HBS_TRY(hbs_grow(&cnf->literal, &cnf->literal_capacity, literals ? literals : 1, sizeof *cnf->literal, error));
    HBS_TRY(hbs_grow(&sampler->variable, &sampler->variable_capacity, longest, sizeof *sampler->variable, error));
    if (law.distinct && unnumbered) HBS_TRY(hbs_clause_set_start(&sampler->seen, unnumbered, error));
    *clauses = total;
done:
    return status;
}

/* Bit i says that literal i is negative. With an assignment, pattern 0 is the one after the falsified: falsified ^ (1 + pattern) is never the
 * falsified one. */
static inline uint64_t signs_of(uint64_t pattern, const uint8_t *satisfied_by, const uint32_t *variable, uint32_t length) {
    if (!satisfied_by) return pattern;
    uint64_t falsified = 0;
    for (uint32_t i = 0; i < length; i++) falsified |= (uint64_t)(satisfied_by[variable[i]] != 0) << i;
    return falsified ^ (pattern + 1);
}

static inline void sign(int32_t *literal, uint32_t length, uint64_t signs) {
    for (uint32_t i = 0; i < length; i++) {
        const int32_t negative = -(int32_t)(signs >> i & 1);   /* a sign is a coin: no branch on it */
        literal[i] = (literal[i] ^ negative) - negative;
    }
}

static inline void draw_numbered(length_class *class, uint32_t *variable, hbs_rng *rng, hbs_clause_law law, int32_t *literal) {
    const uint64_t number = law.distinct ? hbs_distinct_next(&class->distinct, rng) : hbs_rng_below(rng, class->count);
    const uint32_t length = class->length;
    const uint64_t subset = law.satisfied_by ? number / class->patterns : number >> length, pattern = number - subset * class->patterns;
    hbs_subset_of(&class->subsets, subset, variable);
    memcpy(literal, variable, length * sizeof *literal);
    sign(literal, length, signs_of(pattern, law.satisfied_by, variable, length));
}

static inline void sign_all(int32_t *literal, uint32_t length, size_t count, const uint64_t *pattern, const uint8_t *satisfied_by) {
    for (size_t c = 0; c < count; c++, literal += length) sign(literal, length, signs_of(pattern[c], satisfied_by, (const uint32_t *)literal, length));
}

/* The next `count` <= BLOCK clauses of a class, in three passes, none of which waits for the others' surprises. */
static void draw_block(length_class *class, size_t count, hbs_rng *rng, hbs_clause_law law, int32_t *literal) {
    uint64_t number[BLOCK], pattern[BLOCK];
    const uint32_t length = class->length;
    if (law.distinct) hbs_distinct_take(&class->distinct, rng, count, number);
    for (size_t c = 0; c < count; c++) {
        const uint64_t drawn = law.distinct ? number[c] : hbs_rng_below(rng, class->count);
        number[c] = law.satisfied_by ? drawn / class->patterns : drawn >> length;
        pattern[c] = drawn - number[c] * class->patterns;
    }
    hbs_subsets_of(&class->subsets, number, count, (uint32_t *)literal);   /* the same bits: variables are below 2^29 */
    if (length == 3) sign_all(literal, 3, count, pattern, law.satisfied_by);   /* a loop the less */
    else sign_all(literal, length, count, pattern, law.satisfied_by);
}

/* Whether to stop is asked after so many literals. */
#define LITERALS_BETWEEN ((size_t)1 << 16)

/* Of blocks of short clauses: there. */
static inline bool is_asked_at(size_t drawn) { return drawn && drawn % ((size_t)1 << 14) == 0; }

static hbs_status stopped(hbs_error *error) { return hbs_raise(error, HBS_ERROR_INTERRUPTED, "stopped while clauses were drawn"); }

/* All clauses have one length and numbers. */
static hbs_status draw_blocks(length_class *class, hbs_rng *rng, hbs_clause_law law, hbs_cnf *cnf, hbs_error *error) {
    for (size_t drawn = 0; class->left; drawn += BLOCK) {
        if (is_asked_at(drawn) && hbs_rng_should_stop(rng)) return stopped(error);
        const size_t count = class->left < BLOCK ? class->left : BLOCK;
        size_t at = cnf->start[cnf->clauses];
        draw_block(class, count, rng, law, cnf->literal + at);
        for (size_t c = 0; c < count; c++) cnf->start[++cnf->clauses] = at += class->length;
        class->left -= count;
    }
    return HBS_OK;
}

/* Variables, then signs; false when the assignment falsifies what came out, or the stream was told to stop. */
static bool draw_unnumbered(uint32_t length, uint32_t *variable, uint32_t n, hbs_rng *rng, hbs_clause_law law, int32_t *literal) {
    hbs_rng_sample(rng, n, length, variable);
    if (rng->stopped) return false;
    qsort(variable, length, sizeof *variable, hbs_by_uint32);
    bool good = !law.satisfied_by;
    for (uint32_t at = 0; at < length; at += SIGN_BITS_MAX) {
        const uint32_t end = length - at < SIGN_BITS_MAX ? length : at + SIGN_BITS_MAX;
        const uint64_t signs = hbs_rng_below(rng, UINT64_C(1) << (end - at));
        for (uint32_t i = at; i < end; i++) {
            const bool negative = signs >> (i - at) & 1;
            const int32_t v = (int32_t)variable[i] + 1;
            literal[i] = negative ? -v : v;
            good = good || (law.satisfied_by[v] != 0) != negative;
        }
    }
    return good;
}

static hbs_status draw_rare(hbs_clause_sampler *sampler, uint32_t length, hbs_rng *rng, hbs_clause_law law, hbs_cnf *cnf, hbs_error *error) {
    const hbs_rng_mark mark = hbs_rng_take_mark(rng);
    const size_t c = cnf->clauses;
    cnf->start[c + 1] = cnf->start[c] + length;   /* so that it can be looked up */
    while (!draw_unnumbered(length, sampler->variable, cnf->variables, rng, law, cnf->literal + cnf->start[c]) || (law.distinct && !hbs_clause_set_enter(&sampler->seen, cnf, c)))
        if (!hbs_rng_reject(rng, mark))
            return rng->stopped ? stopped(error) : hbs_raise(error, HBS_ERROR_BUDGET, "no new clause of length %u found in %llu tries", length, (unsigned long long)rng->retries);
    return HBS_OK;
}

/* The class of the next clause: each order of the lengths is equally likely. One or no choice a class but the last; none where nobody looks at the order. */
static inline length_class *next_class(length_class *class, size_t lengths, size_t left, hbs_rng *rng) {
    for (size_t i = 0; i + 1 < lengths; i++) {
        if (rng->indifferent & HBS_RNG_PART_ORDER && class[i].left) return &class[i];
        if (hbs_rng_bernoulli(rng, class[i].left, left)) return &class[i];
        left -= class[i].left;
    }
    return &class[lengths - 1];
}

hbs_status hbs_clauses_draw(hbs_clause_sampler *sampler, hbs_rng *rng, const hbs_length_count *profile, size_t lengths, hbs_clause_law law,
                            hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t before = cnf->clauses;
    size_t clauses = 0, unasked = 0;
    hbs_rng any;
    if (rng->indifferent & HBS_RNG_ALL_BUT_SIZES) {   /* the lengths are given: any clauses will do */
        hbs_rng_seed(&any, 0, 0, HBS_LANE_INSTANCE);
        rng = &any;
    }
    HBS_TRY(check_profile(cnf->variables, profile, lengths, law, error));
    HBS_TRY(grow_classes(sampler, lengths, error));
    for (size_t i = 0; i < lengths; i++) HBS_TRY(start_class(&sampler->class[i], cnf->variables, &profile[i], law, rng, error));
    HBS_TRY(reserve(sampler, profile, lengths, law, cnf, &clauses, error));
    if (!cnf->clauses) cnf->start[0] = 0;
    if (lengths == 1 && sampler->class->count != UINT64_MAX) {
        HBS_TRY(draw_blocks(sampler->class, rng, law, cnf, error));
        goto done;
    }
    for (size_t left = clauses; left > 0; left--) {
        if (unasked >= LITERALS_BETWEEN && hbs_rng_should_stop(rng)) HBS_TRY(stopped(error));
        length_class *const class = next_class(sampler->class, lengths, left, rng);
        unasked = (unasked < LITERALS_BETWEEN ? unasked : 0) + class->length + 1;
        const size_t at = cnf->start[cnf->clauses];
        if (class->count == UINT64_MAX)
            HBS_TRY(draw_rare(sampler, class->length, rng, law, cnf, error));
        else
            draw_numbered(class, sampler->variable, rng, law, cnf->literal + at);
        class->left--;
        cnf->start[++cnf->clauses] = at + class->length;
    }
done:
    if (status != HBS_OK) cnf->clauses = before;
    return status;
}
