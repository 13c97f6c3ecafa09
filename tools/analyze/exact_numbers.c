/* See exact_numbers.h. */
#include "tools/analyze/exact_numbers.h"

#include "core/rationals.h"
#include "tools/cli/output.h"

json_t *exact_json(const mpq_t value) {
    hbs_bytes text = {0};
    json_t *out = NULL;
    if (hbs_rational_print(&text, value, NULL) == HBS_OK) out = json_pack("{s:s, s:o}", "exact", (const char *)text.data, "decimal", cli_json_number(mpq_get_d(value)));
    hbs_bytes_free(&text);
    return out;
}

static hbs_status print_count(hbs_bytes *out, const mpz_t value, hbs_error *error) {
    mpq_t whole;
    mpq_init(whole);
    mpq_set_z(whole, value);
    const hbs_status status = hbs_rational_print(out, whole, error);
    mpq_clear(whole);
    return status;
}

json_t *exact_json_count(const mpz_t value) {
    hbs_bytes text = {0};
    json_t *out = NULL;
    if (mpz_sizeinbase(value, 2) <= 53) return json_integer((json_int_t)mpz_get_si(value));
    if (print_count(&text, value, NULL) == HBS_OK) out = json_string((const char *)text.data);
    hbs_bytes_free(&text);
    return out;
}

hbs_status exact_cell(cli_columns *columns, const mpq_t value, hbs_error *error) {
    hbs_bytes text = {0};
    hbs_status status = hbs_rational_decimal(&text, value, 6, error);
    if (status == HBS_OK) status = cli_cell(columns, error, "%s", (const char *)text.data);
    hbs_bytes_free(&text);
    return status;
}

hbs_status exact_cell_count(cli_columns *columns, const mpz_t value, hbs_error *error) {
    hbs_bytes text = {0};
    hbs_status status;
    mpq_t whole;
    mpq_init(whole);
    mpq_set_z(whole, value);
    status = mpz_sizeinbase(value, 10) > 15 ? hbs_rational_decimal(&text, whole, 6, error) : hbs_rational_print(&text, whole, error);
    mpq_clear(whole);
    if (status == HBS_OK) status = cli_cell(columns, error, "%s", (const char *)text.data);
    hbs_bytes_free(&text);
    return status;
}

hbs_status exact_append(hbs_bytes *line, const char *name, const mpq_t value, hbs_error *error) {
    if (mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) > 40) return HBS_OK;
    hbs_status status = hbs_bytes_print(line, error, "%s%s ", line->size ? ", " : "", name);
    if (status == HBS_OK) status = hbs_rational_print(line, value, error);
    return status;
}
