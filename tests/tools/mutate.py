#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the code in one place at a time, runs the tests, and tells which changes no test notices.

  tests/tools/mutate.py --count 100 --seed 7              100 changes, picked at random
  tests/tools/mutate.py --files lib/core/play --seconds 1800   as many as half an hour is enough for
  tests/tools/mutate.py --files lib/core/game/position_text.c --all    every change of a file
  tests/tools/mutate.py --files lib/core/game --list      prints them, in the form that --apply takes
  tests/tools/mutate.py --apply 'lib/core/game/position_text.c:58: == => !='
  tests/tools/mutate.py --changes FILE                    those of a list, one a line; # begins a comment
  tests/tools/mutate.py --patch FILE...                   each patch (-p1) is one change

Comparisons, && and ||, & and |, + and -, shifts, constants, conditions, the branches of ?:, results
and statements are changed. The tree stays as it is: the work is done on copies in build/mutate,
which are kept, so that the next run begins at once. There the library is linked as a shared one,
for a change needs no more than a compiler run and one link.

The tests are the unit test programs, tests/cli/*.bats and the fingerprint, if there is one. Before the first change each
runs once in a build for gcov, which tells the lines that it runs. This takes as long as the whole suite, but is kept: later
only those run again that have changed, and lines of sources are followed to where they have moved. Remove build/mutate/ran
to see what a change elsewhere lets a test reach. For a change those tests run that run its line, quick ones that have found
much first, until one fails. A change of a line that no test runs is "not reached"; --unreached lists all such lines. With
--enough a change can run out of time: then it has neither been killed nor survived.

A command-line test that fails for the first time is run on the unchanged code as well, and left out if it fails
there, too. A test that uses far more processor time than when it ran to its end (three times as much, and ten
seconds) has failed, and so has one that uses none for two minutes. This does not depend on how busy the machine is.
How long tests take, and what they have found, is kept for the next run.

A byte read or written past the end of an array is seen with
--cc='gcc -fsanitize=address,undefined -fno-sanitize-recover=all' only.

Of the changes that survive some make no difference, or only one of speed: people have to tell.

Each change is printed when it has been tried, survivors again at the end, then the score:
the killed of all that were killed, survived or were not reached. The exit status is 0, or 1 if the score is below --min,
or a change that was named was not killed. A run that was broken off goes on with --resume and what it has printed.
"""
import argparse
import os
import random
import re
import sys
import threading
import time

sys.dont_write_bytecode = True # no folder among the sources

import mutate_c
import mutate_proc
import mutate_run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORE = ["lib/core/rules", "lib/core/play", "lib/core/game", "lib/core/walk", "lib/record", "lib/facts", "lib/meant/repair",
        "lib/output", "tools"]
UNNOTICED = ("survived", "not reached", "ran out of time")
VERDICTS = ("killed",) + UNNOTICED + ("same code", "not compiled")


class Patch:
    """A change that is given as a patch."""

    def __init__(self, name):
        self.name = os.path.abspath(name)
        with open(name, encoding="utf-8") as file:
            self.files = re.findall(r"^\+\+\+ (?:b/)?(\S+)", file.read(), re.M)

    def __str__(self):
        return os.path.relpath(self.name)


# ---- which changes -----------------------------------------------------------------------------


def source(file):
    with open(os.path.join(ROOT, file), encoding="utf-8") as stream:
        return mutate_c.Source(file, stream.read())


def files_of(names):
    for name in names:
        path = os.path.join(ROOT, name)
        if os.path.isdir(path):
            for folder, _, files in sorted(os.walk(path)):
                for file in sorted(files):
                    if file.endswith((".c", ".h", ".inc")):
                        yield os.path.relpath(os.path.join(folder, file), ROOT)
        elif os.path.exists(path):
            yield os.path.relpath(path, ROOT)
        else:
            sys.exit("mutate.py: %s: no such file" % name)


def given(text):
    """FILE:LINE:OLD:NEW, or FILE:LINE: OLD => NEW"""
    match = re.fullmatch(r"([^:]+):(\d+):\s*(.*)", text.strip(), re.S)
    parts = None
    if match:
        parts = re.split(r"\s+=>(?:\s+|\Z)" if " =>" in match[3] else ":", match[3])
    if not parts or len(parts) != 2:
        sys.exit("mutate.py: not FILE:LINE: OLD => NEW: %s" % text)
    try:
        return mutate_c.named(source(match[1]), int(match[2]), *parts)
    except (OSError, ValueError) as error:
        sys.exit("mutate.py: %s" % error)


def listed(name):
    with open(name, encoding="utf-8") as file:
        return [given(line) for line in file if line.strip() and not line.startswith("#")]


def chosen(args):
    """The changes that are asked for, in the order in which they are tried."""
    if args.apply or args.changes or args.patch:
        changes = [given(text) for text in args.apply]
        for name in args.changes:
            changes += listed(name)
        return changes + [Patch(name) for name in args.patch]
    names = args.files or [folder for folder in CORE if os.path.isdir(os.path.join(ROOT, folder))]
    changes = [change for file in files_of(names) for change in source(file).changes()]
    if not args.all:
        random.Random(args.seed).shuffle(changes)
        if not args.list and not args.seconds or args.count:
            changes = changes[:args.count or 50]
    return changes


# ---- trying them -------------------------------------------------------------------------------


class Trial:
    """The changes in turn, on one or more copies of the tree at once."""

    def __init__(self, args, changes):
        self.args, self.changes = args, list(changes)
        self.lock = threading.Lock()
        self.results = []
        self.end = time.time() + args.seconds if args.seconds else None

    def next(self):
        with self.lock:
            if not self.changes or self.end and time.time() >= self.end:
                return None
            return self.changes.pop(0)

    def note(self, change, verdict, by="", seconds=0.0):
        with self.lock:
            self.results.append((verdict, change, by))
            tail = " (%s, %.0f s)" % (by, seconds) if by else ""
            print("%-15s %s%s" % (verdict, change, tail), flush=True)

    def resume(self, name):
        """Takes over what an earlier run has printed."""
        with open(name, encoding="utf-8") as file:
            said = re.findall("^(%s) +(.*)" % "|".join(VERDICTS), file.read(), re.M)
        for change in list(self.changes):
            words = str(change)
            for verdict, text in said:
                if text == words or text.startswith(words + " ("):
                    self.changes.remove(change)
                    self.results.append((verdict, change, re.sub(r", \d+ s\)$", "", text[len(words) + 2:])))
                    break

    def work(self, copy):
        while True:
            change = self.next()
            if change is None:
                return
            start = time.time()
            verdict, by = copy.judge(change)
            self.note(change, verdict, by, time.time() - start)

    def run(self):
        pool = mutate_run.Pool(ROOT, self.args)
        pool.prepare()
        threads = [threading.Thread(target=self.work, args=(copy,)) for copy in pool.copies]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        except KeyboardInterrupt:
            with self.lock:
                self.changes.clear()
            print("interrupted: the changes at work are the last", flush=True)
            for thread in threads:
                thread.join()

    def report(self):
        count = dict.fromkeys(VERDICTS, 0)
        limits = 0
        for verdict, _, by in self.results:
            count[verdict] += 1
            limits += verdict == "killed" and by.endswith(mutate_proc.LIMITS)
        print()
        for verdict, change, _ in self.results:
            if verdict in UNNOTICED:
                print("%s: %s" % (verdict, change))
        if limits:
            print("%d of those killed hung: a limit ended the test" % limits)
        print("%d changes: %s" % (len(self.results), ", ".join("%d %s" % (n, k) for k, n in count.items() if n)))
        return self.score(count)

    def score(self, count):
        killed, survived = count["killed"], count["survived"] + count["not reached"]
        if killed + survived == 0:
            return 0 if count["same code"] and not self.args.min else 1
        percent = 100.0 * killed / (killed + survived)
        print("score: %.1f of 100" % percent)
        named = self.args.apply or self.args.changes or self.args.patch
        return 1 if named and survived + count["ran out of time"] or percent < self.args.min else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--files", nargs="+", metavar="FILE", help="files and folders (default: %s)" % " ".join(CORE))
    add("--count", type=int, metavar="N", help="how many changes to make (default: 50)")
    add("--all", action="store_true", help="every change, in the order of the files")
    add("--seed", default="1", help="another seed picks other changes (default: 1)")
    add("--seconds", type=int, metavar="N", help="begin with no change after this time")
    add("--list", action="store_true", help="print the changes, run nothing")
    add("--apply", action="append", default=[], metavar="CHANGE", help="FILE:LINE:OLD:NEW or FILE:LINE: OLD => NEW")
    add("--changes", action="append", default=[], metavar="FILE", help="a list of such changes")
    add("--patch", nargs="+", default=[], metavar="FILE", help="patches, each one change")
    add("--tests", default="", metavar="REGEX", help="only these tests")
    add("--unreached", action="store_true", help="print the lines that no test runs, make no changes")
    add("--resume", metavar="FILE", help="what an earlier run printed: those changes are not tried again")
    add("--enough", type=float, default=0, metavar="SECONDS",
        help="no further test of a change after so much processor time (default: no limit)")
    add("--jobs", type=int, default=os.cpu_count(), metavar="N", help="copies of the tree at work")
    add("--min", type=float, default=0, metavar="PERCENT", help="the score that is wanted")
    add("--cc", help="the compiler (default: gcc, by ccache if it is there)")
    add("--work", default=os.path.join(ROOT, "build/mutate"), metavar="DIR", help="where the copies are kept")
    return parser.parse_args()


def unreached(args):
    reach = mutate_run.Pool(ROOT, args).reach
    for file in files_of(args.files or CORE):
        text = source(file)
        for line in reach.unreached(file):
            print("%s:%d: %s" % (file, line, text.normal_line(line)))
    return 0


def main():
    args = arguments()
    changes = chosen(args)
    if args.list:
        for change in changes:
            print(change)
        return 0
    if args.unreached:
        return unreached(args)
    trial = Trial(args, changes)
    if args.resume:
        trial.resume(args.resume)
    trial.run()
    return trial.report()


if __name__ == "__main__":
    sys.exit(main())
