#include "core/spill.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/unit/test.h"

enum { COUNT = 3000000 };

/* Filled in order and read again, pages let go on the way: nothing is lost, in memory as in a file. */
static void what_is_let_go_comes_back(void) {
    for (int in_file = 0; in_file < 2; in_file++) {
        hbs_error error = {0};
        hbs_spill spill = {0};
        size_t wrong = 0;
        CHECK_OK(hbs_spill_open(&spill, COUNT, sizeof(uint32_t), in_file ? 4096 : SIZE_MAX, &error));
        CU_ASSERT_EQUAL(spill.file >= 0, in_file);
        uint32_t *const number = spill.data;
        for (uint32_t i = 0; i < COUNT; i++) {
            CHECK_OK(hbs_spill_reserve(&spill, (i + 1) * sizeof *number, &error));
            wrong += number[i] != 0;
            number[i] = i * 2654435761u;
            if (i % 10000 == 9999) hbs_spill_passed(&spill, (i - 9999) * sizeof *number, i * sizeof *number);
        }
        for (uint32_t i = COUNT; i-- > 0;) wrong += number[i] != i * 2654435761u;
        CU_ASSERT_EQUAL(wrong, 0);
        hbs_spill_close(&spill);
        CU_ASSERT_PTR_NULL(spill.data);
    }
}

static size_t resident(void) {
    size_t pages = 0, all = 0;
    FILE *const file = fopen("/proc/self/statm", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    if (fscanf(file, "%zu %zu", &all, &pages) != 2) CU_FAIL("statm");
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* 12 MB are written and read, a thirtieth at a time: never is a third of them resident. */
static void what_is_let_go_is_not_resident(void) {
    hbs_error error = {0};
    hbs_spill spill = {0};
    CHECK_OK(hbs_spill_open(&spill, COUNT, sizeof(uint32_t), 0, &error));
    uint32_t *const number = spill.data;
    const size_t before = resident();
    size_t largest = 0;
    CHECK_OK(hbs_spill_reserve(&spill, spill.size, &error));
    for (uint32_t i = 0; i < COUNT; i++) {
        number[i] = i;
        if (i % 100000 != 99999) continue;
        const size_t now = resident();
        if (now > largest) largest = now;
        hbs_spill_passed(&spill, (i - 99999) * sizeof *number, i * sizeof *number);
    }
    CU_ASSERT(largest < before + spill.size / 3);
    hbs_spill_close(&spill);
}

static void sizes_beyond_memory_are_refused(void) {
    hbs_error error = {0};
    hbs_spill spill = {0};
    CU_ASSERT_EQUAL(hbs_spill_open(&spill, SIZE_MAX / 4, 8, 0, &error), HBS_ERROR_MEMORY);
    CU_ASSERT_EQUAL(hbs_spill_open(&spill, SIZE_MAX / 16 + 2, 8, 0, &error), HBS_ERROR_MEMORY);
    CU_ASSERT_PTR_NULL(spill.data);
    hbs_spill_close(&spill);
}

const hbs_test hbs_tests[] = {{"what_is_let_go_comes_back", what_is_let_go_comes_back},
                              {"what_is_let_go_is_not_resident", what_is_let_go_is_not_resident},
                              {"sizes_beyond_memory_are_refused", sizes_beyond_memory_are_refused},
                              {NULL, NULL}};
