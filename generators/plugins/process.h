/* The processes in which plugins run: a server, forked when nothing else runs yet, forks a worker for whoever asks; a worker loads one plugin and draws its units. */
#ifndef HBS_GENERATORS_PLUGINS_PROCESS_H
#define HBS_GENERATORS_PLUGINS_PROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "core/memory.h"
#include "generators/plugins/file.h"

typedef enum hbs_server_wish { HBS_SERVER_START = 1, HBS_SERVER_BURY } hbs_server_wish;

/* One message each way, of fixed size. With START goes the worker's end of its socket. */
typedef struct hbs_server_question {
    uint32_t wish;
    int32_t process;                  /* BURY */
    char digest[HBS_DIGEST_SIZE];     /* START: what the file must have */
    char file[PATH_MAX];
} hbs_server_question;
typedef struct hbs_server_answer {
    int32_t process;                  /* 0: there is none */
    int32_t wait_status;              /* BURY: as waitpid gives it; the worker was killed if it did not end by itself */
    int32_t cause;                    /* errno */
} hbs_server_answer;

/* Forks the server. *control is the parent's end: closing it ends server and workers. */
hbs_status hbs_server_fork(pid_t *process, int *control, hbs_error *error);

#define HBS_WORKER_UNHEARD 86   /* exit status of a worker that could not answer */
/* The worker's life: true when nobody asks any more, false when its socket failed it. For the server alone. */
bool hbs_worker_live(int socket, const char *file, const char *digest);

#endif
