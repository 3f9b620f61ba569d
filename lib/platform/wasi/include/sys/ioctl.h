/* SPDX-License-Identifier: MIT */
/* WASI cannot tell the size of a terminal: ioctl fails. */
#ifndef WASI_IOCTL_H
#define WASI_IOCTL_H

#include_next <sys/ioctl.h>

struct winsize {
    unsigned short ws_row, ws_col;
};
enum { TIOCGWINSZ = 0x5413 };

#endif
