/* SPDX-License-Identifier: MIT */
/* XPGN_PATH: folders, separated by colons, whose *.yaml files are loaded by every tool. */
#include "cli/cli.h"
#include "cli/paths.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Loads a file without reporting faults: its parent may not be loaded yet. */
static bool load_quietly(cli *c, xpgn_catalog *catalog, const char *path) {
    xpgn_log *log = NULL;
    xpgn_slice text;
    xpgn_status status = xpgn_log_new(&log);
    if (status == XPGN_OK)
        status = xpgn_catalog_load(catalog, path, log, &text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    xpgn_log_free(log);
    return status == XPGN_OK;
}

/* Whatever else is found in a folder is not opened: a pipe would be waited for. */
static bool are_files(cli *c, char **path, size_t count) {
    struct stat st;
    for (size_t i = 0; i < count; i++)
        if (stat(path[i], &st) == 0 && !S_ISREG(st.st_mode)) {
            cli_message(c, "%s: not a regular file", path[i]);
            return false;
        }
    return true;
}

/* Loads files in rounds until no more can be loaded; the rest have faults, which are reported. */
static bool load_all(cli *c, xpgn_catalog *catalog, char **path, size_t count) {
    size_t left = count, before = count + 1;
    while (left > 0 && left < before) {
        before = left;
        for (size_t i = 0; i < count; i++) {
            if (path[i] != NULL && load_quietly(c, catalog, path[i])) {
                path[i] = NULL;
                left--;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (path[i] != NULL && !cli_load_ruleset(c, catalog, path[i], CLI_ERR, NULL))
            return false;
    }
    return true;
}

/* Loads the rulesets of a folder; a missing folder has none. */
static bool load_folder(cli *c, xpgn_catalog *catalog, const char *folder, size_t size) {
    char pattern[4096];
    glob_t found = {0};
    int n = snprintf(pattern, sizeof pattern, "%.*s/*.yaml", (int)size, folder);
    if (size == 0 || n < 0 || (size_t)n >= sizeof pattern)
        return true;
    bool good = true;
    int failed = glob(pattern, 0, NULL, &found);
    if (failed == GLOB_NOSPACE)
        cli_no_memory(c);
    if (failed == 0) {
        char **path = calloc(found.gl_pathc, sizeof *path);
        if (path == NULL)
            cli_no_memory(c);
        memcpy(path, found.gl_pathv, found.gl_pathc * sizeof *path);
        good = are_files(c, path, found.gl_pathc) && load_all(c, catalog, path, found.gl_pathc);
        free(path);
    }
    globfree(&found);
    return good;
}

bool cli_load_path(cli *c, xpgn_catalog *catalog) {
    const char *p = getenv("XPGN_PATH");
    while (p != NULL && *p != '\0') {
        size_t size = path_first(p);
        if (!load_folder(c, catalog, p, size))
            return false;
        p += size + (p[size] != '\0');
    }
    return true;
}
