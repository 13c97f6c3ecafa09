/* What the static analyzer cannot see from one file: that raising returns its code, and that allocating makes memory or a failure. Included before every source
 * that clang-tidy reads, except the two that define these. Macros, because the analyzer looks into no variadic function. */
#include <stdlib.h>

#include "core/memory.h"
#include "core/status.h"

void model_use(const void *used, ...);

#define hbs_raise(error, code, ...) (model_use((error), __VA_ARGS__), (code))
#define hbs_allocate(out, count, size, error) (model_use(error), (*(void **)(out) = calloc((count) + 1, (size))) ? HBS_OK : HBS_ERROR_MEMORY)
