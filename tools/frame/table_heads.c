/* SPDX-License-Identifier: MIT */
#include "frame/table_heads.h"

const char *const cli_log_columns[CLI_LOG_COLUMNS] = {
    "number", "file", "game",  "turn",    "line",        "column", "offset", "was",
    "is",     "code", "level", "counted", "probability", "by",     "before", "after"};

const char *const cli_question_columns[CLI_QUESTION_COLUMNS] = {
    "file", "game", "board", "turn", "question", "choices", "settles", "answer"};
