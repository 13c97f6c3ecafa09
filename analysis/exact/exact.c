/* Paths of the generator are folded to payloads and added up; what came is then labelled by an exact solver and sorted by signature. How many there are is estimated
 * first (generators/enumeration/enumeration_size.h): too many by far are refused at once, and where they are merely too many, the least likely ones are cut (analysis/exact/deepening.h), so that
 * what is left over is as small as the number of paths allows, and known. A generator that states its density has its law from that instead (analysis/exact/exact_stated.c). */
#include "analysis/exact/exact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/exact/deepening.h"
#include "analysis/exact/exact_groups.h"
#include "analysis/exact/exact_stated.h"
#include "analysis/exact/instance_masses.h"
#include "analysis/exact/query_class.h"
#include "generators/enumeration/enumeration_size.h"
#include "solvers/solver.h"

hbs_exact_options hbs_exact_defaults(void) {
    return (hbs_exact_options){.as = HBS_AS_DRAWN, .bounds = {.choices = 1000}};
}

void hbs_exact_law_new(hbs_exact_law *law) {
    *law = (hbs_exact_law){0};
    mpq_inits(law->left_over, law->merged, NULL);
}

void hbs_exact_law_free(hbs_exact_law *law) {
    for (size_t k = 0; k < law->kinds; k++) {
        mpq_clear(law->kind[k].mass);
        mpz_clear(law->kind[k].members);
    }
    for (size_t g = 0; g < law->groups; g++) {
        hbs_exact_group *const group = &law->group[g];
        hbs_signature_free(&group->signature);
        mpq_clears(group->mass, group->label_mass[0], group->label_mass[1], NULL);
        mpz_clears(group->found, group->label_found[0], group->label_found[1], NULL);
    }
    free(law->cell);
    free(law->kind);
    free(law->slot);
    free(law->group);
    hbs_bytes_free(&law->bytes);
    mpq_clears(law->left_over, law->merged, NULL);
}

hbs_status hbs_exact_instance(const hbs_exact_law *law, size_t cell, hbs_instance *out, hbs_error *error) {
    return hbs_instance_decode(out, law->problem, law->bytes.data + law->cell[cell].start, law->cell[cell].size, error);
}

/* ---- folding ---- */

typedef struct folding {
    hbs_collection of;
    bool may_change;          /* sets, and sequences from the first repeat on */
    bool repeat_seen;
    const char *name;         /* of the generator */
    uint64_t memory;          /* allowed; half of it before labels and kinds, which take about as much again */
    bool full;                /* an enumeration took more */
    hbs_masses masses;
    hbs_cnf folded;
    hbs_bytes payload;
    mpq_t merged;
} folding;

static void folding_free(folding *own) {
    hbs_masses_free(&own->masses);
    hbs_cnf_free(&own->folded);
    hbs_bytes_free(&own->payload);
    mpq_clear(own->merged);
}

static hbs_status fold_set(folding *own, const hbs_cnf *cnf, const mpq_t mass, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_cnf_clean_clauses(&own->folded, cnf, error));
    const size_t before = own->folded.clauses;
    HBS_TRY(hbs_cnf_clean(&own->folded, cnf, error));
    if (own->folded.clauses == before) goto done;
    own->repeat_seen = true;
    mpq_add(own->merged, own->merged, mass);
done:
    return status;
}

/* Pairs are brought to one form later: here equal payloads come together only. */
static hbs_status visit(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error) {
    hbs_status status = HBS_OK;
    folding *const own = context;
    for (size_t i = 0; i < drawing->count; i++) {
        const hbs_instance *const instance = &drawing->drawn[i].instance;
        hbs_bytes_clear(&own->payload);
        if (instance->problem == HBS_SAT) {
            HBS_TRY(own->of == HBS_SETS ? fold_set(own, &instance->cnf, mass, error) : hbs_cnf_clean_clauses(&own->folded, &instance->cnf, error));
            if (own->repeat_seen && own->may_change) HBS_FAIL(error, HBS_ERROR_USAGE, "a clause came twice");   /* ends the enumeration; try_again() */
            HBS_TRY(hbs_cnf_encode(&own->folded, &own->payload, error));
        } else {
            HBS_TRY(hbs_instance_encode(instance, &own->payload, error));
        }
        HBS_TRY(hbs_masses_add(&own->masses, (unsigned)i, &own->payload, mass, error));
    }
    if (own->masses.held > own->memory / 2) {
        own->full = true;
        HBS_FAIL(error, HBS_ERROR_BUDGET, "%s: instances and their probabilities take more than %llu MiB of memory: make the instances smaller, or allow more", own->name, (unsigned long long)own->memory >> 20);
    }
done:
    return status;
}

/* ---- how many, and how ---- */

/* What is enumerated, and what is known about it before. */
typedef struct planned {
    const hbs_generator *generator;
    const hbs_settings *settings;
    const hbs_exact_options *options;
    hbs_enumeration_bounds bounds;
    double bits;              /* log2 of the estimated number of paths */
    bool stated;              /* the generator states the density of what it is taken for, and the user did not ask for enumeration */
} planned;

/* Sets or sequences, as the parameter `distinct` says; *said: there is one. */
static hbs_collection stated_collection(const hbs_generator *generator, const hbs_settings *settings, bool *said) {
    for (uint32_t p = 0; p < generator->parameter_count; p++) {
        *said = !strcmp(generator->parameters[p].name, "distinct") && generator->parameters[p].type == HBS_FLAG;
        if (*said) return settings->item[p].low ? HBS_SETS : HBS_SEQUENCES;
    }
    *said = false;
    return HBS_SETS;
}

static void choose_collection(planned *plan, folding *own) {
    const hbs_exact_options *const options = plan->options;
    bool said = false;
    const hbs_collection drawn = stated_collection(plan->generator, plan->settings, &said);
    own->of = options->as == HBS_AS_DRAWN ? drawn : options->as == HBS_AS_SEQUENCES ? HBS_SEQUENCES : HBS_SETS;
    own->may_change = options->as == HBS_AS_DRAWN && !said && plan->generator->problem == HBS_GENERATES_SAT;
    plan->stated = plan->generator->problem == HBS_GENERATES_SAT && plan->generator->density != HBS_DENSITY_UNKNOWN && own->of == drawn && options->source != HBS_BY_CHOICES &&
                   !options->bounds.cut_rejects && !options->bounds.least_bits;
}

/* "1.3e+08"; beyond what a double holds "2^4000". */
static const char *number_text(double bits, char *room, size_t size) {
    if (bits < 1000) snprintf(room, size, bits < 20 ? "%.0f" : "%.2g", exp2(bits));
    else snprintf(room, size, "2^%.0f", bits);
    return room;
}

static hbs_status too_many(const planned *plan, double half_bits, hbs_error *error) {
    char all[32], half[32];
    return hbs_raise(error, HBS_ERROR_BUDGET, "%s: about %s sequences of choices, at least %s of them for half of the probability, and %llu are allowed: too many to enumerate; make the instances smaller, or allow more",
                     plan->generator->name, number_text(plan->bits, all, sizeof all), number_text(fmax(half_bits, 0), half, sizeof half), (unsigned long long)plan->bounds.paths);
}

/* What instances are taken for decides what of a path nobody looks at, and that how many there are. */
static hbs_status estimate(planned *plan, const folding *own, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_enumeration_size size;
    const bool ordered = plan->generator->problem == HBS_GENERATES_SAT && own->of == HBS_SEQUENCES;
    plan->bounds.indifferent = HBS_RNG_LITERAL_ORDER | (ordered ? 0 : HBS_RNG_PART_ORDER);
    HBS_TRY(hbs_enumeration_estimate(plan->generator, plan->settings, &plan->bounds, plan->options->listener, &size, error));
    plan->bits = size.all_bits;
    if (!plan->options->bounds.paths)
        plan->bounds.paths = plan->stated ? HBS_EXACT_PATHS_STATED : size.all_bits > log2((double)HBS_EXACT_PATHS_WHOLE) ? HBS_EXACT_PATHS_LIKELIEST : HBS_EXACT_PATHS_WHOLE;
    const double allowed = log2((double)plan->bounds.paths);
    if (size.half_bits > allowed || (plan->stated && size.all_bits > allowed)) HBS_TRY(too_many(plan, size.half_bits, error));
done:
    return status;
}

/* ---- enumerating ---- */

static void restart(void *context) {
    folding *const own = context;
    hbs_masses_free(&own->masses);
    mpq_set_ui(own->merged, 0, 1);
    own->repeat_seen = false;
}

/* After a repeat, once: the other collection. */
static bool change_collection(hbs_status status, folding *own) {
    if (status == HBS_OK || !own->repeat_seen || !own->may_change) return false;
    own->of = HBS_SEQUENCES;
    own->may_change = false;
    return true;
}

static hbs_status check_walked(const planned *plan, const folding *own, const hbs_enumeration *walked, hbs_error *error) {
    char all[32];
    const hbs_status status = hbs_exact_check_walked(plan->generator, walked, error);
    if (status == HBS_ERROR_BUDGET && own->full)
        return hbs_raise(error, status, "%s: all but %.3g of the probability lies beyond the instances that %llu MiB of memory hold: make them smaller, or allow more", plan->generator->name,
                         1 - mpq_get_d(walked->left_over), (unsigned long long)own->memory >> 20);
    if (status != HBS_ERROR_BUDGET || plan->bits <= log2((double)plan->bounds.paths)) return status;
    const double reached = 1 - mpq_get_d(walked->left_over);
    return hbs_raise(error, HBS_ERROR_BUDGET, "%s: all but %.3g of the probability lies beyond %llu of about %s sequences of choices: too many to enumerate; make the instances smaller, or allow more",
                     plan->generator->name, reached, (unsigned long long)plan->bounds.paths, number_text(plan->bits, all, sizeof all));
}

/* The largest b, below `most`, whose estimated number of paths is at most 2^bits; 1 if none is. */
static hbs_status bits_for(const planned *plan, double bits, uint32_t most, uint32_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_enumeration_bounds bounds = plan->bounds;
    hbs_enumeration_size size;
    for (*out = 1; most - *out > 1;) {
        bounds.least_bits = *out + (most - *out) / 2;
        HBS_TRY(hbs_enumeration_estimate(plan->generator, plan->settings, &bounds, plan->options->listener, &size, error));
        if (size.all_bits <= bits) *out = bounds.least_bits; else most = bounds.least_bits;
    }
done:
    return status;
}

/* `times` times the estimated number of paths, a power of 2, at least `least`, and no more than are allowed. */
static uint64_t paths_passed(const planned *plan, unsigned times, uint64_t least) {
    const double bits = ceil(plan->bits) + log2(times);
    const uint64_t allowed = plan->bounds.paths, passed = bits < 63 ? UINT64_C(1) << (unsigned)bits : UINT64_MAX, most = passed > least ? passed : least;
    return most < allowed ? most : allowed;
}

/* Begins with all where they seem to be few, else with what seems to take half of the paths, and does not look where twice as many would be needed. */
static hbs_status start_deepening(const planned *plan, hbs_deepening *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const double allowed = log2((double)plan->bounds.paths);
    const uint32_t most = (uint32_t)allowed + HBS_ENUMERATION_AHEAD;
    *out = hbs_deepening_start(plan->bounds.paths);
    out->bits = HBS_DEEPENING_ALL;
    if (plan->bits <= allowed) {
        if (!plan->options->bounds.paths) out->paths = paths_passed(plan, HBS_EXACT_PASSED, HBS_EXACT_PATHS_PASSED);   /* once all turn out to be too many */
        goto done;
    }
    HBS_TRY(bits_for(plan, allowed - 1, most, &out->bits, error));
    HBS_TRY(bits_for(plan, allowed + 1, most, &out->failed, error));
    out->failed++;
done:
    return status;
}

/* The enumeration with the largest b that suffices. */
static hbs_status deepen(const planned *plan, folding *own, hbs_enumeration *walked, unsigned *least_bits, hbs_error *error) {
    hbs_enumeration_bounds bounds = plan->bounds;
    const hbs_enumeration_visitor visitor = {.path = visit, .restart = restart, .context = own};
    hbs_deepening deepening = {.said = 0};
    hbs_status status = plan->bounds.least_bits ? HBS_OK : start_deepening(plan, &deepening, error);
    if (status != HBS_OK) return status;
    do {
        if (!plan->bounds.least_bits) {
            bounds.least_bits = deepening.bits;
            bounds.paths = deepening.bits == HBS_DEEPENING_ALL ? paths_passed(plan, 1, 4096) : deepening.paths;
        }
        restart(own);
        status = hbs_enumerate(plan->generator, plan->settings, &bounds, &visitor, plan->options->listener, walked, error);
    } while (!(own->repeat_seen && own->may_change) && !plan->bounds.least_bits && hbs_deepening_more(&deepening, status, walked));
    *least_bits = plan->bounds.least_bits ? plan->bounds.least_bits : deepening.said;
    return status;
}

static hbs_status enumerate(planned *plan, folding *own, hbs_enumeration *walked, unsigned *least_bits, hbs_error *error) {
    hbs_status status;
    do {
        status = estimate(plan, own, error);
        if (status == HBS_OK) status = deepen(plan, own, walked, least_bits, error);
    } while (change_collection(status, own));
    if (status == HBS_OK) status = check_walked(plan, own, walked, error);
    return status;
}

/* ---- cells ---- */

typedef struct labelling {
    hbs_labeller labeller;
    hbs_verdict verdict;
    hbs_instance instance;
    hbs_query_pair least;
    hbs_signature signature;
    mpq_t mass;
    mpz_t members;
} labelling;

static void labelling_free(labelling *own) {
    hbs_labeller_close(&own->labeller);
    hbs_verdict_free(&own->verdict);
    hbs_instance_free(&own->instance);
    hbs_query_pair_free(&own->least);
    hbs_signature_free(&own->signature);
    mpq_clear(own->mass);
    mpz_clear(own->members);
}

/* Label, signature and members of one payload. */
static hbs_status add_cell(hbs_exact_law *law, const hbs_masses *from, size_t i, labelling *own, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_mass_cell *const cell = &from->cell[i];
    hbs_exact_cell *const to = &law->cell[law->cells];
    size_t group;
    *to = (hbs_exact_cell){.start = cell->start, .size = cell->size};
    HBS_TRY(hbs_instance_decode(&own->instance, law->problem, law->bytes.data + cell->start, cell->size, error));
    if (law->problem == HBS_CQC) HBS_TRY(hbs_query_class(&own->instance.pair, &own->least, own->members, error));
    HBS_TRY(hbs_label(&own->labeller, &own->instance, &own->verdict, error));
    HBS_TRY(hbs_signature_of(&own->instance, &own->signature, error));
    HBS_TRY(hbs_exact_group_of(law, cell->member, &own->signature, &group, error));
    hbs_mass_of(from, cell, own->mass);
    HBS_TRY(hbs_exact_count_kind(law, group, own->verdict.label, own->mass, own->members, &to->kind, error));
    law->cells++;
done:
    return status;
}

/* Pairs of queries up to names: payloads of the least forms, masses added up again. */
static hbs_status merge_classes(folding *own, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_masses merged = {0};
    hbs_query_pair pair = {0}, least = {0};
    mpz_t members;
    mpq_t mass;
    mpz_init(members);
    mpq_init(mass);
    for (size_t i = 0; i < own->masses.cells; i++) {
        const hbs_mass_cell *const cell = &own->masses.cell[i];
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while pairs were compared up to names");
        HBS_TRY(hbs_query_pair_decode(&pair, hbs_mass_payload(&own->masses, cell), cell->size, error));
        HBS_TRY(hbs_query_class(&pair, &least, members, error));
        hbs_bytes_clear(&own->payload);
        HBS_TRY(hbs_query_pair_encode(&least, &own->payload, error));
        hbs_mass_of(&own->masses, cell, mass);
        HBS_TRY(hbs_masses_add(&merged, cell->member, &own->payload, mass, error));
        hbs_report_progress(listener, "names", i, own->masses.cells, "payloads");
    }
    const hbs_masses before = own->masses;
    own->masses = merged;
    merged = before;
done:
    mpz_clear(members);
    mpq_clear(mass);
    hbs_query_pair_free(&pair);
    hbs_query_pair_free(&least);
    hbs_masses_free(&merged);
    return status;
}

static hbs_status fill_cells(hbs_exact_law *law, folding *from, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    labelling own = {0};
    mpq_init(own.mass);
    mpz_init_set_ui(own.members, 1);
    HBS_TRY(hbs_labeller_open(&own.labeller, NULL, law->problem, 0, false, error));
    if (listener) hbs_labeller_stop_when(&own.labeller, listener->stop, listener->context);
    HBS_TRY(hbs_grow(&law->cell, &law->cell_capacity, from->masses.cells, sizeof *law->cell, error));
    law->bytes = from->masses.bytes;
    from->masses.bytes = (hbs_bytes){0};
    for (size_t i = 0; i < from->masses.cells; i++) {
        status = add_cell(law, &from->masses, i, &own, error);
        if (status == HBS_ERROR_INTERRUPTED || hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while instances were labelled");
        HBS_TRY(status);
        hbs_report_progress(listener, "label", i, from->masses.cells, "instances");
    }
    hbs_masses_free(&from->masses);
done:
    labelling_free(&own);
    return status;
}

/* Enumerated and labelled. */
static hbs_status by_choices(planned *plan, folding *own, hbs_exact_law *law, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_enumeration walked;
    hbs_enumeration_new(&walked);
    HBS_TRY(enumerate(plan, own, &walked, &law->least_bits, error));
    if (plan->stated && mpq_sgn(walked.left_over)) HBS_TRY(too_many(plan, 0, error));   /* better the whole law as stated than a part of it */
    if (law->problem == HBS_CQC) HBS_TRY(merge_classes(own, plan->options->listener, error));
    HBS_TRY(fill_cells(law, own, plan->options->listener, error));
    HBS_TRY(hbs_exact_finish(law, error));
    law->paths = walked.paths;
    law->cut = walked.cut;
    law->closed = walked.closed;
    law->longest = walked.longest;
    mpq_set(law->left_over, walked.left_over);
    mpq_set(law->merged, own->merged);
done:
    hbs_enumeration_free(&walked);
    return status;
}

/* As the generator states it; `refused` says why it was not enumerated, if that was tried. */
static hbs_status as_stated(const planned *plan, const hbs_error *refused, hbs_exact_law *law, hbs_error *error) {
    hbs_error why = {0};
    hbs_enumeration_bounds bounds = plan->bounds;
    if (!bounds.paths) bounds.paths = HBS_EXACT_PATHS_STATED;
    const hbs_status status = hbs_exact_stated(plan->generator, plan->settings, &bounds, plan->options->listener, law, &why);
    if (status == HBS_OK) return HBS_OK;
    if (status != HBS_ERROR_USAGE) return hbs_raise(error, status, "%s", why.message);
    if (!refused) return hbs_raise(error, status, "%s: its stated density does not help: %s", plan->generator->name, why.message);
    return hbs_raise(error, refused->code, "%s; and its stated density does not help: %s", refused->message, why.message);
}

/* Are instances taken as what the generator draws, so that what it states is about them? */
static bool as_drawn(const planned *plan, const folding *own) {
    bool said;
    return plan->options->as == HBS_AS_DRAWN || plan->generator->problem == HBS_GENERATES_CQC || own->of == stated_collection(plan->generator, plan->settings, &said);
}

/* Bounds of the caller's end units early, and then not all paths are estimated. */
static bool is_bounded(const hbs_enumeration_bounds *bounds) { return bounds->cut_rejects || bounds->least_bits || bounds->choices != hbs_exact_defaults().bounds.choices; }

hbs_status hbs_exact_of(const hbs_generator *generator, const hbs_settings *settings, const hbs_exact_options *options, hbs_exact_law *law, hbs_error *error) {
    hbs_status status = HBS_OK;
    folding own = {.name = generator->name, .memory = options->memory ? options->memory : HBS_EXACT_MEMORY};
    planned plan = {.generator = generator, .settings = settings, .options = options, .bounds = options->bounds};
    hbs_error refused = {0};
    mpq_init(own.merged);
    law->problem = generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT;
    law->members = generator->instances_per_unit;
    choose_collection(&plan, &own);
    law->of = own.of;
    if (options->source == HBS_BY_DENSITY) {
        if (!plan.stated) HBS_FAIL(error, HBS_ERROR_USAGE, "%s states no density of what its instances are taken for: let it be enumerated", generator->name);
        HBS_TRY(as_stated(&plan, NULL, law, error));
    } else {
        status = by_choices(&plan, &own, law, &refused);
        if (status == HBS_ERROR_BUDGET && plan.stated) HBS_TRY(as_stated(&plan, &refused, law, error));
        else if (status != HBS_OK) HBS_FAIL(error, status, "%s", refused.message);
    }
    law->of = own.of;
    law->density = as_drawn(&plan, &own) ? generator->density : HBS_DENSITY_UNKNOWN;
    const bool exceeded = law->cut && (double)(law->paths + law->cut) > exp2(plan.bits);   /* there may be infinitely many */
    law->all_bits = is_bounded(&options->bounds) || exceeded ? 0 : plan.bits;
done:
    folding_free(&own);
    return status;
}
