/* SPDX-License-Identifier: MIT */
/* Operands that are folders. */
#ifndef COMPARE_FOLDER_H
#define COMPARE_FOLDER_H

#include "frame/cli.h"

/* The operands with folders replaced by their files. */
typedef struct folder_files {
    const char **item;
    char **own;
    size_t count, owned;
} folder_files;

/* Replaces each operand that is a folder by its files, in the order of their names, leaving out
   names that begin with a dot. Returns false after a message. */
bool folder_expand(cli *c, cli_list *files, folder_files *all);
void folder_free(folder_files *all);

#endif
