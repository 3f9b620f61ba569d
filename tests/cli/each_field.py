# SPDX-License-Identifier: MIT
"""Changes each field of each roll of the games in these files, one at a time: a figure becomes the next, a
sign of a fate is put or struck, a die is put, the whole roll is struck. A line for each kind of field of a
game: how many were changed, after how many the game is as legal as before, after how many the first
finding is at that roll or its action with a code of the game's rules or of rolls, after how many a fix of it
is the roll as it was, and how many games xpgn-fix and xpgn-fix --likely put back."""
import json
import re
import subprocess
import sys
from collections import defaultdict

ROLL = re.compile(r'<[^>]*>')
CODES = r'[A-Z]{2}-\d|R-0\d'
NEAR = 12  # bytes: its action, another of the same turn


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def changed(roll):
    for figure in re.finditer(r'\d+', roll):
        kind = {'=': 'total', '-': 'lost'}.get(roll[figure.start() - 1], 'die')
        yield kind, roll[:figure.start()] + str(int(figure.group()) + 1) + roll[figure.end():]
    yield 'fate', roll.replace('x', '', 1) if 'x' in roll else roll[:-1] + 'x>'
    yield 'more', re.sub(r'\d+', r'\g<0>,1', roll, count=1)
    yield 'none', ''


def moves(games):
    """The movetext of each game, without the marks of corrections."""
    parts = [re.sub(r'(?m)^\[(?!%).*\n', '', game) for game in re.split(r'(?m)^(?=\[Event )', games) if game.strip()]
    return [' '.join(re.sub(r' \{\[%was [^}]*\}', '', part).split()) for part in parts]


def try_file(path):
    head, body = open(path).read().split('\n\n', 1)
    tried = [(kind, roll, new) for roll in ROLL.finditer(body) for kind, new in changed(roll.group())]
    open('changed.xpgn', 'w').write('\n'.join(
        head + '\n\n' + body[:roll.start()] + new + body[roll.end():] for _, roll, new in tried))
    found = defaultdict(list)
    for line in run('xpgn-validate', '--format=json', 'changed.xpgn').splitlines():
        finding = json.loads(line)
        found[finding['game']].append(finding)
    right = moves(head + '\n\n' + body)[0]
    fixed = [moves(run('xpgn-fix', *option, 'changed.xpgn')) for option in ([], ['--likely'])]
    rows = defaultdict(lambda: [0] * 6)
    for i, (kind, roll, new) in enumerate(tried):
        row, list_ = rows[kind], found[i + 1]
        row[0] += 1
        row[1] += not list_
        if list_:
            at = list_[0]['offset'] - len(head) - 2 - roll.start()
            row[2] += -NEAR <= at <= len(new) + NEAR and bool(re.fullmatch(CODES, list_[0]['code']))
            texts = [fix['text'] for finding in list_ for fix in finding['fixes']]
            row[3] += any(text and (roll.group() in text or roll.group()[1:-1] == text) for text in texts)
        for k in range(2):
            row[4 + k] += bool(list_) and fixed[k][i] == right
    for kind, row in rows.items():
        print(path.removesuffix('.xpgn'), kind, *row)


for name in sys.argv[1:]:
    try_file(name)
