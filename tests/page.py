#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The positions in a page of xpgn-render-html, computed from its data as its script does.

    page.py FILE

A line for each action: game, action, and the board as the first field of an XFEN has it, with a dot
for each empty square. tests/cli/render-html.bats compares them with those of xpgn-replay.
"""
import json
import re
import sys


def letter(piece, seats):
    kind = '-PNBRQK'[piece & 7]
    seat = piece >> 4
    text = 'wrbg'[seat] + kind if seats == 4 else kind if seat == 0 else kind.lower()
    return text + ('*' if piece & 8 else '')


def board(at, game):
    files, ranks, seats = game['files'], game['ranks'], len(game['seats'])
    rows = []
    for rank in reversed(range(ranks)):
        row = at[rank * files:(rank + 1) * files]
        rows.append(''.join(letter(p, seats) if p else '.' for p in row))
    return '/'.join(rows)


def change(at, changes):
    at = list(at)
    for square, piece in zip(changes[::2], changes[1::2]):
        at[square] = piece
    return at


def main():
    with open(sys.argv[1], encoding='utf-8') as page:
        text = page.read()
    games = re.findall(r'<script type="application/json" class="game">(.*?)</script>', text, re.S)
    for number, data in enumerate(games, 1):
        game = json.loads(data)
        if 'files' not in game:
            continue
        nodes = [change([0] * game['files'] * game['ranks'], game['b'])]
        for item in game['items']:
            if isinstance(item, dict) and 'a' in item:
                nodes.append(change(nodes[item.get('u', -1)], item['b']))
                print(number, item['a'], board(nodes[-1], game), sep='\t')


main()
