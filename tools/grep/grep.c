/* SPDX-License-Identifier: MIT */
/* xpgn-grep: selects games by their tags, text, positions and actions. */
#include "grep/grep.h"
#include "grep/grep_archive.h"
#include "grep/similar_games.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

typedef struct options {
    cli_common common;
    grep_request request;
    bool invert, count, list, list_without, quiet;
    bool duplicates, similar, lines, index;
    int unique; /* UNIQUE_... */
    const char *not_in;
    uint64_t memory;
    uint64_t head; /* 0: all */
    grep_sampling sampling;
    /* derived from the options */
    grep_plan plan;
    grep_seen seen;
    grep_hint hint;
    grep_sample sample;
    uint64_t *matches; /* by file */
    bool *unread;      /* by file */
    uint64_t found;
    /* for near copies, which are found when all games have been read */
    cli_sorter sketches, texts;
    grep_copies copies;
    grep_archive archive;
    uint64_t archived; /* games of the archive */
} options;

enum { UNIQUE_NO, UNIQUE_FIRST, UNIQUE_FULLEST };

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("tag", "CONDITION", CLI_LIST, AT(request.tag),
            "a tag: Name=text, Name=/re/i, Name!=..., WhiteElo>=2500, Date<2020.05, Name (has a "
            "value), !Name",
            .letter = 't'),
    CLI_ROW("player", "TEXT", CLI_LIST, AT(request.player),
            "text (or /re/) in the name of any player", .letter = 'p'),
    CLI_ROW("variant", "ID[,ID...]", CLI_LIST, AT(request.variant), "one of these variants"),
    CLI_ROW("result", "RESULT[,...]", CLI_LIST, AT(request.result),
            "one of these results: 1-0, 0-1, 1/2-1/2, *"),
    CLI_ROW("comment", "TEXT", CLI_LIST, AT(request.comment), "text (or /re/) in a comment"),
    CLI_ROW("text", "TEXT", CLI_LIST, AT(request.text), "text (or /re/) anywhere in the game"),
    CLI_ROW("xfen", "PATTERN", CLI_LIST, AT(request.xfen),
            "a position of the main line: XFEN with wildcards, or squares such as d5=N,g8=k"),
    CLI_ROW("material", "TERMS", CLI_LIST, AT(request.material),
            "the pieces in a position of the main line: 'Q=1 q=0 R+r>=2'"),
    CLI_ROW("line", "ACTIONS", CLI_LIST, AT(request.line),
            "the first actions of the main line: 'e4 c5 * Nc3'; *: any action, ...: any number of "
            "them"),
    CLI_SWITCH("final", AT(request.final),
               "match --xfen and --material against final positions only"),
    CLI_ROW("combat", "QUERY", CLI_LIST, AT(request.combat),
            "a combat of the main line: 'attacker=N defender=K support>=2 faces=6 upset'"),
    CLI_ROW(
        "has", "QUERY", CLI_LIST, AT(request.has),
        "an action of the main line: 'combat K', 'double removal', rescue, mate; or repetition"),
    CLI_ROW("where", "QUERY", CLI_LIST, AT(request.where),
            "a condition on the game, or on one of its actions: 'WhiteElo > BlackElo + 200 and "
            "(promotion or plies>80)'"),
    CLI_SWITCH("variations", AT(request.variations),
               "also look for positions and actions in variations"),
    CLI_SWITCH("any", AT(request.any),
               "select games that meet any condition (default: all conditions)"),
    CLI_SWITCH("duplicates", AT(duplicates), "keep only games equal in play to an earlier match"),
    CLI_ROW("unique", NULL, CLI_MAYBE, AT(unique),
            "skip games equal to an earlier match; fullest: keep only the fullest of near copies",
            .choices = "first|fullest"),
    CLI_SWITCH("similar", AT(similar),
               "keep only near copies of an earlier game; with --unique or --not-in: treat near "
               "copies as equal"),
    CLI_ROW("not-in", "ARCHIVE", CLI_READS, AT(not_in), "skip games equal to one in ARCHIVE"),
    CLI_SWITCH("index", AT(index), "keep an index of ARCHIVE, ARCHIVE.xpd, for later runs"),
    CLI_SORTER_MEMORY_OPTION(AT(memory)),
    CLI_SWITCH("invert-match", AT(invert), "select games that do not match", .letter = 'v'),
    CLI_SWITCH("count", AT(count), "print only the number of matching games in each file",
               .letter = 'c'),
    CLI_SWITCH("files-with-matches", AT(list), "print only the names of files with matching games",
               .letter = 'l'),
    CLI_SWITCH("files-without-match", AT(list_without),
               "print only the names of files without matching games", .letter = 'L'),
    CLI_SWITCH("line-number", AT(lines),
               "print a line for each game instead: FILE:LINE: game N, White - Black",
               .letter = 'n'),
    CLI_SWITCH("quiet", AT(quiet), "print nothing; stop at the first matching game", .letter = 'q'),
    CLI_ROW("head", "N", CLI_NUMBER, AT(head), "stop after N matching games", .letter = 'm',
            .min = 1, .max = UINT32_MAX),
    CLI_ROW("sample", "N", CLI_NUMBER, AT(sampling.size),
            "keep a random sample of N matching games, in order", .min = 1, .max = UINT32_MAX),
    CLI_ROW("seed", "N", CLI_NUMBER, AT(sampling.seed), "seed of the sample (default 1)",
            .max = UINT64_MAX),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-grep",
    .usage = "[option...] [file...]",
    .about = "Selects games by tags, text, positions and actions, and copies them unchanged.",
    .options = table,
    .more_version = grep_put_library,
    .common = CLI_ALL | CLI_FORCE | CLI_RECORDS};

/* ---- one game -------------------------------------------------------------------------------- */

/* A game that could not be tested counts neither as a match nor as a mismatch. */
static void report_trouble(cli_worker *w, const xpgn_game *game, const char *why) {
    xpgn_buffer *b = &w->to[CLI_ERR];
    xpgn_buffer_printf(b, "%s: %s:%llu: game %llu left out: %s\n", w->cli->tool->name, game->file,
                       (unsigned long long)game->line, (unsigned long long)game->number, why);
    cli_worst(w, CLI_TROUBLE);
}

static bool prints_games(const options *o) {
    return !o->count && !o->list && !o->list_without && !o->quiet;
}

/* True if --not-in, --duplicates or --unique select the game. An incomplete game is never a
   duplicate. `seen` may be changed here, as with the latter two games come in order, in one
   thread. */
static bool is_game_wanted(cli_worker *w, options *o, const xpgn_game *game) {
    grep_state *s = w->state;
    uint8_t digest[XPGN_DIGEST_SIZE];
    bool known = grep_digest(w, &s->digest, game, digest);
    if (known && o->not_in != NULL && grep_archive_has(&o->archive, digest))
        return false;
    if (!o->duplicates && o->unique == UNIQUE_NO)
        return true;
    int seen = known ? grep_seen_add(&o->seen, digest) : 0;
    if (seen < 0)
        cli_no_memory(w->cli);
    return (seen == 1) == o->duplicates;
}

static void put_player(xpgn_buffer *b, xpgn_slice name) {
    if (name.data == NULL || name.size == 0)
        xpgn_buffer_char(b, '?');
    else
        cli_put_value(b, name);
}

/* Appends "games.pgn:17: game 3, Adams, R. - Brandt, L.". */
static void put_place(cli_worker *w, xpgn_buffer *b, const xpgn_game *game) {
    static const xpgn_slice name[] = {{"White", 5}, {"Black", 5}};
    grep_state *s = w->state;
    xpgn_slice value[2];
    xpgn_reader_tags(s->reader, game->text, name, 2, value);
    cli_put_name(b, w->cli, game->file);
    xpgn_buffer_printf(b, ":%llu: game %llu, ", (unsigned long long)game->line,
                       (unsigned long long)game->number);
    put_player(b, value[0]);
    xpgn_buffer_text(b, " - ");
    put_player(b, value[1]);
    xpgn_buffer_char(b, '\n');
}

static void put_found_game(cli_worker *w, xpgn_buffer *b, const xpgn_game *game) {
    const options *o = w->options;
    if (o->lines)
        put_place(w, b, game);
    else
        cli_copy_game(b, game);
}

/* True if near copies are asked for, which are known only when all games have been read. */
static bool seeks_copies(const options *o) {
    return o->similar || o->unique == UNIQUE_FULLEST;
}

/* Keeps the index of a game's file and the output about it until its copies are known. */
static void put_aside(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    grep_state *s = w->state;
    uint64_t nth = o->archived + w->nth;
    uint32_t file = (uint32_t)game->file_index;
    grep_sketch_put(w, &s->sketcher, &o->sketches, game, nth, false);
    xpgn_buffer_clear(&s->key);
    xpgn_buffer_clear(&s->kept);
    cli_sorter_number(&s->key, nth);
    xpgn_buffer_put(&s->kept, &file, sizeof file);
    put_found_game(w, &s->kept, game);
    if (s->key.failed || s->kept.failed)
        cli_no_memory(w->cli);
    cli_sorter_put(&o->texts, &s->texts, (xpgn_slice){s->key.data, s->key.size},
                   (xpgn_slice){s->kept.data, s->kept.size});
}

/* Writes a game that is selected, or keeps it for the sample. */
static void select_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    grep_state *s = w->state;
    if (o->sampling.size == 0) {
        put_found_game(w, &w->to[CLI_OUT], game);
    } else if (grep_sample_wants(&s->sample, &o->sampling, game->number)) {
        put_found_game(w, &s->drawn, game);
        grep_sample_add(w->cli, &s->sample, &o->sampling, game->number, &s->drawn);
    }
}

static bool test_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    grep_state *s = w->state;
    if (s->reader == NULL)
        grep_state_open(w, &o->plan);
    if ((o->list || o->list_without) && s->matches[game->file_index] > 0)
        return true; /* the file is already known to match */
    if (game->too_large) {
        report_trouble(w, game, "it is larger than --max-game");
        return true;
    }
    bool match = grep_test(w, &o->plan, game);
    if (s->matcher.trouble != NULL) {
        report_trouble(w, game, s->matcher.trouble);
        return true;
    }
    if (!match)
        grep_hint_note(w, game);
    if (match == o->invert)
        return true;
    if (seeks_copies(o)) {
        put_aside(w, game);
        return true;
    }
    if ((o->duplicates || o->unique != UNIQUE_NO || o->not_in != NULL) &&
        !is_game_wanted(w, w->cli->options, game))
        return true;
    s->matches[game->file_index]++;
    s->found++;
    if (prints_games(o))
        select_game(w, game);
    return !o->quiet && (o->head == 0 || s->found < o->head);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void add_state(cli *c, void *data) {
    options *o = c->options;
    grep_state *s = data;
    for (size_t i = 0; s->matches != NULL && i < cli_inputs(&o->common.files); i++)
        o->matches[i] += s->matches[i];
    o->found += s->found;
    grep_hint_merge(&o->hint, &s->hint);
    grep_sample_merge(c, &o->sample, &s->sample, &o->sampling);
    if (seeks_copies(o)) {
        grep_sketcher_close(&o->sketches, &s->sketcher);
        cli_sorter_add(&o->texts, &s->texts);
    }
    grep_state_close(&o->plan, s);
}

static void note_unread(cli *c, size_t file_index) {
    ((options *)c->options)->unread[file_index] = true;
}

/* Appends a file's name or count. As in grep(1), names precede counts if there are several
   files. */
static void put_file(xpgn_buffer *b, const cli *c, const options *o, size_t i) {
    bool counts = !o->list && !o->list_without;
    bool listed = o->list_without ? o->matches[i] == 0 && !o->unread[i] : o->matches[i] > 0;
    if (counts ? cli_inputs(&o->common.files) > 1 : listed)
        cli_put_name(b, c, cli_input(&o->common.files, i));
    if (counts && cli_inputs(&o->common.files) > 1)
        xpgn_buffer_char(b, ':');
    if (counts)
        xpgn_buffer_printf(b, "%llu", (unsigned long long)o->matches[i]);
    if (counts || listed)
        xpgn_buffer_char(b, '\n');
}

static void print_files(cli *c, const options *o) {
    xpgn_buffer b = {0};
    for (size_t i = 0; i < cli_inputs(&o->common.files); i++)
        if (o->list || o->list_without || o->count)
            put_file(&b, c, o, i);
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
}

static bool found_any(const options *o) {
    if (!o->list_without)
        return o->found > 0;
    for (size_t i = 0; i < cli_inputs(&o->common.files); i++)
        if (o->matches[i] == 0 && !o->unread[i])
            return true;
    return false;
}

/* ---- near copies ----------------------------------------------------------------------------- */

static bool sketch_archived(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    if (!game->too_large)
        grep_sketch_put(w, w->state, &o->sketches, game, w->nth, true);
    return true;
}

static void add_archived(cli *c, void *data) {
    options *o = c->options;
    const grep_sketcher *s = data;
    o->archived = s->last > o->archived ? s->last : o->archived;
    grep_sketcher_close(&o->sketches, data);
}

/* Makes the sketches of the archive, which come before all others. */
static int begin_copies(cli *c, options *o) {
    const cli_work work = {
        .state_size = sizeof(grep_sketcher), .game = sketch_archived, .finish = add_archived};
    uint64_t memory = o->memory > 0 ? o->memory : CLI_SORTER_MEMORY;
    cli_sorter_open(c, &o->sketches, memory / 2);
    cli_sorter_open(c, &o->texts, memory / 2);
    return o->not_in != NULL ? grep_archive_run(c, o->not_in, &work) : CLI_GOOD;
}

/* Of games that are alike, --unique selects one, --not-in none if the archive has one, and
   --similar alone all but the first. */
static bool is_selected(const options *o, const grep_copy *one) {
    const grep_copies *all = &o->copies;
    if (one == NULL)
        return o->unique != UNIQUE_NO || o->not_in != NULL;
    if (all->list[one->first].is.archived)
        return false;
    if (o->unique != UNIQUE_NO)
        return one == &all->list[o->unique == UNIQUE_FULLEST ? one->fullest : one->first];
    return o->not_in != NULL || one != &all->list[one->first];
}

/* Appends the output about a game; with `lines` also which game it is like. */
static void put_kept(xpgn_buffer *out, const options *o, const grep_copy *one, xpgn_slice text) {
    bool like = o->lines && one != NULL && text.size > 0;
    xpgn_buffer_put(out, text.data, text.size - like);
    if (!like)
        return;
    xpgn_buffer_text(out, ": ");
    grep_copies_put(out, &o->copies, one);
    xpgn_buffer_char(out, '\n');
}

static void write_copies(cli *c, options *o) {
    xpgn_slice key, text;
    xpgn_buffer out = {0};
    grep_copies_find(c, &o->copies, &o->sketches);
    cli_sorter_close(&o->sketches);
    while ((o->head == 0 || o->found < o->head) && cli_sorter_next(&o->texts, &key, &text)) {
        uint32_t file;
        const grep_copy *one = grep_copies_get(&o->copies, cli_sorter_value(key));
        memcpy(&file, text.data, sizeof file);
        if (!is_selected(o, one))
            continue;
        o->matches[file]++;
        o->found++;
        if (prints_games(o))
            put_kept(&out, o, one, (xpgn_slice){text.data + sizeof file, text.size - sizeof file});
        if (out.size > 1 << 16 || out.failed)
            cli_flush(c, CLI_OUT, &out);
    }
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    cli_sorter_close(&o->texts);
    grep_copies_free(&o->copies);
}

/* Prepares what --not-in and near copies need before the first game. */
static int begin_archive(cli *c, options *o) {
    const grep_reading how = {o->memory, o->index};
    if (seeks_copies(o))
        return begin_copies(c, o);
    return o->not_in != NULL ? grep_archive_open(c, &o->archive, o->not_in, &how) : CLI_GOOD;
}

static int search_games(cli *c, options *o) {
    const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = !o->request.variations};
    cli_work work = {.walk = &walk,
                     .state_size = sizeof(grep_state),
                     .game = test_game,
                     .finish = add_state,
                     .unread = note_unread,
                     .serial = !seeks_copies(o) && (o->quiet || o->head > 0 || o->duplicates ||
                                                    o->unique != UNIQUE_NO)};
    int status = begin_archive(c, o);
    if (status != CLI_GOOD)
        return status;
    o->matches = calloc(cli_inputs(&o->common.files), sizeof *o->matches);
    o->unread = calloc(cli_inputs(&o->common.files), sizeof *o->unread);
    if (o->matches == NULL || o->unread == NULL)
        cli_no_memory(c);
    status = cli_run(c, &work);
    c->unread.quiet = o->quiet;
    if (seeks_copies(o))
        write_copies(c, o);
    grep_archive_close(&o->archive);
    grep_sample_write(c, &o->sample);
    if (!o->quiet)
        print_files(c, o);
    bool found = found_any(o);
    if (o->found == 0 && !o->invert && !o->quiet)
        grep_hint_tell(c, &o->plan, &o->hint);
    free(o->matches);
    free(o->unread);
    if (status == CLI_TROUBLE && !(o->quiet && found))
        return CLI_TROUBLE;
    return found ? CLI_GOOD : CLI_BAD;
}

/* Returns a pattern that was typed before the files, as in grep(1); NULL if there is none. Without
   a condition all games would match. */
static const char *pattern_among_files(const options *o) {
    const cli_list *files = &o->common.files;
    bool wanted = o->plan.count == 0 && files->count > 0 && strcmp(files->item[0], "-") != 0;
    return wanted && access(files->item[0], F_OK) != 0 ? files->item[0] : NULL;
}

static int run_grep(cli *c, options *o) {
    if (o->list && o->list_without)
        return cli_usage(c, "--files-with-matches and --files-without-match cannot be combined");
    if (o->sampling.size > 0 && (!prints_games(o) || o->head > 0))
        return cli_usage(c, "--sample cannot be combined with --count, --files-with-matches, "
                            "--files-without-match, --head or --quiet");
    if (o->duplicates && (o->unique != UNIQUE_NO || o->similar))
        return cli_usage(c, "--duplicates and --%s cannot be combined",
                         o->similar ? "similar" : "unique");
    if (o->sampling.size > 0 && seeks_copies(o))
        return cli_usage(c,
                         "--sample cannot be combined with near copies; draw it from the output");
    if (o->not_in != NULL && strcmp(o->not_in, "-") == 0 && cli_reads_standard(&o->common.files))
        return cli_usage(c, "--not-in and the games are both standard input");
    if (o->index && (o->not_in == NULL || seeks_copies(o)))
        return cli_usage(c, "--index requires --not-in, without near copies");
    if (o->request.final && o->request.xfen.count + o->request.material.count == 0)
        return cli_usage(c, "--final requires --xfen or --material");
    int status = grep_plan_make(c, &o->plan, &o->request);
    const char *pattern = status == CLI_GO ? pattern_among_files(o) : NULL;
    if (pattern != NULL)
        status = cli_usage(c, "no file %s, and no condition; to find a player: --player='%s'",
                           pattern, pattern);
    if (status == CLI_GO)
        status = search_games(c, o);
    grep_seen_free(&o->seen);
    grep_hint_free(&o->hint);
    grep_plan_free(c, &o->plan, !o->quiet && !o->invert && o->head == 0);
    return status;
}

int main(int argc, char **argv) {
    options o = {.sampling.seed = 1, .archive.fd = -1, .archive.spool.fd = -1};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_grep(&c, &o);
    return cli_end(&c, status);
}
