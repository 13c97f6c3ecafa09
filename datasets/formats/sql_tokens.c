/* Tokens of SQL, one at a time. Numbers come in the one spelling of their value; words that are not quoted in lower case. */
#include "datasets/formats/sql_tokens.h"

#include <string.h>

#include "datasets/formats/number_spelling.h"

bool hbs_sql_is(const hbs_sql_tokens *t, const char *word) {
    return (t->kind == HBS_SQL_WORD || t->kind == HBS_SQL_SIGN) && !strcmp(hbs_sql_text(t), word);
}

static hbs_status skip(hbs_sql_tokens *t) {
    hbs_scanner *s = &t->s;
    for (;;) {
        const char c = hbs_scan_peek(s, 0), next = hbs_scan_peek(s, 1);
        if (s->at < s->end && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) {
            s->at++;
        } else if (c == '-' && next == '-') {
            const char *feed = memchr(s->at, '\n', (size_t)(s->end - s->at));
            s->at = feed ? feed : s->end;
        } else if (c == '/' && next == '*') {
            const char *close = memmem(s->at + 2, (size_t)(s->end - s->at) - 2, "*/", 2);
            if (!close) return hbs_scan_refuse(s, s->at, "a comment that is not closed");
            s->at = close + 2;
        } else return HBS_OK;
    }
}

/* Text between two quotes, which are doubled inside. */
static hbs_status quoted(hbs_sql_tokens *t, char quote, const char *what) {
    hbs_status status = HBS_OK;
    hbs_scanner *s = &t->s;
    for (s->at++;; s->at++) {
        if (s->at == s->end || *s->at == '\n') HBS_TRY(hbs_scan_refuse(s, t->at, "%s that is not closed on its line", what));
        if (!*s->at) HBS_TRY(hbs_scan_refuse(s, s->at, "a zero byte in %s; remove it", what));
        if (*s->at == quote && hbs_scan_peek(s, 1) != quote) break;
        s->at += *s->at == quote;
        HBS_TRY(hbs_bytes_append(&t->text, s->at, 1, s->error));
    }
    if (quote != '\'' && !t->text.size) HBS_TRY(hbs_scan_refuse(s, t->at, "a quoted name that is empty"));
    s->at++;
done:
    return status;
}

static hbs_status number(hbs_sql_tokens *t) {
    hbs_status status = HBS_OK;
    hbs_scanner *s = &t->s;
    size_t length = 0;
    while (hbs_scan_is_digit(hbs_scan_peek(s, length))) length++;
    if (hbs_scan_peek(s, length) == '.')
        for (length++; hbs_scan_is_digit(hbs_scan_peek(s, length));) length++;
    const char e = hbs_scan_peek(s, length), sign = hbs_scan_peek(s, length + 1);
    if ((e == 'e' || e == 'E') && (hbs_scan_is_digit(sign) || ((sign == '+' || sign == '-') && hbs_scan_is_digit(hbs_scan_peek(s, length + 2)))))
        for (length += 2; hbs_scan_is_digit(hbs_scan_peek(s, length));) length++;
    s->at += length;
    if (hbs_scan_is_letter(hbs_scan_peek(s, 0))) HBS_TRY(hbs_scan_unexpected(s, "the end of a number"));
    HBS_TRY(hbs_bytes_append(&t->text, t->at, length, s->error));   /* a copy that ends in a zero, for strtoll */
    HBS_TRY(hbs_bytes_append(&t->text, "", 1, s->error));
    hbs_bytes spelling = {0};
    status = hbs_number_spelling(hbs_sql_text(t), length, &spelling, NULL);
    if (status == HBS_ERROR_INPUT) status = hbs_scan_refuse(s, t->at, "a number with too large an exponent");
    hbs_bytes_free(&t->text);
    t->text = spelling;
done:
    return status;
}

static hbs_status word(hbs_sql_tokens *t) {
    hbs_status status = HBS_OK;
    hbs_scanner *s = &t->s;
    for (char c; hbs_scan_is_letter(c = hbs_scan_peek(s, 0)) || hbs_scan_is_digit(c) || c == '$'; s->at++) {
        const char lower = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        HBS_TRY(hbs_bytes_append(&t->text, &lower, 1, s->error));
    }
done:
    return status;
}

static hbs_status sign(hbs_sql_tokens *t) {
    static const char *const two[] = {"<>", "<=", ">=", "!=", "||", "=="};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (hbs_scan_accept(&t->s, two[i])) return hbs_bytes_append(&t->text, two[i], 2, t->s.error);
    if (!strchr("()*,.;=<>+-/%|!", *t->s.at) || !*t->s.at) return hbs_scan_unexpected(&t->s, "a word of SQL");
    return hbs_bytes_append(&t->text, t->s.at++, 1, t->s.error);
}

hbs_status hbs_sql_next(hbs_sql_tokens *t) {
    hbs_status status = HBS_OK;
    HBS_TRY(skip(t));
    hbs_bytes_clear(&t->text);
    t->at = t->s.at;
    const char c = hbs_scan_peek(&t->s, 0);
    if (t->at == t->s.end) t->kind = HBS_SQL_END;
    else if (hbs_scan_is_letter(c)) t->kind = HBS_SQL_WORD, status = word(t);
    else if (c == '"' || c == '`') t->kind = HBS_SQL_QUOTED, status = quoted(t, c, "a quoted name");
    else if (c == '\'') t->kind = HBS_SQL_STRING, status = quoted(t, c, "a string");
    else if (hbs_scan_is_digit(c) || (c == '.' && hbs_scan_is_digit(hbs_scan_peek(&t->s, 1)))) t->kind = HBS_SQL_NUMBER, status = number(t);
    else t->kind = HBS_SQL_SIGN, status = sign(t);
    if (status == HBS_OK) status = hbs_bytes_append(&t->text, "", 1, t->s.error);
done:
    return status;
}
