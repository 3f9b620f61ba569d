# SPDX-License-Identifier: MIT
# Writes each game of a file `times` times, each time with another slip in the tags that say how it began and by which rules.
# The slips depend on nothing but the input.
#   awk -v times=8 -f tests/tools/below.awk -f tests/tools/damage-tags.awk FILE

BEGIN {
    RS = ""
    seed = 1
    variants = split("chess chess960 chess-attack five-dice combat-chess-2 assault-and-siege", variant, " ")
    options = split("rescue king-safety remote-royals shooting support suicide-run exact-teleport players=4 mode=fast mode=dice", \
        option, " ")
}

/^\[/ {
    lines = split($0, line, "\n")
    next
}

{
    for (i = 1; i <= times; i++)
        print damaged_tags() "\n\n" $0 "\n"
}

function damaged_tags(    at, tags, n, i, is, bare) {
    bare = below(8) == 0
    do
        at = below(lines) + 1
    while (line[at] !~ /^\[(X?FEN|Variant|RuleOptions|FirstRoll|SetUp)/ && n++ < 50)
    is = bare ? line[at] : slip(line[at])
    for (i = 1; i <= lines; i++)
        if (bare && line[i] ~ /^\[(Variant|RuleOptions)/)
            continue
        else if (i != at)
            tags = tags (tags == "" ? "" : "\n") line[i]
        else if (is != "")
            tags = tags (tags == "" ? "" : "\n") is
    return tags
}

function slip(text,    kind) {
    kind = below(12)
    if (kind == 0)
        return ""
    if (text ~ /^\[Variant/)
        return kind < 6 ? "[Variant \"" variant[below(variants) + 1] "\"]" \
            : text (kind < 9 ? "\n[RuleOptions \"" option[below(options) + 1] "\"]" : "")
    if (text ~ /^\[RuleOptions/)
        return kind < 6 ? "[RuleOptions \"" option[below(options) + 1] "\"]" : with_option(text)
    if (text ~ /^\[FirstRoll/)
        return exchanged(text, index(text, ":") - 1, 2)
    return text ~ /FEN/ ? start_slip(text, kind) : text
}

# One option more, or the first one less
function with_option(text) {
    if (below(2))
        return substr(text, 1, length(text) - 2) " " option[below(options) + 1] "\"]"
    return sub(/"[^ "]* /, "\"", text) ? text : ""
}

# The letters at two places, `apart` from each other, exchanged
function exchanged(text, at, apart) {
    return substr(text, 1, at - 1) substr(text, at + apart, 1) substr(text, at + 1, apart - 1) substr(text, at, 1) \
        substr(text, at + apart + 1)
}

function start_slip(text, kind,    at, c) {
    if (kind == 1)
        return sub(/ w /, " b ", text) || sub(/ b /, " w ", text) ? text : text
    if (kind == 2)
        return sub(/ KQkq /, " Kkq ", text) || sub(/ K?Q?k?q? /, " KQkq ", text) || sub(/ - /, " KQ ", text) ? text : text
    at = index(text, "\"") + 1 + below(index(text, " w ") + index(text, " b ") - index(text, "\"") - 1)
    c = substr(text, at, 1)
    if (kind < 6)
        return exchanged(text, at, 1)
    if (kind == 6)
        return substr(text, 1, at - 1) substr(text, at + 1)
    if (c ~ /[2-7]/)
        c = c + (below(2) ? 1 : -1)
    else if (c ~ /[pnbrq]/)
        c = substr("pnbrqPNBRQ", below(10) + 1, 1)
    else if (c ~ /[PNBRQ]/)
        c = kind < 9 ? c "*" : substr("PNBRQpnbrq", below(10) + 1, 1)
    return substr(text, 1, at - 1) c substr(text, at + 1)
}
