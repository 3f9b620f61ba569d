# SPDX-License-Identifier: MIT
"""facts.py FACTS.DEF FILE...: holds the values of facts in JSON Lines against the types that the table declares, and asks
that each fact has a value somewhere."""
import json
import re
import sys

LETTERS, WHERE = re.compile("[PNBRQK]"), re.compile("[a-l][0-9]{1,2}")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_piece(form, value):
    if form == "LETTER":
        return isinstance(value, str) and LETTERS.fullmatch(value)
    keys = {"piece", "wounded", "square"} | ({"seat"} if form == "OWNED" else {"gives"} if form == "GIVES" else set())
    return (isinstance(value, dict) and set(value) == keys and LETTERS.fullmatch(value["piece"])
            and isinstance(value["wounded"], bool) and WHERE.fullmatch(value["square"])
            and is_number(value.get("gives", 0)))


FITS = {
    "FLAG": lambda form, value: isinstance(value, bool),
    "NUMBER": lambda form, value: isinstance(value, int) and not isinstance(value, bool),
    "MILLIONTHS": lambda form, value: is_number(value),
    "BILLIONTHS": lambda form, value: is_number(value),
    "WORD": lambda form, value: isinstance(value, str) and re.fullmatch("[a-z][a-z-]*", value),
    "TEXT": lambda form, value: isinstance(value, str),
    "SQUARE": lambda form, value: isinstance(value, str) and WHERE.fullmatch(value),
    "PIECE": is_piece,
}
SIDED = {"SIDE", "COMBATANT", "THROW"}


def main():
    table, valued, wrong = {}, set(), 0
    for line in open(sys.argv[1], encoding="utf-8"):
        row = re.match(r"(FACT|LIST)\((\w+), (\w+), (\w+), (\w+),", line)
        if row:
            table[row[2]] = row.groups()
    for path in sys.argv[2:]:
        for line in open(path, encoding="utf-8"):
            for name, value in json.loads(line).items():
                macro, _, scope, kind, form = table[name]
                if scope in SIDED and value is not None:
                    if list(value) != ["attacker", "defender"]:
                        wrong += 1
                        print("%s: %s: not of two sides: %r" % (path, name, value))
                        continue
                if form == "LONE" and value is not None and not isinstance(value, list):
                    value = [value]  # alone it stands without brackets
                for one in value.values() if scope in SIDED and value is not None else [value]:
                    if macro == "LIST" and one is not None and not isinstance(one, list):
                        wrong += 1
                        print("%s: %s: no list: %r" % (path, name, one))
                        continue
                    for item in one or [] if macro == "LIST" else [one]:
                        if item is None:
                            continue
                        valued.add(name)
                        if not FITS[kind](form, item):
                            wrong += 1
                            print("%s: %s: no %s: %r" % (path, name, kind, item))
    silent = sorted(set(table) - valued)
    if silent:
        print("no value anywhere: %s" % ", ".join(silent))
    sys.exit(1 if wrong or silent else 0)


main()
