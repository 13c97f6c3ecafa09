/* Options by argp, driven by the verb's table. argp's own messages take two lines and end the process, so they are switched off: what is wrong with
 * a word is worked out here, in one line that says what to do. Words are taken in the order given, so that an option of kind CLI_LIST can gather
 * the words behind it. */
#include "tools/cli/options.h"

#include <argp.h>
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KEY_FIRST 1000
#define KEY_HELP 900
#define KEY_VERSION 901
#define REAL_PARTS 1e4

hbs_status cli_number(const char *text, const char *what, uint64_t low, uint64_t high, uint64_t *out, hbs_error *error) {
    uint64_t value = 0;
    bool good = *text != '\0', fits = true;
    for (const char *at = text; *at; at++) {
        if (*at < '0' || *at > '9') good = false;
        else if (__builtin_mul_overflow(value, UINT64_C(10), &value) || __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value)) fits = false;
    }
    if (!good)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: '%s' is not a whole number; give one of %llu..%llu", what, text, (unsigned long long)low,
                         (unsigned long long)high);
    if (!fits || value < low || value > high)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s is out of range; give one of %llu..%llu", what, text, (unsigned long long)low,
                         (unsigned long long)high);
    *out = value;
    return HBS_OK;
}

static hbs_status real(const char *text, const char *what, uint64_t low, uint64_t high, double *out, hbs_error *error) {
    const double least = (double)low / REAL_PARTS, most = (double)high / REAL_PARTS;
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: '%s' is not a number in %g..%g; give one, such as .95", what, text, least, most);
    *out = value;
    return HBS_OK;
}

static bool is_choice(const char *choices, const char *text) {
    const size_t length = strlen(text);
    for (const char *at = choices; length && at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (!strncmp(at, text, length) && (at[length] == '|' || !at[length])) return true;
    return false;
}

static hbs_status words_add(cli_words *words, const char *word, hbs_error *error) {
    const char **grown = reallocarray(words->word, words->count + 1, sizeof *grown);
    if (!grown) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    words->word = grown;
    words->word[words->count++] = word;
    return HBS_OK;
}

static hbs_status set(cli_parsed *parsed, size_t index, const char *text) {
    const cli_option *option = &parsed->option[index];
    char *target = (char *)parsed->target + option->offset, what[64];
    snprintf(what, sizeof what, "--%s", option->name);
    const uint32_t bit = UINT32_C(1) << index;
    if ((parsed->given & bit) && option->kind != CLI_LIST && option->kind != CLI_EACH) return hbs_raise(parsed->error, HBS_ERROR_USAGE, "%s is given twice; give it once", what);
    parsed->given |= bit;
    parsed->open_list = option->kind == CLI_LIST ? (cli_words *)(void *)target : NULL;
    switch (option->kind) {
    case CLI_FLAG: *(bool *)target = true; return HBS_OK;
    case CLI_NUMBER: return cli_number(text, what, option->low, option->high, (uint64_t *)(void *)target, parsed->error);
    case CLI_REAL: return real(text, what, option->low, option->high, (double *)(void *)target, parsed->error);
    case CLI_LIST:
    case CLI_EACH: return words_add((cli_words *)(void *)target, text, parsed->error);
    case CLI_CHOICE:
        if (!is_choice(option->choices, text))
            return hbs_raise(parsed->error, HBS_ERROR_USAGE, "%s: '%s' is none of %s; give one of them", what, text, option->choices);
        break;
    case CLI_TEXT: break;
    }
    *(const char **)(void *)target = text;
    return HBS_OK;
}

/* argp says only that a word is bad; find out why. */
static hbs_status bad_option(cli_parsed *parsed, const char *word) {
    const char *name = word + strspn(word, "-");
    const size_t length = strcspn(name, "=");
    size_t matches = 0, match = 0;
    for (size_t i = 0; i < parsed->options; i++)
        if (!strncmp(parsed->option[i].name, name, length)) match = i, matches++;
    if (word[0] != '-' || word[1] != '-' || !matches)
        return hbs_raise(parsed->error, HBS_ERROR_USAGE, "unknown option '%.*s'; --help lists the options", (int)(strcspn(word, "=")), word);
    if (matches > 1) return hbs_raise(parsed->error, HBS_ERROR_USAGE, "option '%s' may mean several; write it out (--help lists them)", word);
    if (parsed->option[match].kind == CLI_FLAG)
        return hbs_raise(parsed->error, HBS_ERROR_USAGE, "option '--%s' takes no value; leave '%s' out", parsed->option[match].name, name + length);
    return hbs_raise(parsed->error, HBS_ERROR_USAGE, "option '--%s' needs a value; give --%s %s", parsed->option[match].name,
                     parsed->option[match].name, parsed->option[match].value);
}

static error_t take(int key, char *text, struct argp_state *state) {
    cli_parsed *parsed = state->input;
    if (parsed->status != HBS_OK) return EINVAL;
    if (key == KEY_HELP) parsed->help = true;
    else if (key == KEY_VERSION) parsed->version = true;
    else if (key == ARGP_KEY_ARG) parsed->status = words_add(parsed->open_list ? parsed->open_list : &parsed->arguments, text, parsed->error);
    else if (key == ARGP_KEY_ERROR)
        parsed->status = bad_option(parsed, state->next > 0 && state->next <= state->argc ? state->argv[state->next - 1] : "?");
    else if (key >= KEY_FIRST && key < KEY_FIRST + (int)parsed->options) parsed->status = set(parsed, (size_t)(key - KEY_FIRST), text);
    else return ARGP_ERR_UNKNOWN;
    return parsed->status == HBS_OK ? 0 : EINVAL;
}

static void table(const cli_parsed *parsed, struct argp_option rows[CLI_OPTIONS_MAX + 3]) {
    assert(parsed->options <= CLI_OPTIONS_MAX);
    size_t row = 0;
    for (; row < parsed->options; row++)
        rows[row] = (struct argp_option){.name = parsed->option[row].name,
                                         .key = KEY_FIRST + (int)row,
                                         .arg = parsed->option[row].value,
                                         .doc = parsed->option[row].meaning};
    rows[row++] = (struct argp_option){.name = "help", .key = KEY_HELP, .doc = "print this help", .group = -1};
    rows[row++] = (struct argp_option){.name = "version", .key = KEY_VERSION, .doc = "print the version", .group = -1};
    rows[row] = (struct argp_option){0};
}

hbs_status cli_parse(cli_parsed *parsed, int count, char **words, hbs_error *error) {
    struct argp_option rows[CLI_OPTIONS_MAX + 3];
    table(parsed, rows);
    const struct argp argp = {.options = rows, .parser = take};
    parsed->error = error;
    parsed->status = HBS_OK;
    const error_t failed = argp_parse(&argp, count, words, ARGP_NO_ERRS | ARGP_NO_EXIT | ARGP_NO_HELP | ARGP_IN_ORDER, NULL, parsed);
    if (failed && parsed->status == HBS_OK)
        parsed->status = hbs_raise(error, failed == ENOMEM ? HBS_ERROR_MEMORY : HBS_ERROR_USAGE, "%s; --help lists the options", strerror(failed));
    return parsed->status;
}

static void list_free(cli_words *words) {
    free(words->word);
    *words = (cli_words){0};
}

void cli_parsed_free(cli_parsed *parsed) {
    list_free(&parsed->arguments);
    for (size_t i = 0; i < parsed->options; i++)
        if (parsed->option[i].kind == CLI_LIST || parsed->option[i].kind == CLI_EACH) list_free((cli_words *)(void *)((char *)parsed->target + parsed->option[i].offset));
}

bool cli_given(const cli_parsed *parsed, const char *name) {
    size_t i = 0;
    while (i < parsed->options && strcmp(parsed->option[i].name, name) != 0) i++;
    assert(i < parsed->options); /* names are those of the table */
    return parsed->given >> i & 1;
}

/* argp leaves blanks at ends of lines, and lines of blanks alone. */
static void print_trimmed(const char *text, FILE *out) {
    while (*text) {
        const size_t length = strcspn(text, "\n");
        size_t kept = length;
        while (kept && text[kept - 1] == ' ') kept--;
        if (kept || !length) fprintf(out, "%.*s\n", (int)kept, text);
        text += length + (text[length] == '\n');
    }
}

void cli_help(const cli_parsed *parsed, const char *title, const char *arguments, const char *about, FILE *out) {
    struct argp_option rows[CLI_OPTIONS_MAX + 3];
    table(parsed, rows);
    const struct argp argp = {.options = rows, .args_doc = arguments, .doc = about};
    char name[64];
    snprintf(name, sizeof name, "%s", title);
    char *text = NULL;
    size_t size = 0;
    FILE *const kept = open_memstream(&text, &size);
    if (kept) argp_help(&argp, kept, ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC | ARGP_HELP_LONG, name);
    if (kept && fclose(kept) == 0) print_trimmed(text, out);
    else argp_help(&argp, out, ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC | ARGP_HELP_LONG, name);
    free(text);
}
