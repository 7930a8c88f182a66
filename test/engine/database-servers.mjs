/**
 * Database servers of the machine for a test: each in a folder of its own, on a socket in it and a port of the loopback
 * interface, as a user who is not root. They end with the process.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

export const PASSWORD = "s3cret pass'word";

const isRoot = process.getuid() === 0;

function idOf(name) {
  const of = (option) => Number(execFileSync("id", [option, name], { encoding: "utf8" }));
  return { uid: of("-u"), gid: of("-g") };
}

/** Servers refuse to run as root. */
const identity = isRoot ? idOf("nobody") : {};

function findProgram(names, folders) {
  const all = [...folders, ...(process.env.PATH ?? "").split(path.delimiter)];
  for (const folder of all)
    for (const name of names) if (fs.existsSync(path.join(folder, name))) return path.join(folder, name);
  return undefined;
}

const POSTGRES_ROOT = "/usr/lib/postgresql";
const postgresFolders = fs.existsSync(POSTGRES_ROOT)
  ? fs.readdirSync(POSTGRES_ROOT).map((version) => path.join(POSTGRES_ROOT, version, "bin"))
  : [];

export const programs = {
  initdb: findProgram(["initdb"], postgresFolders),
  postgres: findProgram(["postgres"], postgresFolders),
  installMaria: findProgram(["mariadb-install-db"], ["/usr/bin"]),
  maria: findProgram(["mariadbd"], ["/usr/sbin"]),
};

function makeFolder(name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `sextant-${name}-`));
  fs.chmodSync(folder, 0o700);
  if (isRoot) fs.chownSync(folder, identity.uid, identity.gid);
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}

function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...identity,
    encoding: "utf8",
    timeout: 60_000,
    ...options,
  });
  if (status !== 0) throw new Error(`${program}: ${error ?? ""}${stdout}${stderr}`);
}

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function reach(port, child, output) {
  for (let left = 600; left; left--) {
    if (child.exitCode !== null) throw new Error(`the server has ended: ${output()}`);
    const isUp = await new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("close", () => socket.destroy());
      setTimeout(() => socket.end(), 50);
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server does not listen: ${output()}`);
}

function start(program, args, cwd) {
  let text = "";
  const child = spawn(program, args, { ...identity, cwd, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  const stop = () => child.kill("SIGKILL");
  process.on("exit", stop);
  child.unref();
  for (const stream of [child.stdout, child.stderr]) stream.unref?.();
  return { child, stop, output: () => text };
}

/** A certificate of its own for `localhost`: key and certificate in the folder. */
function makeCertificate(folder) {
  const [key, certificate] = ["server.key", "server.crt"].map((name) => path.join(folder, name));
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  run("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...subject,
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
  fs.chmodSync(key, 0o600);
  return { key, certificate };
}

/** PostgreSQL with a user `ann` and a database `shop`: {port, socket, certificate, output, stop}. */
export async function startPostgres() {
  const folder = makeFolder("pg");
  const data = path.join(folder, "data");
  const secret = path.join(folder, "password");
  fs.writeFileSync(secret, PASSWORD);
  if (isRoot) fs.chownSync(secret, identity.uid, identity.gid);
  run(
    programs.initdb,
    ["-D", data, "-U", "ann", "--pwfile", secret, "-A", "scram-sha-256", "-E", "UTF8", "--no-sync", "--locale=C"],
    { cwd: folder },
  );
  const { key, certificate } = makeCertificate(folder);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "localhost",
    unix_socket_directories: folder,
    fsync: "off",
    shared_buffers: "16MB",
    ssl: "on",
    ssl_key_file: key,
    ssl_cert_file: certificate,
    log_statement: "all",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = start(programs.postgres, ["-D", data, ...options], folder);
  await reach(port, server.child, server.output);
  return { port, socket: folder, certificate, ...server };
}

/** MariaDB with a user `ann` and a database `shop`. */
export async function startMaria() {
  const folder = makeFolder("maria");
  const data = path.join(folder, "data");
  const set = path.join(folder, "set.sql");
  const socket = path.join(folder, "sock");
  run(
    programs.installMaria,
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      "--skip-name-resolve",
    ],
    { cwd: folder },
  );
  const quoted = PASSWORD.replaceAll("'", "''");
  fs.writeFileSync(
    set,
    `CREATE DATABASE shop CHARACTER SET utf8mb4;\nCREATE USER ann@'%' IDENTIFIED BY '${quoted}';\nGRANT ALL ON *.* TO ann@'%';\n`,
    { mode: 0o644 },
  );
  const { key, certificate } = makeCertificate(folder);
  const port = await freePort();
  const settings = [
    "--no-defaults",
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    `--pid-file=${folder}/pid`,
    `--init-file=${set}`,
    `--ssl-key=${key}`,
    `--ssl-cert=${certificate}`,
    "--skip-name-resolve",
    "--innodb-buffer-pool-size=16M",
    "--innodb-flush-log-at-trx-commit=0",
    "--skip-log-bin",
  ];
  const server = start(programs.maria, settings, folder);
  await reach(port, server.child, server.output);
  return { port, socket, certificate, ...server };
}
