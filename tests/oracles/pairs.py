#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
Compares what xpgn-fix --likely makes of one sheet of a game with the other player's sheet.

    pairs.py FOLDER

FOLDER has the sheets of games as NAME_0.pgn and NAME_1.pgn, those of its two players; others are
skipped. Each sheet is corrected alone. Of each half-move that is changed a line is printed, with
tabs between: the sheet, the turn, what it was, what it is, what the other sheet has beside it ("-":
nothing), and

    same         it can be read as what it is now
    unlike       it is something else, which neither sheet had before: one of them is wrong
    contradicts  the other sheet has what this one had before, so that both agreed

then the sums. Exits with 1 if more than 2 of 100 contradict.
XPGN_BIN: the tools (default: build/bin).
"""
import csv
import difflib
import os
import re
import subprocess
import sys
import tempfile

BIN = os.environ.get("XPGN_BIN", "build/bin")
MISSING = "?"
TOKEN = re.compile(r'\[[A-Za-z]+\s+"[^"]*"\]|\{(?P<comment>[^}]*)\}|\d+\.+|(?P<word>[^\s{}]+)')
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def words_of(text):
    """The half-moves of a sheet, as (offset, word)."""
    found = []
    for m in TOKEN.finditer(text):
        if m["comment"] == "[%missing]":
            found.append((m.start(), MISSING))
        elif m["word"] and m["word"] not in RESULTS:
            found.append((m.start("word"), m["word"]))
    return found


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def corrections(path):
    """(turn, offset, was, is) of each half-move that is changed."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        done = subprocess.run([os.path.join(BIN, "xpgn-fix"), "-q", "--likely", "--no-marks",
                               "--log=" + log, path], stdout=subprocess.DEVNULL, check=False)
        if done.returncode > 1:
            sys.exit(f"{path}: xpgn-fix: status {done.returncode}")
        with open(log, encoding="ascii", newline="") as file:
            rows = list(csv.DictReader(file))
    text = read(path)
    shift = []  # offsets moved by the changes before
    found = []
    for row in rows:
        at = int(row["offset"])
        for place, more in reversed(shift):
            at -= more if at > place else 0
        shift.append((int(row["offset"]), len(row["is"]) - len(row["was"])))
        if row["turn"] and text[at:at + len(row["was"])] == row["was"]:
            found.append((row["turn"], at, row["was"], row["is"]))
    return found


def beside(own, other):
    """Of each half-move the word of the other sheet that stands beside it."""
    found = {}
    pairs = difflib.SequenceMatcher(None, [w for _, w in own], [w for _, w in other], autojunk=False)
    for _, a, a_end, b, b_end in pairs.get_opcodes():
        for i in range(a, a_end):
            found[i] = other[b + i - a][1] if b + i - a < b_end else None
    return found


def bare(word):
    return re.sub("[-x+#!?=:]", "", word.replace("0", "O"))


def is_like(word, right):
    """Can a word be a short form of a half-move?"""
    rest = iter(bare(right))
    return all(letter in rest for letter in bare(word))


def judge(was, now, word):
    if word in (None, MISSING):
        return "-", "unlike"
    if is_like(word, now):
        return word, "same"
    return word, "contradicts" if bare(word) == bare(was) else "unlike"


def main():
    folder = sys.argv[1]
    names = sorted(n[:-6] for n in os.listdir(folder) if n.endswith("_0.pgn"))
    names = [n for n in names if os.path.exists(os.path.join(folder, n + "_1.pgn"))]
    count = {"same": 0, "unlike": 0, "contradicts": 0}
    for name in names:
        for side in "01":
            path, mate = (os.path.join(folder, f"{name}_{s}.pgn") for s in (side, "10"[int(side)]))
            own, other = words_of(read(path)), words_of(read(mate))
            near = beside(own, other)
            for turn, at, was, now in corrections(path):
                index = max((i for i, (start, _) in enumerate(own) if start <= at), default=None)
                word, verdict = judge(was, now, near.get(index))
                count[verdict] += 1
                print(f"{name}_{side}", turn, was, now, word, verdict, sep="\t")
    made = sum(count.values())
    print(f"{len(names)} pairs, {made} half-moves changed:",
          ", ".join(f"{n} {what}" for what, n in count.items()))
    sys.exit(0 if count["contradicts"] * 100 <= 2 * made else 1)


main()
