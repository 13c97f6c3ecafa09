/* The zip is libarchive's: entries are stored, not deflated, so that the bytes do not depend on the version of a compressor and an unpacked array can be mapped; no time stamps.
 * Entries above 4 GiB, and directories behind 4 GiB, become zip64, which NumPy reads. A .npy header (format 1.0, NumPy Enhancement Proposal 1) is the magic bytes, a Python
 * dictionary of type and shape, and blanks up to a multiple of 64 bytes. */
#include "datasets/exports/npz_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/utf8.h"

#define BUFFER 65536u
#define HEADER_MAX 512

struct hbs_npz {
    struct archive *zip;
    FILE *file;
    const char *path;
    int cause;               /* errno of the first write that failed; nothing is written from then on, */
    bool dropped;            /* nor when the file is given up */
    uint64_t missing;        /* elements of the array that are still to come */
    hbs_npz_shape shape;
    size_t used;
    uint8_t buffer[BUFFER];
};

static hbs_status fail(const hbs_npz *npz, hbs_error *error) {
    if (npz->cause) return hbs_raise(error, HBS_ERROR_IO, "%s: %s", npz->path, strerror(npz->cause));
    const char *why = archive_error_string(npz->zip);
    return hbs_raise(error, archive_errno(npz->zip) == ENOMEM ? HBS_ERROR_MEMORY : HBS_ERROR_IO, "%s: %s", npz->path, why ? why : "cannot be written");
}

/* Never fails as libarchive sees it: of an archive that failed, archive_write_free leaves the buffers behind. */
static la_ssize_t write_out(struct archive *zip, void *context, const void *data, size_t size) {
    hbs_npz *const npz = context;
    (void)zip;
    errno = 0;
    if (!npz->dropped && fwrite(data, 1, size, npz->file) != size) {
        npz->cause = errno ? errno : EIO;
        npz->dropped = true;
    }
    return (la_ssize_t)size;
}

void hbs_npz_free(hbs_npz *npz) {
    if (!npz) return;
    npz->dropped = true;   /* it closes the archive first, if that is still open */
    if (npz->zip) archive_write_free(npz->zip);
    free(npz);
}

hbs_status hbs_npz_open(hbs_npz **out, FILE *file, const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_npz *npz = NULL;
    HBS_TRY(hbs_allocate(&npz, 1, sizeof *npz, error));
    npz->path = path;
    npz->file = file;
    npz->zip = archive_write_new();
    if (!npz->zip) HBS_FAIL(error, HBS_ERROR_MEMORY, "%s: no memory for the archive", path);
    if (archive_write_set_format_zip(npz->zip) != ARCHIVE_OK || archive_write_zip_set_compression_store(npz->zip) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(npz->zip, 1) != ARCHIVE_OK || archive_write_open(npz->zip, npz, NULL, write_out, NULL) != ARCHIVE_OK)
        HBS_TRY(fail(npz, error));
    *out = npz;
    npz = NULL;
done:
    hbs_npz_free(npz);
    return status;
}

static hbs_status flush(hbs_npz *npz, hbs_error *error) {
    const la_ssize_t written = npz->used ? archive_write_data(npz->zip, npz->buffer, npz->used) : 0;
    if (npz->cause || written < 0 || (size_t)written != npz->used) return fail(npz, error);
    npz->used = 0;
    return HBS_OK;
}

static hbs_status put(hbs_npz *npz, const void *data, size_t size, hbs_error *error) {
    if (size > BUFFER - npz->used) {
        const hbs_status status = flush(npz, error);
        if (status != HBS_OK) return status;
    }
    memcpy(npz->buffer + npz->used, data, size);
    npz->used += size;
    return HBS_OK;
}

static uint64_t element_size(const hbs_npz_shape *shape) { return shape->kind == HBS_NPZ_INT8 ? 1 : shape->kind == HBS_NPZ_TEXT ? 4 * (uint64_t)shape->width : 8; }

/* Magic, version, length, dictionary. */
static size_t print_header(const hbs_npz_shape *shape, char out[HEADER_MAX]) {
    static const char *const type[] = {"|i1", "<i8", "<f8"};
    char text[32], sizes[64];
    snprintf(text, sizeof text, "<U%zu", shape->width);
    if (shape->dimensions == 2) snprintf(sizes, sizeof sizes, "(%llu, %llu)", (unsigned long long)shape->size[0], (unsigned long long)shape->size[1]);
    else snprintf(sizes, sizeof sizes, "(%llu,)", (unsigned long long)shape->size[0]);
    const int length = snprintf(out + 10, HEADER_MAX - 10, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", shape->kind == HBS_NPZ_TEXT ? text : type[shape->kind], sizes);
    const size_t used = 10 + (size_t)length, whole = (used + 1 + 63) / 64 * 64, dictionary = whole - 10;
    assert(length > 0 && whole <= HEADER_MAX);
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = (char)(dictionary & 0xff);
    out[9] = (char)(dictionary >> 8);
    memset(out + used, ' ', whole - used);
    out[whole - 1] = '\n';
    return whole;
}

static hbs_status begin_entry(hbs_npz *npz, const char *name, uint64_t size, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes path = {0};
    struct archive_entry *entry = archive_entry_new();
    if (!entry) HBS_FAIL(error, HBS_ERROR_MEMORY, "%s: no memory for an entry", npz->path);
    HBS_TRY(hbs_bytes_print(&path, error, "%s.npy", name));
    archive_entry_set_pathname(entry, (const char *)path.data);
    archive_entry_set_filetype(entry, S_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)size);
    if (archive_write_header(npz->zip, entry) != ARCHIVE_OK || npz->cause) HBS_TRY(fail(npz, error));
done:
    archive_entry_free(entry);
    hbs_bytes_free(&path);
    return status;
}

static hbs_status end_array(hbs_npz *npz, hbs_error *error) {
    if (npz->missing) return hbs_raise(error, HBS_ERROR_FAULT, "%s: an array ends %llu elements early", npz->path, (unsigned long long)npz->missing);
    return flush(npz, error);
}

hbs_status hbs_npz_begin(hbs_npz *npz, const char *name, const hbs_npz_shape *shape, hbs_error *error) {
    hbs_status status = HBS_OK;
    char header[HEADER_MAX];
    uint64_t elements = shape->size[0], size;
    HBS_TRY(end_array(npz, error));
    if ((shape->dimensions == 2 && __builtin_mul_overflow(elements, shape->size[1], &elements)) || __builtin_mul_overflow(elements, element_size(shape), &size) ||
        size > (uint64_t)INT64_MAX - HEADER_MAX)
        HBS_FAIL(error, HBS_ERROR_MEMORY, "%s: the array %s is too large for any file", npz->path, name);
    const size_t length = print_header(shape, header);
    HBS_TRY(begin_entry(npz, name, length + size, error));
    HBS_TRY(put(npz, header, length, error));
    npz->missing = elements;
    npz->shape = *shape;
done:
    return status;
}

static hbs_status take_one(hbs_npz *npz, hbs_error *error) {
    if (!npz->missing) return hbs_raise(error, HBS_ERROR_FAULT, "%s: more elements than the array was to have", npz->path);
    npz->missing--;
    return HBS_OK;
}

static hbs_status put_word(hbs_npz *npz, uint64_t value, size_t size, hbs_error *error) {
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> 8 * i);
    return put(npz, bytes, size, error);
}

hbs_status hbs_npz_int(hbs_npz *npz, int64_t value, hbs_error *error) {
    const hbs_status status = take_one(npz, error);
    return status == HBS_OK ? put_word(npz, (uint64_t)value, npz->shape.kind == HBS_NPZ_INT8 ? 1 : 8, error) : status;
}

hbs_status hbs_npz_float(hbs_npz *npz, double value, hbs_error *error) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const hbs_status status = take_one(npz, error);
    return status == HBS_OK ? put_word(npz, bits, 8, error) : status;
}

/* The code points that stand for the next character of a text, or for its next byte. */
static size_t code_points(const char **text, uint32_t out[4]) {
    static const char digit[] = "0123456789abcdef";
    const unsigned char byte = (unsigned char)**text;
    const size_t length = hbs_utf8_character(*text, out);
    *text += length ? length : 1;
    if (length) return 1;
    out[0] = '\\', out[1] = 'x', out[2] = (uint32_t)digit[byte >> 4], out[3] = (uint32_t)digit[byte & 15];
    return 4;
}

size_t hbs_npz_text_width(const char *text) {
    size_t width = 0;
    uint32_t ignored[4];
    while (*text) width += code_points(&text, ignored);
    return width;
}

hbs_status hbs_npz_text(hbs_npz *npz, const char *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t next[4];
    size_t at = 0, count = 0;
    HBS_TRY(take_one(npz, error));
    for (size_t i = 0; i < npz->shape.width; i++) {
        if (at == count && *text) at = 0, count = code_points(&text, next);
        HBS_TRY(put_word(npz, at < count ? next[at++] : 0, 4, error));
    }
done:
    return status;
}

hbs_status hbs_npz_finish(hbs_npz *npz, hbs_error *error) {
    const hbs_status status = end_array(npz, error);
    if (status != HBS_OK) return status;
    return archive_write_close(npz->zip) == ARCHIVE_OK && !npz->cause ? HBS_OK : fail(npz, error);
}
