#include "harness.h"

#include "shell/parse.h"
#include "shell/verdict.h"

static sx_status parse(sx_shell_script *script, sx_str text) {
  return sx_shell_parse(script, text, sx_test_arena(), sx_test_err());
}

/* `count` times `piece` between the ends. */
static sx_str repeat(const char *begin, const char *piece, size_t count, const char *end) {
  sx_str first = sx_str_from(begin), one = sx_str_from(piece), last = sx_str_from(end);
  size_t middle = first.len + one.len * count;
  char *out = sx_test_memory(middle + last.len + 1);
  memcpy(out, first.ptr, first.len);
  for (size_t i = 0; i < count; i++) memcpy(out + first.len + i * one.len, one.ptr, one.len);
  memcpy(out + middle, last.ptr, last.len);
  return sx_str_make(out, middle + last.len);
}

/* ---- what is read -------------------------------------------------------------------------- */

static const char four[] = "git status && (ls | wc -l) &\nX=1 rm -- 'a b' > \"$f\" # x";

SX_TEST(commands_have_their_places) {
  sx_shell_script script;
  SX_EXPECT_OK(parse(&script, sx_str_from(four)));
  SX_EXPECT_SIZE(script.commands.len, 4);
  const sx_shell_command *git = &script.commands.items[0], *rm = git + 3;
  SX_EXPECT_TEXT(git->text, "git status");
  SX_EXPECT_TEXT(sx_str_slice(script.text, rm->from, rm->to), "X=1 rm -- 'a b' > \"$f\"");
  SX_EXPECT_SIZE(rm->assignment_count, 1);
  SX_EXPECT_TEXT(rm->assignments[0].value.text, "1");
  SX_EXPECT_TEXT(rm->words[2].text, "a b");
  SX_EXPECT_INT(rm->words[2].flags, SX_SHELL_QUOTED);
  SX_EXPECT_INT(rm->redirects[0].kind, SX_SHELL_WRITE);
  SX_EXPECT_INT(rm->redirects[0].target.flags, SX_SHELL_DYNAMIC | SX_SHELL_QUOTED);
}

SX_TEST(commands_know_how_they_are_joined) {
  sx_shell_script script;
  SX_EXPECT_OK(parse(&script, sx_str_from(four)));
  const sx_shell_command *git = &script.commands.items[0], *ls = git + 1, *wc = git + 2,
                         *rm = git + 3;
  SX_EXPECT_INT(ls->join, SX_SHELL_FIRST);
  SX_EXPECT_INT(wc->join, SX_SHELL_PIPE);
  SX_EXPECT_INT(rm->join, SX_SHELL_THEN);
  SX_EXPECT_INT(git->flags, SX_SHELL_BACKGROUND);
  SX_EXPECT_INT(ls->flags, SX_SHELL_BACKGROUND | SX_SHELL_PIPED_OUT);
  SX_EXPECT_INT(wc->flags, SX_SHELL_BACKGROUND | SX_SHELL_PIPED_IN);
  SX_EXPECT_INT(rm->flags, 0);
  SX_EXPECT_TEXT(sx_shell_program(ls), "ls");
  SX_EXPECT_SIZE(ls->scope, wc->scope);
  SX_EXPECT_INT(script.scopes.items[ls->scope].kind, SX_SHELL_SCOPE_CHILD);
}

SX_TEST(what_a_program_is_given_to_run_follows_it) {
  sx_shell_script script;
  SX_EXPECT_OK(parse(&script, SX_STR("nice -n 5 env A=1 sh -c 'ls; cd /'")));
  SX_EXPECT_SIZE(script.commands.len, 5);
  const sx_shell_command *all = script.commands.items;
  for (uint32_t i = 1; i < 3; i++) SX_EXPECT_SIZE(all[i].outer, i - 1);
  SX_EXPECT_TEXT(all[2].words[0].text, "sh");
  SX_EXPECT_SIZE(all[3].outer, 2);
  SX_EXPECT_SIZE(all[4].outer, 2);
  SX_EXPECT(all[3].scope != all[0].scope);
  SX_EXPECT_TEXT(all[4].text, "cd /");
  SX_EXPECT_SIZE(all[4].from, 0);
  SX_EXPECT_SIZE(all[4].to, script.text.len);
}

SX_TEST(a_here_document_is_kept_as_written) {
  sx_shell_script script;
  SX_EXPECT_OK(parse(&script, SX_STR("cat <<-'E' 3<<<x\n\t$a\n\tE\nls")));
  SX_EXPECT_SIZE(script.commands.len, 2);
  const sx_shell_redirect *here = script.commands.items[0].redirects;
  SX_EXPECT_TEXT(here[0].body, "\t$a\n");
  SX_EXPECT(here[0].is_literal);
  SX_EXPECT_TEXT(here[1].body, "x");
  SX_EXPECT_INT(here[1].fd, 3);
}

SX_TEST(words_keep_what_is_known_of_them) {
  sx_shell_script script;
  SX_EXPECT_OK(parse(&script, SX_STR("ls src/$X/a *.c ~/b\"$Y\" ${HOME}/c {a,b} [ $'\\u00e9'")));
  const sx_shell_word *words = script.commands.items[0].words;
  SX_EXPECT_SIZE(words[1].known_len, 4);
  SX_EXPECT_TEXT(words[1].text, "src/$X/a");
  SX_EXPECT(words[2].flags == SX_SHELL_GLOB && words[2].known_len == 0);
  SX_EXPECT(words[3].flags & SX_SHELL_HOME && words[3].lead_len == 1 && words[3].known_len == 3);
  SX_EXPECT(words[4].flags == SX_SHELL_HOME && words[4].lead_len == 7);
  SX_EXPECT(words[5].flags == SX_SHELL_BRACES);
  SX_EXPECT(words[6].flags == 0);
  SX_EXPECT_TEXT(words[7].text, "\xC3\xA9");
}

/* ---- bounds -------------------------------------------------------------------------------- */

SX_TEST(depth_has_a_bound) {
  static const char *const begins[] = {"$(",  "(",   "{ ",  "\"$(",          "${a:-",
                                       "if ", "$(`", "$((", "case x in a) ", "[[ $("};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
    sx_shell_script script;
    sx_status status = parse(&script, repeat("", begins[i], 100000, ""));
    if (status == SX_NOMEM && sx_test_is_failing_allocations()) return;
    SX_EXPECT(status == SX_TOO_BIG || status == SX_INVALID_ARGUMENT);
    SX_EXPECT_SIZE(script.commands.len, 0);
  }
}

SX_TEST(texts_in_texts_have_a_bound) {
  sx_shell_script script;
  SX_EXPECT_STATUS(parse(&script, repeat("", "sh -c ", 1000, "ls")), SX_OK);
  SX_EXPECT_STATUS(parse(&script, repeat("", "eval ", 1000, "ls")), SX_TOO_BIG);
  SX_EXPECT_STATUS(parse(&script, repeat("", "env ", 1000, "ls")), SX_TOO_BIG);
}

SX_TEST(size_has_a_bound) {
  sx_shell_script script;
  SX_EXPECT_STATUS(parse(&script, repeat("ls ", "a", SX_SHELL_MAX_BYTES, "")), SX_TOO_BIG);
  SX_EXPECT_STATUS(parse(&script, repeat("ls", " a", SX_SHELL_MAX_WORDS + 1, "")), SX_TOO_BIG);
  SX_EXPECT_OK(parse(&script, repeat("ls ", "a", SX_SHELL_MAX_BYTES - 3, "")));
}

/* Texts that are read again and again where a parser looks back or ahead. Past the bound the memory
 * would be. */
SX_TEST(cost_is_linear) {
  static const char *const pieces[] = {
      "'a'",    "\"b\"", "$X",    "\\\n",   "a\\",          "<<E ", "; ls",  "|x",   "`a` ",
      "$(a) ",  "{a,b}", "[",     "~",      "a=(b) ",       "> f ", "2>&1 ", "\n\n", "#",
      "$'\\x'", "cd a;", "rm a;", "((a)) ", "x() { y; }; ", "((",   "<<<a "};
  size_t count = sx_test_is_failing_allocations() ? 10 : 20000;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !sx_test_is_over(); i++) {
    sx_arena arena;
    sx_shell_verdict verdict;
    sx_shell_rules rules = {.cwd = SX_STR("/w"), .home = SX_STR("/h")};
    sx_str text = repeat("ls ", pieces[i], count, "");
    sx_arena_init(&arena, (size_t)256 << 20);
    sx_status status = sx_shell_judge(&verdict, text, &rules, &arena, NULL);
    size_t used = arena.used_bytes;
    sx_arena_release(&arena);
    if (status == SX_NOMEM && sx_test_is_failing_allocations()) return;
    SX_EXPECT_OK(status);
    SX_EXPECT(used < 65536 + 2500 * text.len);
  }
}

/* ---- halves -------------------------------------------------------------------------------- */

static const char whole[] =
    "if [ -f a ]; then X=1 cat <<E \"$(ls `pwd`)\" > 'f' 2>&1; fi\n$Y ${Z:-\"q\"}\nE\n"
    "f() { [[ a =~ (b|c) ]] && env A=1 sh -c 'rm -rf \"x\"' | xargs -I{} rm {}; }\n"
    "case $x in (a|b) a=(1 $((2))) ;; *) find . -exec rm {} \\; ;; esac &\n"
    "bash <<'E'\ncd / && rm -rf *\nE\n";

SX_TEST(half_a_text_is_read_or_refused) {
  sx_shell_rules rules = {.cwd = SX_STR("/w"), .home = SX_STR("/h")};
  for (size_t len = 0; len < sizeof whole && !sx_test_is_over();
       len += sx_test_is_failing_allocations() ? 40 : 1) {
    char *part = sx_test_memory(len + 1);
    sx_shell_verdict verdict;
    memcpy(part, whole, len);
    SX_EXPECT_OK(
        sx_shell_judge(&verdict, sx_str_make(part, len), &rules, sx_test_arena(), sx_test_err()));
    SX_EXPECT_INT(verdict.decision, SX_SHELL_ASK);
    for (size_t i = 0; i < verdict.script.commands.len; i++)
      SX_EXPECT(verdict.script.commands.items[i].to <= len);
  }
}

SX_TEST(a_verdict_is_explained_in_a_line) {
  sx_shell_rules rules = {.cwd = SX_STR("/w"), .home = SX_STR("/h")};
  sx_shell_verdict verdict;
  sx_buf *out = sx_test_buf();
  sx_str text = repeat("ls a\nb ", "\xC3\xA9", 200, "");
  SX_EXPECT_OK(sx_shell_judge(&verdict, text, &rules, sx_test_arena(), sx_test_err()));
  sx_shell_explain(out, &verdict);
  SX_EXPECT_OK(out->status);
  SX_EXPECT_TEXT(sx_buf_str(out), "`ls a` fits no prefix in sextant.run.allowed.");
  SX_EXPECT_OK(sx_shell_judge(&verdict, repeat("(((", "\xC3\xA9", 200, ")))"), &rules,
                              sx_test_arena(), sx_test_err()));
  SX_EXPECT(verdict.must_ask);
}

SX_SUITE(shell_parse_test, SX_CASE(commands_have_their_places),
         SX_CASE(commands_know_how_they_are_joined),
         SX_CASE(what_a_program_is_given_to_run_follows_it),
         SX_CASE(a_here_document_is_kept_as_written), SX_CASE(words_keep_what_is_known_of_them),
         SX_CASE(depth_has_a_bound), SX_CASE(texts_in_texts_have_a_bound),
         SX_CASE(size_has_a_bound), SX_LONG_CASE(cost_is_linear),
         SX_CASE(half_a_text_is_read_or_refused), SX_CASE(a_verdict_is_explained_in_a_line));
