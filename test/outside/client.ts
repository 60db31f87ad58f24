/** A client, seen from Telegram: their messages are delivered to the desk until it acknowledges them. */
import { setTimeout as wait } from "node:timers/promises";
import type { Simulator } from "../../simulator/src/server.ts";
import type { Line } from "./house.ts";

export type Sent = { externalId: string; text: string; update: object; acked: boolean };

export type Client = {
  id: number;
  /** The messages in the order in which they were written. */
  sent: Sent[];
  /** Resolves when the desk has acknowledged it. */
  write(text: string): Promise<void>;
  /** Makes a message that is not delivered yet. */
  compose(text: string): Sent;
  /** Delivers it once: the status, or null when no answer came. */
  deliver(sent: Sent): Promise<number | null>;
  /** The texts that the bot sent to their phone. */
  received(): string[];
};

let lastPerson = 660_000;
let lastUpdate = 990_000_000;

type Called = Pick<Line, "botId" | "secret" | "webhook">;

export async function createClient(simulator: Simulator, line: Called, firstName = "Ada"): Promise<Client> {
  lastPerson += 1;
  const id = lastPerson;
  await simulator.control.createPerson({ id, firstName, picture: "none" });
  const phone = simulator.control.phone({ bot: line.botId, person: id });
  // Otherwise the bot may not write to them.
  await phone.start();
  const sent: Sent[] = [];
  // Beyond the numbers the simulator gives to the bot's messages in this chat.
  let lastMessage = 1_000_000;

  const client: Client = {
    id,
    sent,
    compose(text) {
      lastMessage += 1;
      lastUpdate += 1;
      const message = {
        message_id: lastMessage,
        date: Math.floor(Date.now() / 1000),
        chat: { id, type: "private", first_name: firstName },
        from: { id, is_bot: false, first_name: firstName },
        text,
      };
      const externalId = `${id}:${lastMessage}`;
      const composed = { externalId, text, update: { update_id: lastUpdate, message }, acked: false };
      sent.push(composed);
      return composed;
    },
    async deliver(composed) {
      try {
        const answer = await fetch(line.webhook, {
          method: "POST",
          headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": line.secret },
          body: JSON.stringify(composed.update),
          signal: AbortSignal.timeout(15_000),
        });
        await answer.text();
        if (answer.ok) composed.acked = true;
        return answer.status;
      } catch (error) {
        if (error instanceof TypeError || (error as Error).name === "TimeoutError") return null;
        throw error;
      }
    },
    async write(text) {
      const composed = client.compose(text);
      while (!composed.acked) {
        const status = await client.deliver(composed);
        if (status !== null && status >= 400 && status < 500)
          throw new Error(`The webhook answered ${status}`);
        if (!composed.acked) await wait(50);
      }
    },
    received: () =>
      phone.messages().flatMap(({ side, text }) => (side === "bot" && text !== undefined ? [text] : [])),
  };
  return client;
}
