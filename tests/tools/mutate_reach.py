# SPDX-License-Identifier: MIT
"""Which tests run a line, for mutate.py. Each test runs once in a build for gcov, and what it ran is kept until the
test changes. When a source changes, its lines are followed to where they stand now. What a process ran that a signal
ended is not known."""
import difflib
import functools
import glob
import hashlib
import json
import os
import queue
import re
import shutil
import subprocess
import threading

import mutate_proc

# Both end a process before it has told gcov what it ran.
ENDS = """void __gcov_dump(void), __real__exit(int) __attribute__((noreturn));
int __real_raise(int);
void __wrap__exit(int status) { __gcov_dump(); __real__exit(status); }
int __wrap_raise(int number) { __gcov_dump(); return __real_raise(number); }
"""
ENDS_OBJECT = "mutate-ends.o"
PRIVATE = ("static ", "#", "enum ", "struct ", "typedef ", "union ")
LONGEST = 3600 # seconds of processor time for a test
NEAR = 5 # lines around a changed one


def flags(path):
    """What make is given for a build that counts."""
    return ["CFLAGS=-Og --coverage", "LDFLAGS=-Wl,--wrap=_exit,--wrap=raise " + os.path.join(path, ENDS_OBJECT)]


def gcov(tree, data):
    """{FILE: LINES} of the lines that have code, and of those that were run."""
    known, ran = {}, {}
    said = subprocess.run(["gcov", "--json-format", "--stdout"] + data, cwd=tree, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout if data else b""
    for document in said.splitlines():
        for file in json.loads(document)["files"]:
            if not file["file"].startswith("/"):
                lines = file["lines"]
                known.setdefault(file["file"], set()).update(line["line_number"] for line in lines)
                ran.setdefault(file["file"], set()).update(line["line_number"] for line in lines if line["count"])
    return known, {file: lines for file, lines in ran.items() if lines}


class Reach:
    """The lines that the tests run. `env` is that in which tests run."""

    def __init__(self, tree, env, notes, tests):
        self.tree, self.env, self.notes, self.tests = tree, env, notes, tests
        self.known, _ = gcov(tree, self.files("gcno"))
        self.ran = {} # test: {FILE: LINES}; a file that is new since then is not there
        os.makedirs(os.path.join(notes, "sources"), exist_ok=True)

    def files(self, ending):
        return glob.glob(os.path.join(self.tree, "build/obj/**/*." + ending), recursive=True)

    # ---- what the tests run --------------------------------------------------------------------------

    def learn(self, jobs):
        """Runs the tests of which nothing is known, or that have changed."""
        left = queue.SimpleQueue()
        for test in self.tests:
            if not self.recall(test):
                left.put(test)
        if not left.empty():
            print("gcov: %d of %d tests have to run" % (left.qsize(), len(self.tests)), flush=True)
            self.keep()
        threads = [threading.Thread(target=self.work, args=(left, i)) for i in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def text(self, file):
        path = os.path.join(self.tree, file)
        if not os.path.exists(path):
            return b""
        with open(path, "rb") as stream:
            return stream.read()

    @functools.lru_cache(maxsize=None)
    def hash(self, file):
        return hashlib.sha256(self.text(file)).hexdigest()

    @functools.lru_cache(maxsize=None)
    def edits(self, file, digest):
        with open(os.path.join(self.notes, "sources", digest), "rb") as stream:
            old = stream.read()
        return difflib.SequenceMatcher(None, old.splitlines(), self.text(file).splitlines(), False).get_opcodes()

    def now(self, file, digest, lines):
        """Where the lines of a source stand now. A changed one has been run if one near it was."""
        if digest == self.hash(file):
            return set(lines)
        found = set()
        for kind, start, end, new, new_end in self.edits(file, digest):
            if kind == "equal":
                found.update(line - start + new for line in lines if start < line <= end)
            elif any(start - NEAR < line <= end + NEAR for line in lines):
                found.update(range(new + 1, new_end + 1))
        return found

    def keep(self):
        """The sources as they are, to follow their lines later."""
        for file in self.known:
            with open(os.path.join(self.notes, "sources", self.hash(file)), "wb") as stream:
                stream.write(self.text(file))

    def note_of(self, test):
        return os.path.join(self.notes, test.name.replace(" ", ".") + ".json")

    def recall(self, test):
        """Is what is kept of it still true?"""
        if not os.path.exists(self.note_of(test)):
            return False
        with open(self.note_of(test), encoding="utf-8") as file:
            note = json.load(file)
        if note["test"] != self.hashes(self.parts(test)):
            return False
        test.cpu = note["cpu"]
        self.ran[test] = {file: self.now(file, digest, note["ran"].get(file, ())) for file, digest in note["of"].items()}
        return True

    def parts(self, test):
        return [test.file] + (["tests/cli/helper.bash"] if test.file.endswith(".bats") else [])

    def hashes(self, files):
        return {file: self.hash(file) for file in files}

    def work(self, left, number):
        counts = os.path.join(self.notes, str(number))
        shutil.rmtree(counts, ignore_errors=True)
        for path in self.files("gcno"): # gcov wants them beside the counts
            link = os.path.join(counts, os.path.relpath(path, self.tree))
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(path, link)
        while True:
            try:
                test = left.get_nowait()
            except queue.Empty:
                break
            self.run(test, counts)
            print("gcov: %s, %.0f s" % (test.name, test.cpu), flush=True)
        shutil.rmtree(counts)

    def run(self, test, counts):
        tmp = os.path.join(counts, "tmp")
        shutil.rmtree(tmp, ignore_errors=True)
        os.makedirs(tmp)
        env = dict(self.env, TMPDIR=tmp, GCOV_PREFIX=counts, GCOV_PREFIX_STRIP=str(self.tree.count("/")))
        program = mutate_proc.Program(test.command, self.tree, env)
        for _ in program.lines(LONGEST):
            pass
        program.close()
        if program.limit:
            print("gcov: %s: ended by a limit (%s)" % (test.name, program.limit), flush=True)
        data = glob.glob(os.path.join(counts, "build/obj/**/*.gcda"), recursive=True)
        _, ran = gcov(self.tree, data)
        for path in data:
            os.remove(path)
        test.cpu = program.cpu
        self.ran[test] = {file: ran.get(file, set()) for file in self.known}
        note = {"cpu": test.cpu, "test": self.hashes(self.parts(test)), "of": self.hashes(self.known),
                "ran": {file: sorted(lines) for file, lines in ran.items()}}
        with open(self.note_of(test) + ".new", "w", encoding="utf-8") as file:
            json.dump(note, file)
        os.replace(self.note_of(test) + ".new", self.note_of(test))

    # ---- who notices a change --------------------------------------------------------------------------

    def of(self, change):
        """The tests that can notice it."""
        if hasattr(change, "files"):
            places = [place for file in change.files for place in self.around(file, False)]
        else:
            places = self.places(change)
        return [test for test in self.tests
                if any(not lines.isdisjoint(self.ran[test].get(file, lines)) for file, lines in places)]

    def places(self, change):
        """[(FILE, LINES)]: a test that runs none of these cannot notice it. Of a line without code, or with a label, any
        line of its function will do."""
        known, body = self.known.get(change.file, set()), change.body
        if body and known.intersection(body):
            is_code = change.line in known and not re.match(r"(case\b|default:)", change.where)
            return [(change.file, {change.line} if is_code else known.intersection(body))]
        return self.around(change.file, change.top.startswith(PRIVATE))

    def around(self, file, is_private):
        """For what is not in a function: its file if no other can see it, those that include a header, or the folder."""
        if not file.endswith(".c"):
            said = subprocess.run(["grep", "-rlF", "--include=*.d", file, os.path.join(self.tree, "build/obj")],
                                  check=False, stdout=subprocess.PIPE, text=True).stdout
            files = [os.path.relpath(path, os.path.join(self.tree, "build/obj"))[:-1] + "c" for path in said.split()]
        elif is_private and file in self.known:
            files = [file]
        else:
            files = [other for other in self.known if os.path.dirname(other) == os.path.dirname(file)]
        return [(other, self.known[other]) for other in files if other in self.known]

    def unreached(self, file):
        """Its lines of code that no test runs."""
        known = self.known.get(file, set())
        return sorted(known.difference(*(ran.get(file, known) for ran in self.ran.values())))
