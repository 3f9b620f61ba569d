/* SPDX-License-Identifier: MIT */
/* Shared by the files that draw a figure of a document. */
#ifndef RENDER_HTML_FIGURE_DRAW_H
#define RENDER_HTML_FIGURE_DRAW_H

#include "render-html/figure_book.h"
#include "shared/diagram/diagram.h"
#include "shared/diagram/svg_output.h"

/* The words of a command line, each with a NUL behind it. */
typedef struct block_words {
    xpgn_buffer text;
    size_t count;
    char wrong; /* the character at which it ends, because a shell would do something */
} words;

/* The options of a block. */
typedef struct block_options {
    cli_diagram_options shown;
    cli_svg_look look;
    const char *id;
    cli_list says;
    bool steps;
    /* derived */
    figure_book *book;
    figure *figure;
    xpgn_svg *svg;
    xpgn_svg *told; /* for LaTeX: the same as SVG, for its words */
    xpgn_buffer record;
    char *file;               /* its name */
    char *path[FIGURE_WORDS]; /* of the block's rulesets */
    size_t paths;
    uint64_t diagrams;
} block_options;

/* Appends what SVG says for those who cannot see it. */
void figure_put_says(xpgn_buffer *b, xpgn_slice svg);

/* The throws of a combat: JSON, empty if there are too many or more than the dice decides; and the
   pictures of the positions after it, from 1. */
typedef struct figure_dice {
    xpgn_buffer json, pictures;
} figure_dice;
/* Decides all throws of the combat that a diagram shows before its dice (figure_throws.c). `out` is
   empty at first. */
void figure_throws(cli *c, figure_dice *out, const xpgn_ruleset *rs, const xpgn_position *p,
                   const xpgn_diagram_options *how, xpgn_svg *svg);

#endif
