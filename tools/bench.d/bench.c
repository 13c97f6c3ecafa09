/* bench [--json] [ROW..]: runs the rows (all without arguments), prints a table or JSON Lines, one object a row, each as soon as it is there. The beginning of names stands for all such rows: exact for exact-12, exact-cqc-20, ..
 * bench --calibrate: where one way of solving overtakes another. */
#include "tools/bench.d/bench.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/ordering.h"
#include "solvers/bit_tree/bit_tree.h"

static const bench_row *const groups[] = {bench_sr, bench_exact, bench_containment, bench_checks, bench_solvers, bench_threads, bench_generate};
#define GROUPS (sizeof groups / sizeof *groups)

double bench_now(bench_clock clock)
{
    struct timespec t;
    clock_gettime(clock == BENCH_CPU ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static hbs_status time_side(bench_side side, bench_clock clock, void *context, uint64_t round, double *each, hbs_error *error)
{
    uint64_t items = 0;
    const double start = bench_now(clock);
    const hbs_status status = side(context, round, &items, error);
    *each = (bench_now(clock) - start) / (double)(items ? items : 1);
    return status;
}

hbs_status bench_alternate(bench_run *run, bench_clock clock, unsigned rounds, bench_side baseline, bench_side candidate, void *context, hbs_error *error)
{
    hbs_status status = HBS_OK;
    double warm;
    HBS_TRY(time_side(baseline, clock, context, 0, &warm, error));
    HBS_TRY(time_side(candidate, clock, context, 0, &warm, error));
    for (run->rounds = 0; run->rounds < rounds; run->rounds++) {
        const size_t r = run->rounds;
        HBS_TRY(time_side(baseline, clock, context, r + 1, &run->baseline[r], error));
        HBS_TRY(time_side(candidate, clock, context, r + 1, &run->candidate[r], error));
    }
done:
    return status;
}

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "GCC " __VERSION__
#endif

/* Of the last minute, -1 where the system does not say. */
static double load_now(void)
{
    double load[1];
    return getloadavg(load, 1) == 1 ? load[0] : -1;
}

/* Processor, how many, load, build and compiler: what the figures were taken under. */
static void describe_machine(char *out, size_t size)
{
    char line[256], model[200] = "unknown processor";
    FILE *const file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "model name : %199[^\n]", model) == 1) break;
    if (file) fclose(file);
    const char *kernel = NULL;
    hbs_bit_tree *tree = NULL;
    if (hbs_bit_tree_new(&tree, NULL) == HBS_OK) kernel = hbs_bit_tree_kernel_of(tree);
    hbs_bit_tree_free(tree);
    snprintf(out, size, "%s, %ld processors, load %.1f, %s words, %s build by %s", model, sysconf(_SC_NPROCESSORS_ONLN), load_now(), kernel ? kernel : "no", BENCH_BUILD_TYPE, COMPILER);
}

static double quantile(const double *values, size_t count, double q)
{
    double sorted[BENCH_ROUNDS_MAX];
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, hbs_by_double);
    const double at = q * (double)(count - 1);
    const size_t low = (size_t)at, high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (at - (double)low) * (sorted[high] - sorted[low]);
}

static bool met(const bench_row *row, double ratio) { return row->inverse ? ratio <= row->goal : ratio >= row->goal; }

static void print_table(const bench_row *row, const double *ratio, const bench_run *run)
{
    const double median = quantile(ratio, run->rounds, .5);
    char goal[64] = "";
    if (row->goal > 0) snprintf(goal, sizeof goal, "  goal %s %g: %s", row->inverse ? "at most" : "at least", row->goal, met(row, median) ? "met" : "missed");
    printf("%-18s %s\n    %-46s %12.2f us per %s\n    %-46s %12.2f us per %s\n    ratio %.4g (quartiles %.4g to %.4g, range %.4g to %.4g, %zu rounds, %s time, load %.1f)%s\n", row->name, row->what,
           row->baseline, 1e6 * quantile(run->baseline, run->rounds, .5), row->item, row->candidate, 1e6 * quantile(run->candidate, run->rounds, .5), row->item, median,
           quantile(ratio, run->rounds, .25), quantile(ratio, run->rounds, .75), quantile(ratio, run->rounds, 0), quantile(ratio, run->rounds, 1), run->rounds,
           row->clock == BENCH_CPU ? "CPU" : "wall", load_now(), goal);
    fflush(stdout);
}

static json_t *describe(const bench_row *row, const double *ratio, const bench_run *run)
{
    char machine[400];
    describe_machine(machine, sizeof machine);
    const double median = quantile(ratio, run->rounds, .5);
    json_t *const out = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:{s:f, s:f, s:f, s:f, s:f, s:i}}", "row", row->name, "what", row->what, "baseline", row->baseline,
                                  "candidate", row->candidate, "item", row->item, "clock", row->clock == BENCH_CPU ? "cpu" : "wall", "baseline_seconds",
                                  quantile(run->baseline, run->rounds, .5), "candidate_seconds", quantile(run->candidate, run->rounds, .5), "ratio", "median", median,
                                  "quartile_low", quantile(ratio, run->rounds, .25), "quartile_high", quantile(ratio, run->rounds, .75), "min", quantile(ratio, run->rounds, 0),
                                  "max", quantile(ratio, run->rounds, 1), "rounds", (int)run->rounds);
    if (out) json_object_set_new(out, "machine", json_string(machine));
    if (out && row->goal > 0) {
        json_object_set_new(out, row->inverse ? "goal_at_most" : "goal_at_least", json_real(row->goal));
        json_object_set_new(out, "goal_met", json_boolean(met(row, median)));
    }
    return out;
}

static hbs_status print_json(const bench_row *row, const double *ratio, const bench_run *run, hbs_error *error)
{
    json_t *const out = describe(row, ratio, run);
    if (!out) return hbs_raise(error, HBS_ERROR_MEMORY, "no memory for a row of JSON");
    const bool written = json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6)) == 0 && putchar('\n') != EOF && fflush(stdout) == 0;
    json_decref(out);
    return written ? HBS_OK : hbs_raise(error, HBS_ERROR_IO, "standard output: cannot be written");
}

static hbs_status run_row(const bench_row *row, bool json, hbs_error *error)
{
    hbs_status status = HBS_OK;
    bench_run run = {.rounds = 0};
    double ratio[BENCH_ROUNDS_MAX];
    fprintf(stderr, "bench: %s\n", row->name);
    HBS_TRY(row->run(row, &run, error));
    if (!run.rounds) goto done;
    for (size_t r = 0; r < run.rounds; r++) ratio[r] = row->inverse ? run.candidate[r] / run.baseline[r] : run.baseline[r] / run.candidate[r];
    if (json) HBS_TRY(print_json(row, ratio, &run, error));
    else print_table(row, ratio, &run);
done:
    return status;
}

/* A row by its name, or each row whose name goes on with a dash. */
static bool is_named(const bench_row *row, const char *name)
{
    const size_t length = strlen(name);
    return !strcmp(row->name, name) || (!strncmp(row->name, name, length) && row->name[length] == '-');
}

static bool is_known(const char *name)
{
    for (size_t g = 0; g < GROUPS; g++)
        for (const bench_row *row = groups[g]; row->name; row++)
            if (is_named(row, name)) return true;
    return false;
}

/* name NULL: all. */
static hbs_status run_rows(const char *name, bool json, hbs_error *error)
{
    hbs_status status = HBS_OK;
    for (size_t g = 0; g < GROUPS; g++)
        for (const bench_row *row = groups[g]; row->name; row++)
            if (!name || is_named(row, name)) HBS_TRY(run_row(row, json, error));
done:
    return status;
}

static int usage(const char *what, const char *name)
{
    fprintf(stderr, "bench: %s%s\nusage: bench --calibrate | bench [--json] [ROW..], rows:", what, name);
    for (size_t g = 0; g < GROUPS; g++)
        for (const bench_row *row = groups[g]; row->name; row++) fprintf(stderr, " %s", row->name);
    fputc('\n', stderr);
    return 2;
}

int main(int count, char **words)
{
    hbs_error error = {0};
    hbs_status status = HBS_OK;
    const bool json = count > 1 && !strcmp(words[1], "--json");
    const int first = json ? 2 : 1;
    if (count == 2 && !strcmp(words[1], "--calibrate")) {
        char where[400];
        describe_machine(where, sizeof where);
        printf("%s\n", where);
        status = bench_calibrate(&error);
        if (status != HBS_OK) fprintf(stderr, "bench: %s\n", error.message);
        return hbs_exit_status(status);
    }
    for (int i = first; i < count; i++)
        if (!is_known(words[i])) return usage(words[i][0] == '-' ? "unknown option " : "no row ", words[i]);
    char machine[400];
    describe_machine(machine, sizeof machine);
    if (!json) printf("%s\n", machine);
    if (first == count) status = run_rows(NULL, json, &error);
    for (int i = first; status == HBS_OK && i < count; i++) status = run_rows(words[i], json, &error);
    if (status != HBS_OK) fprintf(stderr, "bench: %s\n", error.message);
    return hbs_exit_status(status);
}
