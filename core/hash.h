/* SHA-256 for content and digests, MD5 for the hash that GBD uses; incremental. */
#ifndef HBS_CORE_HASH_H
#define HBS_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_HASH_SIZE 32
#define HBS_MD5_SIZE 16

/* Room for the state, whose layout is the hashing library's own. */
typedef struct hbs_hash {
    uint64_t state[16];
} hbs_hash;
typedef struct hbs_md5 {
    uint64_t state[14];
} hbs_md5;

void hbs_hash_start(hbs_hash *hash);
void hbs_hash_add(hbs_hash *hash, const void *data, size_t size);
void hbs_hash_finish(hbs_hash *hash, uint8_t out[HBS_HASH_SIZE]);
void hbs_hash_of(const void *data, size_t size, uint8_t out[HBS_HASH_SIZE]);

void hbs_md5_start(hbs_md5 *hash);
void hbs_md5_add(hbs_md5 *hash, const void *data, size_t size);
void hbs_md5_finish(hbs_md5 *hash, uint8_t out[HBS_MD5_SIZE]);

/* Lower-case hexadecimal, 2 * size + 1 bytes with the final 0. */
void hbs_hex(const uint8_t *data, size_t size, char *out);

#ifdef __cplusplus
}
#endif
#endif
