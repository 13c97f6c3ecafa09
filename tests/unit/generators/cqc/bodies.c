#include "generators/cqc/bodies.h"

#include "tests/unit/generators/draw.h"

/* Atoms by number: all different, in range, without repeats where none are allowed, as many as counted. */
static void atoms_by_number(void) {
    static const hbs_atom_space spaces[] = {{3, 2, true}, {3, 2, false}, {5, 3, true}, {5, 3, false}, {4, 4, false}, {7, 1, false}, {1, 3, true}, {9,
            0, true}, {0, 0, false}};
    for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++) {
        uint8_t seen[1024] = {0};
        const uint64_t count = hbs_atom_count(spaces[s]);
        CU_ASSERT_FATAL(count < 1024);
        for (uint64_t number = 0; number < count; number++) {
            uint32_t term[8];
            size_t place = 0;
            hbs_atom_of(spaces[s], number, term);
            for (uint32_t i = 0; i < spaces[s].arity; i++) {
                CU_ASSERT(term[i] < spaces[s].terms);
                for (uint32_t j = 0; j < i; j++) CU_ASSERT(spaces[s].repeats || term[i] != term[j]);
                place = place * spaces[s].terms + term[i];
            }
            CU_ASSERT_EQUAL(seen[place], 0);
            seen[place] = 1;
        }
    }
}

static void counts(void) {
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){10, 2, false}), 90);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){10, 2, true}), 100);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){10, 3, false}), 720);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){2, 3, false}), 0);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){0, 2, true}), 0);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){0, 0, true}), 1);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){2, 62, true}), UINT64_C(1) << 62);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){2, 63, true}), UINT64_MAX);
    CU_ASSERT_EQUAL(hbs_atom_count((hbs_atom_space){100000, 4, true}), UINT64_MAX);
}

static void schemas(void) {
    hbs_schema schema;
    hbs_error error = {0};
    CHECK_OK(hbs_schema_read("r/2,s_1/0,tT9/64", &schema, &error));
    CU_ASSERT_EQUAL(schema.relations, 3);
    CU_ASSERT(!strcmp(schema.relation[1].name, "s_1") && schema.relation[1].arity == 0 && schema.relation[2].arity == 64);
    static const char *const bad[] = {"", ",", "r", "r/", "r/x", "/2", "r/2,", "R/2", "2/2", "r/65", "r/-1", "r/2,r/2", "r/2,r/3", "r s/2", "r/2;s/3",
                                      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CU_ASSERT_EQUAL(hbs_schema_read(bad[i], &schema, &error), HBS_ERROR_USAGE);
}

const hbs_test hbs_tests[] = {{"atoms_by_number", atoms_by_number}, {"counts", counts}, {"schemas", schemas}, {NULL, NULL}};
