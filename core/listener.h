/* How long-running work talks back: warnings, progress, and whether to stop. The library itself never prints. */
#ifndef HBS_CORE_LISTENER_H
#define HBS_CORE_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_progress {
    const char *what;   /* "make train", "reference of train" */
    uint64_t done, total; /* total 0: not known */
    const char *unit;   /* "units", "instances", "files" */
} hbs_progress;

/* Any member may be NULL; a NULL listener is silent and never stops. All are called from the thread that called the
 * library function, never from its workers. */
typedef struct hbs_listener {
    void *context;
    void (*warn)(void *context, const char *message);
    void (*progress)(void *context, const hbs_progress *progress);
    bool (*stop)(void *context);   /* true: finish what is in hand, keep it, return HBS_ERROR_INTERRUPTED */
    void (*note)(void *context, const char *message);   /* what was done, where that could have been otherwise: no warning */
} hbs_listener;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void hbs_warn(const hbs_listener *listener, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void hbs_note(const hbs_listener *listener, const char *format, ...);
void hbs_report_progress(const hbs_listener *listener, const char *what, uint64_t done, uint64_t total, const char *unit);
bool hbs_should_stop(const hbs_listener *listener);

#ifdef __cplusplus
}
#endif
#endif
