#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Checks what is built against the order of the rooms, LAYERS of the Makefile.

  layers.py [BUILD]      default: build

A file of lib/ROOM uses only its own room and those before it in LAYERS, by the symbols of the objects, so that a call
through xpgn.h counts; no more than CIRCLE files use each other in a circle, and none in the groups of WITHOUT_CIRCLES; an
#include names a header by its room, and a tool sees the public and the internal headers, frame/, shared/ and its own
folder. Then a row for each program: the lines of the .c files that it contains; it must not contain the rooms of WITHOUT.
Status 1 after a message.
"""
import collections
import os
import re
import subprocess
import sys

CIRCLE = 5
WITHOUT_CIRCLES = ("lib/core/", "lib/facts/", "lib/meant/")
TEXT = "meant/repair meant/import meant/merge meant/fix events/rank events/check output/draw lab record/session"
DRAWS = TEXT.replace("output/draw", "output/count events/list")
WITHOUT = {
    "render-ascii": DRAWS,
    "render-svg": DRAWS,
    "replay": TEXT.replace(" output/draw lab", " output/count events/list"),
    "sort": TEXT + " output/count events/list",
    "list": TEXT + " output/count events/list",
    "split": TEXT + " output/count events/list",
    "grep": TEXT + " output/count",
    "stats": TEXT.replace(" output/draw", ""),
    "fmt": TEXT.replace(" meant/import", "") + " output/count",
    "validate": "meant/merge meant/fix events/list events/rank events/check output/draw lab record/session",
}


def symbols(files):
    """What each file defines and what it uses, two dictionaries of sets."""
    own, used = collections.defaultdict(set), collections.defaultdict(set)
    said = subprocess.run(["nm", "-A", *files], capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        file, _, rest = line.partition(":")
        *_, kind, name = rest.split()
        if kind in "Uw":
            used[file].add(name)
        elif kind in "TDBRVWC":
            own[file].add(name)
    return own, used


class Tree:
    """The objects of a build, by the names of their sources without .c."""

    def __init__(self, build):
        self.rooms = re.search(r"^LAYERS = ((?:.*\\\n)*.*)$", open("Makefile", encoding="utf-8").read(), re.M)[1]
        self.rooms = self.rooms.replace("\\\n", " ").split()
        root = os.path.join(build, "obj")
        sources = [f for f in subprocess.run(["find", "lib", "tools", "-name", "*.c"], capture_output=True, text=True,
                                             check=True).stdout.split() if os.path.exists(os.path.join(root, f[:-2] + ".o"))]
        own, used = symbols([os.path.join(root, f[:-2] + ".o") for f in sources])
        self.files = [f[:-2] for f in sources if self.room(f) in self.rooms or f.startswith("tools/")]
        self.own = {f: own[os.path.join(root, f + ".o")] for f in self.files}
        owner = {name: f for f in self.files if f.startswith("lib/") for name in self.own[f]}
        self.uses = {f: {owner[name] for name in used[os.path.join(root, f + ".o")] if name in owner} - {f}
                     for f in self.files if f.startswith("lib/")}

    @staticmethod
    def room(file):
        return os.path.dirname(file).partition("/")[2]

    def upwards(self):
        rank = {room: i for i, room in enumerate(self.rooms)}
        for file, uses in sorted(self.uses.items()):
            for other in sorted(uses):
                if rank[self.room(other)] > rank[self.room(file)]:
                    yield "%s uses %s, whose room comes later" % (file, other)

    def reach(self, file):
        seen, todo = set(), [file]
        while todo:
            for other in self.uses[todo.pop()] - seen:
                seen.add(other)
                todo.append(other)
        return seen

    def circles(self):
        reach = {file: self.reach(file) for file in self.uses}
        circles = {frozenset(other for other in reach[file] if file in reach[other]) for file in self.uses}
        for circle in sorted(circles, key=len):
            if len(circle) > (1 if any(f.startswith(WITHOUT_CIRCLES) for f in circle) else CIRCLE):
                yield "%d files use each other in a circle: %s" % (len(circle), " ".join(sorted(circle)))

    def contained(self, program):
        said = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
        names = {line.split()[-1] for line in said.splitlines() if line.split()[-2] not in "Uw"}
        tool = re.sub("^xpgn-", "", os.path.basename(program))
        mine = re.compile(r"lib/|tools/(frame|shared|%s)/|tools/%s$" % (tool, tool))
        return [f for f in self.files if mine.match(f) and self.own[f] and self.own[f] <= names]


def includes():
    """What is wrong with the form of #include lines."""
    found = subprocess.run(["grep", "-nE", "-r", "--include=*.[ch]", "--include=*.inc", r'^[ \t]*#[ \t]*include "', "lib", "tools"],
                           capture_output=True, text=True, check=True).stdout
    for line in found.splitlines():
        file, _, name = re.match(r'([^:]*):(\d+):.*"(.*)"', line).groups()
        folder = file.split("/")[1]
        if file.startswith(("lib/platform/", "lib/gen/")) or re.fullmatch(r"xpgn(_codes)?\.h", name):
            continue
        if file.startswith("lib/") and not os.path.exists(os.path.join("lib", name)) and not name.startswith("internal/"):
            yield line + ": not of the form \"room/header.h\""
        allowed = ("frame/",) if folder == "frame" else ("frame/", "shared/") + (() if folder == "shared" else (folder + "/",))
        if file.startswith("tools/") and not name.startswith(allowed + ("internal/",)):
            yield line + ": not for a tool, or of another one"


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    tree = Tree(build)
    bad = list(includes()) + list(tree.upwards()) + list(tree.circles())
    for program in sorted(os.listdir(os.path.join(build, "bin"))):
        files = tree.contained(os.path.join(build, "bin", program))
        lines = sum(open(f + ".c", encoding="utf-8").read().count("\n") for f in files)
        print("%-18s %4d files %6d lines" % (program, len(files), lines))
        without = WITHOUT.get(program[len("xpgn-"):], "").split()
        bad += ["%s contains %s" % (program, f) for f in files if tree.room(f) in without and f.startswith("lib/")]
    print("".join(message + "\n" for message in bad), end="", file=sys.stderr)
    return 1 if bad or len(tree.files) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
