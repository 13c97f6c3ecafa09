/* The kernel's randomness; the one place where hardbias uses any that a seed does not fix. */
#include "tools/cli/seed.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

hbs_status cli_draw_seed(uint64_t *seed, hbs_error *error) {
    uint64_t drawn;
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        return hbs_raise(error, HBS_ERROR_IO, "no random seed from the kernel: %s; give --seed S", strerror(errno));
    *seed = drawn >> 11;
    return HBS_OK;
}
