/** What a server sends beyond what it was asked for ends its connection, before it is parsed. */
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
  // What was sent lies in the sockets' own buffers.
  expect(server.written).toBeLessThan(16 * 2 ** 20);
  await expect.poll(() => server.connections).toBe(0);
});

test("a good server breaks no bound", async () => {
  expect(await select()).toMatchObject({ exists: 1, uidNext: 2 });
  expect(await client.search({ uid: "1:*" }, one)).toEqual({ uids: [1], more: false });
  expect((await client.part(1, 0, pieceBytes))?.piece?.toString()).toContain("Subject: Hi");
});

test("a body that comes in drips is given up after its time to begin", async () => {
  server.conduct = "drips";
  const opening = {
    host: "127.0.0.1",
    port: server.port,
    servername: "127.0.0.1",
    secure: false,
    startTls: false,
  };
  const heard = { announced: () => undefined, closed: () => undefined };
  const sign = { user: "a", password: "b", token: null };
  const connection = new Connection({ ...opening, ...sign }, heard, { grace: 100, perSecond: 16_384 });
  await connection.open();
  await connection.call("select", { path: "INBOX", readOnly: true });
  const fetching = connection.call("part", { uid: 1, start: 0, length: pieceBytes });
  const error = await fetching.catch((error: unknown) => connection.explain(error));
  expect(error).toMatchObject({ code: "EBOUND", bound: "pace" });
});
