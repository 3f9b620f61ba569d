# SPDX-License-Identifier: MIT
# Rows of a partial result of xpgn-stats that no games are needed for: counts on both sides of the bounds at which
# a report says more, or tests in another way.
#   awk -v what=fair -v dice=30 -v faces=6 -v players=2 -f tests/tools/below.awk -f tests/tools/made-counts.awk
#   awk -v what=luck -v combats=3 -f tests/tools/below.awk -f tests/tools/made-counts.awk
#   awk -v what=wide -v combats=1 -f tests/tools/below.awk -f tests/tools/made-counts.awk
#   awk -v what=plain -v many=20 -v group=NAME -f tests/tools/below.awk -f tests/tools/made-counts.awk

function row(kind, a, b, c, d, count) {
    if (count > 0)
        print group "\t" ruleset "\t" kind "\t" a "\t" b "\t" c "\t" d "\t" count
}

# ---- fairness ----

# This number of dice, nearly even.
function stream(name, n,    face, count, left) {
    left = n
    for (face = 1; face < faces && left > 0; face++) {
        count = int(n / faces) + below(int(n / faces / 3) + 2)
        count = count < left ? count : left
        row("face", name, face, faces, 0, count)
        left -= count
    }
    row("face", name, faces, faces, 0, left)
}

function ordered(name, n,    face, age) {
    for (face = 1; face <= faces; face++)
        for (age = 0; age < 12; age++)
            row("gap", name, face, age, faces, int(n / (age % 2 ? faces * 6 : 6)) + below(3))
    row("runs", name, faces, 0, 0, n)
    row("runs", name, faces, 1, 0, n * 9700)
    row("runs", name, faces, 2, 0, n * 1000)
}

function fair(    i, left, count, own) {
    row("fair", 0, 0, 0, 0, 7)
    stream("all", dice)
    ordered("all", dice)
    ordered("role defense", int(dice / 3))
    for (left = int(dice / 2); left > 0; left -= count) {
        count = left < 2 ? left : 2
        row("pair", left % 2 ? "role turn" : "role attack", 1 + left % faces, 1 + below(faces), faces, count)
    }
    stream("role attack", dice)
    ordered("role attack", int(dice / 2))
    for (i = 1; i <= players; i++) {
        own = int(dice / players) + (i == 1 ? dice % players : 0)
        stream("player P" i, own)
        stream("both attack P" i, int(own / 2))
        ordered("player P" i, dice - i)
    }
}

# ---- luck ----

function luck(    i, k, n, dist, outcomes, seat, against, came) {
    n = split("36:-2=10,0=5,1=11,2=10 34:-2=33,78=1 2:-6=1,6=1 1:4=1 9:-4=1,-3=1,-2=1,-1=1,0=1,1=1,2=1,3=1,4=1", dist, " ")
    row("measured", 0, 0, 0, 0, combats)
    for (i = 1; i <= n; i++)
        for (seat = 0; seat < 4; seat++)
            for (against = 0; against < 4; against++) {
                outcomes = split(dist[i], came, "=") - 1
                if (seat == against || (i + seat + against) % 4 == 0)
                    continue
                if (seat < 2 && against < 2)
                    row("luck", dist[i], seat * 4 + against, below(outcomes), 0, combats + i)
                if (combats < 50)
                    row("luck", dist[i], 16 + seat * 4 + against, below(outcomes), 0, combats)
                if (i % 2 == seat % 2)
                    row("luck_of", dist[i] " P" seat, against % 2, below(outcomes), 0, combats * 2)
            }
    for (i = 0; i < 8; i++)
        for (k = 1; k <= 32; k += 1 + i % 3 * 3)
            if (i < 2 || i > 3) {
                row("seat_die", i, k, i % 3 ? 33 : 32, k % 5, below(4))
                row("player_die", i < 4 ? "P" i : "only dice", k, 32, i % 5, below(4))
            }
    row("seat_die", 1, 33, 33, 0, 9)
    for (i = 1; i <= 14; i++)
        print "file:" i % 4 "\t" ruleset "\tleast\tA - B\t" i % 3 ". x\tattacker removed, defender unharmed\t" \
            int((i + 1) / 2) "\t" 1000 + i % 2
}

# Sums of the largest number of values that are all told apart, or of one more.
function wide() {
    row("measured", 0, 0, 0, 0, combats)
    row("luck", "2:0=1," 65535 * combats "=1", 1, 0, 0, combats - 1)
    row("luck", "2:0=1," 65535 * combats "=1", 1, 1, 0, 1)
    row("luck", "2:0=1," 65536 * combats "=1", 20, 1, 0, combats)
}

# ---- what is counted of all games ----

function plain(    i, k, n, word) {
    row("left_out", 0, 0, 0, 0, many % 3)
    n = split("1-0 0-1 1/2-1/2 * 0-0", word, " ")
    for (i = 1; i <= n; i++)
        row("result", word[i], 0, 0, 0, (many * i) % 7)
    for (i = 0; i < 4; i++)
        row("result", i == 0 ? "1-0-0-0" : i == 1 ? "1/3-1/3-0-1/3" : i == 2 ? "0-0-1/2-1/2" : "0-1-0-0", 0, 0, 0, i * many % 5)
    for (i = 0; i < many; i++)
        row("turns", int(i * i * many / 3), 0, 0, 0, 1 + below(many))
    for (i = 1; i <= many; i++) {
        row("ending", "ending " i, 0, 0, 0, 1 + below(3))
        row("first", i % 3 == 0 ? "e" i : "a" i, 0, 0, 0, 1 + i % 4)
    }
    for (k = 0; k < 5; k++)
        for (i = 1; i <= 6; i++)
            row("die", k, i, 6, 0, k == 0 ? (i < 6 ? 5 : 4) : k == 1 ? 5 : k == 2 ? (i > 1) * many : i == k)
    for (i = 1; i <= 6; i++)
        for (k = 1; k <= 6; k++) {
            n = (i * 7 + k * 3 + many) % 11
            row("combat", i, k, n % 4 < 3 ? n : n - 1, n % 2, n)
            row("combat", i, k, 2, 0, many * (i == k))
            row("expected", i, k, 0, 0, n * 300000000)
            row("expected", i, k, 1, 0, n * 600000001)
        }
    for (i = 0; i < 7; i++)
        for (k = 0; k < 4; k++)
            row("support", i % 2, i * i, k, 0, (i + k) * many % 9)
    row("stood", 0, 0, 0, 0, many % 4)
    row("named", "marshal", 6, 0, 0, many)
    row("named", many % 2 ? "keep" : "castle", 4, 0, 0, 1)
}

BEGIN {
    OFMT = CONVFMT = "%.0f"
    ruleset = what == "plain" && many % 2 ? "five-dice" : "chess-attack"
    seed = dice + faces + combats + many
    if (what == "fair")
        fair()
    else if (what == "luck")
        luck()
    else if (what == "wide")
        wide()
    else
        plain()
}
