/* What is written beside the output and takes its name once all is there. */
#ifndef HBS_DATASETS_EXPORTS_UNFINISHED_H
#define HBS_DATASETS_EXPORTS_UNFINISHED_H

#include <stdbool.h>

#include "core/listener.h"
#include "core/status.h"

typedef struct hbs_unfinished {
    char *path;      /* NAME.part-PROCESS */
    bool folder;
    int lock;
} hbs_unfinished;

/* Makes it, empty, and first removes what exports of the same output that were killed have left. */
hbs_status hbs_unfinished_open(hbs_unfinished *part, const char *output, bool folder, const hbs_listener *listener, hbs_error *error);
/* Gives it the output's name. */
hbs_status hbs_unfinished_finish(hbs_unfinished *part, const char *output, hbs_error *error);
/* Removes it if it is unfinished. {.lock = -1} is legal. */
void hbs_unfinished_close(hbs_unfinished *part);

#endif
