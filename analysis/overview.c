/* Overview: what a dataset is made of, before any question of bias: sizes, label balance, what could not be labelled or made, what it took to draw
 * and to decide. Everything is counted over all instances; the label balance has an interval as well, for the law behind the dataset, by unit. Effort
 * is in the solver's own steps, so it compares instances and not machines; instances labelled by different solvers are not comparable and the
 * sentence names the solver. Memory about 56 bytes an instance, 72 a pair of queries. */
#include "analysis/measure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/certified.h"
#include "analysis/wording.h"
#include "core/memory.h"
#include "core/ordering.h"
#include "generators/parents.h"

#define NAME "overview"

/* Numbers of one kind, sorted when summed up. */
typedef struct series {
    double *value;
    size_t count, capacity;
} series;

typedef struct spread {
    double smallest, median, mean, largest;
    uint64_t n;
} spread;

enum { SIZE_N, SIZE_M, VARIABLES_Q1, VARIABLES_Q2, TRIES, CHOICE_BITS, EFFORT_NO, EFFORT_YES, CERTIFICATE_NO, CERTIFICATE_YES, SERIES };

typedef struct overview {
    series s[SERIES];
    hbs_dataset_counts counts;
    uint64_t mixed_units; /* units that hold both labels */
    hbs_instance pair;    /* of queries, to be counted */
    char solver[64];
    bool several_solvers;
    hbs_findings *out;
    hbs_finding head;
    const hbs_dataset *dataset;
} overview;

static hbs_status push(series *s, double value, hbs_error *error) {
    if (isnan(value)) return HBS_OK;
    const hbs_status status = hbs_grow(&s->value, &s->capacity, s->count + 1, sizeof *s->value, error);
    if (status == HBS_OK) s->value[s->count++] = value;
    return status;
}

static void note_solver(overview *o, const char *name) {
    if (!name) return;
    if (!o->solver[0]) snprintf(o->solver, sizeof o->solver, "%s", name);
    else if (strcmp(o->solver, name) != 0) o->several_solvers = true;
}

/* The catalog holds the numbers of atoms; how many variables they are over may tell the label as well. */
static hbs_status note_variables(overview *o, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (o->dataset->problem != HBS_CQC) return HBS_OK;
    HBS_TRY(hbs_row_instance(row, HBS_CQC, &o->pair, error));
    HBS_TRY(push(&o->s[VARIABLES_Q1], o->pair.pair.q1.variables, error));
    HBS_TRY(push(&o->s[VARIABLES_Q2], o->pair.pair.q2.variables, error));
done:
    return status;
}

static hbs_status note(overview *o, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(push(&o->s[SIZE_N], (double)row->size_n, error));
    HBS_TRY(push(&o->s[SIZE_M], (double)row->size_m, error));
    HBS_TRY(note_variables(o, row, error));
    HBS_TRY(push(&o->s[TRIES], (double)row->tries, error));
    HBS_TRY(push(&o->s[CHOICE_BITS], row->choice_bits, error));
    note_solver(o, row->solver);
    if (row->label == HBS_LABEL_UNKNOWN) goto done;
    const bool yes = row->label == HBS_LABEL_YES;
    if (row->solver) HBS_TRY(push(&o->s[yes ? EFFORT_YES : EFFORT_NO], (double)row->effort, error));
    if (row->certificate_kind != HBS_CERTIFICATE_NONE)
        HBS_TRY(push(&o->s[yes ? CERTIFICATE_YES : CERTIFICATE_NO], (double)row->certificate_size, error));
done:
    return status;
}

static hbs_status read_rows(overview *o, hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more = true, seen[2] = {false, false};
    uint64_t unit = UINT64_MAX;
    HBS_TRY(hbs_rows_open(&rows, catalog, o->dataset->id, error));
    for (;;) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more || row.unit != unit) {
            o->mixed_units += seen[0] && seen[1];
            seen[0] = seen[1] = false;
        }
        if (!more) break;
        unit = row.unit;
        if (row.label != HBS_LABEL_UNKNOWN) seen[row.label] = true;
        HBS_TRY(note(o, &row, error));
    }
done:
    hbs_rows_close(rows);
    return status;
}

static spread sum_up(series *s) {
    spread result = {NAN, NAN, NAN, NAN, s->count};
    if (!s->count) return result;
    qsort(s->value, s->count, sizeof *s->value, hbs_by_double);
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) sum += s->value[i];
    result.smallest = s->value[0];
    result.largest = s->value[s->count - 1];
    result.mean = sum / (double)s->count;
    result.median = .5 * (s->value[(s->count - 1) / 2] + s->value[s->count / 2]);
    return result;
}

/* Findings. */

static hbs_status say(overview *o, const char *quantity, const char *subject, hbs_estimate value, hbs_weight weight, const char *sentence,
                      hbs_error *error) {
    hbs_finding head = o->head;
    head.value = value;
    head.weight = weight;
    if (weight == HBS_FINDING_BIAS || weight == HBS_FINDING_NONE) head.null_value = 0;
    return hbs_findings_say(o->out, &head, quantity, subject, error, "%s", sentence);
}

static hbs_status say_spread(overview *o, int which, const char *quantity, const char *subject, const char *what, hbs_error *error) {
    static const char *const part[] = {"min", "median", "mean", "max"};
    const spread s = sum_up(&o->s[which]);
    const double value[] = {s.smallest, s.median, s.mean, s.largest};
    char name[48], sentence[300];
    char number[4][32];
    for (int i = 0; i < 4; i++) hbs_plain_number(value[i], number[i], sizeof number[i]);
    if (s.smallest < s.largest)
        snprintf(sentence, sizeof sentence, "%s: median %s, mean %s, from %s to %s.", what, number[1], number[2], number[0], number[3]);
    else snprintf(sentence, sizeof sentence, "%s: always %s.", what, number[0]);
    for (int i = 0; s.n && i < 4; i++) {
        snprintf(name, sizeof name, "%s_%s", quantity, part[i]);
        const hbs_status status = say(o, name, subject, hbs_exactly(value[i], s.n), HBS_FINDING_PLAIN, sentence, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static hbs_status say_balance(overview *o, hbs_error *error) {
    char sentence[300], counts[160];
    const hbs_dataset_counts *c = &o->counts;
    const uint64_t known = c->label[0] + c->label[1];
    const bool twins = o->mixed_units && o->mixed_units * 2 == known;
    const hbs_estimate share = hbs_exactly(known ? (double)c->label[1] / (double)known : NAN, known); /* bias has its interval, over units */
    if (!known) return say(o, "label_share", "label=1", hbs_not_defined(), HBS_FINDING_NOT_APPLICABLE, "No instance has a known label.", error);
    hbs_label_counts(c->label, c->unknown, o->dataset->problem, counts, sizeof counts);
    snprintf(sentence, sizeof sentence, "Labels: %s%s.", counts, twins ? "; every unit is a pair of both" : "");
    return say(o, "label_share", "label=1", share, HBS_FINDING_PLAIN, sentence, error);
}

/* Copies are not independent: whatever goes by unit goes by family where there are some. */
static hbs_status say_families(overview *o, hbs_error *error) {
    hbs_status status = HBS_OK;
    char sentence[300];
    const hbs_dataset_counts *c = &o->counts;
    if (!c->augmented) return HBS_OK;
    snprintf(sentence, sizeof sentence, "%" PRIu64 " of %" PRIu64 " instance%s %s of others; all come from %" PRIu64 " famil%s, which intervals go by.", c->augmented, c->instances,
             hbs_s(c->instances), hbs_one_or(c->augmented, "is a changed copy", "are changed copies"), c->families, hbs_one_or(c->families, "y", "ies"));
    HBS_TRY(say(o, "augmented", "", hbs_exactly((double)c->augmented, c->instances), HBS_FINDING_PLAIN, sentence, error));
    HBS_TRY(say(o, "families", "", hbs_exactly((double)c->families, c->instances), HBS_FINDING_PLAIN, sentence, error));
    snprintf(sentence, sizeof sentence,
             c->split_families ? "%" PRIu64 " of %" PRIu64 " famil%s %s in more than one split: what is tested on is akin to what was trained on." : "No family is in more than one split.",
             c->split_families, c->families, hbs_one_or(c->families, "y", "ies"), hbs_one_or(c->split_families, "is", "are"));
    HBS_TRY(say(o, "families_across_splits", "", hbs_exactly((double)c->split_families, c->families), c->split_families ? HBS_FINDING_BIAS : HBS_FINDING_NONE, sentence, error));
done:
    return status;
}

/* Labels that files or constructions claim, and those that nobody checked: where none was, none was refuted either. */
static hbs_status say_claims(overview *o, hbs_error *error) {
    hbs_status status = HBS_OK;
    char sentence[300];
    const hbs_dataset_counts *c = &o->counts;
    const uint64_t known = c->label[0] + c->label[1];
    if (c->believed) {
        snprintf(sentence, sizeof sentence, "%" PRIu64 " of %" PRIu64 " label%s %s believed, not checked; gen verify checks %s.", c->believed, known, hbs_s(known),
                 hbs_one_or(c->believed, "was", "were"), hbs_one_or(c->believed, "it", "them"));
        HBS_TRY(say(o, "believed_labels", "", hbs_exactly((double)c->believed, known), HBS_FINDING_PLAIN, sentence, error));
    }
    const hbs_estimate refuted = c->claimed && !c->claims_checked ? hbs_not_defined() : hbs_exactly((double)c->claims_refuted, c->claimed ? c->claims_checked : c->instances);
    if (!c->claimed) snprintf(sentence, sizeof sentence, "No label was claimed by files or constructions: solvers found them.");
    else if (!c->claims_checked) snprintf(sentence, sizeof sentence, "Labels claimed by files or constructions: %" PRIu64 ", none checked.", c->claimed);
    else if (!c->claims_refuted) snprintf(sentence, sizeof sentence, "Labels claimed by files or constructions: %" PRIu64 " checked, none refuted.", c->claims_checked);
    else
        snprintf(sentence, sizeof sentence, "Labels claimed by files or constructions: %" PRIu64 " checked, %" PRIu64 " refuted and replaced by the solver's; gen export --format csv shows them (claim and label differ).",
                 c->claims_checked, c->claims_refuted);
    HBS_TRY(say(o, "claims_refuted", "", refuted,
                !c->claimed           ? HBS_FINDING_PLAIN
                : !c->claims_checked  ? HBS_FINDING_NOT_APPLICABLE
                : !c->claims_refuted  ? HBS_FINDING_NONE
                                      : HBS_FINDING_BIAS,
                sentence, error));
done:
    return status;
}

static hbs_status say_counts(overview *o, hbs_error *error) {
    hbs_status status = HBS_OK;
    char sentence[300];
    const hbs_dataset_counts *c = &o->counts;
    snprintf(sentence, sizeof sentence, "%" PRIu64 " instance%s in %" PRIu64 " unit%s.", c->instances, hbs_s(c->instances), c->units,
             hbs_s(c->units));
    HBS_TRY(say(o, "instances", "", hbs_exactly((double)c->instances, c->instances), HBS_FINDING_PLAIN, sentence, error));
    HBS_TRY(say(o, "units", "", hbs_exactly((double)c->units, c->units), HBS_FINDING_PLAIN, sentence, error));
    HBS_TRY(say_families(o, error));
    snprintf(sentence, sizeof sentence,
             c->unknown ? "%" PRIu64
                          " label%s not reached within the budget; such instances, the hard ones, count among the sizes and the "
                          "copies, and are left out of whatever goes by label."
                        : "Every label is known.",
             c->unknown, hbs_one_or(c->unknown, " was", "s were"));
    HBS_TRY(say(o, "unknown_labels", "", hbs_exactly((double)c->unknown, c->instances), HBS_FINDING_PLAIN, sentence, error));
    snprintf(sentence, sizeof sentence,
             c->infeasible ? "%" PRIu64 " unit%s could not be made within the tries: missing here%s." : "No unit is missing.", c->infeasible,
             hbs_s(c->infeasible), c->unknown_units ? "; labels not reached within the budget had a part in it, so that the kept ones are easier than the law" : "");
    HBS_TRY(say(o, "infeasible", "", hbs_exactly((double)c->infeasible, c->instances + c->infeasible), HBS_FINDING_PLAIN, sentence, error));
    HBS_TRY(say_claims(o, error));
    snprintf(sentence, sizeof sentence,
             c->unknown_tries ? "%" PRIu64 " draw%s dropped for a label not reached within the budget%s: the kept ones are easier than the law."
                              : c->unknown_units ? "No draw of a unit that is here was dropped for an unknown label." : "No draw was dropped for an unknown label.",
             c->unknown_tries, hbs_one_or(c->unknown_tries, " was", "s were"), c->unknown_units ? ", besides those of missing units" : "");
    HBS_TRY(say(o, "unknown_tries", "", hbs_exactly((double)c->unknown_tries, c->instances), HBS_FINDING_PLAIN, sentence, error));
done:
    return status;
}

static hbs_status say_spreads(overview *o, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool sat = o->dataset->problem == HBS_SAT, by_formula = !o->several_solvers && strcmp(o->solver, "query_cnf") == 0;
    char effort[120];
    snprintf(effort, sizeof effort, "Steps of %s", o->several_solvers ? "several solvers, not comparable with each other" : o->solver);
    HBS_TRY(say_spread(o, SIZE_N, sat ? "variables" : "atoms_q1", "", sat ? "Variables" : "Atoms of q1", error));
    HBS_TRY(say_spread(o, SIZE_M, sat ? "clauses" : "atoms_q2", "", sat ? "Clauses" : "Atoms of q2", error));
    HBS_TRY(say_spread(o, VARIABLES_Q1, "variables_q1", "", "Variables of q1", error));
    HBS_TRY(say_spread(o, VARIABLES_Q2, "variables_q2", "", "Variables of q2", error));
    if (!hbs_is_imported(o->dataset)) HBS_TRY(say_spread(o, TRIES, "tries", "", "Draws for one kept instance", error));
    HBS_TRY(say_spread(o, CHOICE_BITS, "choice_bits", "", "Random choices an instance was made of, in bits", error));
    HBS_TRY(say_spread(o, EFFORT_NO, "effort", "label=0", effort, error));
    HBS_TRY(say_spread(o, EFFORT_YES, "effort", "label=1", effort, error));
    HBS_TRY(say_spread(o, CERTIFICATE_NO, "certificate_size", "label=0",
                       sat || by_formula     ? "Lemmas of a refutation"
                       : o->several_solvers ? "Leaves of a search tree (of query_cnf: lemmas)"
                                            : "Leaves of a search tree",
                       error));
    HBS_TRY(say_spread(o, CERTIFICATE_YES, "certificate_size", "label=1", sat ? "Variables of a model" : "Variables of a homomorphism", error));
done:
    return status;
}

#define REDRAWN_UNITS 200

/* Of which datasets the theorem speaks: both labels by construction, each with its certificate. */
static hbs_status say_certified(overview *o, hbs_error *error) {
    hbs_certified c;
    char sentence[400];
    hbs_error ignored;
    hbs_estimate value = hbs_not_defined();
    const hbs_status status = hbs_certified_count(o->dataset, REDRAWN_UNITS, &c, &ignored);
    const uint64_t accepted = status == HBS_OK ? c.accepted[0] + c.accepted[1] : 0;
    if (status == HBS_ERROR_MEMORY) return hbs_raise(error, status, "%s", ignored.message);
    if (status == HBS_OK && (c.solved || c.instances)) value = hbs_exactly(c.solved ? 0 : (double)accepted / (double)c.instances, c.solved ? o->counts.instances : c.instances);
    if (isnan(value.estimate))
        snprintf(sentence, sizeof sentence, "Certificates by construction: %s.", hbs_unknown_law(o->dataset));
    else if (c.solved)
        snprintf(sentence, sizeof sentence, "Not certified by construction: labels of %.100s %s.", c.solved->name,
                 hbs_takes_parents(c.solved) ? "are those of the instances that it changes" : "come from a solver");
    else if (accepted < c.instances)
        snprintf(sentence, sizeof sentence, "Labels come by construction; the checker accepts the construction's own certificates of %" PRIu64 " of %" PRIu64 " instances drawn again.", accepted, c.instances);
    else if (c.accepted[0] && c.accepted[1])
        snprintf(sentence, sizeof sentence, "Certified by construction: both labels are known without a solver, and the checker accepts the construction's own certificates of all %" PRIu64
                 " instances drawn again. Such generators reach only a part of the problem, one in NP and coNP, unless NP = coNP.", c.instances);
    else
        snprintf(sentence, sizeof sentence, "Certified by construction, and with one label alone: the checker accepts the construction's own certificates of all %" PRIu64 " instances drawn again.", c.instances);
    return say(o, "certified_by_construction", "", value, isnan(value.estimate) ? HBS_FINDING_NOT_APPLICABLE : HBS_FINDING_PLAIN, sentence, error);
}

static hbs_status run(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_measure_options *given, hbs_findings *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    (void)given;
    overview o = {.dataset = dataset, .out = out, .head = hbs_finding_about(NAME, dataset)};
    HBS_TRY(hbs_dataset_count(catalog, dataset->id, &o.counts, error));
    HBS_TRY(read_rows(&o, catalog, error));
    HBS_TRY(say_counts(&o, error));
    HBS_TRY(say_balance(&o, error));
    HBS_TRY(say_spreads(&o, error));
    HBS_TRY(say_certified(&o, error));
done:
    hbs_instance_free(&o.pair);
    for (int i = 0; i < SERIES; i++) free(o.s[i].value);
    return status;
}

const hbs_measure hbs_measure_overview = {
    .name = NAME,
    .summary = "sizes, label balance, unknown and refuted labels, tries, choice bits, effort and certificate sizes by label",
    .source = "counts over all instances",
    .run = run,
};
