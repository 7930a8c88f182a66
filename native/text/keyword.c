#include "text/keyword.h"

/** Words of some languages; `languages` are the names of their rows. */
typedef struct word_row {
  const char *languages, *hard, *soft;
} word_row;

#define C_WORDS                                                                                    \
  "auto break case char const continue default do double else enum extern float for goto if "      \
  "inline int long register restrict return short signed sizeof static struct switch typedef "     \
  "union unsigned void volatile while include define undef ifdef ifndef endif elif pragma defined"

static const word_row rows[] = {
    {"typescript vue",
     "break case catch class const continue debugger default delete do else enum export extends "
     "false finally for function if import in instanceof new null return super switch this throw "
     "true try typeof var void while with yield let static implements interface package private "
     "protected public await",
     "as async from of get set type namespace module declare abstract readonly keyof infer is "
     "asserts satisfies override unique accessor global any unknown never string number boolean "
     "object symbol bigint undefined constructor require out"},
    {"python",
     "False None True and as assert async await break class continue def del elif else except "
     "finally for from global if import in is lambda nonlocal not or pass raise return try while "
     "with yield",
     "match case type _ self cls print exec"},
    {"c", C_WORDS, "asm bool true false NULL"},
    {"cpp objective-c",
     C_WORDS " alignas alignof asm bool catch class concept const_cast consteval constexpr "
             "constinit co_await co_return co_yield decltype delete dynamic_cast explicit export "
             "false friend mutable namespace new noexcept nullptr operator private protected "
             "public reinterpret_cast requires static_assert static_cast template this "
             "thread_local throw true try typeid typename using virtual wchar_t",
     "final override import module"},
    {"lua",
     "and break do else elseif end false for function goto if in local nil not or repeat return "
     "then true until while",
     "self"},
    {"shellscript",
     "if then else elif fi case esac for select while until do done in function time coproc "
     "return exit local export readonly declare typeset unset shift",
     "echo printf test source eval exec set"},
    {"java groovy",
     "abstract assert boolean break byte case catch char class const continue default do double "
     "else enum extends final finally float for goto if implements import instanceof int "
     "interface long native new package private protected public return short static strictfp "
     "super switch synchronized this throw throws transient try void volatile while true false "
     "null",
     "var record sealed permits yield def in as trait"},
    {"kotlin scala",
     "as break class continue do else false for fun if in interface is null object package return "
     "super this throw true try typealias typeof val var when while import def trait match case "
     "extends with yield new abstract final override private protected sealed lazy implicit",
     "by catch constructor delegate dynamic field file finally get init param property receiver "
     "set setparam where actual annotation companion const crossinline data enum expect external "
     "infix inline inner internal noinline open operator out public reified suspend tailrec "
     "vararg given using end extension type"},
    {"csharp",
     "abstract as base bool break byte case catch char checked class const continue decimal "
     "default delegate do double else enum event explicit extern false finally fixed float for "
     "foreach goto if implicit in int interface internal is lock long namespace new null object "
     "operator out override params private protected public readonly ref return sbyte sealed "
     "short sizeof stackalloc static string struct switch this throw true try typeof uint ulong "
     "unchecked unsafe ushort using virtual void volatile while",
     "add alias async await by dynamic from get global group into join let nameof on orderby "
     "partial record remove required select set value var when where with yield"},
    {"go",
     "break case chan const continue default defer else fallthrough for func go goto if import "
     "interface map package range return select struct switch type var",
     ""},
    {"rust",
     "as break const continue crate else enum extern false fn for if impl in let loop match mod "
     "move mut pub ref return self Self static struct super trait true type unsafe use where "
     "while async await dyn",
     "union macro_rules"},
    {"swift",
     "associatedtype class deinit enum extension fileprivate func import init inout internal let "
     "open operator private protocol public rethrows static struct subscript typealias var break "
     "case continue default defer do else fallthrough for guard if in repeat return switch where "
     "while as catch false is nil super self Self throw throws true try",
     "async await convenience didSet dynamic final get indirect infix lazy left mutating none "
     "nonmutating optional override postfix precedence prefix required right set some any actor "
     "unowned weak willSet"},
    {"ruby",
     "alias and begin break case class def defined? do else elsif end ensure false for if in "
     "module next nil not or redo rescue retry return self super then true undef unless until "
     "when while yield",
     "require require_relative include extend attr_accessor attr_reader attr_writer private "
     "public protected"},
    {"php",
     "abstract and array as break callable case catch class clone const continue declare default "
     "do echo else elseif empty extends final finally fn for foreach function global goto if "
     "implements include include_once instanceof insteadof interface isset list match namespace "
     "new or print private protected public require require_once return static switch throw trait "
     "try unset use var while xor yield",
     "enum readonly self parent"},
    {"perl",
     "my our local sub package use no require if elsif else unless while until for foreach "
     "return last next redo and or not xor",
     ""},
};

/* Reserved nearly everywhere. */
static const char common[] = "if else for while do switch case break continue return class "
                             "function def import const var let new try catch throw public private "
                             "static void true false null";

sx_keyword sx_keyword_of(const sx_language *language, sx_str word) {
  bool folds_case = language->flags & SX_LANGUAGE_FOLDS_CASE;
  sx_str name = sx_language_name(language);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!sx_language_has_word(rows[i].languages, name, false)) continue;
    if (sx_language_has_word(rows[i].hard, word, folds_case)) return SX_KEYWORD;
    return sx_language_has_word(rows[i].soft, word, folds_case) ? SX_SOFT_KEYWORD : SX_NO_KEYWORD;
  }
  return sx_language_has_word(common, word, folds_case) ? SX_SOFT_KEYWORD : SX_NO_KEYWORD;
}

bool sx_language_is_code(const sx_language *language) {
  bool is_known = !sx_str_is_equal(sx_language_name(language), SX_STR("unknown"));
  return is_known && language->declarers && language->declarers[0].word;
}

bool sx_language_is_kin(const sx_language *a, const sx_language *b) {
  static const char *const families[] = {
      "typescript vue html", "c cpp objective-c yacc", "java kotlin scala groovy clojure",
      "css scss html vue",   "csharp ocaml vb",        "erlang elixir",
  };
  sx_str one = sx_language_name(a), other = sx_language_name(b);
  if (a == b) return true;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (sx_language_has_word(families[i], one, false) &&
        sx_language_has_word(families[i], other, false))
      return true;
  return false;
}
