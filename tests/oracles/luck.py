#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The luck of each side again, by adding one combat after the other to the distribution.

    tests/oracles/luck.py xpgn-odds xpgn-stats FILE...

takes what every combat could have brought, and what came, from xpgn-odds --format=json, and
compares sums, expectations and ranks with xpgn-stats --luck --format=json, file by file. Luck is
zero-sum: what one side has, the other lacks. Prints how many sides were compared. Ranks are exact
for a few combats, in floating point for more, and left out for very many.
"""
import json
import subprocess
import sys
from fractions import Fraction


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


EXACT, MOST = 20, 250


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
    # by hit points a part of a piece is lost, and no rank is given
    return {ruleset: list_of for ruleset, list_of in found.items() if ruleset not in parts}


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


def rank(came, expected, sums, white):
    """Of one side: half points that came, expectation, shares of better and equal sums."""
    sign = 1 if white else -1
    if sums is None:
        return sign * came, sign * expected, None, None
    better = sum(p for total, p in sums.items() if sign * total > sign * came)
    return sign * came, sign * expected, better, sums[came]


def near(found, exact):
    return exact is None or abs(found - exact) < 2e-6


def compare(side, count, ranked):
    came, expected, better, equal = ranked
    return (side['combats'] == count and near(side['gave'], Fraction(came, 2))
            and near(side['expected'], expected / 2) and near(side['luck'], (came - expected) / 2)
            and near(side['luckier'], better) and near(side['as_lucky'], equal))


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
            white = distribution(fought[ruleset])
            for side in sides:
                compared += 1
                ranked = rank(*white, side['side'] == 'white')
                if abs(zero) > 4e-6 or not compare(side, len(fought[ruleset]), ranked):
                    wrong += 1
                    print(f'{file} {ruleset}: found {side}, expected {ranked}')
    print(f'{compared} sides compared')
    return 1 if wrong > 0 or compared == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
