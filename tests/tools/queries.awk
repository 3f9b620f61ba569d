# SPDX-License-Identifier: MIT
# Writes queries, one a line, most of them such as a user might write, some with a slip. They depend on `count` alone.
#   awk -v count=200 -f tests/tools/below.awk -f tests/tools/queries.awk

BEGIN {
    seed = 1
    list("number", "plies margin attacker_total defender_total ply game attacker.value defender_support luck line spent " \
        "errors attacker_supporter_count defender_value ply margin total")
    list("tag", "WhiteElo BlackElo White Date Round ECO tag:Site tag:White Black Result Event Elo2")
    list("fact", "piece=N,Q attacker=P* defender!=P captured=* from=e? to=?5 to=d4,e5 kind=castling kind!=move,attack fate=removed " \
        "fate=r,unharmed seat=w attacker.fate=unharmed defender_fate!=u outcome=removed K N* * won lost tie upset combat check mate " \
        "promotion capture castling en_passant double_removal ending=mate ruleset=chess player=\"Adams,_R.\" player!=B " \
        "player~a position=e4=P material=Q>q material=K=1 material=\"p>3\" begins=\"e4_e5\" begins=\"d4_..._c4\" begins=\"..._Nf3\" begins=\"*_e5\" " \
        "begins=d4 step stood prisoner reroll luck>0.25 luck<-.5 luck>=+1.5 chance<0.3 action=Nf3 file~club year>=2000 Date>=2020.05 " \
        "Date<=2021 WhiteElo=2500 White=A* White~an White=\"Adams,_R.\" ECO=B1 ECO>=B ECO<C10 Round=1.2 Result=1-0,0-1 digest=x from=z9 " \
        "to=e13 piece=X fate=dead kind= to=l12,?? faces=6 dice>=5 support=2 turn_roll=4 total=9 value=4")
    list("amount", "0 1 2 3 5 40 2400 -2 +1 0.5 3.75 -.5 2026 2019.12.31 99999999999 2500")
    list("odd", "( ) , ~ = == ! not or and \" \\\" + - . 9 1, .. tag: * ? Q e4 White plies x y_z (( )) é A1 a")
    list("man", "Q q R r B b N n P p K k wQ rQ bR gP wp Z")
    list("square", "e4=P a1=R,h8=r e?=p ?2=P d1=q e1=K,e8=k d4=? e5=_ c3=N* ?8=r,?1=R")
    list("sign", "= != < <= > >= == ~ = < > <= >= !=")
    for (n = 1; n <= count; n++)
        print query(below(4) ? 0 : below(3) + 1)
}

# A list of words, in which _ between two letters may also be a blank
function list(name, text,    part, i) {
    size[name] = split(text, part, " ")
    for (i = 1; i <= size[name]; i++)
        word[name, i] = part[i]
}

function one(name,    text) {
    text = word[name, below(size[name]) + 1]
    if (text ~ /"/ || below(8) == 0)
        gsub(/_/, " ", text)
    return text
}

function space() {
    return below(3) ? " " : ""
}

function query(more,    text) {
    text = term()
    for (; more > 0; more--)
        text = text (below(3) ? " " : below(2) ? " or " : " and ") (below(4) ? term() : "(" term() space() term() ")")
    return below(9) ? text : "not (" text ")"
}

function term(    kind) {
    kind = below(23)
    if (kind > 20)
        return below(2) ? "position=\"" one("square") "\"" : "material=\"" men() (below(3) ? "" : " " men()) "\""
    if (kind < 9)
        return (below(6) ? "" : below(2) ? "!" : "not ") one("fact")
    if (kind < 18)
        return sum() space() one("sign") space() sum()
    return (kind < 20 ? one("tag") : one("fact")) space() one("odd") space() one("odd")
}

# Q+r>=2, P>p+1
function men(    text, more) {
    text = one("man")
    for (more = below(4) - 1; more > 0; more--)
        text = text "+" one("man")
    return text one("sign") (below(2) ? one("man") : below(9)) (below(3) ? "" : "+" (below(2) ? one("man") : below(3)))
}

# One to three names and numbers; of facts or of tags, seldom of both
function sum(    of, text, more) {
    of = below(2) ? "number" : "tag"
    text = below(4) ? one(of) : one("amount")
    for (more = below(6) - 3; more > 0; more--)
        text = text space() (below(2) ? "+" : "-") space() (below(3) ? one(of) : one("amount"))
    return text
}
