/**
 * The path of a file: `~`, `<folder>` (of the project), `<storage>` (of extensions) and `${NAME:-otherwise}`, a variable of
 * the environment or a setting of the editor, are replaced. A list means the first that exists, else its first.
 */
export type FileName = string | readonly string[];

/** Where a client lists its servers for one scope. */
export interface Place {
  file: FileName;
  /** Arguments of the bridge there. Without any, it uses the folder in which the client starts it. */
  args?: readonly string[];
  /** The home folder as the client writes it, for files that are shared with others. */
  home?: string;
}

/** Where a client has the tools that need no approval. */
export interface Approval {
  /** A list in the entry itself. */
  key?: string;
  /** A list elsewhere: the files, the path to it, and how it names a tool, with `*` in the place of its name. */
  files?: Readonly<Record<Scope, FileName>>;
  path?: readonly string[];
  name?: string;
  /** Only where the list exists: a new one would replace the choices that a person made in the client's own settings. */
  isOptional?: true;
}

export type Scope = "project" | "user";

export interface Client {
  name: string;
  /** Signs that it is installed, of which one is enough; `editor`: this editor has that name. */
  found: Partial<Record<"extensions" | "programs" | "folders", readonly string[]>> & { editor?: string };
  format?: "toml";
  /** The path to the object of the servers: the first that exists, else the last. */
  servers?: readonly (readonly string[])[];
  /** The program and its arguments are one list, `command`. */
  isCommandList?: true;
  /** Keys of the entry beside the command. */
  entry?: Readonly<Record<string, unknown>>;
  /** The key of the environment in the entry, if it is not `env`. */
  env?: string;
  places: Partial<Record<Scope, Place>>;
  approval?: Approval;
  /** The folder from which it reads skills; `.agents/skills` is read by many. */
  skills?: Partial<Record<Scope, FileName>>;
  /** The next step of the person. */
  next?: "approve" | "trust" | "restart";
}

const FOLDER_ARGS = ["--workspace", "${workspaceFolder}"];

/** Roo Code and what was made of it. */
function roo(name: string, extension: string, settings: string): Client {
  const storage = `\${${settings}.customStoragePath:-<storage>/${extension}}`;
  return {
    name,
    found: { extensions: [extension] },
    entry: { type: "stdio", timeout: 60 },
    places: {
      project: { file: "<folder>/.roo/mcp.json", args: FOLDER_ARGS, home: "${env:HOME}" },
      user: { file: `${storage}/settings/mcp_settings.json`, args: FOLDER_ARGS },
    },
    approval: { key: "alwaysAllow" },
    skills: { project: "<folder>/.roo/skills", user: "~/.roo/skills" },
  };
}

const SHARED_SKILLS = { project: "<folder>/.agents/skills", user: "~/.agents/skills" };
const CLINE_DATA = "${CLINE_DATA_DIR:-${CLINE_DIR:-~/.cline}/data}";
const OPENCODE_USER = "${XDG_CONFIG_HOME:-~/.config}/opencode";

/** Every client that can be connected, by name. Copilot in the editor itself needs no configuration. */
export const CLIENTS: readonly Client[] = [
  {
    name: "Claude Code",
    found: {
      programs: ["claude"],
      folders: ["${CLAUDE_CONFIG_DIR:-~/.claude}"],
      extensions: ["anthropic.claude-code"],
    },
    entry: { type: "stdio" },
    places: {
      project: { file: "<folder>/.mcp.json", home: "${HOME}" },
      user: { file: "${CLAUDE_CONFIG_DIR:-~}/.claude.json" },
    },
    approval: {
      files: { project: "<folder>/.claude/settings.json", user: "${CLAUDE_CONFIG_DIR:-~/.claude}/settings.json" },
      path: ["permissions", "allow"],
      name: "mcp__sextant__*",
    },
    skills: { project: "<folder>/.claude/skills", user: "${CLAUDE_CONFIG_DIR:-~/.claude}/skills" },
    next: "approve",
  },
  {
    name: "Cline",
    found: { extensions: ["saoudrizwan.claude-dev"], programs: ["cline"], folders: ["${CLINE_DIR:-~/.cline}"] },
    entry: { type: "stdio", timeout: 60 },
    places: {
      user: {
        // The extension had a file of its own before it shared the one of the command.
        file: [
          `\${CLINE_MCP_SETTINGS_PATH:-${CLINE_DATA}/settings/cline_mcp_settings.json}`,
          "<storage>/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        ],
      },
    },
    approval: { key: "autoApprove" },
    skills: SHARED_SKILLS,
  },
  {
    name: "Codex",
    found: { programs: ["codex"], folders: ["${CODEX_HOME:-~/.codex}"], extensions: ["openai.chatgpt"] },
    format: "toml",
    servers: [["mcp_servers"]],
    entry: { tool_timeout_sec: 60 },
    places: { project: { file: "<folder>/.codex/config.toml" }, user: { file: "${CODEX_HOME:-~/.codex}/config.toml" } },
    skills: SHARED_SKILLS,
    next: "trust",
  },
  {
    name: "Copilot CLI",
    found: { programs: ["copilot"], folders: ["${COPILOT_HOME:-~/.copilot}/mcp-config.json"] },
    entry: { type: "stdio", tools: ["*"] },
    places: { project: { file: "<folder>/.mcp.json" }, user: { file: "${COPILOT_HOME:-~/.copilot}/mcp-config.json" } },
    skills: SHARED_SKILLS,
    next: "trust",
  },
  {
    name: "Cursor",
    found: { editor: "Cursor", programs: ["cursor", "cursor-agent"], folders: ["~/.cursor"] },
    entry: { type: "stdio" },
    places: {
      project: { file: "<folder>/.cursor/mcp.json", args: FOLDER_ARGS, home: "${userHome}" },
      user: { file: "~/.cursor/mcp.json" },
    },
    approval: {
      files: { project: "<folder>/.cursor/permissions.json", user: "~/.cursor/permissions.json" },
      path: ["mcpAllowlist"],
      name: "sextant:*",
      isOptional: true,
    },
    skills: { project: "<folder>/.agents/skills", user: "~/.cursor/skills" },
  },
  {
    name: "Gemini CLI",
    found: { programs: ["gemini"], folders: ["${GEMINI_CLI_HOME:-~}/.gemini"] },
    entry: { timeout: 60_000 },
    places: {
      project: { file: "<folder>/.gemini/settings.json", home: "${HOME}" },
      user: { file: "${GEMINI_CLI_HOME:-~}/.gemini/settings.json" },
    },
    skills: SHARED_SKILLS,
    next: "trust",
  },
  {
    name: "opencode",
    found: { programs: ["opencode"], folders: [OPENCODE_USER, "~/.opencode"] },
    servers: [["mcp", "servers"], ["mcp"]],
    isCommandList: true,
    entry: { type: "local" },
    env: "environment",
    places: {
      project: { file: ["<folder>/opencode.json", "<folder>/opencode.jsonc"], home: "{env:HOME}" },
      user: { file: [`${OPENCODE_USER}/opencode.json`, `${OPENCODE_USER}/opencode.jsonc`] },
    },
    skills: SHARED_SKILLS,
    next: "restart",
  },
  roo("Roo Code", "rooveterinaryinc.roo-cline", "roo-cline"),
  {
    name: "Windsurf",
    found: { editor: "Windsurf", programs: ["windsurf"], folders: ["~/.codeium/windsurf"] },
    places: { user: { file: "~/.codeium/windsurf/mcp_config.json" } },
    skills: { user: "~/.codeium/windsurf/skills" },
  },
  roo("Zoo Code", "zoocodeorganization.zoo-code", "zoo-code"),
];
