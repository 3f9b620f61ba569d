#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The luck of each side again, by adding one combat after the other to the distribution.

    tests/oracles/luck.py xpgn-odds xpgn-stats FILE...

takes what every combat could have brought, and what came, from xpgn-odds --format=json, and
compares sums, expectations and ranks with xpgn-stats --luck --format=json, file by file. Luck is
zero-sum: what one side has, the other lacks. Prints how many sides were compared. Ranks are exact
for a few combats, in floating point for more, and left out for very many.

Of Chess or Die Trying every exchange is a combat, as CD-2 has it, with the hit points that are left;
these are taken from xpgn-replay, beside xpgn-odds. Ranks of many exchanges are those of 20,000
replays, and differ by up to two in a hundred.
"""
import json
import random
import subprocess
import sys
from fractions import Fraction


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


EXACT, MOST, FEW = 20, 250, 6


CD_POINTS = {'pawn': 1, 'knight': 3, 'bishop': 3, 'rook': 5, 'queen': 9, 'king': 39}
CD_HITS = {'pawn': 1, 'rook': 3, 'knight': 5, 'bishop': 7, 'queen': 9, 'king': 11}


def cost(piece, hits, margin):
    """What it costs to lose that many hit points, in half points."""
    return Fraction(2 * CD_POINTS[piece] * min(hits, max(0, margin)), CD_HITS[piece])


def exchanges(odds, file):
    """The exchanges of Chess or Die Trying: [(White attacks, worth -> chance, what came)]."""
    columns = 'ruleset,seat,attacker,defender,attacker_hits,defender_hits,roll'
    found = []
    for line in run(odds.replace('xpgn-odds', 'xpgn-replay'), '--rows=actions', '--format=tsv', '--no-header',
                    '--columns=' + columns, file).splitlines():
        ruleset, seat, at, df, *left, roll = line.split('\t')
        if ruleset != 'chess-or-die-trying' or not roll:
            continue
        a, d = map(int, left)
        for exchange in roll.split(' '):
            margin, chances = [int(x.split('=')[0]) for x in exchange.split(':')], {}
            for thrown in range(240):
                by = thrown // 12 - thrown % 12
                worth = cost(df, d, by) - cost(at, a, -by)
                chances[worth] = chances.get(worth, 0) + Fraction(1, 240)
            by = margin[0] - margin[1]
            found.append((seat == 'white', chances, cost(df, d, by) - cost(at, a, -by)))
            a, d = a - max(0, -by), d - max(0, by)
    return found


def replayed(list_of_combats, came):
    """The shares of replays that are better for White, and equal."""
    throws = [(1 if attacks else -1, list(chances), [float(p) for p in chances.values()]) for attacks, chances, _ in
              list_of_combats]
    dice, sums = random.Random(1), [0] * 20000
    for sign, worths, weights in throws:
        worths = [sign * 1155 * worth for worth in worths]  # whole numbers
        for i, worth in enumerate(dice.choices([int(w) for w in worths], weights, k=len(sums))):
            sums[i] += worth
    return sum(x > came * 1155 for x in sums) / len(sums), sum(x == came * 1155 for x in sums) / len(sums)


def combats(odds, file):
    """By ruleset: [(White attacks, worth -> chance, what came)] of the games without errors."""
    found, parts = {}, set()
    for line in run(odds, '--format=json', file).splitlines():
        combat = json.loads(line)
        if 'defender' not in combat or combat['attacker']['dice'] + combat['defender']['dice'] == 0:
            continue  # an attempt, or nothing is thrown
        chances, came = {}, None
        for o in combat['outcomes']:
            worth = int(o['worth'] * 2)
            if abs(o['worth'] * 2 - worth) > 1e-6:
                parts.add(combat['ruleset'])
            chances[worth] = chances.get(worth, 0) + Fraction(o['ways'], combat['throws'])
            if o['fate'] == combat['fate']:
                came = worth
        white = combat['turn'].endswith('w')
        found.setdefault(combat['ruleset'], []).append((white, chances, came))
    found = {ruleset: list_of for ruleset, list_of in found.items() if ruleset not in parts}
    if 'chess-or-die-trying' in parts:
        found['chess-or-die-trying'] = exchanges(odds, file)
    return found


def distribution(list_of_combats):
    """Of White: half points that came, expectation, and the chance of each sum."""
    number = Fraction if len(list_of_combats) <= EXACT else float
    sums, came, expected = {0: number(1)}, 0, Fraction(0)
    for attacks, chances, fell in list_of_combats:
        sign = 1 if attacks else -1
        came += sign * fell
        expected += sign * sum(w * p for w, p in chances.items())
        after = {}
        if len(list_of_combats) > MOST:
            continue
        steps = [(sign * worth, number(p)) for worth, p in chances.items()]
        for total, chance in sums.items():
            for step, p in steps:
                after[total + step] = after.get(total + step, 0) + chance * p
        sums = after
    return came, expected, sums if len(list_of_combats) <= MOST else None


def by_replays(list_of_combats):
    """The same, with the shares of better and equal sums in place of the sums."""
    came = sum(fell if attacks else -fell for attacks, _, fell in list_of_combats)
    expected = sum((1 if attacks else -1) * sum(w * p for w, p in chances.items()) for attacks, chances, _ in
                   list_of_combats)
    return came, expected, replayed(list_of_combats, came)


def rank(came, expected, sums, white):
    """Of one side: half points that came, expectation, shares of better and equal sums."""
    sign = 1 if white else -1
    if sums is None:
        return sign * came, sign * expected, None, None
    if isinstance(sums, tuple):
        return sign * came, sign * expected, sums[0] if white else 1 - sums[0] - sums[1], sums[1]
    better = sum(p for total, p in sums.items() if sign * total > sign * came)
    return sign * came, sign * expected, better, sums[came]


def near(found, exact, by=2e-6):
    return exact is None or abs(found - exact) < by


def compare(side, count, ranked, by):
    came, expected, better, equal = ranked
    return (side['combats'] == count and near(side['gave'], Fraction(came, 2))
            and near(side['expected'], expected / 2) and near(side['luck'], (came - expected) / 2)
            and near(side['luckier'], better, by) and near(side['as_lucky'], equal, by))


def main():
    odds, stats, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    compared = wrong = 0
    for file in files:
        tally = json.loads(run(stats, '--luck', '--format=json', file))
        if tally['left_out'] > 0:
            continue
        fought = combats(odds, file)
        for ruleset, counts in tally['rulesets'].items():
            sides = counts['luck']['sides']
            if ruleset not in fought:
                wrong += any(side['combats'] > 0 for side in sides)
                continue
            zero = sum(side['luck'] for side in sides)
            zero += sum(side['luckier'] + side['as_lucky'] / 2 for side in sides) - 1
            replays = ruleset == 'chess-or-die-trying' and len(fought[ruleset]) > FEW
            white = by_replays(fought[ruleset]) if replays else distribution(fought[ruleset])
            for side in sides:
                compared += 1
                ranked = rank(*white, side['side'] == 'white')
                if abs(zero) > (.002 if replays else 4e-6) or not compare(side, len(fought[ruleset]), ranked,
                                                     .02 if replays else 2e-6):
                    wrong += 1
                    print(f'{file} {ruleset}: found {side}, expected {ranked}')
    print(f'{compared} sides compared')
    return 1 if wrong > 0 or compared == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
