/* Queries up to the names of variables, for laws on small spaces. */
#ifndef HBS_TESTS_GENERATORS_CQC_CLASSES_H
#define HBS_TESTS_GENERATORS_CQC_CLASSES_H

#include "tests/unit/generators/draw.h"

#define TEXT_SIZE 512

static inline int compare_texts(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The query as text with its variables renamed by `name` and its atoms sorted: names of relations, then terms. */
static inline void spell(const hbs_query_pair *pair, const hbs_query *query, const uint32_t *name, char out[TEXT_SIZE]) {
    char atom[16][48], *order[16];
    CU_ASSERT_FATAL(query->atoms <= 16);
    for (size_t a = 0; a < query->atoms; a++) {
        order[a] = atom[a];
        int at = snprintf(atom[a], sizeof atom[a], "%s(", pair->relations.item[query->relation[a]].text);
        for (size_t i = 0; i < hbs_atom_arity(query, a); i++) {
            const hbs_term t = hbs_atom(query, a)[i];
            if (hbs_is_constant(t)) at += snprintf(atom[a] + at, sizeof atom[a] - (size_t)at, "%s ", pair->constants.item[hbs_constant_index(t)].text);
            else at += snprintf(atom[a] + at, sizeof atom[a] - (size_t)at, "%u ", name[t]);
        }
    }
    qsort(order, query->atoms, sizeof *order, compare_texts);
    int at = 0;
    *out = 0;
    for (size_t i = 0; i < query->head_arity; i++)
        at += snprintf(out + at, TEXT_SIZE - (size_t)at, hbs_is_constant(query->head[i]) ? "c%u," : "%u,",
                       hbs_is_constant(query->head[i]) ? hbs_constant_index(query->head[i]) + 1 : name[query->head[i]]);
    for (size_t a = 0; a < query->atoms; a++) at += snprintf(out + at, TEXT_SIZE - (size_t)at, " %s", order[a]);
}

/* The least spelling over all renamings: equal for queries that differ in names and order only. At most 6 variables. */
static inline void class_of(const hbs_query_pair *pair, const hbs_query *query, char out[TEXT_SIZE]) {
    uint32_t name[6] = {0, 1, 2, 3, 4, 5}, counter[6] = {0};
    char here[TEXT_SIZE];
    const uint32_t n = query->variables;
    CU_ASSERT_FATAL(n <= 6);
    spell(pair, query, name, out);
    for (uint32_t i = 0; i < n;) {   /* Heap's algorithm */
        if (counter[i] >= i) {
            counter[i++] = 0;
            continue;
        }
        const uint32_t other = i % 2 ? counter[i] : 0, swap = name[i];
        name[i] = name[other];
        name[other] = swap;
        spell(pair, query, name, here);
        if (strcmp(here, out) < 0) memcpy(out, here, TEXT_SIZE);
        counter[i]++;
        i = 0;
    }
}

/* Counts by text, found and expected. */
typedef struct tally {
    char text[2000][2 * TEXT_SIZE];
    double found[2000], expected[2000];
    size_t cells;
} tally;

static inline size_t tally_cell(tally *t, const char *text) {
    size_t i = 0;
    while (i < t->cells && strcmp(t->text[i], text)) i++;
    CU_ASSERT_FATAL(i < 2000);
    if (i == t->cells) {
        snprintf(t->text[i], sizeof t->text[i], "%s", text);
        t->found[i] = t->expected[i] = 0;
        t->cells++;
    }
    return i;
}

static inline void pair_class(const hbs_query_pair *pair, char out[2 * TEXT_SIZE]) {
    char one[TEXT_SIZE], two[TEXT_SIZE];
    class_of(pair, &pair->q1, one);
    class_of(pair, &pair->q2, two);
    const int length = snprintf(out, 2 * TEXT_SIZE, "%s | %s", one, two);
    CU_ASSERT_FATAL(length < 2 * TEXT_SIZE);
}

/* Counts a pair as an instance would hold it, with variables that occur nowhere gone. */
static inline void tally_pair(tally *t, const hbs_query_pair *pair, double count) {
    hbs_bytes bytes = {0};
    hbs_query_pair read = {0};
    hbs_error error = {0};
    char class[2 * TEXT_SIZE];
    CHECK_OK(hbs_query_pair_encode(pair, &bytes, &error));
    CHECK_OK(hbs_query_pair_decode(&read, bytes.data, bytes.size, &error));
    pair_class(&read, class);
    t->expected[tally_cell(t, class)] += count;
    hbs_bytes_free(&bytes);
    hbs_query_pair_free(&read);
}

/* Adds the pairs of `draws` units to the counts `of` (t->found or t->expected). */
static inline void tally_units(tally *t, double *of, const char *spec, uint64_t seed, uint64_t draws) {
    workbench *const bench = bench_open(spec);
    char class[2 * TEXT_SIZE];
    for (uint64_t u = 0; u < draws; u++) {
        pair_class(&bench_draw(bench, seed, u)->instance.pair, class);
        of[tally_cell(t, class)]++;
    }
    bench_close(bench);
}

/* p-value of `draws` units against t->expected, which is known up to a factor. */
static inline double tally_fit(tally *t, const char *spec, uint64_t draws) {
    double sum = 0;
    for (size_t i = 0; i < t->cells; i++) sum += t->expected[i];
    for (size_t i = 0; i < t->cells; i++) t->expected[i] *= (double)draws / sum;
    tally_units(t, t->found, spec, 11, draws);
    return fit(t->found, t->expected, t->cells);
}

/* Two samples from one law? p-value of the two-sample chi-square over the cells (small cells pooled). */
static inline double same_law(const tally *t) {
    double a = 0, b = 0, chi2 = 0, freedom = -1, rest_a = 0, rest_b = 0;
    for (size_t i = 0; i < t->cells; i++) a += t->found[i], b += t->expected[i];
    for (size_t i = 0; i <= t->cells; i++) {
        const double x = i < t->cells ? t->found[i] : rest_a, y = i < t->cells ? t->expected[i] : rest_b;
        if (i < t->cells && x + y < 20) {
            rest_a += x, rest_b += y;
            continue;
        }
        if (x + y < 5) continue;
        const double ex = (x + y) * a / (a + b), ey = (x + y) * b / (a + b);
        chi2 += (x - ex) * (x - ex) / ex + (y - ey) * (y - ey) / ey;
        freedom++;
    }
    return freedom > 0 ? chi_square_tail(chi2, freedom) : 1;
}

/* Do two generators draw pairs by one law, up to names? */
static inline void check_same_law(const char *one, const char *other, uint64_t draws) {
    tally *const t = rooms(1, sizeof *t);
    tally_units(t, t->found, one, 1, draws);
    tally_units(t, t->expected, other, 2, draws);
    CU_ASSERT(same_law(t) > 1e-3);
    free(t);
}

#endif
