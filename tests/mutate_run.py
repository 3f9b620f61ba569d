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
TRACED = "build/reach/obj/libxpgn.a"

# In place of ar: a shared library under the name of the static one. What is linked with it needs no
# new link after a change. Its allocations go through functions that a test may have of its own.
AR = """#!/bin/sh
out=$2
shift 2
exec ${CC:-gcc} -shared -o "$out" -Wl,-soname,"$PWD/$out" \\
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free "$@" mutate-alloc.o $MUTATE_TRACER
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


def has_data(path):
    """Does an object file have variables or tables that others may use?"""
    listed = subprocess.run(["nm", "-g", "--defined-only", path], check=True, stdout=subprocess.PIPE, text=True).stdout
    return re.search(r" [^TtWwi] ", listed) is not None


class Test:
    """A test file. `failing` has the tests of it that fail on the unchanged code; `reach` the functions
    that it enters there, if that is known."""

    def __init__(self, name, command, file):
        self.name, self.command, self.file = name, command, file
        self.cpu, self.failing, self.reach = 0.0, [], None
        self.killed, self.spent = 0, 0.0

    def run(self, copy, seconds, first=True):
        """What failed: names of tests, a limit or "exit status"; with `first` only the first. And the
        processor time that it took."""
        shutil.rmtree(copy.tmp, ignore_errors=True)
        os.makedirs(copy.tmp)
        program = mutate_proc.Program(self.command, copy.path, copy.env)
        failed = []
        for line in program.lines(seconds):
            match = re.match(r"not ok \d+ (?:- [^:]*:[^:]*:)?([^:]*)", line)
            if match and match[1] not in self.failing:
                failed.append(match[1])
                if first:
                    break
        program.close()
        if not failed and (program.limit or program.status != 0 and not self.failing):
            failed.append(program.limit or "exit status %d" % program.status)
        return failed, program.cpu

    def worth(self):
        return (self.killed + 0.5) / (self.spent + self.cpu + 0.1)


def discover(path, wanted):
    tests = []
    for program in sorted(glob.glob(os.path.join(path, "build/tests/*"))):
        if os.access(program, os.X_OK) and os.path.isfile(program):
            name = os.path.basename(program)
            tests.append(Test("unit " + name, ["build/tests/" + name], "tests/unit/test_%s.c" % name))
    for path_of in sorted(glob.glob(os.path.join(path, "tests/cli/*.bats"))):
        file = os.path.relpath(path_of, path)
        if file == "tests/cli/fingerprint.bats":
            continue # its groups are tests of their own
        tests.append(Test("cli " + os.path.basename(file)[:-5], ["bats", "--tap", file], file))
    stored = os.path.join(path, "tests/fingerprint.sha256")
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            groups = dict.fromkeys(re.findall(r"^\S+\s+([^.\s]+)\.", file.read(), re.M))
        tests += [Test("fingerprint " + group, ["sh", "tests/fingerprint.sh", group], "tests/fingerprint.sh")
                  for group in groups]
    return [test for test in tests if re.search(wanted, test.name)]


class Copy:
    """A copy of the tree that is built and tested by itself."""

    def __init__(self, pool, path):
        self.pool, self.path = pool, path
        self.tmp = os.path.join(path, "tmp")
        self.env = dict(os.environ, BUILD="build", XPGN_BIN=os.path.join(path, "build/bin"), LC_ALL="C.UTF-8",
                        TMPDIR=self.tmp, CK_TAP_LOG_FILE_NAME="-", CK_VERBOSITY="silent",
                        CK_TIMEOUT_MULTIPLIER="1000")
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

    def make(self, *arguments, build="build", flags="", env=()):
        """None, or what make said."""
        command = ["make", "-s", "-j%d" % self.pool.make_jobs, "BUILD=" + build, "CC=" + self.pool.cc, "WARNINGS=",
                   "CFLAGS=-O1 -fPIC -fno-semantic-interposition" + flags, "LIB_CODE=",
                   "AR=sh " + os.path.join(self.path, "mutate-ar")]
        program = mutate_proc.Program(command + list(arguments), self.path, dict(self.env, **dict(env)),
                                      stderr=subprocess.STDOUT)
        said = list(program.lines(self.pool.make_seconds))
        program.close()
        return "\n".join(said + [program.limit]) if program.limit or program.status != 0 else None

    def must_make(self, *arguments, **settings):
        said = self.make(*arguments, **settings)
        if said:
            sys.exit("mutate.py: the unchanged code does not build:\n" + said)

    def prepare(self):
        os.makedirs(self.path, exist_ok=True)
        self.put_library_back()
        self.refresh()
        put(os.path.join(self.path, "mutate-ar"), AR.encode())
        put(os.path.join(self.path, "mutate-alloc.c"), ALLOC.encode())
        subprocess.run(["gcc", "-fPIC", "-c", "mutate-alloc.c"], cwd=self.path, check=True)
        os.makedirs(self.tmp, exist_ok=True)
        self.must_make("all", "unit")
        needed = subprocess.run(["ldd", "build/bin/xpgn-validate"], cwd=self.path, check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        if LIBRARY not in needed:
            sys.exit("mutate.py: the tools do not use the library that is changed")
        self.objects = self.hashes({})
        self.unchanged = {path: digest for path, (_, digest) in self.objects.items()}

    def tracer(self):
        """Builds the library that tells which functions are entered."""
        put(os.path.join(self.path, "mutate-trace.c"), mutate_reach.Tracer.source(self.path + "/reach").encode())
        subprocess.run(["gcc", "-fPIC", "-c", "mutate-trace.c"], cwd=self.path, check=True)
        self.must_make(TRACED, build="build/reach", flags=mutate_reach.FLAGS, env={"MUTATE_TRACER": "mutate-trace.o"})
        return mutate_reach.Tracer(os.path.join(self.path, TRACED), self.path + "/reach")

    def put_library_back(self):
        plain = os.path.join(self.path, LIBRARY + ".plain")
        if os.path.exists(plain):
            os.replace(plain, os.path.join(self.path, LIBRARY))

    def try_unchanged(self, test, tracer):
        """What fails, the functions that are entered (None: not known), the processor time."""
        library = os.path.join(self.path, LIBRARY)
        os.rename(library, library + ".plain")
        try:
            shutil.copy(tracer.library, library)
            tracer.clear()
            failing, cpu = test.run(self, 1800, first=False)
        finally:
            self.put_library_back()
        if not failing:
            return [], sorted(tracer.entered()), cpu
        failing, cpu = test.run(self, 1800, first=False)
        return failing, None, cpu

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

    def build(self, files):
        """None, or "not compiled", or what failed."""
        programs = not all(file.startswith("lib/") and file.endswith(".c") for file in files)
        targets = [[LIBRARY]]
        if programs or self.programs_differ:
            # not the library that is installed: it would keep the change, and some tests use it
            targets.append(["-o", LIBRARY, "-o", "build/obj/libxpgn.o", "tools", "unit"])
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
            differ = self.what_differs()
            if not differ:
                return "same code", ""
            return self.run_tests(self.pool.in_order(self.functions(change, differ)))
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

    def functions(self, change, differ):
        """Those one of which a test has to enter to notice the change; None: that is not known. Headers are
        compiled into the tests, too, and changed tables are read elsewhere."""
        if getattr(change, "files", None) or not change.file.endswith(".c"):
            return None
        if not change.file.startswith("lib/"):
            return None # only the library is traced, and tools have functions of the same names
        generated = os.path.join(self.path, "build/obj/gen/")
        if any(path.startswith(generated) for path in differ):
            return None
        if not change.function and has_data(os.path.join(self.path, "build/obj", change.file[:-2] + ".o")):
            return None
        return change.functions

    def run_tests(self, tests):
        for test in tests:
            failed, cpu = test.run(self, test.cpu * 6 + 20)
            self.pool.note(test, failed, cpu)
            if failed:
                return "killed", "%s: %s" % (test.name, failed[0])
        return "survived", "%d of %d tests get there" % (len(tests), len(self.pool.tests))


class Pool:
    """The copies, and the tests with what is known of them."""

    def __init__(self, root, args):
        self.root, self.work = root, args.work
        self.cc = args.cc or ("ccache gcc" if shutil.which("ccache") else "gcc")
        self.make_seconds, self.make_jobs = 1800, os.cpu_count()
        if "-fsanitize" in self.cc:
            mutate_proc.MEMORY = resource.RLIM_INFINITY
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
        self.notes = os.path.join(args.work, "tests.json")
        self.measure()

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
        """What the notes on a test hold for, besides its own file."""
        digest = hashlib.sha256(self.cc.encode())
        for file in sorted(self.files):
            if not re.fullmatch(r"tests/(cli/.*\.bats|unit/test_.*|mutate.*)|CHANGES\.md", file):
                digest.update(file.encode() + b"\0" + self.digest(file).encode())
        return digest.hexdigest()

    def digest(self, file):
        return hashlib.sha256(contents(os.path.join(self.root, file)) or b"").hexdigest()

    def measure(self):
        old, state = {}, self.state()
        if os.path.exists(self.notes):
            with open(self.notes, encoding="utf-8") as file:
                old = json.load(file)
        same = old.get("state") == state
        self.known = {"state": state, "functions": old.get("functions", []), "tests": old.get("tests", {})}
        todo = [test for test in self.tests
                if not same or self.known["tests"].get(test.name, {}).get("file") != self.digest(test.file)]
        if todo:
            tracers = [copy.tracer() for copy in self.copies]
            self.known["functions"] = sorted(tracers[0].functions())
            threads = [threading.Thread(target=self.measure_some, args=(copy, tracer, todo), daemon=True)
                       for copy, tracer in zip(self.copies, tracers)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        for test in self.tests:
            notes = self.known["tests"][test.name]
            test.cpu, test.failing = notes["cpu"], notes["failing"]
            test.reach = None if notes["reach"] is None else set(notes["reach"])
            test.killed, test.spent = notes["worth"]
        self.functions = set(self.known["functions"])
        self.leave_out()
        self.keep()

    def measure_some(self, copy, tracer, todo):
        while True:
            with self.lock:
                if not todo:
                    return
                test = todo.pop(0)
            failing, reach, cpu = copy.try_unchanged(test, tracer)
            with self.lock:
                worth = self.known["tests"].get(test.name, {}).get("worth", (0, 0.0))
                self.known["tests"][test.name] = {"file": self.digest(test.file), "cpu": cpu, "failing": failing,
                                                  "reach": reach, "worth": worth}
                print("%-30s on the unchanged code %6.1f s, %s functions%s" %
                      (test.name, cpu, "all" if reach is None else len(reach),
                       ", %d fail" % len(failing) if failing else ""), flush=True)

    def leave_out(self):
        for test in list(self.tests):
            for name in test.failing:
                print("left out, for it fails on the unchanged code: %s: %s" % (test.name, name))
            if test.failing and (not test.name.startswith("cli ") or test.failing[0].startswith(("exit status", *mutate_proc.LIMITS))):
                self.tests.remove(test)
        if not self.tests:
            sys.exit("mutate.py: no tests")

    def in_order(self, functions):
        """The tests that enter one of these functions, those first that found the most in the least time."""
        with self.lock:
            known = functions and functions <= self.functions
            tests = [test for test in self.tests if not known or test.reach is None or functions & test.reach]
            return sorted(tests, key=Test.worth, reverse=True)

    def note(self, test, failed, cpu):
        with self.lock:
            test.killed += bool(failed)
            test.spent += cpu

    def keep(self):
        for test in self.tests:
            self.known["tests"][test.name]["worth"] = (test.killed, test.spent)
        with open(self.notes, "w", encoding="utf-8") as file:
            json.dump(self.known, file)

    def close(self):
        with self.lock:
            self.keep()
