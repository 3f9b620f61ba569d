# SPDX-License-Identifier: MIT
"""facts.py [--write]: the listing of facts in xpgn-facts(7), and xpgn_facts.h with their numbers, made of
lib/facts/facts.def and findings.def; with --write they are written, else they are compared with what is there."""
import re
import sys
import textwrap

MANUAL = "man/xpgn-facts.7"
HEADER = "lib/include/xpgn_facts.h"
OPENING = """\
/* SPDX-License-Identifier: MIT */
/*
 * The facts of records by number: made by make facts of lib/facts/facts.def. Once released, a fact
 * keeps its number within one ABI number, so new ones go to the end of the table.
 */
#ifndef XPGN_FACTS_LIST_H
#define XPGN_FACTS_LIST_H

/* clang-format off */
typedef enum xpgn_fact_index {
"""
CLOSING = """\
} xpgn_fact_index;
/* clang-format on */

#endif
"""
TITLES = {
    "RECORD": "Of the bytes of a game", "START": "Of its tags", "GAME": "Of a game that was walked to its end",
    "LINE": "Of its line", "TURN": "Of a position", "ACTION": "Of an action", "COMBAT": "Of a combat",
    "SIDE": "Of each side of an action", "COMBATANT": "Of each side of a combat",
    "EXCHANGE": "Of an exchange of dice", "THROW": "Of each side of it",
    "PLACE": "Of the place of a finding, a correction or a reading", "FINDING": "Of a finding",
    "FIX": "Of a correction of it", "DIFFERENCE": "Of a difference between sheets",
    "READING": "Of what a sheet has there", "ODDS": "Of the odds of a combat", "OUTCOME": "Of an outcome of it",
    "ATTEMPT": "Of the die of a teleport or an escape",
    "STANDING": "Of a player of an event"}
TYPES = {"FLAG": "flag", "NUMBER": "number", "MILLIONTHS": "decimal", "BILLIONTHS": "decimal", "WORD": "word",
         "TEXT": "text", "SQUARE": "square", "PIECE": "piece"}


TABLES = "lib/facts/facts.def", "lib/facts/findings.def"


def rows(tables=TABLES):
    """(macro, name, scope, type, about) in the order of the tables."""
    for path in tables:
        for line in open(path, encoding="utf-8"):
            row = re.match(r'(FACT|LIST)\((\w+), (\w+), (\w+), .*"(.*)"\)$', line)
            if row:
                yield row.groups()


def listing():
    scopes = {}
    for macro, name, scope, kind, about in rows():
        scopes.setdefault(scope, []).append((macro, name, kind, about))
    for scope, title in TITLES.items():
        yield ".Ss %s" % title
        yield ".Bl -tag -width supporter_count -compact"
        for macro, name, kind, about in scopes.pop(scope):
            yield ".It Li %s" % name
            yield from textwrap.wrap(about, 80, break_on_hyphens=False)
            yield ".Pq %s%s" % (TYPES[kind], ", a list" if macro == "LIST" else "")
        yield ".El"
    if scopes:
        sys.exit("no title for %s" % ", ".join(scopes))


def manual():
    text = open(MANUAL, encoding="utf-8").read()
    before, rest = text.split('.\\" facts begin\n')
    _, after = rest.split('.\\" facts end\n')
    return before + '.\\" facts begin\n' + "\n".join(listing()) + '\n.\\" facts end\n' + after


def header():
    names = ",\n".join("    XPGN_FACT_%s" % name.upper() for _, name, *_ in rows(TABLES[:1]))
    return OPENING + names + "\n" + CLOSING


def main():
    for path, made in (MANUAL, manual()), (HEADER, header()):
        if "--write" in sys.argv:
            open(path, "w", encoding="utf-8").write(made)
        elif made != open(path, encoding="utf-8").read():
            sys.exit("the tables have changed: make facts")


main()
