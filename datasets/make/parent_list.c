/* A list of parents is read once, in front of all drawing, so that any thread can take from it and nothing is read while rows are written. */
#include "datasets/make/parent_list.h"

#include <stdlib.h>
#include <string.h>

#define BYTES_MAX ((size_t)256 << 20)

typedef struct wanted {
    const char *from, *split;
    uint64_t limit;
    int label;
} wanted;

static const hbs_setting *setting_of(const hbs_part *part, const char *name) {
    for (uint32_t i = 0; i < part->generator->parameter_count; i++)
        if (!strcmp(part->generator->parameters[i].name, name)) return &part->settings.item[i];
    return NULL;
}

static wanted read_wanted(const hbs_part *part) {
    const hbs_setting *const split = setting_of(part, "parent_split"), *const limit = setting_of(part, "parents");
    wanted out = {.from = setting_of(part, "from")->text, .label = part->label};
    if (split && split->text && strcmp(split->text, "any") != 0) out.split = split->text;
    if (limit) out.limit = (uint64_t)limit->high;
    return out;
}

/* The catalog of "FILE:NAME", opened for reading, or the one at hand for "NAME". Names of datasets have no colon. */
static hbs_status find(const char *from, hbs_catalog *catalog, const hbs_listener *listener, hbs_catalog **opened, hbs_dataset *dataset, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *file = NULL;
    const char *const colon = strrchr(from, ':');
    *opened = NULL;
    if (colon) {
        HBS_TRY(hbs_copy_text(&file, from, error));
        file[colon - from] = 0;
        HBS_TRY(hbs_catalog_open(opened, file, HBS_CATALOG_READ, listener, error));
    }
    HBS_TRY(hbs_dataset_find(colon ? *opened : catalog, colon ? colon + 1 : from, dataset, error));
    if (!dataset->complete) HBS_FAIL(error, HBS_ERROR_USAGE, "%s is not complete, so its copies cannot be told what they are from; complete it first with --resume or `gen merge`", from);
done:
    free(file);
    return status;
}

/* Where the text begins, 0 for none; equal to the one added before it is not added again. */
static hbs_status keep_text(hbs_parent_list *list, const char *text, size_t *last, hbs_error *error) {
    const size_t at = list->texts.size;
    if (!text) {
        *last = 0;
        return HBS_OK;
    }
    if (*last && !strcmp((const char *)list->texts.data + *last, text)) return HBS_OK;
    const hbs_status status = hbs_bytes_append(&list->texts, text, strlen(text) + 1, error);
    if (status == HBS_OK) *last = at;
    return status;
}

static const char *text_at(const hbs_parent_list *list, size_t at) { return at ? (const char *)list->texts.data + at : NULL; }

/* What another catalog calls a root, as it is called here: "FILE:NAME" unless it names a file itself. */
static hbs_status name_root(hbs_parent_list *list, const char *root, const char **out, hbs_error *error) {
    const char *const colon = strrchr(list->from, ':');
    *out = root;
    if (!root || !colon || strchr(root, ':')) return HBS_OK;
    hbs_bytes_clear(&list->name);
    const hbs_status status = hbs_bytes_print(&list->name, error, "%.*s:%s", (int)(colon - list->from), list->from, root);
    if (status == HBS_OK) *out = (const char *)list->name.data;
    return status;
}

static hbs_status add(hbs_parent_list *list, const hbs_row *row, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_parent_entry *const last = list->count ? &list->entry[list->count - 1] : NULL;
    hbs_parent_entry e = {.idx = row->idx, .label = (int8_t)row->label, .root_unit = row->parent_dataset ? row->root_unit : row->unit, .payload = list->bytes.size, .payload_size = row->payload_size,
                          .split = last ? last->split : 0, .root_dataset = last ? last->root_dataset : 0};
    HBS_TRY(keep_text(list, row->split, &e.split, error));
    const char *root;
    HBS_TRY(name_root(list, row->root_dataset, &root, error));
    HBS_TRY(keep_text(list, root, &e.root_dataset, error));
    HBS_TRY(hbs_bytes_append(&list->bytes, row->payload, row->payload_size, error));
    if (row->certificate) {
        e.kind = (uint8_t)row->certificate_kind;
        e.certificate = list->bytes.size;
        e.certificate_size = row->certificate_bytes;
        e.lemmas = row->certificate_size;
        HBS_TRY(hbs_bytes_append(&list->bytes, row->certificate, row->certificate_bytes, error));
    }
    if (list->bytes.size > BYTES_MAX)
        HBS_FAIL(error, HBS_ERROR_INPUT, "from=%s: more than %zu MiB of parents; take fewer with parents=N or parent_split=", list->from, BYTES_MAX >> 20);
    HBS_TRY(hbs_grow(&list->entry, &list->capacity, list->count + 1, sizeof *list->entry, error));
    HBS_TRY(hbs_grow(&list->of_label[row->label], &list->label_capacity[row->label], (size_t)list->parents.count[row->label] + 1, sizeof **list->of_label, error));
    list->of_label[row->label][list->parents.count[row->label]++] = list->count;
    list->entry[list->count++] = e;
    list->parents.count[2] = list->count;
done:
    return status;
}

static hbs_status read_rows(hbs_parent_list *list, hbs_catalog *catalog, int64_t dataset, const wanted *w, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    HBS_TRY(hbs_rows_open(&rows, catalog, dataset, error));
    while (!w->limit || list->count < w->limit) {
        HBS_TRY(hbs_rows_next(rows, &row, &more, error));
        if (!more) break;
        const bool split = !w->split || (row.split && !strcmp(w->split, row.split)), label = w->label == HBS_LABEL_UNKNOWN || w->label == row.label;
        if (row.label != HBS_LABEL_UNKNOWN && split && label) HBS_TRY(add(list, &row, error));
    }
done:
    hbs_rows_close(rows);
    return status;
}

static hbs_status fetch(void *context, int label, uint64_t i, hbs_parent *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_parent_list *const list = context;
    const hbs_parent_entry *const e = &list->entry[label == HBS_LABEL_UNKNOWN ? i : list->of_label[label][i]];
    hbs_error why = {0};
    status = hbs_instance_decode(&out->instance, list->problem, list->bytes.data + e->payload, e->payload_size, &why);
    if (status != HBS_OK)
        HBS_FAIL(error, status == HBS_ERROR_INPUT ? HBS_ERROR_FAULT : status, "from=%.300s: damaged catalog: instance %llu: %.400s; `gen verify` says more", list->from, (unsigned long long)e->idx,
                 why.message);
    out->idx = e->idx;
    out->label = e->label;
    hbs_certificate_clear(&out->certificate);
    out->certificate.kind = (hbs_certificate_kind)e->kind;
    out->certificate.size = e->lemmas;
    if (e->kind) HBS_TRY(hbs_bytes_append(&out->certificate.bytes, list->bytes.data + e->certificate, e->certificate_size, error));
done:
    return status;
}

hbs_status hbs_parent_list_read(hbs_parent_list **out, hbs_catalog *catalog, const hbs_part *part, const hbs_listener *listener, hbs_error *error) {
    hbs_status status = HBS_OK;
    const wanted w = read_wanted(part);
    hbs_parent_list *list = NULL;
    hbs_catalog *opened = NULL;
    hbs_dataset dataset = {0};
    HBS_TRY(find(w.from, catalog, listener, &opened, &dataset, error));
    if ((dataset.problem == HBS_CQC) != (part->generator->problem == HBS_GENERATES_CQC))
        HBS_FAIL(error, HBS_ERROR_USAGE, "from=%s: it holds %s instances, which %s does not change; %s/augment does", w.from, hbs_problem_name(dataset.problem), part->generator->name, hbs_problem_name(dataset.problem));
    HBS_TRY(hbs_allocate(&list, 1, sizeof *list, error));
    list->problem = dataset.problem;
    list->parents = (hbs_parents){.context = list, .fetch = fetch};
    HBS_TRY(hbs_copy_text(&list->from, w.from, error));
    memcpy(list->digest, dataset.digest, sizeof list->digest);
    HBS_TRY(hbs_bytes_append(&list->texts, "", 1, error));   /* so that no text begins at 0 */
    HBS_TRY(read_rows(list, opened ? opened : catalog, dataset.id, &w, error));
    if (!list->count) HBS_FAIL(error, HBS_ERROR_USAGE, "from=%s: no instance there has a known label and is otherwise what is asked for", w.from);
    *out = list;
    list = NULL;
done:
    hbs_parent_list_free(list);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(opened);
    return status;
}

void hbs_parent_list_free(hbs_parent_list *list) {
    if (!list) return;
    free(list->from);
    free(list->entry);
    for (int i = 0; i < 2; i++) free(list->of_label[i]);
    hbs_bytes_free(&list->bytes);
    hbs_bytes_free(&list->texts);
    hbs_bytes_free(&list->name);
    free(list);
}

static int by_idx(const void *a, const void *b) {
    const hbs_parent_entry *const x = a, *const y = b;
    return (x->idx > y->idx) - (x->idx < y->idx);
}

void hbs_parent_list_mark(const hbs_parent_list *list, uint64_t idx, hbs_row *row) {
    const hbs_parent_entry key = {.idx = idx};
    const hbs_parent_entry *const found = bsearch(&key, list->entry, list->count, sizeof *list->entry, by_idx);
    if (!found) return;
    row->parent_dataset = list->from;
    row->parent = idx;
    row->root_dataset = found->root_dataset ? text_at(list, found->root_dataset) : list->from;
    row->root_unit = found->root_unit;
    row->split = text_at(list, found->split);
}
