#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The common jobs of pgn-extract beside ours: are they the same games and moves, and how fast?

    extract.py BIN FILE...     BIN: the folder of our programs; FILE: PGN, not packed

For each job both programs run over all files, and what they write is read by the few lines of
Python below, which know nothing of either. A line says how many games each has selected, how many
of those are the same (names, date, round and moves; for jobs on tags or on the form of moves all
of these too), and how often our time goes into theirs. Games that only one has are named, at most
three of each, so that somebody can look. pgn-extract is Debian's, and is found in /usr/games.
"""
import collections
import os
import re
import resource
import subprocess
import sys
import tempfile

THEIRS = "/usr/games/pgn-extract"
TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|[()]|[^\s{}()]+")
TAG = re.compile(r'^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$')
PROMOTED = re.compile(r"(?<=[18])=?([QRBN])")
ENDS = ("1-0", "0-1", "1/2-1/2", "*")
WHO = ("White", "Black", "Date", "Round")

# What is asked of both: a name, the arguments of pgn-extract, ours, and what is compared besides
# the players and the moves: the names of tags, or FORM for the moves as they are written.
FORM = "form"
PLAIN = ["-C", "-V", "-N"]
OUR_PLAIN = ["xpgn-fmt", "--no-comments", "--no-variations", "--no-nags"]
JOBS = [
    ("read and write", [], ["xpgn-fmt"], ()),
    ("a player", ["-TpCarlsen"], ["xpgn-grep", "--player=/^Carlsen/i"], ()),
    ("the white player", ["-TwCarlsen"], ["xpgn-grep", "--tag=White=/^Carlsen/i"], ()),
    ("a year", ["-Td2015"], ["xpgn-grep", "--tag=Date=/^2015/"], ()),
    ("an ECO code", ["-TeB9"], ["xpgn-grep", "--tag=ECO=/^B9/"], ()),
    ("a result", ["-Tr1-0"], ["xpgn-grep", "--tag=Result=1-0"], ()),
    ("40 to 60 half-moves", ["-pl40", "-pu60"], ["xpgn-grep", "--where=plies>=40 plies<=60"], ()),
    ("checkmate", ["-M"], ["xpgn-grep", "--has=mate"], ()),
    ("stalemate", ["--stalemate"], ["xpgn-grep", "--has=stalemate"], ()),
    ("repetition", ["--repetition"], ["xpgn-grep", "--has=repetition"], ()),
    ("underpromotion", ["--underpromotion"], ["xpgn-grep", "--has=promoted=N,B,R"], ()),
    ("rook endings", ["-z{ending}"],
     ["xpgn-grep", "--material=Q=0 q=0 R=1 r=1 B=0 b=0 N=0 n=0"], ()),
    ("a line", ["-P", "-v{line}"], ["xpgn-grep", "--line=e4 c5 Nf3 d6 d4 cxd4"], ()),
    ("a position", ["-x{line}"],
     ["xpgn-grep", "--xfen=rnbqkbnr/pp2pppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w"], ()),
    ("without duplicates", ["-D"], ["xpgn-grep", "--unique"], ()),
    ("the first hundred", ["--stopafter", "100"], ["xpgn-grep", "--head=100"], ()),
    ("the seven tags", ["-7"], ["xpgn-fmt", "--roster"], ("Event", "Site", "Result")),
    ("the tag Result", ["--fixresulttags"], ["xpgn-fmt", "--fix-result"], ("Result",)),
    ("the tag PlyCount", ["--plycount"], ["xpgn-fmt", "--set-tag=PlyCount={plies}"], ("PlyCount",)),
    ("the tag ECO", ["-e/usr/share/pgn-extract/eco.pgn"], ["xpgn-fmt", "--eco"], ("ECO",)),
    ("no comments", ["-C"], ["xpgn-fmt", "--no-comments"], ()),
    ("moves alone", PLAIN, OUR_PLAIN, (FORM,)),
    ("long notation", [*PLAIN, "-Wxolalg"], [*OUR_PLAIN, "--notation=long"], (FORM,)),
    ("UCI", [*PLAIN, "-Wuci"], [*OUR_PLAIN, "--notation=uci"], (FORM,)),
]
FILES = {
    "line": "1. e4 c5 2. Nf3 d6 3. d4 cxd4\n",
    "ending": "KRP* KRP*\n",
}


def main_line(text):
    """The moves of a movetext, without comments, variations, numbers, NAGs and the result."""
    moves, depth = [], 0
    for token in TOKEN.findall(text):
        if token in "()":
            depth += 1 if token == "(" else -1
        elif depth == 0 and token[0] not in "{;$!?" and token not in ENDS:
            move = re.sub(r"^\d+\.*", "", token).rstrip("!?")
            if move:
                moves.append(move)
    return moves


def games_of(path):
    """The games of a file, as (tags, moves)."""
    tags, text, started = {}, [], False
    with open(path, encoding="latin-1") as file:
        for line in file:
            tag = None if started and text and "".join(text).count("{") > "".join(text).count("}") \
                else TAG.match(line)
            if tag and text:
                yield tags, main_line("".join(text))
                tags, text = {}, []
            if tag:
                tags.setdefault(tag[1], tag[2])
                started = True
            elif line.strip():
                text.append(line)
    if tags or text:
        yield tags, main_line("".join(text))


def key_of(tags, moves, what):
    """What makes two games the same."""
    form = [PROMOTED.sub(lambda m: m[1].lower(), move) for move in moves]  # e8=Q, e8Q, e8q
    if FORM not in what:
        form = [m.rstrip("+#") for m in form]
    return (tuple(tags.get(name, "?") for name in (*WHO, *what) if name != FORM), " ".join(form))


def timed(command, out):
    """Runs a command; its processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(out, "wb") as file:
        p = subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL, check=False)
    if p.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} exits with {p.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(which, games):
    for (who, moves), count in list(games.items())[:3]:
        times = f", {count} times" if count > 1 else ""
        print(f"    only {which}: {' - '.join(who[:2])} {' '.join(who[2:])}: {moves[:50]}{times}")


def side_by_side(binaries, folder, files, job):
    name, theirs, ours, what = job
    named = {key: os.path.join(folder, key) for key in FILES}
    command = [THEIRS, "-s", *(a.format(**named) for a in theirs), *files]
    out = [os.path.join(folder, f"{which}.pgn") for which in ("theirs", "ours")]
    time = [timed(command, out[0]),
            timed([os.path.join(binaries, ours[0]), "-j1", *ours[1:], *files], out[1])]
    games = [collections.Counter(key_of(*game, what) for game in games_of(path)) for path in out]
    same = sum((games[0] & games[1]).values())
    print(f"{name:20} {games[0].total():7} {games[1].total():7} {same:7} {time[0] / time[1]:7.1f}",
          flush=True)
    show("theirs", games[0] - games[1])
    show("ours", games[1] - games[0])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print(f"{'':20} {'theirs':>7} {'ours':>7} {'same':>7} {'faster':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for key, text in FILES.items():
            with open(os.path.join(folder, key), "w", encoding="ascii") as file:
                file.write(text)
        for job in JOBS:
            side_by_side(sys.argv[1], folder, sys.argv[2:], job)


if __name__ == "__main__":
    main()
