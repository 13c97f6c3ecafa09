/* Files, folders, compressed files and archives as one stream of members, by magic bytes and not by name (libarchive). */
#ifndef HBS_DATASETS_ARCHIVES_ARCHIVES_H
#define HBS_DATASETS_ARCHIVES_ARCHIVES_H

#include "core/listener.h"
#include "core/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `member` for every regular file below the paths: the paths as given, below a folder in byte order of path; compressed files are decompressed,
 * members of archives are visited one by one, in byte order of their paths as in a folder, as "archive.tar.gz/member.cnf", and unpacked themselves if they are
 * compressed or archives. That order costs memory, up to 1 GiB of members that wait, and beyond it time: the archive is then unpacked more than once. Members larger than 1 GiB decompressed are refused (HBS_ERROR_INPUT). Symbolic links are followed, except back to a folder above; entries of a
 * folder that cannot be followed are warned about. Hidden files and folders (.git) are passed over below a folder and in an archive.
 * HBS_ERROR_NOT_FOUND for a path that does not exist. `text` is not 0-terminated and valid during the call only; a status that `member`
 * returns ends the walk and is returned. */
typedef hbs_status (*hbs_member_function)(void *context, const char *name, const char *text, size_t length, hbs_error *error);
hbs_status hbs_members(const char *const *paths, size_t count, hbs_member_function member, void *context, const hbs_listener *listener, hbs_error *error);
/* The same, but a file or archive that cannot be read (HBS_ERROR_INPUT, HBS_ERROR_NOT_FOUND) is told to `failed`, whose status counts, and the walk goes on behind it. */
typedef hbs_status (*hbs_failed_function)(void *context, const char *path, const hbs_error *why, hbs_error *error);
hbs_status hbs_members_all(const char *const *paths, size_t count, hbs_member_function member, hbs_failed_function failed, void *context, const hbs_listener *listener,
                           hbs_error *error);
/* The same as hbs_members with another limit on the size of a member, in bytes. */
hbs_status hbs_members_within(const char *const *paths, size_t count, size_t limit, hbs_member_function member, void *context, const hbs_listener *listener,
                              hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
