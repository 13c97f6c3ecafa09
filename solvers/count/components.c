/* Components by breadth-first search over the clauses that are not satisfied. */
#include <stdlib.h>
#include <string.h>

#include "solvers/count/state.h"

void hbs_count_components_free(hbs_count_components *components)
{
    free(components->item);
    free(components->pool);
    free(components->variable_label);
    free(components->clause_label);
    free(components->queue);
    *components = (hbs_count_components){0};
}

static hbs_status push(hbs_count_components *cs, uint32_t variables, uint32_t clauses, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&cs->item, &cs->item_capacity, cs->count + 1, sizeof *cs->item, error));
    HBS_TRY(hbs_grow(&cs->pool, &cs->pool_capacity, cs->pool_size + variables + clauses, sizeof *cs->pool, error));
    cs->item[cs->count++] = (hbs_count_component){cs->pool_size, variables, clauses};
    cs->pool_size += (size_t)variables + clauses;
done:
    return status;
}

hbs_status hbs_count_components_reset(hbs_count_components *cs, const hbs_count_formula *f, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint32_t variables = 0, clauses = 0;
    cs->count = cs->pool_size = 0;
    HBS_TRY(hbs_grow(&cs->variable_label, &cs->variable_label_capacity, (size_t)f->variables + 1, sizeof *cs->variable_label, error));
    HBS_TRY(hbs_grow(&cs->clause_label, &cs->clause_label_capacity, (size_t)f->clauses + 1, sizeof *cs->clause_label, error));
    HBS_TRY(hbs_grow(&cs->queue, &cs->queue_capacity, (size_t)f->variables + 1, sizeof *cs->queue, error));
    for (uint32_t v = 0; v < f->variables; v++) variables += hbs_count_is_free(f, v);
    for (uint32_t c = 0; c < f->clauses; c++) clauses += !f->satisfied[c];
    HBS_TRY(push(cs, variables, clauses, error));
    uint32_t *at = cs->pool;
    for (uint32_t v = 0; v < f->variables; v++)
        if (hbs_count_is_free(f, v)) *at++ = v;
    for (uint32_t c = 0; c < f->clauses; c++)
        if (!f->satisfied[c]) *at++ = c;
done:
    return status;
}

/* Labels what is connected with a variable; returns the sizes. */
static hbs_count_component flood(hbs_count_components *cs, const hbs_count_formula *f, uint32_t variable, uint32_t label)
{
    hbs_count_component sizes = {0, 0, 0};
    cs->queue[sizes.variables++] = variable;
    cs->variable_label[variable] = label;
    for (uint32_t head = 0; head < sizes.variables; head++) {
        const uint32_t v = cs->queue[head];
        for (size_t i = f->occurs[2 * v]; i < f->occurs[2 * v + 2]; i++) {
            const uint32_t c = f->clause[i];
            if (f->satisfied[c] || cs->clause_label[c]) continue;
            cs->clause_label[c] = label;
            sizes.clauses++;
            for (size_t j = f->start[c]; j < f->start[c + 1]; j++) {
                const uint32_t u = f->literal[j] / 2;
                if (cs->variable_label[u] || !hbs_count_is_free(f, u)) continue;
                cs->variable_label[u] = label;
                cs->queue[sizes.variables++] = u;
            }
        }
    }
    return sizes;
}

/* Fills the items from `first` on with the variables and clauses labelled 1, 2, ... among those of `whole`. */
static void deal(hbs_count_components *cs, const hbs_count_component *whole, size_t first)
{
    uint32_t *next = cs->queue;   /* no longer in use, and there are no more items than variables */
    for (size_t i = first; i < cs->count; i++) next[i - first] = 0;
    for (uint32_t i = 0; i < whole->variables; i++) {
        const uint32_t v = cs->pool[whole->at + i], label = cs->variable_label[v];
        if (label && label != UINT32_MAX) cs->pool[cs->item[first + label - 1].at + next[label - 1]++] = v;
    }
    for (uint32_t i = 0; i < whole->clauses; i++) {
        const uint32_t c = cs->pool[whole->at + whole->variables + i], label = cs->clause_label[c];
        if (label) cs->pool[cs->item[first + label - 1].at + next[label - 1]++] = c;
    }
}

hbs_status hbs_count_split(hbs_count_components *cs, const hbs_count_formula *f, size_t whole, uint32_t *loose, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_count_component all = cs->item[whole];
    const size_t first = cs->count;
    uint32_t label = 1;
    *loose = 0;
    for (uint32_t i = 0; i < all.variables; i++) cs->variable_label[cs->pool[all.at + i]] = 0;
    for (uint32_t i = 0; i < all.clauses; i++) cs->clause_label[cs->pool[all.at + all.variables + i]] = 0;
    for (uint32_t i = 0; i < all.variables; i++) {
        const uint32_t v = cs->pool[all.at + i];
        if (cs->variable_label[v] || !hbs_count_is_free(f, v)) continue;
        const hbs_count_component sizes = flood(cs, f, v, label);
        if (sizes.clauses) {
            HBS_TRY(push(cs, sizes.variables, sizes.clauses, error));
            label++;
        } else {
            cs->variable_label[v] = UINT32_MAX;
            ++*loose;
        }
    }
    deal(cs, &all, first);
done:
    return status;
}
