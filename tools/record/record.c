/* SPDX-License-Identifier: MIT */
/* xpgn-record: the recorder at the board. */
#include "record/record_json.h"
#include "record/record_tool.h"
#include "shared/diagram/language_option.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xpgn/record.h>

#define AT(member) offsetof(record_options, member)
/* The option for tag `i` of record_tag_names. */
#define TAG(i, word, value, text)                                                                  \
    CLI_ROW(word, value, CLI_TEXT, AT(named) + (i) * sizeof(const char *), text)

const char *const record_tag_names[] = {"Event", "Site",  "Date",    "Round",       "White", "Red",
                                        "Black", "Green", "Variant", "RuleOptions", NULL};

static const cli_option table[] = {
    TAG(0, "event", "TEXT", "the tag Event"),
    TAG(1, "site", "TEXT", "the tag Site"),
    TAG(2, "date", "YYYY.MM.DD", "the tag Date (default: today)"),
    TAG(3, "round", "N", "the tag Round"),
    TAG(4, "white", "NAME", "the tag White"),
    TAG(5, "red", "NAME", "the tag Red"),
    TAG(6, "black", "NAME", "the tag Black"),
    TAG(7, "green", "NAME", "the tag Green"),
    TAG(8, "variant", "ID", "the ruleset (default: chess)"),
    TAG(9, "options", "TEXT", "options of the ruleset, such as 'rescue'"),
    CLI_ROW("xfen", "XFEN", CLI_TEXT, AT(xfen), "the start position"),
    CLI_ROW("set-tag", "NAME=VALUE", CLI_LIST, AT(tags), "any tag; may be repeated"),
    CLI_ROW("pairings", "FILE", CLI_READS, AT(pairings),
            "take the players from a CSV file with the columns round, board, white, black"),
    CLI_ROW("board", "N", CLI_NUMBER, AT(board), "the board in the pairings (with --round)",
            .min = 1, .max = 1000000),
    CLI_SWITCH("roll", AT(roll), "let the program roll the dice"),
    CLI_ROW("sealed", "FILE", CLI_READS, AT(sealed),
            "seal the dice (xpgn-dice) with this side's chain; -: this side has none"),
    CLI_SWITCH("no-advice", AT(no_advice), "show neither sums nor odds before the roll"),
    CLI_ONE_OF(
        "format", "text|json", AT(format),
        "format of replies on a pipe; json: one object per reply, with the state of the game"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "with --format=json: language of words: en (default), de, fr, es, it, nl or pl"),
    CLI_SWITCH("clock", AT(clock), "expect a clock time after each action"),
    CLI_ROW("copy", "FILE", CLI_WRITES, AT(copy),
            "keep a copy for spectators, always a complete record", .writes = CLI_STATE),
    {.name = NULL}};

void record_put_words(xpgn_buffer *b) {
    const recorder_word *w;
    for (size_t i = 0; (w = recorder_words(i)) != NULL; i++) {
        xpgn_buffer text = {0};
        xpgn_buffer_printf(&text, "%s %s", w->name, w->argument);
        xpgn_buffer_printf(b, "  %-18.*s %s\n", (int)text.size, cli_held(&text).data, w->help);
        b->failed |= text.failed;
        xpgn_buffer_free(&text);
    }
}

static void more_help(xpgn_buffer *b) {
    xpgn_buffer_text(b, "\nAt the prompt, or one per line on a pipe:\n");
    xpgn_buffer_printf(b, "  %-18s %s\n", "ACTION [DICE]",
                       "an action as it is recorded: e4, exd5, exd5 5:2");
    record_put_words(b);
}

static const cli_tool tool = {
    .name = "xpgn-record",
    .usage = "[option...] file",
    .about =
        "Records a game at the board: takes actions and dice, and writes each to disk immediately.",
    .options = table,
    .common = CLI_RULES | CLI_FORCE | CLI_COLOR,
    .more_help = more_help};

/* ---- tags of a new record -------------------------------------------------------------------- */

static int set_tag(record *r, const char *name, const char *value) {
    xpgn_reply a = {XPGN_REPLY};
    int status = CLI_GO;
    if (!record_set_tag(r, name, cli_slice(value), &a))
        status = cli_usage(r->c, "%.*s", (int)a.text.size, a.text.data);
    xpgn_buffer_free(&a.text);
    return status;
}

static int set_date(record *r) {
    char text[16] = "????.??.??";
    time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day) != NULL)
        (void)strftime(text, sizeof text, "%Y.%m.%d", &day);
    return set_tag(r, "Date", text);
}

/* Sets the tags of --set-tag Name=Value. */
static int set_listed(record *r) {
    const record_options *o = r->o;
    for (size_t i = 0; i < o->tags.count; i++) {
        const char *item = o->tags.item[i], *equals = strchr(item, '=');
        char name[64];
        size_t size = equals != NULL ? (size_t)(equals - item) : 0;
        if (size == 0 || size >= sizeof name || !xpgn_is_tag_name((xpgn_slice){item, size}) ||
            strncmp(item, "Result=", 7) == 0)
            return cli_usage(r->c, "--set-tag: '%s' is not NAME=VALUE", item);
        (void)snprintf(name, sizeof name, "%.*s", (int)size, item);
        if (set_tag(r, name, equals + 1) != CLI_GO)
            return CLI_TROUBLE;
    }
    return CLI_GO;
}

static int set_tags(record *r) {
    const record_options *o = r->o;
    if (set_date(r) != CLI_GO || (o->pairings != NULL && !record_pair(r)))
        return CLI_TROUBLE;
    for (size_t i = 0; record_tag_names[i] != NULL; i++)
        if (o->named[i] != NULL && set_tag(r, record_tag_names[i], o->named[i]) != CLI_GO)
            return CLI_TROUBLE;
    if (o->xfen != NULL &&
        (set_tag(r, "SetUp", "1") != CLI_GO || set_tag(r, "XFEN", o->xfen) != CLI_GO))
        return CLI_TROUBLE;
    return set_listed(r);
}

/* ---- the pipe -------------------------------------------------------------------------------- */

static const char *const reply_words[] = {"ok",     "open", "dice",  "await",
                                          "choose", "end",  "error", "bye"};

/* Messages for the other parties come before the reply. */
static void put_sent(record *r, xpgn_buffer *out) {
    xpgn_buffer *sent = &r->seal.at.out;
    for (size_t at = 0; at < sent->size;) {
        const char *end = memchr(sent->data + at, '\n', sent->size - at);
        size_t size = (size_t)(end - sent->data) + 1 - at;
        xpgn_buffer_text(out, "send ");
        xpgn_buffer_put(out, sent->data + at, size);
        at += size;
    }
    xpgn_buffer_clear(sent);
}

static void put_answer(record *r, xpgn_buffer *out, const xpgn_reply *a) {
    put_sent(r, out);
    xpgn_buffer_text(out, reply_words[a->kind]);
    if (a->kind == XPGN_REPLY_ERROR)
        xpgn_buffer_printf(out, " %s", a->code);
    if (a->text.size > 0)
        xpgn_buffer_printf(out, " %.*s", (int)a->text.size, a->text.data);
    if (r->copy.trouble[0] != '\0')
        xpgn_buffer_printf(out, " (no copy: %s)", r->copy.trouble);
    xpgn_buffer_char(out, '\n');
}

static void answer(record *r, const xpgn_reply *a) {
    xpgn_buffer out = {0};
    if (r->o->format == RECORD_JSON)
        record_put_json(r, &out, reply_words[a->kind], a);
    else
        put_answer(r, &out, a);
    record_need(r, &out);
    cli_flush(r->c, CLI_OUT, &out);
    cli_flush_out(r->c);
    xpgn_buffer_free(&out);
}

/* Reports the state of the game: before the first line, and for a line with nothing in it. */
static void greet(record *r, xpgn_reply *a) {
    xpgn_buffer_clear(&a->text);
    const recorder_state *s = record_state(r);
    xpgn_buffer_printf(&a->text, "%u %s", (unsigned)s->actions,
                       record_is_over(r) ? s->result : s->turn);
    if (s->pending.size > 0)
        xpgn_buffer_printf(&a->text, " %.*s", (int)s->pending.size, s->pending.data);
    if (seal_binds(r))
        xpgn_buffer_printf(&a->text, " announced %s", r->seal.at.now.what);
    if (s->first)
        xpgn_buffer_text(&a->text, " first");
    record_need(r, &a->text);
    a->kind = XPGN_REPLY_OK;
    answer(r, a);
}

/* Standard input, read without waiting for a full buffer. */
typedef struct line_input {
    char bytes[4096];
    size_t at, size;
    int error;
} line_input;

/* Returns the next byte, or EOF. */
static int next_byte(line_input *in) {
    ssize_t got = 1;
    if (in->at < in->size)
        return (unsigned char)in->bytes[in->at++];
    do {
        got = read(STDIN_FILENO, in->bytes, sizeof in->bytes);
    } while (got < 0 && errno == EINTR);
    in->error = got < 0 ? errno : 0;
    in->at = 0;
    in->size = got > 0 ? (size_t)got : 0;
    return in->size > 0 ? (unsigned char)in->bytes[in->at++] : EOF;
}

/* Reads a line, of which no more is kept than an entry may have. False at the end of the input,
   even in the middle of a line, as its writer has then died. */
static bool read_typed_line(line_input *in, char line[RECORDER_LINE], size_t *size) {
    int c;
    for (*size = 0; (c = next_byte(in)) != EOF && c != '\n'; ++*size)
        if (*size < RECORDER_LINE)
            line[*size] = (char)c;
    return c == '\n';
}

static int record_pipe(record *r) {
    xpgn_reply a = {XPGN_REPLY};
    line_input in = {.at = 0};
    char line[RECORDER_LINE];
    size_t size;
    greet(r, &a);
    while (a.kind != XPGN_REPLY_BYE && read_typed_line(&in, line, &size)) {
        xpgn_slice text = {line, size}; /* not all of a line that is too long */
        if (size <= sizeof line && cli_trim(text).size == 0) {
            greet(r, &a);
            continue;
        }
        record_line(r, text, &a);
        answer(r, &a);
    }
    if (in.error != 0)
        cli_message(r->c, "cannot read the input: %s", strerror(in.error));
    xpgn_buffer_free(&a.text);
    return in.error != 0 ? CLI_TROUBLE : CLI_GOOD;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Sets the tags from the options and, on a terminal, by asking the recorder. */
static int find_tags(record *r, bool terminal) {
    xpgn_reply a = {XPGN_REPLY};
    int status = set_tags(r);
    if (status == CLI_GO && terminal && !record_ask_tags(r))
        status = CLI_GOOD;
    while (status == CLI_GO && !record_hear(r, recorder_prepare(r->recorder), &a)) {
        cli_message(r->c, "%.*s [%s]", (int)a.text.size, a.text.data, a.code);
        if (!terminal)
            status = CLI_TROUBLE;
        else if (!record_ask_again(r, &a))
            status = CLI_GOOD;
    }
    xpgn_buffer_free(&a.text);
    return status;
}

static int begin_new(record *r) {
    xpgn_reply a = {XPGN_REPLY};
    int status = record_hear(r, recorder_begin(r->recorder), &a) ? CLI_GO : CLI_TROUBLE;
    if (status != CLI_GO)
        cli_message(r->c, "%.*s", (int)a.text.size, a.text.data);
    xpgn_buffer_free(&a.text);
    return status;
}

static int run_session(cli *c, const record_options *o) {
    record r;
    bool terminal = isatty(STDIN_FILENO) == 1 && c->sink[CLI_OUT].terminal;
    struct dice_chain *sealer = NULL;
    if (o->sealed != NULL) /* this may exit, so it comes before the file is made */
        cli_need_sodium(c, dice_chain_new(&sealer), "--sealed requires");
    int status = record_open(&r, c, o);
    r.seal.sealer = sealer;
    bool new = status == CLI_GO &&record_is_new(&r);
    if (new)
        status = find_tags(&r, terminal);
    if (status == CLI_GO && !seal_open(&r, new))
        status = CLI_TROUBLE;
    if (status == CLI_GO && new)
        status = begin_new(&r);
    if (status == CLI_GO && !seal_take_up(&r))
        status = CLI_TROUBLE;
    if (status == CLI_GO)
        status = terminal && o->format != RECORD_JSON ? record_terminal(&r) : record_pipe(&r);
    if (r.file.changed) {
        cli_message(c, "%s: another program has changed the file: check that it has all entries",
                    o->common.files.item[0]);
        status = CLI_TROUBLE;
    }
    record_close(&r);
    return status;
}

int main(int argc, char **argv) {
    record_options o = {0};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO && o.common.files.count != 1)
        status = cli_usage(&c, "expected one file, the record");
    if (status == CLI_GO && o.roll && o.sealed != NULL)
        status = cli_usage(&c, "--roll and --sealed cannot be combined");
    if (status == CLI_GO && o.language != NULL && o.format != RECORD_JSON)
        status = cli_usage(&c, "--language requires --format=json");
    if (status == CLI_GO)
        status = cli_find_words(&c, o.language, &o.words);
    if (status == CLI_GO)
        status = run_session(&c, &o);
    return cli_end(&c, status);
}
