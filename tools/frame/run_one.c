/* SPDX-License-Identifier: MIT */
#include "frame/file_paths.h"
#include "frame/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const run_entry *find_tool(const char *name, size_t size) {
    const run_entry *e = run_entries;
    while (e->name != NULL && !(strlen(e->name) == size && memcmp(e->name, name, size) == 0))
        e++;
    return e->name != NULL ? e : NULL;
}

void run_tool(const char *self, const char *name, char **argv) {
    const run_entry *e = find_tool(name, strlen(name));
    int argc = 1;
    (void)self;
    if (e == NULL) {
        errno = ENOENT;
        return;
    }
    while (argv[argc] != NULL)
        argc++;
    argv[0] = (char[]){"xpgn"};
    exit(e->main(argc, argv));
}

/* The name in argv[0] may end in .exe. */
void run_as_called(int argc, char **argv) {
    const char *name = path_name(argv[0]);
    const run_entry *e =
        strncmp(name, "xpgn-", 5) == 0 ? find_tool(name + 5, strcspn(name + 5, ".")) : NULL;
    if (e != NULL)
        exit(e->main(argc, argv));
}
