/* Tokens of Datalog rules, taken as they are asked for: what a quote or a `<` begins depends on where it stands. */
#include "datasets/formats/datalog_tokens.h"

#include <string.h>

#define NO_BREAK_SPACE "\xc2\xa0"

/* Blanks and comments; notes in t->newline whether a line end was among them. */
void hbs_datalog_skip(hbs_datalog_tokens *t) {
    t->newline = false;
    while (t->s.at < t->s.end) {
        const char c = *t->s.at;
        if (c == '\n') t->newline = true;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') t->s.at++;
        else if (hbs_scan_sees(&t->s, NO_BREAK_SPACE)) t->s.at += strlen(NO_BREAK_SPACE);
        else if (c == '%' || c == '#' || hbs_scan_sees(&t->s, "//")) {
            const char *const feed = memchr(t->s.at, '\n', (size_t)(t->s.end - t->s.at));
            t->s.at = feed ? feed : t->s.end;
        } else return;
    }
}

/* Of the bytes above 127, those that lead U+0080..U+00BF and U+2000..U+2FFF are no letters: blanks, quotation marks, arrows, operators. */
bool hbs_datalog_at_identifier(const hbs_datalog_tokens *t) {
    if (t->s.at == t->s.end) return false;
    const unsigned char c = (unsigned char)*t->s.at;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= 128 && c != 0xc2 && c != 0xe2);
}

static bool is_identifier_part(const hbs_datalog_tokens *t) {
    return hbs_datalog_at_identifier(t) || (t->s.at < t->s.end && (hbs_scan_is_digit(*t->s.at) || *t->s.at == '\''));
}

hbs_token hbs_datalog_identifier(hbs_datalog_tokens *t) {
    const char *const from = t->s.at;
    while (is_identifier_part(t)) t->s.at++;
    return (hbs_token){from, (size_t)(t->s.at - from)};
}

static size_t digits(hbs_datalog_tokens *t) {
    const char *const from = t->s.at;
    while (t->s.at < t->s.end && hbs_scan_is_digit(*t->s.at)) t->s.at++;
    return (size_t)(t->s.at - from);
}

hbs_status hbs_datalog_number(hbs_datalog_tokens *t, hbs_token *out) {
    hbs_status status = HBS_OK;
    const char *const from = t->s.at;
    if (*t->s.at == '-') t->s.at++;
    if (!digits(t)) HBS_TRY(hbs_scan_unexpected(&t->s, "a digit"));
    if (t->s.at + 1 < t->s.end && *t->s.at == '.' && hbs_scan_is_digit(t->s.at[1])) t->s.at++, digits(t);
    if (t->s.at < t->s.end && (*t->s.at == 'e' || *t->s.at == 'E')) {
        t->s.at++;
        if (t->s.at < t->s.end && (*t->s.at == '+' || *t->s.at == '-')) t->s.at++;
        if (!digits(t)) HBS_TRY(hbs_scan_unexpected(&t->s, "a digit of the exponent"));
    }
    if (is_identifier_part(t)) HBS_TRY(hbs_scan_unexpected(&t->s, "the end of a number"));
    *out = (hbs_token){from, (size_t)(t->s.at - from)};
done:
    return status;
}

static int hex_digit(char c) {
    if (hbs_scan_is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that an escape stands for; t->s.at is behind the backslash. */
static hbs_status escape(hbs_datalog_tokens *t, char *out) {
    static const char code[] = "\\\"'nrt", meaning[] = "\\\"'\n\r\t";
    hbs_status status = HBS_OK;
    const char *const found = t->s.at < t->s.end && *t->s.at ? strchr(code, *t->s.at) : NULL;
    if (found) {
        *out = meaning[found - code];
        t->s.at++;
        goto done;
    }
    const int high = t->s.end - t->s.at >= 3 && *t->s.at == 'x' ? hex_digit(t->s.at[1]) : -1, low = high >= 0 ? hex_digit(t->s.at[2]) : -1;
    if (low < 0) HBS_TRY(hbs_scan_refuse(&t->s, t->s.at, "an unknown escape in a string; use \\\\ \\\" \\' \\n \\r \\t or \\xHH"));
    *out = (char)(high * 16 + low);
    t->s.at += 3;
done:
    return status;
}

hbs_status hbs_datalog_string(hbs_datalog_tokens *t, hbs_token *out) {
    hbs_status status = HBS_OK;
    const char *const from = t->s.at;
    const char quote = *t->s.at++;
    hbs_bytes_clear(&t->string);
    for (;;) {
        if (t->s.at == t->s.end || *t->s.at == '\n') HBS_TRY(hbs_scan_refuse(&t->s, from, "a string without closing quote on its line; close it, or write \\n for a line end"));
        char c = *t->s.at++;
        if (c == quote) break;
        if (c == '\\') HBS_TRY(escape(t, &c));
        if (!c) HBS_TRY(hbs_scan_refuse(&t->s, t->s.at - 1, "a zero byte in a string; remove it"));
        HBS_TRY(hbs_bytes_append(&t->string, &c, 1, t->s.error));
    }
    *out = (hbs_token){t->string.size ? (const char *)t->string.data : "", t->string.size};
done:
    return status;
}

hbs_status hbs_datalog_iri(hbs_datalog_tokens *t, hbs_token *out) {
    const char *const from = t->s.at++;
    for (; t->s.at < t->s.end && (unsigned char)*t->s.at > 32 && *t->s.at != '<' && *t->s.at != '"' && *t->s.at != '\\'; t->s.at++)
        if (*t->s.at == '>') {
            *out = (hbs_token){from, (size_t)(++t->s.at - from)};
            return HBS_OK;
        }
    return hbs_scan_refuse(&t->s, from, "'<' begins neither an arrow nor an IRI <...> here; comparisons are outside conjunctive queries");
}
