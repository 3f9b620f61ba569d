/* SPDX-License-Identifier: MIT */
#include "windows_posix.h"

#include <stdbool.h>
#include <sys/ioctl.h>

#include <windows.h>

#undef isatty

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

/* ---- before main: binary streams, and a console with UTF-8 and colors ------------------------ */

/* Lets mingw-w64 expand wildcards in arguments, as a shell does elsewhere. */
int _dowildcard = -1;

static UINT code_page;

static void restore_console(void) {
    SetConsoleOutputCP(code_page);
}

static __attribute__((constructor)) void begin(void) {
    DWORD mode;
    _fmode = _O_BINARY;
    for (int fd = 0; fd <= 2; fd++)
        (void)_setmode(fd, _O_BINARY);
    if (!GetConsoleMode(handle_of(1), &mode) && !GetConsoleMode(handle_of(2), &mode))
        return;
    code_page = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    atexit(restore_console);
    for (int fd = 1; fd <= 2; fd++)
        if (GetConsoleMode(handle_of(fd), &mode))
            SetConsoleMode(handle_of(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int windows_isatty(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

int ioctl(int fd, int command, struct winsize *size) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (command != TIOCGWINSZ || !GetConsoleScreenBufferInfo(handle_of(fd), &info))
        return -1;
    size->ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1);
    size->ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return 0;
}

/* ---- files ----------------------------------------------------------------------------------- */

static struct timespec time_of(FILETIME t) {
    const uint64_t until_1970 = 116444736000000000;
    uint64_t ticks = ((uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime) - until_1970;
    return (struct timespec){(time_t)(ticks / 10000000), (long)(ticks % 10000000 * 100)};
}

static int stat_handle(HANDLE h, struct windows_stat *st) {
    BY_HANDLE_FILE_INFORMATION info = {0};
    DWORD type = GetFileType(h);
    if (h == INVALID_HANDLE_VALUE) {
        errno = EBADF;
        return -1;
    }
    *st = (struct windows_stat){.st_mode =
                                    type == FILE_TYPE_PIPE ? _S_IFIFO | 0600 : _S_IFCHR | 0600};
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(h, &info))
        return 0;
    bool folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    bool fixed = (info.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0;
    *st = (struct windows_stat){.st_dev = info.dwVolumeSerialNumber,
                                .st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
                                .st_mode = folder  ? _S_IFDIR | 0700
                                           : fixed ? _S_IFREG | 0400
                                                   : _S_IFREG | 0600,
                                .st_nlink = info.nNumberOfLinks,
                                .st_size =
                                    (off_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow),
                                .st_mtim = time_of(info.ftLastWriteTime)};
    return 0;
}

static int not_found(void) {
    DWORD error = GetLastError();
    bool hidden = error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION;
    errno = hidden ? EACCES : ENOENT;
    return -1;
}

int windows_stat(const char *path, struct windows_stat *st) {
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    HANDLE h = CreateFileA(path, FILE_READ_ATTRIBUTES, share, NULL, OPEN_EXISTING,
                           FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (h == INVALID_HANDLE_VALUE)
        return not_found();
    int failed = stat_handle(h, st);
    CloseHandle(h);
    return failed;
}

int windows_fstat(int fd, struct windows_stat *st) {
    return stat_handle(handle_of(fd), st);
}

/* Reads by a handle of its own, because the descriptor's offset must not move. */
ssize_t pread(int fd, void *bytes, size_t size, off_t offset) {
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)((uint64_t)offset >> 32)};
    DWORD most = size < 1u << 30 ? (DWORD)size : 1u << 30, got = 0;
    HANDLE h = ReOpenFile(handle_of(fd), GENERIC_READ, share, 0);
    bool good = h != INVALID_HANDLE_VALUE &&
                (ReadFile(h, bytes, most, &got, &at) || GetLastError() == ERROR_HANDLE_EOF);
    if (h != INVALID_HANDLE_VALUE)
        CloseHandle(h);
    errno = good ? errno : EIO;
    return good ? (ssize_t)got : -1;
}

/* ---- folders --------------------------------------------------------------------------------- */

int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool add_dirent(struct dirent ***list, int count, const struct dirent *e) {
    struct dirent **more = realloc(*list, ((size_t)count + 1) * sizeof *more);
    *list = more != NULL ? more : *list;
    struct dirent *copy = more != NULL ? malloc(sizeof *copy) : NULL;
    if (copy != NULL) {
        *copy = *e;
        more[count] = copy;
    }
    return copy != NULL;
}

int scandir(const char *folder, struct dirent ***list, int (*pick)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *d = opendir(folder);
    const struct dirent *e;
    int count = 0;
    bool good = d != NULL;
    *list = NULL;
    while (good && (e = readdir(d)) != NULL)
        if (pick == NULL || pick(e))
            good = add_dirent(list, count, e), count += good;
    if (d != NULL)
        (void)closedir(d);
    if (count > 0 && compare != NULL)
        qsort(*list, (size_t)count, sizeof **list, (int (*)(const void *, const void *))compare);
    while (!good && count > 0)
        free((*list)[--count]);
    if (!good)
        free(*list);
    return good ? count : -1;
}

/* ---- text ------------------------------------------------------------------------------------ */

char *stpcpy(char *to, const char *from) {
    size_t size = strlen(from);
    return (char *)memcpy(to, from, size + 1) + size;
}

char *strndup(const char *text, size_t most) {
    size_t size = strnlen(text, most);
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

/* Reads a line from a console, which gives non-ASCII letters as UTF-16 only. Ctrl-D or Ctrl-Z, then
   Enter, ends the input. */
static ssize_t console_line(char **line, size_t *room, HANDLE console) {
    enum { MOST = 4096 };
    wchar_t wide[MOST];
    DWORD got = 0;
    if (!ReadConsoleW(console, wide, MOST, &got, NULL) || got == 0 || *wide == 4 || *wide == 26)
        return -1;
    char *more = realloc(*line, 3 * MOST);
    if (more == NULL)
        return -1;
    *line = more;
    *room = 3 * MOST;
    return WideCharToMultiByte(CP_UTF8, 0, wide, (int)got, more, 3 * MOST, NULL, NULL);
}

ssize_t getline(char **line, size_t *room, FILE *f) {
    size_t size = 0;
    if (windows_isatty(_fileno(f)))
        return console_line(line, room, handle_of(_fileno(f)));
    for (int c = 0; c != '\n' && (c = getc(f)) != EOF;) {
        if (size + 2 > *room) {
            char *more = realloc(*line, 2 * size + 80);
            if (more == NULL)
                return -1;
            *line = more;
            *room = 2 * size + 80;
        }
        (*line)[size++] = (char)c;
        (*line)[size] = '\0';
    }
    return size > 0 ? (ssize_t)size : -1;
}

int strerror_r(int error, char *text, size_t size) {
    return strerror_s(text, size, error);
}

wint_t windows_upper(wint_t letter) {
    return (wint_t)(uintptr_t)CharUpperW((LPWSTR)(uintptr_t)letter);
}

wint_t windows_lower(wint_t letter) {
    return (wint_t)(uintptr_t)CharLowerW((LPWSTR)(uintptr_t)letter);
}

/* ---- processes, signals and chance ----------------------------------------------------------- */

int getentropy(void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned number;
        if (rand_s(&number) != 0)
            return -1;
        ((unsigned char *)bytes)[i] = (unsigned char)number;
    }
    return 0;
}

long sysconf(int what) {
    SYSTEM_INFO info;
    (void)what;
    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
}

int sigaction(int number, const struct sigaction *act, struct sigaction *old) {
    if (number != SIGINT && number != SIGTERM) {
        errno = EINVAL;
        return -1;
    }
    void (*before)(int) = signal(number, act != NULL ? act->sa_handler : SIG_DFL);
    if (act == NULL)
        (void)signal(number, before);
    if (old != NULL)
        *old = (struct sigaction){.sa_handler = before};
    return 0;
}
