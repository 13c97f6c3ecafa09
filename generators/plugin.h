/* hardbias/plugin.h: the one header that a generator needs. C ABI, C11 and C++17, no other include; a generator calls the library through a table that comes
 * with its unit and links against nothing. docs/plugins.md goes through it step by step, docs/examples/plugin/ is a project to start from.
 *
 * A complete plugin, uniform over sequences of m clauses of length 2; `cc -std=c11 -fPIC -shared my2sat.c -o my2sat.so` makes it, and
 * `gen describe sat/my2sat --plugin my2sat.so` knows it:
 *
 *     #include <hardbias/plugin.h>
 *
 *     static int make(hbs_unit *unit) {
 *         const int64_t n = hbs_unit_integer(unit, 0), m = hbs_unit_integer(unit, 1);
 *         hbs_unit_begin_cnf(unit, (uint32_t)n);
 *         for (int64_t i = 0; i < m; i++) {
 *             int32_t clause[2];
 *             hbs_unit_sample(unit, (uint32_t)n, 2, clause);   // two distinct numbers of 0..n-1
 *             for (int j = 0; j < 2; j++) clause[j] = hbs_unit_below(unit, 2) ? -(clause[j] + 1) : clause[j] + 1;
 *             hbs_unit_clause(unit, clause, 2);
 *         }
 *         return 0;
 *     }
 *
 *     static const hbs_parameter parameters[] = {
 *         {"n", HBS_INTEGER, 2, 1000, "10", "variables"}, {"m", HBS_INTEGER, 0, 100000, "20", "clauses"}};
 *
 *     static const hbs_generator my2sat = {
 *         HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/my2sat", "random 2-SAT", "m independent uniform 2-clauses",
 *         "sequences of m 2-clauses over n variables", "never", "O(m)", "this header", HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER,
 *         1, 2, parameters, 0, make, "random", "n=4..8", HBS_DENSITY_UNKNOWN};
 *
 *     const hbs_generator *const *hbs_plugin_generators(void) {
 *         static const hbs_generator *const all[] = {&my2sat, 0};
 *         return all;
 *     }
 *
 * The same without its last function, with `extern const hbs_generator hbs_sat_my2sat` in place of `static const hbs_generator my2sat` and the line X(sat_my2sat) in
 * generators/registry.c, is a built-in generator. A plugin runs in a process of its own (generators/plugins/plugins.h), from which nothing but its instances comes back.
 *
 * Promises:
 * P1  `generate` gets a fresh unit; everything it draws must come from hbs_unit_below, _bernoulli, _sample; then unit i has the same bytes always.
 * P2  Values of parameters are inside their ranges, ranges `lo..hi` already drawn, `check` already passed.
 * P3  Calls that take literals, terms or sizes check them, and that an instance has one claim and no more of anything than memory should hold (2^27 literals, 2^24 atoms);
 *     the first mistake is remembered, later calls do nothing, the unit fails with an error that names the generator and the unit, and nothing of it reaches a catalog.
 * P4  A label claimed by construction is checked by a solver unless the user trusts constructions, and its witness or refutation by a checker unless the user asks for
 *     no certificates; a claim or a witness that does not hold is an error.
 * P5  Exactly `instances_per_unit` instances must be begun. Instances of one unit are twins: splits keep them together.
 * P6  A loop that may reject must ask hbs_unit_retry after each rejection and return when it answers 0:
 *         for (;;) { draw_clause(unit, clause); if (is_good(clause)) break; if (!hbs_unit_retry(unit)) return 0; }
 *         hbs_unit_clause(unit, clause, 3);
 *     A rejection takes back what was drawn since the last clause, head or atom was given, or since hbs_unit_accept: the choice bits of an instance count what it is made of.
 *     The next attempt is like the first: what it asks for and gives may not depend on attempts that were rejected, nor on how many. `analyze exact` takes this for granted where it closes loops, after
 *     trying attempts behind one rejection; where they give something else it says so, and --rejects cuts loops instead. */
#ifndef HBS_GENERATORS_PLUGIN_H
#define HBS_GENERATORS_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HBS_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define HBS_PLUGIN_EXPORT
#endif

#define HBS_PLUGIN_ABI 1u
#define HBS_UNIT_INSTANCES_MAX 8u

typedef enum hbs_generated { HBS_GENERATES_SAT = 0, HBS_GENERATES_CQC = 1 } hbs_generated;
/* BY_SOLVER: an exact decision labels each instance. BY_CONSTRUCTION: generate() claims a label (hbs_unit_claim) for every instance. ALL_NO, ALL_YES: the
 * same, and every claim is 0, or 1, so that nobody waits for the other label. */
typedef enum hbs_label_source { HBS_LABELS_BY_SOLVER = 0, HBS_LABELS_BY_CONSTRUCTION = 1, HBS_LABELS_ALL_NO = 2, HBS_LABELS_ALL_YES = 3 } hbs_label_source;

/* The generator's probability of an instance relative to the uniform law over all instances of the same signature, where it is known. UNIFORM: 1. MODELS: Z/E[Z], Z
 * the number of models (SAT) or of homomorphisms (CQC). Of sets of clauses; of sequences where there is a parameter `distinct` and it is no, or where some formula repeats a clause. `analyze exact` holds what is stated
 * against the law that it enumerates. */
typedef enum hbs_density { HBS_DENSITY_UNKNOWN = 0, HBS_DENSITY_UNIFORM = 1, HBS_DENSITY_MODELS = 2 } hbs_density;

typedef enum hbs_parameter_type {
    HBS_INTEGER,   /* 12, or 10..40: uniform per unit */
    HBS_RATIONAL,  /* 4.26 or 213/50, exact, or 13..15: uniform per unit among 10^6 + 1 equally spaced values; low and high bound it */
    HBS_FLAG,      /* yes or no */
    HBS_TEXT       /* a text of at most 1024 bytes without blanks; `check` reads it */
} hbs_parameter_type;

typedef struct hbs_parameter {
    const char *name;
    hbs_parameter_type type;
    int64_t low, high;       /* inclusive; integers and rationals */
    const char *fallback;    /* default value as text; NULL: must be given */
    const char *meaning;     /* with its unit, and how it relates to the others */
} hbs_parameter;

typedef struct hbs_unit hbs_unit;

typedef struct hbs_generator {
    uint32_t abi;                 /* HBS_PLUGIN_ABI */
    uint32_t struct_size;         /* sizeof(hbs_generator) */
    const char *name;             /* "sat/planted": problem, slash, lower-case name */
    const char *summary;          /* one line */
    const char *distribution;     /* the law, in words or a formula */
    const char *uniform_over;     /* the set it is uniform over, or "not uniform: because .." */
    const char *rejects;          /* may generate() loop? with what bound or expectation */
    const char *cost;             /* time complexity a unit */
    const char *source;           /* paper or program that defines it */
    hbs_generated problem;
    hbs_label_source labels;
    uint32_t instances_per_unit;  /* 1 .. HBS_UNIT_INSTANCES_MAX */
    uint32_t parameter_count;
    const hbs_parameter *parameters;
    int (*check)(hbs_unit *unit);     /* may be NULL; constraints between parameters: 0, or hbs_unit_fail(unit, "what, what to do") */
    int (*generate)(hbs_unit *unit);  /* 0 on success */
    const char *group;                /* what `gen list` puts it under: "random", "planted", "graph", .. ; NULL: "other" */
    const char *example;              /* parameters of small instances, n up to about 8, that tests and help draw: "n=4..8"; NULL: the defaults are small */
    hbs_density density;
} hbs_generator;

/* A plugin defines this one function, and it is called once in each process that loads it: its generators, NULL behind the last, valid for good. */
HBS_PLUGIN_EXPORT const hbs_generator *const *hbs_plugin_generators(void);

/* The functions behind the calls below. A plugin links against nothing: it gets them with its unit. */
typedef struct hbs_host {
    uint32_t abi;
    uint64_t (*below)(hbs_unit *, uint64_t);
    int (*bernoulli)(hbs_unit *, uint64_t, uint64_t);
    void (*sample)(hbs_unit *, uint32_t, uint32_t, int32_t *);
    int (*retry)(hbs_unit *);
    int64_t (*integer)(const hbs_unit *, uint32_t);
    void (*rational)(const hbs_unit *, uint32_t, int64_t *, int64_t *);
    const char *(*text)(const hbs_unit *, uint32_t);
    int (*begin_cnf)(hbs_unit *, uint32_t);
    int (*clause)(hbs_unit *, const int32_t *, size_t);
    int (*begin_pair)(hbs_unit *);
    int (*head)(hbs_unit *, int, uint32_t);
    int (*atom)(hbs_unit *, int, const char *, const uint32_t *, size_t);
    int (*constant)(hbs_unit *, const char *, uint32_t *);
    int (*claim)(hbs_unit *, int);
    int (*witness)(hbs_unit *, const uint32_t *, size_t);
    int (*fail)(hbs_unit *, const char *);
    int (*refutation)(hbs_unit *, const int32_t *, size_t);
    void (*accept)(hbs_unit *);
} hbs_host;

struct hbs_unit {
    const hbs_host *host;   /* the rest is the library's own */
};

/* A uniform choice among 0..bound-1, bound >= 1. */
static inline uint64_t hbs_unit_below(hbs_unit *unit, uint64_t bound) { return unit->host->below(unit, bound); }
/* 1 with probability numerator/denominator exactly, else 0. */
static inline int hbs_unit_bernoulli(hbs_unit *unit, uint64_t numerator, uint64_t denominator) { return unit->host->bernoulli(unit, numerator, denominator); }
/* A uniform ordered tuple of `count` distinct numbers of 0..population-1. */
static inline void hbs_unit_sample(hbs_unit *unit, uint32_t population, uint32_t count, int32_t *out) { unit->host->sample(unit, population, count, out); }
/* Rejects what was drawn since the instance began, or since its last clause, head or atom, or since hbs_unit_accept, whichever was last, and says whether another attempt is
 * allowed. Where nothing was drawn since, as before the first attempt, it rejects nothing. */
static inline int hbs_unit_retry(hbs_unit *unit) { return unit->host->retry(unit); }
/* What was drawn up to here stays, though it is not given yet: for several loops that reject, one after the other, before the first clause or atom. */
static inline void hbs_unit_accept(hbs_unit *unit) { unit->host->accept(unit); }
/* Values by index into the parameter array. A flag reads as integer 0 or 1. */
static inline int64_t hbs_unit_integer(const hbs_unit *unit, uint32_t parameter) { return unit->host->integer(unit, parameter); }
static inline void hbs_unit_rational(const hbs_unit *unit, uint32_t parameter, int64_t *numerator, int64_t *denominator) { unit->host->rational(unit, parameter, numerator, denominator); }
static inline const char *hbs_unit_text(const hbs_unit *unit, uint32_t parameter) { return unit->host->text(unit, parameter); }
/* Begins the unit's next instance. All return 0 or a status that generate() should return. */
static inline int hbs_unit_begin_cnf(hbs_unit *unit, uint32_t variables) { return unit->host->begin_cnf(unit, variables); }
static inline int hbs_unit_clause(hbs_unit *unit, const int32_t *literals, size_t count) { return unit->host->clause(unit, literals, count); }
static inline int hbs_unit_begin_pair(hbs_unit *unit) { return unit->host->begin_pair(unit); }
/* query: 1 or 2. A term is a variable number 0.., or what hbs_unit_constant gave. */
static inline int hbs_unit_head(hbs_unit *unit, int query, uint32_t term) { return unit->host->head(unit, query, term); }
static inline int hbs_unit_atom(hbs_unit *unit, int query, const char *relation, const uint32_t *terms, size_t arity) { return unit->host->atom(unit, query, relation, terms, arity); }
static inline int hbs_unit_constant(hbs_unit *unit, const char *text, uint32_t *term) { return unit->host->constant(unit, text, term); }
/* Claims the current instance's label (0 or 1), known by construction. */
static inline int hbs_unit_claim(hbs_unit *unit, int label) { return unit->host->claim(unit, label); }
/* The witness of a claimed yes, checked before anyone believes it. SAT: values 0/1 of variables 1..n. CQC: image in q1 of each variable of q2. */
static inline int hbs_unit_witness(hbs_unit *unit, const uint32_t *values, size_t count) { return unit->host->witness(unit, values, count); }
/* The refutation of a claimed no, checked before anyone believes it; later calls go on. SAT: lemmas, each a list of literals ended by 0; each must follow by unit
 * propagation from the clauses and the lemmas before it, and the last one is empty (a single 0). CQC: a search tree in preorder; 0 is a leaf, where arc consistency refutes,
 * 1 + v a branch on variable v of q2 with a child for each term that arc consistency leaves to v, variables of q1 first, then constants in the order in which they were
 * given, at most 1000 branches deep. Count 0: arc consistency refutes from the start. */
static inline int hbs_unit_refutation(hbs_unit *unit, const int32_t *steps, size_t count) { return unit->host->refutation(unit, steps, count); }
static inline int hbs_unit_fail(hbs_unit *unit, const char *message) { return unit->host->fail(unit, message); }

#ifdef __cplusplus
}
#endif
#endif
