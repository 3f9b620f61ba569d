/* SPDX-License-Identifier: MIT */
/* shared/diagram/svg_output.h - shared by the tools that write pictures: the theme, the file. */
#ifndef CLI_SVG_OUTPUT_H
#define CLI_SVG_OUTPUT_H

#include <xpgn/write.h>

#include "frame/cli.h"

/* The option --theme of a tool. */
#define CLI_SVG_THEME(at)                                                                          \
    CLI_ROW("theme", "THEME", CLI_READS, at,                                                       \
            "theme of pictures: print (default), screen, dark or high-contrast; or a theme file")

/* How boards look in pictures: a member of the tool's struct, and the rows of its options. */
typedef struct cli_svg_look {
    const char *font, *square;
    int border; /* xpgn_svg_border */
    bool inside, corners;
} cli_svg_look;
#define CLI_SVG_SQUARE(at)                                                                         \
    CLI_ROW("square", "MM", CLI_TEXT, at,                                                          \
            "side of a square in millimetres, from 3 to 50, such as 7.5 (default 9)")
#define CLI_SVG_LOOK(at)                                                                           \
    CLI_ROW(                                                                                       \
        "font", "FONTS", CLI_TEXT, (at) + offsetof(cli_svg_look, font),                            \
        "names of fonts, instead of the theme's; inherit: the font and colour of the document "    \
        "that the SVG is part of"),                                                                \
        CLI_SVG_SQUARE((at) + offsetof(cli_svg_look, square)),                                     \
        CLI_ONE_OF("border", "line|thick|none", (at) + offsetof(cli_svg_look, border),             \
                   "the line around the board"),                                                   \
        CLI_SWITCH("inside", (at) + offsetof(cli_svg_look, inside),                                \
                   "write the coordinates inside the squares at the edge"),                        \
        CLI_SWITCH("corners", (at) + offsetof(cli_svg_look, corners),                              \
                   "write the attributes of each piece in the corners of its square")
/* Copies them to the options of a picture. Returns CLI_GO, or CLI_TROUBLE after a message. */
int cli_read_look(cli *c, const cli_svg_look *look, xpgn_svg_options *how);
/* Reads "7.5" as hundredths; 0 if it is not a number from `least` to `most` hundredths. */
uint32_t cli_read_hundredths(const char *text, uint32_t least, uint32_t most);

/* Makes an empty picture with a theme: the name of a built-in one, or a file (NULL: the default).
   Returns NULL after messages. `how` has the other options, and may be NULL. */
xpgn_svg *cli_open_svg(cli *c, const char *theme, const xpgn_svg_options *how);
/* Writes the picture to the file of the option --svg, or says that it is empty, and frees it.
   Returns the exit status. */
int cli_write_svg(cli *c, xpgn_svg *svg, const char *path);

#endif
