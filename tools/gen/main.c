/* gen: makes, imports, labels, checks and exports datasets of instances of NP-hard problems. */
#include "tools/gen/verbs.h"

int main(int count, char **words) {
    static const cli_verb *const verbs[] = {&gen_list,   &gen_describe, &gen_sample, &gen_calibrate, &gen_label, &gen_make,   &gen_import,
                                            &gen_export, &gen_ls,       &gen_rm,     &gen_merge, &gen_verify, NULL};
    static const cli_program program = {"gen",
                                        "Makes, imports, labels, checks and exports datasets of SAT and conjunctive-query-containment instances.",
                                        verbs};
    return cli_main(&program, count, words);
}
