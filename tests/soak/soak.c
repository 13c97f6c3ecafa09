/* soak [UNITS [GENERATOR..]]: draws UNITS units (200) of every family, or of those named, and checks all that every unit must keep (inspect.h). In every eight units
 * four have the parameters of the family's example, two its defaults, two values picked within their ranges. Each sixteenth unit is also drawn alone.
 *
 * Every family runs in a process of its own, so that its memory is its own, and one that crashes or does not end is named; a line each says how many units, labels,
 * seconds and MiB. Meant for a build with -DHARDBIAS_SANITIZE=ON. Exit status 1 when a family does not keep something. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "generators/registry.h"
#include "tests/soak/inspect.h"
#include "tests/soak/parents.h"
#include "tests/soak/settings.h"

#define SEED 1u
#define PICKS 20u          /* tries to find values that go together */
#define UNIT_SECONDS 300u  /* a unit that takes longer does not end */

typedef struct family {
    const hbs_generator *generator;
    hbs_settings settings[3];
    uint64_t picked;         /* number of the settings that are picked now, 0: none yet */
    bool has_picked;
    hbs_values values;
    hbs_drawing drawing;
    soak_parents parents;
    soak_inspector inspector;
    hbs_bytes bytes[2];
    uint64_t units, skipped, rejected;
} family;

static hbs_status open_family(family *f, const hbs_generator *generator, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const hbs_problem problem = generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT;
    f->generator = generator;
    HBS_TRY(soak_settings_make(&f->settings[SOAK_EXAMPLE], generator, SOAK_EXAMPLE, 0, error));
    if (soak_settings_make(&f->settings[SOAK_DEFAULTS], generator, SOAK_DEFAULTS, 0, NULL) != HBS_OK)   /* the example's n is too small for them */
        HBS_TRY(soak_settings_make(&f->settings[SOAK_DEFAULTS], generator, SOAK_EXAMPLE, 0, error));
    HBS_TRY(soak_inspector_open(&f->inspector, problem, error));
    if (hbs_takes_parents(generator)) HBS_TRY(soak_parents_make(&f->parents, problem, error));
done:
    return status;
}

static void close_family(family *f)
{
    for (int kind = 0; kind < 3; kind++) hbs_settings_free(&f->settings[kind]);
    hbs_drawing_free(&f->drawing);
    soak_parents_free(&f->parents);
    soak_inspector_close(&f->inspector);
    for (int i = 0; i < 2; i++) hbs_bytes_free(&f->bytes[i]);
}

/* Values that go together, the same for units 8i .. 8i+7 whatever was drawn before. */
static bool pick_settings(family *f, uint64_t number)
{
    if (f->picked == number + 1) return f->has_picked;
    f->has_picked = false;
    for (uint64_t i = 0; i < PICKS && !f->has_picked; i++)
        f->has_picked = soak_settings_make(&f->settings[SOAK_PICKED], f->generator, SOAK_PICKED, PICKS * number + i, NULL) == HBS_OK;
    f->picked = number + 1;
    return f->has_picked;
}

static hbs_status draw(family *f, hbs_drawing *drawing, const hbs_settings *settings, uint64_t unit, hbs_error *error)
{
    hbs_drawing_seed(drawing, SEED, unit);
    drawing->rng.retry_limit = 10000;
    hbs_values_draw(&f->values, settings, f->generator, &drawing->rng);
    drawing->parents = hbs_takes_parents(f->generator) ? &f->parents.offer : NULL;
    drawing->parent_label = HBS_LABEL_UNKNOWN;
    drawing->turn = unit;
    return hbs_draw(drawing, f->generator, &f->values, unit, error);
}

static hbs_status write_payloads(const hbs_drawing *drawing, hbs_bytes *all, hbs_bytes *one, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_bytes_clear(all);
    for (size_t i = 0; i < drawing->count; i++) {
        HBS_TRY(hbs_instance_encode(&drawing->drawn[i].instance, one, error));
        HBS_TRY(hbs_bytes_append(all, one->data, one->size, error));
    }
done:
    return status;
}

/* The unit, drawn by a generator that has drawn nothing before, has the same bytes. */
static hbs_status check_alone(family *f, const hbs_settings *settings, uint64_t unit, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_drawing alone = {0};
    hbs_bytes one = {0};
    HBS_TRY(write_payloads(&f->drawing, &f->bytes[0], &one, error));
    HBS_TRY(draw(f, &alone, settings, unit, error));
    HBS_TRY(write_payloads(&alone, &f->bytes[1], &one, error));
    if (f->bytes[0].size != f->bytes[1].size || memcmp(f->bytes[0].data, f->bytes[1].data, f->bytes[0].size) != 0)
        HBS_FAIL(error, HBS_ERROR_FAULT, "drawn alone, it is another one");
done:
    hbs_drawing_free(&alone);
    hbs_bytes_free(&one);
    return status;
}

static hbs_status soak_unit(family *f, uint64_t unit, hbs_error *error)
{
    hbs_status status = HBS_OK;
    static const soak_kind kinds[8] = {SOAK_EXAMPLE, SOAK_DEFAULTS, SOAK_EXAMPLE, SOAK_PICKED, SOAK_EXAMPLE, SOAK_DEFAULTS, SOAK_EXAMPLE, SOAK_PICKED};
    const soak_kind kind = kinds[unit % 8];
    const hbs_settings *const settings = &f->settings[kind];
    hbs_rng rng;
    f->units++;
    if (kind == SOAK_PICKED && !pick_settings(f, unit / 8)) {
        f->skipped++;
        goto done;
    }
    alarm(UNIT_SECONDS);
    status = draw(f, &f->drawing, settings, unit, error);
    if (status == HBS_ERROR_BUDGET || (status == HBS_ERROR_USAGE && kind == SOAK_PICKED)) {   /* says so, and draws nothing */
        f->rejected++;
        status = HBS_OK;
        goto done;
    }
    hbs_rng_seed(&rng, SEED, unit, HBS_LANE_RENAME);
    for (size_t i = 0; status == HBS_OK && i < f->drawing.count; i++) HBS_TRY(soak_inspect(&f->inspector, f->generator, &f->drawing.drawn[i], &rng, error));
    if (status == HBS_OK && unit / 8 % 2 == 0 && unit % 8 == (unit / 16) % 8) status = check_alone(f, settings, unit, error);
done:
    return status;
}

static void tell_fault(const family *f, uint64_t unit, const hbs_error *error)
{
    hbs_bytes text = {0};
    const hbs_settings *const settings = &f->settings[unit % 8 == 3 || unit % 8 == 7 ? SOAK_PICKED : unit % 4 == 1 ? SOAK_DEFAULTS : SOAK_EXAMPLE];
    if (settings->count && hbs_settings_print(settings, f->generator, &text, NULL) == HBS_OK)
        printf("%s: unit %" PRIu64 " of seed %u: %s\n", (const char *)text.data, unit, SEED, error->message);
    else printf("%s: %s\n", f->generator->name, error->message);
    hbs_bytes_free(&text);
}

/* The process of one family: its exit status. */
static int soak_family(const hbs_generator *generator, uint64_t units)
{
    hbs_error error = {0};
    family f = {0};
    uint64_t unit = 0;
    hbs_status status = open_family(&f, generator, &error);
    while (status == HBS_OK && unit < units) status = soak_unit(&f, unit++, &error);
    if (status != HBS_OK) tell_fault(&f, unit ? unit - 1 : 0, &error);
    else
        printf("%-24s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64, generator->name, f.units, f.inspector.labels[1], f.inspector.labels[0],
               f.inspector.labels[2] + f.inspector.large, f.rejected, f.skipped);
    fflush(stdout);
    close_family(&f);
    return hbs_exit_status(status);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* True when the family kept everything. */
static bool run_family(const hbs_generator *generator, uint64_t units)
{
    struct timespec start;
    struct rusage usage;
    int ended = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) exit(soak_family(generator, units));
    if (child < 0 || wait4(child, &ended, 0, &usage) != child) {
        printf("%s: no process for it\n", generator->name);
        return false;
    }
    if (WIFSIGNALED(ended)) printf("%s: ended by signal %d (%s)\n", generator->name, WTERMSIG(ended), strsignal(WTERMSIG(ended)));
    else if (WEXITSTATUS(ended)) printf("%s: ended with exit status %d\n", generator->name, WEXITSTATUS(ended));
    else printf(" %8.1f %8ld\n", seconds_since(&start), usage.ru_maxrss / 1024);
    fflush(stdout);
    return ended == 0;
}

static bool is_asked(const hbs_generator *generator, char *const *name, int names)
{
    for (int i = 0; i < names; i++)
        if (!strcmp(name[i], generator->name)) return true;
    return names == 0;
}

int main(int words, char **word)
{
    const uint64_t units = words > 1 ? strtoull(word[1], NULL, 10) : 200;
    unsigned run = 0, kept = 0;
    printf("%-24s %8s %8s %8s %8s %8s %8s %8s %8s\n", "family", "units", "yes", "no", "unknown", "rejected", "refused", "seconds", "MiB");
    for (const hbs_generator *const *g = hbs_generators(); *g; g++) {
        if (!is_asked(*g, word + 2, words > 2 ? words - 2 : 0)) continue;
        run++;
        kept += run_family(*g, units);
    }
    printf("%u of %u families kept everything, %" PRIu64 " units each\n", kept, run, units);
    return run && kept == run ? 0 : 1;
}
