/* SPDX-License-Identifier: MIT */
/*
 * A ruleset: one named mechanism per axis, and its tables.  Loaded from YAML (xpgn-ruleset(5)),
 * checked once, constant from then on.  C code asks for mechanisms and numbers, never for names.
 * lib/gen/tables.c writes each member into the built-in tables: a new one has its line there.
 */
#ifndef XPGN_RULES_RULESET_H
#define XPGN_RULES_RULESET_H

#include <stdlib.h>

#include "base/log.h"
#include "board/position.h"

enum setup_kind { SETUP_FIXED, SETUP_SHUFFLED, SETUP_FREE };
enum movement_kind { MOVEMENT_CHESS, MOVEMENT_QUEEN_LINE, MOVEMENT_ORTHOGONAL };
/* May a king be left attacked (C-2), or only not step into attack (CA-14)? */
enum safety_kind { SAFETY_NONE, SAFETY_NO_STEP, SAFETY_NOT_LEFT };
/* Sum of the support values of attackers and guards (CA-3); one more die for each (FD-7); ATK of
   adjacent and charging pieces (AS-3). */
enum support_kind { SUPPORT_NONE, SUPPORT_VALUES, SUPPORT_DICE, SUPPORT_ADJACENT };
enum combat_kind { COMBAT_CAPTURE, COMBAT_MARGIN, COMBAT_POOLS, COMBAT_DUEL, COMBAT_OVERWHELM };
/* What becomes of a removed piece. */
enum removed_kind { REMOVED_GONE, REMOVED_KEPT, REMOVED_PRISONER };
enum turn_kind { TURN_ONE_ACTION, TURN_CHOICE, TURN_SEVERAL_MOVES };
enum arrival_kind { ARRIVAL_STAY, ARRIVAL_PROMOTE, ARRIVAL_RESCUE, ARRIVAL_ON_CAPTURE };
enum decide_kind { DECIDE_DRAW, DECIDE_POINTS, DECIDE_LOSS, DECIDE_CHECK /* mate or stalemate */ };

/*
 * Which reader of the fast path may read games by a ruleset.  Compiled from the keys that it sets:
 * one that the schema does not mark as known to a reader leaves the games to the walk.
 */
enum fast_path {
    FAST_PATH_NONE,   /* the walk only */
    FAST_PATH_CHESS,  /* plain chess */
    FAST_PATH_COMBAT, /* chess movement with combats */
    FAST_PATH_TURNS,  /* long notation, several actions a turn */
    FAST_PATHS
};

/* Squares: from so far away a piece charges (AS-3), and no piece steps further (AS-2). */
enum { ORTHO_REACH = 2 };

/* What a diagnostic cites: each ruleset binds these to its own rule ids (YAML `cite`). */
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
    CITE_WOUND,        /* wounded while wounded */
    CITE_KING_ATTACKS, /* combat with the special piece attacking (FD-3) */
    CITE_KING_ATTACKED,
    CITE_EN_PASSANT,
    CITE_SHOT,
    CITE_RUN,
    CITE_ARRIVAL, /* promotion, rescue */
    CITE_CHOICE,  /* what a turn may begin with */
    CITE_TURN_ROLL,
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
    CITE_MOVES,     /* how many Moves a turn */
    CITE_SEATS,     /* defeated seats */
    CITE_KING_LOST, /* the ending by a removed king, leaders or last defence */
    CITE_ALONE,
    CITE_NO_ACTION, /* no legal action at one's turn */
    CITE_IMMOBILE,  /* a piece that neither moves nor fights (CC-1) */
    CITE_COUNT_OF
};

enum attribute_infinite { INFINITE = INT16_MAX };

/* The attributes that a table can show: bit numbers of `given`, in the order of xpgn-ruleset(5). */
enum column {
    COLUMN_ATTACK,
    COLUMN_DEFENSE,
    COLUMN_SUPPORT,
    COLUMN_POINTS,
    COLUMN_BONUS,
    COLUMN_LEADER,
    COLUMN_SPEED,
    COLUMN_COUNT,
    COLUMN_WOUNDED = 8 /* added for a value of the wounded piece */
};

struct piece_rules {
    const char *name; /* "knight", "dragon"; NULL: not in this game */
    uint16_t given;   /* bit per enum column: the file gives a value; without one it is 0 */
    int16_t attack[2], defense[2], support[2]; /* [healthy, wounded] */
    int16_t points;                            /* INFINITE for a piece whose loss ends the game */
    int16_t bonus;                             /* duel (CC-1) */
    bool leader;
    int16_t speed;       /* squares of a step (AS-2) */
    uint8_t least, most; /* on the board on one side; most 0: any number (AS-1) */
    uint8_t promotes_to; /* bit per type: promotion (FD-1), or on capture (AS-5) */
    int16_t charge;      /* ATK added at two squares' distance, 0: cannot (AS-3) */
    bool charge_proof;   /* gets nothing from a charge */
    int16_t inspires;    /* ATK added to own neighbours (AS-3) */
    bool reinforces;     /* may put a new pawn down (AS-6) */
    bool route;          /* the king may go to its square (AS-7) */
    bool shoots;         /* FD-6, where its halved rating is not 0 */
    bool runs;           /* FD-8: may make a suicide run */
    bool immobile;       /* never moves, never fights (CC-1) */
    bool leaps;          /* passes over pieces on its line (CC-4) */
};

/* One line of a margin table: the first whose `from` the margin reaches. */
struct margin_row {
    int16_t from; /* INT16_MIN: the last line */
    char fate[2]; /* attacker, defender: 0, 'w', 'x' */
};

/* Margins from -MARGIN_NEAR up to MARGIN_NEAR - 1 have their rows ready. */
enum { MARGIN_NEAR = 32 };

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
        xpgn_square king;                 /* where the king stands at full move 1 */
        uint8_t corner_file, corner_rank; /* of the zone */
        uint8_t reach; /* sum of file and rank distance from the corner, or the side of a square */
        bool square;   /* zone is reach x reach squares, else distance <= reach */
    } zone[XPGN_MAX_SEATS];
    struct setup_army { /* SETUP_FREE: what each side sets up at full move 1 */
        uint8_t count[XPGN_TYPES];
        uint8_t choose, choose_from; /* how many more, and of which types (bits) */
    } army;

    enum movement_kind movement;
    bool double_step;
    enum safety_kind safety;
    enum support_kind support;
    uint8_t support_except[XPGN_TYPES]; /* [supporter]: bit per type it does not support */

    enum combat_kind combat;
    uint8_t die; /* faces of every die of the game, the turn roll's too; 0: no dice */
    struct margin_row margin[16];
    uint8_t margin_rows;
    uint8_t margin_near[2 * MARGIN_NEAR]; /* [margin + MARGIN_NEAR]: its row; follows from them */
    uint8_t single_die;   /* bit per type: a combat with it is one die in all (FD-3, FD-4) */
    uint8_t single_fails; /* the faces up to this one do nothing */
    bool shooting, suicide_run;

    enum removed_kind removed;
    uint8_t cell_on[XPGN_NO_SQUARE + 1]; /* [square]: the index of its cell; follows from them */
    enum turn_kind turn;
    bool roll_off;                         /* CC-2, tag FirstRoll */
    int16_t teleport_reach, release_reach; /* 0: not in this game */
    bool teleport_exact;
    uint8_t transform_from, transform_kills, transform_to; /* CC-11; 0 none */
    uint8_t moves;                                         /* AS-10: Moves a turn, 0: by die */
    uint8_t moves_by_die[32];                              /* [face - 1] */

    enum arrival_kind arrival;
    uint8_t fatal;     /* bit per type: the side that loses its last one loses (CA-8, FD-4) */
    bool leaders_lost; /* CC-12 */
    bool succession;   /* AS-8: the queen takes the king's place */
    bool alone_loses;  /* AS-8: reduced to the king */
    uint8_t leaders;   /* bit per type: it leads; follows from the pieces */
    uint8_t decisive;  /* bit per type: its loss may be that of the side; follows from these */
    enum decide_kind no_action;

    struct piece_rules piece[XPGN_TYPES];
    struct piece_value { /* [type, and XPGN_WOUNDED if it is]: follows from them */
        int16_t attack, defense;
        int16_t gives;          /* as a supporter (CA-3); where each adds a die, 1 (FD-7) */
        uint8_t support_except; /* bit per type that it does not support */
        uint8_t inspires;
    } value[16];
    const char *cite[CITE_COUNT_OF]; /* rule ids; never NULL after loading */
    const xpgn_code *rules;          /* the ids and titles, NULL code ends */
    const char *const *options;      /* names it knows, NULL ends */
    const char *options_in_force;    /* as resolved, in the file's order, separated by spaces */
    uint8_t column[COLUMN_COUNT];    /* the attribute table's columns (enum column) */
    uint8_t columns;
    const char *digest; /* of its normal form, ready-made; NULL: to be computed */
};

void ruleset_free(xpgn_ruleset *rs);

/* Is it the user's own, not one of the library? */
static inline bool ruleset_is_house(const xpgn_ruleset *rs) {
    return rs->digest == NULL;
}

/* "sha256:..." of the normal form (tag RulesDigest); XPGN_NO_MEMORY, XPGN_NOT_FOUND (there is no
   libsodium, which is loaded now; never for a built-in ruleset). */
enum { RULES_DIGEST_SIZE = 72 }; /* "sha256:", 64 hex digits, NUL */
xpgn_status ruleset_digest(const xpgn_ruleset *rs, char text[RULES_DIGEST_SIZE]);

/* The first row whose `from` the margin reaches; for any margin. */
static inline const struct margin_row *ruleset_margin_row(const xpgn_ruleset *rs, int margin) {
    const struct margin_row *row = rs->margin;
    while (row + 1 < rs->margin + rs->margin_rows && margin < row->from)
        row++;
    return row;
}

/* What a piece brings into a fight: wounded pieces use their wounded values. */
static inline const struct piece_value *piece_value(const xpgn_ruleset *rs, xpgn_piece piece) {
    return &rs->value[piece & 15];
}
/* What holds for its type. */
static inline const struct piece_rules *rules_of(const xpgn_ruleset *rs, xpgn_piece piece) {
    return &rs->piece[XPGN_TYPE_OF(piece)];
}
/* Does the seat set up its pieces on this square, its king apart? */
static inline bool setup_has(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                             xpgn_square sq) {
    const struct setup_zone *z = &rs->zone[seat];
    int df = abs((int)square_file(p, sq) - z->corner_file);
    int dr = abs((int)square_rank(p, sq) - z->corner_rank);
    return z->square ? df < z->reach && dr < z->reach : df + dr <= z->reach;
}

/* What is asked of a kind of combat, but for what its dice make of it. */
enum combat_trait {
    TRAIT_CAPTURE = 1,  /* there is none: an attack captures */
    TRAIT_ROLLED = 2,   /* dice decide it */
    TRAIT_REROLLED = 4, /* equal totals are rolled again (CC-6) */
    TRAIT_POOLS = 8,    /* values are numbers of dice, of which the highest counts */
    TRAIT_VALUES = 16,  /* pieces attack and defend with values */
    TRAIT_BONUS = 32,   /* or have one bonus for both */
    TRAIT_BESIDE = 64   /* what stands beside the target takes part (AS-3) */
};
static inline unsigned combat_traits(enum combat_kind kind) {
    switch (kind) {
    case COMBAT_CAPTURE:
        return TRAIT_CAPTURE;
    case COMBAT_MARGIN:
        return TRAIT_ROLLED | TRAIT_VALUES;
    case COMBAT_POOLS:
        return TRAIT_ROLLED | TRAIT_VALUES | TRAIT_POOLS;
    case COMBAT_DUEL:
        return TRAIT_ROLLED | TRAIT_REROLLED | TRAIT_BONUS;
    case COMBAT_OVERWHELM:
        return TRAIT_VALUES | TRAIT_BESIDE;
    }
    return 0;
}
static inline bool combat_is(const xpgn_ruleset *rs, enum combat_trait trait) {
    return (combat_traits(rs->combat) & trait) != 0;
}
/* The support that may count in it. */
static inline enum support_kind combat_support(enum combat_kind kind) {
    switch (kind) {
    case COMBAT_CAPTURE:
    case COMBAT_DUEL:
        break;
    case COMBAT_MARGIN:
        return SUPPORT_VALUES;
    case COMBAT_POOLS:
        return SUPPORT_DICE;
    case COMBAT_OVERWHELM:
        return SUPPORT_ADJACENT;
    }
    return SUPPORT_NONE;
}
/* Are dice rolled in this game, for combats or turns? */
static inline bool ruleset_has_dice(const xpgn_ruleset *rs) {
    return !combat_is(rs, TRAIT_CAPTURE) || rs->turn != TURN_ONE_ACTION;
}
/* The index of the cell on that square; of another square, where there are cells, any index. */
static inline unsigned cell_of(const xpgn_ruleset *rs, xpgn_square sq) {
    return rs->cell_on[sq];
}

#endif
