/* The talking side of a command: one-line messages and progress on stderr, and Ctrl-C as a request to stop. */
#ifndef HBS_TOOLS_CLI_TERMINAL_H
#define HBS_TOOLS_CLI_TERMINAL_H

#include <stdbool.h>
#include <time.h>

#include "core/listener.h"

typedef struct cli_terminal {
    const char *title; /* "gen make": begins every line */
    bool live;         /* stderr is a terminal: one line, rewritten; else a dated line now and then */
    bool line_open;    /* a progress line stands on the terminal and must be wiped before other text */
    double interval;   /* seconds between progress lines */
    const char *hint;  /* what would be faster: said once, with the first progress line; NULL: nothing */
    struct timespec start, last;
} cli_terminal;

/* Catches SIGINT and SIGTERM (the second one kills; a line says so, at once on a terminal, in a log when a second passes), takes SIGALRM, and ignores SIGPIPE and SIGXFSZ. HARDBIAS_PROGRESS_SECONDS, a number, replaces the interval. */
void cli_terminal_start(cli_terminal *terminal, const char *title);
void cli_terminal_finish(cli_terminal *terminal);
/* A listener that talks through the terminal; valid as long as it. */
hbs_listener cli_terminal_listener(cli_terminal *terminal);
/* One line on stderr that begins with the title. Line breaks and control characters in the text are made visible. */
__attribute__((format(printf, 2, 3))) void cli_say(cli_terminal *terminal, const char *format, ...);
double cli_seconds(const cli_terminal *terminal); /* since the start */
bool cli_interrupted(void);

#endif
