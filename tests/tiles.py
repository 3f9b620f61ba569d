#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Ranges of bytes that tile the input give every game once.

usage: tests/tiles.py [trials [seed]]

Each trial writes one to three files, plain or packed, of games whose ends are hard to see, cuts them
at random bytes, and runs xpgn-list and xpgn-validate with --bytes on each piece, with indexes or
without. Put together, the pieces must give what one run gives: games, positions, findings and exit
status. The tools are those on the PATH.
"""

import bz2
import gzip
import lzma
import os
import random
import subprocess
import sys
import tempfile

TAGS = ['[Event "A"]', '[White "Adams, R."]', '[Black "Brandt"]', '[Result "*"]']
MOVES = ["1. e4 e5 2. Nf3 Nc6", "1. d4 Nf6 2. c4", "1. e4 Ke7", "1. e4 e5 2. Bb5 Qh9", "1. c4"]
COMMENTS = ['{ [Event "in a comment"] }', '{ a\n\n[Event "B"]\n[White "x"]\n\n1. e4 * }', "{ plain }",
            '{ open\n\n[Event "C"]\n\n1. a3 {', "; to the end } of the line\n", '; [Event "D"]\n', "( 1. d4 {x} *",
            "{ caf\xe9 }", "{ \u2013\u4e2d }", "%", "%escape * \n", '\n%[Event "E"]\n', "\ufeff", "<", "<5+2=9:2+2=5x>",
            "{" + "long " * 300 + "}", "{ 1-0 }\n% 0-1\n"]
RESULTS = ["*", "1-0", "1/2-1/2", "0-1\n{ after it }", "* %no escape line\n", "*\n  %nor this\n", "*\n\n\n", "*    1. b3 *", "",
           "* { [Event \"F\"]\n\n[Event \"G\"] } "]


def record(rng):
    text = ""
    if rng.random() < 0.8:
        text += "\n".join(rng.sample(TAGS, rng.randrange(1, 5))) + "\n" + "\n" * rng.randrange(3)
    text += rng.choice(MOVES) + " "
    while rng.random() < 0.5:
        text += rng.choice(COMMENTS) + " "
        if rng.random() < 0.5:
            text += "\n" * rng.randrange(3)
    return text + rng.choice(RESULTS) + rng.choice(["\n", "\n\n", " ", ""])


def contents(rng):
    """The bytes of a file: some LF, some CRLF, some CR; UTF-8 and not."""
    text = "".join(record(rng) for _ in range(rng.randrange(1, rng.choice([3, 12, 40]))))
    text = text.replace("\n", rng.choice(["\n", "\n", "\r\n", "\r\n", "\r"]))
    data = text.encode("utf-8" if rng.random() < 0.5 else "cp1252", "replace")
    head = b"\xef\xbb\xbf" if rng.random() < 0.2 else b""
    return head + data + rng.choice([b"", b"", b"\0\0", b"\x1a", b"\r\n\x1a\0"])


def parts(rng, data):
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(9)))
    return [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])]


def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def packed(rng, data):
    """A file's bytes as they are stored, and the suffix of its name."""
    way = rng.choice(["", "", "", ".zst", ".gz", ".bz2", ".xz"])
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstd}.get(way)
    return (b"".join(pack(part) for part in parts(rng, data)) if pack else data), way


def run(tool, options, names, want=None):
    command = [tool, *options, *names] + ([f"--bytes={want[0]}:{want[1]}"] if want else [])
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr


def pieces(rng, total):
    cuts = {rng.randrange(total + 1) for _ in range(rng.randrange(1, 7))}
    if rng.random() < 0.3:
        cuts |= {cut + 1 for cut in cuts}
    cuts = [0] + sorted(cuts)
    return list(zip(cuts, cuts[1:] + [""]))


def indexes(rng, names):
    """Indexes all of them, some or none."""
    how = rng.randrange(3)
    for i, name in enumerate(names):
        if how == 2 or (how == 1 and i == 0):
            run("xpgn-list", ["--index"], [name])


def trial(seed):
    rng = random.Random(seed)
    names, total = [], 0
    for i in range(rng.choice([1, 1, 1, 2, 3])):
        data = contents(rng)
        if rng.random() < 0.03:  # so much that there is more than one frame to begin at
            data = b"".join(data + b"\n" for _ in range(3000000 // len(data)))
        stored, suffix = packed(rng, data)
        names.append(f"{i}.pgn{suffix}")
        total += len(data)
        with open(names[-1], "wb") as f:
            f.write(stored)
    indexes(rng, names)
    tiles = pieces(rng, total)
    size = rng.choice([[], [], [], ["--max-game=1K"]])
    for tool, options in (("xpgn-list", ["--format=tsv", "--no-header", "--columns=number,file,line,offset,length"]),
                          ("xpgn-validate", ["--format=json", "--lint", "--no-fixes", f"-j{rng.choice([1, 3])}"])):
        status, out, _ = run(tool, options + size, names)
        got = [run(tool, options + size, names, tile) for tile in tiles]
        same = (status, out) == (max(one[0] for one in got), b"".join(one[1] for one in got))
        if not same or any(b"does not fit" in one[2] for one in got):
            sys.exit(f"seed {seed}: {tool} {' '.join(options + size)} {' '.join(names)}: "
                     f"the pieces {tiles} give something else (files in {os.getcwd()})")
    return len(tiles)


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = tempfile.mkdtemp(prefix="xpgn-tiles-")
    os.chdir(folder)
    count = 0
    for i in range(trials):
        count += trial(seed + i)
        for name in os.listdir("."):
            os.unlink(name)
    os.rmdir(folder)
    print(f"{trials} tilings of {count} pieces give what one run gives")


main()
