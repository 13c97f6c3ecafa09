#include "generators/numbers.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static void integers(void) {
    static const struct {
        const char *text;
        int good;
        int64_t value;
    } row[] = {
        {"0", 1, 0},       {"12", 1, 12},      {"-12", 1, -12},   {"007", 1, 7},      {"9223372036854775807", 1, INT64_MAX}, {"-9223372036854775807",
                1, -INT64_MAX},
        {"", 0, 0},        {"-", 0, 0},        {"+1", 0, 0},      {" 1", 0, 0},       {"1 ", 0, 0},                          {"1x", 0, 0},
        {"0x10", 0, 0},    {"1e3", 0, 0},      {"--1", 0, 0},     {"1.0", 0, 0},      {"9223372036854775808", 0, 0},         {"-9223372036854775808", 0, 0},
        {"99999999999999999999", 0, 0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t value = 77;
        CU_ASSERT_EQUAL(hbs_read_integer(row[i].text, strlen(row[i].text), &value), row[i].good);
        CU_ASSERT_EQUAL(value, row[i].good ? row[i].value : 77);
    }
}

static void rationals(void) {
    static const struct {
        const char *text;
        int good;
        int64_t p, q;
        const char *printed;
    } row[] = {
        {"4.26", 1, 213, 50, "4.26"}, {"213/50", 1, 213, 50, "4.26"}, {"426/100", 1, 213, 50, "4.26"}, {".5", 1, 1, 2, "0.5"},      {"0.50", 1, 1, 2, "0.5"},
        {"1/3", 1, 1, 3, "1/3"},      {"-2/6", 1, -1, 3, "-1/3"},     {"-.25", 1, -1, 4, "-0.25"},     {"3", 1, 3, 1, "3"},         {"3.", 1, 3, 1, "3"},
        {"0", 1, 0, 1, "0"},          {"0.0", 1, 0, 1, "0"},          {"0/7", 1, 0, 1, "0"},           {"1/1024", 1, 1, 1024, "0.0009765625"},
        {"", 0, 0, 0, ""},            {".", 0, 0, 0, ""},             {"-", 0, 0, 0, ""},              {"1/0", 0, 0, 0, ""},        {"1/", 0, 0, 0, ""},
        {"/2", 0, 0, 0, ""},          {"1/-2", 0, 0, 0, ""},          {"+1.5", 0, 0, 0, ""},           {"1.2.3", 0, 0, 0, ""},      {"1e2", 0, 0, 0, ""},
        {"1.5 ", 0, 0, 0, ""},        {"0.1234567890123456789012", 0, 0, 0, ""},                         {"9223372036854775808", 0, 0, 0, ""},
    };
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t p = 77, q = 78;
        CU_ASSERT_EQUAL(hbs_read_rational(row[i].text, strlen(row[i].text), &p, &q), row[i].good);
        CU_ASSERT_EQUAL(p, row[i].good ? row[i].p : 77);
        CU_ASSERT_EQUAL(q, row[i].good ? row[i].q : 78);
        if (!row[i].good) continue;
        hbs_bytes bytes = {0};
        CHECK_OK(hbs_print_rational(&bytes, p, q, &error));
        CU_ASSERT_STRING_EQUAL((const char *)bytes.data, row[i].printed);
        int64_t again_p = 0, again_q = 0;
        CU_ASSERT(hbs_read_rational((const char *)bytes.data, bytes.size, &again_p, &again_q));
        CU_ASSERT(again_p == p && again_q == q);
        hbs_bytes_free(&bytes);
    }
}

const hbs_test hbs_tests[] = {{"integers", integers}, {"rationals", rationals}, {NULL, NULL}};
