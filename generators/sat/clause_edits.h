/* Changes of a formula that keep it satisfiable or unsatisfiable, whichever it is. */
#ifndef HBS_GENERATORS_SAT_CLAUSE_EDITS_H
#define HBS_GENERATORS_SAT_CLAUSE_EDITS_H

#include "core/cnf.h"
#include "core/rng.h"

typedef enum hbs_clause_edit { HBS_EDIT_RESOLVENT, HBS_EDIT_WEAKEN, HBS_EDIT_BLOCKED, HBS_EDIT_DROP, HBS_CLAUSE_EDITS } hbs_clause_edit;

/* "resolvent", "weaken", "blocked", "drop" */
const char *hbs_clause_edit_name(hbs_clause_edit edit);

/* A formula being changed, with a model of it where one is known (NULL otherwise), which stays a model. A refutation by unit propagation stays one as well, whatever the edit. */
typedef struct hbs_clause_editor {
    hbs_cnf *cnf;
    uint8_t *model;
    hbs_rng *rng;
    int32_t *clause;         /* the one being made */
    size_t size, capacity;
} hbs_clause_editor;

void hbs_clause_editor_free(hbs_clause_editor *editor);   /* the formula and the model stay */
/* Makes one change, or none where 16 random tries found nowhere to. O(L) a try, L the formula's literals. */
hbs_status hbs_clause_edit_make(hbs_clause_editor *editor, hbs_clause_edit edit, hbs_error *error);
/* Is there a clause with just these literals, each once? O(L + count^2). */
bool hbs_clause_is_there(const hbs_cnf *cnf, const int32_t *literal, size_t count);

#endif
