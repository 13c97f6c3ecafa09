#include "generators/spec.h"

#include "tests/unit/generators/draw.h"

static void canonical_text(void) {
    static const struct {
        const char *words[12], *text;
    } row[] = {
        {{"sat/sr"}, "sat/sr"},
        {{"sat/sr", "n=10..40"}, "sat/sr n=10..40"},
        {{"  sat/sr\tn=10..40 \n"}, "sat/sr n=10..40"},
        {{"sat/sr n=40 k=0 p_geo=2/5"}, "sat/sr"},
        {{"sat/planted", "n=20", "m=85", "+", "sat/uniform", "m=85", "n=20", "label=0"}, "sat/planted n=20 m=85 + sat/uniform n=20 m=85 label=0"},
        {{"sat/planted n=20 m=85 + sat/uniform m=85 n=20 label=0"}, "sat/planted n=20 m=85 + sat/uniform n=20 m=85 label=0"},
        {{"sat/core n=9 share=.3 + sat/uniform n=9"}, "sat/core n=9 share=0.3 + sat/uniform n=9 share=0.7"},
        {{"sat/core n=9 share=1/3 + sat/uniform n=9 + sat/planted n=9"}, "sat/core n=9 + sat/uniform n=9 + sat/planted n=9"},
        {{"sat/sr", "n=10..40", "redraw=all"}, "sat/sr n=10..40 redraw=all"},
        {{"sat/uniform redraw=all n=9..12 label=0 + sat/planted n=9 redraw=instance"}, "sat/uniform n=9..12 label=0 redraw=all + sat/planted n=9"},
        {{"cqc/uniform + cqc/pullback label=1 share=1/4"}, "cqc/uniform share=0.75 + cqc/pullback label=1 share=0.25"},
    };
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        hbs_spec spec = {0}, again = {0};
        hbs_bytes text = {0}, text_again = {0};
        size_t words = 0;
        while (row[i].words[words]) words++;
        CHECK_OK(hbs_spec_parse(&spec, row[i].words, words, &error));
        CHECK_OK(hbs_spec_print(&spec, &text, &error));
        CU_ASSERT_STRING_EQUAL((const char *)text.data, row[i].text);
        CHECK_OK(hbs_spec_parse_text(&again, (const char *)text.data, &error));
        CHECK_OK(hbs_spec_print(&again, &text_again, &error));
        CU_ASSERT_STRING_EQUAL((const char *)text.data, (const char *)text_again.data);
        hbs_bytes_free(&text);
        hbs_bytes_free(&text_again);
        hbs_spec_free(&spec);
        hbs_spec_free(&again);
    }
}

static const struct {
    const char *text, *message;
} bad_specs[] = {
    {"", "a generator is missing"},
    {"+", "a generator is missing"},
    {"sat/sr +", "a generator is missing"},
    {"+ sat/sr", "a generator is missing"},
    {"sat/sr + + sat/sr", "a generator is missing"},
    {"n=10 sat/sr", "stands where a generator's name is expected"},
    {"sat/sx", "unknown generator `sat/sx`: did you mean sat/sr? `gen list` has all"},
    {"planted", "did you mean sat/planted"},
    {"recipe:g4satbench/easy/ca", "unknown generator"},
    {"sat/sr sat/uniform n=9", "put a + between sat/sr and sat/uniform"},
    {"sat/sr n", "`n` is not a parameter: write name=value"},
    {"sat/uniform", "n must be given"},
    {"sat/uniform n=20 m=85 + cqc/uniform", "cannot be mixed"},
    {"sat/uniform n=20 label=2", "it must be 0 or 1"},
    {"sat/uniform n=20 label=1 label=1", "label is given twice"},
    {"sat/uniform n=20 redraw=no", "must be instance"},
    {"sat/uniform n=20 redraw=all redraw=all", "redraw is given twice"},
    {"sat/sr label=1", "of both labels"},
    {"sat/planted n=9 m=9 label=0", "sat/planted: label=0 never comes"},
    {"sat/core n=9 label=1", "sat/core: label=1 never comes"},
    {"cqc/uniform + cqc/pullback label=0", "cqc/pullback: label=0 never comes"},
    {"sat/uniform n=9 share=0", "share=0"},
    {"sat/uniform n=9 share=1.1", "share=1.1"},
    {"sat/uniform n=9 share=1/10000001", "share=1/10000001"},
    {"sat/uniform n=9 share=.5", "add up to 0.5: they must add up to 1"},
    {"sat/uniform n=9 share=.5 + sat/core n=9 share=.6", "add up to 1.1"},
    {"sat/uniform n=9 share=1 + sat/core n=9", "together with the parts that give none"},
    {"sat/uniform n=9 share=.5 share=.5 + sat/core n=9", "share is given twice"},
    {"sat/core n=4..9 m=7", "do not hold the block"},
    {"sat/sr n=10 k=11", "lower k"},
    {"sat/sr n=5..20 k=6", "lower k"},
    {"sat/sr p_geo=0", "p_geo must be above 0"},
    {"sat/uniform n=3 m=9", "there are only 8"},
    {"sat/uniform n=3..9 m=9", "there are only 8"},
    {"sat/uniform n=2 m=1", "no clause of length 3 over 2 variables"},
    {"sat/uniform n=9 lengths=2:5 m=5", "leave those out"},
    {"sat/uniform n=9 lengths=2:5,2:6", "comes twice"},
    {"sat/uniform n=9 lengths=2:5,", "is not length:count"},
    {"sat/uniform n=9 lengths=2:0", "counts are 1.."},
    {"sat/uniform n=9 lengths=2", "is not length:count"},
    {"sat/planted n=3 m=8", "there are only 7"},
    {"cqc/uniform schema=E/2", "lower-case"},
    {"cqc/uniform schema=e", "is not name/arity"},
    {"cqc/uniform schema=e/2,e/3", "names a relation twice"},
    {"cqc/uniform schema=e/65", "arity outside"},
    {"cqc/uniform m1=91", "q1: relation e: 91 distinct atoms"},
    {"cqc/uniform v2=3 m2=7", "q2: relation e: 7 distinct atoms"},
    {"cqc/uniform head=11", "head=11 is more than v1=10 variables"},
    {"cqc/uniform head=5 m2=2", "q2: 5 head variables cannot all occur"},
    {"cqc/uniform schema=e/60 v1=100", "2^63 or more atoms"},
};

static void refused(void) {
    for (size_t i = 0; i < sizeof bad_specs / sizeof *bad_specs; i++) {
        hbs_spec spec = {0};
        hbs_error error = {0};
        CU_ASSERT_EQUAL(hbs_spec_parse_text(&spec, bad_specs[i].text, &error), HBS_ERROR_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, bad_specs[i].message));
        if (!strstr(error.message, bad_specs[i].message)) fprintf(stderr, "\n    %s: %s", bad_specs[i].text, error.message);
        CU_ASSERT_EQUAL(spec.parts, 0);
    }
}

static void too_many_parts(void) {
    const char *words[33];
    hbs_error error = {0};
    hbs_spec spec = {0};
    for (size_t i = 0; i < 33; i++) words[i] = i % 2 ? "+" : "sat/sr";
    CHECK_OK(hbs_spec_parse(&spec, words, 31, &error));
    CU_ASSERT_EQUAL(spec.parts, 16);
    CU_ASSERT_EQUAL(hbs_spec_parse(&spec, words, 33, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(spec.parts, 16);
    hbs_spec_free(&spec);
}

const hbs_test hbs_tests[] = {{"canonical_text", canonical_text}, {"refused", refused}, {"too_many_parts", too_many_parts}, {NULL, NULL}};
