/* Sums of rationals over the cells. Cells of equal ratio come together so that each logarithm is taken once; it is the only thing that is rounded. */
#include "analysis/exact/distances.h"

#include <stdlib.h>

#include "core/rationals.h"

void hbs_law_pair_free(hbs_law_pair *pair) {
    for (size_t i = 0; i < pair->cells; i++) {
        mpz_clear(pair->cell[i].count);
        mpq_clears(pair->cell[i].p, pair->cell[i].u, NULL);
    }
    free(pair->cell);
    *pair = (hbs_law_pair){0};
}

#define LOOK_BACK 16u   /* cells among which one of the same probabilities is looked for: most laws have few */

hbs_status hbs_law_pair_add(hbs_law_pair *pair, const mpz_t count, const mpq_t p, const mpq_t u, hbs_error *error) {
    if (!mpz_sgn(count)) return HBS_OK;
    for (size_t back = 1; back <= LOOK_BACK && back <= pair->cells; back++) {
        hbs_law_cell *const same = &pair->cell[pair->cells - back];
        if (!mpq_equal(same->p, p) || !mpq_equal(same->u, u)) continue;
        mpz_add(same->count, same->count, count);
        return HBS_OK;
    }
    const hbs_status status = hbs_grow(&pair->cell, &pair->capacity, pair->cells + 1, sizeof *pair->cell, error);
    if (status != HBS_OK) return status;
    hbs_law_cell *const cell = &pair->cell[pair->cells++];
    mpz_init_set(cell->count, count);
    mpq_inits(cell->p, cell->u, NULL);
    mpq_set(cell->p, p);
    mpq_set(cell->u, u);
    return HBS_OK;
}

#define VALUES(X) X(total_p) X(total_u) X(tv) X(support_share) X(collision) X(chi2) X(largest_ratio) X(kl) X(kl_back)

void hbs_distances_new(hbs_distances *distances) {
#define INIT(name) mpq_init(distances->name);
    VALUES(INIT)
    distances->outside = distances->not_reached = false;
}

void hbs_distances_free(hbs_distances *distances) {
#define CLEAR(name) mpq_clear(distances->name);
    VALUES(CLEAR)
}

/* By p, then u; cells of equal probabilities are merged. */
static int compare_cells(const void *a, const void *b) {
    const hbs_law_cell *const x = a, *const y = b;
    const int order = mpq_cmp(x->p, y->p);
    return order ? order : mpq_cmp(x->u, y->u);
}

static void merge_equal(hbs_law_pair *pair) {
    size_t kept = 0;
    qsort(pair->cell, pair->cells, sizeof *pair->cell, compare_cells);
    for (size_t i = 1; i < pair->cells; i++) {
        if (compare_cells(&pair->cell[kept], &pair->cell[i])) {
            kept++;
            if (kept == i) continue;
            mpz_swap(pair->cell[kept].count, pair->cell[i].count);
            mpq_swap(pair->cell[kept].p, pair->cell[i].p);
            mpq_swap(pair->cell[kept].u, pair->cell[i].u);
        } else {
            mpz_add(pair->cell[kept].count, pair->cell[kept].count, pair->cell[i].count);
        }
    }
    while (pair->cells > kept + 1) {
        hbs_law_cell *const last = &pair->cell[--pair->cells];
        mpz_clear(last->count);
        mpq_clears(last->p, last->u, NULL);
    }
}

/* Scratch of a sum. */
typedef struct summing {
    mpq_t count, p, u, ratio, value;
    mpz_t reached, there;
} summing;

/* sum += count * factor * log2(ratio) */
static void add_information(mpq_t sum, const mpq_t count, const mpq_t factor, const mpq_t logarithm, mpq_t scratch) {
    mpq_mul(scratch, factor, logarithm);
    mpq_mul(scratch, scratch, count);
    mpq_add(sum, sum, scratch);
}

/* Both probabilities are positive. */
static void add_ratio(const hbs_law_cell *cell, hbs_distances *out, summing *own) {
    mpq_div(own->ratio, cell->p, cell->u);
    if (mpq_cmp(own->ratio, out->largest_ratio) > 0) mpq_set(out->largest_ratio, own->ratio);
    mpq_mul(own->value, own->p, own->ratio);   /* count p^2 / u */
    mpq_add(out->chi2, out->chi2, own->value);
    hbs_rational_log2(own->ratio, own->ratio);
    add_information(out->kl, own->count, cell->p, own->ratio, own->value);
    mpq_neg(own->ratio, own->ratio);
    add_information(out->kl_back, own->count, cell->u, own->ratio, own->value);
    mpz_add(own->reached, own->reached, cell->count);
}

static void add_cell(const hbs_law_cell *cell, hbs_distances *out, summing *own) {
    mpq_set_z(own->count, cell->count);
    mpq_mul(own->p, cell->p, own->count);
    mpq_mul(own->u, cell->u, own->count);
    mpq_add(out->total_p, out->total_p, own->p);
    mpq_add(out->total_u, out->total_u, own->u);
    mpq_sub(own->value, own->p, own->u);
    mpq_abs(own->value, own->value);
    mpq_add(out->tv, out->tv, own->value);
    mpq_mul(own->value, own->p, cell->p);
    mpq_add(out->collision, out->collision, own->value);
    if (mpq_sgn(cell->u)) mpz_add(own->there, own->there, cell->count);
    if (mpq_sgn(cell->p) && mpq_sgn(cell->u)) add_ratio(cell, out, own);
    else if (mpq_sgn(cell->p)) out->outside = true;
    else if (mpq_sgn(cell->u)) out->not_reached = true;
}

/* What logarithms are rounded by is not told from a divergence, and could be negative. */
static void drop_rounding(mpq_t bits, mpq_t scratch) {
    mpq_set_ui(scratch, 1, 1);
    mpq_div_2exp(scratch, scratch, 80);
    mpq_t size;
    mpq_init(size);
    mpq_abs(size, bits);
    if (mpq_cmp(size, scratch) < 0) mpq_set_ui(bits, 0, 1);
    mpq_clear(size);
}

/* What is infinite holds 0. */
static void finish(hbs_distances *out, summing *own) {
    mpq_div_2exp(out->tv, out->tv, 1);
    mpq_set_z(out->support_share, own->reached);
    mpq_set_z(own->value, own->there);
    mpq_div(out->support_share, out->support_share, own->value);
    mpq_set_ui(own->value, 1, 1);
    mpq_sub(out->chi2, out->chi2, own->value);
    if (out->outside) {
        mpq_set_ui(out->chi2, 0, 1);
        mpq_set_ui(out->largest_ratio, 0, 1);
        mpq_set_ui(out->kl, 0, 1);
    }
    if (out->not_reached) mpq_set_ui(out->kl_back, 0, 1);
    drop_rounding(out->kl, own->value);
    drop_rounding(out->kl_back, own->value);
}

hbs_status hbs_distances_of(hbs_law_pair *pair, hbs_distances *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_distances made;
    summing own;
    hbs_distances_new(&made);
    mpq_inits(own.count, own.p, own.u, own.ratio, own.value, NULL);
    mpz_inits(own.reached, own.there, NULL);
    if (pair->cells) merge_equal(pair);
    for (size_t i = 0; i < pair->cells; i++) add_cell(&pair->cell[i], &made, &own);
    if (!mpz_sgn(own.there)) HBS_FAIL(error, HBS_ERROR_USAGE, "there is nothing to compare with: no instance has the wanted sizes and label");
    finish(&made, &own);
#define SWAP(name) mpq_swap(out->name, made.name);
    VALUES(SWAP)
    out->outside = made.outside;
    out->not_reached = made.not_reached;
done:
    mpq_clears(own.count, own.p, own.u, own.ratio, own.value, NULL);
    mpz_clears(own.reached, own.there, NULL);
    hbs_distances_free(&made);
    return status;
}
