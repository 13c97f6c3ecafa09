/* coverage [--smoke] [--names] [--seed N] [--threads T] [--looks DATASETS] [--only WORD]: simulates datasets whose truth is known and counts how often each interval of the
 * library holds it; prints Markdown, the table of docs/measures.md. A cell's share is held against what its block claims (coverage.h); the last column names the sizes at which it
 * is missed, and above .97 a lower level of the intervals at which it would not be, or from where the share leaps over .93 to .97 when the level is raised. Exit status 1 when one is missed by more than three standard errors of the simulation, which is printed bold. --smoke: a hundred datasets a cell (and four errors), of 400 units at the
 * most, and no catalogs: seconds in all. --names: headers and rows alone. */
#include "tests/coverage/coverage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"

#define SEED UINT64_C(20261130)
#define SMOKE 100u
#define SMOKE_LARGEST 400u /* sample size */
#define LOOKS 400u
#define LEAST .93
#define MOST .97
#define LEVELS_APART 1e-4

typedef struct cell {
    const block *block;
    const row *row;
    size_t column;
    unsigned replicates, covered, undefined;
    double enough;         /* where more than MOST is covered: a level at which it is LEAST to MOST; 0: none */
    double before, after;  /* then what is covered just below a level and just above it */
} cell;

typedef struct run {
    cell *cell;
    size_t count;
    uint64_t seed;
    unsigned smoke; /* replicates at the most; 0: full */
    bool failed;
} run;

/* A seed for each cell from what it says, so that adding a row changes no other. */
static uint64_t seed_of(const cell *c, uint64_t seed) {
    uint64_t hash = seed;
    for (const char *s = c->block->name; *s; s++) hash = (hash ^ (uint8_t)*s) * UINT64_C(0x100000001b3);
    for (const char *s = c->row->text; *s; s++) hash = (hash ^ (uint8_t)*s) * UINT64_C(0x100000001b3);
    return hash ^ c->block->size[c->column];
}

static double share_covered(const cell *c) { return c->replicates > c->undefined ? (double)c->covered / (c->replicates - c->undefined) : 0; }

/* Counts anew, the same datasets whatever the level. */
static double cover(cell *c, uint64_t seed, double level) {
    const setting s = {c->row->a, c->row->b, c->row->c, level};
    c->covered = c->undefined = 0;
    for (unsigned i = 0; i < c->replicates; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, seed_of(c, seed), i, HBS_LANE_INSTANCE);
        rng.retry_limit = UINT64_MAX;
        const outcome o = c->block->simulate(&s, c->block->size[c->column], &rng);
        c->covered += o == COVERED;
        c->undefined += o == UNDEFINED;
    }
    return share_covered(c);
}

/* Intervals shrink with their level. Where outcomes are whole numbers, the share covered may leap over what is asked for, and no interval of the kind reaches it. */
static void find_jump(cell *c, uint64_t seed) {
    const cell kept = *c;
    cell at = *c;
    double below = 0, above = COVERAGE_LEVEL;
    for (c->before = 0; above - below > LEVELS_APART && c->enough <= 0;) {
        const double level = (below + above) / 2, share = cover(&at, seed, level);
        if (share > MOST) above = level, c->after = share;
        else if (share < LEAST) below = level, c->before = share;
        else c->enough = level;
    }
    c->covered = kept.covered, c->undefined = kept.undefined;
}

static hbs_status simulate(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    (void)worker, (void)error;
    const run *r = context;
    cell *c = slot;
    *c = r->cell[item];
    c->after = cover(c, r->seed, COVERAGE_LEVEL);
    if (c->block->claim != AT_LEAST && c->after > MOST && r->smoke == 0) find_jump(c, r->seed);
    return HBS_OK;
}

static double standard_error(double p, double n) { return sqrt(p * (1 - p) / n); }

/* Standard errors that are chance. A smoke run looks at hundreds of cells, of which some are three away. */
static double play(double n) { return n > SMOKE ? 3 : 4; }

static void say_share(const cell *c) {
    if (c->replicates > c->undefined) printf(" | %.3f%s", share_covered(c), c->undefined * 100 > c->replicates ? "*" : "");
    else printf(" | -");
}

static void add(cell *sum, const cell *c) {
    sum->replicates += c->replicates;
    sum->covered += c->covered;
    sum->undefined += c->undefined;
}

/* How the share of a cell may miss what is claimed. */
typedef enum miss { SHORT, BELOW, ABOVE, LEAPS } miss;

/* By how much it does, in units of the share; at most 0: it does not. */
static double missed_by(const cell *c, miss m) {
    const double share = share_covered(c);
    const bool leaps = c->enough <= 0 && c->after > MOST;
    if (c->replicates - c->undefined < SMOKE) return 0;
    if (m == SHORT || m == BELOW) return (m == SHORT ? COVERAGE_LEVEL : LEAST) - share;
    return leaps == (m == LEAPS) ? share - MOST : 0;
}

static void say_size(const cell *c, miss m, char *out, size_t room) {
    const size_t size = c->block->size[c->column];
    if (m == LEAPS) snprintf(out, room, "%zu (leaps from %.3f)", size, c->before);
    else if (m == ABOVE && c->enough > 0) snprintf(out, room, "%zu (level %.2f would do)", size, c->enough);
    else snprintf(out, room, "%zu", size);
}

/* Appends the sizes of the row that miss after `word`, bold when they are weighed and one misses by more than play: then true. */
static bool name_sizes(const cell *cells, miss m, bool weigh, const char *word, char *out, size_t room) {
    const double bound = m == SHORT ? COVERAGE_LEVEL : m == BELOW ? LEAST : MOST;
    char sizes[200] = "";
    bool bold = false;
    for (const cell *c = cells; c < cells + COVERAGE_SIZES; c++) {
        const double off = missed_by(c, m);
        const size_t used = strlen(sizes);
        char size[40];
        if (off <= 1e-9) continue;
        bold = bold || (weigh && off > play(c->replicates - c->undefined) * standard_error(bound, c->replicates - c->undefined));
        say_size(c, m, size, sizeof size);
        snprintf(sizes + used, sizeof sizes - used, "%s%s", used ? ", " : " at ", size);
    }
    const size_t used = strlen(out);
    if (sizes[0]) snprintf(out + used, room - used, "%s%s%s%s%s", used ? "; " : "", bold ? "**" : "", word, sizes, bold ? "**" : "");
    return bold;
}

/* False: the row misses what it claims. */
static bool judge(const cell *cells, char *out, size_t room) {
    const claim claimed = cells->block->claim;
    out[0] = 0;
    if (claimed == AT_LEAST) {
        const bool fell = name_sizes(cells, SHORT, true, "short", out, room);
        if (!fell) snprintf(out, room, "exact"); /* a little below is play: the test is exact by proof */
        return !fell;
    }
    const bool fell = name_sizes(cells, BELOW, true, "below .93", out, room), wide = name_sizes(cells, ABOVE, claimed == NEAR, "above .97", out, room);
    name_sizes(cells, LEAPS, false, "above .97", out, room);
    if (!out[0]) snprintf(out, room, "holds");
    return !fell && !wide;
}

/* All datasets of a block, by size and together: what the interval covers over the laws of its rows. False: exact and below its level, else not LEAST to MOST. */
static bool show_together(const cell *first, const cell *end) {
    cell all = {.block = first->block}, by_size[COVERAGE_SIZES] = {{0}};
    for (const cell *c = first; c < end; c++) add(&by_size[c->column], c), add(&all, c);
    const double share = share_covered(&all), error = play(all.replicates) * standard_error(COVERAGE_LEVEL, all.replicates - all.undefined);
    const double least = all.block->claim == AT_LEAST ? COVERAGE_LEVEL : LEAST, most = all.block->claim == AT_LEAST ? 1 : MOST;
    const bool holds = share > least - error && share < most + error;
    printf("| *together* ");
    for (const cell *c = by_size; c < by_size + COVERAGE_SIZES; c++) say_share(c);
    printf(" | %s%.3f%s |\n", holds ? "all: " : "**all: ", share, holds ? "" : "**");
    return holds;
}

/* Cells come row by row; the last one of a row prints it. */
static hbs_status show(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)error;
    run *r = context;
    const cell *c = slot;
    const block *b = c->block;
    r->cell[item] = *c;
    if (c->column == 0 && c->row == b->rows) {
        printf("\n| %s, %s = | %zu | %zu | %zu | %zu | |\n| --- | --- | --- | --- | --- | --- |\n", b->name, b->columns, b->size[0], b->size[1], b->size[2], b->size[3]);
    }
    if (c->column == 0) printf("| %s", c->row->text);
    say_share(c);
    if (c->column + 1 < COVERAGE_SIZES) return HBS_OK;
    char said[300];
    if (!judge(&r->cell[item + 1 - COVERAGE_SIZES], said, sizeof said)) r->failed = true;
    printf(" | %s |\n", said);
    fflush(stdout);
    if (c->row[1].text) return HBS_OK;
    if (!show_together(&r->cell[item + 1 - COVERAGE_SIZES * (size_t)(c->row + 1 - b->rows)], &r->cell[item + 1])) r->failed = true;
    printf("\n%u datasets a cell, standard error %.4f.%s%s\n", c->replicates ? c->replicates : r->smoke, standard_error(COVERAGE_LEVEL, c->replicates ? c->replicates : r->smoke), b->note ? " " : "", b->note ? b->note : "");
    return HBS_OK;
}

static unsigned replicates_of(const run *r, const block *b, size_t size) {
    if (!r->smoke || b->replicates < r->smoke) return b->replicates;
    return size > SMOKE_LARGEST ? 0 : r->smoke;
}

static void list(run *r, const block *blocks, const char *only) {
    for (const block *b = blocks; b->name; b++) {
        if (only && !strstr(b->name, only)) continue;
        for (const row *s = b->rows; s->text; s++)
            for (size_t k = 0; k < COVERAGE_SIZES; k++) {
                r->cell = realloc(r->cell, (r->count + 1) * sizeof *r->cell);
                if (!r->cell) exit(3);
                r->cell[r->count++] = (cell){b, s, k, replicates_of(r, b, b->size[k]), 0, 0, 0, 0, 0};
            }
    }
}

static void print_names(const block *blocks) {
    for (const block *b = blocks; b->name; b++) {
        printf("%s, %s =\n", b->name, b->columns);
        for (const row *s = b->rows; s->text; s++) printf("\t%s\n", s->text);
    }
}

typedef struct arguments {
    const char *only;
    uint64_t seed;
    unsigned threads, looks;
    bool smoke, names;
} arguments;

/* False: not understood. */
static bool read(arguments *a, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *const value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--smoke") == 0) a->smoke = true;
        else if (strcmp(argv[i], "--names") == 0) a->names = true;
        else if (!value) return false;
        else if (strcmp(argv[i], "--only") == 0) a->only = argv[++i];
        else if (strcmp(argv[i], "--seed") == 0) a->seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--looks") == 0) a->looks = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--threads") == 0) a->threads = (unsigned)strtoul(argv[++i], NULL, 10);
        else return false;
    }
    return a->threads > 0;
}

int main(int argc, char **argv) {
    const block *const all[] = {proportion_blocks, unit_blocks, comparison_blocks, distance_blocks, test_blocks};
    const size_t kinds = sizeof all / sizeof *all;
    arguments a = {.seed = SEED, .threads = 2, .looks = LOOKS};
    if (!read(&a, argc, argv)) return fprintf(stderr, "usage: %s [--smoke] [--names] [--seed N] [--threads T] [--looks DATASETS] [--only WORD]\n", argv[0]), 2;
    for (size_t i = 0; a.names && i < kinds; i++) print_names(all[i]);
    if (a.names) return 0;
    run r = {.seed = a.seed, .smoke = a.smoke ? SMOKE : 0};
    for (size_t i = 0; i < kinds; i++) list(&r, all[i], a.only);
    const hbs_parallel work = {.context = &r, .slot_size = sizeof(cell), .produce = simulate, .consume = show};
    hbs_error error = {0};
    const hbs_status status = hbs_parallel_run(&work, a.threads, 4 * a.threads, r.count, &error);
    free(r.cell);
    if (status != HBS_OK) return fprintf(stderr, "coverage: %s\n", error.message), 3;
    if (!a.smoke && (!a.only || strcmp(a.only, "looks") == 0) && !looks_print(a.looks, a.seed, a.threads)) r.failed = true;
    return r.failed;
}
