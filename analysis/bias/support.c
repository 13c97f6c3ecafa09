/* Support: b bits of choices make at most 2^b different instances, so a generator whose instances took b bits reaches at most 2^(b - log2 |space|) of the space, and of the part of
 * it that has the label where that part is known. b is the largest seen among the instances of one signature: a bound on the generator's support as far as
 * the draws show its longest path, exact where every path takes the same choices, as in all families with fixed sizes. What is drawn apart from the choices counts as if all of it
 * could come: orders of the clauses of sequences, names of the variables of queries, which generators number as they like and catalogs do not keep, and --rename. Choices of the order in
 * which clauses come count as well, and so does the drawing of sizes: the bound is from above only, and "reaches all" is never said. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/bias/label_share.h"
#include "analysis/wording.h"
#include "core/combinatorics.h"
#include "generators/parents.h"

#define TOLERANCE .01         /* bits */
#define LABELLED_SIGNATURES 64u

/* Over groups of one signature, weighed by instances. */
typedef struct summary {
    uint64_t groups, instances, restricted, unknown;
    double sum, largest, bits, free, space; /* of what is missing; the last three those of the group seen to miss most */
} summary;

static int compare(const void *a, const void *b) {
    const hbs_bias_instance *x = *(const hbs_bias_instance *const *)a, *y = *(const hbs_bias_instance *const *)b;
    if (x->part != y->part) return x->part < y->part ? -1 : 1; /* parts are laws of their own */
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

/* log2 of what one sequence of choices may become: orders of clauses, or names of the variables in queries; n! names of the variables of a formula, and 2^n polarities. */
static double free_bits(const hbs_bias_work *work, const hbs_bias_instance *item) {
    const hbs_collection of = hbs_bias_collection(work->sample, item);
    const double names = work->dataset->problem == HBS_SAT && work->sample->renamed ? hbs_factorial_bits(item->size[0]) + item->size[0] : 0;
    return item->space_bits[of] - item->class_bits[of] + names;
}

/* `free`: of the choices' results. */
static void add(summary *s, double bits, double free, double space, uint64_t instances) {
    if (isnan(bits) || isnan(free) || isnan(space)) {
        s->unknown += instances;
        return;
    }
    const double missing = space - bits - free > TOLERANCE ? space - bits - free : 0;
    s->groups++;
    s->instances += instances;
    s->restricted += missing > 0 ? instances : 0;
    s->sum += missing * (double)instances;
    if (s->groups == 1 || missing > s->largest) s->largest = missing, s->bits = bits, s->free = free, s->space = space;
}

typedef struct support {
    hbs_bias_work *work;
    const hbs_bias_instance **item;
    unsigned signatures;
    summary all, label[2];
} support;

/* The same for each label, where it is known how many instances of the space have it. */
static hbs_status add_labels(support *s, size_t from, size_t to, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    double count[2];
    bool known = false;
    if (s->signatures++ >= LABELLED_SIGNATURES) goto done;
    HBS_TRY(hbs_bias_signature(s->work, s->item[from]->idx, &signature, error));
    HBS_TRY(hbs_label_memo_of(s->work->counts, &signature, hbs_bias_collection(s->work->sample, s->item[from]), count, &known, error));
    for (int label = 0; known && label < 2; label++) {
        double bits = NAN;
        uint64_t instances = 0;
        for (size_t i = from; i < to; i++) {
            if (s->item[i]->label != label) continue;
            bits = fmax(bits, s->item[i]->choice_bits);
            instances++;
        }
        if (instances) add(&s->label[label], bits, free_bits(s->work, s->item[from]), log2(count[label]), instances);
    }
done:
    hbs_signature_free(&signature);
    return status;
}

static hbs_status gather(support *s, hbs_error *error) {
    const size_t count = s->work->sample->count;
    for (size_t from = 0, to; from < count; from = to) {
        double bits = NAN;
        for (to = from; to < count && s->item[to]->part == s->item[from]->part && s->item[to]->signature == s->item[from]->signature; to++) bits = fmax(bits, s->item[to]->choice_bits);
        add(&s->all, bits, free_bits(s->work, s->item[from]), s->item[from]->space_bits[hbs_bias_collection(s->work->sample, s->item[from])], to - from);
        if (isnan(bits)) continue;
        const hbs_status status = add_labels(s, from, to, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

/* What is drawn apart from the choices, where something is. */
static const char *apart(const hbs_bias_work *work) {
    if (work->dataset->problem == HBS_CQC) return "names of variables";
    return work->sample->renamed ? "names, signs and orders" : "orders of clauses";
}

/* Of what: -1, of all. */
static hbs_status say(const support *s, const summary *x, int label, hbs_error *error) {
    hbs_finding head = s->work->head;
    char left_out[100] = "", subject[16] = "", of[64] = "the space of its size", more[80] = "";
    if (label >= 0) snprintf(subject, sizeof subject, "label=%d", label);
    if (label >= 0) snprintf(of, sizeof of, "the instances of its size that are %s", hbs_label_name(s->work->dataset->problem, label));
    head.value = hbs_exactly(x->sum / (double)x->instances, x->instances);
    head.null_value = 0;
    head.weight = x->restricted ? HBS_FINDING_BIAS : HBS_FINDING_NONE;
    if (x->unknown) snprintf(left_out, sizeof left_out, " %" PRIu64 " instance%s of unknown choices or space %s left out.", x->unknown, hbs_s(x->unknown), hbs_one_or(x->unknown, "is", "are"));
    if (x->free > 0) snprintf(more, sizeof more, " and %.1f of %s", x->free, apart(s->work));
    if (!x->restricted)
        return hbs_findings_say(s->work->out, &head, "support_bits_missing", subject, error,
                                "The choices do not limit what can come: at every size they took as many bits as log2 of %s, or more%s. Whether all can come they cannot say.%s", of,
                                x->free > 0 ? ", counting all that is drawn apart from them" : "", left_out);
    if (x->groups == 1)
        return hbs_findings_say(s->work->out, &head, "support_bits_missing", subject, error,
                                "The generator reaches at most 2^-%.4g of %s: no instance took more than %.1f bits of choices%s, and log2 of %s is %.1f.%s", x->largest, of, x->bits, more,
                                of, x->space, left_out);
    return hbs_findings_say(s->work->out, &head, "support_bits_missing", subject, error,
                            "%" PRIu64 " of %" PRIu64 " instances come in sizes of which the generator reaches a part only: at most 2^-%.4g of %s where most is missing (%.1f bits of choices%s, log2 %.1f), "
                            "%.4g bits missing on average.%s",
                            x->restricted, x->instances, x->largest, of, x->bits, more, x->space, x->sum / (double)x->instances, left_out);
}

/* Why there are no choice bits to speak of, or NULL. */
static const char *unfit(const hbs_bias_work *work, const summary *all) {
    const hbs_spec *spec = &work->sample->spec;
    for (size_t p = 0; p < spec->parts; p++)
        if (hbs_takes_parents(spec->part[p].generator)) return "the choices of changed copies count from their parents on";
    if (hbs_is_imported(work->dataset)) return hbs_unknown_law(work->dataset); /* choices may be told, but not whether names were drawn as well */
    if (all->groups) return NULL;
    return work->dataset->reference_of ? hbs_unknown_law(work->dataset) : "the sizes of the spaces are not known";
}

static hbs_status run(hbs_bias_work *work, hbs_error *error) {
    hbs_status status = HBS_OK;
    support s = {.work = work};
    const char *why;
    HBS_TRY(hbs_bias_sorted(work->sample, compare, &s.item, error));
    HBS_TRY(gather(&s, error));
    if ((why = unfit(work, &s.all))) {
        HBS_TRY(hbs_bias_not_applicable(work, "support_bits_missing", "", error, "The support: %s.", why));
        goto done;
    }
    HBS_TRY(say(&s, &s.all, -1, error));
    for (int label = 0; label < 2; label++)
        if (s.label[label].restricted || (s.label[label].groups && s.all.restricted)) HBS_TRY(say(&s, &s.label[label], label, error)); /* else it says nothing new */
done:
    free(s.item);
    return status;
}

const hbs_bias hbs_bias_support = {
    .name = "support",
    .summary = "choice bits against log2 of the space, and of the label's part of it where that is known",
    .source = "counting: b bits of choices make at most 2^b instances",
    .run = run,
};
