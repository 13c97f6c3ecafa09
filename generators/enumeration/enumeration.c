/* Depth first over the tree of choices (generators/enumeration/choice_tree.c): a path replays the choices before the last one and takes the first answer from there on; the next path
 * changes the last choice that has an answer left. A random stream answers once a path is cut, because a sampler cannot be left in the middle: what it then
 * makes is thrown away. A rejection is seen by the retry limit that stands right behind it: the sampler gives up, and where the stream's account of choice bits
 * stands then says which mark it went back to.
 *
 * So a random sampler becomes a finite tree, as in exact inference for discrete probabilistic programs by enumeration (Goodman and Stuhlmueller, The design and
 * implementation of probabilistic programming languages, 2014). */
#include "generators/enumeration/enumeration.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generators/enumeration/choice_tree.h"
#include "generators/registry.h"

typedef struct kept_path {
    hbs_choice *choice;
    size_t length, capacity;
} kept_path;

/* What tries attempts behind a rejection. */
typedef struct trial {
    kept_path rejected, made, both;   /* the last of either kind; the second behind the first */
    size_t to;                /* where `rejected` went back to */
    hbs_bytes instances, again;       /* that `made` led to */
    hbs_bytes payload;
    bool wanted, on;          /* on: `both` answers */
} trial;

typedef struct walk {
    const hbs_generator *generator;
    const hbs_settings *settings;
    const hbs_enumeration_bounds *bounds;
    const hbs_enumeration_visitor *visitor;   /* NULL while factors are looked for */
    const hbs_listener *listener;
    hbs_choice_tree tree;
    hbs_drawing drawing;
    trial trial;
    hbs_rng spare;            /* answers on paths that are cut */
    size_t depth;             /* choices made on this path */
    mpq_t least;
    bool cut, changed;        /* the path was cut; the same choices led to another question */
    uint64_t answers;         /* of the question at which it was cut */
    bool stop_at_reject, rejected;
    hbs_status status;        /* memory ran out within a hook */
    hbs_error error;
} walk;

void hbs_enumeration_new(hbs_enumeration *out) {
    *out = (hbs_enumeration){0};
    mpq_init(out->left_over);
}

void hbs_enumeration_free(hbs_enumeration *out) { mpq_clear(out->left_over); }

/* ---- answers ---- */

static bool may_go_on(const walk *own) {
    const size_t length = own->tree.length;
    return length < own->bounds->choices && (!own->bounds->least_bits || mpq_cmp(own->tree.node[length].probability, own->least) >= 0);
}

/* The answer to the next question; false when the path is cut here. */
static bool take(walk *own, hbs_choice asked, uint64_t *answer) {
    const size_t d = own->depth;
    const hbs_choice *choice = own->trial.on ? own->trial.both.choice : own->tree.choice;
    if (own->cut) return false;
    if (own->trial.on && d == own->trial.both.length) {
        own->changed = true;
        return false;
    }
    if (!own->trial.on && d == own->tree.length) {
        own->answers = asked.bound;
        if (!may_go_on(own)) return false;
        own->status = hbs_choice_tree_add(&own->tree, asked, &own->error);
        if (own->status != HBS_OK) return false;
        choice = own->tree.choice;
    } else {
        const hbs_choice *const before = &choice[d];
        own->changed = before->bound != asked.bound || before->numerator != asked.numerator || before->denominator != asked.denominator;
        if (own->changed) return false;
    }
    own->depth++;
    *answer = choice[d].value;
    return true;
}

/* From where a path is cut another stream answers. */
static uint64_t answer_draw(hbs_rng *rng, uint64_t bound) {
    walk *const own = rng->enumerator;
    uint64_t answer = 0;
    if (bound == 1 || take(own, (hbs_choice){.bound = bound}, &answer)) return answer;
    own->cut = true;
    return hbs_rng_below(&own->spare, bound);
}

static bool answer_weigh(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    walk *const own = rng->enumerator;
    uint64_t answer = 0;
    if (take(own, (hbs_choice){.bound = 2, .numerator = numerator, .denominator = denominator}, &answer)) return answer != 0;
    own->cut = true;
    return hbs_rng_bernoulli(&own->spare, numerator, denominator);
}

/* ---- paths ---- */

static void start_unit(walk *own) {
    own->depth = 0;
    own->cut = false;
    hbs_drawing_seed(&own->drawing, 0, own->tree.path);
    hbs_rng_seed(&own->spare, 0, own->tree.path, HBS_LANE_INSTANCE);
    hbs_rng *const rng = &own->drawing.rng;
    rng->draw = answer_draw;
    rng->weigh = answer_weigh;
    rng->enumerator = own;
    rng->indifferent = own->bounds->indifferent;
    const uint64_t rejects = own->bounds->cut_rejects ? own->bounds->rejects : 0;
    if (rejects < rng->retry_limit) rng->retry_limit = rejects + 1;
}

/* How a path ended. */
typedef enum ending { MADE, CUT, CLOSED } ending;

static hbs_status end_unit(walk *own, hbs_status status, ending *out, hbs_error *error) {
    const hbs_rng *const rng = &own->drawing.rng;
    const bool rejected = status == HBS_ERROR_BUDGET && rng->retries >= rng->retry_limit;
    if (own->status != HBS_OK) return hbs_raise(error, own->status, "%s", own->error.message);
    if (own->changed || (own->depth < own->tree.length && (status == HBS_OK || rejected)))
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: the same choices led to another question: it draws from elsewhere than its unit, and cannot be enumerated",
                         own->generator->name);
    if (status != HBS_OK && !own->cut && !rejected) return status;
    *out = own->cut || status != HBS_OK ? CUT : MADE;
    hbs_status kept = HBS_OK;
    if (!own->cut && rejected && !own->bounds->cut_rejects && hbs_choice_tree_reject(&own->tree, hbs_rng_take_mark(rng), &own->trial.to, &kept, error)) *out = CLOSED;
    return kept;
}

/* Draws one unit along the path. */
static hbs_status follow(walk *own, ending *out, hbs_error *error) {
    hbs_values values;
    start_unit(own);
    hbs_values_draw(&values, own->settings, own->generator, &own->drawing.rng);
    return end_unit(own, hbs_draw(&own->drawing, own->generator, &values, own->tree.path, error), out, error);
}

/* ---- attempts behind a rejection ---- */

static hbs_status append_choices(kept_path *to, const hbs_choice *from, size_t count, hbs_error *error) {
    const hbs_status status = hbs_grow(&to->choice, &to->capacity, to->length + count + 1, sizeof *to->choice, error);
    if (status != HBS_OK) return status;
    if (count) memcpy(to->choice + to->length, from, count * sizeof *from);
    to->length += count;
    return HBS_OK;
}

static hbs_status encode_drawn(walk *own, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes_clear(out);
    for (size_t i = 0; i < own->drawing.count; i++) {
        HBS_TRY(hbs_instance_encode(&own->drawing.drawn[i].instance, &own->trial.payload, error));
        HBS_TRY(hbs_bytes_append(out, own->trial.payload.data, own->trial.payload.size, error));
    }
done:
    return status;
}

/* Draws `both`: the choices of a rejected attempt, then those of one that was accepted without it. */
static hbs_status draw_behind(walk *own, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_values values;
    trial *const t = &own->trial;
    t->on = true;
    start_unit(own);
    own->drawing.rng.retry_limit = 2;
    hbs_values_draw(&values, own->settings, own->generator, &own->drawing.rng);
    status = hbs_draw(&own->drawing, own->generator, &values, own->tree.path, error);
    t->on = false;
    if (status == HBS_ERROR_INTERRUPTED || status == HBS_ERROR_MEMORY) return status;
    bool same = status == HBS_OK && !own->changed && own->depth == t->both.length;
    if (same) HBS_TRY(encode_drawn(own, &t->again, error));
    same = same && t->again.size == t->instances.size && (t->again.size == 0 || !memcmp(t->again.data, t->instances.data, t->again.size));
    if (!same)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: behind a rejected attempt the same choices do not lead to the same, so that its loops cannot be closed: draw each attempt as if it were the first, or cut loops (--rejects)",
                 own->generator->name);
done:
    return status;
}

static bool same_start(const trial *t) {
    bool same = t->rejected.length && t->made.length > t->to;   /* both are there, and the loop drew something */
    for (size_t d = 0; d < t->to && same; d++) same = t->rejected.choice[d].value == t->made.choice[d].value;
    return same;
}

/* Each path that was made behind the last rejection in a loop that it passed, and the last such path behind each rejection. */
static hbs_status try_behind(walk *own, ending end, hbs_error *error) {
    hbs_status status = HBS_OK;
    trial *const t = &own->trial;
    if (!t->wanted || end == CUT) goto done;
    kept_path *const kept = end == MADE ? &t->made : &t->rejected;
    kept->length = 0;
    HBS_TRY(append_choices(kept, own->tree.choice, own->tree.length, error));
    if (end == MADE) HBS_TRY(encode_drawn(own, &t->instances, error));
    if (!same_start(t)) goto done;
    t->both.length = 0;
    HBS_TRY(append_choices(&t->both, t->rejected.choice, t->rejected.length, error));
    HBS_TRY(append_choices(&t->both, t->made.choice + t->to, t->made.length - t->to, error));
    HBS_TRY(draw_behind(own, error));
done:
    return status;
}

static void trial_free(trial *t) {
    free(t->rejected.choice);
    free(t->made.choice);
    free(t->both.choice);
    hbs_bytes_free(&t->instances);
    hbs_bytes_free(&t->again);
    hbs_bytes_free(&t->payload);
}

/* The least b for which the path, cut for its probability, would not have been: it then has a path for each answer to the next question. */
static void count_gain(const walk *own, const mpq_t probability, hbs_enumeration *out) {
    if (!own->cut || own->tree.length >= own->bounds->choices || !mpq_sgn(probability)) return;
    size_t bits = mpz_sizeinbase(mpq_denref(probability), 2) - mpz_sizeinbase(mpq_numref(probability), 2);
    mpz_t scaled;
    mpz_init(scaled);
    mpz_mul_2exp(scaled, mpq_numref(probability), bits);
    bits += mpz_cmp(scaled, mpq_denref(probability)) < 0;
    mpz_clear(scaled);
    assert(bits > own->bounds->least_bits && bits - own->bounds->least_bits <= HBS_ENUMERATION_AHEAD);
    uint64_t *const gain = &out->gain[bits - own->bounds->least_bits - 1];
    *gain = own->answers - 1 < UINT64_MAX - *gain ? *gain + own->answers - 1 : UINT64_MAX;
}

static hbs_status count_path(walk *own, ending end, hbs_enumeration *out, hbs_error *error) {
    const hbs_choice_node *const leaf = &own->tree.node[own->tree.length];
    if (own->tree.length > out->longest) out->longest = (uint32_t)own->tree.length;
    if (end == CLOSED) {
        out->closed++;
        own->rejected = true;
        return HBS_OK;
    }
    if (end == CUT) {
        out->cut++;
        count_gain(own, leaf->probability, out);
        mpq_add(out->left_over, out->left_over, leaf->mass);
        return HBS_OK;
    }
    out->paths++;
    return own->visitor ? own->visitor->path(own->visitor->context, &own->drawing, leaf->mass, error) : HBS_OK;
}

/* All paths from the first one on; or up to the first rejection. */
static hbs_status walk_all(walk *own, bool closing, hbs_enumeration *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool more = true;
    out->paths = out->cut = out->closed = 0;
    out->longest = 0;
    memset(out->gain, 0, sizeof out->gain);
    out->lost = 0;
    mpq_set_ui(out->left_over, 0, 1);
    HBS_TRY(hbs_choice_tree_start(&own->tree, closing, error));
    while (more && !(own->rejected && own->stop_at_reject)) {
        ending end = CUT;
        if (own->tree.path == own->bounds->paths)
            HBS_FAIL(error, HBS_ERROR_BUDGET, "%s: more than %" PRIu64 " sequence%s of choices: too many to enumerate; make the instances smaller, or allow more",
                     own->generator->name, own->bounds->paths, own->bounds->paths == 1 ? "" : "s");
        if (hbs_should_stop(own->listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted after %" PRIu64 " sequence%s of choices", own->tree.path, own->tree.path == 1 ? "" : "s");
        HBS_TRY(follow(own, &end, error));
        HBS_TRY(count_path(own, end, out, error));
        HBS_TRY(try_behind(own, end, error));
        HBS_TRY(hbs_choice_tree_next(&own->tree, &more, error));
        if (!(own->tree.path & 1023)) hbs_report_progress(own->listener, "enumerate", own->tree.path, 0, "sequences of choices");
    }
done:
    return status;
}

/* Rejections were met: the factors of their loops first, then all paths with them. */
static hbs_status close_loops(walk *own, const hbs_enumeration_visitor *visitor, hbs_enumeration *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_generator *built_in = NULL;
    own->stop_at_reject = false;
    own->visitor = NULL;
    own->trial.wanted = hbs_generator_find(own->generator->name, &built_in, NULL) != HBS_OK || built_in != own->generator;
    HBS_TRY(walk_all(own, true, out, error));
    own->trial.wanted = false;
    if (visitor->restart) visitor->restart(visitor->context);
    own->visitor = visitor;
    HBS_TRY(walk_all(own, false, out, error));
    out->lost = mpq_get_d(own->tree.lost);
    mpq_add(out->left_over, out->left_over, own->tree.lost);
done:
    return status;
}

hbs_status hbs_enumerate(const hbs_generator *generator, const hbs_settings *settings, const hbs_enumeration_bounds *bounds, const hbs_enumeration_visitor *visitor,
                         const hbs_listener *listener, hbs_enumeration *out, hbs_error *error) {
    walk own = {.generator = generator, .settings = settings, .bounds = bounds, .visitor = visitor, .listener = listener, .stop_at_reject = true};
    hbs_status status = HBS_OK;
    if (listener) own.drawing.stop = listener->stop, own.drawing.stop_context = listener->context;
    hbs_choice_tree_new(&own.tree);
    mpq_init(own.least);
    mpq_set_ui(own.least, 1, 1);
    mpq_div_2exp(own.least, own.least, bounds->least_bits);
    if (bounds->choices > HBS_ENUMERATION_CHOICES_MAX) HBS_FAIL(error, HBS_ERROR_USAGE, "paths of more than %u choices", HBS_ENUMERATION_CHOICES_MAX);
    HBS_TRY(walk_all(&own, false, out, error));
    if (own.rejected) HBS_TRY(close_loops(&own, visitor, out, error));
done:
    trial_free(&own.trial);
    hbs_drawing_free(&own.drawing);
    hbs_choice_tree_free(&own.tree);
    mpq_clear(own.least);
    return status;
}
