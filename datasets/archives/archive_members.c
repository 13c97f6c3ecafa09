/* Members of one archive or compressed file, through libarchive.
 *
 * It is opened with the compression filters and archive formats that libarchive implements itself; left out are filters that start an outside program and mtree,
 * whose entries name files of this machine. gzip goes through zlib on its way there, since libarchive does not look at its check sums.
 *
 * Order. An archive is visited in byte order of its members' paths, as a folder is, so that both give the same dataset. Formats can only be read from front to
 * end, so members wait in memory for their turn. Up to the limit on one member (1 GiB) one pass is enough; a larger archive is unpacked once more when it is in order
 * already, else once for about every 3/4 GiB that it holds. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datasets/archives/archive_walk.h"
#include "datasets/archives/gunzip.h"

static hbs_status archive_failed(const hbs_walk *w, struct archive *archive, const char *name) {
    const char *const text = archive_error_string(archive);
    const bool memory = archive_errno(archive) == ENOMEM;
    return hbs_raise(w->error, memory ? HBS_ERROR_MEMORY : HBS_ERROR_INPUT, "%s: cannot be unpacked: %s; get the file again or unpack it first", name,
                     text ? text : "not a format that libarchive reads");
}

static hbs_status read_entry(hbs_walk *w, struct archive *archive, const char *name, hbs_bytes *out) {
    hbs_status status = HBS_OK;
    for (;;) {
        HBS_TRY(hbs_grow(&out->data, &out->capacity, out->size + HBS_WALK_BLOCK, 1, w->error));
        const la_ssize_t got = archive_read_data(archive, out->data + out->size, HBS_WALK_BLOCK);
        if (got == ARCHIVE_RETRY) continue;
        if (got < 0) HBS_TRY(archive_failed(w, archive, name));
        if (got == 0) break;
        out->size += (size_t)got;
        if (out->size > w->limit) HBS_TRY(hbs_walk_too_large(w, name));
        if ((uint64_t)got > w->total)
            HBS_FAIL(w->error, HBS_ERROR_INPUT, "%s: the archive unpacks to more than %u times its size; unpack it by hand if you trust it", name, HBS_WALK_RATIO);
        w->total -= (uint64_t)got;
    }
done:
    return status;
}

static hbs_status start_archive(const hbs_walk *w, struct archive **out, const char *name) {
    static int (*const support[])(struct archive *) = {
        archive_read_support_filter_bzip2, archive_read_support_filter_compress, archive_read_support_filter_lz4,
        archive_read_support_filter_lzip,  archive_read_support_filter_lzma,     archive_read_support_filter_xz,   archive_read_support_filter_zstd,
        archive_read_support_format_7zip,  archive_read_support_format_ar,       archive_read_support_format_cab,  archive_read_support_format_cpio,
        archive_read_support_format_empty, archive_read_support_format_iso9660,  archive_read_support_format_lha,  archive_read_support_format_rar,
        archive_read_support_format_rar5,  archive_read_support_format_raw,      archive_read_support_format_tar,  archive_read_support_format_warc,
        archive_read_support_format_xar,   archive_read_support_format_zip,
    };
    hbs_status status = HBS_OK;
    struct archive *archive = archive_read_new();
    if (!archive) HBS_FAIL(w->error, HBS_ERROR_MEMORY, "%s: out of memory; close other programs", name);
    for (size_t i = 0; i < sizeof support / sizeof *support; i++)
        if (support[i](archive) == ARCHIVE_FATAL) HBS_TRY(archive_failed(w, archive, name));
    *out = archive;
    archive = NULL;
done:
    archive_read_free(archive);
    return status;
}

/* "archive/member" with control characters, which would break messages apart, replaced. */
static hbs_status member_name(const hbs_walk *w, const char *archive, const char *member, char **out) {
    hbs_status status = HBS_OK;
    const size_t length = strlen(archive), tail = strlen(member);
    char *name;
    HBS_TRY(hbs_allocate(&name, length + tail + 2, 1, w->error));
    memcpy(name, archive, length);
    name[length] = '/';
    memcpy(name + length + 1, member, tail);
    for (char *at = name + length; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127) *at = '?';
    *out = name;
done:
    return status;
}

static bool is_hidden(const char *path) {
    for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (part[0] == '.' && part[1] && part[1] != '/' && !(part[1] == '.' && (!part[2] || part[2] == '/'))) return true;
    return false;
}

/* A member held in memory until its turn. */
typedef struct held {
    char *key, *name;              /* its path in the archive, and as it is shown */
    uint64_t place;                /* in the archive: two members may have one path */
    hbs_bytes bytes;
} held;

/* Members are given in order of their paths, but can only be read in the archive's order. A pass holds those that come first among the ones not given yet,
 * as many as the limit on one member allows; the others wait for the next pass, unless a whole pass has seen that the archive is in order already. */
typedef struct sorting {
    held *item;
    size_t count, capacity, bytes;
    held done, bound;              /* the last one given; the first one that must wait. Keys alone; NULL: none */
    hbs_bytes previous;            /* key of the member before */
    bool ordered, streaming, warned;
} sorting;

static void free_held(held *one) {
    free(one->key);
    free(one->name);
    hbs_bytes_free(&one->bytes);
    *one = (held){0};
}

static int compare_held(const void *a, const void *b) {
    const held *x = a, *y = b;
    const int by_key = strcmp(x->key, y->key);
    return by_key ? by_key : (x->place > y->place) - (x->place < y->place);
}

static void sort_held(sorting *s) {
    if (s->count) qsort(s->item, s->count, sizeof *s->item, compare_held);
}

/* Bytes that it takes while it waits. */
static size_t weight(const held *one) { return sizeof *one + 4 * sizeof(void *) + strlen(one->key) + strlen(one->name) + one->bytes.capacity; }

/* Makes room: the last quarter of the bytes waits, one member at least stays. */
static void shed(hbs_walk *w, sorting *s) {
    sort_held(s);
    while (s->count > 1 && s->bytes > w->limit - w->limit / 4) {
        held *last = &s->item[--s->count];
        s->bytes -= weight(last);
        w->total += last->bytes.size;          /* it will be unpacked again */
        free(s->bound.key);
        s->bound = (held){.key = last->key, .place = last->place};
        last->key = NULL;
        free_held(last);
    }
}

/* Buffers grow for whole blocks, and many a member is smaller than one. */
static void shrink(hbs_bytes *bytes) {
    uint8_t *const smaller = realloc(bytes->data, bytes->size ? bytes->size : 1);
    if (!smaller) return;
    bytes->data = smaller;
    bytes->capacity = bytes->size ? bytes->size : 1;
}

static hbs_status hold(hbs_walk *w, sorting *s, struct archive *archive, const char *name, held *one) {
    hbs_status status = HBS_OK;
    HBS_TRY(member_name(w, name, one->key, &one->name));
    HBS_TRY(read_entry(w, archive, one->name, &one->bytes));
    shrink(&one->bytes);
    HBS_TRY(hbs_grow(&s->item, &s->capacity, s->count + 1, sizeof *s->item, w->error));
    s->bytes += weight(one);
    s->item[s->count++] = *one;
    *one = (held){0};
    if (s->bytes > w->limit) shed(w, s);
done:
    return status;
}

static hbs_status stream(hbs_walk *w, struct archive *archive, const char *name, held *one, unsigned nesting) {
    hbs_status status = HBS_OK;
    HBS_TRY(member_name(w, name, one->key, &one->name));
    HBS_TRY(read_entry(w, archive, one->name, &one->bytes));
    HBS_TRY(hbs_walk_bytes(w, one->name, &one->bytes, nesting));
done:
    return status;
}

static hbs_status note_order(const hbs_walk *w, sorting *s, const char *key) {
    if (s->previous.size && strcmp((const char *)s->previous.data, key) > 0) s->ordered = false;
    hbs_bytes_clear(&s->previous);
    return hbs_bytes_append(&s->previous, key, strlen(key) + 1, w->error);
}

static hbs_status take_entry(hbs_walk *w, sorting *s, struct archive *archive, struct archive_entry *entry, const char *name, uint64_t place, unsigned nesting) {
    hbs_status status = HBS_OK;
    held one = {.place = place};
    const char *path = archive_entry_pathname(entry);
    if (!path) path = archive_entry_pathname_utf8(entry);
    if (!path) path = "member without a readable name";
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) || is_hidden(path)) goto done;
    while (path[0] == '.' && path[1] == '/') path += 2;
    HBS_TRY(hbs_copy_text(&one.key, path, w->error));
    HBS_TRY(note_order(w, s, one.key));
    const bool given = s->done.key && compare_held(&one, &s->done) <= 0, later = s->bound.key && compare_held(&one, &s->bound) >= 0;
    if (given || later) goto done;
    if (archive_entry_size_is_set(entry) && archive_entry_size(entry) > 0 && (uint64_t)archive_entry_size(entry) > w->limit) {
        HBS_TRY(member_name(w, name, one.key, &one.name));
        HBS_TRY(hbs_walk_too_large(w, one.name));
    }
    HBS_TRY(s->streaming ? stream(w, archive, name, &one, nesting) : hold(w, s, archive, name, &one));
done:
    free_held(&one);
    return status;
}

/* The only entry of a compressed file, which keeps the file's name. Data that no filter took anything off is no archive at all: the caller gets it as it is,
 * and can say what it misses. */
static hbs_status visit_single(hbs_walk *w, struct archive *archive, bool gunzipped, const char *name, unsigned nesting) {
    hbs_status status = HBS_OK;
    hbs_bytes bytes = {0};
    HBS_TRY(read_entry(w, archive, name, &bytes));
    if (archive_filter_count(archive) == 1 && !gunzipped) HBS_TRY(hbs_walk_give(w, name, &bytes));
    else HBS_TRY(hbs_walk_bytes(w, name, &bytes, nesting));
done:
    hbs_bytes_free(&bytes);
    return status;
}

/* libarchive drops names that the locale has no characters for, and in the plain C locale those are all but ASCII. The thread's own is put back. */
static int next_header(struct archive *archive, locale_t utf8, struct archive_entry **entry) {
    if (!utf8) return archive_read_next_header(archive, entry);
    const locale_t before = uselocale(utf8);
    const int result = archive_read_next_header(archive, entry);
    uselocale(before);
    return result;
}

/* A tar ends in blocks of zeros. One that was cut off between two members has none, and nothing else tells. */
static void check_end(const hbs_walk *w, sorting *s, struct archive *archive, la_int64_t last, const char *name) {
    const bool tar = (archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (!tar || s->warned || archive_filter_bytes(archive, 0) > last) return;
    s->warned = true;
    hbs_warn(w->listener, "%s: ends without the mark that ends a tar archive: it may be cut off, and members may be missing; compare it with where it is from", name);
}

static hbs_status read_pass(hbs_walk *w, sorting *s, struct archive *archive, bool gunzipped, const char *name, unsigned nesting) {
    hbs_status status = HBS_OK;
    struct archive_entry *entry;
    la_int64_t last = 0;           /* where the last member ended */
    for (uint64_t place = 0;; place++) {
        if (hbs_should_stop(w->listener)) HBS_FAIL(w->error, HBS_ERROR_INTERRUPTED, "stopped within %s", name);
        const int result = next_header(archive, w->utf8, &entry);
        if (result == ARCHIVE_EOF) {
            const hbs_bytes nothing = {0};
            if (!place && archive_format(archive) == ARCHIVE_FORMAT_EMPTY) HBS_TRY(hbs_walk_give(w, name, &nothing));
            else check_end(w, s, archive, last, name);
            break;
        }
        if (result == ARCHIVE_RETRY) continue;
        if (result == ARCHIVE_FATAL || result == ARCHIVE_FAILED) HBS_TRY(archive_failed(w, archive, name));
        if (archive_format(archive) == ARCHIVE_FORMAT_RAW) HBS_TRY(visit_single(w, archive, gunzipped, name, nesting));
        else HBS_TRY(take_entry(w, s, archive, entry, name, place, nesting));
        if (archive_read_data_skip(archive) < ARCHIVE_WARN) HBS_TRY(archive_failed(w, archive, name));
        last = archive_filter_bytes(archive, 0);
    }
done:
    return status;
}

/* What is held, in order; what was given is behind `done`. */
static hbs_status give_held(hbs_walk *w, sorting *s, unsigned nesting) {
    hbs_status status = HBS_OK;
    sort_held(s);
    for (size_t i = 0; i < s->count; i++) {
        if (status == HBS_OK) status = hbs_walk_bytes(w, s->item[i].name, &s->item[i].bytes, nesting);
        if (i + 1 == s->count) {
            free(s->done.key);
            s->done = (held){.key = s->item[i].key, .place = s->item[i].place};
            s->item[i].key = NULL;
        }
        free_held(&s->item[i]);
    }
    s->count = s->bytes = 0;
    return status;
}

static la_ssize_t read_gunzipped(struct archive *archive, void *stream, const void **piece) {
    const uint8_t *data;
    const char *why;
    size_t size;
    if (hbs_gunzip_next(stream, &data, &size, &why)) {
        *piece = data;
        return (la_ssize_t)size;
    }
    archive_set_error(archive, EINVAL, "%s", why);
    return ARCHIVE_FATAL;
}

static bool is_gzip(const hbs_packed *from) {
    uint8_t start[2];
    if (from->file < 0) return hbs_is_gzip(from->bytes->data, from->bytes->size);
    const ssize_t seen = pread(from->file, start, sizeof start, 0);
    return hbs_is_gzip(start, seen > 0 ? (size_t)seen : 0);
}

static int open_source(const hbs_packed *from, struct archive *archive) {
    if (from->gunzip) return archive_read_open(archive, from->gunzip, NULL, read_gunzipped, NULL);
    if (from->file >= 0) return archive_read_open_fd(archive, from->file, HBS_WALK_BLOCK);
    return archive_read_open_memory(archive, from->bytes->data, from->bytes->size);
}

static hbs_status open_packed(const hbs_walk *w, hbs_packed *from, struct archive **out, const char *name) {
    hbs_status status = HBS_OK;
    struct archive *archive = NULL;
    HBS_TRY(start_archive(w, &archive, name));
    if (from->file >= 0 && lseek(from->file, 0, SEEK_SET) < 0) HBS_FAIL(w->error, HBS_ERROR_IO, "%s: %s; check the file and its disk", name, strerror(errno));
    if (is_gzip(from)) HBS_TRY(hbs_gunzip_open(&from->gunzip, from->file, from->bytes, w->error));
    if (open_source(from, archive) != ARCHIVE_OK) HBS_TRY(archive_failed(w, archive, name));
    *out = archive;
    archive = NULL;
done:
    archive_read_free(archive);
    return status;
}

static void close_packed(const hbs_walk *w, hbs_packed *from, sorting *s, struct archive *archive, const char *name) {
    archive_read_free(archive);
    if (from->gunzip && hbs_gunzip_trailing(from->gunzip) && !s->warned) {
        s->warned = true;
        hbs_warn(w->listener, "%s: bytes behind the end of the gzip data are passed over; compare the file with where it is from", name);
    }
    hbs_gunzip_close(from->gunzip);
    from->gunzip = NULL;
}

/* Reads the archive once and gives what was held. What could be read before damage is given too, and the damage told after it. */
static hbs_status one_pass(hbs_walk *w, sorting *s, hbs_packed *from, const char *name, unsigned nesting) {
    struct archive *archive = NULL;
    hbs_error why = {0};
    hbs_status status = open_packed(w, from, &archive, name);
    if (status == HBS_OK) status = read_pass(w, s, archive, from->gunzip != NULL, name, nesting);
    close_packed(w, from, s, archive, name);
    if (status == HBS_OK) return give_held(w, s, nesting);
    if (status != HBS_ERROR_INPUT || w->stopped) return status;
    if (w->error) why = *w->error;
    const hbs_status given = give_held(w, s, nesting);
    if (given != HBS_OK) return given;
    if (w->error) *w->error = why;
    return status;
}

hbs_status hbs_walk_archive(hbs_walk *w, hbs_packed *from, const char *name, unsigned nesting) {
    hbs_status status = HBS_OK;
    sorting s = {.ordered = true};
    for (bool more = true; more;) {
        HBS_TRY(one_pass(w, &s, from, name, nesting));
        more = s.bound.key != NULL;
        s.streaming = s.ordered;
        free_held(&s.bound);
        hbs_bytes_clear(&s.previous);
    }
done:
    for (size_t i = 0; i < s.count; i++) free_held(&s.item[i]);
    free(s.item);
    free_held(&s.done);
    free_held(&s.bound);
    hbs_bytes_free(&s.previous);
    return status;
}
