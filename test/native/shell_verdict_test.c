#include "harness.h"

#include "approval/protected_name.h"
#include "base/utf8.h"
#include "shell/verdict.h"

static const char *const allowed[] = {"git status",
                                      "git diff",
                                      "git log",
                                      "git add",
                                      "npm test",
                                      "npm run lint",
                                      "ls",
                                      "cat",
                                      "grep",
                                      "rg",
                                      "find",
                                      "sed",
                                      "awk",
                                      "sort",
                                      "head",
                                      "wc",
                                      "make",
                                      "node",
                                      "python",
                                      "cargo test",
                                      "go test",
                                      "tar",
                                      "rsync",
                                      "man",
                                      "mkdir",
                                      "cp",
                                      "rm",
                                      "./gradlew test",
                                      "python3 -m pytest",
                                      "bundle exec rspec",
                                      "eslint"};
static const char *const denied[] = {"git push", "npm publish", "docker rm", "terraform"};
static const char *const folders[] = {"/home/me/app", "/home/me/lib"};

/* As the layer above does it: each name of the path in the folder before it. */
static const char *find_protected(void *arg, sx_str path) {
  char bytes[2][SX_PROTECTED_NAME_BYTES];
  sx_str folder = SX_STR("");
  size_t turn = 0;
  (void)arg;
  for (size_t at = 1; at < path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    sx_str name = sx_protected_fold(sx_str_slice(path, at, end), false, bytes[turn]);
    const char *why = sx_protected_find_name(folder, name);
    if (why) return why;
    folder = name;
    turn = !turn;
    at = end == SX_STR_NONE ? path.len : end + 1;
  }
  return NULL;
}

static bool fill(sx_strs *out, const char *const *texts, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_strs_add(out, sx_str_from(texts[i]), sx_test_arena(), sx_test_err())) return false;
  return true;
}

#define FILL(list, texts) fill((list), (texts), sizeof(texts) / sizeof *(texts))

static bool make_rules(sx_shell_rules *rules) {
  *rules = (sx_shell_rules){
      .cwd = SX_STR("/home/me/app"), .home = SX_STR("/home/me"), .find_protected = find_protected};
  return FILL(&rules->allowed, allowed) && FILL(&rules->denied, denied) &&
         FILL(&rules->folders, folders);
}

/* ---- cases --------------------------------------------------------------------------------- */

/* Characters that a text file cannot well show stand in it as <CR>, <ESC> and <U+200B>. */
static sx_str read_signs(sx_str input) {
  char *out = sx_test_memory(input.len + 1);
  size_t len = 0;
  for (size_t i = 0; i < input.len;) {
    sx_str rest = sx_str_slice(input, i, input.len);
    size_t end = sx_str_find_char(rest, '>', 0);
    unsigned code = 0;
    char hex[8] = {0};
    if (sx_str_has_prefix(rest, SX_STR("<CR>"))) {
      out[len++] = '\r';
    } else if (sx_str_has_prefix(rest, SX_STR("<ESC>"))) {
      out[len++] = 27;
    } else if (sx_str_has_prefix(rest, SX_STR("<NUL>"))) {
      out[len++] = 0;
    } else if (sx_str_has_prefix(rest, SX_STR("<U+")) && end < 8) {
      memcpy(hex, rest.ptr + 3, end - 3);
      code = (unsigned)strtoul(hex, NULL, 16);
      len += sx_utf8_encode(code, out + len);
    } else {
      out[len++] = input.ptr[i++];
      continue;
    }
    i += end + 1;
  }
  return sx_str_make(out, len);
}

static void show_text(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c < ' ')
      sx_buf_addf(out, "\\x%02x", c);
    else
      sx_buf_add_char(out, (char)c);
  }
}

static void show_word(sx_buf *out, const sx_shell_word *word) {
  sx_buf_add_char(out, '[');
  show_text(out, word->text);
  sx_buf_add_char(out, ']');
  if (word->flags & SX_SHELL_DYNAMIC) sx_buf_add_char(out, '?');
  if (word->flags & (SX_SHELL_GLOB | SX_SHELL_BRACES)) sx_buf_add_char(out, '*');
}

static void show_command(sx_buf *out, const sx_shell_command *command) {
  sx_buf_add_text(out, command->flags & SX_SHELL_INNER ? "  inner " : "  ");
  for (uint32_t i = 0; i < command->assignment_count; i++)
    sx_buf_addf(out, "%.*s= ", SX_STR_ARG(command->assignments[i].name));
  for (uint32_t i = 0; i < command->word_count; i++) show_word(out, &command->words[i]);
  for (uint32_t i = 0; i < command->redirect_count; i++) {
    sx_buf_addf(out, " %.*s", SX_STR_ARG(command->redirects[i].operator_text));
    show_word(out, &command->redirects[i].target);
  }
  sx_buf_add_char(out, '\n');
}

static sx_status show(sx_buf *out, const sx_shell_verdict *verdict, const sx_shell_rules *rules) {
  static const char *const names[] = {"allowed", "ask", "denied"};
  sx_shell_write_list writes;
  sx_buf_addf(out, "%s%s\n", names[verdict->decision], verdict->must_ask ? ", must ask" : "");
  size_t from = out->len;
  sx_shell_explain(out, verdict);
  if (out->len > from) sx_buf_add_char(out, '\n');
  for (size_t i = 0; i < verdict->script.commands.len; i++)
    show_command(out, &verdict->script.commands.items[i]);
  sx_status status =
      sx_shell_writes(&writes, &verdict->script, rules, sx_test_arena(), sx_test_err());
  for (size_t i = 0; i < writes.list.len && !status; i++) {
    sx_str path = writes.list.items[i].path;
    sx_buf_add_text(out, "  writes ");
    show_text(out, path.len ? path : SX_STR("?"));
    sx_buf_add_text(out, writes.list.items[i].is_pattern ? "/*\n" : "\n");
  }
  return status;
}

static sx_status run(sx_str title, sx_str input, sx_buf *actual) {
  sx_shell_rules rules;
  sx_shell_verdict verdict;
  sx_str line, rest = input;
  (void)title;
  if (!make_rules(&rules)) return SX_NOMEM;
  while (sx_str_has_prefix(rest, SX_STR("@")) && sx_str_next_line(&rest, &line)) {
    size_t blank = sx_str_find_char(line, ' ', 0);
    sx_str value = sx_str_slice(line, blank + 1, line.len);
    sx_status status = SX_OK;
    if (sx_str_has_prefix(line, SX_STR("@cwd"))) rules.cwd = value;
    if (sx_str_has_prefix(line, SX_STR("@allow")))
      status = sx_strs_add(&rules.allowed, value, sx_test_arena(), sx_test_err());
    if (sx_str_has_prefix(line, SX_STR("@deny")))
      status = sx_strs_add(&rules.denied, value, sx_test_arena(), sx_test_err());
    if (sx_str_has_prefix(line, SX_STR("@none"))) rules.allowed.len = rules.denied.len = 0;
    if (status) return status;
  }
  if (rest.len && rest.ptr[rest.len - 1] == '\n') rest.len--;
  sx_status status =
      sx_shell_judge(&verdict, read_signs(rest), &rules, sx_test_arena(), sx_test_err());
  return status ? status : show(actual, &verdict, &rules);
}

/* Failing each of its allocations would read all cases as often; `every_way_through` is for that.
 */
SX_TEST(commands_are_judged) {
  if (!sx_test_is_failing_allocations()) sx_test_corpus("shell", run);
}

SX_TEST(every_way_through) {
  static const char text[] =
      "A=1 git log > x; cd src || exit 1; cp a $HOME/b *.c; sh -c 'rm -rf /' | `x`\n"
      "find . -exec rm {} \\;; env -S 'git push' <<E\n$(y)\nE\nbash <<'E'\nls\nE\n"
      "f() { f & }; xargs -I{} rm {}; parallel rm {}; tmux 'a b' 'c d'; git config a.b c";
  sx_shell_rules rules;
  sx_shell_verdict verdict;
  sx_buf *out = sx_test_buf();
  if (!make_rules(&rules)) return;
  SX_EXPECT_OK(sx_shell_judge(&verdict, sx_str_from(text), &rules, sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(show(out, &verdict, &rules));
  if (out->status) return;
  SX_EXPECT_INT(verdict.decision, SX_SHELL_DENIED);
  SX_EXPECT(verdict.must_ask);
}

SX_SUITE(shell_verdict_test, SX_CASE(commands_are_judged), SX_CASE(every_way_through));
