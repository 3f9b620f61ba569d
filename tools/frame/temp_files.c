/* SPDX-License-Identifier: MIT */
#include "frame/temp_files.h"
#include "frame/disk_calls.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A file. Entries are never freed, since a handler may be looking at them in another thread; they
   are reused. */
struct temp_entry {
    char *path;
    volatile sig_atomic_t noted;
    struct temp_entry *next;
};

static struct temp_entry first;
static struct temp_entry *volatile list = &first;
static size_t unused = 1; /* entries without a file */

static const int ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM};
enum { ENDING = sizeof ending / sizeof *ending };

void temp_file_remove(void) {
    for (const struct temp_entry *e = list; e != NULL; e = e->next)
        if (e->noted)
            (void)files_remove(e->path);
}

/* The default action is restored last: a second signal, in another thread, must not end the program
   before all files are removed. */
static void remove_and_die(int number) {
    temp_file_remove();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void guard_signals(void) {
    struct sigaction act = {.sa_handler = remove_and_die};
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < ENDING; i++) {
        struct sigaction old;
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            (void)sigaction(ending[i], &act, NULL);
    }
}

static struct temp_entry *free_entry(void) {
    struct temp_entry *e = unused > 0 ? list : NULL;
    while (e != NULL && e->path != NULL)
        e = e->next;
    if (e != NULL || (e = calloc(1, sizeof *e)) == NULL)
        return e;
    e->next = list;
    list = e;
    unused++;
    return e;
}

bool temp_file_note(const char *path) {
    struct temp_entry *e = free_entry();
    if (e == NULL || (e->path = strdup(path)) == NULL)
        return false;
    unused--;
    e->noted = 1;
    guard_signals();
    return true;
}

void temp_file_spare(const char *path) {
    for (struct temp_entry *e = list; e != NULL; e = e->next)
        if (e->path != NULL && strcmp(e->path, path) == 0) {
            char *gone = e->path;
            e->noted = 0;
            e->path = NULL;
            unused++;
            free(gone);
            return;
        }
}

void temp_file_hold(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < ENDING; i++)
        sigaddset(&held, ending[i]);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
}

void temp_file_release(const sigset_t *before) {
    int error = errno;
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
    errno = error;
}
