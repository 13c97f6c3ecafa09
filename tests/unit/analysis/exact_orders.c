/* A sampler that is told to what nobody looks draws less, and the law of what is looked at stays the same: for every generator at small sizes, instance by instance. */
#include "analysis/exact/instance_masses.h"
#include "analysis/exact/query_class.h"
#include "core/ordering.h"
#include "generators/enumeration/enumeration.h"
#include "generators/enumeration/enumeration_size.h"
#include "generators/registry.h"
#include "tests/unit/generators/draw.h"

/* What is looked at: formulas as sets or as sequences of sets of literals, pairs of queries up to names. */
typedef struct folding {
    bool sets;
    hbs_masses masses;
} folding;

static int by_literal(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void fold_formula(const folding *own, const hbs_cnf *cnf, hbs_bytes *out) {
    hbs_error error = {0};
    hbs_cnf sorted = {0}, cleaned = {0};
    CHECK_OK(hbs_cnf_copy(&sorted, cnf, &error));
    for (size_t c = 0; c < sorted.clauses; c++) qsort(sorted.literal + sorted.start[c], hbs_cnf_length(&sorted, c), sizeof *sorted.literal, by_literal);
    if (own->sets) CHECK_OK(hbs_cnf_clean(&cleaned, &sorted, &error));
    CHECK_OK(hbs_cnf_encode(own->sets ? &cleaned : &sorted, out, &error));
    hbs_cnf_free(&sorted);
    hbs_cnf_free(&cleaned);
}

static hbs_status fold_pair(const hbs_query_pair *pair, hbs_bytes *out, hbs_error *error) {
    hbs_query_pair least = {0};
    mpz_t members;
    mpz_init(members);
    hbs_status status = hbs_query_class(pair, &least, members, error);
    if (status == HBS_OK) status = hbs_query_pair_encode(&least, out, error);
    hbs_query_pair_free(&least);
    mpz_clear(members);
    return status;
}

static hbs_status visit(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error) {
    folding *const own = context;
    hbs_status status = HBS_OK;
    hbs_bytes payload = {0};
    for (size_t i = 0; i < drawing->count; i++) {
        const hbs_instance *const instance = &drawing->drawn[i].instance;
        hbs_bytes_clear(&payload);
        if (instance->problem == HBS_SAT) fold_formula(own, &instance->cnf, &payload);
        else HBS_TRY(fold_pair(&instance->pair, &payload, error));
        HBS_TRY(hbs_masses_add(&own->masses, (unsigned)i, &payload, mass, error));
    }
done:
    hbs_bytes_free(&payload);
    return status;
}

static void restart(void *context) { hbs_masses_free(&((folding *)context)->masses); }

static hbs_status law_of(const workbench *bench, hbs_enumeration_bounds bounds, folding *own, hbs_enumeration *walked) {
    hbs_error error = {0};
    const hbs_enumeration_visitor visitor = {.path = visit, .restart = restart, .context = own};
    return hbs_enumerate(bench->spec.part[0].generator, &bench->spec.part[0].settings, &bounds, &visitor, NULL, walked, &error);
}

static const hbs_mass_cell *find(const hbs_masses *in, const hbs_masses *of, const hbs_mass_cell *wanted) {
    for (size_t i = 0; i < in->cells; i++) {
        const hbs_mass_cell *const cell = &in->cell[i];
        if (cell->hash == wanted->hash && cell->member == wanted->member && cell->size == wanted->size && !memcmp(hbs_mass_payload(in, cell), hbs_mass_payload(of, wanted), cell->size)) return cell;
    }
    return NULL;
}

static bool same_mass(const folding *a, const hbs_mass_cell *cell, const folding *b) {
    const hbs_mass_cell *const other = find(&b->masses, &a->masses, cell);
    mpq_t mass[2];
    mpq_inits(mass[0], mass[1], NULL);
    hbs_mass_of(&a->masses, cell, mass[0]);
    if (other) hbs_mass_of(&b->masses, other, mass[1]);
    const bool same = other && mpq_equal(mass[0], mass[1]);
    mpq_clears(mass[0], mass[1], NULL);
    return same;
}

static void check_same(const folding *a, const folding *b) {
    CU_ASSERT_EQUAL_FATAL(a->masses.cells, b->masses.cells);
    for (size_t i = 0; i < a->masses.cells; i++) CU_ASSERT_FATAL(same_mass(a, &a->masses.cell[i], b));
}

/* True where all choices fit; *fewer counts the specs where being indifferent saves some. */
static bool check(const char *spec, bool sets, uint64_t paths, unsigned *fewer) {
    workbench *const bench = bench_open(spec);
    folding every = {.sets = sets}, some = {.sets = sets};
    hbs_enumeration walked[2];
    for (unsigned i = 0; i < 2; i++) hbs_enumeration_new(&walked[i]);
    hbs_enumeration_bounds bounds = {.paths = paths, .choices = 60};
    const bool fits = law_of(bench, bounds, &every, &walked[0]) == HBS_OK && !mpq_sgn(walked[0].left_over);
    if (fits) {
        bounds.indifferent = HBS_RNG_LITERAL_ORDER | (sets || bench->spec.problem == HBS_CQC ? HBS_RNG_PART_ORDER : 0);
        CU_ASSERT_EQUAL_FATAL(law_of(bench, bounds, &some, &walked[1]), HBS_OK);
        CU_ASSERT(!mpq_sgn(walked[1].left_over) && walked[1].paths <= walked[0].paths);
        *fewer += walked[1].paths < walked[0].paths;
        check_same(&every, &some);
    }
    for (unsigned i = 0; i < 2; i++) hbs_enumeration_free(&walked[i]);
    hbs_masses_free(&every.masses);
    hbs_masses_free(&some.masses);
    bench_close(bench);
    return fits;
}

/* So small that every order of everything can be enumerated. */
static const char *const small[] = {
    "sat/uniform n=3 k=2 m=3", "sat/uniform n=3 lengths=1:1,2:2", "sat/uniform n=3 lengths=1:2,2:1", "sat/any n=2 m=3", "sat/planted n=3 k=2 m=3", "sat/nae n=3 k=2 m=3", "sat/core n=3 k=1 m=4",
    "sat/core n=3 k=2 m=6", "sat/planted_or_core n=2 k=1 m=2", "sat/xor n=4 k=2 m=3", "sat/xor n=4 k=2 m=3 planted=yes", "sat/community n=4 c=2 k=2 m=3",
    "sat/coloring n=4 k=2 graph=gnm:3", "sat/planted_coloring n=4 k=2 m=3", "cqc/uniform v1=3 m1=3 v2=2 m2=2", "cqc/uniform v1=2 m1=2 v2=2 m2=1 head=1 loops=yes", "cqc/uniform v1=3 m1=3 v2=2 m2=1 all=yes",
    "cqc/pullback v1=2 m1=2 v2=3 m2=2", "cqc/coloring n=3 k=2 m=2", "cqc/constructed v1=3 m1=2 v2=3 m2=3", "cqc/sat n=3 k=2 m=2", "cqc/shapes q1=uniform size1=3 width1=3 q2=uniform size2=3 width2=2",
};

static void small_ones(void) {
    unsigned fewer = 0;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        CU_ASSERT(check(small[i], true, 30000, &fewer));
        CU_ASSERT(check(small[i], false, 30000, &fewer));
    }
    CU_ASSERT(fewer >= 25);
}

static void all_generators(void) {
    unsigned fewer = 0, fit = 0;
    char text[512];
    for (const hbs_generator *const *g = hbs_generators(); *g; g++) {
        lower_ends((*g)->name, (*g)->example ? (*g)->example : "", text, sizeof text);
        fit += check(text, true, 8000, &fewer) && check(text, false, 8000, &fewer);
    }
    CU_ASSERT(fit >= 15);
}

/* ---- without an end ---- */

/* Formulas of at most so many clauses have the same mass in both. */
static void check_short(const folding *a, const folding *b, size_t clauses, size_t least) {
    hbs_error error = {0};
    hbs_instance instance = {0};
    size_t compared = 0;
    for (size_t i = 0; i < a->masses.cells; i++) {
        const hbs_mass_cell *const cell = &a->masses.cell[i];
        CHECK_OK(hbs_instance_decode(&instance, HBS_SAT, hbs_mass_payload(&a->masses, cell), cell->size, &error));
        if (instance.cnf.clauses > clauses) continue;
        CU_ASSERT_FATAL(same_mass(a, cell, b));
        compared++;
    }
    CU_ASSERT(compared >= least);
    hbs_instance_free(&instance);
}

static void check_sr(const char *spec, size_t clauses, uint32_t choices, size_t least) {
    workbench *const bench = bench_open(spec);
    folding every = {.sets = false}, some = {.sets = false};
    hbs_enumeration walked;
    hbs_enumeration_new(&walked);
    CU_ASSERT_EQUAL_FATAL(law_of(bench, (hbs_enumeration_bounds){.paths = 400000, .choices = (uint32_t)clauses + 1}, &every, &walked), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(law_of(bench, (hbs_enumeration_bounds){.paths = 400000, .choices = choices, .indifferent = HBS_RNG_LITERAL_ORDER}, &some, &walked), HBS_OK);
    check_short(&every, &some, clauses, least);
    check_short(&some, &every, clauses, least);
    hbs_enumeration_free(&walked);
    hbs_masses_free(&every.masses);
    hbs_masses_free(&some.masses);
    bench_close(bench);
}

/* The twin of an SR formula has the first literal of the last clause negated, or any one: of a clause without order that is a uniform one. */
static void short_sr(void) {
    check_sr("sat/sr n=2 k=2", 5, 11, 100);
    check_sr("sat/sr n=2 k=2 flip=any", 5, 11, 100);
    check_sr("sat/sr n=2 k=1", 4, 13, 20);
}

/* ---- how many there are ---- */

static uint64_t walked_paths(const workbench *bench, const hbs_enumeration_bounds *bounds) {
    hbs_enumeration walked;
    folding own = {.sets = true};
    hbs_enumeration_new(&walked);
    CU_ASSERT_EQUAL_FATAL(law_of(bench, *bounds, &own, &walked), HBS_OK);
    const uint64_t paths = walked.paths + walked.cut + walked.closed;
    hbs_enumeration_free(&walked);
    hbs_masses_free(&own.masses);
    return paths;
}

/* Estimates of whole walks: exact where all paths are equally likely, else within a third of what a walk counts; and no more is said to be needed for half than there are. */
static void estimates(void) {
    static const struct {
        const char *spec;
        uint32_t choices, least_bits;
        double within;
    } rows[] = {{"sat/uniform n=3 k=2 m=3", 60, 0, 1e-9}, {"sat/planted n=3 k=2 m=3", 60, 0, 1e-9},  {"sat/sr n=2 k=2", 12, 0, .33}, {"sat/sr n=2 k=2", 60, 12, .33},
                {"sat/sr n=2 k=1", 16, 0, .33},           {"cqc/uniform v1=3 m1=3 v2=2 m2=2 head=1", 60, 0, .33}, {"sat/planted_or_core n=3 k=1 m=3", 60, 0, .33}, {"sat/hidden n=3 k=2 m=3 q=1/2", 60, 0, .33}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hbs_error error = {0};
        hbs_enumeration_size size;
        workbench *const bench = bench_open(rows[i].spec);
        const hbs_enumeration_bounds bounds = {.paths = 400000, .choices = rows[i].choices, .least_bits = rows[i].least_bits, .indifferent = HBS_RNG_LITERAL_ORDER | HBS_RNG_PART_ORDER};
        CHECK_OK(hbs_enumeration_estimate(bench->spec.part[0].generator, &bench->spec.part[0].settings, &bounds, NULL, &size, &error));
        const double paths = (double)walked_paths(bench, &bounds), ratio = exp2(size.all_bits) / paths;
        CU_ASSERT(ratio > 1 - rows[i].within && ratio < 1 + rows[i].within);
        CU_ASSERT(exp2(size.half_bits) < paths);
        bench_close(bench);
    }
}

const hbs_test hbs_tests[] = {{"small_ones", small_ones}, {"all_generators", all_generators}, {"short_sr", short_sr}, {"estimates", estimates}, {NULL, NULL}};
