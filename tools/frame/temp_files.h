/* SPDX-License-Identifier: MIT */
/*
 * temp_files.h - temporary files that must not outlive the process: they are removed if a signal
 * ends the program, or if it exits on a write error.
 */
#ifndef CLI_TEMP_FILES_H
#define CLI_TEMP_FILES_H

#include <signal.h>
#include <stdbool.h>

/* Notes a file that has just been made; false if out of memory. From then on SIGHUP, SIGINT,
   SIGPIPE, SIGQUIT and SIGTERM remove the noted files before ending the program; signals ignored by
   the parent stay ignored. */
bool temp_file_note(const char *path);
/* Forgets the file: it is permanent now, or removed. */
void temp_file_spare(const char *path);
/* Removes the noted files. Safe in a signal handler. */
void temp_file_remove(void);
/* Blocks those signals in this thread between making a file and noting it, and unblocks them. */
void temp_file_hold(sigset_t *before);
void temp_file_release(const sigset_t *before);

#endif
