/* The measures there are, in the order of a report. A new one is a descriptor hbs_measure_NAME in its own file and a line here. */
#include "analysis/measure.h"

#include <stdio.h>
#include <string.h>

#define MEASURES(X) \
    X(overview)     \
    X(redundancy)   \
    X(bias)         \
    X(shortcuts)    \
    X(collapse)

#define DECLARE(name) extern const hbs_measure hbs_measure_##name;
#define LIST(name) &hbs_measure_##name,
MEASURES(DECLARE)

static const hbs_measure *const measures[] = {MEASURES(LIST) NULL};

const hbs_measure *const *hbs_measures(void) { return measures; }

hbs_status hbs_measure_find(const char *name, const hbs_measure **out, hbs_error *error) {
    char known[512] = "";
    for (size_t i = 0; measures[i]; i++) {
        if (strcmp(measures[i]->name, name) == 0) {
            *out = measures[i];
            return HBS_OK;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", measures[i]->name);
    }
    return hbs_raise(error, HBS_ERROR_USAGE, "unknown measure '%s': the measures are %s", name, known);
}

static hbs_status say_empty(const hbs_measure *measure, const hbs_dataset *dataset, hbs_findings *out, hbs_error *error) {
    hbs_finding head = hbs_finding_about(measure->name, dataset);
    head.value = hbs_exactly(0, 0);
    head.weight = HBS_FINDING_PLAIN;
    return hbs_findings_say(out, &head, "instances", "", error, "It holds no instance: there is nothing to look at.");
}

hbs_status hbs_measure_run(const hbs_measure *measure, hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *options, hbs_findings *out, hbs_error *error) {
    uint64_t some;
    const hbs_status status = hbs_catalog_number(catalog, dataset->id, "SELECT EXISTS (SELECT 1 FROM instance WHERE dataset = ?1)", &some, error);
    if (status != HBS_OK) return status;
    return some ? measure->run(catalog, dataset, options, out, error) : say_empty(measure, dataset, out, error);
}

hbs_status hbs_measurable(const hbs_dataset *dataset, hbs_error *error) {
    if (dataset->complete) return HBS_OK;
    if (dataset->reference_of) return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is not complete: analyze report on '%s' finishes it, then ask again", dataset->name, dataset->reference_of);
    return hbs_raise(error, HBS_ERROR_USAGE, "'%s' is not complete: finish it with gen make --resume, or gen merge if it is a shard, then ask again", dataset->name);
}

hbs_status hbs_measured_dataset(hbs_catalog *catalog, const char *name, hbs_dataset *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_dataset found = {0};
    HBS_TRY(hbs_dataset_find(catalog, name, &found, error));
    HBS_TRY(hbs_measurable(&found, error));
    *out = found;
    found = (hbs_dataset){0};
done:
    hbs_dataset_free(&found);
    return status;
}

bool hbs_is_named_before(const char *const *names, size_t i) {
    size_t j = 0;
    while (strcmp(names[j], names[i]) != 0) j++;
    return j < i;
}

hbs_measure_options hbs_measure_options_complete(const hbs_measure_options *options) {
    hbs_measure_options complete = options ? *options : (hbs_measure_options){0};
    if (!complete.seed) complete.seed = 1;
    if (!(complete.level > 0 && complete.level < 1)) complete.level = .95;
    if (!complete.threads) complete.threads = 1;
    return complete;
}
