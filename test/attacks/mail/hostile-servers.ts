/** The attacker's mailboxes at servers that break IMAP, while the neighbour's own mailbox gets a mail. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { inCompany } from "../../../server/src/floor/database/scope.ts";
import { type Conduct, type HostileImap, startHostileImap } from "../../world/hostile-imap.ts";
import { besideNeighbour } from "../resources/beside.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { json } from "../visitor.ts";
import { mailOf, openMailboxes, pushSigned } from "./mailboxes.ts";

const mailboxes = 3;
/** The least milliseconds of one round: the desk finds new mailboxes within two seconds. */
const round = { long: 3000, short: 2000 };
/** Milliseconds; a mail that waits for the attack to end, or for a slot that it holds, comes later. */
const patience = 20_000;
/** The stated size of each mail in bytes. */
const stated = { drips: 41_900_000, others: 100 };

/** `rests`: each server has broken two bounds before, so that its mailbox rests after the next. */
export const besideServers = (conduct: Conduct, { rests = false } = {}) =>
  besideNeighbour(async (stage, trial) => {
    const size = conduct === "drips" ? stated.drips : stated.others;
    const hostile = await Promise.all(
      Array.from({ length: mailboxes }, () => startHostileImap(conduct, size)),
    );
    const good = await startHostileImap();
    const id = `mail${randomBytes(8).toString("hex")}`;
    good.mail = mailOf(id, "The neighbour's mail");
    const { harbour, northwind, planted } = stage.house;
    const mine = { companyId: harbour.companyId, departmentId: planted.departments.bookings.id };
    const theirs = { companyId: northwind.companyId, departmentId: planted.departments.general.id };
    const opened = await Promise.all(hostile.map((server) => open(stage, mine, server, rests ? 2 : 0)));
    const neighbour = await open(stage, theirs, good);
    try {
      await watch(stage, trial, neighbour, hostile);
      if (rests) await expectRest(stage, trial, opened, hostile);
    } finally {
      const removed = [...opened, neighbour];
      await stage.desk.query("update channel set removed_on = now() where id = any($1)", [removed]);
      await Promise.all([...hostile, good].map((server) => server.close()));
    }
  });

async function watch(stage: Stage, trial: Trial, neighbour: string, hostile: HostileImap[]): Promise<void> {
  const over = wait(stage.short ? round.short : round.long);
  const { theirs } = await openMailboxes(stage);
  const found = async () =>
    (await stage.desk.query("select 1 from message where channel_id = $1", [neighbour])).length > 0;
  const isRead = becomes(found, patience);
  const isAttacked = await becomes(() => hostile.every(({ fulfilled }) => fulfilled > 0), patience);
  trial.note(isAttacked ? null : "the desk did not come to a hostile server");
  const pushed = await pushSigned(stage, theirs, mailOf(`mail${randomBytes(8).toString("hex")}`, "Pushed"));
  trial.note(
    pushed.status === 200 ? null : `the neighbour's mail by webhook → ${pushed.status} ${pushed.text}`,
  );
  trial.note((await isRead) ? null : "the neighbour's mail at their own server was not read meanwhile");
  trial.count(hostile.reduce((all, { fulfilled }) => all + fulfilled, 0));
  await over;
}

/** No server is asked again, and the owner reads why. */
async function expectRest(stage: Stage, trial: Trial, opened: string[], hostile: HostileImap[]) {
  for (const { fulfilled } of hostile)
    trial.note(fulfilled === 1 ? null : `a mailbox that should rest was read ${fulfilled} times`);
  const owner = stage.as("ingrid");
  const readWhy = async () => {
    const rows = json<{ channelid: string; reason: { code: string } | null }[]>(await owner.get("/channels"));
    const own = rows.filter(({ channelid }) => opened.includes(channelid));
    return own.length > 0 && own.every(({ reason }) => reason?.code === "mail_server_unbounded");
  };
  trial.note(
    (await becomes(readWhy, patience)) ? null : "the owner of a mailbox that rests does not read why",
  );
}

type Place = { companyId: string; departmentId: string };

/** A mailbox connected a while ago: its server accepted the desk, and there has been one mail since. */
async function open(
  stage: Stage,
  { companyId, departmentId }: Place,
  server: HostileImap,
  broken = 0,
): Promise<string> {
  const address = `desk${randomBytes(6).toString("hex")}@desk.example`;
  const account = { host: "127.0.0.1", secure: false, user: address, password: "none" };
  const credentials = { imap: { ...account, port: server.port }, smtp: { ...account, port: 9 } };
  const { id } = await inCompany(stage.inside, { kind: "desk", companyId }, ({ db, now }) =>
    db
      .insertInto("channel")
      .values({
        ...{ company_id: companyId, platform: "email", external_id: address, username: address },
        ...{ name: "Mailbox", department_id: departmentId, created_on: now },
        next_check_on: new Date(now.getTime() + 24 * 3_600_000),
        credentials: stage.inside.secrets.seal(JSON.stringify(credentials)),
        conduct: broken
          ? JSON.stringify({ broken, crashes: 0, lastOn: now, restUntil: null, reason: null })
          : null,
        place: JSON.stringify({
          since: new Date(now.getTime() - 3_600_000).toISOString(),
          folders: { INBOX: { validity: "1", uid: 0 } },
        }),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return id;
}
