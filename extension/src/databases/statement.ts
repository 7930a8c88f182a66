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
const BLANK = /^(?:\s|;|\(|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[^]*?\*\/)/;

function skipBlanks(sql: string): string {
  let rest = sql;
  for (let blank = BLANK.exec(rest); blank; blank = BLANK.exec(rest)) rest = rest.slice(blank[0].length);
  return rest;
}

/** The first word, after comments, in capitals; empty where there is none. */
export const firstWord = (sql: string): string => /^[a-z]+/i.exec(skipBlanks(sql))?.[0].toUpperCase() ?? "";

/** Throws where the statement is of a kind that may not run. */
export function checkStatement(type: keyof typeof RULES, sql: string): void {
  const word = firstWord(sql);
  // Comments that the server runs, and files that it writes: neither shows in a transaction.
  if (type === "mysql" && /\/\*M?!/.test(sql)) throw new Failure("refused", "comment");
  if (!skipBlanks(sql)) throw new Failure("statement", "there is no statement");
  if (TRANSACTION.test(word)) throw new Failure("refused", "transaction");
  if (type === "mysql") {
    if (/\b(outfile|dumpfile)\b/i.test(sql)) throw new Failure("refused", "file");
    if (KEPT_AT_ONCE.test(word)) throw new Failure("refused", "schema");
  }
  if (!RULES[type].includes(word)) throw new Failure("refused", RULES[type].join(", "));
}
