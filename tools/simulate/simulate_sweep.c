/* SPDX-License-Identifier: MIT */
/*
 * A number of the ruleset that takes several values: a ruleset of the same name extends it, with an
 * option for each value.
 */
#include "frame/word_guess.h"
#include "simulate/simulate.h"

#include <string.h>
#include <xpgn/rulesets.h>

/* ---- what is asked for ----------------------------------------------------------------------- */

enum { MOST_VALUE = 9999 };

/* Reads a number of "attack.knight=2..4", and moves *at past it; false if there is none. */
static bool read_value(const char **at, int *value) {
    const char *c = *at;
    *value = 0;
    for (; *c >= '0' && *c <= '9' && *value <= MOST_VALUE; c++)
        *value = *value * 10 + (*c - '0');
    bool read = c > *at && *value <= MOST_VALUE;
    *at = c;
    return read;
}

/* Reads words of lower-case letters and hyphens, separated by dots. Returns the end, or NULL. */
static const char *read_path(const char *words) {
    const char *c = words;
    bool empty = true;
    for (; *c != '\0' && *c != '='; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c == '-' && !empty);
        if (!letter && (*c != '.' || empty))
            return NULL;
        empty = !letter;
    }
    return empty ? NULL : c;
}

bool sim_sweep_read(const char *words, sim_sweep *s) {
    const char *at = read_path(words);
    if (at == NULL || *at != '=' || at - words >= (ptrdiff_t)sizeof s->path)
        return false;
    memcpy(s->path, words, (size_t)(at - words));
    s->path[at - words] = '\0';
    at++;
    if (!read_value(&at, &s->from) || strncmp(at, "..", 2) != 0)
        return false;
    at += 2;
    return read_value(&at, &s->to) && *at == '\0' && s->from < s->to;
}

/* ---- the ruleset ----------------------------------------------------------------------------- */

/* The key of the piece that has this name in the ruleset or in chess. A word that resembles one is
   returned unchanged, for the ruleset to refuse. NULL: no piece is meant. */
static const char *piece_key(const xpgn_ruleset *rs, const char *word) {
    cli_guess guess = cli_guess_begin(word, strlen(word));
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        const char *key = xpgn_piece_name(NULL, type);
        if (strcmp(word, key) == 0 || strcmp(word, xpgn_piece_name(rs, type)) == 0)
            return key;
        cli_guess_try(&guess, key);
        cli_guess_try(&guess, xpgn_piece_name(rs, type));
    }
    return guess.best != NULL ? word : NULL;
}

/* "attack.knight" is short for "pieces.knight.attack". */
static void put_full_path(xpgn_buffer *b, const xpgn_ruleset *rs, const char *path) {
    const char *dot = strchr(path, '.');
    const char *key = dot != NULL ? piece_key(rs, dot + 1) : NULL;
    if (key != NULL)
        xpgn_buffer_printf(b, "pieces.%s.%.*s", key, (int)(dot - path), path);
    else
        xpgn_buffer_text(b, path);
}

/* "{pieces: {knight: {attack: 2}}}" */
static void put_change(xpgn_buffer *b, xpgn_slice path, int value) {
    unsigned open = 1;
    xpgn_buffer_char(b, '{');
    for (size_t i = 0; i < path.size; i++) {
        open += path.data[i] == '.';
        if (path.data[i] == '.')
            xpgn_buffer_text(b, ": {");
        else
            xpgn_buffer_char(b, path.data[i]);
    }
    xpgn_buffer_printf(b, ": %d", value);
    while (open-- > 0)
        xpgn_buffer_char(b, '}');
}

void sim_sweep_put_option(xpgn_buffer *b, const sim_sweep *s, int value) {
    for (const char *c = s->path; *c != '\0'; c++)
        xpgn_buffer_char(b, *c == '.' ? '-' : *c);
    xpgn_buffer_printf(b, "=%d", value);
}

void sim_sweep_put_ruleset(xpgn_buffer *b, const sim_sweep *s, const xpgn_ruleset *rs) {
    xpgn_buffer path = {0};
    put_full_path(&path, rs, s->path);
    xpgn_buffer_printf(b, "ruleset: %s\nextends: %s\noptions:\n", xpgn_ruleset_id(rs),
                       xpgn_ruleset_id(rs));
    for (int value = s->from; value <= s->to; value++) {
        xpgn_buffer_text(b, "  ");
        sim_sweep_put_option(b, s, value);
        xpgn_buffer_text(b, ": ");
        put_change(b, (xpgn_slice){path.data, path.size}, value);
        xpgn_buffer_char(b, '\n');
    }
    b->failed |= path.failed;
    xpgn_buffer_free(&path);
}
