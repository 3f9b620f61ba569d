/* SPDX-License-Identifier: MIT */
/* Text: without the blanks around it, and in columns. */
#include "frame/cli.h"

#include <string.h>

xpgn_slice cli_trim(xpgn_slice s) {
    while (s.size > 0 && cli_is_blank(s.data[0])) {
        s.data++;
        s.size--;
    }
    while (s.size > 0 && cli_is_blank(s.data[s.size - 1]))
        s.size--;
    return s;
}

enum { SPACES = 32 };
static const char spaces[SPACES + 1] = "                                ";

static __attribute__((noinline)) void put_more_spaces(xpgn_buffer *b, size_t count) {
    for (; count > SPACES; count -= SPACES)
        xpgn_buffer_put(b, spaces, SPACES);
    xpgn_buffer_put(b, spaces, count);
}

void cli_put_spaces(xpgn_buffer *b, size_t count) {
    if (count > SPACES || b->failed || b->capacity - b->size < SPACES) {
        put_more_spaces(b, count);
        return;
    }
    memcpy(b->data + b->size, spaces, SPACES); /* nearly always */
    b->size += count;
}

/* True if a character can be written to a terminal unchanged. */
static bool is_shown_char(xpgn_slice c) {
    xpgn_buffer clean = {0};
    xpgn_buffer_clean(&clean, c);
    bool same = cli_equal((xpgn_slice){clean.data, clean.size}, c);
    xpgn_buffer_free(&clean);
    return same;
}

static void put_quoted(xpgn_buffer *b, xpgn_slice name) {
    unsigned width;
    xpgn_buffer_char(b, '\'');
    for (size_t i = 0, size; i < name.size; i += size) {
        size = xpgn_text_next((xpgn_slice){name.data + i, name.size - i}, &width);
        xpgn_slice c = {name.data + i, size};
        if (*c.data == '\'')
            xpgn_buffer_text(b, "'\\''");
        else if (is_shown_char(c))
            xpgn_buffer_slice(b, c);
        else
            for (size_t k = 0; k < size; k++)
                xpgn_buffer_printf(b, "'$'\\%03o''", (unsigned)(unsigned char)c.data[k]);
    }
    xpgn_buffer_char(b, '\'');
}

void cli_put_name(xpgn_buffer *b, const cli *c, const char *name) {
    static const char simple[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./+,:@%=";
    if (!c->sink[CLI_OUT].terminal || name[strspn(name, simple)] == '\0' ||
        strcmp(name, "<stdin>") == 0)
        xpgn_buffer_text(b, name);
    else
        put_quoted(b, cli_slice(name));
}

void cli_put_clean(xpgn_buffer *b, xpgn_slice text) {
    for (size_t at = 0; at < text.size;) {
        size_t end = at;
        while (end < text.size && text.data[end] != '\n' && text.data[end] != '\t')
            end++;
        bool crlf =
            end > at && end < text.size && text.data[end] == '\n' && text.data[end - 1] == '\r';
        xpgn_buffer_clean(b, (xpgn_slice){text.data + at, end - at - crlf});
        if (end < text.size)
            xpgn_buffer_char(b, text.data[end++]);
        at = end;
    }
}

void cli_pad(xpgn_buffer *b, size_t start, size_t column) {
    if (b->failed)
        return;
    size_t width = 0; /* an empty buffer has no memory to point into */
    if (b->size > start)
        width = xpgn_text_width((xpgn_slice){b->data + start, b->size - start});
    cli_put_spaces(b, width < column ? column - width : 0);
}

void cli_note_xfen(cli *c, const char *option, const xpgn_fault *fault) {
    if (fault->text[0] != '\0')
        cli_message(c, "%s, character %u: %s", option, fault->place.offset + 1u, fault->text);
}

int cli_refuse_xfen(cli *c, const char *option, const xpgn_fault *fault) {
    cli_message(c, "%s, character %u: %s", option, fault->place.offset + 1u, fault->text);
    return CLI_TROUBLE;
}
