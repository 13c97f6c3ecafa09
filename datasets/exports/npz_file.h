/* NumPy's .npz, written as a stream: a zip of .npy arrays, none of which is ever in memory. The shape of each is known when it begins. */
#ifndef HBS_DATASETS_EXPORTS_NPZ_FILE_H
#define HBS_DATASETS_EXPORTS_NPZ_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "core/memory.h"

typedef struct hbs_npz hbs_npz;

/* An element of an array; all are little-endian. TEXT is NumPy's "<U": code points in four bytes each, `width` of them. */
typedef enum hbs_npz_kind { HBS_NPZ_INT8, HBS_NPZ_INT64, HBS_NPZ_FLOAT64, HBS_NPZ_TEXT } hbs_npz_kind;

typedef struct hbs_npz_shape {
    hbs_npz_kind kind;
    size_t width;            /* of TEXT, at least 1 */
    unsigned dimensions;     /* 1 or 2 */
    uint64_t size[2];
} hbs_npz_shape;

/* The file stays the caller's to close, after hbs_npz_close. `path` is for messages and must outlive the npz. */
hbs_status hbs_npz_open(hbs_npz **out, FILE *file, const char *path, hbs_error *error);
/* Begins the array "NAME"; the one before must be full. */
hbs_status hbs_npz_begin(hbs_npz *npz, const char *name, const hbs_npz_shape *shape, hbs_error *error);
/* One element, in row-major order, of the array's own kind (INT8 takes hbs_npz_int too). A text that is longer than the width is cut, bytes that are no UTF-8 become \xHH. */
hbs_status hbs_npz_int(hbs_npz *npz, int64_t value, hbs_error *error);
hbs_status hbs_npz_float(hbs_npz *npz, double value, hbs_error *error);
hbs_status hbs_npz_text(hbs_npz *npz, const char *text, hbs_error *error);
/* Code points of a text as hbs_npz_text writes it. */
size_t hbs_npz_text_width(const char *text);
/* Writes the directory of the zip. HBS_ERROR_FAULT when the last array is not full. */
hbs_status hbs_npz_finish(hbs_npz *npz, hbs_error *error);
void hbs_npz_free(hbs_npz *npz);   /* NULL is legal */

#endif
