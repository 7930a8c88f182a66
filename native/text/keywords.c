#include "text/keywords.h"

/* Reserved words by language. Words that name things in some places only (`of`, `match`) are not.
 */

typedef struct words {
  const char *language; /* the row's own id */
  const char *reserved;
  const char *members; /* not even after a dot; NULL: the same as `reserved` */
} words;

#define C_WORDS                                                                                    \
  "auto break case char const continue default do double else enum extern float for goto if "      \
  "inline int long register return short signed sizeof static struct switch typedef union "        \
  "unsigned void volatile while asm alignas alignof bool constexpr false nullptr static_assert "   \
  "thread_local true "
#define JAVA_WORDS                                                                                 \
  "abstract assert boolean break byte case catch char class const continue default do double "     \
  "else enum extends final finally float for goto if implements import instanceof int interface "  \
  "long native new package private protected public return short static strictfp super switch "    \
  "synchronized this throw throws transient try void volatile while true false null "

static const words rows[] = {
    {"typescript",
     "break case catch class const continue debugger default delete do else enum export extends "
     "false finally for function if import in instanceof new null return super switch this throw "
     "true try typeof var void while with let static implements interface package private "
     "protected public yield await arguments eval undefined",
     "constructor"},
    {"python",
     "False None True and as assert async await break class continue def del elif else except "
     "finally for from global if import in is lambda nonlocal not or pass raise return try while "
     "with yield __debug__",
     NULL},
    {"c",
     C_WORDS "restrict typeof typeof_unqual _Alignas _Alignof _Atomic _BitInt _Bool _Complex "
             "_Generic _Imaginary _Noreturn _Static_assert _Thread_local",
     NULL},
    {"yacc", C_WORDS "restrict", NULL},
    {"cpp",
     C_WORDS
     "and and_eq bitand bitor catch char8_t char16_t char32_t class compl concept consteval "
     "constinit const_cast co_await co_return co_yield decltype delete dynamic_cast "
     "explicit export friend mutable namespace new noexcept not not_eq operator or or_eq "
     "private protected public reinterpret_cast requires static_cast template this throw "
     "try typeid typename using virtual wchar_t xor xor_eq",
     NULL},
    {"objective-c", C_WORDS "restrict id self super nil Nil YES NO BOOL SEL IMP", NULL},
    {"csharp",
     "abstract as base bool break byte case catch char checked class const continue decimal "
     "default delegate do double else enum event explicit extern false finally fixed float for "
     "foreach goto if implicit in int interface internal is lock long namespace new null object "
     "operator out override params private protected public readonly ref return sbyte sealed short "
     "sizeof stackalloc static string struct switch this throw true try typeof uint ulong "
     "unchecked "
     "unsafe ushort using virtual void volatile while await",
     NULL},
    {"java", JAVA_WORDS "_", NULL},
    {"groovy", JAVA_WORDS "as def in trait", NULL},
    {"kotlin",
     "as break class continue do else false for fun if in interface is null object package return "
     "super this throw true try typealias typeof val var when while",
     NULL},
    {"swift",
     "associatedtype class deinit enum extension fileprivate func import init inout internal let "
     "open operator private precedencegroup protocol public rethrows static struct subscript "
     "typealias var break case catch continue default defer do else fallthrough for guard if in "
     "repeat return throw switch where while Any as await false is nil self Self super throws true "
     "try",
     NULL},
    {"go",
     "break case chan const continue default defer else fallthrough for func go goto if import "
     "interface map package range return select struct switch type var",
     NULL},
    {"rust",
     "as async await break const continue crate dyn else enum extern false fn for if impl in let "
     "loop match mod move mut pub ref return self Self static struct super trait true type unsafe "
     "use where while abstract become box do final gen macro override priv try typeof unsized "
     "virtual yield",
     NULL},
    {"ruby",
     "BEGIN END alias and begin break case class def defined? do else elsif end ensure false for "
     "if in module next nil not or redo rescue retry return self super then true undef unless "
     "until "
     "when while yield __FILE__ __LINE__ __ENCODING__",
     ""},
    {"php",
     "abstract and array as break callable case catch class clone const continue declare default "
     "die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval "
     "exit "
     "extends final finally fn for foreach function global goto if implements include include_once "
     "instanceof insteadof interface isset list match namespace new or print private protected "
     "public readonly require require_once return static switch throw trait try unset use var "
     "while "
     "xor yield",
     "class"},
    {"lua",
     "and break do else elseif end false for function goto if in local nil not or repeat return "
     "then true until while",
     NULL},
    {"shellscript",
     "if then elif else fi case esac for select while until do done in function time coproc", NULL},
    {"julia",
     "baremodule begin break catch const continue do else elseif end export false finally for "
     "function global if import let local macro module quote return struct true try using while",
     NULL},
    {"haskell",
     "case class data default deriving do else foreign if import in infix infixl infixr instance "
     "let module newtype of then type where _",
     NULL},
    {"elixir",
     "after and catch do else end false fn in nil not or rescue true when __MODULE__ __FILE__ "
     "__DIR__ __ENV__ __CALLER__",
     NULL},
    {"scala",
     "abstract case catch class def do else enum export extends false final finally for given if "
     "implicit import lazy match new null object override package private protected return sealed "
     "super then this throw trait true try type val var while with yield",
     NULL},
    {"dart",
     "assert await break case catch class const continue default do else enum extends false final "
     "finally for if in is new null rethrow return super switch this throw true try var void while "
     "with yield",
     NULL},
    {"zig",
     "addrspace align allowzero and anyframe anytype asm break callconv catch comptime const "
     "continue defer else enum errdefer error export extern fn for if inline linksection noalias "
     "noinline nosuspend opaque or orelse packed pub resume return struct suspend switch test "
     "threadlocal try union unreachable usingnamespace var volatile while",
     NULL},
};

/* TypeScript's names for its own types. */
static const char type_words[] =
    "any unknown never void string number boolean symbol bigint object undefined";

static const words *find(const sx_language *language) {
  sx_str own = sx_language_name(language);
  if (sx_str_is_equal(own, SX_STR("vue"))) own = SX_STR("typescript");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_str_is_equal(own, sx_str_from(rows[i].language))) return &rows[i];
  return NULL;
}

bool sx_keyword_is_reserved(const sx_language *language, sx_str name, bool is_member) {
  const words *row = find(language);
  if (!row) return false;
  bool folds = (language->flags & SX_LANGUAGE_FOLDS_CASE) || strcmp(row->language, "php") == 0;
  return sx_language_has_word(is_member && row->members ? row->members : row->reserved, name,
                              folds);
}

bool sx_keyword_is_type(const sx_language *language, sx_str name) {
  const words *row = find(language);
  return row && strcmp(row->language, "typescript") == 0 &&
         sx_language_has_word(type_words, name, false);
}
