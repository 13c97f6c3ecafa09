/* Reading clausal proofs, whole before any of it is checked, so that what cannot be read is told apart from what does not hold.
 *
 * The binary form is recognised by a zero byte: it ends every step of that form, and no text has one. The guess by unusual characters that other checkers make
 * errs on short proofs. */
#include "solvers/checking/drat_steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/cnf.h"

typedef struct scan {
    hbs_drat_steps *out;
    const char *text, *name;
    size_t at, length;
    uint64_t line;
} scan;

void hbs_drat_steps_free(hbs_drat_steps *steps)
{
    if (!steps) return;
    free(steps->step);
    free(steps->literal);
    *steps = (hbs_drat_steps){0};
}

static hbs_status open_step(scan *s, bool deletion, uint64_t place, hbs_error *error)
{
    hbs_drat_steps *const out = s->out;
    const hbs_status status = hbs_grow(&out->step, &out->step_capacity, out->steps + 1, sizeof *out->step, error);
    if (status == HBS_OK) out->step[out->steps++] = (hbs_drat_step){.start = out->literals, .deletion = deletion, .place = place};
    return status;
}

static hbs_status add_literal(scan *s, int32_t literal, hbs_error *error)
{
    hbs_drat_steps *const out = s->out;
    hbs_drat_step *const step = &out->step[out->steps - 1];
    if (step->size == UINT32_MAX) return hbs_raise(error, HBS_ERROR_MEMORY, "%s: a step has more than 2^32 literals; check a smaller proof", s->name);
    const hbs_status status = hbs_grow(&out->literal, &out->literal_capacity, out->literals + 1, sizeof *out->literal, error);
    if (status != HBS_OK) return status;
    out->literal[out->literals++] = literal;
    step->size++;
    return HBS_OK;
}

/* --- text --- */

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/* To the next word; comments are whole lines. */
static void skip_blanks(scan *s)
{
    for (; s->at < s->length; s->at++) {
        const char byte = s->text[s->at];
        const bool begins = !s->at || s->text[s->at - 1] == '\n';
        if (begins && byte == 'c') {
            const char *const end = memchr(s->text + s->at, '\n', s->length - s->at);
            s->at = end ? (size_t)(end - s->text) : s->length;
            if (!end) return;
        } else if (!is_blank(byte)) {
            return;
        }
        s->line += s->text[s->at] == '\n';
    }
}

static hbs_status not_a_literal(const scan *s, size_t from, hbs_error *error)
{
    size_t size = 0;
    while (from + size < s->length && size < 20 && !is_blank(s->text[from + size])) size++;
    return hbs_raise(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": `%.*s` is no literal; a step is literals ended by 0, after a `d` when it deletes", s->name, s->line, (int)size,
                     s->text + from);
}

static hbs_status read_number(scan *s, int32_t *literal, hbs_error *error)
{
    const size_t from = s->at;
    const bool negative = s->text[s->at] == '-';
    int64_t value = 0;
    s->at += negative;
    const size_t digits = s->at;
    for (; s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9'; s->at++)
        if (value <= INT32_MAX) value = 10 * value + (s->text[s->at] - '0');
    if (s->at == digits || (s->at < s->length && !is_blank(s->text[s->at])) || (negative && !value)) return not_a_literal(s, from, error);
    if (value > HBS_CNF_VARIABLES_MAX)
        return hbs_raise(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": a variable is beyond %" PRIu32 "; number them from 1", s->name, s->line, HBS_CNF_VARIABLES_MAX);
    *literal = (int32_t)(negative ? -value : value);
    return HBS_OK;
}

/* The rest of a step, after its `d`. */
static hbs_status read_literals(scan *s, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint64_t begun = s->line;
    for (;;) {
        int32_t literal = 0;
        skip_blanks(s);
        if (s->at == s->length) HBS_FAIL(error, HBS_ERROR_INPUT, "%s:%" PRIu64 ": this step is not ended by 0; the proof is cut off", s->name, begun);
        HBS_TRY(read_number(s, &literal, error));
        if (!literal) break;
        HBS_TRY(add_literal(s, literal, error));
    }
done:
    return status;
}

static hbs_status read_text(scan *s, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (skip_blanks(s); s->at < s->length; skip_blanks(s)) {
        const bool deletion = s->text[s->at] == 'd' && (s->at + 1 == s->length || is_blank(s->text[s->at + 1]));
        HBS_TRY(open_step(s, deletion, s->line, error));
        s->at += deletion;
        HBS_TRY(read_literals(s, error));
    }
done:
    return status;
}

/* --- binary --- */

static hbs_status read_code(scan *s, int32_t *literal, hbs_error *error)
{
    uint64_t code;
    const size_t from = s->at;
    if (hbs_read_varint((const uint8_t *)s->text, s->length, &s->at, &code, NULL) != HBS_OK || code == 1 || code / 2 > HBS_CNF_VARIABLES_MAX)
        return hbs_raise(error, HBS_ERROR_INPUT, "%s: byte %zu begins no literal; the binary proof is cut off or damaged", s->name, from + 1);
    const int32_t variable = (int32_t)(code / 2);
    *literal = code & 1 ? -variable : variable;
    return HBS_OK;
}

static hbs_status read_binary(scan *s, hbs_error *error)
{
    hbs_status status = HBS_OK;
    while (s->at < s->length) {
        const char kind = s->text[s->at];
        if (kind != 'a' && kind != 'd') HBS_FAIL(error, HBS_ERROR_INPUT, "%s: byte %zu begins no step; a binary proof has `a` or `d` there", s->name, s->at + 1);
        HBS_TRY(open_step(s, kind == 'd', ++s->at, error));
        for (int32_t literal = 1; literal;) {
            HBS_TRY(read_code(s, &literal, error));
            if (literal) HBS_TRY(add_literal(s, literal, error));
        }
    }
done:
    return status;
}

hbs_status hbs_drat_steps_read(hbs_drat_steps *out, const char *text, size_t length, const char *name, hbs_error *error)
{
    hbs_drat_steps steps = {.binary = length && memchr(text, 0, length)};
    scan s = {.out = &steps, .text = text, .name = name, .length = length, .line = 1};
    hbs_status status = hbs_grow(&steps.literal, &steps.literal_capacity, 1, sizeof *steps.literal, error);
    if (status == HBS_OK) status = steps.binary ? read_binary(&s, error) : read_text(&s, error);
    if (status != HBS_OK) {
        hbs_drat_steps_free(&steps);
        return status;
    }
    hbs_drat_steps_free(out);
    *out = steps;
    return HBS_OK;
}
