#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""refused_edits.py FILE COUNT SEED: games of a file, damaged, for what the search may refuse unplayed.

With slips of slips.py, half-moves that stood, rolls as commands or without dice, half-moves behind the end, and the
tags of other games: what the referee knows of an action that the walk reads otherwise."""
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "oracles"))
import slips

rng = random.Random(sys.argv[3])
VARIANTS = ["chess", "chess960", "chess-attack", "five-dice", "combat-chess-2", "assault-and-siege", "dice-chess-three",
            "dice-chess", "reckless-chess", "hit-points-chess", "chess-to-the-death"]
SLIPS = [slips.wrong_die, slips.exchanged_dice, slips.misread, slips.misread_figure, slips.wrong_square, slips.own_moves,
         slips.doubled, slips.left_out]
WORD = re.compile(r"(?<=[ \n])[KQRBNO@a-h][\w@=+#x-]*")


def stood(game):
    """A half-move becomes another one of the game, which stood."""
    cut = game.rindex("]\n")
    words = list(WORD.finditer(game[cut:]))
    if len(words) < 6:
        return game
    at, other = rng.choice(words[2:]), rng.choice(words)
    return game[:cut + at.start()] + other[0].rstrip("+#") + " {[%illegal stood]}" + game[cut + at.end():]


def commands(game):
    game = re.sub(r"<(\d)> (\S+)", lambda m: m[0] if rng.random() < 0.6 else f"{m[2]} {{[%turn {m[1]}]}}", game)
    return re.sub(r"<([^<>]*[:=][^<>]*)>", lambda m: m[0] if rng.random() < 0.7 else f"{{[%roll {m[1]}]}}", game)


def without_roll(game):
    rolls = list(re.finditer(r" <[^<>]*>", game))
    if not rolls:
        return game
    at = rng.choice(rolls)
    return game[:at.start()] + rng.choice(["", " <?>", " <5-1>", " <9:9>"]) + game[at.end():]


def onward(game):
    return re.sub(r"(1-0|0-1|1/2-1/2|\*)\s*$", lambda m: rng.choice(["a3 ", "Kd2 ", "Ke7 h6 "]) + m[0], game.rstrip())


def between(game):
    """With what may be between the actions."""
    head, moves = game.rsplit("]\n", 1)
    signs = ["", "", "", "{so} ", "$1 ", "7. ", "7... ", "-- ", "<3> "]
    return head + "]\n" + re.sub(r"(?<=[\w>+]) (?=[\w<])", lambda m: m[0] + (rng.choice(signs) if rng.random() < 0.2 else ""), moves)


def other_rules(game):
    return re.sub(r'\[Variant "[^"]*"\]', f'[Variant "{rng.choice(VARIANTS)}"]', game)


def main():
    games, made = [g for g in slips.games_of(sys.argv[1]) if len(g) < 4000], 0
    while games and made < int(sys.argv[2]):
        game = wrong = rng.choice(games)
        for what in rng.choice([[], [stood], [stood], [commands], [without_roll], [onward], [between], [other_rules]]):
            wrong = what(wrong)
        for slip in rng.choices(SLIPS, k=rng.choice([1, 1, 2])):
            wrong = slip(rng, wrong, slips.tokens_of(wrong)) or wrong
        made += 1
        if wrong != game:
            print(wrong.strip() + "\n")


main()
