/* Union-find with path halving (Tarjan and van Leeuwen, JACM 1984) over the variables of each clause. */
#include "generators/sat/connected.h"

#include <stdlib.h>

#include "core/memory.h"

void hbs_connected_free(hbs_connected *connected) {
    free(connected->parent);
    *connected = (hbs_connected){0};
}

static uint32_t root_of(uint32_t *parent, uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

hbs_status hbs_connected_test(hbs_connected *connected, const hbs_cnf *cnf, bool *out, hbs_error *error) {
    const uint32_t n = cnf->variables;
    const hbs_status status = hbs_grow(&connected->parent, &connected->capacity, (size_t)n + 1, sizeof *connected->parent, error);
    if (status != HBS_OK) return status;
    uint32_t *const parent = connected->parent, parts = n;
    for (uint32_t v = 1; v <= n; v++) parent[v] = v;
    for (size_t c = 0; c < cnf->clauses && parts > 1; c++) {
        const int32_t *const literal = hbs_cnf_clause(cnf, c);
        for (size_t i = 1; i < hbs_cnf_length(cnf, c); i++) {
            const uint32_t a = root_of(parent, (uint32_t)abs(literal[i - 1])), b = root_of(parent, (uint32_t)abs(literal[i]));
            parts -= a != b;
            if (a < b) parent[b] = a;
            else parent[a] = b;
        }
    }
    *out = parts <= 1;
    return HBS_OK;
}
