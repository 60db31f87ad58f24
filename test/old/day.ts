/**
 * A day of an older version, for `record.ts`, which runs it as a test in that version's tree: a client writes, an agent signs in,
 * accepts, replies, closes and signs out. Writes a line for the rows before, for each statement with its answer, and for
 * the rows after.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { createWorld, password } from "../world.ts";
import { encoded, type Line, type Rows, rowsOf, type Statement } from "./recorded.ts";

test("a day is recorded", { timeout: 60_000 }, async () => {
  const world = await createWorld();
  const { pool } = world.context;
  const secret = "the secret of a webhook";
  await pool.query("update channel set webhook_secret_hash = $1", [
    createHash("sha256").update(secret).digest(),
  ]);
  const bot = Number(world.channels.harbour.externalId);
  const { id: person } = await world.telegram.control.createPerson({ firstName: "Olena" });
  const phone = world.telegram.control.phone({ bot, person });
  await phone.start();
  const before: Rows = await rowsOf(pool);
  const recording = record();
  let number = 0;
  const write = (text: string) => {
    number += 1;
    world.clock.advance(1000);
    const from = { id: person, is_bot: false, first_name: "Olena" };
    const date = Math.floor(world.clock.now().getTime() / 1000);
    const message = { message_id: 900 + number, from, chat: { id: person, type: "private" }, date, text };
    return world.app.inject({
      method: "POST",
      url: `/webhooks/telegram/${world.channels.harbour.id}`,
      headers: { "x-telegram-bot-api-secret-token": secret },
      payload: { update_id: 900 + number, message },
    });
  };
  const headers: Record<string, string> = { origin: world.context.config.consoleOrigin };
  const post = (url: string, payload: object = {}) => {
    world.clock.advance(1000);
    return world.app.inject({ method: "POST", url, headers, payload });
  };
  const get = (url: string) => world.app.inject({ method: "GET", url, headers });
  const as = async (name: string, call: () => ReturnType<typeof get>) => {
    recording.begin(name);
    const answer = await call();
    expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300);
    await world.drain();
    return answer;
  };

  await as("a client writes first", () => write("Where is order 7?"));
  const { email } = world.agents.ingrid;
  const signedIn = await as("an agent signs in", () => post("/auth/login", { email, password }));
  headers.cookie = [signedIn.headers["set-cookie"]]
    .flat()
    .map((one) => String(one).split(";")[0])
    .join("; ");
  const { rows } = await pool.query<{ id: string }>("select id from ticket where client_external_id = $1", [
    String(person),
  ]);
  expect(rows).toHaveLength(1);
  const ticketid = rows[0]?.id ?? "";
  await as("an agent accepts", () => post("/acceptTicket", { ticketid }));
  await as("a client writes again", () => write("Is anybody there?"));
  const reply = { ticketid, content: "It is on its way.", messageid: crypto.randomUUID() };
  await as("an agent replies", () => post("/send-message", reply));
  await as("the reply is sent again", () => post("/send-message", reply));
  await as("a client thanks", () => write("Thank you!"));
  await as("an agent reads", () => get(`/${ticketid}/1/chat`));
  if (isOfTeams()) {
    await as("an agent lists the tickets", () => get("/tickets"));
    const noteid = crypto.randomUUID();
    await as("an agent writes a note", () => post("/write-note", { ticketid, noteid, content: "A regular" }));
    await as("an agent snoozes", () => post("/snooze-ticket", { ticketid, until: "later_today" }));
    await as("an agent ends the snooze", () => post("/unsnooze-ticket", { ticketid }));
  }
  await as("an agent closes", () => post("/close-ticket", { ticketid }));
  if (isOfTeams()) await as("an agent lists closed tickets", () => get("/0/closed-tickets"));
  await as("a client comes back", () => write("One more thing"));
  await as("an agent signs out", () => get("/auth/logout"));
  recording.stop();
  const lines: Line[] = [{ before }, ...recording.all, { after: await rowsOf(pool) }];
  writeFileSync(process.env.RECORDING ?? "", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await world.close();
});

/** True of a version whose day has notes and snoozes. */
const isOfTeams = () => process.env.TEAMS !== undefined;

/** Records each statement when it is answered, which is an order in which none waits for a later one. */
function record() {
  const all: Statement[] = [];
  const connections = new Map<pg.Client, number>();
  let step = "";
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const sent: unknown = Reflect.apply(send, this, args);
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
    const text = typeof first === "string" ? first : first.text;
    const values = typeof first === "string" ? second : (first.values ?? second);
    // The program's own jobs are no part of its schema.
    const isOwn = step !== "" && (!text.includes("graphile_worker") || text.includes("enqueue_job"));
    if (!isOwn || !(sent instanceof Promise)) return sent;
    const during = step;
    if (!connections.has(this)) connections.set(this, connections.size + 1);
    const connection = connections.get(this) ?? 0;
    const given = encoded(values ?? []) as unknown[];
    return sent.then((answer: pg.QueryResult | pg.QueryResult[]) => {
      const { rows } = Array.isArray(answer) ? (answer.at(-1) as pg.QueryResult) : answer;
      all.push({ step: during, connection, text, values: given, rows: encoded(rows ?? []) as object[] });
      return answer;
    });
  } as typeof send;
  return {
    all,
    begin(name: string) {
      step = name;
    },
    stop() {
      pg.Client.prototype.query = send;
    },
  };
}
