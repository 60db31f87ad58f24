/** The app is killed while response goals end: each warning and each miss is told once, and none is forgotten. */
import { killMoments } from "../kill-moments.ts";
import { createPlayedClient } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";

const minutes = (first: number | null) => ({ low: first, normal: first, high: first, urgent: first });

export async function goalsToldOnce(
  stage: Stage,
  { rounds, tickets: perKill }: { rounds: number; tickets: number },
): Promise<void> {
  const all = killMoments("warnings", rounds);
  const { desk, report, caller } = stage;
  report.begin(`Response goals end while the app is killed, ${all.length} times`);
  const admin = caller("ingrid");
  const made = await admin.surely("/create-goal-policy", {
    ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: false },
    targets: { first: minutes(600), next: minutes(null), solved: minutes(null) },
  });
  // The worker dates open tickets by the policy, which would undo the moments that are moved.
  const dated = async () => (await desk.query("select from goal_redate")).length === 0;
  const undated = await until("open tickets are dated", dated, 30_000);
  if (undated.length > 0) throw new Error(undated.join());
  for (const { what, kill } of all) {
    const tickets: string[] = [];
    for (let one = 0; one < perKill; one++) {
      const ticketid = await ticketOfClient(stage);
      await caller("mira").surely("/acceptTicket", { ticketid });
      tickets.push(ticketid);
    }
    const wrong: string[] = [];
    // The moments of the clocks are moved in place of waiting for hours.
    for (const [told, end] of [
      [1, "warn_on = now() - interval '1 second'"],
      [2, "due_on = now() - interval '1 second'"],
    ] as const) {
      const begin = async () => {
        await desk.query(`update goal_span set ${end} where ticket_id = any($1)`, [tickets]);
      };
      if (told === 1) await kill(stage, begin);
      else await begin();
      if (told === 1) await desk.start();
      wrong.push(
        ...(await until(
          "each goal is told of",
          async () => (await untold(stage, tickets, told)) === 0,
          30_000,
        )),
      );
    }
    for (const ticketid of tickets) wrong.push(...(await miscounted(stage, ticketid)));
    await report.check(
      "P2",
      `killed ${what}: each of ${tickets.length} goals is warned of and missed once`,
      wrong,
    );
  }
  // The other rounds run without it.
  const { policyid } = made.body as { policyid: string };
  await admin.surely("/delete-goal-policy", { policyid });
}

async function ticketOfClient(stage: Stage): Promise<string> {
  const client = await createPlayedClient(stage.simulator, stage.accounts[0].id, { firstName: "Iris" });
  await client.write(stage.say("hello"));
  return stage.ticketOf(client);
}

async function untold({ desk }: Stage, tickets: string[], told: number): Promise<number> {
  const [row] = await desk.query<{ left: number }>(
    `select count(*)::integer as left from unnest($1::uuid[]) t (id)
      where (select count(*) from notification n where n.ticket_id = t.id and n.type = 'goal') < $2`,
    [tickets, told],
  );
  return row?.left ?? 1;
}

async function miscounted({ desk }: Stage, ticketid: string): Promise<string[]> {
  const [row] = await desk.query(
    `select (select count(*)::integer from event where subject_id = $1 and kind = 'ticket_goal_warned') as warned,
      (select count(*)::integer from event where subject_id = $1 and kind = 'ticket_goal_missed') as missed,
      (select count(*)::integer from notification where ticket_id = $1 and type = 'goal') as notices`,
    [ticketid],
  );
  const expected = { warned: 1, missed: 1, notices: 2 };
  return JSON.stringify(row) === JSON.stringify(expected) ? [] : [`${ticketid}: ${JSON.stringify(row)}`];
}
