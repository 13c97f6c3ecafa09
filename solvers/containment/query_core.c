/* Greedy retraction: for each atom, is there a homomorphism from the query to itself without that atom, identical on the head? Then the image of the
 * query under it is an equivalent part and takes its place. An atom that cannot go stays for good: a homomorphism that avoids it in a smaller,
 * equivalent part would give one here. So one pass is enough, and what is left has no proper retract. */
#include "solvers/containment/query_core.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/containment/homomorphism.h"

typedef struct shrinker {
    const hbs_query *query;
    void *solver;
    hbs_verdict verdict;
    hbs_instance test;       /* q2: what is left, q1: the same without an atom; its symbols are borrowed */
    uint8_t *kept;           /* atom of the query -> is it left? */
    hbs_term *image, *argument;
    uint64_t budget, steps;
} shrinker;

static void empty(hbs_query *query, uint32_t variables)
{
    query->variables = variables;
    query->head_arity = query->atoms = 0;
}

/* *out = the query's atoms that are kept, but for one. */
static hbs_status write_kept(const shrinker *s, hbs_query *out, size_t but, hbs_error *error)
{
    hbs_status status = HBS_OK;
    empty(out, s->query->variables);
    for (size_t i = 0; i < s->query->head_arity; i++) HBS_TRY(hbs_query_head(out, s->query->head[i], error));
    for (size_t a = 0; a < s->query->atoms; a++)
        if (s->kept[a] && a != but) HBS_TRY(hbs_query_append(out, &s->test.pair, s->query->relation[a], hbs_atom(s->query, a), error));
done:
    return status;
}

static bool same_atom(const hbs_query *query, size_t a, size_t b, const hbs_term *image)
{
    if (query->relation[a] != query->relation[b]) return false;
    const size_t arity = hbs_atom_arity(query, a);
    for (size_t p = 0; p < arity; p++) {
        const hbs_term term = hbs_atom(query, a)[p];
        if ((hbs_is_constant(term) ? term : image[term]) != hbs_atom(query, b)[p]) return false;
    }
    return true;
}

/* Keeps the image of what is kept. */
static hbs_status retract(shrinker *s, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_query *const q = s->query;
    uint8_t *hit = NULL;
    HBS_TRY(hbs_allocate(&hit, q->atoms, 1, error));
    HBS_TRY(hbs_certificate_read_homomorphism(&s->verdict.certificate, q->variables, s->image, error));
    for (size_t a = 0; a < q->atoms; a++)
        for (size_t b = 0; s->kept[a] && b < q->atoms; b++)
            if (s->kept[b] && same_atom(q, a, b, s->image)) {
                hit[b] = 1;
                break;
            }
    memcpy(s->kept, hit, q->atoms);
done:
    free(hit);
    return status;
}

/* Can the atom go? Drops it, and what goes with it. *known is false when the budget does not tell. */
static hbs_status try_without(shrinker *s, size_t atom, bool *known, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *known = !s->budget || s->steps < s->budget;
    if (!*known) goto done;
    HBS_TRY(write_kept(s, &s->test.pair.q1, atom, error));
    HBS_TRY(write_kept(s, &s->test.pair.q2, SIZE_MAX, error));
    HBS_TRY(hbs_solver_homomorphism.solve(s->solver, &s->test, s->budget ? s->budget - s->steps : 0, true, &s->verdict, error));
    s->steps += s->verdict.effort;
    *known = s->verdict.label != HBS_LABEL_UNKNOWN;
    if (s->verdict.label == HBS_LABEL_YES) HBS_TRY(retract(s, error));
done:
    return status;
}

/* Variables by first occurrence, head first. `number` starts with UINT32_MAX. */
static hbs_term renumber(hbs_term term, uint32_t *number, uint32_t *count)
{
    if (hbs_is_constant(term)) return term;
    if (number[term] == UINT32_MAX) number[term] = (*count)++;
    return number[term];
}

static hbs_status write_core(const shrinker *s, hbs_query *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_query *const q = s->query;
    uint32_t *const number = s->image, count = 0;
    memset(number, 0xff, (size_t)q->variables * sizeof *number);
    empty(out, q->variables);
    for (size_t i = 0; i < q->head_arity; i++) HBS_TRY(hbs_query_head(out, renumber(q->head[i], number, &count), error));
    for (size_t a = 0; a < q->atoms; a++) {
        if (!s->kept[a]) continue;
        const size_t arity = hbs_atom_arity(q, a);
        for (size_t p = 0; p < arity; p++) s->argument[p] = renumber(hbs_atom(q, a)[p], number, &count);
        HBS_TRY(hbs_query_append(out, &s->test.pair, q->relation[a], s->argument, error));
    }
    out->variables = count;
done:
    return status;
}

static void free_query(hbs_query *query)
{
    hbs_query_pair holder = {.q1 = *query};
    hbs_query_pair_free(&holder);
    *query = (hbs_query){0};
}

static void close_shrinker(shrinker *s)
{
    if (s->solver) hbs_solver_homomorphism.close(s->solver);
    hbs_verdict_free(&s->verdict);
    s->test.pair.relations = s->test.pair.constants = (hbs_symbols){0};
    hbs_instance_free(&s->test);
    free(s->kept);
    free(s->image);
    free(s->argument);
}

hbs_status hbs_query_core(hbs_query *out, const hbs_query *query, const hbs_query_pair *pair, uint64_t budget, bool *minimal, uint64_t *steps, hbs_error *error)
{
    hbs_status status = HBS_OK;
    shrinker s = {.query = query, .budget = budget, .test = {.problem = HBS_CQC, .pair = {.relations = pair->relations, .constants = pair->constants}}};
    hbs_query core = {0};
    bool sure = true, known;
    HBS_TRY(hbs_query_check_safe(query, error));
    HBS_TRY(hbs_solver_homomorphism.open(&s.solver, error));
    HBS_TRY(hbs_allocate(&s.kept, query->atoms, 1, error));
    HBS_TRY(hbs_allocate(&s.image, query->variables, sizeof *s.image, error));
    HBS_TRY(hbs_allocate(&s.argument, hbs_query_widest(query), sizeof *s.argument, error));
    memset(s.kept, 1, query->atoms);
    for (size_t a = 0; a < query->atoms; a++) {
        if (!s.kept[a]) continue;
        HBS_TRY(try_without(&s, a, &known, error));
        sure = sure && known;
    }
    HBS_TRY(write_core(&s, &core, error));
    free_query(out);
    *out = core;
    core = (hbs_query){0};
    *minimal = sure;
    if (steps) *steps = s.steps;
done:
    free_query(&core);
    close_shrinker(&s);
    return status;
}
