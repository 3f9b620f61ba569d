# SPDX-License-Identifier: MIT
"""Builds and tests copies of the tree, for mutate.py."""
import fcntl
import glob
import hashlib
import json
import os
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import threading
import time

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


def limits():
    """A broken program must not fill memory or disk."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def lines_of(process, seconds):
    """The lines that it prints; None, once, if it is not at its end in time."""
    end = time.time() + seconds
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0, end - time.time())):
                yield None
                return
            read = os.read(process.stdout.fileno(), 65536)
            if not read:
                break
            *whole, rest = (rest + read).split(b"\n")
            yield from (line.decode("utf-8", "replace") for line in whole)
    try:
        process.wait(max(0, end - time.time()))
    except subprocess.TimeoutExpired:
        yield None


class Test:
    """A test file. `failing` has the tests of it that fail on the unchanged code."""

    def __init__(self, name, command):
        self.name, self.command = name, command
        self.seconds, self.failing = 0.0, []
        self.killed, self.spent = 0, 0.0

    def run(self, copy, seconds, first=True):
        """What failed: names of tests, "time" or "exit status"; with `first` only the first."""
        shutil.rmtree(copy.tmp, ignore_errors=True)
        os.makedirs(copy.tmp)
        process = subprocess.Popen(self.command, cwd=copy.path, env=copy.env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   start_new_session=True, preexec_fn=limits)
        failed = []
        for line in lines_of(process, seconds):
            match = line is not None and re.match(r"(not )?ok \d+ (?:- [^:]*:[^:]*:)?([^:]*)", line)
            if line is None:
                failed.append("time")
            elif match and match[1] and match[2] not in self.failing:
                failed.append(match[2])
            if failed and first:
                break
        kill_group(process)
        process.stdout.close()
        if not failed and process.returncode != 0 and not self.failing:
            failed.append("exit status %d" % process.returncode)
        return failed

    def worth(self):
        return (self.killed + 0.5) / (self.spent + self.seconds + 0.1)


def discover(path, wanted):
    tests = []
    for program in sorted(glob.glob(os.path.join(path, "build/tests/*"))):
        if os.access(program, os.X_OK) and os.path.isfile(program):
            tests.append(Test("unit " + os.path.basename(program), [program]))
    for file in sorted(glob.glob(os.path.join(path, "tests/cli/*.bats"))):
        tests.append(Test("cli " + os.path.basename(file)[:-5], ["bats", "--tap", file]))
    stored = os.path.join(path, "tests/fingerprint.sha256")
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            groups = dict.fromkeys(re.findall(r"^\S+\s+([^.\s]+)\.", file.read(), re.M))
        tests += [Test("fingerprint " + group, ["sh", "tests/fingerprint.sh", group]) for group in groups]
    return [test for test in tests if re.search(wanted, test.name)]


class Copy:
    """A copy of the tree that is built and tested by itself."""

    def __init__(self, pool, path):
        self.pool, self.path = pool, path
        self.tmp = os.path.join(path, "tmp")
        self.env = dict(os.environ, BUILD="build", XPGN_BIN=os.path.join(path, "build/bin"), LC_ALL="C.UTF-8",
                        TMPDIR=self.tmp, CK_TAP_LOG_FILE_NAME="-", CK_VERBOSITY="silent",
                        CK_TIMEOUT_MULTIPLIER="15")
        self.objects = self.unchanged = {}
        self.programs_differ = False

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
        command = ["make", "-s", "-j%d" % self.pool.make_jobs, "BUILD=build", "CC=" + self.pool.cc, "WARNINGS=",
                   "CFLAGS=-O1 -fPIC -fno-semantic-interposition", "LIB_CODE=",
                   "AR=sh " + os.path.join(self.path, "mutate-ar")]
        process = subprocess.Popen(command + list(arguments), cwd=self.path, env=self.env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                                   preexec_fn=limits, text=True, errors="replace")
        try:
            said = process.communicate(timeout=self.pool.make_seconds)[0]
        except subprocess.TimeoutExpired:
            said = "make: too slow"
        failed = process.poll() != 0
        kill_group(process)
        return said if failed else None

    def prepare(self):
        os.makedirs(self.path, exist_ok=True)
        self.refresh()
        put(os.path.join(self.path, "mutate-ar"), AR.encode())
        put(os.path.join(self.path, "mutate-alloc.c"), ALLOC.encode())
        subprocess.run(["gcc", "-fPIC", "-c", "mutate-alloc.c"], cwd=self.path, check=True)
        os.makedirs(self.tmp, exist_ok=True)
        said = self.make("all", "unit")
        if said:
            sys.exit("mutate.py: the unchanged code does not build:\n" + said)
        needed = subprocess.run(["ldd", "build/bin/xpgn-validate"], cwd=self.path, check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        if LIBRARY not in needed:
            sys.exit("mutate.py: the tools do not use the library that is changed")
        self.objects = self.hashes({})
        self.unchanged = {path: digest for path, (_, digest) in self.objects.items()}

    def hashes(self, before):
        """The object files, each with its time and hash; what has the same time is not read again."""
        now = {}
        for path in glob.glob(os.path.join(self.path, "build/obj/**/*.o"), recursive=True):
            stamp = os.stat(path).st_mtime_ns
            if path in before and before[path][0] == stamp:
                now[path] = before[path]
                continue
            now[path] = (stamp, hashlib.sha256(contents(path)).digest())
        return now

    def build(self, files):
        """None, or "not compiled", or what failed."""
        programs = not all(file.startswith("lib/") and file.endswith(".c") for file in files)
        targets = [[LIBRARY]]
        if programs or self.programs_differ:
            targets.append(["-o", LIBRARY, "tools", "unit"])
        if any(file.startswith("tools/") for file in files):
            targets[-1].append("completions")
        self.programs_differ = programs
        for target in targets:
            said = self.make(*target)
            if said:
                self.programs_differ = True
                compiler = re.search(r":\d+:\d+: (fatal )?error: |undefined reference", said)
                return "not compiled" if compiler else "the build"
        return None

    # ---- judging -----------------------------------------------------------------------------------

    def judge(self, change):
        """killed, survived, same code or not compiled; and by which test."""
        files = change.files if hasattr(change, "files") else [change.file]
        paths = [os.path.join(self.path, file) for file in files]
        before = {path: contents(path) for path in paths}
        try:
            if not self.put_in(change):
                return "not compiled", "the patch does not fit"
            failed = self.build(files)
            if failed:
                return ("not compiled", "") if failed == "not compiled" else ("killed", failed)
            if self.is_same_code():
                return "same code", ""
            return self.run_tests()
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

    def is_same_code(self):
        self.objects = self.hashes(self.objects)
        return {path: digest for path, (_, digest) in self.objects.items()} == self.unchanged

    def run_tests(self):
        for test in self.pool.in_order():
            start = time.time()
            failed = test.run(self, test.seconds * 6 + 10)
            self.pool.note(test, failed, time.time() - start)
            if failed:
                return "killed", "%s: %s" % (test.name, failed[0])
        return "survived", ""


class Pool:
    """The copies, and the tests with what is known of them."""

    def __init__(self, root, args):
        self.root, self.work = root, args.work
        self.cc = args.cc or ("ccache gcc" if shutil.which("ccache") else "gcc")
        self.make_seconds, self.make_jobs = 1800, os.cpu_count()
        os.makedirs(args.work, exist_ok=True)
        self.lock_file = open(os.path.join(args.work, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit("mutate.py: another run is at work in " + args.work)
        self.lock = threading.Lock()
        self.files = set(self.tracked())
        self.copies = [Copy(self, os.path.join(os.path.abspath(args.work), str(i))) for i in range(args.jobs)]
        for copy in self.copies:
            copy.prepare()
        self.make_seconds = 300
        self.tests = discover(self.copies[0].path, args.tests)
        # the tests are found once, and run in the copy that is at work
        for test in self.tests:
            test.command = [os.path.relpath(word, self.copies[0].path) if os.path.isabs(word) else word
                            for word in test.command]
        self.measure(args)

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

    # ---- the tests on the unchanged code -------------------------------------------------------------

    def state(self):
        """What the measured times hold for."""
        digest = hashlib.sha256(self.cc.encode())
        for file in sorted(self.files):
            text = contents(os.path.join(self.root, file))
            digest.update(file.encode() + b"\0" + hashlib.sha256(text).digest())
        return digest.hexdigest()

    def measure(self, args):
        self.notes = os.path.join(args.work, "tests.json")
        state, known = self.state(), {}
        if os.path.exists(self.notes):
            with open(self.notes, encoding="utf-8") as file:
                known = json.load(file)
        old = known.get("tests", {})
        self.measured = old if known.get("state") == state else {}
        for test in self.tests:
            if test.name not in self.measured:
                print("%-30s on the unchanged code" % test.name, end="", flush=True)
                start = time.time()
                failing = test.run(self.copies[0], 900, first=False)
                self.measured[test.name] = {"seconds": time.time() - start, "failing": failing}
                print("%6.1f s%s" % (time.time() - start, ", %d fail" % len(failing) if failing else ""), flush=True)
            kept = self.measured[test.name]
            test.seconds, test.failing = kept["seconds"], kept["failing"]
            test.killed, test.spent = old.get(test.name, {}).get("worth", (0, 0.0))
        self.state_now = state
        self.leave_out()
        self.keep()

    def leave_out(self):
        for test in list(self.tests):
            for name in test.failing:
                print("left out, for it fails on the unchanged code: %s: %s" % (test.name, name))
            if test.failing and (not test.name.startswith("cli ") or test.failing[0].startswith("exit status")):
                self.tests.remove(test)
        if not self.tests:
            sys.exit("mutate.py: no tests")

    def in_order(self):
        with self.lock:
            return sorted(self.tests, key=Test.worth, reverse=True)

    def note(self, test, failed, seconds):
        with self.lock:
            test.killed += bool(failed)
            test.spent += seconds

    def keep(self):
        for test in self.tests:
            self.measured[test.name]["worth"] = (test.killed, test.spent)
        with open(self.notes, "w", encoding="utf-8") as file:
            json.dump({"state": self.state_now, "tests": self.measured}, file)

    def close(self):
        with self.lock:
            self.keep()
