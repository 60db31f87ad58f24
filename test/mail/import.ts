/**
 * A desk that runs as in production fetches the older mails of a real Dovecot, is killed in the middle, and goes on.
 */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { inCompany } from "../../server/src/floor/database/scope.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { openInside, plantHouse } from "../outside/house.ts";

const day = 24 * 60 * 60_000;
/** Milliseconds between two queries: each is a separate connection. */
const pause = 250;
/** Milliseconds for the first mails, and for each. */
const patience = { first: 60_000, each: 2000 };

export type Account = { port: number; user: string; password: string; folder: string };

/** Returns the mails imported per second, without the kill and its restart. */
export async function importOlder({ port, user, password, folder }: Account, mails: number): Promise<number> {
  const simulator = await startSimulator({ allowInsecureWebhooks: true });
  const desk = await createDesk({ ...simulator.settings, MAIL_PRIVATE_HOSTS: "127.0.0.1" });
  try {
    await desk.start();
    const { harbour, people } = await plantHouse(desk, simulator);
    const inside = await openInside(desk);
    const account = { host: "127.0.0.1", secure: false, user, password };
    const credentials = { imap: { ...account, port }, smtp: { ...account, port: 9 } };
    const { id } = await inCompany(inside, { kind: "desk", companyId: harbour.companyId }, ({ db, now }) =>
      db
        .insertInto("channel")
        .values({
          ...{ company_id: harbour.companyId, platform: "email", external_id: user, username: user },
          ...{ name: "Help", created_on: now, next_check_on: new Date(now.getTime() + day) },
          credentials: inside.secrets.seal(JSON.stringify(credentials)),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await inside.close();
    const answer = await fetch(`${desk.url}/channels/${id}/import`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: people.ingrid.cookie, origin: desk.url },
      body: JSON.stringify({ days: 365, folders: [folder] }),
    });
    assert.equal(answer.status, 200, await answer.text());
    await until(desk, (row) => row.taken > 0, patience.first);
    const beforeKill = await timed(desk, Math.ceil(mails / 2));
    await desk.kill();
    await desk.start();
    const { taken } = await rowOf(desk);
    await until(desk, (row) => row.taken > taken || row.ended, patience.first);
    const afterKill = await timed(desk, mails);
    const row = await until(desk, ({ ended }) => ended, patience.first);
    assert.deepEqual(row, { found: mails, taken: mails, skipped: 0, unread: 0, ended: true });
    const [stored] = await desk.query<{ all: number; different: number }>(
      `select count(*)::integer as all, count(distinct external_id)::integer as different
       from message where channel_id = $1 and external_id is not null`,
      [id],
    );
    assert.deepEqual(stored, { all: mails, different: mails });
    return (beforeKill.taken + afterKill.taken) / ((beforeKill.milliseconds + afterKill.milliseconds) / 1000);
  } finally {
    await desk.remove();
    await simulator.close();
  }
}

type Row = { found: number; taken: number; skipped: number; unread: number; ended: boolean };

async function rowOf(desk: Desk): Promise<Row> {
  const [row] = await desk.query<Row>(
    "select coalesce(found, 0) as found, taken, skipped, unread, ended_on is not null as ended from mail_import",
  );
  assert.ok(row);
  return row;
}

async function until(desk: Desk, holds: (row: Row) => boolean, milliseconds: number): Promise<Row> {
  for (const begun = performance.now(); ; await wait(pause)) {
    const row = await rowOf(desk);
    if (holds(row)) return row;
    if (performance.now() - begun > milliseconds)
      throw new Error(`The import stands at ${JSON.stringify(row)}. ${desk.log()}`);
  }
}

/** Times the import up to so many mails. */
async function timed(desk: Desk, to: number): Promise<{ taken: number; milliseconds: number }> {
  const { taken: before } = await rowOf(desk);
  const begun = performance.now();
  const left = Math.max(0, to - before);
  const { taken } = await until(
    desk,
    (row) => row.taken >= to || row.ended,
    patience.first + left * patience.each,
  );
  return { taken: taken - before, milliseconds: performance.now() - begun };
}
