/* Certificates: what makes a label checkable without trusting who made it. All are compact bytes of varints (core/memory.h).
 *
 *   model          SAT yes   n, then ceil(n/8) bytes, bit v-1 of the row is variable v (low bit first)
 *   refutation     SAT no    lemmas, each: length, then literals as 2(v-1)+(sign<0); every lemma has RUP with respect to the clauses and the
 *                            lemmas before it; the last one is empty (length 0). Empty bytes: unit propagation alone refutes.
 *   homomorphism   CQC yes   number of variables of q2, then per variable its image: 2*variable of q1, or 2*constant+1
 *   search tree    CQC no    preorder; a node is 0 (leaf: arc consistency wipes out) or 1+v (branch on variable v of q2, one child for each
 *                            value left in v's arc-consistent domain, in ascending order of value). Empty bytes: the heads clash, or a relation or
 *                            constant is missing, or arc consistency at the root wipes out.
 *   encoding       CQC no    a refutation, bytes as above, of the pair's support encoding as solvers/containment/query_cnf.h defines it, numbering and clauses; the
 *   refutation               checker writes that formula itself
 * Values are ordered: variables of q1 ascending, then constants ascending by index in the pair's table. */
#ifndef HBS_SOLVERS_CHECKING_CERTIFICATE_H
#define HBS_SOLVERS_CHECKING_CERTIFICATE_H

#include "core/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hbs_certificate_kind {
    HBS_CERTIFICATE_NONE = 0,
    HBS_CERTIFICATE_MODEL = 1,
    HBS_CERTIFICATE_REFUTATION = 2,
    HBS_CERTIFICATE_HOMOMORPHISM = 3,
    HBS_CERTIFICATE_SEARCH_TREE = 4,
    HBS_CERTIFICATE_ENCODING_REFUTATION = 5
} hbs_certificate_kind;

typedef struct hbs_certificate {
    hbs_certificate_kind kind;
    uint64_t size;        /* model: n; refutations: lemmas; homomorphism: variables of q2; search tree: leaves */
    hbs_bytes bytes;
} hbs_certificate;

const char *hbs_certificate_name(hbs_certificate_kind kind);
void hbs_certificate_free(hbs_certificate *certificate);
void hbs_certificate_clear(hbs_certificate *certificate);
hbs_status hbs_certificate_copy(hbs_certificate *to, const hbs_certificate *from, hbs_error *error);

/* Writers: replace *out. model[v], v = 1..n. image[v] is a term of q1. start_model writes the model in which all are false and gives its row, to set bits in. */
hbs_status hbs_certificate_start_model(uint32_t variables, hbs_certificate *out, uint8_t **bits, hbs_error *error);
hbs_status hbs_certificate_of_model(const uint8_t *model, uint32_t variables, hbs_certificate *out, hbs_error *error);
hbs_status hbs_certificate_of_homomorphism(const hbs_term *image, uint32_t variables, hbs_certificate *out, hbs_error *error);
/* Readers, bounds-checked. model must have variables + 1 entries, image `variables`; HBS_ERROR_FAULT when the bytes do not fit. */
hbs_status hbs_certificate_read_model(const hbs_certificate *certificate, uint32_t variables, uint8_t *model, hbs_error *error);
hbs_status hbs_certificate_read_homomorphism(const hbs_certificate *certificate, uint32_t variables, hbs_term *image, hbs_error *error);

/* What `size` should be, counted in the bytes. HBS_ERROR_FAULT when these are damaged. O(size of the bytes). */
hbs_status hbs_certificate_measure(const hbs_certificate *certificate, uint64_t *size, hbs_error *error);

/* Does the certificate prove `label` of the instance? HBS_OK, or HBS_ERROR_FAULT that says where it breaks. Shares no code with any
 * solver. Untrusted bytes: work is bounded by the size of certificate and instance. `checker` may be NULL; giving one reuses its memory. */
typedef struct hbs_checker hbs_checker;
hbs_status hbs_checker_new(hbs_checker **out, hbs_error *error);
void hbs_checker_free(hbs_checker *checker);
hbs_status hbs_certificate_check(hbs_checker *checker, const hbs_instance *instance, int label, const hbs_certificate *certificate, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
