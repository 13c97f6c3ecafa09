/* 2-SAT in linear time: a clause (a or b) is the two implications -a => b and -b => a; the formula is unsatisfiable iff some variable
 * lies in one strong component with its negation. Components by Tarjan's algorithm with its stack kept by hand, so that a chain of a million
 * implications does not overflow the machine's. Tarjan numbers components from the sinks on, so making true the literal of the lower-numbered
 * component satisfies everything.
 * Source: Aspvall, Plass, Tarjan, A linear-time algorithm for testing the truth of certain quantified boolean formulas, 1979. */
#include "analysis/deciders/implications.h"

#include <assert.h>
#include <stdlib.h>

typedef struct search {
    size_t codes;               /* nodes: literal codes */
    size_t *start, *target;     /* implications of code x: target[start[x] .. start[x+1]-1] */
    size_t *next;               /* next implication of x to follow */
    size_t *order, *low;        /* order of discovery from 1, 0 new; smallest order reached within the component */
    size_t *component;          /* from 1, 0 not known yet */
    size_t *stack, *path;       /* nodes without a component; the current depth-first path */
    size_t stacked, depth, found, components;
} search;

static void search_clear(search *s) {
    free(s->start);
    free(s->target);
    free(s->next);
    free(s->order);
    free(s->low);
    free(s->component);
    free(s->stack);
    free(s->path);
}

static hbs_status search_init(search *s, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t unit = sizeof(size_t);
    s->codes = 2 * (size_t)cnf->variables;
    HBS_TRY(hbs_allocate(&s->start, s->codes + 2, unit, error));
    HBS_TRY(hbs_allocate(&s->target, 2 * cnf->clauses, unit, error));
    HBS_TRY(hbs_allocate(&s->next, s->codes, unit, error));
    HBS_TRY(hbs_allocate(&s->order, s->codes, unit, error));
    HBS_TRY(hbs_allocate(&s->low, s->codes, unit, error));
    HBS_TRY(hbs_allocate(&s->component, s->codes, unit, error));
    HBS_TRY(hbs_allocate(&s->stack, s->codes, unit, error));
    HBS_TRY(hbs_allocate(&s->path, s->codes, unit, error));
done:
    return status;
}

/* The two literals of a clause; a unit clause stands for (a or a). */
static void ends(const hbs_cnf *cnf, size_t c, int32_t *a, int32_t *b) {
    const size_t length = hbs_cnf_length(cnf, c);
    assert(length == 1 || length == 2);
    *a = hbs_cnf_clause(cnf, c)[0];
    *b = hbs_cnf_clause(cnf, c)[length - 1];
}

static void list_implications(search *s, const hbs_cnf *cnf) {
    int32_t a, b;
    for (size_t c = 0; c < cnf->clauses; c++) {
        ends(cnf, c, &a, &b);
        s->start[hbs_literal_code(-a) + 2]++;
        s->start[hbs_literal_code(-b) + 2]++;
    }
    for (size_t x = 0; x < s->codes; x++) s->start[x + 2] += s->start[x + 1];
    for (size_t c = 0; c < cnf->clauses; c++) {
        ends(cnf, c, &a, &b);
        s->target[s->start[hbs_literal_code(-a) + 1]++] = hbs_literal_code(b);
        s->target[s->start[hbs_literal_code(-b) + 1]++] = hbs_literal_code(a);
    }
}

static void enter(search *s, size_t x) {
    s->order[x] = s->low[x] = ++s->found;
    s->next[x] = s->start[x];
    s->stack[s->stacked++] = x;
    s->path[s->depth++] = x;
}

static void close_component(search *s, size_t root) {
    size_t x;
    s->components++;
    do {
        x = s->stack[--s->stacked];
        s->component[x] = s->components;
    } while (x != root);
}

static void leave(search *s, size_t x) {
    s->depth--;
    if (s->low[x] == s->order[x]) close_component(s, x);
    if (s->depth) {
        size_t *const low = s->low + s->path[s->depth - 1];
        if (s->low[x] < *low) *low = s->low[x];
    }
}

static void explore(search *s, size_t root) {
    enter(s, root);
    while (s->depth) {
        const size_t x = s->path[s->depth - 1];
        if (s->next[x] == s->start[x + 1]) {
            leave(s, x);
            continue;
        }
        const size_t y = s->target[s->next[x]++];
        if (!s->order[y])
            enter(s, y);
        else if (!s->component[y] && s->order[y] < s->low[x])
            s->low[x] = s->order[y];
    }
}

hbs_status hbs_implications_solve(const hbs_cnf *cnf, bool *satisfiable, uint8_t *model, hbs_error *error) {
    hbs_status status = HBS_OK;
    search s = {0};
    bool consistent = true;
    HBS_TRY(search_init(&s, cnf, error));
    list_implications(&s, cnf);
    for (size_t x = 0; x < s.codes; x++)
        if (!s.order[x]) explore(&s, x);
    for (size_t v = 1; v <= cnf->variables; v++) consistent = consistent && s.component[2 * v - 2] != s.component[2 * v - 1];
    *satisfiable = consistent;
    for (size_t v = 1; consistent && v <= cnf->variables; v++) model[v] = s.component[2 * v - 2] < s.component[2 * v - 1];
done:
    search_clear(&s);
    return status;
}
