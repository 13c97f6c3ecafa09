/* An array that lies in memory while it is small, else in a temporary file without a name that is mapped: passes over it let go of what they have left behind, so
 * that what is resident does not grow with the array. */
#ifndef HBS_CORE_SPILL_H
#define HBS_CORE_SPILL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_spill {
    void *data;               /* zeroed; in a file: to be written below `reserved` only */
    size_t size, reserved;    /* bytes; reserved: that the disk is known to have room for */
    int file;                 /* -1: in memory */
} hbs_spill;                  /* {0} is closed */

/* count * size zeroed bytes, in memory when they are `in_memory` at most, or when no temporary file can be made. */
hbs_status hbs_spill_open(hbs_spill *out, size_t count, size_t size, size_t in_memory, hbs_error *error);
void hbs_spill_close(hbs_spill *spill);
/* The bytes below `end` may be written from now on. HBS_ERROR_IO when the disk is full. */
hbs_status hbs_spill_reserve(hbs_spill *spill, size_t end, hbs_error *error);
/* A pass does not need the bytes from..to-1 any more: they leave memory, not the array. */
void hbs_spill_passed(const hbs_spill *spill, size_t from, size_t to);

#ifdef __cplusplus
}
#endif
#endif
