/* Hashes through Nettle, which uses the processor's SHA instructions where there are any; no hash is written here. Its state lives inside ours, so that
 * whoever includes the header needs no other. */
#include "core/hash.h"

#include <assert.h>
#include <nettle/md5.h>
#include <nettle/sha2.h>

static_assert(sizeof(struct sha256_ctx) <= sizeof(hbs_hash), "room for SHA-256");
static_assert(sizeof(struct md5_ctx) <= sizeof(hbs_md5), "room for MD5");

static struct sha256_ctx *sha256_of(hbs_hash *hash) { return (struct sha256_ctx *)(void *)hash; }
static struct md5_ctx *md5_of(hbs_md5 *hash) { return (struct md5_ctx *)(void *)hash; }

void hbs_hash_start(hbs_hash *hash) { sha256_init(sha256_of(hash)); }
void hbs_hash_add(hbs_hash *hash, const void *data, size_t size) { sha256_update(sha256_of(hash), size, data); }
void hbs_hash_finish(hbs_hash *hash, uint8_t out[HBS_HASH_SIZE]) { sha256_digest(sha256_of(hash), HBS_HASH_SIZE, out); }

void hbs_hash_of(const void *data, size_t size, uint8_t out[HBS_HASH_SIZE]) {
    hbs_hash hash;
    hbs_hash_start(&hash);
    hbs_hash_add(&hash, data, size);
    hbs_hash_finish(&hash, out);
}

void hbs_md5_start(hbs_md5 *hash) { md5_init(md5_of(hash)); }
void hbs_md5_add(hbs_md5 *hash, const void *data, size_t size) { md5_update(md5_of(hash), size, data); }
void hbs_md5_finish(hbs_md5 *hash, uint8_t out[HBS_MD5_SIZE]) { md5_digest(md5_of(hash), HBS_MD5_SIZE, out); }

void hbs_hex(const uint8_t *data, size_t size, char *out) {
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digit[data[i] >> 4];
        out[2 * i + 1] = digit[data[i] & 15];
    }
    out[2 * size] = 0;
}
