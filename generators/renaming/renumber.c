/* The payload decides how a pair is spelled (core/query.h), so the pair is written and read back; only the certificate has to be translated. A witness
 * that gives images to variables that occur nowhere loses those. */
#include "generators/renaming/renumber.h"

#include <stdlib.h>
#include <string.h>

#include "generators/renaming/renumber_tree.h"

#define UNSEEN UINT32_MAX

/* new_number[v] for the variables of the query in order of first occurrence, head first; UNSEEN for those that occur nowhere. */
static uint32_t number_variables(const hbs_query *query, uint32_t *new_number) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < query->variables; v++) new_number[v] = UNSEEN;
    for (size_t i = 0; i < query->head_arity; i++)
        if (!hbs_is_constant(query->head[i]) && new_number[query->head[i]] == UNSEEN) new_number[query->head[i]] = count++;
    const size_t arguments = hbs_query_arguments(query);
    for (size_t i = 0; i < arguments; i++)
        if (!hbs_is_constant(query->argument[i]) && new_number[query->argument[i]] == UNSEEN) new_number[query->argument[i]] = count++;
    return count;
}

static const hbs_symbol *constant_of(const hbs_query_pair *pair, hbs_term term) { return &pair->constants.item[hbs_constant_index(term)]; }

/* The term of `spelled` that `term` of q1 in `pair` has become; a constant that occurs nowhere has become nothing. */
static bool translate(const hbs_query_pair *pair, const hbs_query_pair *spelled, const uint32_t *q1_number, hbs_term term, hbs_term *out) {
    if (!hbs_is_constant(term)) {
        *out = q1_number[term];
        return *out != UNSEEN;
    }
    const hbs_symbol *const wanted = constant_of(pair, term);
    for (uint32_t c = 0; c < spelled->constants.count; c++) {
        const hbs_symbol *const symbol = &spelled->constants.item[c];
        if (symbol->kind == wanted->kind && !strcmp(symbol->text, wanted->text)) {
            *out = HBS_CONSTANT | c;
            return true;
        }
    }
    return false;
}

static hbs_status renumber_witness(hbs_certificate *certificate, const hbs_query_pair *pair, const hbs_query_pair *spelled, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t images = (size_t)certificate->size, q1_variables = pair->q1.variables, q2_variables = pair->q2.variables;
    hbs_term *image = NULL, *new_image = NULL;
    uint32_t *q1_number = NULL, *q2_number = NULL;
    HBS_TRY(hbs_allocate(&image, images, sizeof *image, error));
    HBS_TRY(hbs_allocate(&new_image, q2_variables, sizeof *new_image, error));
    HBS_TRY(hbs_allocate(&q1_number, q1_variables, sizeof *q1_number, error));
    HBS_TRY(hbs_allocate(&q2_number, q2_variables, sizeof *q2_number, error));
    HBS_TRY(hbs_certificate_read_homomorphism(certificate, (uint32_t)images, image, error));
    number_variables(&pair->q1, q1_number);
    const uint32_t count = number_variables(&pair->q2, q2_number);
    for (uint32_t v = 0; v < q2_variables; v++)
        if (q2_number[v] != UNSEEN && !translate(pair, spelled, q1_number, image[v], &new_image[q2_number[v]]))
            HBS_FAIL(error, HBS_ERROR_FAULT, "the witness sends variable %u of q2 to a term that does not occur in q1", v);
    HBS_TRY(hbs_certificate_of_homomorphism(new_image, count, certificate, error));
done:
    free(image);
    free(new_image);
    free(q1_number);
    free(q2_number);
    return status;
}

/* The place of each term of q1 in the order of the payload's terms. */
static void rank_terms(const hbs_query_pair *pair, const hbs_query_pair *spelled, const uint32_t *q1_number, size_t *rank) {
    const uint32_t variables = pair->q1.variables;
    for (uint32_t t = 0; t < variables + pair->constants.count; t++) {
        hbs_term to;
        const hbs_term from = t < variables ? t : HBS_CONSTANT | (t - variables);
        rank[t] = !translate(pair, spelled, q1_number, from, &to) ? SIZE_MAX : hbs_is_constant(to) ? (size_t)spelled->q1.variables + hbs_constant_index(to) : to;
    }
}

static hbs_status renumber_refutation(hbs_certificate *certificate, const hbs_query_pair *pair, const hbs_query_pair *spelled, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *q1_number = NULL, *q2_number = NULL;
    size_t *rank = NULL;
    HBS_TRY(hbs_allocate(&q1_number, pair->q1.variables, sizeof *q1_number, error));
    HBS_TRY(hbs_allocate(&q2_number, pair->q2.variables, sizeof *q2_number, error));
    HBS_TRY(hbs_allocate(&rank, pair->q1.variables + pair->constants.count, sizeof *rank, error));
    number_variables(&pair->q1, q1_number);
    number_variables(&pair->q2, q2_number);
    rank_terms(pair, spelled, q1_number, rank);
    HBS_TRY(hbs_search_tree_renumber(pair, q2_number, rank, &certificate->bytes, error));
done:
    free(q1_number);
    free(q2_number);
    free(rank);
    return status;
}

hbs_status hbs_drawn_renumber(hbs_drawn *drawn, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_query_pair *const pair = &drawn->instance.pair, spelled = {0};
    hbs_bytes bytes = {0};
    if (hbs_query_check_safe(&pair->q1, error) != HBS_OK || hbs_query_check_safe(&pair->q2, error) != HBS_OK) {
        status = HBS_ERROR_FAULT;
        goto done;
    }
    HBS_TRY(hbs_query_pair_encode(pair, &bytes, error));
    HBS_TRY(hbs_query_pair_decode(&spelled, bytes.data, bytes.size, error));
    if (drawn->certificate.kind == HBS_CERTIFICATE_HOMOMORPHISM) HBS_TRY(renumber_witness(&drawn->certificate, pair, &spelled, error));
    if (drawn->certificate.kind == HBS_CERTIFICATE_SEARCH_TREE && drawn->certificate.bytes.size) HBS_TRY(renumber_refutation(&drawn->certificate, pair, &spelled, error));
    const hbs_query_pair before = *pair;
    *pair = spelled;
    spelled = before;
done:
    hbs_query_pair_free(&spelled);
    hbs_bytes_free(&bytes);
    return status;
}
