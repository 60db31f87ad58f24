/**
 * `npm run test:proxy`: a desk behind a real nginx and a real Caddy, with the configurations of `deploy/`, in which the
 * name, the ports and the certificate are replaced by this machine's. A missing program is a failure.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { cookieName } from "../../server/src/sign-in/session/session-cookie.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { createReport } from "../faults/report.ts";
import { createDesk, type Desk, freePort } from "../outside/desk.ts";
import { type House, plantHouse } from "../outside/house.ts";
import { form } from "../world/form.ts";

const root = join(import.meta.dirname, "..", "..");
const name = "desk.example.com";
const patience = 20_000;
const megabyte = 2 ** 20;

type Proxy = {
  title: string;
  program: string;
  /** Writes its configuration into the folder and returns the arguments that start it. */
  configure(folder: string, ports: Ports): string[];
};
type Ports = { desk: number; https: number; http: number };

const proxies: Proxy[] = [
  {
    title: "nginx, deploy/nginx/parley.conf",
    program: "nginx",
    configure(folder, ports) {
      makeCertificate(folder);
      const own = replaceAll(readFileSync(join(root, "deploy/nginx/parley.conf"), "utf8"), {
        "127.0.0.1:3003": `127.0.0.1:${ports.desk}`,
        "listen 80;": `listen 127.0.0.1:${ports.http};`,
        "listen 443 ssl": `listen 127.0.0.1:${ports.https} ssl`,
        [`/etc/letsencrypt/live/${name}`]: folder,
      });
      writeFileSync(join(folder, "parley.conf"), own);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (what) => `${what}_temp_path ${folder}/${what};`,
      );
      writeFileSync(
        join(folder, "nginx.conf"),
        `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(" ")} include ${folder}/parley.conf; }`,
      );
      return ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"];
    },
  },
  {
    title: "Caddy, deploy/caddy/Caddyfile",
    program: "caddy",
    configure(folder, ports) {
      const own = replaceAll(readFileSync(join(root, "deploy/caddy/Caddyfile"), "utf8"), {
        "127.0.0.1:3003": `127.0.0.1:${ports.desk}`,
        [`\n${name} {`]: `\n${name}:${ports.https} {\n\ttls internal`,
      });
      const here = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.http}\n\tstorage file_system ${folder}\n}\n`;
      writeFileSync(join(folder, "Caddyfile"), here + own);
      return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    },
  },
];

const update = {
  update_id: 1,
  message: {
    message_id: 1,
    date: Math.floor(Date.now() / 1000),
    chat: { id: 99, type: "private", first_name: "Ada" },
    from: { id: 99, is_bot: false, first_name: "Ada" },
    text: "Hello",
  },
};

const report = createReport((line) => process.stdout.write(`${line}\n`));
for (const proxy of proxies) {
  report.begin(proxy.title);
  try {
    await tryBehind(proxy);
  } catch (error) {
    await report.check("", "the run itself", [(error as Error).stack ?? String(error)]);
  }
}
process.stdout.write(`\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);

async function tryBehind(proxy: Proxy): Promise<void> {
  if (spawnSync(proxy.program, ["-h"]).error) {
    throw new Error(`${proxy.program} is not installed. On Debian: apt-get install nginx caddy`);
  }
  const folder = mkdtempSync(join(tmpdir(), "parley-proxy-"));
  chmodSync(folder, 0o755);
  const https = await freePort();
  const simulator = await startSimulator();
  const desk = await createDesk({
    ...simulator.settings,
    PUBLIC_URL: `https://${name}:${https}`,
    TRUST_PROXY: "127.0.0.1",
    // The production log says who signs in from where.
    NODE_ENV: "production",
  });
  await desk.start();
  const house = await plantHouse(desk, simulator);
  const ports = { https, http: await freePort(), desk: Number(new URL(desk.url).port) };
  const child = spawn(proxy.program, proxy.configure(folder, ports), {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, HOME: folder },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  try {
    await untilServed(https, child, () => said);
    await tryDesk({ desk, house, https });
  } finally {
    const ended = child.exitCode === null ? once(child, "exit") : null;
    child.kill("SIGTERM");
    await ended;
    await desk.remove();
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Behind = { desk: Desk; house: House; https: number };

async function tryDesk({ desk, house, https }: Behind): Promise<void> {
  const origin = `https://${name}:${https}`;
  const [, token] = house.people.mira.cookie.split("=");
  const mira = `${cookieName({ publicUrl: origin })}=${token}`;
  const call = (options: Call) => callThrough(https, options);

  const page = await call({ path: "/", headers: { accept: "text/html" } });
  await report.check("", "the console, for https alone", [
    ...expectEqual("status", page.status, 200),
    ...(page.headers["strict-transport-security"] ? [] : ["no Strict-Transport-Security"]),
  ]);

  const webhook = new URL(house.harbour.webhook).pathname;
  const told = (secret: string) =>
    call({
      path: webhook,
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
      body: Buffer.from(JSON.stringify(update)),
    });
  await report.check("", "a webhook, with its secret and with a wrong one", [
    ...expectEqual("right", (await told(house.harbour.secret)).status, 200),
    ...expectEqual("wrong", (await told("wrong")).status, 401),
  ]);
  const [ticket] = await desk.query<{ id: string }>("select id from ticket");
  const ticketid = ticket?.id ?? "";
  const json = { origin, cookie: mira, "content-type": "application/json" };
  await call({ path: "/acceptTicket", headers: json, body: Buffer.from(JSON.stringify({ ticketid })) });

  const sendFile = (size: number) => {
    const { payload, headers } = form({ ticketid }, { name: "a.bin", content: Buffer.alloc(size, 7) });
    return call({ path: "/send-file", headers: { ...headers, origin, cookie: mira }, body: payload });
  };
  const large = await sendFile(24 * megabyte);
  const tooLarge = await sendFile(26 * megabyte);
  await report.check("", "an upload of the allowed size; a larger one is refused by Parley", [
    ...expectEqual("24 MB", large.status, 201),
    ...expectEqual("26 MB", tooLarge.status, 413),
    ...(tooLarge.text.includes('"message"') ? [] : [`26 MB was answered with ${tooLarge.text}`]),
  ]);

  const agents = await openSocket(`wss://127.0.0.1:${https}/socket.io/?EIO=4&transport=websocket`, {
    origin,
    cookie: mira,
  });
  const visitors = await openSocket(`wss://127.0.0.1:${https}/visitor.io/?EIO=4&transport=websocket`, {
    origin,
  });
  await report.check("", "live connections of the console and the web chat", [
    ...expectEqual("/socket.io", agents, "0"),
    ...expectEqual("/visitor.io", visitors, "0"),
  ]);

  const signIn = await call({
    path: "/auth/login",
    headers: { origin, "content-type": "application/json", "x-forwarded-for": "203.0.113.7" },
    body: Buffer.from(JSON.stringify({ email: "no-one@harbour.example", password: "Wrong-1-password" })),
    localAddress: "127.0.0.9",
  });
  const seen = desk
    .log()
    .split("\n")
    .filter((line) => line.includes('"event":"sign_in"'))
    .at(-1);
  await report.check("", "the address is the caller's, whatever it claims", [
    ...(signIn.status === 404 ? ["no such call"] : []),
    ...(seen?.includes("127.0.0.9") ? [] : [`signed in from: ${seen}, answered ${signIn.status}`]),
  ]);

  const figures = await call({ path: "/metrics" });
  await report.check(
    "",
    "/metrics is not for callers from outside",
    expectEqual("status", figures.status, 404),
  );
}

type Call = {
  path: string;
  headers?: Record<string, string>;
  /** The body of a POST; without one it is a GET. */
  body?: Buffer;
  /** The caller's address, to tell it from the proxy's. */
  localAddress?: string;
};
type Answer = { status: number; headers: Record<string, unknown>; text: string };

function callThrough(port: number, { path, headers = {}, body, localAddress }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        path,
        servername: name,
        method: body ? "POST" : "GET",
        headers: {
          host: `${name}:${port}`,
          ...headers,
          ...(body && { "content-length": String(body.length) }),
        },
        rejectUnauthorized: false,
        timeout: patience,
        ...(localAddress && { localAddress }),
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.on("timeout", () => asked.destroy(new Error(`${path} was not answered`)));
    asked.end(body);
  });
}

/** The kind of the first packet: "0" opens an Engine.IO connection. Otherwise the error that ended it. */
function openSocket(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, {
      headers: { ...headers, host: new URL(headers.origin ?? "").host },
      agent: new Agent({ servername: name, rejectUnauthorized: false }),
      handshakeTimeout: patience,
    });
    socket.once("message", (data) => {
      resolve(String(data)[0] ?? "");
      socket.close();
    });
    socket.once("unexpected-response", (_request, answer) => resolve(`HTTP ${answer.statusCode}`));
    socket.once("error", (error) => resolve(error.message));
    socket.once("close", (code) => resolve(`closed with ${code}`));
  });
}

async function untilServed(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < patience; await wait(50)) {
    if (child.exitCode !== null) break;
    const answer = await callThrough(port, { path: "/readyz" }).catch(() => null);
    if (answer?.status === 200) return;
  }
  throw new Error(`The proxy does not serve the desk:\n${said()}`);
}

function makeCertificate(folder: string): void {
  const made = spawnSync(
    "openssl",
    [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "1",
      ],
      ...["-subj", `/CN=${name}`, "-keyout", `${folder}/privkey.pem`, "-out", `${folder}/fullchain.pem`],
    ],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr ?? made.error}`);
}

/** Each text must be found, or the configuration is not the expected one. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`The configuration has no ${from}`);
    return so.replaceAll(from, to);
  }, text);
}

function expectEqual(what: string, found: unknown, wanted: unknown): string[] {
  return found === wanted ? [] : [`${what}: ${found} in place of ${wanted}`];
}
