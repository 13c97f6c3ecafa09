/* Arc consistency in three ways, by constraint.
 *
 * R(x,y) with neighbour tables: when D(x) changed, D(y) is cut to the union of the neighbour sets of D(x), one bitset operation a value, the union
 * shared by all atoms over R on x ("bitwise AC-3", Lecoutre, Vion 2008). Tuples as bits: for each variable that changed, those alive are cut to the
 * union of the masks of its values; then only the values of tuples that died can have lost support, and when more died than live, those alive say
 * what has it (compact table, without residues). Tuples as a list: those with a value gone are swapped behind the others, which say what has support
 * (simple tabular reduction). Cheap arcs first, tuples only when no arc is left, both first in, first out: last in, first out revises up to twenty
 * times as often. Domains of one word, by far the most frequent, get their own copy of the code: the inner functions are instantiated with one word
 * and with words as it is. A constraint that wipes a domain out adds to the weight of its variables (Boussemart et al., ECAI 2004). */
#include "solvers/arc_consistency.h"

#include <assert.h>
#include <string.h>

#if defined(__GNUC__)
#define INSTANTIATED static inline __attribute__((always_inline))
#else
#define INSTANTIATED static inline
#endif
#define NO_TABLE UINT32_MAX
#define NO_TUPLES UINT32_MAX

INSTANTIATED void save_domain(hbs_network *n, uint32_t variable, const size_t words) {
    if (n->saved[variable] == n->level) return;
    n->saved[variable] = n->level;
    n->trail_variable[n->domain_trail] = variable;
    for (size_t w = 0; w < words; w++) n->trail_words[n->domain_trail * words + w] = n->domain[variable * words + w];
    n->domain_trail++;
}

static void save_tuples(hbs_network *n, uint32_t t) {
    hbs_tuples *set = &n->tuples[t];
    if (set->saved == n->level) return;
    set->saved = n->level;
    n->trail_tuples[n->tuples_trail++] = t;
    if (!set->words) n->trail_live[n->live_trail++] = set->count;
    for (uint32_t w = 0; w < set->words; w++) n->trail_live[n->live_trail++] = n->live[set->first + w];
}

/* The variable's domain changed: its arcs and tuples, but for those that did it, are to be looked at. */
static inline void wake(hbs_network *n, uint32_t variable, uint32_t except) {
    if (!n->variable_queued[variable] && n->arc_start[variable] < n->arc_start[variable + 1]) {
        size_t tail = n->queue_head + n->queue_count++;
        if (tail >= n->variables) tail -= n->variables;
        n->variable_queue[tail] = variable;
        n->variable_queued[variable] = 1;
    }
    for (size_t i = n->watch_start[variable]; i < n->watch_start[variable + 1]; i++) {
        const hbs_watch watch = n->watch[i];
        if (watch.tuples == except) continue;
        hbs_tuples *set = &n->tuples[watch.tuples];
        if (!set->pending) {
            size_t tail = n->tuples_queue_head + n->tuples_queue_count++;
            if (tail >= n->tuple_sets) tail -= n->tuple_sets;
            n->tuples_queue[tail] = watch.tuples;
        }
        set->pending |= UINT64_C(1) << (watch.place % 64);
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
        if (cut(n, n->arc[i].other, allowed, NO_TUPLES, words)) continue;
        n->weight[variable]++;
        n->weight[n->arc[i].other]++;
        return false;
    }
    return true;
}

INSTANTIATED bool holds(const hbs_network *n, uint32_t variable, uint32_t value, const size_t words) {
    return (n->domain[variable * words + value / 64] >> (value % 64)) & 1;
}

/* Swaps tuple t of a list with the last that is alive, which then is so no more. */
static inline void drop_tuple(const hbs_network *n, hbs_tuples *set, uint32_t t) {
    uint32_t *cell = n->cell + set->first, *gone = cell + (size_t)t * set->arity, *last = cell + (size_t)--set->count * set->arity;
    for (uint32_t s = 0; s < set->arity; s++) {
        const uint32_t value = gone[s];
        gone[s] = last[s];
        last[s] = value;
    }
}

INSTANTIATED bool revise_list(hbs_network *n, uint32_t t, const size_t words) {
    hbs_tuples *set = &n->tuples[t];
    const uint32_t *scope = n->scope + set->scope, arity = set->arity;
    memset(n->support, 0, arity * words * sizeof *n->support);
    for (uint32_t i = set->count; i-- > 0;) {
        const uint32_t *tuple = n->cell + set->first + (size_t)i * arity;
        uint32_t s = 0;
        while (s < arity && holds(n, scope[s], tuple[s], words)) s++;
        if (s < arity) {
            save_tuples(n, t);
            drop_tuple(n, set, i);
        } else {
            for (s = 0; s < arity; s++) n->support[s * words + tuple[s] / 64] |= UINT64_C(1) << (tuple[s] % 64);
        }
    }
    if (!set->count) return false;
    for (uint32_t s = 0; s < arity; s++)
        if (!cut(n, scope[s], n->support + s * words, t, words)) return false;
    return true;
}

static inline const uint64_t *masks_of(const hbs_network *n, const hbs_tuples *set, uint32_t place) {
    return n->mask + set->masks + (size_t)n->position[set->scope + place] * n->values * set->words;
}

/* Only tuples with a value of the variable's domain at that place stay alive; the others are noted in n->dead. */
INSTANTIATED void cut_live(hbs_network *n, uint32_t t, uint32_t place, const size_t words) {
    const hbs_tuples *set = &n->tuples[t];
    const uint64_t *domain = n->domain + n->scope[set->scope + place] * words, *mask = masks_of(n, set, place);
    for (uint32_t i = 0; i < set->words; i++) {
        uint64_t left = n->live[set->first + i];
        for (size_t w = 0; w < words; w++)
            for (uint64_t rest = domain[w]; rest && left; rest &= rest - 1) left &= ~mask[(w * 64 + (size_t)__builtin_ctzll(rest)) * set->words + i];
        if (!left) continue;
        save_tuples(n, t);
        n->live[set->first + i] &= ~left;
        n->dead[i] |= left;
    }
}

/* What the tuples alive put at each place, in n->support. */
INSTANTIATED void collect_live(const hbs_network *n, const hbs_tuples *set, const size_t words) {
    const uint32_t *position = n->position + set->scope;
    memset(n->support, 0, set->arity * words * sizeof *n->support);
    for (uint32_t i = 0; i < set->words; i++)
        for (uint64_t rest = n->live[set->first + i]; rest; rest &= rest - 1) {
            const uint32_t *row = n->row + set->rows + (i * 64 + (size_t)__builtin_ctzll(rest)) * set->width;
            for (uint32_t s = 0; s < set->arity; s++) n->support[s * words + row[position[s]] / 64] |= UINT64_C(1) << (row[position[s]] % 64);
        }
}

static inline bool supported(const hbs_network *n, const hbs_tuples *set, const uint64_t *mask) {
    for (uint32_t i = 0; i < set->words; i++)
        if (mask[i] & n->live[set->first + i]) return true;
    return false;
}

/* The same from the other side, in n->support: everything but what dead tuples had and no other has. */
INSTANTIATED void exclude_dead(const hbs_network *n, const hbs_tuples *set, const size_t words) {
    const uint32_t *position = n->position + set->scope;
    memset(n->support, 0xff, set->arity * words * sizeof *n->support);
    for (uint32_t i = 0; i < set->words; i++)
        for (uint64_t rest = n->dead[i]; rest; rest &= rest - 1) {
            const uint32_t *row = n->row + set->rows + (i * 64 + (size_t)__builtin_ctzll(rest)) * set->width;
            for (uint32_t s = 0; s < set->arity; s++) {
                const size_t value = row[position[s]];
                if (supported(n, set, masks_of(n, set, s) + value * set->words)) continue;
                n->support[s * words + value / 64] &= ~(UINT64_C(1) << (value % 64));
            }
        }
}

INSTANTIATED bool revise_bits(hbs_network *n, uint32_t t, uint64_t pending, const size_t words) {
    const hbs_tuples *set = &n->tuples[t];
    memset(n->dead, 0, set->words * sizeof *n->dead);
    for (uint32_t s = 0; s < set->arity; s++)
        if (pending >> (s % 64) & 1) cut_live(n, t, s, words);
    uint32_t alive = 0, dead = 0;
    for (uint32_t i = 0; i < set->words; i++) {
        alive += hbs_count_bits(n->live[set->first + i]);
        dead += hbs_count_bits(n->dead[i]);
    }
    if (!alive) return false;
    if (!dead && n->level) return true;
    if (dead < alive && n->level) exclude_dead(n, set, words);
    else collect_live(n, set, words);
    for (uint32_t s = 0; s < set->arity; s++)
        if (!cut(n, n->scope[set->scope + s], n->support + s * words, t, words)) return false;
    return true;
}

INSTANTIATED bool revise_tuples(hbs_network *n, uint32_t t, uint64_t pending, const size_t words) {
    const hbs_tuples *set = &n->tuples[t];
    if (set->words ? revise_bits(n, t, pending, words) : revise_list(n, t, words)) return true;
    for (uint32_t s = 0; s < set->arity; s++) n->weight[n->scope[set->scope + s]]++;
    return false;
}

static bool forget_queues(hbs_network *n) {
    while (n->queue_count) {
        n->variable_queued[n->variable_queue[n->queue_head]] = 0;
        if (++n->queue_head == n->variables) n->queue_head = 0;
        n->queue_count--;
    }
    for (; n->tuples_queue_count; n->tuples_queue_count--) {
        n->tuples[n->tuples_queue[n->tuples_queue_head]].pending = 0;
        if (++n->tuples_queue_head == n->tuple_sets) n->tuples_queue_head = 0;
    }
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
        if (!n->tuples_queue_count) return true;
        const uint32_t t = n->tuples_queue[n->tuples_queue_head];
        if (++n->tuples_queue_head == n->tuple_sets) n->tuples_queue_head = 0;
        n->tuples_queue_count--;
        const uint64_t pending = n->tuples[t].pending;
        n->tuples[t].pending = 0;
        if (!revise_tuples(n, t, pending, words)) return forget_queues(n);
    }
}

bool hbs_network_propagate(hbs_network *network) { return network->words == 1 ? to_fixpoint(network, 1) : to_fixpoint(network, network->words); }

/* Room for every domain and all tuples to go on the trail once, so that nothing can fail during propagation. */
static hbs_status reserve_trail(hbs_network *n, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t domains = n->domain_trail + n->free_variables;
    HBS_TRY(hbs_grow(&n->trail_variable, &n->trail_variable_capacity, domains, sizeof *n->trail_variable, error));
    HBS_TRY(hbs_grow(&n->trail_words, &n->trail_words_capacity, domains * n->words, sizeof *n->trail_words, error));
    HBS_TRY(hbs_grow(&n->trail_tuples, &n->trail_tuples_capacity, n->tuples_trail + n->tuple_sets, sizeof *n->trail_tuples, error));
    HBS_TRY(hbs_grow(&n->trail_live, &n->trail_live_capacity, n->live_trail + n->live_words, sizeof *n->trail_live, error));
done:
    return status;
}

hbs_status hbs_network_assign(hbs_network *network, uint32_t variable, uint32_t value, bool *consistent, hbs_error *error) {
    assert(!network->queue_count && !network->tuples_queue_count);
    assert(holds(network, variable, value, network->words));
    const hbs_status status = reserve_trail(network, error);
    if (status != HBS_OK) return status;
    network->level++;
    uint64_t *domain = network->domain + variable * network->words;
    save_domain(network, variable, network->words);
    memset(domain, 0, network->words * sizeof *domain);
    domain[value / 64] = UINT64_C(1) << (value % 64);
    wake(network, variable, NO_TUPLES);
    *consistent = hbs_network_propagate(network);
    return HBS_OK;
}

void hbs_network_undo(hbs_network *network, hbs_network_mark mark) {
    const size_t words = network->words;
    while (network->domain_trail > mark.domains) {
        const uint32_t variable = network->trail_variable[--network->domain_trail];
        memcpy(network->domain + variable * words, network->trail_words + network->domain_trail * words, words * sizeof *network->domain);
    }
    while (network->tuples_trail > mark.tuples) {
        hbs_tuples *set = &network->tuples[network->trail_tuples[--network->tuples_trail]];
        if (!set->words) set->count = (uint32_t)network->trail_live[--network->live_trail];
        network->live_trail -= set->words;
        if (set->words) memcpy(network->live + set->first, network->trail_live + network->live_trail, set->words * sizeof *network->live);
    }
}
