/* A stated density says what a formula's probability is relative to the others of its signature: the same for all, or in proportion to the number Z of models. So only two
 * things are needed: the law of the signatures, by an enumeration that is indifferent to everything else (core/rng.h), and how many formulas of each signature have how many
 * models, by Moebius sums (generators/spaces/small_space.c). A formula with Z = j then has probability mass * w(j) / sum over i of w(i) #{Z = i}, w = 1 or w(j) = j.
 *
 * That the density is what is drawn is what the descriptor says: where all was enumerated the two are held against each other, and tests do so for every generator that states one. */
#include "analysis/exact/exact_stated.h"

#include <stdlib.h>

#include "analysis/exact/exact_compare.h"
#include "analysis/exact/exact_groups.h"
#include "core/memory.h"

#define MODELS ((1u << HBS_SMALL_VARIABLES_MAX) + 1)

static hbs_status check_variables(const hbs_cnf *cnf, hbs_error *error) {
    if (cnf->variables <= HBS_SMALL_VARIABLES_MAX) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "all formulas are counted by their models for at most %u variables (n <= %u), and here %u come", HBS_SMALL_VARIABLES_MAX, HBS_SMALL_VARIABLES_MAX,
                     cnf->variables);
}

/* One unit tells in a moment what signatures may take long to tell. */
static hbs_status try_one(const hbs_generator *generator, const hbs_settings *settings, const hbs_listener *listener, hbs_error *error) {
    hbs_drawing drawing = {0};
    hbs_values values;
    if (listener) drawing.stop = listener->stop, drawing.stop_context = listener->context;
    hbs_drawing_seed(&drawing, 0, 0);
    hbs_values_draw(&values, settings, generator, &drawing.rng);
    hbs_status status = hbs_draw(&drawing, generator, &values, 0, error);
    if (status == HBS_OK) status = check_variables(&drawing.drawn[0].instance.cnf, error);
    hbs_drawing_free(&drawing);
    return status == HBS_ERROR_BUDGET ? HBS_OK : status;   /* it rejects much: no answer */
}

static hbs_status visit(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_exact_law *const law = context;
    hbs_signature signature = {0};
    for (size_t i = 0; i < drawing->count; i++) {
        size_t group;
        HBS_TRY(check_variables(&drawing->drawn[i].instance.cnf, error));
        HBS_TRY(hbs_signature_of(&drawing->drawn[i].instance, &signature, error));
        HBS_TRY(hbs_exact_group_of(law, (unsigned)i, &signature, &group, error));
        mpq_add(law->group[group].mass, law->group[group].mass, mass);
    }
done:
    hbs_signature_free(&signature);
    return status;
}

static void restart(void *context) {
    const hbs_exact_law *const law = context;
    for (size_t g = 0; g < law->groups; g++) mpq_set_ui(law->group[g].mass, 0, 1);
}

hbs_status hbs_exact_check_walked(const hbs_generator *generator, const hbs_enumeration *walked, hbs_error *error) {
    if (walked->lost > .5)
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: with probability %.3g it comes to where it rejects whatever it draws, and never ends; choose parameters for which something is accepted, or mend its loop (hbs_unit_retry)",
                         generator->name, walked->lost);
    if (mpq_cmp_ui(walked->left_over, 1, 2) <= 0) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_BUDGET, "%s: all but %.3g of the probability is cut by the bounds on a unit's choices, rejections or least probability; allow more of them",
                     generator->name, 1 - mpq_get_d(walked->left_over));
}

static hbs_status find_signatures(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *given, const hbs_listener *listener, hbs_exact_law *law,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_enumeration walked;
    hbs_enumeration_bounds bounds = *given;
    const hbs_enumeration_visitor visitor = {.path = visit, .restart = restart, .context = law};
    bounds.indifferent = HBS_RNG_LITERAL_ORDER | HBS_RNG_PART_ORDER | HBS_RNG_ALL_BUT_SIZES;
    hbs_enumeration_new(&walked);
    HBS_TRY(hbs_enumerate(generator, settings, &bounds, &visitor, listener, &walked, error));
    HBS_TRY(hbs_exact_check_walked(generator, &walked, error));
    law->paths = walked.paths;
    law->cut = walked.cut;
    law->closed = walked.closed;
    law->longest = walked.longest;
    mpq_set(law->left_over, walked.left_over);
done:
    hbs_enumeration_free(&walked);
    return status;
}

/* A kind for each number of models. */
static hbs_status add_kinds(hbs_exact_law *law, size_t group, mpz_t by_models[MODELS], hbs_error *error) {
    hbs_status status = HBS_OK;
    const uint32_t assignments = 1u << law->group[group].signature.variables;
    const bool by_weight = law->stated == HBS_DENSITY_MODELS;
    uint32_t kind;
    mpz_t total;
    mpq_t mass;
    mpz_init(total);
    mpq_init(mass);
    for (uint32_t j = 0; j <= assignments; j++) mpz_addmul_ui(total, by_models[j], by_weight ? j : 1);
    if (!mpz_sgn(total)) HBS_FAIL(error, HBS_ERROR_FAULT, "the stated density leaves no formula of a signature that comes");
    for (uint32_t j = by_weight; j <= assignments; j++) {
        if (!mpz_sgn(by_models[j])) continue;
        mpz_mul_ui(mpq_numref(mass), by_models[j], by_weight ? j : 1);
        mpz_set(mpq_denref(mass), total);
        mpq_canonicalize(mass);
        mpq_mul(mass, mass, law->group[group].mass);
        HBS_TRY(hbs_exact_count_kind(law, group, j > 0, mass, by_models[j], &kind, error));
    }
done:
    mpz_clear(total);
    mpq_clear(mass);
    return status;
}

static hbs_status count_spaces(hbs_exact_law *law, hbs_collection of, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_space_labels *labels = NULL;
    mpz_t by_models[MODELS];
    for (unsigned j = 0; j < MODELS; j++) mpz_init(by_models[j]);
    HBS_TRY(hbs_space_labels_new(&labels, listener, error));
    for (size_t g = 0; g < law->groups; g++) {
        hbs_small_space *small = NULL;
        const size_t *count = NULL;
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while spaces were counted");
        HBS_TRY(hbs_space_labels_small(labels, &law->group[g].signature, &small, &count, error));
        hbs_small_space_models(small, count, of, by_models);
        HBS_TRY(add_kinds(law, g, by_models, error));
    }
done:
    for (unsigned j = 0; j < MODELS; j++) mpz_clear(by_models[j]);
    hbs_space_labels_free(labels);
    return status;
}

hbs_status hbs_exact_stated(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_listener *listener, hbs_exact_law *law,
                            hbs_error *error) {
    hbs_status status = HBS_OK;
    law->stated = generator->density;
    HBS_TRY(try_one(generator, settings, listener, error));
    HBS_TRY(find_signatures(generator, settings, bounds, listener, law, error));
    HBS_TRY(count_spaces(law, law->of, listener, error));
    HBS_TRY(hbs_exact_finish(law, error));
done:
    return status;
}

/* ---- held against an enumeration ---- */

static uint32_t count_models(const hbs_cnf *cnf) {
    static const uint32_t where_true[HBS_SMALL_VARIABLES_MAX] = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
    const uint32_t assignments = 1u << cnf->variables;
    uint32_t left = assignments < 32 ? (1u << assignments) - 1 : UINT32_MAX;
    for (size_t c = 0; c < cnf->clauses; c++) {
        uint32_t satisfied = 0;
        for (size_t i = 0; i < hbs_cnf_length(cnf, c); i++) {
            const int32_t literal = hbs_cnf_clause(cnf, c)[i];
            const uint32_t truth = where_true[(literal > 0 ? literal : -literal) - 1];
            satisfied |= literal > 0 ? truth : ~truth;
        }
        left &= satisfied;
    }
    return (uint32_t)__builtin_popcount(left);
}

/* The sum of Z over all formulas of the signature; 0 where they cannot be counted. */
static hbs_status sum_models(const hbs_exact_law *law, size_t g, hbs_space_labels *labels, mpz_t total, hbs_error *error) {
    hbs_small_space *small = NULL;
    const size_t *count = NULL;
    mpz_t by_models[MODELS];
    const hbs_status status = hbs_space_labels_small(labels, &law->group[g].signature, &small, &count, error);
    mpz_set_ui(total, 0);
    if (status != HBS_OK) return status == HBS_ERROR_USAGE ? HBS_OK : status;
    for (unsigned j = 0; j < MODELS; j++) mpz_init(by_models[j]);
    hbs_small_space_models(small, count, law->of, by_models);
    for (unsigned j = 0; j < MODELS; j++) mpz_addmul_ui(total, by_models[j], j);
    for (unsigned j = 0; j < MODELS; j++) mpz_clear(by_models[j]);
    return HBS_OK;
}

/* cells[kind * MODELS + j]: cells of the group's kind that have j models. */
static hbs_status sort_by_models(const hbs_exact_law *law, const hbs_exact_group *group, uint64_t *cells, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_instance instance = {0};
    for (size_t i = group->first; i < group->first + group->cells; i++) {
        HBS_TRY(hbs_exact_instance(law, i, &instance, error));
        cells[(law->cell[i].kind - group->first_kind) * MODELS + count_models(&instance.cnf)]++;
    }
done:
    hbs_instance_free(&instance);
    return status;
}

/* What is drawn more often than stated, over all cells: half of the sum of all differences, for what never comes is drawn less often. */
static void add_excess(const hbs_exact_law *law, const hbs_exact_group *group, const uint64_t *cells, const mpz_t total, mpq_t distance) {
    mpq_t stated, excess;
    mpq_inits(stated, excess, NULL);
    for (size_t k = 0; k < group->kinds; k++)
        for (uint32_t j = 0; j < MODELS; j++) {
            if (!cells[k * MODELS + j]) continue;
            mpz_set_ui(mpq_numref(stated), j);
            mpz_set(mpq_denref(stated), total);
            mpq_canonicalize(stated);
            mpq_mul(stated, stated, group->mass);
            mpq_sub(excess, law->kind[group->first_kind + k].mass, stated);
            if (mpq_sgn(excess) <= 0) continue;
            mpq_set_ui(stated, cells[k * MODELS + j], 1);
            mpq_mul(excess, excess, stated);
            mpq_add(distance, distance, excess);
        }
    mpq_clears(stated, excess, NULL);
}

static hbs_status add_by_models(const hbs_exact_law *law, size_t g, hbs_space_labels *labels, mpq_t distance, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_exact_group *const group = &law->group[g];
    uint64_t *cells = NULL;
    mpz_t total;
    mpz_init(total);
    HBS_TRY(sum_models(law, g, labels, total, error));
    *known = *known && mpz_sgn(total);
    if (!*known) goto done;
    HBS_TRY(hbs_allocate(&cells, group->kinds * MODELS, sizeof *cells, error));
    HBS_TRY(sort_by_models(law, group, cells, error));
    add_excess(law, group, cells, total, distance);
done:
    mpz_clear(total);
    free(cells);
    return status;
}

static hbs_status add_by_space(const hbs_exact_law *law, size_t g, hbs_space_labels *labels, mpq_t distance, bool *known, hbs_error *error) {
    hbs_exact_comparison found;
    hbs_exact_comparison_new(&found);
    const hbs_status status = hbs_exact_compare(law, g, HBS_REFERENCE_UNIFORM, labels, &found, error);
    *known = *known && found.known;
    mpq_mul(found.distances.tv, found.distances.tv, law->group[g].mass);
    mpq_add(distance, distance, found.distances.tv);
    hbs_exact_comparison_free(&found);
    return status;
}

hbs_status hbs_exact_stated_distance(const hbs_exact_law *law, hbs_space_labels *labels, mpq_t distance, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool by_models = law->density == HBS_DENSITY_MODELS;
    mpq_t sum, members;
    mpq_inits(sum, members, NULL);
    *known = !law->stated && law->density != HBS_DENSITY_UNKNOWN && !mpq_sgn(law->left_over) && !(by_models && law->problem == HBS_CQC);
    for (size_t g = 0; *known && g < law->groups; g++) HBS_TRY((by_models ? add_by_models : add_by_space)(law, g, labels, sum, known, error));
    mpq_set_ui(members, law->members, 1);
    mpq_div(distance, sum, members);
done:
    mpq_clears(sum, members, NULL);
    return status;
}
