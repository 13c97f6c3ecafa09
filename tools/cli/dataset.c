/* Facts of a dataset for people and programs. The sum of tries is asked of the catalog by SQL: one number out of all rows. */
#include "tools/cli/dataset.h"

#include <inttypes.h>
#include <sched.h>
#include <string.h>

#include "analysis/wording.h"
#include "tools/cli/output.h"

hbs_status cli_dataset_count(hbs_catalog *catalog, const hbs_dataset *dataset, cli_dataset_facts *out, hbs_error *error) {
    static const char tries[] = "SELECT (SELECT coalesce(sum(tries), 0) FROM instance WHERE dataset = ?1) + (SELECT coalesce(sum(tries), 0) FROM infeasible WHERE dataset = ?1)";
    const hbs_status status = hbs_dataset_count(catalog, dataset->id, &out->counts, error);
    return status == HBS_OK ? hbs_catalog_number(catalog, dataset->id, tries, &out->tries, error) : status;
}

json_t *cli_dataset_json(const hbs_dataset *dataset, const cli_dataset_facts *facts) {
    json_t *options = dataset->options ? json_loads(dataset->options, 0, NULL) : json_null();
    json_t *counts =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "instances", (json_int_t)facts->counts.instances, "units",
                  (json_int_t)facts->counts.units, "label_1", (json_int_t)facts->counts.label[1], "label_0", (json_int_t)facts->counts.label[0],
                  "unknown", (json_int_t)facts->counts.unknown, "infeasible", (json_int_t)facts->counts.infeasible, "claimed", (json_int_t)facts->counts.claimed, "claims_refuted",
                  (json_int_t)facts->counts.claims_refuted, "believed", (json_int_t)facts->counts.believed, "proved_by_file", (json_int_t)facts->counts.proved_by_file, "augmented",
                  (json_int_t)facts->counts.augmented, "families", (json_int_t)facts->counts.families, "tries", hbs_is_imported(dataset) ? json_null() : cli_json_unsigned(facts->tries));
    json_t *out = json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o, s:o}", "dataset", cli_json_text(dataset->name), "problem",
                            hbs_problem_name(dataset->problem), "spec", cli_json_text(dataset->spec), "options",
                            options ? options : cli_json_text(dataset->options), "seed", hbs_is_imported(dataset) ? json_null() : cli_json_seed(dataset->seed), "count",
                            dataset->count ? cli_json_unsigned(dataset->count) : json_null(), "complete", (int)dataset->complete, "shuffled",
                            (int)dataset->shuffled, "digest", dataset->complete ? cli_json_text(dataset->digest) : json_null(), "reference_of",
                            cli_json_text(dataset->reference_of), "tool_version", cli_json_text(dataset->tool_version));
    if (!out || !counts || json_object_update(out, counts)) {
        json_decref(out);
        out = NULL;
    }
    json_decref(counts);
    return out;
}

void cli_dataset_say(cli_terminal *terminal, const hbs_dataset *dataset, const cli_dataset_facts *facts, const char *more) {
    const hbs_dataset_counts *const counts = &facts->counts;
    cli_say(terminal, "%s: %" PRIu64 " instance%s in %" PRIu64 " unit%s: %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " unknown", dataset->name, counts->instances,
            hbs_s(counts->instances), counts->units, hbs_s(counts->units), counts->label[1], hbs_label_name(dataset->problem, HBS_LABEL_YES), counts->label[0],
            hbs_label_name(dataset->problem, HBS_LABEL_NO), counts->unknown);
    cli_say(terminal, "%s", more);
    cli_say(terminal, "%s%s", dataset->complete ? "digest " : "a part: gen merge puts the shards together", dataset->digest);
}

void cli_believed(uint64_t labels, char out[CLI_BELIEVED]) {
    out[0] = 0;
    if (labels) snprintf(out, CLI_BELIEVED, ", %" PRIu64 " label%s believed, not checked (gen verify checks)", labels, hbs_s(labels));
}

hbs_certify cli_certify(const char *name) {
    return !strcmp(name, "none") ? HBS_CERTIFY_NONE : !strcmp(name, "store") ? HBS_CERTIFY_STORE : HBS_CERTIFY_CHECK;
}

unsigned cli_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    const int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}
