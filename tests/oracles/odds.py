#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The odds of every combat again, from the rules as they are told, by counting throws one by one.

    tests/oracles/odds.py xpgn-odds

runs the program for every pair of pieces, healthy and wounded, with support 0 to 4 on both sides,
of every ruleset with combat, and compares each row: throws, outcomes, worth. Also that there is a
row for every combat that the rules allow, and for no other. Then teleports with every number of
leaders, and escapes with every hero. Prints how many rows there were.
"""
import itertools
import subprocess
import sys
from fractions import Fraction

LETTERS = 'PNBRQK'
CHESS = {'P': 1, 'N': 3, 'B': 3, 'R': 5, 'Q': 9}
CHESS['K'] = 8 * 1 + 2 * 3 + 2 * 3 + 2 * 5 + 9
SUPPORT = range(5)
U, W, X = 'unharmed', 'wounded', 'removed'

# attack, defense; healthy and wounded (CA)
ATTACK = {'P': (2, 1), 'N': (3, 2), 'B': (3, 2), 'R': (3, 2), 'Q': (4, 3), 'K': (4, 3),
          'P*': (1, 0), 'N*': (2, 1), 'B*': (2, 1), 'R*': (2, 1), 'Q*': (3, 2), 'K*': (3, 2)}
RATING = {'P': (1, 1), 'N': (3, 2), 'B': (3, 3), 'R': (2, 3), 'Q': (5, 5)}  # FD
BONUS = {'P': 0, 'N': 1, 'B': 2, 'Q': 3, 'K': 4}  # CC-1; castles do not fight
SIEGE = {'P': (1, 1), 'N': (1, 1), 'B': (0, 0), 'R': (1, 2), 'Q': (1, 1), 'K': (1, 1)}  # AS


SIEGE_KING = 6 * 1 + 2 * 5  # six pawns, and two of B, N, R: at most two rooks


def worth(piece, fate, siege_rules):
    """What a side loses, in points: a wound is half a piece, and so is the rest of a wounded one."""
    full = Fraction(SIEGE_KING if piece == 'K' and siege_rules else CHESS[piece[0]])
    if fate == U:
        return Fraction(0)
    return full if fate == X and not piece.endswith('*') else full / 2


def wound(piece):
    """CA-5"""
    return X if piece.endswith('*') else W


def margin(attacker, defender, support):
    """CA-3, CA-4: every throw of two dice."""
    for a, d in itertools.product(range(1, 7), repeat=2):
        m = (ATTACK[attacker][0] + support[0] + a) - (ATTACK[defender][1] + support[1] + d)
        if m > 2:
            yield (U, X), 1
        elif m > 0:
            yield (wound(attacker), X), 1
        elif m == 0:
            yield (wound(attacker), wound(defender)), 1
        elif m >= -2:
            yield (X, wound(defender)), 1
        else:
            yield (X, U), 1


def highest(dice):
    """How many throws of a number of dice have which highest number, one die after the other."""
    ways = {0: 1}
    for _ in range(dice):
        after = {}
        for best, count in ways.items():
            for face in range(1, 7):
                after[max(best, face)] = after.get(max(best, face), 0) + count
        ways = after
    return ways


def pools(attacker, defender, support, kind):
    """FD-2 to FD-8."""
    if 'K' in (attacker, defender):
        for face in range(1, 7):
            yield (U, U if face == 1 else X), 1
        return
    a_dice, d_dice = RATING[attacker][0], RATING[defender][1]
    if kind == 'shot':
        a_dice //= 2
    if kind in ('attack', 'en-passant'):
        a_dice, d_dice = a_dice + support[0], d_dice + support[1]
    defense = {d_dice: 1} if kind == 'run' else highest(d_dice)
    for (a, n), (d, k) in itertools.product(highest(a_dice).items(), defense.items()):
        loses = X if kind == 'run' or (kind == 'attack' and a < d) else U
        yield (loses, X if a > d else U), n * k


def duel(attacker, defender):
    """CC-6: what is rolled again is left out, which is the sum over all further throws."""
    for a, d in itertools.product(range(1, 7), repeat=2):
        if BONUS[attacker] + a != BONUS[defender] + d:
            yield (U, X) if BONUS[attacker] + a > BONUS[defender] + d else (X, U), 1


def again(attacker, defender):
    """Throws that are rolled again."""
    return sum(BONUS[attacker] + a == BONUS[defender] + d
               for a, d in itertools.product(range(1, 7), repeat=2))


def total(throws):
    """Outcomes and the number of their throws."""
    sums = {}
    for outcome, ways in throws:
        sums[outcome] = sums.get(outcome, 0) + ways
    return sums


def chess_attack(kind):
    """All combats: (attacker, defender, support, support) -> outcomes, throws rolled again."""
    pawns = [p for p in ATTACK if p[0] == 'P']
    for a, d in itertools.product(pawns if kind == 'en-passant' else ATTACK, repeat=2):
        for s in itertools.product(SUPPORT, repeat=2):
            yield (a, d, *s), total(margin(a, d, s)), 0


def five_dice(kind, supported):
    """The same; kings neither shoot nor run, and have no support."""
    for a, d in itertools.product('P' if kind == 'en-passant' else LETTERS, repeat=2):
        if kind == 'shot' and (a == 'K' or RATING[a][0] < 2):
            continue
        if kind == 'run' and 'K' in (a, d):
            continue
        for s in itertools.product(SUPPORT, repeat=2):
            if s != (0, 0) and (not supported or 'K' in (a, d) or kind in ('shot', 'run')):
                continue
            yield (a, d, *s), total(pools(a, d, s, kind)), 0


def combat_chess():
    for a, d in itertools.product(BONUS, repeat=2):
        yield (a, d, 0, 0), total(duel(a, d)), again(a, d)


def siege():
    """AS-4: no dice; the sum exceeds the defense, or there is no capture."""
    for a, d in itertools.product(SIEGE, repeat=2):
        for s in SUPPORT:
            if SIEGE[a][0] >= 1 and SIEGE[a][0] + s > SIEGE[d][1]:
                yield (a, d, s, 0), {(U, X): 1}, 0


RUNS = [
    ('chess-attack', '', 'attack', chess_attack('attack')),
    ('chess-attack', 'rescue', 'en-passant', chess_attack('en-passant')),
    ('five-dice', '', 'attack', five_dice('attack', False)),
    ('five-dice', 'support', 'attack', five_dice('attack', True)),
    ('five-dice', 'support', 'en-passant', five_dice('en-passant', True)),
    ('five-dice', 'shooting support', 'shot', five_dice('shot', True)),
    ('five-dice', 'suicide-run support', 'run', five_dice('run', True)),
    ('combat-chess-2', '', 'attack', combat_chess()),
    ('assault-and-siege', '', 'attack', siege()),
]


def rows(program, ruleset, options, kind):
    """What the program says."""
    command = [program, '--variant', ruleset, '--options', options, '--kind', kind, '--matrix',
               '--support', '0-4:0-4', '--format', 'tsv']
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    head = lines[0].split('\t')
    found = [dict(zip(head, line.split('\t'))) for line in lines[1:]]
    for row in found:
        for side in 'attacker', 'defender':
            row[side] = letter(row[side])
    return found


def letter(name):
    """P* of a wounded pawn."""
    piece = 'N' if name.endswith(('knight', 'dragon')) else name.split()[-1][0].upper()
    return piece + '*' * name.startswith('wounded ')


def near(text, exact):
    return abs(Fraction(text) - exact) < Fraction(1, 10**8)


def compare(row, outcomes, rolled_again):
    """False: the row is wrong."""
    whole = sum(outcomes.values())
    mean, brings = Fraction(0), {}
    good = int(row['throws']) == whole and int(row['again']) == rolled_again
    good &= row['exact'] == 'exact'
    for a, d in itertools.product((U, W, X), repeat=2):
        ways = outcomes.get((a, d), 0)
        good &= int(row[f'attacker_{a}_defender_{d}']) == ways
        rules = row['ruleset'] == 'assault-and-siege'
        points = worth(row['defender'], d, rules) - worth(row['attacker'], a, rules)
        mean += Fraction(ways, whole) * points
        brings[f'attacker_{a}_defender_{d}'] = points
    for name, fates in (('won', (False, True)), ('lost', (True, False)), ('both', (True, True)),
                        ('neither', (False, False))):
        ways = sum(n for (a, d), n in outcomes.items() if (a == X, d == X) == fates)
        good &= near(row[name], Fraction(ways, whole))
    for name, points in brings.items():
        good &= near(row[name + '_points'], points) and near(row[name + '_luck'], points - mean)
    return good and near(row['expected'], mean)


def attempts(exact):
    """CC-9, CC-10: positions, the action, what is added to the die, the faces that succeed."""
    for bishops, queens in itertools.product(range(3), range(2)):
        place = 'B' * bishops + 'Q' * queens
        leaders = 1 + len(place)
        yield (f'r3k2r/8/8/8/8/{place or "1"}{8 - len(place or "1")}/8/R3K2R w - - 0 20', 'K@-', leaders,
               [d for d in range(1, 7) if (d + leaders == 6 if exact else d + leaders >= 6)])
    for hero, bonus in BONUS.items():
        king = 'R6R' if hero == 'K' else 'R3K2R'
        action = ('' if hero == 'P' else hero) + 'b7@a8'
        yield (f'r3k2r/1{hero}6/8/8/8/8/8/{king}[a8:BP] w - - 0 20', action, bonus,
               [d for d in range(1, 7) if d + bonus >= 6])


def compare_attempts(program):
    """How many there were, and how many are wrong."""
    compared = wrong = 0
    for options in '', 'exact-teleport':
        for position, action, added, faces in attempts(options != ''):
            command = [program, '--variant', 'combat-chess-2', '--options', options, '--xfen', position,
                       '--format', 'tsv']
            lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            found = [dict(zip(lines[0].split('\t'), line.split('\t'))) for line in lines[1:]]
            row = [r for r in found if r['action'] == action]
            compared += 1
            if len(row) != 1 or [row[0][k] for k in ('added', 'needed', 'die_faces', 'succeeding', 'throws')] != [
                    str(added), '6', '6', str(len(faces)), ''] or not near(row[0]['success'], Fraction(len(faces), 6)):
                wrong += 1
                print(f'{position} {action}: found {row}, expected {added}, {faces}')
    return compared, wrong


def main():
    compared = wrong = 0
    for ruleset, options, kind, combats in RUNS:
        expected = {key: (outcomes, more) for key, outcomes, more in combats}
        for row in rows(sys.argv[1], ruleset, options, kind):
            key = (row['attacker'], row['defender'], int(row['attacker_support']),
                   int(row['defender_support']))
            outcomes, more = expected.pop(key, ({}, 0))
            compared += 1
            if not outcomes or not compare(row, outcomes, more):
                wrong += 1
                print(f'{ruleset} {options} {kind} {key}: found {row}, expected {outcomes}')
        for key in expected:
            wrong += 1
            print(f'{ruleset} {options} {kind} {key}: no row')
    tried, failed = compare_attempts(sys.argv[1])
    wrong += failed
    print(f'{compared} combats and {tried} attempts compared')
    return 1 if wrong > 0 or compared < 3000 else 0


if __name__ == '__main__':
    sys.exit(main())
