# SPDX-License-Identifier: MIT
"""Which functions of the library a test enters, for mutate.py: a test that never enters a function
cannot notice a change inside it."""
import os
import re
import subprocess

FLAGS = " -finstrument-functions"
SIZE = 16 << 20

# Every process marks, in a file that all of them share, the addresses of the functions it enters.
TRACER = """#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#define PLAIN __attribute__((no_instrument_function))
extern const char __ehdr_start __attribute__((visibility("hidden")));
static unsigned char none[%(size)d], *seen = none;
__attribute__((constructor)) PLAIN static void begin(void) {
    int fd = open("%(file)s", O_RDWR | O_CLOEXEC);
    void *map = fd < 0 ? MAP_FAILED : mmap(0, %(size)d, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (map != MAP_FAILED)
        seen = map;
    if (fd >= 0)
        close(fd);
}
PLAIN void __cyg_profile_func_enter(void *function, void *caller) {
    (void)caller;
    unsigned long at = (unsigned long)((const char *)function - &__ehdr_start);
    if (at < %(size)d)
        seen[at] = 1;
}
PLAIN void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller; }
"""


class Tracer:
    """A library that tells what is entered."""

    def __init__(self, library, file):
        self.library, self.file = library, file
        self.names = {}
        listed = subprocess.run(["nm", library], check=True, stdout=subprocess.PIPE, text=True).stdout
        for at, name in re.findall(r"^([0-9a-f]+) [tTwW] (\w+)", listed, re.M):
            self.names.setdefault(int(at, 16), set()).add(name)
        if not 0 < max(self.names) < SIZE:
            raise ValueError("the library is too large to be traced")

    @staticmethod
    def source(file):
        return TRACER % {"size": SIZE, "file": file}

    def clear(self):
        with open(self.file, "wb") as stream:
            stream.truncate(SIZE)

    def entered(self):
        with open(self.file, "rb") as stream:
            seen = stream.read()
        return {name for match in re.finditer(b"\1", seen) for name in self.names.get(match.start(), ())}

    def functions(self):
        return set().union(*self.names.values())
