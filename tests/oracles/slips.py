#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
Slips of the pen, made in good records, and what xpgn-validate makes of them.

    slips.py [--per=N] [--seed=N] [--kinds=KIND,...] [--keep=DIR] [--calibrate] FILE...

FILE: games of one ruleset with dice, in export form.  Makes N slips of each kind (default 300): a
wrong die, two dice exchanged, a wrong count or total, two of them or the fates exchanged, a wrong
square, a half-move left out, a letter that no piece has, blocks and pairs of these, and in the tags: the side to move, a piece
beside its square, another piece, a castling right, a wound, an option, the dice of FirstRoll, another Result; and the piece
letters of another language.  A slip with which a game is still right by the rules shows in no way, and another is made in its place.
Prints a line for each ruleset and kind, and one for all of that kind; fields separated by tabs: ruleset, kind, slips, and percentages: with
one finding, corrected by one of the fixes, corrected by one of the first four that tie; of all rulesets also what
can be reached (CEILINGS; "-": not measured).  A fix
corrects a slip if the game is then as it was, byte for byte but for white space.
With --calibrate, N records with a slip as people make them, each kind as often as they do, in words and figures as
on sheets of which the rates of the program were not taken; in one of ten records a second slip somewhere else.
Prints a line for each tenth of the scale of probabilities:
where it begins, corrected records whose probability is in it, the mean of these, the share that corrects the
slip, and half of the 95 % interval of the mean.
XPGN_BIN: the tools (default: build/bin).
"""
import json
import os
import random
import re
import subprocess
import sys

KINDS = ("die", "dice", "number", "fields", "square", "half-move",
         "die-number", "late-roll", "castling", "copied-turn", "copied-line", "doubled", "own-moves",
         "letter", "side", "beside", "piece", "right", "wound", "option", "first-roll", "result", "language")
# How many of 100 slips have one correction of their own kind without an error, if no other kind is tried.  A Result is known
# where the rules have ended the game (172 of 344); letters of the three languages never were legal as another's (240 of 240).
CEILINGS = {"side": 100, "beside": 76, "piece": 96, "right": 24, "option": 80, "first-roll": 100, "copied-line": 100,
            "die-number": 100, "late-roll": 100, "doubled": 100, "own-moves": 72, "castling": 52, "result": 50, "language": 100}
OPTIONS = {"chess-attack": "rescue king-safety remote-royals", "five-dice": "shooting support suicide-run",
           "combat-chess-2": "exact-teleport", "assault-and-siege": "mode=fast mode=blitzkrieg mode=dice"}
ROLL = re.compile(r"<[^>]*>")
TOKEN = re.compile(r"<[^>]*>|[^\s<>]+")


def games_of_text(text):
    return re.split(r"(?m)(?=^\[Event )", text)[1:]


def games_of(path):
    with open(path, encoding="utf-8") as file:
        return games_of_text(file.read())


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


def die_and_number(rng, game, tokens):
    """A die exchanged with the count or the total of its side."""
    field = rng.choice((r"(?<=[<:])(\d)\+(\d+)(?==)", r"(?<=[<:])(\d)\+\d+=(\d+)"))
    found = pick(rng, field, game, tokens, is_roll)
    if found is None or found[1].group(1) == found[1].group(2):
        return None
    at, m = found
    between = m.group()[m.end(1) - m.start():m.start(2) - m.start()]
    return replace(game, at, at + len(m.group()), m.group(2) + between + m.group(1))


def units_of(game, tokens):
    """The actions with what belongs to them: (begin, end, whether a number stands before, word, whether it has a roll)."""
    units = []
    turn_rolls = 'Variant "combat-chess-2"' in game
    number = begin = None
    for start, end, token in tokens:
        if re.match(r"\d+\.", token):
            number = start
        elif turn_rolls and re.fullmatch(r"<\d>", token):
            begin = start
        elif is_roll(token) and units:
            units[-1] = units[-1][:1] + (end, units[-1][2], units[-1][3], True)
        elif is_action(token):
            units.append((start if begin is None else begin, end, number is not None, token, False))
            number = begin = None
    return units


def late_roll(rng, game, tokens):
    """A roll that stands after the next action, which needs none."""
    units = units_of(game, tokens)
    found = [i for i in range(len(units) - 1)
             if units[i][4] and not units[i + 1][4] and not units[i + 1][3].startswith("@")]
    if not found:
        return None
    i = rng.choice(found)
    (_, end, _, word, _), (_, after, _, _, _) = units[i], units[i + 1]
    at = game.index("<", game.index(word, units[i][0]) + len(word))
    roll = game[at:end]
    return game[:at].rstrip() + game[end:after] + " " + roll + game[after:]


def castling(rng, game, tokens):
    """Castling for a king's move, or where the king goes for castling."""
    found = [(start, end, token) for start, end, token in tokens if re.match(r"O-O|K[a-h]\d", token)]
    if not found:
        return None
    start, end, token = rng.choice(found)
    rank = "8" if re.search(r"\.\.\.\s*$", game[:start]) or not re.search(r"\d\.\s*$", game[:start]) else "1"
    other = rng.choice(("O-O", "O-O-O")) if token[0] == "K" else "K" + ("c" if token.count("O") == 3 else "g") + rank
    return replace(game, start, end, other)


def copied_turn(rng, game, tokens):
    """A numbered turn of both players that stands twice."""
    numbers = [i for i, (_, _, token) in enumerate(tokens) if re.fullmatch(r"\d+\.", token)]
    found = [(tokens[a][0], tokens[b][0]) for a, b in zip(numbers, numbers[1:])]
    if not found:
        return None
    begin, end = rng.choice(found)
    return game[:end] + game[begin:end].rstrip() + " " + game[end:]


def copied_line(rng, game, tokens):
    """Three numbered turns that stand twice."""
    numbers = [i for i, (_, _, token) in enumerate(tokens) if re.fullmatch(r"\d+\.", token)]
    found = [(tokens[a][0], tokens[b][0]) for a, b in zip(numbers, numbers[3:])]
    if not found:
        return None
    begin, end = rng.choice(found)
    return game[:end] + game[begin:end].rstrip() + " " + game[end:]


def doubled(rng, game, tokens):
    units = units_of(game, tokens)
    begin, end, _, _, _ = rng.choice(units)
    return game[:end] + " " + game[begin:end] + game[end:]


def own_moves(rng, game, tokens):
    """Two moves of a player in the order in which they were not made."""
    units = units_of(game, tokens)
    if len(units) < 3:
        return None
    i = rng.randrange(len(units) - 2)
    a, b = units[i], units[i + 2]
    several = 'Variant "combat-chess-2"' in game
    if game[a[0]:a[1]] == game[b[0]:b[1]] or (several and not (units[i + 1][2] and b[2])):
        return None
    return game[:a[0]] + game[b[0]:b[1]] + game[a[1]:b[0]] + game[a[0]:a[1]] + game[b[1]:]


def strange_letter(rng, game, tokens):
    """A piece with a letter that no piece has, as one of another language."""
    found = pick(rng, r"^[KQRBN](?=[a-lx])", game, tokens, is_action)
    return None if found is None else replace(game, found[0], found[0] + 1, rng.choice("ACDEFGHIJLMSTUVWXYZ"))


# ---- the frame -----------------------------------------------------------------------------------


def position_of(game):
    """The tag with the start position: the match, and its fields."""
    m = re.search(r'\[X?FEN "([^"]*)"', game)
    return (m, m[1].split(" ")) if m else (None, None)


def with_fields(game, m, fields):
    return replace(game, m.start(1), m.end(1), " ".join(fields))


def board_of(field):
    """The ranks, each a list of squares: "" or a piece, and the text after the board."""
    board, held = re.fullmatch(r"([^\[]*)(.*)", field).groups()
    ranks = [[x for p in re.findall(r"\d+|[A-Za-z]\*?", rank) for x in ([""] * int(p) if p.isdigit() else [p])]
             for rank in board.split("/")]
    return ranks, held


def field_of(ranks, held):
    rows = ["".join(x or "." for x in rank) for rank in ranks]
    return "/".join(re.sub(r"\.+", lambda m: str(len(m.group())), row) for row in rows) + held


def wrong_side(rng, game, _):
    m, fields = position_of(game)
    if m is None or fields[1] not in "wb":
        return None
    fields[1] = "wb"[fields[1] == "w"]
    return with_fields(game, m, fields)


def change_board(rng, game, change):
    """With what change(ranks, rank, file) makes of the board at one piece that is no king."""
    m, fields = position_of(game)
    if m is None:
        return None
    ranks, held = board_of(fields[0])
    pieces = [(r, f) for r, rank in enumerate(ranks) for f, x in enumerate(rank) if x and x[0] not in "Kk"]
    if not pieces or not change(ranks, *rng.choice(pieces)):
        return None
    fields[0] = field_of(ranks, held)
    return with_fields(game, m, fields)


def beside(rng, game, _):
    def change(ranks, rank, file):
        to = [(r, f) for r in (rank - 1, rank, rank + 1) for f in (file - 1, file, file + 1)
              if 0 <= r < len(ranks) and 0 <= f < len(ranks[0]) and ranks[r][f] == ""]
        if not to:
            return False
        r, f = rng.choice(to)
        ranks[r][f], ranks[rank][file] = ranks[rank][file], ""
        return True
    return change_board(rng, game, change)


def other_piece(rng, game, _):
    def change(ranks, rank, file):
        old, wounded = ranks[rank][file][0], ranks[rank][file][1:]
        new = rng.choice([x for x in "PNBRQ" if x != old.upper()])
        ranks[rank][file] = (new if old.isupper() else new.lower()) + wounded
        return True
    return change_board(rng, game, change)


def wound(rng, game, _):
    def change(ranks, rank, file):
        x = ranks[rank][file]
        ranks[rank][file] = x[0] if "*" in x else x + "*"
        return 'Variant "chess-attack"' in game
    return change_board(rng, game, change)


def wrong_right(rng, game, _):
    m, fields = position_of(game)
    if m is None or not re.fullmatch("-|K?Q?k?q?", fields[2]):
        return None
    right = rng.choice("KQkq")
    old = fields[2].replace("-", "")
    fields[2] = "".join(x for x in "KQkq" if (x in old) != (x == right)) or "-"
    return with_fields(game, m, fields)


def wrong_option(rng, game, _):
    """One option more or less, or another."""
    variant = re.search(r'\[Variant "([^"]*)"', game)[1]
    all_options = OPTIONS.get(variant, "").split()
    m = re.search(r'\[RuleOptions "([^"]*)"\]\n', game)
    old = m[1].split() if m else []
    if not all_options or not set(old) <= set(all_options):
        return None
    one = rng.choice(all_options)
    exclusive = variant == "assault-and-siege"
    new = [o for o in all_options if (o in old and not (exclusive and one not in old)) != (o == one)]
    tag = f'[RuleOptions "{" ".join(new)}"]\n' if new else ""
    if m:
        return replace(game, m.start(), m.end(), tag)
    return re.sub(r'(\[Variant "[^"]*"\]\n)', lambda v: v[1] + tag, game, count=1)


def first_roll(rng, game, _):
    m = re.search(r'\[FirstRoll "(?:\d:\d )*(\d):(\d)"', game)
    return replace(game, m.start(1), m.end(2), m[2] + ":" + m[1]) if m else None


def wrong_result(rng, game, _):
    """In the tag; the result after the last action is right."""
    m = re.search(r'\[Result "([^"]*)"', game)
    return replace(game, m.start(1), m.end(1), rng.choice([r for r in ("1-0", "0-1", "1/2-1/2") if r != m[1]]))


def language(rng, game, tokens):
    """All letters of pieces as Germans, Frenchmen or Spaniards write them."""
    letters = dict(zip("KQRBN", rng.choice(("KDTLS", "RDTFC", "RDTAC"))))
    for start, _, token in tokens:
        for m in re.finditer("^[KQRBN]|(?<==)[QRBN]", token) if is_action(token) else ():
            game = replace(game, start + m.start(), start + m.end(), letters[m[0]])
    return game


MAKE = dict(zip(KINDS, (wrong_die, exchanged_dice, wrong_number, exchanged_fields, wrong_square, left_out,
                        die_and_number, late_roll, castling, copied_turn, copied_line, doubled, own_moves,
                        strange_letter, wrong_side, beside, other_piece, wrong_right, wound, wrong_option, first_roll,
                        wrong_result, language)))


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


def corrected(record, fix):
    data = record.encode()
    fixed = data[:fix["offset"]] + fix["text"].encode() + data[fix["offset"] + fix["length"]:]
    return plain(fixed.decode())


def corrected_together(record, fixes):
    for fix in sorted(fixes, key=lambda f: -f["offset"]):
        data = record.encode()
        record = (data[:fix["offset"]] + fix["text"].encode() + data[fix["offset"] + fix["length"]:]).decode()
    return plain(record)


def corrects(record, fix, game):
    return corrected(record, fix) == plain(game)


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
        first = [fix for fix in fixes if fix["tie"] or fix["level"] == "certain" and not fix["probability"]][:4]
        good = [corrects(record, fix, game) for fix in fixes]
        if found[0]["together"]:
            first = fixes = fixes[:1]
            good = [corrected_together(record, found[0]["fixes"]) == plain(game)]
        one += len(found) == 1
        any_fix += any(good)
        tie += any(good if found[0]["together"] else [corrects(record, fix, game) for fix in first])
        if keep is not None and not (len(found) == 1 and any(good)):
            keep.write(json.dumps({"kind": kind, "game": game, "record": record,
                                   "findings": found}) + "\n")
    return len(slips), one, any_fix, tie


# Handwritten Chess Scoresheets (Eicher and others, 2021; CC BY 3.0): the sheets of 14 games, those whose numbers leave
# 3 if divided by four.  What was written for a letter, as often as it was; of 1,394 half-moves 56 were misread, in 45 of
# them one letter, and 7 left out; of 1,314 figures 15 were misread.  The rates of the program are of other games.
WRITTEN = {"2": "111678", "3": "56", "4": "15", "5": "46f", "7": "6f", "B": "NNR", "N": "B", "R": "BK", "a": "cdg",
           "b": "BBccdf", "c": "aaef", "d": "c", "e": "cc", "f": "ce", "g": "aaac", "h": "bb"}
SEEN = {"x": 321, "e": 286, "d": 267, "N": 250, "B": 239, "5": 236, "4": 233, "f": 230, "3": 229, "c": 224, "6": 211, "R": 186,
        "b": 152, "2": 147, "Q": 133, "g": 119, "7": 109, "K": 100, "1": 93, "h": 84, "a": 81, "8": 56}
MISREAD, ONE_LETTER, LEFT_OUT, FIGURE = 56 / 1394, 45 / 56, 7 / 1394, 15 / 1314
RARE = 0.5 / 1394  # not seen there
EXCHANGED = FIGURE * 1237 / 9574  # Verhoeff (1969): neighbours exchanged, for wrong figures
FIGURES = "123456789"
ALPHABETS = ("abcdefgh", "12345678", "KQRBN")


def written_for(rng, letter, faces=None):
    """Another letter of its kind: one that was seen for it, the more of them the more often, or any."""
    seen = [c for c in WRITTEN.get(letter, "") if faces is None or c in faces]
    other = [c for a in ((faces,) if faces else ALPHABETS) if letter in a for c in a if c != letter]
    return rng.choice(seen if rng.random() < len(seen) / (len(seen) + 2) else other or ["x"])


def risk_of(letter):
    """How easily it is misread."""
    return (len(WRITTEN.get(letter, "")) + 1) / (SEEN.get(letter, 0) + 70)


def misread(rng, game, tokens):
    """A word with a letter that is easily misread; one time in five two are, or one is left out."""
    letters = [(start + i, c) for start, _, token in tokens if is_action(token) for i, c in enumerate(token) if c in SEEN]
    if not letters:
        return None
    at, c = rng.choices(letters, [risk_of(c) for _, c in letters])[0]
    new = written_for(rng, c)
    if rng.random() >= ONE_LETTER:
        two = game[at + 1] in SEEN and rng.random() < 0.5
        return replace(game, at, at + 2, new + written_for(rng, game[at + 1])) if two else replace(game, at, at + 1, "")
    return replace(game, at, at + 1, new)


def misread_figure(rng, game, tokens):
    figures = [(start + i, c) for start, _, token in tokens if is_roll(token) for i, c in enumerate(token) if c in FIGURES]
    if not figures:
        return None
    at, c = rng.choices(figures, [risk_of(c) for _, c in figures])[0]
    return replace(game, at, at + 1, written_for(rng, c, FIGURES))


def people(rng, game, tokens):
    """A slip, each kind as often as people make it in such a game."""
    words = sum(is_action(token) for _, _, token in tokens)
    figures = sum(len(re.findall("[1-9]", token)) for _, _, token in tokens if is_roll(token))
    tags = (wrong_side, beside, other_piece, wrong_right, wound, wrong_option, first_roll)
    blocks = (late_roll, castling, copied_turn, copied_line, doubled, own_moves)
    kinds = [(misread, MISREAD * words), (left_out, LEFT_OUT * words), (misread_figure, FIGURE * figures)]
    kinds += [(kind, EXCHANGED * figures / 3) for kind in (exchanged_dice, exchanged_fields, die_and_number)]
    kinds += [(kind, RARE * words) for kind in blocks] + [(kind, FIGURE) for kind in tags]
    return rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0](rng, game, tokens)


def change_of(game, record):
    """Where a record differs, as (begin, end, text) in the game."""
    begin, end = len(os.path.commonprefix((game, record))), len(os.path.commonprefix((game[::-1], record[::-1])))
    end = min(end, len(game) - begin, len(record) - begin)
    return begin, len(game) - end, record[begin:len(record) - end]


def with_slips(rng, game):
    """A record with a slip, or two, and the records that the correction of one of them leaves; None: none could be made."""
    record = people(rng, game, tokens_of(game))
    other = people(rng, game, tokens_of(game)) if rng.random() < 0.1 else None
    if record is None or other is None:
        return (record, {plain(game)}) if record is not None else None
    first, second = sorted((change_of(game, record), change_of(game, other)))
    if first[1] >= second[0]:
        return None
    return replace(replace(game, *second), *first), {plain(record), plain(other)}


def calibrate(files, per, seed):
    """Prints for each tenth of what is said how much of it is true."""
    said = [[] for _ in range(10)]
    for path in files:
        games = games_of(path)
        rng = random.Random(f"{seed} {os.path.basename(path)}")
        slips = []
        while len(slips) < per:
            game = rng.choice(games)
            made = with_slips(rng, game)
            if made is not None:
                slips.append(made)
        for (record, right), found in zip(slips, findings_of([record for record, _ in slips])):
            sums = {}  # fixes that make the same record of it are one
            for fix in found[0]["fixes"] if found else []:
                if fix["probability"] is not None:
                    fixed = corrected(record, fix)
                    sums[fixed] = sums.get(fixed, 0) + fix["probability"]
            for fixed, sure in sums.items():
                said[min(9, int(10 * sure))].append((sure, fixed in right))
    print("from", "fixes", "mean said", "true", "interval", sep="\t")
    for tenth, cases in enumerate(said):
        if cases:
            mean, true = (sum(c[i] for c in cases) / len(cases) for i in (0, 1))
            half = 1.96 * (mean * (1 - mean) / len(cases)) ** 0.5
            print(tenth / 10, len(cases), *("%.3f" % x for x in (mean, true, half)), sep="\t")


def row(name, kind, slips, *parts, ceiling="-"):
    print(name, kind, slips, *(percent(p, slips) for p in parts), ceiling, sep="\t", flush=True)


def percent(part, whole):
    return "%.1f" % (100 * part / whole) if whole else "-"


def main():
    options = dict((a[2:] + "=").split("=")[:2] for a in sys.argv[1:] if a.startswith("--"))
    files = [a for a in sys.argv[1:] if not a.startswith("--")]
    per, seed = int(options.get("per", 300)), options.get("seed", "1")
    if "calibrate" in options:
        calibrate(files, per, seed)
        return
    print("ruleset", "kind", "slips", "one finding", "in the fixes", "in the first tie", "ceiling", sep="\t")
    kinds = options.get("kinds", ",".join(KINDS)).split(",")
    total = {kind: [0] * 4 for kind in kinds}
    for path in files:
        games = games_of(path)
        name = os.path.basename(path).split(".")[0]
        keep = open(os.path.join(options["keep"], name + ".json"), "w") if "keep" in options else None
        for kind in kinds:
            counts = measure(kind, games, per, random.Random(f"{seed} {name} {kind}"), keep)
            if counts[0] > 0:
                row(name, kind, *counts)
            total[kind] = [a + b for a, b in zip(total[kind], counts)]
    for kind in kinds:
        row("all", kind, *total[kind], ceiling=CEILINGS.get(kind, "-"))


if __name__ == "__main__":
    main()
