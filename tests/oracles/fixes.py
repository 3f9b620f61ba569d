#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
What xpgn-fix makes of damaged records.

    fixes.py [--records=N] [--seed=N] [--folder=DIR]

Makes N records (default 5,000) of simulated games of the five rulesets, each with one to three slips
of the pen (those of slips.py), corrects them with --likely, and looks at each of them:

- a game that was changed is legal, any other has its bytes;
- a second run changes nothing and has an empty log;
- --undo restores the bytes of every file.

Prints how many there were of each kind, among them how many of the corrected ones are again, but for
marks and white space, what they were before the slips. Exits with 1 if one of the three does not
hold. DIR: where the files are left; else they are removed.
XPGN_BIN: the tools (default: build/bin).
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import slips

BIN = os.path.abspath(os.environ.get("XPGN_BIN", "build/bin"))
RULES = ("chess", "chess-attack", "five-dice", "combat-chess-2", "assault-and-siege")
PIECE = 100  # records in a file
MARK = re.compile(r'\s*\{\[%was (?:[^{}\\]|\\.)*\]\}|\[Corrected "\d+"\]\n')


def run(tool, *args, good=(0, 1), **how):
    """What it prints; it has to end with one of the statuses `good`."""
    done = subprocess.run([os.path.join(BIN, tool), *args], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, **how)
    if done.returncode not in good:
        sys.exit(f"{tool} {' '.join(args)}: status {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


def simulated(seed):
    games = []
    for variant in RULES:
        text = run("xpgn-simulate", f"--variant={variant}", "-n40", f"--seed={seed}",
                   "--max-plies=50", good=(0,))
        games.append(slips.games_of_text(text))
    return games


def damage(rng, games):
    """A game, and the record that some slips have made of it."""
    while True:
        game = rng.choice(rng.choice(games))
        record = game
        for _ in range(rng.choice((1, 1, 2, 3))):
            kind = rng.choice(slips.KINDS)
            record = slips.MAKE[kind](rng, record, slips.tokens_of(record)) or record
        if record != game:
            return game, record


def wrong_games(path):
    """The numbers of the games that have errors."""
    lines = run("xpgn-validate", "--format=json", "--no-fixes", path).splitlines()
    return {f["game"] for f in map(json.loads, lines) if f["level"] == "error"}


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as file:
        return file.read()


def correct(folder, names):
    """Runs it twice, and takes the first run back. True: all of it held."""
    good = True
    for source, to, log in (("in", "one", "log"), ("one", "two", "again")):
        run("xpgn-fix", "-q", "--likely", f"--log=../{log}", "-o", f"../{to}", *names,
            cwd=os.path.join(folder, source))
    if read(folder, "again").count("\n") != 1:
        print("a second run has corrected something")
        good = False
    fixed = {name: read(folder, "one", name) for name in names}
    for name in names:
        if read(folder, "two", name) != fixed[name]:
            print(f"{name}: a second run has changed it")
            good = False
    run("xpgn-fix", "--undo=../log", good=(0,), cwd=os.path.join(folder, "in"))
    for name in names:
        if read(folder, "one", name) != read(folder, "in", name):
            print(f"{name}: undo has not restored it")
            good = False
        with open(os.path.join(folder, "one", name), "w", encoding="utf-8", newline="") as file:
            file.write(fixed[name])
    return good


def judge(folder, name, made, count):
    """Counts what has become of the records of a file; False: one is changed and not legal."""
    before, after = (wrong_games(os.path.join(folder, d, name)) for d in ("in", "one"))
    fixed = slips.games_of_text(read(folder, "one", name))
    good = len(fixed) == len(made)
    for number, ((game, record), now) in enumerate(zip(made, fixed), 1):
        count["legal before"] += number not in before
        count["legal after"] += number not in after
        count["changed"] += now != record
        count["as before the slips"] += number in before and \
            slips.plain(MARK.sub("", now)) == slips.plain(game)
        if now != record and number in after:
            print(f"{name}: game {number} is changed, and is not legal")
            good = False
    return good


def main():
    options = dict((a[2:] + "=").split("=")[:2] for a in sys.argv[1:] if a.startswith("--"))
    records, seed = int(options.get("records", 5000)), options.get("seed", "1")
    rng = random.Random(f"fixes {seed}")
    kept = options.get("folder")
    with tempfile.TemporaryDirectory() as scratch:
        folder = kept or scratch
        os.makedirs(os.path.join(folder, "in"))
        games = simulated(seed)
        made = {}
        for at in range(0, records, PIECE):
            name = f"{at // PIECE + 1:03}.xpgn"
            made[name] = [damage(rng, games) for _ in range(min(PIECE, records - at))]
            with open(os.path.join(folder, "in", name), "w", encoding="utf-8", newline="") as file:
                file.write("".join(record for _, record in made[name]))
        good = correct(folder, sorted(made))
        count = dict.fromkeys(("legal before", "legal after", "changed", "as before the slips"), 0)
        for name, pairs in made.items():
            good = judge(folder, name, pairs, count) and good
    print(records, "records:", ", ".join(f"{n} {what}" for what, n in count.items()))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
