/* Reports that are cut, damaged or something else: an error or what was read, and never a crash. */
#include "harness.h"
#include "host/json.h"
#include "reports/test_report.h"
#include "reports_scene.h"

#define ARENA_BYTES ((size_t)256 << 20)

typedef struct recording {
  sx_test_format format;
  const char *path;
  bool has_end; /* the format shows that it ends too early, wherever it is cut */
} recording;

static const recording recordings[] = {
    {SX_TEST_FORMAT_JUNIT, "surefire/TEST-org.example.CalcTest.xml", true},
    {SX_TEST_FORMAT_JUNIT, "pytest/xunit2.xml", true},
    {SX_TEST_FORMAT_JUNIT, "phpunit/all.xml", true},
    {SX_TEST_FORMAT_JUNIT, "node/junit.xml", true},
    {SX_TEST_FORMAT_TAP, "node/all.tap", true},
    {SX_TEST_FORMAT_TAP, "tape/all.tap", true},
    {SX_TEST_FORMAT_TAP, "perl/calc.tap", true},
    {SX_TEST_FORMAT_JEST, "jest/all.json", true},
    {SX_TEST_FORMAT_JEST, "vitest/all.json", true},
    {SX_TEST_FORMAT_MOCHA, "mocha/all.json", true},
    {SX_TEST_FORMAT_GO, "go/all.jsonl", false},
    {SX_TEST_FORMAT_GO, "go124/build.jsonl", false},
    {SX_TEST_FORMAT_RSPEC, "rspec/all.json", true},
    {SX_TEST_FORMAT_RSPEC, "rspec/broken.json", true},
    {SX_TEST_FORMAT_CARGO, "cargo/both.log", false},
    {SX_TEST_FORMAT_CARGO, "cargo/compile.log", false},
    {SX_TEST_FORMAT_TRX, "dotnet/results.trx", true},
    {SX_TEST_FORMAT_UNITTEST, "unittest/all.jsonl", true},
};
#define RECORDINGS (sizeof recordings / sizeof *recordings)

static sx_str text_of(const recording *one) {
  char path[256];
  snprintf(path, sizeof path, "corpus/reports/%s", one->path);
  return sx_test_file(path);
}

typedef struct outcome {
  sx_status status;
  size_t cases; /* with those that could not run */
  bool is_cut;
} outcome;

/* Reads from a block of exactly that size, so that a sanitizer sees what goes beyond. */
static outcome read_once(sx_test_format format, sx_str text) {
  sx_arena arena;
  sx_test_report report;
  char *copy = malloc(text.len ? text.len : 1);
  if (!copy) return (outcome){SX_NOMEM, 0, false};
  memcpy(copy, text.ptr, text.len);
  sx_arena_init(&arena, ARENA_BYTES);
  sx_test_report_init(&report);
  sx_status status =
      sx_test_report_read(&report, format, sx_str_make(copy, text.len), &arena, sx_test_err());
  outcome result = {status, report.cases.len + report.broken.len, report.is_cut};
  sx_arena_release(&arena);
  free(copy);
  return result;
}

static bool is_fair(sx_status status) {
  return status == SX_OK || status == SX_BAD_MESSAGE || status == SX_NOMEM || status == SX_TOO_BIG;
}

/* Every byte of short recordings, and some hundred places of long ones. */
static size_t step_of(size_t len) {
  if (sx_test_is_failing_allocations()) return len / 2 + 1;
  return len < 5000 ? 1 : len / 300 + 1;
}

static void check_cuts(const recording *one) {
  sx_str text = text_of(one);
  outcome whole = read_once(one->format, text);
  SX_EXPECT_OK(whole.status);
  SX_EXPECT(!whole.is_cut);
  for (size_t len = 0; len < text.len; len += step_of(text.len)) {
    outcome cut = read_once(one->format, sx_str_slice(text, 0, len));
    if (!is_fair(cut.status)) SX_FAIL("%s cut at %zu: %d", one->path, len, cut.status);
    /* A group whose reason is cut counts as a test. */
    if (cut.cases > whole.cases + 1)
      SX_FAIL("%s cut at %zu has %zu cases of %zu", one->path, len, cut.cases, whole.cases);
    if (cut.status == SX_NOMEM) SX_EXPECT_OK(cut.status);
    bool is_less = !cut.status && cut.cases < whole.cases;
    if (is_less && one->has_end && !cut.is_cut) SX_FAIL("%s cut at %zu is whole", one->path, len);
  }
}

SX_TEST(cut_anywhere) {
  sx_json_init();
  for (size_t i = 0; i < RECORDINGS && !sx_test_is_over(); i++) check_cuts(&recordings[i]);
}

static void check_damage(const recording *one, size_t rounds) {
  sx_str text = text_of(one);
  char *copy = sx_test_memory(text.len);
  for (size_t round = 0; round < rounds; round++) {
    memcpy(copy, text.ptr, text.len);
    for (size_t k = 0; k < 1 + round % 4; k++)
      copy[sx_test_below(text.len)] = "\0\n\"<>{}[]:,\\\xff\x1b &;1a"[sx_test_below(20)];
    outcome damaged = read_once(one->format, sx_str_make(copy, text.len));
    if (damaged.status == SX_NOMEM) SX_EXPECT_OK(damaged.status);
    if (!is_fair(damaged.status)) SX_FAIL("%s: %d", one->path, damaged.status);
  }
}

SX_TEST(damaged_anywhere) {
  sx_json_init();
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 100;
  for (size_t i = 0; i < RECORDINGS && !sx_test_is_over(); i++)
    check_damage(&recordings[i], rounds);
}

/* Each format's reader gets the reports of all others. */
SX_TEST(other_formats) {
  sx_json_init();
  for (size_t i = 0; i < RECORDINGS; i++)
    for (size_t format = 0; format < SX_TEST_FORMAT_COUNT; format++) {
      if (format == recordings[i].format) continue;
      outcome other = read_once((sx_test_format)format, text_of(&recordings[i]));
      if (other.status == SX_NOMEM) SX_EXPECT_OK(other.status);
      SX_EXPECT_STATUS(other.status, SX_BAD_MESSAGE);
      SX_EXPECT_SIZE(other.cases, 0);
      if (sx_test_is_failing_allocations()) return;
    }
}

/* Much of what begins like something: each reader passes over it in one go. */
SX_TEST(much_noise) {
  static const char *const lines[] = {"{\n",           "{\"a\": [\n",   "<a>\n", "ok\n",
                                      "# Subtest: \n", "test a ... \n", "---\n", "{}\n",
                                      "\"\\\n",        "<![CDATA[\n"};
  size_t size = sx_test_is_failing_allocations() ? 1000 : (size_t)1 << 20;
  char *noise = sx_test_memory(size);
  sx_json_init();
  for (size_t line = 0; line < sizeof lines / sizeof *lines; line++) {
    size_t len = strlen(lines[line]);
    for (size_t at = 0; at < size; at++) noise[at] = lines[line][at % len];
    for (size_t format = 0; format < SX_TEST_FORMAT_COUNT; format++) {
      outcome other = read_once((sx_test_format)format, sx_str_make(noise, size));
      if (other.status == SX_NOMEM) SX_EXPECT_OK(other.status);
      if (!is_fair(other.status)) SX_FAIL("%s: %d", lines[line], other.status);
    }
  }
}

/* ---- XML ------------------------------------------------------------------------------------- */

static sx_str refused(sx_str xml) {
  sx_test_report report;
  sx_test_report_init(&report);
  sx_status status = sx_test_report_junit(&report, xml, sx_test_arena(), sx_test_err());
  if (status == SX_NOMEM) return SX_STR("");
  return status ? sx_str_from(sx_test_err()->message) : SX_STR("read");
}

SX_TEST(entities_are_refused) {
  sx_str message = refused(SX_STR("<!DOCTYPE a [<!ENTITY x \"aaaa\"><!ENTITY y \"&x;&x;\">]>"
                                  "<testsuite><testcase name=\"&y;\"/></testsuite>"));
  if (message.len) SX_EXPECT_TEXT(message, "The XML declares entities, which are not read.");
  message = refused(SX_STR("<!DOCTYPE a SYSTEM \"/etc/passwd\"><testsuite/>"));
  if (message.len) SX_EXPECT_TEXT(message, "read");
}

SX_TEST(deep_elements) {
  size_t depth = 20000;
  sx_buf *xml = sx_test_buf();
  sx_test_report report;
  sx_buf_add_text(xml, "<testsuites>");
  for (size_t i = 0; i < depth; i++) sx_buf_add_text(xml, "<testsuite name='a'>");
  sx_buf_add_text(xml, "<testcase name='deep'/>");
  for (size_t i = 0; i < depth; i++) sx_buf_add_text(xml, "</testsuite>");
  sx_buf_add_text(xml, "<testcase name='b'/></testsuites>");
  SX_EXPECT_OK(xml->status);
  sx_test_report_init(&report);
  SX_EXPECT_OK(sx_test_report_junit(&report, sx_buf_str(xml), sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(report.cases.len, 1);
  SX_EXPECT_TEXT(report.cases.items[0].name, "b");
}

/* UTF-16 with its mark, as .NET writes it on Windows. */
SX_TEST(other_encodings) {
  sx_str plain = SX_STR("<testsuite><testcase name='\xc3\xbc'/></testsuite>");
  sx_buf *wide = sx_test_buf();
  sx_test_report report;
  sx_buf_add(wide, sx_str_make("\xff\xfe", 2));
  for (size_t i = 0; i < plain.len; i++) {
    bool is_umlaut = plain.ptr[i] == '\xc3';
    sx_buf_add_char(wide, is_umlaut ? '\xfc' : plain.ptr[i]);
    sx_buf_add_char(wide, 0);
    if (is_umlaut) i++;
  }
  SX_EXPECT_OK(wide->status);
  sx_test_report_init(&report);
  SX_EXPECT_OK(sx_test_report_junit(&report, sx_buf_str(wide), sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_test_report_junit(&report,
                                    SX_STR("<?xml version='1.0' encoding='iso-8859-1'?>"
                                           "<testsuite><testcase name='\xfc'/></testsuite>"),
                                    sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(report.cases.len, 2);
  SX_EXPECT_TEXT(report.cases.items[0].name, "\xc3\xbc");
  SX_EXPECT_TEXT(report.cases.items[1].name, "\xc3\xbc");
}

/* ---- the runner for Python ------------------------------------------------------------------- */

/* The string in C is the file: see unittest_runner.mjs. */
SX_TEST(runner_is_the_file) {
  SX_EXPECT_STR(sx_unittest_runner(), sx_test_file("../native/reports/unittest_runner.py"));
}

SX_SUITE(reports_damage_test, SX_LONG_CASE(cut_anywhere), SX_CASE(damaged_anywhere),
         SX_CASE(other_formats), SX_LONG_CASE(much_noise), SX_CASE(entities_are_refused),
         SX_CASE(deep_elements), SX_CASE(other_encodings), SX_CASE(runner_is_the_file));
