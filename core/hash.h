/* SHA-256 and MD5 (libmd), incremental. */
#ifndef HBS_CORE_HASH_H
#define HBS_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <md5.h>
#include <sha2.h>

#define HBS_HASH_SIZE 32

typedef struct hbs_hash {
    SHA2_CTX context;
} hbs_hash;

void hbs_hash_start(hbs_hash *hash);
void hbs_hash_add(hbs_hash *hash, const void *data, size_t size);
void hbs_hash_finish(hbs_hash *hash, uint8_t out[HBS_HASH_SIZE]);
void hbs_hash_of(const void *data, size_t size, uint8_t out[HBS_HASH_SIZE]);
/* Lower-case hexadecimal, 2 * size + 1 bytes with the final 0. */
void hbs_hex(const uint8_t *data, size_t size, char *out);

#endif
