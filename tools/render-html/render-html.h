/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-render-html. */
#ifndef RENDER_HTML_TOOL_H
#define RENDER_HTML_TOOL_H

#include <xpgn/write.h>

#include "frame/cli.h"
#include "internal/chance.h"
#include "internal/queries.h"
#include "shared/diagram/turn_option.h"

enum { PROTOCOL_FULL = 1, PROTOCOL_BRIEF };
enum { ELEMENT_GAMES = 1, ELEMENT_SCRIPT, ELEMENT_FIGURES };
enum { FIGURES_AUTO = 1, FIGURES_HTML, FIGURES_MARKDOWN, FIGURES_LATEX };

typedef struct options {
    cli_common common;
    const char *title, *language, *at, *equity;
    const char *square; /* of the figures of a document */
    int protocol;       /* PROTOCOL_FULL, PROTOCOL_BRIEF; 0: the page */
    int element;        /* ELEMENT_GAMES, ELEMENT_SCRIPT, ELEMENT_FIGURES; 0: the page */
    int figures;        /* FIGURES_...; 0: the files are records */
    bool flip, no_variations, no_comments, no_marks, no_record;
    /* derived from the options */
    cli_turn turn;       /* of --at */
    const char *only;    /* --at, if only what was decided there is written; or NULL */
    xpgn_language words; /* of --language */
    struct html_page *page;
} options;

/* ---- the page (formats/page, embedded by tools/page.sh) -------------------------------------- */

/* A part of the page; it replaces `name` between @ signs in page.html. */
typedef struct html_part {
    const char *name;
    const char *text;
    size_t size;
} html_part;

/* page.html first, then its parts; the name of the last is NULL. */
extern const html_part html_parts[];

/* ---- JSON in a page (html_json.c) ------------------------------------------------------------ */

/* Escapes each `<` in JSON, so that no text can end the script element. */
void html_hide_less(xpgn_buffer *b);
/* Appends text, escaped for an HTML element or attribute. */
void html_escape(xpgn_buffer *b, xpgn_slice text);
/* Takes the text up to the next `c`, which is skipped, or all that is left. */
xpgn_slice html_take(xpgn_slice *rest, char c);

/* ---- comments (html_remarks.c) --------------------------------------------------------------- */

/* What comments have besides prose: of each kind of figure the first, and marks as JSON. Initialize
   with {0}. */
typedef struct html_comment {
    xpgn_buffer prose; /* of the last comment that was read */
    xpgn_buffer figures[XPGN_COMMENT_FIGURES];
    xpgn_buffer marks;
} html_comment;

/* Takes a comment apart; `p` is the position that it is about, or NULL: its marks are not read. */
void html_comment_read(html_comment *c, const xpgn_position *p, xpgn_slice text);
bool html_comment_failed(const html_comment *c);
void html_comment_free(html_comment *c);
/* Appends the figures under "o", and the marks under "p", if there are any. */
void html_comment_json(xpgn_buffer *b, html_comment *c);
/* Appends the figures as an element with names for them, if there are any. */
void html_comment_figures(xpgn_buffer *b, html_comment *c);

/* ---- an action in words (html_words.c) ------------------------------------------------------- */

/* Appends sentences about an action that has no report: "White pawn e2 to e4." */
void html_words(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step);
/* Appends what the page cannot say by itself: under the key "w" what was done, as in
   ["castles, to %q",6], unless it was a step or a combat; under "y" what follows, as in
   ["."],["Check."]. */
void html_tell(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step);
/* What the attacker does, by the kind of action: "attacks", "shoots at". */
const char *html_verb(unsigned kind);

/* ---- a game as data (html_game.c) ------------------------------------------------------------ */

typedef struct html_event html_event;

/* The data that the script elements of the games share. Games add to it in order. */
typedef struct html_common {
    xpgn_buffer entries; /* of the list of games, separated by commas */
    xpgn_buffer frames;  /* what games of one kind share, each once, separated by commas */
    xpgn_buffer ends;    /* size_t[frame]: its end in `frames` */
    html_event *events;
    size_t event_count;
    bool many_events; /* no events are shown: there are too many, or libsodium is missing */
} html_common;

/* Walks a game, and appends the script element with its data. */
void html_game(cli_worker *w, const xpgn_game *game, html_common *common);
/* Reports that a game does not have the turn named by an option. */
void html_report_missing(cli_worker *w, const xpgn_game *game, const char *turn);

/* ---- tournaments (html_tournament.c) --------------------------------------------------------- */

/* The state of a thread; initialize with {0}. */
typedef struct html_thread {
    xpgn_walk *walk;     /* to read games for their events */
    xpgn_equity *equity; /* of --equity */
} html_thread;
void html_thread_end(html_thread *t);
/* Adds a game that was walked to its event, if it has one. Call it in the order of the games. */
void html_tournament_add(cli_worker *w, const xpgn_game *game, unsigned seats, html_common *common);
/* Appends "events":[...], with the tables of each. Call it after the last game. */
void html_tournaments_put(xpgn_buffer *b, html_common *common);
void html_common_free(html_common *common);

/* ---- the protocol (combat_protocol.c) -------------------------------------------------------- */

/* Appends the protocol of a game, with `number` in its addresses: the brief one within the page;
   with --at only the moments of that turn. */
void protocol_game(cli_worker *w, const xpgn_game *game, uint64_t number, xpgn_buffer *out);
/* Appends what precedes the games: the title for the head of each page, and the definitions that
   all figures refer to. */
void protocol_put_definitions(cli *c, xpgn_buffer *b, xpgn_slice title);

#endif
