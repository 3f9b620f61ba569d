# SPDX-License-Identifier: MIT
"""sheet_words.py [--write]: the words in xpgn-sheets(7), made of formats/sheet-words.tsv and languages.tsv; with --write they
are written, else they are compared with what is there. --try: lines of language, White, Black, draw, resigns and missing."""
import sys

MANUAL = "man/xpgn-sheets.7"
BEGIN, END = ".Ss In English\n", ".Sh EXAMPLES\n"
MOST = 5  # words of a meaning: the rest are spellings of them
# What they may say, in the order of the page; the other rows are letters of pieces and words inside a half-move.
MEANINGS = (
    "White Black Red Green Event Site Date Round Board Result TimeControl Opening ECO FirstRoll Annotator Arbiter Team Elo".split()
    + ["number", "dice", "remarks", "wins", "loses", "resigns", "draw", "agreed", "stalemate", "mate", "time", "forfeit",
       "adjudicated", "adjourned", "abandoned", "draw by rule", "illegible", "missing", "pass", "check", "double check",
       "discovered check", "en passant", "draw offer", "sic", "or", "versus", "castles kingside", "castles queenside", "takes",
       "page", "signature"])
ABROAD = "White Black resigns draw mate illegible missing".split()


def rows(path):
    for line in open(path, encoding="utf-8"):
        if line[0] != "#":
            yield line.rstrip("\n").split("\t")


def table():
    """Language codes, and of each meaning the words of each language."""
    (_, *codes), *lines = rows("formats/sheet-words.tsv")
    return codes, {line[0]: [cell.split("|") for cell in line[1:]] for line in lines}


def fill(words):
    """Lines of at most 80 bytes, as mandoc wants them; to it other letters are escapes, \\[u00ED]."""
    lines, size = [""], lambda text: sum(1 if char.isascii() else 8 for char in text)
    for word in ", ".join(words).split(" "):
        if lines[-1] and size(lines[-1] + word) > 78:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines) + "\n"


def listing():
    codes, words = table()
    names = {row[0]: row[1] for row in rows("formats/languages.tsv")}
    yield ".Bl -tag -width castles_queenside -compact\n"
    for meaning in MEANINGS:
        yield ".It %s\n" % meaning
        yield fill(words[meaning][0][:MOST])
    yield ".El\n.Ss In the other languages\n"
    yield ", ".join(ABROAD) + ":\n"
    yield ".Bl -tag -width castles_queenside -compact\n"
    for at, code in enumerate(codes):
        if code != "en":
            yield ".It %s\n" % names[code]
            yield fill(words[meaning][at][0] for meaning in ABROAD)
    yield ".El\n"


def main():
    if "--try" in sys.argv:
        codes, words = table()
        for at, code in enumerate(codes):
            print(code, *(words[meaning][at][0] for meaning in ("White", "Black", "draw", "resigns", "missing")), sep="\t")
        return 0
    with open(MANUAL, encoding="utf-8") as page:
        before, rest = page.read().split(BEGIN)
    there, after = rest.split(END)
    made = "".join(listing())
    if "--write" in sys.argv:
        with open(MANUAL, "w", encoding="utf-8") as page:
            page.write(before + BEGIN + made + END + after)
    elif there != made:
        print(MANUAL + " does not have the words of formats/sheet-words.tsv: make facts")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
