/* SPDX-License-Identifier: MIT */
#include "note.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 48, WIDTH = 240 };

static char kept[KEPT][WIDTH];
static uint64_t count;
static char again[256];
static void (*show)(void);
static bool all;

void note_begin(const char *text, void (*before)(void)) {
    (void)snprintf(again, sizeof again, "%s", text);
    show = before;
}

void note_all(void) {
    all = true;
}

void note(const char *format, ...) {
    va_list list;
    char *line = kept[count++ % KEPT];
    va_start(list, format);
    (void)vsnprintf(line, WIDTH, format, list);
    va_end(list);
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ')
            *p = '|';
    if (all)
        (void)fprintf(stderr, "%s\n", line);
}

void note_violation(const char *format, ...) {
    va_list list;
    uint64_t first = count > KEPT ? count - KEPT : 0;
    (void)fflush(stdout);
    for (uint64_t i = first; i < count && !all; i++)
        (void)fprintf(stderr, "  %s\n", kept[i % KEPT]);
    if (show != NULL)
        show();
    (void)fputs("violation: ", stderr);
    va_start(list, format);
    (void)vfprintf(stderr, format, list);
    va_end(list);
    (void)fprintf(stderr, "\nagain: %s\n", again);
    exit(1);
}
