/* Closing loops. Let node d have probability q, and let r of it go back to d itself; then the rest is multiplied by f = q / (q - r): the sum over all numbers of
 * attempts. What goes back further up from below d is multiplied by f as well and belongs to the parent's account, so inner loops are closed before outer ones, in
 * the order in which a walk in depth leaves the nodes. One walk finds the factors, a second one meets the same nodes in the same order and applies them. A node that all
 * of its probability goes back to never ends: nothing below it is accepted, its factor is 0, and its mass is lost. */
#include "generators/enumeration/choice_tree.h"

#include <assert.h>
#include <stdlib.h>

#include "core/memory.h"

void hbs_choice_tree_new(hbs_choice_tree *tree) {
    *tree = (hbs_choice_tree){0};
    mpq_inits(tree->scratch, tree->lost, NULL);
}

void hbs_choice_tree_free(hbs_choice_tree *tree) {
    for (size_t d = 0; d < tree->nodes; d++) {
        hbs_choice_node *const node = &tree->node[d];
        mpq_clears(node->probability, node->mass, node->arriving, NULL);
        for (size_t i = 0; i < node->ready; i++) mpq_clear(node->back[i].mass);
        free(node->back);
    }
    for (size_t i = 0; i < tree->factors; i++) mpq_clear(tree->factor[i]);
    free(tree->factor);
    free(tree->node);
    free(tree->choice);
    hbs_weighted_keys_free(&tree->loops);
    mpq_clears(tree->scratch, tree->lost, NULL);
}

/* ---- nodes ---- */

static uint64_t key_of(const hbs_choice_tree *tree, size_t depth) { return tree->node[depth].entered << 13 | depth; }

/* mass = probability with the loops of all nodes above and of this one closed; `arriving` stands. */
static void set_mass(hbs_choice_tree *tree, size_t depth) {
    hbs_choice_node *const node = &tree->node[depth];
    const hbs_weighted_key *const loop = hbs_weighted_keys_find(&tree->loops, key_of(tree, depth));
    mpq_set(node->mass, node->arriving);
    if (!loop) return;
    if (!mpq_sgn(tree->factor[loop->weight])) mpq_add(tree->lost, tree->lost, node->arriving);
    mpq_mul(node->mass, node->mass, tree->factor[loop->weight]);
}

static hbs_status room_for_node(hbs_choice_tree *tree, size_t depth, hbs_error *error) {
    const hbs_status status = hbs_grow(&tree->node, &tree->node_capacity, depth + 1, sizeof *tree->node, error);
    if (status != HBS_OK) return status;
    for (; tree->nodes <= depth; tree->nodes++) {
        tree->node[tree->nodes] = (hbs_choice_node){0};
        mpq_inits(tree->node[tree->nodes].probability, tree->node[tree->nodes].mass, tree->node[tree->nodes].arriving, NULL);
    }
    return HBS_OK;
}

/* Probability of node d + 1 behind choice d as it is answered now; for a uniform choice that of the first answer is that of all. */
static void weigh(hbs_choice_tree *tree, size_t d) {
    const hbs_choice *const c = &tree->choice[d];
    hbs_choice_node *const node = &tree->node[d + 1];
    if (!c->denominator && c->value) return;
    if (c->denominator) {
        mpq_set_ui(tree->scratch, c->value ? c->numerator : c->denominator - c->numerator, c->denominator);
        mpq_canonicalize(tree->scratch);
    } else {
        mpq_set_ui(tree->scratch, 1, c->bound);
    }
    mpq_mul(node->probability, tree->node[d].probability, tree->scratch);
    mpq_mul(node->arriving, tree->node[d].mass, tree->scratch);
}

static void enter(hbs_choice_tree *tree, size_t d) {
    weigh(tree, d);
    tree->node[d + 1].entered = tree->path;
    assert(tree->node[d + 1].returning == 0);
    set_mass(tree, d + 1);
}

static void forget_factors(hbs_choice_tree *tree) {
    hbs_weighted_keys_free(&tree->loops);
    for (size_t i = 0; i < tree->factors; i++) mpq_clear(tree->factor[i]);
    tree->factors = 0;
}

static uint64_t first_answer(hbs_rng *rng, uint64_t bound) {
    (void)rng, (void)bound;
    return 0;
}

static bool first_weighed(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    (void)rng, (void)numerator, (void)denominator;
    return false;
}

/* Where the stream's account stands after the choice. */
static hbs_rng_mark state_after(hbs_choice_tree *tree, hbs_rng_mark before, const hbs_choice *asked) {
    hbs_rng *const account = &tree->account;
    account->bits = before.bits;
    account->product = before.product;
    if (asked->denominator) (void)hbs_rng_bernoulli(account, asked->numerator, asked->denominator);
    else (void)hbs_rng_below(account, asked->bound);
    return hbs_rng_take_mark(account);
}

hbs_status hbs_choice_tree_start(hbs_choice_tree *tree, bool closing, hbs_error *error) {
    const hbs_status status = room_for_node(tree, 0, error);
    if (status != HBS_OK) return status;
    tree->closing = closing;
    if (closing) forget_factors(tree);
    mpq_set_ui(tree->lost, 0, 1);
    for (size_t d = 0; d < tree->nodes; d++) tree->node[d].returning = 0;
    tree->length = 0;
    tree->path = 0;
    hbs_rng_seed(&tree->account, 0, 0, HBS_LANE_INSTANCE);
    tree->account.draw = first_answer;
    tree->account.weigh = first_weighed;
    tree->node[0].state = hbs_rng_take_mark(&tree->account);
    tree->node[0].entered = 0;
    mpq_set_ui(tree->node[0].probability, 1, 1);
    mpq_set_ui(tree->node[0].arriving, 1, 1);
    set_mass(tree, 0);
    return HBS_OK;
}

hbs_status hbs_choice_tree_add(hbs_choice_tree *tree, hbs_choice asked, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t d = tree->length;
    HBS_TRY(hbs_grow(&tree->choice, &tree->choice_capacity, d + 1, sizeof *tree->choice, error));
    HBS_TRY(room_for_node(tree, d + 1, error));
    tree->choice[d] = asked;
    tree->node[d + 1].state = state_after(tree, tree->node[d].state, &asked);
    tree->length++;
    enter(tree, d);
done:
    return status;
}

/* ---- loops ---- */

static hbs_status add_returning(hbs_choice_node *node, size_t to, const mpq_t mass, hbs_error *error) {
    for (size_t i = 0; i < node->returning; i++)
        if (node->back[i].to == to) {
            mpq_add(node->back[i].mass, node->back[i].mass, mass);
            return HBS_OK;
        }
    const hbs_status status = hbs_grow(&node->back, &node->back_capacity, node->returning + 1, sizeof *node->back, error);
    if (status != HBS_OK) return status;
    if (node->returning == node->ready) mpq_init(node->back[node->ready++].mass);
    node->back[node->returning].to = to;
    mpq_set(node->back[node->returning++].mass, mass);
    return HBS_OK;
}

bool hbs_choice_tree_reject(hbs_choice_tree *tree, hbs_rng_mark mark, size_t *to, hbs_status *status, hbs_error *error) {
    for (size_t d = tree->length + 1; d-- > 0;) {
        const hbs_rng_mark here = tree->node[d].state;
        if (here.bits < mark.bits || here.bits > mark.bits || here.product < mark.product || here.product > mark.product) continue;
        *to = d;
        if (tree->closing) *status = add_returning(&tree->node[tree->length], d, tree->node[tree->length].probability, error);
        return true;
    }
    return false;
}

static hbs_status keep_factor(hbs_choice_tree *tree, size_t depth, const mpq_t factor, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&tree->factor, &tree->factor_capacity, tree->factors + 1, sizeof *tree->factor, error));
    HBS_TRY(hbs_weighted_keys_add(&tree->loops, key_of(tree, depth), (int64_t)tree->factors, error));
    mpq_init(tree->factor[tree->factors]);
    mpq_set(tree->factor[tree->factors++], factor);
done:
    return status;
}

/* scratch = q / (q - r), or 0 where everything goes back. */
static void factor_of(hbs_choice_tree *tree, const mpq_t probability, const mpq_t returning) {
    mpq_sub(tree->scratch, probability, returning);
    if (mpq_sgn(tree->scratch)) mpq_div(tree->scratch, probability, tree->scratch);
}

/* The node is finished: its loop is closed, and what goes back further is the parent's. */
static hbs_status leave(hbs_choice_tree *tree, size_t depth, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_choice_node *const node = &tree->node[depth];
    bool own = false;
    for (size_t i = 0; i < node->returning; i++)
        if (node->back[i].to == depth) {
            own = true;
            factor_of(tree, node->probability, node->back[i].mass);
        }
    if (own) HBS_TRY(keep_factor(tree, depth, tree->scratch, error));
    for (size_t i = 0; i < node->returning; i++) {
        if (node->back[i].to == depth) continue;
        if (own) mpq_mul(node->back[i].mass, node->back[i].mass, tree->factor[tree->factors - 1]);
        HBS_TRY(add_returning(&tree->node[depth - 1], node->back[i].to, node->back[i].mass, error));
    }
    node->returning = 0;
done:
    return status;
}

hbs_status hbs_choice_tree_next(hbs_choice_tree *tree, bool *more, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(leave(tree, tree->length, error));
    while (tree->length && tree->choice[tree->length - 1].value + 1 == tree->choice[tree->length - 1].bound) {
        tree->length--;
        HBS_TRY(leave(tree, tree->length, error));
    }
    *more = tree->length > 0;
    tree->path++;
    if (!*more) goto done;
    tree->choice[tree->length - 1].value++;
    enter(tree, tree->length - 1);
done:
    return status;
}
