/* The collection: files, their generators as this process knows them, and the sorted list of all. A loaded generator is a descriptor of our own whose texts stand in the frame that the
 * plugin's process sent, and whose functions forward: to a worker that the drawing keeps as its generator's memory (so each thread has its own, and it ends with the drawing), or, in
 * process, to the plugin's. Checks of parameters go to one worker of the plugin under a lock; while a unit is drawn the worker makes the check itself. A failed load changes nothing: the new
 * list is built aside. */
#include "generators/plugins/plugins.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/plugins/asking.h"
#include "generators/plugins/descriptor.h"
#include "generators/plugins/unit.h"
#include "generators/registry.h"

typedef struct loaded {
    hbs_generator generator;         /* first: a loaded generator is a loaded * */
    hbs_plugin *plugin;
    uint32_t index;                  /* in the plugin's own list */
    hbs_parameter *parameters;
    const hbs_generator *original;   /* in process alone */
} loaded;

struct hbs_plugin {
    hbs_server *server;              /* NULL: in process */
    char *file, *path;               /* as given, and the real one */
    char digest[HBS_DIGEST_SIZE];
    char from[128];                  /* for messages */
    hbs_worker worker;               /* tells the descriptors and checks parameters */
    pthread_mutex_t lock;            /* of it */
    hbs_bytes descriptors;
    void *handle;
    loaded *generator;
    size_t count;
};

struct hbs_plugins {
    hbs_server server;
    bool in_process;
    hbs_plugin **plugin;
    size_t count, capacity;
    const hbs_generator **all;       /* NULL: the built-in ones */
};

/* ---- what the library calls in a generator's place ---- */

static const loaded *loaded_of(const hbs_unit *unit) { return (const loaded *)(const void *)((const hbs_drawing *)unit)->generator; }

static void free_worker(void *scratch) {
    hbs_worker_end(scratch);
    free(scratch);
}

static hbs_status worker_of(hbs_drawing *drawing, hbs_worker **out, hbs_error *error) {
    hbs_worker *worker;
    if (!drawing->scratch) {
        const hbs_status status = hbs_allocate(&worker, 1, sizeof *worker, error);
        if (status != HBS_OK) return status;
        worker->socket = -1;
        drawing->scratch = worker;
        drawing->scratch_free = free_worker;
    }
    *out = drawing->scratch;
    return HBS_OK;
}

/* Asks, and takes the answer into the drawing. */
static hbs_status converse(hbs_worker *worker, const loaded *self, hbs_drawing *drawing, bool draws) {
    hbs_status status = HBS_OK;
    hbs_error why = {0};
    hbs_frame_reader reader;
    HBS_TRY(hbs_worker_start(worker, self->plugin->server, self->plugin->path, self->plugin->digest, &why));
    HBS_TRY(hbs_question_write(draws ? HBS_FRAME_DRAW : HBS_FRAME_CHECK, self->index, drawing, &worker->question, &why));
    HBS_TRY(hbs_worker_ask(worker, draws ? &drawing->rng : NULL, &reader, &why));
    return hbs_answer_read(&reader, drawing, draws, self->plugin->from);
done:
    return hbs_unit_raise(&drawing->unit, status, "%s: %s", self->plugin->from, why.message);
}

static int generate_there(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_worker *worker = NULL;
    hbs_error why = {0};
    const hbs_status status = worker_of(drawing, &worker, &why);
    return (int)(status == HBS_OK ? converse(worker, loaded_of(unit), drawing, true) : hbs_unit_raise(unit, status, "%s", why.message));
}

static int check_there(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_plugin *const plugin = loaded_of(unit)->plugin;
    if (!drawing->checking) return 0;   /* generate_there has it done */
    pthread_mutex_lock(&plugin->lock);
    const hbs_status status = converse(&plugin->worker, loaded_of(unit), drawing, false);
    pthread_mutex_unlock(&plugin->lock);
    return (int)status;
}

static int generate_here(hbs_unit *unit) { return loaded_of(unit)->original->generate(unit); }
static int check_here(hbs_unit *unit) { return loaded_of(unit)->original->check(unit); }

const hbs_plugin *hbs_plugin_of(const hbs_generator *generator) {
    const bool ours = generator->generate == generate_there || generator->generate == generate_here;
    return ours ? ((const loaded *)(const void *)generator)->plugin : NULL;
}

const char *hbs_plugin_file(const hbs_plugin *plugin) { return plugin->file; }
const char *hbs_plugin_digest(const hbs_plugin *plugin) { return plugin->digest; }

/* ---- one plugin ---- */

static void plugin_free(hbs_plugin *plugin) {
    if (!plugin) return;
    hbs_worker_end(&plugin->worker);
    for (size_t i = 0; plugin->generator && i < plugin->count; i++) free(plugin->generator[i].parameters);
    free(plugin->generator);
    hbs_bytes_free(&plugin->descriptors);
    if (plugin->handle) dlclose(plugin->handle);
    pthread_mutex_destroy(&plugin->lock);
    free(plugin->file);
    free(plugin->path);
    free(plugin);
}

static hbs_status plugin_new(hbs_plugin **out, hbs_plugins *plugins, const char *file, char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_plugin *plugin = NULL;
    HBS_TRY(hbs_allocate(&plugin, 1, sizeof *plugin, error));
    plugin->worker.socket = -1;
    plugin->server = plugins->in_process ? NULL : &plugins->server;
    pthread_mutex_init(&plugin->lock, NULL);
    const size_t length = strlen(file);
    snprintf(plugin->from, sizeof plugin->from, "plugin %s%s", length > 100 ? ".." : "", length > 100 ? file + length - 100 : file);
    HBS_TRY(hbs_copy_text(&plugin->file, file, error));
    HBS_TRY(hbs_copy_text(&plugin->path, path, error));
    HBS_TRY(hbs_plugin_file_digest(path, plugin->digest, error));
    *out = plugin;
    plugin = NULL;
done:
    plugin_free(plugin);
    return status;
}

/* The descriptors as a frame: of the worker, or of this process itself. */
static hbs_status fetch_there(hbs_plugin *plugin, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_frame_reader reader;
    hbs_error why = {0};
    HBS_TRY(hbs_worker_start(&plugin->worker, plugin->server, plugin->path, plugin->digest, error));
    HBS_TRY(hbs_frame_start(&plugin->worker.question, HBS_FRAME_DESCRIBE, error));
    status = hbs_worker_ask(&plugin->worker, NULL, &reader, &why);
    if (status != HBS_OK) HBS_FAIL(error, status, "plugin %s: while it was loaded %s", plugin->file, why.message);
    HBS_TRY(hbs_bytes_copy(&plugin->descriptors, &plugin->worker.answer, error));
    hbs_frame_open(&reader, &plugin->descriptors);
    if (hbs_frame_read(&reader) == HBS_OK) goto done;
    const char *const said = hbs_frame_read_text(&reader);
    HBS_FAIL(error, HBS_ERROR_INPUT, "%s", said ? said : "a plugin that cannot be loaded and does not say why");
done:
    return status;
}

static hbs_status fetch_here(hbs_plugin *plugin, const hbs_generator *const **originals, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_plugin_file_open(plugin->path, &plugin->handle, originals, error));
    HBS_TRY(hbs_frame_start(&plugin->descriptors, HBS_FRAME_RESULT, error));
    HBS_TRY(hbs_bytes_varint(&plugin->descriptors, HBS_OK, error));
    HBS_TRY(hbs_descriptors_write(*originals, &plugin->descriptors, error));
done:
    return status;
}

static hbs_status read_generator(hbs_plugin *plugin, hbs_frame_reader *reader, const hbs_generator *const *originals, hbs_error *error) {
    loaded *const next = &plugin->generator[plugin->count];
    *next = (loaded){.plugin = plugin, .index = (uint32_t)plugin->count, .original = originals ? originals[plugin->count] : NULL};
    const hbs_status status = hbs_descriptor_read(reader, plugin->file, plugin->count + 1, &next->generator, &next->parameters, error);
    if (status != HBS_OK) return status;
    next->generator.generate = originals ? generate_here : generate_there;
    if (next->generator.check) next->generator.check = originals ? check_here : check_there;
    plugin->count++;
    return HBS_OK;
}

static hbs_status read_generators(hbs_plugin *plugin, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_generator *const *originals = NULL;
    hbs_frame_reader reader;
    HBS_TRY(plugin->server ? fetch_there(plugin, error) : fetch_here(plugin, &originals, error));
    hbs_frame_open(&reader, &plugin->descriptors);
    hbs_frame_read(&reader);
    const uint64_t count = hbs_frame_read(&reader);
    if (!reader.bad && count == 0) HBS_FAIL(error, HBS_ERROR_INPUT, "plugin %s: it has no generators", plugin->file);
    if (count > HBS_PLUGIN_GENERATORS_MAX) HBS_FAIL(error, HBS_ERROR_INPUT, "plugin %s: more than %u generators, or no NULL behind the last", plugin->file, HBS_PLUGIN_GENERATORS_MAX);
    HBS_TRY(hbs_allocate(&plugin->generator, (size_t)count, sizeof *plugin->generator, error));
    while (plugin->count < count) HBS_TRY(read_generator(plugin, &reader, originals, error));
    if (!hbs_frame_finished(&reader)) HBS_FAIL(error, HBS_ERROR_INPUT, "plugin %s: what it says of its generators cannot be read", plugin->file);
done:
    return status;
}

/* ---- all of them ---- */

static int by_name(const void *a, const void *b) { return strcmp((*(const hbs_generator *const *)a)->name, (*(const hbs_generator *const *)b)->name); }

static hbs_status taken_twice(const hbs_generator *a, const hbs_generator *b, hbs_error *error) {
    const hbs_plugin *const one = hbs_plugin_of(a), *const other = hbs_plugin_of(b);
    if (one && one == other) return hbs_raise(error, HBS_ERROR_EXISTS, "plugin %s: generator %s comes twice in it", one->file, a->name);
    if (one && other) return hbs_raise(error, HBS_ERROR_EXISTS, "plugin %s: generator %s comes in plugin %s too; leave one of them out", one->file, a->name, other->file);
    return hbs_raise(error, HBS_ERROR_EXISTS, "plugin %s: generator %s has the name of a built-in one; give it another", one ? one->file : other->file, a->name);
}

/* The list with one more plugin. */
static hbs_status list_with(const hbs_plugins *plugins, const hbs_plugin *more, const hbs_generator ***out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_generator *const *const before = hbs_plugins_generators(plugins), **list = NULL;
    size_t count = 0;
    while (before[count]) count++;
    HBS_TRY(hbs_allocate(&list, count + more->count + 1, sizeof *list, error));
    memcpy(list, before, count * sizeof *list);
    for (size_t i = 0; i < more->count; i++) list[count++] = &more->generator[i].generator;
    qsort(list, count, sizeof *list, by_name);
    for (size_t i = 1; i < count; i++)
        if (!strcmp(list[i - 1]->name, list[i]->name)) HBS_TRY(taken_twice(list[i - 1], list[i], error));
    *out = list;
    list = NULL;
done:
    free(list);
    return status;
}

static hbs_status add(hbs_plugins *plugins, const char *file, char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_plugin *plugin = NULL;
    const hbs_generator **list;
    HBS_TRY(plugin_new(&plugin, plugins, file, path, error));
    HBS_TRY(read_generators(plugin, error));
    HBS_TRY(hbs_grow(&plugins->plugin, &plugins->capacity, plugins->count + 1, sizeof(hbs_plugin *), error));
    HBS_TRY(list_with(plugins, plugin, &list, error));
    free(plugins->all);
    plugins->all = list;
    plugins->plugin[plugins->count++] = plugin;
    plugin = NULL;
done:
    plugin_free(plugin);
    return status;
}

hbs_status hbs_plugins_load(hbs_plugins *plugins, const char *file, hbs_error *error) {
    char *const path = realpath(file, NULL);
    if (!path) return hbs_raise(error, errno == ENOENT || errno == ENOTDIR ? HBS_ERROR_NOT_FOUND : HBS_ERROR_IO, "plugin %s: %s", file, strerror(errno));
    bool known = false;
    for (size_t i = 0; i < plugins->count; i++) known = known || !strcmp(plugins->plugin[i]->path, path);
    const hbs_status status = known ? HBS_OK : add(plugins, file, path, error);
    free(path);
    return status;
}

static int is_shared_object(const struct dirent *entry) {
    const size_t length = strlen(entry->d_name);
    return length > 3 && entry->d_name[0] != '.' && !strcmp(entry->d_name + length - 3, ".so");
}

static hbs_status load_folder(hbs_plugins *plugins, const char *folder, hbs_error *error) {
    hbs_status status = HBS_OK;
    struct dirent **entry = NULL;
    hbs_bytes path = {0};
    const int count = scandir(folder, &entry, is_shared_object, alphasort);
    if (count < 0) return hbs_raise(error, errno == ENOENT || errno == ENOTDIR ? HBS_ERROR_NOT_FOUND : HBS_ERROR_IO, "folder of plugins %s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        hbs_bytes_clear(&path);
        HBS_TRY(hbs_bytes_print(&path, error, "%s/%s", folder, entry[i]->d_name));
        HBS_TRY(hbs_plugins_load(plugins, (const char *)path.data, error));
    }
done:
    for (int i = 0; i < count; i++) free(entry[i]);
    free(entry);
    hbs_bytes_free(&path);
    return status;
}

hbs_status hbs_plugins_load_folders(hbs_plugins *plugins, const char *folders, hbs_error *error) {
    hbs_status status = HBS_OK;
    char *folder = NULL;
    for (const char *at = folders; *at; at += *at == ':') {
        const size_t length = strcspn(at, ":");
        if (length) {
            HBS_TRY(hbs_allocate(&folder, length + 1, 1, error));
            memcpy(folder, at, length);
            HBS_TRY(load_folder(plugins, folder, error));
            free(folder);
            folder = NULL;
        }
        at += length;
    }
done:
    free(folder);
    return status;
}

hbs_status hbs_plugins_open(hbs_plugins **out, const hbs_plugin_options *options, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_plugins *plugins = NULL;
    HBS_TRY(hbs_allocate(&plugins, 1, sizeof *plugins, error));
    plugins->server.control = -1;
    plugins->in_process = options && options->in_process;
    if (!plugins->in_process) HBS_TRY(hbs_server_open(&plugins->server, options && options->timeout ? options->timeout : HBS_PLUGIN_TIMEOUT, error));
    plugins->server.listener = options ? options->listener : NULL;
    *out = plugins;
    plugins = NULL;
done:
    hbs_plugins_close(plugins);
    return status;
}

void hbs_plugins_close(hbs_plugins *plugins) {
    if (!plugins) return;
    for (size_t i = 0; i < plugins->count; i++) plugin_free(plugins->plugin[i]);
    hbs_server_close(&plugins->server);
    free(plugins->plugin);
    free(plugins->all);
    free(plugins);
}

const hbs_generator *const *hbs_plugins_generators(const hbs_plugins *plugins) { return plugins && plugins->all ? plugins->all : hbs_generators(); }
