/* SPDX-License-Identifier: MIT */
/* Questions about records: their table and their wording. */
#include "shared/answers/questions.h"
#include "frame/table_heads.h"
#include "internal/rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <xpgn/play.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>
#include <xpgn_codes.h>

static const char between[] = " | "; /* between choices */

/* ---- rows ------------------------------------------------------------------------------------ */

static cli_question *add_question(cli *c, cli_questions *q) {
    q->row = cli_grow(c, q->row, q->count, &q->capacity, sizeof *q->row);
    q->row[q->count] = (cli_question){.settles = 0};
    return &q->row[q->count++];
}

void cli_questions_free(cli_questions *q) {
    for (size_t i = 0; i < q->count; i++)
        for (size_t k = 0; k < CLI_QUESTION_COLUMNS; k++)
            free(q->row[i].cell[k]);
    for (size_t i = 0; i < q->count; i++) {
        free(q->row[i].id);
        free(q->row[i].said);
    }
    for (size_t i = 0; i < q->given_count; i++) {
        free(q->given[i].id);
        free(q->given[i].answer);
    }
    free(q->given);
    free(q->row);
    *q = (cli_questions){.row = NULL};
}

static bool is_answered(const cli_question *row) {
    return cli_trim(cli_slice(row->cell[CLI_TOPIC_ANSWER])).size > 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

bool cli_questions_read(cli *c, const char *path, cli_questions *q, replace_state *read) {
    size_t at[CLI_QUESTION_COLUMNS];
    struct csv_reader *csv = cli_read_table(c, path, CLI_QUESTIONS_MOST, read);
    if (csv == NULL)
        return false;
    bool good = cli_table_columns(csv, cli_question_columns, CLI_QUESTION_COLUMNS, at);
    while (good && csv_next(csv)) {
        cli_question *row = add_question(c, q);
        for (size_t i = 0; i < CLI_QUESTION_COLUMNS; i++)
            row->cell[i] = cli_keep(c, csv_cell(csv, at[i]));
        row->settles = strtoull(row->cell[CLI_TOPIC_SETTLES], NULL, 10);
    }
    if (!good)
        cli_message(
            c, "%s: not a table of questions: expected the first line file,game,board,turn,...",
            path);
    csv_free(csv);
    return good;
}

bool cli_questions_open(cli *c, const char *path, cli_questions *q, int *sink) {
    replace_state read;
    *sink = path != NULL ? cli_open_output(c, path, CLI_QUESTIONS) : -1;
    if (*sink < 0 || !cli_continues(c, *sink, CLI_QUESTIONS))
        return path == NULL || *sink >= 0;
    bool good = cli_questions_read(c, path, q, &read);
    if (good)
        cli_replaces(c, *sink, &read);
    else
        cli_discard_outputs(c);
    return good;
}

bool cli_answers_read(cli *c, const char *path, cli_questions *q) {
    static const char *const columns[] = {"id", "answer"};
    size_t at[2];
    struct csv_reader *csv = cli_read_table(c, path, CLI_QUESTIONS_MOST, NULL);
    if (csv == NULL)
        return false;
    const bool good = cli_table_columns(csv, columns, 2, at);
    while (good && csv_next(csv)) {
        char *id = cli_keep(c, cli_trim(csv_cell(csv, at[0])));
        cli_given *before = cli_answer_find(q, id);
        if (before != NULL) /* it is replaced */
            before->used = true;
        q->given = cli_grow(c, q->given, q->given_count, &q->given_capacity, sizeof *q->given);
        q->given[q->given_count++] =
            (cli_given){.id = id, .answer = cli_keep(c, cli_trim(csv_cell(csv, at[1])))};
    }
    if (!good)
        cli_message(c, "%s: not a table of answers: expected the first line id,answer", path);
    csv_free(csv);
    return good;
}

cli_given *cli_answer_find(const cli_questions *q, const char *id) {
    for (size_t i = q->given_count; i-- > 0;)
        if (strcmp(q->given[i].id, id) == 0)
            return &q->given[i];
    return NULL;
}

cli_given *cli_answer_to(cli *c, const cli_questions *q, xpgn_buffer *id) {
    xpgn_buffer_char(id, '\0');
    if (id->failed)
        cli_no_memory(c);
    cli_given *given = cli_answer_find(q, id->data);
    xpgn_buffer_free(id);
    return given;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static cli_question *find_question(const cli_questions *q, char *const cell[CLI_QUESTION_COLUMNS]) {
    static const int keys[] = {CLI_TOPIC_FILE, CLI_TOPIC_GAME, CLI_TOPIC_BOARD, CLI_TOPIC_TURN,
                               CLI_TOPIC_QUESTION};
    for (size_t i = 0; i < q->count; i++) {
        bool same = true;
        for (size_t k = 0; k < sizeof keys / sizeof *keys && same; k++)
            same = strcmp(q->row[i].cell[keys[k]], cell[keys[k]]) == 0;
        if (same)
            return &q->row[i];
    }
    return NULL;
}

static const char no_action[] = "nothing";

const char *cli_choice(const char *text) {
    static const char struck[] = "{struck out:";
    return text[0] != '\0' && strncmp(text, struck, sizeof struck - 1) != 0 ? text : no_action;
}

static char *join_choices(cli *c, const char *const *choice, size_t choices) {
    xpgn_buffer b = {0};
    for (size_t i = 0; i < choices; i++) {
        xpgn_buffer_text(&b, i > 0 ? between : "");
        xpgn_buffer_clean(&b, cli_slice(choice[i]));
    }
    if (b.failed)
        cli_no_memory(c);
    char *text = cli_keep(c, (xpgn_slice){b.data, b.size});
    xpgn_buffer_free(&b);
    return text;
}

static void fill_topic(cli *c, char *cell[CLI_QUESTION_COLUMNS], const cli_topic *topic) {
    char number[24];
    (void)snprintf(number, sizeof number, "%" PRIu64, topic->game);
    cell[CLI_TOPIC_FILE] = cli_keep(c, cli_slice(topic->file));
    cell[CLI_TOPIC_GAME] = cli_keep(c, cli_slice(topic->game > 0 ? number : ""));
    cell[CLI_TOPIC_BOARD] = cli_keep(c, topic->board);
    cell[CLI_TOPIC_TURN] = cli_keep(c, cli_slice(topic->turn));
    cell[CLI_TOPIC_QUESTION] = cli_keep(c, cli_slice(topic->text));
}

/* Returns the choice whose number is the answer; otherwise the answer itself. */
static xpgn_slice resolve(const cli_question *row) {
    xpgn_slice answer = cli_trim(cli_slice(row->cell[CLI_TOPIC_ANSWER]));
    const char *p = row->cell[CLI_TOPIC_CHOICES];
    bool number = answer.size == 1 && answer.data[0] >= '1' && answer.data[0] <= '8';
    if (!number || *p == '\0')
        return answer;
    for (int i = answer.data[0] - '1'; i > 0 && p != NULL; i--) {
        p = strstr(p, between);
        p = p != NULL ? p + strlen(between) : NULL;
    }
    if (p == NULL)
        return answer;
    const char *end = strstr(p, between);
    return (xpgn_slice){p, end != NULL ? (size_t)(end - p) : strlen(p)};
}

void cli_put_question_id(xpgn_buffer *b, const char *board_id, const char *turn) {
    xpgn_buffer_printf(b, "%s:%.*s", board_id, (int)strcspn(turn, " "), turn);
}

/* Makes the id of a question: "4.17:28.", of a second one about the same turn "4.17:28./2". */
static char *make_id(cli *c, const cli_questions *q, const cli_topic *topic) {
    xpgn_buffer id = {0};
    size_t again = 1;
    cli_put_question_id(&id, topic->board_id, topic->turn);
    for (size_t i = 0; i < q->count; i++)
        again += q->row[i].asked && q->row[i].id != NULL && id.data != NULL &&
                 strncmp(q->row[i].id, id.data, id.size) == 0 &&
                 strchr("/", q->row[i].id[id.size]) != NULL;
    if (again > 1)
        xpgn_buffer_printf(&id, "/%zu", again);
    if (id.failed)
        cli_no_memory(c);
    char *text = cli_keep(c, (xpgn_slice){id.data, id.size});
    xpgn_buffer_free(&id);
    return text;
}

/* Answers a question by its id, if it has no answer. */
static void take_given(cli *c, const cli_questions *q, cli_question *row) {
    cli_given *given = row->id != NULL ? cli_answer_find(q, row->id) : NULL;
    if (given == NULL)
        return;
    given->used = true;
    if (is_answered(row))
        return;
    free(row->cell[CLI_TOPIC_ANSWER]);
    row->cell[CLI_TOPIC_ANSWER] = cli_keep(c, cli_slice(given->answer));
}

xpgn_slice cli_questions_ask(cli *c, cli_questions *q, const cli_topic *topic,
                             const char *const *choice, size_t choices) {
    char *cell[CLI_QUESTION_COLUMNS] = {NULL};
    fill_topic(c, cell, topic);
    cli_question *row = find_question(q, cell);
    if (row == NULL) {
        row = add_question(c, q);
        cell[CLI_TOPIC_CHOICES] = join_choices(c, choice, choices);
        cell[CLI_TOPIC_SETTLES] = cli_keep(c, cli_slice(""));
        cell[CLI_TOPIC_ANSWER] = cli_keep(c, cli_slice(""));
        memcpy(row->cell, cell, sizeof cell);
    } else {
        for (size_t i = 0; i < CLI_QUESTION_COLUMNS; i++)
            free(cell[i]);
        if (row->cell[CLI_TOPIC_CHOICES][0] == '\0' && choices > 0) {
            free(row->cell[CLI_TOPIC_CHOICES]);
            row->cell[CLI_TOPIC_CHOICES] = join_choices(c, choice, choices);
        }
    }
    row->settles = topic->settles;
    row->asked = true;
    q->last = (size_t)(row - q->row);
    if (row->id == NULL && topic->board_id != NULL)
        row->id = make_id(c, q, topic);
    if (row->said == NULL && topic->said != NULL)
        row->said = cli_keep(c, cli_slice(topic->said));
    take_given(c, q, row);
    return resolve(row);
}

/* ---- writing --------------------------------------------------------------------------------- */

static int compare_questions(const void *a, const void *b) {
    const cli_question *x = a, *y = b;
    bool answered = is_answered(x);
    if (answered != is_answered(y))
        return answered ? 1 : -1;
    if (x->settles != y->settles)
        return x->settles > y->settles ? -1 : 1;
    for (int i = CLI_TOPIC_FILE; i <= CLI_TOPIC_TURN; i++) {
        int d = strcmp(x->cell[i], y->cell[i]);
        if (d != 0)
            return d;
    }
    return strcmp(x->cell[CLI_TOPIC_QUESTION], y->cell[CLI_TOPIC_QUESTION]);
}

bool cli_question_is_open(const cli_question *row) {
    return row->asked && (row->refused || !is_answered(row));
}

void cli_questions_write(cli *c, cli_questions *q, int sink) {
    xpgn_buffer b = {0};
    struct row_writer row = {.b = &b, .form = XPGN_CELL_CSV};
    if (q->count > 0)
        qsort(q->row, q->count, sizeof *q->row, compare_questions);
    for (size_t i = 0; i < CLI_QUESTION_COLUMNS; i++)
        row_cell(&row, cli_slice(cli_question_columns[i]));
    row_end(&row);
    for (size_t i = 0; i < q->count; i++) {
        const cli_question *r = &q->row[i];
        if (!r->kept && !cli_question_is_open(r) && !is_answered(r))
            continue;
        for (size_t k = 0; k < CLI_QUESTION_COLUMNS; k++) {
            row_next(&row);
            if (k == CLI_TOPIC_SETTLES)
                xpgn_buffer_printf(&b, "%" PRIu64, q->row[i].settles);
            else
                xpgn_buffer_cell(&b, cli_slice(q->row[i].cell[k]), XPGN_CELL_CSV);
        }
        row_end(&row);
    }
    cli_flush(c, sink, &b);
    xpgn_buffer_free(&b);
}

/* "board 17, move 23: was White's die 4 or 5? settles 6 half-moves" */
static void tell_question(cli *c, const cli_question *row) {
    const char *turn = row->cell[CLI_TOPIC_TURN];
    size_t digits = strspn(turn, "0123456789");
    xpgn_buffer b = {0};
    if (row->cell[CLI_TOPIC_BOARD][0] != '\0')
        xpgn_buffer_printf(&b, "board %s", row->cell[CLI_TOPIC_BOARD]);
    else
        xpgn_buffer_printf(&b, "%s, game %s", row->cell[CLI_TOPIC_FILE], row->cell[CLI_TOPIC_GAME]);
    if (digits > 0)
        xpgn_buffer_printf(&b, ", move %.*s", (int)digits, turn);
    xpgn_buffer_printf(&b, ": %s", row->cell[CLI_TOPIC_QUESTION]);
    if (row->settles > 0)
        xpgn_buffer_printf(&b, " settles %" PRIu64 " half-move%s", row->settles,
                           row->settles == 1 ? "" : "s");
    if (b.failed)
        cli_no_memory(c);
    cli_message(c, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

size_t cli_questions_tell(cli *c, cli_questions *q, bool quiet) {
    size_t open = 0;
    if (q->count > 0)
        qsort(q->row, q->count, sizeof *q->row, compare_questions);
    for (size_t i = 0; i < q->count; i++) {
        if (cli_question_is_open(&q->row[i]) && !quiet)
            tell_question(c, &q->row[i]);
        open += cli_question_is_open(&q->row[i]);
    }
    return open;
}

/* ---- wording --------------------------------------------------------------------------------- */

/* Reads the roll in a choice, "<5:2>" or "Nxd5 <5:2>". */
static bool read_roll(const char *text, xpgn_roll *roll) {
    const char *open = strchr(text, '<'), *close = open != NULL ? strchr(open, '>') : NULL;
    return close != NULL &&
           xpgn_roll_read((xpgn_slice){open + 1, (size_t)(close - open - 1)}, roll);
}

/* Finds the only die in which two rolls differ; false if they differ in none or several. */
static bool find_die(const xpgn_roll *a, const xpgn_roll *b, unsigned *side, unsigned die[2]) {
    unsigned found = 0;
    if (a->exchanges != b->exchanges)
        return false;
    for (unsigned x = 0; x < a->exchanges; x++)
        for (unsigned i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &a->exchange[x].side[i], *t = &b->exchange[x].side[i];
            if (s->dice_count != t->dice_count)
                return false;
            for (unsigned k = 0; k < s->dice_count; k++)
                if (s->dice[k] != t->dice[k]) {
                    found++;
                    *side = i;
                    die[0] = s->dice[k];
                    die[1] = t->dice[k];
                }
        }
    return found == 1;
}

/* Returns who rolled (side 0: the attacker, who played): a colour if there are two players. */
static const char *roller(const char *turn, unsigned seats, unsigned side) {
    bool black = strstr(turn, "...") != NULL;
    if (seats != 2)
        return side == 0 ? "the attacker" : "the defender";
    return xpgn_seat_tag(seats, black == (side == 0));
}

void cli_say(xpgn_buffer *b, const xpgn_language *language, const char *english,
             const xpgn_slice *arg) {
    xpgn_buffer sentence = {0};
    xpgn_word_translate(&sentence, english, language);
    for (size_t i = 0; i < sentence.size; i++) {
        const char c = sentence.data[i];
        if (c == '%' && i + 1 < sentence.size)
            xpgn_buffer_slice(b, arg[sentence.data[++i] - '1']);
        else
            xpgn_buffer_char(b, c);
    }
    b->failed |= sentence.failed;
    xpgn_buffer_free(&sentence);
}

/* Appends the choices: "d4, d3 or nothing". */
static void put_choices(xpgn_buffer *b, const cli_asked *q, const xpgn_language *language) {
    for (size_t i = 0; i < q->choices; i++) {
        if (i > 0 && i + 1 == q->choices) {
            xpgn_buffer_char(b, ' ');
            xpgn_word_translate(b, "or", language);
            xpgn_buffer_char(b, ' ');
        } else if (i > 0) {
            xpgn_buffer_text(b, ", ");
        }
        if (strcmp(q->choice[i], no_action) == 0)
            xpgn_word_translate(b, no_action, language);
        else
            xpgn_buffer_clean(b, cli_slice(q->choice[i]));
    }
}

/* Asks which of two faces a die showed; false if that is not the question. */
static bool put_die(xpgn_buffer *b, const cli_asked *q, const xpgn_language *language) {
    static xpgn_roll first, second; /* large */
    unsigned side, die[2];
    char face[2][12];
    xpgn_buffer who = {0};
    if (q->choices != 2 || !read_roll(q->choice[0], &first) || !read_roll(q->choice[1], &second) ||
        !find_die(&first, &second, &side, die))
        return false;
    for (unsigned i = 0; i < 2; i++)
        (void)snprintf(face[i], sizeof face[i], "%u", die[i]);
    xpgn_word_translate(&who, roller(q->turn, q->seats, side), language);
    cli_say(b, language, "was %1's die %2 or %3?",
            (const xpgn_slice[]){cli_held(&who), cli_slice(face[0]), cli_slice(face[1])});
    b->failed |= who.failed;
    xpgn_buffer_free(&who);
    return true;
}

/* Asks for what was played, without a choice. */
static void put_open(xpgn_buffer *b, const cli_asked *q, const xpgn_language *language,
                     xpgn_slice was) {
    xpgn_buffer who = {0};
    const bool known = q->seats == 2 && q->turn[0] != '\0';
    if (known)
        xpgn_word_translate(&who, roller(q->turn, q->seats, 0), language);
    const xpgn_slice both[] = {cli_held(&who), was};
    if (known)
        cli_say(b, language, was.size > 0 ? "what did %1 play at '%2'?" : "what did %1 play?",
                both);
    else
        cli_say(b, language, was.size > 0 ? "what was played at '%1'?" : "what was played?", &was);
    b->failed |= who.failed;
    xpgn_buffer_free(&who);
}

void cli_question_put(xpgn_buffer *b, const cli_asked *q, const xpgn_language *language) {
    xpgn_buffer was = {0}, choices = {0};
    if (put_die(b, q, language))
        return;
    xpgn_buffer_clean(&was, q->was);
    put_choices(&choices, q, language);
    const xpgn_slice both[] = {cli_held(&choices), cli_held(&was)};
    const bool surplus = q->choices == 1 && strcmp(q->choice[0], no_action) == 0;
    if (surplus && was.size > 0)
        cli_say(b, language, "was '%1' not played?", &both[1]);
    else if (q->choices == 0)
        put_open(b, q, language, both[1]);
    else
        cli_say(b, language, was.size > 0 ? "was it %1 for '%2'?" : "was it %1?", both);
    b->failed |= was.failed || choices.failed;
    xpgn_buffer_free(&was);
    xpgn_buffer_free(&choices);
}

/* ---- the questions of a fixer ---------------------------------------------------------------- */

/* True if a fix before this one writes the same: removing either of two that are the same gives one
   record. */
static bool is_chosen(const xpgn_finding *f, const uint32_t *fix, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(f->fix[fix[i]].text, text) == 0)
            return true;
    return false;
}

size_t cli_question_choices(const xpgn_question *q, uint32_t fix[CLI_CHOICES]) {
    const xpgn_finding *f = q->finding;
    const uint32_t fixes = f->together ? 1 : f->fix_count;
    size_t count = 0;
    for (uint32_t i = 0; i < fixes && count < CLI_CHOICES; i++)
        if (xpgn_fix_level_of(q->game->text, f, i) != XPGN_FIX_NEVER &&
            !is_chosen(f, fix, count, f->fix[i].text))
            fix[count++] = i;
    return count;
}

/* Returns the number of seats in the game, and appends the value of its tag Board. */
static unsigned look_at_topic(const cli_asker *a, const xpgn_game *game, xpgn_buffer *board) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    const xpgn_step *step;
    xpgn_walk *walk;
    xpgn_position start;
    unsigned seats = 2;
    if (xpgn_walk_new(&walk, a->catalog, &how) != XPGN_OK || xpgn_walk_begin(walk, game) != XPGN_OK)
        cli_no_memory(a->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    const xpgn_ruleset *rs = xpgn_walk_ruleset(walk);
    if (rs != NULL && xpgn_ruleset_start(rs, &start))
        seats = start.seats;
    if (a->board != NULL)
        xpgn_buffer_text(board, a->board);
    else
        cli_put_tag(board, walk, "Board");
    xpgn_walk_free(walk);
    return seats;
}

static xpgn_answer read_choice(xpgn_slice answer, const char *const *choice, const uint32_t *fix,
                               size_t choices) {
    for (size_t i = 0; i < choices; i++)
        if (cli_equal(answer, cli_slice(choice[i])))
            return (xpgn_answer){.kind = XPGN_ANSWER_FIX, .fix = fix[i]};
    if (cli_equal(answer, cli_slice("?")))
        return (xpgn_answer){.kind = XPGN_ANSWER_MISSING};
    if (cli_equal(answer, cli_slice("!")))
        return (xpgn_answer){.kind = XPGN_ANSWER_STOOD};
    return (xpgn_answer){.kind = answer.size > 0 ? XPGN_ANSWER_TEXT : XPGN_ANSWER_SKIP,
                         .text = answer};
}

/* Says why an answer was refused. */
static void say_refused(const cli_asker *a, const xpgn_question *q) {
    uint64_t line, column;
    a->questions->row[a->questions->last].refused = a->board_id != NULL;
    xpgn_game_locate(q->game, q->finding->place.offset, &line, &column, NULL);
    cli_message(a->c, "%s:%llu:%llu: answer refused: %s", cli_file_name(q->game->file),
                (unsigned long long)line, (unsigned long long)column, q->refused);
}

/* What is asked about: what the choices replace, where that is more than the finding is about, a
   roll with a wrong figure. */
static xpgn_place place_asked(const xpgn_finding *f, const uint32_t *fix, size_t choices) {
    const xpgn_place own = f->place, all = choices > 0 ? f->fix[fix[0]].place : own;
    bool around = all.offset <= own.offset && all.offset + all.length >= own.offset + own.length;
    for (size_t i = 1; i < choices; i++)
        around &=
            f->fix[fix[i]].place.offset == all.offset && f->fix[fix[i]].place.length == all.length;
    return around ? all : own;
}

/* Appends a question about a finding, and a NUL. */
static void put_question(xpgn_buffer *b, const cli_asked *asked, const xpgn_finding *f,
                         const xpgn_language *language) {
    const bool whole = asked->was.size == 0; /* "a half-move of Black is missing before Qc2" */
    const bool result = whole && asked->choices == 0 && strcmp(f->code, XPGN_CODE_NO_RESULT) == 0;
    if (whole)
        xpgn_word_translate(b, f->text, language);
    if (whole && !result)
        xpgn_buffer_text(b, ": ");
    if (!result) /* nothing was played there */
        cli_question_put(b, asked, language);
    xpgn_buffer_char(b, '\0');
}

xpgn_answer cli_questions_answer(void *data, const xpgn_question *q) {
    cli_asker *a = data;
    const xpgn_finding *f = q->finding;
    const char *choice[CLI_CHOICES];
    uint32_t fix[CLI_CHOICES];
    size_t choices = cli_question_choices(q, fix);
    xpgn_buffer text = {0}, board = {0}, said = {0};
    if (q->refused != NULL) {
        say_refused(a, q);
        return (xpgn_answer){.kind = XPGN_ANSWER_SKIP};
    }
    for (size_t i = 0; i < choices; i++)
        choice[i] = cli_choice(f->fix[fix[i]].text);
    unsigned seats = look_at_topic(a, q->game, &board);
    const xpgn_place place = place_asked(f, fix, choices);
    const xpgn_slice was = {q->game->text.data + place.offset, place.length};
    const cli_asked asked = {was.size > 0 ? f->turn : "", seats, was, choice, choices};
    put_question(&text, &asked, f, NULL);
    if (a->language != NULL)
        put_question(&said, &asked, f, a->language);
    if (text.failed || board.failed || said.failed)
        cli_no_memory(a->c);
    const cli_topic topic = {.file = q->game->file,
                             .game = q->game->number,
                             .board = {board.data, board.size},
                             .turn = f->turn,
                             .text = text.data,
                             .settles = q->settles,
                             .board_id = a->board_id,
                             .said = a->language != NULL ? said.data : NULL};
    xpgn_slice answer = cli_questions_ask(a->c, a->questions, &topic, choice, choices);
    if (a->asked != NULL)
        a->asked(a->data, q, fix, choices);
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&said);
    xpgn_buffer_free(&board);
    return read_choice(answer, choice, fix, choices);
}
