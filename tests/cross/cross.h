/* What a cross-check of one problem says to the loop that all share (cross.c), which labels each instance by every solver of the problem, certificates made
 * and checked. */
#ifndef HBS_TESTS_CROSS_H
#define HBS_TESTS_CROSS_H

#include "core/instance.h"
#include "core/rng.h"

typedef struct cross_subject {
    hbs_problem problem;
    const char *instances;   /* "formulas" */
    const char *yes;         /* "satisfiable" */
    const char *comment;     /* begins a comment in the text that `write` makes */
    hbs_status (*open)(void **context, hbs_error *error);
    void (*close)(void *context);
    hbs_status (*draw)(void *context, hbs_rng *rng, hbs_instance *out, hbs_error *error);
    bool (*can_solve)(const char *solver, const hbs_instance *instance);   /* NULL: each can */
    /* Counts the solutions in all ways there are; HBS_ERROR_FAULT when they differ or the label is another. *twice: two ways at least came to an end. */
    hbs_status (*count)(void *context, const hbs_instance *instance, int label, bool *twice, hbs_error *error);
    hbs_status (*write)(const hbs_instance *instance, hbs_bytes *out, hbs_error *error);
} cross_subject;

extern const cross_subject cross_checked;   /* of the file that is linked */

#endif
