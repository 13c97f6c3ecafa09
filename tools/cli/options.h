/* The options of a verb as one table: from it come parsing, range checks, `--help` and the man page, so that they cannot disagree. */
#ifndef HBS_TOOLS_CLI_OPTIONS_H
#define HBS_TOOLS_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/status.h"

#define CLI_OPTIONS_MAX 24u

typedef enum cli_kind {
    CLI_FLAG,   /* bool */
    CLI_NUMBER, /* uint64_t in low..high */
    CLI_REAL,   /* double in low..high, which count ten-thousandths */
    CLI_TEXT,   /* const char * */
    CLI_CHOICE, /* const char *, one of `choices` separated by | */
    CLI_LIST,   /* cli_words: the word after the option, and all further ones up to the next option */
    CLI_EACH    /* cli_words: the word after the option, which may be given several times */
} cli_kind;

typedef struct cli_words {
    const char **word;
    size_t count;
} cli_words;

typedef struct cli_option {
    const char *name;  /* "count": given as --count N or --count=N */
    const char *value; /* what the help calls the value: "N"; NULL for a flag */
    const char *meaning;
    cli_kind kind;
    size_t offset; /* of the member in the verb's own struct of options */
    uint64_t low, high;
    const char *choices;
} cli_option;

/* The words of a command line, sorted into a struct of options and plain arguments. */
typedef struct cli_parsed {
    const cli_option *option;
    size_t options;
    void *target;   /* the struct; holds the defaults before, the values after */
    uint32_t given; /* bit i: option i was given */
    bool help, version;
    cli_words arguments;
    cli_words *open_list;
    hbs_status status;
    hbs_error *error;
} cli_parsed;

/* words[0] is the verb. Words stay the caller's. HBS_ERROR_USAGE says which word is wrong. */
hbs_status cli_parse(cli_parsed *parsed, int count, char **words, hbs_error *error);
void cli_parsed_free(cli_parsed *parsed);
bool cli_given(const cli_parsed *parsed, const char *name);
/* Usage line, `about`, and the table. */
void cli_help(const cli_parsed *parsed, const char *title, const char *arguments, const char *about, FILE *out);

/* Decimal digits only, low..high. The error calls the value `what`. */
hbs_status cli_number(const char *text, const char *what, uint64_t low, uint64_t high, uint64_t *out, hbs_error *error);

#endif
