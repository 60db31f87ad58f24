/** Edits and deletions of sent messages while the app is killed: the change is told as uncertain, and trying again ends it. */
import { setTimeout as wait } from "node:timers/promises";
import type { Message } from "@parley/contract/messages";
import type { Trouble } from "../../../simulator/src/faults.ts";
import { type Stage, type Talk, until } from "../stage.ts";

const moments: { what: string; fault: Trouble }[] = [
  { what: "before the provider changed it", fault: { kind: "hang" } },
  { what: "after the provider changed it", fault: { kind: "acceptThenHang" } },
];
const kinds = [
  { kind: "edit", path: "/edit-message", method: "editMessageText" },
  { kind: "delete", path: "/delete-message", method: "deleteMessage" },
] as const;

type Change = (typeof moments)[number] & (typeof kinds)[number];
type Try = Change & {
  talk: Talk;
  before: string;
  after: string;
  messageid: string;
  body: object;
  answer: Promise<unknown>;
  /** Empty when the provider was asked. */
  late: string[];
};

export async function changedWhileKilled(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, report, simulator } = stage;
  const all = moments.flatMap((moment) => kinds.map((one) => ({ ...moment, ...one })));
  report.begin(
    `The app is killed while a provider is asked to edit or delete a message, ${all.length} messages a time, ${rounds} × kill -9`,
  );
  for (let round = 0; round < rounds; round++) {
    const tries: Try[] = [];
    for (const change of all) tries.push(await ask(stage, change));
    await wait(100);
    await desk.kill();
    await Promise.all(tries.map(({ answer }) => answer));
    await desk.start();
    simulator.control.clearFaults();
    // The lease of a minute ends.
    await desk.query(
      "update message_changing set until = now() - interval '1 second' where message_id = any($1)",
      [tries.map(({ messageid }) => messageid)],
    );
    for (const one of tries) await settle(stage, one);
  }
}

/** Asks for the change of a new message, and resolves when the provider has been asked. */
async function ask(stage: Stage, change: Change): Promise<Try> {
  const { simulator, say, caller } = stage;
  const { kind, path, method, fault } = change;
  const talk = await stage.conversation("mira");
  const [before, after] = [say("before"), say("after")];
  const messageid = await sent(stage, talk, before);
  simulator.control.addFault({ ...fault, method, bot: talk.account.id, times: 1 });
  const asked = simulator.control.requests({ method }).length;
  const body = { ticketid: talk.ticketid, messageid, ...(kind === "edit" && { content: after }) };
  const answer = caller("mira").post(path, body);
  const late = await until("asked", () => simulator.control.requests({ method }).length > asked, 10_000);
  return { ...change, talk, before, after, messageid, body, answer, late };
}

async function settle(
  { desk, report, caller }: Stage,
  { what, kind, path, talk, before, after, messageid, body, late }: Try,
): Promise<void> {
  const change = async () =>
    (await desk.query<Pick<Message, "change">>("select change from message where id = $1", [messageid]))[0]
      ?.change;
  const told = await until("uncertain", async () => (await change())?.state === "uncertain", 30_000);
  await report.check("", `${kind}, killed ${what}: the change is told as uncertain`, [...late, ...told]);
  const again = await caller("mira").surely(path, body);
  await report.check(
    "",
    `${kind}, killed ${what}: another try ends it`,
    again.status === 200 && (await change()) === null
      ? []
      : [`${again.status} ${JSON.stringify(again.body)}`],
  );
  const got = talk.client.received().filter((text) => text === before || text === after);
  const expected = kind === "edit" ? [after] : [];
  await report.check(
    "",
    `${kind}, killed ${what}: the client has ${kind === "edit" ? "the new text alone" : "nothing of it"}`,
    JSON.stringify(got) === JSON.stringify(expected) ? [] : [JSON.stringify(got)],
  );
}

/** A message that the client has; the ledger does not follow it, since it changes. */
async function sent({ desk, caller }: Stage, { ticketid, client }: Talk, content: string): Promise<string> {
  const { body } = await caller("mira").surely("/send-message", { ticketid, content });
  const { messageid } = body as Message;
  const never = await until("sent", async () => client.received().includes(content), 20_000);
  if (never.length > 0) throw new Error(never.join());
  const stored = async () =>
    (await desk.query("select from message where id = $1 and status = 'sent'", [messageid])).length > 0;
  await until("stored", stored, 10_000);
  return messageid;
}
