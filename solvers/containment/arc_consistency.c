/* Arc consistency in three ways, by constraint.
 *
 * R(x,y) with neighbour tables: when D(x) changed, D(y) is cut to the union of the neighbour sets of D(x), one bitset operation a value, the union
 * shared by all atoms over R on x ("bitwise AC-3", Lecoutre, Vion 2008). Tuples as bits: for each variable that changed since, the union of the masks
 * of the values it lost is taken from those alive, or they are cut to the union of the masks of those it kept; then each value left is asked whether
 * a tuple alive has it ("compact table", Demeulenaere et al., CP 2016, without residues). A few tuples alive are cheaper to look at one by one, and a few
 * hundred to be asked themselves what they support. Tuples as a list: those with a value gone are swapped behind the others, which say what has support
 * (simple tabular reduction). Cheap arcs first, tuples only when no arc is left, both first in, first out: last in, first out revises up to twenty
 * times as often. Domains of one word, by far the most frequent, get their own copy of the code: the inner functions are instantiated with one word
 * and with words as it is. A constraint that wipes a domain out adds to the weight of its variables (Boussemart et al., ECAI 2004). */
#include "solvers/containment/arc_consistency.h"

#include <assert.h>
#include <string.h>

#if defined(__GNUC__)
#define INSTANTIATED static inline __attribute__((always_inline))
#else
#define INSTANTIATED static inline
#endif
#define NO_TABLE UINT32_MAX
#define NO_TUPLES UINT32_MAX
#define SIFT_MAX 16u       /* tuples alive: up to so many are looked at one by one, */
#define COLLECT_MAX 192u   /* and after masks took some out, say by themselves which values have support */

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
    n->trail_live[n->live_trail++] = set->count;
    if (!set->words) return;
    const size_t seen = set->arity * n->words;
    memcpy(n->trail_live + n->live_trail, n->live + set->first, set->words * sizeof *n->live);
    memcpy(n->trail_live + n->live_trail + set->words, n->seen + set->seen, seen * sizeof *n->seen);
    n->live_trail += set->words + seen;
}

static void restore_tuples(hbs_network *n, hbs_tuples *set) {
    if (set->words) {
        const size_t seen = set->arity * n->words;
        n->live_trail -= set->words + seen;
        memcpy(n->live + set->first, n->trail_live + n->live_trail, set->words * sizeof *n->live);
        memcpy(n->seen + set->seen, n->trail_live + n->live_trail + set->words, seen * sizeof *n->seen);
    }
    set->count = (uint32_t)n->trail_live[--n->live_trail];
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
        if (set->queued) continue;
        size_t tail = n->tuples_queue_head + n->tuples_queue_count++;
        if (tail >= n->tuple_sets) tail -= n->tuple_sets;
        n->tuples_queue[tail] = watch.tuples;
        set->queued = true;
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

/* Notes in n->support what the tuple puts at each place. */
INSTANTIATED void note_tuple(const hbs_network *n, const hbs_tuples *set, size_t tuple, const size_t words) {
    const uint32_t *position = n->position + set->scope, *row = n->row + set->rows + tuple * set->width;
    for (uint32_t s = 0; s < set->arity; s++) n->support[s * words + row[position[s]] / 64] |= UINT64_C(1) << (row[position[s]] % 64);
}

INSTANTIATED bool fits(const hbs_network *n, const hbs_tuples *set, size_t tuple, const size_t words) {
    const uint32_t *position = n->position + set->scope, *scope = n->scope + set->scope, *row = n->row + set->rows + tuple * set->width;
    uint64_t all = 1;
    for (uint32_t s = 0; s < set->arity; s++) all &= n->domain[scope[s] * words + row[position[s]] / 64] >> (row[position[s]] % 64);
    return all & 1;
}

/* Few are alive: looks at each, and notes in n->support what those that stay put at each place. */
INSTANTIATED void sift(const hbs_network *n, hbs_tuples *set, const size_t words) {
    memset(n->support, 0, set->arity * words * sizeof *n->support);
    for (uint32_t i = 0; i < set->words; i++) {
        uint64_t *const live = &n->live[set->first + i];
        for (uint64_t rest = *live; rest; rest &= rest - 1) {
            const size_t tuple = i * 64 + (size_t)__builtin_ctzll(rest);
            if (fits(n, set, tuple, words)) {
                note_tuple(n, set, tuple, words);
            } else {
                *live &= ~(rest & -rest);
                set->count--;
            }
        }
    }
}

/* Only tuples with a value of the domain at that place stay alive: those of the values gone are taken out, or those of the values left kept, whichever
 * are fewer. */
INSTANTIATED void narrow(const hbs_network *n, const hbs_tuples *set, uint32_t place, const size_t words) {
    const uint64_t *const domain = n->domain + n->scope[set->scope + place] * words, *const seen = n->seen + set->seen + place * words;
    const uint64_t *const mask = masks_of(n, set, place);
    uint64_t *const live = n->live + set->first, *const some = n->some;
    uint32_t left = 0, gone = 0;
    for (size_t w = 0; w < words; w++) {
        left += hbs_count_bits(domain[w]);
        gone += hbs_count_bits(seen[w] & ~domain[w]);
    }
    if (!gone) return;
    memset(some, 0, set->words * sizeof *some);
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = gone <= left ? seen[w] & ~domain[w] : domain[w]; rest; rest &= rest - 1) {
            const uint64_t *const row = mask + (w * 64 + (size_t)__builtin_ctzll(rest)) * set->words;
            for (uint32_t i = 0; i < set->words; i++) some[i] |= row[i];
        }
    for (uint32_t i = 0; i < set->words; i++) live[i] &= gone <= left ? ~some[i] : some[i];
}

/* What the tuples alive put at each place, in n->support. */
INSTANTIATED void collect(const hbs_network *n, const hbs_tuples *set, const size_t words) {
    memset(n->support, 0, set->arity * words * sizeof *n->support);
    for (uint32_t i = 0; i < set->words; i++)
        for (uint64_t rest = n->live[set->first + i]; rest; rest &= rest - 1) note_tuple(n, set, i * 64 + (size_t)__builtin_ctzll(rest), words);
}

static inline bool supported(const uint64_t *live, const uint64_t *mask, uint32_t words) {
    for (uint32_t i = 0; i < words; i++)
        if (mask[i] & live[i]) return true;
    return false;
}

/* The same of one place from the other side: asks for each value that is left whether a tuple alive has it. */
INSTANTIATED void ask_values(const hbs_network *n, const hbs_tuples *set, uint32_t place, const size_t words) {
    const uint64_t *const domain = n->domain + n->scope[set->scope + place] * words, *const mask = masks_of(n, set, place), *const live = n->live + set->first;
    for (size_t w = 0; w < words; w++) {
        uint64_t kept = 0;
        for (uint64_t rest = domain[w]; rest; rest &= rest - 1)
            if (supported(live, mask + (w * 64 + (size_t)__builtin_ctzll(rest)) * set->words, set->words)) kept |= rest & -rest;
        n->support[place * words + w] = kept;
    }
}

/* Of the scope: how many domains lost values since the tuples were last revised, *which is the last of them. */
INSTANTIATED uint32_t count_changed(const hbs_network *n, const hbs_tuples *set, uint32_t *which, const size_t words) {
    uint32_t changed = 0;
    for (uint32_t s = 0; s < set->arity; s++) {
        uint64_t gone = 0;
        for (size_t w = 0; w < words; w++) gone |= n->seen[set->seen + s * words + w] & ~n->domain[n->scope[set->scope + s] * words + w];
        if (gone) changed++, *which = s;
    }
    return changed;
}

/* Takes tuples out, then notes in n->support which values are left. Where one domain alone changed, all its values still have what they had. */
INSTANTIATED void narrow_and_ask(const hbs_network *n, hbs_tuples *set, uint32_t changed, uint32_t which, const size_t words) {
    const uint32_t before = set->count;
    for (uint32_t s = 0; s < set->arity; s++) narrow(n, set, s, words);
    set->count = 0;
    for (uint32_t i = 0; i < set->words; i++) set->count += hbs_count_bits(n->live[set->first + i]);
    if (!set->count || set->count == before) return;
    if (set->count <= COLLECT_MAX) {
        collect(n, set, words);
        return;
    }
    for (uint32_t s = 0; s < set->arity; s++)
        if (changed > 1 || s != which) ask_values(n, set, s, words);
        else memcpy(n->support + s * words, n->domain + n->scope[set->scope + s] * words, words * sizeof *n->support);
}

INSTANTIATED bool revise_bits(hbs_network *n, uint32_t t, const size_t words) {
    hbs_tuples *const set = &n->tuples[t];
    const uint32_t *const scope = n->scope + set->scope, before = set->count;
    uint32_t which = 0;
    const uint32_t changed = count_changed(n, set, &which, words);
    if (!changed) return true;
    save_tuples(n, t);
    if (before <= SIFT_MAX) sift(n, set, words);
    else narrow_and_ask(n, set, changed, which, words);
    if (!set->count) return false;
    for (uint32_t s = 0; s < set->arity && set->count < before; s++)
        if (!cut(n, scope[s], n->support + s * words, t, words)) return false;
    for (uint32_t s = 0; s < set->arity; s++) memcpy(n->seen + set->seen + s * words, n->domain + scope[s] * words, words * sizeof *n->seen);
    return true;
}

INSTANTIATED bool revise_tuples(hbs_network *n, uint32_t t, const size_t words) {
    const hbs_tuples *set = &n->tuples[t];
    if (set->words ? revise_bits(n, t, words) : revise_list(n, t, words)) return true;
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
        n->tuples[n->tuples_queue[n->tuples_queue_head]].queued = false;
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
        n->tuples[t].queued = false;
        if (!revise_tuples(n, t, words)) return forget_queues(n);
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
    while (network->tuples_trail > mark.tuples) restore_tuples(network, &network->tuples[network->trail_tuples[--network->tuples_trail]]);
}
