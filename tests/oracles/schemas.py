# SPDX-License-Identifier: MIT
"""schemas.py [--write]: checks the JSON schemas against the tables of facts: a key named like a fact has its type, and
list.schema.json has every fact of a game; with --write those that it lacks are put there."""
import json
import os
import re
import sys

TYPES = {"FLAG": {"boolean"}, "NUMBER": {"integer"}, "MILLIONTHS": {"number"}, "BILLIONTHS": {"number"},
         "WORD": {"string"}, "TEXT": {"string"}, "SQUARE": {"string"}, "PIECE": {"string", "object"}}
SCHEMAS = {  # the tables, and the scopes of the facts that are keys
    "replay": "RECORD START GAME LINE TURN ACTION COMBAT SIDE COMBATANT",
    "list": "RECORD START GAME LINE",
    "validate": "RECORD TURN PLACE FINDING",
    "compare": "TURN PLACE DIFFERENCE READING",
    "odds": "RECORD START TURN ACTION COMBATANT ODDS OUTCOME ATTEMPT",
}
FORMER = {("validate", "tie"), ("compare", "tie"), ("compare", "text"), ("validate", "text")}  # of a fix, of a sheet


def rows():
    for path in "lib/facts/facts.def", "lib/facts/findings.def":
        for line in open(path, encoding="utf-8"):
            row = re.match(r'(FACT|LIST)\((\w+), (\w+), (\w+), (\w+),.*"(.*)"\)$', line)
            if row:
                yield row.groups()


def types_of(schema, whole):
    """The types that a value may have, but for null."""
    while "$ref" in schema:
        schema = whole["definitions"][schema["$ref"].split("/")[-1]]
    if "enum" in schema:
        return {"string" if isinstance(value, str) else "integer" for value in schema["enum"] if value is not None}
    found = schema.get("type", [])
    return set([found] if isinstance(found, str) else found) - {"null"}


def properties(schema):
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                yield from value.items()
            yield from properties(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from properties(value)


def add_missing():
    path = "formats/list.schema.json"
    whole = json.load(open(path, encoding="utf-8"))
    for _, fact, scope, kind, _, about in rows():
        if scope in SCHEMAS["list"].split():
            whole["properties"].setdefault(fact, {"type": sorted(TYPES[kind]) + ["null"], "description": about})
    with open(path, "w", encoding="utf-8") as out:
        json.dump(whole, out, indent=2, ensure_ascii=False)
        out.write("\n")


def main():
    if "--write" in sys.argv:
        add_missing()
    wrong = []
    for name, scopes in SCHEMAS.items():
        facts = {fact: (macro, kind, form) for macro, fact, scope, kind, form, _ in rows() if scope in scopes.split()}
        whole = json.load(open(os.path.join("formats", name + ".schema.json"), encoding="utf-8"))
        found = list(properties(whole))
        for key, schema in found:
            if key not in facts or (name, key) in FORMER:
                continue
            macro, kind, form = facts[key]
            may_be = {"array"} if macro == "LIST" else TYPES[kind]
            if form == "LONE":
                may_be = may_be | TYPES[kind]  # of a value alone
            if key in ("attacker", "defender", "fate"):
                may_be = may_be | {"object"}  # with other facts of that side, or of both
            if not types_of(schema, whole) <= may_be:
                wrong.append("%s.schema.json: %s: %s, but it is %s" % (name, key, ", ".join(types_of(schema, whole)),
                                                                     kind.lower()))
        if name == "list":
            keys = {key for key, _ in found}
            wrong += ["list.schema.json does not have the fact %s" % fact for fact in facts if fact not in keys]
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
