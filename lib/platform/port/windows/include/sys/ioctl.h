/* SPDX-License-Identifier: MIT */
#ifndef WINDOWS_IOCTL_H
#define WINDOWS_IOCTL_H

struct winsize {
    unsigned short ws_row, ws_col;
};
enum { TIOCGWINSZ = 1 };
/* TIOCGWINSZ only: gets the size of a console, in characters. Returns 0, or -1 if it is none. */
int ioctl(int fd, int command, struct winsize *size);

#endif
