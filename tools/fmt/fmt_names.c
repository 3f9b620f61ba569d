/* SPDX-License-Identifier: MIT */
/* Names of players: renamed one by one, or changed to those in the list of their event. */
#include "fmt/fmt.h"
#include "internal/events.h"
#include "internal/rules.h"

#include <string.h>
#include <xpgn/record.h>

/* ---- the list -------------------------------------------------------------------------------- */

/* Reads a list of names. On failure fault->text has the reason, or is empty after a message. */
static xpgn_status read_name_list(cli *c, const char *file, xpgn_event **event, xpgn_fault *fault) {
    xpgn_buffer text = {0};
    xpgn_status status = XPGN_INVALID;
    *event = NULL;
    fault->text[0] = '\0';
    if (cli_read_file(c, file, CLI_LIST_MOST, &text, NULL)) {
        status = xpgn_event_new(event, NULL);
        if (status == XPGN_OK)
            status = xpgn_players_read(*event, file, (xpgn_slice){text.data, text.size}, fault);
        if (status == XPGN_OK)
            status = xpgn_event_names(*event, fault);
    }
    xpgn_buffer_free(&text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    return status;
}

int fmt_check_names(cli *c, fmt_request *r) {
    xpgn_event *event;
    xpgn_fault fault;
    for (size_t i = 0; i < r->rename.count; i++) {
        const char *text = r->rename.item[i], *equals = strchr(text, '=');
        if (equals == NULL || equals == text || equals[1] == '\0')
            return cli_usage(c, "--rename-player: '%s' is not From=To", text);
        cli_words_put(&r->players, (xpgn_slice){text, (size_t)(equals - text)});
    }
    if (r->names == NULL)
        return CLI_GO;
    xpgn_status status = read_name_list(c, r->names, &event, &fault);
    xpgn_event_free(event);
    if (status != XPGN_OK && fault.text[0] != '\0')
        cli_message(c, "%s: %s", r->names, fault.text);
    return status == XPGN_OK ? CLI_GO : CLI_TROUBLE;
}

void fmt_names_free(fmt_names *n) {
    xpgn_event_free(n->event);
    xpgn_buffer_free(&n->name);
    xpgn_buffer_free(&n->told);
}

/* ---- one game -------------------------------------------------------------------------------- */

/* Finds the new name of a player; false if the options do not change it. */
static bool find_player_name(fmt_names *n, const fmt_request *r, xpgn_slice name, xpgn_slice *now) {
    for (size_t i = 0; i < r->rename.count; i++) {
        const char *text = r->rename.item[i], *equals = strchr(text, '=');
        if (cli_equal((xpgn_slice){text, (size_t)(equals - text)}, name)) {
            *now = cli_slice(equals + 1);
            return true;
        }
    }
    xpgn_buffer_clear(&n->told);
    if (n->event == NULL || xpgn_value_is_unknown(name) ||
        xpgn_event_player_name(&n->told, n->event, name) != XPGN_OK)
        return false;
    *now = (xpgn_slice){n->told.data, n->told.size};
    return !cli_equal(*now, name);
}

void fmt_add_names(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game) {
    enum { SEATS = XPGN_MAX_SEATS };
    xpgn_slice tag[SEATS], value[SEATS], now;
    fmt_names *n = &e->names;
    xpgn_fault fault;
    if (r->rename.count == 0 && r->names == NULL)
        return;
    if (r->names != NULL && n->event == NULL &&
        read_name_list(w->cli, r->names, &n->event, &fault) != XPGN_OK)
        cli_die(w->cli, "%s: the file has changed", r->names);
    for (unsigned i = 0; i < SEATS; i++)
        tag[i] = cli_slice(xpgn_seat_tag(SEATS, i));
    xpgn_reader_tags(e->reader, game->text, tag, SEATS, value);
    cli_words_game(&e->played);
    for (unsigned i = 0; i < SEATS; i++) {
        if (value[i].data == NULL)
            continue;
        xpgn_buffer_clear(&n->name);
        xpgn_tag_text(&n->name, value[i]);
        const xpgn_slice name = {n->name.size > 0 ? n->name.data : "", n->name.size};
        bool other = find_player_name(n, r, name, &now);
        cli_words_note(&e->played, &r->players, name);
        if (n->name.failed || n->told.failed ||
            (other && xpgn_record_set_tag(e->added, tag[i].data, now) != XPGN_OK))
            cli_no_memory(w->cli);
    }
}
