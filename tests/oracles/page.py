#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The positions in a page of xpgn-render-html, computed from its data as its script does.

    page.py FILE [--turns]

A line for each action of the main line, or for the last one of each turn: game, action, XFEN.
tests/cli/render-html.bats compares them with those of xpgn-replay.
"""
import json
import re
import sys


def letter(piece, seats):
    kind = '-PNBRQK'[piece & 7]
    seat, points = piece >> 4 & 15, piece >> 8
    text = 'wrbg'[seat] + kind if seats == 4 else kind if seat == 0 else kind.lower()
    return text + ('*' if piece & 8 else '') + (f'({points})' if points else '')


def board(at, game):
    files, ranks, seats = game['files'], game['ranks'], len(game['seats'])
    rows = []
    for rank in reversed(range(ranks)):
        row, empty = '', 0
        for piece in at[rank * files:(rank + 1) * files]:
            if piece:
                row += (str(empty) if empty else '') + letter(piece, seats)
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ''))
    return '/'.join(rows)


def set_fates(at, start, more):
    """The square of the attacker."""
    attacker, defender = more.get('s', start)
    for square, fate in ((defender, more['q'][6][1]), (attacker, more['q'][6][0])):
        if fate == 'x':
            at[square] = 0
        elif fate == 'w':
            at[square] |= 8
    return attacker


def board_after(at, start, to, more):
    at = list(at)
    mover = start
    if 'q' in more:
        mover = set_fates(at, (start, to), more)
        if not more['q'][6].endswith('a'):
            mover = to
    if mover >= 0 and to >= 0 and mover != to:
        at[to], at[mover] = at[mover], 0
    changes = more.get('b', [])
    for square, piece in zip(changes[::2], changes[1::2]):
        at[square] = piece
    return at


class Node:
    def __init__(self, at, side, number, tail, by=-1, first=True):
        self.at, self.side, self.number, self.tail, self.by, self.first = at, side, number, tail, by, first

    def after(self, item, game):
        more = item[3] if len(item) > 3 else {}
        seats = game['seats']
        side = more.get('m', (self.side + 1) % len(seats))
        number = more.get('n', self.number + (side < self.side))
        change = more.get('x')
        if isinstance(change, str) and ' ' in change:
            tail = change
        else:
            held, _, castling, _, clock, _ = self.tail.split(' ')
            clock = int(clock) + (side != self.side) if change is None else 0
            tail = f"{change or held} {seats[side][0]} {castling} - {clock} {number}"
        first = more.get('l', self.by != self.side)
        return Node(board_after(self.at, item[1], item[2], more), side, number, tail, self.side, first)


def main_line(game):
    at = [0] * game['files'] * game['ranks']
    for square, piece in zip(game['b'][::2], game['b'][1::2]):
        at[square] = piece
    node, depth = Node(at, game['m'], game['n'], game['x']), 0
    for item in game['items']:
        depth += (item == '(') - (item == ')')
        if isinstance(item, list) and depth == 0:
            node = node.after(item, game)
            yield node.first, item[0], board(node.at, game) + node.tail


def main():
    with open(sys.argv[1], encoding='utf-8') as page:
        text = page.read()
    games = re.findall(r'<script type="application/json" class="game">(.*?)</script>', text, re.S)
    common = json.loads(re.search(r'id="common">(.*?)</script>', text, re.S).group(1))
    for number, data in enumerate(games, 1):
        game = json.loads(data)
        if 'frame' not in game:
            continue
        line = list(main_line({**common['frames'][game['frame']], **game}))
        for i, (_, action, xfen) in enumerate(line):
            if '--turns' not in sys.argv or i + 1 == len(line) or line[i + 1][0]:
                print(number, action, xfen, sep='\t')


main()
