/* SPDX-License-Identifier: MIT */
/*
 * xpgn.h - the whole public interface of libxpgn.
 *
 * XPGN is PGN with one new token, the roll <5+2=9:2+2=5x>.  The library reads such records, knows
 * the rules of the games (rulesets, YAML), checks and replays every recorded game, and writes
 * records, positions, diagrams and counts.
 *
 * The flow, from byte to verdict:
 *
 *     xpgn_stream  ->  xpgn_game  ->  xpgn_walk  ->  xpgn_step (positions, facts)  ->  your program
 *     (files)          (one game's     (reader and     and xpgn_finding (what is wrong, where)
 *                       own bytes)      referee)
 *
 * Conventions that hold for every function:
 *  - The library prints nothing, never exits and keeps no mutable globals.  Handles may be used by
 *    one thread at a time; a ruleset, once found, is constant and may be shared.
 *  - Two channels: a status (may I go on?) and findings (what was found).  On any status but
 *    XPGN_OK the outputs are unchanged unless a comment says otherwise.
 *  - Every `free`, `close` or `clear` takes NULL.
 *  - Rule ids in comments (CA-3, FD-7, ...) are those of xpgn-rules(7); the format is xpgn(5).
 */
#ifndef XPGN_H
#define XPGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    XPGN_END,       /* nothing more; not an error */
    XPGN_NO_MEMORY, /* an allocation failed; the handle may only be freed */
    XPGN_IO,        /* a file could not be opened, read or decompressed */
    XPGN_INVALID,   /* the text breaks the format or the rules; the findings say where */
    XPGN_NOT_FOUND  /* no such ruleset, option or tag */
} xpgn_status;

/* The version of the library, "0.1.0". */
XPGN_API const char *xpgn_version(void);

/* ---- slices and buffers ---------------------------------------------------------------------- */

/* Bytes that belong to somebody else: not terminated, valid as long as their owner says. */
typedef struct xpgn_slice {
    const char *data;
    size_t size;
} xpgn_slice;

/*
 * A growing run of bytes.  Start with {0}; the owner calls xpgn_buffer_free.  A failed allocation
 * sets `failed`, keeps what was there and makes all later writes do nothing, so that a writer tests
 * once, at the end.
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
/* Appends `text` as a JSON string with its quotes; bytes that are not UTF-8 are read as Latin-1. */
XPGN_API void xpgn_buffer_json(xpgn_buffer *b, xpgn_slice text);
/* Drops the contents, keeps the memory and clears `failed`. */
XPGN_API void xpgn_buffer_clear(xpgn_buffer *b);
XPGN_API void xpgn_buffer_free(xpgn_buffer *b);

/*
 * Appends how the library was built and what it runs with, a line each: compiler, options, and the
 * versions of the libraries that it uses.  For people; the lines may change.
 */
XPGN_API void xpgn_build_write(xpgn_buffer *b);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum xpgn_level {
    XPGN_LINT,    /* style, or what takes work to see: reported only when asked for */
    XPGN_WARNING, /* suspicious; the record still says one game */
    XPGN_ERROR    /* the record is wrong */
} xpgn_level;

/* A run of bytes of one game, counted from the game's first byte. */
typedef struct xpgn_place {
    uint32_t offset;
    uint32_t length;
} xpgn_place;

/* A text that would be right where something else stands. */
typedef struct xpgn_fix {
    xpgn_place place; /* what it replaces; length 0: it is to be inserted there */
    const char *text; /* "": what stands there is to be removed */
} xpgn_fix;

/* One finding.  All strings live as long as the log that holds it. */
typedef struct xpgn_finding {
    xpgn_level level;
    const char *code; /* "L-02", "CA-3": stable */
    xpgn_place place; /* the thing at fault, not where the reader stood */
    const char *text; /* one clause, lower case, no full stop: what stands, what was computed */
    const char *hint; /* what would be right ("expected <...>"), or what to do; or NULL */
    const char *turn; /* "3. Nxd5", or "" in the tags */
    uint32_t ply;     /* the turn, from 1; 0 is the tags and the start position */
    uint32_t fix_count;
    const xpgn_fix *fix; /* each by itself would be a cure, the likeliest first; NULL if none */
} xpgn_finding;

/* One row of the list of codes (format codes, and the rules of all built-in rulesets). */
typedef struct xpgn_code {
    const char *code;
    xpgn_level level;
    const char *title; /* what it means, one line */
    const char *cure;  /* what to do about it, one line */
} xpgn_code;

/* The numbered format codes in order (`index` from 0), NULL past the last. Static. */
XPGN_API const xpgn_code *xpgn_code_at(size_t index);

/* ---- squares, pieces, positions -------------------------------------------------------------- */

enum { XPGN_MAX_FILES = 12, XPGN_MAX_SQUARES = 144, XPGN_MAX_SEATS = 4, XPGN_NO_SQUARE = 255 };

/* rank * files + file, both from 0; XPGN_NO_SQUARE for none. */
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

/* type | wounded << 3 | seat << 4; 0 is an empty square. */
typedef uint8_t xpgn_piece;
#define XPGN_WOUNDED 8u
#define XPGN_PIECE(seat, type) ((xpgn_piece)((unsigned)(seat) << 4 | (unsigned)(type)))
#define XPGN_TYPE_OF(piece) ((unsigned)(piece)&7u)
#define XPGN_SEAT_OF(piece) ((unsigned)(piece) >> 4)
#define XPGN_IS_WOUNDED(piece) (((unsigned)(piece)&XPGN_WOUNDED) != 0)

/* Seats: 0 White, 1 Black; with four seats in turn order 0 White, 1 Red, 2 Black, 3 Green. */

/*
 * A position between turns (XFEN says exactly this).  A plain value: copy it freely.
 * The bit sets are kept on 8x8 boards only (bit = square); `at` is always right.
 */
typedef struct xpgn_position {
    uint64_t type[8]; /* [type]: squares of that type, both seats, wounded or not */
    uint64_t seat[2]; /* squares of a seat */
    uint64_t wounded; /* squares of wounded pieces */
    xpgn_piece at[XPGN_MAX_SQUARES];
    uint8_t files, ranks, seats;
    uint8_t turn;   /* the seat to move */
    uint8_t alive;  /* bit per seat that is still in the game */
    xpgn_square ep; /* the square behind a pawn that just double-stepped, or none */
    xpgn_square king[XPGN_MAX_SEATS]; /* where a seat's king stands, or none */
    xpgn_square castle[2]
                      [2]; /* [seat][0 king's side, 1 queen's side]: the rook's square, or none */
    uint32_t clock;        /* turns since a pawn moved, a combat, a removal or a return */
    uint32_t number;       /* full move number */
    /* Pieces off the board that still matter, by type. Removed (CA-13): [seat of the piece].
       Prisoners (CC-8): [cell], cells in the order a1 h1 a8 h8; they belong to the other side. */
    uint8_t held[4][8];
} xpgn_position;

/* ---- rolls ----------------------------------------------------------------------------------- */

enum { XPGN_MAX_DICE = 32, XPGN_MAX_EXCHANGES = 16, XPGN_MAX_SUPPORT = 32 };

/* One side of one exchange, as written or as computed. -1 is "not said". */
typedef struct xpgn_roll_side {
    uint8_t dice_count;
    uint8_t dice[XPGN_MAX_DICE]; /* 1 up; as written, so a face may be more than the die has */
    int16_t count;               /* supporters, or leaders for a teleport */
    int16_t total;
    char fate;         /* 0 unharmed, 'w' wounded, 'x' removed */
    uint8_t cell_file; /* of `x@a1`, from 0; XPGN_NO_SQUARE if not said */
    uint8_t cell_rank;
    xpgn_place dice_place, count_place, total_place, fate_place; /* as written; else zero */
} xpgn_roll_side;

typedef struct xpgn_exchange {
    xpgn_roll_side side[2]; /* attacker, defender */
} xpgn_exchange;

/* A roll <...>. Only the first `exchanges` entries are set. */
typedef struct xpgn_roll {
    uint8_t exchanges; /* 0: no roll */
    bool two_sides;    /* a colon was written in the last exchange */
    xpgn_place place;  /* the whole token or command */
    xpgn_exchange exchange[XPGN_MAX_EXCHANGES];
} xpgn_roll;

/* Appends the roll without its brackets. Deterministic; writes what is set, nothing else. */
XPGN_API void xpgn_roll_write(xpgn_buffer *b, const xpgn_roll *roll);

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
    uint8_t kind;     /* xpgn_action_kind */
    uint8_t piece;    /* the acting piece as it stands before the action (xpgn_piece) */
    xpgn_square from; /* where it stands */
    xpgn_square to;   /* where it goes; castling: the king's destination */
    xpgn_square
        target;        /* the attacked piece's square (en passant: not `to`); RELEASE: the castle */
    uint8_t promotion; /* type after promotion, rescue; freed prisoner's type; 0 none */
    xpgn_square drop;  /* RELEASE: where the freed piece is put; castling: the rook's square */
} xpgn_action;

typedef struct xpgn_supporter {
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives;
} xpgn_supporter;

/* One side of a combat: what the rules compute from the position, and what the dice made of it. */
typedef struct xpgn_combatant {
    xpgn_piece piece; /* before the combat */
    xpgn_square square;
    int16_t base;     /* its own attack or defense value, rating, bonus, ATK given, DEF */
    int16_t support;  /* the sum of what the supporters give */
    uint8_t count;    /* supporters that give more than 0: the recorded count */
    uint8_t dice;     /* dice this side has to roll in each exchange; 0: none */
    int16_t total;    /* of the last exchange; -1 where the combat has none */
    char fate;        /* 0, 'w', 'x' */
    xpgn_square cell; /* where it is held if it was taken prisoner, else XPGN_NO_SQUARE */
    xpgn_supporter supporter[XPGN_MAX_SUPPORT]; /* the first `count`, by square */
} xpgn_combatant;

/* How a game ended by the rules. score is in twelfths and adds up to 12; all 0: not ended. */
typedef struct xpgn_outcome {
    bool over;
    uint8_t score[XPGN_MAX_SEATS];
    const char *rule; /* the id that ended it ("CA-8"), static or owned by the ruleset */
} xpgn_outcome;

/* Everything the referee found out about one action. */
typedef struct xpgn_facts {
    xpgn_action action;
    char text[24];     /* canonical notation, with + or # */
    uint8_t turn_roll; /* the die before the action; 0 none */
    bool combat;
    xpgn_combatant side[2]; /* [0] attacker, [1] defender; set if `combat` */
    int16_t margin;         /* attack total - defense total, where the combat has totals */
    xpgn_roll roll;         /* complete, as exported; exchanges 0: none. Teleport, release too */
    xpgn_piece captured;    /* the enemy piece that left the board, as it stood; 0 none */
    bool arrived;           /* the acting piece stands on `to` now */
    bool stood;             /* it broke a rule, and stood: [%illegal stood] */
    bool check;       /* the side to move next is in check (only where the rules have check) */
    const char *rule; /* the rule that decided the combat or governs the action */
    const char *fate_rule[2]; /* the rule that each side's fate is charged to */
    xpgn_outcome outcome;     /* whether this action ended the game */
} xpgn_facts;

/* ---- rulesets -------------------------------------------------------------------------------- */

/* A shelf of rulesets: the built-in ones and any the user adds. */
typedef struct xpgn_rules xpgn_rules;
/* One ruleset with one set of options in force: a constant value owned by its shelf. */
typedef struct xpgn_ruleset xpgn_ruleset;
/* A growing list of findings. */
typedef struct xpgn_log xpgn_log;

XPGN_API xpgn_status xpgn_log_new(xpgn_log **out);
XPGN_API void xpgn_log_free(xpgn_log *log);
XPGN_API void xpgn_log_clear(xpgn_log *log);
/* The findings so far, in the order they were made. Valid until the log changes. */
XPGN_API const xpgn_finding *xpgn_log_list(const xpgn_log *log, size_t *count);

XPGN_API xpgn_status xpgn_rules_new(xpgn_rules **out);
XPGN_API void xpgn_rules_free(xpgn_rules *rules);
/*
 * Loads one YAML file (xpgn-ruleset(5)) and adds it to the shelf, in place of one of the same id.
 * XPGN_IO: unreadable (`log` says why); XPGN_INVALID: the findings in `log` have their places as
 * offsets into the file, whose text is returned in *text until the shelf is freed.
 */
XPGN_API xpgn_status xpgn_rules_load(xpgn_rules *rules, const char *path, xpgn_log *log,
                                     xpgn_slice *text);
/* The ids on the shelf (`index` from 0), NULL past the last. */
XPGN_API const char *xpgn_rules_id(const xpgn_rules *rules, size_t index);
/*
 * Finds the ruleset for the values of the tags Variant and RuleOptions (both may be empty).
 * XPGN_NOT_FOUND: *unknown is the part that is not known (the variant, or one option).
 * Resolved sets are kept on the shelf, so a second look-up is cheap.
 */
XPGN_API xpgn_status xpgn_rules_find(xpgn_rules *rules, xpgn_slice variant, xpgn_slice options,
                                     const xpgn_ruleset **out, xpgn_slice *unknown);

XPGN_API const char *xpgn_ruleset_id(const xpgn_ruleset *rs);    /* "chess-attack" */
XPGN_API const char *xpgn_ruleset_title(const xpgn_ruleset *rs); /* "Chess Attack" */
/* The ids and one-line titles of its rules, in order, NULL past the last. */
XPGN_API const xpgn_code *xpgn_ruleset_rule(const xpgn_ruleset *rs, size_t index);
/* The names of the options it knows, in the order of its file, NULL past the last. */
XPGN_API const char *xpgn_ruleset_option(const xpgn_ruleset *rs, size_t index);
/* The start position; false if the ruleset has none of its own (AS-1). */
XPGN_API bool xpgn_ruleset_start(const xpgn_ruleset *rs, xpgn_position *out);

/* One row of a ruleset's attribute table: xpgn_ruleset_attribute(rs, col) names the columns. */
typedef struct xpgn_attributes {
    const char *name; /* "knight" */
    char letter;      /* 'N' */
    bool has_wounded; /* the second row of values is in use */
    /* [healthy, wounded][column]; INT16_MIN: none, INT16_MAX: infinite */
    int16_t value[2][8];
} xpgn_attributes;
XPGN_API const char *xpgn_ruleset_attribute(const xpgn_ruleset *rs, size_t column);
XPGN_API bool xpgn_ruleset_attributes(const xpgn_ruleset *rs, unsigned type, xpgn_attributes *out);

/* ---- XFEN ------------------------------------------------------------------------------------ */

/*
 * Reads a position (FEN or XFEN, format section 5) for this ruleset.  Faults go to `log` with
 * places counted from `base` bytes before the text's first.  Only a position without a fault is
 * returned (XPGN_OK).
 */
XPGN_API xpgn_status xpgn_position_read(const xpgn_ruleset *rs, xpgn_slice text, uint32_t base,
                                        xpgn_position *out, xpgn_log *log);
/* Appends the canonical XFEN: for one position always the same bytes. */
XPGN_API void xpgn_position_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p);
/* True if six plain FEN fields say all of it (so the tag is FEN, not XFEN). */
XPGN_API bool xpgn_position_is_plain(const xpgn_ruleset *rs, const xpgn_position *p);
/* Writes "a1".."l12" and a NUL into text[4]; "-" for XPGN_NO_SQUARE. */
XPGN_API void xpgn_square_name(const xpgn_position *p, xpgn_square sq, char text[4]);
/* Letter of a piece as XFEN writes it on a board of two seats ('N' White, 'n' Black). */
XPGN_API char xpgn_piece_letter(xpgn_piece piece);
/* "white", "red", "black", "green". */
XPGN_API const char *xpgn_seat_name(const xpgn_position *p, unsigned seat);

/* ---- streams of games ------------------------------------------------------------------------ */

typedef struct xpgn_stream xpgn_stream;

/* One game's own bytes, and where they stand. Valid until the next game is asked for. */
typedef struct xpgn_game {
    xpgn_slice text;   /* from its first tag or token to the end of its last line */
    const char *file;  /* as named by the caller; "-" for standard input */
    size_t file_index; /* of `file` among the files of the stream, from 0 */
    uint64_t number;   /* in the stream, from 1 */
    uint64_t line;     /* of its first byte, from 1 */
    uint64_t column;   /* of its first byte, in characters, from 1 */
    bool too_large;    /* past the bound: text is its beginning only */
    bool latin1;       /* the first of its file that is not UTF-8: worth one warning */
} xpgn_game;

/*
 * Opens a stream over files (count 0, or "-": standard input); gzip, bzip2, xz, zstd by content.
 * `max_game` bounds the bytes of one game (0: the default, 64 MiB). Names are copied.
 */
XPGN_API xpgn_status xpgn_stream_open(xpgn_stream **out, const char *const *files, size_t count,
                                      size_t max_game);
/* Before the first game: compressed files are to be unpacked by a thread of the stream's own, which
   is some blocks ahead. Without it a stream has no threads. */
XPGN_API void xpgn_stream_ahead(xpgn_stream *s);
/*
 * The next game. XPGN_END after the last. XPGN_IO: a file could not be read (xpgn_stream_error says
 * which and why, and game->file and file_index which); the next call goes on with the next file.
 */
XPGN_API xpgn_status xpgn_stream_next(xpgn_stream *s, xpgn_game *game);
XPGN_API const char *xpgn_stream_error(const xpgn_stream *s);
/* Bytes taken from the files so far, and of all files if that is known (else 0). */
XPGN_API void xpgn_stream_progress(const xpgn_stream *s, uint64_t *done, uint64_t *total);
XPGN_API void xpgn_stream_close(xpgn_stream *s);

/* Line and column (characters, from 1) of a byte of a game; *line_text, if not NULL, becomes the
   source line without its end. Computed on demand. */
XPGN_API void xpgn_game_locate(const xpgn_game *game, uint32_t offset, uint64_t *line,
                               uint64_t *column, xpgn_slice *line_text);

/* ---- what a game says, without its rules ----------------------------------------------------- */

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
    xpgn_slice text; /* TAG: the value, escapes and all; COMMENT, ROLL: what stands inside */
    xpgn_slice name; /* TAG */
    xpgn_place place;
} xpgn_token;

/* A cursor over the tokens of one game; what is no token is passed over in silence. */
typedef struct xpgn_reader xpgn_reader;

XPGN_API xpgn_status xpgn_reader_new(xpgn_reader **out);
XPGN_API void xpgn_reader_free(xpgn_reader *reader);
/* Begins with the first byte of `text`, which must stay where it is. */
XPGN_API void xpgn_reader_begin(xpgn_reader *reader, xpgn_slice text);
/* The next token; false: there is none. */
XPGN_API bool xpgn_reader_next(xpgn_reader *reader, xpgn_token *token);
/* The score that a result says ("1-0", "0-1-0-0"), in twelfths, all 0 for "*"; false: it is no
   result of so many seats (2 or 4). */
XPGN_API bool xpgn_result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]);

/* ---- walking a game: the one referee behind every tool --------------------------------------- */

typedef struct xpgn_walk xpgn_walk;

typedef struct xpgn_walk_options {
    bool skip_variations; /* variations are lexed, not played */
    bool lint;            /* also find what has to be computed for every move */
    bool verdict_only; /* the caller wants findings: of the steps it gets XPGN_STEP_RESULT only */
    bool spell; /* for writers: a game of chess that is tags, moves and a result only, with nothing
                   to find, comes as START and RESULT alone, and the latter has its moves */
    uint32_t max_errors; /* errors kept a game, and others up to it; 0: the default, 100 */
} xpgn_walk_options;

typedef struct xpgn_tag {
    xpgn_slice name;
    xpgn_slice value; /* as written between the quotes, escapes and all */
    xpgn_place place; /* of the value; of the name if there is no value */
} xpgn_tag;

typedef enum xpgn_step_kind {
    XPGN_STEP_START,         /* the tags are read, the start position stands */
    XPGN_STEP_ACTION,        /* one action, with the comments and NAGs that follow it */
    XPGN_STEP_TURN,          /* a turn is over; `position` is the one between turns */
    XPGN_STEP_COMMENT,       /* a comment (or NAG) that follows no action, in `remarks` */
    XPGN_STEP_VARIATION,     /* ( : `position` is the one it starts from */
    XPGN_STEP_VARIATION_END, /* ) */
    XPGN_STEP_RESULT         /* the termination marker, `text`; the last step of a game */
} xpgn_step_kind;

/* A comment or NAG that follows an action, in the order written. */
typedef struct xpgn_remark {
    uint16_t nag;    /* 0: a comment */
    bool line;       /* `;` comment */
    xpgn_slice text; /* comment: what stands between its braces */
} xpgn_remark;

/* A move of chess in canonical SAN, with its + or #; no NUL stands behind it. */
typedef struct xpgn_spelt {
    char text[7];
    uint8_t size;
} xpgn_spelt;

typedef struct xpgn_step {
    xpgn_step_kind kind;
    uint32_t ply;    /* the turn it belongs to, from 1 within the game; 0 at the start */
    uint32_t depth;  /* of variations; 0 is the main line */
    bool first;      /* ACTION: the first of its turn; VARIATION...: unused */
    uint8_t seat;    /* ACTION, TURN: whose turn it is (was) */
    uint32_t number; /* ACTION, TURN: its move number */
    const xpgn_position *before; /* ACTION: before it */
    /* After the step; if it ended the turn, the turn has passed. NULL: START without a position,
       RESULT of a main line that could not be played to its end. */
    const xpgn_position *position;
    const xpgn_facts *facts;    /* ACTION */
    xpgn_slice text;            /* the token as written; COMMENT: between the braces */
    xpgn_place place;           /* of the token */
    const xpgn_remark *remarks; /* ACTION, COMMENT, VARIATION_END: what follows it */
    size_t remark_count;
    const xpgn_spelt *moves; /* RESULT, with the option `spell`: the main line's, as many as `ply`;
                                NULL: they came as steps */
    bool fast;               /* RESULT: the fast path settled this game, for statistics */
} xpgn_step;

XPGN_API xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_rules *rules,
                                   const xpgn_walk_options *options);
XPGN_API void xpgn_walk_free(xpgn_walk *walk);
/* Begins a game; its bytes must stay where they are until the next begin. */
XPGN_API xpgn_status xpgn_walk_begin(xpgn_walk *walk, const xpgn_game *game);
/*
 * The next step, in *step until the next call. XPGN_END: the game is done, its findings complete.
 * After an action that cannot be played the rest of that line is only lexed and gives no steps;
 * XPGN_STEP_RESULT still comes.
 */
XPGN_API xpgn_status xpgn_walk_next(xpgn_walk *walk, const xpgn_step **step);
/* The findings of this game so far, in the order they were made. */
XPGN_API const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count);
/* The ruleset in force (NULL if its tags name none that is known), from XPGN_STEP_START on. */
XPGN_API const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk);
XPGN_API const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count);
/* The first tag of that name; {NULL, 0} if there is none. */
XPGN_API xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name);
/* How the rules ended the main line; over == false if they did not, and maybe, with verdict_only,
   where it broke off. */
XPGN_API xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk);

/* ---- searching: positions and actions -------------------------------------------------------- */

/* What is wrong with a pattern or a query, and where in its text. */
typedef struct xpgn_fault {
    xpgn_place place;
    char text[160]; /* one clause, as in a finding */
} xpgn_fault;

/*
 * A pattern of positions: XFEN with wildcards (xpgn-grep(1)).  Constant once made, so that threads
 * may share it.  XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_pattern xpgn_pattern;
XPGN_API xpgn_status xpgn_pattern_new(xpgn_pattern **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_pattern_free(xpgn_pattern *pattern);
XPGN_API bool xpgn_pattern_matches(const xpgn_pattern *pattern, const xpgn_ruleset *rs,
                                   const xpgn_position *p);

/*
 * A query about one action: words and comparisons, all of which have to hold (xpgn-grep(1)):
 * "combat attacker=N defender=K support>=2".  Constant once made.  XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_query xpgn_query;
XPGN_API xpgn_status xpgn_query_new(xpgn_query **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_query_free(xpgn_query *query);
/* False for steps other than XPGN_STEP_ACTION. */
XPGN_API bool xpgn_query_matches(const xpgn_query *query, const xpgn_ruleset *rs,
                                 const xpgn_step *step);

/*
 * The chances of a combat before its dice fall: of the defender being removed and the attacker not
 * (chance[0]), and the other way round (chance[1]).  False if `facts` is no combat.
 */
XPGN_API bool xpgn_combat_chances(const xpgn_ruleset *rs, const xpgn_facts *facts,
                                  double chance[2]);

/* ---- the referee by itself ------------------------------------------------------------------- */

/*
 * All legal actions at the start of a turn (chess movement: every promotion apart; a combat's
 * outcome is not part of it). Writes up to `capacity`, returns how many there are.
 */
XPGN_API size_t xpgn_actions(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_action *list,
                             size_t capacity);
/* Canonical notation of a legal action, without + or #; text[24]. */
XPGN_API void xpgn_action_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                               char text[24]);
/* Leaf nodes of the tree of legal actions of chess-movement rulesets without combat. */
XPGN_API uint64_t xpgn_perft(const xpgn_ruleset *rs, const xpgn_position *p, unsigned depth);

/* ---- writing records ------------------------------------------------------------------------- */

/*
 * Writes a walked game in the canonical export form (format section 7): complete rolls, canonical
 * notation, move numbers, one comment in a place, lines below 80 columns, one blank line at the
 * end.  To read what was written and to write it again gives the same bytes.
 *
 *     xpgn_walk_begin(walk, &game);
 *     xpgn_writer_begin(writer, walk, &buffer);
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         xpgn_writer_step(writer, step);
 *     status = xpgn_writer_end(writer);
 *
 * Not kept: escape lines (%), empty comments, empty variations, further tags of a name that the
 * writer makes itself (FEN, XFEN, SetUp, XPGN), and what the walk warned of and left out.
 */
typedef struct xpgn_writer xpgn_writer;

typedef struct xpgn_writer_options {
    bool comment_form;  /* rolls stand in comments: {[%roll 5:2]} */
    bool minimal;       /* rolls say the dice only; no + and # */
    bool no_comments;   /* no prose and no commands but those of rolls */
    bool no_variations; /* main line only; the walk may skip them then */
    bool no_nags;
    bool digest;    /* name the rules by the tag RulesDigest, but those of plain chess */
    uint32_t width; /* columns of the longest line; 0: 79 */
} xpgn_writer_options;

/* `options` may be NULL. A writer may write any number of games, one after the other. */
XPGN_API xpgn_status xpgn_writer_new(xpgn_writer **out, const xpgn_writer_options *options);
XPGN_API void xpgn_writer_free(xpgn_writer *writer);
/* Begins a game of which no step has been taken; it is appended to the buffer, as it goes. */
XPGN_API void xpgn_writer_begin(xpgn_writer *writer, const xpgn_walk *walk, xpgn_buffer *b);
/* Every step of the walk, in order, while it is valid. */
XPGN_API void xpgn_writer_step(xpgn_writer *writer, const xpgn_step *step);
/*
 * After the last step. XPGN_INVALID: the walk found errors, so that the game cannot be said in
 * other words; nothing has been appended. XPGN_NO_MEMORY: what was appended is to be thrown away;
 * so is it after XPGN_NOT_FOUND: the digest of a ruleset cannot be had (there is no libsodium).
 */
XPGN_API xpgn_status xpgn_writer_end(xpgn_writer *writer);

/* ---- diagrams -------------------------------------------------------------------------------- */

typedef enum xpgn_diagram_style {
    XPGN_DIAGRAM_PLAIN,   /* a grid of + - |; ASCII only, whatever the caption says */
    XPGN_DIAGRAM_BOX,     /* a grid of box drawing characters */
    XPGN_DIAGRAM_UNICODE, /* the same with chess symbols for the pieces */
    XPGN_DIAGRAM_COMPACT  /* one line a rank, one character a square and a gap */
} xpgn_diagram_style;

typedef struct xpgn_arrow {
    xpgn_square from, to;
} xpgn_arrow;

/* How a diagram is drawn; {0} is plain, with coordinates, held pieces and whose turn it is. */
typedef struct xpgn_diagram_options {
    xpgn_diagram_style style;
    bool flip;                /* the board turned by half: Black's first rank below */
    bool no_coordinates;      /* no file letters, no rank numbers */
    bool no_turn;             /* no line that says whose turn it is */
    bool no_held;             /* no removed pieces and prisoners beside the board */
    const xpgn_square *marks; /* squares to mark; those that are not on the board are left out */
    size_t mark_count;
    const xpgn_arrow *arrows; /* drawn where they are straight lines, listed below the board */
    size_t arrow_count;
    const xpgn_facts *combat; /* a combat fought from this position (that before it), or NULL */
    const char *number;       /* "12...": stands before the combat's action; NULL: nothing */
    const char *caption;      /* UTF-8 below the board; '\n' ends a line; NULL: none */
} xpgn_diagram_options;

/*
 * Appends a diagram: lines that end with LF and all have the same width in characters (code
 * points).  A wounded piece has a `*` after it.  Marked squares stand in [ ] (box, unicode: in a
 * heavy frame), the ends of an arrow as <e> and >d<, supporters of the combat in ( ); the combat's
 * arithmetic (xpgn_combat_write) is below the board.  `options` may be NULL.
 */
XPGN_API void xpgn_diagram_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_diagram_options *options);
/* Appends diagrams (or any blocks of lines) side by side, three spaces between them. */
XPGN_API void xpgn_diagram_join(xpgn_buffer *b, const xpgn_slice *diagrams, size_t count);
/*
 * Appends the referee's protocol of a combat: who attacks whom, the sum of each side with every
 * supporter by name, the fates and the rule.  `p` is the position before it, `number` as above.
 * Lines end with LF and are not padded.  Nothing if `facts->combat` is false.
 */
XPGN_API void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number);
/*
 * The same for an action of any kind: its turn roll, its combat, a teleport or an escape attempt
 * with its roll, a promotion.  Nothing if there is nothing of all that (as of captures of chess).
 */
XPGN_API void xpgn_protocol_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                  const xpgn_facts *facts, const char *number);
/* Appends who won and by which rule; nothing if the rules did not end the game.  `p` is any
   position of the game. */
XPGN_API void xpgn_outcome_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_outcome *outcome);
/* Appends the ruleset's attribute table in a style; false, and nothing, if it has no attributes. */
XPGN_API bool xpgn_attributes_write(xpgn_buffer *b, const xpgn_ruleset *rs,
                                    xpgn_diagram_style style);

/* ---- tallies --------------------------------------------------------------------------------- */

/*
 * Counts over games: results, lengths, endings, dice, combats, support, first actions, for each
 * ruleset and, if asked, for each value of one tag.  Only counts are kept, so that tallies of parts
 * merged in any order are the tally of the whole, and its memory does not grow with the games.
 *
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         xpgn_tally_add(tally, walk, step);
 *     xpgn_tally_end(tally, good);
 */
typedef struct xpgn_tally xpgn_tally;

typedef enum xpgn_tally_format {
    XPGN_TALLY_TEXT, /* for people: aligned columns and bars */
    XPGN_TALLY_JSON, /* one object, one line; keys in xpgn-stats(1) */
    XPGN_TALLY_CSV,  /* one row for each ruleset (and value), with a line that names the columns */
    XPGN_TALLY_TSV,
    XPGN_TALLY_PARTIAL /* all counts, for xpgn_tally_read */
} xpgn_tally_format;

/* `by`: the name of the tag to group by, copied; NULL: no groups. */
XPGN_API xpgn_status xpgn_tally_new(xpgn_tally **out, const char *by);
XPGN_API void xpgn_tally_free(xpgn_tally *tally);
/* One step of the game under way; what it adds counts only when xpgn_tally_end says so. */
XPGN_API void xpgn_tally_add(xpgn_tally *tally, const xpgn_walk *walk, const xpgn_step *step);
/* False: games of this ruleset have no dice and no combats to count, so that XPGN_STEP_RESULT alone
   says all of it (walk with verdict_only). */
XPGN_API bool xpgn_tally_wants_steps(const xpgn_ruleset *rs);
/* The game is over: `good` counts it, else it is only counted as left out. XPGN_NO_MEMORY: some
   count is lost, now or in an earlier step. */
XPGN_API xpgn_status xpgn_tally_end(xpgn_tally *tally, bool good);
/* Adds all that `from` has counted; both group by the same tag. */
XPGN_API xpgn_status xpgn_tally_merge(xpgn_tally *tally, const xpgn_tally *from);
/*
 * A tally that was written as XPGN_TALLY_PARTIAL, from a file, packed or not ("-": standard input).
 * XPGN_IO, XPGN_INVALID: fault->text says why, fault->place says nothing.
 */
XPGN_API xpgn_status xpgn_tally_read(xpgn_tally **out, const char *file, xpgn_fault *fault);
/* The tag that it groups by; NULL: none. */
XPGN_API const char *xpgn_tally_by(const xpgn_tally *tally);
/* The games counted; *left_out, if not NULL: those that were not. */
XPGN_API uint64_t xpgn_tally_games(const xpgn_tally *tally, uint64_t *left_out);
/* Appends the tally: for the same counts the same bytes. */
XPGN_API void xpgn_tally_write(xpgn_buffer *b, const xpgn_tally *tally, xpgn_tally_format format);

#ifdef __cplusplus
}
#endif

#endif
