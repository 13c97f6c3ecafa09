/* The file is made in $TMPDIR, /var/tmp or /tmp (as SQLite does) and has no name from the start, so nothing is left behind whatever happens. It is sparse; room on the
 * disk is reserved ahead of what is written, since a store into a mapped page that the disk has no room for kills the process (SIGBUS) instead of failing. Pages
 * that are let go stay in the page cache while the machine has memory to spare, and come back without a read then. Where /tmp is memory too (tmpfs), this saves
 * nothing: TMPDIR says where else. */
#include "core/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/memory.h"

#define RESERVED_AHEAD ((size_t)8 << 20)

static int open_in(const char *folder) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/hardbias-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof path) return -1;
    const int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return file;
}

static int open_somewhere(void) {
    const char *const asked = getenv("TMPDIR");
    int file = asked && *asked ? open_in(asked) : -1;
    if (file < 0) file = open_in("/var/tmp");
    return file < 0 ? open_in("/tmp") : file;
}

/* False when there is no such file: then memory has to do. */
static bool map_file(hbs_spill *spill, size_t bytes) {
    const int file = open_somewhere();
    if (file < 0) return false;
    void *const data = ftruncate(file, (off_t)bytes) == 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (data == MAP_FAILED) {
        close(file);
        return false;
    }
    *spill = (hbs_spill){.data = data, .size = bytes, .file = file};
    return true;
}

hbs_status hbs_spill_open(hbs_spill *out, size_t count, size_t size, size_t in_memory, hbs_error *error) {
    const bool is_large = size && count > in_memory / size && count <= INT64_MAX / size;
    if (is_large && map_file(out, count * size)) return HBS_OK;
    void *data = NULL;
    const hbs_status status = hbs_allocate(&data, count, size, error);
    if (status == HBS_OK) *out = (hbs_spill){.data = data, .size = count * size, .reserved = count * size, .file = -1};
    return status;
}

void hbs_spill_close(hbs_spill *spill) {
    if (!spill || !spill->data) return;
    if (spill->file < 0) {
        free(spill->data);
    } else {
        munmap(spill->data, spill->size);
        close(spill->file);
    }
    *spill = (hbs_spill){0};
}

hbs_status hbs_spill_reserve(hbs_spill *spill, size_t end, hbs_error *error) {
    if (end <= spill->reserved) return HBS_OK;
    const size_t ahead = spill->size - spill->reserved < RESERVED_AHEAD ? spill->size - spill->reserved : RESERVED_AHEAD;
    const size_t wanted = end - spill->reserved > ahead ? end - spill->reserved : ahead;
    int code;
    do code = posix_fallocate(spill->file, (off_t)spill->reserved, (off_t)wanted);
    while (code == EINTR);
    if (code)
        return hbs_raise(error, HBS_ERROR_IO, "a temporary file of %zu MB: %s; set TMPDIR to a folder with room", spill->size >> 20, strerror(code));
    spill->reserved += wanted;
    return HBS_OK;
}

/* Whole pages; one that is still needed comes back by itself. */
void hbs_spill_passed(const hbs_spill *spill, size_t from, size_t to) {
    if (spill->file < 0 || !spill->data) return;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), start = from / page * page;
    if (to > spill->size) to = spill->size;
    if (to > start) (void)madvise((char *)spill->data + start, to - start, MADV_DONTNEED);
}
