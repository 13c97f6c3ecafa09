/* PicoSAT (Biere, PicoSAT essentials, JSAT 4, 2008; Debian's package 965) as a solver.
 *
 * Budget and effort are propagations: PicoSAT has no limit in conflicts, and propagations are deterministic. Refutations come from its
 * incremental RUP output, which works also where the library was built without traces; its text (a padded header line, then one lemma a line,
 * ended by 0) is turned into the compact bytes of solvers/checking/certificate.h.
 *
 * PicoSAT prints and aborts when it is misused or out of memory. It gets no chance: literals and sizes are checked by the formula's own contract, the bounds
 * announced for the RUP file are those of the whole formula, nothing is added after solving, and its memory comes from here: when there is no more,
 * the allocator does not return but jumps back to `guarded`, and all blocks handed out are freed. It never prints, as its verbosity stays 0. */
#include <limits.h>
#include <picosat/picosat.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "solvers/used_variables.h"
#include "solvers/solver.h"

typedef union block block;
union block {                /* in front of every piece of PicoSAT's memory */
    struct {
        block *next, *previous;
    } link;
    max_align_t align;
};

typedef struct workspace {
    hbs_used_variables names;
    block blocks;            /* ring of what PicoSAT holds */
    jmp_buf no_memory;
    FILE *rup;
    char *text;              /* what was written to rup */
    size_t text_size;
    uint8_t *model;
    size_t model_capacity;
    int result;
    uint64_t propagations;
    bool (*stop)(void *context);
    void *stop_context;
    bool stopped;
} workspace;

static int ask_stop(void *given)
{
    workspace *const w = given;
    w->stopped = w->stopped || w->stop(w->stop_context);
    return w->stopped;
}

static void link_block(workspace *w, block *b)
{
    b->link.next = w->blocks.link.next;
    b->link.previous = &w->blocks;
    b->link.next->link.previous = b;
    b->link.previous->link.next = b;
}

static void unlink_block(block *b)
{
    b->link.next->link.previous = b->link.previous;
    b->link.previous->link.next = b->link.next;
}

static void *give(void *manager, size_t size)
{
    workspace *const w = manager;
    block *const b = size > SIZE_MAX / 2 ? NULL : malloc(sizeof *b + size);
    if (!b) longjmp(w->no_memory, 1);
    link_block(w, b);
    return b + 1;
}

static void take(void *manager, void *memory, size_t size)
{
    (void)manager, (void)size;
    if (!memory) return;
    block *const b = (block *)memory - 1;
    unlink_block(b);
    free(b);
}

static void *give_more(void *manager, void *memory, size_t old_size, size_t size)
{
    workspace *const w = manager;
    if (!size) {
        take(manager, memory, old_size);
        return NULL;
    }
    if (!memory) return give(manager, size);
    block *const b = (block *)memory - 1;
    unlink_block(b);
    block *const grown = size > SIZE_MAX / 2 ? NULL : realloc(b, sizeof *b + size);
    link_block(w, grown ? grown : b);
    if (!grown) longjmp(w->no_memory, 1);
    return grown + 1;
}

static void take_all(workspace *w)
{
    for (block *b = w->blocks.link.next, *next; b != &w->blocks; b = next) {
        next = b->link.next;
        free(b);
    }
    w->blocks.link.next = w->blocks.link.previous = &w->blocks;
}

static void add_clauses(const workspace *w, PicoSAT *picosat, const hbs_cnf *cnf)
{
    for (size_t c = 0; c < cnf->clauses; c++) {
        const int32_t *const literal = hbs_cnf_clause(cnf, c);
        const size_t count = hbs_cnf_length(cnf, c);
        for (size_t i = 0; i < count; i++) picosat_add(picosat, hbs_used_variables_literal(&w->names, literal[i]));
        picosat_add(picosat, 0);
    }
}

/* All of PicoSAT's life. */
static void run(workspace *w, const hbs_cnf *cnf, uint64_t budget)
{
    PicoSAT *const picosat = picosat_minit(w, give, give_more, take);
    picosat_adjust(picosat, (int)w->names.variables);
    if (w->rup) picosat_set_incremental_rup_file(picosat, w->rup, (int)w->names.variables, (int)cnf->clauses);
    if (budget) picosat_set_propagation_limit(picosat, budget);
    if (w->stop) picosat_set_interrupt(picosat, w, ask_stop);
    add_clauses(w, picosat, cnf);
    w->result = picosat_sat(picosat, -1);
    w->propagations = picosat_propagations(picosat);
    if (w->result != PICOSAT_SATISFIABLE) return;
    for (uint32_t v = 1; v <= w->names.variables; v++) w->model[v] = picosat_deref(picosat, (int)v) > 0;
}

static hbs_status guarded(workspace *w, const hbs_cnf *cnf, uint64_t budget, hbs_error *error)
{
    if (setjmp(w->no_memory)) return hbs_raise(error, HBS_ERROR_MEMORY, "picosat: out of memory; give it a budget, free memory or use smaller formulas");
    run(w, cnf, budget);
    return HBS_OK;
}

/* Next number of the RUP text, false at its end. What PicoSAT wrote is blanks, digits and signs. */
static bool next_number(const workspace *w, size_t *at, int64_t *number)
{
    while (*at < w->text_size && (w->text[*at] == ' ' || w->text[*at] == '\n')) ++*at;
    if (*at >= w->text_size) return false;
    const bool negative = w->text[*at] == '-';
    *at += negative;
    for (*number = 0; *at < w->text_size && w->text[*at] >= '0' && w->text[*at] <= '9'; ++*at) *number = 10 * *number + (w->text[*at] - '0');
    if (negative) *number = -*number;
    return true;
}

static hbs_status write_lemma(const workspace *w, size_t at, uint64_t length, hbs_bytes *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    int64_t number;
    HBS_TRY(hbs_bytes_varint(out, length, error));
    while (next_number(w, &at, &number) && number) {
        const uint32_t original = hbs_used_variables_original(&w->names, (uint32_t)(number < 0 ? -number : number));
        HBS_TRY(hbs_bytes_varint(out, 2 * (uint64_t)(original - 1) + (number < 0), error));
    }
done:
    return status;
}

/* Turns the RUP text into bytes. A refutation by unit propagation alone is left empty. */
static hbs_status write_refutation(const workspace *w, hbs_certificate *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    size_t at = 0, begin;
    int64_t number;
    hbs_bytes_clear(&out->bytes);
    out->size = 0;
    while (at < w->text_size && w->text[at] != '\n') at++;
    for (begin = at; next_number(w, &at, &number); begin = at) {
        uint64_t length = number != 0;
        while (number && next_number(w, &at, &number)) length += number != 0;
        HBS_TRY(write_lemma(w, begin, length, &out->bytes, error));
        out->size++;
        if (!length) break;
    }
    if (out->size == 1 && out->bytes.data[0] == 0) hbs_bytes_clear(&out->bytes), out->size = 0;
    out->kind = HBS_CERTIFICATE_REFUTATION;
done:
    return status;
}

static hbs_status open_rup(workspace *w, hbs_error *error)
{
    w->rup = open_memstream(&w->text, &w->text_size);
    return w->rup ? HBS_OK : hbs_raise(error, HBS_ERROR_MEMORY, "picosat: out of memory for its refutation; free memory or use smaller formulas");
}

static hbs_status close_rup(workspace *w, hbs_error *error)
{
    if (!w->rup) return HBS_OK;
    bool bad = ferror(w->rup) != 0;
    bad |= fclose(w->rup) != 0;
    w->rup = NULL;
    return bad ? hbs_raise(error, HBS_ERROR_MEMORY, "picosat: out of memory for its refutation; give it a budget or use smaller formulas") : HBS_OK;
}

static hbs_status fill(const workspace *w, const hbs_cnf *cnf, bool certify, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_certificate_clear(&out->certificate);
    const int label = w->result == PICOSAT_SATISFIABLE ? HBS_LABEL_YES : w->result == PICOSAT_UNSATISFIABLE ? HBS_LABEL_NO : HBS_LABEL_UNKNOWN;
    if (certify && label == HBS_LABEL_YES) HBS_TRY(hbs_used_variables_model(&w->names, cnf, w->model, &out->certificate, error));
    if (certify && label == HBS_LABEL_NO) HBS_TRY(write_refutation(w, &out->certificate, error));
    out->label = label;
    out->effort = w->propagations;
done:
    return status;
}

static hbs_status solve(void *given, const hbs_instance *instance, uint64_t budget, bool certify, hbs_verdict *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    workspace *const w = given;
    const hbs_cnf *const cnf = &instance->cnf;
    if (cnf->clauses >= INT_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "picosat: %zu clauses; at most 2^31 - 2 are possible", cnf->clauses);
    HBS_TRY(hbs_used_variables_collect(&w->names, cnf, error));
    HBS_TRY(hbs_grow(&w->model, &w->model_capacity, (size_t)w->names.variables + 1, 1, error));
    if (certify) HBS_TRY(open_rup(w, error));
    w->stopped = false;
    HBS_TRY(guarded(w, cnf, budget, error));
    if (w->stopped) HBS_FAIL(error, HBS_ERROR_INTERRUPTED, "picosat: stopped");
    HBS_TRY(close_rup(w, error));
    HBS_TRY(fill(w, cnf, certify, out, error));
done:
    take_all(w);
    (void)close_rup(w, NULL);
    free(w->text);
    w->text = NULL;
    w->text_size = 0;
    return status;
}

static void close_workspace(void *given)
{
    workspace *const w = given;
    if (!w) return;
    hbs_used_variables_free(&w->names);
    free(w->model);
    free(w);
}

static hbs_status open_workspace(void **out, hbs_error *error)
{
    workspace *w;
    const hbs_status status = hbs_allocate(&w, 1, sizeof *w, error);
    if (status != HBS_OK) return status;
    w->blocks.link.next = w->blocks.link.previous = &w->blocks;
    *out = w;
    return HBS_OK;
}

static void stop_when(void *given, bool (*stop)(void *context), void *context)
{
    workspace *const w = given;
    w->stop = stop;
    w->stop_context = context;
}

const hbs_solver hbs_solver_picosat = {
    .name = "picosat",
    .summary = "PicoSAT 965: clause learning with aggressive restarts; the reference for every other solver",
    .step = "propagations",
    .source = "Biere, PicoSAT essentials, Journal on Satisfiability, Boolean Modeling and Computation 4, 2008",
    .problem = HBS_SAT,
    .open = open_workspace,
    .close = close_workspace,
    .solve = solve,
    .stop_when = stop_when,
};
