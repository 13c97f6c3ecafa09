/* Bit-parallel truth tables with a search tree on top.
 *
 * The nine variables that occur least are bits inside a 512-bit word: a word is a block of the truth table. The others are assigned by depth-first search,
 * the most frequent first. Down the tree goes the set of low assignments that are falsified already; each clause is added to it once, where its last high
 * variable is assigned, and a branch whose set is full is dead: no model is below it. What is left at a leaf is counted by its bits. So a node costs
 * a few word operations a clause, and counting costs little more than deciding.
 *
 * Formulas over at most 13 variables are tabulated whole, at most 16 blocks, since for them counting, ordering and bucketing cost more than that.
 *
 * Limits: the tree grows as the assignments of the first variables that live, so it suits formulas with many clauses for their variables; there is no
 * propagation and no learning. The kernels (solvers/bit_tree/bit_tree_kernel.h) are compiled for AVX-512, AVX2 and without; the machine is asked at run time.
 *
 * Truth tables in machine words are old (Knuth, The Art of Computer Programming 4A, 7.1.3, 7.1.4); the tree over them was made for this project. */
#include "solvers/bit_tree/bit_tree.h"

#include <assert.h>
#include <string.h>

#include "core/instance.h"
#include "solvers/bit_tree/bit_tree_table.h"
#include "solvers/used_variables.h"

_Static_assert(HBS_BIT_TREE_FLAT_MAX == HBS_BIT_LOW + HBS_BIT_FLAT_HIGH_MAX, "the kernels tabulate as many variables as the header says");
_Static_assert(HBS_BIT_TREE_VARIABLES_MAX == HBS_BIT_LOW + HBS_BIT_HIGH_MAX, "and search over as many");

struct hbs_bit_tree {
    hbs_used_variables names;
    const hbs_bit_kernel *kernel;
    hbs_bit_table table;
    hbs_bit_search search;
    uint32_t flat_max;           /* variables of formulas that are tabulated */
    uint32_t header;             /* variables of the formula */
    uint32_t *occurrences;       /* by variable under names, 0-based */
    uint8_t *position;           /* the same; of those that occur */
    size_t occurrences_capacity, position_capacity;
    uint32_t variable[HBS_BIT_TREE_VARIABLES_MAX];   /* by position, under names, 0-based */
    uint32_t *literal;           /* of the formula: 2 * variable under names + (negative) */
    uint8_t *code;
    size_t *start, *slot;
    hbs_bit_guard *guard, *unsorted;
    uint16_t *bucket;            /* by clause */
    uint8_t *falsified;          /* room for the words and for aligning them */
    size_t literal_capacity, code_capacity, start_capacity, slot_capacity, guard_capacity, unsorted_capacity, bucket_capacity, falsified_capacity;
    uint8_t *model;
    size_t model_capacity;
};

static const hbs_bit_kernel *const kernels[] = {&hbs_bit_kernel_avx512, &hbs_bit_kernel_avx2, &hbs_bit_kernel_portable};
#define KERNELS (sizeof kernels / sizeof *kernels)

const char *hbs_bit_tree_kernel(size_t i) { return i < KERNELS ? kernels[i]->name : NULL; }

const char *hbs_bit_tree_kernel_of(const hbs_bit_tree *tree) { return tree->kernel->name; }

hbs_status hbs_bit_tree_use(hbs_bit_tree *tree, const char *kernel, hbs_error *error)
{
    for (size_t i = 0; i < KERNELS; i++)
        if (!strcmp(kernels[i]->name, kernel) && kernels[i]->available()) {
            tree->kernel = kernels[i];
            return HBS_OK;
        }
    return hbs_raise(error, HBS_ERROR_NOT_FOUND, "bit_tree: this machine has no kernel '%s'", kernel);
}

void hbs_bit_tree_search_above(hbs_bit_tree *tree, uint32_t variables) { tree->flat_max = variables < HBS_BIT_TREE_FLAT_MAX ? variables : HBS_BIT_TREE_FLAT_MAX; }

hbs_status hbs_bit_tree_new(hbs_bit_tree **out, hbs_error *error)
{
    hbs_bit_tree *tree;
    const hbs_status status = hbs_allocate(&tree, 1, sizeof *tree, error);
    if (status != HBS_OK) return status;
    tree->flat_max = HBS_BIT_TREE_FLAT_MAX;
    for (size_t i = KERNELS; i-- > 0;)   /* the last is everywhere, the first is best */
        if (kernels[i]->available()) tree->kernel = kernels[i];
    *out = tree;
    return HBS_OK;
}

void hbs_bit_tree_free(hbs_bit_tree *tree)
{
    if (!tree) return;
    hbs_used_variables_free(&tree->names);
    free(tree->occurrences);
    free(tree->position);
    free(tree->literal);
    free(tree->code);
    free(tree->start);
    free(tree->slot);
    free(tree->guard);
    free(tree->unsorted);
    free(tree->bucket);
    free(tree->falsified);
    free(tree->model);
    free(tree);
}

/* --- Loading -------------------------------------------------------------------------------------------------------------------- */

static hbs_status reserve(hbs_bit_tree *tree, const hbs_cnf *cnf, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t m = cnf->clauses, n = tree->names.variables, literals = hbs_cnf_literals(cnf) + 1;
    HBS_TRY(hbs_grow(&tree->occurrences, &tree->occurrences_capacity, n, sizeof *tree->occurrences, error));
    HBS_TRY(hbs_grow(&tree->position, &tree->position_capacity, n, sizeof *tree->position, error));
    HBS_TRY(hbs_grow(&tree->literal, &tree->literal_capacity, literals, sizeof *tree->literal, error));
    HBS_TRY(hbs_grow(&tree->code, &tree->code_capacity, literals, sizeof *tree->code, error));
    HBS_TRY(hbs_grow(&tree->start, &tree->start_capacity, m + 1, sizeof *tree->start, error));
    HBS_TRY(hbs_grow(&tree->slot, &tree->slot_capacity, m, sizeof *tree->slot, error));
    HBS_TRY(hbs_grow(&tree->guard, &tree->guard_capacity, m, sizeof *tree->guard, error));
    HBS_TRY(hbs_grow(&tree->unsorted, &tree->unsorted_capacity, m, sizeof *tree->unsorted, error));
    HBS_TRY(hbs_grow(&tree->bucket, &tree->bucket_capacity, m, sizeof *tree->bucket, error));
done:
    return status;
}

/* Variables and signs of all literals under names, and how often each variable occurs. */
static void read_literals(hbs_bit_tree *tree, const hbs_cnf *cnf)
{
    const size_t literals = hbs_cnf_literals(cnf);
    if (tree->names.variables) memset(tree->occurrences, 0, tree->names.variables * sizeof *tree->occurrences);
    for (size_t i = 0; i < literals; i++) {
        const int32_t literal = tree->names.identity ? cnf->literal[i] : hbs_used_variables_literal(&tree->names, cnf->literal[i]);
        const uint32_t variable = (uint32_t)abs(literal) - 1;
        tree->literal[i] = 2 * variable + (literal < 0);
        tree->occurrences[variable]++;
    }
}

/* Lists the variables that occur in tree->variable; false when there are too many. */
static bool list_variables(hbs_bit_tree *tree)
{
    uint32_t found = 0;
    for (uint32_t v = 0; v < tree->names.variables; v++) {
        if (!tree->occurrences[v]) continue;
        if (found == HBS_BIT_TREE_VARIABLES_MAX) return false;
        tree->variable[found++] = v;
    }
    tree->table.variables = found;
    tree->table.high = found > HBS_BIT_LOW ? found - HBS_BIT_LOW : 0;
    return true;
}

/* The most frequent to the high positions, in descending order from the first; the others to the low ones. Ties by number. By rank, as a formula's few
 * variables are compared faster than sorted. */
static void place_variables(hbs_bit_tree *tree)
{
    const uint32_t n = tree->table.variables, high = tree->table.high;
    uint32_t listed[HBS_BIT_TREE_VARIABLES_MAX];
    uint64_t key[HBS_BIT_TREE_VARIABLES_MAX];
    for (uint32_t i = 0; i < n; i++) {
        listed[i] = tree->variable[i];
        key[i] = (uint64_t)(UINT32_MAX - tree->occurrences[listed[i]]) << 32 | i;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t rank = 0;
        for (uint32_t j = 0; j < n; j++) rank += key[j] < key[i];
        const uint32_t place = rank < high ? HBS_BIT_LOW + rank : rank - high;
        tree->variable[place] = listed[i];
        tree->position[listed[i]] = (uint8_t)place;
    }
}

/* Codes and guard of a clause; false for a tautology over the high variables, which is left out (others falsify nothing). */
static bool code_clause(hbs_bit_tree *tree, const uint32_t *literal, size_t count, uint8_t *code, hbs_bit_guard *guard)
{
    uint64_t side[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const unsigned negative = literal[i] & 1, place = tree->position[literal[i] / 2];
        const bool is_high = place >= HBS_BIT_LOW;
        code[i] = (uint8_t)(is_high ? HBS_BIT_CODES - 1 : 2 * place + negative);
        side[negative] |= (uint64_t)is_high << ((place - HBS_BIT_LOW) & 63);
    }
    guard->mask = side[0] | side[1];
    guard->value = side[1];
    return !(side[0] & side[1]);
}

static uint16_t bucket_of(const hbs_bit_guard *guard)
{
    if (!guard->mask) return 0;
    const unsigned top = 63u - (unsigned)__builtin_clzll(guard->mask);
    return (uint16_t)(1 + 2 * top + (guard->value >> top & 1));
}

static void sort_clauses(hbs_bit_tree *tree)
{
    hbs_bit_table *const table = &tree->table;
    const size_t buckets = 2 * (size_t)table->high + 1, m = table->clauses;
    size_t next[2 * HBS_BIT_HIGH_MAX + 2];
    memset(table->bucket, 0, (buckets + 1) * sizeof *table->bucket);
    for (size_t c = 0; c < m; c++) table->bucket[tree->bucket[c] + 1]++;
    for (size_t b = 0; b < buckets; b++) table->bucket[b + 1] += table->bucket[b];
    memcpy(next, table->bucket, buckets * sizeof *next);
    for (size_t c = 0; c < m; c++) {
        const size_t s = next[tree->bucket[c]]++;
        tree->slot[c] = s;
        tree->guard[s] = tree->unsorted[c];
    }
}

static hbs_status reserve_words(hbs_bit_tree *tree, size_t words, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&tree->falsified, &tree->falsified_capacity, words + 1, sizeof(hbs_bit_word), error));
    const size_t beyond = (uintptr_t)tree->falsified % sizeof(hbs_bit_word);
    tree->table.falsified = (hbs_bit_word *)(void *)(tree->falsified + (beyond ? sizeof(hbs_bit_word) - beyond : 0));
done:
    return status;
}

static void lay_out(hbs_bit_tree *tree, const hbs_cnf *cnf)
{
    hbs_bit_table *const table = &tree->table;
    size_t kept = 0, at = 0;
    tree->start[0] = 0;
    for (size_t c = 0; c < cnf->clauses; c++) {
        const size_t length = hbs_cnf_length(cnf, c);
        if (!code_clause(tree, tree->literal + cnf->start[c], length, tree->code + at, &tree->unsorted[kept])) continue;
        tree->bucket[kept] = bucket_of(&tree->unsorted[kept]);
        tree->start[++kept] = at += length;
    }
    table->clauses = kept;
    sort_clauses(tree);
    table->root = table->falsified + kept;
    table->code = tree->code;
    table->start = tree->start;
    table->slot = tree->slot;
    table->guard = tree->guard;
    tree->kernel->gather(table);
}

static hbs_status load_flat(hbs_bit_tree *tree, const hbs_cnf *cnf, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_bit_table *const table = &tree->table;
    table->flat = true;
    table->occurring = 0;
    table->variables = cnf->variables;
    table->high = cnf->variables > HBS_BIT_LOW ? cnf->variables - HBS_BIT_LOW : 0;
    for (uint32_t v = 0; v < cnf->variables; v++) tree->variable[v] = v;
    HBS_TRY(reserve_words(tree, (size_t)1 << table->high, error));
    tree->kernel->tabulate(table, cnf);
done:
    return status;
}

hbs_status hbs_bit_tree_load(hbs_bit_tree *tree, const hbs_cnf *cnf, bool *fits, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_used_variables_collect(&tree->names, cnf, error));
    tree->header = cnf->variables;
    tree->search = (hbs_bit_search){0};
    *fits = true;
    if (cnf->variables <= tree->flat_max) return load_flat(tree, cnf, error);
    HBS_TRY(reserve(tree, cnf, error));
    HBS_TRY(reserve_words(tree, cnf->clauses + 1, error));
    tree->table.flat = false;
    read_literals(tree, cnf);
    *fits = list_variables(tree);
    if (!*fits) goto done;
    place_variables(tree);
    lay_out(tree, cnf);
done:
    return status;
}

/* --- Questions ------------------------------------------------------------------------------------------------------------------ */

static void search(hbs_bit_tree *tree, uint64_t budget, bool first)
{
    tree->search = (hbs_bit_search){.budget = budget, .first = first};
    (tree->table.flat ? tree->kernel->scan : tree->kernel->search)(&tree->table, &tree->search);
}

hbs_status hbs_bit_tree_decide(hbs_bit_tree *tree, uint64_t budget, int *label, hbs_error *error)
{
    (void)error;
    search(tree, budget, true);
    *label = tree->search.models ? HBS_LABEL_YES : tree->search.complete ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN;
    return HBS_OK;
}

static unsigned first_bit(const uint64_t word[HBS_BIT_LANES])
{
    unsigned lane = 0;
    while (!word[lane]) lane++;
    return 64 * lane + (unsigned)__builtin_ctzll(word[lane]);
}

static unsigned value_at(uint32_t position, uint64_t high, unsigned low)
{
    return position < HBS_BIT_LOW ? low >> position & 1u : (unsigned)(high >> (position - HBS_BIT_LOW) & 1u);
}

/* model[v] for the variables that occur, v = 1.. under names. */
static hbs_status fill_named(hbs_bit_tree *tree, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t size = (size_t)tree->names.variables + 1;
    const unsigned low = first_bit(tree->search.live);
    HBS_TRY(hbs_grow(&tree->model, &tree->model_capacity, size, 1, error));
    memset(tree->model, 0, size);
    for (uint32_t p = 0; p < tree->table.variables; p++) tree->model[tree->variable[p] + 1] = (uint8_t)value_at(p, tree->search.high, low);
done:
    return status;
}

hbs_status hbs_bit_tree_model(hbs_bit_tree *tree, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_cnf header = {.variables = tree->header};
    HBS_TRY(fill_named(tree, error));
    HBS_TRY(hbs_used_variables_model(&tree->names, &header, tree->model, out, error));
done:
    return status;
}

hbs_status hbs_bit_tree_count(hbs_bit_tree *tree, uint64_t budget, mpz_t out, bool *known, hbs_error *error)
{
    const uint32_t unused = tree->header - tree->table.variables;
    if (unused > HBS_BIT_TREE_FREE_MAX)
        return hbs_raise(error, HBS_ERROR_MEMORY, "bit_tree: %u variables occur in no clause and each doubles the number of models; at most %u can be counted", unused,
                         HBS_BIT_TREE_FREE_MAX);
    search(tree, budget, false);
    *known = tree->search.complete;
    if (!*known) return HBS_OK;
    mpz_set_ui(out, tree->search.models);
    mpz_mul_2exp(out, out, unused);
    return HBS_OK;
}

uint64_t hbs_bit_tree_nodes(const hbs_bit_tree *tree) { return tree->search.nodes; }
