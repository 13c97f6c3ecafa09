/* zlib's inflate with its gzip wrapper, which compares check sum and length at the end of each part. Parts that follow each other are one stream (RFC 1952, 2.2); zeros behind
 * the last one are padding, as tapes leave it. Memory is two blocks. */
#include "datasets/archives/gunzip.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#define BLOCK ((size_t)1 << 16)
#define WRAPPED (MAX_WBITS + 16)   /* zlib's word for gzip */

struct hbs_gunzip {
    z_stream zlib;
    int file;
    const hbs_bytes *bytes;
    size_t used;               /* of the bytes */
    bool open, within, ended, trailing;
    uint8_t in[BLOCK], out[BLOCK];
};

bool hbs_is_gzip(const uint8_t *data, size_t size) { return size >= 2 && data[0] == 0x1f && data[1] == 0x8b; }

void hbs_gunzip_close(hbs_gunzip *stream)
{
    if (!stream) return;
    if (stream->open) inflateEnd(&stream->zlib);
    free(stream);
}

hbs_status hbs_gunzip_open(hbs_gunzip **out, int file, const hbs_bytes *bytes, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_gunzip *stream = NULL;
    HBS_TRY(hbs_allocate(&stream, 1, sizeof *stream, error));
    stream->file = file;
    stream->bytes = bytes;
    stream->open = inflateInit2(&stream->zlib, WRAPPED) == Z_OK;
    if (!stream->open) HBS_FAIL(error, HBS_ERROR_MEMORY, "out of memory while a gzip file is opened; close other programs");
    stream->within = true;
    *out = stream;
    stream = NULL;
done:
    hbs_gunzip_close(stream);
    return status;
}

/* More packed bytes, if there are. False: the file cannot be read. */
static bool refill(hbs_gunzip *stream)
{
    ssize_t got = 0;
    if (stream->zlib.avail_in) return true;
    if (stream->file >= 0) {
        do got = read(stream->file, stream->in, BLOCK);
        while (got < 0 && errno == EINTR);
        stream->zlib.next_in = stream->in;
    } else {
        const size_t left = stream->bytes->size - stream->used;
        got = (ssize_t)(left < BLOCK ? left : BLOCK);
        stream->zlib.next_in = stream->bytes->data + stream->used;
        stream->used += (size_t)got;
    }
    if (got < 0) return false;
    stream->zlib.avail_in = (uInt)got;
    return true;
}

/* Behind the end of a part: another one, padding, or something else. Its first byte is enough to tell, since inflate looks at the second. */
static bool start_next_part(hbs_gunzip *stream)
{
    for (;;) {
        if (!refill(stream)) return false;
        if (!stream->zlib.avail_in) break;
        if (*stream->zlib.next_in) {
            stream->within = *stream->zlib.next_in == 0x1f;
            stream->trailing = !stream->within;
            break;
        }
        stream->zlib.next_in++;
        stream->zlib.avail_in--;
    }
    stream->ended = !stream->within;
    return stream->ended || inflateReset(&stream->zlib) == Z_OK;
}

static bool inflate_some(hbs_gunzip *stream, const char **why)
{
    *why = "its disk cannot be read";
    if (!refill(stream)) return false;
    *why = "the gzip file is cut off";
    if (!stream->zlib.avail_in) return false;
    const int result = inflate(&stream->zlib, Z_NO_FLUSH);
    *why = result == Z_MEM_ERROR ? "out of memory" : stream->zlib.msg ? stream->zlib.msg : "damaged gzip data";
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) return false;
    stream->within = result != Z_STREAM_END;
    return true;
}

bool hbs_gunzip_next(hbs_gunzip *stream, const uint8_t **data, size_t *size, const char **why)
{
    *size = 0;
    *data = stream->out;
    stream->zlib.next_out = stream->out;
    stream->zlib.avail_out = BLOCK;
    while (!stream->ended && stream->zlib.avail_out) {
        *why = "its disk cannot be read";
        if (!stream->within && !start_next_part(stream)) return false;
        if (stream->within && !inflate_some(stream, why)) return false;
    }
    *size = BLOCK - stream->zlib.avail_out;
    return true;
}

bool hbs_gunzip_trailing(const hbs_gunzip *stream) { return stream->trailing; }
