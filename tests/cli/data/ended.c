/* SPDX-License-Identifier: MIT */
/* Preloaded, ends the program with SIGTERM when it is about to put its first file on disk. */
#include <signal.h>
#include <unistd.h>

int fsync(int fd) {
    (void)fd;
    return raise(SIGTERM);
}
