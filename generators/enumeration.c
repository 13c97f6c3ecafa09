/* Depth first over the tree of choices: a path replays the choices before the last one and takes the first answer from there on; the next path changes the
 * last choice that has an answer left. The probability of each prefix is kept, so that a path costs a multiplication for each new choice. The stream's own
 * generator takes over once a path is cut, because a sampler cannot be left in the middle: what it then makes is thrown away.
 *
 * So a random sampler becomes a finite tree, as in exact inference for discrete probabilistic programs by enumeration (Goodman and Stuhlmueller, The design and
 * implementation of probabilistic programming languages, 2014). */
#include "generators/enumeration.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct choice {
    uint64_t value, bound;
    uint64_t numerator, denominator;   /* of answer 1 of a weighed choice; denominator 0: a uniform one */
} choice;

typedef struct walk {
    choice *choice;
    mpq_t *mass;              /* mass[d]: probability of the first d choices */
    size_t capacity, masses;
    size_t depth, length;
    const hbs_enumeration_bounds *bounds;
    mpq_t least, factor;
    bool cut, changed;        /* the path was cut; the same choices led to another question */
    hbs_status status;
    hbs_error error;
} walk;

void hbs_enumeration_new(hbs_enumeration *out) {
    *out = (hbs_enumeration){0};
    mpq_init(out->left_over);
}

void hbs_enumeration_free(hbs_enumeration *out) { mpq_clear(out->left_over); }

static void walk_free(walk *own) {
    for (size_t i = 0; i < own->masses; i++) mpq_clear(own->mass[i]);
    free(own->mass);
    free(own->choice);
    mpq_clears(own->least, own->factor, NULL);
}

/* Room for one more choice. */
static bool make_room(walk *own) {
    size_t capacity = own->capacity;
    own->status = hbs_grow(&own->choice, &own->capacity, own->length + 1, sizeof *own->choice, &own->error);
    if (own->status == HBS_OK && (capacity < own->capacity || !own->mass)) {
        mpq_t *wider = NULL;
        own->status = hbs_allocate(&wider, own->capacity + 1, sizeof *wider, &own->error);
        if (own->status != HBS_OK) return false;
        if (own->masses) memcpy(wider, own->mass, own->masses * sizeof *wider);
        free(own->mass);
        own->mass = wider;
        for (; own->masses <= own->capacity; own->masses++) mpq_init(own->mass[own->masses]);
        if (!own->length) mpq_set_ui(own->mass[0], 1, 1);
    }
    return own->status == HBS_OK;
}

/* mass[d + 1] from mass[d] and choice d. */
static void weigh_choice(walk *own, size_t d) {
    const choice *const c = &own->choice[d];
    if (c->denominator) mpq_set_ui(own->factor, c->value ? c->numerator : c->denominator - c->numerator, c->denominator);
    else mpq_set_ui(own->factor, 1, c->bound);
    mpq_canonicalize(own->factor);
    mpq_mul(own->mass[d + 1], own->mass[d], own->factor);
}

static bool may_go_on(walk *own) {
    return own->length < own->bounds->choices && make_room(own) && (!own->bounds->least_bits || mpq_cmp(own->mass[own->length], own->least) >= 0);
}

/* The answer to the next question; false when the path is cut here. */
static bool take(walk *own, choice asked, uint64_t *answer) {
    const size_t d = own->depth;
    if (d == own->length) {
        if (!may_go_on(own)) return false;
        own->choice[own->length++] = asked;
        weigh_choice(own, d);
    } else if (own->choice[d].bound != asked.bound || own->choice[d].numerator != asked.numerator || own->choice[d].denominator != asked.denominator) {
        own->changed = true;
        return false;
    }
    own->depth++;
    *answer = own->choice[d].value;
    return true;
}

/* From here on the stream answers itself. */
static void cut(hbs_rng *rng) {
    ((walk *)rng->enumerator)->cut = true;
    rng->draw = NULL;
    rng->weigh = NULL;
}

static uint64_t answer_draw(hbs_rng *rng, uint64_t bound) {
    uint64_t answer = 0;
    if (bound == 1 || take(rng->enumerator, (choice){.bound = bound}, &answer)) return answer;
    cut(rng);
    return hbs_rng_below(rng, bound);
}

static bool answer_weigh(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    uint64_t answer = 0;
    if (take(rng->enumerator, (choice){.bound = 2, .numerator = numerator, .denominator = denominator}, &answer)) return answer != 0;
    cut(rng);
    return hbs_rng_bernoulli(rng, numerator, denominator);
}

static bool next_path(walk *own) {
    while (own->length && own->choice[own->length - 1].value + 1 == own->choice[own->length - 1].bound) own->length--;
    if (!own->length) return false;
    own->choice[own->length - 1].value++;
    weigh_choice(own, own->length - 1);
    return true;
}

/* Draws one unit along the path. *made: it was finished; else its probability is left over. */
static hbs_status follow(walk *own, hbs_drawing *drawing, const hbs_generator *generator, const hbs_settings *settings, uint64_t path, bool *made,
                         hbs_error *error) {
    hbs_values values;
    own->depth = 0;
    own->cut = false;
    hbs_drawing_seed(drawing, 0, path);   /* the stream itself only serves paths that are cut */
    hbs_rng *const rng = &drawing->rng;
    rng->draw = answer_draw;
    rng->weigh = answer_weigh;
    rng->enumerator = own;
    if (own->bounds->rejects < rng->retry_limit) rng->retry_limit = own->bounds->rejects + 1;
    hbs_values_draw(&values, settings, generator, rng);
    const hbs_status status = hbs_draw(drawing, generator, &values, path, error);
    if (own->status != HBS_OK) return hbs_raise(error, own->status, "%s", own->error.message);
    const bool given_up = own->cut || (status == HBS_ERROR_BUDGET && rng->retries >= rng->retry_limit);
    if (status != HBS_OK && !given_up) return status;
    if (own->changed || own->depth < own->length)
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: the same choices led to another question: it draws from elsewhere than its unit, and cannot be enumerated",
                         generator->name);
    *made = status == HBS_OK && !own->cut;
    return HBS_OK;
}

static void set_least(walk *own) {
    mpq_set_ui(own->least, 1, 1);
    mpq_div_2exp(own->least, own->least, own->bounds->least_bits);
}

static hbs_status all_paths(walk *own, hbs_drawing *drawing, const hbs_generator *generator, const hbs_settings *settings, hbs_enumeration_visit visit,
                            void *context, const hbs_listener *listener, hbs_enumeration *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    do {
        bool made = false;
        if (out->paths + out->cut == own->bounds->paths)
            HBS_FAIL(error, HBS_ERROR_BUDGET, "%s: more than %" PRIu64 " sequences of choices: too many to enumerate; make the instances smaller, or allow more", generator->name,
                     own->bounds->paths);
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted after %" PRIu64 " sequences of choices", out->paths + out->cut);
        HBS_TRY(follow(own, drawing, generator, settings, out->paths + out->cut, &made, error));
        if (own->length > out->longest) out->longest = (uint32_t)own->length;
        if (made) HBS_TRY(visit(context, drawing, own->mass[own->length], error));
        else mpq_add(out->left_over, out->left_over, own->mass[own->length]);
        if (made) out->paths++; else out->cut++;
        if (!(out->paths & 1023)) hbs_report_progress(listener, "enumerate", out->paths + out->cut, 0, "sequences of choices");
    } while (next_path(own));
done:
    return status;
}

hbs_status hbs_enumerate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, hbs_enumeration_visit visit,
                         void *context, const hbs_listener *listener, hbs_enumeration *out, hbs_error *error) {
    walk own = {.bounds = bounds};
    hbs_drawing drawing = {0};
    hbs_status status = HBS_OK;
    mpq_inits(own.least, own.factor, NULL);
    set_least(&own);
    out->paths = out->cut = 0;
    out->longest = 0;
    mpq_set_ui(out->left_over, 0, 1);
    if (bounds->choices > HBS_ENUMERATION_CHOICES_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "paths of more than %u choices", HBS_ENUMERATION_CHOICES_MAX);
    if (!make_room(&own)) HBS_FAIL(error, own.status, "%s", own.error.message);
    HBS_TRY(all_paths(&own, &drawing, generator, settings, visit, context, listener, out, error));
done:
    hbs_drawing_free(&drawing);
    walk_free(&own);
    return status;
}
