/* SPDX-License-Identifier: MIT */
/*
 * A list, and records, with a line %% before each, through an event: all tables about it, and
 * findings with places inside what they are about. The first byte chooses options.
 */
#include <string.h>
#include <xpgn/event.h>
#include <xpgn/walk.h>

#include "fuzz.h"
#include "internal/events.h"

/* Cuts off the text before the next line %%. */
static xpgn_slice next_part(xpgn_slice *rest) {
    xpgn_slice part = *rest;
    for (size_t i = 0; i + 4 <= rest->size; i++)
        if (memcmp(rest->data + i, "\n%%\n", 4) == 0) {
            part.size = i;
            *rest = (xpgn_slice){rest->data + i + 4, rest->size - i - 4};
            return part;
        }
    rest->size = 0;
    return part;
}

static void add(xpgn_event *event, xpgn_slice records) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                          .keep_line = true};
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, rules(), &how) != XPGN_OK)
        abort();
    for (uint64_t n = 1; records.size > 0; n++) {
        const xpgn_game game = {
            .text = next_part(&records), .file = "records", .number = n, .line = n, .column = 1};
        if (xpgn_event_add(event, walk, &game, NULL) != XPGN_OK)
            break;
    }
    xpgn_walk_free(walk);
}

static void tell(xpgn_event *event) {
    xpgn_event_table table;
    size_t count, codes;
    uint32_t first, last;
    xpgn_buffer b = {0};
    const xpgn_standing *list = xpgn_event_standings(event, &count);
    (void)xpgn_event_tie_breaks(event, &codes);
    xpgn_event_rounds(event, &first, &last);
    for (size_t i = 0; i < count; i++) {
        must(list[i].place >= 1 && list[i].place <= count, "a place beyond all");
        xpgn_event_round_write(&b, event, i, first);
        for (size_t k = 0; k < codes; k++)
            xpgn_event_tie_break_write(&b, event, i, k);
    }
    for (int view = XPGN_EVENT_PAIRINGS; view <= XPGN_EVENT_TEAMS; view++) {
        must(xpgn_event_tabulate(event, (xpgn_event_view)view, &table) == XPGN_OK, "no table");
        for (size_t i = 0; i < table.rows * table.columns; i++)
            must(strlen(table.cell[i]) < 4096, "a long cell");
    }
    xpgn_buffer_free(&b);
}

static void find(const xpgn_event *event) {
    size_t count;
    const xpgn_event_finding *list = xpgn_event_findings(event, &count);
    for (size_t i = 0; i < count; i++) {
        const xpgn_place p = list[i].finding.place;
        must((size_t)p.offset + p.length <= list[i].game->text.size + 1, "a place outside");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const codes[] = {"DE,BH/C1,SB,ARO,TPR,PS,WIN", "MPTS,GPTS,EDE,ESB,SSSC"};
    unsigned how = size > 0 ? data[0] : 0;
    const xpgn_event_options options = {XPGN_EVENT_OPTIONS, .letters = (int32_t)(how & 7)};
    xpgn_slice records = {(const char *)data + (size > 0), size - (size > 0)};
    xpgn_slice list = next_part(&records);
    xpgn_buffer names = {0};
    xpgn_event *event;
    size_t count;
    if (xpgn_event_list_events(&names, list, &count) == XPGN_NO_MEMORY ||
        xpgn_event_new(&event, &options) != XPGN_OK)
        abort();
    xpgn_buffer_free(&names);
    bool good = (how & 8) != 0 || xpgn_event_read_list(event, "list", list, NULL) == XPGN_OK;
    if (good && (how & 16) != 0)
        (void)xpgn_event_set_tie_breaks(event, codes[how >> 5 & 1], NULL);
    if (good)
        add(event, records);
    if (good && xpgn_event_check(event, NULL) == XPGN_OK) {
        find(event);
        tell(event);
    }
    xpgn_event_free(event);
    return 0;
}
