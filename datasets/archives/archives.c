/* Files, folders and what is in them, as one stream of members.
 *
 * What a file is follows from its first bytes, never from its name. Text (no control bytes among the first 512) goes to the caller as it is, which is faster and
 * keeps text from being taken for an exotic format. All else is opened as an archive or compressed file (archive_members.c), and so is a member that is again
 * compressed (a .tar of .cnf.xz files), up to NESTING levels.
 *
 * Untrusted sizes: in memory are what waits for its turn and the member in hand, each never above the limit, a nested archive's beside those of the one around it;
 * the bytes that all members of one file unpack to may be at most TOTAL_FLOOR + HBS_WALK_RATIO times its own size, so that nested bombs end in an error and not in a
 * week of unpacking. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/archives/archive_walk.h"

#define MEMBER_LIMIT ((size_t)1 << 30)
#define TOTAL_FLOOR ((uint64_t)16 << 30)
#define NESTING 4u
#define FOLDERS 200u
#define START 512u

typedef struct folder {
    dev_t device;
    ino_t inode;
    unsigned depth;
    const struct folder *above;
} folder;

/* --- text or not --- */

static bool starts_with(const uint8_t *data, size_t size, const char *magic)
{
    return size >= strlen(magic) && memcmp(data, magic, strlen(magic)) == 0;
}

/* Formats whose first bytes are printable. */
static bool has_printable_magic(const uint8_t *data, size_t size)
{
    static const char *const magic[] = {"!<arch>\n", "070701", "070702", "070707", "WARC/", "BZh", "7z\xbc\xaf", "\x28\xb5\x2f\xfd"};
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
        if (starts_with(data, size, magic[i])) return true;
    return false;
}

static bool is_text(const uint8_t *data, size_t size)
{
    const size_t seen = size < START ? size : START;
    for (size_t i = 0; i < seen; i++)
        if (data[i] < 32 && (data[i] < '\t' || data[i] > '\r')) return false;
    return !has_printable_magic(data, size);
}

/* --- reading --- */

hbs_status hbs_walk_too_large(const hbs_walk *w, const char *name)
{
    return hbs_raise(w->error, HBS_ERROR_INPUT, "%s: unpacks to more than %zu bytes, the most that one member may have; split it", name, w->limit);
}

static hbs_status read_descriptor(const hbs_walk *w, int file, const char *name, size_t expected, hbs_bytes *out)
{
    hbs_status status = HBS_OK;
    size_t ask = expected < HBS_WALK_BLOCK ? HBS_WALK_BLOCK : expected + 1;
    for (;;) {
        HBS_TRY(hbs_grow(&out->data, &out->capacity, out->size + ask, 1, w->error));
        const ssize_t got = read(file, out->data + out->size, ask);
        if (got < 0 && errno == EINTR && !hbs_should_stop(w->listener)) continue;
        if (got < 0 && errno == EINTR) HBS_FAIL(w->error, HBS_ERROR_INTERRUPTED, "stopped within %s", name);
        if (got < 0) HBS_FAIL(w->error, HBS_ERROR_IO, "%s: %s; check the file and its disk", name, strerror(errno));
        if (got == 0) break;
        out->size += (size_t)got;
        if (out->size > w->limit) HBS_TRY(hbs_walk_too_large(w, name));
        ask = HBS_WALK_BLOCK;
    }
done:
    return status;
}

hbs_status hbs_walk_give(hbs_walk *w, const char *name, const hbs_bytes *bytes)
{
    if (hbs_should_stop(w->listener)) return hbs_raise(w->error, HBS_ERROR_INTERRUPTED, "stopped before %s", name);
    const size_t mark = starts_with(bytes->data, bytes->size, "\xef\xbb\xbf") ? 3 : 0;   /* of UTF-8, which Windows puts before text of any kind */
    const hbs_status status = w->member(w->context, name, bytes->size ? (const char *)bytes->data + mark : "", bytes->size - mark, w->error);
    w->stopped = status != HBS_OK;
    return status;
}

hbs_status hbs_walk_bytes(hbs_walk *w, const char *name, const hbs_bytes *bytes, unsigned nesting)
{
    if (is_text(bytes->data, bytes->size)) return hbs_walk_give(w, name, bytes);
    if (nesting == NESTING) return hbs_raise(w->error, HBS_ERROR_INPUT, "%s: archives within archives more than %u deep; unpack it by hand", name, NESTING);
    return hbs_walk_archive(w, &(hbs_packed){.file = -1, .bytes = bytes}, name, nesting + 1);
}

/* --- files and folders --- */

static hbs_status cannot_read(const hbs_walk *w, const char *path)
{
    const int code = errno;
    if (code == EINTR) return hbs_raise(w->error, HBS_ERROR_INTERRUPTED, "stopped before %s", path);
    if (code == ENOENT || code == ENOTDIR) return hbs_raise(w->error, HBS_ERROR_NOT_FOUND, "%s: no such file or folder; check the path", path);
    if (code == ENOMEM) return hbs_raise(w->error, HBS_ERROR_MEMORY, "%s: %s; close other programs", path, strerror(code));
    return hbs_raise(w->error, HBS_ERROR_IO, "%s: cannot be read: %s; check its permissions", path, strerror(code));
}

static uint64_t total_for(uint64_t size)
{
    return size > (UINT64_MAX - TOTAL_FLOOR) / HBS_WALK_RATIO ? UINT64_MAX : TOTAL_FLOOR + HBS_WALK_RATIO * size;
}

/* A regular file is looked at first; a pipe or device is read to its end. */
static hbs_status visit_file(hbs_walk *w, const char *path, const struct stat *info)
{
    hbs_status status = HBS_OK;
    hbs_bytes bytes = {0};
    uint8_t start[START];
    const bool regular = S_ISREG(info->st_mode);
    int file;
    do file = open(path, O_RDONLY | O_CLOEXEC);   /* a pipe waits for who writes into it */
    while (file < 0 && errno == EINTR && !hbs_should_stop(w->listener));
    if (file < 0) HBS_TRY(cannot_read(w, path));
    const ssize_t seen = regular ? pread(file, start, sizeof start, 0) : 0;
    if (seen < 0) HBS_TRY(cannot_read(w, path));
    w->total = total_for(regular ? (uint64_t)info->st_size : 0);
    if (S_ISCHR(info->st_mode) && !isatty(file)) {   /* zeros or chance without end, or nothing */
        if (read(file, start, 1) > 0) HBS_FAIL(w->error, HBS_ERROR_INPUT, "%s: a device and no file; give a file", path);
        HBS_TRY(hbs_walk_give(w, path, &bytes));
        goto done;
    }
    if (regular && !is_text(start, (size_t)seen)) HBS_TRY(hbs_walk_archive(w, &(hbs_packed){.file = file}, path, 1));
    else {
        if (regular && (uint64_t)info->st_size > w->limit) HBS_TRY(hbs_walk_too_large(w, path));
        HBS_TRY(read_descriptor(w, file, path, regular ? (size_t)info->st_size : 0, &bytes));
        if (regular) HBS_TRY(hbs_walk_give(w, path, &bytes));
        else HBS_TRY(hbs_walk_bytes(w, path, &bytes, 0));
    }
done:
    if (file >= 0) close(file);
    hbs_bytes_free(&bytes);
    return status;
}

/* Paths of a folder's entries; a folder's ends in '/', so that sorting the names sorts all the paths below them. */
typedef struct names {
    char **item;
    size_t count, capacity;
} names;

static void free_names(names *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->item[i]);
    free(list->item);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static hbs_status add_name(hbs_walk *w, names *list, const char *above, const char *name)
{
    hbs_status status = HBS_OK;
    struct stat info;
    char *path = NULL;
    const size_t length = strlen(above), room = length + strlen(name) + 3;
    const bool slash = length && above[length - 1] != '/';
    HBS_TRY(hbs_allocate(&path, room, 1, w->error));
    memcpy(path, above, length);
    if (slash) path[length] = '/';
    memcpy(path + length + slash, name, strlen(name));
    if (stat(path, &info) < 0) {
        hbs_warn(w->listener, "%s: passed over: %s; remove the entry or mend it", path, strerror(errno));
        goto done;
    }
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) goto done;
    if (S_ISDIR(info.st_mode)) path[strlen(path)] = '/';
    HBS_TRY(hbs_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item, w->error));
    list->item[list->count++] = path;
    path = NULL;
done:
    free(path);
    return status;
}

static hbs_status list_folder(hbs_walk *w, const char *path, names *list)
{
    hbs_status status = HBS_OK;
    DIR *const handle = opendir(path);
    if (!handle) HBS_TRY(cannot_read(w, path));
    for (;;) {
        errno = 0;
        const struct dirent *const entry = readdir(handle);
        if (!entry) break;
        if (entry->d_name[0] != '.') HBS_TRY(add_name(w, list, path, entry->d_name));
    }
    if (errno) HBS_TRY(cannot_read(w, path));
    if (list->count) qsort(list->item, list->count, sizeof *list->item, compare_names);
done:
    if (handle) closedir(handle);
    return status;
}

static bool is_loop(const folder *above, const struct stat *info)
{
    for (; above; above = above->above)
        if (above->device == info->st_dev && above->inode == info->st_ino) return true;
    return false;
}

static hbs_status visit_path(hbs_walk *w, const char *path);

static hbs_status visit_folder(hbs_walk *w, const char *path, const struct stat *info)
{
    hbs_status status = HBS_OK;
    names list = {0};
    const folder *const above = w->folder;
    const folder own = {info->st_dev, info->st_ino, above ? above->depth + 1 : 1, above};
    if (is_loop(above, info)) {
        hbs_warn(w->listener, "%s: passed over: it leads back to a folder above; remove the link", path);
        goto done;
    }
    if (own.depth > FOLDERS) HBS_FAIL(w->error, HBS_ERROR_INPUT, "%s: folders more than %u deep; give a folder further down", path, FOLDERS);
    HBS_TRY(list_folder(w, path, &list));
    w->folder = &own;
    for (size_t i = 0; i < list.count; i++) HBS_TRY(visit_path(w, list.item[i]));
done:
    w->folder = above;
    free_names(&list);
    return status;
}

static hbs_status visit_path(hbs_walk *w, const char *path)
{
    struct stat info;
    hbs_error why = {0}, *const told = w->error;
    if (w->failed) w->error = &why;
    hbs_status status = stat(path, &info) < 0 ? cannot_read(w, path) : S_ISDIR(info.st_mode) ? visit_folder(w, path, &info) : visit_file(w, path, &info);
    w->error = told;
    if (!w->failed || status == HBS_OK) return status;
    if ((status == HBS_ERROR_INPUT || status == HBS_ERROR_NOT_FOUND) && !w->stopped) {
        status = w->failed(w->context, path, &why, told);
        w->stopped = status != HBS_OK;
        return status;
    }
    if (told) *told = why;
    return status;
}

static hbs_status visit_all(hbs_walk *w, const char *const *paths, size_t count)
{
    hbs_status status = HBS_OK;
    w->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    for (size_t i = 0; i < count; i++) HBS_TRY(visit_path(w, paths[i]));
done:
    if (w->utf8) freelocale(w->utf8);
    return status;
}

hbs_status hbs_members_within(const char *const *paths, size_t count, size_t limit, hbs_member_function member, void *context, const hbs_listener *listener,
                              hbs_error *error)
{
    hbs_walk w = {.member = member, .context = context, .listener = listener, .error = error, .limit = limit};
    return visit_all(&w, paths, count);
}

hbs_status hbs_members_all(const char *const *paths, size_t count, hbs_member_function member, hbs_failed_function failed, void *context, const hbs_listener *listener,
                           hbs_error *error)
{
    hbs_walk w = {.member = member, .failed = failed, .context = context, .listener = listener, .error = error, .limit = MEMBER_LIMIT};
    return visit_all(&w, paths, count);
}

hbs_status hbs_members(const char *const *paths, size_t count, hbs_member_function member, void *context, const hbs_listener *listener, hbs_error *error)
{
    return hbs_members_within(paths, count, MEMBER_LIMIT, member, context, listener, error);
}
