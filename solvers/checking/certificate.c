/* Certificates as bytes, and their independent check: a model by evaluating every clause straight from the bits, the rest by
 * solvers/checking/proof.c, homomorphism_check.c, search_tree.c and query_cnf_check.c. None of these shares code with a solver. */
#include "solvers/checking/certificate.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/checking/homomorphism_check.h"
#include "solvers/checking/proof.h"
#include "solvers/checking/query_cnf_check.h"
#include "solvers/checking/search_tree.h"

const char *hbs_certificate_name(hbs_certificate_kind kind)
{
    static const char *const names[] = {"none", "model", "refutation", "homomorphism", "search tree", "refutation of the encoding"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

void hbs_certificate_free(hbs_certificate *certificate)
{
    if (!certificate) return;
    hbs_bytes_free(&certificate->bytes);
    *certificate = (hbs_certificate){0};
}

void hbs_certificate_clear(hbs_certificate *certificate)
{
    certificate->kind = HBS_CERTIFICATE_NONE;
    certificate->size = 0;
    hbs_bytes_clear(&certificate->bytes);
}

hbs_status hbs_certificate_copy(hbs_certificate *to, const hbs_certificate *from, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (to == from) goto done;
    HBS_TRY(hbs_bytes_copy(&to->bytes, &from->bytes, error));
    to->kind = from->kind;
    to->size = from->size;
done:
    return status;
}

hbs_status hbs_certificate_start_model(uint32_t variables, hbs_certificate *out, uint8_t **bits, hbs_error *error)
{
    const size_t row = ((size_t)variables + 7) / 8;
    const hbs_status status = hbs_grow(&out->bytes.data, &out->bytes.capacity, row + HBS_VARINT_MAX, 1, error);
    if (status != HBS_OK) return status;
    *bits = hbs_put_varint(out->bytes.data, variables);
    memset(*bits, 0, row);
    out->bytes.size = (size_t)(*bits - out->bytes.data) + row;
    out->kind = HBS_CERTIFICATE_MODEL;
    out->size = variables;
    return HBS_OK;
}

hbs_status hbs_certificate_of_model(const uint8_t *model, uint32_t variables, hbs_certificate *out, hbs_error *error)
{
    uint8_t *bits;
    const hbs_status status = hbs_certificate_start_model(variables, out, &bits, error);
    if (status != HBS_OK) return status;
    for (uint32_t v = 0; v < variables; v++) bits[v / 8] = (uint8_t)(bits[v / 8] | (model[v + 1] ? 1u : 0u) << v % 8);
    return HBS_OK;
}

hbs_status hbs_certificate_of_homomorphism(const hbs_term *image, uint32_t variables, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&out->bytes.data, &out->bytes.capacity, 10 * ((size_t)variables + 1), 1, error));
    hbs_bytes_clear(&out->bytes);
    HBS_TRY(hbs_bytes_varint(&out->bytes, variables, error));
    for (uint32_t v = 0; v < variables; v++) {
        const uint64_t number = hbs_is_constant(image[v]) ? 2 * (uint64_t)hbs_constant_index(image[v]) + 1 : 2 * (uint64_t)image[v];
        HBS_TRY(hbs_bytes_varint(&out->bytes, number, error));
    }
    out->kind = HBS_CERTIFICATE_HOMOMORPHISM;
    out->size = variables;
done:
    return status;
}

static hbs_status expect(const hbs_certificate *certificate, hbs_certificate_kind kind, hbs_error *error)
{
    if (certificate->kind == kind) return HBS_OK;
    const char *const found = certificate->kind == HBS_CERTIFICATE_NONE ? "nothing" : hbs_certificate_name(certificate->kind);
    return hbs_raise(error, HBS_ERROR_FAULT, "certificate: %s where a %s is needed", found, hbs_certificate_name(kind));
}

/* Finds the model's bits, after making sure that they are a model over so many variables. */
static hbs_status find_bits(const hbs_certificate *certificate, uint32_t variables, const uint8_t **bits, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_bytes *const bytes = &certificate->bytes;
    const size_t row = ((size_t)variables + 7) / 8;
    size_t at = 0;
    uint64_t claimed;
    HBS_TRY(expect(certificate, HBS_CERTIFICATE_MODEL, error));
    if (hbs_read_varint(bytes->data, bytes->size, &at, &claimed, NULL) != HBS_OK) HBS_FAIL(error, HBS_ERROR_FAULT, "model: its number of variables cannot be read");
    if (claimed != variables) HBS_FAIL(error, HBS_ERROR_FAULT, "model: it is over %llu variables, the formula over %u", (unsigned long long)claimed, variables);
    if (bytes->size - at != row) HBS_FAIL(error, HBS_ERROR_FAULT, "model: %zu bytes of values where %zu are needed", bytes->size - at, row);
    if (variables % 8 && bytes->data[at + row - 1] >> variables % 8) HBS_FAIL(error, HBS_ERROR_FAULT, "model: values beyond variable %u", variables);
    *bits = bytes->data + at;
done:
    return status;
}

hbs_status hbs_certificate_read_model(const hbs_certificate *certificate, uint32_t variables, uint8_t *model, hbs_error *error)
{
    const uint8_t *bits = NULL;
    const hbs_status status = find_bits(certificate, variables, &bits, error);
    if (status != HBS_OK) return status;
    model[0] = 0;
    for (uint32_t v = 0; v < variables; v++) model[v + 1] = bits[v / 8] >> v % 8 & 1;
    return HBS_OK;
}

hbs_status hbs_certificate_read_homomorphism(const hbs_certificate *certificate, uint32_t variables, hbs_term *image, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_bytes *const bytes = &certificate->bytes;
    HBS_TRY(expect(certificate, HBS_CERTIFICATE_HOMOMORPHISM, error));
    for (unsigned round = 0; round < 2; round++) {   /* the first only checks, so that a damaged certificate leaves `image` alone */
        size_t at = 0;
        uint64_t number;
        if (hbs_read_varint(bytes->data, bytes->size, &at, &number, NULL) != HBS_OK || number != variables)
            HBS_FAIL(error, HBS_ERROR_FAULT, "homomorphism: it is not over the %u variables of q2", variables);
        for (uint32_t v = 0; v < variables; v++) {
            if (hbs_read_varint(bytes->data, bytes->size, &at, &number, NULL) != HBS_OK || number / 2 >= HBS_CONSTANT)
                HBS_FAIL(error, HBS_ERROR_FAULT, "homomorphism: the image of variable %u cannot be read", v);
            if (round) image[v] = number & 1 ? HBS_CONSTANT | (hbs_term)(number / 2) : (hbs_term)(number / 2);
        }
        if (at != bytes->size) HBS_FAIL(error, HBS_ERROR_FAULT, "homomorphism: %zu bytes too many", bytes->size - at);
    }
done:
    return status;
}

hbs_status hbs_certificate_measure(const hbs_certificate *certificate, uint64_t *size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_bytes *const bytes = &certificate->bytes;
    const bool refutation = certificate->kind == HBS_CERTIFICATE_REFUTATION || certificate->kind == HBS_CERTIFICATE_ENCODING_REFUTATION;
    const bool tree = certificate->kind == HBS_CERTIFICATE_SEARCH_TREE;
    uint64_t count = 0, number, skip;
    for (size_t at = 0; at < bytes->size;) {
        if (hbs_read_varint(bytes->data, bytes->size, &at, &number, NULL) != HBS_OK)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s: byte %zu begins no number; the certificate is damaged", hbs_certificate_name(certificate->kind), at + 1);
        count = refutation ? count + 1 : tree ? count + !number : number;
        if (!refutation && !tree) break;
        for (uint64_t i = 0; refutation && i < number; i++)
            if (hbs_read_varint(bytes->data, bytes->size, &at, &skip, NULL) != HBS_OK)
                HBS_FAIL(error, HBS_ERROR_FAULT, "%s: lemma %llu is cut off; the certificate is damaged", hbs_certificate_name(certificate->kind), (unsigned long long)count);
    }
    *size = count;
done:
    return status;
}

struct hbs_checker {
    hbs_rup *rup;
    hbs_term *image;     /* of q2's variables */
    size_t image_capacity;
};

hbs_status hbs_checker_new(hbs_checker **out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_checker *checker = NULL;
    HBS_TRY(hbs_allocate(&checker, 1, sizeof *checker, error));
    HBS_TRY(hbs_rup_new(&checker->rup, error));
    *out = checker;
    checker = NULL;
done:
    hbs_checker_free(checker);
    return status;
}

void hbs_checker_free(hbs_checker *checker)
{
    if (!checker) return;
    hbs_rup_free(checker->rup);
    free(checker->image);
    free(checker);
}

static hbs_status check_model(const hbs_cnf *cnf, const hbs_certificate *certificate, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint8_t *bits = NULL;
    HBS_TRY(find_bits(certificate, cnf->variables, &bits, error));
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int32_t *const literal = hbs_cnf_clause(cnf, c);
        const size_t length = hbs_cnf_length(cnf, c);
        bool satisfied = false;
        for (size_t i = 0; !satisfied && i < length; i++) {
            const uint32_t place = (uint32_t)abs(literal[i]) - 1;
            satisfied = (bits[place / 8] >> place % 8 & 1) == (literal[i] > 0);
        }
        if (!satisfied) HBS_FAIL(error, HBS_ERROR_FAULT, "model: clause %zu is false under it; the certificate does not prove the label", c + 1);
    }
done:
    return status;
}

static hbs_status check_homomorphism(hbs_checker *checker, const hbs_query_pair *pair, const hbs_certificate *certificate, hbs_error *error)
{
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_grow(&checker->image, &checker->image_capacity, (size_t)pair->q2.variables + 1, sizeof *checker->image, error));
    HBS_TRY(hbs_certificate_read_homomorphism(certificate, pair->q2.variables, checker->image, error));
    HBS_TRY(hbs_homomorphism_check(pair, checker->image, error));
done:
    return status;
}

static hbs_status check(hbs_checker *checker, const hbs_instance *instance, bool yes, const hbs_certificate *certificate, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_bytes *const bytes = &certificate->bytes;
    if (instance->problem == HBS_SAT && yes) {
        HBS_TRY(check_model(&instance->cnf, certificate, error));
    } else if (instance->problem == HBS_SAT) {
        HBS_TRY(expect(certificate, HBS_CERTIFICATE_REFUTATION, error));
        HBS_TRY(hbs_rup_check(checker->rup, &instance->cnf, bytes->data, bytes->size, error));
    } else if (yes) {
        HBS_TRY(check_homomorphism(checker, &instance->pair, certificate, error));
    } else if (certificate->kind == HBS_CERTIFICATE_ENCODING_REFUTATION) {
        HBS_TRY(hbs_query_cnf_check(checker->rup, &instance->pair, bytes->data, bytes->size, error));
    } else {
        HBS_TRY(expect(certificate, HBS_CERTIFICATE_SEARCH_TREE, error));
        HBS_TRY(hbs_search_tree_check(&instance->pair, bytes->data, bytes->size, error));
    }
done:
    return status;
}

hbs_status hbs_certificate_check(hbs_checker *checker, const hbs_instance *instance, int label, const hbs_certificate *certificate, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_checker *own = NULL;
    if (label != HBS_LABEL_YES && label != HBS_LABEL_NO) HBS_FAIL(error, HBS_ERROR_USAGE, "certificate: an unknown label has nothing to prove");
    if (!checker) HBS_TRY(hbs_checker_new(&own, error));
    HBS_TRY(check(checker ? checker : own, instance, label == HBS_LABEL_YES, certificate, error));
done:
    hbs_checker_free(own);
    return status;
}
