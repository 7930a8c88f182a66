#include "base/folder.h"
#include "harness.h"
#include "text/secrets.h"

/*
 * Cases of test/corpus/secrets. Lines @NAME=value are variables of the environment. Secrets are
 * invented, and cut by ¦ so that nothing takes them for real ones: it is removed first.
 */

static void add_without_marks(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == '\xC2' && sx_str_at(text, i + 1) == '\xA6')
      i++;
    else
      sx_buf_add_char(out, text.ptr[i]);
}

static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  (void)title;
  static sx_buf text;
  sx_secrets known = {0};
  sx_status status = SX_OK;
  sx_buf_init(&text, 1u << 20);
  while (sx_str_at(input, 0) == '@' && !status) {
    sx_str line;
    sx_str_next_line(&input, &line);
    size_t sign = sx_str_find_char(line, '=', 0);
    status = sx_secrets_add(&known, sx_str_slice(line, 1, sign),
                            sx_str_slice(line, sign + 1, line.len), sx_test_arena(), sx_test_err());
  }
  add_without_marks(&text, input);
  if (!status) status = text.status;
  if (!status) status = sx_secrets_redact(actual, sx_buf_str(&text), &known);
  sx_buf_release(&text);
  return status;
}

SX_TEST(redacts_the_corpus) {
  sx_test_corpus("secrets", run_case);
}

/** Code in many languages, and output of real programs. */
SX_TEST(keeps_ordinary_files) {
  static const char *const files[] = {"corpus/terminal/recorded.txt",
                                      "corpus/parse/bash.txt",
                                      "corpus/parse/go.txt",
                                      "corpus/parse/java.txt",
                                      "corpus/parse/json.txt",
                                      "corpus/parse/python.txt",
                                      "corpus/parse/rust.txt",
                                      "corpus/parse/toml.txt",
                                      "corpus/parse/typescript.txt",
                                      "corpus/parse/yaml.txt",
                                      "corpus/hover/gopls.txt",
                                      "../package-lock.json",
                                      "../README.md",
                                      "../native/text/lexer.c"};
  for (size_t i = 0; i < sizeof files / sizeof *files && !sx_test_is_over(); i++) {
    sx_str text = sx_test_file(files[i]);
    sx_buf *out = sx_test_buf();
    SX_EXPECT(text.len > 100);
    SX_EXPECT_OK(sx_secrets_redact(out, text, NULL));
    size_t same = sx_path_shared(sx_buf_str(out), text);
    if (same < text.len) SX_FAIL("%s: %.60s", files[i], text.ptr + same);
  }
}

SX_TEST(knows_names) {
  static const char *const secrets[] = {
      "TOKEN",         "GITHUB_TOKEN", "apiKey",    "API_KEY",        "x-api-key",
      "DbPassword",    "db.password",  "APIKey",    "AWS_ACCESS_KEY", "clientSecret",
      "_authToken",    "NPM_AUTH",     "MYSQL_PWD", "PRIVATE_KEY",    "GOOGLE_CREDENTIALS",
      "SSH_PASSPHRASE"};
  static const char *const others[] = {
      "",          "KEY",       "PWD",          "OLDPWD",   "AUTHOR", "TOKENS",
      "TOKENIZER", "TOKEN_URL", "passwordFile", "keyboard", "AUTH",   "AWS_ACCESS_KEY_ID",
      "---"};
  for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
    if (!sx_secrets_is_name(sx_str_from(secrets[i]))) SX_FAIL("%s is a secret", secrets[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_secrets_is_name(sx_str_from(others[i]))) SX_FAIL("%s is not a secret", others[i]);
}

SX_TEST(keeps_to_its_number_of_values) {
  sx_secrets known = {0};
  sx_arena *arena = sx_test_arena();
  sx_buf *out = sx_test_buf();
  sx_str first = SX_STR("value-000x"), last = first;
  for (size_t i = 0; i < SX_SECRETS_MAX_VALUES + 1; i++) {
    last = sx_arena_printf(arena, "value-%03zux", i);
    SX_EXPECT_OK(arena->status);
    SX_EXPECT_OK(sx_secrets_add(&known, SX_STR("A_TOKEN"), last, arena, sx_test_err()));
  }
  SX_EXPECT_SIZE(known.values.len, SX_SECRETS_MAX_VALUES);
  SX_EXPECT_OK(sx_secrets_redact(out, first, &known));
  SX_EXPECT_OK(sx_secrets_redact(out, last, &known));
  SX_EXPECT_TEXT(sx_buf_str(out), SX_SECRETS_SHOWN "value-256x");
}

/** Redacted text has nothing more to redact, and beginnings of everything take no longer. */
SX_TEST(is_stable_and_linear) {
  static const char *const parts[] = {"TOKEN=",
                                      "\"token\": \"",
                                      "eyJ",
                                      "eyJaaaaaaaa.",
                                      "-----BEGIN PRIVATE KEY-----",
                                      "a-",
                                      "sk-",
                                      "://a:",
                                      "ghp_",
                                      "Bearer ",
                                      "AUTH_TOKEN: ",
                                      "_",
                                      "token:'",
                                      "password=\\\""};
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !sx_test_is_over(); i++) {
    sx_buf *text = sx_test_buf(), once, twice;
    size_t rounds = sx_test_is_failing_allocations() ? 3 : 20000;
    sx_buf_clear(text);
    for (size_t k = 0; k < rounds; k++) sx_buf_add_text(text, parts[i]);
    sx_buf_init(&once, 1u << 26);
    sx_buf_init(&twice, 1u << 26);
    sx_status status = sx_secrets_redact(&once, sx_buf_str(text), NULL);
    if (!status) status = sx_secrets_redact(&twice, sx_buf_str(&once), NULL);
    bool is_same = sx_str_is_equal(sx_buf_str(&once), sx_buf_str(&twice));
    sx_buf_release(&once);
    sx_buf_release(&twice);
    SX_EXPECT_OK(text->status);
    SX_EXPECT_OK(status);
    if (!is_same) SX_FAIL("%s is redacted again", parts[i]);
  }
}

/** Pages of an output are counted in lines. */
SX_TEST(keeps_lines_where_they_count) {
  sx_buf *out = sx_test_buf();
  sx_str key = SX_STR("a\n-----BEGIN PRIVATE KEY-----\n"
                      "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n"
                      "vzVoUfnuVqPqxL3nyo0Hc5n2tXr8kQyW1bZ9mJ4eTgAsDfGhJkLp\n"
                      "-----END PRIVATE KEY-----\nb\n");
  SX_EXPECT_OK(sx_secrets_redact_lines(out, key, NULL));
  SX_EXPECT_TEXT(sx_buf_str(out), "a\n-----BEGIN PRIVATE KEY-----\n[REDACTED]\n[REDACTED]\n"
                                  "-----END PRIVATE KEY-----\nb\n");
}

SX_SUITE(text_secrets_test, SX_CASE(redacts_the_corpus), SX_CASE(keeps_ordinary_files),
         SX_CASE(knows_names), SX_CASE(keeps_to_its_number_of_values),
         SX_CASE(is_stable_and_linear), SX_CASE(keeps_lines_where_they_count));
