/* gen label: exact, checked labels of files, without a catalog. A file that cannot be read is told and counted; the others are labelled all the same. */
#include <inttypes.h>
#include <string.h>

#include "datasets/archives/archives.h"
#include "datasets/imports/beside.h"
#include "datasets/formats/datalog.h"
#include "datasets/formats/dimacs.h"
#include "datasets/disagreement.h"
#include "datasets/imports/source.h"
#include "solvers/cross_check.h"
#include "tools/cli/files.h"
#include "tools/cli/output.h"
#include "tools/cli/wrap.h"
#include "tools/gen/claim.h"
#include "tools/gen/formulas.h"
#include "tools/gen/model_count.h"
#include "tools/gen/verbs.h"

#define STDIN_PATH "/dev/stdin"

typedef struct options {
    const char *problem, *solver, *variables, *model, *proof;
    uint64_t budget, count_budget;
    bool strict, json, count_models, cross_check;
} options;

typedef struct labelling {
    const options *given;
    cli_run *run;
    hbs_labeller labeller[2]; /* by problem, opened at first need */
    hbs_instance instance;
    hbs_verdict verdict;
    model_count count;
    hbs_cross_check cross;
    const char *second;            /* the solver that agrees; NULL: none was asked */
    json_t *labels, *failures;
    bool from_stdin;               /* what is being read */
    uint64_t conventions;          /* warnings of the naming of variables: the first is told, the others are counted */
    hbs_listener counting;         /* the run's, with those counted */
    uint64_t labelled, failed, unknown, seen; /* seen: inputs that were not passed over */
    hbs_error last; /* of the last file that failed; told when the next one fails, or at the end */
} labelling;

/* --- One label ------------------------------------------------------------------------------------------------------------------ */

static uint64_t count_budget(const options *given) { return given->count_budget ? given->count_budget : MODEL_COUNT_BUDGET; }

/* What stands behind the label when models, or homomorphisms, are counted. */
static hbs_status say_count(const labelling *work, hbs_bytes *out, hbs_error *error) {
    const char *what = work->instance.problem == HBS_SAT ? "model" : "homomorphism";
    if (!work->given->count_models) return HBS_OK;
    if (work->count.decimal) return hbs_bytes_print(out, error, ", %s %s%s", work->count.decimal, what, strcmp(work->count.decimal, "1") ? "s" : "");
    return hbs_bytes_print(out, error, ", %ss not counted within %" PRIu64 " steps", what, count_budget(work->given));
}

static bool add_count(const labelling *work, json_t *item) {
    if (!work->given->count_models) return true;
    const char *key = work->instance.problem == HBS_SAT ? "models" : "homomorphisms";
    const int failed = json_object_set_new(item, key, work->count.decimal ? json_string(work->count.decimal) : json_null());
    return !failed && !json_object_set_new(item, "count_steps", cli_json_unsigned(work->count.steps));
}

static hbs_status print_label(labelling *work, const char *name, uint64_t pair, const hbs_solver *solver, hbs_error *error) {
    const hbs_problem problem = work->instance.problem;
    const hbs_verdict *verdict = &work->verdict;
    const char *answer = hbs_label_name(problem, verdict->label);
    char number[32] = "", reason[128] = "";
    if (pair) snprintf(number, sizeof number, " pair %" PRIu64, pair);
    const bool known = verdict->label != HBS_LABEL_UNKNOWN;
    if (!known) snprintf(reason, sizeof reason, "the budget of %" PRIu64 " %s ran out", work->given->budget, solver->step);
    if (!work->given->json) {
        hbs_bytes line = {0};
        hbs_status status =
            hbs_bytes_print(&line, error, "%s%s: %s (%s, %s, %" PRIu64 " %.*s%s%s)", name, number, answer, known ? "checked" : reason, solver->name, verdict->effort,
                            (int)strlen(solver->step) - (verdict->effort == 1), solver->step, /* "1 node" */
                            work->second ? "; agrees: " : "", work->second ? work->second : "");
        if (status == HBS_OK) status = say_count(work, &line, error);
        if (status == HBS_OK) status = cli_print_line(error, "%s", (const char *)line.data);
        hbs_bytes_free(&line);
        return status;
    }
    json_t *sizes =
        problem == HBS_SAT
            ? json_pack("{s:I, s:I}", "variables", (json_int_t)work->instance.cnf.variables, "clauses", (json_int_t)work->instance.cnf.clauses)
            : json_pack("{s:I, s:I}", "atoms_1", (json_int_t)work->instance.pair.q1.atoms, "atoms_2", (json_int_t)work->instance.pair.q2.atoms);
    json_t *item =
        json_pack("{s:o, s:o, s:s, s:o, s:s, s:s, s:o, s:s, s:b}", "path", cli_json_text(name), "pair", pair ? cli_json_unsigned(pair) : json_null(),
                  "problem", hbs_problem_name(problem), "label", known ? json_integer(verdict->label) : json_null(), "answer", answer, "solver",
                  solver->name, "effort", cli_json_unsigned(verdict->effort), "effort_unit", solver->step, "certified", (int)known);
    if (item && work->given->cross_check) json_object_set_new(item, "agrees", cli_json_text(work->second));
    if (item && !known) json_object_set_new(item, "reason", cli_json_text(reason));
    if (!item || !sizes || json_object_update(item, sizes) || !add_count(work, item)) {
        json_decref(item);
        item = NULL;
    }
    json_decref(sizes);
    return cli_json_append(work->labels, item, error);
}

static hbs_status cross_check(labelling *work, const char *name, const char *first, hbs_error *error) {
    hbs_error why = {0};
    const hbs_status status = hbs_cross_check_label(&work->cross, &work->instance, first, work->verdict.label, &work->second, &why);
    if (status == HBS_OK) return HBS_OK;
    hbs_raise(error, status, "%.500s: %.500s", name, why.message);
    return status == HBS_ERROR_FAULT ? hbs_disagreement_save(&work->instance, error) : status;
}

static hbs_status label_instance(labelling *work, const char *name, uint64_t pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_problem problem = work->instance.problem;
    hbs_labeller *labeller = &work->labeller[problem];
    if (!labeller->solver) {
        HBS_TRY(hbs_labeller_open(labeller, work->given->solver, problem, work->given->budget, true, error));
        hbs_labeller_stop_when(labeller, work->run->listener.stop, work->run->listener.context);
    }
    HBS_TRY(hbs_label(labeller, &work->instance, &work->verdict, error));
    if (work->given->cross_check) HBS_TRY(cross_check(work, name, labeller->solver->name, error));
    if (work->given->count_models)
        HBS_TRY(model_count_run(&work->count, &work->instance, work->verdict.label, count_budget(work->given), error));
    work->labelled++;
    work->unknown += work->verdict.label == HBS_LABEL_UNKNOWN;
    HBS_TRY(print_label(work, name, pair, labeller->solver, error));
    if (!work->given->json) HBS_TRY(cli_flush(error)); /* one may wait long for the next */
done:
    return status;
}

/* --- One file ------------------------------------------------------------------------------------------------------------------- */

/* Told late, so that a single file that fails makes a single line. */
static hbs_status note_failure(labelling *work, const char *name, const hbs_error *why, hbs_error *error) {
    if (work->failed++) cli_say(&work->run->terminal, "%s", work->last.message);
    work->last = *why;
    return cli_json_append(work->failures, json_pack("{s:o, s:o}", "path", cli_json_text(name), "error", cli_json_text(why->message)), error);
}

static bool is_bad_file(hbs_status status) { return status == HBS_ERROR_INPUT || status == HBS_ERROR_NOT_FOUND || status == HBS_ERROR_USAGE; }

static void count_warning(void *context, const char *message) {
    labelling *work = context;
    const size_t length = strlen(message), end = sizeof HBS_DATALOG_CONVENTION - 1;
    const bool convention = length > end && !strcmp(message + length - end, HBS_DATALOG_CONVENTION);
    if (!convention || ++work->conventions == 1) hbs_warn(&work->run->listener, "%s", message);
}

static hbs_status label_pairs(labelling *work, const char *name, const char *text, size_t length, hbs_error *error) {
    const hbs_variables variables = work->given->variables && !strcmp(work->given->variables, "any") ? HBS_VARIABLES_ANY : HBS_VARIABLES_UPPER;
    hbs_status status = HBS_OK;
    hbs_pair_text pairs;
    hbs_pair_text_open(&pairs, hbs_source_language(name, text, length), text, length, name, variables, &work->counting);
    for (uint64_t pair = 1;; pair++) {
        bool found = false;
        hbs_instance_clear(&work->instance, HBS_CQC);
        HBS_TRY(hbs_pair_text_next(&pairs, &work->instance.pair, &found, error));
        if (!found) break;
        HBS_TRY(label_instance(work, name, pair, error));
    }
done:
    hbs_pair_text_close(&pairs);
    return status;
}

static hbs_status label_lines(labelling *work, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes numbered = {0};
    hbs_told told = {0};
    size_t at = 0, line = 0;
    hbs_pair_told warned = {0};
    for (bool found, any = false;; any = true) {
        HBS_TRY(hbs_jsonl_next(&work->instance, &told, &found, text, length, &at, &line, name, error));
        if (!found && !any) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: no instances in it; write a JSON object a line", name);
        if (!found) break;
        if (work->instance.problem == HBS_CQC) HBS_TRY(hbs_warn_of_pair(&work->instance.pair, name, line, &warned, &work->counting, error));
        hbs_bytes_clear(&numbered);
        HBS_TRY(hbs_bytes_print(&numbered, error, "%s#%zu", name, line));
        HBS_TRY(label_instance(work, (const char *)numbered.data, 0, error));
    }
done:
    hbs_told_free(&told);
    hbs_bytes_free(&numbered);
    return status;
}

static bool is_asked_for(const labelling *work, const char *name) {
    for (size_t i = 0; i < work->run->arguments; i++)
        if (!strcmp(name, work->run->argument[i])) return true;
    return false;
}

/* A file in a folder may be anything; one that was asked for may not. */
static hbs_status problem_of(const labelling *work, const char *name, const char *text, size_t length, hbs_problem *problem, bool *passed_over,
                             hbs_error *error) {
    const bool asked = is_asked_for(work, name), beside = hbs_source_is_labels(text, length) || hbs_beside_kind_of(name) != HBS_BESIDE_NONE;
    *passed_over = !asked && beside;
    if (*passed_over) return HBS_OK;
    if (work->given->problem) return hbs_problem_parse(work->given->problem, problem, error);
    if (hbs_source_problem(name, text, length, problem)) return HBS_OK;
    if (asked)
        return hbs_raise(error, HBS_ERROR_INPUT, "%s: neither a formula nor queries, by its name or its first line; say which with --problem", name);
    *passed_over = true;
    hbs_warn(&work->run->listener, "%s: passed over: neither a formula nor queries, by its name or its first line", name);
    return HBS_OK;
}

static hbs_status label_formula(labelling *work, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_instance_clear(&work->instance, HBS_SAT);
    const hbs_status status = hbs_dimacs_read(&work->instance.cnf, text, length, name, work->given->strict, &work->run->listener, error);
    if (status == HBS_OK && work->given->count_models) model_count_warn(text, length, name, &work->run->listener);
    return status == HBS_OK ? label_instance(work, name, 0, error) : status;
}

/* Standard input may hold several formulas; one that cannot be read does not hide the others. */
static hbs_status label_formulas(labelling *work, const char *name, const char *text, size_t length, hbs_error *error) {
    size_t end = formulas_end(text, length, 0);
    if (end == length || work->given->strict) return label_formula(work, name, text, length, error);
    hbs_status status = HBS_OK;
    hbs_bytes numbered = {0};
    uint64_t number = 1;
    for (size_t from = 0; from < length; from = end, number++) {
        hbs_error why = {0};
        end = formulas_end(text, length, from);
        hbs_bytes_clear(&numbered);
        HBS_TRY(hbs_bytes_print(&numbered, error, "%s#%" PRIu64, name, number));
        status = label_formula(work, (const char *)numbered.data, text + from, end - from, &why);
        if (is_bad_file(status)) status = note_failure(work, (const char *)numbered.data, &why, error);
        else if (status != HBS_OK) *error = why;
        if (status != HBS_OK) break;
    }
done:
    hbs_bytes_free(&numbered);
    return status;
}

static hbs_status read_and_label(labelling *work, const char *name, const char *text, size_t length, hbs_error *error) {
    hbs_problem problem;
    bool passed_over;
    const hbs_status status = problem_of(work, name, text, length, &problem, &passed_over, error);
    work->seen += !passed_over;
    if (status != HBS_OK || passed_over) return status;
    if (hbs_jsonl_is_name(name, hbs_source_bare_length(name))) return label_lines(work, name, text, length, error);
    if (problem == HBS_CQC) return label_pairs(work, name, text, length, error);
    return work->from_stdin ? label_formulas(work, name, text, length, error) : label_formula(work, name, text, length, error);
}

static hbs_status fail_interrupted(const labelling *work, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_INTERRUPTED, "interrupted after %" PRIu64 " labels", work->labelled);
}

static hbs_status label_member(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    labelling *work = context;
    if (cli_interrupted()) return fail_interrupted(work, error);
    hbs_error why = {0};
    if (work->from_stdin && !strcmp(name, STDIN_PATH)) name = "-";
    const hbs_status status = read_and_label(work, name, text, length, &why);
    hbs_report_progress(&work->run->listener, "label", work->labelled, 0, "instances");
    if (is_bad_file(status)) return note_failure(work, name, &why, error);
    if (status != HBS_OK && error) *error = why;
    return status;
}

/* A file, or all members of an archive, or standard input. */
static hbs_status label_file(void *context, const char *path, hbs_error *error) {
    labelling *work = context;
    hbs_error why = {0};
    work->from_stdin = !strcmp(path, "-");
    const char *const file = work->from_stdin ? STDIN_PATH : path;
    const hbs_status status = hbs_members(&file, 1, label_member, work, &work->run->listener, &why);
    if (status != HBS_OK && cli_interrupted()) return fail_interrupted(work, error); /* a named pipe that nobody wrote to, for one */
    if (is_bad_file(status)) return note_failure(work, path, &why, error);
    if (status != HBS_OK && error) *error = why;
    return status;
}

/* What was asked for as a whole holds something at least. */
static hbs_status label_paths(labelling *work, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < work->run->arguments; i++) {
        const char *path = work->run->argument[i];
        const uint64_t before = work->seen + work->failed;
        HBS_TRY(cli_files(&path, 1, label_file, work, error));
        if (work->seen + work->failed > before) continue;
        hbs_error why = {0};
        hbs_raise(&why, HBS_ERROR_INPUT, "%s: no formula and no rules in it, by names or first lines; give another folder or name the files", path);
        HBS_TRY(note_failure(work, path, &why, error));
    }
done:
    return status;
}

static hbs_status finish(labelling *work, hbs_error *error) {
    if (work->given->json) {
        json_t *document = json_pack("{s:O, s:I, s:I, s:I, s:O}", "labels", work->labels, "labelled", (json_int_t)work->labelled, "unknown",
                                     (json_int_t)work->unknown, "failed", (json_int_t)work->failed, "failures", work->failures);
        const hbs_status status = cli_json_print(document, error);
        if (status != HBS_OK) return status;
    }
    if (work->unknown)
        cli_say(&work->run->terminal, "%" PRIu64 " of %" PRIu64 " stay unknown within %" PRIu64 " steps; raise --budget to decide them",
                work->unknown, work->labelled, work->given->budget);
    if (!work->failed) return HBS_OK;
    if (work->failed == 1 && !work->labelled) return hbs_raise(error, work->last.code, "%s", work->last.message);
    cli_say(&work->run->terminal, "%s", work->last.message);
    return hbs_raise(error, HBS_ERROR_INPUT, "%" PRIu64 " of %" PRIu64 " inputs could not be read; the other labels stand", work->failed,
                     work->failed + work->labelled);
}

/* Nothing is solved where a claim is checked. */
static hbs_status run_claim(cli_run *run, const options *given, hbs_error *error) {
    const claim what = {given->model, given->proof, given->problem, given->strict, given->json};
    if (given->solver || given->budget || given->count_models || given->cross_check)
        return hbs_raise(error, HBS_ERROR_USAGE, "--model and --proof check a claim and solve nothing; leave out --solver, --budget, --count-models and --cross-check");
    return claim_check(run, &what, error);
}

static hbs_status run_label(cli_run *run, const void *target, hbs_error *error) {
    const options *const given = target;
    if (given->model || given->proof) return run_claim(run, given, error);
    labelling work = {.given = given, .run = run, .labels = json_array(), .failures = json_array()};
    hbs_status status = HBS_OK;
    work.counting = (hbs_listener){.context = &work, .warn = count_warning};
    HBS_TRY(label_paths(&work, error));
    if (work.conventions > 1) hbs_warn(&run->listener, "the same in %" PRIu64 " files in all; " HBS_DATALOG_CONVENTION, work.conventions);
    status = finish(&work, error);
done:
    for (int problem = 0; problem < 2; problem++) hbs_labeller_close(&work.labeller[problem]);
    hbs_instance_free(&work.instance);
    hbs_verdict_free(&work.verdict);
    model_count_free(&work.count);
    hbs_cross_check_close(&work.cross);
    json_decref(work.labels);
    json_decref(work.failures);
    return status;
}

static hbs_status print_solver(const hbs_solver *solver, hbs_error *error) {
    hbs_bytes text = {0};
    hbs_status status = hbs_bytes_print(&text, error, "%s: %s; effort and budget in %s", hbs_problem_name(solver->problem), solver->summary, solver->step);
    if (status == HBS_OK) status = cli_term(solver->name, (const char *)text.data, 17, error);
    hbs_bytes_free(&text);
    return status;
}

static hbs_status names(hbs_error *error) {
    hbs_status status = cli_print(error, "\nSolvers:\n");
    for (const hbs_solver *const *at = hbs_solvers(); *at && status == HBS_OK; at++)
        status = print_solver(*at, error);
    return status;
}

static const cli_option table[] = {
    {"problem", "P", "what the files hold, sat or cqc; without it, by name and content", CLI_CHOICE, offsetof(options, problem), 0, 0, "sat|cqc"},
    {"solver", "NAME", "which solver; auto: the problem's own", CLI_TEXT, offsetof(options, solver), 0, 0, NULL},
    {"budget", "STEPS", "solver steps an instance, after which it stays unknown (default: no limit)", CLI_NUMBER, offsetof(options, budget), 1,
     UINT64_MAX, NULL},
    {"count-models", NULL, "also count exactly: models of formulas, over all variables of the header; homomorphisms from q2 to q1", CLI_FLAG, offsetof(options, count_models),
     0, 0, NULL},
    {"count-budget", "STEPS", "counting steps an instance, after which its count is left open (default: 1000000)", CLI_NUMBER,
     offsetof(options, count_budget), 1, UINT64_MAX, NULL},
    {"cross-check", NULL, "a second, independent solver labels each too, without a budget; a disagreement stops and saves the instance", CLI_FLAG,
     offsetof(options, cross_check), 0, 0, NULL},
    {"model", "FILE", "check a model instead of solving: a solver's `v` lines, or plain literals; it may be partial", CLI_TEXT, offsetof(options, model), 0, 0, NULL},
    {"proof", "FILE", "check a proof of unsatisfiability instead of solving: RUP or DRAT, as text or binary", CLI_TEXT, offsetof(options, proof), 0, 0, NULL},
    {"strict", NULL, "refuse DIMACS that breaks the rules instead of warning", CLI_FLAG, offsetof(options, strict), 0, 0, NULL},
    {"variables", "HOW", "Datalog variables are words in upper case, or any word: upper (default) or any", CLI_CHOICE, offsetof(options, variables),
     0, 0, "upper|any"},
    {"json", NULL, "one JSON document instead of a line each", CLI_FLAG, offsetof(options, json), 0, 0, NULL},
};

const cli_verb gen_label = {
    .name = "label",
    .arguments = "PATH...",
    .summary = "exact, checked labels of files, without a catalog",
    .about = "Decides DIMACS formulas and pairs of conjunctive queries (Datalog, SPARQL, SQL): files, folders, compressed files and archives. Every answer is checked "
             "independently of the solver: a model or a "
             "homomorphism for yes, a refutation or a search tree for no. A count of models or homomorphisms is held against the label. The path - is standard "
             "input, which may hold several formulas one after the other, each with its header: they are called -#1, -#2 and so on (with --strict it must be one). "
             "`gen sample` prints such a stream.\n"
             "With --model or --proof one formula is held against a claim that someone else made: exit status 0 says it is right, 1 that it is wrong, and where (the clause of the "
             "formula, the line of the proof, or the byte of a binary one), 2 that it cannot be read. Lemmas hold by unit propagation (RUP) or as resolution asymmetric "
             "tautologies on their first literal (RAT). Deletions are honoured, but of clauses that make a unit at the root, which is sound.\n",
    .example = "  gen sample sat/uniform n=20 m=85 k=3 --seed 1 > one.cnf\n"
               "  printf 'q1(X) :- r(X,Y), r(Y,X).\\nq2(X) :- r(X,Y).\\n' > pair.dlog\n"
               "  gen label one.cnf pair.dlog --json\n"
               "  gen sample sat/uniform n=20 m=85 --count 3 --seed 1 | gen label -\n"
               "  printf 'p cnf 2 4\\n1 2 0\\n-1 2 0\\n1 -2 0\\n-1 -2 0\\n' > no.cnf\n"
               "  printf '2 0\\nd 1 2 0\\n0\\n' > no.drat\n"
               "  gen label no.cnf --proof no.drat\n"
               "  printf 'p cnf 2 2\\n1 2 0\\n-1 2 0\\n' > yes.cnf\n"
               "  printf 's SATISFIABLE\\nv -1 2 0\\n' > yes.model\n"
               "  gen label yes.cnf --model yes.model",
    .arguments_low = 1,
    .arguments_high = SIZE_MAX,
    .option = table,
    .options = sizeof table / sizeof *table,
    .size = sizeof(options),
    .run = run_label,
    .names = names,
};
