/* A function of `width` new variables is two small formulas, one for the function and one for its negation: gadgets. A clause l1 or .. or lr becomes all
 * clauses that take one clause from the gadget of each literal. Variable v becomes the new variables width (v-1) + 1 .. width v. With lifting, of 2 K new
 * variables the first K are values and the last K select one of them: exactly one selector is true, which clauses of their own say first. Functions and clauses
 * are CNFgen's (Lauria, Elffers, Nordstroem, Vinyals, SAT 2017); its if-then-else numbers its variables in three blocks instead. */
#include "generators/sat/substitution.h"

#include <stdlib.h>
#include <string.h>

#include "generators/numbers.h"
#include "generators/sat/encodings.h"

enum { ARITY_MAX = 16, LIFT_MAX = 8 };
enum { WHEN_FALSE, WHEN_TRUE, ALWAYS };

typedef enum function { NONE, FLIP, ITE, OR, AND, XOR, MAJORITY, EQUAL, UNEQUAL, ONE, LIFT, EXACT, AT_LEAST, AT_MOST, ANY_BUT } function;

typedef struct function_name {
    const char *name;
    function function;
    unsigned numbers, least;   /* numbers after colons; least first number */
} function_name;

static const function_name functions[] = {
    {"none", NONE, 0, 0},  {"flip", FLIP, 0, 0},  {"ite", ITE, 0, 0},         {"or", OR, 1, 1},           {"and", AND, 1, 1},
    {"xor", XOR, 1, 1},    {"maj", MAJORITY, 1, 1}, {"eq", EQUAL, 1, 2},      {"neq", UNEQUAL, 1, 2},     {"one", ONE, 1, 1},
    {"lift", LIFT, 1, 1},  {"exact", EXACT, 2, 1}, {"atleast", AT_LEAST, 2, 1}, {"atmost", AT_MOST, 2, 1}, {"anybut", ANY_BUT, 2, 1},
};

typedef struct substitution {
    function function;
    uint32_t arity, bound, width;
} substitution;

static hbs_status wrong(const char *text, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_USAGE,
            "substitution=%.64s: write none, flip, ite, or or:K, and:K, xor:K, maj:K, eq:K, neq:K, one:K, lift:K, exact:K:J, atleast:K:J, atmost:K:J, anybut:K:J, such as xor:2", text);
}

/* A function that is always true or always false would settle the label. */
static bool is_constant(const substitution *s) {
    switch (s->function) {
    case EXACT:
    case ANY_BUT: return s->bound > s->arity;
    case AT_LEAST: return s->bound < 1 || s->bound > s->arity;
    case AT_MOST: return s->bound >= s->arity;
    default: return false;
    }
}

static hbs_status read(const char *text, substitution *out, hbs_error *error) {
    const function_name *named = NULL;
    const size_t length = strcspn(text, ":");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i].name) == length && !memcmp(functions[i].name, text, length)) named = &functions[i];
    if (!named) return wrong(text, error);
    int64_t number[2] = {1, 0};
    const char *at = text + length;
    for (unsigned i = 0; i < named->numbers; i++) {
        if (*at != ':') return wrong(text, error);
        const size_t digits = strcspn(++at, ":");
        if (!hbs_read_integer(at, digits, &number[i]) || number[i] < (i ? 0 : named->least) || number[i] > (named->function == LIFT ? LIFT_MAX : ARITY_MAX))
            return hbs_raise(error, HBS_ERROR_USAGE, "substitution=%.64s: numbers go from %u to %d", text, i ? 0 : named->least,
                    named->function == LIFT ? LIFT_MAX : ARITY_MAX);
        at += digits;
    }
    if (*at) return wrong(text, error);
    *out = (substitution){.function = named->function, .arity = named->function == ITE ? 3 : (uint32_t)number[0], .bound = (uint32_t)number[1]};
    if (named->function == ONE) out->bound = 1;
    if (named->function == MAJORITY) out->bound = (out->arity + 1) / 2;
    out->width = named->function == LIFT ? 2 * out->arity : out->arity;
    if (is_constant(out)) return hbs_raise(error, HBS_ERROR_USAGE, "substitution=%.64s never changes its value: choose J so that it does", text);
    return HBS_OK;
}

hbs_status hbs_check_substitution(const char *text, hbs_error *error) {
    substitution s;
    return read(text, &s, error);
}

/* ---- gadgets ---- */

/* Forbids every assignment in which exactly `bound` literals are true. */
static void not_exactly(hbs_craft *craft, const int32_t *x, uint32_t count, uint32_t bound) {
    int32_t clause[ARITY_MAX] = {0};
    for (uint32_t mask = 0; mask < UINT32_C(1) << count; mask++) {
        if ((uint32_t)__builtin_popcount(mask) != bound) continue;
        for (uint32_t i = 0; i < count; i++) clause[i] = mask >> i & 1 ? -x[i] : x[i];
        hbs_craft_clause(craft, clause, count);
    }
}

static void all_equal(hbs_craft *craft, const int32_t *x, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) hbs_craft_add(craft, x[i], -x[i ? i - 1 : count - 1]);
}

static void not_all_equal(hbs_craft *craft, const int32_t *x, uint32_t count) {
    int32_t clause[ARITY_MAX] = {0};
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (uint32_t i = 0; i < count; i++) clause[i] = sign * x[i];
        hbs_craft_clause(craft, clause, count);
    }
}

/* The clauses that say "the function of x[0], x[1], .. is `value`". */
static void say(hbs_craft *craft, const substitution *s, const int32_t *x, bool value) {
    const uint32_t count = s->arity, bound = s->bound;
    switch (s->function) {
    case NONE: hbs_craft_add(craft, value ? x[0] : -x[0]); return;
    case FLIP: hbs_craft_add(craft, value ? -x[0] : x[0]); return;
    case ITE:
        hbs_craft_add(craft, -x[0], value ? x[1] : -x[1]);
        hbs_craft_add(craft, x[0], value ? x[2] : -x[2]);
        return;
    case OR: value ? hbs_craft_at_least(craft, x, count, 1) : hbs_craft_at_most(craft, x, count, 0); return;
    case AND: value ? hbs_craft_at_least(craft, x, count, count) : hbs_craft_at_most(craft, x, count, count - 1); return;
    case XOR: hbs_craft_parity(craft, x, count, value); return;
    case EQUAL: value ? all_equal(craft, x, count) : not_all_equal(craft, x, count); return;
    case UNEQUAL: value ? not_all_equal(craft, x, count) : all_equal(craft, x, count); return;
    case ONE:
    case EXACT: value ? hbs_craft_exactly(craft, x, count, bound) : not_exactly(craft, x, count, bound); return;
    case ANY_BUT: value ? not_exactly(craft, x, count, bound) : hbs_craft_exactly(craft, x, count, bound); return;
    case MAJORITY:
    case AT_LEAST: value ? hbs_craft_at_least(craft, x, count, bound) : hbs_craft_at_most(craft, x, count, bound - 1); return;
    case AT_MOST: value ? hbs_craft_at_most(craft, x, count, bound) : hbs_craft_at_least(craft, x, count, bound + 1); return;
    case LIFT:
        for (uint32_t i = 0; i < count; i++) hbs_craft_add(craft, -x[count + i], value ? x[i] : -x[i]);
        return;
    }
}

static void make_gadgets(hbs_craft *craft, const substitution *s) {
    int32_t x[ARITY_MAX] = {0};
    hbs_cnf *const whole = craft->cnf;
    for (uint32_t i = 0; i < s->width; i++) x[i] = (int32_t)i + 1;
    for (int part = 0; part < 3; part++) {
        craft->cnf = &craft->gadget[part];
        hbs_cnf_clear(craft->cnf, s->width);
        if (part != ALWAYS) say(craft, s, x, part == WHEN_TRUE);
        else if (s->function == LIFT) hbs_craft_exactly(craft, x + s->arity, s->arity, 1);
    }
    craft->cnf = whole;
}

/* ---- writing anew ---- */

/* Appends the gadget's clause with the new variables of `variable`, and returns its end. */
static int32_t *put(int32_t *at, const hbs_cnf *gadget, size_t clause, uint32_t variable, uint32_t width) {
    const int32_t offset = (int32_t)((variable - 1) * width);
    for (size_t i = 0; i < hbs_cnf_length(gadget, clause); i++) {
        const int32_t literal = hbs_cnf_clause(gadget, clause)[i];
        *at++ = literal < 0 ? literal - offset : literal + offset;
    }
    return at;
}

static void bring_along(hbs_craft *craft, uint32_t variables, uint32_t width) {
    int32_t clause[ARITY_MAX] = {0};
    const hbs_cnf *const always = &craft->gadget[ALWAYS];
    for (uint32_t v = 1; v <= variables; v++)
        for (size_t c = 0; c < always->clauses; c++) hbs_craft_clause(craft, clause, (size_t)(put(clause, always, c, v, width) - clause));
}

/* All choices of one gadget clause a literal, the last literal's changing fastest. */
static void expand(hbs_craft *craft, const int32_t *literals, size_t count, uint32_t width) {
    uint32_t *const choice = hbs_craft_numbers(craft, count);
    int32_t *const clause = hbs_craft_literals(craft, count * width);
    if (craft->status != HBS_OK) return;
    memset(choice, 0, count * sizeof *choice);
    while (craft->status == HBS_OK) {
        int32_t *end = clause;
        for (size_t i = 0; i < count; i++) end = put(end, &craft->gadget[literals[i] > 0], choice[i], (uint32_t)abs(literals[i]), width);
        hbs_craft_clause(craft, clause, (size_t)(end - clause));
        size_t i = count;
        while (i > 0 && ++choice[i - 1] == craft->gadget[literals[i - 1] > 0].clauses) choice[--i] = 0;
        if (i == 0) return;
    }
}

/* The least assignment of the new variables, as a mask, that gives the function this value. */
static uint32_t preimage(const hbs_craft *craft, bool value, uint32_t width) {
    uint8_t model[ARITY_MAX + 1] = {0};
    for (uint32_t mask = 0; mask < UINT32_C(1) << width; mask++) {
        for (uint32_t i = 0; i < width; i++) model[i + 1] = mask >> i & 1;
        if (hbs_cnf_satisfied(&craft->gadget[value], model) && hbs_cnf_satisfied(&craft->gadget[ALWAYS], model)) return mask;
    }
    return 0;
}

static void substitute_model(hbs_craft *craft, uint32_t variables, uint32_t width) {
    const uint32_t mask[2] = {preimage(craft, false, width), preimage(craft, true, width)};
    if (craft->status == HBS_OK) craft->status = hbs_grow(&craft->model, &craft->model_capacity, (size_t)variables * width + 1, 1, craft->error);
    if (craft->status != HBS_OK) return;
    for (uint32_t v = variables; v > 0; v--) {   /* from the end: in place */
        const uint32_t image = mask[craft->model[v] != 0];
        for (uint32_t i = 0; i < width; i++) craft->model[(v - 1) * width + i + 1] = image >> i & 1;
    }
}

hbs_status hbs_craft_substitute(hbs_craft *craft, const char *text) {
    substitution s = {.function = NONE};
    if (craft->status == HBS_OK) craft->status = read(text, &s, craft->error);
    if (craft->status != HBS_OK || s.function == NONE) return craft->status;
    const uint32_t variables = craft->cnf->variables;
    if ((uint64_t)variables * s.width > HBS_CNF_VARIABLES_MAX)
        return craft->status = hbs_raise(craft->error, HBS_ERROR_USAGE, "substitution=%.64s makes more than %u variables: choose smaller parameters", text, HBS_CNF_VARIABLES_MAX);
    make_gadgets(craft, &s);
    const hbs_cnf swapped = craft->draft;
    craft->draft = *craft->cnf;
    *craft->cnf = swapped;
    hbs_cnf_clear(craft->cnf, variables * s.width);
    bring_along(craft, variables, s.width);
    for (size_t c = 0; c < craft->draft.clauses; c++) expand(craft, hbs_cnf_clause(&craft->draft, c), hbs_cnf_length(&craft->draft, c), s.width);
    if (craft->has_model) substitute_model(craft, variables, s.width);
    return craft->status;
}
