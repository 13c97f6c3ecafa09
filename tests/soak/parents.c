/* Drawn once from the uniform family of the problem, solved, and copied out whenever one is asked for. */
#include "tests/soak/parents.h"

#include "generators/spec.h"
#include "solvers/solver.h"

static hbs_status copy_parent(hbs_parent *to, const hbs_parent *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_instance_copy(&to->instance, &from->instance, error));
    HBS_TRY(hbs_certificate_copy(&to->certificate, &from->certificate, error));
    to->label = from->label;
    to->idx = from->idx;
done:
    return status;
}

static hbs_status fetch(void *context, int label, uint64_t i, hbs_parent *out, hbs_error *error)
{
    const soak_parents *const parents = context;
    const int side = label == HBS_LABEL_UNKNOWN ? (int)(i % 2) : label;
    return copy_parent(out, &parents->parent[side][label == HBS_LABEL_UNKNOWN ? i / 2 : i], error);
}

/* Draws and solves unit after unit until both labels have what they need. */
static hbs_status fill(soak_parents *parents, const hbs_part *part, hbs_drawing *drawing, hbs_labeller *labeller, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_verdict verdict = {0};
    hbs_values values;
    uint64_t have[2] = {0, 0};
    for (uint64_t unit = 0; have[0] < SOAK_PARENTS || have[1] < SOAK_PARENTS; unit++) {
        hbs_drawing_seed(drawing, 9, unit);
        hbs_values_draw(&values, &part->settings, part->generator, &drawing->rng);
        HBS_TRY(hbs_draw(drawing, part->generator, &values, unit, error));
        HBS_TRY(hbs_label(labeller, &drawing->drawn[0].instance, &verdict, error));
        const int label = verdict.label;
        if (have[label] == SOAK_PARENTS) continue;
        hbs_parent *const parent = &parents->parent[label][have[label]];
        HBS_TRY(hbs_instance_copy(&parent->instance, &drawing->drawn[0].instance, error));
        HBS_TRY(hbs_certificate_copy(&parent->certificate, &verdict.certificate, error));
        parent->label = label;
        parent->idx = 2 * have[label]++ + (uint64_t)label;
    }
done:
    hbs_verdict_free(&verdict);
    return status;
}

hbs_status soak_parents_make(soak_parents *parents, hbs_problem problem, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_spec spec = {0};
    hbs_drawing drawing = {0};
    hbs_labeller labeller = {0};
    *parents = (soak_parents){.offer = {parents, {SOAK_PARENTS, SOAK_PARENTS, 2 * SOAK_PARENTS}, fetch}};
    HBS_TRY(hbs_spec_parse_text(&spec, problem == HBS_SAT ? "sat/uniform n=6 m=26" : "cqc/uniform v1=4 m1=5 v2=4 m2=4 constants=1 head=1", error));
    HBS_TRY(hbs_labeller_open(&labeller, NULL, problem, 0, true, error));
    HBS_TRY(fill(parents, &spec.part[0], &drawing, &labeller, error));
done:
    hbs_labeller_close(&labeller);
    hbs_drawing_free(&drawing);
    hbs_spec_free(&spec);
    return status;
}

void soak_parents_free(soak_parents *parents)
{
    for (int label = 0; label < 2; label++)
        for (unsigned i = 0; i < SOAK_PARENTS; i++) hbs_parent_free(&parents->parent[label][i]);
}
