/* The solvers there are. A new one is a descriptor hbs_solver_NAME in its own file and a line here. "auto" is the first of its problem: for SAT the project's own clause learner,
 * two to four times as fast as PicoSAT on formulas of some tens of variables and about as fast up to some hundreds (tools/bench measures it), and one that
 * runs out of memory with a status; for long industrial formulas PicoSAT's heuristics have seen more.
 *
 * Break-even of bit_tree and cdcl (tools/bench --calibrate, uniform 3-SAT, AVX-512). Deciding alone, the tree is faster up to 28 variables at 4.26 clauses
 * a variable, 30 at 3, 32 at 2 and 6. With certificates made and checked, which is the default, up to 22 at 4.26 and 30 at 3, by a factor of 1.5 at 12 and 1.1 at
 * 20, but hardly ever at 6: the refutation of a no comes from the clause learner in any case. For so little "auto" stays with one solver and one unit of effort. */
#include <string.h>

#include "solvers/solver.h"

#ifdef HBS_CADICAL
#define CADICAL(X) X(cadical)
#else
#define CADICAL(X)
#endif

#define SOLVERS(X)  \
    X(cdcl)         \
    X(picosat)      \
    X(bit_tree)     \
    CADICAL(X)      \
    X(homomorphism) \
    X(query_cnf)

#define DECLARE(name) extern const hbs_solver hbs_solver_##name;
#define LIST(name) &hbs_solver_##name,
SOLVERS(DECLARE)

const hbs_solver *const *hbs_solvers(void)
{
    static const hbs_solver *const all[] = {SOLVERS(LIST) NULL};
    return all;
}

static void list_names(hbs_problem problem, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++) {
        if ((*s)->problem != problem) continue;
        for (const char *name = (*s)->name; *name && at + 3 < size; name++) out[at++] = *name;
        if (at + 3 < size) out[at++] = ',', out[at++] = ' ';
    }
    memcpy(out + at, "auto", at + 5 <= size ? 5 : 0);
}

hbs_status hbs_solver_find(const char *name, hbs_problem problem, const hbs_solver **out, hbs_error *error)
{
    char names[256];
    for (const hbs_solver *const *s = hbs_solvers(); *s; s++) {
        if ((*s)->problem != problem || (strcmp(name, "auto") != 0 && strcmp(name, (*s)->name) != 0)) continue;
        *out = *s;
        return HBS_OK;
    }
    if (problem == HBS_SAT && !strcmp(name, "cadical"))
        return hbs_raise(error, HBS_ERROR_USAGE, "this build has no solver 'cadical'; install libcadical-dev and build again from the start, or choose another");
    list_names(problem, names, sizeof names);
    return hbs_raise(error, HBS_ERROR_USAGE, "no solver '%s' for %s; use one of: %s", name, hbs_problem_name(problem), names);
}
