/* SPDX-License-Identifier: MIT */
/* note.h - the last steps, for finding out what went wrong. */
#ifndef NOTE_H
#define NOTE_H

#include <stdint.h>
#include <xpgn/base.h>

void note(const char *format, ...) XPGN_PRINTF(1, 2);
/* Prints the last steps and what is wrong, and ends the program. */
_Noreturn void note_violation(const char *format, ...) XPGN_PRINTF(1, 2);
/* What is printed before them: how to repeat it. `before`, if not NULL, shows what is on disk. */
void note_begin(const char *again, void (*before)(void));
/* All steps are printed as they are made. */
void note_all(void);

#endif
