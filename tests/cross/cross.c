/* cross_check_<problem> [COUNT [SEED]]: every solver of the problem labels the same COUNT random instances (100000), certificates made and checked, and what can
 * count their solutions does. All must agree. Exit status 1 at the first disagreement, which is printed with the instance. After each tenth it says how much
 * memory the process has: what is there is all that 10^6 labels take, as each solver is opened once. */
#include "tests/cross/cross.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/solver.h"

#define SOLVERS_MAX 8u

typedef struct check {
    hbs_labeller labeller[SOLVERS_MAX];
    size_t solvers;
    hbs_instance instance;
    hbs_verdict verdict;
    void *context;
    uint64_t labels[2], counted, verdicts;
} check;

static hbs_status open_all(check *c, hbs_error *error)
{
    hbs_status status = HBS_OK;
    *c = (check){.instance = {.problem = cross_checked.problem}};
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++)
        if ((*s)->problem == cross_checked.problem && c->solvers < SOLVERS_MAX) {
            HBS_TRY(hbs_labeller_open(&c->labeller[c->solvers], (*s)->name, cross_checked.problem, 0, true, error));
            c->solvers++;
        }
    HBS_TRY(cross_checked.open(&c->context, error));
done:
    return status;
}

static void close_all(check *c)
{
    for (size_t s = 0; s < c->solvers; s++) hbs_labeller_close(&c->labeller[s]);
    hbs_instance_free(&c->instance);
    hbs_verdict_free(&c->verdict);
    if (c->context) cross_checked.close(c->context);
}

static hbs_status label_all(check *c, int *label, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const char *first = NULL;
    for (size_t s = 0; s < c->solvers; s++) {
        const char *const name = c->labeller[s].solver->name;
        if (cross_checked.can_solve && !cross_checked.can_solve(name, &c->instance)) continue;
        HBS_TRY(hbs_label(&c->labeller[s], &c->instance, &c->verdict, error));
        if (!first) first = name, *label = c->verdict.label;
        if (c->verdict.label != *label)
            HBS_FAIL(error, HBS_ERROR_FAULT, "%s says %s, %s says %s", first, hbs_label_name(cross_checked.problem, *label), name, hbs_label_name(cross_checked.problem, c->verdict.label));
        c->verdicts++;
    }
done:
    return status;
}

static hbs_status check_one(check *c, uint64_t seed, uint64_t unit, hbs_error *error)
{
    hbs_status status = HBS_OK;
    int label = HBS_LABEL_UNKNOWN;
    bool twice = false;
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, unit, HBS_LANE_INSTANCE);
    HBS_TRY(cross_checked.draw(c->context, &rng, &c->instance, error));
    HBS_TRY(label_all(c, &label, error));
    HBS_TRY(cross_checked.count(c->context, &c->instance, label, &twice, error));
    c->labels[label == HBS_LABEL_YES]++;
    c->counted += twice;
done:
    return status;
}

static void tell_disagreement(const check *c, uint64_t seed, uint64_t unit, const hbs_error *error)
{
    hbs_bytes text = {0};
    printf("%s %s, number %" PRIu64 " of seed %" PRIu64 ": %s\n", cross_checked.comment, cross_checked.instances, unit, seed, error->message);
    if (cross_checked.write(&c->instance, &text, NULL) == HBS_OK) fwrite(text.data, 1, text.size, stdout);
    hbs_bytes_free(&text);
}

/* In KiB, from /proc: what is resident now and what was at most. 0 where the system does not say. */
static void read_memory(unsigned long *now, unsigned long *most)
{
    char line[256];
    FILE *const file = fopen("/proc/self/status", "r");
    *now = *most = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (!strncmp(line, "VmRSS:", 6)) *now = strtoul(line + 6, NULL, 10);
        if (!strncmp(line, "VmHWM:", 6)) *most = strtoul(line + 6, NULL, 10);
    }
    if (file) fclose(file);
}

static void tell_memory(const check *c, uint64_t done)
{
    unsigned long now, most;
    read_memory(&now, &most);
    printf("%" PRIu64 " %s, %" PRIu64 " labels: %lu KiB resident, %lu KiB at most\n", done, cross_checked.instances, c->verdicts, now, most);
    fflush(stdout);
}

int main(int words, char **word)
{
    const uint64_t count = words > 1 ? strtoull(word[1], NULL, 10) : 100000, seed = words > 2 ? strtoull(word[2], NULL, 10) : 1;
    const uint64_t tenth = count / 10 ? count / 10 : 1;
    hbs_error error = {0};
    check c;
    hbs_status status = open_all(&c, &error);
    if (status != HBS_OK) fprintf(stderr, "%s\n", error.message);
    for (uint64_t i = 0; status == HBS_OK && i < count; i++) {
        status = check_one(&c, seed, i, &error);
        if (status != HBS_OK) tell_disagreement(&c, seed, i, &error);
        else if ((i + 1) % tenth == 0) tell_memory(&c, i + 1);
    }
    if (status == HBS_OK)
        printf("%" PRIu64 " %s (%" PRIu64 " %s, %" PRIu64 " not), %" PRIu64 " certified verdicts of %zu solvers, %" PRIu64 " counted twice: no disagreement\n", count,
               cross_checked.instances, c.labels[1], cross_checked.yes, c.labels[0], c.verdicts, c.solvers, c.counted);
    close_all(&c);
    return hbs_exit_status(status);
}
