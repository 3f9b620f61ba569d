/* SPDX-License-Identifier: MIT */
/*
 * A ruleset: one named mechanism per axis, and its tables. Loaded from YAML (xpgn-ruleset(5)),
 * checked once, constant from then on. C code asks for mechanisms and numbers, never for names of
 * rulesets. lib/gen/tables.c writes each member into the built-in tables: add new members there.
 */
#ifndef XPGN_RULES_RULESET_H
#define XPGN_RULES_RULESET_H

#include <stdlib.h>

#include "core/base/dice_expr.h"
#include "core/base/log.h"
#include "core/board/position.h"
#include "internal/action_facts.h"

enum setup_kind { SETUP_FIXED, SETUP_SHUFFLED, SETUP_FREE };
enum movement_kind { MOVEMENT_CHESS, MOVEMENT_QUEEN_LINE, MOVEMENT_ORTHOGONAL };
/* Whether a king may be left attacked; NO_STEP only forbids it to step into attack (CA-14),
   NOT_LEFT any exposure (C-2), CASTLING_ONLY castling out of, through or into attack (DT-3). */
enum safety_kind { SAFETY_NONE, SAFETY_NO_STEP, SAFETY_NOT_LEFT, SAFETY_CASTLING_ONLY };
/* VALUES: the sum of the support values of attackers and guards (CA-3). DICE: one more die for each
   supporter (FD-7). ADJACENT: ATK of adjacent and charging pieces (AS-3). */
enum support_kind { SUPPORT_NONE, SUPPORT_VALUES, SUPPORT_DICE, SUPPORT_ADJACENT };
/* Words of a file; what they mean is in contest.c, and the code asks for that (enum contest_trait).
 */
enum combat_kind {
    COMBAT_CAPTURE,
    COMBAT_MARGIN,
    COMBAT_POOLS,
    COMBAT_DUEL,
    COMBAT_OVERWHELM,
    COMBAT_TABLE,
    COMBAT_CONTEST,
    COMBAT_BLOW,
    COMBAT_KINDS
};
/* What becomes of a removed piece. */
enum removed_kind { REMOVED_GONE, REMOVED_KEPT, REMOVED_PRISONER };
enum turn_kind { TURN_ONE_ACTION, TURN_CHOICE, TURN_SEVERAL_MOVES };
/* What the dice of a turn mean, besides what its kind makes of them: TYPES the pieces that may act,
   AT_MOST how many squares an action may go. */
enum roll_means { ROLL_NOTHING, ROLL_TYPES, ROLL_AT_MOST };
/* Which faces allow castling: the king's; the king's or the rook's; both, of two dice. */
enum roll_castling { ROLL_CASTLING_KING, ROLL_CASTLING_EITHER, ROLL_CASTLING_BOTH };
enum arrival_kind { ARRIVAL_STAY, ARRIVAL_PROMOTE, ARRIVAL_RESCUE, ARRIVAL_ON_CAPTURE };
enum decide_kind {
    DECIDE_DRAW,
    DECIDE_POINTS,
    DECIDE_LOSS,
    DECIDE_CHECK, /* mate or stalemate */
    DECIDE_PASS   /* the turn is passed; a draw if neither side can act (SC-5) */
};

/*
 * Which reader of the fast path may read games of a ruleset. It follows from the keys that the
 * ruleset sets: a key that the schema does not mark as known to a reader leaves the games to the
 * walk.
 */
enum fast_path {
    FAST_PATH_NONE,   /* walk only */
    FAST_PATH_CHESS,  /* plain chess */
    FAST_PATH_COMBAT, /* chess movement with combats */
    FAST_PATH_TURNS,  /* long notation, several actions a turn */
    FAST_PATHS
};

/* In squares: the distance from which a piece charges (AS-3) and the longest step (AS-2). */
enum { ORTHO_REACH = 2 };

/* What a finding can cite: each ruleset maps these to its own rule ids (YAML `cite`). */
enum cite {
    CITE_MOVE, /* how pieces move */
    CITE_PAWN, /* double step, en passant */
    CITE_CASTLING,
    CITE_SAFETY,
    CITE_ATTACK,       /* what may be attacked, how an attack is written */
    CITE_COUNT,        /* supporters and their sum */
    CITE_TOTAL,        /* totals, highest numbers */
    CITE_DICE,         /* how many dice are rolled */
    CITE_FATE,         /* who is removed or wounded */
    CITE_WOUND,        /* a wounded piece wounded again */
    CITE_KING_ATTACKS, /* combat with the special piece attacking (FD-3) */
    CITE_KING_ATTACKED,
    CITE_EN_PASSANT,
    CITE_SHOT,
    CITE_RUN,
    CITE_ARRIVAL,         /* promotion, rescue */
    CITE_CHOICE,          /* what a turn may begin with */
    CITE_TURN_ROLL,       /* dice before an action or a turn, and who may act by them */
    CITE_SPEND,           /* how many of them have to be spent (DT-4) */
    CITE_PASS,            /* when a turn is passed, or rolled again */
    CITE_CHALLENGE_AFTER, /* after a step (CC-5) */
    CITE_GO_ON,           /* after a won challenge (CC-7) */
    CITE_PRISONER,
    CITE_TELEPORT,
    CITE_RELEASE,
    CITE_TRANSFORM, /* CC-11 */
    CITE_FIRST,     /* who begins */
    CITE_SETUP,
    CITE_REINFORCE,
    CITE_ROUTE,
    CITE_MOVES,     /* number of Moves in a turn */
    CITE_SEATS,     /* defeated seats */
    CITE_KING_LOST, /* the ending by a removed king, leaders or last defence */
    CITE_ALONE,
    CITE_NO_ACTION, /* no legal action at one's turn */
    CITE_IMMOBILE,  /* a piece that neither moves nor fights (CC-1) */
    CITE_COUNT_OF
};

enum attribute_infinite { INFINITE = INT16_MAX };

/* The columns of attribute tables, as bit numbers of `given`, in the order of xpgn-ruleset(5). */
enum column {
    COLUMN_ATTACK,
    COLUMN_DEFENSE,
    COLUMN_SUPPORT,
    COLUMN_POINTS,
    COLUMN_BONUS,
    COLUMN_LEADER,
    COLUMN_SPEED,
    COLUMN_COUNT,
    COLUMN_WOUNDED = 8 /* added to a column for the value of the wounded piece */
};

struct piece_rules {
    const char *name; /* "knight", "dragon"; NULL: not in this game */
    uint16_t given;   /* bit per enum column for which the file gives a value; other values are 0 */
    int16_t attack[2], defense[2], support[2]; /* [healthy, wounded] */
    int16_t points;                            /* INFINITE for a piece whose loss ends the game */
    int16_t bonus;                             /* duel (CC-1) */
    bool leader;
    int16_t speed;       /* squares of a step (AS-2) */
    uint8_t least, most; /* limits of one side's army; most 0: no limit (AS-1) */
    uint8_t promotes_to; /* bit per type: promotion on arrival (FD-1) or on capture (AS-5) */
    int16_t charge;      /* ATK added from two squares away; 0: it cannot charge (AS-3) */
    bool charge_proof;   /* charges against it add nothing */
    int16_t inspires;    /* ATK added to its own side's neighbours (AS-3) */
    bool reinforces;     /* may place a new pawn (AS-6) */
    bool route;          /* the king may go to its square (AS-7) */
    bool shoots;         /* FD-6, unless its halved rating is 0 */
    bool runs;           /* may make a suicide run (FD-8) */
    bool immobile;       /* never moves, never fights (CC-1) */
    bool leaps;          /* passes over pieces on its line (CC-4) */
    uint8_t hits;        /* hit points of a piece that is unharmed; 0: the game has none (HP-1) */
    uint8_t damage;      /* what its blow takes off (HP-1) */
};

/* A row of the margin table; the first row whose `from` the margin reaches applies. */
enum { FATE_DAMAGE = 'd' }; /* it loses as many hit points as the margin is (CD-2) */
struct margin_row {
    int16_t from; /* INT16_MIN in the last row */
    char fate[2]; /* attacker, defender: 0, 'w', 'x', or FATE_DAMAGE */
};

/* For margins from -MARGIN_NEAR to MARGIN_NEAR - 1 the rows are looked up in margin_near. */
enum { MARGIN_NEAR = 32 };

/*
 * What a combat is made of. Two totals are compared, and a row of `margin` says who is removed; or
 * a number is needed of the attacker's only die; or what happens is certain.
 */
enum contest_trait {
    CONTEST_ROLLED = 1,      /* dice decide it */
    CONTEST_AGAIN = 2,       /* equal totals are rolled again (CC-6) */
    CONTEST_HIGHEST = 4,     /* values are numbers of dice, of which the highest counts (FD-2) */
    CONTEST_NEEDS = 8,       /* some pieces need a number (FD-3) */
    CONTEST_SUPPORT = 16,    /* totals have support (CA-3, AS-3) */
    CONTEST_NEIGHBOURS = 32, /* it comes from pieces beside the target (AS-3) */
    CONTEST_OWN_DICE = 64,   /* each type of piece has its own dice, which are added up (PW-2) */
    CONTEST_DAMAGE = 128,    /* it takes hit points off, and removes a piece without any (CD-2) */
    CONTEST_BLOW = 256,      /* how many is certain, and there are no totals (HP-2) */
    CONTEST_GOES_ON = 512,   /* the attacker may go on with another exchange (CD-3) */
    CONTEST_WOUNDS = 1024    /* a row may wound (CA-4) */
};

struct xpgn_ruleset {
    struct arena arena;
    const char *id, *title;
    int version;
    struct geometry geometry;
    const char *seat_name[XPGN_MAX_SEATS];
    enum fast_path fast_path;

    enum setup_kind setup;
    bool has_start;
    xpgn_position start;
    struct setup_zone {
        xpgn_square king;                 /* the king's square at full move 1 */
        uint8_t corner_file, corner_rank; /* corner of the zone */
        uint8_t reach; /* sum of file and rank distance from the corner, or the side of a square */
        bool square;   /* the zone is reach x reach squares; if not, distance <= reach */
    } zone[XPGN_MAX_SEATS];
    struct setup_army { /* SETUP_FREE: what each side sets up at full move 1 */
        uint8_t count[XPGN_TYPES];
        uint8_t choose, choose_from; /* how many pieces to choose, and from which types (bits) */
    } army;

    enum movement_kind movement;
    bool double_step;
    enum safety_kind safety;
    enum support_kind support;
    uint8_t support_except[XPGN_TYPES]; /* [supporter]: bit per type that it does not support */

    enum combat_kind combat;
    uint8_t die; /* faces of the dice of turns, and of combats without dice of their own; 0: none */
    uint8_t most_faces; /* of any die of the game; 0: no dice; derived */
    struct margin_row margin[16];
    uint8_t margin_rows;
    uint8_t margin_near[2 * MARGIN_NEAR];   /* [margin + MARGIN_NEAR]: the index of its row; derived
                                             */
    struct dice_expr thrown[2][XPGN_TYPES]; /* [side][type]: CONTEST_OWN_DICE, what it rolls */
    uint8_t single_die;           /* bit per type whose combats take a single die (FD-3, FD-4) */
    uint8_t single_fails;         /* faces up to this one have no effect */
    uint16_t contest;             /* enum contest_trait, a bit each; derived */
    uint8_t needs[XPGN_TYPES][8]; /* [attacker][defender]: what its only die must show to remove it;
                                     0: totals decide; derived but in a table */
    bool needs_shown;             /* a roll shows the number, as there are several; derived */
    bool miss_harmless;           /* a die that shows less removes nobody; else the attacker */
    bool shooting, suicide_run;
    bool answers;      /* the attacker loses the points that the defender had (HP-2) */
    bool rounds;       /* the attacker may go on while both live (CD-3) */
    uint8_t harmed;    /* bit per side of a combat, attacker first, that may lose points; derived */
    bool outcome_safe; /* a king may not be left where a blow kills it (HP-3); derived */

    enum removed_kind removed;
    uint8_t cell_on[XPGN_NO_SQUARE + 1]; /* [square]: the index of its cell; derived */
    enum turn_kind turn;
    bool roll_off;                         /* CC-2, tag FirstRoll */
    int16_t teleport_reach, release_reach; /* 0: not in this game */
    bool teleport_exact;
    uint8_t transform_from, transform_kills, transform_to; /* CC-11; 0 none */
    uint8_t moves;                                         /* AS-10: Moves in a turn; 0: by die */
    uint8_t moves_by_die[32];                              /* [face - 1] */

    struct roll_rules {
        enum roll_means means;
        uint8_t dice;     /* how many are rolled, at most XPGN_TURN_DICE */
        int16_t adds;     /* AT_MOST: to the squares that they show together */
        uint8_t face[32]; /* [face - 1]: a type */
        uint8_t types;    /* bit per type that some face shows; derived */
        bool each;        /* an action for each die, as many as can be (DT-4); else one by any */
        bool equal_frees; /* equal dice let every piece act (DP-1) */
        bool again;       /* a roll that moves nothing is rolled again (DC-2); else it is a pass */
        uint8_t castling; /* enum roll_castling */
        bool arrival_shown; /* a die that shows a piece promotes a pawn to it (DC-3) */
    } roll;
    bool kings_fall; /* in check one may have to pass, so kings are captured (DP-3); derived */

    enum arrival_kind arrival;
    uint8_t fatal;     /* bit per type whose last loss loses the game (CA-8, FD-4) */
    bool leaders_lost; /* CC-12 */
    bool succession;   /* AS-8: the queen takes the king's place */
    bool alone_loses;  /* AS-8: reduced to the king */
    uint8_t leaders;   /* bit per type that is a leader; derived from the pieces */
    uint8_t decisive;  /* bit per type whose loss may defeat its side; derived from the above */
    enum decide_kind no_action;

    struct piece_rules piece[XPGN_TYPES];
    struct piece_value { /* [type, with XPGN_WOUNDED if wounded]; derived */
        int16_t attack, defense;
        int16_t gives;          /* as a supporter (CA-3); 1 where each adds a die (FD-7) */
        uint8_t support_except; /* bit per type that it does not support */
        uint8_t inspires;
    } value[16];
    const char *const *cite; /* [CITE_*]: rule ids, never NULL; a table that rulesets may share */
    const xpgn_code *rules;  /* ids and titles; ends with a NULL code */
    const char *const *options;   /* names of its options; ends with NULL */
    const char *options_in_force; /* in the order of the file, separated by spaces */
    uint8_t column[COLUMN_COUNT]; /* the columns of the attribute table (enum column) */
    uint8_t columns;
    const char *digest; /* of its normal form, for a built-in ruleset; NULL: has to be computed */
};

void ruleset_free(xpgn_ruleset *rs);

/* The rule by which a seat has lost, with the pieces that it has on the board; NULL: it has not. */
static inline const char *ruleset_lost(const xpgn_ruleset *rs, const xpgn_position *p,
                                       unsigned seat) {
    for (unsigned fatal = rs->fatal; fatal != 0; fatal &= fatal - 1)
        if (!position_has(p, seat, fatal & -fatal))
            return rs->cite[CITE_KING_LOST];
    if (rs->leaders_lost && !position_has(p, seat, rs->leaders))
        return rs->cite[CITE_KING_LOST];
    return rs->alone_loses && position_is_alone(p, seat) ? rs->cite[CITE_ALONE] : NULL;
}

/* True if it is the user's own, not built into the library. */
static inline bool ruleset_is_house(const xpgn_ruleset *rs) {
    return rs->digest == NULL;
}

/* Writes "sha256:..." of the normal form (tag RulesDigest). XPGN_NOT_FOUND: libsodium, which is
   loaded here, is not installed; never for a built-in ruleset. */
enum { RULES_DIGEST_SIZE = 72 }; /* "sha256:", 64 hex digits, NUL */
xpgn_status ruleset_digest(const xpgn_ruleset *rs, char text[RULES_DIGEST_SIZE]);

/* The first row whose `from` the margin reaches, for any margin. */
static inline const struct margin_row *ruleset_margin_row(const xpgn_ruleset *rs, int margin) {
    const struct margin_row *row = rs->margin;
    while (row + 1 < rs->margin + rs->margin_rows && margin < row->from)
        row++;
    return row;
}

/* The values of a piece in combat; wounded pieces use their wounded values. */
static inline const struct piece_value *piece_value(const xpgn_ruleset *rs, xpgn_piece piece) {
    return &rs->value[piece & 15];
}
/* The rules for the type of a piece. */
static inline const struct piece_rules *rules_of(const xpgn_ruleset *rs, xpgn_piece piece) {
    return &rs->piece[XPGN_TYPE_OF(piece)];
}
/* True if the seat may set up a piece other than its king on this square. */
static inline bool setup_has(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                             xpgn_square sq) {
    const struct setup_zone *z = &rs->zone[seat];
    int df = abs((int)square_file(p, sq) - z->corner_file);
    int dr = abs((int)square_rank(p, sq) - z->corner_rank);
    return z->square ? df < z->reach && dr < z->reach : df + dr <= z->reach;
}

/* Questions about the combats of a game, which each kind of combat answers in contest.c. */
static inline bool contest_is(const xpgn_ruleset *rs, enum contest_trait trait) {
    return (rs->contest & trait) != 0;
}
/* True if there are none: an attack captures. */
static inline bool attacks_capture(const xpgn_ruleset *rs) {
    return rs->contest == 0;
}
/* True if dice decide them. */
static inline bool combat_rolls(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_ROLLED);
}
static inline bool combat_ties_again(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_AGAIN);
}
static inline bool combat_counts_highest(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_HIGHEST);
}
/* True if the dice of a side are added up, and depend on its piece. */
static inline bool combat_adds_dice(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_OWN_DICE);
}
static inline bool combat_adds_neighbours(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_NEIGHBOURS);
}
static inline bool combat_wounds(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_WOUNDS);
}
/* True if a combat takes hit points off, and a piece without any is removed. */
static inline bool combat_damages(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_DAMAGE);
}
/* True if what happens is certain. */
static inline bool combat_is_blow(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_BLOW);
}
/* True if the attacker may go on with another exchange while both live. */
static inline bool combat_goes_on(const xpgn_ruleset *rs) {
    return contest_is(rs, CONTEST_GOES_ON);
}
/* True if that side, 0 the attacker's, may lose hit points. */
static inline bool combat_harms(const xpgn_ruleset *rs, unsigned side) {
    return (rs->harmed >> side & 1) != 0;
}
/* What the attacker's only die must show; 0: totals decide. */
static inline unsigned combat_needs(const xpgn_ruleset *rs, xpgn_piece attacker,
                                    xpgn_piece defender) {
    return contest_is(rs, CONTEST_NEEDS) ? rs->needs[XPGN_TYPE_OF(attacker)][XPGN_TYPE_OF(defender)]
                                         : 0;
}
/* True if a turn may have several actions, each an entry of its own behind the number of the turn.
 */
static inline bool turn_is_several(const xpgn_ruleset *rs) {
    return rs->turn != TURN_ONE_ACTION || rs->roll.each;
}
/* True if the dice of a turn say which pieces may act in it, or how far. */
static inline bool turn_rolls_actors(const xpgn_ruleset *rs) {
    return rs->roll.means != ROLL_NOTHING;
}
/* True if they show pieces, a face each. */
static inline bool turn_rolls_types(const xpgn_ruleset *rs) {
    return rs->roll.means == ROLL_TYPES;
}
/* True if dice may be rolled for a turn, before its actions. */
static inline bool turn_rolls(const xpgn_ruleset *rs) {
    return rs->turn != TURN_ONE_ACTION || turn_rolls_actors(rs);
}
/* True if dice are rolled for a turn as a whole, so that later actions of it depend on them. */
static inline bool turn_is_of_dice(const xpgn_ruleset *rs) {
    return rs->turn == TURN_SEVERAL_MOVES || turn_rolls_actors(rs);
}
/* How many dice a turn roll has. */
static inline unsigned turn_dice(const xpgn_ruleset *rs) {
    return turn_rolls_actors(rs) ? rs->roll.dice : 1;
}
/* True if the game has dice, for combats or turns. */
static inline bool ruleset_has_dice(const xpgn_ruleset *rs) {
    return !attacks_capture(rs) || turn_rolls(rs);
}
/* The index of the cell on that square. For a square without a cell the result is any valid
   index. */
static inline unsigned cell_of(const xpgn_ruleset *rs, xpgn_square sq) {
    return rs->cell_on[sq];
}

/* Writes a piece as xpgn_piece_write does, at most PIECE_ROOM bytes, and returns the place after
   it. */
enum { PIECE_ROOM = 32 };
char *piece_write(char *c, const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
                  xpgn_square square);

#endif
