/* One formula and one claim, each the only member of its path, so that a compressed proof or formula just works. */
#include "tools/gen/claim.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/wording.h"
#include "datasets/archives/archives.h"
#include "datasets/formats/dimacs.h"
#include "datasets/imports/source.h"
#include "solvers/checking/drat.h"
#include "solvers/checking/model_text.h"
#include "tools/cli/output.h"

typedef struct checking {
    const claim *given;
    cli_run *run;
    const char *path, *file; /* of the formula, of the claim */
    hbs_cnf cnf;
    unsigned members;
    hbs_model_counts model;
    hbs_drat_counts proof;
    hbs_status verdict;      /* HBS_OK: right; HBS_ERROR_FAULT: wrong, and `why` says where */
    hbs_error why;
} checking;

static hbs_status count_member(checking *work, const char *path, hbs_error *error) {
    if (!work->members++) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_INPUT, "%s: holds several files; a claim is checked for one formula", path);
}

static hbs_status read_formula(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    checking *const work = context;
    hbs_problem problem = HBS_SAT;
    hbs_status status = HBS_OK;
    HBS_TRY(count_member(work, work->path, error));
    if (!strcmp(work->path, "-")) name = "-";
    if (work->given->problem) HBS_TRY(hbs_problem_parse(work->given->problem, &problem, error));
    else if (!hbs_source_problem(name, text, length, &problem)) problem = HBS_SAT;
    if (problem != HBS_SAT)
        HBS_FAIL(error, HBS_ERROR_USAGE, "%s: holds pairs of queries; --model and --proof are about formulas", name);
    HBS_TRY(hbs_dimacs_read(&work->cnf, text, length, name, work->given->strict, &work->run->listener, error));
done:
    return status;
}

static hbs_status check_claim(void *context, const char *name, const char *text, size_t length, hbs_error *error) {
    checking *const work = context;
    const hbs_status status = count_member(work, work->file, error);
    if (status != HBS_OK) return status;
    if (!strcmp(work->file, "-")) name = "-";
    work->verdict = work->given->model ? hbs_model_text_check(&work->cnf, text, length, name, &work->model, &work->why)
                                       : hbs_drat_check(&work->cnf, text, length, name, &work->proof, &work->why);
    if (work->verdict == HBS_OK || work->verdict == HBS_ERROR_FAULT) return HBS_OK;
    return hbs_raise(error, work->verdict, "%s", work->why.message);
}

static hbs_status read_member(checking *work, const char *path, hbs_member_function member, hbs_error *error) {
    const char *const file = strcmp(path, "-") ? path : "/dev/stdin";
    struct stat info;
    if (path == work->file && stat(file, &info) == 0 && S_ISDIR(info.st_mode)) return hbs_raise(error, HBS_ERROR_INPUT, "%s: a folder; give one file", path);
    work->members = 0;
    const hbs_status status = hbs_members(&file, 1, member, work, &work->run->listener, error);
    if (status != HBS_OK || work->members) return status;
    return hbs_raise(error, HBS_ERROR_INPUT, "%s: no file in it", path);
}

static hbs_status print_text(const checking *work, hbs_error *error) {
    const hbs_drat_counts *const proof = &work->proof;
    if (work->given->model)
        return cli_print_line(error, "%s: satisfiable, the model is right (%" PRIu64 " of %" PRIu32 " variables given, %zu clause%s satisfied)", work->path, work->model.given,
                              work->cnf.variables, work->cnf.clauses, hbs_s(work->cnf.clauses));
    return cli_print_line(error, "%s: unsatisfiable, the proof is right (%" PRIu64 " lemma%s, %" PRIu64 " by RAT, %" PRIu64 " deletion%s)", work->path, proof->lemmas,
                          hbs_s(proof->lemmas), proof->rat, proof->deletions, hbs_s(proof->deletions));
}

static json_t *place(uint64_t number, bool is) { return is && number ? cli_json_unsigned(number) : json_null(); }

static hbs_status print_json(const checking *work, hbs_error *error) {
    const bool right = work->verdict == HBS_OK, model = work->given->model != NULL;
    const hbs_drat_counts *const proof = &work->proof;
    json_t *document =
        json_pack("{s:o, s:s, s:o, s:b, s:o, s:o, s:o, s:o}", "path", cli_json_text(work->path), "claim", model ? "model" : "proof", "file", cli_json_text(work->file),
                  "right", (int)right, "label", right ? json_integer(model) : json_null(), "answer", cli_json_text(right ? hbs_label_name(HBS_SAT, model) : NULL),
                  "wrong", cli_json_text(right ? NULL : work->why.message), "variables", cli_json_unsigned(work->cnf.variables));
    json_t *more =
        model ? json_pack("{s:o, s:o, s:o}", "clauses", cli_json_unsigned(work->cnf.clauses), "given", cli_json_unsigned(work->model.given), "wrong_clause",
                          place(work->model.clause, !right))
              : json_pack("{s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "clauses", cli_json_unsigned(work->cnf.clauses), "binary", (int)proof->binary, "lemmas",
                          cli_json_unsigned(proof->lemmas), "rat", cli_json_unsigned(proof->rat), "deletions", cli_json_unsigned(proof->deletions), "deletions_ignored",
                          cli_json_unsigned(proof->ignored), "wrong_line", place(proof->place, !right && !proof->binary), "wrong_byte",
                          place(proof->place, !right && proof->binary));
    if (!document || !more || json_object_update(document, more)) {
        json_decref(document);
        document = NULL;
    }
    json_decref(more);
    return cli_json_print(document, error);
}

hbs_status claim_check(cli_run *run, const claim *given, hbs_error *error) {
    hbs_status status = HBS_OK;
    checking work = {.given = given, .run = run, .path = run->argument[0], .file = given->model ? given->model : given->proof};
    if (given->model && given->proof) HBS_FAIL(error, HBS_ERROR_USAGE, "--model and --proof claim opposite answers; give one");
    if (run->arguments != 1) HBS_FAIL(error, HBS_ERROR_USAGE, "--model and --proof are about one formula; give one PATH");
    if (!strcmp(work.path, "-") && !strcmp(work.file, "-")) HBS_FAIL(error, HBS_ERROR_USAGE, "formula and claim cannot both be standard input; give a file for one");
    HBS_TRY(read_member(&work, work.path, read_formula, error));
    HBS_TRY(read_member(&work, work.file, check_claim, error));
    if (given->json) HBS_TRY(print_json(&work, error));
    else if (work.verdict == HBS_OK) HBS_TRY(print_text(&work, error));
    if (work.verdict != HBS_OK) HBS_FAIL(error, work.verdict, "%.400s: %.600s", work.path, work.why.message);
done:
    hbs_cnf_free(&work.cnf);
    return status;
}
