#include "generators/params.h"

#include "generators/registry.h"
#include "generators/spec.h"
#include "tests/unit/generators/draw.h"

static int m_at_least_n(hbs_unit *unit) { return hbs_unit_integer(unit, 1) < hbs_unit_integer(unit, 0) ? hbs_unit_fail(unit, "m must be at least n") : 0; }
static int nothing(hbs_unit *unit) { return hbs_unit_begin_cnf(unit, 1); }

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 1, 100, NULL, "variables"}, {"m", HBS_INTEGER, -5, 1000, "50", "clauses"}, {"ratio", HBS_RATIONAL, 0, 2, "1.5", "ratio"},
    {"flag", HBS_FLAG, 0, 1, "no", "flag"},        {"text", HBS_TEXT, 0, 0, "", "text"},
};
static const hbs_generator generator = {HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/test", "test", "test", "test", "never", "O(1)", "here",
        HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER,
                                        1, 5, parameters, m_at_least_n, nothing, "test", NULL, HBS_DENSITY_UNKNOWN};

/* Assigns all words; the status of the first that fails, or of completing. */
static hbs_status settle(hbs_settings *settings, const char *const *words, hbs_error *error) {
    hbs_status status = hbs_settings_defaults(settings, &generator, error);
    for (; status == HBS_OK && *words; words++) status = hbs_settings_assign(settings, &generator, *words, error);
    return status == HBS_OK ? hbs_settings_complete(settings, &generator, error) : status;
}

static void canonical_text(void) {
    static const struct {
        const char *words[6], *text;
    } row[] = {
        {{"n=5"}, "sat/test n=5"},
        {{"m=60", "n=5"}, "sat/test n=5 m=60"},
        {{"n=3..7", "m=50"}, "sat/test n=3..7"},
        {{"n=7..7"}, "sat/test n=7"},
        {{"n=005", "ratio=150/100"}, "sat/test n=5"},
        {{"n=5", "ratio=.25", "flag=yes", "text=a:b,c"}, "sat/test n=5 ratio=0.25 flag=yes text=a:b,c"},
        {{"n=5", "ratio=1/3"}, "sat/test n=5 ratio=1/3"},
        {{"n=5", "ratio=.7...9"}, "sat/test n=5 ratio=0.7..0.9"},
        {{"n=5", "ratio=1/3..2"}, "sat/test n=5 ratio=1/3..2"},
        {{"n=5", "ratio=1.5..3/2"}, "sat/test n=5"},
        {{"n=5", "ratio=1.5..2"}, "sat/test n=5 ratio=1.5..2"},
    };
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        hbs_settings settings = {0};
        hbs_bytes text = {0};
        CHECK_OK(settle(&settings, row[i].words, &error));
        CHECK_OK(hbs_settings_print(&settings, &generator, &text, &error));
        CU_ASSERT_STRING_EQUAL((const char *)text.data, row[i].text);
        hbs_bytes_free(&text);
        hbs_settings_free(&settings);
    }
}

static void refused(void) {
    static const struct {
        const char *words[4], *message;
    } row[] = {
        {{NULL}, "n must be given: variables"},
        {{"n"}, "write name=value"},
        {{"n="}, "not an integer"},
        {{"n=+5"}, "not an integer"},
        {{"n=5x"}, "not an integer"},
        {{"n=4.5"}, "not an integer"},
        {{"n=0"}, "out of range: it must lie in 1..100"},
        {{"n=101"}, "out of range"},
        {{"n=9223372036854775808"}, "not an integer"},
        {{"n=5..3"}, "empty range"},
        {{"n=5.."}, "not a range"},
        {{"n=..5"}, "not a range"},
        {{"n=5...7"}, "not a range"},
        {{"n=5..101"}, "out of range"},
        {{"n=5", "n=6"}, "n is given twice"},
        {{"nn=5"}, "unknown parameter `nn`: did you mean n? Parameters: n, m, ratio, flag, text"},
        {{"raito=1"}, "did you mean ratio"},
        {{"=5"}, "unknown parameter"},
        {{"n=5", "ratio=1..2..3"}, "not a number"},
        {{"n=5", "ratio=1..2.5"}, "out of range"},
        {{"n=5", "ratio=1.5..1.25"}, "empty range"},
        {{"n=5", "ratio=.000000000001..1/999999999999"}, "use fewer"},
        {{"n=5", "flag=no..yes"}, "yes or no"},
        {{"n=5", "ratio=2.01"}, "out of range"},
        {{"n=5", "ratio=-1/9"}, "out of range"},
        {{"n=5", "ratio=x"}, "not a number"},
        {{"n=5", "flag=1"}, "yes or no"},
        {{"n=5", "text=a b"}, "without blanks"},
        {{"n=60"}, "sat/test: m must be at least n"},
        {{"n=40..60"}, "sat/test: m must be at least n"},
        {{"n=5", "m=4..90"}, "sat/test: m must be at least n"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        hbs_settings settings = {0};
        hbs_error error = {0};
        CU_ASSERT_EQUAL(settle(&settings, row[i].words, &error), HBS_ERROR_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, row[i].message));
        if (!strstr(error.message, row[i].message)) fprintf(stderr, "\n    row %zu: %s", i, error.message);
        CU_ASSERT_PTR_NULL(strchr(error.message, '\n'));
        hbs_settings_free(&settings);
    }
}

static void long_text(void) {
    hbs_error error = {0};
    hbs_settings settings = {0};
    char text[1100] = "text=";
    CHECK_OK(hbs_settings_defaults(&settings, &generator, &error));
    memset(text + 5, 'a', 1025);
    CU_ASSERT_EQUAL(hbs_settings_assign(&settings, &generator, text, &error), HBS_ERROR_USAGE);
    CU_ASSERT_STRING_EQUAL(settings.item[4].text, "");
    text[5 + 1024] = 0;
    CHECK_OK(hbs_settings_assign(&settings, &generator, text, &error));
    CU_ASSERT_EQUAL(strlen(settings.item[4].text), 1024);
    hbs_settings_free(&settings);
}

/* A refused assignment leaves the setting as it was. */
static void untouched(void) {
    hbs_error error = {0};
    hbs_settings settings = {0};
    CHECK_OK(hbs_settings_defaults(&settings, &generator, &error));
    CU_ASSERT_EQUAL(hbs_settings_assign(&settings, &generator, "m=3000", &error), HBS_ERROR_USAGE);
    CU_ASSERT(settings.item[1].low == 50 && settings.item[1].high == 50 && !settings.item[1].given);
    CU_ASSERT_EQUAL(hbs_settings_assign(&settings, &generator, "m=3000", NULL), HBS_ERROR_USAGE);
    CHECK_OK(hbs_settings_assign(&settings, &generator, "m=300", &error));
    CU_ASSERT(settings.item[1].low == 300 && settings.item[1].given);
    hbs_settings_free(&settings);
}

static void ranges_are_uniform(void) {
    static const char *const words[] = {"n=3..7", "m=20..21", NULL};
    hbs_error error = {0};
    hbs_settings settings = {0};
    double count[10] = {0}, expected[10];
    CHECK_OK(settle(&settings, words, &error));
    for (uint64_t u = 0; u < 10000; u++) {
        hbs_rng rng;
        hbs_values values;
        hbs_rng_seed(&rng, 3, u, HBS_LANE_INSTANCE);
        hbs_values_draw(&values, &settings, &generator, &rng);
        CU_ASSERT(values.item[0].integer >= 3 && values.item[0].integer <= 7);
        count[2 * (values.item[0].integer - 3) + values.item[1].integer - 20]++;
        CU_ASSERT(values.item[2].integer == 3 && values.item[2].denominator == 2 && values.item[3].integer == 0);
        CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&rng), log2(10), 1e-9);
    }
    for (size_t i = 0; i < 10; i++) expected[i] = 1000;
    CU_ASSERT(fit(count, expected, 10) > 1e-3);
    hbs_settings_free(&settings);
}

/* 10^6 + 1 equally spaced values, exact, both ends among them: ten cells are equally full, and what is drawn lies on the grid. */
static void rational_ranges(void) {
    static const char *const words[] = {"n=3", "ratio=1/3..4/3", NULL};
    hbs_error error = {0};
    hbs_settings settings = {0};
    double count[10] = {0}, expected[10];
    CHECK_OK(settle(&settings, words, &error));
    for (uint64_t u = 0; u < 20000; u++) {
        hbs_rng rng;
        hbs_values values;
        hbs_rng_seed(&rng, 3, u, HBS_LANE_INSTANCE);
        hbs_values_draw(&values, &settings, &generator, &rng);
        const int64_t p = values.item[2].integer, q = values.item[2].denominator, scaled = p * (3000000 / q) - 1000000;
        CU_ASSERT_EQUAL(3000000 % q, 0);
        CU_ASSERT_FATAL(scaled >= 0 && scaled <= 3000000 && scaled % 3 == 0);
        count[scaled == 3000000 ? 9 : scaled / 300000]++;
    }
    for (size_t i = 0; i < 10; i++) expected[i] = 2000;
    CU_ASSERT(fit(count, expected, 10) > 1e-3);
    hbs_settings_free(&settings);
}

/* The generator's check sees both ends. */
static void rational_corners(void) {
    static const char *const good[] = {"n=3", "ratio=0..2", NULL};
    hbs_error error = {0};
    hbs_settings settings = {0};
    CHECK_OK(settle(&settings, good, &error));
    hbs_settings_free(&settings);
    hbs_spec spec = {0};
    CU_ASSERT_EQUAL(hbs_spec_parse_text(&spec, "sat/core n=20 ratio=.1..4", &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_spec_parse_text(&spec, "sat/core n=20 ratio=4..1000000", &error), HBS_ERROR_USAGE);
    CHECK_OK(hbs_spec_parse_text(&spec, "sat/core n=20 ratio=4..5", &error));
    hbs_spec_free(&spec);
}

const hbs_test hbs_tests[] = {
    {"rational_ranges", rational_ranges},
    {"rational_corners", rational_corners},
    {"canonical_text", canonical_text}, {"refused", refused}, {"long_text", long_text}, {"untouched", untouched}, {"ranges_are_uniform",
            ranges_are_uniform}, {NULL, NULL},
};
