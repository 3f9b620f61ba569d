/* SPDX-License-Identifier: MIT */
#ifndef WINDOWS_IOCTL_H
#define WINDOWS_IOCTL_H

struct winsize {
    unsigned short ws_row, ws_col;
};
enum { TIOCGWINSZ = 1 };
/* Asks a console for its size. */
int ioctl(int fd, int command, struct winsize *size);

#endif
