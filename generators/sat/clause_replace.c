/* The edits of a data set that was augmented by hand: a tenth of the clauses anew, the known model or the known contradiction as before. Which clauses a contradiction needs is not
 * solved for: those that the stored refutation can do without are found by its checker, so that this costs no search and the label stays proved. */
#include "generators/sat/clause_replace.h"

#include <stdlib.h>

#include "generators/sat/clause_edits.h"

#define REPEATS 100

/* What was taken out: lengths alone. */
typedef struct gone {
    uint32_t *length;
    size_t count;
} gone;

static hbs_status without(const hbs_cnf *cnf, const bool *out_of, hbs_cnf *to, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cnf_clear(to, cnf->variables);
    for (size_t c = 0; c < cnf->clauses; c++)
        if (!out_of[c]) HBS_TRY(hbs_cnf_add(to, hbs_cnf_clause(cnf, c), hbs_cnf_length(cnf, c), error));
done:
    return status;
}

static hbs_status take_out(hbs_cnf *cnf, size_t count, hbs_rup *rup, const hbs_bytes *refutation, hbs_rng *rng, gone *lost, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *order = NULL;
    bool *out_of = NULL;
    hbs_cnf left = {0};
    HBS_TRY(hbs_rng_order(rng, cnf->clauses, &order, error));
    HBS_TRY(hbs_allocate(&out_of, cnf->clauses, sizeof *out_of, error));
    for (size_t i = 0; i < cnf->clauses && lost->count < count; i++) {
        hbs_error why = {0};
        const size_t size = hbs_cnf_length(cnf, order[i]);
        if (!size || size > cnf->variables) continue;   /* nothing to put in its place */
        out_of[order[i]] = true;
        if (refutation) {
            HBS_TRY(without(cnf, out_of, &left, error));
            const hbs_status checked = hbs_rup_check(rup, &left, refutation->data, refutation->size, &why);
            if (checked != HBS_OK && checked != HBS_ERROR_FAULT) HBS_FAIL(error, checked, "%s", why.message);
            out_of[order[i]] = checked == HBS_OK;
        }
        if (out_of[order[i]]) lost->length[lost->count++] = (uint32_t)size;
    }
    HBS_TRY(without(cnf, out_of, &left, error));
    HBS_TRY(hbs_cnf_copy(cnf, &left, error));
done:
    free(order);
    free(out_of);
    hbs_cnf_free(&left);
    return status;
}

static void draw_clause(hbs_rng *rng, uint32_t variables, uint32_t size, const uint8_t *model, uint32_t *variable, int32_t *literal) {
    for (bool kept = false; !kept;) {
        hbs_rng_sample(rng, variables, size, variable);
        kept = !model;
        for (uint32_t i = 0; i < size; i++) {
            const int32_t v = (int32_t)variable[i] + 1;
            literal[i] = hbs_rng_below(rng, 2) ? -v : v;
            kept = kept || (model[v] != 0) == (literal[i] > 0);
        }
    }
}

static hbs_status put_in(hbs_cnf *cnf, const gone *lost, const uint8_t *model, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *variable = NULL;
    int32_t *literal = NULL;
    HBS_TRY(hbs_allocate(&variable, (size_t)cnf->variables + 1, sizeof *variable, error));
    HBS_TRY(hbs_allocate(&literal, (size_t)cnf->variables + 1, sizeof *literal, error));
    for (size_t i = 0; i < lost->count; i++) {
        unsigned repeats = 0;
        do draw_clause(rng, cnf->variables, lost->length[i], model, variable, literal);
        while (hbs_clause_is_there(cnf, literal, lost->length[i]) && ++repeats < REPEATS);
        HBS_TRY(hbs_cnf_add(cnf, literal, lost->length[i], error));
    }
done:
    free(variable);
    free(literal);
    return status;
}

hbs_status hbs_clauses_replace(hbs_cnf *cnf, size_t count, const uint8_t *model, hbs_rup *rup, const hbs_bytes *refutation, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    gone lost = {0};
    HBS_TRY(hbs_allocate(&lost.length, count, sizeof *lost.length, error));
    HBS_TRY(take_out(cnf, count, rup, refutation, rng, &lost, error));
    HBS_TRY(put_in(cnf, &lost, model, rng, error));
done:
    free(lost.length);
    return status;
}
