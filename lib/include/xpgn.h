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
 * - Most functions that can fail return a status. Unless it is XPGN_OK, the outputs are unchanged,
 *   if no comment says otherwise.
 * - The reason for a failure goes into the xpgn_fault that the caller passes as the last argument.
 *   Handles that read many things in sequence and carry on after a failure (a stream, an import,
 *   sheets) take no fault; they keep the reason, and their function `error` returns it. Mistakes in
 *   a record, list, ruleset or theme are not failures but findings: the handle that read it returns
 *   them from its function `findings`.
 * - Every `free`, `close` or `clear` function accepts NULL. Other pointers are not NULL unless a
 *   comment says that they may be; the pointer of an empty slice may.
 * - Arguments out of range are refused: an unknown style, index, seat or piece type, a square off
 *   the board (except XPGN_NO_SQUARE where "none" is allowed), a step before the game has begun.
 *   Unless a comment says otherwise, such a call returns XPGN_INVALID or the empty answer of its
 *   type: false, NULL, 0, an empty text.
 * - A position must be one that the library has set, or a copy of one; to make your own, use
 *   xpgn_position_read. Its files, ranks, seats and squares are checked against the ruleset, and a
 *   position on another board is refused as above; the pieces on the squares are trusted. Facts,
 *   steps and the like must also come from the library. Actions and rolls may be made by the
 *   program: their squares and numbers are checked.
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
    XPGN_INVALID,   /* the text violates the format or the rules (see the findings), or an argument
                       is not valid */
    XPGN_NOT_FOUND  /* no such ruleset, option or tag */
} xpgn_status;

/* The version of the library, such as "0.1.0". */
XPGN_API const char *xpgn_version(void);

/* ---- structs --------------------------------------------------------------------------------- */

/*
 * Handles are opaque. A struct whose first member is `size` may get new members at its end. All
 * other structs (positions, rolls, games, facts, findings) keep their size and members within one
 * ABI number (libxpgn.so.1), so programs may allocate, copy and put them in arrays. Anything new
 * about a game, an action, a combat or a finding becomes a fact, which is looked up by name
 * (xpgn_fact_find).
 *
 * The order of arguments is: the buffer that text is appended to, by this call or later ones; the
 * object that is made, queried or changed; details; outputs; the xpgn_fault. A sealer, which does
 * the computing, comes before the object that is changed.
 *
 * A function that can fail in several ways, on a file or for lack of memory returns an xpgn_status;
 * all that make (`new`) or add (`add`) something do. One that can fail in one way only (there is no
 * such piece, the text is not a date) returns true on success, or its answer, with NULL or a
 * reserved number for "none". One that returns void (`put`, `write`, `step`) cannot fail, or its
 * failure is remembered and reported once: by the buffer, or by the function that ends the
 * sequence.
 *
 * Options are passed in structs that may get new members at their end in later versions. The first
 * member is the size of the struct as the caller knows it; set it with the macro named after the
 * struct, and leave unused members 0:
 *
 *     xpgn_walk_options options = {XPGN_WALK_OPTIONS, .lint = true};
 *
 * In a language without designated initializers (C++17), call the function named after the struct
 * with `_init`, which sets the size and clears the rest:
 *
 *     xpgn_walk_options options;
 *     xpgn_walk_options_init(&options);
 *     options.lint = true;
 *
 * Members that an older caller does not have are read as 0. Options are not valid if their size is
 * not set, or if they set members that only a newer version has.
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
XPGN_API void xpgn_buffer_char(xpgn_buffer *b, char c);
XPGN_API void xpgn_buffer_text(xpgn_buffer *b, const char *text);
XPGN_API void xpgn_buffer_slice(xpgn_buffer *b, xpgn_slice s);
XPGN_API void xpgn_buffer_printf(xpgn_buffer *b, const char *format, ...) XPGN_PRINTF(2, 3);
/* Appends `text` as UTF-8. Bytes that are not valid UTF-8 are taken as Windows-1252 (unassigned
   ones as Latin-1), here and wherever text is written. */
XPGN_API void xpgn_buffer_utf8(xpgn_buffer *b, xpgn_slice text);
/* Appends `text` as UTF-8 that is safe for a terminal: control characters become their symbols
   (U+2400 and following), bidirectional controls U+FFFD. */
XPGN_API void xpgn_buffer_clean(xpgn_buffer *b, xpgn_slice text);
/* The size in bytes of the first character of a text, 1 for an invalid byte, 0 for an empty text.
   Sets *width to its width on a terminal as xpgn_buffer_clean writes it, 0 to 2 columns. */
XPGN_API size_t xpgn_text_next(xpgn_slice text, unsigned *width);
/* The width of a whole text in columns. */
XPGN_API size_t xpgn_text_width(xpgn_slice text);
/* Appends `text` as a quoted JSON string. */
XPGN_API void xpgn_buffer_json(xpgn_buffer *b, xpgn_slice text);

/*
 * JSON, piece by piece. Each of these first appends a comma where one is due, that is, after any
 * byte but `{`, `[`, `:` and LF; then the key, which must be ASCII that needs no escapes, and a
 * colon; then the value. With a NULL key it appends the value alone, as in arrays. Close brackets
 * with xpgn_buffer_text.
 */
/* The key alone; the caller appends the value. */
XPGN_API void xpgn_json_key(xpgn_buffer *b, const char *key);
/* The key and opening brackets, such as "{" or "[{". */
XPGN_API void xpgn_json_open(xpgn_buffer *b, const char *key, const char *brackets);
/* A string; null if `text` is NULL. */
XPGN_API void xpgn_json_text(xpgn_buffer *b, const char *key, const char *text);
XPGN_API void xpgn_json_slice(xpgn_buffer *b, const char *key, xpgn_slice text);
/* The contents of `text` as a string; frees `text`. */
XPGN_API void xpgn_json_move(xpgn_buffer *b, const char *key, xpgn_buffer *text);
XPGN_API void xpgn_json_number(xpgn_buffer *b, const char *key, int64_t number);
XPGN_API void xpgn_json_flag(xpgn_buffer *b, const char *key, bool value);
/* A number with `decimals` decimals; null for NAN and infinities. */
XPGN_API void xpgn_json_real(xpgn_buffer *b, const char *key, int decimals, double number);
/* A value as `format` produces it, unquoted. */
XPGN_API void xpgn_json_printf(xpgn_buffer *b, const char *key, const char *format, ...)
    XPGN_PRINTF(3, 4);

typedef enum xpgn_cell {
    XPGN_CELL_TSV,     /* a tab or line end in the text becomes a space */
    XPGN_CELL_CSV,     /* quoted where RFC 4180 requires it; text that a spreadsheet would take for
                          a formula gets a ' before it */
    XPGN_CELL_CSV_RAW, /* the same without the ' */
    XPGN_CELL_MARKDOWN /* markup is escaped, and a tab or line end becomes a space */
} xpgn_cell;

/* Appends `text` as a cell of a table, without the separator. */
XPGN_API void xpgn_buffer_cell(xpgn_buffer *b, xpgn_slice text, xpgn_cell form);

/* A line of a table that is being written. */
typedef struct xpgn_row {
    xpgn_buffer *b;
    xpgn_cell form;
    size_t cells;   /* cells so far; 0 at first */
    uint64_t right; /* for Markdown: bit per column (of the first 64) that is aligned right */
} xpgn_row;

/* Appends a cell with this text. */
XPGN_API void xpgn_row_cell(xpgn_row *row, xpgn_slice text);
/* Begins a cell; the caller appends its text, which must need no escapes (a number, or nothing), to
   the buffer. */
XPGN_API void xpgn_row_next(xpgn_row *row);
/* Appends a cell with this number. */
XPGN_API void xpgn_row_number(xpgn_row *row, uint64_t number);
/* Ends the line. */
XPGN_API void xpgn_row_end(xpgn_row *row);
/* Ends the heading line, which a Markdown table must have. */
XPGN_API void xpgn_row_end_head(xpgn_row *row);

/*
 * A reader of CSV (RFC 4180), or of tables with semicolons if the first line has no comma. The text
 * is copied. The first line, which usually names the columns, is read like any other.
 */
typedef struct xpgn_csv xpgn_csv;
XPGN_API xpgn_status xpgn_csv_new(xpgn_csv **out, xpgn_slice text);
XPGN_API void xpgn_csv_free(xpgn_csv *csv);
/* Reads the next line that is not empty; false if there is none. */
XPGN_API bool xpgn_csv_next(xpgn_csv *csv);
/* The column with that name in the current line, ignoring case; SIZE_MAX if there is none. */
XPGN_API size_t xpgn_csv_column(const xpgn_csv *csv, const char *name);
/* The cell of a column in the current line, valid until the reader is freed; empty if the line is
   too short. */
XPGN_API xpgn_slice xpgn_csv_cell(const xpgn_csv *csv, size_t column);

/* The edit distance of two words: letters replaced, missing, added, or swapped with their
   neighbours. Only the first 96 bytes of a word count. */
XPGN_API unsigned xpgn_edits(xpgn_slice a, xpgn_slice b);

/* Empties the buffer and clears `failed`, but keeps the memory. */
XPGN_API void xpgn_buffer_clear(xpgn_buffer *b);
XPGN_API void xpgn_buffer_free(xpgn_buffer *b);

/*
 * Appends how the library was built and what it runs with: compiler, options, versions of the
 * libraries in use, one per line. For people; the lines may change.
 */
XPGN_API void xpgn_build_write(xpgn_buffer *b);

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
    XPGN_FIX_CELL  /* the fate of a prisoner with its castle, x@a1 */
} xpgn_fix_kind;

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
    char text[160];   /* one clause, as in a finding */
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
    uint64_t type[8]; /* [type]: squares of all pieces of that type, both seats */
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

/* The fate that a sign in a roll means: 'w' wounded, 'x' removed, any other unharmed. */
XPGN_API xpgn_fate xpgn_fate_of(char sign);
/* The sign of a fate in a roll: 'w', 'x', or 0 for unharmed. */
XPGN_API char xpgn_fate_sign(xpgn_fate fate);
/* "unharmed", "wounded" or "removed"; NULL if there is no such fate. Static. */
XPGN_API const char *xpgn_fate_name(unsigned fate);

enum { XPGN_MAX_DICE = 32, XPGN_MAX_EXCHANGES = 16, XPGN_MAX_SUPPORT = 32 };

/* One side of an exchange, as recorded or as computed. -1: not given. */
typedef struct xpgn_roll_side {
    uint8_t dice_count;
    uint8_t dice[XPGN_MAX_DICE]; /* from 1; as recorded, so they may exceed the faces of the die */
    int16_t count;               /* number of supporters; for a teleport, of leaders */
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

/* Appends the fields that are set, in canonical form, without the brackets; nothing if the counts
   of exchanges or dice exceed their arrays. */
XPGN_API void xpgn_roll_write(xpgn_buffer *b, const xpgn_roll *roll);
/* Reads a roll without its brackets; places are offsets in `text`. Only the form is checked, since
   faces and fields depend on the game. False if it is malformed; *roll then has no exchanges. */
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
    xpgn_square target; /* the square of the attacked piece (en passant: not `to`); RELEASE: the
                           castle */
    uint8_t promotion;  /* type after promotion or rescue; type of a freed prisoner; 0: none */
    xpgn_square drop;   /* RELEASE: the square of the freed piece; castling: of the rook */
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
    int16_t base;     /* its own attack or defense value, rating or bonus, depending on the game */
    int16_t support;  /* the sum of its supporters */
    uint8_t count;    /* number of supporters that give more than 0, as a roll records it */
    uint8_t dice;     /* dice to roll in each exchange; 0: none */
    int16_t total;    /* of the last exchange; -1 if the combat has no totals */
    char fate;        /* the sign of an xpgn_fate: 0, 'w', 'x' */
    xpgn_square cell; /* the castle that holds it as a prisoner, else XPGN_NO_SQUARE */
    xpgn_supporter supporter[XPGN_MAX_SUPPORT]; /* the first `count` are set, ordered by square */
} xpgn_combatant;

/* How a game ended by the rules. Scores are in twelfths and add up to 12; all 0: not ended. */
typedef struct xpgn_outcome {
    bool over;
    bool locked; /* because a seat had no legal action at its turn: mate, stalemate, a lock */
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
    bool stood;               /* it was illegal, but was allowed to stand: [%illegal stood] */
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
/* The findings about the file or text that was loaded last, in the order they were made; places are
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

/* True if the players roll off for the first turn (CC-2, the tag FirstRoll): one die each, the
   higher begins, ties are rolled again. */
XPGN_API bool xpgn_ruleset_rolls_off(const xpgn_ruleset *rs);
/* Appends the value of the tag RulesDigest, "sha256:...". XPGN_NOT_FOUND: libsodium is not
   installed. On failure nothing is appended. */
XPGN_API xpgn_status xpgn_ruleset_digest(xpgn_buffer *b, const xpgn_ruleset *rs);
/* True if each game begins from its own position (C-4, AS-1), which its record must give. */
XPGN_API bool xpgn_ruleset_sets_up(const xpgn_ruleset *rs);
/* A source of random numbers: must return a number below `below` (at least 2), each with the same
   probability. */
typedef uint32_t xpgn_draw(void *data, uint32_t below);
/*
 * Sets *out to a start position for a new game: the one of the ruleset, or one drawn with equal
 * probability from those it allows (the first rank in Chess960, an army and its squares in AS-1).
 * XPGN_NOT_FOUND: the ruleset does not define any. XPGN_INVALID: a draw is needed, but `draw` is
 * NULL or returned a number out of range.
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
/* What a ruleset (NULL: chess) calls a type of piece: "knight", in Combat Chess 2 "dragon"; "piece"
   if it has no such piece. */
XPGN_API const char *xpgn_piece_name(const xpgn_ruleset *rs, unsigned type);
/* Appends a piece and its square, "wounded knight c3"; with `p` NULL the piece only. */
XPGN_API void xpgn_piece_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                               xpgn_piece piece, xpgn_square square);
/* The name of a column (from 0), NULL past the last. */
XPGN_API const char *xpgn_ruleset_attribute(const xpgn_ruleset *rs, size_t column);
/* The row of a piece type; false if it has no attributes. */
XPGN_API bool xpgn_ruleset_attributes(const xpgn_ruleset *rs, unsigned type, xpgn_attributes *out);

/* ---- XFEN ------------------------------------------------------------------------------------ */

/*
 * Reads a position (FEN or XFEN, format section 5) for a ruleset. XPGN_INVALID: it is not a
 * position of that game; *fault (may be NULL) has the first fault in the text, ending with its code
 * in brackets: "7 ranks, expected 8 [P-02]".
 */
XPGN_API xpgn_status xpgn_position_read(const xpgn_ruleset *rs, xpgn_slice text, xpgn_position *out,
                                        xpgn_fault *fault);
/* Appends the canonical XFEN; nothing for a position on another board. */
XPGN_API void xpgn_position_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p);
/*
 * Lists the pieces off the board that may return, in the order of the XFEN, and sets *castle to the
 * castle that holds them. Prisoners are in groups 0 to 3, one for each castle; removed pieces are
 * in group 0, with *castle XPGN_NO_SQUARE. Returns how many there are; only the first `size` are
 * written to `list`.
 */
XPGN_API size_t xpgn_position_held(const xpgn_ruleset *rs, const xpgn_position *p, unsigned group,
                                   xpgn_square *castle, xpgn_piece *list, size_t size);
/* True if a plain FEN expresses the position, so that the tag is FEN and not XFEN. */
XPGN_API bool xpgn_position_is_plain(const xpgn_ruleset *rs, const xpgn_position *p);
/*
 * A key that is equal for two positions of a game if they are the same by the Laws of Chess: the
 * same pieces on the same squares (and off the board, if they may return), the same side to move,
 * castling rights and legal en passant captures. Different positions have the same key with a
 * chance of 1 in 2^64. 0 for a position on another board.
 */
XPGN_API uint64_t xpgn_position_key(const xpgn_ruleset *rs, const xpgn_position *p);
/* Writes the name of a square, "a1" to "l12", or "-" for XPGN_NO_SQUARE and any other square off
   the board. */
XPGN_API void xpgn_square_name(const xpgn_position *p, xpgn_square sq, char text[4]);
/* The XFEN letter of a piece on a board with two seats ('N' White, 'n' Black); ' ' or '?' if it is
   not a piece. */
XPGN_API char xpgn_piece_letter(xpgn_piece piece);
/* "white", "red", "black" or "green"; "nobody" if the game has no such seat. */
XPGN_API const char *xpgn_seat_name(const xpgn_position *p, unsigned seat);
/* The tag with the player's name in a game of two or four seats: "White", "Red", "Black" or
   "Green"; "Nobody" if there is no such seat. */
XPGN_API const char *xpgn_seat_tag(unsigned seats, unsigned seat);
/* The dots after a move number: "." or "..." with two seats, "." to "...." with four; "" if there
   is no such seat. */
XPGN_API const char *xpgn_turn_dots(unsigned seats, unsigned seat);
/* Appends the number of a turn with its dots, "12...". */
XPGN_API void xpgn_turn_write(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat);

/* ---- streams of games ------------------------------------------------------------------------ */

typedef struct xpgn_stream xpgn_stream;

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
} xpgn_game;

/*
 * Opens a stream over files (count 0, or "-": standard input). gzip, bzip2, xz and zstd are
 * detected by content. `max_game` limits the bytes of one game (0: the default, 64 MiB). Names are
 * copied.
 */
XPGN_API xpgn_status xpgn_stream_open(xpgn_stream **out, const char *const *files, size_t count,
                                      size_t max_game);
/*
 * Lets the stream decompress ahead in its own threads: up to `threads` if a file has frames that
 * can be decompressed in parallel (zstd files of several frames, seekable gzip files of several
 * members, xz files whose blocks state their sizes), else one. Call it before the first game; later
 * it does nothing. By default a stream has no threads.
 */
XPGN_API void xpgn_stream_ahead(xpgn_stream *s, unsigned threads);
/*
 * Limits the stream to the games whose first byte lies in [from, to) of the uncompressed,
 * concatenated files. Numbers, lines and columns are those of the whole stream. Call it before the
 * first game; later it does nothing.
 */
XPGN_API void xpgn_stream_range(xpgn_stream *s, uint64_t from, uint64_t to);
/*
 * Moves the stream to a game whose place is known from an earlier reading: its file_index, number,
 * line, column, offset, frame and `before`; set `latin1` if an earlier game of its file had it set.
 * XPGN_IO: it cannot be read from there. XPGN_INVALID: the stream has a decoder, or there is no
 * such file or game.
 */
XPGN_API xpgn_status xpgn_stream_start(xpgn_stream *s, const xpgn_game *place);
/*
 * Reads the next game. XPGN_END: there are no more. XPGN_IO: a file could not be read;
 * xpgn_stream_error says why, game->file and file_index say which, and the next call continues with
 * the next file.
 */
XPGN_API xpgn_status xpgn_stream_next(xpgn_stream *s, xpgn_game *game);
XPGN_API const char *xpgn_stream_error(const xpgn_stream *s);
/*
 * For threads that share the reading of one file: opens another stream on the file that `of` has
 * open, which is not changed and must stay open. XPGN_INVALID: `of` has a decoder, or the file is
 * compressed or not a regular file with a name.
 */
XPGN_API xpgn_status xpgn_stream_share(xpgn_stream **out, const xpgn_stream *of);
/* A part of a file: the games whose first byte lies in it, valid until the stream is used again,
   and the place of the game after them. */
typedef struct xpgn_cut {
    const xpgn_game *game;
    size_t count;
    xpgn_game next;
} xpgn_cut;
/*
 * Reads the games of a shared stream from `place`, as for xpgn_stream_start, up to but not
 * including byte `to` of the file. False if the end of the last game cannot be determined (the part
 * or a game in it exceeds a megabyte, or the file ends), the file cannot be read or memory runs
 * out; the first stream must then go on from that place.
 */
XPGN_API bool xpgn_stream_cut(xpgn_stream *s, const xpgn_game *place, uint64_t to, xpgn_cut *part);
/* Prepares the next xpgn_stream_cut up to `to` before its place is known, with the games that seem
   to begin at or after byte `from`. If the place turns out to be another, the work is discarded. */
XPGN_API void xpgn_stream_guess(xpgn_stream *s, uint64_t from, uint64_t to);
/* Uncompressed bytes read from the files so far. */
XPGN_API uint64_t xpgn_stream_bytes(const xpgn_stream *s);
/* Bytes read from the files so far, as stored on disk, and the size of all files (0 if unknown). */
XPGN_API void xpgn_stream_progress(const xpgn_stream *s, uint64_t *done, uint64_t *total);
XPGN_API void xpgn_stream_close(xpgn_stream *s);

/* The line and column (in characters, from 1) of a byte of a game; *line_text, if not NULL, is set
   to the source line without its end. Takes time proportional to the offset. */
XPGN_API void xpgn_game_locate(const xpgn_game *game, uint32_t offset, uint64_t *line,
                               uint64_t *column, xpgn_slice *line_text);

/* The same for many places of one game: the game is scanned once, then each place takes constant
   time. The bytes of the game must stay valid. */
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
 * Converts a date as people write it to the form of a tag, "2026.11.21". It reads that form itself
 * ("2026.??.??" too), 2026-11-21, 21.11.2026, and with slashes either order of day and month if
 * only one is possible (11/22/2026, 22/11/2026). False if it is not a date, or is ambiguous.
 */
XPGN_API bool xpgn_date_read(xpgn_slice text, char date[XPGN_DATE]);

/* A cursor over the tokens of one game; unrecognized text is skipped without a finding. */
typedef struct xpgn_reader xpgn_reader;

XPGN_API xpgn_status xpgn_reader_new(xpgn_reader **out);
XPGN_API void xpgn_reader_free(xpgn_reader *reader);
/* Starts at the first byte of `text`, which must stay valid. */
XPGN_API void xpgn_reader_begin(xpgn_reader *reader, xpgn_slice text);
/* Reads the next token; false if there is none. */
XPGN_API bool xpgn_reader_next(xpgn_reader *reader, xpgn_token *token);
/* Sets value[i] to the value of the first tag called name[i] in `text`, as recorded; data NULL if
   it is missing. Ends the text that the reader had begun. */
XPGN_API void xpgn_reader_tags(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name,
                               size_t count, xpgn_slice *value);
/* Appends the value of a tag, as recorded, without its escapes. */
XPGN_API void xpgn_tag_text(xpgn_buffer *b, xpgn_slice value);
/* The value of a tag as a range, for comparison: the days that a date may mean, as numbers
   YYYYMMDD; or a number in millionths, with low == high. */
typedef struct xpgn_span {
    int64_t low, high;
} xpgn_span;
/* Reads a number (2700, -3, 1.5) at the beginning of a value, such as 180 in 180+5; with `whole` it
   must be the whole value. */
XPGN_API bool xpgn_value_number(xpgn_slice text, bool whole, xpgn_span *out);
/* Reads 2020, 2020.05, 2020.05.17 or 2020.??.??, also with - or /. */
XPGN_API bool xpgn_value_date(xpgn_slice text, xpgn_span *out);
/* True if the value is empty, ? or -, PGN's signs for "unknown". */
XPGN_API bool xpgn_value_is_unknown(xpgn_slice text);
/* True if a tag with this name has a date as its value. */
XPGN_API bool xpgn_tag_is_date(xpgn_slice name);
/* Reads a result ("1-0", "0-1-0-0") as scores in twelfths, all 0 for "*" and "0-0". False if it is
   not a result of a game with that many seats (2 or 4). */
XPGN_API bool xpgn_result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]);
/* Appends scores in twelfths as a result: "1-0", "1/3-0-1/3-1/3"; "0-0" if all are 0. */
XPGN_API void xpgn_score_write(xpgn_buffer *b, unsigned seats, const uint8_t score[XPGN_MAX_SEATS]);

/* ---- sealed dice ----------------------------------------------------------------------------- */

/*
 * Dice that nobody can choose or predict, bound to the game in which they are thrown
 * (xpgn-dice(1)). Each party has a chain of links: the last link, N, is the hash of a secret, and
 * each other link is the hash of the next. Before the game the parties publish link 0 of their
 * chains and their public keys, in the tags DiceCommit and DiceKey. For roll k each party reveals
 * its link k and signs the record so far with the announced action; the dice follow from these and
 * the links of all parties.
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
    XPGN_CHAIN = 4096,     /* the usual number of the last link, N */
    XPGN_MAX_ROLLS = 65536 /* no chain is longer, and no more rolls of a game are checked */
};

/* A link of each party. */
typedef struct xpgn_links {
    uint8_t parties; /* bit per xpgn_party that has one */
    xpgn_link link[XPGN_PARTIES];
} xpgn_links;

/* An Ed25519 signature (RFC 8032). */
typedef struct xpgn_signature {
    uint8_t byte[64];
} xpgn_signature;

/* Signatures of some of the parties. */
typedef struct xpgn_signatures {
    uint8_t parties;
    xpgn_signature by[XPGN_PARTIES];
} xpgn_signatures;

/* Computes hashes and signatures; immutable, so threads may share it. */
typedef struct xpgn_sealer xpgn_sealer;
/* XPGN_NOT_FOUND: libsodium is not installed. XPGN_NO_MEMORY: memory ran out before that was
   known. */
XPGN_API xpgn_status xpgn_sealer_new(xpgn_sealer **out);
XPGN_API void xpgn_sealer_free(xpgn_sealer *sealer);

/* Makes the secret of a chain. XPGN_IO: the system has no random bytes. */
XPGN_API xpgn_status xpgn_link_random(const xpgn_sealer *sealer, xpgn_link *out);
/* Sets *last to the last link of the chain with this secret. */
XPGN_API void xpgn_chain_last(const xpgn_sealer *sealer, const xpgn_link *secret, xpgn_link *last);
/* Sets *key to the public key that belongs to this secret. */
XPGN_API void xpgn_chain_key(const xpgn_sealer *sealer, const xpgn_link *secret, xpgn_link *key);
/* Replaces a link by the one `steps` before it in its chain. */
XPGN_API void xpgn_link_back(const xpgn_sealer *sealer, xpgn_link *link, uint32_t steps);
XPGN_API bool xpgn_link_equal(const xpgn_link *a, const xpgn_link *b);
/* Overwrites secret bytes, such as links that are not yet due, in a way that compilers do not
   optimize away. */
XPGN_API void xpgn_wipe(const xpgn_sealer *sealer, void *bytes, size_t size);
/* Reads 64 hexadecimal digits in lower case; false for anything else. */
XPGN_API bool xpgn_link_read(xpgn_slice text, xpgn_link *out);
XPGN_API void xpgn_link_write(xpgn_buffer *b, const xpgn_link *link);
/* Sets *digest to the SHA-256 (FIPS 180-4) of `bytes`. */
XPGN_API void xpgn_sha256(const xpgn_sealer *sealer, xpgn_slice bytes, xpgn_link *digest);
/* The same for a signature: 86 characters of base64 (RFC 4648) without padding. */
XPGN_API bool xpgn_signature_read(xpgn_slice text, xpgn_signature *out);
XPGN_API void xpgn_signature_write(xpgn_buffer *b, const xpgn_signature *signature);

/* "white", "red", "black", "green" or "arbiter"; NULL if there is no such party. Static. */
XPGN_API const char *xpgn_party_name(unsigned party);
/* The party with that name; XPGN_PARTIES if there is none. */
XPGN_API unsigned xpgn_party_find(xpgn_slice name);
/* The party of a seat in a game with 2 or 4 seats; both arguments must be valid. */
XPGN_API unsigned xpgn_party_of(unsigned seats, unsigned seat);
/*
 * Reads the value of DiceCommit or DiceKey, "white:HEX black:HEX", for a game with 2 or 4 seats.
 * XPGN_INVALID: it is malformed, a seat has no link, two links are equal, or a party has no seat in
 * the game; *fault says which.
 */
XPGN_API xpgn_status xpgn_links_read(xpgn_slice text, unsigned seats, xpgn_links *out,
                                     xpgn_fault *fault);
XPGN_API void xpgn_links_write(xpgn_buffer *b, const xpgn_links *links);
/* Reads the value of DiceOpen, the number of rolls and the links of the last one. */
XPGN_API xpgn_status xpgn_opening_read(xpgn_slice text, unsigned seats, uint32_t *number,
                                       xpgn_links *out, xpgn_fault *fault);
/* Reads the value of DiceLast or DiceSign, "white:SIG black:SIG". `parties` has a bit for each
   party that may sign; each may appear at most once, in order. */
XPGN_API xpgn_status xpgn_signatures_read(xpgn_slice text, unsigned parties, xpgn_signatures *out,
                                          xpgn_fault *fault);
XPGN_API void xpgn_signatures_write(xpgn_buffer *b, const xpgn_signatures *signatures);

/* The messages that the parties of a game exchange, one line each (xpgn-dice(1)). */
typedef enum xpgn_message_kind {
    XPGN_MESSAGE_ANNOUNCE, /* an action, with this party's link and signature for its dice */
    XPGN_MESSAGE_ANSWER,   /* another party's link and signature for that roll */
    XPGN_MESSAGE_SIGN,     /* a signature of the end of the game */
    XPGN_MESSAGE_END       /* the last link of the chain */
} xpgn_message_kind;

typedef struct xpgn_message {
    xpgn_message_kind kind;
    uint32_t number; /* of the roll; not used by SIGN and END */
    unsigned party;
    xpgn_link link;      /* not used by SIGN */
    xpgn_signature sign; /* not used by END */
    xpgn_slice text;     /* the announced action, "12... exd5", or the result that is signed */
} xpgn_message;

/* Reads a message; its slices point into `line`. XPGN_INVALID: fault->text says what is wrong. */
XPGN_API xpgn_status xpgn_message_read(xpgn_slice line, xpgn_message *out, xpgn_fault *fault);
/* Appends a message without a line end; nothing if its kind or party is out of range. */
XPGN_API void xpgn_message_write(xpgn_buffer *b, const xpgn_message *message);

/*
 * The transcript of a game (xpgn-dice(1)), kept as the state of the hash over its lines. A walk
 * makes it (xpgn_walk_sealed). It may be copied; treat the member as private.
 */
typedef struct xpgn_transcript {
    uint64_t state[16];
} xpgn_transcript;
XPGN_API void xpgn_transcript_begin(const xpgn_sealer *sealer, xpgn_transcript *t);
/* Adds a line, which is passed without its line end. */
XPGN_API void xpgn_transcript_line(const xpgn_sealer *sealer, xpgn_transcript *t, xpgn_slice line);
/* Sets *digest to the digest of all lines so far; more may be added afterwards. */
XPGN_API void xpgn_transcript_digest(const xpgn_sealer *sealer, const xpgn_transcript *t,
                                     xpgn_link *digest);

typedef enum xpgn_sign_what { XPGN_SIGN_ANNOUNCE, XPGN_SIGN_ANSWER, XPGN_SIGN_END } xpgn_sign_what;

/* What is signed. */
typedef struct xpgn_signing {
    xpgn_sign_what what;
    uint32_t number;  /* of the roll, from 1; not used by XPGN_SIGN_END */
    xpgn_link digest; /* of the transcript up to and with the line that announces the roll, or the
                         result */
    xpgn_link link;   /* the link revealed with it; not used by XPGN_SIGN_END */
} xpgn_signing;
/* Signs with the private key derived from the secret. If `what->what` is out of range, *out is not
   a valid signature. */
XPGN_API void xpgn_sign(const xpgn_sealer *sealer, const xpgn_link *secret,
                        const xpgn_signing *what, xpgn_signature *out);
/* True if `by` is a valid signature of *what under this public key. */
XPGN_API bool xpgn_is_signed(const xpgn_sealer *sealer, const xpgn_link *key,
                             const xpgn_signing *what, const xpgn_signature *by);

/* The part of an action's notation that is announced before its dice fall: without promotion, check
   or mate sign; for a teleport, K@. It points into `action`. */
XPGN_API xpgn_slice xpgn_announced(xpgn_slice action);
/* Appends the transcript line for an action that was played, "12... exd5 <5+0=7w:1+1=5x>", without
   its turn roll. `p` is any position of the game. */
XPGN_API void xpgn_transcript_action(xpgn_buffer *b, const xpgn_position *p, uint32_t number,
                                     unsigned seat, const xpgn_facts *facts);

/* Generates the dice of one roll; treat the members as private. */
typedef struct xpgn_sealed_roll {
    xpgn_links links;
    xpgn_link announced;
    uint32_t number, block;
    uint8_t byte[32];
    uint8_t at;
} xpgn_sealed_roll;
/* Starts roll `number` (from 1) with the links of all parties; `announced` is the digest of the
   transcript up to and with the line that announces it. */
XPGN_API void xpgn_sealed_begin(xpgn_sealed_roll *roll, const xpgn_links *links, uint32_t number,
                                const xpgn_link *announced);
/* The next die, from 1 to `faces`; 0 if `faces` is not from 1 to 256. */
XPGN_API unsigned xpgn_sealed_die(const xpgn_sealer *sealer, xpgn_sealed_roll *roll,
                                  unsigned faces);

/* ---- walking a game: the one referee behind every tool --------------------------------------- */

typedef struct xpgn_walk xpgn_walk;

/* The search for the most probable mistake behind an error, for xpgn_walk_options.repair. A program
   that does not name it does not contain it. */
typedef struct xpgn_search xpgn_search;
XPGN_API extern const xpgn_search xpgn_repair;

typedef struct xpgn_walk_options {
    size_t size;          /* XPGN_WALK_OPTIONS */
    bool skip_variations; /* variations are read but not played */
    bool lint;            /* also report findings of level XPGN_LINT */
    bool verdict_only;    /* return no steps but XPGN_STEP_RESULT, which is much faster */
    bool want_san;       /* for writers: a game of chess without findings that is read as a whole is
                            returned as START and RESULT only; RESULT has its moves, comments, NAGs and
                            variations */
    uint32_t max_errors; /* errors kept per game; other findings are kept until there are as many in
                            all; 0: the default, 100 */
    const char *require; /* names of tags, separated by commas, that every game must have with a
                            known value; NULL: none. The string must stay valid */
    /* &xpgn_repair: look for the most probable mistake that led to an error, and go on as if it
       were corrected, so that one slip gives one finding; NULL: do not look */
    const xpgn_search *repair;
    bool repair_near; /* with `repair`: look only at the action with the error and its roll,
                         which is many times faster; such fixes are not `tried` */
    bool whole;       /* a game of chess without findings may be returned as RESULT only, with
                         `whole` set, unless bare_steps is set */
    /* With `whole`, if not NULL: called with each position of the main line, from the start
       position on, while a game is read as a whole, until it returns false. Discard them if the
       game is then returned step by step. */
    bool (*visit)(void *data, const xpgn_position *p);
    void *visit_data;
    /* If not NULL: called with every commitment to sealed dice. Returns the number of an earlier
       game with the same one, which gives a warning, or 0. */
    uint64_t (*committed)(void *data, const xpgn_link *commitment);
    void *committed_data;
    bool keep_line;  /* keep the actions of the main line, for xpgn_walk_digest; needs libsodium;
                        not with `repair` or `want_san` */
    bool no_texts;   /* findings have no texts (`text` and `turn` are ""), hints or fixes, which is
                        faster; not with `repair` */
    bool dice_steps; /* with `verdict_only`: games of rulesets with dice or combats are still
                        returned with all their steps, as xpgn_tally_step needs them */
    bool grows;      /* remember the start of the last turn, for xpgn_walk_resume; not with lint,
                        verdict_only, want_san, repair, whole or keep_line */
    bool readings;   /* words that are not exact notation are read as the one legal action that they
                        can mean (xpgn-notations(7)); for xpgn_import */
    bool bare_steps; /* with `whole`: such a game is returned with all its steps, which have
                        positions and facts (with + or # as their only notation), but no texts,
                        places or remarks. With `dice_steps`: a game with dice that is read as a
                        whole is returned as START, the actions with dice, and RESULT; these actions
                        have no positions, and their facts no notation, lists of supporters or
                        outcome */
    /* With `whole` and `bare_steps`, if not NULL: queries about actions, ending with NULL. Actions
       that can match none of them, and their turns, may be left out. Only xpgn_walk_new looks at
       the queries. */
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
    XPGN_STEP_TURN,          /* the end of a turn; `position` is the position between turns */
    XPGN_STEP_COMMENT,       /* comments or NAGs that follow no action, in `remarks` */
    XPGN_STEP_VARIATION,     /* `(`, with the position that it starts from */
    XPGN_STEP_VARIATION_END, /* ) */
    XPGN_STEP_RESULT         /* the termination marker, in `text`; the last step of a game */
} xpgn_step_kind;

/* A comment or NAG, in recorded order. */
typedef struct xpgn_remark {
    uint16_t nag;    /* 0: a comment */
    bool line;       /* a `;` comment */
    xpgn_slice text; /* comment: its contents */
} xpgn_remark;

/* A move of chess in canonical SAN, with its + or #; not NUL-terminated. A larger `size` marks
   comments, NAGs and variations between the moves, for xpgn_writer_step. */
typedef struct xpgn_san {
    char text[7];
    uint8_t size;
} xpgn_san;

typedef struct xpgn_step {
    xpgn_step_kind kind;
    uint32_t ply;    /* the turn, from 1; 0 at the start */
    uint32_t depth;  /* depth of variations; 0: the main line */
    bool first;      /* ACTION: the first of its turn */
    bool reading;    /* ACTION, with the option readings: not exact notation, read as the only legal
                        action it can mean */
    uint8_t seat;    /* ACTION, TURN: the seat whose turn it is or was */
    uint32_t number; /* ACTION, TURN: the move number */
    /* ACTION: the position before it. VARIATION_END: the position at the end of the variation; NULL
       if it could not be played completely. */
    const xpgn_position *before;
    /* The position after the step, with the next seat to move if the turn ended. NULL for the
       RESULT of a main line that could not be played completely, and for all steps of a game
       without a start position. */
    const xpgn_position *position;
    const xpgn_facts *facts;    /* ACTION */
    xpgn_slice text;            /* the token as recorded; COMMENT: the contents */
    xpgn_place place;           /* of the token */
    const xpgn_remark *remarks; /* ACTION, COMMENT, VARIATION_END: those that follow it */
    size_t remark_count;
    const xpgn_san *moves; /* RESULT, with want_san: `move_count` moves and what is between
                              them, in order; NULL: they came as steps */
    bool whole;            /* RESULT: the game was read as a whole, and nothing was found */
    uint32_t move_count;
} xpgn_step;

/* `options` may be NULL. XPGN_INVALID: they are not valid. XPGN_NOT_FOUND: `keep_line` needs
   libsodium, which is not installed. The catalog must outlive the walk. */
XPGN_API xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_catalog *catalog,
                                   const xpgn_walk_options *options);
XPGN_API void xpgn_walk_free(xpgn_walk *walk);
/* Starts a game. It and its text must stay valid until the next start. */
XPGN_API xpgn_status xpgn_walk_begin(xpgn_walk *walk, const xpgn_game *game);
/*
 * Starts a game that has grown, instead of xpgn_walk_begin: `before` walked it to its end when it
 * was shorter and found no error. `from` is the offset of the first action of what was the last
 * turn of the main line, after its number: xpgn_writer_turn returns it. The text between the tags
 * and that place is not read again and may be left out. The first step is that action: the turn is
 * played once more, then what is new. Findings about text that is not read are not repeated. Both
 * walks must have the option `grows` and the same catalog; the shorter text is no longer needed.
 * XPGN_NOT_FOUND: there is no such turn, dice are sealed, or the tags have an error or name other
 * rules; use xpgn_walk_begin then.
 */
XPGN_API xpgn_status xpgn_walk_resume(xpgn_walk *walk, const xpgn_walk *before,
                                      const xpgn_game *game, size_t from);
/*
 * Returns the next step, valid until the next call. XPGN_END: the game is finished and its findings
 * are complete. After an action that cannot be played, the rest of its line is read but gives no
 * steps; XPGN_STEP_RESULT is still returned. XPGN_INVALID: no game has begun. XPGN_NO_MEMORY: the
 * walk may only be freed.
 */
XPGN_API xpgn_status xpgn_walk_next(xpgn_walk *walk, const xpgn_step **step);
/* The findings about this game so far, in the order they were made. Before the first game this and
   the following functions return nothing. */
XPGN_API const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count);
/* The ruleset of the game, from XPGN_STEP_START on; NULL if its tags name an unknown one. */
XPGN_API const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk);
XPGN_API const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count);
/* The value of the first tag with that name; {NULL, 0} if there is none. */
XPGN_API xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name);
enum { XPGN_DIGEST_SIZE = 16 };
/*
 * The digest of the main line, after the last step, with the option keep_line. It is equal if
 * ruleset, options, start position, actions and dice are equal (xpgn-list(1) defines it).
 * XPGN_NOT_FOUND: the main line could not be played to its end, or has no actions.
 */
XPGN_API xpgn_status xpgn_walk_digest(xpgn_walk *walk, uint8_t digest[XPGN_DIGEST_SIZE]);
/* The digest of ruleset, options and start position alone. XPGN_NOT_FOUND: there is no start
   position. */
XPGN_API xpgn_status xpgn_walk_start_digest(xpgn_walk *walk, uint8_t digest[XPGN_DIGEST_SIZE]);
/*
 * Appends the bytes that xpgn_walk_digest hashes: they are equal if the games played are. If a game
 * continues another with the same start, its bytes begin with those of the other. Fails as
 * xpgn_walk_digest does.
 */
XPGN_API xpgn_status xpgn_walk_line(xpgn_buffer *b, xpgn_walk *walk);
/* What a record says about its sealed dice, and how much of it was verified. */
typedef struct xpgn_sealed_game {
    xpgn_links commit, keys;
    xpgn_links open;            /* the links of the last roll; no parties: there is no tag
                                   DiceOpen */
    xpgn_link game;             /* the digest of the header of the transcript, which identifies the
                                   game */
    xpgn_transcript transcript; /* the transcript without the result */
    xpgn_slice text;            /* its lines */
    xpgn_slice announced;       /* announced at the end and not yet answered; size 0: nothing */
    uint32_t rolls;             /* rolls in the record, with annulled ones */
    uint32_t fitting;  /* how many of them, from the first on, have the dice that the links give */
    uint8_t last, end; /* bit per party with a valid signature of the last roll, of the end */
} xpgn_sealed_game;
/* Call it after the last step; slices stay valid as long as the findings. XPGN_NOT_FOUND: the game
   has no sealed dice, or no transcript can be made of the record. */
XPGN_API xpgn_status xpgn_walk_sealed(const xpgn_walk *walk, xpgn_sealed_game *out);
/* A roll of the main line of a game with sealed dice. */
typedef struct xpgn_sealed_entry {
    xpgn_slice announced;   /* what it was thrown for: "12... exd5", "12. roll", "first" */
    xpgn_slice dice;        /* "5:1": the dice only, without totals or fates */
    xpgn_transcript before; /* the transcript before the announcement */
    xpgn_link digest;       /* of the transcript with the announcement */
    xpgn_links links;       /* the links of this roll; no parties: they are not known */
    uint8_t party;          /* the party that announced it */
    bool annulled;
} xpgn_sealed_entry;
/* Roll `number`, from 1; call it after the last step. False if there is none, or where
   xpgn_walk_sealed returns XPGN_NOT_FOUND. */
XPGN_API bool xpgn_walk_sealed_roll(const xpgn_walk *walk, uint32_t number, xpgn_sealed_entry *out);
/* How the main line ended by the rules. `over` is false if it did not, or, with verdict_only, if it
   could not be played completely. */
XPGN_API xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk);

/* ---- facts: what can be asked of a record ---------------------------------------------------- */

/*
 * Every fact that tools print, count, select by or query has one name and one meaning, given by its
 * row in the table of facts (xpgn_fact(3)).
 *
 *     xpgn_fact_find((xpgn_slice){"margin", 6}, XPGN_ANY_SCOPE, &ask, &fault);
 *     xpgn_subject s = {XPGN_SUBJECT, .rs = xpgn_walk_ruleset(walk), .facts = step->facts};
 *     if (xpgn_fact_get(&s, &ask, 0, 0, &value))
 *         ...
 */

/* What a fact belongs to, which also decides its cost: scopes from TURN on need a walk with its
   steps. */
typedef enum xpgn_scope {
    XPGN_SCOPE_RECORD,    /* the text of a game */
    XPGN_SCOPE_START,     /* its tags */
    XPGN_SCOPE_GAME,      /* a walk that has ended */
    XPGN_SCOPE_LINE,      /* a walk with keep_line that has ended */
    XPGN_SCOPE_TURN,      /* a position */
    XPGN_SCOPE_ACTION,    /* the action before it */
    XPGN_SCOPE_COMBAT,    /* the combat of that action */
    XPGN_SCOPE_SIDE,      /* attacker and defender, also of an action without a combat */
    XPGN_SCOPE_COMBATANT, /* attacker and defender of a combat */
    XPGN_SCOPE_EXCHANGE,  /* one exchange of the roll of an action */
    XPGN_SCOPE_THROW,     /* both sides of it */
    XPGN_SCOPE_PLACE,     /* a place in a record; this and the following belong to analyses of
                             records */
    XPGN_SCOPE_FINDING,
    XPGN_SCOPE_FIX,        /* a correction of it */
    XPGN_SCOPE_DIFFERENCE, /* a difference between score sheets */
    XPGN_SCOPE_READING,    /* what one sheet has at a difference */
    XPGN_SCOPE_ODDS,       /* the odds of a combat */
    XPGN_SCOPE_OUTCOME,    /* one outcome of a combat, as in the facts */
    XPGN_SCOPE_ATTEMPT,    /* the die of a teleport or an escape */
    XPGN_SCOPE_STANDING    /* a player's standing in an event */
} xpgn_scope;

/* Sets of scopes, a bit for each. */
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
    const char *name;         /* "margin"; if `sided`, attacker_NAME and defender_NAME are names
                                 too */
    const char *about;        /* one line */
    const char *const *words; /* for WORD: the words, ending with NULL; else NULL */
    uint8_t scope;            /* xpgn_scope */
    uint8_t type;             /* xpgn_fact_type */
    bool list;                /* it may have several values; else one or none */
    bool sided;               /* attacker and defender each have it */
} xpgn_fact;

/* A fact that is asked for: its index, and the sides (bit 0 the attacker, bit 1 the defender; bit 0
   only for a fact without sides). */
typedef struct xpgn_ask {
    uint16_t fact;
    uint8_t sides;
} xpgn_ask;

/* What facts are asked about. Leave members that are not known 0; facts that depend on them then
   have no value. */
typedef struct xpgn_subject {
    size_t size;                   /* XPGN_SUBJECT */
    const xpgn_game *game;         /* RECORD */
    const xpgn_ruleset *rs;        /* START and all later ones */
    xpgn_walk *ended;              /* GAME and LINE: a walk at its end */
    xpgn_slice result;             /* GAME: the text of XPGN_STEP_RESULT */
    uint32_t turns;                /* GAME: the number of turns that could be played */
    const xpgn_position *position; /* TURN: as in xpgn_step, as are ply, number and seat */
    uint32_t ply, number;
    uint8_t seat;
    bool unplayable;            /* TURN: the game breaks off here */
    const xpgn_finding *broken; /* TURN: the finding that explains it; NULL: not known */
    const xpgn_facts *facts;    /* ACTION; also COMBAT and later scopes if there was a combat */
    xpgn_buffer *text;          /* scratch space for texts that are composed, cleared by each call;
                                   NULL: these facts have no value */
    unsigned exchange;          /* EXCHANGE, THROW: which exchange of the roll in `facts`, from 1 */
    const xpgn_place *place;    /* PLACE: in the text of `game` */
    const xpgn_locator *places; /* finds its line; NULL: the game is scanned up to there */
    const xpgn_finding *finding;
    const xpgn_fix *fix;
    const struct xpgn_difference *difference;
    const struct xpgn_reading *reading;
    const struct xpgn_odds *odds; /* ODDS; OUTCOME: the one with the fates in `facts` */
    const struct xpgn_standing *standing;
    const xpgn_slice *played; /* GAME: the actions of the main line, `actions` of them; NULL: not
                                 known */
    size_t actions;
    const struct xpgn_attempt *attempt;
    xpgn_slice clock, evaluation; /* ACTION: the values of its [%clk] and [%eval]; size 0: none */
} xpgn_subject;
#define XPGN_SUBJECT .size = sizeof(xpgn_subject)

typedef struct xpgn_value {
    int64_t number;
    xpgn_slice text; /* valid until the next call */
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives; /* the support, if it is a supporter */
} xpgn_value;

/*
 * Sets the members that a step provides: rs, position, ply, number, seat and facts; for
 * XPGN_STEP_RESULT also `result` and `turns`. `rs` is the ruleset of the walk.
 */
XPGN_API void xpgn_subject_step(xpgn_subject *s, const xpgn_ruleset *rs, const xpgn_step *step);

/* The facts in the order of the table (`index` from 0), NULL past the last. */
XPGN_API const xpgn_fact *xpgn_fact_at(size_t index);
/*
 * Finds a fact by its name among those of the given scopes: "support" for both sides,
 * "attacker_support" for one. XPGN_NOT_FOUND: there is no such fact;
 * XPGN_INVALID: it belongs to another scope. fault->text (fault may be NULL) suggests the nearest
 * name or says what the fact belongs to; fault->place is the part of the name at fault.
 */
XPGN_API xpgn_status xpgn_fact_find(xpgn_slice name, uint32_t scopes, xpgn_ask *out,
                                    xpgn_fault *fault);
/* Gets value `i` (from 0) of a fact for a side (0 attacker, 1 defender). False if there is no such
   value. */
XPGN_API bool xpgn_fact_get(const xpgn_subject *s, const xpgn_ask *ask, unsigned side, unsigned i,
                            xpgn_value *value);
/* Appends the value of a fact as text: nothing if it has none, lists separated by commas, both
   sides as attacker:defender. */
XPGN_API void xpgn_fact_write(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask);
/* The same as a cell of a table. */
XPGN_API void xpgn_fact_cell(xpgn_row *row, const xpgn_subject *s, const xpgn_ask *ask);
/* The same as JSON: null if it has no value, lists as arrays, both sides as an object. */
XPGN_API void xpgn_fact_json(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask);

/* Appends a number the way facts of that type are printed, such as MILLIONTHS as a decimal. */
XPGN_API void xpgn_fact_number(xpgn_buffer *b, xpgn_fact_type type, int64_t number);
/* Appends the mean of `count` values of NUMBER or MILLIONTHS, which add up to `sum`, as a decimal;
   nothing if `count` is 0. */
XPGN_API void xpgn_fact_mean(xpgn_buffer *b, xpgn_fact_type type, int64_t sum, uint64_t count);
/* True if a tag with this name has a number as its value ("WhiteElo", "PlyCount"). */
XPGN_API bool xpgn_tag_is_number(xpgn_slice name);

/* ---- searching: positions and actions -------------------------------------------------------- */

/*
 * A pattern of positions: XFEN with wildcards (xpgn-grep(1)). Immutable, so threads may share it.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_pattern xpgn_pattern;
XPGN_API xpgn_status xpgn_pattern_new(xpgn_pattern **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_pattern_free(xpgn_pattern *pattern);
/* False for a position on another board. */
XPGN_API bool xpgn_pattern_matches(const xpgn_pattern *pattern, const xpgn_ruleset *rs,
                                   const xpgn_position *p);

/*
 * A condition on the numbers of pieces on the board (xpgn-grep(1), --material): "B>b P>=p+2".
 * Immutable. XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_material xpgn_material;
XPGN_API xpgn_status xpgn_material_new(xpgn_material **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_material_free(xpgn_material *material);
/* False if the board does not exist in any game. */
XPGN_API bool xpgn_material_matches(const xpgn_material *material, const xpgn_position *p);

/*
 * A pattern for the first actions of a game (xpgn-grep(1), --line): "1. e4 c5 * Nc3". Immutable;
 * how far a game has matched is the caller's, as a set of places in the pattern, a bit for each.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_line xpgn_line;
XPGN_API xpgn_status xpgn_line_new(xpgn_line **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_line_free(xpgn_line *line);
/* The places before the first action. */
XPGN_API uint64_t xpgn_line_begin(const xpgn_line *line);
/* The places after one more action, in canonical notation; 0 if the game does not match. */
XPGN_API uint64_t xpgn_line_next(const xpgn_line *line, uint64_t places, xpgn_slice action);
/* True if the whole pattern has matched. */
XPGN_API bool xpgn_line_done(const xpgn_line *line, uint64_t places);

/*
 * A query about a game, or about one action of it (xpgn-grep(1)): "combat attacker=N support>=2",
 * "WhiteElo > BlackElo + 200 and (ECO=B90,B91 or promotion)". Immutable. XPGN_INVALID: *fault says
 * why.
 */
typedef struct xpgn_query xpgn_query;
XPGN_API xpgn_status xpgn_query_new(xpgn_query **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_query_free(xpgn_query *query);
/* The scopes of the facts in it, a bit for each xpgn_scope. With one of XPGN_ACTION_SCOPES it is a
   query about an action, else about a game. */
XPGN_API uint32_t xpgn_query_scopes(const xpgn_query *query);
/* True if it asks about positions. Then evaluate it also for the start position, with a subject
   without an action. */
XPGN_API bool xpgn_query_wants_positions(const xpgn_query *query);
/* True if it asks how a game begins, and so needs `played` of the subject. */
XPGN_API bool xpgn_query_wants_line(const xpgn_query *query);
/* The names of the tags that it uses, each once. */
XPGN_API const xpgn_slice *xpgn_query_tags(const xpgn_query *query, size_t *count);
/* Evaluates the query. `tag` has the values of xpgn_query_tags, as recorded (data NULL: missing).
   Facts that the subject does not have, and composed texts if it has no buffer, have no value. */
XPGN_API bool xpgn_query_holds(const xpgn_query *query, const xpgn_subject *s,
                               const xpgn_slice *tag);
/* False if the tags and the facts of the scopes in `known`, which the subject must have, already
   rule the query out. */
XPGN_API bool xpgn_query_may_hold(const xpgn_query *query, const xpgn_subject *s,
                                  const xpgn_slice *tag, uint32_t known);
/* Evaluates the query for one step, without facts about the game, tags or composed texts. False for
   steps other than XPGN_STEP_ACTION. */
XPGN_API bool xpgn_query_matches(const xpgn_query *query, const xpgn_ruleset *rs,
                                 const xpgn_step *step);
/* True if it needs the notation of a step; if not, bare_steps are enough. */
XPGN_API bool xpgn_query_wants_words(const xpgn_query *query);
/* True if the query is about the end of a game only, such as "mate". Then XPGN_STEP_RESULT of a
   game that was read as a whole is enough to say whether an action of it matches. */
XPGN_API bool xpgn_query_is_of_end(const xpgn_query *query);
XPGN_API bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                                     const xpgn_step *result);

/* ---- odds: what the dice of a combat may make of it ------------------------------------------ */

/* The value of `all` if there are too many throws to count. */
#define XPGN_ODDS_ROUND UINT64_C(1000000000000000000)

/*
 * The exact distribution of the outcomes of a combat. Outcomes are the fates of both pieces,
 * [attacker's][defender's] (xpgn_fate). Where equal totals are rolled again (CC-6), the rolls are
 * followed to the decision: such ties are not in `all`.
 */
typedef struct xpgn_odds {
    uint64_t all;                          /* equally probable throws of all dice of the combat */
    uint64_t ways[XPGN_FATES][XPGN_FATES]; /* throws with that outcome; they add up to `all` */
    uint64_t ties;                         /* throws with equal totals or equal highest dice */
    uint64_t again;                        /* throws that are rolled again, not in `all` */
    bool exact; /* false: more than 2^63 throws; `all` is XPGN_ODDS_ROUND, `again` is 0, and
                   the others are rounded */
    double chance[XPGN_FATES][XPGN_FATES]; /* the shares of `ways`; they add up to 1 */
    double tie;                            /* the share of `ties` */
    int32_t worth[XPGN_FATES][XPGN_FATES]; /* what the outcome brings the attacker's side, in half
                                              points */
    double expected;                       /* the mean of `worth` */
} xpgn_odds;

/*
 * Sets *out to the odds of a combat before its dice are rolled; what the dice decided in `facts` is
 * ignored. A piece is worth its points in the ruleset, or 1 3 3 5 9 if the ruleset has none; a
 * piece with infinite points (the king) is worth all other pieces of its side at the start
 * together. A wound costs half of that, the removal of a wounded piece the other half. Promotion,
 * rescue and prisoners do not count. A combat without dice has one outcome. False if `facts` has no
 * combat.
 */
XPGN_API bool xpgn_combat_odds(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_odds *out);
/* What these fates bring the attacker's side beyond the expectation, in half points; 0 if either
   does not exist. */
XPGN_API double xpgn_odds_luck(const xpgn_odds *odds, xpgn_fate attacker, xpgn_fate defender);
/* The worth of a piece (see xpgn_combat_odds) in its present state, healthy or wounded, in half
   points; 0 if there is no such piece. */
XPGN_API int xpgn_piece_worth(const xpgn_ruleset *rs, xpgn_piece piece);
/* The probability that the dice remove exactly these pieces. */
XPGN_API double xpgn_odds_chance(const xpgn_odds *odds, bool attacker_removed,
                                 bool defender_removed);

/* The die of a teleport or an escape. */
typedef struct xpgn_attempt {
    uint8_t faces;      /* of the die, equally probable */
    uint8_t succeeding; /* the number of faces with which it succeeds */
    int16_t added;      /* added to the die: leaders on the board; for an escape the bonus of the
                           piece */
    int16_t needed;     /* the total that is needed ... */
    bool exactly;       /* ... exactly; false: or more */
    bool rolled;        /* the facts have the die */
    bool succeeded;
} xpgn_attempt;

/* Sets *out to the odds of the action in `facts`, from `p`, the position before it. False if it is
   not a teleport or an escape that is possible in this position. */
XPGN_API bool xpgn_attempt_odds(const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, xpgn_attempt *out);

/* A combat of two pieces anywhere on the board: [0] the attacker, [1] the defender. */
typedef struct xpgn_matchup {
    size_t size;           /* XPGN_MATCHUP */
    xpgn_action_kind kind; /* XPGN_ATTACK, XPGN_SHOT or XPGN_RUN */
    bool en_passant;
    xpgn_piece piece[2];            /* of seats 0 and 1; may be wounded */
    int16_t support[2];             /* the sum of their support (in five-dice: dice) */
    const xpgn_piece *supporter[2]; /* supporters whose values are added to it; NULL: none */
    size_t supporters[2];           /* their numbers */
} xpgn_matchup;

/*
 * Prepares a combat without a position: sets *facts to what is known before the dice are rolled,
 * for xpgn_combat_odds. XPGN_INVALID: there is no such combat in this game; fault->text says why,
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
 * XPGN_INVALID: there is none, or several; fault->text says why, fault->place is not used.
 */
XPGN_API xpgn_status xpgn_action_read(const xpgn_ruleset *rs, const xpgn_position *p,
                                      xpgn_slice text, xpgn_action *out, xpgn_fault *fault);
/* Checks whether a text could be an action in canonical notation, in some position of some game.
   XPGN_INVALID: it could not; fault->text says why, and what to write instead if that is known. */
XPGN_API xpgn_status xpgn_action_form(xpgn_slice text, xpgn_fault *fault);

/* ---- import: what people write --------------------------------------------------------------- */

/* How words differ from the notation of the format. */
typedef enum xpgn_form {
    XPGN_FORM_LETTERS,   /* piece letters of another language */
    XPGN_FORM_FIGURINES, /* symbols for the pieces */
    XPGN_FORM_SMALL,     /* lower-case piece letters */
    XPGN_FORM_SIGNS,     /* other signs for captures and moves, look-alikes of letters */
    XPGN_FORM_CASTLING,  /* OO */
    XPGN_FORM_MARKS,     /* ch, mate, e.p. */
    XPGN_FORM_NUMBERS,   /* ICCF: 5254 */
    XPGN_FORM_SHORT,     /* read as the only legal action it can mean: QxP, ed, P-K4 */
    XPGN_FORM_ROLLS,     /* rolls: (5:1), 5-1 */
    XPGN_FORM_TURNED,    /* the board seen from the other side */
    XPGN_FORM_CHOICES,   /* alternatives of a reader: Nf6|Nf5 */
    XPGN_FORM_RESULT,    /* results: 1:0, or none */
    XPGN_FORM_MISSING,   /* half-moves left out by convention: {[%missing]} */
    XPGN_FORMS
} xpgn_form;

/* A word as written, and what it becomes in the format. */
typedef struct xpgn_imported {
    xpgn_place place; /* in the game as written */
    const char *text; /* "": the word is part of the one before */
    unsigned forms;   /* bit per xpgn_form */
    bool exact;       /* valid notation of the format, only not in export form */
} xpgn_imported;

/* A reader of games as people write them, for one game at a time. */
typedef struct xpgn_import xpgn_import;

/*
 * `language`: the code of the language in which all games are written ("de"); NULL: it is inferred
 * for each game from all its words. XPGN_NOT_FOUND: there is no such language.
 */
XPGN_API xpgn_status xpgn_import_new(xpgn_import **out, xpgn_catalog *catalog,
                                     const char *language);
XPGN_API void xpgn_import_free(xpgn_import *import);
/* Prefers a language that is known from the file or event: if several languages explain a game,
   this one is taken if it is among them. NULL: no preference; such a game is ambiguous.
   XPGN_NOT_FOUND: there is no such language. */
XPGN_API xpgn_status xpgn_import_prefer(xpgn_import *import, const char *language);
/*
 * Reads a game, which must stay valid. A game without errors is taken as it is. XPGN_OK: it can be
 * read to its end in exactly one way. XPGN_INVALID: it cannot, or different readings are possible
 * (xpgn_import_error says which); what could be read is available nonetheless.
 */
XPGN_API xpgn_status xpgn_import_read(xpgn_import *import, const xpgn_game *game);
/*
 * Lets a walk read games as people write them: if a game has an error in its actions and the import
 * can read it, the walk takes the imported game. One finding (M-18) for each form reports this,
 * with all its words as fixes. Places of findings refer to the game as written, steps and tags to
 * the game as read. With `verdict_only` other games cost nothing extra; without it each is played
 * twice. Findings are complete after the last step. The import must outlive the walk's last game
 * and must not be used otherwise meanwhile; pass NULL to detach it.
 */
XPGN_API void xpgn_walk_import(xpgn_walk *walk, xpgn_import *import);
/* The game in the notation of the format, with everything else as it was; valid until the next
   game. */
XPGN_API xpgn_game xpgn_import_game(const xpgn_import *import);
/* Appends a game that cannot be read to its end, as far as it was understood; the rest becomes a
   comment. False if it is not known how far that is, or memory runs out. */
XPGN_API bool xpgn_import_understood(xpgn_buffer *out, const xpgn_import *import);
/* The words that were changed, in the order of their places. */
XPGN_API const xpgn_imported *xpgn_import_words(const xpgn_import *import, size_t *count);
/* The name of the game's language ("German"); "English" if its notation needs no other. */
XPGN_API const char *xpgn_import_language(const xpgn_import *import);
/* The name of another language that explains the game as well but differently; "" if there is
   none. */
XPGN_API const char *xpgn_import_other(const xpgn_import *import);
/* Why the game could not be read, one clause; "" if it could. */
XPGN_API const char *xpgn_import_error(const xpgn_import *import);

/* A language that people write games in. */
typedef struct xpgn_language {
    char code[8];               /* "de" (ISO 639-1) */
    char name[24];              /* "German" */
    char letter[XPGN_TYPES][8]; /* [xpgn_type]: the letters of the pieces, UTF-8 */
    bool has_words;             /* captions are translated: formats/words.tsv */
} xpgn_language;

/* The languages in order, English first. Both return false if there is no such index or code. */
XPGN_API bool xpgn_language_at(size_t index, xpgn_language *out);
XPGN_API bool xpgn_language_find(const char *code, xpgn_language *out);
/* Appends the canonical notation of an action with the letters of a language: "Nxe8=Q+" as
   "Sxe8=D+"; `language` NULL: as it is. */
XPGN_API void xpgn_action_put(xpgn_buffer *b, xpgn_slice text, const xpgn_language *language);
/* Appends a caption such as "White to move" in that language, or in English if it is not
   translated. */
XPGN_API void xpgn_word_put(xpgn_buffer *b, const char *english, const xpgn_language *language);

/* ---- corrections: fixes that are made -------------------------------------------------------- */

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

/* The level of a fix of a finding about the game with this text. For LIKELY, a walk with the fix
   must still find no error: xpgn_fixer_run checks that. */
XPGN_API xpgn_fix_level xpgn_fix_level_of(xpgn_slice text, const xpgn_finding *f, uint32_t fix);
/* "certain", "likely", "ask" or "never"; NULL if there is no such level. Static. */
XPGN_API const char *xpgn_fix_level_name(unsigned level);

/* A row of the log of corrections: bytes that were replaced. */
typedef struct xpgn_correction {
    uint32_t number; /* of the correction, from 1, shared by its parts and its mark; 0: the tag
                        Corrected */
    uint64_t offset; /* in the text as it was after the corrections before this one */
    xpgn_slice was, is;
    const char *code; /* of the finding; "undo": this row took back the correction with this
                         number */
    const char *turn; /* "3. Nxd5"; "" in the tags */
    xpgn_fix_level level;
    double probability; /* the probability that this was meant, 0 to 1; 1: certain; 0: not known */
    bool counted;       /* it changed the meaning of the record, so the tag Corrected counts it */
    uint64_t line, column;
} xpgn_correction;

/* The corrections of a game in order; the array is the caller's. */
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
    XPGN_ANSWER_BACK,    /* go back to the previous question, dropping its answer and what followed
                            from it; refused at the first question */
    XPGN_ANSWER_QUIT     /* ask nothing more */
} xpgn_answer_kind;

typedef struct xpgn_answer {
    xpgn_answer_kind kind;
    uint32_t fix;
    xpgn_slice text; /* must stay valid until the next question */
} xpgn_answer;

/*
 * Reads what somebody typed to replace the half-move at `offset`, and appends it in the notation of
 * the format: one half-move with its dice, in the letters of any language if only one action can be
 * meant. `walk`, which must be without `verdict_only`, is used to play the game up to there.
 * XPGN_INVALID: it is anything else; nothing is appended.
 */
XPGN_API xpgn_status xpgn_answer_read(xpgn_buffer *b, xpgn_walk *walk, const xpgn_game *game,
                                      uint32_t offset, xpgn_slice typed);

/* A finding whose fix has to be chosen. */
typedef struct xpgn_question {
    const xpgn_game *game; /* as corrected so far */
    const xpgn_finding *finding;
    uint32_t settles;    /* half-moves that become playable with the first fix */
    const char *refused; /* why the previous answer was refused; NULL: it was not, or there was
                            none */
} xpgn_question;

typedef struct xpgn_fixer_options {
    size_t size;          /* XPGN_FIXER_OPTIONS */
    xpgn_fix_level level; /* fixes up to this level are made: CERTAIN or LIKELY */
    bool incomplete;      /* keep the fixes even if the game does not become legal */
    bool no_marks;        /* write neither {[%was TEXT]} nor the tag Corrected */
    /* Called for the other fixes; NULL: they are not made. Its answers are kept whether the game
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
 * Makes one fix, walks the game again, and so on, until it is legal or no fix may be made; a second
 * run changes nothing. A game that does not become legal stays as it was, unless `incomplete` is
 * set or a question was answered; a game with sealed dice always stays as it was. XPGN_INVALID: the
 * game still has errors.
 */
XPGN_API xpgn_status xpgn_fixer_run(xpgn_fixer *fixer, const xpgn_game *game);
/* The text of the game after the run; like the corrections below, valid until the next run. */
XPGN_API xpgn_slice xpgn_fixer_text(const xpgn_fixer *fixer);
/* The replacements in order; numbers and offsets count within this game. */
XPGN_API const xpgn_correction *xpgn_fixer_corrections(const xpgn_fixer *fixer, size_t *count);

/* Reads the next game of a text in memory. *game is the game before it; for the first one all 0
   except `file`. False if there are no more. */
XPGN_API bool xpgn_game_next(xpgn_slice text, xpgn_game *game);

/*
 * Undoes correction `number` in `text`, the result of the corrections in *list, and appends the
 * text without it to *b. The tag Corrected is lowered to match, unless it was changed by hand. Rows
 * that record the undoing are added to the list, whose capacity must be at least 3 * count + 2.
 * Other parts of the text may have been changed since. XPGN_INVALID: there is no such correction,
 * it was already undone, its bytes are no longer there, or the list has no room; *fault has the
 * place and the reason, and nothing is appended or added. Slices of the new rows are those of the
 * list, or point into *b.
 */
XPGN_API xpgn_status xpgn_correction_undo(xpgn_buffer *b, xpgn_corrections *list, uint32_t number,
                                          xpgn_slice text, xpgn_fault *fault);
/* Writes bytes as a cell of the log, and reads them back: a backslash becomes \\, other bytes that
   are not printable ASCII become \hh. False if they are malformed. */
XPGN_API void xpgn_bytes_write(xpgn_buffer *b, xpgn_slice bytes);
XPGN_API bool xpgn_bytes_read(xpgn_buffer *b, xpgn_slice text);

/* ---- decoding: from pasted files to text ----------------------------------------------------- */

/* What a decoder replaces or removes, and what is counted of it. */
typedef enum xpgn_decoded {
    XPGN_DECODED_UTF16,      /* 1: the file is UTF-16 */
    XPGN_DECODED_ENTITIES,   /* entities of HTML */
    XPGN_DECODED_MARKUP,     /* tags of HTML that were left out */
    XPGN_DECODED_QUOTES,     /* tag pairs with typographic quotes or brackets */
    XPGN_DECODED_WIDE,       /* full-width characters */
    XPGN_DECODED_ZERO_WIDTH, /* zero-width characters */
    XPGN_DECODED_MAIL,       /* lines quoted with > */
    XPGN_DECODED_FENCES,     /* records in Markdown code fences */
    XPGN_DECODED_LEFT_OUT,   /* lines around fences or quoted text that were left out */
    XPGN_DECODED_ROWS,       /* rows of moves in a table */
    XPGN_DECODEDS
} xpgn_decoded;

/* Turns files as people paste and save them into text that a stream can read: xpgn-notations(7). */
typedef struct xpgn_decoder xpgn_decoder;
XPGN_API xpgn_status xpgn_decoder_new(xpgn_decoder **out);
XPGN_API void xpgn_decoder_free(xpgn_decoder *d);
/* The kind of a file. */
typedef enum xpgn_source {
    XPGN_FROM_AUTO, /* decided for each file by its contents */
    XPGN_FROM_PGN,  /* records */
    XPGN_FROM_TABLE /* rows of moves: CSV, with commas, semicolons or tabs */
} xpgn_source;
/* Sets the kind of the files to come; the default is AUTO. */
XPGN_API void xpgn_decoder_from(xpgn_decoder *d, xpgn_source from);
/*
 * Decodes the next bytes of a file and appends the result, which may lag behind until the end of a
 * line. `last`: the file ends, and the next call begins another. A file with nothing to decode
 * comes out byte for byte; a table comes out at its end, each row on its line. If memory runs out,
 * out->failed is set.
 */
XPGN_API void xpgn_decoder_put(xpgn_buffer *out, xpgn_decoder *d, xpgn_slice bytes, bool last);
/* The counts for the current file so far, indexed by xpgn_decoded; they stay until the first bytes
   of the next file. */
XPGN_API const uint64_t *xpgn_decoder_counts(const xpgn_decoder *d);
/*
 * Lets a stream read its files through a decoder, which must outlive it. Call it before the first
 * game; later it does nothing. Line numbers are still those of the files, offsets are not, and
 * xpgn_stream_start is not possible. `done`, which may be NULL, is called after the last game of
 * each file, with `data` and the name of the file. XPGN_NO_MEMORY is the only failure.
 */
XPGN_API xpgn_status xpgn_stream_decode(xpgn_stream *s, xpgn_decoder *d,
                                        void (*done)(void *data, const char *file), void *data);

/* ---- legal actions ------------------------------------------------------------------- */

/*
 * Lists all legal actions at the start of a turn (with chess movement each promotion is one; the
 * outcome of a combat is not part of an action). Writes up to `capacity` of them (`list` may be
 * NULL if that is 0) and returns how many there are; 0 for a position on another board.
 */
XPGN_API size_t xpgn_actions(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_action *list,
                             size_t capacity);
/* Writes the canonical notation of an action, without + or #; "" if its squares or pieces do not
   exist. Legality is not checked. */
XPGN_API void xpgn_action_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                               char text[24]);
/* Where a piece may go, or what it may attack. */
typedef struct xpgn_destination {
    xpgn_square square;
    uint8_t roll; /* the turn roll that lets it move there (CC-4); 0: none is needed */
    bool attack;  /* it may attack the piece there */
} xpgn_destination;
/*
 * Lists where the piece on `from` may go in one action and what it may attack, as if it were its
 * side's turn. Writes up to `capacity` and returns how many there are; 0 if the square is empty or
 * off the board. A square that it can reach both with a turn roll and without is listed twice.
 */
XPGN_API size_t xpgn_destinations(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                                  xpgn_destination *list, size_t capacity);
/* The number of leaf nodes of the tree of legal actions, for rulesets with chess movement and
   without combat; 0 for others. Takes time in the order of 30^depth and 4 KiB * depth of stack. */
XPGN_API uint64_t xpgn_perft(const xpgn_ruleset *rs, const xpgn_position *p, unsigned depth);

/* ---- playing: a game in progress ------------------------------------------------------------- */

/*
 * A game that is being played: ruleset, position, progress of the turn, and outcome. It keeps no
 * history; use xpgn_play_copy to take back. The rules are those of the walk: what is played here
 * passes xpgn_walk.
 *
 *     xpgn_play_prepare(play, &action, &facts);          who fights, who supports
 *     while (xpgn_play_due(play, &facts, &roll, dice))    roll them into the next exchange
 *         ...
 *     xpgn_play_judge(play, &action, &roll, &facts);      what the dice make of it
 *     xpgn_play_choices(play, &facts, list, capacity);    what is left to choose
 *     xpgn_play_act(play, &list[0], &roll, &facts);       play it
 *
 * Functions that take an action expect one of xpgn_play_actions, in the same position, or one of
 * xpgn_play_choices.
 */
typedef struct xpgn_play xpgn_play;

/*
 * Begins a game from `start`, which is copied, or, if NULL, from the ruleset's start position. The
 * game may be over there already. XPGN_NOT_FOUND: the ruleset has no start position. XPGN_INVALID:
 * `start` is on another board. The ruleset must outlive the game.
 */
XPGN_API xpgn_status xpgn_play_new(xpgn_play **out, const xpgn_ruleset *rs,
                                   const xpgn_position *start);
XPGN_API void xpgn_play_free(xpgn_play *play);
XPGN_API void xpgn_play_copy(xpgn_play *to, const xpgn_play *from);
/*
 * Continues from the current place of a walk in its main line, with the walk's ruleset. After an
 * XPGN_STEP_ACTION the turn is still open; at XPGN_STEP_RESULT it has ended. XPGN_INVALID: the main
 * line has no position there.
 */
XPGN_API xpgn_status xpgn_play_take(xpgn_play *play, const xpgn_walk *walk);

XPGN_API const xpgn_ruleset *xpgn_play_ruleset(const xpgn_play *play);
/* The current position, valid until the game changes. In an open turn `side_to_move` is still the
   acting seat. */
XPGN_API const xpgn_position *xpgn_play_position(const xpgn_play *play);
XPGN_API xpgn_outcome xpgn_play_outcome(const xpgn_play *play);
/* The number of faces of the dice of the game; 0 for a game without dice. */
XPGN_API unsigned xpgn_play_faces(const xpgn_play *play);

/* Whether a die is rolled before the next action. */
typedef enum xpgn_turn_roll {
    XPGN_TURN_ROLL_NONE,
    XPGN_TURN_ROLL_MAY, /* CC-4: it may be, for steps */
    XPGN_TURN_ROLL_MUST /* AS-10: it must be, for the number of Moves */
} xpgn_turn_roll;
XPGN_API xpgn_turn_roll xpgn_play_turn_roll(const xpgn_play *play);
/* Enters the turn roll. XPGN_INVALID: none may be made here, or the die has no such face. */
XPGN_API xpgn_status xpgn_play_roll(xpgn_play *play, unsigned die);

/*
 * Lists the legal actions at this point of the turn, as xpgn_actions does: after a turn roll those
 * that it allows; none while a turn roll must be made or when the game is over. Writes up to
 * `capacity` and returns how many there are.
 */
XPGN_API size_t xpgn_play_actions(const xpgn_play *play, xpgn_action *list, size_t capacity);
/* Finds the legal action that a notation, canonical or not, means. XPGN_INVALID: there is none, or
   several. */
XPGN_API xpgn_status xpgn_play_read(const xpgn_play *play, xpgn_slice text, xpgn_action *action);

/* A legal action that a word can mean. */
typedef struct xpgn_word_reading {
    xpgn_action action;
    xpgn_slice language; /* the code of the language whose letters the word uses in this reading;
                            static */
    unsigned forms;      /* bit per xpgn_form; 0: exact notation */
} xpgn_word_reading;

/*
 * Lists the legal actions that a word, as people write it, can mean at this point of a game:
 * xpgn-notations(7). With `language` (a code) only its piece letters are tried; with NULL those of
 * English, then, if nothing fits, those of all other languages, then lower-case ones. Writes up to
 * `capacity` and returns how many there are; those beyond `capacity` may be counted more than once.
 * Their order means nothing. 0: none, or out of memory.
 */
XPGN_API size_t xpgn_play_readings(const xpgn_play *play, xpgn_slice word, const char *language,
                                   xpgn_word_reading *list, size_t capacity);

/* True if the rules let a turn of several actions end here. Other turns end by themselves. */
XPGN_API bool xpgn_play_may_end(const xpgn_play *play);
/* Ends the turn. XPGN_INVALID: it may not end here. */
XPGN_API xpgn_status xpgn_play_end(xpgn_play *play);

/* Sets the facts that are known before the dice: combat, combatants, supporters, rule.
   XPGN_INVALID: the squares or pieces of the action do not exist. */
XPGN_API xpgn_status xpgn_play_prepare(const xpgn_play *play, const xpgn_action *action,
                                       xpgn_facts *facts);
/*
 * Sets dice[0] and dice[1] to the numbers of dice that attacker and defender must roll in the next
 * exchange, after those in `roll` (exchanges 0: the first); an attempt uses dice[0]. `facts` is
 * from xpgn_play_prepare. False if none are due: the roll is complete, or not valid.
 */
XPGN_API bool xpgn_play_due(const xpgn_play *play, const xpgn_facts *facts, const xpgn_roll *roll,
                            unsigned dice[2]);
/*
 * Throws the dice that are due after the roll so far until it is complete, and stores them in the
 * roll, the attacker's dice of each exchange first. `die` returns the next die, from 1 to `faces`.
 */
XPGN_API void xpgn_play_throw(const xpgn_play *play, const xpgn_facts *facts,
                              unsigned (*die)(void *data, unsigned faces), void *data,
                              xpgn_roll *roll);
/*
 * Sets the facts that follow from the dice: all but the notation, the outcome and what is left to
 * choose. From `roll` (NULL: no dice) only the dice are read, and cell_file and cell_rank of the
 * deciding exchange. XPGN_INVALID: they are not the dice that are due, or more than a roll has room
 * for.
 */
XPGN_API xpgn_status xpgn_play_judge(const xpgn_play *play, const xpgn_action *action,
                                     const xpgn_roll *roll, xpgn_facts *facts);
/*
 * Lists what a judged action may become: one action for each square of a teleport, prisoner that an
 * escape may free, or promotion of a pawn that arrived; usually just the action itself. Writes up
 * to `capacity` and returns how many there are.
 */
XPGN_API size_t xpgn_play_choices(const xpgn_play *play, const xpgn_facts *facts, xpgn_action *list,
                                  size_t capacity);
/* Lists the castles where the winner of a judged combat may hold the prisoner (CC-8), and sets
 *loser to the side (0, 1) that becomes one. Returns how many there are; 0 in other games. */
XPGN_API size_t xpgn_play_cells(const xpgn_play *play, const xpgn_facts *facts, xpgn_square list[4],
                                unsigned *loser);
/*
 * Plays an action with its dice, completely or not at all; a turn of one action then ends. `facts`
 * may be NULL. XPGN_INVALID: it is not legal here, the dice are not those that are due, or a choice
 * (promotion, prisoner, cell) is missing or not allowed.
 */
XPGN_API xpgn_status xpgn_play_act(xpgn_play *play, const xpgn_action *action,
                                   const xpgn_roll *roll, xpgn_facts *facts);

/* A player that chooses by itself; xpgn-simulate(1) describes each. For one thread at a time. */
typedef struct xpgn_player xpgn_player;
/* The names of the players (`index` from 0), NULL past the last. "strong" takes a number of nodes:
   "strong:1000". */
XPGN_API const char *xpgn_player_name(size_t index);
/* Makes the player with that name. XPGN_NOT_FOUND: there is none, or its number of nodes is not
   between 1 and 10^9. */
XPGN_API xpgn_status xpgn_player_new(xpgn_player **out, xpgn_slice name);
XPGN_API void xpgn_player_free(xpgn_player *player);
/* Answers of xpgn_player_choose besides an index. */
enum { XPGN_PLAYER_ROLL = -1, XPGN_PLAYER_END = -2 };
/*
 * Chooses what to do at this point of a turn: returns the index of one of the legal actions in
 * `list`, XPGN_PLAYER_ROLL to make the turn roll, or XPGN_PLAYER_END to end the turn. There must be
 * something to do, and no turn roll may be due. `draw` decides between equal choices and nothing
 * else; NULL: the first is taken.
 */
XPGN_API int xpgn_player_choose(xpgn_player *player, const xpgn_play *play, const xpgn_action *list,
                                size_t count, xpgn_draw *draw, void *data);
/* Chooses among xpgn_play_choices of a judged action, and sets facts->action. */
XPGN_API void xpgn_player_complete(xpgn_player *player, const xpgn_play *play, xpgn_draw *draw,
                                   void *data, xpgn_facts *facts);

/*
 * Measures what the dice of a game gave and what its decisions lost, in scores: 1 is a won game.
 * The expected score of a seat comes from a player that looks ahead, "careful" or "strong:N", or
 * from games that it plays on from there. Whatever that player thinks, what the dice give is 0 on
 * average. For one thread at a time.
 */
typedef struct xpgn_equity xpgn_equity;
typedef struct xpgn_equity_options {
    size_t size;  /* XPGN_EQUITY_OPTIONS */
    double logit; /* a lead of this many half points multiplies the odds of winning by e; 0: take it
                     from xpgn_equity_fit_of */
    uint32_t rollouts; /* games played from each position that is judged; 0: none, use the player's
                          evaluation */
    xpgn_draw *draw;   /* for rollouts */
    void *data;
} xpgn_equity_options;

/* `options` may be NULL. XPGN_NOT_FOUND: there is no such player, or it does not look ahead.
   XPGN_INVALID: the options are not valid. */
XPGN_API xpgn_status xpgn_equity_new(xpgn_equity **out, xpgn_slice player,
                                     const xpgn_equity_options *options);
XPGN_API void xpgn_equity_free(xpgn_equity *equity);

/* How a lead in half points translates into scores. */
typedef struct xpgn_equity_fit {
    const char *ruleset; /* NULL: nothing was fitted for this ruleset; `logit` is a general value */
    double logit;
    double error; /* the mean error of an expected score; NAN: not known */
    double rest;  /* the standard deviation of luck-adjusted results between equal players; NAN: not
                     known */
    unsigned games;
} xpgn_equity_fit;
XPGN_API xpgn_equity_fit xpgn_equity_fit_of(const xpgn_ruleset *rs);

/* A decision: an action, a turn roll, or ending a turn that could have gone on. */
typedef enum xpgn_judged_kind {
    XPGN_JUDGED_ACTION,
    XPGN_JUDGED_ROLL,
    XPGN_JUDGED_END
} xpgn_judged_kind;
/* What dice were thrown for; NONE: there were none. */
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
    bool chosen;         /* there was a choice; if not, nothing was lost */
    double best, played; /* expected scores before the dice, of the best decision found and of the
                            one made */
    double loss;         /* best minus played, plus what was lost by choices after the dice */
    double came;         /* expected score after the dice */
    double luck[XPGN_MAX_SEATS]; /* what the dice gave each seat; with two seats they add up to 0 */
    xpgn_judged_kind best_kind;  /* the best decision */
    char best_text[24];          /* its notation if it is an action, without + or # */
} xpgn_judged;

/*
 * Pass it every step of a walk, with the walk's ruleset; only the main line counts. Returns the
 * number of decisions in the step, 0 to 2, which it writes to `out`. What cannot be judged is
 * skipped up to the next turn.
 */
XPGN_API unsigned xpgn_equity_step(xpgn_equity *equity, const xpgn_ruleset *rs,
                                   const xpgn_step *step, xpgn_judged out[2]);

/*
 * Detects the automatic draws of the Laws of Chess (C-3): 75 moves, the fifth occurrence of a
 * position, a dead position. Other games have none.
 */
typedef struct xpgn_draws xpgn_draws;
/* How many occurrences of a position, and how many plies without a capture or pawn move, allow a
   claim (CLAIM) or end the game (DRAW). */
enum { XPGN_CLAIM_TIMES = 3, XPGN_DRAW_TIMES = 5, XPGN_CLAIM_CLOCK = 100, XPGN_DRAW_CLOCK = 150 };
/* True if a game has these draws and claims: it has captures without dice, and ends by mate or
   stalemate. */
XPGN_API bool xpgn_draws_known(const xpgn_ruleset *rs);
XPGN_API xpgn_status xpgn_draws_new(xpgn_draws **out);
XPGN_API void xpgn_draws_free(xpgn_draws *draws);
/* Begins a game. */
XPGN_API void xpgn_draws_begin(xpgn_draws *draws, const xpgn_ruleset *rs);
/* Notes a position that was reached, beginning with the start position, and sets *drawn.
   XPGN_INVALID: no game has begun, or the position is on another board. */
XPGN_API xpgn_status xpgn_draws_note(xpgn_draws *draws, const xpgn_position *p, bool *drawn);

/* ---- comparing: several records of one game -------------------------------------------------- */

/*
 * Compares the score sheets of one game, written by several people, with each other and with the
 * rules. It looks for the legal record from which the sheets differ by the least costly slips of
 * the pen: half-moves misread, left out, doubled or exchanged with the next, dice misread or
 * exchanged, wrong counts, totals and fates, shifted move numbers, another result. The costs are
 * those of the search for the most probable mistake (the option `repair` of a walk).
 *
 *     xpgn_sheets_compare(sheets, games, 2);
 *     list = xpgn_sheets_differences(sheets, &count);
 *     xpgn_sheets_merge(&text, sheets);               a record that xpgn_walk finds legal
 *
 * The effort is limited: at each point of the sheets the best 96 positions are followed, and the
 * best 4 once 200,000 actions have been played. The result depends on the sheets only.
 */
typedef struct xpgn_sheets xpgn_sheets;

enum { XPGN_MAX_SHEETS = 8 };

/* What happened to a half-move on its way into a sheet. */
typedef enum xpgn_slip {
    XPGN_SLIP_NONE,
    XPGN_SLIP_ACTION,   /* misread */
    XPGN_SLIP_DICE,     /* a die misread, dice exchanged, the roll left out */
    XPGN_SLIP_FIELD,    /* a count, total, fate or castle that contradicts the dice */
    XPGN_SLIP_NUMBER,   /* its move number is wrong, missing or superfluous */
    XPGN_SLIP_LEFT_OUT, /* the sheet does not have it */
    XPGN_SLIP_TOO_MUCH, /* only the sheet has it: written twice, or never played */
    XPGN_SLIP_ORDER,    /* exchanged with the next one */
    XPGN_SLIP_RESULT,   /* another result, or none */
    XPGN_SLIP_TAG       /* another value of a tag */
} xpgn_slip;

/* What a sheet has at a difference. */
typedef struct xpgn_reading {
    xpgn_slip slip;    /* NONE: what the record has */
    xpgn_place place;  /* in the sheet; length 0: where the missing text belongs */
    const char *text;  /* as written, with its roll; "" if the sheet has nothing here */
    bool allowed;      /* with this reading the record is legal to its end, or to the first
                          half-move that is missing in it */
    const char *until; /* if not `allowed`: the first turn that is illegal, "7... Bg4"; NULL if
                          allowed, or if it cannot be said, after a missing half-move */
} xpgn_reading;

/* A place where at least one sheet differs from the record. */
typedef struct xpgn_difference {
    uint32_t ply;       /* the turn, from 1; 0: a tag */
    const char *turn;   /* "5. Nf3" as in the record, "5." if that has nothing here, the name of a
                           tag, or "result" */
    const char *text;   /* what the record has, with its roll: "exd5 <5:2>"; "": nothing */
    const char *tied;   /* another reading of equal cost: "Nd2", "nothing"; NULL: none */
    const char *was;    /* what a sheet has, if no sheet has what the record has, but this is one
                           slip away, and no action that the rest allows is nearer; else NULL */
    bool guess;         /* no sheet supports it, but nothing else can be played there; only if
                           guesses are enabled */
    bool missing;       /* no sheet supports it: "{[%missing]}" */
    bool stop;          /* what the sheets have from here on is not explained */
    bool mixed;         /* no sheet has all of it: the action is from one sheet, the dice from
                           another */
    uint32_t choices;   /* guess: the number of legal actions there; the rest of the game fits only
                           one */
    double probability; /* the probability that this was played, judged by its support; 0: it is not
                           written, or is not a half-move */
    uint8_t witnesses;  /* bit per sheet (bit 0 the first) that has this with its dice, even if
                           number, counts, totals, fates or order are wrong */
    xpgn_reading reading[XPGN_MAX_SHEETS];
} xpgn_difference;

XPGN_API xpgn_status xpgn_sheets_new(xpgn_sheets **out, xpgn_catalog *catalog);
XPGN_API void xpgn_sheets_free(xpgn_sheets *sheets);
/* Sets, for later comparisons, whether a half-move that no sheet supports is filled in where the
   rest of the game fits only one action. By default it is not: it is marked as missing. */
XPGN_API void xpgn_sheets_guess(xpgn_sheets *sheets, bool guess);
/* Sets, for later comparisons, whether to count which letters and figures are written for which
   others. The counts, of the sheet itself and of all sheets so far, then decide how probable tied
   readings are. By default nothing is counted. */
XPGN_API void xpgn_sheets_learn(xpgn_sheets *sheets, bool learn);
/*
 * Compares `count` sheets (2 to XPGN_MAX_SHEETS), whose texts must stay valid. A sheet without the
 * tag Variant or a start position takes those of the others. XPGN_INVALID: they are not records of
 * one game, or no legal record was found; xpgn_sheets_error says why. If only the first part of the
 * sheets can be explained, the record ends there with a missing half-move (`stop`).
 */
XPGN_API xpgn_status xpgn_sheets_compare(xpgn_sheets *sheets, const xpgn_game *games, size_t count);
XPGN_API const char *xpgn_sheets_error(const xpgn_sheets *sheets);
/* The differences in the order of the game, valid until the next comparison. */
XPGN_API const xpgn_difference *xpgn_sheets_differences(const xpgn_sheets *sheets, size_t *count);
/* All half-moves of the record in the same form, whether the sheets differ there or not. */
XPGN_API const xpgn_difference *xpgn_sheets_half_moves(const xpgn_sheets *sheets, size_t *count);
/*
 * Appends the record, with the tags, comments and NAGs of the first sheet that has them. Comments
 * mark a tie ("tie: or Nd2"), a half-move that no sheet supports ("guess: one of 23", the number of
 * legal actions there), the text of a sheet for a half-move that none has ("[%was Nh3]"), the
 * beginning and end of a stretch that only one sheet has ("one sheet from here", then "both sheets
 * from here", with more than two "several sheets from here"), and dice from a sheet that does not
 * have the action ("dice of another sheet"). A half-move that no sheet supports is "{[%missing]}"
 * unless it is guessed; what follows is copied from the sheets. The text is not in export form: use
 * xpgn_writer for that.
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

/* How actions are written. All but SAN are for people and other programs: the output is not XPGN,
   though xpgn_import reads it, and the walk must be without want_san. LONG, UCI, ICCF and
   DESCRIPTIVE apply to games with chess movement; actions that they cannot express (shots, suicide
   runs, illegal actions that stood) are written as SAN, as are all actions of other games. */
typedef enum xpgn_notation {
    XPGN_NOTATION_SAN,
    XPGN_NOTATION_LONG,       /* Ng1-f3, e4xd5, e7-e8=Q, O-O */
    XPGN_NOTATION_UCI,        /* g1f3, e4d5, e7e8q, e1g1; in Chess960 castling is e1h1, onto the
                                 rook */
    XPGN_NOTATION_FIGURINE,   /* SAN with U+2654 to U+2658 instead of letters */
    XPGN_NOTATION_ICCF,       /* 7163, 5445, 57581, 5171: the squares as digits */
    XPGN_NOTATION_DESCRIPTIVE /* N-KB3, PxP, P-K8(Q), O-O, B-N5 ch, Q-B7 mate, PxP e.p. */
} xpgn_notation;

typedef struct xpgn_writer_options {
    size_t size;        /* XPGN_WRITER_OPTIONS */
    bool comment_form;  /* write rolls in comments: {[%roll 5:2]} */
    bool minimal;       /* write only the dice of rolls; no + and # */
    bool no_comments;   /* no prose, and no commands except rolls */
    bool no_variations; /* main line only; the walk may skip variations */
    bool no_nags;
    bool digest;    /* add the tag RulesDigest, except for orthodox chess; for rulesets loaded from
                       a file it is added by default, if libsodium is installed */
    bool no_digest; /* never add it; not with `digest` */
    uint32_t width; /* maximum line width in columns; 0: 79 */
    xpgn_notation notation;
    const char *language; /* the code of the language of the piece letters, such as "de"; NULL:
                             English. With SAN and LONG only; the output is not XPGN */
} xpgn_writer_options;

/* `options` may be NULL. XPGN_INVALID: they are not valid. XPGN_NOT_FOUND: there is no such
   language. A writer can write any number of games, one after another. */
XPGN_API xpgn_status xpgn_writer_new(xpgn_writer **out, const xpgn_writer_options *options);
XPGN_API void xpgn_writer_free(xpgn_writer *writer);
/* Starts a game before its first step is taken from the walk; each step appends to the buffer. */
XPGN_API void xpgn_writer_begin(xpgn_buffer *b, xpgn_writer *writer, const xpgn_walk *walk);
/*
 * Call it after the last step: finds the last turn of the main line in the text written. *kept is
 * the number of bytes before its move number, *from the offset of its first action or turn roll.
 * False if there is no turn.
 */
XPGN_API bool xpgn_writer_turn(const xpgn_writer *writer, size_t *kept, size_t *from);
/*
 * Starts writing a walk begun with xpgn_walk_resume, instead of xpgn_writer_begin. It writes what
 * follows the first *kept bytes (xpgn_writer_turn) of `before`, a writer with the same options.
 * XPGN_NOT_FOUND: `before` has no turn.
 */
XPGN_API xpgn_status xpgn_writer_resume(xpgn_buffer *b, xpgn_writer *writer,
                                        const xpgn_writer *before, const xpgn_walk *walk);
/* Writes a step of the walk; call it for every step, in order. Does nothing before
   xpgn_writer_begin. */
XPGN_API void xpgn_writer_step(xpgn_writer *writer, const xpgn_step *step);
/*
 * Call it after the last step. XPGN_INVALID: the walk found errors, so the game cannot be
 * rewritten, or no game was begun; nothing was appended. XPGN_NO_MEMORY, or XPGN_NOT_FOUND (no
 * libsodium to compute the digest): discard what was appended.
 */
XPGN_API xpgn_status xpgn_writer_end(xpgn_writer *writer);
/*
 * Appends movetext without a walk, broken into lines like the writer's, with a line end after the
 * last: for what follows a missing half-move. Words that are not movetext are copied.
 */
XPGN_API xpgn_status xpgn_movetext_write(xpgn_buffer *b, xpgn_slice text);

/* ---- a record as data ------------------------------------------------------------------------ */

/*
 * A record that can be inspected and edited: its text, its tags and a tree of entries. It is read
 * without the rules; only the walk knows them. Both count places from the first byte of the text,
 * so the place of a step or finding leads to its entry.
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
 *     xpgn_walk_begin(walk, &game);                               check it
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         entry = xpgn_record_find(record, step->place.offset);
 *
 * An edit changes only the bytes of what it edits: comments, NAGs, unknown commands and odd spacing
 * elsewhere stay as they are. A function that edits a record does so completely or, with any status
 * but XPGN_OK, not at all. XPGN_NO_MEMORY: the record is unchanged and still usable. XPGN_INVALID:
 * there is no such entry or line, the edit would affect other entries (such as a comment that is
 * not closed), or the record would be too large. An edit takes time proportional to the size of the
 * record, and invalidates all entries and slices of it.
 */
typedef struct xpgn_record xpgn_record;

enum { XPGN_MAX_ENTRIES = 1 << 20 }; /* limit for entries, for tags and for remarks of a record */
#define XPGN_NO_ENTRY SIZE_MAX

typedef enum xpgn_entry_kind {
    XPGN_ENTRY_ACTION,
    XPGN_ENTRY_MISSING,  /* {[%missing]}: an action that nobody wrote down */
    XPGN_ENTRY_ANNULLED, /* {[%annulled 5:2]}: the dice of an action that does not count */
    XPGN_ENTRY_REMARKS,  /* comments or NAGs that follow no action */
    XPGN_ENTRY_RESULT,   /* 1-0 and the like */
    XPGN_ENTRY_PENDING,  /* {[%pending exd5 5]}: the last action, whose dice or choice are still
                            due */
    XPGN_ENTRY_ANNOUNCED /* {[%announced ...]}: the action announced, with sealed dice */
} xpgn_entry_kind;

/* An entry. A slice is empty if the entry has no such part. */
typedef struct xpgn_entry {
    size_t size; /* XPGN_ENTRY */
    xpgn_entry_kind kind;
    uint32_t line;        /* 0: the main line; variations are numbered in the order they begin */
    uint32_t depth;       /* depth of variations; 0: the main line */
    xpgn_slice number;    /* "12..." as written */
    xpgn_slice turn_roll; /* "4": the die before the action, recorded in either form, without
                             brackets */
    xpgn_slice text;      /* ACTION: its notation; RESULT: the result; ANNULLED, PENDING, ANNOUNCED:
                             the argument of the command */
    xpgn_slice roll;      /* "5+2=9:2+2=5x": the roll after it, likewise */
    xpgn_slice freed;     /* "B@b1": the prisoner freed (CC-10) */
    const xpgn_remark *remarks; /* its NAGs and comments, with all commands */
    size_t remark_count;
    xpgn_place place; /* from its number or turn roll to its last part; for kinds that are commands,
                         the command, which may be in a comment of another entry */
    size_t parent;    /* the action to which its line is a variation; XPGN_NO_ENTRY: none */
    size_t next;      /* the next entry in its line; XPGN_NO_ENTRY: this is the last */
    size_t variation; /* the first entry of its first variation that is not empty; XPGN_NO_ENTRY:
                         none */
    size_t other;     /* for the first entry of a variation: the first entry of the next variation
                         to the same action; XPGN_NO_ENTRY: none */
} xpgn_entry;

/* Reads a record from the text of one game, which is copied. Unrecognized text is kept but skipped,
   as are variations nested more than 500 deep. An empty text is an empty record. */
XPGN_API xpgn_status xpgn_record_new(xpgn_record **out, xpgn_slice text);
XPGN_API void xpgn_record_free(xpgn_record *record);
/* Replaces the contents of `to` by a copy of `from`. */
XPGN_API xpgn_status xpgn_record_copy(xpgn_record *to, const xpgn_record *from);

/* The record as text: what was read, with all edits. */
XPGN_API xpgn_slice xpgn_record_text(const xpgn_record *record);
/* The same as a game, for a walk. */
XPGN_API xpgn_game xpgn_record_game(const xpgn_record *record);
/* The tags in order; and the value of the first tag with a name, with its escapes, {NULL, 0} if
   there is none. */
XPGN_API const xpgn_tag *xpgn_record_tags(const xpgn_record *record, size_t *count);
XPGN_API xpgn_slice xpgn_record_tag(const xpgn_record *record, const char *name);
/* The entries in the order of the text; `next`, `variation` and `other` connect them as a tree. */
XPGN_API const xpgn_entry *xpgn_record_entries(const xpgn_record *record, size_t *count);
/* The entry that contains this byte; XPGN_NO_ENTRY if there is none. */
XPGN_API size_t xpgn_record_find(const xpgn_record *record, uint32_t offset);

/*
 * Inserts entries, in the form of xpgn_entry_write: `add` at the end of a line, before its result,
 * `insert` before entry `at`, which must not be inside a comment.
 */
XPGN_API xpgn_status xpgn_record_add(xpgn_record *record, uint32_t line, xpgn_slice text);
XPGN_API xpgn_status xpgn_record_insert(xpgn_record *record, size_t at, xpgn_slice text);
/*
 * Replaces the text of an entry. For an action this is its notation with its rolls, in whatever
 * form, and the freed prisoner; its number, NAGs and comments stay. An action or a result remains
 * one entry of its kind; a missing action may be replaced by several entries.
 */
XPGN_API xpgn_status xpgn_record_replace(xpgn_record *record, size_t entry, xpgn_slice text);
/*
 * Removes an entry with its remarks, its variations and the white space after it. Appends the
 * removed bytes to *b (may be NULL); inserting them before the entry that followed undoes the
 * removal. Entries that are commands (annulled, missing, pending) stay, even if they were in its
 * comments.
 */
XPGN_API xpgn_status xpgn_record_remove(xpgn_buffer *b, xpgn_record *record, size_t entry);
/* Removes an action that does not count, and keeps its dice as an annulled entry. XPGN_INVALID also
   if it has no dice. */
XPGN_API xpgn_status xpgn_record_annul(xpgn_record *record, size_t entry);
/*
 * Sets a tag: changes the first with that name and removes any others, or adds it after the last
 * tag. `value` is plain text; control characters in it become spaces. data NULL removes all tags
 * with that name.
 */
XPGN_API xpgn_status xpgn_record_set_tag(xpgn_record *record, const char *name, xpgn_slice value);
/* True if a tag can have this name: letters, digits and _. */
XPGN_API bool xpgn_is_tag_name(xpgn_slice name);

/* Appends an entry as it is written in a record: number, turn roll, action, roll, prisoner, NAGs,
   comments; nothing if its `size` is not set. */
XPGN_API void xpgn_entry_write(xpgn_buffer *b, const xpgn_entry *entry);
/* Appends the action of `facts` in the same way, with its complete roll: "<4> exd5 <5+2=9:2+2=5x>".
   `p` is any position of the game. */
XPGN_API void xpgn_facts_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_facts *facts);
/* Appends the last part of an action that frees a prisoner, "B@b1"; nothing for other actions. */
XPGN_API void xpgn_freed_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_action *action);

/* ---- recording: a game as it is written down at the board ------------------------------------ */

/*
 * A scribe records a game line by line: it takes actions, dice, results and the commands of
 * xpgn-record(1), and replies to each. It uses no file and no terminal: the record is text, which
 * the caller stores before showing the reply.
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
 * The text is the whole state: a scribe that opens it continues as if nothing had happened, except
 * that an action announced without dice must be entered again. All calls that return a status set
 * the reply (xpgn_scribe_reply). XPGN_OK: the input was accepted or answered. XPGN_INVALID: it was
 * refused, and nothing has changed. XPGN_NO_MEMORY: the scribe may only be freed; the text stored
 * last is what remains.
 */
typedef struct xpgn_scribe xpgn_scribe;

typedef enum xpgn_reply_kind {
    XPGN_REPLY_OK,     /* accepted, and in the record */
    XPGN_REPLY_OPEN,   /* the same; the turn may go on */
    XPGN_REPLY_DICE,   /* announced: these dice are due */
    XPGN_REPLY_AWAIT,  /* announced: which parties must still answer which roll */
    XPGN_REPLY_CHOOSE, /* the dice have fallen: something is left to choose */
    XPGN_REPLY_END,    /* accepted, and the game is over */
    XPGN_REPLY_ERROR,  /* refused: nothing has changed */
    XPGN_REPLY_BYE     /* quit */
} xpgn_reply_kind;

/* A reply to a call. A reply of a scribe belongs to it and is valid until its next call. A program
   that composes its own replies starts with {XPGN_REPLY}. */
typedef struct xpgn_reply {
    size_t size; /* XPGN_REPLY */
    xpgn_reply_kind kind;
    char code[24];    /* for an error, the code of a finding or a word in capitals; else "" */
    xpgn_buffer text; /* one line, without its end */
    bool acted;       /* an action has been recorded */
    bool show;        /* the board should be shown */
    bool help;        /* the list of commands should be shown */
} xpgn_reply;
#define XPGN_REPLY .size = sizeof(xpgn_reply)
/* Empties a reply; its text keeps its memory, which the owner of the reply frees. */
XPGN_API void xpgn_reply_clear(xpgn_reply *reply);
/* Makes it an error with this code and text; control characters in the text are escaped. Returns
   false. */
XPGN_API bool xpgn_reply_refuse(xpgn_reply *reply, const char *code, const char *format, ...)
    XPGN_PRINTF(3, 4);

/* The state of a game that is being recorded; it belongs to the scribe and is valid until its next
   call. */
typedef struct xpgn_scribe_state {
    size_t size;            /* of the struct, as the library knows it */
    const xpgn_play *play;  /* the game as recorded and checked so far; NULL: there is no record
                               yet */
    const char *result;     /* "*" while the game goes on */
    uint32_t actions;       /* number of actions recorded and checked */
    bool open;              /* the turn has begun and may go on */
    bool missing;           /* a half-move is missing: what follows it is not checked */
    bool first;             /* the roll for who begins is due */
    bool refused;           /* the last line was refused, and the command `fix` would ask what it
                               meant */
    char turn[16];          /* the next turn: "12..." */
    xpgn_slice pending;     /* dice that have fallen for an action that is not complete: "4",
                               "Bf4xg5 3:3" */
    const xpgn_facts *last; /* the last action; NULL: there is none */
    const xpgn_position *before; /* the position before it */
    uint32_t number;             /* its move number */
    uint8_t seat;                /* its seat */
    /* An action that is announced but not complete: */
    const xpgn_play *announced; /* the game before it; NULL: there is no such action */
    const xpgn_facts *facts;    /* its facts before the dice */
    char action[24];            /* its notation */
    unsigned dice[2];           /* dice due, from the attacker and the defender */
    size_t choices, cells;      /* how many choices there are: actions, and castles for a
                                   prisoner */
    bool waits;                 /* it, or another roll, waits for sealed dice */
} xpgn_scribe_state;

enum {
    XPGN_SCRIBE_LINE = 64 << 10, /* maximum bytes of a line */
    XPGN_SCRIBE_WHY = 512,       /* bytes of a reason, with its NUL */
    XPGN_SEALED_WHAT = 48        /* bytes of an announcement, with its NUL */
};

/*
 * The state of sealed dice. The caller keeps it up to date: who takes part, what was announced, and
 * the links and signatures for it that are sent and received.
 */
typedef struct xpgn_sealing {
    size_t size; /* XPGN_SEALING */
    const xpgn_sealer *sealer;
    unsigned own; /* this party; XPGN_PARTIES: it has no chain */
    /* the game as recorded so far (xpgn_walk_sealed) */
    xpgn_links commit;
    uint32_t rolls;
    uint8_t signed_end; /* bit per party whose signature of the end is in the record */
    /* roll `rolls` + 1 */
    bool open;                   /* it is announced, with the following */
    char what[XPGN_SEALED_WHAT]; /* "12... exd5", "12. roll", "first" */
    unsigned actor;
    xpgn_link digest;
    xpgn_links next; /* the links received so far */
    xpgn_signatures signs;
    /* the end */
    xpgn_signatures result_signs;
    char result[24]; /* the result that they sign */
} xpgn_sealing;
/* Initialize it with {XPGN_SEALING}. */
#define XPGN_SEALING .size = sizeof(xpgn_sealing)
/* True if all links of the roll are known; *roll then generates its dice. */
XPGN_API bool xpgn_sealing_complete(const xpgn_sealing *s, xpgn_sealed_roll *roll);
/* Appends the parties whose links are awaited: "black,arbiter"; with `end` those that have not
   signed the end. */
XPGN_API void xpgn_sealing_awaited(xpgn_buffer *b, const xpgn_sealing *s, bool end);

typedef struct xpgn_scribe_options {
    size_t size;    /* XPGN_SCRIBE_OPTIONS */
    bool clock;     /* expect a clock time after each action */
    bool no_advice; /* show neither sums nor odds before the dice fall */
    bool no_digest; /* leave out the tag RulesDigest for rules that are not built in */
    /* Returns the next die, from 1 to `faces`. NULL: dice are entered by hand. */
    unsigned (*die)(void *data, unsigned faces);
    /*
     * Stores the text of the scribe, before the reply accepts anything. It returns false with a
     * reason in `why` if it cannot; the input is then refused with the code DISK. NULL: the caller
     * stores the text after the call.
     */
    bool (*keep)(void *data, const xpgn_scribe *scribe, char why[XPGN_SCRIBE_WHY]);
    /* Sealed dice; NULL: the dice are not sealed. If set, `keep` and `announce` are required, and
       `die` must be NULL. */
    const xpgn_sealing *sealing;
    /* Announces the next roll, "12... exd5" by the party that acts, or confirms that it has been
       announced. Returns NULL, or the code of the error with its text in *why. */
    const char *(*announce)(void *data, const char *what, unsigned actor, xpgn_buffer *why);
    void *data;
} xpgn_scribe_options;
#define XPGN_SCRIBE_OPTIONS .size = sizeof(xpgn_scribe_options)

/* `options` may be NULL; they are copied. The catalog must outlive the scribe. */
XPGN_API xpgn_status xpgn_scribe_new(xpgn_scribe **out, xpgn_catalog *catalog,
                                     const xpgn_scribe_options *options);
XPGN_API void xpgn_scribe_free(xpgn_scribe *scribe);

/* Continues a record of one game. XPGN_INVALID with an empty code in the reply: the walk found
   errors. */
XPGN_API xpgn_status xpgn_scribe_open(xpgn_scribe *scribe, xpgn_slice text);
/* Sets a tag before the record begins, as a person enters it: dates may be written in several ways.
   An empty value removes the tag. */
XPGN_API xpgn_status xpgn_scribe_set_tag(xpgn_scribe *scribe, const char *name, xpgn_slice value);
/* The value of a tag, as written; data NULL: there is none. */
XPGN_API xpgn_slice xpgn_scribe_tag(const xpgn_scribe *scribe, const char *name);
/* Checks whether a record can begin with these tags. */
XPGN_API xpgn_status xpgn_scribe_prepare(xpgn_scribe *scribe);
/* Begins the record and stores it for the first time. */
XPGN_API xpgn_status xpgn_scribe_begin(xpgn_scribe *scribe);
/* Enters a line, after the record has begun. */
XPGN_API xpgn_status xpgn_scribe_line(xpgn_scribe *scribe, xpgn_slice line);

XPGN_API const xpgn_reply *xpgn_scribe_reply(const xpgn_scribe *scribe);
XPGN_API const xpgn_scribe_state *xpgn_scribe_where(const xpgn_scribe *scribe);
/* The text of the record. Its first *kept bytes (`kept` may be NULL) are unchanged since it was
   stored last: by the previous call of `keep`, or, without `keep`, since the previous call of the
   scribe. */
XPGN_API xpgn_slice xpgn_scribe_text(const xpgn_scribe *scribe, size_t *kept);
/* The walk that read the record last, for its findings if it was refused, and its transcript. */
XPGN_API const xpgn_walk *xpgn_scribe_walk(const xpgn_scribe *scribe);
/* Checks whether a text could be this record some entries ago. XPGN_INVALID: it could not. The
   reply is not changed. */
XPGN_API xpgn_status xpgn_scribe_follows(xpgn_scribe *scribe, xpgn_slice text);

/* A command: its word, its argument ("" for none), and what it does. */
typedef struct xpgn_scribe_word {
    const char *name, *argument, *help;
} xpgn_scribe_word;
/* The commands in alphabetical order (`index` from 0), NULL past the last. */
XPGN_API const xpgn_scribe_word *xpgn_scribe_words(size_t index);

/*
 * For sealed dice. `announce` enters what a party announces, "12... exd5", which is binding once
 * the callback `announce` has accepted it; `go_on` continues the announced roll when all its links
 * are known; `sign` writes the signatures of the end.
 */
XPGN_API xpgn_status xpgn_scribe_announce(xpgn_scribe *scribe, unsigned party, xpgn_slice what);
XPGN_API xpgn_status xpgn_scribe_go_on(xpgn_scribe *scribe);
XPGN_API xpgn_status xpgn_scribe_sign(xpgn_scribe *scribe);

/* ---- intervals ------------------------------------------------------------------------------- */

/* The half-width of a 95 % interval in standard deviations, if the variance was estimated with
   `degrees` degrees of freedom (Student's distribution; at least 4); 0: the variance is known. */
XPGN_API double xpgn_quantile(double degrees);
/* The confidence interval of a value between two bounds, such as a share of n games. With share *
   (1 - share) / n as its variance and xpgn_quantile(0) it is Agresti and Coull's. Its width is
   never 0. */
XPGN_API void xpgn_interval(double value, double variance, double n, double quantile,
                            const double bound[2], double interval[2]);

/* ---- diagrams -------------------------------------------------------------------------------- */

typedef enum xpgn_diagram_style {
    XPGN_DIAGRAM_PLAIN,   /* a grid of + - |; ASCII only if captions are ASCII and in English */
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
    bool no_held;             /* no removed pieces or prisoners beside the board */
    const xpgn_square *marks; /* squares to mark; squares off the board are ignored */
    size_t mark_count;
    const xpgn_arrow *arrows; /* drawn if they are straight, and always listed below the board */
    size_t arrow_count;
    const xpgn_facts *combat; /* a combat fought from this position, or NULL */
    const char *number;       /* "12...", printed before the combat's action; or NULL */
    const char *caption;      /* UTF-8 text below the board, with ' ' between lines; or NULL */
    const char *mark_signs;   /* one sign for each mark, printable ASCII; NULL: [ for all */
    const xpgn_square *crop;  /* two opposite corners of the part of the board to draw; the whole
                                 board if NULL or if one is off the board */
    const char *language;     /* the code of the language of all words and piece letters, such as
                                 "de"; it must have xpgn_language.has_words. NULL: English */
    bool color;     /* for terminals: pieces in the colours of their seats, marked squares in
                       reverse video (ECMA-48 SGR) */
    bool no_report; /* no report of the combat below the board */
    bool narrow;    /* compact style: signs go into the gaps between pieces, which is less clear */
} xpgn_diagram_options;

/*
 * Appends a diagram: lines that end with LF and have the same width in characters (code points). A
 * `*` follows a wounded piece. Marked squares are shown as [e4] (box and unicode: in a heavy
 * frame), the ends of an arrow as <e> and >d<, supporters of the combat as (e). Other mark signs
 * are written on both sides of their square, except `.` (a dot) and digits, which go into the
 * middle of an empty one. A part of a board has no pieces beside it. The report of the combat
 * (xpgn_combat_write) follows below the board. `options` may be NULL. False, and nothing is
 * appended, if they are not valid or the position is on another board.
 */
XPGN_API bool xpgn_diagram_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_diagram_options *options);
/* Appends diagrams (or any blocks of lines) side by side, separated by three spaces. */
XPGN_API void xpgn_diagram_join(xpgn_buffer *b, const xpgn_slice *diagrams, size_t count);
/*
 * Appends what a side of a combat (0 attacker, 1 defender) adds to its dice, its own value and its
 * supporters in order: "pawn e5 2 + knight c6 1 + bishop b6 1". With `p` NULL the supporters are
 * one number. Nothing if there is no such side.
 */
XPGN_API void xpgn_combatant_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                   const xpgn_facts *facts, unsigned side);
/*
 * Appends the report of a combat: attacker and defender, the sum of each side with every supporter,
 * the fates and the rule. `p` is the position before it, `number` as above. Lines end with LF and
 * are not padded. Appends nothing if there was no combat. If the dice have not fallen (no exchanges
 * in facts->roll) only the sums are written. `p` is NULL for a combat from xpgn_combat_of_types.
 */
XPGN_API void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number);
/* The form of reports: aligned columns, or, for programs, rows of three cells (label, text, total
   or rule) separated by tabs, with headings as single cells. */
typedef enum xpgn_report_form { XPGN_REPORT_LINES, XPGN_REPORT_CELLS } xpgn_report_form;
/*
 * Appends the report of an action of any kind: its turn roll, combat, teleport, escape attempt and
 * promotion; nothing if it has none of these.
 */
XPGN_API void xpgn_report_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number, xpgn_report_form form);
/* Appends who won and by which rule; nothing if the game did not end by the rules. `p` is any
   position of the game. */
XPGN_API void xpgn_outcome_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_outcome *outcome, xpgn_report_form form);
/* Appends the attribute table of a ruleset, in a language that diagrams know (NULL: English).
   False, and nothing is appended, if it has none or there is no such style or language. */
XPGN_API bool xpgn_attributes_write(xpgn_buffer *b, const xpgn_ruleset *rs,
                                    xpgn_diagram_style style, const char *language);
/* The same as a Markdown table under its title, with the characters of the style. */
XPGN_API bool xpgn_attributes_markdown(xpgn_buffer *b, const xpgn_ruleset *rs,
                                       xpgn_diagram_style style, const char *language);

/* ---- pictures -------------------------------------------------------------------------------- */

/* The drawing of a piece type. */
typedef struct xpgn_drawing {
    const char *name;  /* "knight", "dragon": the id of the shapes */
    xpgn_slice shapes; /* an SVG element <g id="knight">, 100 units wide and high */
} xpgn_drawing;

/*
 * The drawing of a piece type in a ruleset: the one with the name that the piece has there, or else
 * the one for its type. Outlines inherit `fill` and `stroke` from the element around them, inner
 * lines `color`; for a black piece use black, black and white. Static. False if there is no such
 * type.
 */
XPGN_API bool xpgn_piece_drawing(const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out);

/*
 * Themes define colours, patterns that tell the sides apart without colour, and the font. The names
 * of the built-in themes (`index` from 0), NULL past the last; and the text of a theme, as in
 * formats/themes, data NULL if there is no theme with that name.
 */
XPGN_API const char *xpgn_theme_name(size_t index);
XPGN_API xpgn_slice xpgn_theme_text(const char *name);

typedef enum xpgn_svg_border {
    XPGN_SVG_LINE, /* a thin line around the board */
    XPGN_SVG_THICK,
    XPGN_SVG_NO_BORDER
} xpgn_svg_border;

/* Options for pictures. Lengths are in hundredths of a millimetre. */
typedef struct xpgn_svg_options {
    size_t size;      /* XPGN_SVG_OPTIONS */
    xpgn_slice theme; /* the text of a theme; size 0: the theme `print` */
    uint32_t square;  /* the side of a square, from 300 to 5000; 0: 900, or on a sheet what fits */
    uint32_t columns; /* figures side by side; 0: 1 */
    xpgn_svg_border border;
    bool inside;    /* coordinates in the squares at the edge instead of beside the board */
    bool corners;   /* the attributes of each piece in the corners of its square */
    bool element;   /* each picture is an element for an HTML page: without an XML declaration, and
                       without the definitions that all pictures of the page share
                       (xpgn_svg_definitions) */
    uint32_t sheet; /* if not 0: the width of a sheet on which the figures are numbered and
                       arranged in columns (two if `columns` is 0), with the captions of a row
                       at one height */
    const char *language; /* of the word before the numbers on a sheet, as in
                             xpgn_diagram_options */
    uint32_t step;  /* if not 0: the figures are the steps of an animation in one place, each shown
                       for this many hundredths of a second, at most 360000; not with `sheet` or
                       `element` */
    uint32_t still; /* the step shown where animations do not run, counted back from the last (0) */
} xpgn_svg_options;

/*
 * A picture as SVG 1.1: figures in rows, sized in millimetres. Text stays text; each figure has a
 * title and a description for those who cannot see it.
 */
typedef struct xpgn_svg xpgn_svg;

/* `options` may be NULL. XPGN_INVALID: they are not valid. Faults in a theme are not a failure:
   they are returned by xpgn_svg_findings, and the faulty values are taken from the theme
   `print`. */
XPGN_API xpgn_status xpgn_svg_new(xpgn_svg **out, const xpgn_svg_options *options);
XPGN_API void xpgn_svg_free(xpgn_svg *svg);
/* The findings about the theme, all errors, with places in its text. */
XPGN_API const xpgn_finding *xpgn_svg_findings(const xpgn_svg *svg, size_t *count);
/* Adds a diagram. `options` may be NULL; their style is ignored. False, and nothing is added, if
   they are not valid or the position is on another board. */
XPGN_API bool xpgn_svg_diagram(xpgn_svg *svg, const xpgn_ruleset *rs, const xpgn_position *p,
                               const xpgn_diagram_options *options);
/* Adds the attribute table of a ruleset, in a language as in xpgn_diagram_options (NULL: English).
   False, and nothing is added, if it has none or there is no such language. */
XPGN_API bool xpgn_svg_attributes(xpgn_svg *svg, const xpgn_ruleset *rs, const char *language);
/* A bar: its label, its length (to the left if negative), and the text beside it. */
typedef struct xpgn_bar {
    xpgn_slice label, text;
    double value;
    double expected; /* where a line crosses the bar; 0: none */
} xpgn_bar;

/*
 * Adds a bar chart. If all values are from 0 to 1 and have no `expected`, they are taken as shares,
 * and the full width is 1. This and the next two functions add nothing if the chart is empty, has a
 * value that is NAN or beyond +-1e12, or has more than a million bars, or a thousand rows or
 * columns.
 */
XPGN_API void xpgn_svg_bars(xpgn_svg *svg, xpgn_slice title, const xpgn_bar *list, size_t count);

/* A table of shares drawn as shades, each with its value in percent. */
typedef struct xpgn_heat {
    xpgn_slice title, row_title, column_title;
    const xpgn_slice *row, *column; /* their names */
    size_t rows, columns;
    const double *share; /* [row * columns + column], from 0 to 1; negative: none */
    /* If the shares are counts, the total for each share and its expected value (negative:
       unknown), in the same order; else NULL. Shades then depend on the 95 % interval, and cells
       with too few counts are hatched. */
    const uint64_t *of;
    const double *expected;
} xpgn_heat;
XPGN_API void xpgn_svg_heat(xpgn_svg *svg, const xpgn_heat *heat);

/* A value that begins at 0, after each of several events. */
typedef struct xpgn_curve {
    xpgn_slice title, above, below; /* above, below: what it means to be above or below 0 */
    const double *value;
    const xpgn_slice *label; /* [event]; the one of the largest step is written */
    size_t count;
} xpgn_curve;
XPGN_API void xpgn_svg_curve(xpgn_svg *svg, const xpgn_curve *curve);

struct xpgn_tally;
/* Adds charts of a tally: for each ruleset (and tag value) results, lengths, dice and combats;
   or, if `what` is XPGN_TALLY_LUCK, the luck of each side and player; or, if it is
   XPGN_TALLY_FAIRNESS, the faces, the questions and what they could detect. Charts of what was
   not counted are left out. */
XPGN_API xpgn_status xpgn_svg_tally(xpgn_svg *svg, const struct xpgn_tally *tally, unsigned what);
/* The next figure begins a new row. */
XPGN_API void xpgn_svg_end_row(xpgn_svg *svg);
/* The number of figures that were added since the last picture was written. */
XPGN_API size_t xpgn_svg_figures(const xpgn_svg *svg);
/* Appends a picture of the figures added so far and forgets them; nothing if there are none. */
XPGN_API void xpgn_svg_write(xpgn_buffer *b, xpgn_svg *svg);
/* The same as LaTeX, a `picture` environment for each figure, which pdflatex accepts without
   packages: text is set in LaTeX's fonts, patterns become greys, and clipping is left out. */
XPGN_API void xpgn_svg_latex(xpgn_buffer *b, xpgn_svg *svg);
/* Sets the caption of the next figure of a sheet that is not a diagram; diagrams have one in their
   options. */
XPGN_API void xpgn_svg_caption(xpgn_svg *svg, const char *caption);
/* The size of the picture of the figures added so far, in hundredths of a millimetre. */
XPGN_API void xpgn_svg_measure(const xpgn_svg *svg, int64_t *width, int64_t *height);
/* Appends an SVG element of size 0 for an HTML page: all shapes and patterns that pictures with the
   option `element` and this theme refer to. */
XPGN_API void xpgn_svg_definitions(xpgn_buffer *b, const xpgn_svg *svg);

/* ---- events: records against their list ------------------------------------------------------ */

/*
 * Checks the records of an event (a tournament, a match) against the list of its players, pairings
 * and results, or, without a list, against each other: who plays whom in which round, with which
 * result, on which day; misspelt names; records that are missing, duplicated or of other players;
 * impossible clock times. One slip gives one finding.
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
    int32_t letters;      /* how many letters of a name may differ from the list; 0: the default, 2;
                             negative: none */
    int32_t tolerance;    /* seconds by which a clock time may be wrong; 0: the default, 2;
                             negative: none */
    uint32_t first, last; /* the rounds whose records are all expected; first 0: all rounds */
    uint64_t max_bytes;   /* limit for all records together, which are kept in memory; 0: the
                             default, 1 GiB */
    uint32_t k;           /* the K-factor of all players; 0: by rating, age and time control, as in
                             FIDE B.02, 8.3.3 */
    const char *event;    /* take only the games of this event from a CSV list with a column
                             `event`; NULL: all. Must stay valid until the list is read */
} xpgn_event_options;

/* A finding about a record, or about the list. */
typedef struct xpgn_event_finding {
    xpgn_finding finding;
    const xpgn_game *game; /* the game it is about; for the list, its text with number 0 */
    bool listed;           /* it is about the list */
} xpgn_event_finding;

/* A player's standing. Unplayed games count for the points only; with four seats a share of the win
   counts as a draw. Players not separated by points and tie-breaks share a place. */
typedef struct xpgn_standing {
    const char *name; /* safe for a terminal, one line */
    const char *sum;  /* the points as text: "3.5", "1 1/3" */
    int32_t points;   /* in 1200ths */
    uint32_t place;   /* from 1 */
    uint32_t won, drawn, lost;
} xpgn_standing;

/* The tables that can be made of an event. */
typedef enum xpgn_event_view {
    XPGN_EVENT_PAIRINGS, /* all games by rounds, with their results */
    XPGN_EVENT_MISSING,  /* games of the list without a record */
    XPGN_EVENT_RATING,   /* for each player: games against rated opponents, points, expected points,
                            rating change (B.02, 8.3) and performance (C.07, 10.2) */
    XPGN_EVENT_TEAMS     /* standings of the list's teams */
} xpgn_event_view;

typedef struct xpgn_event_table {
    size_t columns, rows;
    const char *const *heading;
    const bool *number;      /* [column]: its cells are numbers or - */
    const char *const *cell; /* [row * columns + column]; safe for a terminal */
} xpgn_event_table;

/* `options` may be NULL. */
XPGN_API xpgn_status xpgn_event_new(xpgn_event **out, const xpgn_event_options *options);
XPGN_API void xpgn_event_free(xpgn_event *event);
/* Sets the points for win, draw and loss, such as "3-1-0"; overrides the list. XPGN_INVALID: the
   text is malformed. */
XPGN_API xpgn_status xpgn_event_set_points(xpgn_event *event, const char *system);
/* Sets the time control, "5400+30" or "40/5400+30:900+30"; overrides records and list. Call it
   before the first record. XPGN_INVALID: the text is malformed. */
XPGN_API xpgn_status xpgn_event_set_control(xpgn_event *event, const char *control);
/*
 * Sets the tie-breaks after the points, in order, by the codes of FIDE C.07: "DE,BH/C1,SB"; - and #
 * may replace /. In a team event they apply to the teams. By default they are those of the list
 * (212, 202 in TRF26). Call it after the list and before the check. XPGN_INVALID: *fault (may be
 * NULL) says which code is unknown.
 */
XPGN_API xpgn_status xpgn_event_set_tie_breaks(xpgn_event *event, const char *codes,
                                               xpgn_fault *fault);
/*
 * Appends the different names in the column `event` of a CSV list, each followed by a NUL, and sets
 * *count; 0 if there is no such column or it is not CSV. XPGN_INVALID: there are more than 1,000.
 */
XPGN_API xpgn_status xpgn_event_list_events(xpgn_buffer *names, xpgn_slice text, size_t *count);
/*
 * Reads the list, before the first record: a FIDE report file (TRF16, TRF26), or CSV with the
 * columns round, white, black, and optionally board, red, green, result, date, whitefideid and the
 * like. `file` names it in findings; the text is copied. XPGN_INVALID: it is not a list, *fault
 * (may be NULL) says why, and the event may only be freed; or there are records or a list already.
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
 * Finds the pairing that a score sheet belongs to by its tags: among the pairings whose players it
 * may name, the one that differs least in round, board, day and result; without names, the one with
 * its round and board. Several sheets may belong to one pairing. XPGN_NOT_FOUND: there is none.
 * XPGN_INVALID: there are several, or there is no list.
 */
XPGN_API xpgn_status xpgn_event_place(xpgn_event *event, const xpgn_game *game, size_t *pairing);
/* The pairings in the order of the list (`index` from 0); false past the last. */
XPGN_API bool xpgn_event_pairing(const xpgn_event *event, size_t index, xpgn_pairing *out);
/*
 * Adds a record, which is copied and walked to its end with `walk`. The walk must have the option
 * keep_line; skip_variations saves time. XPGN_INVALID: the records exceed max_bytes, *fault says
 * so, and the event may only be freed; or it has been checked already.
 */
XPGN_API xpgn_status xpgn_event_add(xpgn_event *event, xpgn_walk *walk, const xpgn_game *game,
                                    xpgn_fault *fault);
/* Checks the event; call it once, after the last record. XPGN_INVALID: there are too many players,
   and *fault states the limit; or it has been checked already. */
XPGN_API xpgn_status xpgn_event_check(xpgn_event *event, xpgn_fault *fault);
/*
 * Finds the player of the list that a name means, by the same rules as for records, and appends the
 * name as in the list. XPGN_NOT_FOUND: nobody, or several are equally near. XPGN_INVALID: the event
 * is not checked yet.
 */
XPGN_API xpgn_status xpgn_event_name(xpgn_buffer *b, xpgn_event *event, xpgn_slice name);
/* The findings about the list, then about the records, by places. This and the following answers
   are empty before the check, and valid until the event is freed. */
XPGN_API const xpgn_event_finding *xpgn_event_findings(const xpgn_event *event, size_t *count);
/* The standings, ordered by points, tie-breaks, the list's ranks, starting ranks, and names. */
XPGN_API const xpgn_standing *xpgn_event_standings(const xpgn_event *event, size_t *count);
/* The names of the tie-breaks of the players' standings, in order. */
XPGN_API const char *const *xpgn_event_tie_breaks(const xpgn_event *event, size_t *count);
/* Appends the value of tie-break `code` (from 0) for row `row` of the standings; "-" if it has
   none. */
XPGN_API void xpgn_event_tie_break_write(xpgn_buffer *b, const xpgn_event *event, size_t row,
                                         size_t code);
/* Makes a table, which is valid until the event is freed. XPGN_INVALID: the event is not checked
   yet. */
XPGN_API xpgn_status xpgn_event_tell(xpgn_event *event, xpgn_event_view view,
                                     xpgn_event_table *out);
/* The first and last round that have games; round 0 holds games whose round is unknown. Without
   games *first is 1 and *last 0. */
XPGN_API void xpgn_event_rounds(const xpgn_event *event, uint32_t *first, uint32_t *last);
/* Appends what the player in row `row` of the standings did in a round: "12w1" (won as White
   against the player in row 12, counted from 1), "2,5,7r1/2", "bye 1"; "-" for nothing. */
XPGN_API void xpgn_event_round_write(xpgn_buffer *b, const xpgn_event *event, size_t row,
                                     uint32_t round);

/*
 * True if two names in UTF-8 may belong to one player, as xpgn_event compares them: they have the
 * same words in any order, with first names as initials or missing; or at most `letters` letters
 * differ, and no more than one in four. An empty name agrees with an empty name only.
 */
XPGN_API bool xpgn_names_agree(xpgn_slice a, xpgn_slice b, unsigned letters);
/* Appends a name as it is compared: words of lower-case letters without accents and digits,
   separated by spaces, with a comma after the family name if the name has one. */
XPGN_API void xpgn_name_words(xpgn_buffer *b, xpgn_slice name);

/* ---- pieces of an archive -------------------------------------------------------------------- */

/* A hash of bytes that continues `before`, the hash of the bytes before them (0: none). Fast and
   the same on every machine; it detects mistakes, not forgery. */
XPGN_API uint64_t xpgn_hash(uint64_t before, const void *bytes, size_t size);

/* A hash table of the places of entries in a list that the caller owns. Initialize with {0}. */
typedef struct xpgn_index {
    struct xpgn_index_slot {
        uint32_t hash, place; /* place: in the list, from 1; 0: the slot is free */
    } * slot;
    size_t size, used; /* size: 0 or a power of two */
} xpgn_index;

/* Makes room for one more place. On XPGN_NO_MEMORY nothing has changed. */
XPGN_API xpgn_status xpgn_index_reserve(xpgn_index *index);
/* Enters a place (from 1); does nothing if xpgn_index_reserve made no room for it. */
XPGN_API void xpgn_index_put(xpgn_index *index, uint32_t hash, uint32_t place);
/* The next place with that hash; 0 if there are no more. Set *at to 0 for the first. */
XPGN_API uint32_t xpgn_index_next(const xpgn_index *index, uint32_t hash, size_t *at);
/* Removes all places, in time proportional to their number if they are few. */
XPGN_API void xpgn_index_clear(xpgn_index *index);
XPGN_API void xpgn_index_free(xpgn_index *index);

/* A piece of an archive that one run has read. */
typedef struct xpgn_part {
    const char *name; /* the file and the range, as in "large.pgn --bytes=0:500"; without tabs and
                         line ends */
    uint64_t digest;  /* xpgn_hash of what was read: name and digest together identify a piece */
    const char *from; /* the partial result in which it came; NULL: none */
} xpgn_part;

/* A set of pieces. */
typedef struct xpgn_parts xpgn_parts;
XPGN_API xpgn_status xpgn_parts_new(xpgn_parts **out);
XPGN_API void xpgn_parts_free(xpgn_parts *parts);
/* Adds a copy of a piece. XPGN_INVALID: it is there already, or a text has a tab or line end. */
XPGN_API xpgn_status xpgn_parts_add(xpgn_parts *parts, const xpgn_part *part);
/* All pieces in the order they were added, valid until the next is added. */
XPGN_API const xpgn_part *xpgn_parts_list(const xpgn_parts *parts, size_t *count);

/* ---- tallies --------------------------------------------------------------------------------- */

/*
 * Statistics of games: results, lengths, endings, dice, combats, support, first actions, for each
 * ruleset and optionally for each value of a tag. Only counts are kept: tallies of parts can be
 * merged in any order, and memory does not grow with the number of games.
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
 * Flags to add to the format. NO_HEADER: tables without column names. RAW: CSV texts as in
 * XPGN_CELL_CSV_RAW. LUCK and FAIRNESS: text and tables with only the luck, or only the fairness of
 * the dice; also used by xpgn_tally_want. INCOMPLETE: marks a partial tally as unfinished, so that
 * it is refused when read.
 */
enum {
    XPGN_TALLY_NO_HEADER = 16,
    XPGN_TALLY_RAW = 32,
    XPGN_TALLY_LUCK = 64,
    XPGN_TALLY_FAIRNESS = 128,
    XPGN_TALLY_INCOMPLETE = 256
};

/* `by` is the name of the tag to group by, which is copied; NULL: no grouping. */
XPGN_API xpgn_status xpgn_tally_new(xpgn_tally **out, const char *by);
XPGN_API void xpgn_tally_free(xpgn_tally *tally);
/*
 * Turns on counts that are off by default; call it before the first game. XPGN_TALLY_LUCK: the luck
 * of each side and player, their dice, and the least likely rolls. XPGN_TALLY_FAIRNESS: the dice by
 * role and by player, for tests of their fairness. Memory then grows with the number of players.
 * XPGN_INVALID: any other value.
 */
XPGN_API xpgn_status xpgn_tally_want(xpgn_tally *tally, unsigned what);
/* The questions of a report on fairness, as bits. */
enum {
    XPGN_FAIR_FACES = 1,   /* do all dice together show the faces equally often? */
    XPGN_FAIR_PLAYERS = 2, /* do the dice of one player differ from fair ones? */
    XPGN_FAIR_PAIRS = 4    /* do successive dice depend on each other? */
};
/* The word for the question 1 << index in reports ("faces"); NULL if there is none. Static. */
XPGN_API const char *xpgn_fair_question(unsigned index);
/*
 * Chooses the questions of the report on fairness (0: all), over which Holm's correction is made,
 * and whether other tests are listed for exploration. Choose before looking at the dice. It affects
 * written reports only. XPGN_INVALID: there is no such question.
 */
XPGN_API xpgn_status xpgn_tally_ask(xpgn_tally *tally, unsigned questions, bool explore);
/* Names the players in advance, by the values of their tags, for the e-value of such a report; the
   names are copied. By default they are all players found. */
XPGN_API xpgn_status xpgn_tally_players(xpgn_tally *tally, const xpgn_slice *names, size_t count);
/* The flags of xpgn_tally_want, set here or in a tally that was merged or read. */
XPGN_API unsigned xpgn_tally_wants(const xpgn_tally *tally);
/* Adds a step of the walk's current game, which counts only when xpgn_tally_end accepts the game.
   The walk may have verdict_only with dice_steps and, without XPGN_TALLY_LUCK, also bare_steps. */
XPGN_API void xpgn_tally_step(xpgn_tally *tally, const xpgn_walk *walk, const xpgn_step *step);
/* Ends the game: it is counted if `good`, else only counted as left out. XPGN_NO_MEMORY: some count
   was lost, now or in an earlier step. */
XPGN_API xpgn_status xpgn_tally_end(xpgn_tally *tally, bool good);
/*
 * Adds the counts and the pieces of `from`. XPGN_INVALID: the two are grouped by different tags or
 * are the same tally, a piece is in both, or a count would overflow; *fault (may be NULL) says
 * which.
 */
XPGN_API xpgn_status xpgn_tally_merge(xpgn_tally *tally, const xpgn_tally *from, xpgn_fault *fault);
/* The pieces of the archive that were counted; the set belongs to the tally, and the caller may add
   to it. Empty if they are not known. */
XPGN_API xpgn_parts *xpgn_tally_parts(xpgn_tally *tally);
/*
 * Reads a tally written as XPGN_TALLY_PARTIAL from a file, which may be compressed ("-": standard
 * input). XPGN_IO, XPGN_INVALID: fault->text and fault->line say why.
 */
XPGN_API xpgn_status xpgn_tally_read(xpgn_tally **out, const char *file, xpgn_fault *fault);
/* The tag that it is grouped by; NULL: none. */
XPGN_API const char *xpgn_tally_by(const xpgn_tally *tally);
/* Stores a description of how the counts were made (version, rulesets), which partial tallies
   contain: only results with the same description should be added. The text is copied.
   XPGN_INVALID: it has a tab or line end. */
XPGN_API xpgn_status xpgn_tally_set_how(xpgn_tally *tally, const char *how);
/* That description: as set, read, or taken from the first tally that was merged; NULL: none. */
XPGN_API const char *xpgn_tally_how(const xpgn_tally *tally);
/* The number of games counted; *left_out, if not NULL, is set to the number left out. */
XPGN_API uint64_t xpgn_tally_games(const xpgn_tally *tally, uint64_t *left_out);
/* Appends the tally; equal counts give equal bytes. Nothing if there is no such format. */
XPGN_API void xpgn_tally_write(xpgn_buffer *b, const xpgn_tally *tally, unsigned format);

/* Sums of one run that are written to partial results and added up, for programs that divide an
   archive. */
typedef struct xpgn_sums {
    const char *tool; /* "xpgn-validate"; owned by the caller, as are all pointers here */
    const char *how;  /* the options that affect the counts: only results with the same text are
                         added. Like the names, without tabs and line ends */
    const char *const *name;
    uint64_t *sum;
    size_t count;      /* of names and sums */
    bool incomplete;   /* not all was read: the result will be refused when read */
    xpgn_parts *parts; /* the pieces counted, to which those of a file are added; NULL: not kept */
    /* If not NULL: called with each count of a file, instead of adding it to `sum`, even if the
       file is refused later; returns false if there is no such count. */
    bool (*other)(void *data, xpgn_slice name, uint64_t sum);
    void *data;
} xpgn_sums;

/* Appends the sums as a partial result. */
XPGN_API void xpgn_sums_write(xpgn_buffer *b, const xpgn_sums *s);
/* Adds a partial result from a file, completely or not at all. XPGN_INVALID: it is not such a
   result, is truncated, changed or incomplete, was counted with other options, or has a piece that
   was added before. XPGN_IO: it cannot be read. *fault says why. */
XPGN_API xpgn_status xpgn_sums_add(xpgn_sums *s, const char *file, xpgn_fault *fault);

/* ---- options without designated initializers ------------------------------------------------- */

/* They are compiled into the caller, so `size` is that of the struct as the caller knows it. */
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
