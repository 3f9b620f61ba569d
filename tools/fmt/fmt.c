/* SPDX-License-Identifier: MIT */
/* xpgn-fmt: writes games in the canonical export form, or lists files that are not in it. */
#include "fmt/fmt_game.h"

#include <string.h>

#include "shared/decoding/decoding.h"

#define AT(member) offsetof(fmt_options, member)

static const cli_option table[] = {
    CLI_SWITCH("import", AT(import.import),
               "read games as people write them: piece letters of other languages, shortened "
               "captures, descriptive notation (xpgn-notations(7))"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(import.language),
            "language of piece letters, such as de; with --import: of the input (default auto: "
            "recognized for each game); otherwise: of the output, which is not XPGN"),
    CLI_SWITCH("incomplete", AT(import.incomplete),
               "with --import: write unreadable games as far as they are understood; the rest "
               "becomes a comment"),
    CLI_ONE_OF("from", "auto|pgn|table", AT(import.from),
               "with --import: type of the files; a table (CSV, semicolons, tabs) has a row for "
               "each move number"),
    CLI_SWITCH("quiet", AT(import.quiet), "with --import: do not report how words were read",
               .letter = 'q'),
    CLI_SWITCH("comment-form", AT(comment_form),
               "write rolls in comments, {[%roll 5:2]}, which any PGN reader accepts"),
    CLI_SWITCH("minimal", AT(minimal), "write only the dice of rolls, and no + or #"),
    CLI_SWITCH("digest", AT(digest), "always add the tag RulesDigest, a digest of the rules"),
    CLI_SWITCH("no-digest", AT(no_digest),
               "never add it, not even to games by a ruleset of --rules"),
    CLI_SWITCH("no-comments", AT(no_comments), "omit comments; rolls in comments are kept"),
    CLI_SWITCH("no-variations", AT(no_variations), "omit variations, and do not check them"),
    CLI_ONE_OF(
        "variations", "inside|games", AT(variations),
        "write variations inside their games, or each as a separate game with the moves before it"),
    CLI_SWITCH("no-nags", AT(no_nags), "omit $1, !, ? and the like"),
    CLI_ROW("set-tag", "NAME=VALUE", CLI_LIST, AT(edit.set),
            "set this tag in every game; {White} in VALUE stands for a column of xpgn-list"),
    CLI_ROW("remove-tag", "TAG", CLI_LIST, AT(edit.remove), "remove this tag"),
    CLI_ROW("rename-player", "FROM=TO", CLI_LIST, AT(edit.rename), "change the name of a player"),
    CLI_ROW("names-from", "LIST", CLI_READS, AT(edit.names),
            "spell player names as in the list of their event (TRF or CSV)"),
    CLI_ROW("strip", "NAME[,NAME...]", CLI_LIST, AT(edit.strip),
            "omit these commands from comments: eval, clk, ..."),
    CLI_ROW("plies", "N", CLI_NUMBER, AT(edit.plies), "omit everything after the Nth half-move",
            .min = 1, .max = UINT32_MAX),
    CLI_SWITCH("roster", AT(edit.roster), "keep the Seven Tag Roster and tags that affect play"),
    CLI_SWITCH("fix-result", AT(edit.fix_result),
               "set the tag Result to the result at the end of the moves"),
    CLI_SWITCH("eco", AT(edit.eco), "set the tags ECO and Opening of chess games"),
    CLI_ONE_OF("notation", "san|long|uci|figurine|iccf|descriptive", AT(notation),
               "move notation; the output is not XPGN"),
    CLI_ONE_OF("format", "pgn|fen|epd|json", AT(format),
               "fen, epd: write the positions of the main line instead, one per line, with an "
               "empty line after each game; json: with --import, an object per game"),
    CLI_ROW("width", "N", CLI_NUMBER, AT(width),
            "wrap lines at N columns (default 79); 0: movetext on one line", .max = UINT32_MAX - 1),
    CLI_SWITCH("check", AT(check), "only print the names of files that are not canonical"),
    CLI_SWITCH("diff", AT(diff), "print what would change, as a unified diff"),
    CLI_SWITCH("write", AT(write), "edit the files in place", .letter = 'w'),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-fmt",
    .usage = "[option...] [file...]",
    .about = "Writes games in canonical export form; copies games with errors unchanged.",
    .options = table,
    .common = CLI_ALL | CLI_RECORDS};

/* Checks what --notation, --format and the language written can be combined with. Returns CLI_GO,
   or the status after a message. */
static int check_notation(cli *c, const fmt_options *o) {
    bool in_place = o->write || o->check || o->diff, foreign = fmt_language_written(o) != NULL;
    bool letters = o->notation == XPGN_NOTATION_SAN || o->notation == XPGN_NOTATION_LONG;
    if (o->format == FMT_JSON && !o->import.import)
        return cli_usage(c, "--format=json requires --import");
    if (o->format == FMT_JSON && (fmt_edits(&o->edit) || o->variations == FMT_GAMES))
        return cli_usage(c, "--format=json cannot be combined with options that edit games");
    if (o->format != FMT_PGN && in_place)
        return cli_usage(
            c,
            "--format cannot be combined with --check, --diff or --write: the result is not XPGN");
    if (o->notation != XPGN_NOTATION_SAN && in_place)
        return cli_usage(c, "--notation cannot be combined with --check, --diff or --write: the "
                            "result is not XPGN");
    if (foreign && in_place)
        return cli_usage(c, "--language cannot be combined with --check, --diff or --write, except "
                            "with --import: the result is not XPGN");
    if (foreign && !letters)
        return cli_usage(c, "--language requires --notation=san or long, or --import");
    return CLI_GO;
}

/* Returns CLI_GO, or the status after a message. */
static int check_fmt_options(cli *c, fmt_options *o) {
    const cli_list *files = &o->common.files;
    int status = fmt_check_import(c, &o->import);
    if (o->digest && o->no_digest)
        return cli_usage(c, "--digest and --no-digest cannot be combined");
    if (o->variations == FMT_GAMES &&
        (o->no_variations || o->edit.plies > 0 || o->format != FMT_PGN))
        return cli_usage(
            c, "--variations=games cannot be combined with --no-variations, --plies or --format");
    if (o->write && (o->check || o->diff))
        return cli_usage(c, "--write cannot be combined with --check or --diff");
    if ((o->write || o->check || o->diff) &&
        (o->common.games.first != 0 || o->common.games_from != NULL))
        return cli_usage(c, "--game cannot be combined with --check, --diff or --write");
    if ((o->write || o->check || o->diff) && o->common.bytes.given)
        return cli_usage(c, "--bytes cannot be combined with --check, --diff or --write");
    if (status == CLI_GO)
        status = check_notation(c, o);
    if (status != CLI_GO)
        return status;
    if (o->write && files->count == 0)
        return cli_usage(c, "--write requires a file");
    status = fmt_check_request(c, &o->edit);
    if (status != CLI_GO)
        return status;
    for (size_t i = 0; o->write && i < files->count; i++) {
        if (strcmp(files->item[i], "-") == 0)
            return cli_usage(c, "--write cannot rewrite standard input");
    }
    return CLI_GO;
}

static bool format_game(cli_worker *w, const xpgn_game *game) {
    fmt_formatter *s = w->state;
    if (s->writer == NULL)
        *s = fmt_open_formatter(w->cli, w->options);
    fmt_format(w, s, game, &w->to[CLI_OUT]);
    return true;
}

static void put_decoded(cli *c, const char *file, xpgn_buffer *b) {
    const fmt_options *o = c->options;
    fmt_put_decoded(&o->import, file, b);
}

static int run_fmt(cli *c, fmt_options *o) {
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = o->no_variations,
                              .detail = fmt_is_plain(o) ? XPGN_MOVES : XPGN_STEPS,
                              .visit =
                                  o->edit.eco && fmt_is_in_one_walk(o) ? fmt_visit_position : NULL};
    int status = check_fmt_options(c, o);
    if (status != CLI_GO)
        return status;
    fmt_open_decoder(c, &o->import);
    if (o->check || o->diff || o->write)
        return fmt_each_file(c, o, &walk);
    return cli_run(c, &(cli_work){.walk = &walk,
                                  .state_size = sizeof(fmt_formatter),
                                  .game = format_game,
                                  .finish = fmt_finish_thread,
                                  .decoder = o->import.decoder,
                                  .decode = xpgn_stream_decode,
                                  .decoded = put_decoded,
                                  .refused = cli_refuses,
                                  .tells_empty = o->import.import,
                                  .holds = true});
}

int main(int argc, char **argv) {
    fmt_options o = {.width = 79};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_fmt(&c, &o);
    fmt_close_request(&c, &o.edit);
    xpgn_decoder_free(o.import.decoder);
    return cli_end(&c, status);
}
