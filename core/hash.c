/* Hashes through libmd, so that no hash is written here: SHA-256 for content and digests, MD5 for the hash that GBD uses. */
#include "core/hash.h"

void hbs_hash_start(hbs_hash *hash) { SHA256Init(&hash->context); }
void hbs_hash_add(hbs_hash *hash, const void *data, size_t size) { SHA256Update(&hash->context, data, size); }
void hbs_hash_finish(hbs_hash *hash, uint8_t out[HBS_HASH_SIZE]) { SHA256Final(out, &hash->context); }

void hbs_hash_of(const void *data, size_t size, uint8_t out[HBS_HASH_SIZE]) {
    hbs_hash hash;
    hbs_hash_start(&hash);
    hbs_hash_add(&hash, data, size);
    hbs_hash_finish(&hash, out);
}

void hbs_hex(const uint8_t *data, size_t size, char *out) {
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digit[data[i] >> 4];
        out[2 * i + 1] = digit[data[i] & 15];
    }
    out[2 * size] = 0;
}
