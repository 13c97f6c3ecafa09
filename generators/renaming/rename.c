/* A model has the bit of the old variable at the new one; a refutation is renamed literal by literal. */
#include "generators/renaming/rename.h"

#include <stdlib.h>

static hbs_status rename_model(hbs_certificate *certificate, uint32_t variables, const int32_t *map, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint8_t *old = NULL, *new = NULL;
    HBS_TRY(hbs_allocate(&old, (size_t)variables + 1, 1, error));
    HBS_TRY(hbs_allocate(&new, (size_t)variables + 1, 1, error));
    HBS_TRY(hbs_certificate_read_model(certificate, variables, old, error));
    for (uint32_t v = 1; v <= variables; v++) new[abs(map[v])] = map[v] > 0 ? old[v] : !old[v];
    HBS_TRY(hbs_certificate_of_model(new, variables, certificate, error));
done:
    free(old);
    free(new);
    return status;
}

static hbs_status rename_refutation(hbs_certificate *certificate, uint32_t variables, const int32_t *map, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes renamed = {0};
    const hbs_bytes *from = &certificate->bytes;
    uint64_t length, literal;
    for (size_t at = 0; at < from->size;) {
        HBS_TRY(hbs_read_varint(from->data, from->size, &at, &length, error));
        HBS_TRY(hbs_bytes_varint(&renamed, length, error));
        for (; length; length--) {
            HBS_TRY(hbs_read_varint(from->data, from->size, &at, &literal, error));
            if (literal / 2 >= variables) HBS_FAIL(error, HBS_ERROR_FAULT, "a refutation with a literal of variable %llu, and there are %u", (unsigned long long)literal / 2 + 1, variables);
            const int32_t to = map[literal / 2 + 1];
            HBS_TRY(hbs_bytes_varint(&renamed, 2 * (uint64_t)(abs(to) - 1) + ((to < 0) != (literal % 2 == 1)), error));
        }
    }
    hbs_bytes_free(&certificate->bytes);
    certificate->bytes = renamed;
    renamed = (hbs_bytes){0};
done:
    hbs_bytes_free(&renamed);
    return status;
}

hbs_status hbs_certificate_rename(hbs_certificate *certificate, uint32_t variables, const int32_t *map, hbs_error *error) {
    if (certificate->kind == HBS_CERTIFICATE_MODEL) return rename_model(certificate, variables, map, error);
    return certificate->kind == HBS_CERTIFICATE_REFUTATION ? rename_refutation(certificate, variables, map, error) : HBS_OK;
}
