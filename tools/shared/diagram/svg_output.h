/* SPDX-License-Identifier: MIT */
/* shared/diagram/svg_output.h - shared by the tools that write pictures: the theme, the file. */
#ifndef CLI_SVG_OUTPUT_H
#define CLI_SVG_OUTPUT_H

#include <xpgn/write.h>

#include "frame/cli.h"

/* The option --theme of a tool. */
#define CLI_SVG_THEME(at)                                                                          \
    CLI_ROW("theme", "THEME", CLI_READS, at,                                                       \
            "theme of pictures: print (default), screen or high-contrast; or a theme file")

/* Makes an empty picture with a theme: the name of a built-in one, or a file (NULL: the default).
   Returns NULL after messages. `how` has the other options, and may be NULL. */
xpgn_svg *cli_open_svg(cli *c, const char *theme, const xpgn_svg_options *how);
/* Writes the picture to the file of the option --svg, or says that it is empty, and frees it.
   Returns the exit status. */
int cli_write_svg(cli *c, xpgn_svg *svg, const char *path);

#endif
