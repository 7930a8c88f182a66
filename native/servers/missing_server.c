#include "servers/missing_server.h"

#include "text/language.h"

typedef struct recommendation {
  const char *languages; /* ids, separated by spaces */
  const char *extension;
} recommendation;

static const recommendation recommendations[] = {
    {"python", "ms-python.python"},
    {"c cpp objective-c objective-cpp cuda-cpp", "ms-vscode.cpptools"},
    {"csharp razor aspnetcorerazor", "ms-dotnettools.csharp"},
    {"fsharp", "ionide.ionide-fsharp"},
    {"java", "redhat.java"},
    {"kotlin", "fwcd.kotlin"},
    {"scala", "scalameta.metals"},
    {"clojure", "betterthantomorrow.calva"},
    {"go go.mod go.work gotmpl", "golang.go"},
    {"rust", "rust-lang.rust-analyzer"},
    {"swift", "swiftlang.swift-vscode"},
    {"dart", "dart-code.dart-code"},
    {"ruby erb", "shopify.ruby-lsp"},
    {"php", "bmewburn.vscode-intelephense-client"},
    {"perl perl6 raku", "bscan.perlnavigator"},
    {"lua", "sumneko.lua"},
    {"shellscript", "mads-hartmann.bash-ide-vscode"},
    {"powershell", "ms-vscode.powershell"},
    {"r rmd", "reditorsupport.r"},
    {"julia", "julialang.language-julia"},
    {"haskell", "haskell.haskell"},
    {"ocaml ocaml.interface", "ocamllabs.ocaml-platform"},
    {"elixir", "jakebecker.elixir-ls"},
    {"erlang", "erlang-ls.erlang-ls"},
    {"zig", "ziglang.vscode-zig"},
    {"vue", "vue.volar"},
    {"svelte", "svelte.svelte-vscode"},
    {"astro", "astro-build.astro-vscode"},
    {"sql", "ms-mssql.mssql"},
    {"yaml", "redhat.vscode-yaml"},
    {"xml xsl", "redhat.vscode-xml"},
    {"toml", "tamasfe.even-better-toml"},
    {"dockerfile dockercompose", "ms-azuretools.vscode-containers"},
    {"cmake", "ms-vscode.cmake-tools"},
    {"terraform", "hashicorp.terraform"},
    {"graphql", "graphql.vscode-graphql"},
    {"latex tex", "james-yu.latex-workshop"},
};

sx_str sx_missing_server_recommended(sx_str language) {
  for (size_t i = 0; i < sizeof recommendations / sizeof *recommendations; i++)
    if (sx_language_has_word(recommendations[i].languages, language, true))
      return sx_str_from(recommendations[i].extension);
  return SX_STR("");
}

void sx_missing_server_write(sx_buf *out, sx_str language) {
  sx_str extension = sx_missing_server_recommended(language);
  /* The editor's word for a file of no language that it knows. */
  bool is_plain = sx_str_is_equal(language, SX_STR("plaintext"));
  sx_str served = is_plain ? SX_STR("files of this kind") : language;
  sx_buf_addf(out, "no extension that serves %.*s is installed and enabled in this window",
              SX_STR_ARG(served));
  if (extension.len) sx_buf_addf(out, "; VS Code recommends '%.*s' for it", SX_STR_ARG(extension));
}
