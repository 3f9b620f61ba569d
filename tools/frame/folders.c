/* SPDX-License-Identifier: MIT */
/* --recursive: the files of games in folders and the folders in them. */
#include "frame/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The list being made; its names are allocated. */
typedef struct finder {
    cli *c;
    cli_list list;
    size_t capacity;
    bool good;
} finder;

static void add_folder_file(finder *f, char *name) {
    f->list.item = cli_grow(f->c, f->list.item, f->list.count, &f->capacity, sizeof *f->list.item);
    if (name == NULL)
        cli_no_memory(f->c);
    f->list.item[f->list.count++] = name;
}

/* Cuts `end` off; true if it was there. */
static bool cut_ending(xpgn_slice *name, const char *end) {
    size_t size = strlen(end);
    bool is = name->size > size && memcmp(name->data + name->size - size, end, size) == 0;
    name->size -= is ? size : 0;
    return is;
}

/* True if the name ends in .pgn or .xpgn, perhaps followed by the suffix of a compressor. */
static bool is_of_games(const char *name) {
    static const char *const packed[] = {".gz", ".bz2", ".xz", ".zst"};
    xpgn_slice rest = {name, strlen(name)};
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (cut_ending(&rest, packed[i]))
            break;
    return cut_ending(&rest, ".pgn") || cut_ending(&rest, ".xpgn");
}

static char *join_path(const char *folder, const char *name) {
    size_t length = strlen(folder), size = length + strlen(name) + 2;
    char *path = malloc(size);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    if (path != NULL)
        (void)snprintf(path, size, "%s%s%s", folder, slash, name);
    return path;
}

static void tell_folder(finder *f, const char *path) {
    cli_message(f->c, "%s: %s", path, strerror(errno));
    f->good = false;
}

static void add_folder(finder *f, const char *folder);

/* Links are not followed: they may form a loop. */
static void add_folder_entry(finder *f, const char *folder, const char *name) {
    struct stat st;
    char *path = join_path(folder, name);
    if (path == NULL)
        cli_no_memory(f->c);
    bool known = lstat(path, &st) == 0;
    if (!known)
        tell_folder(f, path);
    if (known && S_ISREG(st.st_mode) && is_of_games(name)) {
        add_folder_file(f, path);
        return;
    }
    if (known && S_ISDIR(st.st_mode) && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
        add_folder(f, path);
    free(path);
}

static void add_folder(finder *f, const char *folder) {
    DIR *d = opendir(folder);
    if (d == NULL) {
        tell_folder(f, folder);
        return;
    }
    const struct dirent *e;
    while (errno = 0, (e = readdir(d)) != NULL)
        add_folder_entry(f, folder, e->d_name);
    if (errno != 0)
        tell_folder(f, folder);
    (void)closedir(d);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int cli_open_folders(cli *c) {
    static const char *here[] = {"."};
    cli_list *files = &c->common->files;
    cli_list given = files->count > 0 ? *files : (cli_list){here, 1};
    finder f = {.c = c, .good = true};
    for (size_t i = 0; i < given.count; i++) {
        struct stat st;
        size_t first = f.list.count;
        if (stat(given.item[i], &st) != 0 || !S_ISDIR(st.st_mode)) {
            add_folder_file(&f, strdup(given.item[i]));
            continue;
        }
        add_folder(&f, given.item[i]);
        if (f.list.count > first)
            qsort(f.list.item + first, f.list.count - first, sizeof *f.list.item, compare_names);
    }
    c->folders = true;
    c->missed = !f.good;
    if (f.list.count == 0 && f.good)
        cli_message(c, "%s: contains no .pgn or .xpgn files", given.item[0]);
    free(files->item);
    *files = f.list;
    return files->count > 0 ? CLI_GO : CLI_TROUBLE;
}

void cli_close_folders(cli *c) {
    for (size_t i = 0; i < c->common->files.count; i++)
        free((void *)(uintptr_t)c->common->files.item[i]);
}
