/* Writing a pair of conjunctive queries as two Datalog rules that read back to the same pair, whichever convention for variables they are read under:
 * variables begin upper-case or with `_`, strings are quoted, numbers bare. What is written is UTF-8: other bytes of a text are escaped, and read back as they were. */
#include "datasets/formats/datalog.h"

#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"

typedef struct writer {
    const hbs_query_pair *pair;
    hbs_bytes *out;
    hbs_error *error;
    char **name;      /* of the variables of the query in hand, or NULL: X0, X1, .. */
} writer;

/* --- names --- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_identifier(const char *text)
{
    if (!is_letter(*text)) return false;
    while (*++text)
        if (!is_letter(*text) && !is_digit(*text) && *text != '\'') return false;
    return true;
}

static void free_names(char **name, uint32_t count)
{
    for (uint32_t v = 0; name && v < count; v++) free(name[v]);
    free(name);
}

/* *distinct is false when two variables would get one name, or some name is no identifier. */
static hbs_status capitalise(const hbs_query *query, char **name, bool *distinct, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_symbols seen = {0};
    *distinct = false;
    for (uint32_t v = 0; v < query->variables; v++) {
        const char *const old = query->variable_name[v];
        uint32_t index;
        if (!is_identifier(old) || strcmp(old, "_") == 0) goto done;
        HBS_TRY(hbs_copy_text(&name[v], old, error));
        if (name[v][0] >= 'a' && name[v][0] <= 'z') name[v][0] = (char)(name[v][0] - 'a' + 'A');
        HBS_TRY(hbs_symbol_intern(&seen, name[v], strlen(name[v]), 0, &index, error));
        if (index != v) goto done;
    }
    *distinct = true;
done:
    for (size_t i = 0; i < seen.count; i++) free(seen.item[i].text);
    free(seen.item);
    free(seen.slot);
    return status;
}

static hbs_status choose_names(const hbs_query *query, char ***out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    char **name = NULL;
    bool distinct;
    if (!query->variable_name) goto done;
    HBS_TRY(hbs_allocate(&name, query->variables, sizeof *name, error));
    HBS_TRY(capitalise(query, name, &distinct, error));
    if (!distinct) goto done;
    *out = name;
    name = NULL;
done:
    free_names(name, query->variables);
    return status;
}

/* --- text --- */

static hbs_status put(const writer *w, const char *text)
{
    return hbs_bytes_append(w->out, text, strlen(text), w->error);
}

static hbs_status put_quoted(const writer *w, const char *text)
{
    static const char code[] = "\\\"nrt", meaning[] = "\\\"\n\r\t";
    hbs_status status = HBS_OK;
    HBS_TRY(put(w, "\""));
    while (*text) {
        const char *const found = strchr(meaning, *text);
        const char escape[3] = {'\\', found ? code[found - meaning] : 0, 0};
        const size_t length = (unsigned char)*text < 32 || *text == 127 ? 0 : hbs_utf8_character(text, NULL);
        if (found) HBS_TRY(put(w, escape));
        else if (length) HBS_TRY(hbs_bytes_append(w->out, text, length, w->error));
        else HBS_TRY(hbs_bytes_print(w->out, w->error, "\\x%02x", (unsigned)(unsigned char)*text));
        text += length ? length : 1;
    }
    HBS_TRY(put(w, "\""));
done:
    return status;
}

static bool is_iri(const char *text)
{
    if (!hbs_is_utf8(text) || *text++ != '<') return false;
    while ((unsigned char)*text > 32 && !strchr("<>\"\\", *text)) text++;
    return text[0] == '>' && !text[1];
}

static const char *after_digits(const char *text)
{
    while (is_digit(*text)) text++;
    return text;
}

/* -?digits[.digits][e[+-]digits] */
static bool is_number(const char *text)
{
    if (*text == '-') text++;
    if (!is_digit(*text)) return false;
    text = after_digits(text);
    if (text[0] == '.' && is_digit(text[1])) text = after_digits(text + 1);
    if (*text == 'e' || *text == 'E') {
        text += text[1] == '+' || text[1] == '-' ? 2 : 1;
        if (!is_digit(*text)) return false;
        text = after_digits(text);
    }
    return !*text;
}

static hbs_status put_constant(const writer *w, const hbs_symbol *symbol)
{
    if (symbol->kind == HBS_CONSTANT_STRING) return is_iri(symbol->text) ? put(w, symbol->text) : put_quoted(w, symbol->text);
    if (is_number(symbol->text)) return put(w, symbol->text);
    return hbs_raise(w->error, HBS_ERROR_INPUT, "the constant '%.64s' is stored as a number but is none; store it as a string", symbol->text);
}

static hbs_status put_term(const writer *w, hbs_term term)
{
    if (hbs_is_constant(term)) return put_constant(w, w->pair->constants.item + hbs_constant_index(term));
    return w->name ? put(w, w->name[term]) : hbs_bytes_print(w->out, w->error, "X%u", term);
}

static hbs_status put_terms(const writer *w, const hbs_term *term, size_t count)
{
    hbs_status status = HBS_OK;
    HBS_TRY(put(w, "("));
    for (size_t i = 0; i < count; i++) {
        if (i) HBS_TRY(put(w, ","));
        HBS_TRY(put_term(w, term[i]));
    }
    HBS_TRY(put(w, ")"));
done:
    return status;
}

static hbs_status put_relation(const writer *w, const char *text)
{
    const bool bare = is_iri(text) || (is_identifier(text) && strcmp(text, "not") != 0);
    return bare ? put(w, text) : put_quoted(w, text);
}

static hbs_status put_rule(const writer *w, const char *head, const hbs_query *query)
{
    hbs_status status = HBS_OK;
    HBS_TRY(put(w, head));
    HBS_TRY(put_terms(w, query->head, query->head_arity));
    HBS_TRY(put(w, " :- "));
    for (size_t a = 0; a < query->atoms; a++) {
        if (a) HBS_TRY(put(w, ", "));
        HBS_TRY(put_relation(w, w->pair->relations.item[query->relation[a]].text));
        HBS_TRY(put_terms(w, hbs_atom(query, a), hbs_atom_arity(query, a)));
    }
    HBS_TRY(hbs_bytes_print(w->out, w->error, ".\n"));
done:
    return status;
}

static hbs_status put_query(const hbs_query_pair *pair, const char *head, const hbs_query *query, bool plain, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    writer w = {.pair = pair, .out = out, .error = error};
    HBS_TRY(hbs_query_check_safe(query, error));
    if (!plain) HBS_TRY(choose_names(query, &w.name, error));
    HBS_TRY(put_rule(&w, head, query));
done:
    free_names(w.name, query->variables);
    return status;
}

hbs_status hbs_datalog_write(const hbs_query_pair *pair, bool plain, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t before = out->size;
    HBS_TRY(put_query(pair, "q1", &pair->q1, plain, out, error));
    HBS_TRY(put_query(pair, "q2", &pair->q2, plain, out, error));
done:
    if (status != HBS_OK) out->size = before;
    return status;
}

hbs_status hbs_datalog_write_term(const hbs_query_pair *pair, hbs_term term, hbs_bytes *out, hbs_error *error)
{
    const writer w = {.pair = pair, .out = out, .error = error};
    return put_term(&w, term);
}
