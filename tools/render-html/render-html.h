/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-render-html. */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include "cli/cli.h"

enum { PROTOCOL_FULL = 1, PROTOCOL_BRIEF };
enum { ELEMENT_GAMES = 1, ELEMENT_SCRIPT };

typedef struct options {
    cli_common common;
    const char *title, *start_at, *language, *at, *equity;
    int protocol; /* PROTOCOL_FULL, PROTOCOL_BRIEF; 0: the page */
    int element;  /* ELEMENT_GAMES, ELEMENT_SCRIPT; 0: the page */
    bool flip, no_variations, no_comments, no_record;
    /* derived from the options */
    cli_turn turn;       /* of --start-at, or of --at */
    xpgn_language words; /* of --language */
    struct page *page;
} options;

/* ---- the page (formats/page, embedded by tools/page.sh) -------------------------------------- */

/* A part of the page; `name` is the word between @ signs that stands for it in page.html. */
typedef struct html_part {
    const char *name;
    const char *text;
    size_t size;
} html_part;

/* page.html first, then what it names; the last has no name. */
extern const html_part html_parts[];

/* ---- JSON in a page (json.c) ----------------------------------------------------- */

/* Escapes each `<` in the JSON from `from` on, so that no text can end the script element. */
void html_hide_less(xpgn_buffer *b, size_t from);
/* Appends text of an HTML element or attribute. */
void html_escape(xpgn_buffer *b, xpgn_slice text);
/* Takes what comes before the next `c`, or all that is left. */
xpgn_slice html_take(xpgn_slice *rest, char c);
/* Appends the sign of a NAG, "!?" or "$14". */
void html_mark(xpgn_buffer *b, unsigned nag);

/* ---- an action in words (words.c) ------------------------------------------------ */

/* Appends sentences of an action that has no report: "White pawn e2 to e4." */
void html_words(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step);
/* Writes what the page cannot say by itself, with the keys "w" and "y": ["castles, to %q",6],
   nothing of a step or a combat; and what follows it, ["."],["Check."] */
void html_tell(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step);
/* "attacks", "shoots at": what the actor of a combat does, by the kind of its action. */
const char *html_verb(unsigned kind);

/* ---- a game as data (game.c) ----------------------------------------------------- */

typedef struct html_event html_event;

/* What the script elements of the games have in common. Games change it in their order. */
typedef struct html_common {
    xpgn_buffer entries; /* of the list of games, with commas between them */
    xpgn_buffer frames;  /* the same of what games of one kind have in common, each once */
    xpgn_buffer ends;    /* size_t[frame]: where it ends in `frames` */
    html_event *events;
    size_t event_count;
    bool many_events; /* too many to be shown, or they cannot be */
} html_common;

/* Appends the script element with the data of a game, as it is walked. */
void html_game(cli_worker *w, const xpgn_game *game, html_common *common);
/* Reports a game without the turn that an option names. */
void html_report_missing(cli_worker *w, const xpgn_game *game, const char *turn);

/* ---- tournaments (tournament.c) -------------------------------------------------------------- */

/* What a thread needs to read the events of games; 0 at the start. */
typedef struct html_thread {
    xpgn_walk *walk;
    xpgn_equity *equity; /* of --equity */
} html_thread;
void html_thread_end(html_thread *t);
/* Adds a game that was walked to its event, if it has one. In the order of the games. */
void html_tournament_add(cli_worker *w, const xpgn_game *game, unsigned seats, html_common *common);
/* Appends "events":[...], what is told of each after the last game. */
void html_tournaments_put(xpgn_buffer *b, html_common *common);
void html_common_free(html_common *common);

/* ---- the protocol (protocol.c) --------------------------------------------------------------- */

/* Appends the protocol of a game, whose addresses have this number, for the page the brief one;
   with
   --at the moments of that turn alone. */
void protocol_game(cli_worker *w, const xpgn_game *game, uint64_t number, xpgn_buffer *out);
/* Appends what stands before the games: the title for the head of each page, and what all figures
   refer to. */
void protocol_put_definitions(cli *c, xpgn_buffer *b, xpgn_slice title);

#endif
