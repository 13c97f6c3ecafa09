/* A program is a table of verbs; a verb is one file. */
#ifndef HBS_TOOLS_CLI_VERB_H
#define HBS_TOOLS_CLI_VERB_H

#include "core/listener.h"
#include "tools/cli/options.h"
#include "tools/cli/terminal.h"

typedef struct cli_verb cli_verb;

/* One run of a verb. */
typedef struct cli_run {
    const cli_verb *verb;
    cli_parsed parsed;
    const char *const *argument; /* the words that are no options */
    size_t arguments;
    cli_terminal terminal;
    hbs_listener listener;
    int count; /* the command line as given, from the program's name on */
    char *const *word;
} cli_run;

struct cli_verb {
    const char *name;
    const char *arguments; /* "CATALOG DATASET.." for the usage line */
    const char *summary;   /* one line in the program's help */
    const char *about;     /* what it does, for its own help */
    const char *example;   /* command lines that work as they stand, in an empty folder */
    size_t arguments_low, arguments_high;
    const cli_option *option;
    size_t options;
    const void *defaults; /* the struct of options as it starts; NULL: none */
    size_t size;          /* of that struct, at most CLI_STRUCT_MAX */
    /* Prints data by output.h and talks through run->terminal. What it returns becomes the exit status, the error's text the last line on stderr. */
    hbs_status (*run)(cli_run *run, const void *options, hbs_error *error);
    hbs_status (*names)(hbs_error *error); /* prints, within the help, the names that some option or argument can take; may be NULL */
};

#define CLI_STRUCT_MAX 512u

typedef struct cli_program {
    const char *name, *summary;
    const cli_verb *const *verb; /* NULL-terminated */
} cli_program;

/* The whole of main(): exit status 0 done, 1 a fault was found, 2 usage or input, 3 resources or I/O, 130 interrupted. */
int cli_main(const cli_program *program, int count, char **words);

#endif
