/** Clients who write and agents who answer, without end and each waiting for its acknowledgement. */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Conversation, Stage } from "./stage.ts";

export type Load = {
  /** Resolves when all that was under way has been answered. */
  pause(): Promise<void>;
  resume(): void;
  /** Said so far. */
  count(): number;
};

export function startLoad(stage: Stage, conversations: Conversation[]): Load {
  let running = true;
  let said = 0;
  let loops: Promise<void>[] = [];
  // As much in all, however many platforms take part.
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
        client.look?.();
      }),
      loop(() => reply(stage.say("answer"))),
    ]);
    // What a loop throws is thrown by `pause`; until then it must not end this process.
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
