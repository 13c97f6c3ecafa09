/* Generation alone, without labels, against CNFgen (Lauria, Elffers, Nordstroem and Vinyals, SAT 2017), the generator that Python users have: uniform 3-SAT, and each family that both have,
 * at one size. CNFgen runs in one Python process beside this one, which evaluates the row's expression over and over and says how much processor time it took; what starts it, and
 * imports, is not counted. Formulas that do not depend on chance must have the same numbers of variables and clauses on both sides. It is not needed: without it the rows say how to get it. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generators/spec.h"
#include "generators/unit.h"
#include "tools/bench.d/bench.h"

#define ROUNDS 11u
#define ROUND_SECONDS .1   /* of each side, about */
#define COUNT_MAX UINT64_C(1000000)
#define MISSING "CNFgen is not there: python3 -m venv VENV && VENV/bin/pip install cnfgen, then BENCH_PYTHON=VENV/bin/python tools/bench generate"

extern char **environ;

typedef struct rival {
    const char *spec, *expression;
    bool by_chance;            /* sizes differ from formula to formula */
} rival;

static const char script[] =
    "import sys, time\n"
    "try:\n"
    "    import networkx as nx\n"
    "    from cnfgen import *\n"
    "except ImportError:\n"
    "    print('missing', flush=True)\n"
    "    sys.exit()\n"
    "def gnp(n, p): return Graph.from_networkx(nx.gnp_random_graph(n, p))\n"
    "def regular(n, d): return Graph.from_networkx(nx.random_regular_graph(d, n))\n"
    "def pyramid(h):\n"
    "    rows = [[] for _ in range(h + 1)]\n"
    "    graph = DirectedGraph((h + 1) * (h + 2) // 2)\n"
    "    vertex = 0\n"
    "    for row in range(h + 1):\n"
    "        for i in range(h + 1 - row):\n"
    "            vertex += 1\n"
    "            rows[row].append(vertex)\n"
    "            if row: graph.add_edge(rows[row - 1][i], vertex), graph.add_edge(rows[row - 1][i + 1], vertex)\n"
    "    return graph\n"
    "code = compile(sys.argv[1], 'expression', 'eval')\n"
    "formula = eval(code)\n"
    "print('ready', flush=True)\n"
    "for line in sys.stdin:\n"
    "    start = time.process_time()\n"
    "    for _ in range(int(line)): formula = eval(code)\n"
    "    print(time.process_time() - start, formula.number_of_variables(), formula.number_of_clauses(), flush=True)\n";

/* ---- the process of CNFgen ---- */

typedef struct python {
    pid_t process;
    FILE *to, *from;
} python;

static hbs_status start(python *p, const char *expression, hbs_error *error)
{
    int in[2], out[2];
    const char *const program = getenv("BENCH_PYTHON") ? getenv("BENCH_PYTHON") : "python3";
    char *const words[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)"-c", (char *)(uintptr_t)script, (char *)(uintptr_t)expression, NULL};
    posix_spawn_file_actions_t actions;
    if (pipe(in) != 0 || pipe(out) != 0) return hbs_raise(error, HBS_ERROR_IO, "no pipe: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addclose(&actions, in[1]);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    const int failed = posix_spawnp(&p->process, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    p->to = fdopen(in[1], "w");
    p->from = fdopen(out[0], "r");
    if (failed) p->process = 0;
    return p->to && p->from ? HBS_OK : hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
}

static void stop(python *p)
{
    if (p->to) fclose(p->to);
    if (p->from) fclose(p->from);
    if (p->process > 0) waitpid(p->process, NULL, 0);
}

static hbs_status ask(python *p, uint64_t count, double *seconds, unsigned long *variables, unsigned long *clauses, hbs_error *error)
{
    if (fprintf(p->to, "%llu\n", (unsigned long long)count) > 0 && fflush(p->to) == 0 && fscanf(p->from, "%lf %lu %lu", seconds, variables, clauses) == 3) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_FAULT, "CNFgen ended; what it said stands above");
}

/* ---- this side ---- */

typedef struct work {
    hbs_spec spec;
    hbs_drawing drawing;
    uint64_t unit;
} work;

static hbs_status draw(work *w, uint64_t count, double *seconds, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_values values;
    const hbs_part *const part = &w->spec.part[0];
    const double from = bench_now(BENCH_CPU);
    for (uint64_t i = 0; i < count; i++, w->unit++) {
        hbs_drawing_seed(&w->drawing, 1, w->unit);
        hbs_values_draw(&values, &part->settings, part->generator, &w->drawing.rng);
        HBS_TRY(hbs_draw(&w->drawing, part->generator, &values, w->unit, error));
    }
    *seconds = bench_now(BENCH_CPU) - from;
done:
    return status;
}

static uint64_t count_for(double seconds_each)
{
    const double count = ROUND_SECONDS / (seconds_each > 1e-9 ? seconds_each : 1e-9);
    return count < 1 ? 1 : count > (double)COUNT_MAX ? COUNT_MAX : (uint64_t)count;
}

/* How many of each make a round, and are they the same formulas? */
static hbs_status prepare(const rival *r, python *p, work *w, uint64_t *theirs, uint64_t *ours, hbs_error *error)
{
    hbs_status status = HBS_OK;
    double seconds;
    unsigned long variables, clauses;
    HBS_TRY(ask(p, 3, &seconds, &variables, &clauses, error));
    *theirs = count_for(seconds / 3);
    HBS_TRY(draw(w, 10, &seconds, error));
    *ours = count_for(seconds / 10);
    const hbs_cnf *const cnf = &w->drawing.drawn[0].instance.cnf;
    if (!r->by_chance && (cnf->variables != variables || cnf->clauses != clauses))
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s has %u variables and %zu clauses, and CNFgen's %s has %lu and %lu", r->spec, cnf->variables, cnf->clauses, r->expression, variables, clauses);
done:
    return status;
}

static hbs_status compare(const rival *r, python *p, bench_run *out, hbs_error *error)
{
    hbs_status status = HBS_OK;
    work w = {.unit = 0};
    uint64_t theirs, ours;
    unsigned long variables, clauses;
    HBS_TRY(hbs_spec_parse_text(&w.spec, r->spec, error));
    HBS_TRY(prepare(r, p, &w, &theirs, &ours, error));
    for (out->rounds = 0; out->rounds < ROUNDS; out->rounds++) {
        HBS_TRY(ask(p, theirs, &out->baseline[out->rounds], &variables, &clauses, error));
        HBS_TRY(draw(&w, ours, &out->candidate[out->rounds], error));
        out->baseline[out->rounds] /= (double)theirs;
        out->candidate[out->rounds] /= (double)ours;
    }
done:
    hbs_spec_free(&w.spec);
    hbs_drawing_free(&w.drawing);
    return status;
}

static hbs_status run(const bench_row *row, bench_run *out, hbs_error *error)
{
    char word[16] = "";
    const rival *const r = row->setting;
    python p = {.process = 0};
    hbs_status status = start(&p, r->expression, error);
    if (status == HBS_OK) {
        const bool there = p.process > 0 && fscanf(p.from, "%15s", word) == 1;
        if (there && !strcmp(word, "ready")) status = compare(r, &p, out, error);
        else if (!there && p.process > 0) status = hbs_raise(error, HBS_ERROR_FAULT, "CNFgen does not take %s; what it said stands above", r->expression);
        else fprintf(stderr, "bench: %s\n", MISSING);
    }
    stop(&p);
    return status;
}

#define ROW(named, spec_text, python_text, chance, least)                                                                                                                 \
    {.name = "generate-" named, .what = "formulas drawn, not labelled: " spec_text, .baseline = "CNFgen: " python_text, .candidate = "gen", .item = "formula", .goal = (least), .run = run, \
     .setting = &(const rival){spec_text, python_text, chance}}

const bench_row bench_generate[] = {
    ROW("3sat", "sat/uniform n=100 m=426 k=3", "RandomKCNF(3, 100, 426)", false, 200),
    ROW("xor", "sat/xor n=60 k=3 m=55", "RandomKXOR(3, 60, 55)", false, 1),
    ROW("pigeonhole", "sat/pigeonhole pigeons=12 holes=11", "PigeonholePrinciple(12, 11)", false, 1),
    ROW("ordering", "sat/ordering n=14", "OrderingPrinciple(14)", false, 1),
    ROW("parity", "sat/parity n=13", "CountingPrinciple(13, 2)", false, 1),
    ROW("counting", "sat/counting n=10 p=3", "CountingPrinciple(10, 3)", false, 1),
    ROW("ramsey", "sat/ramsey s=3 k=4 n=9", "RamseyNumber(3, 4, 9)", false, 1),
    ROW("van-der-waerden", "sat/van_der_waerden n=40 k1=3 k2=4", "VanDerWaerden(40, 3, 4)", false, 1),
    ROW("pebbling", "sat/pebbling height=12", "PebblingFormula(pyramid(12))", false, 1),
    ROW("clique-coloring", "sat/clique_coloring n=8 k=4 c=3", "CliqueColoring(8, 4, 3)", false, 1),
    ROW("tseitin", "sat/tseitin graph=regular:4 n=20", "TseitinFormula(regular(20, 4))", false, 1),
    ROW("even-coloring", "sat/even_coloring graph=regular:4 n=20", "EvenColoringFormula(regular(20, 4))", false, 1),
    ROW("matching", "sat/matching graph=regular:3 n=20", "PerfectMatchingPrinciple(regular(20, 3))", false, 1),
    ROW("coloring", "sat/coloring graph=gnp:1/8 n=40 k=3", "GraphColoringFormula(gnp(40, .125), 3)", true, 1),
    ROW("clique", "sat/clique graph=gnp:1/2 n=12 k=4", "CliqueFormula(gnp(12, .5), 4)", true, 1),
    ROW("dominating-set", "sat/dominating_set graph=gnp:1/4 n=14 k=3", "DominatingSet(gnp(14, .25), 3)", true, 1),
    {.name = NULL},
};
