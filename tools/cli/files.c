/* Walking folders by fts, which sorts, follows links and sees loops. */
#include "tools/cli/files.h"

#include <errno.h>
#include <fts.h>
#include <stdbool.h>
#include <string.h>

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }

static bool is_hidden(const FTSENT *entry) { return entry->fts_level > 0 && entry->fts_name[0] == '.'; }

static hbs_status walk(FTS *tree, cli_file_function visit, void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    FTSENT *entry;
    while (status == HBS_OK && (entry = fts_read(tree)) != NULL) {
        if (is_hidden(entry)) fts_set(tree, entry, FTS_SKIP);
        else if (entry->fts_info != FTS_D && entry->fts_info != FTS_DP && entry->fts_info != FTS_DC) status = visit(context, entry->fts_path, error);
    }
    return status;
}

hbs_status cli_files(const char *const *paths, size_t count, cli_file_function visit, void *context, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count && status == HBS_OK; i++) {
        char *const one[] = {(char *)paths[i], NULL};
        FTS *tree = fts_open(one, FTS_LOGICAL | FTS_NOCHDIR, by_name);
        if (!tree) return hbs_raise(error, HBS_ERROR_IO, "%s: %s", paths[i], strerror(errno));
        status = walk(tree, visit, context, error);
        fts_close(tree);
    }
    return status;
}
