#ifndef SX_SHELL_PARSE_PARTS_H
#define SX_SHELL_PARSE_PARTS_H

#include "shell/parse.h"

/*
 * The parser is a loop over a stack of frames, one for each construct that is open: lists of
 * commands, and what stands in a word. A frame that reads another text (`sh -c`, backticks) keeps
 * where the text around it went on. Words, assignments and redirections of open commands are
 * stacks, too: a command's are those above its marks.
 */
typedef enum sx_shell_frame_kind {
  /* lists of commands; the end of each */
  SX_FRAME_TOP,      /* of the text */
  SX_FRAME_TEXT,     /* of a text within it */
  SX_FRAME_SUBSHELL, /* ) */
  SX_FRAME_COMMAND,  /* ) of $( */
  SX_FRAME_PROCESS,  /* ) of <( */
  SX_FRAME_BRACE,    /* } */
  SX_FRAME_IF,       /* fi */
  SX_FRAME_LOOP,     /* done */
  SX_FRAME_CASE,     /* esac */
  SX_FRAME_TEST,     /* ]] */
  SX_FRAME_ARRAY,    /* ) of a=( */
  /* in a word */
  SX_FRAME_QUOTE, /* " */
  SX_FRAME_PARAMETER,
  SX_FRAME_ARITHMETIC, /* $(( or, in a `for`, (( */
  SX_FRAME_HERE,       /* a here document, to the end of its text */
} sx_shell_frame_kind;

/* The last thing that a list has read. */
typedef enum sx_shell_state {
  SX_STATE_START, /* a command may begin */
  SX_STATE_SIMPLE,
  SX_STATE_AFTER,    /* a compound command has ended: redirections may follow */
  SX_STATE_ENDED,    /* an operator must follow */
  SX_STATE_FUNCTION, /* `f()`: a compound command must follow */
  /* of `for` */
  SX_STATE_FOR_NAME,
  SX_STATE_FOR_IN,
  SX_STATE_FOR_WORDS,
  SX_STATE_FOR_DO,
  /* of `case` */
  SX_STATE_CASE_WORD,
  SX_STATE_CASE_IN,
  SX_STATE_CASE_PATTERN,
  SX_STATE_CASE_MORE, /* | or ) */
} sx_shell_state;

typedef enum sx_shell_phase { SX_PHASE_CONDITION, SX_PHASE_BODY, SX_PHASE_ELSE } sx_shell_phase;

typedef struct sx_shell_mark {
  uint32_t words, assignments, redirects;
} sx_shell_mark;

typedef struct sx_shell_open_word {
  size_t from;      /* in the input */
  size_t text_from; /* in the scratch */
  size_t plain_len; /* bytes before the first quote or expansion */
  size_t known_len;
  uint16_t lead_len, flags;
  bool is_plain, is_known; /* so far */
  uint8_t brace;           /* 1: an open one; 2: with a comma or .. after it */
} sx_shell_open_word;

typedef struct sx_shell_frame {
  sx_shell_frame_kind kind;
  /* lists */
  sx_shell_state state;
  sx_shell_phase phase;
  sx_shell_mark mark;
  sx_shell_open_word word;
  bool in_word;
  bool has_command;   /* since the last reserved word or operator */
  bool needs_command; /* after | && || ! */
  bool is_piped_in;
  bool is_function;
  bool is_regex;             /* the right side of =~ */
  bool is_backtick, is_head; /* TEXT of a substitution; ARITHMETIC of a `for` or a command */
  uint8_t join;
  uint32_t scope;
  uint32_t first_of_list, first_of_pipe; /* the commands before & and | */
  uint32_t here_from;                    /* pending here documents when it was opened */
  size_t from, to;                       /* of the simple command, as far as it is read */
  sx_str redirect;                       /* an operator that waits for its target; empty: none */
  int redirect_fd;
  bool is_after_both; /* &> stood before: other shells begin a command there */
  sx_str function_name;
  /* in a word */
  bool in_quotes; /* within a QUOTE or HERE frame */
  uint32_t parens;
  size_t inner_from; /* in the input, after what begins the expansion */
  size_t kept_len;   /* of the scratch, at the beginning of the expansion */
  /* TEXT, HERE */
  sx_str outer_input;
  size_t outer_at;
  uint32_t outer_command;
  uint32_t origin_from, origin_to;
  uint16_t inner_flags;
} sx_shell_frame;

typedef struct sx_shell_here {
  sx_shell_redirect *redirect;
  uint32_t command;
  bool strips_tabs;
} sx_shell_here;

typedef struct sx_shell_parser {
  sx_shell_script *script;
  sx_arena *arena;
  sx_err *err;
  sx_status status;
  sx_str input;
  size_t at;
  SX_ARRAY(sx_shell_frame) frames;
  SX_ARRAY(sx_shell_word) words;
  SX_ARRAY(sx_shell_assignment) assignments;
  SX_ARRAY(sx_shell_redirect) redirects;
  SX_ARRAY(sx_shell_here) here;
  char *scratch; /* the text of open words */
  size_t scratch_len, scratch_cap;
  size_t words_made, texts;
  uint32_t origin_from, origin_to; /* of a text within the script; both 0: the script itself */
  uint16_t inner_flags;            /* that commands of this text have */
  uint32_t outer_command;          /* likewise */
} sx_shell_parser;

static inline sx_shell_frame *sx_shell__top(sx_shell_parser *p) {
  return &p->frames.items[p->frames.len - 1];
}

static inline char sx_shell__peek(const sx_shell_parser *p, size_t ahead) {
  return sx_str_at(p->input, p->at + ahead);
}

static inline bool sx_shell__is_at_end(const sx_shell_parser *p) {
  return p->at >= p->input.len;
}

static inline bool sx_shell__is_list(const sx_shell_frame *frame) {
  return frame->kind <= SX_FRAME_ARRAY;
}

/** Ends the parse: "it has …". */
void sx_shell__fail(sx_shell_parser *p, const char *what);
/** The same for what is past a bound. */
void sx_shell__fail_too_big(sx_shell_parser *p, const char *what);
/** Remembers the first thing that shells disagree on. */
void sx_shell__mark_ambiguous(sx_shell_parser *p, const char *what);
/** NULL when out of memory or too deep. Moves the frames. */
sx_shell_frame *sx_shell__push(sx_shell_parser *p, sx_shell_frame_kind kind);
/** The same for a list, with a scope of its own. */
sx_shell_frame *sx_shell__push_list(sx_shell_parser *p, sx_shell_frame_kind kind,
                                    sx_shell_scope_kind scope);
void sx_shell__pop(sx_shell_parser *p);
/** Reads another text from here on, which stands for bytes of the input: [from, to). */
sx_shell_frame *sx_shell__push_text(sx_shell_parser *p, sx_shell_frame_kind kind, sx_str text,
                                    size_t from, size_t to);
/** Ends a TEXT or HERE frame. */
void sx_shell__pop_text(sx_shell_parser *p);

/* parse_word.c */
void sx_shell__begin_word(sx_shell_parser *p);
void sx_shell__step_word(sx_shell_parser *p);
void sx_shell__step_quote(sx_shell_parser *p);
void sx_shell__step_parameter(sx_shell_parser *p);
void sx_shell__step_arithmetic(sx_shell_parser *p);
void sx_shell__step_here(sx_shell_parser *p);
/** Puts text of an expansion in the place of what has been read of it. */
void sx_shell__close_expansion(sx_shell_parser *p, const char *text, uint16_t flags);
/** The open word of the frame, taken off the scratch. */
sx_shell_word sx_shell__take_word(sx_shell_parser *p);
void sx_shell__init_word(sx_shell_parser *p, sx_shell_frame *frame);

/* parse_setting.c */
#define SX_SHELL_HIDDEN "a command in quotes in a subscript, which some shells run"
/** Notes the variables that arithmetic sets, and what it takes values from. */
void sx_shell__look_at_arithmetic(sx_shell_parser *p, sx_str text);
/** The same of a value in `a=( )`, which may have a subscript. */
void sx_shell__look_at_element(sx_shell_parser *p, sx_str text);
/** The same of what stands in ${ }. */
void sx_shell__look_at_parameter(sx_shell_parser *p, sx_str text);

/* parse_list.c */
void sx_shell__skip_blanks(sx_shell_parser *p);
void sx_shell__add_word(sx_shell_parser *p, sx_shell_word word);
/** A compound command, or `f()` before one, begins: the list around it waits for its end. */
void sx_shell__next_command(sx_shell_frame *list, sx_shell_join join, uint32_t commands);
void sx_shell__step_list(sx_shell_parser *p);
void sx_shell__end_command(sx_shell_parser *p);
/** The list at the top has ended: what stood around it goes on. */
void sx_shell__close_list(sx_shell_parser *p);

/* parse_compound.c */
/** Whether the word is a reserved one, and was taken as such. */
bool sx_shell__take_reserved(sx_shell_parser *p, sx_str word);
/** Whether all that has been read of the command is `time` or `coproc`. */
bool sx_shell__is_only_time(const sx_shell_parser *p, const sx_shell_frame *list);
/** A word of `for` and `case`, which is not a command's. */
void sx_shell__take_part(sx_shell_parser *p, sx_shell_word word);
/** An operator in the head of `for` and `case`; false: it is one of the list. */
bool sx_shell__take_part_operator(sx_shell_parser *p);
void sx_shell__open_paren(sx_shell_parser *p);
/** Within [[ ]]. */
void sx_shell__step_test(sx_shell_parser *p);
/** After each | of a `case`, and where its head ends. */
void sx_shell__next_pattern(sx_shell_parser *p);

/* parse_redirect.c */
/** Whether a redirection begins here, and was taken. */
bool sx_shell__take_redirect(sx_shell_parser *p, int fd);
void sx_shell__end_redirect(sx_shell_parser *p, sx_shell_word target);
/** The documents whose text begins at this line. */
void sx_shell__read_here(sx_shell_parser *p);

/* wrappers.c */
/** Adds what the command, and what that runs, are given to run. */
void sx_shell__unwrap(sx_shell_parser *p, uint32_t command);
/** Reads a here document as commands, where a shell gets it as its input; `from` in the input. */
void sx_shell__feed(sx_shell_parser *p, uint32_t command, const sx_shell_redirect *redirect,
                    size_t from);

#endif
