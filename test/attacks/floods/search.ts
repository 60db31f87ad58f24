/** 3 × 400 searches by one agent, in the short form 2 × 400, 200 a second, without waiting for answers. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";

const atOnce = 400;
/** Milliseconds. At the same moment, the neighbour would wait for the reading of 400 requests, not for the searches. */
const apart = 5;

export async function searchFlood({ url, cookie, ticketid, short }: FloodArgs): Promise<Flooded> {
  const rounds = short ? 2 : 3;
  const visitor = openVisitor(url, { cookie });
  const answers = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, at) => {
        await sleep(at * apart);
        const word = `parcel ${round} ${at}`;
        const paths = [
          `/search-ticket/${encodeURIComponent(word)}/open`,
          `/${encodeURIComponent(word)}/search-clients`,
          `/search?q=${encodeURIComponent(word)}`,
          `/search-message?ticketid=${ticketid}&keyword=${encodeURIComponent(word)}`,
        ];
        const { status } = await visitor.get(paths[at % 4] ?? "");
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }),
    );
  }
  visitor.close();
  const summary = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  const through =
    answers.has(429) || answers.has(503) ? [] : [`no search of ${rounds * atOnce} was refused: ${summary}`];
  return { tried: rounds * atOnce - through.length, summary, through };
}
