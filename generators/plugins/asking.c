/* All time is bounded: a worker that does not answer before the deadline is killed. That is an error and nothing else, since a clock may not decide what a dataset holds.
 * How a worker died is asked of the server, whose child it is; so this process's own children and its handling of SIGCHLD do not matter. */
#include "generators/plugins/asking.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the server ---- */

hbs_status hbs_server_open(hbs_server *server, unsigned timeout, hbs_error *error) {
    *server = (hbs_server){.control = -1, .timeout = timeout};
    const hbs_status status = hbs_server_fork(&server->process, &server->control, error);
    if (status == HBS_OK) pthread_mutex_init(&server->lock, NULL);
    return status;
}

void hbs_server_close(hbs_server *server) {
    if (server->control < 0) return;
    close(server->control);
    while (waitpid(server->process, NULL, 0) < 0 && errno == EINTR) {}
    pthread_mutex_destroy(&server->lock);
    server->control = -1;
}

static bool send_question(int control, const hbs_server_question *question, int passed) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } room = {.room = {0}};
    struct iovec part = {(void *)(uintptr_t)question, sizeof *question};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (passed >= 0) {
        message.msg_control = &room;
        message.msg_controllen = sizeof room;
        struct cmsghdr *const head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof passed);
        memcpy(CMSG_DATA(head), &passed, sizeof passed);
    }
    ssize_t sent;
    do sent = sendmsg(control, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *question;   /* a few kilobytes, one at a time: they fit, or nobody is there */
}

static bool receive_answer(int control, hbs_server_answer *answer) {
    ssize_t got;
    do got = recv(control, answer, sizeof *answer, MSG_WAITALL);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *answer;
}

static hbs_status ask_server(hbs_server *server, const hbs_server_question *question, int passed, hbs_server_answer *answer, hbs_error *error) {
    pthread_mutex_lock(&server->lock);
    const bool done = send_question(server->control, question, passed) && receive_answer(server->control, answer);
    pthread_mutex_unlock(&server->lock);
    return done ? HBS_OK : hbs_raise(error, HBS_ERROR_FAULT, "the process that starts plugins is gone: something killed it");
}

/* ---- workers ---- */

hbs_status hbs_worker_start(hbs_worker *worker, hbs_server *server, const char *file, const char *digest, hbs_error *error) {
    int pair[2];
    hbs_server_question question = {.wish = HBS_SERVER_START};
    hbs_server_answer answer = {0};
    if (worker->socket >= 0) return HBS_OK;
    if (strlen(file) >= sizeof question.file) return hbs_raise(error, HBS_ERROR_USAGE, "the path of the plugin is too long");
    memcpy(question.file, file, strlen(file) + 1);
    memcpy(question.digest, digest, sizeof question.digest);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return hbs_raise(error, HBS_ERROR_IO, "no socket for a plugin: %s", strerror(errno));
    hbs_status status = ask_server(server, &question, pair[1], &answer, error);
    close(pair[1]);
    if (status == HBS_OK && answer.process <= 0) status = hbs_raise(error, HBS_ERROR_MEMORY, "no process for a plugin: %s; use fewer threads", strerror(answer.cause));
    if (status != HBS_OK) {
        close(pair[0]);
        return status;
    }
    worker->server = server;
    worker->process = (pid_t)answer.process;
    worker->socket = pair[0];
    return HBS_OK;
}

/* Closes the socket, and the worker ends; *wait_status as waitpid has it, or -1. */
static void bury(hbs_worker *worker, int *wait_status) {
    const hbs_server_question question = {.wish = HBS_SERVER_BURY, .process = (int32_t)worker->process};
    hbs_server_answer answer = {0};
    close(worker->socket);
    worker->socket = -1;
    const hbs_status status = ask_server(worker->server, &question, -1, &answer, NULL);
    *wait_status = status == HBS_OK && answer.process ? answer.wait_status : -1;
}

void hbs_worker_end(hbs_worker *worker) {
    int wait_status;
    if (worker->socket >= 0) bury(worker, &wait_status);
    hbs_bytes_free(&worker->question);
    hbs_bytes_free(&worker->answer);
}

static const char *signal_name(int signal) {
    static const struct {
        int number;
        const char *name;
    } known[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"},
                 {SIGALRM, "SIGALRM"}, {SIGPIPE, "SIGPIPE"}, {SIGXCPU, "SIGXCPU"}, {SIGSYS, "SIGSYS"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == signal) return known[i].name;
    return "a signal";
}

/* How a worker whose socket had ended did. */
static hbs_status tell_death(int wait_status, hbs_error *error) {
    if (wait_status == -1) return hbs_raise(error, HBS_ERROR_FAULT, "its process is gone, and nobody knows how");
    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == HBS_WORKER_UNHEARD) return hbs_raise(error, HBS_ERROR_FAULT, "it closed the socket by which it answers");
    if (WIFEXITED(wait_status)) return hbs_raise(error, HBS_ERROR_FAULT, "it ended its process with exit status %d", WEXITSTATUS(wait_status));
    if (WTERMSIG(wait_status) == SIGKILL)
        return hbs_raise(error, HBS_ERROR_FAULT, "it was killed (signal %d, SIGKILL), or closed the socket by which it answers; short memory can be the cause", SIGKILL);
    return hbs_raise(error, HBS_ERROR_FAULT, "it crashed with signal %d, %s", WTERMSIG(wait_status), signal_name(WTERMSIG(wait_status)));
}

static hbs_status give_up(hbs_worker *worker, hbs_frame_end end, bool draws, hbs_error *error) {
    int wait_status;
    bury(worker, &wait_status);
    switch (end) {
    case HBS_FRAME_LATE:
        return hbs_raise(error, HBS_ERROR_FAULT, "no answer in %u s, and it was stopped; --plugin-timeout gives it longer, and a loop that rejects must ask hbs_unit_retry", worker->server->timeout);
    case HBS_FRAME_STOPPED: return hbs_raise(error, HBS_ERROR_INTERRUPTED, "stopped while it %s", draws ? "drew" : "was asked");
    case HBS_FRAME_NO_MEMORY: return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory for what it made");
    case HBS_FRAME_CLOSED: return tell_death(wait_status, error);
    case HBS_FRAME_DONE:
    case HBS_FRAME_NONSENSE: break;
    }
    return hbs_raise(error, HBS_ERROR_FAULT, "what came back cannot be read: it wrote into memory or to a descriptor that is not its own");
}

/* The frame with a choice that the worker asked for; false when it may not ask. */
static bool choose(hbs_worker *worker, hbs_rng *rng, unsigned kind, hbs_frame_reader *reader) {
    const uint64_t first = hbs_frame_read(reader), second = kind == HBS_FRAME_WEIGH ? hbs_frame_read(reader) : 0;
    uint64_t value;
    if (!rng || !hbs_frame_finished(reader)) return false;
    if (kind == HBS_FRAME_CHOOSE && rng->draw && first) value = rng->draw(rng, first);
    else if (kind == HBS_FRAME_WEIGH && rng->weigh && first && first < second) value = rng->weigh(rng, first, second);
    else return false;
    return hbs_frame_start(&worker->question, HBS_FRAME_CHOICE, NULL) == HBS_OK && hbs_bytes_varint(&worker->question, value, NULL) == HBS_OK;
}

static hbs_frame_patience patience_of(const hbs_server *server, const hbs_rng *rng) {
    hbs_frame_patience out = {.deadline = hbs_frame_deadline(server->timeout)};
    if (rng) out.stop = rng->stop, out.stop_context = rng->stop_context;
    else if (server->listener) out.stop = server->listener->stop, out.stop_context = server->listener->context;
    return out;
}

hbs_status hbs_worker_ask(hbs_worker *worker, hbs_rng *rng, hbs_frame_reader *reader, hbs_error *error) {
    const hbs_frame_patience patience = patience_of(worker->server, rng);
    for (;;) {
        hbs_frame_end end = hbs_frame_send(worker->socket, &worker->question, &patience);
        if (end == HBS_FRAME_DONE) end = hbs_frame_receive(worker->socket, &worker->answer, &patience);
        if (end != HBS_FRAME_DONE) return give_up(worker, end, rng != NULL, error);
        const unsigned kind = hbs_frame_open(reader, &worker->answer);
        if (kind == HBS_FRAME_RESULT) return HBS_OK;
        if ((kind != HBS_FRAME_CHOOSE && kind != HBS_FRAME_WEIGH) || !choose(worker, rng, kind, reader)) return give_up(worker, HBS_FRAME_NONSENSE, rng != NULL, error);
    }
}
