/* Files, folders, compressed files and archives as one stream of members, by magic bytes and not by name (libarchive). */
#ifndef HBS_DATASETS_ARCHIVES_H
#define HBS_DATASETS_ARCHIVES_H

#include "core/listener.h"
#include "core/memory.h"

/* Calls `member` for every regular file below the paths, in byte order of path; compressed files are decompressed, members of archives are visited one by
 * one as "archive.tar.gz/member.cnf". Members larger than 1 GiB decompressed are refused. Symbolic links to files are followed, loops of folders are not.
 * Hidden files and folders (.git) are passed over below a folder. HBS_ERROR_NOT_FOUND for a path that does not exist. */
typedef hbs_status (*hbs_member_function)(void *context, const char *name, const char *text, size_t length, hbs_error *error);
hbs_status hbs_members(const char *const *paths, size_t count, hbs_member_function member, void *context, const hbs_listener *listener, hbs_error *error);

#endif
