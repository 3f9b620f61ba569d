/* SPDX-License-Identifier: MIT */
/* xpgn-replay: plays records and prints the positions. */
#include "replay/replay.h"

#include <stdlib.h>
#include <string.h>

enum { XFEN, ASCII, JSON, TSV, CSV };

typedef struct options {
    cli_common common;
    bool each, actions, start, animate, skip_bad, claims;
    const char *at, *tags;
    uint64_t ply;
    int format;
    /* derived from the options */
    bool wants_ply;
    uint32_t at_number; /* 0: no --at */
    char at_seat;       /* 'w', 'b', 'r', 'g'; 0: the last turn of that number */
    const char **tag;   /* names in --tags, NULL after the last */
    char *tag_text;     /* what they point into */
    uint64_t missing;   /* games without the turn selected */
    uint64_t first_missing;
} options;

#define AT(member) offsetof(options, member)
#define NO_PLY UINT64_MAX

static const cli_option table[] = {
    {.name = "each",
     .help = "print the position after every turn, not only the last",
     .kind = CLI_FLAG,
     .offset = AT(each)},
    {.name = "actions",
     .help = "print the position after every action, also within a turn",
     .kind = CLI_FLAG,
     .offset = AT(actions)},
    {.name = "start",
     .help = "also print the start position, first",
     .kind = CLI_FLAG,
     .offset = AT(start)},
    {.name = "at",
     .argument = "TURN",
     .help = "print only the turn 12w or 12b (four seats also 12r, 12g), or 12, the last of that "
             "number",
     .kind = CLI_TEXT,
     .offset = AT(at)},
    {.name = "ply",
     .argument = "N",
     .help = "print only the Nth turn of the game; 0 is the start position",
     .kind = CLI_NUMBER,
     .offset = AT(ply),
     .max = UINT32_MAX},
    {.name = "format",
     .help = "output format: the XFEN, a diagram, or data of the position and the action before it",
     .kind = CLI_CHOICE,
     .offset = AT(format),
     .choices = "xfen|ascii|json|tsv|csv"},
    {.name = "animate",
     .help = "play each game on the terminal, action by action, controlled by keys",
     .kind = CLI_FLAG,
     .offset = AT(animate)},
    {.name = "claims",
     .help = "print repetitions and move counts instead, for an arbiter: text, json, tsv or csv",
     .kind = CLI_FLAG,
     .offset = AT(claims)},
    {.name = "tags",
     .argument = "NAME[,NAME...]",
     .help = "json, tsv and csv: add the values of these tags",
     .kind = CLI_TEXT,
     .offset = AT(tags)},
    {.name = "skip-bad",
     .help = "print no line that says so for a game that cannot be played to its end",
     .kind = CLI_FLAG,
     .offset = AT(skip_bad)},
    {.name = NULL}};

static const cli_tool tool = {.name = "xpgn-replay",
                              .usage = "[option...] [file...]",
                              .about = "Plays records and prints the final position of every game.",
                              .options = table,
                              .common = CLI_ALL | CLI_TABLE};

/* ---- a row: one position, and what led to it ------------------------------------------------- */

typedef struct row {
    const xpgn_game *game;
    const xpgn_walk *walk;
    const options *how;
    const xpgn_position *position; /* NULL: the game could not be played to its end */
    const xpgn_facts *facts;       /* the action before it; NULL: final or start position */
    uint32_t ply, number;
    uint8_t seat;
    xpgn_slice result;          /* of a final position, as recorded */
    const xpgn_finding *broken; /* why it could not be played; NULL: not known */
} row;

static char seat_letter(const row *r) {
    return xpgn_seat_name(r->position, r->seat)[0];
}

static char type_letter(xpgn_piece piece) {
    return xpgn_piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

static void put_square(xpgn_buffer *b, const row *r, xpgn_square square) {
    char name[4];
    xpgn_square_name(r->position, square, name);
    xpgn_buffer_text(b, name);
}

static const char *kind_name(const xpgn_action *a) {
    static const char *const names[] = {
        [XPGN_STEP] = "step",         [XPGN_ATTACK] = "attack",   [XPGN_CASTLING] = "castling",
        [XPGN_SHOT] = "shot",         [XPGN_RUN] = "suicide-run", [XPGN_PASS] = "pass",
        [XPGN_TELEPORT] = "teleport", [XPGN_RELEASE] = "release", [XPGN_REINFORCE] = "reinforce",
        [XPGN_ROUTE] = "route",
    };
    return a->kind < sizeof names / sizeof *names ? names[a->kind] : "";
}

static const char *fate_name(char fate) {
    return fate == 'w' ? "wounded" : fate == 'x' ? "removed" : "";
}

/* Up to two pieces that left the board. */
typedef struct removed {
    xpgn_piece piece[2];
    xpgn_square square[2];
    unsigned count;
} removed;

static removed removed_by(const xpgn_facts *f) {
    removed list = {.count = 0};
    if (!f->combat && f->captured != 0) {
        list.piece[0] = f->captured;
        list.square[0] = f->action.target;
        list.count = 1;
    }
    for (int side = 1; f->combat && side >= 0; side--) {
        if (f->side[side].fate != 'x')
            continue;
        list.piece[list.count] = f->side[side].piece;
        list.square[list.count++] = f->side[side].square;
    }
    return list;
}

static bool acts(const row *r) {
    return r->facts != NULL && r->facts->action.kind != XPGN_PASS;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_game(xpgn_buffer *b, const row *r) {
    xpgn_buffer_printf(b, "%llu", (unsigned long long)r->game->number);
}

static void put_ply(xpgn_buffer *b, const row *r) {
    xpgn_buffer_printf(b, "%lu", (unsigned long)r->ply);
}

/* The parts of the label "12... exd4" of a finding; empty if it has none. */
typedef struct label {
    xpgn_slice number, dots;
    const char *action;
} label;

static label label_of(const row *r) {
    const char *p = r->broken != NULL ? r->broken->turn : "";
    label l = {.number = {p, strspn(p, "0123456789")}};
    p += l.number.size;
    l.dots = (xpgn_slice){p, strspn(p, ".")};
    p += l.dots.size;
    l.action = *p == ' ' ? p + 1 : p;
    return l;
}

static void put_turn(xpgn_buffer *b, const row *r) {
    static const char letters[] = "wrbg"; /* White has one dot, Green four */
    if (r->position != NULL) {
        if (r->ply > 0)
            xpgn_buffer_printf(b, "%lu%c", (unsigned long)r->number, seat_letter(r));
        return;
    }
    label l = label_of(r);
    xpgn_buffer_slice(b, l.number);
    if (l.dots.size >= 1 && l.dots.size <= 4)
        xpgn_buffer_char(b, letters[l.dots.size - 1]);
}

static void put_action(xpgn_buffer *b, const row *r) {
    if (r->facts != NULL)
        xpgn_buffer_text(b, r->facts->text);
    else if (r->position == NULL)
        xpgn_buffer_text(b, label_of(r).action);
}

static void put_piece(xpgn_buffer *b, const row *r) {
    if (acts(r))
        xpgn_buffer_char(b, type_letter(r->facts->action.piece));
}

static void put_kind(xpgn_buffer *b, const row *r) {
    if (r->position == NULL)
        xpgn_buffer_text(b, "unplayable");
    else if (r->facts != NULL)
        xpgn_buffer_text(b, kind_name(&r->facts->action));
}

static void put_from(xpgn_buffer *b, const row *r) {
    if (acts(r) && r->facts->action.from != XPGN_NO_SQUARE)
        put_square(b, r, r->facts->action.from);
}

static void put_to(xpgn_buffer *b, const row *r) {
    if (acts(r) && r->facts->action.to != XPGN_NO_SQUARE)
        put_square(b, r, r->facts->action.to);
}

static void put_turn_roll(xpgn_buffer *b, const row *r) {
    if (r->facts != NULL && r->facts->turn_roll != 0)
        xpgn_buffer_printf(b, "%u", r->facts->turn_roll);
}

static void put_roll(xpgn_buffer *b, const row *r) {
    if (r->facts != NULL && r->facts->roll.exchanges > 0)
        xpgn_roll_write(b, &r->facts->roll);
}

static const xpgn_combatant *side_of(const row *r, int side) {
    return r->facts != NULL && r->facts->combat ? &r->facts->side[side] : NULL;
}

static void put_combatant(xpgn_buffer *b, const row *r, int side) {
    const xpgn_combatant *c = side_of(r, side);
    if (c != NULL)
        cli_put_piece(b, xpgn_walk_ruleset(r->walk), r->position, c->piece, c->square, CLI_SQUARE);
}

/* The count in the roll; -1 if this form of combat has none. */
static int recorded_count(const xpgn_facts *f, int side) {
    return f->roll.exchanges > 0 ? f->roll.exchange[f->roll.exchanges - 1].side[side].count : -1;
}

static void put_count(xpgn_buffer *b, const row *r, int side) {
    if (side_of(r, side) != NULL && recorded_count(r->facts, side) >= 0)
        xpgn_buffer_printf(b, "%d", recorded_count(r->facts, side));
}

static void put_total(xpgn_buffer *b, const row *r, int side) {
    const xpgn_combatant *c = side_of(r, side);
    if (c != NULL && c->total >= 0)
        xpgn_buffer_printf(b, "%d", c->total);
}

static void put_fate(xpgn_buffer *b, const row *r, int side) {
    const xpgn_combatant *c = side_of(r, side);
    if (c == NULL)
        return;
    xpgn_buffer_text(b, fate_name(c->fate));
    if (c->cell != XPGN_NO_SQUARE) {
        xpgn_buffer_char(b, '@');
        put_square(b, r, c->cell);
    }
}

static void put_supporters(xpgn_buffer *b, const row *r, int side) {
    const xpgn_combatant *c = side_of(r, side);
    for (unsigned i = 0; c != NULL && i < c->count; i++) {
        if (i > 0)
            xpgn_buffer_char(b, ',');
        cli_put_piece(b, xpgn_walk_ruleset(r->walk), r->position, c->supporter[i].piece,
                      c->supporter[i].square, CLI_SQUARE);
    }
}

static void put_removed(xpgn_buffer *b, const row *r) {
    removed list = {.count = 0};
    if (r->facts != NULL)
        list = removed_by(r->facts);
    for (unsigned i = 0; i < list.count; i++) {
        if (i > 0)
            xpgn_buffer_char(b, ',');
        cli_put_piece(b, xpgn_walk_ruleset(r->walk), r->position, list.piece[i], list.square[i],
                      CLI_SEAT | CLI_SQUARE);
    }
}

/* The recorded result of a final position; else the outcome by the rules. */
static void put_result(xpgn_buffer *b, const row *r) {
    xpgn_buffer_slice(b, r->result);
    if (r->result.size == 0 && r->facts != NULL)
        cli_put_outcome(b, &r->facts->outcome, r->position->seats);
}

static void put_xfen(xpgn_buffer *b, const row *r) {
    if (r->position != NULL)
        xpgn_position_write(b, xpgn_walk_ruleset(r->walk), r->position);
}

static void put_stood(xpgn_buffer *b, const row *r) {
    if (r->facts != NULL && r->facts->stood)
        xpgn_buffer_text(b, "stood");
}

static void put_file(xpgn_buffer *b, const row *r) {
    cli_put_clean(b, (xpgn_slice){r->game->file, strlen(r->game->file)});
}

/* The columns in order, documented in xpgn-replay(1); those of --tags follow. */
static const struct table_column {
    const char *name;
    void (*put)(xpgn_buffer *b, const row *r);
    void (*put_side)(xpgn_buffer *b, const row *r, int side); /* or this one, with `side` */
    int side;
} columns[] = {
    {"game", put_game, NULL, 0},
    {"ply", put_ply, NULL, 0},
    {"turn", put_turn, NULL, 0},
    {"action", put_action, NULL, 0},
    {"piece", put_piece, NULL, 0},
    {"kind", put_kind, NULL, 0},
    {"from", put_from, NULL, 0},
    {"to", put_to, NULL, 0},
    {"turn_roll", put_turn_roll, NULL, 0},
    {"roll", put_roll, NULL, 0},
    {"attacker", NULL, put_combatant, 0},
    {"attacker_count", NULL, put_count, 0},
    {"attacker_total", NULL, put_total, 0},
    {"attacker_fate", NULL, put_fate, 0},
    {"attacker_support", NULL, put_supporters, 0},
    {"defender", NULL, put_combatant, 1},
    {"defender_count", NULL, put_count, 1},
    {"defender_total", NULL, put_total, 1},
    {"defender_fate", NULL, put_fate, 1},
    {"defender_support", NULL, put_supporters, 1},
    {"removed", put_removed, NULL, 0},
    {"result", put_result, NULL, 0},
    {"xfen", put_xfen, NULL, 0},
    {"stood", put_stood, NULL, 0},
    {"file", put_file, NULL, 0},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void put_column(xpgn_buffer *b, const row *r, const struct table_column *column) {
    if (column->put != NULL)
        column->put(b, r);
    else
        column->put_side(b, r, column->side);
}

/* A line of a table, and the cell at hand. */
typedef struct line {
    xpgn_row row;
    xpgn_buffer cell;
} line;

static line line_begin(xpgn_buffer *b, const options *o) {
    return (line){.row = {.b = b, .form = cli_cell_form(&o->common, o->format == TSV)}};
}

/* Ends the cell that was written to l->cell. */
static void line_add(line *l) {
    xpgn_row_cell(&l->row, (xpgn_slice){l->cell.data, l->cell.size});
    l->row.b->failed |= l->cell.failed;
    xpgn_buffer_clear(&l->cell);
}

static void line_end(line *l) {
    xpgn_row_end(&l->row);
    xpgn_buffer_free(&l->cell);
}

static void put_table_row(xpgn_buffer *b, const row *r) {
    line l = line_begin(b, r->how);
    for (size_t i = 0; i < COLUMNS; i++) {
        put_column(&l.cell, r, &columns[i]);
        line_add(&l);
    }
    for (size_t i = 0; r->how->tag[i] != NULL; i++) {
        cli_put_tag(&l.cell, r->walk, r->how->tag[i]);
        line_add(&l);
    }
    line_end(&l);
}

static void put_table_header(xpgn_buffer *b, const options *o) {
    line l = line_begin(b, o);
    for (size_t i = 0; i < COLUMNS; i++) {
        xpgn_buffer_text(&l.cell, columns[i].name);
        line_add(&l);
    }
    for (size_t i = 0; o->tag[i] != NULL; i++) {
        xpgn_buffer_text(&l.cell, o->tag[i]);
        line_add(&l);
    }
    line_end(&l);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Writes the output of `put` as a JSON string; null if it is empty. */
static void put_json(xpgn_buffer *b, const char *key, const row *r,
                     void (*put)(xpgn_buffer *, const row *)) {
    xpgn_buffer_printf(b, ",\"%s\":", key);
    xpgn_buffer text = {0};
    put(&text, r);
    if (text.size == 0)
        xpgn_buffer_text(b, "null");
    else
        xpgn_buffer_json(b, (xpgn_slice){text.data, text.size});
    b->failed = b->failed || text.failed;
    xpgn_buffer_free(&text);
}

/* Writes "piece":"N","wounded":false,"square":"c3". */
static void put_json_piece(xpgn_buffer *b, const row *r, xpgn_piece piece, xpgn_square square) {
    xpgn_buffer_printf(b, "\"piece\":\"%c\",\"wounded\":%s,\"square\":\"", type_letter(piece),
                       XPGN_IS_WOUNDED(piece) ? "true" : "false");
    put_square(b, r, square);
    xpgn_buffer_char(b, '"');
}

static void put_json_number(xpgn_buffer *b, const char *key, int value) {
    if (value >= 0)
        xpgn_buffer_printf(b, ",\"%s\":%d", key, value);
    else
        xpgn_buffer_printf(b, ",\"%s\":null", key);
}

static void put_json_dice(xpgn_buffer *b, const xpgn_roll *roll, int side) {
    const char *before = "";
    xpgn_buffer_text(b, ",\"dice\":[");
    for (unsigned e = 0; e < roll->exchanges; e++) {
        const xpgn_roll_side *s = &roll->exchange[e].side[side];
        for (unsigned i = 0; i < s->dice_count; i++) {
            xpgn_buffer_printf(b, "%s%u", before, s->dice[i]);
            before = ",";
        }
    }
    xpgn_buffer_char(b, ']');
}

static void put_json_supporters(xpgn_buffer *b, const row *r, const xpgn_combatant *c) {
    xpgn_buffer_text(b, ",\"supporters\":[");
    for (unsigned i = 0; i < c->count; i++) {
        xpgn_buffer_text(b, i > 0 ? ",{" : "{");
        put_json_piece(b, r, c->supporter[i].piece, c->supporter[i].square);
        xpgn_buffer_printf(b, ",\"gives\":%d}", c->supporter[i].gives);
    }
    xpgn_buffer_char(b, ']');
}

static void put_json_combatant(xpgn_buffer *b, const row *r, const char *key, int side) {
    const xpgn_combatant *c = &r->facts->side[side];
    xpgn_buffer_printf(b, ",\"%s\":{", key);
    put_json_piece(b, r, c->piece, c->square);
    xpgn_buffer_printf(b, ",\"value\":%d,\"support\":%d", c->base, c->support);
    put_json_supporters(b, r, c);
    put_json_number(b, "count", recorded_count(r->facts, side));
    put_json_dice(b, &r->facts->roll, side);
    put_json_number(b, "total", c->total);
    if (c->fate == 0)
        xpgn_buffer_text(b, ",\"fate\":null");
    else
        xpgn_buffer_printf(b, ",\"fate\":\"%s\"", fate_name(c->fate));
    xpgn_buffer_text(b, ",\"held_at\":");
    if (c->cell == XPGN_NO_SQUARE) {
        xpgn_buffer_text(b, "null}");
        return;
    }
    xpgn_buffer_char(b, '"');
    put_square(b, r, c->cell);
    xpgn_buffer_text(b, "\"}");
}

static void put_json_removed(xpgn_buffer *b, const row *r) {
    removed list = removed_by(r->facts);
    xpgn_buffer_text(b, ",\"removed\":[");
    for (unsigned i = 0; i < list.count; i++) {
        xpgn_buffer_printf(b, "%s{\"seat\":\"%s\",", i > 0 ? "," : "",
                           xpgn_seat_name(r->position, XPGN_SEAT_OF(list.piece[i])));
        put_json_piece(b, r, list.piece[i], list.square[i]);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
}

static void put_json_combat(xpgn_buffer *b, const row *r) {
    const xpgn_facts *f = r->facts;
    if (!f->combat) {
        xpgn_buffer_text(b, ",\"combat\":null");
        return;
    }
    xpgn_buffer_printf(b, ",\"combat\":{\"rule\":\"%s\"", f->rule != NULL ? f->rule : "");
    if (f->side[0].total >= 0 && f->side[1].total >= 0)
        xpgn_buffer_printf(b, ",\"margin\":%d", f->margin);
    else
        xpgn_buffer_text(b, ",\"margin\":null");
    put_json_combatant(b, r, "attacker", 0);
    put_json_combatant(b, r, "defender", 1);
    xpgn_buffer_char(b, '}');
}

static void put_json_tags(xpgn_buffer *b, const xpgn_walk *walk, const options *o) {
    const char *before = ",\"tags\":{";
    for (size_t i = 0; o->tag[i] != NULL; i++) {
        xpgn_buffer_text(b, before);
        xpgn_buffer_json(b, (xpgn_slice){o->tag[i], strlen(o->tag[i])});
        xpgn_buffer_char(b, ':');
        cli_put_tag_json(b, walk, o->tag[i]);
        before = ",";
    }
    if (o->tag[0] != NULL)
        xpgn_buffer_char(b, '}');
}

static void put_json_row(xpgn_buffer *b, const row *r) {
    xpgn_buffer_text(b, "{\"file\":");
    xpgn_buffer_json(b, (xpgn_slice){r->game->file, strlen(r->game->file)});
    xpgn_buffer_printf(b, ",\"game\":%llu,\"ply\":%lu", (unsigned long long)r->game->number,
                       (unsigned long)r->ply);
    put_json(b, "turn", r, put_turn);
    put_json(b, "action", r, put_action);
    if (r->facts != NULL) {
        put_json(b, "piece", r, put_piece);
        put_json(b, "kind", r, put_kind);
        put_json(b, "from", r, put_from);
        put_json(b, "to", r, put_to);
        put_json_number(b, "turn_roll", r->facts->turn_roll > 0 ? r->facts->turn_roll : -1);
        put_json(b, "roll", r, put_roll);
        put_json_combat(b, r);
        put_json_removed(b, r);
        xpgn_buffer_printf(b, ",\"stood\":%s", r->facts->stood ? "true" : "false");
    }
    put_json(b, "result", r, put_result);
    put_json(b, "xfen", r, put_xfen);
    if (r->position == NULL)
        xpgn_buffer_printf(b, ",\"unplayable\":\"%s\"", r->broken != NULL ? r->broken->code : "");
    put_json_tags(b, r->walk, r->how);
    xpgn_buffer_text(b, "}\n");
}

/* ---- diagrams -------------------------------------------------------------------------------- */

/* Writes the caption, on two lines: game 4, Adams - Brandt; after 12... exd4. */
static void put_caption(xpgn_buffer *b, const row *r) {
    cli_put_title(b, r->game, r->walk);
    if (r->result.size > 0) {
        xpgn_buffer_text(b, "\nfinal position, ");
        xpgn_buffer_slice(b, r->result);
    } else if (r->ply == 0) {
        xpgn_buffer_text(b, "\nstart");
    } else {
        xpgn_buffer_text(b, "\nafter ");
        cli_put_turn(b, r->number, r->seat, r->position->seats);
    }
    if (r->facts != NULL)
        xpgn_buffer_printf(b, " %s", r->facts->text);
    xpgn_buffer_char(b, '\0');
}

static void put_diagram(xpgn_buffer *b, const row *r) {
    xpgn_buffer caption = {0};
    put_caption(&caption, r);
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS,
                                .caption = caption.failed ? NULL : caption.data};
    xpgn_diagram_write(b, xpgn_walk_ruleset(r->walk), r->position, &how);
    xpgn_buffer_char(b, '\n');
    b->failed |= caption.failed;
    xpgn_buffer_free(&caption);
}

/* For a game that cannot be played, in the place of its position: no XFEN begins like this. */
static void put_broken(xpgn_buffer *b, const row *r) {
    const xpgn_finding *f = r->broken;
    xpgn_buffer_printf(b, "# game %llu cannot be played%s", (unsigned long long)r->game->number,
                       r->ply > 0 ? " to its end" : "");
    if (f != NULL && f->turn[0] != '\0') {
        xpgn_buffer_text(b, ": ");
        cli_put_clean(b, (xpgn_slice){f->turn, strlen(f->turn)});
    }
    if (f != NULL)
        xpgn_buffer_printf(b, " [%s]", f->code);
    xpgn_buffer_char(b, '\n');
}

static void put_row(xpgn_buffer *b, const row *r) {
    int format = r->how->format;
    if (format == JSON) {
        put_json_row(b, r);
    } else if (format == TSV || format == CSV) {
        put_table_row(b, r);
    } else if (r->position == NULL) {
        put_broken(b, r);
    } else if (format == ASCII) {
        put_diagram(b, r);
    } else {
        put_xfen(b, r);
        xpgn_buffer_char(b, '\n');
    }
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The state of one thread. The last action is kept because TURN steps do not have it; the position,
   for --at. */
typedef struct progress {
    xpgn_facts facts;
    bool acted;
    bool found; /* the turn selected was printed or is in `kept` */
    bool keeps;
    row kept;
    xpgn_position kept_position;
    xpgn_facts kept_facts;
    uint64_t missing, first_missing;
    replay_claims claims;
} progress;

static bool is_placed(const options *o) {
    return o->at_number != 0 || o->wants_ply;
}

/* True if --at or --ply select this turn, or if neither is given. */
static bool is_wanted(const options *o, const row *r) {
    if (o->wants_ply)
        return r->ply == o->ply;
    if (o->at_number == 0)
        return true;
    return r->ply > 0 && r->number == o->at_number &&
           (o->at_seat == 0 || o->at_seat == seat_letter(r));
}

static row row_of(const cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const progress *s = w->state;
    return (row){.game = game,
                 .walk = w->walk,
                 .how = w->options,
                 .position = step->position,
                 .facts = step->facts != NULL ? step->facts
                          : s->acted          ? &s->facts
                                              : NULL,
                 .ply = step->ply,
                 .number = step->number,
                 .seat = step->seat};
}

static void print(cli_worker *w, const row *r) {
    put_row(&w->to[CLI_OUT], r);
}

/* --at 12 selects the last turn of that number, known at the end of the game. */
static void keep(progress *s, const row *r) {
    s->kept = *r;
    s->kept_position = *r->position;
    s->kept.position = &s->kept_position;
    if (r->facts != NULL)
        s->kept_facts = *r->facts;
    s->kept.facts = r->facts != NULL ? &s->kept_facts : NULL;
    s->keeps = true;
}

static void on_start(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const options *o = w->options;
    progress *s = w->state;
    if (step->position == NULL)
        return;
    bool wanted = o->wants_ply && o->ply == 0;
    s->found = wanted;
    if (!wanted && !o->start)
        return;
    row r = row_of(w, game, step);
    print(w, &r);
}

static void on_turn(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const options *o = w->options;
    progress *s = w->state;
    row r = row_of(w, game, step);
    if (!is_wanted(o, &r) || o->actions)
        return;
    s->found = true;
    if (o->each)
        print(w, &r);
    else if (is_placed(o))
        keep(s, &r);
}

static void on_action(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const options *o = w->options;
    progress *s = w->state;
    row r = row_of(w, game, step);
    s->acted = o->format != XFEN && is_wanted(o, &r);
    if (s->acted)
        s->facts = *step->facts; /* for the TURN step */
    if (!o->actions || !is_wanted(o, &r))
        return;
    s->found = true;
    print(w, &r);
}

/* The finding about the action, or the tags, where play broke off: the first of those that have the
   label of the last, for what follows it is only read. */
static const xpgn_finding *broken_at(const xpgn_walk *walk, uint32_t ply) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count), *found = NULL;
    for (size_t i = count; i-- > 0;) {
        const xpgn_finding *f = &list[i];
        if (f->level == XPGN_ERROR && f->ply == ply &&
            (found == NULL || strcmp(f->turn, found->turn) == 0))
            found = f;
    }
    return found;
}

/* There is a final position only if the whole main line could be played. */
static void on_result(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const options *o = w->options;
    progress *s = w->state;
    s->acted = false;
    if (s->keeps)
        print(w, &s->kept);
    if (is_placed(o) && !s->found) {
        s->first_missing = s->missing++ == 0 ? game->number : s->first_missing;
        cli_worst(w, CLI_BAD);
    }
    bool broken = step->position == NULL;
    if (broken ? o->skip_bad || (is_placed(o) && s->found) : is_placed(o) || o->each || o->actions)
        return;
    row r = row_of(w, game, step);
    if (broken)
        r.broken = broken_at(w->walk, step->ply);
    else
        r.result = step->text;
    print(w, &r);
}

static void on_step(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    if (step->depth > 0)
        return;
    switch (step->kind) {
    case XPGN_STEP_START:
        on_start(w, game, step);
        break;
    case XPGN_STEP_ACTION:
        on_action(w, game, step);
        break;
    case XPGN_STEP_TURN:
        on_turn(w, game, step);
        break;
    case XPGN_STEP_RESULT:
        on_result(w, game, step);
        break;
    case XPGN_STEP_COMMENT:
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Where a claim is written to. */
typedef struct claim_output {
    cli_worker *w;
    const xpgn_game *game;
} claim_output;

static const char *turn_name(const replay_claims *k, const claims_turn *t) {
    return k->text.data + t->name;
}

/* "moves" have no position worth a column of their own. */
static const char *claim_xfen(const replay_claims *k, const replay_claim *claim) {
    return claim->turns >= 3 ? k->text.data + claim->turn[2].xfen : "";
}

static void put_claim_text(const claim_output *out, const replay_claims *k,
                           const replay_claim *claim) {
    xpgn_buffer *b = &out->w->to[CLI_OUT];
    cli_put_clean(b, (xpgn_slice){out->game->file, strlen(out->game->file)});
    xpgn_buffer_printf(b, ":%llu: ", (unsigned long long)out->game->line);
    cli_put_title(b, out->game, out->w->walk);
    if (claim->turns == 1)
        xpgn_buffer_printf(b, ": %llu moves:", (unsigned long long)claim->count);
    else
        xpgn_buffer_printf(b, ": %s, %llu times:", claim->what, (unsigned long long)claim->count);
    for (size_t i = 0; i < claim->turns; i++)
        xpgn_buffer_printf(b, "%s %s", i > 0 ? "," : "", turn_name(k, &claim->turn[i]));
    xpgn_buffer_char(b, '\n');
}

static void put_claim_row(const claim_output *out, const replay_claims *k,
                          const replay_claim *claim) {
    line l = line_begin(&out->w->to[CLI_OUT], out->w->options);
    const options *o = out->w->options;
    xpgn_buffer_printf(&l.cell, "%llu", (unsigned long long)out->game->number);
    line_add(&l);
    xpgn_buffer_text(&l.cell, claim->what);
    line_add(&l);
    xpgn_buffer_printf(&l.cell, "%llu", (unsigned long long)claim->count);
    line_add(&l);
    for (size_t i = 0; i < claim->turns; i++)
        xpgn_buffer_printf(&l.cell, "%s%s", i > 0 ? ", " : "", turn_name(k, &claim->turn[i]));
    line_add(&l);
    xpgn_buffer_text(&l.cell, claim_xfen(k, claim));
    line_add(&l);
    cli_put_clean(&l.cell, (xpgn_slice){out->game->file, strlen(out->game->file)});
    line_add(&l);
    for (size_t i = 0; o->tag[i] != NULL; i++) {
        cli_put_tag(&l.cell, out->w->walk, o->tag[i]);
        line_add(&l);
    }
    line_end(&l);
}

static void put_claim_header(xpgn_buffer *b, const options *o) {
    static const char *const names[] = {"game", "claim", "count", "turns", "xfen", "file"};
    line l = line_begin(b, o);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        xpgn_buffer_text(&l.cell, names[i]);
        line_add(&l);
    }
    for (size_t i = 0; o->tag[i] != NULL; i++) {
        xpgn_buffer_text(&l.cell, o->tag[i]);
        line_add(&l);
    }
    line_end(&l);
}

static void put_quoted(xpgn_buffer *b, const char *text) {
    xpgn_buffer_json(b, (xpgn_slice){text, strlen(text)});
}

static void put_claim_json(const claim_output *out, const replay_claims *k,
                           const replay_claim *claim) {
    xpgn_buffer *b = &out->w->to[CLI_OUT];
    xpgn_buffer_printf(b, "{\"game\":%llu,\"claim\":\"%s\",\"count\":%llu,\"turns\":[",
                       (unsigned long long)out->game->number, claim->what,
                       (unsigned long long)claim->count);
    for (size_t i = 0; i < claim->turns; i++) {
        xpgn_buffer_text(b, i > 0 ? "," : "");
        put_quoted(b, turn_name(k, &claim->turn[i]));
    }
    xpgn_buffer_text(b, "],\"xfen\":");
    if (claim->turns >= 3)
        put_quoted(b, claim_xfen(k, claim));
    else
        xpgn_buffer_text(b, "null");
    xpgn_buffer_text(b, ",\"file\":");
    put_quoted(b, out->game->file);
    put_json_tags(b, out->w->walk, out->w->options);
    xpgn_buffer_text(b, "}\n");
}

static void put_claim(void *data, const replay_claims *k, const replay_claim *claim) {
    const claim_output *out = data;
    int format = ((const options *)out->w->options)->format;
    if (format == JSON)
        put_claim_json(out, k, claim);
    else if (format == XFEN)
        put_claim_text(out, k, claim);
    else
        put_claim_row(out, k, claim);
}

/* The claims of a game, as far as it can be played. */
static void find_claims(cli_worker *w, const xpgn_game *game) {
    replay_claims *k = &((progress *)w->state)->claims;
    claim_output out = {w, game};
    replay_claims_begin(k);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        replay_claims_step(k, w->walk, step);
    if (!k->failed)
        replay_claims_put(k, xpgn_walk_ruleset(w->walk), put_claim, &out);
    if (k->failed)
        cli_no_memory(w->cli);
}

/* True at the step where an animation begins. */
static bool begins(const void *data, const xpgn_step *step) {
    const options *o = data;
    if (!is_placed(o))
        return step->ply == 0;
    row r = {
        .position = step->position, .ply = step->ply, .number = step->number, .seat = step->seat};
    return is_wanted(o, &r);
}

static bool one_game(cli_worker *w, const xpgn_game *game) {
    progress *s = w->state;
    bool more = true;
    s->acted = s->found = s->keeps = false;
    if (((const options *)w->options)->animate) {
        more = replay_animate(w, game, begins);
    } else if (((const options *)w->options)->claims) {
        find_claims(w, game);
    } else {
        cli_walk_begin(w, game);
        for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
            on_step(w, game, step);
    }
    (void)cli_report_errors(w, game);
    return more;
}

/* ---- the program ----------------------------------------------------------------------------- */

static void add_missing(cli *c, void *data) {
    options *o = c->options;
    progress *s = data;
    if (s->missing > 0 && (o->missing == 0 || s->first_missing < o->first_missing))
        o->first_missing = s->first_missing;
    o->missing += s->missing;
    replay_claims_free(&s->claims);
}

static void report_missing(cli *c, const options *o) {
    if (o->missing == 1)
        cli_message(c, "game %llu has no such turn", (unsigned long long)o->first_missing);
    else if (o->missing > 1)
        cli_message(c, "%llu games have no such turn, the first is game %llu",
                    (unsigned long long)o->missing, (unsigned long long)o->first_missing);
}

/* Reads 12w, 12b, 12r, 12g or 12. */
static bool read_turn(options *o) {
    char *end;
    if (o->at[0] < '1' || o->at[0] > '9')
        return false;
    unsigned long number = strtoul(o->at, &end, 10);
    if (number > UINT32_MAX || strlen(end) > 1 || (*end != '\0' && strchr("wbrg", *end) == NULL))
        return false;
    o->at_number = (uint32_t)number;
    o->at_seat = *end;
    return true;
}

/* A final position needs only the result step, but a caption needs the names of the players. */
static bool needs_steps(const options *o) {
    return o->claims || o->each || o->actions || o->start || is_placed(o) || o->format == ASCII ||
           o->animate;
}

static void print_header(cli *c, const options *o) {
    xpgn_buffer head = {0};
    if (o->claims)
        put_claim_header(&head, o);
    else
        put_table_header(&head, o);
    cli_flush(c, CLI_OUT, &head);
    xpgn_buffer_free(&head);
}

static int play(cli *c, options *o) {
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true,
                              .verdict_only = !needs_steps(o)};
    cli_work work = {.walk = &walk,
                     .state_size = sizeof(progress),
                     .game = one_game,
                     .finish = add_missing,
                     .serial = o->animate};
    if (!o->common.no_header && (o->format == TSV || o->format == CSV))
        print_header(c, o);
    int status = cli_run(c, &work);
    report_missing(c, o);
    return status;
}

/* Cuts --tags at its commas. */
static void read_tags(cli *c, options *o) {
    size_t size = o->tags != NULL ? strlen(o->tags) : 0, count = 0;
    o->tag_text = malloc(size + 1);
    o->tag = calloc(size + 2, sizeof *o->tag);
    if (o->tag_text == NULL || o->tag == NULL)
        cli_no_memory(c);
    memcpy(o->tag_text, size > 0 ? o->tags : "", size + 1);
    for (char *p = o->tag_text; *p != '\0';) {
        char *end = p + strcspn(p, ",");
        if (end > p)
            o->tag[count++] = p;
        p = *end != '\0' ? end + 1 : end;
        *end = '\0';
    }
}

static int start(cli *c, options *o) {
    o->wants_ply = o->ply != NO_PLY;
    if (o->at != NULL && o->wants_ply)
        return cli_usage(c, "--at and --ply cannot be combined");
    if (o->each && o->actions)
        return cli_usage(c, "--each and --actions cannot be combined");
    if (o->animate && (o->each || o->actions || o->start || o->format != XFEN))
        return cli_usage(c, "--animate can only be combined with --at and --ply");
    if (o->claims && (is_placed(o) || o->at != NULL || o->each || o->actions || o->start ||
                      o->animate || o->format == ASCII))
        return cli_usage(c, "--claims can only be combined with --format=json, tsv or csv");
    if (o->animate && !replay_can_animate(c))
        return CLI_TROUBLE;
    if (o->tags != NULL && (o->format == XFEN || o->format == ASCII))
        return cli_usage(c, "--tags requires --format=json, tsv or csv");
    if (o->at != NULL && !read_turn(o))
        return cli_usage(c, "--at: '%s' is not a turn such as 12w, 12b or 12", o->at);
    read_tags(c, o);
    int status = play(c, o);
    free(o->tag);
    free(o->tag_text);
    return status;
}

int main(int argc, char **argv) {
    options o = {.ply = NO_PLY};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = start(&c, &o);
    return cli_end(&c, status);
}
