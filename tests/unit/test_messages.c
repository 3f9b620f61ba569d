/* SPDX-License-Identifier: MIT */
/*
 * What messages say: the code, the place, the facts (numbers, squares, pieces) of the text and of
 * the hint, and the text that would cure it.  Not the wording.
 */
#include "facts.h"
#include "walk_fixture.h"

#define ALL_DICE FD "[RuleOptions \"shooting support suicide-run\"]\n"
#define BY_DIE AS "[RuleOptions \"mode=dice\"]\n"
#define XFEN(position) "[XFEN \"" position "\"]\n\n"
#define ARMIES XFEN("6bk/6nn/5p2/8/8/2P5/1N6/KB6 w - - 0 9")
#define DUEL XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9")
#define FIFTEEN_TIES                                                                               \
    "1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 " /* 16 exchanges at the most */
#define FIVE_TOTALS "1=2:2=2 1=2:2=2 1=2:2=2 1=2:2=2 1=2:2=2 "
#define FIFTEEN_TOTALS FIVE_TOTALS FIVE_TOTALS FIVE_TOTALS
#define PRISON XFEN("r2k3r/1N6/8/8/3p4/4P3/8/R3K2R[a8:P] w - - 0 9")

struct message {
    const char *text, *codes; /* a record, and all that is found in it */
    size_t index;             /* of the finding that is meant */
    const char *place;        /* what it stands at, in the movetext; "": an end, without a length */
    const char *facts, *hint; /* "": none are asked for; hint NULL: there is none */
    const char *fix;          /* the first; NULL: there is none */
};

static const struct message rolls[] = {
    /* ties and what follows them (CC-6) */
    {CC DUEL "9. Nc3xd4 <6=7:1=1x@a1 3=4:2=2> *", "CC-6:1", 0, "3", "7|1", "", NULL},
    {CC DUEL "9. Nc3xd4 <1=2:2=2 6=7:5=5x@a1 4=5:2=2> *", "CC-6:1", 0, "4", "7|5", "", NULL},
    {CC DUEL "9. Nc3xd4 <1=2:2=2> *", "CC-6:1", 0, "1", "2|2", "<3:3 5:2>", NULL},
    {CC DUEL "9. Nc3xd4 <1=2:2=2 5=6:6=6> *", "CC-6:1", 0, "5", "6|6", "<3:3 5:2>", NULL},
    {CC DUEL "9. Nc3xd4 <1=2x@a8:2=2 6=7:2=2x@a1> *", "CC-6:1", 0, "x@a8", "",
     "<1=2:2=2 6=7:2=2x@a1>", "<1=2:2=2 6=7:2=2x@a1>"},
    {CC DUEL "9. Nc3xd4 <1=2:2=2x@a1 6=7:2=2x@a1> *", "CC-6:1", 0, "x@a1", "",
     "<1=2:2=2 6=7:2=2x@a1>", "<1=2:2=2 6=7:2=2x@a1>"},
    {CC DUEL "9. Nc3xd4 <1=2:2=2 1=2x@a8:2=2 6=7:1=1x@a1> *", "CC-6:1", 0, "x@a8", "",
     "<1=2:2=2 1=2:2=2 6=7:1=1x@a1>", "<1=2:2=2 1=2:2=2 6=7:1=1x@a1>"},
    {CC DUEL "9. Nc3xd4 <1=2:2=2 1=2:2=2x@a1 6=7:1=1x@a1> *", "CC-6:1", 0, "x@a1", "",
     "<1=2:2=2 1=2:2=2 6=7:1=1x@a1>", "<1=2:2=2 1=2:2=2 6=7:1=1x@a1>"},
    {CC DUEL "9. Nc3xd4 <6=8:1=1x@a1> *", "CC-6:1", 0, "8", "8|7|dragon|c3|1|6", "<6=7:1=1x@a1>",
     "<6=7:1=1x@a1>"},
    {CC DUEL "9. Nc3xd4 <1=3:2=2 6=7:1=1x@a1> *", "CC-6:1", 0, "3", "3|2|1|1",
     "<1=2:2=2 6=7:1=1x@a1>", "<1=2:2=2 6=7:1=1x@a1>"},
    {CC DUEL "9. Nc3xd4 <6=7:1=9> *", "CC-6:1", 0, "1=9", "defender|9|1|0 + die 1", "", NULL},
    {CC DUEL "9. Nc3xd4 <6=8:1=1> *", "CC-6:1", 0, "6=8", "attacker|8|7|1 + die 6", "", NULL},
    {CC DUEL "9. Nc3xd4 <2=3:3=3 6=7:1=9x@a8> *", "CC-6:1", 0, "1=9", "defender|9|1|0 + die 1", "",
     NULL},
    {CC DUEL "9. Nc3xd4 <6=0:1=1> *", "CC-6:1", 0, "6=0", "attacker|0|7|1 + die 6", "", NULL},
    {CC DUEL "9. Nc3xd4 <6+1=7:1=1x@a1> *", "R-05:1", 0, "1", "count", "<6=7:1=1x@a1>",
     "<6=7:1=1x@a1>"},
    {CA XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxc3 <6+0=9:1+0=2x 3+0=6:2+0=3> *", "CA-3:1",
     0, "3", "second", "<?:?>", NULL},
    /* totals of dice that are pooled: the highest, or the rating of who rolls none (FD-8) */
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxxc3 <6,1,1=6x:=2x> *", "FD-8:1", 0,
     "2", "defender|2|1|rating of the pawn", "<6,1,1=6x:=1x>", "<6,1,1=6x:=1x>"},
    {ALL_DICE XFEN("4k3/8/8/8/8/2q5/8/1N2K3 w - - 0 1") "1. Nxxc3 <6,1,1=6x:=4x> *", "FD-8:1", 0,
     "4", "defender|4|5|queen", "<6,1,1=6x:=5x>", "<6,1,1=6x:=5x>"},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxxc3 <6,2,4=4x:=1x> *", "FD-8:1", 0,
     "4x", "attacker|4|6|highest of 6, 2, 4", "<6,2,4=6x:=1x>", "<6,2,4=6x:=1x>"},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxc3 <6,3,1+0=5:1+0=1x> *", "FD-2:1", 0,
     "5", "attacker|5|6|6, 3, 1", "<6,3,1+0=6:1+0=1x>", "<6,3,1+0=6:1+0=1x>"},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxc3 <6,3,1+0=6:3+0=2x> *", "FD-2:1", 0,
     "2x", "defender|2|3|die 3", "<6,3,1+0=6:3+0=3x>", "<6,3,1+0=6:3+0=3x>"},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxxc3 <6,1,1=6x:2=2x> *", "FD-8:1", 0,
     "2=", "defender|1", "<?,?,?:>", NULL},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/1P6/1N2K3 w - - 0 1") "1. Nxc3 <6,3,1+1=6:1+0=1x> *", "FD-7:1",
     0, "6,3,1", "attacker|3|4|3|1", "<?,?,?,?:?>", NULL},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1") "1. Nxc3 <6,3,1+0=6:1,1+0=1x> *", "FD-7:1",
     0, "1,1", "defender|2|1", "<?,?,?:?>", NULL},
    {ALL_DICE XFEN("4k3/8/8/8/8/2p5/1P6/1N2K3 w - - 0 1") "1. Nxc3 <6,3,1,1+2=6:1+0=1x> *",
     "FD-7:1", 0, "2=", "attacker|2|1|pawn b2", "<6,3,1,1+1=6:1+0=1x>", "<6,3,1,1+1=6:1+0=1x>"},
    /* the one die of a king has neither total nor count (FD-3, FD-4) */
    {FD XFEN("4k3/8/8/8/8/8/1p6/K7 w - - 0 1") "1. Kxb2 <2=2:x> *", "R-05:1", 0, "2:", "total",
     "<2:x>", "<2:x>"},
    {FD XFEN("4k3/8/8/8/8/8/1p6/K7 w - - 0 1") "1. Kxb2 <2:=1x> *", "R-05:1", 0, "1x", "total",
     "<2:x>", "<2:x>"},
    {FD XFEN("4k3/8/8/8/8/8/1p6/K7 w - - 0 1") "1. Kxb2 <2+0:x> *", "R-05:1", 0, "0", "count",
     "<2:x>", "<2:x>"},
    {FD XFEN("4k3/8/8/8/8/8/1p6/K7 w - - 0 1") "1. Kxb2 <2+0=2:x> *", "R-05:1 R-05:1", 1,
     "2:", "total", "<2:x>", "<2:x>"},
    {FD XFEN("4k3/8/8/8/8/8/1p6/K7 w - - 0 1") "1. Kxb2 {[%roll 2=2:x]} *", "R-05:1", 0,
     "2:", "total", "<2:x>", "[%roll 2:x]"},
    {FD "\n1. e4 d5 2. exd5 <5+0=5:2+0=2x> *", "R-05:3 R-05:3", 0, "0=", "count", "<5=5:2=2x>",
     "<5=5:2=2x>"},
    /* attempts: one die, and leaders or a bonus (CC-9, CC-10) */
    {CC PRISON "9. K@- *", "R-01:1", 0, "K@-", "roll", "<?>", NULL},
    {CC PRISON "9. K@- <1:2> *", "CC-9:1", 0, "<1:2>", "one", "<?>", NULL},
    {CC PRISON "9. K@- <1,2> *", "CC-9:1", 0, "<1,2>", "one", "<?>", NULL},
    {CC PRISON "9. K@- <1+1=2 3+1=4> *", "R-04:1", 0, "3+1=4", "", "", NULL},
    {CC PRISON "9. K@- <6=> *", "R-04:1", 0, "", "total", "<?>", NULL},
    {CC PRISON "9. Nb7@a8 <=> P@b8 *", "R-04:1", 0, "", "total", "<?>", NULL},
    {CC PRISON "9. K@- <+1=2> *", "CC-9:1", 0, "<+1=2>", "one", "<?>", NULL},
    {CC PRISON "9. K@- <7+1=8> *", "R-03:1", 0, "7", "7|1|6", "", NULL},
    {CC PRISON "9. K@- <1+3=4> *", "CC-9:1 CC-9:1", 0, "3", "3|1", "<1+1=2>", "<1+1=2>"},
    {CC PRISON "9. K@- <1+3=4> *", "CC-9:1 CC-9:1", 1, "4", "4|2|die 1|leaders 1", "<1+1=2>",
     "<1+1=2>"},
    {CC PRISON "9. K@e5 <1+1=2> *", "CC-9:1", 0, "K@e5", "2|6", "K@-", "K@-"},
    {CC PRISON "9. Nb7@a8 P@b8 *", "R-01:1", 0, "Nb7@a8", "roll", "<?>", NULL},
    {CC PRISON "9. Nb7@a8 <6=7:1> P@b8 *", "CC-10:1", 0, "<6=7:1>", "one", "<?>", NULL},
    {CC PRISON "9. Nb7@a8 <6,6=7> P@b8 *", "CC-10:1", 0, "<6,6=7>", "one", "<?>", NULL},
    {CC PRISON "9. Nb7@a8 <6=8> P@b8 *", "CC-10:1", 0, "8> ", "8|7|die 6|bonus 1", "<6=7>",
     "<6=7>"},
    {CC PRISON "9. Nb7@a8 <6+1=7> P@b8 *", "R-05:1", 0, "1=", "count", "<6=7>", "<6=7>"},
    {CC PRISON "9. Nb7@a8 <6=7x> P@b8 *", "R-05:1", 0, "x", "fate", "<6=7>", "<6=7>"},
    {CC PRISON "9. Nb7@a8 <1=2> P@b8 *", "CC-10:1", 0, "P@b8", "2|6", "", ""},
    {CC PRISON "9. Nb7@a8 <6=7> *", "CC-10:1", 0, "Nb7@a8", "7", NULL, NULL},
    {CC PRISON "9. Nb7@a8 <6=7> Q@b8 *", "CC-10:1", 0, "Q@b8", "queen|a8", NULL, NULL},
    {CC PRISON "9. Nb7@a8 <6=7> P@c8 *", "CC-10:1", 0, "P@c8", "c8|a8", NULL, NULL},
    {CC "[RuleOptions \"exact-teleport\"]\n" PRISON "9. K@d6 <6+1=7> *", "CC-9:1", 0, "K@d6",
     "7|exactly|6", "K@-", "K@-"},
    {CC PRISON "9. K@d6 <2+1=3> *", "CC-9:1", 0, "K@d6", "3|at least|6", "K@-", "K@-"},
    /* after a freed piece that is wrong nothing more is played */
    {CC PRISON "9. Nb7@a8 <6=7> Q@b8 9... zz *", "CC-10:1", 0, "Q@b8", "queen|a8", NULL, NULL},
    {CC PRISON "9. Nb7@a8 <6=7> P@c8 9... zz *", "CC-10:1", 0, "P@c8", "c8|a8", NULL, NULL},
    {CC PRISON "9. Nb7@a8 <6=7> P@b8 P@c8 *", "CC-10:1", 0, "P@c8", "freed|no prisoner", "9...",
     NULL},
    {CC PRISON "9. Nb7@a8 <6=7> P@b8# *", "M-07:1", 0, "P@b8#", "#", "P@b8", "P@b8"},
    /* the castle of a prisoner: without a fate there is no place to put it */
    {CC PRISON "9. e3xd4 <6:2> *", "CC-8:1", 0, "<6:2>", "missing castle", "x@a1|x@h1", NULL},
    {CC PRISON "9. e3xd4 <6=6:2=2x> *", "CC-8:1", 0, "x", "missing castle", "x@a1|x@h1", "x@a1"},
    {CC PRISON "9. e3xd4 <1=1x:6=6> *", "CC-8:1", 0, "x", "missing castle", "x@a8|x@h8", "x@a8"},
    {CC DUEL "9. Nc3xd4 <1=3:2=2> *", "CC-6:1", 0, "1=3", "attacker|3|2|1 + die 1", "", NULL},
    {CC DUEL "9. Nc3xd4 <" FIFTEEN_TIES "6=8:1=1x> *", "CC-6:1", 0, "6=8", "attacker|8|7|1 + die 6",
     "", NULL},
    {CC DUEL "9. Nc3xd4 <" FIFTEEN_TIES "6=8:1=1x@a1> *", "CC-6:1", 0, "8", "8|7|dragon|c3|1|6",
     "<1=2:2=2|6=7:1=1x@a1>", "<" FIFTEEN_TOTALS "6=7:1=1x@a1>"},
    /* what became of the pieces */
    {CA "\n1. e4 d5 2. exd5 <5+0=7:1+1=5x> *", "CA-4:3", 0, "7", "attacker|unharmed|wounded|e4|7|5",
     "<5+0=7w:1+1=5x>", "<5+0=7w:1+1=5x>"},
    {CA "\n1. e4 d5 2. exd5 <5+0=7x:1+1=5x> *", "CA-4:3", 0, "x", "attacker|removed|wounded|e4|7|5",
     "<5+0=7w:1+1=5x>", "<5+0=7w:1+1=5x>"},
    {CA "\n1. e4 d5 2. exd5 <5+0=7w:1+1=5w> *", "CA-4:3", 0, "w", "defender|wounded|removed|d5|7|5",
     "<5+0=7w:1+1=5x>", "<5+0=7w:1+1=5x>"},
    {CA "\n1. e4 d5 2. exd5 <5=0:1> *", "CA-3:3 CA-4:3 CA-4:3", 2, "1",
     "defender|unharmed|removed|7|5", "<5+0=7w:1+1=5x>", "<5+0=7w:1+1=5x>"},
    {CA "\n1. e4 d5 2. exd5 <5+0:1> *", "CA-4:3 CA-4:3", 1, "1", "defender|unharmed|removed|7|5",
     "<5+0=7w:1+1=5x>", "<5+0=7w:1+1=5x>"},
    {CA "\n1. e4 d5 2. exd5 <5+0=7w:1+1=5x@a1> *", "R-05:3", 0, "x@a1", "castle|nobody",
     "<5+0=7w:1+1=5x>", "<5+0=7w:1+1=5x>"},
    /* there is no file after the last, though a8 were the square */
    {CC DUEL "9. Nc3xd4 <1=2x@i7:6=6> *", "CC-8:1", 0, "x@i7", "winner|black", "a8|h8", "x@a8"},
    {CC DUEL "9. Nc3xd4 <1=2x@a9:6=6> *", "CC-8:1", 0, "x@a9", "winner|black", "a8|h8", "x@a8"},
    {FD XFEN("4k3/8/8/8/8/8/1p6/K7 w - - 0 1") "1. Kxb2 <2:> *", "FD-3:1", 0, "<2:>",
     "defender|unharmed|removed|die 2", "<2:x>", "<2:x>"},
    /* the pawn that arrives by an attack becomes something (FD-1) */
    {FD XFEN("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1") "1. cxd8 <6:1,1,1> *", "FD-1:1", 0, "cxd8",
     "promotion", "=Q|=R|=B|=N", NULL},
    /* a total is made of the piece, its supporters and the die */
    {CA "\n1. e4 d5 2. Nc3 Nf6 3. exd5 <5+1=8w:1+2=8x> *", "CA-3:5", 0, "8x",
     "8|6|pawn d5 1 + knight f6 1 + queen d8 3 + die 1", "<5+1=8w:1+2=6x>", "<5+1=8w:1+2=6x>"},
    /* wounded pieces are called so */
    {CA XFEN("4k3/2n*5/8/3p*4/4P*3/8/8/4K3 w - - 0 1") "1. exd5 <1+0=2x:6+2=9> *", "CA-3:1 CA-3:1",
     0, "2=", "defender|2|1|(wounded knight c7)", "<1+0=2x:6+1=7>", "<1+0=2x:6+1=7>"},
    {CA XFEN("4k3/2n*5/8/3p*4/4P*3/8/8/4K3 w - - 0 1") "1. exd5 <1+0=2x:6+2=9> *", "CA-3:1 CA-3:1",
     1, "9", "9|7|wounded pawn d5", "<1+0=2x:6+1=7>", "<1+0=2x:6+1=7>"},
    {CA XFEN("4k3/2n*5/8/3p*4/4P*3/8/8/4K3 w - - 0 1") "1. exd5 <1+0=2w:6+1=7> *", "CA-5:1", 0, "w",
     "attacker|wounded|removed|wounded pawn e4", "<1+0=2x:6+1=7>", "<1+0=2x:6+1=7>"},
    /* a turn roll where none is due, or none where one is */
    {BY_DIE ARMIES "9. <4> Ka1-a2 <2> Nb2-b3 *", "AS-10:1", 0, "<2>", "", "", ""},
    {CA "\n1. e4 e5 2. <3> d4 *", "R-02:2", 0, "<3>", "", "", NULL},
    {AS ARMIES "9. <3> c3-c4 *", "AS-10:1", 0, "<3>", "", "", ""},
    {BY_DIE ARMIES "9. <4> c3-c4 <2> Nb2-b3 *", "AS-10:1", 0, "<2>", "", "", ""},
    {BY_DIE ARMIES "9. c3-c4 *", "AS-10:1", 0, "c3-c4", "roll", "<?>|c3-c4", NULL},
    {BY_DIE ARMIES "9. <7> c3-c4 *", "R-03:1", 0, "<7>", "7|1|6", "", NULL},
};

static const struct message actions[] = {
    /* what may be passed, and where the king may flee to */
    {CC PRISON "9. -- *", "CC-4:1", 0, "--", "only", NULL, NULL},
    {CC PRISON "9. <2> -- *", "CC-4:1", 0, "--", "2", NULL, NULL},
    {AS ARMIES "9. -- *", "AS-10:1", 0, "--", "not allowed", NULL, NULL},
    {AS ARMIES "9. K@d4 *", "AS-7:1", 0, "K@d4", "d4|empty", NULL, NULL},
    {AS ARMIES "9. K@g7 *", "AS-7:1", 0, "K@g7", "black|knight|g7", NULL, NULL},
    {AS ARMIES "9. K@b2 *", "AS-7:1", 0, "K@b2", "knight|b2", NULL, NULL},
    {AS ARMIES "9. K@- *", "AS-7:1", 0, "K@-", "square|rook", NULL, NULL},
    {AS ARMIES "9. O-O *", "AS-2:1", 0, "O-O", "no castling", NULL, NULL},
    {AS ARMIES "9. c3sc4 *", "AS-2:1", 0, "c3sc4", "no shooting", "c3-c4", "c3-c4"},
    {CC PRISON "9. e3xe4 *", "CC-6:1", 0, "e3xe4", "e4", "mean|e3xd4", "e3xd4"},
    {CC PRISON "9. O-O *", "CC-13:1", 0, "O-O", "no castling", NULL, NULL},
    {AS XFEN("7k/6n1/8/8/1Pr5/2P5/N7/K7 w - - 0 9") "9. c3xc4 *", "AS-4:1", 0, "c3xc4",
     "2|pawn c3, pawn b4|2|rook|c4", "c3-c2", "c3-c2"},
    {AS XFEN("7k/6n1/8/2Nr4/3p4/2P5/3N4/K7 w - - 0 9") "9. Nc5xd5 *", "AS-4:1", 0, "Nc5xd5",
     "1|knight c5|2|rook|d5", "Nc5-b5", "Nc5-b5"},
    /* an escape attempt at what holds no prisoner of the side (CC-10) */
    {CC PRISON "9. Nb7@d4 <6=7> P@b8 *", "CC-10:1", 0, "Nb7@d4", "d4|castle", NULL, NULL},
    {CC PRISON "9. Nb7@c8 <6=7> P@b8 *", "CC-10:1", 0, "Nb7@c8", "c8|castle", "Nb7@a8", "Nb7@a8"},
    {CC PRISON "9. Nb7@a1 <6=7> P@b8 *", "CC-10:1", 0, "Nb7@a1", "a1|castle", "Nb7@a8", "Nb7@a8"},
    {CC PRISON "9. Nb7@h8 <6=7> P@b8 *", "CC-10:1", 0, "Nb7@h8", "dragon|b7|adjacent|h8", "Nb7@a8",
     "Nb7@a8"},
    {CC PRISON "9. e3@a8 <6=6> P@b8 *", "CC-10:1", 0, "e3@a8", "pawn|e3|adjacent|a8", NULL, NULL},
    {CC PRISON "9. Ra1@a8 <6=6> P@b8 *", "CC-10:1", 0, "Ra1@a8", "castle|a1", NULL, NULL},
    {CC XFEN("r2k3r/1N6/8/8/3p4/4P3/8/R3K2R[h8:P] w - - 0 9") "9. Nb7@a8 <6=7> P@b8 *", "CC-10:1",
     0, "Nb7@a8", "white|prisoner|a8", NULL, NULL},
    {CC XFEN("rn1k3r/pN6/8/8/3p4/4P3/8/R3K2R[a8:P] w - - 0 9") "9. Nb7@a8 <6=7> P@b8 *", "CC-10:1",
     0, "Nb7@a8", "a8|empty", "Nb7xa7|Nb7xb8", "Nb7xa7"},
    {CC XFEN("r2k3r/p7/1N6/8/3p4/4P3/8/R3K2R[a8:P] w - - 0 9") "9. Nb6xa7 <6=7:1=1x@a1> Na7@a8 "
                                                               "<6=7> P@b8 *",
     "CC-10:1", 0, "Na7@a8", "dragon|a7|turn", NULL, NULL},
    /* steps of pawns: from where they could come, on all ranks and for both sides */
    {XFEN("6k1/8/8/8/8/4P3/8/6K1 w - - 0 1") "1. e1 *", "C-1:1", 0, "e1", "white|pawn|e1", "e4",
     "e4"},
    {XFEN("6k1/8/8/8/8/4P3/8/6K1 w - - 0 1") "1. e2 *", "C-1:1", 0, "e2", "white|pawn|e2", "e4",
     "e4"},
    {XFEN("6k1/8/8/8/8/4P3/8/6K1 w - - 0 1") "1. e5 *", "C-1:1", 0, "e5", "pawn|e3|second", "e4",
     "e4"},
    {XFEN("6k1/8/8/8/8/4P3/8/6K1 w - - 0 1") "1. e6 *", "C-1:1", 0, "e6", "white|pawn|e6", "e4",
     "e4"},
    {XFEN("6k1/8/8/4P3/8/8/8/6K1 w - - 0 1") "1. e7 *", "C-1:1", 0, "e7", "pawn|e5|second", "e6",
     "e6"},
    {XFEN("6k1/8/4P3/8/8/8/8/6K1 w - - 0 1") "1. e8=Q *", "C-1:1", 0, "e8=Q", "pawn|e6|second",
     "e7", "e7"},
    {XFEN("6k1/8/8/8/8/4N3/4P3/6K1 w - - 0 1") "1. e4 *", "C-1:1", 0, "e4", "pawn|e2|knight|e3",
     NULL, NULL},
    {XFEN("6k1/8/8/8/4n3/8/4P3/6K1 w - - 0 1") "1. e4 *", "C-1:1", 0, "e4", "e4|knight|e4", "e3",
     "e3"},
    {XFEN("6k1/8/8/8/8/8/4P3/6K1 w - - 0 1") "1. e5 *", "C-1:1", 0, "e5", "white|pawn|e5", "e4|e3",
     "e4"},
    {XFEN("6k1/8/4p3/8/8/8/8/6K1 b - - 0 1") "1... e8 *", "C-1:1", 0, "e8", "black|pawn|e8", "e5",
     "e5"},
    {XFEN("6k1/8/4p3/8/8/8/8/6K1 b - - 0 1") "1... e7 *", "C-1:1", 0, "e7", "black|pawn|e7", "e5",
     "e5"},
    {XFEN("6k1/8/4p3/8/8/8/8/6K1 b - - 0 1") "1... e4 *", "C-1:1", 0, "e4", "pawn|e6|second", "e5",
     "e5"},
    {XFEN("6k1/8/8/8/4p3/8/8/6K1 b - - 0 1") "1... e2 *", "C-1:1", 0, "e2", "pawn|e4|second", "e3",
     "e3"},
    {XFEN("6k1/8/8/8/8/4p3/8/6K1 b - - 0 1") "1... e1=Q *", "C-1:1", 0, "e1=Q", "pawn|e3|second",
     "e2", "e2"},
    {XFEN("6k1/4p3/4n3/8/8/8/8/6K1 b - - 0 1") "1... e5 *", "C-1:1", 0, "e5", "pawn|e7|knight|e6",
     NULL, NULL},
    {XFEN("6k1/4P3/8/8/8/8/8/6K1 w - - 0 1") "1. e1 *", "C-1:1", 0, "e1", "no|white|pawn|e1",
     "e8=Q", "e8=Q"},
    {XFEN("6k1/8/8/8/8/8/4p3/6K1 b - - 0 1") "1... e8 *", "C-1:1", 0, "e8", "no|black|pawn|e8",
     "e1=Q", "e1=Q"},
    /* a pawn that stays on the last rank is behind no square of its own first (CA-12) */
    {CA XFEN("4P1k1/8/8/8/8/8/8/6K1 w - - 0 1") "1. e2 *", "CA-1:1", 0, "e2", "no|white|pawn|e2",
     NULL, NULL},
    {CA XFEN("4P1k1/8/8/8/8/8/8/6K1 w - - 0 1") "1. e1 *", "CA-1:1", 0, "e1", "no|white|pawn|e1",
     NULL, NULL},
    {CA XFEN("6k1/8/8/8/8/8/8/4p1K1 b - - 0 1") "1... e7 *", "CA-1:1", 0, "e7", "no|black|pawn|e7",
     NULL, NULL},
    {CA XFEN("4P1k1/8/8/8/8/8/8/6K1 w - - 0 1") "1. e3 *", "CA-1:1", 0, "e3", "no|white|pawn|e3",
     NULL, NULL},
    /* castling where the king stands on its square already, in check */
    {"[Variant \"chess960\"]\n" XFEN("4k1r1/8/8/8/8/8/8/6KR w H - 0 1") "1. O-O *", "C-4:1", 0,
     "O-O", "to|g1|rook|g8", "Kf1|Kf2|Kh2", "Kf1"},
    /* an empty square where a pawn could be taken en passant */
    {ALL_DICE "\n1. e4 a6 2. e5 d5 3. Qsd6 *", "FD-6:5", 0, "Qsd6", "no|black|d6", NULL, NULL},
    {ALL_DICE "\n1. e4 a6 2. e5 d5 3. esd6 *", "FD-6:5", 0, "esd6", "en passant|shot", "exd6|e6",
     "exd6"},
    /* a sign of check or mate that is not true */
    {"\n1. e4 f5 2. Qh5# *", "M-07:3", 0, "Qh5#", "check|not mate", "Qh5+", "Qh5+"},
    {"\n1. e4 f5 2. Nc3 Nf6# *", "M-07:4", 0, "Nf6#", "does not end", "Nf6", "Nf6"},
    {"\n1. e4 f5 2. Nc3+ *", "M-07:3", 0, "Nc3+", "not in check", "Nc3", "Nc3"},
    /* the x goes after what tells where the piece comes from */
    {XFEN("3k4/8/8/8/2N5/1p6/8/2N1K3 w - - 0 1") "1. N1b3 *", "M-06:1", 0, "N1b3", "x", "N1xb3",
     "N1xb3"},
    {XFEN("3k4/8/8/8/2N5/p7/8/2N1K3 w - - 0 1") "1. N4a3 *", "M-06:1", 0, "N4a3", "x", "N4xa3",
     "N4xa3"},
    {XFEN("3k4/8/8/1R1p4/8/8/8/1R2K3 w - - 0 1") "1. Rd5 *", "M-06:1", 0, "Rd5", "x", "Rxd5",
     "Rxd5"},
    /* several that may be meant: the first two are named, all are offered */
    {XFEN("4k3/8/8/8/8/8/3N4/1K4N1 w - - 0 1") "1. Nf3 *", "M-02:1", 0, "Nf3",
     "knight|g1|knight|d2|f3", "Ngf3|Ndf3", "Ngf3"},
    {XFEN("4k3/8/8/4N3/8/8/3N4/1K4N1 w - - 0 1") "1. Nf3 *", "M-02:1", 0, "Nf3",
     "knight|g1|knight|d2|others|f3", "Ngf3|Ndf3|Nef3", "Ngf3"},
    {XFEN("4k3/8/8/4N3/7N/8/3N4/1K4N1 w - - 0 1") "1. Nf3 *", "M-02:1", 0, "Nf3",
     "knight|g1|knight|d2|others|f3", "Ngf3|Ndf3|Nhf3|Nef3", "Ngf3"},
    {XFEN("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1") "1. Qb2 *", "M-02:1", 0, "Qb2", "queen|a1|queen|b1|b2",
     "Qab2|Qbb2", "Qab2"},
    {XFEN("4k3/8/8/8/8/8/1K6/R6R w - - 0 1") "1. Rd1 *", "M-02:1", 0, "Rd1", "rook|a1|rook|h1|d1",
     "Rad1|Rhd1", "Rad1"},
    {XFEN("4k3/8/8/4N3/3N3N/8/3N4/1K4N1 w - - 0 1") "1. Nf3 *", "M-02:1", 0, "Nf3",
     "knight|g1|knight|d2|others|f3", "Ngf3|N2f3|Nd4f3|Nhf3", "Ngf3"},
    {XFEN("4k3/8/8/8/8/8/3N4/K3N1N1 w - - 0 1") "1. N1f3 *", "M-02:1", 0, "N1f3",
     "knight|e1|knight|g1|can both", "Nef3 or Ngf3", "Nef3"},
    {XFEN("3n2k1/2P1P3/8/8/8/8/8/6K1 w - - 0 1") "1. xd8=Q *", "M-02:1", 0, "xd8=Q",
     "pawn|c7|pawn|e7|d8", "cxd8=Q or exd8=Q", "cxd8=Q"},
    {FD XFEN("4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1") "1. Nxd5 <6,1,1:1> *", "M-02:1", 0, "Nxd5",
     "knight|c3|knight|e3|d5", "Ncxd5|Nexd5", "Ncxd5"},
};

static const struct message others[] = {
    /* commands in comments */
    {CC "\n1. e2-e4 {[%turn 12345]} *", "R-10:1", 0, "[%turn 12345]", "one number", "[%turn DIE]",
     NULL},
    {CC "\n1. e2-e4 {[%turn 1234]} *", "R-03:1", 0, "[%turn 1234]", "1234|1|6", "", NULL},
    {CC "\n1. e2-e4 {[%turn]} *", "R-10:1", 0, "[%turn]", "one number", "[%turn DIE]", NULL},
    {CC "\n1. e2-e4 {[%turn 2 3]} *", "R-10:1", 0, "[%turn 2 3]", "one number", "[%turn DIE]",
     NULL},
    {CC "\n1. e2-e4 {[%turn 2]} {[%turn 3]} *", "R-06:1 CC-4:1", 0, "[%turn 3]", "differs", "right",
     NULL},
    {CC "\n1. <2> e2-e4 {[%illegal]} *", "M-14:1", 0, "[%illegal]", "[%illegal stood]", "remove",
     NULL},
    {CC "\n1. <2> e2-e4 {[%illegal stood]} *", "M-14:1", 0, "[%illegal stood]", "e2-e4|no rule",
     "remove", NULL},
    {CC "\n{[%illegal stood]} 1. <2> e2-e4 *", "M-14:0", 0, "[%illegal stood]", "no action",
     "remove", NULL},
    {CC "\n{[%roll 1:1] [%turn 2]} 1. <2> e2-e4 *", "R-02:0 R-02:0", 1, "[%turn 2]", "no action",
     "remove", NULL},
    {CC "\n1. <2> e2-e4 {[%missing]} 1... <9> e7-e5 *", "M-16:1", 0, "[%missing]", "half-move",
     "established", NULL},
    /* rolls, brackets and numbers that belong to nothing */
    {CC "\n1. <2> e2-e4 <3> *", "R-02:1", 0, "<3>", "no action", "remove", NULL},
    {CC "\n1. <2> <3> e2-e4 *", "R-02:1", 0, "<3>", "before", "after it", NULL},
    {CC "\n1. <2> e2-e4 ) *", "L-04:1", 0, ")", "", "remove", NULL},
    {"1. e4 e5 (1... c5 2. Nf3 (2. Nc3 (2. d4) d6) *", "L-03:2", 0, "(", "", "", NULL},
    {"1. e4 e5 (1... c5 2. Nf3 (2. Nc3 (2. d4 d6) *", "L-03:2", 0, "(", "1|more", "", NULL},
    {CC "\n1. 1. <2> e2-e4 *", "CC-3:1 M-05:2 CC-4:2", 0, "1.", "action", "remove", NULL},
};

/* "2> ", "1=": what follows the field tells it from others; the place is its digits. */
static size_t size_of_place(const char *place) {
    size_t digits = strspn(place, "0123456789");
    return digits > 0 && strspn(place + digits, "=:>x ") == strlen(place + digits) ? digits
                                                                                   : strlen(place);
}

static void check_place_of(const struct message *m, const xpgn_finding *f) {
    const char *moves = strstr(m->text, "\n\n");
    if (moves == NULL)
        moves = m->text;
    ck_assert_uint_eq(f->place.length, size_of_place(m->place));
    ck_assert_uint_lt(f->place.offset, strlen(m->text));
    ck_assert_uint_ge(f->place.offset, (uint32_t)(moves - m->text));
    ck_assert_msg(strncmp(m->text + f->place.offset, m->place, strlen(m->place)) == 0,
                  "%s at %.12s, not %s: %s", f->code, m->text + f->place.offset, m->place, m->text);
}

static void check_message(const struct message *m) {
    check_codes(m->text, m->codes);
    for (int verdict = 0; verdict < 2; verdict++) {
        seen.options.detail = verdict != 0 ? XPGN_VERDICT : XPGN_STEPS;
        walk_text(m->text);
        const xpgn_finding *f = finding(m->index);
        check_place_of(m, f);
        ck_assert_msg(tells(f->text, m->facts), "%s: %s", f->text, m->text);
        ck_assert_msg((f->hint == NULL) == (m->hint == NULL), "hint %s: %s",
                      f->hint == NULL ? "missing" : f->hint, m->text);
        ck_assert_msg(m->hint == NULL || tells(f->hint, m->hint), "%s: %s", f->hint, m->text);
        ck_assert_msg((f->fix_count == 0) == (m->fix == NULL), "%u fixes: %s", f->fix_count,
                      m->text);
        if (m->fix != NULL)
            ck_assert_str_eq(f->fix[0].text, m->fix);
    }
    seen.options.detail = XPGN_STEPS;
}

/* The first finding is the same where those after it are more than may be kept. */
static void check_first(const char *text) {
    walk_text(text);
    xpgn_finding all = *finding(0);
    char hint[200];
    snprintf(hint, sizeof hint, "%s", all.hint == NULL ? "none" : all.hint);
    seen.options.max_errors = 1;
    walk_text(text);
    seen.options.max_errors = 0;
    ck_assert_uint_eq(finding(0)->fix_count, all.fix_count);
    ck_assert_str_eq(finding(0)->hint == NULL ? "none" : finding(0)->hint, hint);
}

START_TEST(a_message_about_a_roll_tells_what_is_wrong_and_what_is_right) {
    check_message(&rolls[_i]);
    check_first(rolls[_i].text);
}
END_TEST

START_TEST(a_message_about_an_action_tells_why_it_cannot_be) {
    check_message(&actions[_i]);
    check_first(actions[_i].text);
}
END_TEST

START_TEST(a_message_about_text_between_actions_says_what_to_do) {
    check_message(&others[_i]);
    check_first(others[_i].text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("messages");
    TCase *tc = tcase_create("messages");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, a_message_about_a_roll_tells_what_is_wrong_and_what_is_right, 0,
                        sizeof rolls / sizeof *rolls);
    tcase_add_loop_test(tc, a_message_about_an_action_tells_why_it_cannot_be, 0,
                        sizeof actions / sizeof *actions);
    tcase_add_loop_test(tc, a_message_about_text_between_actions_says_what_to_do, 0,
                        sizeof others / sizeof *others);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
