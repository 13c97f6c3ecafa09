/* A plugin is known by the digest of its file: one that was built anew may draw something else under the same name, and then a dataset would be half of the one and half of the
 * other. Options that are none of `make` (an import's) differ in nothing here; whoever compares them whole will say so. */
#include "datasets/make/plugins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hbs_make_seal(const hbs_spec *spec, hbs_make_options *options) {
    options->plugins = 0;
    for (size_t p = 0; p < spec->parts; p++) {
        const char *const name = spec->part[p].generator->name;
        const hbs_plugin *const plugin = hbs_plugin_of(spec->part[p].generator);
        size_t at = 0;
        while (plugin && at < options->plugins && strcmp(options->plugin[at].generator, name) < 0) at++;
        if (!plugin || (at < options->plugins && !strcmp(options->plugin[at].generator, name))) continue;
        memmove(&options->plugin[at + 1], &options->plugin[at], (options->plugins++ - at) * sizeof *options->plugin);
        snprintf(options->plugin[at].generator, sizeof options->plugin[at].generator, "%s", name);
        snprintf(options->plugin[at].digest, sizeof options->plugin[at].digest, "%s", hbs_plugin_digest(plugin));
    }
}

static const hbs_plugin_seal *seal_of(const hbs_make_options *options, const char *generator) {
    for (size_t i = 0; i < options->plugins; i++)
        if (!strcmp(options->plugin[i].generator, generator)) return &options->plugin[i];
    return NULL;
}

static bool seals_differ(const hbs_make_options *stored, const hbs_make_options *asked, hbs_error *why) {
    for (size_t i = 0; i < stored->plugins; i++) {
        const hbs_plugin_seal *const was = &stored->plugin[i], *const is = seal_of(asked, was->generator);
        if (is && !strcmp(is->digest, was->digest)) continue;
        if (is) hbs_raise(why, HBS_ERROR_USAGE, "the plugin of %s is another file: its SHA-256 was %.16s.., and is %.16s..", was->generator, was->digest, is->digest);
        else hbs_raise(why, HBS_ERROR_USAGE, "%s was a plugin's, with SHA-256 %.16s.., and now it is no plugin's", was->generator, was->digest);
        return true;
    }
    for (size_t i = 0; i < asked->plugins; i++) {
        const hbs_plugin_seal *const is = &asked->plugin[i];
        if (seal_of(stored, is->generator)) continue;
        hbs_raise(why, HBS_ERROR_USAGE, "%s was no plugin's, and now it is that of one with SHA-256 %.16s..", is->generator, is->digest);
        return true;
    }
    return false;
}

bool hbs_make_plugins_differ(const char *stored, const char *asked, hbs_error *why) {
    hbs_make_options before = {0}, now = {0};
    const bool differ = hbs_make_options_parse(&before, stored, NULL) == HBS_OK && hbs_make_options_parse(&now, asked, NULL) == HBS_OK && seals_differ(&before, &now, why);
    hbs_make_options_free(&before);
    hbs_make_options_free(&now);
    return differ;
}

bool hbs_make_names_plugins(const char *stored) {
    hbs_make_options options = {0};
    const bool named = hbs_make_options_parse(&options, stored, NULL) == HBS_OK && options.plugins > 0;
    hbs_make_options_free(&options);
    return named;
}
