#include "commands/commands_parts.h"

#include "base/utf8.h"
#include "host/json.h"
#include "os/clock.h"

/*
 * A command as people see it in a terminal of the editor, while it runs. The editor's main thread
 * gets no more than it can show: the middle of what came in a tenth of a second is left out.
 */

static void begin(const sx_command *command, sx_buf *args) {
  sx_buf_init(args, 8 * SX_LIVE_BYTES);
  sx_buf_addf(args, "[\"c%llu\"", (unsigned long long)command->number);
}

static void add_text(sx_buf *args, sx_str text) {
  sx_buf_add_char(args, ',');
  sx_json_write_str(args, text);
}

/* People see the beginning of a command that is longer: it has to go to them, to be ended. */
static sx_str shorten(sx_str text) {
  return sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, SX_LIVE_BYTES));
}

/* Where there is no memory, people see less. */
static void post(sx_command *command, const char *op, sx_buf *args) {
  sx_buf_add_char(args, ']');
  if (!args->status && command->live.port) sx_port_notify(command->live.port, op, sx_buf_str(args));
  sx_buf_release(args);
}

void sx_live__start(sx_command *command) {
  sx_buf args;
  sx_buf_init(&command->live.text, 2 * SX_LIVE_BYTES);
  begin(command, &args);
  add_text(&args, shorten(sx_str_from(command->text)));
  add_text(&args, sx_str_from(command->folder));
  sx_buf_add_text(&args, command->is_background ? ",true" : ",false");
  post(command, "commandStarted", &args);
}

/* The end of a piece may cut a character. */
static size_t whole_characters(sx_str text) {
  for (size_t back = 1; back < 4 && back <= text.len; back++) {
    unsigned char c = (unsigned char)text.ptr[text.len - back];
    if ((c & 0xC0) == 0x80) continue;
    size_t wanted = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
    return wanted > back ? text.len - back : text.len;
  }
  return text.len;
}

void sx_live__send(sx_command *command, bool must) {
  sx_live *live = &command->live;
  sx_str text = sx_buf_str(&live->text);
  bool is_due = must || sx_clock_since_ms(live->sent_ms) >= SX_LIVE_MS;
  size_t whole = must ? text.len : whole_characters(text);
  if (!is_due || (!whole && !live->left_out)) return;
  char rest[8];
  size_t rest_len = text.len - whole;
  if (rest_len > sizeof rest) rest_len = 0, whole = text.len;
  memcpy(rest, text.ptr + whole, rest_len);
  sx_buf args;
  begin(command, &args);
  sx_buf_truncate(&live->text, whole);
  if (live->left_out)
    sx_buf_addf(&live->text, "\n[%llu more bytes are not shown here]\n",
                (unsigned long long)live->left_out);
  add_text(&args, sx_buf_str(&live->text));
  post(command, "commandOutput", &args);
  sx_buf_clear(&live->text);
  sx_buf_add(&live->text, sx_str_make(rest, rest_len));
  live->left_out = 0;
  live->sent_ms = sx_clock_ms();
}

void sx_live__add(sx_command *command, sx_str bytes) {
  sx_live *live = &command->live;
  if (!live->port) return;
  sx_live__send(command, false);
  size_t room = live->text.len < SX_LIVE_BYTES ? SX_LIVE_BYTES - live->text.len : 0;
  size_t taken = bytes.len < room ? bytes.len : room;
  sx_buf_add(&live->text, sx_str_slice(bytes, 0, taken));
  live->left_out += bytes.len - taken;
}

void sx_live__end(sx_command *command) {
  sx_buf args, text;
  sx_live__send(command, true);
  sx_buf_init(&text, 1024);
  sx_command__describe_end(command, &text);
  begin(command, &args);
  add_text(&args, sx_buf_str(&text));
  post(command, "commandEnded", &args);
  sx_buf_release(&text);
  sx_buf_release(&command->live.text);
}
