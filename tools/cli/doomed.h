/* SPDX-License-Identifier: MIT */
/*
 * doomed.h - files that this process has made and that must not outlive it: they are removed if a
 * signal ends the program, and by whoever ends it at a write error.
 */
#ifndef DOOMED_H
#define DOOMED_H

#include <signal.h>
#include <stdbool.h>

/* Notes a file that has just been made; false if out of memory. From then on SIGHUP, SIGINT,
   SIGPIPE, SIGQUIT and SIGTERM remove what is noted before they end the program; those that the
   parent ignored stay ignored. */
bool doomed_note(const char *path);
/* Forgets the file: it has its name for good, or is removed. */
void doomed_spare(const char *path);
/* Removes the noted files. Safe in a signal handler. */
void doomed_remove(void);
/* Keeps those signals away from this thread, between the making of a file and its noting, and lets
   them in again. */
void doomed_hold(sigset_t *before);
void doomed_release(const sigset_t *before);

#endif
