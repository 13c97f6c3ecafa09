/* Number in sentences: "1 instance has", "2 instances have". */
#ifndef HBS_ANALYSIS_WORDING_H
#define HBS_ANALYSIS_WORDING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline const char *hbs_one_or(uint64_t count, const char *one, const char *several) { return count == 1 ? one : several; }
static inline const char *hbs_s(uint64_t count) { return count == 1 ? "" : "s"; }

#ifdef __cplusplus
}
#endif

#endif
