/* A stated density says what a formula's probability is relative to the others of its signature: the same for all, or in proportion to the number Z of models. So only two
 * things are needed: the law of the signatures, by an enumeration that is indifferent to everything else (core/rng.h), and how many formulas of each signature have how many
 * models, by Moebius sums (generators/spaces/small_space.c). A formula with Z = j then has probability mass * w(j) / sum over i of w(i) #{Z = i}, w = 1 or w(j) = j.
 *
 * That the density is what is drawn is what the descriptor says: tests hold it against enumeration, for every generator that states one, at sizes where both can be had. */
#include "analysis/exact/exact_stated.h"

#include "analysis/exact/exact_groups.h"
#include "analysis/exact/space_labels.h"

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

static hbs_status find_signatures(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *given, const hbs_listener *listener, hbs_exact_law *law,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_enumeration walked;
    hbs_enumeration_bounds bounds = *given;
    const hbs_enumeration_visitor visitor = {.path = visit, .restart = restart, .context = law};
    bounds.indifferent = HBS_RNG_LITERAL_ORDER | HBS_RNG_PART_ORDER | HBS_RNG_ALL_BUT_SIZES;
    hbs_enumeration_new(&walked);
    HBS_TRY(hbs_enumerate(generator, settings, &bounds, &visitor, listener, &walked, error));
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
