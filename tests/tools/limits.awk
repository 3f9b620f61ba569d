# SPDX-License-Identifier: MIT
# Writes games in which what is wrong, or what would mend it, is just within the reach of the search for a mistake, and
# games in which it is just beyond.
#   awk -f tests/tools/limits.awk

BEGIN {
    for (n = 197; n <= 203; n++) # two errors, n actions apart
        game("", "Nf4 Nf6 " shuffled(n, 0) " Nd7")
    for (n = 11; n <= 19; n++) { # a knight that was on h3, n actions before that shows
        game("", "Nf3 " quiet(n - 1) (n % 2 ? " d6 a3 Bxh3 gxh3 g6 a4 g5 a5 g4" : " Nf4 g6 a3 g5 a4 g4 a5"))
        game("", "e4 e5 Nf3 " quiet(n - 1) (n % 2 ? " d6 a3 Bxh3 gxh3 g6 a4 g5 a5 g4" : " Nf4 g6 a3 g5 a4 g4 a5"))
    }
    for (n = 36; n <= 44; n++) { # a right to castle that the start does not give
        game("[FEN \"rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R b - - 0 1\"]\n", quiet(n) (n % 2 ? " O-O" : " O-O a6 a3"))
        game("[FEN \"rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R b KQkq - 0 1\"]\n", quiet(n) " Nd5 a6 a3")
    }
    for (n = 188; n <= 206; n++) { # two actions exchanged, n letters apart
        game("", "e5 {" times(n, "a") "} e4 Nf3 Nc6 Bb5 a6 Ba4 Nf6")
        game("", "Nf3 Nc6 Bb5 {" times(n - 3, "a") "} a6 e4 e5 Ba4 Nf6 a3 d6")
    }
    for (n = 54; n <= 68; n++) # n tokens between them
        game("", "e5 " times(n, "$1 ") "e4 Nf3 Nc6 Bb5 a6 Ba4 Nf6")
    for (n = 65520; n <= 65540; n++) # n bytes of commands
        if (n > 65530 || n < 65523)
            game("", "Nf4 Nf6 {[%x " times(n - 7, "a") "]} Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Nd7")
    for (n = 1; n <= 6; n++) # n errors
        game("", few(n))
}

function game(tags, actions) {
    printf "%s\n%s *\n\n", tags, actions
}

function times(n, text,    out) {
    for (; n > 0; n--)
        out = out text
    return out
}

# Knights go to and fro.
function shuffled(n, from,    out, i) {
    for (i = from; i < from + n; i++)
        out = out (i > from ? " " : "") (i % 4 == 0 ? "Ng1" : i % 4 == 1 ? "Ng8" : i % 4 == 2 ? "Nf3" : "Nf6")
    return out
}

# The other knights, Black's first.
function quiet(n,    out, i) {
    for (i = 0; i < n; i++)
        out = out (i > 0 ? " " : "") (i % 4 == 0 ? "Nc6" : i % 4 == 1 ? "Nc3" : i % 4 == 2 ? "Nb8" : "Nb1")
    return out
}

function few(n,    out, i) {
    out = "e4 e5"
    for (i = 0; i < n; i++)
        out = out " Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf4 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
    return out
}
