// cqc/path, in C++17: is a random digraph contained in a path? q1 is a uniform set of m edges on n variables, q2 a directed path of k edges. A homomorphism from q2 to q1 is a walk of
// k edges, so the label is known by construction, by dynamic programming over the ends of walks, and a walk is the witness of a yes.
#include <hardbias/plugin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using vertex = std::uint32_t;
using edges = std::vector<std::pair<vertex, vertex>>;

enum { n_index, m_index, k_index };

const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 2, 1000, "8", "variables of q1"},
    {"m", HBS_INTEGER, 1, 10000, "7", "atoms of q1, at most n(n-1)"},
    {"k", HBS_INTEGER, 1, 1000, "4", "atoms of q2"},
};

int check(hbs_unit *unit) {
    const auto n = hbs_unit_integer(unit, n_index), m = hbs_unit_integer(unit, m_index);
    return m <= n * (n - 1) ? 0 : hbs_unit_fail(unit, "there are not so many edges; choose m up to n(n-1)");
}

// Each pair is taken with probability (edges still to take) / (pairs still to come): a uniform set, and no choice is ever thrown away.
edges draw_edges(hbs_unit *unit, vertex n, std::uint64_t wanted) {
    edges drawn;
    std::uint64_t left = static_cast<std::uint64_t>(n) * (n - 1);
    for (vertex from = 0; from < n; from++)
        for (vertex to = 0; to < n; to++) {
            if (from == to) continue;
            if (wanted && hbs_unit_bernoulli(unit, wanted, left)) drawn.emplace_back(from, to), wanted--;
            left--;
        }
    return drawn;
}

// The vertices of some walk of k edges; empty: there is none.
std::vector<vertex> find_walk(const edges &graph, vertex n, std::size_t k) {
    const vertex none = n;
    std::vector<std::vector<vertex>> before(k + 1, std::vector<vertex>(n, none));   // before[i][v]: the vertex before v on a walk of i edges
    std::fill(before[0].begin(), before[0].end(), 0u);
    for (std::size_t i = 1; i <= k; i++)
        for (const auto &[from, to] : graph)
            if (before[i - 1][from] != none) before[i][to] = from;
    const auto last = std::find_if(before[k].begin(), before[k].end(), [&](vertex v) { return v != none; });
    if (last == before[k].end()) return {};
    std::vector<vertex> walk(k + 1);
    walk[k] = static_cast<vertex>(last - before[k].begin());
    for (std::size_t i = k; i > 0; i--) walk[i - 1] = before[i][walk[i]];
    return walk;
}

int edge(hbs_unit *unit, int query, vertex from, vertex to) {
    const std::array<std::uint32_t, 2> terms{from, to};
    return hbs_unit_atom(unit, query, "e", terms.data(), terms.size());
}

int generate(hbs_unit *unit) {
    const auto n = static_cast<vertex>(hbs_unit_integer(unit, n_index));
    const auto k = static_cast<vertex>(hbs_unit_integer(unit, k_index));
    hbs_unit_begin_pair(unit);
    const edges graph = draw_edges(unit, n, static_cast<std::uint64_t>(hbs_unit_integer(unit, m_index)));
    for (const auto &[from, to] : graph)
        if (const int status = edge(unit, 1, from, to)) return status;
    for (vertex i = 0; i < k; i++)
        if (const int status = edge(unit, 2, i, i + 1)) return status;
    const std::vector<vertex> walk = find_walk(graph, n, k);
    hbs_unit_claim(unit, walk.empty() ? 0 : 1);
    return walk.empty() ? 0 : hbs_unit_witness(unit, walk.data(), walk.size());
}

const hbs_generator path = {
    HBS_PLUGIN_ABI,
    sizeof(hbs_generator),
    "cqc/path",
    "a random digraph and a path",
    "q1: a uniform set of m of the n(n-1) edges without loops; q2: the directed path of k edges; heads are empty",
    "q1 over sets of m edges; q2 is fixed",
    "never",
    "O(n^2 + m k)",
    "Chandra and Merlin, Optimal implementation of conjunctive queries in relational data bases, STOC 1977: containment is homomorphism",
    HBS_GENERATES_CQC,
    HBS_LABELS_BY_CONSTRUCTION,
    1,
    sizeof parameters / sizeof *parameters,
    parameters,
    check,
    generate,
    "shapes",
    "n=4 m=5 k=2",
    HBS_DENSITY_UNKNOWN,
};

const hbs_generator *const all[] = {&path, nullptr};

}  // namespace

const hbs_generator *const *hbs_plugin_generators() { return all; }
