/* One type for instances of either problem, dispatched by a switch on the problem: with two problems a table of functions would hide
 * more than it saves. The part that the problem does not use stays empty but keeps its memory, so that batches may mix problems. */
#include "core/instance.h"

#include <string.h>

const char *hbs_problem_name(hbs_problem problem)
{
    return problem == HBS_SAT ? "sat" : "cqc";
}

hbs_status hbs_problem_parse(const char *name, hbs_problem *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (strcmp(name, "sat") == 0) *out = HBS_SAT;
    else if (strcmp(name, "cqc") == 0) *out = HBS_CQC;
    else HBS_FAIL(error, HBS_ERROR_USAGE, "unknown problem '%s': use sat or cqc", name);
done:
    return status;
}

const char *hbs_label_name(hbs_problem problem, int label)
{
    static const char *const name[2][2] = {{"unsatisfiable", "satisfiable"}, {"not contained", "contained"}};
    return label == HBS_LABEL_NO || label == HBS_LABEL_YES ? name[problem == HBS_CQC][label] : "unknown";
}

void hbs_instance_free(hbs_instance *instance)
{
    if (!instance) return;
    hbs_cnf_free(&instance->cnf);
    hbs_query_pair_free(&instance->pair);
}

void hbs_instance_clear(hbs_instance *instance, hbs_problem problem)
{
    instance->problem = problem;
    hbs_cnf_clear(&instance->cnf, 0);
    hbs_query_pair_clear(&instance->pair);
}

hbs_status hbs_instance_copy(hbs_instance *to, const hbs_instance *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (from->problem == HBS_SAT) HBS_TRY(hbs_cnf_copy(&to->cnf, &from->cnf, error));
    else HBS_TRY(hbs_query_pair_copy(&to->pair, &from->pair, error));
    to->problem = from->problem;
done:
    return status;
}

hbs_status hbs_instance_encode(const hbs_instance *instance, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t before = out->size;
    out->size = 0;
    if (instance->problem == HBS_SAT) HBS_TRY(hbs_cnf_encode(&instance->cnf, out, error));
    else HBS_TRY(hbs_query_pair_encode(&instance->pair, out, error));
done:
    if (status != HBS_OK) out->size = before;
    return status;
}

hbs_status hbs_instance_decode(hbs_instance *instance, hbs_problem problem, const uint8_t *data, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (problem == HBS_SAT) HBS_TRY(hbs_cnf_decode(&instance->cnf, data, size, error));
    else HBS_TRY(hbs_query_pair_decode(&instance->pair, data, size, error));
    instance->problem = problem;
done:
    return status;
}

/* A payload numbers variables by first occurrence; hashing what the payload says, and not the numbers that the pair has in memory, makes the hash
 * of an instance equal before and after it was stored. */
static hbs_status stored_pair_hash(const hbs_query_pair *pair, uint8_t out[HBS_HASH_SIZE], hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_bytes bytes = {0};
    hbs_query_pair stored = {0};
    HBS_TRY(hbs_query_pair_encode(pair, &bytes, error));
    HBS_TRY(hbs_query_pair_decode(&stored, bytes.data, bytes.size, error));
    HBS_TRY(hbs_query_pair_content_hash(&stored, out, error));
done:
    hbs_query_pair_free(&stored);
    hbs_bytes_free(&bytes);
    return status;
}

hbs_status hbs_instance_content_hash(const hbs_instance *instance, uint8_t out[HBS_HASH_SIZE], hbs_error *error)
{
    return instance->problem == HBS_SAT ? hbs_cnf_content_hash(&instance->cnf, out, error) : stored_pair_hash(&instance->pair, out, error);
}

hbs_status hbs_instance_shuffle(hbs_instance *instance, hbs_rng *rng, hbs_error *error)
{
    return instance->problem == HBS_SAT ? hbs_cnf_shuffle(&instance->cnf, rng, error) : hbs_query_pair_shuffle(&instance->pair, rng, error);
}
