/* Draws one SR(20) pair and labels both instances through the installed library:
 *     cc one_instance.c $(pkg-config --cflags --libs hardbias) -o one_instance */
#include <hardbias/hardbias.h>
#include <stdio.h>

static hbs_status draw_and_label(hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_spec spec = {0};
    hbs_drawing drawing = {0};
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    hbs_values values;
    HBS_TRY(hbs_spec_parse_text(&spec, "sat/sr n=20", error));
    const hbs_part *part = &spec.part[0];
    hbs_drawing_seed(&drawing, 1, 0);   /* seed 1, unit 0 */
    hbs_values_draw(&values, &part->settings, part->generator, &drawing.rng);
    HBS_TRY(hbs_draw(&drawing, part->generator, &values, 0, error));
    HBS_TRY(hbs_labeller_open(&labeller, "auto", HBS_SAT, 0, true, error));
    for (size_t i = 0; i < drawing.count; i++) {
        const hbs_instance *instance = &drawing.drawn[i].instance;
        HBS_TRY(hbs_label(&labeller, instance, &verdict, error));   /* solved, and the certificate checked */
        printf("%zu clauses: %s\n", instance->cnf.clauses, hbs_label_name(HBS_SAT, verdict.label));
    }
done:
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    hbs_drawing_free(&drawing);
    hbs_spec_free(&spec);
    return status;
}

int main(void) {
    hbs_error error = {0};
    if (draw_and_label(&error) == HBS_OK) return 0;
    fprintf(stderr, "%s\n", error.message);
    return hbs_exit_status(error.code);
}
