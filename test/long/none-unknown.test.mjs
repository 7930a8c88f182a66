/** Seventy and more questions by server and tool, with what the answer has to be: found, none or unknown. */
import { after, before, test } from "node:test";

import { checkCase, readCases, writeFiles } from "../vscode/none-unknown.mjs";
import { callTool, copyWorkspaces, openAgent, openEditor } from "../vscode/suites/support.mjs";

const START_MS = 90_000;
const SERVED = ["src/extra.ts", "kitchen/extra.py", "scale/extra.c", "cpp/shapes.cpp", "shell/main.sh"];
const { files, cases } = await readCases();

let workspaces, editor, agent;
const call = (tool, args) => callTool(agent, tool, args);

before(async () => {
  workspaces = await copyWorkspaces("tour");
  await writeFiles(workspaces.folders[0], files);
  editor = await openEditor(workspaces.folders, { servers: ["pyright", "clangd", "bash"] });
  agent = await openAgent(editor, workspaces.folders[0]);
  const end = Date.now() + START_MS;
  for (const file_path of SERVED)
    while (Date.now() < end && (await call("get_symbols", { file_path })).facts?.status !== "found")
      await new Promise((resolve) => setTimeout(resolve, 500));
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await workspaces?.remove();
});

for (const server of ["typescript", "pyright", "clangd", "bash", "none"])
  test(`${server}: none only where a provider has answered`, async (t) => {
    for (const one of cases.filter((row) => row.server === server))
      await t.test(`${one.tool} ${JSON.stringify(one.args)}`, () => checkCase(call, one));
  });
