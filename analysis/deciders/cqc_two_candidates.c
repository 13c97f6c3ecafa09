/* When every atom of q2 has at most two atoms of q1 to go to, containment is 2-SAT: a boolean an atom, a 2-clause for every two candidates that
 * disagree on a shared variable (Saraiya: each relation at most twice in q1; candidate lists make the class wider). It is decided without writing
 * the clauses: choose a candidate, follow what it forces, take back and choose the other on a clash; a choice that ends without clash is never
 * taken back (Even, Itai, Shamir 1976), as the atoms left have both their candidates still. An empty list is a no for any pair. */
#include <stdlib.h>

#include "analysis/deciders/cqc_candidates.h"
#include "analysis/deciders/decider.h"

typedef struct choice {
    hbs_candidates candidates;
    hbs_term *image;          /* variable of q2 -> its term, or HBS_NOT_FROZEN */
    uint32_t *assigned;       /* variables in the order they got their image; also the queue of what to follow */
    size_t count, followed;
    size_t *user_start;       /* variables + 2 */
    uint32_t *user;           /* the atoms of a variable */
} choice;

static hbs_status index_users(choice *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_query *q2 = &c->candidates.pair->q2;
    const size_t cells = hbs_query_arguments(q2);
    HBS_TRY(hbs_allocate(&c->image, q2->variables, sizeof *c->image, error));
    HBS_TRY(hbs_allocate(&c->assigned, q2->variables, sizeof *c->assigned, error));
    HBS_TRY(hbs_allocate(&c->user_start, (size_t)q2->variables + 2, sizeof *c->user_start, error));
    HBS_TRY(hbs_allocate(&c->user, cells, sizeof *c->user, error));
    size_t *end = c->user_start + 1;
    for (size_t i = 0; i < cells; i++)
        if (!hbs_is_constant(q2->argument[i])) end[q2->argument[i] + 1]++;
    for (size_t v = 0; v < q2->variables; v++) end[v + 1] += end[v];
    for (size_t a = 0; a < q2->atoms; a++)
        for (size_t i = q2->start[a]; i < q2->start[a + 1]; i++)
            if (!hbs_is_constant(q2->argument[i])) c->user[end[q2->argument[i]]++] = (uint32_t)a;
    for (uint32_t v = 0; v < q2->variables; v++) c->image[v] = HBS_NOT_FROZEN;
done:
    return status;
}

static bool agrees(const choice *c, size_t a, uint32_t candidate) {
    const hbs_query_pair *pair = c->candidates.pair;
    const hbs_term *from = hbs_atom(&pair->q2, a), *to = hbs_atom(&pair->q1, candidate);
    const size_t arity = hbs_atom_arity(&pair->q2, a);
    for (size_t p = 0; p < arity; p++)
        if (!hbs_is_constant(from[p]) && c->image[from[p]] != HBS_NOT_FROZEN && c->image[from[p]] != to[p]) return false;
    return true;
}

static void take(choice *c, size_t a, uint32_t candidate) {
    const hbs_query_pair *pair = c->candidates.pair;
    const hbs_term *from = hbs_atom(&pair->q2, a), *to = hbs_atom(&pair->q1, candidate);
    const size_t arity = hbs_atom_arity(&pair->q2, a);
    for (size_t p = 0; p < arity; p++) {
        if (hbs_is_constant(from[p]) || c->image[from[p]] != HBS_NOT_FROZEN) continue;
        c->image[from[p]] = to[p];
        c->assigned[c->count++] = from[p];
    }
}

/* Takes the atom's candidate when only one agrees with the images so far. False: none does. */
static bool take_if_forced(choice *c, size_t a) {
    size_t left = 0;
    uint32_t last = 0;
    for (size_t i = c->candidates.start[a]; i < c->candidates.start[a + 1]; i++) {
        if (!agrees(c, a, c->candidates.atom[i])) continue;
        left++;
        last = c->candidates.atom[i];
    }
    if (left == 1) take(c, a, last);
    return left > 0;
}

/* False: a clash, and what was assigned since `mark` is taken back. */
static bool follow(choice *c, size_t mark) {
    while (c->followed < c->count) {
        const uint32_t v = c->assigned[c->followed++];
        for (size_t u = c->user_start[v]; u < c->user_start[v + 1]; u++) {
            if (take_if_forced(c, c->user[u])) continue;
            while (c->count > mark) c->image[c->assigned[--c->count]] = HBS_NOT_FROZEN;
            c->followed = mark;
            return false;
        }
    }
    return true;
}

static int two_sat(choice *c) {
    const size_t atoms = c->candidates.pair->q2.atoms;
    for (size_t a = 0; a < atoms; a++)
        if (!take_if_forced(c, a) || !follow(c, c->count)) return HBS_LABEL_NO;
    for (size_t a = 0; a < atoms; a++) {
        const size_t first = c->candidates.start[a], mark = c->count;
        bool settled = false;
        for (size_t i = first; i < c->candidates.start[a + 1] && !settled; i++) {
            if (!agrees(c, a, c->candidates.atom[i])) continue;
            take(c, a, c->candidates.atom[i]);
            settled = follow(c, mark);
        }
        if (!settled) return HBS_LABEL_NO;
    }
    return HBS_LABEL_YES;
}

static hbs_status decide(const hbs_instance *instance, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    choice c = {0};
    size_t least = SIZE_MAX, most = 0;
    int answer = HBS_LABEL_UNKNOWN;
    HBS_TRY(hbs_candidates_find(&c.candidates, &instance->pair, error));
    for (size_t a = 0; a < instance->pair.q2.atoms && !c.candidates.clash; a++) {
        const size_t count = hbs_candidates_of(&c.candidates, a);
        if (count < least) least = count;
        if (count > most) most = count;
    }
    if (c.candidates.clash || !least) {
        answer = HBS_LABEL_NO;
    } else if (most <= 2) {
        HBS_TRY(index_users(&c, error));
        answer = two_sat(&c);
    }
    *label = answer;
done:
    hbs_candidates_free(&c.candidates);
    free(c.image);
    free(c.assigned);
    free(c.user_start);
    free(c.user);
    return status;
}

const hbs_decider hbs_cqc_decider_two_candidates = {
    .name = "two_candidates",
    .summary = "every atom of q2 has at most two atoms of q1 to go to: 2-SAT; an atom with none: no",
    .cost = "O(atoms(q1) * atoms(q2) * arity + atoms(q2)^2)",
    .source = "Saraiya, Subtree elimination algorithms in deductive databases, PhD thesis, Stanford 1991; Even, Itai, Shamir, SIAM J. Comput. 1976",
    .problem = HBS_CQC,
    .yes = true,
    .no = true,
    .decide = decide,
};
