/* One pass over the dataset notes which signatures occur how often with which label, and which parts repeat clauses. Then every (signature, label)
 * that many instances share is tried once, from a stream of its own: where not one draw has the label, the instances would each spend the whole
 * budget to learn the same, so they are declared infeasible together. A draw that the solver does not decide may be bad luck; three trials in a row
 * that end so are not. Trials do not touch the streams of instances. Memory 216 bytes a distinct (signature, label). */
#include "analysis/reference/matching_plan.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/sweep.h"
#include "core/memory.h"
#include "core/parallel.h"

#define UNDECIDED_TRIALS 3u

typedef struct noted {
    uint64_t signature;
    bool repeats;
} noted;

typedef struct planning {
    const hbs_dataset *dataset;
    hbs_catalog *catalog;
    hbs_matching_plan plan;
    size_t capacity;
    uint64_t seed;
    hbs_matcher *matcher;     /* one a worker */
    hbs_stopping stopping;
    size_t *trial;            /* which of plan.shared are tried */
    hbs_signature *signature; /* one a trial */
} planning;

void hbs_matching_plan_free(hbs_matching_plan *plan) {
    if (!plan) return;
    free(plan->shared);
    *plan = (hbs_matching_plan){0};
}

/* Sets or sequences. */

void hbs_sequences_by_spec(const hbs_dataset *dataset, bool sequences[HBS_PARTS_MAX]) {
    hbs_spec spec = {0};
    if (hbs_spec_parse_text(&spec, dataset->spec, NULL) != HBS_OK) return; /* imports, plugins that are not loaded: repeats tell */
    for (size_t p = 0; p < spec.parts; p++) {
        const hbs_generator *generator = spec.part[p].generator;
        for (uint32_t i = 0; i < generator->parameter_count; i++)
            if (strcmp(generator->parameters[i].name, "distinct") == 0 && spec.part[p].settings.item[i].high == 0) sequences[p] = true;
    }
    hbs_spec_free(&spec);
}

/* A tautology is no clause of either collection. */
hbs_status hbs_formula_repeats(const hbs_cnf *formula, bool *repeats, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cnf set = {0}, sequence = {0};
    HBS_TRY(hbs_cnf_clean(&set, formula, error));
    if (set.clauses < formula->clauses) HBS_TRY(hbs_cnf_clean_clauses(&sequence, formula, error));
    *repeats = set.clauses < sequence.clauses;
done:
    hbs_cnf_free(&set);
    hbs_cnf_free(&sequence);
    return status;
}

static hbs_status note(void *context, unsigned worker, const hbs_row *row, hbs_instance *instance, void *slot, hbs_error *error) {
    (void)context, (void)worker, (void)row;
    hbs_status status = HBS_OK;
    noted *n = slot;
    hbs_signature signature = {0};
    *n = (noted){0};
    HBS_TRY(hbs_signature_of(instance, &signature, error));
    n->signature = hbs_signature_hash(&signature);
    if (instance->problem == HBS_SAT) HBS_TRY(hbs_formula_repeats(&instance->cnf, &n->repeats, error));
done:
    hbs_signature_free(&signature);
    return status;
}

/* Counting instances by signature, label and part; the part stands in `match.tries` until the laws are known. */

static int compare_shared(const void *a, const void *b) {
    const hbs_shared_match *x = a, *y = b;
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    if (x->distinct != y->distinct) return x->distinct ? 1 : -1;
    if (x->match.tries != y->match.tries) return x->match.tries < y->match.tries ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* Merges equal entries; the sum of their instances, the first of their indices. */
static void merge(hbs_matching_plan *plan) {
    size_t kept = 0;
    if (!plan->count) return;
    qsort(plan->shared, plan->count, sizeof *plan->shared, compare_shared);
    for (size_t i = 0; i < plan->count; i++) {
        const hbs_shared_match *s = &plan->shared[i];
        hbs_shared_match *into = kept ? &plan->shared[kept - 1] : NULL;
        if (into && into->signature == s->signature && into->label == s->label && into->distinct == s->distinct &&
            into->match.tries == s->match.tries)
            into->instances += s->instances;
        else plan->shared[kept++] = *s;
    }
    plan->count = kept;
}

static hbs_status count(void *context, const hbs_row *row, void *slot, hbs_error *error) {
    planning *p = context;
    const noted *n = slot;
    const uint32_t part = row->part < HBS_PARTS_MAX ? row->part : HBS_PARTS_MAX - 1;
    if (n->repeats) p->plan.sequences[part] = true;
    if (row->label == HBS_LABEL_UNKNOWN) return HBS_OK;
    size_t needed = p->plan.count + 1;
    if (p->plan.count == p->capacity) { /* few signatures stay few; where they are many, merging must not come at every row */
        merge(&p->plan);
        needed = p->plan.count > p->capacity / 2 ? p->capacity + 1 : p->plan.count + 1;
    }
    const hbs_status status = hbs_grow(&p->plan.shared, &p->capacity, needed, sizeof *p->plan.shared, error);
    if (status == HBS_OK)
        p->plan.shared[p->plan.count++] =
            (hbs_shared_match){.signature = n->signature, .label = row->label, .instances = 1, .first = row->idx, .match = {.tries = part}};
    return status;
}

/* The laws are known now: entries that differ in the part alone become one. */
static void settle(hbs_matching_plan *plan) {
    for (size_t i = 0; i < plan->count; i++) {
        plan->shared[i].distinct = !plan->sequences[plan->shared[i].match.tries];
        plan->shared[i].match = (hbs_match){0};
    }
    merge(plan);
}

/* Trials. */

static hbs_status read_signature(planning *p, size_t i, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    hbs_instance instance = {.problem = p->dataset->problem};
    HBS_TRY(hbs_rows_open_from(&rows, p->catalog, p->dataset->id, p->plan.shared[p->trial[i]].first, error));
    HBS_TRY(hbs_rows_next(rows, &row, &more, error));
    if (!more)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: instance %llu of '%s' has gone", hbs_catalog_path(p->catalog),
                 (unsigned long long)p->plan.shared[p->trial[i]].first, p->dataset->name);
    HBS_TRY(hbs_row_instance(&row, p->dataset->problem, &instance, error));
    HBS_TRY(hbs_signature_of(&instance, &p->signature[i], error));
done:
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
    return status;
}

static hbs_status try_pair(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    planning *p = context;
    hbs_match *match = slot;
    const hbs_shared_match *s = &p->plan.shared[p->trial[item]];
    for (uint64_t k = 0; k < UNDECIDED_TRIALS; k++) {
        const uint64_t stream = s->signature + 2 * k + (s->label == HBS_LABEL_YES);
        const hbs_status status = hbs_match_draw(&p->matcher[worker], &p->signature[item], s->label, s->distinct, p->plan.limits, p->seed, stream,
                                                 HBS_LANE_ANALYSIS, match, error);
        if (status != HBS_OK || !match->undecided) return status;
    }
    return HBS_OK;
}

static hbs_status keep_match(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)error;
    planning *p = context;
    p->plan.shared[p->trial[item]].match = *(const hbs_match *)slot;
    p->plan.shared[p->trial[item]].tried = true;
    return HBS_OK;
}

static hbs_status try_some(planning *p, size_t trials, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    const hbs_parallel work = {.context = p, .slot_size = sizeof(hbs_match), .produce = try_pair, .consume = keep_match, .stopping = &p->stopping};
    HBS_TRY(hbs_allocate(&p->signature, trials, sizeof *p->signature, error));
    for (size_t i = 0; i < trials; i++) HBS_TRY(read_signature(p, i, error));
    HBS_TRY(hbs_parallel_run(&work, workers, (size_t)workers * 4, trials, error));
done:
    for (size_t i = 0; p->signature && i < trials; i++) hbs_signature_free(&p->signature[i]);
    free(p->signature);
    p->signature = NULL;
    return status;
}

/* The first of each label in the order of their hashes, which is as good as drawn. */
static size_t choose_pilots(planning *p) {
    size_t trials = 0, of[2] = {0, 0};
    for (size_t i = 0; i < p->plan.count; i++)
        if (of[p->plan.shared[i].label]++ < HBS_PLAN_PILOTS) p->trial[trials++] = i;
    return trials;
}

static size_t choose_shared(planning *p) {
    size_t trials = 0;
    for (size_t i = 0; i < p->plan.count; i++)
        if (!p->plan.shared[i].tried && p->plan.shared[i].instances >= HBS_PLAN_SHARED) p->trial[trials++] = i;
    return trials;
}

/* What the pilots of one label say of the searches to come: the steps in vain, and those that find. */
static void expect(const hbs_matching_plan *plan, int label, double *vain, double *fruitful) {
    double failed = 0, lost = 0, found = 0, spent = 0, searches = 0, instances = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const hbs_shared_match *s = &plan->shared[i];
        if (s->label != label) continue;
        if (s->tried && s->match.found) found++, spent += (double)s->match.steps;
        else if (s->tried) failed++, lost += (double)s->match.steps;
        else searches += s->instances >= HBS_PLAN_SHARED ? 1 : (double)s->instances;
        instances += (double)s->instances;
    }
    if (failed + found > 0) *vain += lost / (failed + found) * searches;
    if (failed + found > 0) *fruitful += spent / (failed + found) * instances;
}

static void cut_limits(hbs_matching_plan *plan) {
    double vain = 0, fruitful = 0;
    for (int label = 0; label < 2; label++) expect(plan, label, &vain, &fruitful);
    const double bound = HBS_PLAN_VAIN * (double)plan->limits.steps + HBS_PLAN_FRUITFUL * fruitful;
    plan->is_cut = vain > bound;
    if (!plan->is_cut) return;
    plan->limits.tries = (uint64_t)((double)plan->limits.tries * (bound / vain)) + 1;
    plan->limits.steps = (uint64_t)((double)plan->limits.steps * (bound / vain)) + 1;
}

static hbs_status try_all(planning *p, const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    const unsigned workers = hbs_sweep_workers(options);
    size_t kept = 0;
    HBS_TRY(hbs_allocate(&p->trial, p->plan.count, sizeof *p->trial, error));
    HBS_TRY(hbs_matchers_open(&p->matcher, workers, p->dataset->problem, options->reference_steps, &p->stopping, error));
    HBS_TRY(try_some(p, choose_pilots(p), options, error));
    cut_limits(&p->plan);
    HBS_TRY(try_some(p, choose_shared(p), options, error));
    for (size_t i = 0; i < p->plan.count; i++)
        if (p->plan.shared[i].tried && !p->plan.shared[i].match.found) p->plan.shared[kept++] = p->plan.shared[i];
    p->plan.count = kept;
done:
    hbs_matchers_close(p->matcher, workers);
    free(p->trial);
    return status;
}

hbs_match_limits hbs_match_limits_asked(const hbs_measure_options *options) {
    return (hbs_match_limits){options->reference_tries ? options->reference_tries : HBS_MATCH_TRIES, options->reference_steps ? options->reference_steps : HBS_MATCH_STEPS};
}

hbs_status hbs_matching_plan_make(hbs_matching_plan *out, hbs_catalog *catalog, const hbs_dataset *dataset, uint64_t seed,
                                  const hbs_measure_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    planning p = {.dataset = dataset, .catalog = catalog, .seed = seed, .stopping = {.listener = options->listener, .what = "plan of the reference"}};
    const hbs_sweep sweep = {"look through the sizes", 0, &p, sizeof(noted), note, count, NULL};
    p.plan.limits = hbs_match_limits_asked(options);
    if (dataset->problem == HBS_SAT) hbs_sequences_by_spec(dataset, p.plan.sequences);
    p.plan.as_sets = options->as == HBS_AS_SETS && dataset->problem == HBS_SAT;
    HBS_TRY(hbs_sweep_run(&sweep, catalog, dataset, options, error));
    for (size_t i = 0; i < HBS_PARTS_MAX && options->as != HBS_AS_DRAWN; i++) p.plan.sequences[i] = options->as == HBS_AS_SEQUENCES;
    settle(&p.plan);
    HBS_TRY(try_all(&p, options, error));
    *out = p.plan;
    p.plan = (hbs_matching_plan){0};
done:
    hbs_matching_plan_free(&p.plan);
    return status;
}

const hbs_match *hbs_plan_gave_up(const hbs_matching_plan *plan, uint64_t signature, int label, bool distinct) {
    size_t low = 0, high = plan->count;
    while (low < high) { /* first entry not before the wanted one */
        const size_t middle = low + (high - low) / 2;
        const hbs_shared_match wanted = {.signature = signature, .label = label, .distinct = distinct};
        if (compare_shared(&plan->shared[middle], &wanted) < 0) low = middle + 1;
        else high = middle;
    }
    if (low == plan->count) return NULL;
    const hbs_shared_match *s = &plan->shared[low];
    return s->signature == signature && s->label == label && s->distinct == distinct ? &s->match : NULL;
}
