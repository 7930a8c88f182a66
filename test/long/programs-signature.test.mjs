/** The cases of refactorings again, with their programs compiled and run before and after. */
process.env.SEXTANT_TEST_PROGRAMS = "1";

await import("../engine/change-signature.test.mjs");
