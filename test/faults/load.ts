/** Clients who write and agents who answer, endlessly and each waiting for its acknowledgement. */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Conversation, Stage } from "./stage.ts";

export type Load = {
  /** Resolves when everything under way has been answered. */
  pause(): Promise<void>;
  resume(): void;
  /** The number of messages so far. */
  count(): number;
};

export function startLoad(stage: Stage, conversations: Conversation[]): Load {
  let running = true;
  let said = 0;
  let loops: Promise<void>[] = [];
  // The same load in all, however many platforms take part.
  const share = Math.max(1, conversations.length / 2);
  const loop = async (act: () => Promise<unknown>) => {
    while (running) {
      await act();
      said += 1;
      await wait(randomInt(5, 40) * share);
    }
  };
  const begin = () => {
    running = true;
    loops = conversations.flatMap(({ client, reply }) => [
      loop(async () => {
        await client.write(stage.say("question"));
        client.readAll?.();
      }),
      loop(() => reply(stage.say("answer"))),
    ]);
    // `pause` throws a loop's error; until then it must not end this process.
    for (const one of loops) one.catch(() => undefined);
  };
  begin();
  return {
    async pause() {
      running = false;
      await Promise.all(loops);
    },
    resume: begin,
    count: () => said,
  };
}
