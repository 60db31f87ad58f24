/** Visitors of a web chat: no provider repeats for them, so their frames do. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { openVisitor } from "../../outside/visitor.ts";
import { startLoad } from "../load.ts";
import { createPlayedVisitor, type PlayedVisitor } from "../played-visitor.ts";
import { type Stage, until } from "../stage.ts";
import { expireClaims } from "./kill.ts";

const inTurn = 5;
const atOnce = 20;

export async function visitors(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  stage.report.begin(`Visitors write on a page, and the app is killed ${rounds} times`);
  const key = await connectPage(stage);
  await repeated(stage, key);
  await firstOfAll(stage, key);
  await killed(stage, key, rounds);
}

async function connectPage({ caller, house }: Stage): Promise<string> {
  const body = { name: "Shop", departmentid: house.planted.departments.bookings.id };
  const { status, body: answer } = await caller("ingrid").post("/channels/web/connect", body);
  if (status !== 200) throw new Error(`The web chat was not connected: ${JSON.stringify(answer)}`);
  return (answer as { key: string }).key;
}

async function repeated(stage: Stage, key: string): Promise<void> {
  const { browser } = await createPlayedVisitor(stage, key);
  for (const [what, times, together] of [
    ["in turn", inTurn, false],
    ["at once", atOnce, true],
  ] as const) {
    const [id, text] = [randomUUID(), stage.say(what)];
    const answers = [];
    const sends = Array.from({ length: times }, () => () => browser.send(text, id));
    if (together) answers.push(...(await Promise.all(sends.map((send) => send()))));
    else for (const send of sends) answers.push(await send());
    const rows = await stage.desk.query("select id from message where content = $1", [text]);
    const seqs = new Set(answers.map(({ message }) => message.seq));
    await stage.report.check("P2", `a visitor's message ${times} times ${what}: 1 row, one answer`, [
      ...(rows.length === 1 ? [] : [`${rows.length} rows`]),
      ...(seqs.size === 1 ? [] : [`${seqs.size} answers`]),
    ]);
  }
}

async function firstOfAll(stage: Stage, key: string): Promise<void> {
  const browser = openVisitor(stage.desk.url, key);
  const texts = Array.from({ length: atOnce }, () => stage.say("first"));
  await Promise.all(texts.map((text) => browser.send(text)));
  const found = await stage.desk.query<{ tickets: number; clients: number; messages: number; last: number }>(
    `select count(distinct t.id)::int as tickets, count(distinct t.client_id)::int as clients,
      count(m.id)::int as messages, max(m.seq)::int as last
      from ticket t join message m on m.ticket_id = t.id where m.content = any($1)`,
    [texts],
  );
  const wanted = [{ tickets: 1, clients: 1, messages: atOnce, last: atOnce }];
  const right = JSON.stringify(found) === JSON.stringify(wanted);
  await stage.report.check(
    "P2",
    `a new visitor's ${atOnce} messages at once: 1 client, 1 ticket`,
    right ? [] : [JSON.stringify(found)],
  );
}

async function killed(stage: Stage, key: string, rounds: number): Promise<void> {
  const { desk, report } = stage;
  const played = [await createPlayedVisitor(stage, key), await createPlayedVisitor(stage, key)];
  const talks = await Promise.all(played.map((visitor) => stage.converse(visitor, "mira")));
  const viewer = stage.viewer("mira");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const load = startLoad(stage, talks);
  for (let round = 1; round <= rounds; round++) {
    await wait(randomInt(100, 1000));
    for (const visitor of played) visitor.cut();
    await desk.kill();
    await desk.start();
    await wait(randomInt(0, 500));
    await load.pause();
    await expireClaims(stage);
    // A frame fetches missed messages once it is connected again.
    const agree = async () => (await differing(played)).length === 0;
    await report.check(
      "P4",
      "visitors' frames show what a fresh fetch shows",
      await until("they agree", agree, 10_000),
    );
    await stage.checkAll(`visitors, kill ${round} (${load.count()} messages so far)`, [viewer]);
    if (round < rounds) load.resume();
  }
  const [talk] = talks;
  const text = (await talk?.reply(stage.say("after all")))?.text ?? "";
  const live = () => played[0]?.shown().includes(text) ?? false;
  await report.check(
    "P4",
    "a frame that was cut off hears what comes next",
    await until("heard", live, 10_000),
  );
  viewer.close();
  for (const visitor of played) visitor.leave();
}

async function differing(played: PlayedVisitor[]): Promise<PlayedVisitor[]> {
  const fetched = await Promise.all(played.map((visitor) => visitor.fetched()));
  return played.filter((visitor, at) => visitor.shown().join() !== fetched[at]?.join());
}
