# SPDX-License-Identifier: MIT
"""schema.py SCHEMA [FILE...] [-- SCHEMA FILE...]...: holds each line of the files, or of standard input,
against a JSON schema.

Each line is one JSON value; with --whole before the schema each input is one. Prints the first ten
that do not fit; status 1 if any, and if there is nothing at all in an input.
"""
import json
import sys

import jsonschema


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError("a key twice: %s" % keys)
    return dict(pairs)


def values_of(path, whole):
    with open(path, "rb") if path else sys.stdin.buffer as file:
        text = file.read().decode("utf-8")
    return [text] if whole else text.splitlines()


def faults(whole, schema_file, paths):
    """How many there are of this schema."""
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.Draft7Validator(schema)
    validator.check_schema(schema)
    bad = 0
    for path in paths or [None]:
        values = values_of(path, whole)
        for number, line in enumerate(values, 1):
            for error in validator.iter_errors(json.loads(line, object_pairs_hook=unique)):
                bad += 1
                if bad <= 10:
                    place = "%s:%d" % (path, number) if path else number
                    print("%s: %s: %s" % (place, "/".join(map(str, error.path)), error.message[:300]))
        if not values:
            print("nothing to check")
            bad += 1
    return bad


def main():
    bad, words = 0, sys.argv[1:]
    while words:
        end = words.index("--") if "--" in words else len(words)
        whole = words[0] == "--whole"
        bad += faults(whole, words[whole], words[whole + 1:end])
        words = words[end + 1:]
    sys.exit(1 if bad else 0)


main()
