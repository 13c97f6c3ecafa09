/* q2 alpha-acyclic once its head is frozen: the atoms' candidates, as relations over the atoms' variables, are semijoined up the join tree; q1 is
 * contained iff none gets empty. Sound and complete for every q1 (Yannakakis, VLDB 1981; Chekuri, Rajaraman, TCS 2000). The keys of a child, its
 * values on the variables it shares with its parent, go into a hash table; the parent keeps the candidates whose key is there. */
#include <stdlib.h>
#include <string.h>

#include "analysis/deciders/cqc_candidates.h"
#include "analysis/deciders/cqc_join_tree.h"
#include "analysis/deciders/decider.h"

typedef struct semijoin {
    hbs_candidates candidates;
    hbs_join_tree tree;
    size_t *kept;              /* atoms of q2: how many of its candidates are left; they stand first */
    uint32_t *slot;            /* hash table of candidates of the child, + 1; 0 is free */
    size_t capacity, mask;
    size_t *child_place, *parent_place;   /* positions of the shared variables in either atom */
} semijoin;

static hbs_status prepare(semijoin *s, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *q2 = &s->candidates.pair->q2;
    const size_t cells = hbs_query_arguments(q2);
    HBS_TRY(hbs_allocate(&s->kept, q2->atoms, sizeof *s->kept, error));
    HBS_TRY(hbs_allocate(&s->child_place, cells, sizeof *s->child_place, error));
    HBS_TRY(hbs_allocate(&s->parent_place, cells, sizeof *s->parent_place, error));
    for (size_t a = 0; a < q2->atoms; a++) s->kept[a] = hbs_candidates_of(&s->candidates, a);
done:
    return status;
}

static size_t position_of(const hbs_query *query, size_t atom, hbs_term variable) {
    size_t p = 0;
    while (hbs_atom(query, atom)[p] != variable) p++;
    return p;
}

static uint64_t hash_key(const hbs_term *argument, const size_t *place, size_t count) {
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ argument[place[i]]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return hash;
}

static hbs_status fill_table(semijoin *s, const hbs_fold *fold, hbs_error *error) {
    const hbs_query *q1 = &s->candidates.pair->q1;
    size_t size = 2;
    while (size < 2 * s->kept[fold->atom]) size *= 2;
    const hbs_status status = hbs_grow(&s->slot, &s->capacity, size, sizeof *s->slot, error);
    if (status != HBS_OK) return status;
    memset(s->slot, 0, size * sizeof *s->slot);
    s->mask = size - 1;
    const uint32_t *candidate = s->candidates.atom + s->candidates.start[fold->atom];
    for (size_t i = 0; i < s->kept[fold->atom]; i++) {
        size_t at = hash_key(hbs_atom(q1, candidate[i]), s->child_place, fold->count) & s->mask;
        while (s->slot[at]) at = (at + 1) & s->mask;
        s->slot[at] = candidate[i] + 1;
    }
    return HBS_OK;
}

static bool has_partner(const semijoin *s, const hbs_fold *fold, uint32_t candidate) {
    const hbs_query *q1 = &s->candidates.pair->q1;
    const hbs_term *mine = hbs_atom(q1, candidate);
    for (size_t at = hash_key(mine, s->parent_place, fold->count) & s->mask; s->slot[at]; at = (at + 1) & s->mask) {
        const hbs_term *other = hbs_atom(q1, s->slot[at] - 1);
        size_t i = 0;
        while (i < fold->count && mine[s->parent_place[i]] == other[s->child_place[i]]) i++;
        if (i == fold->count) return true;
    }
    return false;
}

static hbs_status semijoin_parent(semijoin *s, const hbs_fold *fold, hbs_error *error) {
    const hbs_query *q2 = &s->candidates.pair->q2;
    for (size_t i = 0; i < fold->count; i++) {
        s->child_place[i] = position_of(q2, fold->atom, s->tree.shared[fold->first + i]);
        s->parent_place[i] = position_of(q2, fold->parent, s->tree.shared[fold->first + i]);
    }
    const hbs_status status = fill_table(s, fold, error);
    if (status != HBS_OK) return status;
    uint32_t *candidate = s->candidates.atom + s->candidates.start[fold->parent];
    size_t left = 0;
    for (size_t i = 0; i < s->kept[fold->parent]; i++)
        if (has_partner(s, fold, candidate[i])) candidate[left++] = candidate[i];
    s->kept[fold->parent] = left;
    return HBS_OK;
}

/* Every atom is complete when its own fold comes, as its children folded before. */
static hbs_status join(semijoin *s, int *answer, hbs_error *error) {
    hbs_status status = HBS_OK;
    *answer = HBS_LABEL_YES;
    HBS_TRY(prepare(s, error));
    for (size_t f = 0; f < s->tree.folds && *answer == HBS_LABEL_YES; f++) {
        const hbs_fold *fold = &s->tree.fold[f];
        if (!s->kept[fold->atom]) *answer = HBS_LABEL_NO;
        else if (fold->parent != HBS_NO_PARENT) HBS_TRY(semijoin_parent(s, fold, error));
    }
done:
    return status;
}

static hbs_status decide(const hbs_instance *instance, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    semijoin s = {0};
    int answer = HBS_LABEL_NO;
    HBS_TRY(hbs_candidates_find(&s.candidates, &instance->pair, error));
    if (!s.candidates.clash) {
        answer = HBS_LABEL_UNKNOWN;
        HBS_TRY(hbs_join_tree_find(&s.tree, &instance->pair.q2, s.candidates.frozen, error));
        if (s.tree.acyclic) HBS_TRY(join(&s, &answer, error));
    }
    *label = answer;
done:
    hbs_candidates_free(&s.candidates);
    hbs_join_tree_free(&s.tree);
    free(s.kept);
    free(s.slot);
    free(s.child_place);
    free(s.parent_place);
    return status;
}

const hbs_decider hbs_cqc_decider_acyclic = {
    .name = "acyclic",
    .summary = "q2 is alpha-acyclic once its head is frozen: semijoins along the join tree",
    .cost = "O(atoms(q1) * atoms(q2) * arity)",
    .source = "Yannakakis, VLDB 1981; Chekuri, Rajaraman, Conjunctive query containment revisited, TCS 2000",
    .problem = HBS_CQC,
    .yes = true,
    .no = true,
    .decide = decide,
};
