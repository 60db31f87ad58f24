/** Bytes that a server sends beyond what it was asked for end its connection, before they are parsed. */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type Conduct,
  type HostileImap,
  startHostileImap,
} from "../../../../../../test/world/hostile-imap.ts";
import type { ImapClient } from "../client.ts";
import { explainImap } from "../failure.ts";
import { openImap } from "../open.ts";
import { Connection } from "./connection.ts";
import { Turns } from "./turns.ts";
import { pieceBytes } from "./wire.ts";

const config = {
  channelSettings: {
    MAIL_PRIVATE_HOSTS: ["127.0.0.1"],
    MAIL_MAX_MB: 40,
    MAIL_UNDER_WAY_MB: 120,
    MAIL_MAILBOXES: 30,
  },
};
let server: HostileImap;
let client: ImapClient;

beforeEach(async () => {
  server = await startHostileImap();
  const account = { host: "127.0.0.1", port: server.port, secure: false, user: "a", password: "b" };
  client = await openImap(config, { companyId: "harbour", server: account });
});
afterEach(async () => {
  client.close();
  await server.close();
});

const one = { most: 10, end: "oldest" as const };
const select = () => client.select("INBOX", { readOnly: true });

const hostile: [string, Conduct, () => Promise<unknown>][] = [
  ["lines without end before the answer", "endless", select],
  ["news without end while it waits", "news", () => client.idle()],
  ["numbers without end", "numbers", () => client.search({ uid: "1:*" }, one)],
  ["a line without end", "line", () => client.search({ uid: "1:*" }, one)],
  ["a literal of 66 MB where 256 KB were asked for", "literal", () => client.part(1, 0, pieceBytes)],
];

test.each(hostile)("%s end the connection, and the reason says so", async (_what, conduct, ask) => {
  await select();
  server.conduct = conduct;
  const error = await ask().catch((error: unknown) => error);
  expect(error).toMatchObject({ bound: expect.any(String) });
  expect(explainImap(error, "imap.test")).toMatchObject({
    ...{
      outcome: "refused",
      reason: { code: "mail_server_unbounded", facts: { provider: "imap.test (IMAP)" } },
    },
  });
  expect(client.usable).toBe(false);
  // The sockets' own buffers hold what was sent.
  expect(server.written).toBeLessThan(16 * 2 ** 20);
  await expect.poll(() => server.connections).toBe(0);
});

test("a good server breaks no bound", async () => {
  expect(await select()).toMatchObject({ exists: 1, uidNext: 2 });
  expect(await client.search({ uid: "1:*" }, one)).toEqual({ uids: [1], more: false });
  expect((await client.part(1, 0, pieceBytes))?.piece?.toString()).toContain("Subject: Hi");
});

const opening = () => ({
  ...{ company: "harbour", host: "127.0.0.1", port: server.port, servername: "127.0.0.1" },
  ...{ secure: false, startTls: false, user: "a", password: "b", token: null },
});
const heard = { announced: () => undefined, closed: () => undefined };

test("a body that comes in drips is given up after its time to begin", async () => {
  server.conduct = "drips";
  const pace = { grace: 100, perSecond: 16_384 };
  const connection = new Connection(opening(), heard, new Turns(), pace);
  await connection.open();
  await connection.call("select", { path: "INBOX", readOnly: true });
  const fetching = connection.call("part", { uid: 1, start: 0, length: pieceBytes });
  const error = await fetching.catch((error: unknown) => connection.explain(error));
  expect(error).toMatchObject({ code: "EBOUND", bound: "pace" });
});

test("nothing is parsed, and the socket is not read, before its company has a turn", async () => {
  const turns = new Turns();
  const waiting: { company: string; begin: () => void }[] = [];
  let open = false;
  const connection = new Connection(opening(), heard, {
    enqueue: (company, work) => {
      if (open) turns.enqueue(company, work);
      else waiting.push({ company, begin: () => turns.enqueue(company, work) });
    },
  });
  const opened = connection.open();
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(1);
  // The greeting waits, so nobody signed in.
  expect(await Promise.race([opened, wait(200).then(() => "waits")])).toBe("waits");
  expect(waiting.map(({ company }) => company)).toEqual(["harbour"]);
  open = true;
  for (const { begin } of waiting) begin();
  expect((await opened).capabilities).toContain("IDLE");
  connection.close();
});

test("bytes behind the answer to STARTTLS are dropped, since they would pass for the server's", async () => {
  const never = { enqueue: () => undefined };
  const connection = new Connection({ ...opening(), startTls: true }, heard, never);
  await expect(connection.open()).rejects.toMatchObject({ tlsFailed: true });
});
