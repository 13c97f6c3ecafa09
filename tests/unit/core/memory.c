#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/listener.h"
#include "core/printable.h"
#include "tests/unit/test.h"

static void control_characters_are_made_visible(void) {
    char text[] = "a\x1b[31mb\nc\td\x7f \xc3\xa9 \xc2\x9b" "e \xc2\xa9 \xff \xc2", none[] = "";
    hbs_make_printable(text);
    CU_ASSERT_STRING_EQUAL(text, "a?[31mb?c?d? \xc3\xa9 ??e \xc2\xa9 ? ?");
    hbs_make_printable(none);
    CU_ASSERT_STRING_EQUAL(none, "");
}

static void sizes_that_overflow_are_refused(void) {
    hbs_error error = {0};
    void *memory = NULL;
    CU_ASSERT_EQUAL(hbs_allocate(&memory, SIZE_MAX / 4, 8, &error), HBS_ERROR_MEMORY);
    CU_ASSERT_PTR_NULL(memory);
    size_t capacity = 0;
    int *array = NULL;
    CHECK_OK(hbs_grow(&array, &capacity, 3, sizeof *array, &error));
    array[2] = 42;
    CU_ASSERT_EQUAL(hbs_grow(&array, &capacity, SIZE_MAX / 2, sizeof *array, &error), HBS_ERROR_MEMORY);
    CU_ASSERT_EQUAL(array[2], 42);
    free(array);
}

static void varints_round_trip_and_refuse_bad_bytes(void) {
    hbs_error error = {0};
    hbs_bytes bytes = {0};
    const uint64_t value[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_C(1) << 63, UINT64_MAX};
    for (size_t i = 0; i < 8; i++) CHECK_OK(hbs_bytes_varint(&bytes, value[i], &error));
    size_t at = 0;
    uint64_t got = 0;
    for (size_t i = 0; i < 8; i++) {
        CHECK_OK(hbs_read_varint(bytes.data, bytes.size, &at, &got, &error));
        CU_ASSERT_EQUAL(got, value[i]);
    }
    CU_ASSERT_EQUAL(at, bytes.size);
    CU_ASSERT_EQUAL(hbs_read_varint(bytes.data, bytes.size, &at, &got, &error), HBS_ERROR_INPUT);
    const uint8_t longer[] = {0x80, 0}, beyond[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2};
    at = 0;
    CU_ASSERT_EQUAL(hbs_read_varint(longer, 2, &at, &got, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(hbs_read_varint(beyond, 10, &at, &got, &error), HBS_ERROR_INPUT);
    CU_ASSERT_EQUAL(at, 0);
    hbs_bytes_free(&bytes);
}

static void text_appends(void) {
    hbs_error error = {0};
    hbs_bytes bytes = {0}, copy = {0};
    CHECK_OK(hbs_bytes_print(&bytes, &error, "%d+", 1));
    CHECK_OK(hbs_bytes_print(&bytes, &error, "%s", "2"));
    CU_ASSERT_STRING_EQUAL((char *)bytes.data, "1+2");
    CHECK_OK(hbs_bytes_copy(&copy, &bytes, &error));
    CU_ASSERT_EQUAL(copy.size, 3);
    hbs_bytes_free(&bytes);
    hbs_bytes_free(&copy);
    CHECK_OK(hbs_bytes_copy(&copy, &bytes, &error));
    CU_ASSERT_EQUAL(copy.size, 0);
}

static void messages_are_cut_and_may_quote_themselves(void) {
    hbs_error error = {0};
    CU_ASSERT_EQUAL(hbs_raise(&error, HBS_ERROR_INPUT, "inner"), HBS_ERROR_INPUT);
    hbs_raise(&error, HBS_ERROR_FAULT, "outer: %s", error.message);
    CU_ASSERT_STRING_EQUAL(error.message, "outer: inner");
    CU_ASSERT_EQUAL(error.code, HBS_ERROR_FAULT);
    char large[3000];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = 0;
    hbs_raise(&error, HBS_ERROR_IO, "%s", large);
    CU_ASSERT_EQUAL(strlen(error.message), sizeof error.message - 1);
    CU_ASSERT_EQUAL(hbs_raise(NULL, HBS_ERROR_IO, "nobody listens"), HBS_ERROR_IO);
}

static void exit_statuses(void) {
    CU_ASSERT_EQUAL(hbs_exit_status(HBS_OK), 0);
    CU_ASSERT_EQUAL(hbs_exit_status(HBS_ERROR_FAULT), 1);
    CU_ASSERT_EQUAL(hbs_exit_status(HBS_ERROR_EXISTS), 2);
    CU_ASSERT_EQUAL(hbs_exit_status(HBS_ERROR_BUSY), 3);
    CU_ASSERT_EQUAL(hbs_exit_status(HBS_ERROR_INTERRUPTED), 130);
}

/* FIPS 180-4 example: SHA-256 of "abc". */
static void sha256(void) {
    uint8_t hash[HBS_HASH_SIZE];
    char text[2 * HBS_HASH_SIZE + 1];
    hbs_hash_of("abc", 3, hash);
    hbs_hex(hash, sizeof hash, text);
    CU_ASSERT_STRING_EQUAL(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void remember(void *context, const char *message) { snprintf(context, 64, "%s", message); }
static bool always(void *context) { return context != NULL; }

static void listeners_may_be_absent(void) {
    char heard[64] = "";
    hbs_warn(NULL, "nobody");
    hbs_report_progress(NULL, "x", 1, 2, "units");
    CU_ASSERT_FALSE(hbs_should_stop(NULL));
    const hbs_listener listener = {.context = heard, .warn = remember, .stop = always};
    hbs_warn(&listener, "%d clauses", 7);
    CU_ASSERT_STRING_EQUAL(heard, "7 clauses");
    CU_ASSERT_TRUE(hbs_should_stop(&listener));
    hbs_report_progress(&listener, "x", 1, 2, "units");
}

const hbs_test hbs_tests[] = {{"control characters are made visible", control_characters_are_made_visible},
                              {"sizes_that_overflow_are_refused", sizes_that_overflow_are_refused},
                              {"varints", varints_round_trip_and_refuse_bad_bytes},
                              {"text_appends", text_appends},
                              {"messages", messages_are_cut_and_may_quote_themselves},
                              {"exit_statuses", exit_statuses},
                              {"sha256", sha256},
                              {"listeners", listeners_may_be_absent},
                              {NULL, NULL}};
