#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The odds of every combat of the games whose pieces have hit points or dice of their own again, from the rules as told.

    tests/oracles/hits.py xpgn-odds

counts throws one by one for every pair of pieces: a single exchange of each game, and in Chess or Die Trying an attacker
that goes on, for every number of hit points below which it may stop. An attacker that goes on is followed from the last
exchange back to the first, in whole numbers. Prints how many rows there were.
"""
import itertools
import subprocess
import sys
from collections import Counter
from fractions import Fraction

POINTS = {'pawn': 1, 'knight': 3, 'bishop': 3, 'rook': 5, 'queen': 9, 'king': 39}
PIECES = list(POINTS)
HP = {'pawn': 1, 'knight': 3, 'bishop': 3, 'rook': 5, 'queen': 9, 'king': 3}
TD = {'pawn': (120, 120), 'knight': (32, 45), 'bishop': (45, 32), 'rook': (90, 15), 'queen': (10, 60), 'king': (150, 35)}
CD = {'pawn': 1, 'rook': 3, 'knight': 5, 'bishop': 7, 'queen': 9, 'king': 11}
PW = {'pawn': 6, 'bishop': 10, 'knight': 10, 'rook': 12, 'queen': 20, 'king': 8}
RC = {'pawn': 4, 'bishop': 8, 'knight': 8, 'rook': 12, 'queen': 12, 'king': 10}
SC = {8: '5432 6543 7654 8765', 6: '4322 5432 6543 6544', 10: '6432 7642 8763 10 9 8 6'}
ROUNDS = 16
U, X = 'unharmed', 'removed'

# An outcome is (fate of the attacker, of the defender); a row of results is outcome -> [throws, sum of the points that the
# attacker has lost, sum of those of the defender].


def add(rows, a, d, full, ways, times=1):
    """Adds throws after which so much is left."""
    row = rows.setdefault((X if a == 0 else U, X if d == 0 else U), [0, 0, 0])
    row[0] += ways * times
    row[1] += ways * times * (full[0] - a)
    row[2] += ways * times * (full[1] - d)


DIFFERENCES = Counter(a - d for a in range(1, 21) for d in range(1, 13))


def die_trying(stop):
    """CD-2, CD-3: for every number of hit points of both, what is left at the end: (a, d) -> {(a', d'): throws}, of
    240 ** ROUNDS. `stop`: 0 for a single exchange."""
    after = {}
    for exchange in range(ROUNDS, 0, -1):
        rest = 240 ** (ROUNDS - exchange)
        now = {}
        for a, d in itertools.product(range(1, 12), repeat=2):
            ends = Counter()
            for by, ways in DIFFERENCES.items():
                left = (max(0, a - max(0, -by)), max(0, d - max(0, by)))
                if 0 in left or left[0] < stop or stop == 0 or exchange == ROUNDS:
                    ends[left] += ways * rest
                else:
                    for end, more in after[left].items():
                        ends[end] += ways * more
            now[a, d] = ends
        after = now
    return after


def going_on(stop):
    ends = die_trying(stop)
    for at, df in itertools.product(PIECES, repeat=2):
        full, rows = (CD[at], CD[df]), {}
        for (a, d), ways in ends[full].items():
            add(rows, a, d, full, ways)
        yield at, df, full, rows


def hit_points():
    """HP-2; HP-3: no king is attacked."""
    for at, df in itertools.product(PIECES, PIECES[:-1]):
        full, rows = (HP[at], HP[df]), {}
        add(rows, max(0, HP[at] - HP[df]), max(0, HP[df] - HP[at]), full, 1)
        yield at, df, full, rows


def to_the_death():
    """TD-2"""
    for at, df in itertools.product(PIECES, repeat=2):
        full, rows = (TD[at][0], TD[df][0]), {}
        add(rows, full[0], max(0, full[1] - TD[at][1]), full, 1)
        yield at, df, full, rows


def fought(throws, defenders):
    """Games without hit points: throws gives fates and ways."""
    for at, df in itertools.product(PIECES, defenders):
        rows = {}
        for a, d, ways in throws(at, df):
            add(rows, a, d, (1, 1), ways)
        yield at, df, None, rows


def polyhedral(at, df):
    """PW-2, PW-3"""
    for a, d in itertools.product(range(1, PW[at] + 1), range(1, PW[df] + 1)):
        yield a + 1 >= d, a + 1 <= d, 1


def reckless(at, df):
    """RC-2: the king's die has 0 to 9; RC-3: no king is attacked."""
    for a, more, d in itertools.product(range(1, RC[at] + 1), range(1, 5), range(1, RC[df] + 1)):
        yield True, a - (at == 'king') + more <= d, 1


def single(faces):
    """SC-2, SC-3"""
    line = {'queen': 0, 'rook': 1, 'bishop': 2, 'knight': 2, 'king': 2, 'pawn': 3}
    table = [row.split() if ' ' in row else list(row) for row in SC[faces].split(' ', 3)]

    def throws(at, df):
        for face in range(1, faces + 1):
            won = face >= int(table[line[at]][line[df]])
            yield won, not won, 1
    return throws


RUNS = [('chess-or-die-trying', '', stop, going_on(stop)) for stop in range(12)] + [
    ('hit-points-chess', '', 0, hit_points()),
    ('chess-to-the-death', '', 0, to_the_death()),
    ('polyhedral-chess-war', '', 0, fought(polyhedral, PIECES)),
    ('reckless-chess', '', 0, fought(reckless, PIECES[:-1]))] + [
    ('single-combat-chess', f'die={faces}' * (faces != 8), 0, fought(single(faces), PIECES)) for faces in SC]


def near(text, exact, digits=8):
    return text != '' and abs(Fraction(text) - exact) < Fraction(1, 10**digits)


def compare(row, full, stop, rows):
    """False: the row is wrong."""
    whole = sum(ways for ways, _, _ in rows.values())
    part = full or (1, 1)
    value = [Fraction(POINTS[row[side]], part[i]) for i, side in enumerate(('attacker', 'defender'))]
    good, mean, lost = True, Fraction(0), [Fraction(0), Fraction(0)]
    for name, fates in (('won', (U, X)), ('lost', (X, U)), ('both', (X, X)), ('neither', (U, U))):
        ways, *points = rows.get(fates, (0, 0, 0))
        good &= near(row[name], Fraction(ways, whole))
        if ways > 0:
            brings = (points[1] * value[1] - points[0] * value[0]) / ways
            # which the program rounds where hardly any throw of 16 exchanges ends so
            good &= near(row[f'attacker_{fates[0]}_defender_{fates[1]}_points'], brings, 5) or Fraction(ways, whole) < 1e-12
        mean += (points[1] * value[1] - points[0] * value[0]) / whole
        lost = [lost[i] + Fraction(points[i], whole) for i in range(2)]
    good &= near(row['expected'], mean) and row['exact'] == ('exact' if stop == 0 else '')
    if row['ruleset'] != 'chess-or-die-trying':
        good &= int(row['throws']) == whole
    if full is None:
        return good and row['attacker_hits'] == row['defender_hits'] == row['expected_paid'] == row['expected_dealt'] == ''
    good &= (int(row['attacker_hits']), int(row['defender_hits'])) == full
    return good and near(row['expected_paid'], lost[0]) and near(row['expected_dealt'], lost[1])


def found(program, ruleset, options, stop):
    command = [program, '--variant', ruleset, '--options', options, '--matrix', '--format', 'tsv']
    command += ['--stop-below', str(stop)] * (stop > 0)
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {(row['attacker'], row['defender']): row
            for row in (dict(zip(lines[0].split('\t'), line.split('\t'))) for line in lines[1:])}


def main():
    compared = wrong = 0
    for ruleset, options, stop, combats in RUNS:
        said = found(sys.argv[1], ruleset, options, stop)
        for at, df, full, rows in combats:
            row = said.pop((at, df), None)
            compared += 1
            if row is None or row['stop_below'] != str(stop) * (stop > 0) or not compare(row, full, stop, rows):
                wrong += 1
                print(f'{ruleset} {options} {stop} {at} {df}: found {row}, expected {rows}')
        for pair in said:
            wrong += 1
            print(f'{ruleset} {options} {stop} {pair}: a row too many')
    print(f'{compared} combats compared')
    return 1 if wrong > 0 else 0


if __name__ == '__main__':
    sys.exit(main())
