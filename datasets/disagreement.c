/* The name is made from the content, so that nothing is overwritten but the same instance. */
#include "datasets/disagreement.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "datasets/formats/datalog.h"
#include "datasets/formats/dimacs.h"

static hbs_status name_file(const hbs_instance *instance, char name[64], hbs_error *error) {
    hbs_status status = HBS_OK;
    uint8_t hash[HBS_HASH_SIZE];
    char hex[2 * 8 + 1];
    HBS_TRY(hbs_instance_content_hash(instance, hash, error));
    hbs_hex(hash, 8, hex);
    snprintf(name, 64, "disagreement-%s.%s", hex, instance->problem == HBS_SAT ? "cnf" : "dlog");
done:
    return status;
}

static hbs_status write_file(const char *name, const hbs_bytes *text, hbs_error *error) {
    FILE *const file = fopen(name, "w");
    if (!file) return hbs_raise(error, HBS_ERROR_IO, "%s", strerror(errno));
    bool bad = fwrite(text->data, 1, text->size, file) != text->size;
    bad |= fclose(file) != 0;
    return bad ? hbs_raise(error, HBS_ERROR_IO, "%s", strerror(errno)) : HBS_OK;
}

static hbs_status save(const hbs_instance *instance, char name[64], hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    HBS_TRY(name_file(instance, name, error));
    if (instance->problem == HBS_SAT) HBS_TRY(hbs_dimacs_write(&instance->cnf, &text, error));
    else HBS_TRY(hbs_datalog_write(&instance->pair, false, &text, error));
    HBS_TRY(write_file(name, &text, error));
done:
    hbs_bytes_free(&text);
    return status;
}

hbs_status hbs_disagreement_save(const hbs_instance *instance, hbs_error *error) {
    char name[64] = "its file";
    hbs_error reason = {0}, why = {0};
    if (error) reason = *error;
    const hbs_status status = save(instance, name, &why);
    if (status == HBS_OK) return hbs_raise(error, reason.code, "%.800s; the instance is saved in %s: please report it", reason.message, name);
    return hbs_raise(error, reason.code, "%.600s; the instance could not be saved in %s: %.200s", reason.message, name, why.message);
}
