# SPDX-License-Identifier: MIT
# Puts one error near the end of each game: the last total of a roll is one more or less, or where there
# are none the last move of a piece leads to a corner.

# Where the last match begins, for substr; 0: there is none. Its size is in `size`.
function last(text, pattern, at, from) {
    at = from = 0
    while (match(substr(text, from + 1), pattern)) {
        at = from + RSTART
        size = RLENGTH
        from = at
    }
    return at
}

BEGIN {
    RS = ""
    ORS = "\n\n"
}

!/^\[/ {
    if ((at = last($0, "=[0-9]+[wx]?(@[a-l][0-9]+)?>")) > 0) {
        total = substr($0, at + 1) + 0
        $0 = substr($0, 1, at) (total + (total % 10 < 9 ? 1 : -1)) substr($0, at + 1 + length(total))
    } else if ((at = last($0, "[KQRBN][a-h]?[1-8]?x?[a-h][1-8]")) > 0) {
        $0 = substr($0, 1, at - 1) (substr($0, at, size) ~ /a1/ ? "Kh8" : "Ka1") substr($0, at + size)
    }
}

{ print }
