/* SPDX-License-Identifier: MIT */
#include "frame/run.h"
#include "frame/file_paths.h"

#include <stdio.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, NAME_ROOM = 64 };

/*
 * Executes the tool in the folder of this program, so that versions are not mixed, or else the one
 * on the PATH. Returns only if neither can be executed.
 */
void run_tool(const char *self, const char *name, char **argv) {
    char path[PATH_ROOM];
    char *typed = argv[0];
    size_t folder = path_own_folder(self, path, sizeof path - NAME_ROOM);
    (void)snprintf(path + folder, sizeof path - folder, "xpgn-%s", name);
    argv[0] = path;
    if (folder > 0)
        (void)execv(path, argv);
    argv[0] = path + folder;
    (void)execvp(argv[0], argv);
    argv[0] = typed;
}

void run_as_called(int argc, char **argv) {
    (void)argc, (void)argv;
}
