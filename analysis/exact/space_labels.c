/* Formulas are counted (generators/spaces/small_space.c). Pairs of queries are decided one by one: all first queries by number, all second ones, and each with each. */
#include "analysis/exact/space_labels.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/solver.h"

struct hbs_space_labels {
    const hbs_listener *listener;
    hbs_small_space *small;
    uint32_t n, length[HBS_SMALL_LENGTHS_MAX];
    size_t lengths, count[HBS_SMALL_LENGTHS_MAX];
};

hbs_status hbs_space_labels_new(hbs_space_labels **out, const hbs_listener *listener, hbs_error *error) {
    const hbs_status status = hbs_allocate(out, 1, sizeof **out, error);
    if (status == HBS_OK) (*out)->listener = listener;
    return status;
}

const hbs_listener *hbs_space_labels_listener(const hbs_space_labels *labels) { return labels->listener; }

void hbs_space_labels_free(hbs_space_labels *labels) {
    if (!labels) return;
    hbs_small_space_free(labels->small);
    free(labels);
}

hbs_status hbs_space_labels_small(hbs_space_labels *labels, const hbs_signature *signature, hbs_small_space **out, const size_t **count, hbs_error *error) {
    bool same = labels->small && labels->n == signature->variables && labels->lengths == signature->lengths;
    *out = NULL;
    if (signature->lengths > HBS_SMALL_LENGTHS_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "%zu clause lengths: at most %u can be counted together", signature->lengths, HBS_SMALL_LENGTHS_MAX);
    for (size_t i = 0; i < signature->lengths; i++) {
        same = same && labels->length[i] == signature->length[i].length;
        labels->length[i] = signature->length[i].length;
        labels->count[i] = signature->length[i].count;
    }
    labels->n = signature->variables;
    labels->lengths = signature->lengths;
    if (!same) {
        hbs_small_space_free(labels->small);
        labels->small = NULL;
        const hbs_status status = hbs_small_space_new(&labels->small, labels->n, labels->length, labels->lengths, error);
        if (status != HBS_OK) return status;
    }
    *out = labels->small;
    *count = labels->count;
    return HBS_OK;
}

static hbs_status count_formulas(hbs_space_labels *labels, const hbs_signature *signature, hbs_collection of, mpz_t count[2], bool *known, hbs_error *error) {
    hbs_small_space *small = NULL;
    const size_t *clauses = NULL;
    mpz_t by_models[(1u << HBS_SMALL_VARIABLES_MAX) + 1];
    const hbs_status status = hbs_space_labels_small(labels, signature, &small, &clauses, error);
    *known = status == HBS_OK;
    if (status != HBS_OK) return status == HBS_ERROR_USAGE ? HBS_OK : status;
    const uint32_t rows = (1u << signature->variables) + 1;
    for (uint32_t j = 0; j < rows; j++) mpz_init(by_models[j]);
    hbs_small_space_models(small, clauses, of, by_models);
    mpz_set(count[HBS_LABEL_NO], by_models[0]);
    mpz_set_ui(count[HBS_LABEL_YES], 0);
    for (uint32_t j = 1; j < rows; j++) mpz_add(count[HBS_LABEL_YES], count[HBS_LABEL_YES], by_models[j]);
    for (uint32_t j = 0; j < rows; j++) mpz_clear(by_models[j]);
    return HBS_OK;
}

/* ---- pairs ---- */

/* All pairs of the space by number of q1 and of q2. */
typedef struct pairs {
    hbs_space *space;
    hbs_instance *query[2];   /* pairs of which one query is used */
    size_t queries[2];
    hbs_instance joined;
    hbs_labeller labeller;
    hbs_verdict verdict;
} pairs;

static void pairs_free(pairs *own) {
    for (unsigned q = 0; q < 2; q++) {
        for (size_t i = 0; own->query[q] && i < own->queries[q]; i++) hbs_instance_free(&own->query[q][i]);
        free(own->query[q]);
    }
    hbs_space_free(own->space);
    hbs_instance_free(&own->joined);
    hbs_labeller_close(&own->labeller);
    hbs_verdict_free(&own->verdict);
}

/* The size of one query's space, from that of pairs with the other query empty. */
static hbs_status list_queries(pairs *own, const hbs_signature *signature, bool loose, unsigned q, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature half = *signature;
    hbs_space *space = NULL;
    mpz_t number, size;
    mpz_inits(number, size, NULL);
    size_t *none = NULL;
    uint8_t *use = NULL;
    HBS_TRY(hbs_allocate(&none, signature->relations, sizeof *none, error));
    HBS_TRY(hbs_allocate(&use, signature->constants, 1, error));
    for (size_t c = 0; c < signature->constants; c++) use[c] = signature->constant_use[c] & (uint8_t)(1u << q);
    half.query[1 - q] = (hbs_query_signature){.atoms = none};
    half.constant_use = use;
    HBS_TRY(loose ? hbs_space_new_loose(&space, &half, HBS_SETS, error) : hbs_space_new(&space, &half, HBS_SETS, error));
    hbs_space_size(space, size);
    HBS_TRY(hbs_allocate(&own->query[q], mpz_get_ui(size), sizeof **own->query, error));
    for (; mpz_cmp(number, size) < 0; mpz_add_ui(number, number, 1)) {
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while queries were listed");
        HBS_TRY(hbs_space_unrank(space, number, &own->query[q][own->queries[q]++], error));
    }
done:
    mpz_clears(number, size, NULL);
    hbs_space_free(space);
    free(none);
    free(use);
    return status;
}

/* joined = the first query of a, the second of b; relations and constants of both are those of the signature. */
static void join(pairs *own, const hbs_instance *a, const hbs_instance *b) {
    own->joined = *a;
    own->joined.pair.q2 = b->pair.q2;
}

static hbs_status decide_all(pairs *own, const hbs_listener *listener, mpz_t count[2], hbs_error *error) {
    hbs_status status = HBS_OK;
    mpz_set_ui(count[0], 0);
    mpz_set_ui(count[1], 0);
    for (size_t i = 0; i < own->queries[0]; i++) {
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while pairs were decided");
        for (size_t j = 0; j < own->queries[1]; j++) {
            join(own, &own->query[0][i], &own->query[1][j]);
            HBS_TRY(hbs_label(&own->labeller, &own->joined, &own->verdict, error));
            mpz_add_ui(count[own->verdict.label], count[own->verdict.label], 1);
        }
        hbs_report_progress(listener, "pairs", i * own->queries[1], own->queries[0] * own->queries[1], "pairs");
    }
done:
    own->joined = (hbs_instance){0};   /* only lent */
    return status;
}

static hbs_status count_pairs(hbs_space_labels *labels, const hbs_signature *signature, bool loose, mpz_t count[2], bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    pairs own = {0};
    mpz_t size;
    mpz_init(size);
    HBS_TRY(loose ? hbs_space_new_loose(&own.space, signature, HBS_SETS, error) : hbs_space_new(&own.space, signature, HBS_SETS, error));
    hbs_space_size(own.space, size);
    *known = mpz_cmp_ui(size, HBS_SPACE_PAIRS_MAX) <= 0;
    if (!*known) {
        hbs_raise(error, HBS_ERROR_USAGE, "all pairs of the space are decided one by one, at most %u", HBS_SPACE_PAIRS_MAX);
        goto done;
    }
    for (unsigned q = 0; q < 2 && status == HBS_OK; q++) status = list_queries(&own, signature, loose, q, labels->listener, error);
    *known = status == HBS_OK;
    if (status == HBS_ERROR_USAGE) status = HBS_OK;   /* too many terms or atoms to be numbered: the message says it */
    if (!*known) goto done;
    HBS_TRY(hbs_labeller_open(&own.labeller, NULL, HBS_CQC, 0, false, error));
    if (labels->listener) hbs_labeller_stop_when(&own.labeller, labels->listener->stop, labels->listener->context);
    HBS_TRY(decide_all(&own, labels->listener, count, error));
done:
    pairs_free(&own);
    mpz_clear(size);
    return status;
}

hbs_status hbs_space_labels_count(hbs_space_labels *labels, const hbs_signature *signature, hbs_collection of, mpz_t count[2], bool *known, hbs_error *error) {
    return signature->problem == HBS_SAT ? count_formulas(labels, signature, of, count, known, error) : count_pairs(labels, signature, false, count, known, error);
}

hbs_status hbs_space_labels_count_loose(hbs_space_labels *labels, const hbs_signature *signature, mpz_t count[2], bool *known, hbs_error *error) {
    return count_pairs(labels, signature, true, count, known, error);
}
