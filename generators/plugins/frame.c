/* A frame is four bytes of length (of what follows, in this machine's order: both ends run on it), one of kind, and its values: numbers as LEB128, signed ones
 * zigzag, texts with their final 0 so that they are read where they stand, blobs by length. The two sides take turns, so at most one frame is under way in
 * each direction, and what comes behind one is nonsense. Sockets are used without blocking and waited for by poll, which is what lets a deadline hold at
 * every byte; a side that went away is an answer and never a signal. */
#include "generators/plugins/frame.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define HEAD 4u
#define ROOM ((size_t)1 << 16)
#define ASK_MILLISECONDS 100

/* ---- writing ---- */

hbs_status hbs_frame_start(hbs_bytes *frame, hbs_frame_kind kind, hbs_error *error) {
    const uint8_t head[HEAD + 1] = {0, 0, 0, 0, (uint8_t)kind};
    hbs_bytes_clear(frame);
    return hbs_bytes_append(frame, head, sizeof head, error);
}

hbs_status hbs_frame_signed(hbs_bytes *frame, int64_t value, hbs_error *error) {
    return hbs_bytes_varint(frame, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0), error);
}

hbs_status hbs_frame_real(hbs_bytes *frame, double value, hbs_error *error) { return hbs_bytes_append(frame, &value, sizeof value, error); }

hbs_status hbs_frame_text(hbs_bytes *frame, const char *text, hbs_error *error) {
    const size_t size = text ? strlen(text) + 1 : 0;
    const hbs_status status = hbs_bytes_varint(frame, size, error);
    return status == HBS_OK && size ? hbs_bytes_append(frame, text, size, error) : status;
}

hbs_status hbs_frame_blob(hbs_bytes *frame, const hbs_bytes *blob, hbs_error *error) {
    const hbs_status status = hbs_bytes_varint(frame, blob->size, error);
    return status == HBS_OK && blob->size ? hbs_bytes_append(frame, blob->data, blob->size, error) : status;
}

/* ---- reading ---- */

unsigned hbs_frame_open(hbs_frame_reader *reader, const hbs_bytes *frame) {
    *reader = (hbs_frame_reader){.data = frame->data, .size = frame->size, .at = HEAD + 1};
    return frame->size > HEAD ? frame->data[HEAD] : 0;
}

uint64_t hbs_frame_read(hbs_frame_reader *reader) {
    uint64_t value = 0;
    if (!reader->bad && hbs_read_varint(reader->data, reader->size, &reader->at, &value, NULL) != HBS_OK) reader->bad = true;
    return reader->bad ? 0 : value;
}

int64_t hbs_frame_read_signed(hbs_frame_reader *reader) {
    const uint64_t value = hbs_frame_read(reader);
    return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

/* The next `size` bytes. */
static const uint8_t *take(hbs_frame_reader *reader, uint64_t size) {
    if (reader->bad || size > reader->size - reader->at) {
        reader->bad = true;
        return NULL;
    }
    const uint8_t *const here = reader->data + reader->at;
    reader->at += (size_t)size;
    return here;
}

double hbs_frame_read_real(hbs_frame_reader *reader) {
    double value = 0;
    const uint8_t *const here = take(reader, sizeof value);
    if (here) memcpy(&value, here, sizeof value);
    return value;
}

const char *hbs_frame_read_text(hbs_frame_reader *reader) {
    const uint64_t size = hbs_frame_read(reader);
    const uint8_t *const here = size ? take(reader, size) : NULL;
    if (here && memchr(here, 0, (size_t)size) != here + size - 1) reader->bad = true;
    return reader->bad ? NULL : (const char *)here;
}

const uint8_t *hbs_frame_read_blob(hbs_frame_reader *reader, size_t *size) {
    const uint64_t length = hbs_frame_read(reader);
    const uint8_t *const here = take(reader, length);
    *size = here ? (size_t)length : 0;
    return here;
}

bool hbs_frame_finished(const hbs_frame_reader *reader) { return !reader->bad && reader->at == reader->size; }

/* ---- sending and receiving ---- */

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t hbs_frame_deadline(unsigned seconds) { return seconds ? now() + (int64_t)seconds * 1000 : INT64_MAX; }

/* At most until the next question whether to stop. */
static int shortest(const hbs_frame_patience *patience, int64_t left) {
    const int64_t most = patience->stop ? ASK_MILLISECONDS : INT32_MAX;
    return left < 0 ? 0 : (int)(left < most ? left : most);
}

/* Looks once more when the time is over: whoever was stopped for a while finds what came meanwhile. */
static hbs_frame_end wait_for(int socket, short events, const hbs_frame_patience *given) {
    static const hbs_frame_patience for_ever = {.deadline = INT64_MAX};
    const hbs_frame_patience *const patience = given ? given : &for_ever;
    for (;;) {
        const int64_t left = patience->deadline == INT64_MAX ? INT64_MAX : patience->deadline - now();
        struct pollfd one = {.fd = socket, .events = events};
        const int ready = poll(&one, 1, shortest(patience, left));
        if (ready > 0) return HBS_FRAME_DONE;
        if (ready < 0 && errno != EINTR) return HBS_FRAME_CLOSED;
        if (patience->stop && patience->stop(patience->stop_context)) return HBS_FRAME_STOPPED;
        if (ready == 0 && left <= 0) return HBS_FRAME_LATE;
    }
}

hbs_frame_end hbs_frame_send(int socket, hbs_bytes *frame, const hbs_frame_patience *patience) {
    if (frame->size <= HEAD || frame->size - HEAD > HBS_FRAME_MAX) return HBS_FRAME_NONSENSE;
    const uint32_t length = (uint32_t)(frame->size - HEAD);
    memcpy(frame->data, &length, HEAD);
    for (size_t at = 0; at < frame->size;) {
        const ssize_t sent = send(socket, frame->data + at, frame->size - at, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            at += (size_t)sent;
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) return HBS_FRAME_CLOSED;
        const hbs_frame_end end = wait_for(socket, POLLOUT, patience);
        if (end != HBS_FRAME_DONE) return end;
    }
    return HBS_FRAME_DONE;
}

/* Bytes that the frame has as far as it is known; 0: nonsense. */
static size_t whole_size(const hbs_bytes *frame) {
    uint32_t length;
    if (frame->size < HEAD) return SIZE_MAX;
    memcpy(&length, frame->data, HEAD);
    return length == 0 || length > HBS_FRAME_MAX ? 0 : (size_t)length + HEAD;
}

hbs_frame_end hbs_frame_receive(int socket, hbs_bytes *frame, const hbs_frame_patience *patience) {
    hbs_bytes_clear(frame);
    for (size_t whole = SIZE_MAX; frame->size != whole;) {
        const hbs_frame_end end = wait_for(socket, POLLIN, patience);
        if (end != HBS_FRAME_DONE) return end;
        if (hbs_grow(&frame->data, &frame->capacity, frame->size + ROOM, 1, NULL) != HBS_OK) return HBS_FRAME_NO_MEMORY;
        const ssize_t got = recv(socket, frame->data + frame->size, frame->capacity - frame->size, MSG_DONTWAIT);
        if (got == 0) return HBS_FRAME_CLOSED;
        if (got < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) return HBS_FRAME_CLOSED;
        if (got < 0) continue;
        frame->size += (size_t)got;
        whole = whole_size(frame);
        if (whole == 0 || frame->size > whole) return HBS_FRAME_NONSENSE;
    }
    return HBS_FRAME_DONE;
}
