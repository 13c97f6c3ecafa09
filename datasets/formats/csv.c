/* Reading "file, value" tables. The file is read whole: a line a file is small beside the files themselves. */
#include "datasets/formats/csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FIELDS 256

void hbs_csv_free(hbs_csv *csv) {
    for (size_t i = 0; i < csv->entries; i++) free(csv->entry[i].value);
    free(csv->entry);
    free(csv->path);
    hbs_name_index_free(&csv->keys);
    hbs_name_index_free(&csv->owners);
    *csv = (hbs_csv){0};
}

static hbs_status read_whole(const char *path, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char block[65536];
    size_t got;
    FILE *file = fopen(path, "re");
    if (!file) HBS_FAIL(error, errno == ENOENT ? HBS_ERROR_NOT_FOUND : HBS_ERROR_IO, "%s: %s", path, strerror(errno));
    while ((got = fread(block, 1, sizeof block, file)) > 0) HBS_TRY(hbs_bytes_append(out, block, got, error));
    if (ferror(file)) HBS_FAIL(error, HBS_ERROR_IO, "%s: %s", path, strerror(errno));
    HBS_TRY(hbs_bytes_append(out, "", 1, error));
    if (memchr(out->data, 0, out->size) != out->data + out->size - 1) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: not a text file", path);
done:
    if (file) fclose(file);
    return status;
}

typedef struct reader {
    const char *path;
    char *at;
    size_t line;             /* of the record last read */
    size_t next_line;
    char separator;
    char *field[FIELDS];     /* of the record last read, 0-terminated in place */
    size_t fields;
} reader;

static hbs_status fail(const reader *r, hbs_error *error, const char *what) {
    return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: %s", r->path, r->line, what);
}

/* Unquotes in place; at the end r->at stands on the separator or the end of the line. */
static hbs_status read_quoted(reader *r, char **field, hbs_error *error) {
    char *to = ++r->at;
    *field = to;
    for (; *r->at; r->at++) {
        if (*r->at == '"' && *++r->at != '"') {
            while (*r->at == ' ') r->at++;
            if (*r->at && *r->at != r->separator && *r->at != '\n' && *r->at != '\r') return fail(r, error, "text after a closing quote");
            *to = 0;   /* on the closing quote or before it */
            return HBS_OK;
        }
        if (*r->at == '\n') r->next_line++;
        *to++ = *r->at;
    }
    return fail(r, error, "a quote that is not closed");
}

static void read_plain(reader *r, char **field) {
    while (*r->at == ' ') r->at++;
    *field = r->at;
    while (*r->at && *r->at != r->separator && *r->at != '\n' && *r->at != '\r') r->at++;
}

/* Ends the field at `end` without its trailing blanks; the byte there has been read by the caller. */
static void end_field(char *field, char *end, bool quoted) {
    *end = 0;
    for (char *last = end; !quoted && last > field && last[-1] == ' ';) *--last = 0;
}

static hbs_status read_record(reader *r, bool *more, hbs_error *error) {
    hbs_status status = HBS_OK;
    char stop = 0;
    for (; *r->at == '\n' || *r->at == '\r'; r->at++) r->next_line += *r->at == '\n';
    r->fields = 0;
    r->line = r->next_line;
    *more = *r->at != 0;
    for (bool open = *more; open; open = stop == r->separator) {
        const bool quoted = *r->at == '"';
        if (r->fields == FIELDS) HBS_TRY(fail(r, error, "more than 256 columns"));
        char **field = &r->field[r->fields++];
        if (quoted) HBS_TRY(read_quoted(r, field, error));
        else read_plain(r, field);
        stop = *r->at;
        end_field(*field, r->at, quoted);
        if (stop) r->at++;
        if (stop == '\n') r->next_line++;
    }
done:
    return status;
}

static bool is_any(const char *text, const char *const *words) {
    for (; *words; words++)
        if (!strcasecmp(text, *words)) return true;
    return false;
}

/* The first column with one of the names, or the number of columns. */
static size_t column_named(const reader *r, const char *const *names) {
    size_t i = 0;
    while (i < r->fields && !is_any(r->field[i], names)) i++;
    return i;
}

/* "file, is_sat", as far as there is room. */
static void list_columns(const reader *r, char *out, size_t room) {
    size_t used = 0;
    for (size_t i = 0; i < r->fields && used < room; i++) used += (size_t)snprintf(out + used, room - used, "%s%.40s", i ? ", " : "", r->field[i]);
}

/* Which columns; *header tells whether the record is one. */
static hbs_status choose_columns(const reader *r, const char *column, const char *better, size_t *key, size_t *value, bool *header, hbs_error *error) {
    static const char *const names[] = {"file", "path", "name", "filename", "instance", NULL};
    const size_t first = column_named(r, (const char *const[]){better, NULL}), named = column_named(r, names);
    const size_t found = first < r->fields ? first : column_named(r, (const char *const[]){column, NULL});
    *header = found < r->fields;
    if (!*header && named < r->fields) {
        char there[200];
        list_columns(r, there, sizeof there);
        return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: the header has no column `%s`, but %s; call the one that is meant %s", r->path, r->line, column, there, column);
    }
    if (!*header && r->fields != 2) return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: %zu columns and no header that names `%s`; write file,%s", r->path, r->line, r->fields, column, column);
    *value = *header ? found : 1;
    *key = !*header ? 0 : named < r->fields ? named : *value == 0;
    if (*key >= r->fields) return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: no column for the file beside `%s`", r->path, r->line, column);
    return HBS_OK;
}

static hbs_status add_entry(hbs_csv *csv, const reader *r, const char *key, const char *value, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t number;
    bool fresh;
    HBS_TRY(hbs_grow(&csv->entry, &csv->capacity, csv->entries + 1, sizeof *csv->entry, error));
    while (key[0] == '.' && key[1] == '/') key += 2;
    if (!key[0]) HBS_TRY(fail(r, error, "no file is named"));
    HBS_TRY(hbs_name_add(&csv->keys, key, &number, &fresh, error));
    if (!fresh) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%zu: %s was in line %zu already", r->path, r->line, key, csv->entry[number].line);
    csv->entry[csv->entries] = (hbs_csv_entry){.line = r->line};
    HBS_TRY(hbs_copy_text(&csv->entry[csv->entries++].value, value, error));
done:
    return status;
}

static char choose_separator(const char *text) {
    const size_t line = strcspn(text, "\n");
    if (memchr(text, ',', line)) return ',';
    if (memchr(text, '\t', line)) return '\t';
    return memchr(text, ';', line) ? ';' : ',';
}

static hbs_status read_records(hbs_csv *csv, reader *r, const char *column, const char *better, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t key = 0, value = 0, columns = 0;
    bool more, header = false;
    for (;;) {
        HBS_TRY(read_record(r, &more, error));
        if (!more) break;
        if (!columns) HBS_TRY(choose_columns(r, column, better, &key, &value, &header, error));
        if (columns && r->fields != columns) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%zu: %zu columns, and %zu above", r->path, r->line, r->fields, columns);
        if (columns || !header) HBS_TRY(add_entry(csv, r, r->field[key], r->field[value], error));
        columns = r->fields;
    }
    if (!csv->entries) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: no lines", r->path);
done:
    return status;
}

hbs_status hbs_csv_read(hbs_csv *out, const char *path, const char *column, const char *better, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    hbs_csv csv = {0};
    HBS_TRY(read_whole(path, &text, error));
    HBS_TRY(hbs_copy_text(&csv.path, path, error));
    char *start = (char *)text.data;
    if (!start) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: no lines", path);
    if (!strncmp(start, "\xef\xbb\xbf", 3)) start += 3;
    reader r = {.path = path, .at = start, .next_line = 1, .separator = choose_separator(start)};
    HBS_TRY(read_records(&csv, &r, column, better, error));
    *out = csv;
    csv = (hbs_csv){0};
done:
    hbs_bytes_free(&text);
    hbs_csv_free(&csv);
    return status;
}

static bool find_end(const hbs_csv *csv, const char *name, size_t *number) {
    while (name[0] == '.' && name[1] == '/') name += 2;
    for (const char *at = name; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
        if (*at && hbs_name_find(&csv->keys, at, number)) return true;
    return false;
}

hbs_status hbs_csv_find(hbs_csv *csv, const char *name, const char *file, const hbs_csv_entry **found, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t number, owner;
    if (!find_end(csv, name, &number) && !find_end(csv, file, &number))
        HBS_FAIL(error, HBS_ERROR_INPUT, "%s: no line for %s; every instance needs one, with its file's path or the end of it (line %zu is for %s)", csv->path, name, csv->entry[0].line, csv->keys.name[0]);
    hbs_csv_entry *entry = &csv->entry[number];
    HBS_TRY(hbs_name_add(&csv->owners, file, &owner, NULL, error));
    if (entry->owner && entry->owner != owner + 1)
        HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%zu: %s fits both %s and %s; write more of the path", csv->path, entry->line, csv->keys.name[number],
                 csv->owners.name[entry->owner - 1], file);
    entry->owner = owner + 1;
    *found = entry;
done:
    return status;
}

size_t hbs_csv_unused(const hbs_csv *csv, size_t *first) {
    size_t count = 0;
    for (size_t i = 0; i < csv->entries; i++)
        if (!csv->entry[i].owner && !count++) *first = i;
    return count;
}

hbs_status hbs_csv_check_used(const hbs_csv *csv, hbs_error *error) {
    size_t first;
    if (!hbs_csv_unused(csv, &first)) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_INPUT, "%s:%zu: no file is named %s", csv->path, csv->entry[first].line, csv->keys.name[first]);
}
