/* Certificates that lie beside formulas: which file is one, whose it is, and what it proves. */
#ifndef HBS_DATASETS_IMPORTS_BESIDE_H
#define HBS_DATASETS_IMPORTS_BESIDE_H

#include "core/instance.h"
#include "solvers/checking/certificate.h"

typedef enum hbs_beside_kind { HBS_BESIDE_NONE, HBS_BESIDE_PROOF, HBS_BESIDE_MODEL } hbs_beside_kind;

/* By its name: .drat, .rup, .proof (proofs of unsatisfiability), .model; a suffix of compression behind it is passed over. */
hbs_beside_kind hbs_beside_kind_of(const char *name);
/* Is the file something else under that name? Tells by the first line that is no comment, for .proof, which proofs of other kinds are called too, and .model. */
bool hbs_beside_is_strange(const char *name, const char *text, size_t length);
/* Does a.drat (a.cnf.drat, a.drat.xz) belong to the formula a.cnf (a.cnf.gz, a.dimacs)? Folders must be the same. */
bool hbs_beside_belongs(const char *name, const char *formula);

/* Looks for files beside the formula that may belong to it, by name and in one order; the endings in small letters. What `visit` returns ends the search. */
typedef hbs_status (*hbs_beside_function)(void *context, const char *path, hbs_error *error);
hbs_status hbs_beside_search(const char *formula, hbs_beside_function visit, void *context, hbs_error *error);

/* A file, until its formula's turn comes. */
typedef struct hbs_beside {
    char *name;
    hbs_bytes text;
} hbs_beside;
void hbs_beside_free(hbs_beside *beside);

/* Checks it against the formula: HBS_OK, *label is proved, and *out is the certificate; *kept is false when it holds in a form that is not kept (lemmas that need RAT, or new
 * variables), and then *out has kind and size alone. HBS_ERROR_FAULT says where it is wrong, or where it cannot be read. */
hbs_status hbs_beside_check(hbs_checker *checker, const hbs_instance *instance, const hbs_beside *beside, int *label, hbs_certificate *out, bool *kept,
                             hbs_error *error);

#endif
