/* SPDX-License-Identifier: MIT */
/* Declares POSIX functions that the C library of Windows lacks or defines differently; included
   before each of our files. */
#ifndef WINDOWS_POSIX_H
#define WINDOWS_POSIX_H

/* Our files use this name too. */
#define tell windows_tell
#include <io.h>
#undef tell

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wctype.h>

/* ---- files: paths have either slash, text files are binary ----------------------------------- */

#define NAME_MAX 255

/* No descriptor is inherited, no open waits, no device becomes a controlling terminal, and links
   are followed. */
#define O_CLOEXEC _O_NOINHERIT
#define O_NOFOLLOW 0
#define O_NONBLOCK 0
#define O_NOCTTY 0

typedef int uid_t;
typedef int gid_t;

/* Two names are links to one file if st_dev and st_ino are equal. The only permission is
   "read-only"; groups and others are said to have none. Symbolic links are followed. The time of
   the last change is not told: st_ctim is 0. */
struct windows_stat {
    uint64_t st_dev, st_ino;
    unsigned st_mode, st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    off_t st_size;
    struct timespec st_mtim, st_ctim;
};
int windows_stat(const char *path, struct windows_stat *st);
int windows_fstat(int fd, struct windows_stat *st);
#undef stat
#undef fstat
#undef lstat
#define stat windows_stat
#define fstat windows_fstat
#define lstat windows_stat
#define S_ISLNK(mode) ((void)(mode), 0)
#define S_ISUID 04000
#define S_ISGID 02000

#undef pread
ssize_t pread(int fd, void *bytes, size_t size, off_t offset);
/* Lists the entries of a folder in the order of `compare`; the caller frees each entry and the
   list. Returns their number, or -1. */
int scandir(const char *folder, struct dirent ***list, int (*pick)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);
/* True for a console, but for no other device. */
int windows_isatty(int fd);
#define isatty windows_isatty

/* F_GETFD only, to check that a descriptor is open. Returns 0, or -1 if it is not. */
#define F_GETFD 1
static inline int fcntl(int fd, int command) {
    (void)command;
    return _get_osfhandle(fd) != -1 ? 0 : -1;
}

/* ---- text and locales ------------------------------------------------------------------------ */

char *stpcpy(char *to, const char *from);
char *strndup(const char *text, size_t most);
ssize_t getline(char **line, size_t *room, FILE *f);
#undef strerror_r
int strerror_r(int error, char *text, size_t size);

/* Windows itself maps letters to upper and lower case; locales are ignored. */
typedef int locale_t;
#define LC_CTYPE_MASK 1
static inline locale_t newlocale(int what, const char *name, locale_t base) {
    (void)what, (void)name, (void)base;
    return 1;
}
static inline void freelocale(locale_t locale) {
    (void)locale;
}
wint_t windows_upper(wint_t letter);
wint_t windows_lower(wint_t letter);
#define towupper_l(letter, locale) windows_upper(letter)
#define towlower_l(letter, locale) windows_lower(letter)

/* ---- processes, signals and chance ----------------------------------------------------------- */

int getentropy(void *bytes, size_t size);

#define _SC_NPROCESSORS_ONLN 1
long sysconf(int what);

#define flockfile(f) _lock_file(f)
#define funlockfile(f) _unlock_file(f)

/* Signals that Windows never raises, with their usual numbers. */
enum { SIGHUP = 1, SIGQUIT = 3, SIGPIPE = 13, SIGXFSZ = 25 };
enum { SA_RESTART = 1 };
typedef _sigset_t sigset_t;
struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};
int sigaction(int number, const struct sigaction *act, struct sigaction *old);
#define sigemptyset(set) (*(set) = 0)
#define sigaddset(set, number) ((void)(set), (void)(number))
#undef pthread_sigmask
static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set;
    if (before)
        *before = 0;
    return 0;
}

#endif
