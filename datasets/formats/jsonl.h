/* Instances from JSON Lines, as `gen export --format jsonl` writes them: an object a line. */
#ifndef HBS_DATASETS_FORMATS_JSONL_H
#define HBS_DATASETS_FORMATS_JSONL_H

#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a line says of its instance. Texts are owned: hbs_told_free. */
typedef struct hbs_told {
    int label, claim;            /* HBS_LABEL_UNKNOWN: null or left out */
    bool has_unit;
    uint64_t unit;               /* its family where the line has one: units lie whole in those */
    uint64_t tries, unknown_tries;
    uint32_t part;
    double choice_bits;          /* NAN: not known */
    char *split, *name;          /* NULL: none */
    hbs_certificate certificate; /* kind NONE: none; not checked */
} hbs_told;
void hbs_told_free(hbs_told *told);

/* Is the file called .jsonl or .ndjson? `length` bytes of its name count. */
bool hbs_jsonl_is_name(const char *name, size_t length);
/* The problem of the first line: `clauses` makes it sat. */
hbs_problem hbs_jsonl_problem(const char *text, size_t length);
/* The next line of the text that is not blank, from *at, *line counting from 1; *found is false at the end. Read: n, clauses; q1, q2 as Datalog rules; label, claim, family, else unit,
 * part, split, name, tries, unknown_tries, choice_bits, certificate_kind and certificate (its bytes in hexadecimal), content_hash, which must be that of the instance, and m, atoms1 and atoms2 likewise; the rest is passed over.
 * HBS_ERROR_INPUT: "name:line: ..". */
hbs_status hbs_jsonl_next(hbs_instance *out, hbs_told *told, bool *found, const char *text, size_t length, size_t *at, size_t *line, const char *name, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
