/* Which file systems SQLite's shared memory does not work on. */
#ifndef HBS_DATASETS_CATALOG_FILESYSTEM_H
#define HBS_DATASETS_CATALOG_FILESYSTEM_H

/* Name of the network file system with this magic number (statfs f_type), or NULL when it is none that is known. FUSE counts: it may be one (sshfs). */
const char *hbs_network_filesystem(unsigned long magic);
/* The same for the file system that holds `path`, or its folder when the file does not exist yet. NULL also when it cannot be told. */
const char *hbs_network_filesystem_of(const char *path);

#endif
