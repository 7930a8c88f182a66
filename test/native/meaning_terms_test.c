#include "meaning/stem.h"
#include "meaning/terms.h"

#include "harness.h"

/* The words of a text, each followed by a blank. */
static sx_str words_of(const char *text) {
  sx_buf *out = sx_test_buf();
  sx_terms terms;
  sx_str word;
  sx_terms_init(&terms, sx_str_from(text));
  while (sx_terms_next(&terms, &word)) sx_buf_addf(out, "%.*s ", SX_STR_ARG(word));
  return out->status ? SX_STR("(no memory)") : sx_buf_str(out);
}

static void expect_words(const char *text, const char *expected) {
  sx_str words = words_of(text);
  if (!sx_str_is_equal(words, SX_STR("(no memory)"))) SX_EXPECT_STR(words, sx_str_from(expected));
}

SX_TEST(identifiers_are_split) {
  expect_words("parseHTTPHeader_v2 = read_file(XMLHttp)", "parse http header read file xml http ");
  expect_words("getUserIDs IDs userID idSet", "get user ids ids user id id set ");
  expect_words("utf8mb4 base64 sha256sum ipv4", "utf mb base 64 sha 256 sum ipv ");
  expect_words("A b x1 __init__ $scope don't", "init scope don ");
  expect_words("", "");
}

SX_TEST(numbers_count_where_they_say_something) {
  expect_words("port 8080 0xFFab12 12345678 7 404.5", "port 8080 404 ");
}

SX_TEST(words_of_other_scripts_are_whole) {
  expect_words("\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 MIR",
               "\xD0\xBF\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 mir ");
  expect_words("na\xC3\xAFve gr\xC3\x96\xC3\x9F"
               "e",
               "na\xC3\xAFve gr\xC3\xB6\xC3\x9F"
               "e ");
  /* "\u201Cquoted\u201D" */
  expect_words("\xE2\x80\x9Cquoted\xE2\x80\x9D", "quoted ");
}

SX_TEST(ideographs_are_words_of_two) {
  expect_words("\xE5\x88\x86\xE9\x85\x8D\xE5\x86\x85", "\xE5\x88\x86\xE9\x85\x8D "
                                                       "\xE9\x85\x8D\xE5\x86\x85 ");
  expect_words("a\xE5\x88\x86!", "\xE5\x88\x86 ");
  expect_words("\xE5\x88\x86 \xE9\x85\x8D", "\xE5\x88\x86 \xE9\x85\x8D ");
}

SX_TEST(broken_and_long_words_are_no_harm) {
  expect_words("\xFF\xFEok\xC3", "ok ");
  char text[4096];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  expect_words(text, "");
  for (size_t i = 0; i + 1 < sizeof text - 1; i += 2) memcpy(text + i, "\xD0\xB0", 2);
  text[sizeof text - 2] = '\0';
  sx_str words = words_of(text);
  SX_EXPECT(words.len <= SX_TERM_BYTES + 1);
}

SX_TEST(words_keep_their_place) {
  sx_terms terms;
  sx_str word, text = SX_STR("int readFile(void)");
  sx_terms_init(&terms, text);
  while (sx_terms_next(&terms, &word))
    SX_EXPECT(sx_str_is_equal_fold(sx_str_slice(text, terms.start, terms.end), word));
}

static const char *const stems[][2] = {
    {"caresses", "caress"},
    {"ponies", "poni"},
    {"cats", "cat"},
    {"feed", "feed"},
    {"agreed", "agre"},
    {"plastered", "plaster"},
    {"motoring", "motor"},
    {"sing", "sing"},
    {"conflated", "conflat"},
    {"troubled", "troubl"},
    {"sized", "size"},
    {"hopping", "hop"},
    {"falling", "fall"},
    {"hissing", "hiss"},
    {"filing", "file"},
    {"happy", "happi"},
    {"sky", "sky"},
    {"relational", "relat"},
    {"rational", "ration"},
    {"valency", "valenc"},
    {"digitizer", "digit"},
    {"vietnamization", "vietnam"},
    {"operator", "oper"},
    {"decisiveness", "decis"},
    {"sensitivity", "sensit"},
    {"triplicate", "triplic"},
    {"formative", "form"},
    {"electrical", "electr"},
    {"hopeful", "hope"},
    {"revival", "reviv"},
    {"allowance", "allow"},
    {"adjustable", "adjust"},
    {"replacement", "replac"},
    {"adoption", "adopt"},
    {"effective", "effect"},
    {"rate", "rate"},
    {"cease", "ceas"},
    {"controlling", "control"},
    {"caching", "cach"},
    {"caches", "cach"},
    {"as", "as"},
    {"yyy", "yyi"},
    {"ing", "ing"},
    {"eed", "eed"},
    {"y", "y"},
};

SX_TEST(stems_are_porters) {
  for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
    char out[SX_TERM_BYTES];
    SX_EXPECT_STR(sx_term_stem(sx_str_from(stems[i][0]), out), sx_str_from(stems[i][1]));
  }
}

SX_TEST(stems_are_never_longer) {
  for (size_t i = 0; i < 20000; i++) {
    char word[16];
    size_t len = sx_test_below(15) + 1;
    static const char letters[] = "aeiouysdingtlmxz";
    for (size_t k = 0; k < len; k++) word[k] = letters[sx_test_below(sizeof letters - 1)];
    size_t left = sx_stem(word, len);
    SX_EXPECT(left > 0 && left <= len);
  }
}

SX_TEST(words_that_say_nothing_are_known) {
  SX_EXPECT(sx_term_is_stop(SX_STR("the")));
  SX_EXPECT(sx_term_is_stop(SX_STR("an")));
  SX_EXPECT(sx_term_is_stop(SX_STR("your")));
  SX_EXPECT(sx_term_is_stop(SX_STR("doesn")));
  SX_EXPECT(sx_term_is_stop(SX_STR("wouldn")));
  SX_EXPECT(sx_term_is_stop(SX_STR("function")));
  SX_EXPECT(!sx_term_is_stop(SX_STR("retry")));
  SX_EXPECT(!sx_term_is_stop(SX_STR("")));
}

SX_SUITE(meaning_terms_test, SX_CASE(identifiers_are_split),
         SX_CASE(numbers_count_where_they_say_something), SX_CASE(words_of_other_scripts_are_whole),
         SX_CASE(ideographs_are_words_of_two), SX_CASE(broken_and_long_words_are_no_harm),
         SX_CASE(words_keep_their_place), SX_CASE(stems_are_porters),
         SX_CASE(stems_are_never_longer), SX_CASE(words_that_say_nothing_are_known));
