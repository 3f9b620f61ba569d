/* SPDX-License-Identifier: MIT */
/*
 * xpgn.h - the public interface of libxpgn.
 *
 * XPGN is PGN with one new token, the roll <5+2=9:2+2=5x>. The library reads such records, knows
 * the rules of the games (rulesets in YAML), checks and replays every recorded game, and writes
 * records, positions, diagrams and statistics.
 *
 * The flow of data:
 *
 *     xpgn_stream  ->  xpgn_game  ->  xpgn_walk  ->  xpgn_step (positions, facts)  ->  your program
 *     (files)          (text of one   (reader and     and xpgn_finding (what is wrong, where)
 *                       game)          referee)
 *
 * Conventions for all functions:
 * - The library prints nothing, never exits and has no mutable globals. A handle may be used by one
 *   thread at a time; a ruleset, once found, is constant and may be shared.
 * - A function returns a status, which says whether the caller may continue. With any status but
 *   XPGN_OK the outputs are unchanged unless a comment says otherwise.
 * - Why a call failed is said in one way: in the xpgn_fault that the caller passes, the last
 *   argument. Handles that read one thing after another and go on (a stream, an import, sheets)
 *   take none and keep the reason instead; their function `error` returns it. What is wrong with a
 *   record, a list, a ruleset or a theme is another matter: the handle that read it has a list of
 *   findings, which its function `findings` returns.
 * - Every `free`, `close` or `clear` function accepts NULL. Other pointers are not NULL unless a
 *   comment says that they may be; the pointer of an empty slice may.
 * - What does not exist is refused: a style, an index, a seat, a piece type, a square off the board
 *   (other than XPGN_NO_SQUARE where none may be meant), a step before the game has begun. Where no
 *   comment says otherwise such a call returns XPGN_INVALID, or what says that there is nothing:
 *   false, NULL, 0, an empty text.
 * - A position is one that the library has set, or a copy. Board, seats and squares are compared
 * with the ruleset, and a position of another board is refused as above; what stands on the squares
 * is taken on trust. One that a program makes itself goes through xpgn_position_read. Facts, steps
 * and the like also come from the library; of actions and rolls, which a program may make, squares
 * and numbers are checked.
 * - Rule ids in comments (CA-3, FD-7, ...) are those of xpgn-rules(7); the format is xpgn(5).
 */
#ifndef XPGN_H
#define XPGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    XPGN_INVALID,   /* the text violates the format or the rules (see the findings), or options
                       are not valid */
    XPGN_NOT_FOUND  /* no such ruleset, option or tag */
} xpgn_status;

/* The version of the library, such as "0.1.0". */
XPGN_API const char *xpgn_version(void);

/* ---- structs --------------------------------------------------------------------------------- */

/*
 * Handles are opaque. A struct whose first member is `size` may get new members at its end. All
 * others have the size and the members that they have for as long as the library has its number
 * (libxpgn.so.1), so that programs may make, copy and list them: positions, rolls, games, facts,
 * findings. Whatever is new about a game, an action, a combat or a finding becomes a fact, which
 * is asked for by its name (xpgn_fact_find).
 *
 * Arguments stand in this order: where text is appended to, also by later calls; what is made,
 * asked or changed; the details; where the answers go; where it is said why there are none
 * (xpgn_fault). A sealer, without which nothing is computed, stands before what is changed.
 *
 * What can fail in several ways, by a file or for want of memory returns an xpgn_status, as what
 * makes (`new`) or adds (`add`) does. What can fail in one way only (there is no such piece, the
 * text is no date) returns whether it did not, or in the place of the answer NULL, or the number
 * that stands for none. What returns nothing (`put`, `write`, `step`) cannot fail, or its failure
 * is kept and told once: by the buffer, or by the function that ends what was begun.
 *
 * Options are passed in structs that may get new members at their end in later versions. The first
 * member is the size of the struct as the caller was compiled; set it with the macro that has the
 * name of the struct, and leave all members that are not used 0:
 *
 *     xpgn_walk_options options = {XPGN_WALK_OPTIONS, .lint = true};
 *
 * or, where a language has no such initializers (C++17), call the function that has the name of the
 * struct and `_init`, which sets the size and all else to 0:
 *
 *     xpgn_walk_options options;
 *     xpgn_walk_options_init(&options);
 *     options.lint = true;
 *
 * The library reads members that an older caller does not have as 0. Options that set members which
 * only a newer version has, or whose size is not set, are not valid.
 */
#define XPGN_WALK_OPTIONS .size = sizeof(xpgn_walk_options)
#define XPGN_WRITER_OPTIONS .size = sizeof(xpgn_writer_options)
#define XPGN_DIAGRAM_OPTIONS .size = sizeof(xpgn_diagram_options)
#define XPGN_SVG_OPTIONS .size = sizeof(xpgn_svg_options)
#define XPGN_MATCHUP .size = sizeof(xpgn_matchup)
#define XPGN_EQUITY_OPTIONS .size = sizeof(xpgn_equity_options)
#define XPGN_EVENT_OPTIONS .size = sizeof(xpgn_event_options)
#define XPGN_ENTRY .size = sizeof(xpgn_entry)

/* ---- slices and buffers ---------------------------------------------------------------------- */

/* Bytes owned by someone else: not NUL-terminated, valid as long as their owner keeps them. */
typedef struct xpgn_slice {
    const char *data;
    size_t size;
} xpgn_slice;

/*
 * A growing array of bytes. Initialize with {0} and free with xpgn_buffer_free. A failed allocation
 * sets `failed`, keeps the contents and turns all later writes into no-ops, so that a writer needs
 * to test only once, at the end.
 */
typedef struct xpgn_buffer {
    char *data;
    size_t size;
    size_t capacity;
    bool failed;
} xpgn_buffer;

XPGN_API void xpgn_buffer_put(xpgn_buffer *b, const void *bytes, size_t size);
XPGN_API void xpgn_buffer_char(xpgn_buffer *b, char c);
XPGN_API void xpgn_buffer_text(xpgn_buffer *b, const char *text);
XPGN_API void xpgn_buffer_slice(xpgn_buffer *b, xpgn_slice s);
XPGN_API void xpgn_buffer_printf(xpgn_buffer *b, const char *format, ...) XPGN_PRINTF(2, 3);
/* Appends `text` as UTF-8; bytes that are not are taken as Windows-1252 (unassigned ones as
   Latin-1), here and wherever text is written. */
XPGN_API void xpgn_buffer_utf8(xpgn_buffer *b, xpgn_slice text);
/* Appends `text` as UTF-8 that is safe for a terminal: control characters as their pictures. */
XPGN_API void xpgn_buffer_clean(xpgn_buffer *b, xpgn_slice text);
/* The size of the first character of a text, or byte that is none, 0 of an empty text; *width: the
   columns of a terminal that it takes as xpgn_buffer_clean writes it, 0 to 2. */
XPGN_API size_t xpgn_text_next(xpgn_slice text, unsigned *width);
/* The columns that all of a text takes. */
XPGN_API size_t xpgn_text_width(xpgn_slice text);
/* Appends `text` as a quoted JSON string. */
XPGN_API void xpgn_buffer_json(xpgn_buffer *b, xpgn_slice text);

/*
 * JSON, piece by piece. Each of these first appends a comma where one is due, that is after any
 * byte but `{`, `[`, `:` and LF; then the key, which is ASCII without escapes, and a colon; then
 * the value. A key NULL: the value alone, as in lists. Brackets are closed with xpgn_buffer_text.
 */
/* The value is the caller's, */
XPGN_API void xpgn_json_key(xpgn_buffer *b, const char *key);
/* or what is in these brackets: "{", "[{". */
XPGN_API void xpgn_json_open(xpgn_buffer *b, const char *key, const char *brackets);
/* NULL: null. */
XPGN_API void xpgn_json_text(xpgn_buffer *b, const char *key, const char *text);
XPGN_API void xpgn_json_slice(xpgn_buffer *b, const char *key, xpgn_slice text);
/* What `text` holds, which is freed. */
XPGN_API void xpgn_json_move(xpgn_buffer *b, const char *key, xpgn_buffer *text);
XPGN_API void xpgn_json_number(xpgn_buffer *b, const char *key, int64_t number);
XPGN_API void xpgn_json_flag(xpgn_buffer *b, const char *key, bool value);
/* With this many decimals; null of what is no number. */
XPGN_API void xpgn_json_real(xpgn_buffer *b, const char *key, int decimals, double number);
/* A value that the format makes. */
XPGN_API void xpgn_json_printf(xpgn_buffer *b, const char *key, const char *format, ...)
    XPGN_PRINTF(3, 4);

typedef enum xpgn_cell {
    XPGN_CELL_TSV,     /* a tab or line end in it becomes a space */
    XPGN_CELL_CSV,     /* quoted where RFC 4180 requires it; text that a spreadsheet would take for
                          a formula gets a ' before it */
    XPGN_CELL_CSV_RAW, /* the same without that ' */
    XPGN_CELL_MARKDOWN /* what would be markup is escaped; as in TSV, it is one line */
} xpgn_cell;

/* Appends `text` as a cell of a table, without the separator. */
XPGN_API void xpgn_buffer_cell(xpgn_buffer *b, xpgn_slice text, xpgn_cell form);

/* A line of a table that is being written. */
typedef struct xpgn_row {
    xpgn_buffer *b;
    xpgn_cell form;
    size_t cells;   /* that it has; 0 at first */
    uint64_t right; /* in Markdown a bit for each column, of the first 64, that is aligned right */
} xpgn_row;

/* Appends a cell with this text. */
XPGN_API void xpgn_row_cell(xpgn_row *row, xpgn_slice text);
/* Begins a cell whose text, a number or nothing, the caller appends to the buffer as it is. */
XPGN_API void xpgn_row_next(xpgn_row *row);
/* Appends a cell with this number. */
XPGN_API void xpgn_row_number(xpgn_row *row, uint64_t number);
/* Ends the line; the next one may begin. */
XPGN_API void xpgn_row_end(xpgn_row *row);
/* Ends the line of headings, which a table of Markdown must have. */
XPGN_API void xpgn_row_end_head(xpgn_row *row);

/*
 * A table that is read: CSV (RFC 4180), or with semicolons where its first line has no comma. The
 * text is copied. The first line is read like all others; most often it names the columns.
 */
typedef struct xpgn_csv xpgn_csv;
XPGN_API xpgn_status xpgn_csv_new(xpgn_csv **out, xpgn_slice text);
XPGN_API void xpgn_csv_free(xpgn_csv *csv);
/* Reads the next line that is not empty; false: there is none. */
XPGN_API bool xpgn_csv_next(xpgn_csv *csv);
/* The column of that name in the current line, in any letter case; SIZE_MAX: none. */
XPGN_API size_t xpgn_csv_column(const xpgn_csv *csv, const char *name);
/* The cell of a column, valid until the table is freed; empty if the line has none. */
XPGN_API xpgn_slice xpgn_csv_cell(const xpgn_csv *csv, size_t column);

/* How many letters of two words are wrong, missing or too many, or changed with their neighbours;
   of longer words the first 96 bytes count. */
XPGN_API unsigned xpgn_edits(xpgn_slice a, xpgn_slice b);

/* Empties the buffer and clears `failed`, but keeps the memory. */
XPGN_API void xpgn_buffer_clear(xpgn_buffer *b);
XPGN_API void xpgn_buffer_free(xpgn_buffer *b);

/*
 * Appends how the library was built and what it runs with, a line each: compiler, options, versions
 * of the libraries in use. For people; the lines may change.
 */
XPGN_API void xpgn_build_write(xpgn_buffer *b);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum xpgn_level {
    XPGN_LINT,    /* matters of style, or costly to find: reported only on request */
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
    XPGN_FIX_CELL  /* the fate of a prisoner with its castle, x@a1 */
} xpgn_fix_kind;

/* A suggested correction. */
typedef struct xpgn_fix {
    xpgn_place place; /* the range to replace; length 0: insert here */
    const char *text; /* the replacement; "": delete */
    bool tie;         /* as likely as the first: nothing in the record tells them apart */
    xpgn_fix_kind kind;
    bool tried;  /* the search for the most probable mistake has played on with it; else the next
                    two are false and 0 */
    bool stands; /* with it the line has no error to its end */
    double probability; /* that this was the mistake, 0 to 1 */
} xpgn_fix;

/* One finding. All strings are owned by the log that holds it. */
typedef struct xpgn_finding {
    xpgn_level level;
    const char *code; /* stable: L-02, CA-3 */
    xpgn_place place; /* the text at fault */
    const char
        *text; /* one clause, lower case, no full stop: what was found and what was computed */
    const char *hint;   /* what was expected, or what to do; or NULL */
    const char *choice; /* the mistakes that are equally probable, if there are several; or NULL */
    const char *turn;   /* "3. Nxd5"; "" in the tags */
    uint32_t ply;       /* the turn, from 1; 0: the tags and the start position */
    uint32_t fix_count;
    const xpgn_fix *fix; /* alternative corrections, the likeliest first; NULL if there are none */
    bool together;       /* the fixes are parts of one correction, in the order of their places */
} xpgn_finding;

/* Why a call did not do what it was asked: one reason, and its place in the text that was given. */
typedef struct xpgn_fault {
    xpgn_place place; /* of the text at fault; 0 where there is no such text */
    uint64_t line;    /* of a file of lines, from 1; 0: none */
    char text[160];   /* one clause, as in a finding */
} xpgn_fault;

/* A code of findings: a format code, or a rule of a ruleset. */
typedef struct xpgn_code {
    const char *code;
    xpgn_level level;
    const char *title; /* one line: what it means */
    const char *cure;  /* one line: what to do */
} xpgn_code;

/* The format codes in order (`index` from 0), NULL past the last. Static. Of each xpgn_codes.h has
   a constant, such as XPGN_CODE_ACTION (M-01). */
XPGN_API const xpgn_code *xpgn_code_at(size_t index);
/* The format code that is written so, in capitals or not; NULL: there is none. */
XPGN_API const xpgn_code *xpgn_code_find(const char *code);

/* ---- squares, pieces, positions -------------------------------------------------------------- */

enum { XPGN_MAX_FILES = 12, XPGN_MAX_SQUARES = 144, XPGN_MAX_SEATS = 4, XPGN_NO_SQUARE = 255 };

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

/* Seats: 0 White, 1 Black; with four seats in turn order 0 White, 1 Red, 2 Black, 3 Green. */

/*
 * A position between turns, with the same information as an XFEN. A plain value: copy it freely.
 * The bitboards are maintained on 8x8 boards with two seats only (bit = square); `at` is always
 * valid.
 */
typedef struct xpgn_position {
    uint64_t type[8]; /* [type]: squares of pieces of that type, of both seats */
    uint64_t seat[2]; /* [seat]: squares of its pieces */
    uint64_t wounded; /* squares of wounded pieces */
    xpgn_piece at[XPGN_MAX_SQUARES];
    uint8_t files, ranks, seats;
    uint8_t side_to_move;  /* the seat to move */
    uint8_t alive;         /* bit per seat still in the game */
    xpgn_square ep_square; /* the square passed over by a pawn's double step, or XPGN_NO_SQUARE */
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

/* The fate of its sign in a roll: 'w', 'x', or 0 of none (as of any other, unharmed). */
XPGN_API xpgn_fate xpgn_fate_of(char sign);
/* Its sign: the same, backwards. */
XPGN_API char xpgn_fate_sign(xpgn_fate fate);
/* "unharmed", "wounded", "removed"; NULL: there is no such fate. Static. */
XPGN_API const char *xpgn_fate_name(unsigned fate);

enum { XPGN_MAX_DICE = 32, XPGN_MAX_EXCHANGES = 16, XPGN_MAX_SUPPORT = 32 };

/* One side of an exchange, as recorded or as computed. -1: not given. */
typedef struct xpgn_roll_side {
    uint8_t dice_count;
    uint8_t dice[XPGN_MAX_DICE]; /* from 1; as recorded, so may exceed the faces of the die */
    int16_t count;               /* number of supporters; of leaders for a teleport */
    int16_t total;
    char fate;         /* the sign of an xpgn_fate: 0, 'w', 'x' */
    uint8_t cell_file; /* file of x@a1, from 0; XPGN_NO_SQUARE: not given */
    uint8_t cell_rank;
    xpgn_place dice_place, count_place, total_place, fate_place; /* zero if not recorded */
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

/* Appends the fields that are set, in canonical form, without the brackets; nothing of a roll with
   more exchanges or dice than there is room for. */
XPGN_API void xpgn_roll_write(xpgn_buffer *b, const xpgn_roll *roll);
/* Reads a roll without its brackets; places are offsets in `text`. Only the form is checked: faces
   and fields depend on the game. False, and *roll has no exchanges: it is malformed. */
XPGN_API bool xpgn_roll_read(xpgn_slice text, xpgn_roll *roll);

/* ---- actions and facts ----------------------------------------------------------------------- */

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
    xpgn_square target; /* the square of the attacked piece (en passant: not `to`); RELEASE: of the
                           castle */
    uint8_t promotion;  /* type after promotion or rescue; type of a freed prisoner; 0: none */
    xpgn_square drop;   /* RELEASE: square of the freed piece; castling: of the rook */
} xpgn_action;

typedef struct xpgn_supporter {
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives;
} xpgn_supporter;

/* One side of a combat: values computed from the position, and the result of the dice. */
typedef struct xpgn_combatant {
    xpgn_piece piece; /* before the combat */
    xpgn_square square;
    int16_t base; /* its own attack or defense value, rating or bonus, by the rules of the game */
    int16_t support;  /* the sum of its supporters */
    uint8_t count;    /* number of supporters that give more than 0, as recorded */
    uint8_t dice;     /* dice to roll in each exchange; 0: none */
    int16_t total;    /* of the last exchange; -1 if the combat has no totals */
    char fate;        /* the sign of an xpgn_fate: 0, 'w', 'x' */
    xpgn_square cell; /* where it is held as a prisoner, else XPGN_NO_SQUARE */
    xpgn_supporter supporter[XPGN_MAX_SUPPORT]; /* the first `count` are set, ordered by square */
} xpgn_combatant;

/* How a game ended by the rules. Scores are in twelfths and add up to 12; all 0: not ended. */
typedef struct xpgn_outcome {
    bool over;
    bool locked; /* as a seat had no legal action at its turn: mate, stalemate, a lock */
    uint8_t score[XPGN_MAX_SEATS];
    const char *rule; /* id of the rule that ended it ("CA-8"); static or owned by the ruleset */
} xpgn_outcome;

/* Everything known about one action. */
typedef struct xpgn_facts {
    xpgn_action action;
    char text[24];     /* canonical notation, with + or # */
    uint8_t turn_roll; /* the die rolled before the action; 0: none */
    bool combat;
    xpgn_combatant side[2]; /* attacker, defender; set if `combat` */
    int16_t margin;         /* attack total minus defense total, if the combat has totals */
    xpgn_roll roll; /* the complete roll of the combat, teleport or release; exchanges 0: none */
    xpgn_piece captured;      /* the enemy piece that left the board, as it was before; 0: none */
    bool arrived;             /* the acting piece is on `to` now */
    bool stood;               /* it was illegal but stood: [%illegal stood] */
    bool check;               /* the side to move next is in check (in games with check) */
    const char *rule;         /* the rule that decided the combat or governs the action */
    const char *fate_rule[2]; /* [side]: the rule for its fate */
    xpgn_outcome outcome;     /* set if this action ended the game */
} xpgn_facts;

/* ---- rulesets -------------------------------------------------------------------------------- */

/* A catalog of rulesets: the built-in ones and those added by the user. */
typedef struct xpgn_catalog xpgn_catalog;
/* A ruleset with a set of options: a constant value owned by its catalog. */
typedef struct xpgn_ruleset xpgn_ruleset;

XPGN_API xpgn_status xpgn_catalog_new(xpgn_catalog **out);
XPGN_API void xpgn_catalog_free(xpgn_catalog *catalog);
/*
 * Loads a YAML file (xpgn-ruleset(5)) into the catalog, replacing a ruleset with the same id.
 * *text (may be NULL) is the text of the file, which the catalog owns. XPGN_IO: the file cannot be
 * read. XPGN_INVALID: it is not a valid ruleset, but *text is set. xpgn_catalog_findings says why.
 */
XPGN_API xpgn_status xpgn_catalog_load(xpgn_catalog *catalog, const char *path, xpgn_slice *text);
/* The same for a text in memory, which is copied. */
XPGN_API xpgn_status xpgn_catalog_add(xpgn_catalog *catalog, xpgn_slice text);
/* What was found in the file or text that was loaded last, in the order it was found; places are
   offsets in that text. Valid until the next one is loaded. */
XPGN_API const xpgn_finding *xpgn_catalog_findings(const xpgn_catalog *catalog, size_t *count);
/* The ids of the rulesets (`index` from 0), NULL past the last. */
XPGN_API const char *xpgn_catalog_id(const xpgn_catalog *catalog, size_t index);
/*
 * Finds the ruleset for the values of the tags Variant and RuleOptions, both of which may be empty.
 * XPGN_NOT_FOUND: *unknown is the variant or the option that is not known. The catalog keeps what
 * it has resolved, so repeated look-ups are cheap.
 */
XPGN_API xpgn_status xpgn_catalog_find(xpgn_catalog *catalog, xpgn_slice variant,
                                       xpgn_slice options, const xpgn_ruleset **out,
                                       xpgn_slice *unknown);

XPGN_API const char *xpgn_ruleset_id(const xpgn_ruleset *rs);    /* "chess-attack" */
XPGN_API const char *xpgn_ruleset_title(const xpgn_ruleset *rs); /* "Chess Attack" */
/* The ids and titles of its rules in order (`index` from 0), NULL past the last. */
XPGN_API const xpgn_code *xpgn_ruleset_rule(const xpgn_ruleset *rs, size_t index);
/* The names of its options in the order of its file, NULL past the last. */
XPGN_API const char *xpgn_ruleset_option(const xpgn_ruleset *rs, size_t index);
/* The start position; false if the ruleset has none (AS-1). */
XPGN_API bool xpgn_ruleset_start(const xpgn_ruleset *rs, xpgn_position *out);

/* True if the players roll off for the first turn (CC-2, the tag FirstRoll): a die each, the higher
   begins, ties are rolled again. */
XPGN_API bool xpgn_ruleset_rolls_off(const xpgn_ruleset *rs);
/* Appends the value of the tag RulesDigest, "sha256:..."; nothing, XPGN_NO_MEMORY or XPGN_NOT_FOUND
   if there is no libsodium to compute it. */
XPGN_API xpgn_status xpgn_ruleset_digest(xpgn_buffer *b, const xpgn_ruleset *rs);
/* True if each game begins from a position of its own (C-4, AS-1), which its record has to give. */
XPGN_API bool xpgn_ruleset_sets_up(const xpgn_ruleset *rs);
/* Returns a number below `below`, which is 2 or more, each with the same probability. It must be
   below. */
typedef uint32_t xpgn_draw(void *data, uint32_t below);
/*
 * Sets *out to a start position for a new game: that of the ruleset, or one drawn as it says, each
 * with the same probability: a first rank of Chess960, an army and its squares (AS-1).
 * XPGN_NOT_FOUND: the ruleset says nothing about it. XPGN_INVALID: something has to be drawn, but
 * `draw` is NULL or has returned a number that is not below its bound.
 */
XPGN_API xpgn_status xpgn_ruleset_set_up(const xpgn_ruleset *rs, xpgn_draw *draw, void *data,
                                         xpgn_position *out);

/* A row of the attribute table of a ruleset; xpgn_ruleset_attribute(rs, column) names the
   columns. */
typedef struct xpgn_attributes {
    const char *name; /* "knight" */
    char letter;      /* 'N' */
    bool has_wounded; /* wounded pieces have values of their own */
    /* [0 healthy, 1 wounded][column]; INT16_MIN: none, INT16_MAX: infinite */
    int16_t value[2][8];
} xpgn_attributes;
/* What a ruleset calls a type of piece: "knight", in Combat Chess 2 "dragon"; "piece" if it has no
   such piece. Of NULL what chess calls it. */
XPGN_API const char *xpgn_piece_name(const xpgn_ruleset *rs, unsigned type);
/* Appends a piece and its square, "wounded knight c3"; of `p` NULL without the square. */
XPGN_API void xpgn_piece_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                               xpgn_piece piece, xpgn_square square);
/* The name of a column (from 0), NULL past the last. */
XPGN_API const char *xpgn_ruleset_attribute(const xpgn_ruleset *rs, size_t column);
/* The row of a piece type; false if it has no attributes. */
XPGN_API bool xpgn_ruleset_attributes(const xpgn_ruleset *rs, unsigned type, xpgn_attributes *out);

/* ---- XFEN ------------------------------------------------------------------------------------ */

/*
 * Reads a position (FEN or XFEN, format section 5) for a ruleset. XPGN_INVALID: it is not a
 * position of that game; *fault (may be NULL) has the first fault in the text, with its code in
 * brackets: "7 ranks, expected 8 [P-02]".
 */
XPGN_API xpgn_status xpgn_position_read(const xpgn_ruleset *rs, xpgn_slice text, xpgn_position *out,
                                        xpgn_fault *fault);
/* Appends the canonical XFEN; nothing of a position of another board. */
XPGN_API void xpgn_position_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p);
/*
 * Sets `list` to the pieces off the board that may return, in the order of the XFEN, and *castle to
 * the castle that holds them: prisoners are in group 0 to 3, one for each castle; removed pieces,
 * which none holds (XPGN_NO_SQUARE), are in group 0. Returns how many there are; `list` has the
 * first `size`.
 */
XPGN_API size_t xpgn_position_held(const xpgn_ruleset *rs, const xpgn_position *p, unsigned group,
                                   xpgn_square *castle, xpgn_piece *list, size_t size);
/* True if a plain FEN expresses the position, so that the tag is FEN and not XFEN. */
XPGN_API bool xpgn_position_is_plain(const xpgn_ruleset *rs, const xpgn_position *p);
/*
 * A number that is the same for two positions of a game if they are the same, as the Laws of Chess
 * have it: the same pieces on the same squares (and off the board, where they may return), the same
 * side to move, castling rights and legal captures en passant. Of different positions it differs,
 * but for one chance in 2^64. 0 of a position of another board.
 */
XPGN_API uint64_t xpgn_position_key(const xpgn_ruleset *rs, const xpgn_position *p);
/* Writes the name of a square, "a1" to "l12", or "-" for XPGN_NO_SQUARE and any other square off
   the board. */
XPGN_API void xpgn_square_name(const xpgn_position *p, xpgn_square sq, char text[4]);
/* The XFEN letter of a piece on a board of two seats ('N' White, 'n' Black); ' ' or '?' of what is
   none. */
XPGN_API char xpgn_piece_letter(xpgn_piece piece);
/* "white", "red", "black" or "green"; "nobody" if the game has no such seat. */
XPGN_API const char *xpgn_seat_name(const xpgn_position *p, unsigned seat);
/* "White", "Red", "Black" or "Green", the tag with the player's name, of two or four seats;
   "Nobody" if there is no such seat. */
XPGN_API const char *xpgn_seat_tag(unsigned seats, unsigned seat);
/* The dots after a move number: "." and "..." of two seats, "." to "...." of four; "" of others.
 */
XPGN_API const char *xpgn_turn_dots(unsigned seats, unsigned seat);
/* Writes the number of a turn with its dots, "12...". */
XPGN_API void xpgn_turn_write(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat);

/* ---- streams of games ------------------------------------------------------------------------ */

typedef struct xpgn_stream xpgn_stream;

/* A place that a file can be read from: the beginning of a frame or member of packed data, or, if
   it is not packed, any. */
typedef struct xpgn_frame {
    uint64_t at;     /* in the file */
    uint64_t offset; /* of its first byte, in the bytes of the unpacked file */
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
    uint64_t offset;   /* of its first byte, in the bytes of the unpacked file, from 0 */
    uint64_t before;   /* bytes of the files before its own, unpacked */
    xpgn_frame frame;  /* one at or before its first byte */
    bool too_large;    /* larger than the limit: `text` is only its beginning */
    bool latin1;       /* the first game of its file that is not UTF-8, and is converted */
} xpgn_game;

/*
 * Opens a stream over files (count 0, or "-": standard input). gzip, bzip2, xz and zstd are
 * detected by content. `max_game` limits the bytes of one game (0: the default, 64 MiB). Names are
 * copied.
 */
XPGN_API xpgn_status xpgn_stream_open(xpgn_stream **out, const char *const *files, size_t count,
                                      size_t max_game);
/*
 * Lets the stream decompress files ahead, in threads of its own: as many as given, if a file has
 * frames that can be unpacked in parallel (zstd files of several frames, gzip files of several
 * members that can be read twice, xz files of blocks with their sizes), else one. Call it before
 * the first game, later it does nothing; by default a stream has no threads.
 */
XPGN_API void xpgn_stream_ahead(xpgn_stream *s, unsigned threads);
/*
 * Limits the stream to the games whose first byte lies from byte `from` up to, not including, byte
 * `to` of all files, unpacked and one after another; it ends before the first game past them.
 * Numbers, lines and columns are those of the whole stream. Call it before the first game; later it
 * does nothing.
 */
XPGN_API void xpgn_stream_range(xpgn_stream *s, uint64_t from, uint64_t to);
/*
 * Lets the stream begin, or go on, at a game whose place is known from an earlier reading: its
 * file_index, number, line, column, offset, frame and `before`; `latin1` says that a game before it
 * in its file has it. XPGN_IO: it cannot be read from there. XPGN_INVALID: the stream has a
 * decoder, or there is no such file or game.
 */
XPGN_API xpgn_status xpgn_stream_start(xpgn_stream *s, const xpgn_game *place);
/*
 * Reads the next game. XPGN_END after the last. XPGN_IO: a file could not be read;
 * xpgn_stream_error says why, game->file and file_index say which one, and the next call continues
 * with the next file.
 */
XPGN_API xpgn_status xpgn_stream_next(xpgn_stream *s, xpgn_game *game);
XPGN_API const char *xpgn_stream_error(const xpgn_stream *s);
/*
 * For threads that read one file together: another stream over the file that a stream has open,
 * which stays as it is and has to stay open. XPGN_INVALID: it has a decoder, or the file is packed,
 * or no regular file with a name.
 */
XPGN_API xpgn_status xpgn_stream_share(xpgn_stream **out, const xpgn_stream *of);
/* A part of a file: the games whose first byte lies in it, valid until the stream is used again,
   and the place of the one after them. */
typedef struct xpgn_cut {
    const xpgn_game *game;
    size_t count;
    xpgn_game next;
} xpgn_cut;
/*
 * The games of a shared stream from a place, as for xpgn_stream_start, up to, not including, byte
 * `to` of the file. False: where these end cannot be told from the part (it is larger than a
 * megabyte, or has a game as large, or the file ends), or it cannot be read, or there is no memory;
 * then the first stream has to go on from that place.
 */
XPGN_API bool xpgn_stream_cut(xpgn_stream *s, const xpgn_game *place, uint64_t to, xpgn_cut *part);
/* Prepares the next xpgn_stream_cut up to `to` while its place is not known yet: by the games
   that seem to begin from byte `from` on. If the place is another one, that is of no use. */
XPGN_API void xpgn_stream_guess(xpgn_stream *s, uint64_t from, uint64_t to);
/* Bytes read from the files so far, unpacked. */
XPGN_API uint64_t xpgn_stream_bytes(const xpgn_stream *s);
/* Bytes read from the files so far, and the size of all files if it is known (else 0). */
XPGN_API void xpgn_stream_progress(const xpgn_stream *s, uint64_t *done, uint64_t *total);
XPGN_API void xpgn_stream_close(xpgn_stream *s);

/* The line and column (in characters, from 1) of a byte of a game; *line_text, if not NULL, is set
   to the source line without its end. Takes time proportional to the offset. */
XPGN_API void xpgn_game_locate(const xpgn_game *game, uint32_t offset, uint64_t *line,
                               uint64_t *column, xpgn_slice *line_text);

/* The same for many places of one game: the game is read once, then each place takes constant time.
   The bytes of the game must stay valid. */
typedef struct xpgn_locator xpgn_locator;
XPGN_API xpgn_status xpgn_locator_new(xpgn_locator **out, const xpgn_game *game);
XPGN_API void xpgn_locator_find(const xpgn_locator *l, uint32_t offset, uint64_t *line,
                                uint64_t *column, xpgn_slice *line_text);
XPGN_API void xpgn_locator_free(xpgn_locator *l);

/* ---- tokens of a game, without its rules ----------------------------------------------------- */

typedef enum xpgn_token_kind {
    XPGN_TOKEN_TAG,     /* [Name "value"] */
    XPGN_TOKEN_NUMBER,  /* 12. or 12... */
    XPGN_TOKEN_WORD,    /* an action */
    XPGN_TOKEN_NAG,     /* $7 or !? */
    XPGN_TOKEN_COMMENT, /* {...} or ;... */
    XPGN_TOKEN_ROLL,    /* <...> */
    XPGN_TOKEN_OPEN,    /* ( */
    XPGN_TOKEN_CLOSE,   /* ) */
    XPGN_TOKEN_RESULT   /* 1-0 and the like, at any depth */
} xpgn_token_kind;

typedef struct xpgn_token {
    xpgn_token_kind kind;
    xpgn_slice text; /* TAG: the value with its escapes; COMMENT, ROLL: the contents */
    xpgn_slice name; /* TAG */
    xpgn_place place;
} xpgn_token;

enum { XPGN_DATE = 11 };
/*
 * Reads a date as people write it, and writes it as a tag has it, "2026.11.21": that form itself
 * ("2026.??.??" too), 2026-11-21, 21.11.2026, and 11/22/2026 or 22/11/2026, of which only one order
 * is a day. False: it is no day, or may be two.
 */
XPGN_API bool xpgn_date_read(xpgn_slice text, char date[XPGN_DATE]);

/* A cursor over the tokens of one game; unrecognized text is skipped without a finding. */
typedef struct xpgn_reader xpgn_reader;

XPGN_API xpgn_status xpgn_reader_new(xpgn_reader **out);
XPGN_API void xpgn_reader_free(xpgn_reader *reader);
/* Starts at the first byte of `text`, which must stay valid. Before that there are no tokens. */
XPGN_API void xpgn_reader_begin(xpgn_reader *reader, xpgn_slice text);
/* Reads the next token; false if there is none. */
XPGN_API bool xpgn_reader_next(xpgn_reader *reader, xpgn_token *token);
/* Reads the values of the tags of these names in `text`, the first of each name, as recorded; data
   NULL: missing. What the reader had begun is forgotten. */
XPGN_API void xpgn_reader_tags(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name,
                               size_t count, xpgn_slice *value);
/* Appends the value of a tag, as recorded, without its escapes. */
XPGN_API void xpgn_tag_text(xpgn_buffer *b, xpgn_slice value);
/* A range of values of tags, to be compared: the days that a date may mean, as numbers YYYYMMDD; a
   number in millionths, of which low == high. */
typedef struct xpgn_span {
    int64_t low, high;
} xpgn_span;
/* Reads 2700, -3 or 1.5: what a value begins with, such as 180+5, or, with `whole`, all of it. */
XPGN_API bool xpgn_value_number(xpgn_slice text, bool whole, xpgn_span *out);
/* Reads 2020, 2020.05, 2020.05.17 or 2020.??.??, also with - or /. */
XPGN_API bool xpgn_value_date(xpgn_slice text, xpgn_span *out);
/* Is it empty, or ? or -, which PGN uses for what is not known? */
XPGN_API bool xpgn_value_is_unknown(xpgn_slice text);
/* Has a tag of this name a date? */
XPGN_API bool xpgn_tag_is_date(xpgn_slice name);
/* Reads a result ("1-0", "0-1-0-0") as scores in twelfths, all 0 for "*" and 0-0. False if it is
   not a result of a game with that many seats (2 or 4). */
XPGN_API bool xpgn_result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]);
/* Writes scores in twelfths as a result has them: "1-0", "1/3-0-1/3-1/3"; "0-0" if all are 0. */
XPGN_API void xpgn_score_write(xpgn_buffer *b, unsigned seats, const uint8_t score[XPGN_MAX_SEATS]);

/* ---- sealed dice ----------------------------------------------------------------------------- */

/*
 * Dice that nobody can choose or know beforehand, bound to the game that they are thrown in
 * (xpgn-dice(1)). Each party has a chain of links: link N is the hash of a secret, and each link is
 * the hash of the one after it. The parties publish link 0 of their chains and their keys before
 * the game, in the tags DiceCommit and DiceKey. For roll k each reveals its link k and signs what
 * was recorded so far and is announced; the links of all parties and that decide the dice.
 */
typedef struct xpgn_link {
    uint8_t byte[32]; /* a link, a secret, the digest of a transcript, or a public key */
} xpgn_link;

/* The parties, in the order in which their links are written. */
typedef enum xpgn_party {
    XPGN_PARTY_WHITE,
    XPGN_PARTY_RED,
    XPGN_PARTY_BLACK,
    XPGN_PARTY_GREEN,
    XPGN_PARTY_ARBITER,
    XPGN_PARTIES
} xpgn_party;

enum {
    XPGN_CHAIN = 4096,     /* the usual number of the last link */
    XPGN_MAX_ROLLS = 65536 /* no chain is longer, and in no game are more rolls checked */
};

/* A link of each party. */
typedef struct xpgn_links {
    uint8_t parties; /* bit per xpgn_party: those that have one */
    xpgn_link link[XPGN_PARTIES];
} xpgn_links;

/* A signature by Ed25519 (RFC 8032). */
typedef struct xpgn_signature {
    uint8_t byte[64];
} xpgn_signature;

/* A signature of some parties. */
typedef struct xpgn_signatures {
    uint8_t parties;
    xpgn_signature by[XPGN_PARTIES];
} xpgn_signatures;

/* Computes hashes and signatures; constant once made, so that threads may share it. */
typedef struct xpgn_sealer xpgn_sealer;
/* XPGN_NOT_FOUND: there is no libsodium to compute them; XPGN_NO_MEMORY: there may be one. */
XPGN_API xpgn_status xpgn_sealer_new(xpgn_sealer **out);
XPGN_API void xpgn_sealer_free(xpgn_sealer *sealer);

/* Makes the secret of a chain. XPGN_IO: the system has no random bytes. */
XPGN_API xpgn_status xpgn_link_random(const xpgn_sealer *sealer, xpgn_link *out);
/* The last link of the chain of this secret. */
XPGN_API void xpgn_chain_last(const xpgn_sealer *sealer, const xpgn_link *secret, xpgn_link *last);
/* Its public key. */
XPGN_API void xpgn_chain_key(const xpgn_sealer *sealer, const xpgn_link *secret, xpgn_link *key);
/* Replaces a link by the one `steps` steps before it. */
XPGN_API void xpgn_link_back(const xpgn_sealer *sealer, xpgn_link *link, uint32_t steps);
XPGN_API bool xpgn_link_equal(const xpgn_link *a, const xpgn_link *b);
/* Overwrites bytes that are secret, such as links that are not due. No compiler leaves it out. */
XPGN_API void xpgn_wipe(const xpgn_sealer *sealer, void *bytes, size_t size);
/* Reads 64 hexadecimal digits, in lower case; false if it is anything else. */
XPGN_API bool xpgn_link_read(xpgn_slice text, xpgn_link *out);
XPGN_API void xpgn_link_write(xpgn_buffer *b, const xpgn_link *link);
/* The SHA-256 (FIPS 180-4) of bytes. */
XPGN_API void xpgn_sha256(const xpgn_sealer *sealer, xpgn_slice bytes, xpgn_link *digest);
/* The same of a signature: 86 characters of base64 (RFC 4648) without padding. */
XPGN_API bool xpgn_signature_read(xpgn_slice text, xpgn_signature *out);
XPGN_API void xpgn_signature_write(xpgn_buffer *b, const xpgn_signature *signature);

/* "white", "red", "black", "green", "arbiter"; NULL: no party. Static. */
XPGN_API const char *xpgn_party_name(unsigned party);
/* The party of that name; XPGN_PARTIES: none has it. */
XPGN_API unsigned xpgn_party_find(xpgn_slice name);
/* The party of a seat in a game of 2 or 4 seats: both must be such. */
XPGN_API unsigned xpgn_party_of(unsigned seats, unsigned seat);
/*
 * Reads the value of DiceCommit or DiceKey, "white:HEX black:HEX", of a game with 2 or 4 seats.
 * XPGN_INVALID: it is malformed, a seat has no link, two links are equal, or there are fewer seats;
 * *fault says what.
 */
XPGN_API xpgn_status xpgn_links_read(xpgn_slice text, unsigned seats, xpgn_links *out,
                                     xpgn_fault *fault);
XPGN_API void xpgn_links_write(xpgn_buffer *b, const xpgn_links *links);
/* Reads the value of DiceOpen, the number of rolls and the links of the last one. */
XPGN_API xpgn_status xpgn_opening_read(xpgn_slice text, unsigned seats, uint32_t *number,
                                       xpgn_links *out, xpgn_fault *fault);
/* Reads the value of DiceLast or DiceSign, "white:SIG black:SIG", of parties that are in the bits
   `parties`, each at most once, in their order. */
XPGN_API xpgn_status xpgn_signatures_read(xpgn_slice text, unsigned parties, xpgn_signatures *out,
                                          xpgn_fault *fault);
XPGN_API void xpgn_signatures_write(xpgn_buffer *b, const xpgn_signatures *signatures);

/* What the parties of a game tell each other, a line each (xpgn-dice(1)). */
typedef enum xpgn_message_kind {
    XPGN_MESSAGE_ANNOUNCE, /* an action, with the link and the signature for its dice */
    XPGN_MESSAGE_ANSWER,   /* the same of another party, to that roll */
    XPGN_MESSAGE_SIGN,     /* the end of the game is signed */
    XPGN_MESSAGE_END       /* the last link of the chain is given away */
} xpgn_message_kind;

typedef struct xpgn_message {
    xpgn_message_kind kind;
    uint32_t number; /* of the roll; not of XPGN_MESSAGE_SIGN and XPGN_MESSAGE_END */
    unsigned party;
    xpgn_link link;      /* not of XPGN_MESSAGE_SIGN */
    xpgn_signature sign; /* not of XPGN_MESSAGE_END */
    xpgn_slice text;     /* what is announced, "12... exd5"; the result that is signed */
} xpgn_message;

/* Reads a message; slices point into the line. XPGN_INVALID: fault->text says what is wrong. */
XPGN_API xpgn_status xpgn_message_read(xpgn_slice line, xpgn_message *out, xpgn_fault *fault);
/* Appends it, without the end of the line; nothing of a kind or party that is none. */
XPGN_API void xpgn_message_write(xpgn_buffer *b, const xpgn_message *message);

/*
 * What has been recorded, line by line (xpgn-dice(1)), as the state of its hash: it may be copied.
 * A walk makes it (xpgn_walk_sealed). Treat the member as private.
 */
typedef struct xpgn_transcript {
    uint64_t state[16];
} xpgn_transcript;
XPGN_API void xpgn_transcript_begin(const xpgn_sealer *sealer, xpgn_transcript *t);
/* Adds a line, given without its end. */
XPGN_API void xpgn_transcript_line(const xpgn_sealer *sealer, xpgn_transcript *t, xpgn_slice line);
/* The digest of all lines so far, to which more may be added. */
XPGN_API void xpgn_transcript_digest(const xpgn_sealer *sealer, const xpgn_transcript *t,
                                     xpgn_link *digest);

typedef enum xpgn_sign_what { XPGN_SIGN_ANNOUNCE, XPGN_SIGN_ANSWER, XPGN_SIGN_END } xpgn_sign_what;

/* What is signed. */
typedef struct xpgn_signing {
    xpgn_sign_what what;
    uint32_t number;  /* of the roll, from 1; not at the end */
    xpgn_link digest; /* of the transcript with the line that announces the roll, or the result */
    xpgn_link link;   /* that is revealed with it; not at the end */
} xpgn_signing;
/* Signs with the key of the chain of this secret; what does not exist gets a signature that is
 * none. */
XPGN_API void xpgn_sign(const xpgn_sealer *sealer, const xpgn_link *secret,
                        const xpgn_signing *what, xpgn_signature *out);
/* Is it signed with this public key? */
XPGN_API bool xpgn_is_signed(const xpgn_sealer *sealer, const xpgn_link *key,
                             const xpgn_signing *what, const xpgn_signature *by);

/* Of an action in notation what is announced before its dice fall: without a promotion, check or
   mate; of a teleport K@. A part of the text. */
XPGN_API xpgn_slice xpgn_announced(xpgn_slice action);
/* Appends the line of a transcript that says what was played, "12... exd5 <5+0=7w:1+1=5x>", without
   its turn roll. `p`: any position of the game. */
XPGN_API void xpgn_transcript_action(xpgn_buffer *b, const xpgn_position *p, uint32_t number,
                                     unsigned seat, const xpgn_facts *facts);

/* The dice of one roll, one after the other; treat the members as private. */
typedef struct xpgn_sealed_roll {
    xpgn_links links;
    xpgn_link announced;
    uint32_t number, block;
    uint8_t byte[32];
    uint8_t at;
} xpgn_sealed_roll;
/* Starts roll `number` (from 1), whose links these are; `announced` is the digest of the transcript
   with the line that announces it. */
XPGN_API void xpgn_sealed_begin(xpgn_sealed_roll *roll, const xpgn_links *links, uint32_t number,
                                const xpgn_link *announced);
/* The next die, from 1 to `faces`; 0 if `faces` is not from 1 to 256. */
XPGN_API unsigned xpgn_sealed_die(const xpgn_sealer *sealer, xpgn_sealed_roll *roll,
                                  unsigned faces);

/* ---- walking a game: the one referee behind every tool --------------------------------------- */

typedef struct xpgn_walk xpgn_walk;

typedef struct xpgn_walk_options {
    size_t size;          /* XPGN_WALK_OPTIONS */
    bool skip_variations; /* variations are read but not played */
    bool lint;            /* also report findings of level XPGN_LINT */
    bool verdict_only;    /* return no steps but XPGN_STEP_RESULT, which is much faster */
    bool want_san; /* for writers: a game of chess without findings is returned as START and RESULT
                      if it is read as a whole, and the latter has its moves, comments, NAGs and
                      variations */
    uint32_t max_errors; /* errors kept per game, and other findings while there are fewer; 0: the
                            default, 100 */
    const char *require; /* names of tags, separated by commas, that every game must have with a
                            known value; NULL: none; must stay valid */
    bool repair;         /* look for the most probable mistake that led to an error, and go on as
                            if it were corrected, so that one slip is one finding */
    bool repair_near;    /* with `repair`: only in the action with the error and its roll, which is
                            many times faster; such fixes are not `tried` */
    bool whole;          /* a game of chess without findings may be returned as RESULT only, with
                            `whole` set, unless bare_steps are wanted */
    /* With `whole`, if not NULL: is given the positions of the main line of a game while it is read
       as a whole, the start first, until it returns false. They do not count if the game is then
       returned otherwise. */
    bool (*visit)(void *data, const xpgn_position *p);
    void *visit_data;
    /* If not NULL: is given every commitment of sealed dice, and returns the number of an earlier
       game that has it, which is a warning then; 0: none. */
    uint64_t (*committed)(void *data, const xpgn_link *commitment);
    void *committed_data;
    bool keep_line;  /* keep the actions of the main line, for xpgn_walk_digest, with libsodium; not
                        with `repair` or `want_san` */
    bool no_texts;   /* findings have neither texts (`text` and `turn` are "") nor hints and fixes,
                        which is faster; not with `repair` */
    bool dice_steps; /* with `verdict_only`: games of rulesets with dice or combats are returned
                        with all their steps, as xpgn_tally_step wants them */
    bool grows;      /* keep where the last turn begins, for xpgn_walk_resume; not with lint,
                        verdict_only, want_san, repair, whole or keep_line */
    bool readings;   /* words that are no exact notation are read as the one legal action that they
                        can mean: xpgn-notations(7); for xpgn_import */
    bool bare_steps; /* with `whole`: such a game is returned with all its steps, which have
                        positions and facts, but of the notation only + or #, and neither texts,
                        places nor remarks; with `dice_steps`: a game with dice that is read as
                        a whole is returned as START, the actions that dice were thrown for, and
                        RESULT; those have no positions, and their facts neither notation, lists of
                        supporters nor outcome */
    /* With `whole` and `bare_steps`, if not NULL: queries of actions, the last one NULL. Actions
       of which none of them can hold, and their turns, may be left out. They are asked by
       xpgn_walk_new only. */
    const struct xpgn_query *const *asked;
} xpgn_walk_options;

typedef struct xpgn_tag {
    xpgn_slice name;
    xpgn_slice value; /* as recorded between the quotes, with escapes */
    xpgn_place place; /* of the value, or of the name if there is no value */
} xpgn_tag;

typedef enum xpgn_step_kind {
    XPGN_STEP_START,         /* the tags were read, the start position is set up */
    XPGN_STEP_ACTION,        /* one action, with the comments and NAGs that follow it */
    XPGN_STEP_TURN,          /* the end of a turn; `position` is the one between turns */
    XPGN_STEP_COMMENT,       /* comments or NAGs that follow no action, in `remarks` */
    XPGN_STEP_VARIATION,     /* (, with the position that it starts from */
    XPGN_STEP_VARIATION_END, /* ) */
    XPGN_STEP_RESULT         /* the termination marker, in `text`; the last step of a game */
} xpgn_step_kind;

/* A comment or NAG, in recorded order. */
typedef struct xpgn_remark {
    uint16_t nag;    /* 0: a comment */
    bool line;       /* a `;` comment */
    xpgn_slice text; /* comment: its contents */
} xpgn_remark;

/* A move of chess in canonical SAN, with its + or #; not NUL-terminated. Of a larger size: what
   stands beside the moves, for xpgn_writer_step, and variations. */
typedef struct xpgn_san {
    char text[7];
    uint8_t size;
} xpgn_san;

typedef struct xpgn_step {
    xpgn_step_kind kind;
    uint32_t ply;   /* the turn, from 1; 0 at the start */
    uint32_t depth; /* depth of variations; 0: the main line */
    bool first;     /* ACTION: the first of its turn */
    bool reading;   /* ACTION, with the option readings: no exact notation, read by what is legal */
    uint8_t seat;   /* ACTION, TURN: the seat whose turn it is or was */
    uint32_t number; /* ACTION, TURN: the move number */
    /* ACTION: the position before it. VARIATION_END: the one at the end of the variation; NULL:
       that could not be played completely. */
    const xpgn_position *before;
    /* The position after the step, with the next seat to move if the turn ended. NULL: RESULT of a
       main line that could not be played completely, and all steps of a game without a start
       position. */
    const xpgn_position *position;
    const xpgn_facts *facts;    /* ACTION */
    xpgn_slice text;            /* the token as recorded; COMMENT: the contents */
    xpgn_place place;           /* of the token */
    const xpgn_remark *remarks; /* ACTION, COMMENT, VARIATION_END: what follows it */
    size_t remark_count;
    const xpgn_san *moves; /* RESULT, with want_san: `move_count` of them, and what stands beside
                              them, in their order; NULL: they came as steps */
    bool whole;            /* RESULT: the game was read as a whole, and nothing was found */
    uint32_t move_count;
} xpgn_step;

/* `options` may be NULL; XPGN_INVALID: they are not valid; XPGN_NOT_FOUND: there is no libsodium
   for `keep_line`. The catalog must outlive the walk. */
XPGN_API xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_catalog *catalog,
                                   const xpgn_walk_options *options);
XPGN_API void xpgn_walk_free(xpgn_walk *walk);
/* Starts a game, which must stay valid, and its text, until the next start. */
XPGN_API xpgn_status xpgn_walk_begin(xpgn_walk *walk, const xpgn_game *game);
/*
 * Starts a game that has grown, in place of xpgn_walk_begin: `before` has walked it to its end when
 * it was shorter, and has found no error. `from` is the place of the first action of what was its
 * last turn (of the main line), after the number: xpgn_writer_turn tells it. What stands between
 * the tags and that place is not read again, and may be left out. The first step is that action;
 * the turn is played once more, and then what is new. Findings about what is not read are not
 * repeated. Both walks have the option `grows` and the same catalog; the text of then is not needed
 * any more. XPGN_NOT_FOUND: there is no such turn, dice are sealed, or the tags have an error or
 * name other rules; then xpgn_walk_begin starts it.
 */
XPGN_API xpgn_status xpgn_walk_resume(xpgn_walk *walk, const xpgn_walk *before,
                                      const xpgn_game *game, size_t from);
/*
 * Returns the next step, valid until the next call. XPGN_END: the game is finished and its findings
 * are complete. After an action that cannot be played, the rest of its line is only read and gives
 * no steps; XPGN_STEP_RESULT is still returned. XPGN_INVALID: no game has begun. XPGN_NO_MEMORY:
 * the walk may only be freed.
 */
XPGN_API xpgn_status xpgn_walk_next(xpgn_walk *walk, const xpgn_step **step);
/* The findings of this game so far, in the order they were made; none before the first game, as of
   the following. */
XPGN_API const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count);
/* The ruleset of the game, from XPGN_STEP_START on; NULL if its tags name an unknown one. */
XPGN_API const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk);
XPGN_API const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count);
/* The value of the first tag of that name; {NULL, 0} if there is none. */
XPGN_API xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name);
enum { XPGN_DIGEST_SIZE = 16 };
/*
 * The digest of the main line, with the option keep_line, after the last step: equal if ruleset,
 * options, start position, actions and dice are (xpgn-list(1) has its definition). XPGN_NOT_FOUND:
 * there is none, for the main line could not be played to its end, or has no actions.
 */
XPGN_API xpgn_status xpgn_walk_digest(xpgn_walk *walk, uint8_t digest[XPGN_DIGEST_SIZE]);
/* The same of the start alone. XPGN_NOT_FOUND: there is no start position. */
XPGN_API xpgn_status xpgn_walk_start_digest(xpgn_walk *walk, uint8_t digest[XPGN_DIGEST_SIZE]);
/*
 * Appends what that digest is of: bytes that are equal if what was played is. Those of a game begin
 * with those of another one with the same start if it began with the same actions. As above.
 */
XPGN_API xpgn_status xpgn_walk_line(xpgn_buffer *b, xpgn_walk *walk);
/* What a record says about its sealed dice, and what of it was found to be true. */
typedef struct xpgn_sealed_game {
    xpgn_links commit, keys;
    xpgn_links open;            /* of the last roll; no parties: there is no DiceOpen */
    xpgn_link game;             /* the digest of the header of the transcript: which game it is */
    xpgn_transcript transcript; /* all of it but the result */
    xpgn_slice text;            /* its lines */
    xpgn_slice announced;       /* at its end, and not answered; size 0: nothing */
    uint32_t rolls;             /* in the record, annulled ones too */
    uint32_t fitting;  /* of these, from the first one on: their dice are those of the links */
    uint8_t last, end; /* bit per party that has rightly signed the last roll, the end */
} xpgn_sealed_game;
/* After the last step; slices are valid like the findings. XPGN_NOT_FOUND: no dice are sealed, or
   no transcript can be made of the record. */
XPGN_API xpgn_status xpgn_walk_sealed(const xpgn_walk *walk, xpgn_sealed_game *out);
/* A roll of the main line of a game with sealed dice. */
typedef struct xpgn_sealed_entry {
    xpgn_slice announced;   /* what for: "12... exd5", "12. roll", "first" */
    xpgn_slice dice;        /* "5:1", without what follows from them */
    xpgn_transcript before; /* the transcript that the announcement follows */
    xpgn_link digest;       /* of that with the announcement */
    xpgn_links links;       /* of this roll; no parties: they are not known */
    uint8_t party;          /* that announced it */
    bool annulled;
} xpgn_sealed_entry;
/* Roll `number`, from 1, after the last step. False: there are no more, or as above. */
XPGN_API bool xpgn_walk_sealed_roll(const xpgn_walk *walk, uint32_t number, xpgn_sealed_entry *out);
/* How the main line ended by the rules; over == false if it did not, or if, with verdict_only, it
   could not be played completely. */
XPGN_API xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk);

/* ---- facts: what can be asked of a record ---------------------------------------------------- */

/*
 * Every fact that tools print, select by and count has one name and one meaning, those of its row
 * in the table of facts (xpgn_fact(3)); queries ask for them too.
 *
 *     xpgn_fact_find((xpgn_slice){"margin", 6}, XPGN_ANY_SCOPE, &ask, &fault);
 *     xpgn_subject s = {XPGN_SUBJECT, .rs = xpgn_walk_ruleset(walk), .facts = step->facts};
 *     if (xpgn_fact_get(&s, &ask, 0, 0, &value))
 *         ...
 */

/* What a fact is of, and so what it costs: the later ones take a walk with its steps. */
typedef enum xpgn_scope {
    XPGN_SCOPE_RECORD,    /* the bytes of a game */
    XPGN_SCOPE_START,     /* its tags */
    XPGN_SCOPE_GAME,      /* a walk that has ended */
    XPGN_SCOPE_LINE,      /* the same, with keep_line */
    XPGN_SCOPE_TURN,      /* a position */
    XPGN_SCOPE_ACTION,    /* the action before it */
    XPGN_SCOPE_COMBAT,    /* the combat of that action */
    XPGN_SCOPE_SIDE,      /* attacker and defender, with a combat or without */
    XPGN_SCOPE_COMBATANT, /* attacker and defender of a combat */
    XPGN_SCOPE_EXCHANGE,  /* one exchange of the roll of an action */
    XPGN_SCOPE_THROW,     /* both sides of it */
    XPGN_SCOPE_PLACE,     /* a place in a record; from here on what is found out about records */
    XPGN_SCOPE_FINDING,
    XPGN_SCOPE_FIX,        /* a correction of it */
    XPGN_SCOPE_DIFFERENCE, /* between sheets */
    XPGN_SCOPE_READING,    /* what a sheet has there */
    XPGN_SCOPE_ODDS,       /* of a combat */
    XPGN_SCOPE_OUTCOME,    /* one of them, as the facts have it */
    XPGN_SCOPE_ATTEMPT,    /* of the die of a teleport or an escape */
    XPGN_SCOPE_STANDING    /* of a player */
} xpgn_scope;

/* Sets of scopes: a bit for each. */
enum {
    XPGN_ANY_SCOPE = (1 << (XPGN_SCOPE_COMBATANT + 1)) - 1,
    XPGN_GAME_SCOPES = (1 << (XPGN_SCOPE_LINE + 1)) - 1,
    XPGN_ACTION_SCOPES = XPGN_ANY_SCOPE - XPGN_GAME_SCOPES,
    XPGN_EXCHANGE_SCOPES = 1 << XPGN_SCOPE_EXCHANGE | 1 << XPGN_SCOPE_THROW
};

typedef enum xpgn_fact_type {
    XPGN_FACT_FLAG,       /* number: 0 or 1 */
    XPGN_FACT_NUMBER,     /* number */
    XPGN_FACT_MILLIONTHS, /* number; printed as a decimal */
    XPGN_FACT_BILLIONTHS, /* number; printed as a decimal with nine digits after the point */
    XPGN_FACT_WORD,       /* number: the index in `words` */
    XPGN_FACT_TEXT,       /* text */
    XPGN_FACT_SQUARE,     /* number */
    XPGN_FACT_PIECE       /* piece, square, gives */
} xpgn_fact_type;

/* A row of the table of facts. Static. */
typedef struct xpgn_fact {
    const char *name;         /* "margin"; with sides also attacker_NAME and defender_NAME */
    const char *about;        /* one line */
    const char *const *words; /* of a WORD, NULL after the last; else NULL */
    uint8_t scope;            /* xpgn_scope */
    uint8_t type;             /* xpgn_fact_type */
    bool list;                /* it has any number of values; else one or none */
    bool sided;               /* it is of an attacker and of a defender */
} xpgn_fact;

/* A fact that is asked for: its index, and the sides, bit 0 the attacker, bit 1 the defender; of a
   fact without sides bit 0. */
typedef struct xpgn_ask {
    uint16_t fact;
    uint8_t sides;
} xpgn_ask;

/* What facts are asked of; members that are 0 are not there, nor what is of them. */
typedef struct xpgn_subject {
    size_t size;                   /* XPGN_SUBJECT */
    const xpgn_game *game;         /* RECORD */
    const xpgn_ruleset *rs;        /* START and all later ones */
    xpgn_walk *ended;              /* GAME and LINE: a walk at its end */
    xpgn_slice result;             /* GAME: the text of XPGN_STEP_RESULT */
    uint32_t turns;                /* GAME: those that could be played */
    const xpgn_position *position; /* TURN: as in xpgn_step, as are ply, number and seat */
    uint32_t ply, number;
    uint8_t seat;
    bool unplayable;            /* TURN: the game breaks off here */
    const xpgn_finding *broken; /* why it does; NULL: not known */
    const xpgn_facts *facts;    /* ACTION; COMBAT and later if there was one */
    xpgn_buffer *text;          /* for texts that are put together, cleared by each question */
    unsigned exchange;          /* EXCHANGE, THROW: of the roll of the facts, from 1 */
    const xpgn_place *place;    /* PLACE, of the game */
    const xpgn_locator *places; /* finds its line; NULL: the game is read up to there */
    const xpgn_finding *finding;
    const xpgn_fix *fix;
    const struct xpgn_difference *difference;
    const struct xpgn_reading *reading;
    const struct xpgn_odds *odds; /* OUTCOME: that of the fates of the facts */
    const struct xpgn_standing *standing;
    const xpgn_slice *played; /* GAME: the actions of the main line, `actions` of them; NULL: not
                                 known */
    size_t actions;
    const struct xpgn_attempt *attempt;
    xpgn_slice clock,
        evaluation; /* ACTION: what [%clk] and [%eval] beside it say; size 0: nothing */
} xpgn_subject;
#define XPGN_SUBJECT .size = sizeof(xpgn_subject)

typedef struct xpgn_value {
    int64_t number;
    xpgn_slice text; /* valid until the next question */
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives; /* a supporter */
} xpgn_value;

/*
 * Sets what a step has: position, ply, number, seat and facts; of XPGN_STEP_RESULT also `result`
 * and `turns`. The ruleset is that of its walk.
 */
XPGN_API void xpgn_subject_step(xpgn_subject *s, const xpgn_ruleset *rs, const xpgn_step *step);

/* The facts in the order of the table (`index` from 0), NULL past the last. */
XPGN_API const xpgn_fact *xpgn_fact_at(size_t index);
/*
 * Finds a fact by its name, among those of some scopes: "support" of both sides, "attacker_support"
 * of one. Names of before are read too. XPGN_NOT_FOUND: there is none, XPGN_INVALID: it is of
 * another scope; fault->text (fault may be NULL) says which is nearest, or what it is of, and
 * fault->place where in the name.
 */
XPGN_API xpgn_status xpgn_fact_find(xpgn_slice name, uint32_t scopes, xpgn_ask *out,
                                    xpgn_fault *fault);
/* Value `i`, from 0, of a fact of a side (0, 1). False: it has no such value there. */
XPGN_API bool xpgn_fact_get(const xpgn_subject *s, const xpgn_ask *ask, unsigned side, unsigned i,
                            xpgn_value *value);
/* Appends what a fact is, as text: nothing if it has no value, lists with commas between, both
   sides as attacker:defender. */
XPGN_API void xpgn_fact_write(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask);
/* The same as a cell of a table. */
XPGN_API void xpgn_fact_cell(xpgn_row *row, const xpgn_subject *s, const xpgn_ask *ask);
/* The same as JSON: null if it has no value, lists as arrays, both sides as an object. */
XPGN_API void xpgn_fact_json(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask);

/* Appends a number as facts of its type are printed: one of MILLIONTHS as a decimal. */
XPGN_API void xpgn_fact_number(xpgn_buffer *b, xpgn_fact_type type, int64_t number);
/* Appends the mean of values of NUMBER or MILLIONTHS, of which there were `count`, as a decimal;
   nothing if there were none. */
XPGN_API void xpgn_fact_mean(xpgn_buffer *b, xpgn_fact_type type, int64_t sum, uint64_t count);
/* Is the value of a tag of this name a number ("WhiteElo", "PlyCount")? */
XPGN_API bool xpgn_tag_is_number(xpgn_slice name);

/* ---- searching: positions and actions -------------------------------------------------------- */

/*
 * A pattern of positions: XFEN with wildcards (xpgn-grep(1)). Constant once made, so that threads
 * may share it. XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_pattern xpgn_pattern;
XPGN_API xpgn_status xpgn_pattern_new(xpgn_pattern **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_pattern_free(xpgn_pattern *pattern);
/* False of a position of another board. */
XPGN_API bool xpgn_pattern_matches(const xpgn_pattern *pattern, const xpgn_ruleset *rs,
                                   const xpgn_position *p);

/*
 * Numbers of pieces on the board (xpgn-grep(1), --material): "B>b P>=p+2". Constant once made.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_material xpgn_material;
XPGN_API xpgn_status xpgn_material_new(xpgn_material **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_material_free(xpgn_material *material);
/* False of a board that there is not. */
XPGN_API bool xpgn_material_matches(const xpgn_material *material, const xpgn_position *p);

/*
 * The first actions of a game (xpgn-grep(1), --line): "1. e4 c5 * Nc3". Constant once made; what a
 * game has got to is a set of places in it, a bit each. XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_line xpgn_line;
XPGN_API xpgn_status xpgn_line_new(xpgn_line **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_line_free(xpgn_line *line);
/* Before the first action. */
XPGN_API uint64_t xpgn_line_begin(const xpgn_line *line);
/* After one more, in canonical notation; 0: the game does not begin so. */
XPGN_API uint64_t xpgn_line_next(const xpgn_line *line, uint64_t places, xpgn_slice action);
/* The game begins so. */
XPGN_API bool xpgn_line_done(const xpgn_line *line, uint64_t places);

/*
 * A query about a game, or about one action of it (xpgn-grep(1)): "combat attacker=N support>=2",
 * "WhiteElo > BlackElo + 200 and (ECO=B90,B91 or promotion)". Constant once made. XPGN_INVALID:
 * *fault says why.
 */
typedef struct xpgn_query xpgn_query;
XPGN_API xpgn_status xpgn_query_new(xpgn_query **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_query_free(xpgn_query *query);
/* What the facts in it are of: a bit for each xpgn_scope. With one of XPGN_ACTION_SCOPES it is
   asked of an action, else of a game. */
XPGN_API uint32_t xpgn_query_scopes(const xpgn_query *query);
/* Does it ask of positions? Then it is also asked of a subject without an action, with the start
   position. */
XPGN_API bool xpgn_query_wants_positions(const xpgn_query *query);
/* Does it ask how a game begins, that is, for `played` of the subject? */
XPGN_API bool xpgn_query_wants_line(const xpgn_query *query);
/* The names of the tags in it, each once. */
XPGN_API const xpgn_slice *xpgn_query_tags(const xpgn_query *query, size_t *count);
/* `tag` has the value of each, as recorded; data NULL: missing. Facts that the subject does not
   have, and texts if it has no buffer, have no value. */
XPGN_API bool xpgn_query_holds(const xpgn_query *query, const xpgn_subject *s,
                               const xpgn_slice *tag);
/* Can it hold, as far as the tags and the facts of some scopes tell, which the subject has? */
XPGN_API bool xpgn_query_may_hold(const xpgn_query *query, const xpgn_subject *s,
                                  const xpgn_slice *tag, uint32_t known);
/* The query of a step alone, without facts of the game, tags and texts. False for steps other than
   XPGN_STEP_ACTION. */
XPGN_API bool xpgn_query_matches(const xpgn_query *query, const xpgn_ruleset *rs,
                                 const xpgn_step *step);
/* Does it need words of a step: its notation? Else bare_steps are enough. */
XPGN_API bool xpgn_query_wants_words(const xpgn_query *query);
/* True if the query is about the end of a game only, such as "mate". Then XPGN_STEP_RESULT of a
   game that was read as a whole is enough to say whether an action of it matches. */
XPGN_API bool xpgn_query_is_of_end(const xpgn_query *query);
XPGN_API bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                                     const xpgn_step *result);

/* ---- odds: what the dice of a combat may make of it ------------------------------------------ */

/* What `all` is if the throws are too many to be counted. */
#define XPGN_ODDS_ROUND UINT64_C(1000000000000000000)

/*
 * The exact distribution of the outcomes of a combat. Outcomes are the fates of both pieces,
 * [attacker's][defender's] (xpgn_fate). Equal totals that are rolled again (CC-6) are summed to the
 * decision: they are not among `all`.
 */
typedef struct xpgn_odds {
    uint64_t all;                          /* equally probable throws of all dice of the combat */
    uint64_t ways[XPGN_FATES][XPGN_FATES]; /* those that end so; they add up to `all` */
    uint64_t ties;                         /* those with equal totals or equal highest dice */
    uint64_t again;                        /* throws that are rolled again, besides */
    bool exact; /* false: more than 2^63 throws; `all` is XPGN_ODDS_ROUND, `again` is 0, and
                   the others are rounded */
    double chance[XPGN_FATES][XPGN_FATES]; /* the shares of `ways`; they add up to 1 */
    double tie;                            /* the share of `ties` */
    int32_t worth[XPGN_FATES][XPGN_FATES]; /* what it brings the attacker's side, in half points */
    double expected;                       /* the mean of `worth` */
} xpgn_odds;

/*
 * Sets *out to the odds of a combat before its dice are rolled: of the facts, what the dice decide
 * is not looked at. A piece is worth its points in the ruleset, or 1 3 3 5 9 if that has none; one
 * with infinite points (the king) as much as all other pieces of its side in the start set-up. A
 * wound costs half of that, and the removal of a wounded piece the other half. Promotion, rescue
 * and prisoners do not count. A combat without dice has one outcome. False if `facts` is no combat.
 */
XPGN_API bool xpgn_combat_odds(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_odds *out);
/* What these fates bring the attacker's side beyond the expectation, in half points; 0 of what is
   no fate. */
XPGN_API double xpgn_odds_luck(const xpgn_odds *odds, xpgn_fate attacker, xpgn_fate defender);
/* What a piece is worth as it stands, in half points: see xpgn_combat_odds. 0: there is no such
   piece. */
XPGN_API int xpgn_piece_worth(const xpgn_ruleset *rs, xpgn_piece piece);
/* The probability that the dice remove these pieces and no other. */
XPGN_API double xpgn_odds_chance(const xpgn_odds *odds, bool attacker_removed,
                                 bool defender_removed);

/* The die of a teleport or an escape. */
typedef struct xpgn_attempt {
    uint8_t faces;      /* of the die, equally probable */
    uint8_t succeeding; /* those with which it succeeds */
    int16_t added;      /* to the die: leaders on the board; of an escape the bonus of the piece */
    int16_t needed;     /* the total that it takes ... */
    bool exactly;       /* ... and no more than that */
    bool rolled;        /* the facts have the die, and: */
    bool succeeded;
} xpgn_attempt;

/* Sets *out to the odds of the action in `facts` in the position before it. False if that is
   neither a teleport nor an escape, or none that can be in this position. */
XPGN_API bool xpgn_attempt_odds(const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, xpgn_attempt *out);

/* A combat of two pieces anywhere on the board: [0] the attacker, [1] the defender. */
typedef struct xpgn_matchup {
    size_t size;           /* XPGN_MATCHUP */
    xpgn_action_kind kind; /* XPGN_ATTACK, XPGN_SHOT or XPGN_RUN */
    bool en_passant;
    xpgn_piece piece[2];            /* of the seats 0 and 1; may be wounded */
    int16_t support[2];             /* what supporters give together (dice, in five-dice) */
    const xpgn_piece *supporter[2]; /* supporters whose values are added to that; NULL: none */
    size_t supporters[2];           /* how many */
} xpgn_matchup;

/*
 * Prepares a combat without a position: sets *facts to what is known before the dice are rolled,
 * for xpgn_combat_odds. XPGN_INVALID: there is no such combat in this game, fault->text says why;
 * fault->place is not used.
 */
XPGN_API xpgn_status xpgn_combat_of_types(const xpgn_ruleset *rs, const xpgn_matchup *matchup,
                                          xpgn_facts *facts, xpgn_fault *fault);
/*
 * Prepares the combat of a legal action at the start of a turn, with its notation and the list of
 * supporters. False if there is no combat, or no such action.
 */
XPGN_API bool xpgn_combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p,
                                  const xpgn_action *a, xpgn_facts *facts);
/*
 * Finds the legal action at the start of a turn that a notation means, as in a record.
 * XPGN_INVALID: there is none, or several; fault->text says why, and fault->place is not used.
 */
XPGN_API xpgn_status xpgn_action_read(const xpgn_ruleset *rs, const xpgn_position *p,
                                      xpgn_slice text, xpgn_action *out, xpgn_fault *fault);
/* Can a text be an action in canonical notation, in some position of some game? XPGN_INVALID: no;
   fault->text says why, and what to write instead if that is known. */
XPGN_API xpgn_status xpgn_action_form(xpgn_slice text, xpgn_fault *fault);

/* ---- import: what people write ----------------------------------------------------------------
 */

/* How words differ from the notation of the format. */
typedef enum xpgn_form {
    XPGN_FORM_LETTERS,   /* piece letters of another language */
    XPGN_FORM_FIGURINES, /* pieces as symbols */
    XPGN_FORM_SMALL,     /* small piece letters */
    XPGN_FORM_SIGNS,     /* other signs of captures and moves, look-alikes of letters */
    XPGN_FORM_CASTLING,  /* OO */
    XPGN_FORM_MARKS,     /* ch, mate, e.p. */
    XPGN_FORM_NUMBERS,   /* ICCF: 5254 */
    XPGN_FORM_SHORT,     /* read by what is legal: QxP, ed, P-K4 */
    XPGN_FORM_ROLLS,     /* rolls: (5:1), 5-1 */
    XPGN_FORM_TURNED,    /* the board seen from the other side */
    XPGN_FORM_CHOICES,   /* alternatives of a reader: Nf6|Nf5 */
    XPGN_FORM_RESULT,    /* results: 1:0, or none */
    XPGN_FORM_MISSING,   /* half-moves left out by convention: {[%missing]} */
    XPGN_FORMS
} xpgn_form;

/* One word, and what it is in the format. */
typedef struct xpgn_imported {
    xpgn_place place; /* in the game as written */
    const char *text; /* "": the word belongs to the one before */
    unsigned forms;   /* bit per xpgn_form */
    bool exact;       /* notation of the format all the same, only not as it is exported */
} xpgn_imported;

/* A reader of games as people write them, for one game at a time. */
typedef struct xpgn_import xpgn_import;

/*
 * `language`: the code of that in which all games are written ("de"), or NULL: it is found for each
 * game, by all its words. XPGN_NOT_FOUND: there is no such language.
 */
XPGN_API xpgn_status xpgn_import_new(xpgn_import **out, xpgn_catalog *catalog,
                                     const char *language);
XPGN_API void xpgn_import_free(xpgn_import *import);
/* What is known of a file or an event: where several languages explain a game, this one is taken if
   it is among them. NULL: none is, and the game is ambiguous. XPGN_NOT_FOUND: there is no such
   language. */
XPGN_API xpgn_status xpgn_import_prefer(xpgn_import *import, const char *language);
/*
 * Reads a game, which must stay valid. A game without errors is taken as it is. XPGN_OK: it can be
 * read to its end, in one way. XPGN_INVALID: it cannot, or in several that differ
 * (xpgn_import_error says which); then what could be read is there none the less.
 */
XPGN_API xpgn_status xpgn_import_read(xpgn_import *import, const xpgn_game *game);
/*
 * Lets a walk read games as people write them: a game that has an error in its actions, and that
 * the import can read in another hand, is walked as it is read. One finding (M-18) for each form
 * says so, with all its words as fixes; places of findings are those of the game as it was written,
 * while steps and tags are those of the game as read. With `verdict_only` other games cost nothing
 * more; else each is played twice. Findings are complete after the last step. The import must
 * outlive the walk's last game and is used for nothing else meanwhile; NULL ends it.
 */
XPGN_API void xpgn_walk_import(xpgn_walk *walk, xpgn_import *import);
/* The game in the notation of the format, with all else as it was; valid until the next. */
XPGN_API xpgn_game xpgn_import_game(const xpgn_import *import);
/* Of a game that cannot be read to its end: appends it as far as it was understood; what follows
   becomes a comment. False: it is not known how far, or there is no memory. */
XPGN_API bool xpgn_import_understood(xpgn_buffer *out, const xpgn_import *import);
/* The words that were changed, in the order of their places. */
XPGN_API const xpgn_imported *xpgn_import_words(const xpgn_import *import, size_t *count);
/* The name of the language ("German"); of a game that needs none "English". */
XPGN_API const char *xpgn_import_language(const xpgn_import *import);
/* The name of another language that explains the game as well, and differently; "": there is none.
 */
XPGN_API const char *xpgn_import_other(const xpgn_import *import);
/* Why it could not be read, one clause; "" if it could. */
XPGN_API const char *xpgn_import_error(const xpgn_import *import);

/* A language that people write games in. */
typedef struct xpgn_language {
    char code[8];               /* "de" (ISO 639-1) */
    char name[24];              /* "German" */
    char letter[XPGN_TYPES][8]; /* [xpgn_type]: the letters of the pieces, UTF-8 */
    bool has_words;             /* those of captions are known: formats/words.tsv */
} xpgn_language;

/* The languages in order, English first; false: there is none of that index, or code. */
XPGN_API bool xpgn_language_at(size_t index, xpgn_language *out);
XPGN_API bool xpgn_language_find(const char *code, xpgn_language *out);
/* Appends the canonical notation of an action with the letters of a language: "Nxe8=Q+" as
   "Sxe8=D+"; `language` NULL: as it is. */
XPGN_API void xpgn_action_put(xpgn_buffer *b, xpgn_slice text, const xpgn_language *language);
/* Appends a word of captions, such as "White to move", in that language; as it is if that has none.
 */
XPGN_API void xpgn_word_put(xpgn_buffer *b, const char *english, const xpgn_language *language);

/* ---- corrections: fixes that are made ---------------------------------------------------------
 */

/* How sure a fix is. */
typedef enum xpgn_fix_level {
    XPGN_FIX_CERTAIN, /* the record says the same afterwards: notation, the spelling of a tag,
                         marks, numbers, what the dice decide */
    XPGN_FIX_LIKELY, /* a most probable mistake without a tie: 0.95 or more, and the record is legal
                        to its end then */
    XPGN_FIX_ASK,    /* several are as probable, or it is less sure */
    XPGN_FIX_NEVER,  /* nothing in the record supports it: a half-move that nobody wrote, a combat
                        that is deleted */
    XPGN_FIX_LEVELS
} xpgn_fix_level;

/* The level of a fix of a finding about a game with this text. LIKELY still asks for a walk with
   the fix that finds no error: xpgn_fixer_run makes it. */
XPGN_API xpgn_fix_level xpgn_fix_level_of(xpgn_slice text, const xpgn_finding *f, uint32_t fix);
/* "certain", "likely", "ask", "never"; NULL: there is no such level. Static. */
XPGN_API const char *xpgn_fix_level_name(unsigned level);

/* Bytes that were replaced, a row of the log of corrections. */
typedef struct xpgn_correction {
    uint32_t number; /* of the correction, from 1: its parts and its mark have the same; 0: the tag
                        Corrected */
    uint64_t offset; /* in the text as it was then, after the corrections before this one */
    xpgn_slice was, is;
    const char *code; /* of the finding; "undo": it took back the correction of this number */
    const char *turn; /* "3. Nxd5"; "" in the tags */
    xpgn_fix_level level;
    double probability; /* that this was meant, 0 to 1; 1: certain; 0: not known */
    bool counted;       /* it changed what the record says: the tag Corrected counts it */
    uint64_t line, column;
} xpgn_correction;

/* The corrections of a game, one after the other, in memory of the caller. */
typedef struct xpgn_corrections {
    xpgn_correction *row;
    size_t count, capacity;
} xpgn_corrections;

typedef enum xpgn_answer_kind {
    XPGN_ANSWER_SKIP,
    XPGN_ANSWER_FIX,     /* the fix of that index */
    XPGN_ANSWER_TEXT,    /* other text for the half-move */
    XPGN_ANSWER_MISSING, /* nobody knows: {[%missing]} */
    XPGN_ANSWER_STOOD,   /* it was played: [%illegal stood] */
    XPGN_ANSWER_BACK,    /* the question before once more, without its answer and what
                            followed from it; of the first question: refused */
    XPGN_ANSWER_QUIT     /* asks nothing more */
} xpgn_answer_kind;

typedef struct xpgn_answer {
    xpgn_answer_kind kind;
    uint32_t fix;
    xpgn_slice text; /* valid until the next question */
} xpgn_answer;

/*
 * Appends what is typed in the place of the half-move at `offset`: one half-move with its dice, in
 * the letters of any language if only one action can be meant. `walk`, without `verdict_only`,
 * plays the game up to there and tells its rules. XPGN_INVALID, and nothing: it is something else.
 */
XPGN_API xpgn_status xpgn_answer_read(xpgn_buffer *b, xpgn_walk *walk, const xpgn_game *game,
                                      uint32_t offset, xpgn_slice typed);

/* A finding whose fix has to be chosen. */
typedef struct xpgn_question {
    const xpgn_game *game; /* as corrected so far */
    const xpgn_finding *finding;
    uint32_t settles;    /* half-moves that can be played after the first fix and not before it */
    const char *refused; /* why the answer before was no good; NULL: it was, or there was none */
} xpgn_question;

typedef struct xpgn_fixer_options {
    size_t size;          /* XPGN_FIXER_OPTIONS */
    xpgn_fix_level level; /* fixes up to it are made: CERTAIN or LIKELY */
    bool incomplete;      /* also where the game does not become legal */
    bool no_marks;        /* neither {[%was TEXT]} nor the tag Corrected */
    /* Asked for the others; NULL: they are left alone. What it answers is kept, whether the game
       becomes legal or not. */
    xpgn_answer (*ask)(void *data, const xpgn_question *question);
    void *data;
} xpgn_fixer_options;
#define XPGN_FIXER_OPTIONS .size = sizeof(xpgn_fixer_options)

/* Makes the corrections of one game at a time. */
typedef struct xpgn_fixer xpgn_fixer;
/* `options` may be NULL. XPGN_INVALID: they are not valid. */
XPGN_API xpgn_status xpgn_fixer_new(xpgn_fixer **out, xpgn_catalog *catalog,
                                    const xpgn_fixer_options *options);
XPGN_API void xpgn_fixer_free(xpgn_fixer *fixer);
/*
 * Makes one fix, walks the game again, and so on, until it is legal or no fix may be made: a second
 * run changes nothing. A game that does not become legal stays as it was, unless `incomplete` or
 * something was answered, and so does one with sealed dice. XPGN_INVALID: it has errors afterwards.
 */
XPGN_API xpgn_status xpgn_fixer_run(xpgn_fixer *fixer, const xpgn_game *game);
/* The text of the game then; valid, as the following, until the next run. */
XPGN_API xpgn_slice xpgn_fixer_text(const xpgn_fixer *fixer);
/* What was replaced, one after the other; numbers and offsets are of this game. */
XPGN_API const xpgn_correction *xpgn_fixer_corrections(const xpgn_fixer *fixer, size_t *count);

/* The next game of a text in memory: *game is that before it, or 0 but for the name of its file.
   False: there are no more. */
XPGN_API bool xpgn_game_next(xpgn_slice text, xpgn_game *game);

/*
 * Takes correction `number` back in the text that *list has led to, and appends to *b the text
 * without it. The tag Corrected, unless it was changed by hand, then has the number of the others.
 * The rows that say so are added to the list, which needs room for twice as many rows again, and
 * two. What stands elsewhere may have been changed since. XPGN_INVALID: there is no such
 * correction, it was taken back, its bytes do not stand there any more, or there is no room; *fault
 * has the place and the reason, and nothing was appended or added. Slices of the new rows are those
 * of the list, or point into *b.
 */
XPGN_API xpgn_status xpgn_correction_undo(xpgn_buffer *b, xpgn_corrections *list, uint32_t number,
                                          xpgn_slice text, xpgn_fault *fault);
/* Appends bytes as a cell of the log: \\ and \hh for a backslash and what is no printable ASCII;
   and reads them. False: they are malformed. */
XPGN_API void xpgn_bytes_write(xpgn_buffer *b, xpgn_slice bytes);
XPGN_API bool xpgn_bytes_read(xpgn_buffer *b, xpgn_slice text);

/* ---- decoding: what stands before words --------------------------------------------------------
 */

/* What is decoded, and what is counted of it. */
typedef enum xpgn_decoded {
    XPGN_DECODED_UTF16,      /* 1: the file is UTF-16 */
    XPGN_DECODED_ENTITIES,   /* entities of HTML */
    XPGN_DECODED_MARKUP,     /* tags of HTML that were left out */
    XPGN_DECODED_QUOTES,     /* tag pairs with other quotes or brackets */
    XPGN_DECODED_WIDE,       /* full-width characters */
    XPGN_DECODED_ZERO_WIDTH, /* characters that have no width */
    XPGN_DECODED_MAIL,       /* lines quoted with > */
    XPGN_DECODED_FENCES,     /* records in fences of Markdown */
    XPGN_DECODED_LEFT_OUT,   /* lines around them, or around what is quoted, that were left out */
    XPGN_DECODED_ROWS,       /* rows of moves in a table */
    XPGN_DECODEDS
} xpgn_decoded;

/* Turns files as people paste and save them into text that a stream reads: xpgn-notations(7). */
typedef struct xpgn_decoder xpgn_decoder;
XPGN_API xpgn_status xpgn_decoder_new(xpgn_decoder **out);
XPGN_API void xpgn_decoder_free(xpgn_decoder *d);
/* What files are. */
typedef enum xpgn_source {
    XPGN_FROM_AUTO, /* each what it looks like */
    XPGN_FROM_PGN,  /* records */
    XPGN_FROM_TABLE /* rows of moves: CSV, with commas, semicolons or tabs */
} xpgn_source;
/* Says what the files to come are; AUTO, if it is not called. */
XPGN_API void xpgn_decoder_from(xpgn_decoder *d, xpgn_source from);
/*
 * Appends what the next bytes of a file become; the end of a line may be waited for. `last`: no
 * more follow, and those of the next call are another file's. A file with nothing to decode comes
 * out byte for byte; a table comes out at its end, each row on its line. Out of memory, out->failed
 * is set.
 */
XPGN_API void xpgn_decoder_put(xpgn_buffer *out, xpgn_decoder *d, xpgn_slice bytes, bool last);
/* How often what was decoded, by xpgn_decoded, in the file so far; its counts stay until the first
   bytes of the next. */
XPGN_API const uint64_t *xpgn_decoder_counts(const xpgn_decoder *d);
/*
 * Has a stream read its files through a decoder, which must live as long; call it before the first
 * game, later it does nothing. Lines are then those of the files, offsets are not, and
 * xpgn_stream_start is not possible. `done`, which may be NULL, is called after the last game of
 * each file, with `data` and the name of the file. XPGN_NO_MEMORY.
 */
XPGN_API xpgn_status xpgn_stream_decode(xpgn_stream *s, xpgn_decoder *d,
                                        void (*done)(void *data, const char *file), void *data);

/* ---- legal actions ------------------------------------------------------------------- */

/*
 * Lists all legal actions at the start of a turn (chess movement: each promotion is one; the
 * outcome of a combat is not part of an action). Writes up to `capacity`, of which `list` has room
 * (it may be NULL if that is 0), and returns how many there are: none of a position of another
 * board.
 */
XPGN_API size_t xpgn_actions(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_action *list,
                             size_t capacity);
/* Writes the canonical notation of a legal action, without + or #; "" of one whose squares or
   pieces are not there. Whether it is legal is not looked at. */
XPGN_API void xpgn_action_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                               char text[24]);
/* Where a piece may go, or what it may attack. */
typedef struct xpgn_destination {
    xpgn_square square;
    uint8_t roll; /* the turn roll that takes it there (CC-4); 0: none is needed */
    bool attack;  /* it may attack what stands there */
} xpgn_destination;
/*
 * Lists where the piece on `from` may go in one action and what it may attack, as if it were the
 * turn of its side. Writes up to `capacity` and returns how many there are: none if the square is
 * empty or off the board. A square that a roll takes it to and that it may go to without is listed
 * twice.
 */
XPGN_API size_t xpgn_destinations(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                                  xpgn_destination *list, size_t capacity);
/* Number of leaf nodes of the tree of legal actions, for rulesets with chess movement and without
   combat; 0 for others. Time and stack grow with the depth, as 30^depth and 4 KiB * depth. */
XPGN_API uint64_t xpgn_perft(const xpgn_ruleset *rs, const xpgn_position *p, unsigned depth);

/* ---- playing: a game in progress ------------------------------------------------------------- */

/*
 * A game that is being played: a ruleset, the position, where the turn stands, and the outcome. It
 * keeps no history; xpgn_play_copy is for taking back. The referee's rules apply: what is played
 * here passes xpgn_walk.
 *
 *     xpgn_play_prepare(play, &action, &facts);          who fights, who supports
 *     while (xpgn_play_due(play, &facts, &roll, dice))    roll them into the next exchange
 *         ...
 *     xpgn_play_judge(play, &action, &roll, &facts);      what the dice make of it
 *     xpgn_play_choices(play, &facts, list, capacity);    what there is still to choose
 *     xpgn_play_act(play, &list[0], &roll, &facts);       play it
 *
 * Functions that take an action expect one of xpgn_play_actions, in the same position, or one of
 * xpgn_play_choices.
 */
typedef struct xpgn_play xpgn_play;

/*
 * Begins a game from `start`, which is copied, or from the ruleset's own start position (NULL).
 * The game may be over there. XPGN_NOT_FOUND: the ruleset has no start position; XPGN_INVALID:
 * `start` is on another board. The ruleset must outlive the game.
 */
XPGN_API xpgn_status xpgn_play_new(xpgn_play **out, const xpgn_ruleset *rs,
                                   const xpgn_position *start);
XPGN_API void xpgn_play_free(xpgn_play *play);
XPGN_API void xpgn_play_copy(xpgn_play *to, const xpgn_play *from);
/*
 * Goes on where the main line of a walk stands, with the walk's ruleset. After the last
 * XPGN_STEP_ACTION the turn is still open; with XPGN_STEP_RESULT it has been ended. XPGN_INVALID:
 * the main line has no position there.
 */
XPGN_API xpgn_status xpgn_play_take(xpgn_play *play, const xpgn_walk *walk);

XPGN_API const xpgn_ruleset *xpgn_play_ruleset(const xpgn_play *play);
/* The position now, valid until the game changes. In an open turn `turn` is still its seat. */
XPGN_API const xpgn_position *xpgn_play_position(const xpgn_play *play);
XPGN_API xpgn_outcome xpgn_play_outcome(const xpgn_play *play);
/* The number of faces of every die of the game; 0: a game without dice. */
XPGN_API unsigned xpgn_play_faces(const xpgn_play *play);

/* Is a die rolled before the next action? */
typedef enum xpgn_turn_roll {
    XPGN_TURN_ROLL_NONE,
    XPGN_TURN_ROLL_MAY, /* CC-4: it is one of the choices, for steps */
    XPGN_TURN_ROLL_MUST /* AS-10: first of all, how many Moves there are */
} xpgn_turn_roll;
XPGN_API xpgn_turn_roll xpgn_play_turn_roll(const xpgn_play *play);
/* The turn roll has fallen. XPGN_INVALID: none may be made here, or the die has no such face. */
XPGN_API xpgn_status xpgn_play_roll(xpgn_play *play, unsigned die);

/*
 * Lists the legal actions at this point of the turn, as xpgn_actions does: after a turn roll those
 * that it allows, none while it must be made or when the game is over. Writes up to `capacity` and
 * returns how many there are.
 */
XPGN_API size_t xpgn_play_actions(const xpgn_play *play, xpgn_action *list, size_t capacity);
/* Finds the legal action that a notation says, canonical or not. XPGN_INVALID: none, or several. */
XPGN_API xpgn_status xpgn_play_read(const xpgn_play *play, xpgn_slice text, xpgn_action *action);

/* A legal action that a word can mean. */
typedef struct xpgn_word_reading {
    xpgn_action action;
    xpgn_slice language; /* the code of that whose letters the word has then; static */
    unsigned forms;      /* bit per xpgn_form; 0: exact notation */
} xpgn_word_reading;

/*
 * Lists the legal actions that a word can mean at this point of a game, as people write it:
 * xpgn-notations(7). Without a language those of English come first; only if there is none those of
 * all others, and then those with small piece letters. `language` (a code): only its letters.
 * Writes up to `capacity` and returns how many there are, of which those beyond `capacity` may
 * count more than once; of several none is preferred. 0: none, or no memory.
 */
XPGN_API size_t xpgn_play_readings(const xpgn_play *play, xpgn_slice word, const char *language,
                                   xpgn_word_reading *list, size_t capacity);

/* Does the rule let a turn of several actions end here? Other turns end by themselves. */
XPGN_API bool xpgn_play_may_end(const xpgn_play *play);
/* Ends the turn. XPGN_INVALID: it may not end here. */
XPGN_API xpgn_status xpgn_play_end(xpgn_play *play);

/* Sets the facts that are known before the dice: combat, combatants, supporters, rule.
   XPGN_INVALID: squares or pieces of the action are not there. */
XPGN_API xpgn_status xpgn_play_prepare(const xpgn_play *play, const xpgn_action *action,
                                       xpgn_facts *facts);
/*
 * How many dice are due in the next exchange of the roll so far (exchanges 0: the first), for the
 * attacker and the defender; of attempts dice[0]. `facts`: of xpgn_play_prepare. False: none, the
 * roll is complete, or is no roll.
 */
XPGN_API bool xpgn_play_due(const xpgn_play *play, const xpgn_facts *facts, const xpgn_roll *roll,
                            unsigned dice[2]);
/*
 * Throws what is due after the roll so far, until nothing more is, and writes it into the roll: of
 * each exchange the attacker's dice first. `die` gives the next die, from 1 to `faces`.
 */
XPGN_API void xpgn_play_throw(const xpgn_play *play, const xpgn_facts *facts,
                              unsigned (*die)(void *data, unsigned faces), void *data,
                              xpgn_roll *roll);
/*
 * What the dice make of an action: all facts but the name, the outcome and what is left to choose.
 * Of `roll` the dice are read, and cell_file and cell_rank of the exchange that decides. NULL: no
 * dice. XPGN_INVALID: they are not the dice that are due, or more than a roll has room for.
 */
XPGN_API xpgn_status xpgn_play_judge(const xpgn_play *play, const xpgn_action *action,
                                     const xpgn_roll *roll, xpgn_facts *facts);
/*
 * What a judged action may become now: the squares of a teleport, the prisoners that an escape may
 * free, what a pawn that arrived becomes; most often the action itself. Writes up to `capacity` and
 * returns how many there are.
 */
XPGN_API size_t xpgn_play_choices(const xpgn_play *play, const xpgn_facts *facts, xpgn_action *list,
                                  size_t capacity);
/* The squares of the castles where the winner of a judged combat may hold the prisoner (CC-8), and
   the side of the combat that becomes one. Returns how many there are: 0 in other games. */
XPGN_API size_t xpgn_play_cells(const xpgn_play *play, const xpgn_facts *facts, xpgn_square list[4],
                                unsigned *loser);
/*
 * Plays an action with its dice, all or nothing; a turn of one action passes. `facts` may be NULL.
 * XPGN_INVALID: it is not legal here, the dice are not those that are due, or a choice is missing
 * or not allowed (promotion, prisoner, cell).
 */
XPGN_API xpgn_status xpgn_play_act(xpgn_play *play, const xpgn_action *action,
                                   const xpgn_roll *roll, xpgn_facts *facts);

/*
 * Who plays by itself: xpgn-simulate(1) has what each of them does. For one thread at a time.
 */
typedef struct xpgn_player xpgn_player;
/* The names of players, NULL past the last; "strong" takes a number of nodes: "strong:1000". */
XPGN_API const char *xpgn_player_name(size_t index);
/* The player of that name. XPGN_NOT_FOUND: there is none, or its number of nodes is not between 1
   and 10^9. */
XPGN_API xpgn_status xpgn_player_new(xpgn_player **out, xpgn_slice name);
XPGN_API void xpgn_player_free(xpgn_player *player);
/* What xpgn_player_choose answers besides an index. */
enum { XPGN_PLAYER_ROLL = -1, XPGN_PLAYER_END = -2 };
/*
 * What the player does at this point of a turn, of these actions, which are legal here, the turn
 * roll and the end of the turn: the index of an action, XPGN_PLAYER_ROLL or XPGN_PLAYER_END. There
 * is something to do, and no roll is due. Equal choices are decided by `draw`, by nothing else;
 * NULL: the first of them.
 */
XPGN_API int xpgn_player_choose(xpgn_player *player, const xpgn_play *play, const xpgn_action *list,
                                size_t count, xpgn_draw *draw, void *data);
/* Sets facts->action of a judged action to one of xpgn_play_choices. */
XPGN_API void xpgn_player_complete(xpgn_player *player, const xpgn_play *play, xpgn_draw *draw,
                                   void *data, xpgn_facts *facts);

/*
 * What the dice of a game gave, and what its decisions lost, in scores: 1 is a game won. The score
 * that a seat may expect is told by a player who looks ahead, "careful" or "strong:N", or by games
 * that it plays on from there. Whatever that player thinks, what the dice give is 0 on average. For
 * one thread at a time.
 */
typedef struct xpgn_equity xpgn_equity;
typedef struct xpgn_equity_options {
    size_t size;  /* XPGN_EQUITY_OPTIONS */
    double logit; /* a lead of this many half points makes the odds of winning e times as high; 0:
                     as xpgn_equity_fit_of has it */
    uint32_t
        rollouts;    /* games from each position that is judged; 0: none, the player's own value */
    xpgn_draw *draw; /* for rollouts */
    void *data;
} xpgn_equity_options;

/* `options` may be NULL. XPGN_NOT_FOUND: there is no such player, or it does not look ahead.
   XPGN_INVALID: the options are not valid. */
XPGN_API xpgn_status xpgn_equity_new(xpgn_equity **out, xpgn_slice player,
                                     const xpgn_equity_options *options);
XPGN_API void xpgn_equity_free(xpgn_equity *equity);

/* How half points go with scores. */
typedef struct xpgn_equity_fit {
    const char *ruleset; /* NULL: nothing was fitted for it, and `logit` is a general one */
    double logit;
    double error; /* by how much a score expected is off, on average; NAN: not known */
    double rest;  /* the standard deviation of results that are adjusted for luck, between equal
                     players; NAN: not known */
    unsigned games;
} xpgn_equity_fit;
XPGN_API xpgn_equity_fit xpgn_equity_fit_of(const xpgn_ruleset *rs);

/* A decision: an action, the roll for a turn, the end of a turn that could have gone on. */
typedef enum xpgn_judged_kind {
    XPGN_JUDGED_ACTION,
    XPGN_JUDGED_ROLL,
    XPGN_JUDGED_END
} xpgn_judged_kind;
/* What dice fell for; NONE: there were none. */
typedef enum xpgn_chance {
    XPGN_CHANCE_NONE,
    XPGN_CHANCE_COMBAT,
    XPGN_CHANCE_TURN,
    XPGN_CHANCE_TELEPORT,
    XPGN_CHANCE_ESCAPE
} xpgn_chance;
XPGN_API const char *xpgn_chance_name(xpgn_chance chance); /* "combat"; "" for none or another */

typedef struct xpgn_judged {
    xpgn_judged_kind kind;
    xpgn_chance chance;
    uint8_t seat;
    bool chosen;         /* it was one of several that were possible; else nothing was lost */
    double best, played; /* what may be expected before the dice: of the best one found, and of
                            what was done */
    double loss;         /* best minus played, and what was lost after the dice */
    double came;         /* what may be expected after them */
    double luck[XPGN_MAX_SEATS]; /* what the dice gave each seat; with two, one loses it */
    xpgn_judged_kind best_kind;  /* of the best one */
    char best_text[24];          /* of an action: without + or # */
} xpgn_judged;

/*
 * Takes each step of a walk by that ruleset, xpgn_walk_ruleset; the main line counts. Returns how
 * many decisions it was, which are then in `out`. After what cannot be judged it goes on with the
 * next turn.
 */
XPGN_API unsigned xpgn_equity_step(xpgn_equity *equity, const xpgn_ruleset *rs,
                                   const xpgn_step *step, xpgn_judged out[2]);

/*
 * Watches a game for the draws that the Laws of Chess declare by themselves (C-3): 75 moves, the
 * same position for the fifth time, a dead position. Other games have none.
 */
typedef struct xpgn_draws xpgn_draws;
/* How often a position, and how many plies without a capture or a pawn move, are a draw that can be
   claimed (CLAIM), and one that comes by itself (DRAW). */
enum { XPGN_CLAIM_TIMES = 3, XPGN_DRAW_TIMES = 5, XPGN_CLAIM_CLOCK = 100, XPGN_DRAW_CLOCK = 150 };
/* Does the game know these draws, and these claims? Where pieces are
   captured without dice, and it ends by mate or stalemate. */
XPGN_API bool xpgn_draws_known(const xpgn_ruleset *rs);
XPGN_API xpgn_status xpgn_draws_new(xpgn_draws **out);
XPGN_API void xpgn_draws_free(xpgn_draws *draws);
/* Begins a game. */
XPGN_API void xpgn_draws_begin(xpgn_draws *draws, const xpgn_ruleset *rs);
/* Notes a position that was reached, the start position too; *drawn: the game is drawn.
   XPGN_INVALID: no game has begun, or it is a position of another board. */
XPGN_API xpgn_status xpgn_draws_note(xpgn_draws *draws, const xpgn_position *p, bool *drawn);

/* ---- comparing: several records of one game -------------------------------------------------- */

/*
 * The score sheets of one game, as several people wrote them, held against each other and against
 * the rules. What is looked for is the legal record from which the sheets differ by the cheapest
 * slips of the pen: half-moves misread, left out, doubled or exchanged with the next, dice misread
 * or exchanged, counts, totals and fates miscounted, move numbers shifted, another result. The
 * costs are those of the search for the most probable mistake (the option `repair` of a walk).
 *
 *     xpgn_sheets_compare(sheets, games, 2);
 *     list = xpgn_sheets_differences(sheets, &count);
 *     xpgn_sheets_merge(&text, sheets);               a record that xpgn_walk finds legal
 *
 * The effort is limited: at each point of the sheets 96 positions are followed, 4 once 200,000
 * actions have been played. Nothing but the sheets decides the result.
 */
typedef struct xpgn_sheets xpgn_sheets;

enum { XPGN_MAX_SHEETS = 8 };

/* What happened to a half-move on its way into a sheet. */
typedef enum xpgn_slip {
    XPGN_SLIP_NONE,
    XPGN_SLIP_ACTION,   /* misread */
    XPGN_SLIP_DICE,     /* a die misread, dice exchanged, the roll left out */
    XPGN_SLIP_FIELD,    /* a count, total, fate or castle that does not follow from the dice */
    XPGN_SLIP_NUMBER,   /* its number is wrong, missing or one too many */
    XPGN_SLIP_LEFT_OUT, /* the sheet does not have it */
    XPGN_SLIP_TOO_MUCH, /* only the sheet has it: written twice, or never played */
    XPGN_SLIP_ORDER,    /* exchanged with the next one */
    XPGN_SLIP_RESULT,   /* another result, or none */
    XPGN_SLIP_TAG       /* another value of a tag */
} xpgn_slip;

/* What a sheet has at a difference. */
typedef struct xpgn_reading {
    xpgn_slip slip;    /* NONE: what the record has */
    xpgn_place place;  /* in the sheet; length 0: what it lacks belongs here */
    const char *text;  /* as written, with its roll; "" if it has nothing here */
    bool allowed;      /* so read, the rules allow the record up to its end, or up to the first
                          half-move that is missing in it */
    const char *until; /* if not, the first turn that does not fit: "7... Bg4"; else NULL, and where
                          the rules say nothing: after a missing half-move */
} xpgn_reading;

/* A place where the sheets do not all have what the record has. */
typedef struct xpgn_difference {
    uint32_t ply;       /* the turn, from 1; 0: a tag */
    const char *turn;   /* "5. Nf3", as the record has it; "5." where it has nothing; the name of a
                           tag; "result" */
    const char *text;   /* what the record has, with its roll: "exd5 <5:2>"; "" for nothing */
    const char *tied;   /* another reading that costs as little: "Nd2", "nothing"; NULL: none */
    const char *was;    /* no sheet has what the record has, but this is one slip away from it, and
                           of all such actions it is the nearest that the rest allows; else NULL */
    bool guess;         /* no sheet supports it, but nothing else can be played there; only if
                           guesses are wanted */
    bool missing;       /* no sheet supports it: "{[%missing]}" */
    bool stop;          /* and what the sheets have from here on is not explained */
    bool mixed;         /* no sheet has all of it: its action is of one, its dice of another */
    uint32_t choices;   /* guess: the number of legal actions there, of which the rest leaves one */
    double probability; /* that this is what was played, by what supports it; 0: it is not written,
                           or no half-move */
    uint8_t witnesses;  /* bit per sheet, from the first: it has this, with its dice; its number,
                           counts, totals, fates or order may be wrong */
    xpgn_reading reading[XPGN_MAX_SHEETS];
} xpgn_difference;

XPGN_API xpgn_status xpgn_sheets_new(xpgn_sheets **out, xpgn_catalog *catalog);
XPGN_API void xpgn_sheets_free(xpgn_sheets *sheets);
/* For the comparisons that follow: is a half-move that no sheet supports to be written where the
   rest leaves only one action?  At first: no, it is missing. */
XPGN_API void xpgn_sheets_guess(xpgn_sheets *sheets, bool guess);
/* For the comparisons that follow: are the letters and figures to be counted that stand for others
   on the sheets? Once they are, readings that tie are as probable as the hands make them: that of
   the sheet itself and those of all sheets counted so far. At first: no. */
XPGN_API void xpgn_sheets_learn(xpgn_sheets *sheets, bool learn);
/*
 * Compares `count` sheets, 2 to XPGN_MAX_SHEETS, whose texts must stay valid. A sheet without the
 * tag Variant, or without a start position, is of the same game as the others. XPGN_INVALID: they
 * are not records of one game, or no legal record is found; xpgn_sheets_error says why. If only the
 * first part of the sheets can be explained, the record ends there with a half-move that is missing
 * (`stop`).
 */
XPGN_API xpgn_status xpgn_sheets_compare(xpgn_sheets *sheets, const xpgn_game *games, size_t count);
XPGN_API const char *xpgn_sheets_error(const xpgn_sheets *sheets);
/* The differences in the order of the game, valid until the next comparison. */
XPGN_API const xpgn_difference *xpgn_sheets_differences(const xpgn_sheets *sheets, size_t *count);
/* The half-moves of the record, in the same form, whether the sheets differ in them or not. */
XPGN_API const xpgn_difference *xpgn_sheets_half_moves(const xpgn_sheets *sheets, size_t *count);
/*
 * Appends the record: the tags, comments and NAGs of the first sheet that has them, and comments:
 * where two readings tie ("tie: or Nd2"), where no sheet supports what is written ("guess: one of
 * 23", the number of legal actions there), what stood in a sheet for a half-move that none has so
 * ("[%was Nh3]") and where a stretch begins that only one sheet has ("one sheet
 * from here") and ends ("both sheets from here", of more than two "several sheets from here"), and
 * where the dice are not of a sheet that has the action ("dice of another sheet"). A half-move that
 * no sheet supports is "{[%missing]}"; what follows it is as the sheets
 * have it. Not in export form: that is for xpgn_writer.
 */
XPGN_API void xpgn_sheets_merge(xpgn_buffer *b, const xpgn_sheets *sheets);

/* ---- writing records ------------------------------------------------------------------------- */

/*
 * Writes a walked game in the canonical export form (format section 7): complete rolls, canonical
 * notation, move numbers, one comment at each place, lines below 80 columns, an empty line at the
 * end. Reading and writing the output again gives the same bytes.
 *
 *     xpgn_walk_begin(walk, &game);
 *     xpgn_writer_begin(&buffer, writer, walk);
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         xpgn_writer_step(writer, step);
 *     status = xpgn_writer_end(writer);
 *
 * Not kept: escape lines (%), empty comments, empty variations, duplicates of tags that the writer
 * generates (FEN, XFEN, SetUp, XPGN), and text that the walk warned about and skipped.
 */
typedef struct xpgn_writer xpgn_writer;

/* How actions are written. Others than the first are for people and other programs: what is written
   is no XPGN, though xpgn_import reads it. The walk must be without want_san then. LONG, UCI, ICCF
   and DESCRIPTIVE are of games with chess movement, and those actions that they have no word for
   (shots, suicide runs, what was illegal but stood) are written as SAN; actions of other games are
   written as ever. */
typedef enum xpgn_notation {
    XPGN_NOTATION_SAN,
    XPGN_NOTATION_LONG,       /* Ng1-f3, e4xd5, e7-e8=Q, O-O */
    XPGN_NOTATION_UCI,        /* g1f3, e4d5, e7e8q, e1g1; in Chess960 castling is e1h1, onto the
                                 rook */
    XPGN_NOTATION_FIGURINE,   /* the same as SAN with U+2654 to U+2658 in the place of letters */
    XPGN_NOTATION_ICCF,       /* 7163, 5445, 57581, 5171: the squares of UCI in digits */
    XPGN_NOTATION_DESCRIPTIVE /* N-KB3, PxP, P-K8(Q), O-O, B-N5 ch, Q-B7 mate, PxP e.p. */
} xpgn_notation;

typedef struct xpgn_writer_options {
    size_t size;        /* XPGN_WRITER_OPTIONS */
    bool comment_form;  /* write rolls in comments: {[%roll 5:2]} */
    bool minimal;       /* write only the dice of rolls; no + and # */
    bool no_comments;   /* no prose, and no commands but those of rolls */
    bool no_variations; /* main line only; the walk may skip variations then */
    bool no_nags;
    bool digest;    /* add the tag RulesDigest, except for orthodox chess; of a ruleset that was
                       loaded it is added unless: */
    bool no_digest; /* or libsodium is missing */
    uint32_t width; /* maximum line width in columns; 0: 79 */
    xpgn_notation notation;
    const char *language; /* the code of that whose piece letters are written, such as "de"; NULL:
                             English. SAN and LONG only; no XPGN either */
} xpgn_writer_options;

/* `options` may be NULL; XPGN_INVALID: they are not valid; XPGN_NOT_FOUND: there is no such
   language. A writer can write any number of games, one after the other. */
XPGN_API xpgn_status xpgn_writer_new(xpgn_writer **out, const xpgn_writer_options *options);
XPGN_API void xpgn_writer_free(xpgn_writer *writer);
/* Starts a game of which no step has been taken; its text is appended to the buffer step by
   step. */
XPGN_API void xpgn_writer_begin(xpgn_buffer *b, xpgn_writer *writer, const xpgn_walk *walk);
/*
 * After the last step: where the last turn of the main line stands in what was written. The first
 * *kept bytes are what is before its number, and *from is the place of its first action or turn
 * roll after that. False: there is no turn.
 */
XPGN_API bool xpgn_writer_turn(const xpgn_writer *writer, size_t *kept, size_t *from);
/*
 * Begins what xpgn_walk_resume plays, in place of xpgn_writer_begin: what follows the bytes kept by
 * the turn of `before`, a writer with the same options. XPGN_NOT_FOUND: it has no turn.
 */
XPGN_API xpgn_status xpgn_writer_resume(xpgn_buffer *b, xpgn_writer *writer,
                                        const xpgn_writer *before, const xpgn_walk *walk);
/* Writes a step of the walk; call it for every step, in order. Nothing happens before
   xpgn_writer_begin. */
XPGN_API void xpgn_writer_step(xpgn_writer *writer, const xpgn_step *step);
/*
 * Call it after the last step. XPGN_INVALID: the walk found errors, so the game cannot be
 * rewritten, or no game was begun; nothing was appended. XPGN_NO_MEMORY, or XPGN_NOT_FOUND: there
 * is no libsodium to compute the digest; discard what was appended.
 */
XPGN_API xpgn_status xpgn_writer_end(xpgn_writer *writer);
/*
 * Appends movetext without a walk, in lines as the writer breaks them: for what follows a half-move
 * that is missing. Text that is no record stays, word by word. The last line is ended.
 */
XPGN_API xpgn_status xpgn_movetext_write(xpgn_buffer *b, xpgn_slice text);

/* ---- a record as data ------------------------------------------------------------------------ */

/*
 * A record that can be looked at and changed: its text, and what stands in it as tags and a tree of
 * entries. It is read without the rules; the walk knows those. Both count places from the first
 * byte of the text, so that each step and each finding leads to its entry.
 *
 *     1. e4 (1. d4 d5) d5 {[%clk 0:59:10]} 2. exd5 <5:2> $1 *     the text
 *
 *     0 ACTION  line 0  "e4", number "1."                         the entries, in the order of the
 *     1 ACTION  line 1  "d4", number "1.", parent 0               text
 *     2 ACTION  line 1  "d5"
 *     3 ACTION  line 0  "d5", remarks: a comment
 *     4 ACTION  line 0  "exd5", number "2.", roll "5:2", remarks: a NAG
 *     5 RESULT  line 0  "*"
 *
 *     xpgn_record_replace(record, 4, "exd5 <4:2>");               the text now ends:
 *                                                                 2. exd5 <4:2> $1 *
 *     game = xpgn_record_game(record);
 *     xpgn_walk_begin(walk, &game);                               is it right?
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         entry = xpgn_record_find(record, step->place.offset);
 *
 * A change replaces the bytes of what it is about, and no others: comments, NAGs, commands that
 * nobody knows and odd spacing stay as they are. All functions that change a record do it
 * completely or, with any status but XPGN_OK, not at all. XPGN_NO_MEMORY: the record is as before
 * and may be used. XPGN_INVALID: there is no such entry or line, or other entries than those meant
 * would become others (as by a comment that is not closed), or the record would be too large. A
 * change takes time proportional to the size of the record; entries and slices are valid until
 * then.
 */
typedef struct xpgn_record xpgn_record;

enum { XPGN_MAX_ENTRIES = 1 << 20 }; /* of a record, and as many tags, and as many remarks */
#define XPGN_NO_ENTRY SIZE_MAX

typedef enum xpgn_entry_kind {
    XPGN_ENTRY_ACTION,
    XPGN_ENTRY_MISSING,  /* {[%missing]}: an action that nobody wrote down */
    XPGN_ENTRY_ANNULLED, /* {[%annulled 5:2]}: dice that fell for an action that does not count */
    XPGN_ENTRY_REMARKS,  /* comments or NAGs that follow no action */
    XPGN_ENTRY_RESULT,   /* 1-0 and the like */
    XPGN_ENTRY_PENDING,  /* {[%pending exd5 5]}: the last action, of which dice or a choice are due
                          */
    XPGN_ENTRY_ANNOUNCED /* {[%announced ...]}: what is announced of it, with sealed dice */
} xpgn_entry_kind;

/* Empty slices: there is none. */
typedef struct xpgn_entry {
    size_t size; /* XPGN_ENTRY */
    xpgn_entry_kind kind;
    uint32_t line;        /* 0: the main line; others are variations, in the order they begin in */
    uint32_t depth;       /* variations around it; 0: the main line */
    xpgn_slice number;    /* "12..." as written */
    xpgn_slice turn_roll; /* "4": the die before the action, in either form, without brackets */
    xpgn_slice text;      /* ACTION: its word; RESULT: it; ANNULLED, PENDING,
                             ANNOUNCED: what the command says */
    xpgn_slice roll;      /* "5+2=9:2+2=5x": the same of the roll after it */
    xpgn_slice freed;     /* "B@b1": the prisoner freed (CC-10) */
    const xpgn_remark *remarks; /* its NAGs and comments, with all commands */
    size_t remark_count;
    xpgn_place
        place;        /* from its number or turn roll to the last that belongs to it; of the
                         kinds that are commands: it, which may stand in a comment of another entry */
    size_t parent;    /* the action that its line is a variation of; XPGN_NO_ENTRY: none */
    size_t next;      /* the next entry in its line; XPGN_NO_ENTRY: the last one */
    size_t variation; /* the first entry of the first variation of it that has one */
    size_t other;     /* of the first entry of a variation: that of the next of the same action */
} xpgn_entry;

/* Reads a record from the text of one game, which is copied. Whatever is no record is kept and
   passed over, as are variations nested more than 500 deep. An empty text is an empty record. */
XPGN_API xpgn_status xpgn_record_new(xpgn_record **out, xpgn_slice text);
XPGN_API void xpgn_record_free(xpgn_record *record);
/* `to` becomes a copy of `from`. */
XPGN_API xpgn_status xpgn_record_copy(xpgn_record *to, const xpgn_record *from);

/* The record as text: what was read, but for what has been changed. */
XPGN_API xpgn_slice xpgn_record_text(const xpgn_record *record);
/* The same as a game, for a walk. */
XPGN_API xpgn_game xpgn_record_game(const xpgn_record *record);
/* The tags in their order, and the value of the first of that name, with its escapes; {NULL, 0} if
   there is none. */
XPGN_API const xpgn_tag *xpgn_record_tags(const xpgn_record *record, size_t *count);
XPGN_API xpgn_slice xpgn_record_tag(const xpgn_record *record, const char *name);
/* The entries in the order of the text, also to walk through all (`next`, `variation` and `other`
   lead along the tree). */
XPGN_API const xpgn_entry *xpgn_record_entries(const xpgn_record *record, size_t *count);
/* The entry that has this byte, or XPGN_NO_ENTRY. */
XPGN_API size_t xpgn_record_find(const xpgn_record *record, uint32_t offset);

/*
 * Puts entries, as xpgn_entry_write writes them, at the end of a line, before its result; and
 * before entry `at`, which does not stand in a comment.
 */
XPGN_API xpgn_status xpgn_record_add(xpgn_record *record, uint32_t line, xpgn_slice text);
XPGN_API xpgn_status xpgn_record_insert(xpgn_record *record, size_t at, xpgn_slice text);
/*
 * Puts other text in the place of an entry. Of an action the number, NAGs and comments stay, and
 * what is replaced is its word with its rolls, in whatever form, and the prisoner freed. A missing
 * action is replaced by entries that take its place.
 */
XPGN_API xpgn_status xpgn_record_replace(xpgn_record *record, size_t entry, xpgn_slice text);
/*
 * Removes an entry with its remarks, its variations and the white space after it, and appends
 * these bytes to *b (may be NULL), so that inserting them before the entry that followed undoes it.
 * Entries that are commands (annulled, missing, pending) stay, though they stood in its comments.
 */
XPGN_API xpgn_status xpgn_record_remove(xpgn_buffer *b, xpgn_record *record, size_t entry);
/* The same of an action that does not count; its dice remain, as annulled. XPGN_INVALID also if it
   has none. */
XPGN_API xpgn_status xpgn_record_annul(xpgn_record *record, size_t entry);
/*
 * Sets a tag: the first of that name, of which others are removed, or a new one after the last.
 * `value` is plain text, in which control characters become spaces; data NULL: removes all of that
 * name.
 */
XPGN_API xpgn_status xpgn_record_set_tag(xpgn_record *record, const char *name, xpgn_slice value);
/* Can a tag be called that: letters, digits and _? */
XPGN_API bool xpgn_is_tag_name(xpgn_slice name);

/* Appends an entry as a record has it: number, turn roll, action, roll, prisoner, NAGs, comments;
   nothing of one without its size. */
XPGN_API void xpgn_entry_write(xpgn_buffer *b, const xpgn_entry *entry);
/* The same of the action of facts, complete: "<4> exd5 <5+2=9:2+2=5x>". `p`: a position of the
   game. */
XPGN_API void xpgn_facts_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_facts *facts);
/* Of an action that frees a prisoner its last part, "B@b1"; nothing of others. */
XPGN_API void xpgn_freed_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_action *action);

/* ---- recording: a game as it is written down at the board ------------------------------------ */

/*
 * A scribe records a game line by line: it takes actions, dice, results and the commands of
 * xpgn-record(1), and replies to each. It has no file and no terminal: the record is text, which
 * the caller stores before he shows the reply.
 *
 *     xpgn_scribe_new(&scribe, catalog, &options);
 *     xpgn_scribe_set_tag(scribe, "Variant", "chess-attack");  or xpgn_scribe_open(scribe, text)
 *     xpgn_scribe_begin(scribe);
 *     xpgn_scribe_line(scribe, line);                          the reply:
 *         e4          OK    1. e4
 *         d5          OK    1... d5
 *         exd5        DICE  1:1 attack ...                     announced: the dice are due
 *         5:1         OK    2. exd5 <5+0=7w:1+1=5x>
 *         undo        ERROR UNDO dice have fallen for exd5; ...
 *         correct 5:2 OK    2. exd5 <5+0=7w:2+1=6x>            it was typed wrong
 *         annul       OK    annulled                           its dice stay in the record
 *         resign      END   0-1
 *     text = xpgn_scribe_text(scribe, &kept);                  what is to be stored
 *
 * The text is the whole state: whoever opens it goes on as if nothing had happened, but for an
 * action that was announced without dice, which is entered again. All calls that return a status
 * set the reply (xpgn_scribe_reply): XPGN_OK, it was taken or answered; XPGN_INVALID, it was
 * refused, and nothing has changed; XPGN_NO_MEMORY, the scribe can be freed only, and the text that
 * was stored last is what is left.
 */
typedef struct xpgn_scribe xpgn_scribe;

typedef enum xpgn_reply_kind {
    XPGN_REPLY_OK,     /* taken, and in the record */
    XPGN_REPLY_OPEN,   /* the same; the turn may go on */
    XPGN_REPLY_DICE,   /* announced: these dice are due */
    XPGN_REPLY_AWAIT,  /* announced: the parties whose answers to which roll are awaited */
    XPGN_REPLY_CHOOSE, /* the dice have fallen: something is left to choose */
    XPGN_REPLY_END,    /* taken, and the game is over */
    XPGN_REPLY_ERROR,  /* refused: nothing has changed */
    XPGN_REPLY_BYE     /* quit */
} xpgn_reply_kind;

/* A reply: to a call of a scribe, who has it until his next call, or one that a program gives in
   his place, which begins as {XPGN_REPLY}. */
typedef struct xpgn_reply {
    size_t size; /* of the struct, as whoever gives it has it */
    xpgn_reply_kind kind;
    char code[24];    /* of an error: the finding's, or a word in capitals; else "" */
    xpgn_buffer text; /* one line, without its end */
    bool acted;       /* an action has been recorded */
    bool show;        /* the board is to be shown */
    bool help;        /* and the list of the commands */
} xpgn_reply;
#define XPGN_REPLY .size = sizeof(xpgn_reply)
/* Nothing is said; the text keeps its memory, which its owner frees. */
XPGN_API void xpgn_reply_clear(xpgn_reply *reply);
/* Refuses with a code and a text, in which control characters are escaped; returns false. */
XPGN_API bool xpgn_reply_refuse(xpgn_reply *reply, const char *code, const char *format, ...)
    XPGN_PRINTF(3, 4);

/* Where a game stands that is being recorded; the scribe has it until its next call. */
typedef struct xpgn_scribe_state {
    size_t size;            /* of the struct, as the scribe has it */
    const xpgn_play *play;  /* what has been recorded and checked; NULL: there is no record yet */
    const char *result;     /* "*" while the game goes on */
    uint32_t actions;       /* that were recorded and checked */
    bool open;              /* the turn has begun and may go on */
    bool missing;           /* a half-move is missing: what follows it is not checked */
    bool first;             /* it has to be rolled who begins */
    bool refused;           /* the last line was refused, and the word fix asks what it meant */
    char turn[16];          /* the turn that is next: "12..." */
    xpgn_slice pending;     /* dice that have fallen for no complete action: "4", "Bf4xg5 3:3" */
    const xpgn_facts *last; /* the last action, if there is one; */
    const xpgn_position *before; /* the position before it, */
    uint32_t number;             /* its turn */
    uint8_t seat;                /* and seat */
    /* An action that is announced and not complete. */
    const xpgn_play *announced; /* the game before it; NULL: there is none */
    const xpgn_facts *facts;    /* its combat, if there is one */
    char action[24];            /* what it is called */
    unsigned dice[2];           /* that are due, of the attacker and the defender */
    size_t choices, cells;      /* what may be chosen: actions, or squares where a prisoner is
                                   held */
    bool waits;                 /* sealed dice are awaited for it, or for another roll */
} xpgn_scribe_state;

enum {
    XPGN_SCRIBE_LINE = 64 << 10, /* bytes of a line, at most */
    XPGN_SCRIBE_WHY = 512,       /* of a reason, with its NUL */
    XPGN_SEALED_WHAT = 48        /* of what is announced, with its NUL */
};

/*
 * Sealed dice, as far as they are known. The caller keeps it true: who takes part, what was
 * announced, and the links and signatures for it, which he sends and receives.
 */
typedef struct xpgn_sealing {
    size_t size; /* XPGN_SEALING */
    const xpgn_sealer *sealer;
    unsigned own; /* this side; XPGN_PARTIES: it has no chain */
    /* the game, as far as it is recorded (xpgn_walk_sealed) */
    xpgn_links commit;
    uint32_t rolls;
    uint8_t signed_end; /* bit per party whose signature of the end the record has */
    /* roll `rolls` + 1 */
    bool open;                   /* it is announced: */
    char what[XPGN_SEALED_WHAT]; /* "12... exd5", "12. roll", "first" */
    unsigned actor;
    xpgn_link digest;
    xpgn_links next; /* links so far */
    xpgn_signatures signs;
    /* the end */
    xpgn_signatures result_signs;
    char result[24]; /* that they are of */
} xpgn_sealing;
/* Begins one: XPGN_SEALING alone. */
#define XPGN_SEALING .size = sizeof(xpgn_sealing)
/* Are all links of the roll known, so that the dice fall? Then *roll gives them. */
XPGN_API bool xpgn_sealing_complete(const xpgn_sealing *s, xpgn_sealed_roll *roll);
/* Appends which parties are awaited: "black,arbiter"; of the end those that have not signed. */
XPGN_API void xpgn_sealing_awaited(xpgn_buffer *b, const xpgn_sealing *s, bool end);

typedef struct xpgn_scribe_options {
    size_t size;    /* XPGN_SCRIBE_OPTIONS */
    bool clock;     /* a clock time is expected after each action */
    bool no_advice; /* neither sums nor odds before the dice fall */
    bool no_digest; /* no tag RulesDigest in a game by rules that are not built in */
    /* The next die, from 1 to `faces`. NULL: dice are entered as they fall. */
    unsigned (*die)(void *data, unsigned faces);
    /*
     * Stores the text of the scribe, before it is said that something was taken. False, and why:
     * nothing was taken, with the code DISK. NULL: the caller stores the text after the call.
     */
    bool (*keep)(void *data, const xpgn_scribe *scribe, char why[XPGN_SCRIBE_WHY]);
    /* Sealed dice; NULL: they are not. With them `keep` and `announce` are needed, and no `die`. */
    const xpgn_sealing *sealing;
    /* Announces the next roll, "12... exd5" of the party that acts, or finds that it is announced.
       The code of why not, with a text in *why; NULL: it is. */
    const char *(*announce)(void *data, const char *what, unsigned actor, xpgn_buffer *why);
    void *data;
} xpgn_scribe_options;
#define XPGN_SCRIBE_OPTIONS .size = sizeof(xpgn_scribe_options)

/* `options` may be NULL; they are copied. The catalog must outlive the scribe. */
XPGN_API xpgn_status xpgn_scribe_new(xpgn_scribe **out, xpgn_catalog *catalog,
                                     const xpgn_scribe_options *options);
XPGN_API void xpgn_scribe_free(xpgn_scribe *scribe);

/* Takes up a record of one game. XPGN_INVALID, with an empty code: the walk has found errors. */
XPGN_API xpgn_status xpgn_scribe_open(xpgn_scribe *scribe, xpgn_slice text);
/* Sets a tag of a record that is to begin, as it is entered: dates may be written in several
   ways. An empty value takes it away. */
XPGN_API xpgn_status xpgn_scribe_set_tag(xpgn_scribe *scribe, const char *name, xpgn_slice value);
/* The value of a tag, as written; data NULL: there is none. */
XPGN_API xpgn_slice xpgn_scribe_tag(const xpgn_scribe *scribe, const char *name);
/* Can a record begin with its tags? */
XPGN_API xpgn_status xpgn_scribe_prepare(xpgn_scribe *scribe);
/* Begins it, and stores it for the first time. */
XPGN_API xpgn_status xpgn_scribe_begin(xpgn_scribe *scribe);
/* Takes a line of a record that has begun. */
XPGN_API xpgn_status xpgn_scribe_line(xpgn_scribe *scribe, xpgn_slice line);

XPGN_API const xpgn_reply *xpgn_scribe_reply(const xpgn_scribe *scribe);
XPGN_API const xpgn_scribe_state *xpgn_scribe_where(const xpgn_scribe *scribe);
/* The record. Its first *kept bytes (may be NULL) are those that were stored last: before this call
   of `keep`, or without that before the last call. */
XPGN_API xpgn_slice xpgn_scribe_text(const xpgn_scribe *scribe, size_t *kept);
/* What has walked the record last: its findings, if it was refused, and its transcript. */
XPGN_API const xpgn_walk *xpgn_scribe_walk(const xpgn_scribe *scribe);
/* Can a text be this record as it was some entries ago? XPGN_INVALID: no. The reply stays. */
XPGN_API xpgn_status xpgn_scribe_follows(xpgn_scribe *scribe, xpgn_slice text);

/* A command: its word, its argument ("" for none), what it does. */
typedef struct xpgn_scribe_word {
    const char *name, *argument, *help;
} xpgn_scribe_word;
/* The commands, by their names; NULL: there are no more. */
XPGN_API const xpgn_scribe_word *xpgn_scribe_words(size_t index);

/*
 * Sealed dice. What a party announces is entered, "12... exd5", and binds once `announce` has taken
 * it; what was announced goes on when its links are known; the signatures of the end are written.
 */
XPGN_API xpgn_status xpgn_scribe_announce(xpgn_scribe *scribe, unsigned party, xpgn_slice what);
XPGN_API xpgn_status xpgn_scribe_go_on(xpgn_scribe *scribe);
XPGN_API xpgn_status xpgn_scribe_sign(xpgn_scribe *scribe);

/* ---- intervals ------------------------------------------------------------------------------- */

/* How many standard deviations an interval of 95 % has on each side where a variance was estimated
   with these degrees of freedom (Student's distribution; from 4 on); 0: where it is known. */
XPGN_API double xpgn_quantile(double degrees);
/* The interval of a value between two bounds, such as a share of n games: with its variance as an
   estimate, share * (1 - share) / n, and xpgn_quantile(0), Agresti and Coull's. It always has a
   width. */
XPGN_API void xpgn_interval(double value, double variance, double n, double quantile,
                            const double bound[2], double interval[2]);

/* ---- diagrams -------------------------------------------------------------------------------- */

typedef enum xpgn_diagram_style {
    XPGN_DIAGRAM_PLAIN,   /* a grid of + - |; ASCII only, in English also in captions */
    XPGN_DIAGRAM_BOX,     /* a grid of box-drawing characters */
    XPGN_DIAGRAM_UNICODE, /* the same with chess symbols for the pieces */
    XPGN_DIAGRAM_COMPACT  /* one line per rank, one character and a gap per square */
} xpgn_diagram_style;

typedef struct xpgn_arrow {
    xpgn_square from, to;
} xpgn_arrow;

/* How to draw a diagram. The default is plain, with coordinates, held pieces and the side to
   move. */
typedef struct xpgn_diagram_options {
    size_t size; /* XPGN_DIAGRAM_OPTIONS */
    xpgn_diagram_style style;
    bool flip;                /* show the board from Black's side */
    bool no_coordinates;      /* no file letters, no rank numbers */
    bool no_turn;             /* no line with the side to move */
    bool no_held;             /* no removed pieces and prisoners beside the board */
    const xpgn_square *marks; /* squares to mark; squares off the board are ignored */
    size_t mark_count;
    const xpgn_arrow *arrows; /* drawn if they are straight, and listed below the board */
    size_t arrow_count;
    const xpgn_facts *combat; /* a combat fought from this position, or NULL */
    const char *number;       /* "12...", printed before the combat's action; or NULL */
    const char *caption;      /* UTF-8 text below the board, with ' ' between lines; or NULL */
    const char *mark_signs;   /* one for each mark, printable ASCII; NULL: all [ */
    const xpgn_square *crop;  /* two corners of the part of the board to draw; all of it if NULL, or
                                 one is off the board */
    const char *language;     /* the code of that of all words, such as "de", and of the letters of
                                 actions; one with xpgn_language.has_words; NULL: English */
    bool color;     /* for a terminal: pieces in the colours of their seats, marked squares
                       in reverse (ECMA-48, SGR) */
    bool no_report; /* no report of the combat below the board: it stands elsewhere */
    bool narrow;    /* compact: signs stand in the gaps between the pieces, which is less clear */
} xpgn_diagram_options;

/*
 * Appends a diagram: lines that end with LF and have the same width in characters (code points). A
 * `*` follows a wounded piece. Marked squares are shown as [e4] (box and unicode: in a heavy
 * frame), the ends of an arrow as <e> and >d<, supporters of the combat as (e). Another sign of a
 * mark stands on both sides of its square, but `.` (a dot) and digits in the middle of an empty
 * one. A part of a board has no pieces beside it. The report of the combat (xpgn_combat_write) is
 * below the board. `options` may be NULL. False, and nothing, if they are not valid,
 * and of a position of another board.
 */
XPGN_API bool xpgn_diagram_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_diagram_options *options);
/* Appends diagrams (or any blocks of lines) side by side, separated by three spaces. */
XPGN_API void xpgn_diagram_join(xpgn_buffer *b, const xpgn_slice *diagrams, size_t count);
/*
 * Appends what a side of a combat (0 attacker, 1 defender) brings into it, itself and its
 * supporters in their order: "pawn e5 2 + knight c6 1 + bishop b6 1". With `p` NULL they are a
 * number. Nothing of a side that does not exist.
 */
XPGN_API void xpgn_combatant_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                   const xpgn_facts *facts, unsigned side);
/*
 * Appends the report of a combat: attacker and defender, the sum of each side with every supporter,
 * the fates and the rule. `p` is the position before it, `number` as above. Lines end with LF and
 * are not padded. Appends nothing if there was no combat. Of a combat whose dice have not fallen
 * (no exchanges in facts->roll) there are only the sums; with `p` NULL it is one of two types
 * (xpgn_combat_of_types).
 */
XPGN_API void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number);
/* How reports are written: with columns that are aligned, or for programs, with three cells to a
   row (label, text, total or rule) and a tab between; headings are one cell. */
typedef enum xpgn_report_form { XPGN_REPORT_LINES, XPGN_REPORT_CELLS } xpgn_report_form;
/*
 * Appends the report of an action of any kind: its turn roll, combat, teleport, escape attempt or
 * promotion. Appends nothing if it has none of these.
 */
XPGN_API void xpgn_report_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number, xpgn_report_form form);
/* Appends who won and by which rule; nothing if the game did not end by the rules. `p` is any
   position of the game. */
XPGN_API void xpgn_outcome_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_outcome *outcome, xpgn_report_form form);
/* Appends the attribute table of a ruleset; false, and nothing, if it has none, or of a style that
   does not exist. */
XPGN_API bool xpgn_attributes_write(xpgn_buffer *b, const xpgn_ruleset *rs,
                                    xpgn_diagram_style style);
/* The same as a Markdown table below its title; of the style it has the characters. */
XPGN_API bool xpgn_attributes_markdown(xpgn_buffer *b, const xpgn_ruleset *rs,
                                       xpgn_diagram_style style);

/* ---- pictures -------------------------------------------------------------------------------- */

/* A drawing of a piece type. */
typedef struct xpgn_drawing {
    const char *name;  /* "knight", "dragon": the id of the shapes */
    xpgn_slice shapes; /* an SVG element <g id="knight">, 100 units wide and high */
} xpgn_drawing;

/*
 * The drawing of a piece type in a ruleset: by the name that the piece has there, if there is a
 * drawing of that name, else by its type. Outlines take `fill` and `stroke` from the element around
 * them, lines within a piece `color`; for a black piece these are black, black and white. Static.
 * False: there is no such type.
 */
XPGN_API bool xpgn_piece_drawing(const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out);

/*
 * Themes: colours, patterns of sides that differ without colour, and the font. The name of a
 * built-in theme (index from 0), NULL past the last; and its text, as in formats/themes: data NULL
 * if there is none of that name.
 */
XPGN_API const char *xpgn_theme_name(size_t index);
XPGN_API xpgn_slice xpgn_theme_text(const char *name);

typedef enum xpgn_svg_border {
    XPGN_SVG_LINE, /* a thin line around the board */
    XPGN_SVG_THICK,
    XPGN_SVG_NO_BORDER
} xpgn_svg_border;

/* How pictures are drawn. Lengths are in hundredths of a millimetre. */
typedef struct xpgn_svg_options {
    size_t size;      /* XPGN_SVG_OPTIONS */
    xpgn_slice theme; /* the text of a theme; size 0: the theme `print` */
    uint32_t square;  /* the side of a square, from 300 to 5000; 0: 900, on a sheet what fits */
    uint32_t columns; /* figures side by side; 0: 1 */
    xpgn_svg_border border;
    bool inside;    /* coordinates in the squares at the edge, and not beside the board */
    bool corners;   /* the attributes of each piece in the corners of its square */
    bool element;   /* each picture is an element for a page of HTML: without a declaration of XML,
                       and without what xpgn_svg_definitions has once for all pictures of the page */
    uint32_t sheet; /* not 0: the figures are numbered, and stand in columns of a sheet that is so
                       wide, two if `columns` is 0, with the captions of a row at one height */
    const char *language; /* of the word before a number of a sheet: as in xpgn_diagram_options */
    uint32_t step; /* not 0, and no sheet, no element: the figures are the steps of an animation, in
                      one place, each for this many hundredths of a second, at most 360000 */
    uint32_t still; /* the step that stands where nothing moves, counted from the last, 0 */
} xpgn_svg_options;

/*
 * A picture as SVG 1.1: figures in rows, sized in millimetres. Text is text; each figure has a
 * title and a description in words for those who cannot see it.
 */
typedef struct xpgn_svg xpgn_svg;

/* `options` may be NULL. XPGN_INVALID: they are not valid. A theme with faults is no reason to
   refuse: xpgn_svg_findings tells them, and what is wrong in it is taken from the theme `print`. */
XPGN_API xpgn_status xpgn_svg_new(xpgn_svg **out, const xpgn_svg_options *options);
XPGN_API void xpgn_svg_free(xpgn_svg *svg);
/* What was found in the theme, all of it errors, with places in its text. */
XPGN_API const xpgn_finding *xpgn_svg_findings(const xpgn_svg *svg, size_t *count);
/* Adds a diagram. Of `options`, style is not used; NULL: the default. False, and nothing is added:
   they are not valid, or it is a position of another board. */
XPGN_API bool xpgn_svg_diagram(xpgn_svg *svg, const xpgn_ruleset *rs, const xpgn_position *p,
                               const xpgn_diagram_options *options);
/* Adds the attribute table of a ruleset, in a language that diagrams know (NULL: English); false,
   and nothing, if it has none, or of another language. */
XPGN_API bool xpgn_svg_attributes(xpgn_svg *svg, const xpgn_ruleset *rs, const char *language);
/* A bar: what it is about, how long it is (of negative values, to the left), and what is written
   beside it. */
typedef struct xpgn_bar {
    xpgn_slice label, text;
    double value;
    double expected; /* where a line crosses the bar; 0: none */
} xpgn_bar;

/*
 * Adds a bar chart; of values that are all shares, from 0 to 1, of which nothing is expected, the
 * longest bar is one of 1.
 * Nothing is added of an empty chart, of one with a value that is no number or beyond 1e12 or
 * -1e12, and of one with more than a million bars, or a thousand rows or columns: also below.
 */
XPGN_API void xpgn_svg_bars(xpgn_svg *svg, xpgn_slice title, const xpgn_bar *list, size_t count);

/* A table of shares as shades; each has its number in percent. */
typedef struct xpgn_heat {
    xpgn_slice title, row_title, column_title;
    const xpgn_slice *row, *column; /* their names */
    size_t rows, columns;
    const double *share; /* [row * columns + column], from 0 to 1; less than 0: none */
    /* If the shares are counted, of how many each is, and what was expected (less than 0: unknown);
       else NULL. Shades then go by the 95 % interval, and cells with too few are hatched. */
    const uint64_t *of;
    const double *expected;
} xpgn_heat;
XPGN_API void xpgn_svg_heat(xpgn_svg *svg, const xpgn_heat *heat);

/* A value after each of several events; it began at 0. */
typedef struct xpgn_curve {
    xpgn_slice title, above, below; /* what it means to be above or below 0 */
    const double *value;
    const xpgn_slice *label; /* of each event: that of the largest step is written */
    size_t count;
} xpgn_curve;
XPGN_API void xpgn_svg_curve(xpgn_svg *svg, const xpgn_curve *curve);

struct xpgn_tally;
/* Adds charts of a tally: for each ruleset (and tag value) results, lengths, dice and combats; if
   `what` is XPGN_TALLY_LUCK the luck of each side and player, if XPGN_TALLY_FAIRNESS the faces, the
   questions and what they would find, if that was counted. */
XPGN_API xpgn_status xpgn_svg_tally(xpgn_svg *svg, const struct xpgn_tally *tally, unsigned what);
/* The next figure begins a new row. */
XPGN_API void xpgn_svg_end_row(xpgn_svg *svg);
/* The number of figures that were added since the last picture was written. */
XPGN_API size_t xpgn_svg_figures(const xpgn_svg *svg);
/* Appends a picture of the figures, which the next picture will not have; nothing if there are
   none. */
XPGN_API void xpgn_svg_write(xpgn_buffer *b, xpgn_svg *svg);
/* The same as LaTeX, a `picture` for each figure, which pdflatex takes without a package: text is
   text in its fonts, patterns of sides are greys, and clips are left out. */
XPGN_API void xpgn_svg_latex(xpgn_buffer *b, xpgn_svg *svg);
/* The caption of the next figure of a sheet that is no diagram: diagrams have one in their
   options. */
XPGN_API void xpgn_svg_caption(xpgn_svg *svg, const char *caption);
/* How large the picture of the figures added so far is, in hundredths of a millimetre. */
XPGN_API void xpgn_svg_measure(const xpgn_svg *svg, int64_t *width, int64_t *height);
/* Appends an element without a size, for a page of HTML: all shapes and patterns that pictures with
   the option `element` and this theme refer to. */
XPGN_API void xpgn_svg_definitions(xpgn_buffer *b, const xpgn_svg *svg);

/* ---- events: records against their list ------------------------------------------------------ */

/*
 * The records of an event (a tournament, a match), held against the list of its players, pairings
 * and results, or without one against each other: who plays whom in which round, with which result,
 * on which day; names that are misspelt, records that are missing, there twice or of other players;
 * clock times that cannot be. So one slip is one finding.
 *
 *     xpgn_event_list(event, "list.trf", text, &fault);
 *     while (xpgn_stream_next(stream, &game) == XPGN_OK)
 *         xpgn_event_add(event, walk, &game, &fault);
 *     xpgn_event_check(event, &fault);
 *     list = xpgn_event_findings(event, &count);
 */
typedef struct xpgn_event xpgn_event;

typedef struct xpgn_event_options {
    size_t size;          /* XPGN_EVENT_OPTIONS */
    int32_t letters;      /* letters in which a name may differ from one of the list and still be
                             taken for it; 0: the default, 2; less: none */
    int32_t tolerance;    /* seconds by which a clock time may be wrong; 0: the default, 2; less:
                             none */
    uint32_t first, last; /* the rounds of which all records are expected; first 0: all */
    uint64_t max_bytes;   /* of all records together, which are kept; 0: the default, 1 GiB */
    uint32_t k;           /* of all players, for their ratings; 0: by rating, age and time control,
                             as in 8.3.3 of FIDE's B.02 */
    const char *event;    /* of a CSV list with a column event: its games alone; NULL: all; to be
                             valid until the list is read */
} xpgn_event_options;

/* A finding about a record, or about the list. */
typedef struct xpgn_event_finding {
    xpgn_finding finding;
    const xpgn_game *game; /* that it is about, with its text; of the list the number is 0 */
    bool listed;           /* it is about the list */
} xpgn_event_finding;

/* What a player has reached. Games that were not played count for the points only; with four seats
   a share is a draw. Players whom points and tie-breaks do not separate have the same place. */
typedef struct xpgn_standing {
    const char *name; /* safe for a terminal, and cut to a line */
    const char *sum;  /* the points as text: "3.5", "1 1/3" */
    int32_t points;   /* in 1200ths */
    uint32_t place;   /* from 1 */
    uint32_t won, drawn, lost;
} xpgn_standing;

/* What can be told of an event in a table. */
typedef enum xpgn_event_view {
    XPGN_EVENT_PAIRINGS, /* all games by rounds, with their results */
    XPGN_EVENT_MISSING,  /* games of the list without a record */
    XPGN_EVENT_RATING,   /* of each player: games against rated opponents, points, what was to be
                            expected of them and the change of the rating (B.02, 8.3); and the
                            performance (C.07, 10.2) */
    XPGN_EVENT_TEAMS     /* standings of the list's teams */
} xpgn_event_view;

typedef struct xpgn_event_table {
    size_t columns, rows;
    const char *const *heading;
    const bool *number;      /* [column]: its cells are numbers, or - */
    const char *const *cell; /* [row * columns + column]; safe for a terminal */
} xpgn_event_table;

/* `options` may be NULL. */
XPGN_API xpgn_status xpgn_event_new(xpgn_event **out, const xpgn_event_options *options);
XPGN_API void xpgn_event_free(xpgn_event *event);
/* How the event counts, whatever its list says: "3-1-0" for win, draw and loss. XPGN_INVALID: the
   text says something else. */
XPGN_API xpgn_status xpgn_event_set_points(xpgn_event *event, const char *system);
/* The time control, whatever records and list say, before the first record: "5400+30",
   "40/5400+30:900+30". XPGN_INVALID: as above. */
XPGN_API xpgn_status xpgn_event_set_control(xpgn_event *event, const char *control);
/*
 * Tie-breaks after the points, in their order, by the codes of FIDE's C.07: "DE,BH/C1,SB"; - and #
 * may stand for /. In an event of teams they are those of the teams. Without a call they are those
 * of the list (212, 202 of TRF26). After the list, before the check. XPGN_INVALID: *fault, which
 * may be NULL, says which is none.
 */
XPGN_API xpgn_status xpgn_event_set_tie_breaks(xpgn_event *event, const char *codes,
                                               xpgn_fault *fault);
/*
 * Appends the name of each event that a CSV list has in its column event, with a NUL after it, and
 * says how many; none: there is no such column, or it is no CSV. XPGN_INVALID: more than 1,000.
 */
XPGN_API xpgn_status xpgn_event_list_events(xpgn_buffer *names, xpgn_slice text, size_t *count);
/*
 * Reads the list, before the first record: a report file of FIDE (TRF16, TRF26), or CSV with the
 * columns round, white, black, and perhaps board, red, green, result, date, whitefideid and the
 * like. `file` names it in findings; the text is copied. XPGN_INVALID: it is no list, *fault (which
 * may be NULL) says why, and the event may only be freed; or there are records or a list already.
 */
XPGN_API xpgn_status xpgn_event_list(xpgn_event *event, const char *file, xpgn_slice text,
                                     xpgn_fault *fault);
/* A pairing of the list. */
typedef struct xpgn_pairing {
    uint32_t round, board;           /* board 0: unknown */
    unsigned seats;                  /* 1: a bye */
    bool played;                     /* a record of it is expected */
    xpgn_slice name[XPGN_MAX_SEATS]; /* in turn order, UTF-8 */
    int year, month, day;            /* 0: unknown */
    xpgn_outcome outcome;            /* over: its result is known */
} xpgn_pairing;
/*
 * Finds the pairing that a sheet belongs to, by its tags: of those whose players it may name the
 * one from which it differs least, in round, board, day and result; of a sheet without names the
 * one of its round and board. Several sheets may be of one pairing. XPGN_NOT_FOUND: there is none;
 * XPGN_INVALID: there are several, or no list.
 */
XPGN_API xpgn_status xpgn_event_place(xpgn_event *event, const xpgn_game *game, size_t *pairing);
/* The pairing of an index, from 0 in the order of the list; false: there are no more. */
XPGN_API bool xpgn_event_pairing(const xpgn_event *event, size_t index, xpgn_pairing *out);
/*
 * Adds a record, of which a copy is kept: walks it to its end with `walk`, which has the option
 * keep_line, and does well to have skip_variations. XPGN_INVALID: the records are larger than
 * max_bytes, *fault says so, and the event may only be freed; or it has been checked.
 */
XPGN_API xpgn_status xpgn_event_add(xpgn_event *event, xpgn_walk *walk, const xpgn_game *game,
                                    xpgn_fault *fault);
/* Checks the event, once, when all records are there. XPGN_INVALID: there are too many players,
 *fault says how many there may be; or it has been checked. */
XPGN_API xpgn_status xpgn_event_check(xpgn_event *event, xpgn_fault *fault);
/*
 * The player of the list whom a name means, by the same rules as for records: appends the name as
 * the list has it. XPGN_NOT_FOUND: nobody, or several are as near; XPGN_INVALID: it is not checked
 * yet.
 */
XPGN_API xpgn_status xpgn_event_name(xpgn_buffer *b, xpgn_event *event, xpgn_slice name);
/* What was found, the list first, then by records and places; also of the following: valid until
   the event is freed, and nothing before it is checked. */
XPGN_API const xpgn_event_finding *xpgn_event_findings(const xpgn_event *event, size_t *count);
/* The standings: by points, by tie-breaks, then by the list's ranks, starting ranks, and names. */
XPGN_API const xpgn_standing *xpgn_event_standings(const xpgn_event *event, size_t *count);
/* The tie-breaks of the standings of players, as they are written. */
XPGN_API const char *const *xpgn_event_tie_breaks(const xpgn_event *event, size_t *count);
/* Appends tie-break `code`, from 0, of row `row` of the standings; "-": it has none. */
XPGN_API void xpgn_event_tie_break_write(xpgn_buffer *b, const xpgn_event *event, size_t row,
                                         size_t code);
/* Makes a table, which is valid until the event is freed. XPGN_INVALID: not checked yet. */
XPGN_API xpgn_status xpgn_event_tell(xpgn_event *event, xpgn_event_view view,
                                     xpgn_event_table *out);
/* The first and the last round of which there are games; 0: of games whose round is unknown. Of an
   event without games 1 and 0. */
XPGN_API void xpgn_event_rounds(const xpgn_event *event, uint32_t *first, uint32_t *last);
/* Appends what the player of row `row` of the standings did in a round: "12w1" (a win as White
   against the player of row 12, counted from 1), "2,5,7r1/2", "bye 1"; "-" for nothing. */
XPGN_API void xpgn_event_round_write(xpgn_buffer *b, const xpgn_event *event, size_t row,
                                     uint32_t round);

/*
 * May two names, in UTF-8, be those of one player, as xpgn_event compares them? The same words in
 * any order; first names as initials or missing; or with at most `letters` letters that differ, one
 * in four. No name agrees with no name only.
 */
XPGN_API bool xpgn_names_agree(xpgn_slice a, xpgn_slice b, unsigned letters);
/* Appends the words of a name as they are compared: small letters without accents, and digits, with
   a blank between them, and a comma after the family name if the name has one there. */
XPGN_API void xpgn_name_words(xpgn_buffer *b, xpgn_slice name);

/* ---- pieces of an archive -------------------------------------------------------------------- */

/* A digest of bytes, and of others before them; of none 0. Fast, the same on every machine, and
   made against mistakes, not against forgers. */
XPGN_API uint64_t xpgn_hash(uint64_t before, const void *bytes, size_t size);

/* The places of the entries of a list, which is the caller's, by hashes of their keys. Initialize
   with {0}. */
typedef struct xpgn_index {
    struct xpgn_index_slot {
        uint32_t hash, place; /* place: in the list, from 1; 0: the slot is free */
    } * slot;
    size_t size, used; /* size: 0 or a power of two */
} xpgn_index;

/* Makes room for one more place. XPGN_NO_MEMORY: there is none, and nothing has changed. */
XPGN_API xpgn_status xpgn_index_reserve(xpgn_index *index);
/* Enters a place, from 1, for which there is room; without room nothing happens. */
XPGN_API void xpgn_index_put(xpgn_index *index, uint32_t hash, uint32_t place);
/* The next of the places with that hash, the first where *at is 0; 0: there are no more. */
XPGN_API uint32_t xpgn_index_next(const xpgn_index *index, uint32_t hash, size_t *at);
/* Forgets all places, in little time if there were few. */
XPGN_API void xpgn_index_clear(xpgn_index *index);
XPGN_API void xpgn_index_free(xpgn_index *index);

/* What one run has read, of which others count the rest. */
typedef struct xpgn_part {
    const char *name; /* the file and the range, as in "large.pgn --bytes=0:500"; without tabs and
                         line ends */
    uint64_t digest;  /* xpgn_hash of what was read: both together tell pieces apart */
    const char *from; /* the partial result that it came with; NULL: none */
} xpgn_part;

/* A set of pieces. */
typedef struct xpgn_parts xpgn_parts;
XPGN_API xpgn_status xpgn_parts_new(xpgn_parts **out);
XPGN_API void xpgn_parts_free(xpgn_parts *parts);
/* Adds a piece, of which it keeps a copy. XPGN_INVALID: it is there already, or a text has a tab or
   line end. */
XPGN_API xpgn_status xpgn_parts_add(xpgn_parts *parts, const xpgn_part *part);
/* All of them, as they were added; the list is valid until the next is. */
XPGN_API const xpgn_part *xpgn_parts_list(const xpgn_parts *parts, size_t *count);

/* ---- tallies --------------------------------------------------------------------------------- */

/*
 * Statistics of games: results, lengths, endings, dice, combats, support, first actions, for each
 * ruleset and optionally for each value of a tag. Only counts are kept: tallies of parts can be
 * merged in any order, and memory does not grow with the games.
 *
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         xpgn_tally_step(tally, walk, step);
 *     xpgn_tally_end(tally, good);
 */
typedef struct xpgn_tally xpgn_tally;

typedef enum xpgn_tally_format {
    XPGN_TALLY_TEXT, /* for people: aligned columns and bars */
    XPGN_TALLY_JSON, /* one object on one line; keys in xpgn-stats(1) */
    XPGN_TALLY_CSV,  /* one row for each ruleset (and tag value), after a row of column names */
    XPGN_TALLY_TSV,
    XPGN_TALLY_MARKDOWN, /* the same; the row of column names is always there */
    XPGN_TALLY_PARTIAL   /* all counts, for xpgn_tally_read */
} xpgn_tally_format;

/*
 * May be added to the format. Of a table: no row of column names; texts as XPGN_CELL_CSV_RAW. Of
 * text and tables: only the luck, or only the fairness of the dice. These two are also what
 * xpgn_tally_want asks for. Of a partial tally: not all was read, so that it will be refused.
 */
enum {
    XPGN_TALLY_NO_HEADER = 16,
    XPGN_TALLY_RAW = 32,
    XPGN_TALLY_LUCK = 64,
    XPGN_TALLY_FAIRNESS = 128,
    XPGN_TALLY_INCOMPLETE = 256
};

/* `by`: the name of the tag to group by, which is copied; NULL: no grouping. */
XPGN_API xpgn_status xpgn_tally_new(xpgn_tally **out, const char *by);
XPGN_API void xpgn_tally_free(xpgn_tally *tally);
/*
 * Asks for what is not counted by default, before the first game: XPGN_TALLY_LUCK, the luck of each
 * side and each player, their dice, and the least likely rolls; XPGN_TALLY_FAIRNESS, the dice by
 * role and by player, as tests of their fairness need them. Then memory grows with the number of
 * players. XPGN_INVALID: anything else.
 */
XPGN_API xpgn_status xpgn_tally_want(xpgn_tally *tally, unsigned what);
/* The questions of a report on fairness, by their bits. */
enum {
    XPGN_FAIR_FACES = 1,   /* do all dice together show the faces equally often? */
    XPGN_FAIR_PLAYERS = 2, /* do the dice of one player differ from fair ones? */
    XPGN_FAIR_PAIRS = 4    /* do dice that follow each other depend on each other? */
};
/* The word of the question 1 << index, as reports have it ("faces"); static; NULL: there is none.
 */
XPGN_API const char *xpgn_fair_question(unsigned index);
/*
 * Chooses what the report on fairness asks, before the dice are looked at: 0 for all questions, or
 * some, over which Holm's correction is made; and whether the other tests are listed for
 * exploration. XPGN_INVALID: there is no such question. Written reports only are concerned.
 */
XPGN_API xpgn_status xpgn_tally_ask(xpgn_tally *tally, unsigned questions, bool explore);
/* Names the players beforehand, by the values of their tags, for the e-value of such a report; the
   names are copied. Without this they are those that are found. */
XPGN_API xpgn_status xpgn_tally_players(xpgn_tally *tally, const xpgn_slice *names, size_t count);
/* What was asked for, here or in a tally that was merged or read. */
XPGN_API unsigned xpgn_tally_wants(const xpgn_tally *tally);
/* Adds a step of the current game of the walk, which counts only once xpgn_tally_end accepts the
   game. The steps of a walk with verdict_only and dice_steps are enough, without XPGN_TALLY_LUCK
   also those with bare_steps. */
XPGN_API void xpgn_tally_step(xpgn_tally *tally, const xpgn_walk *walk, const xpgn_step *step);
/* Ends the game: if `good` it is counted, else only counted as left out. XPGN_NO_MEMORY: some count
   was lost, now or in an earlier step. */
XPGN_API xpgn_status xpgn_tally_end(xpgn_tally *tally, bool good);
/*
 * Adds the counts and the pieces of `from`. XPGN_INVALID: they are grouped by different tags, or
 * are the same tally, a piece is in both, or a count would be too large; *fault (may be NULL) says
 * which.
 */
XPGN_API xpgn_status xpgn_tally_merge(xpgn_tally *tally, const xpgn_tally *from, xpgn_fault *fault);
/* The pieces that it is of, its own: to be added to. None are if they are not known. */
XPGN_API xpgn_parts *xpgn_tally_parts(xpgn_tally *tally);
/*
 * Reads a tally written as XPGN_TALLY_PARTIAL from a file, which may be compressed ("-": standard
 * input). XPGN_IO, XPGN_INVALID: fault->text and fault->line say why.
 */
XPGN_API xpgn_status xpgn_tally_read(xpgn_tally **out, const char *file, xpgn_fault *fault);
/* The tag it is grouped by; NULL: none. */
XPGN_API const char *xpgn_tally_by(const xpgn_tally *tally);
/* Notes what decides the counts, such as the version and the rulesets, for a partial tally to tell:
   only results of the same should be added. The text is copied. XPGN_INVALID: it has a tab or a
   line end. */
XPGN_API xpgn_status xpgn_tally_set_how(xpgn_tally *tally, const char *how);
/* What was noted, or read, or noted in the first tally that was merged; NULL: nothing. */
XPGN_API const char *xpgn_tally_how(const xpgn_tally *tally);
/* The number of games counted; *left_out, if not NULL, is set to the number left out. */
XPGN_API uint64_t xpgn_tally_games(const xpgn_tally *tally, uint64_t *left_out);
/* Appends the tally; equal counts give equal bytes. Nothing in a format that does not exist. */
XPGN_API void xpgn_tally_write(xpgn_buffer *b, const xpgn_tally *tally, unsigned format);

/* Counts of a run that are written and added up, for programs that share out an archive. */
typedef struct xpgn_sums {
    const char *tool; /* "xpgn-validate"; the caller's, as all pointers here */
    const char *how;  /* the options that decide what is counted: only results of the same are
                         added. Without tabs and line ends, as the names */
    const char *const *name;
    uint64_t *sum;
    size_t count;      /* of names and sums */
    bool incomplete;   /* not all was read: what is written will be refused */
    xpgn_parts *parts; /* that they are of, to which those of a file are added; NULL: not kept */
    /* If not NULL: is given what a file has, instead of `sum`, also before the file is refused;
       false: there is no such count. */
    bool (*other)(void *data, xpgn_slice name, uint64_t sum);
    void *data;
} xpgn_sums;

/* Appends them as a partial result. */
XPGN_API void xpgn_sums_write(xpgn_buffer *b, const xpgn_sums *s);
/* Adds a file that was so written, or none of it: XPGN_INVALID if it is no such result, is cut
   short, changed or incomplete, was counted in another way or has a piece that was added before,
   XPGN_IO if it cannot be read; *fault says why. */
XPGN_API xpgn_status xpgn_sums_add(xpgn_sums *s, const char *file, xpgn_fault *fault);

/* ---- options without designated initializers ------------------------------------------------- */

/* They are compiled into the caller: the size is that of the struct as the caller knows it. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define xpgn_init_of(type)                                                                         \
    static inline void type##_init(type *options) {                                                \
        memset(options, 0, sizeof *options);                                                       \
        options->size = sizeof *options;                                                           \
    }
xpgn_init_of(xpgn_walk_options) xpgn_init_of(xpgn_writer_options) xpgn_init_of(xpgn_diagram_options)
    xpgn_init_of(xpgn_svg_options) xpgn_init_of(xpgn_event_options) xpgn_init_of(xpgn_matchup)
        xpgn_init_of(xpgn_equity_options) xpgn_init_of(xpgn_entry) xpgn_init_of(xpgn_subject)
            xpgn_init_of(xpgn_fixer_options) xpgn_init_of(xpgn_scribe_options)
                xpgn_init_of(xpgn_sealing)
/* NOLINTEND(bugprone-macro-parentheses) */
#undef xpgn_init_of

#ifdef __cplusplus
}
#endif

#endif
