/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, tells apart from where in the program a system call is made, and writes each such
 * place once to the file descriptor CALLS: the name of the call, and the return addresses in the
 * program from the innermost on, in hexadecimal, with commas. At the place CALL_AT the first call
 * does what CALL_HOW says: it fails with this error number, or with 0 it reads or writes only half
 * of what it was asked for; with a negative number, too, and then the next call fails. Each time
 * "hit" is written. Calls that a library makes are skipped.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

enum { DEPTH = 4, PLACES = 1024, TEXT = 128 };
enum { GO = -1, HALF = 0 }; /* or an error number */

/* ---- places ---------------------------------------------------------------------------------- */

typedef struct program {
    uintptr_t base, end;
} program;

typedef struct stack {
    program of;
    char text[TEXT];
    size_t size;
    unsigned frames; /* of the program */
    unsigned above;  /* those of this library, which are skipped */
} stack;

/* The first object is the program. */
static int find_program(struct dl_phdr_info *info, size_t size, void *data) {
    program *p = data;
    (void)size;
    p->base = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
                      to = from + info->dlpi_phdr[i].p_memsz;
            p->end = to > p->end ? to : p->end;
        }
    return 1;
}

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *data) {
    stack *s = data;
    uintptr_t at = _Unwind_GetIP(context);
    if (s->above > 0) {
        s->above--;
        return _URC_NO_REASON;
    }
    int own = at >= s->of.base && at < s->of.end;
    if (!own)
        return s->frames == 0 ? _URC_END_OF_STACK : _URC_NO_REASON; /* a library's call */
    s->size += (size_t)snprintf(s->text + s->size, TEXT - s->size, "%c%lx",
                                s->frames == 0 ? ' ' : ',', (unsigned long)(at - s->of.base));
    return ++s->frames == DEPTH ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static void tell(const char *text) {
    const char *fd = getenv("CALLS");
    if (fd != NULL)
        (void)syscall(SYS_write, atoi(fd), text, strlen(text));
}

static int is_new(const char *place) {
    static char known[PLACES][TEXT];
    static unsigned count;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(known[i], place) == 0)
            return 0;
    if (count < PLACES)
        (void)strcpy(known[count++], place);
    return 1;
}

/* The programs that it starts are not looked at. */
__attribute__((constructor)) static void stay_here(void) {
    (void)unsetenv("LD_PRELOAD");
}

/* What the call is to do. */
static __attribute__((noinline)) int due(const char *name) {
    static int hits;
    const char *at = getenv("CALL_AT"), *how = getenv("CALL_HOW");
    int before = errno;
    stack s = {.above = 2};
    s.size = (size_t)snprintf(s.text, TEXT, "%s", name);
    (void)dl_iterate_phdr(find_program, &s.of);
    (void)_Unwind_Backtrace(take_frame, &s);
    errno = before;
    if (s.frames == 0)
        return GO;
    if (at == NULL && is_new(s.text)) {
        tell(s.text);
        tell("\n");
    }
    if (at == NULL || strcmp(at, s.text) != 0 || ++hits > 2)
        return GO;
    tell("hit\n");
    int error = atoi(how);
    return hits == 2 ? (error < 0 ? -error : GO) : error < 0 ? HALF : error;
}

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

/* Ends the calling function with `result` if the call is to fail. */
#define MAY_FAIL(name, result)                                                                     \
    do {                                                                                           \
        int how = due(name);                                                                       \
        if (how > 0) {                                                                             \
            errno = how;                                                                           \
            return result;                                                                         \
        }                                                                                          \
    } while (0)

/* ---- bytes ----------------------------------------------------------------------------------- */

ssize_t read(int fd, void *bytes, size_t size) {
    int how = due("read");
    errno = how > 0 ? how : errno;
    return how > 0 ? -1 : REAL(read)(fd, bytes, how == HALF && size > 1 ? (size + 1) / 2 : size);
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at) {
    int how = due("pread");
    errno = how > 0 ? how : errno;
    return how > 0 ? -1
                   : REAL(pread)(fd, bytes, how == HALF && size > 1 ? (size + 1) / 2 : size, at);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    int how = due("write");
    errno = how > 0 ? how : errno;
    return how > 0 ? -1 : REAL(write)(fd, bytes, how == HALF && size > 1 ? (size + 1) / 2 : size);
}

int ftruncate(int fd, off_t size) {
    MAY_FAIL("ftruncate", -1);
    return REAL(ftruncate)(fd, size);
}

off_t lseek(int fd, off_t at, int from) {
    MAY_FAIL("lseek", -1);
    return REAL(lseek)(fd, at, from);
}

/* Takes too long for a test. */
int fsync(int fd) {
    struct stat st;
    int folder = REAL(fstat)(fd, &st) == 0 && S_ISDIR(st.st_mode);
    MAY_FAIL(folder ? "fsync-folder" : "fsync", -1);
    return 0;
}

int syncfs(int fd) {
    (void)fd;
    MAY_FAIL("syncfs", -1);
    return 0;
}

/* ---- opening and closing --------------------------------------------------------------------- */

int open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode =
        (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, mode_t) : 0;
    va_end(args);
    MAY_FAIL((flags & O_TMPFILE) == O_TMPFILE ? "open-unnamed"
             : (flags & O_EXCL) != 0          ? "open-new"
                                              : "open",
             -1);
    return REAL(open)(path, flags, mode);
}

int __open_2(const char *path, int flags) {
    MAY_FAIL("open", -1);
    return REAL(open)(path, flags);
}

int mkostemp(char *path, int flags) {
    MAY_FAIL("mkostemp", -1);
    return REAL(mkostemp)(path, flags);
}

FILE *tmpfile(void) {
    MAY_FAIL("tmpfile", NULL);
    return REAL(tmpfile)();
}

FILE *fopen(const char *path, const char *mode) {
    MAY_FAIL("fopen", NULL);
    return REAL(fopen)(path, mode);
}

DIR *opendir(const char *path) {
    MAY_FAIL("opendir", NULL);
    return REAL(opendir)(path);
}

struct dirent *readdir(DIR *folder) {
    MAY_FAIL("readdir", NULL);
    return REAL(readdir)(folder);
}

/* The descriptor is gone, whatever close says. */
int close(int fd) {
    int how = due("close"), result = REAL(close)(fd);
    errno = how > 0 ? how : errno;
    return how > 0 ? -1 : result;
}

int fclose(FILE *f) {
    int how = due("fclose"), result = REAL(fclose)(f);
    errno = how > 0 ? how : errno;
    return how > 0 ? EOF : result;
}

int fflush(FILE *f) {
    MAY_FAIL("fflush", EOF);
    return REAL(fflush)(f);
}

/* ---- names ----------------------------------------------------------------------------------- */

int mkdir(const char *path, mode_t mode) {
    MAY_FAIL("mkdir", -1);
    return REAL(mkdir)(path, mode);
}

int rename(const char *from, const char *to) {
    MAY_FAIL("rename", -1);
    return REAL(rename)(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    MAY_FAIL("renameat2", -1);
    return REAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
    MAY_FAIL("unlink", -1);
    return REAL(unlink)(path);
}

ssize_t readlink(const char *path, char *to, size_t size) {
    MAY_FAIL("readlink", -1);
    return REAL(readlink)(path, to, size);
}

char *realpath(const char *path, char *to) {
    MAY_FAIL("realpath", NULL);
    return REAL(realpath)(path, to);
}

/* ---- what is known of files -------------------------------------------------------------------
 */

int fstat(int fd, struct stat *st) {
    MAY_FAIL("fstat", -1);
    return REAL(fstat)(fd, st);
}

int stat(const char *path, struct stat *st) {
    MAY_FAIL("stat", -1);
    return REAL(stat)(path, st);
}

int lstat(const char *path, struct stat *st) {
    MAY_FAIL("lstat", -1);
    return REAL(lstat)(path, st);
}

int faccessat(int folder, const char *path, int mode, int flags) {
    MAY_FAIL("faccessat", -1);
    return REAL(faccessat)(folder, path, mode, flags);
}

int fchmod(int fd, mode_t mode) {
    MAY_FAIL("fchmod", -1);
    return REAL(fchmod)(fd, mode);
}

int fchown(int fd, uid_t owner, gid_t group) {
    MAY_FAIL("fchown", -1);
    return REAL(fchown)(fd, owner, group);
}

int flock(int fd, int what) {
    MAY_FAIL("flock", -1);
    return REAL(flock)(fd, what);
}

/* ---- waiting --------------------------------------------------------------------------------- */

pid_t waitpid(pid_t child, int *status, int options) {
    MAY_FAIL("waitpid", -1);
    return REAL(waitpid)(child, status, options);
}
