/* One unit over a frame: values and stream go to the process of the plugin, status, stream and instances come back, and are believed as little as any stranger's bytes. */
#ifndef HBS_GENERATORS_PLUGINS_UNIT_H
#define HBS_GENERATORS_PLUGINS_UNIT_H

#include "generators/plugins/frame.h"
#include "generators/unit.h"

/* Everything that a unit is asked with. */
hbs_status hbs_question_write(hbs_frame_kind kind, uint32_t generator, const hbs_drawing *drawing, hbs_bytes *frame, hbs_error *error);
/* In the plugin's process: values point into the frame; the stream has no hooks, and *hooked says that it should. false: the frame is not of `generator_count` generators. */
bool hbs_question_read(hbs_frame_reader *reader, size_t generator_count, uint32_t *generator, hbs_values *values, hbs_drawing *drawing, bool *hooked);

/* What was drawn, or why not. `payload` is room. */
hbs_status hbs_answer_write(const hbs_drawing *drawing, hbs_status result, const char *message, bool drawn, hbs_bytes *payload, hbs_bytes *frame, hbs_error *error);
/* Into the drawing: its status is raised, or its instances and stream are replaced. The returned status is the drawing's. `from` is named in messages. */
hbs_status hbs_answer_read(hbs_frame_reader *reader, hbs_drawing *drawing, bool drawn, const char *from);

#endif
