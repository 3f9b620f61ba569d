# SPDX-License-Identifier: MIT
# Writes each game of a file `times` times, each time with another slip in its movetext: what a
# scribe gets wrong, and what only looks right. The slips depend on nothing but the input.
#   awk -v times=8 -f tests/tools/below.awk -f tests/tools/damage.awk FILE
#   awk -v wide=1 -v times=8 -f tests/tools/below.awk -f tests/tools/damage.awk FILE      slips of whole tokens: exchanged, moved, left out, copied
# The game must be as the export form has it: tags, blank line, movetext, blank line.

BEGIN {
    RS = ""
    seed = 1
}

/^\[/ {
    tags = $0
    next
}

{
    gsub(/\n/, " ")
    count = split_tokens($0)
    for (i = 1; i <= times; i++)
        print tags "\n\n" (wide ? disordered() : damaged()) "\n"
}

# Splits at blanks, but keeps a roll or a comment whole.
function split_tokens(text,    n, closing) {
    n = 0
    while (text != "") {
        sub(/^ +/, "", text)
        closing = index(text, substr(text, 1, 1) == "<" ? ">" : substr(text, 1, 1) == "{" ? "}" : " ")
        if (closing == 0)
            closing = length(text)
        token[++n] = substr(text, 1, closing)
        sub(/ $/, "", token[n])
        text = substr(text, closing + 1)
    }
    return n
}

function damaged(    i, at, line, other) {
    at = chosen(below(3) > 0)
    other = slip(token[at], below(9))
    line = ""
    for (i = 1; i <= count; i++)
        line = line (line == "" ? "" : " ") (i == at ? other : token[i])
    return line
}

# Tokens in the wrong place. Those that are exchanged are next to each other, or the next of the same kind.
function disordered(    at, other, kind, far, line, i, from) {
    kind = below(6)
    at = chosen(below(2))
    far = 1 + below(kind < 2 ? 2 : 4)
    other = at + far
    if (kind == 1)
        for (other = at + 1; other < count && (token[other] ~ /^</) != (token[at] ~ /^</); other++)
            ;
    for (i = 1; i <= count; i++) {
        from = kind > 1 ? i : i == at && other <= count ? other : i == other ? at : i
        if (kind == 2 && i == at || kind == 3 && i >= at && i < other)
            continue
        line = line " " token[from]
        if (kind == 2 && i == other || kind == 4 && i == other - 1)
            line = line copied(at, kind == 2 ? at : i)
        if (kind == 5 && i == at - far)
            line = line " " token[at]
    }
    return substr(line, 2)
}

function copied(from, to,    line) {
    for (; from <= to; from++)
        line = line " " token[from]
    return line
}

# The number of a token: of a roll, where there is one, or of anything else.
function chosen(roll,    i, at) {
    at = below(count) + 1
    for (i = 0; i < count; i++) {
        if ((token[at] ~ /^</) == roll)
            return at
        at = at % count + 1
    }
    return at
}

function slip(text, kind) {
    if (kind == 0)
        return ""
    if (kind == 1)
        return text " " text
    if (kind == 2)
        return exchanged(text, below(length(text)) + 1)
    if (kind == 3)
        return sub(/x/, "", text) ? text : text "x"
    if (kind == 4)
        return sub(/\+0/, "", text) ? text : replaced(text, "=", "+0=")
    if (kind == 5)
        return replaced(text, "w", "")
    return renumbered(text)
}

function exchanged(text, at) {
    return substr(text, 1, at - 1) substr(text, at + 1, 1) substr(text, at, 1) substr(text, at + 2)
}

function replaced(text, from, to) {
    return sub(from, to, text) ? text : renumbered(text)
}

# One digit becomes another, or the first letter of a square.
function renumbered(text,    i, at, c) {
    at = below(length(text)) + 1
    for (i = 0; i < length(text); i++) {
        c = substr(text, at, 1)
        if (c ~ /[0-9]/)
            return substr(text, 1, at - 1) (c + 1 + below(8)) % 10 substr(text, at + 1)
        if (c ~ /[a-h]/)
            return substr(text, 1, at - 1) substr("abcdefgh", below(8) + 1, 1) substr(text, at + 1)
        at = at % length(text) + 1
    }
    return text "?"
}
