/* SPDX-License-Identifier: MIT */
/*
 * Inside the walk: one game from its tags to its result.  Public face: xpgn_walk_*.
 * The functions stand by file, and no file calls one that is declared below its own.
 */
#ifndef XPGN_GAME_WALK_H
#define XPGN_GAME_WALK_H

#include "game/quick.h"
#include "game/referee.h"
#include "game/tags.h"
#include "play/draw.h"
#include "rules/normal.h"
#include "text/roll.h"

enum { WALK_MAX_DEPTH = 500, WALK_QUEUE = 4, WALK_ERRORS = 100 };

/* A [%xfen] that waits for the end of its turn. */
struct checkpoint {
    bool pending;
    xpgn_slice text;
    xpgn_place place;
};

/* One line of play: the main line, or a variation inside another. */
struct line {
    struct state state;      /* now */
    struct state before;     /* before the newest action: where a variation branches off */
    struct state turn_start; /* before the newest turn; kept where turns have several actions */
    xpgn_outcome outcome, before_outcome;
    bool dead;       /* an action could not be played: the rest is only lexed */
    bool has_action; /* some action stands in this line */
    bool fresh;      /* a variation whose first token is still to come */
    bool in_turn;    /* several actions a turn: the turn has its number */
    struct checkpoint checkpoint;
    uint32_t ply;          /* turns begun */
    int64_t number_offset; /* written move numbers minus true ones, once warned of */
    xpgn_place opened;     /* the ( */
    xpgn_slice last;       /* the newest action as written */
    uint32_t last_number;
    uint8_t last_seat;
};

/* The main line at 0, and in each line the variation that is open in it. */
struct lines {
    struct line *list; /* [0..depth] */
    size_t depth, capacity;
    size_t skipped; /* ( beyond the bound */
    bool branches;  /* a ( stands in the game: positions are kept for it */
};

struct remarks {
    xpgn_remark *list;
    size_t count, capacity;
};

/* A <4> that waits for its action. */
struct turn_roll {
    bool pending;
    bool unreadable; /* a <...> stands there, but it could not be read */
    uint16_t face;
    xpgn_place place;
};

/* What belongs to the action at hand. */
struct entry {
    struct state kept; /* before it */
    xpgn_outcome kept_outcome;
    xpgn_position before; /* for its step */
    xpgn_facts facts;
    xpgn_roll roll, again;
    struct remarks remarks;
};

struct terminator {
    bool found;
    struct token token;
};

struct steps {
    xpgn_step queue[WALK_QUEUE];
    size_t at, count;
};

/* The fast path, where only the verdict is wanted. */
struct fast {
    const xpgn_ruleset *judged; /* a ruleset in whose start position the game can go on */
    unsigned judged_seats;      /* a bit for each seat that can begin it */
    bool tried;                 /* on the movetext of this game */
    bool passed, resumed;       /* it found nothing; or the walk went on where it was unsure */
    size_t moves_at;            /* where the movetext begins, if its header was read; else 0 */
    struct quick quick;
    xpgn_san *san; /* room for the moves of a game, with the option `want_san` */
    size_t san_room;
};

/* The digest of a ruleset, as computed last. */
struct digest {
    const xpgn_ruleset *of;
    char text[RULES_DIGEST_SIZE];
};

struct xpgn_walk {
    xpgn_catalog *rules;
    xpgn_walk_options options;
    struct digest digest;
    struct tags *tags; /* of the game; apart, for they are read when somebody asks */
    struct fast fast;

    /* One game. */
    const xpgn_game *game;
    const xpgn_ruleset *ruleset; /* NULL: unknown */
    struct arena arena;
    struct xpgn_log log;
    bool started, ended, no_memory;
    struct lex lex;
    struct token token;   /* the one at hand */
    bool held;            /* it is still to be used */
    struct remarks early; /* comments before the movetext */
    struct lines lines;
    struct entry entry;
    struct turn_roll turn_roll;
    uint32_t wrong_number;    /* where a number ends that was told of; 0: none */
    struct terminator result; /* of the game */
    struct terminator inside; /* in a variation: the game's, if that is never closed */
    struct draw_watch draws;  /* of the main line, under lint */
    struct steps steps;
};

static inline struct line *walk_line(xpgn_walk *w) {
    return &w->lines.list[w->lines.depth];
}
static inline const xpgn_position *walk_position(const xpgn_walk *w) {
    return &w->lines.list[w->lines.depth].state.position;
}
static inline bool walk_many_actions(const xpgn_walk *w) {
    return w->ruleset != NULL && w->ruleset->turn != TURN_ONE_ACTION;
}
static inline unsigned walk_seats(const xpgn_walk *w) {
    return w->ruleset != NULL ? w->ruleset->geometry.seats : 2;
}
/* The dots behind the number of a turn of the side to move. */
static inline const char *walk_dots(const xpgn_walk *w) {
    return turn_dots_text(walk_position(w)->seats, walk_position(w)->turn);
}
static inline const xpgn_tag *walk_known(const xpgn_walk *w, enum known_tag k) {
    return tags_known(w->tags, k);
}
/* Data NULL: there is none. */
static inline xpgn_slice walk_result_tag(const xpgn_walk *w) {
    const xpgn_tag *t = walk_known(w, KNOWN_RESULT);
    return t != NULL ? t->value : (xpgn_slice){NULL, 0};
}
/* Where a part of the game's text stands in it. */
static inline xpgn_place walk_place(const xpgn_walk *w, xpgn_slice s) {
    return (xpgn_place){(uint32_t)(s.data - w->game->text.data), (uint32_t)s.size};
}

/* ---- walk_step.c: tokens in, steps and findings out ------------------------------------------ */

void walk_begin_log(xpgn_walk *w);
/* The header is read: tokens of the movetext follow. */
void walk_begin_moves(xpgn_walk *w);
/* The next token; walk_hold gives it back for the next call. */
void walk_token(xpgn_walk *w);
static inline void walk_hold(xpgn_walk *w) {
    w->held = true;
}
/* Findings from `from` on get the label of the newest action of the line. */
void walk_label(xpgn_walk *w, size_t from);
/* Adds a remark (a comment or NAG). */
void walk_remark(xpgn_walk *w, struct remarks *r, xpgn_remark remark);
/* A step at the token at hand. */
xpgn_step *walk_step(xpgn_walk *w, xpgn_step_kind kind);

/* ---- header.c: the tags, the ruleset they name, and the start position ----------------------- */

void walk_header(xpgn_walk *w);
/* The values of the tags that the walk goes by. */
void walk_check_known(xpgn_walk *w);
void walk_find_ruleset(xpgn_walk *w);
void walk_check_digest(xpgn_walk *w);
/* Who begins by the tag FirstRoll, if there is one; `given`: the position was in a tag. */
void walk_roll_off(xpgn_walk *w, xpgn_position *p, bool given);
/* The position that the tags give, under the ruleset that was found, and whether the game is over
   in it.  False: there is none. */
bool walk_start_state(xpgn_walk *w, struct state *s, xpgn_outcome *outcome);

/* ---- entry.c: what belongs to an action ------------------------------------------------------ */

/* Everything that belongs to the action at hand: rolls, NAGs, comments. */
void walk_entry(xpgn_walk *w, struct said *said);
/* The roll whose text stands within `whole`.  False: it is told of, once: of a < without its > the
   lexer has told. */
bool walk_read_roll(xpgn_walk *w, xpgn_slice text, xpgn_place whole, xpgn_roll *roll);
/* A comment that follows no action: its commands. */
void walk_stray_commands(xpgn_walk *w, xpgn_slice comment);

/* ---- walk_turn.c: where turns begin and end -------------------------------------------------- */

/* The [%xfen] after the last action of a turn, held against the position reached. */
void walk_settle_checkpoint(xpgn_walk *w);
/* The same for one that does not stand with its action: behind a variation, a number. */
void walk_settle_stray(xpgn_walk *w);
void walk_begin_turn(xpgn_walk *w);
void walk_finish_turn(xpgn_walk *w, xpgn_place place);
/* The turn of a line that goes no further, or of which the next one begins. */
void walk_close_turn(xpgn_walk *w);
/* A turn roll that no action follows. */
void walk_drop_turn_roll(xpgn_walk *w);

/* ---- walk_number.c: move numbers ------------------------------------------------------------- */

void walk_number(xpgn_walk *w);
/* A turn of several actions begins at `place` without one. */
void walk_number_missing(xpgn_walk *w, xpgn_place place);

/* ---- walk_action.c: actions and the rolls before them ---------------------------------------- */

void walk_action(xpgn_walk *w);
void walk_roll(xpgn_walk *w);
/* Under lint: the position reached in the main line, for draws by repetition and the like. */
void walk_note_draws(xpgn_walk *w);

/* ---- walk_variation.c ------------------------------------------------------------------------ */

void walk_open_variation(xpgn_walk *w);
void walk_close_variation(xpgn_walk *w);
/* Variations that are open at the end are one finding, at the outermost. */
void walk_close_variations(xpgn_walk *w);

/* ---- result.c: the end of the game against its tag, its terminator and the rules ------------- */

void walk_check_result(xpgn_walk *w);
/* Turns of the game by its tag PlyCount; UINT32_MAX: it does not say. */
uint32_t walk_ply_count(const xpgn_walk *w);

/* ---- fast_header.c --------------------------------------------------------------------------- */

/*
 * Tags of the usual form: the ruleset, the start in w->fast.quick.state, and the movetext behind
 * them.  False: unsure; then whatever was found out must be forgotten.
 */
bool walk_fast_header(xpgn_walk *w, xpgn_slice *rest);

/* ---- walk_fast.c: games of which only the verdict is wanted ---------------------------------- */

/*
 * A game from its first byte.  If there is nothing to find in it, it is done; else the walk has
 * begun where that was no longer sure.  False: it has to begin from the start.
 */
bool walk_fast_game(xpgn_walk *w);
/* The same of the movetext, for the tags are read; else the walk goes on from there. */
void walk_fast_moves(xpgn_walk *w);

#endif
