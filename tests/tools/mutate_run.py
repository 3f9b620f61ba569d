# SPDX-License-Identifier: MIT
"""Builds and tests copies of the tree, for mutate.py."""
import fcntl
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import threading

import mutate_proc
import mutate_reach

LIBRARY = "build/obj/libxpgn.a"

# In place of ar: a shared library under the name of the static one. What is linked with it needs no
# new link after a change. Its allocations go through functions that a test may have of its own.
AR = """#!/bin/sh
out=$2
shift 2
exec ${CC:-gcc} -shared -o "$out" -Wl,-soname,"$PWD/$out" \\
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free "$@" mutate-alloc.o
"""
ALLOC = """#include <stddef.h>
void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t n) { return __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t m) { return __real_calloc(n, m); }
void *__wrap_realloc(void *p, size_t n) { return __real_realloc(p, n); }
void __wrap_free(void *p) { __real_free(p); }
"""


def contents(path):
    """The bytes of a file, or None if there is none."""
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def put(path, text):
    """Makes it the file's contents, unless they are; None: there is no such file."""
    if contents(path) == text:
        return
    if text is None:
        os.remove(path)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text)


class Test:
    """A test file. `cpu` is the processor time that it took when it last ran to its end; `sound` has the tests of it
    that are known to pass on the unchanged code."""

    def __init__(self, name, command, file):
        self.name, self.command, self.file = name, command, file
        self.cpu, self.sound, self.unsound = 0.0, set(), set()
        self.killed, self.runs = 0, 0

    def fails(self, copy, only=None):
        """The first that fails (or `only` this), a limit or "exit status"; None if all is well."""
        shutil.rmtree(copy.tmp, ignore_errors=True)
        os.makedirs(copy.tmp)
        some = ["-f", "^" + re.sub(r"\W", ".", only)] if only and self.command[0] == "bats" else []
        program = mutate_proc.Program(self.command + some, copy.path, copy.env)
        failed, bad = None, 0
        for line in program.lines(10 + 3 * self.cpu):
            match = re.match(r"not ok \d+ (?:- [^:]*:[^:]*:)?([^:]*)", line)
            bad += match is not None
            if match and match[1] not in self.unsound and (only or match[1]) == match[1]:
                failed = match[1]
                break
        program.close()
        copy.cpu = program.cpu
        if not failed and (program.limit or program.status != 0 and not bad):
            failed = program.limit or "exit status %d" % program.status
        if not failed and not some:
            self.cpu = program.cpu
        return None if failed in self.unsound else failed

    def worth(self):
        """How soon it should run: one that is quick, and has found much."""
        return (self.killed + 1) / (self.runs + 3) / (self.cpu + 0.3)


def discover(path, wanted):
    tests = []
    for program in sorted(glob.glob(os.path.join(path, "build/tests/*"))):
        if os.access(program, os.X_OK) and os.path.isfile(program):
            name = os.path.basename(program)
            tests.append(Test("unit " + name, ["build/tests/" + name], "tests/unit/test_%s.c" % name))
    for path_of in sorted(glob.glob(os.path.join(path, "tests/cli/*.bats"))):
        file = os.path.relpath(path_of, path)
        if file.startswith("tests/cli/fingerprint"):
            continue # its groups are tests of their own
        tests.append(Test("cli " + os.path.basename(file)[:-5], ["bats", "--tap", file], file))
    stored = os.path.join(path, "tests/ci/fingerprint.sha256")
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            groups = dict.fromkeys(re.findall(r"^\S+\s+([^.\s]+)\.", file.read(), re.M))
        tests += [Test("fingerprint " + group, ["sh", "tests/ci/fingerprint.sh", group], "tests/ci/fingerprint.sh")
                  for group in groups]
    return [test for test in tests if re.search(wanted, test.name)]


def linked_late(path):
    """What make is given for a build in which a change takes one compiler run and one link."""
    return ["CFLAGS=-O1 -fPIC -fno-semantic-interposition", "LIB_CODE=", "AR=sh " + os.path.join(path, "mutate-ar")]


class Copy:
    """A copy of the tree that is built and tested by itself."""

    def __init__(self, pool, path, flags):
        self.pool, self.path, self.flags = pool, path, flags(path)
        self.tmp = os.path.join(path, "tmp")
        self.env = dict(os.environ, BUILD="build", XPGN_BIN=os.path.join(path, "build/bin"), LC_ALL="C.UTF-8",
                        TMPDIR=self.tmp, CK_TAP_LOG_FILE_NAME="-", CK_VERBOSITY="silent",
                        CK_TIMEOUT_MULTIPLIER="1000", XPGN_FAST_ROUNDS="10000")
        self.objects = self.unchanged = {}
        self.left, self.cpu = [], 0.0 # what was made for the change before

    # ---- building ----------------------------------------------------------------------------------

    def refresh(self):
        """The files of the tree, and no others."""
        wanted = self.pool.files
        for file in wanted:
            old, new = os.path.join(self.pool.root, file), os.path.join(self.path, file)
            put(new, contents(old))
            shutil.copymode(old, new)
        for folder in {os.path.dirname(file) for file in wanted}:
            for path in glob.glob(os.path.join(self.path, folder, "*")):
                if os.path.isfile(path) and os.path.relpath(path, self.path) not in wanted and folder:
                    os.remove(path)

    def make(self, *arguments):
        """None, or what make said."""
        command = ["make", "-s", "-j%d" % self.pool.make_jobs, "BUILD=build", "CC=" + self.pool.cc, "WARNINGS=", "PLACE="]
        program = mutate_proc.Program(command + self.flags + list(arguments), self.path, self.env, stderr=subprocess.STDOUT)
        said = list(program.lines(self.pool.make_seconds))
        program.close()
        return "\n".join(said + [program.limit]) if program.limit or program.status != 0 else None

    def prepare(self):
        os.makedirs(self.path, exist_ok=True)
        self.refresh()
        put(os.path.join(self.path, "mutate-ar"), AR.encode())
        for name, text in (("mutate-alloc", ALLOC), ("mutate-ends", mutate_reach.ENDS)):
            put(os.path.join(self.path, name + ".c"), text.encode())
            subprocess.run(["gcc", "-fPIC", "-c", name + ".c"], cwd=self.path, check=True)
        os.makedirs(self.tmp, exist_ok=True)
        said = self.make("all", "unit")
        if said:
            sys.exit("mutate.py: the unchanged code does not build:\n" + said)
        self.objects = self.hashes({})
        self.unchanged = {path: digest for path, (_, digest) in self.objects.items()}

    def check_link(self):
        needed = subprocess.run(["ldd", "build/bin/xpgn-validate"], cwd=self.path, check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        if LIBRARY not in needed:
            sys.exit("mutate.py: the tests do not use the library that is changed")

    def hashes(self, before):
        """The objects of single files, each with its time and hash; what has the same time is not read again."""
        now = {}
        for path in glob.glob(os.path.join(self.path, "build/obj/*/**/*.o"), recursive=True):
            stamp = os.stat(path).st_mtime_ns
            if path in before and before[path][0] == stamp:
                now[path] = before[path]
                continue
            now[path] = (stamp, hashlib.sha256(contents(path)).digest())
        return now

    def targets(self, files):
        """What has to be made for changes in these. The library that is installed is not: it would keep them,
        and some tests use it."""
        if all(file.startswith("lib/") and file.endswith(".c") for file in files):
            return [[LIBRARY]]
        old = ["-o", LIBRARY, "-o", "build/obj/libxpgn.o"]
        rooms = {re.match(r"tools/([a-z-]+)(/[^/]*)?\.[ch]$", file) for file in files}
        if None not in rooms and not any(room[1] in ("frame", "simulate", "xpgn") for room in rooms):
            return [old + ["build/bin/xpgn-" + room[1] for room in rooms]]
        return [[LIBRARY], old + ["tools", "unit"]]

    def build(self, files):
        """None, or "not compiled", or what failed."""
        targets = self.targets(files)
        for target in targets if targets == self.left else self.left + targets:
            said = self.make(*target)
            if said:
                self.left = targets
                compiler = re.search(r":\d+:\d+: (fatal )?error: |undefined reference", said)
                return "not compiled" if compiler else "the build"
        self.left = targets
        return None

    # ---- judging -----------------------------------------------------------------------------------

    def judge(self, change):
        """killed, survived, not reached, ran out of time, same code or not compiled; and by which test."""
        tests = self.pool.in_order(change)
        if not tests:
            return "not reached", ""
        files = change.files if hasattr(change, "files") else [change.file]
        paths = [os.path.join(self.path, file) for file in files]
        before = {path: contents(path) for path in paths}
        try:
            if not self.put_in(change):
                return "not compiled", "the patch does not fit"
            failed = self.build(files)
            if failed:
                return ("not compiled", "") if failed == "not compiled" else ("killed", failed)
            differ = self.what_differs()
            if not differ:
                return "same code", ""
            return self.run_tests(tests)
        finally:
            for path, text in before.items():
                put(path, text)

    def put_in(self, change):
        """Does it fit?"""
        if hasattr(change, "files"):
            command = ["patch", "-s", "-p1", "--no-backup-if-mismatch", "-r", "-", "-i", change.name]
            return subprocess.run(command, cwd=self.path, stdout=subprocess.DEVNULL, check=False).returncode == 0
        path = os.path.join(self.path, change.file)
        text = contents(path).decode("utf-8")
        put(path, (text[:change.start] + change.new + text[change.end:]).encode("utf-8"))
        return True

    def what_differs(self):
        self.objects = self.hashes(self.objects)
        now = {path: digest for path, (_, digest) in self.objects.items()}
        return [path for path in set(now) | set(self.unchanged) if now.get(path) != self.unchanged.get(path)]

    def run_tests(self, tests):
        spent = 0.0
        for n, test in enumerate(tests):
            if self.pool.enough and spent > self.pool.enough:
                return "ran out of time", "%d of %d tests" % (n, len(tests))
            failed = test.fails(self)
            while failed and not self.pool.is_sound(test, failed):
                failed = test.fails(self)
            spent += self.cpu
            self.pool.note(test, failed)
            if failed:
                return "killed", "%s: %s" % (test.name, failed)
        return "survived", "%d tests" % len(tests)


class Pool:
    """The copies, and the tests with what is known of them."""

    def __init__(self, root, args):
        self.root, self.work, self.enough = root, os.path.abspath(args.work), args.enough
        self.cc = args.cc or ("ccache gcc" if shutil.which("ccache") else "gcc")
        self.make_seconds, self.make_jobs = 1800, os.cpu_count()
        if "-fsanitize" in self.cc:
            mutate_proc.MEMORY = resource.RLIM_INFINITY
        os.makedirs(self.work, exist_ok=True)
        self.lock_file = open(os.path.join(self.work, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit("mutate.py: another run is at work in " + args.work)
        self.lock, self.plain_lock = threading.Lock(), threading.Lock()
        self.files = set(self.tracked())
        counting = Copy(self, os.path.join(self.work, "gcov"), mutate_reach.flags)
        self.plain = Copy(self, os.path.join(self.work, "plain"), linked_late)
        self.copies = [Copy(self, os.path.join(self.work, str(i)), linked_late) for i in range(args.jobs)]
        counting.prepare()
        self.tests = discover(counting.path, args.tests)
        if not self.tests:
            sys.exit("mutate.py: no tests")
        self.reach = mutate_reach.Reach(counting.path, counting.env, os.path.join(self.work, "ran"), self.tests)
        self.reach.learn(args.jobs)
        self.notes = os.path.join(self.work, "tests.json")
        self.recall()

    def prepare(self):
        """Builds what the changes are put into."""
        for copy in [self.plain] + self.copies:
            copy.prepare()
        self.plain.check_link()
        self.make_seconds, self.make_jobs = 300, 1

    def tracked(self):
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=self.root, check=False,
                                stdout=subprocess.PIPE, text=True)
        if listed.returncode == 0:
            return [file for file in listed.stdout.split("\n") if os.path.isfile(os.path.join(self.root, file))]
        found = []
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if not (folder == self.root and name in ("build", ".git"))]
            found += [os.path.relpath(os.path.join(folder, name), self.root) for name in files]
        return found

    # ---- what is known of the tests ------------------------------------------------------------------

    def recall(self):
        if os.path.exists(self.notes):
            with open(self.notes, encoding="utf-8") as file:
                known = json.load(file)
            for test in self.tests:
                if test.name in known:
                    test.cpu, test.killed, test.runs = known[test.name]

    def in_order(self, change):
        """The tests that can notice it, the most useful first."""
        with self.lock:
            return sorted(self.reach.of(change), key=lambda test: -test.worth())

    def is_sound(self, test, failed):
        """Does it pass on the unchanged code?"""
        with self.plain_lock:
            known = test.sound | test.unsound | set(mutate_proc.LIMITS)
            if failed not in known and test.command[0] in ("bats", "sh"): # others depend on nothing around them
                same = test.fails(self.plain, only=failed) == failed
                (test.unsound if same else test.sound).add(failed)
                if same:
                    print("left out, for it fails on the unchanged code: %s: %s" % (test.name, failed), flush=True)
            return failed not in test.unsound

    def note(self, test, failed):
        """Kept at once, in case the run is broken off."""
        with self.lock:
            test.killed += bool(failed)
            test.runs += 1
            known = {test.name: (test.cpu, test.killed, test.runs) for test in self.tests}
            put(self.notes + ".new", json.dumps(known).encode())
            os.replace(self.notes + ".new", self.notes)
