/* Tokens of Datalog rules (datasets/formats/datalog.c has the grammar). */
#ifndef HBS_DATASETS_FORMATS_DATALOG_TOKENS_H
#define HBS_DATASETS_FORMATS_DATALOG_TOKENS_H

#include "core/memory.h"
#include "datasets/formats/scanner.h"

typedef struct hbs_datalog_tokens {
    hbs_scanner s;
    bool newline;            /* hbs_datalog_skip passed a line end */
    hbs_bytes string;        /* the last string, without quotes and escapes */
} hbs_datalog_tokens;

typedef struct hbs_token {
    const char *text;        /* in the text; of a string in `string`, until the next one */
    size_t length;
} hbs_token;

/* Passes over blanks and comments. */
void hbs_datalog_skip(hbs_datalog_tokens *t);
bool hbs_datalog_at_identifier(const hbs_datalog_tokens *t);
/* Where an identifier, a number (a digit or `-`), a string (a quote), an IRI (`<`) begins. */
hbs_token hbs_datalog_identifier(hbs_datalog_tokens *t);
hbs_status hbs_datalog_number(hbs_datalog_tokens *t, hbs_token *out);
hbs_status hbs_datalog_string(hbs_datalog_tokens *t, hbs_token *out);
hbs_status hbs_datalog_iri(hbs_datalog_tokens *t, hbs_token *out);

#endif
