/*
 * What functions and types are said to do, and the words of their code: `pairs NAME < PATHS >
 * PAIRS`. Reads the files of a package, and prints for each unit that has a comment of several
 * words a line "NAME\tcomment\tname\tcode", with the stems of the first paragraph of its comment,
 * of its name, and of its signature and body. Stems are those of meaning/terms.h. See make.mjs.
 */
#include "base/buf.h"
#include "meaning/terms.h"
#include "meaning/units.h"
#include "os/file.h"
#include "parse/memory.h"
#include "parse/parse.h"

#include <pthread.h>
#include <stdio.h>

#define MAX_FILE_BYTES ((size_t)2 << 20)
#define MAX_BYTES ((size_t)1 << 30)
#define LEAST_WORDS 4
#define MOST_COMMENT_WORDS 40
#define MOST_CODE_WORDS 200
#define MOST_LINE 1000

typedef struct program {
  const char *package;
  sx_parser *parser;
} program;

/* A line without a word ends a paragraph, and so does one that begins a list of parameters. */
static bool ends_paragraph(sx_str line) {
  static const char *const words[] = {"@", ":param", ":return", "Args:", "Parameters", "Returns"};
  while (line.len && strchr("/*#! \t\r-=\"'", *line.ptr)) line = sx_str_slice(line, 1, line.len);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_has_prefix(line, sx_str_from(words[i]))) return true;
  return !line.len;
}

static sx_str first_paragraph(sx_str text) {
  sx_str rest = text, line;
  size_t end = 0;
  bool has_begun = false;
  while (sx_str_next_line(&rest, &line)) {
    bool is_end = ends_paragraph(line);
    if (is_end && has_begun) break;
    has_begun |= !is_end;
    end = (size_t)(line.ptr + line.len - text.ptr);
  }
  return sx_str_slice(text, 0, end);
}

static size_t add_stems(sx_buf *out, sx_str text, size_t most) {
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  size_t count = 0;
  sx_terms_init(&terms, text);
  while (count < most && sx_terms_next(&terms, &word)) {
    if (sx_term_is_stop(word)) continue;
    sx_buf_addf(out, "%s%.*s", count++ ? " " : "", SX_STR_ARG(sx_term_stem(word, stem)));
  }
  return count;
}

static void print_unit(const program *p, const sx_meaning_units *units, const sx_meaning_unit *unit,
                       sx_str text) {
  sx_buf line, code;
  size_t words = 0, has_code = 0;
  sx_buf_init(&line, 1 << 20);
  sx_buf_init(&code, 1 << 20);
  sx_buf_addf(&line, "%s\t", p->package);
  for (uint32_t i = unit->first_piece; i != SX_MEANING_NO_PIECE; i = units->pieces.items[i].next) {
    const sx_meaning_piece *piece = &units->pieces.items[i];
    sx_str own = sx_str_slice(text, piece->start, piece->end);
    if (piece->field == SX_MEANING_DOC && !words)
      words = add_stems(&line, first_paragraph(own), MOST_COMMENT_WORDS);
    if (piece->field != SX_MEANING_SIGNATURE && piece->field != SX_MEANING_BODY) continue;
    if (has_code < MOST_CODE_WORDS) sx_buf_add_text(&code, has_code ? " " : "");
    has_code += add_stems(&code, own, MOST_CODE_WORDS - has_code);
  }
  sx_buf_add_char(&line, '\t');
  size_t named = add_stems(&line, sx_str_slice(text, unit->name_start, unit->name_end), 20);
  if (words >= LEAST_WORDS && named && !line.status && !code.status)
    printf("%.*s\t%.*s\n", (int)line.len, line.ptr, (int)code.len, code.ptr);
  sx_buf_release(&line);
  sx_buf_release(&code);
}

/* Built and minified files have long lines. */
static bool is_written(sx_str text) {
  size_t lines = 1;
  for (size_t i = 0; i < text.len; i++) lines += text.ptr[i] == '\n';
  return text.len / lines < 200;
}

static sx_status read_file(program *p, sx_str path, sx_arena *arena) {
  sx_text_facts facts;
  sx_meaning_declareds declared;
  sx_meaning_units units;
  sx_str text;
  const sx_parse_limits limits = {0, (uint32_t)MAX_FILE_BYTES};
  if (sx_file_read(&text, path, MAX_FILE_BYTES, arena, NULL) || !is_written(text)) return SX_OK;
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, text);
  if (!language) return SX_OK;
  sx_status status = sx_parse_facts(&facts, p->parser, &language, text, &limits, arena, NULL);
  if (!status) status = sx_meaning_declare(&declared, &facts.facts, arena);
  if (!status)
    status = sx_meaning_units_make(&units, text, sx_language_find(sx_str_from(language->row), path),
                                   &declared, arena);
  for (size_t i = 0; !status && i < units.units.len; i++)
    if (units.units.items[i].kind != SX_MEANING_FILE)
      print_unit(p, &units, &units.units.items[i], text);
  return status == SX_TOO_BIG ? SX_OK : status;
}

static void *run(void *arg) {
  program *p = arg;
  char line[MOST_LINE];
  sx_parse_set_memory();
  sx_status status = sx_parser_new(&p->parser, NULL);
  while (!status && fgets(line, sizeof line, stdin)) {
    sx_arena arena;
    sx_arena_init(&arena, MAX_BYTES);
    status = read_file(p, sx_str_trim(sx_str_from(line)), &arena);
    sx_arena_release(&arena);
  }
  sx_parser_free(p->parser);
  if (status) fprintf(stderr, "%s: %s\n", p->package, sx_status_message(status));
  return status ? p : NULL;
}

int main(int argc, char **argv) {
  program p = {.package = argc > 1 ? argv[1] : ""};
  pthread_attr_t attributes;
  pthread_t thread;
  void *failed = &p;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, SX_PARSE_STACK_BYTES);
  if (pthread_create(&thread, &attributes, run, &p)) return 1;
  pthread_join(thread, &failed);
  return failed ? 1 : 0;
}
