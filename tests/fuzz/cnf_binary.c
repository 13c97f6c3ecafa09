/* Bytes that decode are the bytes that the formula encodes to; cleaning is idempotent and keeps the content hash. */
#include "core/cnf.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

static void check_clean(const hbs_cnf *cnf)
{
    hbs_error error;
    hbs_cnf once = {0}, twice = {0};
    hbs_bytes a = {0}, b = {0};
    uint8_t before[HBS_HASH_SIZE], after[HBS_HASH_SIZE];
    REQUIRE(hbs_cnf_clean(&once, cnf, &error) == HBS_OK && hbs_cnf_clean(&twice, &once, &error) == HBS_OK);
    REQUIRE(once.clauses <= cnf->clauses && hbs_cnf_literals(&once) <= hbs_cnf_literals(cnf));
    REQUIRE(hbs_cnf_encode(&once, &a, &error) == HBS_OK && hbs_cnf_encode(&twice, &b, &error) == HBS_OK);
    REQUIRE(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    REQUIRE(hbs_cnf_content_hash(cnf, before, &error) == HBS_OK && hbs_cnf_content_hash(&once, after, &error) == HBS_OK);
    REQUIRE(memcmp(before, after, sizeof before) == 0);
    hbs_bytes_free(&a);
    hbs_bytes_free(&b);
    hbs_cnf_free(&once);
    hbs_cnf_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hbs_error error = {0};
    hbs_cnf cnf = {0};
    hbs_bytes bytes = {0};
    const hbs_status status = hbs_cnf_decode(&cnf, data, size, &error);
    REQUIRE(status == HBS_OK || status == HBS_ERROR_INPUT);
    if (status == HBS_OK) {
        REQUIRE(hbs_cnf_encode(&cnf, &bytes, &error) == HBS_OK);
        REQUIRE(bytes.size == size && memcmp(bytes.data, data, size) == 0);
        check_clean(&cnf);
    }
    hbs_bytes_free(&bytes);
    hbs_cnf_free(&cnf);
    return 0;
}
