/* Descriptors of strangers: taken apart in the process where the plugin is loaded, put together and judged in the one that will use them. */
#ifndef HBS_GENERATORS_PLUGINS_DESCRIPTOR_H
#define HBS_GENERATORS_PLUGINS_DESCRIPTOR_H

#include "generators/plugins/frame.h"
#include "generators/plugin.h"

#define HBS_PLUGIN_GENERATORS_MAX 256u

/* How many there are before the NULL; one more than the most when none comes. NULL is 0. */
size_t hbs_descriptors_count(const hbs_generator *const *generators);
/* What the plugin gave, as far as its own counts can be followed; of another interface only the numbers. */
hbs_status hbs_descriptors_write(const hbs_generator *const *generators, hbs_bytes *frame, hbs_error *error);

/* Is it text of 1 to 4096 bytes, in UTF-8 and without control characters? */
bool hbs_is_line(const char *text);
/* Reads one descriptor. Texts stand in the frame; *parameters is the caller's to free. check and generate are not NULL where the plugin has them, and must be
 * replaced. HBS_ERROR_INPUT names `file`, the generator and what is wrong with it. `number` counts from 1. */
hbs_status hbs_descriptor_read(hbs_frame_reader *reader, const char *file, size_t number, hbs_generator *out, hbs_parameter **parameters, hbs_error *error);

#endif
