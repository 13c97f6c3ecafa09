/* This side of a worker: starting one, asking it, and finding out what became of it. */
#ifndef HBS_GENERATORS_PLUGINS_ASKING_H
#define HBS_GENERATORS_PLUGINS_ASKING_H

#include <pthread.h>

#include "core/listener.h"
#include "core/rng.h"
#include "generators/plugins/frame.h"
#include "generators/plugins/process.h"

/* The server, shared by all threads. */
typedef struct hbs_server {
    pid_t process;
    int control;
    unsigned timeout;          /* of a question, in seconds */
    const hbs_listener *listener;   /* asked whether to stop where no stream is there to ask; NULL: never */
    pthread_mutex_t lock;
} hbs_server;

hbs_status hbs_server_open(hbs_server *server, unsigned timeout, hbs_error *error);
void hbs_server_close(hbs_server *server);

/* One worker, for one thread at a time. */
typedef struct hbs_worker {
    hbs_server *server;
    pid_t process;
    int socket;                /* -1: there is none */
    hbs_bytes question, answer;
} hbs_worker;

/* {.socket = -1} before. Does nothing when there is one. */
hbs_status hbs_worker_start(hbs_worker *worker, hbs_server *server, const char *file, const char *digest, hbs_error *error);
void hbs_worker_end(hbs_worker *worker);
/* Sends `question` and gives a reader of the answer, which is a RESULT. Choices that the worker asks for are drawn from `rng`, if it is given and has hooks. Otherwise
 * HBS_ERROR_FAULT: the message, without any name before it, says how the worker ended; there is none then, nor after HBS_ERROR_INTERRUPTED, when `rng`, or without one the
 * server's listener, was told to stop. */
hbs_status hbs_worker_ask(hbs_worker *worker, hbs_rng *rng, hbs_frame_reader *reader, hbs_error *error);

#endif
