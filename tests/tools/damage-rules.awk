# SPDX-License-Identifier: MIT
# Damages rulesets: each is written again and again, as r1.yaml, r2.yaml and so on, with one slip in it:
# a line is missing, a number is one more, one less or far too large, a word is the one before it.
#   awk -f damage-rules.awk FILE.yaml...

# This text in place of line n.
function put(n, text, i, out) {
    out = "r" ++files ".yaml"
    for (i = 1; i <= lines; i++)
        if (i == n)
            printf "%s", text >out
        else if (line[i] ~ /^ruleset:/)
            print "ruleset: r" files >out
        else
            print line[i] >out
    close(out)
}

function damage_line(n, rest, before, after, word, last) {
    put(n, "")
    for (rest = line[n]; match(rest, /[a-z0-9-]+/); rest = after) {
        before = before substr(rest, 1, RSTART - 1)
        word = substr(rest, RSTART, RLENGTH)
        after = substr(rest, RSTART + RLENGTH)
        if (word ~ /^[0-9]+$/) {
            put(n, before (word + 1) after "\n")
            put(n, before (word - 1) after "\n")
            put(n, before word * 50 after "\n")
        } else if (after !~ /^:/ || files % 3 == 0) {
            put(n, before last after "\n")
        }
        before = before word
        last = word
    }
}

# Of comments, titles, the rules' words and what they are cited for a few are as good as all.
function damage(i) {
    for (i = 1; i <= lines; i++)
        if (line[i] !~ /^(#|ruleset:|title:)/ && (line[i] !~ /^  [A-Z]+-[0-9]+:|^  [a-z-]+: [A-Z]+-[0-9]+$/ || i % 8 == 0))
            damage_line(i)
}

FNR == 1 && lines {
    damage()
    lines = 0
}
{ line[++lines] = $0 }
END { damage() }
