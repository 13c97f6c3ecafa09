/* A gzip file or bytes as a stream of what they unpack to (RFC 1952), with the check sums and lengths that libarchive passes over. */
#ifndef HBS_DATASETS_ARCHIVES_GUNZIP_H
#define HBS_DATASETS_ARCHIVES_GUNZIP_H

#include <stdbool.h>

#include "core/memory.h"

typedef struct hbs_gunzip hbs_gunzip;

bool hbs_is_gzip(const uint8_t *data, size_t size);
/* From the descriptor, where it stands, or, if that is negative, from the bytes. Both are the caller's and must stay. */
hbs_status hbs_gunzip_open(hbs_gunzip **out, int file, const hbs_bytes *bytes, hbs_error *error);
void hbs_gunzip_close(hbs_gunzip *stream);
/* The next piece, valid until the next call; *size 0 at the end. False: *why (static) says what is damaged. Bytes behind the last part that begin no other one are left alone, and
 * hbs_gunzip_trailing tells. */
bool hbs_gunzip_next(hbs_gunzip *stream, const uint8_t **data, size_t *size, const char **why);
bool hbs_gunzip_trailing(const hbs_gunzip *stream);

#endif
