/* A generator that knows both labels without a solver, and proves them, reaches only a part of NP and coNP; whether it does is a property of the generator and not of the
 * rows, whose certificates may come from a solver all the same. So units are drawn again, as they were first drawn, and their own certificates are put before the checker. */
#include "analysis/certified.h"

#include "generators/parents.h"

typedef struct redraw {
    hbs_spec spec;
    hbs_drawing drawing;
    hbs_checker *checker;
    hbs_certified found;
} redraw;

static const hbs_generator *first_solved(const hbs_spec *spec) {
    for (size_t i = 0; i < spec->parts; i++)
        if (spec->part[i].generator->labels == HBS_LABELS_BY_SOLVER || hbs_takes_parents(spec->part[i].generator)) return spec->part[i].generator;
    return NULL;
}

static hbs_status judge_unit(redraw *work, const hbs_part *part, uint64_t seed, uint64_t unit, hbs_error *error) {
    hbs_values values;
    hbs_error ignored;
    hbs_drawing_seed(&work->drawing, seed, unit);
    hbs_values_draw(&values, &part->settings, part->generator, &work->drawing.rng);
    const hbs_status status = hbs_draw(&work->drawing, part->generator, &values, unit, error);
    if (status != HBS_OK) return status == HBS_ERROR_BUDGET ? HBS_OK : status;
    for (size_t i = 0; i < work->drawing.count; i++) {
        const hbs_drawn *const drawn = &work->drawing.drawn[i];
        work->found.instances++;
        if (drawn->claim == HBS_LABEL_UNKNOWN || drawn->solver || drawn->certificate.kind == HBS_CERTIFICATE_NONE) continue;
        work->found.accepted[drawn->claim] += hbs_certificate_check(work->checker, &drawn->instance, drawn->claim, &drawn->certificate, &ignored) == HBS_OK;
    }
    return HBS_OK;
}

hbs_status hbs_certified_count(const hbs_dataset *dataset, uint64_t units, hbs_certified *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    redraw work = {.checker = NULL};
    hbs_schedule schedule;
    uint64_t unit, idx;
    HBS_TRY(hbs_spec_parse_text(&work.spec, dataset->spec, error));
    work.found.solved = first_solved(&work.spec);
    if (!work.found.solved) {
        HBS_TRY(hbs_checker_new(&work.checker, error));
        HBS_TRY(hbs_schedule_start(&schedule, &work.spec, dataset->count, error));
        for (uint64_t done = 0; done < units; done++) {
            const int part = hbs_schedule_next(&schedule, &unit, &idx);
            if (part < 0) break;
            HBS_TRY(judge_unit(&work, &work.spec.part[part], dataset->seed, unit, error));
        }
    }
    *out = work.found;
done:
    hbs_drawing_free(&work.drawing);
    hbs_checker_free(work.checker);
    hbs_spec_free(&work.spec);
    return status;
}
