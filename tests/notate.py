#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the games of a file as people write them, for tests of the import.

  xpgn-fmt FILE | tests/notate.py FORM > OUT
  xpgn-fmt --notation=uci FILE | tests/notate.py iccf > OUT

FORM is a code of formats/languages.tsv (de: Sf3), figurine, small (nf3), colon (N:f3, e:d5), nox (Nf3 for Nxf3), ed (ed for
exd5), OO, marks (Nf3 ch, e.p. after en passant is not known here), iccf (5254, of UCI), or several with a comma between, as
one hand mixes them. What stands in tags, comments and rolls is left as it is. No rule is known here: a word is only written
in other letters.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TYPES = "KQRBNP"
WORD = re.compile(r"(?<![\w-])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#]?|O-O(?:-O)?[+#]?|[a-h][1-8][a-h][1-8][qrbn]?)"
                  r"(?![\w-])")
KEPT = re.compile(r"(\[[^\]]*\]|\{[^}]*\}|<[^>]*>|;[^\n]*)")


def languages():
    with open(os.path.join(ROOT, "formats/languages.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {row[0]: dict(zip(TYPES, row[2:])) for row in rows}


LETTERS = languages()


def iccf(word):
    if not re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", word):
        return word
    digits = "".join(str("abcdefgh".index(c) + 1) if c in "abcdefgh" else c for c in word[:4])
    return digits + (str("qrbn".index(word[4]) + 1) if len(word) > 4 else "")


def figurine(word):
    return re.sub("[KQRBN]", lambda m: chr(0x2654 + "KQRBN".index(m[0])), word)


def small(word):
    return word[0].lower() + word[1:] if word[0] in "KQRBN" else word


def translated(letters):
    return lambda word: re.sub("[KQRBN]", lambda m: letters[m[0]], word)


FORMS = {
    "iccf": iccf,
    "figurine": figurine,
    "small": small,
    "colon": lambda word: word.replace("x", ":"),
    "nox": lambda word: word.replace("x", ""),
    "ed": lambda word: re.sub(r"^([a-h])x([a-h])[1-8](?![=])", r"\1\2", word),
    "OO": lambda word: word.replace("O-O-O", "OOO").replace("O-O", "OO"),
    "marks": lambda word: word.replace("+", " ch").replace("#", " mate"),
}


def main():
    forms = [FORMS[name] if name in FORMS else translated(LETTERS[name]) for name in sys.argv[1].split(",")]

    def write(match):
        word = match[0]
        for form in forms:
            word = form(word)
        return word

    for i, part in enumerate(KEPT.split(sys.stdin.read())):
        sys.stdout.write(part if i % 2 else WORD.sub(write, part))
    return 0


if __name__ == "__main__":
    sys.exit(main())
