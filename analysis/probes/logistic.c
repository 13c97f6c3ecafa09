/* Logistic regression with a quadratic penalty: minimises 1/2 |w|^2 + C sum s_y log(1 + exp(-y (w x + b))), C = 1, y = -1 or +1, the intercept b not
 * penalised. s_y = rows / (2 rows of label y): both labels weigh the same, since accuracies here are balanced; without it a probe of skewed labels would answer
 * the frequent one and seem blind. With as many rows of either label s_y is 1.
 *
 * Columns are standardised (mean 0, population deviation 1) with the training rows; columns that are constant there are dropped, so that a column
 * which moves in another dataset only cannot speak. Newton steps (iterated reweighted least squares) in double precision with a Cholesky factor of
 * the Hessian and a backtracking line search: the objective is strictly convex, so the result does not depend on the path, and no random numbers are
 * used. The penalty keeps separable data finite. Cost O(iterations * rows * columns^2): meant for up to a few hundred columns. Memory O(columns^2).
 * Same objective, scaling, C and class weights as scikit-learn's LogisticRegression(class_weight="balanced") behind its StandardScaler (Pedregosa et al., JMLR 2011), so that published
 * probes can be repeated; Newton for logistic models: McCullagh, Nelder, "Generalized Linear Models", 1989. */
#include "analysis/probes/probe.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define PENALTY_C 1.0
#define ITERATIONS_MAX 100
#define HALVINGS_MAX 40
#define DECREMENT_ENOUGH 1e-12 /* half the squared Newton decrement, relative to the objective */

typedef struct model {
    size_t columns, kept;
    size_t *column;       /* kept columns */
    double *mean, *scale; /* of the kept columns */
    double *weight;       /* kept + 1: the last is the intercept */
} model;

/* What a fit works on. Rows are standardised one at a time into z, whose last entry is 1: no second copy of the table. size = kept + 1. */
typedef struct fit {
    const model *scaling;
    const double *x;
    const int8_t *label;
    size_t rows, size;
    double cost[2];       /* C s_y of a row of label 0, 1 */
    double *weight, *z, *trial, *gradient, *step, *hessian;
} fit;

static void free_model(void *pointer) {
    model *m = pointer;
    if (!m) return;
    free(m->column);
    free(m->mean);
    free(m->scale);
    free(m->weight);
    free(m);
}

static double dot(const double *a, const double *b, size_t size) {
    double sum = 0;
    for (size_t i = 0; i < size; i++) sum += a[i] * b[i];
    return sum;
}

/* log(1 + exp(t)) without overflow. */
static double softplus(double t) { return t > 0 ? t + log1p(exp(-t)) : log1p(exp(t)); }

static const double *standard_row(const fit *f, size_t row) {
    const model *m = f->scaling;
    const double *x = f->x + row * m->columns;
    for (size_t k = 0; k < m->kept; k++) f->z[k] = (x[m->column[k]] - m->mean[k]) * m->scale[k];
    f->z[m->kept] = 1;
    return f->z;
}

static double objective(const fit *f, const double *weight) {
    double loss = 0;
    for (size_t i = 0; i < f->rows; i++) {
        const double margin = dot(standard_row(f, i), weight, f->size);
        loss += f->cost[f->label[i]] * softplus(f->label[i] ? -margin : margin);
    }
    return 0.5 * dot(weight, weight, f->size - 1) + loss;
}

/* Gradient, and the lower triangle of the Hessian. */
static void derive(const fit *f) {
    const size_t size = f->size;
    memset(f->gradient, 0, size * sizeof *f->gradient);
    memset(f->hessian, 0, size * size * sizeof *f->hessian);
    for (size_t i = 0; i < f->rows; i++) {
        const double *z = standard_row(f, i);
        const double p = 1 / (1 + exp(-dot(z, f->weight, size)));
        const double cost = f->cost[f->label[i]], slope = cost * (p - (f->label[i] ? 1 : 0)), curve = cost * p * (1 - p);
        for (size_t a = 0; a < size; a++) {
            f->gradient[a] += slope * z[a];
            const double scaled = curve * z[a];
            double *row = f->hessian + a * size;
            for (size_t b = 0; b <= a; b++) row[b] += scaled * z[b];
        }
    }
    for (size_t a = 0; a + 1 < size; a++) {
        f->gradient[a] += f->weight[a];
        f->hessian[a * size + a] += 1;
    }
}

/* Lower Cholesky factor in place; false when a pivot is not safely positive. */
static bool factor(double *h, size_t size) {
    for (size_t a = 0; a < size; a++) {
        double *row = h + a * size;
        const double before = row[a];
        for (size_t b = 0; b <= a; b++) {
            const double *other = h + b * size;
            const double rest = row[b] - dot(row, other, b);
            if (b < a) row[b] = rest / other[b];
            else if (!(rest > 1e-14 * before)) return false;
            else row[a] = sqrt(rest);
        }
    }
    return true;
}

/* step = -H^-1 gradient, from the factor. */
static void solve(const fit *f) {
    const size_t size = f->size;
    const double *h = f->hessian;
    for (size_t a = 0; a < size; a++) f->step[a] = (-f->gradient[a] - dot(h + a * size, f->step, a)) / h[a * size + a];
    for (size_t a = size; a-- > 0;) {
        double rest = f->step[a];
        for (size_t b = a + 1; b < size; b++) rest -= h[b * size + a] * f->step[b];
        f->step[a] = rest / h[a * size + a];
    }
}

/* Direction of descent in f->step; a Hessian that rounding spoilt gets a growing ridge. */
static hbs_status direction(const fit *f, hbs_error *error) {
    for (double ridge = 1e-10; ridge < 1e10; ridge *= 100) {
        derive(f);
        if (ridge > 1e-10)
            for (size_t a = 0; a < f->size; a++) f->hessian[a * f->size + a] += ridge;
        if (!factor(f->hessian, f->size)) continue;
        solve(f);
        return HBS_OK;
    }
    return hbs_raise(error, HBS_ERROR_INPUT, "logistic: the features cannot be fitted: their values are too large or not finite");
}

/* Moves f->weight along the step by halving until the objective falls enough (Armijo); false when it cannot fall any more. */
static bool advance(const fit *f, double *value) {
    const double slope = dot(f->gradient, f->step, f->size);
    if (-slope / 2 <= DECREMENT_ENOUGH * (1 + fabs(*value))) return false;
    double length = 1;
    for (int k = 0; k < HALVINGS_MAX; k++, length /= 2) {
        for (size_t a = 0; a < f->size; a++) f->trial[a] = f->weight[a] + length * f->step[a];
        const double next = objective(f, f->trial);
        if (next <= *value + 1e-4 * length * slope) {
            memcpy(f->weight, f->trial, f->size * sizeof *f->weight);
            *value = next;
            return true;
        }
    }
    return false;
}

static hbs_status minimise(const fit *f, hbs_error *error) {
    double value = objective(f, f->weight);
    for (int k = 0; k < ITERATIONS_MAX; k++) {
        const hbs_status status = direction(f, error);
        if (status != HBS_OK) return status;
        if (!advance(f, &value)) break;
    }
    return HBS_OK;
}

/* Mean and population deviation of a column. */
static void moments(const double *x, size_t rows, size_t columns, size_t column, double *mean, double *deviation) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < rows; i++) sum += x[i * columns + column];
    *mean = sum / (double)rows;
    for (size_t i = 0; i < rows; i++) {
        const double d = x[i * columns + column] - *mean;
        squares += d * d;
    }
    *deviation = sqrt(squares / (double)rows);
}

static hbs_status standardise(model *m, const double *x, size_t rows, size_t columns, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_allocate(&m->column, columns, sizeof *m->column, error));
    HBS_TRY(hbs_allocate(&m->mean, columns, sizeof *m->mean, error));
    HBS_TRY(hbs_allocate(&m->scale, columns, sizeof *m->scale, error));
    m->columns = columns;
    for (size_t c = 0; c < columns; c++) {
        double mean, deviation;
        moments(x, rows, columns, c, &mean, &deviation);
        if (!isfinite(mean) || !isfinite(deviation)) HBS_FAIL(error, HBS_ERROR_INPUT, "logistic: column %zu holds a value that is not finite", c);
        if (deviation <= 1e-12 * (1e-300 + fabs(mean))) continue;
        m->column[m->kept] = c;
        m->mean[m->kept] = mean;
        m->scale[m->kept] = 1 / deviation;
        m->kept++;
    }
done:
    return status;
}

static hbs_status fit_model(model *m, const double *x, const int8_t *label, size_t rows, const size_t count[2], hbs_error *error) {
    hbs_status status = HBS_OK;
    double *work = NULL;
    const size_t size = m->kept + 1;
    HBS_TRY(hbs_allocate(&m->weight, size, sizeof *m->weight, error));
    HBS_TRY(hbs_allocate(&work, size + 4, size * sizeof *work, error));
    const double half = PENALTY_C * (double)rows / 2;
    const fit f = {m, x, label, rows, size, {half / (double)count[0], half / (double)count[1]}, m->weight, work, work + size, work + 2 * size, work + 3 * size, work + 4 * size};
    HBS_TRY(minimise(&f, error));
done:
    free(work);
    return status;
}

/* Counts the labels; both must be there. */
static hbs_status count_labels(const int8_t *label, size_t rows, size_t count[2], hbs_error *error) {
    for (size_t i = 0; i < rows; i++) {
        if (label[i] != 0 && label[i] != 1) return hbs_raise(error, HBS_ERROR_USAGE, "logistic: label %d of row %zu is neither 0 nor 1", label[i], i);
        count[label[i]]++;
    }
    if (count[0] && count[1]) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "logistic: the %zu training rows must hold both labels, label %d has none", rows, count[0] ? 1 : 0);
}

static hbs_status train(const double *x, const int8_t *label, size_t rows, size_t columns, uint64_t seed, void **out, hbs_error *error) {
    (void)seed;
    hbs_status status = HBS_OK;
    model *m = NULL;
    size_t count[2] = {0, 0};
    HBS_TRY(count_labels(label, rows, count, error));
    HBS_TRY(hbs_allocate(&m, 1, sizeof *m, error));
    HBS_TRY(standardise(m, x, rows, columns, error));
    HBS_TRY(fit_model(m, x, label, rows, count, error));
    *out = m;
    m = NULL;
done:
    free_model(m);
    return status;
}

static void predict(const void *pointer, const double *x, size_t rows, size_t columns, double *score) {
    const model *m = pointer;
    for (size_t i = 0; i < rows; i++) {
        double sum = m->weight[m->kept];
        for (size_t k = 0; k < m->kept; k++) sum += m->weight[k] * (x[i * columns + m->column[k]] - m->mean[k]) * m->scale[k];
        score[i] = sum;
    }
}

const hbs_probe hbs_probe_logistic = {
    .name = "logistic",
    .summary = "logistic regression on standardised features, labels weighted equally, quadratic penalty, C = 1",
    .source =
        "Cox, \"The regression analysis of binary sequences\", JRSS B 1958; objective and scaling as scikit-learn's LogisticRegression(class_weight=\"balanced\") with StandardScaler",
    .train = train,
    .predict = predict,
    .free_model = free_model,
};
