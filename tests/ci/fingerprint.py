# SPDX-License-Identifier: MIT
"""fingerprint.py found/NAME.PRINT...: what is hashed of findings (JSON Lines), at the beginning of out/NAME.

PRINT is `places`, the findings without their words, or `facts`: what they say, and what would mend
each. That is the number of the sentence, by the order in which sentences come up, who is meant, and
what is not in small letters. The other words are free.
"""
import json
import os
import re
import sys

PLACE = "file game level code line column end_line end_column offset length ply".split()
FACT = re.compile("[^a-z,:;?()]|^(pawn|knight|bishop|rook|queen|king|white|black|attacker|defender"
                  "|removed|wounded|unharmed)")


class Facts(dict):
    """Of each word, whether it is one."""

    def __missing__(self, word):
        self[word] = is_one = FACT.search(word) is not None
        return is_one


def words(finding, keys):
    """The values, with a space between, as JSON has them but without quotes."""
    return " ".join(v if isinstance(v, str) else json.dumps(v) for v in map(finding.get, keys))


def places(findings):
    for finding in findings:
        yield words(finding, PLACE)


FIX = "offset length text tie level stands".split()


def fix_words(fix):
    """How probable it is has four places, for the last ones are the compiler's."""
    probability = fix["probability"]
    return words(fix, FIX) + (" %.4f" % probability if probability is not None else "")


def sentences(finding):
    fixes = [" " + fix_words(fix) for fix in finding["fixes"]]
    yield words(finding, ("file", "game", "code", "offset", "length", "found")) + "".join(fixes)
    yield finding["text"]
    yield finding["hint"] or ""


def facts(findings):
    number, is_fact = {}, Facts()
    for line in "\n".join(s for f in findings for s in sentences(f)).split("\n"):
        said = [word for word in line.replace("\t", " ").split(" ") if word]
        sentence = " ".join([word for word in said if not is_fact[word]])
        known = number.setdefault(sentence, len(number) + 1)
        yield " ".join([str(known)] + [word for word in said if is_fact[word]])


def main():
    for path in sys.argv[1:]:
        name, kind = os.path.basename(path).rsplit(".", 1)
        with open(path, encoding="utf-8") as file:
            findings = [json.loads(line) for line in file]
        with open("out/" + name, "rb") as file:
            statuses = file.read()
        with open("out/" + name, "wb") as file:
            for line in {"places": places, "facts": facts}[kind](findings):
                file.write(line.encode() + b"\n")
            file.write(statuses)


main()
