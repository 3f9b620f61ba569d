/* SPDX-License-Identifier: MIT */
/*
 * Build-time generator: reads formats/sheet-words.tsv on standard input and writes its phrases as
 * C to standard output, folded and sorted, each with what it means in which languages.
 */
#include "core/forms/fold.h"
#include "core/forms/sheet_table.h"
#include "core/forms/sheet_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16, PHRASES = 8192, SETS = 256 };

struct phrase_row {
    uint64_t means;
    uint32_t languages;
    char text[SHEET_LONGEST + 1];
};

static const char *const names[] = {
#define MEANING(constant, row) row,
#include "core/forms/sheet_words.def"
#undef MEANING
};

static struct phrase_row rows[PHRASES];
static size_t count;
static uint64_t sets[SETS];
static size_t set_count;

static _Noreturn void fail_row(const char *why, const char *what) {
    fprintf(stderr, "sheet-words.tsv: %s: %s\n", why, what);
    exit(EXIT_FAILURE);
}

static unsigned meaning_of(const char *name) {
    for (unsigned i = 0; i < SHEET_MEANINGS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    fail_row("no such meaning", name);
}

static void add_phrase(const char *text, unsigned meaning, unsigned language) {
    struct phrase_row *r = &rows[count];
    size_t size = 0, taken;
    const char *end = text + strlen(text);
    for (const char *p = text; p < end; p += taken) {
        char folded[FOLD_MOST];
        size_t n = fold_character(p, end, folded, &taken);
        if (size + n > SHEET_LONGEST || count == PHRASES)
            fail_row("too long", text);
        memcpy(r->text + size, folded, n);
        size += n;
    }
    if (size == 0)
        fail_row("an empty alternative", names[meaning]);
    r->text[size] = '\0';
    r->means = SHEET_BIT(meaning);
    r->languages = (uint32_t)1 << language;
    count++;
}

/* Cuts the next part of a line, up to a separator. */
static char *next_part(char **rest, char separator) {
    char *part = *rest, *at = part != NULL ? strchr(part, separator) : NULL;
    *rest = at != NULL ? at + 1 : NULL;
    if (at != NULL)
        *at = '\0';
    return part;
}

static void read_rows(void) {
    static char line[LINE];
    bool first = true;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (*line == '#' || *line == '\0' || first) {
            first = first && *line == '#';
            continue;
        }
        char *rest = line, *cell;
        unsigned meaning = meaning_of(next_part(&rest, '\t'));
        for (unsigned language = 0; (cell = next_part(&rest, '\t')) != NULL; language++)
            for (char *word; *cell != '\0' && (word = next_part(&cell, '|')) != NULL;) {
                add_phrase(word, meaning, language);
                if (cell == NULL)
                    break;
            }
    }
}

static int compare_rows(const void *a, const void *b) {
    return strcmp(((const struct phrase_row *)a)->text, ((const struct phrase_row *)b)->text);
}

/* Sorts the phrases, and makes one of those that are equal. */
static void sort_rows(void) {
    size_t to = 0;
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i++) {
        if (to > 0 && strcmp(rows[to - 1].text, rows[i].text) == 0) {
            rows[to - 1].means |= rows[i].means;
            rows[to - 1].languages |= rows[i].languages;
        } else {
            rows[to++] = rows[i];
        }
    }
    count = to;
}

/* The longest phrase before i that phrase i begins with. */
static size_t parent_of(size_t i) {
    for (size_t k = i; k-- > 0 && rows[k].text[0] == rows[i].text[0];)
        if (strncmp(rows[k].text, rows[i].text, strlen(rows[k].text)) == 0)
            return k;
    return SHEET_NO_PARENT;
}

/* The number of a set of meanings, of which there are few. */
static size_t set_of(uint64_t means) {
    size_t i = 0;
    while (i < set_count && sets[i] != means)
        i++;
    if (i == SETS)
        fail_row("too many", "sets of meanings");
    set_count += i == set_count;
    sets[i] = means;
    return i;
}

static void write_phrases(void) {
    size_t at = 0;
    printf("/* SPDX-License-Identifier: MIT */\n#include \"core/forms/sheet_table.h\"\n\n"
           "const struct sheet_word sheet_words[] = {\n");
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(rows[i].text);
        printf("    {0x%lx, %zu, %zu, %zu, %zu},\n", (unsigned long)rows[i].languages, parent_of(i),
               at, size, set_of(rows[i].means));
        at += size;
    }
    printf("};\n\nconst char sheet_letters[] = {\n");
    for (size_t i = 0; i < count; i++) {
        for (const char *p = rows[i].text; *p != '\0'; p++)
            printf("'\\x%02x',", (unsigned)(unsigned char)*p);
        printf("\n");
    }
    printf("};\n\nconst uint64_t sheet_means[] = {");
    for (size_t i = 0; i < set_count; i++)
        printf("0x%llx,\n", (unsigned long long)sets[i]);
    printf("};\n");
    if (at > UINT16_MAX)
        fail_row("more than 64 KB", "all phrases");
}

static void write_index(void) {
    printf("\nconst uint16_t sheet_first[257] = {");
    size_t i = 0;
    for (unsigned byte = 0; byte <= 256; byte++) {
        while (i < count && (unsigned char)rows[i].text[0] < byte)
            i++;
        printf("%s%zu,", byte % 16 == 0 ? "\n    " : " ", i);
    }
    printf("\n};\n");
}

int main(void) {
    _Static_assert(SHEET_MEANINGS <= 64, "a set of meanings has 64 bits");
    read_rows();
    sort_rows();
    write_phrases();
    write_index();
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
