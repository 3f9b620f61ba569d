/* SPDX-License-Identifier: MIT */
/* The forms of score sheets: words, dice, endings, blanks, clocks, marks. */
#include "core/forms/blank.h"
#include "core/forms/clock_form.h"
#include "core/forms/dice_form.h"
#include "core/forms/move_mark.h"
#include "core/forms/said_ending.h"
#include "core/forms/sheet_words.h"
#include "core/forms/written_ending.h"
#include "core/text/languages.h"
#include "suite.h"

#include <stdio.h>

/* A copy of a text that nothing follows, so that a sanitizer sees what is read behind it. */
static const char *copy_of(const char *text, const char **end) {
    static char *last;
    size_t size = strlen(text);
    free(last);
    last = malloc(size + 1);
    ck_assert_ptr_nonnull(last);
    memcpy(last + 1, text, size);
    *end = last + 1 + size;
    return last + 1;
}

/* ---- words ----------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    size_t size; /* 0: no phrase of the table */
    unsigned meaning;
    const char *language;
} phrases[] = {
    {"Weiß: Huber", 5, SHEET_WHITE, "de"},
    {"WEISS gewinnt", 5, SHEET_WHITE, "de"},
    {"Wei\xDF", 4, SHEET_WHITE, "de"},
    {"les Noirs abandonnent", 9, SHEET_BLACK, "fr"},
    {"ЧЁРНЫЕ сдались", 12, SHEET_BLACK, "ru"},
    {"Λευκά", 10, SHEET_WHITE, "el"},
    {"לבן ניצח", 6, SHEET_WHITE, "he"},
    {"Blacks", 0, 0, ""},
    {"Black's time", 7, SHEET_BLACK, "en"},
    {"draw  agreed.", 12, SHEET_AGREED, "en"},
    {"draw\nagreed", 11, SHEET_AGREED, "en"},
    {"draw\n\nagreed", 4, SHEET_DRAW, "en"},
    {"drawing", 0, 0, ""},
    {"Time control", 12, SHEET_TIME_CONTROL, "en"},
    {"Bedenkzeit", 10, SHEET_TIME_CONTROL, "de"},
    {"unleserlich)", 11, SHEET_ILLEGIBLE, "de"},
    {"échec et mat", 13, SHEET_MATE, "fr"},
    {"ECHEC ET MAT", 12, SHEET_MATE, "fr"},
    {"e.p.,", 4, SHEET_EN_PASSANT, "en"},
    {"große Rochade", 14, SHEET_LONG_CASTLING, "de"},
    {"arrocco corto", 13, SHEET_SHORT_CASTLING, "it"},
    {"Nf3", 0, 0, ""},
    {"", 0, 0, ""},
};

START_TEST(a_phrase_is_found_in_any_letter_case_and_ends_with_a_word) {
    struct languages all;
    languages_read(&all);
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        struct sheet_phrase f;
        const char *end, *p = copy_of(phrases[i].text, &end);
        bool found = sheet_phrase(p, end, &f);
        HOLDS(found == (phrases[i].size > 0) && f.size == phrases[i].size, "%s: %zu",
              phrases[i].text, f.size);
        HOLDS(!found || f.meaning == phrases[i].meaning, "%s: %d", phrases[i].text, (int)f.meaning);
        HOLDS(!found || slice_is(all.list[f.language].code, phrases[i].language), "%s: %u",
              phrases[i].text, f.language);
    }
}
END_TEST

START_TEST(a_phrase_of_other_meanings_is_skipped) {
    struct sheet_phrase f;
    const char *end, *p = copy_of("time control", &end);
    ck_assert(sheet_phrase_of(p, end, SHEET_BIT(SHEET_TIME), &f));
    ck_assert_uint_eq(f.size, 4);
    ck_assert(SHEET_IS(f, SHEET_TIME) && !SHEET_IS(f, SHEET_TIME_CONTROL));
    ck_assert(!sheet_phrase_of(p, end, SHEET_BIT(SHEET_MATE), &f));
    ck_assert(sheet_phrase_means(slice_of(" Ergebnis: ")) == SHEET_BIT(SHEET_RESULT));
    ck_assert(sheet_phrase_means(slice_of("Ergebnis 1-0")) == 0);
    ck_assert_str_eq(sheet_phrase_tag(SHEET_TIME_CONTROL), "TimeControl");
    ck_assert_ptr_null(sheet_phrase_tag(SHEET_RESIGNS));
}
END_TEST

/* ---- dice ------------------------------------------------------------------------------------ */

static const struct {
    const char *text, *dice; /* dice "": none; what is behind a | in `text` is not taken */
    const char *how;         /* b bare, e exact, h half, c clock, 1 one side */
} rolls[] = {
    {"(5:1)", "<5:1>", ""},
    {"(5-1)", "<5:1>", ""},
    {"(5 : 1)", "<5:1>", ""},
    {"[5:1]", "<5:1>", ""},
    {"[5-1]|!", "<5:1>", ""},
    {"<5-1>", "<5:1>", ""},
    {"<5:1>", "<5:1>", "e"},
    {"{5,3:2}", "<5,3:2>", ""},
    {"5:1", "<5:1>", "b"},
    {"5–1|.", "<5:1>", "b"},
    {"5 - 1", "<5:1>", "b"},
    {"5, 3 : 2", "<5,3:2>", "b"},
    {"5 v 1", "<5:1>", "b"},
    {"6/4| 4. a4", "<6:4>", "b"},
    {"1/2| Nc3", "<1:2>", "b"},
    {"5 vs. 1| Nf3", "<5:1>", "b"},
    {"(5 vs 1)", "<5:1>", ""},
    {"(5 > 1)", "<5:1>", ""},
    {"(5 1)", "<5:1>", ""},
    {"5 1| 6 Nf3", "<5:1>", "b"},
    {"<123:45>", "<1,2,3:4,5>", ""},
    {"<1 2 3 : 4 5>", "<1,2,3:4,5>", ""},
    {"A6 D4| Nf3", "<6:4>", "b"},
    {"D1 A5", "<5:1>", "b"},
    {"att. 5, def. 1", "<5:1>", "b"},
    {"⚄⚀", "<5:1>", "b"},
    {"⚄,⚂ : ⚀", "<5,3:1>", "b"},
    {"⚄⚃ ⚂| 12. Nf3", "<5,4:3>", "b"},
    {"⚂ ⚂| Na6", "<3:3>", "b"}, /* no "na" between sides */
    {"5 na 1", "<5:1>", "b"},
    {"IIIII:I", "<5:1>", "b"},
    {"IIIII:I|= Nf3", "<5:1>", "b"}, /* a draw is offered */
    {"5,3 v 1|= Nf3", "<5,3:1>", "b"},
    {"5:1|+", "<5:1>", "b"},
    {"5:1=7", "<5:1=7>", "b"},
    {"(II IIIII:I)", "<2,5:1>", ""},
    {"(4)", "<4>", "1"},
    {"(5:1, 3:2)", "<5:1 3:2>", ""},
    {"5:1 3:2| e4", "<5:1 3:2>", "b"},
    {"5-1| 2 Nf3", "<5:1>", "b"},
    {"(5+2=9:2+2=5x)", "<5+2=9:2+2=5x>", ""},
    {"<5:3x@a1>", "<5:3x@a1>", "e"},
    {"<6:?>", "<6:?>", "h"},
    {"<?:?>", "<?:?>", "h"},
    {"(6:)", "<6:?>", "h"},
    {"05:01", "<5:1>", "bc"},
    {"5:10", "<5:10>", "bc"},
    {"1-0", "", ""},
    {"0:1", "", ""},
    {"1/2-1/2", "", ""},
    {"1/2", "", ""},
    {"12/9", "", ""},
    {"1-0-0-0", "", ""},
    {"1:22", "", ""},
    {"(1:22)", "", ""},
    {"0:45", "", ""},
    {"1:22:05", "", ""},
    {"(17/12)", "", ""},
    {"2026-11-28", "", ""},
    {"(1985)", "", ""},
    {"12. Nf3", "", ""},
    {"1... e5", "", ""},
    {"3 4. Nf3", "", ""},
    {"5254", "", ""},
    {"a5 d1", "", ""},
    {"(variation 5:1)", "", ""},
    {"{4}", "", ""},
    {"<5:1", "", ""},
    {"?", "", ""},
    {"Ich", "", ""},
    {"", "", ""},
};

START_TEST(dice_are_read_in_any_form_and_nothing_else_as_dice) {
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        struct dice_form f;
        char text[64];
        const char *cut = strchr(rolls[i].text, '|');
        size_t size = cut != NULL ? (size_t)(cut - rolls[i].text) : strlen(rolls[i].text);
        snprintf(text, sizeof text, "%.*s%s", (int)size, rolls[i].text, cut != NULL ? cut + 1 : "");
        const char *end, *p = copy_of(text, &end), *how = rolls[i].how;
        bool found = dice_form_read(p, end, &f);
        HOLDS(found == (*rolls[i].dice != '\0'), "%s", text);
        HOLDS(strcmp(f.text, rolls[i].dice) == 0, "%s: %s", text, f.text);
        if (!found)
            continue;
        HOLDS(f.size == size && f.length == strlen(f.text), "%s: %zu", text, f.size);
        HOLDS(f.bare == (strchr(how, 'b') != NULL) && f.exact == (strchr(how, 'e') != NULL) &&
                  f.half == (strchr(how, 'h') != NULL) && f.clock == (strchr(how, 'c') != NULL) &&
                  f.two_sides == (strchr(how, '1') == NULL),
              "%s", text);
    }
}
END_TEST

/* ---- endings --------------------------------------------------------------------------------- */

static const struct {
    const char *text; /* what is behind a | is not taken */
    const char *result;
    unsigned cause;
    int lost;
} endings[] = {
    {"1-0", "1-0", ENDING_UNSAID, 1},
    {"1–0", "1-0", ENDING_UNSAID, 1},
    {"0 : 1", "0-1", ENDING_UNSAID, 0},
    {"1-O", "1-0", ENDING_UNSAID, 1},
    {"1/2-1/2", "1/2-1/2", ENDING_UNSAID, -1},
    {"½:½", "1/2-1/2", ENDING_UNSAID, -1},
    {"0,5:0,5", "1/2-1/2", ENDING_UNSAID, -1},
    {"1/2 : 1/2", "1/2-1/2", ENDING_UNSAID, -1},
    {"1/2", "1/2-1/2", ENDING_UNSAID, -1},
    {"=-=", "1/2-1/2", ENDING_UNSAID, -1},
    {"+ - -", "1-0", ENDING_FORFEIT, 1},
    {"-:+", "0-1", ENDING_FORFEIT, 0},
    {"-:-", "0-0", ENDING_FORFEIT, -1},
    {"1-0 ff", "1-0", ENDING_FORFEIT, 1},
    {"*", "*", ENDING_UNSAID, -1},
    {"Remis", "1/2-1/2", ENDING_UNSAID, -1},
    {"draw agreed", "1/2-1/2", ENDING_AGREEMENT, -1},
    {"Draw (threefold repetition)", "1/2-1/2", ENDING_DRAW_RULE, -1},
    {"Patt", "1/2-1/2", ENDING_STALEMATE, -1},
    {"White wins", "1-0", ENDING_UNSAID, 1},
    {"White won on time", "1-0", ENDING_TIME, 1},
    {"Black lost on time", "1-0", ENDING_TIME, 1},
    {"1-0 time", "1-0", ENDING_TIME, 1},
    {"les Noirs abandonnent", "1-0", ENDING_RESIGNATION, 1},
    {"Ganan las blancas", "1-0", ENDING_UNSAID, 1},
    {"чёрные сдались", "1-0", ENDING_RESIGNATION, 1},
    {"Sieg für Maier", "1-0", ENDING_UNSAID, 1},
    {"Huber resigns", "1-0", ENDING_RESIGNATION, 1},
    {"K. HUBER gibt auf", "1-0", ENDING_RESIGNATION, 1},
    {"Result: 1-0", "1-0", ENDING_UNSAID, 1},
    {"Ergebnis: 0:1", "0-1", ENDING_UNSAID, 0},
    {"Checkmate! 1-0", "1-0", ENDING_MATE, 1},
    {"Black resigned. 1-0", "1-0", ENDING_RESIGNATION, 1},
    {"Black resigned| after a blunder", "1-0", ENDING_RESIGNATION, 1},
    {"0-1 White resigned after 40 moves", "0-1", ENDING_RESIGNATION, 0},
    {"Black\nresigned", "1-0", ENDING_RESIGNATION, 1},
    {"1-0|\nBlack: Huber", "1-0", ENDING_UNSAID, 1},
    {"1-0| Black wins", "1-0", ENDING_UNSAID, 1},
    {"matt", NULL, ENDING_MATE, -1},
    {"#", NULL, ENDING_MATE, -1},
    {"aufgegeben", NULL, ENDING_RESIGNATION, -1},
    {"adjourned", "*", ENDING_ADJOURNED, -1},
    {"0-0 both forfeit", "0-0", ENDING_FORFEIT, -1},
};

static const char *const no_endings[] = {
    "O-O draw",
    "O-O 1-0",
    "O-O (sealed)",
    "0-0 draw",
    "0-0 resigns",
    "",
    "0-0",
    "O-O",
    "1:0:45",
    "1-0-0-0",
    "1/2. e4",
    "1-1",
    "- - -",
    "+-",
    "White: Huber",
    "Huber - Maier",
    "White wins a pawn",
    "Time: 90",
    "draw offered",
    "remis?",
    "White offers a draw",
    "the rook",
    "won",
    "12. Nf3",
    "White\nBlack",
    "Huber 1-0",
    "e4",
    "drawer",
    "1",
};

START_TEST(endings_are_read_in_scores_and_words) {
    const xpgn_slice names[2] = {slice_of("Maier, Anna"), slice_of("Huber, Karl-Heinz")};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct ending f;
        char text[64];
        const char *cut = strchr(endings[i].text, '|'), *result = endings[i].result;
        size_t size = cut != NULL ? (size_t)(cut - endings[i].text) : strlen(endings[i].text);
        snprintf(text, sizeof text, "%.*s%s", (int)size, endings[i].text,
                 cut != NULL ? cut + 1 : "");
        const char *end, *p = copy_of(text, &end);
        HOLDS(ending_read(p, end, names, &f), "%s", text);
        HOLDS(f.size == size, "%s: %zu", text, f.size);
        HOLDS(result == NULL ? f.result == NULL : f.result != NULL && strcmp(f.result, result) == 0,
              "%s: %s", text, f.result != NULL ? f.result : "no result");
        HOLDS(f.cause == endings[i].cause && f.lost == endings[i].lost, "%s: %d %d", text,
              (int)f.cause, (int)f.lost);
    }
}
END_TEST

/* That stand alone, as in a tag or at the end of a game: what they are, and how they end. */
static const struct {
    const char *text, *result;
    unsigned cause;
} scores[] = {
    {"1:0", "1-0", ENDING_UNSAID},     {"+--", "1-0", ENDING_FORFEIT},
    {"+ - -", "1-0", ENDING_FORFEIT},  {"- - +", "0-1", ENDING_FORFEIT},
    {"--+", "0-1", ENDING_FORFEIT},    {"+/-", "1-0", ENDING_FORFEIT},
    {"-+", "0-1", ENDING_FORFEIT},     {"-/-", "0-0", ENDING_FORFEIT},
    {"1-0F", "1-0", ENDING_FORFEIT},   {"0F-1", "0-1", ENDING_FORFEIT},
    {"0F-0F", "0-0", ENDING_FORFEIT},  {"0:0", "0-0", ENDING_UNSAID},
    {"0.5-0", "1/2-0", ENDING_UNSAID}, {"0 - ½", "0-1/2", ENDING_UNSAID},
    {"½:½", "1/2-1/2", ENDING_UNSAID}, {"1-1", NULL, ENDING_UNSAID},
    {"0-0", NULL, ENDING_UNSAID},      {"- - -", NULL, ENDING_UNSAID},
    {"+", NULL, ENDING_UNSAID},        {"+-+", NULL, ENDING_UNSAID},
};

START_TEST(scores_that_stand_alone_are_read_in_any_form) {
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        struct ending f;
        const char *end, *p = copy_of(scores[i].text, &end);
        bool read = ending_read_score(p, end, &f) && p + f.size == end;
        HOLDS(read == (scores[i].result != NULL), "%s", scores[i].text);
        HOLDS(!read || strcmp(f.result, scores[i].result) == 0, "%s: %s", scores[i].text, f.result);
        HOLDS(!read || f.cause == scores[i].cause, "%s: %d", scores[i].text, (int)f.cause);
    }
}
END_TEST

/* What tags say: the cause as it is shown, the seat that lost, w or b, or d for a draw, words that
   are not understood. */
static const char *const said[][4] = {
    {"Time forfeit", "time forfeit", "", ""},
    {"TIME FORFEIT", "time forfeit", "", ""},
    {"time", "time forfeit", "", ""},
    {"Abandoned", "abandoned", "", ""},
    {"rules infraction", "rules infraction", "", ""},
    {"emergency", "emergency", "", ""},
    {"death", "death", "", ""},
    {"Unterminated", "unterminated", "", ""},
    {"Normal", NULL, "", ""},
    {"", NULL, "", ""},
    {"adjudication: SyzygyTB", "adjudication", "", ""},
    {"TCEC draw rule", "adjudication", "", ""},
    {"GUI TB Mate in 30", "adjudication", "", "30"},
    {"3-fold rep", "repetition", "d", ""},
    {"3-Fold repetition", "repetition", "d", ""},
    {"Fifty moves rule", "fifty-move rule", "d", ""},
    {"Insufficient material", "insufficient material", "d", ""},
    {"White disconnects", "disconnection", "", ""},
    {"Black's connection stalls", "stalled connection", "", ""},
    {"illegal move: c7f7", "illegal move", "", "c7f7"},
    {"White resigns", "resignation", "w", ""},
    {"Black loses on time", "time forfeit", "b", ""},
    {"White won on time", "time forfeit", "b", ""},
    {"flag but drawn", "time forfeit", "", ""},
    {"Maier won by resignation", "resignation", "b", ""},
    {"Huber won - game abandoned", "abandoned", "w", ""},
    {"Huber won by king of the hill", NULL, "w", "king of the hill"},
    {"Game drawn by agreement", "agreement", "d", ""},
    {"Game drawn by timeout vs insufficient material", "time forfeit", "d",
     "vs insufficient material"},
    {"Schwarz gibt auf", "resignation", "b", ""},
    {"Stage 3 withdrawal", NULL, "", "Stage 3 withdrawal"},
};

START_TEST(what_tags_say_of_the_end_is_understood) {
    const xpgn_slice names[2] = {slice_of("Maier, Anna"), slice_of("Huber, Karl-Heinz")};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct said_ending s;
        const char *const *row = said[i], *end, *p = copy_of(row[0], &end);
        said_ending_read((xpgn_slice){p, (size_t)(end - p)}, names, &s);
        const char *words = said_ending_words(s.cause);
        HOLDS(row[1] == NULL ? words == NULL : words != NULL && strcmp(words, row[1]) == 0,
              "%s: %s", row[0], words != NULL ? words : "nothing");
        char lost = s.drawn ? 'd' : s.lost < 0 ? '\0' : "wb"[s.lost];
        HOLDS(*row[2] == lost, "%s: %c", row[0], lost);
        HOLDS(slice_is(s.other, row[3]), "%s: '%.*s'", row[0], (int)s.other.size, s.other.data);
    }
}
END_TEST

/* Comments, and the cause that they say unmistakably. */
static const char *const remarks[][2] = {
    {"White resigns", "resignation"},
    {" Black wins on time. ", "time forfeit"},
    {"-3.20/21 0.5s, Black makes an illegal move: e8g8", "illegal move"},
    {"29 White disconnects", "disconnection"},
    {"+M5/20 1.2s, White mates", "checkmate"},
    {"d=23, pd=Rd3, White wins by adjudication: SyzygyTB", "adjudication"},
    {"[%clk 0:00:00] Huber ran out of time", "time forfeit"},
    {"Draw by 3-fold repetition", "repetition"},
    {"[%clk 0:00:10]", NULL},
    {"White wins", NULL},
    {"White resigns too early", NULL},
    {"and wins material", NULL},
    {"The repetition was not forced", NULL},
    {"+0.31/20 1.2s", NULL},
    {"", NULL},
};

START_TEST(comments_say_how_a_game_ended_if_they_say_nothing_else) {
    const xpgn_slice names[2] = {slice_of("Maier, Anna"), slice_of("Huber, Karl-Heinz")};
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        struct said_ending s;
        const char *end, *p = copy_of(remarks[i][0], &end);
        bool read = said_ending_comment((xpgn_slice){p, (size_t)(end - p)}, names, &s);
        const char *words = said_ending_words(s.cause);
        HOLDS(read == (remarks[i][1] != NULL), "%s", remarks[i][0]);
        HOLDS(!read || strcmp(words, remarks[i][1]) == 0, "%s: %s", remarks[i][0], words);
    }
}
END_TEST

START_TEST(what_is_no_ending_is_none) {
    const xpgn_slice names[2] = {slice_of("Maier, Anna"), slice_of("Huber, Karl-Heinz")};
    for (size_t i = 0; i < sizeof no_endings / sizeof *no_endings; i++) {
        struct ending f;
        const char *end, *p = copy_of(no_endings[i], &end);
        HOLDS(!ending_read(p, end, names, &f) && f.size == 0, "%s: %zu", no_endings[i], f.size);
    }
    ck_assert_str_eq(ending_termination(ENDING_TIME), "time forfeit");
    ck_assert_ptr_null(ending_termination(ENDING_UNSAID));
}
END_TEST

/* ---- blanks, clocks and marks ---------------------------------------------------------------- */

static const struct {
    const char *text;
    size_t size;
    unsigned kind;
} blanks[] = {
    {"?", 1, BLANK_SIGN},
    {"(?)", 3, BLANK_SIGN},
    {"{?}", 3, BLANK_SIGN},
    {"... e5", 3, BLANK_SIGN},
    {"…", 3, BLANK_SIGN},
    {"____", 4, BLANK_SIGN},
    {"—", 3, BLANK_SIGN},
    {"---", 3, BLANK_SIGN},
    {"XX", 2, BLANK_SIGN},
    {"xxxx Nf3", 4, BLANK_SIGN},
    {"( )", 3, BLANK_SIGN},
    {"[ ]", 3, BLANK_SIGN},
    {"(illegible)", 11, BLANK_SIGN},
    {"unleserlich", 11, BLANK_SIGN},
    {"\"", 1, BLANK_DITTO},
    {"〃", 3, BLANK_DITTO},
    {"-\"-", 3, BLANK_DITTO},
    {"--", 2, BLANK_PASS},
    {"Z0", 2, BLANK_PASS},
    {"@@@@", 4, BLANK_PASS},
    {"pass", 4, BLANK_PASS},
    {"xd5", 0, 0},
    {"--e4", 0, 0},
    {"...e5", 0, 0},
    {"-+", 0, 0},
    {"\"Nf3\"", 0, 0},
    {"?!", 0, 0},
    {"x", 0, 0},
    {"(Nf3)", 0, 0},
    {"", 0, 0},
};

START_TEST(blanks_are_signs_and_words_for_no_half_move) {
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        enum blank_kind kind;
        const char *end, *p = copy_of(blanks[i].text, &end);
        size_t size = blank_read(p, end, &kind);
        HOLDS(size == blanks[i].size && (size == 0 || kind == blanks[i].kind), "%s: %zu",
              blanks[i].text, size);
    }
    ck_assert(blank_is(slice_of(" — — ")) && blank_is(slice_of("")) && !blank_is(slice_of("\"")));
    ck_assert(!blank_is(slice_of("pass")) && !blank_is(slice_of("Nf3")));
}
END_TEST

static const struct {
    const char *text;
    size_t size;
    uint32_t seconds, other;
} clocks[] = {
    {"1:22", 4, 4920, 0},
    {"(1:22)", 6, 4920, 0},
    {"1:22:05", 7, 4925, 0},
    {"(17/12)", 7, 1020, 720},
    {"[0:30]", 6, 1800, 0},
    {"(12')", 5, 720, 0},
    {"(0:01.103)", 10, 1, 0},
    {"1:00:07.5", 9, 3607, 0},
    {"(1h05)", 6, 3900, 0},
    {"12'", 3, 720, 0},
    {"(5:1)", 0, 0, 0},
    {"1-0", 0, 0, 0},
    {"(5/1)", 0, 0, 0},
    {"1/2", 0, 0, 0},
    {"1:60", 0, 0, 0},
    {"12. Nf3", 0, 0, 0},
    {"", 0, 0, 0},
};

START_TEST(times_of_clocks_are_read) {
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct clock_form f;
        const char *end, *p = copy_of(clocks[i].text, &end);
        bool found = clock_form_read(p, end, &f);
        HOLDS(found == (clocks[i].size > 0) && f.size == clocks[i].size &&
                  f.seconds == clocks[i].seconds && f.other == clocks[i].other,
              "%s: %zu %u", clocks[i].text, f.size, f.seconds);
    }
}
END_TEST

static const struct {
    const char *text;
    size_t size;
    unsigned kind;
    uint32_t nag;
} marks[] = {
    {"+", 1, MARK_CHECK, 0},
    {"++", 2, MARK_DOUBLE_CHECK, 0},
    {"#", 1, MARK_MATE, 0},
    {"†", 3, MARK_CHECK, 0},
    {"ch.", 3, MARK_CHECK, 0},
    {"Schach!", 6, MARK_CHECK, 0},
    {"шах", 6, MARK_CHECK, 0},
    {"dis ch", 6, MARK_DISCOVERED_CHECK, 0},
    {"matt", 4, MARK_MATE, 0},
    {"(e.p.)", 6, MARK_EN_PASSANT, 0},
    {"=", 1, MARK_DRAW_OFFER, 0},
    {"(=)", 3, MARK_DRAW_OFFER, 0},
    {"(draw offered)", 14, MARK_DRAW_OFFER, 0},
    {"(sic)", 5, MARK_SIC, 0},
    {"(N)", 3, MARK_NAG, 146},
    {"±", 2, MARK_NAG, 16},
    {"+-", 2, MARK_NAG, 18},
    {"!?", 2, MARK_NAG, 5},
    {"=Q", 0, 0, 0},
    {"(Q)", 0, 0, 0},
    {"chess", 0, 0, 0},
    {"Nf3", 0, 0, 0},
    {"1-0", 0, 0, 0},
    {"", 0, 0, 0},
};

START_TEST(marks_behind_a_half_move_are_read) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct move_mark f;
        const char *end, *p = copy_of(marks[i].text, &end);
        bool found = move_mark_read(p, end, &f);
        HOLDS(found == (marks[i].size > 0) && f.size == marks[i].size && f.nag == marks[i].nag,
              "%s: %zu %u", marks[i].text, f.size, f.nag);
        HOLDS(!found || f.kind == marks[i].kind, "%s: %d", marks[i].text, (int)f.kind);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sheet_forms");
    TCase *tcase = tcase_create("forms");
    tcase_add_test(tcase, a_phrase_is_found_in_any_letter_case_and_ends_with_a_word);
    tcase_add_test(tcase, a_phrase_of_other_meanings_is_skipped);
    tcase_add_test(tcase, dice_are_read_in_any_form_and_nothing_else_as_dice);
    tcase_add_test(tcase, endings_are_read_in_scores_and_words);
    tcase_add_test(tcase, scores_that_stand_alone_are_read_in_any_form);
    tcase_add_test(tcase, what_tags_say_of_the_end_is_understood);
    tcase_add_test(tcase, comments_say_how_a_game_ended_if_they_say_nothing_else);
    tcase_add_test(tcase, what_is_no_ending_is_none);
    tcase_add_test(tcase, blanks_are_signs_and_words_for_no_half_move);
    tcase_add_test(tcase, times_of_clocks_are_read);
    tcase_add_test(tcase, marks_behind_a_half_move_are_read);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
