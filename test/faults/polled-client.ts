/** A client of a bot that the desk polls: Telegram keeps what they write until the desk has fetched and confirmed it. */
import type { Simulator } from "../../simulator/src/server.ts";
import type { Client, Sent } from "../outside/client.ts";
import type { Line } from "../outside/house.ts";

export type PolledClient = Pick<Client, "id" | "sent" | "write" | "received">;

export async function createPolledClient(
  simulator: Simulator,
  line: Line,
  firstName: string,
): Promise<PolledClient> {
  const { id } = await simulator.control.createPerson({ firstName, picture: "none" });
  const phone = simulator.control.phone({ bot: line.botId, person: id });
  const sent: Sent[] = [];
  return {
    id,
    sent,
    async write(text) {
      const message = await phone.write(text);
      sent.push({ externalId: `${id}:${message.id}`, text, update: {}, acked: false });
    },
    received: () =>
      phone.messages().flatMap(({ side, text }) => (side === "bot" && text !== undefined ? [text] : [])),
  };
}

/** Telegram forgets what the desk says it has: from then on it is the desk's to keep. */
export async function confirmed(
  simulator: Simulator,
  line: Line,
  clients: PolledClient[],
): Promise<string[]> {
  const before = clients.flatMap(({ sent }) => sent);
  try {
    await simulator.control.drained(line.botId, 30_000);
  } catch (error) {
    return [(error as Error).message];
  }
  for (const one of before) one.acked = true;
  return [];
}
