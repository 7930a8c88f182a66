#include "text/language.h"

/*
 * The rows. Order matters only where a file name fits two (the first wins), and for the last
 * row, which stands for every unknown language. Parts that languages share come first.
 */

/* Comments. */

static const sx_block_comment c_blocks[] = {{"/*", "*/", false, false}, {0}};
static const sx_block_comment nesting_blocks[] = {{"/*", "*/", true, false}, {0}};
static const sx_block_comment markup_blocks[] = {{"<!--", "-->", false, false}, {0}};
static const sx_block_comment script_markup_blocks[] = {
    {"<!--", "-->", false, false}, {"/*", "*/", false, false}, {0}};
static const sx_block_comment ruby_blocks[] = {{"=begin", "\n=end", false, true}, {0}};
static const sx_block_comment perl_blocks[] = {{"=pod", "\n=cut", false, true},
                                               {"=head", "\n=cut", false, true},
                                               {"=over", "\n=cut", false, true},
                                               {"=begin", "\n=cut", false, true},
                                               {0}};
static const sx_block_comment lua_blocks[] = {
    {"--[[", "]]", false, false}, {"--[=[", "]=]", false, false}, {0}};
static const sx_block_comment julia_blocks[] = {{"#=", "=#", true, false}, {0}};
static const sx_block_comment haskell_blocks[] = {{"{-", "-}", true, false}, {0}};
static const sx_block_comment ml_blocks[] = {{"(*", "*)", true, false}, {0}};
static const sx_block_comment nim_blocks[] = {
    {"##[", "]##", true, false}, {"#[", "]#", true, false}, {0}};
static const sx_block_comment powershell_blocks[] = {{"<#", "#>", false, false}, {0}};

/* Strings. */

#define MULTI SX_QUOTE_MULTI_LINE
#define NAMES SX_QUOTE_NAMES
#define NO_PREFIX NULL
#define F_PREFIXES "f F t T fr fR Fr FR rf rF Rf RF tr tR Tr TR rt rT Rt RT"

static const sx_quote plain_quotes[] = {{"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                        {"'", "'", '\\', 0, NO_PREFIX, {0}},
                                        {0}};
static const sx_quote double_quotes[] = {{"\"", "\"", '\\', 0, NO_PREFIX, {0}}, {0}};
static const sx_quote no_quotes[] = {{0}};
static const sx_quote c_quotes[] = {{"\"", ")", 0, MULTI | SX_QUOTE_CPP_RAW, "R LR uR UR u8R", {0}},
                                    {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                    {"'", "'", '\\', 0, NO_PREFIX, {0}},
                                    {0}};
static const sx_quote js_quotes[] = {{"`", "`", '\\', MULTI, NO_PREFIX, {"${", "}"}},
                                     {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                     {"'", "'", '\\', 0, NO_PREFIX, {0}},
                                     {0}};
static const sx_quote python_quotes[] = {
    {"\"\"\"", "\"\"\"", '\\', MULTI | SX_QUOTE_BRACE_TWICE, F_PREFIXES, {"{", "}"}},
    {"'''", "'''", '\\', MULTI | SX_QUOTE_BRACE_TWICE, F_PREFIXES, {"{", "}"}},
    {"\"", "\"", '\\', SX_QUOTE_BRACE_TWICE, F_PREFIXES, {"{", "}"}},
    {"'", "'", '\\', SX_QUOTE_BRACE_TWICE, F_PREFIXES, {"{", "}"}},
    {"\"\"\"", "\"\"\"", '\\', MULTI, NO_PREFIX, {0}},
    {"'''", "'''", '\\', MULTI, NO_PREFIX, {0}},
    {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
    {"'", "'", '\\', 0, NO_PREFIX, {0}},
    {0}};
static const sx_quote csharp_quotes[] = {
    {"$\"\"\"", "\"\"\"", 0, MULTI | SX_QUOTE_BRACE_TWICE, NO_PREFIX, {"{", "}"}},
    {"\"\"\"", "\"\"\"", 0, MULTI, NO_PREFIX, {0}},
    {"$@\"", "\"", 0, MULTI | SX_QUOTE_DOUBLED | SX_QUOTE_BRACE_TWICE, NO_PREFIX, {"{", "}"}},
    {"@$\"", "\"", 0, MULTI | SX_QUOTE_DOUBLED | SX_QUOTE_BRACE_TWICE, NO_PREFIX, {"{", "}"}},
    {"@\"", "\"", 0, MULTI | SX_QUOTE_DOUBLED, NO_PREFIX, {0}},
    {"$\"", "\"", '\\', SX_QUOTE_BRACE_TWICE, NO_PREFIX, {"{", "}"}},
    {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
    {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
    {0}};
static const sx_quote java_quotes[] = {{"\"\"\"", "\"\"\"", '\\', MULTI, NO_PREFIX, {0}},
                                       {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                       {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
                                       {0}};
static const sx_quote kotlin_quotes[] = {
    {"\"\"\"", "\"\"\"", 0, MULTI | NAMES, NO_PREFIX, {"${", "}"}},
    {"\"", "\"", '\\', NAMES, NO_PREFIX, {"${", "}"}},
    {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
    {0}};
static const sx_quote groovy_quotes[] = {
    {"\"\"\"", "\"\"\"", '\\', MULTI | NAMES, NO_PREFIX, {"${", "}"}},
    {"'''", "'''", '\\', MULTI, NO_PREFIX, {0}},
    {"\"", "\"", '\\', NAMES, NO_PREFIX, {"${", "}"}},
    {"'", "'", '\\', 0, NO_PREFIX, {0}},
    {0}};
static const sx_quote scala_quotes[] = {
    {"\"\"\"", "\"\"\"", 0, MULTI | NAMES, "*", {"${", "}"}},
    {"\"", "\"", '\\', NAMES, "*", {"${", "}"}},
    {"\"\"\"", "\"\"\"", 0, MULTI, NO_PREFIX, {0}},
    {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
    {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
    {0}};
static const sx_quote dart_quotes[] = {
    {"'''", "'''", 0, MULTI, "r", {0}},
    {"\"\"\"", "\"\"\"", 0, MULTI, "r", {0}},
    {"'", "'", 0, 0, "r", {0}},
    {"\"", "\"", 0, 0, "r", {0}},
    {"'''", "'''", '\\', MULTI | NAMES, NO_PREFIX, {"${", "}"}},
    {"\"\"\"", "\"\"\"", '\\', MULTI | NAMES, NO_PREFIX, {"${", "}"}},
    {"'", "'", '\\', NAMES, NO_PREFIX, {"${", "}"}},
    {"\"", "\"", '\\', NAMES, NO_PREFIX, {"${", "}"}},
    {0}};
static const sx_quote swift_quotes[] = {
    {"#\"", "\"", 0, MULTI | SX_QUOTE_HASHES, NO_PREFIX, {0}},
    {"\"\"\"", "\"\"\"", '\\', MULTI, NO_PREFIX, {"\\(", ")"}},
    {"\"", "\"", '\\', 0, NO_PREFIX, {"\\(", ")"}},
    {0}};
static const sx_quote go_quotes[] = {{"`", "`", 0, MULTI, NO_PREFIX, {0}},
                                     {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                     {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
                                     {0}};
static const sx_quote rust_quotes[] = {
    {"#\"", "\"", 0, MULTI | SX_QUOTE_HASHES, "r br cr", {0}},
    {"\"", "\"", 0, MULTI, "r br cr", {0}},
    {"\"", "\"", '\\', MULTI, NO_PREFIX, {0}},
    {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
    {0}};
static const sx_quote ruby_quotes[] = {{"\"", "\"", '\\', MULTI, NO_PREFIX, {"#{", "}"}},
                                       {"'", "'", '\\', MULTI, NO_PREFIX, {0}},
                                       {"`", "`", '\\', 0, NO_PREFIX, {"#{", "}"}},
                                       {0}};
static const sx_quote php_quotes[] = {{"\"", "\"", '\\', MULTI | NAMES, NO_PREFIX, {"${", "}"}},
                                      {"'", "'", '\\', MULTI, NO_PREFIX, {0}},
                                      {0}};
static const sx_quote lua_quotes[] = {{"[[", "]]", 0, MULTI, NO_PREFIX, {0}},
                                      {"[=", "]", 0, MULTI | SX_QUOTE_LEVELS, NO_PREFIX, {0}},
                                      {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                      {"'", "'", '\\', 0, NO_PREFIX, {0}},
                                      {0}};
static const sx_quote shell_quotes[] = {
    {"$'", "'", '\\', MULTI, NO_PREFIX, {0}},
    {"\"", "\"", '\\', MULTI | NAMES, NO_PREFIX, {"${", "}", "$(", ")"}},
    {"'", "'", 0, MULTI, NO_PREFIX, {0}},
    {0}};
static const sx_quote perl_quotes[] = {
    {"\"", "\"", '\\', MULTI | NAMES, NO_PREFIX, {"${", "}", "@{", "}"}},
    {"'", "'", '\\', MULTI, NO_PREFIX, {0}},
    {0}};
static const sx_quote powershell_quotes[] = {
    {"@\"", "\n\"@", 0, MULTI | NAMES, NO_PREFIX, {"$(", ")"}},
    {"@'", "\n'@", 0, MULTI, NO_PREFIX, {0}},
    {"\"", "\"", '`', MULTI | NAMES, NO_PREFIX, {"$(", ")"}},
    {"'", "'", 0, MULTI | SX_QUOTE_DOUBLED, NO_PREFIX, {0}},
    {0}};
static const sx_quote r_quotes[] = {{"\"", "\"", '\\', MULTI, NO_PREFIX, {0}},
                                    {"'", "'", '\\', MULTI, NO_PREFIX, {0}},
                                    {0}};
static const sx_quote julia_quotes[] = {
    {"\"\"\"", "\"\"\"", '\\', MULTI | NAMES, NO_PREFIX, {"$(", ")"}},
    {"\"", "\"", '\\', MULTI | NAMES, NO_PREFIX, {"$(", ")"}},
    {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
    {0}};
static const sx_quote char_quotes[] = {{"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                       {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
                                       {0}};
static const sx_quote ml_quotes[] = {{"\"\"\"", "\"\"\"", 0, MULTI, NO_PREFIX, {0}},
                                     {"\"", "\"", '\\', MULTI, NO_PREFIX, {0}},
                                     {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
                                     {0}};
static const sx_quote nim_quotes[] = {{"\"\"\"", "\"\"\"", 0, MULTI, NO_PREFIX, {0}},
                                      {"\"", "\"", 0, SX_QUOTE_DOUBLED, "*", {0}},
                                      {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                      {"'", "'", '\\', SX_QUOTE_CHAR, NO_PREFIX, {0}},
                                      {0}};
static const sx_quote elixir_quotes[] = {
    {"\"\"\"", "\"\"\"", '\\', MULTI, NO_PREFIX, {"#{", "}"}},
    {"'''", "'''", '\\', MULTI, NO_PREFIX, {"#{", "}"}},
    {"\"", "\"", '\\', MULTI, NO_PREFIX, {"#{", "}"}},
    {"'", "'", '\\', 0, NO_PREFIX, {"#{", "}"}},
    {0}};
static const sx_quote sql_quotes[] = {{"$$", "$$", 0, MULTI, NO_PREFIX, {0}},
                                      {"'", "'", 0, MULTI | SX_QUOTE_DOUBLED, NO_PREFIX, {0}},
                                      {0}}; /* "…" and `…` are names there */
static const sx_quote toml_quotes[] = {{"\"\"\"", "\"\"\"", '\\', MULTI, NO_PREFIX, {0}},
                                       {"'''", "'''", 0, MULTI, NO_PREFIX, {0}},
                                       {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                       {"'", "'", 0, 0, NO_PREFIX, {0}},
                                       {0}};
static const sx_quote yaml_quotes[] = {{"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                       {"'", "'", 0, SX_QUOTE_DOUBLED, NO_PREFIX, {0}},
                                       {0}};
static const sx_quote docstring_quotes[] = {{"\"\"\"", "\"\"\"", '\\', MULTI, NO_PREFIX, {0}},
                                            {"\"", "\"", '\\', 0, NO_PREFIX, {0}},
                                            {0}};
static const sx_quote lisp_quotes[] = {{"\"", "\"", '\\', MULTI, NO_PREFIX, {0}}, {0}};
static const sx_quote vb_quotes[] = {{"\"", "\"", 0, SX_QUOTE_DOUBLED, NO_PREFIX, {0}}, {0}};

/* Imports. */

#define LINE SX_IMPORT_LINE
#define SEMI SX_IMPORT_SEMI
#define MODULE SX_IMPORT_MODULE

static const sx_import no_imports[] = {{0}};
static const sx_import js_imports[] = {{"import", MODULE, SX_IMPORT_NO_CALL, NULL},
                                       {"export", MODULE, SX_IMPORT_LIST, "from"},
                                       {"const", MODULE, 0, "require"},
                                       {"let", MODULE, 0, "require"},
                                       {"var", MODULE, 0, "require"},
                                       {0}};
static const sx_import python_imports[] = {
    {"import", LINE, 0, NULL}, {"from", LINE, 0, "import"}, {0}};
static const sx_import c_imports[] = {{"#include", LINE, 0, NULL},
                                      {"#include_next", LINE, 0, NULL},
                                      {"#import", LINE, 0, NULL},
                                      {"@import", SEMI, 0, NULL},
                                      {0}};
static const sx_import cpp_imports[] = {{"#include", LINE, 0, NULL},
                                        {"#include_next", LINE, 0, NULL},
                                        {"#import", LINE, 0, NULL},
                                        {"using", SEMI, SX_IMPORT_NO_EQUALS, NULL},
                                        {"import", SEMI, SX_IMPORT_NO_CALL, NULL},
                                        {0}};
static const sx_import csharp_imports[] = {
    {"using", SEMI, SX_IMPORT_NO_CALL | SX_IMPORT_NO_PARENS, NULL}, {0}};
static const sx_import import_semi[] = {{"import", SEMI, 0, NULL}, {0}};
static const sx_import import_line[] = {{"import", LINE, 0, NULL}, {0}};
static const sx_import rust_imports[] = {
    {"use", SEMI, 0, NULL}, {"extern", SEMI, SX_IMPORT_NO_PARENS, "crate"}, {0}};
static const sx_import ruby_imports[] = {{"require", LINE, 0, NULL},
                                         {"require_relative", LINE, 0, NULL},
                                         {"autoload", LINE, 0, NULL},
                                         {"load", LINE, 0, NULL},
                                         {0}};
static const sx_import php_imports[] = {{"use", SEMI, SX_IMPORT_NO_CALL, NULL},
                                        {"require", SEMI, 0, NULL},
                                        {"require_once", SEMI, 0, NULL},
                                        {"include", SEMI, 0, NULL},
                                        {"include_once", SEMI, 0, NULL},
                                        {0}};
static const sx_import lua_imports[] = {
    {"local", LINE, 0, "require"}, {"require", LINE, 0, NULL}, {0}};
static const sx_import shell_imports[] = {{"source", LINE, 0, NULL}, {0}};
static const sx_import perl_imports[] = {{"use", SEMI, 0, NULL}, {"require", SEMI, 0, NULL}, {0}};
static const sx_import r_imports[] = {{"library", LINE, 0, NULL},
                                      {"require", LINE, 0, NULL},
                                      {"requireNamespace", LINE, 0, NULL},
                                      {0}};
static const sx_import julia_imports[] = {{"using", LINE, 0, NULL},
                                          {"import", LINE, 0, NULL},
                                          {"include", LINE, 0, NULL},
                                          {0}};
static const sx_import haskell_imports[] = {{"import", SX_IMPORT_INDENT, 0, NULL}, {0}};
static const sx_import ml_imports[] = {{"open", LINE, 0, NULL}, {"include", LINE, 0, NULL}, {0}};
static const sx_import elixir_imports[] = {{"alias", LINE, 0, NULL},
                                           {"import", LINE, 0, NULL},
                                           {"require", LINE, 0, NULL},
                                           {"use", LINE, 0, NULL},
                                           {0}};
static const sx_import dart_imports[] = {{"import", SEMI, 0, NULL},
                                         {"export", SEMI, 0, NULL},
                                         {"part", SEMI, 0, NULL},
                                         {"library", SEMI, 0, NULL},
                                         {0}};
static const sx_import css_imports[] = {{"@import", SEMI, 0, NULL},
                                        {"@use", SEMI, 0, NULL},
                                        {"@forward", SEMI, 0, NULL},
                                        {"@charset", SEMI, 0, NULL},
                                        {0}};
static const sx_import zig_imports[] = {{"const", SEMI, 0, "@import"}, {0}};
static const sx_import nim_imports[] = {{"import", LINE, 0, NULL},
                                        {"from", LINE, 0, "import"},
                                        {"include", LINE, 0, NULL},
                                        {0}};
static const sx_import make_imports[] = {{"include", LINE, 0, NULL}, {0}};
static const sx_import vb_imports[] = {{"Imports", LINE, 0, NULL}, {0}};
static const sx_import powershell_imports[] = {
    {"using", LINE, 0, NULL}, {"Import-Module", LINE, 0, NULL}, {0}};

/* Words that declare what follows them. */

static const sx_declarer no_declarers[] = {{0}};
static const sx_declarer js_declarers[] = {
    {"class", "Class", false},      {"function", "Function", false},
    {"interface", "Interface", false},
    {"enum", "Enum", false},        {"type", "Type", false},
    {"namespace", "Namespace", false}, {"module", "Module", false},
    {"const", "Constant", false},   {"let", "Variable", false},
    {"var", "Variable", false},     {"get", "Property", true},
    {"set", "Property", true},      {0}};
static const sx_declarer python_declarers[] = {
    {"class", "Class", false}, {"def", "Function", false}, {"type", "Type", false}, {0}};
static const sx_declarer c_declarers[] = {{"#define", "Macro", false},
                                          {"struct", "Struct", true},
                                          {"union", "Struct", true},
                                          {"enum", "Enum", true},
                                          {"@interface", "Class", false},
                                          {"@implementation", "Class", false},
                                          {"@protocol", "Interface", false},
                                          {0}};
static const sx_declarer cpp_declarers[] = {{"#define", "Macro", false},
                                            {"class", "Class", true},
                                            {"struct", "Struct", true},
                                            {"union", "Struct", true},
                                            {"enum", "Enum", true},
                                            {"namespace", "Namespace", true},
                                            {"concept", "Interface", false},
                                            {"using", "Type", true},
                                            {0}};
static const sx_declarer csharp_declarers[] = {{"class", "Class", false},
                                               {"struct", "Struct", false},
                                               {"interface", "Interface", false},
                                               {"enum", "Enum", false},
                                               {"record", "Class", false},
                                               {"namespace", "Namespace", false},
                                               {"event", "Event", false},
                                               {"var", "Variable", false},
                                               {0}};
static const sx_declarer java_declarers[] = {{"class", "Class", false},
                                             {"interface", "Interface", false},
                                             {"enum", "Enum", false},
                                             {"record", "Class", false},
                                             {"@interface", "Interface", false},
                                             {"var", "Variable", false},
                                             {"def", "Method", false},
                                             {"trait", "Interface", false},
                                             {0}};
static const sx_declarer kotlin_declarers[] = {
    {"class", "Class", false},   {"interface", "Interface", false},
    {"object", "Class", false},  {"fun", "Function", false},
    {"val", "Constant", false},  {"var", "Variable", false},
    {"typealias", "Type", false}, {0}};
static const sx_declarer swift_declarers[] = {
    {"class", "Class", false},     {"struct", "Struct", false},
    {"enum", "Enum", false},       {"protocol", "Interface", false},
    {"actor", "Class", false},     {"extension", "Class", true},
    {"func", "Function", false},   {"let", "Constant", false},
    {"var", "Variable", false},    {"typealias", "Type", false},
    {"case", "EnumMember", false}, {0}};
static const sx_declarer go_declarers[] = {{"func", "Function", false},
                                           {"type", "Type", false},
                                           {"var", "Variable", false},
                                           {"const", "Constant", false},
                                           {"package", "Package", false},
                                           {0}};
static const sx_declarer rust_declarers[] = {
    {"fn", "Function", false},     {"struct", "Struct", false}, {"enum", "Enum", false},
    {"trait", "Interface", false}, {"type", "Type", false},     {"union", "Struct", true},
    {"const", "Constant", false},  {"static", "Variable", false}, {"mod", "Module", false},
    {"macro_rules!", "Macro", false}, {"let", "Variable", false}, {"let mut", "Variable", false},
    {"static mut", "Variable", false}, {0}};
static const sx_declarer ruby_declarers[] = {{"class", "Class", false},
                                             {"module", "Module", false},
                                             {"def", "Method", false},
                                             {"attr_accessor", "Property", false},
                                             {"attr_reader", "Property", false},
                                             {"attr_writer", "Property", false},
                                             {0}};
static const sx_declarer php_declarers[] = {{"class", "Class", false},
                                            {"interface", "Interface", false},
                                            {"trait", "Interface", false},
                                            {"enum", "Enum", false},
                                            {"function", "Function", false},
                                            {"const", "Constant", false},
                                            {"namespace", "Namespace", false},
                                            {0}};
static const sx_declarer lua_declarers[] = {
    {"function", "Function", false}, {"local", "Variable", false}, {0}};
static const sx_declarer shell_declarers[] = {{"function", "Function", false},
                                              {"local", "Variable", false},
                                              {"export", "Variable", true},
                                              {"readonly", "Constant", false},
                                              {"declare", "Variable", false},
                                              {"alias", "Function", false},
                                              {0}};
static const sx_declarer perl_declarers[] = {{"sub", "Function", false},
                                             {"package", "Package", false},
                                             {"my", "Variable", false},
                                             {"our", "Variable", false},
                                             {0}};
static const sx_declarer julia_declarers[] = {{"function", "Function", false},
                                              {"struct", "Struct", false},
                                              {"macro", "Macro", false},
                                              {"module", "Module", false},
                                              {"type", "Type", false},
                                              {"const", "Constant", false},
                                              {0}};
static const sx_declarer haskell_declarers[] = {{"data", "Type", false},
                                                {"newtype", "Type", false},
                                                {"type", "Type", false},
                                                {"class", "Class", false},
                                                {"module", "Module", false},
                                                {0}};
static const sx_declarer ml_declarers[] = {
    {"let", "Function", false},    {"rec", "Function", false}, {"and", "Function", false},
    {"type", "Type", false},       {"module", "Module", false}, {"val", "Function", false},
    {"exception", "Class", false}, {"class", "Class", false},  {"member", "Method", false},
    {0}};
static const sx_declarer elixir_declarers[] = {
    {"def", "Function", false},     {"defp", "Function", false},
    {"defmodule", "Module", false}, {"defmacro", "Macro", false},
    {"defmacrop", "Macro", false},  {"defprotocol", "Interface", false},
    {"defguard", "Function", false}, {"defdelegate", "Function", false},
    {"@type", "Type", false},       {"@callback", "Function", false},
    {0}};
static const sx_declarer scala_declarers[] = {
    {"class", "Class", false},     {"trait", "Interface", false}, {"object", "Class", false},
    {"enum", "Enum", false},       {"def", "Method", false},      {"val", "Constant", false},
    {"var", "Variable", false},    {"type", "Type", false},       {"case", "EnumMember", true},
    {0}};
static const sx_declarer dart_declarers[] = {
    {"class", "Class", false},   {"mixin", "Class", false},  {"enum", "Enum", false},
    {"extension", "Class", false}, {"typedef", "Type", false}, {"get", "Property", false},
    {"set", "Property", false},  {"var", "Variable", false}, {"final", "Variable", false},
    {"const", "Constant", true}, {0}};
static const sx_declarer sql_declarers[] = {
    {"table", "Class", false},        {"view", "Class", false},     {"function", "Function", false},
    {"procedure", "Function", false}, {"trigger", "Event", false},  {"index", "Key", false},
    {"type", "Type", false},          {"sequence", "Object", false}, {"schema", "Namespace", false},
    {"database", "Namespace", false}, {"exists", "Class", false},   {0}};
static const sx_declarer css_declarers[] = {{"@mixin", "Function", false},
                                            {"@function", "Function", false},
                                            {"@keyframes", "Function", false},
                                            {"@layer", "Namespace", false},
                                            {0}};
static const sx_declarer zig_declarers[] = {
    {"fn", "Function", false}, {"const", "Constant", false}, {"var", "Variable", false}, {0}};
static const sx_declarer nim_declarers[] = {
    {"proc", "Function", false},  {"func", "Function", false},   {"method", "Method", false},
    {"macro", "Macro", false},    {"template", "Macro", false},  {"iterator", "Function", false},
    {"type", "Type", false},      {"let", "Variable", false},    {"var", "Variable", false},
    {"const", "Constant", false}, {"converter", "Function", false}, {0}};
static const sx_declarer protobuf_declarers[] = {{"message", "Class", false},
                                                 {"service", "Interface", false},
                                                 {"rpc", "Method", false},
                                                 {"enum", "Enum", false},
                                                 {0}};
static const sx_declarer graphql_declarers[] = {
    {"type", "Class", false},  {"interface", "Interface", false}, {"input", "Class", false},
    {"enum", "Enum", false},   {"scalar", "Type", false},         {"union", "Type", false},
    {"query", "Function", false}, {"mutation", "Function", false}, {"fragment", "Object", false},
    {"directive", "Function", false}, {0}};
static const sx_declarer lisp_declarers[] = {
    {"defn", "Function", false},   {"defn-", "Function", false}, {"def", "Variable", false},
    {"defmacro", "Macro", false},  {"defun", "Function", false}, {"defvar", "Variable", false},
    {"defprotocol", "Interface", false}, {"defrecord", "Class", false}, {"deftype", "Type", false},
    {"ns", "Namespace", false},    {"define", "Function", false}, {"defmulti", "Function", false},
    {0}};
static const sx_declarer powershell_declarers[] = {
    {"function", "Function", false}, {"class", "Class", false}, {"enum", "Enum", false},
    {"filter", "Function", false},   {0}};
static const sx_declarer vb_declarers[] = {
    {"class", "Class", false},     {"module", "Module", false},   {"structure", "Struct", false},
    {"interface", "Interface", false}, {"enum", "Enum", false},   {"sub", "Method", false},
    {"function", "Function", false}, {"property", "Property", false}, {"dim", "Variable", false},
    {"const", "Constant", false},  {0}};
static const sx_declarer terraform_declarers[] = {{"variable", "Variable", false},
                                                  {"output", "Property", false},
                                                  {"module", "Module", false},
                                                  {"provider", "Object", false},
                                                  {0}};

/* Of the unknown language: what most languages mean by these words. */
static const sx_declarer common_declarers[] = {
    {"class", "Class", true},      {"struct", "Struct", true},      {"enum", "Enum", true},
    {"interface", "Interface", true}, {"trait", "Interface", true}, {"module", "Module", true},
    {"namespace", "Namespace", true}, {"type", "Type", true},       {"function", "Function", false},
    {"func", "Function", false},   {"fn", "Function", false},       {"def", "Function", false},
    {"fun", "Function", false},    {"sub", "Function", true},       {"proc", "Function", false},
    {"macro", "Macro", true},      {"const", "Constant", false},    {"let", "Variable", false},
    {"var", "Variable", false},    {"val", "Constant", false},      {"#define", "Macro", false},
    {0}};

/* The rows. */

#define PYTHON_PREFIXES                                                                            \
  F_PREFIXES " r u b rb rB Rb RB br bR Br BR R U B return in and or not if else is yield print"
#define JS_PREFIXES                                                                                \
  "return case typeof in of else default from import await yield void throw new delete "           \
  "instanceof export as"

static const sx_language rows[] = {
    {"typescript javascript typescriptreact javascriptreact", ".ts .tsx .js .jsx .mjs .cjs .mts .cts",
     "$", {"//"}, c_blocks, js_quotes, JS_PREFIXES, js_imports, NULL, js_declarers,
     SX_LANGUAGE_REGEX | SX_LANGUAGE_BARE_METHODS | SX_LANGUAGE_URLS},
    {"python", ".py .pyi .pyw .pyx sconstruct sconscript", NULL, {"#"}, NULL, python_quotes,
     PYTHON_PREFIXES, python_imports, NULL, python_declarers,
     SX_LANGUAGE_DOCSTRING | SX_LANGUAGE_ASSIGNS},
    {"c", ".c .h", "$", {"//"}, c_blocks, c_quotes, "L u U u8 R LR uR UR u8R", c_imports, NULL,
     c_declarers, SX_LANGUAGE_C_FUNCTIONS | SX_LANGUAGE_BACKSLASH_JOINS},
    {"cpp cuda-cpp", ".cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .inl .tpp .cu .cuh .ino", "$",
     {"//"}, c_blocks, c_quotes, "L u U u8 R LR uR UR u8R", cpp_imports, "export", cpp_declarers,
     SX_LANGUAGE_C_FUNCTIONS | SX_LANGUAGE_BACKSLASH_JOINS},
    {"objective-c objective-cpp", ".m .mm", "$", {"//"}, c_blocks, c_quotes, "L u U u8", c_imports,
     NULL, c_declarers, SX_LANGUAGE_C_FUNCTIONS | SX_LANGUAGE_BACKSLASH_JOINS},
    {"csharp", ".cs .csx", NULL, {"//"}, c_blocks, csharp_quotes, NULL, csharp_imports, "global",
     csharp_declarers, SX_LANGUAGE_C_FUNCTIONS},
    {"java", ".java", "$", {"//"}, c_blocks, java_quotes, NULL, import_semi, NULL, java_declarers,
     SX_LANGUAGE_C_FUNCTIONS},
    {"groovy", ".groovy .gradle jenkinsfile", "$", {"//"}, c_blocks, groovy_quotes, NULL,
     import_line, NULL, java_declarers, SX_LANGUAGE_C_FUNCTIONS},
    {"kotlin", ".kt .kts", NULL, {"//"}, nesting_blocks, kotlin_quotes, NULL, import_line, NULL,
     kotlin_declarers, 0},
    {"swift", ".swift", NULL, {"//"}, nesting_blocks, swift_quotes, NULL, import_line,
     "testable public internal private package", swift_declarers, 0},
    {"go", ".go", NULL, {"//"}, c_blocks, go_quotes, NULL, import_line, NULL, go_declarers,
     SX_LANGUAGE_ASSIGNS},
    {"rust", ".rs", NULL, {"//"}, nesting_blocks, rust_quotes, "b r br c cr", rust_imports, "pub",
     rust_declarers, 0},
    {"ruby", ".rb .rake .gemspec .ru gemfile rakefile podfile vagrantfile", NULL, {"#"},
     ruby_blocks, ruby_quotes, NULL, ruby_imports, NULL, ruby_declarers,
     SX_LANGUAGE_REGEX | SX_LANGUAGE_ASSIGNS},
    {"php", ".php .phtml", NULL, {"//", "#"}, c_blocks, php_quotes, NULL, php_imports, NULL,
     php_declarers, SX_LANGUAGE_ASSIGNS},
    {"lua", ".lua", NULL, {"--"}, lua_blocks, lua_quotes, NULL, lua_imports, NULL, lua_declarers,
     SX_LANGUAGE_ASSIGNS},
    {"shellscript", ".sh .bash .zsh .ksh .bats .bashrc .zshrc .profile .bash_profile", NULL, {"#"},
     NULL, shell_quotes, "*", shell_imports, NULL, shell_declarers,
     SX_LANGUAGE_SPACE_COMMENT | SX_LANGUAGE_BARE_METHODS | SX_LANGUAGE_ASSIGNS},
    {"perl perl6 raku", ".pl .pm .t .raku", NULL, {"#"}, perl_blocks, perl_quotes, NULL,
     perl_imports, NULL, perl_declarers, SX_LANGUAGE_SPACE_COMMENT | SX_LANGUAGE_ASSIGNS},
    {"r", ".r .rprofile", ".", {"#"}, NULL, r_quotes, "r R", r_imports, NULL, no_declarers,
     SX_LANGUAGE_ASSIGNS},
    {"julia", ".jl", NULL, {"#"}, julia_blocks, julia_quotes, NULL, julia_imports, NULL,
     julia_declarers, SX_LANGUAGE_DOCSTRING_ABOVE | SX_LANGUAGE_ASSIGNS},
    {"haskell", ".hs .lhs", "'", {"--"}, haskell_blocks, char_quotes, NULL, haskell_imports, NULL,
     haskell_declarers, SX_LANGUAGE_SIGNATURES | SX_LANGUAGE_ASSIGNS},
    {"elixir", ".ex .exs", NULL, {"#"}, NULL, elixir_quotes, NULL, elixir_imports, NULL,
     elixir_declarers, SX_LANGUAGE_DOCSTRING_ABOVE | SX_LANGUAGE_ASSIGNS},
    {"scala", ".scala .sc .sbt", NULL, {"//"}, nesting_blocks, scala_quotes, NULL, import_line, NULL,
     scala_declarers, 0},
    {"dart", ".dart", "$", {"//"}, nesting_blocks, dart_quotes, "r", dart_imports, NULL,
     dart_declarers, SX_LANGUAGE_C_FUNCTIONS},
    {"sql mysql postgres plsql tsql", ".sql .ddl .dml", "$#", {"--"}, c_blocks, sql_quotes,
     "E e N n B b X x", no_imports, NULL, sql_declarers, SX_LANGUAGE_FOLDS_CASE | SX_LANGUAGE_CREATES},
    {"css", ".css", "-", {NULL}, c_blocks, plain_quotes, NULL, css_imports, NULL, css_declarers,
     SX_LANGUAGE_SELECTORS | SX_LANGUAGE_LABELS},
    {"scss less sass stylus", ".scss .less .sass .styl", "-", {"//"}, c_blocks, plain_quotes, NULL,
     css_imports, NULL, css_declarers,
     SX_LANGUAGE_SELECTORS | SX_LANGUAGE_LABELS | SX_LANGUAGE_URLS},
    {"html xml xsl xhtml svg",
     ".html .htm .xhtml .xml .xsd .xsl .xslt .svg .plist .csproj .vcxproj .props .targets", "-",
     {NULL}, markup_blocks, no_quotes, NULL, no_imports, NULL, no_declarers, 0},
    {"vue svelte astro", ".vue .svelte .astro", "$", {"//"}, script_markup_blocks, js_quotes,
     JS_PREFIXES,
     js_imports, NULL, js_declarers, SX_LANGUAGE_BARE_METHODS | SX_LANGUAGE_URLS},
    {"json jsonc json5 jsonl", ".json .jsonc .json5 .jsonl .code-workspace .webmanifest .babelrc",
     NULL, {"//"}, c_blocks, plain_quotes, NULL, no_imports, NULL, no_declarers,
     SX_LANGUAGE_KEYS | SX_LANGUAGE_LABELS},
    {"yaml dockercompose", ".yaml .yml .clang-format .clang-tidy", "-", {"#"}, NULL, yaml_quotes,
     NULL, no_imports, NULL, no_declarers,
     SX_LANGUAGE_KEYS | SX_LANGUAGE_SPACE_COMMENT | SX_LANGUAGE_LABELS},
    {"toml", ".toml pipfile cargo.lock", "-", {"#"}, NULL, toml_quotes, NULL, no_imports, NULL,
     no_declarers, SX_LANGUAGE_KEYS | SX_LANGUAGE_ASSIGNS},
    {"ini properties", ".ini .cfg .conf .properties .editorconfig .gitconfig .env", "-",
     {"#", ";"}, NULL, no_quotes, NULL, no_imports, NULL, no_declarers,
     SX_LANGUAGE_SPACE_COMMENT | SX_LANGUAGE_ASSIGNS},
    {"makefile", "makefile gnumakefile .mk .mak", "-", {"#"}, NULL, no_quotes, NULL, make_imports,
     NULL, no_declarers, SX_LANGUAGE_ASSIGNS | SX_LANGUAGE_LABELS},
    {"dockerfile", "dockerfile containerfile .dockerfile", NULL, {"#"}, NULL, double_quotes, NULL,
     no_imports, NULL, no_declarers, SX_LANGUAGE_SPACE_COMMENT},
    {"cmake", "cmakelists.txt .cmake", NULL, {"#"}, NULL, lisp_quotes, NULL, make_imports, NULL,
     no_declarers, 0},
    {"markdown mdx", ".md .markdown .mdx .mdown", NULL, {NULL}, markup_blocks, no_quotes, NULL,
     no_imports, NULL, no_declarers, SX_LANGUAGE_HEADINGS},
    {"zig", ".zig .zon", NULL, {"//"}, NULL, char_quotes, NULL, zig_imports, "pub", zig_declarers,
     0},
    {"nim", ".nim .nims .nimble", NULL, {"#"}, nim_blocks, nim_quotes, NULL, nim_imports, NULL,
     nim_declarers, 0},
    {"proto proto3 protobuf", ".proto", NULL, {"//"}, c_blocks, plain_quotes, NULL, import_semi,
     NULL, protobuf_declarers, 0},
    {"graphql", ".graphql .gql", NULL, {"#"}, NULL, docstring_quotes, NULL, no_imports, NULL,
     graphql_declarers, SX_LANGUAGE_DOCSTRING_ABOVE | SX_LANGUAGE_LABELS},
    {"ocaml fsharp", ".ml .mli .fs .fsi .fsx", "'", {"//"}, ml_blocks, ml_quotes, NULL, ml_imports,
     NULL, ml_declarers, 0},
    {"erlang", ".erl .hrl", NULL, {"%"}, NULL, char_quotes, NULL, no_imports, NULL, no_declarers,
     0},
    {"clojure lisp commonlisp scheme racket elisp",
     ".clj .cljs .cljc .edn .lisp .cl .el .scm .rkt", "-*+!?<>=", {";"}, NULL, lisp_quotes, NULL,
     no_imports, NULL, lisp_declarers, 0},
    {"powershell", ".ps1 .psm1 .psd1", "-", {"#"}, powershell_blocks, powershell_quotes, NULL,
     powershell_imports, NULL, powershell_declarers, SX_LANGUAGE_FOLDS_CASE | SX_LANGUAGE_ASSIGNS},
    {"vb", ".vb .bas .vbs", NULL, {"'"}, NULL, vb_quotes, NULL, vb_imports, NULL, vb_declarers,
     SX_LANGUAGE_FOLDS_CASE},
    {"terraform hcl", ".tf .tfvars .hcl", "-", {"#", "//"}, c_blocks, no_quotes, NULL,
     no_imports, NULL, terraform_declarers, SX_LANGUAGE_ASSIGNS},
    /* Every other language. */
    {"unknown", NULL, NULL, {"//", "# ", "-- "}, c_blocks, plain_quotes, NULL, c_imports, NULL,
     common_declarers, SX_LANGUAGE_C_FUNCTIONS | SX_LANGUAGE_SPACE_COMMENT},
};

const sx_language *sx_language_list(size_t *count) {
  *count = sizeof rows / sizeof *rows;
  return rows;
}
