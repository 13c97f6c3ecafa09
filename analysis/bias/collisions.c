/* Collisions: equal draws of one size and label, of different units, against those that uniform draws would have (core/collisions.h). Over T instances two draws of a law are equal
 * with probability (1 + chi^2) / T, so that equal pairs tell chi^2 without bias, whatever the law. Formulas as sets of clauses are equal as they stand. Of sequences the order is shuffled when
 * they are made, and of queries the names of variables are not kept: there an instance is a class of sequences or named pairs, whose size its symmetries tell. A plug-in total variation is
 * biased upwards by sqrt(T / (2 pi N)) and is not given. T of a label: counted in small spaces, else |space| times the label's share among uniform draws, whose error goes into the limits.
 * Where no two are equal, and fewer than .01 pairs of uniform ones would be, nothing is weighed, whatever the number of sizes. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/bias/bias.h"
#include "analysis/bias/label_share.h"
#include "analysis/marking.h"
#include "analysis/wording.h"
#include "core/collisions.h"
#include "core/memory.h"

#define NOTHING .01           /* equal pairs among uniform draws: below, none says nothing */
#define SHARES_MAX 64u
#define DRAWS 8000u
#define DRAWS_LEAST 200u
#define BITS_MAX 1000.        /* a space may have more, a double not */

typedef struct collisions {
    hbs_bias_work *work;
    const hbs_bias_instance **item; /* sorted */
    hbs_cell_draw *draw;           /* of the label's instances in strata */
    hbs_stratum *stratum;
    uint64_t *first;          /* idx of an instance of each stratum */
    hbs_collection *of;       /* what it is */
    size_t draws, strata;
    uint64_t alone, unknown;  /* instances left out: of a size of their own; of an unknown space or form */
    bool larger;              /* some space has more than BITS_MAX */
    bool sequences;
    bool symmetric;           /* some have symmetries, as often as which equal ones are expected */
    hbs_collided found;
    int label;
    char subject[16];
} collisions;

static int compare(const void *a, const void *b) {
    const hbs_bias_instance *x = *(const hbs_bias_instance *const *)a, *y = *(const hbs_bias_instance *const *)b;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    if (x->stratum != y->stratum) return x->stratum < y->stratum ? -1 : 1;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

static hbs_collection collection_of(const collisions *c, const hbs_bias_instance *item) { return hbs_bias_collection(c->work->sample, item); }

static bool is_known(const collisions *c, const hbs_bias_instance *item) {
    return !isnan(item->class_bits[collection_of(c, item)]) && !isnan(item->symmetries);
}

/* Those of the items from .. to that are taken as `of`. */
static void add_stratum(collisions *c, size_t from, size_t to, hbs_collection of) {
    const size_t before = c->draws;
    const hbs_bias_instance *first = NULL;
    for (size_t i = from; i < to; i++) {
        const hbs_bias_instance *item = c->item[i];
        if (collection_of(c, item) != of) continue;
        if (!is_known(c, item)) {
            c->unknown++;
            continue;
        }
        first = item;
        const double weight = of == HBS_SETS && c->work->dataset->problem == HBS_SAT ? 1 : item->symmetries;
        c->symmetric = c->symmetric || weight != 1;
        c->draw[c->draws++] = (hbs_cell_draw){.unit = item->unit, .stratum = c->strata, .cell = item->cell, .weight = weight};
    }
    if (c->draws - before < 2) {
        c->alone += c->draws - before;
        c->draws = before;
        return;
    }
    const double bits = first->class_bits[of];
    c->larger = c->larger || bits > BITS_MAX;
    c->sequences = c->sequences || of == HBS_SEQUENCES;
    c->first[c->strata] = first->idx;
    c->of[c->strata] = of;
    c->stratum[c->strata++] = (hbs_stratum){.rate = exp2(-fmin(bits, BITS_MAX))};
}

static hbs_status find_strata(collisions *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    const size_t count = c->work->sample->count;
    HBS_TRY(hbs_allocate(&c->draw, count, sizeof *c->draw, error));
    HBS_TRY(hbs_allocate(&c->stratum, count / 2 + 1, sizeof *c->stratum, error));
    HBS_TRY(hbs_allocate(&c->first, count / 2 + 1, sizeof *c->first, error));
    HBS_TRY(hbs_allocate(&c->of, count / 2 + 1, sizeof *c->of, error));
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && c->item[to]->stratum == c->item[from]->stratum && c->item[to]->label == c->item[from]->label;) to++;
        if (c->item[from]->label != c->label) continue;
        for (unsigned of = HBS_SETS; of <= HBS_SEQUENCES; of++) add_stratum(c, from, to, (hbs_collection)of);
    }
done:
    return status;
}

/* T of the label instead of the whole space. *known false: it could not be found. */
static hbs_status weigh_labels(collisions *c, bool *known, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_signature signature = {0};
    hbs_label_share share;
    const uint64_t draws = DRAWS / c->strata > DRAWS_LEAST ? DRAWS / c->strata : DRAWS_LEAST;
    *known = true;
    for (size_t s = 0; s < c->strata && *known; s++) {
        HBS_TRY(hbs_bias_signature(c->work, c->first[s], &signature, error));
        HBS_TRY(hbs_label_share_of(c->work, &signature, c->of[s], UINT64_C(1) << 50 | (uint64_t)c->label << 48 | (uint64_t)s << 24, draws, &share, error));
        const double mine = c->label ? share.share : 1 - share.share;
        *known = mine > 0;
        c->stratum[s].rate /= mine;
        if (!share.exact) c->stratum[s].uncertainty = (1 - mine) / (mine * (double)share.draws);
    }
done:
    hbs_signature_free(&signature);
    return status;
}

/* " 3 of a size that no other has and 2 whose space is not known are left out.", or "". */
static void print_left_out(const collisions *c, char *out, size_t room) {
    char alone[64] = "", unknown[80] = "";
    if (c->alone) snprintf(alone, sizeof alone, "%" PRIu64 " of a size that no other has", c->alone);
    if (c->unknown) snprintf(unknown, sizeof unknown, "%" PRIu64 " whose space or canonical form is not known", c->unknown);
    out[0] = 0;
    if (c->alone || c->unknown) snprintf(out, room, " %s%s%s %s left out.", alone, c->alone && c->unknown ? " and " : "", unknown, hbs_one_or(c->alone + c->unknown, "is", "are"));
}

/* What makes two instances equal, where it is not that they are the same as they stand. */
static const char *sameness(const collisions *c) {
    return c->work->dataset->problem == HBS_CQC ? " up to the names of their variables" : c->sequences ? " up to the order of clauses" : "";
}

static const char *instances(const collisions *c) {
    if (c->work->dataset->problem == HBS_SAT) return c->label ? "satisfiable formulas" : "unsatisfiable formulas";
    return c->label ? "contained pairs of queries" : "pairs of queries that are not contained";
}

static hbs_status say_none(collisions *c, const hbs_finding *head, const char *high, const char *left_out, hbs_error *error) {
    return hbs_findings_say(c->work->out, head, "collision_chi2", c->subject, error, "No two %s of %" PRIu64 " units are equal%s, and of uniform ones %.2g would be%s: chi^2 to uniform given the label is at most %s.%s", instances(c),
                            head->value.n, sameness(c), c->found.expected, c->symmetric ? ", each counted as often as it has symmetries" : "", high, left_out);
}

static hbs_status say(collisions *c, hbs_error *error) {
    hbs_finding head = c->work->head;
    char low[32], middle[32], high[32], left_out[160], weight[80] = "", note[80];
    head.value = c->found.chi2;
    head.null_value = 0;
    head.weight = hbs_mark(&head.value, 0, NAN);
    hbs_large_number(head.value.ci_low, low, sizeof low);
    hbs_large_number(head.value.estimate, middle, sizeof middle);
    hbs_large_number(head.value.ci_high, high, sizeof high);
    print_left_out(c, left_out, sizeof left_out);
    hbs_mark_note(&head.value, 0, NAN, note, sizeof note);
    if (c->found.equal == 0) return say_none(c, &head, high, left_out, error);
    if (c->symmetric) snprintf(weight, sizeof weight, ", %.4g where each counts as often as it has symmetries", c->found.weight);
    return hbs_findings_say(c->work->out, &head, "collision_chi2", c->subject, error, "Among %" PRIu64 " units two %s are equal%s %.0f time%s%s; of uniform ones %s%.4g would be: chi^2 to uniform given the label %s%s [%s, %s]%s.%s",
                            head.value.n, instances(c), sameness(c), c->found.equal, hbs_s((uint64_t)c->found.equal), weight, c->larger ? "at most " : "", c->found.expected, c->larger ? "at least " : "", middle, low, high, note, left_out);
}

/* Reasons name the label within, as a report tells those of both labels in one paragraph. */
static hbs_status not_applicable(collisions *c, hbs_error *error, const char *before, const char *after) {
    return hbs_bias_not_applicable(c->work, "collision_chi2", c->subject, error, "Chi^2 by collisions: %s %s %s.", before, instances(c), after);
}

static hbs_status judge(collisions *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool known = true;
    char why[120];
    static const char nothing[] = "are equal, and of uniform ones hardly any would be either, so that nothing can be seen";
    hbs_collided found;
    const double level = c->work->options->level;
    HBS_TRY(hbs_collisions(c->draw, c->draws, c->stratum, level, &found, error));
    if (found.expected == 0) {
        HBS_TRY(not_applicable(c, error, "no two", "of one size are of different units"));
        goto done;
    }
    if (found.equal == 0 && found.expected * DRAWS < NOTHING) { /* and no share of the label that draws can tell makes it more */
        HBS_TRY(not_applicable(c, error, "no two", nothing));
        goto done;
    }
    if (c->strata > SHARES_MAX) {
        snprintf(why, sizeof why, "come in %zu sizes, more than the %u of which the share of the label is found", c->strata, SHARES_MAX);
        HBS_TRY(not_applicable(c, error, "the", why));
        goto done;
    }
    HBS_TRY(weigh_labels(c, &known, error));
    if (!known) {
        HBS_TRY(not_applicable(c, error, "the share of", "among uniform instances is not known, as too many of those drawn were not decided within the budget, or none had this label"));
        goto done;
    }
    HBS_TRY(hbs_collisions(c->draw, c->draws, c->stratum, level, &found, error));
    c->found = found;
    HBS_TRY(found.equal == 0 && found.expected < NOTHING ? not_applicable(c, error, "no two", nothing) : say(c, error));
done:
    return status;
}

static hbs_status run_label(hbs_bias_work *work, const hbs_bias_instance **item, int label, hbs_error *error) {
    hbs_status status = HBS_OK;
    collisions c = {.work = work, .item = item, .label = label};
    snprintf(c.subject, sizeof c.subject, "label=%d", label);
    HBS_TRY(find_strata(&c, error));
    if (c.strata) HBS_TRY(judge(&c, error));
    else if (c.alone + c.unknown) HBS_TRY(c.alone ? not_applicable(&c, error, "no two", "are of one size") : not_applicable(&c, error, "of the", "the sizes of the spaces, or canonical forms, are not known"));
done:
    free(c.draw);
    free(c.stratum);
    free(c.first);
    free(c.of);
    return status;
}

static hbs_status run(hbs_bias_work *work, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_bias_instance **item = NULL;
    if (work->sample->selected) return hbs_bias_not_applicable(work, "collision_chi2", "", error, "Chi^2 by collisions: repeats were refused when the dataset was made (--distinct).");
    HBS_TRY(hbs_bias_sorted(work->sample, compare, &item, error));
    for (int label = 0; label < 2; label++) HBS_TRY(run_label(work, item, label, error));
done:
    free(item);
    return status;
}

const hbs_bias hbs_bias_collisions = {
    .name = "collisions",
    .summary = "chi^2 to uniform given the label from equal pairs, pooled over sizes",
    .source = "Paninski, IEEE Trans. Inf. Theory 54, 2008 (coincidences); Fay, Kim, Biometrical Journal 59, 2017; Efron, Stein, Annals of Statistics 9, 1981",
    .run = run,
};
