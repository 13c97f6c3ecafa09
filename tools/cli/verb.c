/* From words to a verb, its options, its run and an exit status. */
#include "tools/cli/verb.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "tools/cli/output.h"
#include "tools/cli/wrap.h"

static const cli_verb *find(const cli_program *program, const char *name) {
    for (const cli_verb *const *verb = program->verb; *verb; verb++)
        if (!strcmp((*verb)->name, name)) return *verb;
    return NULL;
}

static hbs_status print_version(const cli_program *program, hbs_error *error) {
    return cli_print(error, "%s (hardbias) %s\n", program->name, HBS_VERSION);
}

static hbs_status print_overview(const cli_program *program, hbs_error *error) {
    hbs_status status = cli_print(error, "Usage: %s VERB [ARGUMENT...] [OPTION...]\n", program->name);
    if (status == HBS_OK) status = cli_wrap(program->summary, 0, 0, error);
    if (status == HBS_OK) status = cli_print(error, "\nVerbs:\n");

    for (const cli_verb *const *verb = program->verb; *verb && status == HBS_OK; verb++)
        status = cli_term((*verb)->name, (*verb)->summary, 14, error);
    if (status != HBS_OK) return status;
    return cli_print(error,
                     "\n`%s VERB --help` says more, with an example. Data goes to standard output,\n"
                     "talk to standard error. Exit status: 0 done, 1 a fault was found, 2 bad usage or\n"
                     "input, 3 resources or I/O, 130 interrupted. HARDBIAS_PROGRESS_SECONDS in the\n"
                     "environment is the time between signs of life in a log (180).\n",
                     program->name);
}

static hbs_status print_help(const cli_verb *verb, const cli_run *run, hbs_error *error) {
    cli_help(&run->parsed, run->terminal.title, verb->arguments, verb->about, stdout);
    hbs_status status = cli_print(error, "\nExample:\n%s\n", verb->example);
    if (status == HBS_OK && verb->names) status = verb->names(error); /* these can be long */
    return status;
}

static hbs_status check_arguments(const cli_verb *verb, const cli_run *run, hbs_error *error) {
    if (run->arguments < verb->arguments_low)
        return hbs_raise(error, HBS_ERROR_USAGE, "an argument is missing; usage: %s %s", run->terminal.title, verb->arguments);
    if (run->arguments > verb->arguments_high)
        return hbs_raise(error, HBS_ERROR_USAGE, "unexpected argument '%s'; usage: %s%s%s", run->argument[verb->arguments_high], run->terminal.title,
                         verb->arguments[0] ? " " : "", verb->arguments);
    return HBS_OK;
}

static hbs_status run_verb(const cli_program *program, const cli_verb *verb, cli_run *run, hbs_error *error) {
    alignas(max_align_t) unsigned char options[CLI_STRUCT_MAX] = {0};
    assert(verb->size <= sizeof options);
    if (verb->defaults) memcpy(options, verb->defaults, verb->size);
    run->parsed = (cli_parsed){.option = verb->option, .options = verb->options, .target = options};
    hbs_status status = cli_parse(&run->parsed, run->count - 1, (char **)(run->word + 1), error);
    run->argument = run->parsed.arguments.word;
    run->arguments = run->parsed.arguments.count;
    if (status == HBS_OK) {
        if (run->parsed.help) status = print_help(verb, run, error);
        else if (run->parsed.version) status = print_version(program, error);
        else if ((status = check_arguments(verb, run, error)) == HBS_OK) status = verb->run(run, options, error);
    }
    cli_parsed_free(&run->parsed);
    return status;
}

static hbs_status no_verb(const cli_program *program, int count, char **words, hbs_error *error) {
    if (count < 2) return hbs_raise(error, HBS_ERROR_USAGE, "no verb given; %s --help lists them", program->name);
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) return print_overview(program, error);
    if (!strcmp(words[1], "--version") || !strcmp(words[1], "-V")) return print_version(program, error);
    return hbs_raise(error, HBS_ERROR_USAGE, "unknown verb '%s'; %s --help lists them", words[1], program->name);
}

int cli_main(const cli_program *program, int count, char **words) {
    hbs_error error = {0}, at_end = {0};
    char title[64];
    const cli_verb *verb = count > 1 ? find(program, words[1]) : NULL;
    snprintf(title, sizeof title, verb ? "%s %s" : "%s", program->name, verb ? verb->name : "");
    cli_run run = {.verb = verb, .count = count, .word = words};
    cli_terminal_start(&run.terminal, title);
    run.listener = cli_terminal_listener(&run.terminal);
    hbs_status status = verb ? run_verb(program, verb, &run, &error) : no_verb(program, count, words, &error);
    const hbs_status flushed = cli_flush(&at_end); /* what was printed before a failure still counts */
    if (status == HBS_OK && flushed != HBS_OK) status = flushed, error = at_end;
    if (status != HBS_OK && error.message[0]) cli_say(&run.terminal, "%s", error.message);
    cli_terminal_finish(&run.terminal);
    return hbs_exit_status(status);
}
