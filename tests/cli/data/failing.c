/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, lets an allocation of a tool fail: the one of number FAIL_AT, and all after it if
 * FAIL_ON is 1. How many there were is written to the file descriptor FAIL_COUNT at the end, to
 * FAIL_LEFT how many were not freed. What the loader keeps of libraries and threads does not count.
 * To FAIL_STACKS goes a line for each place in the program that allocates: the number of its first
 * allocation, how much of it was not freed, and the addresses that it is to return to, the
 * innermost first: each is FILE+HEXADECIMAL, where FILE is empty for the program, or a shared
 * libxpgn.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

void *__libc_malloc(size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_calloc(size_t count, size_t size);

void __libc_free(void *old);

static atomic_long number, left;
static _Thread_local int loading;

/* ---- places that allocate -------------------------------------------------------------------- */

enum { DEPTH = 6, OBJECTS = 2, PLACES = 1 << 14, LIVE = 1 << 17 };

struct place {
    long first, left;
    uintptr_t frame[DEPTH];
};

static struct {
    pthread_mutex_t lock;
    int fd; /* 0: nobody asks */
    struct object {
        const char *file;
        uintptr_t base, from, to;
    } object[OBJECTS];
    int objects;
    struct place list[PLACES];
    struct {
        const void *made;
        struct place *by;
    } live[LIVE]; /* what has been allocated, by its address; freed: nobody */
} places = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The program itself is the first that is reported, without a name. */
static int find_object(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size;
    (void)unused;
    if (places.objects > 0 && strstr(info->dlpi_name, "libxpgn") == NULL)
        return 0;
    struct object *o = &places.object[places.objects++];
    *o = (struct object){.file = info->dlpi_name, .base = info->dlpi_addr};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X)) {
            o->from = o->base + part->p_vaddr;
            o->to = o->from + part->p_memsz;
        }
    }
    return places.objects == OBJECTS;
}

static const struct object *object_of(uintptr_t address) {
    for (int i = 0; i < places.objects; i++)
        if (address >= places.object[i].from && address < places.object[i].to)
            return &places.object[i];
    return NULL;
}

struct stack {
    int depth;
    struct place *place;
};

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *data) {
    struct stack *s = data;
    uintptr_t address = _Unwind_GetIP(context);
    if (object_of(address) != NULL)
        s->place->frame[s->depth++] = address;
    return s->depth < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Notes what has been allocated by the place that asks. */
static void note_place(const void *made) {
    struct place place = {number, 0, {0}};
    uintptr_t slot = 0, at = (uintptr_t)made / 16;
    if (places.fd == 0 || made == NULL)
        return;
    (void)_Unwind_Backtrace(note_frame, &(struct stack){0, &place});
    for (int i = 0; i < DEPTH; i++)
        slot = (slot ^ place.frame[i]) * 0x9e3779b97f4a7c15 >> 7;
    (void)pthread_mutex_lock(&places.lock);
    while (places.list[slot %= PLACES].first != 0 &&
           memcmp(places.list[slot].frame, place.frame, sizeof place.frame) != 0)
        slot++;
    if (places.list[slot].first == 0)
        places.list[slot] = place;
    while (places.live[at %= LIVE].made != NULL && places.live[at].made != made)
        at++;
    places.live[at].made = made;
    places.live[at].by = loading ? NULL : &places.list[slot];
    places.list[slot].left += !loading;
    (void)pthread_mutex_unlock(&places.lock);
}

static void note_free(const void *old) {
    uintptr_t at = (uintptr_t)old / 16;
    if (places.fd == 0 || old == NULL)
        return;
    (void)pthread_mutex_lock(&places.lock);
    while (places.live[at %= LIVE].made != NULL && places.live[at].made != old)
        at++;
    if (places.live[at].by != NULL)
        places.live[at].by->left--;
    places.live[at].by = NULL;
    (void)pthread_mutex_unlock(&places.lock);
}

/* True in a program that a tool runs, such as diff. */
static int is_foreign(void) {
    return strncmp(program_invocation_short_name, "xpgn", 4) != 0;
}

__attribute__((constructor)) static void begin_places(void) {
    const char *fd = getenv("FAIL_STACKS");
    if (fd == NULL || is_foreign())
        return;
    (void)dl_iterate_phdr(find_object, NULL);
    places.fd = atoi(fd);
}

static void tell_places(void) {
    if (places.fd == 0)
        return;
    for (size_t i = 0; i < PLACES; i++) {
        if (places.list[i].first == 0)
            continue;
        dprintf(places.fd, "%ld %ld", places.list[i].first, places.list[i].left);
        for (int j = 0; j < DEPTH && places.list[i].frame[j] != 0; j++) {
            uintptr_t address = places.list[i].frame[j];
            const struct object *o = object_of(address);
            dprintf(places.fd, " %s+%lx", o->file, (unsigned long)(address - o->base));
        }
        dprintf(places.fd, "\n");
    }
}

/* ---- failing --------------------------------------------------------------------------------- */

static volatile int beginning; /* volatile: the header says that tzset does not call back */

/* What the C library keeps of the time zone does not count. */
__attribute__((constructor)) static void keep_zone(void) {
    beginning = 1;
    tzset();
    beginning = 0;
}

static int fails(void) {
    if (beginning || is_foreign())
        return 0;
    const char *at = getenv("FAIL_AT");
    const char *on = getenv("FAIL_ON");
    long wanted = at != NULL ? atol(at) : 0, now = ++number;
    if (wanted == 0 || now < wanted || (now > wanted && (on == NULL || *on != '1')))
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *made) {
    if (beginning)
        return made;
    left += made != NULL && !loading;
    note_place(made);
    return made;
}

static void free_counted(const void *old) {
    left -= old != NULL && !loading;
    note_free(old);
}

void *malloc(size_t size) {
    return fails() ? NULL : counted(__libc_malloc(size));
}

void *realloc(void *old, size_t size) {
    if (fails())
        return NULL;
    free_counted(old);
    return counted(__libc_realloc(old, size));
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : counted(__libc_calloc(count, size));
}

void free(void *old) {
    free_counted(old);
    __libc_free(old);
}

void *dlopen(const char *file, int mode) {
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    loading++;
    void *library = next(file, mode);
    loading--;
    return library;
}

int dlclose(void *library) {
    int (*next)(void *) = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
    loading++;
    int error = next(library);
    loading--;
    return error;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*main)(void *), void *arg) {
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
        (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(
            RTLD_NEXT, "pthread_create");
    loading++;
    int error = next(thread, how, main, arg);
    loading--;
    return error;
}

/* Takes time, and what a crash would leave is not looked at here. */
int fsync(int fd) {
    (void)fd;
    return 0;
}

static void tell(const char *variable, long value) {
    char text[24];
    const char *fd = getenv(variable);
    int size = snprintf(text, sizeof text, "%ld\n", value);
    if (fd != NULL && write(atoi(fd), text, (size_t)size) != size)
        _exit(99);
}

__attribute__((destructor)) static void tell_all(void) {
    if (is_foreign())
        return;
    (void)fclose(stdin); /* its buffer is nobody's */
    tell_places();
    tell("FAIL_COUNT", number);
    tell("FAIL_LEFT", left);
}
