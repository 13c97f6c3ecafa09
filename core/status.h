/* Status codes and error text.
 *
 * Every function of the library that can fail returns an hbs_status. The text of a failure goes into an hbs_error that the
 * *caller* owns: there is no last-error state, neither global nor per thread. On failure outputs are left as they were.
 * Messages are one line: what, where (file:line:column when there is one), what to do. */
#ifndef HBS_CORE_STATUS_H
#define HBS_CORE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_status {
    HBS_OK = 0,
    HBS_ERROR_USAGE,       /* an unknown name, a value out of range, a combination that makes no sense */
    HBS_ERROR_INPUT,       /* a file, text or catalog that cannot be read as what it should be */
    HBS_ERROR_EXISTS,      /* the name is taken */
    HBS_ERROR_NOT_FOUND,   /* no such file, dataset, generator */
    HBS_ERROR_FAULT,       /* the work found a fault: a label refuted, a certificate wrong, a catalog damaged */
    HBS_ERROR_BUDGET,      /* a step or retry budget ran out */
    HBS_ERROR_BUSY,        /* somebody else holds the catalog */
    HBS_ERROR_MEMORY,      /* out of memory, or a size that this machine cannot hold */
    HBS_ERROR_IO,          /* disk full, permission, broken pipe */
    HBS_ERROR_INTERRUPTED  /* the listener asked to stop; what is committed is kept */
} hbs_status;

typedef struct hbs_error {
    hbs_status code;
    char message[1024];
} hbs_error;

/* Writes code and formatted text into `error` (which may be NULL) and returns `code`. Text that does not fit is cut. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hbs_status hbs_raise(hbs_error *error, hbs_status code, const char *format, ...);

/* The process exit status that belongs to a code: 0 done, 1 fault found, 2 usage or input, 3 resources or I/O, 130 interrupted. */
int hbs_exit_status(hbs_status code);

/* Both need a local `hbs_status status = HBS_OK;` and a label `done:` that cleans up and returns status. */
#define HBS_TRY(call)                      \
    do {                                   \
        status = (call);                   \
        if (status != HBS_OK) goto done;   \
    } while (0)
#define HBS_FAIL(error, code, ...)                        \
    do {                                                  \
        status = hbs_raise((error), (code), __VA_ARGS__); \
        goto done;                                        \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif
