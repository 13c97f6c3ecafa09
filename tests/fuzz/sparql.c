/* SPARQL, right and wrong. */
#include "tests/fuzz/language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size <= 1 << 14) require_language(HBS_SPARQL, (const char *)data, size);
    return 0;
}
