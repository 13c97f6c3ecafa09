/* Cells of the group against the reference's probabilities; what the generator never makes is one more cell of the law pair. Members of a class of pairs of queries are equally
 * likely, because a payload has no names.
 *
 * When a share x <= d of a law is unknown, P = (1-x) P' + x Q with Q anything, and for the distances to U of P from those of P':
 *   |TV - TV'| <= d;   sqrt(collision) between (1-d) sqrt(c') and (1-d) sqrt(c') + d (triangle inequality in l2, ||Q|| <= 1);
 *   entropy between (1-d) H' and H' + d log2 |space| + h(d), h the binary entropy, and KL = log2 |space| - H. */
#include "analysis/exact/exact_compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rationals.h"
#include "generators/sat/signed_group.h"

void hbs_exact_comparison_new(hbs_exact_comparison *comparison) {
    *comparison = (hbs_exact_comparison){0};
    mpz_init(comparison->size);
    mpq_init(comparison->share);
    hbs_distances_new(&comparison->distances);
}

void hbs_exact_comparison_free(hbs_exact_comparison *comparison) {
    mpz_clear(comparison->size);
    mpq_clear(comparison->share);
    hbs_distances_free(&comparison->distances);
}

static void not_known(hbs_exact_comparison *out, const char *why) {
    out->known = false;
    snprintf(out->why, sizeof out->why, "%.255s", why);
}

static hbs_status space_size(const hbs_exact_law *law, const hbs_exact_group *group, mpz_t out, hbs_error *error) {
    hbs_space *space = NULL;
    const hbs_status status = hbs_space_new(&space, &group->signature, law->of, error);
    if (status == HBS_OK) hbs_space_size(space, out);
    hbs_space_free(space);
    return status;
}

/* The size of the reference. Labels of a space that the generator reaches whole are known without counting. */
static hbs_status reference_size(const hbs_exact_law *law, size_t g, hbs_exact_reference reference, hbs_space_labels *labels, hbs_exact_comparison *out,
                                 hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_exact_group *const group = &law->group[g];
    hbs_error why = {0};
    mpz_t count[2];
    mpz_inits(count[0], count[1], NULL);
    out->known = true;
    status = space_size(law, group, out->size, &why);
    if (status == HBS_ERROR_USAGE) {   /* too large to be computed */
        not_known(out, why.message);
        status = HBS_OK;
        goto done;
    }
    if (status != HBS_OK || reference == HBS_REFERENCE_UNIFORM) goto done;
    if (mpz_cmp(out->size, group->found) == 0) {
        mpz_set(out->size, group->label_found[reference]);
        goto done;
    }
    HBS_TRY(hbs_space_labels_count(labels, &group->signature, law->of, count, &out->known, &why));
    mpz_set(out->size, count[reference]);
    if (!out->known) not_known(out, why.message);
done:
    if (status != HBS_OK && why.code) status = hbs_raise(error, status, "%s", why.message);
    mpz_clears(count[0], count[1], NULL);
    return status;
}

/* ---- ranges ---- */

static double binary_entropy(double x) { return x <= 0 || x >= 1 ? 0 : -x * log2(x) - (1 - x) * log2(1 - x); }

/* d: the largest share of the compared law that is unknown. */
static void fill_range(hbs_exact_comparison *out, hbs_exact_reference reference, double d) {
    const double tv = mpq_get_d(out->distances.tv), c = sqrt(mpq_get_d(out->distances.collision)), kl = mpq_get_d(out->distances.kl);
    mpq_t size;
    mpq_init(size);
    mpq_set_z(size, out->size);
    hbs_rational_log2(size, size);
    const double bits = mpq_get_d(size), h = d < .5 ? binary_entropy(d) : 1;
    mpq_clear(size);
    out->range = (hbs_exact_range){
        .tv = {fmax(0, tv - d), fmin(1, tv + d)},
        .support_share = {mpq_get_d(out->distances.support_share), 1},
        .collision = {fmax((1 - d) * (1 - d) * c * c, exp2(-bits)), fmin(1, ((1 - d) * c + d) * ((1 - d) * c + d))},
        .kl = {fmax(0, (1 - d) * kl - h), fmin(bits, kl + d * (bits - kl))},
    };
    if (reference != HBS_REFERENCE_CLASSES) return;
    out->range.collision[0] = (1 - d) * (1 - d) * c * c;   /* `bits` are those of the classes, and KL is not to a uniform law */
    out->range.kl[0] = out->range.kl[1] = NAN;
}

static void look_at_cut(const hbs_exact_law *law, hbs_exact_reference reference, const mpq_t compared, hbs_exact_comparison *out) {
    out->cut = mpq_sgn(law->left_over) != 0;
    const double lost = mpq_get_d(law->left_over), kept = mpq_get_d(compared);
    if (out->cut && mpz_sgn(out->size)) fill_range(out, reference, lost / (lost + kept));
}

/* ---- uniform ---- */

typedef struct adding {
    hbs_law_pair pair;
    mpq_t p, u, members, rest_u;
    mpz_t rest, count;
} adding;

static void adding_new(adding *own) {
    own->pair = (hbs_law_pair){0};
    mpq_inits(own->p, own->u, own->members, own->rest_u, NULL);
    mpz_inits(own->rest, own->count, NULL);
}

static void adding_free(adding *own) {
    hbs_law_pair_free(&own->pair);
    mpq_clears(own->p, own->u, own->members, own->rest_u, NULL);
    mpz_clears(own->rest, own->count, NULL);
}

/* p = mass / compared / members */
static void set_probability(adding *own, const hbs_exact_kind *kind, const mpq_t compared) {
    mpq_set_z(own->members, kind->members);
    mpq_div(own->p, kind->mass, compared);
    mpq_div(own->p, own->p, own->members);
}

static hbs_status compare_uniform(const hbs_exact_law *law, size_t g, hbs_exact_reference reference, const mpq_t compared, hbs_exact_comparison *out,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    adding own;
    adding_new(&own);
    mpz_set(own.rest, out->size);
    mpq_set_z(own.u, out->size);
    mpq_inv(own.u, own.u);
    for (size_t k = 0; k < law->group[g].kinds; k++) {
        const hbs_exact_kind *const kind = &law->kind[law->group[g].first_kind + k];
        if (reference != HBS_REFERENCE_UNIFORM && kind->label != (int)reference) continue;
        set_probability(&own, kind, compared);
        mpz_mul_ui(own.count, kind->members, kind->cells);
        HBS_TRY(hbs_law_pair_add(&own.pair, own.count, own.p, own.u, error));
        mpz_sub(own.rest, own.rest, own.count);
    }
    if (mpz_sgn(own.rest) < 0) HBS_FAIL(error, HBS_ERROR_FAULT, "more instances came than the space of their signature has");
    mpq_set_ui(own.p, 0, 1);
    HBS_TRY(hbs_law_pair_add(&own.pair, own.rest, own.p, own.u, error));
    HBS_TRY(hbs_distances_of(&own.pair, &out->distances, error));
done:
    adding_free(&own);
    return status;
}

/* ---- classes ---- */

/* How many formulas differ from this one by renaming and flips alone: 2^n n! over the order of its stabilizer. */
static hbs_status class_members(const hbs_cnf *cnf, uint32_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *code = NULL, fixed = 1;   /* element 0, the identity */
    bool there[HBS_SIGNED_CODES] = {false};
    HBS_TRY(hbs_allocate(&code, cnf->clauses, sizeof *code, error));
    for (size_t c = 0; c < cnf->clauses; c++) {
        code[c] = hbs_clause_code(hbs_cnf_clause(cnf, c), hbs_cnf_length(cnf, c));
        there[code[c]] = true;
    }
    const uint32_t order = hbs_signed_order(cnf->variables);
    for (uint32_t e = 1; e < order; e++) {
        const hbs_signed_permutation g = hbs_signed_element(cnf->variables, e);
        bool same = true;
        for (size_t c = 0; c < cnf->clauses && same; c++) same = there[hbs_signed_clause(&g, code[c])];
        fixed += same;
    }
    *out = order / fixed;
done:
    free(code);
    return status;
}

static hbs_status add_classes(const hbs_exact_law *law, size_t g, const mpq_t compared, const mpz_t classes, const hbs_listener *listener, adding *own,
                              hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_instance instance = {0};
    mpq_set_ui(own->rest_u, 1, 1);
    for (size_t i = law->group[g].first; i < law->group[g].first + law->group[g].cells; i++) {
        const hbs_exact_kind *const kind = &law->kind[law->cell[i].kind];
        uint32_t members = 0;
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while classes were compared");
        HBS_TRY(hbs_exact_instance(law, i, &instance, error));
        HBS_TRY(class_members(&instance.cnf, &members, error));
        set_probability(own, kind, compared);
        mpz_mul_ui(mpq_denref(own->u), classes, members);
        mpz_set_ui(mpq_numref(own->u), 1);
        mpq_sub(own->rest_u, own->rest_u, own->u);
        HBS_TRY(hbs_law_pair_add(&own->pair, kind->members, own->p, own->u, error));
        mpz_sub_ui(own->rest, own->rest, 1);
        hbs_report_progress(listener, "classes", i - law->group[g].first, law->group[g].cells, "instances");
    }
done:
    hbs_instance_free(&instance);
    return status;
}

static hbs_status compare_classes(const hbs_exact_law *law, size_t g, const mpq_t compared, hbs_space_labels *labels, hbs_exact_comparison *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_exact_group *const group = &law->group[g];
    hbs_small_space *small = NULL;
    const size_t *count = NULL;
    hbs_error why = {0};
    mpz_t classes, unsatisfiable;
    adding own;
    adding_new(&own);
    mpz_inits(classes, unsatisfiable, NULL);
    if (law->stated) {
        not_known(out, "classes are compared formula by formula, and these were not enumerated");
        goto done;
    }
    if (law->problem != HBS_SAT || law->of != HBS_SETS) {
        not_known(out, "classes are counted for sets of clauses");
        goto done;
    }
    HBS_TRY(space_size(law, group, own.rest, error));
    if (hbs_space_labels_small(labels, &group->signature, &small, &count, &why) != HBS_OK) {
        not_known(out, why.message);
        goto done;
    }
    HBS_TRY(hbs_small_space_classes(small, count, classes, unsatisfiable, hbs_space_labels_listener(labels), error));
    mpz_set(out->size, classes);
    out->known = true;
    HBS_TRY(add_classes(law, g, compared, classes, hbs_space_labels_listener(labels), &own, error));
    mpq_set_ui(own.p, 0, 1);
    if (mpz_sgn(own.rest)) {   /* what never comes shares what is left */
        mpq_set_z(own.u, own.rest);
        mpq_div(own.u, own.rest_u, own.u);
    }
    HBS_TRY(hbs_law_pair_add(&own.pair, own.rest, own.p, own.u, error));
    HBS_TRY(hbs_distances_of(&own.pair, &out->distances, error));
done:
    mpz_clears(classes, unsatisfiable, NULL);
    adding_free(&own);
    return status;
}

hbs_status hbs_exact_compare(const hbs_exact_law *law, size_t g, hbs_exact_reference reference, hbs_space_labels *labels, hbs_exact_comparison *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_exact_group *const group = &law->group[g];
    const bool by_label = reference == HBS_REFERENCE_NO || reference == HBS_REFERENCE_YES;
    mpq_t compared;
    mpq_init(compared);
    mpq_set(compared, by_label ? group->label_mass[reference] : group->mass);
    mpq_div(out->share, compared, group->mass);
    if (reference == HBS_REFERENCE_CLASSES) {
        HBS_TRY(compare_classes(law, g, compared, labels, out, error));
    } else {
        HBS_TRY(reference_size(law, g, reference, labels, out, error));
        if (out->known && !mpz_sgn(out->size)) not_known(out, "no instance of this signature has the label");
        else if (out->known && !mpq_sgn(compared)) not_known(out, "the generator makes none of this label");
        if (out->known) HBS_TRY(compare_uniform(law, g, reference, compared, out, error));
    }
    if (out->known) look_at_cut(law, reference, compared, out);
done:
    mpq_clear(compared);
    return status;
}

/* What one group adds. */
static hbs_status add_to_overall(const hbs_exact_law *law, size_t g, hbs_space_labels *labels, hbs_exact_overall *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_exact_group *const group = &law->group[g];
    hbs_exact_comparison uniform, yes;
    mpq_t scaled;
    hbs_exact_comparison_new(&uniform);
    hbs_exact_comparison_new(&yes);
    mpq_init(scaled);
    HBS_TRY(hbs_exact_compare(law, g, HBS_REFERENCE_UNIFORM, labels, &uniform, error));
    out->known = out->known && uniform.known;
    mpq_mul(scaled, uniform.distances.tv, group->mass);
    mpq_add(out->tv, out->tv, scaled);
    out->kl_bits += mpq_get_d(uniform.distances.kl) * mpq_get_d(group->mass);
    mpq_add(out->mass, out->mass, group->mass);
    mpq_add(out->label_1, out->label_1, group->label_mass[HBS_LABEL_YES]);
    if (uniform.known) HBS_TRY(reference_size(law, g, HBS_REFERENCE_YES, labels, &yes, error));
    out->reference_known = out->reference_known && yes.known;
    if (!yes.known) goto done;
    mpz_set(mpq_numref(scaled), yes.size);
    mpz_set(mpq_denref(scaled), uniform.size);
    mpq_canonicalize(scaled);
    mpq_mul(scaled, scaled, group->mass);
    mpq_add(out->reference_label_1, out->reference_label_1, scaled);
done:
    mpq_clear(scaled);
    hbs_exact_comparison_free(&uniform);
    hbs_exact_comparison_free(&yes);
    return status;
}

void hbs_exact_overall_new(hbs_exact_overall *overall) {
    *overall = (hbs_exact_overall){0};
    mpq_inits(overall->mass, overall->tv, overall->label_1, overall->reference_label_1, NULL);
}

void hbs_exact_overall_free(hbs_exact_overall *overall) { mpq_clears(overall->mass, overall->tv, overall->label_1, overall->reference_label_1, NULL); }

hbs_status hbs_exact_overall_of(const hbs_exact_law *law, unsigned member, hbs_space_labels *labels, hbs_exact_overall *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    mpq_set_ui(out->mass, 0, 1);
    mpq_set_ui(out->tv, 0, 1);
    mpq_set_ui(out->label_1, 0, 1);
    mpq_set_ui(out->reference_label_1, 0, 1);
    out->kl_bits = 0;
    out->known = out->reference_known = true;
    for (size_t g = 0; g < law->groups && status == HBS_OK; g++)
        if (law->group[g].member == member) status = add_to_overall(law, g, labels, out, error);
    if (status != HBS_OK) return status;
    mpq_div(out->tv, out->tv, out->mass);
    mpq_div(out->label_1, out->label_1, out->mass);
    mpq_div(out->reference_label_1, out->reference_label_1, out->mass);
    out->kl_bits /= mpq_get_d(out->mass);
    return HBS_OK;
}
