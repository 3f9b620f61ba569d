/* SPDX-License-Identifier: MIT */
/* Edits of the frame of a record: start position, rules, who began. Each edits a tag and walks the
   whole game. */

#include <xpgn/rulesets.h>

#include "facts/other_ruleset.h"
#include "meant/repair/repair.h"

#include "core/base/slice.h"
#include "core/board/xfen.h"
#include "internal/text_out.h"

enum { OPTIONS = 8 };

struct frame {
    struct repair *r;
    xpgn_walk *w; /* at the error */
    const xpgn_ruleset *rs;
    xpgn_buffer text;      /* the game with the edit */
    unsigned ahead;        /* actions after the error, as far as they are considered, */
    bool counted;          /* once that is wanted */
    size_t warnings;       /* warnings before it */
    unsigned alone;        /* actions that can be played by other rules (repair_alone) */
    const xpgn_tag *given; /* the tag with the start position */
    xpgn_slice written;    /* its value as it is in the record */
    xpgn_position start;
    xpgn_buffer before; /* it as text, once it is compared, */
    xpgn_buffer after;  /* and the one it is compared with */
    struct tag_instead instead;
    const char *options; /* the edit adds the tag with these; "": takes it away; NULL: neither */
};

/* ---- trying an edit -------------------------------------------------------------------------- */

/* The number of actions after the error, as far as they are considered. */
static unsigned count_ahead(struct frame *f) {
    struct lex lex;
    struct token t;
    struct log mute;
    if (f->counted)
        return f->ahead;
    log_init_counting(&mute);
    lex_begin(&lex, f->r->game->text, &mute);
    lex.at = f->r->joint;
    do {
        lex_next(&lex, &t);
        f->ahead += t.kind == TOKEN_WORD;
    } while (t.kind != TOKEN_END && f->ahead < REPAIR_AHEAD);
    log_free_parts(&mute);
    f->counted = true;
    return f->ahead;
}

/* Puts the text of an edit into f->text, from one offset of the game to another. False if memory
   runs out. */
static bool put_edited(struct frame *f, const struct edit *e, size_t from, size_t to) {
    const char *game = f->r->game->text.data;
    size_t after = e->place.offset + e->place.length;
    xpgn_buffer_clear(&f->text);
    xpgn_buffer_put(&f->text, game + from, e->place.offset - from);
    xpgn_buffer_text(&f->text, e->text);
    xpgn_buffer_put(&f->text, game + after, to - after);
    f->w->no_memory |= f->text.failed;
    return !f->text.failed;
}

/* Finds the tag that an edit is of, and its value with the edit. False if it is none that can be
   replaced. */
static bool find_instead(struct frame *f, const struct edit *e) {
    static const uint8_t edited[] = {KNOWN_VARIANT, KNOWN_OPTIONS, KNOWN_FIRST_ROLL, KNOWN_FEN,
                                     KNOWN_XFEN};
    xpgn_place at = e->place;
    f->instead.tag = KNOWN_OPTIONS;
    f->instead.value = (xpgn_slice){NULL, 0};
    if (f->options != NULL && *f->options != '\0')
        f->instead.value = slice_of(f->options);
    for (size_t i = 0; f->options == NULL && i < sizeof edited; i++) {
        const xpgn_tag *t = walk_known(f->w, (enum known_tag)edited[i]);
        if (t == NULL || at.offset < t->place.offset ||
            at.offset + at.length > t->place.offset + t->place.length)
            continue;
        f->instead.tag = (enum known_tag)edited[i];
        if (t->place.length != t->value.size || !walk_has(f->w, t->value) ||
            !put_edited(f, e, t->place.offset, t->place.offset + t->place.length))
            return false;
        f->instead.value = (xpgn_slice){f->text.data, f->text.size};
    }
    return f->options != NULL || f->instead.value.data != NULL;
}

/* Walks the game with an edit in its text. `slowly`: the fast path cannot begin. */
static bool play_edited(struct frame *f, const struct edit *e, bool slowly) {
    xpgn_game game = *f->r->game;
    if (!put_edited(f, e, 0, game.text.size))
        return false;
    game.text = (xpgn_slice){f->text.data, f->text.size};
    return slowly ? variant_play_slowly(f->r->walk, &game, f->r->allowed)
                  : variant_play(f->r->walk, &game, f->r->allowed);
}

/* Walks the game with this edit. False if it could not be tried. `written`: findings have their
   places in the edited text. */
static bool play_frame(struct frame *f, const struct edit *e, bool written) {
    struct repair *r = f->r;
    bool ended = false;
    r->walk->script = NULL;
    r->walk->exact_start = f->given != NULL && e->field.offset == f->given->place.offset;
    bool instead = !written && find_instead(f, e);
    r->walk->instead = instead ? &f->instead : NULL;
    bool known = instead && variant_play_instead(r->walk, r->game, r->allowed, &ended);
    r->walk->instead = NULL;
    if (!known)
        ended = play_edited(f, e, instead);
    r->walk->exact_start = false;
    repair_note_memory(r, f->w);
    if (walk_is_out_of_memory(r->walk))
        return false;
    r->actions += ended ? count_ahead(f) : walk_line(r->walk)->ply;
    return ended && r->walk->log.errors <= r->allowed;
}

static size_t count_warnings(const struct log *log) {
    size_t n = 0;
    for (size_t i = 0; i < log->count; i++)
        n += log->list[i].level == XPGN_WARNING;
    return n;
}

/* Other rules can explain any single error, so more must agree with them. */
static bool is_confirmed(const struct edit *e) {
    unsigned least = e->kind == MISTAKE_OPTION ? REPAIR_GAIN / 2 : REPAIR_GAIN;
    return e->reach >= least || (e->kind != MISTAKE_OPTION && e->kind != MISTAKE_VARIANT);
}

/* Each warning that it causes counts as a further slip; one that it settles counts in its
   favour. */
static void try_tag(struct frame *f, struct edit e) {
    struct repair *r = f->r;
    f->w->no_memory |= e.text == NULL || e.value == NULL;
    if (f->w->no_memory || repair_is_spent(r))
        return;
    r->left--;
    e.stands = play_frame(f, &e, false);
    e.reach = e.stands ? count_ahead(f) : 0;
    size_t left = count_warnings(&r->walk->log);
    e.cost = left < f->warnings ? e.cost / 2 : e.cost + ONE_EDIT * (unsigned)(left - f->warnings);
    if (e.stands && is_confirmed(&e))
        repair_keep(r, e);
}

/* An edit of the whole value of a tag. */
static struct edit edit_value(enum mistake kind, const xpgn_tag *t, const char *what) {
    struct edit e = repair_edit(kind, 0, t->place, what);
    e.field = t->place;
    return e;
}

/* ---- the start position ---------------------------------------------------------------------- */

/* The field of a text that has a byte, and what is behind it. */
static xpgn_slice field_at(xpgn_slice text, size_t at, xpgn_slice *behind) {
    size_t from = at, to = at;
    while (from > 0 && text.data[from - 1] != ' ')
        from--;
    while (to < text.size && text.data[to] != ' ')
        to++;
    *behind = (xpgn_slice){text.data + to, text.size - to};
    return (xpgn_slice){text.data + from, to - from};
}

/* Restricts the edit to the one field in which two positions differ, keeping the written text
   elsewhere. */
static bool edit_field(struct frame *f, const xpgn_position *is, struct edit *e) {
    if (f->before.size == 0)
        xpgn_position_write(&f->before, f->rs, &f->start);
    xpgn_buffer_clear(&f->after);
    xpgn_position_write(&f->after, f->rs, is);
    f->w->no_memory |= f->before.failed || f->after.failed;
    if (f->w->no_memory)
        return false;
    xpgn_slice a = {f->before.data, f->before.size}, b = {f->after.data, f->after.size};
    xpgn_slice rest = f->written, behind[2];
    size_t same = 0;
    while (same < a.size && same < b.size && a.data[same] == b.data[same])
        same++;
    if (same == a.size || same == b.size)
        return false;
    (void)field_at(a, same, &behind[0]);
    xpgn_slice field = field_at(b, same, &behind[1]);
    for (size_t i = 0; b.data + i < field.data; i++)
        if (b.data[i] == ' ')
            (void)slice_take_word(&rest);
    e->place = walk_place(f->w, slice_take_word(&rest));
    e->text = arena_copy(&f->r->arena, field);
    return slice_equal(behind[0], behind[1]) && e->text != NULL && e->place.length > 0;
}

/* The piece on a square in words: "white knight c3". */
static const char *name_piece(const struct frame *f, const xpgn_position *p, xpgn_square sq) {
    xpgn_buffer b = {0};
    const char *seat = f->rs->seat_name[XPGN_SEAT_OF(p->at[sq])];
    xpgn_buffer_printf(&b, "%s ", seat);
    xpgn_piece_write(&b, f->rs, p, p->at[sq], sq);
    return arena_take(&f->r->arena, &b);
}

/* Counts an edit that is known to fail, after that many actions, as tried. */
static void pass_frame(struct repair *r, unsigned acted) {
    if (repair_is_spent(r))
        return;
    r->left--;
    r->actions += acted;
}

/* Tries this position as the start; `value` describes the difference. */
static void try_position(struct frame *f, enum mistake kind, const xpgn_position *is,
                         const char *value) {
    struct edit e = edit_value(kind, f->given, "in the start position: ");
    e.value = value;
    if (value == NULL)
        f->w->no_memory = true;
    else if (!edit_field(f, is, &e))
        return;
    else if (kind == MISTAKE_CASTLING && repair_needs_no_right(f->r))
        pass_frame(f->r, f->r->still->turns);
    else
        try_tag(f, e);
}

static void try_side(struct frame *f) {
    const xpgn_position *p = &f->start;
    for (unsigned seat = 0; seat < p->seats; seat++) {
        xpgn_position other = *p;
        other.side_to_move = (uint8_t)seat;
        if (seat != p->side_to_move && (p->alive >> seat & 1) != 0)
            try_position(f, MISTAKE_SIDE, &other,
                         arena_printf(&f->r->arena, "%s is to move", f->rs->seat_name[seat]));
    }
}

/* The outermost rook of a side on the king's rank. */
static xpgn_square find_rook(const xpgn_position *p, unsigned seat, unsigned queens) {
    xpgn_square king = p->king[seat];
    unsigned rank = king == XPGN_NO_SQUARE ? 0 : square_rank(p, king);
    for (unsigned i = 0; king != XPGN_NO_SQUARE && i < p->files; i++) {
        unsigned file = queens ? i : p->files - 1u - i;
        xpgn_square sq = (xpgn_square)(rank * p->files + file);
        if (sq == king)
            break;
        if (p->at[sq] == XPGN_PIECE(seat, XPGN_ROOK))
            return sq;
    }
    return XPGN_NO_SQUARE;
}

static void try_castling(struct frame *f) {
    for (unsigned n = 0; n < 4 && f->rs->movement == MOVEMENT_CHESS; n++) {
        xpgn_position other = f->start;
        xpgn_square *rook = &other.castle[n / 2][n % 2];
        bool may = *rook == XPGN_NO_SQUARE;
        *rook = may ? find_rook(&f->start, n / 2, n % 2) : XPGN_NO_SQUARE;
        if (!may || *rook != XPGN_NO_SQUARE)
            try_position(f, MISTAKE_CASTLING, &other,
                         arena_printf(&f->r->arena, "%s may %scastle on the %s's side",
                                      f->rs->seat_name[n / 2], may ? "" : "not ",
                                      n % 2 ? "queen" : "king"));
    }
}

/* Counts an edit that is known to fail as tried. */
static bool stays_wrong(struct frame *f, unsigned from, unsigned to, xpgn_piece piece) {
    bool wrong = repair_stays_wrong(f->r, from, to, piece);
    if (wrong)
        pass_frame(f->r, f->r->still->turns);
    return wrong;
}

/* Tries another piece on a square. */
static void try_piece(struct frame *f, unsigned sq, xpgn_piece piece) {
    if (stays_wrong(f, sq, sq, piece))
        return;
    xpgn_position other = f->start;
    (void)position_lift(&other, (xpgn_square)sq);
    position_put(&other, (xpgn_square)sq, piece);
    try_position(f, MISTAKE_PIECE, &other, name_piece(f, &other, (xpgn_square)sq));
}

/* Tries each piece as another type, healthy or wounded, or of the other side. */
static void try_pieces(struct frame *f) {
    const xpgn_position *p = &f->start;
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        xpgn_piece piece = p->at[sq];
        if (piece == 0 || XPGN_TYPE_OF(piece) == XPGN_KING)
            continue;
        for (unsigned type = XPGN_PAWN; type < XPGN_KING; type++)
            if (type != XPGN_TYPE_OF(piece))
                try_piece(f, sq, (xpgn_piece)(piece - XPGN_TYPE_OF(piece) + type));
        if (p->seats == 2)
            try_piece(f, sq, piece ^ XPGN_PIECE(1, 0));
        if (f->rs->geometry.wounds)
            try_piece(f, sq, piece ^ XPGN_WOUNDED);
    }
}

/* Tries a piece `files` and `ranks` away. */
static void try_beside(struct frame *f, unsigned sq, int files, int ranks) {
    const xpgn_position *p = &f->start;
    if (p->at[sq] == 0)
        return;
    int file = (int)square_file(p, (xpgn_square)sq) + files;
    int rank = (int)square_rank(p, (xpgn_square)sq) + ranks;
    if (file < 0 || rank < 0 || file >= p->files || rank >= p->ranks)
        return;
    xpgn_square to = (xpgn_square)(rank * p->files + file);
    if (p->at[to] != 0 || stays_wrong(f, sq, to, p->at[sq]))
        return;
    xpgn_position other = *p;
    position_move_hits(&other, (xpgn_square)sq, to);
    position_move(&other, (xpgn_square)sq, to);
    const char *piece = name_piece(f, &other, to);
    if (piece != NULL)
        piece = arena_printf(&f->r->arena, "%s, not %s", piece, square_text(p, sq).name);
    try_position(f, MISTAKE_SQUARE, &other, piece);
}

/* Tries each piece one square off, first along its rank, where wrong digits of a FEN put it. */
static void try_squares(struct frame *f) {
    static const int8_t step[][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                     {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    const unsigned squares = position_squares(&f->start);
    for (size_t way = 0; way < sizeof step / sizeof *step; way++)
        for (unsigned sq = 0; sq < squares; sq++)
            try_beside(f, sq, step[way][0], step[way][1]);
}

/* Reads a position without checking its pieces. */
static bool read_form(struct frame *f, const char *text, xpgn_position *p) {
    struct log mute;
    log_init_counting(&mute);
    bool read = text != NULL && xfen_read(slice_of(text), 0, &f->rs->geometry, p, &mute);
    log_free_parts(&mute);
    return read;
}

/* If castling rights lack their king or rook, reads the position without rights and tries the valid
   ones. */
static bool read_without_rights(struct frame *f) {
    enum { MOST = 8 };
    struct arena *a = &f->r->arena;
    char rights[MOST + 1] = "";
    xpgn_slice rest = f->written;
    xpgn_slice board = slice_take_word(&rest), side = slice_take_word(&rest),
               all = slice_take_word(&rest);
    struct edit e = edit_value(MISTAKE_CASTLING, f->given, "the castling rights are ");
    for (size_t i = 0, count = 0; i < all.size && count < MOST; i++) {
        xpgn_position p;
        if (read_form(f, arena_printf(a, "%.*s %.*s %c -", SLICE(board), SLICE(side), all.data[i]),
                      &p))
            rights[count++] = all.data[i];
    }
    e.place = walk_place(f->w, all);
    e.text = e.value = arena_printf(a, "%s", rights[0] != '\0' ? rights : "-");
    try_tag(f, e);
    return read_form(f, arena_printf(a, "%.*s %.*s -%.*s", SLICE(board), SLICE(side), SLICE(rest)),
                     &f->start);
}

/* Takes the tag with the start position as it is written. False if there is none, or two agree,
   which is no slip. */
static bool take_start(struct frame *f) {
    const xpgn_tag *fen = walk_known(f->w, KNOWN_FEN), *xfen = walk_known(f->w, KNOWN_XFEN);
    f->given = fen != NULL ? fen : xfen;
    if (f->given == NULL || f->given->place.length == 0 || (fen != NULL && xfen != NULL))
        return false;
    f->written =
        (xpgn_slice){f->w->game->text.data + f->given->place.offset, f->given->place.length};
    return true;
}

static void try_start(struct frame *f) {
    if (!take_start(f))
        return;
    bool read = read_form(f, arena_copy(&f->r->arena, f->written), &f->start);
    if (!read && !read_without_rights(f))
        return;
    repair_begin_still(f->r, f->w, &f->start);
    if (read) {
        try_side(f);
        try_castling(f);
    }
    try_squares(f);
    try_pieces(f);
}

/* ---- the rules ------------------------------------------------------------------------------- */

/* The line of a tag, from its bracket to the line end. */
static xpgn_place place_of_tag(const struct frame *f, const xpgn_tag *t) {
    xpgn_slice game = f->r->game->text;
    uint32_t from = t->place.offset, to = t->place.offset + t->place.length;
    while (from > 0 && game.data[from] != '[')
        from--;
    while (to < game.size && game.data[to] != '\n')
        to++;
    return (xpgn_place){from, to + (to < game.size) - from};
}

/* Tries an edit after which the game is played by another ruleset, or with other options. */
static void try_ruleset(struct frame *f, struct edit e, const char *id, const char *options) {
    const unsigned given = 1u << KNOWN_FEN | 1u << KNOWN_XFEN | 1u << KNOWN_SETUP;
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    unsigned acted;
    if (options != NULL &&
        xpgn_catalog_find(f->w->rules, slice_of(id), slice_of(options), &rs, &unknown) == XPGN_OK &&
        repair_refused_rules(f->r, rs, (f->w->tags->known_set & given) != 0, f->alone, &acted))
        pass_frame(f->r, acted);
    else
        try_tag(f, e);
}

/* Tries the options in `set`, bit per option of the ruleset. */
static void try_tag_options(struct frame *f, unsigned set, const char *what, const char *option) {
    const xpgn_tag *t = walk_known(f->w, KNOWN_OPTIONS), *variant = walk_known(f->w, KNOWN_VARIANT);
    struct edit e = edit_value(MISTAKE_OPTION, t != NULL ? t : variant, what);
    xpgn_buffer b = {0};
    for (unsigned i = 0; i < OPTIONS; i++)
        if ((set >> i & 1) != 0)
            xpgn_buffer_printf(&b, "%s%s", b.size > 0 ? " " : "", xpgn_ruleset_option(f->rs, i));
    const char *options = e.text = arena_take(&f->r->arena, &b);
    e.value = option;
    f->options = t == NULL || set == 0 ? e.text : NULL;
    if (t == NULL) { /* adds a tag */
        xpgn_place line = place_of_tag(f, variant);
        e.place = (xpgn_place){line.offset + line.length, 0};
        e.text = arena_printf(&f->r->arena, "[RuleOptions \"%s\"]\n", e.text != NULL ? e.text : "");
    } else if (set == 0) {
        e.place = place_of_tag(f, t);
    }
    try_ruleset(f, e, f->rs->id, options);
    f->options = NULL;
}

/* The options that the record names; false if one is not an option of the ruleset. */
static bool options_named(const struct frame *f, unsigned *set) {
    const xpgn_tag *t = walk_known(f->w, KNOWN_OPTIONS);
    xpgn_slice rest = t != NULL ? t->value : (xpgn_slice){"", 0};
    for (*set = 0; rest.size > 0;) {
        unsigned i = 0;
        xpgn_slice name = slice_cut(&rest, ' ');
        while (i < OPTIONS && xpgn_ruleset_option(f->rs, i) != NULL &&
               !slice_is(name, xpgn_ruleset_option(f->rs, i)))
            i++;
        if (i == OPTIONS || xpgn_ruleset_option(f->rs, i) == NULL)
            return false;
        *set |= 1u << i;
    }
    return true;
}

/* Tries one option more or less, or one for another. */
static void try_rules(struct frame *f) {
    unsigned set, count = 0;
    if (walk_known(f->w, KNOWN_VARIANT) == NULL || !options_named(f, &set))
        return;
    while (count < OPTIONS && xpgn_ruleset_option(f->rs, count) != NULL)
        count++;
    for (unsigned i = 0; i < count; i++) {
        bool named = (set >> i & 1) != 0;
        try_tag_options(f, set ^ 1u << i,
                        named ? "played without the option " : "played with the option ",
                        xpgn_ruleset_option(f->rs, i));
        for (unsigned k = 0; k < count && named; k++)
            if ((set >> k & 1) == 0)
                try_tag_options(f, (set ^ 1u << i) | 1u << k, "played with the option ",
                                xpgn_ruleset_option(f->rs, k));
    }
}

/* Tries other rulesets of the catalog, with the recorded options. */
static void try_variants(struct frame *f) {
    const xpgn_tag *t = walk_known(f->w, KNOWN_VARIANT), *o = walk_known(f->w, KNOWN_OPTIONS);
    const char *id, *options = o != NULL ? arena_copy(&f->r->arena, o->value) : "";
    for (size_t i = 0; t != NULL && (id = xpgn_catalog_id(f->w->rules, i)) != NULL; i++) {
        struct edit e = edit_value(MISTAKE_VARIANT, t, "the game is ");
        e.text = e.value = id;
        if (strcmp(id, f->rs->id) != 0)
            try_ruleset(f, e, id, options);
    }
}

/* ---- who began ------------------------------------------------------------------------------- */

/* "3:3 2:5" for "3:3 5:2": the dice of the last roll, which decides, exchanged. */
static void try_first_roll(struct frame *f) {
    const xpgn_tag *t = walk_known(f->w, KNOWN_FIRST_ROLL);
    if (t == NULL || !f->rs->roll_off || walk_roll_off_seat(f->w) < 0 || !walk_has(f->w, t->value))
        return;
    xpgn_slice last = slice_trim(t->value, " ");
    while (memchr(last.data, ' ', last.size) != NULL)
        (void)slice_cut(&last, ' ');
    xpgn_slice other = last, one = slice_cut(&other, ':');
    struct edit e = edit_value(MISTAKE_FIRST_ROLL, t, "the dice are exchanged: expected ");
    e.place = walk_place(f->w, last);
    e.text = e.value = arena_printf(&f->r->arena, "%.*s:%.*s", SLICE(other), SLICE(one));
    try_tag(f, e);
}

static struct frame begin_frame(struct repair *r, xpgn_walk *w) {
    return (struct frame){.r = r, .w = w, .rs = w->ruleset, .warnings = count_warnings(&w->log)};
}

static void end_frame(struct frame *f) {
    struct repair *r = f->r;
    if (r->kept_count > 0 && mistake_is_of_frame(r->kept[0].kind))
        (void)play_frame(f, &r->kept[0], true); /* for the findings that it leads to */
    xpgn_buffer_free(&f->text);
    xpgn_buffer_free(&f->before);
    xpgn_buffer_free(&f->after);
}

/* Adds the right that is denied at the end of walk `at`, and the letters of all of them. False if
   none is. */
static bool add_right(const struct frame *f, const xpgn_walk *at, xpgn_position *with,
                      char letters[5]) {
    struct denied_right d;
    if (!walk_right_denied(at, &d) || strchr(letters, d.letter) != NULL)
        return false;
    with->castle[d.seat][d.side] = find_rook(&f->start, d.seat, d.side);
    letters[strlen(letters)] = d.letter;
    return true;
}

bool repair_denied(struct repair *r, xpgn_walk *w) {
    struct frame f = begin_frame(r, w);
    char letters[6] = "";
    if (!take_start(&f) || !read_form(&f, arena_copy(&r->arena, f.written), &f.start))
        return false;
    xpgn_position with = f.start;
    for (const xpgn_walk *at = w; r->kept_count == 0 && add_right(&f, at, &with, letters);) {
        struct edit e = edit_value(MISTAKE_CASTLING, f.given, "with ");
        e.named = true;
        e.value = arena_printf(&r->arena, "%s the game is legal", letters);
        if (!edit_field(&f, &with, &e))
            break;
        try_tag(&f, e); /* if the other side castles too, that is what stops it */
        at = r->walk;
    }
    end_frame(&f);
    return r->kept_count > 0;
}

void repair_frame(struct repair *r, xpgn_walk *w) {
    struct frame f = begin_frame(r, w);
    try_first_roll(&f);
    try_start(&f);
    f.alone = repair_alone(r);
    try_rules(&f);
    try_variants(&f);
    end_frame(&f);
}
