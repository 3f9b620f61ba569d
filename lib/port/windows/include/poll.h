/* SPDX-License-Identifier: MIT */
#ifndef WINDOWS_POLL_H
#define WINDOWS_POLL_H

struct pollfd {
    int fd;
    short events, revents;
};
enum { POLLIN = 1 };
/* Waits until there is something to read from one console or pipe; a file never makes anybody wait.
 */
int poll(struct pollfd *one, unsigned count, int milliseconds);

#endif
