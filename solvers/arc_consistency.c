/* Arc consistency in two ways, by constraint.
 *
 * R(x,y) with neighbour tables: when D(x) changed, D(y) is cut to the union of the neighbour sets of D(x), one bitset operation a value, the union shared by all
 * atoms over R on x ("bitwise AC-3", Lecoutre, Vion 2008). Lists: the tuples with a value gone are swapped behind `live`, those left say
 * which values have support (simple tabular reduction). Cheap arcs first, a list only when no arc is left. Domains of one word, by far
 * the most frequent, get their own copy of the code: the inner functions are instantiated with words = 1 and with words as it is. */
#include "solvers/arc_consistency.h"

#include <assert.h>
#include <string.h>

#if defined(__GNUC__)
#define INSTANTIATED static inline __attribute__((always_inline))
#else
#define INSTANTIATED static inline
#endif
#define NO_TABLE UINT32_MAX
#define NO_LIST UINT32_MAX

INSTANTIATED void save_domain(hbs_network *n, uint32_t variable, const size_t words) {
    if (n->saved[variable] == n->level) return;
    n->saved[variable] = n->level;
    n->trail_variable[n->domain_trail] = variable;
    for (size_t w = 0; w < words; w++) n->trail_words[n->domain_trail * words + w] = n->domain[variable * words + w];
    n->domain_trail++;
}

static void save_live(hbs_network *n, uint32_t l) {
    if (n->list[l].saved == n->level) return;
    n->list[l].saved = n->level;
    n->trail_list[n->list_trail] = l;
    n->trail_live[n->list_trail++] = n->list[l].live;
}

/* The variable's domain changed: its arcs and lists, but for the one that did it, are to be looked at. */
static inline void wake(hbs_network *n, uint32_t variable, uint32_t except) {
    if (!n->variable_queued[variable] && n->arc_start[variable] < n->arc_start[variable + 1]) {
        size_t tail = n->queue_head + n->queue_count++;
        if (tail >= n->variables) tail -= n->variables;
        n->variable_queue[tail] = variable;
        n->variable_queued[variable] = 1;
    }
    for (size_t i = n->watch_start[variable]; i < n->watch_start[variable + 1]; i++) {
        const uint32_t l = n->watch[i];
        if (l == except || n->list_queued[l]) continue;
        n->list_queue[n->list_queue_count++] = l;
        n->list_queued[l] = 1;
    }
}

/* D(variable) &= allowed. False: empty. */
INSTANTIATED bool cut(hbs_network *n, uint32_t variable, const uint64_t *allowed, uint32_t except, const size_t words) {
    uint64_t *domain = n->domain + variable * words, any = 0, gone = 0;
    for (size_t w = 0; w < words; w++) {
        any |= domain[w] & allowed[w];
        gone |= domain[w] & ~allowed[w];
    }
    if (!gone) return true;
    save_domain(n, variable, words);
    for (size_t w = 0; w < words; w++) domain[w] &= allowed[w];
    wake(n, variable, except);
    return any != 0;
}

INSTANTIATED void unite(const hbs_network *n, uint32_t variable, uint32_t table, uint64_t *out, const size_t words) {
    const uint64_t *row = n->neighbours + (size_t)table * n->values * words;
    for (size_t w = 0; w < words; w++) out[w] = 0;
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = n->domain[variable * words + w]; rest; rest &= rest - 1) {
            const size_t value = w * 64 + (size_t)__builtin_ctzll(rest);
            for (size_t i = 0; i < words; i++) out[i] |= row[value * words + i];
        }
}

INSTANTIATED bool revise_arcs(hbs_network *n, uint32_t variable, const size_t words) {
    uint64_t one[1] = {0}, *allowed = words == 1 ? one : n->support;
    uint32_t table = NO_TABLE;
    for (size_t i = n->arc_start[variable]; i < n->arc_start[variable + 1]; i++) {
        if (n->arc[i].table != table) {
            table = n->arc[i].table;
            unite(n, variable, table, allowed, words);
        }
        if (!cut(n, n->arc[i].other, allowed, NO_LIST, words)) return false;
    }
    return true;
}

INSTANTIATED bool holds(const hbs_network *n, uint32_t variable, uint32_t value, const size_t words) {
    return (n->domain[variable * words + value / 64] >> (value % 64)) & 1;
}

/* Swaps tuple t with the last live one, which then is live no more. */
static inline void drop_tuple(const hbs_network *n, hbs_tuple_list *list, uint32_t t) {
    uint32_t *cell = n->cell + list->cells, *gone = cell + (size_t)t * list->arity, *last = cell + (size_t)--list->live * list->arity;
    for (uint32_t s = 0; s < list->arity; s++) {
        const uint32_t value = gone[s];
        gone[s] = last[s];
        last[s] = value;
    }
}

INSTANTIATED bool revise_list(hbs_network *n, uint32_t l, const size_t words) {
    hbs_tuple_list *list = &n->list[l];
    const uint32_t *scope = n->scope + list->scope, arity = list->arity;
    memset(n->support, 0, arity * words * sizeof *n->support);
    for (uint32_t t = list->live; t-- > 0;) {
        const uint32_t *tuple = n->cell + list->cells + (size_t)t * arity;
        uint32_t s = 0;
        while (s < arity && holds(n, scope[s], tuple[s], words)) s++;
        if (s < arity) {
            save_live(n, l);
            drop_tuple(n, list, t);
        } else {
            for (s = 0; s < arity; s++) n->support[s * words + tuple[s] / 64] |= UINT64_C(1) << (tuple[s] % 64);
        }
    }
    if (!list->live) return false;
    for (uint32_t s = 0; s < arity; s++)
        if (!cut(n, scope[s], n->support + s * words, l, words)) return false;
    return true;
}

static bool forget_queues(hbs_network *n) {
    while (n->queue_count) {
        n->variable_queued[n->variable_queue[n->queue_head]] = 0;
        if (++n->queue_head == n->variables) n->queue_head = 0;
        n->queue_count--;
    }
    while (n->list_queue_count) n->list_queued[n->list_queue[--n->list_queue_count]] = 0;
    return false;
}

INSTANTIATED bool to_fixpoint(hbs_network *n, const size_t words) {
    for (;;) {
        while (n->queue_count) {
            const uint32_t variable = n->variable_queue[n->queue_head];
            if (++n->queue_head == n->variables) n->queue_head = 0;
            n->queue_count--;
            n->variable_queued[variable] = 0;
            if (!revise_arcs(n, variable, words)) return forget_queues(n);
        }
        if (!n->list_queue_count) return true;
        const uint32_t l = n->list_queue[--n->list_queue_count];
        n->list_queued[l] = 0;
        if (!revise_list(n, l, words)) return forget_queues(n);
    }
}

bool hbs_network_propagate(hbs_network *network) { return network->words == 1 ? to_fixpoint(network, 1) : to_fixpoint(network, network->words); }

/* Room for every domain and list to go on the trail once, so that nothing can fail during propagation. */
static hbs_status reserve_trail(hbs_network *n, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t domains = n->domain_trail + n->free_variables, lists = n->list_trail + n->lists;
    HBS_TRY(hbs_grow(&n->trail_variable, &n->trail_variable_capacity, domains, sizeof *n->trail_variable, error));
    HBS_TRY(hbs_grow(&n->trail_words, &n->trail_words_capacity, domains * n->words, sizeof *n->trail_words, error));
    HBS_TRY(hbs_grow(&n->trail_list, &n->trail_list_capacity, lists, sizeof *n->trail_list, error));
    HBS_TRY(hbs_grow(&n->trail_live, &n->trail_live_capacity, lists, sizeof *n->trail_live, error));
done:
    return status;
}

hbs_status hbs_network_assign(hbs_network *network, uint32_t variable, uint32_t value, bool *consistent, hbs_error *error) {
    assert(!network->queue_count && !network->list_queue_count);
    assert(holds(network, variable, value, network->words));
    const hbs_status status = reserve_trail(network, error);
    if (status != HBS_OK) return status;
    network->level++;
    uint64_t *domain = network->domain + variable * network->words;
    save_domain(network, variable, network->words);
    memset(domain, 0, network->words * sizeof *domain);
    domain[value / 64] = UINT64_C(1) << (value % 64);
    wake(network, variable, NO_LIST);
    *consistent = hbs_network_propagate(network);
    return HBS_OK;
}

void hbs_network_undo(hbs_network *network, hbs_network_mark mark) {
    const size_t words = network->words;
    while (network->domain_trail > mark.domains) {
        const uint32_t variable = network->trail_variable[--network->domain_trail];
        memcpy(network->domain + variable * words, network->trail_words + network->domain_trail * words, words * sizeof *network->domain);
    }
    while (network->list_trail > mark.lists) {
        network->list_trail--;
        network->list[network->trail_list[network->list_trail]].live = network->trail_live[network->list_trail];
    }
}
