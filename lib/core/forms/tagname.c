/* SPDX-License-Identifier: MIT */
#include "core/forms/tagname.h"

const xpgn_slice seven_tags[SEVEN_TAGS] = {{"Event", 5}, {"Site", 4},  {"Date", 4},  {"Round", 5},
                                           {"White", 5}, {"Black", 5}, {"Result", 6}};

/* After a change of the names the unit test of tag values prints a new TAG_NAME_FACTOR and the
   slots. Common names with free values are listed too, as known spellings. */
const struct tag_name tag_names[TAG_NAMES] = {
    [0] = {"Event", KNOWN_COUNT, TAG_FREE},
    [1] = {"EndDate", KNOWN_COUNT, TAG_DATE},
    [2] = {"TimeControl", KNOWN_COUNT, TAG_CONTROL},
    [3] = {"RuleOptions", KNOWN_OPTIONS, TAG_FREE},
    [6] = {"UTCDate", KNOWN_COUNT, TAG_DATE},
    [12] = {"SetUp", KNOWN_SETUP, TAG_FREE},
    [13] = {"XPGN", KNOWN_XPGN, TAG_FREE},
    [14] = {"Result", KNOWN_RESULT, TAG_FREE},
    [18] = {"EventDate", KNOWN_COUNT, TAG_DATE},
    [20] = {"FirstRoll", KNOWN_FIRST_ROLL, TAG_FREE},
    [21] = {"Variant", KNOWN_VARIANT, TAG_FREE},
    [22] = {"CurrentPosition", KNOWN_CURRENT_POSITION, TAG_FREE},
    [23] = {"Date", KNOWN_COUNT, TAG_DATE},
    [24] = {"RulesDigest", KNOWN_DIGEST, TAG_FREE},
    [27] = {"Round", KNOWN_COUNT, TAG_FREE},
    [28] = {"Site", KNOWN_COUNT, TAG_FREE},
    [29] = {"XFEN", KNOWN_XFEN, TAG_FREE},
    [31] = {"StartTime", KNOWN_COUNT, TAG_TIME},
    [33] = {"Time", KNOWN_COUNT, TAG_TIME},
    [34] = {"Termination", KNOWN_TERMINATION, TAG_FREE},
    [37] = {"PlyCount", KNOWN_PLY_COUNT, TAG_PLIES},
    [39] = {"FEN", KNOWN_FEN, TAG_FREE},
    [42] = {"DiceOpen", KNOWN_DICE_OPEN, TAG_FREE},
    [47] = {"ICCResult", KNOWN_ICC_RESULT, TAG_FREE},
    [49] = {"DiceCommit", KNOWN_DICE_COMMIT, TAG_FREE},
    [51] = {"White", KNOWN_COUNT, TAG_FREE},
    [52] = {"EndTime", KNOWN_COUNT, TAG_TIME},
    [55] = {"Black", KNOWN_COUNT, TAG_FREE},
    [56] = {"WhiteElo", KNOWN_COUNT, TAG_ELO},
    [57] = {"UTCTime", KNOWN_COUNT, TAG_TIME},
    [59] = {"ECO", KNOWN_COUNT, TAG_ECO},
    [60] = {"BlackElo", KNOWN_COUNT, TAG_ELO},
};

const struct tag_name *tag_name_find(const char *name, size_t size) {
    char text[TAG_NAME_ROOM] = {0};
    if (size == 0 || size > TAG_NAME_ROOM)
        return NULL;
    memcpy(text, name, size);
    struct tag_key key = tag_key_of(text, size);
    return tag_name_at(key, tag_name_slot(tag_key_mix(key)));
}

/* A bit per length of the names below, by first letter, to reject other names, which are the
   majority. */
#define SIZE(letter, size) [(letter) - 'a'] = (size)
static const uint16_t sizes['z' - 'a' + 1] = {SIZE('b', 1 << 5),
                                              SIZE('d', 1 << 4 | 1 << 7 | 1 << 8 | 1 << 10),
                                              SIZE('e', 1 << 5),
                                              SIZE('f', 1 << 3 | 1 << 9),
                                              SIZE('g', 1 << 5),
                                              SIZE('p', 1 << 8),
                                              SIZE('r', 1 << 3 | 1 << 5 | 1 << 6 | 1 << 11),
                                              SIZE('s', 1 << 4 | 1 << 5),
                                              SIZE('v', 1 << 7),
                                              SIZE('w', 1 << 5),
                                              SIZE('x', 1 << 4)};
#undef SIZE

static bool same_letters(const char *a, const char *b, size_t size) {
    size_t i = 0;
    while (i < size && (a[i] | 0x20) == (b[i] | 0x20))
        i++;
    return i == size;
}

const char *tag_name_meant(const char *name, size_t size) {
    static const char *const names[] = {
        "Event",    "Site",    "Date",      "Round",       "White",       "Black",
        "Result",   "XPGN",    "Variant",   "RuleOptions", "RulesDigest", "SetUp",
        "FEN",      "XFEN",    "FirstRoll", "Red",         "PlyCount",    "DiceCommit",
        "DiceOpen", "DiceKey", "DiceLast",  "DiceSign"};
    unsigned letter = size > 0 ? (unsigned)(name[0] | 0x20) - 'a' : 26;
    if (letter >= 26 || size > 15 || (sizes[letter] >> size & 1) == 0)
        return NULL;
    if (tag_name_find(name, size) != NULL) /* as most that are left: it is right */
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == size && same_letters(names[i], name, size))
            return memcmp(names[i], name, size) != 0 ? names[i] : NULL;
    return NULL;
}
