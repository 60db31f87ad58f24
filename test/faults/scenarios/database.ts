import { realpathSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { clusterFolder } from "../../../server/src/floor/database/embedded/place.ts";
import { findPostmaster } from "../../../server/src/floor/database/embedded/postmaster.ts";
import type { Apart } from "../apart.ts";
import { startLoad } from "../load.ts";
import type { Stage } from "../stage.ts";

type Answered = { status: number | null; retryAfter: string | null };

/** Every connection of the app is cut, again and again; then the server itself is killed. */
export async function brokenDatabase(stage: Stage, { seconds }: { seconds: number }): Promise<void> {
  const { desk, report } = stage;
  report.begin("The database fails");
  const talks = await stage.everywhere("mira", "jonas");
  const viewer = stage.viewer("ingrid");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const before = desk.pid;
  const load = startLoad(stage, talks);
  const probe = startProbe(stage);

  for (const startedAt = Date.now(); Date.now() - startedAt < seconds * 1000; await wait(200)) {
    await desk.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid != pg_backend_pid() and backend_type = 'client backend'",
    );
  }
  await report.check("P1", `backends terminated for ${seconds} s: well again within 5 s`, recovers(stage));
  process.kill(postmasterOf(stage), "SIGQUIT");
  await report.check("P1", "the server stopped at once: well again within 5 s", recovers(stage));

  const answers = await probe.stop();
  const wrong = answers.filter(({ status }) => status !== 200 && status !== 503);
  await report.check("P1", "calls are answered with 200 or 503, never with another error", [
    ...new Set(wrong.map(({ status }) => `${status}`)),
  ]);
  const unsaid = answers.filter(({ status, retryAfter }) => status === 503 && !retryAfter);
  await report.check(
    "P1",
    "a 503 says when to come again",
    unsaid.length > 0 ? [`${unsaid.length} do not`] : [],
  );
  await report.check("P1", "the app is the same process", desk.pid === before ? [] : ["it is another"]);
  await load.pause();
  await stage.checkAll("after the database failed", [viewer]);
  viewer.close();
}

function postmasterOf({ desk }: Stage): number {
  const folder = clusterFolder(realpathSync(desk.dataDir));
  const server = folder && findPostmaster(folder);
  if (!server) throw new Error("The desk has no database of its own");
  return server.pid;
}

/** The network between the desk and its database is cut for so long. */
export async function databaseAway(
  { stage, network }: Apart,
  { seconds }: { seconds: number },
): Promise<void> {
  const { desk, report } = stage;
  report.begin(`The database is away for ${seconds} s`);
  const talks = await stage.everywhere("mira", "jonas");
  const viewer = stage.viewer("ingrid");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const before = desk.pid;
  const load = startLoad(stage, talks);
  await wait(500);
  network.cut();
  await wait(100);
  const probe = startProbe(stage);
  await wait(seconds * 1000);
  const answers = await probe.stop();
  network.heal();
  await report.check("P1", "well again within 5 s", recovers(stage));
  const wrong = answers.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  await report.check(
    "P1",
    `meanwhile ${answers.length} calls were answered with 503 and when to come again`,
    [...new Set(wrong.map(({ status, retryAfter }) => `${status}, ${retryAfter}`))],
  );
  await report.check("P1", "the app is the same process", desk.pid === before ? [] : ["it is another"]);
  await load.pause();
  await stage.checkAll("after the database was away", [viewer]);
  viewer.close();
}

function startProbe(stage: Stage) {
  const answers: Answered[] = [];
  let running = true;
  const caller = stage.caller("ingrid");
  const going = (async () => {
    while (running) {
      answers.push(await caller.get("/tickets"));
      await wait(50);
    }
  })();
  return {
    async stop() {
      running = false;
      await going;
      return answers;
    },
  };
}

async function recovers({ desk, ...stage }: Stage): Promise<string[]> {
  const caller = stage.caller("mira");
  const startedAt = Date.now();
  let good = 0;
  while (good < 20) {
    const { status } = await caller.get("/tickets");
    good = status === 200 ? good + 1 : 0;
    // The twenty answers in a row may end later.
    const late = good === 0 && Date.now() - startedAt > 5000;
    if (late) return [`still ${status} after 5 s\n${desk.log().slice(-800)}`];
    await wait(10);
  }
  return [];
}
