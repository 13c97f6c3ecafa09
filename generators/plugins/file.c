/* Loading by dlopen, with all symbols bound at once, so that a plugin that lacks one fails here and not in the middle of a dataset, and none of them shown to others.
 * What the linker says is kept: it knows why. */
#include "generators/plugins/file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/printable.h"

#define ENTRY "hbs_plugin_generators"

static hbs_status digest_of(int descriptor, const char *file, char out[HBS_DIGEST_SIZE], hbs_error *error) {
    struct stat about;
    uint8_t block[1 << 14], digest[HBS_HASH_SIZE];
    hbs_hash hash;
    ssize_t got = 0;
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return hbs_raise(error, HBS_ERROR_INPUT, "%s is no plugin: it is not a file", file);
    hbs_hash_start(&hash);
    while ((got = read(descriptor, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0) hbs_hash_add(&hash, block, (size_t)got);
    if (got < 0) return hbs_raise(error, HBS_ERROR_IO, "%s: %s", file, strerror(errno));
    hbs_hash_finish(&hash, digest);
    hbs_hex(digest, sizeof digest, out);
    return HBS_OK;
}

hbs_status hbs_plugin_file_digest(const char *file, char out[HBS_DIGEST_SIZE], hbs_error *error) {
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return hbs_raise(error, errno == ENOENT || errno == ENOTDIR ? HBS_ERROR_NOT_FOUND : HBS_ERROR_IO, "plugin %s: %s", file, strerror(errno));
    const hbs_status status = digest_of(descriptor, file, out, error);
    close(descriptor);
    return status;
}

/* dlerror's text begins with the path as well. */
static hbs_status fail_to_load(const char *file, hbs_error *error) {
    char why[512];
    const char *said = dlerror();
    const size_t length = strlen(file);
    if (!said) said = "it cannot be loaded";
    if (!strncmp(said, file, length) && !strncmp(said + length, ": ", 2)) said += length + 2;
    const size_t kept = strnlen(said, sizeof why - 1);
    memcpy(why, said, kept);
    why[kept] = 0;
    hbs_make_printable(why);
    return hbs_raise(error, HBS_ERROR_INPUT, "%s is no plugin: %s", file, why);
}

hbs_status hbs_plugin_file_open(const char *file, void **handle, const hbs_generator *const **generators, hbs_error *error) {
    const hbs_generator *const *(*entry)(void);
    void *const opened = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return fail_to_load(file, error);
    void *const symbol = dlsym(opened, ENTRY);
    if (!symbol) {
        dlclose(opened);
        return hbs_raise(error, HBS_ERROR_INPUT, "%s is no plugin: it has no function " ENTRY "; see the example in hardbias/plugin.h", file);
    }
    memcpy(&entry, &symbol, sizeof entry);
    *generators = entry();
    *handle = opened;
    return HBS_OK;
}
