/* Instances are valid; payloads read back; shuffled and renamed forms have the same signature, and certificates follow them; labels claimed are those of the
 * solver, as far as it comes within its budget, and every certificate is accepted by the independent checker. */
#include "tests/soak/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "generators/registry.h"
#include "generators/renaming/rename.h"

#define STEPS 20000u
#define LARGE 200000u   /* literals, or arguments of atoms */

hbs_status soak_inspector_open(soak_inspector *inspector, hbs_problem problem, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *inspector = (soak_inspector){.other = {.problem = problem}};
    HBS_TRY(hbs_labeller_open(&inspector->labeller, NULL, problem, STEPS, true, error));
    HBS_TRY(hbs_checker_new(&inspector->checker, error));
done:
    return status;
}

void soak_inspector_close(soak_inspector *inspector)
{
    hbs_labeller_close(&inspector->labeller);
    hbs_checker_free(inspector->checker);
    hbs_instance_free(&inspector->other);
    for (int i = 0; i < 2; i++) {
        hbs_bytes_free(&inspector->bytes[i]);
        hbs_signature_free(&inspector->signature[i]);
    }
    hbs_verdict_free(&inspector->verdict);
    hbs_certificate_free(&inspector->certificate);
    free(inspector->map);
}

static hbs_status check_clause(const hbs_cnf *cnf, size_t clause, int32_t *last, hbs_error *error)
{
    for (size_t i = 0; i < hbs_cnf_length(cnf, clause); i++) {
        const int32_t literal = hbs_cnf_clause(cnf, clause)[i];
        if (literal == 0 || literal == INT32_MIN || (uint32_t)abs(literal) > cnf->variables) return hbs_raise(error, HBS_ERROR_FAULT, "literal %d of %u variables", literal, cnf->variables);
        if (last[abs(literal)] == (int32_t)clause + 1) return hbs_raise(error, HBS_ERROR_FAULT, "variable %d twice in clause %zu", abs(literal), clause + 1);
        last[abs(literal)] = (int32_t)clause + 1;
    }
    return HBS_OK;
}

static hbs_status check_valid(soak_inspector *s, const hbs_instance *instance, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (instance->problem == HBS_CQC) {
        HBS_TRY(hbs_query_check_safe(&instance->pair.q1, error));
        HBS_TRY(hbs_query_check_safe(&instance->pair.q2, error));
        goto done;
    }
    HBS_TRY(hbs_grow(&s->map, &s->map_capacity, (size_t)instance->cnf.variables + 1, sizeof *s->map, error));
    memset(s->map, 0, ((size_t)instance->cnf.variables + 1) * sizeof *s->map);
    for (size_t c = 0; c < instance->cnf.clauses; c++) HBS_TRY(check_clause(&instance->cnf, c, s->map, error));
done:
    return status;
}

static hbs_status check_reads_back(soak_inspector *s, const hbs_instance *instance, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_instance_encode(instance, &s->bytes[0], error));
    HBS_TRY(hbs_instance_decode(&s->other, instance->problem, s->bytes[0].data, s->bytes[0].size, error));
    HBS_TRY(hbs_instance_encode(&s->other, &s->bytes[1], error));
    if (s->bytes[0].size != s->bytes[1].size || memcmp(s->bytes[0].data, s->bytes[1].data, s->bytes[0].size) != 0)
        HBS_FAIL(error, HBS_ERROR_FAULT, "its payload reads back as another instance");
done:
    return status;
}

/* *other*, made of the instance, has its signature still. */
static hbs_status check_signature(soak_inspector *s, const char *how, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_signature_of(&s->other, &s->signature[1], error));
    if (!hbs_signature_equal(&s->signature[0], &s->signature[1]) || hbs_signature_hash(&s->signature[0]) != hbs_signature_hash(&s->signature[1]))
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s, it has another signature", how);
done:
    return status;
}

static hbs_status check_shuffled(soak_inspector *s, const hbs_instance *instance, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    uint8_t hash[2][HBS_HASH_SIZE];
    HBS_TRY(hbs_instance_copy(&s->other, instance, error));
    HBS_TRY(hbs_instance_shuffle(&s->other, rng, error));
    HBS_TRY(check_signature(s, "shuffled", error));
    if (instance->problem == HBS_CQC) goto done;   /* hashes of pairs number variables by first occurrence */
    HBS_TRY(hbs_instance_content_hash(instance, hash[0], error));
    HBS_TRY(hbs_instance_content_hash(&s->other, hash[1], error));
    if (memcmp(hash[0], hash[1], HBS_HASH_SIZE) != 0) HBS_FAIL(error, HBS_ERROR_FAULT, "shuffled, it has another content hash");
done:
    return status;
}

/* What is claimed with a certificate holds for the renamed formula by the renamed certificate. */
static hbs_status check_renamed(soak_inspector *s, const hbs_drawn *drawn, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_instance_copy(&s->other, &drawn->instance, error));
    if (drawn->instance.problem == HBS_CQC) HBS_TRY(hbs_query_pair_rename(&s->other.pair, rng, error));
    else HBS_TRY(hbs_cnf_rename(&s->other.cnf, rng, s->map, error));
    HBS_TRY(check_signature(s, "renamed", error));
    if (drawn->instance.problem == HBS_CQC || drawn->certificate.kind == HBS_CERTIFICATE_NONE) goto done;
    HBS_TRY(hbs_certificate_copy(&s->certificate, &drawn->certificate, error));
    HBS_TRY(hbs_certificate_rename(&s->certificate, s->other.cnf.variables, s->map, error));
    HBS_TRY(hbs_certificate_check(s->checker, &s->other, drawn->claim, &s->certificate, error));
done:
    return status;
}

static hbs_status check_claim(soak_inspector *s, const hbs_generator *generator, const hbs_drawn *drawn, hbs_error *error)
{
    const int only = hbs_generator_only_label(generator);
    if (drawn->claim == HBS_LABEL_UNKNOWN && generator->labels != HBS_LABELS_BY_SOLVER) return hbs_raise(error, HBS_ERROR_FAULT, "no label is claimed");
    if (only != HBS_LABEL_UNKNOWN && drawn->claim != only) return hbs_raise(error, HBS_ERROR_FAULT, "label %d is claimed, and all are declared to be %d", drawn->claim, only);
    if (drawn->solver && drawn->certificate.kind == HBS_CERTIFICATE_NONE) return hbs_raise(error, HBS_ERROR_FAULT, "decided while drawing, without a certificate");
    if (drawn->certificate.kind == HBS_CERTIFICATE_NONE) return HBS_OK;
    return hbs_certificate_check(s->checker, &drawn->instance, drawn->claim, &drawn->certificate, error);
}

static hbs_status check_label(soak_inspector *s, const hbs_drawn *drawn, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_label(&s->labeller, &drawn->instance, &s->verdict, error));
    s->labels[s->verdict.label == HBS_LABEL_UNKNOWN ? 2 : s->verdict.label]++;
    if (s->verdict.label != HBS_LABEL_UNKNOWN && drawn->claim != HBS_LABEL_UNKNOWN && s->verdict.label != drawn->claim)
        HBS_FAIL(error, HBS_ERROR_FAULT, "label %d is claimed, the solver says %d", drawn->claim, s->verdict.label);
done:
    return status;
}

static bool is_large(const hbs_instance *instance)
{
    return instance->problem == HBS_SAT ? hbs_cnf_literals(&instance->cnf) > LARGE : hbs_query_arguments(&instance->pair.q1) + hbs_query_arguments(&instance->pair.q2) > LARGE;
}

hbs_status soak_inspect(soak_inspector *inspector, const hbs_generator *generator, const hbs_drawn *drawn, hbs_rng *rng, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(check_valid(inspector, &drawn->instance, error));
    HBS_TRY(check_reads_back(inspector, &drawn->instance, error));
    HBS_TRY(hbs_signature_of(&drawn->instance, &inspector->signature[0], error));
    HBS_TRY(check_shuffled(inspector, &drawn->instance, rng, error));
    HBS_TRY(check_claim(inspector, generator, drawn, error));
    HBS_TRY(check_renamed(inspector, drawn, rng, error));
    if (is_large(&drawn->instance)) inspector->large++;
    else HBS_TRY(check_label(inspector, drawn, error));
done:
    return status;
}
