#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is counted of a game depends on this game alone.

usage: tests/oracles/orders.py FOLDER [trials [seed]]

FOLDER has records, and rulesets in *.yaml. xpgn-stats counts each game alone, and the sum must be that
of one run over everything. Then the files are read in random orders, with random numbers of threads, at
once or in pieces: groups of files, ranges of games or of bytes. Added up in random steps, these have to
be the same counts too. The other tools get the files in random orders: what they say of a file must not
change. The tools are those on the PATH.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

WANTED = ["--luck", "--fairness"]
LARGE = 50000  # bytes
# What the others say of a game, with its file in front or in the line itself.
OTHERS = [["xpgn-list", "--format=tsv", "--no-header", "--columns=file,line,White,result,plies,errors,warnings,digest"],
          ["xpgn-list", "--format=tsv", "--no-header", "--columns=file,line,ECO,Opening,ruleset,start"],
          ["xpgn-validate", "--format=json", "--lint"],
          ["xpgn-validate", "--format=gcc"],
          ["xpgn-replay", "--skip-bad", "--format=json", "--actions"],
          ["xpgn-replay", "--skip-bad", "--format=tsv", "--no-header"],
          ["xpgn-replay", "--skip-bad", "--claims", "--format=json"],
          ["xpgn-grep", "-n", "--any", "--has=combat", "--has=castling", "--has=check"],
          ["xpgn-grep", "-n", "--any", "--material=Q=0", "--line=... Nf6", "--has=repetition"]]
# What they print of several files is what they print of each, one after the other.
WRITERS = [["xpgn-fmt"], ["xpgn-fmt", "--minimal", "--fix-result", "--set-tag=PlyCount={plies}", "--eco"], ["xpgn-fmt", "--comment-form", "--digest"],
           ["xpgn-replay", "--skip-bad", "--each"], ["xpgn-render-ascii"], ["xpgn-list", "--format=json"]]


def run(options, names, put=None):
    command = [*options, *RULES, *names]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode > 1:
        sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
    if put:
        with open(put, "wb") as f:
            f.write(done.stdout)
    return done.stdout


def counts(result):
    """The lines of a partial result without the first, its pieces and the last."""
    return [line for line in result.split(b"\n")[1:-2] if not line.startswith(b"piece\t")]


def merged(rng, parts):
    """The counts of these partial results, of which some are added before the others."""
    parts = rng.sample(parts, len(parts))
    while len(parts) > 2 and rng.random() < 0.7:
        count = rng.randrange(2, len(parts))
        run(["xpgn-stats", "--combine", "--partial"], parts[:count], f"sum{len(parts)}.{count}")
        parts = rng.sample(parts[count:], len(parts) - count) + [f"sum{len(parts)}.{count}"]
    return counts(run(["xpgn-stats", "--combine", "--partial"], parts))


def cut(rng, whole):
    """Numbers from 0 to the whole, in order."""
    return [0, *sorted({rng.randrange(1, whole) for _ in range(rng.randrange(1, 5))}), whole]


def pieces(rng, names, games):
    """Options and files of runs that together read everything once."""
    way = rng.randrange(3)
    if way == 0:
        ends = cut(rng, len(names))
        return [([], names[a:b]) for a, b in zip(ends, ends[1:])]
    if way == 1:
        ends = cut(rng, games)
        return [([f"--game={a + 1}-{b}"], names) for a, b in zip(ends, ends[1:])]
    ends = cut(rng, sum(os.path.getsize(name) for name in names))
    return [([f"--bytes={a}:{b}"], names) for a, b in zip(ends, ends[1:])]


def trial(rng, names, games, expected):
    names = rng.sample(names, len(names))
    jobs = f"-j{rng.choice([1, 1, 2, 3, 7])}"
    if rng.random() < 0.3:
        return counts(run(["xpgn-stats", jobs, "--partial", *WANTED], names)) == expected
    parts = []
    for i, (options, some) in enumerate(pieces(rng, names, games)):
        run(["xpgn-stats", jobs, "--partial", *WANTED, *options], some, f"part{i}")
        parts.append(f"part{i}")
    return merged(rng, parts) == expected


def alone(names):
    """Each game by itself, or each large file; returns the partial results, and how many games there are."""
    parts, games = [], 0
    for name in names:
        count = len(run(["xpgn-list", "--format=tsv", "--no-header", "--columns=game"], [name]).splitlines())
        games += count
        for game in range(1, count + 1) if os.path.getsize(name) < LARGE else [f"1-{count}"]:
            parts.append(f"alone{len(parts)}")
            run(["xpgn-stats", "--partial", *WANTED, f"--game={game}"], [name], parts[-1])
    return parts, games


def told(out, names):
    """What was said of each file, in its order: lines with the name of the file in them."""
    said = {name: [] for name in names}
    known = re.compile("|".join(map(re.escape, names)))
    for line in out.decode("utf-8", "replace").split("\n")[:-1]:
        if "T-22" in line:  # a chain that serves another game too
            continue
        named = set(known.findall(line))
        if len(named) != 1:
            sys.exit(f"of which file is this? {line}")
        said[named.pop()].append(re.sub(r'("game":|game |^(?=[0-9]+\t))[0-9]+', r"\1N", line))  # its number in the input
    return said


def check_others(rng, names, trials):
    """Some files by themselves, and all of them in random orders, against the first order."""
    all_names, small = names, [name for name in names if os.path.getsize(name) < LARGE]
    for options in OTHERS:
        names = small if options[0] == "xpgn-replay" else all_names
        said = told(run([*options, "-j1"], names), names)
        for i in range(trials):
            some = rng.sample(names, 1 if i % 2 == 0 else len(names))
            now = told(run([*options, f"-j{rng.choice([1, 1, 3])}"], some), some)
            for name in some:
                if now[name] == said[name]:
                    continue
                pair = next(pair for pair in zip(said[name] + [""], now[name] + [""]) if pair[0] != pair[1])
                sys.exit(f"{' '.join(options)} {' '.join(some)}: of {name} it says\n{pair[1]}\nand among others\n{pair[0]}")


def plain(out):
    """The lines that are not empty, without the numbers of games in the input."""
    return [line for line in re.sub(rb'("game":|game )[0-9]+', b"", out).split(b"\n") if line]


def check_writers(rng, names, trials):
    small = [name for name in names if os.path.getsize(name) < LARGE]
    for options in WRITERS:
        single = {name: run(options, [name]) for name in rng.sample(small, 40)}
        for _ in range(trials):
            some = rng.sample(sorted(single), len(single))
            if plain(run([*options, "-j1"], some)) != plain(b"".join(single[name] for name in some)):
                sys.exit(f"{' '.join(options)} {' '.join(some)}: not what it says of each")


def main():
    global RULES
    folder = sys.argv[1]
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    RULES = []
    os.chdir(folder)
    names = sorted(name for name in os.listdir() if name.endswith("pgn"))
    RULES = [f"--rules={name}" for name in sorted(os.listdir()) if name.endswith(".yaml")]
    expected = counts(run(["xpgn-stats", "-j1", "--partial", *WANTED], names))
    parts, games = alone(names)
    if merged(random.Random(seed), parts) != expected:
        sys.exit("the games alone add up to something else than one run")
    for i in range(trials):
        if not trial(random.Random(seed + i), names, games, expected):
            sys.exit(f"seed {seed + i}: other counts (trial {i + 1}, files in {os.getcwd()})")
    check_others(random.Random(seed), names, trials // 20)
    check_writers(random.Random(seed), names, trials // 50)
    print(f"{trials} orders, {len(parts)} games alone: the same counts")


RULES = []
if __name__ == "__main__":
    main()
