#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Ranges of bytes that tile the input give every game once.

usage: tests/oracles/tiles.py [trials [seed]]

Each trial writes one to three files, plain or packed, of games whose ends are hard to see, cuts them
at random bytes, and runs xpgn-list, xpgn-validate and xpgn-stats with --bytes on each piece, with
indexes or without. Put together, the pieces must give what one run gives: games, positions, findings
and exit status, chains of sealed dice that serve two games, and merged counts, in whatever order. The
tools are those on the PATH.
"""

import bz2
import gzip
import lzma
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib

TAGS = ['[Event "A"]', '[White "Adams, R."]', '[Black "Brandt"]', '[Result "*"]']
MOVES = ["1. e4 e5 2. Nf3 Nc6", "1. d4 Nf6 2. c4", "1. e4 Ke7", "1. e4 e5 2. Bb5 Qh9", "1. c4"]
COMMENTS = ['{ [Event "in a comment"] }', '{ a\n\n[Event "B"]\n[White "x"]\n\n1. e4 * }', "{ plain }",
            '{ open\n\n[Event "C"]\n\n1. a3 {', "; to the end } of the line\n", '; [Event "D"]\n', "( 1. d4 {x} *",
            "{ caf\xe9 }", "{ \u2013\u4e2d }", "%", "%escape * \n", '\n%[Event "E"]\n', "\ufeff", "<", "<5+2=9:2+2=5x>",
            "{" + "long " * 300 + "}", "{ 1-0 }\n% 0-1\n"]
RESULTS = ["*", "1-0", "1/2-1/2", "0-1\n{ after it }", "* %no escape line\n", "*\n  %nor this\n", "*\n\n\n", "*    1. b3 *", "",
           "* { [Event \"F\"]\n\n[Event \"G\"] } "]


def sealed(rng):
    """Two of a few chains, so that some serve several games (T-22); one may not be readable."""
    link = [f"{rng.randrange(1, 40):02x}" * 32 for _ in range(2)]
    if rng.random() < 0.1:
        link[1] = "none"
    return f'[DiceCommit "white:{link[0]} black:{link[1]}"]'


def record(rng):
    text = ""
    if rng.random() < 0.8:
        tags = rng.sample(TAGS, rng.randrange(1, 5))
        if rng.random() < 0.3:
            tags.insert(rng.randrange(len(tags) + 1), sealed(rng))
        text += "\n".join(tags) + "\n" + "\n" * rng.randrange(3)
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


def pzstd(data):
    """A frame after a skippable one that has its size."""
    frame = zstd(data)
    return struct.pack("<III", 0x184D2A50, 4, len(frame)) + frame


def bgzf(data):
    """A member of bgzip, which has its size."""
    pack = zlib.compressobj(6, zlib.DEFLATED, -15)
    body = pack.compress(data[:60000]) + pack.flush()
    head = struct.pack("<4BI2BHBBHH", 31, 139, 8, 4, 0, 0, 255, 6, 66, 67, 2, len(body) + 25)
    member = head + body + struct.pack("<II", zlib.crc32(data[:60000]), len(data[:60000]))
    return member + (bgzf(data[60000:]) if len(data) > 60000 else b"")


def xz_blocks(data):
    """One stream of blocks that have their sizes."""
    command = ["xz", "-c", "-1", "-T2", "--block-size=30000"]
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def packed(rng, data):
    """A file's bytes as they are stored, and the suffix of its name."""
    way = rng.choice([None, None, None, zstd, pzstd, gzip.compress, bgzf, bz2.compress, lzma.compress, xz_blocks])
    name = {None: "", zstd: ".zst", pzstd: ".zst", gzip.compress: ".gz", bgzf: ".gz", bz2.compress: ".bz2"}
    return (b"".join(way(part) for part in parts(rng, data)) if way else data), name.get(way, ".xz")


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


def counts(result):
    """The lines of a partial result without the first, its pieces and the last."""
    return [line for line in result.split(b"\n")[1:-2] if not line.startswith(b"piece\t")]


def counted(rng, names, tiles):
    """The counts of one run, and those of the pieces, added up in two steps and any order."""
    for tool, part in (("xpgn-validate", ["--no-fixes", "--format=gcc", "--partial=part"]), ("xpgn-stats", ["--partial"])):
        got = []
        for tile in [None, *tiles]:
            _, out, _ = run(tool, part, names, tile)
            if tool == "xpgn-stats":
                with open("part", "wb") as f:
                    f.write(out)
            os.rename("part", f"part{len(got)}")
            got.append(f"part{len(got)}")
        whole, order = got[0], rng.sample(got[1:], len(tiles))
        half = rng.randrange(1, len(order) + 1)
        merge = ["--combine", "--partial=-", "--no-fixes"] if tool == "xpgn-validate" else ["--combine", "--partial"]
        with open("half", "wb") as f:
            f.write(run(tool, merge, order[:half])[1])
        _, out, _ = run(tool, merge, order[half:] + ["half"])
        with open(whole, "rb") as f:
            if counts(f.read()) != counts(out):
                return tool
    return None


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
    for tool, options in (("xpgn-list", ["--format=tsv", "--no-header", "--columns=game,file,line,file_offset,length"]),
                          ("xpgn-validate", ["--format=json", "--lint", "--no-fixes", f"-j{rng.choice([1, 3])}"])):
        status, out, _ = run(tool, options + size, names)
        got = [run(tool, options + size, names, tile) for tile in tiles]
        same = (status, out) == (max(one[0] for one in got), b"".join(one[1] for one in got))
        if not same or any(b"does not fit" in one[2] for one in got):
            sys.exit(f"seed {seed}: {tool} {' '.join(options + size)} {' '.join(names)}: "
                     f"the pieces {tiles} give something else (files in {os.getcwd()})")
    tool = counted(rng, names, tiles) if rng.random() < 0.3 else None
    if tool:
        sys.exit(f"seed {seed}: {tool} --merge {' '.join(names)}: the pieces {tiles} add up to something else")
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
