#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""similar.py [--games=N] [--planted=N] [--seed=N] [FILE]: how xpgn-grep --similar finds near copies.

Gives the games of FILE, or of bots, to players with names and days of their own, and plants near
copies among them: truncated, with a half-move more, with names written otherwise or misspelt, with
an unknown day. As decoys stand there as many rematches with the same opening on
the same day, games with the colours exchanged, and games that were played again on another day.
Prints how many were found of each kind, and what was found besides; fails if a decoy was, or if
less than nine in ten copies were. XPGN_BIN names the folder of the programs."""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile
import time

BIN = os.environ.get("XPGN_BIN", "build/bin")
FAMILY = ["ka", "ro", "vi", "ta", "men", "sol", "per", "dra", "lin", "ber", "gu", "sta", "no", "mi", "fel", "hor"]
KINDS = ["truncated", "a half-move more", "truncated, misspelt", "initials", "order of names", "misspelt", "no day", "the same"]


def games_of(text):
    for game in re.split(r"\n(?=\[Event )", text):
        body = re.sub(r"^\[.*\]$", "", game, flags=re.M)
        body = re.sub(r"\{[^}]*\}|\([^)]*\)|\d+\.+", " ", body)
        moves = [word for word in body.split() if word not in ("1-0", "0-1", "1/2-1/2", "*")]
        if len(moves) >= 44 and "[FEN" not in game:
            yield moves


def person(chance):
    family = "".join(chance.choice(FAMILY) for _ in range(3)).capitalize()
    return family + ", " + "".join(chance.choice(FAMILY) for _ in range(2)).capitalize()


def misspelt(name, chance):
    at = chance.randrange(1, name.index(",") - 1)
    swapped = name[:at] + name[at + 1] + name[at] + name[at + 2:]
    return chance.choice([swapped, name[:at] + name[at + 1:], name[:at] + "x" + name[at:]])


class Game:
    def __init__(self, white, black, date, turn, moves):
        self.white, self.black, self.date, self.round, self.moves = white, black, date, turn, moves

    def copy(self, **changes):
        other = Game(self.white, self.black, self.date, self.round, self.moves)
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    def text(self, movetext=None):
        tags = (("White", self.white), ("Black", self.black), ("Date", self.date), ("Round", self.round))
        return "".join('[%s "%s"]\n' % tag for tag in tags) + "\n" + (movetext or movetext_of(self.moves))


def movetext_of(moves):
    return " ".join(["%d. %s" % (i // 2 + 1, m) if i % 2 == 0 else m for i, m in enumerate(moves)] + ["*"]) + "\n\n"


def near_copy(game, kind, chance):
    family, given = game.white.split(", ")
    return {
        "truncated": lambda: game.copy(moves=game.moves[:chance.randrange(16, len(game.moves) - 2)]),
        "a half-move more": lambda: game.copy(moves=game.moves[:-1]),
        "truncated, misspelt": lambda: game.copy(moves=game.moves[:chance.randrange(20, len(game.moves) - 2)],
                                                 white=misspelt(game.white, chance)),
        "initials": lambda: game.copy(white="%s, %s." % (family, given[0])),
        "order of names": lambda: game.copy(white="%s %s" % (given, family)),
        "misspelt": lambda: game.copy(white=misspelt(game.white, chance), black=misspelt(game.black, chance)),
        "no day": lambda: game.copy(date="????.??.??"),
        "the same": lambda: game.copy(),
    }[kind]()


def decoy(game, number, lines):
    if number % 3 == 0:
        return game.copy(white=game.black, black=game.white)
    if number % 3 == 1:
        return game.copy(date=str(int(game.date[:4]) + 1) + game.date[4:])
    # other games of the same opening: the next one in order of moves that parts from it in time
    at = lines.index(game.moves)
    for moves in lines[at + 1:at + 50] + lines[max(at - 50, 0):at]:
        same = len(os.path.commonprefix([moves, game.moves]))
        if same < min(len(moves), len(game.moves)) - 10:
            return game.copy(moves=moves, round="2")
    return game.copy(white=game.black, black=game.white)


def games_as_made(count, known, chance):
    for i in range(count):
        date = "%d.%02d.%02d" % (chance.randrange(1950, 2025), chance.randrange(1, 13), chance.randrange(1, 29))
        yield Game(person(chance), person(chance), date, str(chance.randrange(1, 10)), known[i % len(known)])


def added_to(count, planted, known, chance, seed):
    """What is planted: kind, index of the game, the other one, and before which game it comes; by that."""
    chosen = chance.sample(range(count), 2 * planted)
    number_of = {at: number for number, at in enumerate(chosen)}
    lines = sorted(known)
    added = []
    for at, game in enumerate(games_as_made(count, known, random.Random(seed))):
        number = number_of.get(at)
        if number is not None:
            kind = KINDS[number % len(KINDS)] if number < planted else "decoy"
            other = near_copy(game, kind, chance) if number < planted else decoy(game, number - planted, lines)
            added.append((kind, at, other, chance.randrange(count + 1)))
    return sorted(added, key=lambda one: one[3])


def make(path, count, planted, seed, source):
    if source:
        text = open(source, encoding="utf-8", errors="replace").read()
    else:
        text = subprocess.run([BIN + "/xpgn-simulate", "--variant=chess", "--games=%d" % min(count, 4000), "--max-plies=90"],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
    known = list(games_of(text))
    written = [movetext_of(moves) for moves in known]
    added = added_to(count, planted, known, random.Random(seed + 1), seed)
    number, next_added, place, place_of_added = 0, 0, {}, []
    wanted = {at for _, at, _, _ in added}
    with open(path, "w", encoding="utf-8") as out:
        for at, game in enumerate(games_as_made(count, known, random.Random(seed))):
            while next_added < len(added) and added[next_added][3] <= at:
                number += 1
                place_of_added.append(number)
                out.write(added[next_added][2].text())
                next_added += 1
            number += 1
            if at in wanted:
                place[at] = number
            out.write(game.text(written[at % len(known)]))
        for _, _, other, _ in added[next_added:]:
            number += 1
            place_of_added.append(number)
            out.write(other.text())
    return [(kind, place[at], mine) for (kind, at, _, _), mine in zip(added, place_of_added)]


def find(path):
    """The groups that are found: a root for each game in one, and the games that are told."""
    start, up, told = time.monotonic(), {}, []
    said = subprocess.Popen([BIN + "/xpgn-grep", "-n", "--similar", path], stdout=subprocess.PIPE, text=True)

    def root(n):
        while up.setdefault(n, n) != n:
            n = up[n]
        return n
    for line in said.stdout:
        a, b = map(int, re.search(r": game (\d+), .*: like game (\d+): ", line).groups())
        up[root(a)] = root(b)
        told.append(a)
    _, _, used = os.wait4(said.pid, 0)
    print("%d bytes: %.1f s, user %.1f s, system %.1f s, %.0f MB" % (os.path.getsize(path), time.monotonic() - start,
          used.ru_utime, used.ru_stime, used.ru_maxrss / 1024))
    return root, told


def main():
    options = dict(re.match(r"--(\w+)=(\d+)$", a).groups() for a in sys.argv[1:] if a.startswith("--"))
    source = [a for a in sys.argv[1:] if not a.startswith("--")]
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/games.pgn"
        truth = make(path, int(options.get("games", 2000)), int(options.get("planted", 40)), int(options.get("seed", 1)),
                     source[0] if source else None)
        root, told = find(path)
    found, all_of, known = collections.Counter(), collections.Counter(), set()
    for kind, a, b in truth:
        all_of[kind] += 1
        found[kind] += root(a) == root(b)
        known.update((a, b) if kind != "decoy" else ())
    for kind in all_of:
        print("%-20s %d of %d" % (kind, found[kind], all_of[kind]))
    copies = sum(found[kind] for kind in KINDS)
    besides = len([n for n in told if n not in known])
    print("found %d of %d, besides %d" % (copies, sum(all_of[kind] for kind in KINDS), besides))
    sys.exit(found["decoy"] > 0 or besides > 0 or copies * 10 < 9 * sum(all_of[kind] for kind in KINDS))


main()
