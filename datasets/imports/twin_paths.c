/* Two layouts are published. Names that tell the label (sr_00001_sat=0.dimacs and ..sat=1.dimacs, of NeuroSAT's generator) mean twins. Folders that tell it may: G4SATBench's sat/00001.cnf and
 * unsat/00001.cnf are a pair, while others number independent files in each folder. Both are taken for twins where paths are asked, because a pair that is taken for two independent
 * units makes intervals too narrow and lets twins part ways, and two units that are taken for a pair only make them wider; which it was is told, with an example. */
#include "datasets/imports/twin_paths.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/imports/import.h"
#include "datasets/imports/path_label.h"

#define KEPT 1024u   /* first paths */

void hbs_twin_paths_free(hbs_twin_paths *twins) {
    hbs_name_index_free(&twins->keys);
    hbs_bytes_free(&twins->joined);
    for (size_t i = 0; i < twins->firsts; i++) free(twins->first[i]);
    free(twins->first);
    for (int i = 0; i < 4; i++) free(twins->example[i / 2][i % 2]);
    *twins = (hbs_twin_paths){0};
}

static const char *file_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static hbs_status key_of(const hbs_twin_paths *twins, const char *path, hbs_bytes *key, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *const file = twins->names_alone ? file_of(path) : path;
    HBS_TRY(hbs_bytes_append(key, path, (size_t)(file - path), error));
    HBS_TRY(hbs_path_without_label(file, key, error));
    HBS_TRY(hbs_bytes_append(key, "", 1, error));
done:
    return status;
}

static hbs_status keep_first(hbs_twin_paths *twins, const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_bytes_append(&twins->joined, "", 1, error));
    if (twins->firsts == KEPT) return HBS_OK;
    if (!twins->first) HBS_TRY(hbs_allocate(&twins->first, KEPT, sizeof *twins->first, error));
    HBS_TRY(hbs_copy_text(&twins->first[twins->firsts], path, error));
    twins->firsts++;
done:
    return status;
}

static hbs_status join(hbs_twin_paths *twins, const char *path, size_t number, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool by_name = hbs_label_of_path(file_of(path)) != HBS_LABEL_UNKNOWN;
    char **const example = twins->example[by_name];
    *(by_name ? &twins->by_name : &twins->by_folder) += twins->joined.data[number] ? 1 : 2; /* with the first */
    twins->joined.data[number] = 1;
    if (example[0] || number >= twins->firsts) return HBS_OK;
    HBS_TRY(hbs_copy_text(&example[1], path, error));
    HBS_TRY(hbs_copy_text(&example[0], twins->first[number], error));
done:
    return status;
}

hbs_status hbs_twin_paths_add(hbs_twin_paths *twins, const char *path, uint64_t *unit, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes key = {0};
    size_t number;
    bool fresh;
    HBS_TRY(key_of(twins, path, &key, error));
    HBS_TRY(hbs_name_add(&twins->keys, (const char *)key.data, &number, &fresh, error));
    HBS_TRY(fresh ? keep_first(twins, path, error) : join(twins, path, number, error));
    twins->paths++;
    *unit = number;
done:
    hbs_bytes_free(&key);
    return status;
}

static void print_example(char *const example[2], char *out, size_t room) {
    if (example[0] && example[1]) snprintf(out, room, ", such as %.150s and %.150s", example[0], example[1]);
    else out[0] = 0;
}

void hbs_twin_paths_tell(const hbs_twin_paths *twins, const hbs_listener *listener) {
    char example[400];
    const char *const option = twins->names_alone ? "from-name" : "from-path";
    if (!twins->by_name && !twins->by_folder && twins->paths > 1)
        hbs_warn(listener, "--unit %s: no two %s differ in their label alone, so there are no twins; a CSV file of path and unit can name them", option, twins->names_alone ? "names in a folder" : "paths");
    print_example(twins->example[1], example, sizeof example);
    if (twins->by_name)
        hbs_note(listener, "--unit %s: %" PRIu64 " of %" PRIu64 " files are twins by name%s; without --unit they are not", option, twins->by_name, twins->paths, example);
    print_example(twins->example[0], example, sizeof example);
    if (twins->by_folder)
        hbs_note(listener, "--unit %s: %" PRIu64 " of %" PRIu64 " files are twins by equal names in folders of two labels%s; if they are only numbered alike, use --unit from-name",
                 option, twins->by_folder, twins->paths, example);
}
