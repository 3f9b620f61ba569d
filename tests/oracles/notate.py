#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the games of a file as people write them, for tests of the import, and reads them back.

  xpgn-fmt FILE | tests/oracles/notate.py FORM > OUT
  tests/oracles/notate.py --back=build/bin [--forms=FORM...] [--hands=N] FILE...

FORM is a code of formats/languages.tsv (de: Sf3), one of FORMS below, or several with a comma between, as one hand mixes
them; hand:N has the habits of one hand, which follow from the number N: a language or figurines, how it writes captures,
castling, marks and rolls, some of it not always. Tags and comments are left as they are. No rule is known here: a
word is only written in other letters. uci, iccf, long and descriptive are written by xpgn-fmt, with --back only.

With --back each form of each file is written and imported, and a row says how many games there are, how many came back as the
same game, how many were told as ambiguous, how many were refused although they are not, and how many came back as another
game. Exit status 1: one of the last two, or a game that is told where the form leaves nothing open; two languages may explain
the same game.
"""
import os
import random
import re
import string
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPES = "KQRBNP"
SQUARE = r"[a-l](?:1[0-2]|[1-9])"
WORD = re.compile(rf"""(?<![\w@=-])(?:O-O(?:-O)?|[KQRBNP]?(?:{SQUARE})?@(?:{SQUARE}|-)
                   |[KQRBN]?[a-l]?(?:1[0-2]|[1-9])?(?:xx|[xs-])?{SQUARE}(?:=?[QRBNqrbn])?)[+#]?(?![\w@=-])""", re.X)
LONG = re.compile(rf"([KQRBN]?)({SQUARE})([x-])({SQUARE})(.*)")
KEPT = re.compile(r"(\[[^\]]*\]|\{[^}]*\}|<[^>]*>|;[^\n]*)")
ROLL = re.compile(r"<([^:>]+):([^>]+)>")
RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)$")


def languages():
    with open(os.path.join(ROOT, "formats/languages.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {row[0]: dict(zip(TYPES, row[2:])) for row in rows}


LETTERS = languages()


def letters_of(letters):
    return lambda word: re.sub("[KQRBNP]", lambda m: letters[m[0]], word)


def small(word):
    return word[0].lower() + word[1:] if word[0] in string.ascii_uppercase and word[:2] != "O-" else word


def squares(word):
    """E2-E4: of UCI."""
    return re.sub("^([a-h][1-8])([a-h][1-8])", lambda m: f"{m[1]}-{m[2]}".upper(), word)


def turned(word):
    """The board as the other side sees it."""
    return re.sub("[a-h]|[1-8]", lambda m: chr(ord("a") + ord("h") - ord(m[0])) if m[0] > "9" else str(9 - int(m[0])), word)


# What becomes of a word.
FORMS = {
    "figurine": letters_of({letter: chr(0x2654 + i) for i, letter in enumerate(TYPES)}),
    "selector": letters_of({letter: chr(0x2654 + i) + "\ufe0e" for i, letter in enumerate(TYPES)}),
    "alike": letters_of(dict(zip(TYPES, "\u041aQR\u0412N\u0420"))),
    "small": small,
    "turned": turned,
    "colon": lambda word: re.sub("(?<!x)x(?!x)", ":", word),
    "nox": lambda word: re.sub("(?<!x)x(?!x)", "", word),
    "ed": lambda word: re.sub(r"^([a-h])x([a-h])[1-8](?!=)", r"\1\2", word),
    "bxf": lambda word: re.sub(r"^([KQRBN][a-h]?[1-8]?x[a-h])[1-8]", r"\1", word),
    "crosses": lambda word: re.sub(r"^([KQRBN][a-h]?[1-8]?)([a-h][1-8])(?![-x@])", r"\1x\2", word),
    "hyphens": lambda word: re.sub(r"^([KQRBN]|)([a-h][1-8])(?![-x@])", lambda m: f"{m[1] or 'P'}-{m[2]}", word),
    "ends": lambda word: re.sub(r"^([KQRBN]?[a-h]?[1-8]?)x([a-h][1-8])(?!=)", r"\1\2:", word),
    "OO": lambda word: word.replace("O-O-O", "OOO").replace("O-O", "OO"),
    "zero": lambda word: word.replace("O", "0"),
    "marks": lambda word: word.replace("+", " ch").replace("#", " mate"),
    "bare": lambda word: word.rstrip("+#"),
    "brackets": lambda word: re.sub("=([QRBN])", r"(\1)", word),
    "slash": lambda word: word.replace("=", "/"),
    "joined": lambda word: LONG.sub(lambda m: m[1] + m[2] + m[3].strip("-") + m[4] + m[5], word),
    "spaced": lambda word: LONG.sub(r"\1 \2 \3 \4\5", word),
    "dashes": lambda word: word.replace("-", "\u2013"),
    "target": lambda word: LONG.sub(r"\4\5", word),
    "short": lambda word: LONG.sub(lambda m: m[1] + m[3].strip("-") + m[4] + m[5], word) if word[0] in TYPES else word,
}


def rolls(before, between, after, zeros=""):
    """Dice of two sides; other rolls stay."""
    def write(roll):
        match = ROLL.fullmatch(roll)
        if not match or (zeros and not re.fullmatch("<[0-9]:[0-9]>", roll)) or (not before and " " in roll):
            return roll
        sides = roll[1:-1].replace(":", between if "-" not in match[0] else ":")
        return before + (re.sub("(?<![0-9])([0-9])(?![0-9])", rf"{zeros}\1", sides) if zeros else sides) + after
    return write


ROLLS = {
    "round": rolls("(", ":", ")"),
    "square": rolls("[", "-", "]"),
    "dash": rolls("", "-", ""),
    "zeros": rolls("<", ":", ">", "0"),
}


def table(text, columns):
    """The games as tables with semicolons, an empty row between; `columns`: dice in columns of their own, where each action
    has no more than one roll."""
    rows = []
    for game in re.split(r"\n\n(?=\[Event )", text.strip()):
        head, _, moves = game.partition("\n\n")
        rows += [";".join(m) for m in re.findall(r'\[(\w+) "([^"]*)"\]', head)]
        rows += ["No;White;Dice;Black;Dice" if columns else "No;White;Black"]
        rows += [";".join(cells) for cells in cells_of(moves.split(), columns)]
        rows += ["Result;" + moves.split()[-1], ""]
    return "\n".join(rows) + "\n"


def is_action(token):
    return not token.startswith("<") and not re.fullmatch(r"\d+\.+", token)


def cells_of(tokens, columns):
    """Rows of five cells, or of three."""
    rows = []
    turns = re.findall(r"(\d+)(\.+) ((?:(?!\d+\.).)*)", re.sub(r"(<[^>]*) ([^>]*>)", "\\1\0\\2", " ".join(tokens[:-1])) + " ")
    apart = any(dots == "..." for _, dots, _ in turns[1:])  # each player's turn has its number
    for number, dots, played in turns:
        words = played.split()
        first = next((i for i, word in enumerate(words) if is_action(word)), 0)
        second = next((i for i, word in enumerate(words) if i > first and is_action(word)), len(words))
        parts = [words] if apart else [words[:second], words[second:]]
        if len(dots) < 3 or not rows or rows[-1][0] != number:
            rows.append([number, "", ""])
        for i, part in enumerate(parts):
            rows[-1][min(2, 1 + (len(dots) > 1) + i)] = " ".join(part).replace("\0", " ")
    return [dice_apart(row) for row in rows] if columns else rows


def dice_apart(row):
    cells = [row[0]]
    for cell in row[1:]:
        apart = re.fullmatch(r"(\S+) <([^<>]*)>", cell)
        cells += [apart[1], apart[2]] if apart else [cell, ""]
    return cells


# What becomes of a whole text.
TEXTS = {
    "table": lambda text: table(text, False),
    "dice": lambda text: table(text, True),
    "mail": lambda text: re.sub("(?m)^", "> ", text),
    "fence": lambda text: f"The games:\n\n```\n{text}```\n",
    "entities": lambda text: text.replace("<", "&lt;").replace(">", "&gt;"),
    "wide": lambda text: re.sub(r"(?m)^(?!\[).*", lambda m: re.sub("[0-9]", lambda d: chr(0xFF10 + int(d[0])), m[0]), text),
}
WRITTEN = ["uci", "iccf", "long", "descriptive"]  # by xpgn-fmt
# What leaves something open by its definition: a bishop or a pawn, a capture cut short, one of two knights, a
# destination without the piece.
OPEN = {"small", "ed", "bxf", "short", "target", "hand", "descriptive"}


def habits(seed):
    """One hand: what it does always, and what only now and then."""
    pick = random.Random(f"hand {seed}")
    letters = letters_of(LETTERS[pick.choice(sorted(LETTERS))]) if pick.random() < .8 else FORMS["figurine"]
    often = [(FORMS[name], chance) for name, chance in
             ((pick.choice(["colon", "nox", "colon"]), pick.choice([0, .5, 1])), ("ed", pick.choice([0, 0, .7])),
              (pick.choice(["OO", "zero"]), pick.choice([.5, 1])), (pick.choice(["marks", "bare"]), pick.choice([.5, 1])),
              (pick.choice(["joined", "spaced", "short"]), pick.choice([0, .3, 1])),
              (pick.choice(["brackets", "slash"]), pick.choice([0, .5])))]
    roll = ROLLS[pick.choice(sorted(ROLLS))]

    def write(word):
        for form, chance in often:
            if pick.random() < chance:
                word = form(word)
        return letters(word)

    return write, roll


def writers(name):
    """What writes words, and what writes rolls."""
    words, dice = [], []
    for form in name.split(","):
        if form.startswith("hand:"):
            word, roll = habits(form[5:])
            words.append(word)
            dice.append(roll)
        elif form in ROLLS:
            dice.append(ROLLS[form])
        elif form in FORMS or form in LETTERS:
            words.append(FORMS[form] if form in FORMS else letters_of(LETTERS[form]))
    return words, dice


def notate(text, name):
    words, dice = writers(name)

    def write(match):
        word = match[0]
        for form in words:
            word = form(word)
        return word

    def kept(part):
        for roll in dice if part.startswith("<") else []:
            part = roll(part)
        return part

    for form in name.split(","):
        text = TEXTS[form](text) if form in ("table", "dice") else text
    text = "".join(kept(part) if i % 2 else WORD.sub(write, part) for i, part in enumerate(KEPT.split(text)))
    for form in name.split(","):
        text = TEXTS[form](text) if form in TEXTS and form not in ("table", "dice") else text
    return text


def run(tool, *options, text=None, bins=""):
    done = subprocess.run([os.path.join(bins, tool), *options], input=text, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def written_in(text, form, bins):
    """The games in a form, by xpgn-fmt and by what is here."""
    for part in form.split(","):
        if part in WRITTEN or part == "squares":
            text = run("xpgn-fmt", f"--notation={'uci' if part == 'squares' else part}", "--minimal", "--width=0", text=text,
                       bins=bins)[0]
    return notate(text, form)


DIGESTS = ["--no-header", "--format=tsv", "--columns=digest"]


def back(bins, canonical, expected, form):
    """Writes games in a form, and reads them back: how many, the same, ambiguous, refused, others."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".pgn") as file:
        file.write(written_in(canonical, form, bins))
        file.flush()
        read, said = run("xpgn-fmt", "--import", "--quiet", file.name, bins=bins)
    got = run("xpgn-list", *DIGESTS, text=read, bins=bins)[0].split("\n")[:-1]
    told = dict(re.findall(r": game (\d+): not imported: (.*)", said))
    ambiguous = sum(re.search("can (be|mean)", why) is not None for why in told.values())
    languages = sum(why.startswith("it can be") for why in told.values())
    same = sum(a == b for i, (a, b) in enumerate(zip(expected, got), 1) if str(i) not in told)
    refused = len(told) - ambiguous
    return (len(expected), same, ambiguous, refused, max(len(expected), len(got)) - same - len(told)), ambiguous - languages


def main():
    options = dict(word[2:].partition("=")[::2] for word in sys.argv[1:] if word.startswith("--"))
    files = [word for word in sys.argv[1:] if not word.startswith("--")]
    if not options:
        sys.stdout.write(notate(sys.stdin.read(), files[0]))
        return 0
    every = [*LETTERS, *FORMS, "squares", *ROLLS, *TEXTS, *WRITTEN, "de,small", "fr,small", "ru,square", "figurine,nox"] + [f"hand:{n}" for n in range(int(options.get("hands", 20)))]
    bins, worst = options["back"], False
    print("form", "file", "games", "same", "ambiguous", "refused", "other", sep="\t")
    for file in files:
        canonical = run("xpgn-fmt", "--no-comments", "--no-variations", "--minimal", "--width=0", file, bins=bins)[0]
        expected = run("xpgn-list", *DIGESTS, text=canonical, bins=bins)[0].split("\n")[:-1]
        total = [0] * 5
        for form in options.get("forms", " ".join(every)).split():
            counts, words = back(bins, canonical, expected, form)
            total = [sum(pair) for pair in zip(total, counts)]
            exact = not any(part.partition(":")[0] in OPEN for part in form.split(","))
            worst |= counts[3] + counts[4] > 0 or (exact and words > 0)
            print(form, os.path.basename(file), *counts, sep="\t", flush=True)
        print("all", os.path.basename(file), *total, sep="\t", flush=True)
    return int(worst)


if __name__ == "__main__":
    sys.exit(main())
