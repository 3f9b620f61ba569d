# SPDX-License-Identifier: MIT
"""schema.py SCHEMA: holds each line of standard input, one JSON value, against a JSON schema.

With --whole the input is one value. Tells of the first ten that do not fit; status 1 if any, and
if there is nothing at all.
"""
import json
import sys

import jsonschema


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError("a key twice: %s" % keys)
    return dict(pairs)


def main():
    whole = sys.argv[1] == "--whole"
    with open(sys.argv[-1], encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.Draft7Validator(schema)
    validator.check_schema(schema)
    text = sys.stdin.buffer.read().decode("utf-8")
    values = [text] if whole else text.splitlines()
    bad = 0
    for number, line in enumerate(values, 1):
        for error in validator.iter_errors(json.loads(line, object_pairs_hook=unique)):
            bad += 1
            if bad <= 10:
                print("%d: %s: %s" % (number, "/".join(map(str, error.path)), error.message[:300]))
    if not values:
        print("nothing to check")
    sys.exit(1 if bad or not values else 0)


main()
