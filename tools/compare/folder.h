/* SPDX-License-Identifier: MIT */
/* Operands that are folders. */
#ifndef COMPARE_FOLDER_H
#define COMPARE_FOLDER_H

#include "cli/cli.h"

/* The files in place of the operands. */
typedef struct folder_files {
    const char **item;
    char **own;
    size_t count, owned;
} folder_files;

/* Puts the files of folders, in the order of their names and without those that begin with a dot,
   in the place of these among the operands. False after a message. */
bool folder_expand(cli *c, cli_list *files, folder_files *all);
void folder_free(folder_files *all);

#endif
