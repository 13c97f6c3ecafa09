/* What every SAT solver in the registry must do, as tests with the solver's name as their only argument. */
#ifndef HBS_TESTS_SAT_SOLVER_H
#define HBS_TESTS_SAT_SOLVER_H

/* Labels and certificates of `rounds` small formulas of all shapes against brute force. */
void hbs_test_solver_small(const char *name, unsigned rounds);
/* Uniform 3-SAT at the transition, 50 to 150 variables: every certificate holds, and labels equal those of `other`. */
void hbs_test_solver_larger(const char *name, const char *other);
/* A flipped byte of a certificate is refused, or what is left proves the label still; never a crash, and never a proof of the other label. */
void hbs_test_solver_mutated(const char *name, unsigned rounds);
/* The same verdict, effort and bytes from a fresh workspace and from one that solved something else before. */
void hbs_test_solver_deterministic(const char *name);
/* A budget that is too small gives unknown and little effort; enough budget gives the label. */
void hbs_test_solver_budget(const char *name);
/* A header of 2^29 - 1 variables with a handful of clauses is solved and proved without memory by variable. */
void hbs_test_solver_huge_header(const char *name);

/* Their rows, for functions of these names. */
#define HBS_SOLVER_TESTS                                                                        \
    {"labels and certificates of small formulas against brute force", small},                  \
    {"labels and certificates of larger formulas against the other solver", larger},           \
    {"damaged certificates are refused or prove the label still", mutated},                     \
    {"same formula, same verdict, effort and bytes", deterministic},                            \
    {"budgets", budget},                                                                        \
    {"a header that promises 2^29 - 1 variables", huge_header}

#endif
