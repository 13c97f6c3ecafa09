/* What is read and written reads back strictly, without warnings, to the same bytes; what strict reading accepts, lenient reading reads alike. */
#include "datasets/formats/dimacs.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

static void count(void *context, const char *message)
{
    (void)message;
    ++*(unsigned *)context;
}

static void check_equal(const hbs_cnf *a, const hbs_cnf *b)
{
    hbs_error error;
    hbs_bytes x = {0}, y = {0};
    REQUIRE(hbs_cnf_encode(a, &x, &error) == HBS_OK && hbs_cnf_encode(b, &y, &error) == HBS_OK);
    REQUIRE(x.size == y.size && memcmp(x.data, y.data, x.size) == 0);
    hbs_bytes_free(&x);
    hbs_bytes_free(&y);
}

static void check_round_trip(const hbs_cnf *cnf)
{
    hbs_error error;
    hbs_bytes text = {0};
    hbs_cnf again = {0};
    REQUIRE(hbs_dimacs_write(cnf, &text, &error) == HBS_OK);
    REQUIRE(hbs_dimacs_read(&again, (const char *)text.data, text.size, "written", true, NULL, &error) == HBS_OK);
    check_equal(cnf, &again);
    hbs_cnf_free(&again);
    hbs_bytes_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hbs_error error = {0};
    hbs_cnf lenient = {0}, strict = {0};
    unsigned warnings = 0;
    const hbs_listener listener = {.context = &warnings, .warn = count};
    const hbs_status first = hbs_dimacs_read(&lenient, (const char *)data, size, "text", false, &listener, &error);
    REQUIRE(first == HBS_OK || first == HBS_ERROR_INPUT);
    REQUIRE(first == HBS_OK || (strncmp(error.message, "text:", 5) == 0 && !strchr(error.message, '\n')));
    REQUIRE(warnings <= 12);
    const hbs_status second = hbs_dimacs_read(&strict, (const char *)data, size, "text", true, NULL, &error);
    REQUIRE(second == HBS_ERROR_INPUT || (second == HBS_OK && first == HBS_OK));
    if (first == HBS_OK) check_round_trip(&lenient);
    if (second == HBS_OK) check_equal(&lenient, &strict);
    hbs_cnf_free(&lenient);
    hbs_cnf_free(&strict);
    return 0;
}
