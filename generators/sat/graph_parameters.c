/* One text says the law of the graph, integers say its size, so that sizes can be ranges: drawn once a unit (n=5..15), or with every graph (n=5 n_high=15), as
 * benchmarks do that draw size and graph until the label comes that they want. */
#include "generators/sat/graph_parameters.h"

/* (1 - p)^exponent, by squaring. */
static double power_of_rest(hbs_fraction p, uint32_t exponent) {
    double power = 1, square = (double)(p.denominator - p.numerator) / (double)p.denominator;
    for (; exponent; exponent /= 2, square *= square)
        if (exponent % 2) power *= square;
    return power;
}

#define ISOLATED_MAX 30.0   /* none is then left with probability e^-30 */

/* Where connected=yes could only try in vain: too few edges, or in gnp too many vertices without any. */
static hbs_status check_connected(hbs_unit *unit, const hbs_graph_model *model, uint32_t n, hbs_fraction derived, double edges) {
    if (!hbs_unit_number(unit, HBS_GRAPH_CONNECTED) || hbs_unit_number(unit, HBS_GRAPH_N_HIGH) || model->steps > 1 || n < 2) return HBS_OK;   /* with n_high n is drawn anew too */
    const hbs_graph_kind kind = model->step[0].kind;
    if (kind == HBS_GRAPH_GNP) {
        const double isolated = n * power_of_rest(model->step[0].p.denominator ? model->step[0].p : derived, n - 1);
        if (isolated > ISOLATED_MAX)
            return hbs_unit_raise(unit, HBS_ERROR_USAGE, "connected=yes: about %.3g of n=%u vertices have no edge, so that no graph is connected: raise P", isolated, n);
    } else if (kind != HBS_GRAPH_EDGES && edges < n - 1.0) {
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, "connected=yes: %.0f edges cannot connect n=%u vertices: give more edges", edges, n);
    }
    return HBS_OK;
}

static hbs_status check_size(hbs_unit *unit, const hbs_graph_model *model, const hbs_graph_demand *demand, uint32_t n) {
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    hbs_fraction p = {0};
    double vertices, edges;
    if (n < demand->least) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "n=%u vertices are too few: at least %u are needed", n, demand->least);
    hbs_status status = hbs_graph_model_check(model, n, error);
    if (status == HBS_OK && model->step[0].kind == HBS_GRAPH_GNP && !model->step[0].p.denominator)
        status = demand->derive ? demand->derive(n, demand->k, &p, error) : hbs_raise(error, HBS_ERROR_USAGE, "gnp needs its probability: write graph=gnp:1/2");
    if (status != HBS_OK) return hbs_unit_keep(unit, status);
    hbs_graph_expect(model, n, p, &vertices, &edges);
    status = check_connected(unit, model, n, p, edges);
    return status == HBS_OK ? hbs_craft_check(unit, demand->literals(unit, vertices, edges)) : status;
}

hbs_status hbs_craft_check_graph(hbs_unit *unit, const hbs_graph_demand *demand) {
    hbs_graph_model model;
    hbs_status status = hbs_graph_model_read(hbs_unit_text(unit, HBS_GRAPH_MODEL), &model, hbs_unit_drawing(unit)->error);
    if (status != HBS_OK) return hbs_unit_keep(unit, status);
    const uint32_t n = hbs_unit_number(unit, HBS_GRAPH_N), high = hbs_unit_number(unit, HBS_GRAPH_N_HIGH);
    if (!high) return check_size(unit, &model, demand, n);
    if (high < n) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "n_high=%u is below n=%u: raise it, or leave it out", high, n);
    if (high < demand->least) return check_size(unit, &model, demand, high);
    status = check_size(unit, &model, demand, n < demand->least ? demand->least : n);
    return status == HBS_OK ? check_size(unit, &model, demand, high) : status;
}

static hbs_status draw_graph(hbs_craft *craft, const hbs_graph_model *model, const hbs_graph_demand *demand) {
    hbs_status status = HBS_OK;
    hbs_rng *const rng = &hbs_unit_drawing(craft->unit)->rng;
    uint32_t n = hbs_unit_number(craft->unit, HBS_GRAPH_N);
    const uint32_t high = hbs_unit_number(craft->unit, HBS_GRAPH_N_HIGH), low = n < demand->least ? demand->least : n;
    hbs_fraction derived = {0};
    if (high) n = (uint32_t)hbs_rng_between(rng, low, high);
    if (model->step[0].kind == HBS_GRAPH_GNP && !model->step[0].p.denominator && demand->derive) HBS_TRY(demand->derive(n, demand->k, &derived, craft->error));
    HBS_TRY(hbs_graph_draw(&craft->graph, model, n, derived, rng, craft->error));
done:
    return status;
}

hbs_craft *hbs_craft_graph(hbs_unit *unit, const hbs_graph_demand *demand) {
    hbs_status status = HBS_OK;
    hbs_graph_model model;
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return NULL;
    HBS_TRY(hbs_graph_model_read(hbs_unit_text(unit, HBS_GRAPH_MODEL), &model, craft->error));
    do {
        HBS_TRY(draw_graph(craft, &model, demand));
    } while (hbs_unit_integer(unit, HBS_GRAPH_CONNECTED) && craft->graph.components > 1 && hbs_unit_retry(unit));
done:
    return hbs_unit_keep(unit, status) == HBS_OK ? craft : NULL;
}
