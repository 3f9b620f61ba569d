#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
Pairs of score sheets with slips of the pen, and what xpgn-compare --merge makes of them.

    sheets.py [--pairs=N] [--seed=N] [--keep=DIR] [--only=N] FILE...
    sheets.py --people [--slips=N] [--sheets=2|3] [--pairs=N] [--seed=N] FILE...
    sheets.py --sure [--same] [--pairs=N] [--seed=N] FILE...
    sheets.py --habits [--pairs=N] [--seed=N] [--keep=DIR] FILE...

FILE: legal games.  Of the games of at least 12 half-moves N pairs of sheets are made (default 200),
as many of each ruleset, half of them with rolls in full and half with their dice alone.  In a pair
there are 1 to 4 slips, each in one sheet or the other: a half-move left out, written twice, exchanged
with the next, a letter of it misread; a die misread, two dice exchanged; the numbers shifted from
some place on.

A mark says that readings tie, that no sheet has a half-move so, or that it is missing; or, at the first that is wrong,
that only one sheet has it.

The sheets decide a pair if the record with any one of its slips, and nothing else, breaks a rule or
has another number of half-moves, and no slip stands where the other sheet has one too.  Prints, with
tabs between: ruleset, pairs, decided by the sheets, of these merged into the true record, without a
mark; of all pairs true, wrong with a mark, wrong without one, without a record.  The last line is
their sum.  Exit status 1 if a record is wrong without a mark, or fewer than 90 of 100 decided pairs
are true.

--people: N slips (default 2) of 17 kinds as people make them, on 2 or 3 sheets: also letters that look alike, another
piece, a player's two moves exchanged, the half-move before written again, a turn or three left out, a turn twice, what
nobody can read, a wrong count or total, a sheet that ends early.  Where all end early, the record is right up to there.

--sure, also with --people: how often a half-move of the merged record is true, for each support that it can have:
support, probability that is said, half-moves, the share that is true, and half of the 95 % interval of the probability.
With --same both sheets have slipped at one half-move, or neither has it.

--habits: of games of chess, N pairs (default 24) of each habit of a whole sheet: German letters in both,
figurines in both, ranks counted from the player's side, the board turned round, the second half only, each
player's own moves only; with a letter or digit of one half-move misread besides.  Prints, with tabs
between: habit, pairs, true, open or marked, wrong without a mark, without a record.  Exit status 1 if
more than 1 of 24 pairs are wrong without a mark or without a record, or fewer than 2 of 3 of all are true.
XPGN_BIN: the tools (default: build/bin).
"""
import atexit
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

BIN = os.environ.get("XPGN_BIN", "build/bin")
UNIT = re.compile(r"(?P<turn><\d+> )?(?P<word>[^\s<>]+)(?P<roll> <[^>]*>)?(?P<freed> [A-Z]@[a-h][1-8])?")


def tool(name, *args, data=""):
    done = subprocess.run([os.path.join(BIN, "xpgn-" + name), *args], input=data.encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode()


class Sheet:
    """A game as its tags, a list of [number, turn roll, word, roll, freed piece], and a result."""

    def __init__(self, text):
        self.tags, moves = text.rstrip().split("\n\n", 1)
        moves = re.sub(r"\{[^}]*\}|\s\$\d+", " ", moves)
        tokens = moves.split()
        self.result = tokens.pop()
        self.units = []
        number = ""
        for token in re.findall(r"<[^>]*>|[^\s<>]+", " ".join(tokens)):
            last = self.units[-1] if self.units else None
            if re.fullmatch(r"\d+\.+", token):
                number = token
            elif token[0] == "<" and not re.fullmatch(r"<\d+>", token) or \
                    token[0] == "<" and last and not number and self.is_owed(last):
                last[3] = token
            elif token[0] == "<":
                self.units.append([number, token, "", "", ""])
                number = ""
            elif re.fullmatch(r"[A-Z]@[a-h][1-8]", token) and last and "@" in last[2] and last[3] \
                    and not last[2].startswith("K@") and not number:
                last[4] = token
            elif last and not last[2]:
                last[2] = token
            else:
                self.units.append([number, "", token, "", ""])
                number = ""

    @staticmethod
    def is_owed(unit):
        return not unit[3] and ("@" in unit[2] or "x" in unit[2] or re.search("[a-h]s[a-h]", unit[2]))

    def copy(self):
        other = object.__new__(Sheet)
        other.tags, other.result = self.tags, self.result
        other.units = [list(u) for u in self.units]
        return other

    def text(self):
        words = [w for u in self.units for w in u if w]
        return self.tags + "\n\n" + "\n".join(words + [self.result]) + "\n\n"


def left_out(rng, sheet, several):
    i = rng.randrange(len(sheet.units))
    unit = sheet.units.pop(i)
    follows = i < len(sheet.units) and not sheet.units[i][0]
    if unit[0] and follows and several:  # the rest of the turn keeps its number
        sheet.units[i][0] = unit[0]
    return {i}


def doubled(rng, sheet, _):
    i = rng.randrange(len(sheet.units))
    sheet.units.insert(i + 1, [""] + sheet.units[i][1:])
    return {i}


def exchanged(rng, sheet, _):
    i = rng.randrange(len(sheet.units) - 1)
    a, b = sheet.units[i], sheet.units[i + 1]
    if a[1:] == b[1:]:
        return None
    a[1:], b[1:] = b[1:], a[1:]
    return {i, i + 1}


def misread(rng, sheet, _):
    i = rng.randrange(len(sheet.units))
    word = sheet.units[i][2]
    found = [m for m in re.finditer(r"[a-l](?=\d)|(?<=[a-l])\d", word)]
    if not found:
        return None
    m = rng.choice(found)
    names = "abcdefgh" if m.group().isalpha() else "12345678"
    new = rng.choice([n for n in names if n != m.group()])
    sheet.units[i][2] = word[:m.start()] + new + word[m.end():]
    return {i}


def wrong_die(rng, sheet, _):
    found = [(i, k, m) for i, u in enumerate(sheet.units) for k in (1, 3)
             for m in re.finditer(r"(?<=[<:, ])[1-6](?=[,:+=>wx ])", u[k])]
    if not found:
        return None
    i, k, m = rng.choice(found)
    roll = sheet.units[i][k]
    new = rng.choice([f for f in "123456" if f != m.group()])
    sheet.units[i][k] = roll[:m.start()] + new + roll[m.end():]
    return {i}


def exchanged_dice(rng, sheet, _):
    found = [(i, m) for i, u in enumerate(sheet.units)
             for m in re.finditer(r"(?<=[< ])([1-6])([^: >]*:)([1-6])", u[3]) if m[1] != m[3]]
    if not found:
        return None
    i, m = rng.choice(found)
    roll = sheet.units[i][3]
    sheet.units[i][3] = roll[:m.start()] + m[3] + m[2] + m[1] + roll[m.end():]
    return {i}


def shifted(rng, sheet, _):
    numbered = [i for i, u in enumerate(sheet.units) if u[0]]
    first = rng.choice(numbered)
    by = rng.choice([1, 1, -1, 2])
    if int(re.match(r"\d+", sheet.units[first][0]).group()) + by < 1:
        return None
    for unit in sheet.units[first:]:
        if unit[0]:
            unit[0] = re.sub(r"\d+", lambda m: str(int(m.group()) + by), unit[0])
    return set()  # it moves nothing


KINDS = (left_out, doubled, exchanged, misread, wrong_die, exchanged_dice, shifted)
ALIKE = {"a": "do", "b": "dh6", "c": "e", "d": "ab", "e": "c", "f": "t", "g": "9a", "h": "b", "1": "7", "7": "1", "2": "3",
         "3": "28", "4": "5", "5": "46", "6": "58", "8": "36"}


def confused(rng, sheet, _):
    """A letter or digit for one that looks like it."""
    i = rng.randrange(len(sheet.units))
    word = sheet.units[i][2]
    found = [k for k, c in enumerate(word) if c in ALIKE]
    if not found:
        return None
    k = rng.choice(found)
    sheet.units[i][2] = word[:k] + rng.choice(ALIKE[word[k]]) + word[k + 1:]
    return {i}


def other_piece(rng, sheet, _):
    i = rng.randrange(len(sheet.units))
    word = sheet.units[i][2]
    if word[0] not in "KQRBN" or "@" in word:
        return None
    sheet.units[i][2] = rng.choice([c for c in "KQRBN" if c != word[0]]) + word[1:]
    return {i}


def own_exchanged(rng, sheet, several):
    i = rng.randrange(len(sheet.units))
    if several or i + 2 >= len(sheet.units):
        return None
    a, b = sheet.units[i], sheet.units[i + 2]
    a[1:], b[1:] = b[1:], a[1:]
    return {i, i + 1, i + 2}


def again(rng, sheet, _):
    """The half-move before, instead of this one."""
    i = rng.randrange(len(sheet.units))
    if i == 0:
        return None
    sheet.units[i][1:] = sheet.units[i - 1][1:]
    return {i}


def some_left_out(sheet, i, count):
    if i + count + 2 > len(sheet.units):
        return None
    del sheet.units[i:i + count]
    return set(range(i, i + count))


def turn_left_out(rng, sheet, several):
    i = rng.randrange(len(sheet.units))
    return None if several else some_left_out(sheet, i - i % 2, 2)


def line_left_out(rng, sheet, several):
    i = rng.randrange(len(sheet.units))
    return None if several else some_left_out(sheet, i - i % 2, 6)


def turn_twice(rng, sheet, several):
    i = rng.randrange(len(sheet.units))
    i -= i % 2
    if several or i + 2 > len(sheet.units):
        return None
    sheet.units[i + 2:i + 2] = [list(u) for u in sheet.units[i:i + 2]]
    return {i, i + 1}


def illegible(rng, sheet, several):
    i = rng.randrange(len(sheet.units))
    if several:
        return None
    sheet.units[i][1:] = ["", "{[%missing]}", "", ""]
    return {i}


def wrong_number(rng, sheet, _):
    found = [(i, m) for i, u in enumerate(sheet.units) for m in re.finditer(r"(?<=[+=])\d", u[3])]
    if not found:
        return None
    i, m = rng.choice(found)
    roll = sheet.units[i][3]
    sheet.units[i][3] = roll[:m.start()] + rng.choice([n for n in "123456789" if n != m[0]]) + roll[m.end():]
    return {i}


def ends_early(rng, sheet, _):
    i = max(len(sheet.units) - 6, len(sheet.units) // 2, rng.randrange(len(sheet.units)))
    gone = set(range(i, len(sheet.units)))
    del sheet.units[i:]
    return gone


PEOPLE = KINDS + (confused, other_piece, own_exchanged, again, turn_left_out, line_left_out, turn_twice, illegible,
                  wrong_number, ends_early)
LENGTHS = (left_out, doubled, turn_left_out, line_left_out, turn_twice, ends_early)  # that change how many there are


def make_same(rng, true, several):
    """Two sheets that have slipped at the same half-move: its action, or its dice in one of them; or neither has it."""
    for _ in range(200):
        sheets, slips, i = [true.copy(), true.copy()], [], rng.randrange(len(true.units) - 1)
        fixed = random.Random(rng.random())
        fixed.randrange = lambda *_, i=i: i
        lacks = rng.random() < 0.2
        for side, sheet in enumerate(sheets):
            kind = illegible if lacks else rng.choice((misread, confused, other_piece, wrong_die))
            unit = Sheet.copy(sheet)
            unit.units = [u if k == i else ["", "", "-", "", ""] for k, u in enumerate(unit.units)]
            if kind(fixed, unit, several) is not None:
                sheet.units[i] = unit.units[i]
                slips.append((side, kind, 0))
        if len(slips) == 2:
            return sheets, slips, False
    return None


def is_legal(text):
    status, _ = tool("validate", "-q", "--no-fixes", data=text)
    return status == 0


def is_right(true, kind, seed, several):
    """Is the true record with this slip alone legal, so that nobody can see it?"""
    sheet = true.copy()
    kind(random.Random(seed), sheet, several)
    if kind is shifted or len(sheet.units) != len(true.units):
        return False  # no other record comes of it, or one of other length
    return is_legal(sheet.text())


def make_people(rng, true, several, count, sheets_count):
    """Sheets with `count` slips, none next to another in its sheet."""
    for _ in range(200):
        sheets = [true.copy() for _ in range(sheets_count)]
        slips, places = [], [set() for _ in sheets]
        for _ in range(20 * count):
            side, kind, seed = rng.randrange(sheets_count), rng.choice(PEOPLE), rng.random()
            trial = true.copy()
            touched = kind(random.Random(seed), trial, several)
            if touched is None or trial.text() == true.text() or \
                    any(abs(i - k) <= 1 for i in touched for k in places[side]):
                continue
            slips.append((side, kind, seed))
            places[side] |= touched
            if len(slips) == count:
                break
        if len(slips) == count and apply_slips(sheets, slips, several):
            return sheets, slips, False
    return None


def make_pair(rng, true, several):
    """Two sheets, the slips made, and whether the sheets decide the record."""
    for _ in range(100):
        sheets = [true.copy(), true.copy()]
        slips, places, decided = [], [set(), set()], True
        for _ in range(rng.randint(1, 4)):
            side, kind, seed = rng.randrange(2), rng.choice(KINDS), rng.random()
            # each on the true record, so that its place is known; then on the sheet
            trial = true.copy()
            touched = kind(random.Random(seed), trial, several)
            near = touched and any(abs(i - k) <= 1 for i in touched for p in places for k in p)
            if touched is None or trial.text() == true.text():
                continue
            if near:
                if any(abs(i - k) <= 1 for i in touched for k in places[side]):
                    continue  # two slips at one place of a sheet are another slip
                decided = False
            slips.append((side, kind, seed))
            places[side] |= touched
            decided = decided and not is_right(true, kind, seed, several)
        if not slips:
            continue
        if apply_slips(sheets, slips, several):
            return sheets, slips, decided
    return None


def apply_slips(sheets, slips, several):
    """Those that change the number of half-moves come last, from the end of the sheet on."""
    for side in range(len(sheets)):
        own = [(kind, seed) for s, kind, seed in slips if s == side]
        lengths = [x for x in own if x[0] in LENGTHS]
        count = len(sheets[side].units)

        def place(x):
            return random.Random(x[1]).randrange(count)
        for kind, seed in [x for x in own if x not in lengths]:
            if kind(random.Random(seed), sheets[side], several) is None:
                return False
        for kind, seed in sorted(lengths, key=place, reverse=True):
            i = place((kind, seed))
            fixed = random.Random()
            fixed.randrange = lambda *_, i=i: i
            kind(fixed, sheets[side], several)
    return True


# ---- habits of a whole sheet ---------------------------------------------------------------------


def letters(names):
    def write(unit, _):
        unit[2] = re.sub("[KQRBN]", lambda m: names["KQRBN".index(m.group())], unit[2])
    return lambda sheet, _: [write(unit, 0) for unit in sheet.units]


def own_ranks(sheet, side):
    for i, unit in enumerate(sheet.units):
        if side == 1 and i % 2 == 1:
            unit[2] = re.sub("[1-8]", lambda m: str(9 - int(m.group())), unit[2])


def turned(sheet, side):
    for unit in sheet.units if side == 1 else []:
        unit[2] = re.sub("[1-8]", lambda m: str(9 - int(m.group())), unit[2])
        unit[2] = re.sub("[a-h]", lambda m: "hgfedcba"["abcdefgh".index(m.group())], unit[2])


def second_half(sheet, side):
    half = len(sheet.units) // 4 * 2
    if side == 1:
        sheet.units = sheet.units[half:]


def own_moves(sheet, side):
    sheet.units = [[f"{i // 2 + 1}."] + u[1:] for i, u in enumerate(sheet.units) if i % 2 == side]


HABITS = {"german": letters("KDTLS"), "figurines": letters("♔♕♖♗♘"), "own-ranks": own_ranks,
          "turned": turned, "second-half": second_half, "own-moves": own_moves}


def merge(keep, stem, sheets):
    """Exit status, the merged record, and whether it has a mark."""
    names = [os.path.join(keep, f"{stem}{side}.xpgn") for side in "abc"[:len(sheets)]]
    for name, sheet in zip(names, sheets):
        with open(name, "w", encoding="utf-8") as file:
            file.write(sheet.text())
    status, merged = tool("compare", "--merge", *names)
    return status, merged, any(mark in merged for mark in ("{tie", "{guess", "[%missing]", "[%was", "passed over"))


def words_of(text):
    """The half-moves and rolls of a record, without numbers and result, each with whether only one sheet is said to have it."""
    found, one = [], False
    for token in re.findall(r"\{[^}]*\}|<[^>]*>|[^\s{}<>]+", text.split("\n\n", 1)[-1]):
        if token[0] == "{":
            one = "one sheet" in " ".join(token.split()) or (one and "sheets from here" not in " ".join(token.split()))
        elif not re.fullmatch(r"\d+\.+", token):
            found.append((token, one))
    return found[:-1]


def is_alone(merged, full):
    """Does the record say that only one sheet has the first half-move that is wrong?"""
    for (token, one), (true, _) in zip(words_of(merged), words_of(full)):
        if token != true:
            return one
    return False


def is_all_known(merged, full, sheets, last):
    """Is the record right as far as it goes, and has no sheet the last half-move?  Then nobody can know the rest."""
    found, true = words_of(merged), words_of(full)
    return all(sheet.units[-1][1:] != last for sheet in sheets) and len(true) - 30 < len(found) < len(true) and \
        all(a == b for (a, _), (b, _) in zip(found, true))


def try_habits(games, pairs, seed, keep):
    bad, true = False, 0
    for habit, write in HABITS.items():
        row = [0] * 5
        for n in range(pairs):
            rng = random.Random(f"{seed} {habit} {n}")
            path, number = rng.choice(games["chess"])
            full = tool("fmt", "--no-comments", "--no-nags", "--no-variations", f"--game={number}", path)[1]
            sheets = [Sheet(full), Sheet(full)]
            for sheet in sheets:
                for i, unit in enumerate(sheet.units):  # as people number
                    unit[0] = f"{i // 2 + 1}." if i % 2 == 0 else ""
            misread(rng, sheets[rng.randrange(2)], False)
            for side, sheet in enumerate(sheets):
                write(sheet, side)
            status, merged, marked = merge(keep, f"{habit}{n}", sheets)
            right = tool("fmt", "--no-comments", data=merged)[1] == full
            outcome = 3 if status == 2 else 0 if right else 1 if marked else 2
            row[0] += 1
            row[1 + outcome] += 1
        print(habit, *row, sep="\t", flush=True)
        bad |= 24 * (row[3] + row[4]) > max(pairs, 24)
        true += row[1]
    sys.exit(bad or 3 * true < 2 * pairs * len(HABITS))


def support_of(move, checked):
    """What supports a half-move of the record: a row of supports.def; `checked`: no half-move is missing before it."""
    if not checked and not move["tie"]:
        return "UNCHECKED_ALL" if len(move["witnesses"]) > 1 else "UNCHECKED_ALONE"
    for key, kind in (("tie", "TIED"), ("was", "CORRECTED"), ("guess", "GUESSED"), ("mixed", "MIXED")):
        if move[key]:
            return kind
    against = [r for i, r in enumerate(move["readings"], 1)
               if i not in move["witnesses"] and r["slip"] not in (None, "missing")]
    if len(move["witnesses"]) > 1:
        return "MAJORITY" if against else "ALL"
    if any(r["until"] is None for r in against):
        return "ALLOWED"
    return "REFUTED" if against else "ALONE"


def count_sure(said, keep, n, count, full):
    """Adds to `said`: (support, probability) -> [half-moves, true ones].  A half-move is true if it stands in its place in
    the sequence of the true record."""
    names = [os.path.join(keep, f"{n}{side}.xpgn") for side in "abcdefgh"[:count]]
    _, lines = tool("compare", "--merge", "--guess", "--format=json", *names)
    moves = [json.loads(line) for line in lines.splitlines()]
    true = [" ".join(w for w in unit[1:] if w) for unit in Sheet(full).units]
    found = [m["record"] for m in moves]
    right = set()
    for a, _, size in difflib.SequenceMatcher(None, found, true, autojunk=False).get_matching_blocks():
        right |= set(range(a, a + size))
    checked = True
    for i, m in enumerate(moves):
        if m["missing"]:
            checked = False
        elif m["probability"] is not None:
            row = said.setdefault((support_of(m, checked), m["probability"]), [0, 0])
            row[0] += 1
            row[1] += i in right


def print_sure(said):
    for (kind, p), (count, true) in sorted(said.items()):
        print(kind, p, count, "%.4f" % (true / count), "%.4f" % (1.96 * (p * (1 - p) / count) ** 0.5), sep="\t")


def main():
    sure = {} if "--sure" in sys.argv[1:] else None
    habits = "--habits" in sys.argv[1:]
    options = dict(a[2:].split("=") for a in sys.argv[1:] if a.startswith("--") and a not in ("--habits", "--sure", "--people", "--same"))
    files = [a for a in sys.argv[1:] if not a.startswith("--")]
    pairs, seed = int(options.get("pairs", 200)), int(options.get("seed", 1))
    games = {}
    for path in files:
        _, lines = tool("list", "--format=json", "--columns=game,ruleset,plies,errors", path)
        for line in map(json.loads, lines.splitlines()):
            if line["plies"] >= 12 and line["errors"] == 0:
                games.setdefault(line["ruleset"].replace("chess960", "chess"), []).append(
                    (path, line["game"]))
    keep = options.get("keep")
    if not keep:
        keep = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, keep)
    os.makedirs(keep, exist_ok=True)
    if habits:
        try_habits(games, int(options.get("pairs", 24)), seed, keep)
    total = [0] * 8
    rows = {ruleset: [0] * 8 for ruleset in sorted(games)}
    for n in range(pairs):
        if "only" in options and n != int(options["only"]):
            continue
        rng = random.Random(f"{seed} {n}")
        ruleset = sorted(games)[n % len(games)]
        path, number = rng.choice(games[ruleset])
        form = ["--minimal"] if n // len(games) % 2 else []
        full = tool("fmt", "--no-comments", "--no-nags", "--no-variations", f"--game={number}", path)[1]
        plain = tool("fmt", *form, data=full)[1]
        true = Sheet(plain)
        several = ruleset in ("combat-chess-2", "assault-and-siege")
        if tool("fmt", data=true.text())[1] != full:
            sys.exit(f"{path}: game {number} is not read as it is")
        made = make_people(rng, true, several, int(options.get("slips", 2)), int(options.get("sheets", 2))) \
            if "--people" in sys.argv[1:] else make_same(rng, true, several) \
            if "--same" in sys.argv[1:] else make_pair(rng, true, several)
        if made is None:
            continue
        sheets, slips, decided = made
        status, merged, marked = merge(keep, n, sheets)
        if sure is not None:
            count_sure(sure, keep, n, len(sheets), full)
            continue
        right = tool("fmt", "--no-comments", data=merged)[1] == full or \
            ("--people" in sys.argv[1:] and is_all_known(merged, full, sheets, true.units[-1][1:]))
        none = status == 2
        marked = marked or (not right and is_alone(merged, full))
        row = [1, decided, decided and right, decided and right and not marked, right,
               not right and marked, not right and not marked and not none, none]
        for to in (total, rows[ruleset]):
            for i, x in enumerate(row):
                to[i] += x
        if "keep" in options or "only" in options:
            with open(os.path.join(keep, f"{n}.true"), "w", encoding="utf-8") as file:
                file.write(full)
            with open(os.path.join(keep, "log"), "a", encoding="utf-8") as file:
                what = ("" if right else "WRONG ") + ("marked" if marked else "")
                file.write(f"{n}\t{'decided' if decided else 'open'}\t{what}\t{status}\t" + " ".join(
                    "abc"[side] + ":" + kind.__name__ for side, kind, _ in slips) + "\n")
    if sure is not None:
        print_sure(sure)
        return
    for ruleset, row in rows.items():
        print(ruleset, *row, sep="\t")
    print("all", *total, sep="\t")
    if "--people" in sys.argv[1:]:
        sys.exit(100 * total[6] > total[0])
    sys.exit(total[6] > 0 or 10 * total[2] < 9 * total[1])


if __name__ == "__main__":
    main()
