/* SPDX-License-Identifier: MIT */
/* Pictures of tools: the theme, the look, the file. */
#include "shared/diagram/svg_output.h"

#include <string.h>
#include <unistd.h>

#include "frame/word_guess.h"
#include "internal/writers.h"

enum { MOST_THEME = 256 * 1024 }; /* bytes */

/* True, after a message, if a word without a slash or dot is not a file: it was meant as the name
   of a theme. */
static bool is_misnamed(cli *c, const char *theme) {
    if (strpbrk(theme, "/.") != NULL || access(theme, F_OK) == 0)
        return false;
    cli_guess guess = cli_guess_begin(theme, strlen(theme));
    xpgn_buffer names = {0};
    const char *name;
    for (size_t i = 0; (name = xpgn_theme_name(i)) != NULL; i++) {
        cli_guess_try(&guess, name);
        xpgn_buffer_printf(&names, "%s%s", i > 0 ? ", " : "", name);
    }
    if (names.failed)
        cli_no_memory(c);
    if (guess.best != NULL)
        (void)cli_usage(c, "unknown theme %s; did you mean %s?", theme, guess.best);
    else
        (void)cli_usage(c, "unknown theme %s: found no such file, and the themes are %.*s", theme,
                        (int)names.size, names.data);
    xpgn_buffer_free(&names);
    return true;
}

/* False, after reporting its faults, if the theme has any. */
static bool accept_theme(cli *c, const char *path, xpgn_slice text, const xpgn_svg *svg) {
    xpgn_buffer err = {0};
    size_t count;
    cli_report how = {.color = c->sink[CLI_ERR].color, .columns = c->sink[CLI_ERR].columns};
    const xpgn_finding *list = xpgn_svg_findings(svg, &count);
    if (count == 0)
        return true;
    cli_report_file(&err, &how, path, text, list, count);
    cli_flush(c, CLI_ERR, &err);
    xpgn_buffer_free(&err);
    return false;
}

static xpgn_svg *make_svg(cli *c, const char *path, const xpgn_svg_options *how) {
    xpgn_svg *svg = NULL;
    xpgn_status status = xpgn_svg_new(&svg, how);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status == XPGN_OK && !accept_theme(c, path, how->theme, svg)) {
        xpgn_svg_free(svg);
        svg = NULL;
    }
    return svg;
}

uint32_t cli_read_hundredths(const char *text, uint32_t least, uint32_t most) {
    uint32_t whole = 0, part = 0, unit = 100;
    const char *s = text;
    for (; *s >= '0' && *s <= '9' && whole < 1000; s++)
        whole = whole * 10 + (uint32_t)(*s - '0');
    if (s == text)
        return 0;
    if (*s == '.')
        for (s++; *s >= '0' && *s <= '9' && unit > 1; s++)
            part += (uint32_t)(*s - '0') * (unit /= 10);
    uint32_t number = whole * 100 + part;
    return *s == '\0' && number >= least && number <= most ? number : 0;
}

int cli_read_look(cli *c, const cli_svg_look *look, xpgn_svg_options *how) {
    how->border = (xpgn_svg_border)look->border;
    how->inside = look->inside;
    how->corners = look->corners;
    how->font = look->font;
    if (how->font != NULL && !xpgn_font_allowed(how->font))
        return cli_usage(c, "--font: '%s' is not a list of names of fonts", how->font);
    if (look->square == NULL)
        return CLI_GO;
    how->square = cli_read_hundredths(look->square, 300, 5000);
    if (how->square > 0)
        return CLI_GO;
    return cli_usage(c, "--square: '%s' is not a length from 3 to 50 millimetres, such as 7.5",
                     look->square);
}

xpgn_svg *cli_open_svg(cli *c, const char *theme, const xpgn_svg_options *how) {
    xpgn_svg_options all = {XPGN_SVG_OPTIONS};
    xpgn_buffer text = {0};
    xpgn_svg *svg = NULL;
    if (how != NULL)
        all = *how;
    if (theme != NULL)
        all.theme = xpgn_theme_text(theme);
    if (theme == NULL || all.theme.data != NULL) {
        svg = make_svg(c, theme, &all);
    } else if (!is_misnamed(c, theme) && cli_read_file(c, theme, MOST_THEME, &text, NULL)) {
        all.theme = (xpgn_slice){text.data, text.size};
        svg = make_svg(c, theme, &all);
    }
    xpgn_buffer_free(&text);
    return svg;
}

int cli_write_svg(cli *c, xpgn_svg *svg, const char *path) {
    xpgn_buffer text = {0};
    int status = CLI_GOOD;
    xpgn_svg_write(&text, svg);
    if (text.failed)
        cli_no_memory(c);
    if (text.size == 0) {
        cli_message(c, "--svg: there is nothing to draw");
        status = CLI_BAD;
    } else {
        int sink = cli_open_output(c, path, CLI_PICTURE);
        if (sink >= 0)
            cli_flush(c, sink, &text);
        else
            status = CLI_TROUBLE;
    }
    xpgn_buffer_free(&text);
    xpgn_svg_free(svg);
    return status;
}
