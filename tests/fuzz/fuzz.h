/* A fuzz target is a property of one input: it returns when the property holds and aborts otherwise. */
#ifndef HBS_TESTS_FUZZ_H
#define HBS_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition)                                                                     \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);      \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

#endif
