/* A folder of its own for each test program, and catalogs with small random formulas in it. */
#ifndef HBS_TESTS_DATASETS_FIXTURE_H
#define HBS_TESTS_DATASETS_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/canonical.h"
#include "datasets/catalog/catalog.h"
#include "tests/unit/test.h"

#define UNUSED __attribute__((unused))

/* Runs a shell command on the fixture's own files; only for setting up and clearing away. */
static UNUSED void shell(const char *format, const char *argument) {
    char command[8192];
    snprintf(command, sizeof command, format, argument);
    if (system(command) != 0) fprintf(stderr, "\n    failed: %s\n", command);
}

static char fixture_folder[64];

/* Removes the folder with all that is in it; the next path makes a new one. */
static void fixture_clear(void) {
    if (fixture_folder[0]) shell("rm -rf '%s'", fixture_folder);
    fixture_folder[0] = 0;
}

/* Path of a file in the folder, in one of eight buffers. */
static UNUSED const char *in_folder(const char *name) {
    static char path[8][4096];
    static unsigned next;
    if (!fixture_folder[0]) {
        strcpy(fixture_folder, "/tmp/hardbias-XXXXXX");
        if (!mkdtemp(fixture_folder)) abort();
        atexit(fixture_clear);
    }
    char *out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s/%s", fixture_folder, name);
    return out;
}

static UNUSED const char *fresh(const char *name) {
    const char *path = in_folder(name);
    char other[4200];
    remove(path);
    snprintf(other, sizeof other, "%s-wal", path);
    remove(other);
    snprintf(other, sizeof other, "%s-shm", path);
    remove(other);
    return path;
}

static UNUSED void write_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size) abort();
    fclose(file);
}

static UNUSED char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    char *data = malloc((size_t)length + 1);
    if (!data || fread(data, 1, (size_t)length, file) != (size_t)length) abort();
    data[length] = 0;
    fclose(file);
    if (size) *size = (size_t)length;
    return data;
}

static UNUSED bool file_exists(const char *path) { return access(path, F_OK) == 0; }

/* A random formula of the unit, satisfiable or not as it comes. */
static UNUSED void random_formula(hbs_cnf *cnf, uint64_t unit, uint32_t variables, unsigned clauses) {
    hbs_error error = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 77, unit, HBS_LANE_INSTANCE);
    hbs_cnf_clear(cnf, variables);
    for (unsigned c = 0; c < clauses; c++) {
        uint32_t variable[3];
        int32_t literal[3];
        hbs_rng_sample(&rng, variables, 3, variable);
        for (int i = 0; i < 3; i++) literal[i] = hbs_rng_below(&rng, 2) ? -(int32_t)variable[i] - 1 : (int32_t)variable[i] + 1;
        if (hbs_cnf_add(cnf, literal, 3, &error) != HBS_OK) abort();
    }
}

/* One row with what it points to. */
typedef struct row_room {
    hbs_instance instance;
    hbs_bytes payload;
    char gbd[33];
    hbs_canonical form;
    hbs_row row;
} row_room;

static UNUSED void row_room_free(row_room *room) {
    hbs_instance_free(&room->instance);
    hbs_bytes_free(&room->payload);
}

static UNUSED const hbs_row *random_row(row_room *room, uint64_t idx) {
    hbs_error error = {0};
    room->instance.problem = HBS_SAT;
    random_formula(&room->instance.cnf, idx, 8, 20);
    CHECK_OK(hbs_instance_encode(&room->instance, &room->payload, &error));
    hbs_cnf_gbd_hash(&room->instance.cnf, room->gbd);
    room->row = (hbs_row){.idx = idx, .unit = idx / 2, .part = 0, .split = idx % 3 ? "train" : "test", .label = (int)(idx % 3) - 1, .claim = HBS_LABEL_UNKNOWN,
                          .label_source = idx % 3 ? "solver" : NULL, .reason = idx % 3 ? NULL : "budget of 5 steps reached", .size_n = 8, .size_m = 20,
                          .payload = room->payload.data, .payload_size = room->payload.size, .solver = "none", .effort = 3 * idx, .tries = 1 + idx % 4,
                          .unknown_tries = idx % 2, .choice_bits = idx % 5 ? (double)idx + .5 : NAN, .gbd_hash = room->gbd};
    CHECK_OK(hbs_instance_content_hash(&room->instance, room->row.content_hash, &error));
    if (idx % 7 == 3) room->row.parent_dataset = "seeds", room->row.parent = idx / 7, room->row.root_dataset = "other.db:roots", room->row.root_unit = idx % 5;
    if (idx % 5 == 1) {
        hbs_canonizer *canonizer;
        CHECK_OK(hbs_canonizer_open(&canonizer, &error));
        CHECK_OK(hbs_canonical_of(canonizer, &room->instance, 0, &room->form, &error));
        hbs_canonizer_close(canonizer);
        room->row.canonical_hash = room->form.hash;
    }
    return &room->row;
}

/* A complete dataset of `count` random rows. */
static UNUSED void random_dataset(hbs_catalog *catalog, const char *name, uint64_t count, hbs_dataset *out) {
    hbs_error error = {0};
    hbs_writer *writer = NULL;
    row_room room = {0};
    hbs_dataset dataset = {.name = strdup(name), .problem = HBS_SAT, .spec = strdup("sat/test"), .options = strdup("{}"), .seed = UINT64_MAX, .count = count};
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    CHECK_OK(hbs_writer_open(&writer, catalog, dataset.id, &error));
    for (uint64_t i = 0; i < count; i++) CHECK_OK(hbs_writer_add(writer, random_row(&room, i), &error));
    CHECK_OK(hbs_writer_commit(writer, &error));
    hbs_writer_close(writer);
    CHECK_OK(hbs_dataset_finish(catalog, &dataset, &error));
    row_room_free(&room);
    if (out) *out = dataset;
    else hbs_dataset_free(&dataset);
}

#endif
