/* A pebble on every source, a pebble wherever all predecessors have one, and none on the sink: impossible.
 *
 * Variable v: vertex v has a pebble, vertices numbered so that predecessors come first. pyramid: rows of height+1, height, .. 1 vertices, each below two
 * neighbours of the row before. tree: a complete binary tree from 2^height leaves to the root, row by row. path: height+1 vertices. Clauses, vertex by vertex:
 * predecessors imply it (for a source: a unit), and at the end the sink has none. Unit propagation refutes them as they stand; with a substitution such as xor:2
 * they separate proof systems (Ben-Sasson and Wigderson 2001; Ben-Sasson and Nordstroem 2008). */
#include <string.h>

#include "generators/sat/encodings.h"

enum { GRAPH, HEIGHT };

static const hbs_parameter parameters[] = {
    {"graph", HBS_TEXT, 0, 0, "pyramid", "pyramid, tree or path"},
    {"height", HBS_INTEGER, 0, 10000, "2", "edges from a source to the sink; tree: at most 24"},
    HBS_SUBSTITUTION_PARAMETER,
};

typedef enum shape { PYRAMID, TREE, PATH, SHAPES } shape;
static const char *const shapes[] = {"pyramid", "tree", "path"};
enum { TREE_HEIGHT_MAX = 24 };

static shape shape_of(const hbs_unit *unit) {
    unsigned made = 0;
    while (made < SHAPES && strcmp(shapes[made], hbs_unit_text(unit, GRAPH)) != 0) made++;
    return (shape)made;
}

static int check(hbs_unit *unit) {
    const shape form = shape_of(unit);
    if (form == SHAPES) return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "graph=%.64s: it must be pyramid, tree or path", hbs_unit_text(unit, GRAPH));
    if (form == TREE && hbs_unit_integer(unit, HEIGHT) > TREE_HEIGHT_MAX)
        return (int)hbs_unit_raise(unit, HBS_ERROR_USAGE, "a tree of height %lld is too large: at most %d", (long long)hbs_unit_integer(unit, HEIGHT), TREE_HEIGHT_MAX);
    const double rows = (double)hbs_unit_integer(unit, HEIGHT) + 1;
    return (int)hbs_craft_check(unit, form == PYRAMID ? 3 * rows * (rows + 1) / 2 : 0);   /* trees and paths that are allowed fit */
}

/* Vertices of the row at distance `left` from the sink. */
static uint32_t row_size(shape form, uint32_t left) { return form == PYRAMID ? left + 1 : form == TREE ? UINT32_C(1) << left : 1; }

static int generate(hbs_unit *unit) {
    hbs_craft *const craft = hbs_craft_of(unit);
    if (!craft) return (int)hbs_unit_drawing(unit)->status;
    const shape form = shape_of(unit);
    const uint32_t height = hbs_unit_number(unit, HEIGHT);
    uint64_t vertices = 0;
    for (uint32_t left = 0; left <= height; left++) vertices += row_size(form, left);
    hbs_craft_begin(craft, vertices);
    int32_t v = 1, before = 0;   /* before: first vertex of the row before */
    for (uint32_t left = height + 1; left-- > 0;) {
        const int32_t first = v;
        for (int32_t i = 0; i < (int32_t)row_size(form, left) && craft->status == HBS_OK; i++, v++) {
            const int32_t p = form == TREE ? before + 2 * i : before + i;
            if (left == height) hbs_craft_add(craft, v);
            else if (form == PATH) hbs_craft_add(craft, -p, v);
            else hbs_craft_add(craft, -p, -(p + 1), v);
        }
        before = first;
    }
    hbs_craft_add(craft, -(v - 1));
    hbs_craft_claim(craft, HBS_LABEL_NO);
    return hbs_craft_finish(craft);
}

const hbs_generator hbs_sat_pebbling = {
    HBS_BUILT_IN(SAT, parameters),
    .name = "sat/pebbling",
    .summary = "pebbles from the sources, none on the sink",
    .distribution = "one formula: nothing is random but ranges of parameters",
    .uniform_over = "one formula for each setting of the parameters",
    .rejects = "never",
    .cost = "O(vertices), and exponential in the width of a substitution",
    .source = "Ben-Sasson and Wigderson, Short proofs are narrow: resolution made simple, 2001; " HBS_CNFGEN("peb"),
    .labels = HBS_LABELS_ALL_NO,
    .check = check,
    .generate = generate,
    .group = "crafted",
    .example = "height=1..2 substitution=xor:2",
};
