/* The walk over files, folders and archives: what its two halves share. Files and folders: datasets/archives/archives.c; what is inside a packed file: archive_members.c. */
#ifndef HBS_DATASETS_ARCHIVES_ARCHIVE_WALK_H
#define HBS_DATASETS_ARCHIVES_ARCHIVE_WALK_H

#include <locale.h>
#include <stdbool.h>

#include "datasets/archives/archives.h"

#define HBS_WALK_BLOCK ((size_t)1 << 16)   /* bytes that are read at once */
#define HBS_WALK_RATIO 200u                /* a file may unpack to so many times its size, and 16 GiB */

typedef struct hbs_walk {
    hbs_member_function member;
    void *context;
    const hbs_listener *listener;
    hbs_error *error;
    size_t limit;                  /* on the size of one member */
    uint64_t total;                /* bytes that the file in hand may still unpack to */
    const struct folder *folder;   /* the folders above, innermost first */
    hbs_failed_function failed;    /* NULL: the first file that cannot be read ends the walk */
    locale_t utf8;                 /* 0: this system has none */
    bool stopped;                  /* by the caller's function: no failure of a file */
} hbs_walk;

/* Where an archive is read from, as often as it takes. */
typedef struct hbs_packed {
    int file;                      /* -1: bytes */
    const hbs_bytes *bytes;
    struct hbs_gunzip *gunzip;            /* of the pass in hand; NULL: no gzip */
} hbs_packed;

/* Hands a member to the caller. */
hbs_status hbs_walk_give(hbs_walk *w, const char *name, const hbs_bytes *bytes);
hbs_status hbs_walk_too_large(const hbs_walk *w, const char *name);
/* A member in memory: text is handed over, anything else opened in turn. `nesting` archives are around it. */
hbs_status hbs_walk_bytes(hbs_walk *w, const char *name, const hbs_bytes *bytes, unsigned nesting);
/* The members of a file that is no text, in byte order of their paths. */
hbs_status hbs_walk_archive(hbs_walk *w, hbs_packed *from, const char *name, unsigned nesting);

#endif
