/* SPDX-License-Identifier: MIT */
/* No other program can be run. */
#ifndef PORT_SPAWN_H
#define PORT_SPAWN_H

#include <errno.h>
#include <sys/types.h>

typedef int posix_spawn_file_actions_t;

static inline int posix_spawn_file_actions_init(posix_spawn_file_actions_t *a) {
    (void)a;
    return ENOSYS;
}
static inline int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *a, int fd,
                                                   const char *path, int flags, int mode) {
    (void)a, (void)fd, (void)path, (void)flags, (void)mode;
    return ENOSYS;
}
static inline int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *a) {
    (void)a;
    return 0;
}
static inline int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *a,
                               const void *attributes, char *const *argv,
                               char *const *environment) {
    (void)child, (void)file, (void)a, (void)attributes, (void)argv, (void)environment;
    return ENOSYS;
}
#ifndef _WIN32 /* its C library has execvp */
static inline int execvp(const char *file, char *const *argv) {
    (void)file, (void)argv;
    errno = ENOSYS;
    return -1;
}
#endif

#endif
