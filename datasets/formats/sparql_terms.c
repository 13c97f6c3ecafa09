/* The texts of constants are such that different terms have different texts: IRIs begin with '<'; a plain string stands as it is unless it begins with '<' or '"'; it, and
 * every literal with a language or a type, then begins and ends its lexical form with '"'. Numbers as SPARQL and Datalog both write them are numbers, also when written as
 * "3"^^xsd:integer. */
#include "datasets/formats/sparql_terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define XSD "<http://www.w3.org/2001/XMLSchema#"

void hbs_sparql_prefixes_free(hbs_sparql_prefixes *prefixes) {
    for (size_t i = 0; prefixes->iri && i < prefixes->names.count; i++) free(prefixes->iri[i]);
    hbs_name_index_free(&prefixes->names);
    free(prefixes->iri);
    free(prefixes->base);
    *prefixes = (hbs_sparql_prefixes){0};
}

void hbs_sparql_skip(hbs_sparql_text *t) {
    for (hbs_scanner *s = &t->s; s->at < s->end; s->at++) {
        if (*s->at == '#') {
            const char *feed = memchr(s->at, '\n', (size_t)(s->end - s->at));
            s->at = feed ? feed : s->end - 1;
        } else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r' && *s->at != '\n') return;
    }
}

static bool is_name(char c) { return hbs_scan_is_letter(c) || hbs_scan_is_digit(c) || c == '-' || c == '.'; }

size_t hbs_sparql_word(const hbs_sparql_text *t) {
    size_t length = 0, name;
    while (hbs_scan_is_letter(hbs_scan_peek(&t->s, length))) length++;
    for (name = length; is_name(hbs_scan_peek(&t->s, name));) name++;
    return hbs_scan_peek(&t->s, name) == ':' ? 0 : length;
}

bool hbs_sparql_is(const hbs_sparql_text *t, size_t length, const char *word) { return length == strlen(word) && !strncasecmp(t->s.at, word, length); }

static hbs_status append(hbs_sparql_text *t, hbs_bytes *to, const void *data, size_t size) { return hbs_bytes_append(to, data, size, t->s.error); }

static hbs_status intern(hbs_sparql_text *t, const hbs_bytes *text, uint32_t kind, uint32_t *symbol) {
    return hbs_symbol_intern(t->symbols, text->size ? (const char *)text->data : "", text->size, kind, symbol, t->s.error);
}

/* ---- IRIs ---- */

/* Is the reference an IRI of its own? scheme ":" .. (RFC 3986, 3.1) */
static bool has_scheme(const char *text, size_t length) {
    size_t i = 0;
    while (i < length && (hbs_scan_is_letter(text[i]) || hbs_scan_is_digit(text[i]) || text[i] == '+' || text[i] == '-' || text[i] == '.')) i++;
    return i && i < length && text[i] == ':' && hbs_scan_is_letter(text[0]);
}

/* How much of the base stays before a reference of this form (RFC 3986, 5.2, without dot segments). */
static size_t base_part(const char *base, const char *reference, size_t length) {
    const char *authority = strstr(base, "//"), *path = authority ? strchr(authority + 2, '/') : NULL;
    const size_t end = strcspn(base, "#");
    if (!length || reference[0] == '#') return end;
    if (length > 1 && reference[0] == '/' && reference[1] == '/') return authority ? (size_t)(authority - base) : end;
    const size_t query = strcspn(base, "?#");
    if (reference[0] == '?') return query;
    if (reference[0] == '/') return path && (size_t)(path - base) < query ? (size_t)(path - base) : query;
    size_t slash = query;
    while (slash && base[slash - 1] != '/') slash--;
    return slash;
}

static bool has_dot_segment(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '.' && (!i || text[i - 1] == '/')) {
            const size_t dots = i + 1 < length && text[i + 1] == '.' ? 2 : 1;
            if (i + dots == length || text[i + dots] == '/') return true;
        }
    return false;
}

static hbs_status bracketed(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    const char *const from = t->s.at++, *const begin = t->s.at;
    while (t->s.at < t->s.end && (unsigned char)*t->s.at > 32 && !strchr("<>\"{}|^`\\", *t->s.at)) t->s.at++;
    if (hbs_scan_peek(&t->s, 0) != '>')
        HBS_TRY(hbs_scan_refuse(&t->s, from, "'<' begins no IRI <..> here; comparisons are outside conjunctive queries, blanks and escapes in IRIs are not read"));
    const size_t length = (size_t)(t->s.at++ - begin);
    const char *const base = t->prefixes->base;
    hbs_bytes_clear(&t->iri);
    HBS_TRY(append(t, &t->iri, "<", 1));
    if (base && !has_scheme(begin, length)) {
        if (has_dot_segment(begin, length)) HBS_TRY(hbs_scan_refuse(&t->s, from, "a relative IRI with . or .. in it; write it out"));
        HBS_TRY(append(t, &t->iri, base, base_part(base, begin, length)));
    }
    HBS_TRY(append(t, &t->iri, begin, length));
    HBS_TRY(append(t, &t->iri, ">", 2));
    t->iri.size--;
done:
    return status;
}

/* The part behind the colon, with its escapes; a dot at the end is not of it. */
static hbs_status local_name(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    hbs_scanner *s = &t->s;
    for (; s->at < s->end; s->at++) {
        if (*s->at == '\\' && hbs_scan_peek(s, 1) && strchr("_~.-!$&'()*+,;=/?#@%", s->at[1])) s->at++;
        else if (!is_name(*s->at) && *s->at != ':' && *s->at != '%') break;
        else if (*s->at == '.') {
            size_t dots = 1;
            while (hbs_scan_peek(s, dots) == '.') dots++;
            const char next = hbs_scan_peek(s, dots);
            if (!is_name(next) && next != ':' && next != '%' && next != '\\') break;
        }
        HBS_TRY(append(t, &t->iri, s->at, 1));
    }
done:
    return status;
}

/* The prefix at the place, into the scratch; the colon is behind it. */
static hbs_status prefix_name(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    size_t length = 0;
    while (is_name(hbs_scan_peek(&t->s, length))) length++;
    hbs_bytes_clear(&t->scratch);
    HBS_TRY(append(t, &t->scratch, t->s.at, length));
    HBS_TRY(append(t, &t->scratch, "", 1));
    t->s.at += length;
done:
    return status;
}

static hbs_status prefixed(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    const char *const from = t->s.at;
    size_t number;
    HBS_TRY(prefix_name(t));
    if (!hbs_scan_accept(&t->s, ":")) HBS_TRY(hbs_scan_unexpected(&t->s, "an IRI"));
    const char *const name = (const char *)t->scratch.data;
    if (!hbs_name_find(&t->prefixes->names, name, &number))
        HBS_TRY(hbs_scan_refuse(&t->s, from, "the prefix %.80s: is not declared; write PREFIX %.80s: <..> before it", name, name));
    hbs_bytes_clear(&t->iri);
    HBS_TRY(hbs_bytes_print(&t->iri, t->s.error, "<%s", t->prefixes->iri[number]));
    HBS_TRY(local_name(t));
    HBS_TRY(append(t, &t->iri, ">", 2));
    t->iri.size--;
done:
    return status;
}

hbs_status hbs_sparql_iri(hbs_sparql_text *t) { return hbs_scan_peek(&t->s, 0) == '<' ? bracketed(t) : prefixed(t); }

/* The IRI just read, without its brackets. */
static hbs_status copy_iri(hbs_sparql_text *t, char **out) {
    char *copy = NULL;
    const hbs_status status = hbs_copy_text(&copy, (const char *)t->iri.data + 1, t->s.error);
    if (status != HBS_OK) return status;
    copy[strlen(copy) - 1] = 0;
    free(*out);
    *out = copy;
    return HBS_OK;
}

hbs_status hbs_sparql_base(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    hbs_sparql_skip(t);
    const char *const from = t->s.at;
    if (hbs_scan_peek(&t->s, 0) != '<') HBS_TRY(hbs_scan_unexpected(&t->s, "an IRI <..>"));
    HBS_TRY(bracketed(t));
    if (!has_scheme((const char *)t->iri.data + 1, t->iri.size - 2)) HBS_TRY(hbs_scan_refuse(&t->s, from, "a base that is no full IRI; begin it with http:// or the like"));
    HBS_TRY(copy_iri(t, &t->prefixes->base));
done:
    return status;
}

hbs_status hbs_sparql_prefix(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    hbs_sparql_prefixes *p = t->prefixes;
    size_t number;
    hbs_sparql_skip(t);
    HBS_TRY(prefix_name(t));
    if (!hbs_scan_accept(&t->s, ":")) HBS_TRY(hbs_scan_unexpected(&t->s, "a prefix and ':'"));
    hbs_sparql_skip(t);
    if (hbs_scan_peek(&t->s, 0) != '<') HBS_TRY(hbs_scan_unexpected(&t->s, "an IRI <..>"));
    HBS_TRY(bracketed(t));
    HBS_TRY(hbs_grow(&p->iri, &p->capacity, p->names.count + 1, sizeof *p->iri, t->s.error));
    if (!hbs_name_find(&p->names, (const char *)t->scratch.data, &number)) {
        p->iri[p->names.count] = NULL;
        HBS_TRY(hbs_name_add(&p->names, (const char *)t->scratch.data, &number, NULL, t->s.error));
    }
    HBS_TRY(copy_iri(t, &p->iri[number]));
done:
    return status;
}

/* ---- literals ---- */

static hbs_status put_code_point(hbs_sparql_text *t, const char *at, uint32_t value) {
    if (!value || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return hbs_scan_refuse(&t->s, at, "an escape that is no character");
    const uint8_t tail[3] = {(uint8_t)(0x80 | (value >> 12 & 0x3f)), (uint8_t)(0x80 | (value >> 6 & 0x3f)), (uint8_t)(0x80 | (value & 0x3f))};
    const unsigned more = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    static const uint8_t mark[] = {0, 0xc0, 0xe0, 0xf0};
    const uint8_t lead = (uint8_t)(mark[more] | value >> 6 * more);
    const hbs_status status = append(t, &t->scratch, &lead, 1);
    return status == HBS_OK ? append(t, &t->scratch, tail + 3 - more, more) : status;
}

/* Behind the backslash. */
static hbs_status escape(hbs_sparql_text *t) {
    static const char code[] = "tbnrf\\\"'", meaning[] = "\t\b\n\r\f\\\"'";
    const char *const at = t->s.at - 1;
    const char c = hbs_scan_peek(&t->s, 0), *const found = c ? strchr(code, c) : NULL;
    t->s.at += c != 0;
    if (found) return append(t, &t->scratch, &meaning[found - code], 1);
    const size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
    uint32_t value = 0;
    for (size_t i = 0; i < digits; i++, t->s.at++) {
        static const char hex[] = "0123456789abcdef0123456789ABCDEF";
        const char digit = hbs_scan_peek(&t->s, 0), *const place = digit ? strchr(hex, digit) : NULL;
        if (!place) return hbs_scan_refuse(&t->s, at, "an escape with too few digits");
        value = value << 4 | (uint32_t)((place - hex) % 16);
    }
    return digits ? put_code_point(t, at, value) : hbs_scan_refuse(&t->s, at, "an unknown escape in a string; use \\t \\b \\n \\r \\f \\\\ \\\" \\' or \\uXXXX");
}

/* The string without quotes and escapes, into the scratch. */
static hbs_status quoted(hbs_sparql_text *t) {
    hbs_status status = HBS_OK;
    hbs_scanner *s = &t->s;
    const char *const from = s->at, quote[2] = {*from, 0}, all[4] = {*from, *from, *from, 0};
    const bool lines = hbs_scan_accept(s, all);
    if (!lines) s->at++;
    hbs_bytes_clear(&t->scratch);
    while (!hbs_scan_accept(s, lines ? all : quote)) {
        if (s->at == s->end || (!lines && (*s->at == '\n' || *s->at == '\r'))) HBS_TRY(hbs_scan_refuse(s, from, "a string that is not closed%s", lines ? "" : " on its line"));
        if (!*s->at) HBS_TRY(hbs_scan_refuse(s, s->at, "a zero byte in a string; remove it"));
        if (*s->at++ == '\\') HBS_TRY(escape(t));
        else HBS_TRY(append(t, &t->scratch, s->at - 1, 1));
    }
done:
    return status;
}

/* Length of the number at `text`: -?digits[.digits][e[+-]digits], 0 if it is none. *form: 1 integer, 2 decimal, 3 double. */
static size_t number_length(const char *text, size_t length, int *form) {
    size_t i = length && text[0] == '-', start = i;
    while (i < length && hbs_scan_is_digit(text[i])) i++;
    if (i == start) return 0;
    *form = 1;
    if (i + 1 < length && text[i] == '.' && hbs_scan_is_digit(text[i + 1])) {
        for (i++; i < length && hbs_scan_is_digit(text[i]);) i++;
        *form = 2;
    }
    size_t e = i + 1;
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        if (e < length && (text[e] == '+' || text[e] == '-')) e++;
        const size_t digits = e;
        while (e < length && hbs_scan_is_digit(text[e])) e++;
        if (e > digits) i = e, *form = 3;
    }
    return i;
}

static const char *const number_types[] = {"", XSD "integer>", XSD "decimal>", XSD "double>"};

/* The literal of the scratch with t->iri as its type. */
static hbs_status typed(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    int form = 0;
    hbs_bytes whole = {0};
    const char *const type = (const char *)t->iri.data;
    if (t->scratch.size && number_length((const char *)t->scratch.data, t->scratch.size, &form) == t->scratch.size && !strcmp(type, number_types[form]))
        return intern(t, &t->scratch, HBS_CONSTANT_NUMBER, symbol);
    HBS_TRY(append(t, &whole, "\"", 1));
    HBS_TRY(append(t, &whole, t->scratch.data, t->scratch.size));
    HBS_TRY(append(t, &whole, "\"^^", 3));
    HBS_TRY(append(t, &whole, type, strlen(type)));
    HBS_TRY(intern(t, &whole, HBS_CONSTANT_STRING, symbol));
done:
    hbs_bytes_free(&whole);
    return status;
}

static hbs_status plain_string(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    hbs_bytes whole = {0};
    if (!t->scratch.size || (t->scratch.data[0] != '<' && t->scratch.data[0] != '"')) return intern(t, &t->scratch, HBS_CONSTANT_STRING, symbol);
    HBS_TRY(append(t, &whole, "\"", 1));
    HBS_TRY(append(t, &whole, t->scratch.data, t->scratch.size));
    HBS_TRY(append(t, &whole, "\"", 1));
    HBS_TRY(intern(t, &whole, HBS_CONSTANT_STRING, symbol));
done:
    hbs_bytes_free(&whole);
    return status;
}

/* Behind the '@'; tags are compared in lower case. */
static hbs_status language(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    hbs_bytes whole = {0};
    HBS_TRY(append(t, &whole, "\"", 1));
    HBS_TRY(append(t, &whole, t->scratch.data, t->scratch.size));
    HBS_TRY(append(t, &whole, "\"@", 2));
    const char *const from = t->s.at;
    for (char c; (c = hbs_scan_peek(&t->s, 0)) && (unsigned char)c < 128 && c != '_' && c != '.' && is_name(c); t->s.at++) {
        const char lower = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        HBS_TRY(append(t, &whole, &lower, 1));
    }
    if (t->s.at == from) HBS_TRY(hbs_scan_unexpected(&t->s, "a language"));
    HBS_TRY(intern(t, &whole, HBS_CONSTANT_STRING, symbol));
done:
    hbs_bytes_free(&whole);
    return status;
}

static hbs_status literal(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    HBS_TRY(quoted(t));
    if (hbs_scan_accept(&t->s, "@")) return language(t, symbol);
    if (!hbs_scan_accept(&t->s, "^^")) return plain_string(t, symbol);
    HBS_TRY(hbs_sparql_iri(t));
    status = strcmp((const char *)t->iri.data, XSD "string>") != 0 ? typed(t, symbol) : plain_string(t, symbol);
done:
    return status;
}

/* A number as written; with a plus sign or without a digit before the dot, which Datalog does not write, a literal with its type. */
static hbs_status number(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    hbs_scanner *s = &t->s;
    const char *const from = s->at;
    const size_t sign = *from == '+' || *from == '-';
    int form = 0;
    char shown[2] = {'0', 0};
    hbs_bytes_clear(&t->scratch);
    if (hbs_scan_peek(s, sign) == '.') HBS_TRY(append(t, &t->scratch, shown, 1));   /* .5 is read as 0.5, then written as it was */
    HBS_TRY(append(t, &t->scratch, from + sign, (size_t)(s->end - from) - sign < 4096 ? (size_t)(s->end - from) - sign : 4096));
    const size_t padded = hbs_scan_peek(s, sign) == '.', length = number_length((const char *)t->scratch.data, t->scratch.size, &form);
    if (length <= padded || (padded && form == 1) || t->scratch.data[0] == '-') HBS_TRY(hbs_scan_unexpected(s, "a term"));
    s->at = from + sign + length - padded;
    if (hbs_scan_is_letter(hbs_scan_peek(s, 0)) || hbs_scan_is_digit(hbs_scan_peek(s, 0))) HBS_TRY(hbs_scan_unexpected(s, "the end of a number"));
    hbs_bytes_clear(&t->scratch);
    HBS_TRY(append(t, &t->scratch, from, (size_t)(s->at - from)));
    hbs_bytes_clear(&t->iri);
    HBS_TRY(hbs_bytes_print(&t->iri, s->error, "%s", number_types[form]));
    HBS_TRY(typed(t, symbol));
done:
    return status;
}

/* ---- terms ---- */

static size_t variable_length(const hbs_sparql_text *t, size_t from) {
    size_t length = from;
    for (char c; hbs_scan_is_letter(c = hbs_scan_peek(&t->s, length)) || hbs_scan_is_digit(c);) length++;
    return length - from;
}

hbs_status hbs_sparql_variable(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    const size_t length = variable_length(t, 1);
    if (!length) HBS_TRY(hbs_scan_unexpected(&t->s, "a variable such as ?x"));
    HBS_TRY(hbs_symbol_intern(t->symbols, t->s.at + 1, length, HBS_SPARQL_VARIABLE, symbol, t->s.error));
    t->s.at += 1 + length;
done:
    return status;
}

hbs_status hbs_sparql_fresh(hbs_sparql_text *t, uint32_t *symbol) {
    char name[32];   /* no label begins with a dot */
    const int length = snprintf(name, sizeof name, ".%zu", t->symbols->count);
    return hbs_symbol_intern(t->symbols, name, (size_t)length, HBS_SPARQL_BLANK, symbol, t->s.error);
}

static hbs_status blank(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    size_t length = 0;
    while (is_name(hbs_scan_peek(&t->s, 2 + length))) length++;
    while (length && t->s.at[1 + length] == '.') length--;
    if (!length || t->s.at[2] == '.' || t->s.at[2] == '-') HBS_TRY(hbs_scan_refuse(&t->s, t->s.at, "a blank node without a label; write _:b"));
    HBS_TRY(hbs_symbol_intern(t->symbols, t->s.at + 2, length, HBS_SPARQL_BLANK, symbol, t->s.error));
    t->s.at += 2 + length;
done:
    return status;
}

hbs_status hbs_sparql_term(hbs_sparql_text *t, uint32_t *symbol) {
    hbs_status status = HBS_OK;
    const char c = hbs_scan_peek(&t->s, 0), next = hbs_scan_peek(&t->s, 1);
    const size_t word = hbs_sparql_word(t);
    if (c == '?' || c == '$') return hbs_sparql_variable(t, symbol);
    if (c == '"' || c == '\'') return literal(t, symbol);
    if (hbs_scan_is_digit(c) || c == '+' || c == '-' || (c == '.' && hbs_scan_is_digit(next))) return number(t, symbol);
    if (c == '_' && next == ':') return blank(t, symbol);
    if (hbs_sparql_is(t, word, "true") || hbs_sparql_is(t, word, "false")) {
        hbs_bytes_clear(&t->scratch);
        HBS_TRY(append(t, &t->scratch, word == 4 ? "true" : "false", word));
        hbs_bytes_clear(&t->iri);
        HBS_TRY(hbs_bytes_print(&t->iri, t->s.error, XSD "boolean>"));
        t->s.at += word;
        return typed(t, symbol);
    }
    if (c != '<' && c != ':' && (word || !is_name(c))) HBS_TRY(hbs_scan_unexpected(&t->s, "a variable, an IRI or a literal"));
    HBS_TRY(hbs_sparql_iri(t));
    HBS_TRY(intern(t, &t->iri, HBS_CONSTANT_STRING, symbol));
done:
    return status;
}
