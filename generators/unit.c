/* The library's side of plugin.h: what a generator calls while it draws. Every argument is checked here, once, because a generator may be a
 * stranger's. The first mistake is kept in the drawing with its message; after it all calls do nothing and draws give 0, so that a generator which
 * looks at no result still ends. When generate() is back, what it made is checked as a whole and, for pairs of queries, numbered as the payload
 * numbers it. */
#include "generators/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/numbers.h"
#include "generators/registry.h"
#include "generators/renaming/renumber.h"

#define CONSTANT_MAX 65535u            /* bytes of its text */
#define STEPS_MAX (UINT64_C(1) << 29)  /* bytes of a refutation */
#define TERM_MAX (UINT32_C(1) << 24)   /* variables of a query, far beyond what any solver takes */

void hbs_drawn_clear(hbs_drawn *drawn, hbs_problem problem) {
    hbs_instance_clear(&drawn->instance, problem);
    hbs_certificate_clear(&drawn->certificate);
    drawn->claim = HBS_LABEL_UNKNOWN;
    drawn->solver = NULL;
    drawn->effort = 0;
}

static void release_scratch(hbs_drawing *drawing) {
    if (drawing->scratch_free) drawing->scratch_free(drawing->scratch);
    drawing->scratch = NULL;
    drawing->scratch_free = NULL;
}

void hbs_drawing_free(hbs_drawing *drawing) {
    for (size_t i = 0; i < HBS_UNIT_INSTANCES_MAX; i++) {
        hbs_instance_free(&drawing->drawn[i].instance);
        hbs_certificate_free(&drawing->drawn[i].certificate);
    }
    release_scratch(drawing);
    for (unsigned i = 0; i < HBS_SHELF; i++)
        if (drawing->shelf[i].scratch_free) drawing->shelf[i].scratch_free(drawing->shelf[i].scratch);
    *drawing = (hbs_drawing){0};
}

void hbs_drawing_seed(hbs_drawing *drawing, uint64_t seed, uint64_t unit) {
    hbs_rng_seed(&drawing->rng, seed, unit, HBS_LANE_INSTANCE);
    drawing->rng.stop = drawing->stop;
    drawing->rng.stop_context = drawing->stop_context;
}

hbs_status hbs_unit_raise(hbs_unit *unit, hbs_status code, const char *format, ...) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (drawing->status != HBS_OK) return drawing->status;
    char message[sizeof drawing->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return drawing->status = hbs_raise(drawing->error, code, "%s", message);
}

/* A mistake of the generator, as far as nothing better is known. */
#define MISTAKE(unit, ...) hbs_unit_raise((unit), HBS_ERROR_FAULT, __VA_ARGS__)

static bool failed(const hbs_unit *unit) { return ((const hbs_drawing *)unit)->status != HBS_OK; }

hbs_status hbs_unit_keep(hbs_unit *unit, hbs_status status) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (drawing->status == HBS_OK) drawing->status = status;
    return drawing->status;
}

static int keep(hbs_unit *unit, hbs_status status) { return (int)hbs_unit_keep(unit, status); }

hbs_status hbs_scratch_of(hbs_drawing *drawing, size_t size, void (*release)(void *scratch)) {
    if (drawing->scratch) return HBS_OK;
    const hbs_status status = hbs_allocate(&drawing->scratch, 1, size, drawing->error);
    if (status == HBS_OK) drawing->scratch_free = release;
    return status;
}

/* ---- choices ---- */

static uint64_t host_below(hbs_unit *unit, uint64_t bound) {
    if (bound == 0) MISTAKE(unit, "a choice among nothing (bound 0)");
    return failed(unit) ? 0 : hbs_rng_below(&hbs_unit_drawing(unit)->rng, bound);
}

static int host_bernoulli(hbs_unit *unit, uint64_t numerator, uint64_t denominator) {
    if (denominator == 0 || numerator > denominator)
        MISTAKE(unit, "%llu/%llu is not a probability", (unsigned long long)numerator, (unsigned long long)denominator);
    return failed(unit) ? 0 : hbs_rng_bernoulli(&hbs_unit_drawing(unit)->rng, numerator, denominator);
}

static void host_sample(hbs_unit *unit, uint32_t population, uint32_t count, int32_t *out) {
    if (population > INT32_MAX) MISTAKE(unit, "a sample from %u numbers: at most %d are possible", population, INT32_MAX);
    if (count > population) MISTAKE(unit, "a sample of %u distinct numbers from %u", count, population);
    if (failed(unit))
        memset(out, 0, count * sizeof *out);
    else
        hbs_rng_sample(&hbs_unit_drawing(unit)->rng, population, count, (uint32_t *)out);   /* the same bits: all below 2^31 */
}

/* What was drawn up to here stays drawn: a rejection goes back no further. */
static void settle(hbs_drawing *drawing) {
    drawing->mark = hbs_rng_take_mark(&drawing->rng);
    drawing->settled = true;
}

static void host_accept(hbs_unit *unit) {
    if (!failed(unit)) settle(hbs_unit_drawing(unit));
}

static bool drawn_since(const hbs_drawing *drawing) {
    const hbs_rng_mark now = hbs_rng_take_mark(&drawing->rng), then = drawing->mark;
    return now.bits < then.bits || now.bits > then.bits || now.product < then.product || now.product > then.product;
}

/* A loop may ask before its first attempt, too, when there is nothing to reject yet: that is no rejection. Once only, so that a loop without choices has an end. */
static int host_retry(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (failed(unit)) return 0;
    const bool nothing_yet = drawing->settled && !drawing->claimed && !drawn_since(drawing);
    drawing->settled = false;
    if (nothing_yet) return 1;
    if (drawing->one_attempt) {
        hbs_unit_raise(unit, HBS_ERROR_BUDGET, "the generator rejected what it drew");
        return 0;
    }
    drawing->claimed = false;
    if (hbs_rng_reject(&drawing->rng, drawing->mark)) return 1;
    hbs_unit_raise(unit, HBS_ERROR_BUDGET, "nothing acceptable drawn in %llu tries: these parameters reject nearly everything; choose others",
                   (unsigned long long)drawing->rng.retries);
    return 0;
}

/* ---- parameters ---- */

static const hbs_value *value_of(const hbs_unit *unit, uint32_t parameter, bool rational, bool text) {
    const hbs_drawing *const drawing = (const hbs_drawing *)unit;
    const bool there = parameter < drawing->generator->parameter_count;
    const hbs_parameter_type type = there ? drawing->generator->parameters[parameter].type : HBS_INTEGER;
    if (there && (type == HBS_RATIONAL) == rational && (type == HBS_TEXT) == text) return &drawing->values->item[parameter];
    MISTAKE((hbs_unit *)(uintptr_t)unit, "parameter %u is not there or has another type", parameter);
    return NULL;
}

static int64_t host_integer(const hbs_unit *unit, uint32_t parameter) {
    const hbs_value *const value = value_of(unit, parameter, false, false);
    return value ? value->integer : 0;
}

static void host_rational(const hbs_unit *unit, uint32_t parameter, int64_t *numerator, int64_t *denominator) {
    const hbs_value *const value = value_of(unit, parameter, true, false);
    *numerator = value ? value->integer : 0;
    *denominator = value ? value->denominator : 1;
}

static const char *host_text(const hbs_unit *unit, uint32_t parameter) {
    const hbs_value *const value = value_of(unit, parameter, false, true);
    return value ? value->text : "";
}

/* ---- instances ---- */

static int begin(hbs_unit *unit, hbs_problem problem) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (failed(unit)) return (int)drawing->status;
    if ((problem == HBS_CQC) != (drawing->generator->problem == HBS_GENERATES_CQC)) return (int)MISTAKE(unit, "an instance of another problem than declared");
    if (drawing->count == drawing->generator->instances_per_unit) return (int)MISTAKE(unit, "more than the declared %u instances a unit",
            drawing->generator->instances_per_unit);
    hbs_drawn_clear(&drawing->drawn[drawing->count++], problem);
    settle(drawing);
    drawing->claimed = false;
    return HBS_OK;
}

static int host_begin_cnf(hbs_unit *unit, uint32_t variables) {
    if (variables > HBS_CNF_VARIABLES_MAX) MISTAKE(unit, "%u variables: at most %u are possible", variables, HBS_CNF_VARIABLES_MAX);
    const int status = begin(unit, HBS_SAT);
    if (status == HBS_OK) hbs_cnf_clear(&hbs_unit_current(unit)->instance.cnf, variables);
    return status;
}

static int host_begin_pair(hbs_unit *unit) { return begin(unit, HBS_CQC); }

/* The instance that is being made, or NULL and a mistake. */
static hbs_drawn *current(hbs_unit *unit, hbs_problem problem, const char *what) {
    if (failed(unit)) return NULL;
    if (hbs_unit_drawing(unit)->count == 0 || hbs_unit_current(unit)->instance.problem != problem) {
        MISTAKE(unit, "%s before an instance of its problem was begun", what);
        return NULL;
    }
    return hbs_unit_current(unit);
}

static int host_clause(hbs_unit *unit, const int32_t *literals, size_t count) {
    hbs_drawn *const drawn = current(unit, HBS_SAT, "a clause");
    if (!drawn) return (int)hbs_unit_drawing(unit)->status;
    const hbs_cnf *const cnf = &drawn->instance.cnf;
    if (count > HBS_CNF_LITERALS_MAX - hbs_cnf_literals(cnf) || cnf->clauses >= HBS_CNF_LITERALS_MAX)
        return (int)MISTAKE(unit, "more than %llu literals or clauses in a formula", (unsigned long long)HBS_CNF_LITERALS_MAX);
    const hbs_status status = hbs_cnf_add(&drawn->instance.cnf, literals, count, hbs_unit_drawing(unit)->error);
    settle(hbs_unit_drawing(unit));
    return status == HBS_OK ? HBS_OK : keep(unit, status == HBS_ERROR_INPUT ? HBS_ERROR_FAULT : status);
}

/* Query 1 or 2 with room for the terms, or NULL and a mistake. */
static hbs_query *query_for(hbs_unit *unit, int query, const uint32_t *terms, size_t count, const char *what) {
    hbs_drawn *const drawn = current(unit, HBS_CQC, what);
    if (!drawn) return NULL;
    if (query != 1 && query != 2) return MISTAKE(unit, "%s of query %d: there are queries 1 and 2", what, query), NULL;
    hbs_query *const q = query == 1 ? &drawn->instance.pair.q1 : &drawn->instance.pair.q2;
    if (q->atoms >= TERM_MAX || q->head_arity >= TERM_MAX || count > HBS_CNF_LITERALS_MAX - hbs_query_arguments(q))
        return MISTAKE(unit, "more than %u atoms or terms of a head, or %llu arguments, in query %d", TERM_MAX, (unsigned long long)HBS_CNF_LITERALS_MAX, query), NULL;
    for (size_t i = 0; i < count; i++) {
        if (hbs_is_constant(terms[i]) && hbs_constant_index(terms[i]) >= drawn->instance.pair.constants.count)
            return MISTAKE(unit, "%s uses a constant that hbs_unit_constant did not give", what), NULL;
        if (!hbs_is_constant(terms[i]) && terms[i] >= TERM_MAX) return MISTAKE(unit, "%s uses variable %u: numbers go up to %u", what, terms[i],
                TERM_MAX - 1), NULL;
        if (!hbs_is_constant(terms[i]) && terms[i] >= q->variables) q->variables = terms[i] + 1;
    }
    settle(hbs_unit_drawing(unit));
    return q;
}

static int host_head(hbs_unit *unit, int query, uint32_t term) {
    hbs_query *const q = query_for(unit, query, &term, 1, "a head");
    return q ? keep(unit, hbs_query_head(q, term, hbs_unit_drawing(unit)->error)) : (int)hbs_unit_drawing(unit)->status;
}

bool hbs_is_relation_name(const char *text) {
    if (!text || *text < 'a' || *text > 'z') return false;
    for (; *text; text++)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9') || *text == '_')) return false;
    return true;
}

static int host_atom(hbs_unit *unit, int query, const char *relation, const uint32_t *terms, size_t arity) {
    hbs_query *const q = query_for(unit, query, terms, arity, "an atom");
    if (!q) return (int)hbs_unit_drawing(unit)->status;
    if (!hbs_is_relation_name(relation)) return (int)MISTAKE(unit, "`%s` is not the name of a relation: use a lower-case word", relation ? relation : "");
    if (arity > UINT16_MAX) return (int)MISTAKE(unit, "an atom with %zu arguments: at most %d are possible", arity, UINT16_MAX);
    hbs_query_pair *const pair = &hbs_unit_current(unit)->instance.pair;
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    uint32_t index = 0;
    const hbs_status status = hbs_symbol_intern(&pair->relations, relation, strlen(relation), (uint32_t)arity, &index, error);
    return keep(unit, status == HBS_OK ? hbs_query_atom(q, pair, index, terms, NULL, error) : status);
}

static int host_constant(hbs_unit *unit, const char *text, uint32_t *term) {
    *term = HBS_CONSTANT;
    hbs_drawn *const drawn = current(unit, HBS_CQC, "a constant");
    if (!drawn) return (int)hbs_unit_drawing(unit)->status;
    if (!text || strlen(text) > CONSTANT_MAX || drawn->instance.pair.constants.count >= TERM_MAX)
        return (int)MISTAKE(unit, "a constant without a text, of more than %u bytes, or one more than %u", CONSTANT_MAX, TERM_MAX);
    int64_t number;
    uint32_t index = 0;
    const uint32_t kind = hbs_read_integer(text, strlen(text), &number) ? HBS_CONSTANT_NUMBER : HBS_CONSTANT_STRING;
    const hbs_status status = hbs_symbol_intern(&drawn->instance.pair.constants, text, strlen(text), kind, &index, hbs_unit_drawing(unit)->error);
    if (status == HBS_OK) *term = HBS_CONSTANT | index;
    return keep(unit, status);
}

/* ---- labels ---- */

static hbs_problem problem_of(const hbs_unit *unit) { return ((const hbs_drawing *)unit)->generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT; }

static int host_claim(hbs_unit *unit, int label) {
    hbs_drawn *const drawn = current(unit, problem_of(unit), "a label");
    if (!drawn) return (int)hbs_unit_drawing(unit)->status;
    if (label != HBS_LABEL_NO && label != HBS_LABEL_YES) return (int)MISTAKE(unit, "%d is not a label: claim 0 or 1", label);
    if (hbs_unit_drawing(unit)->claimed && drawn->claim != label) return (int)MISTAKE(unit, "label %d is claimed after label %d for one instance", label, drawn->claim);
    hbs_unit_drawing(unit)->claimed = true;
    drawn->claim = label;
    return HBS_OK;
}

static hbs_status model_witness(hbs_unit *unit, hbs_drawn *drawn, const uint32_t *values, size_t count) {
    hbs_status status = HBS_OK;
    uint8_t *model = NULL;
    if (count != drawn->instance.cnf.variables) return MISTAKE(unit, "a witness of %zu values for %u variables", count, drawn->instance.cnf.variables);
    HBS_TRY(hbs_allocate(&model, count + 1, 1, hbs_unit_drawing(unit)->error));
    for (size_t v = 0; v < count; v++) {
        if (values[v] > 1) HBS_TRY(MISTAKE(unit, "value %u of variable %zu in a witness: it must be 0 or 1", values[v], v + 1));
        model[v + 1] = (uint8_t)values[v];
    }
    HBS_TRY(hbs_certificate_of_model(model, (uint32_t)count, &drawn->certificate, hbs_unit_drawing(unit)->error));
done:
    free(model);
    return status;
}

static hbs_status homomorphism_witness(hbs_unit *unit, hbs_drawn *drawn, const uint32_t *values, size_t count) {
    const hbs_query_pair *const pair = &drawn->instance.pair;
    if (count < pair->q2.variables || count > TERM_MAX) return MISTAKE(unit, "a witness of %zu images for %u variables of q2", count, pair->q2.variables);
    for (size_t v = 0; v < count; v++)
        if (hbs_is_constant(values[v]) ? hbs_constant_index(values[v]) >= pair->constants.count : values[v] >= pair->q1.variables)
            return MISTAKE(unit, "the witness sends variable %zu of q2 to a term that q1 has not", v);
    return hbs_certificate_of_homomorphism(values, (uint32_t)count, &drawn->certificate, hbs_unit_drawing(unit)->error);
}

static int host_witness(hbs_unit *unit, const uint32_t *values, size_t count) {
    hbs_drawn *const drawn = current(unit, problem_of(unit), "a witness");
    if (!drawn) return (int)hbs_unit_drawing(unit)->status;
    if (drawn->claim != HBS_LABEL_YES) return (int)MISTAKE(unit, "a witness without a claimed label 1");
    return keep(unit, drawn->instance.problem == HBS_SAT ? model_witness(unit, drawn, values, count) : homomorphism_witness(unit, drawn, values, count));
}

/* Lemmas as they come, appended. */
static hbs_status append_lemmas(hbs_unit *unit, hbs_drawn *drawn, const int32_t *literal, size_t count) {
    hbs_status status = HBS_OK;
    hbs_error *const error = hbs_unit_drawing(unit)->error;
    hbs_certificate *const certificate = &drawn->certificate;
    if (count && literal[count - 1] != 0) return MISTAKE(unit, "a lemma of a refutation is not ended by 0");
    for (size_t start = 0, i = 0; i < count; i++) {
        if (literal[i] == 0) {
            HBS_TRY(hbs_bytes_varint(&certificate->bytes, i - start, error));
            for (size_t j = start; j < i; j++) HBS_TRY(hbs_bytes_varint(&certificate->bytes, hbs_literal_code(literal[j]), error));
            certificate->size++;
            start = i + 1;
        } else if (literal[i] == INT32_MIN || (uint32_t)abs(literal[i]) > drawn->instance.cnf.variables) {
            return MISTAKE(unit, "a lemma with literal %d, and there are %u variables", literal[i], drawn->instance.cnf.variables);
        }
    }
done:
    return status;
}

/* Nodes of a search tree as they come, appended, in the generator's own numbers: hbs_drawn_renumber translates. */
static hbs_status append_nodes(hbs_unit *unit, hbs_drawn *drawn, const int32_t *node, size_t count) {
    hbs_status status = HBS_OK;
    hbs_certificate *const certificate = &drawn->certificate;
    for (size_t i = 0; i < count; i++) {
        if (node[i] < 0) return MISTAKE(unit, "node %d in the search tree of a refutation: 0 is a leaf, 1 + v a branch on variable v of q2", node[i]);
        HBS_TRY(hbs_bytes_varint(&certificate->bytes, (uint64_t)node[i], hbs_unit_drawing(unit)->error));
        certificate->size += node[i] == 0;
    }
done:
    return status;
}

static int host_refutation(hbs_unit *unit, const int32_t *steps, size_t count) {
    hbs_drawn *const drawn = current(unit, problem_of(unit), "a refutation");
    if (!drawn) return (int)hbs_unit_drawing(unit)->status;
    const bool pair = drawn->instance.problem == HBS_CQC;
    const hbs_certificate_kind kind = pair ? HBS_CERTIFICATE_SEARCH_TREE : HBS_CERTIFICATE_REFUTATION;
    if (drawn->claim != HBS_LABEL_NO) return (int)MISTAKE(unit, "a refutation without a claimed label 0");
    if (drawn->certificate.kind != kind) hbs_certificate_clear(&drawn->certificate);
    if (count > STEPS_MAX - (drawn->certificate.bytes.size < STEPS_MAX ? drawn->certificate.bytes.size : STEPS_MAX))
        return (int)MISTAKE(unit, "a refutation of more than %llu bytes", (unsigned long long)STEPS_MAX);
    drawn->certificate.kind = kind;
    return keep(unit, pair ? append_nodes(unit, drawn, steps, count) : append_lemmas(unit, drawn, steps, count));
}

static int host_fail(hbs_unit *unit, const char *message) { return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "%s", message ? message : "the generator gave up and gave no reason"); }

const hbs_host hbs_unit_host = {
    .abi = HBS_PLUGIN_ABI,
    .below = host_below,
    .bernoulli = host_bernoulli,
    .sample = host_sample,
    .retry = host_retry,
    .accept = host_accept,
    .integer = host_integer,
    .rational = host_rational,
    .text = host_text,
    .begin_cnf = host_begin_cnf,
    .clause = host_clause,
    .begin_pair = host_begin_pair,
    .head = host_head,
    .atom = host_atom,
    .constant = host_constant,
    .claim = host_claim,
    .witness = host_witness,
    .fail = host_fail,
    .refutation = host_refutation,
};

/* ---- a whole unit ---- */

/* Shelves the scratch of the last generator, in a free place or for want of one nowhere, and takes down what this one left. */
static void change_generator(hbs_drawing *drawing, const hbs_generator *generator) {
    hbs_shelved *place = NULL;
    for (unsigned i = 0; i < HBS_SHELF && !place; i++)
        if (!drawing->shelf[i].scratch) place = &drawing->shelf[i];
    if (drawing->scratch && place) {
        *place = (hbs_shelved){drawing->generator, drawing->scratch, drawing->scratch_free};
        drawing->scratch = NULL;
        drawing->scratch_free = NULL;
    }
    release_scratch(drawing);
    for (unsigned i = 0; i < HBS_SHELF; i++) {
        hbs_shelved *const here = &drawing->shelf[i];
        if (!here->scratch || here->generator != generator) continue;
        drawing->scratch = here->scratch;
        drawing->scratch_free = here->scratch_free;
        *here = (hbs_shelved){0};
        return;
    }
}

static void start(hbs_drawing *drawing, const hbs_generator *generator, const hbs_values *values, hbs_error *error) {
    if (drawing->generator != generator) change_generator(drawing, generator);
    drawing->unit.host = &hbs_unit_host;
    drawing->generator = generator;
    drawing->values = values;
    settle(drawing);
    drawing->count = 0;
    drawing->has_parent = false;
    drawing->status = HBS_OK;
    drawing->error = error;
}

/* What generate() made, seen as a whole. */
static void check_made(hbs_drawing *drawing) {
    hbs_unit *const unit = &drawing->unit;
    const hbs_generator *const generator = drawing->generator;
    if (drawing->count != generator->instances_per_unit) MISTAKE(unit, "%zu instances made, %u declared", drawing->count, generator->instances_per_unit);
    for (size_t i = 0; i < drawing->count && drawing->status == HBS_OK; i++) {
        hbs_drawn *const drawn = &drawing->drawn[i];
        if (generator->labels != HBS_LABELS_BY_SOLVER && drawn->claim == HBS_LABEL_UNKNOWN) MISTAKE(unit, "instance %zu has no claimed label", i + 1);
        const int only = hbs_generator_only_label(generator);
        if (only != HBS_LABEL_UNKNOWN && drawn->claim != only && drawing->status == HBS_OK)
            MISTAKE(unit, "instance %zu is claimed to be %d, and all are declared to be %d", i + 1, drawn->claim, only);
        if (drawn->instance.problem == HBS_CQC && drawing->status == HBS_OK) keep(unit, hbs_drawn_renumber(drawn, drawing->error));
    }
}

/* Puts generator and unit before the message. */
static hbs_status name_culprit(const hbs_drawing *drawing, uint64_t unit, hbs_error *error) {
    if (!error) return drawing->status;
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    return hbs_raise(error, drawing->status, "%s: unit %llu: %s", drawing->generator->name, (unsigned long long)unit, message);
}

hbs_status hbs_draw_unnamed(hbs_drawing *drawing, const hbs_generator *generator, const hbs_values *values, hbs_error *error) {
    start(drawing, generator, values, error);
    const int result = generator->check ? generator->check(&drawing->unit) : 0;
    const int made = result == 0 && drawing->status == HBS_OK ? generator->generate(&drawing->unit) : result;
    if (made != 0 && drawing->status == HBS_OK) MISTAKE(&drawing->unit, "the generator failed with %d and gave no reason", made);
    if (drawing->rng.stopped) drawing->status = hbs_raise(error, HBS_ERROR_INTERRUPTED, "stopped while it was drawn");
    if (drawing->status == HBS_OK) check_made(drawing);
    return drawing->status;
}

hbs_status hbs_draw(hbs_drawing *drawing, const hbs_generator *generator, const hbs_values *values, uint64_t unit, hbs_error *error) {
    return hbs_draw_unnamed(drawing, generator, values, error) == HBS_OK ? HBS_OK : name_culprit(drawing, unit, error);
}

hbs_status hbs_values_check_unnamed(const hbs_values *values, const hbs_generator *generator, hbs_error *error) {
    if (!generator->check) return HBS_OK;
    hbs_drawing drawing = {.checking = true};
    start(&drawing, generator, values, error);
    const int result = generator->check(&drawing.unit);
    if (result != 0 && drawing.status == HBS_OK) MISTAKE(&drawing.unit, "the check of the parameters failed with %d and gave no reason", result);
    const hbs_status status = drawing.status;
    hbs_drawing_free(&drawing);
    return status;
}

hbs_status hbs_values_check(const hbs_values *values, const hbs_generator *generator, hbs_error *error) {
    const hbs_status status = hbs_values_check_unnamed(values, generator, error);
    if (status == HBS_OK || !error) return status;
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    return hbs_raise(error, status, "%s: %s", generator->name, message);
}
