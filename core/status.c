/* Errors as text in an object of the caller's: formatted once, cut when too long, and never kept anywhere else. */
#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>

hbs_status hbs_raise(hbs_error *error, hbs_status code, const char *format, ...) {
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        /* A message may quote the one before it ("gen make: %s" of error->message), so it is built aside. */
        char message[sizeof error->message];
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        error->code = code;
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return code;
}

int hbs_exit_status(hbs_status code) {
    switch (code) {
    case HBS_OK: return 0;
    case HBS_ERROR_FAULT: return 1;
    case HBS_ERROR_USAGE:
    case HBS_ERROR_INPUT:
    case HBS_ERROR_EXISTS:
    case HBS_ERROR_NOT_FOUND: return 2;
    case HBS_ERROR_BUDGET:
    case HBS_ERROR_BUSY:
    case HBS_ERROR_MEMORY:
    case HBS_ERROR_IO: return 3;
    case HBS_ERROR_INTERRUPTED: return 130;
    }
    return 3;
}
