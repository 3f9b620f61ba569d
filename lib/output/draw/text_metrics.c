/* SPDX-License-Identifier: MIT */
/* Widths of the ASCII characters in common fonts, in thousandths of the font size. */
#include "output/draw/text_metrics.h"

#include <string.h>

#include "core/base/utf8.h"

enum { FIRST = ' ', CHARACTERS = 95 };

/* Fonts with the same widths: their names, and the widths in regular and bold. */
struct metrics {
    const char *name[8];
    uint16_t width[2][CHARACTERS];
};

/* The first widths are those of Helvetica and the fonts made to match it, the last those of Times,
   with bold taken as 8 % wider. */
static const struct metrics known[] = {
    {{"TeX Gyre Heros", "Helvetica", "Arial", "Liberation Sans", "Nimbus Sans", "Arimo"},
     {{278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
       556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
       1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
       667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
       333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
       556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584},
      {278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
       556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
       975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
       667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
       333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
       611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584}}},
    {{"DejaVu Sans", "Verdana", "Bitstream Vera Sans"},
     {{318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
       636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
       1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
       603,  787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
       500,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
       635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838},
      {348,  456, 521, 838, 696, 1002, 872, 306,  457, 457, 523, 838, 380, 415,  380, 365,
       696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 580,
       1000, 774, 762, 734, 830, 683,  683, 821,  837, 372, 372, 775, 637, 995,  837, 850,
       733,  850, 770, 720, 682, 812,  774, 1103, 771, 724, 725, 457, 365, 457,  838, 500,
       500,  675, 716, 593, 716, 678,  435, 716,  712, 343, 343, 665, 343, 1042, 712, 687,
       716,  716, 493, 595, 478, 712,  652, 924,  645, 652, 582, 712, 365, 712,  838}}},
    {{"TeX Gyre Termes", "Times", "Liberation Serif", "Nimbus Roman", "Tinos"},
     {{250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
       500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
       921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
       556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
       333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
       500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541},
      {270, 360, 441, 540, 540, 900, 840, 194,  360, 360, 540, 609, 270, 360, 270, 300,
       540, 540, 540, 540, 540, 540, 540, 540,  540, 540, 300, 300, 609, 609, 609, 480,
       995, 780, 720, 720, 780, 660, 600, 780,  780, 360, 420, 780, 660, 960, 780, 780,
       600, 780, 720, 600, 660, 780, 780, 1020, 780, 780, 660, 360, 300, 360, 507, 540,
       360, 480, 540, 480, 540, 480, 360, 540,  540, 300, 300, 540, 300, 840, 540, 540,
       540, 540, 360, 420, 300, 540, 540, 780,  540, 540, 480, 518, 216, 518, 584}}}};
enum { KNOWN = sizeof known / sizeof known[0], WIDE = 1000, LETTER = 650 };

static bool is_named_font(const char *fonts, const struct metrics *m) {
    for (unsigned i = 0; i < 8 && m->name[i] != NULL; i++)
        if (strstr(fonts, m->name[i]) != NULL)
            return true;
    return false;
}

unsigned metrics_named(const char *fonts) {
    unsigned named = 0;
    for (unsigned i = 0; i < KNOWN; i++)
        named |= is_named_font(fonts, &known[i]) ? 1u << i : 0;
    return named;
}

/* Returns an ASCII character as wide as one that is not in the tables; 0 if there is none. */
static char stand_in(uint32_t point) {
    switch (point) {
    case 0xa0:
        return ' ';
    case 0x2212: /* minus */
    case 0xd7:   /* times */
        return '+';
    case 0x2013:
        return '0';
    default:
        return '\0';
    }
}

static int character_width(const uint16_t width[CHARACTERS], uint32_t point) {
    if (point >= 0x80)
        point = stand_in(point) != 0 ? (unsigned char)stand_in(point) : point;
    if (point >= FIRST && point < FIRST + CHARACTERS)
        return width[point - FIRST];
    return point < 0x2e80 ? LETTER : WIDE;
}

static int64_t sum_of(const uint16_t width[CHARACTERS], xpgn_slice text) {
    int64_t sum = 0;
    for (size_t size; text.size > 0; text.data += size, text.size -= size) {
        uint32_t point;
        size = utf8_read(text, &point);
        sum += character_width(width, point);
    }
    return sum;
}

int64_t metrics_width(unsigned fonts, bool bold, xpgn_slice text) {
    int64_t widest = 0;
    for (unsigned i = 0; i < KNOWN; i++) {
        if (fonts != 0 && (fonts >> i & 1) == 0)
            continue;
        int64_t width = sum_of(known[i].width[bold], text);
        widest = width > widest ? width : widest;
    }
    return fonts != 0 ? widest : widest * 11 / 10;
}
