/** The cases of refactorings again, with their programs compiled and run before and after. */
process.env.SEXTANT_TEST_PROGRAMS = "1";

await import("../engine/inline-function.test.mjs");
await import("../engine/by-server.test.mjs");
