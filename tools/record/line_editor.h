/* SPDX-License-Identifier: MIT */
/* Line input at a prompt: with libedit (line_editor.c), or by the terminal itself on platforms
   without such a library (lib/platform/port/no_line_editor.c). */
#ifndef RECORD_LINE_EDITOR_H
#define RECORD_LINE_EDITOR_H

#include "frame/cli.h"

struct record;

typedef struct line_editor {
    struct record *r;
    char prompt[160];
    void *editor, *history; /* used by line_editor.c */
    char *line;             /* the last line read; used by no_line_editor.c */
    size_t room;
} line_editor;

/* Opens the prompt; false if the editor cannot be set up. */
bool line_editor_open(line_editor *d);
void line_editor_close(line_editor *d);
/* Reads a line without its end into *text, valid until the next call; false if the user has
   left. */
bool line_editor_read(line_editor *d, xpgn_slice *text);
void line_editor_remember(line_editor *d, const char *line);
/* Returns a hint on entering lines. */
const char *line_editor_hint(void);

/* Shows a text, and frees it (record_terminal.c). */
void line_editor_print(const struct record *r, xpgn_buffer *b);

#endif
