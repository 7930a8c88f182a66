#include "syntax/languages.h"

#include "text/language.h"

#define MAX_FIRST_LINE 256

/* The first row that a file's name fits counts. */
static const sx_syntax_language rows[] = {
    {.name = "c", .row = "c", .reader = SX_SYNTAX_SCAN},
    {"typescript", "typescript", "typescript", ".ts .mts .cts", "deno ts-node tsx bun",
     SX_SYNTAX_GRAMMAR},
    {"tsx", "typescript", "typescriptreact", ".tsx", NULL, SX_SYNTAX_GRAMMAR},
    {"javascript", "typescript", "javascript javascriptreact", ".js .jsx .mjs .cjs", "node nodejs",
     SX_SYNTAX_GRAMMAR},
    {"python", "python", NULL, NULL, "python pypy", SX_SYNTAX_GRAMMAR},
    {"go", "go", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"rust", "rust", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"java", "java", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"cpp", "cpp", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"csharp", "csharp", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"php", "php", NULL, NULL, "php", SX_SYNTAX_GRAMMAR},
    {"ruby", "ruby", NULL, NULL, "ruby", SX_SYNTAX_GRAMMAR},
    {"kotlin", "kotlin", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"swift", "swift", NULL, NULL, "swift", SX_SYNTAX_GRAMMAR},
    {"scala", "scala", NULL, NULL, "scala", SX_SYNTAX_GRAMMAR},
    {"lua", "lua", NULL, NULL, "lua luajit", SX_SYNTAX_GRAMMAR},
    {"bash", "shellscript", NULL, NULL, "sh bash dash ash ksh zsh bats shell-script",
     SX_SYNTAX_GRAMMAR},
    {"elixir", "elixir", NULL, NULL, "elixir", SX_SYNTAX_GRAMMAR},
    {"zig", "zig", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"json", "json", "json jsonc jsonl",
     ".json .jsonc .jsonl .code-workspace .webmanifest .babelrc", NULL, SX_SYNTAX_GRAMMAR},
    {"yaml", "yaml", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"toml", "toml", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"html", "html", "html xhtml", ".html .htm .xhtml", NULL, SX_SYNTAX_GRAMMAR},
    {"css", "css", NULL, NULL, NULL, SX_SYNTAX_GRAMMAR},
    {"markdown", "markdown", "markdown", ".md .markdown .mdown", NULL, SX_SYNTAX_GRAMMAR},
};

#define ROWS (sizeof rows / sizeof *rows)

static sx_str name_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

static sx_str extension_of(sx_str path) {
  sx_str name = name_of(path);
  size_t dot = sx_str_find_last_char(name, '.');
  return dot == SX_STR_NONE ? SX_STR("") : sx_str_slice(name, dot, name.len);
}

static bool has_file(const sx_syntax_language *row, sx_str path) {
  return !row->files || sx_language_has_word(row->files, name_of(path), true) ||
         sx_language_has_word(row->files, extension_of(path), true);
}

/* An id that the whole row does not know says nothing: the file's name does. */
static const sx_syntax_language *find_in_row(const sx_language *row, sx_str id, sx_str path) {
  bool is_by_id = id.len && sx_language_has_word(row->ids, id, false);
  for (size_t i = 0; i < ROWS; i++) {
    if (!sx_str_is_equal(sx_language_name(row), sx_str_from(rows[i].row))) continue;
    if (is_by_id ? !rows[i].ids || sx_language_has_word(rows[i].ids, id, false)
                 : has_file(&rows[i], path))
      return &rows[i];
  }
  return NULL;
}

/* "python" of "python3.12". */
static sx_str without_version(sx_str word) {
  while (word.len && ((word.ptr[word.len - 1] >= '0' && word.ptr[word.len - 1] <= '9') ||
                      word.ptr[word.len - 1] == '.'))
    word.len--;
  return word;
}

/* The program of `#!/usr/bin/env -S VAR=1 python3 -u` and of `#!/bin/sh -e`. */
static sx_str interpreter_of(sx_str text) {
  size_t end = sx_str_find_char(sx_str_slice(text, 0, MAX_FIRST_LINE), '\n', 0);
  sx_str line = sx_str_trim(sx_str_slice(text, 2, end < MAX_FIRST_LINE ? end : MAX_FIRST_LINE));
  while (line.len) {
    size_t space = sx_str_find_char(line, ' ', 0);
    sx_str word = sx_str_slice(line, 0, space);
    line = space == SX_STR_NONE ? SX_STR("") : sx_str_trim(sx_str_slice(line, space, line.len));
    sx_str name = name_of(word);
    bool is_passed_over = sx_str_is_equal(name, SX_STR("env")) ||
                          sx_str_has_prefix(word, SX_STR("-")) ||
                          sx_str_find_char(word, '=', 0) != SX_STR_NONE;
    if (!is_passed_over) return without_version(name);
  }
  return SX_STR("");
}

/* The mode of `# bash completion -*- shell-script -*-` and of `# -*- mode: ruby; tab-width: 2 -*-`,
 * as Emacs reads it. */
static sx_str mode_of(sx_str text) {
  sx_str mark = SX_STR("-*-"), key = SX_STR("mode:");
  size_t end = sx_str_find_char(sx_str_slice(text, 0, MAX_FIRST_LINE), '\n', 0);
  sx_str line = sx_str_slice(text, 0, end < MAX_FIRST_LINE ? end : MAX_FIRST_LINE);
  size_t from = sx_str_find(line, mark, 0);
  size_t to = from == SX_STR_NONE ? from : sx_str_find(line, mark, from + mark.len);
  if (to == SX_STR_NONE) return SX_STR("");
  sx_str mode = sx_str_trim(sx_str_slice(line, from + mark.len, to));
  if (sx_str_has_prefix(mode, key)) mode = sx_str_slice(mode, key.len, mode.len);
  return sx_str_trim(sx_str_slice(mode, 0, sx_str_find_char(mode, ';', 0)));
}

static const sx_syntax_language *find_by_text(sx_str text) {
  if (!sx_str_has_prefix(text, SX_STR("#"))) return NULL;
  sx_str name = sx_str_has_prefix(text, SX_STR("#!")) ? interpreter_of(text) : mode_of(text);
  for (size_t i = 0; i < ROWS && name.len; i++)
    if (sx_language_has_word(rows[i].interpreters, name, false)) return &rows[i];
  return NULL;
}

const sx_syntax_language *sx_syntax_language_find(sx_str language_id, sx_str path, sx_str text) {
  const sx_language *row = sx_language_find(language_id, path);
  if (!row->files || !row->files[0]) return find_by_text(text);
  /* The engine's own name of a document's language is one for .ts and .tsx. */
  bool is_tsx = sx_str_is_equal_fold(extension_of(path), SX_STR(".tsx")) &&
                sx_str_is_equal(language_id, SX_STR("typescript"));
  if (is_tsx) language_id = SX_STR("");
  bool is_header = sx_str_is_equal_fold(extension_of(path), SX_STR(".h")) &&
                   sx_language_has_word("c cpp", sx_language_name(row), false);
  return is_header ? &rows[0] : find_in_row(row, language_id, path);
}

bool sx_syntax_language_may_be_script(sx_str path) {
  const sx_language *row = sx_language_find(SX_STR(""), path);
  return (!row->files || !row->files[0]) && !extension_of(path).len;
}

bool sx_syntax_language_is_code(const sx_syntax_language *language) {
  return !sx_language_has_word("json yaml toml html css markdown", sx_str_from(language->name),
                               false);
}

const sx_syntax_language *sx_syntax_language_named(sx_str name) {
  for (size_t i = 0; i < ROWS; i++)
    if (sx_str_is_equal(name, sx_str_from(rows[i].name))) return &rows[i];
  return NULL;
}

const sx_syntax_language *sx_syntax_language_list(size_t *count) {
  *count = ROWS;
  return rows;
}

size_t sx_syntax_language_index(const sx_syntax_language *language) {
  return (size_t)(language - rows);
}
