/* gen import: other people's files as a dataset, labels solved or checked. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "analysis/wording.h"
#include "datasets/imports/import.h"
#include "datasets/imports/path_label.h"
#include "tools/cli/dataset.h"
#include "tools/cli/output.h"
#include "tools/gen/verbs.h"

typedef struct options {
    const char *problem, *variables, *labels, *split, *unit, *certificates, *solver, *certify;
    uint64_t budget, threads;
    bool strict, trust_labels, json;
} options;

/* A word that is neither one of those known nor a file is a mistyped word. */
static hbs_status check_source(const char *option, const char *given, const char *words, const char *file, hbs_error *error) {
    if (!file || access(file, F_OK) == 0) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "%s: '%s' is neither %s nor a file; give %s, or a CSV file", option, given, words, words);
}

static hbs_status read_options(const options *given, hbs_import_options *import, hbs_error *error) {
    *import = (hbs_import_options){.any_problem = !given->problem,
                                   .strict = given->strict,
                                   .trust_labels = given->trust_labels,
                                   .ignore_certificates = !strcmp(given->certificates, "ignore"),
                                   .solver = given->solver,
                                   .budget = given->budget,
                                   .certify = cli_certify(given->certify),
                                   .threads = given->threads ? (unsigned)given->threads : cli_processors()};
    import->variables = !strcmp(given->variables, "any") ? HBS_VARIABLES_ANY : HBS_VARIABLES_UPPER;
    import->labels = !strcmp(given->labels, "solve")       ? HBS_LABELS_SOLVE
                     : !strcmp(given->labels, "from-path") ? HBS_LABELS_FROM_PATH
                     : !strcmp(given->labels, "inline")    ? HBS_LABELS_INLINE
                                                           : HBS_LABELS_FROM_FILE;
    if (import->labels == HBS_LABELS_FROM_FILE) import->labels_file = given->labels;
    import->split_from_path = given->split && !strcmp(given->split, "from-path");
    if (given->split && !import->split_from_path) import->split_file = given->split;
    import->unit_from_path = given->unit && !strcmp(given->unit, "from-path");
    import->unit_from_name = given->unit && !strcmp(given->unit, "from-name");
    if (given->unit && !import->unit_from_path && !import->unit_from_name) import->unit_file = given->unit;
    hbs_status status = check_source("--labels", given->labels, "solve, inline or from-path", import->labels_file, error);
    if (status == HBS_OK) status = check_source("--split", given->split, "from-path", import->split_file, error);
    if (status == HBS_OK) status = check_source("--unit", given->unit, "from-path or from-name", import->unit_file, error);
    if (status != HBS_OK) return status;
    if (given->trust_labels && import->labels == HBS_LABELS_SOLVE)
        return hbs_raise(error, HBS_ERROR_USAGE, "--trust-labels: there are no labels to trust; give --labels from-path, --labels inline or --labels FILE");
    return given->problem ? hbs_problem_parse(given->problem, &import->problem, error) : HBS_OK;
}

static hbs_status list_refuted(json_t *list, hbs_catalog *catalog, const hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true;
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset->id, error));
    for (;;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        if (row.claim == HBS_LABEL_UNKNOWN || row.label == HBS_LABEL_UNKNOWN || row.claim == row.label) continue;
        HBS_TRY(cli_json_append(list, json_pack("{s:o, s:o, s:i, s:i}", "idx", cli_json_unsigned(row.idx), "name", cli_json_text(row.name), "claim", row.claim, "label", row.label), error));
    }
done:
    hbs_rows_close(rows);
    return status;
}

/* What is known of any dataset, and which labels were refuted. */
static hbs_status print_document(hbs_catalog *catalog, const hbs_dataset *dataset, const cli_dataset_facts *facts, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_t *refuted = json_array(), *document = cli_dataset_json(dataset, facts);
    if (facts->counts.claims_refuted) HBS_TRY(list_refuted(refuted, catalog, dataset, error));
    if (document && json_object_set(document, "refuted", refuted)) HBS_FAIL(error, HBS_ERROR_MEMORY, "out of memory");
    HBS_TRY(cli_json_print(json_incref(document), error));
done:
    json_decref(refuted);
    json_decref(document);
    return status;
}

static hbs_status print_result(cli_run *run, hbs_catalog *catalog, const hbs_dataset *dataset, bool json, hbs_error *error) {
    hbs_status status = HBS_OK;
    cli_dataset_facts facts;
    HBS_TRY(cli_dataset_count(catalog, dataset, &facts, error));
    char given[40] = "no labels read", checked[40] = "", more[240], believed[CLI_BELIEVED];
    if (facts.counts.claimed) snprintf(given, sizeof given, "%" PRIu64 " label%s read", facts.counts.claimed, hbs_s(facts.counts.claimed));
    if (facts.counts.claims_checked) snprintf(checked, sizeof checked, ", %" PRIu64 " refuted", facts.counts.claims_refuted);
    else if (facts.counts.claimed && !facts.counts.believed) snprintf(checked, sizeof checked, ", none checked");
    cli_believed(facts.counts.believed, believed);
    snprintf(more, sizeof more, "%s%s%s, %" PRIu64 " proved by certificates, %.1f s", given, checked, believed, facts.counts.proved_by_file, cli_seconds(&run->terminal));
    cli_dataset_say(&run->terminal, dataset, &facts, more);
    if (json) HBS_TRY(print_document(catalog, dataset, &facts, error));
done:
    return status;
}

static hbs_status run_import(cli_run *run, const void *target, hbs_error *error) {
    const options *given = target;
    hbs_status status = HBS_OK;
    hbs_import_options import;
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {0};
    HBS_TRY(read_options(given, &import, error));
    HBS_TRY(hbs_catalog_open(&catalog, run->argument[0], HBS_CATALOG_CREATE, &run->listener, error));
    status = hbs_import(catalog, run->argument[1], run->argument + 2, run->arguments - 2, &import, &run->listener, &dataset, error);
    if (status == HBS_OK || (status == HBS_ERROR_FAULT && dataset.name)) { /* refuted labels: stored all the same */
        hbs_error printing = {0};
        const hbs_status printed = print_result(run, catalog, &dataset, given->json, &printing);
        if (status == HBS_OK && printed != HBS_OK) status = printed, *error = printing;
    }
done:
    hbs_dataset_free(&dataset);
    if (status == HBS_OK) hbs_catalog_close(catalog);
    else hbs_catalog_abandon(catalog);
    return status;
}

static const options defaults = {.variables = "upper", .labels = "solve", .certificates = "beside", .certify = "check"};

static const cli_option table[] = {
    {"problem", "P", "what the files hold, sat or cqc; without it, by name and content", CLI_CHOICE, offsetof(options, problem), 0, 0, "sat|cqc"},
    {"labels", "HOW", "solve (default), inline (what .jsonl lines say; solve holds it against the solver too), from-path (words in names and folders: " HBS_LABEL_WORDS "), or a CSV file: a column `label` and one `file`, `path`, `name`, `filename` or `instance`, or two without a header", CLI_TEXT,
     offsetof(options, labels), 0, 0, NULL},
    {"trust-labels", NULL, "believe the labels given instead of checking them by a solver", CLI_FLAG, offsetof(options, trust_labels), 0, 0, NULL},
    {"split", "HOW", "from-path (folders train, valid, test), or a CSV file of path and split", CLI_TEXT, offsetof(options, split), 0, 0, NULL},
    {"unit", "HOW", "which files are twins: from-path (names that differ only in words that tell the label, such as sat=0 and sat=1, and equal names in folders such as SAT and UNSAT), "
                    "from-name (the former alone), or a CSV file of path and unit (or family, which goes before it); what was taken for twins is told", CLI_TEXT,
     offsetof(options, unit), 0, 0, NULL},
    {"certificates", "HOW", "files .drat, .rup, .proof and .model beside a formula of their name, and what lines of .jsonl hold: beside (default: each is checked, and a right one settles the label without a solver) or ignore",
     CLI_CHOICE, offsetof(options, certificates), 0, 0, "beside|ignore"},
    {"strict", NULL, "refuse DIMACS that breaks the rules, and tables with lines for no file, instead of warning", CLI_FLAG, offsetof(options, strict), 0, 0, NULL},
    {"variables", "HOW", "Datalog variables are words in upper case, or any word: upper (default) or any", CLI_CHOICE, offsetof(options, variables),
     0, 0, "upper|any"},
    {"solver", "NAME", "which solver; auto: the problem's own", CLI_TEXT, offsetof(options, solver), 0, 0, NULL},
    {"budget", "STEPS", "solver steps an instance, after which its label is stored as unknown (default: no limit)", CLI_NUMBER,
     offsetof(options, budget), 1, INT64_MAX, NULL},
    {"certify", "HOW", "none, check (default: each certificate is checked, then dropped) or store", CLI_CHOICE, offsetof(options, certify), 0, 0,
     "none|check|store"},
    {"threads", "T", "worker threads; changes no byte of the result (default: the processors there are)", CLI_NUMBER, offsetof(options, threads), 1,
     1024, NULL},
    {"json", NULL, "one JSON document about the dataset on standard output", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
};

const cli_verb gen_import = {
    .name = "import",
    .arguments = "CATALOG DATASET PATH...",
    .summary = "files of others as a dataset, labels solved or checked",
    .about = "Reads DIMACS (.cnf, .dimacs) and pairs of conjunctive queries as Datalog (.dlog, .datalog, .cq), SPARQL (.rq, .sparql) or SQL (.sql), either as JSON Lines "
             "(.jsonl): files, folders, compressed files and archives. docs/queries.md says what of these languages is read. JSON Lines are what gen export writes: their labels are "
             "claims, their splits and units are taken unless --split or --unit say otherwise. All or nothing: a file that cannot be read leaves the catalog as it was. "
             "A label of theirs that the solver refutes, and a certificate of theirs that is wrong, is told, and makes the exit status 1.\n",
    .example = "  mkdir cnf\n  gen sample sat/uniform n=20 m=85 k=3 --seed 1 > cnf/one.cnf\n  gen sample sat/uniform n=20 m=85 k=3 --seed 2 > "
               "cnf/two.cnf\n  gen import data.db found cnf/",
    .arguments_low = 3,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .defaults = &defaults,
    .size = sizeof(options),
    .run = run_import,
};
