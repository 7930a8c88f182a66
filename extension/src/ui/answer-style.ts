/**
 * Colours of code, by the kind of the theme: an extension cannot read the colours of the theme's tokens. The classes
 * are those of the editor's own Markdown renderer.
 */
const PALETTES = {
  "body.vscode-dark": ["#569cd6", "#4ec9b0", "#dcdcaa", "#9cdcfe", "#ce9178", "#b5cea8", "#6a9955"],
  "body.vscode-light": ["#0000ff", "#267f99", "#795e26", "#001080", "#a31515", "#098658", "#008000"],
  "body.vscode-high-contrast": ["#569cd6", "#4ec9b0", "#dcdcaa", "#9cdcfe", "#ce9178", "#b5cea8", "#7ca668"],
  "body.vscode-high-contrast-light": ["#0f4a85", "#185e73", "#5e2cbc", "#001080", "#a31515", "#096d48", "#515151"],
};
const NAMES = ["keyword", "type", "title", "variable", "string", "number", "comment"];

const palettes = Object.entries(PALETTES).map(
  ([kind, colors]) => `${kind} { ${colors.map((color, i) => `--${NAMES[i]}: ${color};`).join(" ")} }`,
);

export const STYLE = `
  body { padding: 0 24px 24px; line-height: 1.5; font-size: var(--vscode-font-size); max-width: 900px; }
  body:focus { outline: none; }
  h2 { font-weight: 600; margin: 20px 0 12px; overflow-wrap: anywhere; }
  pre { background: var(--vscode-textCodeBlock-background); padding: 10px 14px; border-radius: 4px;
        border: 1px solid var(--vscode-contrastBorder, transparent); white-space: pre-wrap; }
  code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size);
         color: inherit; background: none; overflow-wrap: anywhere; }
  a { color: var(--vscode-textLink-foreground); text-decoration: none; }
  a:hover, a:focus { text-decoration: underline; }
  hr { border: none; border-top: 1px solid var(--vscode-widget-border, rgba(128,128,128,.35)); }
  @media (max-width: 400px) { body { padding: 0 10px 10px; } pre { padding: 8px; } }
  ${palettes.join("\n  ")}
  .hljs-keyword, .hljs-literal, .hljs-meta, .hljs-tag, .hljs-name, .hljs-selector-tag { color: var(--keyword); }
  .hljs-type, .hljs-built_in, .hljs-title.class_ { color: var(--type); }
  .hljs-title, .hljs-title.function_, .hljs-section { color: var(--title); }
  .hljs-variable, .hljs-params, .hljs-attr, .hljs-attribute, .hljs-property, .hljs-symbol { color: var(--variable); }
  .hljs-string, .hljs-regexp, .hljs-char { color: var(--string); }
  .hljs-number { color: var(--number); }
  .hljs-comment, .hljs-quote { color: var(--comment); }
`;
