import type { AgentName } from "../../world/people.ts";
import type { Stage } from "../stage.ts";

export async function acceptTogether(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, house, report } = stage;
  report.begin(`Four agents press Accept five times each, all at once, on ${rounds} tickets`);
  const names: AgentName[] = ["mira", "jonas", "ingrid", "tomas"];
  const viewers = names.map((name) => stage.viewer(name));
  await Promise.all(viewers.map((viewer) => viewer.caughtUp()));
  for (let round = 1; round <= rounds; round++) {
    const client = await stage.client();
    await client.write(stage.say("who is there?"));
    const ticketid = await stage.ticketOf(client);
    for (const viewer of viewers) viewer.watch(ticketid);
    const presses = Array.from({ length: 5 }, () => names).flat();
    const answers = await Promise.all(
      presses.map((name) => stage.caller(name).post("/acceptTicket", { ticketid })),
    );
    const won = names.filter((name) =>
      answers.some(({ status }, at) => status === 200 && presses[at] === name),
    );
    const lost = answers.filter(({ status }) => status === 409);
    const sql = "select handler_id from ticket where id = $1";
    const [row] = await desk.query<{ handler_id: string }>(sql, [ticketid]);
    const winner = won[0] && house.people[won[0]].actor.id;
    const agree =
      won.length === 1 &&
      lost.length === presses.length - 5 &&
      answers.every(({ status }) => status === 200 || status === 409) &&
      row?.handler_id === winner &&
      lost.every(({ body }) => (body as { handler?: { userid: string } }).handler?.userid === winner);
    const found = answers.map(({ status }) => status).join();
    await report.check("P2", `round ${round}: one handler, and the others see who`, agree ? [] : [found]);
  }
  const shown = await Promise.all(viewers.map((viewer) => viewer.disagreement()));
  await report.check("P4", "every screen shows the same handler", shown.flat());
  for (const viewer of viewers) viewer.close();
}

export async function repeatedReply(stage: Stage): Promise<void> {
  const { desk, ledger, report } = stage;
  report.begin("An agent's reply is posted again");
  const { client, ticketid } = await stage.conversation("mira");
  const caller = stage.caller("mira");
  const atOnce = ledger.note(client, ticketid, stage.say("ten times at once"));
  const inTurn = ledger.note(client, ticketid, stage.say("five times in turn"));
  const answers = await Promise.all(Array.from({ length: 10 }, () => ledger.send(caller, atOnce)));
  for (let time = 0; time < 5; time++) answers.push(await ledger.send(caller, inTurn));
  const different = answers.filter((status) => status !== 200);
  await report.check("P2", "each time with the same answer", different.map(String));
  await report.check("P2", "one row each", ledger.doubled(desk));
  await report.check("P5", "both are sent", ledger.settled(desk));
  await report.check("P6", "the phone got each of them once", ledger.missent(desk));
}
