/* SPDX-License-Identifier: MIT */
/*
 * What all headers of libxpgn use: status, texts, findings, and the plain values that pass between
 * calls: games, positions, rolls, actions. xpgn.h states the conventions.
 */
#ifndef XPGN_BASE_H
#define XPGN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each struct of options: TYPE_init, compiled into the caller, so `size` is that of the struct
   as the caller knows it. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define xpgn_init_of(type)                                                                         \
    static inline void type##_init(type *made) {                                                   \
        memset(made, 0, sizeof *made);                                                             \
        made->size = sizeof *made;                                                                 \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__GNUC__)
#define XPGN_API __attribute__((visibility("default")))
#define XPGN_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define XPGN_API
#define XPGN_PRINTF(f, a)
#endif

/* ---- status ---------------------------------------------------------------------------------- */

typedef enum xpgn_status {
    XPGN_OK = 0,
    XPGN_END,       /* no more items; not an error */
    XPGN_NO_MEMORY, /* an allocation failed; the handle may only be freed */
    XPGN_IO,        /* a file could not be opened, read or decompressed */
    XPGN_INVALID,   /* the text violates the format or the rules (see the findings), or an argument
                       is not valid */
    XPGN_NOT_FOUND  /* no such ruleset, option or tag */
} xpgn_status;

/* The version of the library, MAJOR.MINOR.PATCH. */
XPGN_API const char *xpgn_version(void);

/* Types that several headers name. Each is described in its own: streams and locators in stream.h,
   readers and records in record.h, decoders in sheets.h, walks and steps in walk.h, queries and
   tallies in facts.h, rulesets in rulesets.h, facts and games in progress in play.h, writers and
   pictures in write.h. */
typedef struct xpgn_catalog xpgn_catalog;
typedef struct xpgn_ruleset xpgn_ruleset;
typedef struct xpgn_facts xpgn_facts;
typedef struct xpgn_stream xpgn_stream;
typedef struct xpgn_locator xpgn_locator;
typedef struct xpgn_reader xpgn_reader;
typedef struct xpgn_record xpgn_record;
typedef struct xpgn_decoder xpgn_decoder;
typedef struct xpgn_walk xpgn_walk;
typedef struct xpgn_walk_options xpgn_walk_options;
typedef struct xpgn_step xpgn_step;
typedef struct xpgn_query xpgn_query;
typedef struct xpgn_tally xpgn_tally;
typedef struct xpgn_play xpgn_play;
typedef struct xpgn_writer xpgn_writer;
typedef struct xpgn_svg xpgn_svg;

/* Seats: 0 White, 1 Black; with four seats in turn order 0 White, 1 Red, 2 Black, 3 Green. */
enum { XPGN_MAX_SEATS = 4 };

/* ---- slices and buffers ---------------------------------------------------------------------- */

/* Bytes owned by someone else, not NUL-terminated, valid as long as their owner keeps them. */
typedef struct xpgn_slice {
    const char *data;
    size_t size;
} xpgn_slice;

/*
 * A growing array of bytes. Initialize with {0} and free with xpgn_buffer_free. A failed allocation
 * sets `failed`, keeps the contents and turns all later writes into no-ops, so a writer needs to
 * test only once, at the end.
 */
typedef struct xpgn_buffer {
    char *data;
    size_t size;
    size_t capacity;
    bool failed;
} xpgn_buffer;

XPGN_API void xpgn_buffer_put(xpgn_buffer *b, const void *bytes, size_t size);
XPGN_API void xpgn_buffer_text(xpgn_buffer *b, const char *text);
XPGN_API void xpgn_buffer_slice(xpgn_buffer *b, xpgn_slice s);

/* Empties the buffer and clears `failed`, but keeps the memory. */
XPGN_API void xpgn_buffer_clear(xpgn_buffer *b);
XPGN_API void xpgn_buffer_free(xpgn_buffer *b);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum xpgn_level {
    XPGN_LINT,    /* a matter of style, or costly to find: reported only on request */
    XPGN_WARNING, /* suspicious, but the record is unambiguous */
    XPGN_ERROR    /* the record is wrong */
} xpgn_level;

/* A range of bytes, counted from the first byte of the game. */
typedef struct xpgn_place {
    uint32_t offset;
    uint32_t length;
} xpgn_place;

/* What a correction replaces. */
typedef enum xpgn_fix_kind {
    XPGN_FIX_TEXT, /* some text */
    XPGN_FIX_CELL, /* the fate of a prisoner with its castle, x@a1 */
    XPGN_FIX_SIGN  /* half-moves that are none, but a sign of the result */
} xpgn_fix_kind;

/* How sure a fix is, which decides whether it may be made unasked. */
typedef enum xpgn_fix_level {
    XPGN_FIX_CERTAIN, /* the record means the same afterwards: notation, the spelling of a tag,
                         marks, numbers, fields that follow from the dice */
    XPGN_FIX_LIKELY, /* the most probable mistake, untied, with a probability of 0.95 or more, after
                        which the record is legal to its end */
    XPGN_FIX_ASK,    /* several are equally probable, or it is less sure than that */
    XPGN_FIX_NEVER,  /* nothing in the record supports it: it invents a half-move or deletes a
                        combat */
    XPGN_FIX_LEVELS
} xpgn_fix_level;

/* A suggested correction. */
typedef struct xpgn_fix {
    xpgn_place place; /* the range to replace; length 0: insert here */
    const char *text; /* the replacement; "": delete */
    bool tie;         /* as likely as the first fix: nothing in the record tells them apart */
    xpgn_fix_kind kind;
    bool tried;  /* the search for the most probable mistake has replayed the line with it; if not,
                    the next two are false and 0 */
    bool stands; /* with it the line has no error up to its end */
    double probability; /* the probability that this was the mistake, 0 to 1 */
} xpgn_fix;

/* One finding. Its strings are owned by the handle that returned it. */
typedef struct xpgn_finding {
    xpgn_level level;
    const char *code; /* stable: L-02, CA-3 */
    xpgn_place place; /* the text at fault */
    const char
        *text; /* one clause, lower case, no full stop: what was found and what was computed */
    const char *hint;   /* what was expected, or what to do; or NULL */
    const char *choice; /* the equally probable mistakes, if there are several; or NULL */
    const char *turn;   /* "3. Nxd5"; "" in the tags */
    uint32_t ply;       /* the turn, from 1; 0: the tags and the start position */
    uint32_t fix_count;
    const xpgn_fix *fix; /* alternative corrections, the likeliest first; NULL if there are none */
    bool together;       /* the fixes are parts of one correction, in the order of their places */
} xpgn_finding;

/* Why a call failed: one reason, and its place in the text that was passed. */
typedef struct xpgn_fault {
    xpgn_place place; /* the text at fault; 0, 0 if there is none */
    uint64_t line;    /* the line of a file, from 1; 0: none */
    char text[400];   /* one clause, as in a finding */
} xpgn_fault;

/* A code of findings: a format code, or a rule of a ruleset. */
typedef struct xpgn_code {
    const char *code;
    xpgn_level level;
    const char *title; /* one line: what it means */
    const char *cure;  /* one line: what to do */
} xpgn_code;

/* The format codes in order (`index` from 0), NULL past the last. Static. xpgn_codes.h has a
   constant for each, such as XPGN_CODE_ACTION (M-01). */
XPGN_API const xpgn_code *xpgn_code_at(size_t index);
/* The format code with that name, ignoring case; NULL if there is none. */
XPGN_API const xpgn_code *xpgn_code_find(const char *code);

/* ---- games ----------------------------------------------------------------------------------- */

/* A place that a file can be read from: the beginning of a frame or member of compressed data; any
   byte if the file is not compressed. */
typedef struct xpgn_frame {
    uint64_t at;     /* in the file */
    uint64_t offset; /* the same place in the uncompressed file, in bytes */
    bool packed;
} xpgn_frame;

/* The text of one game and its location. Valid until the next game is read. */
typedef struct xpgn_game {
    xpgn_slice text;   /* from its first tag or token to the end of its last line */
    const char *file;  /* the name given by the caller; "-" for standard input */
    size_t file_index; /* index of `file` in the stream, from 0 */
    uint64_t number;   /* index in the stream, from 1 */
    uint64_t line;     /* of its first byte, from 1 */
    uint64_t column;   /* of its first byte, in characters, from 1 */
    uint64_t offset;   /* of its first byte in the uncompressed file, from 0 */
    uint64_t before;   /* uncompressed bytes of all files before its own */
    xpgn_frame frame;  /* a frame that begins at or before its first byte */
    bool too_large;    /* larger than the limit: `text` is only its beginning */
    bool latin1;       /* this is the first game of its file that is not UTF-8; it was converted */
    bool decoded; /* its file was decoded (xpgn_stream_decode): the offset is that of the result */
} xpgn_game;

typedef struct xpgn_tag {
    xpgn_slice name;
    xpgn_slice value; /* as recorded between the quotes, with escapes */
    xpgn_place place; /* of the value, or of the name if there is no value */
} xpgn_tag;

/* A comment or NAG, in recorded order. */
typedef struct xpgn_remark {
    uint16_t nag;    /* 0: a comment */
    bool line;       /* a `;` comment */
    xpgn_slice text; /* comment: its contents */
} xpgn_remark;

/* ---- squares, pieces, positions -------------------------------------------------------------- */

enum { XPGN_MAX_FILES = 12, XPGN_MAX_SQUARES = 144, XPGN_NO_SQUARE = 255 };

/* rank * files + file, both from 0; XPGN_NO_SQUARE: none. */
typedef uint8_t xpgn_square;

enum xpgn_type {
    XPGN_NO_TYPE = 0,
    XPGN_PAWN = 1,
    XPGN_KNIGHT = 2,
    XPGN_BISHOP = 3,
    XPGN_ROOK = 4,
    XPGN_QUEEN = 5,
    XPGN_KING = 6,
    XPGN_TYPES = 7
};

/* type | wounded << 3 | seat << 4; 0: an empty square. */
typedef uint8_t xpgn_piece;
#define XPGN_WOUNDED 8u
#define XPGN_PIECE(seat, type) ((xpgn_piece)((unsigned)(seat) << 4 | (unsigned)(type)))
#define XPGN_TYPE_OF(piece) ((unsigned)(piece)&7u)
#define XPGN_SEAT_OF(piece) ((unsigned)(piece) >> 4)
#define XPGN_IS_WOUNDED(piece) (((unsigned)(piece)&XPGN_WOUNDED) != 0)

/* Hit points lie behind the pieces of an 8x8 board, as games on larger ones have none. */
typedef struct xpgn_hits {
    xpgn_piece at[64]; /* those of the position */
    uint8_t left[64];  /* [square]: the hit points left of a piece that was harmed; 0: it has all of
                          its points, the game has none, or the square is empty */
} xpgn_hits;

/*
 * A position between turns, with the same information as an XFEN. A plain value: copy it freely.
 * The bitboards are maintained on 8x8 boards with two seats only (bit = square), and only there are
 * there hit points; `at` is always valid for the squares of the board.
 */
typedef struct xpgn_position {
    uint64_t type[8]; /* [type]: squares of all pieces of that type, both seats */
    uint64_t seat[2]; /* [seat]: squares of its pieces */
    uint64_t wounded; /* squares of wounded pieces */
    union {
        xpgn_piece at[XPGN_MAX_SQUARES];
        xpgn_hits hits;
    };
    uint8_t files, ranks, seats;
    uint8_t side_to_move;  /* the seat to move */
    uint8_t alive;         /* bit per seat still in the game */
    xpgn_square ep_square; /* the square passed over by a pawn's double step, or XPGN_NO_SQUARE */
    uint8_t ep_files; /* instead, where a turn has several actions with the moves of chess: bit per
                         file of a pawn that made a double step in the turn before */
    xpgn_square king[XPGN_MAX_SEATS]; /* [seat]: the square of its king, or XPGN_NO_SQUARE */
    xpgn_square castle[2][2]; /* [seat][0 king's side, 1 queen's side]: square of the rook, or
                                 XPGN_NO_SQUARE */
    uint32_t halfmove_clock;  /* turns since the last pawn move, combat, removal or return */
    uint32_t number;          /* full move number */
    /* Pieces off the board that may return, by type. Removed pieces (CA-13): [seat of the piece].
       Prisoners (CC-8): [castle] in the order a1 h1 a8 h8; they belong to the other side. */
    uint8_t held[4][8];
} xpgn_position;

/* ---- rolls ----------------------------------------------------------------------------------- */

/* What becomes of a piece in a combat. */
typedef enum xpgn_fate {
    XPGN_FATE_UNHARMED,
    XPGN_FATE_WOUNDED,
    XPGN_FATE_REMOVED,
    XPGN_FATES
} xpgn_fate;

enum { XPGN_MAX_DICE = 32, XPGN_MAX_EXCHANGES = 16 };

/* One side of an exchange, as recorded or as computed. -1: not given. */
typedef struct xpgn_roll_side {
    uint8_t dice_count;
    uint8_t dice[XPGN_MAX_DICE]; /* from 1; as recorded, so they may exceed the faces of the die */
    char fate;                   /* the sign of an xpgn_fate: 0, 'w', 'x' */
    int16_t total;
    int16_t count;     /* number of supporters; for a teleport, of leaders */
    int16_t lost;      /* hit points taken off in this exchange */
    uint8_t cell_file; /* file of x@a1, from 0; XPGN_NO_SQUARE: not given */
    uint8_t cell_rank;
    /* zero if not recorded */
    xpgn_place dice_place, count_place, total_place;
    xpgn_place lost_place, fate_place;
} xpgn_roll_side;

typedef struct xpgn_exchange {
    xpgn_roll_side side[2]; /* attacker, defender */
} xpgn_exchange;

/* A roll <...>. Only the first `exchanges` entries are set. */
typedef struct xpgn_roll {
    uint8_t exchanges; /* 0: no roll */
    bool two_sides;    /* the last exchange has a colon */
    xpgn_place place;  /* the whole token or command */
    xpgn_exchange exchange[XPGN_MAX_EXCHANGES];
} xpgn_roll;

/* ---- actions --------------------------------------------------------------------------------- */

typedef enum xpgn_action_kind {
    XPGN_STEP,      /* one piece moves to an empty square */
    XPGN_ATTACK,    /* moves onto an enemy piece: capture, attack or challenge */
    XPGN_CASTLING,  /* king and rook */
    XPGN_SHOT,      /* FD-6 */
    XPGN_RUN,       /* FD-8 */
    XPGN_PASS,      /* `--` */
    XPGN_TELEPORT,  /* CC-9 */
    XPGN_RELEASE,   /* CC-10, an escape attempt */
    XPGN_REINFORCE, /* AS-6 */
    XPGN_ROUTE      /* AS-7, the king's escape route */
} xpgn_action_kind;

typedef struct xpgn_action {
    uint8_t kind;       /* xpgn_action_kind */
    uint8_t piece;      /* the acting piece before the action (xpgn_piece) */
    xpgn_square from;   /* its square */
    xpgn_square to;     /* its destination; castling: that of the king */
    xpgn_square target; /* the square of the attacked piece (en passant: not `to`); RELEASE: the
                           castle */
    uint8_t promotion;  /* type after promotion or rescue; type of a freed prisoner; 0: none */
    xpgn_square drop;   /* RELEASE: the square of the freed piece; castling: of the rook */
} xpgn_action;

/* How a game ended by the rules. Scores are in twelfths and add up to 12; all 0: not ended. */
typedef struct xpgn_outcome {
    bool over;
    bool locked; /* because a seat had no legal action at its turn: mate, stalemate, a lock */
    uint8_t score[XPGN_MAX_SEATS];
    const char *rule; /* id of the rule that ended it ("CA-8"); static or owned by the ruleset */
} xpgn_outcome;

/* A link of sealed dice (xpgn-dice(1)), a secret, the digest of a transcript, or a public key. */
typedef struct xpgn_link {
    uint8_t byte[32];
} xpgn_link;
enum { XPGN_DIGEST_SIZE = 16 };

#ifdef __cplusplus
}
#endif

#endif
