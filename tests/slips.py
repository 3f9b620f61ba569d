#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
Slips of the pen, made in good records, and what xpgn-validate makes of them.

    slips.py [--per=N] [--seed=N] [--keep=DIR] FILE...

FILE: games of one ruleset with dice, in export form.  Makes N slips of each kind (default 300): a
wrong die, two dice exchanged, a wrong count or total, two of them or the fates exchanged, a wrong
square, a half-move left out.  A slip
with which a game is still right by the rules shows in no way, and another is made in its place.
Prints a line for each ruleset and kind, and one for all of that kind; fields separated by tabs: ruleset, kind, slips, and percentages: with
one finding, corrected by one of the fixes, corrected by one of the first four that tie.  A fix
corrects a slip if the game is then as it was, byte for byte but for white space.
XPGN_BIN: the tools (default: build/bin).
"""
import json
import os
import random
import re
import subprocess
import sys

KINDS = ("die", "dice", "number", "fields", "square", "half-move")
ROLL = re.compile(r"<[^>]*>")
TOKEN = re.compile(r"<[^>]*>|[^\s<>]+")


def games_of(path):
    with open(path, encoding="utf-8") as file:
        return re.split(r"(?m)(?=^\[Event )", file.read())[1:]


def tokens_of(game):
    """The tokens of the movetext with their places in the game."""
    start = game.index("\n\n")
    return [(m.start() + start, m.end() + start, m.group()) for m in TOKEN.finditer(game[start:])]


def is_action(token):
    return not re.match(r"<|\d+\.|[01*]|1/2", token)


def replace(game, start, end, text):
    return game[:start] + text + game[end:]


def pick(rng, pattern, game, tokens, test):
    """A match of the pattern inside a token that passes the test, with its place; None: none."""
    found = [(start + m.start(), m) for start, _, token in tokens if test(token)
             for m in re.finditer(pattern, token)]
    return rng.choice(found) if found else None


def is_roll(token):
    return token[0] == "<"


def wrong_die(rng, game, tokens):
    found = pick(rng, r"(?<=[<:, ])[1-6](?=[,:+=>wx])|(?<=<)[1-6](?=>)", game, tokens, is_roll)
    if found is None:
        return None
    at, m = found
    die = rng.choice([f for f in "123456" if f != m.group()])
    return replace(game, at, at + 1, die)


def exchanged_dice(rng, game, tokens):
    found = pick(rng, r"[1-6](?:,[1-6])*[^: >,]*:[1-6](?:,[1-6])*", game, tokens, is_roll)
    if found is None:
        return None
    at, m = found
    sides = m.group().split(":")
    one, other = (at + 2 * rng.randrange(1 + side.count(",")) for side in sides)
    other += len(sides[0]) + 1
    if game[one] == game[other]:
        return None
    return game[:one] + game[other] + game[one + 1:other] + game[one] + game[other + 1:]


def wrong_number(rng, game, tokens):
    found = pick(rng, r"(?<=[+=])\d+", game, tokens, is_roll)
    if found is None:
        return None
    at, m = found
    old = int(m.group())
    new = rng.choice([n for n in range(max(0, old - 3), old + 4) if n != old])
    return replace(game, at, at + len(m.group()), str(new))


def exchanged_fields(rng, game, tokens):
    """Count and total of a side, or the counts, totals or fates of both sides."""
    field = rng.choice((r"\+(\d+)=(\d+)", r"\+(\d+)[^:<> ]*:[^:<> ]*\+(\d+)", r"=(\d+)[^:<> ]*:[^:<> ]*=(\d+)",
                        r"\d([wx]?(?:@\w+)?):[^:<> ]*\d([wx]?(?:@\w+)?)>"))
    found = pick(rng, field, game, tokens, is_roll)
    if found is None or found[1].group(1) == found[1].group(2):
        return None
    at, m = found
    spans = [(at - m.start() + m.start(i), at - m.start() + m.end(i)) for i in (1, 2)]
    return (game[:spans[0][0]] + m.group(2) + game[spans[0][1]:spans[1][0]] + m.group(1) + game[spans[1][1]:])


def wrong_square(rng, game, tokens):
    found = pick(rng, r"[a-l](?=\d)|(?<=[a-l])\d+", game, tokens, is_action)
    if found is None:
        return None
    at, m = found
    big = re.search(r"\w(1[0-2]|9)", " ".join(t for _, _, t in tokens if is_action(t)))
    names = "abcdefghijkl"[:12 if big else 8] if m.group().isalpha() else \
        [str(i) for i in range(1, 13 if big else 9)]
    new = rng.choice([n for n in names if n != m.group()])
    return replace(game, at, at + len(m.group()), new)


def left_out(rng, game, tokens):
    """A half-move without dice but its turn roll."""
    found = []
    for i, (start, end, token) in enumerate(tokens[:-1]):
        roll_after = is_roll(tokens[i + 1][2]) and ("=" in tokens[i + 1][2] or ":" in tokens[i + 1][2])
        if not is_action(token) or roll_after or "@" in token or token == "--":
            continue
        if i > 0 and re.fullmatch(r"<\d>", tokens[i - 1][2]):
            start = tokens[i - 1][0]
        found.append((start, end))
    if not found:
        return None
    start, end = rng.choice(found)
    return replace(game, start, end, "")


MAKE = dict(zip(KINDS, (wrong_die, exchanged_dice, wrong_number, exchanged_fields, wrong_square, left_out)))


def findings_of(records):
    """The findings of each record."""
    tool = os.path.join(os.environ.get("XPGN_BIN", "build/bin"), "xpgn-validate")
    done = subprocess.run([tool, "--format=json"], input="".join(records).encode(),
                          stdout=subprocess.PIPE, check=False)
    found = [[] for _ in records]
    for line in done.stdout.decode().splitlines():
        finding = json.loads(line)
        found[finding["game"] - 1].append(finding)
    return found


def plain(game):
    return "".join(game.split())


def corrects(record, fix, game):
    data = record.encode()
    fixed = data[:fix["offset"]] + fix["text"].encode() + data[fix["offset"] + fix["length"]:]
    return plain(fixed.decode()) == plain(game)


def measure(kind, games, per, rng, keep):
    """(slips, with one finding, corrected by a fix, by one of the first tie)"""
    slips = []
    seen = set()
    for _ in range(40):
        batch = []
        for _ in range(2 * per):
            game = rng.choice(games)
            record = MAKE[kind](rng, game, tokens_of(game))
            if record is not None and record not in seen:
                seen.add(record)
                batch.append((game, record))
        found = findings_of([record for _, record in batch])
        slips += [(g, r, f) for (g, r), f in zip(batch, found) if f]
        if len(slips) >= per:
            break
    slips = slips[:per]
    one = any_fix = tie = 0
    for game, record, found in slips:
        fixes = found[0]["fixes"]
        first = [fix for fix in fixes if fix["tie"]][:4]
        good = [corrects(record, fix, game) for fix in fixes]
        one += len(found) == 1
        any_fix += any(good)
        tie += any(corrects(record, fix, game) for fix in first)
        if keep is not None and not (len(found) == 1 and any(good)):
            keep.write(json.dumps({"kind": kind, "game": game, "record": record,
                                   "findings": found}) + "\n")
    return len(slips), one, any_fix, tie


def row(name, kind, slips, *parts):
    print(name, kind, slips, *(percent(p, slips) for p in parts), sep="\t", flush=True)


def percent(part, whole):
    return "%.1f" % (100 * part / whole) if whole else "-"


def main():
    options = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
    files = [a for a in sys.argv[1:] if not a.startswith("--")]
    per, seed = int(options.get("per", 300)), options.get("seed", "1")
    print("ruleset", "kind", "slips", "one finding", "in the fixes", "in the first tie", sep="\t")
    total = {kind: [0] * 4 for kind in KINDS}
    for path in files:
        games = games_of(path)
        name = os.path.basename(path).split(".")[0]
        keep = open(os.path.join(options["keep"], name + ".json"), "w") if "keep" in options else None
        for kind in KINDS:
            counts = measure(kind, games, per, random.Random(f"{seed} {name} {kind}"), keep)
            if counts[0] > 0:
                row(name, kind, *counts)
            total[kind] = [a + b for a, b in zip(total[kind], counts)]
    for kind in KINDS:
        row("all", kind, *total[kind])


main()
