/* SPDX-License-Identifier: MIT */
/* Replaces tools/record/line_editor.c on platforms without libedit. Lines are edited by the
   terminal itself. */
#include "record/line_editor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool line_editor_open(line_editor *d) {
    (void)d;
    return true;
}

void line_editor_close(line_editor *d) {
    free(d->line);
    d->line = NULL;
}

bool line_editor_read(line_editor *d, xpgn_slice *text) {
    (void)!write(STDOUT_FILENO, d->prompt, (unsigned)strlen(d->prompt));
    ssize_t size;
    while ((size = getline(&d->line, &d->room, stdin)) < 0 && ferror(stdin) && errno == EINTR)
        clearerr(stdin);
    while (size > 0 && strchr("\r\n", d->line[size - 1]) != NULL)
        size--;
    *text = (xpgn_slice){d->line, size > 0 ? (size_t)size : 0};
    return size >= 0;
}

void line_editor_remember(line_editor *d, const char *line) {
    (void)d, (void)line;
}

const char *line_editor_hint(void) {
    return "actions lists legal actions; help lists the entries";
}
