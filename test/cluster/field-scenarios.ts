/** The promises of a whole installation while its parts break, one after the other. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { startEventReader } from "../faults/event-reader.ts";
import type { Report } from "../faults/report.ts";
import { until } from "../faults/stage.ts";
import { form } from "../world/form.ts";
import { during } from "./during.ts";
import { type Field, openField } from "./field.ts";
import type { Programs } from "./programs.ts";

export async function fieldInTrouble(programs: Programs, report: Report): Promise<void> {
  report.begin("Two web and two worker processes behind nginx, clocks 15 s apart, PostgreSQL with a standby");
  const field = await openField(programs, report);
  try {
    await connectThroughNginx(field);
    await shareFiles(field);
    const reader = await startEventReader(field.stage);
    await during(field, "Redis is away from one process for 2 s", async () => {
      field.network.cut();
      await wait(2_000);
      field.network.heal();
    });
    await killWorkerWhileDelivering(field);
    await during(field, "each process is restarted in turn", () => restartInTurn(field));
    await during(field, "the primary is killed and the standby promoted", () => failOver(field));
    const unread = await reader.compared();
    await report.check(
      "",
      `a program read each of ${reader.count()} events through all this, in order`,
      unread,
    );
    await agreeOnTime(field);
  } finally {
    await field.close();
  }
}

async function connectThroughNginx({ stage: { report }, viewers, web }: Field): Promise<void> {
  await Promise.all(viewers.map((viewer) => viewer.caughtUp()));
  const transports = viewers.map((viewer) => viewer.transport());
  const wanted = ["websocket", "websocket", "polling", "polling"];
  await report.check(
    "",
    "nginx carries WebSockets, and keeps each polling connection at its process",
    transports.join() === wanted.join() ? [] : [transports.join()],
  );
  const [right, ahead] = await Promise.all(web.map(({ url }) => clockOf(url)));
  const apart = ((ahead ?? 0) - (right ?? 0)) / 1000;
  await report.check(
    "",
    `the processes' clocks are ${apart} s apart`,
    apart >= 14 && apart <= 16 ? [] : [`${apart} s`],
  );
}

/** A worker sends a file that came through one process, and each process serves it. */
async function shareFiles({ stage, web }: Field): Promise<void> {
  const { report, desk, house, conversation } = stage;
  const { ticketid } = await conversation("mira");
  const content = randomBytes(100_000);
  const { payload, headers } = form({ ticketid }, { name: "timetable.bin", content });
  const { cookie } = house.people.mira;
  const answer = await fetch(`${desk.url}/send-file`, {
    method: "POST",
    headers: { ...headers, cookie, origin: desk.url },
    body: new Uint8Array(payload),
  });
  if (answer.status !== 201) throw new Error(`A file was answered with ${answer.status}`);
  const { messageid, path } = (await answer.json()) as { messageid: string; path: string };
  const { pathname, search } = new URL(path, desk.url);
  const isSent = async () => {
    const rows = await desk.query<{ status: string }>("select status from message where id = $1", [
      messageid,
    ]);
    return rows[0]?.status === "sent";
  };
  await report.check(
    "P5",
    "a worker sends a file that a web process took",
    until("it is sent", isSent, 10_000),
  );
  const answers = await Promise.all(
    web.map(async ({ url }) =>
      Buffer.from(await (await fetch(url + pathname + search, { headers: { cookie } })).arrayBuffer()),
    ),
  );
  const wrong = answers.flatMap((bytes, at) => (bytes.equals(content) ? [] : [`process ${at + 1}`]));
  await report.check("", "each web process answers it", wrong);
}

async function clockOf(url: string): Promise<number> {
  return Date.parse((await fetch(`${url}/healthz`)).headers.get("date") ?? "");
}

const goesOnWithin = 15_000;

/** Only one worker takes the message; the other, whose clock is ahead, is there when it is killed. */
async function killWorkerWhileDelivering({ stage, workers: [doomed, other] }: Field): Promise<void> {
  const { report, simulator } = stage;
  report.begin("A worker is killed while the provider has its message");
  const { account, reply, client } = await stage.conversation("mira");
  await other.stop();
  const of = { bot: account.id, method: account.sending.method };
  simulator.control.addFault({ ...of, kind: "hang" });
  const before = simulator.control.requests(of).length;
  const held = await reply(stage.say("on its way"));
  const arrived = () => simulator.control.requests(of).length > before;
  await report.check("P5", "the provider has it", until("it arrives", arrived));
  await other.start();
  await doomed.kill();
  const killedAt = performance.now();
  simulator.control.clearFaults();
  const next = await reply(stage.say("after the kill"));
  const late = await until("sent", () => client.received().includes(next.text), goesOnWithin);
  const took = Math.round(performance.now() - killedAt);
  await report.check("P5", `its ticket goes on, ${took} ms after the kill`, late);
  const [row] = await stage.desk.query<{ status: string }>("select status from message where id = $1", [
    held.messageid,
  ]);
  await report.check(
    "P6",
    "what it was sending is uncertain",
    row?.status === "uncertain" ? [] : [`${row?.status}`],
  );
  await doomed.start();
}

async function restartInTurn({ stage: { report }, web, workers }: Field): Promise<void> {
  for (const desk of [...web, ...workers]) {
    const { code, milliseconds } = await desk.stop();
    const inOrder = code === 0 && milliseconds < 10_000;
    await report.check(
      "",
      `a process ends in order (${Math.round(milliseconds)} ms)`,
      inOrder ? [] : [`status ${code}\n${desk.log()}`],
    );
    await desk.start();
  }
}

const answersWithin = 15_000;

async function failOver({ stage, primary, standby }: Field): Promise<void> {
  await primary.kill();
  const killedAt = performance.now();
  await standby.promote();
  const { post } = stage.caller("mira");
  const answers = async () => (await post("/reset-notifications-count", {})).status === 200;
  const late = await until("a call that writes is answered", answers, answersWithin);
  const took = Math.round(performance.now() - killedAt);
  await stage.report.check("", `the desk writes again, ${took} ms after the kill`, late);
}

/** Clocks 15 s apart show neither in the messages nor in the leases. */
async function agreeOnTime({ stage: { desk, report } }: Field): Promise<void> {
  report.begin("Clocks 15 s apart");
  const early = await desk.query<{ content: string }>(
    "select content from message where created_on > now() + interval '1 s' limit 5",
  );
  await report.check(
    "P3",
    "no message is of a time to come",
    early.map(({ content }) => content),
  );
  const leases = await desk.query<{ seconds: number }>(
    "select extract(epoch from lease_until - now())::float as seconds from process",
  );
  const seconds = leases.map((lease) => lease.seconds.toFixed(1)).join(", ");
  const held = leases.length === 4 && leases.every((lease) => lease.seconds > 0 && lease.seconds <= 8.1);
  await report.check("", `the four processes hold their leases (${seconds} s left)`, held ? [] : [seconds]);
}
