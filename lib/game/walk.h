/* SPDX-License-Identifier: MIT */
/* Inside the walk: one game from its tags to its result.  Public face: xpgn_walk_*. */
#ifndef XPGN_GAME_WALK_H
#define XPGN_GAME_WALK_H

#include "game/quick.h"
#include "game/referee.h"
#include "game/tagname.h"
#include "play/draw.h"
#include "rules/normal.h"
#include "text/lex.h"
#include "text/roll.h"

enum { WALK_MAX_DEPTH = 500, WALK_QUEUE = 4, WALK_ERRORS = 100 };

/* One line of play: the main line, or a variation inside another. */
struct frame {
    struct state state;      /* now */
    struct state before;     /* before the newest action: where a variation branches off */
    struct state turn_start; /* before the newest turn; kept where turns have several actions */
    xpgn_outcome outcome, before_outcome;
    bool dead;       /* an action could not be played: the rest is only lexed */
    bool has_action; /* some action stands in this line */
    bool fresh;      /* a variation whose first token is still to come */
    bool in_turn;    /* several actions a turn: the turn has its number */
    bool checkpoint; /* a [%xfen] waits for the end of its turn */
    xpgn_slice checkpoint_text;
    xpgn_place checkpoint_place;
    uint32_t ply;      /* turns begun */
    int64_t shift;     /* written move numbers minus true ones, once warned of */
    xpgn_place opened; /* the ( */
    xpgn_slice last;   /* the newest action as written */
    uint32_t last_number;
    uint8_t last_seat;
};

struct remarks {
    xpgn_remark *list;
    size_t count, capacity;
};

struct xpgn_walk {
    xpgn_rules *rules;
    xpgn_walk_options options;
    const xpgn_ruleset *ruleset; /* NULL: unknown */
    const xpgn_game *game;
    struct arena arena; /* of this game */
    struct xpgn_log log;
    struct lex lex;
    struct token token; /* the one at hand */
    bool held;          /* `token` is still to be used */
    bool started, ended, no_memory;

    bool tags_pending; /* the fast way went past them: they are read when somebody asks */
    xpgn_tag *tags;
    size_t tag_count, tag_capacity;
    size_t moves_at;    /* where the movetext begins, if the fast way has read the tags; else 0 */
    unsigned known_set; /* bit per enum known_tag */
    xpgn_tag known[KNOWN_COUNT];

    struct frame *frame; /* [0..depth] */
    size_t depth, frame_capacity;
    size_t skipped_depth; /* ( beyond the bound */
    bool branches;        /* a ( stands in the game: positions are kept for it */
    struct state kept;    /* before the action at hand */
    xpgn_outcome kept_outcome;

    bool has_turn_roll; /* a <4> that waits for its action */
    uint16_t turn_roll;
    xpgn_place turn_roll_place;
    uint32_t odd_number; /* where a number ends that was told of; 0: none */
    bool spoilt;         /* a <...> before the action could not be read */

    bool has_result, has_inside;
    struct token result;
    struct token inside; /* a result in a variation: the game's own, if that is never closed */

    struct draw_watch draws; /* of the main line, under lint */

    xpgn_facts facts;
    xpgn_position before; /* for the ACTION step */
    xpgn_roll roll, again;
    struct remarks remarks;
    struct remarks early; /* comments before the movetext */
    xpgn_step queue[WALK_QUEUE];
    size_t queue_at, queue_count;

    /* The fast way, where only the verdict is wanted. */
    const xpgn_ruleset *judged; /* a ruleset in whose start position the game can go on */
    unsigned judged_seats;      /* a bit for each seat that can begin it */
    bool tried_quick;           /* on the movetext of this game */
    struct quick quick;
    xpgn_spelt *spelt; /* room for the moves of a game, with the option `spell` */
    size_t spelt_room;
    struct xpgn_log scratch;

    const xpgn_ruleset *digest_of; /* whose digest is at hand */
    char digest[RULES_DIGEST_SIZE];
};

static inline struct frame *walk_frame(xpgn_walk *w) {
    return &w->frame[w->depth];
}
static inline const xpgn_position *walk_position(const xpgn_walk *w) {
    return &w->frame[w->depth].state.position;
}
/* The next token; walk_hold gives it back for the next call. */
void walk_token(xpgn_walk *w);
static inline void walk_hold(xpgn_walk *w) {
    w->held = true;
}
/* Findings from `from` on get the label of the newest action of the line. */
void walk_label(xpgn_walk *w, size_t from);
/* Adds a remark (a comment or NAG); false: no memory. */
bool walk_remark(xpgn_walk *w, struct remarks *r, xpgn_remark remark);

/* header.c: the tags, the ruleset they name, and the start position. */
void walk_header(xpgn_walk *w);
/*
 * The same for tags of the usual form: the ruleset, the start in w->quick.state, and the movetext
 * behind them.  False: unsure; then whatever was found out must be forgotten.
 */
bool walk_header_quick(xpgn_walk *w, xpgn_slice *rest);
/* entry.c: everything that belongs to the action at hand: rolls, NAGs, comments. */
void walk_entry(xpgn_walk *w, struct said *said);
/* A comment that follows no action: its commands. */
/* The roll whose text stands within `whole`.  False: it is told of, once: of a < without its > the
   lexer has told. */
bool walk_read_roll(xpgn_walk *w, xpgn_slice text, xpgn_place whole, xpgn_roll *roll);
void walk_stray_commands(xpgn_walk *w, xpgn_slice comment);
/* result.c: the end of the game against its tag, its terminator and the rules. */
void walk_check_result(xpgn_walk *w);
/* Does the PlyCount tag, if it says a number, agree with so many? */
bool walk_plies_fit(const xpgn_walk *w, uint32_t plies);

#endif
