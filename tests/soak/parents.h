/* Small instances with labels and certificates, six a label and problem: what families that augment a dataset start from. */
#ifndef HBS_TESTS_SOAK_PARENTS_H
#define HBS_TESTS_SOAK_PARENTS_H

#include "generators/parents.h"

#define SOAK_PARENTS 6u

typedef struct soak_parents {
    hbs_parent parent[2][SOAK_PARENTS];   /* by label */
    hbs_parents offer;
} soak_parents;

hbs_status soak_parents_make(soak_parents *parents, hbs_problem problem, hbs_error *error);
void soak_parents_free(soak_parents *parents);

#endif
