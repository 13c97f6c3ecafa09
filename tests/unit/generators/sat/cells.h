/* Small formulas as cells of a table: a clause over n <= 4 variables is a number below 3^n, a formula a number in that base. */
#ifndef HBS_TESTS_GENERATORS_SAT_CELLS_H
#define HBS_TESTS_GENERATORS_SAT_CELLS_H

#include "tests/unit/generators/draw.h"

static inline size_t clause_cell(const hbs_cnf *cnf, size_t clause) {
    size_t cell = 0;
    static const size_t power[] = {1, 3, 9, 27};
    for (size_t i = 0; i < hbs_cnf_length(cnf, clause); i++) {
        const int32_t literal = hbs_cnf_clause(cnf, clause)[i];
        cell += power[abs(literal) - 1] * (literal < 0 ? 2 : 1);
    }
    return cell;
}

static inline size_t sequence_cell(const hbs_cnf *cnf, size_t base) {
    size_t cell = 0;
    for (size_t c = 0; c < cnf->clauses; c++) cell = base * cell + clause_cell(cnf, c);
    return cell;
}

/* The formula of a cell, appended to an empty cnf over n variables with `clauses` clauses. */
static inline void formula_of(size_t cell, uint32_t n, size_t base, size_t clauses, hbs_cnf *cnf) {
    hbs_error error = {0};
    size_t digit[8];
    for (size_t c = clauses; c-- > 0; cell /= base) digit[c] = cell % base;
    hbs_cnf_clear(cnf, n);
    for (size_t c = 0; c < clauses; c++) {
        int32_t literal[4];
        size_t length = 0;
        for (int32_t v = 1; v <= (int32_t)n; v++, digit[c] /= 3)
            if (digit[c] % 3) literal[length++] = digit[c] % 3 == 2 ? -v : v;
        CHECK_OK(hbs_cnf_add(cnf, literal, length, &error));
    }
}

/* Counts of `draws` units by sequence cell; free the result. */
static inline double *count_cells(const char *spec, size_t base, size_t cells, uint64_t draws) {
    workbench *const bench = bench_open(spec);
    double *const count = rooms(cells, sizeof *count);
    for (uint64_t u = 0; u < draws; u++) count[sequence_cell(&bench_draw(bench, 11, u)->instance.cnf, base)]++;
    bench_close(bench);
    return count;
}

/* All clauses have one of the lengths (a bit mask), and, if asked, are distinct. */
static inline bool of_lengths(const hbs_cnf *cnf, unsigned lengths, bool distinct) {
    for (size_t c = 0; c < cnf->clauses; c++) {
        if (!(lengths >> hbs_cnf_length(cnf, c) & 1)) return false;
        for (size_t d = 0; d < c && distinct; d++)
            if (clause_cell(cnf, c) == clause_cell(cnf, d)) return false;
    }
    return true;
}

/* The law that gives each formula with `clauses` clauses over n variables, of these lengths and distinct if asked, a mass in proportion to its weight (NULL: 1), by sequence
 * cell; free the result. */
static inline double *law_by_weight(uint32_t n, size_t clauses, unsigned lengths, bool distinct, double (*weight)(const hbs_cnf *), size_t *base, size_t *cells) {
    double sum = 0;
    hbs_cnf cnf = {0};
    *base = *cells = 1;
    for (uint32_t v = 0; v < n; v++) *base *= 3;
    for (size_t c = 0; c < clauses; c++) *cells *= *base;
    double *const mass = rooms(*cells, sizeof *mass);
    for (size_t cell = 0; cell < *cells; cell++) {
        formula_of(cell, n, *base, clauses, &cnf);
        if (of_lengths(&cnf, lengths, distinct)) sum += mass[cell] = weight ? weight(&cnf) : 1;
    }
    for (size_t cell = 0; cell < *cells; cell++) mass[cell] /= sum;
    hbs_cnf_free(&cnf);
    return mass;
}

static inline double by_models(const hbs_cnf *cnf) { return (double)hbs_brute_sat_count(cnf, NULL); }

/* p-value of 60000 units against that law. */
static inline double law_fit(const char *spec, uint32_t n, size_t clauses, unsigned lengths, bool distinct, double (*weight)(const hbs_cnf *)) {
    enum { DRAWS = 60000 };
    size_t base, cells;
    double *const expected = law_by_weight(n, clauses, lengths, distinct, weight, &base, &cells), *const count = count_cells(spec, base, cells, DRAWS);
    for (size_t cell = 0; cell < cells; cell++) expected[cell] *= DRAWS;
    const double p = fit(count, expected, cells);
    free(expected);
    free(count);
    return p;
}

#endif
