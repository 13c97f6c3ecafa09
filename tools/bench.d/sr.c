/* SR(10..40) pairs with all certificates checked, against the obvious C program: draw a clause, add it to an incremental PicoSAT, solve, until there is
 * no model. Both draw the very same clauses from the same streams; the first units of each round are compared. */
#include <picosat/picosat.h>
#include <string.h>

#include "generators/spec.h"
#include "generators/unit.h"
#include "tools/bench.d/bench.h"

#define BASELINE_UNITS 300u
#define LIBRARY_UNITS 3000u
#define LENGTH_MAX 64u

typedef struct work {
    hbs_spec spec;
    hbs_drawing drawing;
    hbs_checker *checker;
    size_t clauses;            /* of the baseline's first unit, to compare */
} work;

static void start_unit(work *w, uint64_t unit, hbs_values *values)
{
    const hbs_part *const part = &w->spec.part[0];
    hbs_drawing_seed(&w->drawing, 1, unit);
    hbs_values_draw(values, &part->settings, part->generator, &w->drawing.rng);
}

/* The law of a clause in SR with its default parameters. */
static uint32_t draw_clause(hbs_rng *rng, uint32_t n, int *clause)
{
    uint32_t length = 2 + !hbs_rng_bernoulli(rng, 3, 10), variable[LENGTH_MAX];
    while (length < n && !hbs_rng_bernoulli(rng, 2, 5)) length++;
    if (length > n) length = n;
    for (uint32_t v = 0; v < n; v++) variable[v] = v + 1;
    for (uint32_t i = 0, end = 0; i < length;) {   /* literal i is one of the 2 (n - i) left; as many of these choices as fit one word are one number */
        uint64_t bound = 1;
        while (end < length && bound * 2 * (n - end) <= UINT64_C(1) << 32) bound *= 2 * (n - end++);
        uint64_t number = hbs_rng_below(rng, bound);
        for (; i < end; i++) {
            const uint32_t digit = (uint32_t)(number % (2 * (n - i))), at = i + digit / 2, v = variable[at];
            number /= 2 * (n - i);
            variable[at] = variable[i];
            clause[i] = digit % 2 ? -(int)v : (int)v;
        }
    }
    return length;
}

static size_t draw_with_picosat(work *w, uint64_t unit)
{
    hbs_values values;
    size_t clauses = 0;
    start_unit(w, unit, &values);
    const uint32_t n = (uint32_t)values.item[0].integer;
    PicoSAT *const picosat = picosat_init();
    picosat_adjust(picosat, (int)n);
    do {
        int clause[LENGTH_MAX];
        const uint32_t length = draw_clause(&w->drawing.rng, n, clause);
        for (uint32_t i = 0; i < length; i++) picosat_add(picosat, clause[i]);
        picosat_add(picosat, 0);
        clauses++;
    } while (picosat_sat(picosat, -1) == PICOSAT_SATISFIABLE);
    picosat_reset(picosat);
    return clauses;
}

static hbs_status baseline(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    work *const w = context;
    (void)error;
    for (uint64_t i = 0; i < BASELINE_UNITS; i++) {
        const size_t clauses = draw_with_picosat(w, round * LIBRARY_UNITS + i);
        if (!i) w->clauses = clauses;
    }
    *items = BASELINE_UNITS;
    return HBS_OK;
}

static hbs_status draw_with_library(work *w, uint64_t unit, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_values values;
    start_unit(w, unit, &values);
    HBS_TRY(hbs_draw(&w->drawing, w->spec.part[0].generator, &values, unit, error));
    for (size_t i = 0; i < w->drawing.count; i++) {
        const hbs_drawn *const drawn = &w->drawing.drawn[i];
        HBS_TRY(hbs_certificate_check(w->checker, &drawn->instance, drawn->claim, &drawn->certificate, error));
    }
done:
    return status;
}

static hbs_status candidate(void *context, uint64_t round, uint64_t *items, hbs_error *error)
{
    hbs_status status = HBS_OK;
    work *const w = context;
    for (uint64_t i = 0; i < LIBRARY_UNITS; i++) {
        HBS_TRY(draw_with_library(w, round * LIBRARY_UNITS + i, error));
        if (!i && w->drawing.drawn[0].instance.cnf.clauses != w->clauses)
            HBS_FAIL(error, HBS_ERROR_FAULT, "the baseline does not draw the clauses that sat/sr draws; bring tools/bench.d/sr.c in line with it");
    }
    *items = LIBRARY_UNITS;
done:
    return status;
}

static hbs_status run(const bench_row *row, bench_run *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    work w;
    memset(&w, 0, sizeof w);
    HBS_TRY(hbs_spec_parse_text(&w.spec, "sat/sr n=10..40", error));
    HBS_TRY(hbs_checker_new(&w.checker, error));
    HBS_TRY(bench_alternate(out, row->clock, 21, baseline, candidate, &w, error));
done:
    hbs_spec_free(&w.spec);
    hbs_drawing_free(&w.drawing);
    hbs_checker_free(w.checker);
    return status;
}

const bench_row bench_sr[] = {
    {.name = "exact-sr",
     .what = "SR(10..40) pairs drawn and labelled; the library also writes and checks both certificates",
     .baseline = "C loop on PicoSAT: add a clause, solve again",
     .candidate = "sat/sr, model and refutation checked",
     .item = "pair",
     .goal = 5,
     .run = run},
    {.name = NULL},
};
