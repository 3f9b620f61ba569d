# SPDX-License-Identifier: MIT
"""letters.py [--write]: lib/core/base/letters.def, letters without case and accents, made of the Unicode Character Database as
Python has it; with --write it is written, else compared with what is there. A letter is its compatibility decomposition
without marks, or, if it has none, the letter of its name: LATIN SMALL LETTER L WITH STROKE is l."""
import sys
import unicodedata

TABLE = "lib/core/base/letters.def"
RANGES = [(0xC0, 0x2B0), (0x370, 0x530), (0x1E00, 0x2000)]
CAPITAL = 0x8000
LETTERS = ("Ll", "Lu", "Lt", "Lo")
# Letters that are written as two, or as another one, in passports and report files: ICAO 9303, part 3, section 6.
WORDS = {"\u00e6": "ae", "\u0153": "oe", "\u00fe": "th", "\u00df": "ss", "\u0259": "e", "\u01dd": "e", "\u014b": "n", "\u0138": "k",
         "\u00f0": "d", "\u0131": "i", "\u03c2": "\u03c3"}


def named(char):
    """The letter that a letter with a stroke, hook or the like is by its name."""
    name = unicodedata.name(char, "")
    if " WITH " not in name:
        return char
    try:
        return unicodedata.lookup(name.split(" WITH ")[0])
    except KeyError:
        return char


def plain(char):
    """Without case and marks; "" if it is no letter."""
    if unicodedata.category(char) not in LETTERS:
        return ""
    bare = "".join(c for c in unicodedata.normalize("NFKD", char) if unicodedata.category(c) in LETTERS)
    words = "".join(WORDS.get(c, WORDS.get(named(c), named(c))) for c in bare.lower() if unicodedata.category(c) in LETTERS)
    return words


def table():
    pairs, lines = [], []
    for low, high in RANGES:
        numbers = []
        for point in range(low, high):
            char = chr(point)
            text = plain(char)
            if len(text) > 1:
                if text not in pairs:
                    pairs.append(text)
                number = 1 + pairs.index(text)
            else:
                number = ord(text) if text else 0
            capital = number and char.lower() != char
            numbers.append("0x%04X," % (number + (CAPITAL if capital else 0)))
        lines.append("LETTERS(0x%04X," % low)
        lines += ["        " + " ".join(numbers[i:i + 12]) for i in range(0, len(numbers), 12)]
        lines[-1] = lines[-1].rstrip(",") + ")"
    head = ["/* SPDX-License-Identifier: MIT */",
            "/* Letters without case and accents, by tests/oracles/letters.py from the Unicode Character Database:",
            "   LETTERS(first, each...), 0x8000 added for a capital, 0 for a sign; small numbers are of PAIRS. */"]
    return "\n".join(head + ["PAIRS(%s)" % ", ".join('"%s"' % pair for pair in pairs)] + lines) + "\n"


def main():
    made = table()
    if "--write" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    with open(TABLE, encoding="utf-8") as file:
        if file.read() == made:
            return 0
    print(TABLE + " is not what Unicode has: make facts")
    return 1


if __name__ == "__main__":
    sys.exit(main())
