/* SPDX-License-Identifier: MIT */
/* Reads score sheets into half-moves, without the rules, and finds the game they belong to. */
#include "core/base/slice.h"
#include "core/text/other_game.h"
#include "core/text/result_text.h"
#include "facts/other_ruleset.h"
#include "facts/public_walk.h"
#include "meant/import/edit_map.h"
#include "meant/merge/merge.h"

#include <stdio.h>
#include <string.h>

/* ---- half-moves ------------------------------------------------------------------------------ */

static xpgn_place hull(xpgn_place a, xpgn_place b) {
    uint32_t end_a = a.offset + a.length, end_b = b.offset + b.length;
    uint32_t from = a.offset < b.offset ? a.offset : b.offset;
    return (xpgn_place){from, (end_a > end_b ? end_a : end_b) - from};
}

static xpgn_place extent_of(const struct recorded *r) {
    xpgn_place all = r->place;
    if (r->has_turn_roll && r->turn_roll_place.length > 0)
        all = hull(all, r->turn_roll_place);
    if (r->roll->exchanges > 0)
        all = hull(all, r->roll->place);
    if (r->unreadable_roll.data != NULL)
        all = hull(all, r->unreadable_place);
    if (r->has_freed)
        all = hull(all, r->freed_place);
    return all;
}

/* A copy that lasts as long as the comparison; an action without a roll has an empty one. */
static const xpgn_roll *keep_roll(struct xpgn_merge *s, const xpgn_roll *roll) {
    static const xpgn_roll none;
    if (roll->exchanges == 0)
        return &none;
    xpgn_roll *copy = arena_alloc(&s->arena, sizeof *copy);
    s->no_memory |= copy == NULL;
    if (copy == NULL)
        return &none;
    memcpy(copy, roll, offsetof(xpgn_roll, exchange) + roll->exchanges * sizeof *roll->exchange);
    return copy;
}

static struct sheet_entry *add_sheet_entry(struct xpgn_merge *s, struct sheet *sheet) {
    struct sheet_entry *list =
        arena_grow(&s->arena, sheet->list, sheet->count, &sheet->capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return NULL;
    sheet->list = list;
    list[sheet->count] = (struct sheet_entry){.readable = false};
    return &list[sheet->count++];
}

/* Gives the pending number to the last half-move. */
static void take_number(struct sheet *sheet, struct token *number) {
    struct sheet_entry *e = &sheet->list[sheet->count - 1];
    e->numbered = number->kind == TOKEN_NUMBER;
    e->number = *number;
    if (e->numbered)
        sheet->numbered = sheet->count - 1;
    number->kind = TOKEN_END;
}

/* Adds a gap for each [%missing] of a comment; the first takes the pending move number. */
static void read_gaps(struct xpgn_merge *s, struct sheet *sheet, xpgn_slice comment,
                      struct token *number) {
    static const xpgn_roll none;
    struct command c;
    size_t at = 0;
    walk_line(s->walk)->gap = false; /* what follows is read all the same */
    while (command_next(comment, &at, &c)) {
        struct sheet_entry *e = slice_is(c.name, "missing") ? add_sheet_entry(s, sheet) : NULL;
        if (e == NULL)
            continue;
        e->gap = true;
        e->recorded.text = slice_of("");
        e->recorded.roll = &none;
        e->recorded.place = e->extent = walk_place(s->walk, c.whole);
        take_number(sheet, number);
    }
}

/* Is there anything in a comment besides [%missing]? */
static bool says_more(xpgn_slice comment) {
    struct command c;
    size_t at = 0, from = 0;
    bool more = false, any;
    do {
        any = command_next(comment, &at, &c);
        size_t end = any ? (size_t)(c.whole.data - comment.data) : comment.size;
        more |= any && !slice_is(c.name, "missing");
        for (size_t i = from; i < end; i++)
            more |= (unsigned char)comment.data[i] > ' ';
        from = at;
    } while (any);
    return more;
}

/* Text after a [%missing] belongs to it. */
static void read_remark(struct xpgn_merge *s, struct sheet *sheet, xpgn_remark remark,
                        struct token *number) {
    if (remark.nag == 0)
        read_gaps(s, sheet, remark.text, number);
    if (remark.nag != 0 || says_more(remark.text))
        sheet_keep_remark(s, sheet, remark);
}

static void read_remarks(struct xpgn_merge *s, struct sheet *sheet, const struct remarks *remarks,
                         struct token *number) {
    for (size_t i = 0; i < remarks->count; i++)
        read_remark(s, sheet, remarks->list[i], number);
}

/* The seat of the last entry if two sides alternate; `number` precedes it. */
static unsigned seat_of(const struct sheet *sheet, const struct token *number) {
    const struct sheet_entry *last = &sheet->list[sheet->numbered];
    if (number->kind == TOKEN_NUMBER)
        return sheet->own || number->dots > 1;
    bool dots = last->numbered && last->number.dots > 1;
    return (unsigned)(sheet->count - 1 - sheet->numbered + dots) % 2;
}

/* Converts a word to White's view of the board, keeping its length. */
static xpgn_slice turn_word(struct xpgn_merge *s, xpgn_slice word, enum sheet_view view,
                            unsigned seat) {
    const xpgn_position *p = &s->start.state.position;
    bool ranks = view == VIEW_TURNED || (view == VIEW_OWN && seat != 0);
    char *copy = ranks ? arena_alloc(&s->arena, word.size + 1) : NULL;
    s->no_memory |= ranks && copy == NULL;
    if (copy == NULL)
        return word;
    for (size_t i = 0; i < word.size; i++) {
        char c = word.data[i];
        int file = c - 'a', rank = c - '1';
        copy[i] = c;
        if (view == VIEW_TURNED && file >= 0 && file < p->files)
            copy[i] = (char)('a' + p->files - 1 - file);
        else if (rank >= 0 && rank < p->ranks)
            copy[i] = (char)('1' + p->ranks - 1 - rank);
    }
    copy[word.size] = '\0';
    return (xpgn_slice){copy, word.size};
}

/* True if a roll has a face that no die has, <132:65>, and no total that says which is meant. */
static bool has_strange_face(const struct xpgn_merge *s, const xpgn_roll *roll) {
    bool strange = false;
    for (unsigned n = 0; n < 2u * roll->exchanges; n++) {
        const xpgn_roll_side *side = &roll->exchange[n / 2].side[n % 2];
        for (unsigned i = 0; i < side->dice_count; i++)
            strange |= side->dice[i] == 0 || side->dice[i] > s->ruleset->most_faces;
        if (side->total >= 0)
            return false;
    }
    return strange;
}

/* Takes such a roll for one that cannot be read. */
static void drop_strange_roll(const struct xpgn_merge *s, const struct sheet *sheet,
                              struct recorded *r) {
    static const xpgn_roll none;
    const xpgn_place place = r->roll->place;
    if (s->ruleset->most_faces == 0 || place.length < 2 || !has_strange_face(s, r->roll))
        return;
    r->unreadable_roll = (xpgn_slice){sheet->game->text.data + place.offset + 1, place.length - 2};
    r->unreadable_place = place;
    r->roll = &none;
}

/* Reads the current word with what belongs to it. */
static void read_sheet_entry(struct xpgn_merge *s, struct sheet *sheet, struct token *number) {
    xpgn_walk *w = s->walk;
    struct sheet_entry *e = add_sheet_entry(s, sheet);
    if (e == NULL)
        return;
    struct recorded *r = &w->entry.recorded;
    *r = (struct recorded){.text = turn_word(s, w->token.text, sheet->view, seat_of(sheet, number)),
                           .place = w->token.place};
    e->word = slice_trim(r->text, "+#");
    e->exact = notation_read(r->text, &r->notation);
    e->readable = e->exact || reading_is_word(s->ruleset, &s->start.state.position, r->text);
    walk_begin_entry(w, r);
    walk_entry(w, r);
    e->recorded = *r;
    e->recorded.roll = keep_roll(s, r->roll);
    drop_strange_roll(s, sheet, &e->recorded);
    e->extent = extent_of(&e->recorded);
    take_number(sheet, number);
    e->unrolled = turn_rolls_actors(s->ruleset) && !r->has_turn_roll &&
                  (e->numbered || !turn_is_several(s->ruleset));
    read_remarks(s, sheet, &w->entry.remarks, number);
}

/* Variations are skipped; brackets without a half-move are none. */
static void skip_variation(struct xpgn_merge *s, struct sheet *sheet) {
    xpgn_walk *w = s->walk;
    const xpgn_position *p = &s->start.state.position;
    const uint32_t from = w->token.place.offset;
    size_t depth = 1;
    bool played = false;
    while (depth > 0 && w->token.kind != TOKEN_END) {
        walk_token(w);
        played |= w->token.kind == TOKEN_WORD && reading_is_word(s->ruleset, p, w->token.text);
        depth += w->token.kind == TOKEN_OPEN;
        depth -= w->token.kind == TOKEN_CLOSE;
    }
    if (!played)
        merge_note_unread(s, sheet,
                          (xpgn_place){from, w->token.place.offset + w->token.place.length - from});
    if (w->token.kind == TOKEN_END)
        w->held = true;
}

/* A result as it is usually written: 1/2-1/2 for a half sign, so that two are the same. */
static xpgn_slice usual_result(struct xpgn_merge *s, xpgn_slice text) {
    uint8_t score[XPGN_MAX_SEATS];
    char usual[24];
    unsigned seats = result_read(text, 2, score) ? 2 : 4;
    if (result_is_forfeit(text) || !result_read(text, seats, score))
        return text;
    result_write(score, seats, usual);
    const char *copy = arena_copy(&s->arena, slice_of(usual));
    s->no_memory |= copy == NULL;
    return copy != NULL ? slice_of(copy) : text;
}

/* True if a roll here is that of a half-move that is missing: it stays with it as a remark. */
static bool is_of_gap(const struct xpgn_merge *s, const struct sheet *sheet) {
    return !turn_is_several(s->ruleset) && sheet->count > 0 && sheet->list[sheet->count - 1].gap;
}

/* A token between half-moves. */
static void read_token(struct xpgn_merge *s, struct sheet *sheet, struct token *number) {
    xpgn_walk *w = s->walk;
    const struct token *t = &w->token;
    switch (t->kind) {
    case TOKEN_NUMBER:
        if (t->number == 0 && t->dots == 0) /* 00 is no number of a half-move */
            merge_note_unread(s, sheet, t->place);
        else
            *number = *t;
        break;
    case TOKEN_ROLL:
        if (is_of_gap(s, sheet))
            sheet_keep_remark(
                s, sheet,
                (xpgn_remark){.text = {sheet->game->text.data + t->place.offset, t->place.length}});
        else
            walk_roll(w);
        break;
    case TOKEN_WORD:
        read_sheet_entry(s, sheet, number);
        break;
    case TOKEN_COMMENT:
    case TOKEN_LINE:
        walk_stray_commands(w, t->text);
        read_remark(s, sheet, (xpgn_remark){.line = t->kind == TOKEN_LINE, .text = t->text},
                    number);
        break;
    case TOKEN_OPEN:
        skip_variation(s, sheet);
        break;
    case TOKEN_RESULT:
        sheet->result = usual_result(s, t->text);
        sheet->result_place = t->place;
        break;
    default:
        break;
    }
}

/* Marks the half-moves that are known to be right. */
static void mark_held(const struct xpgn_merge *s, struct sheet *sheet) {
    const size_t own = (size_t)(sheet->given - s->first_given);
    for (size_t i = 0; i < s->held_count; i++) {
        const struct held_places held = {&s->held[i].place, 1};
        for (size_t k = 0; k < sheet->count && s->held[i].sheet == own; k++) {
            struct sheet_entry *e = &sheet->list[k];
            const xpgn_place place = edit_map_place(sheet->edit, sheet->edits, e->recorded.place);
            e->held |= held_touches(&held, place);
        }
    }
}

static void read_entries(struct xpgn_merge *s, struct sheet *sheet) {
    xpgn_walk *w = s->walk;
    struct token number = {.kind = TOKEN_END};
    sheet->result_place = (xpgn_place){(uint32_t)sheet->game->text.size, 0};
    read_remarks(s, sheet, &w->early, &number);
    do {
        walk_token(w);
        if (walk_is_forfeit(w))
            w->token.kind = TOKEN_RESULT;
        read_token(s, sheet, &number);
    } while (w->token.kind != TOKEN_END && sheet->count <= SHEETS_ENTRIES && !s->no_memory &&
             !w->no_memory);
    s->no_memory |= w->no_memory || w->log.no_memory;
    if (!s->no_memory)
        merge_find_unread(s, sheet);
    mark_held(s, sheet);
}

/* ---- which game ------------------------------------------------------------------------------ */

xpgn_slice sheet_tag(const struct sheet *sheet, xpgn_slice name) {
    static const char *const unknown[] = {"", "?", "-", "????.??.??", "*"};
    const xpgn_tag *tag = tags_find(sheet->tags, name);
    for (size_t i = 0; tag != NULL && i < sizeof unknown / sizeof *unknown; i++)
        if (slice_is(tag->value, unknown[i]))
            tag = NULL;
    return tag != NULL ? tag->value : (xpgn_slice){NULL, 0};
}

static void keep_tags(struct xpgn_merge *s, struct sheet *sheet) {
    size_t count;
    const xpgn_tag *list = tags_all(s->walk->tags, &count);
    tags_begin(sheet->tags, sheet->game->text);
    for (size_t i = 0; i < count; i++) {
        xpgn_tag tag = list[i];
        const char *text =
            walk_has(s->walk, tag.value) ? NULL : arena_copy(&sheet->tags->arena, tag.value);
        if (text != NULL) /* in another form in the text */
            tag.value = slice_of(text);
        tags_add(sheet->tags, tag);
    }
    s->no_memory |= sheet->tags->no_memory;
}

static bool fail_sheet(struct xpgn_merge *s, const struct sheet *sheet, const char *text,
                       xpgn_slice arg) {
    (void)snprintf(s->error, sizeof s->error, "%.60s: %s%.*s", sheet->game->file, text,
                   (int)(arg.size < 60 ? arg.size : 60), arg.data);
    return false;
}

/* The ruleset of the sheets that name one becomes that of the others. */
static void assume(struct xpgn_merge *s, const struct sheet *named) {
    xpgn_slice variant = sheet_tag(named, slice_of("Variant"));
    xpgn_slice options = sheet_tag(named, slice_of("RuleOptions"));
    s->walk->assumed.variant = arena_copy(&s->arena, variant);
    s->walk->assumed.options = options.data != NULL ? arena_copy(&s->arena, options) : NULL;
    s->no_memory |= s->walk->assumed.variant == NULL;
}

/* Refuses a sheet for the first error in its tags, or for lack of a start position. */
static bool refuse_header(struct xpgn_merge *s, const struct sheet *sheet) {
    const struct log *log = &s->walk->log;
    for (size_t i = 0; i < log->count; i++)
        if (log->list[i].level == XPGN_ERROR)
            return fail_sheet(s, sheet, log->list[i].text, (xpgn_slice){"", 0});
    return fail_sheet(s, sheet, "no start position", (xpgn_slice){"", 0});
}

/* Refuses a sheet with another ruleset or other options than those before it. */
static bool refuse_game(struct xpgn_merge *s, const struct sheet *sheet) {
    const xpgn_ruleset *rs = s->walk->ruleset;
    if (strcmp(rs->id, s->ruleset->id) != 0)
        return fail_sheet(s, sheet, "variant differs from the first sheet: ", slice_of(rs->title));
    const char *options = rs->options_in_force;
    bool none = options == NULL || options[0] == '\0';
    return fail_sheet(
        s, sheet, "rule options differ from the first sheet: ", slice_of(none ? "none" : options));
}

/* True if a tag gives the start position. */
static bool says_start(const xpgn_walk *w) {
    const unsigned given = 1u << KNOWN_FEN | 1u << KNOWN_XFEN | 1u << KNOWN_FIRST_ROLL;
    return (w->tags->known_set & given) != 0;
}

/* Compares this sheet's ruleset and start with the known ones. */
static bool take_start(struct xpgn_merge *s, struct sheet *sheet, bool *known) {
    xpgn_walk *w = s->walk;
    struct line *l = walk_line(w);
    if (w->ruleset == NULL)
        return refuse_header(s, sheet);
    if (s->ruleset != NULL && s->ruleset != w->ruleset)
        return refuse_game(s, sheet);
    s->ruleset = w->ruleset;
    sheet->has_start = says_start(w);
    if (l->dead && sheet->has_start)
        return refuse_header(s, sheet);
    xpgn_position start = l->state.position;
    start.halfmove_clock = s->start.state.position.halfmove_clock; /* many sheets leave it out */
    if (*known && sheet->has_start && !position_equal(&s->start.state.position, &start))
        return fail_sheet(s, sheet, "start position differs from the first sheet",
                          (xpgn_slice){"", 0});
    if (!l->dead && (sheet->has_start || s->start.state.position.files == 0))
        s->start = (struct standing){.state = l->state, .outcome = l->outcome};
    *known |= sheet->has_start;
    l->dead = false;
    return true;
}

/* True if it is of another game than ours, by its tags or its first words, and does not begin with
   a half-move. */
static bool is_other_game(const xpgn_game *game, struct other_game *other) {
    struct log log;
    struct lex lex;
    struct token token;
    struct notation n;
    if (!other_game_find(game->text, 0, true, other) || other->cure != NULL)
        return false;
    log_init_counting(&log);
    lex_begin(&lex, game->text, &log);
    do
        lex_next(&lex, &token);
    while (token.kind != TOKEN_WORD && token.kind != TOKEN_END);
    log_free_parts(&log);
    return token.kind == TOKEN_END || !notation_read(token.text, &n);
}

/* Reads the header of a sheet, and leaves the walk before its movetext. */
static bool begin_sheet(struct xpgn_merge *s, struct sheet *sheet, const xpgn_game *game) {
    struct other_game other;
    xpgn_walk *w = s->walk;
    sheet->game = game;
    if (game->too_large)
        return fail_sheet(s, sheet, "game too large", (xpgn_slice){"", 0});
    if (is_other_game(game, &other))
        return fail_sheet(s, sheet, other.name, (xpgn_slice){"", 0});
    (void)xpgn_walk_begin(w, game);
    variant_open(w);
    walk_start(w);
    keep_tags(s, sheet);
    s->no_memory |= w->no_memory || w->log.no_memory || w->tags->no_memory;
    return !s->no_memory;
}

void sheets_read_again(struct xpgn_merge *s, struct sheet *sheet, xpgn_slice text) {
    xpgn_walk *w = s->walk;
    struct assumed named = w->assumed;
    xpgn_game *game = arena_alloc(&s->arena, sizeof *game);
    s->no_memory |= game == NULL;
    if (game == NULL)
        return;
    *game = *sheet->game;
    game->text = text;
    if (sheet_tag(sheet, slice_of("Variant")).data != NULL)
        w->assumed = (struct assumed){0};
    (void)xpgn_walk_begin(w, game);
    variant_open(w);
    walk_start(w);
    walk_line(w)->dead = false;
    w->assumed = named;
    sheet->list = NULL;
    sheet->early = NULL;
    sheet->count = sheet->capacity = sheet->early_count = sheet->early_capacity = 0;
    sheet->numbered = 0;
    sheet->unread = NULL;
    sheet->unread_count = sheet->unread_capacity = 0;
    read_entries(s, sheet);
}

static bool read_sheet(struct xpgn_merge *s, struct sheet *sheet, bool *known) {
    struct assumed named = s->walk->assumed;
    if (sheet_tag(sheet, slice_of("Variant")).data != NULL)
        s->walk->assumed = (struct assumed){0};
    bool good = begin_sheet(s, sheet, sheet->game) && take_start(s, sheet, known);
    s->walk->assumed = named;
    if (!good)
        return false;
    read_entries(s, sheet);
    if (sheet->count > SHEETS_ENTRIES)
        return fail_sheet(s, sheet, "too many actions", (xpgn_slice){"", 0});
    return true;
}

/* The first sheet whose tag of this name has a value; NULL: none. */
static const xpgn_tag *first_tag(const struct xpgn_merge *s, xpgn_slice name) {
    for (size_t i = 0; i < s->count; i++)
        if (sheet_tag(&s->sheet[i], name).data != NULL)
            return tags_find(s->sheet[i].tags, name);
    return NULL;
}

/* The tags without which a sheet cannot be played, where only others have them. */
static const char *tags_of_others(struct xpgn_merge *s, const struct sheet *sheet) {
    static const char *const needed[] = {"Variant", "RuleOptions", "SetUp",
                                         "FEN",     "XFEN",        "FirstRoll"};
    xpgn_buffer b = {0};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        const xpgn_tag *tag = first_tag(s, slice_of(needed[i]));
        if (tag != NULL && tags_find(sheet->tags, tag->name) == NULL)
            xpgn_buffer_printf(&b, "[%s \"%.*s\"]\n", needed[i], SLICE(tag->value));
    }
    const char *tags = b.size > 0 ? arena_take(&s->arena, &b) : "";
    s->no_memory |= tags == NULL;
    xpgn_buffer_free(&b);
    return tags;
}

/* Reads the tags of all sheets, then again the sheets that need those of others. */
static bool import_sheets(struct xpgn_merge *s, const xpgn_game *games) {
    for (size_t i = 0; i < s->count; i++) {
        struct sheet *sheet = &s->sheet[i];
        *sheet = (struct sheet){.given = &games[i], .tags = &s->tags[i]};
        if (!merge_import(s, sheet, "") || !begin_sheet(s, sheet, sheet->game))
            return false;
    }
    for (size_t i = 0; i < s->count; i++) {
        const char *tags = tags_of_others(s, &s->sheet[i]);
        if (s->no_memory || (tags[0] != '\0' && !merge_import(s, &s->sheet[i], tags)))
            return false;
    }
    merge_settle_numbers(s);
    return true;
}

bool merge_read(struct xpgn_merge *s, const xpgn_game *games, size_t count) {
    bool known = false;
    s->count = count;
    s->first_given = games;
    s->walk->assumed = (struct assumed){0};
    if (!import_sheets(s, games))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (s->walk->assumed.variant != NULL ||
            sheet_tag(&s->sheet[i], slice_of("Variant")).data == NULL)
            continue;
        if (!begin_sheet(s, &s->sheet[i], s->sheet[i].game))
            return false;
        if (s->walk->ruleset == NULL)
            return refuse_header(s, &s->sheet[i]);
        assume(s, &s->sheet[i]);
    }
    for (size_t i = 0; i < count && !s->no_memory; i++)
        if (!read_sheet(s, &s->sheet[i], &known))
            return false;
    if (s->start.state.position.files == 0)
        return refuse_header(s, &s->sheet[0]);
    return !s->no_memory;
}
