#include "shell/dangers.h"

#include "base/byte.h"
#include "shell/calculations.h"
#include "shell/options.h"
#include "shell/wrappers.h"
#include "shell/writes.h"

#define RUNS_UNKNOWN "it runs commands that are known only when it runs"

static bool is_text(const sx_shell_word *word, const char *text) {
  return sx_str_is_equal(word->text, sx_str_from(text));
}

static bool has_word(const sx_shell_command *command, const char *list) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_shell_list_has(list, command->words[i].text)) return true;
  return false;
}

/* ---- rights -------------------------------------------------------------------------------- */

/* 4755, 2755, 06755; u+s, +s, ug=rws, +t is not one. */
static bool sets_id(sx_str mode) {
  size_t digits = 0;
  while (digits < mode.len && mode.ptr[digits] >= '0' && mode.ptr[digits] <= '7') digits++;
  if (digits == mode.len && digits > 3) {
    char first = mode.ptr[digits - 4];
    return (first - '0') & 6;
  }
  size_t sign = 0;
  while (sign < mode.len && !sx_byte_is_one_of(mode.ptr[sign], "+=")) sign++;
  return sx_str_find_char(mode, 's', sign) != SX_STR_NONE && sign < mode.len;
}

static sx_str look_at_rights(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  if (sx_shell_names_program("sudo sudo-rs sudoedit doas su pkexec run0 runuser gosu su-exec dzdo "
                             "please calife super gsudo runas visudo "
                             "setpriv nsenter unshare machinectl chroot capsh",
                             look->program))
    return SX_STR("it runs with the rights of another user, or in another root");
  if (sx_shell_names_program(
          "setcap usermod useradd userdel adduser deluser groupmod groupadd gpasswd "
          "passwd chpasswd chsh vipw vigr newgrp visudo "
          "insmod modprobe rmmod kexec sysctl setenforce iptables ip6tables nft ufw",
          look->program))
    return SX_STR("it changes users, rights or the system's kernel");
  bool takes_mode = sx_shell_names_program("chmod install", look->program);
  for (uint32_t i = 1; takes_mode && i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    bool is_option = text.len > 1 && text.ptr[0] == '-' && text.ptr[1] != 'm';
    if (sx_str_has_prefix(text, SX_STR("-m"))) text = sx_str_slice(text, 2, text.len);
    if (sx_str_has_prefix(text, SX_STR("--mode=")))
      text = sx_str_slice(text, 7, text.len), is_option = false;
    if (!is_option && (sx_str_is_equal(look->program, SX_STR("chmod"))
                           ? sets_id(text)
                           : sets_id(text) && sx_byte_is_digit(sx_str_at(text, 0))))
      return SX_STR("it lets a program run with the rights of its owner");
  }
  if (sx_shell_names_program("docker podman", look->program) &&
      has_word(command, "--privileged --pid=host --userns=host --cap-add=ALL"))
    return SX_STR("it starts a container with the rights of the machine");
  return SX_STR("");
}

/* ---- disks, power, start-up ---------------------------------------------------------------- */

static bool has_power_word(const sx_shell_command *command) {
  return has_word(command, "poweroff reboot halt kexec suspend hibernate hybrid-sleep "
                           "suspend-then-hibernate emergency rescue isolate "
                           "soft-reboot exit default poweroff.target reboot.target");
}

static sx_str look_at_system(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  if (sx_shell_names_program(
          "fdisk sfdisk cfdisk gdisk sgdisk parted gparted wipefs blkdiscard hdparm "
          "sdparm cryptsetup lvremove vgremove pvremove "
          "lvreduce mdadm dmsetup mkswap swapoff badblocks tune2fs e2fsck fsck "
          "debugfs mount umount losetup diskutil zpool zfs btrfs "
          "nvme sg_format mke2fs newfs format mkfs",
          look->program) ||
      sx_str_has_prefix(look->program, SX_STR("mkfs.")) ||
      sx_str_has_prefix(look->program, SX_STR("fsck.")))
    return SX_STR("it changes disks or file systems");
  if (sx_shell_names_program("shutdown reboot halt poweroff pmset rtcwake", look->program))
    return SX_STR("it turns the machine off, or starts it again");
  if (sx_shell_names_program("init telinit", look->program) && command->word_count > 1)
    return SX_STR("it turns the machine off, or starts it again");
  if (sx_shell_names_program("systemctl loginctl", look->program) && has_power_word(command))
    return SX_STR("it turns the machine off, or starts it again");
  bool lists = has_word(command, "-l");
  if ((sx_str_is_equal(look->program, SX_STR("crontab")) && !lists) ||
      sx_shell_names_program("at batch", look->program))
    return SX_STR("it changes what the system runs at some time");
  if (sx_shell_names_program("systemctl", look->program) &&
      has_word(command, "enable edit link mask"))
    return SX_STR("it changes what the system starts");
  if (sx_shell_names_program("launchctl update-rc.d chkconfig", look->program))
    return SX_STR("it changes what the system starts");
  if (sx_shell_names_program("kill pkill killall", look->program) && has_word(command, "-1 1 init"))
    return SX_STR("it ends all programs of the user or the machine");
  return SX_STR("");
}

/* ---- git ----------------------------------------------------------------------------------- */

/* Settings that name a program to run. */
static bool is_running_key(sx_str key) {
  static const char *const parts[] = {
      "hookspath",     "alias.",    "pager",     "editor",     "sshcommand", "fsmonitor",
      "external",      "textconv",  "filter.",   "helper",     "include",    "askpass",
      "gitproxy",      "command",   "difftool.", "mergetool.", "merge.",     "sendemail",
      "program",       "browser",   "driver",    "hook",       "uploadpack", "receivepack",
      "templatedir",   "insteadof", "cmd",       "exec",       "worktree",   "attributesfile",
      "trustexitcode", "viewer"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (sx_str_has_fold(key, sx_str_from(parts[i]))) return true;
  return false;
}

static sx_str look_at_git(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  if (!sx_str_is_equal(look->program, SX_STR("git"))) return SX_STR("");
  uint32_t subcommand = sx_shell_git_subcommand(command);
  for (uint32_t i = 1; i < subcommand; i++) {
    const sx_shell_word *word = &command->words[i];
    bool is_value =
        is_text(&command->words[i - 1], "-c") || is_text(&command->words[i - 1], "--config-env");
    bool is_joined = sx_str_has_prefix(word->text, SX_STR("-c")) ||
                     sx_str_has_prefix(word->text, SX_STR("--config-env="));
    if ((is_value || is_joined) && (is_running_key(word->text) || !sx_shell_is_static(word)))
      return SX_STR("it sets what git runs");
    if (sx_str_has_prefix(word->text, SX_STR("--exec-path=")))
      return SX_STR("it sets what git runs");
  }
  if (!sx_shell_sets_git_config(command)) return SX_STR("");
  for (uint32_t i = subcommand + 1; i < command->word_count; i++)
    if (is_running_key(command->words[i].text) || command->words[i].flags & SX_SHELL_DYNAMIC)
      return SX_STR("it sets what git runs");
  return has_word(command, "--system --global")
             ? SX_STR("it changes git's settings for all folders")
             : SX_STR("");
}

/* ---- commands that come from elsewhere ----------------------------------------------------- */

static bool is_downloader(sx_str program) {
  return sx_shell_names_program(
      "curl wget fetch aria2c http https xh ftp lynx w3m nc ncat netcat socat "
      "scp sftp rsync gh git",
      program);
}

/* A command whose output the shell gets: the nearest before it in the list of all. */
static bool is_fed_by_download(const sx_shell_look *look) {
  const sx_shell_script *script = look->walk->script;
  for (uint32_t i = look->index; i-- > 0 && look->index - i < 32;) {
    const sx_shell_command *before = &script->commands.items[i];
    if (before->flags & SX_SHELL_PIPED_OUT && is_downloader(sx_shell_program(before))) return true;
    if (!(before->flags & SX_SHELL_PIPED_OUT) && before->scope == look->command->scope)
      return false;
  }
  return false;
}

static sx_str describe_feed(const sx_shell_look *look) {
  return is_fed_by_download(look) ? SX_STR("it runs what is downloaded")
                                  : SX_STR("it runs the output of another command");
}

/* The input of a shell without a file to run: a pipe, a file, or text. */
static sx_str look_at_input(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  for (uint32_t i = 0; i < command->redirect_count; i++) {
    const sx_shell_redirect *redirect = &command->redirects[i];
    if (redirect->kind == SX_SHELL_READ)
      return SX_STR("it runs the commands in a file that it reads");
    if (redirect->kind == SX_SHELL_HERE_TEXT) {
      bool is_known =
          redirect->is_literal || (!sx_str_is_equal(redirect->operator_text, SX_STR("<<<")) &&
                                   sx_str_find_char(redirect->body, '$', 0) == SX_STR_NONE &&
                                   sx_str_find_char(redirect->body, '`', 0) == SX_STR_NONE &&
                                   sx_str_find_char(redirect->body, '\\', 0) == SX_STR_NONE);
      return is_known ? SX_STR("") : SX_STR(RUNS_UNKNOWN);
    }
  }
  return command->flags & SX_SHELL_PIPED_IN ? describe_feed(look) : SX_STR("");
}

static bool is_unknown_text(const sx_shell_word *word) {
  return word->flags & SX_SHELL_DYNAMIC;
}

/* `sh <(curl …)`, `sh -c "$(curl …)"`. */
static sx_str look_at_shell(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  bool has_text;
  uint32_t at = sx_shell_script_at(command, &has_text);
  if (at >= command->word_count) return look_at_input(look);
  const sx_shell_word *word = &command->words[at];
  if (sx_shell_reads_input(command)) return look_at_input(look);
  if (word->flags & SX_SHELL_SUBSTITUTES || is_unknown_text(word)) return SX_STR(RUNS_UNKNOWN);
  return SX_STR("");
}

static bool has_script(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_str_at(command->words[i].text, 0) != '-' || command->words[i].text.len == 1)
      return !is_text(&command->words[i], "-");
  return false;
}

static sx_str look_at_interpreter(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  if (has_script(command)) {
    for (uint32_t i = 1; i < command->word_count; i++)
      if (sx_str_has_prefix(command->words[i].text, SX_STR("<("))) return SX_STR(RUNS_UNKNOWN);
    return SX_STR("");
  }
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_str_has_prefix(command->words[i].text, SX_STR("--")) ||
        sx_shell_list_has("-h -v -V", command->words[i].text))
      return SX_STR("");
  return command->flags & SX_SHELL_PIPED_IN ? describe_feed(look) : SX_STR("");
}

/* Files that a command before this one has downloaded: their names are among its words. */
static sx_str look_at_downloaded(const sx_shell_look *look, const sx_shell_word *run) {
  const sx_shell_script *script = look->walk->script;
  size_t slash = sx_str_find_last_char(run->text, '/');
  sx_str name = sx_str_slice(run->text, slash == SX_STR_NONE ? 0 : slash + 1, run->text.len);
  if (name.len < 2) return SX_STR("");
  for (uint32_t i = look->index; i-- > 0 && look->index - i < 64;) {
    const sx_shell_command *before = &script->commands.items[i];
    if (!sx_shell_list_has("curl wget fetch aria2c scp", sx_shell_program(before))) continue;
    for (uint32_t k = 1; k < before->word_count && k < 64; k++)
      if (sx_str_has_suffix(before->words[k].text, name))
        return SX_STR("it runs what is downloaded");
    for (uint32_t k = 0; k < before->redirect_count; k++)
      if (sx_str_has_suffix(before->redirects[k].target.text, name))
        return SX_STR("it runs what is downloaded");
  }
  return SX_STR("");
}

static const sx_shell_word *script_of(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  bool has_text = false;
  uint32_t at = sx_shell_is_shell(look->program) ? sx_shell_script_at(command, &has_text) : 1;
  bool reads = sx_shell_is_shell(look->program) || sx_shell_is_interpreter(look->program) ||
               sx_shell_list_has("source .", command->words[0].text);
  return reads && !has_text && at < command->word_count ? &command->words[at] : &command->words[0];
}

static sx_str look_at_origin(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  const sx_shell_word *name = &command->words[0];
  sx_str found = SX_STR("");
  if (sx_shell_is_shell(look->program)) found = look_at_shell(look);
  if (sx_shell_is_interpreter(look->program)) found = look_at_interpreter(look);
  if (sx_shell_names_program("ssh", look->program) && command->word_count == 2)
    found = look_at_input(look);
  if (sx_shell_list_has("source .", name->text) && command->word_count > 1 &&
      !sx_shell_is_static(&command->words[1]) && !command->words[1].lead_len)
    found = SX_STR(RUNS_UNKNOWN);
  if (sx_shell_list_has("source .", name->text) && command->word_count > 1 &&
      is_text(&command->words[1], "/dev/stdin"))
    found = look_at_input(look);
  bool is_joined = sx_shell_list_has("eval trap watch", name->text) ||
                   (sx_shell_names_program("ssh", look->program) && command->word_count > 2);
  for (uint32_t i = 1; is_joined && i < command->word_count && !found.len; i++)
    if (is_unknown_text(&command->words[i]) &&
        !(sx_str_is_equal(look->program, SX_STR("ssh")) && i == 1))
      found = SX_STR(RUNS_UNKNOWN);
  if (sx_shell_names_program("parallel entr", look->program) &&
      command->flags & SX_SHELL_PIPED_IN && command->word_count < 2)
    found = describe_feed(look);
  return found.len ? found : look_at_downloaded(look, script_of(look));
}

/* ---- code ---------------------------------------------------------------------------------- */

static const char *const deleting_code[] = {"rmtree", "rmSync",    "rmdirSync",  "rm_r",
                                            "rm -r",  "rm -f",     "removedirs", "remove_tree",
                                            "rimraf", "RemoveAll", "delTree",    "fork while fork"};

static sx_str look_at_text(const sx_shell_look *look, sx_str code) {
  for (size_t i = 0; i < sizeof deleting_code / sizeof *deleting_code; i++)
    if (sx_str_find(code, sx_str_from(deleting_code[i]), 0) != SX_STR_NONE)
      return sx_arena_printf(look->walk->arena, "its code has `%s`", deleting_code[i]);
  const char *why = sx_shell_find_protected_name(look, code);
  return why ? sx_arena_printf(look->walk->arena, "its code names a protected file: %s", why)
             : SX_STR("");
}

/* Code is not read as its language does: it asks where it names what a command would ask for. */
static sx_str look_at_code(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  bool is_awk = sx_shell_names_program("awk gawk mawk nawk sed gsed", look->program);
  sx_str found = SX_STR("");
  if (!sx_shell_is_interpreter(look->program) && !is_awk) return found;
  for (uint32_t i = 1; i < command->word_count && !found.len; i++) {
    sx_str text = command->words[i].text;
    bool is_code = sx_str_find_char(text, '(', 0) != SX_STR_NONE ||
                   sx_str_find_char(text, ' ', 0) != SX_STR_NONE;
    if (is_code) found = look_at_text(look, text);
  }
  for (uint32_t i = 0; i < command->redirect_count && !found.len; i++)
    if (command->redirects[i].kind == SX_SHELL_HERE_TEXT)
      found = look_at_text(look, command->redirects[i].body);
  return found;
}

static bool is_network_device(sx_str path) {
  return sx_str_has_prefix(path, SX_STR("/dev/tcp/")) ||
         sx_str_has_prefix(path, SX_STR("/dev/udp/"));
}

/* bash connects to what it reads from, too. */
static sx_str look_at_reads(const sx_shell_look *look) {
  for (uint32_t i = 0; i < look->command->redirect_count; i++) {
    const sx_shell_redirect *redirect = &look->command->redirects[i];
    if (redirect->kind == SX_SHELL_READ && is_network_device(redirect->target.text))
      return SX_STR("it sends data over the network");
  }
  return SX_STR("");
}

/* `test -v 'a[$(cmd)]'`. */
static sx_str look_at_hidden(const sx_shell_look *look) {
  return sx_shell_runs_hidden(look->command) ? SX_STR("a text that is calculated hides a command")
                                             : SX_STR("");
}

/* ---- programs that are not known ----------------------------------------------------------- */

static sx_str look_at_name(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  const sx_shell_word *name = &command->words[0];
  bool is_bomb = is_text(name, "$0") &&
                 command->flags & (SX_SHELL_PIPED_IN | SX_SHELL_PIPED_OUT | SX_SHELL_BACKGROUND);
  if (is_bomb) return SX_STR("it starts itself again and again");
  if (!look->program.len && !sx_shell_is_static(name))
    return SX_STR("which program it runs is known only when it runs");
  return SX_STR("");
}

/* A function that starts itself in a pipe or in the background. */
static sx_str look_at_function(const sx_shell_look *look) {
  const sx_shell_script *script = look->walk->script;
  uint32_t scope = look->command->scope;
  if (!script->functions.len) return SX_STR("");
  bool is_split =
      look->command->flags & (SX_SHELL_PIPED_IN | SX_SHELL_PIPED_OUT | SX_SHELL_BACKGROUND);
  for (size_t depth = 0; scope && depth <= SX_SHELL_MAX_DEPTH; depth++) {
    const sx_shell_scope *one = &script->scopes.items[scope];
    if (one->kind == SX_SHELL_SCOPE_FUNCTION && is_split &&
        sx_str_is_equal(one->name, look->command->words[0].text))
      return SX_STR("it defines a function that starts itself again and again");
    scope = one->parent;
  }
  return SX_STR("");
}

/* ---- all ----------------------------------------------------------------------------------- */

sx_str sx_shell_find_danger(const sx_shell_look *look) {
  sx_str (*const looks[])(const sx_shell_look *) = {
      look_at_function,       look_at_name, look_at_rights, look_at_system,
      sx_shell_find_deletion, look_at_code, look_at_git,    look_at_origin};
  sx_str found = look_at_reads(look);
  if (!found.len) found = look_at_hidden(look);
  if (!look->command->word_count) return found;
  for (size_t i = 0; i < sizeof looks / sizeof *looks && !found.len; i++) found = looks[i](look);
  return found;
}

/* ---- what is written ----------------------------------------------------------------------- */

/* Devices that only show or drop what is written to them. */
static bool is_harmless_device(sx_str path) {
  if (sx_shell_list_has("/dev/null /dev/zero /dev/full /dev/stdin /dev/stdout /dev/stderr /dev/tty "
                        "/dev/random /dev/urandom",
                        path))
    return true;
  return sx_str_has_prefix(path, SX_STR("/dev/fd/")) ||
         sx_str_has_prefix(path, SX_STR("/proc/self/fd/")) ||
         sx_str_has_prefix(path, SX_STR("/dev/shm/"));
}

static bool is_system_path(sx_str path) {
  static const char *const folders[] = {"/dev",
                                        "/proc",
                                        "/sys",
                                        "/boot",
                                        "/etc",
                                        "/bin",
                                        "/sbin",
                                        "/lib",
                                        "/usr/bin",
                                        "/usr/sbin",
                                        "/usr/lib",
                                        "/System",
                                        "/Library/LaunchDaemons"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (sx_shell_is_within(path, sx_str_from(folders[i]))) return true;
  return false;
}

sx_str sx_shell_find_write_danger(const sx_shell_walk *walk, const sx_shell_write *write) {
  sx_str shown = sx_str_slice(write->shown, 0, 80);
  if (!write->path.len)
    return sx_arena_printf(walk->arena,
                           "it changes a file whose name is known only when it runs (%.*s)",
                           SX_STR_ARG(shown));
  if (is_harmless_device(write->path)) return SX_STR("");
  if (is_network_device(write->path)) return SX_STR("it sends data over the network");
  if (is_system_path(write->path))
    return sx_arena_printf(walk->arena, "it changes a device or a file of the system (%.*s)",
                           SX_STR_ARG(shown));
  const char *why = walk->rules->find_protected
                        ? walk->rules->find_protected(walk->rules->arg, write->path)
                        : NULL;
  return why ? sx_arena_printf(walk->arena, "it changes %.*s: %s", SX_STR_ARG(shown), why)
             : SX_STR("");
}
