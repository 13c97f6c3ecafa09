/* analyze: measures the bias of datasets. */
#include "tools/analyze/verbs.h"

int main(int count, char **words) {
    static const cli_verb *const verbs[] =
        {&analyze_report, &analyze_features, &analyze_redundancy, &analyze_bias, &analyze_weights, &analyze_shortcuts, &analyze_collapse, &analyze_study, &analyze_compare, &analyze_exact, NULL};
    static const cli_program program =
        {"analyze", "Says how biased datasets of NP-hard problems are, how far they collapse, and how much of a model's accuracy is bias.", verbs};
    return cli_main(&program, count, words);
}
