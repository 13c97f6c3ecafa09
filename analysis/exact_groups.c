/* Groups are found by going through them: a law has few signatures, or the likeliest few are shown. */
#include "analysis/exact_groups.h"

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

static int compare_cells(const void *a, const void *b) {
    const hbs_exact_cell *const x = a, *const y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

hbs_status hbs_exact_sort(hbs_exact_law *law, hbs_error *error) {
    hbs_status status = HBS_OK;
    ranked *order = NULL;
    hbs_exact_group *sorted = NULL;
    size_t *place = NULL;
    HBS_TRY(hbs_allocate(&order, law->groups, sizeof *order, error));
    HBS_TRY(hbs_allocate(&sorted, law->groups, sizeof *sorted, error));
    HBS_TRY(hbs_allocate(&place, law->groups, sizeof *place, error));
    for (size_t g = 0; g < law->groups; g++) order[g] = (ranked){&law->group[g], g};
    qsort(order, law->groups, sizeof *order, compare_groups);
    for (size_t g = 0; g < law->groups; g++) {
        place[order[g].index] = g;
        sorted[g] = *order[g].group;
    }
    for (size_t i = 0; i < law->cells; i++) law->cell[i].group = place[law->cell[i].group];
    qsort(law->cell, law->cells, sizeof *law->cell, compare_cells);
    free(law->group);
    law->group = sorted;
    law->group_capacity = law->groups;
    sorted = NULL;
    for (size_t i = law->cells; i-- > 0;) {
        law->group[law->cell[i].group].first = i;
        law->group[law->cell[i].group].cells++;
    }
done:
    free(order);
    free(sorted);
    free(place);
    return status;
}
