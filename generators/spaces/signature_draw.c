/* Uniform draws from the space of a signature.
 *
 * SAT: by number, see generators/sat/clauses.c. CQC: the spaces ask that every variable and every constant occurs, and two rejection samplers with
 * the same law are at hand: uniform distinct atoms, redrawn until everything occurs; or a uniform surjection from the places of the atoms onto the
 * terms (generators/cqc/surjections.c), redrawn until atoms are distinct. The first is good for dense bodies, the second for sparse ones such as
 * chains and stars; an estimate of both acceptance rates decides, which cannot bias the draw. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generators/cqc/bodies.h"
#include "generators/cqc/surjections.h"
#include "generators/sat/clauses.h"
#include "generators/spaces/signature.h"

struct hbs_sampler {
    hbs_clause_sampler *clauses;
    hbs_distinct distinct;
    hbs_surjections surjections[2];   /* by query: their sizes stay the same while one signature is drawn again and again */
    uint8_t *seen;
    uint32_t *constant, *filling;
    size_t seen_capacity, constant_capacity, filling_capacity;
};

hbs_status hbs_sampler_new(hbs_sampler **out, hbs_error *error) {
    hbs_sampler *sampler = NULL;
    hbs_status status = hbs_allocate(&sampler, 1, sizeof *sampler, error);
    if (status == HBS_OK) status = hbs_clause_sampler_new(&sampler->clauses, error);
    if (status == HBS_OK) *out = sampler;
    else hbs_sampler_free(sampler);
    return status;
}

void hbs_sampler_free(hbs_sampler *sampler) {
    if (!sampler) return;
    hbs_clause_sampler_free(sampler->clauses);
    hbs_distinct_free(&sampler->distinct);
    hbs_surjections_free(&sampler->surjections[0]);
    hbs_surjections_free(&sampler->surjections[1]);
    free(sampler->seen);
    free(sampler->constant);
    free(sampler->filling);
    free(sampler);
}

/* ---- one query ---- */

/* A query to be drawn: the signature's numbers, with what follows from them. */
typedef struct query_task {
    const hbs_signature *signature;
    const hbs_query_signature *wanted;
    unsigned which;
    hbs_query_pair *pair;
    hbs_query *query;
    hbs_body_terms terms;
    uint64_t places;
} query_task;

static hbs_status start_task(query_task *task, hbs_sampler *sampler, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_signature *const signature = task->signature;
    task->wanted = &signature->query[task->which];
    task->query = task->which ? &task->pair->q2 : &task->pair->q1;
    task->places = 0;
    bool may_repeat = false;
    for (size_t r = 0; r < signature->relations; r++) {
        if (__builtin_add_overflow(task->places, (uint64_t)task->wanted->atoms[r] * signature->relation[r].kind, &task->places))
            HBS_FAIL(error, HBS_ERROR_MEMORY, "q%u has more arguments than memory holds", task->which + 1);
        may_repeat = may_repeat || (task->wanted->atoms[r] && signature->relation[r].kind > 1);
    }
    HBS_TRY(hbs_grow(&sampler->constant, &sampler->constant_capacity, signature->constants + 1, sizeof *sampler->constant, error));
    HBS_TRY(hbs_grow(&sampler->seen, &sampler->seen_capacity, task->wanted->variables + signature->constants + 1, 1, error));
    task->terms = (hbs_body_terms){.variables = task->wanted->variables, .constant = sampler->constant, .repeats = task->wanted->repeats};
    for (uint32_t c = 0; c < signature->constants; c++)
        if (signature->constant_use[c] >> task->which & 1) sampler->constant[task->terms.constants++] = c;
    if ((uint64_t)task->terms.variables + task->terms.constants > task->places)
        HBS_FAIL(error, HBS_ERROR_USAGE, "q%u: %u variables and %u constants cannot all occur in %llu places", task->which + 1,
                task->terms.variables, task->terms.constants, (unsigned long long)task->places);
    if (task->wanted->repeats && !may_repeat) HBS_FAIL(error, HBS_ERROR_USAGE, "q%u: no atom can repeat an argument", task->which + 1);
    for (size_t r = 0; r < signature->relations; r++)
        HBS_TRY(hbs_body_check(signature->relation[r].text, signature->relation[r].kind, task->wanted->atoms[r], task->terms, error));
    task->query->variables = task->wanted->variables;
    for (size_t i = 0; i < task->wanted->head_arity; i++) HBS_TRY(hbs_query_head(task->query, task->wanted->head[i], error));
done:
    return status;
}

/* Uniform distinct atoms; *good: every term occurs. */
static hbs_status try_atoms(query_task *task, hbs_sampler *sampler, hbs_rng *rng, bool *good, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t r = 0; r < task->signature->relations; r++)
        HBS_TRY(hbs_body_draw(&sampler->distinct, rng, task->pair, task->query, (uint32_t)r, task->wanted->atoms[r], task->terms, error));
    const size_t arguments = hbs_query_arguments(task->query);
    size_t terms = 0;
    memset(sampler->seen, 0, task->terms.variables + task->signature->constants);
    for (size_t i = 0; i < arguments; i++) {
        const hbs_term term = task->query->argument[i];
        uint8_t *const seen = &sampler->seen[hbs_is_constant(term) ? task->terms.variables + hbs_constant_index(term) : term];
        terms += !*seen;
        *seen = 1;
    }
    *good = terms == (size_t)task->terms.variables + task->terms.constants;
done:
    return status;
}

/* A uniform filling in which every term occurs; *good: its atoms are distinct and, where that is asked, without repeated arguments. */
static hbs_status try_filling(query_task *task, hbs_sampler *sampler, hbs_rng *rng, bool *good, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t *argument = sampler->filling;
    *good = false;
    hbs_surjection_draw(&sampler->surjections[task->which], rng, argument);
    for (size_t r = 0; r < task->signature->relations; r++) {
        const uint32_t arity = task->signature->relation[r].kind;
        for (size_t a = 0; a < task->wanted->atoms[r]; a++, argument += arity) {
            if (!task->terms.repeats && hbs_repeats_argument(argument, arity)) goto done;
            for (uint32_t i = 0; i < arity; i++)
                if (argument[i] >= task->terms.variables) argument[i] = HBS_CONSTANT | sampler->constant[argument[i] - task->terms.variables];
            HBS_TRY(hbs_query_append(task->query, task->pair, (uint32_t)r, argument, error));
        }
    }
    const size_t before = task->query->atoms;
    HBS_TRY(hbs_query_merge_repeats(task->query, error));
    *good = task->query->atoms == before;
done:
    return status;
}

static bool some_atom_repeats(const hbs_query *query) {
    for (size_t a = 0; a < query->atoms; a++)
        if (hbs_repeats_argument(hbs_atom(query, a), hbs_atom_arity(query, a))) return true;
    return false;
}

/* Logarithms of the rates at which the two samplers succeed, roughly. */
static bool filling_is_better(const query_task *task) {
    const double terms = (double)task->terms.variables + task->terms.constants, places = (double)task->places;
    if (terms < 1 || !hbs_surjections_fit(task->places, task->terms.variables + (uint64_t)task->terms.constants)) return false;
    const double all_occur = terms * log(-expm1(-places / terms));
    double distinct = 0;
    for (size_t r = 0; r < task->signature->relations; r++) {
        const double arity = task->signature->relation[r].kind, atoms = (double)task->wanted->atoms[r];
        distinct -= atoms * atoms / (2 * pow(terms, arity));
        if (!task->terms.repeats) distinct -= atoms * arity * (arity - 1) / (2 * terms);
    }
    return distinct > all_occur;
}

static hbs_status draw_query(query_task *task, hbs_sampler *sampler, hbs_rng *rng, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(start_task(task, sampler, error));
    const bool filling = filling_is_better(task);
    if (filling) {
        HBS_TRY(hbs_surjections_set(&sampler->surjections[task->which], (uint32_t)task->places, task->terms.variables + task->terms.constants, error));
        HBS_TRY(hbs_grow(&sampler->filling, &sampler->filling_capacity, (size_t)task->places + 1, sizeof *sampler->filling, error));
    }
    const hbs_rng_mark mark = hbs_rng_take_mark(rng);
    for (bool good = false;;) {
        task->query->atoms = 0;
        HBS_TRY((filling ? try_filling : try_atoms)(task, sampler, rng, &good, error));
        if (good && (!task->wanted->repeats || some_atom_repeats(task->query))) break;
        if (!hbs_rng_reject(rng, mark))
            HBS_FAIL(error, HBS_ERROR_BUDGET, "no q%u of this signature found in %llu tries: nearly no query has it", task->which + 1,
                    (unsigned long long)rng->retries);
    }
done:
    return status;
}

/* ---- instances ---- */

static hbs_status draw_pair(hbs_sampler *sampler, const hbs_signature *signature, hbs_rng *rng, hbs_query_pair *pair, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_signature_symbols(signature, pair, error));
    for (unsigned which = 0; which < 2; which++) {
        query_task task = {.signature = signature, .which = which, .pair = pair};
        HBS_TRY(draw_query(&task, sampler, rng, error));
    }
    HBS_TRY(hbs_query_pair_shuffle(pair, rng, error));
done:
    return status;
}

hbs_status hbs_signature_draw(hbs_sampler *sampler, const hbs_signature *signature, bool distinct, hbs_rng *rng, hbs_instance *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_sampler *own = NULL;
    hbs_instance made = {0};
    if (!sampler) {
        HBS_TRY(hbs_sampler_new(&own, error));
        sampler = own;
    }
    hbs_instance_clear(&made, signature->problem);
    if (signature->problem == HBS_SAT) {
        hbs_cnf_clear(&made.cnf, signature->variables);
        HBS_TRY(hbs_clauses_draw(sampler->clauses, rng, signature->length, signature->lengths, (hbs_clause_law){.distinct = distinct}, &made.cnf, error));
    } else {
        HBS_TRY(draw_pair(sampler, signature, rng, &made.pair, error));
    }
    hbs_instance_free(out);
    *out = made;
    made = (hbs_instance){0};
done:
    hbs_instance_free(&made);
    hbs_sampler_free(own);
    return status;
}
