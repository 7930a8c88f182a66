#ifndef SX_COMMANDS_SHOWN_H
#define SX_COMMANDS_SHOWN_H

#include "answer/answer.h"
#include "commands/commands.h"

/*
 * A command in an answer: text as people would see it in a terminal at the end, without
 * secrets (commands/readable).
 */

/** The command of an id, to be released. INVALID_ARGUMENT, NOT_FOUND. */
sx_status sx_command_by_id(sx_command **out, sx_call *call, sx_str id, sx_err *err) SX_MUST_USE;

/** "Exit code 1 after 2.3 s." and what else is to be known of its end; the facts, too. */
void sx_command_write_state(sx_call *call, const sx_command_state *state, sx_answer *answer);
/** One line of a list: "c3  running for 12 s  npm run dev". */
void sx_command_write_row(sx_call *call, const sx_command_state *state, sx_answer *answer,
                          cJSON *facts);

/**
 * The beginning and the end of both streams, as far as the answer's budget goes, with the count of
 * the lines between, and how they are read.
 */
sx_status sx_command_write_output(sx_call *call, sx_command *command, sx_answer *answer,
                                  sx_err *err) SX_MUST_USE;

/** The cursor at which reading of a stream goes on at a byte, where line `line` (0-based) begins.
 */
sx_str sx_command_cursor(sx_call *call, const sx_command_state *state, sx_stream stream,
                         uint64_t at, uint64_t line);

/** A line that is not too long for an answer. In the call's arena. */
sx_str sx_command_shorten(sx_call *call, sx_str line, size_t room_tokens);

typedef struct sx_output_page {
  sx_stream stream;
  sx_str search; /* lines that match; empty: all */
  sx_str cursor; /* of the answer before; empty: from the first line on */
} sx_output_page;

/** Errors: INVALID_ARGUMENT for a pattern or a cursor. */
sx_status sx_command_write_page(sx_call *call, sx_command *command, const sx_output_page *page,
                                sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
