/** run_tests on real projects of the other runners. */
import { execFileSync } from "node:child_process";
import test from "node:test";

import { installPackage } from "../vscode/install.mjs";
import { expectAnswers } from "./kit.mjs";

const configure = (folder) => execFileSync("cmake", ["-S", folder, "-B", `${folder}/build`]);

test("Jest", async (t) => expectAnswers(t, "jest", { modules: await installPackage("jest") }));
test("Mocha", async (t) => expectAnswers(t, "mocha", { modules: await installPackage("mocha") }));
test("unittest", (t) => expectAnswers(t, "unittest"));
test("go test", (t) => expectAnswers(t, "go"));
test("cargo test", (t) => expectAnswers(t, "cargo"));
test("CTest", (t) => expectAnswers(t, "ctest", { prepare: configure }));
test("RSpec", (t) => expectAnswers(t, "rspec"));
test("PHPUnit", (t) => expectAnswers(t, "phpunit"));
