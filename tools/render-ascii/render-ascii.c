/* SPDX-License-Identifier: MIT */
/* xpgn-render-ascii: diagrams of positions for rulebooks and terminals. */
#include "render-ascii/render-ascii.h"

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ONE_OF("style", "plain|box|unicode|compact", AT(style),
               "drawing style: ASCII lines, box-drawing characters, these with chess symbols, or "
               "one character per square"),
    CLI_SWITCH("no-trim", AT(no_trim), "pad the lines of a diagram to one width with spaces"),
    CLI_ONE_OF("format", "text|markdown|troff", AT(format),
               "markdown: diagrams in code fences, and --attributes as tables; troff: lines safe "
               "from being read as requests"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-render-ascii",
    .usage = "[option...] [file...]",
    .about = "Draws the final or other positions of games, or a position given as text.",
    .options = table,
    .shared = cli_diagram_table,
    .common = CLI_FILES};

int main(int argc, char **argv) {
    options o = {.shown = {.ply = UINT64_MAX, .kind = &page_kind}};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = cli_draw(&c);
    return cli_end(&c, status);
}
