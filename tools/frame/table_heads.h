/* SPDX-License-Identifier: MIT */
/* The columns of the tables that a later run reads again. */
#ifndef CLI_TABLE_HEADS_H
#define CLI_TABLE_HEADS_H

enum { CLI_LOG_COLUMNS = 16, CLI_QUESTION_COLUMNS = 8 };

/* The log of corrections (corrections.h), and the table of questions (questions.h). */
extern const char *const cli_log_columns[CLI_LOG_COLUMNS];
extern const char *const cli_question_columns[CLI_QUESTION_COLUMNS];

#endif
