/* SPDX-License-Identifier: MIT */
/*
 * shared/diagram/diagram.h - shared by the tools that draw diagrams: which positions and combats of
 * games, what is marked on them, captions. A tool supplies a page, which draws.
 */
#ifndef CLI_DIAGRAM_H
#define CLI_DIAGRAM_H

#include "internal/action_facts.h"
#include "shared/diagram/language_option.h"
#include "shared/diagram/turn_option.h"

enum { CLI_MOST_ARROWS = 128, CLI_MOST_DESTINATIONS = 64, CLI_MOST_COLUMNS = 64 };

/* First member of the tool's struct; begins with cli_common. */
typedef struct cli_diagram_options {
    cli_common common;
    bool flip, no_coordinates, no_turn, no_held, no_marks;
    bool combat, each, start, attributes;
    cli_list marks, arrows, destinations, captions, xfens;
    cli_list tints, rings; /* rows of the tool's own table, if it has them */
    const char *crop, *variant, *rule_options, *at, *language;
    uint64_t columns, ply;            /* ply: UINT64_MAX before the options are parsed */
    const struct cli_page_kind *kind; /* set by the tool */
    bool steps; /* set by the tool: draw each combat before its dice, with them, and its result */
    /* derived from the options */
    cli_turn turn; /* seat 0: the last turn of that number */
    bool has_ply;
    xpgn_language words; /* of captions */
} cli_diagram_options;

/* The table of these options: cli_tool.shared. */
extern const cli_option cli_diagram_table[];

/* A page, on which diagrams are drawn in the order of the calls. A tool's own struct may begin with
   it. */
typedef struct cli_page {
    cli *c;
    const cli_diagram_options *o;
    xpgn_buffer *out;  /* for standard output */
    uint64_t diagrams; /* drawn so far */
    uint64_t empty;    /* bit per square of --destinations that was empty in all diagrams of the
                          game */
} cli_page;

typedef struct cli_page_kind {
    size_t size; /* of the page's struct, zero at the start */
    void (*diagram)(cli_page *page, const xpgn_ruleset *rs, const xpgn_position *p,
                    const xpgn_diagram_options *how);
    /* Draws an attribute table; false if the ruleset has none. */
    bool (*table)(cli_page *page, const xpgn_ruleset *rs);
    /* Called at the end of a game with --each; or NULL. */
    void (*end_game)(cli_page *page);
    /* Writes what is left to page->out, and frees what the page owns. */
    void (*close)(cli_page *page);
} cli_page_kind;

/* Draws what the options ask for; returns the exit status. */
int cli_draw(cli *c);

/* ---- one diagram (shared/diagram/diagram.c) -------------------------------------------------- */

/* The contents of a diagram. */
typedef struct cli_scene {
    const xpgn_ruleset *rs;
    const xpgn_position *position;
    const char *line; /* instead of the side to move; NULL: the default */
    const xpgn_facts *combat;
    const char *number;
    xpgn_buffer comments; /* xpgn_slice[]: those about the position, whose marks are drawn */
} cli_scene;

/* Draws a diagram; false after a message about a square that is not on this board. */
bool cli_draw_scene(cli_page *page, const cli_scene *s);

/* ---- squares as typed (shared/diagram/diagram_squares.c) ------------------------------------- */

/* What is added to a position on a board of a certain size. */
typedef struct cli_decorations {
    xpgn_buffer marks, signs, colors; /* a byte each: the square, the sign around it, and the
                                         letter of its colour */
    xpgn_buffer tints;                /* a byte each: the square */
    xpgn_arrow arrow[CLI_MOST_ARROWS];
    char arrow_color[CLI_MOST_ARROWS];
    size_t arrows;
    xpgn_square crop[2];
    xpgn_square destination[CLI_MOST_DESTINATIONS]; /* as typed */
    size_t destinations;
    uint64_t empty; /* bit per destination[] that is empty */
} cli_decorations;

/* Returns false after a message if a square of the options is not on this board; what comments have
   is drawn below what the options ask for. Free the decorations in any case. */
bool cli_decorations_read(cli_decorations *d, const cli_page *page, const cli_scene *s);
void cli_decorations_free(cli_decorations *d);
/* Appends the names of the squares of --destinations whose bits are set in `empty`. */
void cli_decorations_put_empty(xpgn_buffer *b, cli *c, const cli_diagram_options *o,
                               const xpgn_position *p, uint64_t empty);

/* ---- games, and positions as text ------------------------------------------------------------ */

int cli_draw_games(cli *c);     /* shared/diagram/diagram_games.c */
int cli_draw_positions(cli *c); /* shared/diagram/diagram_xfen.c: --xfen */
/* Makes a new page. Closing it writes `out` to standard output and frees both. */
cli_page *cli_open_page(cli *c, xpgn_buffer *out);
void cli_close_page(cli_page *page);
/* Returns CLI_GO, or CLI_TROUBLE after a message if the ruleset or option does not exist. */
int cli_check_variant(cli *c, xpgn_catalog *catalog);

/* Returns the size of %n, or %03n with its width, at the start of `text`; 0 if there is none. */
size_t cli_number_form(const char *text, int *width);
/* Appends a caption or a file name: %n is the number, %03n the same with leading zeros, %% a
   percent sign. */
void cli_put_numbered(xpgn_buffer *b, const char *text, uint64_t number);
/* What a repeated option has for the next diagram: the last is for all others. NULL: nothing. */
const char *cli_for_next(const cli_page *page, const cli_list *list);
/* Appends the caption of the next diagram; nothing if it has none. */
void cli_put_caption(xpgn_buffer *b, const cli_page *page);
/* The buffer as a string; exits if out of memory. */
const char *cli_text_of(cli *c, xpgn_buffer *b);

#endif
