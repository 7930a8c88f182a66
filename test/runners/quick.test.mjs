/** run_tests on real projects of the runners that are there, or soon installed. */
import test from "node:test";

import { installPackage } from "../vscode/install.mjs";
import { expectAnswers } from "./kit.mjs";

/** Versions of Node.js differ in their messages. */
const isHead = (line) => /^\S/.test(line);

test("node:test", (t) => expectAnswers(t, "node", { isShown: isHead }));
test("Vitest", async (t) => expectAnswers(t, "vitest", { modules: await installPackage("vitest") }));
test("pytest", (t) => expectAnswers(t, "pytest"));
