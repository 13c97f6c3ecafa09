/* Paths of the generator are folded to payloads and added up; what came is then labelled by an exact solver and sorted by signature. Where there are too many,
 * the least likely ones are cut (analysis/deepening.h), so that what is left over is as small as the number of paths allows, and known. */
#include "analysis/exact.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/deepening.h"
#include "analysis/instance_masses.h"
#include "analysis/query_class.h"
#include "solvers/solver.h"

hbs_exact_options hbs_exact_defaults(void) {
    return (hbs_exact_options){.as = HBS_AS_DRAWN, .bounds = {.paths = 2000000, .choices = 1000}};
}

void hbs_exact_law_new(hbs_exact_law *law) {
    *law = (hbs_exact_law){0};
    mpq_inits(law->left_over, law->merged, NULL);
}

void hbs_exact_law_free(hbs_exact_law *law) {
    for (size_t i = 0; i < law->cells; i++) {
        mpq_clear(law->cell[i].mass);
        mpz_clear(law->cell[i].members);
    }
    for (size_t g = 0; g < law->groups; g++) {
        hbs_exact_group *const group = &law->group[g];
        hbs_signature_free(&group->signature);
        mpq_clears(group->mass, group->label_mass[0], group->label_mass[1], NULL);
        mpz_clears(group->found, group->label_found[0], group->label_found[1], NULL);
    }
    free(law->cell);
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
    hbs_masses masses;
    hbs_cnf folded;
    int32_t *literal;
    size_t literal_capacity;
    hbs_bytes payload;
    mpq_t merged;
} folding;

static void folding_free(folding *own) {
    hbs_masses_free(&own->masses);
    hbs_cnf_free(&own->folded);
    free(own->literal);
    hbs_bytes_free(&own->payload);
    mpq_clear(own->merged);
}

static int by_variable(const void *a, const void *b) {
    const uint32_t x = hbs_literal_code(*(const int32_t *)a), y = hbs_literal_code(*(const int32_t *)b);
    return (x > y) - (x < y);
}

/* The clause as a set of literals, rising; false for a tautology, which belongs to no signature. */
static hbs_status fold_clause(folding *own, const hbs_cnf *cnf, size_t clause, size_t *length, bool *kept, hbs_error *error) {
    const size_t count = hbs_cnf_length(cnf, clause);
    const hbs_status status = hbs_grow(&own->literal, &own->literal_capacity, count + 1, sizeof *own->literal, error);
    if (status != HBS_OK) return status;
    if (count) memcpy(own->literal, hbs_cnf_clause(cnf, clause), count * sizeof *own->literal);
    qsort(own->literal, count, sizeof *own->literal, by_variable);
    *length = 0;
    *kept = true;
    for (size_t i = 0; i < count; i++) {
        if (*length && own->literal[*length - 1] == own->literal[i]) continue;
        if (*length && own->literal[*length - 1] == -own->literal[i]) *kept = false;
        own->literal[(*length)++] = own->literal[i];
    }
    return HBS_OK;
}

static hbs_status fold_sequence(folding *own, const hbs_cnf *cnf, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_cnf_clear(&own->folded, cnf->variables);
    for (size_t c = 0; c < cnf->clauses; c++) {
        size_t length = 0;
        bool kept = true;
        HBS_TRY(fold_clause(own, cnf, c, &length, &kept, error));
        if (kept) HBS_TRY(hbs_cnf_add(&own->folded, own->literal, length, error));
    }
done:
    return status;
}

static hbs_status fold_set(folding *own, const hbs_cnf *cnf, const mpq_t mass, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(fold_sequence(own, cnf, error));
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
            HBS_TRY(own->of == HBS_SETS ? fold_set(own, &instance->cnf, mass, error) : fold_sequence(own, &instance->cnf, error));
            if (own->repeat_seen && own->may_change) HBS_FAIL(error, HBS_ERROR_USAGE, "a clause came twice");   /* ends the enumeration; try_again() */
            HBS_TRY(hbs_cnf_encode(&own->folded, &own->payload, error));
        } else {
            HBS_TRY(hbs_instance_encode(instance, &own->payload, error));
        }
        HBS_TRY(hbs_masses_add(&own->masses, (unsigned)i, &own->payload, mass, error));
    }
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

static void choose_collection(const hbs_generator *generator, const hbs_settings *settings, hbs_as as, folding *own) {
    own->of = as == HBS_AS_SEQUENCES ? HBS_SEQUENCES : HBS_SETS;
    own->may_change = as == HBS_AS_DRAWN && generator->problem == HBS_GENERATES_SAT;
    for (uint32_t p = 0; own->may_change && p < generator->parameter_count; p++) {
        if (strcmp(generator->parameters[p].name, "distinct") || generator->parameters[p].type != HBS_FLAG) continue;
        own->of = settings->item[p].low ? HBS_SETS : HBS_SEQUENCES;
        own->may_change = false;
    }
}

/* After a repeat, once: the other collection. */
static bool change_collection(hbs_status status, folding *own) {
    if (status == HBS_OK || !own->repeat_seen || !own->may_change) return false;
    own->of = HBS_SEQUENCES;
    own->may_change = false;
    return true;
}

static hbs_status enumerate(const hbs_generator *generator, const hbs_settings *settings, const hbs_exact_options *options, folding *own,
                            hbs_enumeration *walked, unsigned *least_bits, hbs_error *error) {
    hbs_enumeration_bounds bounds = options->bounds;
    const hbs_enumeration_visitor visitor = {.path = visit, .restart = restart, .context = own};
    hbs_deepening deepening = hbs_deepening_start(bounds.paths);
    hbs_status status;
    do {
        if (!options->bounds.least_bits) bounds.least_bits = deepening.bits;
        restart(own);
        status = hbs_enumerate(generator, settings, &bounds, &visitor, options->listener, walked, error);
    } while (change_collection(status, own) || (!options->bounds.least_bits && hbs_deepening_more(&deepening, status, walked)));
    *least_bits = options->bounds.least_bits ? options->bounds.least_bits : deepening.said;
    if (status != HBS_OK) return status;
    if (walked->lost > .5)
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: with probability %.3g it comes to where it rejects whatever it draws, and never ends; choose parameters for which something is accepted, or mend its loop (hbs_unit_retry)",
                         generator->name, walked->lost);
    if (mpq_cmp_ui(walked->left_over, 1, 2) > 0)
        return hbs_raise(error, HBS_ERROR_BUDGET, "%s: all but %.3g of the probability lies beyond %llu sequences of choices: too many to enumerate; make the instances smaller, or allow more",
                         generator->name, 1 - mpq_get_d(walked->left_over), (unsigned long long)bounds.paths);
    hbs_masses_settle(&own->masses);
    return HBS_OK;
}

/* ---- cells ---- */

static hbs_status add_group(hbs_exact_law *law, unsigned member, hbs_signature *signature, size_t *out, hbs_error *error) {
    for (*out = 0; *out < law->groups; ++*out)
        if (law->group[*out].member == member && hbs_signature_equal(&law->group[*out].signature, signature)) return HBS_OK;
    const hbs_status status = hbs_grow(&law->group, &law->group_capacity, law->groups + 1, sizeof *law->group, error);
    if (status != HBS_OK) return status;
    hbs_exact_group *const group = &law->group[law->groups++];
    *group = (hbs_exact_group){.member = member, .signature = *signature};
    *signature = (hbs_signature){0};
    mpq_inits(group->mass, group->label_mass[0], group->label_mass[1], NULL);
    mpz_inits(group->found, group->label_found[0], group->label_found[1], NULL);
    return HBS_OK;
}

typedef struct labelling {
    hbs_labeller labeller;
    hbs_verdict verdict;
    hbs_instance instance;
    hbs_signature signature;
} labelling;

/* Label, signature and members of the cell, whose payload and mass are there. */
static hbs_status read_cell(hbs_exact_law *law, hbs_exact_cell *cell, unsigned member, labelling *own, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_instance_decode(&own->instance, law->problem, law->bytes.data + cell->start, cell->size, error));
    HBS_TRY(hbs_label(&own->labeller, &own->instance, &own->verdict, error));
    cell->label = own->verdict.label;
    HBS_TRY(hbs_signature_of(&own->instance, &own->signature, error));
    HBS_TRY(add_group(law, member, &own->signature, &cell->group, error));
    hbs_exact_group *const group = &law->group[cell->group];
    mpq_add(group->mass, group->mass, cell->mass);
    mpq_add(group->label_mass[cell->label], group->label_mass[cell->label], cell->mass);
    mpz_add(group->found, group->found, cell->members);
    mpz_add(group->label_found[cell->label], group->label_found[cell->label], cell->members);
done:
    return status;
}

/* Pairs of queries up to names: payloads of the least forms, masses added up again. */
static hbs_status merge_classes(folding *own, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_masses merged = {0};
    hbs_query_pair pair = {0}, least = {0};
    mpz_t members;
    mpz_init(members);
    for (size_t i = 0; i < own->masses.cells; i++) {
        const hbs_mass_cell *const cell = &own->masses.cell[i];
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while pairs were compared up to names");
        HBS_TRY(hbs_query_pair_decode(&pair, hbs_mass_payload(&own->masses, cell), cell->size, error));
        HBS_TRY(hbs_query_class(&pair, &least, members, error));
        hbs_bytes_clear(&own->payload);
        HBS_TRY(hbs_query_pair_encode(&least, &own->payload, error));
        HBS_TRY(hbs_masses_add(&merged, cell->member, &own->payload, cell->mass, error));
        hbs_report_progress(listener, "names", i, own->masses.cells, "payloads");
    }
    hbs_masses_settle(&merged);
    const hbs_masses before = own->masses;
    own->masses = merged;
    merged = before;
done:
    mpz_clear(members);
    hbs_query_pair_free(&pair);
    hbs_query_pair_free(&least);
    hbs_masses_free(&merged);
    return status;
}

static hbs_status count_members(const hbs_exact_law *law, hbs_exact_cell *cell, hbs_error *error) {
    mpz_set_ui(cell->members, 1);
    if (law->problem == HBS_SAT) return HBS_OK;
    hbs_query_pair pair = {0};
    hbs_status status = hbs_query_pair_decode(&pair, law->bytes.data + cell->start, cell->size, error);
    if (status == HBS_OK) status = hbs_query_class(&pair, &pair, cell->members, error);
    hbs_query_pair_free(&pair);
    return status;
}

static hbs_status fill_cells(hbs_exact_law *law, folding *from, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    labelling own = {0};
    HBS_TRY(hbs_labeller_open(&own.labeller, NULL, law->problem, 0, false, error));
    HBS_TRY(hbs_allocate(&law->cell, from->masses.cells, sizeof *law->cell, error));
    law->bytes = from->masses.bytes;
    from->masses.bytes = (hbs_bytes){0};
    for (size_t i = 0; i < from->masses.cells; i++) {
        hbs_exact_cell *const cell = &law->cell[law->cells++];
        cell->start = from->masses.cell[i].start;
        cell->size = from->masses.cell[i].size;
        mpq_init(cell->mass);
        mpz_init(cell->members);
        mpq_set(cell->mass, from->masses.cell[i].mass);
        if (hbs_should_stop(listener)) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "interrupted while instances were labelled");
        HBS_TRY(count_members(law, cell, error));
        HBS_TRY(read_cell(law, cell, from->masses.cell[i].member, &own, error));
        hbs_report_progress(listener, "label", i, from->masses.cells, "instances");
    }
done:
    hbs_labeller_close(&own.labeller);
    hbs_verdict_free(&own.verdict);
    hbs_instance_free(&own.instance);
    hbs_signature_free(&own.signature);
    return status;
}

/* ---- order ---- */

typedef struct ranked {
    const hbs_exact_group *group;
    size_t index;
} ranked;

static int compare_groups(const void *a, const void *b) {
    const ranked *const x = a, *const y = b;
    if (x->group->member != y->group->member) return x->group->member < y->group->member ? -1 : 1;
    const int order = mpq_cmp(y->group->mass, x->group->mass);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static int compare_cells(const void *a, const void *b) {
    const hbs_exact_cell *const x = a, *const y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

static hbs_status sort_groups(hbs_exact_law *law, hbs_error *error) {
    hbs_status status = HBS_OK;
    ranked *order = NULL;
    hbs_exact_group *sorted = NULL;
    size_t *place = NULL;
    HBS_TRY(hbs_allocate(&order, law->groups, sizeof *order, error));
    HBS_TRY(hbs_allocate(&sorted, law->groups, sizeof *sorted, error));
    HBS_TRY(hbs_allocate(&place, law->groups, sizeof *place, error));
    for (size_t g = 0; g < law->groups; g++) order[g] = (ranked){&law->group[g], g};
    qsort(order, law->groups, sizeof *order, compare_groups);
    for (size_t g = 0; g < law->groups; g++) {
        place[order[g].index] = g;
        sorted[g] = *order[g].group;
    }
    for (size_t i = 0; i < law->cells; i++) law->cell[i].group = place[law->cell[i].group];
    qsort(law->cell, law->cells, sizeof *law->cell, compare_cells);
    free(law->group);
    law->group = sorted;
    law->group_capacity = law->groups;
    sorted = NULL;
    for (size_t i = law->cells; i-- > 0;) {
        law->group[law->cell[i].group].first = i;
        law->group[law->cell[i].group].cells++;
    }
done:
    free(order);
    free(sorted);
    free(place);
    return status;
}

hbs_status hbs_exact_of(const hbs_generator *generator, const hbs_settings *settings, const hbs_exact_options *options, hbs_exact_law *law, hbs_error *error) {
    hbs_status status = HBS_OK;
    folding own = {0};
    hbs_enumeration walked;
    hbs_enumeration_new(&walked);
    mpq_init(own.merged);
    law->problem = generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT;
    law->members = generator->instances_per_unit;
    choose_collection(generator, settings, options->as, &own);
    HBS_TRY(enumerate(generator, settings, options, &own, &walked, &law->least_bits, error));
    if (law->problem == HBS_CQC) HBS_TRY(merge_classes(&own, options->listener, error));
    HBS_TRY(fill_cells(law, &own, options->listener, error));
    HBS_TRY(sort_groups(law, error));
    law->of = own.of;
    law->paths = walked.paths;
    law->cut = walked.cut;
    law->closed = walked.closed;
    law->longest = walked.longest;
    mpq_set(law->left_over, walked.left_over);
    mpq_set(law->merged, own.merged);
done:
    folding_free(&own);
    hbs_enumeration_free(&walked);
    return status;
}
