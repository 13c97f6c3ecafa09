/* Where between two values of a parameter do the labels turn? Found by bisection on solved samples. */
#ifndef HBS_DATASETS_MAKE_CALIBRATE_H
#define HBS_DATASETS_MAKE_CALIBRATE_H

#include "core/listener.h"
#include "core/statistics.h"
#include "generators/params.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_calibrate_options {
    const char *parameter;   /* an integer or rational parameter of the generator */
    int64_t low, high;       /* where to look, low < high: */
    int64_t denominator;     /* at low/denominator, (low + 1)/denominator, .. high/denominator; 0 and integers: 1 */
    double target;           /* wanted P(label = 1), in (0,1) */
    uint64_t count;          /* instances drawn and solved at each value that is tried */
    uint64_t seed;
    double level;            /* of the intervals */
    const char *solver;      /* NULL: auto */
    uint64_t budget;         /* solver steps an instance; 0: none */
    const hbs_listener *listener;
} hbs_calibrate_options;

/* What was seen at one value. */
typedef struct hbs_calibration_point {
    int64_t value;           /* times 1/denominator, like those of hbs_calibration */
    uint64_t label[2], unknown;
    uint64_t effort;         /* of all together, in the solver's steps */
    hbs_estimate share;      /* of label 1 among the known ones */
    uint64_t print;          /* of the instances: equal ones have equal prints */
} hbs_calibration_point;

typedef struct hbs_calibration {
    hbs_calibration_point *point;   /* ascending by value */
    size_t points, capacity;
    int64_t value;                  /* the neighbour of the crossing whose share is nearer to the target */
    int64_t low, high;              /* values whose interval holds the target reach from here to here */
} hbs_calibration;                  /* {0} is valid */

void hbs_calibration_free(hbs_calibration *calibration);
/* The point of a value that was tried, or NULL. */
const hbs_calibration_point *hbs_calibration_at(const hbs_calibration *calibration, int64_t value);

/* P(label = 1) is taken to be monotone in the parameter; the other settings stay, ranges are drawn anew by unit. All values are tried on the same units, so the answer
 * depends on generator, settings and options alone, and close values differ by less than independent samples would. `settings` is left with the value found. HBS_ERROR_USAGE:
 * no such number to set, units of several instances, a value that the generator refuses, a target that does not lie between the shares at low and high;
 * HBS_ERROR_BUDGET: no label known at a value. O(log(high - low)) samples. */
hbs_status hbs_calibrate(const hbs_generator *generator, hbs_settings *settings, const hbs_calibrate_options *options, hbs_calibration *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
