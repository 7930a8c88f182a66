# The engine (one static library), the addon for Node and Electron, the bridge and the indexer. Everything
# is Node-API version 8 only, so one build of the addon runs in every editor.
{
  'variables': {
    'warnings': [
      '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wstrict-prototypes', '-Wmissing-prototypes',
      '-Wvla', '-Wwrite-strings', '-Wformat=2', '-Wimplicit-fallthrough', '-Wno-overlength-strings',
    ],
    'sanitize%': '',
  },
  'target_defaults': {
    'cflags': ['-fvisibility=hidden', '-fPIC', '-fno-strict-aliasing', '-ffunction-sections', '-fdata-sections'],
    'cflags_c': ['-std=c11'],
    'defines': ['_GNU_SOURCE'],
    'include_dirs': ['native', 'native/deps/uv', 'native/deps/cjson'],
    'conditions': [
      ['sanitize!=""', {
        'cflags': ['-fsanitize=<(sanitize)', '-fno-omit-frame-pointer', '-g', '-O1'],
        'ldflags': ['-fsanitize=<(sanitize)'],
      }],
    ],
  },
  'targets': [
    {
      'target_name': 'engine',
      'type': 'static_library',
      'dependencies': [
        'native/deps/cjson/cjson.gyp:cjson', 'native/deps/expat/expat.gyp:expat', 'native/deps/pcre2/pcre2.gyp:pcre2',
        'native/deps/sqlite/sqlite.gyp:sqlite',
      ],
      'cflags_c': ['<@(warnings)', '-include base/banned.h'],
      'include_dirs': ['<(INTERMEDIATE_DIR)'],
      'sources': [
        "<!@(node -p \"require('./native/layers.json').flatMap((d) => require('fs').readdirSync('native/' + d, { recursive: true }).filter((f) => f.endsWith('.c')).map((f) => 'native/' + d + '/' + f)).join(' ')\")",
      ],
      'actions': [
        {
          'action_name': 'embed_tool_definitions',
          'inputs': [
            'native/tools/embed.mjs',
            "<!@(node -p \"require('fs').readdirSync('native/tools', { recursive: true }).filter((f) => f.endsWith('.json')).map((f) => 'native/tools/' + f).join(' ')\")",
          ],
          'outputs': ['<(INTERMEDIATE_DIR)/tools.inc'],
          'action': ['node', 'native/tools/embed.mjs', '<(INTERMEDIATE_DIR)/tools.inc'],
        },
        {
          'action_name': 'embed_words',
          'inputs': ['native/deps/words/embed.mjs', 'native/deps/words/words.bin'],
          'outputs': ['<(INTERMEDIATE_DIR)/words.inc'],
          'action': ['node', 'native/deps/words/embed.mjs', '<(INTERMEDIATE_DIR)/words.inc'],
        },
      ],
    },
    {
      'target_name': 'sextant',
      'dependencies': [
        'engine', 'native/deps/cjson/cjson.gyp:cjson', 'native/deps/expat/expat.gyp:expat',
        'native/deps/pcre2/pcre2.gyp:pcre2', 'native/deps/sqlite/sqlite.gyp:sqlite',
      ],
      'sources': ['native/binding/addon.cc'],
      'include_dirs': [
        "<!@(node -p \"require('node-addon-api').include\")",
        "<!@(node -p \"require('node-api-headers').include_dir\")",
      ],
      'defines': ['NAPI_VERSION=8', 'NODE_ADDON_API_DISABLE_CPP_EXCEPTIONS'],
      'cflags_cc': ['-std=c++17', '-fno-exceptions', '-fno-rtti', '-Wall', '-Wextra', '-Wno-unused-parameter'],
      'conditions': [
        ['OS=="linux"', {
          'ldflags': [
            '-static-libstdc++', '-static-libgcc', '-Wl,--gc-sections', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL',
            '-Wl,--version-script=<(module_root_dir)/native/binding/exports.map', '-Wl,-z,relro,-z,now',
            # A thread that hangs in a file system may outlive the environment: its code must stay.
            '-Wl,-z,nodelete',
          ],
          'libraries': ['-lm'],
        }],
      ],
    },
    {
      'target_name': 'sextant-mcp',
      'type': 'executable',
      'defines': ["SX_VERSION=\"<!(node -p \"require('./package.json').version\")\""],
      'dependencies': ['native/deps/cjson/cjson.gyp:cjson'],
      'cflags_c': ['<@(warnings)', '-include base/banned.h'],
      'include_dirs': ['<(INTERMEDIATE_DIR)'],
      'actions': [
        {
          'action_name': 'embed_offered_tools',
          'inputs': [
            'native/tools/embed.mjs',
            'native/tools/instructions.txt',
            'package.json',
            "<!@(node -p \"require('fs').readdirSync('extension/skills').map((f) => 'extension/skills/' + f + '/SKILL.md').join(' ')\")",
            "<!@(node -p \"require('fs').readdirSync('native/tools', { recursive: true }).filter((f) => f.endsWith('.json')).map((f) => 'native/tools/' + f).join(' ')\")",
          ],
          'outputs': ['<(INTERMEDIATE_DIR)/offered.inc'],
          'action': ['node', 'native/tools/embed.mjs', '<(INTERMEDIATE_DIR)/offered.inc', '--offered'],
        },
      ],
      'sources': [
        "<!@(node -p \"['base','bridge'].flatMap((d) => require('fs').readdirSync('native/' + d).filter((f) => f.endsWith('.c')).map((f) => 'native/' + d + '/' + f)).join(' ')\")",
      ],
      'conditions': [
        ['OS=="linux"', { 'libraries': ['-l:libuv_a.a', '-lpthread', '-ldl', '-lrt', '-lm'] }],
      ],
    },
    {
      'target_name': 'sextant-indexer',
      'type': 'executable',
      'defines': ["SX_VERSION=\"<!(node -p \"require('./package.json').version\")\""],
      'dependencies': [
        'native/deps/sqlite/sqlite.gyp:sqlite', 'native/deps/tree-sitter/tree-sitter.gyp:scanners',
        'native/deps/tree-sitter/tree-sitter.gyp:tree-sitter',
      ],
      'include_dirs': ['<(INTERMEDIATE_DIR)'],
      'actions': [
        {
          'action_name': 'embed_queries',
          'inputs': [
            'native/parse/queries/embed.mjs',
            "<!@(node -p \"require('fs').readdirSync('native/parse/queries').filter((f) => f.endsWith('.scm')).map((f) => 'native/parse/queries/' + f).join(' ')\")",
          ],
          'outputs': ['<(INTERMEDIATE_DIR)/queries.inc'],
          'action': ['node', 'native/parse/queries/embed.mjs', '<(INTERMEDIATE_DIR)/queries.inc'],
        },
        {
          'action_name': 'embed_words',
          'inputs': ['native/deps/words/embed.mjs', 'native/deps/words/words.bin'],
          'outputs': ['<(INTERMEDIATE_DIR)/words.inc'],
          'action': ['node', 'native/deps/words/embed.mjs', '<(INTERMEDIATE_DIR)/words.inc'],
        },
      ],
      'cflags_c': ['<@(warnings)', '-include base/banned.h'],
      # Searching is the engine's: select.c needs match/.
      'sources': [
        "<!@(node -p \"['base','text','syntax','os','store','index','symbols','meaning','parse','indexer'].flatMap((d) => require('fs').readdirSync('native/' + d, { recursive: true }).filter((f) => f.endsWith('.c') && f !== 'select.c').map((f) => 'native/' + d + '/' + f)).join(' ')\")",
      ],
      'conditions': [
        ['OS=="linux"', {
          'ldflags': ['-static-libgcc', '-Wl,--gc-sections', '-Wl,-z,relro,-z,now'],
          'libraries': ['-l:libuv_a.a', '-lpthread', '-ldl', '-lrt', '-lm'],
        }],
      ],
    },
    {
      # Started for each command: without a loader it is there in half the time.
      'target_name': 'sextant-run',
      'type': 'executable',
      'cflags_c': ['<@(warnings)', '-include base/banned.h'],
      'sources': ['native/runner/main.c', 'native/runner/tree.c'],
      'conditions': [
        ['OS=="linux"', { 'ldflags': ['-static', '-Wl,--gc-sections'] }],
      ],
    },
  ],
}
