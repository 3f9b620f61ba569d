/* SPDX-License-Identifier: MIT */
/* Facts by name, patterns and queries, beyond what xpgn/facts.h has. */
#ifndef XPGN_INTERNAL_QUERIES_H
#define XPGN_INTERNAL_QUERIES_H

#include <xpgn/facts.h>

#include "internal/text_out.h"

/* ---- what programs write into comments ------------------------------------------------------- */

/* Figures come first, in the order in which they are shown. */
typedef enum xpgn_comment_kind {
    XPGN_COMMENT_CLOCK,   /* [%clk 1:29:30], [%mct 17:10:42], tl=7089877 */
    XPGN_COMMENT_SPENT,   /* on the move: [%emt 0:00:12], mt=12034, the 0.42s of +0.31/15 0.42s */
    XPGN_COMMENT_ELAPSED, /* since the start: [%egt 0:30:10] */
    XPGN_COMMENT_EVALUATION, /* [%eval 0.31,15], wv=0.31, the +0.31/15 of +0.31/15 0.42s */
    XPGN_COMMENT_DEPTH,      /* [%depth 15], d=15 */
    XPGN_COMMENT_FIGURES,
    XPGN_COMMENT_PROSE = XPGN_COMMENT_FIGURES, /* and commands that quote the sheet: [%was Nf3] */
    XPGN_COMMENT_ARROWS,                       /* [%cal Gd2d4,Re4e5] */
    XPGN_COMMENT_SQUARES,                      /* [%csl Gd4,Ra1] */
    XPGN_COMMENT_OTHER                         /* what only programs read */
} xpgn_comment_kind;

typedef struct xpgn_comment_part {
    xpgn_comment_kind kind;
    xpgn_slice text;  /* the value of a figure, a list of marks, prose */
    bool thousandths; /* a time in thousandths of a second */
} xpgn_comment_part;

/* A comment being read; initialize with {.rest = comment}. */
typedef struct xpgn_comment_reader {
    xpgn_slice rest;        /* not read yet */
    xpgn_slice items;       /* of what an engine wrote before `command`, not read yet */
    struct command command; /* to be read next, if it has a name */
} xpgn_comment_reader;

/* Reads the next part; false if there is none. */
bool xpgn_comment_next(xpgn_comment_reader *r, xpgn_comment_part *part);
/* Appends the value of a figure as it stands, but the depth of an evaluation after a /, and
   thousandths of a second as 1:58:09 or 0.42s. */
void xpgn_comment_figure_write(xpgn_buffer *b, const xpgn_comment_part *part);

/* A square or an arrow, and the letter of its colour: [%csl Gd4], [%cal Gd2d4]. */
typedef struct xpgn_comment_mark {
    char color;
    xpgn_square from, to; /* of a square: the same */
} xpgn_comment_mark;
/* Takes the next mark from a list of ARROWS or SQUARES. Those that are malformed or off this board
   are ignored; false if none is left. */
bool xpgn_comment_mark_next(xpgn_comment_part *list, const xpgn_position *p,
                            xpgn_comment_mark *out);

/* ---- facts by name --------------------------------------------------------------------------- */

/* A fact that is asked of many subjects, and so is looked up once. */
typedef struct xpgn_asked {
    const struct fact_row *row; /* NULL: there is none, and no value */
    uint32_t needs; /* bits: its scope; what few actions have; a buffer, if it is a text */
    xpgn_fact_ref ask;
    uint8_t side; /* if it is asked of one */
    uint8_t kind; /* how its values are written */
    bool foreign; /* cells: the text is somebody else's; write it safe for a terminal. Initially
                     false */
} xpgn_asked;
xpgn_asked xpgn_ask(xpgn_fact_ref ask);
/* A member of a JSON object: `key` is ,"name": as after another member. */
enum { XPGN_MEMBER_KEY = 40 };
typedef struct xpgn_member {
    xpgn_asked asked;
    char key[XPGN_MEMBER_KEY + 1]; /* the bytes after `size` are unused */
    uint8_t size;
} xpgn_member;

/* Appends what xpgn_fact_write does. */
void xpgn_fact_put(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *asked);
/* The same as a cell of a table. */
void xpgn_fact_cell(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked *asked);

/* Columns of a table that are facts and stand side by side. */
typedef struct xpgn_asked_run {
    const xpgn_asked *ask;
    size_t count;        /* at most 64 */
    size_t head, tail;   /* how many of the first, of the last are of the record, and so the same in
                            all its rows */
    uint32_t needs;      /* of any */
    uint64_t column[32]; /* [bit]: which need it, a bit for each */
} xpgn_asked_run;
/* Sets a run to the first of `count` facts, one at least, which must stay where they are. */
void xpgn_ask_run(xpgn_asked_run *run, const xpgn_asked *ask, size_t count);
/* A value that is to be written. */
struct xpgn_planned_value {
    const xpgn_asked *asked;
    char *(*write)(char *c, const xpgn_fact_source *s, unsigned side); /* if it may be short */
    uint16_t before; /* separators, or bytes of a text, before it */
    uint8_t side;    /* of `asked` */
    bool quoted;     /* of JSON: it is a string, after whose first quote the text ends */
};
/* What one thread found out while it wrote rows of a run; {0} at first. */
enum { XPGN_RUN_MEMO = 4 };
typedef struct xpgn_run_memo {
    struct xpgn_run_known {
        uint32_t has;         /* what a subject has of `needs` */
        uint8_t count, after; /* cells that may then have values; separators after the last */
        struct xpgn_planned_value cell[64];
    } known[XPGN_RUN_MEMO];
    bool made; /* the texts of `head` and `tail`; set it to false before each record */
    xpgn_buffer head, tail;
} xpgn_run_memo;
void xpgn_run_memo_free(xpgn_run_memo *memo);
/* Appends a whole line of these cells; not for Markdown. */
void xpgn_fact_line(xpgn_buffer *b, xpgn_cell form, const xpgn_fact_source *s,
                    const xpgn_asked_run *run, xpgn_run_memo *memo);
/* Appends all their cells; `memo` may be NULL. */
void xpgn_fact_cells(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked_run *run,
                     xpgn_run_memo *memo);
/* What one thread found out while it wrote the members of one list; {0} at first. */
enum { XPGN_MEMBERS = 32 };
typedef struct xpgn_members_memo {
    struct xpgn_members_known {
        bool made;
        uint32_t has; /* what a subject has */
        size_t count; /* members that may then have values */
        struct xpgn_planned_value value[XPGN_MEMBERS];
        size_t after;     /* and after the last */
        xpgn_buffer text; /* keys, and the values of the other members */
    } known[XPGN_RUN_MEMO];
    bool begun;       /* `head`; set it to false before each record */
    size_t lead;      /* how many of the first members are in it */
    xpgn_buffer head; /* what all objects of a record begin with */
} xpgn_members_memo;
void xpgn_members_memo_free(xpgn_members_memo *memo);
/* Appends members of an object, with the values that xpgn_fact_json has; the first without its
   comma where none is due (json_key). `memo` may be NULL. */
void xpgn_fact_members(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                       size_t count, xpgn_members_memo *memo);
/* Prepares the objects of a record, which begin with `head`. */
void xpgn_fact_objects(xpgn_members_memo *memo, xpgn_slice head, const xpgn_fact_source *s,
                       const xpgn_member *list, size_t count);
/* Appends one as a line. The memo is for this list of at most XPGN_MEMBERS alone. */
void xpgn_fact_object(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                      size_t count, xpgn_members_memo *memo);
/* Appends the mean of `count` values of NUMBER or MILLIONTHS, which add up to `sum`, as a decimal;
   nothing if `count` is 0. */
void xpgn_fact_mean(xpgn_buffer *b, xpgn_fact_type type, int64_t sum, uint64_t count);
/* True if a tag with this name has a number as its value ("WhiteElo", "PlyCount"). */
bool xpgn_tag_is_number(xpgn_slice name);

/* ---- patterns of positions and actions ------------------------------------------------------- */

/*
 * A pattern of positions: XFEN with wildcards (xpgn-query(7)). Immutable, so threads may share it.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_pattern xpgn_pattern;
xpgn_status xpgn_pattern_new(xpgn_pattern **out, const char *text, xpgn_fault *fault);
void xpgn_pattern_free(xpgn_pattern *pattern);
/* False for a position on another board. */
bool xpgn_pattern_matches(const xpgn_pattern *pattern, const xpgn_ruleset *rs,
                          const xpgn_position *p);

/*
 * A condition on the numbers of pieces on the board (xpgn-grep(1), --material): "B>b P>=p+2".
 * Immutable. XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_material xpgn_material;
xpgn_status xpgn_material_new(xpgn_material **out, const char *text, xpgn_fault *fault);
void xpgn_material_free(xpgn_material *material);
/* False if the board does not exist in any game. */
bool xpgn_material_matches(const xpgn_material *material, const xpgn_position *p);

/*
 * A pattern for the first actions of a game (xpgn-grep(1), --line): "1. e4 c5 * Nc3". Immutable;
 * how far a game has matched is the caller's, as a set of places in the pattern, a bit for each.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_sequence xpgn_sequence;
xpgn_status xpgn_sequence_new(xpgn_sequence **out, const char *text, xpgn_fault *fault);
void xpgn_sequence_free(xpgn_sequence *line);
/* The places before the first action. */
uint64_t xpgn_sequence_begin(const xpgn_sequence *line);
/* The places after one more action, in canonical notation; 0 if the game does not match. */
uint64_t xpgn_sequence_next(const xpgn_sequence *line, uint64_t places, xpgn_slice action);
/* True if the whole pattern has matched. */
bool xpgn_sequence_done(const xpgn_sequence *line, uint64_t places);

/* ---- queries --------------------------------------------------------------------------------- */

/* True if it asks about positions. Then evaluate it also for the start position, with a subject
   without an action. */
bool xpgn_query_wants_positions(const xpgn_query *query);
/* True if it asks how a game begins, and so needs `played` of the subject. */
bool xpgn_query_wants_line(const xpgn_query *query);
/* False if the tags and the facts of the scopes in `known`, which the subject must have, already
   rule the query out. */
bool xpgn_query_may_hold(const xpgn_query *query, const xpgn_fact_source *s, const xpgn_slice *tag,
                         uint32_t known);
/* True if it needs the notation of a step; if not, those of XPGN_BARE are enough. */
bool xpgn_query_wants_words(const xpgn_query *query);
/* True if the query is about the end of a game only, such as "mate". Then XPGN_STEP_RESULT of a
   game that was read as a whole is enough to say whether an action of it matches. */
bool xpgn_query_is_of_end(const xpgn_query *query);
bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                            const xpgn_step *result);

#endif
