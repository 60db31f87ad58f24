/**
 * The process that decodes strangers' media, one file at a time. Started by `process.ts`, which sets the limits the
 * system keeps; those kept here hold where the system has none.
 */
import { constants, setPriority } from "node:os";
import { inspect } from "./inspect.ts";
import { redrawPicture, squarePicture } from "./picture.ts";
import type { Answer, Work } from "./process.ts";
import { toWave } from "./wave.ts";

const mostMemory = 600 * 2 ** 20;
const memoryChecks = 25;

const end = () => process.kill(process.pid, "SIGKILL");

// Requests come first: decoding uses the processor time they leave.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// The parent ends this process; a signal to the whole group must not interrupt what the parent still finishes.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
// The channel closes with the parent, also after kill -9. An ordinary exit would wait for the decoder's thread.
process.on("disconnect", end);
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) end();
}, memoryChecks);
process.on("message", (work: Work) => void answer(work));
process.send?.("ready");

async function answer(work: Work) {
  const result = await done(work);
  const { user, system } = process.cpuUsage();
  process.send?.({ result, spent: (user + system) / 1000 } satisfies Answer);
}

function done(work: Work): Promise<Answer["result"]> {
  switch (work.task) {
    case "inspect":
      return inspect(work.path);
    case "square":
      return squarePicture(work.path);
    case "wave":
      return toWave(work.path);
    case "redraw":
      return redrawPicture(work.path, work.mostBytes);
  }
}
