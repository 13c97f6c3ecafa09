/* Counting homomorphisms by branching under arc consistency. What is left of q2 after a value is given falls into parts that share no open variable;
 * their counts multiply, and the values of a variable add up. A part is known by its open variables, their domains and what the fixed variables of its
 * wider atoms are; what was counted once is looked up, which turns the search into dynamic programming where q2 is close to a tree (the idea of
 * component caching: Sang et al., SAT 2004; for constraint networks: Darwiche, "Recursive conditioning", Artificial Intelligence 126, 2001).
 *
 * The containment search is asked first: pairs without any homomorphism are known long before a count that visits every part says 0. The search keeps
 * its own stack. It branches where the domain is small for the number of open neighbours, so that parts come apart.
 *
 * GMP ends the process when it finds no memory; its numbers here are variables(q2) * log2 terms(q1) bits at the most. */
#include "solvers/containment/count_homomorphisms.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/ordering.h"
#include "solvers/containment/arc_consistency.h"
#include "solvers/count/cache.h"
#include "solvers/containment/homomorphism.h"

#define KEY_BYTES_MAX ((size_t)1 << 16)   /* larger parts are not looked up */

typedef struct part {
    size_t first, end;       /* its open variables, in `order` */
} part;

typedef struct level {       /* a part whose variable is branched on; level 0 stands for the whole */
    part whole;
    uint32_t variable, next;
    hbs_network_mark mark;
    size_t parts, order;     /* tops of both stacks before the branch */
    mpz_t product, sum;      /* of this branch so far; of the branches done */
} level;

struct hbs_homomorphism_counter {
    hbs_network network;
    void *decider;
    hbs_verdict verdict;
    hbs_count_cache cache;
    level *level;
    size_t depth, numbers;   /* numbers: levels whose GMP numbers are set up */
    uint32_t *order;
    part *parts;
    size_t order_size, part_count;
    uint8_t *seen;           /* by variable: not open, or met */
    hbs_bytes key;
    mpz_t value;
    uint64_t steps, budget;
    size_t level_capacity, order_capacity, parts_capacity, seen_capacity;
};

hbs_status hbs_homomorphism_counter_new(hbs_homomorphism_counter **out, size_t cache_bytes, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_homomorphism_counter *counter = NULL;
    HBS_TRY(hbs_allocate(&counter, 1, sizeof *counter, error));
    mpz_init(counter->value);
    counter->cache.limit = (cache_bytes ? cache_bytes : HBS_HOMOMORPHISM_CACHE_DEFAULT) / 2;
    HBS_TRY(hbs_solver_homomorphism.open(&counter->decider, error));
    *out = counter;
    counter = NULL;
done:
    hbs_homomorphism_counter_free(counter);
    return status;
}

void hbs_homomorphism_counter_free(hbs_homomorphism_counter *counter)
{
    if (!counter) return;
    if (counter->decider) hbs_solver_homomorphism.close(counter->decider);
    hbs_verdict_free(&counter->verdict);
    for (size_t i = 0; i < counter->numbers; i++) mpz_clears(counter->level[i].product, counter->level[i].sum, NULL);
    mpz_clear(counter->value);
    hbs_network_free(&counter->network);
    hbs_count_cache_free(&counter->cache);
    hbs_bytes_free(&counter->key);
    free(counter->level);
    free(counter->order);
    free(counter->parts);
    free(counter->seen);
    free(counter);
}

uint64_t hbs_homomorphism_counter_steps(const hbs_homomorphism_counter *counter) { return counter->steps; }

/* --- Parts --- */

static void meet(hbs_homomorphism_counter *c, uint32_t variable)
{
    if (c->seen[variable]) return;
    c->seen[variable] = 1;
    c->order[c->order_size++] = variable;
}

static void gather(hbs_homomorphism_counter *c, size_t first)
{
    const hbs_network *const n = &c->network;
    for (size_t i = first; i < c->order_size; i++) {
        const uint32_t v = c->order[i];
        for (size_t a = n->arc_start[v]; a < n->arc_start[v + 1]; a++) meet(c, n->arc[a].other);
        for (size_t w = n->watch_start[v]; w < n->watch_start[v + 1]; w++) {
            const hbs_tuples *const set = &n->tuples[n->watch[w].tuples];
            for (uint32_t place = 0; place < set->arity; place++) meet(c, n->scope[set->scope + place]);
        }
    }
}

/* Puts the parts of what is open among `from` on the stack; a lone variable multiplies the product at once: all its values go. */
static hbs_status split(hbs_homomorphism_counter *c, const uint32_t *from, size_t count, level *l, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_network *const n = &c->network;
    for (size_t i = 0; i < count; i++) c->seen[from[i]] = hbs_network_domain_size(n, from[i]) < 2;
    for (size_t i = 0; i < count; i++) {
        const size_t first = c->order_size;
        if (c->seen[from[i]]) continue;
        meet(c, from[i]);
        gather(c, first);
        if (c->order_size == first + 1) {
            mpz_mul_ui(l->product, l->product, hbs_network_domain_size(n, c->order[first]));
            c->order_size = first;
            continue;
        }
        qsort(c->order + first, c->order_size - first, sizeof *c->order, hbs_by_uint32);
        HBS_TRY(hbs_grow(&c->parts, &c->parts_capacity, c->part_count + 1, sizeof *c->parts, error));
        c->parts[c->part_count++] = (part){first, c->order_size};
    }
done:
    for (size_t i = 0; i < count; i++) c->seen[from[i]] = 1;
    return status;
}

static hbs_status append_word(hbs_bytes *key, uint64_t word, hbs_error *error) { return hbs_bytes_append(key, &word, sizeof word, error); }

/* What decides the count of a part. Left empty when it is long. */
static hbs_status write_key(hbs_homomorphism_counter *c, part p, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_network *const n = &c->network;
    hbs_bytes_clear(&c->key);
    for (size_t i = p.first; i < p.end && c->key.size <= KEY_BYTES_MAX; i++) {
        const uint32_t v = c->order[i];
        HBS_TRY(append_word(&c->key, v, error));
        HBS_TRY(hbs_bytes_append(&c->key, hbs_network_domain(n, v), n->words * sizeof(uint64_t), error));
        for (size_t w = n->watch_start[v]; w < n->watch_start[v + 1]; w++) {
            const hbs_tuples *const set = &n->tuples[n->watch[w].tuples];
            for (uint32_t place = 0; place < set->arity && set->arity > 2; place++) {
                const uint32_t other = n->scope[set->scope + place];
                const bool open = hbs_network_domain_size(n, other) > 1;
                HBS_TRY(append_word(&c->key, open ? 0 : 1 + (uint64_t)hbs_network_next_value(n, other, 0), error));
            }
        }
    }
    if (c->key.size > KEY_BYTES_MAX) hbs_bytes_clear(&c->key);
done:
    return status;
}

static uint64_t open_neighbours(const hbs_network *n, uint32_t v)
{
    uint64_t count = 1;
    for (size_t a = n->arc_start[v]; a < n->arc_start[v + 1]; a++) count += hbs_network_domain_size(n, n->arc[a].other) > 1;
    for (size_t w = n->watch_start[v]; w < n->watch_start[v + 1]; w++) {
        const hbs_tuples *const set = &n->tuples[n->watch[w].tuples];
        for (uint32_t place = 0; place < set->arity; place++) count += place != n->watch[w].place && hbs_network_domain_size(n, n->scope[set->scope + place]) > 1;
    }
    return count;
}

static uint32_t choose(const hbs_homomorphism_counter *c, part p)
{
    const hbs_network *const n = &c->network;
    uint32_t chosen = c->order[p.first];
    uint64_t best_size = UINT32_MAX, best_neighbours = 1;
    for (size_t i = p.first; i < p.end; i++) {
        const uint64_t size = hbs_network_domain_size(n, c->order[i]), neighbours = open_neighbours(n, c->order[i]);
        if (size * best_neighbours >= best_size * neighbours) continue;
        chosen = c->order[i];
        best_size = size;
        best_neighbours = neighbours;
    }
    return chosen;
}

/* --- Search --- */

static hbs_status push(hbs_homomorphism_counter *c, level **out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&c->level, &c->level_capacity, c->depth + 1, sizeof *c->level, error));
    level *const l = &c->level[c->depth];
    if (c->depth == c->numbers) {
        mpz_inits(l->product, l->sum, NULL);
        c->numbers++;
    }
    mpz_set_ui(l->product, 0);   /* no branch is under way */
    mpz_set_ui(l->sum, 0);
    l->mark = hbs_network_take_mark(&c->network);
    l->parts = c->part_count;
    l->order = c->order_size;
    c->depth++;
    *out = l;
done:
    return status;
}

/* Takes the last part that waits: looks it up, or makes it a level of its own. */
static hbs_status enter_part(hbs_homomorphism_counter *c, hbs_error *error)
{
    hbs_status status = HBS_OK;
    level *l = &c->level[c->depth - 1];
    const part p = c->parts[--c->part_count];
    HBS_TRY(write_key(c, p, error));
    if (c->key.size && hbs_count_cache_find(&c->cache, c->key.data, c->key.size, c->value)) {
        mpz_mul(l->product, l->product, c->value);
        goto done;
    }
    HBS_TRY(push(c, &l, error));
    l->whole = p;
    l->variable = choose(c, p);
    l->next = 0;
done:
    return status;
}

/* The part at the top is counted. */
static hbs_status leave_part(hbs_homomorphism_counter *c, hbs_error *error)
{
    hbs_status status = HBS_OK;
    level *const l = &c->level[--c->depth];
    mpz_mul(l[-1].product, l[-1].product, l->sum);
    HBS_TRY(write_key(c, l->whole, error));
    if (c->key.size) HBS_TRY(hbs_count_cache_store(&c->cache, c->key.data, c->key.size, l->sum, error));
done:
    return status;
}

/* The next value of the level at the top; *value_left is false when there is none. */
static hbs_status next_value(hbs_homomorphism_counter *c, bool *value_left, hbs_error *error)
{
    hbs_status status = HBS_OK;
    level *const l = &c->level[c->depth - 1];
    bool consistent;
    mpz_add(l->sum, l->sum, l->product);
    mpz_set_ui(l->product, 0);
    hbs_network_undo(&c->network, l->mark);
    c->part_count = l->parts;
    c->order_size = l->order;
    const uint32_t value = hbs_network_next_value(&c->network, l->variable, l->next);
    *value_left = value != HBS_NO_VALUE;
    if (!*value_left) goto done;
    l->next = value + 1;
    c->steps++;
    HBS_TRY(hbs_network_assign(&c->network, l->variable, value, &consistent, error));
    if (!consistent) goto done;
    mpz_set_ui(l->product, 1);
    const size_t count = l->whole.end - l->whole.first;
    HBS_TRY(hbs_grow(&c->order, &c->order_capacity, c->order_size + count, sizeof *c->order, error));
    HBS_TRY(split(c, c->order + l->whole.first, count, l, error));
done:
    return status;
}

/* Until level 0 has its product. *known is false when the budget ran out. */
static hbs_status search(hbs_homomorphism_counter *c, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *known = true;
    for (;;) {
        const level *const l = &c->level[c->depth - 1];
        bool value_left = true;
        if (mpz_sgn(l->product) && c->part_count > l->parts) {
            HBS_TRY(enter_part(c, error));
            continue;
        }
        if (c->depth == 1) break;
        if (c->budget && c->steps >= c->budget) {
            *known = false;
            break;
        }
        HBS_TRY(next_value(c, &value_left, error));
        if (!value_left) HBS_TRY(leave_part(c, error));
    }
done:
    return status;
}

static hbs_status decide(hbs_homomorphism_counter *c, const hbs_query_pair *pair, int *label, hbs_error *error)
{
    const hbs_instance instance = {.problem = HBS_CQC, .pair = *pair};   /* borrowed */
    const hbs_status status = hbs_solver_homomorphism.solve(c->decider, &instance, c->budget, false, &c->verdict, error);
    if (status != HBS_OK) return status;
    *label = c->verdict.label;
    c->steps = c->verdict.effort;
    return HBS_OK;
}

static hbs_status count_all(hbs_homomorphism_counter *c, const hbs_query_pair *pair, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_network *const n = &c->network;
    bool possible;
    level *root;
    HBS_TRY(hbs_network_build(n, pair, &possible, error));
    assert(possible);
    possible = possible && hbs_network_propagate(n);
    assert(possible);
    HBS_TRY(hbs_grow(&c->seen, &c->seen_capacity, n->variables, sizeof *c->seen, error));
    memset(c->seen, 1, n->variables);
    HBS_TRY(hbs_grow(&c->order, &c->order_capacity, n->free_variables, sizeof *c->order, error));
    c->depth = c->part_count = c->order_size = 0;
    hbs_count_cache_clear(&c->cache);
    HBS_TRY(push(c, &root, error));
    mpz_set_ui(root->product, possible);
    HBS_TRY(split(c, n->free_variable, n->free_variables, root, error));
    HBS_TRY(search(c, known, error));
done:
    return status;
}

hbs_status hbs_count_homomorphisms(hbs_homomorphism_counter *counter, const hbs_query_pair *pair, uint64_t budget, mpz_t out, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    int label = HBS_LABEL_UNKNOWN;
    bool counted = false;
    counter->budget = budget;
    HBS_TRY(decide(counter, pair, &label, error));
    if (label == HBS_LABEL_YES) HBS_TRY(count_all(counter, pair, &counted, error));
    if (label == HBS_LABEL_NO) mpz_set_ui(out, 0);
    else if (counted) mpz_set(out, counter->level[0].product);
    *known = counted || label == HBS_LABEL_NO;
done:
    return status;
}
