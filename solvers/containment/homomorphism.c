/* Is q1 contained in q2? Depth-first search for a homomorphism that keeps the network arc-consistent (Sabin, Freuder, "Contradicting conventional
 * wisdom in constraint satisfaction", 1994). It branches on the variable with the smallest ratio of domain size to weight; weights start as numbers
 * of constraints and grow with every domain that a constraint wipes out ("dom/wdeg", Boussemart, Hemery, Lecoutre, Sais, ECAI 2004): on hard pairs
 * with 40 to 60 variables the longest searches are 100 to 300 times shorter than with weights left alone. Values ascend, as certificates want it.
 *
 * A search that takes long starts over, with the weights it has learned, after 100 nodes, then after 1000 and so on: first choices, made before there were
 * weights, are what makes some searches far longer than others (Gomes, Selman, Crato, Kautz, "Heavy-tailed phenomena", JAR 2000). Runs thrown
 * away are together a ninth of what the last one is allowed; on relations of arity 3 with 60 variables searches that find a homomorphism take half the nodes in
 * all, the longest a quarter, and refutations no more than before. Only the last run, which is not cut off, leaves its tree.
 *
 * Parts of q2 that share no open variable after the first propagation are searched one after the other and never again once solved; the refutation
 * of one refutes all. So the tree written down is that of the last part alone, and it is a refutation of the whole: variables of other parts do not
 * touch its domains. The tree is emitted while searching, at the price of a byte a node, and dropped when a homomorphism is found. Limits: no
 * learning of clauses, so a hard part can cost exponentially more nodes than a proof by clauses has lemmas. */
#include "solvers/containment/homomorphism.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/containment/arc_consistency.h"

#define FIRST_RUN 100u    /* nodes before the search starts over */
#define RUN_GROWTH 10u
#define NODES_UNASKED 64u

typedef struct frame {
    uint32_t variable, next;   /* next: the smallest value not tried yet */
    hbs_network_mark mark;
} frame;

typedef struct searcher {
    hbs_network network;
    frame *frame;              /* of the part being searched */
    size_t depth;
    uint32_t *order;           /* open variables, part after part */
    size_t *part;              /* part p is order[part[p] .. part[p+1]-1] */
    size_t parts, open;
    uint8_t *seen;
    hbs_term *image;
    hbs_bytes tree;
    bool certify;
    uint64_t nodes, budget, leaves;
    bool (*stop)(void *context);
    void *stop_context;
    size_t frame_capacity, order_capacity, part_capacity, seen_capacity, image_capacity;
} searcher;

static hbs_status open_searcher(void **workspace, hbs_error *error) {
    searcher *s;
    const hbs_status status = hbs_allocate(&s, 1, sizeof *s, error);
    if (status == HBS_OK) *workspace = s;
    return status;
}

static void close_searcher(void *workspace) {
    searcher *s = workspace;
    if (!s) return;
    hbs_network_free(&s->network);
    free(s->frame);
    free(s->order);
    free(s->part);
    free(s->seen);
    free(s->image);
    hbs_bytes_free(&s->tree);
    free(s);
}

static hbs_status prepare(searcher *s, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t variables = s->network.free_variables;
    HBS_TRY(hbs_grow(&s->frame, &s->frame_capacity, variables, sizeof *s->frame, error));
    HBS_TRY(hbs_grow(&s->order, &s->order_capacity, variables, sizeof *s->order, error));
    HBS_TRY(hbs_grow(&s->part, &s->part_capacity, variables + 1, sizeof *s->part, error));
    HBS_TRY(hbs_grow(&s->seen, &s->seen_capacity, s->network.variables, sizeof *s->seen, error));
done:
    return status;
}

static bool is_open(const hbs_network *n, uint32_t variable) {
    const uint64_t *domain = hbs_network_domain(n, variable);
    if (n->words == 1) return (domain[0] & (domain[0] - 1)) != 0;
    return hbs_network_domain_size(n, variable) > 1;
}

static void meet(searcher *s, uint32_t variable) {
    if (s->seen[variable]) return;
    s->seen[variable] = 1;
    s->order[s->open++] = variable;
}

/* All open variables that hang together with order[first]. */
static void gather_part(searcher *s, size_t first) {
    const hbs_network *n = &s->network;
    for (size_t i = first; i < s->open; i++) {
        const uint32_t v = s->order[i];
        for (size_t a = n->arc_start[v]; a < n->arc_start[v + 1]; a++) meet(s, n->arc[a].other);
        for (size_t w = n->watch_start[v]; w < n->watch_start[v + 1]; w++) {
            const hbs_tuples *set = &n->tuples[n->watch[w].tuples];
            for (uint32_t place = 0; place < set->arity; place++) meet(s, n->scope[set->scope + place]);
        }
    }
}

static void split(searcher *s) {
    const hbs_network *n = &s->network;
    s->open = s->parts = 0;
    for (uint32_t i = 0; i < n->free_variables; i++) s->seen[n->free_variable[i]] = !is_open(n, n->free_variable[i]);
    for (uint32_t i = 0; i < n->free_variables; i++) {
        if (s->seen[n->free_variable[i]]) continue;
        const size_t first = s->open;
        s->part[s->parts++] = first;
        meet(s, n->free_variable[i]);
        gather_part(s, first);
    }
    s->part[s->parts] = s->open;
}

/* The open variable of the part with the smallest domain for its weight, ties to the lowest number; HBS_NO_VALUE when none is open. */
static uint32_t choose(const searcher *s, size_t part) {
    const hbs_network *n = &s->network;
    uint64_t best_size = 1, best_weight = 0;
    uint32_t chosen = HBS_NO_VALUE;
    for (size_t i = s->part[part]; i < s->part[part + 1]; i++) {
        const uint32_t v = s->order[i];
        if (!is_open(n, v)) continue;
        const uint64_t size = hbs_network_domain_size(n, v), left = size * best_weight, right = best_size * n->weight[v];
        if (chosen != HBS_NO_VALUE && (left > right || (left == right && v > chosen))) continue;
        best_size = size;
        best_weight = n->weight[v];
        chosen = v;
    }
    return chosen;
}

static hbs_status emit(searcher *s, uint64_t node, hbs_error *error) {
    if (!s->certify) return HBS_OK;
    s->leaves += !node;
    return hbs_bytes_varint(&s->tree, node, error);
}

/* Next value of the deepest frame that has one left; *label is HBS_LABEL_NO when none has. */
static hbs_status advance(searcher *s, bool *consistent, int *label, hbs_error *error) {
    hbs_network *n = &s->network;
    for (; s->depth; s->depth--) {
        frame *f = &s->frame[s->depth - 1];
        hbs_network_undo(n, f->mark);
        const uint32_t value = hbs_network_next_value(n, f->variable, f->next);
        if (value == HBS_NO_VALUE) continue;
        if (s->budget && s->nodes >= s->budget) return HBS_OK;
        if (s->nodes % NODES_UNASKED == 0 && s->stop && s->stop(s->stop_context)) return hbs_raise(error, HBS_ERROR_INTERRUPTED, "homomorphism: stopped");
        s->nodes++;
        f->next = value + 1;
        return hbs_network_assign(n, f->variable, value, consistent, error);
    }
    *label = HBS_LABEL_NO;
    return HBS_OK;
}

static void begin_tree(searcher *s) {
    s->depth = 0;
    s->leaves = 0;
    hbs_bytes_clear(&s->tree);
}

/* Solves one part: on YES its variables keep their values. UNKNOWN: the budget ran out. */
static hbs_status search_part(searcher *s, size_t part, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool consistent = true;
    uint64_t started = s->nodes, most = FIRST_RUN;
    begin_tree(s);
    for (;;) {
        if (!consistent && s->nodes - started >= most) {
            hbs_network_undo(&s->network, s->frame[0].mark);
            begin_tree(s);
            consistent = true;
            started = s->nodes;
            most = most <= UINT64_MAX / RUN_GROWTH ? most * RUN_GROWTH : UINT64_MAX;
        }
        if (consistent) {
            const uint32_t variable = choose(s, part);
            if (variable == HBS_NO_VALUE) {
                *label = HBS_LABEL_YES;
                break;
            }
            HBS_TRY(emit(s, UINT64_C(1) + variable, error));
            assert(s->depth < s->network.free_variables);
            s->frame[s->depth++] = (frame){variable, 0, hbs_network_take_mark(&s->network)};
        } else {
            HBS_TRY(emit(s, 0, error));
        }
        const uint64_t before = s->nodes;
        HBS_TRY(advance(s, &consistent, label, error));
        if (s->nodes == before) break;   /* refuted, or out of budget */
    }
done:
    return status;
}

static hbs_status search(searcher *s, int *label, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(prepare(s, error));
    split(s);
    int answer = HBS_LABEL_YES;
    for (size_t p = 0; p < s->parts && answer == HBS_LABEL_YES; p++) {
        answer = HBS_LABEL_UNKNOWN;
        HBS_TRY(search_part(s, p, &answer, error));
    }
    *label = answer;
done:
    return status;
}

/* Variables in no atom and not in the head may go anywhere: they are sent to variable 0. */
static hbs_status write_homomorphism(searcher *s, hbs_certificate *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_network *n = &s->network;
    HBS_TRY(hbs_grow(&s->image, &s->image_capacity, n->variables, sizeof *s->image, error));
    for (uint32_t v = 0; v < n->variables; v++) s->image[v] = n->forced[v] == HBS_NO_TERM ? 0 : n->forced[v];
    for (uint32_t i = 0; i < n->free_variables; i++) {
        const uint32_t v = n->free_variable[i];
        s->image[v] = n->term[hbs_network_next_value(n, v, 0)];
    }
    HBS_TRY(hbs_certificate_of_homomorphism(s->image, n->variables, out, error));
done:
    return status;
}

static hbs_status write_tree(const searcher *s, hbs_certificate *out, hbs_error *error) {
    const hbs_status status = hbs_bytes_copy(&out->bytes, &s->tree, error);
    if (status != HBS_OK) return status;
    out->kind = HBS_CERTIFICATE_SEARCH_TREE;
    out->size = s->leaves;
    return HBS_OK;
}

static hbs_status solve(void *workspace, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error) {
    searcher *s = workspace;
    hbs_status status = HBS_OK;
    int label = HBS_LABEL_NO;
    bool possible;
    assert(instance->problem == HBS_CQC);
    s->certify = certify;
    s->budget = budget;
    s->nodes = 1;
    s->leaves = 0;
    hbs_bytes_clear(&s->tree);
    HBS_TRY(hbs_network_build(&s->network, &instance->pair, &possible, error));
    if (possible && hbs_network_propagate(&s->network)) HBS_TRY(search(s, &label, error));
    if (certify && label == HBS_LABEL_YES) HBS_TRY(write_homomorphism(s, &out->certificate, error));
    if (certify && label == HBS_LABEL_NO) HBS_TRY(write_tree(s, &out->certificate, error));
    if (!certify || label == HBS_LABEL_UNKNOWN) hbs_certificate_clear(&out->certificate);
    out->label = label;
    out->effort = s->nodes;
done:
    return status;
}

static void stop_when(void *workspace, bool (*stop)(void *context), void *context) {
    searcher *s = workspace;
    s->stop = stop;
    s->stop_context = context;
}

const hbs_solver hbs_solver_homomorphism = {
    .name = "homomorphism",
    .summary = "backtracking for a homomorphism from q2 to q1, arc-consistent at every node, with a checkable search tree when there is none",
    .step = "search nodes",
    .source = "Chandra, Merlin, STOC 1977; Kolaitis, Vardi, JCSS 2000; Sabin, Freuder, ECAI 1994",
    .problem = HBS_CQC,
    .open = open_searcher,
    .close = close_searcher,
    .solve = solve,
    .stop_when = stop_when,
};
