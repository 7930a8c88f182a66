import { isAbsolute } from "node:path";

import { type Connection, Failure } from "./types";

const PORTS = { postgresql: 5432, mysql: 3306 };
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

const KEYS: Record<string, "string" | "number" | "boolean"> = {
  type: "string",
  host: "string",
  port: "number",
  database: "string",
  user: "string",
  ssl: "boolean",
  ca: "string",
  socket: "string",
};

/** The connection of a name; throws what is wrong with it. */
export function readConnection(all: Record<string, unknown>, name: string): Connection {
  if (!Object.hasOwn(all, name)) throw new Failure("unknown", Object.keys(all).sort().join(", "));
  const given = all[name];
  if (typeof given !== "object" || given === null) throw new Failure("setting", "it is not an object");
  const one = given as Record<string, unknown>;
  for (const [key, value] of Object.entries(one)) {
    if (key === "password") throw new Failure("setting", "a password does not belong in the settings");
    if (!Object.hasOwn(KEYS, key)) throw new Failure("setting", `${key} is not known`);
    if (typeof value !== KEYS[key]) throw new Failure("setting", `${key} has to be a ${KEYS[key]}`);
  }
  const { type, host = "localhost", port, database, user, ca, socket } = one as Partial<Connection>;
  if (type !== "postgresql" && type !== "mysql") throw new Failure("setting", "type has to be postgresql or mysql");
  if (!database) throw new Failure("setting", "database is missing");
  if (!user) throw new Failure("setting", "user is missing");
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536))
    throw new Failure("setting", "port has to be a whole number from 1 to 65535");
  if (socket !== undefined && !isAbsolute(socket)) throw new Failure("setting", "socket has to be an absolute path");
  if (ca !== undefined && !isAbsolute(ca)) throw new Failure("setting", "ca has to be an absolute path");
  const ssl = (one as Partial<Connection>).ssl ?? !(socket || LOOPBACK.test(host));
  return { type, host, port: port ?? PORTS[type], database, user, ssl, ...(ca && { ca }), ...(socket && { socket }) };
}

/** Where the password is kept: one for each server and user, so that it never goes to another one. */
export const secretOf = ({ type, host, port, user, socket }: Connection): string =>
  `sextant.data.password ${type} ${user}@${socket ?? host}:${port}`;
