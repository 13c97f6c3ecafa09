/* One bit an assignment: the assignments that falsify a clause are an AND of columns of the truth table, those that falsify the formula the OR of these. */
#include "tests/unit/brute_sat.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/instance.h"
#include "tests/unit/test.h"

#define CLAUSE_MAX 64u

/* Word w of the column of a variable: its bits are the variable's values in assignments 64 w .. 64 w + 63. */
static uint64_t column(uint32_t place, uint64_t w)
{
    static const uint64_t low[6] = {UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
                                    UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
    return place < 6 ? low[place] : (w >> (place - 6)) & 1 ? UINT64_MAX : 0;
}

static uint64_t falsified(const hbs_cnf *cnf, size_t clause, uint64_t w)
{
    uint64_t all = UINT64_MAX;
    for (size_t i = 0; i < hbs_cnf_length(cnf, clause); i++) {
        const int32_t literal = hbs_cnf_clause(cnf, clause)[i];
        const uint64_t values = column((uint32_t)abs(literal) - 1, w);
        all &= literal < 0 ? values : ~values;
    }
    return all;
}

uint64_t hbs_brute_sat_count(const hbs_cnf *cnf, uint8_t *model)
{
    const uint32_t n = cnf->variables;
    const uint64_t words = n <= 6 ? 1 : UINT64_C(1) << (n - 6), mask = n < 6 ? (UINT64_C(1) << (1u << n)) - 1 : UINT64_MAX;
    uint64_t count = 0;
    assert(n <= HBS_BRUTE_VARIABLES_MAX);
    for (uint64_t w = 0; w < words; w++) {
        uint64_t dead = ~mask;
        for (size_t c = 0; c < cnf->clauses && ~dead; c++) dead |= falsified(cnf, c, w);
        if (~dead && !count && model) {
            const uint64_t first = 64 * w + (uint64_t)__builtin_ctzll(~dead);
            model[0] = 0;
            for (uint32_t v = 1; v <= n; v++) model[v] = first >> (v - 1) & 1;
        }
        count += (uint64_t)__builtin_popcountll(~dead);
    }
    return count;
}

int hbs_brute_sat_label(const hbs_cnf *cnf) { return hbs_brute_sat_count(cnf, NULL) ? HBS_LABEL_YES : HBS_LABEL_NO; }

static int32_t random_literal(hbs_rng *rng, uint32_t variables)
{
    const int32_t variable = (int32_t)hbs_rng_below(rng, variables) + 1;
    return hbs_rng_below(rng, 2) ? -variable : variable;
}

static size_t random_clause(hbs_rng *rng, uint32_t variables, uint32_t length, int32_t *out)
{
    uint32_t places[CLAUSE_MAX];
    if (length > variables) length = variables;
    hbs_rng_sample(rng, variables, length, places);
    for (uint32_t i = 0; i < length; i++) out[i] = hbs_rng_below(rng, 2) ? -(int32_t)(places[i] + 1) : (int32_t)(places[i] + 1);
    return length;
}

static size_t odd_clause(const hbs_cnf *cnf, hbs_rng *rng, int32_t *out)
{
    const uint32_t n = cnf->variables;
    size_t count = random_clause(rng, n, 3, out);
    switch (hbs_rng_below(rng, 10)) {
    case 0: return hbs_rng_below(rng, 4) ? 1 : 0;
    case 1:
    case 2: return 1;
    case 3: return random_clause(rng, n, 12, out);
    case 4:
    case 5:
        for (count = 0; count < 9; count++) out[count] = random_literal(rng, n);
        return count;
    case 6:
        out[count] = -out[0];
        return count + 1;
    case 7:
        out[count] = out[0];
        return count + 1;
    default: break;
    }
    if (!cnf->clauses) return count;
    const size_t earlier = hbs_rng_below(rng, cnf->clauses);
    count = hbs_cnf_length(cnf, earlier);
    for (size_t i = 0; i < count; i++) out[i] = hbs_cnf_clause(cnf, earlier)[i];
    return count;
}

void hbs_brute_sat_mixed(hbs_cnf *cnf, hbs_rng *rng, uint32_t variables, uint32_t clauses, uint32_t length)
{
    hbs_error error;
    hbs_cnf_clear(cnf, variables);
    for (uint32_t c = 0; c < clauses; c++) {
        int32_t clause[CLAUSE_MAX];
        size_t count = 0;
        if (variables && hbs_rng_below(rng, 8)) count = random_clause(rng, variables, length + (uint32_t)hbs_rng_below(rng, 3) - (length > 1), clause);
        else if (variables) count = odd_clause(cnf, rng, clause);
        CHECK_OK(hbs_cnf_add(cnf, clause, count, &error));
    }
}

void hbs_brute_sat_uniform(hbs_cnf *cnf, hbs_rng *rng, uint32_t variables, uint32_t clauses, uint32_t length)
{
    hbs_error error;
    hbs_cnf_clear(cnf, variables);
    for (uint32_t c = 0; c < clauses; c++) {
        int32_t clause[CLAUSE_MAX];
        const size_t count = random_clause(rng, variables, length, clause);
        CHECK_OK(hbs_cnf_add(cnf, clause, count, &error));
    }
}
