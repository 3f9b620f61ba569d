/* SPDX-License-Identifier: MIT */
/* What a record is with a choice in it: the half-move, the position after it, what comes next. */
#include "compare/compare_json.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "shared/tables/report_rows.h"

#include <xpgn/facts.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

enum { NEXT = 5 }; /* half-moves that are shown after a choice */

static xpgn_walk *begin_walk(board_batch *b, const xpgn_game *game) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, b->catalog, &how) != XPGN_OK || xpgn_walk_begin(walk, game) != XPGN_OK)
        cli_no_memory(b->c);
    return walk;
}

static xpgn_game game_in(xpgn_slice text) {
    return (xpgn_game){.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
}

bool choice_before(board_batch *b, xpgn_slice text, uint32_t offset, const xpgn_ruleset **rs,
                   xpgn_position *out) {
    const xpgn_game game = game_in(text);
    const xpgn_step *step;
    xpgn_walk *walk = begin_walk(b, &game);
    bool known = false;
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        if (step->kind == XPGN_STEP_ACTION && step->place.offset >= offset)
            break;
        *rs = step->rs;
        if (step->position == NULL)
            continue;
        *out = *step->position;
        known = step->kind != XPGN_STEP_RESULT;
    }
    xpgn_walk_free(walk);
    return known;
}

/* Appends the half-move of a step and what follows from it. */
static void put_action(xpgn_buffer *out, const board_batch *b, const xpgn_step *step) {
    xpgn_buffer text = {0};
    xpgn_step_text(&text, step, XPGN_FACT_ACTION, 0);
    json_move(out, "action", &text);
    xpgn_step_text(&text, step, XPGN_FACT_ROLL, 0);
    if (text.size > 0)
        json_move(out, "roll", &text);
    else
        json_text(out, "roll", NULL);
    json_square(out, "from", step->before, (xpgn_square)xpgn_step_number(step, XPGN_FACT_FROM, 0));
    json_square(out, "to", step->before, (xpgn_square)xpgn_step_number(step, XPGN_FACT_TO, 0));
    const xpgn_language *language = b->o->language;
    json_words(out, step->rs, step->before, &step->facts->action, language);
    json_sum(out, step->rs, step->before, step->facts, language != NULL ? language->code : NULL);
}

static void put_nothing(xpgn_buffer *out) {
    static const char *const keys[] = {"action", "roll", "from", "to", "words"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_text(out, keys[i], NULL);
    json_open(out, "sum", "[]");
}

static void put_xfen(xpgn_buffer *out, const char *key, const xpgn_ruleset *rs,
                     const xpgn_position *p) {
    xpgn_buffer text = {0};
    xpgn_position_write(&text, rs, p);
    json_move(out, key, &text);
}

/* Appends the labels of the half-moves from this step on. */
static void put_next(xpgn_buffer *out, xpgn_walk *walk, const xpgn_step *step) {
    json_open(out, "next", "[");
    for (unsigned shown = 0; step != NULL && shown < NEXT;) {
        if (step->kind == XPGN_STEP_ACTION) {
            xpgn_buffer label = {0};
            xpgn_turn_write(&label, step->before->seats, step->number, step->seat);
            xpgn_buffer_char(&label, ' ');
            xpgn_step_text(&label, step, XPGN_FACT_ACTION, 0);
            json_move(out, NULL, &label);
            shown++;
        }
        if (xpgn_walk_next(walk, &step) != XPGN_OK)
            step = NULL;
    }
    xpgn_buffer_char(out, ']');
}

/* Goes to the first action that begins at `begin` or behind it; *p: the position before it. NULL if
   there is none. */
static const xpgn_step *find_action(xpgn_walk *walk, size_t begin, xpgn_position *p) {
    const xpgn_step *step;
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        if (step->kind == XPGN_STEP_ACTION && step->place.offset >= begin) {
            *p = *step->before;
            return step;
        }
        if (step->position != NULL)
            *p = *step->position;
    }
    return NULL;
}

bool choice_put(board_batch *b, xpgn_buffer *out, const choice_record *r, xpgn_position *after) {
    const xpgn_game game = game_in((xpgn_slice){r->text.data, r->text.size});
    xpgn_walk *walk = begin_walk(b, &game);
    *after = (xpgn_position){.files = 0};
    const xpgn_step *step = find_action(walk, r->begin, after);
    const bool played = step != NULL && step->place.offset < r->end && step->position != NULL;
    if (played) {
        put_action(out, b, step);
        *after = *step->position;
        if (xpgn_walk_next(walk, &step) != XPGN_OK)
            step = NULL;
        else if (step->kind == XPGN_STEP_TURN && step->position != NULL)
            *after = *step->position;
    } else {
        put_nothing(out);
    }
    const bool known = played || (r->begin == r->end && after->files > 0);
    if (known)
        put_xfen(out, "xfen", xpgn_walk_ruleset(walk), after);
    else
        json_text(out, "xfen", NULL);
    put_next(out, walk, known ? step : NULL);
    gap_put_untrue(out, walk, game.text, r);
    xpgn_walk_free(walk);
    return known;
}

void choice_put_differs(xpgn_buffer *out, const xpgn_ruleset *rs, const xpgn_position *list,
                        size_t count) {
    bool same = count > 1;
    json_open(out, "differs", "[");
    for (unsigned sq = 0; count > 1 && sq < (unsigned)list->files * list->ranks; sq++) {
        bool differs = false;
        for (size_t i = 1; i < count; i++)
            differs |= list[i].at[sq] != list[0].at[sq];
        if (differs)
            json_square(out, NULL, list, (xpgn_square)sq);
    }
    xpgn_buffer_char(out, ']');
    for (size_t i = 1; i < count; i++)
        same &= xpgn_position_key(rs, &list[i]) == xpgn_position_key(rs, &list[0]);
    json_flag(out, "same_position", same);
}
