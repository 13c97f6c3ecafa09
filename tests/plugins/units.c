/* sat/hostile: one unit in `odds`, by a draw of its own stream, does what `how` says; all others are x1 or x2 .. and fine. sat/checker: its check does. */
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "generators/plugin.h"

enum { HOW, ODDS };

static const hbs_parameter parameters[] = {
    {"how", HBS_TEXT, 0, 0, "fine", "what happens"},
    {"odds", HBS_INTEGER, 1, 1000000, "10", "one unit in so many is hostile"},
};

static void *idle(void *nothing) {
    for (;;) pause();
    return nothing;
}

static volatile int *const nowhere = NULL;

static int formula(hbs_unit *unit, int claim) {
    static const uint32_t values[] = {1, 1, 1};
    hbs_unit_begin_cnf(unit, 3);
    for (int i = 0; i < 4; i++) {
        int32_t clause[2];
        hbs_unit_sample(unit, 3, 2, clause);
        for (int j = 0; j < 2; j++) clause[j]++;
        hbs_unit_clause(unit, clause, 2);
    }
    hbs_unit_claim(unit, claim);
    return claim ? hbs_unit_witness(unit, values, 3) : 0;
}

/* Whatever the host keeps behind the unit, and all else that is near, becomes other bytes. */
static void scribble(hbs_unit *unit) { memset((char *)unit + sizeof *unit, 0x5a, 700); }

static void write_to_all_descriptors(void) {
    for (int i = 3; i < 64; i++) {
        const ssize_t written = write(i, "\x05\0\0\0\x05rubbish and more rubbish", 30);
        (void)written;
    }
}

static int run_threads(hbs_unit *unit) {
    pthread_t thread;
    for (int i = 0; i < 20; i++) pthread_create(&thread, NULL, idle, NULL);
    return formula(unit, 1);
}

static int be_rude(hbs_unit *unit) {
    setlocale(LC_ALL, "de_DE.UTF-8");
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    raise(SIGINT);
    alarm(1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    if (chdir("/")) return 1;
    errno = 77;
    printf("this is no instance\n");
    fflush(stdout);
    const ssize_t written = write(1, "nor is this\n", 12);
    if (fork() == 0) idle(NULL);
    return written == 12 ? formula(unit, 1) : 1;
}

static int grow(hbs_unit *unit) {
    static int32_t clause[] = {1, 2, 3};
    hbs_unit_begin_cnf(unit, 3);
    while (hbs_unit_clause(unit, clause, 3) == 0) {}
    return 0;
}

static int do_it(hbs_unit *unit, const char *how) {
    if (!strcmp(how, "segv")) *nowhere = 1;
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "exit")) exit(0);
    if (!strcmp(how, "trap")) raise(SIGTRAP);
    if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(how, "stop")) kill(getpid(), SIGSTOP);
    if (!strcmp(how, "killserver")) kill(getppid(), SIGKILL);
    if (!strcmp(how, "loop")) for (;;) hbs_unit_below(unit, 2);
    if (!strcmp(how, "rejectforever")) for (hbs_unit_begin_cnf(unit, 3);;) hbs_unit_retry(unit);
    if (!strcmp(how, "reject")) for (hbs_unit_begin_cnf(unit, 3); hbs_unit_retry(unit);) hbs_unit_below(unit, 2);
    if (!strcmp(how, "close")) for (int i = 0; i < 64; i++) close(i);
    if (!strcmp(how, "shutdown")) for (int i = 3; i < 64; i++) shutdown(i, SHUT_RDWR);
    if (!strcmp(how, "rubbish")) write_to_all_descriptors();
    if (!strcmp(how, "scribble")) scribble(unit);
    if (!strcmp(how, "grow")) return grow(unit);
    if (!strcmp(how, "literal")) return hbs_unit_begin_cnf(unit, 3), hbs_unit_clause(unit, (const int32_t[]){1, 4}, 2);
    if (!strcmp(how, "zero")) return hbs_unit_begin_cnf(unit, 3), hbs_unit_clause(unit, (const int32_t[]){0}, 1);
    if (!strcmp(how, "least")) return hbs_unit_begin_cnf(unit, 3), hbs_unit_clause(unit, (const int32_t[]){INT32_MIN}, 1);
    if (!strcmp(how, "nothing")) return 0;
    if (!strcmp(how, "many")) return formula(unit, 1), formula(unit, 1);
    if (!strcmp(how, "wrong")) return formula(unit, 0);
    if (!strcmp(how, "witness")) return formula(unit, 1), hbs_unit_witness(unit, (const uint32_t[]){0, 0, 0}, 3);
    if (!strcmp(how, "number")) return formula(unit, 1), 42;
    if (!strcmp(how, "message")) return hbs_unit_fail(unit, "first\nsecond \033[31mred\033[0m \xff");
    if (!strcmp(how, "pair")) return hbs_unit_begin_pair(unit);
    if (!strcmp(how, "threads")) return run_threads(unit);
    if (!strcmp(how, "rude")) return be_rude(unit);
    return formula(unit, 1);
}

static int generate(hbs_unit *unit) {
    if (hbs_unit_below(unit, (uint64_t)hbs_unit_integer(unit, ODDS)) == 0) return do_it(unit, hbs_unit_text(unit, HOW));
    return formula(unit, 1);
}

static int check(hbs_unit *unit) {
    const char *const how = hbs_unit_text(unit, HOW);
    if (!strcmp(how, "segv")) *nowhere = 1;
    if (!strcmp(how, "exit")) exit(3);
    if (!strcmp(how, "loop")) for (;;) {}
    return strcmp(how, "refuse") ? 0 : hbs_unit_fail(unit, "how=refuse is refused; choose another");
}

#define DESCRIPTOR(name, check)                                                                                                                                  \
    {HBS_PLUGIN_ABI, sizeof(hbs_generator), name, "misbehaves", "a formula of four positive clauses", "not uniform: because it is a test", "if it is told to", "O(1)", "this test", \
     HBS_GENERATES_SAT, HBS_LABELS_BY_CONSTRUCTION, 1, 2, parameters, check, generate, "hostile", NULL, HBS_DENSITY_UNKNOWN}
static const hbs_generator hostile = DESCRIPTOR("sat/hostile", NULL), checker = DESCRIPTOR("sat/checker", check);

const hbs_generator *const *hbs_plugin_generators(void) {
    static const hbs_generator *const all[] = {&hostile, &checker, NULL};
    return all;
}
