/* Talking back through the caller's functions; a listener that is missing, or lacks the function, is silence. */
#include "core/listener.h"

#include <stdarg.h>
#include <stdio.h>

static void say(void (*to)(void *context, const char *message), void *context, const char *format, va_list arguments) {
    char message[1024];
    vsnprintf(message, sizeof message, format, arguments);
    to(context, message);
}

void hbs_warn(const hbs_listener *listener, const char *format, ...) {
    if (!listener || !listener->warn) return;
    va_list arguments;
    va_start(arguments, format);
    say(listener->warn, listener->context, format, arguments);
    va_end(arguments);
}

void hbs_note(const hbs_listener *listener, const char *format, ...) {
    if (!listener || !listener->note) return;
    va_list arguments;
    va_start(arguments, format);
    say(listener->note, listener->context, format, arguments);
    va_end(arguments);
}

void hbs_report_progress(const hbs_listener *listener, const char *what, uint64_t done, uint64_t total, const char *unit) {
    if (!listener || !listener->progress) return;
    const hbs_progress progress = {what, done, total, unit};
    listener->progress(listener->context, &progress);
}

bool hbs_should_stop(const hbs_listener *listener) { return listener && listener->stop && listener->stop(listener->context); }
