import { setTimeout as wait } from "node:timers/promises";
import { startLoad } from "../faults/load.ts";
import { type Stage, until } from "../faults/stage.ts";
import type { Viewer } from "../faults/viewer.ts";

/**
 * Messages go both ways through all processes while a part breaks; afterwards every viewer is right without a person's
 * action.
 */
export async function during(
  { stage, viewers }: { stage: Stage; viewers: Viewer[] },
  what: string,
  fault: () => Promise<void>,
): Promise<void> {
  stage.report.begin(what);
  const talks = await stage.everywhere("mira");
  for (const viewer of viewers) for (const { ticketid } of talks) viewer.watch(ticketid);
  await Promise.all(viewers.map((viewer) => viewer.caughtUp()));
  const load = startLoad(stage, talks);
  await wait(500);
  try {
    await fault();
  } finally {
    await load.pause();
  }
  // A socket of a process that was away reconnects by itself, at the latest after its longest pause.
  await Promise.all(viewers.map((viewer) => viewer.caughtUp()));
  const agreed = () => Promise.all(viewers.map((viewer) => viewer.disagreement())).then((all) => all.flat());
  let last: string[] = [];
  await stage.report.check(
    "P4",
    `${viewers.length} viewers on all processes are right within 5 s`,
    until("every viewer shows what a fresh fetch shows", async () => {
      last = await agreed();
      return last.length === 0;
    }).then((late) => [...late, ...(late.length > 0 ? last : [])]),
  );
  await stage.checkAll(`after ${load.count()} messages`, viewers);
}
