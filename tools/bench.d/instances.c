/* Drawing the first units of a spec into memory, copied out of the drawing that made them. */
#include "tools/bench.d/instances.h"

#include <stdlib.h>

#include "generators/spec.h"
#include "generators/unit.h"

hbs_status bench_instances_draw(bench_instances *out, const char *spec_text, size_t count, size_t member, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_spec spec = {.parts = 0};
    hbs_drawing drawing = {.count = 0};
    HBS_TRY(hbs_spec_parse_text(&spec, spec_text, error));
    HBS_TRY(hbs_allocate(&out->item, count, sizeof *out->item, error));
    for (out->count = 0; out->count < count; out->count++) {
        hbs_values values;
        hbs_drawing_seed(&drawing, 1, out->count);
        hbs_values_draw(&values, &spec.part[0].settings, spec.part[0].generator, &drawing.rng);
        HBS_TRY(hbs_draw(&drawing, spec.part[0].generator, &values, out->count, error));
        hbs_instance_clear(&out->item[out->count], spec.problem);
        HBS_TRY(hbs_instance_copy(&out->item[out->count], &drawing.drawn[member].instance, error));
    }
done:
    hbs_spec_free(&spec);
    hbs_drawing_free(&drawing);
    return status;
}

void bench_instances_free(bench_instances *instances)
{
    for (size_t i = 0; i < instances->count; i++) hbs_instance_free(&instances->item[i]);
    free(instances->item);
    *instances = (bench_instances){0};
}
