/* Folders, compressed files and archives made on the spot with libarchive, good and bad. */
#include "datasets/archives/archives.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/datasets/fixture.h"

static void write_text(const char *name, const char *text)
{
    write_file(in_folder(name), text, strlen(text));
}

typedef struct member {
    const char *name;
    const void *data;
    size_t size;
} member;

static void add_member(struct archive *archive, const member *m)
{
    struct archive_entry *const entry = archive_entry_new();
    archive_entry_set_pathname(entry, m->name);
    archive_entry_set_size(entry, (la_int64_t)m->size);
    archive_entry_set_filetype(entry, m->data ? AE_IFREG : AE_IFDIR);
    archive_entry_set_perm(entry, 0644);
    CU_ASSERT_EQUAL_FATAL(archive_write_header(archive, entry), ARCHIVE_OK);
    if (m->size) CU_ASSERT_EQUAL_FATAL(archive_write_data(archive, m->data, m->size), (la_ssize_t)m->size);
    archive_entry_free(entry);
}

static void pack(const char *name, int (*format)(struct archive *), int (*filter)(struct archive *), const member *members, size_t count)
{
    struct archive *const archive = archive_write_new();
    CU_ASSERT_EQUAL_FATAL(format(archive), ARCHIVE_OK);
    CU_ASSERT_EQUAL_FATAL(filter(archive), ARCHIVE_OK);
    CU_ASSERT_EQUAL_FATAL(archive_write_open_filename(archive, in_folder(name)), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) add_member(archive, members + i);
    CU_ASSERT_EQUAL_FATAL(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

/* What was visited, as lines "name=text". */
typedef struct seen {
    hbs_bytes lines;
    unsigned count, stop_after, warnings;
    hbs_status answer;
} seen;

static hbs_status visit(void *context, const char *name, const char *text, size_t length, hbs_error *error)
{
    seen *const s = context;
    const size_t prefix = strlen(fixture_folder);
    s->count++;
    if (s->answer) return hbs_raise(error, s->answer, "no more");
    if (strncmp(name, fixture_folder, prefix) == 0) name += prefix + 1;
    return hbs_bytes_print(&s->lines, error, "%s=%.*s\n", name, length > 40 ? 40 : (int)length, text);
}

static bool stop(void *context)
{
    seen *const s = context;
    return s->stop_after && s->count >= s->stop_after;
}

static void warn(void *context, const char *message)
{
    seen *const s = context;
    CU_ASSERT(strstr(message, "passed over") || strstr(message, "may be cut off"));
    s->warnings++;
}

static hbs_status run(seen *s, const char *name, size_t limit, hbs_error *error)
{
    const hbs_listener listener = {.context = s, .stop = stop, .warn = warn};
    const char *const path = *name ? in_folder(name) : fixture_folder;
    s->count = s->warnings = 0;
    hbs_bytes_clear(&s->lines);
    CU_ASSERT_EQUAL(hbs_bytes_print(&s->lines, error, "%s", ""), HBS_OK);
    return limit ? hbs_members_within(&path, 1, limit, visit, s, &listener, error) : hbs_members(&path, 1, visit, s, &listener, error);
}

static void check(const char *name, const char *expected)
{
    hbs_error error;
    seen s = {0};
    CHECK_OK(run(&s, name, 0, &error));
    if (strcmp((char *)s.lines.data, expected) != 0) fprintf(stderr, "\n    %s: got %s\n", name, (char *)s.lines.data);
    CU_ASSERT_STRING_EQUAL((char *)s.lines.data, expected);
    hbs_bytes_free(&s.lines);
}

static void check_fails(const char *name, hbs_status expected, const char *part)
{
    hbs_error error = {0};
    seen s = {0};
    const hbs_status status = run(&s, name, 0, &error);
    CU_ASSERT_EQUAL(status, expected);
    CU_ASSERT(!strchr(error.message, '\n'));
    if (!strstr(error.message, part)) fprintf(stderr, "\n    %s: %s\n", name, error.message);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, part));
    hbs_bytes_free(&s.lines);
}

/* --- tests --- */

static void test_folder(void)
{
    mkdir(in_folder("d"), 0755);
    mkdir(in_folder("d/a"), 0755);
    mkdir(in_folder("d/.git"), 0755);
    write_text("d/a.cnf", "2"), write_text("d/a-c.cnf", "1"), write_text("d/a/b", "3"), write_text("d/b", ""), write_text("d/\xc3\xa9", "5");
    write_text("d/.hidden", "no"), write_text("d/.git/x", "no");
    CU_ASSERT_EQUAL_FATAL(symlink("../../d", in_folder("d/a/loop")), 0);
    CU_ASSERT_EQUAL_FATAL(symlink("nowhere", in_folder("d/c-dangling")), 0);
    CU_ASSERT_EQUAL_FATAL(symlink("a/b", in_folder("d/d-link")), 0);
    CU_ASSERT_EQUAL_FATAL(mkfifo(in_folder("d/fifo"), 0644), 0);
    check("d", "d/a-c.cnf=1\nd/a.cnf=2\nd/a/b=3\nd/b=\nd/d-link=3\nd/\xc3\xa9=5\n");
    check("d/", "d/a-c.cnf=1\nd/a.cnf=2\nd/a/b=3\nd/b=\nd/d-link=3\nd/\xc3\xa9=5\n");
    check("d/.hidden", "d/.hidden=no\n");
    hbs_error error;
    seen s = {0};
    CHECK_OK(run(&s, "d", 0, &error));
    CU_ASSERT_EQUAL(s.warnings, 2);
    s.stop_after = 2;
    CU_ASSERT_EQUAL(run(&s, "d", 0, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(s.count, 2);
    s.stop_after = 0;
    s.answer = HBS_ERROR_FAULT;
    CU_ASSERT_EQUAL(run(&s, "d", 0, &error), HBS_ERROR_FAULT);
    CU_ASSERT_STRING_EQUAL(error.message, "no more");
    hbs_bytes_free(&s.lines);
    check_fails("nix", HBS_ERROR_NOT_FOUND, "nix: no such file");
    check_fails("d/b/c", HBS_ERROR_NOT_FOUND, "no such file");
    fixture_clear();
}

/* One file in every compression that libarchive can write itself; the name does not matter, the bytes do. */
static void test_compressed(void)
{
    static int (*const filter[])(struct archive *) = {archive_write_add_filter_bzip2, archive_write_add_filter_compress, archive_write_add_filter_gzip,
                                                      archive_write_add_filter_lz4,   archive_write_add_filter_lzip,     archive_write_add_filter_lzma,
                                                      archive_write_add_filter_xz,    archive_write_add_filter_zstd};
    const member one = {"x", "p cnf 1 1\n1 0\n", 14}, none = {"x", "", 0};
    for (size_t i = 0; i < sizeof filter / sizeof *filter; i++) {
        pack("file.txt", archive_write_set_format_raw, filter[i], &one, 1);
        check("file.txt", "file.txt=p cnf 1 1\n1 0\n\n");
    }
    pack("none.gz", archive_write_set_format_raw, archive_write_add_filter_gzip, &none, 1);
    check("none.gz", "none.gz=\n");
    write_text("plain.gz", "p cnf 0 0\n");
    check("plain.gz", "plain.gz=p cnf 0 0\n\n");
    write_text("plain.7z", "PK BZ LZIP\n");
    check("plain.7z", "plain.7z=PK BZ LZIP\n\n");
    fixture_clear();
}

static void test_archives(void)
{
    static const struct {
        int (*format)(struct archive *), (*filter)(struct archive *);
    } kind[] = {
        {archive_write_set_format_ustar, archive_write_add_filter_none}, {archive_write_set_format_pax, archive_write_add_filter_gzip},
        {archive_write_set_format_gnutar, archive_write_add_filter_xz},  {archive_write_set_format_zip, archive_write_add_filter_none},
        {archive_write_set_format_7zip, archive_write_add_filter_none},  {archive_write_set_format_cpio, archive_write_add_filter_none},
        {archive_write_set_format_cpio_newc, archive_write_add_filter_zstd},
    };
    const member members[] = {{"d", NULL, 0},         {"d/b.cnf", "one", 3}, {"d/a.cnf", "two", 3},          {"d/.git/config", "no", 2}, {"__MACOSX/._a", "no", 2},
                              {"d/empty.cnf", "", 0}, {"e\nf", "three", 5},  {"../../outside", "four", 4}};
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        pack("archive", kind[i].format, kind[i].filter, members, sizeof members / sizeof *members);
        hbs_error error;
        seen s = {0};
        CHECK_OK(run(&s, "archive", 0, &error));
        const char *const text = (char *)s.lines.data;
        CU_ASSERT_EQUAL(s.count, 5);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "archive/d/b.cnf=one\n"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "archive/d/a.cnf=two\n"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "archive/d/empty.cnf=\n"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "archive/e?f=three\n"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "outside=four\n"));
        hbs_bytes_free(&s.lines);
    }
    const member plain[] = {{"a.cnf", "one", 3}, {"b.cnf", "two", 3}};
    pack("archive", archive_write_set_format_iso9660, archive_write_add_filter_none, plain, 2);
    check("archive", "archive/a.cnf=one\narchive/b.cnf=two\n");
    pack("archive", archive_write_set_format_ar_svr4, archive_write_add_filter_none, plain, 2);
    check("archive", "archive/a.cnf=one\narchive/b.cnf=two\n");
    fixture_clear();
}

/* Two stored members with names flagged as UTF-8, as Python's zipfile writes them; the locale of this program is C. */
static void test_names_beyond_ascii(void)
{
    static const uint8_t zip[] = {
        0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0xf1, 0x86, 0x6c, 0x7a, 0x03, 0x00, 0x00, 0x00, 0x03, 0x00,
        0x00, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x73, 0xc3, 0xa4, 0x74, 0x2f, 0xc3, 0xbc, 0x2e, 0x63, 0x6e, 0x66, 0x6f, 0x6e, 0x65, 0x50, 0x4b, 0x03, 0x04,
        0x14, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0x66, 0x8a, 0xca, 0x11, 0x03, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x06, 0x00,
        0x00, 0x00, 0xc3, 0xb6, 0x2e, 0x63, 0x6e, 0x66, 0x74, 0x77, 0x6f, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00,
        0x00, 0x21, 0x00, 0xf1, 0x86, 0x6c, 0x7a, 0x03, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x73, 0xc3, 0xa4, 0x74, 0x2f, 0xc3, 0xbc, 0x2e, 0x63, 0x6e, 0x66, 0x50, 0x4b, 0x01, 0x02,
        0x14, 0x03, 0x14, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0x66, 0x8a, 0xca, 0x11, 0x03, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00,
        0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x2c, 0x00, 0x00, 0x00, 0xc3, 0xb6, 0x2e, 0x63, 0x6e, 0x66,
        0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x02, 0x00, 0x6d, 0x00, 0x00, 0x00, 0x53, 0x00, 0x00, 0x00, 0x00, 0x00,
    };
    write_file(in_folder("names.zip"), zip, sizeof zip);
    check("names.zip", "names.zip/s\xc3\xa4t/\xc3\xbc.cnf=one\nnames.zip/\xc3\xb6.cnf=two\n");
    fixture_clear();
}

static size_t read_back(const char *name, char *data, size_t room)
{
    FILE *const file = fopen(in_folder(name), "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const size_t size = fread(data, 1, room, file);
    fclose(file);
    return size;
}

/* A tar of compressed members, as competitions ship them; and zip in zip beyond the depth. */
static void test_nested(void)
{
    static char data[1 << 16];
    const member one = {"x", "p cnf 1 1\n1 0\n", 14};
    pack("one", archive_write_set_format_raw, archive_write_add_filter_xz, &one, 1);
    const member members[] = {{"a.cnf.xz", data, read_back("one", data, sizeof data)}, {"b.cnf", "plain", 5}};
    pack("all.tar.gz", archive_write_set_format_pax, archive_write_add_filter_gzip, members, 2);
    check("all.tar.gz", "all.tar.gz/a.cnf.xz=p cnf 1 1\n1 0\n\nall.tar.gz/b.cnf=plain\n");
    write_text("deep", "inside");
    for (unsigned depth = 1; depth <= 6; depth++) {
        static const char *const path[] = {"deep", "deep/n", "deep/n/n", "deep/n/n/n", "deep/n/n/n/n"};
        const member layer = {"n", data, read_back("deep", data, sizeof data)};
        pack("deep", archive_write_set_format_zip, archive_write_add_filter_none, &layer, 1);
        char expected[64];
        if (depth <= 4) {
            snprintf(expected, sizeof expected, "%s=inside\n", path[depth]);
            check("deep", expected);
        } else check_fails("deep", HBS_ERROR_INPUT, "more than 4 deep");
    }
    fixture_clear();
}

static void test_damaged(void)
{
    static char data[1 << 16], cut[1 << 16];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)('0' + i * i * 7 % 10);
    const member one = {"x", data, sizeof data};
    pack("whole", archive_write_set_format_raw, archive_write_add_filter_gzip, &one, 1);
    size_t size = read_back("whole", cut, sizeof cut);
    write_file(in_folder("cut"), cut, size / 2);
    check_fails("cut", HBS_ERROR_INPUT, "cut: cannot be unpacked: ");
    pack("whole", archive_write_set_format_zip, archive_write_add_filter_none, &one, 1);
    size = read_back("whole", cut, sizeof cut);
    for (size_t i = size / 3; i < size / 2; i++) cut[i] ^= 0x55;
    write_file(in_folder("flipped"), cut, size);
    check_fails("flipped", HBS_ERROR_INPUT, "cannot be unpacked");
    for (size_t i = 0; i < 300; i++) cut[i] = (char)(i * 37 % 251 + 1);
    write_file(in_folder("noise"), cut, 300);
    hbs_error error;
    seen s = {0};
    CHECK_OK(run(&s, "noise", 0, &error));
    CU_ASSERT_EQUAL(s.count, 1);
    hbs_bytes_free(&s.lines);
    fixture_clear();
}

static void check_warns(const char *name, unsigned warnings, const char *expected)
{
    hbs_error error;
    seen s = {0};
    CHECK_OK(run(&s, name, 0, &error));
    if (s.warnings != warnings) fprintf(stderr, "\n    %s: %u warnings\n", name, s.warnings);
    CU_ASSERT_EQUAL(s.warnings, warnings);
    CU_ASSERT_STRING_EQUAL((char *)s.lines.data, expected);
    hbs_bytes_free(&s.lines);
}

/* Any bit of check sum or length, and a cut anywhere, is damage; parts that follow each other are one file; padding is none, other bytes are told. */
static void test_gzip_trailers(void)
{
    char data[4096];
    const member one = {"x", "p cnf 0 0\n", 10};
    pack("a.gz", archive_write_set_format_raw, archive_write_add_filter_gzip, &one, 1);
    const size_t size = read_back("a.gz", data, sizeof data / 4);
    for (size_t bit = 0; bit < 64; bit++) {
        data[size - 8 + bit / 8] ^= (char)(1 << bit % 8);
        write_file(in_folder("bad.gz"), data, size);
        check_fails("bad.gz", HBS_ERROR_INPUT, bit < 32 ? "incorrect data check" : "incorrect length check");
        data[size - 8 + bit / 8] ^= (char)(1 << bit % 8);
    }
    for (size_t cut = 3; cut < size; cut++) {
        write_file(in_folder("cut.gz"), data, cut);
        check_fails("cut.gz", HBS_ERROR_INPUT, "cut off");
    }
    memcpy(data + size, data, size);
    write_file(in_folder("twice.gz"), data, 2 * size);
    check_warns("twice.gz", 0, "twice.gz=p cnf 0 0\np cnf 0 0\n\n");
    memset(data + size, 0, 700);
    write_file(in_folder("padded.gz"), data, size + 700);
    check_warns("padded.gz", 0, "padded.gz=p cnf 0 0\n\n");
    data[size + 600] = 'x';
    write_file(in_folder("more.gz"), data, size + 700);
    check_warns("more.gz", 1, "more.gz=p cnf 0 0\n\n");
    fixture_clear();
}

/* A tar that ends where its next member, or its end mark, would begin is read and told; within a member it is damage. */
static void test_tar_without_end(void)
{
    static char data[1 << 16];
    static int (*const format[])(struct archive *) = {archive_write_set_format_ustar, archive_write_set_format_gnutar, archive_write_set_format_pax};
    const member members[] = {{"a", "plain", 5}, {"b", "more", 4}};
    for (size_t f = 0; f < sizeof format / sizeof *format; f++) {
        pack("t.tar", format[f], archive_write_add_filter_none, members, 2);
        const size_t size = read_back("t.tar", data, sizeof data);
        check_warns("t.tar", 0, "t.tar/a=plain\nt.tar/b=more\n");
        write_file(in_folder("mark.tar"), data, 2048);
        check_warns("mark.tar", 1, "mark.tar/a=plain\nmark.tar/b=more\n");
        write_file(in_folder("cut.tar"), data, 1024);
        check_warns("cut.tar", 1, "cut.tar/a=plain\n");
        write_file(in_folder("within.tar"), data, 1600);
        check_fails("within.tar", HBS_ERROR_INPUT, "cannot be unpacked");
        const member packed = {"x", data, 1024};
        pack("cut.tar.gz", archive_write_set_format_raw, archive_write_add_filter_gzip, &packed, 1);
        check_warns("cut.tar.gz", 1, "cut.tar.gz/a=plain\n");
        CU_ASSERT(size > 2048);
    }
    fixture_clear();
}

/* A member above the limit is refused, whether it is plain, compressed or in an archive, and at the limit it is not. */
static void test_limit(void)
{
    static char zeros[100001];
    memset(zeros, '0', sizeof zeros);
    hbs_error error;
    seen s = {0};
    const member one = {"x", zeros, sizeof zeros};
    static const char *const name[] = {"plain", "gz", "zip", "tar.gz"};
    write_file(in_folder("plain"), zeros, sizeof zeros);
    pack("gz", archive_write_set_format_raw, archive_write_add_filter_gzip, &one, 1);
    pack("zip", archive_write_set_format_zip, archive_write_add_filter_none, &one, 1);
    pack("tar.gz", archive_write_set_format_pax, archive_write_add_filter_gzip, &one, 1);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        CU_ASSERT_EQUAL(run(&s, name[i], sizeof zeros - 1, &error), HBS_ERROR_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "100000 bytes"));
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, name[i]));
        CU_ASSERT_EQUAL(s.count, 0);
        CHECK_OK(run(&s, name[i], sizeof zeros, &error));
        CU_ASSERT_EQUAL(s.count, 1);
    }
    hbs_bytes_free(&s.lines);
    fixture_clear();
}

/* Members of many sizes in any order come out sorted, each once, whatever little memory there is. */
static void check_sorted(uint32_t seed, bool shuffled, size_t limit)
{
    enum { COUNT = 60 };
    member members[COUNT];
    static char name[COUNT][24], text[COUNT][64];
    hbs_bytes expected = {0};
    hbs_error error;
    seen s = {0};
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(name[i], sizeof name[i], "%c/%03u.cnf", (int)('a' + i / 20), i);
        snprintf(text[i], sizeof text[i], "%03u%.*s", i, (int)(i * 7 % 50), "....................................................");
        members[i] = (member){name[i], text[i], strlen(text[i])};
        CU_ASSERT_EQUAL(hbs_bytes_print(&expected, &error, "many.tar.gz/%s=%.40s\n", name[i], text[i]), HBS_OK);
    }
    for (unsigned i = COUNT - 1; shuffled && i; i--) {
        seed = seed * 1664525u + 1013904223u;
        const unsigned j = (seed >> 8) % (i + 1);
        const member swapped = members[i];
        members[i] = members[j];
        members[j] = swapped;
    }
    pack("many.tar.gz", archive_write_set_format_pax_restricted, archive_write_add_filter_gzip, members, COUNT);
    CHECK_OK(run(&s, "many.tar.gz", limit, &error));
    CU_ASSERT_EQUAL(s.count, COUNT);
    CU_ASSERT_STRING_EQUAL((char *)s.lines.data, (char *)expected.data);
    hbs_bytes_free(&s.lines);
    hbs_bytes_free(&expected);
}

static void test_order(void)
{
    for (uint32_t seed = 0; seed < 8; seed++) check_sorted(seed, true, seed % 2 ? 60 : 400);
    check_sorted(0, true, 1 << 20);
    check_sorted(0, false, 60);
    check_sorted(0, false, 1 << 20);
    const member twice[] = {{"b", "first", 5}, {"./a", "plain", 5}, {"b", "second", 6}};
    pack("twice.tar", archive_write_set_format_pax_restricted, archive_write_add_filter_none, twice, 3);
    check("twice.tar", "twice.tar/a=plain\ntwice.tar/b=first\ntwice.tar/b=second\n");
    fixture_clear();
}

static hbs_status failed(void *context, const char *path, const hbs_error *why, hbs_error *error)
{
    seen *const s = context;
    CU_ASSERT(why->code == HBS_ERROR_INPUT || why->code == HBS_ERROR_NOT_FOUND);
    CU_ASSERT(strncmp(why->message, path, strlen(path)) == 0);
    return hbs_bytes_print(&s->lines, error, "%s?\n", strncmp(path, fixture_folder, strlen(fixture_folder)) == 0 ? path + strlen(fixture_folder) + 1 : path);
}

static hbs_status give_up(void *context, const char *path, const hbs_error *why, hbs_error *error)
{
    (void)context, (void)path;
    return hbs_raise(error, why->code, "gave up");
}

/* Damaged and missing files are told, and what stands behind them is read. */
static void test_failures(void)
{
    hbs_error error = {0};
    seen s = {0};
    write_text("a.cnf", "a");
    write_file(in_folder("b.cnf.gz"), "\x1f\x8b\x08\0\1\2\3\4\5\6\7", 11);
    write_text("c.cnf", "c");
    const char *const paths[] = {"/no/such/file", fixture_folder};
    CHECK_OK(hbs_members_all(paths, 2, visit, failed, &s, NULL, &error));
    CU_ASSERT_STRING_EQUAL((char *)s.lines.data, "/no/such/file?\na.cnf=a\nb.cnf.gz?\nc.cnf=c\n");
    CU_ASSERT_EQUAL(hbs_members_all(paths, 2, visit, give_up, &s, NULL, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_STRING_EQUAL(error.message, "gave up");
    CU_ASSERT_EQUAL(hbs_members_all(paths + 1, 1, visit, give_up, &s, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_STRING_EQUAL(error.message, "gave up");
    s.answer = HBS_ERROR_INPUT;   /* the caller's own failure is none of a file */
    CU_ASSERT_EQUAL(hbs_members_all(paths + 1, 1, visit, failed, &s, NULL, &error), HBS_ERROR_INPUT);
    CU_ASSERT_STRING_EQUAL(error.message, "no more");
    hbs_bytes_free(&s.lines);
    fixture_clear();
}

static void test_pipe(void)
{
    hbs_error error;
    seen s = {0};
    int ends[2];
    char name[64];
    const hbs_listener listener = {0};
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    CU_ASSERT_EQUAL_FATAL(write(ends[1], "p cnf 0 0\n", 10), 10);
    close(ends[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    const char *const path = name;
    CHECK_OK(hbs_members(&path, 1, visit, &s, &listener, &error));
    CU_ASSERT_EQUAL(s.count, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr((char *)s.lines.data, "=p cnf 0 0\n"));
    close(ends[0]);
    hbs_bytes_free(&s.lines);
}

const hbs_test hbs_tests[] = {
    {"folder", test_folder},
    {"compressed", test_compressed},
    {"archives", test_archives},
    {"names beyond ASCII", test_names_beyond_ascii},
    {"nested", test_nested},
    {"damaged", test_damaged},
    {"gzip trailers", test_gzip_trailers},
    {"tar without end", test_tar_without_end},
    {"limit", test_limit},
    {"order", test_order},
    {"failures", test_failures},
    {"pipe", test_pipe},
    {NULL, NULL},
};
