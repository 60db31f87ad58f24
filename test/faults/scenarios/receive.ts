import type { Stage } from "../stage.ts";

export async function duplicates(stage: Stage): Promise<void> {
  const { desk, report } = stage;
  report.begin("An update comes again");
  const count = async (externalId: string) => {
    const sql = "select count(*)::int from message where external_id = $1";
    const [row] = await desk.query<{ count: number }>(sql, [externalId]);
    return row?.count === 1 ? [] : [`${row?.count} rows`];
  };
  const client = await stage.client();
  const inTurn = client.compose(stage.say("in turn"));
  const answers: (number | null)[] = [];
  for (let time = 0; time < 5; time++) answers.push(await client.tell(inTurn));
  await report.check("P2", "5 times in turn: 1 row", count(inTurn.externalId));
  const atOnce = client.compose(stage.say("at once"));
  answers.push(...(await Promise.all(Array.from({ length: 20 }, () => client.tell(atOnce)))));
  await report.check("P2", "20 times at once: 1 row", count(atOnce.externalId));
  const refused = answers.filter((status) => status !== 200);
  await report.check("P2", "each of them is answered with 200", refused.map(String));
}

export async function firstMessages(stage: Stage): Promise<void> {
  const { desk, report } = stage;
  report.begin("A new client writes 20 messages at once");
  const client = await stage.client();
  const composed = Array.from({ length: 20 }, () => client.compose(stage.say("first")));
  const answers = await Promise.all(composed.map(client.tell));
  // They arrive in any order, so no order is promised.
  client.sent.length = 0;
  const [found] = await desk.query<{ tickets: number; clients: number; messages: number; last: number }>(
    `select count(distinct t.id)::int as tickets, count(distinct t.client_id)::int as clients,
      count(m.id)::int as messages, max(m.seq)::int as last
      from ticket t join message m on m.ticket_id = t.id where t.client_external_id = $1`,
    [String(client.id)],
  );
  const right = JSON.stringify(found) === JSON.stringify({ tickets: 1, clients: 1, messages: 20, last: 20 });
  await report.check("P2", "1 client, 1 ticket, 20 rows", right ? [] : [JSON.stringify(found)]);
  const failed = answers.filter((status) => status !== 200);
  await report.check("P1", "each is acknowledged", failed.map(String));
}
