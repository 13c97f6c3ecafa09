/* The bytes as a proof of, and as a model of, a formula with one model: no proof refutes it, and no assignment but that one, and parts of it, is right. */
#include <string.h>

#include "solvers/checking/drat.h"
#include "solvers/checking/model_text.h"
#include "tests/fuzz/fuzz.h"

/* The second clause needs x2 or x3, the fourth forbids x3 without x2, the third both: 1 2 -3 4 is the only model, and each of its literals is needed by a clause. */
static void build(hbs_cnf *cnf, hbs_error *error)
{
    static const int32_t clauses[][4] = {{1}, {2, 3}, {-2, -3}, {-1, 2, -3}, {4, -1}};
    static const size_t length[] = {1, 2, 2, 3, 2};
    hbs_cnf_clear(cnf, 4);
    for (size_t c = 0; c < sizeof length / sizeof *length; c++) REQUIRE(hbs_cnf_add(cnf, clauses[c], length[c], error) == HBS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hbs_error error = {0};
    hbs_cnf cnf = {0};
    hbs_drat_counts proof = {0};
    hbs_model_counts model = {0};
    build(&cnf, &error);
    const hbs_status proved = hbs_drat_check(&cnf, (const char *)data, size, "proof", &proof, &error);
    REQUIRE(proved == HBS_ERROR_FAULT || proved == HBS_ERROR_INPUT);
    const hbs_status satisfied = hbs_model_text_check(&cnf, (const char *)data, size, "model", &model, &error);
    REQUIRE(satisfied == HBS_OK || satisfied == HBS_ERROR_FAULT || satisfied == HBS_ERROR_INPUT);
    REQUIRE(satisfied != HBS_OK || model.given == 4);
    REQUIRE(satisfied != HBS_ERROR_FAULT || model.clause);
    hbs_cnf_free(&cnf);
    return 0;
}
