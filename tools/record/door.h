/* SPDX-License-Identifier: MIT */
/* door.h - how somebody types at a prompt: with libedit (edit.c), or as the terminal itself reads
   lines, on platforms that have no such library (lib/port/lines.c). */
#ifndef RECORD_DOOR_H
#define RECORD_DOOR_H

#include "cli/cli.h"

struct record;

typedef struct door {
    struct record *r;
    char prompt[160];
    void *editor, *history; /* of edit.c */
    char *line;             /* the last one that was read, of lines.c */
    size_t room;
} door;

bool door_open(door *d);
/* Closes what has been opened, after a failure, too. */
void door_close(door *d);
/* Reads a line, without its end, which stays until the next one; false: the user has left. */
bool door_read(door *d, xpgn_slice *text);
void door_remember(door *d, const char *line);
/* What helps to enter lines. */
const char *door_hint(void);

/* Shows a text, and frees it (terminal.c). */
void door_print(const struct record *r, xpgn_buffer *b);
/* Shows what others have sent while a line is typed, and sets the prompt anew (terminal.c). */
void door_mail(door *d);

#endif
