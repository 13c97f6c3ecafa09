/* Groups are found by going through them: a law has few signatures, or the likeliest few are shown. Kinds are found by a hash of their numbers. */
#include "analysis/exact/exact_groups.h"

#include <stdlib.h>

hbs_status hbs_exact_group_of(hbs_exact_law *law, unsigned member, hbs_signature *signature, size_t *out, hbs_error *error) {
    for (*out = 0; *out < law->groups; ++*out)
        if (law->group[*out].member == member && hbs_signature_equal(&law->group[*out].signature, signature)) return HBS_OK;
    const hbs_status status = hbs_grow(&law->group, &law->group_capacity, law->groups + 1, sizeof *law->group, error);
    if (status != HBS_OK) return status;
    hbs_exact_group *const group = &law->group[law->groups++];
    *group = (hbs_exact_group){.member = member, .signature = *signature};
    *signature = (hbs_signature){0};
    mpq_inits(group->mass, group->label_mass[0], group->label_mass[1], NULL);
    mpz_inits(group->found, group->label_found[0], group->label_found[1], NULL);
    return HBS_OK;
}

/* ---- kinds ---- */

static uint64_t mix(uint64_t hash, const mpz_t number) {
    for (size_t i = 0; i < mpz_size(number); i++) hash = (hash ^ mpz_getlimbn(number, (mp_size_t)i)) * UINT64_C(0x9E3779B97F4A7C15), hash ^= hash >> 29;
    return hash;
}

static uint64_t hash_of(size_t group, int label, const mpq_t mass, const mpz_t members) {
    return mix(mix(mix(2 * group + (unsigned)label, mpq_numref(mass)), mpq_denref(mass)), members);
}

static hbs_status widen(hbs_exact_law *law, hbs_error *error) {
    const size_t slots = law->slots ? 2 * law->slots : 256;
    uint32_t *slot = NULL;
    const hbs_status status = hbs_allocate(&slot, slots, sizeof *slot, error);
    if (status != HBS_OK) return status;
    for (size_t k = 0; k < law->kinds; k++) {
        const hbs_exact_kind *const kind = &law->kind[k];
        size_t at = (size_t)hash_of(kind->group, kind->label, kind->mass, kind->members) & (slots - 1);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)k + 1;
    }
    free(law->slot);
    law->slot = slot;
    law->slots = slots;
    return HBS_OK;
}

static bool is_kind(const hbs_exact_kind *kind, size_t group, int label, const mpq_t mass, const mpz_t members) {
    return kind->group == group && kind->label == label && mpq_equal(kind->mass, mass) && mpz_cmp(kind->members, members) == 0;
}

hbs_status hbs_exact_count_kind(hbs_exact_law *law, size_t group, int label, const mpq_t mass, const mpz_t members, uint32_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    if (2 * law->kinds >= law->slots) HBS_TRY(widen(law, error));
    size_t at = (size_t)hash_of(group, label, mass, members) & (law->slots - 1);
    while (law->slot[at] && !is_kind(&law->kind[law->slot[at] - 1], group, label, mass, members)) at = (at + 1) & (law->slots - 1);
    if (!law->slot[at]) {
        if (law->kinds == UINT32_MAX) HBS_FAIL(error, HBS_ERROR_MEMORY, "instances of more than 2^32 different probabilities");
        HBS_TRY(hbs_grow(&law->kind, &law->kind_capacity, law->kinds + 1, sizeof *law->kind, error));
        hbs_exact_kind *const fresh = &law->kind[law->kinds++];
        *fresh = (hbs_exact_kind){.group = group, .label = label};
        mpq_init(fresh->mass);
        mpq_set(fresh->mass, mass);
        mpz_init_set(fresh->members, members);
        law->slot[at] = (uint32_t)law->kinds;
    }
    *out = law->slot[at] - 1;
    law->kind[*out].cells++;
done:
    return status;
}

/* ---- order ---- */

typedef struct ranked {
    const hbs_exact_group *group;
    size_t index;
} ranked;

static int compare_groups(const void *a, const void *b) {
    const ranked *const x = a, *const y = b;
    if (x->group->member != y->group->member) return x->group->member < y->group->member ? -1 : 1;
    const int order = mpq_cmp(y->group->mass, x->group->mass);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* place[g]: where group g comes to stand. */
static hbs_status sort_groups(hbs_exact_law *law, size_t *place, hbs_error *error) {
    hbs_status status = HBS_OK;
    ranked *order = NULL;
    hbs_exact_group *sorted = NULL;
    HBS_TRY(hbs_allocate(&order, law->groups, sizeof *order, error));
    HBS_TRY(hbs_allocate(&sorted, law->groups, sizeof *sorted, error));
    for (size_t g = 0; g < law->groups; g++) order[g] = (ranked){&law->group[g], g};
    qsort(order, law->groups, sizeof *order, compare_groups);
    for (size_t g = 0; g < law->groups; g++) {
        place[order[g].index] = g;
        sorted[g] = *order[g].group;
    }
    free(law->group);
    law->group = sorted;
    law->group_capacity = law->groups;
    sorted = NULL;
done:
    free(order);
    free(sorted);
    return status;
}

/* Kinds by group; place[k]: where kind k comes to stand. */
static hbs_status sort_kinds(hbs_exact_law *law, size_t *place, hbs_error *error) {
    hbs_exact_kind *sorted = NULL;
    const hbs_status status = hbs_allocate(&sorted, law->kinds, sizeof *sorted, error);
    if (status != HBS_OK) return status;
    for (size_t k = 0; k < law->kinds; k++) law->group[law->kind[k].group].kinds++;
    for (size_t g = 1; g < law->groups; g++) law->group[g].first_kind = law->group[g - 1].first_kind + law->group[g - 1].kinds;
    for (size_t g = 0; g < law->groups; g++) law->group[g].kinds = 0;
    for (size_t k = 0; k < law->kinds; k++) {
        hbs_exact_group *const group = &law->group[law->kind[k].group];
        place[k] = group->first_kind + group->kinds++;
        sorted[place[k]] = law->kind[k];
    }
    free(law->kind);
    law->kind = sorted;
    law->kind_capacity = law->kinds;
    return HBS_OK;
}

static hbs_status sort_cells(hbs_exact_law *law, hbs_error *error) {
    hbs_exact_cell *sorted = NULL;
    const hbs_status status = hbs_allocate(&sorted, law->cells, sizeof *sorted, error);
    if (status != HBS_OK) return status;
    for (size_t i = 0; i < law->cells; i++) law->group[law->kind[law->cell[i].kind].group].cells++;
    for (size_t g = 1; g < law->groups; g++) law->group[g].first = law->group[g - 1].first + law->group[g - 1].cells;
    for (size_t g = 0; g < law->groups; g++) law->group[g].cells = 0;
    for (size_t i = 0; i < law->cells; i++) {
        hbs_exact_group *const group = &law->group[law->kind[law->cell[i].kind].group];
        sorted[group->first + group->cells++] = law->cell[i];
    }
    free(law->cell);
    law->cell = sorted;
    law->cell_capacity = law->cells;
    return HBS_OK;
}

static void add_up(hbs_exact_law *law) {
    mpq_t mass;
    mpz_t found;
    mpq_init(mass);
    mpz_init(found);
    for (size_t g = 0; g < law->groups; g++) mpq_set_ui(law->group[g].mass, 0, 1);
    for (size_t k = 0; k < law->kinds; k++) {
        const hbs_exact_kind *const kind = &law->kind[k];
        hbs_exact_group *const group = &law->group[kind->group];
        mpz_mul_ui(found, kind->members, kind->cells);
        mpq_set_ui(mass, kind->cells, 1);
        mpq_mul(mass, mass, kind->mass);
        mpq_add(group->mass, group->mass, mass);
        mpq_add(group->label_mass[kind->label], group->label_mass[kind->label], mass);
        mpz_add(group->found, group->found, found);
        mpz_add(group->label_found[kind->label], group->label_found[kind->label], found);
    }
    mpq_clear(mass);
    mpz_clear(found);
}

hbs_status hbs_exact_finish(hbs_exact_law *law, hbs_error *error) {
    hbs_status status = HBS_OK;
    size_t *place = NULL;
    add_up(law);
    HBS_TRY(hbs_allocate(&place, law->groups > law->kinds ? law->groups : law->kinds, sizeof *place, error));
    HBS_TRY(sort_groups(law, place, error));
    for (size_t k = 0; k < law->kinds; k++) law->kind[k].group = place[law->kind[k].group];
    HBS_TRY(sort_kinds(law, place, error));
    for (size_t i = 0; i < law->cells; i++) law->cell[i].kind = (uint32_t)place[law->cell[i].kind];
    HBS_TRY(sort_cells(law, error));
    free(law->slot);
    law->slot = NULL;
    law->slots = 0;
done:
    free(place);
    return status;
}
