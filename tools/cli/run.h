/* SPDX-License-Identifier: MIT */
/*
 * run.h - how xpgn becomes the tool that it was asked for: another program (run.c), or, in the one
 * program that `make one` builds, another of its own functions (run_one.c).
 */
#ifndef RUN_H
#define RUN_H

/* Becomes the tool of that name, without xpgn-; `self` is the path by which xpgn was called, and
   argv[0] need not be set. Returns only if that cannot be, and says why in errno: ENOENT, there is
   no such tool. */
void run_tool(const char *self, const char *name, char **argv);

/* Becomes the tool whose name argv[0] has, as a link to the one program does; else returns. */
void run_as_called(int argc, char **argv);

/* A tool of the one program; the last of the table has no name. Made by the Makefile. */
typedef struct run_entry {
    const char *name;
    int (*main)(int argc, char **argv);
} run_entry;
extern const run_entry run_entries[];

#endif
