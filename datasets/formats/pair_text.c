/* Which language a text is in, and one way to read them all. */
#include "datasets/formats/pair_text.h"

#include <string.h>
#include <strings.h>

#include "datasets/formats/name_index.h"

static bool ends_in(const char *name, size_t length, const char *end) {
    const size_t size = strlen(end);
    return length > size && !strncasecmp(name + length - size, end, size);
}

bool hbs_language_of_name(const char *name, size_t length, hbs_language *out) {
    static const struct {
        const char *end;
        hbs_language language;
    } known[] = {{".dlog", HBS_DATALOG}, {".datalog", HBS_DATALOG}, {".cq", HBS_DATALOG}, {".rq", HBS_SPARQL}, {".sparql", HBS_SPARQL}, {".sql", HBS_SQL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (ends_in(name, length, known[i].end)) {
            *out = known[i].language;
            return true;
        }
    return false;
}

static bool begins(const char *text, size_t length, const char *word) {
    const size_t size = strlen(word);
    if (length < size || strncasecmp(text, word, size) != 0) return false;
    return length == size || !((text[size] >= 'a' && text[size] <= 'z') || (text[size] >= 'A' && text[size] <= 'Z') || text[size] == '(' || text[size] == '_');
}

static bool has(const char *line, size_t length, const char *word) { return memmem(line, length, word, strlen(word)) != NULL; }

static bool is_comment(const char *line, size_t length) {
    return !length || line[0] == '%' || line[0] == '#' || (length > 1 && ((line[0] == '/' && (line[1] == '/' || line[1] == '*')) || (line[0] == '-' && line[1] == '-')));
}

/* SELECT begins queries of both; what SPARQL selects are variables, and its pattern stands in braces. */
static hbs_language of_select(const char *text, size_t length) {
    const char *brace = memchr(text, '{', length), *semicolon = memchr(text, ';', length);
    return brace && (!semicolon || brace < semicolon) ? HBS_SPARQL : HBS_SQL;
}

bool hbs_language_of_text(const char *text, size_t length, hbs_language *out) {
    if (length > 2 && !memcmp(text, "\xef\xbb\xbf", 3)) text += 3, length -= 3;
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        while (at < stop && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
        const size_t size = (size_t)(stop - at);
        if (!is_comment(at, size)) {
            const bool select = begins(at, size, "select"), sparql = begins(at, size, "prefix") || begins(at, size, "base") || begins(at, size, "ask");
            const bool rule = has(at, size, ":-") || has(at, size, "\xe2\x86\x90") || (has(at, size, "<-") && !select && !sparql);
            *out = rule ? HBS_DATALOG : sparql ? HBS_SPARQL : select ? of_select(at, (size_t)(end - at)) : HBS_SQL;
            return rule || select || sparql || begins(at, size, "create");
        }
        at = stop + 1;
    }
    return false;
}

void hbs_pair_text_open(hbs_pair_text *out, hbs_language language, const char *text, size_t length, const char *name, hbs_variables variables, const hbs_listener *listener) {
    *out = (hbs_pair_text){.language = language, .text = text, .name = name, .length = length, .variables = variables, .listener = listener};
}

static hbs_status read_next(hbs_pair_text *p, hbs_query_pair *out, bool *found, hbs_error *error) {
    if (p->language == HBS_SPARQL) return hbs_sparql_read(out, found, p->text, p->length, &p->at, p->name, &p->prefixes, p->listener, error);
    if (p->language == HBS_SQL) return hbs_sql_read(out, found, p->text, p->length, &p->at, p->name, &p->schema, p->listener, error);
    return hbs_datalog_read(out, found, p->text, p->length, &p->at, p->name, p->variables, p->listener, error);
}

/* The first relation whose name another one before it has; relations.count: there is none. */
static hbs_status find_second_arity(const hbs_query_pair *pair, size_t *first, size_t *second, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_name_index names = {0};
    bool fresh = true;
    for (*second = 0; *second < pair->relations.count; ++*second) {
        HBS_TRY(hbs_name_add(&names, pair->relations.item[*second].text, first, &fresh, error));
        if (!fresh) break;
    }
done:
    hbs_name_index_free(&names);
    return status;
}

hbs_status hbs_warn_of_pair(const hbs_query_pair *pair, const char *name, size_t line, hbs_pair_told *told, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t one = pair->q1.head_arity, two = pair->q2.head_arity;
    size_t first = 0, second = 0;
    if (!told->widths && one != two) {
        told->widths = true;
        hbs_warn(listener, "%s:%zu: the answers of q1 have %zu terms and those of q2 %zu: not contained, whatever the bodies say (told once a file)", name, line, one, two);
    }
    if (told->arities || pair->relations.count < 2) return HBS_OK;
    HBS_TRY(find_second_arity(pair, &first, &second, error));
    if (second == pair->relations.count) goto done;
    told->arities = true;
    const hbs_symbol *const relation = pair->relations.item;
    hbs_warn(listener, "%s:%zu: %.60s has %u terms here and %u there: two relations of one name, and neither matches the other (told once a file)", name, line, relation[first].text,
             relation[first].kind, relation[second].kind);
done:
    return status;
}

/* The line on which the pair that begins at `at` has its first word. */
static size_t line_of(hbs_pair_text *pairs, size_t at) {
    while (at < pairs->length && strchr(" \t\r\n", pairs->text[at])) at++;
    for (; pairs->lined < at && pairs->lined < pairs->length; pairs->lined++) pairs->line += pairs->text[pairs->lined] == '\n';
    return pairs->line + 1;
}

hbs_status hbs_pair_text_next(hbs_pair_text *pairs, hbs_query_pair *out, bool *found, hbs_error *error) {
    const size_t from = pairs->at;
    const bool first = !from;
    const hbs_status status = read_next(pairs, out, found, error);
    if (status == HBS_OK && *found) return hbs_warn_of_pair(out, pairs->name, line_of(pairs, from), &pairs->told, pairs->listener, error);
    if (status != HBS_OK || !first) return status;
    return hbs_raise(error, HBS_ERROR_INPUT, "%s: no queries in it; write two %s a pair, q1 then q2", pairs->name, pairs->language == HBS_DATALOG ? "rules" : "queries");
}

void hbs_pair_text_close(hbs_pair_text *pairs) {
    hbs_sparql_prefixes_free(&pairs->prefixes);
    hbs_sql_schema_free(&pairs->schema);
}
