#include "commands/sandbox.h"

#define FOLDER(path)                                                                               \
  { (path), true }
#define FILE_AT(path)                                                                              \
  { (path), false }

/*
 * Not among them, because builds need them and secrets in them are the exception: .m2/settings.xml,
 * .gradle/gradle.properties, .config/pip.
 */
static const sx_sandbox_secret secrets[] = {
    FOLDER(".sextant"),
    FOLDER(".ssh"),
    FOLDER(".gnupg"),
    FOLDER(".aws"),
    FOLDER(".azure"),
    FOLDER(".kube"),
    FOLDER(".docker"),
    FOLDER(".oci"),
    FOLDER(".config/gh"),
    FOLDER(".config/glab-cli"),
    FOLDER(".config/gcloud"),
    FOLDER(".config/doctl"),
    FOLDER(".config/op"),
    FOLDER(".config/rclone"),
    FOLDER(".config/containers"),
    FOLDER(".config/google-chrome"),
    FOLDER(".config/chromium"),
    FOLDER(".config/microsoft-edge"),
    FOLDER(".config/BraveSoftware"),
    FOLDER(".config/Code/User/globalStorage"),
    FOLDER(".mozilla"),
    FOLDER(".thunderbird"),
    FOLDER(".password-store"),
    FOLDER(".local/share/keyrings"),
    FOLDER(".local/share/kwalletd"),
    FOLDER(".pki"),
    FOLDER(".terraform.d"),
    FOLDER(".fly"),
    FILE_AT(".netrc"),
    FILE_AT(".git-credentials"),
    FILE_AT(".config/git/credentials"),
    FILE_AT(".config/hub"),
    FILE_AT(".npmrc"),
    FILE_AT(".yarnrc"),
    FILE_AT(".yarnrc.yml"),
    FILE_AT(".pypirc"),
    FILE_AT(".cargo/credentials"),
    FILE_AT(".cargo/credentials.toml"),
    FILE_AT(".gem/credentials"),
    FILE_AT(".composer/auth.json"),
    FILE_AT(".config/composer/auth.json"),
    FILE_AT(".nuget/NuGet/NuGet.Config"),
    FILE_AT(".pgpass"),
    FILE_AT(".my.cnf"),
    FILE_AT(".mylogin.cnf"),
    FILE_AT(".vault-token"),
    FILE_AT(".s3cfg"),
    FILE_AT(".boto"),
    FILE_AT(".claude.json"),
    FILE_AT(".claude/.credentials.json"),
    FILE_AT(".codex/auth.json"),
    FILE_AT(".bash_history"),
    FILE_AT(".zsh_history"),
    FILE_AT(".local/share/fish/fish_history"),
    FILE_AT(".python_history"),
    FILE_AT(".node_repl_history"),
    FILE_AT(".psql_history"),
    FILE_AT(".mysql_history"),
};

/* Not among them: folders whose programs are in the PATH (.local/bin, .cargo/bin, go/bin, .rustup).
 */
static const char *const caches[] = {
    ".cache",
    ".npm",
    ".yarn/berry/cache",
    ".yarn/berry/index",
    ".local/share/pnpm/store",
    ".pnpm-store",
    ".bun/install/cache",
    ".cargo/registry",
    ".cargo/git",
    "go/pkg",
    ".gradle/caches",
    ".gradle/daemon",
    ".gradle/native",
    ".gradle/wrapper",
    ".gradle/.tmp",
    ".gradle/notifications",
    ".m2/repository",
    ".ivy2/cache",
    ".sbt/boot",
    ".nuget/packages",
    ".local/share/NuGet",
    ".bundle/cache",
    ".pub-cache/hosted",
    ".hex/packages",
    ".ccache",
    ".stack/pantry",
    ".cabal/packages",
    ".composer/cache",
};

const sx_sandbox_secret *sx_sandbox_secrets(size_t *count) {
  *count = sizeof secrets / sizeof *secrets;
  return secrets;
}

const char *const *sx_sandbox_caches(size_t *count) {
  *count = sizeof caches / sizeof *caches;
  return caches;
}
