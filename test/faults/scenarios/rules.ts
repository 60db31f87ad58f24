/** The app is killed while rules change tickets: each rule runs once for each event, and nothing is forgotten. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { holdWorker } from "../hold-worker.ts";
import { createPlayedClient } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";

/** `begin` makes what the rule hears. */
type Moment = { what: string; kill(stage: Stage, begin: () => Promise<void>): Promise<void> };

const moments: Moment[] = [
  {
    what: "in the middle of a rule's changes",
    async kill(stage, begin) {
      const release = await holdWorker(stage, "lock table note in share mode", [], begin);
      await stage.desk.kill();
      await release();
    },
  },
  {
    what: "at a random moment",
    async kill({ desk }, begin) {
      await begin();
      await wait(randomInt(0, 800));
      await desk.kill();
    },
  },
];

export async function rulesRunOnce(
  stage: Stage,
  { rounds, tickets: perKill }: { rounds: number; tickets: number },
): Promise<void> {
  const all = Array.from({ length: rounds }, () => moments).flat();
  const { desk, report, caller } = stage;
  report.begin(`Rules run while the app is killed, ${all.length} times`);
  const admin = caller("ingrid");
  const made = await admin.surely("/create-tag", { name: `Heard ${randomUUID().slice(0, 8)}` });
  const { tagid } = made.body as { tagid: string };
  const rule = await admin.surely("/create-rule", {
    ...{ name: "Heard", enabled: true, departmentids: null, condition: { all: [] }, stops: false },
    when: { kind: "event", events: ["accepted"] },
    actions: [
      { kind: "tag", add: [tagid], remove: [] },
      { kind: "note", content: "The rule was here" },
    ],
  });
  const { ruleid } = rule.body as { ruleid: string };
  for (const { what, kill } of all) {
    const tickets: string[] = [];
    for (let one = 0; one < perKill; one++) tickets.push(await ticketOfClient(stage));
    await kill(stage, async () => {
      for (const ticketid of tickets) await caller("mira").surely("/acceptTicket", { ticketid });
    });
    await desk.start();
    const wrong = await until(
      "each ticket is judged",
      async () => (await unjudged(stage, tickets)) === 0,
      30_000,
    );
    for (const ticketid of tickets) wrong.push(...(await miscounted(stage, ticketid)));
    await report.check("P2", `killed ${what}: the rule ran once in each of ${tickets.length} tickets`, wrong);
  }
  await admin.surely("/delete-rule", { ruleid });
}

async function ticketOfClient(stage: Stage): Promise<string> {
  const client = await createPlayedClient(stage.simulator, stage.accounts[0].id, { firstName: "Iris" });
  await client.write(stage.say("hello"));
  return stage.ticketOf(client);
}

/** Tickets without an outcome, and events that wait. */
async function unjudged({ desk }: Stage, tickets: string[]): Promise<number> {
  const [row] = await desk.query<{ left: number }>(
    `select (select count(*)::integer from rule_due where ticket_id = any($1::uuid[]))
      + (select count(*)::integer from unnest($1::uuid[]) t (id)
          where not exists (select from rule_judgement j where j.ticket_id = t.id)) as left`,
    [tickets],
  );
  return row?.left ?? 1;
}

async function miscounted({ desk }: Stage, ticketid: string): Promise<string[]> {
  const [row] = await desk.query(
    `select (select count(*)::integer from rule_run where ticket_id = $1) as runs,
      (select count(*)::integer from note where ticket_id = $1 and rule_id is not null) as notes,
      (select count(*)::integer from ticket_tag where ticket_id = $1) as tags,
      (select count(*)::integer from event where subject_id = $1 and kind = 'ticket_tag') as told`,
    [ticketid],
  );
  const expected = { runs: 1, notes: 1, tags: 1, told: 1 };
  return JSON.stringify(row) === JSON.stringify(expected) ? [] : [`${ticketid}: ${JSON.stringify(row)}`];
}
