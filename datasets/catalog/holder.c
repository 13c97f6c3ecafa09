/* Who holds the catalog: /proc/locks lists every POSIX lock with process, device and inode.
 *
 * The file is not opened to ask: closing any descriptor of a file gives up all POSIX locks that this process has on it, SQLite's own included
 * ("How To Corrupt An SQLite Database File", section 2.2). In write-ahead mode the writer's lock lies on the -shm file. Best effort: processes of other
 * machines, other containers or other users may not be seen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "datasets/catalog/connection.h"

typedef struct lock_line {
    char kind[8];
    long pid;
    unsigned major, minor;
    unsigned long long inode, start;
} lock_line;

static bool parse_lock(const char *line, lock_line *out) {
    return sscanf(line, "%*d: POSIX %*s %7s %ld %x:%x:%llu %llu", out->kind, &out->pid, &out->major, &out->minor, &out->inode, &out->start) == 6;
}

/* SQLite's reserved and exclusive locks on the file are at 2^30 and after; in -shm the writer's lock is byte 120, the checkpointer's 121. */
static bool is_writer(const lock_line *lock, const struct stat *file, const struct stat *shared) {
    if (strcmp(lock->kind, "WRITE") != 0) return false;
    if (file && lock->inode == file->st_ino) return true;
    return shared && lock->inode == shared->st_ino && lock->start >= 120 && lock->start <= 121;
}

/* Whether the locks of this process count, and those of readers. */
static long holder_of(const char *path, bool own, bool readers) {
    char name[4096];
    struct stat file, shared;
    const bool has_file = stat(path, &file) == 0;
    snprintf(name, sizeof name, "%s-shm", path);
    const bool has_shared = stat(name, &shared) == 0;
    FILE *locks = fopen("/proc/locks", "re");
    if (!locks) return 0;
    char line[256];
    long pid = 0;
    lock_line lock;
    while (!pid && fgets(line, sizeof line, locks)) {
        if (!parse_lock(line, &lock) || lock.pid <= 0 || (!own && lock.pid == (long)getpid())) continue;
        if (is_writer(&lock, has_file ? &file : NULL, has_shared ? &shared : NULL)) pid = lock.pid;
        else if (readers && has_file && lock.inode == file.st_ino) pid = lock.pid;
    }
    fclose(locks);
    return pid;
}

static void command_of(long pid, char *out, size_t size) {
    char name[64];
    snprintf(name, sizeof name, "/proc/%ld/cmdline", pid);
    out[0] = 0;
    FILE *file = fopen(name, "re");
    if (!file) return;
    const size_t length = fread(out, 1, size - 1, file);
    fclose(file);
    for (size_t i = 0; i + 1 < length; i++)
        if ((unsigned char)out[i] < ' ') out[i] = ' ';
    out[length] = 0;
}

void hbs_catalog_holder(const char *path, char *out, size_t size) {
    char command[200];
    /* While it waits for readers this process holds a writer's lock itself: it is the answer only when there is nobody else. */
    long pid = holder_of(path, false, false);
    if (!pid) pid = holder_of(path, false, true);
    if (!pid) pid = holder_of(path, true, false);
    if (!pid) {
        snprintf(out, size, "another process");
        return;
    }
    if (pid == (long)getpid()) {
        snprintf(out, size, "this process (%ld)", pid);
        return;
    }
    command_of(pid, command, sizeof command);
    snprintf(out, size, command[0] ? "process %ld (%s)" : "process %ld%s", pid, command);
}
