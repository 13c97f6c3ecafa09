/* Model counting by DPLL with components and a cache.
 *
 * The count of a formula is the sum over both values of a variable; after propagation what is left falls into components that share no variables,
 * and the counts of these multiply (Bayardo, Pehoushek, Counting models using connected components, AAAI 2000). A component is known by its free variables and
 * its unsatisfied clauses, and what was counted once is looked up (Sang, Bacchus, Beame, Kautz, Pitassi, Combining component caching and clause
 * learning for effective model counting, SAT 2004; the shape of the search is that of sharpSAT, Thurley, SAT 2006). Components over few variables go to the
 * bit-parallel truth tables (solvers/bit_tree/bit_tree.h), which count them in less time than a lookup with all its bookkeeping would pay for.
 *
 * A formula is tried by the bit-parallel tree alone first, then by the clause learner, which knows a formula without models long before it is counted.
 *
 * The search keeps its own stack, so depth costs memory and not the thread's stack. It learns no clauses itself. The branching variable is the one that
 * occurs most, short clauses counting more, on both sides.
 *
 * GMP ends the process when it finds no memory; its numbers here are a few words, HBS_COUNT_FREE_MAX bits at the most. */
#include "solvers/count/count.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/instance.h"
#include "solvers/bit_tree/bit_tree.h"
#include "solvers/cdcl/cdcl.h"
#include "solvers/count/cache.h"
#include "solvers/count/state.h"
#include "solvers/used_variables.h"

#define TABULATE_MAX 18u     /* variables of components that go to the truth tables */
#define TABULATE_FLAT 10u    /* and those of which need no look into the cache */
#define TREE_MAX 36u         /* variables of formulas that the bit-parallel tree tries first, within TREE_NODES: a loss of 0.1 ms at most, where counting by
                             * components takes about as long (bench --calibrate) */
#define TREE_NODES 12288u
#define LEARN_PROPAGATIONS 2000000u   /* what the clause learner may use to find that there is no model at all */

typedef struct level {       /* a variable branched on */
    uint32_t literal;
    bool second;             /* the other value's turn */
    uint32_t trail_size;     /* before the branch */
    size_t whole, parts;     /* its component; components from `parts` on are what is left of it under this branch */
    size_t pool_size;        /* before the branch */
    mpz_t product, sum;      /* of this branch so far; of the branches done */
} level;

struct hbs_counter {
    hbs_cnf clean, small;
    hbs_count_formula formula;
    hbs_count_components components;
    hbs_count_cache cache;
    hbs_bit_tree *tree;
    hbs_cdcl *cdcl;
    hbs_bytes key;
    hbs_used_variables names;
    uint32_t *place;         /* by variable: its name in a component that is tabulated */
    int32_t *renamed;        /* a clause under names */
    uint64_t *score;         /* by literal */
    level *level;
    size_t place_capacity, renamed_capacity, score_capacity, level_capacity, levels, numbers;
    mpz_t part;
    uint64_t steps, budget;
};

hbs_status hbs_counter_new(hbs_counter **out, size_t cache_bytes, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_counter *counter = NULL;
    HBS_TRY(hbs_allocate(&counter, 1, sizeof *counter, error));
    mpz_init(counter->part);
    counter->cache.limit = (cache_bytes ? cache_bytes : HBS_COUNT_CACHE_DEFAULT) / 2;
    HBS_TRY(hbs_bit_tree_new(&counter->tree, error));
    HBS_TRY(hbs_cdcl_new(&counter->cdcl, error));
    *out = counter;
    counter = NULL;
done:
    hbs_counter_free(counter);
    return status;
}

void hbs_counter_free(hbs_counter *counter)
{
    if (!counter) return;
    hbs_cnf_free(&counter->clean);
    hbs_cnf_free(&counter->small);
    hbs_count_formula_free(&counter->formula);
    hbs_count_components_free(&counter->components);
    hbs_count_cache_free(&counter->cache);
    hbs_bit_tree_free(counter->tree);
    hbs_cdcl_free(counter->cdcl);
    hbs_bytes_free(&counter->key);
    hbs_used_variables_free(&counter->names);
    free(counter->place);
    free(counter->renamed);
    free(counter->score);
    for (size_t i = 0; i < counter->numbers; i++) mpz_clears(counter->level[i].product, counter->level[i].sum, NULL);
    free(counter->level);
    mpz_clear(counter->part);
    free(counter);
}

/* --- Components ----------------------------------------------------------------------------------------------------------------- */

/* What a component is: its variables and clauses, as differences. */
static hbs_status write_key(hbs_counter *counter, const hbs_count_component *component, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t *const item = counter->components.pool + component->at;
    hbs_bytes_clear(&counter->key);
    HBS_TRY(hbs_bytes_varint(&counter->key, component->variables, error));
    for (uint32_t i = 0; i < component->variables; i++) HBS_TRY(hbs_bytes_varint(&counter->key, item[i] - (i ? item[i - 1] : 0), error));
    for (uint32_t i = component->variables; i < component->variables + component->clauses; i++)
        HBS_TRY(hbs_bytes_varint(&counter->key, item[i] - (i > component->variables ? item[i - 1] : 0), error));
done:
    return status;
}

static hbs_status add_residual(hbs_counter *counter, uint32_t clause, hbs_error *error)
{
    const hbs_count_formula *const f = &counter->formula;
    int32_t literals[TABULATE_MAX];
    size_t count = 0;
    for (size_t i = f->start[clause]; i < f->start[clause + 1]; i++) {
        const uint32_t literal = f->literal[i], variable = literal / 2;
        if (!hbs_count_is_free(f, variable)) continue;
        const int32_t name = (int32_t)counter->place[variable];
        literals[count++] = literal & 1 ? -name : name;
    }
    assert(count <= TABULATE_MAX);
    return hbs_cnf_add(&counter->small, literals, count, error);
}

static hbs_status tabulate(hbs_counter *counter, const hbs_count_component *component, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t *const item = counter->components.pool + component->at;
    bool fits, known;
    hbs_cnf_clear(&counter->small, component->variables);
    for (uint32_t i = 0; i < component->variables; i++) counter->place[item[i]] = i + 1;
    for (uint32_t i = 0; i < component->clauses; i++) HBS_TRY(add_residual(counter, item[component->variables + i], error));
    HBS_TRY(hbs_bit_tree_load(counter->tree, &counter->small, &fits, error));
    assert(fits);
    HBS_TRY(hbs_bit_tree_count(counter->tree, 0, counter->part, &known, error));
    counter->steps++;
done:
    return status;
}

/* Counts a component that needs no branching into counter->part; *found false: it does. */
static hbs_status look_up(hbs_counter *counter, const hbs_count_component *component, bool *found, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const bool small = component->variables <= TABULATE_MAX;
    *found = true;
    if (component->variables <= TABULATE_FLAT) return tabulate(counter, component, error);
    HBS_TRY(write_key(counter, component, error));
    if (hbs_count_cache_find(&counter->cache, counter->key.data, counter->key.size, counter->part)) goto done;
    *found = small;
    if (!small) goto done;
    HBS_TRY(tabulate(counter, component, error));
    HBS_TRY(hbs_count_cache_store(&counter->cache, counter->key.data, counter->key.size, counter->part, error));
done:
    return status;
}

/* Splits the level's component and multiplies in what is known at once; what is not stays in the list. */
static hbs_status split(hbs_counter *counter, level *l, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_count_components *const cs = &counter->components;
    uint32_t loose;
    size_t kept = l->parts;
    HBS_TRY(hbs_count_split(cs, &counter->formula, l->whole, &loose, error));
    mpz_mul_2exp(l->product, l->product, loose);
    for (size_t i = l->parts; i < cs->count && mpz_sgn(l->product); i++) {
        bool found;
        HBS_TRY(look_up(counter, &cs->item[i], &found, error));
        if (found) mpz_mul(l->product, l->product, counter->part);
        else cs->item[kept++] = cs->item[i];
    }
    cs->count = kept;   /* the pool keeps the places of the others until the branch ends */
done:
    return status;
}

/* --- Search --------------------------------------------------------------------------------------------------------------------- */

static void weigh_clause(hbs_counter *counter, uint32_t clause)
{
    const hbs_count_formula *const f = &counter->formula;
    static const uint64_t weight[] = {0, 0, 125, 25, 5};
    const uint64_t w = f->left[clause] < 5 ? weight[f->left[clause]] : 1;
    for (size_t i = f->start[clause]; i < f->start[clause + 1]; i++) counter->score[f->literal[i]] += w;
}

static uint32_t choose(hbs_counter *counter, const hbs_count_component *component)
{
    const uint32_t *const item = counter->components.pool + component->at;
    uint64_t *const score = counter->score;
    uint64_t best = 0;
    uint32_t chosen = item[0];
    for (uint32_t i = 0; i < component->variables; i++) score[2 * item[i]] = score[2 * item[i] + 1] = 0;
    for (uint32_t i = 0; i < component->clauses; i++) weigh_clause(counter, item[component->variables + i]);
    for (uint32_t i = 0; i < component->variables; i++) {
        const uint64_t p = score[2 * item[i]], n = score[2 * item[i] + 1], both = p * n * 64 + p + n;
        if (both > best) best = both, chosen = item[i];
    }
    return chosen;
}

static hbs_status enter_branch(hbs_counter *counter, hbs_error *error)
{
    level *const l = &counter->level[counter->levels - 1];
    mpz_set_ui(l->product, 1);
    if (hbs_count_assign(&counter->formula, l->literal)) return split(counter, l, error);
    mpz_set_ui(l->product, 0);
    return HBS_OK;
}

static hbs_status open_level(hbs_counter *counter, size_t whole, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&counter->level, &counter->level_capacity, counter->levels + 1, sizeof *counter->level, error));
    level *const l = &counter->level[counter->levels];
    if (counter->levels == counter->numbers) {
        mpz_inits(l->product, l->sum, NULL);
        counter->numbers++;
    }
    l->second = false;
    l->trail_size = counter->formula.trail_size;
    l->whole = whole;
    l->parts = counter->components.count;
    l->pool_size = counter->components.pool_size;
    mpz_set_ui(l->product, 1);
    mpz_set_ui(l->sum, 0);
    counter->levels++;
done:
    return status;
}

static hbs_status branch(hbs_counter *counter, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t whole = counter->components.count - 1;
    counter->steps++;
    HBS_TRY(open_level(counter, whole, error));
    counter->level[counter->levels - 1].literal = 2 * choose(counter, &counter->components.item[whole]);
    HBS_TRY(enter_branch(counter, error));
done:
    return status;
}

/* The branch of the last level is counted: go on with the other value, or hand the sum to the level before. */
static hbs_status leave_branch(hbs_counter *counter, hbs_error *error)
{
    hbs_status status = HBS_OK;
    level *const l = &counter->level[counter->levels - 1];
    hbs_count_components *const cs = &counter->components;
    cs->count = l->parts;
    cs->pool_size = l->pool_size;
    hbs_count_undo(&counter->formula, l->trail_size);
    mpz_add(l->sum, l->sum, l->product);
    if (!l->second) {
        l->second = true;
        l->literal ^= 1;
        return enter_branch(counter, error);
    }
    HBS_TRY(write_key(counter, &cs->item[l->whole], error));
    HBS_TRY(hbs_count_cache_store(&counter->cache, counter->key.data, counter->key.size, l->sum, error));
    cs->count = l->whole;
    cs->pool_size = cs->item[l->whole].at;
    counter->levels--;
    mpz_mul(l[-1].product, l[-1].product, l->sum);
done:
    return status;
}

static hbs_status run(hbs_counter *counter, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (;;) {
        const level *const l = &counter->level[counter->levels - 1];
        *known = true;
        if (mpz_sgn(l->product) && counter->components.count > l->parts) {
            *known = !counter->budget || counter->steps < counter->budget;
            if (!*known) break;
            HBS_TRY(branch(counter, error));
        } else {
            if (counter->levels == 1) break;
            HBS_TRY(leave_branch(counter, error));
        }
    }
done:
    return status;
}

/* --- A formula ------------------------------------------------------------------------------------------------------------------ */

static hbs_status load(hbs_counter *counter, const hbs_cnf *cnf, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_used_variables *const names = &counter->names;
    HBS_TRY(hbs_cnf_clean(&counter->clean, cnf, error));
    HBS_TRY(hbs_used_variables_collect(names, &counter->clean, error));
    const uint32_t unnamed = cnf->variables - names->variables;
    if (unnamed > HBS_COUNT_FREE_MAX)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "count: %u variables occur in no clause and each doubles the number of models; at most %u can be counted", unnamed, HBS_COUNT_FREE_MAX);
    HBS_TRY(hbs_count_formula_load(&counter->formula, &counter->clean, names, error));
    HBS_TRY(hbs_grow(&counter->place, &counter->place_capacity, (size_t)names->variables + 1, sizeof *counter->place, error));
    HBS_TRY(hbs_grow(&counter->score, &counter->score_capacity, 2 * (size_t)names->variables + 2, sizeof *counter->score, error));
    hbs_count_cache_clear(&counter->cache);
    counter->levels = 0;
done:
    return status;
}

/* Whole formulas over few variables. */
static hbs_status try_tree(hbs_counter *counter, const hbs_cnf *cnf, mpz_t out, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool fits;
    *known = false;
    if (cnf->variables > TREE_MAX) goto done;
    HBS_TRY(hbs_bit_tree_load(counter->tree, cnf, &fits, error));
    assert(fits);
    HBS_TRY(hbs_bit_tree_count(counter->tree, TREE_NODES, out, known, error));
    counter->steps++;
done:
    return status;
}

/* Whether it is known that the formula, which was loaded, has no model. */
static hbs_status try_learning(hbs_counter *counter, bool *none, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_cnf *const cnf = &counter->clean;
    int label;
    HBS_TRY(hbs_cdcl_reset(counter->cdcl, counter->names.variables, false, error));
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t count = hbs_cnf_length(cnf, c);
        HBS_TRY(hbs_grow(&counter->renamed, &counter->renamed_capacity, count, sizeof *counter->renamed, error));
        for (size_t i = 0; i < count; i++) counter->renamed[i] = hbs_used_variables_literal(&counter->names, hbs_cnf_clause(cnf, c)[i]);
        HBS_TRY(hbs_cdcl_add(counter->cdcl, counter->renamed, count, error));
    }
    HBS_TRY(hbs_cdcl_solve(counter->cdcl, LEARN_PROPAGATIONS, &label, error));
    counter->steps++;
    *none = label == HBS_LABEL_NO;
done:
    return status;
}

hbs_status hbs_count_models(hbs_counter *counter, const hbs_cnf *cnf, uint64_t budget, mpz_t out, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bool none = false;
    counter->steps = 0;
    counter->budget = budget;
    HBS_TRY(try_tree(counter, cnf, out, known, error));
    if (*known) goto done;
    HBS_TRY(load(counter, cnf, error));
    HBS_TRY(try_learning(counter, &none, error));
    *known = true;
    if (none || !hbs_count_assign_units(&counter->formula)) {
        mpz_set_ui(out, 0);
        goto done;
    }
    HBS_TRY(hbs_count_components_reset(&counter->components, &counter->formula, error));
    HBS_TRY(open_level(counter, 0, error));
    HBS_TRY(split(counter, &counter->level[0], error));
    HBS_TRY(run(counter, known, error));
    if (*known) mpz_mul_2exp(out, counter->level[0].product, cnf->variables - counter->names.variables);
done:
    return status;
}

uint64_t hbs_counter_steps(const hbs_counter *counter) { return counter->steps; }
