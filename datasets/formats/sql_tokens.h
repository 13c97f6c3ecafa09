/* Tokens of SQL: words in lower case, quoted names, strings, numbers in one spelling, signs. */
#ifndef HBS_DATASETS_FORMATS_SQL_TOKENS_H
#define HBS_DATASETS_FORMATS_SQL_TOKENS_H

#include "core/memory.h"
#include "datasets/formats/scanner.h"

typedef enum hbs_sql_kind { HBS_SQL_END, HBS_SQL_WORD, HBS_SQL_QUOTED, HBS_SQL_STRING, HBS_SQL_NUMBER, HBS_SQL_SIGN } hbs_sql_kind;

typedef struct hbs_sql_tokens {
    hbs_scanner s;           /* behind the token */
    const char *at;          /* where it begins */
    hbs_sql_kind kind;
    hbs_bytes text;          /* 0-terminated; of a sign its one or two bytes */
} hbs_sql_tokens;

/* The next token. Blanks and comments (--, slash-star) are passed over. */
hbs_status hbs_sql_next(hbs_sql_tokens *t);
static inline const char *hbs_sql_text(const hbs_sql_tokens *t) { return (const char *)t->text.data; }
/* Is the token this word, in any case, or this sign? */
bool hbs_sql_is(const hbs_sql_tokens *t, const char *word);

#endif
