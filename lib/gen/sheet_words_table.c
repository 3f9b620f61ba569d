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
/* Sets of meanings and of languages, of which there are few. */
struct sets {
    uint64_t list[SETS];
    size_t count;
};
static struct sets meanings, spoken;

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

/* How far before phrase i the longest is that it begins with; 0: there is none. */
static size_t parent_of(size_t i) {
    for (size_t k = i; k-- > 0 && rows[k].text[0] == rows[i].text[0];)
        if (strncmp(rows[k].text, rows[i].text, strlen(rows[k].text)) == 0)
            return i - k;
    return 0;
}

/* The number of a set. */
static size_t set_of(struct sets *s, uint64_t set) {
    size_t i = 0;
    while (i < s->count && s->list[i] != set)
        i++;
    if (i == SETS)
        fail_row("too many", "sets of meanings or languages");
    s->count += i == s->count;
    s->list[i] = set;
    return i;
}

static size_t size_of(size_t i) {
    return strlen(rows[i].text);
}

static size_t means_of(size_t i) {
    return set_of(&meanings, rows[i].means);
}

static size_t spoken_in(size_t i) {
    return set_of(&spoken, rows[i].languages);
}

static void write_array(const char *type, const char *name, size_t (*of)(size_t i)) {
    printf("\nconst %s %s[] = {", type, name);
    for (size_t i = 0; i < count; i++)
        printf("%s%zu,", i % 16 == 0 ? "\n    " : " ", of(i));
    printf("\n};\n");
}

static void write_sets(const char *type, const char *name, const struct sets *s) {
    printf("\nconst %s %s[] = {\n", type, name);
    for (size_t i = 0; i < s->count; i++)
        printf("    0x%llx,\n", (unsigned long long)s->list[i]);
    printf("};\n");
}

static void write_letters(void) {
    printf("const char sheet_letters[] = {\n");
    for (size_t i = 0; i < count; i++) {
        for (const char *p = rows[i].text; *p != '\0'; p++)
            printf("'\\x%02x',", (unsigned)(unsigned char)*p);
        printf("\n");
    }
    printf("};\n\nconst uint16_t sheet_starts[] = {\n");
    size_t at = 0;
    for (size_t i = 0; i < count; at += size_of(i), i++)
        if (i % SHEET_BLOCK == 0)
            printf("    %zu,\n", at);
    printf("};\n");
    if (at > UINT16_MAX)
        fail_row("more than 64 KB", "all phrases");
}

static void write_phrases(void) {
    printf("/* SPDX-License-Identifier: MIT */\n#include \"core/forms/sheet_table.h\"\n\n");
    write_letters();
    write_array("uint8_t", "sheet_sizes", size_of);
    write_array("uint16_t", "sheet_parents", parent_of);
    write_array("uint8_t", "sheet_means_of", means_of);
    write_array("uint8_t", "sheet_spoken_in", spoken_in);
    write_sets("uint64_t", "sheet_means", &meanings);
    write_sets("uint32_t", "sheet_languages", &spoken);
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
