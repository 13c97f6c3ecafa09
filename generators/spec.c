/* Reading "GENERATOR [p=v ..] + GENERATOR ..": words may come apart or several in one text, so all are cut at blanks first and read one by one by
 * a small state: the part at hand, or none after the start and after each `+`. `label`, `redraw` and `share` are words of the part, not of its generator. */
#include "generators/spec.h"

#include <stdlib.h>
#include <string.h>

#include "generators/numbers.h"
#include "generators/registry.h"

#define SHARE_DENOMINATOR_MAX INT64_C(1000000)   /* keeps the schedule's products far below 128 bits */

void hbs_spec_free(hbs_spec *spec) {
    for (size_t i = 0; i < spec->parts; i++) hbs_settings_free(&spec->part[i].settings);
    *spec = (hbs_spec){0};
}

typedef struct spec_reader {
    hbs_spec spec;
    const hbs_generator *const *generators;
    bool in_part;
} spec_reader;

static hbs_status begin_part(spec_reader *reader, const char *name, hbs_error *error) {
    hbs_spec *const spec = &reader->spec;
    const hbs_generator *generator = NULL;
    if (spec->parts == HBS_PARTS_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "more than %u parts", HBS_PARTS_MAX);
    if (strchr(name, '=')) return hbs_raise(error, HBS_ERROR_USAGE, "`%s` stands where a generator's name is expected, such as sat/sr", name);
    hbs_status status = hbs_generator_find_among(reader->generators, name, &generator, error);
    if (status != HBS_OK) return status;
    const hbs_problem problem = generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT;
    if (spec->parts && problem != spec->problem)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s cannot be mixed with %s: one dataset is about one problem", name, spec->part[0].generator->name);
    hbs_part *const part = &spec->part[spec->parts];
    *part = (hbs_part){.generator = generator, .label = HBS_LABEL_UNKNOWN};
    status = hbs_settings_defaults(&part->settings, generator, error);
    if (status != HBS_OK) return status;
    spec->problem = problem;
    spec->parts++;
    reader->in_part = true;
    return HBS_OK;
}

static hbs_status read_label(hbs_part *part, const char *value, hbs_error *error) {
    if (part->label != HBS_LABEL_UNKNOWN) return hbs_raise(error, HBS_ERROR_USAGE, "%s: label is given twice", part->generator->name);
    if (strcmp(value, "0") && strcmp(value, "1")) return hbs_raise(error, HBS_ERROR_USAGE, "%s: label=%s: it must be 0 or 1", part->generator->name, value);
    if (part->generator->instances_per_unit > 1)
        return hbs_raise(error, HBS_ERROR_USAGE,
                "%s: label=%s: it makes %u instances at once, of both labels; take another generator or leave label out", part->generator->name,
                value, part->generator->instances_per_unit);
    const int only = hbs_generator_only_label(part->generator), wanted = *value - '0';
    if (only != HBS_LABEL_UNKNOWN && only != wanted)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: label=%d never comes: all that it makes has label %d by construction; take another generator", part->generator->name,
                         wanted, only);
    part->label = *value == '1' ? HBS_LABEL_YES : HBS_LABEL_NO;
    return HBS_OK;
}

static hbs_status read_redraw(hbs_part *part, const char *value, hbs_error *error) {
    if (part->redraw_given) return hbs_raise(error, HBS_ERROR_USAGE, "%s: redraw is given twice", part->generator->name);
    part->redraw_all = !strcmp(value, "all");
    if (!part->redraw_all && strcmp(value, "instance"))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: redraw=%s: it must be instance (a unit keeps its parameters until a draw is kept) or all (they are drawn anew)",
                         part->generator->name, value);
    part->redraw_given = true;
    return HBS_OK;
}

static hbs_status read_share(hbs_part *part, const char *value, hbs_error *error) {
    int64_t p, q;
    if (part->share_denominator) return hbs_raise(error, HBS_ERROR_USAGE, "%s: share is given twice", part->generator->name);
    if (!hbs_read_rational(value, strlen(value), &p, &q) || p <= 0 || p > q || q > SHARE_DENOMINATOR_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: share=%s: it must be above 0, at most 1 and have at most six decimals", part->generator->name, value);
    part->share_numerator = (uint64_t)p;
    part->share_denominator = (uint64_t)q;
    return HBS_OK;
}

static hbs_status end_part(spec_reader *reader, hbs_error *error) {
    if (!reader->in_part) return hbs_raise(error, HBS_ERROR_USAGE, "a generator is missing: write GENERATOR [p=v ..] + GENERATOR [p=v ..]");
    reader->in_part = false;
    const hbs_part *const part = &reader->spec.part[reader->spec.parts - 1];
    return hbs_settings_complete(&part->settings, part->generator, error);
}

static hbs_status read_word(spec_reader *reader, const char *word, hbs_error *error) {
    if (!strcmp(word, "+")) return end_part(reader, error);
    if (!reader->in_part) return begin_part(reader, word, error);
    hbs_part *const part = &reader->spec.part[reader->spec.parts - 1];
    if (!strncmp(word, "label=", 6)) return read_label(part, word + 6, error);
    if (!strncmp(word, "redraw=", 7)) return read_redraw(part, word + 7, error);
    if (!strncmp(word, "share=", 6)) return read_share(part, word + 6, error);
    if (!strchr(word, '=') && strchr(word, '/')) return hbs_raise(error, HBS_ERROR_USAGE, "put a + between %s and %s", part->generator->name, word);
    return hbs_settings_assign(&part->settings, part->generator, word, error);
}

static hbs_status read_text(spec_reader *reader, const char *text, hbs_error *error) {
    static const char blanks[] = " \t\r\n\v\f";
    hbs_status status = HBS_OK;
    char *word = NULL;
    for (const char *at = text + strspn(text, blanks); *at; at += strspn(at, blanks)) {
        const size_t length = strcspn(at, blanks);
        HBS_TRY(hbs_allocate(&word, length + 1, 1, error));
        memcpy(word, at, length);
        HBS_TRY(read_word(reader, word, error));
        free(word);
        word = NULL;
        at += length;
    }
done:
    free(word);
    return status;
}

/* ---- shares ---- */

/* p/q += r/s in lowest terms; false when it does not fit. */
static bool add_fraction(uint64_t *p, uint64_t *q, uint64_t r, uint64_t s) {
    const uint64_t common = hbs_gcd(*q, s);
    uint64_t a, b, sum, denominator;
    if (__builtin_mul_overflow(*p, s / common, &a) || __builtin_mul_overflow(r, *q / common, &b) || __builtin_add_overflow(a, b, &sum) ||
        __builtin_mul_overflow(*q, s / common, &denominator))
        return false;
    const uint64_t reduce = hbs_gcd(sum, denominator);
    *p = sum / reduce;
    *q = denominator / reduce;
    return true;
}

/* Parts without a share take equal parts of what the others leave. */
static hbs_status settle_shares(hbs_spec *spec, hbs_error *error) {
    uint64_t p = 0, q = 1, open = 0;
    for (size_t i = 0; i < spec->parts; i++) {
        const hbs_part *const part = &spec->part[i];
        if (!part->share_denominator) open++;
        else if (!add_fraction(&p, &q, part->share_numerator, part->share_denominator)) return hbs_raise(error, HBS_ERROR_USAGE,
                "the shares have too many digits: use fewer decimals");
    }
    if (p > q || (open ? p == q : p != q)) {
        hbs_bytes sum = {0};
        hbs_status status = hbs_print_rational(&sum, (int64_t)p, (int64_t)q, error);
        if (status == HBS_OK)
            status = hbs_raise(error, HBS_ERROR_USAGE, "the given shares add up to %s: they must add up to 1%s", (const char *)sum.data, open ?
                    " together with the parts that give none" : "");
        hbs_bytes_free(&sum);
        return status;
    }
    for (size_t i = 0; i < spec->parts; i++) {
        hbs_part *const part = &spec->part[i];
        if (part->share_denominator) continue;
        const uint64_t numerator = q - p, denominator = q * open, common = hbs_gcd(numerator, denominator);
        part->share_numerator = numerator / common;
        part->share_denominator = denominator / common;
        if (part->share_denominator > SHARE_DENOMINATOR_MAX * HBS_PARTS_MAX) return hbs_raise(error, HBS_ERROR_USAGE,
                "the shares have too many digits: use fewer decimals");
    }
    return HBS_OK;
}

hbs_status hbs_spec_parse_among(hbs_spec *spec, const hbs_generator *const *generators, const char *const *words, size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    spec_reader reader = {.generators = generators};
    for (size_t i = 0; i < count; i++) HBS_TRY(read_text(&reader, words[i], error));
    HBS_TRY(end_part(&reader, error));
    HBS_TRY(settle_shares(&reader.spec, error));
    hbs_spec_free(spec);
    *spec = reader.spec;
    reader.spec = (hbs_spec){0};
done:
    hbs_spec_free(&reader.spec);
    return status;
}

hbs_status hbs_spec_parse(hbs_spec *spec, const char *const *words, size_t count, hbs_error *error) {
    return hbs_spec_parse_among(spec, hbs_generators(), words, count, error);
}

hbs_status hbs_spec_parse_text(hbs_spec *spec, const char *text, hbs_error *error) { return hbs_spec_parse(spec, &text, 1, error); }

static bool equal_shares(const hbs_spec *spec) {
    for (size_t i = 0; i < spec->parts; i++)
        if (spec->part[i].share_numerator != 1 || spec->part[i].share_denominator != spec->parts) return false;
    return true;
}

hbs_status hbs_spec_print(const hbs_spec *spec, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool equal = equal_shares(spec);
    for (size_t i = 0; i < spec->parts; i++) {
        const hbs_part *const part = &spec->part[i];
        if (i) HBS_TRY(hbs_bytes_print(out, error, " + "));
        HBS_TRY(hbs_settings_print(&part->settings, part->generator, out, error));
        if (part->label != HBS_LABEL_UNKNOWN) HBS_TRY(hbs_bytes_print(out, error, " label=%d", part->label));
        if (part->redraw_all) HBS_TRY(hbs_bytes_print(out, error, " redraw=all"));
        if (equal) continue;
        HBS_TRY(hbs_bytes_print(out, error, " share="));
        HBS_TRY(hbs_print_rational(out, (int64_t)part->share_numerator, (int64_t)part->share_denominator, error));
    }
done:
    return status;
}
