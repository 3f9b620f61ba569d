/* SPDX-License-Identifier: MIT */
/* XPGN_PATH: folders, separated by colons, whose *.yaml files are loaded by every tool. */
#include "frame/cli.h"
#include "frame/file_paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xpgn/rulesets.h>

/* Loads a file without reporting faults: its parent may not be loaded yet. */
static bool load_quietly(cli *c, xpgn_catalog *catalog, const char *path) {
    xpgn_status status = xpgn_catalog_load(catalog, path, NULL);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    return status == XPGN_OK;
}

/* Only regular files are opened: opening a pipe would block. */
static bool are_files(cli *c, char **path, size_t count) {
    struct stat st;
    for (size_t i = 0; i < count; i++)
        if (stat(path[i], &st) == 0 && !S_ISREG(st.st_mode)) {
            cli_message(c, "%s: not a regular file", path[i]);
            return false;
        }
    return true;
}

/* Loads files in rounds until no more can be loaded, and reports the faults of the rest. Frees the
   paths of those loaded. */
static bool load_all(cli *c, xpgn_catalog *catalog, char **path, size_t count) {
    size_t left = count, before = count + 1;
    while (left > 0 && left < before) {
        before = left;
        for (size_t i = 0; i < count; i++) {
            if (path[i] != NULL && load_quietly(c, catalog, path[i])) {
                free(path[i]);
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

static int is_shown_yaml(const struct dirent *entry) {
    const char *name = entry->d_name, *end = strrchr(name, '.');
    return *name != '.' && end != NULL && strcmp(end, ".yaml") == 0;
}

/* Returns the path of an entry and frees the entry. The caller frees the path. */
static char *path_in(cli *c, const char *folder, struct dirent *entry) {
    size_t room = strlen(folder) + strlen(entry->d_name) + 2;
    char *path = malloc(room);
    if (path == NULL)
        cli_no_memory(c);
    (void)snprintf(path, room, "%s/%s", folder, entry->d_name);
    free(entry);
    return path;
}

/* Loads the rulesets of a folder; false after a message. A missing folder counts as empty. */
static bool load_folder(cli *c, xpgn_catalog *catalog, const char *name, size_t size) {
    char folder[4096];
    struct dirent **list = NULL;
    if (size == 0 || size >= sizeof folder)
        return true;
    (void)snprintf(folder, sizeof folder, "%.*s", (int)size, name);
    int count = scandir(folder, &list, is_shown_yaml, alphasort);
    size_t n = count > 0 ? (size_t)count : 0;
    char **path = n > 0 ? calloc(n, sizeof *path) : NULL;
    if ((count < 0 && errno == ENOMEM) || (n > 0 && path == NULL))
        cli_no_memory(c);
    for (size_t i = 0; i < n; i++)
        path[i] = path_in(c, folder, list[i]);
    free(list);
    bool good = are_files(c, path, n) && load_all(c, catalog, path, n);
    for (size_t i = 0; i < n; i++)
        free(path[i]);
    free(path);
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
