/* Models as solvers print them (the output format of the SAT competitions, and MiniSat's result files), read line by line into the list of given literals, which is sorted: memory
 * follows the text, not the formula's header. Several models one after the other are refused, since it would be a guess which one is meant. */
#include "solvers/checking/model_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct given {
    int32_t literal;
    uint64_t line;
} given;

typedef struct reading {
    const char *name;
    uint32_t variables;
    uint64_t line;
    bool ended;
    given *item;
    size_t items, capacity;
} reading;

static int by_variable(const void *a, const void *b)
{
    const int32_t x = ((const given *)a)->literal, y = ((const given *)b)->literal;
    if (abs(x) != abs(y)) return abs(x) < abs(y) ? -1 : 1;
    return x < y ? -1 : x > y;
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

static hbs_status take_word(reading *r, const char *word, size_t length, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const bool negative = word[0] == '-';
    int64_t value = 0;
    size_t at = negative;
    for (; at < length && word[at] >= '0' && word[at] <= '9'; at++)
        if (value <= INT32_MAX) value = 10 * value + (word[at] - '0');
    if (at < length || at == negative)
        HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": `%.*s` is no literal; a model is literals, with or without `v` before them", r->name, r->line, length < 20 ? (int)length : 20, word);
    if (r->ended) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": text after the 0 that ends the model; give one model", r->name, r->line);
    if (value > r->variables) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": variable %.*s is none of the formula, which has %" PRIu32, r->name, r->line,
                                       length < 20 ? (int)(length - negative) : 20, word + negative, r->variables);
    r->ended = !value;
    if (!value) goto done;
    HBS_TRY(hbs_grow(&r->item, &r->capacity, r->items + 1, sizeof *r->item, error));
    r->item[r->items++] = (given){(int32_t)(negative ? -value : value), r->line};
done:
    return status;
}

static bool is_word(const char *line, size_t length, const char *word) { return length == strlen(word) && !memcmp(line, word, length); }

/* A verdict that is no claim of a model. */
static hbs_status take_verdict(const reading *r, const char *line, size_t length, hbs_error *error)
{
    while (length && is_blank(line[length - 1])) length--;
    if (is_word(line, length, "s SATISFIABLE") || is_word(line, length, "SAT") || is_word(line, length, "SATISFIABLE")) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": `%.*s` gives no model; a model comes with `s SATISFIABLE`", r->name, r->line, length < 40 ? (int)length : 40, line);
}

static hbs_status take_line(reading *r, const char *line, size_t length, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t at = 0;
    while (at < length && is_blank(line[at])) at++;
    if (at == length || line[at] == 'c') return HBS_OK;
    if (line[at] == 's' || line[at] == 'S' || line[at] == 'U') return take_verdict(r, line + at, length - at, error);
    at += line[at] == 'v' && (at + 1 == length || is_blank(line[at + 1]));
    for (;;) {
        while (at < length && is_blank(line[at])) at++;
        const size_t from = at;
        while (at < length && !is_blank(line[at])) at++;
        if (at == from) break;
        HBS_TRY(take_word(r, line + from, at - from, error));
    }
done:
    return status;
}

/* Sorts, merges what is given twice, refuses what contradicts. */
static hbs_status settle(reading *r, hbs_error *error)
{
    size_t kept = 0;
    if (r->items) qsort(r->item, r->items, sizeof *r->item, by_variable);
    for (size_t i = 0; i < r->items; i++) {
        if (kept && r->item[kept - 1].literal == r->item[i].literal) continue;
        if (kept && r->item[kept - 1].literal == -r->item[i].literal)
            return hbs_raise(error, HBS_ERROR_INPUT, "%s: variable %d is given true in line %" PRIu64 " and false in line %" PRIu64 "; a model gives one value", r->name,
                             r->item[i].literal, r->item[i].line, r->item[kept - 1].line);
        r->item[kept++] = r->item[i];
    }
    r->items = kept;
    return HBS_OK;
}

static hbs_status read_lines(reading *r, const char *text, size_t length, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t from = 0; from < length;) {
        const char *const feed = memchr(text + from, '\n', length - from);
        const size_t end = feed ? (size_t)(feed - text) : length;
        r->line++;
        HBS_TRY(take_line(r, text + from, end - from, error));
        from = end + 1;
    }
    if (!r->items && !r->ended && r->variables) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: no literal in it; give a solver's `v` lines, or the literals alone", r->name);
    HBS_TRY(settle(r, error));
done:
    return status;
}

static bool is_given(const reading *r, int32_t literal)
{
    const given wanted = {literal, 0};
    return r->items && bsearch(&wanted, r->item, r->items, sizeof *r->item, by_variable);
}

static hbs_status refuse(const reading *r, const hbs_cnf *cnf, size_t clause, hbs_error *error)
{
    char text[200];
    size_t at = 0, open = 0;
    const size_t count = hbs_cnf_length(cnf, clause);
    text[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const int32_t literal = hbs_cnf_clause(cnf, clause)[i];
        open += !is_given(r, -literal);
        if (at + 32 < sizeof text) at += (size_t)snprintf(text + at, sizeof text - at, "%s%d", i ? " " : "", literal);
        else if (at + 4 < sizeof text) at += (size_t)snprintf(text + at, sizeof text - at, " ..");
    }
    if (open)
        return hbs_raise(error, HBS_ERROR_FAULT, "%.400s: clause %zu (%s) is not satisfied: of its %zu literals %zu are given as false and %zu are not given; the model is wrong", r->name,
                         clause + 1, text, count, count - open, open);
    return hbs_raise(error, HBS_ERROR_FAULT, "%.400s: clause %zu (%s) is not satisfied: %s; the model is wrong", r->name, clause + 1, text, count ? "all its literals are given as false" : "it is empty");
}

static hbs_status check(const reading *r, const hbs_cnf *cnf, hbs_model_counts *counts, hbs_error *error)
{
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int32_t *const literal = hbs_cnf_clause(cnf, c);
        const size_t count = hbs_cnf_length(cnf, c);
        size_t i = 0;
        while (i < count && !is_given(r, literal[i])) i++;
        if (i < count) continue;
        counts->clause = c + 1;
        return refuse(r, cnf, c, error);
    }
    return HBS_OK;
}

hbs_status hbs_model_text_check(const hbs_cnf *cnf, const char *text, size_t length, const char *name, hbs_model_counts *counts, hbs_error *error)
{
    hbs_status status = HBS_OK;
    reading r = {.name = name, .variables = cnf->variables};
    HBS_TRY(read_lines(&r, text, length, error));
    hbs_model_counts found = {.given = r.items};
    status = check(&r, cnf, &found, error);
    *counts = found;
done:
    free(r.item);
    return status;
}

hbs_status hbs_model_text_read(const hbs_cnf *cnf, const char *text, size_t length, const char *name, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    reading r = {.name = name, .variables = cnf->variables};
    hbs_model_counts found = {0};
    uint8_t *bits;
    HBS_TRY(read_lines(&r, text, length, error));
    HBS_TRY(check(&r, cnf, &found, error));
    HBS_TRY(hbs_certificate_start_model(cnf->variables, out, &bits, error));
    for (size_t i = 0; i < r.items; i++) {
        const uint32_t place = (uint32_t)abs(r.item[i].literal) - 1;
        if (r.item[i].literal > 0) bits[place / 8] = (uint8_t)(bits[place / 8] | 1u << place % 8);
    }
done:
    free(r.item);
    return status;
}

hbs_status hbs_model_text_write(const uint8_t *model, uint32_t variables, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t before = out->size;
    size_t column = 0;
    HBS_TRY(hbs_bytes_print(out, error, "s SATISFIABLE\n"));
    for (uint32_t v = 0; v <= variables; v++) {
        char word[16];
        const uint32_t number = v < variables ? v + 1 : 0;
        const int size = snprintf(word, sizeof word, " %s%" PRIu32, number && !model[number] ? "-" : "", number);
        if (!column || column + (size_t)size > 78) {
            HBS_TRY(hbs_bytes_print(out, error, column ? "\nv" : "v"));
            column = 1;
        }
        HBS_TRY(hbs_bytes_append(out, word, (size_t)size, error));
        column += (size_t)size;
    }
    HBS_TRY(hbs_bytes_print(out, error, "\n"));
done:
    if (status != HBS_OK) out->size = before;
    return status;
}
