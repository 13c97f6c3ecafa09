/* coverage [--smoke] [--threads T] [--only WORD]: simulates datasets whose truth is known and counts how often each interval of the library holds it; prints Markdown, the
 * table of docs/measures.md. Exit status 1 when an interval covers less than it claims: exact methods below .95, others below .93, by more than three standard errors of the
 * simulation. --smoke: a hundred datasets a cell, of 400 units at the most, and no catalogs: seconds in all. */
#include "tests/coverage/coverage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"

#define SEED UINT64_C(20260801)
#define SMOKE 100u
#define SMOKE_LARGEST 400u /* sample size */
#define LOOKS 400u

typedef struct cell {
    const block *block;
    const setting *setting;
    size_t column;
    unsigned replicates, covered, undefined;
} cell;

typedef struct run {
    cell *cell;
    size_t count;
    unsigned smoke; /* replicates at the most; 0: full */
    bool short_of;
} run;

/* A seed for each cell from what it says, so that adding a row changes no other. */
static uint64_t seed_of(const cell *c) {
    uint64_t hash = SEED;
    for (const char *s = c->block->name; *s; s++) hash = (hash ^ (uint8_t)*s) * UINT64_C(0x100000001b3);
    for (const char *s = c->setting->text; *s; s++) hash = (hash ^ (uint8_t)*s) * UINT64_C(0x100000001b3);
    return hash ^ c->block->size[c->column];
}

static hbs_status simulate(void *context, unsigned worker, uint64_t item, void *slot, hbs_error *error) {
    (void)worker, (void)error;
    const run *r = context;
    cell *c = slot;
    *c = r->cell[item];
    for (unsigned i = 0; i < c->replicates; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, seed_of(c), i, HBS_LANE_INSTANCE);
        rng.retry_limit = UINT64_MAX;
        const outcome o = c->block->simulate(c->setting, c->block->size[c->column], &rng);
        c->covered += o == COVERED;
        c->undefined += o == UNDEFINED;
    }
    return HBS_OK;
}

static double standard_error(double p, double n) { return sqrt(p * (1 - p) / n); }

static const char *verdict(const block *b, double low, double high, double n) {
    const double play = 3 * standard_error(COVERAGE_LEVEL, n);
    if (low < (b->claim == AT_LEAST ? COVERAGE_LEVEL : .93) - play) return "**short**";
    if (b->claim == AT_LEAST) return "exact";
    if (low < .93 - 1e-9) return "holds, within the error";
    return high > .97 ? "holds; conservative where above .97" : "holds";
}

/* Cells come row by row; the last one of a row prints it. */
static hbs_status show(void *context, uint64_t item, void *slot, hbs_error *error) {
    (void)error;
    run *r = context;
    const cell *c = slot;
    const block *b = c->block;
    r->cell[item] = *c;
    if (c->column == 0 && c->setting == b->settings) {
        printf("\n| %s, %s = | %zu | %zu | %zu | %zu | |\n| --- | --- | --- | --- | --- | --- |\n", b->name, b->columns, b->size[0], b->size[1], b->size[2], b->size[3]);
    }
    if (c->column == 0) printf("| %s", c->setting->text);
    const unsigned defined = c->replicates - c->undefined;
    if (defined) printf(" | %.3f%s", (double)c->covered / defined, c->undefined * 100 > c->replicates ? "*" : "");
    else printf(" | -");
    if (c->column + 1 < COVERAGE_SIZES) return HBS_OK;
    double low = 1, high = 0, least = UINT32_MAX;
    for (const cell *in_row = &r->cell[item + 1 - COVERAGE_SIZES]; in_row <= &r->cell[item]; in_row++) {
        const double n = in_row->replicates - in_row->undefined;
        if (n < 100) continue;
        low = fmin(low, in_row->covered / n), high = fmax(high, in_row->covered / n), least = fmin(least, n);
    }
    const char *said = verdict(b, low, high, least);
    r->short_of = r->short_of || said[0] == '*';
    printf(" | %s |\n", said);
    if (!c->setting[1].text) printf("\n%u datasets a cell, standard error %.4f.%s%s\n", c->replicates ? c->replicates : r->smoke, standard_error(COVERAGE_LEVEL, c->replicates ? c->replicates : r->smoke), b->note ? " " : "", b->note ? b->note : "");
    fflush(stdout);
    return HBS_OK;
}

static unsigned replicates_of(const run *r, const block *b, size_t size) {
    if (!r->smoke || b->replicates < r->smoke) return b->replicates;
    return size > SMOKE_LARGEST ? 0 : r->smoke;
}

static void list(run *r, const block *blocks, const char *only) {
    for (const block *b = blocks; b->name; b++) {
        if (only && !strstr(b->name, only)) continue;
        for (const setting *s = b->settings; s->text; s++)
            for (size_t k = 0; k < COVERAGE_SIZES; k++) {
                r->cell = realloc(r->cell, (r->count + 1) * sizeof *r->cell);
                if (!r->cell) exit(3);
                r->cell[r->count++] = (cell){b, s, k, replicates_of(r, b, b->size[k]), 0, 0};
            }
    }
}

int main(int argc, char **argv) {
    run r = {0};
    const char *only = NULL;
    unsigned threads = 2;
    bool smoke = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--smoke") == 0) smoke = true;
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) threads = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) only = argv[++i];
        else return fprintf(stderr, "usage: %s [--smoke] [--threads T] [--only WORD]\n", argv[0]), 2;
    }
    r.smoke = smoke ? SMOKE : 0;
    const block *const all[] = {proportion_blocks, unit_blocks, distance_blocks, test_blocks};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) list(&r, all[i], only);
    const hbs_parallel work = {.context = &r, .slot_size = sizeof(cell), .produce = simulate, .consume = show};
    hbs_error error = {0};
    const hbs_status status = hbs_parallel_run(&work, threads, 4 * threads, r.count, &error);
    free(r.cell);
    if (status != HBS_OK) return fprintf(stderr, "coverage: %s\n", error.message), 3;
    if (!smoke && (!only || strcmp(only, "looks") == 0) && !looks_print(LOOKS, threads)) r.short_of = true;
    return r.short_of;
}
