/* SPDX-License-Identifier: MIT */
/*
 * run.h - how xpgn becomes the tool that the user named: it executes another program (run.c) or, in
 * the single program that `make one` builds, calls one of its own functions (run_one.c).
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

/* Becomes the tool with this name, which lacks "xpgn-". `self` is the path by which xpgn was
   called; argv[0] need not be set. Returns only on failure, with errno set: ENOENT if there is no
   such tool. */
void run_tool(const char *self, const char *name, char **argv);

/* If argv[0] is the name of a tool, as in a link to the single program, becomes that tool;
   otherwise returns. */
void run_as_called(int argc, char **argv);

/* A tool of the single program. The Makefile generates the table; a NULL name ends it. */
typedef struct run_entry {
    const char *name;
    int (*main)(int argc, char **argv);
} run_entry;
extern const run_entry run_entries[];

#endif
