/* One draw has the signature of all of them; spaces are counted by generators/spaces/spaces.h and generators/spaces/small_space.h. */
#include "datasets/make/support.h"

#include <gmp.h>
#include <string.h>

#include "generators/registry.h"
#include "generators/spaces/small_space.h"
#include "generators/spaces/spaces.h"
#include "generators/unit.h"

/* Is nothing drawn but the instance? */
static bool is_fixed(const hbs_part *part) {
    for (uint32_t i = 0; i < part->settings.count; i++) {
        const hbs_setting *const s = &part->settings.item[i];
        const hbs_parameter *const p = &part->generator->parameters[i];
        if (p->type == HBS_TEXT) continue;
        if (p->type == HBS_RATIONAL ? s->end != s->low || s->end_denominator != s->high : s->low != s->high) return false;
        if (!strcmp(p->name, "distinct") && s->low == 0) return false;   /* sequences repeat clauses: they have more than one signature */
    }
    return true;
}

static hbs_status draw_one(const hbs_part *part, hbs_signature *out, bool *drawn, hbs_error *error) {
    hbs_drawing drawing = {0};
    hbs_values values = {0};
    hbs_error why;
    hbs_status status = HBS_OK;
    hbs_drawing_seed(&drawing, 0, 0);
    hbs_values_draw(&values, &part->settings, part->generator, &drawing.rng);
    *drawn = hbs_draw(&drawing, part->generator, &values, 0, &why) == HBS_OK;
    if (*drawn) status = hbs_signature_of(&drawing.drawn[0].instance, out, error);
    hbs_drawing_free(&drawing);
    return status;
}

/* Classes of a label, or of both. */
static hbs_status count_small(const hbs_signature *signature, int label, mpz_t out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_small_space *space = NULL;
    uint32_t length[HBS_SMALL_LENGTHS_MAX];
    size_t count[HBS_SMALL_LENGTHS_MAX];
    mpz_t unsatisfiable;
    mpz_init(unsatisfiable);
    for (size_t i = 0; i < signature->lengths; i++) length[i] = signature->length[i].length, count[i] = signature->length[i].count;
    HBS_TRY(hbs_small_space_new(&space, signature->variables, length, signature->lengths, error));
    HBS_TRY(hbs_small_space_classes(space, count, out, unsatisfiable, NULL, error));
    if (label == HBS_LABEL_NO) mpz_set(out, unsatisfiable);
    if (label == HBS_LABEL_YES) mpz_sub(out, out, unsatisfiable);
done:
    hbs_small_space_free(space);
    mpz_clear(unsatisfiable);
    return status;
}

static hbs_status count_formulas(const hbs_signature *signature, int label, mpz_t out, hbs_error *error) {
    hbs_space *space = NULL;
    if (signature->variables <= HBS_SMALL_VARIABLES_MAX - 1 && signature->lengths && signature->lengths <= HBS_SMALL_LENGTHS_MAX) return count_small(signature, label, out, error);
    const hbs_status status = hbs_space_new(&space, signature, HBS_SETS, error);
    if (status == HBS_OK) hbs_space_size(space, out);
    hbs_space_free(space);
    return status;
}

/* For one label, or both, `needed` are asked for. */
static hbs_status check(const hbs_part *part, const hbs_signature *signature, int label, uint64_t needed, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_error why;
    hbs_bytes text = {0};
    mpz_t there;
    mpz_init(there);
    if (count_formulas(signature, label, there, &why) != HBS_OK || mpz_cmp_ui(there, needed) >= 0) goto done;
    HBS_TRY(hbs_settings_print(&part->settings, part->generator, &text, error));
    HBS_FAIL(error, HBS_ERROR_USAGE, "--distinct: %.200s has %lu %sinstance%s up to renaming, and %llu are asked for: lower --count, or choose larger sizes", (const char *)text.data, mpz_get_ui(there),
             label == HBS_LABEL_YES ? "satisfiable " : label == HBS_LABEL_NO ? "unsatisfiable " : "", mpz_cmp_ui(there, 1) ? "s" : "", (unsigned long long)needed);
done:
    mpz_clear(there);
    hbs_bytes_free(&text);
    return status;
}

hbs_status hbs_check_support(const hbs_spec *spec, const hbs_make_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_part *const part = &spec->part[0];
    hbs_signature signature = {0};
    bool drawn;
    if (spec->parts != 1 || strcmp(part->generator->name, "sat/uniform") != 0 || !is_fixed(part)) return HBS_OK;
    HBS_TRY(draw_one(part, &signature, &drawn, error));
    if (!drawn) goto done;
    if (part->label != HBS_LABEL_UNKNOWN || !options->balance) HBS_TRY(check(part, &signature, part->label, options->count, error));
    else
        for (int label = 0; label < 2; label++) HBS_TRY(check(part, &signature, label, (options->count + (uint64_t)label) / 2, error));
done:
    hbs_signature_free(&signature);
    return status;
}
