/* SPDX-License-Identifier: MIT */
/* xpgn-replay: plays records and prints the positions. */
#include "replay/replay.h"
#include "internal/draws.h"

#include "replay/replay_luck.h"

#include "internal/action_facts.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"
#include "internal/writers.h"
#include "shared/diagram/language_option.h"
#include "shared/diagram/svg_output.h"
#include "shared/diagram/turn_option.h"
#include "shared/tables/tag_counts.h"

#include <string.h>
#include <xpgn/rulesets.h>

enum { XFEN, ASCII, JSON, CSV, TSV, MARKDOWN }; /* after JSON: tables */
/* The objects of a row of JSON. */
enum {
    OF_RECORD,
    OF_TURN,
    OF_QUIET,
    OF_ACTION,
    OF_COMBAT,
    OF_ATTACKER,
    OF_DEFENDER,
    OF_BOTH,
    OF_POSITION,
    OBJECTS
};
enum { ROWS_OF_GAMES, ROWS_OF_TURNS, ROWS_OF_ACTIONS, ROWS_OF_COMBATS, ROWS_OF_EXCHANGES };

typedef struct options {
    cli_common common;
    bool each, actions, start, animate, skip_bad, claims, luck;
    const char *at, *tags, *language, *svg, *theme;
    cli_list columns_given; /* --columns */
    uint64_t ply;
    int format; /* negative: not given, which means a table with --columns or --rows=exchanges, else
                   XFEN */
    int rows;
    /* derived from the options */
    xpgn_language words; /* of captions */
    bool wants_ply, color;
    cli_turn turn;       /* --at; without a seat: the last of that number */
    cli_columns columns; /* of tables, and of JSON with --columns */
    cli_columns tag;     /* --tags, as one object in JSON */
    cli_tags_seen seen;  /* tags of --columns and --tags */
    cli_fact_keys keys[OBJECTS];
    luck_how how; /* --luck */
    cli_luck_lines line;
    luck_total total;
    uint64_t missing; /* games without the turn selected */
    uint64_t first_missing;
} options;

#define AT(member) offsetof(options, member)
#define NO_PLY UINT64_MAX

static const cli_option table[] = {
    CLI_SWITCH("each", AT(each), "print the position after every turn, not only the last one"),
    CLI_SWITCH("actions", AT(actions), "print the position after every action, even within a turn"),
    CLI_ONE_OF("rows", "games|turns|actions|combats|exchanges", AT(rows),
               "print a row for each game, turn (as --each), action (as --actions), combat, or "
               "exchange of dice"),
    CLI_ROW("columns", "NAME[,NAME...]", CLI_LIST, AT(columns_given),
            "json and tables: print these columns: facts, as below, or tags such as White "
            "(tag:NAME for other names)",
            .facts = XPGN_ANY_SCOPE | XPGN_EXCHANGE_SCOPES, .dump = cli_dump_facts),
    CLI_SWITCH("start", AT(start), "also print the start position, first"),
    CLI_ROW(
        "at", "TURN", CLI_TEXT, AT(at),
        "print only turn 12w or 12b (four seats also 12r, 12g), or 12, the last with that number"),
    CLI_ROW("ply", "N", CLI_NUMBER, AT(ply),
            "print only the Nth turn of the game; 0 is the start position", .max = UINT32_MAX),
    CLI_ONE_OF(
        "format", "xfen|ascii|" CLI_TABLES, AT(format),
        "output format: the XFEN, a diagram, or data of the position and the action before it"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "with --format=ascii: language of captions and piece letters: en (default), de, fr, "
            "es, it, nl or pl"),
    CLI_SWITCH("animate", AT(animate),
               "play each game on the terminal, action by action, controlled by keys"),
    CLI_SWITCH("claims", AT(claims),
               "print repetitions and move counts instead, for the arbiter: text, json or a table"),
    CLI_SWITCH("luck", AT(luck),
               "print the luck of each side instead: in points of material, or in expected score; "
               "with --rows=actions, roll by roll"),
    CLI_ROW("equity", "BOT", CLI_TEXT, AT(how.player),
            "with --luck or --animate: show luck in expected score, as estimated by careful or "
            "strong:N, and the loss by each decision"),
    CLI_ROW("svg", "FILE", CLI_WRITES, AT(svg),
            "with --luck: also draw the luck in each game as a line; -: to standard output "
            "instead of the text",
            .writes = CLI_PICTURE),
    CLI_SVG_THEME(AT(theme)),
    CLI_ROW("rollouts", "N", CLI_NUMBER, AT(how.rollouts),
            "with --equity: estimate from N rollouts", .min = 1, .max = 1000000),
    CLI_ROW("seed", "S", CLI_NUMBER, AT(how.seed), "seed of the rollouts (default: 1)",
            .max = UINT64_MAX),
    CLI_ROW("logit", "X", CLI_TEXT, AT(how.scale),
            "with --equity: lead in half-points that multiplies the odds of winning by e"),
    CLI_SWITCH("fit", AT(how.fit),
               "with --equity: print how well expected scores agree with results, and the --logit "
               "that fits best"),
    CLI_ROW("tags", "NAME[,NAME...]", CLI_TEXT, AT(tags),
            "json and tables: add the values of these tags"),
    CLI_SWITCH("skip-bad", AT(skip_bad),
               "print no line for a game that cannot be played to its end"),
    {.name = NULL}};

static void put_facts(xpgn_buffer *b) {
    cli_put_facts_of(b, "Facts of an exchange, with --rows=exchanges:", XPGN_EXCHANGE_SCOPES);
    cli_put_facts(b);
}

static const cli_tool tool = {.name = "xpgn-replay",
                              .usage = "[option...] [file...]",
                              .about = "Replays games and prints the final position of each.",
                              .options = table,
                              .more_help = put_facts,
                              .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

/* ---- a row: one position, and what led to it ------------------------------------------------- */

typedef struct replay_row {
    cli_row of; /* without facts: final or start position; without a position: unplayable */
    const xpgn_walk *walk;
    const options *how;
} replay_row;

/* What one thread needs to write cells, and the end of a game if facts of it are needed earlier. */
typedef struct replay_cells {
    xpgn_buffer text, cell;
    xpgn_slice value[CLI_COLUMNS]; /* of tags */
    xpgn_walk *whole;              /* NULL: not needed */
    xpgn_fact_source end;          /* its last step */
    cli_tags_seen seen;            /* tags of --columns and --tags */
    cli_kept_cells kept;           /* of tables */
    xpgn_buffer head;              /* how each object of JSON begins; empty: not made yet */
} replay_cells;

/* The default columns in order; the columns of --tags follow. */
static const char standard[] =
    "game,ply,turn,action,piece,kind,from,to,turn_roll,roll,attacker,attacker_supporter_count,"
    "attacker_total,attacker_fate,attacker_supporters,defender,defender_supporter_count,"
    "defender_total,defender_fate,defender_supporters,casualties,result,xfen,stood,"
    "attacker_held_at,defender_held_at,outcome,file";

/* The same for --rows=exchanges. */
static const char standard_of_exchanges[] =
    "game,ply,turn,action,exchange,attacker,attacker_exchange_faces,attacker_exchange_total,"
    "defender,defender_exchange_faces,defender_exchange_total,exchange_margin,file";

static const cli_columns_of columns_of = {.option = "--columns",
                                          .scopes = XPGN_ANY_SCOPE,
                                          .advice = "--rows=exchanges has a row for each"};
static const cli_columns_of exchange_columns_of = {.option = "--columns",
                                                   .scopes = XPGN_ANY_SCOPE | XPGN_EXCHANGE_SCOPES};
static const cli_columns_of tags_of = {.option = "--tags"};

static cli_row row_of_cells(replay_cells *s) {
    return (cli_row){.is = {XPGN_SUBJECT, .text = &s->text},
                     .tag = s->value,
                     .cell = &s->cell,
                     .kept = &s->kept};
}

static void take_tags(replay_cells *s, const xpgn_walk *walk, const cli_columns *k) {
    for (size_t i = 0; i < k->tags; i++)
        s->value[i] = xpgn_walk_tag(walk, k->tag[i].data);
}

static xpgn_cell cell_form(const options *o) {
    return cli_table_form(o->format == TSV, o->format == MARKDOWN);
}

static void put_columns_row(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const options *o = r->how;
    if (!s->kept.made)
        take_tags(s, r->walk, &o->columns);
    cli_put_columns(b, &o->columns, &r->of, cell_form(o));
}

/* ---- JSON ------------------------------------------------------------------------------------ */

#define SIDE_KEYS(side)                                                                            \
    side "," side "_value," side "_support," side "_supporters," side "_supporter_count," side     \
         "_faces," side "_total," side "_fate," side "_held_at"
#define TURN_KEYS "ply,turn,action"
#define ACTION_KEYS "piece,kind,from,to,turn_roll,roll"
#define BOTH_KEYS "casualties,stood,outcome"
#define POSITION_KEYS "result,xfen"
static const char *const key_names[OBJECTS] = {
    [OF_RECORD] = "file,game",
    [OF_TURN] = TURN_KEYS,
    [OF_QUIET] = TURN_KEYS "," ACTION_KEYS ",combat=null," BOTH_KEYS "," POSITION_KEYS,
    [OF_ACTION] = ACTION_KEYS,
    [OF_COMBAT] = "rule,margin",
    [OF_ATTACKER] = SIDE_KEYS("attacker"),
    [OF_DEFENDER] = SIDE_KEYS("defender"),
    [OF_BOTH] = BOTH_KEYS,
    [OF_POSITION] = POSITION_KEYS};

static void put_keys(xpgn_buffer *b, const replay_row *r, size_t object) {
    cli_put_keys(b, &r->how->keys[object], &r->of.is);
}

static void put_json_combat(xpgn_buffer *b, const replay_row *r) {
    put_keys(b, r, OF_TURN);
    put_keys(b, r, OF_ACTION);
    json_open(b, "combat", "{");
    put_keys(b, r, OF_COMBAT);
    cli_put_piece_keys(b, "attacker", &r->how->keys[OF_ATTACKER], &r->of.is);
    cli_put_piece_keys(b, "defender", &r->how->keys[OF_DEFENDER], &r->of.is);
    xpgn_buffer_char(b, '}');
    put_keys(b, r, OF_BOTH);
    put_keys(b, r, OF_POSITION);
}

/* The members of a position, and of the action before it if there was one. */
static void put_json_step(xpgn_buffer *b, const replay_row *r) {
    const xpgn_facts *facts = r->of.is.facts;
    if (facts != NULL && facts->combat) {
        put_json_combat(b, r);
    } else if (facts != NULL) {
        put_keys(b, r, OF_QUIET);
    } else {
        put_keys(b, r, OF_TURN);
        put_keys(b, r, OF_POSITION);
    }
}

static void put_json_tags(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const cli_columns *k = &r->how->tag;
    if (k->count > 0) {
        take_tags(s, r->walk, k);
        json_key(b, "tags");
        cli_put_columns_json(b, k, &r->of);
        b->size -= b->size > 0; /* remove the LF: the line continues */
    }
    xpgn_buffer_put(b, "}\n", 2);
}

/* What the objects of a game have in common. */
static void put_json_head(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    if (s->head.size == 0) {
        json_open(&s->head, NULL, "{");
        put_keys(&s->head, r, OF_RECORD);
    }
    xpgn_buffer_slice(b, (xpgn_slice){s->head.data, s->head.size});
    b->failed |= s->head.failed;
}

static void put_step_json(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const options *o = r->how;
    if (o->columns_given.count > 0 || o->rows == ROWS_OF_EXCHANGES) {
        take_tags(s, r->walk, &o->columns);
        cli_put_columns_json(b, &o->columns, &r->of);
        return;
    }
    put_json_head(b, s, r);
    put_json_step(b, r);
    if (r->of.is.position == NULL)
        json_text(b, "unplayable", r->of.is.broken != NULL ? r->of.is.broken->code : "");
    put_json_tags(b, s, r);
}

/* ---- diagrams -------------------------------------------------------------------------------- */

/* Writes the caption, on two lines: game 4, Adams - Brandt; after 12... exd4. Dice that are left
   have a third one. */
static void put_caption(xpgn_buffer *b, const replay_row *r) {
    const xpgn_language *words = &r->how->words;
    bool final = r->of.is.result.size > 0;
    cli_put_title_in(b, r->of.is.game, r->walk, words);
    xpgn_buffer_char(b, '\n');
    xpgn_word_translate(b, final ? "final position" : r->of.is.ply == 0 ? "start" : "after", words);
    if (final) {
        xpgn_buffer_text(b, ", ");
        xpgn_buffer_slice(b, r->of.is.result);
    } else if (r->of.is.ply > 0) {
        xpgn_buffer_char(b, ' ');
        xpgn_turn_write(b, r->of.is.position->seats, r->of.is.number, r->of.is.seat);
    }
    if (r->of.is.facts != NULL) {
        xpgn_buffer_char(b, ' ');
        xpgn_actors_write(b, xpgn_walk_ruleset(r->walk), r->of.is.facts);
        xpgn_action_translate(b, cli_slice(r->of.is.facts->text), words);
        xpgn_buffer_text(b, r->of.is.facts->left.count > 0 ? "\n" : "");
        xpgn_dice_left_write(b, r->of.is.facts, words);
    }
    xpgn_buffer_char(b, '\0');
}

static void put_diagram(xpgn_buffer *b, const replay_row *r) {
    xpgn_buffer caption = {0};
    put_caption(&caption, r);
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .language = r->how->language,
                                .color = r->how->color,
                                .caption = caption.failed ? NULL : caption.data};
    xpgn_diagram_write(b, xpgn_walk_ruleset(r->walk), r->of.is.position, &how);
    xpgn_buffer_char(b, '\n');
    b->failed |= caption.failed;
    xpgn_buffer_free(&caption);
}

/* Says that a game cannot be played, in place of its position: no XFEN begins like this. */
static void put_broken(xpgn_buffer *b, const replay_row *r) {
    const xpgn_finding *f = r->of.is.broken;
    xpgn_buffer_printf(b, "# game %llu cannot be played%s",
                       (unsigned long long)r->of.is.game->number,
                       r->of.is.ply > 0 ? " to its end" : "");
    if (f != NULL && f->turn[0] != '\0') {
        xpgn_buffer_text(b, ": ");
        xpgn_buffer_clean(b, (xpgn_slice){f->turn, strlen(f->turn)});
    }
    if (f != NULL)
        xpgn_buffer_printf(b, " [%s]", f->code);
    xpgn_buffer_char(b, '\n');
}

static void put_step_row(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    int format = r->how->format;
    if (format == JSON) {
        put_step_json(b, s, r);
    } else if (format > JSON) {
        put_columns_row(b, s, r);
    } else if (r->of.is.position == NULL) {
        put_broken(b, r);
    } else if (format == ASCII) {
        put_diagram(b, r);
    } else {
        xpgn_position_write(b, r->of.is.rs, r->of.is.position);
        xpgn_buffer_char(b, '\n');
    }
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The state of one thread. It keeps the last action, which TURN steps lack, and, for --at, the
   position. */
typedef struct replay_progress {
    xpgn_facts facts;
    xpgn_slice clock, evaluation; /* [%clk] and [%eval] of that action */
    bool acted;
    bool found; /* the turn selected was printed or is in `kept` */
    bool keeps;
    bool visited; /* positions of the current game were written while it was read as a whole */
    uint32_t last_turn; /* of the last one */
    size_t size;        /* of the output before them */
    replay_cells cells;
    replay_row row, kept;
    xpgn_position kept_position;
    xpgn_facts kept_facts;
    uint64_t missing, first_missing;
    replay_claims claims;
    luck_table luck;
} replay_progress;

static bool is_placed(const options *o) {
    return o->at != NULL || o->wants_ply;
}

/* True if --at or --ply select this turn, or if neither is given. */
static bool is_step_wanted(const options *o, const xpgn_step *step) {
    if (o->wants_ply)
        return step->ply == o->ply;
    return o->at == NULL || cli_is_turn(&o->turn, step);
}

/* Begins the rows of a game, or of this one again, without what earlier ones had in common. */
static void begin_rows(cli_worker *w, const xpgn_game *game) {
    replay_progress *s = w->state;
    s->cells.kept.made = false;
    xpgn_buffer_clear(&s->cells.head);
    s->row.walk = w->walk;
    s->row.how = w->options;
    s->row.of.tag = s->cells.value;
    s->row.of.cell = &s->cells.cell;
    s->row.of.kept = &s->cells.kept;
    s->row.of.is = (xpgn_fact_source){XPGN_SUBJECT,
                                      .game = game,
                                      .text = &s->cells.text,
                                      .ended = s->cells.whole,
                                      .result = s->cells.end.result,
                                      .turns = s->cells.end.turns};
}

/* The row of a step, valid until that of the next. */
static replay_row *row_of(replay_progress *s, const xpgn_step *step) {
    xpgn_fact_source *is = &s->row.of.is;
    xpgn_fact_source_step(is, step);
    if (is->facts == NULL && s->acted) {
        is->facts = &s->facts;
        is->clock = s->clock;
        is->evaluation = s->evaluation;
    }
    return &s->row;
}

static void print(cli_worker *w, const replay_row *r) {
    put_step_row(&w->to[CLI_OUT], &((replay_progress *)w->state)->cells, r);
}

/* Copies facts without the parts that are not set. */
static void copy_facts(xpgn_facts *to, const xpgn_facts *from) {
    const size_t rest = offsetof(xpgn_facts, captured);
    memcpy(to, from, offsetof(xpgn_facts, side));
    if (from->combat)
        memcpy(to->side, from->side, sizeof to->side);
    to->margin = from->margin;
    memcpy(&to->roll, &from->roll, offsetof(xpgn_roll, exchange));
    memcpy(to->roll.exchange, from->roll.exchange,
           from->roll.exchanges * sizeof *to->roll.exchange);
    memcpy((char *)to + rest, (const char *)from + rest, sizeof *to - rest);
}

/* Keeps a row: which is the last turn of --at 12 is only known at the end of the game. */
static void keep_row(replay_progress *s, const replay_row *r) {
    s->kept = *r;
    s->kept_position = *r->of.is.position;
    s->kept.of.is.position = &s->kept_position;
    if (r->of.is.facts != NULL)
        copy_facts(&s->kept_facts, r->of.is.facts);
    s->kept.of.is.facts = r->of.is.facts != NULL ? &s->kept_facts : NULL;
    s->keeps = true;
}

/* True if only a line for each position is wanted. Games of chess without errors are then read as a
   whole, not step by step. */
static bool writes_visited(const options *o) {
    return o->format == XFEN && o->each && !is_placed(o) && !o->claims && !o->animate;
}

static bool visit_replayed(void *data, const xpgn_position *p) {
    cli_worker *w = data;
    const options *o = w->options;
    replay_progress *s = w->state;
    uint32_t turn = p->number * 2 + p->side_to_move;
    if (s->visited && turn == s->last_turn)
        return true;
    if (!s->visited)
        s->size = w->to[CLI_OUT].size;
    if (s->visited || o->start) {
        xpgn_position_write(&w->to[CLI_OUT], xpgn_walk_ruleset(w->walk), p);
        xpgn_buffer_char(&w->to[CLI_OUT], '\n');
    }
    s->visited = true;
    s->last_turn = turn;
    return true;
}

static void show_start(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const options *o = w->options;
    replay_progress *s = w->state;
    begin_rows(w, game);
    if (s->visited) /* the fast path did not settle the game: discard its output */
        w->to[CLI_OUT].size = s->size;
    if (step->position == NULL)
        return;
    bool wanted = o->wants_ply && o->ply == 0;
    s->found = wanted;
    if (!wanted && !o->start)
        return;
    print(w, row_of(s, step));
}

static void show_turn(cli_worker *w, const xpgn_step *step) {
    const options *o = w->options;
    replay_progress *s = w->state;
    if (o->actions || !is_step_wanted(o, step))
        return;
    const replay_row *r = row_of(s, step);
    s->found = true;
    if (o->each)
        print(w, r);
    else if (is_placed(o))
        keep_row(s, r);
}

/* Keeps what comments say of an action, for the TURN step. */
static void keep_remarks(replay_progress *s, const xpgn_step *step) {
    s->clock = s->evaluation = (xpgn_slice){NULL, 0};
    if (step->remark_count == 0)
        return;
    xpgn_fact_source is = {XPGN_SUBJECT};
    xpgn_fact_source_step(&is, step);
    s->clock = is.clock;
    s->evaluation = is.evaluation;
}

static void show_action(cli_worker *w, const xpgn_step *step) {
    const options *o = w->options;
    replay_progress *s = w->state;
    bool wanted = is_step_wanted(o, step);
    s->acted = o->format != XFEN && wanted;
    if (s->acted) { /* for the TURN step */
        copy_facts(&s->facts, step->facts);
        keep_remarks(s, step);
    }
    if (!o->actions || !wanted)
        return;
    s->found = true;
    replay_row *r = row_of(s, step);
    if (o->rows == ROWS_OF_EXCHANGES)
        for (r->of.is.exchange = 0; r->of.is.exchange++ < step->facts->roll.exchanges;)
            print(w, r);
    else if (o->rows != ROWS_OF_COMBATS || step->facts->combat)
        print(w, r);
}

/* There is no final position if the main line could not be played to its end. */
static void show_result(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const options *o = w->options;
    replay_progress *s = w->state;
    s->acted = false;
    if (s->keeps)
        print(w, &s->kept);
    if (is_placed(o) && !s->found) {
        s->first_missing = s->missing++ == 0 ? game->number : s->first_missing;
        cli_worst(w, CLI_BAD);
    }
    bool broken = step->position == NULL;
    if (broken ? o->skip_bad || o->rows >= ROWS_OF_COMBATS || (is_placed(o) && s->found)
               : is_placed(o) || o->each || o->actions)
        return;
    replay_row *r = row_of(s, step);
    r->of.is.ended = s->cells.whole != NULL ? s->cells.whole : w->walk;
    r->of.is.unplayable = broken;
    if (broken)
        (void)xpgn_walk_broke_off(w->walk, &r->of.is.broken);
    print(w, r);
}

static void show_step(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    if (step->depth > 0)
        return;
    switch (step->kind) {
    case XPGN_STEP_START:
        show_start(w, game, step);
        break;
    case XPGN_STEP_ACTION:
        show_action(w, step);
        break;
    case XPGN_STEP_TURN:
        show_turn(w, step);
        break;
    case XPGN_STEP_RESULT:
        show_result(w, game, step);
        break;
    case XPGN_STEP_COMMENT:
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* The destination of claims. */
typedef struct claim_output {
    cli_worker *w;
    const xpgn_game *game;
} claim_output;

static const char *turn_name(const replay_claims *k, const claims_turn *t) {
    return k->text.data + t->name;
}

/* Empty for "moves", which are not about a position. */
static const char *claim_xfen(const replay_claims *k, const replay_claim *claim) {
    return claim->turns >= XPGN_CLAIM_TIMES ? k->text.data + claim->turn[XPGN_CLAIM_TIMES - 1].xfen
                                            : "";
}

static void put_claim_text(const claim_output *out, const replay_claims *k,
                           const replay_claim *claim) {
    xpgn_buffer *b = &out->w->to[CLI_OUT];
    xpgn_buffer_clean(b, (xpgn_slice){out->game->file, strlen(out->game->file)});
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

static void put_claim_tags(struct row_writer *line, const claim_output *out) {
    const options *o = out->w->options;
    replay_cells *s = &((replay_progress *)out->w->state)->cells;
    const cli_row cell = row_of_cells(s);
    take_tags(s, out->w->walk, &o->tag);
    for (size_t i = 0; i < o->tag.count; i++)
        cli_put_column_cell(line, &o->tag, &o->tag.list[i], &cell);
}

static void put_claim_row(const claim_output *out, const replay_claims *k,
                          const replay_claim *claim) {
    const options *o = out->w->options;
    struct row_writer line = {.b = &out->w->to[CLI_OUT], .form = cell_form(o)};
    xpgn_buffer *cell = &((replay_progress *)out->w->state)->cells.cell;
    row_number(&line, out->game->number);
    row_cell(&line, cli_slice(claim->what));
    row_number(&line, claim->count);
    xpgn_buffer_clear(cell);
    for (size_t i = 0; i < claim->turns; i++)
        xpgn_buffer_printf(cell, "%s%s", i > 0 ? ", " : "", turn_name(k, &claim->turn[i]));
    row_cell(&line, (xpgn_slice){cell->data, cell->size});
    row_cell(&line, cli_slice(claim_xfen(k, claim)));
    xpgn_buffer_clear(cell);
    xpgn_buffer_clean(cell, cli_slice(out->game->file));
    row_cell(&line, (xpgn_slice){cell->data, cell->size});
    line.b->failed |= cell->failed;
    put_claim_tags(&line, out);
    row_end(&line);
}

static void put_claim_header(xpgn_buffer *b, const options *o) {
    static const char *const names[] = {"game", "claim", "count", "turns", "xfen", "file"};
    struct row_writer line = {.b = b, .form = cell_form(o), .right = 1 << 0 | 1 << 2};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        row_cell(&line, cli_slice(names[i]));
    for (size_t i = 0; i < o->tag.count; i++)
        row_cell(&line, cli_slice(o->tag.list[i].name));
    row_end_head(&line);
}

static void put_claim_json(const claim_output *out, const replay_claims *k,
                           const replay_claim *claim) {
    xpgn_buffer *b = &out->w->to[CLI_OUT];
    json_open(b, NULL, "{");
    json_number(b, "game", (int64_t)out->game->number);
    json_text(b, "claim", claim->what);
    json_number(b, "count", (int64_t)claim->count);
    json_open(b, "turns", "[");
    for (size_t i = 0; i < claim->turns; i++)
        json_text(b, NULL, turn_name(k, &claim->turn[i]));
    xpgn_buffer_char(b, ']');
    json_text(b, "xfen", claim->turns >= XPGN_CLAIM_TIMES ? claim_xfen(k, claim) : NULL);
    json_text(b, "file", out->game->file);
    replay_cells *s = &((replay_progress *)out->w->state)->cells;
    const replay_row r = {.of = row_of_cells(s), .walk = out->w->walk, .how = out->w->options};
    put_json_tags(b, s, &r);
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

/* Writes the claims of a game, as far as it can be played. */
static void find_claims(cli_worker *w, const xpgn_game *game) {
    replay_claims *k = &((replay_progress *)w->state)->claims;
    claim_output out = {w, game};
    replay_claims_begin(w->cli, k);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        replay_claims_step(k, w->walk, step);
    if (!k->failed)
        replay_claims_put(k, xpgn_walk_ruleset(w->walk), put_claim, &out);
    if (k->failed)
        cli_no_memory(w->cli);
}

/* True at the step where an animation begins. */
static bool begins_here(const void *data, const xpgn_step *step) {
    const options *o = data;
    if (!is_placed(o))
        return step->ply == 0;
    return is_step_wanted(o, step);
}

/* Plays the game to its end first if rows have facts that are known only there. */
static void look_ahead(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    replay_cells *s = &((replay_progress *)w->state)->cells;
    const uint32_t line = 1u << XPGN_SCOPE_LINE, whole = 1u << XPGN_SCOPE_GAME | line;
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT,
                                   .keep_line = (o->columns.scopes & line) != 0};
    const xpgn_step *step;
    if (o->columns_given.count == 0 || (o->columns.scopes & whole) == 0)
        return;
    if (s->whole == NULL)
        s->whole = cli_open_walk(w, &how);
    xpgn_status status = xpgn_walk_begin(s->whole, game);
    s->end = (xpgn_fact_source){XPGN_SUBJECT};
    while (status == XPGN_OK && (status = xpgn_walk_next(s->whole, &step)) == XPGN_OK)
        xpgn_fact_source_step(&s->end, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
}

/* The tags that are asked for: those of --columns, or of --tags, which JSON has as an object. */
static const cli_columns *tags_asked(const options *o) {
    return o->columns_given.count > 0 || o->format != JSON ? &o->columns : &o->tag;
}

/* Notes which of these tags the game has. */
static void note_tags(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    replay_cells *s = &((replay_progress *)w->state)->cells;
    const cli_columns *k = tags_asked(o);
    if (k->tags == 0)
        return;
    take_tags(s, w->walk, k);
    cli_tags_note(w, &s->seen, (cli_tags){k->tag, k->tags}, s->value, game);
}

static bool is_picture_only(const options *o) {
    return o->svg != NULL && strcmp(o->svg, "-") == 0;
}

static bool replay_game(cli_worker *w, const xpgn_game *game) {
    replay_progress *s = w->state;
    bool more = true;
    s->acted = s->found = s->keeps = false;
    if (((const options *)w->options)->animate) {
        const options *o = w->options;
        more = replay_animate(w, game, &(replay_show){begins_here, o->how.player});
    } else if (((const options *)w->options)->claims) {
        find_claims(w, game);
    } else if (((const options *)w->options)->luck) {
        luck_of_game(w, &s->luck, &((const options *)w->options)->how, game);
        if (is_picture_only(w->options))
            xpgn_buffer_clear(&w->to[CLI_OUT]);
    } else {
        look_ahead(w, game);
        begin_rows(w, game);
        cli_walk_begin(w, game);
        s->visited = false;
        for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
            show_step(w, game, step);
        note_tags(w, game);
    }
    (void)cli_report_errors(w, game);
    return more;
}

/* ---- the program ----------------------------------------------------------------------------- */

static void add_missing(cli *c, void *data) {
    options *o = c->options;
    replay_progress *s = data;
    if (s->missing > 0 && (o->missing == 0 || s->first_missing < o->first_missing))
        o->first_missing = s->first_missing;
    o->missing += s->missing;
    replay_claims_free(&s->claims);
    luck_close(&o->total, &s->luck);
    cli_tags_merge(&o->seen, &s->cells.seen);
    xpgn_buffer_free(&s->cells.text);
    xpgn_buffer_free(&s->cells.cell);
    xpgn_buffer_free(&s->cells.kept.text);
    xpgn_buffer_free(&s->cells.head);
    xpgn_walk_free(s->cells.whole);
}

static void report_nothing_shown(cli *c, const options *o) {
    if (o->missing == 1)
        cli_message(c, "game %llu has no such turn", (unsigned long long)o->first_missing);
    else if (o->missing > 1)
        cli_message(c, "%llu games have no such turn, the first is game %llu",
                    (unsigned long long)o->missing, (unsigned long long)o->first_missing);
}

/* A final position needs only the result step; a caption also needs the names of the players. */
static bool needs_steps(const options *o) {
    return o->claims || o->luck || o->each || o->actions || o->start || is_placed(o) ||
           o->format == ASCII || o->animate;
}

static void print_header(cli *c, const options *o) {
    xpgn_buffer head = {0};
    if (o->claims)
        put_claim_header(&head, o);
    else if (o->luck)
        luck_put_head(&head, &o->how);
    else
        cli_put_columns_head(&head, &o->columns, cell_form(o));
    cli_flush(c, CLI_OUT, &head);
    xpgn_buffer_free(&head);
}

static void print_total(cli *c, const options *o) {
    xpgn_buffer total = {0};
    luck_put_total(&total, &o->how, &o->total);
    cli_flush(c, CLI_OUT, &total);
    xpgn_buffer_free(&total);
}

static int end_picture(cli *c, options *o, int status) {
    if (status == CLI_TROUBLE) {
        cli_luck_free(&o->line);
        xpgn_svg_free(o->how.svg);
        return status;
    }
    cli_luck_draw(c, &o->line, o->how.svg, o->how.player != NULL, NULL);
    cli_luck_free(&o->line);
    int written = cli_write_svg(c, o->how.svg, o->svg);
    return written > status ? written : status;
}

/* True if only dice matter: for luck in points of material, without details. */
static bool counts_dice(const options *o) {
    return o->luck && o->how.player == NULL && !o->how.detail && o->svg == NULL;
}

/* True if nothing is printed of what is written beside actions. */
static bool needs_names(const options *o) {
    return !o->claims && !o->luck && !o->animate && !o->columns.remarks;
}

static xpgn_detail detail_of(const options *o) {
    if (counts_dice(o))
        return XPGN_THROWS;
    if (writes_visited(o))
        return XPGN_WHOLE;
    if (!needs_steps(o))
        return XPGN_VERDICT;
    return needs_names(o) ? XPGN_NAMED : XPGN_STEPS;
}

static int play_animation(cli *c, options *o) {
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true, .detail = detail_of(o),
                              .visit = writes_visited(o) ? visit_replayed : NULL};
    cli_work work = {.walk = &walk,
                     .state_size = sizeof(replay_progress),
                     .game = replay_game,
                     .finish = add_missing,
                     .serial = o->animate || o->svg != NULL};
    if (!is_picture_only(o) && o->format > JSON && cli_has_head(&o->common, cell_form(o)))
        print_header(c, o);
    int status = cli_run(c, &work);
    report_nothing_shown(c, o);
    cli_tags_tell(c, (cli_tags){tags_asked(o)->tag, tags_asked(o)->tags}, &o->seen);
    if (o->luck && !is_picture_only(o))
        print_total(c, o);
    return o->svg != NULL ? end_picture(c, o, status) : status;
}

/* The columns of tables and, with --columns, of JSON. */
static int read_step_columns(cli *c, options *o) {
    int status = CLI_GO;
    bool exchanges = o->rows == ROWS_OF_EXCHANGES;
    const cli_columns_of *of = exchanges ? &exchange_columns_of : &columns_of;
    for (size_t i = 0; i < o->columns_given.count && status == CLI_GO; i++)
        status = cli_columns_add(c, &o->columns, of, o->columns_given.item[i]);
    if (o->columns_given.count == 0)
        status = cli_columns_add(c, &o->columns, of, exchanges ? standard_of_exchanges : standard);
    return status;
}

/* The columns of --tags, which may have any name. */
static int read_tag_columns(cli *c, options *o) {
    int status = CLI_GO;
    const char *p = o->tags != NULL ? o->tags : "";
    while (*p != '\0' && status == CLI_GO) {
        size_t size = strcspn(p, ",");
        if (size > 0)
            status = cli_columns_add_tag(c, &o->tag, &tags_of, (xpgn_slice){p, size});
        if (size > 0 && status == CLI_GO && !o->claims && o->format != JSON)
            status = cli_columns_add_tag(c, &o->columns, &tags_of, (xpgn_slice){p, size});
        p += size + (p[size] == ',');
    }
    return status;
}

/* Translates --rows into --each and --actions. */
static int choose_rows(cli *c, options *o) {
    if (o->rows != ROWS_OF_GAMES && (o->each || o->actions || o->animate || o->claims))
        return cli_usage(c,
                         "--rows cannot be combined with --each, --actions, --animate or --claims");
    o->each = o->each || o->rows == ROWS_OF_TURNS;
    o->actions = o->actions || o->rows >= ROWS_OF_ACTIONS;
    if (o->columns_given.count > 0 && (o->claims || o->format == XFEN || o->format == ASCII))
        return cli_usage(c,
                         "--columns requires --format=json, tsv, csv or markdown, and positions");
    if (o->rows == ROWS_OF_EXCHANGES && (o->format == XFEN || o->format == ASCII))
        return cli_usage(c, "--rows=exchanges requires --format=json, tsv, csv or markdown");
    return CLI_GO;
}

static int open_picture(cli *c, options *o) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS};
    o->how.svg = cli_open_svg(c, o->theme, &how);
    o->how.line = &o->line;
    return o->how.svg != NULL ? CLI_GO : CLI_TROUBLE;
}

/* Checks --luck and the options that require it. */
static int choose_luck(cli *c, options *o) {
    luck_how *how = &o->how;
    if (!o->luck && o->svg == NULL && o->animate && how->rollouts == 0 && !how->fit)
        return luck_check(c, how);
    if (!o->luck)
        return how->player != NULL || how->rollouts > 0 || how->scale != NULL || how->fit ||
                       o->svg != NULL
                   ? cli_usage(c, "--equity, --rollouts, --logit, --fit and --svg require --luck")
                   : CLI_GO;
    if (is_placed(o) || o->each || o->start || o->animate || o->claims || o->format == ASCII ||
        o->columns_given.count > 0 || o->rows > ROWS_OF_ACTIONS || o->rows == ROWS_OF_TURNS ||
        o->tags != NULL)
        return cli_usage(c, "--luck can only be combined with --rows=actions and "
                            "--format=json, tsv, csv or markdown");
    how->detail = o->actions;
    how->form = o->format == XFEN ? LUCK_TEXT : o->format == JSON ? LUCK_JSON : LUCK_TABLE;
    how->cell = cell_form(o);
    int status = luck_check(c, how);
    return status == CLI_GO && o->svg != NULL ? open_picture(c, o) : status;
}

static int run_replay(cli *c, options *o) {
    if (o->format < 0)
        o->format = o->columns_given.count > 0 || o->rows == ROWS_OF_EXCHANGES ? TSV : XFEN;
    o->wants_ply = o->ply != NO_PLY;
    o->color = c->sink[CLI_OUT].color;
    if (o->at != NULL && o->wants_ply)
        return cli_usage(c, "--at and --ply cannot be combined");
    if (o->each && o->actions)
        return cli_usage(c, "--each and --actions cannot be combined");
    if (o->animate && (o->each || o->actions || o->start || o->format != XFEN))
        return cli_usage(c, "--animate can only be combined with --at and --ply");
    if (o->claims && (is_placed(o) || o->at != NULL || o->each || o->actions || o->start ||
                      o->animate || o->format == ASCII))
        return cli_usage(c,
                         "--claims can only be combined with --format=json, tsv, csv or markdown");
    if (o->animate && !replay_can_animate(c))
        return CLI_TROUBLE;
    if (o->tags != NULL && (o->format == XFEN || o->format == ASCII))
        return cli_usage(c, "--tags requires --format=json, tsv, csv or markdown");
    if (o->language != NULL && o->format != ASCII)
        return cli_usage(c, "--language requires --format=ascii");
    if (o->at != NULL && !cli_read_turn(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 12w, 12b or 12", o->at);
    for (size_t i = 0; i < OBJECTS && o->format == JSON; i++)
        cli_fact_keys_find(c, &o->keys[i], XPGN_ANY_SCOPE, key_names[i]);
    int status = cli_find_words(c, o->language, &o->words);
    if (status == CLI_GO)
        status = choose_rows(c, o);
    if (status == CLI_GO)
        status = choose_luck(c, o);
    if (status == CLI_GO && o->format > ASCII)
        status = read_step_columns(c, o);
    if (status == CLI_GO)
        status = read_tag_columns(c, o);
    if (status == CLI_GO)
        status = play_animation(c, o);
    cli_columns_free(&o->columns);
    cli_columns_free(&o->tag);
    return status;
}

int main(int argc, char **argv) {
    options o = {.ply = NO_PLY, .format = -1, .how = {.seed = 1}};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_replay(&c, &o);
    return cli_end(&c, status);
}
