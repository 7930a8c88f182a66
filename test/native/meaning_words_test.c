#include "meaning/terms.h"
#include "meaning/words.h"

#include "harness.h"

static sx_direction point(const char *text, sx_words_side side) {
  sx_direction sum = {0};
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  sx_terms_init(&terms, sx_str_from(text));
  while (sx_terms_next(&terms, &word))
    sx_direction_add(&sum, sx_words_find(sx_term_stem(word, stem)), side, 1);
  return sum;
}

static float nearness(const char *question, const char *code) {
  sx_direction of = point(question, SX_WORDS_PROSE), other = point(code, SX_WORDS_CODE);
  sx_packed_direction packed;
  sx_direction_pack(&packed, &other);
  return sx_direction_nearness(&of, &packed);
}

SX_TEST(words_are_known_or_not) {
  sx_related_word related[SX_WORDS_RELATED];
  size_t count = 0;
  SX_EXPECT(sx_words_count() > 1000);
  SX_EXPECT(sx_words_find(SX_STR("directori")) < sx_words_count());
  SX_EXPECT(sx_words_find(SX_STR("")) == SX_WORDS_NONE);
  SX_EXPECT(sx_words_find(SX_STR("zzzzzz")) == SX_WORDS_NONE);
  SX_EXPECT(sx_words_find(SX_STR("~")) == SX_WORDS_NONE);
  SX_EXPECT_SIZE(sx_words_related(SX_WORDS_NONE, related), 0);
  for (uint32_t word = 0; word < sx_words_count(); word++) {
    size_t own = sx_words_related(word, related);
    for (size_t i = 0; i < own; i++) {
      SX_EXPECT(sx_words_find(related[i].stem) != SX_WORDS_NONE);
      SX_EXPECT(sx_words_find(related[i].stem) != word);
      SX_EXPECT(related[i].nearness > 0 && related[i].nearness <= 1);
      SX_EXPECT(!i || related[i].nearness <= related[i - 1].nearness);
    }
    count += own;
  }
  SX_EXPECT(count > 1000);
}

SX_TEST(words_of_code_that_go_with_words_of_comments) {
  sx_related_word related[SX_WORDS_RELATED];
  bool has_dir = false;
  size_t count = sx_words_related(sx_words_find(SX_STR("directori")), related);
  for (size_t i = 0; i < count; i++) has_dir |= sx_str_is_equal(related[i].stem, SX_STR("dir"));
  SX_EXPECT(has_dir);
}

SX_TEST(questions_point_where_their_code_does) {
  static const char *const rows[][3] = {
      {"delete the directory", "rmdir path unlink", "paint color canvas"},
      {"determine the largest of the values", "max items key", "socket close"},
      {"convert text to a number", "parse int str float", "mkdir path"},
      {"wait until all threads are done", "join thread lock", "matrix transpose"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    SX_EXPECT(nearness(rows[i][0], rows[i][1]) > nearness(rows[i][0], rows[i][2]));
}

SX_TEST(no_words_point_nowhere) {
  sx_direction none = {0}, some = point("directory", SX_WORDS_PROSE);
  sx_packed_direction packed;
  sx_direction_pack(&packed, &none);
  for (size_t i = 0; i < SX_WORDS_DIM; i++) SX_EXPECT(packed.parts[i] == 0);
  SX_EXPECT(sx_direction_nearness(&some, &packed) == 0);
  sx_direction_pack(&packed, &some);
  SX_EXPECT(sx_direction_nearness(&none, &packed) == 0);
  SX_EXPECT(sx_direction_nearness(&some, &packed) > 0.99f);
  sx_direction_add(&none, SX_WORDS_NONE, SX_WORDS_PROSE, 1);
  SX_EXPECT(memcmp(&none, &(sx_direction){0}, sizeof none) == 0);
}

SX_SUITE(meaning_words_test, SX_CASE(words_are_known_or_not),
         SX_CASE(words_of_code_that_go_with_words_of_comments),
         SX_CASE(questions_point_where_their_code_does), SX_CASE(no_words_point_nowhere));
