/* The encoding by its definition, with plain tables and no attempt at speed: `goes` says for each pair of atoms whether one can go to the other,
 * `name` which number the variable of each (variable of q2, term of q1) has. */
#include "solvers/checking/query_cnf_check.h"

#include <stdlib.h>
#include <string.h>

#define LITERALS_MAX ((size_t)1 << 27)
#define CELLS_MAX ((size_t)1 << 27)

typedef struct encoder {
    const hbs_query *left, *right;   /* q1, q2 */
    size_t terms;
    hbs_term *fixed;                 /* variable of q2 -> term of q1 that the head asks for */
    uint8_t *is_fixed, *is_in_body;
    uint8_t *goes;                   /* atom of q2 * atoms(q1) + atom of q1 */
    uint32_t *name;                  /* variable of q2 * terms + term: 0 no candidate */
    uint8_t *seen;                   /* by term */
    hbs_cnf cnf;
    int32_t *buffer;
} encoder;

static size_t index_of(const encoder *e, hbs_term term)
{
    return (hbs_is_constant(term) ? e->left->variables : 0u) + (size_t)(term & ~HBS_CONSTANT);
}

static hbs_status make_room(encoder *e, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t n = e->right->variables, m1 = e->left->atoms, m2 = e->right->atoms;
    if ((e->terms && n > CELLS_MAX / e->terms) || (m1 && m2 > CELLS_MAX / m1))
        HBS_FAIL(error, HBS_ERROR_MEMORY, "refutation of the encoding: the pair is larger than its checker takes; certify it by the solver homomorphism");
    HBS_TRY(hbs_allocate(&e->fixed, n, sizeof *e->fixed, error));
    HBS_TRY(hbs_allocate(&e->is_fixed, n, 1, error));
    HBS_TRY(hbs_allocate(&e->is_in_body, n, 1, error));
    HBS_TRY(hbs_allocate(&e->goes, m1 * m2, 1, error));
    HBS_TRY(hbs_allocate(&e->name, n * e->terms, sizeof *e->name, error));
    HBS_TRY(hbs_allocate(&e->seen, e->terms, 1, error));
    HBS_TRY(hbs_allocate(&e->buffer, e->terms + m1 + 1, sizeof *e->buffer, error));
done:
    return status;
}

static bool heads_agree(const encoder *e)
{
    if (e->left->head_arity != e->right->head_arity) return false;
    for (size_t i = 0; i < e->right->head_arity; i++) {
        const hbs_term wanted = e->left->head[i], given = e->right->head[i];
        if (hbs_is_constant(given)) {
            if (given != wanted) return false;
            continue;
        }
        if (e->is_fixed[given] && e->fixed[given] != wanted) return false;
        e->is_fixed[given] = 1;
        e->fixed[given] = wanted;
    }
    return true;
}

static bool open_at(const encoder *e, size_t atom, size_t place)
{
    const hbs_term term = hbs_atom(e->right, atom)[place];
    return !hbs_is_constant(term) && !e->is_fixed[term];
}

/* The open variable at the place stands nowhere before it in the atom. */
static bool new_at(const encoder *e, size_t atom, size_t place)
{
    const hbs_term *const argument = hbs_atom(e->right, atom);
    bool result = open_at(e, atom, place);
    for (size_t i = 0; i < place; i++) result = result && argument[i] != argument[place];
    return result;
}

static bool can_go(const encoder *e, size_t atom, size_t target)
{
    if (e->right->relation[atom] != e->left->relation[target]) return false;
    const hbs_term *const from = hbs_atom(e->right, atom), *const to = hbs_atom(e->left, target);
    const size_t arity = hbs_atom_arity(e->right, atom);
    for (size_t i = 0; i < arity; i++) {
        if (hbs_is_constant(from[i]) && from[i] != to[i]) return false;
        if (!hbs_is_constant(from[i]) && e->is_fixed[from[i]] && e->fixed[from[i]] != to[i]) return false;
        for (size_t j = i + 1; j < arity; j++)
            if (from[i] == from[j] && to[i] != to[j]) return false;
    }
    return true;
}

static void note_candidates(const encoder *e, size_t atom, size_t place)
{
    const size_t m1 = e->left->atoms;
    uint32_t *const name = e->name + hbs_atom(e->right, atom)[place] * e->terms;
    memset(e->seen, 0, e->terms);
    for (size_t f = 0; f < m1; f++)
        if (e->goes[atom * m1 + f]) e->seen[index_of(e, hbs_atom(e->left, f)[place])] = 1;
    for (size_t t = 0; t < e->terms; t++)
        if (!e->seen[t]) name[t] = 0;
}

static void find_names(encoder *e)
{
    const size_t m1 = e->left->atoms, m2 = e->right->atoms;
    for (size_t i = 0; i < e->right->variables * e->terms; i++) e->name[i] = 1;
    for (size_t a = 0; a < m2; a++) {
        for (size_t f = 0; f < m1; f++) e->goes[a * m1 + f] = can_go(e, a, f);
        for (size_t p = 0; p < hbs_atom_arity(e->right, a); p++) {
            if (!open_at(e, a, p)) continue;
            e->is_in_body[hbs_atom(e->right, a)[p]] = 1;
            note_candidates(e, a, p);
        }
    }
    for (size_t i = 0; i < e->right->variables * e->terms; i++) e->name[i] = e->name[i] && e->is_in_body[i / e->terms] ? ++e->cnf.variables : 0;
}

static uint32_t name_at(const encoder *e, size_t atom, size_t target, size_t place)
{
    return e->name[hbs_atom(e->right, atom)[place] * e->terms + index_of(e, hbs_atom(e->left, target)[place])];
}

static void drop_targets(const encoder *e)
{
    const size_t m1 = e->left->atoms;
    for (size_t a = 0; a < e->right->atoms; a++)
        for (size_t f = 0; f < m1; f++)
            for (size_t p = 0; e->goes[a * m1 + f] && p < hbs_atom_arity(e->right, a); p++)
                if (open_at(e, a, p) && !name_at(e, a, f, p)) e->goes[a * m1 + f] = 0;
}

static hbs_status say(encoder *e, size_t length, hbs_error *error)
{
    if (hbs_cnf_literals(&e->cnf) + length > LITERALS_MAX)
        return hbs_raise(error, HBS_ERROR_MEMORY, "refutation of the encoding: it takes more than %zu literals; certify the pair by the solver homomorphism", LITERALS_MAX);
    return hbs_cnf_add(&e->cnf, e->buffer, length, error);
}

static hbs_status say_implication(encoder *e, uint32_t from, uint32_t to, hbs_error *error)
{
    e->buffer[0] = -(int32_t)from;
    e->buffer[1] = (int32_t)to;
    return say(e, 2, error);
}

static hbs_status say_one_term(encoder *e, uint32_t variable, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const uint32_t *const name = e->name + variable * e->terms;
    size_t count = 0;
    for (size_t t = 0; t < e->terms; t++)
        if (name[t]) e->buffer[count++] = (int32_t)name[t];
    HBS_TRY(say(e, count, error));
    for (size_t t = 0; t < e->terms; t++)
        for (size_t u = t + 1; u < e->terms; u++) {
            if (!name[t] || !name[u]) continue;
            e->buffer[0] = -(int32_t)name[t];
            e->buffer[1] = -(int32_t)name[u];
            HBS_TRY(say(e, 2, error));
        }
done:
    return status;
}

/* What a term at the place needs: one of the targets that have it. first: the number of the atom's first target. */
static hbs_status say_supports(encoder *e, size_t atom, size_t place, uint32_t first, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t m1 = e->left->atoms;
    for (size_t t = 0; t < e->terms; t++) {
        const uint32_t name = e->name[hbs_atom(e->right, atom)[place] * e->terms + t];
        size_t length = 0;
        if (!name) continue;
        e->buffer[length++] = -(int32_t)name;
        uint32_t number = first;
        for (size_t f = 0; f < m1; f++) {
            if (!e->goes[atom * m1 + f]) continue;
            if (index_of(e, hbs_atom(e->left, f)[place]) == t) e->buffer[length++] = (int32_t)number;
            number++;
        }
        HBS_TRY(say(e, length, error));
    }
done:
    return status;
}

static hbs_status say_atom(encoder *e, size_t atom, hbs_error *error)
{
    hbs_status status = HBS_OK;
    const size_t m1 = e->left->atoms;
    const uint32_t first = e->cnf.variables + 1;
    size_t targets = 0;
    for (size_t f = 0; f < m1; f++)
        if (e->goes[atom * m1 + f]) e->buffer[targets++] = (int32_t)++e->cnf.variables;
    HBS_TRY(say(e, targets, error));
    for (size_t p = 0; p < hbs_atom_arity(e->right, atom); p++) {
        if (!new_at(e, atom, p)) continue;
        uint32_t number = first;
        for (size_t f = 0; f < m1; f++)
            if (e->goes[atom * m1 + f]) HBS_TRY(say_implication(e, number++, name_at(e, atom, f, p), error));
        HBS_TRY(say_supports(e, atom, p, first, error));
    }
done:
    return status;
}

static hbs_status say_all(encoder *e, hbs_error *error)
{
    hbs_status status = HBS_OK;
    if (!heads_agree(e)) return say(e, 0, error);
    find_names(e);
    drop_targets(e);
    for (uint32_t v = 0; v < e->right->variables; v++)
        if (e->is_in_body[v]) HBS_TRY(say_one_term(e, v, error));
    for (size_t a = 0; a < e->right->atoms; a++) HBS_TRY(say_atom(e, a, error));
done:
    return status;
}

hbs_status hbs_query_cnf_check(hbs_rup *rup, const hbs_query_pair *pair, const uint8_t *bytes, size_t size, hbs_error *error)
{
    hbs_status status = HBS_OK;
    encoder e = {.left = &pair->q1, .right = &pair->q2, .terms = (size_t)pair->q1.variables + pair->constants.count};
    HBS_TRY(make_room(&e, error));
    HBS_TRY(say_all(&e, error));
    HBS_TRY(hbs_rup_check(rup, &e.cnf, bytes, size, error));
done:
    free(e.fixed);
    free(e.is_fixed);
    free(e.is_in_body);
    free(e.goes);
    free(e.name);
    free(e.seen);
    free(e.buffer);
    hbs_cnf_free(&e.cnf);
    return status;
}
