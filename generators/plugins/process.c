/* The server is forked before there are threads and does nothing but fork, so a worker starts from a process with one thread and nothing open: no catalog's descriptor
 * can be written to, no lock is held by someone who does not exist there. Standard output of the workers is standard error, since data goes to the one, and input is empty.
 * A worker is a group of processes of its own: the terminal's Ctrl-C does not reach it, and whatever the plugin forks goes with it. When the parent goes, however it goes, the
 * server reads the end of its socket and kills all workers; when the server goes, the kernel does (Linux). These are processes of their own, so here alone the library
 * sets signals and ends processes. */
#include "generators/plugins/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define SERVER_SOCKET 3
#define PATIENCE 100   /* steps of 2 ms in which a worker that closed its socket may end by itself */

/* ---- a clean process ---- */

static void close_from(int first) {
#ifdef __linux__
    if (close_range((unsigned)first, ~0u, 0) == 0) return;
#endif
    const long last = sysconf(_SC_OPEN_MAX);
    for (int i = first; i < (last > 0 && last < 65536 ? (int)last : 65536); i++) close(i);
}

/* Default for all signals, but for those of terminals and pipes, which are the parent's business. */
static void reset_signals(void) {
    static const int ignored[] = {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGPIPE, SIGTTOU, SIGTTIN};
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int i = 1; i < NSIG; i++) sigaction(i, &action, NULL);
    action.sa_handler = SIG_IGN;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) sigaction(ignored[i], &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* `socket` becomes SERVER_SOCKET, and is all that is open but the three of a terminal. */
static void become_clean(int socket) {
    const struct rlimit no_core = {0, 0};
    const int kept = fcntl(socket, F_DUPFD, SERVER_SOCKET + 2), nothing = open("/dev/null", O_RDWR);   /* the parent may run without the first three */
    reset_signals();
    dup2(nothing, 0);
    if (fcntl(2, F_GETFD) < 0) dup2(nothing, 2);
    dup2(2, 1);
    dup2(kept, SERVER_SOCKET);
    close_from(SERVER_SOCKET + 1);
    setrlimit(RLIMIT_CORE, &no_core);
    setpgid(0, 0);
}

/* ---- the server ---- */

typedef struct server {
    pid_t *worker;
    size_t workers, capacity;
} server;

/* Reads the question and the descriptor that may come with it; false at the end. */
static bool receive(hbs_server_question *question, int *passed) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    size_t at = 0;
    *passed = -1;
    while (at < sizeof *question) {
        struct iovec part = {(char *)question + at, sizeof *question - at};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        const ssize_t got = recvmsg(SERVER_SOCKET, &message, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        const struct cmsghdr *const head = CMSG_FIRSTHDR(&message);
        if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) memcpy(passed, CMSG_DATA(head), sizeof *passed);
        at += (size_t)got;
    }
    question->digest[sizeof question->digest - 1] = question->file[sizeof question->file - 1] = 0;
    return true;
}

_Noreturn static void be_worker(int socket, const hbs_server_question *question) {
    become_clean(socket);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int badness = open("/proc/self/oom_score_adj", O_WRONLY);   /* short memory is the plugin's fault first */
    if (badness >= 0) {
        const ssize_t written = write(badness, "1000", 4);
        (void)written;
        close(badness);
    }
#endif
    _exit(hbs_worker_live(SERVER_SOCKET, question->file, question->digest) ? 0 : HBS_WORKER_UNHEARD);
}

static void start(server *self, const hbs_server_question *question, int socket, hbs_server_answer *answer) {
    if (hbs_grow(&self->worker, &self->capacity, self->workers + 1, sizeof *self->worker, NULL) != HBS_OK) {
        answer->cause = ENOMEM;
        return;
    }
    const pid_t process = fork();
    if (process == 0) be_worker(socket, question);
    if (process > 0) {
        setpgid(process, process);   /* both sides do: whoever is first */
        self->worker[self->workers++] = process;
        answer->process = (int32_t)process;
    } else {
        answer->cause = errno;
    }
}

static void pause_shortly(void) {
    const struct timespec time = {0, 2000000};
    nanosleep(&time, NULL);
}

static void bury(server *self, pid_t process, hbs_server_answer *answer) {
    size_t i = 0;
    int status = 0;
    while (i < self->workers && self->worker[i] != process) i++;
    if (i == self->workers) return;
    self->worker[i] = self->worker[--self->workers];
    pid_t gone = waitpid(process, &status, WNOHANG);
    for (int wait = 0; gone == 0 && wait < PATIENCE; wait++) {
        pause_shortly();
        gone = waitpid(process, &status, WNOHANG);
    }
    kill(-process, SIGKILL);
    while (gone == 0 || (gone < 0 && errno == EINTR)) gone = waitpid(process, &status, 0);
    answer->process = (int32_t)process;
    answer->wait_status = status;
}

_Noreturn static void serve(int control) {
    server self = {0};
    hbs_server_question question;
    int passed;
    become_clean(control);
    while (receive(&question, &passed)) {
        hbs_server_answer answer = {0};
        if (question.wish == HBS_SERVER_START && passed >= 0) start(&self, &question, passed, &answer);
        if (question.wish == HBS_SERVER_BURY) bury(&self, (pid_t)question.process, &answer);
        if (passed >= 0) close(passed);
        if (send(SERVER_SOCKET, &answer, sizeof answer, 0) != (ssize_t)sizeof answer) break;
    }
    for (size_t i = 0; i < self.workers; i++) kill(-self.worker[i], SIGKILL);
    _exit(0);
}

hbs_status hbs_server_fork(pid_t *process, int *control, hbs_error *error) {
    int pair[2];
    sigset_t all, before;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return hbs_raise(error, HBS_ERROR_IO, "no socket for the process of plugins: %s", strerror(errno));
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);   /* no handler of this program may run in that one */
    *process = fork();
    if (*process == 0) serve(pair[1]);
    const int cause = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(pair[1]);
    if (*process > 0) {
        *control = pair[0];
        return HBS_OK;
    }
    close(pair[0]);
    return hbs_raise(error, HBS_ERROR_MEMORY, "the process in which plugins run cannot be started: %s", strerror(cause));
}
