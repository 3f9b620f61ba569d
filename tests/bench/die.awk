# SPDX-License-Identifier: MIT
# Changes the first number of the roll of one combat in a tenth of the games.
BEGIN {
    RS = ""
    ORS = "\n\n"
}

# Where the last of `count` such rolls begins; 0: there are fewer.
function roll(text, count, at) {
    at = 0
    while (count > 0 && match(substr(text, at + 1), /<[^>]*:[^>]*>/)) {
        at += RSTART
        count--
    }
    return count == 0 ? at : 0
}

!/^\[/ && ++games > 10 * changed + 5 && roll($0, 1) > 0 {
    at = roll($0, changed % 5 + 1)
    if (at == 0)
        at = roll($0, 1)
    match(substr($0, at), /[0-9]/)
    at += RSTART - 1
    $0 = substr($0, 1, at - 1) (substr($0, at, 1) % 6 + 1) substr($0, at + 1)
    changed++
}

{ print }
