# SPDX-License-Identifier: MIT
"""simulate.py REPORT INDEX RECORDS REPLAY: what a report of xpgn-simulate (JSON) says of a ruleset,
counted again, slowly, from the records and from what xpgn-replay --actions --start --format=json
says of them. For two seats; what luck has to do with it only for chess-attack.
"""
import json
import re
import sys
from math import sqrt

NAMES = dict(zip("pnbrqk", "pawn knight bishop rook queen king".split()))
POINTS = {
    "assault-and-siege": {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9},
    "chess": {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9},
    "chess-attack": {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9},
    "combat-chess-2": {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9},
    "five-dice": {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9},
}


def pieces(xfen):
    """[seat, type, wounded] of each piece."""
    found = []
    for char in xfen.split()[0].split("[")[0]:
        if char.isalpha():
            found.append([int(char.islower()), char.lower(), False])
        elif char == "*":
            found[-1][2] = True
    return found


def counts(xfen):
    all_of = {}
    for seat, kind, _ in pieces(xfen):
        all_of[seat, kind] = all_of.get((seat, kind), 0) + 1
    return all_of


def leader(xfen, points):
    sums = [0, 0]
    for seat, kind, wounded in pieces(xfen):
        sums[seat] += 0 if kind == "k" else points[kind] * (1 if wounded else 2)
    return None if sums[0] == sums[1] else int(sums[1] > sums[0])


def fates(margin, attacker_wounded, defender_wounded):
    """CA-4, CA-5: (attacker's, defender's), 0 unharmed, 1 wounded, 2 removed."""
    a, d = (0, 2) if margin > 2 else (1, 2) if margin > 0 else (1, 1) if margin == 0 else \
        (2, 1) if margin > -3 else (2, 0)
    return 2 if a == 1 and attacker_wounded else a, 2 if d == 1 and defender_wounded else d


def luck_of(combat, points):
    """What the dice gave the attacker, minus the mean of all throws, in half points."""
    sides = combat["attacker"], combat["defender"]
    wounded = [s["wounded"] for s in sides]
    whole = [2 * points.get(s["piece"].lower(), 39) for s in sides]
    base = [s["value"] + s["support"] for s in sides]

    def worth(a, d):
        both = fates(base[0] + a - base[1] - d, *wounded)
        loss = [0 if f == 0 else w / 2 if f == 1 or hurt else w
                for f, w, hurt in zip(both, whole, wounded)]
        return loss[1] - loss[0]

    mean = sum(worth(a, d) for a in range(1, 7) for d in range(1, 7)) / 36
    return worth(sides[0]["faces"][0], sides[1]["faces"][0]) - mean


def read_games(records, replay, variant):
    results = re.findall(r'^\[Result "(.*)"\]$', open(records, encoding="utf-8").read(), re.M)
    games = [{"result": r, "plies": 0, "positions": [], "ends": {}, "luck": 0} for r in results]
    for line in open(replay, encoding="utf-8"):
        entry = json.loads(line)
        game = games[entry["game"] - 1]
        game["positions"].append(entry["xfen"])
        if entry["ply"] == 0:
            game["first"] = int(entry["xfen"].split()[1] == "b")
            continue
        game["plies"] = entry["ply"]
        game["ends"][entry["ply"]] = entry["xfen"]
        if variant == "chess-attack" and entry["combat"] is not None:
            gain = luck_of(entry["combat"], POINTS[variant])
            game["luck"] += gain if "wb".index(entry["turn"][-1]) == game["first"] else -gain
    return games


def lead_changes(game, points):
    leads = [leader(x, points) for _, x in sorted(game["ends"].items())]
    leads = [x for x in leads if x is not None]
    return sum(a != b for a, b in zip(leads, leads[1:]))


def survival(games):
    stood, stands = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    for game in games:
        before = {}
        for xfen in game["positions"]:
            now = counts(xfen)
            for key, number in now.items():
                stood[key[1]] += max(0, number - before.get(key, 0))
            before = now
        for key, number in before.items():
            stands[key[1]] += number
    return {"survival_" + name: stands[t] / stood[t] for t, name in NAMES.items()}


def luck_measures(games, scores):
    luck, n = [g["luck"] for g in games], len(games)
    ml, ms = sum(luck) / n, sum(scores) / n
    ls = sum((x - ml) * (y - ms) for x, y in zip(luck, scores))
    ll, ss = sum((x - ml) ** 2 for x in luck), sum((y - ms) ** 2 for y in scores)
    lucky = [(x > 0) == (y == 1) for x, y in zip(luck, scores) if y != 0.5 and abs(x) > 1e-6]
    explained = ls * ls / (ll * ss)
    return {"luck_explains": explained, "luckier_wins": sum(lucky) / len(lucky),
            "adjusted_advantage": ms - 0.5 - ls / ll * ml, "games_worth": 1 / (1 - explained)}


def recount(games, variant):
    ended = [g for g in games if g["result"] != "*"]
    drawn = [g for g in ended if g["result"] == "1/2-1/2"]
    score = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}
    scores = [score[g["result"]][g["first"]] for g in ended]
    right = {
        "first_move_advantage": sum(scores) / len(ended) - 0.5,
        "decisive": (len(ended) - len(drawn)) / len(games),
        "drawn": len(drawn) / len(games),
        "timeouts": (len(games) - len(ended)) / len(games),
        "length": sum(g["plies"] for g in ended) / len(ended),
        "lead_changes": sum(lead_changes(g, POINTS[variant]) for g in ended) / len(ended),
    }
    right.update(survival(ended))
    if variant == "chess-attack":
        right.update(luck_measures(ended, scores))
    return right


def agresti_coull(share, n):
    """With z^2 games more, half of them such."""
    z2 = 1.959963984540054 ** 2
    middle = (share * n + z2 / 2) / (n + z2)
    half = sqrt(z2 * middle * (1 - middle) / (n + z2))
    return max(0, middle - half), min(1, middle + half)


def main():
    report = json.load(open(sys.argv[1], encoding="utf-8"))
    ruleset = report["rulesets"][int(sys.argv[2])]
    games = read_games(sys.argv[3], sys.argv[4], ruleset["variant"])
    assert len(games) == report["games"], "%d games" % len(games)
    checked = []
    for key, right in recount(games, ruleset["variant"]).items():
        said = ruleset["measures"][key]
        checked.append((key, said["value"], right))
        if key in ("decisive", "drawn", "timeouts"):
            low, high = agresti_coull(right, len(games))
            checked += [(key + " low", said["low"], low), (key + " high", said["high"], high)]
    # luck is counted in 1/64 of a half point
    near = {"luck_explains": 2e-4, "adjusted_advantage": 2e-4, "games_worth": 2e-3}
    wrong = [c for c in checked if abs(c[1] - c[2]) > near.get(c[0], 1e-6)]
    for key, said, right in wrong:
        print("%s: %s, expected %s" % (key, said, right))
    sys.exit(1 if wrong or len(checked) < 18 else 0)


main()
