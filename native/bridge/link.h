#ifndef SX_BRIDGE_LINK_H
#define SX_BRIDGE_LINK_H

#include "bridge/choice.h"
#include "bridge/stream.h"

/**
 * The connection to the window: found, made, lost, and made again.
 *
 * While there is none the registry is watched and read again and again, often as long as
 * a request waits, seldom otherwise.
 *
 * Life     sx_link_init, sx_link_find once to begin with; sx_link_close, then run the loop
 *          until its handles are closed, then sx_link_release.
 * Events   All run on the loop, except that `on_missing` may run inside of sx_link_find.
 */
typedef enum sx_link_state { SX_LINK_DOWN, SX_LINK_CONNECTING, SX_LINK_UP } sx_link_state;

typedef struct sx_link_events {
  void (*on_up)(void *ctx);
  void (*on_down)(void *ctx);
  /** There is no window, or not one; `failure`, `message` and `data` have the reason. */
  void (*on_missing)(void *ctx);
  sx_message_handler on_message;
  void (*on_drain)(void *ctx);
  void *ctx;
} sx_link_events;

typedef struct sx_link_options {
  const char *home;              /* the state folder */
  const char *const *workspaces; /* as given; not empty */
  size_t workspace_count;
  bool is_explicit;
} sx_link_options;

typedef struct sx_link {
  sx_link_options options;
  sx_link_events events;
  uv_loop_t *loop;
  sx_link_state state;
  sx_stream *stream; /* NULL when down */
  sx_registry registry;

  sx_arena arena; /* of `window` */
  const sx_window *window;
  size_t window_count; /* so many could be meant, of which it was used last; 1: no other */

  sx_choice_kind failure; /* why the last search found nothing */
  sx_buf message, data;

  bool is_wanted; /* a request waits for a window */
  bool is_lost;   /* there was one */
  bool is_closed;
  bool has_probed;
  int connect_code; /* of the last try, when it failed */
  uint64_t down_since_ms, probed_ms;
  uv_timer_t timer;
  uv_fs_event_t watch;
} sx_link;

/** Options and what they point to are borrowed until release. NOMEM. */
sx_status sx_link_init(sx_link *link, uv_loop_t *loop, const sx_link_options *options,
                       const sx_link_events *events) SX_MUST_USE;
/** Looks for the window now, unless there is one. */
void sx_link_find(sx_link *link);
/** Whether a request waits: sets how often the registry is read, and has it read soon. */
void sx_link_set_wanted(sx_link *link, bool is_wanted);
/** Whether repeating a call of this tool does no harm, as the window has it. */
bool sx_link_is_read_only(const sx_link *link, sx_str tool);
/** Sends to the window; nothing happens when there is none. NOMEM as in sx_stream_write. */
sx_status sx_link_write(sx_link *link, sx_line *line) SX_MUST_USE;
size_t sx_link_queued_bytes(const sx_link *link);
/** Stops or takes up reading from the window. */
void sx_link_set_paused(sx_link *link, bool is_paused);
void sx_link_close(sx_link *link);
void sx_link_release(sx_link *link);

#endif
