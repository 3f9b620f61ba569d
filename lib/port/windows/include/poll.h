/* SPDX-License-Identifier: MIT */
#ifndef WINDOWS_POLL_H
#define WINDOWS_POLL_H

struct pollfd {
    int fd;
    short events, revents;
};
enum { POLLIN = 1 };
/* Waits until a console or pipe has something to read; 0 on timeout. Files are always ready. */
int poll(struct pollfd *one, unsigned count, int milliseconds);

#endif
