/* Counts of formulas are of all models over all variables of the header. Files of model-counting competitions may carry more in comments (projection sets, weights), which
 * would make another number of them; that is said, not guessed. */
#include "tools/gen/model_count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/instance.h"

void model_count_free(model_count *count) {
    hbs_counter_free(count->counter);
    hbs_homomorphism_counter_free(count->homomorphisms);
    free(count->decimal);
    *count = (model_count){0};
}

/* The words of a line, each followed by a blank or the line's end. */
static bool begins_with(const char *line, size_t length, const char *const *words) {
    for (; *words; words++) {
        const size_t size = strlen(*words);
        if (length < size || memcmp(line, *words, size) != 0) return false;
        line += size, length -= size;
        if (length && *line != ' ' && *line != '\t' && *line != '\r') return false;
        while (length && (*line == ' ' || *line == '\t')) line++, length--;
    }
    return true;
}

static const struct {
    const char *words[4], *text;
} ignored[] = {
    {{"c", "ind", NULL}, "a projection set (c ind) is not used"},
    {{"c", "p", "show", NULL}, "a projection set (c p show) is not used"},
    {{"c", "p", "weight", NULL}, "weights (c p weight) are not used"},
};
#define IGNORED (sizeof ignored / sizeof *ignored)

void model_count_warn(const char *text, size_t length, const char *name, const hbs_listener *listener) {
    bool warned[IGNORED] = {false};
    size_t number = 1;
    for (const char *line = text, *const end = text + length; line < end; number++) {
        const char *const stop = memchr(line, '\n', (size_t)(end - line));
        const size_t size = (size_t)((stop ? stop : end) - line);
        for (size_t i = 0; i < IGNORED; i++) {
            if (warned[i] || !begins_with(line, size, ignored[i].words)) continue;
            warned[i] = true;
            hbs_warn(listener, "%s:%zu:1: %s: all models over all variables are counted, each once", name, number, ignored[i].text);
        }
        if (!stop) break;
        line = stop + 1;
    }
}

static hbs_status keep(model_count *count, const mpz_t number, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *decimal;
    HBS_TRY(hbs_allocate(&decimal, mpz_sizeinbase(number, 10) + 2, 1, error));
    mpz_get_str(decimal, 10, number);
    free(count->decimal);
    count->decimal = decimal;
done:
    return status;
}

static hbs_status count_models(model_count *count, const hbs_cnf *cnf, uint64_t budget, mpz_t number, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (!count->counter) HBS_TRY(hbs_counter_new(&count->counter, 0, error));
    HBS_TRY(hbs_count_models(count->counter, cnf, budget, number, known, error));
    count->steps = hbs_counter_steps(count->counter);
done:
    return status;
}

static hbs_status count_homomorphisms(model_count *count, const hbs_query_pair *pair, uint64_t budget, mpz_t number, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (!count->homomorphisms) HBS_TRY(hbs_homomorphism_counter_new(&count->homomorphisms, 0, error));
    HBS_TRY(hbs_count_homomorphisms(count->homomorphisms, pair, budget, number, known, error));
    count->steps = hbs_homomorphism_counter_steps(count->homomorphisms);
done:
    return status;
}

hbs_status model_count_run(model_count *count, const hbs_instance *instance, int label, uint64_t budget, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool sat = instance->problem == HBS_SAT;
    bool known = false;
    mpz_t number;
    mpz_init(number);
    free(count->decimal);
    count->decimal = NULL;
    if (sat) HBS_TRY(count_models(count, &instance->cnf, budget, number, &known, error));
    if (!sat) HBS_TRY(count_homomorphisms(count, &instance->pair, budget, number, &known, error));
    if (!known) goto done;
    if (label != HBS_LABEL_UNKNOWN && (label == HBS_LABEL_YES) != (mpz_sgn(number) > 0))
        HBS_FAIL(error, HBS_ERROR_FAULT, "the label is %s, but the count of %s is %s: one of them is wrong; please report the %s",
                 hbs_label_name(instance->problem, label), sat ? "models" : "homomorphisms", mpz_sgn(number) ? "not 0" : "0", sat ? "formula" : "pair");
    HBS_TRY(keep(count, number, error));
done:
    mpz_clear(number);
    return status;
}
