/* SPDX-License-Identifier: MIT */
/* Operands that are folders. */
#include "compare/compare_folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

static void add_operand(cli *c, folder_files *all, const char *item) {
    all->item = cli_realloc(c, all->item, (all->count + 1) * sizeof *all->item);
    all->item[all->count++] = item;
}

static void add_own(cli *c, folder_files *all, const char *folder, const char *name) {
    size_t size = strlen(folder), room = size + strlen(name) + 2;
    char *path = cli_realloc(c, NULL, room);
    all->own = cli_realloc(c, all->own, (all->owned + 1) * sizeof *all->own);
    bool slash = size > 0 && folder[size - 1] == '/';
    (void)snprintf(path, room, "%s%s%s", folder, slash ? "" : "/", name);
    all->own[all->owned++] = path;
    struct stat st;
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode)) /* reading says why it cannot be read */
        add_operand(c, all, path);
}

static int is_shown_file(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static bool add_folder(cli *c, folder_files *all, const char *folder) {
    struct dirent **list;
    int count = scandir(folder, &list, is_shown_file, alphasort);
    if (count < 0)
        return cli_refuse_file(c, folder, "");
    for (int i = 0; i < count; i++) {
        add_own(c, all, folder, list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return true;
}

bool folder_expand(cli *c, cli_list *files, folder_files *all) {
    struct stat st;
    bool good = true;
    for (size_t i = 0; i < files->count && good; i++) {
        bool folder = stat(files->item[i], &st) == 0 && S_ISDIR(st.st_mode);
        if (folder)
            good = add_folder(c, all, files->item[i]);
        else
            add_operand(c, all, files->item[i]);
    }
    if (good && files->count > 0 && all->count == 0) {
        cli_message(c, "no score sheets found");
        good = false;
    }
    if (good && all->count > 0) {
        free(files->item); /* the operands are freed at the end */
        files->item = all->item;
        files->count = all->count;
        all->item = NULL;
    }
    return good;
}

void folder_free(folder_files *all) {
    for (size_t i = 0; i < all->owned; i++)
        free(all->own[i]);
    free(all->own);
    free(all->item);
    *all = (folder_files){.count = 0};
}
