import { Failure } from "./types";

/** Statements by their first word. The server itself decides whether one of READ only reads. */
const READ = ["SELECT", "WITH", "VALUES", "TABLE", "SHOW", "EXPLAIN"];
const RULES = {
  postgresql: [
    ...READ,
    ..."INSERT UPDATE DELETE MERGE CREATE ALTER DROP TRUNCATE COMMENT GRANT REVOKE REFRESH".split(" "),
  ],
  mysql: [...READ, "DESCRIBE", "DESC", "INSERT", "UPDATE", "DELETE", "REPLACE"],
};
const TRANSACTION = /^(BEGIN|START|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE|SET|RESET|LOCK|UNLOCK|XA)$/;
/** These end the transaction by themselves. */
const KEPT_AT_ONCE = /^(CREATE|ALTER|DROP|TRUNCATE|RENAME|GRANT|REVOKE)$/;
/** As each server reads them: a comment that ends later for us than for the server would hide its first word. */
const BLANK = { postgresql: /^(?:[\s;(]+|--[^\n\r]*)/, mysql: /^(?:[\s;(]+|--[^\n]*|#[^\n]*)/ };

/** Without the comment at the beginning; PostgreSQL has comments in comments. Empty where it does not end. */
function skipComment(type: keyof typeof RULES, sql: string): string {
  let depth = 0;
  for (const { 0: mark, index } of sql.matchAll(/\/\*|\*\//g)) {
    if (mark === "*/") depth--;
    else if (type === "postgresql" || !depth) depth++;
    if (!depth) return sql.slice(index + mark.length);
  }
  return "";
}

function skipBlanks(type: keyof typeof RULES, sql: string): string {
  for (let rest = sql; ;) {
    const blank = BLANK[type].exec(rest)?.[0] ?? "";
    const next = rest.startsWith("/*") ? skipComment(type, rest) : rest.slice(blank.length);
    if (next === rest) return rest;
    rest = next;
  }
}

/** The first word, after comments, in capitals; empty where there is none. */
export const firstWord = (type: keyof typeof RULES, sql: string): string =>
  /^[a-z]+/i.exec(skipBlanks(type, sql))?.[0].toUpperCase() ?? "";

/** Throws where the statement is of a kind that may not run. */
export function checkStatement(type: keyof typeof RULES, sql: string): void {
  const word = firstWord(type, sql);
  // Comments that the server runs, and files that it writes: neither shows in a transaction.
  if (type === "mysql" && /\/\*M?!/.test(sql)) throw new Failure("refused", "comment");
  if (!skipBlanks(type, sql)) throw new Failure("statement", "there is no statement");
  // It sets a sequence for good, whatever becomes of the transaction. The other one writes any name in numbers.
  if (/\bsetval\b|\bu&"/i.test(sql)) throw new Failure("refused", "sequence");
  if (TRANSACTION.test(word)) throw new Failure("refused", "transaction");
  if (type === "mysql") {
    if (/\b(outfile|dumpfile)\b/i.test(sql)) throw new Failure("refused", "file");
    if (KEPT_AT_ONCE.test(word)) throw new Failure("refused", "schema");
  }
  if (!RULES[type].includes(word)) throw new Failure("refused", RULES[type].join(", "));
}
