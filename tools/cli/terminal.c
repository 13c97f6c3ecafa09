/* Messages and progress. On a terminal the progress is one line, rewritten at most five times a second once the work has taken a second; elsewhere (a log
 * file, a batch system) it is a dated line every three minutes, so that a long run shows a sign of life. A signal handler may only set a flag: these
 * two are the only variables of the program that outlive a call. */
#include "tools/cli/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/printable.h"
#include "tools/cli/wrap.h"

static volatile sig_atomic_t interrupted, on_terminal;

static void tell(int number) {
    static const char told[] = "\nstopping when the work in hand is done; once more to stop at once\n";
    const size_t skipped = number == SIGALRM; /* no line is open in a log */
    const ssize_t written = write(STDERR_FILENO, told + skipped, sizeof told - 1 - skipped);
    (void)written;
}

/* The next one of either kind ends the process. In a log it is worth a line only when a second passes. */
static void on_signal(int number) {
    const int kept = errno;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    interrupted = 1;
    if (on_terminal) tell(number);
    else alarm(1);
    errno = kept;
}

static void on_alarm(int number) {
    const int kept = errno;
    tell(number);
    errno = kept;
}

bool cli_interrupted(void) { return interrupted != 0; }

static double between(const struct timespec *from, const struct timespec *to) {
    return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

double cli_seconds(const cli_terminal *terminal) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return between(&terminal->start, &now);
}

void cli_terminal_start(cli_terminal *terminal, const char *title) {
    *terminal = (cli_terminal){.title = title, .live = isatty(STDERR_FILENO) == 1};
    on_terminal = terminal->live;
    terminal->interval = terminal->live ? .2 : 180;
    const char *wanted = getenv("HARDBIAS_PROGRESS_SECONDS");
    if (wanted && *wanted) terminal->interval = strtod(wanted, NULL);
    clock_gettime(CLOCK_MONOTONIC, &terminal->start);
    terminal->last = terminal->start;
    const struct sigaction stop = {.sa_handler = on_signal}, later = {.sa_handler = on_alarm, .sa_flags = SA_RESTART}, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGALRM, &later, NULL);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); /* a write beyond ulimit -f then fails like one to a full disk */
}

static void wipe(cli_terminal *terminal) {
    if (terminal->line_open) fputs("\r\033[K", stderr);
    terminal->line_open = false;
}

void cli_terminal_finish(cli_terminal *terminal) {
    alarm(0);
    wipe(terminal);
    fflush(stderr);
}

void cli_say(cli_terminal *terminal, const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    hbs_make_printable(line);
    wipe(terminal);
    fprintf(stderr, "%s: %s\n", terminal->title, line);
}

/* On a terminal in lines that fit, the later ones indented; elsewhere one line, for whoever searches a log. */
static void tell_wrapped(cli_terminal *terminal, const char *kind, const char *message) {
    char text[4096];
    const size_t width = cli_width_of(STDERR_FILENO);
    snprintf(text, sizeof text, "%s: %s%s", terminal->title, kind, message);
    hbs_make_printable(text);
    wipe(terminal);
    size_t indent = 0;
    for (const char *at = text; *at; at += strspn(at, " ")) {
        const size_t length = terminal->live ? cli_line(at, width - indent) : strlen(at);
        fprintf(stderr, "%*s%.*s\n", (int)indent, "", (int)length, at);
        at += length;
        indent = 4;
    }
}

static void warn(void *context, const char *message) { tell_wrapped(context, "warning: ", message); }
static void note(void *context, const char *message) { tell_wrapped(context, "", message); }

static void progress(void *context, const hbs_progress *progress) {
    cli_terminal *terminal = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (between(&terminal->last, &now) < terminal->interval || (terminal->live && between(&terminal->start, &now) < 1)) return;
    terminal->last = now;
    if (terminal->hint) note(terminal, terminal->hint);
    terminal->hint = NULL;
    char share[64] = "", date[32] = "";
    if (progress->total)
        snprintf(share, sizeof share, " of %llu (%.0f%%)", (unsigned long long)progress->total,
                 100. * (double)progress->done / (double)progress->total);
    const time_t clock = time(NULL);
    struct tm local;
    if (!terminal->live && localtime_r(&clock, &local)) strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S ", &local);
    fprintf(stderr, "%s%s%s: %s: %llu%s %s, %.0f s%s", terminal->live ? "\r\033[K" : "", date, terminal->title, progress->what,
            (unsigned long long)progress->done, share, progress->unit, between(&terminal->start, &now), terminal->live ? "" : "\n");
    terminal->line_open = terminal->live;
    fflush(stderr);
}

static bool stop(void *context) {
    (void)context;
    return interrupted != 0;
}

hbs_listener cli_terminal_listener(cli_terminal *terminal) {
    return (hbs_listener){.context = terminal, .warn = warn, .progress = progress, .stop = stop, .note = note};
}
