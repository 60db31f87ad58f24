/** The process that reads mailboxes starts, ends, and starts again, beside the desk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostileImap, startHostileImap } from "../../../../../../test/world/hostile-imap.ts";
import { ImapClient, ImapError } from "../client.ts";
import { MailProcess } from "./process.ts";

let server: HostileImap;
beforeAll(async () => {
  server = await startHostileImap();
});
afterAll(() => server.close());

const secret = "a password that is nowhere else";
const opening = () => ({
  company: "harbour",
  ...{ host: "127.0.0.1", port: server.port, servername: "127.0.0.1", secure: false, startTls: false },
  ...{ user: "a", password: secret, token: null },
});
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a process that dies ends its connections with that error, and the next one starts another", async () => {
  const reader = new MailProcess();
  const client = new ImapClient(reader);
  await client.open(opening());
  server.conduct = "silent";
  const selecting = client.select("INBOX");
  const pid = reader.pid ?? 0;
  process.kill(pid, "SIGKILL");
  await expect(selecting).rejects.toMatchObject({ code: "EMAILPROCESS", underWay: true });
  expect(client.usable).toBe(false);
  server.conduct = "good";
  const next = new ImapClient(reader);
  await next.open(opening());
  expect(await next.select("INBOX")).toMatchObject({ exists: 1 });
  expect(reader.pid).not.toBe(pid);
  next.close();
});

test("connections that are opened together share one process, and one that is closed leaves the others", async () => {
  const reader = new MailProcess();
  const clients = [new ImapClient(reader), new ImapClient(reader), new ImapClient(reader)];
  await Promise.all(clients.map((client) => client.open(opening())));
  clients[0]?.close();
  await expect(clients[0]?.noop()).rejects.toThrow(ImapError);
  await Promise.all([clients[1]?.noop(), clients[2]?.noop()]);
  for (const client of clients) client.close();
});

test.runIf(process.platform === "linux")(
  "the arguments and environment of the process hold no password",
  async () => {
    const reader = new MailProcess();
    const client = new ImapClient(reader);
    await client.open(opening());
    const read = (what: string) => readFileSync(`/proc/${reader.pid}/${what}`, "utf8");
    expect(read("cmdline")).toContain("child.ts");
    expect(read("cmdline") + read("environ")).not.toContain(secret);
    expect(read("environ")).not.toContain("PATH=");
    client.close();
  },
);

test("the process ends with its parent, also when that is killed", async () => {
  const fixture = join(import.meta.dirname, "process.fixture.ts");
  const parent = spawn(process.execPath, [fixture, String(server.port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
});
