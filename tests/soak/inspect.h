/* What every unit of every family must keep. */
#ifndef HBS_TESTS_SOAK_INSPECT_H
#define HBS_TESTS_SOAK_INSPECT_H

#include "generators/spaces/signature.h"
#include "generators/unit.h"
#include "solvers/solver.h"

typedef struct soak_inspector {
    hbs_labeller labeller;
    hbs_checker *checker;
    hbs_instance other;             /* decoded, shuffled or renamed */
    hbs_bytes bytes[2];
    hbs_signature signature[2];
    hbs_verdict verdict;
    hbs_certificate certificate;
    int32_t *map;
    size_t map_capacity;
    uint64_t labels[3];             /* no, yes, not known within the budget */
    uint64_t large;                 /* left to the checks that do not solve */
} soak_inspector;

hbs_status soak_inspector_open(soak_inspector *inspector, hbs_problem problem, hbs_error *error);
void soak_inspector_close(soak_inspector *inspector);
/* HBS_ERROR_FAULT says what the instance does not keep. */
hbs_status soak_inspect(soak_inspector *inspector, const hbs_generator *generator, const hbs_drawn *drawn, hbs_rng *rng, hbs_error *error);

#endif
