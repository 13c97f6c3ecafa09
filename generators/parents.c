/* Taking turns gives every parent the same number of children, but for one; drawing at random gives them as a sample with replacement does. */
#include "generators/parents.h"

#include <string.h>

#include "generators/plugins/plugins.h"

void hbs_parent_free(hbs_parent *parent) {
    hbs_instance_free(&parent->instance);
    hbs_certificate_free(&parent->certificate);
    *parent = (hbs_parent){0};
}

bool hbs_takes_parents(const hbs_generator *generator) {
    if (hbs_plugin_of(generator)) return false;   /* a text that it calls so is its own */
    for (uint32_t i = 0; i < generator->parameter_count; i++)
        if (generator->parameters[i].type == HBS_TEXT && !strcmp(generator->parameters[i].name, "from")) return true;
    return false;
}

static bool takes_turns(const hbs_unit *unit) { return !strcmp(hbs_unit_text(unit, HBS_PARENT_PICK), "turns"); }

hbs_status hbs_check_parents(hbs_unit *unit) {
    if (takes_turns(unit) || !strcmp(hbs_unit_text(unit, HBS_PARENT_PICK), "random")) return HBS_OK;
    return hbs_unit_raise(unit, HBS_ERROR_USAGE, "pick must be turns or random");
}

hbs_status hbs_pick_parent(hbs_unit *unit, hbs_parent *out) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    const hbs_parents *const parents = drawing->parents;
    const int label = drawing->parent_label;
    if (!parents) return hbs_unit_raise(unit, HBS_ERROR_USAGE, "it changes the instances of a dataset, and there is none here; only `gen make` has them");
    const uint64_t limit = (uint64_t)hbs_unit_integer(unit, HBS_PARENT_LIMIT);
    uint64_t count = parents->count[label == HBS_LABEL_UNKNOWN ? 2 : label];
    if (limit && limit < count) count = limit;
    if (!count)
        return hbs_unit_raise(unit, HBS_ERROR_USAGE, label == HBS_LABEL_UNKNOWN ? "the dataset that it is from has no instance with a known label" : "the dataset that it is from has no instance with label %d", label);
    const uint64_t i = takes_turns(unit) ? drawing->turn % count : hbs_rng_below(&drawing->rng, count);
    const hbs_status status = parents->fetch(parents->context, label, i, out, drawing->error);
    if (status != HBS_OK) return hbs_unit_keep(unit, status);
    drawing->has_parent = true;
    drawing->parent = out->idx;
    return HBS_OK;
}
