/* The measures of bias that there are, and the measure "bias" that runs them. A new one is a descriptor hbs_bias_NAME in its own file and a line here. */
#include "analysis/bias/label_share.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define BIASES(X) \
    X(support)    \
    X(density)    \
    X(collisions) \
    X(sizes)

#define DECLARE(name) extern const hbs_bias hbs_bias_##name;
#define LIST(name) &hbs_bias_##name,
BIASES(DECLARE)

static const hbs_bias *const biases[] = {BIASES(LIST) NULL};

const hbs_bias *const *hbs_biases(void) { return biases; }

hbs_status hbs_bias_not_applicable(hbs_bias_work *work, const char *quantity, const char *subject, hbs_error *error, const char *format, ...) {
    char sentence[sizeof ((hbs_finding *)0)->sentence];
    hbs_finding head = work->head;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    head.weight = HBS_FINDING_NOT_APPLICABLE;
    return hbs_findings_say(work->out, &head, quantity, subject, error, "%s", sentence);
}

static hbs_status run(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_measure_options options = hbs_measure_options_complete(given);
    hbs_bias_sample sample = {0};
    hbs_bias_work work = {catalog, dataset, &options, &sample, NULL, out, hbs_finding_about("bias", dataset)};
    HBS_TRY(hbs_bias_sample_read(&sample, catalog, dataset, &options, false, error));
    HBS_TRY(hbs_label_memo_new(&work.counts, options.listener, error));
    for (size_t i = 0; biases[i]; i++) HBS_TRY(biases[i]->run(&work, error));
done:
    hbs_label_memo_free(work.counts);
    hbs_bias_sample_free(&sample);
    return status;
}

const hbs_measure hbs_measure_bias = {
    .name = "bias",
    .summary = "what the generator can reach, how far its law is tilted, collisions, balance and sizes by label: no model, no reference",
    .source = "choice bits; likelihood ratios by model counting; collisions (Paninski, IEEE Trans. Inf. Theory 54, 2008); permutation tests",
    .run = run,
};
