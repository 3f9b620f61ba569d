/* SPDX-License-Identifier: MIT */
/* Replaces tools/shared/answers/text_diff.c on platforms that cannot run other programs. */
#include "shared/answers/text_diff.h"

static _Noreturn void none(cli *c) {
    cli_die(c, "--diff needs the program diff, which cannot be run here");
}

FILE *cli_diff_file(cli *c) {
    none(c);
}

int cli_diff(cli *c, const char *name, FILE *original, FILE *now) {
    (void)name, (void)original, (void)now;
    none(c);
}
