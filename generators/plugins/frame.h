/* Messages between this process and the one in which a plugin runs: a frame is a length, a kind and numbers, texts and blobs. Whoever reads one believes nothing. */
#ifndef HBS_GENERATORS_PLUGINS_FRAME_H
#define HBS_GENERATORS_PLUGINS_FRAME_H

#include <stdbool.h>

#include "core/memory.h"

#define HBS_FRAME_MAX (UINT32_C(1) << 30)

typedef enum hbs_frame_kind {
    HBS_FRAME_DESCRIBE = 1,   /* asked: all descriptors of the plugin */
    HBS_FRAME_CHECK,          /* generator, values */
    HBS_FRAME_DRAW,           /* generator, values, stream */
    HBS_FRAME_CHOICE,         /* the answer to CHOOSE and WEIGH: a number */
    HBS_FRAME_RESULT,         /* said: status, message, and what was asked for */
    HBS_FRAME_CHOOSE,         /* a bound, when the stream of the unit has hooks */
    HBS_FRAME_WEIGH           /* numerator and denominator */
} hbs_frame_kind;

/* ---- writing: a buffer that holds one frame ---- */
hbs_status hbs_frame_start(hbs_bytes *frame, hbs_frame_kind kind, hbs_error *error);
hbs_status hbs_frame_signed(hbs_bytes *frame, int64_t value, hbs_error *error);
hbs_status hbs_frame_real(hbs_bytes *frame, double value, hbs_error *error);
hbs_status hbs_frame_text(hbs_bytes *frame, const char *text, hbs_error *error);   /* NULL is legal */
hbs_status hbs_frame_blob(hbs_bytes *frame, const hbs_bytes *blob, hbs_error *error);

/* ---- reading ---- */
typedef struct hbs_frame_reader {
    const uint8_t *data;
    size_t size, at;
    bool bad;   /* it ended early, or is not what was read it as; values are 0 and NULL from then on */
} hbs_frame_reader;
/* The kind, or 0 for what is no frame. */
unsigned hbs_frame_open(hbs_frame_reader *reader, const hbs_bytes *frame);
uint64_t hbs_frame_read(hbs_frame_reader *reader);
int64_t hbs_frame_read_signed(hbs_frame_reader *reader);
double hbs_frame_read_real(hbs_frame_reader *reader);
const char *hbs_frame_read_text(hbs_frame_reader *reader);   /* stands in the frame */
const uint8_t *hbs_frame_read_blob(hbs_frame_reader *reader, size_t *size);
bool hbs_frame_finished(const hbs_frame_reader *reader);     /* all was read, and was well */

/* ---- sending and receiving ---- */
typedef enum hbs_frame_end { HBS_FRAME_DONE, HBS_FRAME_CLOSED, HBS_FRAME_LATE, HBS_FRAME_STOPPED, HBS_FRAME_NONSENSE, HBS_FRAME_NO_MEMORY } hbs_frame_end;
/* How long to wait. */
typedef struct hbs_frame_patience {
    int64_t deadline;                /* milliseconds of the monotonic clock; INT64_MAX: none */
    bool (*stop)(void *context);     /* asked ten times a second: yes is HBS_FRAME_STOPPED; NULL: never */
    void *stop_context;
} hbs_frame_patience;
/* Milliseconds of the monotonic clock, `seconds` from now; 0: never. */
int64_t hbs_frame_deadline(unsigned seconds);
/* `patience` NULL: for ever. */
hbs_frame_end hbs_frame_send(int socket, hbs_bytes *frame, const hbs_frame_patience *patience);
hbs_frame_end hbs_frame_receive(int socket, hbs_bytes *frame, const hbs_frame_patience *patience);

#endif
