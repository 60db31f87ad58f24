/** The app is killed while tickets are offered: each is offered once, with its event and its notice, and none is forgotten. */
import { killMoments } from "../kill-moments.ts";
import { createPlayedClient } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";

export async function offersOnce(
  stage: Stage,
  { rounds, tickets: perKill }: { rounds: number; tickets: number },
): Promise<void> {
  const all = killMoments("offers", rounds);
  const { desk, report, caller } = stage;
  report.begin(`Tickets are offered while the app is killed, ${all.length} times`);
  const viewer = stage.viewer("mira");
  const ways = { offer_minutes: 60, previous_days: 0, grace_seconds: 600, weights: {} };
  const admin = caller("ingrid");
  const offered = {
    userid: stage.house.people.mira.actor.id,
    capacity: 1_000,
    languages: [],
    skills: [],
    shift: null,
  };
  await admin.surely("/change-agent-routing", offered);
  for (const { what, kill } of all) {
    const tickets: string[] = [];
    for (let one = 0; one < perKill; one++) tickets.push(await ticketOfClient(stage));
    const departmentid = await departmentOf(stage, tickets[0] ?? "");
    const set = (mode: string) => admin.surely("/change-routing", { departmentid, mode, ...ways });
    await kill(stage, async () => void (await set("round_robin")));
    await desk.start();
    await set("round_robin");
    const wrong = await until(
      "each ticket is offered",
      async () => (await unoffered(stage, tickets)) === 0,
      30_000,
    );
    for (const ticketid of tickets) wrong.push(...(await miscounted(stage, ticketid)));
    await report.check("P2", `killed ${what}: each of ${tickets.length} tickets is offered once`, wrong);
    for (const ticketid of tickets) await caller("mira").surely("/acceptTicket", { ticketid });
    await set("off");
  }
  viewer.close();
}

async function ticketOfClient(stage: Stage): Promise<string> {
  const client = await createPlayedClient(stage.simulator, stage.accounts[0].id, { firstName: "Iris" });
  await client.write(stage.say("hello"));
  return stage.ticketOf(client);
}

async function departmentOf({ desk }: Stage, ticketid: string): Promise<string> {
  const [row] = await desk.query<{ department_id: string }>(
    "select department_id from ticket where id = $1",
    [ticketid],
  );
  return row?.department_id ?? "";
}

async function unoffered({ desk }: Stage, tickets: string[]): Promise<number> {
  const [row] = await desk.query<{ left: number }>(
    `select count(*)::integer as left from unnest($1::uuid[]) t (id)
      where not exists (select from ticket_offer o where o.ticket_id = t.id)`,
    [tickets],
  );
  return row?.left ?? 1;
}

async function miscounted({ desk }: Stage, ticketid: string): Promise<string[]> {
  const [row] = await desk.query(
    `select (select count(*)::integer from ticket_offer where ticket_id = $1) as offers,
      (select count(*)::integer from event where subject_id = $1 and kind = 'ticket_offer') as told,
      (select count(*)::integer from notification where ticket_id = $1 and type = 'offer') as notices`,
    [ticketid],
  );
  const expected = { offers: 1, told: 1, notices: 1 };
  return JSON.stringify(row) === JSON.stringify(expected) ? [] : [`${ticketid}: ${JSON.stringify(row)}`];
}
