/* SPDX-License-Identifier: MIT */
/* xpgn-split: games into files, by what they have in common or by number and size. */
#include "split/split.h"
#include "frame/file_paths.h"
#include "shared/tables/game_filter.h"
#include "shared/tables/game_rows.h"
#include "shared/tables/sorter.h"

#include <stdlib.h>
#include <xpgn/record.h>

typedef struct options {
    cli_common common;
    cli_list by;
    uint64_t count, size;
    const char *folder, *prefix, *where_given;
    bool dry_run;
    uint64_t memory;
    /* derived from the options */
    cli_rows rows;
    bool players;
    cli_where where;
    cli_sorter sorter;
    cli_tags_seen seen;
    const char *suffix;
    struct output *out; /* with --games and --size */
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_BY("one file for each value of a tag such as Event; of player (each game goes to both), "
           "year, ECO, Opening; or of any other column of xpgn-list",
           AT(by)),
    CLI_ROW("games", "N", CLI_NUMBER, AT(count), "one file for every N games", .min = 1,
            .max = UINT64_MAX),
    CLI_ROW("size", "SIZE", CLI_SIZE, AT(size),
            "files of at most SIZE, such as 100M, unless a single game is larger", .min = 1,
            .max = UINT64_MAX),
    CLI_WHERE(AT(where_given)),
    CLI_ROW("output", "FOLDER", CLI_TEXT, AT(folder),
            "write the files to FOLDER (default: the current one); create it if necessary",
            .letter = 'o'),
    CLI_ROW("prefix", "TEXT", CLI_TEXT, AT(prefix),
            "prefix of the file names (default with --games and --size: games-)"),
    CLI_SWITCH("dry-run", AT(dry_run),
               "write nothing; list the files with their number of games and bytes"),
    CLI_SORTER_MEMORY_OPTION(AT(memory)),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-split",
    .usage = "--by=NAME|--games=N|--size=SIZE [option...] [file...]",
    .about = "Splits games into files: by player, event or any other column, by number or size.",
    .options = table,
    .more_help = cli_put_facts,
    .common = CLI_ALL | CLI_FORCE};

/* ---- files ----------------------------------------------------------------------------------- */

/* The file being written, and the names of all files. */
typedef struct output {
    cli *c;
    const options *o;
    int sink; /* -1: no file is open */
    char **name;
    size_t names, capacity;
    uint64_t games, bytes;
    xpgn_buffer held, list;
    bool failed;
} output;

/* Ends the current file; false after a message. */
static bool end_file(output *out) {
    bool good = true;
    if (out->games == 0)
        return true;
    if (out->o->dry_run)
        xpgn_buffer_printf(&out->list, "%llu\t%llu\t%s\n", (unsigned long long)out->games,
                           (unsigned long long)out->bytes, out->name[out->names - 1]);
    if (out->sink >= 0) {
        cli_flush(out->c, out->sink, &out->held);
        good = cli_finish_output(out->c, out->sink);
    }
    out->sink = -1;
    out->games = out->bytes = 0;
    return good;
}

/* Begins a file, with `number` after its stem unless that is 1; false after a message. */
static bool begin_file(output *out, const char *stem, size_t number) {
    const options *o = out->o;
    const char *folder = o->folder != NULL ? o->folder : "";
    const char *slash = *folder != '\0' && folder[strlen(folder) - 1] != '/' ? "/" : "";
    xpgn_buffer path = {0};
    if (!end_file(out))
        return false;
    xpgn_buffer_printf(&path, "%s%s%s", folder, slash, stem);
    if (number > 1)
        xpgn_buffer_printf(&path, "~%zu", number);
    xpgn_buffer_printf(&path, "%s", o->suffix);
    xpgn_buffer_char(&path, '\0');
    if (path.failed)
        cli_no_memory(out->c);
    out->name = cli_grow(out->c, out->name, out->names, &out->capacity, sizeof *out->name);
    out->name[out->names++] = path.data;
    if (!o->dry_run)
        out->sink = cli_open_output(out->c, path.data, CLI_GAMES_FILE);
    return o->dry_run || out->sink >= 0;
}

static void put_split_game(output *out, xpgn_slice text) {
    out->games++;
    out->bytes += text.size;
    if (out->sink < 0)
        return;
    xpgn_buffer_slice(&out->held, text);
    if (out->held.size > 1 << 16 || out->held.failed)
        cli_flush(out->c, out->sink, &out->held);
}

/* Gives all files their names, or discards them; only then the names may be freed. */
static int close_output(output *out, bool good) {
    good = good && end_file(out);
    if (good) {
        if (out->list.size > 0 || out->list.failed) {
            xpgn_buffer head = {0};
            xpgn_buffer_text(&head, "games\tbytes\tfile\n");
            cli_flush(out->c, CLI_OUT, &head);
            xpgn_buffer_free(&head);
            cli_flush(out->c, CLI_OUT, &out->list);
        }
        good = cli_close_outputs(out->c);
    } else {
        cli_discard_outputs(out->c);
    }
    for (size_t i = 0; i < out->names; i++)
        free(out->name[i]);
    free(out->name);
    xpgn_buffer_free(&out->held);
    xpgn_buffer_free(&out->list);
    return good ? CLI_GOOD : CLI_TROUBLE;
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The state of one thread. */
typedef struct split_state {
    cli_row_maker maker;
    cli_where_state where;
    cli_sorter_part part;
    split_names names;
    xpgn_buffer stem, value, key, data, player, cell;
} split_state;

/* Makes the stem, and the values behind it: different values may have the same stem. */
static void make_names(const options *o, split_state *s) {
    const cli_columns *k = &o->rows.columns;
    xpgn_buffer_clear(&s->stem);
    xpgn_buffer_clear(&s->value);
    xpgn_buffer_text(&s->stem, o->prefix != NULL ? o->prefix : "");
    for (size_t i = 0; i < k->count; i++) {
        xpgn_buffer_clear(&s->cell);
        cli_put_column(&s->cell, k, &k->list[i], &s->maker.row);
        const xpgn_slice cell = {s->cell.data, s->cell.size};
        if (i > 0)
            xpgn_buffer_char(&s->stem, '-');
        size_t start = s->stem.size;
        split_put_part(&s->stem, cell);
        if (s->stem.size == start)
            xpgn_buffer_text(&s->stem, "unknown");
        xpgn_buffer_slice(&s->value, cell);
        xpgn_buffer_char(&s->value, '\0');
        s->stem.failed |= s->cell.failed;
    }
    split_end_stem(&s->stem);
}

/* Games are sorted by stem regardless of case, then by value, then in the order of the input. */
static void put_for_file(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    split_state *s = w->state;
    make_names(o, s);
    xpgn_buffer_clear(&s->key);
    xpgn_buffer_clear(&s->data);
    split_put_folded(&s->key, &s->names, (xpgn_slice){s->stem.data, s->stem.size});
    xpgn_buffer_char(&s->key, '\0');
    xpgn_buffer_slice(&s->key, (xpgn_slice){s->value.data, s->value.size});
    cli_sorter_number(&s->key, w->nth);
    xpgn_buffer_slice(&s->data, (xpgn_slice){s->stem.data, s->stem.size});
    xpgn_buffer_char(&s->data, '\0');
    cli_copy_game(&s->data, game);
    if (s->stem.failed || s->value.failed || s->key.failed || s->data.failed)
        cli_no_memory(w->cli);
    cli_sorter_put(&o->sorter, &s->part, (xpgn_slice){s->key.data, s->key.size},
                   (xpgn_slice){s->data.data, s->data.size});
}

/* Puts a game once for each player with a name, or once if there is none. */
static void put_for_players(cli_worker *w, const xpgn_game *game) {
    static const xpgn_slice name[] = {{"White", 5}, {"Black", 5}, {"Red", 3}, {"Green", 5}};
    enum { PLAYERS = sizeof name / sizeof *name };
    split_state *s = w->state;
    xpgn_slice value[PLAYERS];
    unsigned known = 0;
    xpgn_reader_tags(s->maker.reader, game->text, name, PLAYERS, value);
    for (size_t i = 0; i < PLAYERS; i++) {
        bool again = value[i].data == NULL || xpgn_value_is_unknown(value[i]);
        for (size_t n = 0; n < i; n++)
            again = again || (value[n].data != NULL && cli_equal(value[n], value[i]));
        if (again)
            continue;
        xpgn_buffer_clear(&s->player);
        xpgn_tag_text(&s->player, value[i]);
        xpgn_buffer_char(&s->player, '\0');
        if (s->player.failed)
            cli_no_memory(w->cli);
        s->maker.own[CLI_ROWS_PLAYER] = s->player.data;
        put_for_file(w, game);
        known++;
    }
    s->maker.own[CLI_ROWS_PLAYER] = NULL;
    if (known == 0)
        put_for_file(w, game);
}

static bool split_by_value(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    split_state *s = w->state;
    if (!cli_sorter_takes(w, game) || !cli_where_holds(w, &s->where, &o->where, game))
        return true;
    cli_row_make(w, &o->rows, &s->maker, game);
    if (o->players)
        put_for_players(w, game);
    else
        put_for_file(w, game);
    return true;
}

static void finish_split(cli *c, void *data) {
    options *o = c->options;
    split_state *s = data;
    cli_sorter_add(&o->sorter, &s->part);
    cli_where_finish(&o->where, &s->where);
    cli_row_close(&s->maker, &o->seen);
    split_names_close(&s->names);
    xpgn_buffer_free(&s->stem);
    xpgn_buffer_free(&s->value);
    xpgn_buffer_free(&s->key);
    xpgn_buffer_free(&s->data);
    xpgn_buffer_free(&s->player);
    xpgn_buffer_free(&s->cell);
}

/* ---- files by value -------------------------------------------------------------------------- */

enum { PLACE = 8 }; /* the last bytes of a key: the number of the game */

/* The file that games are put into: the key of its first game, and its number among the files of
   its stem. */
typedef struct split_group {
    xpgn_buffer key;
    size_t number;
} split_group;

static bool has_prefix(xpgn_slice key, const xpgn_buffer *of, size_t size) {
    return key.size >= size && of->size >= size && memcmp(key.data, of->data, size) == 0;
}

/* Goes to the next file if the game belongs to another one; false after a message. */
static bool enter_group(output *out, split_group *g, xpgn_slice key, const char *stem) {
    if (g->key.size > 0 && key.size == g->key.size && has_prefix(key, &g->key, key.size - PLACE))
        return true;
    bool same = g->key.size > 0 && has_prefix(key, &g->key, strlen(key.data) + 1);
    g->number = same ? g->number + 1 : 1;
    xpgn_buffer_clear(&g->key);
    xpgn_buffer_slice(&g->key, key);
    if (g->key.failed)
        cli_no_memory(out->c);
    return begin_file(out, stem, g->number);
}

static bool write_groups(output *out, cli_sorter *sorter) {
    split_group g = {.number = 0};
    xpgn_slice key, data;
    bool good = true;
    while (good && cli_sorter_next(sorter, &key, &data)) {
        good = enter_group(out, &g, key, data.data);
        size_t stem = strlen(data.data) + 1;
        if (good)
            put_split_game(out, (xpgn_slice){data.data + stem, data.size - stem});
    }
    xpgn_buffer_free(&g.key);
    return good;
}

static int split_by(cli *c, options *o) {
    const cli_work work = {
        .state_size = sizeof(split_state), .game = split_by_value, .finish = finish_split};
    output out = {.c = c, .o = o, .sink = -1};
    cli_sorter_open(c, &o->sorter, o->memory);
    int status = cli_sorter_run(c, &o->sorter, &work);
    if (status == CLI_GOOD)
        status = close_output(&out, write_groups(&out, &o->sorter));
    cli_tags_tell(c, (cli_tags){o->rows.columns.tag, o->rows.columns.tags}, &o->seen);
    cli_sorter_close(&o->sorter);
    return status;
}

/* ---- files by number and size ---------------------------------------------------------------- */

static bool is_full(const output *out, size_t size) {
    const options *o = out->o;
    return out->games == 0 || (o->count > 0 && out->games == o->count) ||
           (o->size > 0 && out->bytes + size > o->size);
}

static bool in_turn(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    split_state *s = w->state;
    output *out = o->out;
    if (!cli_sorter_takes(w, game) || !cli_where_holds(w, &s->where, &o->where, game))
        return true;
    xpgn_buffer_clear(&s->data);
    cli_copy_game(&s->data, game);
    if (s->data.failed)
        cli_no_memory(w->cli);
    if (is_full(out, s->data.size)) {
        xpgn_buffer_clear(&s->stem);
        xpgn_buffer_printf(&s->stem, "%s%04zu", o->prefix, out->names + 1);
        xpgn_buffer_char(&s->stem, '\0');
        if (s->stem.failed)
            cli_no_memory(w->cli);
        out->failed = !begin_file(out, s->stem.data, 1);
    }
    if (!out->failed)
        put_split_game(out, (xpgn_slice){s->data.data, s->data.size});
    return !out->failed;
}

static int split_in_turn(cli *c, options *o) {
    const cli_work work = {
        .state_size = sizeof(split_state), .game = in_turn, .finish = finish_split, .serial = true};
    output out = {.c = c, .o = o, .sink = -1};
    o->out = &out;
    cli_sorter_open(c, &o->sorter, o->memory);
    if (o->prefix == NULL)
        o->prefix = "games-";
    int status = cli_run(c, &work);
    if (status != CLI_GOOD && !out.failed && out.names > 0)
        cli_message(c, "nothing was written, since not all games could be read");
    status = close_output(&out, status == CLI_GOOD && !out.failed);
    cli_sorter_close(&o->sorter);
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* .xpgn if that is the suffix of the first file, compressed or not; else .pgn. */
static const char *suffix_of(const cli_list *files) {
    const char *name = files->count > 0 ? files->item[0] : "";
    const char *found = strstr(path_name(name), ".xpgn");
    return found != NULL && (found[5] == '\0' || found[5] == '.') ? ".xpgn" : ".pgn";
}

static int read_key_columns(cli *c, options *o) {
    int status = cli_rows_by(c, &o->rows, &o->by, CLI_ROWS_PLAYERS);
    for (size_t i = 0; i < o->rows.columns.count; i++)
        o->players = o->players || (o->rows.columns.list[i].kind == CLI_COLUMN_OWN &&
                                    o->rows.columns.list[i].index == CLI_ROWS_PLAYER);
    return status;
}

/* Makes the folder if need be. */
static int check_folder(cli *c, const options *o) {
    if (o->prefix != NULL && strpbrk(o->prefix, "/~") != NULL)
        return cli_usage(c, "--prefix: '%s' has a / or ~, which file names here cannot have",
                         o->prefix);
    if (o->folder == NULL || o->dry_run || cli_make_folder(c, o->folder))
        return CLI_GO;
    return CLI_TROUBLE;
}

static int run_split(cli *c, options *o) {
    if ((o->by.count > 0) + (o->count > 0) + (o->size > 0) != 1)
        return cli_usage(c, "--by, --games or --size is required: --by=Event");
    int status = check_folder(c, o);
    o->suffix = suffix_of(&o->common.files);
    if (status == CLI_GO)
        status = read_key_columns(c, o);
    if (status == CLI_GO)
        status = cli_where_open(c, &o->where, "--where", o->where_given);
    if (status == CLI_GO)
        status = o->by.count > 0 ? split_by(c, o) : split_in_turn(c, o);
    cli_where_close(c, &o->where, status != CLI_TROUBLE);
    cli_rows_free(&o->rows);
    return status;
}

int main(int argc, char **argv) {
    options o = {.memory = 0};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_split(&c, &o);
    return cli_end(&c, status);
}
