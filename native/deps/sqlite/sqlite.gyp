# SQLite's amalgamation, from an npm package of ../package.json.
{
  "targets": [
    {
      "target_name": "sqlite",
      "type": "static_library",
      "sources": ["../node_modules/better-sqlite3/deps/sqlite3/sqlite3.c"],
      "include_dirs": ["../node_modules/better-sqlite3/deps/sqlite3"],
      "defines": [
        "SQLITE_THREADSAFE=2", "SQLITE_ENABLE_FTS5", "SQLITE_DQS=0", "SQLITE_OMIT_LOAD_EXTENSION",
        "SQLITE_OMIT_SHARED_CACHE", "SQLITE_OMIT_DEPRECATED",
        "SQLITE_DEFAULT_FILE_PERMISSIONS=0600", "SQLITE_DEFAULT_MEMSTATUS=0", "SQLITE_LIKE_DOESNT_MATCH_BLOBS"
      ],
      "cflags": ["-fvisibility=hidden", "-fPIC", "-w"],
      "cflags!": ["-fvisibility=default"],
      "xcode_settings": { "GCC_SYMBOLS_PRIVATE_EXTERN": "YES", "WARNING_CFLAGS": ["-w"] },
      "direct_dependent_settings": { "include_dirs": ["../node_modules/better-sqlite3/deps/sqlite3"] }
    }
  ]
}
