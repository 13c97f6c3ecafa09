/* Making one unit.
 *
 * The order of clauses and literals (or atoms) is shuffled before an instance is labelled, not after: the label does not depend on it, and so effort, budget and certificate
 * belong to the very payload that is stored, and anyone who solves the stored instance again sees the same figures. The stream of the shuffle knows nothing of the
 * label and starts anew for each instance of a unit, so twins are ordered alike.
 *
 * Labels. What was decided while drawing (sat/sr) is certified by the independent checker and not solved again, unless another solver was asked for by name.
 * What a construction claims is solved all the same, so that its effort is known too, unless constructions are trusted. When the solver's budget ends, a claim with a witness
 * that holds is a label; a claim without one is not.
 *
 * A wanted label (label=, --balance) is reached by drawing the instance again with the unit's parameters, or, where the part says redraw=all, with parameters drawn anew;
 * then a draw that the generator itself rejects is a try as well. A draw whose own label was not reached within
 * the budget is dropped like one of the other label, and counted in unknown_tries: those are missing among the hard ones, and only that number says so. */
#include "datasets/make/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/disagreement.h"
#include "generators/renaming/rename.h"
#include "generators/renaming/renumber.h"

hbs_status hbs_unit_job_start(hbs_unit_job *job, const hbs_spec *spec, const hbs_make_options *options, hbs_catalog *catalog, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    *job = (hbs_unit_job){.spec = spec, .options = options, .split_denominator = 1};
    for (size_t p = 0; p < spec->parts; p++)
        if (hbs_takes_parents(spec->part[p].generator)) HBS_TRY(hbs_parent_list_read(&job->parents[p], catalog, &spec->part[p], listener, error));
    job->canonical = options->distinct || (options->split && !options->split_apart);
    if (!options->split) goto done;
    HBS_TRY(hbs_split_parse(options->split, job->split, &job->splits, error));
    for (size_t i = 0; i < job->splits; i++) job->split_denominator = job->split[i].denominator;
done:
    return status;
}

void hbs_unit_job_end(hbs_unit_job *job) {
    for (size_t p = 0; p < HBS_PARTS_MAX; p++) hbs_parent_list_free(job->parents[p]);
    *job = (hbs_unit_job){0};
}

void hbs_unit_maker_close(hbs_unit_maker *maker) {
    hbs_drawing_free(&maker->drawing);
    hbs_labeller_close(&maker->labeller);
    hbs_verdict_free(&maker->verdict);
    hbs_cross_check_close(&maker->cross);
    hbs_canonizer_close(maker->canonizer);
    free(maker->map);
    *maker = (hbs_unit_maker){0};
}

static hbs_status open_maker(hbs_unit_maker *maker, const hbs_unit_job *job, hbs_error *error) {
    const hbs_make_options *options = job->options;
    if (maker->labeller.solver) return HBS_OK;
    const hbs_status status = hbs_labeller_open(&maker->labeller, options->solver, job->spec->problem, options->budget, options->certify != HBS_CERTIFY_NONE, error);
    if (status == HBS_OK) hbs_labeller_stop_when(&maker->labeller, maker->drawing.stop, maker->drawing.stop_context);
    return status;
}

const char *hbs_unit_split(const hbs_unit_job *job, const hbs_row *row) {
    if (!job->splits) return row->split;
    hbs_rng rng;
    hbs_rng_seed(&rng, job->options->seed, hbs_family(row->root_dataset, row->root_unit, row->unit), HBS_LANE_SPLIT);
    uint64_t at = hbs_rng_below(&rng, job->split_denominator);
    size_t i = 0;
    for (; i + 1 < job->splits && at >= job->split[i].numerator; i++) at -= job->split[i].numerator;
    return job->split[i].name;
}

static int wanted_label(const hbs_unit_job *job, uint32_t part, uint64_t nth) {
    const int label = job->spec->part[part].label;
    if (label != HBS_LABEL_UNKNOWN || !job->options->balance) return label;
    return nth % 2 ? HBS_LABEL_NO : HBS_LABEL_YES;
}

/* ---- renaming and ordering ---- */

/* Pairs of queries have no names in their payload, and nothing is to do. */
static hbs_status rename_drawn(hbs_unit_maker *maker, hbs_drawn *drawn, uint64_t seed, uint64_t unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rng rng;
    hbs_cnf *cnf = &drawn->instance.cnf;
    if (drawn->instance.problem != HBS_SAT) return HBS_OK;
    hbs_rng_seed(&rng, seed, unit, HBS_LANE_RENAME);
    HBS_TRY(hbs_grow(&maker->map, &maker->map_capacity, (size_t)cnf->variables + 1, sizeof *maker->map, error));
    HBS_TRY(hbs_cnf_rename(cnf, &rng, maker->map, error));
    HBS_TRY(hbs_certificate_rename(&drawn->certificate, cnf->variables, maker->map, error));
done:
    return status;
}

static hbs_status arrange(hbs_unit_maker *maker, const hbs_make_options *options, hbs_drawn *drawn, uint64_t unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rng rng;
    if (options->rename) HBS_TRY(rename_drawn(maker, drawn, options->seed, unit, error));
    if (options->keep_order) goto done;
    hbs_rng_seed(&rng, options->seed, unit, HBS_LANE_ORDER);
    HBS_TRY(hbs_instance_shuffle(&drawn->instance, &rng, error));
    if (drawn->instance.problem == HBS_CQC) HBS_TRY(hbs_drawn_renumber(drawn, error));
done:
    return status;
}

/* ---- labels ---- */

static bool proves(hbs_unit_maker *maker, const hbs_drawn *drawn, hbs_error *error) {
    return drawn->certificate.kind != HBS_CERTIFICATE_NONE &&
           hbs_certificate_check(maker->labeller.checker, &drawn->instance, drawn->claim, &drawn->certificate, error) == HBS_OK;
}

static void take_drawn(hbs_item *item, hbs_drawn *drawn, const char *source, hbs_certify certify) {
    item->row.label = drawn->claim;
    item->source = source;
    item->reason[0] = 0;
    hbs_certificate_clear(&item->certificate);
    item->stored = false;
    if (certify == HBS_CERTIFY_NONE || drawn->certificate.kind == HBS_CERTIFICATE_NONE) return;
    const hbs_certificate taken = drawn->certificate;
    drawn->certificate = item->certificate;
    item->certificate = taken;
    item->stored = certify == HBS_CERTIFY_STORE;
}

static hbs_status fail_claim(const hbs_unit_maker *maker, uint64_t unit, const hbs_drawn *drawn, const char *who, const char *why, hbs_error *error) {
    const hbs_plugin *const plugin = hbs_plugin_of(maker->drawing.generator);
    return hbs_raise(error, HBS_ERROR_FAULT, "%s: unit %llu: %s %s, but %s; the %s%.300s is wrong, nothing of this unit was kept", maker->drawing.generator->name,
                     (unsigned long long)unit, who, hbs_label_name(drawn->instance.problem, drawn->claim), why, plugin ? "plugin " : "generator",
                     plugin ? hbs_plugin_file(plugin) : "");
}

/* Whether the solver that was asked for, if any, is the one that decided while drawing. */
static bool decided_as_asked(const hbs_make_options *options, const hbs_drawn *drawn) {
    return drawn->solver && (!options->solver || !strcmp(options->solver, "auto") || !strcmp(options->solver, drawn->solver));
}

static hbs_status take_decided(hbs_unit_maker *maker, hbs_certify certify, hbs_drawn *drawn, uint64_t unit, hbs_item *item, hbs_error *error) {
    hbs_error why = {0};
    if (certify != HBS_CERTIFY_NONE && !proves(maker, drawn, &why))
        return fail_claim(maker, unit, drawn, drawn->solver, why.message[0] ? why.message : "gave no certificate", error);
    item->solver = drawn->solver;
    item->row.effort = drawn->effort;
    take_drawn(item, drawn, "solver", certify);
    return HBS_OK;
}

static hbs_status take_trusted(hbs_unit_maker *maker, hbs_certify certify, hbs_drawn *drawn, uint64_t unit, hbs_item *item, hbs_error *error) {
    hbs_error why = {0};
    item->row.claim = drawn->claim;
    if (certify != HBS_CERTIFY_NONE && drawn->certificate.kind != HBS_CERTIFICATE_NONE && !proves(maker, drawn, &why))
        return fail_claim(maker, unit, drawn, "it is claimed to be", why.message, error);
    take_drawn(item, drawn, "construction", certify);
    return HBS_OK;
}

static hbs_status solve(hbs_unit_maker *maker, hbs_certify certify, hbs_drawn *drawn, uint64_t unit, hbs_item *item, hbs_error *error) {
    hbs_status status = HBS_OK;
    char why[200];
    hbs_error ignored;
    status = hbs_label(&maker->labeller, &drawn->instance, &maker->verdict, error);
    if (status == HBS_ERROR_INTERRUPTED) HBS_FAIL(error, status, "%s: unit %llu: stopped while it was labelled", maker->drawing.generator->name, (unsigned long long)unit);
    HBS_TRY(status);
    hbs_item_take(item, &maker->labeller, &maker->verdict, certify);
    if (drawn->claim == HBS_LABEL_UNKNOWN) goto done;
    if (!drawn->solver) item->row.claim = drawn->claim;
    if (item->row.label == HBS_LABEL_UNKNOWN) {
        if (proves(maker, drawn, &ignored)) take_drawn(item, drawn, "construction", certify);
    } else if (item->row.label != drawn->claim) {
        snprintf(why, sizeof why, "solver %s says %s", item->solver, hbs_label_name(drawn->instance.problem, item->row.label));
        HBS_TRY(fail_claim(maker, unit, drawn, drawn->solver ? drawn->solver : "it is claimed to be", why, error));
    } else if (certify != HBS_CERTIFY_NONE && drawn->certificate.kind != HBS_CERTIFICATE_NONE && !drawn->solver && !proves(maker, drawn, &ignored)) {
        HBS_TRY(fail_claim(maker, unit, drawn, "it is rightly claimed to be", ignored.message, error));
    }
done:
    return status;
}

static hbs_status settle(hbs_unit_maker *maker, const hbs_make_options *options, hbs_drawn *drawn, uint64_t unit, hbs_item *item, hbs_error *error) {
    const bool claimed = drawn->claim != HBS_LABEL_UNKNOWN;
    if (claimed && decided_as_asked(options, drawn)) return take_decided(maker, options->certify, drawn, unit, item, error);
    if (claimed && !drawn->solver && options->trust_construction) return take_trusted(maker, options->certify, drawn, unit, item, error);
    return solve(maker, options->certify, drawn, unit, item, error);
}

static hbs_status cross_check(hbs_unit_maker *maker, const hbs_drawn *drawn, uint64_t unit, const hbs_item *item, hbs_error *error) {
    hbs_error why = {0};
    const char *first = item->solver ? item->solver : "the construction";
    const hbs_status status = hbs_cross_check_label(&maker->cross, &drawn->instance, first, item->row.label, NULL, &why);
    if (status == HBS_OK) return HBS_OK;
    hbs_raise(error, status, "%s: unit %llu: %s", maker->drawing.generator->name, (unsigned long long)unit, why.message);
    return status == HBS_ERROR_FAULT ? hbs_disagreement_save(&drawn->instance, error) : status;
}

/* ---- a whole unit ---- */

static void lose(hbs_item *item, size_t count, int wanted, uint64_t tries, const char *reason) {
    for (size_t i = 0; i < count; i++) {
        item[i].infeasible = true;
        item[i].row.claim = wanted;
        item[i].row.tries = tries;
        snprintf(item[i].reason, sizeof item[i].reason, "%.*s", (int)sizeof item[i].reason - 1, reason);
    }
}

/* Taking turns goes by label where labels alternate, since each label has its own parents then. */
static void offer_parents(hbs_unit_maker *maker, const hbs_unit_job *job, uint32_t part, uint64_t nth, int wanted) {
    const bool alternate = job->options->balance && job->spec->part[part].label == HBS_LABEL_UNKNOWN;
    maker->parents = job->parents[part];
    maker->drawing.parents = maker->parents ? &maker->parents->parents : NULL;
    maker->drawing.parent_label = wanted;
    maker->drawing.turn = alternate ? nth / 2 : nth;
}

static bool is_stopped(const hbs_drawing *drawing) { return drawing->stop && drawing->stop(drawing->stop_context); }

static hbs_status draw_once(hbs_unit_maker *maker, const hbs_unit_job *job, const hbs_generator *generator, const hbs_values *values, uint64_t unit, hbs_item *item,
                            hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_draw(&maker->drawing, generator, values, unit, error));
    for (size_t i = 0; i < maker->drawing.count; i++) {
        const uint64_t idx = item[i].row.idx;
        hbs_item_clear(&item[i]);
        item[i].row.idx = idx;
        item[i].row.unit = unit;
        if (maker->drawing.has_parent && maker->parents) hbs_parent_list_mark(maker->parents, maker->drawing.parent, &item[i].row);
        HBS_TRY(arrange(maker, job->options, &maker->drawing.drawn[i], unit, error));
        if (is_stopped(&maker->drawing)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "%s: unit %llu: stopped after it was drawn", generator->name, (unsigned long long)unit);
        HBS_TRY(settle(maker, job->options, &maker->drawing.drawn[i], unit, &item[i], error));
        if (job->options->cross_check) HBS_TRY(cross_check(maker, &maker->drawing.drawn[i], unit, &item[i], error));
    }
done:
    return status;
}

/* Draws of one unit so far, and those that came to nothing. */
typedef struct attempts {
    uint64_t tries, unknown, rejected, repeated;
} attempts;

/* Shared by isomorphic instances; where the search ends at its budget there is none. */
static hbs_status find_canonical(hbs_unit_maker *maker, const hbs_instance *instance, hbs_item *item, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_canonical form;
    if (!maker->canonizer) HBS_TRY(hbs_canonizer_open(&maker->canonizer, error));
    HBS_TRY(hbs_canonical_of(maker->canonizer, instance, 0, &form, error));
    memcpy(item->canonical, form.hash, sizeof item->canonical);
    item->has_canonical = form.exact;
done:
    return status;
}

static hbs_status fill(hbs_unit_maker *maker, const hbs_unit_job *job, uint32_t part, const attempts *made, hbs_item *item, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < maker->drawing.count; i++) {
        item[i].row.part = part;
        item[i].row.tries = made->tries;
        item[i].row.unknown_tries = made->unknown;
        item[i].row.choice_bits = hbs_rng_choice_bits(&maker->drawing.rng);
        HBS_TRY(hbs_item_fill(&item[i], &maker->drawing.drawn[i].instance, error));
        if (job->canonical) HBS_TRY(find_canonical(maker, &maker->drawing.drawn[i].instance, &item[i], error));
    }
done:
    return status;
}

static void say_not_drawn(int wanted, const attempts *made, char *out, size_t size) {
    size_t used = wanted == HBS_LABEL_UNKNOWN ? (size_t)snprintf(out, size, "nothing was kept in %llu tries", (unsigned long long)made->tries)
                                              : (size_t)snprintf(out, size, "label %d did not come in %llu tries", wanted, (unsigned long long)made->tries);
    if (made->unknown) used += (size_t)snprintf(out + used, size - used, ", of which %llu ended " HBS_OUT_OF_BUDGET, (unsigned long long)made->unknown);
    if (made->repeated) used += (size_t)snprintf(out + used, size - used, ", of which %llu repeated an instance up to renaming", (unsigned long long)made->repeated);
    if (made->rejected) snprintf(out + used, size - used, ", of which the generator rejected %llu", (unsigned long long)made->rejected);
}

/* The choice bits of a unit are those of the draw that was kept. */
static void forget_choices(hbs_rng *rng, hbs_rng_mark mark) {
    rng->bits = mark.bits;
    rng->product = mark.product;
    rng->retries = 0;
}

static void start_unit(hbs_unit_maker *maker, const hbs_unit_job *job, const hbs_part *part, uint64_t unit, uint64_t idx, hbs_item *item) {
    hbs_drawing_seed(&maker->drawing, job->options->seed, unit);
    maker->drawing.one_attempt = part->redraw_all;
    for (size_t i = 0; i < part->generator->instances_per_unit; i++) {
        hbs_item_clear(&item[i]);
        item[i].row.unit = unit;
        item[i].row.idx = idx + i;
    }
}

hbs_status hbs_unit_make(hbs_unit_maker *maker, const hbs_unit_job *job, uint32_t part, uint64_t unit, uint64_t idx, uint64_t nth, hbs_item *item, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_part *const law = &job->spec->part[part];
    const hbs_generator *generator = law->generator;
    const uint64_t limit = job->options->tries ? job->options->tries : HBS_TRIES;
    const int wanted = wanted_label(job, part, nth);
    attempts made = {0};
    hbs_rng *const rng = &maker->drawing.rng;
    hbs_rng_mark mark = hbs_rng_take_mark(rng);
    hbs_values values = {0};
    char reason[260];
    HBS_TRY(open_maker(maker, job, error));
    start_unit(maker, job, law, unit, idx, item);
    offer_parents(maker, job, part, nth, wanted);
    const hbs_rng_mark start = hbs_rng_take_mark(rng);
    while (made.tries < limit) {
        if (made.tries && is_stopped(&maker->drawing))
            HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "%s: unit %llu: stopped while it was drawn", generator->name, (unsigned long long)unit);
        if (made.tries++ == 0 || law->redraw_all) {
            forget_choices(rng, start);
            hbs_values_draw(&values, &law->settings, generator, rng);
            mark = hbs_rng_take_mark(rng);
        }
        forget_choices(rng, mark);
        status = draw_once(maker, job, generator, &values, unit, item, error);
        if (status == HBS_ERROR_BUDGET) {
            if (law->redraw_all) {
                status = HBS_OK;
                made.rejected++;
                continue;
            }
            lose(item, generator->instances_per_unit, wanted, made.tries, error ? error->message : "the generator rejected every draw");
            return HBS_OK;
        }
        if (status != HBS_OK) goto done;
        if (wanted == HBS_LABEL_UNKNOWN || item[0].row.label == wanted) {
            HBS_TRY(fill(maker, job, part, &made, item, error));
            if (!maker->refuses || !maker->refuses(maker->refuses_for, item, maker->drawing.count)) goto done;
            made.repeated++;
        } else made.unknown += item[0].row.label == HBS_LABEL_UNKNOWN;
    }
    say_not_drawn(wanted, &made, reason, sizeof reason);
    lose(item, generator->instances_per_unit, wanted, limit, reason);
done:
    return status;
}
