/* Seeds for runs that were given none. */
#ifndef HBS_TOOLS_CLI_SEED_H
#define HBS_TOOLS_CLI_SEED_H

#include <stdint.h>

#include "core/status.h"

/* Below 2^53, so that every reader of JSON and SQL holds it exactly. HBS_ERROR_IO when the kernel gives no randomness. */
hbs_status cli_draw_seed(uint64_t *seed, hbs_error *error);

#endif
