/* Options of `make` as the JSON text that the catalog stores, and back. Only what decides the rows is in it: not the number of threads, not --resume. Keys are
 * sorted and all are written, so that equal options have equal texts. Shares of a split are exact fractions. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/make/make.h"
#include "generators/numbers.h"

#define DENOMINATOR_MAX UINT64_C(1000000000)

static const char *const certify_names[] = {"none", "check", "store"};

/* {"sat/mine": "SHA-256", ..}; NULL when memory is out. */
static json_t *seals(const hbs_make_options *options) {
    json_t *all = json_object();
    for (size_t i = 0; all && i < options->plugins; i++)
        if (json_object_set_new(all, options->plugin[i].generator, json_string(options->plugin[i].digest))) {
            json_decref(all);
            all = NULL;
        }
    return all;
}

/* One text for each part up to the last that has parents; NULL when memory is out. */
static json_t *parents(const hbs_make_options *options, size_t count) {
    json_t *all = json_array();
    for (size_t i = 0; all && i < count; i++)
        if (json_array_append_new(all, json_string(options->parents[i]))) {
            json_decref(all);
            all = NULL;
        }
    return all;
}

static size_t parts_with_parents(const hbs_make_options *options) {
    size_t count = HBS_PARTS_MAX;
    while (count && !options->parents[count - 1][0]) count--;
    return count;
}

static json_t *build(const hbs_make_options *options) {
    const uint64_t tries = options->tries ? options->tries : HBS_TRIES;
    json_t *root = json_pack("{s:b, s:I, s:s, s:b, s:b, s:s, s:s?, s:I, s:b}", "balance", options->balance, "budget", (json_int_t)options->budget, "certify",
                             certify_names[options->certify], "keep_order", options->keep_order, "rename", options->rename, "solver",
                             options->solver ? options->solver : "auto", "split", options->split, "tries", (json_int_t)tries, "trust_construction", options->trust_construction);
    if (root && options->shards > 1 &&
        (json_object_set_new(root, "shard", json_integer((json_int_t)options->shard)) || json_object_set_new(root, "shards", json_integer((json_int_t)options->shards)))) {
        json_decref(root);
        root = NULL;
    }
    if (root && options->plugins && json_object_set_new(root, "plugins", seals(options))) {
        json_decref(root);
        root = NULL;
    }
    if (root && options->recipe[0] && json_object_set_new(root, "recipe", json_string(options->recipe))) {
        json_decref(root);
        root = NULL;
    }
    if (root && ((options->distinct && json_object_set_new(root, "distinct", json_true())) ||
                 (options->split && options->split_apart && json_object_set_new(root, "split_apart", json_true())))) {
        json_decref(root);
        root = NULL;
    }
    const size_t augmented = parts_with_parents(options);
    if (root && augmented && json_object_set_new(root, "parents", parents(options, augmented))) {
        json_decref(root);
        root = NULL;
    }
    return root;
}

hbs_status hbs_make_options_print(const hbs_make_options *options, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *text = NULL;
    if (options->budget > INT64_MAX || options->tries > INT64_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "a budget or number of tries of more than 63 bits");
    json_t *root = build(options);
    text = root ? json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(root);
    if (!text) HBS_FAIL(error, HBS_ERROR_USAGE, "the name of the solver or the split is not UTF-8, or memory is out");
    HBS_TRY(hbs_bytes_print(out, error, "%s", text));
done:
    free(text);
    return status;
}

static bool read_flag(const json_t *value, bool *out) {
    *out = json_is_true(value);
    return json_is_boolean(value);
}

static bool read_number(const json_t *value, uint64_t *out) {
    *out = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool read_certify(const json_t *value, hbs_certify *out) {
    for (size_t i = 0; i < sizeof certify_names / sizeof *certify_names; i++)
        if (json_is_string(value) && !strcmp(json_string_value(value), certify_names[i])) {
            *out = (hbs_certify)i;
            return true;
        }
    return false;
}

/* A text, or null where that is legal; *out is borrowed. */
static bool read_text(const json_t *value, bool optional, const char **out) {
    *out = json_string_value(value);
    return json_is_string(value) || (optional && json_is_null(value));
}

static bool read_plugins(const json_t *value, hbs_make_options *out) {
    const char *key;
    json_t *digest;
    if (!json_is_object(value) || json_object_size(value) > HBS_PARTS_MAX) return false;
    json_object_foreach((json_t *)(uintptr_t)value, key, digest) {
        hbs_plugin_seal *const seal = &out->plugin[out->plugins];
        const char *const text = json_string_value(digest);
        if (strlen(key) >= sizeof seal->generator || !text || strlen(text) != sizeof seal->digest - 1) return false;
        memcpy(seal->generator, key, strlen(key) + 1);
        memcpy(seal->digest, text, sizeof seal->digest);
        out->plugins++;
    }
    return true;
}

static bool read_parents(const json_t *value, hbs_make_options *out) {
    if (!json_is_array(value) || json_array_size(value) > HBS_PARTS_MAX) return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *const text = json_string_value(json_array_get(value, i));
        if (!text || (*text && strlen(text) != sizeof out->parents[i] - 1)) return false;
        memcpy(out->parents[i], text, strlen(text) + 1);
    }
    return true;
}

static bool read_recipe(const json_t *value, hbs_make_options *out) {
    const char *const text = json_string_value(value);
    if (!text || !*text || strlen(text) >= sizeof out->recipe) return false;
    memcpy(out->recipe, text, strlen(text) + 1);
    return true;
}

static bool read_option(const char *key, const json_t *value, hbs_make_options *out) {
    if (!strcmp(key, "balance")) return read_flag(value, &out->balance);
    if (!strcmp(key, "budget")) return read_number(value, &out->budget);
    if (!strcmp(key, "certify")) return read_certify(value, &out->certify);
    if (!strcmp(key, "distinct")) return read_flag(value, &out->distinct);
    if (!strcmp(key, "keep_order")) return read_flag(value, &out->keep_order);
    if (!strcmp(key, "parents")) return read_parents(value, out);
    if (!strcmp(key, "plugins")) return read_plugins(value, out);
    if (!strcmp(key, "recipe")) return read_recipe(value, out);
    if (!strcmp(key, "rename")) return read_flag(value, &out->rename);
    if (!strcmp(key, "shard")) return read_number(value, &out->shard);
    if (!strcmp(key, "shards")) return read_number(value, &out->shards);
    if (!strcmp(key, "solver")) return read_text(value, false, &out->solver);
    if (!strcmp(key, "split")) return read_text(value, true, &out->split);
    if (!strcmp(key, "split_apart")) return read_flag(value, &out->split_apart);
    if (!strcmp(key, "tries")) return read_number(value, &out->tries);
    if (!strcmp(key, "trust_construction")) return read_flag(value, &out->trust_construction);
    return false;
}

hbs_status hbs_make_options_parse(hbs_make_options *options, const char *text, hbs_error *error) {
    hbs_status status = HBS_OK;
    json_error_t where;
    hbs_make_options read = {.certify = HBS_CERTIFY_CHECK};
    const char *key;
    json_t *value, *root = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_object(root)) HBS_FAIL(error, HBS_ERROR_INPUT, "the stored options are not a JSON object: %s", root ? "another value" : where.text);
    json_object_foreach(root, key, value) if (!read_option(key, value, &read)) HBS_FAIL(error, HBS_ERROR_INPUT, "the stored option %.60s is unknown or has a value that it cannot have", key);
    read.stored = root;
    root = NULL;
    *options = read;
done:
    json_decref(root);
    return status;
}

void hbs_make_options_free(hbs_make_options *options) {
    json_decref(options->stored);
    *options = (hbs_make_options){0};
}

size_t hbs_make_parents_differ(const char *stored, const char *asked) {
    hbs_make_options before = {0}, now = {0};
    size_t part = HBS_PARTS_MAX;
    if (hbs_make_options_parse(&before, stored, NULL) == HBS_OK && hbs_make_options_parse(&now, asked, NULL) == HBS_OK)
        for (part = 0; part < HBS_PARTS_MAX && !strcmp(before.parents[part], now.parents[part]);) part++;
    hbs_make_options_free(&before);
    hbs_make_options_free(&now);
    return part;
}

static hbs_status say_difference(const char *key, const json_t *stored, const json_t *asked, hbs_bytes *out, hbs_error *error) {
    char *const before = json_dumps(stored, JSON_ENCODE_ANY | JSON_COMPACT), *const now = json_dumps(asked, JSON_ENCODE_ANY | JSON_COMPACT);
    const hbs_status status = hbs_bytes_print(out, error, "%s%.60s is %.80s, not %.80s", out->size ? "; " : "", key, before ? before : "not there", now ? now : "not there");
    free(before);
    free(now);
    return status;
}

hbs_status hbs_make_options_differ(const char *stored, const char *asked, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *key;
    json_t *value, *const before = json_loads(stored, 0, NULL), *const now = json_loads(asked, 0, NULL);
    json_object_foreach(now, key, value)
        if (!json_equal(value, json_object_get(before, key))) HBS_TRY(say_difference(key, json_object_get(before, key), value, out, error));
    json_object_foreach(before, key, value)
        if (!json_object_get(now, key)) HBS_TRY(say_difference(key, value, NULL, out, error));
done:
    json_decref(before);
    json_decref(now);
    return status;
}

bool hbs_make_refuses_repeats(const char *text) {
    hbs_make_options options = {0};
    hbs_error ignored;
    const bool refuses = hbs_make_options_parse(&options, text, &ignored) == HBS_OK && options.distinct;
    hbs_make_options_free(&options);
    return refuses;
}

bool hbs_make_has_options(const char *text) {
    hbs_make_options options = {0};
    const hbs_status status = hbs_make_options_parse(&options, text, NULL);
    hbs_make_options_free(&options);
    return status == HBS_OK;
}

static hbs_status parse_share(const char *text, size_t length, hbs_split *out, hbs_error *error) {
    const char *equals = memchr(text, '=', length);
    const size_t name = equals ? (size_t)(equals - text) : length;
    int64_t p = 0, q = 0;
    if (!name || name >= sizeof out->name || strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") < name)
        return hbs_raise(error, HBS_ERROR_USAGE, "split: '%.*s' cannot name a part: use up to 31 letters, digits and _ - .", (int)(name > 60 ? 60 : name), text);
    if (!equals || !hbs_read_rational(equals + 1, length - name - 1, &p, &q) || p <= 0 || p > q || (uint64_t)q > DENOMINATOR_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "split: the share of %.*s must be a number above 0 and at most 1 with at most nine decimals, as in train=.8,test=.2", (int)name, text);
    *out = (hbs_split){.numerator = (uint64_t)p, .denominator = (uint64_t)q};
    memcpy(out->name, text, name);
    return HBS_OK;
}

/* Brings all to one denominator; they must add up to 1. */
static hbs_status settle(hbs_split *split, size_t count, hbs_error *error) {
    uint64_t common = 1, sum = 0;
    for (size_t i = 0; i < count; i++) {
        common *= split[i].denominator / hbs_gcd(common, split[i].denominator);
        if (!common || common > DENOMINATOR_MAX) return hbs_raise(error, HBS_ERROR_USAGE, "split: the shares have too many digits: use fewer decimals");
    }
    for (size_t i = 0; i < count; i++) {
        split[i].numerator *= common / split[i].denominator;
        split[i].denominator = common;
        sum += split[i].numerator;
        for (size_t j = 0; j < i; j++)
            if (!strcmp(split[i].name, split[j].name)) return hbs_raise(error, HBS_ERROR_USAGE, "split: %s comes twice", split[i].name);
    }
    if (sum != common) return hbs_raise(error, HBS_ERROR_USAGE, "split: the shares add up to %.9g: they must add up to 1", (double)sum / (double)common);
    return HBS_OK;
}

hbs_status hbs_split_parse(const char *text, hbs_split out[8], size_t *count, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_split split[8] = {{.numerator = 0}};
    size_t used = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        if (used == 8) HBS_FAIL(error, HBS_ERROR_USAGE, "split: more than 8 parts");
        HBS_TRY(parse_share(at, length, &split[used], error));
        used++;
        at += length;
        if (!*at) break;
    }
    HBS_TRY(settle(split, used, error));
    memcpy(out, split, used * sizeof *split);
    *count = used;
done:
    return status;
}
