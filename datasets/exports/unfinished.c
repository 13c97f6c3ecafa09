/* A process that is killed cleans up nothing, so the next export of the same output does. What is left over is known by two signs: its process is gone, and nobody holds the
 * lock (flock) that each export takes on its own part. Where a file system has no locks nothing is removed. */
#include "datasets/exports/unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"

#define MARK ".part-"

/* Exports write no folders below their own. */
static void discard(const char *path, bool folder) {
    DIR *handle = folder ? opendir(path) : NULL;
    const struct dirent *entry;
    while (handle && (entry = readdir(handle)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(dirfd(handle), entry->d_name, 0);
    if (handle) closedir(handle);
    if (folder) rmdir(path);
    else unlink(path);
}

static size_t bare_length(const char *output) {
    size_t length = strlen(output);
    while (length > 1 && output[length - 1] == '/') length--;
    return length;
}

/* Number of a process that is no more, or our own: one that was killed can have had the same. */
static bool is_gone(const char *number) {
    char *end;
    errno = 0;
    const long process = strtol(number, &end, 10);
    if (*number < '1' || *number > '9' || *end || errno || process != (pid_t)process) return false;
    return process == (long)getpid() || (kill((pid_t)process, 0) != 0 && errno == ESRCH);
}

static void remove_left(const char *path, const hbs_listener *listener) {
    struct stat info;
    const int lock = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const bool left = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &info) == 0 && (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
    if (left) {
        discard(path, S_ISDIR(info.st_mode));
        hbs_warn(listener, "%s: removed: an export that was killed left it", path);
    }
    if (lock >= 0) close(lock);
}

static hbs_status remove_all_left(const char *output, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *above = NULL;
    hbs_bytes path = {0};
    const size_t length = bare_length(output);
    size_t start = length;
    while (start && output[start - 1] != '/') start--;
    HBS_TRY(hbs_copy_text(&above, output, error));
    above[start] = 0;
    DIR *handle = opendir(start ? above : ".");
    const struct dirent *entry;
    while (handle && (entry = readdir(handle))) {
        if (strncmp(entry->d_name, output + start, length - start) != 0 || strncmp(entry->d_name + length - start, MARK, strlen(MARK)) != 0) continue;
        if (!is_gone(entry->d_name + length - start + strlen(MARK))) continue;
        hbs_bytes_clear(&path);
        status = hbs_bytes_print(&path, error, "%s%s", above, entry->d_name);
        if (status != HBS_OK) break;
        remove_left((const char *)path.data, listener);
    }
    if (handle) closedir(handle);
done:
    free(above);
    hbs_bytes_free(&path);
    return status;
}

hbs_status hbs_unfinished_open(hbs_unfinished *part, const char *output, bool folder, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t room = strlen(output) + 40;
    char *path = NULL;
    *part = (hbs_unfinished){.folder = folder, .lock = -1};
    HBS_TRY(remove_all_left(output, listener, error));
    HBS_TRY(hbs_allocate(&path, room, 1, error));
    snprintf(path, room, "%.*s" MARK "%ld", (int)bare_length(output), output, (long)getpid());
    if (folder && mkdir(path, 0777) != 0) HBS_FAIL(error, HBS_ERROR_IO, "%s: %s", path, strerror(errno));
    part->lock = folder ? open(path, O_RDONLY | O_CLOEXEC) : open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (part->lock < 0) HBS_FAIL(error, HBS_ERROR_IO, "%s: %s", path, strerror(errno));
    flock(part->lock, LOCK_EX | LOCK_NB);   /* without it nothing is lost but the cleaning up */
    part->path = path;
    path = NULL;
done:
    free(path);
    return status;
}

hbs_status hbs_unfinished_finish(hbs_unfinished *part, const char *output, hbs_error *error) {
    if (rename(part->path, output) != 0) {
        if (errno == ENOTEMPTY || errno == EEXIST) return hbs_raise(error, HBS_ERROR_EXISTS, "%s: somebody else has filled the folder meanwhile; give a new one", output);
        return hbs_raise(error, HBS_ERROR_IO, "%s: %s", output, strerror(errno));
    }
    free(part->path);
    part->path = NULL;
    return HBS_OK;
}

void hbs_unfinished_close(hbs_unfinished *part) {
    if (part->path) discard(part->path, part->folder);
    if (part->lock >= 0) close(part->lock);
    free(part->path);
    *part = (hbs_unfinished){.lock = -1};
}
